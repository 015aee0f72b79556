#pragma once
// Withheld taxes, which we remit to the tax authority by an egress.
#include "domain/motor/cartera/cartera.hpp"

namespace gestor::bancos {

// Enterado: a line that remits withheld tax: the account and the amount in pesos.
struct Enterado {
    std::size_t fila;  // row of `partidas`
    Id cuentaId;
    Dinero importe;
    bool iva;  // VAT: creditable from then on
};
// Returns the charges beside the lines. The tax authority accepts whole pesos only: an excess over the tax withheld
// until that day is an expense when it is less than 1 peso; else throws SALDO_INSUFICIENTE. Remittances take turns.
std::vector<Cargo> enterar(Escritura& db, std::span<Enterado const> lineas, Fecha dia);

// A provisional payment of ISR also credits the ISR that customers withheld until the month before.
void acreditar_isr(Escritura& db, Id cuenta, Fecha dia, std::vector<Cargo>& cargos);

// Throws TIENE_DOCUMENTOS_RELACIONADOS when tax that the payment withheld was remitted: the egress that remitted it
// must be cancelled first.
void exigir_sin_enterar(Escritura& db, DocumentoBloqueado const& pago);

}  // namespace gestor::bancos
