#pragma once
// Document types of service, and the ways to make each (Nacimiento).
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::servicio {

extern TipoDocumento const orden_de_servicio, orden_de_trabajo;
extern Nacimiento const orden_nueva, trabajo_nuevo;

}  // namespace gestor::servicio
