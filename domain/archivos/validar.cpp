#include "domain/archivos/validar.hpp"

#include <chrono>

#include "domain/archivos/catalogos_cfdi.hpp"
#include "domain/archivos/cfdi_documento.hpp"
#include "domain/archivos/consulta_sat.hpp"
#include "domain/archivos/consultas_validar.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/fiscal/juzgar.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/captura/encabezado.hpp"
#include "domain/motor/tipo/tipo.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::archivos {
namespace {

struct ArchivoPorValidar {
    Id archivoId;
    IdOCero transaccionId;  // 0: the file belongs to no document
    Entero<0, maximo_json> tamano;
};
DTO(ArchivoPorValidar, archivoId, transaccionId, tamano)

std::string contenido_de_archivo(Externa& db, ArchivoPorValidar const& archivo) {
    if (archivo.tamano.valor() > static_cast<std::int64_t>(fiscal::xml_maximo))
        throw Problema(codigo::cfdi_invalido, "el archivo es mayor que un CFDI");
    auto const bloques = db.leer(
        [&](Lectura& lectura) { return lectura.consultar<sql::archivo_bloques>("archivoId"_es(archivo.archivoId)); });
    std::string bytes;
    for (auto const& fila : bloques.filas) bytes += base64_leer(fila[0].value_or("")).value_or("");
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
    v.total = leido<Importe>(cfdi.total);
    v.moneda = cadena(cfdi.moneda);
    v.tipoDeComprobante = cadena(cfdi.tipoDeComprobante);
    return v;
}

fiscal::Veredicto juzgar_hoy(fiscal::Cfdi const& cfdi, fiscal::Catalogos const& catalogos, Externa const& db,
                             Entorno const& entorno) {
    return fiscal::juzgar(cfdi, catalogos, entorno.sat->certificados(), db.reloj().ahora());
}

// Question to the authority; absent for a CFDI without a stamp.
std::optional<fiscal::PreguntaSat> pregunta_de(fiscal::Cfdi const& cfdi) {
    auto const uuid = cfdi.uuid();
    if (!uuid || !cfdi.emisor.rfc || !cfdi.receptor.rfc || !leido<Importe>(cfdi.total)) return std::nullopt;
    return fiscal::PreguntaSat{*uuid, *cfdi.emisor.rfc, *cfdi.receptor.rfc, *cfdi.total,
                               fiscal::ultimos_del_sello(cfdi)};
}
ConsultaHecha preguntar(Externa const& db, Entorno const& entorno, fiscal::Cfdi const& cfdi) {
    auto const pregunta = pregunta_de(cfdi);
    if (!pregunta) return {std::nullopt, "el CFDI no tiene folio fiscal, RFC o total para consultarlo"};
    return consultar_sat(db, entorno, *pregunta);
}

// Result of a validation. The judgement of the file prevails over the authority's answer: an altered file is invalid
// even when its folio is registered.
void concluir(fiscal::Veredicto const& veredicto, std::optional<ConsultaHecha> const& consulta, ValidacionCfdi& v) {
    for (auto const& fila : veredicto) v.verificaciones.push_back(fila_de(fila));
    for (auto const& codigo : fiscal::observaciones(veredicto)) v.observaciones.push_back(Cadena::de_base(codigo));
    auto dicho = fiscal::validacion(veredicto);
    if (consulta) {
        anotar_consulta(*consulta, v);
        auto const del_sat = consulta->validacion();
        if (dicho != "Inválido" && (del_sat == "Cancelado" || del_sat == "No encontrado")) dicho = del_sat;
    }
    v.validacion = Validacion::de_base(dicho);
    v.valido = Booleano(dicho == "Válido");
}

// The authority's stored answer about a document stays until a new answer: a file alone cannot tell that its CFDI is
// not cancelled.
void conservar_lo_del_sat(DocumentoDeCfdi const& d, std::optional<ConsultaHecha> const& consulta, ValidacionCfdi& v) {
    auto const& antes = d.validacion.valor();
    if ((consulta && consulta->respuesta) || v.validacion.valor() == "Inválido" ||
        (antes != "Cancelado" && antes != "No encontrado"))
        return;
    v.validacion = Validacion::de_base(antes);
    v.valido = Booleano(false);
    if (!consulta) anotar_consulta({std::nullopt, "no se consultó al SAT; su última respuesta: " + antes}, v);
}

// ---- whether a CFDI is that of its document ----
// Absent in either: there is nothing to compare, and it may be.
bool con_su_folio(fiscal::Cfdi const& cfdi, std::string const& uuid) {
    return uuid.empty() || cfdi.uuid() == uuid;
}
void comparar(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d, fiscal::Veredicto& veredicto) {
    auto const reparo = es_su_recibo(cfdi, d) ? std::nullopt : discrepancia(cfdi, d);
    bool const con_el_suyo = es_su_recibo(cfdi, d) || con_su_folio(cfdi, d.uuid.valor());
    bool const de_importe = reparo && reparo->codigo == codigo::cfdi_total_no_corresponde;
    auto const dice = [&](std::string codigo, std::string descripcion, fiscal::Dictamen dictamen, std::string detalle) {
        veredicto.push_back({std::move(codigo), std::move(descripcion), dictamen, std::move(detalle)});
    };
    using enum fiscal::Dictamen;
    bool const sin_cfdi = reparo && !lleva_cfdi(d), ajeno = reparo && !de_importe && !sin_cfdi;
    dice("DOC01", "El tipo, el emisor y el receptor del CFDI son los del documento",
         sin_cfdi ? no_aplica
         : ajeno  ? error
                  : correcto,
         sin_cfdi || ajeno ? reparo->mensaje : "");
    dice("DOC02", "El total y la moneda son los del documento",
         ajeno || sin_cfdi ? no_aplica
         : de_importe      ? error
                           : correcto,
         de_importe ? reparo->mensaje : "");
    dice("DOC03", "El folio fiscal es el del documento",
         d.uuid.vacio() ? no_aplica
         : con_el_suyo  ? correcto
                        : error,
         d.uuid.vacio() ? "el documento no tiene"
         : con_el_suyo  ? ""
                        : "tiene " + d.uuid.valor());
}

// The CFDI of a document, in this order of preference: the latest XML with its folio and a valid seal, the latest with
// its folio, the latest CFDI, the latest XML. A stored content never changes, so each is read in a short transaction of
// its own and examined outside of it.
std::optional<std::string> xml_propio(Externa& db, fiscal::Certificados const& del_sat, Id transaccionId) {
    std::string folio;
    auto const archivos = db.leer([&](Lectura& lectura) {
        auto const documento = lectura.consultar<sql::folio_de_documento>("transaccionId"_es(transaccionId));
        if (documento.vacia()) throw Problema(codigo::no_encontrado, "no existe un documento con ese identificador");
        folio = documento.filas[0][0].value_or("");
        return lectura.lista<ArchivoPorValidar, sql::xml_de_documento>("transaccionId"_es(transaccionId));
    });
    std::optional<std::string> ultimo, ultimo_cfdi, ultimo_suyo;
    for (auto const& archivo : archivos) {
        bool const cabe = archivo.tamano.valor() <= static_cast<std::int64_t>(fiscal::xml_maximo);
        auto bytes = cabe ? contenido_de_archivo(db, archivo) : std::string();
        if (!ultimo) ultimo = bytes;
        try {
            auto const cfdi = fiscal::leer_cfdi(bytes);
            if (con_su_folio(cfdi, folio)) {
                if (avisos_del_sello(cfdi, del_sat).empty()) return bytes;
                if (!ultimo_suyo) ultimo_suyo = bytes;
            }
            if (!ultimo_cfdi) ultimo_cfdi = std::move(bytes);
        } catch (fiscal::Ilegible const&) {  // another kind of XML
        }
    }
    return ultimo_suyo ? ultimo_suyo : ultimo_cfdi ? ultimo_cfdi : ultimo;
}

struct Almacenado {
    std::optional<Id> transaccionId;  // absent: the file belongs to no document
    std::string bytes;
};
Almacenado almacenado_de(Externa& db, fiscal::Certificados const& del_sat, ValidarAlmacenadoPeticion const& peticion) {
    constexpr auto falta = "no existe el archivo, o el documento no tiene un XML";
    if (peticion.transaccionId) {
        auto bytes = xml_propio(db, del_sat, *peticion.transaccionId);
        if (!bytes) throw Problema(codigo::no_encontrado, falta);
        return {*peticion.transaccionId, std::move(*bytes)};
    }
    auto const archivo = db.leer([&](Lectura& lectura) {
        return lectura.uno<ArchivoPorValidar, sql::archivo_por_validar>("archivoId"_es(*peticion.archivoId));
    });
    if (!archivo) throw Problema(codigo::no_encontrado, falta);
    return {archivo->transaccionId.id(), contenido_de_archivo(db, *archivo)};
}

std::string juicio_guardado(Externa& db, std::string const& bytes, DocumentoDeCfdi d,
                            fiscal::Certificados const& del_sat) {
    try {
        auto const cfdi = fiscal::leer_cfdi(bytes);
        d.recibo = db.leer([&](Lectura& lectura) { return recibo_de(lectura, cfdi, d.transaccionId); });
        return juicio_de(cfdi, d, lleva_cfdi(d) && discrepancia(cfdi, d), del_sat);
    } catch (fiscal::Ilegible const&) {
        return std::string(juicio_de_ilegible(bytes));
    }
}

}  // namespace

