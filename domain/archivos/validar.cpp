#include "domain/archivos/validar.hpp"

#include <algorithm>
#include <chrono>

#include "domain/archivos/catalogos_cfdi.hpp"
#include "domain/archivos/consulta_sat.hpp"
#include "domain/archivos/consultas_validar.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/fiscal/juzgar.hpp"
#include "domain/fiscal/sello.hpp"
#include "domain/motor/tipo.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::archivos {
namespace {

struct ArchivoPorValidar {
    Id archivoId;
    IdOCero transaccionId;  // 0: of no document
    Entero<0, maximo_json> tamano;
};
DTO(ArchivoPorValidar, archivoId, transaccionId, tamano)

struct DocumentoValidado {
    Id transaccionId;
    Id objId;
    Cadena origen;
    Cadena rfc;        // of whom it is made with
    Cadena rfcPropio;  // of the organization
    Cadena moneda;
    Dinero total;
    Cadena uuid;
    Opcion<"Sí", "No"> verificado;
};
DTO(DocumentoValidado, transaccionId, objId, origen, rfc, rfcPropio, moneda, total, uuid, verificado)

fiscal::Cfdi leer_o_rechazar(std::string_view bytes) {
    try {
        return fiscal::leer_cfdi(bytes);
    } catch (fiscal::Ilegible const& porque) {
        throw Problema(codigo::cfdi_invalido, porque.what());
    }
}

std::string contenido_de_archivo(Lectura& db, ArchivoPorValidar const& archivo) {
    if (archivo.tamano.valor() > static_cast<std::int64_t>(fiscal::xml_maximo))
        throw Problema(codigo::cfdi_invalido, "el archivo es mayor que un CFDI");
    std::string bytes;
    for (auto const& fila : db.consultar<sql::archivo_bloques>("archivoId"_es(archivo.archivoId)).filas)
        bytes += base64_leer(fila[0].value_or("")).value_or("");
    return bytes;
}

template <class T>
std::optional<T> leido(fiscal::Dato const& dato) {
    T valor;
    if (!dato || T::leer(*dato, valor)) return std::nullopt;
    return valor;
}
Cadena cadena(fiscal::Dato const& dato) {
    return Cadena::de_base(dato.value_or(""));
}

VerificacionCfdi fila_de(fiscal::Verificacion const& v) {
    return {Cadena::de_base(v.codigo), Cadena::de_base(v.descripcion),
            decltype(VerificacionCfdi::resultado)::de_base(fiscal::nombre_de(v.dictamen)), Cadena::de_base(v.detalle)};
}

ValidacionCfdi decir(fiscal::Cfdi const& cfdi) {
    ValidacionCfdi v;
    v.version = cadena(cfdi.version);
    v.uuid = cadena(cfdi.uuid());
    v.rfcEmisor = cadena(cfdi.emisor.rfc);
    v.nombreEmisor = cadena(cfdi.emisor.nombre);
    v.rfcReceptor = cadena(cfdi.receptor.rfc);
    v.nombreReceptor = cadena(cfdi.receptor.nombre);
    v.fecha = leido<FechaHora>(cfdi.fecha);
    if (cfdi.timbres.size() == 1) v.fechaTimbrado = leido<FechaHora>(cfdi.timbres[0].fechaTimbrado);
    v.total = leido<Importe>(cfdi.total).value_or(Importe());
    v.moneda = cadena(cfdi.moneda);
    v.tipoDeComprobante = cadena(cfdi.tipoDeComprobante);
    return v;
}

fiscal::Veredicto juzgar_hoy(fiscal::Cfdi const& cfdi, fiscal::Catalogos const& catalogos, Entorno const& entorno) {
    auto const ahora = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fiscal::juzgar(cfdi, catalogos, entorno.sat->certificados(), ahora);
}

// Absent: there is nothing to ask about, as of what has no stamp.
std::optional<fiscal::PreguntaSat> pregunta_de(fiscal::Cfdi const& cfdi) {
    auto const uuid = cfdi.uuid();
    if (!uuid || !cfdi.emisor.rfc || !cfdi.receptor.rfc || !leido<Importe>(cfdi.total)) return std::nullopt;
    auto const sello = cfdi.sello.value_or("");
    return fiscal::PreguntaSat{*uuid, *cfdi.emisor.rfc, *cfdi.receptor.rfc, *cfdi.total,
                               sello.size() < 8 ? "" : sello.substr(sello.size() - 8)};
}
ConsultaHecha preguntar(Externa const& db, Entorno const& entorno, fiscal::Cfdi const& cfdi) {
    auto const pregunta = pregunta_de(cfdi);
    if (!pregunta) return {std::nullopt, "el CFDI no tiene folio fiscal, partes o total con que preguntar"};
    return consultar_sat(db, entorno, *pregunta);
}

// What the file says outweighs what the tax authority knows of it: one that was altered is invalid wherever it is
// registered.
void concluir(fiscal::Veredicto const& veredicto, std::optional<ConsultaHecha> const& consulta, ValidacionCfdi& v) {
    for (auto const& fila : veredicto) v.verificaciones.push_back(fila_de(fila));
    auto dicho = fiscal::validacion(veredicto);
    if (consulta) {
        anotar_consulta(*consulta, v);
        auto const del_sat = consulta->validacion();
        if (dicho != "Inválido" && (del_sat == "Cancelado" || del_sat == "No encontrado")) dicho = del_sat;
    }
    v.validacion = Validacion::de_base(dicho);
    v.valido = Booleano(dicho == "Válido");
}

// ---- whether it is the CFDI of a document ----
bool de_sus_partes(fiscal::Cfdi const& cfdi, DocumentoValidado const& d) {
    auto const* const tipo = tipo_de_objeto(d.objId.valor(), d.origen.valor());
    if (tipo == nullptr || tipo->lado == Lado::ninguno) return false;
    bool const vendemos = tipo->lado == Lado::venta;
    return cfdi.emisor.rfc == (vendemos ? d.rfcPropio : d.rfc).valor() &&
           cfdi.receptor.rfc == (vendemos ? d.rfc : d.rfcPropio).valor();
}
// What was invoiced or, of payments, paid.
bool de_su_total(fiscal::Cfdi const& cfdi, DocumentoValidado const& d) {
    Importe suma;
    auto const sumar = [&](fiscal::Dato const& importe, fiscal::Dato const& moneda) {
        auto const valor = leido<Importe>(importe);
        if (valor) suma += *valor;
        return valor && moneda == d.moneda.valor();
    };
    bool legible = true;
    if (cfdi.tipoDeComprobante == "P")
        for (auto const& complemento : cfdi.pagos)
            for (auto const& pago : complemento.pagos) legible = sumar(pago.monto, pago.monedaP) && legible;
    else
        legible = sumar(cfdi.total, cfdi.moneda);
    constexpr Importe un_centavo{"0.01"};
    return legible && suma - d.total <= un_centavo && d.total - suma <= un_centavo;
}
fiscal::Verificacion del_documento(std::string codigo, std::string descripcion, bool vale, std::string detalle) {
    return {std::move(codigo), std::move(descripcion), vale ? fiscal::Dictamen::correcto : fiscal::Dictamen::error,
            vale ? "" : std::move(detalle)};
}
void comparar(fiscal::Cfdi const& cfdi, DocumentoValidado const& d, fiscal::Veredicto& veredicto) {
    veredicto.push_back(del_documento("DOC01", "El emisor y el receptor son los del documento", de_sus_partes(cfdi, d),
                                      "el documento es entre " + d.rfcPropio.valor() + " y " + d.rfc.valor()));
    veredicto.push_back(del_documento("DOC02", "El total y la moneda son los del documento", de_su_total(cfdi, d),
                                      "el documento es por " + texto_de(d.total) + " " + d.moneda.valor()));
}
DocumentoValidado documento_bloqueado(Escritura& db, Id transaccionId) {
    auto const documento = db.uno<DocumentoValidado, sql::documento_por_validar>("transaccionId"_es(transaccionId));
    if (!documento) throw Problema(codigo::no_encontrado, "no existe un documento con ese identificador");
    return *documento;
}

bool sello_invalido(fiscal::Veredicto const& veredicto) {
    return std::any_of(veredicto.begin(), veredicto.end(), [](auto const& v) {
        return v.codigo.starts_with("SELLO") && v.dictamen == fiscal::Dictamen::error;
    });
}

}  // namespace

