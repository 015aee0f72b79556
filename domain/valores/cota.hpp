#pragma once
// How large the JSON of a type can legally be, known before a byte of it has been read. Derived from its description,
// as everything else is: the bounds of its texts, lists and numbers.
#include <cstdint>
#include <string_view>

#include "domain/valores/tipo.hpp"

namespace gestor {

struct Cota {
    std::uint64_t bytes = 0;    // written as wastefully as clients do: every character escaped, a line for every value
    std::uint64_t valores = 0;  // of the document: every object, list, text, number...
};

Cota cota_de(Tipo const& tipo);

// How many values a document has, by its commas and brackets: known, and refused, before any of it is built. What is
// empty counts as if it had one.
std::uint64_t contar_valores(std::string_view documento);

}  // namespace gestor
