// Cancel of purchase documents: one function for all types, with the conditions that forbid it for each type.
#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/inventario/documentos.hpp"

namespace gestor::compras {
namespace {

TransaccionResultado cancelar_de(Escritura& db, Sesion const& sesion, Id id,
                                 std::span<TipoDocumento const* const> tipos, CancelacionMotivo const& c) {
    cancelar(db, sesion, id,
             {.tipos = tipos,
              .motivo = c.motivo ? c.motivo->valor() : std::string(),
              .bloqueos = usada<DocumentoRelacionado, sql::bloqueos_de_compra, "transaccionId">()});
    return resultado(db, id);
}

}  // namespace

TransaccionResultado cancelar_factura_compra(Escritura& db, Sesion const& sesion, Id id,
                                             ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&factura_de_compra};
    return cancelar_de(db, sesion, id, tipos, c);
}

TransaccionResultado cancelar_orden_compra(Escritura& db, Sesion const& sesion, Id id,
                                           ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&orden_de_compra};
    return cancelar_de(db, sesion, id, tipos, c);
}

TransaccionResultado cancelar_compra(Escritura& db, Sesion const& sesion, Id id,
                                     ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&remision_de_compra,     &orden_de_compra,
                                                     &factura_de_compra,      &gasto,
                                                     &gasto_sobre_compra,     &inventario::recepcion_de_mercancia,
                                                     &devolucion_a_proveedor, &credito_de_proveedor,
                                                     &iva_de_importacion,     &cotizacion_de_proveedor};
    return cancelar_de(db, sesion, id, tipos, c);
}

}  // namespace gestor::compras
