#pragma once
#include <span>

#include "persistence/unidad.hpp"

namespace gestor {

// Body of a declared single read for a record that this transaction has just written. Lists known to be empty
// (`vacias`, by their statement) are not read.
std::string recien_escrito(Lectura& db, LecturaCompilada const& lectura, std::int64_t id,
                           std::span<std::string_view const> vacias);

}  // namespace gestor
