#pragma once
#include "domain/motor/consultas.hpp"

namespace gestor::sql {

// ---- serial numbers and lots ----
// A serial number knows its layer, that it left too, where somebody asks for those; a lot was brought by the first
// movement that has it.
inline constexpr std::string_view entrada_del_lote = R"(
    FROM movimiento_inventario m
    JOIN transaccion t ON t.organizacion_id = m.organizacion_id AND t.transaccion_id = m.transaccion_id
    WHERE m.organizacion_id = :organizacionId AND m.producto_id = x.producto_id AND m.almacen_id = x.almacen_id
      AND m.lote = x.lote AND m.lote <> '' AND m.cantidad > 0 AND NOT m.reversa
    ORDER BY m.movimiento_id LIMIT 1)";
inline constexpr Orden orden_series_lotes[] = {
    {"p.codigo", "text"}, {"x.almacen_id", "bigint"}, {"x.caducidad", "text"}, {"x.llave", "text"}};
inline constexpr Fuente existencias_series_lotes{
    .columnas = R"(
    x.producto_id AS "productoId", p.codigo, p.descripcion, x.almacen_id AS "almacenId", a.nombre AS almacen, x.tipo,
    x.serie, x.lote, x.vence AS caducidad, x.vence - (SELECT {dia_de_hoy}) AS "diasPorCaducar",
    x.cantidad AS existencia, coalesce(k.llegada, (SELECT m.fecha {entrada_del_lote})) AS "fechaEntrada",
    coalesce(k.transaccion_id, (SELECT m.transaccion_id {entrada_del_lote})) AS "transaccionIdEntrada",
    coalesce(e.folio, (SELECT t.folio {entrada_del_lote})) AS "folioEntrada")",
    .desde = R"((
        SELECT s.organizacion_id, s.producto_id, s.almacen_id, 'Serie' AS tipo, s.serie, '' COLLATE "C" AS lote,
               NULL::date AS vence, '9999-12-31' AS caducidad, 1::numeric AS cantidad, s.capa_id,
               s.serie AS llave
        FROM existencia_serie s WHERE NOT s.en_transito
        UNION ALL
        SELECT l.organizacion_id, l.producto_id, l.almacen_id, 'Lote', '' COLLATE "C", l.lote, l.caducidad,
               coalesce(l.caducidad::text, '9999-12-31'), l.cantidad, NULL, l.lote
        FROM existencia_lote l
        UNION ALL
        SELECT m.organizacion_id, m.producto_id, m.almacen_id, 'Serie', m.serie COLLATE "C", '' COLLATE "C", NULL,
               '9999-12-31', 0, max(m.capa_id) FILTER (WHERE m.cantidad > 0), m.serie COLLATE "C"
        FROM movimiento_inventario m
        WHERE m.organizacion_id = :organizacionId AND m.serie <> '' AND NOT :soloConExistencia::boolean
        GROUP BY m.organizacion_id, m.producto_id, m.almacen_id, m.serie
        HAVING sum(m.cantidad) = 0) x
    JOIN producto p ON p.organizacion_id = x.organizacion_id AND p.producto_id = x.producto_id
    JOIN almacen a ON a.organizacion_id = x.organizacion_id AND a.almacen_id = x.almacen_id
    LEFT JOIN capa k ON k.organizacion_id = x.organizacion_id AND k.capa_id = x.capa_id
    LEFT JOIN transaccion e ON e.organizacion_id = k.organizacion_id AND e.transaccion_id = k.transaccion_id)",
    .base = "x.organizacion_id = :organizacionId",
    .orden = orden_series_lotes,
};

// ---- distribution centers ----
// Distribution centers serve every active branch. A branch lacks its stock below the product's minimum, counted in its
// warehouses that neither distribute nor travel.
inline constexpr std::string_view faltantes = R"(
    SELECT s.sucursal_id, s.nombre, coalesce(h.existencia, 0) AS existencia,
           greatest(0, p.stock_minimo - coalesce(h.existencia, 0)) AS faltante
    FROM sucursal s
    LEFT JOIN (SELECT w.sucursal_id, sum(v.cantidad) AS existencia
               FROM existencia v
               JOIN almacen w ON w.organizacion_id = v.organizacion_id AND w.almacen_id = v.almacen_id
               WHERE v.organizacion_id = :organizacionId AND v.producto_id = p.producto_id
                 AND NOT w.es_cedis AND NOT w.es_ruta
               GROUP BY w.sucursal_id) h ON h.sucursal_id = s.sucursal_id
    WHERE s.organizacion_id = :organizacionId AND s.activo)";
