#pragma once
// Summary of sales. Income is posted by invoices and notes, and taken back by returns and credit notes; an invoice of
// notes posts nothing, because its notes did. Cost is posted by the document that moves the goods: the sale, a
// remission or a delivery; a return takes it back, also when its goods were lost.
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

inline constexpr std::string_view venden = "{FacturaVenta}, {NotaVenta}, {FacturaAgenciaViaje}";
inline constexpr std::string_view es_factura_de_notas = R"(
    (t.obj_id = {FacturaVenta} AND EXISTS (
        SELECT FROM relacion r
        JOIN transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id
                          AND n.obj_id = {NotaVenta}
        WHERE r.organizacion_id = t.organizacion_id AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen')))";
// Revenue of a document as the ledger has it: its bases without IEPS, less the part charged for third parties.
inline constexpr std::string_view ingreso_en_pesos = R"(
    coalesce((t.cubetas_mxn).base16 + (t.cubetas_mxn).base8 + (t.cubetas_mxn).base0 + (t.cubetas_mxn).exento
             + (t.cubetas_mxn).no_afecto - (t.cubetas_mxn).ieps, 0) - coalesce(v.terceros_mxn, 0))";
// A delivery belongs to the salesperson of its sale.
inline constexpr std::string_view documentos_de_venta = R"(
    SELECT t.transaccion_id, t.obj_id, t.fecha::date AS dia, t.sucursal_id, t.contacto_id, q.vendedor_id,
           t.obj_id IN ({venden}) AS vende, t.obj_id IN ({creditos_de_venta}) AS acredita,
           CASE WHEN t.obj_id IN ({venden}, {creditos_de_venta}) THEN {ingreso_en_pesos} ELSE 0 END AS ingreso
    FROM transaccion t
    LEFT JOIN factura_viaje v ON v.organizacion_id = t.organizacion_id AND v.transaccion_id = t.transaccion_id
    LEFT JOIN LATERAL (
        SELECT o.vendedor_id FROM relacion r
        JOIN transaccion o ON o.organizacion_id = r.organizacion_id AND o.transaccion_id = r.origen_id
        WHERE t.obj_id = {EntregaMercancia} AND r.organizacion_id = t.organizacion_id
          AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen'
        LIMIT 1) o ON true
    CROSS JOIN LATERAL (SELECT coalesce(o.vendedor_id, t.vendedor_id) AS vendedor_id) q
    WHERE t.organizacion_id = :organizacionId
      AND t.obj_id IN ({venden}, {creditos_de_venta}, {NotaRemision}, {EntregaMercancia})
      AND t.fecha >= :fechaInicial::timestamp AND t.fecha < :fechaFinal::timestamp + interval '1 day'
      AND t.estado <> 'Cancelado' AND t.fecha_apertura IS NULL
      AND (t.obj_id <> {NotaRemision} OR t.origen = 'Venta') AND NOT {es_factura_de_notas}
      AND (:sucursalId::bigint IS NULL OR t.sucursal_id = :sucursalId::bigint)
      AND (:clienteId::bigint IS NULL OR t.contacto_id = :clienteId::bigint)
      AND (:vendedorId::bigint IS NULL OR q.vendedor_id = :vendedorId::bigint))";
// Lines in pesos: the revenue of a document in proportion to the amounts of its lines, its last line with the cents
// that are left, so that the lines add up to the ledger. A line charged for a third party has none.
inline constexpr std::string_view lineas_de_venta = R"(
    SELECT y.*, y.hasta - coalesce(lag(y.hasta) OVER (PARTITION BY y.transaccion_id ORDER BY y.numero_partida), 0) AS suyo
    FROM (SELECT x.*, CASE WHEN x.ultima THEN x.ingreso
                           ELSE coalesce(round(x.ingreso * x.acumulado / nullif(x.todo, 0), 2), 0) END AS hasta
          FROM (SELECT d.*, p.numero_partida, p.producto_id, p.concepto_id, p.cantidad * p.factor AS cantidad, p.costo,
                       sum(z.peso) OVER (PARTITION BY d.transaccion_id ORDER BY p.numero_partida) AS acumulado,
                       sum(z.peso) OVER (PARTITION BY d.transaccion_id) AS todo,
                       lead(1) OVER (PARTITION BY d.transaccion_id ORDER BY p.numero_partida) IS NULL AS ultima
                FROM documento_de_venta d
                LEFT JOIN partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = d.transaccion_id
                LEFT JOIN partida_tercero k ON k.organizacion_id = :organizacionId AND k.transaccion_id = p.transaccion_id
                                           AND k.numero_partida = p.numero_partida
                CROSS JOIN LATERAL (SELECT CASE WHEN k.transaccion_id IS NULL THEN coalesce(p.importe, 0) ELSE 0 END AS peso) z
               ) x) y)";
