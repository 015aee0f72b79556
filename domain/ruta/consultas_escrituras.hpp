#pragma once
// Statements of the writes of routes, beside the engine.
#include "domain/ruta/consultas_dia.hpp"

namespace gestor::sql {

inline constexpr std::string_view ruta_camion = R"(
    SELECT a.es_ruta AND a.sucursal_id = :sucursalId::bigint AS suyo FROM almacen a
    WHERE a.organizacion_id = :organizacionId::bigint AND a.almacen_id = :almacenId::bigint)";
inline constexpr std::string_view ruta_poner_dias = R"(
    UPDATE ruta r SET dias = d.dias
    FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(:dias::jsonb)) AS dias) d
    WHERE r.organizacion_id = :organizacionId::bigint AND r.ruta_id = :rutaId::bigint AND r.dias <> d.dias)";
// Assigns a route to a salesperson, and removes it from the earlier one.
inline constexpr std::string_view ruta_poner_vendedor = R"(
    UPDATE vendedor v SET ruta_id = CASE WHEN v.vendedor_id = :vendedorId::bigint THEN :rutaId::bigint END
    WHERE v.organizacion_id = :organizacionId::bigint AND v.vendedor_id = ANY (:ids::bigint[])
      AND (v.vendedor_id = :vendedorId::bigint OR v.ruta_id = :rutaId::bigint))";
inline constexpr std::string_view ruta_sin_liquidar = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id IN ({LiquidacionRuta}, {DevolucionRuta})
      AND t.almacen_id = :almacenId::bigint AND t.estado = 'Pendiente'
    ORDER BY t.transaccion_id LIMIT 100)";

// Route with its truck. The warehouse of the branch is chosen as for a sale, never a truck.
inline constexpr std::string_view ruta_con_camion = R"(
    SELECT r.ruta_id AS "rutaId", r.nombre AS ruta, r.sucursal_id AS "sucursalId", r.almacen_id AS "almacenId",
           (SELECT q.almacen_id FROM almacen q
            WHERE q.organizacion_id = :organizacionId::bigint AND q.sucursal_id = r.sucursal_id AND q.activo AND NOT q.es_ruta
            ORDER BY q.es_cedis, q.almacen_id LIMIT 1) AS "almacenSucursalId",
           v.vendedor_id AS "vendedorId", coalesce(v.nombre, '') AS vendedor,
           timezone(s.zona_horaria, :ahora::timestamptz)::date AS hoy
    FROM ruta r
    JOIN sucursal s ON s.organizacion_id = r.organizacion_id AND s.sucursal_id = r.sucursal_id
    LEFT JOIN vendedor v ON v.organizacion_id = r.organizacion_id AND v.vendedor_id = r.vendedor_id AND v.activo
    WHERE r.organizacion_id = :organizacionId::bigint AND r.ruta_id = :rutaId::bigint AND r.activo)";
// Whether the truck already had a load on that day.
inline constexpr std::string_view ruta_cargada = R"(
    WITH esta AS MATERIALIZED (
        SELECT t.fecha, date_trunc('day', t.fecha) AS desde
        FROM transaccion t
        WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint
    )
    SELECT 1 FROM esta e
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint
         AND t.obj_id IN ({MovimientoInventario}, {RecepcionMercancia}) AND t.fecha >= e.desde AND t.fecha <= e.fecha
         AND (t.fecha, t.transaccion_id) < (e.fecha, :transaccionId::bigint)
    WHERE EXISTS (SELECT FROM movimiento_inventario m
                  WHERE m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = t.transaccion_id
                    AND m.almacen_id = :almacenId::bigint AND {carga_del_camion})
    LIMIT 1)";
inline constexpr std::string_view ruta_destino = R"(
    SELECT 1 FROM almacen WHERE organizacion_id = :organizacionId::bigint AND almacen_id = :almacenId::bigint AND activo)";
// Relates a route document to the documents made from it.
inline constexpr std::string_view ruta_relacionar = R"(
    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
    SELECT :organizacionId::bigint, :transaccionId::bigint, d.id, 'Origen' FROM unnest(:ids::bigint[]) d (id))";

