-- Proves that every write of a tenant is in the audit trail (0018). Each tenant table is watched, or is listed here
-- with the reason why not; and only the triggers write the trail.
WITH sin_vigilar (tabla, razon) AS (VALUES
    ('bitacora',              'es la bitácora'),
    ('partida',               'nace con su documento; lo que avanza lo dice el documento que la avanza, y la que se quita, su disparador'),
    ('partida_impuesto',      'nace con su documento'),
    ('retencion',             'nace con su documento'),
    ('partida_serie',         'nace con su documento'),
    ('partida_lote',          'nace con su documento'),
    ('relacion',              'nace con su documento'),
    ('devolucion_ruta_partida', 'nace con su devolución y no cambia'),
    ('liquidacion_ruta_partida', 'es de su liquidación, que dice lo que suma'),
    ('orden_trabajo_archivo', 'nace con su archivo, que sí se vigila'),
    ('orden_trabajo_accion',  'es ella misma la historia de su orden de trabajo'),
    ('compra',                'nace con su documento'),
    ('reempaque',             'nace con su documento'),
    ('factura_viaje',         'nace con su documento'),
    ('partida_tercero',       'nace con su documento'),
    ('viaje_servicio',        'nace con la factura, o con lo que se carga del expediente'),
    ('autorizacion',          'la dice el cambio de estado de su documento'),
    ('cheque_folio',          'el número queda en el egreso que lo toma'),
    ('aplicacion',            'lleva su usuario y momento; los dos documentos dicen el cambio de su saldo'),
    ('poliza_movimiento',     'nace con su póliza'),
    ('poliza_recurrente_mes', 'nace con la póliza de ese mes, que sí se vigila'),
    ('poliza_folio',          'lo mueven las pólizas'),
    ('serie_folio',           'nace con su sucursal; lo mueven los documentos'),
    ('archivo_bloque',        'lo dice el registro al que pertenece'),
    ('existencia',            'la mueven los documentos'),
    ('existencia_serie',      'la mueven los documentos'),
    ('existencia_lote',       'la mueven los documentos'),
    ('capa',                  'la mueven los documentos'),
    ('costo_adicional',       'nace con su documento'),
    ('mercancia_perdida',     'nace con su documento'),
    ('movimiento_inventario', 'nace con su documento'),
    ('movimiento_transito',   'nace con su documento'),
    ('apartado',              'lo mueven los documentos'),
    ('precio_historia',       'la escribe el disparador de precio'),
    ('contacto_palabra',      'derivada de contacto'),
    ('contacto_vocablo',      'derivada de contacto'),
    ('saldo_mensual',         'derivada de las pólizas'),
    ('cfdi_informado',        'copia de lo que dice el SAT; la carga se repite y no cambia libros'),
    ('idempotencia',          'la respuesta de una operación, que ya está en la bitácora'),
    ('trabajo',               'lo que falta por hacer: al hacerse deja lo suyo'),
    ('revocacion',            'la dice la versión del usuario o consumidor'))
SELECT c.relname AS objeto, 'tabla de organizaciones sin CALL vigilar' AS falta
FROM   pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizacion_id' AND NOT a.attisdropped
WHERE  c.relnamespace = 'gestor'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT IN (SELECT tabla FROM sin_vigilar)
AND    NOT EXISTS (SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
                   WHERE t.tgrelid = c.oid AND t.tgenabled = 'O' AND p.proname = 'bitacora_de_' || c.relname)
UNION ALL
-- Watched columns of transaccion and poliza are chosen by hand (0023); every other table compares all its columns.
SELECT c.relname || '.' || a.attname, 'columna que la bitácora no compara: repita su CALL vigilar'
FROM   pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_attribute a ON a.attrelid = c.oid
WHERE  t.tgname = 'bitacora_modificar' AND c.relname NOT IN ('transaccion', 'poliza') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
AND    a.attname NOT IN ('organizacion_id', 'modificado') AND p.prosrc !~ ('\m(NEW|d)\.' || a.attname || '\M')
UNION ALL
SELECT s.tabla, 'no es una tabla de organizaciones' FROM sin_vigilar s WHERE to_regclass('gestor.' || s.tabla) IS NULL
UNION ALL
SELECT r.rolname, 'puede escribir la bitácora'
FROM   pg_roles r CROSS JOIN (VALUES ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) p (privilegio)
WHERE  r.rolname IN ('gestor_app', 'gestor_seguridad') AND has_table_privilege(r.rolname, 'gestor.bitacora', p.privilegio)
AND    (r.rolname, p.privilegio) <> ('gestor_seguridad', 'INSERT')
UNION ALL
SELECT t.tabla || '.' || c.columna, 'gestor_app puede decir quién o cuándo'
FROM   (VALUES ('aplicacion'), ('poliza')) t (tabla) CROSS JOIN (VALUES ('usuario_id'), ('registrada')) c (columna)
WHERE  has_column_privilege('gestor_app', 'gestor.' || t.tabla, c.columna, 'INSERT') OR has_column_privilege('gestor_app', 'gestor.' || t.tabla, c.columna, 'UPDATE');
