#pragma once
// Declared reads of stock documents. The writes answer with them too: db.vista(entrega_mercancia, id).
#include "persistence/lectura_compilada.hpp"

namespace gestor::inventario {

LecturaCompilada leer_movimiento_inventario();
LecturaCompilada leer_movimientos_inventario();
LecturaCompilada leer_entrega_mercancia();
LecturaCompilada leer_entregas_mercancia();
LecturaCompilada leer_recepcion_mercancia();
LecturaCompilada leer_recepciones_mercancia();

inline LecturaCompilada const movimiento_inventario = leer_movimiento_inventario();
inline LecturaCompilada const movimientos_inventario = leer_movimientos_inventario();
inline LecturaCompilada const entrega_mercancia = leer_entrega_mercancia();
inline LecturaCompilada const entregas_mercancia = leer_entregas_mercancia();
inline LecturaCompilada const recepcion_mercancia = leer_recepcion_mercancia();
inline LecturaCompilada const recepciones_mercancia = leer_recepciones_mercancia();

}  // namespace gestor::inventario
