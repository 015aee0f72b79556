#pragma once
// What was withheld, act by act, as rows of one kind and rate each. Pure.
#include <span>

#include "domain/contabilidad/tipos_impuestos.hpp"

namespace gestor::contabilidad {

// A row for each VAT that an act withheld. Its ISR goes with the row of its kind, else with the first; subtotal and VAT
// by the base of each row, so that the rows of an act add up to it.
struct FilaRetenida : IVARetenidoRegistro {
    IdOCero sucursalId;
};
std::vector<FilaRetenida> filas_retenidas(std::span<RetencionDeActo const> partes);

// What was remitted pays what was withheld first: `saldo` is what was owed when the first row came, `enterado` all that
// was remitted since. A row that gives back takes its share of what had been remitted with it.
void repartir_enterado(std::vector<FilaRetenida>& filas, Dinero saldo, Dinero enterado);

}  // namespace gestor::contabilidad
