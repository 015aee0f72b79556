-- Proves that the cash-flow taxes in the ledger equal those of documents and applications.
-- The taxes: VAT and IEPS collected, or paid and creditable; tax withheld from us; tax that we withheld and owe the tax
-- authority. Debit is positive. Taxes declared in another system never were in the ledger. When withheld VAT is partly
-- not creditable, a remittance credits the share that the books had on its day; then the two accounts that it moves are
-- compared by their sum.
WITH claves (clave) AS (VALUES ('IVA_COBRADO'), ('IEPS_COBRADO'), ('IVA_RET_A_FAVOR'), ('ISR_RET_A_FAVOR'), ('IVA_ACREDITABLE'), ('IVA_ACREDITABLE_RETENIDO'), ('IVA_IMPORTACION_ACREDITABLE'), ('IEPS_ACREDITABLE'),
                               ('IVA_RET_POR_PAGAR'), ('ISR_RET_HONOR'), ('ISR_RET_ARREND'), ('ISR_RET_OTROS')),
libro AS (
    SELECT m.organizacion_id, c.clave, sum(m.debe - m.haber) AS saldo
    FROM   gestor.poliza_movimiento m JOIN gestor.cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id JOIN claves k ON k.clave = c.clave
    JOIN   gestor.poliza p ON p.organizacion_id = m.organizacion_id AND p.poliza_id = m.poliza_id AND p.origen NOT IN ('DeterminacionIva', 'DeterminacionIeps')  -- the determination of a month moves taxes and makes none,
    LEFT   JOIN gestor.transaccion e ON e.organizacion_id = p.organizacion_id AND e.transaccion_id = p.transaccion_id AND e.obj_id = 10
    WHERE  c.clave <> 'ISR_RET_A_FAVOR' OR e.transaccion_id IS NULL GROUP BY 1, 2),  -- and neither does the ISR credited by a provisional payment
