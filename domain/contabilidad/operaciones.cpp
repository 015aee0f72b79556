#include "domain/comun/maestras.hpp"
#include "domain/contabilidad/conciliacion/conciliacion.hpp"
#include "domain/contabilidad/consultas.hpp"
#include "domain/contabilidad/cuentas/cuentas.hpp"
#include "domain/contabilidad/electronica/electronica.hpp"
#include "domain/contabilidad/impuestos/determinacion_iva.hpp"
#include "domain/contabilidad/impuestos/diot.hpp"
#include "domain/contabilidad/impuestos/impuestos.hpp"
#include "domain/contabilidad/periodos/cierre.hpp"
#include "domain/contabilidad/periodos/consultas.hpp"
#include "domain/contabilidad/periodos/periodos.hpp"
#include "domain/contabilidad/periodos/revision.hpp"
#include "domain/contabilidad/polizas/polizas.hpp"
#include "domain/contabilidad/recurrentes/recurrentes.hpp"
#include "domain/contabilidad/reportes/auxiliar.hpp"
#include "domain/contabilidad/reportes/balanza.hpp"
#include "domain/contabilidad/reportes/estados.hpp"
#include "domain/contabilidad/reportes/flujo.hpp"
#include "domain/contabilidad/revaluacion/revaluacion.hpp"
#include "domain/contabilidad/tipos.hpp"
#include "domain/motor/captura/encabezado.hpp"
#include "domain/operacion/operacion.hpp"
#include "persistence/agregado.hpp"

