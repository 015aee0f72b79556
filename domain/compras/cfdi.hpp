#pragma once
// A purchase invoice from the CFDI of its supplier.
#include "domain/compras/tipos_compras.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/motor/escritura/plan.hpp"
#include "persistence/unidad.hpp"

namespace gestor::compras {

struct FacturaConCfdi {
    FacturaCompraNueva factura;  // the body, completed from the CFDI
    fiscal::Cfdi cfdi;
    bool con_sus_lineas = false;  // the lines come from the CFDI with their taxes; a line without taxes is not taxed
};

// Throws CFDI_INVALIDO, CFDI_RFC_NO_CORRESPONDE, NO_ENCONTRADO (no supplier has the issuer's RFC), VALIDACION.
FacturaConCfdi completar(Escritura& db, FacturaCompraNueva const& factura, bool con_productos);
// conceptoId is required when a line of the CFDI is no product of ours, and refused otherwise.
void validar_cfdi(FacturaCompraNueva const& factura, Fallas& fallas);
bool con_origen(FacturaCompraNueva const& factura);

// Copies form and method of payment, use and the issuer's regime from the CFDI.
void poner_datos_fiscales(fiscal::Cfdi const& cfdi, CabeceraNueva& cabecera);

// Compares the issuer and the receiver of the CFDI with the supplier and the organization.
void exigir_partes(fiscal::Cfdi const& cfdi, std::string_view organizacion, std::string_view proveedor);

}  // namespace gestor::compras
