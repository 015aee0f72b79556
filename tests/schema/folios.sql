-- Proves that folios, and the numbers of pólizas by type and month, have no gap and no repeat, and that the next number
-- continues them; a series from another system continues after its last number.
SELECT s.organizacion_id, s.sucursal_id, s.obj_id, s.serie, 'folios con huecos, o el siguiente no continúa' AS falta
FROM   gestor.serie_folio s
LEFT   JOIN (SELECT organizacion_id, sucursal_id, obj_id, serie, count(*) AS cuantos, min(numero) AS primero, max(numero) AS ultimo
             FROM gestor.transaccion WHERE fecha_apertura IS NULL GROUP BY 1, 2, 3, 4) t USING (organizacion_id, sucursal_id, obj_id, serie)
LEFT   JOIN (SELECT organizacion_id, sucursal_id, obj_id, serie, max(numero) AS ultimo
             FROM gestor.transaccion WHERE fecha_apertura IS NOT NULL AND obj_id <> 13 GROUP BY 1, 2, 3, 4) a USING (organizacion_id, sucursal_id, obj_id, serie)
CROSS  JOIN LATERAL (SELECT coalesce(a.ultimo, 0) AS anterior) x
WHERE  coalesce(t.ultimo, x.anterior) + 1 <> s.siguiente OR coalesce(t.cuantos, 0) <> coalesce(t.ultimo - x.anterior, 0) OR coalesce(t.primero, x.anterior + 1) <> x.anterior + 1
UNION ALL
SELECT DISTINCT t.organizacion_id, t.sucursal_id, t.obj_id, t.serie, 'documento de una serie que no existe'
FROM   gestor.transaccion t LEFT JOIN gestor.serie_folio s USING (organizacion_id, sucursal_id, obj_id, serie) WHERE s.serie IS NULL AND t.fecha_apertura IS NULL
UNION ALL
SELECT organizacion_id, ejercicio, mes, tipo, 'pólizas con huecos, o el siguiente número no continúa'
FROM  (SELECT organizacion_id, ejercicio, mes, tipo, count(*) AS cuantas, min(numero) AS primera, max(numero) AS ultima FROM gestor.poliza GROUP BY 1, 2, 3, 4) p
FULL   JOIN gestor.poliza_folio f USING (organizacion_id, ejercicio, mes, tipo)
WHERE  (p.primera, p.ultima, f.siguiente) IS DISTINCT FROM (1, p.cuantas, p.cuantas + 1);
