#pragma once
// Effects of a document, for its cancel.
#include <string_view>

namespace gestor::sql {

// Documents that a cancel touches: the documents that it paid, the invoices of such sale notes, the sources of its
// lines, the documents that it bound; and the notes of all these, which are settled again.
inline constexpr std::string_view cancelar_alcance = R"(
    WITH suyos AS (
        SELECT :transaccionId::bigint AS id
        UNION
        SELECT a.destino_id FROM aplicacion a
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
        UNION
        SELECT h.destino_id FROM aplicacion a
        JOIN aplicacion h ON h.organizacion_id = a.organizacion_id AND h.fuente_id = a.destino_id AND h.tipo = 'Heredado'
             AND h.fecha_reversa IS NULL
        WHERE a.organizacion_id = :organizacionId::bigint AND a.fuente_id = :transaccionId::bigint AND a.fecha_reversa IS NULL
        UNION
        SELECT p.origen_id FROM partida p
        WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.origen_id IS NOT NULL
        UNION
        SELECT r.origen_id FROM relacion r
        JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id IN ({se_liberan})
        WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Origen'
    ), acreditados AS (
        SELECT s.id FROM suyos s
        UNION
        SELECT r.origen_id FROM suyos s
        JOIN relacion r ON r.organizacion_id = :organizacionId::bigint AND r.destino_id = s.id AND r.tipo = 'Credito'
    )
    SELECT d.id FROM acreditados d
    UNION
    SELECT n.transaccion_id FROM acreditados d
    JOIN relacion r ON r.organizacion_id = :organizacionId::bigint AND r.origen_id = d.id AND r.tipo = 'Credito'
    JOIN transaccion n ON n.organizacion_id = :organizacionId::bigint AND n.transaccion_id = r.destino_id AND n.estado <> 'Cancelado')";
inline constexpr std::string_view cancelacion_pedida = R"(
    UPDATE transaccion SET motivo_cancelacion = :motivo
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view motivo_pedido = R"(
    SELECT motivo_cancelacion AS motivo FROM transaccion
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view movimientos_guardados = R"(
    SELECT m.numero_partida AS "numeroPartida", m.almacen_id AS "almacenId", m.producto_id AS "productoId",
           m.capa_id AS "capaId", c.fecha AS "capaFecha", c.origen_id AS "capaOrigenId", m.cantidad, m.valor,
           m.valor_capa AS "valorCapa", m.serie, m.lote, m.caducidad, m.transito, m.envio_id AS "envioId",
           m.partida_envio AS "partidaEnvio"
    FROM (SELECT i.*, NULL::bigint AS envio_id, 0 AS partida_envio, false AS transito FROM movimiento_inventario i
          WHERE i.organizacion_id = :organizacionId::bigint AND i.transaccion_id = :transaccionId::bigint AND NOT i.reversa
          UNION ALL
          SELECT i.*, true FROM movimiento_transito i
          WHERE i.organizacion_id = :organizacionId::bigint AND i.transaccion_id = :transaccionId::bigint AND NOT i.reversa) m
    JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.capa_id = m.capa_id
    ORDER BY m.transito, m.movimiento_id)";
// Cost that other documents added later to goods of this document. Cancelling the document puts the goods of its exits
// back in stock, and takes out the goods of the returns that it received.
inline constexpr std::string_view costos_agregados = R"(
    SELECT m.movimiento_id AS "movimientoId", m.numero_partida AS "numeroPartida", m.capa_id AS "capaId", m.serie, m.lote,
           p.metodo_costeo = 'PROMEDIO' AS promedio, m.cantidad < 0 AS salio, {cuenta_de_salida} AS "cuentaContableId",
           sum(a.importe) AS importe
    FROM costo_adicional a
    JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.movimiento_id = a.movimiento_id
    JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = m.producto_id
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
    LEFT JOIN documento d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = m.transaccion_id
    LEFT JOIN concepto k ON k.organizacion_id = :organizacionId::bigint AND k.concepto_id = d.concepto_id
    LEFT JOIN cuenta_contable x ON x.organizacion_id = :organizacionId::bigint AND x.clave = 'AJUSTE_INVENTARIO'
    WHERE a.organizacion_id = :organizacionId::bigint AND a.movimiento_id IN (
              SELECT i.movimiento_id FROM movimiento_inventario i
              WHERE i.organizacion_id = :organizacionId::bigint AND i.transaccion_id = :transaccionId::bigint
                AND i.cantidad <> 0 AND NOT i.reversa)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(a.importe) <> 0
    ORDER BY 1)";
