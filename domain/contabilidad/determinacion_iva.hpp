#pragma once
// The VAT of a month that has ended, as an entry of its last day: what was collected, what is creditable and what
// customers withheld go to what is to be paid, or is in favour. Once for each month; reversed, it can be made again.
// VAT to be paid takes what earlier months have in favour, by an entry of its own. IEPS likewise.
#include "domain/contabilidad/tipos_determinacion.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

DeterminacionIvaViewModel determinar_iva(Escritura& db, Cuerpo<DeterminacionIvaPeticion> const& d);
DeterminacionIvaViewModel cancelar_determinacion_iva(Escritura& db, Consulta<DeterminacionCancelacion> const& d);
DeterminacionIepsViewModel determinar_ieps(Escritura& db, Cuerpo<DeterminacionIepsPeticion> const& d);
DeterminacionIepsViewModel cancelar_determinacion_ieps(Escritura& db, Consulta<DeterminacionCancelacion> const& d);
// The refund of what a month has in favour was asked for, or no longer is.
IvaEnDevolucionViewModel pedir_devolucion_iva(Escritura& db, Cuerpo<IvaEnDevolucionPeticion> const& d);

// Taxes of a month that nobody determined, or that changed since: the latter keep it open.
std::vector<RevisionAsunto> revisar_impuestos(Lectura& db, AnioContable anio, Mes mes);
void exigir_impuestos_al_dia(Lectura& db, AnioContable anio, Mes mes);
// Tax in favour that an open month took of earlier ones goes back to them.
void deshacer_acreditamientos(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo);

}  // namespace gestor::contabilidad
