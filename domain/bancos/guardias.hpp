#pragma once
// A reconciled bank movement cannot be cancelled; payment requests shrink when their debt is lowered.
#include "domain/motor/cartera/devolucion.hpp"

namespace gestor::bancos {

// Throws ESTADO_INVALIDO when the bank's statement confirmed the movement.
void exigir_sin_conciliar(Escritura& db, DocumentoBloqueado const& documento);
// Payment requests that keep more of a debt than will be owed are reduced, the newest first. A request reduced to
// nothing, and without payments, is cancelled. Each has its warning. No request grows again when the note is cancelled.
void recortar_solicitudes(Escritura& db, ConDocumentos& bloqueados, Acreditado& acreditado);

}  // namespace gestor::bancos
