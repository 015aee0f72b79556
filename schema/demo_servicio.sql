-- Demo, part 5: service orders in every state with their work orders and contracts, the stored files, and the final
-- steps.

CREATE FUNCTION pg_temp.demo_ordenes(p_org bigint, p_cuantas integer) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_org  demo_org := (SELECT o FROM demo_org o WHERE org = p_org);
    -- up to 3 work orders for each service order
    v_base bigint   := pg_temp.demo_reservar('transaccion', 'transaccion_id', p_cuantas * 4);
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    -- i is above that of any sale, so that lines differ; k = -1: outside the cycle
    TRUNCATE demo_doc;
    INSERT INTO demo_doc
    SELECT n, v_base + n, -1 - n % s.cuantas, n + 100000000, n / s.cuantas + 1, pg_temp.demo_hoy() - 607 + interval '9 hours' + n * (580 * 1440 / p_cuantas) * interval '1 minute',
           1 + pg_temp.azar(n, 61, v_org.contactos), 1, 1000000, 1 + pg_temp.azar(n, 62, 4)
    FROM   generate_series(0, p_cuantas - 1) n, (SELECT count(*)::integer AS cuantas FROM demo_sucursal WHERE org = p_org) s;
    INSERT INTO demo_ciclo (org, k, sucursal_id, almacen_id, frontera, serie)
    SELECT p_org, -1 - pos, sucursal_id, almacen_id, frontera, sufijo FROM demo_sucursal WHERE org = p_org;
    PERFORM pg_temp.demo_importes(p_org);

    CREATE TEMP TABLE orden ON COMMIT DROP AS
    SELECT d.*, (ARRAY['Pendiente', 'Autorizado', 'EnProceso', 'Cerrado', 'Cancelado'])[1 + (i * 7 / 3 % 5)] AS estado, c.sucursal_id, c.serie AS sufijo,
           e.equipo, e.marca, 'SN-' || lpad((i * 7349 % 1000000)::text, 6, '0') AS numero_serie, p.personal_servicio_id, p.nombre AS personal, p.agrupador_servicio_id
    FROM   demo_doc d
    JOIN   demo_ciclo c ON c.org = p_org AND c.k = d.k
    JOIN  (SELECT row_number() OVER (ORDER BY clave) - 1 AS pos, * FROM personal_servicio WHERE organizacion_id = p_org) p ON p.pos = d.i % 10
    JOIN  (VALUES (0, 'Aire acondicionado', 'Brisa'), (1, 'Impresora láser', 'Tinta Azul'), (2, 'Montacargas', 'Titán'), (3, 'Compresor', 'Ciclón'),
                  (4, 'Servidor de cómputo', 'Núcleo'), (5, 'Camioneta de reparto', 'Ruta'), (6, 'Báscula electrónica', 'Exacta')) e (pos, equipo, marca) ON e.pos = d.i % 7;

    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, rfc, subtotal, descuento, iva, ieps,
                             iva_retenido, isr_retenido, total, vendedor_id, notas, palabras, usuario, fecha_creacion, fecha_cancelacion, motivo_cancelacion)
    SELECT p_org, o.id, o.sucursal_id, k.contacto_id, o.numero, o.fecha, 20, 'OS' || o.sufijo, 'Orden de servicio', o.estado, k.nombre, k.rfc, t.subtotal * 0.01, t.descuento * 0.01,
           t.iva * 0.01, t.ieps * 0.01, t.iva_ret * 0.01, t.isr_ret * 0.01, t.total * 0.01, k.vendedor_id, CASE WHEN o.i % 3 = 0 THEN 'Llamar antes de llegar' ELSE '' END,
           o.equipo || ' ' || o.numero_serie, 'demo', o.fecha, CASE o.estado WHEN 'Cancelado' THEN o.fecha + interval '1 day' END, CASE o.estado WHEN 'Cancelado' THEN 'El cliente desistió' ELSE '' END
    FROM   orden o JOIN demo_total t USING (i) JOIN demo_contacto k ON k.org = p_org AND k.pos = o.contacto;

    INSERT INTO orden_servicio (organizacion_id, transaccion_id, equipo, marca, modelo, numero_serie, falla, diagnostico, solucion, contrato_id, agrupador_servicio_id, personal_servicio_id,
                                personal_servicio, fecha_compromiso, fecha_autorizacion, autorizado_por, fecha_cierre)
    SELECT p_org, o.id, o.equipo, o.marca, 'Modelo ' || 10 + o.i % 40, o.numero_serie, pg_temp.uno_de(ARRAY['No enciende', 'Hace ruido', 'Pierde presión', 'Se calienta', 'Mide mal'], o.i, 63),
           CASE WHEN o.estado IN ('EnProceso', 'Cerrado') THEN 'Pieza desgastada' ELSE '' END, CASE o.estado WHEN 'Cerrado' THEN 'Se reemplazó la pieza y se probó el equipo' ELSE '' END,
           (SELECT min(contrato_id) FROM contrato x WHERE x.organizacion_id = p_org AND x.contacto_id = k.contacto_id), o.agrupador_servicio_id, o.personal_servicio_id, o.personal,
           o.fecha + interval '5 days', CASE WHEN o.estado IN ('Autorizado', 'EnProceso', 'Cerrado') THEN o.fecha + interval '4 hours' END,
           CASE WHEN o.estado IN ('Autorizado', 'EnProceso', 'Cerrado') THEN 'demo' ELSE '' END, CASE o.estado WHEN 'Cerrado' THEN o.fecha + interval '4 days' END
    FROM   orden o JOIN demo_contacto k ON k.org = p_org AND k.pos = o.contacto;
    PERFORM pg_temp.demo_guardar_partidas(p_org);

    -- Work orders: their number is a remainder, their states agree with their service order.
    CREATE TEMP TABLE trabajo ON COMMIT DROP AS
    SELECT v_base + p_cuantas + row_number() OVER (ORDER BY o.i, n) - 1 AS id_trabajo, row_number() OVER (PARTITION BY o.sucursal_id ORDER BY o.i, n) AS folio_trabajo, n, o.*,
           CASE o.estado WHEN 'Cerrado' THEN CASE WHEN n = 3 THEN 'Cancelado' ELSE 'Terminado' END WHEN 'Cancelado' THEN 'Cancelado'
                         WHEN 'EnProceso' THEN (ARRAY['EnProceso', 'Pausado', 'Terminado'])[1 + (o.i + n) % 3] ELSE 'Asignado' END AS estado_trabajo
    FROM   orden o, generate_series(1, CASE o.estado WHEN 'EnProceso' THEN 1 + o.i % 3 ELSE o.i % 4 END) n;
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, rfc, vendedor_id, palabras, usuario,
                             fecha_creacion, fecha_cancelacion)
    SELECT p_org, t.id_trabajo, t.sucursal_id, k.contacto_id, t.folio_trabajo, t.fecha + t.n * interval '6 hours', 21, 'OT' || t.sufijo, 'Orden de trabajo', t.estado_trabajo, k.nombre, k.rfc,
           k.vendedor_id, t.equipo, 'demo', t.fecha, CASE t.estado_trabajo WHEN 'Cancelado' THEN t.fecha + interval '2 days' END
    FROM   trabajo t JOIN demo_contacto k ON k.org = p_org AND k.pos = t.contacto;
    INSERT INTO orden_trabajo (organizacion_id, transaccion_id, orden_servicio_id, personal_servicio_id, personal_servicio, fecha_programada, fecha_inicio, fecha_fin, latitud, longitud,
                               descripcion, resultado)
    SELECT p_org, id_trabajo, id, personal_servicio_id, personal, fecha + n * interval '1 day', CASE WHEN estado_trabajo IN ('EnProceso', 'Pausado', 'Terminado') THEN fecha + n * interval '25 hours' END,
           CASE estado_trabajo WHEN 'Terminado' THEN fecha + n * interval '27 hours' END, 25.67 + (i % 90) * 0.001, -100.31 - (i % 70) * 0.001, 'Visita ' || n,
           CASE estado_trabajo WHEN 'Terminado' THEN 'Trabajo concluido' ELSE '' END
    FROM   trabajo;
    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo) SELECT p_org, id, id_trabajo, 'Origen' FROM trabajo;
    DROP TABLE orden, trabajo;
