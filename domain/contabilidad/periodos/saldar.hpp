#pragma once
// Accounts brought to 0: their balances, by branch, project and cost center, go to the last account of a chain, through
// the accounts before it. Pure.
#include "domain/contabilidad/periodos/tipos.hpp"

namespace gestor::contabilidad {

// Debit less credit of all balances.
Dinero suma_de(std::vector<SaldoPorDestino> const& saldos);
// `saldos` are grouped by destination; `por` are keys of accounts, of which the last keeps the balance.
std::vector<LineaPropia> saldar(std::vector<SaldoPorDestino> const& saldos, std::vector<std::string_view> const& por);

}  // namespace gestor::contabilidad
