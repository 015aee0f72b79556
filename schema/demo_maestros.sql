-- Demo, part 1: two organizations and their masters. All data derive from row numbers by a fixed hash and from the day
-- of the load: the same size and day give the same data on every machine. Run by the demo command inside one
-- transaction, never by migrate.

-- Day of the load. The newest documents are of the day before; no past event is dated later.
CREATE FUNCTION pg_temp.demo_hoy() RETURNS date
    LANGUAGE sql STABLE AS $$ SELECT current_setting('gestor.demo_hoy')::date $$;

-- ANALYZE of our tables alone: a general ANALYZE would hold catalogs that all databases of the cluster share until the
-- load ends.
CREATE FUNCTION pg_temp.demo_analizar() RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE (SELECT 'ANALYZE ' || string_agg(oid::regclass::text, ', ') FROM pg_class WHERE relnamespace = 'gestor'::regnamespace AND relkind IN ('r', 'p'));
END $$;

-- A number below n, fixed for each i and salt.
CREATE FUNCTION pg_temp.azar(i bigint, sal integer, n integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT ((hashint8extended(i, sal) & 2147483647) % n)::integer $$;

CREATE FUNCTION pg_temp.uno_de(opciones text[], i bigint, sal integer) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT opciones[1 + pg_temp.azar(i, sal, cardinality(opciones))] $$;

-- RFC with its check digit.
CREATE FUNCTION pg_temp.rfc(base text) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$
    SELECT base || CASE m WHEN 0 THEN '0' WHEN 1 THEN 'A' ELSE (11 - m)::text END
    FROM  (SELECT sum((strpos('0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ', substr(lpad(base, 12), p, 1)) - 1) * (14 - p)) % 11 AS m
           FROM   generate_series(1, 12) p) suma
$$;

-- Letters that are unique for each contact of an organization (with the two of the homoclave).
CREATE FUNCTION pg_temp.letras(i bigint, persona boolean) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$
    SELECT substr(c, 1 + (i % 20)::integer, 1)
        || CASE WHEN persona THEN substr('AEIOU', 1 + pg_temp.azar(i, 1, 5), 1) ELSE '' END
        || substr(c, 1 + (i / 20 % 20)::integer, 1) || substr(c, 1 + (i / 400 % 20)::integer, 1)
    FROM  (VALUES ('BCDFGHJLMNPQRSTVXYZÑ')) consonantes (c)
$$;

-- Data of the masters for the document generator, by position instead of id.
CREATE TEMP TABLE demo_org      (org bigint PRIMARY KEY, n bigint, moral boolean, contactos integer, productos integer,
                                 base_id bigint, por_vuelta integer, usual boolean NOT NULL DEFAULT false) ON COMMIT DROP;
CREATE TEMP TABLE demo_sucursal (org bigint, pos integer, sucursal_id bigint, almacen_id bigint, sufijo text, frontera boolean) ON COMMIT DROP;
CREATE TEMP TABLE demo_contacto (org bigint, pos integer, contacto_id bigint, nombre text, rfc text, regimen text, uso text,
                                 dias integer, vendedor_id bigint) ON COMMIT DROP;
CREATE TEMP TABLE demo_producto (org bigint, pos integer, producto_id bigint, concepto_id bigint, unidad_medida_id bigint,
                                 codigo text, numero_parte text, descripcion text, unidad text, clave_ps text, clave_unidad text,
                                 objeto text, precio bigint, tasa integer, ieps integer, retiene boolean, fracciona boolean,
                                 costo bigint) ON COMMIT DROP;      -- even number of cents; 0 for a service
CREATE TEMP TABLE demo_cuenta   (org bigint, clase text, cuenta_id bigint, nombre text, cuenta_contable_id bigint) ON COMMIT DROP;
CREATE TEMP TABLE demo_forma    (org bigint, pos integer, forma_pago_id bigint, nombre text) ON COMMIT DROP;

CREATE FUNCTION pg_temp.demo_contactos(p_org bigint, p_cuantos integer) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, nombre_comercial, rfc, regimen_fiscal, uso_cfdi, codigo_postal,
                          correo, telefono, linea_canal_id, vendedor_id, dias_credito, limite_credito, metodo_pago, forma_pago, fecha_alta)
    SELECT p_org, 'C' || lpad(i::text, 5, '0'), CASE WHEN i % 25 = 0 THEN 'Ambos' ELSE 'Cliente' END,
           upper(nombre), nombre,
           pg_temp.rfc(pg_temp.letras(i, persona) || to_char(nacio, 'YYMMDD') || chr(65 + (i / 8000)::integer % 26) || pg_temp.azar(i, 9, 10)),
           CASE WHEN persona THEN CASE WHEN i % 3 = 0 THEN '626' ELSE '612' END ELSE '601' END,
           CASE WHEN i % 4 = 0 THEN 'G01' ELSE 'G03' END, lpad((20000 + pg_temp.azar(i, 10, 70000))::text, 5, '0'),
           'compras' || i || '@cliente.example', '81' || lpad(pg_temp.azar(i, 11, 100000000)::text, 8, '0'),
           (SELECT linea_canal_id FROM linea_canal l WHERE l.organizacion_id = p_org ORDER BY l.clave OFFSET i % 4 LIMIT 1),
           (SELECT vendedor_id    FROM vendedor    v WHERE v.organizacion_id = p_org ORDER BY v.clave OFFSET i % 8 LIMIT 1),
           (ARRAY[0, 30, 45, 60])[1 + i % 4], (i % 5) * 50000, CASE WHEN i % 4 = 0 THEN 'PUE' ELSE 'PPD' END,
           CASE WHEN i % 4 = 0 THEN '03' ELSE '99' END, pg_temp.demo_hoy() - 880 + interval '9 hours' + i * interval '11 minutes'
    FROM  (SELECT i, i % 5 < 2 AS persona, date '1968-01-05' + pg_temp.azar(i, 8, 11000) AS nacio,
                  CASE WHEN i % 5 < 2
                       THEN pg_temp.uno_de(ARRAY['María José', 'José Ángel', 'Sofía', 'Raúl', 'Inés', 'Héctor', 'Verónica', 'Andrés', 'Lucía', 'Óscar', 'Begoña', 'Íñigo'], i, 2)
                            || ' ' || pg_temp.uno_de(ARRAY['Núñez', 'Pérez', 'García', 'Hernández', 'Ibáñez', 'López', 'Muñoz', 'Treviño', 'Zúñiga', 'Cantú', 'Güemes'], i, 3)
                            || ' ' || pg_temp.uno_de(ARRAY['Martínez', 'Ávila', 'Sánchez', 'Ríos', 'Guzmán', 'Peña', 'Salinas', 'Álvarez', 'Ochoa'], i, 4)
                       ELSE pg_temp.uno_de(ARRAY['Ferretería', 'Papelería', 'Distribuidora', 'Abarrotes', 'Constructora', 'Refacciones', 'Muebles', 'Taller', 'Comercial', 'Servicios'], i, 5)
                            || ' ' || pg_temp.uno_de(ARRAY['El Águila', 'del Bajío', 'La Montaña', 'San Martín', 'Peñón', 'del Pacífico', 'Los Álamos', 'Cumbres', 'Río Bravo', 'El Cañón', 'Hidalgo & Hijos'], i, 6)
                            || ' ' || pg_temp.uno_de(ARRAY['Norte', 'Sur', 'Centro', 'Express', 'Industrial', 'Regional'], i, 7)
                  END AS nombre
           FROM generate_series(1, p_cuantos) i) persona_o_empresa;

    INSERT INTO contacto_adicional (organizacion_id, contacto_id, nombre, puesto, correo, telefono, principal)
    SELECT p_org, contacto_id, pg_temp.uno_de(ARRAY['Elena Ruiz', 'Tomás Vela', 'Íngrid Solís', 'Joaquín Peña'], contacto_id + a, 12),
           CASE a WHEN 1 THEN 'Compras' ELSE 'Pagos' END, 'contacto' || contacto_id || a || '@cliente.example', '8110000000', a = 1
    FROM   contacto, generate_series(1, 2) a WHERE organizacion_id = p_org AND codigo LIKE 'C00%' ORDER BY contacto_id, a;

    INSERT INTO contrato (organizacion_id, contacto_id, folio, descripcion, fecha_inicio, fecha_fin, importe, estado)
    SELECT p_org, contacto_id, 'CT-' || lpad(r::text, 4, '0'), 'Mantenimiento preventivo anual', pg_temp.demo_hoy() - 668 + r::integer * 5,
           CASE WHEN r % 5 > 0 THEN pg_temp.demo_hoy() - 304 + r::integer * 5 END, 12000 + r * 350,
           CASE WHEN r % 7 = 0 THEN 'Cancelado' WHEN r % 5 > 0 AND r < 20 THEN 'Vencido' ELSE 'Vigente' END
    FROM  (SELECT contacto_id, row_number() OVER (ORDER BY contacto_id) AS r
           FROM   contacto WHERE organizacion_id = p_org AND codigo LIKE 'C%' ORDER BY contacto_id LIMIT 40) primeros;

    INSERT INTO demo_contacto                                -- position 0 is the general public
    SELECT p_org, row_number() OVER (ORDER BY contacto_id) - 1, contacto_id, nombre, rfc, regimen_fiscal, uso_cfdi, dias_credito, vendedor_id
    FROM   contacto WHERE organizacion_id = p_org;
