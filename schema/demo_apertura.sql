-- Demo, part 7: data of the first day, quotations and orders under way, the note of a school, and counts.

-- Makes one póliza: an amount above 0 is debe.
CREATE FUNCTION pg_temp.demo_poliza(p_org bigint, p_transaccion bigint, p_fecha date, p_concepto text, p_claves text[], p_importes numeric[]) RETURNS void
    LANGUAGE sql AS $$
    WITH nueva AS (
        INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, transaccion_id, concepto)
        VALUES (p_org, 'Diario', p_fecha, extract(year FROM p_fecha), extract(month FROM p_fecha), p_transaccion, p_concepto) RETURNING poliza_id)
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id)
    SELECT p_org, n.poliza_id, l.numero, a.id, greatest(l.importe, 0), greatest(-l.importe, 0), t.sucursal_id
    FROM   nueva n
    CROSS  JOIN unnest(p_claves, p_importes) WITH ORDINALITY l (clave, importe, numero)
    JOIN   demo_contable a ON a.org = p_org AND a.clave = l.clave
    LEFT   JOIN transaccion t ON t.organizacion_id = p_org AND t.transaccion_id = p_transaccion
$$;

-- Opening stock: one entry per main warehouse of every product, at about 60 % of its price; a third of the products
-- cost by layers, the others by average. The quantity is set after the sales: demo_existencia.
CREATE FUNCTION pg_temp.demo_inventario(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_fecha timestamp := pg_temp.demo_hoy() - 668 + time '08:00';
    v_base  bigint    := pg_temp.demo_reservar('transaccion', 'transaccion_id', (SELECT count(*) FROM demo_sucursal WHERE org = p_org));
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    INSERT INTO demo_contable SELECT p_org, clave, cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = p_org AND clave <> '';
    UPDATE producto p SET metodo_costeo = 'PEPS'
    FROM   demo_producto d WHERE p.organizacion_id = p_org AND d.org = p_org AND d.producto_id = p.producto_id AND d.costo > 0 AND d.pos % 3 = 2;
    INSERT INTO demo_capa
    SELECT p_org, s.pos, d.pos, row_number() OVER (ORDER BY s.pos, d.pos), s.almacen_id, d.producto_id, d.pos % 3 <> 2
    FROM   demo_sucursal s JOIN demo_producto d ON d.org = p_org AND d.costo > 0 WHERE s.org = p_org;
    UPDATE demo_capa SET capa_id = capa_id + base FROM (SELECT pg_temp.demo_reservar('capa', 'capa_id', (SELECT count(*) FROM demo_capa WHERE org = p_org)) - 1 AS base OFFSET 0) b WHERE org = p_org;

    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, almacen_id, notas, usuario, fecha_creacion)
    SELECT p_org, v_base + s.pos, s.sucursal_id, 1, v_fecha, 16, o.serie || s.sufijo, o.nombre, 'Aplicado', s.almacen_id, 'Inventario inicial', 'demo', v_fecha
    FROM   demo_sucursal s JOIN objeto o ON o.obj_id = 16 WHERE s.org = p_org ORDER BY s.pos;
    INSERT INTO documento (organizacion_id, transaccion_id, concepto_id, tipo_movimiento)
    SELECT p_org, v_base + s.pos, c.concepto_id, 'Entrada' FROM demo_sucursal s JOIN concepto c ON c.organizacion_id = p_org AND c.clave = 'IN-INICIAL' WHERE s.org = p_org;
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id, almacen_id, codigo, numero_parte, descripcion, unidad, cantidad,
                         precio_unitario, importe, clave_producto_servicio, clave_unidad, objeto_impuesto, factor)
    SELECT p_org, v_base + x.sucursal, row_number() OVER (PARTITION BY x.sucursal ORDER BY x.producto), d.producto_id, c.concepto_id, d.unidad_medida_id, x.almacen_id, d.codigo, d.numero_parte,
           d.descripcion, d.unidad, 1, d.costo * 0.01, d.costo * 0.01, d.clave_ps, d.clave_unidad, d.objeto, 1
    FROM   demo_capa x JOIN demo_producto d ON d.org = p_org AND d.pos = x.producto JOIN concepto c ON c.organizacion_id = p_org AND c.clave = 'IN-INICIAL' WHERE x.org = p_org;
    INSERT INTO existencia (organizacion_id, almacen_id, producto_id, cantidad) SELECT p_org, almacen_id, producto_id, 0 FROM demo_capa WHERE org = p_org;
    INSERT INTO capa (organizacion_id, capa_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, llegada, cantidad, restante)
    SELECT p_org, x.capa_id, x.almacen_id, x.producto_id, p.transaccion_id, p.numero_partida, v_fecha, v_fecha, 1, 0
    FROM   demo_capa x JOIN partida p ON p.organizacion_id = p_org AND p.transaccion_id = v_base + x.sucursal AND p.producto_id = x.producto_id WHERE x.org = p_org ORDER BY x.capa_id;
