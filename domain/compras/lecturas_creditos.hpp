#pragma once
// Declared reads of credits, of suppliers and of customers, and of suppliers' payment receipts.
#include "persistence/lectura_compilada.hpp"

namespace gestor::compras {

LECTURA(devoluciones_proveedor);
LECTURA(creditos_detallados);
LECTURA(recibos_de_pago);

}  // namespace gestor::compras
