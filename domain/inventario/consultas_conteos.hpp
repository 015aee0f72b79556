#pragma once
// Physical counts. The stock of a product, of a lot or of its serial numbers is read at the moment of its count.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_conteos[] = {{"c.fecha", "timestamp"}, {"c.conteo_id", "bigint"}};
inline constexpr Fuente conteos{
    .columnas = R"(
    c.conteo_id AS "conteoId", c.almacen_id AS "almacenId", a.nombre AS almacen, c.estado, c.fecha,
    c.fecha_cierre AS "fechaCierre", c.transaccion_id AS "transaccionId", t.folio, c.notas,
    c.motivo_cancelacion AS "motivoCancelacion", c.usuario, n.por_contar AS "porContar", n.contados,
    n.con_diferencia AS "conDiferencia")",
    .desde = R"(conteo c
    JOIN almacen a ON a.organizacion_id = c.organizacion_id AND a.almacen_id = c.almacen_id
    LEFT JOIN transaccion t ON t.organizacion_id = c.organizacion_id AND t.transaccion_id = c.transaccion_id
    CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE p.contado IS NULL) AS por_contar, count(p.contado) AS contados,
               count(*) FILTER (WHERE p.contado <> p.esperado + p.movido OR p.faltan <> '{}') AS con_diferencia
        FROM conteo_partida p WHERE p.organizacion_id = c.organizacion_id AND p.conteo_id = c.conteo_id) n)",
    .base = "c.organizacion_id = :organizacionId",
    .orden = orden_conteos,
    .descendente = true,
    .estrecha = "conteo c",
};
inline constexpr std::string_view conteo_partidas = R"(
    SELECT k.conteo_id, q.producto_id AS "productoId", p.codigo, p.descripcion, b.nombre AS unidad, q.lote, q.caducidad,
           q.esperado, q.movido, q.contado, q.contado - q.esperado - q.movido AS diferencia
    FROM {clave} k
    JOIN conteo_partida q ON q.organizacion_id = :organizacionId AND q.conteo_id = k.conteo_id
    JOIN producto p ON p.organizacion_id = :organizacionId AND p.producto_id = q.producto_id
    JOIN unidad_medida u ON u.organizacion_id = :organizacionId AND u.unidad_medida_id = p.unidad_medida_id
    JOIN unidad_medida b ON b.organizacion_id = :organizacionId
     AND b.unidad_medida_id = coalesce(p.unidad_base_id, u.unidad_base_id, u.unidad_medida_id)
    ORDER BY {orden}, q.producto_id, q.lote)";
inline constexpr std::string_view conteo_faltantes = R"(
    SELECT k.conteo_id, q.producto_id, x.serie AS valor
    FROM {clave} k
    JOIN conteo_partida q ON q.organizacion_id = :organizacionId AND q.conteo_id = k.conteo_id
    CROSS JOIN LATERAL unnest(q.faltan) x (serie)
    ORDER BY {orden}, q.producto_id, x.serie)";
inline constexpr std::string_view conteo_sobrantes = R"(
    SELECT k.conteo_id, q.producto_id, x.serie AS valor
    FROM {clave} k
    JOIN conteo_partida q ON q.organizacion_id = :organizacionId AND q.conteo_id = k.conteo_id
    CROSS JOIN LATERAL unnest(q.sobran) x (serie)
    ORDER BY {orden}, q.producto_id, x.serie)";

// ---- to open one ----
inline constexpr std::string_view conteo_almacen = R"(
    SELECT date_trunc('second', timezone(s.zona_horaria, :ahora::timestamptz)) AS ahora,
           c.conteo_id AS abierto
    FROM almacen a
    JOIN sucursal s ON s.organizacion_id = :organizacionId::bigint AND s.sucursal_id = a.sucursal_id
    LEFT JOIN conteo c ON c.organizacion_id = :organizacionId::bigint AND c.almacen_id = a.almacen_id AND c.estado = 'Abierto'
    WHERE a.organizacion_id = :organizacionId::bigint AND a.activo AND a.almacen_id = :almacenId::bigint)";
