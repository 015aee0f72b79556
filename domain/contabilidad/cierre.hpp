#pragma once
// The closing of a year: its twelve months are closed, and an entry of month 13 takes what the accounts of results have
// to the result of the year, and on to that of all years before the next. It can be reversed, and made again.
#include "domain/contabilidad/tipos_periodos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

EjercicioViewModel cerrar_ejercicio(Escritura& db, AnioContable anio, Cuerpo<CierrePeticion> const& c);
EjercicioViewModel reabrir_ejercicio(Escritura& db, AnioContable anio, Cuerpo<ReaperturaPeticion> const& c);

}  // namespace gestor::contabilidad
