#pragma once
// Bank rules that other areas call.
#include "domain/bancos/tipos_cobros.hpp"
#include "domain/bancos/tipos_egresos.hpp"

namespace gestor::bancos {

// A new egress, and what it pays: on its own, or of a document that is paid as it is registered.
struct Egresado {
    Id transaccionId;
    std::vector<std::string> avisos;
};
Egresado egresar(Escritura& db, EgresoNuevo const& nuevo);

// Money of a customer, and what it pays: on its own, or of a sale that is paid as it is registered.
DepositoResultado depositar(Escritura& db, DepositoNuevo const& nuevo);
// Money that comes by concept: nobody's debt.
DepositoResultado depositar_por_concepto(Escritura& db, DepositoNuevo const& nuevo);

}  // namespace gestor::bancos
