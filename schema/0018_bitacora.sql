-- 0018: who did what. Every write leaves its row in `bitacora`, by triggers, in its own transaction: no path can forget it, and the server's
-- role cannot write there. Applications and pólizas carry their user and moment; pólizas are numbered by type and month.
-- Who, when and why come from the transaction (persistence/session.cpp): gestor.usuario, .consumidor, .solicitud, .operacion. Whoever does not
-- say them is named by his connection: «gestor usuario crear/ana» is what the operator's commands call theirs, or else the role.

CREATE TABLE bitacora (
    organizacion_id   bigint      NOT NULL,
    bitacora_id       bigint      GENERATED ALWAYS AS IDENTITY,
    fecha             timestamptz NOT NULL DEFAULT now(),
    usuario_id        bigint      DEFAULT nullif(current_setting('gestor.usuario', true), '')::bigint,
    consumidor_api_id bigint      DEFAULT nullif(current_setting('gestor.consumidor', true), '')::bigint,
    registro_id       bigint      NOT NULL,                      -- 0: its folio is all its name
    documento         boolean     NOT NULL DEFAULT false,        -- registro_id is a transaccionId
    operador          text        NOT NULL DEFAULT               -- who is no user of the API
        CASE WHEN coalesce(current_setting('gestor.usuario', true), '') = ''
             THEN coalesce(nullif(split_part(current_setting('application_name'), '/', 2), ''), session_user) ELSE '' END,
    solicitud         text        NOT NULL DEFAULT coalesce(current_setting('gestor.solicitud', true), ''),
    operacion         text        NOT NULL DEFAULT
        coalesce(nullif(current_setting('gestor.operacion', true), ''), split_part(current_setting('application_name'), '/', 1)),
    recurso           text        NOT NULL,
    folio             text        NOT NULL DEFAULT '',
    accion            text        NOT NULL,
    cambios           jsonb,                                     -- [{campo, antes, despues}]; null: none
    CONSTRAINT pk_bitacora PRIMARY KEY (organizacion_id, fecha, bitacora_id)
);
-- No foreign keys: it outlives what it speaks of; and no checks: nobody writes it but the triggers below, and each costs every sale.
-- Each list walks one of these without sorting.
CREATE INDEX ix_bitacora__registro ON bitacora (organizacion_id, registro_id, fecha, bitacora_id);
CREATE INDEX ix_bitacora__usuario  ON bitacora (organizacion_id, usuario_id,  fecha, bitacora_id);
CALL proteger('bitacora');
CREATE POLICY seguridad ON bitacora FOR INSERT TO gestor_seguridad WITH CHECK (true);
GRANT SELECT ON bitacora TO gestor_app;
GRANT INSERT ON bitacora TO gestor_seguridad;
GRANT SELECT (organizacion_id, transaccion_id, tipo_documento, folio) ON transaccion TO gestor_seguridad;

-- A column as the interface spells it: limite_credito → limiteCredito, uso_cfdi → usoCFDI.
CREATE FUNCTION campo_de(columna text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN replace(left(columna, 1) || substr(replace(initcap(columna), '_', ''), 2), 'Cfdi', 'CFDI');
CREATE FUNCTION campos_de(fila jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT jsonb_object_agg(campo_de(key), value)::text FROM jsonb_each(fila));

-- What an organization is born with, and all of a demonstration, is one event: making the organization. From there on gestor.bitacora is 'no',
-- and the triggers heed that of whoever may make one, and of nobody else. They ask in their bodies: a WHEN is prepared anew for every
-- statement, and costs more than the call that it spares.

-- ---- documents ----
CREATE FUNCTION bitacora_documento() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = gestor, pg_temp AS $$
BEGIN
    IF current_setting('gestor.bitacora', true) = 'no' AND has_table_privilege(session_user, 'gestor.organizacion', 'INSERT') THEN RETURN NULL; END IF;
    INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion)
    VALUES (NEW.organizacion_id, NEW.transaccion_id, true, NEW.tipo_documento, NEW.folio, 'Crear');
    RETURN NULL;
