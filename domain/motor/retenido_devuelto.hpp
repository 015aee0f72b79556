#pragma once
#include <span>

#include "domain/motor/retenciones.hpp"

namespace gestor {

// Of what had been declared as withheld and a note gives back, each row of the document: by the rows of the note, whose
// last takes the cents, as its póliza says.
std::vector<ParteRetenida> retenido_devuelto(Retenciones const& del_documento, Cubetas const& declarado,
                                             std::span<RetencionViva const> de_la_nota);

}  // namespace gestor
