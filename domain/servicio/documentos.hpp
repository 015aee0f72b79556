#pragma once
// The document types of service.
#include "domain/motor/tipo.hpp"

namespace gestor::servicio {

extern TipoDocumento const orden_de_servicio;

}  // namespace gestor::servicio
