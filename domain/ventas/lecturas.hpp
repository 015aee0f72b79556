#pragma once
// Declared reads of sale documents. The writes answer with them too: db.registro(factura_venta, id).
#include "persistence/lectura_compilada.hpp"

namespace gestor::ventas {

LECTURA(factura_venta);
LECTURA(facturas_venta);
LECTURA(facturas_proyecto);
LECTURA(facturas_por_ids);
LECTURA(nota_venta);
LECTURA(notas_venta);
LECTURA(pedido_cliente);
LECTURA(pedidos_cliente);
LECTURA(cotizacion_cliente);
LECTURA(cotizaciones_cliente);
LECTURA(nota_devolucion);
LECTURA(notas_devolucion);
LECTURA(promociones_cruzadas);

}  // namespace gestor::ventas
