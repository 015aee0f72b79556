#pragma once
// From facts to a sealed plan, and from the plan to the database. The engine alone includes this header
// (scripts/layering): areas write by the stages of emisor.hpp and by the actions of etapas.hpp and cancelar.hpp.
#include "domain/motor/etapas.hpp"

namespace gestor {

// Demands that debit equals credit.
Sellado sellar(PlanDocumento plan);

// A new document, in one of the ways that its type has. Pure.
PlanDocumento planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Hechos hechos);
// The same, with all that it does to other documents.
Sellado planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Emision emision, Cartera& cartera);
// The same for a document that pays nothing, and that nothing pays at once.
Sellado planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Emision emision);
// A stored document that does nothing to anybody, under its lock: its header anew and, with `partidas_nuevas`, its
// lines and amounts. Number, date, branch, currency and state stay. A type with effects throws std::logic_error.
Sellado reescritura(TipoDocumento const& tipo, DocumentoNuevo documento, bool partidas_nuevas);
// A stored source, and the documents that it pays.
Sellado asignacion(Id fuente, FechaHora fecha, std::span<Cartera::Cobro const> cobros, Cartera& cartera);

// The only writer of state, stock, layers, balances and pólizas.
void aplicar(Escritura& db, Sellado const& plan);

}  // namespace gestor
