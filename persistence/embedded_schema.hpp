#pragma once
// Migrations compiled into the program: (file name, SQL), in order. A generated file defines them
// (scripts/embed.cmake).
#include <span>
#include <string_view>
#include <utility>

namespace gestor {

// First statement of every session. A setting of the database (ALTER DATABASE) would not be in a dump of it.
inline constexpr auto usar_esquema = "SET search_path = gestor, public";

extern std::span<std::pair<std::string_view, std::string_view> const> const embedded_schema;

}  // namespace gestor
