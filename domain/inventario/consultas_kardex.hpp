#pragma once
// Kardex of a product. A page sums the rows before its first row once (`antes`) and its own rows, whatever page it is.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr Orden orden_kardex[] = {{"m.fecha", "timestamp"}, {"m.movimiento_id", "bigint"}};
inline constexpr std::string_view producto_del_kardex = R"(
    (SELECT p.producto_id FROM producto p
     WHERE p.organizacion_id = :organizacionId
       AND (:productoId::bigint IS NULL OR p.producto_id = :productoId::bigint)
       AND (:codigo::text IS NULL OR p.codigo_normalizado = upper(:codigo::text))))";
// Movements of the product in the asked warehouses (a).
inline constexpr std::string_view del_kardex = R"(
    a.organizacion_id = :organizacionId AND a.producto_id = {producto_del_kardex}
    AND (:almacenId::bigint IS NULL OR a.almacen_id = :almacenId::bigint))";
// Rows before the first row of the page: up to its cursor, or before the first day when that is later.
inline constexpr std::string_view antes_de_la_pagina = R"(
    (a.fecha, a.movimiento_id) <= (
        greatest(:c1::timestamp, :fechaInicial::timestamp, timestamp '-infinity'),
        CASE WHEN :c1::timestamp >= coalesce(:fechaInicial::timestamp, timestamp '-infinity') THEN :c2::bigint ELSE 0 END))";
// Names are looked up row by row of the page: joins would come before the running sums, for all rows of the range.
inline constexpr std::string_view documento_del_kardex = R"(
    FROM transaccion t WHERE t.organizacion_id = m.organizacion_id AND t.transaccion_id = m.transaccion_id)";
inline constexpr Fuente kardex{
    .columnas = R"(
    m.transaccion_id AS "transaccionId", m.fecha, (SELECT t.tipo_documento {documento_del_kardex}) AS "tipoDocumento",
    (SELECT t.folio {documento_del_kardex}) AS folio, m.reversa AS cancelacion, m.almacen_id AS "almacenId",
    (SELECT w.nombre FROM almacen w
     WHERE w.organizacion_id = m.organizacion_id AND w.almacen_id = m.almacen_id) AS almacen, m.serie, m.lote,
    greatest(m.cantidad, 0) AS entrada, greatest(-m.cantidad, 0) AS salida,
    antes.cantidad + sum(m.cantidad) OVER (ORDER BY m.fecha, m.movimiento_id ROWS UNBOUNDED PRECEDING) AS existencia,
    coalesce(round(m.valor / nullif(m.cantidad, 0), 6), 0) AS "costoUnitario", m.valor AS importe,
    antes.valor + sum(m.valor) OVER (ORDER BY m.fecha, m.movimiento_id ROWS UNBOUNDED PRECEDING) AS "valorExistencia")",
    .desde = R"(movimiento_inventario m
    CROSS JOIN (SELECT coalesce(sum(a.cantidad), 0) AS cantidad, coalesce(sum(a.valor), 0) AS valor
                FROM movimiento_inventario a WHERE {del_kardex} AND {antes_de_la_pagina}) antes)",
    .base = "m.organizacion_id = :organizacionId AND m.producto_id = {producto_del_kardex}",
    .orden = orden_kardex,
};
inline constexpr std::string_view kardex_totales = R"(
    SELECT k.inicial AS "existenciaInicial", k.valor_inicial AS "valorInicial", k.entradas, k.salidas,
           k.valor_entradas AS "valorEntradas", k.valor_salidas AS "valorSalidas",
           k.inicial + k.entradas - k.salidas AS "existenciaFinal",
           k.valor_inicial + k.valor_entradas - k.valor_salidas AS "valorFinal"
    FROM (SELECT coalesce(sum(a.cantidad) FILTER (WHERE NOT x.pedido), 0) AS inicial,
                 coalesce(sum(a.valor) FILTER (WHERE NOT x.pedido), 0) AS valor_inicial,
                 coalesce(sum(a.cantidad) FILTER (WHERE x.pedido AND a.cantidad > 0), 0) AS entradas,
                 coalesce(-sum(a.cantidad) FILTER (WHERE x.pedido AND a.cantidad < 0), 0) AS salidas,
                 coalesce(sum(a.valor) FILTER (WHERE x.pedido AND a.valor > 0), 0) AS valor_entradas,
                 coalesce(-sum(a.valor) FILTER (WHERE x.pedido AND a.valor < 0), 0) AS valor_salidas
          FROM movimiento_inventario a
          CROSS JOIN LATERAL (SELECT coalesce(a.fecha >= :fechaInicial::timestamp, true) AS pedido) x
          WHERE {del_kardex}
            AND (:fechaFinal::timestamp IS NULL OR a.fecha < :fechaFinal::timestamp + interval '1 day')) k)";
inline constexpr std::string_view existe_el_codigo = R"(
    SELECT 1 FROM producto
    WHERE organizacion_id = :organizacionId AND codigo_normalizado = upper(:codigo)
      AND (:productoId::bigint IS NULL OR producto_id = :productoId::bigint))";

}  // namespace gestor::sql
