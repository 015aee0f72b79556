-- 0023: the trail (0018) at a third of its price. A row made jsonb costs a microsecond per column and was made three times for every change; the lines of a
-- price list cost four times what writing them did. Now `vigilar` writes a function for each table, in which only what differs becomes jsonb.
-- A change keeps the JSON type of its column; whoever reads it asks for text. A column added to a watched table needs its `vigilar` again: it
-- may be called as often as one likes, and tests/schema/bitacora.sql finds what was forgotten.

CREATE FUNCTION bitacora_de(tabla regclass) RETURNS text
    LANGUAGE sql STABLE SET search_path = gestor, pg_temp RETURN 'bitacora_de_' || (SELECT relname FROM pg_class WHERE oid = tabla);

-- A trigger's function: it belongs to the role that nobody logs in as (0002), which may create it for this moment.
CREATE PROCEDURE bitacora_funcion(nombre text, cuerpo text, ajustes text DEFAULT '')
    LANGUAGE plpgsql AS $$
BEGIN
    -- coalesce: of a setting that nobody ever made, AND would ask the second question too.
    EXECUTE format($f$CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = gestor, pg_temp %s AS %L$f$,
                   nombre, ajustes, format($f$
DECLARE
    distintos jsonb[];
BEGIN
    IF coalesce(current_setting('gestor.bitacora', true), '') = 'no' AND has_table_privilege(session_user, 'gestor.organizacion', 'INSERT') THEN RETURN NULL; END IF;%s
    RETURN NULL;
END$f$, cuerpo));
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I() FROM PUBLIC', nombre);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %I() TO %I', nombre, current_user);
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    EXECUTE format('ALTER FUNCTION %I() OWNER TO gestor_seguridad', nombre);
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
END $$;

-- The function of a table of which each row is told by itself: a new one is its own evidence, a change says what was before and after. `registro`, `recurso`,
-- `folio` and `accion` (of an update) are expressions.
CREATE PROCEDURE bitacora_de_registros(tabla regclass, columnas text[], secretos text[], registro text, documento boolean, recurso text, folio text, accion text)
    LANGUAGE plpgsql AS $$
DECLARE
    comparadas text := (SELECT string_agg(format('CASE WHEN OLD.%1$I IS DISTINCT FROM NEW.%1$I THEN %2$s END', c,
                            CASE WHEN c = ANY (secretos) THEN quote_literal('null') || '::jsonb'
                                 ELSE format('jsonb_build_object(''campo'', %L, ''antes'', OLD.%2$I, ''despues'', NEW.%2$I)', campo_de(c), c) END),
                            E',\n        ' ORDER BY n) FROM unnest(columnas) WITH ORDINALITY AS u (c, n));
    cambios    text := CASE WHEN secretos = '{}' THEN 'to_jsonb(distintos)'
                            ELSE 'nullif(to_jsonb(array_remove(distintos, ''null'')), ''[]'')' END;
BEGIN
    CALL bitacora_funcion(bitacora_de(tabla), format($f$
    IF TG_OP = 'INSERT' THEN
        INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion)
        VALUES (NEW.organizacion_id, %1$s, %2$L, %3$s, %4$s, 'Crear');
        RETURN NULL;
    END IF;
    distintos := array_remove(ARRAY[
        %5$s], NULL);
    IF cardinality(distintos) > 0 THEN
        INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion, cambios)
        VALUES (OLD.organizacion_id, %1$s, %2$L, %3$s, %4$s, CASE TG_OP WHEN 'UPDATE' THEN %6$s ELSE 'Eliminar' END, %7$s);
    END IF;$f$, registro, documento, recurso, folio, comparadas, accion, cambios));
END $$;

-- As in 0018: recurso is what the interface calls a record; '' is a part of a document, whose birth the document tells. `propia` narrows which
-- updates count.
CREATE OR REPLACE PROCEDURE vigilar(tabla regclass, recurso text, id text, folio text DEFAULT '', secretos text[] DEFAULT '{}', propia text DEFAULT 'true')
    LANGUAGE plpgsql AS $$
