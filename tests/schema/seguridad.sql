-- Proves that row level security is enabled, forced and has its policy on every tenant table, and that gestor_app can neither bypass it, own anything, nor delete documents.
SELECT c.relname AS objeto, 'sin seguridad por fila forzada' AS falta
FROM   pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizacion_id' AND NOT a.attisdropped
WHERE  c.relnamespace = 'gestor'::regnamespace AND c.relkind = 'r'
AND   (NOT c.relrowsecurity OR NOT c.relforcerowsecurity
       OR NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'organizacion' AND p.polcmd = '*'
                      AND p.polroles = '{0}' AND p.polqual IS NOT NULL AND p.polwithcheck IS NOT NULL))
UNION ALL
SELECT c.relname, 'la política ' || p.polname || ' abre la tabla a otro rol que gestor_seguridad'
FROM   pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE  c.relnamespace = 'gestor'::regnamespace AND p.polname <> 'organizacion' AND p.polpermissive   -- a restrictive policy only removes rows
AND    p.polroles <> ARRAY[(SELECT oid FROM pg_roles WHERE rolname = 'gestor_seguridad')]
UNION ALL
SELECT rolname, 'rol con más poder del debido' FROM pg_roles
WHERE  rolname IN ('gestor_app', 'gestor_seguridad') AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb)
UNION ALL
SELECT c.relname, 'gestor_app es dueño' FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
WHERE  c.relnamespace = 'gestor'::regnamespace AND r.rolname = 'gestor_app'
UNION ALL
SELECT c.relname, 'gestor_app puede borrar' FROM pg_class c
WHERE  c.relnamespace = 'gestor'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('contacto_adicional', 'existencia_serie', 'contacto_palabra', 'lista_precios_sucursal', 'poliza_recurrente_partida', 'precio', 'producto_componente', 'recibo_de_pago_egreso', 'trabajo')
AND    has_table_privilege('gestor_app', c.oid, 'DELETE')
AND    NOT (c.relname IN ('partida', 'partida_impuesto', 'partida_serie', 'partida_lote')   -- lines of documents without effects: a trigger checks it
            AND EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'partida_fija' AND g.tgenabled = 'O'))
AND    NOT (c.relname = 'archivo' AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd = 'd'
                                              AND pg_get_expr(p.polqual, p.polrelid) = '(transaccion_id IS NULL)'))
UNION ALL
SELECT c.relname, 'gestor_app puede escribir un catálogo global' FROM pg_class c
WHERE  c.relnamespace = 'gestor'::regnamespace AND c.relkind = 'r'
AND    NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizacion_id' AND NOT a.attisdropped)
AND   (has_table_privilege('gestor_app', c.oid, 'INSERT') OR has_table_privilege('gestor_app', c.oid, 'UPDATE') OR has_table_privilege('gestor_app', c.oid, 'DELETE'))
UNION ALL
SELECT 'usuario.contrasena', 'gestor_app lee la contraseña' WHERE has_column_privilege('gestor_app', 'gestor.usuario', 'contrasena', 'SELECT')
UNION ALL
SELECT 'consumidor_api.hash', 'gestor_app lee la llave'     WHERE has_column_privilege('gestor_app', 'gestor.consumidor_api', 'hash', 'SELECT')
UNION ALL
SELECT p.proname, 'función SECURITY DEFINER sin search_path fijo o de otro dueño' FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
WHERE  p.pronamespace = 'gestor'::regnamespace AND p.prosecdef
AND   (r.rolname <> 'gestor_seguridad' OR NOT coalesce(p.proconfig::text LIKE '%search_path=%', false));