END $$;
CREATE FUNCTION bitacora_documento_cambio() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = gestor, pg_temp AS $$
BEGIN
    IF (OLD.estado, OLD.saldo, OLD.uuid, OLD.estatus_timbrado, OLD.validacion, OLD.verificado, OLD.notas)
       = (NEW.estado, NEW.saldo, NEW.uuid, NEW.estatus_timbrado, NEW.validacion, NEW.verificado, NEW.notas) THEN RETURN NULL; END IF;
    IF current_setting('gestor.bitacora', true) = 'no' AND has_table_privilege(session_user, 'gestor.organizacion', 'INSERT') THEN RETURN NULL; END IF;
    INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion, cambios)
    SELECT NEW.organizacion_id, NEW.transaccion_id, true, NEW.tipo_documento, NEW.folio,
           CASE WHEN NEW.estado = 'Cancelado' AND OLD.estado <> 'Cancelado' THEN 'Cancelar' ELSE 'Modificar' END,
           jsonb_agg(jsonb_build_object('campo', c.campo, 'antes', c.antes, 'despues', c.despues))
    FROM  (VALUES ('estado', OLD.estado, NEW.estado), ('saldo', OLD.saldo::text, NEW.saldo::text),
                  ('motivoCancelacion', OLD.motivo_cancelacion, NEW.motivo_cancelacion),
                  ('uuid', OLD.uuid, NEW.uuid), ('estatusTimbrado', OLD.estatus_timbrado, NEW.estatus_timbrado),
                  ('validacion', OLD.validacion, NEW.validacion), ('verificado', OLD.verificado, NEW.verificado),
                  ('notas', OLD.notas, NEW.notas)) AS c (campo, antes, despues)
    WHERE  c.antes <> c.despues;
    RETURN NULL;
END $$;
CREATE TRIGGER bitacora_crear     AFTER INSERT ON transaccion FOR EACH ROW EXECUTE FUNCTION bitacora_documento();
CREATE TRIGGER bitacora_modificar AFTER UPDATE ON transaccion FOR EACH ROW EXECUTE FUNCTION bitacora_documento_cambio();

-- ---- records ----
-- Arguments: recurso, column of the id, column of the folio, columns that are nobody's doing, columns that nobody may read.
-- A new record is its own evidence, and each change keeps what was before: its values are not repeated here.
CREATE FUNCTION bitacora_registro() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = gestor, pg_temp AS $$
DECLARE
    antes   jsonb;
    despues jsonb;
    una     jsonb;
    nueva   bitacora;
