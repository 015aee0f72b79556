#pragma once
#include <span>

#include "persistence/unidad.hpp"

namespace gestor {

// The body of a declared single read of what this very transaction wrote: its lists that are known to have no rows,
// named by their statements, are not asked for.
std::string recien_escrito(Lectura& db, Plan const& plan, std::int64_t id, std::span<std::string_view const> vacias);

}  // namespace gestor
