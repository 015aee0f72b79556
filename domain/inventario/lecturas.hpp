#pragma once
// The reports of stock that are more than a declaration.
#include "domain/inventario/tipos_reportes.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

NivelServicioViewModel nivel_servicio(Lectura& db, Entorno const& entorno, Consulta<NivelServicioFiltro> const& f);

}  // namespace gestor::inventario