-- rebajado: unpaid share of each return. Only documents of this system with a póliza count, so an invoice of sale notes
-- does not: its notes do. A note without stored `declarado` (the demo's) gave back everything that did not lower a
-- debt.
rebajado AS (
    SELECT organizacion_id, fuente_id, gestor.cubetas_suma(pesos) AS pesos FROM gestor.aplicacion WHERE fecha_reversa IS NULL AND tipo = 'Devolucion' GROUP BY 1, 2),
nacido AS (
    SELECT t.organizacion_id, t.transaccion_id, t.obj_id, t.tipo_cambio, d.d, t.cubetas_mxn AS c, (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 AS iva, (d.d).iva16 + (d.d).iva8 AS iva_declarado
    FROM   gestor.transaccion t LEFT JOIN gestor.documento o ON o.organizacion_id = t.organizacion_id AND o.transaccion_id = t.transaccion_id
    LEFT   JOIN rebajado r ON r.organizacion_id = t.organizacion_id AND r.fuente_id = t.transaccion_id
    CROSS  JOIN LATERAL (SELECT coalesce(o.declarado, gestor.cubetas_menos(t.cubetas_mxn, coalesce(r.pesos, gestor.cubetas_cero()))) AS d) d
    WHERE  t.estado <> 'Cancelado' AND t.fecha_apertura IS NULL AND t.cubetas_mxn IS NOT NULL
      AND  EXISTS (SELECT FROM gestor.poliza p WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id)),
aplicado AS (
    SELECT a.organizacion_id, a.destino_id, k.tipo, x.obj_id, x.origen = 'Importacion' AS importacion, k.flujo, a.retenciones, (k.flujo).iva16 + (k.flujo).iva8 AS iva, (a.pesos).iva16 + (a.pesos).iva8 AS iva_pesos,
           CASE a.tipo WHEN 'Reclasificacion' THEN 0 ELSE coalesce((a.fuente_pesos).iva16 + (a.fuente_pesos).iva8, 0) END AS declarado
    FROM   gestor.aplicacion a JOIN gestor.transaccion x ON x.organizacion_id = a.organizacion_id AND x.transaccion_id = a.destino_id
    CROSS  JOIN LATERAL (SELECT CASE WHEN a.tipo <> 'Reclasificacion' THEN a.tipo WHEN x.obj_id IN (1, 2, 24) THEN 'Cobro' ELSE 'Pago' END AS tipo,  -- a note settled again counts on the side of its document
                                CASE a.tipo WHEN 'Reclasificacion' THEN gestor.cubetas_menos(a.flujo, a.declarado) ELSE a.flujo END AS flujo) k
    WHERE  a.fecha_reversa IS NULL AND a.tipo IN ('Cobro', 'Pago', 'Reembolso', 'Reclasificacion')
      AND  EXISTS (SELECT FROM gestor.poliza p WHERE p.organizacion_id = a.organizacion_id AND p.transaccion_id = a.fuente_id)),
-- retenido: tax that we withheld, row by row. A payment posts it to the account of its kind, and a return takes it out
-- again; the last row of a return takes the cents.
retenido AS (
    SELECT r.organizacion_id, r.impuesto, r.tipo_retencion, -p.flujo AS importe, p.flujo - round(p.flujo * r.no_acreditable, 2) AS acreditable
    FROM   aplicado a CROSS JOIN LATERAL unnest(a.retenciones) p
    JOIN   gestor.retencion r ON r.organizacion_id = a.organizacion_id AND r.transaccion_id = a.destino_id AND r.consecutivo = p.consecutivo WHERE a.tipo = 'Pago'
    UNION ALL
    SELECT r.organizacion_id, r.impuesto, r.tipo_retencion, -r.importe_mxn, r.importe_mxn - round(r.importe_mxn * r.no_acreditable, 2)
    FROM   nacido n JOIN gestor.retencion r USING (organizacion_id, transaccion_id) WHERE n.obj_id = 10
    UNION ALL
    SELECT organizacion_id, impuesto, tipo_retencion, hasta - antes, round((hasta - antes) * no_acreditable, 2) - (hasta - antes)
    FROM  (SELECT y.*, lag(hasta, 1, 0) OVER (PARTITION BY organizacion_id, transaccion_id, impuesto ORDER BY consecutivo) AS antes
           FROM  (SELECT r.organizacion_id, r.transaccion_id, r.consecutivo, r.impuesto, r.tipo_retencion, r.no_acreditable,
                         round(CASE r.impuesto WHEN '001' THEN (n.d).isr_ret ELSE (n.d).iva_ret END * sum(r.importe) OVER (PARTITION BY r.organizacion_id, r.transaccion_id, r.impuesto ORDER BY r.consecutivo)
                               / sum(r.importe) OVER (PARTITION BY r.organizacion_id, r.transaccion_id, r.impuesto), 2) AS hasta
                  FROM   nacido n JOIN gestor.retencion r USING (organizacion_id, transaccion_id) WHERE n.obj_id IN (26, 27) AND r.importe > 0) y) x),
-- por_concepto: money spent or received by concept, on the account of the concept, which may be one of the tax
-- accounts. A remittance of withheld VAT makes that VAT creditable. A remittance is in whole pesos: the excess, below 1
-- peso, is an expense, so the póliza has less on the account than the line.
por_concepto AS (
    SELECT c.organizacion_id, c.obj_id, c.entera_iva AS entera, c.clave, c.importe - CASE WHEN c.entera AND c.importe - l.importe BETWEEN 0 AND 0.99 THEN c.importe - l.importe ELSE 0 END AS importe
    FROM  (SELECT n.organizacion_id, n.transaccion_id, n.obj_id, c.pago_iva_retenido AS entera_iva, c.pago_iva_retenido OR c.pago_isr_retenido AS entera, q.clave, sum(round(p.importe * n.tipo_cambio, 2)) AS importe
           FROM   nacido n JOIN gestor.partida p USING (organizacion_id, transaccion_id) JOIN gestor.concepto c USING (organizacion_id, concepto_id)
           LEFT   JOIN gestor.cuenta_contable q ON q.organizacion_id = c.organizacion_id AND q.cuenta_contable_id = c.cuenta_contable_id WHERE n.obj_id IN (8, 10) GROUP BY 1, 2, 3, 4, 5, 6) c
    CROSS  JOIN LATERAL (SELECT sum(m.debe) AS importe FROM gestor.poliza p JOIN gestor.poliza_movimiento m USING (organizacion_id, poliza_id) JOIN gestor.cuenta_contable q USING (organizacion_id, cuenta_contable_id)
                         WHERE c.entera AND p.organizacion_id = c.organizacion_id AND p.transaccion_id = c.transaccion_id AND q.clave = c.clave) l),
acredita_ieps AS (SELECT organizacion_id FROM gestor.parametro WHERE clave = 'acreditaIeps' AND valor = 'true'),
dicho AS (
    SELECT n.organizacion_id, x.clave, x.importe
    FROM   nacido n CROSS JOIN LATERAL (VALUES
           ('IVA_COBRADO', CASE WHEN n.obj_id IN (8, 9) THEN -n.iva WHEN n.obj_id IN (6, 7) THEN n.iva_declarado END), ('IEPS_COBRADO', CASE WHEN n.obj_id = 8 THEN -(n.c).ieps WHEN n.obj_id IN (6, 7) THEN (n.d).ieps END),
           ('IVA_RET_A_FAVOR', CASE WHEN n.obj_id = 8 THEN (n.c).iva_ret WHEN n.obj_id IN (6, 7) THEN -(n.d).iva_ret END),
           ('ISR_RET_A_FAVOR', CASE WHEN n.obj_id = 8 THEN (n.c).isr_ret WHEN n.obj_id IN (6, 7) THEN -(n.d).isr_ret END),
           ('IVA_ACREDITABLE', CASE WHEN n.obj_id IN (10, 29) THEN n.iva WHEN n.obj_id IN (26, 27) THEN -n.iva_declarado END),
           ('IEPS_ACREDITABLE', CASE WHEN n.obj_id = 10 AND n.organizacion_id IN (SELECT organizacion_id FROM acredita_ieps) THEN (n.c).ieps WHEN n.obj_id IN (26, 27) THEN -(n.d).ieps END)) x (clave, importe)
    UNION ALL
    SELECT a.organizacion_id, x.clave, x.importe
    FROM   aplicado a CROSS JOIN LATERAL (VALUES
           ('IVA_COBRADO', CASE WHEN a.tipo = 'Cobro' THEN a.declarado - a.iva WHEN a.tipo = 'Reembolso' AND a.obj_id = 9 THEN a.iva_pesos END), ('IEPS_COBRADO', CASE a.tipo WHEN 'Cobro' THEN -(a.flujo).ieps END),
           ('IVA_RET_A_FAVOR', CASE a.tipo WHEN 'Cobro' THEN (a.flujo).iva_ret END), ('ISR_RET_A_FAVOR', CASE a.tipo WHEN 'Cobro' THEN (a.flujo).isr_ret END),
           ('IVA_ACREDITABLE', CASE WHEN a.tipo = 'Pago' THEN CASE WHEN a.importacion THEN 0 ELSE a.iva END - a.declarado WHEN a.tipo = 'Reembolso' AND a.obj_id = 29 THEN -a.iva_pesos END),
           ('IVA_IMPORTACION_ACREDITABLE', CASE WHEN a.tipo = 'Pago' AND a.importacion THEN a.iva END), ('IEPS_ACREDITABLE', CASE a.tipo WHEN 'Pago' THEN (a.flujo).ieps END)) x (clave, importe)
    UNION ALL
    SELECT organizacion_id, CASE WHEN impuesto = '002' THEN 'IVA_RET_POR_PAGAR' WHEN tipo_retencion = 'Honorarios' THEN 'ISR_RET_HONOR' WHEN tipo_retencion = 'Arrendamiento' THEN 'ISR_RET_ARREND' ELSE 'ISR_RET_OTROS' END, importe FROM retenido
    UNION ALL
    SELECT organizacion_id, x.clave, x.importe FROM retenido CROSS JOIN LATERAL (VALUES ('IVA_ACREDITABLE', -acreditable), ('IVA_ACREDITABLE_RETENIDO', acreditable)) x (clave, importe) WHERE impuesto = '002'
    UNION ALL
    SELECT organizacion_id, clave, CASE obj_id WHEN 10 THEN importe ELSE -importe END FROM por_concepto
    UNION ALL
    SELECT organizacion_id, x.clave, x.importe FROM por_concepto CROSS JOIN LATERAL (VALUES ('IVA_ACREDITABLE', importe), ('IVA_ACREDITABLE_RETENIDO', -importe)) x (clave, importe) WHERE entera AND obj_id = 10),
-- comparada: account under which each account is compared.
comparada AS (
    SELECT o.organizacion_id, k.clave, CASE WHEN k.clave = 'IVA_ACREDITABLE_RETENIDO' AND EXISTS (SELECT FROM gestor.retencion r WHERE r.organizacion_id = o.organizacion_id AND r.no_acreditable > 0)
                                            THEN 'IVA_ACREDITABLE' ELSE k.clave END AS como
    FROM   gestor.organizacion o CROSS JOIN claves k),
suma AS (
    SELECT organizacion_id, clave, sum(importe) AS saldo FROM dicho GROUP BY 1, 2)
SELECT c.organizacion_id, c.como AS que, 'la contabilidad no es el impuesto de lo que se cobró o se pagó' AS falta, coalesce(sum(l.saldo), 0)::text AS hay, coalesce(sum(s.saldo), 0)::text AS debe
FROM   comparada c
LEFT   JOIN libro l ON l.organizacion_id = c.organizacion_id AND l.clave = c.clave
LEFT   JOIN suma s ON s.organizacion_id = c.organizacion_id AND s.clave = c.clave
GROUP  BY 1, 2 HAVING coalesce(sum(l.saldo), 0) <> coalesce(sum(s.saldo), 0);
