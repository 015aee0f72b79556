#pragma once
// Cancel: one way for every type. What the document left behind is read back as a plan and turned round; the documents
// that it was applied to, or that it came from, recover their balance and their state.
#include "domain/motor/pedidos.hpp"

namespace gestor {

// All that it left behind and that still stands.
PlanDocumento efectos_guardados(Escritura& db, Id transaccionId);

struct Cancelado {
    DocumentoBloqueado documento;  // as it was
    std::vector<Id> afectados;     // documents whose balance came back
};
// `bloqueos` finds the documents that forbid it, by :transaccionId (empty: none can). Throws NO_ENCONTRADO,
// ESTADO_INVALIDO, PERMISO_DENEGADO, TIENE_DOCUMENTOS_RELACIONADOS, PERIODO_CERRADO, EXISTENCIA_INSUFICIENTE. `antes`
// runs once the document is locked and may be acted on: the type's own conditions.
Cancelado cancelar(Escritura& db, Sesion const& sesion, Id transaccionId, std::span<TipoDocumento const* const> tipos,
                   std::string motivo, std::string_view bloqueos = {},
                   std::function<void(DocumentoBloqueado const&)> const& antes = {});

}  // namespace gestor
