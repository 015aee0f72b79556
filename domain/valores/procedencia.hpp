#pragma once
// Procedencia: the operation that lists an identifier. One table with three kinds of keys: a name; Tipo.nombre, where
// one type uses the name differently; and the path before {id}, where that path does not list its own records.
#include <span>
#include <string>
#include <string_view>

namespace gestor {

struct Procedencia {
    std::string_view nombre;
    std::string_view operacion;  // text that follows "de"
};

std::span<Procedencia const> procedencias();  // in alphabetical order
// Origin of a member of that type; empty: the member is no identifier.
std::string_view procedencia_de(std::string_view nombre, std::string_view tipo);
// Origin of the {id} of that path.
std::string procedencia_en_ruta(std::string_view ruta);

}  // namespace gestor
