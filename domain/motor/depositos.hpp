#pragma once
// Money that comes in with a sale: each payment is a deposit of its own, applied to the sale at once.
#include "domain/motor/etapas.hpp"

namespace gestor {

using ReferenciaPago = Texto<100>;

struct PagoNuevo {
    Id formaPagoId;
    std::optional<Id> cuentaId;  // absent: the branch's cash account of that currency
    Positivo<Dinero> importe;
    std::optional<ReferenciaPago> referencia;
    static constexpr std::string_view sin_ejemplo[] = {"cuentaId"};
};
DTO(PagoNuevo, formaPagoId, cuentaId, importe, referencia)
using PagosNuevos = Lista<PagoNuevo, 0, 20>;

struct PagoConCuenta {  // of an invoice: no cash account is taken for granted
    Id formaPagoId;
    Id cuentaId;
    Positivo<Dinero> importe;
    std::optional<ReferenciaPago> referencia;
    operator PagoNuevo() const { return {formaPagoId, cuentaId, importe, referencia}; }  // NOLINT: one of those
};
DTO(PagoConCuenta, formaPagoId, cuentaId, importe, referencia)

struct PagoResuelto {
    Id transaccionId;  // of the deposit that it will be
    Cadena serie;      // its series; "": the branch has none
    MovimientoBancoNuevo banco;
    Cuenta cuenta;           // of the ledger
    std::string claveSat33;  // 01: cash, of which change may be given back
    Dinero importe;
    bool cheque = false, consecutivo = false;  // of its form: it has a number; the account's next one
};

// References and rules of the account (active, of the currency of the document) and of the form (active, usable for
// deposits) are faults of pagos[i].
std::vector<PagoResuelto> resolver_pagos(Escritura& db, Contexto const& c, std::span<PagoNuevo const> pagos,
                                         Fallas& fallas);
// The same for a document that is itself the money, of either side: faults of cuentaId and formaPagoId.
PagoResuelto resolver_pago(Escritura& db, TipoDocumento const& tipo, Contexto const& c, PagoNuevo const& pago,
                           Fallas& fallas);

// The deposit of a sale: made, posted and applied to it. `venta` is its header as it was stored; `cartera` holds it.
Id depositar(Escritura& db, CabeceraNueva const& venta, PagoResuelto const& pago, Dinero importe, Cartera& cartera);

// Where the ledger has a bank account: its own account, or that of its kind (Caja, Banco).
Cuenta cuenta_de_libro(IdOCero propia, Cadena const& tipo);

// Money as a document, without taxes of its own: total, bank movement, account of the ledger.
void poner_dinero(Hechos& hechos, PagoResuelto const& pago, Dinero importe);

}  // namespace gestor
