-- Proves that stock, lines, cancels and ledger agree wherever they are kept.
-- Stock and goods in transit equal their movements, layers, serial numbers, lots and reservations; the progress of a
-- line equals the later documents; a cancel takes back all effects; the ledger equals stock and the debts of customers.
WITH movido AS (
    SELECT organizacion_id, almacen_id, producto_id, sum(cantidad) AS cantidad, sum(valor) AS valor FROM gestor.movimiento_inventario GROUP BY 1, 2, 3),
en_capas AS (
    SELECT organizacion_id, almacen_id, producto_id, sum(restante) AS cantidad, sum(valor) AS valor FROM gestor.capa GROUP BY 1, 2, 3),
apartada AS (
    SELECT organizacion_id, almacen_id, producto_id, sum(cantidad) AS cantidad FROM gestor.apartado GROUP BY 1, 2, 3),
seriada AS (
    SELECT organizacion_id, almacen_id, producto_id, count(*) FILTER (WHERE NOT en_transito) AS cantidad, count(*) FILTER (WHERE en_transito) AS en_camino FROM gestor.existencia_serie GROUP BY 1, 2, 3),
en_camino AS (
    SELECT organizacion_id, almacen_id, producto_id, sum(cantidad) AS cantidad, sum(valor) AS valor, coalesce(sum(cantidad) FILTER (WHERE serie <> ''), 0) AS seriada FROM gestor.movimiento_transito GROUP BY 1, 2, 3),
-- enviado: goods of each transfer still in transit, by the layer that they left.
enviado AS (
    SELECT organizacion_id, envio_id AS transaccion_id, partida_envio, capa_id, serie, lote, sum(cantidad) AS cantidad, sum(valor) AS valor FROM gestor.movimiento_transito GROUP BY 1, 2, 3, 4, 5, 6),
loteada AS (
    SELECT organizacion_id, almacen_id, producto_id, sum(cantidad) AS cantidad FROM gestor.existencia_lote GROUP BY 1, 2, 3),
inventario AS (
    SELECT e.organizacion_id, e.almacen_id, e.producto_id, p.codigo, p.metodo_costeo, p.maneja_series, p.maneja_lotes, e.cantidad, e.valor, e.apartado, e.en_transito,
           coalesce(k.cantidad, 0) AS en_camino, coalesce(k.seriada, 0) AS serie_en_camino, coalesce(s.en_camino, 0) AS seriada_en_camino, coalesce(m.cantidad, 0) AS movida, coalesce(m.valor, 0) AS movido, coalesce(c.cantidad, 0) AS en_capas, coalesce(c.valor, 0) AS valor_capas,
           coalesce(a.cantidad, 0) AS apartada, coalesce(s.cantidad, 0) AS seriada, coalesce(l.cantidad, 0) AS loteada
    FROM   gestor.existencia e
    JOIN   gestor.producto p ON p.organizacion_id = e.organizacion_id AND p.producto_id = e.producto_id
    LEFT   JOIN movido   m ON m.organizacion_id = e.organizacion_id AND m.almacen_id = e.almacen_id AND m.producto_id = e.producto_id
    LEFT   JOIN en_capas c ON c.organizacion_id = e.organizacion_id AND c.almacen_id = e.almacen_id AND c.producto_id = e.producto_id
    LEFT   JOIN apartada a ON a.organizacion_id = e.organizacion_id AND a.almacen_id = e.almacen_id AND a.producto_id = e.producto_id
    LEFT   JOIN seriada  s ON s.organizacion_id = e.organizacion_id AND s.almacen_id = e.almacen_id AND s.producto_id = e.producto_id
    LEFT   JOIN en_camino k ON k.organizacion_id = e.organizacion_id AND k.almacen_id = e.almacen_id AND k.producto_id = e.producto_id
    LEFT   JOIN loteada  l ON l.organizacion_id = e.organizacion_id AND l.almacen_id = e.almacen_id AND l.producto_id = e.producto_id),
