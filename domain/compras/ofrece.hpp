#pragma once
// Functions of purchases that other areas may call.
#include "domain/compras/tipos_compras.hpp"
#include "domain/operacion/entorno.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::compras {

// CFDI of a supplier (xmlBase64) as an expense. Each line gets the concept `conceptoId`, even when a product of ours
// has its code; the supplier is a creditor.
FacturaCompraCreada registrar_gasto_de_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                            Cuerpo<FacturaCompraNueva> const& papel);

}  // namespace gestor::compras
