#pragma once
// Accounts brought to nothing: what they have goes, of each branch, project and cost center, to one account through
// whichever come before it. Pure.
#include "domain/contabilidad/tipos_periodos.hpp"

namespace gestor::contabilidad {

// Debit less credit of all of them.
Dinero suma_de(std::vector<SaldoPorDestino> const& saldos);
// `saldos` stand together by destination; `por` are keys of accounts, the last keeps it.
std::vector<LineaPropia> saldar(std::vector<SaldoPorDestino> const& saldos, std::vector<std::string_view> const& por);

}  // namespace gestor::contabilidad
