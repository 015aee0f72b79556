#pragma once
// Who may authorize a document, and the trace of it.
#include "domain/motor/motor.hpp"

namespace gestor {

// Throws PERMISO_DENEGADO: it is for more than the user may authorize; or, where who asks does not authorize, his own.
void exigir_facultad(Escritura& db, Id documento, bool segregada);
// Its state, by whom, when and with which notes.
void autorizar(Escritura& db, Mudanza const& mudanza, FechaHora fecha, std::string const& notas);

}  // namespace gestor
