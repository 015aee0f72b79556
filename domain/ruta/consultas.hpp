#pragma once
#include "domain/motor/consultas.hpp"
#include "domain/ruta/consultas_dia.hpp"

namespace gestor::sql {

// ---- routes ----
inline constexpr Orden orden_rutas[] = {{"r.nombre", "text"}, {"r.ruta_id", "bigint"}};
inline constexpr Fuente rutas{
    .columnas = R"(
    r.ruta_id AS "rutaId", r.clave, r.nombre, r.sucursal_id AS "sucursalId", s.nombre AS sucursal,
    r.vendedor_id AS "vendedorId", v.nombre AS vendedor, r.almacen_id AS "almacenId", a.nombre AS almacen,
    (SELECT count(*) FROM contacto c
     WHERE c.organizacion_id = r.organizacion_id AND c.vendedor_id = r.vendedor_id AND c.activo) AS clientes, r.activo)",
    .desde = R"(ruta r
    LEFT JOIN sucursal s ON s.organizacion_id = r.organizacion_id AND s.sucursal_id = r.sucursal_id
    LEFT JOIN vendedor v ON v.organizacion_id = r.organizacion_id AND v.vendedor_id = r.vendedor_id
    LEFT JOIN almacen a ON a.organizacion_id = r.organizacion_id AND a.almacen_id = r.almacen_id)",
    .base = "r.organizacion_id = :organizacionId",
    .orden = orden_rutas,
};
inline constexpr std::string_view ruta_dias = R"(
    SELECT k.ruta_id, d.dia AS valor
    FROM {clave} k
    JOIN ruta r ON r.organizacion_id = :organizacionId AND r.ruta_id = k.ruta_id
    CROSS JOIN LATERAL unnest(r.dias) WITH ORDINALITY d (dia, n)
    ORDER BY {orden}, d.n)";

// ---- returns ----
inline constexpr std::string_view devolucion_ruta = R"(
    t.transaccion_id AS "transaccionId", t.folio, t.fecha, t.estado, t.sucursal_id AS "sucursalId", s.nombre AS sucursal,
    d.ruta_id AS "rutaId", d.ruta, t.vendedor_id AS "vendedorId", d.vendedor, d.tipo_operacion AS "tipoOperacion",
    d.total_productos AS "totalProductos", d.total_envases AS "totalEnvases", round(d.importe, 2) AS importe, t.notas)";
inline constexpr std::string_view desde_devolucion_ruta = R"(transaccion t
    JOIN devolucion_ruta d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id)";
inline constexpr Fuente devolucion_de_ruta{
    .columnas = "{devolucion_ruta}",
    .desde = desde_devolucion_ruta,
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {DevolucionRuta}",
    .orden = orden_documentos,
    .descendente = true,
};
// Rows of one branch: the asked one, or that of the session.
inline constexpr Fuente devoluciones_de_ruta{
    .columnas = "{devolucion_ruta}",
    .desde = desde_devolucion_ruta,
    .base = R"(t.organizacion_id = :organizacionId AND t.obj_id = {DevolucionRuta} AND t.sucursal_id = (
        SELECT exigir_sucursal(CASE WHEN :sucursalId::bigint <> 0 THEN :sucursalId::bigint
                    WHEN :sesionSucursalId::bigint <> 0 THEN :sesionSucursalId::bigint
                    ELSE (SELECT u.sucursal_id FROM usuario u
                          WHERE u.organizacion_id = :organizacionId AND u.usuario_id = :usuarioId) END)))",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view ruta_sucursal =
    "SELECT FROM sucursal WHERE organizacion_id = :organizacionId AND (sucursal_id = :sucursalId OR :sucursalId = 0)";
inline constexpr std::string_view devuelta_columnas = R"(
    SELECT k.transaccion_id, p.numero_partida AS "numeroPartida", p.producto_id AS "productoId", p.codigo, p.descripcion,
           p.unidad, p.existencia, p.conteo, p.diferencia, p.costo_unitario AS "costoUnitario", p.importe
    FROM {clave} k
    JOIN devolucion_ruta_partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id)";
inline constexpr std::string_view devolucion_productos = R"(
    {devuelta_columnas} AND NOT p.es_envase
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view devolucion_envases = R"(
    {devuelta_columnas} AND p.es_envase
    ORDER BY {orden}, p.numero_partida)";
