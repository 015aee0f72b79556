#pragma once
// A reconciled bank movement cannot be cancelled; payment requests shrink when their debt is lowered.
#include "domain/motor/devolucion.hpp"

namespace gestor::bancos {

// A movement that the bank's statement confirmed stays. Throws ESTADO_INVALIDO.
void exigir_sin_conciliar(Escritura& db, DocumentoBloqueado const& documento);
// Payment requests that keep more of a debt than will be owed ask for less, the last one first. A request that then
// asks for nothing, and had nothing paid, is cancelled. Each has its warning. No request grows again when the note is
// cancelled.
void recortar_solicitudes(Escritura& db, ConDocumentos& bloqueados, Acreditado& acreditado);

}  // namespace gestor::bancos
