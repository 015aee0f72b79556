#pragma once
// Declared reads of routes; the writes answer with them too.
#include "persistence/lectura_compilada.hpp"

namespace gestor::ruta {

LECTURA(una_ruta);
LECTURA(rutas);
LECTURA(devolucion);
LECTURA(devoluciones);
LECTURA(liquidacion);
LECTURA(liquidaciones);

}  // namespace gestor::ruta