END $$;

CREATE FUNCTION pg_temp.demo_productos(p_org bigint, p_cuantos integer) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- family: description, SAT keys, unit, price from, IVA (null exempt), IEPS, tipo, withholding
    CREATE TEMP TABLE familia ON COMMIT DROP AS
    SELECT row_number() OVER () - 1 AS f, *
    FROM  (VALUES
        ('Tornillo galvanizado',         '31162800', 'PZA',   550, 0.16, 0.00, 'Producto', ''),
        ('Taladro inalámbrico',          '27112000', 'PZA', 89900, 0.16, 0.00, 'Producto', ''),
        ('Cable eléctrico calibre',      '26101700', 'MT',   1890, 0.16, 0.00, 'Producto', ''),
        ('Lámpara LED',                  '39101600', 'PZA', 15900, 0.16, 0.00, 'Producto', ''),
        ('Piso cerámico',                '30161700', 'PZA', 24550, 0.16, 0.00, 'Producto', ''),
        ('Computadora portátil',         '43211500', 'PZA',989900, 0.16, 0.00, 'Producto', ''),
        ('Cuaderno profesional',         '44121600', 'PZA',  4250, 0.16, 0.00, 'Producto', ''),
        ('Jabón líquido',                '53131600', 'LT',   6890, 0.16, 0.00, 'Producto', ''),
        ('Agua purificada',              '50202301', 'LT',   1250, 0.00, 0.00, 'Producto', ''),
        ('Botana de maíz',               '50192100', 'PZA',  1875, 0.00, 0.08, 'Producto', ''),
        ('Dulce de leche',               '50161800', 'KG',   9999, 0.16, 0.08, 'Producto', ''),
        ('Curso de capacitación',        '86121700', 'SER',185000, NULL, 0.00, 'Servicio', ''),
        ('Consultoría técnica',          '81101700', 'HR',  65000, 0.16, 0.00, 'Servicio', 'Honorarios'),
        ('Mantenimiento de equipo',      '72102900', 'SER', 95000, 0.16, 0.00, 'Servicio', 'Honorarios'),
        ('Boleto de avión',              '78111502', 'SER',320000, 0.16, 0.00, 'Servicio', ''),
        ('Noche de hotel',               '90111501', 'SER',145000, 0.16, 0.00, 'Servicio', ''))
        AS x (descripcion, clave, unidad, precio, iva, ieps, tipo, retencion);

    INSERT INTO producto (organizacion_id, codigo, numero_parte, codigo_barras, descripcion, tipo, marca, modelo, unidad_medida_id,
                          clave_producto_servicio, clave_unidad, objeto_impuesto, tasa_iva, tasa_ieps, tasa_iva_retenido, tasa_isr_retenido,
                          tipo_retencion)
    SELECT p_org, 'P' || lpad(i::text, 4, '0'), 'NP-' || 1000 + i, '750' || lpad((i * 7919)::text, 10, '0'),
           f.descripcion || ' ' || pg_temp.uno_de(ARRAY['clásico', 'económico', 'reforzado', 'premium', 'básico', 'plus'], i, 21) || ' ' || i,
           f.tipo, pg_temp.uno_de(ARRAY['Norteña', 'Águila', 'Sierra', 'Bahía', ''], i, 22), 'M' || 100 + i % 90, u.unidad_medida_id,
           f.clave, u.clave_unidad, '02', f.iva, f.ieps, CASE f.retencion WHEN '' THEN 0 ELSE 0.106667 END,
           CASE f.retencion WHEN '' THEN 0 ELSE 0.10 END, f.retencion
    FROM   generate_series(1, p_cuantos) i
    JOIN   familia       f ON f.f = i % 16
    JOIN   unidad_medida u ON u.organizacion_id = p_org AND u.clave = f.unidad
    ORDER  BY i;

    INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, precio)
    SELECT p_org, l.lista_precios_id, p.producto_id, p.unidad_medida_id, (f.precio + pg_temp.azar(i, 23, f.precio)) * 0.01
    FROM   generate_series(1, p_cuantos) i
    JOIN   familia       f ON f.f = i % 16
    JOIN   producto      p ON p.organizacion_id = p_org AND p.codigo = 'P' || lpad(i::text, 4, '0')
    JOIN   lista_precios l ON l.organizacion_id = p_org AND l.predeterminada AND l.moneda_id = 1;
    DROP TABLE familia;

    INSERT INTO demo_producto
    SELECT p_org, row_number() OVER (ORDER BY p.producto_id) - 1, p.producto_id, c.concepto_id, p.unidad_medida_id, codigo, numero_parte, descripcion,
           u.nombre, p.clave_producto_servicio, p.clave_unidad, p.objeto_impuesto, round(x.precio * 100)::bigint,
           round(p.tasa_iva * 100)::integer, round(p.tasa_ieps * 100)::integer, p.tipo_retencion <> '', u.clave IN ('MT', 'KG', 'LT', 'HR'),
           CASE p.tipo WHEN 'Producto' THEN round(x.precio * 30)::bigint * 2 ELSE 0 END
    FROM   producto p
    JOIN   precio        x ON x.organizacion_id = p_org AND x.producto_id = p.producto_id
    JOIN   unidad_medida u ON u.organizacion_id = p_org AND u.unidad_medida_id = p.unidad_medida_id
    JOIN   concepto      c ON c.organizacion_id = p_org
                          AND c.clave = CASE WHEN p.tasa_iva IS NULL THEN 'VE-EXENTO' WHEN p.tipo = 'Servicio' THEN 'VE-SERVICIO' ELSE 'VE-GENERAL' END
    WHERE  p.organizacion_id = p_org;
