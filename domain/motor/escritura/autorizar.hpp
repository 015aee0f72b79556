#pragma once
// Authorization of a document: the user's limit, and the trace.
#include "domain/motor/escritura/motor.hpp"

namespace gestor {

// Throws PERMISO_DENEGADO when the document exceeds the user's limit or, with `segregada`, when the user asked for the
// document himself.
void exigir_facultad(Escritura& db, Id documento, bool segregada);
// Writes the new state, the user, the date and the notes.
void autorizar(Escritura& db, Mudanza const& mudanza, FechaHora fecha, std::string const& notas);

}  // namespace gestor
