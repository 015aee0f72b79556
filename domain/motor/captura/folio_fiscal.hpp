#pragma once
// The fiscal folio (UUID) of a CFDI is registered once, and never that of a cancelled one.
#include "domain/valores/fiscal.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// Throws UUID_DUPLICADO, with the document that has the folio, or ESTADO_INVALIDO, as a fault of `campo`.
void exigir_uuid_nuevo(Escritura& db, Uuid const& uuid, std::string campo);
// Throws ESTADO_INVALIDO when the tax authority's metadata, loaded to reconcile the books, know the CFDI as cancelled.
void exigir_vigente(Lectura& db, Uuid const& uuid, std::string campo);

}  // namespace gestor