void faltantes(ValidarAlmacenadoPeticion const& peticion, Fallas& fallas) {
    if (peticion.archivoId.has_value() == peticion.transaccionId.has_value())
        fallas.agregar("archivoId", codigo::requerido, "se envía archivoId o transaccionId, uno de los dos");
}

ValidacionCfdi validar_archivo(Externa& db, Entorno const& entorno,
                               FormularioOCuerpo<ValidarArchivoPeticion, ValidarXmlPeticion> const& peticion) {
    auto const* const en_partes = std::get_if<Formulario<ValidarArchivoPeticion>>(&peticion);
    auto const* const en_json = std::get_if<Cuerpo<ValidarXmlPeticion>>(&peticion);
    auto const bytes = en_partes != nullptr ? en_partes->archivo.leer(0, en_partes->archivo.bytes)
                                            : std::string(en_json->xmlBase64.bytes());
    bool const preguntando = en_partes != nullptr ? en_partes->consultarSat.valor : en_json->consultarSat.valor;
    auto const cfdi = leer_o_rechazar(bytes);
    auto const catalogos = db.leer([](Lectura& lectura) { return catalogos_cfdi(lectura); });
    auto v = decir(cfdi);
    std::optional<ConsultaHecha> consulta;
    if (preguntando) consulta = preguntar(db, entorno, cfdi);
    concluir(juzgar_hoy(cfdi, *catalogos, entorno), consulta, v);
    return v;
}

