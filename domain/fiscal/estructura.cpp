#include "domain/fiscal/estructura.hpp"

#include <algorithm>
#include <span>

#include "domain/fiscal/regla.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor::fiscal {

namespace {

// ---- how a value is written ----
using Vale = bool (*)(std::string_view);

bool importe_escrito(std::string_view t) {
    return Exacto::leer(t, 18, 6).has_value();
}
bool decimales_aparte(std::string_view t) {  // a rule checks the number of decimals
    return Exacto::leer(t).has_value();
}
bool tasa(std::string_view t) {  // at most six decimals, zeros at the end not counted
    auto const valor = Exacto::leer(t);
    return valor && *valor == valor->redondeado(6);
}
bool centavos(std::string_view t) {  // amounts of local taxes: their schema requires two decimals and allows negatives
    auto const valor = importe(std::string(t));
    return valor && *valor == valor->redondeado(2);
}
bool positivo(std::string_view t) {
    auto const valor = Exacto::leer(t, 18, 6);
    return valor && valor->es_positivo();
}
bool equivalencia(std::string_view t) {
    auto const valor = Exacto::leer(t, 18, 10);
    return valor && valor->es_positivo();
}
template <std::size_t N>
bool digitos(std::string_view t) {
    return t.size() == N && std::all_of(t.begin(), t.end(), [](char c) { return c >= '0' && c <= '9'; });
}
// Text of 1 to N characters without "|", the separator of the original string.
template <std::size_t N>
bool hasta(std::string_view t) {
    auto const letras =
        std::count_if(t.begin(), t.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return letras > 0 && static_cast<std::size_t>(letras) <= N && t.find('|') == t.npos;
}
template <class Clave>
bool escrita_como(std::string_view t) {
    Clave leida;
    return !Clave::leer(t, leida) && leida.valor() == t;
}
bool uuid(std::string_view t) {
    Uuid leido;
    return t.size() == 36 && !Uuid::leer(t, leido);
}
bool documento(std::string_view t) {
    return uuid(t) || t.size() == 16;  // early folios have 16 characters and cannot be corrected
}
bool anio(std::string_view t) {
    return digitos<4>(t) && t >= "2021";
}
bool fecha_y_hora(std::string_view t) {
    return leer_dia(std::string(t)).has_value();
}
bool parcialidad(std::string_view t) {
    auto const valor = Exacto::leer(t, 3, 0);
    return valor && valor->es_positivo() && t.front() != '0';
}
bool confirmacion(std::string_view t) {
    return t.size() == 5 && hasta<5>(t);
}
bool algo(std::string_view t) {
    return !t.empty();
}
bool version_1(std::string_view t) {
    return t == "1.0";
}
bool version_2(std::string_view t) {
    return t == "2.0";
}
bool rfc_de_empresa(std::string_view t) {
    Rfc leido;
    return !Rfc::leer(t, leido) && leido.valor() == t && leido.persona_moral();
}
bool nivel_educativo(std::string_view t) {
    static constexpr std::string_view niveles[] = {"Preescolar", "Primaria", "Secundaria", "Profesional técnico",
                                                   "Bachillerato o su equivalente"};
    return std::find(std::begin(niveles), std::end(niveles), t) != std::end(niveles);
}

// ---- elements, their attributes and their children ----
struct Atributo {
    std::string_view nombre;
    Vale vale = nullptr;  // check of the value; null: a rule checks it, or any value is valid
    bool opcional = false;
};
constexpr Atributo si_hay(std::string_view nombre, Vale vale = nullptr) {
    return {nombre, vale, true};
}
struct Nodo;
struct Hijo {
    Nodo const* nodo;
    bool opcional = false, varios = false;
};
struct Nodo {
    std::string_view nombre;
    std::span<Atributo const> atributos;
    std::span<Hijo const> hijos;
    bool otros = false;      // other children are allowed, as in a complement or an addenda
    bool sin_orden = false;  // the children may come in any order
};

constexpr Atributo de_relacionado[] = {{"UUID", uuid}};
constexpr Nodo relacionado{"CfdiRelacionado", de_relacionado, {}};
constexpr Atributo de_relacionados[] = {{"TipoRelacion"}};
constexpr Hijo en_relacionados[] = {{&relacionado, false, true}};
constexpr Nodo relacionados{"CfdiRelacionados", de_relacionados, en_relacionados};

constexpr Atributo de_global[] = {{"Periodicidad"}, {"Meses"}, {"Año", anio}};
constexpr Nodo informacion_global{"InformacionGlobal", de_global, {}};
constexpr Atributo de_emisor[] = {
    {"Rfc", escrita_como<Rfc>}, {"Nombre", hasta<300>}, {"RegimenFiscal"}, si_hay("FacAtrAdquirente", digitos<10>)};
constexpr Nodo emisor{"Emisor", de_emisor, {}};
constexpr Atributo de_receptor[] = {{"Rfc", escrita_como<Rfc>},
                                    {"Nombre", hasta<300>},
                                    {"DomicilioFiscalReceptor", digitos<5>},
                                    si_hay("ResidenciaFiscal"),
                                    si_hay("NumRegIdTrib", hasta<40>),
                                    {"RegimenFiscalReceptor"},
                                    {"UsoCFDI"}};
constexpr Nodo receptor{"Receptor", de_receptor, {}};

constexpr Atributo de_traslado[] = {{"Base", importe_escrito},
                                    {"Impuesto"},
                                    {"TipoFactor"},
                                    si_hay("TasaOCuota", tasa),
                                    si_hay("Importe", importe_escrito)};
constexpr Nodo traslado{"Traslado", de_traslado, {}};
constexpr Hijo en_traslados[] = {{&traslado, false, true}};
constexpr Nodo traslados{"Traslados", {}, en_traslados};
constexpr Atributo de_retencion[] = {
    {"Base", importe_escrito}, {"Impuesto"}, {"TipoFactor"}, {"TasaOCuota", tasa}, {"Importe", importe_escrito}};
constexpr Nodo retencion{"Retencion", de_retencion, {}};
constexpr Hijo en_retenciones[] = {{&retencion, false, true}};
constexpr Nodo retenciones{"Retenciones", {}, en_retenciones};
constexpr Hijo en_impuestos[] = {{&traslados, true}, {&retenciones, true}};
constexpr Nodo impuestos_de_concepto{"Impuestos", {}, en_impuestos};

constexpr Atributo de_tercero[] = {{"RfcACuentaTerceros", escrita_como<Rfc>},
                                   {"NombreACuentaTerceros", hasta<300>},
                                   {"RegimenFiscalACuentaTerceros"},
                                   {"DomicilioFiscalACuentaTerceros", digitos<5>}};
constexpr Nodo tercero{"ACuentaTerceros", de_tercero, {}};
constexpr Atributo de_aduana[] = {{"NumeroPedimento"}};
constexpr Nodo aduana{"InformacionAduanera", de_aduana, {}};
constexpr Atributo de_predial[] = {{"Numero", hasta<150>}};
constexpr Nodo predial{"CuentaPredial", de_predial, {}};
constexpr Nodo complemento_concepto{"ComplementoConcepto", {}, {}, true};
constexpr Atributo de_parte[] = {{"ClaveProdServ"},
                                 si_hay("NoIdentificacion", hasta<100>),
                                 {"Cantidad", positivo},
                                 si_hay("Unidad", hasta<20>),
                                 {"Descripcion", hasta<1000>},
                                 si_hay("ValorUnitario", importe_escrito),
                                 si_hay("Importe", importe_escrito)};
constexpr Hijo en_parte[] = {{&aduana, true, true}};
constexpr Nodo parte{"Parte", de_parte, en_parte};
constexpr Atributo de_concepto[] = {{"ClaveProdServ"},
                                    si_hay("NoIdentificacion", hasta<100>),
                                    {"Cantidad", positivo},
                                    {"ClaveUnidad"},
                                    si_hay("Unidad", hasta<20>),
                                    {"Descripcion", hasta<1000>},
                                    {"ValorUnitario", importe_escrito},
                                    {"Importe", importe_escrito},
                                    si_hay("Descuento", decimales_aparte),
                                    {"ObjetoImp"}};
constexpr Hijo en_concepto[] = {{&impuestos_de_concepto, true}, {&tercero, true},
                                {&aduana, true, true},          {&predial, true, true},
                                {&complemento_concepto, true},  {&parte, true, true}};
constexpr Nodo concepto{"Concepto", de_concepto, en_concepto};
constexpr Hijo en_conceptos[] = {{&concepto, false, true}};
constexpr Nodo conceptos{"Conceptos", {}, en_conceptos};

constexpr Atributo de_retencion_resumen[] = {{"Impuesto"}, {"Importe", decimales_aparte}};
constexpr Nodo retencion_resumen{"Retencion", de_retencion_resumen, {}};
constexpr Hijo en_retenciones_resumen[] = {{&retencion_resumen, false, true}};
constexpr Nodo retenciones_resumen{"Retenciones", {}, en_retenciones_resumen};
// a rule decides which of them are required
constexpr Atributo de_traslado_resumen[] = {si_hay("Base", decimales_aparte), si_hay("Impuesto"), si_hay("TipoFactor"),
                                            si_hay("TasaOCuota", tasa), si_hay("Importe", decimales_aparte)};
constexpr Nodo traslado_resumen{"Traslado", de_traslado_resumen, {}};
constexpr Hijo en_traslados_resumen[] = {{&traslado_resumen, false, true}};
constexpr Nodo traslados_resumen{"Traslados", {}, en_traslados_resumen};
constexpr Atributo de_resumen[] = {si_hay("TotalImpuestosRetenidos", decimales_aparte),
                                   si_hay("TotalImpuestosTrasladados", decimales_aparte)};
constexpr Hijo en_resumen[] = {{&retenciones_resumen, true}, {&traslados_resumen, true}};
constexpr Nodo resumen{"Impuestos", de_resumen, en_resumen};

constexpr Nodo complemento{"Complemento", {}, {}, true};
constexpr Nodo addenda{"Addenda", {}, {}, true};
constexpr Atributo de_comprobante[] = {{"Version"},
                                       si_hay("Serie", hasta<25>),
                                       si_hay("Folio", hasta<40>),
                                       {"Fecha"},
                                       {"Sello"},
                                       si_hay("FormaPago"),
                                       {"NoCertificado", digitos<20>},
                                       {"Certificado"},
                                       si_hay("CondicionesDePago", hasta<1000>),
                                       {"SubTotal", decimales_aparte},
                                       si_hay("Descuento", decimales_aparte),
                                       {"Moneda"},
                                       si_hay("TipoCambio"),
                                       {"Total", decimales_aparte},
                                       {"TipoDeComprobante"},
                                       {"Exportacion"},
                                       si_hay("MetodoPago"),
                                       {"LugarExpedicion"},
                                       si_hay("Confirmacion", confirmacion)};
constexpr Hijo en_comprobante[] = {{&informacion_global, true},
                                   {&relacionados, true, true},
                                   {&emisor},
                                   {&receptor},
                                   {&conceptos},
                                   {&resumen, true},
                                   {&complemento, true, true},
                                   {&addenda, true}};
constexpr Nodo comprobante{"Comprobante", de_comprobante, en_comprobante};

constexpr Atributo de_retencion_dr[] = {{"BaseDR", importe_escrito},
                                        {"ImpuestoDR"},
                                        {"TipoFactorDR"},
                                        {"TasaOCuotaDR", tasa},
                                        {"ImporteDR", importe_escrito}};
constexpr Nodo retencion_dr{"RetencionDR", de_retencion_dr, {}};
constexpr Hijo en_retenciones_dr[] = {{&retencion_dr, false, true}};
constexpr Nodo retenciones_dr{"RetencionesDR", {}, en_retenciones_dr};
constexpr Atributo de_traslado_dr[] = {{"BaseDR", importe_escrito},
                                       {"ImpuestoDR"},
                                       {"TipoFactorDR"},
                                       si_hay("TasaOCuotaDR", tasa),
                                       si_hay("ImporteDR", importe_escrito)};
constexpr Nodo traslado_dr{"TrasladoDR", de_traslado_dr, {}};
constexpr Hijo en_traslados_dr[] = {{&traslado_dr, false, true}};
constexpr Nodo traslados_dr{"TrasladosDR", {}, en_traslados_dr};
constexpr Hijo en_impuestos_dr[] = {{&retenciones_dr, true}, {&traslados_dr, true}};
constexpr Nodo impuestos_dr{"ImpuestosDR", {}, en_impuestos_dr};
constexpr Atributo de_docto[] = {{"IdDocumento", documento},
                                 si_hay("Serie", hasta<25>),
                                 si_hay("Folio", hasta<40>),
                                 {"MonedaDR"},
                                 si_hay("EquivalenciaDR", equivalencia),
                                 {"NumParcialidad", parcialidad},
                                 {"ImpSaldoAnt", decimales_aparte},
                                 {"ImpPagado", decimales_aparte},
                                 {"ImpSaldoInsoluto", decimales_aparte},
                                 {"ObjetoImpDR"}};
constexpr Hijo en_docto[] = {{&impuestos_dr, true}};
constexpr Nodo docto{"DoctoRelacionado", de_docto, en_docto};
constexpr Atributo de_retencion_p[] = {{"ImpuestoP"}, {"ImporteP", importe_escrito}};
constexpr Nodo retencion_p{"RetencionP", de_retencion_p, {}};
constexpr Hijo en_retenciones_p[] = {{&retencion_p, false, true}};
constexpr Nodo retenciones_p{"RetencionesP", {}, en_retenciones_p};
constexpr Atributo de_traslado_p[] = {si_hay("BaseP", importe_escrito), si_hay("ImpuestoP"), si_hay("TipoFactorP"),
                                      si_hay("TasaOCuotaP", tasa), si_hay("ImporteP", importe_escrito)};
constexpr Nodo traslado_p{"TrasladoP", de_traslado_p, {}};
constexpr Hijo en_traslados_p[] = {{&traslado_p, false, true}};
constexpr Nodo traslados_p{"TrasladosP", {}, en_traslados_p};
constexpr Hijo en_impuestos_p[] = {{&retenciones_p, true}, {&traslados_p, true}};
constexpr Nodo impuestos_p{"ImpuestosP", {}, en_impuestos_p};
constexpr Atributo de_pago[] = {{"FechaPago", fecha_y_hora},
                                {"FormaDePagoP"},
                                {"MonedaP"},
                                si_hay("TipoCambioP", positivo),
                                {"Monto", decimales_aparte},
                                si_hay("NumOperacion", hasta<100>),
                                si_hay("RfcEmisorCtaOrd", escrita_como<Rfc>),
                                si_hay("NomBancoOrdExt", hasta<300>),
                                si_hay("CtaOrdenante", hasta<50>),
                                si_hay("RfcEmisorCtaBen", escrita_como<Rfc>),
                                si_hay("CtaBeneficiario", hasta<50>),
                                si_hay("TipoCadPago"),
                                si_hay("CertPago", algo),
                                si_hay("CadPago", algo),
                                si_hay("SelloPago", algo)};
constexpr Hijo en_pago[] = {{&docto, false, true}, {&impuestos_p, true}};
constexpr Nodo pago{"Pago", de_pago, en_pago};
constexpr Atributo de_totales[] = {si_hay("TotalRetencionesIVA", importe_escrito),
                                   si_hay("TotalRetencionesISR", importe_escrito),
                                   si_hay("TotalRetencionesIEPS", importe_escrito),
                                   si_hay("TotalTrasladosBaseIVA16", importe_escrito),
                                   si_hay("TotalTrasladosImpuestoIVA16", importe_escrito),
                                   si_hay("TotalTrasladosBaseIVA8", importe_escrito),
                                   si_hay("TotalTrasladosImpuestoIVA8", importe_escrito),
                                   si_hay("TotalTrasladosBaseIVA0", importe_escrito),
                                   si_hay("TotalTrasladosImpuestoIVA0", importe_escrito),
                                   si_hay("TotalTrasladosBaseIVAExento", importe_escrito),
                                   {"MontoTotalPagos", importe_escrito}};
constexpr Nodo totales{"Totales", de_totales, {}};
constexpr Atributo de_pagos[] = {{"Version", version_2}};
constexpr Hijo en_pagos[] = {{&totales}, {&pago, false, true}};
constexpr Nodo pagos{"Pagos", de_pagos, en_pagos};

// ---- CFDI 3.3: structure that no rule of 4.0 checks ----
constexpr Atributo de_emisor_33[] = {{"Rfc", escrita_como<Rfc>}, si_hay("Nombre", hasta<254>), {"RegimenFiscal"}};
constexpr Nodo emisor_33{"Emisor", de_emisor_33, {}};
constexpr Atributo de_receptor_33[] = {{"Rfc", escrita_como<Rfc>},
                                       si_hay("Nombre", hasta<254>),
                                       si_hay("ResidenciaFiscal"),
                                       si_hay("NumRegIdTrib", hasta<40>),
                                       {"UsoCFDI"}};
constexpr Nodo receptor_33{"Receptor", de_receptor_33, {}};
constexpr Atributo de_concepto_33[] = {{"ClaveProdServ"},
                                       si_hay("NoIdentificacion", hasta<100>),
                                       {"Cantidad", positivo},
                                       {"ClaveUnidad"},
                                       si_hay("Unidad", hasta<20>),
                                       {"Descripcion", hasta<1000>},
                                       {"ValorUnitario", importe_escrito},
                                       {"Importe", importe_escrito},
                                       si_hay("Descuento", importe_escrito)};
constexpr Hijo en_concepto_33[] = {{&impuestos_de_concepto, true},
                                   {&aduana, true, true},
                                   {&predial, true},
                                   {&complemento_concepto, true},
                                   {&parte, true, true}};
constexpr Nodo concepto_33{"Concepto", de_concepto_33, en_concepto_33};
constexpr Hijo en_conceptos_33[] = {{&concepto_33, false, true}};
constexpr Nodo conceptos_33{"Conceptos", {}, en_conceptos_33};
constexpr Atributo de_retencion_33[] = {{"Impuesto"}, {"Importe", importe_escrito}};
constexpr Nodo retencion_33{"Retencion", de_retencion_33, {}};
constexpr Hijo en_retenciones_33[] = {{&retencion_33, false, true}};
constexpr Nodo retenciones_33{"Retenciones", {}, en_retenciones_33};
constexpr Atributo de_traslado_33[] = {
    {"Impuesto"}, {"TipoFactor"}, {"TasaOCuota", tasa}, {"Importe", importe_escrito}};
constexpr Nodo traslado_33{"Traslado", de_traslado_33, {}};
constexpr Hijo en_traslados_33[] = {{&traslado_33, false, true}};
constexpr Nodo traslados_33{"Traslados", {}, en_traslados_33};
constexpr Atributo de_resumen_33[] = {si_hay("TotalImpuestosRetenidos", importe_escrito),
                                      si_hay("TotalImpuestosTrasladados", importe_escrito)};
constexpr Hijo en_resumen_33[] = {{&retenciones_33, true}, {&traslados_33, true}};
constexpr Nodo resumen_33{"Impuestos", de_resumen_33, en_resumen_33};
constexpr Atributo de_comprobante_33[] = {{"Version"},
                                          si_hay("Serie", hasta<25>),
                                          si_hay("Folio", hasta<40>),
                                          {"Fecha", fecha_y_hora},
                                          {"Sello"},
                                          si_hay("FormaPago"),
                                          {"NoCertificado", digitos<20>},
                                          {"Certificado"},
                                          si_hay("CondicionesDePago", hasta<1000>),
                                          {"SubTotal", importe_escrito},
                                          si_hay("Descuento", importe_escrito),
                                          {"Moneda"},
                                          si_hay("TipoCambio", positivo),
                                          {"Total", importe_escrito},
                                          {"TipoDeComprobante"},
                                          si_hay("MetodoPago"),
                                          {"LugarExpedicion", digitos<5>},
                                          si_hay("Confirmacion", confirmacion)};
constexpr Hijo en_comprobante_33[] = {{&relacionados, true}, {&emisor_33},        {&receptor_33},
                                      {&conceptos_33},       {&resumen_33, true}, {&complemento, true, true},
                                      {&addenda, true}};
constexpr Nodo comprobante_33{"Comprobante", de_comprobante_33, en_comprobante_33};

constexpr Atributo de_docto_10[] = {{"IdDocumento", documento},
                                    si_hay("Serie", hasta<25>),
                                    si_hay("Folio", hasta<40>),
                                    {"MonedaDR"},
                                    si_hay("TipoCambioDR", positivo),
                                    {"MetodoDePagoDR"},
                                    si_hay("NumParcialidad", parcialidad),
                                    si_hay("ImpSaldoAnt", importe_escrito),
                                    si_hay("ImpPagado", importe_escrito),
                                    si_hay("ImpSaldoInsoluto", importe_escrito)};
constexpr Nodo docto_10{"DoctoRelacionado", de_docto_10, {}};
constexpr Hijo en_pago_10[] = {{&docto_10, true, true}, {&resumen_33, true, true}};
constexpr Nodo pago_10{"Pago", de_pago, en_pago_10};
constexpr Atributo de_pagos_10[] = {{"Version", version_1}};
constexpr Hijo en_pagos_10[] = {{&pago_10, false, true}};
constexpr Nodo pagos_10{"Pagos", de_pagos_10, en_pagos_10};

// ---- other complements ----
constexpr Atributo de_timbre[] = {{"Version"},  // other rules check the version and the folio
                                  {"UUID"},
                                  {"FechaTimbrado", fecha_y_hora},
                                  {"RfcProvCertif", rfc_de_empresa},
                                  si_hay("Leyenda", hasta<150>),
                                  {"SelloCFD"},
                                  {"NoCertificadoSAT", digitos<20>},
                                  {"SelloSAT"}};
constexpr Nodo timbre{"TimbreFiscalDigital", de_timbre, {}};

constexpr Atributo de_retencion_local[] = {{"ImpLocRetenido"}, {"TasadeRetencion", centavos}, {"Importe", centavos}};
constexpr Nodo retencion_local{"RetencionesLocales", de_retencion_local, {}};
constexpr Atributo de_traslado_local[] = {{"ImpLocTrasladado"}, {"TasadeTraslado", centavos}, {"Importe", centavos}};
constexpr Nodo traslado_local{"TrasladosLocales", de_traslado_local, {}};
constexpr Atributo de_locales[] = {
    {"version", version_1}, {"TotaldeRetenciones", centavos}, {"TotaldeTraslados", centavos}};
constexpr Hijo en_locales[] = {{&retencion_local, true, true}, {&traslado_local, true, true}};
constexpr Nodo locales{"ImpuestosLocales", de_locales, en_locales, false, true};

constexpr Atributo de_leyenda[] = {si_hay("disposicionFiscal", algo), si_hay("norma", algo), {"textoLeyenda", algo}};
constexpr Nodo leyenda{"Leyenda", de_leyenda, {}};
constexpr Atributo de_leyendas[] = {{"version", version_1}};
constexpr Hijo en_leyendas[] = {{&leyenda, false, true}};
constexpr Nodo leyendas{"LeyendasFiscales", de_leyendas, en_leyendas};

constexpr Atributo de_educativas[] = {{"version", version_1},
                                      {"nombreAlumno"},
                                      {"CURP", escrita_como<Curp>},
                                      {"nivelEducativo", nivel_educativo},
                                      {"autRVOE", algo},
                                      si_hay("rfcPago", escrita_como<Rfc>)};
constexpr Nodo educativas{"instEducativas", de_educativas, {}};

// Conocido: a complement whose content is checked, by its parent and its namespace.
struct Conocido {
    std::string_view donde, espacio;
    Nodo const* nodo;
};
constexpr Conocido conocidos[] = {
    {"Complemento", espacio::timbre, &timbre},     {"Complemento", espacio::pagos20, &pagos},
    {"Complemento", espacio::pagos10, &pagos_10},  {"Complemento", espacio::locales, &locales},
    {"Complemento", espacio::leyendas, &leyendas}, {"ComplementoConcepto", espacio::iedu, &educativas}};

// ---- the walk ----
class Revision {
public:
    explicit Revision(Juicio& juicio) : j(juicio) {}

    void revisar(Elemento const& e, Nodo const& nodo, std::string const& ruta) {
        revisar_atributos(e, nodo, ruta);
        if (nodo.otros)
            revisar_complementos(e, ruta);
        else
            revisar_hijos(e, nodo, ruta);
    }

private:
    void revisar_atributos(Elemento const& e, Nodo const& nodo, std::string const& ruta) {
        for (auto const& a : nodo.atributos)
            if (!a.opcional)
                j.exige(e.atributo(a.nombre) != nullptr, [&] { return ruta + ": falta " + std::string(a.nombre); });
        if (nodo.otros) return;
        for (auto const& escrito : e.atributos) {
            auto const a = std::find_if(nodo.atributos.begin(), nodo.atributos.end(),
                                        [&](auto const& otro) { return otro.nombre == escrito.first; });
            bool const conocido = a != nodo.atributos.end();
            j.exige(conocido, [&] { return hallado(ruta, "atributo desconocido", std::string(escrito.first)); });
            if (conocido && a->vale != nullptr)
                j.exige(a->vale(escrito.second), [&] {
                    return hallado(ruta, escrito.first, std::string(escrito.second)) + " está mal escrito";
                });
        }
    }
    void revisar_hijos(Elemento const& e, Nodo const& nodo, std::string const& ruta) {
        auto toca = nodo.hijos.begin();  // next child that the schema allows
        std::vector<std::size_t> cuantos(nodo.hijos.size());
        for (auto const& hijo : e.hijos) {
            auto const es = [&](Hijo const& h) { return hijo.espacio == e.espacio && h.nodo->nombre == hijo.nombre; };
            auto const donde = std::find_if(toca, nodo.hijos.end(), es);
            if (donde == nodo.hijos.end()) {
                bool const antes = std::any_of(nodo.hijos.begin(), toca, es);
                j.exige(false, [&] {
                    return ruta + ": " + citado(hijo.nombre) + (antes ? " está fuera de orden" : " no va ahí");
                });
                continue;
            }
            if (!nodo.sin_orden) toca = donde;
            auto& n = cuantos[static_cast<std::size_t>(donde - nodo.hijos.begin())];
            auto const lugar = ruta + "/" + std::string(hijo.nombre);
            j.exige(++n == 1 || donde->varios, [&] { return lugar + ": está repetido"; });
            revisar(hijo, *donde->nodo, donde->varios ? con_indice(lugar, n - 1) : lugar);
        }
        for (std::size_t i = 0; i < cuantos.size(); ++i)
            if (!nodo.hijos[i].opcional)
                j.exige(cuantos[i] > 0, [&] { return ruta + ": falta " + std::string(nodo.hijos[i].nodo->nombre); });
    }
    void revisar_complementos(Elemento const& e, std::string const& ruta) {
        for (auto const& hijo : e.hijos) {
            auto const cual = std::find_if(std::begin(conocidos), std::end(conocidos), [&](auto const& c) {
                return c.donde == e.nombre && c.espacio == hijo.espacio;
            });
            if (cual == std::end(conocidos)) continue;
            auto const& nodo = *cual->nodo;
            j.exige(hijo.nombre == nodo.nombre, [&] {
                return hallado(ruta, "complemento", std::string(hijo.nombre)) + ", esperado " +
                       std::string(nodo.nombre);
            });
            if (hijo.nombre == nodo.nombre) revisar(hijo, nodo, ruta + "/" + std::string(hijo.nombre));
        }
    }
    Juicio& j;
};

}  // namespace

Verificacion revisar_estructura(Cfdi const& cfdi) {
    Verificacion v{"XSD", "Elementos y atributos como los pide el esquema del SAT", Dictamen::no_aplica, {}};
    Juicio juicio;
    Revision(juicio).revisar(cfdi.raiz, cfdi.v40() ? comprobante : comprobante_33, "Comprobante");
    juicio.cierra(v);
    return v;
}

}  // namespace gestor::fiscal
