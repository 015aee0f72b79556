-- Demo, part 6: configuration that the interface only reads, and the settlements of the routes.

CREATE FUNCTION pg_temp.demo_configuracion(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    UPDATE sucursal s
    SET    domicilio = jsonb_build_object('calle', 'Avenida Juárez', 'numeroExterior', (100 + 25 * d.pos)::text, 'numeroInterior', '', 'colonia', 'Centro', 'localidad', '',
                                          'municipio', s.nombre, 'estado', '', 'pais', 'MEX', 'codigoPostal', s.codigo_postal),
           maneja_liquidacion = true, tolerancia_efectivo = 50, tolerancia_mercancia = 200,
           cuenta_liquidacion_id = (SELECT min(cuenta_id) FROM cuenta_bancaria c WHERE c.organizacion_id = p_org AND c.sucursal_id = s.sucursal_id AND c.tipo = 'Caja')
    FROM   demo_sucursal d WHERE s.organizacion_id = p_org AND d.org = p_org AND d.sucursal_id = s.sucursal_id;

    INSERT INTO clasificacion_contacto (organizacion_id, clave, nombre, tipo_contacto, activo)
    VALUES (p_org, 'MAY', 'Mayoristas', 'Cliente', true), (p_org, 'MEN', 'Menudeo', 'Cliente', true), (p_org, 'NAC', 'Proveedores nacionales', 'Proveedor', true),
           (p_org, 'IMP', 'Proveedores de importación', 'Proveedor', true), (p_org, 'FIL', 'Filiales', 'Ambos', true), (p_org, 'ANT', 'Clasificación anterior', 'Cliente', false);
    INSERT INTO clasificacion_contacto (organizacion_id, clave, nombre, tipo_contacto, padre_id)
    SELECT p_org, 'MAY-NTE', 'Mayoristas del norte', 'Cliente', clasificacion_id FROM clasificacion_contacto WHERE organizacion_id = p_org AND clave = 'MAY';
    INSERT INTO clasificacion_producto (organizacion_id, clave, nombre, activo)
    VALUES (p_org, 'FER', 'Ferretería', true), (p_org, 'OFI', 'Oficina', true), (p_org, 'ALI', 'Alimentos', true), (p_org, 'SER', 'Servicios', true), (p_org, 'DES', 'Descontinuados', false);
    INSERT INTO clasificacion_producto (organizacion_id, clave, nombre, padre_id)
    SELECT p_org, h.clave, h.nombre, p.clasificacion_id
    FROM  (VALUES ('FER', 'FER-HER', 'Herramienta'), ('FER', 'FER-ELE', 'Material eléctrico'), ('OFI', 'OFI-COM', 'Cómputo'), ('ALI', 'ALI-BEB', 'Bebidas')) h (padre, clave, nombre)
    JOIN   clasificacion_producto p ON p.organizacion_id = p_org AND p.clave = h.padre ORDER BY h.clave;
    INSERT INTO clasificacion_producto (organizacion_id, clave, nombre, padre_id)
    SELECT p_org, 'FER-INA', 'Herramienta inalámbrica', clasificacion_id FROM clasificacion_producto WHERE organizacion_id = p_org AND clave = 'FER-HER';
    INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor)
    SELECT p_org, 'CAJA12', 'Caja con 12', 'cja', 'XBX', unidad_medida_id, 12 FROM unidad_medida WHERE organizacion_id = p_org AND clave = 'PZA';

    -- One exchange rate a week, some in the future.
    INSERT INTO organizacion_moneda (organizacion_id, moneda_id, predeterminada) VALUES (p_org, 3, false);
    INSERT INTO tipo_cambio (organizacion_id, moneda_id, fecha, valor)
    SELECT p_org, m.id, pg_temp.demo_hoy() - 663 + 7 * i, m.desde + pg_temp.azar(i, m.sal, 2000) * 0.0005 FROM (VALUES (2, 51, 18.5), (3, 52, 20.5)) m (id, sal, desde), generate_series(0, 150) i;
    INSERT INTO forma_pago (organizacion_id, nombre, moneda_id, clave_sat, clave_contabilidad_electronica, clave_sat33)
    VALUES (p_org, 'Transferencia en dólares', 2, '03', '03', '03');
    UPDATE cuenta_bancaria c SET clabe = b.base || (10 - b.suma % 10) % 10
    FROM  (SELECT cuenta_id, x.base, (SELECT sum(substr(x.base, p, 1)::integer * (ARRAY[3, 7, 1])[1 + (p - 1) % 3] % 10) FROM generate_series(1, 17) p) AS suma
           FROM   cuenta_bancaria q JOIN banco USING (banco_id), LATERAL (SELECT banco.clave || '580' || lpad(q.numero_cuenta, 11, '0')) x (base)
           WHERE  q.organizacion_id = p_org) b
    WHERE  c.organizacion_id = p_org AND c.cuenta_id = b.cuenta_id;

    UPDATE clasificador_costo c SET cuenta_contable_id = a.cuenta_contable_id
    FROM   cuenta_contable a WHERE c.organizacion_id = p_org AND a.organizacion_id = p_org AND a.clave = 'GASTO' AND c.tipo = 'Gasto';
    INSERT INTO clasificador_costo (organizacion_id, clave, nombre, tipo, padre_id)
    SELECT p_org, 'CC-4-1', 'Reparto', 'Costo', clasificador_costo_id FROM clasificador_costo WHERE organizacion_id = p_org AND clave = 'CC-4';
    UPDATE concepto c SET clasificador_costo_id = k.clasificador_costo_id
    FROM   clasificador_costo k WHERE c.organizacion_id = p_org AND k.organizacion_id = p_org AND c.tipo = 'Gasto' AND k.clave = CASE c.clave WHEN 'GA-FLETES' THEN 'CC-4' ELSE 'CC-1' END;
    -- Two egress concepts with a limit: one by bank account, one by contact.
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, no_afecto, objetos)
    SELECT p_org, n.clave, n.nombre, 'Egreso', a.cuenta_contable_id, '01', true, '{10,11}'
    FROM  (VALUES ('EG-NOMINA', 'Dispersión de nómina'), ('EG-ANTICIPO', 'Anticipo a filial')) n (clave, nombre)
    JOIN   cuenta_contable a ON a.organizacion_id = p_org AND a.clave = 'ACREEDORES' ORDER BY n.clave;
    INSERT INTO concepto_cuenta (organizacion_id, concepto_id, cuenta_id)
    SELECT p_org, c.concepto_id, b.cuenta_id FROM concepto c JOIN cuenta_bancaria b USING (organizacion_id)
    WHERE  c.organizacion_id = p_org AND c.clave = 'EG-NOMINA' AND b.clave = 'BBVA-01';
    INSERT INTO concepto_contacto (organizacion_id, concepto_id, contacto_id)
    SELECT p_org, c.concepto_id, k.contacto_id FROM concepto c JOIN contacto k USING (organizacion_id)
    WHERE  c.organizacion_id = p_org AND c.clave = 'EG-ANTICIPO' AND k.codigo = 'C00025';

    INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_ruta)
    SELECT p_org, sucursal_id, 'R-' || pos + 1, 'Camión ' || pos + 1, true FROM demo_sucursal WHERE org = p_org ORDER BY pos;
    INSERT INTO ruta (organizacion_id, clave, nombre, sucursal_id, vendedor_id, almacen_id, dias)
    SELECT p_org, 'RT-' || d.pos + 1, 'Ruta ' || s.nombre, d.sucursal_id, v.vendedor_id, a.almacen_id,
           CASE WHEN d.pos % 2 = 0 THEN '{Lunes,Miércoles,Viernes}' ELSE '{Martes,Jueves,Sábado}' END::text[]
    FROM   demo_sucursal d
    JOIN   sucursal s ON s.organizacion_id = p_org AND s.sucursal_id = d.sucursal_id
    JOIN   almacen  a ON a.organizacion_id = p_org AND a.clave = 'R-' || d.pos + 1
    JOIN  (SELECT sucursal_id, min(vendedor_id) AS vendedor_id FROM vendedor WHERE organizacion_id = p_org GROUP BY 1) v ON v.sucursal_id = d.sucursal_id
    WHERE  d.org = p_org ORDER BY d.pos;
    UPDATE vendedor v SET ruta_id = r.ruta_id FROM ruta r WHERE v.organizacion_id = p_org AND r.organizacion_id = p_org AND r.vendedor_id = v.vendedor_id;

    UPDATE agrupador_servicio SET descripcion = 'Equipos de ' || lower(nombre) WHERE organizacion_id = p_org;
    INSERT INTO agrupador_servicio (organizacion_id, clave, nombre, descripcion, padre_id)
    SELECT p_org, 'AG-1-1', 'Aire acondicionado', 'Minisplit y central', agrupador_servicio_id FROM agrupador_servicio WHERE organizacion_id = p_org AND clave = 'AG-1';
    INSERT INTO addenda (organizacion_id, clave, nombre, descripcion, obj_id, contacto_id, plantilla, campos)
    SELECT p_org, a.clave, a.nombre, 'Requerida para el pago', a.obj_id, k.contacto_id, '<Addenda><ordenCompra>{ordenCompra}</ordenCompra></Addenda>',
           '[{"nombre": "ordenCompra", "tipo": "texto", "requerido": true}, {"nombre": "numeroProveedor", "tipo": "texto", "requerido": false}]'
    FROM  (VALUES ('AD-TIENDAS', 'Autoservicios', 1, 'C00001'), ('AD-INDUSTRIA', 'Industria', 1, 'C00002'), ('AD-CREDITO', 'Notas de crédito', 7, '')) a (clave, nombre, obj_id, codigo)
    LEFT   JOIN contacto k ON k.organizacion_id = p_org AND k.codigo = a.codigo ORDER BY a.clave;

    WITH nueva AS (INSERT INTO promocion_cruzada (organizacion_id, nombre, vigencia_inicio, vigencia_fin, prioridad)
                   VALUES (p_org, 'Taladro con herramienta al 20 %', pg_temp.demo_hoy() - 668, pg_temp.demo_hoy() + 426, 1) RETURNING promocion_id),
         lugar AS (INSERT INTO promocion_sucursal SELECT p_org, promocion_id, sucursal_id FROM nueva, demo_sucursal WHERE org = p_org AND pos = 0 RETURNING promocion_id),
         compra AS (INSERT INTO promocion_condicion (organizacion_id, promocion_id, consecutivo, producto_id, cantidad_minima)
                    SELECT p_org, promocion_id, 1, producto_id, 1 FROM lugar, producto WHERE organizacion_id = p_org AND codigo = 'P0001' RETURNING promocion_id)
    INSERT INTO promocion_beneficio (organizacion_id, promocion_id, consecutivo, clasificacion_id, tipo_beneficio, valor, cantidad_maxima)
    SELECT p_org, promocion_id, 1, clasificacion_id, 'Porcentaje', 20, 3 FROM compra, clasificacion_producto WHERE organizacion_id = p_org AND clave = 'FER-HER';
