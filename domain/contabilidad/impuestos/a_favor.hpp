#pragma once
// A tax in favour, month by month: the remainder of each month that can be credited. Pure.
#include "domain/contabilidad/impuestos/tipos_determinacion.hpp"

namespace gestor::contabilidad {

struct FavorDeMes : MesDeterminado {
    Dinero favor;       // amount in favour posted in the month, without the credits of the month itself; below 0: used
    Dinero acreditado;  // credited by other months
    Booleano enDevolucion;
};
DTO_DE((MesDeterminado), FavorDeMes, favor, acreditado, enDevolucion)

// Credit of earlier months that `de` may use, oldest first. VAT that was refunded, or compensated by hand, is taken
// from the months whose refund was asked for, then from the oldest. Months whose refund was asked for are left out.
std::vector<FavorAcreditado> por_acreditar(std::vector<FavorDeMes> const& meses, MesDeterminado const& de);
// Takes `importe` from the months, beginning with the first.
std::vector<FavorAcreditado> tomar(std::vector<FavorAcreditado> const& quedan, Dinero importe);
Dinero total_de(std::vector<FavorAcreditado> const& partes);

}  // namespace gestor::contabilidad
