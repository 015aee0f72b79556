#pragma once
// What the writes of routes ask and store, beside the engine.
#include <string_view>

namespace gestor::sql {

inline constexpr std::string_view ruta_camion = R"(
    SELECT a.es_ruta AND a.sucursal_id = :sucursalId::bigint AS suyo FROM almacen a
    WHERE a.organizacion_id = :organizacionId::bigint AND a.almacen_id = :almacenId::bigint)";
inline constexpr std::string_view ruta_poner_dias = R"(
    UPDATE ruta r SET dias = d.dias
    FROM (SELECT ARRAY(SELECT jsonb_array_elements_text(:dias::jsonb)) AS dias) d
    WHERE r.organizacion_id = :organizacionId::bigint AND r.ruta_id = :rutaId::bigint AND r.dias <> d.dias)";
// Whose route it is, and whose it was.
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

// ---- its truck ----
// The branch's own warehouse: as a sale takes one, but never a truck.
inline constexpr std::string_view ruta_con_camion = R"(
    SELECT r.ruta_id AS "rutaId", r.nombre AS ruta, r.sucursal_id AS "sucursalId", r.almacen_id AS "almacenId",
           (SELECT q.almacen_id FROM almacen q
            WHERE q.organizacion_id = :organizacionId::bigint AND q.sucursal_id = r.sucursal_id AND q.activo AND NOT q.es_ruta
            ORDER BY q.es_cedis, q.almacen_id LIMIT 1) AS "almacenSucursalId",
           v.vendedor_id AS "vendedorId", coalesce(v.nombre, '') AS vendedor,
           timezone(s.zona_horaria, now())::date AS hoy
    FROM ruta r
    JOIN sucursal s ON s.organizacion_id = r.organizacion_id AND s.sucursal_id = r.sucursal_id
    LEFT JOIN vendedor v ON v.organizacion_id = r.organizacion_id AND v.vendedor_id = r.vendedor_id AND v.activo
    WHERE r.organizacion_id = :organizacionId::bigint AND r.ruta_id = :rutaId::bigint AND r.activo)";
// Whether the truck was loaded before this one, that day.
inline constexpr std::string_view ruta_cargada = R"(
    WITH esta AS MATERIALIZED (
        SELECT date_trunc('day', t.fecha) AS desde, date_trunc('day', t.fecha) + interval '1 day' AS hasta
        FROM transaccion t
        WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint
    )
    SELECT 1 FROM esta e
    JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.obj_id = {MovimientoInventario}
         AND t.fecha >= e.desde AND t.fecha < e.hasta AND t.transaccion_id <> :transaccionId::bigint
         AND t.estado <> 'Cancelado'
    JOIN documento d ON d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = t.transaccion_id
         AND d.almacen_destino_id = :almacenId::bigint
    LIMIT 1)";
inline constexpr std::string_view ruta_destino = R"(
    SELECT 1 FROM almacen WHERE organizacion_id = :organizacionId::bigint AND almacen_id = :almacenId::bigint AND activo)";
// Documents that one of a route made.
inline constexpr std::string_view ruta_relacionar = R"(
    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
    SELECT :organizacionId::bigint, :transaccionId::bigint, d.id, 'Origen' FROM unnest(:ids::bigint[]) d (id))";

// ---- returns ----
// In base units, as stock is counted. What there is none of costs what it does elsewhere.
inline constexpr std::string_view devolucion_contar = R"(
    SELECT p.producto_id AS "productoId", coalesce(p.codigo, '') AS codigo, coalesce(p.descripcion, '') AS descripcion,
           coalesce(b.nombre, u.nombre, '') AS unidad, coalesce(p.es_envase, false) AS "esEnvase",
           coalesce(p.maneja_series OR p.maneja_lotes OR p.tipo <> 'Producto', false) AS identificado,
           coalesce(e.cantidad, 0) AS existencia, c.conteo,
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
                                         descripcion, unidad, existencia, conteo, costo_unitario)
    SELECT :organizacionId::bigint, :transaccionId::bigint, f.ordinality, f."esEnvase", f."productoId", f.codigo,
           f.descripcion, f.unidad, f.existencia, f.conteo, f."costoUnitario"
    FROM ROWS FROM (jsonb_to_recordset(:partidas::jsonb) AS ("esEnvase" boolean, "productoId" bigint, codigo text,
         descripcion text, unidad text, existencia numeric, conteo numeric, "costoUnitario" numeric)) WITH ORDINALITY f)";
inline constexpr std::string_view devolucion_por_aplicar = R"(
    SELECT t.fecha, t.sucursal_id AS "sucursalId", t.almacen_id AS "almacenId",
           d.almacen_destino_id AS "almacenDestinoId"
    FROM transaccion t
    JOIN devolucion_ruta d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = :transaccionId::bigint)";
inline constexpr std::string_view devolucion_por_regresar = R"(
    SELECT d.producto_id AS "productoId",
           CASE WHEN u.unidad_base_id IS NULL THEN u.unidad_medida_id ELSE u.unidad_base_id END AS "unidadMedidaId",
           d.conteo AS cantidad
    FROM devolucion_ruta_partida d
    JOIN producto p ON p.organizacion_id = d.organizacion_id AND p.producto_id = d.producto_id
    JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    WHERE d.organizacion_id = :organizacionId::bigint AND d.transaccion_id = :transaccionId::bigint AND d.conteo > 0
    ORDER BY d.numero_partida)";

