#pragma once
// Meanings of the fields and parameters of the interface. A name has one meaning everywhere, so it is explained once; a
// missing name fails a test. A name that one type uses differently has a second entry, Tipo.nombre.
#include <span>
#include <string_view>

namespace gestor {

struct Termino {
    std::string_view nombre;
    std::string_view descripcion;
    std::string_view ejemplo{};  // for free texts and amounts; other types have their own example
};

std::span<Termino const> glosario();  // in alphabetical order
// Entry of a member of that type; nullptr: not explained.
Termino const* glosario_buscar(std::string_view nombre, std::string_view de = {});

}  // namespace gestor
