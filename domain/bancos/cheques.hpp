#pragma once
// Cheques: numbered by account, and no number twice.
#include "domain/motor/depositos.hpp"

namespace gestor::bancos {

using NumeroCheque = Texto<20>;

// A number is sent of a cheque only, and must be where its form of payment gives none.
void comprobar_cheque(std::optional<NumeroCheque> const& escrito, PagoResuelto const& pago, Fallas& fallas);
// The number that was sent, or the account's next; "": it is no cheque.
Cadena numerar_cheque(Escritura& db, std::optional<NumeroCheque> const& escrito, PagoResuelto const& pago);

}  // namespace gestor::bancos
