-- Proves that headers agree with their lines: subtotal, discount and each tax group rounded once (half up), total =
-- subtotal + iva + ieps - withholdings; an inventory movement is worth the cost of its goods.
WITH linea AS (
    SELECT organizacion_id, transaccion_id, round(sum(round(cantidad * precio_unitario, 6)), 2) AS bruto, round(sum(descuento + promocion), 2) AS descuento
    FROM   gestor.partida GROUP BY 1, 2),
grupo AS (
    SELECT organizacion_id, transaccion_id, impuesto, tipo, round(sum(importe), 2) AS importe
    FROM   gestor.partida_impuesto                               -- a withholding is one sum per tax, at any rate
    GROUP  BY organizacion_id, transaccion_id, impuesto, tipo, CASE tipo WHEN 'Traslado' THEN tipo_factor END, CASE tipo WHEN 'Traslado' THEN tasa_cuota END),
impuesto AS (
    SELECT organizacion_id, transaccion_id,
           coalesce(sum(importe) FILTER (WHERE impuesto = '002' AND tipo = 'Traslado'),  0) AS iva,
           coalesce(sum(importe) FILTER (WHERE impuesto = '003' AND tipo = 'Traslado'),  0) AS ieps,
           coalesce(sum(importe) FILTER (WHERE impuesto = '002' AND tipo = 'Retencion'), 0) AS iva_retenido,
           coalesce(sum(importe) FILTER (WHERE impuesto = '001' AND tipo = 'Retencion'), 0) AS isr_retenido,
           count(*) AS grupos
    FROM   grupo GROUP BY 1, 2),
-- acredita: return notes, and credit notes with a document: they take part of the remaining amounts of the document.
acredita AS (
    SELECT DISTINCT t.organizacion_id, t.transaccion_id, p.origen_id
    FROM   gestor.transaccion t JOIN gestor.partida p USING (organizacion_id, transaccion_id) WHERE t.obj_id IN (6, 7, 26, 27) AND p.origen_id IS NOT NULL),
-- nota: tolerance for an invoice of sale notes. Its header is the sum of the headers of the notes less their returns,
-- because these were posted and are owed. Each of these amounts was rounded on its own, so the sum may differ from the
-- rounded sum of all lines: half a cent for each amount, and half a cent for the sum. For a single whole note both are
-- equal.
nota AS (
    SELECT o.organizacion_id, o.destino_id AS transaccion_id, 0.005 * (1 + count(DISTINCT n.transaccion_id) + 2 * count(c.destino_id)) AS holgura
    FROM   gestor.relacion o JOIN gestor.transaccion n ON n.organizacion_id = o.organizacion_id AND n.transaccion_id = o.origen_id AND n.obj_id = 2
    LEFT   JOIN gestor.relacion c ON c.organizacion_id = o.organizacion_id AND c.origen_id = o.origen_id AND c.tipo = 'Credito'
    WHERE  o.tipo = 'Origen' GROUP BY 1, 2 HAVING count(*) > 1 OR count(c.destino_id) > 0)
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'el encabezado no corresponde a sus partidas' AS falta
FROM   gestor.transaccion t JOIN linea l USING (organizacion_id, transaccion_id) LEFT JOIN impuesto i USING (organizacion_id, transaccion_id)
LEFT   JOIN nota n ON t.obj_id = 1 AND n.organizacion_id = t.organizacion_id AND n.transaccion_id = t.transaccion_id
WHERE  t.obj_id NOT IN (16, 19, 28) AND (t.organizacion_id, t.transaccion_id) NOT IN (SELECT organizacion_id, transaccion_id FROM acredita) AND (t.obj_id <> 18 OR t.contacto_id IS NOT NULL)
AND    greatest(CASE WHEN t.obj_id = 10 AND t.subtotal > l.bruto THEN 0 ELSE abs(t.subtotal - (l.bruto - l.descuento)) / 2 END,  -- an egress beyond its lines has an amount left to assign
                abs(t.descuento - l.descuento), abs(t.iva - coalesce(i.iva, 0)) / greatest(i.grupos, 1),
                abs(t.ieps - coalesce(i.ieps, 0)) / greatest(i.grupos, 1), abs(t.iva_retenido - coalesce(i.iva_retenido, 0)),
                abs(t.isr_retenido - coalesce(i.isr_retenido, 0))) > coalesce(n.holgura, 0)
