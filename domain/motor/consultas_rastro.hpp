#pragma once
// Where the goods of some layers are by now, and where those went that left them.
#include <string_view>

namespace gestor::sql {

// The account that goods left for, of a document t with its header d: what a concept k took, to that of the concept;
// what was made into other goods, to that of adjustments x; the rest was sold.
inline constexpr std::string_view cuenta_de_salida = R"(
    CASE WHEN t.obj_id IN ({MovimientoInventario}, {Reempaque})
         THEN coalesce(k.cuenta_contable_id, x.cuenta_contable_id) END)";
// These layers, and those that were taken from them, however often; only since a movement, where one is told.
inline constexpr std::string_view capas_seguir = R"(
    WITH RECURSIVE seguida (pieza, capa_id, desde) AS (
        SELECT k.pieza, k.capa, k.desde
        FROM unnest(:piezas::bigint[], :capas::bigint[], :desde::bigint[]) AS k (pieza, capa, desde)
        UNION
        SELECT s.pieza, c.capa_id, s.desde FROM seguida s
        JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.origen_id = s.capa_id
        WHERE s.desde = 0 OR NOT EXISTS (
            SELECT FROM movimiento_inventario m
            WHERE m.organizacion_id = :organizacionId::bigint AND m.producto_id = c.producto_id
              AND m.almacen_id = c.almacen_id AND m.fecha >= c.llegada AND m.capa_id = c.capa_id
              AND m.movimiento_id <= s.desde)
    )
    SELECT s.pieza, c.capa_id AS "capaId", c.almacen_id AS "almacenId", c.producto_id AS "productoId"
    FROM seguida s
    JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.capa_id = s.capa_id
    ORDER BY s.pieza, c.capa_id)";
// What left these layers for good, and the account that it was charged to: what a concept took, or was lost on its way,
// to that of the concept; what was made into other goods, to that of adjustments; the rest was sold. What only changed
// places did not leave. Each line that took some is told by its first movement. A movement came with its layer, so that
// only those since then are looked at; or since the one that is told. Movements of stock and of transit have one count.
inline constexpr std::string_view capas_consumos = R"(
    SELECT x.capa_id AS "capaId", x.cuenta_contable_id AS "cuentaContableId", min(x.movimiento_id) AS "movimientoId",
           -sum(x.cantidad) AS cantidad
    FROM (SELECT c.capa_id, m.cantidad, m.transaccion_id, m.numero_partida, m.serie, m.lote, m.movimiento_id,
                 CASE WHEN t.obj_id IN ({MovimientoInventario}, {Reempaque})
                      THEN coalesce(k.cuenta_contable_id, a.cuenta_contable_id) END
                     AS cuenta_contable_id
          FROM unnest(:capas::bigint[], :desde::bigint[]) AS s (capa, desde)
          JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.capa_id = s.capa
          JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.producto_id = c.producto_id
               AND m.almacen_id = c.almacen_id AND m.fecha >= c.llegada AND m.capa_id = c.capa_id
          JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
          LEFT JOIN documento d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = m.transaccion_id
          LEFT JOIN concepto k ON k.organizacion_id = :organizacionId::bigint AND k.concepto_id = d.concepto_id
          LEFT JOIN cuenta_contable a ON a.organizacion_id = :organizacionId::bigint AND a.clave = 'AJUSTE_INVENTARIO'
          WHERE m.transaccion_id <> c.transaccion_id AND m.cantidad <> 0 AND m.movimiento_id > s.desde
            AND coalesce(d.tipo_movimiento, '') <> 'Traspaso'
          UNION ALL
          SELECT m.capa_id, m.cantidad, m.transaccion_id, m.numero_partida, m.serie, m.lote, m.movimiento_id,
                 coalesce(k.cuenta_contable_id, a.cuenta_contable_id)
          FROM unnest(:capas::bigint[], :desde::bigint[]) AS s (capa, desde)
          JOIN movimiento_transito m ON m.organizacion_id = :organizacionId::bigint AND m.capa_id = s.capa
               AND m.movimiento_id > s.desde AND m.cantidad <> 0
          JOIN partida p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = m.transaccion_id
               AND p.numero_partida = m.numero_partida AND p.concepto_id IS NOT NULL
          LEFT JOIN concepto k ON k.organizacion_id = :organizacionId::bigint AND k.concepto_id = p.concepto_id
          LEFT JOIN cuenta_contable a ON a.organizacion_id = :organizacionId::bigint AND a.clave = 'AJUSTE_INVENTARIO') x
    GROUP BY 1, 2, x.transaccion_id, x.numero_partida, x.serie, x.lote
    HAVING sum(x.cantidad) < 0
    ORDER BY 1, 2, 3)";

}  // namespace gestor::sql
