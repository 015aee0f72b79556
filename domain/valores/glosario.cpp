#include "domain/valores/glosario.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gestor {
namespace {

// {nombre, descripción, ejemplo}: glosario.inc of every folder of the domain, gathered by the build.
constexpr Termino escritos[] = {
#include "glosarios.inc"
};
constexpr auto tabla = [] {
    auto terminos = std::to_array(escritos);
    std::ranges::sort(terminos, {}, &Termino::nombre);
    return terminos;
}();
static_assert(std::ranges::adjacent_find(tabla, {}, &Termino::nombre) == tabla.end(),
              "a word is explained twice: where two areas use it, it belongs in valores/glosario.inc");

}  // namespace

std::span<Termino const> glosario() {
    return tabla;
}

Termino const* glosario_buscar(std::string_view nombre, std::string_view de) {
    if (!de.empty())
        if (auto const* propio = glosario_buscar(std::string(de) + "." + std::string(nombre))) return propio;
    auto const fila = std::ranges::lower_bound(tabla, nombre, {}, &Termino::nombre);
    return fila != tabla.end() && fila->nombre == nombre ? &*fila : nullptr;
}

}  // namespace gestor
