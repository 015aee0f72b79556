#pragma once
// Document type of write-offs.
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::cartera {

extern TipoDocumento const cuenta_incobrable;
// Births of a write-off: incobrable_nueva leaves the taxes pending and loses the whole debt; incobrable_sin_impuestos
// cancels the taxes.
extern Nacimiento const incobrable_nueva, incobrable_sin_impuestos;

}  // namespace gestor::cartera
