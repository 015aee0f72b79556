#include "domain/fiscal/cfdi.hpp"

#include <algorithm>
#include <span>

#include "domain/valores/fiscal.hpp"

namespace gestor::fiscal {
namespace {

// ---- tables: the attribute and its member ----

template <class T>
struct Campo {
    std::string_view atributo;
    Dato T::*miembro;
};

constexpr Campo<Cfdi> comprobante[]{{"Version", &Cfdi::version},
                                    {"Serie", &Cfdi::serie},
                                    {"Folio", &Cfdi::folio},
                                    {"Fecha", &Cfdi::fecha},
                                    {"Sello", &Cfdi::sello},
                                    {"FormaPago", &Cfdi::formaPago},
                                    {"NoCertificado", &Cfdi::noCertificado},
                                    {"Certificado", &Cfdi::certificado},
                                    {"CondicionesDePago", &Cfdi::condicionesDePago},
                                    {"SubTotal", &Cfdi::subTotal},
                                    {"Descuento", &Cfdi::descuento},
                                    {"Moneda", &Cfdi::moneda},
                                    {"TipoCambio", &Cfdi::tipoCambio},
                                    {"Total", &Cfdi::total},
                                    {"TipoDeComprobante", &Cfdi::tipoDeComprobante},
                                    {"Exportacion", &Cfdi::exportacion},
                                    {"MetodoPago", &Cfdi::metodoPago},
                                    {"LugarExpedicion", &Cfdi::lugarExpedicion},
                                    {"Confirmacion", &Cfdi::confirmacion}};
constexpr Campo<InformacionGlobal> global[]{{"Periodicidad", &InformacionGlobal::periodicidad},
                                            {"Meses", &InformacionGlobal::meses},
                                            {"Año", &InformacionGlobal::anio}};
constexpr Campo<Relacion> relacion[]{{"TipoRelacion", &Relacion::tipoRelacion}};
constexpr Campo<Emisor> emisor[]{{"Rfc", &Emisor::rfc},
                                 {"Nombre", &Emisor::nombre},
                                 {"RegimenFiscal", &Emisor::regimenFiscal},
                                 {"FacAtrAdquirente", &Emisor::facAtrAdquirente}};
constexpr Campo<Receptor> receptor[]{{"Rfc", &Receptor::rfc},
                                     {"Nombre", &Receptor::nombre},
                                     {"DomicilioFiscalReceptor", &Receptor::domicilioFiscalReceptor},
                                     {"ResidenciaFiscal", &Receptor::residenciaFiscal},
                                     {"NumRegIdTrib", &Receptor::numRegIdTrib},
                                     {"RegimenFiscalReceptor", &Receptor::regimenFiscalReceptor},
                                     {"UsoCFDI", &Receptor::usoCFDI}};
constexpr Campo<ConceptoCfdi> concepto[]{{"ClaveProdServ", &ConceptoCfdi::claveProdServ},
                                         {"NoIdentificacion", &ConceptoCfdi::noIdentificacion},
                                         {"Cantidad", &ConceptoCfdi::cantidad},
                                         {"ClaveUnidad", &ConceptoCfdi::claveUnidad},
                                         {"Unidad", &ConceptoCfdi::unidad},
                                         {"Descripcion", &ConceptoCfdi::descripcion},
                                         {"ValorUnitario", &ConceptoCfdi::valorUnitario},
                                         {"Importe", &ConceptoCfdi::importe},
                                         {"Descuento", &ConceptoCfdi::descuento},
                                         {"ObjetoImp", &ConceptoCfdi::objetoImp}};
constexpr Campo<ParteCfdi> parte[]{{"ClaveProdServ", &ParteCfdi::claveProdServ},
                                   {"NoIdentificacion", &ParteCfdi::noIdentificacion},
                                   {"Cantidad", &ParteCfdi::cantidad},
                                   {"Unidad", &ParteCfdi::unidad},
                                   {"Descripcion", &ParteCfdi::descripcion},
                                   {"ValorUnitario", &ParteCfdi::valorUnitario},
                                   {"Importe", &ParteCfdi::importe}};
constexpr Campo<TerceroCfdi> tercero[]{{"RfcACuentaTerceros", &TerceroCfdi::rfc},
                                       {"NombreACuentaTerceros", &TerceroCfdi::nombre},
                                       {"RegimenFiscalACuentaTerceros", &TerceroCfdi::regimenFiscal},
                                       {"DomicilioFiscalACuentaTerceros", &TerceroCfdi::domicilioFiscal}};
constexpr Campo<InstEducativas> educativas[]{
    {"version", &InstEducativas::version}, {"nombreAlumno", &InstEducativas::nombreAlumno},
    {"CURP", &InstEducativas::curp},       {"nivelEducativo", &InstEducativas::nivelEducativo},
    {"autRVOE", &InstEducativas::autRVOE}, {"rfcPago", &InstEducativas::rfcPago}};
constexpr Campo<Timbre> del_timbre[]{{"Version", &Timbre::version},
                                     {"UUID", &Timbre::uuid},
                                     {"FechaTimbrado", &Timbre::fechaTimbrado},
                                     {"RfcProvCertif", &Timbre::rfcProvCertif},
                                     {"Leyenda", &Timbre::leyenda},
                                     {"SelloCFD", &Timbre::selloCFD},
                                     {"NoCertificadoSAT", &Timbre::noCertificadoSAT},
                                     {"SelloSAT", &Timbre::selloSAT}};
// Attributes of a tax end in a suffix that depends on the place: none, DR or P.
constexpr Campo<ImpuestoCfdi> impuesto[]{{"Base", &ImpuestoCfdi::base},
                                         {"Impuesto", &ImpuestoCfdi::impuesto},
                                         {"TipoFactor", &ImpuestoCfdi::tipoFactor},
                                         {"TasaOCuota", &ImpuestoCfdi::tasaOCuota},
                                         {"Importe", &ImpuestoCfdi::importe}};
constexpr Campo<ImpuestosCfdi> resumen[]{{"TotalImpuestosTrasladados", &ImpuestosCfdi::totalTrasladados},
                                         {"TotalImpuestosRetenidos", &ImpuestosCfdi::totalRetenidos}};
constexpr Campo<Pagos> complemento_pagos[]{{"Version", &Pagos::version}};
constexpr Campo<TotalesPagos> totales[]{{"TotalRetencionesIVA", &TotalesPagos::totalRetencionesIVA},
                                        {"TotalRetencionesISR", &TotalesPagos::totalRetencionesISR},
                                        {"TotalRetencionesIEPS", &TotalesPagos::totalRetencionesIEPS},
                                        {"TotalTrasladosBaseIVA16", &TotalesPagos::totalTrasladosBaseIVA16},
                                        {"TotalTrasladosImpuestoIVA16", &TotalesPagos::totalTrasladosImpuestoIVA16},
                                        {"TotalTrasladosBaseIVA8", &TotalesPagos::totalTrasladosBaseIVA8},
                                        {"TotalTrasladosImpuestoIVA8", &TotalesPagos::totalTrasladosImpuestoIVA8},
                                        {"TotalTrasladosBaseIVA0", &TotalesPagos::totalTrasladosBaseIVA0},
                                        {"TotalTrasladosImpuestoIVA0", &TotalesPagos::totalTrasladosImpuestoIVA0},
                                        {"TotalTrasladosBaseIVAExento", &TotalesPagos::totalTrasladosBaseIVAExento},
                                        {"MontoTotalPagos", &TotalesPagos::montoTotalPagos}};
constexpr Campo<Pago> pago[]{{"FechaPago", &Pago::fechaPago},
                             {"FormaDePagoP", &Pago::formaDePagoP},
                             {"MonedaP", &Pago::monedaP},
                             {"TipoCambioP", &Pago::tipoCambioP},
                             {"Monto", &Pago::monto},
                             {"NumOperacion", &Pago::numOperacion},
                             {"RfcEmisorCtaOrd", &Pago::rfcEmisorCtaOrd},
                             {"NomBancoOrdExt", &Pago::nomBancoOrdExt},
                             {"CtaOrdenante", &Pago::ctaOrdenante},
                             {"RfcEmisorCtaBen", &Pago::rfcEmisorCtaBen},
                             {"CtaBeneficiario", &Pago::ctaBeneficiario},
                             {"TipoCadPago", &Pago::tipoCadPago},
                             {"CertPago", &Pago::certPago},
                             {"CadPago", &Pago::cadPago},
                             {"SelloPago", &Pago::selloPago}};
constexpr Campo<DoctoRelacionado> documento[]{{"IdDocumento", &DoctoRelacionado::idDocumento},
                                              {"Serie", &DoctoRelacionado::serie},
                                              {"Folio", &DoctoRelacionado::folio},
                                              {"MonedaDR", &DoctoRelacionado::monedaDR},
                                              {"TipoCambioDR", &DoctoRelacionado::equivalenciaDR},
                                              {"EquivalenciaDR", &DoctoRelacionado::equivalenciaDR},
                                              {"MetodoDePagoDR", &DoctoRelacionado::metodoDePagoDR},
                                              {"NumParcialidad", &DoctoRelacionado::numParcialidad},
                                              {"ImpSaldoAnt", &DoctoRelacionado::impSaldoAnt},
                                              {"ImpPagado", &DoctoRelacionado::impPagado},
                                              {"ImpSaldoInsoluto", &DoctoRelacionado::impSaldoInsoluto},
                                              {"ObjetoImpDR", &DoctoRelacionado::objetoImpDR}};
constexpr Campo<ImpuestosLocales> locales[]{{"version", &ImpuestosLocales::version},
                                            {"TotaldeRetenciones", &ImpuestosLocales::totalRetenciones},
                                            {"TotaldeTraslados", &ImpuestosLocales::totalTraslados}};
constexpr Campo<ImpuestoLocal> local[]{{"ImpLocRetenido", &ImpuestoLocal::nombre},
                                       {"ImpLocTrasladado", &ImpuestoLocal::nombre},
                                       {"TasadeRetencion", &ImpuestoLocal::tasa},
                                       {"TasadeTraslado", &ImpuestoLocal::tasa},
                                       {"Importe", &ImpuestoLocal::importe}};
constexpr Campo<LeyendaFiscal> leyenda[]{{"disposicionFiscal", &LeyendaFiscal::disposicionFiscal},
                                         {"norma", &LeyendaFiscal::norma},
                                         {"textoLeyenda", &LeyendaFiscal::textoLeyenda}};

// ---- the one way in which they are read ----

Dato dato(Elemento const& e, std::string_view nombre) {
    auto const* const valor = e.atributo(nombre);
    return valor == nullptr ? Dato() : Dato(std::string(*valor));
}

template <class T>
void leer(Elemento const& e, std::span<Campo<T> const> campos, T& salida, std::string_view final = "") {
    for (auto const& campo : campos)
        if (auto const* const valor = e.atributo(std::string(campo.atributo) += final))
            (salida.*campo.miembro).emplace(*valor);
}
template <class T, std::size_t N>
T leer(Elemento const& e, Campo<T> const (&campos)[N], std::string_view final = "") {
    T salida;
    leer(e, std::span<Campo<T> const>(campos), salida, final);
    return salida;
}

// Calls `f` for each child of that name, in the namespace of its parent.
template <class Funcion>
void cada(Elemento const& e, std::string_view nombre, Funcion hacer) {
    for (auto const& hijo : e.hijos)
        if (hijo.nombre == nombre && hijo.espacio == e.espacio) hacer(hijo);
}

std::vector<Dato> datos(Elemento const& e, std::string_view hijo, std::string_view atributo) {
    std::vector<Dato> todos;
    cada(e, hijo, [&](Elemento const& h) { todos.push_back(dato(h, atributo)); });
    return todos;
}

std::optional<ImpuestosCfdi> impuestos(Elemento const& de, std::string const& final = "") {
    std::optional<ImpuestosCfdi> todos;
    cada(de, "Impuestos" + final, [&](Elemento const& nodo) {
        if (!todos) todos = leer(nodo, resumen);
        auto const grupo = [&](std::string const& varios, std::string const& uno, bool& presente, auto& filas) {
            cada(nodo, varios + final, [&](Elemento const& g) {
                presente = true;
                cada(g, uno + final, [&](Elemento const& fila) { filas.push_back(leer(fila, impuesto, final)); });
            });
        };
        grupo("Traslados", "Traslado", todos->traslados_presente, todos->traslados);
        grupo("Retenciones", "Retencion", todos->retenciones_presente, todos->retenciones);
    });
    return todos;
}

ParteCfdi leer_parte(Elemento const& e) {
    auto p = leer(e, parte);
    p.pedimentos = datos(e, "InformacionAduanera", "NumeroPedimento");
    return p;
}

constexpr std::string_view hijos_de_concepto[]{"Impuestos",     "ACuentaTerceros",     "InformacionAduanera",
                                               "CuentaPredial", "ComplementoConcepto", "Parte"};

ConceptoCfdi leer_concepto(Elemento const& e) {
    auto c = leer(e, concepto);
    c.impuestos = impuestos(e);
    c.pedimentos = datos(e, "InformacionAduanera", "NumeroPedimento");
    c.prediales = datos(e, "CuentaPredial", "Numero");
    cada(e, "ACuentaTerceros", [&](Elemento const& t) { c.tercero = leer(t, tercero); });
    cada(e, "Parte", [&](Elemento const& p) { c.partes.push_back(leer_parte(p)); });
    cada(e, "ComplementoConcepto", [&](Elemento const& todos) {
        for (auto const& complemento : todos.hijos) {
            c.otros_hijos.emplace_back(complemento.nombre);
            if (complemento.espacio == espacio::iedu && complemento.nombre == "instEducativas")
                c.iedu = leer(complemento, educativas);
        }
    });
    for (auto const& hijo : e.hijos)
        if (hijo.espacio != e.espacio ||
            std::ranges::find(hijos_de_concepto, hijo.nombre) == std::end(hijos_de_concepto))
            c.otros_hijos.emplace_back(hijo.nombre);
    return c;
}

Pagos leer_pagos(Elemento const& e) {
    auto p = leer(e, complemento_pagos);
    bool const v20 = e.espacio == espacio::pagos20;
    p.pagos.reserve(e.hijos.size());
    cada(e, "Totales", [&](Elemento const& t) { p.totales = leer(t, totales); });
    cada(e, "Pago", [&](Elemento const& nodo) {
        auto& uno = p.pagos.emplace_back(leer(nodo, pago));
        uno.documentos.reserve(nodo.hijos.size());
        uno.impuestos = impuestos(nodo, v20 ? "P" : "");
        cada(nodo, "DoctoRelacionado", [&](Elemento const& d) {
            uno.documentos.push_back(leer(d, documento));
            if (v20) uno.documentos.back().impuestos = impuestos(d, "DR");
        });
    });
    return p;
}

ImpuestosLocales leer_locales(Elemento const& e) {
    auto l = leer(e, locales);
    cada(e, "RetencionesLocales", [&](Elemento const& r) { l.retenciones.push_back(leer(r, local)); });
    cada(e, "TrasladosLocales", [&](Elemento const& t) { l.traslados.push_back(leer(t, local)); });
    return l;
}

// Reads a child of Complemento, identified by its namespace, never by its prefix.
void leer_complemento(Elemento const& e, Cfdi& cfdi) {
    auto const version = dato(e, "Version"), otra = dato(e, "version");
    cfdi.complementos.push_back(
        {std::string(e.espacio), std::string(e.nombre), version ? *version : otra.value_or("")});
    if (e.espacio == espacio::timbre && e.nombre == "TimbreFiscalDigital") {
        cfdi.timbres.push_back(leer(e, del_timbre));
    } else if ((e.espacio == espacio::pagos20 || e.espacio == espacio::pagos10) && e.nombre == "Pagos") {
        cfdi.pagos.push_back(leer_pagos(e));
    } else if (e.espacio == espacio::locales && e.nombre == "ImpuestosLocales") {
        cfdi.locales = leer_locales(e);
    } else if (e.espacio == espacio::leyendas && e.nombre == "LeyendasFiscales") {
        cada(e, "Leyenda", [&](Elemento const& l) { cfdi.leyendas.push_back(leer(l, leyenda)); });
    }
}

void exigir_version(Elemento const& raiz) {
    if (raiz.espacio.starts_with("http://www.sat.gob.mx/esquemas/retencionpago/"))
        throw Ilegible("versión no admitida: es un CFDI de retenciones");
    if (raiz.nombre != "Comprobante" || !raiz.espacio.starts_with("http://www.sat.gob.mx/cfd/"))
        throw Ilegible("el archivo no es un CFDI: su raíz es " + citado(raiz.nombre));
    auto const version = dato(raiz, "Version"), antigua = dato(raiz, "version");
    if ((raiz.espacio == espacio::cfdi40 && version == "4.0") || (raiz.espacio == espacio::cfdi33 && version == "3.3"))
        return;
    throw Ilegible("versión no admitida: " + citado(version ? *version : antigua.value_or("sin versión")) +
                   "; se leen 4.0 y 3.3");
}

}  // namespace

std::optional<std::string> Cfdi::uuid() const {
    Uuid uuid;
    if (timbres.size() != 1 || !timbres[0].uuid || Uuid::leer(*timbres[0].uuid, uuid)) return std::nullopt;
    return uuid.valor();
}

Cfdi leer_cfdi(std::string_view bytes) {
    auto xml = leer_xml(bytes);
    auto const& raiz = xml.raiz;
    exigir_version(raiz);
    auto cfdi = leer(raiz, comprobante);
    cada(raiz, "InformacionGlobal", [&](Elemento const& g) { cfdi.global = leer(g, global); });
    cada(raiz, "CfdiRelacionados", [&](Elemento const& r) {
        cfdi.relaciones.push_back(leer(r, relacion));
        cfdi.relaciones.back().uuid = datos(r, "CfdiRelacionado", "UUID");
    });
    cada(raiz, "Emisor", [&](Elemento const& e) { cfdi.emisor = leer(e, emisor); });
    cada(raiz, "Receptor", [&](Elemento const& r) { cfdi.receptor = leer(r, receptor); });
    cada(raiz, "Conceptos", [&](Elemento const& todos) {
        cfdi.conceptos.reserve(cfdi.conceptos.size() + todos.hijos.size());
        cada(todos, "Concepto", [&](Elemento const& c) { cfdi.conceptos.push_back(leer_concepto(c)); });
    });
    cfdi.impuestos = impuestos(raiz);
    cada(raiz, "Complemento", [&](Elemento const& c) {
        for (auto const& hijo : c.hijos) leer_complemento(hijo, cfdi);
    });
    cfdi.texto = std::move(xml.texto);
    cfdi.raiz = std::move(xml.raiz);
    return cfdi;
}

}  // namespace gestor::fiscal
