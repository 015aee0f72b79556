#pragma once
#include "domain/cartera/tipos_movimientos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::cartera {

EstadoCuentaViewModel estado_cuenta(Lectura& db, Entorno const& entorno, Consulta<EstadoCuentaFiltro> const& f);

}  // namespace gestor::cartera