END $$;

-- Quantity of the opening stock, after the sales: the sold quantity and 500 more, which are left.
CREATE FUNCTION pg_temp.demo_existencia(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE entrada ON COMMIT DROP AS
    SELECT x.*, c.transaccion_id, c.numero_partida, c.fecha, 500 + coalesce(s.cantidad, 0) AS cantidad, (500 + coalesce(s.cantidad, 0)) * d.costo * 0.01 AS valor, 500 * d.costo * 0.01 AS queda
    FROM   demo_capa x
    JOIN   capa c          ON c.organizacion_id = p_org AND c.capa_id = x.capa_id
    JOIN   demo_producto d ON d.org = p_org AND d.pos = x.producto
    LEFT   JOIN (SELECT sucursal, producto, sum(cantidad) * 0.001 AS cantidad FROM demo_salida WHERE org = p_org GROUP BY 1, 2) s ON s.sucursal = x.sucursal AND s.producto = x.producto
    WHERE  x.org = p_org;
    UPDATE partida p SET cantidad = e.cantidad, importe = e.cantidad * p.precio_unitario, costo = e.valor
    FROM   entrada e WHERE p.organizacion_id = p_org AND p.transaccion_id = e.transaccion_id AND p.numero_partida = e.numero_partida;
    UPDATE transaccion t SET subtotal = e.valor, total = e.valor
    FROM  (SELECT transaccion_id, sum(valor) AS valor FROM entrada GROUP BY 1) e WHERE t.organizacion_id = p_org AND t.transaccion_id = e.transaccion_id;
    UPDATE capa c SET cantidad = e.cantidad, restante = 500, costo = CASE WHEN e.promedio THEN 0 ELSE e.valor END, valor = CASE WHEN e.promedio THEN 0 ELSE e.queda END
    FROM   entrada e WHERE c.organizacion_id = p_org AND c.capa_id = e.capa_id;
    UPDATE existencia x SET cantidad = 500, valor = e.queda FROM entrada e WHERE x.organizacion_id = p_org AND x.almacen_id = e.almacen_id AND x.producto_id = e.producto_id;
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, valor_capa)
    SELECT p_org, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, CASE WHEN promedio THEN 0 ELSE valor END FROM entrada ORDER BY capa_id;
    PERFORM pg_temp.demo_poliza(p_org, transaccion_id, fecha::date, 'Inventario inicial', ARRAY['INVENTARIO', 'APERTURA'], ARRAY[valor, -valor])
    FROM  (SELECT transaccion_id, fecha, sum(valor) AS valor FROM entrada GROUP BY 1, 2 ORDER BY 1) e;
    DROP TABLE entrada;
END $$;

