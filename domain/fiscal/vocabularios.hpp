#pragma once
// Original string as facts: each complement of the tax authority is a table, each of its elements a row.
#include <span>
#include <string_view>

namespace gestor::fiscal {

// Row of the walk of an element. `Fecha`: an attribute that always takes a place, empty when absent. `Serie?`: an
// attribute that takes a place only when present, even empty. `<a/b`: each child b of each child a, by the row of b.
// `<a/b=c`: the same by row c. `.a/b`: the text of the first b of the children a; `.a/b?` takes a place only when
// present; `.`: the element's own text. `*`: each child; a complement is found by its namespace.
struct Fila {
    std::string_view nombre, pasos;
};

// The first row of each table is its root element.
struct Vocabulario {
    std::string_view espacio;
    std::span<Fila const> filas;
    std::string_view solo_en = {};  // element that only one version of CFDI has
};

std::span<Vocabulario const> vocabularios();

}  // namespace gestor::fiscal
