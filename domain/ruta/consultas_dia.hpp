#pragma once
// Day of a truck, as the settlement and the read of an open settlement compute it. Parameters: truck x.almacen_id, from
// x.desde to x.hasta, counted goods x.conteo.
#include <string_view>

namespace gestor::sql {

// Documents in force that bring goods to a truck without a customer. The first of a day, by hour, is its load; the
// others are reloads.
inline constexpr std::string_view carga_del_camion =
    "t.obj_id IN ({MovimientoInventario}, {RecepcionMercancia}) AND m.cantidad > 0 AND t.estado <> 'Cancelado'";
// Goods of a truck on a day, and their count. C: first load; E: other entries; V: sales less customers' returns; R:
// exits without a sale; D: movements of later days.
inline constexpr std::string_view mercancia_del_dia = R"(
    WITH contado AS MATERIALIZED (
        SELECT c."productoId" AS producto_id, c.cantidad
        FROM jsonb_to_recordset(x.conteo) AS c ("productoId" bigint, cantidad numeric)
    ), suyo AS MATERIALIZED (
        SELECT e.producto_id, e.cantidad, e.valor FROM existencia e
        WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = x.almacen_id
    ), movido AS MATERIALIZED (
        SELECT m.producto_id, m.transaccion_id, m.fecha, m.cantidad, m.valor,
               m.fecha >= x.hasta AS despues,
               t.obj_id IN ({MovimientoInventario}, {RecepcionMercancia}) AS traslado, {carga_del_camion} AS carga
        FROM suyo s
        JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.producto_id = s.producto_id
             AND m.almacen_id = x.almacen_id AND m.fecha >= x.desde
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
    ), primera AS MATERIALIZED (
        SELECT transaccion_id FROM movido WHERE carga AND NOT despues
        ORDER BY fecha, transaccion_id LIMIT 1
    ), clasificado AS MATERIALIZED (
        SELECT m.producto_id, m.cantidad, m.valor,
               CASE WHEN m.despues THEN 'D' WHEN NOT m.traslado THEN 'V' WHEN m.cantidad < 0 THEN 'R'
                    WHEN m.transaccion_id = (SELECT transaccion_id FROM primera) THEN 'C' ELSE 'E' END AS clase
        FROM movido m
    ), dia AS MATERIALIZED (
        SELECT s.producto_id, s.cantidad, s.valor,
               s.cantidad - coalesce(sum(m.cantidad) FILTER (WHERE m.clase <> 'C'), 0) AS carga,
               s.valor - coalesce(sum(m.valor) FILTER (WHERE m.clase <> 'C'), 0) AS carga_valor,
               coalesce(sum(m.cantidad) FILTER (WHERE m.clase = 'E'), 0) AS recarga,
               coalesce(sum(m.valor) FILTER (WHERE m.clase = 'E'), 0) AS recarga_valor,
               coalesce(-sum(m.cantidad) FILTER (WHERE m.clase = 'V'), 0) AS venta,
               coalesce(-sum(m.cantidad) FILTER (WHERE m.clase = 'R'), 0) AS devolucion,
               coalesce(-sum(m.valor) FILTER (WHERE m.clase = 'R'), 0) AS devolucion_valor
        FROM suyo s LEFT JOIN clasificado m USING (producto_id)
        GROUP BY 1, 2, 3
    )
    SELECT k.producto_id AS "productoId", coalesce(p.codigo, '') AS codigo, coalesce(p.descripcion, '') AS descripcion,
           coalesce(p.maneja_series, false) AS "manejaSeries", coalesce(p.maneja_lotes, false) AS "manejaLotes",
           coalesce(p.tipo = 'Producto', false) AS hay, coalesce(p.es_envase, false) AS "esEnvase",
           CASE WHEN u.unidad_base_id IS NULL THEN u.unidad_medida_id ELSE u.unidad_base_id END AS "unidadMedidaId",
           k.carga, k.recarga, k.venta, k.devolucion, k.conteo,
           coalesce(round(CASE WHEN k.cantidad > 0 THEN k.valor / k.cantidad ELSE (
               SELECT sum(h.valor) / nullif(sum(h.cantidad), 0) FROM existencia h
               WHERE h.organizacion_id = :organizacionId::bigint AND h.producto_id = p.producto_id) END, 6), 0)
               AS "costoUnitario",
           k.carga_valor AS "cargaValor", k.recarga_valor AS "recargaValor", k.devolucion_valor AS "devolucionValor"
    FROM (SELECT coalesce(d.producto_id, c.producto_id) AS producto_id, coalesce(d.cantidad, 0) AS cantidad,
                 coalesce(d.valor, 0) AS valor, coalesce(d.carga, 0) AS carga, coalesce(d.recarga, 0) AS recarga,
                 coalesce(d.venta, 0) AS venta, coalesce(d.devolucion, 0) AS devolucion,
                 coalesce(c.cantidad, 0) AS conteo, coalesce(d.carga_valor, 0) AS carga_valor,
                 coalesce(d.recarga_valor, 0) AS recarga_valor, coalesce(d.devolucion_valor, 0) AS devolucion_valor,
                 c.producto_id IS NOT NULL AS contado
          FROM dia d FULL JOIN contado c USING (producto_id)) k
    LEFT JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = k.producto_id
    LEFT JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    WHERE k.contado OR k.carga <> 0 OR k.recarga <> 0 OR k.venta <> 0 OR k.devolucion <> 0)";
