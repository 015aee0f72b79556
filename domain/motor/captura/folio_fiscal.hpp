#pragma once
// The fiscal folio (UUID) of a supplier's CFDI is registered once.
#include "domain/valores/fiscal.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// Throws UUID_DUPLICADO, with the document that has the folio, as a fault of `campo`.
void exigir_uuid_nuevo(Escritura& db, Uuid const& uuid, std::string campo);

}  // namespace gestor
