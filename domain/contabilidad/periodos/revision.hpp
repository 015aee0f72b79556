#pragma once
// Review of a month: everything that keeps it open or deserves attention, in one list.
#include "domain/contabilidad/periodos/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

RevisionViewModel revisar_periodo(Lectura& db, AnioContable anio, Mes mes);

}  // namespace gestor::contabilidad
