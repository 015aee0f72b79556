#pragma once
// Envelope of an answer: {"data": …}; of a page also its pagination; of a dry run also its plans.
#include "domain/operacion/operacion.hpp"

namespace gestor {

// The body of the answer is written between abrir_sobre and cerrar_sobre.
void abrir_sobre(Operacion const& declarada, Llamada const& llamada, Contestacion& r);
void cerrar_sobre(Operacion const& declarada, Llamada const& llamada, Contestacion& r);

}  // namespace gestor
