-- 0015: what the planner thinks of organizations. A statement that writes is planned once for all of them, and by the average of thousands
-- of small ones it would read all rows of "the" organization and throw away the rest: a good plan for a shop with ten documents, and the
-- whole ledger, per deposit, for the one that has a million. So organizations are told to be as large as their tables: then a plan goes by
-- the keys that the statement names, which is never wrong by more than a few pages. (`organizacion` itself has one row of each.)
ALTER PROCEDURE proteger(regclass) RENAME TO proteger_filas;
CREATE PROCEDURE proteger(tabla regclass)
    LANGUAGE plpgsql AS $$
BEGIN
    CALL proteger_filas(tabla);
    EXECUTE format('ALTER TABLE %s ALTER organizacion_id SET (n_distinct = 1)', tabla);
END $$;
REVOKE EXECUTE ON PROCEDURE proteger FROM PUBLIC;

DO $$
DECLARE tabla regclass;
BEGIN
    FOR tabla IN
        SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizacion_id'
        WHERE c.relnamespace = 'gestor'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'organizacion'
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER organizacion_id SET (n_distinct = 1)', tabla);
        EXECUTE format('ANALYZE %s', tabla);
    END LOOP;
END $$;
