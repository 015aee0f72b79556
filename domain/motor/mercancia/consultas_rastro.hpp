#pragma once
// Present place of the goods of some layers, and the accounts that their exits were charged to.
#include <string_view>

namespace gestor::sql {

// Account of an exit, of a document t with its header d: the account of the concept k when a concept took the goods;
// adjustments (x) when the goods were made into others; null for a sale.
inline constexpr std::string_view cuenta_de_salida = R"(
    CASE WHEN t.obj_id IN ({MovimientoInventario}, {Reempaque})
         THEN coalesce(k.cuenta_contable_id, x.cuenta_contable_id) END)";
// The asked layers, and all layers taken from them in any number of steps; with a movement, only layers taken since
// that movement.
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
// Exits of some layers, by account: the account of the concept that took the goods, or of the loss in transit;
// adjustments when the goods were made into others; null for a sale. A move to another warehouse is no exit. The first
// movement of a line identifies its exits. Movements before the layer began, or before the given movement, are not
// read; stock and transit share one numbering of movements.
inline constexpr std::string_view capas_consumos = R"(
    SELECT x.capa_id AS "capaId", x.desde, x.cuenta_contable_id AS "cuentaContableId",
           min(x.movimiento_id) AS "movimientoId", -sum(x.cantidad) AS cantidad
    FROM (SELECT c.capa_id, s.desde, m.cantidad, m.transaccion_id, m.numero_partida, m.serie, m.lote, m.movimiento_id,
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
          SELECT m.capa_id, s.desde, m.cantidad, m.transaccion_id, m.numero_partida, m.serie, m.lote, m.movimiento_id,
                 coalesce(k.cuenta_contable_id, a.cuenta_contable_id)
          FROM unnest(:capas::bigint[], :desde::bigint[]) AS s (capa, desde)
          JOIN movimiento_transito m ON m.organizacion_id = :organizacionId::bigint AND m.capa_id = s.capa
               AND m.movimiento_id > s.desde AND m.cantidad <> 0
          JOIN partida p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = m.transaccion_id
               AND p.numero_partida = m.numero_partida AND p.concepto_id IS NOT NULL
          LEFT JOIN concepto k ON k.organizacion_id = :organizacionId::bigint AND k.concepto_id = p.concepto_id
          LEFT JOIN cuenta_contable a ON a.organizacion_id = :organizacionId::bigint AND a.clave = 'AJUSTE_INVENTARIO') x
    GROUP BY 1, 2, 3, x.transaccion_id, x.numero_partida, x.serie, x.lote
    HAVING sum(x.cantidad) < 0
    ORDER BY 1, 2, 3, 4)";
// Family of each line of `salida` (transaccion_id, numero_partida): its first ancestor among sale notes, orders and
// remissions (`raices`), and all lines that descend from that ancestor (`familia`).
inline constexpr std::string_view familias_de_salidas = R"(
    sube AS (
        SELECT p.transaccion_id AS doc, p.numero_partida AS linea, 0 AS nivel, p.transaccion_id AS id,
               p.numero_partida AS partida, p.origen_id, p.numero_partida_origen
        FROM (SELECT DISTINCT transaccion_id, numero_partida FROM salida) s
        JOIN partida p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = s.transaccion_id
             AND p.numero_partida = s.numero_partida
        UNION ALL
        SELECT s.doc, s.linea, s.nivel + 1, p.transaccion_id, p.numero_partida, p.origen_id, p.numero_partida_origen
        FROM sube s
        JOIN partida p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = s.origen_id
             AND p.numero_partida = s.numero_partida_origen
        JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
             AND t.obj_id IN ({NotaVenta}, {PedidoCliente}, {NotaRemision})
    ), raices AS (
        SELECT DISTINCT ON (doc, linea) doc, linea, id AS raiz, partida AS raiz_partida FROM sube
        ORDER BY doc, linea, nivel DESC
    ), familia AS (
        SELECT DISTINCT raiz, raiz_partida, raiz AS id, raiz_partida AS partida FROM raices
        UNION ALL
        SELECT f.raiz, f.raiz_partida, p.transaccion_id, p.numero_partida
        FROM familia f
        JOIN partida p ON p.organizacion_id = :organizacionId::bigint AND p.origen_id = f.id
             AND p.numero_partida_origen = f.partida
    ))";
// Goods of the families: `salio` has the exits; `regresos` has the customers' returns in force, by the layers that the
// returned goods form. Goods returned as a loss have layer 0.
inline constexpr std::string_view movido_por_familias = R"(
    movido AS (
        SELECT f.raiz, f.raiz_partida, m.producto_id, m.serie, m.lote, m.almacen_id, m.capa_id, m.movimiento_id,
               m.transaccion_id, m.cantidad, t.obj_id = {NotaDevolucionCliente} AS regreso
        FROM familia f
        JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = f.id
             AND m.numero_partida = f.partida
        JOIN transaccion t ON t.organizacion_id = m.organizacion_id AND t.transaccion_id = m.transaccion_id
        UNION ALL
        SELECT f.raiz, f.raiz_partida, p.producto_id, p.serie, p.lote, 0, 0, p.movimiento_id, p.transaccion_id, p.cantidad,
               true
        FROM familia f
        JOIN mercancia_perdida p ON p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = f.id
             AND p.numero_partida = f.partida
        JOIN transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
             AND t.estado <> 'Cancelado'
    ), salio AS (
        SELECT raiz, raiz_partida, producto_id, serie, lote, -sum(cantidad) AS cantidad
        FROM movido WHERE NOT regreso GROUP BY 1, 2, 3, 4, 5 HAVING sum(cantidad) < 0
    ), regresos AS (
        SELECT raiz, raiz_partida, producto_id, serie, lote, transaccion_id, almacen_id, capa_id,
               min(movimiento_id) AS movimiento_id, sum(cantidad) AS cantidad
        FROM movido WHERE regreso GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(cantidad) > 0
    ))";
// Customers' returns of these exits, and the layers of the returns.
inline constexpr std::string_view regresos_de_salidas = R"(
    WITH RECURSIVE salida AS MATERIALIZED (
        SELECT m.movimiento_id, m.transaccion_id, m.numero_partida, m.producto_id, m.serie, m.lote
        FROM movimiento_inventario m
        WHERE m.organizacion_id = :organizacionId::bigint AND m.movimiento_id = ANY (:movimientos::bigint[])
    ), {familias_de_salidas}, {movido_por_familias}
    SELECT s.movimiento_id AS "movimientoId", g.movimiento_id AS "regresoId", g.capa_id AS "capaId",
           g.almacen_id AS "almacenId", g.producto_id AS "productoId", g.cantidad, q.cantidad AS salio
    FROM salida s
    JOIN raices r ON r.doc = s.transaccion_id AND r.linea = s.numero_partida
    JOIN salio q ON q.raiz = r.raiz AND q.raiz_partida = r.raiz_partida AND q.producto_id = s.producto_id
         AND q.serie = s.serie AND q.lote = s.lote
    JOIN regresos g ON g.raiz = r.raiz AND g.raiz_partida = r.raiz_partida AND g.producto_id = s.producto_id
         AND g.serie = s.serie AND g.lote = s.lote
    ORDER BY 1, 2)";

}  // namespace gestor::sql
