#pragma once
#include <span>

#include "domain/motor/retenciones.hpp"

namespace gestor {

// Withholdings that were declared and that a note gives back, by row of the document. They follow the rows of the note;
// the last row takes the cents, as its póliza says.
std::vector<ParteRetenida> retenido_devuelto(Retenciones const& del_documento, Cubetas const& declarado,
                                             std::span<RetencionViva const> de_la_nota);

}  // namespace gestor
