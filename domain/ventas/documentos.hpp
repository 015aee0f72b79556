#pragma once
// Document types of sales, and the ways to make each (Nacimiento).
#include "domain/motor/tipo/tipo.hpp"

namespace gestor::ventas {

extern TipoDocumento const factura_de_venta, nota_de_venta, pedido_de_cliente, cotizacion_de_cliente, remision_de_venta,
    devolucion_de_cliente, credito_de_cliente;
extern Nacimiento const factura_nueva, factura_de_notas, nota_nueva, pedido_nuevo, cotizacion_nueva, devolucion_nueva,
    remision_nueva, credito_nuevo;

}  // namespace gestor::ventas
