#pragma once
#include "domain/motor/motor.hpp"

namespace gestor {

extern TipoDocumento const orden_de_servicio;

}  // namespace gestor
