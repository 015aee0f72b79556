#include "domain/importar/cfdi.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "domain/compras/ofrece.hpp"
#include "domain/comun/consultas.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/archivos_cfdi.hpp"
#include "domain/importar/consultas.hpp"
#include "domain/motor/captura/fechas.hpp"
#include "domain/valores/texto.hpp"
#include "domain/valores/texto_de.hpp"
#include "persistence/simular.hpp"

namespace gestor::importar {
namespace {

constexpr std::string_view asignar_credito = "/api/Bancos/EgresoAgregar";

// Incomunicado: an Exterior that refuses every question: the server asks the tax authority later, in a job.
struct Incomunicado final : Exterior {
    RespuestaExterna pedir(PeticionExterna const&) override { throw FallaExterna("no se pregunta a nadie"); }
};

// Members of the request for the keys of a rule. The operator's session has no branch to fall back on.
compras::FacturaCompraNueva papel_de(Escritura& db, ReglaCfdi const& regla) {
    if (regla.sucursal.empty()) throw Problema(codigo::sucursal_no_resuelta, "su regla no dice la sucursal");
    compras::FacturaCompraNueva papel;
    auto const poner = [&]<class T>(Maestra const& maestra, std::string const& clave, std::string_view columna,
                                    std::optional<T>& donde) {
        if (clave.empty()) return;
        auto const id = db.consultar(maestra.id_de_clave(), {{"clave", clave}});
        if (id.vacia())
            throw Problema(codigo::validacion,
                           "su regla dice " + std::string(columna) + " " + clave + ", que no existe");
        donde = T::de_base(id.filas[0][0].value());
    };
    static constexpr Maestra concepto{"concepto", "concepto_id"};
    poner(concepto, regla.concepto, "concepto", papel.conceptoId);
    poner(maestra::clasificador_costo, regla.centroCosto, "centroCosto", papel.centroCostoId);
    poner(maestra::proyecto, regla.proyecto, "proyecto", papel.proyectoId);
    poner(maestra::sucursal, regla.sucursal, "sucursal", papel.sucursalId);
    return papel;
}

// A simulated document has no folio of its own.
std::string texto_de_factura(compras::FacturaDeCfdi const& f, bool simulada) {
    auto texto = (simulada ? "" : f.folio->value().filas[0][0].value() + ", ") + texto_de(f.total);
    for (auto const& aviso : f.avisos) texto += "; " + aviso;
    return texto;
}

std::string texto_de_credito(compras::CreditoRegistrado const& c, bool simulada) {
    auto texto = simulada ? std::string(c.es_anticipo ? "se asignaría el anticipo, " : "se registraría, ")
                          : (c.es_anticipo ? "anticipo asignado, " : "nota de crédito registrada, ") +
                                c.nota.folio.valor() + ", ";
    texto += texto_de(c.es_anticipo ? c.asignaciones.at(0).importe : c.nota.total);
    if (!c.sobre.empty()) texto += ", sobre " + c.sobre;
    if (c.sobre.empty())
        for (auto const& a : c.asignaciones)
            texto += (&a == c.asignaciones.data() ? ", sobre " : ", ") + a.folio + " " + texto_de(a.importe);
    for (auto const& aviso : c.avisos) texto += "; " + aviso;
    for (auto const& aviso : c.nota.advertencias) texto += "; " + aviso.valor();
    return texto;
}

// SinAsignar: the assignment of a note was refused, and its unit is undone.
struct SinAsignar {
    std::string porque;
};

// Assigns an advance or a note to its invoices.
void asignar(Escritura& db, compras::CreditoRegistrado const& c, Entorno const& entorno) {
    auto cuerpo = "{\"transaccionId\":" + texto_de(c.nota.transaccionId) + ",\"fecha\":\"" +
                  texto_de(c.dia_de_asignar) + "\",\"partidas\":[";
    for (auto const& a : c.asignaciones)
        cuerpo += (&a == c.asignaciones.data() ? "{\"transaccionIdCompra\":" : ",{\"transaccionIdCompra\":") +
                  texto_de(a.documento) + ",\"importeAbono\":" + texto_de(a.importe) + "}";
    try {
        llamar_operador(db, {"POST", asignar_credito, cuerpo + "]}"}, entorno);
    } catch (Problema const& p) {
        if (c.es_anticipo) throw;
        throw SinAsignar{p.errores().empty() ? p.detalle() : p.errores()[0].mensaje};
    }
}

std::string texto_de_recibo(compras::ReciboRegistrado const& r) {
    if (!r.sustituido_por.empty()) return "lo sustituye " + r.sustituido_por;
    std::string texto;
    for (auto const& f : r.facturas) texto += (texto.empty() ? "" : "; ") + decir(f);
    return texto;
}

std::string texto_de_no(Problema const& p) {
    std::string texto(p.codigo());
    for (auto const& e : p.errores()) texto += (&e == p.errores().data() ? ": " : "; ") + e.mensaje;
    return "no: " + (p.errores().empty() ? texto + ": " + p.detalle() : texto);
}

// Date of a document, absent when its CFDI has none that can be read, and the notice of a change.
struct FechaDicha {
    std::optional<FechaDocumento> fecha;
    std::string aviso{};
};

// Class of a CFDI that is no supplier's invoice, as the report names it; empty for an invoice.
std::string otra_clase(fiscal::Cfdi const& cfdi, std::string const& organizacion) {
    if (cfdi.emisor.rfc == organizacion) return "lo emitió la organización";
    if (cfdi.tipoDeComprobante == "N") return "es un recibo de nómina";
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

// Creates the issuer as a supplier when no supplier has its RFC. Whether it did.
bool crear_proveedor(Escritura& db, fiscal::Cfdi const& cfdi, Entorno const& entorno) {
    auto const rfc = cfdi.emisor.rfc.value_or("");
    if (!db.consultar<sql::es_proveedor>("rfc"_es(rfc)).vacia()) return false;
    auto const texto = [](fiscal::Dato const& dato) { return Cadena::de_base(dato.value_or("")); };
    ProveedorDeCfdi const nuevo{Cadena("Proveedor"), texto(cfdi.emisor.nombre ? cfdi.emisor.nombre : cfdi.emisor.rfc),
                                texto(cfdi.emisor.rfc), texto(cfdi.emisor.regimenFiscal), texto(cfdi.lugarExpedicion)};
    llamar_operador(db, {"POST", "/api/Contactos", como_json(nuevo)}, entorno);
    return true;
}

}  // namespace

FechaCfdi leer_fecha_cfdi(std::string_view texto) {
    if (texto.empty() || texto == "cfdi") return {};
    if (texto == "hoy") return {.hoy = true};
    Fecha dia;
    if (Fecha::leer(texto, dia)) throw ErroresImportacion("--fecha es cfdi, hoy o AAAA-MM-DD");
    return {.dia = dia};
}

namespace {

// ReglaResuelta: a rule as members of a request, and whether its concept is an expense.
struct ReglaResuelta {
    compras::FacturaCompraNueva papel;
    bool es_gasto = false;
};

// Corrida: the files of a directory: invoices first, then the credit notes over them, then the receipts of their
// payments, each in a unit of its own.
class Corrida {
public:
    Corrida(Session& sesion, std::int64_t organizacion, std::filesystem::path const& origen,
            OpcionesCfdi const& opciones, AlDictaminar const& dictaminar)
        : sesion_(sesion),
          quien_{organizacion, 0, ""},
          origen_(origen),
          opciones_(opciones),
          dictaminar_(dictaminar),
          sat_(nadie_, "", opciones.del_sat) {
        entorno_.sat = &sat_;
    }

