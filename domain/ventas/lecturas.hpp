#pragma once
// The reads of sales documents. What writes a document answers with these too: db.registro(factura_venta, id).
// Each is an inline variable made by a function of lecturas.cpp, so that a table of operations that includes this finds
// it made, wherever the table stands.
#include "persistence/plan.hpp"

namespace gestor::ventas {

Plan leer_factura_venta();
Plan leer_facturas_venta();
Plan leer_facturas_proyecto();
Plan leer_facturas_por_ids();
Plan leer_nota_venta();
Plan leer_notas_venta();
Plan leer_pedido_cliente();
Plan leer_pedidos_cliente();
Plan leer_cotizaciones();
Plan leer_nota_devolucion();
Plan leer_notas_devolucion();
Plan leer_promociones();

inline Plan const factura_venta = leer_factura_venta();
inline Plan const facturas_venta = leer_facturas_venta();
inline Plan const facturas_proyecto = leer_facturas_proyecto();
inline Plan const facturas_por_ids = leer_facturas_por_ids();
inline Plan const nota_venta = leer_nota_venta();
inline Plan const notas_venta = leer_notas_venta();
inline Plan const pedido_cliente = leer_pedido_cliente();
inline Plan const pedidos_cliente = leer_pedidos_cliente();
inline Plan const cotizaciones_cliente = leer_cotizaciones();
inline Plan const nota_devolucion = leer_nota_devolucion();
inline Plan const notas_devolucion = leer_notas_devolucion();
inline Plan const promociones_cruzadas = leer_promociones();

}  // namespace gestor::ventas
