#pragma once
// Balances in foreign currency at the rate of the last day of a month. Debts of customers and debts to suppliers are
// adjusted in complementary accounts and reversed on the first of the next month, so that documents and their accounts
// agree; money in the bank keeps its new value. Once for each month, in their order.
#include "domain/contabilidad/revaluacion/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

RevaluacionViewModel revaluar(Escritura& db, Cuerpo<RevaluacionPeticion> const& r);
PolizasDeRevaluacion cancelar_revaluacion(Escritura& db, Consulta<RevaluacionCancelacion> const& r);

}  // namespace gestor::contabilidad
