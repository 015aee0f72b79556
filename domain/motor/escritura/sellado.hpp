#pragma once
// From facts to a sealed plan, and from the plan to the database. Only the engine includes this header
// (scripts/layering): areas write through the stages of emisor.hpp and the actions of etapas.hpp and cancelar.hpp.
#include "domain/motor/escritura/etapas.hpp"

namespace gestor {

// Seals the plan; debit must equal credit.
Sellado sellar(PlanDocumento plan);

// Plan of a new document made in one of the ways of its type (Nacimiento). Pure.
PlanDocumento planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Hechos hechos);
// Plan of a new document with its effects on other documents.
Sellado planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Emision emision, Cartera& cartera);
// Plan of a document that pays no other document and is not paid at once.
Sellado planificar(TipoDocumento const& tipo, Nacimiento const& nacimiento, Emision emision);
// Rewrites a stored document without effects, under its lock: its header and, with `partidas_nuevas`, lines and
// amounts. Number, date, branch, currency and state stay. A type with effects throws std::logic_error.
Sellado reescritura(TipoDocumento const& tipo, DocumentoNuevo documento, bool partidas_nuevas);
// Payments by a stored source.
Sellado asignacion(Id fuente, FechaHora fecha, std::span<Cartera::Aplicacion const> aplicaciones, Cartera& cartera);

// The only writer of state, stock, layers, balances and pólizas.
void aplicar(Escritura& db, Sellado const& plan);

}  // namespace gestor
