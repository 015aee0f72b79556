#pragma once
// The migrations, compiled into the program: (file name, SQL), in order. Defined by a generated file
// (scripts/embed.cmake).
#include <span>
#include <string_view>
#include <utility>

namespace gestor {

// The first thing every session says. As a setting of the database (ALTER DATABASE) it would be lost in a dump.
inline constexpr auto usar_esquema = "SET search_path = gestor, public";

extern std::span<std::pair<std::string_view, std::string_view> const> const embedded_schema;

}  // namespace gestor