// Opens a stock count, with the expected stock of every product in the warehouse at one moment.
inline constexpr std::string_view conteo_abrir = R"(
    WITH nuevo AS (
        INSERT INTO conteo (organizacion_id, almacen_id, fecha, notas, usuario_id, usuario)
        SELECT :organizacionId::bigint, :almacenId::bigint, :fecha::timestamp, :notas, u.usuario_id, coalesce(u.usuario, '')
        FROM (SELECT) x
        LEFT JOIN usuario u ON u.organizacion_id = :organizacionId::bigint AND u.usuario_id = :usuarioId::bigint
        RETURNING conteo_id
    ), esperadas AS (
        INSERT INTO conteo_partida (organizacion_id, conteo_id, producto_id, lote, caducidad, esperado)
        SELECT :organizacionId::bigint, n.conteo_id, e.producto_id, coalesce(l.lote, ''), l.caducidad,
               coalesce(l.cantidad, e.cantidad)
        FROM nuevo n
        JOIN existencia e ON e.organizacion_id = :organizacionId::bigint AND e.almacen_id = :almacenId::bigint AND e.cantidad > 0
        JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = e.producto_id AND p.activo
        LEFT JOIN existencia_lote l ON l.organizacion_id = :organizacionId::bigint AND l.almacen_id = :almacenId::bigint
             AND l.producto_id = e.producto_id AND l.cantidad > 0
    )
    SELECT conteo_id AS "conteoId" FROM nuevo)";

// ---- to count ----
inline constexpr std::string_view conteo_bloquear = R"(
    SELECT c.conteo_id AS "conteoId", c.almacen_id AS "almacenId", a.sucursal_id AS "sucursalId", c.estado, c.fecha,
           date_trunc('second', timezone(s.zona_horaria, :ahora::timestamptz)) AS ahora,
           EXISTS (SELECT FROM conteo_partida p
                   WHERE p.organizacion_id = :organizacionId::bigint AND p.conteo_id = c.conteo_id
                     AND p.contado IS NOT NULL) AS "algoContado"
    FROM conteo c
    JOIN almacen a ON a.organizacion_id = :organizacionId::bigint AND a.almacen_id = c.almacen_id
    JOIN sucursal s ON s.organizacion_id = :organizacionId::bigint AND s.sucursal_id = a.sucursal_id
    WHERE c.organizacion_id = :organizacionId::bigint AND c.conteo_id = :conteoId::bigint
    FOR UPDATE OF c)";
inline constexpr std::string_view conteo_productos = R"(
    WITH escrita AS MATERIALIZED (
        SELECT f.*, upper(f.codigo) AS normalizado, f.ordinality - 1 AS fila
        FROM ROWS FROM (jsonb_to_recordset(:filas::jsonb) AS ("productoId" bigint, codigo text)) WITH ORDINALITY f
        LIMIT (SELECT 100000)
    ), pedida AS MATERIALIZED (
        SELECT f.*, coalesce(f."productoId", (
                   SELECT q.producto_id FROM producto q
                   WHERE q.organizacion_id = :organizacionId::bigint AND q.codigo_normalizado = f.normalizado)) AS producto_id
        FROM escrita f
    )
    SELECT coalesce(p.producto_id, 0) AS "productoId", coalesce(p.codigo, '') AS codigo, coalesce(p.tipo, '') AS tipo,
           coalesce(p.maneja_series, false) AS "manejaSeries", coalesce(p.maneja_lotes, false) AS "manejaLotes",
           coalesce(p.codigo_normalizado <> nullif(f.normalizado, ''), false) AS discorde
    FROM pedida f
    LEFT JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.activo AND p.producto_id = f.producto_id
    ORDER BY f.fila)";
