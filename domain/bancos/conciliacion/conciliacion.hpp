#pragma once
// Balance of each bank account, and the part of it that the bank's statement confirms.
#include "domain/bancos/conciliacion/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

SaldoCuentaBancariaViewModel saldo_cuentas(Lectura& db, Entorno const& entorno, Consulta<SaldoCuentasFiltro> const& f);
ConciliacionViewModel conciliar(Escritura& db, Cuerpo<ConciliacionNueva> const& nueva);

}  // namespace gestor::bancos
