-- Proves the promises of the demo: no document is dated after the day of the load, sales can be collected to the cent,
-- and each kind of document that the interface lists but does not create has one.
WITH abierta AS (
    SELECT t.organizacion_id, t.transaccion_id, round(t.saldo * t.tipo_cambio, 2) AS pesos, gestor.cubetas_total(t.cubetas_mxn) - coalesce(a.total, 0) AS queda,
           (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 - coalesce(a.iva, 0) AS iva, (t.cubetas_mxn).ieps - coalesce(a.ieps, 0) AS ieps
    FROM   gestor.transaccion t
    LEFT   JOIN (SELECT organizacion_id, destino_id, sum(gestor.cubetas_total(pesos)) AS total, sum((pesos).iva16 + (pesos).iva8) AS iva, sum((pesos).ieps) AS ieps
                 FROM gestor.aplicacion WHERE fecha_reversa IS NULL AND pesos IS NOT NULL GROUP BY 1, 2) a ON a.organizacion_id = t.organizacion_id AND a.destino_id = t.transaccion_id
    WHERE  t.obj_id IN (1, 2, 24) AND t.saldo > 0)
SELECT organizacion_id, transaccion_id AS id, 'lo que queda de sus partes, en pesos, no es su saldo a su tipo de cambio: más de un centavo que el redondeo explica' AS falta
FROM   abierta WHERE abs(pesos - queda) > 0.01 OR iva < 0 OR ieps < 0
UNION ALL
SELECT t.organizacion_id, t.transaccion_id, t.folio || ' tiene fecha de mañana'
FROM   gestor.transaccion t JOIN gestor.sucursal s USING (organizacion_id, sucursal_id)
WHERE  greatest(t.fecha, t.fecha_cancelacion)::date > timezone(s.zona_horaria, now())::date
UNION ALL
SELECT a.organizacion_id, a.aplicacion_id, 'aplicación anterior a su documento o a su dinero, o reversa anterior a ella'
FROM   gestor.aplicacion a
JOIN   gestor.transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id
JOIN   gestor.transaccion d ON d.organizacion_id = a.organizacion_id AND d.transaccion_id = a.destino_id
WHERE  a.fecha < greatest(f.fecha, d.fecha) OR a.fecha_reversa < a.fecha
UNION ALL
SELECT o.organizacion_id, o.obj_id, 'la demostración no tiene ' || o.que
FROM  (SELECT organizacion_id, x.* FROM gestor.organizacion, (VALUES (3, 'pedidos'), (4, 'cotizaciones'), (16, 'inventario inicial'), (30, 'cotizaciones de proveedor')) x (obj_id, que)) o
WHERE  NOT EXISTS (SELECT FROM gestor.transaccion t WHERE t.organizacion_id = o.organizacion_id AND t.obj_id = o.obj_id)
UNION ALL
SELECT o.organizacion_id, 2, 'la demostración no tiene una nota de colegio, o un cliente con límite de crédito' FROM gestor.organizacion o
WHERE  NOT EXISTS (SELECT FROM gestor.documento d WHERE d.organizacion_id = o.organizacion_id AND d.matricula <> '' AND d.escuela ->> 'matricula' = d.matricula)
OR     NOT EXISTS (SELECT FROM gestor.contacto c WHERE c.organizacion_id = o.organizacion_id AND c.limite_credito > 0);