avance AS (
    SELECT p.organizacion_id, p.origen_id, p.numero_partida_origen, sum(p.avance_surtida) AS surtida, sum(p.avance_facturada) AS facturada
    FROM   gestor.partida p JOIN gestor.transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id AND t.estado <> 'Cancelado'
    WHERE  p.origen_id IS NOT NULL GROUP BY 1, 2, 3),
-- revalua: documents that changed the value of goods. A cancelled document leaves nothing in stock and in the ledger,
-- by place and by account. One that changed the value of goods takes that value back from the present place of the
-- goods: in other places, and in the accounts of goods, it may leave value but no quantity. Its value in stock equals
-- its value in the ledger (below).
revalua AS (
    SELECT DISTINCT organizacion_id, transaccion_id FROM gestor.movimiento_inventario WHERE cantidad = 0
    UNION
    SELECT organizacion_id, unnest(ARRAY[transaccion_id, envio_id]) FROM gestor.movimiento_transito WHERE cantidad = 0
    UNION
    SELECT a.organizacion_id, a.transaccion_id FROM gestor.costo_adicional a
    LEFT   JOIN gestor.movimiento_inventario m ON m.organizacion_id = a.organizacion_id AND m.movimiento_id = a.movimiento_id
    WHERE  m.transaccion_id IS DISTINCT FROM a.transaccion_id),
-- agregado: value that other documents added to goods of a cancelled document. The cancel brings it back into stock
-- from the account of the exit, or takes it out of stock again.
agregado AS (
    SELECT a.organizacion_id, m.transaccion_id, m.almacen_id, m.producto_id, sum(CASE WHEN m.cantidad < 0 THEN a.importe ELSE -a.importe END) AS importe
    FROM   gestor.costo_adicional a JOIN gestor.movimiento_inventario m ON m.organizacion_id = a.organizacion_id AND m.movimiento_id = a.movimiento_id
    JOIN   gestor.transaccion t ON t.organizacion_id = m.organizacion_id AND t.transaccion_id = m.transaccion_id AND t.estado = 'Cancelado'
    WHERE  a.transaccion_id <> m.transaccion_id GROUP BY 1, 2, 3, 4),
-- Value that others added to lost goods of a return goes with its cancel to the account of their exit.
perdido AS (
    SELECT a.organizacion_id, p.transaccion_id, sum(a.importe) AS importe
    FROM   gestor.costo_adicional a JOIN gestor.mercancia_perdida p ON p.organizacion_id = a.organizacion_id AND p.movimiento_id = a.movimiento_id
    JOIN   gestor.transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id AND t.estado = 'Cancelado' GROUP BY 1, 2),
dejado AS (
    SELECT m.organizacion_id, m.transaccion_id, sum(m.cantidad) AS cantidad, sum(m.valor) - coalesce(max(a.importe), 0) AS valor, bool_or(m.reversa) AS revertido, sum(m.cantidad) = 0 AS sigue
    FROM   gestor.movimiento_inventario m LEFT JOIN agregado a ON a.organizacion_id = m.organizacion_id AND a.transaccion_id = m.transaccion_id AND a.almacen_id = m.almacen_id AND a.producto_id = m.producto_id
    GROUP BY 1, 2, m.almacen_id, m.producto_id
    UNION ALL
    SELECT organizacion_id, transaccion_id, sum(cantidad), sum(valor), bool_or(reversa), sum(cantidad) = 0 FROM gestor.movimiento_transito GROUP BY 1, 2, almacen_id, producto_id
    UNION ALL
    SELECT p.organizacion_id, p.transaccion_id, 0,
           CASE WHEN max(c.clave) = 'INVENTARIO' THEN sum(m.debe - m.haber) - coalesce(max(a.importe), 0) WHEN sum(m.debe - m.haber) = -max(a.importe) THEN 0
                WHEN sum(m.debe - m.haber) = CASE max(c.clave) WHEN 'COSTO_VENTAS' THEN max(q.importe) WHEN 'AJUSTE_INVENTARIO' THEN -max(q.importe) END THEN 0 ELSE sum(m.debe - m.haber) END, bool_or(p.reversa_de IS NOT NULL),
           max(c.clave) IN ('INVENTARIO', 'INV_TRANSITO', 'COSTO_VENTAS', 'AJUSTE_INVENTARIO') OR EXISTS (SELECT FROM gestor.concepto k WHERE k.organizacion_id = p.organizacion_id AND k.tipo = 'Inventario' AND k.cuenta_contable_id = m.cuenta_contable_id)
    FROM   gestor.poliza p JOIN gestor.poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
    JOIN   gestor.cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id
    LEFT   JOIN (SELECT organizacion_id, transaccion_id, sum(importe) AS importe FROM agregado GROUP BY 1, 2) a ON a.organizacion_id = p.organizacion_id AND a.transaccion_id = p.transaccion_id
    LEFT   JOIN perdido q ON q.organizacion_id = p.organizacion_id AND q.transaccion_id = p.transaccion_id
    WHERE  p.transaccion_id IS NOT NULL GROUP BY 1, 2, m.cuenta_contable_id),
