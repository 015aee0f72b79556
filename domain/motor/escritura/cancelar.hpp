#pragma once
// Cancel: one way for every type. The stored effects of the document are read back as a plan and turned round.
// Documents that the cancelled document paid, or was made from, recover balance and state.
#include <functional>
#include <map>

#include "domain/motor/escritura/documento_origen.hpp"

namespace gestor {

class ConDocumentos;
class Sellado;

// CancelacionMotivo: the body of a cancel.
struct CancelacionMotivo {
    std::optional<Texto<250>> motivo;
};
DTO(CancelacionMotivo, motivo)

// Effects of the document that still stand, as a plan.
PlanDocumento efectos_guardados(Escritura& db, Id transaccionId);

// Documents that the reversal touches, beside `ids`. The caller locks all at once, by ascending id.
std::vector<Id> alcance_de(Escritura& db, Id transaccionId, std::vector<Id> ids);

struct Cancelacion {
    std::span<TipoDocumento const* const> tipos;  // types that this operation may cancel
    std::string motivo;
    std::string_view bloqueos{};  // statement that finds the documents that forbid the cancel, by :transaccionId
    std::function<void(DocumentoBloqueado const&)>
        antes{};  // further conditions of the type, checked once the document is locked and its state allows the cancel
};
// Throws NO_ENCONTRADO, ESTADO_INVALIDO, PERMISO_DENEGADO, TIENE_DOCUMENTOS_RELACIONADOS, PERIODO_CERRADO,
// EXISTENCIA_INSUFICIENTE, SERIE_LOTE_INVALIDO.
void cancelar(Escritura& db, Sesion const& sesion, Id transaccionId, Cancelacion const& cancelacion);
// consumar_cancelacion: runs when the tax authority has cancelled the CFDI of a document whose cancel was asked for.
// The effects of the document are undone, with the motive of the request.
void consumar_cancelacion(Escritura& db, Id transaccionId);
// A cancel that follows from another cancel: the permission for the first cancel covers both.
void cancelar_con(Escritura& db, Id transaccionId, Cancelacion const& cancelacion);

// Throws ESTADO_INVALIDO when a part of a document would fall below 0: money paid the excess that a note had given
// back, and the note would end before the money.
void exigir_partes(PlanDocumento const& plan);

// Runs after the reversal of a payment of these documents. Notes registered later than the payment are settled again,
// and an invoice then owes what its sale note owes. All documents are locked. Returns such invoices, with the amount
// that each owed before.
std::map<Id, Dinero> reliquidar_notas(Escritura& db, Cartera& cartera, std::vector<Id> const& ids, FechaHora fecha);

// seguir_deudas: the holds that areas have on a debt are cut to it when a reversal lowered it. Taking back a
// refund of a note is such a reversal: the note pays the debt again.
void seguir_deudas(Escritura& db, ConDocumentos& bloqueados, std::vector<Id> ids, FechaHora fecha);

// Ends the payment of a document by a credit or an advance: both recover their balance. Both are locked. Throws
// NO_ENCONTRADO, ESTADO_INVALIDO.
Sellado desasignar(Escritura& db, ConDocumentos& bloqueados, Id fuente, Id documento, FechaHora fecha);

// Ends a locked document without effects in state `hasta`, with the reason.
void terminar(Escritura& db, Id transaccionId, Estado hasta, FechaHora fecha, std::string const& motivo);

}  // namespace gestor
