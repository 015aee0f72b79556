#pragma once
// Dry run of a write: the operation runs with all checks and locks, and is then rolled back.
#include "persistence/unidad.hpp"

namespace gestor {

// simular_en_unidad: like escribir_en_unidad, with ROLLBACK. Numbers taken from sequences stay taken.
void simular_en_unidad(Session& sesion, Inquilino const& quien, std::string& respuesta,
                       std::function<void(Escritura&)> const& trabajo);

}  // namespace gestor
