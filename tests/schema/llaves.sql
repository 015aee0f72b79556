-- Proves that organizacion_id leads every primary key, unique index and foreign key of tenant tables.
-- A reference across tenants then cannot be stored. The planner knows of each of these tables that one organization may
-- be as large as the table (0015). Rows are violations. A foreign key to organizacion itself or to a global catalog
-- needs no tenant.
WITH inquilino AS (
    SELECT a.attrelid, a.attnum FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE  c.relnamespace = 'gestor'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'organizacion_id' AND NOT a.attisdropped)
SELECT i.indexrelid::regclass::text AS objeto, 'índice único que no empieza por organizacion_id' AS falta
FROM   pg_index i JOIN inquilino t ON t.attrelid = i.indrelid
WHERE  i.indisunique AND i.indkey[0] <> t.attnum
UNION ALL
SELECT c.conname, 'llave foránea entre tablas de organizaciones que no empieza por organizacion_id'
FROM   pg_constraint c JOIN inquilino t ON t.attrelid = c.conrelid JOIN inquilino r ON r.attrelid = c.confrelid
WHERE  c.contype = 'f' AND (c.conkey[1] <> t.attnum OR c.confkey[1] <> r.attnum)
UNION ALL
SELECT c.oid::regclass::text, 'tabla sin llave primaria'
FROM   pg_class c WHERE c.relnamespace = 'gestor'::regnamespace AND c.relkind = 'r' AND c.relname <> 'demo'
AND    NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
UNION ALL
SELECT a.attrelid::regclass::text, 'tabla de organizaciones sin n_distinct = 1: falta CALL proteger'
FROM   pg_attribute a JOIN inquilino t USING (attrelid, attnum)
WHERE  a.attrelid <> 'organizacion'::regclass AND NOT coalesce('n_distinct=1' = ANY (a.attoptions), false);
