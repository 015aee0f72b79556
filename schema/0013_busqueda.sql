-- 0013: a search among contacts in the order of their names.

-- No index is ordered by text and by name at once: through trigrams all matches are found before the first is known to be first, and along the names a word
-- whose contacts all stand late is met late. So the words of the search text have a table of their own, each word in the order of names.
-- A word is four or more letters in a row; whatever letters a caller types in a row are part of one word of each contact that is to be found.
CREATE FUNCTION palabras(texto text) RETURNS TABLE (palabra text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 6
BEGIN ATOMIC
    SELECT DISTINCT m[1] FROM regexp_matches(texto, '[a-z]{4,}', 'g') m;
END;

-- The words that can match a search: those with its longest row of letters in them. Null: it has none that is long enough.
CREATE FUNCTION patron_palabra(texto text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (SELECT '%' || palabra || '%' FROM palabras(normalizar(texto)) ORDER BY char_length(palabra) DESC, palabra LIMIT 1);

-- Both tables are to contacto what its indexes are: triggers alone write them.
CREATE TABLE contacto_palabra (
    organizacion_id bigint NOT NULL,
    palabra         text   NOT NULL,
    nombre          text   NOT NULL,
    contacto_id     bigint NOT NULL
);
-- The vocabulary. Whose contact it was that brought a word is part of the key, so that no two who bring the same one wait for each other.
CREATE TABLE contacto_vocablo (
    organizacion_id bigint NOT NULL,
    palabra         text   NOT NULL,
    contacto_id     bigint NOT NULL,
    CONSTRAINT pk_contacto_vocablo PRIMARY KEY (organizacion_id, palabra, contacto_id)
);
CALL proteger('contacto_palabra');
CALL proteger('contacto_vocablo');
GRANT SELECT, INSERT, DELETE ON contacto_palabra TO gestor_app;
GRANT SELECT, INSERT         ON contacto_vocablo TO gestor_app;

-- The first contacts of a word after a place in the order of names ('' and 0: from the start); `ultimo` is the one at which it ends although there may be more.
-- Whatever the planner expects of a table that has just grown, it must not read a word's contacts and then sort them: there may be a million.
CREATE FUNCTION contacto_palabra_desde(p_organizacion bigint, p_palabra text, p_nombre text, p_contacto bigint)
    RETURNS TABLE (nombre text, contacto_id bigint, ultimo boolean)
    LANGUAGE sql STABLE ROWS 256 SET search_path = gestor, pg_temp SET enable_bitmapscan = off SET enable_seqscan = off SET enable_sort = off AS $$
    SELECT p.nombre, p.contacto_id, row_number() OVER (ORDER BY p.nombre, p.contacto_id) = 256
    FROM   contacto_palabra p
    WHERE  p.organizacion_id = p_organizacion AND p.palabra = p_palabra AND (p.nombre, p.contacto_id) > (p_nombre, p_contacto)
    ORDER  BY p.nombre, p.contacto_id LIMIT 256
$$;

-- A word that nobody has any more stays in the vocabulary, and finds nobody. A session may have planned this while the table was empty.
CREATE FUNCTION contacto_vocablos() RETURNS trigger
    LANGUAGE plpgsql SET search_path = gestor, pg_temp SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO contacto_vocablo (organizacion_id, palabra, contacto_id)
    SELECT organizacion_id, palabra, contacto_id
    FROM  (SELECT organizacion_id, palabra, min(contacto_id) AS contacto_id FROM nuevas GROUP BY organizacion_id, palabra) n
    WHERE (SELECT true FROM contacto_vocablo v WHERE v.organizacion_id = n.organizacion_id AND v.palabra = n.palabra LIMIT 1) IS NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER vocablos AFTER INSERT ON contacto_palabra
    REFERENCING NEW TABLE AS nuevas FOR EACH STATEMENT EXECUTE FUNCTION contacto_vocablos();

-- New contacts per statement: a file of many pays one insert, in the order of the key.
CREATE FUNCTION contacto_palabras_nuevas() RETURNS trigger
    LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    INSERT INTO contacto_palabra (organizacion_id, palabra, nombre, contacto_id)
    SELECT n.organizacion_id, p.palabra, n.nombre, n.contacto_id FROM nuevos n, palabras(n.busqueda) p ORDER BY 1, 2, 3, 4;
    RETURN NULL;
END $$;
CREATE TRIGGER palabras_nuevas AFTER INSERT ON contacto
    REFERENCING NEW TABLE AS nuevos FOR EACH STATEMENT EXECUTE FUNCTION contacto_palabras_nuevas();

CREATE FUNCTION contacto_palabras_cambio() RETURNS trigger
    LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    DELETE FROM contacto_palabra
    WHERE  organizacion_id = OLD.organizacion_id AND palabra = ANY (ARRAY(SELECT palabra FROM palabras(OLD.busqueda)))
    AND    nombre = OLD.nombre AND contacto_id = OLD.contacto_id;
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO contacto_palabra (organizacion_id, palabra, nombre, contacto_id)
        SELECT NEW.organizacion_id, p.palabra, NEW.nombre, NEW.contacto_id FROM palabras(NEW.busqueda) p;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER palabras_cambio AFTER UPDATE ON contacto FOR EACH ROW
    WHEN ((OLD.organizacion_id, OLD.contacto_id, OLD.nombre, OLD.busqueda) IS DISTINCT FROM (NEW.organizacion_id, NEW.contacto_id, NEW.nombre, NEW.busqueda))
    EXECUTE FUNCTION contacto_palabras_cambio();
CREATE TRIGGER palabras_borrado AFTER DELETE ON contacto FOR EACH ROW EXECUTE FUNCTION contacto_palabras_cambio();

-- A load that trusts its references (session_replication_role = replica) still has to be found.
ALTER TABLE contacto_palabra ENABLE ALWAYS TRIGGER vocablos;
ALTER TABLE contacto         ENABLE ALWAYS TRIGGER palabras_nuevas, ENABLE ALWAYS TRIGGER palabras_cambio, ENABLE ALWAYS TRIGGER palabras_borrado;

-- What there is already. (Forced row level security holds for an owner that is no superuser too.)
ALTER TABLE organizacion NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
    v_org bigint;
BEGIN
    FOR v_org IN SELECT organizacion_id FROM organizacion LOOP
        PERFORM set_config('gestor.organizacion', v_org::text, true);
        INSERT INTO contacto_palabra (organizacion_id, palabra, nombre, contacto_id)
        SELECT v_org, p.palabra, c.nombre, c.contacto_id FROM contacto c, palabras(c.busqueda) p WHERE c.organizacion_id = v_org;
    END LOOP;
    PERFORM set_config('gestor.organizacion', '', true);
END $$;
ALTER TABLE organizacion     FORCE ROW LEVEL SECURITY;
ALTER TABLE contacto_palabra ADD CONSTRAINT pk_contacto_palabra PRIMARY KEY (organizacion_id, palabra, nombre, contacto_id);
CREATE INDEX ix_contacto_vocablo__palabra ON contacto_vocablo USING gin (organizacion_id, palabra public.gin_trgm_ops);
ANALYZE contacto_palabra, contacto_vocablo;
