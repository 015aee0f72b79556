#pragma once
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/tipos_resumen.hpp"

namespace gestor::ventas {

ResumenVentasViewModel resumen_ventas(Lectura& db, Entorno const& entorno, Consulta<ResumenVentasFiltro> const& f);

}  // namespace gestor::ventas
