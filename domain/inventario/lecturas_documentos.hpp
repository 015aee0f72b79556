#pragma once
// Declared reads of stock documents. The writes answer with them too: db.vista(entrega_mercancia, id).
#include "persistence/lectura_compilada.hpp"

namespace gestor::inventario {

LECTURA(movimiento_inventario);
LECTURA(movimientos_inventario);
LECTURA(entrega_mercancia);
LECTURA(entregas_mercancia);
LECTURA(recepcion_mercancia);
LECTURA(recepciones_mercancia);

}  // namespace gestor::inventario
