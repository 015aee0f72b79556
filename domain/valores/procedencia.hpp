#pragma once
// An identifier is learned from the operation that lists it: one table, of its name, or of Tipo.nombre where a type has
// it of something else.
#include <span>
#include <string_view>

namespace gestor {

struct Procedencia {
    std::string_view nombre;
    std::string_view operacion;  // as it follows "de"
};

std::span<Procedencia const> procedencias();  // in alphabetical order
// As a member of that type; empty: no identifier.
std::string_view procedencia_de(std::string_view nombre, std::string_view tipo);

}  // namespace gestor
