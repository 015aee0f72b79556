-- Proves that headers agree with their lines: subtotal, discount and each tax group rounded once (half up), total = subtotal + iva + ieps - withholdings; an inventory movement is worth what its goods cost.
WITH linea AS (
    SELECT organizacion_id, transaccion_id, round(sum(round(cantidad * precio_unitario, 6)), 2) AS bruto, round(sum(descuento + promocion), 2) AS descuento
    FROM   gestor.partida GROUP BY 1, 2),
grupo AS (
    SELECT organizacion_id, transaccion_id, impuesto, tipo, round(sum(importe), 2) AS importe
    FROM   gestor.partida_impuesto GROUP BY organizacion_id, transaccion_id, impuesto, tipo, tipo_factor, tasa_cuota),
impuesto AS (
    SELECT organizacion_id, transaccion_id,
           coalesce(sum(importe) FILTER (WHERE impuesto = '002' AND tipo = 'Traslado'),  0) AS iva,
           coalesce(sum(importe) FILTER (WHERE impuesto = '003' AND tipo = 'Traslado'),  0) AS ieps,
           coalesce(sum(importe) FILTER (WHERE impuesto = '002' AND tipo = 'Retencion'), 0) AS iva_retenido,
           coalesce(sum(importe) FILTER (WHERE impuesto = '001' AND tipo = 'Retencion'), 0) AS isr_retenido
    FROM   grupo GROUP BY 1, 2)
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'el encabezado no corresponde a sus partidas' AS falta
FROM   gestor.transaccion t JOIN linea l USING (organizacion_id, transaccion_id) LEFT JOIN impuesto i USING (organizacion_id, transaccion_id)
WHERE  t.obj_id <> 16 AND (t.subtotal, t.descuento, t.iva, t.ieps, t.iva_retenido, t.isr_retenido)
      IS DISTINCT FROM (l.bruto - l.descuento, l.descuento, coalesce(i.iva, 0), coalesce(i.ieps, 0), coalesce(i.iva_retenido, 0), coalesce(i.isr_retenido, 0))
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'movimiento de inventario que no vale lo que costaron sus partidas'
FROM   gestor.transaccion t JOIN (SELECT organizacion_id, transaccion_id, sum(costo) AS costo FROM gestor.partida GROUP BY 1, 2) p USING (organizacion_id, transaccion_id)
WHERE  t.obj_id = 16 AND (t.total <> p.costo OR t.subtotal <> p.costo)
UNION ALL
SELECT organizacion_id, transaccion_id, folio, 'documento de venta sin partidas' FROM gestor.transaccion t
WHERE  es_venta AND NOT EXISTS (SELECT FROM gestor.partida p WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id)
UNION ALL
SELECT organizacion_id, transaccion_id, folio, 'total distinto de subtotal más impuestos' FROM gestor.transaccion
WHERE  total <> subtotal + iva + ieps - iva_retenido - isr_retenido;