Vista<ValidacionCfdi> validar_almacenado(ExternaEscritura& db, Entorno const& entorno,
                                         Consulta<ValidarAlmacenadoPeticion> const& peticion) {
    struct Leido {
        ArchivoPorValidar archivo;
        std::string bytes;
        std::shared_ptr<fiscal::Catalogos const> catalogos;
    };
    auto const almacenado = db.leer([&](Lectura& lectura) {
        auto const archivo =
            peticion.archivoId
                ? lectura.uno<ArchivoPorValidar, sql::archivo_por_validar>("archivoId"_es(*peticion.archivoId))
                : lectura.uno<ArchivoPorValidar, sql::xml_de_documento>("transaccionId"_es(*peticion.transaccionId));
        if (!archivo) throw Problema(codigo::no_encontrado, "no existe el archivo, o el documento no tiene un XML");
        return Leido{*archivo, contenido_de_archivo(lectura, *archivo), catalogos_cfdi(lectura)};
    });
    auto const cfdi = leer_o_rechazar(almacenado.bytes);
    auto const veredicto = juzgar_hoy(cfdi, *almacenado.catalogos, entorno);
    std::optional<ConsultaHecha> consulta;
    if (peticion.consultarSat.valor) consulta = preguntar(db, entorno, cfdi);
    return db.escribir([&](Escritura& unidad) {
        auto v = decir(cfdi);
        auto dicho = veredicto;
        auto const transaccionId = almacenado.archivo.transaccionId;
        if (transaccionId.valor() != 0) comparar(cfdi, documento_bloqueado(unidad, Id(transaccionId.valor())), dicho);
        concluir(dicho, consulta, v);
        if (transaccionId.valor() != 0)
            unidad.encolar<sql::documento_validado>("transaccionId"_es(transaccionId), "validacion"_es(v.validacion));
        return v;
    });
}

