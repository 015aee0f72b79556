#pragma once
// The closing of a year: its twelve months are closed, and an entry of month 13 takes what the accounts of results have
// to the result of the year (305). Another takes it on to that of earlier years (304), in the next year: January opens
// with 305, closed or not. Both can be reversed, and made again.
#include "domain/contabilidad/tipos_periodos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

EjercicioViewModel cerrar_ejercicio(Escritura& db, AnioContable anio, Cuerpo<CierreEjercicioPeticion> const& c);
EjercicioViewModel reabrir_ejercicio(Escritura& db, AnioContable anio, Cuerpo<ReaperturaPeticion> const& c);

}  // namespace gestor::contabilidad
