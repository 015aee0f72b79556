-- Proves that every constraint that a caller's data can violate names its field (kind_table__field): errors find the
-- field by that name.
SELECT conrelid::regclass::text || '.' || conname AS objeto, 'el nombre no dice el campo' AS falta
FROM   pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
JOIN   pg_attribute a ON a.attrelid = t.oid AND a.attname = 'organizacion_id' AND NOT a.attisdropped
WHERE  c.connamespace = 'gestor'::regnamespace AND c.contype IN ('u', 'f', 'c')
AND    c.conname !~ ('^(uq|fk|ck)_' || t.relname || '__[a-z][A-Za-z0-9]*$')
UNION ALL
SELECT i.indexrelid::regclass::text, 'índice único cuyo nombre no dice el campo'
FROM   pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
WHERE  t.relnamespace = 'gestor'::regnamespace AND i.indisunique AND NOT i.indisprimary
AND    x.relname !~ ('^uq_' || t.relname || '__[a-z][A-Za-z0-9]*$');
