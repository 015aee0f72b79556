#pragma once
// The document types of the way from order to cash: one table each.
#include "domain/motor/motor.hpp"

namespace gestor {

extern TipoDocumento const factura_de_venta, nota_de_venta, pedido_de_cliente, cotizacion_de_cliente, remision_de_venta,
    devolucion_de_cliente, credito_de_cliente, deposito_de_banco, deposito_por_concepto, anticipo_de_cliente,
    entrada_de_inventario, salida_de_inventario, ajuste_de_inventario, traspaso_de_inventario, entrega_de_mercancia,
    factura_de_viaje, factura_de_compra;

std::span<TipoDocumento const* const> tipos_de_documento();
TipoDocumento const* tipo_de_objeto(std::int64_t objId);

}  // namespace gestor
