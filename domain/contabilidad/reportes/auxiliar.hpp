#pragma once
#include "domain/contabilidad/reportes/tipos_auxiliar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

AuxiliarViewModel auxiliar(Lectura& db, Entorno const& entorno, Consulta<AuxiliarFiltro> const& f);

}  // namespace gestor::contabilidad
