#pragma once
// Structure that the tax authority's schemas ask of a CFDI, 4.0 or 3.3, and of the complements that are read: elements
// in order, attributes that must be there, how each is written. Keys of catalogs, and patterns that have a code of
// their own, are left to the rules.
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"

namespace gestor::fiscal {

Verificacion revisar_estructura(Cfdi const& cfdi);  // XSD

}  // namespace gestor::fiscal
