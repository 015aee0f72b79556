#pragma once
// What a document left behind, for whoever cancels it.
#include <string_view>

namespace gestor::sql {

// The documents that a cancel touches beside its own: those it was applied to, the invoices that they became, those its
// lines come from; and of all these the notes, which are settled again.
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
        JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id = {CotizacionCliente}
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
// The quotations that this order alone had accepted.
inline constexpr std::string_view cotizaciones_libres = R"(
    SELECT q.transaccion_id AS id
    FROM relacion r
    JOIN transaccion q ON q.organizacion_id = r.organizacion_id AND q.transaccion_id = r.origen_id AND q.obj_id = {CotizacionCliente}
         AND q.estado = 'Aceptado'
    WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint AND r.tipo = 'Origen'
      AND NOT EXISTS (
          SELECT FROM relacion x
          JOIN transaccion p ON p.organizacion_id = x.organizacion_id AND p.transaccion_id = x.destino_id
               AND p.estado <> 'Cancelado'
          WHERE x.organizacion_id = :organizacionId::bigint AND x.origen_id = q.transaccion_id AND x.tipo = 'Origen'
            AND x.destino_id <> :transaccionId::bigint))";
// The settlement that counted this money, or what of a route made this document: validated, or applied, it stays.
inline constexpr std::string_view esta_liquidado = R"(
    WITH suya AS MATERIALIZED (
        SELECT t.almacen_id, date_trunc('day', t.fecha) AS desde, date_trunc('day', t.fecha) + interval '1 day' AS hasta
        FROM transaccion t
        WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint
    )
    SELECT l.tipo_documento || ' ' || l.folio AS nombre FROM suya s
    JOIN transaccion l ON l.organizacion_id = :organizacionId::bigint AND l.obj_id = {LiquidacionRuta}
         AND l.estado = 'Validado' AND l.almacen_id = s.almacen_id AND l.fecha >= s.desde AND l.fecha < s.hasta
    WHERE :dinero::boolean
    UNION ALL
    SELECT l.tipo_documento || ' ' || l.folio FROM relacion r
    JOIN transaccion l ON l.organizacion_id = r.organizacion_id AND l.transaccion_id = r.origen_id
         AND l.obj_id IN ({LiquidacionRuta}, {DevolucionRuta}) AND l.estado IN ('Validado', 'Aplicado')
    WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = :transaccionId::bigint
    LIMIT 1)";
inline constexpr std::string_view cancelacion_en_proceso = R"(
    UPDATE transaccion SET estatus_timbrado = 'CancelacionEnProceso', motivo_cancelacion = :motivo
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
// Since which movement a document changed the value of goods.
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
