#pragma once
// Stock reports computed by functions.
#include "domain/inventario/tipos_reportes.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

NivelServicioViewModel nivel_servicio(Lectura& db, Entorno const& entorno, Consulta<NivelServicioFiltro> const& f);

}  // namespace gestor::inventario
