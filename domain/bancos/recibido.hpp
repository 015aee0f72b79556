#pragma once
// Common part of every document of money received: payer, bank account, form of payment, in the currency of the
// account.
#include "domain/bancos/aplicaciones.hpp"
#include "domain/motor/cartera/depositos.hpp"

namespace gestor::bancos {

template <class Nuevo>
PagoResuelto recibir(Borrador& b, Nuevo const& nuevo, Menciones const& menciones) {
    b.encabezado(nuevo, menciones);
    auto pago = resolver_pago(b.db, b.tipo, b.c, {nuevo.formaPagoId, nuevo.cuentaId, nuevo.importe, nuevo.referencia},
                              b.fallas);
    exigir_cabe(nuevo.importe, b.c, "importe", b.fallas);
    return pago;
}

}  // namespace gestor::bancos
