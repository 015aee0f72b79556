#pragma once
// The fiscal folio of a supplier's paper is registered once.
#include "domain/valores/fiscal.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// Throws UUID_DUPLICADO, with the document that has it; `campo` is the one that sent it.
void exigir_uuid_nuevo(Escritura& db, Uuid const& uuid, std::string campo);

}  // namespace gestor