inline constexpr std::string_view demanda = "(SELECT coalesce(sum(y.faltante), 0) FROM ({faltantes}) y)";
// The sums are columns of each row, so that PostgreSQL computes them for the rows of the page only, not for all sorted
// rows.
inline constexpr Orden orden_cedis[] = {{"p.codigo", "text"}, {"z.llave", "text"}};
inline constexpr Fuente inventario_cedis{
    .columnas = R"(
    e.producto_id AS "productoId", p.codigo, p.descripcion, b.nombre AS unidad, e.almacen_id AS "cedisId",
    a.nombre AS cedis, e.cantidad AS existencia, e.apartado, e.en_transito AS "enTransitoEntrada",
    coalesce(enviado.cantidad, 0) AS "enTransitoSalida", e.cantidad - e.apartado AS disponible,
    {demanda} AS "demandaSucursales", least(greatest(0, e.cantidad - e.apartado), {demanda}) AS "sugeridoSurtir",
    coalesce(pedido.cantidad, 0) AS "ordenesCompraPendientes")",
    .desde = R"(existencia e
    JOIN almacen a ON a.organizacion_id = e.organizacion_id AND a.almacen_id = e.almacen_id AND a.es_cedis
    JOIN producto p ON p.organizacion_id = e.organizacion_id AND p.producto_id = e.producto_id
    JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    JOIN unidad_medida b ON b.organizacion_id = p.organizacion_id
     AND b.unidad_medida_id = coalesce(p.unidad_base_id, u.unidad_base_id, u.unidad_medida_id)
    CROSS JOIN LATERAL (SELECT e.almacen_id || ':' || e.producto_id AS llave) z
    LEFT JOIN (SELECT t.almacen_id, m.producto_id, sum(m.cantidad) AS cantidad
               FROM transaccion t
               JOIN movimiento_transito m ON m.organizacion_id = t.organizacion_id AND m.envio_id = t.transaccion_id
               WHERE t.organizacion_id = :organizacionId AND t.obj_id = {MovimientoInventario}
                 AND t.estado = 'EnTransito'
               GROUP BY t.almacen_id, m.producto_id) enviado
           ON enviado.almacen_id = e.almacen_id AND enviado.producto_id = e.producto_id
    LEFT JOIN (SELECT coalesce(l.almacen_id, t.almacen_id) AS almacen_id, l.producto_id,
                      sum(greatest(0, l.cantidad - l.surtida) * l.factor) AS cantidad
               FROM transaccion t
               JOIN partida l ON l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id
               WHERE t.organizacion_id = :organizacionId AND t.obj_id = {OrdenCompra}
                 AND t.estado IN ('Pendiente', 'Autorizado', 'Parcial')
               GROUP BY 1, 2) pedido
           ON pedido.almacen_id = e.almacen_id AND pedido.producto_id = e.producto_id)",
    .base = "e.organizacion_id = :organizacionId",
    .orden = orden_cedis,
};
inline constexpr std::string_view cedis_sucursales = R"(
    SELECT k.llave, f.sucursal_id AS "sucursalId", f.nombre AS sucursal, f.existencia, p.stock_minimo AS "stockMinimo",
           f.faltante
    FROM {clave} k
    JOIN producto p ON p.organizacion_id = :organizacionId AND p.producto_id = split_part(k.llave, ':', 2)::bigint
    CROSS JOIN LATERAL ({faltantes}) f
    ORDER BY {orden}, f.sucursal_id)";
inline constexpr std::string_view almacen_es_cedis =
    "SELECT FROM almacen WHERE organizacion_id = :organizacionId AND almacen_id = :almacenId AND es_cedis";

