#pragma once
// The document types of stock, and the ways in which each comes to be.
#include "domain/motor/tipo.hpp"

namespace gestor {

extern TipoDocumento const movimiento_de_inventario, entrega_de_mercancia;
extern Nacimiento const entrada_de_inventario, salida_de_inventario, ajuste_de_inventario, traspaso_de_inventario,
    entrega_nueva;

}  // namespace gestor
