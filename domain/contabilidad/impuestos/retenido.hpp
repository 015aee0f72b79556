#pragma once
// Share of each withholding that was remitted. Pure.
#include "domain/contabilidad/impuestos/tipos.hpp"

namespace gestor::contabilidad {

// Remittances pay the earliest withholding first. `saldo`: debt before the first row; `enterado`: all remittances
// since. A row that gives tax back takes its share of the part remitted with it.
void repartir_enterado(std::vector<FilaRetenida>& filas, Dinero saldo, Dinero enterado);

}  // namespace gestor::contabilidad