// Serial numbers and lots in the truck, a row each.
inline constexpr std::string_view camion_identificados = R"(
    SELECT m.producto_id AS "productoId", m.serie, m.lote, max(m.caducidad) AS caducidad, sum(m.cantidad) AS cantidad
    FROM movimiento_inventario m
    WHERE m.organizacion_id = :organizacionId::bigint AND m.producto_id = ANY (:productos::bigint[])
      AND m.almacen_id = :almacenId::bigint AND m.fecha <= :hasta::timestamp
    GROUP BY 1, 2, 3
    HAVING sum(m.cantidad) > 0
    ORDER BY 1, 2, 3)";
// Stock of product x, in truck :almacenId at :fecha.
inline constexpr std::string_view existencia_entonces = R"(coalesce(e.cantidad, 0) - coalesce((
        SELECT sum(m.cantidad) FROM movimiento_inventario m
        WHERE m.organizacion_id = :organizacionId::bigint AND m.producto_id = p.producto_id
          AND m.almacen_id = :almacenId::bigint AND m.fecha > :fecha::timestamp), 0))";

// Counts in base units, like stock. A product that the truck lacks takes its cost from another warehouse.
inline constexpr std::string_view devolucion_contar = R"(
    SELECT p.producto_id AS "productoId", coalesce(p.codigo, '') AS codigo, coalesce(p.descripcion, '') AS descripcion,
           coalesce(b.nombre, u.nombre, '') AS unidad, coalesce(p.es_envase, false) AS "esEnvase",
           coalesce(p.tipo = 'Producto', false) AS "esMercancia", coalesce(p.maneja_series, false) AS "manejaSeries",
           coalesce(p.maneja_lotes, false) AS "manejaLotes", {existencia_entonces} AS existencia, c.conteo,
           coalesce(round(CASE WHEN e.cantidad > 0 THEN e.valor / e.cantidad ELSE (
               SELECT sum(x.valor) / nullif(sum(x.cantidad), 0) FROM existencia x
               WHERE x.organizacion_id = :organizacionId::bigint AND x.producto_id = p.producto_id) END, 6), 0)
               AS "costoUnitario"
    FROM ROWS FROM (jsonb_to_recordset(:conteo::jsonb) AS ("productoId" bigint, conteo numeric)) WITH ORDINALITY c
    LEFT JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = c."productoId"
    LEFT JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    LEFT JOIN unidad_medida b ON b.organizacion_id = u.organizacion_id AND b.unidad_medida_id = u.unidad_base_id
    LEFT JOIN LATERAL (
        SELECT x.cantidad, x.valor FROM existencia x
        WHERE x.organizacion_id = :organizacionId::bigint AND x.almacen_id = :almacenId::bigint
          AND x.producto_id = c."productoId" OFFSET 0) e ON true
    ORDER BY c.ordinality)";
inline constexpr std::string_view devolucion_guardar = R"(
    INSERT INTO devolucion_ruta_partida (organizacion_id, transaccion_id, numero_partida, es_envase, producto_id, codigo,
                                         descripcion, unidad, existencia, conteo, costo_unitario, identificados)
    SELECT :organizacionId::bigint, :transaccionId::bigint, f.ordinality, f."esEnvase", f."productoId", f.codigo,
           f.descripcion, f.unidad, f.existencia, f.conteo, f."costoUnitario", jsonb_build_object('series', i.series, 'lotes', i.lotes)
    FROM ROWS FROM (jsonb_to_recordset(:partidas::jsonb) AS ("esEnvase" boolean, "productoId" bigint, codigo text,
         descripcion text, unidad text, existencia numeric, conteo numeric, "costoUnitario" numeric)) WITH ORDINALITY f
    JOIN ROWS FROM (jsonb_to_recordset(:conteo::jsonb) AS (series jsonb, lotes jsonb)) WITH ORDINALITY i USING (ordinality))";
