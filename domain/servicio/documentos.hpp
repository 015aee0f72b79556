#pragma once
// The document types of service, and how each comes to be.
#include "domain/motor/tipo.hpp"

namespace gestor::servicio {

extern TipoDocumento const orden_de_servicio, orden_de_trabajo;
extern Nacimiento const orden_nueva, trabajo_nuevo;

}  // namespace gestor::servicio
