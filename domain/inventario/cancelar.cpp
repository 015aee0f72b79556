// Cancel of a stock document: the opposite movement, while the goods that entered are still in stock.
#include "domain/inventario/documentos.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"

namespace gestor::inventario {
namespace {

TransaccionResultado cancelar_de(Escritura& db, Sesion const& sesion, Id id, CancelacionMotivo const& c,
                                 std::span<TipoDocumento const* const> tipos) {
    cancelar(db, sesion, id,
             {.tipos = tipos,
              .motivo = c.motivo ? c.motivo->valor() : std::string(),
              .bloqueos = usada<DocumentoRelacionado, sql::recepciones_vigentes, "transaccionId">()});
    return resultado(db, id);
}

}  // namespace

TransaccionResultado cancelar_inventario(Escritura& db, Sesion const& sesion, Id id,
                                         ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&movimiento_de_inventario, &recepcion_de_mercancia};
    return cancelar_de(db, sesion, id, c, tipos);
}

TransaccionResultado cancelar_movimiento(Escritura& db, Sesion const& sesion, Id id,
                                         ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&movimiento_de_inventario, &reempaque_de_mercancia};
    return cancelar_de(db, sesion, id, c, tipos);
}

}  // namespace gestor::inventario