// Money of a truck's day, in pesos. An invoice of sale notes is no further sale.
inline constexpr std::string_view venta_o_cobro_del_camion = R"(t.organizacion_id = :organizacionId::bigint
      AND t.obj_id IN ({FacturaVenta}, {NotaVenta}, {Deposito}, {AnticipoCliente}) AND t.almacen_id = x.almacen_id)";
// Money counts on the day of its document, and is taken off on the day of its cancel, like goods.
inline constexpr std::string_view efectivo_del_dia = R"(
    WITH suyo AS MATERIALIZED (
        SELECT t.transaccion_id, 1 AS signo FROM transaccion t
        WHERE {venta_o_cobro_del_camion}
          AND t.fecha >= x.desde AND t.fecha < x.hasta
        UNION ALL
        SELECT t.transaccion_id, -1 FROM transaccion t
        WHERE {venta_o_cobro_del_camion}
          AND t.fecha_cancelacion >= x.desde AND t.fecha_cancelacion < x.hasta
    ), cobrado AS MATERIALIZED (
        SELECT s.signo * round(t.total * t.tipo_cambio, 2) AS importe, f.clave_sat33 = '01' AS efectivo, EXISTS (
                   SELECT FROM relacion r
                   JOIN transaccion v ON v.organizacion_id = r.organizacion_id AND v.transaccion_id = r.origen_id
                        AND v.obj_id IN ({FacturaVenta}, {NotaVenta})
                   WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = t.transaccion_id
                     AND r.tipo = 'Origen') AS al_vender
        FROM suyo s
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = s.transaccion_id
             AND t.obj_id IN ({Deposito}, {AnticipoCliente})
        JOIN movimiento_banco b ON b.organizacion_id = :organizacionId::bigint AND b.transaccion_id = t.transaccion_id
             AND b.tipo <> 'Traspaso'
        JOIN forma_pago f ON f.organizacion_id = :organizacionId::bigint AND f.forma_pago_id = b.forma_pago_id
    ), vendido AS MATERIALIZED (
        SELECT coalesce(sum(s.signo * round(t.total * t.tipo_cambio, 2)), 0) AS importe
        FROM suyo s
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = s.transaccion_id
             AND t.obj_id IN ({FacturaVenta}, {NotaVenta})
        WHERE NOT EXISTS (
              SELECT FROM relacion r
              JOIN transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id
                   AND n.obj_id = {NotaVenta}
              WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen')
    )
    SELECT coalesce(sum(c.importe) FILTER (WHERE c.efectivo AND c.al_vender), 0) AS "ventasContado",
           (SELECT importe FROM vendido) - coalesce(sum(c.importe) FILTER (WHERE c.al_vender), 0) AS "ventasCredito",
           coalesce(sum(c.importe) FILTER (WHERE c.efectivo AND NOT c.al_vender), 0) AS cobranza
    FROM cobrado c)";

}  // namespace gestor::sql
