#pragma once
// Bank rules that other areas call.
#include "domain/bancos/cobros/tipos.hpp"
#include "domain/bancos/egresos/tipos.hpp"

namespace gestor::bancos {

// Egresado: a new egress and its payments: alone, or of a document that is paid as it is registered.
struct Egresado {
    Id transaccionId;
    std::vector<std::string> avisos;
};
Egresado egresar(Escritura& db, EgresoNuevo const& nuevo, Ademas ademas = {});

// New deposit of a customer and its payments: alone, or of a sale that is paid as it is registered.
DepositoResultado depositar(Escritura& db, DepositoNuevo const& nuevo);
// Deposit by concept, which pays no debt.
DepositoResultado depositar_por_concepto(Escritura& db, DepositoNuevo const& nuevo);

}  // namespace gestor::bancos
