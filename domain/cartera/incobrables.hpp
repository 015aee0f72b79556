#pragma once
// Write-offs of debts, in part or whole: registered, cancelled, read.
#include "domain/cartera/tipos_incobrables.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::cartera {

LECTURA(incobrable);
LECTURA(incobrables);

Vista<IncobrableViewModel> dar_por_incobrable(Escritura& db, Cuerpo<IncobrableNueva> const& nueva);
// Cancels a write-off: the debt is owed again.
Vista<IncobrableViewModel> cancelar_incobrable(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);

}  // namespace gestor::cartera
