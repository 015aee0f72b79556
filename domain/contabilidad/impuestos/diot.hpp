#pragma once
// DIOT: the informative return of operations with third parties, in the layout of 2025.
#include <span>

#include "domain/contabilidad/impuestos/tipos_diot.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

Descarga diot(Lectura& db, Entorno const& entorno, Consulta<DiotFiltro> const& f);

// A line of 54 fields per third party, in whole pesos. Pure.
std::string diot_de(std::span<TerceroDiot const> terceros);

}  // namespace gestor::contabilidad
