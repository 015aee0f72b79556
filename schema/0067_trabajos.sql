-- 0067: work for later. Whoever asks for it writes it down in the transaction of its effect; any instance does it, with nobody waiting: what asks others can be slow, fail and be tried
-- again. A lease is the moment until which nobody else takes it up: whoever died holding one is followed after that. `intentos` is the number of the lease, too: only the last one that
-- was given may end the work, so that what it does in the database is done once. What is done is no longer here; what was given up stays, for the operator to see.
CREATE TABLE trabajo (
    organizacion_id bigint      NOT NULL,
    trabajo_id      bigint      GENERATED ALWAYS AS IDENTITY,
    tipo            text        NOT NULL,
    datos           jsonb       NOT NULL,
    intentos        integer     NOT NULL DEFAULT 0,
    siguiente       timestamptz NOT NULL DEFAULT now(),          -- not before
    abandonado      boolean     NOT NULL DEFAULT false,
    ultimo_error    text        NOT NULL DEFAULT '',
    creado          timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_trabajo PRIMARY KEY (organizacion_id, trabajo_id),
    CONSTRAINT fk_trabajo__organizacion FOREIGN KEY (organizacion_id) REFERENCES organizacion (organizacion_id),
    CONSTRAINT ck_trabajo__intentos CHECK (intentos >= 0)
);
CREATE INDEX ix_trabajo__pendiente ON trabajo (organizacion_id, siguiente) WHERE NOT abandonado;
CALL proteger('trabajo');
CREATE POLICY seguridad ON trabajo TO gestor_seguridad USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON trabajo TO gestor_app;
GRANT UPDATE (siguiente, abandonado, ultimo_error) ON trabajo TO gestor_app;
GRANT SELECT ON trabajo TO gestor_seguridad;
GRANT UPDATE (intentos, siguiente) ON trabajo TO gestor_seguridad;

-- The one of these kinds that is due, of an organization taken by lot: one that has asked for ten thousand does not make the others wait.
CREATE FUNCTION trabajo_arrendar(p_tipos text[], p_segundos integer)
    RETURNS TABLE (organizacion_id bigint, trabajo_id bigint, tipo text, datos jsonb, intentos integer)
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    WITH RECURSIVE quienes (id) AS (
        (SELECT t.organizacion_id FROM trabajo t WHERE NOT t.abandonado ORDER BY 1 LIMIT 1)
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

-- What there is to do, and what was given up, over all organizations.
CREATE FUNCTION trabajo_contar() RETURNS TABLE (pendientes bigint, abandonados bigint)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$ SELECT count(*) FILTER (WHERE NOT t.abandonado), count(*) FILTER (WHERE t.abandonado) FROM trabajo t $$;
DO $$
BEGIN
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    REVOKE EXECUTE ON FUNCTION trabajo_arrendar, trabajo_contar FROM PUBLIC;
    EXECUTE format('GRANT EXECUTE ON FUNCTION trabajo_arrendar, trabajo_contar TO gestor_app, %I', current_user);
    ALTER FUNCTION trabajo_arrendar OWNER TO gestor_seguridad;
    ALTER FUNCTION trabajo_contar OWNER TO gestor_seguridad;
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
END $$;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (320, '2026-11-17', 'nuevo', 'POST /api/ArchivoDigital/ValidarFolioFiscal',
        'Pregunta al SAT por un CFDI, por su folio fiscal, y deja el resultado en el documento que lo tiene. Si el SAT no contesta, o la consulta no está configurada, valido es false y verificaciones dice por qué.', NULL);
