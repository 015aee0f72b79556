#pragma once
// Declared reads of sale documents. The writes answer with them too: db.registro(factura_venta, id). Each is an inline
// variable made by a function of lecturas.cpp: a table of operations that includes this header finds the read
// initialised, in any translation unit.
#include "persistence/lectura_compilada.hpp"

namespace gestor::ventas {

LecturaCompilada leer_factura_venta();
LecturaCompilada leer_facturas_venta();
LecturaCompilada leer_facturas_proyecto();
LecturaCompilada leer_facturas_por_ids();
LecturaCompilada leer_nota_venta();
LecturaCompilada leer_notas_venta();
LecturaCompilada leer_pedido_cliente();
LecturaCompilada leer_pedidos_cliente();
LecturaCompilada leer_cotizacion();
LecturaCompilada leer_cotizaciones();
LecturaCompilada leer_nota_devolucion();
LecturaCompilada leer_notas_devolucion();
LecturaCompilada leer_promociones();

inline LecturaCompilada const factura_venta = leer_factura_venta();
inline LecturaCompilada const facturas_venta = leer_facturas_venta();
inline LecturaCompilada const facturas_proyecto = leer_facturas_proyecto();
inline LecturaCompilada const facturas_por_ids = leer_facturas_por_ids();
inline LecturaCompilada const nota_venta = leer_nota_venta();
inline LecturaCompilada const notas_venta = leer_notas_venta();
inline LecturaCompilada const pedido_cliente = leer_pedido_cliente();
inline LecturaCompilada const pedidos_cliente = leer_pedidos_cliente();
inline LecturaCompilada const cotizacion_cliente = leer_cotizacion();
inline LecturaCompilada const cotizaciones_cliente = leer_cotizaciones();
inline LecturaCompilada const nota_devolucion = leer_nota_devolucion();
inline LecturaCompilada const notas_devolucion = leer_notas_devolucion();
inline LecturaCompilada const promociones_cruzadas = leer_promociones();

}  // namespace gestor::ventas
