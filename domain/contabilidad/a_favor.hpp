#pragma once
// A tax in favour, month by month: what is left of each to credit. Pure.
#include "domain/contabilidad/tipos_determinacion.hpp"

namespace gestor::contabilidad {

struct FavorDeMes : MesDeterminado {
    Dinero favor;       // what the ledger got in the month, without what the month itself credited; below 0: it went
    Dinero acreditado;  // by other months
    Booleano enDevolucion;
};
DTO_DE((MesDeterminado), FavorDeMes, favor, acreditado, enDevolucion)

// Credit of earlier months that `de` may use, oldest first. VAT that was refunded, or compensated by hand, is taken
// from the months whose refund was asked for, then from the oldest. Months whose refund was asked for are left out.
std::vector<FavorAcreditado> por_acreditar(std::vector<FavorDeMes> const& meses, MesDeterminado const& de);
// So much of it, from the first on.
std::vector<FavorAcreditado> tomar(std::vector<FavorAcreditado> const& quedan, Dinero importe);
Dinero total_de(std::vector<FavorAcreditado> const& partes);

}  // namespace gestor::contabilidad
