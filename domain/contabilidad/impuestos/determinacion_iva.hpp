#pragma once
// VAT of a finished month, as an entry of its last day: VAT collected, creditable and withheld by customers go to VAT
// payable or VAT in favour. One entry for each month; once reversed, it can be made again. VAT payable uses the VAT in
// favour of earlier months, by an entry of its own. IEPS likewise.
#include "domain/contabilidad/impuestos/tipos_determinacion.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

DeterminacionIvaViewModel determinar_iva(Escritura& db, Cuerpo<DeterminacionIvaPeticion> const& d);
DeterminacionIvaViewModel cancelar_determinacion_iva(Escritura& db, Consulta<DeterminacionCancelacion> const& d);
DeterminacionIepsViewModel determinar_ieps(Escritura& db, Cuerpo<DeterminacionIepsPeticion> const& d);
DeterminacionIepsViewModel cancelar_determinacion_ieps(Escritura& db, Consulta<DeterminacionCancelacion> const& d);
// Marks that the refund of a month's VAT in favour was requested, or removes the mark.
IvaEnDevolucionViewModel pedir_devolucion_iva(Escritura& db, Cuerpo<IvaEnDevolucionPeticion> const& d);

// Taxes of a month without determination, or changed since their determination; only the latter keep the month open.
std::vector<RevisionAsunto> revisar_impuestos(Lectura& db, AnioContable anio, Mes mes);
void exigir_impuestos_al_dia(Lectura& db, AnioContable anio, Mes mes);
// Reverses the credits that an open month took from earlier months.
void deshacer_acreditamientos(Escritura& db, AnioContable anio, Mes mes, std::string const& motivo);

}  // namespace gestor::contabilidad
