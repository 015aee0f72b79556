#include "domain/importar/cfdi.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "domain/compras/ofrece.hpp"
#include "domain/comun/consultas.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/consultas.hpp"
#include "domain/motor/captura/fechas.hpp"
#include "domain/valores/ascii.hpp"
#include "domain/valores/base64.hpp"
#include "domain/valores/texto.hpp"
#include "domain/valores/texto_de.hpp"
#include "persistence/simular.hpp"

namespace gestor::importar {
namespace {

constexpr std::string_view factura_de_compra = "/api/FacturaCompra";

// Incomunicado: an Exterior that refuses every question: the server asks the tax authority later, in a job.
struct Incomunicado final : Exterior {
    RespuestaExterna pedir(PeticionExterna const&) override { throw FallaExterna("no se pregunta a nadie"); }
};

constexpr struct {
    std::string_view columna;
    std::string ReglaCfdi::*miembro;
} columnas_de_regla[]{{"concepto", &ReglaCfdi::concepto},
                      {"centroCosto", &ReglaCfdi::centroCosto},
                      {"proyecto", &ReglaCfdi::proyecto},
                      {"sucursal", &ReglaCfdi::sucursal}};

// Ids for the keys of a rule, as members of the request.
std::string miembros_de(Escritura& db, ReglaCfdi const& regla) {
    std::string salida;
    auto const poner = [&](Maestra const& maestra, std::string const& clave, std::string_view columna,
                           std::string_view miembro) {
        if (clave.empty()) return;
        auto const id = db.consultar(maestra.id_de_clave(), {{"clave", clave}});
        if (id.vacia())
            throw Problema(codigo::validacion,
                           "su regla dice " + std::string(columna) + " " + clave + ", que no existe");
        salida += ",\"" + std::string(miembro) + "\":" + id.filas[0][0].value();
    };
    static constexpr Maestra concepto{"concepto", "concepto_id"};
    poner(concepto, regla.concepto, "concepto", "conceptoId");
    poner(maestra::clasificador_costo, regla.centroCosto, "centroCosto", "centroCostoId");
    poner(maestra::proyecto, regla.proyecto, "proyecto", "proyectoId");
    poner(maestra::sucursal, regla.sucursal, "sucursal", "sucursalId");
    return salida;
}

std::vector<std::filesystem::path> archivos_xml(std::filesystem::path const& directorio) {
    std::vector<std::filesystem::path> archivos;
    std::error_code falla;
    for (auto const& a : std::filesystem::recursive_directory_iterator(directorio, falla))
        if (a.is_regular_file() && iequals(a.path().extension().string(), ".xml")) archivos.push_back(a.path());
    if (falla) throw ErroresImportacion("no se puede leer " + directorio.string());
    std::ranges::sort(archivos);
    return archivos;
}

std::string contenido(std::filesystem::path const& ruta) {
    std::ifstream archivo(ruta, std::ios::binary);
    std::string bytes(std::min<std::size_t>(std::filesystem::file_size(ruta), fiscal::xml_maximo + 1), '\0');
    archivo.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!archivo) throw fiscal::Ilegible("no se puede leer");
    return bytes;
}

// Registers an expense by a function, because the API has no such operation.
Json registrar_gasto(Escritura& db, std::string const& cuerpo, Entorno const& entorno) {
    Cuerpo<compras::FacturaCompraNueva> const papel{json_leer<compras::FacturaCompraNueva>(cuerpo)};
    Fallas fallas;
    validar(papel, fallas);
    fallas.lanzar();
    return json_leer(como_json(compras::registrar_gasto_de_cfdi(db, sesion_del_operador(db), entorno, papel)));
}

std::string texto_de_respuesta(Json const& json) {
    auto texto = json.buscar("folio")->texto + ", " + json.buscar("total")->texto;
    for (auto const& aviso : json.buscar("advertencias")->hijos) texto += "; " + aviso.texto;
    return texto;
}

std::string texto_de_problema(Problema const& p) {
    std::string texto(p.codigo());
    for (auto const& e : p.errores()) texto += (&e == p.errores().data() ? ": " : "; ") + e.mensaje;
    return p.errores().empty() ? texto + ": " + p.detalle() : texto;
}

// Date of a document: its member of the request, empty for that of the CFDI, and the notice of a change.
struct FechaDicha {
    std::string miembro, aviso;
};
FechaDicha fecha_dicha(Escritura& db, FechaCfdi const& pedida, fiscal::Cfdi const& cfdi) {
    auto const miembro = [](Fecha dia) { return ",\"fecha\":\"" + texto_de(FechaHora(dia)) + "\""; };
    if (pedida.dia) return {miembro(*pedida.dia), ""};
    if (pedida.hoy) return {miembro(Fecha::de_base(db.consultar<sql::fecha_de_hoy>().filas[0][0].value())), ""};
    FechaHora suya;
    if (!cfdi.fecha || FechaHora::leer(*cfdi.fecha, suya)) return {};  // the operation says what is wrong with it
    auto const abierto = primer_dia_abierto(db, suya.fecha());
    if (abierto == suya.fecha()) return {};
    return {miembro(abierto), "; el mes de su CFDI está cerrado: lleva la fecha " + texto_de(abierto)};
}

// Class of a CFDI that is no supplier's invoice, as the report names it; empty for an invoice.
std::string otra_clase(fiscal::Cfdi const& cfdi, std::string const& organizacion) {
    if (cfdi.emisor.rfc == organizacion) return "lo emitió la organización";
    if (cfdi.tipoDeComprobante == "N") return "es un recibo de nómina";
    if (cfdi.tipoDeComprobante == "P") return "es un recibo de pago: adjúntelo a su egreso";
    if (cfdi.tipoDeComprobante == "T") return "es de traslado";
    return "";
}

struct ProveedorDeCfdi {
    Cadena tipoContacto;
    Cadena nombre;
    Cadena rfc;
    Cadena regimenFiscal;
    Cadena codigoPostal;
};
DTO(ProveedorDeCfdi, tipoContacto, nombre, rfc, regimenFiscal, codigoPostal)

// Creates the issuer as a supplier when no supplier has its RFC; returns the notice, empty when one has.
std::string crear_proveedor(Escritura& db, fiscal::Cfdi const& cfdi, Entorno const& entorno) {
    auto const rfc = cfdi.emisor.rfc.value_or("");
    if (!db.consultar<sql::es_proveedor>("rfc"_es(rfc)).vacia()) return "";
    auto const texto = [](fiscal::Dato const& dato) { return Cadena::de_base(dato.value_or("")); };
    ProveedorDeCfdi const nuevo{Cadena("Proveedor"), texto(cfdi.emisor.nombre ? cfdi.emisor.nombre : cfdi.emisor.rfc),
                                texto(cfdi.emisor.rfc), texto(cfdi.emisor.regimenFiscal), texto(cfdi.lugarExpedicion)};
    llamar_operador(db, {"POST", "/api/Contactos", como_json(nuevo)}, entorno);
    return "; se creó el proveedor " + rfc;
}

}  // namespace

