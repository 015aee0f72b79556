#pragma once
#include "domain/contabilidad/reportes/tipos_flujo.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

FlujoViewModel flujo_de_efectivo(Lectura& db, Entorno const& entorno, Consulta<FlujoFiltro> const& f);

}  // namespace gestor::contabilidad