libro AS (
    SELECT m.organizacion_id, c.clave, sum(m.debe - m.haber) AS saldo
    FROM   gestor.poliza_movimiento m JOIN gestor.cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id
    WHERE  c.clave IN ('INVENTARIO', 'INV_TRANSITO', 'CLIENTES', 'IVA_POR_COBRAR', 'IEPS_POR_COBRAR', 'ANTICIPO_CLIENTES', 'PROVEEDORES', 'ACREEDORES', 'ANTICIPO_PROVEEDORES', 'POR_FACTURAR', 'IVA_POR_ACREDITAR', 'IVA_IMPORTACION_POR_ACREDITAR', 'IEPS_POR_ACREDITAR', 'IVA_RET_PENDIENTE', 'ISR_RET_PENDIENTE', 'IVA_RET_A_FAVOR_PENDIENTE', 'ISR_RET_A_FAVOR_PENDIENTE')
      AND  (c.clave <> 'ACREEDORES' OR EXISTS (SELECT FROM gestor.poliza p WHERE p.organizacion_id = m.organizacion_id AND p.poliza_id = m.poliza_id AND p.transaccion_id IS NOT NULL))  -- an account opened with a balance only has no documents
    GROUP BY 1, 2),
-- cobrado: pesos collected, written off or credited of each sale that was posted. A credit that pays another sale moves
-- only the difference of the two rates. The invoice of sale notes has no posting of its own, and collects for its
-- notes. A sale older than the ledger counts by its present debt only. Collections by another system (the document is
-- its own source) never were in the ledger.
cobrado AS (
    SELECT a.organizacion_id, a.destino_id, sum(gestor.cubetas_total(a.pesos) - CASE WHEN a.tipo = 'Reclasificacion' THEN gestor.cubetas_total(a.fuente_pesos) WHEN f.obj_id IN (6, 7) THEN gestor.cubetas_total(a.flujo) ELSE 0 END) AS pesos
    FROM   gestor.aplicacion a JOIN gestor.transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id
    WHERE  a.fecha_reversa IS NULL AND (a.tipo IN ('Cobro', 'Reclasificacion') AND f.obj_id IN (6, 7, 8, 9, 28) OR a.tipo IN ('Reembolso', 'Incobrable') OR a.fuente_id = a.destino_id) GROUP BY 1, 2),
contabilizado AS (
    SELECT DISTINCT organizacion_id, transaccion_id FROM gestor.poliza WHERE transaccion_id IS NOT NULL),
de_notas AS (
    SELECT DISTINCT r.organizacion_id, r.destino_id
    FROM   gestor.relacion r
    JOIN   gestor.transaccion n ON n.organizacion_id = r.organizacion_id AND n.transaccion_id = r.origen_id AND n.obj_id = 2
    JOIN   gestor.transaccion f ON f.organizacion_id = r.organizacion_id AND f.transaccion_id = r.destino_id AND f.obj_id = 1
    JOIN   contabilizado x ON x.organizacion_id = n.organizacion_id AND x.transaccion_id = n.transaccion_id
    WHERE  r.tipo = 'Origen'),
