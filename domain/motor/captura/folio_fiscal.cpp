#include "domain/motor/captura/folio_fiscal.hpp"

#include "domain/motor/captura/consultas_folio.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

void exigir_uuid_nuevo(Escritura& db, Uuid const& uuid, std::string campo) {
    auto const otro = db.uno<DocumentoRelacionado, sql::uuid_registrado>("uuid"_es(uuid));
    if (otro)
        throw Problema::en(std::move(campo), codigo::uuid_duplicado,
                           otro->tipoDocumento.valor() + " " + otro->folio.valor() + " tiene ese folio fiscal")
            .con("transaccionId", std::to_string(otro->transaccionId.valor()));
    exigir_vigente(db, uuid, std::move(campo));
}

void exigir_vigente(Lectura& db, Uuid const& uuid, std::string campo) {
    auto const cancelado = db.consultar<sql::cfdi_cancelado>("uuid"_es(uuid));
    if (cancelado.vacia()) return;
    auto const dia = cancelado.filas[0][0];
    throw Problema::en(std::move(campo), codigo::estado_invalido,
                       "su emisor lo canceló" + (dia ? " el " + *dia : "") + ", según los metadatos del SAT");
}

}  // namespace gestor
