#pragma once
// Debts that are written off, in part or whole: registered, cancelled, read.
#include "domain/cartera/tipos_incobrables.hpp"
#include "domain/motor/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::cartera {

Plan leer_incobrable();
Plan leer_incobrables();
inline Plan const incobrable = leer_incobrable();
inline Plan const incobrables = leer_incobrables();

Vista<IncobrableViewModel> dar_por_incobrable(Escritura& db, Cuerpo<IncobrableNueva> const& nueva);
// The debt is owed again.
Vista<IncobrableViewModel> cancelar_incobrable(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);

}  // namespace gestor::cartera
