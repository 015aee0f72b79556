#pragma once
// The share of each withholding that was remitted. Pure.
#include "domain/contabilidad/tipos_impuestos.hpp"

namespace gestor::contabilidad {

// Remittances pay the earliest withholding first: `saldo` is what was owed when the first row came, `enterado` all that
// was remitted since. A row that gives back takes its share of what had been remitted with it.
void repartir_enterado(std::vector<FilaRetenida>& filas, Dinero saldo, Dinero enterado);

}  // namespace gestor::contabilidad
