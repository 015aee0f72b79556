#pragma once
#include "domain/contabilidad/tipos_balanza.hpp"
#include "domain/motor/poliza_propia.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

// Trial balance of accounts in the order of their codes, each after its parent. Pure.
BalanzaViewModel armar_balanza(std::vector<CuentaSumada> const& cuentas, BalanzaFiltro const& f);

// Trial balance of one month, flat; 13 is the closing of its year.
std::vector<BalanzaCuenta> balanza_de(Lectura& db, Entorno const& entorno, Ejercicio ejercicio, MesContable mes);

BalanzaViewModel balanza(Lectura& db, Entorno const& entorno, Consulta<BalanzaFiltro> const& f);

}  // namespace gestor::contabilidad
