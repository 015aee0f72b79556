-- 0074: work for later costs nothing where none is due. Each lease looked at every organization that has any; now one look at what is due first comes before that.
-- What was taken up for nothing, with nobody asked, is put back without the attempt; and the operator puts back what was given up.
CREATE INDEX ix_trabajo__siguiente ON trabajo (siguiente) WHERE NOT abandonado;
GRANT UPDATE (intentos)   ON trabajo TO gestor_app;
GRANT UPDATE (abandonado) ON trabajo TO gestor_seguridad;

CREATE OR REPLACE FUNCTION trabajo_arrendar(p_tipos text[], p_segundos integer)
    RETURNS TABLE (organizacion_id bigint, trabajo_id bigint, tipo text, datos jsonb, intentos integer)
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    WITH RECURSIVE quienes (id) AS (
        (SELECT t.organizacion_id FROM trabajo t
         WHERE  NOT t.abandonado AND (SELECT min(v.siguiente) FROM trabajo v WHERE NOT v.abandonado AND v.tipo = ANY (p_tipos)) <= now()
         ORDER  BY 1 LIMIT 1)
        UNION ALL
        SELECT (SELECT t.organizacion_id FROM trabajo t WHERE NOT t.abandonado AND t.organizacion_id > q.id ORDER BY 1 LIMIT 1)
        FROM   quienes q WHERE q.id IS NOT NULL),
    uno AS MATERIALIZED (
        SELECT d.organizacion_id, d.trabajo_id
        FROM  (SELECT id FROM quienes WHERE id IS NOT NULL ORDER BY random()) q,
               LATERAL (SELECT t.organizacion_id, t.trabajo_id FROM trabajo t
                        WHERE  t.organizacion_id = q.id AND NOT t.abandonado AND t.siguiente <= now() AND t.tipo = ANY (p_tipos)
                        ORDER  BY t.siguiente LIMIT 1 FOR UPDATE SKIP LOCKED) d
        LIMIT 1)
    UPDATE trabajo t SET intentos = t.intentos + 1, siguiente = now() + make_interval(secs => p_segundos)
    FROM   uno WHERE t.organizacion_id = uno.organizacion_id AND t.trabajo_id = uno.trabajo_id
    RETURNING t.organizacion_id, t.trabajo_id, t.tipo, t.datos, t.intentos
$$;