END $$;

-- Adds branches beyond the head office, with a warehouse and a cash account each.
CREATE FUNCTION pg_temp.demo_sucursales(p_org bigint, p_sucursales text[]) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    fila     text[];
    sucursal bigint;
BEGIN
    INSERT INTO demo_sucursal
    SELECT p_org, 0, s.sucursal_id, a.almacen_id, '', false
    FROM   sucursal s JOIN almacen a USING (organizacion_id, sucursal_id) WHERE s.organizacion_id = p_org AND a.clave = 'GENERAL';

    FOR f IN 1 .. coalesce(array_length(p_sucursales, 1), 0) LOOP
        fila := ARRAY(SELECT unnest(p_sucursales[f:f]));
        sucursal := sucursal_crear(p_org, fila[1], fila[2], fila[3], fila[4], fila[5] = 'frontera', fila[6]);
        WITH nuevo AS (INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre)
                       VALUES (p_org, sucursal, 'A-' || fila[1], 'Almacén ' || fila[2]) RETURNING almacen_id)
        INSERT INTO demo_sucursal SELECT p_org, f, sucursal, almacen_id, fila[6], fila[5] = 'frontera' FROM nuevo;
        INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, sucursal_id, cuenta_contable_id)
        SELECT p_org, 'CAJA-' || fila[1], 'Caja ' || fila[2], 'Caja', sucursal, cuenta_contable_id
        FROM   cuenta_contable WHERE organizacion_id = p_org AND clave = 'CAJA';
    END LOOP;
