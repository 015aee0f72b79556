#pragma once
// Declared reads of credits, of suppliers and of customers, and of suppliers' payment receipts. Form explained in
// lecturas.hpp.
#include "persistence/lectura_compilada.hpp"

namespace gestor::compras {

LecturaCompilada leer_devoluciones_proveedor();
LecturaCompilada leer_creditos_detallados();
LecturaCompilada leer_recibos_de_pago();

inline LecturaCompilada const devoluciones_proveedor = leer_devoluciones_proveedor();
inline LecturaCompilada const creditos_detallados = leer_creditos_detallados();
inline LecturaCompilada const recibos_de_pago = leer_recibos_de_pago();

}  // namespace gestor::compras