UNION ALL
-- A note takes its share of the remaining amounts of its sale or purchase, so that all notes together equal the
-- document. Tolerance: two cents per tax and for the subtotal, which is gross less discount.
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'la devolución se aparta de sus partidas más de lo que un redondeo explica'
FROM   gestor.transaccion t JOIN (SELECT DISTINCT organizacion_id, transaccion_id FROM acredita) q USING (organizacion_id, transaccion_id) JOIN linea l USING (organizacion_id, transaccion_id) LEFT JOIN impuesto i USING (organizacion_id, transaccion_id)
WHERE (abs(t.subtotal - (l.bruto - l.descuento)) > 0.02 OR abs(t.descuento - l.descuento) > 0.01 OR abs(t.iva - coalesce(i.iva, 0)) > 0.02 OR abs(t.ieps - coalesce(i.ieps, 0)) > 0.02
       OR abs(t.iva_retenido - coalesce(i.iva_retenido, 0)) > 0.02 OR abs(t.isr_retenido - coalesce(i.isr_retenido, 0)) > 0.02)
UNION ALL
SELECT v.organizacion_id, v.transaccion_id, v.folio, 'devuelta por completo, y sus notas no suman lo que fue'
FROM   gestor.transaccion v
JOIN  (SELECT q.organizacion_id, q.origen_id, sum(d.total) AS total, sum(d.iva) AS iva
       FROM   gestor.transaccion d JOIN acredita q USING (organizacion_id, transaccion_id)
       WHERE  d.estado <> 'Cancelado' GROUP BY 1, 2) d ON d.organizacion_id = v.organizacion_id AND d.origen_id = v.transaccion_id
WHERE  v.obj_id IN (1, 2, 13) AND (v.total, v.iva) <> (d.total, d.iva)
AND    NOT EXISTS (SELECT FROM gestor.partida p WHERE p.organizacion_id = v.organizacion_id AND p.transaccion_id = v.transaccion_id AND p.devuelta < p.cantidad)
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'movimiento de inventario que no vale lo que costaron sus partidas'
FROM   gestor.transaccion t JOIN (SELECT l.organizacion_id, l.transaccion_id, sum(l.costo) AS costo FROM gestor.partida l LEFT JOIN gestor.reempaque r USING (organizacion_id, transaccion_id)
                                      WHERE l.numero_partida <= r.origenes IS NOT false GROUP BY 1, 2) p USING (organizacion_id, transaccion_id)
WHERE (t.obj_id IN (16, 19) OR t.obj_id = 18 AND t.contacto_id IS NULL) AND (t.total, t.subtotal) <> (round(p.costo / t.tipo_cambio, 2), round(p.costo / t.tipo_cambio, 2))
UNION ALL
SELECT organizacion_id, transaccion_id, folio, 'documento de venta sin partidas' FROM gestor.transaccion t
WHERE  es_venta AND NOT EXISTS (SELECT FROM gestor.partida p WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id)
UNION ALL
-- Each rate is rounded once.
SELECT t.organizacion_id, t.transaccion_id, t.folio, 'el IVA que sus partes no acreditan no es el de sus partidas'
FROM   gestor.transaccion t
CROSS  JOIN LATERAL (SELECT coalesce(sum(x.iva), 0) AS iva
                     FROM  (SELECT round(sum(round(i.importe * i.no_acreditable, 6)), 2) AS iva FROM gestor.partida_impuesto i
                            WHERE  i.organizacion_id = t.organizacion_id AND i.transaccion_id = t.transaccion_id AND i.tipo = 'Traslado' AND i.no_acreditable > 0 GROUP BY i.tasa_cuota) x) n
WHERE  t.obj_id IN (10, 13, 14, 15) AND t.fecha_apertura IS NULL AND t.cubetas IS NOT NULL AND t.iva - (t.cubetas).iva16 - (t.cubetas).iva8 <> n.iva
UNION ALL
SELECT organizacion_id, transaccion_id, folio, 'total distinto de subtotal más impuestos' FROM gestor.transaccion
WHERE  total <> subtotal + iva + ieps + impuestos_locales - iva_retenido - isr_retenido - retencion_local;
