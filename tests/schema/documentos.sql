-- Proves rules that no constraint covers: a state belongs to its document type, the monthly sums equal the ledger,
-- copied values equal their master, the blocks of a file are its content, service orders agree with their work orders.
SELECT t.organizacion_id, t.transaccion_id, 'estado ajeno al tipo de documento, o nombre de tipo equivocado' AS falta
FROM   gestor.transaccion t JOIN gestor.objeto o USING (obj_id) JOIN gestor.moneda m USING (moneda_id)
WHERE  t.estado <> ALL (o.estados) OR t.tipo_documento <> o.nombre OR t.moneda <> m.clave
UNION ALL
SELECT a.organizacion_id, a.archivo_id, 'los bloques no son el contenido del archivo'
FROM   gestor.archivo a
LEFT   JOIN (SELECT organizacion_id, archivo_id, string_agg(contenido, '' ORDER BY numero) AS contenido, count(*) AS bloques, max(numero) AS ultimo
             FROM gestor.archivo_bloque GROUP BY 1, 2) b USING (organizacion_id, archivo_id)
WHERE  octet_length(coalesce(b.contenido, '')) <> a.tamano OR sha256(coalesce(b.contenido, '')) <> a.hash OR b.bloques <> b.ultimo + 1
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, 'orden de servicio sin su detalle, o cerrada con trabajos abiertos'
FROM   gestor.transaccion t LEFT JOIN gestor.orden_servicio s USING (organizacion_id, transaccion_id)
WHERE  t.obj_id = 20 AND (s.equipo IS NULL OR (t.estado IN ('Autorizado', 'EnProceso', 'Cerrado')) <> (s.fecha_autorizacion IS NOT NULL)
       OR (t.estado = 'Cerrado') <> (s.fecha_cierre IS NOT NULL)
       OR (t.estado = 'Cerrado' AND EXISTS (SELECT FROM gestor.orden_trabajo w JOIN gestor.transaccion x USING (organizacion_id, transaccion_id)
           WHERE w.organizacion_id = t.organizacion_id AND w.orden_servicio_id = t.transaccion_id AND x.estado NOT IN ('Terminado', 'Cancelado'))))
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, 'depósito o anticipo sin su movimiento'
FROM   gestor.transaccion t LEFT JOIN gestor.movimiento_banco m USING (organizacion_id, transaccion_id) WHERE t.obj_id IN (8, 9, 10, 29) AND t.fecha_apertura IS NULL AND m.cuenta_id IS NULL
UNION ALL
SELECT r.organizacion_id, r.recibo_de_pago_id, 'recibo de pago con egresos, y otro lo sustituye'
FROM   gestor.recibo_de_pago r JOIN gestor.recibo_de_pago_egreso p USING (organizacion_id, recibo_de_pago_id) WHERE r.sustituido_por <> ''
UNION ALL
SELECT p.organizacion_id, p.poliza_id, 'póliza que no cuadra' FROM gestor.poliza_movimiento p GROUP BY 1, 2 HAVING sum(debe) <> sum(haber)
UNION ALL
SELECT organizacion_id, cuenta_contable_id, 'lo sumado por mes no es el libro: ' || ejercicio || '-' || mes || ', debe ' || sum(debe) || ' y haber ' || sum(haber) || ' de más'
FROM  (SELECT organizacion_id, ejercicio, mes, cuenta_contable_id, sucursal_id, proyecto_id, centro_costo_id, debe, haber FROM gestor.saldo_mensual
       UNION ALL
       SELECT p.organizacion_id, p.ejercicio, p.mes, m.cuenta_contable_id, coalesce(m.sucursal_id, 0), coalesce(m.proyecto_id, 0), coalesce(m.centro_costo_id, 0), -m.debe, -m.haber
       FROM   gestor.poliza p JOIN gestor.poliza_movimiento m USING (organizacion_id, poliza_id) WHERE p.poliza_id <= (SELECT hasta FROM gestor.resumen_contable)) x
GROUP  BY organizacion_id, ejercicio, mes, cuenta_contable_id, sucursal_id, proyecto_id, centro_costo_id HAVING sum(debe) <> 0 OR sum(haber) <> 0;
