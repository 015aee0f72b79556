#pragma once
// The informative return of operations with third parties (DIOT), as the program of 2025 takes it.
#include <span>

#include "domain/contabilidad/tipos_diot.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

Descarga diot(Lectura& db, Entorno const& entorno, Consulta<DiotFiltro> const& f);

// A line of 54 fields each, in whole pesos. Pure.
std::string diot_de(std::span<TerceroDiot const> terceros);

}  // namespace gestor::contabilidad
