-- 0100: goods that customers gave back and that were lost. Each row has a number of its own among the movements of stock and transit: a cost that
-- arrives later (costo_adicional) names it, and so follows the goods to the loss.
CREATE TABLE mercancia_perdida (
    organizacion_id bigint        NOT NULL,
    movimiento_id   bigint        NOT NULL DEFAULT nextval('movimiento_inventario_movimiento_id_seq'),
    transaccion_id  bigint        NOT NULL,                      -- the return, and its line
    numero_partida  integer       NOT NULL,
    producto_id     bigint        NOT NULL,
    cantidad        numeric(19,6) NOT NULL,                      -- base units
    valor           numeric(19,2) NOT NULL,                      -- pesos: what the goods had cost by then
    serie           text          NOT NULL DEFAULT '',
    lote            text          NOT NULL DEFAULT '',
    CONSTRAINT pk_mercancia_perdida                  PRIMARY KEY (organizacion_id, movimiento_id),
    CONSTRAINT "fk_mercancia_perdida__numeroPartida" FOREIGN KEY (organizacion_id, transaccion_id, numero_partida) REFERENCES partida,
    CONSTRAINT "fk_mercancia_perdida__productoId"    FOREIGN KEY (organizacion_id, producto_id)                    REFERENCES producto,
    CONSTRAINT ck_mercancia_perdida__cantidad        CHECK (cantidad > 0),
    CONSTRAINT ck_mercancia_perdida__valor           CHECK (valor >= 0)
);
CREATE INDEX "ix_mercancia_perdida__transaccionId" ON mercancia_perdida (organizacion_id, transaccion_id);
CALL proteger('mercancia_perdida');
GRANT SELECT, INSERT ON mercancia_perdida TO gestor_app;