// Cost to move from AJUSTE_INVENTARIO to COSTO_VENTAS in a cancel, because returned goods are no longer lost: the cost
// that other documents added to goods that this document lost. Cost that this document had added to goods of returns
// cancelled since has moved already: below 0.
inline constexpr std::string_view costos_de_perdidas = R"(
    SELECT coalesce(sum(k.importe), 0) AS importe
    FROM (SELECT a.importe
          FROM mercancia_perdida p
          JOIN costo_adicional a ON a.organizacion_id = :organizacionId::bigint AND a.movimiento_id = p.movimiento_id
          WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
          UNION ALL
          SELECT -a.importe
          FROM costo_adicional a
          JOIN mercancia_perdida p ON p.organizacion_id = :organizacionId::bigint AND p.movimiento_id = a.movimiento_id
          JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = p.transaccion_id
               AND t.estado = 'Cancelado'
          WHERE a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = :transaccionId::bigint) k)";
// Value that a document added to goods that were sold and came back since, by their present layers: the layer that the
// goods had left, when their sale was cancelled; else the layers of their returns, each by its quantity; 0 for goods
// that were lost. `prior`: value that the document gave to goods that had come back before.
inline constexpr std::string_view costos_regresados = R"(
    WITH RECURSIVE salida AS MATERIALIZED (
        SELECT m.movimiento_id, m.transaccion_id, m.numero_partida, m.producto_id, m.almacen_id, m.capa_id, m.serie, m.lote,
               t.estado = 'Cancelado' AS cancelado, {cuenta_de_salida} AS cuenta_contable_id, sum(a.importe) AS importe
        FROM costo_adicional a
        JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.movimiento_id = a.movimiento_id
             AND m.cantidad < 0
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
        LEFT JOIN documento d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = m.transaccion_id
        LEFT JOIN concepto k ON k.organizacion_id = :organizacionId::bigint AND k.concepto_id = d.concepto_id
        LEFT JOIN cuenta_contable x ON x.organizacion_id = :organizacionId::bigint AND x.clave = 'AJUSTE_INVENTARIO'
        WHERE a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = :transaccionId::bigint
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ), {familias_de_salidas}, {movido_por_familias}, agregado AS (
        SELECT r.raiz, r.raiz_partida, s.producto_id, s.serie, s.lote, sum(s.importe) AS importe
        FROM salida s
        JOIN raices r ON r.doc = s.transaccion_id AND r.linea = s.numero_partida
        WHERE NOT s.cancelado GROUP BY 1, 2, 3, 4, 5 HAVING sum(s.importe) <> 0
    ), total AS (
        SELECT g.raiz, g.raiz_partida, g.producto_id, g.serie, g.lote, sum(g.cantidad) AS regreso,
               sum(g.cantidad) FILTER (WHERE g.transaccion_id > :transaccionId::bigint) AS despues,
               coalesce(sum(a.importe), 0) AS prior
        FROM regresos g
        LEFT JOIN LATERAL (SELECT sum(c.importe) AS importe FROM costo_adicional c
                           WHERE c.organizacion_id = :organizacionId::bigint AND c.movimiento_id = g.movimiento_id
                             AND c.transaccion_id = :transaccionId::bigint) a ON true
        GROUP BY 1, 2, 3, 4, 5
    )
    SELECT s.movimiento_id AS "movimientoId", 0 AS "regresoId", s.cuenta_contable_id AS "cuentaContableId",
           s.producto_id AS "productoId", s.almacen_id AS "almacenId", s.capa_id AS "capaId", s.importe,
           (SELECT max(v.movimiento_id) FROM movimiento_inventario v
            WHERE v.organizacion_id = :organizacionId::bigint AND v.transaccion_id = s.transaccion_id AND v.reversa) AS desde
    FROM salida s WHERE s.cancelado
    UNION ALL
    SELECT s.movimiento_id, g.movimiento_id, s.cuenta_contable_id, s.producto_id, g.almacen_id, g.capa_id,
           round(s.importe * (t.regreso / q.cantidad - t.prior / k.importe) * (g.cantidad / t.despues), 2), 0
    FROM salida s
    JOIN raices r ON r.doc = s.transaccion_id AND r.linea = s.numero_partida
    JOIN salio q ON q.raiz = r.raiz AND q.raiz_partida = r.raiz_partida AND q.producto_id = s.producto_id
         AND q.serie = s.serie AND q.lote = s.lote
    JOIN agregado k ON k.raiz = r.raiz AND k.raiz_partida = r.raiz_partida AND k.producto_id = s.producto_id
         AND k.serie = s.serie AND k.lote = s.lote
    JOIN total t ON t.raiz = r.raiz AND t.raiz_partida = r.raiz_partida AND t.producto_id = s.producto_id
         AND t.serie = s.serie AND t.lote = s.lote
    JOIN regresos g ON g.raiz = r.raiz AND g.raiz_partida = r.raiz_partida AND g.producto_id = s.producto_id
         AND g.serie = s.serie AND g.lote = s.lote AND g.transaccion_id > :transaccionId::bigint
    WHERE NOT s.cancelado
    ORDER BY 1, 6)";
