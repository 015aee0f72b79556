-- Proves that balances and states follow from the applications.
-- saldo = total - active applications; the state is derived from it; the tax buckets of a paid document add up to its
-- taxes.
WITH destino AS (
    SELECT organizacion_id, destino_id AS transaccion_id, sum(importe_destino) AS importe
    FROM   gestor.aplicacion WHERE fecha_reversa IS NULL GROUP BY 1, 2),
fuente AS (
    SELECT organizacion_id, fuente_id AS transaccion_id, sum(importe_fuente) AS importe
    FROM   gestor.aplicacion WHERE fecha_reversa IS NULL AND tipo IN ('Cobro', 'Pago', 'Devolucion', 'Reembolso', 'Reclasificacion') GROUP BY 1, 2),
devuelto AS (                                                    -- refunded balances in favour
    SELECT organizacion_id, destino_id AS transaccion_id, sum(importe_destino) AS importe
    FROM   gestor.aplicacion WHERE fecha_reversa IS NULL AND tipo = 'Reembolso' GROUP BY 1, 2),
por_concepto AS (                                                -- money used by own lines, and a transfer, which belongs to its other half
    SELECT t.organizacion_id, t.transaccion_id, t.total AS importe FROM gestor.transaccion t JOIN gestor.movimiento_banco m USING (organizacion_id, transaccion_id) WHERE m.tipo = 'Traspaso'
    UNION ALL
    SELECT p.organizacion_id, p.transaccion_id, round(sum(p.importe + coalesce(i.neto, 0)), 2) AS importe
    FROM   gestor.partida p JOIN gestor.transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id AND t.obj_id IN (8, 10)
    LEFT   JOIN LATERAL (SELECT sum(CASE j.tipo WHEN 'Traslado' THEN j.importe ELSE -j.importe END) AS neto FROM gestor.partida_impuesto j
                         WHERE j.organizacion_id = p.organizacion_id AND j.transaccion_id = p.transaccion_id AND j.numero_partida = p.numero_partida) i ON true
    WHERE  p.concepto_id IS NOT NULL GROUP BY 1, 2),
facturada AS (                                                   -- a sale note whose debt an invoice took over
    SELECT DISTINCT r.organizacion_id, r.origen_id AS transaccion_id
    FROM   gestor.relacion r JOIN gestor.transaccion f ON f.organizacion_id = r.organizacion_id AND f.transaccion_id = r.destino_id
    WHERE  r.tipo = 'Origen' AND f.obj_id = 1 AND f.estado <> 'Cancelado'),
esperado AS (
    SELECT t.organizacion_id, t.transaccion_id, t.folio, t.obj_id, t.estado, t.total, t.saldo, n.transaccion_id IS NOT NULL AS facturada,
           t.total - coalesce(CASE WHEN t.obj_id IN (1, 2, 24, 13, 14, 15) THEN d.importe ELSE f.importe END, 0) - coalesce(g.importe, 0) - coalesce(v.importe, 0) AS resto
    FROM   gestor.transaccion t
    LEFT   JOIN destino d USING (organizacion_id, transaccion_id)
    LEFT   JOIN fuente  f USING (organizacion_id, transaccion_id)
    LEFT   JOIN devuelto v USING (organizacion_id, transaccion_id)
    LEFT   JOIN por_concepto g USING (organizacion_id, transaccion_id)
    LEFT   JOIN facturada n USING (organizacion_id, transaccion_id)
    WHERE  t.obj_id IN (1, 2, 6, 7, 8, 9, 10, 13, 14, 15, 24, 26, 27, 29))
