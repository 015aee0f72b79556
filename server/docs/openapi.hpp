#pragma once
// The published document, made from the operation table and the DTOs; nothing in it is written by hand.
#include <span>
#include <string>
#include <string_view>

#include "domain/operacion/operacion.hpp"

namespace gestor {

// OpenAPI 3.1. url_base is the address of the server entry ("" = relative "/").
std::string openapi_json(std::span<Area const* const> areas, std::string_view version, std::string_view url_base);

}  // namespace gestor
