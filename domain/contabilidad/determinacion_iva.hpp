#pragma once
// The VAT of a month that has ended, as an entry of its last day: what was collected and what is creditable go to what
// is to be paid, or is in favour. Once for each month; reversed, it can be made again.
#include "domain/contabilidad/tipos_determinacion.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

DeterminacionIvaViewModel determinar_iva(Escritura& db, Cuerpo<DeterminacionIvaPeticion> const& d);
DeterminacionIvaViewModel cancelar_determinacion_iva(Escritura& db, Consulta<DeterminacionIvaCancelacion> const& d);

// It was determined, and the month has moved since.
bool iva_desactualizado(Escritura& db, AnioContable anio, Mes mes);

}  // namespace gestor::contabilidad