inline constexpr std::string_view devolucion_por_aplicar = R"(
    SELECT t.fecha, t.sucursal_id AS "sucursalId", t.almacen_id AS "almacenId",
           d.almacen_destino_id AS "almacenDestinoId"
    FROM transaccion t
    JOIN devolucion_ruta d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view devolucion_por_regresar = R"(
    SELECT d.producto_id AS "productoId",
           CASE WHEN u.unidad_base_id IS NULL THEN u.unidad_medida_id ELSE u.unidad_base_id END AS "unidadMedidaId",
           d.codigo, p.maneja_series AS "manejaSeries", p.maneja_lotes AS "manejaLotes",
           greatest(0, least({existencia_entonces}, e.cantidad)) AS existencia, d.conteo, d.costo_unitario AS "costoUnitario",
           jsonb_build_object('series', d.identificados->'series', 'lotes', (
               SELECT coalesce(jsonb_agg(CASE l->>'caducidad' WHEN '' THEN l - 'caducidad' ELSE l END), '[]')
               FROM jsonb_array_elements(d.identificados->'lotes') l)) AS identificados
    FROM devolucion_ruta_partida d
    JOIN producto p ON p.organizacion_id = d.organizacion_id AND p.producto_id = d.producto_id
    JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    LEFT JOIN existencia e ON e.organizacion_id = d.organizacion_id AND e.almacen_id = :almacenId::bigint
         AND e.producto_id = d.producto_id
    WHERE d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = :transaccionId::bigint AND d.conteo > 0
    ORDER BY d.numero_partida)";

// ---- settlements ----
// The goods of a truck on a day, and what was counted of them.
inline constexpr std::string_view liquidacion_mercancia = R"(
    SELECT m.* FROM (SELECT :almacenId::bigint AS almacen_id, :dia::date::timestamp AS desde, (:dia::date + 1)::timestamp AS hasta,
                              :conteo::jsonb AS conteo) x
    CROSS JOIN LATERAL ({mercancia_del_dia}) m
    ORDER BY m.codigo)";
// Locks the sales and the money of the day, so that no other call cancels them meanwhile.
inline constexpr std::string_view liquidacion_bloquear = R"(
    SELECT t.transaccion_id
    FROM (SELECT :almacenId::bigint AS almacen_id) x
    JOIN transaccion t ON {venta_o_cobro_del_camion}
     AND t.fecha >= :dia::date::timestamp AND t.fecha < (:dia::date + 1)::timestamp
    ORDER BY t.transaccion_id FOR UPDATE OF t)";
inline constexpr std::string_view liquidacion_efectivo = R"(
    SELECT m.* FROM (SELECT :almacenId::bigint AS almacen_id, :dia::date::timestamp AS desde, (:dia::date + 1)::timestamp AS hasta) x
    CROSS JOIN LATERAL ({efectivo_del_dia}) m)";
inline constexpr std::string_view liquidacion_por_validar = R"(
    SELECT t.sucursal_id AS "sucursalId", t.almacen_id AS "almacenId", l.vendedor,
           l.fecha_liquidacion AS dia, timezone(s.zona_horaria, :ahora::timestamptz)::date AS hoy,
           s.tolerancia_efectivo AS "toleranciaEfectivo", s.tolerancia_mercancia AS "toleranciaMercancia",
           coalesce(s.cuenta_liquidacion_id, (
               SELECT q.cuenta_id FROM cuenta_bancaria q
               WHERE q.organizacion_id = :organizacionId::bigint AND q.activo AND q.tipo = 'Caja' AND q.moneda_id = 1
                 AND q.sucursal_id = t.sucursal_id
               ORDER BY q.cuenta_id LIMIT 1)) AS "cuentaId",
           (SELECT min(f.forma_pago_id) FROM forma_pago f
            WHERE f.organizacion_id = :organizacionId::bigint AND f.activo AND f.clave_sat33 = '01' AND f.uso_deposito
              AND f.uso_egreso) AS "formaPagoId"
    FROM transaccion t
    JOIN liquidacion_ruta l ON l.organizacion_id = t.organizacion_id AND l.transaccion_id = t.transaccion_id
    JOIN sucursal s ON s.organizacion_id = t.organizacion_id AND s.sucursal_id = t.sucursal_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view liquidacion_conceptos = R"(
    SELECT clave, concepto_id AS "conceptoId" FROM concepto
    WHERE organizacion_id = :organizacionId::bigint AND clave IN ('IN-FALTANTE', 'IN-SOBRANTE', 'EG-FALTANTE', 'DP-SOBRANTE'))";
inline constexpr std::string_view liquidacion_gastos_ajenos = R"(
    SELECT g.n - 1 AS fila FROM unnest(:conceptos::bigint[]) WITH ORDINALITY g (id, n)
    WHERE NOT EXISTS (SELECT FROM concepto c WHERE c.organizacion_id = :organizacionId::bigint AND c.concepto_id = g.id
                      AND c.activo AND c.tipo IN ('Egreso', 'Gasto') AND {Egreso} = ANY (c.objetos)))";