cartera AS (
    SELECT t.organizacion_id, sum(CASE WHEN t.obj_id IN (6, 7) THEN -1 ELSE 1 END *
                                  CASE WHEN d.destino_id IS NOT NULL THEN -coalesce(c.pesos, 0)
                                       WHEN x.transaccion_id IS NULL THEN round(t.saldo * t.tipo_cambio, 2)
                                       ELSE gestor.cubetas_total(t.cubetas_mxn) - coalesce(c.pesos, 0) END) AS saldo
    FROM   gestor.transaccion t
    LEFT   JOIN cobrado       c ON c.organizacion_id = t.organizacion_id AND c.destino_id = t.transaccion_id
    LEFT   JOIN de_notas      d ON d.organizacion_id = t.organizacion_id AND d.destino_id = t.transaccion_id
    LEFT   JOIN contabilizado x ON x.organizacion_id = t.organizacion_id AND x.transaccion_id = t.transaccion_id
    WHERE  t.obj_id IN (1, 2, 6, 7, 24) AND t.estado <> 'Cancelado' AND t.cubetas_mxn IS NOT NULL GROUP BY 1),
-- aplicado: applications of each document, part by part. The parts of the document less these are its pending parts,
-- and the ledger waits for the pending ones.
aplicado AS (
    SELECT organizacion_id, destino_id, gestor.cubetas_suma(ROW(base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret, ret_local)::gestor.cubetas) AS partes, gestor.cubetas_suma(pesos) AS pesos
    FROM   gestor.aplicacion WHERE fecha_reversa IS NULL GROUP BY 1, 2),
-- The taxes of a written-off debt stay pending with the write-off, unless it cancelled them.
por_ir AS (
    SELECT organizacion_id, obj_id, origen, pendiente_mxn FROM gestor.transaccion WHERE pendiente IS NOT NULL
    UNION ALL
    SELECT t.organizacion_id, t.obj_id, t.origen, t.cubetas_mxn FROM gestor.transaccion t JOIN gestor.documento d USING (organizacion_id, transaccion_id)
    WHERE  t.obj_id = 31 AND t.estado <> 'Cancelado' AND NOT d.cancela_iva),
pendiente AS (
    SELECT o.organizacion_id, x.clave, coalesce(sum(x.importe), 0) AS saldo
    FROM   gestor.organizacion o
    LEFT   JOIN por_ir t ON t.organizacion_id = o.organizacion_id
    CROSS  JOIN LATERAL (SELECT gestor.cubetas_total(t.pendiente_mxn) AS total, (t.pendiente_mxn).iva16 + (t.pendiente_mxn).iva8 AS iva) p
    CROSS  JOIN LATERAL (VALUES ('CLIENTES', CASE WHEN t.obj_id IN (1, 2, 24) THEN p.total WHEN t.obj_id IN (6, 7) THEN -p.total END),
                                ('IVA_POR_COBRAR', CASE WHEN t.obj_id IN (1, 2, 24, 31) THEN -p.iva END), ('IEPS_POR_COBRAR', CASE WHEN t.obj_id IN (1, 2, 24, 31) THEN -(t.pendiente_mxn).ieps END),
                                ('ANTICIPO_CLIENTES', CASE WHEN t.obj_id IN (8, 9) THEN p.iva - p.total END),
                                ('PROVEEDORES', CASE WHEN t.obj_id = 13 THEN -p.total WHEN t.obj_id IN (26, 27) THEN p.total END), ('ACREEDORES', CASE WHEN t.obj_id IN (14, 15) THEN -p.total END),
                                ('ANTICIPO_PROVEEDORES', CASE WHEN t.obj_id IN (10, 29) THEN p.total - p.iva END), ('IVA_POR_ACREDITAR', CASE WHEN t.obj_id IN (13, 14, 15) AND t.origen <> 'Importacion' THEN p.iva END),
                                ('IVA_IMPORTACION_POR_ACREDITAR', CASE WHEN t.origen = 'Importacion' THEN p.iva END),
                                ('IEPS_POR_ACREDITAR', CASE WHEN t.obj_id IN (13, 14, 15) THEN (t.pendiente_mxn).ieps END), ('IVA_RET_PENDIENTE', CASE WHEN t.obj_id IN (13, 14, 15) THEN -(t.pendiente_mxn).iva_ret END),
                                ('ISR_RET_PENDIENTE', CASE WHEN t.obj_id IN (13, 14, 15) THEN -(t.pendiente_mxn).isr_ret END),
                                ('IVA_RET_A_FAVOR_PENDIENTE', CASE WHEN t.obj_id IN (1, 2, 24, 31) THEN (t.pendiente_mxn).iva_ret END), ('ISR_RET_A_FAVOR_PENDIENTE', CASE WHEN t.obj_id IN (1, 2, 24, 31) THEN (t.pendiente_mxn).isr_ret END)) x (clave, importe)
    GROUP  BY 1, 2)