    ResumenCfdi correr();

private:
    struct Despues {  // a credit note or a payment receipt
        std::string tipo, fecha;
        ArchivoCfdi archivo;
    };
    struct Visto {
        std::string archivo;
        fiscal::Dato sello;
    };
    void mirar(std::span<ArchivoCfdi const> archivos, bool despues);
    void mirar(ArchivoCfdi const& archivo, ArchivoLeido const& leido, bool despues);
    void registrar(ArchivoCfdi const& archivo, ArchivoLeido const& leido);
    FechaDicha fecha_dicha(Escritura& db, fiscal::Cfdi const& cfdi);
    bool repetido(ArchivoCfdi const& archivo, fiscal::Cfdi const& cfdi);
    void anotar(ArchivoCfdi const& archivo, fiscal::Cfdi const& cfdi);
    bool con_otro_total(fiscal::Cfdi const& cfdi);
    std::string aviso_de_proveedor(Escritura& db, fiscal::Cfdi const& cfdi);
    std::string factura(ArchivoLeido const& leido);
    std::string credito(std::string const& bytes, fiscal::Cfdi const& cfdi);
    std::string recibo(std::string const& bytes);
    ReglaCfdi const* regla_de(fiscal::Cfdi const& cfdi) const;
    ReglaResuelta const& resuelta(Escritura& db, ReglaCfdi const& regla);
    bool en_esta_simulacion(fiscal::Cfdi const& cfdi) const;
    void escribir(std::function<void(Escritura&)> const& trabajo);
    void dice(ArchivoCfdi const& archivo, std::string const& que) {
        dictaminar_(++dichos_, archivos_, archivo.nombre, que);
    }

