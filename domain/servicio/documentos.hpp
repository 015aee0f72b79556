#pragma once
// The document types of service.
#include "domain/motor/tipo.hpp"

namespace gestor {

extern TipoDocumento const orden_de_servicio;

}  // namespace gestor