inline constexpr std::string_view devuelta_series = R"(
    SELECT k.transaccion_id, p.numero_partida, s.serie AS valor
    FROM {clave} k
    JOIN devolucion_ruta_partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    CROSS JOIN LATERAL jsonb_array_elements_text(p.identificados->'series') WITH ORDINALITY s (serie, n))";
inline constexpr std::string_view devuelta_lotes = R"(
    SELECT k.transaccion_id, p.numero_partida, l.lote, l.cantidad, CAST(nullif(l.caducidad, '') AS date) AS caducidad
    FROM {clave} k
    JOIN devolucion_ruta_partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(p.identificados->'lotes') AS (lote text, cantidad numeric, caducidad text))
         WITH ORDINALITY l (lote, cantidad, caducidad, n))";
inline constexpr std::string_view devolucion_productos_series =
    "{devuelta_series} WHERE NOT p.es_envase ORDER BY {orden}, p.numero_partida, s.n";
inline constexpr std::string_view devolucion_envases_series =
    "{devuelta_series} WHERE p.es_envase ORDER BY {orden}, p.numero_partida, s.n";
inline constexpr std::string_view devolucion_productos_lotes =
    "{devuelta_lotes} WHERE NOT p.es_envase ORDER BY {orden}, p.numero_partida, l.n";
inline constexpr std::string_view devolucion_envases_lotes =
    "{devuelta_lotes} WHERE p.es_envase ORDER BY {orden}, p.numero_partida, l.n";
inline constexpr std::string_view devolucion_totales = R"(
    SELECT k.transaccion_id, coalesce(sum(p.existencia) FILTER (WHERE NOT p.es_envase), 0) AS "existenciaProductos",
           coalesce(sum(p.conteo) FILTER (WHERE NOT p.es_envase), 0) AS "conteoProductos",
           coalesce(sum(p.diferencia) FILTER (WHERE NOT p.es_envase), 0) AS "diferenciaProductos",
           coalesce(sum(p.existencia) FILTER (WHERE p.es_envase), 0) AS "existenciaEnvases",
           coalesce(sum(p.conteo) FILTER (WHERE p.es_envase), 0) AS "conteoEnvases",
           coalesce(sum(p.diferencia) FILTER (WHERE p.es_envase), 0) AS "diferenciaEnvases",
           round(coalesce(sum(p.importe), 0), 2) AS "importeDiferencia"
    FROM {clave} k
    JOIN devolucion_ruta_partida p ON p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id
    GROUP BY k.transaccion_id)";

// Settlement of a route: an open one shows the present figures of its day, a validated one the stored figures.
inline constexpr std::string_view liquidacion_ruta = R"(
    l.ruta_id AS "rutaId", l.ruta, t.vendedor_id AS "vendedorId", l.vendedor,
    l.fecha_liquidacion AS "fechaLiquidacion", coalesce(v.carga, l.carga_inicial) AS "cargaInicial",
    coalesce(v.recarga, l.recargas) AS recargas, coalesce(v."ventasContado", l.ventas_contado) AS "ventasContado",
    coalesce(v."ventasCredito", l.ventas_credito) AS "ventasCredito", coalesce(v.cobranza, l.cobranza) AS cobranza,
    coalesce(v.devolucion, l.devoluciones) AS devoluciones, l.gastos,
    coalesce(v."ventasContado" + v.cobranza - l.gastos, l.efectivo_esperado) AS "efectivoEsperado",
    l.efectivo_entregado AS "efectivoEntregado",
    coalesce(l.efectivo_entregado - (v."ventasContado" + v.cobranza - l.gastos), l.diferencia_efectivo) AS "diferenciaEfectivo",
    coalesce(v.faltante, l.faltante_mercancia) AS "faltanteMercancia",
    coalesce(v.sobrante, l.sobrante_mercancia) AS "sobranteMercancia")";
inline constexpr std::string_view dia_abierto = R"(
    SELECT t.almacen_id, l.fecha_liquidacion::timestamp AS desde, (l.fecha_liquidacion + 1)::timestamp AS hasta, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('productoId', p.producto_id, 'cantidad', p.conteo)), '[]')
        FROM liquidacion_ruta_partida p
        WHERE p.organizacion_id = :organizacionId AND p.transaccion_id = t.transaccion_id AND p.conteo > 0) AS conteo)";
