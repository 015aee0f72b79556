#pragma once
// Cota: how large the JSON of a type can legally be, known before its first byte is read. Derived from the type's
// description: the bounds of its texts, lists and numbers.
#include <cstdint>
#include <string_view>

#include "domain/valores/tipo.hpp"

namespace gestor {

struct Cota {
    std::uint64_t bytes = 0;    // written as wastefully as JSON allows: every character escaped, a line for every value
    std::uint64_t valores = 0;  // values of the document: every object, list, text, number...
};

Cota cota_de(Tipo const& tipo);

// Number of values of a document, counted by commas and brackets, so that a document can be refused before it is
// parsed. An empty object or list counts as one value.
std::uint64_t contar_valores(std::string_view documento);

}  // namespace gestor
