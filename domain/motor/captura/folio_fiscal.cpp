#include "domain/motor/captura/folio_fiscal.hpp"

#include "domain/motor/captura/consultas_folio.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {
namespace {

void exigir_vigente(Filas const& cancelado, std::string campo) {
    if (cancelado.vacia()) return;
    auto const dia = cancelado.filas[0][0];
    throw Problema::en(std::move(campo), codigo::estado_invalido,
                       "su emisor lo canceló" + (dia ? " el " + *dia : "") + ", según los metadatos del SAT");
}

}  // namespace

FolioNuevo::FolioNuevo(Escritura& db, Uuid const& uuid)
    : db_(db),
      registrado_(db.preguntar<DocumentoRelacionado, sql::uuid_registrado>("uuid"_es(uuid))),
      cancelado_(db.preguntar<void, sql::cfdi_cancelado>("uuid"_es(uuid))) {}

void FolioNuevo::exigir(std::string campo) const {
    if (auto const otro = db_.uno<DocumentoRelacionado>(registrado_))
        throw Problema::en(std::move(campo), codigo::uuid_duplicado,
                           otro->tipoDocumento.valor() + " " + otro->folio.valor() + " tiene ese folio fiscal")
            .con("transaccionId", std::to_string(otro->transaccionId.valor()));
    exigir_vigente(db_.responder(cancelado_), std::move(campo));
}

void exigir_uuid_nuevo(Escritura& db, Uuid const& uuid, std::string campo) {
    FolioNuevo(db, uuid).exigir(std::move(campo));
}

void exigir_vigente(Lectura& db, Uuid const& uuid, std::string campo) {
    exigir_vigente(db.consultar<sql::cfdi_cancelado>("uuid"_es(uuid)), std::move(campo));
}

}  // namespace gestor
