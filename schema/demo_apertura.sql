-- Demo, part 6: what there is to sell, quotations and orders under way, and what the ledger says on the first day. The sales of part 2 left no
-- trace in stock or ledger: the opening holds what is left of them, so that collecting or selling from here on leaves no nonsense.

-- The first day that the ledger takes.
CREATE FUNCTION pg_temp.demo_dia(p_org bigint) RETURNS date
    LANGUAGE sql STABLE AS $$ SELECT min(make_date(ejercicio, mes, 1)) FROM periodo WHERE organizacion_id = p_org AND estado = 'Abierto' $$;

-- One entry per main warehouse, 500 of each product at about 60 % of its price; a third of the products cost by layers, the others their average.
CREATE FUNCTION pg_temp.demo_inventario(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_fecha timestamp := pg_temp.demo_dia(p_org) + time '08:00';
    v_base  bigint    := pg_temp.demo_reservar('transaccion', 'transaccion_id', (SELECT count(*) FROM demo_sucursal WHERE org = p_org));
    v_capa  bigint;
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    UPDATE producto p SET metodo_costeo = 'PEPS'
    FROM   demo_producto d WHERE p.organizacion_id = p_org AND d.org = p_org AND d.producto_id = p.producto_id AND p.tipo = 'Producto' AND d.pos % 3 = 2;

    CREATE TEMP TABLE entrada ON COMMIT DROP AS
    SELECT v_base + s.pos AS id, s.sucursal_id, s.almacen_id, s.sufijo, row_number() OVER (PARTITION BY s.pos ORDER BY d.pos)::integer AS partida,
           row_number() OVER (ORDER BY s.pos, d.pos) - 1 AS orden, d.*, p.metodo_costeo = 'PROMEDIO' AS promedio, u.factor, c.costo,
           round(500 * u.factor, 6) AS base, round(500 * c.costo, 2) AS valor
    FROM   demo_sucursal s
    JOIN   demo_producto d ON d.org = p_org
    JOIN   producto      p ON p.organizacion_id = p_org AND p.producto_id = d.producto_id AND p.tipo = 'Producto' AND NOT p.maneja_series AND NOT p.maneja_lotes
    JOIN   unidad_medida u ON u.organizacion_id = p_org AND u.unidad_medida_id = d.unidad_medida_id
    CROSS  JOIN LATERAL (SELECT round(d.precio * 0.006, 2) AS costo) c
    WHERE  s.org = p_org;
    v_capa := pg_temp.demo_reservar('capa', 'capa_id', (SELECT count(*) FROM entrada));

    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, subtotal, total, almacen_id, notas, usuario, fecha_creacion)
    SELECT p_org, e.id, e.sucursal_id, 1, v_fecha, 16, o.serie || e.sufijo, o.nombre, 'Aplicado', sum(e.valor), sum(e.valor), e.almacen_id, 'Inventario inicial', 'demo', v_fecha
    FROM   entrada e JOIN objeto o ON o.obj_id = 16 GROUP BY e.id, e.sucursal_id, e.almacen_id, e.sufijo, o.serie, o.nombre ORDER BY e.id;
    INSERT INTO documento (organizacion_id, transaccion_id, concepto_id, tipo_movimiento)
    SELECT DISTINCT p_org, e.id, c.concepto_id, 'Entrada' FROM entrada e JOIN concepto c ON c.organizacion_id = p_org AND c.clave = 'IN-INICIAL';
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id, almacen_id, codigo, numero_parte, descripcion, unidad, cantidad,
                         precio_unitario, importe, clave_producto_servicio, clave_unidad, objeto_impuesto, factor, costo)
    SELECT p_org, e.id, e.partida, e.producto_id, c.concepto_id, e.unidad_medida_id, e.almacen_id, e.codigo, e.numero_parte, e.descripcion, e.unidad, 500, e.costo, 500 * e.costo,
           e.clave_ps, e.clave_unidad, e.objeto, e.factor, e.valor
    FROM   entrada e JOIN concepto c ON c.organizacion_id = p_org AND c.clave = 'IN-INICIAL' ORDER BY e.orden;

    INSERT INTO existencia (organizacion_id, almacen_id, producto_id, cantidad, valor) SELECT p_org, almacen_id, producto_id, base, valor FROM entrada;
    INSERT INTO capa (organizacion_id, capa_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, cantidad, restante, costo, valor)
    SELECT p_org, v_capa + orden, almacen_id, producto_id, id, partida, v_fecha, base, base, CASE WHEN promedio THEN 0 ELSE valor END, CASE WHEN promedio THEN 0 ELSE valor END
    FROM   entrada ORDER BY orden;
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, valor_capa)
    SELECT p_org, id, partida, almacen_id, producto_id, v_capa + orden, v_fecha, base, valor, CASE WHEN promedio THEN 0 ELSE valor END FROM entrada ORDER BY orden;

    WITH nueva AS (
        INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, transaccion_id, concepto)
        SELECT p_org, 'Diario', v_fecha::date, extract(year FROM v_fecha), extract(month FROM v_fecha), id, 'Inventario inicial'
        FROM  (SELECT DISTINCT id FROM entrada) e ORDER BY id RETURNING poliza_id, transaccion_id)
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id, concepto)
    SELECT p_org, n.poliza_id, l.numero, a.cuenta_contable_id, CASE l.numero WHEN 1 THEN t.total ELSE 0 END, CASE l.numero WHEN 2 THEN t.total ELSE 0 END, t.sucursal_id, t.folio
    FROM   nueva n
    JOIN   transaccion t ON t.organizacion_id = p_org AND t.transaccion_id = n.transaccion_id
    CROSS  JOIN (VALUES (1, 'INVENTARIO'), (2, 'APERTURA')) l (numero, clave)
    JOIN   cuenta_contable a ON a.organizacion_id = p_org AND a.clave = l.clave;
    DROP TABLE entrada;
