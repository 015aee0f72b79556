-- 0001: roles, extensions and the helpers every later file uses.

CREATE EXTENSION IF NOT EXISTS pg_trgm   WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS unaccent  WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

-- Roles belong to the cluster, not to the database, so another database may have made them (or be making them) already.
--   gestor_app        the server: owns nothing, never bypasses row level security
--   gestor_seguridad  nobody logs in as it; it owns the few functions that must look before the tenant is known
DO $$
DECLARE
    rol text;
BEGIN
    FOREACH rol IN ARRAY ARRAY['gestor_app', 'gestor_seguridad'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = rol) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I %s NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE',
                               rol, CASE rol WHEN 'gestor_app' THEN 'LOGIN' ELSE 'NOLOGIN' END);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;   -- the other migration won the race
            END;
        END IF;
    END LOOP;
    EXECUTE format('ALTER DATABASE %I SET search_path = gestor, public', current_database());
END $$;

REVOKE ALL   ON SCHEMA gestor FROM PUBLIC;
GRANT  USAGE ON SCHEMA gestor TO gestor_app, gestor_seguridad;

-- Under row level security only LEAKPROOF operators may reach an index; LIKE is not marked so by default, and a search
-- would read the whole tenant. textlike reports nothing about its arguments. Only a superuser may say it.
DO $$
BEGIN
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
    ELSE
        RAISE NOTICE 'LIKE queda sin LEAKPROOF (se requiere superusuario): las búsquedas no usarán índice';
    END IF;
END $$;

-- Text as search compares it: no accents, lower case. unaccent goes first, so that lower() only meets ASCII and the result
-- does not depend on the cluster's locale. IMMUTABLE is a promise: the dictionary file must not be edited under us.
CREATE FUNCTION normalizar(texto text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto));

-- What a caller searches for, as a LIKE pattern over a `busqueda` column: parts of words; % and _ mean themselves.
CREATE FUNCTION patron(texto text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN '%' || replace(replace(replace(normalizar(texto), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Second barrier behind the organizacion_id of each query. FORCE: the owner obeys too.
-- The expression stands in the policy itself (not in a function) so that it becomes a plain index condition.
CREATE PROCEDURE proteger(tabla regclass)
    LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', tabla);
    EXECUTE format($p$CREATE POLICY organizacion ON %s
                      USING      (organizacion_id = nullif(current_setting('gestor.organizacion', true), '')::bigint)
                      WITH CHECK (organizacion_id = nullif(current_setting('gestor.organizacion', true), '')::bigint)$p$, tabla);
END $$;
REVOKE EXECUTE ON PROCEDURE proteger FROM PUBLIC;