EfectoDeTarea juzgar_guardados(JuzgarXml const& tarea, Externa& db, Entorno const& entorno) {
    auto const& del_sat = entorno.sat->certificados();
    auto const documentos = db.leer([&](Lectura& lectura) {
        return lectura.lista<DocumentoDeCfdi, sql::documentos_sin_juicio>("desde"_es(tarea.desde.valor()));
    });
    std::vector<std::pair<Id, std::string>> juicios;
    for (auto const& d : documentos)
        if (auto const bytes = xml_propio(db, del_sat, d.transaccionId))
            juicios.emplace_back(d.transaccionId, juicio_guardado(db, *bytes, d, del_sat));
    auto const ultimo = documentos.empty() ? IdOCero() : IdOCero(documentos.back().transaccionId);
    return [juicios = std::move(juicios), ultimo](Escritura& unidad) {
        for (auto const& [id, dicho] : juicios)
            unidad.encolar<sql::documento_juzgado>("transaccionId"_es(id), "validacion"_es(dicho));
        if (ultimo.presente()) encolar_tarea(unidad, JuzgarXml{ultimo});
    };
}

void faltantes(ValidarAlmacenadoPeticion const& peticion, Fallas& fallas) {
    if (peticion.archivoId.has_value() == peticion.transaccionId.has_value())
        fallas.agregar("archivoId", codigo::requerido, "envíe archivoId o transaccionId, uno solo de los dos");
}

