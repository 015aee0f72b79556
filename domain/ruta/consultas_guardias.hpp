#pragma once
// A settled route forbids documents of its day, goods moved before it, and cancels of documents that it counted.
#include <string_view>

namespace gestor::sql {

// Validated settlement of one of these trucks on a day, after which the day takes no more documents.
inline constexpr std::string_view ruta_liquidada = R"(
    SELECT t.folio FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {LiquidacionRuta} AND t.estado = 'Validado'
      AND t.almacen_id = ANY (:almacenes::bigint[]) AND t.fecha >= :dia::date::timestamp
      AND t.fecha < (:dia::date + 1)::timestamp
    LIMIT 1)";
// Validated settlement on that day or later: the stock of the truck at that time is settled, and no goods move before
// it.
inline constexpr std::string_view ruta_liquidada_desde = R"(
    SELECT CAST(t.fecha AS date) || ' con ' || t.folio FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {LiquidacionRuta} AND t.estado = 'Validado'
      AND t.almacen_id = ANY (:almacenes::bigint[]) AND t.fecha >= :dia::date::timestamp
    LIMIT 1)";
// Settlement or return of a route, validated or applied, that counted this money or made this document.
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

}  // namespace gestor::sql
