#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// What there is now, or what all movements up to a day add up to. What is reserved or on its way has no history: it is
// always today's.
inline constexpr Orden orden_existencias[] = {
    {"p.codigo", "text"}, {"e.producto_id", "bigint"}, {"e.almacen_id", "bigint"}};
inline constexpr Fuente existencias{
    .columnas = R"(
    e.producto_id AS "productoId", p.codigo, p.numero_parte AS "numeroParte", p.descripcion,
    c.nombre AS clasificacion, a.sucursal_id AS "sucursalId", s.nombre AS sucursal, e.almacen_id AS "almacenId",
    a.nombre AS almacen, b.nombre AS unidad, x.cantidad AS existencia, e.apartado,
    x.cantidad - e.apartado AS disponible, e.en_transito AS "enTransito", p.stock_minimo AS "stockMinimo",
    p.stock_maximo AS "stockMaximo", e.ubicacion)",
    .desde = R"(existencia e
    JOIN producto p ON p.organizacion_id = e.organizacion_id AND p.producto_id = e.producto_id
    JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    JOIN unidad_medida b ON b.organizacion_id = p.organizacion_id
     AND b.unidad_medida_id = coalesce(p.unidad_base_id, u.unidad_base_id, u.unidad_medida_id)
    JOIN almacen a ON a.organizacion_id = e.organizacion_id AND a.almacen_id = e.almacen_id
    LEFT JOIN sucursal s ON s.organizacion_id = a.organizacion_id AND s.sucursal_id = a.sucursal_id
    LEFT JOIN clasificacion_producto c ON c.organizacion_id = p.organizacion_id
                                      AND c.clasificacion_id = p.clasificacion_id
    CROSS JOIN LATERAL (
        SELECT CASE WHEN :fechaCorte::date IS NULL THEN e.cantidad ELSE (
            SELECT coalesce(sum(m.cantidad), 0) FROM movimiento_inventario m
            WHERE m.organizacion_id = e.organizacion_id AND m.producto_id = e.producto_id
              AND m.almacen_id = e.almacen_id AND m.fecha < :fechaCorte::date + interval '1 day') END AS cantidad) x)",
    .base = "e.organizacion_id = :organizacionId",
    .orden = orden_existencias,
};

}  // namespace gestor::sql