ValidacionCfdi validar_archivo(Externa& db, Entorno const& entorno,
                               FormularioOCuerpo<ValidarArchivoPeticion, ValidarXmlPeticion> const& peticion) {
    auto const* const en_partes = std::get_if<Formulario<ValidarArchivoPeticion>>(&peticion);
    auto const* const en_json = std::get_if<Cuerpo<ValidarXmlPeticion>>(&peticion);
    auto const bytes = en_partes != nullptr ? en_partes->archivo.leer(0, en_partes->archivo.bytes)
                                            : std::string(en_json->xmlBase64.bytes());
    bool const preguntando = en_partes != nullptr ? en_partes->consultarSat.valor : en_json->consultarSat.valor;
    auto const cfdi = leer_cfdi_o_rechazar(bytes);
    auto const catalogos = db.leer([](Lectura& lectura) { return catalogos_cfdi(lectura); });
    auto v = decir(cfdi);
    std::optional<ConsultaHecha> consulta;
    if (preguntando) consulta = preguntar(db, entorno, cfdi);
    concluir(juzgar_hoy(cfdi, *catalogos, db, entorno), consulta, v);
    return v;
}

Vista<ValidacionCfdi> validar_almacenado(ExternaEscritura& db, Entorno const& entorno,
                                         Consulta<ValidarAlmacenadoPeticion> const& peticion) {
    auto const almacenado = almacenado_de(db, entorno.sat->certificados(), peticion);
    auto const catalogos = db.leer([](Lectura& lectura) { return catalogos_cfdi(lectura); });
    auto const cfdi = leer_cfdi_o_rechazar(almacenado.bytes);
    auto const veredicto = juzgar_hoy(cfdi, *catalogos, db, entorno);
    std::optional<ConsultaHecha> consulta;
    if (peticion.consultarSat.valor) consulta = preguntar(db, entorno, cfdi);
    return db.escribir([&](Escritura& unidad) {
        auto v = decir(cfdi);
        auto dicho = veredicto;
        std::optional<DocumentoDeCfdi> documento;
        if (almacenado.transaccionId) documento = bloquear_documento(unidad, *almacenado.transaccionId);
        if (documento) {
            documento->recibo = recibo_de(unidad, cfdi, documento->transaccionId);
            comparar(cfdi, *documento, dicho);
        }
        concluir(dicho, consulta, v);
        // The judgement of another CFDI, only attached to the document, is not stored with the document.
        if (documento && con_su_folio(cfdi, documento->uuid.valor())) {
            conservar_lo_del_sat(*documento, consulta, v);
            unidad.encolar<sql::documento_validado>("transaccionId"_es(documento->transaccionId),
                                                    "validacion"_es(v.validacion));
        }
        return v;
    });
}