// ---- service level ----
// The lines of the orders of a range, each with what had been delivered of it by the day, never more than was ordered.
// A line without goods (a service, a concept) counts as delivered by its invoice.
inline constexpr std::string_view nivel_servicio = R"(
    WITH linea AS (
        SELECT t.transaccion_id, p.cantidad * p.factor AS pedida, p.importe * t.tipo_cambio AS importe,
               least(p.cantidad, s.surtida) * p.factor AS surtida, least(p.cantidad, s.a_tiempo) * p.factor AS a_tiempo,
               CASE :agruparPor WHEN 'Producto' THEN coalesce(p.producto_id, -p.concepto_id)
                                WHEN 'Cliente'  THEN coalesce(t.contacto_id, 0)
                                WHEN 'Sucursal' THEN t.sucursal_id
                                WHEN 'Vendedor' THEN coalesce(t.vendedor_id, 0)
                                ELSE t.transaccion_id END AS grupo
        FROM transaccion t
        JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
        JOIN partida p ON p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id
        LEFT JOIN producto q ON q.organizacion_id = p.organizacion_id AND q.producto_id = p.producto_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(v.avance), 0) AS surtida,
                   coalesce(sum(v.avance) FILTER (WHERE d.entrega_fecha IS NULL
                                                     OR v.fecha < date_trunc('day', d.entrega_fecha) + interval '1 day'), 0) AS a_tiempo
            FROM (SELECT x.fecha, CASE WHEN coalesce(q.tipo, 'Servicio') = 'Servicio' THEN h.avance_facturada
                                       ELSE h.avance_surtida END AS avance
                  FROM partida h
                  JOIN transaccion x ON x.organizacion_id = h.organizacion_id AND x.transaccion_id = h.transaccion_id
                  WHERE h.organizacion_id = :organizacionId AND h.origen_id = p.transaccion_id
                    AND h.numero_partida_origen = p.numero_partida
                    AND x.fecha < coalesce(:fechaCorte::date, {dia_de_hoy}) + 1
                    AND (x.fecha_cancelacion IS NULL
                         OR x.fecha_cancelacion >= coalesce(:fechaCorte::date, {dia_de_hoy}) + 1)) v) s
        WHERE t.organizacion_id = :organizacionId AND t.obj_id = {PedidoCliente}
          AND t.fecha >= :fechaInicial::date AND t.fecha < :fechaFinal::date + 1
          AND t.fecha < coalesce(:fechaCorte::date, {dia_de_hoy}) + 1
          AND (:incluirCancelados::boolean OR t.estado <> 'Cancelado'
               OR t.fecha_cancelacion >= coalesce(:fechaCorte::date, {dia_de_hoy}) + 1)
          AND (:sucursalId::bigint IS NULL OR t.sucursal_id = :sucursalId::bigint)
          AND (:clienteId::bigint IS NULL OR t.contacto_id = :clienteId::bigint)
          AND (:productoId::bigint IS NULL OR p.producto_id = :productoId::bigint)
    ), suma AS (
        SELECT l.grupo, grouping(l.grupo) AS de_todos, count(DISTINCT l.transaccion_id) AS pedidos, count(*) AS lineas,
               count(*) FILTER (WHERE l.surtida >= l.pedida) AS completas, coalesce(sum(l.pedida), 0) AS pedida,
               coalesce(sum(l.surtida), 0) AS surtida, coalesce(sum(l.a_tiempo), 0) AS a_tiempo,
               coalesce(sum(l.importe), 0) AS importe,
               coalesce(sum(l.importe * l.surtida / l.pedida), 0) AS importe_surtido
        FROM linea l GROUP BY GROUPING SETS ((l.grupo), ()))
    SELECT CASE :agruparPor WHEN 'Producto' THEN coalesce(p.codigo, n.clave) WHEN 'Cliente' THEN c.codigo
                            WHEN 'Sucursal' THEN u.clave WHEN 'Vendedor' THEN v.clave ELSE t.folio END AS clave,
           CASE :agruparPor WHEN 'Producto' THEN coalesce(p.descripcion, n.nombre) WHEN 'Cliente' THEN c.nombre
                            WHEN 'Sucursal' THEN u.nombre WHEN 'Vendedor' THEN v.nombre
                            ELSE t.contacto END AS descripcion,
           s.pedidos, s.lineas, s.completas AS "lineasCompletas", s.pedida AS "cantidadPedida",
           s.surtida AS "cantidadSurtida", s.pedida - s.surtida AS "cantidadPendiente", round(s.importe, 2) AS "importePedido",
           round(s.importe_surtido, 2) AS "importeSurtido",
           coalesce(round(100 * s.surtida / nullif(s.pedida, 0), 2), 0) AS "nivelServicio",
           coalesce(round(100.0 * s.completas / nullif(s.lineas, 0), 2), 0) AS "nivelServicioLineas",
           coalesce(round(100 * s.a_tiempo / nullif(s.pedida, 0), 2), 0) AS "nivelServicioATiempo"
    FROM suma s
    LEFT JOIN producto p ON :agruparPor = 'Producto' AND p.organizacion_id = :organizacionId AND p.producto_id = s.grupo
    LEFT JOIN concepto n ON :agruparPor = 'Producto' AND n.organizacion_id = :organizacionId AND n.concepto_id = -s.grupo
    LEFT JOIN contacto c ON :agruparPor = 'Cliente' AND c.organizacion_id = :organizacionId AND c.contacto_id = s.grupo
    LEFT JOIN sucursal u ON :agruparPor = 'Sucursal' AND u.organizacion_id = :organizacionId AND u.sucursal_id = s.grupo
    LEFT JOIN vendedor v ON :agruparPor = 'Vendedor' AND v.organizacion_id = :organizacionId AND v.vendedor_id = s.grupo
    LEFT JOIN transaccion t ON :agruparPor = 'Pedido' AND t.organizacion_id = :organizacionId AND t.transaccion_id = s.grupo
    ORDER BY s.de_todos DESC, clave, s.grupo LIMIT :maximo)";

