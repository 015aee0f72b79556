#pragma once
#include "domain/contabilidad/reportes/tipos_estados.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

// Income statement of accounts in the order of their codes, of a year and of the year before. Pure.
EstadoResultadosViewModel armar_resultados(std::vector<CuentaSumada> const& actual,
                                           std::vector<CuentaSumada> const& anterior, ResultadosFiltro const& f);

// Balance sheet of the same accounts, summed until the day. Income and expense accounts become the result of the year
// in 305; results of earlier years without a closing entry stand there too. Pure.
BalanceGeneralViewModel armar_balance(std::vector<CuentaSumada> const& cuentas, Fecha dia,
                                      std::optional<NivelDeCuenta> nivel);

EstadoResultadosViewModel estado_de_resultados(Lectura& db, Entorno const& entorno,
                                               Consulta<ResultadosFiltro> const& f);
BalanceGeneralViewModel balance_general(Lectura& db, Entorno const& entorno, Consulta<BalanceFiltro> const& f);

}  // namespace gestor::contabilidad
