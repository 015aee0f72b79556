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
bool decimales_aparte(std::string_view t) {  // how many there may be, a rule says
    return Exacto::leer(t).has_value();
}
bool tasa(std::string_view t) {  // six decimals that count: zeros after them say nothing
    auto const valor = Exacto::leer(t);
    return valor && *valor == valor->redondeado(6);
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
// 1 to N characters, the separator of the original string not among them.
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
    return uuid(t) || t.size() == 16;  // as many as those have that were stamped when nobody could
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

// ---- what hangs where ----
struct Atributo {
    std::string_view nombre;
    Vale vale = nullptr;  // none: a rule looks at it, or anything goes
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
    bool otros = false;  // whatever a complement or an addenda brings
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
constexpr Atributo de_traslado_resumen[] = {si_hay("Base", decimales_aparte), si_hay("Impuesto"), si_hay("TipoFactor"),
                                            si_hay("TasaOCuota", tasa),
                                            si_hay("Importe", decimales_aparte)};  // which of them: a rule's
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
constexpr Atributo de_pagos[] = {{"Version"}};
constexpr Hijo en_pagos[] = {{&totales}, {&pago, false, true}};
constexpr Nodo pagos{"Pagos", de_pagos, en_pagos};

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
            j.exige(conocido, [&] { return hallado(ruta, "atributo desconocido", escrito.first); });
            if (conocido && a->vale != nullptr)
                j.exige(a->vale(escrito.second),
                        [&] { return hallado(ruta, escrito.first, escrito.second) + " está mal escrito"; });
        }
    }
    void revisar_hijos(Elemento const& e, Nodo const& nodo, std::string const& ruta) {
        auto toca = nodo.hijos.begin();  // who may come next
        std::vector<std::size_t> cuantos(nodo.hijos.size());
        for (auto const& hijo : e.hijos) {
            auto const es = [&](Hijo const& h) { return hijo.espacio == e.espacio && h.nodo->nombre == hijo.nombre; };
            auto const donde = std::find_if(toca, nodo.hijos.end(), es);
            if (donde == nodo.hijos.end()) {
                bool const antes = std::any_of(nodo.hijos.begin(), toca, es);
                j.exige(false, [&] {
                    return ruta + ": " + hijo.nombre.substr(0, 60) + (antes ? " está fuera de orden" : " no va ahí");
                });
                continue;
            }
            toca = donde;
            auto& n = cuantos[static_cast<std::size_t>(donde - nodo.hijos.begin())];
            auto const lugar = ruta + "/" + hijo.nombre;
            j.exige(++n == 1 || donde->varios, [&] { return lugar + ": está repetido"; });
            revisar(hijo, *donde->nodo, donde->varios ? con_indice(lugar, n - 1) : lugar);
        }
        for (std::size_t i = 0; i < cuantos.size(); ++i)
            if (!nodo.hijos[i].opcional)
                j.exige(cuantos[i] > 0, [&] { return ruta + ": falta " + std::string(nodo.hijos[i].nodo->nombre); });
    }
    void revisar_complementos(Elemento const& e, std::string const& ruta) {
        for (auto const& hijo : e.hijos)
            if (hijo.espacio == espacio::pagos20 && e.nombre == "Complemento") {
                j.exige(hijo.nombre == pagos.nombre, [&] { return ruta + ": de Pagos20 solo va Pagos"; });
                if (hijo.nombre == pagos.nombre) revisar(hijo, pagos, ruta + "/Pagos");
            }
    }
    Juicio& j;
};

}  // namespace

Verificacion revisar_estructura(Cfdi const& cfdi) {
    Verificacion v{"XSD", "Elementos y atributos como los pide el esquema del SAT", Dictamen::no_aplica,
                   "Solo se revisa el esquema de CFDI 4.0"};
    if (!cfdi.v40()) return v;
    Juicio juicio;
    Revision(juicio).revisar(cfdi.raiz, comprobante, "Comprobante");
    juicio.cierra(v);
    return v;
}

}  // namespace gestor::fiscal