// ---- layers ----
// In the order in which they go out (ix_capa__orden, but for those of one moment). A layer of what costs its average
// has no value of its own: it is shown at the average of its warehouse, and the last one takes the cents that are left.
// `x` has what there is of each (existencia, importe; centavos: the same in cents), `s` that of its product.
inline constexpr std::string_view capa = R"(
    k.producto_id AS "productoId", p.codigo, p.descripcion, k.almacen_id AS "almacenId", a.nombre AS almacen,
    k.serie, k.lote, k.llegada AS "fechaEntrada", k.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio,
    CASE WHEN t.obj_id IN ({RecepcionMercancia}, {FacturaCompra}) OR t.obj_id = {NotaRemision} AND t.origen = 'Compra'
         THEN t.contacto END AS proveedor,
    k.cantidad AS "cantidadEntrada", k.cantidad - x.existencia AS "cantidadSalida", x.existencia,
    coalesce(round(x.importe / nullif(x.existencia, 0), 6), 0) AS "costoUnitario", x.centavos AS importe,
    greatest(0, coalesce(:fechaCorte::date, (SELECT {dia_de_hoy})) - k.llegada::date) AS "antiguedadDias",
    s.existencia AS "subtotales.existencia", s.importe AS "subtotales.importe",
    coalesce(round(s.importe / nullif(s.existencia, 0), 6), 0) AS "subtotales.costoPromedioCapas")";
inline constexpr std::string_view de_capa = R"(
    JOIN producto p ON p.organizacion_id = k.organizacion_id AND p.producto_id = k.producto_id
    JOIN almacen a ON a.organizacion_id = k.organizacion_id AND a.almacen_id = k.almacen_id
    JOIN transaccion t ON t.organizacion_id = k.organizacion_id AND t.transaccion_id = k.transaccion_id)";
inline constexpr Orden orden_capas[] = {
    {"k.almacen_id", "bigint"}, {"k.producto_id", "bigint"}, {"k.fecha", "timestamp"}, {"k.capa_id", "bigint"}};
inline constexpr std::string_view capas_con_ella = R"(z.organizacion_id = k.organizacion_id
     AND z.almacen_id = k.almacen_id AND z.producto_id = k.producto_id AND z.restante > 0)";