BEGIN
    IF current_setting('gestor.bitacora', true) = 'no' AND has_table_privilege(session_user, 'gestor.organizacion', 'INSERT') THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN antes := to_jsonb(OLD) - TG_ARGV[3]::text[]; END IF;
    IF TG_OP <> 'DELETE' THEN despues := to_jsonb(NEW) - TG_ARGV[3]::text[]; END IF;
    IF antes = despues THEN RETURN NULL; END IF;
    una := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    nueva.organizacion_id := una ->> 'organizacion_id';
    nueva.registro_id := coalesce((una ->> TG_ARGV[1])::bigint, 0);
    nueva.documento := TG_ARGV[0] = '';
    nueva.recurso := TG_ARGV[0];
    nueva.folio := coalesce(una ->> TG_ARGV[2], '');
    IF nueva.documento THEN
        SELECT t.tipo_documento, t.folio INTO nueva.recurso, nueva.folio FROM transaccion t
        WHERE  t.organizacion_id = nueva.organizacion_id AND t.transaccion_id = nueva.registro_id;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        SELECT jsonb_agg(jsonb_build_object('campo', campo_de(key), 'antes', coalesce(value #>> '{}', ''),
                                            'despues', coalesce(despues ->> key, '')))
        INTO   nueva.cambios FROM jsonb_each(antes - 'organizacion_id' - TG_ARGV[4]::text[]) WHERE value IS DISTINCT FROM despues -> key;
    END IF;
    INSERT INTO bitacora (organizacion_id, registro_id, documento, recurso, folio, accion, cambios)
    VALUES (nueva.organizacion_id, nueva.registro_id, nueva.documento, coalesce(nueva.recurso, ''), coalesce(nueva.folio, ''),
            CASE TG_OP WHEN 'INSERT' THEN 'Crear' WHEN 'UPDATE' THEN 'Modificar' ELSE 'Eliminar' END, nueva.cambios);
    IF TG_OP = 'INSERT' AND TG_RELNAME = 'organizacion' THEN PERFORM set_config('gestor.bitacora', 'no', true); END IF;
    RETURN NULL;
END $$;

-- ---- lines of a record: the branches of a price list, its prices ----
-- Arguments: recurso, column of the record's id, the list, the columns that are no part of a line's key. One insert for all lines of a
-- statement; as precio_recordar (0012), its join is planned once for one line or for 5,000.
CREATE FUNCTION bitacora_linea() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = gestor, pg_temp SET enable_nestloop = off AS $$
DECLARE
    ajenas text[] := ARRAY['organizacion_id', TG_ARGV[1]];
BEGIN
    IF current_setting('gestor.bitacora', true) = 'no' AND has_table_privilege(session_user, 'gestor.organizacion', 'INSERT') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        INSERT INTO bitacora (organizacion_id, registro_id, recurso, accion, cambios)
        SELECT (d.una ->> 'organizacion_id')::bigint, (d.una ->> TG_ARGV[1])::bigint, TG_ARGV[0], 'Modificar',
               jsonb_build_array(jsonb_build_object('campo', TG_ARGV[2], 'antes', '', 'despues', campos_de(d.una - ajenas)))
        FROM  (SELECT to_jsonb(x) AS una FROM despues x) d;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO bitacora (organizacion_id, registro_id, recurso, accion, cambios)
        SELECT (a.una ->> 'organizacion_id')::bigint, (a.una ->> TG_ARGV[1])::bigint, TG_ARGV[0], 'Modificar',
               jsonb_build_array(jsonb_build_object('campo', TG_ARGV[2], 'antes', campos_de(a.una - ajenas), 'despues', ''))
        FROM  (SELECT to_jsonb(x) AS una FROM antes x) a;
    ELSE
        INSERT INTO bitacora (organizacion_id, registro_id, recurso, accion, cambios)
        SELECT (d.una ->> 'organizacion_id')::bigint, (d.una ->> TG_ARGV[1])::bigint, TG_ARGV[0], 'Modificar',
               jsonb_build_array(jsonb_build_object('campo', TG_ARGV[2], 'antes', campos_de(a.una - ajenas), 'despues', campos_de(d.una - ajenas)))
        FROM  (SELECT to_jsonb(x) AS una FROM antes x) a
        JOIN  (SELECT to_jsonb(x) AS una FROM despues x) d ON d.una - TG_ARGV[3]::text[] = a.una - TG_ARGV[3]::text[]
        WHERE  d.una <> a.una;
    END IF;
    RETURN NULL;
END $$;

-- Watches a table of records: recurso is what the interface calls one; '' is a part of a document, whose birth the document tells.
-- `propia` narrows which updates count.
CREATE PROCEDURE vigilar(tabla regclass, recurso text, id text, folio text DEFAULT '', secretos text[] DEFAULT '{}', propia text DEFAULT 'true')
    LANGUAGE plpgsql AS $$
DECLARE
    derivadas text[] := (SELECT coalesce(array_agg(attname::text), '{}') FROM pg_attribute
                         WHERE attrelid = tabla AND attnum > 0 AND NOT attisdropped AND (attgenerated <> '' OR attname = 'modificado'));
    llamada   text := format('EXECUTE FUNCTION bitacora_registro(%L, %L, %L, %L, %L)', recurso, id, folio, derivadas, secretos);
BEGIN
    IF (SELECT count(*) FROM pg_attribute WHERE attrelid = tabla AND attname = ANY (ARRAY[nullif(id, ''), nullif(folio, '')] || secretos))
       <> cardinality(array_remove(ARRAY[nullif(id, ''), nullif(folio, '')], NULL) || secretos) THEN
        RAISE EXCEPTION '% no tiene esas columnas: %, %, %', tabla, id, folio, secretos;
    END IF;
    IF recurso <> '' THEN
        EXECUTE format('CREATE TRIGGER bitacora_crear AFTER INSERT OR DELETE ON %s FOR EACH ROW %s', tabla, llamada);
    END IF;
    EXECUTE format('CREATE TRIGGER bitacora_modificar AFTER UPDATE ON %s FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND %s) %s',
                   tabla, propia, llamada);
END $$;
CREATE PROCEDURE vigilar_lineas(tabla regclass, recurso text, id text, lista text)
    LANGUAGE plpgsql AS $$
DECLARE
    otras   text[] := (SELECT coalesce(array_agg(a.attname::text), '{}') FROM pg_attribute a JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
                       WHERE a.attrelid = tabla AND a.attnum > 0 AND NOT a.attisdropped AND a.attnum <> ALL (i.indkey));
    llamada text := format('FOR EACH STATEMENT EXECUTE FUNCTION bitacora_linea(%L, %L, %L, %L)', recurso, id, lista, otras);
BEGIN
    EXECUTE format('CREATE TRIGGER bitacora_crear     AFTER INSERT ON %s REFERENCING NEW TABLE AS despues %s', tabla, llamada);
    EXECUTE format('CREATE TRIGGER bitacora_eliminar  AFTER DELETE ON %s REFERENCING OLD TABLE AS antes %s', tabla, llamada);
    EXECUTE format('CREATE TRIGGER bitacora_modificar AFTER UPDATE ON %s REFERENCING OLD TABLE AS antes NEW TABLE AS despues %s', tabla, llamada);
END $$;
REVOKE EXECUTE ON PROCEDURE vigilar, vigilar_lineas FROM PUBLIC;

CALL vigilar('organizacion',           'Organizacion',          'organizacion_id',        'nombre');
CALL vigilar('sucursal',               'Sucursal',              'sucursal_id',            'clave');
CALL vigilar('almacen',                'Almacen',               'almacen_id',             'clave');
CALL vigilar('organizacion_moneda',    'Moneda',                'moneda_id');
CALL vigilar('forma_pago',             'FormaPago',             'forma_pago_id',          'nombre');
CALL vigilar('proyecto',               'Proyecto',              'proyecto_id',            'clave');
CALL vigilar('clasificador_costo',     'ClasificadorCosto',     'clasificador_costo_id',  'clave');
CALL vigilar('linea_canal',            'LineaCanal',            'linea_canal_id',         'clave');
CALL vigilar('vendedor',               'Vendedor',              'vendedor_id',            'clave');
CALL vigilar('agrupador_servicio',     'AgrupadorServicio',     'agrupador_servicio_id',  'clave');
CALL vigilar('personal_servicio',      'PersonalServicio',      'personal_servicio_id',   'clave');
CALL vigilar('contacto',               'Contacto',              'contacto_id',            'codigo');
CALL vigilar('contrato',               'Contrato',              'contrato_id',            'folio');
CALL vigilar('unidad_medida',          'UnidadMedida',          'unidad_medida_id',       'clave');
CALL vigilar('producto',               'Producto',              'producto_id',            'codigo');
CALL vigilar('concepto',               'Concepto',              'concepto_id',            'clave');
CALL vigilar('cuenta_bancaria',        'CuentaBancaria',        'cuenta_id',              'clave');
CALL vigilar('cuenta_contable',        'CuentaContable',        'cuenta_contable_id',     'codigo');
CALL vigilar('clasificacion_contacto', 'ClasificacionContacto', 'clasificacion_id',       'clave');
CALL vigilar('clasificacion_producto', 'ClasificacionProducto', 'clasificacion_id',       'clave');
CALL vigilar('tipo_cambio',            'TipoCambio',            'moneda_id',              'fecha');
CALL vigilar('addenda',                'Addenda',               'addenda_id',             'clave');
CALL vigilar('ruta',                   'Ruta',                  'ruta_id',                'clave');
CALL vigilar('promocion_cruzada',      'PromocionCruzada',      'promocion_id',           'nombre');
CALL vigilar('lista_precios',          'ListaPrecios',          'lista_precios_id',       'clave');
CALL vigilar('parametro',              'Parametro',             '',                       'clave');
-- Authentication counts attempts and uses before it knows the tenant: that is nobody's doing. To unlock a user is.
CALL vigilar('usuario',        'Usuario',       'usuario_id',        'usuario', '{contrasena}',
    '(coalesce(current_setting(''gestor.organizacion'', true), '''') <> '''' OR (OLD.fallos, OLD.fallos_desde, OLD.bloqueado_hasta)
      IS NOT DISTINCT FROM (NEW.fallos, NEW.fallos_desde, NEW.bloqueado_hasta))');
CALL vigilar('consumidor_api', 'ConsumidorApi', 'consumidor_api_id', 'nombre',  '{hash}',  'OLD.ultimo_uso IS NOT DISTINCT FROM NEW.ultimo_uso');

-- A month has no number of its own: 202611.
ALTER TABLE periodo ADD periodo_id integer GENERATED ALWAYS AS (ejercicio * 100 + mes) STORED;
CALL vigilar('periodo', 'Periodo', 'periodo_id');

CALL vigilar_lineas('usuario_sucursal',       'Usuario',          'usuario_id',       'sucursales');
CALL vigilar_lineas('usuario_clasificador',   'Usuario',          'usuario_id',       'clasificadores');
CALL vigilar_lineas('contacto_adicional',     'Contacto',         'contacto_id',      'contactosAdicionales');
CALL vigilar_lineas('concepto_cuenta',        'Concepto',         'concepto_id',      'cuentas');
CALL vigilar_lineas('concepto_contacto',      'Concepto',         'concepto_id',      'contactos');
CALL vigilar_lineas('promocion_sucursal',     'PromocionCruzada', 'promocion_id',     'sucursales');
CALL vigilar_lineas('promocion_condicion',    'PromocionCruzada', 'promocion_id',     'condiciones');
CALL vigilar_lineas('promocion_beneficio',    'PromocionCruzada', 'promocion_id',     'beneficios');
CALL vigilar_lineas('lista_precios_sucursal', 'ListaPrecios',     'lista_precios_id', 'sucursales');
CALL vigilar_lineas('precio',                 'ListaPrecios',     'lista_precios_id', 'precios');
CALL vigilar_lineas('producto_componente',    'Producto',         'producto_id',      'componentes');

CALL vigilar('movimiento_banco', '', 'transaccion_id');
CALL vigilar('documento',        '', 'transaccion_id');
CALL vigilar('orden_servicio',   '', 'transaccion_id');
CALL vigilar('orden_trabajo',    '', 'transaccion_id');
CALL vigilar('liquidacion_ruta', '', 'transaccion_id');

-- ---- applications and pólizas: by whom and when; empty in those of before ----
ALTER TABLE aplicacion ADD usuario_id bigint, ADD registrada timestamptz;
ALTER TABLE poliza     ADD usuario_id bigint, ADD registrada timestamptz,
    ADD numero integer NOT NULL DEFAULT 0;                       -- by type and month; 0 only while many are loaded, see polizas_numerar
ALTER TABLE aplicacion ALTER usuario_id SET DEFAULT nullif(current_setting('gestor.usuario', true), '')::bigint, ALTER registrada SET DEFAULT now();
ALTER TABLE poliza     ALTER usuario_id SET DEFAULT nullif(current_setting('gestor.usuario', true), '')::bigint, ALTER registrada SET DEFAULT now();
-- The server may write every column but these two: only their defaults do.
DO $$
DECLARE
    tabla text;
BEGIN
    FOREACH tabla IN ARRAY ARRAY['aplicacion', 'poliza'] LOOP
        EXECUTE format('REVOKE INSERT ON %I FROM gestor_app', tabla);
        EXECUTE format('GRANT INSERT (%s) ON %I TO gestor_app',
                       (SELECT string_agg(format('%I', attname), ', ') FROM pg_attribute
                        WHERE  attrelid = tabla::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('usuario_id', 'registrada')), tabla);
    END LOOP;
END $$;
-- A póliza of a document is told of with it; one of its own is a record.
CREATE TRIGGER bitacora_crear AFTER INSERT ON poliza FOR EACH ROW WHEN (NEW.transaccion_id IS NULL)
    EXECUTE FUNCTION bitacora_registro('Poliza', 'poliza_id', 'concepto', '{}', '{}');

-- ---- the number of a póliza: by type and month, without gaps ----
CREATE TABLE poliza_folio (
    organizacion_id bigint  NOT NULL,
    ejercicio       integer NOT NULL,
    mes             integer NOT NULL,
    tipo            text    NOT NULL,
    siguiente       integer NOT NULL,
    CONSTRAINT pk_poliza_folio                   PRIMARY KEY (organizacion_id, ejercicio, mes, tipo),
    CONSTRAINT "fk_poliza_folio__organizacionId" FOREIGN KEY (organizacion_id) REFERENCES organizacion,
    CONSTRAINT ck_poliza_folio__siguiente        CHECK (siguiente > 1)
) WITH (fillfactor = 50);                                        -- the busiest row of an organization: its versions stay on their page
CALL proteger('poliza_folio');
GRANT SELECT                 ON poliza_folio TO gestor_app;
GRANT SELECT, INSERT, UPDATE ON poliza_folio TO gestor_seguridad;

-- The only way to a number: takes so many, returns the first. Whoever asks holds that month's row until his commit, so it is asked for last
-- of all, and in the order of ejercicio, mes, tipo.
CREATE FUNCTION poliza_numeros(p_organizacion bigint, p_ejercicio integer, p_mes integer, p_tipo text, p_cuantos bigint) RETURNS integer
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp AS $$
DECLARE
    despues integer;
BEGIN
    INSERT INTO poliza_folio AS f (organizacion_id, ejercicio, mes, tipo, siguiente)
    VALUES (p_organizacion, p_ejercicio, p_mes, p_tipo, 1 + p_cuantos)
    ON CONFLICT (organizacion_id, ejercicio, mes, tipo) DO UPDATE SET siguiente = f.siguiente + p_cuantos
    RETURNING siguiente INTO despues;
    RETURN despues - p_cuantos;
END $$;

-- Whoever loads many at once leaves them without a number and calls this at the end, in the same transaction: in order of date, after those
-- that are numbered. The server's role cannot leave one out.
CREATE UNIQUE INDEX uq_poliza__numero ON poliza (organizacion_id, ejercicio, mes, tipo, numero) WHERE numero > 0;
CREATE POLICY numerada ON poliza AS RESTRICTIVE FOR INSERT TO gestor_app WITH CHECK (numero > 0);
CREATE FUNCTION polizas_numerar(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    WITH tomados AS MATERIALIZED (
        SELECT ejercicio, mes, tipo, poliza_numeros(p_organizacion, ejercicio, mes, tipo, cuantas) AS primero
        FROM  (SELECT ejercicio, mes, tipo, count(*) AS cuantas FROM poliza WHERE organizacion_id = p_organizacion AND numero = 0
               GROUP BY 1, 2, 3 ORDER BY 1, 2, 3) k
    ), contadas AS (
        SELECT p.poliza_id, t.primero - 1 + row_number() OVER (PARTITION BY p.ejercicio, p.mes, p.tipo ORDER BY p.fecha, p.poliza_id) AS numero
        FROM   poliza p JOIN tomados t USING (ejercicio, mes, tipo) WHERE p.organizacion_id = p_organizacion AND p.numero = 0
    )
    UPDATE poliza p SET numero = c.numero FROM contadas c WHERE p.organizacion_id = p_organizacion AND p.poliza_id = c.poliza_id
$$;
REVOKE EXECUTE ON FUNCTION polizas_numerar FROM PUBLIC;

-- These look at what the server may not write: they belong to the role that nobody logs in as (0002).
DO $$
DECLARE
    f regprocedure;
BEGIN
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    FOREACH f IN ARRAY ARRAY['bitacora_documento()', 'bitacora_documento_cambio()', 'bitacora_registro()', 'bitacora_linea()',
                             'poliza_numeros(bigint,integer,integer,text,bigint)']::regprocedure[] LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', f);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', f, current_user);
        EXECUTE format('ALTER FUNCTION %s OWNER TO gestor_seguridad', f);
    END LOOP;
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
    GRANT EXECUTE ON FUNCTION poliza_numeros TO gestor_app;
END $$;

-- Those that there are.
ALTER TABLE organizacion NO FORCE ROW LEVEL SECURITY;            -- an owner that is no superuser sees them all for this moment
DO $$
DECLARE
    v_org bigint;
BEGIN
    FOR v_org IN SELECT organizacion_id FROM organizacion LOOP
        PERFORM set_config('gestor.organizacion', v_org::text, true);
        PERFORM polizas_numerar(v_org);
    END LOOP;
    PERFORM set_config('gestor.organizacion', '', true);
END $$;
ALTER TABLE organizacion FORCE ROW LEVEL SECURITY;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (86, '2026-11-16', 'nuevo', 'GET /api/Bitacora',
        'Nueva lista de quién hizo qué: cada escritura deja su usuario, consumidor, momento, solicitud y operación, y de los catálogos lo que había antes y después en cada campo. Con transaccionId muestra la historia de un documento.',
        NULL),
    (87, '2026-11-16', 'mejorado', NULL,
        'Las pólizas llevan número consecutivo por tipo y mes, y cada aplicación y póliza el usuario y el momento en que se registró.',
        NULL);
