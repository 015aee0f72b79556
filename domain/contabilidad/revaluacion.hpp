#pragma once
// Foreign balances at the rate of the last day of a month. Debts of customers and debts to suppliers go to
// complementary accounts and back on the first of the next month, so that documents and their accounts agree; money in
// the bank is worth what it is worth, and stays so. Once for each month, in their order.
#include "domain/contabilidad/tipos_revaluacion.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

RevaluacionViewModel revaluar(Escritura& db, Cuerpo<RevaluacionPeticion> const& r);
PolizasDeRevaluacion cancelar_revaluacion(Escritura& db, Consulta<RevaluacionCancelacion> const& r);

}  // namespace gestor::contabilidad
