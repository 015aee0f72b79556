#pragma once
// Withheld taxes, which we remit to the tax authority by an egress.
#include "domain/motor/cobranza.hpp"

namespace gestor::bancos {

// A line that remits: how much of what its account owes, in pesos.
struct Enterado {
    std::size_t fila;  // of `partidas`
    Id cuentaId;
    Dinero importe;
    bool iva;  // which is creditable from then on
};
// Returns the charges beside the lines. The tax authority takes whole pesos: an excess over the tax withheld until that
// day is an expense when it is less than 1 peso; else throws SALDO_INSUFICIENTE. Holds the turn of all who remit.
std::vector<Cargo> enterar(Escritura& db, std::span<Enterado const> lineas, Fecha dia);

// A provisional payment of ISR, to this account, is so much more by what customers withheld until the month before,
// which is credited with it.
void acreditar_isr(Escritura& db, Id cuenta, Fecha dia, std::vector<Cargo>& cargos);

// A payment whose withheld tax is remitted cannot be undone before the egress that remitted it is. Throws
// TIENE_DOCUMENTOS_RELACIONADOS.
void exigir_sin_enterar(Escritura& db, DocumentoBloqueado const& pago);

}  // namespace gestor::bancos