END $$;

-- Quotations in each state (an expired one is Vigente with a date that has passed), the orders of those that were accepted and a few more, which reserve
-- what they ask for, and quotations of suppliers, which no list of sales shows.
CREATE FUNCTION pg_temp.demo_pedidos(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_org  demo_org := (SELECT o FROM demo_org o WHERE org = p_org);
    v_base bigint   := pg_temp.demo_reservar('transaccion', 'transaccion_id', 18);
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE pedido ON COMMIT DROP AS                   -- 0 … 7 quotations, 8 … 15 orders, 16 and 17 of suppliers
    SELECT n, v_base + n AS id, CASE WHEN n < 8 THEN 4 WHEN n < 16 THEN 3 ELSE 30 END AS obj_id, de, s.*,
           CASE WHEN n >= 16 OR (n < 8 AND n % 4 < 2) THEN 'Vigente' WHEN n < 8 AND n % 4 = 2 THEN 'Aceptado' WHEN n = 7 THEN 'Cancelado' WHEN n = 3 THEN 'Vigente' ELSE 'Pendiente' END AS estado,
           timestamp '2026-10-05 10:00' + n * interval '31 hours' AS fecha
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
           CASE WHEN p.obj_id <> 3 THEN CASE WHEN p.n % 4 = 1 THEN date '2026-10-31' ELSE date '2027-12-31' END END, 'A convenir'
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

-- A private school's note: tuition, exempt, still to be paid.
CREATE FUNCTION pg_temp.demo_escuela(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_id    bigint        := pg_temp.demo_reservar('transaccion', 'transaccion_id', 1);
    v_fecha timestamp     := '2026-10-31 10:30';
    p       demo_producto := (SELECT d FROM demo_producto d WHERE d.org = p_org AND d.tasa IS NULL ORDER BY d.pos LIMIT 1);
    v_total numeric       := p.precio * 0.01;
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, rfc, subtotal, total, saldo, metodo_pago,
                             forma_pago, uso_cfdi, regimen_fiscal, fecha_vencimiento, dias_credito, vendedor_id, almacen_id, usuario, fecha_creacion, cubetas, cubetas_mxn)
    SELECT p_org, v_id, s.sucursal_id, k.contacto_id, 1 + coalesce((SELECT max(numero) FROM transaccion WHERE organizacion_id = p_org AND sucursal_id = s.sucursal_id AND obj_id = 2), 0), v_fecha, 2,
           o.serie || s.sufijo, o.nombre, 'Pendiente', k.nombre, k.rfc, v_total, v_total, v_total, 'PPD', '99', k.uso, k.regimen, v_fecha::date + k.dias, k.dias, k.vendedor_id, s.almacen_id, 'demo', v_fecha, c, c
    FROM   demo_sucursal s JOIN demo_contacto k ON k.org = p_org AND k.pos = 1 JOIN objeto o ON o.obj_id = 2
    CROSS  JOIN LATERAL (SELECT ROW(0, 0, 0, 0, 0, v_total, 0, 0, 0, 0)::cubetas) b (c)
    WHERE  s.org = p_org AND s.pos = 0;
    INSERT INTO documento (organizacion_id, transaccion_id, caja, matricula, escuela)
    VALUES (p_org, v_id, 'Control escolar', 'A-1024', '{"alumno": "Renata Solís Ibarra", "curp": "SOIR120315MNLLBNA4", "nivelEducativo": "Primaria", "autRVOE": "RVOE-19-0457", "rfcPago": "",
            "matricula": "A-1024", "ciclo": "2026-2027", "periodo": "Noviembre"}');
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id, codigo, numero_parte, descripcion, unidad, cantidad, precio_unitario, importe,
                         clave_producto_servicio, clave_unidad, objeto_impuesto, surtida)
    VALUES (p_org, v_id, 1, p.producto_id, p.concepto_id, p.unidad_medida_id, p.codigo, p.numero_parte, 'Colegiatura de noviembre', p.unidad, 1, v_total, v_total, p.clave_ps, p.clave_unidad, p.objeto, 1);
    INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    VALUES (p_org, v_id, 1, 1, '002', 'Traslado', 'Exento', NULL, v_total, 0);
END $$;