inline constexpr Fuente capas{
    .columnas = capa,
    .desde = R"(capa k {de_capa}
    JOIN existencia e ON e.organizacion_id = k.organizacion_id AND e.almacen_id = k.almacen_id
                     AND e.producto_id = k.producto_id
    CROSS JOIN LATERAL (SELECT k.restante AS existencia,
        CASE WHEN p.metodo_costeo = 'PROMEDIO' THEN k.restante * e.valor / nullif(e.cantidad, 0)
             ELSE k.valor END AS importe,
        CASE WHEN p.metodo_costeo <> 'PROMEDIO' THEN k.valor
             WHEN EXISTS (SELECT FROM capa z WHERE {capas_con_ella} AND z.fecha >= k.fecha
                                               AND (z.fecha, z.capa_id) > (k.fecha, k.capa_id))
             THEN round(k.restante * e.valor / nullif(e.cantidad, 0), 2)
             ELSE e.valor - coalesce((SELECT sum(round(z.restante * e.valor / nullif(e.cantidad, 0), 2))
                                      FROM capa z WHERE {capas_con_ella} AND z.capa_id <> k.capa_id), 0) END AS centavos) x
    LEFT JOIN LATERAL (SELECT sum(h.cantidad) AS existencia, sum(h.valor) AS importe
        FROM existencia h JOIN almacen w ON w.organizacion_id = h.organizacion_id AND w.almacen_id = h.almacen_id
        WHERE h.organizacion_id = k.organizacion_id AND h.producto_id = k.producto_id
          AND (:almacenId::bigint IS NULL OR h.almacen_id = :almacenId::bigint)
          AND (:sucursalId::bigint IS NULL OR w.sucursal_id = :sucursalId::bigint)) s ON true)",
    .base = "k.organizacion_id = :organizacionId AND k.restante > 0",
    .orden = orden_capas,
};
// Cost layers on a day: the sum of the movements up to that day, one product of one warehouse after another, as far as
// the page goes. Rows are in the order of their key. The layer's own product and warehouse are not compared, because
// they would mislead the planner.
inline constexpr std::string_view movido_hasta = R"(
    FROM movimiento_inventario m
    WHERE m.organizacion_id = :organizacionId AND m.producto_id = e.producto_id
      AND (:fechaCorte::date IS NULL OR m.fecha < :fechaCorte::date + 1))";
inline constexpr Fuente capas_al{
    .columnas = capa,
    .desde = R"(existencia e
    CROSS JOIN LATERAL (
        SELECT e.almacen_id, e.producto_id, c.*, y.existencia, y.valor, y.al_promedio,
               round(y.al_promedio, 2) + CASE c.capa_id
                   WHEN first_value(c.capa_id) OVER (ORDER BY y.existencia = 0, c.fecha DESC, c.capa_id DESC)
                   THEN y.valor_suyo - sum(round(y.al_promedio, 2)) OVER () ELSE 0 END AS centavos
        FROM (SELECT g.*, coalesce(g.existencia * g.valor_suyo / nullif(g.cantidad_suya, 0), 0) AS al_promedio
              FROM (SELECT m.capa_id, sum(m.cantidad) AS existencia, sum(m.valor_capa) AS valor,
                           sum(sum(m.cantidad)) OVER () AS cantidad_suya, sum(sum(m.valor)) OVER () AS valor_suyo
                    {movido_hasta} AND m.almacen_id = e.almacen_id
                    GROUP BY m.capa_id) g) y
        CROSS JOIN LATERAL (
            SELECT z.organizacion_id, z.capa_id, z.transaccion_id, z.fecha, z.llegada, z.serie, z.lote, z.cantidad
            FROM capa z WHERE z.organizacion_id = :organizacionId AND z.capa_id = y.capa_id OFFSET 0) c) k {de_capa}
    CROSS JOIN LATERAL (SELECT k.existencia,
        CASE WHEN p.metodo_costeo = 'PROMEDIO' THEN k.al_promedio ELSE k.valor END AS importe,
        CASE WHEN p.metodo_costeo = 'PROMEDIO' THEN k.centavos ELSE k.valor END AS centavos) x
    CROSS JOIN LATERAL (
        SELECT sum(m.cantidad) AS existencia, sum(m.valor) AS importe {movido_hasta}
           AND (:almacenId::bigint IS NULL OR m.almacen_id = :almacenId::bigint)
           AND (:sucursalId::bigint IS NULL
                OR m.almacen_id IN (SELECT w.almacen_id FROM almacen w WHERE w.organizacion_id = :organizacionId
                                                                         AND w.sucursal_id = :sucursalId::bigint))) s)",
    .base =
        R"(e.organizacion_id = :organizacionId AND k.organizacion_id = :organizacionId AND (k.existencia <> 0 OR :incluirAgotadas::boolean)
      AND (:c1::bigint IS NULL OR (e.almacen_id, e.producto_id) >= (:c1::bigint, :c2::bigint)))",
    .orden = orden_capas,
};

}  // namespace gestor::sql
