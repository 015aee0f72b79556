#pragma once
// The original string: what a seal is made over. Which attributes, in what order, is a table of facts; there is one
// walker.
#include <optional>
#include <string>

#include "domain/fiscal/cfdi.hpp"

namespace gestor::fiscal {

// Original string of the CFDI, 4.0 or 3.3. Nothing: it has a complement that the table does not know, so that nobody
// here can tell.
std::optional<std::string> cadena_original(Cfdi const& cfdi);

// Original string of its stamp, 1.1: what the tax authority's seal is made over.
std::string cadena_original(Timbre const& timbre);

// The names of the complements that the table does not know.
std::vector<std::string> complementos_sin_cadena(Cfdi const& cfdi);

}  // namespace gestor::fiscal