    Session& sesion_;
    Inquilino quien_;
    std::filesystem::path const& origen_;
    OpcionesCfdi const& opciones_;
    AlDictaminar const& dictaminar_;
    Incomunicado nadie_;
    ServicioSat sat_;
    Entorno entorno_;
    std::string rfc_;  // of the organization
    std::map<ReglaCfdi const*, ReglaResuelta> resueltas_;
    std::map<std::string, std::optional<Fecha>> meses_;  // first open day after a closed month; empty: it is open
    std::size_t archivos_ = 0, dichos_ = 0;
    std::vector<Despues> despues_;
    std::set<std::string, std::less<>> simuladas_;      // UUID of the invoices that a simulation would register
    std::map<std::string, Visto, std::less<>> vistos_;  // by UUID, the CFDI of this run that are in the books
    ResumenCfdi resumen_;
};

void Corrida::escribir(std::function<void(Escritura&)> const& trabajo) {
    std::string respuesta;
    if (opciones_.simular)
        simular_en_unidad(sesion_, quien_, respuesta, trabajo);
    else
        escribir_en_unidad(sesion_, quien_, nullptr, respuesta, trabajo);
}

ReglaCfdi const* Corrida::regla_de(fiscal::Cfdi const& cfdi) const {
    auto regla = opciones_.reglas.find(cfdi.emisor.rfc.value_or(""));
    if (regla == opciones_.reglas.end()) regla = opciones_.reglas.find("*");
    return regla == opciones_.reglas.end() ? nullptr : &regla->second;
}

// Resolves a rule once in the run: its keys are the same rows for each of its files.
ReglaResuelta const& Corrida::resuelta(Escritura& db, ReglaCfdi const& regla) {
    auto suya = resueltas_.find(&regla);
    if (suya == resueltas_.end()) {
        auto papel = papel_de(db, regla);
        bool const es_gasto = !db.consultar<sql::concepto_de_gasto>("clave"_es(regla.concepto)).vacia();
        suya = resueltas_.try_emplace(&regla, ReglaResuelta{std::move(papel), es_gasto}).first;
    }
    return suya->second;
}

FechaDicha Corrida::fecha_dicha(Escritura& db, fiscal::Cfdi const& cfdi) {
    auto const& pedida = opciones_.fecha;
    auto const del_dia = [](Fecha dia) { return FechaDocumento(FechaHora(dia)); };
    if (pedida.dia) return {del_dia(*pedida.dia)};
    if (pedida.hoy) return {del_dia(Fecha::de_base(db.consultar<sql::fecha_de_hoy>().filas[0][0].value()))};
    FechaHora suya;
    if (!cfdi.fecha || FechaHora::leer(*cfdi.fecha, suya)) return {};  // the operation says what is wrong with it
    auto const clave = texto_de(suya.fecha()).substr(0, 7);
    auto mes = meses_.find(clave);
    if (mes == meses_.end()) {
        auto const abierto = primer_dia_abierto(db, suya.fecha());
        mes = meses_.try_emplace(clave, abierto == suya.fecha() ? std::nullopt : std::optional(abierto)).first;
    }
    if (!mes->second) return {FechaDocumento(suya)};
    return {del_dia(*mes->second), "; el mes de su CFDI está cerrado: lleva la fecha " + texto_de(*mes->second)};
}

std::string Corrida::aviso_de_proveedor(Escritura& db, fiscal::Cfdi const& cfdi) {
    if (!opciones_.crear_proveedores || !crear_proveedor(db, cfdi, entorno_)) return "";
    return (opciones_.simular ? "; se crearía el proveedor " : "; se creó el proveedor ") +
           cfdi.emisor.rfc.value_or("");
}

std::string Corrida::factura(ArchivoLeido const& leido) {
    auto const& cfdi = leido.leido->cfdi;
    auto const* const regla = regla_de(cfdi);
    if (regla == nullptr)
        throw Problema(codigo::no_encontrado, "no hay regla de " + fiscal::citado(cfdi.emisor.rfc.value_or("")));
    bool es_gasto = false;
    compras::FacturaDeCfdi registrada;
    std::string aviso;
    escribir([&](Escritura& db) {
        auto dicha = fecha_dicha(db, cfdi);
        aviso = std::move(dicha.aviso);
        aviso += aviso_de_proveedor(db, cfdi);
        auto const& suya = resuelta(db, *regla);
        es_gasto = suya.es_gasto;
        auto papel = suya.papel;
        papel.fecha = dicha.fecha;
        papel.xmlBase64.emplace(leido.bytes);
        registrada =
            compras::registrar_factura_de_cfdi(db, sesion_del_operador(db), entorno_, papel, *leido.leido, es_gasto);
    });
    ++resumen_.registradas;
    if (opciones_.simular) simuladas_.insert(cfdi.uuid().value_or(""));
    auto const que = opciones_.simular ? (es_gasto ? "se registraría el gasto, " : "se registraría, ")
                                       : (es_gasto ? "gasto registrado, " : "registrada, ");
    return que + texto_de_factura(registrada, opciones_.simular) + aviso;
}

std::string Corrida::credito(std::string const& bytes, fiscal::Cfdi const& cfdi) {
    compras::CreditoRegistrado hecho;
    std::string aviso;
    auto const intentar = [&](Escritura& db, bool asignando) {
        auto dicha = fecha_dicha(db, cfdi);
        aviso = std::move(dicha.aviso);
        aviso += aviso_de_proveedor(db, cfdi);
        compras::CreditoDeCfdi papel{bytes, dicha.fecha, {}};
        if (auto const* const regla = regla_de(cfdi); regla != nullptr && !regla->sucursal.empty())
            if (auto const id = db.consultar(maestra::sucursal.id_de_clave(), {{"clave", regla->sucursal}});
                !id.vacia())
                papel.sucursalId = IdOCero::de_base(id.filas[0][0].value());
        hecho = compras::registrar_credito_de_cfdi(db, sesion_del_operador(db), entorno_, papel);
        if (!asignando) hecho.asignaciones.clear();
        if (!hecho.asignaciones.empty()) asignar(db, hecho, entorno_);
    };
    try {
        escribir([&](Escritura& db) { intentar(db, true); });
    } catch (SinAsignar const& s) {  // the note is registered all the same
        escribir([&](Escritura& db) { intentar(db, false); });
        hecho.avisos.push_back("queda por asignar: " + s.porque);
    }
    ++resumen_.registradas;
    return texto_de_credito(hecho, opciones_.simular) + aviso;
}

std::string Corrida::recibo(std::string const& bytes) {
    compras::ReciboRegistrado hecho;
    escribir([&](Escritura& db) {
        hecho = compras::registrar_recibo_de_pago(db, sesion_del_operador(db), entorno_, bytes);
    });
    ++(hecho.estaba ? resumen_.estaban : resumen_.registradas);
    if (!hecho.pagado()) ++resumen_.sin_pago;
    return (hecho.estaba        ? "ya estaba: "
            : opciones_.simular ? "se registraría el recibo de pago: "
                                : "recibo de pago registrado: ") +
           texto_de_recibo(hecho);
}

// Whether a credit note or a payment receipt is of an invoice that was registered only in this simulation. An invoice
// waits for none of those it is related to.
bool Corrida::en_esta_simulacion(fiscal::Cfdi const& cfdi) const {
    if (cfdi.tipoDeComprobante != "E" && cfdi.tipoDeComprobante != "P") return false;
    auto const simulada = [&](fiscal::Dato const& uuid) { return uuid && simuladas_.contains(mayusculas(*uuid)); };
    for (auto const& r : cfdi.relaciones)
        if (std::ranges::any_of(r.uuid, simulada)) return true;
    for (auto const& complemento : cfdi.pagos)
        for (auto const& p : complemento.pagos)
            if (std::ranges::any_of(p.documentos, simulada, &fiscal::DoctoRelacionado::idDocumento)) return true;
    return false;
}

// Whether an earlier file had the fiscal folio; says so. A CFDI counts and adds up once, however many files have it.
bool Corrida::repetido(ArchivoCfdi const& archivo, fiscal::Cfdi const& cfdi) {
    auto const antes = vistos_.find(mayusculas(cfdi.uuid().value_or("")));
    if (antes == vistos_.end()) return false;
    bool const el_mismo = cfdi.sello == antes->second.sello;
    ++(el_mismo ? resumen_.estaban : resumen_.rechazadas);
    dice(archivo, el_mismo ? "ya estaba: es el mismo CFDI de " + antes->second.archivo
                           : texto_de_no(Problema(codigo::uuid_duplicado,
                                                  "es otro CFDI con el folio fiscal de " + antes->second.archivo)));
    return true;
}

// Remembers a CFDI that is in the books, and adds it to the sums.
void Corrida::anotar(ArchivoCfdi const& archivo, fiscal::Cfdi const& cfdi) {
    vistos_.try_emplace(mayusculas(cfdi.uuid().value_or("")), Visto{archivo.nombre, cfdi.sello});
    if (cfdi.tipoDeComprobante != "P") resumen_.sumas.agregar(cfdi);
}

// Whether the document with its fiscal folio has another total: then the CFDI is not the one in the books.
bool Corrida::con_otro_total(fiscal::Cfdi const& cfdi) {
    Importe total;
    if (!cfdi.total || Importe::leer(*cfdi.total, total)) return true;
    bool otro = false;
    leer_en_unidad(sesion_, quien_, [&](Lectura& db) {
        otro =
            !db.consultar<sql::folio_con_otro_total>("uuid"_es(mayusculas(cfdi.uuid().value_or(""))), "total"_es(total))
                 .vacia();
    });
    return otro;
}

void Corrida::registrar(ArchivoCfdi const& archivo, ArchivoLeido const& leido) {
    auto const& cfdi = leido.leido->cfdi;
    if (en_esta_simulacion(cfdi)) {
        ++resumen_.registradas;
        anotar(archivo, cfdi);
        return dice(archivo, "se registraría después de su factura");
    }
    auto const que = cfdi.tipoDeComprobante == "P"   ? recibo(leido.bytes)
                     : cfdi.tipoDeComprobante == "E" ? credito(leido.bytes, cfdi)
                                                     : factura(leido);
    anotar(archivo, cfdi);
    dice(archivo, que);
}

void Corrida::mirar(ArchivoCfdi const& archivo, ArchivoLeido const& leido, bool despues) {
    try {
        if (leido.falla) std::rethrow_exception(leido.falla);
        auto const& cfdi = leido.leido->cfdi;
        if (auto const clase = otra_clase(cfdi, rfc_); !clase.empty()) {
            ++resumen_.de_otra_clase;
            return dice(archivo, "no se registra: " + clase);
        }
        auto const tipo = cfdi.tipoDeComprobante.value_or("");
        if (!despues && (tipo == "E" || tipo == "P")) {
            despues_.push_back({tipo, cfdi.fecha.value_or(""), archivo});
            return;
        }
        if (!repetido(archivo, cfdi)) registrar(archivo, leido);
    } catch (Problema const& p) {
        auto const& cfdi = leido.leido->cfdi;
        bool const duplicado = p.codigo() == codigo::uuid_duplicado, otro = duplicado && con_otro_total(cfdi);
        bool const estaba = duplicado && !otro;
        ++(estaba ? resumen_.estaban : resumen_.rechazadas);
        if (estaba) anotar(archivo, cfdi);
        dice(archivo, estaba ? "ya estaba: " + p.detalle() : texto_de_no(p) + (otro ? ", con otro total" : ""));
    } catch (fiscal::Ilegible const& e) {
        ++resumen_.rechazadas;
        dice(archivo, std::string("no: ") + e.what());
    }
}

void Corrida::mirar(std::span<ArchivoCfdi const> archivos, bool despues) {
    LectorCfdi lector(archivos, opciones_.del_sat);
    for (auto const& archivo : archivos) mirar(archivo, lector.siguiente(), despues);
}

ResumenCfdi Corrida::correr() {
    leer_en_unidad(sesion_, quien_, [&](Lectura& db) {
        exigir_organizacion(db);
        rfc_ = db.consultar<sql::rfc_de_organizacion>().filas[0][0].value_or("");
    });
    auto const archivos = archivos_cfdi_de(origen_);
    archivos_ = archivos.size();
    mirar(archivos, false);
    std::ranges::stable_sort(despues_, {}, [](Despues const& d) { return std::tie(d.tipo, d.fecha); });
    std::vector<ArchivoCfdi> ultimos;
    for (auto& d : despues_) ultimos.push_back(std::move(d.archivo));
    mirar(ultimos, true);
    return std::move(resumen_);
}

}  // namespace

ResumenCfdi importar_cfdi(Session& sesion, std::int64_t organizacion, std::filesystem::path const& origen,
                          OpcionesCfdi const& opciones, AlDictaminar const& dictaminar) {
    return Corrida(sesion, organizacion, origen, opciones, dictaminar).correr();
}

}  // namespace gestor::importar
