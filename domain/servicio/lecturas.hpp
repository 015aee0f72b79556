#pragma once
// Declared reads of service and work orders; the writes answer with them too.
#include "persistence/lectura_compilada.hpp"

namespace gestor::servicio {

LECTURA(orden_servicio);
LECTURA(ordenes_servicio);
LECTURA(orden_trabajo);
LECTURA(ordenes_trabajo);

}  // namespace gestor::servicio