namespace gestor::contabilidad {
namespace {

using FP = ProyectoFiltro;
LecturaCompilada const proyecto(lectura<ProyectoViewModel>(sql::proyectos), "proyecto");
LecturaCompilada const proyectos(
    pagina<ProyectoViewModel, FP>(sql::proyectos,
                                  filtro_largo<&FP::clienteId>("y.contacto_id = :clienteId", maestra::contacto),
                                  filtro<&FP::activo>("y.activo = :activo::boolean"),
                                  filtro<&FP::busqueda>("y.busqueda LIKE patron(:busqueda)")),
    "proyectos");

AgregadoDe<ProyectoDatos> const guardados_proyectos(
    "proyecto", "el proyecto",
    {{.campo = "clave", .prefijo = "P"},
     {.campo = "clienteId", .columna = "contacto_id", .ref = maestra::contacto.por_id()},
     {.campo = "codigoCliente", .fuera = true}});

// The customer by id or by code: a code that is sent takes the place of the stored id.
void nombrar_cliente(Escritura& db, ProyectoDatos& datos, bool con_id) {
    Fallas fallas;
    validar_contraparte(con_id ? datos.clienteId : std::nullopt, datos.codigoCliente, "clienteId", "codigoCliente",
                        true, fallas);
    fallas.lanzar();
    if (datos.codigoCliente) datos.clienteId = exigir_contacto(db, *datos.codigoCliente, "codigoCliente");
}

Vista<ProyectoViewModel> crear_proyecto(Escritura& db, Cuerpo<ProyectoDatos> const& enviado) {
    ProyectoDatos datos = enviado;
    nombrar_cliente(db, datos, true);
    return db.vista<ProyectoViewModel>(proyecto, guardados_proyectos.crear(db, datos));
}

Vista<ProyectoViewModel> modificar_proyecto(Escritura& db, Id id, Edicion<ProyectoDatos> const& edicion) {
    ProyectoDatos antes;
    auto datos = guardados_proyectos.editar(db, id, edicion, &antes);
    nombrar_cliente(db, datos, edicion.trae("clienteId"));
    if (antes.activo.valor && !datos.activo.valor)
        exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::proyecto_ordenes>("proyectoId"_es(id)),
                              "el proyecto tiene órdenes abiertas y no puede desactivarse");
    guardados_proyectos.guardar(db, id, datos);
    return db.vista<ProyectoViewModel>(proyecto, id);
}

using K = ClasificadorCostoViewModel;
using FU = ClasificadorUsuarioFiltro;
LecturaCompilada const clasificadores(catalogo<K, FU>(sql::clasificadores(sql::clasificadores_usuario),  //
                                                      filtro<&FU::tipo>("c.tipo = :tipo"),
                                                      filtro<&FU::busqueda>(sql::clasificador_busqueda)),
                                      "clasificadoresUsuario");

using FO = ClasificadorOrganizacionFiltro;
LecturaCompilada const clasificadores_organizacion(
    catalogo<K, FO>(sql::clasificadores("c.organizacion_id = :organizacionId AND c.activo"),
                    filtro<&FO::clasificadorCostoId>("c.clasificador_costo_id = :clasificadorCostoId",
                                                     maestra::clasificador_costo),
                    filtro<&FO::busqueda>(sql::clasificador_busqueda)),
    "clasificadoresOrganizacion");

using C = ConceptoViewModel;
template <class F, class... Filtros>
LecturaDeclarada conceptos(std::string_view base, Filtros... filtros) {
    return pagina<C, F>(sql::conceptos(base), lista<&C::objetos>(sql::concepto_objetos),
                        lista<&C::cuentas>(sql::concepto_cuentas), lista<&C::contactos>(sql::concepto_contactos),
                        filtro_largo<&F::busqueda>(sql::concepto_busqueda), filtros...);
}

using FG = ConceptoGastoFiltro;
LecturaCompilada const conceptos_gasto(
    conceptos<FG>("c.organizacion_id = :organizacionId AND c.tipo = 'Gasto'",
                  filtro<&FG::clasificadorCostoId>("c.clasificador_costo_id = :clasificadorCostoId",
                                                   maestra::clasificador_costo),
                  filtro<&FG::activo>("c.activo = :activo::boolean")),
    "conceptosGasto");

using FJ = ConceptoObjetoFiltro;
LecturaCompilada const conceptos_objeto(conceptos<FJ>("c.organizacion_id = :organizacionId AND c.activo",
                                                      filtro<&FJ::objId>(":objId::integer = ANY (c.objetos)",
                                                                         maestra::objeto)),
                                        "conceptosObjeto");

using FC = ConceptoCompraFiltro;
LecturaCompilada const conceptos_compra(conceptos<FC>("c.organizacion_id = :organizacionId AND c.tipo = 'Compra'",
                                                      filtro<&FC::activo>("c.activo = :activo::boolean")),
                                        "conceptosCompra");

LecturaCompilada const clasificador(lectura<K>(sql::clasificadores("c.organizacion_id = :organizacionId")),
                                    "clasificadorCosto");
AgregadoDe<ClasificadorCostoDatos> const guardados_clasificadores(
    "clasificador_costo", "el clasificador",
    {{.campo = "padreId", .ref = maestra::clasificador_costo.por_id(), .escribe = "nullif(:padreId::bigint, 0)"},
     {.campo = "cuentaContable", .columna = "cuenta_contable_id", .ref = maestra::cuenta_contable.por_clave()}});

constexpr std::int64_t niveles_maximos = 20;

void exigir_lugar(Escritura& db, std::optional<Id> id, ClasificadorCostoDatos const& datos, Fallas& fallas) {
    auto const lugar = *db.uno<ClasificadorLugar, sql::clasificador_lugar>("id"_es(id ? id->valor() : std::int64_t{0}),
                                                                           "padreId"_es(datos.padreId));
    if (lugar.ciclo)
        fallas.agregar("padreId", codigo::rango, "depende de este mismo clasificador: formaría un ciclo");
    else if (lugar.niveles.valor() > niveles_maximos)
        fallas.agregar("padreId", codigo::rango, "pasaría de " + std::to_string(niveles_maximos) + " niveles");
    if (datos.activo.valor && !lugar.padreActivo) fallas.agregar("padreId", codigo::rango, "está inactivo");
}

Vista<K> crear_clasificador(Escritura& db, Cuerpo<ClasificadorCostoDatos> const& datos) {
    db.consultar<sql::turno>("que"_es("clasificador_costo"));
    Fallas fallas;
    guardados_clasificadores.referencias(db, datos, fallas);
    exigir_lugar(db, std::nullopt, datos, fallas);
    fallas.lanzar();
    auto const id = guardados_clasificadores.agregar(db, datos);
    db.consultar<sql::clasificador_asignar>("id"_es(id));
    return db.vista<K>(clasificador, id);
}

Vista<K> modificar_clasificador(Escritura& db, Id id, Edicion<ClasificadorCostoDatos> const& edicion) {
    if (edicion.trae("padreId") || edicion.trae("activo")) db.consultar<sql::turno>("que"_es("clasificador_costo"));
    ClasificadorCostoDatos antes;
    auto const datos = guardados_clasificadores.editar(db, id, edicion, &antes);
    Fallas fallas;
    if (edicion.trae("padreId") || edicion.trae("activo")) exigir_lugar(db, id, datos, fallas);
    bool const se_desactiva = antes.activo.valor && !datos.activo.valor;
    if (se_desactiva && !db.consultar<sql::clasificador_hijos>("id"_es(id)).vacia())
        fallas.agregar("activo", codigo::rango, "otros clasificadores activos dependen de él");
    fallas.lanzar();
    guardados_clasificadores.guardar(db, id, datos);
    return db.vista<K>(clasificador, id);
}

using FR = PeriodoFiltro;
LecturaCompilada const periodos(
    catalogo<PeriodoViewModel, FR>(sql::periodos, filtro<&FR::ejercicio>("p.ejercicio = :ejercicio::integer")),
    "periodos");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                  permiso                 qué                                        sobre        resumen
    {Verbo::GET,  "/api/Proyecto/{id}", "contabilidad.leer",     proyecto,                                  Sobre::ONE,  "Obtiene un proyecto"},
    {Verbo::GET,  "/api/Proyecto",      "contabilidad.leer",     proyectos,                                 Sobre::PAGE, "Lista los proyectos"},
    {Verbo::POST, "/api/Proyecto",      "contabilidad.escribir", op<&crear_proyecto>,                       Sobre::ONE,  "Crea un proyecto"},
    {Verbo::PUT,  "/api/Proyecto/{id}", "contabilidad.escribir", op_version<&modificar_proyecto>(proyecto), Sobre::ONE,  "Actualiza un proyecto"},
    {Verbo::GET, "/api/ClasificadoresCosto",                 "contabilidad.leer", clasificadores,              Sobre::LIST, "Lista los clasificadores de costo del usuario"},
    {Verbo::GET, "/api/ClasificadoresCosto/PorOrganizacion", "contabilidad.leer", clasificadores_organizacion, Sobre::LIST, "Lista los clasificadores de costo y gasto activos de la organización"},
    {Verbo::POST, "/api/ClasificadoresCosto",                "contabilidad.escribir", op<&crear_clasificador>,  Sobre::ONE,  "Crea un clasificador de costo o gasto"},
    {Verbo::PUT, "/api/ClasificadoresCosto/{id}",            "contabilidad.escribir", op<&modificar_clasificador>, Sobre::ONE, "Actualiza un clasificador de costo o gasto"},
    {Verbo::GET, "/api/ConceptosGasto",                      "contabilidad.leer", conceptos_gasto,             Sobre::PAGE, "Lista los conceptos de gasto"},
    {Verbo::GET, "/api/ConceptosObjeto",                     "contabilidad.leer", conceptos_objeto,            Sobre::PAGE, "Lista los conceptos utilizables en un tipo de documento"},
    {Verbo::GET, "/api/ConceptosCompra",                     "contabilidad.leer", conceptos_compra,            Sobre::PAGE, "Lista los conceptos de compra"},
    {Verbo::GET, "/api/Contabilidad/AnalisisIVARetenidoPorPagar", "contabilidad.leer", op<&iva_retenido_analisis>,  Sobre::ONE, "Análisis del IVA retenido por pagar, pago por pago"},
    {Verbo::GET, "/api/Contabilidad/IVARetenidoPorPagar",         "contabilidad.leer", op<&iva_retenido_por_pagar>, Sobre::ONE, "IVA retenido por pagar, mes por mes: retenido, enterado y pendiente"},
    {Verbo::GET, "/api/Contabilidad/IVAcobradoTasas",             "contabilidad.leer", op<&iva_cobrado>,            Sobre::ONE, "IVA cobrado por tasas, cobro por cobro"},
    {Verbo::GET, "/api/Contabilidad/BalanzaComprobacion",         "contabilidad.leer", op<&balanza>,                Sobre::ONE, "Balanza de comprobación de los meses pedidos, como árbol o plana"},
    {Verbo::GET, "/api/Contabilidad/EstadoResultados",            "contabilidad.leer", op<&estado_de_resultados>,   Sobre::ONE, "Estado de resultados de un mes: el mes, el acumulado del ejercicio y los mismos del año anterior"},
    {Verbo::GET, "/api/Contabilidad/BalanceGeneral",              "contabilidad.leer", op<&balance_general>,        Sobre::ONE, "Balance general a un día, con el resultado del ejercicio"},
    {Verbo::GET, "/api/Contabilidad/Auxiliar",                    "contabilidad.leer", op<&auxiliar>,               Sobre::ONE, "Auxiliar de una cuenta o de todas sus subcuentas entre dos días, con su saldo después de cada movimiento"},
    {Verbo::GET, "/api/Contabilidad/Flujo",                       "contabilidad.leer", op<&flujo_de_efectivo>,       Sobre::ONE, "Flujo de efectivo entre dos días por concepto: bancos y cajas, sin traspasos propios"},
    {Verbo::GET,  "/api/Contabilidad/ConciliacionCfdi",           "contabilidad.leer",     op<&conciliacion_cfdi>, Sobre::ONE, "Concilia los documentos con los CFDI que conoce el SAT, por folio fiscal"},
    {Verbo::POST, "/api/Contabilidad/ConciliacionCfdi",           "contabilidad.escribir", op<&cargar_cfdi>,       Sobre::ONE, "Carga los CFDI por conciliar: el archivo de metadatos del SAT, un CFDI, o un .zip de ellos"},
    {Verbo::GET,    "/api/Contabilidad/Polizas",            "contabilidad.leer",     polizas,              Sobre::PAGE, "Lista las pólizas, cada una con su documento de origen"},
    {Verbo::GET,    "/api/Contabilidad/Polizas/{id}",       "contabilidad.leer",     poliza,               Sobre::ONE,  "Obtiene una póliza con sus partidas"},
    {Verbo::POST,   "/api/Contabilidad/Poliza",             "contabilidad.escribir", op<&crear_poliza>,    Sobre::ONE,  "Registra una póliza manual"},
    {Verbo::POST,   "/api/Contabilidad/Poliza/{id}/Copiar", "contabilidad.escribir", op<&copiar_poliza>,   Sobre::ONE,  "Registra una póliza nueva con las partidas de otra"},
    {Verbo::DELETE, "/api/Contabilidad/Poliza/{id}",        "contabilidad.cancelar", op<&reversar_poliza>, Sobre::ONE,  "Reversa una póliza manual con otra, de signo contrario"},
    {Verbo::GET,    "/api/Contabilidad/PolizaRecurrente",          "contabilidad.leer",     polizas_recurrentes,         Sobre::PAGE, "Lista las pólizas recurrentes"},
    {Verbo::GET,    "/api/Contabilidad/PolizaRecurrente/{id}",     "contabilidad.leer",     poliza_recurrente,           Sobre::ONE,  "Obtiene una póliza recurrente con sus partidas y los meses que generó"},
    {Verbo::POST,   "/api/Contabilidad/PolizaRecurrente",          "contabilidad.escribir", op<&crear_recurrente>,       Sobre::ONE,  "Registra una póliza recurrente: la misma cada mes, o un total en partes iguales"},
    {Verbo::PUT,    "/api/Contabilidad/PolizaRecurrente/{id}",     "contabilidad.escribir", op_version<&modificar_recurrente>(poliza_recurrente), Sobre::ONE, "Actualiza una póliza recurrente"},
    {Verbo::DELETE, "/api/Contabilidad/PolizaRecurrente/{id}",     "contabilidad.escribir", op<&terminar_recurrente>,    Sobre::ONE,  "Termina una póliza recurrente: queda inactiva y no genera más"},
    {Verbo::POST,   "/api/Contabilidad/PolizaRecurrente/Generar",  "contabilidad.escribir", op<&generar_recurrentes>,    Sobre::ONE,  "Genera las pólizas recurrentes que vencen hasta un mes, una sola vez cada una"},
    {Verbo::GET,    "/api/Contabilidad/Cuentas",            "contabilidad.leer",     cuentas_contables,    Sobre::LIST, "Lista el catálogo de cuentas contables"},
    {Verbo::GET,    "/api/Contabilidad/Cuentas/{id}",       "contabilidad.leer",     cuenta_contable,      Sobre::ONE,  "Obtiene una cuenta contable"},
    {Verbo::POST,   "/api/Contabilidad/Cuentas",            "contabilidad.escribir", op<&crear_cuenta>,    Sobre::ONE,  "Crea una cuenta contable"},
    {Verbo::PUT,    "/api/Contabilidad/Cuentas/{id}",       "contabilidad.escribir", op_version<&modificar_cuenta>(cuenta_contable), Sobre::ONE, "Actualiza una cuenta contable"},
    {Verbo::GET, "/api/Contabilidad/Electronica/Catalogo", "contabilidad.leer", op<&catalogo_electronico>, Sobre::PLAIN, "Catálogo de cuentas como lo pide el SAT (Anexo 24, XML 1.3 en su .zip)"},
    {Verbo::GET, "/api/Contabilidad/Electronica/Balanza",  "contabilidad.leer", op<&balanza_electronica>,  Sobre::PLAIN, "Balanza de comprobación de un mes cerrado como la pide el SAT (Anexo 24, XML 1.3 en su .zip)"},
    {Verbo::GET, "/api/Contabilidad/Electronica/Polizas",  "contabilidad.leer", op<&polizas_electronicas>, Sobre::PLAIN, "Pólizas de un mes cerrado como las pide el SAT (Anexo 24, XML 1.3 en su .zip)"},
    {Verbo::GET, "/api/Contabilidad/Diot",                 "contabilidad.leer", op<&diot>,                 Sobre::PLAIN, "Declaración informativa de operaciones con terceros de un mes cerrado, un renglón de 54 campos por proveedor"},
    {Verbo::GET,  "/api/Contabilidad/Periodos",                       "contabilidad.leer",      periodos,                Sobre::LIST, "Lista los meses de la contabilidad, abiertos y cerrados; el mes 13 es el cierre del ejercicio"},
    {Verbo::GET,  "/api/Contabilidad/Periodos/{anio}/{mes}/Revision", "contabilidad.leer",      op<&revisar_periodo>,    Sobre::ONE,  "Revisa un mes: los asuntos que impiden cerrarlo y los que conviene revisar antes"},
    {Verbo::POST, "/api/Contabilidad/Periodos/{anio}/{mes}/Cerrar",   "contabilidad.autorizar", op<&cerrar_periodo>,     Sobre::ONE,  "Cierra un mes terminado, después de los anteriores y sin documentos a medias"},
    {Verbo::POST, "/api/Contabilidad/Periodos/{anio}/{mes}/Reabrir",  "contabilidad.autorizar", op<&reabrir_periodo>,    Sobre::ONE,  "Reabre un mes cerrado, del último hacia atrás"},
    {Verbo::POST, "/api/Contabilidad/Ejercicios/{anio}/Cerrar",       "contabilidad.autorizar", op<&cerrar_ejercicio>,   Sobre::ONE,  "Cierra un ejercicio: una póliza del mes 13 traspasa las cuentas de resultados a la utilidad o pérdida del ejercicio, y otra, del ejercicio siguiente, traspasa ésta a ejercicios anteriores"},
    {Verbo::POST, "/api/Contabilidad/Ejercicios/{anio}/Reabrir",      "contabilidad.autorizar", op<&reabrir_ejercicio>,  Sobre::ONE,  "Revierte el cierre de un ejercicio"},
    {Verbo::POST,   "/api/Contabilidad/DeterminacionIva", "contabilidad.escribir", op<&determinar_iva>,             Sobre::ONE, "Determina el IVA de un mes terminado, a cargo o a favor: IVA cobrado menos IVA acreditable y menos IVA retenido por los clientes; acredita los saldos a favor de meses anteriores"},
    {Verbo::DELETE, "/api/Contabilidad/DeterminacionIva", "contabilidad.cancelar", op<&cancelar_determinacion_iva>, Sobre::ONE, "Revierte la determinación del IVA de un mes"},
    {Verbo::POST,   "/api/Contabilidad/DeterminacionIeps", "contabilidad.escribir", op<&determinar_ieps>,             Sobre::ONE, "Determina el IEPS de un mes terminado, a cargo o a favor: IEPS cobrado menos IEPS acreditable; acredita los saldos a favor de meses anteriores"},
    {Verbo::DELETE, "/api/Contabilidad/DeterminacionIeps", "contabilidad.cancelar", op<&cancelar_determinacion_ieps>, Sobre::ONE, "Revierte la determinación del IEPS de un mes"},
    {Verbo::POST,   "/api/Contabilidad/DeterminacionIva/Devolucion", "contabilidad.escribir", op<&pedir_devolucion_iva>, Sobre::ONE, "Marca el IVA a favor de un mes como solicitado al SAT en devolución: ya no se acredita"},
    {Verbo::POST,   "/api/Contabilidad/Revaluacion",      "contabilidad.escribir", op<&revaluar>,                   Sobre::ONE, "Revalúa los saldos en moneda extranjera al tipo de cambio del último día de un mes"},
    {Verbo::DELETE, "/api/Contabilidad/Revaluacion",      "contabilidad.cancelar", op<&cancelar_revaluacion>,       Sobre::ONE, "Cancela la revaluación de un mes"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"contabilidad", "Contabilidad: proyectos, clasificadores, conceptos y reportes contables", operaciones};

}  // namespace gestor::contabilidad
