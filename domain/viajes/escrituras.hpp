#pragma once
// The writes of this area; their rows stand in operaciones.cpp.
#include "domain/operacion/operacion.hpp"
#include "domain/viajes/tipos.hpp"

namespace gestor::viajes {

GastoRegistradoViewModel registrar_gasto(Escritura& db, Sesion const& sesion, Cuerpo<GastoDeViajeNuevo> const& gasto);

}  // namespace gestor::viajes