SELECT organizacion_id, almacen_id || ' ' || codigo AS que, 'existencia por debajo de cero' AS falta, cantidad::text AS hay, '0' AS debe FROM inventario WHERE cantidad < 0 OR valor < 0
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'existencia distinta de sus movimientos', cantidad || ' valor ' || valor, movida || ' valor ' || movido FROM inventario
WHERE  cantidad <> movida OR valor <> movido
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'existencia distinta de sus capas', cantidad || ' valor ' || valor, en_capas || ' valor ' || valor_capas FROM inventario
WHERE  cantidad <> en_capas OR (metodo_costeo <> 'PROMEDIO' AND valor <> valor_capas)
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'apartado distinto de lo que apartan los pedidos', apartado::text, apartada::text FROM inventario WHERE apartado <> apartada
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'números de serie que no son las piezas que hay', seriada::text, cantidad::text FROM inventario WHERE maneja_series AND seriada <> cantidad
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'lotes que no suman lo que hay', loteada::text, cantidad::text FROM inventario WHERE maneja_lotes AND loteada <> cantidad
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'en tránsito distinto de lo que viene en camino', en_transito::text, en_camino::text FROM inventario WHERE en_transito <> en_camino
UNION ALL
SELECT organizacion_id, almacen_id || ' ' || codigo, 'números de serie en tránsito que no son los que vienen en camino', seriada_en_camino::text, serie_en_camino::text FROM inventario WHERE seriada_en_camino <> serie_en_camino
UNION ALL
SELECT x.organizacion_id, t.folio, 'un traspaso en tránsito trae algo de cada capa, y sólo él', x.cantidad || ' valor ' || x.valor, t.estado
FROM   enviado x JOIN gestor.transaccion t ON t.organizacion_id = x.organizacion_id AND t.transaccion_id = x.transaccion_id
WHERE  x.cantidad < 0 OR x.valor < 0 OR (x.cantidad = 0 AND x.valor <> 0) OR (x.cantidad > 0 AND t.estado <> 'EnTransito')
UNION ALL
SELECT t.organizacion_id, t.folio, 'en tránsito, y nada viene en camino', t.estado, 'Aplicado' FROM gestor.transaccion t
WHERE  t.estado = 'EnTransito' AND NOT EXISTS (SELECT FROM enviado x WHERE x.organizacion_id = t.organizacion_id AND x.transaccion_id = t.transaccion_id AND x.cantidad > 0)
UNION ALL
SELECT c.organizacion_id, 'capa ' || c.capa_id, 'una capa llegó otro día que su movimiento', c.llegada::text, m.fecha::text
FROM   gestor.capa c JOIN gestor.movimiento_inventario m ON m.organizacion_id = c.organizacion_id AND m.capa_id = c.capa_id AND m.transaccion_id = c.transaccion_id AND m.cantidad > 0 AND NOT m.reversa
WHERE  c.llegada <> m.fecha OR c.fecha::date > c.llegada::date  -- entries of a later hour may leave on the same day: a return has the hour of its registration
UNION ALL
SELECT a.organizacion_id, t.folio, 'aparta un pedido que ya no puede', a.cantidad::text, t.estado
FROM   gestor.apartado a JOIN gestor.transaccion t ON t.organizacion_id = a.organizacion_id AND t.transaccion_id = a.transaccion_id
WHERE  a.cantidad > 0 AND t.estado NOT IN ('Pendiente', 'Autorizado', 'Parcial')
UNION ALL
SELECT p.organizacion_id, t.folio || ' partida ' || p.numero_partida, 'avance que no se sigue de sus documentos', concat_ws(' ', p.surtida, p.facturada), concat_ws(' ', coalesce(v.surtida, 0), coalesce(v.facturada, 0))
FROM   gestor.partida p JOIN gestor.transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
LEFT   JOIN avance v ON v.organizacion_id = p.organizacion_id AND v.origen_id = p.transaccion_id AND v.numero_partida_origen = p.numero_partida
WHERE  t.estado <> 'Cancelado' AND (t.obj_id IN (3, 12) OR EXISTS (SELECT FROM gestor.movimiento_transito m WHERE m.organizacion_id = t.organizacion_id AND m.transaccion_id = t.transaccion_id AND t.obj_id = 16)) AND (p.facturada <> coalesce(v.facturada, 0) OR p.surtida <> coalesce(v.surtida, 0))
UNION ALL
SELECT p.organizacion_id, t.folio || ' partida ' || p.numero_partida, 'facturado que no se sigue de sus facturas', p.facturada::text, coalesce(v.facturada, 0)::text
FROM   gestor.partida p JOIN gestor.transaccion t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
LEFT   JOIN avance v ON v.organizacion_id = p.organizacion_id AND v.origen_id = p.transaccion_id AND v.numero_partida_origen = p.numero_partida
WHERE  t.estado <> 'Cancelado' AND t.obj_id IN (11, 18) AND p.facturada <> coalesce(v.facturada, 0)
UNION ALL
SELECT d.organizacion_id, d.folio, 'las solicitudes de pago apartan más de lo que se debe', sum(p.cantidad - p.facturada - p.devuelta)::text, d.saldo::text
FROM   gestor.transaccion s JOIN gestor.partida p ON p.organizacion_id = s.organizacion_id AND p.transaccion_id = s.transaccion_id
JOIN   gestor.transaccion d ON d.organizacion_id = p.organizacion_id AND d.transaccion_id = p.origen_id
WHERE  s.obj_id = 11 AND s.estado IN ('Pendiente', 'Autorizado', 'Parcial') GROUP BY d.organizacion_id, d.transaccion_id, d.folio, d.saldo HAVING sum(p.cantidad - p.facturada - p.devuelta) > d.saldo
UNION ALL
SELECT t.organizacion_id, t.folio, 'cancelado que no se revirtió una vez, o revertido sin cancelarse', d.cantidad || ' valor ' || d.valor, t.estado
FROM   dejado d JOIN gestor.transaccion t ON t.organizacion_id = d.organizacion_id AND t.transaccion_id = d.transaccion_id
WHERE  CASE t.estado WHEN 'Cancelado' THEN d.cantidad <> 0 OR d.valor <> 0 AND NOT (d.sigue AND EXISTS (SELECT FROM revalua r WHERE r.organizacion_id = d.organizacion_id AND r.transaccion_id = d.transaccion_id)) ELSE d.revertido END
UNION ALL
SELECT x.organizacion_id, t.folio, 'lo que movió en ' || x.clave || ' no es lo que dice su póliza', sum(x.contado)::text, sum(x.movido)::text
FROM  (SELECT organizacion_id, transaccion_id, 'INVENTARIO' AS clave, valor AS movido, 0 AS contado FROM gestor.movimiento_inventario
       UNION ALL SELECT organizacion_id, transaccion_id, 'INV_TRANSITO', valor, 0 FROM gestor.movimiento_transito
       UNION ALL SELECT p.organizacion_id, p.transaccion_id, c.clave, 0, m.debe - m.haber FROM gestor.poliza p JOIN gestor.poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
                 JOIN gestor.cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id AND c.clave IN ('INVENTARIO', 'INV_TRANSITO') WHERE p.transaccion_id IS NOT NULL) x
