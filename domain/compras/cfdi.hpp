#pragma once
// A purchase invoice as the CFDI of its supplier says it.
#include "domain/compras/tipos_compras.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/motor/plan.hpp"
#include "persistence/unidad.hpp"

namespace gestor::compras {

struct FacturaConCfdi {
    FacturaCompraNueva factura;  // with all that it did not say itself
    fiscal::Cfdi cfdi;
    bool con_sus_lineas = false;  // its lines are those of the CFDI, taxes and all: what has none is not taxed
};

// Throws CFDI_INVALIDO, CFDI_RFC_NO_CORRESPONDE, NO_ENCONTRADO (nobody has the RFC of who issued it), VALIDACION.
FacturaConCfdi completar(Escritura& db, FacturaCompraNueva const& factura, bool con_productos);
// Where the lines of a CFDI that are none of our products go has to be said, and only then.
void validar_cfdi(FacturaCompraNueva const& factura, Fallas& fallas);
bool con_origen(FacturaCompraNueva const& factura);

// How it is paid, what for, and the regime of who made it out, as it says.
void poner_datos_fiscales(fiscal::Cfdi const& cfdi, CabeceraNueva& cabecera);

// Against what it was registered as.
void exigir_partes(fiscal::Cfdi const& cfdi, std::string_view organizacion, std::string_view proveedor);

}  // namespace gestor::compras
