#pragma once
// The answer to a name that nobody reads, in a body or in a query.
#include <span>
#include <string>
#include <string_view>

#include "domain/valores/problema.hpp"
#include "domain/valores/tipo.hpp"

namespace gestor {

// DESCONOCIDO, with what replaced it or the near one of those that are read. `que` says what the name is of: a "campo",
// a "parámetro". One that is retired without a message is no fault: it is ignored, as objId was promised to be.
void nombre_desconocido(std::string const& ruta, std::string_view nombre, std::string_view que,
                        std::span<Campo const> campos, std::span<Retirado const> retirados, Fallas& fallas);

}  // namespace gestor