inline constexpr std::string_view hay_en_conteo = R"(
    coalesce(CASE WHEN f.lote = '' THEN (SELECT e.cantidad FROM existencia e
                  WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = :almacenId::bigint
                    AND e.producto_id = f.producto_id)
             ELSE (SELECT l.cantidad FROM existencia_lote l
                  WHERE l.organizacion_id = :organizacionId::bigint AND l.almacen_id = :almacenId::bigint
                    AND l.producto_id = f.producto_id AND l.lote = f.lote COLLATE "C") END, 0))";
inline constexpr std::string_view series_en_conteo = R"(
    SELECT s.serie FROM existencia_serie s
    WHERE s.organizacion_id = :organizacionId::bigint AND s.almacen_id = :almacenId::bigint
      AND s.producto_id = f.producto_id AND NOT s.en_transito)";
// The counted quantity is compared with the stock of this moment: a later movement does not change the difference.
inline constexpr std::string_view conteo_contar = R"(
    WITH f AS MATERIALIZED (
        SELECT x."productoId" AS producto_id, x.lote, CAST(nullif(x.caducidad, '') AS date) AS caducidad, x.contado, x.series
        FROM jsonb_to_recordset(:filas::jsonb)
             AS x ("productoId" bigint, lote text, caducidad text, contado numeric, series text[])
    )
    INSERT INTO conteo_partida AS c (organizacion_id, conteo_id, producto_id, lote, caducidad, movido, contado, faltan, sobran)
    SELECT :organizacionId::bigint, :conteoId::bigint, f.producto_id, f.lote, f.caducidad, {hay_en_conteo}, f.contado,
           ARRAY({series_en_conteo} EXCEPT SELECT unnest(f.series) COLLATE "C" ORDER BY 1),
           ARRAY(SELECT unnest(f.series) COLLATE "C" EXCEPT {series_en_conteo} ORDER BY 1)
    FROM f
    ORDER BY f.producto_id, f.lote
    ON CONFLICT (organizacion_id, conteo_id, producto_id, lote)
    DO UPDATE SET contado = excluded.contado, movido = excluded.movido - c.esperado, faltan = excluded.faltan,
                  sobran = excluded.sobran, caducidad = coalesce(excluded.caducidad, c.caducidad))";

// ---- close and cancel of a count ----
inline constexpr std::string_view conteo_dar_por_faltante = R"(
    UPDATE conteo_partida f SET contado = 0, movido = {hay_en_conteo} - f.esperado, faltan = ARRAY({series_en_conteo} ORDER BY 1)
    WHERE f.organizacion_id = :organizacionId::bigint AND f.conteo_id = :conteoId::bigint AND f.contado IS NULL)";
// Differences of a count: a row of each product or lot that differs, and one of each serial number.
inline constexpr std::string_view conteo_diferencias = R"(
    SELECT q.producto_id AS "productoId", q.lote, q.caducidad, x.serie, x.diferencia
    FROM conteo_partida q
    CROSS JOIN LATERAL (
        SELECT '' AS serie, q.contado - q.esperado - q.movido AS diferencia
        WHERE q.contado <> q.esperado + q.movido AND q.faltan = '{}' AND q.sobran = '{}'
        UNION ALL
        SELECT s.serie, -1 FROM unnest(q.faltan) s (serie)
        UNION ALL
        SELECT s.serie, 1 FROM unnest(q.sobran) s (serie)) x
    WHERE q.organizacion_id = :organizacionId::bigint AND q.conteo_id = :conteoId::bigint AND q.contado IS NOT NULL
    ORDER BY q.producto_id, q.lote, x.diferencia, x.serie)";
inline constexpr std::string_view conteo_terminar = R"(
    UPDATE conteo SET estado = :estado, fecha_cierre = :fecha::timestamp, transaccion_id = :transaccionId::bigint,
                      motivo_cancelacion = :motivo
    WHERE organizacion_id = :organizacionId::bigint AND conteo_id = :conteoId::bigint)";

}  // namespace gestor::sql
