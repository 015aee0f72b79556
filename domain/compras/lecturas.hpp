#pragma once
// Declared reads of purchase documents. A write answers with the same reads: db.vista<T>(orden_compra, id). Each is an
// inline variable made by a function of lecturas.cpp (form explained in domain/ventas/lecturas.hpp).
#include "persistence/lectura_compilada.hpp"

namespace gestor::compras {

LecturaCompilada leer_orden_compra();
LecturaCompilada leer_ordenes_compra();
LecturaCompilada leer_ordenes_compra_desde();
LecturaCompilada leer_factura_compra();
LecturaCompilada leer_facturas_compra();
LecturaCompilada leer_facturas_compra_por_ids();
LecturaCompilada leer_nota_remision();
LecturaCompilada leer_notas_remision();
LecturaCompilada leer_gasto_sobre_compra();
LecturaCompilada leer_gastos_sobre_compra();
LecturaCompilada leer_cotizaciones_proveedor();

inline LecturaCompilada const orden_compra = leer_orden_compra();
inline LecturaCompilada const ordenes_compra = leer_ordenes_compra();
inline LecturaCompilada const ordenes_compra_desde = leer_ordenes_compra_desde();
inline LecturaCompilada const factura_compra = leer_factura_compra();
inline LecturaCompilada const facturas_compra = leer_facturas_compra();
inline LecturaCompilada const facturas_compra_por_ids = leer_facturas_compra_por_ids();
inline LecturaCompilada const nota_remision = leer_nota_remision();
inline LecturaCompilada const notas_remision = leer_notas_remision();
inline LecturaCompilada const gasto_de_compra = leer_gasto_sobre_compra();
inline LecturaCompilada const gastos_de_compra = leer_gastos_sobre_compra();
inline LecturaCompilada const cotizaciones_proveedor = leer_cotizaciones_proveedor();

}  // namespace gestor::compras