JOIN   gestor.transaccion t ON t.organizacion_id = x.organizacion_id AND t.transaccion_id = x.transaccion_id
GROUP  BY x.organizacion_id, x.transaccion_id, t.folio, x.clave HAVING sum(x.movido) <> sum(x.contado)
UNION ALL
SELECT t.organizacion_id, t.folio, 'lo perdido de una devolución no es lo que dice su póliza', sum(x.contado)::text, sum(x.perdido)::text
FROM  (SELECT organizacion_id, transaccion_id, valor AS perdido, 0 AS contado FROM gestor.mercancia_perdida
       UNION ALL SELECT p.organizacion_id, p.transaccion_id, 0, m.debe - m.haber FROM gestor.poliza p JOIN gestor.poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
                 JOIN gestor.cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id AND c.clave = 'AJUSTE_INVENTARIO') x
JOIN   gestor.transaccion t ON t.organizacion_id = x.organizacion_id AND t.transaccion_id = x.transaccion_id AND t.obj_id = 6 AND t.estado <> 'Cancelado'
GROUP  BY t.organizacion_id, t.transaccion_id, t.folio HAVING sum(x.perdido) <> sum(x.contado)
UNION ALL
SELECT p.organizacion_id, 'póliza ' || p.poliza_id, 'póliza que no cuadra', sum(m.debe)::text, sum(m.haber)::text
FROM   gestor.poliza p LEFT JOIN gestor.poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
GROUP  BY p.organizacion_id, p.poliza_id HAVING sum(m.debe) IS DISTINCT FROM sum(m.haber) OR count(m.numero) < 2
UNION ALL
SELECT o.organizacion_id, 'INVENTARIO', 'la contabilidad no es lo que vale la existencia', coalesce(l.saldo, 0)::text, coalesce(i.valor, 0)::text
FROM   gestor.organizacion o LEFT JOIN libro l ON l.organizacion_id = o.organizacion_id AND l.clave = 'INVENTARIO'
LEFT   JOIN (SELECT organizacion_id, sum(valor) AS valor FROM gestor.existencia GROUP BY 1) i ON i.organizacion_id = o.organizacion_id
WHERE  coalesce(l.saldo, 0) <> coalesce(i.valor, 0)
UNION ALL
SELECT o.organizacion_id, 'INV_TRANSITO', 'la contabilidad no es lo que vale la mercancía en camino', coalesce(l.saldo, 0)::text, coalesce(i.valor, 0)::text
FROM   gestor.organizacion o LEFT JOIN libro l ON l.organizacion_id = o.organizacion_id AND l.clave = 'INV_TRANSITO'
LEFT   JOIN (SELECT organizacion_id, sum(valor) AS valor FROM en_camino GROUP BY 1) i ON i.organizacion_id = o.organizacion_id
WHERE  coalesce(l.saldo, 0) <> coalesce(i.valor, 0)
UNION ALL
SELECT o.organizacion_id, 'POR_FACTURAR', 'la contabilidad no es lo recibido sin facturar', coalesce(l.saldo, 0)::text, coalesce(i.valor, 0)::text
FROM   gestor.organizacion o LEFT JOIN libro l ON l.organizacion_id = o.organizacion_id AND l.clave = 'POR_FACTURAR'
LEFT   JOIN (SELECT t.organizacion_id, sum(CASE t.obj_id WHEN 13 THEN p.costo ELSE -p.costo END) AS valor
             FROM   gestor.transaccion t JOIN gestor.partida p ON p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id
             LEFT   JOIN gestor.transaccion r ON r.organizacion_id = p.organizacion_id AND r.transaccion_id = p.origen_id
             WHERE  t.estado <> 'Cancelado' AND (t.obj_id = 18 AND t.contacto_id IS NOT NULL OR t.obj_id = 5 AND t.origen = 'Compra' OR t.obj_id = 13 AND r.obj_id IN (5, 18)) GROUP BY 1) i ON i.organizacion_id = o.organizacion_id
