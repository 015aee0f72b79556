#include "domain/valores/codigos.hpp"

#include <cstdlib>

namespace gestor {
namespace {

// clang-format off
constexpr Codigo tabla[] = {
// codigo                    estado  título                       causa                                                      remedio
{"VALIDACION",                 400, "Solicitud incorrecta",      "Uno o más campos no son válidos; errores[] los nombra todos.", "Corrija los campos que nombra errores[] y repita la solicitud."},
{"JSON_INVALIDO",              400, "JSON inválido",             "El cuerpo no es un documento JSON bien formado, o repite una clave.", "Envíe un único documento JSON en UTF-8 sin claves repetidas."},
{"RANGO",                      400, "Fuera de rango",            "Un valor está fuera de sus límites, o el resultado excedería el máximo de filas.", "Use un valor dentro de los límites, o acote la consulta con filtros o fechas."},
{"NO_ENCONTRADO",              400, "No encontrado",             "El registro de la ruta, o el documento o el contacto de un CFDI, no existe en su organización.", "Verifique el identificador; los registros de otra organización no son visibles."},
{"REFERENCIA_DUPLICADA",       400, "Referencia duplicada",      "Ya hay un documento vigente, o un registro, con esa referencia externa.", "Use el identificador que acompaña al error (transaccionId, entidadId), o envíe otra referenciaExterna."},
{"UUID_DUPLICADO",             400, "Folio fiscal duplicado",    "El folio fiscal ya está registrado en su organización, o el documento tiene otro.", "Consulte el documento que ya lo tiene."},
{"ESTADO_INVALIDO",            400, "Estado inválido",           "El documento está en un estado que no permite la acción.", "El detalle lista las acciones que el documento permite ahora."},
{"TIENE_DOCUMENTOS_RELACIONADOS", 400, "Tiene documentos relacionados", "Otros documentos vigentes dependen de éste.", "Cancele o cierre primero los documentos que lista el error."},
{"PERIODO_CERRADO",            400, "Periodo cerrado",           "La fecha cae en un periodo contable cerrado.", "Use una fecha de un periodo abierto, o pida abrirlo."},
{"SUCURSAL_NO_RESUELTA",       400, "Sucursal no resuelta",      "Ni la solicitud ni la sesión indican una sucursal.", "Envíe sucursalId, o asigne una sucursal al usuario."},
{"CONCEPTO_INVALIDO",          400, "Concepto inválido",         "El concepto no puede usarse en esa partida.", "Consulte los conceptos permitidos en su catálogo."},
{"EXISTENCIA_INSUFICIENTE",    400, "Existencia insuficiente",   "No hay existencia disponible para surtir la partida.", "Reduzca la cantidad o elija otro almacén."},
{"SALDO_INSUFICIENTE",         400, "Saldo insuficiente",        "El importe excede el saldo del documento.", "Aplique como máximo el saldo."},
{"LIMITE_CREDITO",             400, "Límite de crédito",         "La venta excede el límite de crédito del cliente.", "Cobre parte del saldo o pida ampliar el límite."},
{"PRECIO_NO_DEFINIDO",         400, "Precio no definido",        "El producto no tiene precio en las listas aplicables.", "Envíe precioUnitario o agregue el precio a una lista."},
{"SERIE_LOTE_REQUERIDO",       400, "Serie o lote requerido",    "El producto se controla por series o lotes, y la solicitud no los trae completos.", "Envíe series o lotes que sumen la cantidad."},
{"SERIE_LOTE_INVALIDO",        400, "Serie o lote inválido",     "La serie o el lote no está en ese almacén.", "Consulte las existencias por series y lotes."},
{"CFDI_INVALIDO",              400, "CFDI inválido",             "El archivo no es un CFDI legible.", "Envíe el XML tal como lo entregó el emisor."},
{"CFDI_RFC_NO_CORRESPONDE",    400, "RFC no corresponde",        "El RFC del emisor o del receptor del CFDI no corresponde al documento o a su organización.", "Verifique emisor y receptor."},
{"CFDI_TOTAL_NO_CORRESPONDE",  400, "Total no corresponde",      "El total del CFDI difiere del documento.", "Verifique los importes."},
{"SELLO_INVALIDO",             400, "Sello inválido",            "El sello del CFDI no se verifica con su certificado.", "Pida al emisor el XML original."},
{"SAT_NO_DISPONIBLE",          400, "SAT no disponible",         "El servicio del SAT no respondió.", "Repita la consulta más tarde."},
{"VERSION_DESCONOCIDA",        400, "Versión desconocida",       "La operación no tiene la versión que pide Service-Api-Version.", "Use una versión publicada, o current."},
{"NO_AUTENTICADO",             401, "No autenticado",            "Falta el token, no es válido, expiró o fue revocado; o las credenciales no son correctas.", "Obtenga un token en POST /api/Seguridad/Autenticar y envíelo en Authorization: Bearer."},
{"PERMISO_DENEGADO",           403, "Permiso denegado",          "El usuario no tiene el permiso de la operación.", "Pida el permiso que nombra el detalle."},
{"RUTA_DESCONOCIDA",           404, "Ruta desconocida",          "No hay operación en esa ruta.", "Consulte la referencia en /docs."},
{"METODO_NO_PERMITIDO",        405, "Método no permitido",       "La ruta existe, pero no con ese método.", "Use uno de los métodos del encabezado Allow."},
{"TIEMPO_AGOTADO",             408, "Tiempo agotado",            "La solicitud no llegó completa a tiempo.", "Repita la solicitud por una conexión más rápida."},
{"IDEMPOTENCIA_EN_CURSO",      409, "Solicitud en curso",        "La primera solicitud con esa Idempotency-Key todavía se ejecuta.", "Espere los segundos que indica Retry-After y repita."},
{"IDEMPOTENCIA_EN_CONFLICTO",  400, "Clave de idempotencia en conflicto", "La Idempotency-Key ya se usó con otra solicitud.", "Use una clave nueva para cada solicitud distinta."},
{"RETIRADO",                   410, "Operación retirada",        "La operación ya no está disponible.", "Consulte el registro de cambios."},
{"LONGITUD_REQUERIDA",         411, "Longitud requerida",        "Falta la longitud del cuerpo.", "Envíe Content-Length."},
{"PRECONDICION",               412, "Precondición no cumplida",  "El registro cambió desde que se leyó (If-Match).", "Lea el registro otra vez y repita con su ETag."},
{"CUERPO_DEMASIADO_GRANDE",    413, "Cuerpo demasiado grande",   "El cuerpo excede el máximo de la operación, o el ajuste cuerpo-maximo.", "Divida la solicitud."},
{"URL_DEMASIADO_LARGA",        414, "URL demasiado larga",       "La dirección excede el máximo.", "Acorte los parámetros."},
{"TIPO_DE_CONTENIDO",          415, "Tipo de contenido",         "El cuerpo, o el archivo que trae, no es del tipo que la operación acepta.", "Envíe el Content-Type, o la extensión, que indica la referencia."},
{"EXPECTATIVA",                417, "Expectativa no soportada",  "Sólo se soporta Expect: 100-continue.", "Quite el encabezado Expect."},
{"DEMASIADAS_SOLICITUDES",     429, "Demasiadas solicitudes",    "Se rebasó un límite de frecuencia.", "Espere los segundos que indica Retry-After."},
{"ENCABEZADOS_DEMASIADO_GRANDES", 431, "Encabezados demasiado grandes", "Los encabezados exceden el máximo.", "Envíe menos encabezados."},
{"ERROR_INTERNO",              500, "Error interno",             "Ocurrió una falla del servidor.", "Repórtela con su solicitudId."},
{"NO_DISPONIBLE",              503, "No disponible",             "El servicio está saturado o su base de datos no responde.", "Espere los segundos que indica Retry-After y repita."},
{"VERSION_HTTP",               505, "Versión de HTTP",           "Sólo se soporta HTTP/1.0 y HTTP/1.1.", "Use HTTP/1.1."},
{"REQUERIDO",                    0, "Requerido",                 "El campo es obligatorio y falta o viene vacío.", "Envíe el campo."},
{"DESCONOCIDO",                  0, "Desconocido",               "La operación no tiene ese campo.", "Quite el campo o corrija su nombre; el mensaje sugiere el más parecido."},
{"TIPO",                         0, "Tipo",                      "El valor no es del tipo del campo.", "Envíe el tipo que indica la referencia."},
{"LONGITUD",                     0, "Longitud",                  "El texto es más largo que el máximo.", "Acorte el texto."},
{"FECHA_INVALIDA",               0, "Fecha inválida",            "La fecha no existe o no tiene la forma pedida.", "Use yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss o dd/MM/yyyy, según la operación."},
{"RANGO_FECHAS",                 0, "Rango de fechas",           "La fecha inicial es posterior a la final.", "Invierta las fechas."},
{"RFC_INVALIDO",                 0, "RFC inválido",              "El RFC no tiene la forma o la fecha correctas.", "Verifique el RFC en la constancia fiscal."},
{"CLAVE_SAT_INVALIDA",           0, "Clave del SAT inválida",    "La clave no está vigente en el catálogo del SAT.", "Consulte el catálogo."},
{"NO_EXISTE",                    0, "No existe",                 "El identificador no existe en su organización.", "Verifique el identificador."},
{"DUPLICADO",                    0, "Duplicado",                 "El valor ya existe o viene repetido.", "Envíe un valor distinto."},
{"MAYOR_QUE_CERO",               0, "Mayor que cero",            "El valor debe ser mayor que cero.", "Envíe un valor mayor que 0."},
{"DESCUADRE",                    0, "Descuadre",                 "La suma de los cargos de la póliza no es igual a la de sus abonos.", "Corrija los importes; el mensaje indica la diferencia."},
{"CUENTA_DEL_SISTEMA",           0, "Cuenta del sistema",        "La cuenta contable es del sistema: la mueven los documentos, y no cambia de número, lugar, naturaleza ni estado.", "Use otra cuenta, o registre el documento que la mueve; en esta cuenta sólo pueden cambiar nombre y codigoAgrupador."},
{"CON_MOVIMIENTOS",              0, "Con movimientos",           "La cuenta contable tiene movimientos o saldo, y el cambio movería importes ya informados.", "Cree otra cuenta y reclasifique el saldo con una póliza."},
{"FORMATO",                      0, "Formato",                   "El texto no tiene la forma del campo.", "Use la forma que indica la referencia."},
};
// clang-format on

}  // namespace

std::span<Codigo const> codigos() {
    return tabla;
}

Codigo const& codigo_de(std::string_view codigo) {
    for (auto const& fila : tabla)
        if (fila.codigo == codigo) return fila;
    std::abort();  // a code outside the closed catalogue is a bug; a test covers every use
}

}  // namespace gestor
