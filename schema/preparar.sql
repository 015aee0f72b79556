-- Objects of the cluster, or of the database as a whole: a dump has the contents of a database and none of these.
-- `gestor migrate` runs this script every time, before the migrations; `gestor preparar` runs it alone, on the empty
-- database for the restore of a dump, whose owners and grants name these roles. Only missing objects are made, so that
-- repeating the script requires no more rights than migrating.
DO $$
DECLARE
    rol text;
BEGIN
    FOREACH rol IN ARRAY ARRAY['gestor_app', 'gestor_seguridad'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = rol) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I %s NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE',
                               rol, CASE rol WHEN 'gestor_app' THEN 'LOGIN' ELSE 'NOLOGIN' END);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;   -- another database of the cluster created
                                                                             -- the role first
            END;
        END IF;
    END LOOP;
    -- For people with psql; the program's own sessions set search_path themselves.
    IF NOT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
                   WHERE d.datname = current_database() AND s.setrole = 0 AND 'search_path=gestor, public' = ANY (s.setconfig)) THEN
        EXECUTE format('ALTER DATABASE %I SET search_path = gestor, public', current_database());
    END IF;
    -- LEAKPROOF of textlike, see 0001: a mark on a function of PostgreSQL itself, which a dump does not carry.
    IF NOT (SELECT proleakproof FROM pg_proc WHERE oid = 'pg_catalog.textlike(text, text)'::regprocedure)
       AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        ALTER FUNCTION pg_catalog.textlike(text, text) LEAKPROOF;
    END IF;
END $$;
