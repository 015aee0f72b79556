#pragma once
// Parts of the documentation pages: the embedded sources (server/docs/paginas), and the parts written from tables.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "domain/operacion/operacion.hpp"

namespace gestor {

extern std::span<std::pair<std::string_view, std::string_view> const> const embedded_docs;  // scripts/embed.cmake
std::string_view embedded_doc(std::string_view name);  // terminates when the name does not exist

std::string html(std::string_view text);  // escaped for text and quoted attributes

// Replaces each {{nombre}} of the template, once, left to right; replaced text is not searched again.
using Huecos = std::span<std::pair<std::string_view, std::string> const>;
std::string rellenar(std::string_view plantilla, Huecos huecos);

// Anchor of an operation, the same in every page: GET /api/RegistroVenta/{id} is GET-api-RegistroVenta-id.
std::string ancla(Operacion const& operacion);
std::string_view nombre_de(Sobre sobre);
std::string permiso_de(Operacion const& operacion);

std::size_t contar(std::span<Area const* const> areas);
std::string filtro_de(std::string_view filas,
                      std::string_view etiqueta);  // a search box over the rows of a CSS selector
std::string html_areas(std::span<Area const* const> areas);
std::string html_operaciones(std::span<Area const* const> areas);
std::string html_errores();
std::string html_ajustes();
// The reference without the viewer: parameters, body and answer of every operation.
std::string html_referencia(std::span<Area const* const> areas);

}  // namespace gestor
