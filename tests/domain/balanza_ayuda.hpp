#pragma once
// Sums of one account, for the tests of the trial balance and of the financial statements.
#include <array>

#include "domain/contabilidad/reportes/tipos_balanza.hpp"

namespace gestor::contabilidad {

// importes, in cents, debit less credit: earlier years; this year before the first month. Then the debits and the
// credits of the period.
inline CuentaSumada cuenta(std::int64_t id, char const* codigo, Opcion<"D", "A"> naturaleza, std::int64_t padre,
                           int nivel, std::array<std::int64_t, 4> importes = {}) {
    CuentaSumada c{};
    c.cuentaId = IdOCero(Id(id));
    c.cuenta = c.codigoAgrupador = Cadena::de_base(codigo);
    c.naturaleza = naturaleza;
    c.nivel = nivel;
    if (padre > 0) c.padreId = Id(padre);
    c.anteriores = Dinero::de_unidades(importes[0]);
    c.antes = Dinero::de_unidades(importes[1]);
    c.debe = Dinero::de_unidades(importes[2]);
    c.haber = Dinero::de_unidades(importes[3]);
    return c;
}

}  // namespace gestor::contabilidad
