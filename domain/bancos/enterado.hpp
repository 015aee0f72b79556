#pragma once
// What we withheld, and remit to the tax authority by an egress.
#include "domain/motor/cobranza.hpp"

namespace gestor::bancos {

// A line that remits: how much of what its account owes, in pesos.
struct Enterado {
    std::size_t fila;  // of `partidas`
    Id cuentaId;
    Dinero importe;
    bool iva;  // which is creditable from then on
};
// What moves beside its lines. The tax authority takes whole pesos: what is remitted beyond what was withheld until
// that day is an expense, if it is less than a peso; else throws SALDO_INSUFICIENTE. Holds the turn of all who remit.
std::vector<Cargo> enterar(Escritura& db, std::span<Enterado const> lineas, Fecha dia);

// A provisional payment of ISR, to this account, is so much more by what customers withheld until the month before,
// which is credited with it.
void acreditar_isr(Escritura& db, Id cuenta, Fecha dia, std::vector<Cargo>& cargos);

// What was withheld with a payment and is remitted cannot be undone before that is. Throws
// TIENE_DOCUMENTOS_RELACIONADOS.
void exigir_sin_enterar(Escritura& db, DocumentoBloqueado const& pago);

}  // namespace gestor::bancos