CREATE FUNCTION pg_temp.demo_mover(c cubetas, p_cuanto numeric) RETURNS cubetas
    LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    CASE greatest(c.base16, c.base8, c.base0, c.exento, c.no_afecto)
        WHEN c.base16 THEN c.base16 := c.base16 + p_cuanto;
        WHEN c.base8  THEN c.base8  := c.base8  + p_cuanto;
        WHEN c.base0  THEN c.base0  := c.base0  + p_cuanto;
        WHEN c.exento THEN c.exento := c.exento + p_cuanto;
        ELSE               c.no_afecto := c.no_afecto + p_cuanto;
    END CASE;
    RETURN c;
END $$;

-- What customers owe, and have in favour, with the taxes that wait for the money.
CREATE FUNCTION pg_temp.demo_clientes(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_fecha date := pg_temp.demo_dia(p_org);
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    CREATE TEMP TABLE abierta ON COMMIT DROP AS
    SELECT t.transaccion_id AS id, a.ultima, round(t.saldo * t.tipo_cambio, 2) AS pesos, cubetas_total(t.cubetas_mxn) - coalesce(a.total, 0) AS queda,
           (t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8 - coalesce(a.iva, 0) AS iva, (t.cubetas_mxn).ieps - coalesce(a.ieps, 0) AS ieps
    FROM   transaccion t
    LEFT   JOIN (SELECT destino_id, max(aplicacion_id) AS ultima, sum(cubetas_total(pesos)) AS total, sum((pesos).iva16 + (pesos).iva8) AS iva, sum((pesos).ieps) AS ieps
                 FROM   aplicacion WHERE organizacion_id = p_org AND fecha_reversa IS NULL AND pesos IS NOT NULL GROUP BY 1) a ON a.destino_id = t.transaccion_id
    WHERE  t.organizacion_id = p_org AND t.obj_id IN (1, 2, 24) AND t.saldo > 0;
    -- In a foreign currency each part was rounded: the last one carries the cent, so that what is left in pesos is the balance at its rate.
    UPDATE aplicacion p SET pesos = pg_temp.demo_mover(p.pesos, a.queda - a.pesos)
    FROM   abierta a WHERE p.organizacion_id = p_org AND p.aplicacion_id = a.ultima AND a.queda <> a.pesos;

    CREATE TEMP TABLE a_favor ON COMMIT DROP AS
    SELECT t.obj_id, round(t.saldo * t.tipo_cambio, 2) AS pesos, coalesce(round(((t.cubetas_mxn).iva16 + (t.cubetas_mxn).iva8) * t.saldo / t.total, 2), 0) AS iva,
           coalesce(round((t.cubetas_mxn).ieps * t.saldo / t.total, 2), 0) AS ieps
    FROM   transaccion t LEFT JOIN movimiento_banco b ON b.organizacion_id = p_org AND b.transaccion_id = t.transaccion_id
    WHERE  t.organizacion_id = p_org AND t.obj_id IN (6, 7, 8, 9) AND t.saldo > 0 AND (t.obj_id <> 8 OR b.tipo = 'Cobranza');

    WITH saldo (numero, clave, importe) AS (                     -- above 0: debe
        SELECT 1, 'CLIENTES', (SELECT sum(pesos) FROM abierta)
        UNION ALL SELECT 2, 'CLIENTES',          -(SELECT sum(pesos) FROM a_favor WHERE obj_id IN (6, 7))
        UNION ALL SELECT 3, 'IVA_POR_COBRAR',    -(SELECT sum(iva)  FROM abierta)
        UNION ALL SELECT 4, 'IEPS_POR_COBRAR',   -(SELECT sum(ieps) FROM abierta)
        UNION ALL SELECT 5, 'ANTICIPO_CLIENTES', -(SELECT sum(pesos - CASE obj_id WHEN 9 THEN iva + ieps ELSE 0 END) FROM a_favor WHERE obj_id IN (8, 9))
        UNION ALL SELECT 6, 'IVA_COBRADO',        (SELECT sum(CASE obj_id WHEN 9 THEN -iva  ELSE iva  END) FROM a_favor WHERE obj_id <> 8)
        UNION ALL SELECT 7, 'IEPS_COBRADO',       (SELECT sum(CASE obj_id WHEN 9 THEN -ieps ELSE ieps END) FROM a_favor WHERE obj_id <> 8)
    ), completo AS (
        SELECT * FROM saldo UNION ALL SELECT 8, 'APERTURA', -(SELECT sum(importe) FROM saldo)
    ), nueva AS (
        INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, concepto)
        SELECT p_org, 'Diario', v_fecha, extract(year FROM v_fecha), extract(month FROM v_fecha), 'Saldos iniciales de clientes'
        WHERE  EXISTS (SELECT FROM saldo WHERE importe <> 0) RETURNING poliza_id)
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, concepto)
    SELECT p_org, n.poliza_id, c.numero, a.cuenta_contable_id, greatest(c.importe, 0), greatest(-c.importe, 0), 'Saldo inicial'
    FROM   nueva n CROSS JOIN completo c JOIN cuenta_contable a ON a.organizacion_id = p_org AND a.clave = c.clave WHERE c.importe <> 0;
    DROP TABLE abierta, a_favor;
END $$;