// Value that a document gave at average cost to goods of returns cancelled since: the goods left with it.
inline constexpr std::string_view costos_idos = R"(
    SELECT m.producto_id AS "productoId", m.almacen_id AS "almacenId", sum(a.importe) AS importe
    FROM costo_adicional a
    JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.movimiento_id = a.movimiento_id
         AND m.cantidad > 0
    JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = m.producto_id
         AND p.metodo_costeo = 'PROMEDIO'
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
         AND t.estado = 'Cancelado'
    WHERE a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = :transaccionId::bigint
    GROUP BY 1, 2
    ORDER BY 1, 2)";
// Value that a document added to goods and that its cancel takes back; goods of cancelled documents have moved with
// their value.
inline constexpr std::string_view costos_guardados = R"(
    SELECT a.movimiento_id AS "movimientoId", sum(a.importe) AS importe
    FROM costo_adicional a
    LEFT JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.movimiento_id = a.movimiento_id
    LEFT JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
    WHERE a.organizacion_id = :organizacionId::bigint AND a.transaccion_id = :transaccionId::bigint
      AND t.estado IS DISTINCT FROM 'Cancelado'
      AND NOT EXISTS (SELECT FROM mercancia_perdida p
                      JOIN transaccion q ON q.organizacion_id = :organizacionId::bigint AND q.transaccion_id = p.transaccion_id
                           AND q.estado = 'Cancelado'
                      WHERE p.organizacion_id = :organizacionId::bigint AND p.movimiento_id = a.movimiento_id)
    GROUP BY 1 HAVING sum(a.importe) <> 0 ORDER BY 1)";
// Last movement of the document's revaluation: only exits after this movement count.
inline constexpr std::string_view revaluacion_movimiento = R"(
    SELECT max(m.movimiento_id) AS id
    FROM (SELECT movimiento_id, cantidad, reversa FROM movimiento_inventario
          WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint
          UNION ALL
          SELECT movimiento_id, cantidad, reversa FROM movimiento_transito
          WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint) m
    WHERE m.cantidad = 0 AND NOT m.reversa
    HAVING count(*) > 0)";
inline constexpr std::string_view apartados_guardados = R"(
    SELECT transaccion_id AS "transaccionId", numero_partida AS "numeroPartida", producto_id AS "productoId",
           almacen_id AS "almacenId", cantidad
    FROM apartado
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND cantidad > 0)";
inline constexpr std::string_view avances_guardados = R"(
    SELECT origen_id AS "transaccionId", numero_partida_origen AS "numeroPartida", sum(avance_surtida) AS surtida,
           sum(avance_facturada) AS facturada, sum(avance_devuelta) AS devuelta
    FROM partida
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint AND origen_id IS NOT NULL
      AND numero_partida_origen IS NOT NULL
    GROUP BY 1, 2 ORDER BY 1, 2)";
inline constexpr std::string_view polizas_guardadas = R"(
    SELECT p.poliza_id AS "polizaId", p.tipo, c.clave, CASE c.clave WHEN '' THEN m.cuenta_contable_id END AS "cuentaId",
           m.debe, m.haber
    FROM poliza p
    JOIN poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
    JOIN cuenta_contable c ON c.organizacion_id = p.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint AND p.reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza r WHERE r.organizacion_id = p.organizacion_id AND r.reversa_de = p.poliza_id)
    ORDER BY p.poliza_id, m.numero)";

}  // namespace gestor::sql
