#pragma once
// Document types of stock, and the ways to make each (Nacimiento).
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::inventario {

extern TipoDocumento const movimiento_de_inventario, entrega_de_mercancia, recepcion_de_mercancia,
    reempaque_de_mercancia;
// movimiento_nuevo: goods in, out, or adjusted to a count: each piece has its direction.
extern Nacimiento const movimiento_nuevo, traspaso_de_inventario, entrega_nueva;
// Transfer in two steps: shipment and reception.
extern Nacimiento const envio_de_inventario, recepcion_de_traspaso;
// Reception of a purchase order: goods enter, and are invoiced later.
extern Nacimiento const recepcion_de_compra;
// Repackaging: goods become other goods of the same value, less the loss.
extern Nacimiento const reempaque_nuevo;

}  // namespace gestor::inventario
