#pragma once
// The revision of a month: all that keeps it open or deserves a look, in one list.
#include "domain/contabilidad/tipos_periodos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

RevisionViewModel revisar_periodo(Lectura& db, AnioContable anio, Mes mes);

}  // namespace gestor::contabilidad