inline constexpr std::string_view mercancia_abierta = R"(
    SELECT m."productoId", m.codigo, m.descripcion, m.carga, m.recarga, m.venta, m.devolucion, w.esperado, m.conteo,
           m.conteo - w.esperado AS diferencia, m."costoUnitario",
           round((m.conteo - w.esperado) * m."costoUnitario", 2) AS "importeDiferencia", m."cargaValor", m."recargaValor",
           m."devolucionValor"
    FROM ({dia_abierto}) x
    CROSS JOIN LATERAL ({mercancia_del_dia}) m
    CROSS JOIN LATERAL (SELECT m.carga + m.recarga - m.venta - m.devolucion AS esperado) w)";
inline constexpr Fuente liquidaciones_de_ruta{
    .columnas = "{trx}, {liquidacion_ruta}",
    .desde = R"(transaccion t
    JOIN liquidacion_ruta l ON l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id
    LEFT JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    LEFT JOIN proyecto y ON y.organizacion_id = t.organizacion_id AND y.proyecto_id = t.proyecto_id
    LEFT JOIN LATERAL (
        SELECT g.*, f.*
        FROM ({dia_abierto}) x
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(m."cargaValor"), 0) AS carga, coalesce(sum(m."recargaValor"), 0) AS recarga,
                   coalesce(sum(m."devolucionValor"), 0) AS devolucion,
                   coalesce(-sum(m."importeDiferencia") FILTER (WHERE m."importeDiferencia" < 0), 0) AS faltante,
                   coalesce(sum(m."importeDiferencia") FILTER (WHERE m."importeDiferencia" > 0), 0) AS sobrante
            FROM ({mercancia_abierta}) m) g
        CROSS JOIN LATERAL ({efectivo_del_dia}) f
        WHERE t.estado = 'Pendiente' OFFSET 0) v ON true)",
    .base = "t.organizacion_id = :organizacionId AND t.obj_id = {LiquidacionRuta}",
    .orden = orden_documentos,
    .descendente = true,
};
inline constexpr std::string_view liquidacion_partidas = R"(
    SELECT k.transaccion_id, q."productoId", q.codigo, q.descripcion, q.carga, q.recarga, q.venta, q.devolucion, q.esperado,
           q.conteo, q.diferencia, q."costoUnitario", q."importeDiferencia"
    FROM {clave} k
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = k.transaccion_id
    JOIN liquidacion_ruta l ON l.organizacion_id = :organizacionId AND l.transaccion_id = k.transaccion_id
    CROSS JOIN LATERAL (
        SELECT p.producto_id AS "productoId", p.codigo, p.descripcion, p.carga, p.recarga, p.venta, p.devolucion, p.esperado,
               p.conteo, p.diferencia, p.costo_unitario AS "costoUnitario", p.importe_diferencia AS "importeDiferencia"
        FROM liquidacion_ruta_partida p
        WHERE p.organizacion_id = :organizacionId AND p.transaccion_id = k.transaccion_id AND t.estado <> 'Pendiente'
        UNION ALL
        SELECT m."productoId", m.codigo, m.descripcion, m.carga, m.recarga, m.venta, m.devolucion, m.esperado, m.conteo,
               m.diferencia, m."costoUnitario", m."importeDiferencia"
        FROM ({mercancia_abierta}) m WHERE t.estado = 'Pendiente') q
    ORDER BY {orden}, q.codigo)";
// Money that the truck collected on its day, in any form of payment.
inline constexpr std::string_view liquidacion_depositos = R"(
    SELECT k.transaccion_id, d.transaccion_id AS valor
    FROM {clave} k
    JOIN transaccion t ON t.organizacion_id = :organizacionId AND t.transaccion_id = k.transaccion_id
    CROSS JOIN LATERAL (
        SELECT x.transaccion_id FROM transaccion x
        WHERE x.organizacion_id = :organizacionId AND x.obj_id IN ({Deposito}, {AnticipoCliente})
          AND x.fecha >= date_trunc('day', t.fecha) AND x.fecha < date_trunc('day', t.fecha) + interval '1 day'
          AND x.almacen_id = t.almacen_id
          AND (x.estado <> 'Cancelado' OR x.fecha_cancelacion >= date_trunc('day', t.fecha) + interval '1 day') OFFSET 0) d
    ORDER BY {orden}, d.transaccion_id)";

}  // namespace gestor::sql
