-- What belongs to the cluster, or to the database as a whole: a dump carries what is inside a database, and none of this. `gestor migrate`
-- runs it every time, before the migrations; `gestor preparar` runs it alone, on the empty database that a dump will be restored into, whose
-- owners and grants name these roles. Only what is missing is done, so that repeating it asks for no more rights than migrating does.
DO $$
DECLARE
    rol text;
BEGIN
    FOREACH rol IN ARRAY ARRAY['gestor_app', 'gestor_seguridad'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = rol) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I %s NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE',
                               rol, CASE rol WHEN 'gestor_app' THEN 'LOGIN' ELSE 'NOLOGIN' END);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;   -- another database of the cluster won the race
            END;
        END IF;
    END LOOP;
    -- For people with psql; the program's own sessions say it themselves.
    IF NOT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
                   WHERE d.datname = current_database() AND s.setrole = 0 AND 'search_path=gestor, public' = ANY (s.setconfig)) THEN
        EXECUTE format('ALTER DATABASE %I SET search_path = gestor, public', current_database());
    END IF;
    -- See 0001. It is a mark on a function of PostgreSQL's own, and those are not dumped.
    IF NOT (SELECT proleakproof FROM pg_proc WHERE oid = 'pg_catalog.textlike(text, text)'::regprocedure)
       AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
    END IF;
END $$;
