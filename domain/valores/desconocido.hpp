#pragma once
// Fault for an unknown name in a body or in a query.
#include <span>
#include <string>
#include <string_view>

#include "domain/valores/problema.hpp"
#include "domain/valores/tipo.hpp"

namespace gestor {

// DESCONOCIDO, with the replacement of a retired name, or the nearest known name. `que` tells the kind of name:
// "campo", "parámetro". A retired name without a message is ignored, as the API promised for objId.
void nombre_desconocido(std::string const& ruta, std::string_view nombre, std::string_view que,
                        std::span<Campo const> campos, std::span<Retirado const> retirados, Fallas& fallas);

}  // namespace gestor
