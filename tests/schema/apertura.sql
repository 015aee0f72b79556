-- Proves that stock, layers, reservations and ledger say the same: what is there, what it is worth, what customers owe and the taxes that wait for it.
WITH libro AS (
    SELECT m.organizacion_id, c.clave, sum(m.debe - m.haber) AS saldo
    FROM   gestor.poliza_movimiento m JOIN gestor.cuenta_contable c USING (organizacion_id, cuenta_contable_id) GROUP BY 1, 2
), abierta AS (
    SELECT t.organizacion_id, round(t.saldo * t.tipo_cambio, 2) AS pesos, gestor.cubetas_total(t.cubetas_mxn) - coalesce(a.total, 0) AS queda,
           (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 - coalesce(a.iva, 0) AS iva, (t.cubetas_mxn).ieps - coalesce(a.ieps, 0) AS ieps
    FROM   gestor.transaccion t
    LEFT   JOIN (SELECT organizacion_id, destino_id, sum(gestor.cubetas_total(pesos)) AS total, sum((pesos).iva16 + (pesos).iva8) AS iva, sum((pesos).ieps) AS ieps
                 FROM gestor.aplicacion WHERE fecha_reversa IS NULL AND pesos IS NOT NULL GROUP BY 1, 2) a ON a.organizacion_id = t.organizacion_id AND a.destino_id = t.transaccion_id
    WHERE  t.obj_id IN (1, 2, 24) AND t.saldo > 0
), favor AS (
    SELECT t.organizacion_id, t.obj_id, round(t.saldo * t.tipo_cambio, 2) AS pesos
    FROM   gestor.transaccion t LEFT JOIN gestor.movimiento_banco b USING (organizacion_id, transaccion_id)
    WHERE  t.obj_id IN (6, 7, 8) AND t.saldo > 0 AND (t.obj_id <> 8 OR b.tipo = 'Cobranza')
), debido (organizacion_id, clave, saldo) AS (
    SELECT organizacion_id, 'INVENTARIO', sum(valor) FROM gestor.existencia GROUP BY 1
    UNION ALL SELECT o.organizacion_id, 'CLIENTES', (SELECT sum(pesos) FROM abierta a WHERE a.organizacion_id = o.organizacion_id)
              - (SELECT coalesce(sum(pesos), 0) FROM favor f WHERE f.organizacion_id = o.organizacion_id AND obj_id IN (6, 7)) FROM gestor.organizacion o
    UNION ALL SELECT organizacion_id, 'IVA_POR_COBRAR',  -sum(iva)  FROM abierta GROUP BY 1
    UNION ALL SELECT organizacion_id, 'IEPS_POR_COBRAR', -sum(ieps) FROM abierta GROUP BY 1
    UNION ALL SELECT organizacion_id, 'ANTICIPO_CLIENTES', -sum(pesos) FROM favor WHERE obj_id = 8 GROUP BY 1
)
SELECT d.organizacion_id, 0::bigint AS id, 'el saldo de ' || d.clave || ' es ' || coalesce(l.saldo, 0) || ' y debe ser ' || d.saldo AS falta
FROM   debido d LEFT JOIN libro l USING (organizacion_id, clave) WHERE coalesce(l.saldo, 0) <> d.saldo
UNION ALL
SELECT organizacion_id, 0, 'documento cuyo saldo en pesos no es lo que queda de sus partes' FROM abierta WHERE pesos <> queda OR iva < 0 OR ieps < 0
UNION ALL
SELECT e.organizacion_id, e.producto_id, 'existencia que no es la suma de sus movimientos, de sus capas o de sus apartados'
FROM   gestor.existencia e JOIN gestor.producto p USING (organizacion_id, producto_id)
LEFT   JOIN (SELECT organizacion_id, almacen_id, producto_id, sum(cantidad) AS cantidad, sum(valor) AS valor FROM gestor.movimiento_inventario GROUP BY 1, 2, 3) m
       USING (organizacion_id, almacen_id, producto_id)
LEFT   JOIN (SELECT organizacion_id, almacen_id, producto_id, sum(restante) AS cantidad, sum(valor) AS valor FROM gestor.capa GROUP BY 1, 2, 3) c
       USING (organizacion_id, almacen_id, producto_id)
LEFT   JOIN (SELECT organizacion_id, almacen_id, producto_id, sum(cantidad) AS cantidad FROM gestor.apartado GROUP BY 1, 2, 3) a
       USING (organizacion_id, almacen_id, producto_id)
WHERE  (e.cantidad, e.valor) IS DISTINCT FROM (coalesce(m.cantidad, 0), coalesce(m.valor, 0)) OR e.cantidad <> coalesce(c.cantidad, 0)
       OR CASE p.metodo_costeo WHEN 'PROMEDIO' THEN 0 ELSE e.valor END <> coalesce(c.valor, 0) OR e.apartado <> coalesce(a.cantidad, 0)
UNION ALL
SELECT o.organizacion_id, o.obj_id, 'la demostración no tiene ' || o.que
FROM  (SELECT organizacion_id, x.* FROM gestor.organizacion, (VALUES (3, 'pedidos'), (4, 'cotizaciones'), (16, 'inventario inicial'), (30, 'cotizaciones de proveedor')) x (obj_id, que)) o
WHERE  NOT EXISTS (SELECT FROM gestor.transaccion t WHERE t.organizacion_id = o.organizacion_id AND t.obj_id = o.obj_id)
UNION ALL
SELECT o.organizacion_id, 2, 'la demostración no tiene una nota de colegio, o un cliente con límite de crédito' FROM gestor.organizacion o
WHERE  NOT EXISTS (SELECT FROM gestor.documento d WHERE d.organizacion_id = o.organizacion_id AND d.matricula <> '' AND d.escuela ->> 'matricula' = d.matricula)
OR     NOT EXISTS (SELECT FROM gestor.contacto c WHERE c.organizacion_id = o.organizacion_id AND c.limite_credito > 0);
