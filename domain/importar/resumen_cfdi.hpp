#pragma once
// Sums of suppliers' CFDI by supplier, payment method and currency, to compare them with the tax authority's viewer.
// Pure.
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
    Cadena metodoPago;
    Cadena moneda;
    Cantidad cfdi;
    Importe base16;
    Importe iva16;
    Importe base8;
    Importe iva8;
    Importe base0;
    Importe exento;
    Importe ieps;
    Importe ivaRetenido;
    Importe isrRetenido;
    Importe total;
};
DTO(SumaDeProveedor, rfc, proveedor, metodoPago, moneda, cfdi, base16, iva16, base8, iva8, base0, exento, ieps,
    ivaRetenido, isrRetenido, total)

class ResumenPorProveedor {
public:
    void agregar(fiscal::Cfdi const& cfdi);
    std::string csv() const;  // a row for each sum, in the order of RFC, payment method, currency; amounts in cents

private:
    std::map<std::tuple<std::string, std::string, std::string>, SumaDeProveedor> sumas_;
};

}  // namespace gestor::importar