END $$;

-- A valid one-page PDF, with its cross-reference table.
CREATE FUNCTION pg_temp.demo_pdf(texto text) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    flujo  text   := 'BT /F1 18 Tf 72 720 Td (' || texto || ') Tj ET';
    partes text[] := ARRAY['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
                           '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
                           '<</Length ' || length(flujo) || '>>stream' || chr(10) || flujo || chr(10) || 'endstream', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
    salida text   := '%PDF-1.4' || chr(10);
    tabla  text   := '0000000000 65535 f ' || chr(10);
BEGIN
    FOR n IN 1 .. 5 LOOP
        tabla  := tabla || lpad(length(salida)::text, 10, '0') || ' 00000 n ' || chr(10);
        salida := salida || n || ' 0 obj' || partes[n] || 'endobj' || chr(10);
    END LOOP;
    RETURN convert_to(salida || 'xref' || chr(10) || '0 6' || chr(10) || tabla || 'trailer<</Size 6/Root 1 0 R>>' || chr(10)
                      || 'startxref' || chr(10) || length(salida) || chr(10) || '%%EOF' || chr(10), 'UTF8');
END $$;

-- Files with real contents on the newest documents and on some older ones: an XML each, a PDF on most, a picture on
-- service orders.
CREATE FUNCTION pg_temp.demo_archivos(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_base bigint := pg_temp.demo_reservar('archivo', 'archivo_id', 1000) - 1;
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE contenido ON COMMIT DROP AS
    SELECT v_base + row_number() OVER (ORDER BY transaccion_id, f.extension) AS archivo_id, transaccion_id, fecha, folio, f.extension, f.tipo, f.tipo_contenido,
           CASE f.extension
           WHEN 'xml' THEN convert_to(format(E'<?xml version="1.0" encoding="UTF-8"?>\n<documento folio="%s" fecha="%s" cliente="%s" moneda="%s" total="%s"/>\n',
                                             folio, to_char(fecha, 'YYYY-MM-DD"T"HH24:MI:SS'), replace(contacto, '&', '&amp;'), moneda, total), 'UTF8')
           WHEN 'pdf' THEN pg_temp.demo_pdf(tipo_documento_ascii || ' ' || folio)
           ELSE decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') END AS contenido
    FROM  (SELECT *, public.unaccent(tipo_documento) AS tipo_documento_ascii FROM transaccion
           WHERE  organizacion_id = p_org AND transaccion_id IN (
                  (SELECT transaccion_id FROM transaccion WHERE organizacion_id = p_org AND es_venta     ORDER BY fecha DESC, transaccion_id DESC LIMIT 150)
                  UNION (SELECT transaccion_id FROM transaccion WHERE organizacion_id = p_org AND es_venta ORDER BY fecha, transaccion_id LIMIT 150)
                  UNION (SELECT transaccion_id FROM transaccion WHERE organizacion_id = p_org AND obj_id = 20 ORDER BY transaccion_id LIMIT 60))) t
    JOIN  (VALUES ('xml', 'XML', 'application/xml'), ('pdf', 'PDF', 'application/pdf'), ('png', 'Imagen', 'image/png')) f (extension, tipo, tipo_contenido)
          ON CASE f.extension WHEN 'xml' THEN t.obj_id <> 20 WHEN 'pdf' THEN t.transaccion_id % 4 > 0 ELSE t.obj_id = 20 END;
    INSERT INTO archivo (organizacion_id, archivo_id, transaccion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
    SELECT p_org, archivo_id, transaccion_id, folio, extension, tipo, tipo_contenido, octet_length(contenido), sha256(contenido), fecha FROM contenido ORDER BY archivo_id;
    INSERT INTO archivo_bloque (organizacion_id, archivo_id, numero, contenido) SELECT p_org, archivo_id, 0, contenido FROM contenido ORDER BY archivo_id;
    DROP TABLE contenido;
END $$;

-- The series continue after the folios of the demo.
CREATE FUNCTION pg_temp.demo_folios(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    UPDATE serie_folio s SET siguiente = t.siguiente
    FROM  (SELECT sucursal_id, obj_id, serie, max(numero) + 1 AS siguiente FROM transaccion WHERE organizacion_id = p_org GROUP BY 1, 2, 3) t
    WHERE  s.organizacion_id = p_org AND s.sucursal_id = t.sucursal_id AND s.obj_id = t.obj_id AND s.serie = t.serie;
END $$;

-- Indexes are dropped before a large load and built at its end: one sort instead of a page written per row. Only the
-- primary keys that foreign keys reference stay; documents arrive in their order anyway.
CREATE TEMP TABLE demo_indice (orden integer GENERATED ALWAYS AS IDENTITY, nombre text, quitar text, crear text) ON COMMIT DROP;
CREATE FUNCTION pg_temp.demo_quitar_indices() RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    fila demo_indice;
BEGIN
    INSERT INTO demo_indice (nombre, quitar, crear)
    SELECT x.relname,
           CASE WHEN c.oid IS NULL THEN format('DROP INDEX %I', x.relname) ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END,
           CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
                ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END
    FROM   pg_index i
    JOIN   pg_class x ON x.oid = i.indexrelid
    LEFT   JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid AND c.contype IN ('p', 'u')
    WHERE  i.indrelid IN ('transaccion'::regclass, 'partida_impuesto'::regclass, 'aplicacion'::regclass, 'movimiento_banco'::regclass, 'relacion'::regclass,
                          'movimiento_inventario'::regclass, 'poliza'::regclass, 'poliza_movimiento'::regclass)
    AND    NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = i.indexrelid)
    ORDER  BY x.relname;
    FOR fila IN SELECT * FROM demo_indice LOOP
        EXECUTE fila.quitar;
    END LOOP;
END $$;
-- Builds the next missing index; returns its name, or null when all exist.
CREATE FUNCTION pg_temp.demo_crear_indice() RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    fila demo_indice;
BEGIN
    DELETE FROM demo_indice WHERE orden = (SELECT min(orden) FROM demo_indice) RETURNING * INTO fila;
    IF FOUND THEN EXECUTE fila.crear; END IF;
    RETURN fila.nombre;
END $$;
