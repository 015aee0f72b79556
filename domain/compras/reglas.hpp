#pragma once
// Rules of purchases that other areas may ask.
#include "domain/compras/tipos_compras.hpp"
#include "domain/operacion/entorno.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::compras {

// The CFDI of a supplier (xmlBase64) as an expense, each of its lines of the concept that is said (conceptoId), be it
// called like a product of ours or not; whom it is owed to is a creditor.
FacturaCompraCreada registrar_gasto_de_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                            Cuerpo<FacturaCompraNueva> const& papel);

}  // namespace gestor::compras