-- A return (6) made no movement when its goods were lost: each line has their cost, which goes in proportion to the cost of the goods that had left:
-- serial numbers and lots are the line's own, of the rest its share of what was delivered. Goods left with the sale, with deliveries (17) of it, or with
-- the sale note (2), order (3) or remission (5) that it comes from.
CREATE FUNCTION pg_temp.numerar_perdidas(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    WITH RECURSIVE perdida AS (
        SELECT p.transaccion_id, p.numero_partida, p.origen_id, p.numero_partida_origen, p.surtida, p.costo
        FROM   transaccion t
        JOIN   partida p ON p.organizacion_id = p_organizacion AND p.transaccion_id = t.transaccion_id AND p.surtida > 0
        WHERE  t.organizacion_id = p_organizacion AND t.obj_id = 6 AND t.estado <> 'Cancelado'
        AND    NOT EXISTS (SELECT FROM movimiento_inventario m WHERE m.organizacion_id = p_organizacion AND m.transaccion_id = p.transaccion_id
                           AND m.numero_partida = p.numero_partida)
    ), sube AS (
        SELECT x.transaccion_id AS doc, x.numero_partida AS linea, 0 AS nivel, p.transaccion_id AS id, p.numero_partida AS partida, p.origen_id,
               p.numero_partida_origen
        FROM   perdida x
        JOIN   partida p ON p.organizacion_id = p_organizacion AND p.transaccion_id = x.origen_id AND p.numero_partida = x.numero_partida_origen
        UNION ALL
        SELECT s.doc, s.linea, s.nivel + 1, p.transaccion_id, p.numero_partida, p.origen_id, p.numero_partida_origen
        FROM   sube s
        JOIN   partida p ON p.organizacion_id = p_organizacion AND p.transaccion_id = s.origen_id AND p.numero_partida = s.numero_partida_origen
        JOIN   transaccion t ON t.organizacion_id = p_organizacion AND t.transaccion_id = p.transaccion_id AND t.obj_id IN (2, 3, 5)
    ), familia AS (
        SELECT DISTINCT ON (doc, linea) doc, linea, id, partida FROM sube ORDER BY doc, linea, nivel DESC
    ), miembro AS (
        SELECT doc, linea, id, partida FROM familia
        UNION ALL
        SELECT f.doc, f.linea, p.transaccion_id, p.numero_partida
        FROM   miembro f JOIN partida p ON p.organizacion_id = p_organizacion AND p.origen_id = f.id AND p.numero_partida_origen = f.partida
    ), salio AS (
        SELECT f.doc, f.linea, m.producto_id, m.serie, m.lote, -sum(m.cantidad) AS cantidad, -sum(m.valor) AS valor
        FROM   miembro f
        JOIN   transaccion t ON t.organizacion_id = p_organizacion AND t.transaccion_id = f.id AND t.obj_id <> 6
        JOIN   movimiento_inventario m ON m.organizacion_id = p_organizacion AND m.transaccion_id = f.id AND m.numero_partida = f.partida
        GROUP  BY 1, 2, 3, 4, 5 HAVING sum(m.cantidad) < 0
    ), surtido AS (
        SELECT f.doc, f.linea, sum(CASE WHEN p.origen_id IS NULL OR t.obj_id = 17 THEN p.cantidad ELSE p.avance_surtida END) AS cantidad
        FROM   miembro f
        JOIN   transaccion t ON t.organizacion_id = p_organizacion AND t.transaccion_id = f.id AND t.obj_id <> 6 AND t.estado <> 'Cancelado'
        JOIN   partida p ON p.organizacion_id = p_organizacion AND p.transaccion_id = f.id AND p.numero_partida = f.partida
        WHERE  EXISTS (SELECT FROM movimiento_inventario m WHERE m.organizacion_id = p_organizacion AND m.transaccion_id = f.id AND m.numero_partida = f.partida)
        GROUP  BY 1, 2
    ), parte AS (
        SELECT x.transaccion_id, x.numero_partida, x.costo, s.producto_id, s.serie, s.lote, k.cantidad, s.valor * k.cantidad / s.cantidad AS peso
        FROM   perdida x
        JOIN   salio s ON s.doc = x.transaccion_id AND s.linea = x.numero_partida
        JOIN   surtido q ON q.doc = s.doc AND q.linea = s.linea
        CROSS  JOIN LATERAL (SELECT CASE WHEN s.serie <> '' THEN (SELECT 1 FROM partida_serie i WHERE i.organizacion_id = p_organizacion
                                                                  AND i.transaccion_id = s.doc AND i.numero_partida = s.linea AND i.serie = s.serie)
                                         WHEN s.lote <> '' THEN (SELECT sum(i.cantidad) FROM partida_lote i WHERE i.organizacion_id = p_organizacion
                                                                 AND i.transaccion_id = s.doc AND i.numero_partida = s.linea AND i.lote = s.lote)
                                         ELSE round(s.cantidad * x.surtida / nullif(q.cantidad, 0), 6) END AS cantidad) k
        WHERE  k.cantidad > 0
    ), acumulada AS (
        SELECT parte.*, sum(peso) OVER (PARTITION BY transaccion_id, numero_partida ORDER BY producto_id, serie, lote) AS hasta,
               sum(peso) OVER (PARTITION BY transaccion_id, numero_partida) AS todo
        FROM   parte
    )
    INSERT INTO mercancia_perdida (organizacion_id, transaccion_id, numero_partida, producto_id, cantidad, valor, serie, lote)
    SELECT p_organizacion, transaccion_id, numero_partida, producto_id, cantidad,
           CASE WHEN todo > 0 THEN round(costo * hasta / todo, 2) - round(costo * (hasta - peso) / todo, 2) ELSE 0 END, serie, lote
    FROM   acumulada ORDER BY transaccion_id, numero_partida, producto_id, serie, lote
$$;
CALL en_cada_organizacion('pg_temp.numerar_perdidas');
DROP FUNCTION pg_temp.numerar_perdidas;