END $$;

-- One settlement for each day and route: the last three open, one in eleven cancelled, some with a small shortage of
-- cash. An open one shows the present figures of its day, without goods.
CREATE FUNCTION pg_temp.demo_liquidaciones(p_org bigint, p_dias integer) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE liquidacion ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY n, r.ruta_id) - 1 AS orden, n, r.*, v.nombre AS vendedor, s.sufijo, pg_temp.demo_hoy() - p_dias - 1 + n + time '19:00' AS fecha,
           CASE WHEN n > p_dias - 3 THEN 'Pendiente' WHEN n % 11 = 5 THEN 'Cancelado' ELSE 'Validado' END AS estado,
           CASE WHEN n > p_dias - 3 THEN 0 ELSE 4000 + pg_temp.azar(n * 8 + s.pos, 61, 900000) * 0.01 END AS esperado
    FROM   generate_series(1, p_dias) n, ruta r
    JOIN   demo_sucursal s ON s.org = p_org AND s.sucursal_id = r.sucursal_id
    JOIN   vendedor      v ON v.organizacion_id = p_org AND v.vendedor_id = r.vendedor_id
    WHERE  r.organizacion_id = p_org;
    ALTER TABLE liquidacion ADD id bigint;
    UPDATE liquidacion SET id = base + orden FROM (SELECT pg_temp.demo_reservar('transaccion', 'transaccion_id', (SELECT count(*) FROM liquidacion)) AS base OFFSET 0) b;
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, vendedor_id, almacen_id, palabras, usuario, fecha_creacion, fecha_cancelacion)
    SELECT p_org, id, sucursal_id, row_number() OVER (PARTITION BY sucursal_id ORDER BY orden), fecha, 22, 'LQ' || sufijo, 'Liquidación de ruta', estado, vendedor_id, almacen_id, nombre || ' ' || vendedor,
           'demo', fecha,
           CASE estado WHEN 'Cancelado' THEN fecha + interval '1 hour' END
    FROM   liquidacion ORDER BY id;
    INSERT INTO liquidacion_ruta (organizacion_id, transaccion_id, ruta_id, ruta, vendedor, fecha_liquidacion, carga_inicial, ventas_contado, efectivo_esperado, efectivo_entregado)
    SELECT p_org, id, ruta_id, nombre, vendedor, fecha::date, CASE WHEN esperado > 0 THEN 2400 ELSE 0 END, esperado, esperado,
           esperado - CASE WHEN esperado > 0 AND n % 4 = 0 THEN 12.5 ELSE 0 END
    FROM   liquidacion ORDER BY id;
    INSERT INTO liquidacion_ruta_partida (organizacion_id, transaccion_id, producto_id, codigo, descripcion, carga, recarga, venta, devolucion, conteo, costo_unitario, importe_diferencia)
    SELECT p_org, l.id, p.producto_id, p.codigo, p.descripcion, 20, 0, 20, 0, 0, 120, 0 FROM liquidacion l JOIN producto p ON p.organizacion_id = p_org AND p.codigo = 'P0001' WHERE l.esperado > 0 ORDER BY l.id;
    DROP TABLE liquidacion;