DECLARE
    columnas text[] := (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
                        WHERE  attrelid = tabla AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname NOT IN ('organizacion_id', 'modificado'));
    parte    boolean := recurso = '';
    una      text := 'coalesce(NEW.%1$I, OLD.%1$I)';
    suya     text := 'coalesce((SELECT t.%2$I FROM transaccion t WHERE t.organizacion_id = OLD.organizacion_id AND t.transaccion_id = OLD.%1$I), '''')';  -- by hand, without saying whose
    llamada  text := format('EXECUTE FUNCTION %I()', bitacora_de(tabla));
BEGIN
    IF NOT secretos <@ columnas THEN RAISE EXCEPTION '% no tiene esas columnas: %', tabla, secretos; END IF;
    CALL bitacora_de_registros(tabla, columnas, secretos,
        CASE WHEN id = '' THEN '0' ELSE format(una, id) END, parte,
        CASE WHEN parte THEN format(suya, id, 'tipo_documento') ELSE quote_literal(recurso) END,
        CASE WHEN parte THEN format(suya, id, 'folio') WHEN folio = '' THEN quote_literal('') ELSE format('coalesce(%s::text, '''')', format(una, folio)) END,
        quote_literal('Modificar'));
    IF NOT parte THEN
        EXECUTE format('CREATE OR REPLACE TRIGGER bitacora_crear AFTER INSERT OR DELETE ON %s FOR EACH ROW %s', tabla, llamada);
    END IF;
    EXECUTE format('CREATE OR REPLACE TRIGGER bitacora_modificar AFTER UPDATE ON %s FOR EACH ROW %s %s', tabla,
                   CASE WHEN propia <> 'true' THEN format('WHEN (%s)', propia) ELSE '' END, llamada);
END $$;

-- Lines of a record: at most 100 of them to a row of the trail, so that 5,000 prices are 50 rows and a page of the trail is still a page. As precio_recordar
-- (0012), the join is planned once for one line or for 5,000.
CREATE OR REPLACE PROCEDURE vigilar_lineas(tabla regclass, recurso text, id text, lista text)
    LANGUAGE plpgsql AS $$
DECLARE
    linea   text := (SELECT 'jsonb_build_object(' || string_agg(format('%L, %%1$s.%I', campo_de(attname), attname), ', ' ORDER BY attnum) || ')'
                     FROM   pg_attribute WHERE attrelid = tabla AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('organizacion_id', id));
    llave   text := (SELECT string_agg(format('d.%1$I = a.%1$I', a.attname), ' AND ') FROM pg_attribute a JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
                     WHERE  a.attrelid = tabla AND a.attnum = ANY (i.indkey));
    cuenta  text := format($f$
        INSERT INTO bitacora (organizacion_id, registro_id, recurso, accion, cambios)
        SELECT l.organizacion_id, l.registro_id, %L, 'Modificar', jsonb_agg(jsonb_build_object('campo', %L, 'antes', l.antes, 'despues', l.despues))
        FROM  (SELECT %%s, row_number() OVER () - 1 AS n FROM %%s) l
        GROUP  BY l.organizacion_id, l.registro_id, l.n / 100;$f$, recurso, lista);
    llamada text := format('FOR EACH STATEMENT EXECUTE FUNCTION %I()', bitacora_de(tabla));
BEGIN
    CALL bitacora_funcion(bitacora_de(tabla), format($f$
    IF TG_OP = 'INSERT' THEN%s
    ELSIF TG_OP = 'DELETE' THEN%s
    ELSE%s
    END IF;$f$,
        format(cuenta, format('d.organizacion_id, d.%I AS registro_id, '''' AS antes, %s AS despues', id, format(linea, 'd')), 'despues d'),
        format(cuenta, format('a.organizacion_id, a.%I AS registro_id, %s AS antes, '''' AS despues', id, format(linea, 'a')), 'antes a'),
        format(cuenta, format('d.organizacion_id, d.%I AS registro_id, %s AS antes, %s AS despues', id, format(linea, 'a'), format(linea, 'd')),
               format('antes a JOIN despues d ON %s WHERE a.* IS DISTINCT FROM d.*', llave))), 'SET enable_nestloop = off');
    EXECUTE format('CREATE OR REPLACE TRIGGER bitacora_crear     AFTER INSERT ON %s REFERENCING NEW TABLE AS despues %s', tabla, llamada);
    EXECUTE format('CREATE OR REPLACE TRIGGER bitacora_eliminar  AFTER DELETE ON %s REFERENCING OLD TABLE AS antes %s', tabla, llamada);
    EXECUTE format('CREATE OR REPLACE TRIGGER bitacora_modificar AFTER UPDATE ON %s REFERENCING OLD TABLE AS antes NEW TABLE AS despues %s', tabla, llamada);