SELECT organizacion_id, transaccion_id, folio, 'saldo o estado que no se sigue de las aplicaciones' AS falta
FROM   esperado
WHERE  saldo <> CASE estado WHEN 'Cancelado' THEN 0 ELSE resto END
OR     estado <> CASE WHEN estado = 'Cancelado'                     THEN 'Cancelado'
                      WHEN facturada AND obj_id = 2                 THEN 'Facturado'
                      WHEN resto > 0 AND resto = total              THEN 'Pendiente'
                      WHEN resto > 0                                THEN 'Parcial'
                      WHEN EXISTS (SELECT FROM gestor.aplicacion i WHERE i.organizacion_id = esperado.organizacion_id AND i.destino_id = esperado.transaccion_id
                                     AND i.tipo = 'Incobrable' AND i.fecha_reversa IS NULL) THEN 'Incobrable'
                      WHEN obj_id IN (1, 2, 13, 14, 15, 24)         THEN 'Pagado'
                      WHEN obj_id IN (8, 10)                        THEN 'Asignado' ELSE 'Aplicado' END
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'las cubetas de un documento pagado no suman sus impuestos'
FROM   gestor.transaccion t
JOIN  (SELECT organizacion_id, destino_id, sum(iva16 + iva8) AS iva, sum(ieps) AS ieps, sum(iva_ret) AS iva_ret, sum(isr_ret) AS isr_ret, sum(ret_local) AS ret_local,
              sum(base16 + base8 + base0 + exento + no_afecto) AS base, bool_or(tipo <> 'Cobro') AS otro
       FROM gestor.aplicacion WHERE fecha_reversa IS NULL GROUP BY 1, 2) a ON a.organizacion_id = t.organizacion_id AND a.destino_id = t.transaccion_id
WHERE  t.estado = 'Pagado' AND NOT a.otro
AND   (t.iva, t.ieps, t.iva_retenido, t.isr_retenido, t.retencion_local, t.subtotal + t.ieps + t.impuestos_locales) IS DISTINCT FROM (a.iva, a.ieps, a.iva_ret, a.isr_ret, a.ret_local, a.base)
UNION ALL
-- A non-monetary payment collects exactly its total, and the goods and our compensated debt add up to that total.
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'lo que cobra un pago sin dinero no es lo que se da a cambio'
FROM   gestor.transaccion t
CROSS  JOIN LATERAL (SELECT coalesce(sum(importe_fuente) FILTER (WHERE tipo = 'Cobro'), 0) AS cobrado, coalesce(sum(importe_fuente) FILTER (WHERE tipo = 'Pago'), 0) AS pagado
                     FROM gestor.aplicacion WHERE organizacion_id = t.organizacion_id AND fuente_id = t.transaccion_id AND fecha_reversa IS NULL) a
CROSS  JOIN LATERAL (SELECT coalesce(round(sum(importe), 2), 0) AS mercancia FROM gestor.partida WHERE organizacion_id = t.organizacion_id AND transaccion_id = t.transaccion_id) p
WHERE  t.obj_id = 28 AND t.estado <> 'Cancelado' AND (t.total <> a.cobrado OR t.total <> a.pagado + p.mercancia OR t.saldo <> 0)
UNION ALL
-- A write-off equals the amount by which it lowers its one document, part by part, in the currency and at the rate of
-- the document.
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'una cuenta incobrable no es lo que baja la deuda de su documento'
FROM   gestor.transaccion t
LEFT   JOIN LATERAL (SELECT count(*) AS cuantas, gestor.cubetas_suma(ROW(a.base16, a.iva16, a.base8, a.iva8, a.base0, a.exento, a.no_afecto, a.ieps, a.iva_ret, a.isr_ret, a.ret_local)::gestor.cubetas) AS partes, gestor.cubetas_suma(a.pesos) AS pesos,
                            bool_and(a.tipo = 'Incobrable' AND (a.fecha_reversa IS NULL) = (t.estado <> 'Cancelado') AND (x.moneda_id, x.tipo_cambio, x.contacto_id) IS NOT DISTINCT FROM (t.moneda_id, t.tipo_cambio, t.contacto_id)) AS suya
                     FROM   gestor.aplicacion a JOIN gestor.transaccion x ON x.organizacion_id = a.organizacion_id AND x.transaccion_id = a.destino_id
                     WHERE  a.organizacion_id = t.organizacion_id AND a.fuente_id = t.transaccion_id) a ON true
WHERE  t.obj_id = 31 AND (a.cuantas <> 1 OR NOT a.suya OR t.cubetas <> a.partes OR t.cubetas_mxn <> a.pesos OR t.saldo <> 0)
UNION ALL
SELECT a.organizacion_id, a.aplicacion_id, a.fuente_folio, 'la aplicación no copia bien a su fuente, o su fuente está cancelada'
FROM   gestor.aplicacion a JOIN gestor.transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id
WHERE (a.fuente_folio, a.fuente_moneda, a.fuente_total) IS DISTINCT FROM (f.folio, f.moneda, f.total)
OR    (a.fecha_reversa IS NULL AND f.estado = 'Cancelado');
