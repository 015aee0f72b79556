-- Proves that the ledger equals the documents.
-- Uncollected taxes are the pending taxes of the documents, advances are the balances in favour of customers, bank
-- accounts are deposits less payments, and every document that moves money or goods has a póliza.
WITH libro AS (
    SELECT m.organizacion_id, c.clave, sum(m.debe - m.haber) AS saldo
    FROM   gestor.poliza_movimiento m JOIN gestor.cuenta_contable c USING (organizacion_id, cuenta_contable_id) GROUP BY 1, 2),
aplicada AS (                                                    -- own source: collected by another system before the ledger began; a write-off keeps its taxes pending unless it cancels them
    SELECT a.organizacion_id, a.destino_id, sum((a.pesos).iva16 + (a.pesos).iva8) AS iva, sum((a.pesos).ieps) AS ieps
    FROM   gestor.aplicacion a LEFT JOIN gestor.documento d ON d.organizacion_id = a.organizacion_id AND d.transaccion_id = a.fuente_id
    WHERE  a.fecha_reversa IS NULL AND (a.tipo IN ('Cobro', 'Devolucion', 'Reclasificacion') OR a.tipo = 'Incobrable' AND d.cancela_iva OR a.fuente_id = a.destino_id) GROUP BY 1, 2),
-- de_notas: invoices of sale notes, whose postings are those of the notes; their collections count for the notes.
de_notas AS (
    SELECT DISTINCT r.organizacion_id, r.destino_id
    FROM   gestor.relacion r JOIN gestor.transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id AND n.obj_id = 2
    JOIN   gestor.transaccion f ON f.organizacion_id = r.organizacion_id AND f.transaccion_id = r.destino_id AND f.obj_id = 1
    WHERE  r.tipo = 'Origen'),