inline constexpr std::string_view liquidacion_devoluciones_pendientes = R"(
    SELECT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM transaccion t
    WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {DevolucionRuta}
      AND t.fecha >= :dia::date::timestamp AND t.fecha < (:dia::date + 1)::timestamp
      AND t.almacen_id = :almacenId::bigint AND t.estado = 'Pendiente'
    ORDER BY t.transaccion_id LIMIT 100)";
// Earlier days on which goods of the truck moved and that are not validated: the stock at the beginning of this day is
// then unknown.
inline constexpr std::string_view liquidacion_dias_anteriores = R"(
    WITH ultima AS MATERIALIZED (
        SELECT coalesce(max(t.fecha), '-infinity') AS fecha FROM transaccion t
        WHERE t.organizacion_id = :organizacionId::bigint AND t.obj_id = {LiquidacionRuta} AND t.estado = 'Validado'
          AND t.almacen_id = :almacenId::bigint
    )
    SELECT DISTINCT t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio
    FROM existencia e
    JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.producto_id = e.producto_id
         AND m.almacen_id = :almacenId::bigint AND m.fecha > (SELECT fecha FROM ultima) AND m.fecha < :dia::date::timestamp
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
    WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = :almacenId::bigint
    ORDER BY 1 LIMIT 100)";
inline constexpr std::string_view liquidacion_guardar = R"(
    UPDATE liquidacion_ruta l
    SET carga_inicial = c."cargaInicial", recargas = c.recargas, ventas_contado = c."ventasContado",
        ventas_credito = c."ventasCredito", cobranza = c.cobranza, devoluciones = c.devoluciones, gastos = c.gastos,
        efectivo_esperado = c."efectivoEsperado", efectivo_entregado = c."efectivoEntregado",
        faltante_mercancia = c."faltanteMercancia", sobrante_mercancia = c."sobranteMercancia"
    FROM jsonb_to_record(:cifras::jsonb) AS c ("cargaInicial" numeric, recargas numeric, "ventasContado" numeric,
         "ventasCredito" numeric, cobranza numeric, devoluciones numeric, gastos numeric, "efectivoEsperado" numeric,
         "efectivoEntregado" numeric, "faltanteMercancia" numeric, "sobranteMercancia" numeric)
    WHERE l.organizacion_id = :organizacionId::bigint AND l.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view liquidacion_guardar_partidas = R"(
    INSERT INTO liquidacion_ruta_partida AS p (organizacion_id, transaccion_id, producto_id, codigo, descripcion, carga,
                                               recarga, venta, devolucion, conteo, costo_unitario, importe_diferencia)
    SELECT :organizacionId::bigint, :transaccionId::bigint, f."productoId", f.codigo, f.descripcion, f.carga, f.recarga,
           f.venta, f.devolucion, f.conteo, f."costoUnitario", f."importeDiferencia"
    FROM jsonb_to_recordset(:partidas::jsonb) AS f ("productoId" bigint, codigo text, descripcion text, carga numeric,
         recarga numeric, venta numeric, devolucion numeric, conteo numeric, "costoUnitario" numeric,
         "importeDiferencia" numeric)
    ON CONFLICT (organizacion_id, transaccion_id, producto_id) DO UPDATE
    SET carga = excluded.carga, recarga = excluded.recarga, venta = excluded.venta, devolucion = excluded.devolucion,
        conteo = excluded.conteo, costo_unitario = excluded.costo_unitario,
        importe_diferencia = excluded.importe_diferencia)";
// Value of a shortage or surplus, from its póliza.
inline constexpr std::string_view liquidacion_valuar = R"(
    UPDATE liquidacion_ruta_partida p
    SET importe_diferencia = q.valor
    FROM (SELECT m.producto_id, sum(m.valor) AS valor FROM movimiento_inventario m
          WHERE m.organizacion_id = :organizacionId::bigint AND m.transaccion_id = ANY (:ids::bigint[])
          GROUP BY 1) q
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
      AND q.producto_id = p.producto_id)";
inline constexpr std::string_view liquidacion_anotar = R"(
    UPDATE transaccion SET notas = :notas
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";

}  // namespace gestor::sql
