#pragma once
// The document types of the travel agency.
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::viajes {

extern TipoDocumento const factura_de_viaje, expediente;
extern Nacimiento const factura_de_viaje_nueva, expediente_nuevo;

}  // namespace gestor::viajes
