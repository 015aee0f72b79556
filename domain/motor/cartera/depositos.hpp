#pragma once
// Deposits of a sale: each payment that comes with the sale is a deposit of its own, applied to the sale at once.
#include "domain/motor/escritura/etapas.hpp"

namespace gestor {

using ReferenciaPago = Texto<100>;

struct PagoNuevo {
    Id formaPagoId;
    std::optional<Id> cuentaId;  // absent: the branch's cash account in that currency
    Positivo<Dinero> importe;
    std::optional<ReferenciaPago> referencia;
    static constexpr std::string_view sin_ejemplo[] = {"cuentaId"};
};
DTO(PagoNuevo, formaPagoId, cuentaId, importe, referencia)
using PagosNuevos = Lista<PagoNuevo, 0, 20>;

struct PagoConCuenta {  // PagoConCuenta: payment of an invoice; cuentaId is required
    Id formaPagoId;
    Id cuentaId;
    Positivo<Dinero> importe;
    std::optional<ReferenciaPago> referencia;
    operator PagoNuevo() const { return {formaPagoId, cuentaId, importe, referencia}; }  // NOLINT: one of those
};
DTO(PagoConCuenta, formaPagoId, cuentaId, importe, referencia)

struct PagoResuelto {
    Id transaccionId;  // the future deposit
    Cadena serie;      // series of the deposit; "": the branch has none
    MovimientoBancoNuevo banco;
    Cuenta cuenta;           // ledger account
    std::string claveSat33;  // SAT key of the form of payment; 01: cash, the only form that gives change back
    Dinero importe;
    // cheque: the form of payment has a number; consecutivo: the account assigns the number
    bool cheque = false, consecutivo = false;
};

// Faults of pagos[i]: references, rules of the account (active, in the document's currency) and of the form of payment
// (active, usable for deposits).
std::vector<PagoResuelto> resolver_pagos(Escritura& db, Contexto const& c, std::span<PagoNuevo const> pagos,
                                         Fallas& fallas);
// Like resolver_pagos, for a document that is itself the money (deposit, egress): faults of cuentaId and formaPagoId.
PagoResuelto resolver_pago(Escritura& db, TipoDocumento const& tipo, Contexto const& c, PagoNuevo const& pago,
                           Fallas& fallas);

// Makes the deposit of a sale, posts it and applies it to the sale. `venta` is the stored header; `cartera` holds the
// sale.
Id depositar(Escritura& db, CabeceraNueva const& venta, PagoResuelto const& pago, Dinero importe, Cartera& cartera);

// Ledger account of a bank account: its own account, or that of its kind (Caja, Banco).
Cuenta cuenta_de_libro(IdOCero propia, Cadena const& tipo);

// A document that is money, without taxes of its own: sets total, bank movement and ledger account.
void poner_dinero(Hechos& hechos, PagoResuelto const& pago, Dinero importe);

}  // namespace gestor
