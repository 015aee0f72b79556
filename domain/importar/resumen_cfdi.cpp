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

}  // namespace

void ResumenPorProveedor::agregar(fiscal::Cfdi const& cfdi) {
    auto const rfc = cfdi.emisor.rfc.value_or(""), metodo = cfdi.metodoPago.value_or(""),
               divisa = cfdi.moneda.value_or("");
    auto& s = sumas_[{rfc, metodo, divisa}];
    s.rfc = Cadena::de_base(rfc), s.metodoPago = Cadena::de_base(metodo), s.moneda = Cadena::de_base(divisa);
    if (s.proveedor.vacio()) s.proveedor = Cadena::de_base(cfdi.emisor.nombre.value_or(""));
    s.cfdi += Cantidad::de_entero(1);
    s.total += leido(cfdi.total);
    for (auto const& c : cfdi.conceptos) {
        if (!c.impuestos) continue;
        for (auto const& t : c.impuestos->traslados) sumar_traslado(t, s);
        for (auto const& r : c.impuestos->retenciones)
            (r.impuesto == "001" ? s.isrRetenido : s.ivaRetenido) += leido(r.importe);
    }
}

std::string ResumenPorProveedor::csv() const {
    static constexpr Importe SumaDeProveedor::*importes[]{
        &SumaDeProveedor::base16, &SumaDeProveedor::iva16,       &SumaDeProveedor::base8,
        &SumaDeProveedor::iva8,   &SumaDeProveedor::base0,       &SumaDeProveedor::exento,
        &SumaDeProveedor::ieps,   &SumaDeProveedor::ivaRetenido, &SumaDeProveedor::isrRetenido};
    Reporte reporte;
    for (auto const& [llave, suma] : sumas_) {
        auto& s = reporte.proveedores.emplace_back(suma);
        for (auto const m : importes) s.*m = redondear<2>(s.*m);
    }
    std::string salida;
    csv_escribir(*filas_de_reporte(*tipo_de<Reporte>()), &reporte, salida);
    return salida;
}

}  // namespace gestor::importar
