#pragma once
// An identifier is learned from the operation that lists it: one table, of its name, of Tipo.nombre where a type has it
// of something else, or of the path before {id} where that path does not list what it names.
#include <span>
#include <string>
#include <string_view>

namespace gestor {

struct Procedencia {
    std::string_view nombre;
    std::string_view operacion;  // as it follows "de"
};

std::span<Procedencia const> procedencias();  // in alphabetical order
// As a member of that type; empty: no identifier.
std::string_view procedencia_de(std::string_view nombre, std::string_view tipo);
// As the {id} of that path.
std::string procedencia_en_ruta(std::string_view ruta);

}  // namespace gestor
