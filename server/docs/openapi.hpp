#pragma once
// The published document, generated from the operation table and the DTOs; nothing is written by hand.
#include <span>
#include <string>
#include <string_view>

#include "domain/operacion/operacion.hpp"

namespace gestor {

// OpenAPI 3.1. url_base: address of the server entry; "" gives the relative "/".
std::string openapi_json(std::span<Area const* const> areas, std::string_view version, std::string_view url_base);

}  // namespace gestor