inline constexpr std::string_view resumen_ventas = R"(
    WITH documento_de_venta AS ({documentos_de_venta}), linea AS (
        SELECT l.*, CASE WHEN l.acredita THEN -l.suyo ELSE l.suyo END AS subtotal,
               CASE WHEN l.acredita THEN -l.costo ELSE l.costo END AS costo_suyo,
               CASE WHEN l.vende THEN l.cantidad WHEN l.obj_id = {NotaDevolucionCliente} THEN -l.cantidad ELSE 0 END AS vendida,
               CASE :agrupar WHEN 'Producto' THEN coalesce(l.producto_id, -l.concepto_id, 0)
                             WHEN 'Cliente'  THEN coalesce(l.contacto_id, 0)
                             WHEN 'Vendedor' THEN coalesce(l.vendedor_id, 0)
                             WHEN 'Sucursal' THEN l.sucursal_id ELSE 0 END AS grupo,
               CASE :agrupar WHEN 'Dia' THEN to_char(l.dia, 'YYYY-MM-DD') WHEN 'Mes' THEN to_char(l.dia, 'YYYY-MM')
                             ELSE '' END AS tiempo
        FROM ({lineas_de_venta}) l
        WHERE :productoId::bigint IS NULL OR l.producto_id = :productoId::bigint
    ), suma AS (
        SELECT l.grupo, l.tiempo, grouping(l.grupo) AS de_todos,
               count(DISTINCT l.transaccion_id) FILTER (WHERE l.vende) AS documentos,
               coalesce(sum(l.vendida), 0) AS cantidad, coalesce(sum(l.subtotal), 0) AS subtotal,
               coalesce(-sum(l.subtotal) FILTER (WHERE l.acredita), 0) AS devoluciones,
               coalesce(sum(l.costo_suyo), 0) AS costo
        FROM linea l GROUP BY GROUPING SETS ((l.grupo, l.tiempo), ()))
    SELECT CASE :agrupar WHEN 'Producto' THEN coalesce(p.codigo, n.clave) WHEN 'Cliente' THEN c.codigo
                         WHEN 'Vendedor' THEN v.clave WHEN 'Sucursal' THEN u.clave ELSE s.tiempo END AS clave,
           CASE :agrupar WHEN 'Producto' THEN coalesce(p.descripcion, n.nombre) WHEN 'Cliente' THEN c.nombre
                         WHEN 'Vendedor' THEN v.nombre WHEN 'Sucursal' THEN u.nombre END AS descripcion,
           s.documentos,
           CASE WHEN :productoId::bigint IS NOT NULL OR :agrupar = 'Producto' AND s.de_todos = 0 THEN s.cantidad END AS cantidad,
           s.subtotal, s.devoluciones, s.costo, s.subtotal - s.costo AS utilidad,
           coalesce(round(100 * (s.subtotal - s.costo) / nullif(s.subtotal, 0), 2), 0) AS margen
    FROM suma s
    LEFT JOIN producto p ON :agrupar = 'Producto' AND p.organizacion_id = :organizacionId AND p.producto_id = s.grupo
    LEFT JOIN concepto n ON :agrupar = 'Producto' AND n.organizacion_id = :organizacionId AND n.concepto_id = -s.grupo
    LEFT JOIN contacto c ON :agrupar = 'Cliente' AND c.organizacion_id = :organizacionId AND c.contacto_id = s.grupo
    LEFT JOIN vendedor v ON :agrupar = 'Vendedor' AND v.organizacion_id = :organizacionId AND v.vendedor_id = s.grupo
    LEFT JOIN sucursal u ON :agrupar = 'Sucursal' AND u.organizacion_id = :organizacionId AND u.sucursal_id = s.grupo
    ORDER BY s.de_todos DESC, clave, s.grupo LIMIT :maximo)";

}  // namespace gestor::sql