FechaCfdi leer_fecha_cfdi(std::string_view texto) {
    if (texto.empty() || texto == "cfdi") return {};
    if (texto == "hoy") return {.hoy = true};
    Fecha dia;
    if (Fecha::leer(texto, dia)) throw ErroresImportacion("--fecha es cfdi, hoy o AAAA-MM-DD");
    return {.dia = dia};
}

ReglasCfdi leer_reglas_cfdi(LectorRegistros& archivo) {
    std::vector<std::string> encabezado, celdas;
    if (!archivo.siguiente(encabezado)) throw ErroresImportacion("el archivo de reglas está vacío");
    std::size_t rfc = encabezado.size();
    std::vector<std::string ReglaCfdi::*> miembros(encabezado.size(), nullptr);
    for (std::size_t i = 0; i < encabezado.size(); ++i) {
        auto const nombre = recortar(encabezado[i]);
        auto const c = std::ranges::find_if(columnas_de_regla, [&](auto const& x) { return x.columna == nombre; });
        if (nombre == "rfc")
            rfc = i;
        else if (c == std::end(columnas_de_regla))
            throw ErroresImportacion("las reglas tienen rfc, concepto, centroCosto, proyecto y sucursal; no " +
                                     std::string(nombre));
        else
            miembros[i] = c->miembro;
    }
    if (rfc == encabezado.size()) throw ErroresImportacion("a las reglas les falta la columna rfc");
    ReglasCfdi reglas;
    while (archivo.siguiente(celdas)) {
        if (celdas.size() != encabezado.size())
            throw ErroresImportacion("línea " + std::to_string(archivo.linea()) +
                                     ": no tiene tantas celdas como el encabezado");
        ReglaCfdi regla;
        for (std::size_t i = 0; i < celdas.size(); ++i)
            if (miembros[i] != nullptr) regla.*miembros[i] = recortar(celdas[i]);
        if (!reglas.emplace(mayusculas(recortar(celdas[rfc])), std::move(regla)).second)
            throw ErroresImportacion("línea " + std::to_string(archivo.linea()) + ": repite un RFC");
    }
    return reglas;
}