pendiente AS (
    SELECT t.organizacion_id, t.transaccion_id, CASE WHEN d.destino_id IS NULL THEN (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 ELSE 0 END - coalesce(a.iva, 0) AS iva,
           CASE WHEN d.destino_id IS NULL THEN (t.cubetas_mxn).ieps ELSE 0 END - coalesce(a.ieps, 0) AS ieps
    FROM   gestor.transaccion t
    LEFT   JOIN aplicada a ON a.organizacion_id = t.organizacion_id AND a.destino_id = t.transaccion_id
    LEFT   JOIN de_notas d ON d.organizacion_id = t.organizacion_id AND d.destino_id = t.transaccion_id
    WHERE  t.obj_id IN (1, 2, 24) AND t.estado <> 'Cancelado'),
usado AS (
    SELECT organizacion_id, fuente_id, sum(gestor.cubetas_total(flujo)) AS pesos, sum(gestor.cubetas_total(fuente_pesos) - (fuente_pesos).iva16 - (fuente_pesos).iva8) AS neto
    FROM   gestor.aplicacion WHERE fecha_reversa IS NULL AND flujo IS NOT NULL GROUP BY 1, 2),
devuelto AS (                                                    -- balances in favour refunded with our money
    SELECT organizacion_id, destino_id, sum(gestor.cubetas_total(pesos)) AS pesos, sum(gestor.cubetas_total(pesos) - (pesos).iva16 - (pesos).iva8) AS neto
    FROM   gestor.aplicacion WHERE fecha_reversa IS NULL AND tipo = 'Reembolso' GROUP BY 1, 2),
a_favor AS (
    SELECT t.organizacion_id, sum(CASE t.obj_id WHEN 9 THEN gestor.cubetas_total(t.cubetas_mxn) - (t.cubetas_mxn).iva16 - (t.cubetas_mxn).iva8 - coalesce(u.neto, 0) - coalesce(v.neto, 0)
                                                ELSE round(t.total * t.tipo_cambio, 2) - coalesce(u.pesos, 0) - coalesce(v.pesos, 0) END) AS saldo
    FROM   gestor.transaccion t
    LEFT   JOIN gestor.movimiento_banco b USING (organizacion_id, transaccion_id)
    LEFT   JOIN usado u ON u.organizacion_id = t.organizacion_id AND u.fuente_id = t.transaccion_id
    LEFT   JOIN devuelto v ON v.organizacion_id = t.organizacion_id AND v.destino_id = t.transaccion_id
    WHERE  t.obj_id IN (8, 9) AND t.estado <> 'Cancelado' AND coalesce(b.tipo, '') NOT IN ('Concepto', 'Traspaso') GROUP BY 1),
debido (organizacion_id, clave, saldo) AS (
    SELECT organizacion_id, 'IVA_POR_COBRAR', -sum(iva) FROM pendiente GROUP BY 1
    UNION ALL SELECT organizacion_id, 'IEPS_POR_COBRAR', -sum(ieps) FROM pendiente GROUP BY 1
    UNION ALL SELECT organizacion_id, 'ANTICIPO_CLIENTES', -saldo FROM a_favor),           -- TRASPASOS has no balance: both halves are posted
-- banco: bank and cash accounts, moved by deposits, advances and egresses; opening balances and manual pólizas are left
-- out.
banco AS (
    SELECT p.organizacion_id, p.transaccion_id, sum(m.debe - m.haber) AS saldo
    FROM   gestor.poliza p
    JOIN   gestor.poliza_movimiento m USING (organizacion_id, poliza_id)
    JOIN   gestor.transaccion t USING (organizacion_id, transaccion_id)
    JOIN   gestor.movimiento_banco b USING (organizacion_id, transaccion_id)
    JOIN   gestor.cuenta_bancaria c ON c.organizacion_id = b.organizacion_id AND c.cuenta_id = b.cuenta_id AND c.cuenta_contable_id = m.cuenta_contable_id
    WHERE  t.obj_id IN (8, 9, 10, 29) GROUP BY 1, 2)
SELECT o.organizacion_id, 0::bigint AS id, 'el saldo de ' || k.clave || ' es ' || coalesce(l.saldo, 0) || ' y debe ser ' || coalesce(d.saldo, 0) AS falta
FROM   gestor.organizacion o CROSS JOIN (VALUES ('IVA_POR_COBRAR'), ('IEPS_POR_COBRAR'), ('ANTICIPO_CLIENTES'), ('TRASPASOS')) k (clave)
LEFT   JOIN libro l ON l.organizacion_id = o.organizacion_id AND l.clave = k.clave LEFT JOIN debido d ON d.organizacion_id = o.organizacion_id AND d.clave = k.clave
WHERE  coalesce(l.saldo, 0) <> coalesce(d.saldo, 0)
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, 'lo que entró al banco con ' || t.folio || ', o salió, es ' || coalesce(b.saldo, 0) || ', y vale ' || v.valor
FROM   gestor.transaccion t LEFT JOIN banco b USING (organizacion_id, transaccion_id)
CROSS  JOIN LATERAL (SELECT CASE WHEN t.estado = 'Cancelado' THEN 0 WHEN t.obj_id IN (8, 9) THEN round(t.total * t.tipo_cambio, 2) ELSE -round(t.total * t.tipo_cambio, 2) END AS valor) v
WHERE  t.obj_id IN (8, 9, 10, 29) AND t.fecha_apertura IS NULL AND coalesce(b.saldo, 0) <> v.valor
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, t.folio || ' no tiene póliza'
FROM   gestor.transaccion t LEFT JOIN de_notas d ON d.organizacion_id = t.organizacion_id AND d.destino_id = t.transaccion_id
WHERE (t.obj_id IN (1, 2, 6, 7, 8, 9, 10, 13, 14, 15, 24, 26, 27, 28, 29, 31) OR t.fecha_apertura IS NOT NULL) AND t.total > 0 AND d.destino_id IS NULL AND NOT EXISTS (SELECT FROM gestor.poliza p WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id)
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, t.folio || ' se abrió en la contabilidad otro día, o contra otra cuenta que la de apertura'
FROM   gestor.transaccion t JOIN gestor.poliza p USING (organizacion_id, transaccion_id)
WHERE  t.fecha_apertura IS NOT NULL AND p.poliza_id = (SELECT min(q.poliza_id) FROM gestor.poliza q WHERE q.organizacion_id = t.organizacion_id AND q.transaccion_id = t.transaccion_id)
AND   (p.fecha <> t.fecha_apertura OR NOT EXISTS (SELECT FROM gestor.poliza_movimiento m JOIN gestor.cuenta_contable c USING (organizacion_id, cuenta_contable_id)
                                                  WHERE m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id AND c.clave = 'APERTURA'))
UNION ALL
SELECT m.organizacion_id, m.transaccion_id, 'mercancía que se movió sin póliza'
FROM   gestor.movimiento_inventario m JOIN gestor.transaccion t USING (organizacion_id, transaccion_id) LEFT JOIN gestor.documento d USING (organizacion_id, transaccion_id)
WHERE  m.valor <> 0 AND t.obj_id <> 19 AND coalesce(d.tipo_movimiento, '') <> 'Traspaso' AND NOT EXISTS (SELECT FROM gestor.poliza p WHERE p.organizacion_id = m.organizacion_id AND p.transaccion_id = m.transaccion_id)
UNION ALL
-- Value is conserved: a repackaging loses only its shrinkage, in stock and in the ledger.
SELECT t.organizacion_id, t.transaccion_id, 'con ' || t.folio || ' se perdieron ' || -v.valor || ' y su merma es ' || v.merma || '; en el mayor ' || -l.valor
FROM   gestor.reempaque r JOIN gestor.transaccion t USING (organizacion_id, transaccion_id)
CROSS  JOIN LATERAL (SELECT coalesce(sum(m.valor), 0) AS valor, CASE t.estado WHEN 'Cancelado' THEN 0 ELSE round(t.total * r.merma / 100, 2) END AS merma
                     FROM gestor.movimiento_inventario m WHERE m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id) v
CROSS  JOIN LATERAL (SELECT coalesce(sum(m.debe - m.haber), 0) AS valor FROM gestor.poliza p JOIN gestor.poliza_movimiento m USING (organizacion_id, poliza_id)
                     JOIN gestor.cuenta_contable c USING (organizacion_id, cuenta_contable_id)
                     WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id AND c.clave = 'INVENTARIO') l
WHERE  -v.valor <> v.merma OR l.valor <> v.valor
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, 'lo que se perdió con ' || t.folio || ' es ' || coalesce(sum(m.debe - m.haber), 0) || ', y vale ' || v.valor
FROM   gestor.transaccion t JOIN gestor.documento d USING (organizacion_id, transaccion_id)
CROSS  JOIN LATERAL (SELECT CASE t.estado WHEN 'Cancelado' THEN 0 ELSE gestor.cubetas_total(t.cubetas_mxn)
                                          - CASE WHEN d.cancela_iva THEN (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 + (t.cubetas_mxn).ieps - (t.cubetas_mxn).iva_ret - (t.cubetas_mxn).isr_ret ELSE 0 END END AS valor) v
LEFT   JOIN (gestor.poliza p JOIN gestor.poliza_movimiento m USING (organizacion_id, poliza_id) JOIN gestor.cuenta_contable c USING (organizacion_id, cuenta_contable_id))
       ON p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id AND c.clave = 'CUENTAS_INCOBRABLES'
WHERE  t.obj_id = 31 GROUP BY t.organizacion_id, t.transaccion_id, t.folio, v.valor HAVING coalesce(sum(m.debe - m.haber), 0) <> v.valor
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, 'de ' || t.folio || ' falta la otra mitad del traspaso'
FROM   gestor.transaccion t JOIN gestor.movimiento_banco m USING (organizacion_id, transaccion_id)
LEFT   JOIN gestor.relacion r ON r.organizacion_id = t.organizacion_id AND r.tipo = 'Origen' AND t.transaccion_id IN (r.origen_id, r.destino_id)
LEFT   JOIN gestor.transaccion x ON x.organizacion_id = t.organizacion_id AND x.transaccion_id = r.origen_id + r.destino_id - t.transaccion_id
WHERE  m.tipo = 'Traspaso' AND (x.obj_id IS DISTINCT FROM 18 - t.obj_id OR (x.estado = 'Cancelado') <> (t.estado = 'Cancelado'));
