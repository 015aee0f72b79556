#pragma once
// Sums of suppliers' CFDI by supplier, type, payment method and currency, to compare them with the tax authority's
// viewer. Each row adds up twice: subtotal − descuento + VAT + ieps + locales − withholdings = total, and bases +
// noAfecto + VAT + locales − withholdings = total. Pure.
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "domain/fiscal/cfdi.hpp"
#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::importar {

struct SumaDeProveedor {
    Cadena rfc;
    Cadena proveedor;
    Cadena tipo;  // TipoDeComprobante: I, or E, whose amounts are to be subtracted
    Cadena metodoPago;
    Cadena moneda;
    Cantidad cfdi;
    Importe subtotal;
    Importe descuento;
    Importe base16;
    Importe iva16;
    Importe base8;
    Importe iva8;
    Importe base0;
    Importe exento;
    Importe noAfecto;  // amount, with its IEPS, that no base of VAT has
    Importe ieps;
    Importe locales;  // local charges
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe retencionLocal;
    Importe total;  // as printed
};
DTO(SumaDeProveedor, rfc, proveedor, tipo, metodoPago, moneda, cfdi, subtotal, descuento, base16, iva16, base8, iva8,
    base0, exento, noAfecto, ieps, locales, ivaRetenido, isrRetenido, retencionLocal, total)

class ResumenPorProveedor {
public:
    void agregar(fiscal::Cfdi const& cfdi);
    std::string csv() const;  // a row for each sum, invoices before credit notes; amounts in cents

private:
    std::map<std::tuple<std::string, bool, std::string, std::string>, SumaDeProveedor> sumas_;
};

}  // namespace gestor::importar
