#pragma once
// Original string: the text that a seal signs. A table lists the attributes and their order; one walker reads it.
#include <optional>
#include <string>

#include "domain/fiscal/cfdi.hpp"

namespace gestor::fiscal {

// Original string of the CFDI, 4.0 or 3.3. Absent when the CFDI has a complement that the table lacks: its seal cannot
// be verified here.
std::optional<std::string> cadena_original(Cfdi const& cfdi);

// Original string of the stamp, 1.1: the text of the tax authority's seal.
std::string cadena_original(Timbre const& timbre);

// Complements of the CFDI that the table lacks.
std::vector<std::string> complementos_sin_cadena(Cfdi const& cfdi);

}  // namespace gestor::fiscal