Vista<VerificacionArchivoViewModel> verificar_archivo(ExternaEscritura& db, Entorno const& entorno,
                                                      Consulta<VerificarArchivoPeticion> const& peticion) {
    struct Hallazgo {
        int codigo = 0;
        std::string mensaje;
        std::optional<fiscal::Cfdi> cfdi;
    };
    auto const bytes = db.leer([&](Lectura& lectura) -> std::optional<std::string> {
        auto const id = "transaccionId"_es(peticion.transaccionId);
        if (lectura.consultar<sql::documento_existe>(id).vacia())
            throw Problema(codigo::no_encontrado, "no existe un documento con ese identificador");
        auto const archivo = lectura.uno<ArchivoPorValidar, sql::xml_de_documento>(id);
        if (!archivo) return std::nullopt;
        return archivo->tamano.valor() > static_cast<std::int64_t>(fiscal::xml_maximo)
                   ? std::string()
                   : contenido_de_archivo(lectura, *archivo);
    });
    Hallazgo hallado;
    if (!bytes) {
        hallado = {1, "el documento no tiene un XML", {}};
    } else {
        try {
            hallado.cfdi = fiscal::leer_cfdi(*bytes);
        } catch (fiscal::Ilegible const& porque) {
            hallado = {2, std::string("el XML no es un CFDI: ") + porque.what(), {}};
        }
    }
    if (hallado.cfdi && sello_invalido(fiscal::verificar_sello(*hallado.cfdi, entorno.sat->certificados())))
        hallado = {3, "el sello del CFDI no es válido", hallado.cfdi};
    std::optional<ConsultaHecha> consulta;
    if (hallado.cfdi && hallado.codigo == 0) consulta = preguntar(db, entorno, *hallado.cfdi);
    return db.escribir([&](Escritura& unidad) {
        auto const documento = documento_bloqueado(unidad, peticion.transaccionId);
        auto resultado = hallado;
        auto const si = [&](bool pasa, int codigo, std::string mensaje) {
            if (resultado.codigo == 0 && pasa) resultado = {codigo, std::move(mensaje), {}};
        };
        if (hallado.cfdi && hallado.codigo == 0) {
            si(!de_sus_partes(*hallado.cfdi, documento), 4,
               "el emisor o el receptor del CFDI no son los del documento");
            si(!de_su_total(*hallado.cfdi, documento), 5, "el total del CFDI no es el del documento");
            auto const uuid = hallado.cfdi->uuid().value_or("");
            si(uuid.empty() || (!documento.uuid.vacio() && documento.uuid != uuid), 6,
               "el folio fiscal del CFDI no es el del documento");
            si(!unidad.consultar<sql::folio_de_otro>("uuid"_es(uuid), "transaccionId"_es(peticion.transaccionId))
                    .vacia(),
               6, "otro documento tiene ese folio fiscal");
            auto const del_sat = consulta->validacion();
            si(del_sat == "Cancelado", 7, "el CFDI está cancelado en el SAT");
            si(del_sat == "No encontrado", 8, "el SAT no conoce el CFDI");
            si(!consulta->respuesta, 9, "el sello es válido; no se pudo preguntar al SAT: " + consulta->motivo);
        }
        auto verificado = documento.verificado;
        if (resultado.codigo == 0) {
            resultado.mensaje = "el CFDI es válido y es el del documento";
            verificado = "Sí";
            unidad.encolar<sql::documento_verificar>("transaccionId"_es(peticion.transaccionId));
        }
        return VerificacionArchivoViewModel{Entero<0, 9>(resultado.codigo), Cadena::de_base(resultado.mensaje),
                                            peticion.transaccionId, verificado};
    });
}

}  // namespace gestor::archivos