Vista<VerificacionArchivoViewModel> verificar_archivo(ExternaEscritura& db, Entorno const& entorno,
                                                      Consulta<VerificarArchivoPeticion> const& peticion) {
    struct Hallazgo {
        int codigo = 0;
        std::string mensaje;
    };
    auto const bytes = xml_propio(db, entorno.sat->certificados(), peticion.transaccionId);
    Hallazgo hallado;
    std::optional<fiscal::Cfdi> cfdi;
    if (!bytes) {
        hallado = {1, "el documento no tiene un XML"};
    } else {
        try {
            cfdi = fiscal::leer_cfdi(*bytes);
        } catch (fiscal::Ilegible const& porque) {
            hallado = {2, std::string("el XML no es un CFDI: ") + porque.what()};
        }
    }
    if (cfdi)
        if (auto const avisos = avisos_del_sello(*cfdi, entorno.sat->certificados()); !avisos.empty())
            hallado = {3, avisos[0]};
    std::optional<ConsultaHecha> consulta;
    if (cfdi && hallado.codigo == 0) consulta = preguntar(db, entorno, *cfdi);
    return db.escribir([&](Escritura& unidad) {
        auto documento = bloquear_documento(unidad, peticion.transaccionId);
        bool su_recibo = false, con_sus_datos = true;
        auto resultado = hallado;
        auto const si = [&](bool pasa, int codigo, std::string mensaje) {
            if (resultado.codigo == 0 && pasa) resultado = {codigo, std::move(mensaje)};
        };
        if (cfdi && hallado.codigo == 0) {
            documento.recibo = recibo_de(unidad, *cfdi, documento.transaccionId);
            su_recibo = es_su_recibo(*cfdi, documento);
            auto const reparo = discrepancia(*cfdi, documento);
            con_sus_datos = !reparo;
            if (reparo)
                si(!su_recibo,
                   reparo->codigo == codigo::cfdi_rfc_no_corresponde     ? 4
                   : reparo->codigo == codigo::cfdi_total_no_corresponde ? 5
                                                                         : 2,
                   reparo->mensaje);
            auto const uuid = cfdi->uuid().value_or("");
            si(!su_recibo && (uuid.empty() || !con_su_folio(*cfdi, documento.uuid.valor())), 6,
               "el folio fiscal del CFDI no es el del documento");
            auto const suyo = unidad.uno<DocumentoRelacionado, sql::uuid_registrado>("uuid"_es(uuid));
            si(!su_recibo && suyo && suyo->transaccionId != peticion.transaccionId, 6,
               "otro documento tiene ese folio fiscal");
            auto const del_sat = consulta->validacion();
            si(del_sat == "Cancelado", 7, "el CFDI está cancelado en el SAT");
            si(del_sat == "No encontrado", 8, "el SAT no conoce el CFDI");
            si(!consulta->respuesta, 9, "el sello es válido; " + consulta->motivo);
        }
        // A verified document has the folio of its CFDI. A payment receipt may be of several payments, or of a part.
        if (resultado.codigo == 0 && con_sus_datos)
            if (auto const reparo = poner_folio_fiscal(unidad, *cfdi, documento, true); reparo && !su_recibo)
                resultado = {6, reparo->mensaje};
        auto verificado = documento.verificado;
        if (resultado.codigo == 0) {
            resultado.mensaje = "el CFDI es válido y corresponde al documento";
            verificado = "Sí";
            unidad.encolar<sql::documento_verificar>("transaccionId"_es(peticion.transaccionId));
        }
        return VerificacionArchivoViewModel{Entero<0, 9>(resultado.codigo), Cadena::de_base(resultado.mensaje),
                                            peticion.transaccionId, verificado};
    });
}

}  // namespace gestor::archivos