-- Opening balance of the bank accounts, at the rate of the first day that has one.
CREATE FUNCTION pg_temp.demo_bancos(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    PERFORM pg_temp.demo_poliza(p_org, NULL, pg_temp.demo_hoy() - 668, 'Saldos iniciales de bancos', ARRAY['BANCO', 'APERTURA'], ARRAY[saldo, -saldo])
    FROM  (SELECT sum(round(c.saldo_inicial * coalesce(t.valor, 1), 2)) AS saldo
           FROM   cuenta_bancaria c
           LEFT   JOIN (SELECT DISTINCT ON (moneda_id) moneda_id, valor FROM tipo_cambio WHERE organizacion_id = p_org ORDER BY moneda_id, fecha) t USING (moneda_id)
           WHERE  c.organizacion_id = p_org) s;
END $$;

-- Quotations in each state (an expired one is Vigente with a past date), the orders of the accepted ones and a few
-- more, which reserve goods, and quotations of suppliers, which no list of sales shows.
CREATE FUNCTION pg_temp.demo_pedidos(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_org  demo_org := (SELECT o FROM demo_org o WHERE org = p_org);
    v_base bigint   := pg_temp.demo_reservar('transaccion', 'transaccion_id', 18);
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE pedido ON COMMIT DROP AS                   -- 0 … 7 quotations, 8 … 15 orders, 16 and 17
                                                                 -- quotations of suppliers
    SELECT n, v_base + n AS id, CASE WHEN n < 8 THEN 4 WHEN n < 16 THEN 3 ELSE 30 END AS obj_id, de, s.*,
           CASE WHEN n >= 16 OR (n < 8 AND n % 4 < 2) THEN 'Vigente' WHEN n < 8 AND n % 4 = 2 THEN 'Aceptado' WHEN n = 7 THEN 'Cancelado' WHEN n = 3 THEN 'Vigente' ELSE 'Pendiente' END AS estado,
           pg_temp.demo_hoy() - 26 + interval '10 hours' + n * interval '31 hours' AS fecha
    FROM   generate_series(0, 17) n
    CROSS  JOIN LATERAL (SELECT CASE n WHEN 8 THEN 2 WHEN 9 THEN 6 END AS de) d
    JOIN   demo_sucursal s ON s.org = p_org AND s.pos = coalesce(de, n) % (SELECT count(*) FROM demo_sucursal WHERE org = p_org);

    TRUNCATE demo_doc;
    INSERT INTO demo_doc
    SELECT 200000000 + p.n, p.id, -1 - p.pos, 200000000 + coalesce(p.de, p.n), row_number() OVER (PARTITION BY p.obj_id, p.pos ORDER BY p.n), p.fecha,
           CASE p.obj_id WHEN 30 THEN 25 ELSE 1 + pg_temp.azar(coalesce(p.de, p.n), 71, v_org.contactos) END, 1, 1000000, 2 + coalesce(p.de, p.n) % 3
    FROM   pedido p;
    PERFORM pg_temp.demo_importes(p_org);

    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, rfc, subtotal, descuento, iva, ieps,
                             iva_retenido, isr_retenido, total, dias_credito, vendedor_id, almacen_id, usuario, fecha_creacion, fecha_cancelacion, motivo_cancelacion)
    SELECT p_org, p.id, p.sucursal_id, k.contacto_id, d.numero, p.fecha, p.obj_id, o.serie || p.sufijo, o.nombre, p.estado, k.nombre, k.rfc, t.subtotal * 0.01, t.descuento * 0.01, t.iva * 0.01,
           t.ieps * 0.01, t.iva_ret * 0.01, t.isr_ret * 0.01, t.total * 0.01, k.dias, k.vendedor_id, p.almacen_id, 'demo', p.fecha, CASE p.estado WHEN 'Cancelado' THEN p.fecha + interval '2 hours' END,
           CASE p.estado WHEN 'Cancelado' THEN 'El cliente desistió' ELSE '' END
    FROM   pedido p JOIN demo_doc d ON d.id = p.id JOIN demo_total t USING (i) JOIN demo_contacto k ON k.org = p_org AND k.pos = d.contacto JOIN objeto o ON o.obj_id = p.obj_id
    ORDER  BY p.id;
    INSERT INTO documento (organizacion_id, transaccion_id, lista_precios_id, entrega_fecha, vigencia_fecha, condiciones_pago)
    SELECT p_org, p.id, l.lista_precios_id, CASE p.obj_id WHEN 3 THEN p.fecha + interval '40 days' END,
           CASE WHEN p.obj_id <> 3 THEN CASE WHEN p.n % 4 = 1 THEN pg_temp.demo_hoy() - 2 ELSE pg_temp.demo_hoy() + 426 END END, 'A convenir'
    FROM   pedido p LEFT JOIN lista_precios l ON l.organizacion_id = p_org AND l.predeterminada AND l.moneda_id = 1;
    PERFORM pg_temp.demo_guardar_partidas(p_org);
    UPDATE partida x SET almacen_id = p.almacen_id, origen_id = v_base + p.de, numero_partida_origen = CASE WHEN p.de IS NOT NULL THEN x.numero_partida END
    FROM   pedido p WHERE x.organizacion_id = p_org AND x.transaccion_id = p.id AND p.obj_id = 3;
    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo) SELECT p_org, v_base + de, id, 'Origen' FROM pedido WHERE de IS NOT NULL;

    INSERT INTO apartado (organizacion_id, transaccion_id, numero_partida, producto_id, almacen_id, pedida, cantidad)
    SELECT p_org, x.transaccion_id, x.numero_partida, x.producto_id, x.almacen_id, x.cantidad * x.factor, x.cantidad * x.factor
    FROM   pedido p JOIN partida x ON x.organizacion_id = p_org AND x.transaccion_id = p.id
    JOIN   existencia e ON e.organizacion_id = p_org AND e.almacen_id = x.almacen_id AND e.producto_id = x.producto_id
    WHERE  p.obj_id = 3;
    UPDATE existencia e SET apartado = a.cantidad
    FROM  (SELECT almacen_id, producto_id, sum(cantidad) AS cantidad FROM apartado WHERE organizacion_id = p_org GROUP BY 1, 2) a
    WHERE  e.organizacion_id = p_org AND e.almacen_id = a.almacen_id AND e.producto_id = a.producto_id;
    DROP TABLE pedido;
END $$;