WHERE  coalesce(l.saldo, 0) <> coalesce(i.valor, 0)
UNION ALL
SELECT o.organizacion_id, 'CLIENTES', 'la contabilidad no es lo que deben los clientes', coalesce(l.saldo, 0)::text, coalesce(c.saldo, 0)::text
FROM   gestor.organizacion o LEFT JOIN libro l ON l.organizacion_id = o.organizacion_id AND l.clave = 'CLIENTES' LEFT JOIN cartera c ON c.organizacion_id = o.organizacion_id
WHERE  coalesce(l.saldo, 0) <> coalesce(c.saldo, 0)
UNION ALL
SELECT p.organizacion_id, p.clave, 'la contabilidad no es lo que queda de los documentos', coalesce(l.saldo, 0)::text, p.saldo::text
FROM   pendiente p LEFT JOIN libro l ON l.organizacion_id = p.organizacion_id AND l.clave = p.clave
WHERE  coalesce(l.saldo, 0) <> p.saldo
UNION ALL
SELECT t.organizacion_id, t.folio, 'lo que queda de sus partes no es lo que falta aplicarle', coalesce(t.pendiente, gestor.cubetas_cero())::text || ' en pesos ' || coalesce(t.pendiente_mxn, gestor.cubetas_cero()),
       gestor.cubetas_menos(t.cubetas, coalesce(a.partes, gestor.cubetas_cero()))::text || ' en pesos ' || gestor.cubetas_menos(t.cubetas_mxn, coalesce(a.pesos, gestor.cubetas_cero()))
