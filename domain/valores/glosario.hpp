#pragma once
// Meanings of the fields and parameters of the interface. A name means the same wherever it stands, so it is explained
// once; a name that is not here fails a test. Where the interface uses it for something else it is explained once more
// as Tipo.nombre, the type that has it.
#include <span>
#include <string_view>

namespace gestor {

struct Termino {
    std::string_view nombre;
    std::string_view descripcion;
    std::string_view ejemplo{};  // for free texts and amounts; other types bring their own
};

std::span<Termino const> glosario();  // in alphabetical order
// As a member of that type; nullptr: not explained.
Termino const* glosario_buscar(std::string_view nombre, std::string_view de = {});

}  // namespace gestor
