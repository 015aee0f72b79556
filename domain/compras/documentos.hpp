#pragma once
// The document types of purchases.
#include "domain/motor/tipo.hpp"

namespace gestor {

extern TipoDocumento const factura_de_compra;

}  // namespace gestor