-- Note of a private school: tuition, exempt, unpaid.
CREATE FUNCTION pg_temp.demo_escuela(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_id    bigint        := pg_temp.demo_reservar('transaccion', 'transaccion_id', 1);
    v_fecha timestamp     := pg_temp.demo_hoy() - 1 + time '10:30';
    v_mes   text          := (ARRAY['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'])[extract(month FROM v_fecha)];
    v_ciclo integer       := extract(year FROM v_fecha - interval '7 months');
    p       demo_producto := (SELECT d FROM demo_producto d WHERE d.org = p_org AND d.tasa IS NULL ORDER BY d.pos LIMIT 1);
    v_total numeric       := p.precio * 0.01;
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, rfc, subtotal, total, saldo, metodo_pago,
                             forma_pago, uso_cfdi, regimen_fiscal, fecha_vencimiento, dias_credito, vendedor_id, almacen_id, usuario, fecha_creacion, cubetas, cubetas_mxn, pendiente, tramo,
                             pendiente_mxn)
    SELECT p_org, v_id, s.sucursal_id, k.contacto_id, 1 + coalesce((SELECT max(numero) FROM transaccion WHERE organizacion_id = p_org AND sucursal_id = s.sucursal_id AND obj_id = 2), 0), v_fecha, 2,
           o.serie || s.sufijo, o.nombre, 'Pendiente', k.nombre, k.rfc, v_total, v_total, v_total, 'PPD', '99', k.uso, k.regimen, v_fecha::date + k.dias, k.dias, k.vendedor_id, s.almacen_id, 'demo', v_fecha, c, c, c, c, c
    FROM   demo_sucursal s JOIN demo_contacto k ON k.org = p_org AND k.pos = 1 JOIN objeto o ON o.obj_id = 2
    CROSS  JOIN LATERAL (SELECT ROW(0, 0, 0, 0, 0, v_total, 0, 0, 0, 0, 0)::cubetas) b (c)
    WHERE  s.org = p_org AND s.pos = 0;
    INSERT INTO documento (organizacion_id, transaccion_id, caja, matricula, escuela)
    VALUES (p_org, v_id, 'Control escolar', 'A-1024', jsonb_build_object('alumno', 'Renata Solís Ibarra', 'curp', 'SOIR120315MNLLBNA4', 'nivelEducativo', 'Primaria', 'autRVOE', 'RVOE-19-0457',
            'rfcPago', '', 'matricula', 'A-1024', 'ciclo', v_ciclo || '-' || v_ciclo + 1, 'periodo', initcap(v_mes)));
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id, codigo, numero_parte, descripcion, unidad, cantidad, precio_unitario, importe,
                         clave_producto_servicio, clave_unidad, objeto_impuesto, surtida)
    VALUES (p_org, v_id, 1, p.producto_id, p.concepto_id, p.unidad_medida_id, p.codigo, p.numero_parte, 'Colegiatura de ' || v_mes, p.unidad, 1, v_total, v_total, p.clave_ps, p.clave_unidad, p.objeto, 1);
    INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    VALUES (p_org, v_id, 1, 1, '002', 'Traslado', 'Exento', NULL, v_total, 0);
    PERFORM pg_temp.demo_poliza(p_org, v_id, v_fecha::date, t.tipo_documento || ' ' || t.folio, ARRAY['CLIENTES', 'VENTAS_EXENTAS'], ARRAY[v_total, -v_total])
    FROM   transaccion t WHERE t.organizacion_id = p_org AND t.transaccion_id = v_id;
END $$;

-- A weekly count of a few products, without differences.
CREATE FUNCTION pg_temp.demo_conteo(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    WITH nuevo AS (
        INSERT INTO conteo (organizacion_id, almacen_id, estado, fecha, fecha_cierre, notas, usuario)
        SELECT p_org, s.almacen_id, 'Cerrado', d.dia + time '08:00', d.dia + time '18:00', 'Conteo cíclico', 'demo'
        FROM   demo_sucursal s CROSS JOIN LATERAL (SELECT pg_temp.demo_hoy() - 3 - 7 * n AS dia FROM generate_series(0, 3) n) d
        WHERE  s.org = p_org AND s.pos = 0
        RETURNING conteo_id, almacen_id)
    INSERT INTO conteo_partida (organizacion_id, conteo_id, producto_id, esperado, movido, contado)
    SELECT p_org, n.conteo_id, e.producto_id, e.cantidad, 0, e.cantidad
    FROM   nuevo n CROSS JOIN LATERAL (SELECT * FROM existencia x WHERE x.organizacion_id = p_org AND x.almacen_id = n.almacen_id AND x.cantidad > 0
                                       ORDER BY x.producto_id LIMIT 10) e;
END $$;