END $$;
REVOKE EXECUTE ON PROCEDURE bitacora_funcion, bitacora_de_registros, vigilar, vigilar_lineas FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION bitacora_de FROM PUBLIC;

-- ---- documents ----
CALL bitacora_de_registros('transaccion', '{estado, saldo, motivo_cancelacion, uuid, estatus_timbrado, validacion, verificado, notas}', '{}',
    'NEW.transaccion_id', true, 'NEW.tipo_documento', 'NEW.folio',
    $$CASE WHEN NEW.estado = 'Cancelado' AND OLD.estado <> 'Cancelado' THEN 'Cancelar' ELSE 'Modificar' END$$);
CREATE OR REPLACE TRIGGER bitacora_crear     AFTER INSERT ON transaccion FOR EACH ROW EXECUTE FUNCTION bitacora_de_transaccion();
CREATE OR REPLACE TRIGGER bitacora_modificar AFTER UPDATE ON transaccion FOR EACH ROW EXECUTE FUNCTION bitacora_de_transaccion();
-- A póliza of a document is told of with it; one of its own is a record.
CALL bitacora_de_registros('poliza', '{concepto}', '{}', 'NEW.poliza_id', false, '''Poliza''', 'NEW.concepto', '''Modificar''');
CREATE OR REPLACE TRIGGER bitacora_crear AFTER INSERT ON poliza FOR EACH ROW WHEN (NEW.transaccion_id IS NULL) EXECUTE FUNCTION bitacora_de_poliza();

-- ---- records and their lines: those of 0018, by the arguments of their triggers ----
DO $$
DECLARE
    v record;
BEGIN
    FOR v IN SELECT t.tgrelid::regclass AS tabla, p.proname, string_to_array(encode(t.tgargs, 'escape'), '\000') AS a
             FROM   pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
             WHERE  t.tgname = 'bitacora_modificar' AND p.proname IN ('bitacora_registro', 'bitacora_linea') AND p.pronamespace = 'gestor'::regnamespace LOOP
        IF v.proname = 'bitacora_linea' THEN CALL vigilar_lineas(v.tabla, v.a[1], v.a[2], v.a[3]);
        ELSE CALL vigilar(v.tabla, v.a[1], v.a[2], v.a[3], v.a[5]::text[]); END IF;
    END LOOP;
END $$;
-- What authentication writes of a user or a key it writes as gestor_seguridad, which can do nothing else to these columns: no trace.
CALL vigilar('usuario', 'Usuario', 'usuario_id', 'usuario', '{contrasena}',
    'NOT (current_user = ''gestor_seguridad'' AND (OLD.fallos, OLD.fallos_desde, OLD.bloqueado_hasta, OLD.contrasena)
          IS DISTINCT FROM (NEW.fallos, NEW.fallos_desde, NEW.bloqueado_hasta, NEW.contrasena))');
CALL vigilar('consumidor_api', 'ConsumidorApi', 'consumidor_api_id', 'nombre', '{hash}', 'OLD.ultimo_uso IS NOT DISTINCT FROM NEW.ultimo_uso');

-- What an organization is born with is silent from its own row on; this fires after bitacora_crear, by its name.
CREATE FUNCTION bitacora_callar() RETURNS trigger
    LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
BEGIN
    PERFORM set_config('gestor.bitacora', 'no', true);
    RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION bitacora_callar FROM PUBLIC;
CREATE TRIGGER bitacora_nacer AFTER INSERT ON organizacion FOR EACH ROW EXECUTE FUNCTION bitacora_callar();

DROP FUNCTION bitacora_documento, bitacora_documento_cambio, bitacora_registro, bitacora_linea, campos_de;

-- ---- the parts of a document ----
-- A CHECK is prepared anew for every statement, and a function in SQL then becomes part of it: five of them cost each statement that writes a document
-- 180 µs. One in plpgsql is only called. What they say is as before (0014, 0016).
CREATE OR REPLACE FUNCTION cubetas_total(c cubetas) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN c.base16 + c.iva16 + c.base8 + c.iva8 + c.base0 + c.exento + c.no_afecto - c.iva_ret - c.isr_ret;
END $$;
CREATE OR REPLACE FUNCTION cubetas_bien(c cubetas) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN c IS NOT DISTINCT FROM NULL
        OR (c IS NOT NULL AND least(c.base16, c.iva16, c.base8, c.iva8, c.base0, c.exento, c.no_afecto, c.ieps, c.iva_ret, c.isr_ret) >= 0);
END $$;