FROM   gestor.transaccion t LEFT JOIN aplicado a ON a.organizacion_id = t.organizacion_id AND a.destino_id = t.transaccion_id
WHERE  t.obj_id IN (1, 2, 13, 14, 15, 24) AND t.estado <> 'Cancelado' AND t.cubetas IS NOT NULL
AND   (coalesce(t.pendiente, gestor.cubetas_cero()) <> gestor.cubetas_menos(t.cubetas, coalesce(a.partes, gestor.cubetas_cero()))
       OR coalesce(t.pendiente_mxn, gestor.cubetas_cero()) <> gestor.cubetas_menos(t.cubetas_mxn, coalesce(a.pesos, gestor.cubetas_cero())))
UNION ALL
-- The withholding rows of a tax add up to the withholding of the document, and the rest of the rows to its pending
-- withholding.
SELECT t.organizacion_id, t.folio || ' ' || x.impuesto, 'las filas de lo retenido no son lo que retiene el documento',
       coalesce(sum(r.importe), 0) || ' quedan ' || coalesce(sum(r.importe - r.ido), 0) || ' en pesos ' || coalesce(sum(r.importe_mxn - r.ido_mxn), 0), x.importe || ' quedan ' || x.queda || ' en pesos ' || x.queda_mxn
FROM   gestor.transaccion t
CROSS  JOIN LATERAL (VALUES ('002', (t.cubetas).iva_ret, coalesce((t.pendiente).iva_ret, 0), coalesce((t.pendiente_mxn).iva_ret, 0)),
                            ('001', (t.cubetas).isr_ret, coalesce((t.pendiente).isr_ret, 0), coalesce((t.pendiente_mxn).isr_ret, 0))) x (impuesto, importe, queda, queda_mxn)
LEFT   JOIN LATERAL (SELECT q.importe, q.importe_mxn, coalesce(sum(p.importe), 0) AS ido, coalesce(sum(p.pesos), 0) AS ido_mxn
                     FROM   gestor.retencion q
                     LEFT   JOIN (gestor.aplicacion a CROSS JOIN LATERAL unnest(a.retenciones) p)
                            ON a.organizacion_id = q.organizacion_id AND a.destino_id = q.transaccion_id AND a.fecha_reversa IS NULL AND p.consecutivo = q.consecutivo
                     WHERE  q.organizacion_id = t.organizacion_id AND q.transaccion_id = t.transaccion_id AND q.impuesto = x.impuesto
                     GROUP  BY q.consecutivo, q.importe, q.importe_mxn) r ON true
WHERE  t.obj_id IN (13, 14, 15) AND t.cubetas IS NOT NULL AND t.estado <> 'Cancelado'
GROUP  BY t.organizacion_id, t.folio, x.impuesto, x.importe, x.queda, x.queda_mxn
HAVING coalesce(sum(r.importe), 0) <> x.importe OR coalesce(sum(r.importe - r.ido), 0) <> x.queda OR coalesce(sum(r.importe_mxn - r.ido_mxn), 0) <> x.queda_mxn;
