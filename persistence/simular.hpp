#pragma once
// A write that is tried: everything is done, checked and locked as if it were to stay, and then rolled back.
#include "persistence/unidad.hpp"

namespace gestor {

// As escribir_en_unidad. What no transaction gives back remains: the numbers that sequences gave.
void simular_en_unidad(Session& sesion, Inquilino const& quien, std::string& respuesta,
                       std::function<void(Escritura&)> const& trabajo);

}  // namespace gestor
