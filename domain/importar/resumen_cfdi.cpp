#include "domain/importar/resumen_cfdi.hpp"

#include "domain/valores/csv_salida.hpp"

namespace gestor::importar {
namespace {

struct Reporte {
    std::vector<SumaDeProveedor> proveedores;
};
DTO(Reporte, proveedores)

Importe leido(fiscal::Dato const& dato) {
    Importe valor;
    return dato && !Importe::leer(*dato, valor) ? valor : Importe{};
}

void sumar_traslado(fiscal::ImpuestoCfdi const& t, SumaDeProveedor& s) {
    auto const base = leido(t.base), importe = leido(t.importe);
    if (t.impuesto == "003") {
        s.ieps += importe;
    } else if (t.tipoFactor == "Exento") {
        s.exento += base;
    } else if (auto const tasa = leido(t.tasaOCuota); tasa == Importe{"0.16"}) {
        s.base16 += base, s.iva16 += importe;
    } else if (tasa == Importe{"0.08"}) {
        s.base8 += base, s.iva8 += importe;
    } else {
        s.base0 += base;
    }
}

void sumar_impuestos(fiscal::ImpuestosCfdi const& suyos, SumaDeProveedor& s) {
    for (auto const& t : suyos.traslados) sumar_traslado(t, s);
    for (auto const& r : suyos.retenciones) (r.impuesto == "001" ? s.isrRetenido : s.ivaRetenido) += leido(r.importe);
}

constexpr Importe SumaDeProveedor::*importes_sumados[]{
    &SumaDeProveedor::subtotal,    &SumaDeProveedor::descuento,      &SumaDeProveedor::base16,
    &SumaDeProveedor::iva16,       &SumaDeProveedor::base8,          &SumaDeProveedor::iva8,
    &SumaDeProveedor::base0,       &SumaDeProveedor::exento,         &SumaDeProveedor::noAfecto,
    &SumaDeProveedor::ieps,        &SumaDeProveedor::locales,        &SumaDeProveedor::ivaRetenido,
    &SumaDeProveedor::isrRetenido, &SumaDeProveedor::retencionLocal, &SumaDeProveedor::total};

// Amounts of one CFDI, in cents. Its summary of taxes was rounded as its total was; a 3.3 has no bases there.
SumaDeProveedor importes_de(fiscal::Cfdi const& cfdi) {
    SumaDeProveedor s;
    s.subtotal = leido(cfdi.subTotal), s.descuento = leido(cfdi.descuento), s.total = leido(cfdi.total);
    if (cfdi.v40() && cfdi.impuestos)
        sumar_impuestos(*cfdi.impuestos, s);
    else
        for (auto const& c : cfdi.conceptos)
            if (c.impuestos) sumar_impuestos(*c.impuestos, s);
    if (cfdi.locales)
        s.locales = leido(cfdi.locales->totalTraslados), s.retencionLocal = leido(cfdi.locales->totalRetenciones);
    for (auto const m : importes_sumados) s.*m = redondear<2>(s.*m);
    s.noAfecto = s.subtotal - s.descuento + s.ieps - s.base16 - s.base8 - s.base0 - s.exento;
    return s;
}

}  // namespace

void ResumenPorProveedor::agregar(fiscal::Cfdi const& cfdi) {
    auto const rfc = cfdi.emisor.rfc.value_or(""), metodo = cfdi.metodoPago.value_or(""),
               divisa = cfdi.moneda.value_or("");
    auto const tipo = cfdi.tipoDeComprobante.value_or("");
    auto& s = sumas_[{rfc, tipo == "E", metodo, divisa}];
    s.tipo = Cadena::de_base(tipo);
    s.rfc = Cadena::de_base(rfc), s.metodoPago = Cadena::de_base(metodo), s.moneda = Cadena::de_base(divisa);
    if (s.proveedor.vacio()) s.proveedor = Cadena::de_base(cfdi.emisor.nombre.value_or(""));
    s.cfdi += Cantidad::de_entero(1);
    auto const suyos = importes_de(cfdi);
    for (auto const m : importes_sumados) s.*m += suyos.*m;
}

std::string ResumenPorProveedor::csv() const {
    Reporte reporte;
    for (auto const& [llave, suma] : sumas_) reporte.proveedores.push_back(suma);
    std::string salida;
    csv_escribir(*filas_de_reporte(*tipo_de<Reporte>()), &reporte, salida);
    return salida;
}

}  // namespace gestor::importar