ResumenCfdi importar_cfdi(Session& sesion, std::int64_t organizacion, std::filesystem::path const& directorio,
                          OpcionesCfdi const& opciones, AlDictaminar const& dictaminar) {
    ResumenCfdi resumen;
    Incomunicado nadie;
    ServicioSat sat(nadie, "", opciones.del_sat);
    Entorno entorno;
    entorno.sat = &sat;
    Inquilino const quien{organizacion, 0, ""};
    std::string organizacion_rfc;
    leer_en_unidad(sesion, quien, [&](Lectura& db) {
        exigir_organizacion(db);
        organizacion_rfc = db.consultar<sql::rfc_de_organizacion>().filas[0][0].value_or("");
    });
    auto const archivos = archivos_xml(directorio);
    for (std::size_t i = 0; i < archivos.size(); ++i) {
        auto const dice = [&, nombre = std::filesystem::relative(archivos[i], directorio).string()](
                              std::string const& que) { dictaminar(i + 1, archivos.size(), nombre, que); };
        std::optional<fiscal::Cfdi> leido;
        try {
            auto const bytes = contenido(archivos[i]);
            auto const& cfdi = leido.emplace(fiscal::leer_cfdi(bytes));
            if (auto const clase = otra_clase(cfdi, organizacion_rfc); !clase.empty()) {
                ++resumen.de_otra_clase;
                dice("no se registra: " + clase);
                continue;
            }
            auto const emisor = cfdi.emisor.rfc.value_or("");
            auto regla = opciones.reglas.find(emisor);
            if (regla == opciones.reglas.end()) regla = opciones.reglas.find("*");
            if (regla == opciones.reglas.end())
                throw Problema(codigo::no_encontrado, "no hay regla de " + fiscal::citado(emisor));
            bool es_gasto = false;
            Json registrada;
            std::string aviso;
            auto const trabajo = [&](Escritura& db) {
                exigir_organizacion(db);
                auto fecha = fecha_dicha(db, opciones.fecha, cfdi);
                aviso = std::move(fecha.aviso);
                if (opciones.crear_proveedores) aviso += crear_proveedor(db, cfdi, entorno);
                auto const cuerpo =
                    "{\"xmlBase64\":\"" + base64(bytes) + "\"" + miembros_de(db, regla->second) + fecha.miembro + "}";
                es_gasto = !db.consultar<sql::concepto_de_gasto>("clave"_es(regla->second.concepto)).vacia();
                registrada = es_gasto ? registrar_gasto(db, cuerpo, entorno)
                                      : llamar_operador(db, {"POST", factura_de_compra, cuerpo}, entorno);
            };
            std::string respuesta;
            if (opciones.simular)
                simular_en_unidad(sesion, quien, respuesta, trabajo);
            else
                escribir_en_unidad(sesion, quien, nullptr, respuesta, trabajo);
            ++resumen.registradas;
            resumen.sumas.agregar(cfdi);
            dice((es_gasto ? "gasto registrado, " : "registrada, ") + texto_de_respuesta(registrada) + aviso);
        } catch (Problema const& p) {
            bool const estaba = p.codigo() == codigo::uuid_duplicado;
            ++(estaba ? resumen.estaban : resumen.rechazadas);
            if (estaba) resumen.sumas.agregar(*leido);
            dice(estaba ? "ya estaba: " + p.detalle() : "no: " + texto_de_problema(p));
        } catch (fiscal::Ilegible const& e) {
            ++resumen.rechazadas;
            dice(std::string("no: ") + e.what());
        }
    }
    return resumen;
}

}  // namespace gestor::importar
