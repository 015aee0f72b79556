#pragma once
// The document types of route sales. The load of a truck is a transfer; sales are notes and invoices.
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::ruta {

extern TipoDocumento const liquidacion_de_ruta, devolucion_de_ruta;
extern Nacimiento const liquidacion_nueva, devolucion_nueva;

}  // namespace gestor::ruta