END $$;

-- Returns of trucks on the last days: two repeated counts and an open one, all without goods.
CREATE FUNCTION pg_temp.demo_devoluciones(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE regreso ON COMMIT DROP AS
    SELECT nextval('transaccion_transaccion_id_seq') AS id, n, r.*, v.nombre AS vendedor, s.sufijo, s.almacen_id AS destino_id, pg_temp.demo_hoy() - 4 + n + time '18:00' AS fecha,
           CASE n WHEN 3 THEN 'Pendiente' ELSE 'Cancelado' END AS estado, CASE n WHEN 3 THEN 0 ELSE 12 END AS contado
    FROM   generate_series(1, 3) n, ruta r
    JOIN   demo_sucursal s ON s.org = p_org AND s.sucursal_id = r.sucursal_id
    JOIN   vendedor      v ON v.organizacion_id = p_org AND v.vendedor_id = r.vendedor_id
    WHERE  r.organizacion_id = p_org;
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, vendedor_id, almacen_id, palabras, usuario, fecha_creacion, fecha_cancelacion)
    SELECT p_org, id, sucursal_id, row_number() OVER (PARTITION BY sucursal_id ORDER BY id), fecha, 23, 'DR' || sufijo, 'Devolución de ruta', estado, vendedor_id, almacen_id, nombre || ' ' || vendedor,
           'demo', fecha, CASE estado WHEN 'Cancelado' THEN fecha + interval '1 hour' END
    FROM   regreso ORDER BY id;
    INSERT INTO devolucion_ruta (organizacion_id, transaccion_id, ruta_id, ruta, vendedor, almacen_destino_id, tipo_operacion, total_productos)
    SELECT p_org, id, ruta_id, nombre, vendedor, destino_id, 'Producto', contado FROM regreso ORDER BY id;
    INSERT INTO devolucion_ruta_partida (organizacion_id, transaccion_id, numero_partida, es_envase, producto_id, codigo, descripcion, unidad, existencia, conteo, costo_unitario)
    SELECT p_org, r.id, 1, false, p.producto_id, p.codigo, p.descripcion, 'Pieza', r.contado, r.contado, 0 FROM regreso r JOIN producto p ON p.organizacion_id = p_org AND p.codigo = 'P0001' ORDER BY r.id;
    DROP TABLE regreso;
    PERFORM pg_temp.demo_folios(p_org);
END $$;
