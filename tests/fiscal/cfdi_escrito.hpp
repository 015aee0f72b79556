#pragma once
// A CFDI written as XML, and a small catalog to judge it.
#include <string>

#include "domain/fiscal/catalogos.hpp"
#include "domain/fiscal/cfdi.hpp"

namespace gestor::fiscal {

class Escritor {
public:
    using Atributos = std::initializer_list<std::pair<char const*, Dato const*>>;
    template <class F>
    void nodo(std::string const& nombre, Atributos atributos, F hijos) {
        abrir(nombre, atributos);
        texto_ += ">";
        hijos();
        texto_ += "</" + nombre + ">";
    }
    void nodo(std::string const& nombre, Atributos atributos) {
        abrir(nombre, atributos);
        texto_ += "/>";
    }
    std::string texto_;

private:
    void abrir(std::string const& nombre, Atributos atributos) {
        texto_ += "<" + nombre;
        for (auto const& [atributo, dato] : atributos) {
            if (!*dato) continue;
            texto_ += std::string(" ") + atributo + "=\"";
            for (char const c : **dato) switch (c) {
                    case '<':
                        texto_ += "&lt;";
                        break;
                    case '&':
                        texto_ += "&amp;";
                        break;
                    case '"':
                        texto_ += "&quot;";
                        break;
                    default:
                        texto_ += c;
                }
            texto_ += "\"";
        }
    }
};

inline void escribir_impuestos(Escritor& e, std::optional<ImpuestosCfdi> const& impuestos, std::string const& prefijo,
                               std::string const& cola, bool traslados_antes, bool resumen) {
    if (!impuestos) return;
    auto const& i = *impuestos;
    auto const n = [&](char const* nombre) { return std::string(nombre) + cola; };
    auto const fila = [&](char const* nombre, ImpuestoCfdi const& f) {
        auto const base = n("Base"), impuesto = n("Impuesto"), factor = n("TipoFactor"), tasa = n("TasaOCuota"),
                   importe = n("Importe");
        e.nodo(prefijo + n(nombre), {{base.c_str(), &f.base},
                                     {impuesto.c_str(), &f.impuesto},
                                     {factor.c_str(), &f.tipoFactor},
                                     {tasa.c_str(), &f.tasaOCuota},
                                     {importe.c_str(), &f.importe}});
    };
    auto const traslados = [&] {
        if (!i.traslados.empty() || i.traslados_presente)
            e.nodo(prefijo + n("Traslados"), {}, [&] {
                for (auto const& f : i.traslados) fila("Traslado", f);
            });
    };
    auto const retenciones = [&] {
        if (!i.retenciones.empty() || i.retenciones_presente)
            e.nodo(prefijo + n("Retenciones"), {}, [&] {
                for (auto const& f : i.retenciones) fila("Retencion", f);
            });
    };
    static Dato const nada;
    e.nodo(prefijo + n("Impuestos"),
           {{"TotalImpuestosRetenidos", resumen ? &i.totalRetenidos : &nada},
            {"TotalImpuestosTrasladados", resumen ? &i.totalTrasladados : &nada}},
           [&] {
               if (traslados_antes) traslados();
               retenciones();
               if (!traslados_antes) traslados();
           });
}

inline void escribir_concepto(Escritor& e, ConceptoCfdi const& c) {
    e.nodo("cfdi:Concepto",
           {{"ClaveProdServ", &c.claveProdServ},
            {"NoIdentificacion", &c.noIdentificacion},
            {"Cantidad", &c.cantidad},
            {"ClaveUnidad", &c.claveUnidad},
            {"Unidad", &c.unidad},
            {"Descripcion", &c.descripcion},
            {"ValorUnitario", &c.valorUnitario},
            {"Importe", &c.importe},
            {"Descuento", &c.descuento},
            {"ObjetoImp", &c.objetoImp}},
           [&] {
               escribir_impuestos(e, c.impuestos, "cfdi:", "", true, false);
               if (auto const& t = c.tercero)
                   e.nodo("cfdi:ACuentaTerceros", {{"RfcACuentaTerceros", &t->rfc},
                                                   {"NombreACuentaTerceros", &t->nombre},
                                                   {"RegimenFiscalACuentaTerceros", &t->regimenFiscal},
                                                   {"DomicilioFiscalACuentaTerceros", &t->domicilioFiscal}});
               for (auto const& p : c.pedimentos) e.nodo("cfdi:InformacionAduanera", {{"NumeroPedimento", &p}});
               for (auto const& p : c.partes)
                   e.nodo("cfdi:Parte",
                          {{"ClaveProdServ", &p.claveProdServ},
                           {"Cantidad", &p.cantidad},
                           {"Descripcion", &p.descripcion},
                           {"ValorUnitario", &p.valorUnitario},
                           {"Importe", &p.importe}},
                          [&] {
                              for (auto const& n : p.pedimentos)
                                  e.nodo("cfdi:InformacionAduanera", {{"NumeroPedimento", &n}});
                          });
           });
}

inline void escribir_pagos(Escritor& e, Pagos const& pagos) {
    e.nodo("pago20:Pagos", {{"Version", &pagos.version}}, [&] {
        if (auto const& t = pagos.totales)
            e.nodo("pago20:Totales", {{"TotalRetencionesIVA", &t->totalRetencionesIVA},
                                      {"TotalRetencionesISR", &t->totalRetencionesISR},
                                      {"TotalRetencionesIEPS", &t->totalRetencionesIEPS},
                                      {"TotalTrasladosBaseIVA16", &t->totalTrasladosBaseIVA16},
                                      {"TotalTrasladosImpuestoIVA16", &t->totalTrasladosImpuestoIVA16},
                                      {"TotalTrasladosBaseIVA8", &t->totalTrasladosBaseIVA8},
                                      {"TotalTrasladosImpuestoIVA8", &t->totalTrasladosImpuestoIVA8},
                                      {"TotalTrasladosBaseIVA0", &t->totalTrasladosBaseIVA0},
                                      {"TotalTrasladosImpuestoIVA0", &t->totalTrasladosImpuestoIVA0},
                                      {"TotalTrasladosBaseIVAExento", &t->totalTrasladosBaseIVAExento},
                                      {"MontoTotalPagos", &t->montoTotalPagos}});
        for (auto const& p : pagos.pagos)
            e.nodo("pago20:Pago",
                   {{"FechaPago", &p.fechaPago},
                    {"FormaDePagoP", &p.formaDePagoP},
                    {"MonedaP", &p.monedaP},
                    {"TipoCambioP", &p.tipoCambioP},
                    {"Monto", &p.monto},
                    {"NumOperacion", &p.numOperacion},
                    {"RfcEmisorCtaOrd", &p.rfcEmisorCtaOrd},
                    {"NomBancoOrdExt", &p.nomBancoOrdExt},
                    {"CtaOrdenante", &p.ctaOrdenante},
                    {"RfcEmisorCtaBen", &p.rfcEmisorCtaBen},
                    {"CtaBeneficiario", &p.ctaBeneficiario},
                    {"TipoCadPago", &p.tipoCadPago},
                    {"CertPago", &p.certPago},
                    {"CadPago", &p.cadPago},
                    {"SelloPago", &p.selloPago}},
                   [&] {
                       for (auto const& d : p.documentos)
                           e.nodo("pago20:DoctoRelacionado",
                                  {{"IdDocumento", &d.idDocumento},
                                   {"Serie", &d.serie},
                                   {"Folio", &d.folio},
                                   {"MonedaDR", &d.monedaDR},
                                   {"EquivalenciaDR", &d.equivalenciaDR},
                                   {"NumParcialidad", &d.numParcialidad},
                                   {"ImpSaldoAnt", &d.impSaldoAnt},
                                   {"ImpPagado", &d.impPagado},
                                   {"ImpSaldoInsoluto", &d.impSaldoInsoluto},
                                   {"ObjetoImpDR", &d.objetoImpDR}},
                                  [&] { escribir_impuestos(e, d.impuestos, "pago20:", "DR", false, false); });
                       escribir_impuestos(e, p.impuestos, "pago20:", "P", false, false);
                   });
    });
}

inline std::string escribir(Cfdi const& c) {
    static Dato const cfd = std::string(espacio::cfdi40), pago20 = std::string(espacio::pagos20),
                      implocal = std::string(espacio::locales);
    Escritor e;
    e.nodo("cfdi:Comprobante",
           {{"xmlns:cfdi", &cfd},
            {"xmlns:pago20", &pago20},
            {"xmlns:implocal", &implocal},
            {"Version", &c.version},
            {"Serie", &c.serie},
            {"Folio", &c.folio},
            {"Fecha", &c.fecha},
            {"Sello", &c.sello},
            {"FormaPago", &c.formaPago},
            {"NoCertificado", &c.noCertificado},
            {"Certificado", &c.certificado},
            {"CondicionesDePago", &c.condicionesDePago},
            {"SubTotal", &c.subTotal},
            {"Descuento", &c.descuento},
            {"Moneda", &c.moneda},
            {"TipoCambio", &c.tipoCambio},
            {"Total", &c.total},
            {"TipoDeComprobante", &c.tipoDeComprobante},
            {"Exportacion", &c.exportacion},
            {"MetodoPago", &c.metodoPago},
            {"LugarExpedicion", &c.lugarExpedicion},
            {"Confirmacion", &c.confirmacion}},
           [&] {
               if (auto const& g = c.global)
                   e.nodo("cfdi:InformacionGlobal",
                          {{"Periodicidad", &g->periodicidad}, {"Meses", &g->meses}, {"Año", &g->anio}});
               for (auto const& r : c.relaciones)
                   e.nodo("cfdi:CfdiRelacionados", {{"TipoRelacion", &r.tipoRelacion}}, [&] {
                       for (auto const& u : r.uuid) e.nodo("cfdi:CfdiRelacionado", {{"UUID", &u}});
                   });
               e.nodo("cfdi:Emisor", {{"Rfc", &c.emisor.rfc},
                                      {"Nombre", &c.emisor.nombre},
                                      {"RegimenFiscal", &c.emisor.regimenFiscal},
                                      {"FacAtrAdquirente", &c.emisor.facAtrAdquirente}});
               auto const& r = c.receptor;
               e.nodo("cfdi:Receptor", {{"Rfc", &r.rfc},
                                        {"Nombre", &r.nombre},
                                        {"DomicilioFiscalReceptor", &r.domicilioFiscalReceptor},
                                        {"ResidenciaFiscal", &r.residenciaFiscal},
                                        {"NumRegIdTrib", &r.numRegIdTrib},
                                        {"RegimenFiscalReceptor", &r.regimenFiscalReceptor},
                                        {"UsoCFDI", &r.usoCFDI}});
               e.nodo("cfdi:Conceptos", {}, [&] {
                   for (auto const& concepto : c.conceptos) escribir_concepto(e, concepto);
               });
               escribir_impuestos(e, c.impuestos, "cfdi:", "", false, true);
               e.nodo("cfdi:Complemento", {}, [&] {
                   for (auto const& p : c.pagos) escribir_pagos(e, p);
                   if (auto const& l = c.locales)
                       e.nodo("implocal:ImpuestosLocales",
                              {{"version", &l->version},
                               {"TotaldeRetenciones", &l->totalRetenciones},
                               {"TotaldeTraslados", &l->totalTraslados}},
                              [&] {
                                  for (auto const& i : l->retenciones)
                                      e.nodo("implocal:RetencionesLocales", {{"ImpLocRetenido", &i.nombre},
                                                                             {"TasadeRetencion", &i.tasa},
                                                                             {"Importe", &i.importe}});
                                  for (auto const& i : l->traslados)
                                      e.nodo("implocal:TrasladosLocales", {{"ImpLocTrasladado", &i.nombre},
                                                                           {"TasadeTraslado", &i.tasa},
                                                                           {"Importe", &i.importe}});
                              });
                   for (auto const& otro : c.complementos)  // complements that gestor does not read
                       e.texto_ += "<x:" + otro.nombre + " xmlns:x=\"" + otro.espacio + "\" Version=\"2.0\"/>";
               });
           });
    return e.texto_;
}

inline Catalogos catalogos_de_prueba() {
    Catalogos c;
    auto const claves = [](Tabla<Vigencia>& tabla, std::initializer_list<char const*> todas) {
        for (auto const* clave : todas) tabla[clave] = {20220101, 99991231};
    };
    claves(c.metodos_pago, {"PUE", "PPD"});
    claves(c.tipos_comprobante, {"I", "E", "T", "N", "P"});
    claves(c.exportaciones, {"01", "02", "03", "04"});
    claves(c.periodicidades, {"01", "02", "03", "04", "05"});
    claves(c.meses, {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14", "15", "16",
                     "17", "18"});
    claves(c.tipos_relacion, {"01", "02", "03", "04", "05", "06", "07"});
    claves(c.impuestos, {"001", "002", "003"});
    claves(c.tipos_factor, {"Tasa", "Cuota", "Exento"});
    claves(c.objetos_impuesto, {"01", "02", "03", "04", "05"});
    for (auto const* clave : {"06", "07", "08"}) c.objetos_impuesto[clave] = {20241213, 99991231};
    claves(c.productos, {"01010101", "84111506", "84111505", "50202306", "78101802", "43211503"});
    claves(c.unidades, {"ACT", "H87", "E48", "KGM", "LTR"});
    claves(c.tipos_cadena, {"01"});
    FormaPago efectivo, cheque, spei, dinero;
    cheque.ordenante = cheque.cuenta_ordenante = cheque.beneficiario = cheque.cuenta_beneficiario = true;
    cheque.patron_ordenante = Patron("[0-9]{11}|[0-9]{18}");
    cheque.patron_beneficiario = Patron("[0-9]{10,11}|[0-9]{15,16}|[0-9]{18}|[A-Z0-9_]{10,50}");
    spei = cheque;
    spei.cadena = true;
    spei.patron_ordenante = Patron("[0-9]{10}|[0-9]{16}|[0-9]{18}");
    dinero.ordenante = dinero.cuenta_ordenante = true;
    dinero.patron_ordenante = Patron("[0-9]{10}");
    c.formas_pago = {{"01", efectivo}, {"02", cheque}, {"03", spei}, {"06", dinero}, {"99", efectivo}};
    c.monedas = {{"MXN", {{}, 2}}, {"USD", {{}, 2}}, {"JPY", {{}, 0}}, {"XXX", {{}, 0}}};
    c.regimenes = {{"601", {{}, false, true}}, {"603", {{}, false, true}}, {"605", {{}, true, false}},
                   {"612", {{}, true, false}}, {"616", {{}, true, false}}, {"621", {{}, true, false}},
                   {"626", {{}, true, true}}};
    std::vector<std::string> const negocio = {"601", "603", "612", "621", "626"};
    c.usos = {{"G01", {{}, true, true, negocio}},
              {"G02", {{}, true, true, {"601", "603", "612", "616", "621", "626"}}},
              {"G03", {{}, true, true, negocio}},
              {"D10", {{}, true, false, {"605", "612"}}},
              {"S01", {{}, true, true, {"601", "603", "605", "612", "616", "621", "626"}}},
              {"CP01", {{}, true, true, {"601", "603", "605", "612", "616", "621", "626"}}},
              {"CN01", {{}, true, false, {"605"}}}};
    c.paises = {{"MEX", {}}, {"USA", {{}, Patron("[0-9]{9}")}}, {"DEU", {}}};
    auto const tasa = [&](char const* impuesto, char const* factor, char const* minimo, char const* maximo, bool t,
                          bool r) {
        c.tasas.push_back({{20220101, 99991231},
                           impuesto,
                           factor,
                           minimo ? Exacto::leer(minimo) : std::nullopt,
                           *Exacto::leer(maximo),
                           t,
                           r});
    };
    for (auto const* t : {"0.000000", "0.160000", "0.080000"}) tasa("002", "Tasa", nullptr, t, true, false);
    tasa("002", "Tasa", "0.000000", "0.160000", false, true);
    for (auto const* t : {"0.265000", "0.080000", "1.600000"}) tasa("003", "Tasa", nullptr, t, true, true);
    tasa("003", "Cuota", "0.000000", "72.160500", true, true);
    tasa("001", "Tasa", "0.000000", "0.350000", false, true);
    return c;
}

}  // namespace gestor::fiscal
