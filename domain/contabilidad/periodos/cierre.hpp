#pragma once
// Closing of a year: its twelve months are closed, and an entry of month 13 moves the balances of income and expense
// accounts to the result of the year (305). Another entry moves 305 to the result of earlier years (304), in the next
// year: January opens with 305, closed or not. Both can be reversed and made again.
#include "domain/contabilidad/periodos/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

EjercicioViewModel cerrar_ejercicio(Escritura& db, AnioContable anio, Cuerpo<CierreEjercicioPeticion> const& c);
EjercicioViewModel reabrir_ejercicio(Escritura& db, AnioContable anio, Cuerpo<ReaperturaPeticion> const& c);

}  // namespace gestor::contabilidad
