#pragma once
// The fiscal folio (UUID) of a CFDI is registered once, and never that of a cancelled one.
#include "domain/valores/fiscal.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// FolioNuevo: whether a fiscal folio is free; asked with the next statement, and required later.
class FolioNuevo {
public:
    FolioNuevo(Escritura& db, Uuid const& uuid);
    // Throws UUID_DUPLICADO, with the document that has the folio, or ESTADO_INVALIDO when the tax authority's
    // metadata, loaded to reconcile the books, know the CFDI as cancelled. Both are faults of `campo`.
    void exigir(std::string campo) const;

private:
    Escritura& db_;
    Pregunta registrado_, cancelado_;
};
void exigir_uuid_nuevo(Escritura& db, Uuid const& uuid, std::string campo);
// Throws ESTADO_INVALIDO as above.
void exigir_vigente(Lectura& db, Uuid const& uuid, std::string campo);

}  // namespace gestor
