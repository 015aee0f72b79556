-- 0092: a job has a key, a place in the line of its key and a deadline. Jobs of one organization, kind and key are done one at a time, in the order of their ids: only the first
-- of a line may be leased (`primero`, one by uq_trabajo__primero), and who ends it or gives it up calls the next. A line is one transaction's at a time, from its id to its COMMIT: ids of a
-- line are in the order of the commits, and nobody joins a line unseen by who calls its next. `vence` is when a job is given up, however often it was tried.
ALTER TABLE trabajo
    ADD COLUMN clave   text        NOT NULL DEFAULT '',                           -- '': in no line
    ADD COLUMN primero boolean     NOT NULL DEFAULT true,
    ADD COLUMN vence   timestamptz NOT NULL DEFAULT now() + interval '4 days',
    ADD CONSTRAINT ck_trabajo__primero CHECK (primero OR clave <> '');
DROP INDEX ix_trabajo__pendiente, ix_trabajo__siguiente;
CREATE INDEX ix_trabajo__siguiente    ON trabajo (tipo, siguiente)                  WHERE primero AND NOT abandonado;
CREATE INDEX ix_trabajo__organizacion ON trabajo (tipo, organizacion_id, siguiente) WHERE primero AND NOT abandonado;
CREATE UNIQUE INDEX uq_trabajo__primero ON trabajo (organizacion_id, tipo, clave)   WHERE primero AND NOT abandonado AND clave <> '';
CREATE INDEX ix_trabajo__clave ON trabajo (organizacion_id, tipo, clave, trabajo_id) WHERE NOT abandonado AND clave <> '';
GRANT UPDATE (primero) ON trabajo TO gestor_app;
GRANT UPDATE (vence, creado) ON trabajo TO gestor_seguridad;  -- put back by the operator: as if it had just been asked for
GRANT USAGE ON SEQUENCE trabajo_trabajo_id_seq TO gestor_app;

-- Joins the line of its key: a new job, or one that was given up and is put back. The id is drawn inside the line.
CREATE FUNCTION trabajo_formar() RETURNS trigger LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('trabajo/' || NEW.organizacion_id || '/' || NEW.tipo || '/' || NEW.clave, 0));
    IF TG_OP = 'INSERT' THEN NEW.trabajo_id := nextval('trabajo_trabajo_id_seq'); END IF;
    NEW.primero := NOT EXISTS (SELECT FROM trabajo t
                               WHERE  t.organizacion_id = NEW.organizacion_id AND t.tipo = NEW.tipo AND t.clave = NEW.clave AND NOT t.abandonado AND t.clave <> '');
    RETURN NEW;
END $$;
CREATE TRIGGER tr_trabajo__formar BEFORE INSERT ON trabajo FOR EACH ROW WHEN (NEW.clave <> '') EXECUTE FUNCTION trabajo_formar();
CREATE TRIGGER tr_trabajo__volver BEFORE UPDATE OF abandonado ON trabajo FOR EACH ROW WHEN (OLD.abandonado AND NOT NEW.abandonado AND NEW.clave <> '')
    EXECUTE FUNCTION trabajo_formar();

-- The first of a line has left it: the next is called.
CREATE FUNCTION trabajo_llamar() RETURNS trigger LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('trabajo/' || OLD.organizacion_id || '/' || OLD.tipo || '/' || OLD.clave, 0));
    UPDATE trabajo SET primero = true
    WHERE  organizacion_id = OLD.organizacion_id
      AND  trabajo_id = (SELECT min(t.trabajo_id) FROM trabajo t
                         WHERE  t.organizacion_id = OLD.organizacion_id AND t.tipo = OLD.tipo AND t.clave = OLD.clave AND NOT t.abandonado AND t.clave <> '');
    RETURN NULL;
END $$;
CREATE TRIGGER tr_trabajo__hecho AFTER DELETE ON trabajo FOR EACH ROW WHEN (OLD.primero AND NOT OLD.abandonado AND OLD.clave <> '') EXECUTE FUNCTION trabajo_llamar();
CREATE TRIGGER tr_trabajo__abandonado AFTER UPDATE OF abandonado ON trabajo FOR EACH ROW WHEN (NOT OLD.abandonado AND NEW.abandonado AND OLD.primero AND OLD.clave <> '')
    EXECUTE FUNCTION trabajo_llamar();

-- Lease: each kind gets as many jobs as it has room for, one of each organization, in an order taken by lot: an organization that has asked for ten thousand does not make the others wait. A kind of which
-- nothing is due costs one look. The lease of an attempt grows with its number: a job that kills its worker comes back ever later.
DROP FUNCTION trabajo_arrendar(text[], integer);
CREATE FUNCTION trabajo_arrendar(p_tipos text[], p_cuantos integer[], p_segundos integer)
    RETURNS TABLE (organizacion_id bigint, trabajo_id bigint, tipo text, datos jsonb, intentos integer, vencido boolean)
    LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp
    AS $$
    WITH suyos AS MATERIALIZED (
        SELECT d.organizacion_id, d.trabajo_id
        FROM   unnest(p_tipos, p_cuantos) AS k (tipo, cuantos),
               LATERAL (
                   WITH RECURSIVE quienes (id) AS (
                       (SELECT t.organizacion_id FROM trabajo t
                        WHERE  t.tipo = k.tipo AND t.primero AND NOT t.abandonado
                          AND  (SELECT min(v.siguiente) FROM trabajo v WHERE v.tipo = k.tipo AND v.primero AND NOT v.abandonado) <= now()
                        ORDER  BY 1 LIMIT 1)
                       UNION ALL
                       SELECT (SELECT t.organizacion_id FROM trabajo t
                               WHERE  t.tipo = k.tipo AND t.primero AND NOT t.abandonado AND t.organizacion_id > q.id ORDER BY 1 LIMIT 1)
                       FROM   quienes q WHERE q.id IS NOT NULL)
                   SELECT u.organizacion_id, u.trabajo_id
                   FROM  (SELECT id FROM quienes WHERE id IS NOT NULL ORDER BY random()) q,
                          LATERAL (SELECT t.organizacion_id, t.trabajo_id FROM trabajo t
                                   WHERE  t.tipo = k.tipo AND t.organizacion_id = q.id AND t.primero AND NOT t.abandonado AND t.siguiente <= now()
                                   ORDER  BY t.siguiente LIMIT 1 FOR UPDATE SKIP LOCKED) u
                   LIMIT k.cuantos) d)
    UPDATE trabajo t SET intentos = t.intentos + 1, siguiente = now() + make_interval(secs => p_segundos * least(t.intentos + 1, 30))
    FROM   suyos s WHERE t.organizacion_id = s.organizacion_id AND t.trabajo_id = s.trabajo_id
    RETURNING t.organizacion_id, t.trabajo_id, t.tipo, t.datos, t.intentos, t.vence <= now()
$$;
DO $$
BEGIN
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    REVOKE EXECUTE ON FUNCTION trabajo_arrendar, trabajo_formar, trabajo_llamar FROM PUBLIC;
    EXECUTE format('GRANT EXECUTE ON FUNCTION trabajo_arrendar TO gestor_app, %I', current_user);
    ALTER FUNCTION trabajo_arrendar OWNER TO gestor_seguridad;
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
END $$;
