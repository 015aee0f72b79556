-- Proves that each contact has exactly its words, in the order of names, and that the vocabulary has every word.
WITH debidas AS (SELECT c.organizacion_id, p.palabra, c.nombre, c.contacto_id FROM gestor.contacto c, gestor.palabras(c.busqueda) p),
guardadas AS (SELECT organizacion_id, palabra, nombre, contacto_id FROM gestor.contacto_palabra)
SELECT x.*, 'palabra de un contacto que falta' AS falta FROM (TABLE debidas EXCEPT TABLE guardadas) x
UNION ALL
SELECT x.*, 'palabra que ningún contacto tiene' FROM (TABLE guardadas EXCEPT TABLE debidas) x
UNION ALL
SELECT g.*, 'palabra que no está en el vocabulario' FROM guardadas g
WHERE  NOT EXISTS (SELECT FROM gestor.contacto_vocablo v WHERE v.organizacion_id = g.organizacion_id AND v.palabra = g.palabra);
