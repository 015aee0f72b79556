#include "domain/fiscal/cadena.hpp"

#include <algorithm>
#include <iterator>
#include <span>

namespace gestor::fiscal {
namespace {

// Row of the walk of an element. `Fecha`: an attribute that always takes a place, empty when absent. `Serie?`: an
// attribute that takes a place only when present, even empty. `<a/b`: each child b of each child a, by the row of b.
// `<a/b=c`: the same by row c. `*`: each child; a complement is found by its namespace.
struct Fila {
    std::string_view nombre, pasos;
};

constexpr Fila cfdi40[]{
    {"Comprobante",
     "Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? "
     "Total TipoDeComprobante Exportacion MetodoPago? LugarExpedicion Confirmacion? <InformacionGlobal "
     "<CfdiRelacionados <Emisor <Receptor <Conceptos/Concepto <Impuestos <Complemento"},
    {"InformacionGlobal", "Periodicidad Meses Año"},
    {"CfdiRelacionados", "TipoRelacion <CfdiRelacionado"},
    {"CfdiRelacionado", "UUID"},
    {"Emisor", "Rfc Nombre RegimenFiscal FacAtrAdquirente?"},
    {"Receptor", "Rfc Nombre DomicilioFiscalReceptor ResidenciaFiscal? NumRegIdTrib? RegimenFiscalReceptor UsoCFDI"},
    {"Concepto",
     "ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento? "
     "ObjetoImp <Impuestos/Traslados/Traslado <Impuestos/Retenciones/Retencion=RetencionDeConcepto <ACuentaTerceros "
     "<InformacionAduanera <CuentaPredial <ComplementoConcepto <Parte"},
    {"Traslado", "Base Impuesto TipoFactor TasaOCuota? Importe?"},
    {"RetencionDeConcepto", "Base Impuesto TipoFactor TasaOCuota Importe"},
    {"ACuentaTerceros",
     "RfcACuentaTerceros NombreACuentaTerceros RegimenFiscalACuentaTerceros DomicilioFiscalACuentaTerceros"},
    {"InformacionAduanera", "NumeroPedimento"},
    {"CuentaPredial", "Numero"},
    {"ComplementoConcepto", "*"},
    {"Parte",
     "ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe? <InformacionAduanera"},
    {"Impuestos", "<Retenciones/Retencion TotalImpuestosRetenidos? <Traslados/Traslado TotalImpuestosTrasladados?"},
    {"Retencion", "Impuesto Importe"},
    {"Complemento", "*"},
};

constexpr Fila cfdi33[]{
    {"Comprobante",
     "Version Serie? Folio? Fecha FormaPago? NoCertificado CondicionesDePago? SubTotal Descuento? Moneda TipoCambio? "
     "Total TipoDeComprobante MetodoPago? LugarExpedicion Confirmacion? <CfdiRelacionados <Emisor <Receptor "
     "<Conceptos/Concepto <Impuestos <Complemento"},
    {"CfdiRelacionados", "TipoRelacion <CfdiRelacionado"},
    {"CfdiRelacionado", "UUID"},
    {"Emisor", "Rfc Nombre? RegimenFiscal"},
    {"Receptor", "Rfc Nombre? ResidenciaFiscal? NumRegIdTrib? UsoCFDI"},
    {"Concepto",
     "ClaveProdServ NoIdentificacion? Cantidad ClaveUnidad Unidad? Descripcion ValorUnitario Importe Descuento? "
     "<Impuestos/Traslados/Traslado=TrasladoDeConcepto <Impuestos/Retenciones/Retencion=RetencionDeConcepto "
     "<InformacionAduanera <CuentaPredial <ComplementoConcepto <Parte"},
    {"TrasladoDeConcepto", "Base Impuesto TipoFactor TasaOCuota? Importe?"},
    {"RetencionDeConcepto", "Base Impuesto TipoFactor TasaOCuota Importe"},
    {"InformacionAduanera", "NumeroPedimento"},
    {"CuentaPredial", "Numero"},
    {"ComplementoConcepto", "*"},
    {"Parte",
     "ClaveProdServ NoIdentificacion? Cantidad Unidad? Descripcion ValorUnitario? Importe? <InformacionAduanera"},
    {"Impuestos", "<Retenciones/Retencion TotalImpuestosRetenidos? <Traslados/Traslado TotalImpuestosTrasladados?"},
    {"Retencion", "Impuesto Importe"},
    {"Traslado", "Impuesto TipoFactor TasaOCuota Importe"},
    {"Complemento", "*"},
};

constexpr Fila pagos20[]{
    {"Pagos", "Version <Totales <Pago"},
    {"Totales",
     "TotalRetencionesIVA? TotalRetencionesISR? TotalRetencionesIEPS? TotalTrasladosBaseIVA16? "
     "TotalTrasladosImpuestoIVA16? TotalTrasladosBaseIVA8? TotalTrasladosImpuestoIVA8? TotalTrasladosBaseIVA0? "
     "TotalTrasladosImpuestoIVA0? TotalTrasladosBaseIVAExento? MontoTotalPagos"},
    {"Pago",
     "FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt? CtaOrdenante? "
     "RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago? <DoctoRelacionado <ImpuestosP"},
    {"DoctoRelacionado",
     "IdDocumento Serie? Folio? MonedaDR EquivalenciaDR? NumParcialidad ImpSaldoAnt ImpPagado ImpSaldoInsoluto "
     "ObjetoImpDR <ImpuestosDR/RetencionesDR/RetencionDR <ImpuestosDR/TrasladosDR/TrasladoDR"},
    {"RetencionDR", "BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR ImporteDR"},
    {"TrasladoDR", "BaseDR ImpuestoDR TipoFactorDR TasaOCuotaDR? ImporteDR?"},
    {"ImpuestosP", "<RetencionesP/RetencionP <TrasladosP/TrasladoP"},
    {"RetencionP", "ImpuestoP ImporteP"},
    {"TrasladoP", "BaseP ImpuestoP TipoFactorP TasaOCuotaP? ImporteP?"},
};

constexpr Fila pagos10[]{
    {"Pagos", "Version <Pago"},
    {"Pago",
     "FechaPago FormaDePagoP MonedaP TipoCambioP? Monto NumOperacion? RfcEmisorCtaOrd? NomBancoOrdExt? CtaOrdenante? "
     "RfcEmisorCtaBen? CtaBeneficiario? TipoCadPago? CertPago? CadPago? SelloPago? <DoctoRelacionado <Impuestos"},
    {"DoctoRelacionado",
     "IdDocumento Serie? Folio? MonedaDR TipoCambioDR? MetodoDePagoDR NumParcialidad? ImpSaldoAnt? ImpPagado? "
     "ImpSaldoInsoluto?"},
    {"Impuestos", "TotalImpuestosRetenidos? TotalImpuestosTrasladados? <Retenciones/Retencion <Traslados/Traslado"},
    {"Retencion", "Impuesto Importe"},
    {"Traslado", "Impuesto TipoFactor TasaOCuota Importe"},
};

constexpr Fila locales[]{
    {"ImpuestosLocales", "version TotaldeRetenciones TotaldeTraslados <RetencionesLocales <TrasladosLocales"},
    {"RetencionesLocales", "ImpLocRetenido TasadeRetencion Importe"},
    {"TrasladosLocales", "ImpLocTrasladado TasadeTraslado Importe"},
};

constexpr Fila leyendas[]{
    {"LeyendasFiscales", "version <Leyenda"},
    {"Leyenda", "disposicionFiscal? norma? textoLeyenda"},
};

constexpr Fila iedu[]{{"instEducativas", "version nombreAlumno CURP nivelEducativo autRVOE rfcPago?"}};

// the stamp is added after the seal, so it is not part of the text
constexpr Fila timbre[]{{"TimbreFiscalDigital", ""}};

// The first row of each table is its root element.
struct Vocabulario {
    std::string_view espacio;
    std::span<Fila const> filas;
    std::string_view solo_en = {};  // element that only one version of CFDI has
};
constexpr Vocabulario vocabularios[]{
    {espacio::cfdi40, cfdi40, espacio::cfdi40},
    {espacio::cfdi33, cfdi33, espacio::cfdi33},
    {espacio::pagos20, pagos20, espacio::cfdi40},
    {espacio::pagos10, pagos10, espacio::cfdi33},
    {espacio::locales, locales},
    {espacio::leyendas, leyendas},
    {espacio::iedu, iedu},
    {espacio::timbre, timbre},
};

std::string_view hasta(std::string_view& texto, char separador) {
    auto const en = std::min(texto.find(separador), texto.size());
    auto const parte = texto.substr(0, en);
    texto.remove_prefix(std::min(en + 1, texto.size()));
    return parte;
}

// Value as it stands in the original string: XML white space trimmed at the ends, and each inner run replaced by one
// blank.
void agregar(std::string& cadena, std::string_view valor) {
    constexpr std::string_view blancos = " \t\r\n";
    cadena += '|';
    for (bool primera = true; !valor.empty(); primera = false) {
        valor.remove_prefix(std::min(valor.find_first_not_of(blancos), valor.size()));
        auto const palabra = valor.substr(0, valor.find_first_of(blancos));
        if (!primera && !palabra.empty()) cadena += ' ';
        cadena += palabra;
        valor.remove_prefix(palabra.size());
    }
}

class Recorrido {
public:
    explicit Recorrido(Elemento const& raiz) : version_(raiz.espacio) { complemento(raiz); }
    std::string cadena;
    std::vector<std::string> desconocidos;

private:
    void complemento(Elemento const& e) {
        auto const suyo = std::ranges::find(vocabularios, e.espacio, &Vocabulario::espacio);
        if (suyo == std::end(vocabularios) || suyo->filas[0].nombre != e.nombre ||
            (!suyo->solo_en.empty() && suyo->solo_en != version_))
            desconocidos.emplace_back(e.nombre);
        else
            elemento(e, *suyo, e.nombre);
    }
    void elemento(Elemento const& e, Vocabulario const& vocabulario, std::string_view nombre) {
        auto pasos = std::ranges::find(vocabulario.filas, nombre, &Fila::nombre)->pasos;
        while (!pasos.empty()) {
            auto paso = hasta(pasos, ' ');
            if (paso == "*") {
                for (auto const& hijo : e.hijos) complemento(hijo);
            } else if (paso.starts_with('<')) {
                paso.remove_prefix(1);
                auto const ruta = hasta(paso, '=');
                descender(e, vocabulario, ruta, paso.empty() ? ruta.substr(ruta.rfind('/') + 1) : paso);
            } else {
                bool const opcional = paso.ends_with('?');
                if (opcional) paso.remove_suffix(1);
                auto const* const valor = e.atributo(paso);
                if (valor != nullptr || !opcional) agregar(cadena, valor == nullptr ? std::string_view() : *valor);
            }
        }
    }
    void descender(Elemento const& e, Vocabulario const& vocabulario, std::string_view ruta, std::string_view fila) {
        auto const nombre = hasta(ruta, '/');
        for (auto const& hijo : e.hijos) {
            if (hijo.nombre != nombre || hijo.espacio != vocabulario.espacio) continue;
            if (ruta.empty())
                elemento(hijo, vocabulario, fila);
            else
                descender(hijo, vocabulario, ruta, fila);
        }
    }

    std::string_view version_;
};

}  // namespace

std::optional<std::string> cadena_original(Cfdi const& cfdi) {
    Recorrido const recorrido(cfdi.raiz);
    if (!recorrido.desconocidos.empty()) return std::nullopt;
    return "|" + recorrido.cadena + "||";
}

std::vector<std::string> complementos_sin_cadena(Cfdi const& cfdi) {
    return Recorrido(cfdi.raiz).desconocidos;
}

std::string cadena_original(Timbre const& t) {
    std::string cadena = "|";
    for (auto const* dato : {&t.version, &t.uuid, &t.fechaTimbrado, &t.rfcProvCertif})
        agregar(cadena, dato->value_or(""));
    if (t.leyenda) agregar(cadena, *t.leyenda);
    for (auto const* dato : {&t.selloCFD, &t.noCertificadoSAT}) agregar(cadena, dato->value_or(""));
    return cadena + "||";
}

}  // namespace gestor::fiscal