// ---- settlements ----
// The goods of a truck on a day, and what was counted of them. C: the first load; E: what else came; V: what was sold,
// less what customers gave back; R: what left without being sold; D: what moved on a later day.
inline constexpr std::string_view liquidacion_mercancia = R"(
    WITH contado AS MATERIALIZED (
        SELECT c."productoId" AS producto_id, c.cantidad
        FROM jsonb_to_recordset(:conteo::jsonb) AS c ("productoId" bigint, cantidad numeric)
    ), suyo AS MATERIALIZED (
        SELECT e.producto_id, e.cantidad, e.valor FROM existencia e
        WHERE e.organizacion_id = :organizacionId::bigint AND e.almacen_id = :almacenId::bigint
    ), movido AS MATERIALIZED (
        SELECT m.producto_id, m.transaccion_id, m.fecha, m.cantidad, m.valor,
               m.fecha >= (:dia::date + 1)::timestamp AS despues,
               t.obj_id IN ({MovimientoInventario}, {RecepcionMercancia}) AS traslado
        FROM suyo s
        JOIN movimiento_inventario m ON m.organizacion_id = :organizacionId::bigint AND m.producto_id = s.producto_id
             AND m.almacen_id = :almacenId::bigint AND m.fecha >= :dia::date::timestamp
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = m.transaccion_id
    ), primera AS MATERIALIZED (
        SELECT transaccion_id FROM movido WHERE traslado AND cantidad > 0 AND NOT despues
        ORDER BY fecha, transaccion_id LIMIT 1
    ), clasificado AS MATERIALIZED (
        SELECT m.producto_id, m.cantidad, m.valor,
               CASE WHEN m.despues THEN 'D' WHEN NOT m.traslado THEN 'V' WHEN m.cantidad < 0 THEN 'R'
                    WHEN m.transaccion_id = (SELECT transaccion_id FROM primera) THEN 'C' ELSE 'E' END AS clase
        FROM movido m
    ), dia AS MATERIALIZED (
        SELECT s.producto_id, s.cantidad, s.valor,
               s.cantidad - coalesce(sum(m.cantidad) FILTER (WHERE m.clase <> 'C'), 0) AS carga,
               s.valor - coalesce(sum(m.valor) FILTER (WHERE m.clase <> 'C'), 0) AS carga_valor,
               coalesce(sum(m.cantidad) FILTER (WHERE m.clase = 'E'), 0) AS recarga,
               coalesce(sum(m.valor) FILTER (WHERE m.clase = 'E'), 0) AS recarga_valor,
               coalesce(-sum(m.cantidad) FILTER (WHERE m.clase = 'V'), 0) AS venta,
               coalesce(-sum(m.cantidad) FILTER (WHERE m.clase = 'R'), 0) AS devolucion,
               coalesce(-sum(m.valor) FILTER (WHERE m.clase = 'R'), 0) AS devolucion_valor
        FROM suyo s LEFT JOIN clasificado m USING (producto_id)
        GROUP BY 1, 2, 3
    )
    SELECT k.producto_id AS "productoId", coalesce(p.codigo, '') AS codigo, coalesce(p.descripcion, '') AS descripcion,
           coalesce(p.tipo = 'Producto', false) AS hay, coalesce(p.es_envase, false) AS "esEnvase",
           CASE WHEN u.unidad_base_id IS NULL THEN u.unidad_medida_id ELSE u.unidad_base_id END AS "unidadMedidaId",
           k.carga, k.recarga, k.venta, k.devolucion, k.conteo,
           coalesce(round(CASE WHEN k.cantidad > 0 THEN k.valor / k.cantidad ELSE (
               SELECT sum(x.valor) / nullif(sum(x.cantidad), 0) FROM existencia x
               WHERE x.organizacion_id = :organizacionId::bigint AND x.producto_id = p.producto_id) END, 6), 0)
               AS "costoUnitario",
           k.carga_valor AS "cargaValor", k.recarga_valor AS "recargaValor", k.devolucion_valor AS "devolucionValor"
    FROM (SELECT coalesce(d.producto_id, c.producto_id) AS producto_id, coalesce(d.cantidad, 0) AS cantidad,
                 coalesce(d.valor, 0) AS valor, coalesce(d.carga, 0) AS carga, coalesce(d.recarga, 0) AS recarga,
                 coalesce(d.venta, 0) AS venta, coalesce(d.devolucion, 0) AS devolucion,
                 coalesce(c.cantidad, 0) AS conteo, coalesce(d.carga_valor, 0) AS carga_valor,
                 coalesce(d.recarga_valor, 0) AS recarga_valor, coalesce(d.devolucion_valor, 0) AS devolucion_valor,
                 c.producto_id IS NOT NULL AS contado
          FROM dia d FULL JOIN contado c USING (producto_id)) k
    LEFT JOIN producto p ON p.organizacion_id = :organizacionId::bigint AND p.producto_id = k.producto_id
    LEFT JOIN unidad_medida u ON u.organizacion_id = p.organizacion_id AND u.unidad_medida_id = p.unidad_medida_id
    WHERE k.contado OR k.carga <> 0 OR k.recarga <> 0 OR k.venta <> 0 OR k.devolucion <> 0
    ORDER BY p.codigo)";
