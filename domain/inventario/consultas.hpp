#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_existencias[] = {
    {"p.codigo", "text"}, {"e.producto_id", "bigint"}, {"e.almacen_id", "bigint"}};
inline constexpr std::string_view existencia = R"(
    e.producto_id AS "productoId", p.codigo, p.numero_parte AS "numeroParte", p.descripcion,
    c.nombre AS clasificacion, a.sucursal_id AS "sucursalId", s.nombre AS sucursal, e.almacen_id AS "almacenId",
    a.nombre AS almacen, b.nombre AS unidad, x.cantidad AS existencia, x.apartado,
    x.cantidad - x.apartado AS disponible, x.en_transito AS "enTransito", p.stock_minimo AS "stockMinimo",
    p.stock_maximo AS "stockMaximo", e.ubicacion)";
inline constexpr std::string_view de_existencia = R"(
    JOIN producto p ON p.organizacion_id = e.organizacion_id AND p.producto_id = e.producto_id
    JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    JOIN unidad_medida b ON b.organizacion_id = p.organizacion_id
     AND b.unidad_medida_id = coalesce(p.unidad_base_id, u.unidad_base_id, u.unidad_medida_id)
    JOIN almacen a ON a.organizacion_id = e.organizacion_id AND a.almacen_id = e.almacen_id
    LEFT JOIN sucursal s ON s.organizacion_id = a.organizacion_id AND s.sucursal_id = a.sucursal_id
    LEFT JOIN clasificacion_producto c ON c.organizacion_id = p.organizacion_id
                                      AND c.clasificacion_id = p.clasificacion_id)";
inline constexpr Fuente existencias{
    .columnas = existencia,
    .desde = R"(existencia e {de_existencia}
    CROSS JOIN LATERAL (SELECT e.cantidad, e.apartado, e.en_transito) x)",
    .base = "e.organizacion_id = :organizacionId",
    .orden = orden_existencias,
};
// Stock on a day: the sum of all movements up to that day. Reservations have no history: on a past day they read 0.
inline constexpr Fuente existencias_al{
    .columnas = existencia,
    .desde = R"(existencia e {de_existencia}
    LEFT JOIN (SELECT m.almacen_id, m.producto_id, sum(m.cantidad) AS cantidad FROM movimiento_transito m
               WHERE m.organizacion_id = :organizacionId AND m.fecha < :fechaCorte::date + 1
               GROUP BY 1, 2) camino ON camino.almacen_id = e.almacen_id AND camino.producto_id = e.producto_id
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(m.cantidad), 0) AS cantidad, coalesce(camino.cantidad, 0) AS en_transito,
               CASE WHEN :fechaCorte::date < (SELECT {dia_de_hoy}) THEN 0 ELSE e.apartado END AS apartado
        FROM movimiento_inventario m
        WHERE m.organizacion_id = e.organizacion_id AND m.producto_id = e.producto_id
          AND m.almacen_id = e.almacen_id AND m.fecha < :fechaCorte::date + 1) x)",
    .base = "e.organizacion_id = :organizacionId",
    .orden = orden_existencias,
};

}  // namespace gestor::sql
