#pragma once
// Guards of all documents: they throw when a settled route forbids the document.
#include "domain/motor/escritura/etapas.hpp"

namespace gestor::ruta {

// Documents of a day come in any order, and late, until their truck is settled for that day. The caller holds the
// month; the settlement locks the month alone. Throws PERIODO_CERRADO.
void exigir_dia_abierto(Escritura& db, Id almacen, Fecha dia);
// Goods of a truck are known at its last settlement: none moves on that day or before. Throws PERIODO_CERRADO.
void exigir_sin_liquidar_desde(Escritura& db, std::vector<Id> const& almacenes, Fecha dia);
// Money counted by a settlement, and documents made by a settlement or a return of a route, cannot be cancelled. Throws
// ESTADO_INVALIDO.
void exigir_sin_liquidar(Escritura& db, DocumentoBloqueado const& documento);

}  // namespace gestor::ruta
