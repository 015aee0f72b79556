#pragma once
// Cancel: one way for every type. All that the document left behind is read back as a plan and turned round; the
// documents that it was applied to, or that it came from, recover their balance and their state.
#include <functional>
#include <map>

#include "domain/motor/pedidos.hpp"

namespace gestor {

class ConDocumentos;
class Sellado;

// CancelacionMotivo: what a cancel is sent with.
struct CancelacionMotivo {
    std::optional<Texto<250>> motivo;
};
DTO(CancelacionMotivo, motivo)

// All that it left behind and that still stands.
PlanDocumento efectos_guardados(Escritura& db, Id transaccionId);

struct Cancelacion {
    std::span<TipoDocumento const* const> tipos;  // those that may be cancelled here
    std::string motivo;
    std::string_view bloqueos{};  // finds the documents that forbid it, by :transaccionId
    std::function<void(DocumentoBloqueado const&)>
        antes{};  // once it is locked and may be acted on: its own conditions
};
// Throws NO_ENCONTRADO, ESTADO_INVALIDO, PERMISO_DENEGADO, TIENE_DOCUMENTOS_RELACIONADOS, PERIODO_CERRADO,
// EXISTENCIA_INSUFICIENTE, SERIE_LOTE_INVALIDO.
void cancelar(Escritura& db, Sesion const& sesion, Id transaccionId, Cancelacion const& cancelacion);
// A cancel that another takes with it: who may do that may do this.
void cancelar_con(Escritura& db, Id transaccionId, Cancelacion const& cancelacion);

// Refuses with ESTADO_INVALIDO what would leave a part of a document below 0: money paid what a note had given too
// much, and that note is to end before the money.
void exigir_partes(PlanDocumento const& plan);

// Once the reversal of what had paid these documents is applied: the notes that were registered later are settled
// again, and an invoice is owed what its note then is. All are locked. Answers such invoices, with what each owed
// before.
std::map<Id, Dinero> reliquidar_notas(Escritura& db, Cartera& cartera, std::vector<Id> const& ids, FechaHora fecha);

// A credit or an advance pays a document no more: both have it back as it was. Both are locked.
// Throws NO_ENCONTRADO, ESTADO_INVALIDO.
Sellado desasignar(Escritura& db, ConDocumentos& bloqueados, Id fuente, Id documento, FechaHora fecha);

// A document without effects ends in this state, with the reason. It is locked.
void terminar(Escritura& db, Id transaccionId, Estado hasta, FechaHora fecha, std::string const& motivo);

}  // namespace gestor
