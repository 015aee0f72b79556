#pragma once
#include "domain/contabilidad/tipos_balanza.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

// Of accounts in the order of their codes, each after its parent. Pure.
BalanzaViewModel armar_balanza(std::vector<CuentaSumada> const& cuentas, BalanzaFiltro const& f);

BalanzaViewModel balanza(Lectura& db, Entorno const& entorno, Consulta<BalanzaFiltro> const& f);

}  // namespace gestor::contabilidad
