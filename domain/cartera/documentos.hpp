#pragma once
// The document type of what will not be collected.
#include "domain/motor/tipo.hpp"

namespace gestor::cartera {

extern TipoDocumento const cuenta_incobrable;
// Its taxes stay where they wait to be collected, and are lost with the rest; or they are cancelled.
extern Nacimiento const incobrable_nueva, incobrable_sin_impuestos;

}  // namespace gestor::cartera
