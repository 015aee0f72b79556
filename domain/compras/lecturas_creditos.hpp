#pragma once
// The reads of credits: of suppliers, and of customers beside them. See lecturas.hpp for the form.
#include "persistence/plan.hpp"

namespace gestor::compras {

Plan leer_devoluciones_proveedor();
Plan leer_creditos_detallados();

inline Plan const devoluciones_proveedor = leer_devoluciones_proveedor();
inline Plan const creditos_detallados = leer_creditos_detallados();

}  // namespace gestor::compras