// Its money, in pesos. An invoice of notes sells nothing more.
inline constexpr std::string_view venta_o_cobro_del_camion = R"(t.organizacion_id = :organizacionId::bigint
      AND t.obj_id IN ({FacturaVenta}, {NotaVenta}, {Deposito}, {AnticipoCliente}) AND t.almacen_id = :almacenId::bigint)";
// The sales and the money of its day, which nobody cancels meanwhile.
inline constexpr std::string_view liquidacion_bloquear = R"(
    SELECT t.transaccion_id FROM transaccion t
    WHERE {venta_o_cobro_del_camion} AND t.fecha >= :dia::date::timestamp AND t.fecha < (:dia::date + 1)::timestamp
    ORDER BY t.transaccion_id FOR UPDATE)";
// As goods do, money comes on the day of its document, and goes on that of its cancel.
inline constexpr std::string_view liquidacion_efectivo = R"(
    WITH suyo AS MATERIALIZED (
        SELECT t.transaccion_id, 1 AS signo FROM transaccion t
        WHERE {venta_o_cobro_del_camion}
          AND t.fecha >= :dia::date::timestamp AND t.fecha < (:dia::date + 1)::timestamp
        UNION ALL
        SELECT t.transaccion_id, -1 FROM transaccion t
        WHERE {venta_o_cobro_del_camion}
          AND t.fecha_cancelacion >= :dia::date::timestamp AND t.fecha_cancelacion < (:dia::date + 1)::timestamp
    ), cobrado AS MATERIALIZED (
        SELECT s.signo * round(t.total * t.tipo_cambio, 2) AS importe, f.clave_sat33 = '01' AS efectivo, EXISTS (
                   SELECT FROM relacion r
                   JOIN transaccion v ON v.organizacion_id = r.organizacion_id AND v.transaccion_id = r.origen_id
                        AND v.obj_id IN ({FacturaVenta}, {NotaVenta})
                   WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = t.transaccion_id
                     AND r.tipo = 'Origen') AS al_vender
        FROM suyo s
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = s.transaccion_id
             AND t.obj_id IN ({Deposito}, {AnticipoCliente})
        JOIN movimiento_banco b ON b.organizacion_id = :organizacionId::bigint AND b.transaccion_id = t.transaccion_id
             AND b.tipo <> 'Traspaso'
        JOIN forma_pago f ON f.organizacion_id = :organizacionId::bigint AND f.forma_pago_id = b.forma_pago_id
    ), vendido AS MATERIALIZED (
        SELECT coalesce(sum(s.signo * round(t.total * t.tipo_cambio, 2)), 0) AS importe
        FROM suyo s
        JOIN transaccion t ON t.organizacion_id = :organizacionId::bigint AND t.transaccion_id = s.transaccion_id
             AND t.obj_id IN ({FacturaVenta}, {NotaVenta})
        WHERE NOT EXISTS (
              SELECT FROM relacion r
              JOIN transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id
                   AND n.obj_id = {NotaVenta}
              WHERE r.organizacion_id = :organizacionId::bigint AND r.destino_id = t.transaccion_id AND r.tipo = 'Origen')
    )
    SELECT coalesce(sum(c.importe) FILTER (WHERE c.efectivo AND c.al_vender), 0) AS "ventasContado",
           (SELECT importe FROM vendido) - coalesce(sum(c.importe) FILTER (WHERE c.al_vender), 0) AS "ventasCredito",
           coalesce(sum(c.importe) FILTER (WHERE c.efectivo AND NOT c.al_vender), 0) AS cobranza
    FROM cobrado c)";
inline constexpr std::string_view liquidacion_por_validar = R"(
    SELECT t.sucursal_id AS "sucursalId", t.almacen_id AS "almacenId", l.vendedor,
           l.fecha_liquidacion AS dia, timezone(s.zona_horaria, now())::date AS hoy,
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
// What was missing or left over is worth what it was posted for.
inline constexpr std::string_view liquidacion_valuar = R"(
    UPDATE liquidacion_ruta_partida p
    SET importe_diferencia = CASE WHEN p.diferencia < 0 THEN -q.costo ELSE q.costo END
    FROM partida q
    WHERE p.organizacion_id = :organizacionId::bigint AND p.transaccion_id = :transaccionId::bigint
      AND q.organizacion_id = :organizacionId::bigint AND q.transaccion_id = ANY (:ids::bigint[])
      AND q.producto_id = p.producto_id)";
inline constexpr std::string_view liquidacion_anotar = R"(
    UPDATE transaccion SET notas = :notas
    WHERE organizacion_id = :organizacionId::bigint AND transaccion_id = :transaccionId::bigint)";

}  // namespace gestor::sql
