#pragma once
// The document types of stock, and the ways in which each comes to be.
#include "domain/motor/tipo.hpp"

namespace gestor::inventario {

extern TipoDocumento const movimiento_de_inventario, entrega_de_mercancia, recepcion_de_mercancia,
    reempaque_de_mercancia;
// Goods in, out, or as many as were counted: each piece says its direction.
extern Nacimiento const movimiento_nuevo, traspaso_de_inventario, entrega_nueva;
// A transfer in two steps: sent, and received.
extern Nacimiento const envio_de_inventario, recepcion_de_traspaso;
// Reception of a purchase order: goods come in, and are to be invoiced.
extern Nacimiento const recepcion_de_compra;
// Goods that become others, worth the same but for what is lost.
extern Nacimiento const reempaque_nuevo;

}  // namespace gestor::inventario
