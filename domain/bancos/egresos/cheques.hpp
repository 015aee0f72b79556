#pragma once
// Cheques: numbered by bank account, and no number twice.
#include "domain/motor/cartera/depositos.hpp"

namespace gestor::bancos {

using NumeroCheque = Texto<20>;

// A cheque number is sent with a cheque only, and is required when the form of payment does not number cheques.
void comprobar_cheque(std::optional<NumeroCheque> const& escrito, PagoResuelto const& pago, Fallas& fallas);
// The sent number, or the next of the account; "": the payment is no cheque.
Cadena numerar_cheque(Escritura& db, std::optional<NumeroCheque> const& escrito, PagoResuelto const& pago);

}  // namespace gestor::bancos