END $$;

-- Creates an organization, ready to sell. Returns its id.
CREATE FUNCTION pg_temp.demo_organizacion(p_nombre text, p_rfc_base text, p_regimen text, p_cp text, p_zona text,
                                          p_sucursales text[], p_registros bigint) RETURNS bigint
    LANGUAGE plpgsql AS $$
DECLARE
    v_org       bigint  := organizacion_crear(p_nombre, pg_temp.rfc(p_rfc_base), p_regimen, p_cp, p_zona, pg_temp.demo_hoy());
    v_contactos integer := least(20000, 400 + p_registros / 250);
    v_productos integer := 240;
BEGIN
    -- the two moments of creation
    UPDATE organizacion SET creado     = (pg_temp.demo_hoy() - 880 + interval '15 hours') AT TIME ZONE 'UTC' WHERE organizacion_id = v_org;
    -- otherwise these would be the present moment, set by bootstrap
    UPDATE contacto     SET fecha_alta =  pg_temp.demo_hoy() - 880 + interval '9 hours'                      WHERE organizacion_id = v_org;
    INSERT INTO periodo (organizacion_id, ejercicio, mes)
    SELECT v_org, extract(year FROM m), extract(month FROM m) FROM generate_series(date_trunc('year', pg_temp.demo_hoy() - 669), date_trunc('year', pg_temp.demo_hoy()) + interval '23 months', '1 month') m
    ON CONFLICT DO NOTHING;
    PERFORM pg_temp.demo_sucursales(v_org, p_sucursales);

    INSERT INTO proyecto (organizacion_id, clave, nombre, descripcion, fecha_inicio, presupuesto, responsable)
    SELECT v_org, 'PR-' || i, pg_temp.uno_de(ARRAY['Mayoreo', 'Menudeo', 'Obra pública', 'Proyectos especiales', 'Exportación', 'Servicio'], i - 1, 31) || ' ' || i,
           'Línea de negocio ' || i, pg_temp.demo_hoy() - 668, i * 100000, 'Gerencia' FROM generate_series(1, 6) i ORDER BY i;
    INSERT INTO clasificador_costo (organizacion_id, clave, nombre, tipo)
    SELECT v_org, 'CC-' || i, (ARRAY['Administración', 'Ventas', 'Operación', 'Logística'])[i], CASE WHEN i < 3 THEN 'Gasto' ELSE 'Costo' END
    FROM   generate_series(1, 4) i ORDER BY i;
    INSERT INTO linea_canal (organizacion_id, clave, nombre)
    SELECT v_org, 'LC-' || i, (ARRAY['Mostrador', 'Mayoreo', 'Comercio electrónico', 'Ruta'])[i] FROM generate_series(1, 4) i ORDER BY i;
    INSERT INTO vendedor (organizacion_id, clave, nombre, correo, sucursal_id, comision)
    SELECT v_org, 'V0' || i, (ARRAY['Ángela Rivas', 'Bruno Cásares', 'Carla Meléndez', 'Darío Peñaloza', 'Eva Quiñones', 'Félix Robledo', 'Gina Sáenz', 'Hugo Tamez'])[i],
           'vendedor' || i || '@empresa.example', s.sucursal_id, 1 + i * 0.25
    FROM   generate_series(1, 8) i JOIN demo_sucursal s ON s.org = v_org AND s.pos = i % (1 + coalesce(array_length(p_sucursales, 1), 0)) ORDER BY i;
    INSERT INTO agrupador_servicio (organizacion_id, clave, nombre)
    SELECT v_org, 'AG-' || i, (ARRAY['Climatización', 'Cómputo', 'Electricidad', 'Maquinaria', 'Vehículos'])[i] FROM generate_series(1, 5) i ORDER BY i;
    INSERT INTO personal_servicio (organizacion_id, clave, nombre, puesto, telefono, correo, sucursal_id, agrupador_servicio_id, costo_hora)
    SELECT v_org, 'T' || lpad(i::text, 2, '0'), (ARRAY['Iván Orozco', 'Julia Páez', 'Kevin Luévano', 'Laura Niño', 'Mario Ordóñez', 'Nora Pacheco', 'Omar Quiroz', 'Paula Rendón', 'René Sáinz', 'Sara Tovar'])[i],
           'Técnico', '8120000' || 100 + i, 'tecnico' || i || '@empresa.example', s.sucursal_id, a.agrupador_servicio_id, 120 + i * 5
    FROM   generate_series(1, 10) i
    JOIN   demo_sucursal      s ON s.org = v_org AND s.pos = i % (1 + coalesce(array_length(p_sucursales, 1), 0))
    JOIN   agrupador_servicio a ON a.organizacion_id = v_org AND a.clave = 'AG-' || 1 + i % 5 ORDER BY i;
    INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, banco_id, numero_cuenta, moneda_id, cuenta_contable_id, saldo_inicial, maneja_cheques)
    SELECT v_org, c.clave, c.nombre, 'Banco', b.banco_id, c.numero, c.moneda_id, a.cuenta_contable_id, 50000, c.moneda_id = 1
    FROM  (VALUES ('BBVA-01', 'BBVA Operativa', '012', '0112233445', 1), ('BANORTE-01', 'Banorte Cobranza', '072', '0556677889', 1),
                  ('BBVA-USD', 'BBVA Dólares', '012', '0119988776', 2)) c (clave, nombre, banco, numero, moneda_id)
    JOIN   banco b ON b.clave = c.banco JOIN cuenta_contable a ON a.organizacion_id = v_org AND a.clave = 'BANCO' ORDER BY c.clave;

    INSERT INTO demo_cuenta
    SELECT v_org, CASE clave WHEN 'BBVA-01' THEN 'B0' WHEN 'BANORTE-01' THEN 'B1' WHEN 'BBVA-USD' THEN 'D' ELSE 'C' || sucursal_id END, cuenta_id, nombre, cuenta_contable_id
    FROM   cuenta_bancaria WHERE organizacion_id = v_org;
    INSERT INTO demo_forma
    SELECT v_org, n.pos - 1, f.forma_pago_id, f.nombre
    FROM   forma_pago f JOIN unnest(ARRAY['Efectivo', 'Tarjeta de débito', 'Tarjeta de crédito', 'Transferencia', 'Cheque']) WITH ORDINALITY n (nombre, pos) USING (nombre)
    WHERE  f.organizacion_id = v_org;
    PERFORM pg_temp.demo_contactos(v_org, v_contactos);
    PERFORM pg_temp.demo_productos(v_org, v_productos);
    INSERT INTO demo_org (org, n, moral, contactos, productos) VALUES (v_org, p_registros, char_length(p_rfc_base) = 11, v_contactos, v_productos);
    RETURN v_org;
END $$;
