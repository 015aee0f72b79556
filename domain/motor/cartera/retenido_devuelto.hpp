#pragma once
#include <span>

#include "domain/motor/importes/retenciones.hpp"

namespace gestor {

// Declared withholdings that a note gives back, by row of the document. The split follows the rows of the note; the
// last row takes the cents, as in its póliza.
std::vector<ParteRetenida> retenido_devuelto(Retenciones const& del_documento, Cubetas const& declarado,
                                             std::span<RetencionViva const> de_la_nota);

}  // namespace gestor
