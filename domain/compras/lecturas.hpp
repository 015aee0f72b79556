#pragma once
// The reads of purchase documents. What writes one answers with these too: db.vista<T>(orden_compra, id). Each is an
// inline variable made by a function of lecturas.cpp (see domain/ventas/lecturas.hpp).
#include "persistence/plan.hpp"

namespace gestor::compras {

Plan leer_orden_compra();
Plan leer_ordenes_compra();
Plan leer_ordenes_compra_desde();
Plan leer_factura_compra();
Plan leer_facturas_compra();
Plan leer_facturas_compra_por_ids();
Plan leer_nota_remision();
Plan leer_notas_remision();
Plan leer_gasto_sobre_compra();
Plan leer_gastos_sobre_compra();
Plan leer_cotizaciones_proveedor();

inline Plan const orden_compra = leer_orden_compra();
inline Plan const ordenes_compra = leer_ordenes_compra();
inline Plan const ordenes_compra_desde = leer_ordenes_compra_desde();
inline Plan const factura_compra = leer_factura_compra();
inline Plan const facturas_compra = leer_facturas_compra();
inline Plan const facturas_compra_por_ids = leer_facturas_compra_por_ids();
inline Plan const nota_remision = leer_nota_remision();
inline Plan const notas_remision = leer_notas_remision();
inline Plan const gasto_de_compra = leer_gasto_sobre_compra();
inline Plan const gastos_de_compra = leer_gastos_sobre_compra();
inline Plan const cotizaciones_proveedor = leer_cotizaciones_proveedor();

}  // namespace gestor::compras
