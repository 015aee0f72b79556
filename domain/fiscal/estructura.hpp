#pragma once
// Structure of a CFDI, 4.0 or 3.3, and of the complements that are read, by the tax authority's schemas: order of
// elements, required attributes, form of each value. Keys of catalogs, and patterns with their own error code, are left
// to the rules.
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

Verificacion revisar_estructura(Cfdi const& cfdi);  // XSD

}  // namespace gestor::fiscal
