-- Demo, part 2: documents. Sales repeat a cycle of 240 positions: the position decides branch, document type and
-- history of the document (paid, partly, credited, cancelled …), so that folios follow by arithmetic and have no gap
-- wherever the load is cut; customer, lines and amounts come from the hash. Money is computed in integers (cents, or
-- millionths on lines): exact, and much faster than numeric. States and balances are derived from the applications,
-- never chosen.

CREATE TEMP TABLE demo_ciclo (
    org bigint, k integer, pos_sucursal integer, sucursal_id bigint, almacen_id bigint, frontera boolean, obj_id integer,
    tipo_documento text, serie text, origen text,
    situacion text,         -- P paid, Q paid in two, R half paid, S half paid in two parts, L overpaid, A advance, Y
                            -- collection cancelled, N unpaid, X cancelled
    de_k integer,           -- position of its source document: always earlier in the cycle, same branch
    de_obj integer, de_desplaza integer,
    hijo_k integer, hijo_obj integer,   -- position and type of its successor, later in the cycle
    rango bigint, cuantos bigint,   -- folio = turn * cuantos + rango + 1
    ranuras integer,        -- number of its money documents
    desplaza integer        -- offset of its transaccion_id within the turn; its money documents follow it
) ON COMMIT DROP;
CREATE TEMP TABLE demo_ranura (org bigint, k integer, c integer, obj_id integer, serie text, tipo_documento text, rango bigint, cuantos bigint) ON COMMIT DROP;

CREATE TEMP TABLE demo_doc (
    i bigint, id bigint, k integer, semilla bigint, numero bigint, fecha timestamp, contacto integer, moneda integer, tc bigint, lineas integer,
    obj_id integer, cancelado timestamp, origen_id bigint, hijo integer,     -- of sales only: source document, type of
                                                                             -- the successor
    mueve integer                                                            -- -1: its goods leave, 1: they come back
) ON COMMIT DROP;
CREATE TEMP TABLE demo_linea (
    i bigint, id bigint, j integer, producto integer, cantidad bigint, precio bigint, bruto bigint, descuento bigint, promocion bigint,
    tasa integer, base bigint, ieps bigint, iva bigint, iva_ret bigint, isr_ret bigint, costo bigint) ON COMMIT DROP;
CREATE TEMP TABLE demo_total (                               -- prefix m_: in pesos, at the rate of the document
    i bigint, subtotal bigint, descuento bigint, iva bigint, ieps bigint, iva_ret bigint, isr_ret bigint, total bigint,
    base16 bigint, iva16 bigint, base8 bigint, iva8 bigint, base0 bigint, exento bigint, mayor integer, ieps16 bigint, ieps8 bigint, costo bigint,
    m_total bigint, m_base16 bigint, m_iva16 bigint, m_base8 bigint, m_iva8 bigint, m_base0 bigint, m_exento bigint, m_ieps bigint, m_iva_ret bigint, m_isr_ret bigint
) ON COMMIT DROP;
CREATE TEMP TABLE demo_aplica (
    fuente_i bigint, fuente_id bigint, destino_i bigint, destino_id bigint, k integer, c integer, numero bigint, clase text, forma integer,
    tipo text, fecha timestamp, reversa timestamp, previo bigint, p bigint, pf bigint, moneda integer, tc bigint, sobra bigint) ON COMMIT DROP;

-- Takes p_cuantos ids out of a sequence and returns the first. (max(id) + 1 would not do: row level security hides other tenants.)
CREATE FUNCTION pg_temp.demo_reservar(p_tabla text, p_columna text, p_cuantos bigint) RETURNS bigint
    LANGUAGE sql VOLATILE AS $$
    SELECT setval(s, nextval(s) + p_cuantos - 1) - p_cuantos + 1 FROM (SELECT pg_get_serial_sequence(p_tabla, p_columna)::regclass AS s) q
$$;

-- Cents of another currency in pesos, half up; the rate in millionths.
CREATE FUNCTION pg_temp.en_pesos(centavos bigint, tc bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE tc WHEN 1000000 THEN centavos ELSE (centavos * tc + 500000) / 1000000 END $$;

-- Fills the cycle of an organization.
CREATE FUNCTION pg_temp.demo_ciclo(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    fila demo_ciclo;
BEGIN
    INSERT INTO demo_ciclo (org, k, pos_sucursal, obj_id, situacion)
    SELECT p_org, k, (ARRAY[0, 0, 0, 0, 1, 1, 2, 2, 2, 3])[1 + (k * 2 + kk) % 10] % (SELECT count(*)::integer FROM demo_sucursal WHERE org = p_org), obj,
           CASE WHEN obj IN (1, 24) THEN (ARRAY['P','P','P','P','Q','R','S','L','A','N', CASE WHEN kk % 24 = 10 THEN 'X' ELSE 'Y' END, 'N'])[1 + kk % 12]
                WHEN obj = 2        THEN (ARRAY['P','P','P','P','P','N', CASE WHEN kk % 16 = 6 THEN 'X' ELSE 'N' END, 'N'])[1 + kk % 8]
                WHEN kk % 12 = 0    THEN 'X' ELSE 'N' END
    FROM  (SELECT k, kk, CASE WHEN kk < 120 THEN 1 WHEN kk < 192 THEN 2 WHEN kk < 204 THEN 5 WHEN kk < 214 THEN 6 WHEN kk < 224 THEN 7 ELSE 24 END AS obj
           FROM  (SELECT k, (k * 97) % 240 AS kk FROM generate_series(0, 239) k) barajado) tipos;

    UPDATE demo_ciclo c
    SET    sucursal_id = s.sucursal_id, almacen_id = s.almacen_id, frontera = s.frontera, serie = o.serie || s.sufijo,
           tipo_documento = o.nombre, origen = CASE c.obj_id WHEN 5 THEN 'Venta' ELSE '' END,
           ranuras = CASE WHEN c.situacion IN ('N', 'X') THEN 0 WHEN c.situacion IN ('Q', 'S') THEN 2 ELSE 1 END
    FROM   demo_sucursal s, objeto o
    WHERE  c.org = p_org AND s.org = p_org AND s.pos = c.pos_sucursal AND o.obj_id = c.obj_id;

    -- Pairs, each document once: a return or credit note with an unpaid invoice before it; some invoices with their
    -- sale note or remission. The pair shares customer, currency and lines (a credit note, the first line only).
    FOR fila IN SELECT * FROM demo_ciclo WHERE org = p_org AND situacion <> 'X' AND (obj_id IN (6, 7) OR (obj_id = 1 AND k % 3 = 0)) ORDER BY k LOOP
        UPDATE demo_ciclo c SET de_k = q.k, de_obj = q.obj_id
        FROM  (SELECT q.k, q.obj_id FROM demo_ciclo q
               WHERE  q.org = p_org AND q.k < fila.k AND q.pos_sucursal = fila.pos_sucursal AND q.situacion = 'N'
               AND    CASE WHEN fila.obj_id = 1 THEN q.obj_id = 2 OR (q.obj_id = 5 AND q.k % 3 > 0) ELSE q.obj_id = 1 END
               AND    q.de_k IS NULL
               AND    NOT EXISTS (SELECT FROM demo_ciclo t WHERE t.org = p_org AND t.de_k = q.k)
               ORDER  BY q.k DESC LIMIT 1) q
        WHERE  c.org = p_org AND c.k = fila.k
        AND    NOT EXISTS (SELECT FROM demo_ciclo t WHERE t.org = p_org AND t.de_k = fila.k);
    END LOOP;

    UPDATE demo_ciclo c SET rango = r.rango, cuantos = r.cuantos, desplaza = r.desplaza
    FROM  (SELECT k, row_number() OVER (PARTITION BY sucursal_id, obj_id ORDER BY k) - 1 AS rango,
                  count(*)        OVER (PARTITION BY sucursal_id, obj_id)                AS cuantos,
                  k + sum(ranuras) OVER (ORDER BY k) - ranuras                           AS desplaza
           FROM demo_ciclo WHERE org = p_org) r
    WHERE  c.org = p_org AND c.k = r.k;

    UPDATE demo_ciclo c SET de_desplaza = o.desplaza FROM demo_ciclo o WHERE c.org = p_org AND o.org = p_org AND o.k = c.de_k;
    UPDATE demo_ciclo c SET hijo_k = h.k, hijo_obj = h.obj_id FROM demo_ciclo h WHERE c.org = p_org AND h.org = p_org AND h.de_k = c.k;

    INSERT INTO demo_ranura
    SELECT p_org, k, n, o.obj_id, o.serie || sufijo, o.nombre,
           row_number() OVER (PARTITION BY sucursal_id, o.obj_id ORDER BY k, n) - 1, count(*) OVER (PARTITION BY sucursal_id, o.obj_id)
    FROM  (SELECT c.*, s.sufijo, n FROM demo_ciclo c JOIN demo_sucursal s USING (org, sucursal_id), generate_series(1, c.ranuras) n WHERE c.org = p_org) r
    JOIN   objeto o ON o.obj_id = CASE r.situacion WHEN 'A' THEN 9 ELSE 8 END;

    UPDATE demo_org SET por_vuelta = (SELECT 240 + sum(ranuras) FROM demo_ciclo WHERE org = p_org) WHERE org = p_org;
    UPDATE demo_org SET base_id = pg_temp.demo_reservar('transaccion', 'transaccion_id', (n / 240 + 1) * por_vuelta)
    WHERE org = p_org;
END $$;

-- Computes lines and totals of demo_doc (B.8: line amounts to 6 decimals, each tax group rounded once).
CREATE FUNCTION pg_temp.demo_importes(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_org demo_org := (SELECT o FROM demo_org o WHERE org = p_org);
BEGIN
    TRUNCATE demo_linea, demo_total;
    INSERT INTO demo_linea
    SELECT i, id, j, producto, cantidad, precio, bruto, descuento, promocion, tasa, base, ieps,
           ((base + ieps) * coalesce(tasa, 0) + 50) / 100,
           CASE WHEN retiene THEN (base * 106667 + 500000) / 1000000 ELSE 0 END,
           CASE WHEN retiene THEN (base * 10 + 50) / 100             ELSE 0 END,
           cantidad * costo / 1000
    FROM  (SELECT *, bruto - descuento - promocion AS base, (bruto - descuento - promocion) * ieps_tasa / 100 AS ieps
           -- thousandths × cents × 10 = 10^-6 pesos
           FROM  (SELECT *, cantidad * precio * 10 AS bruto,
                         -- 5 %, in whole cents
                         CASE WHEN azar % 5 = 0 THEN cantidad * precio / 20000 * 10000 ELSE 0 END AS descuento,
                         CASE WHEN azar % 9 = 0 AND cantidad * precio > 500000 THEN 1000000 ELSE 0 END AS promocion
                  FROM  (SELECT d.i, d.id, d.j, p.pos AS producto, CASE WHEN v_org.usual THEN p.precio * 1000000 / d.tc ELSE p.precio END AS precio, p.ieps AS ieps_tasa, p.costo, d.azar,
                                CASE WHEN p.fracciona THEN 500 * (2 + d.azar % 20) ELSE 1000 * (1 + d.azar % CASE WHEN v_org.usual AND p.precio > 100000 THEN 2 ELSE 12 END) END::bigint AS cantidad,
                                CASE WHEN p.tasa = 16 AND d.frontera THEN 8 ELSE p.tasa END AS tasa,
                                p.retiene AND NOT v_org.moral AND d.empresa AS retiene
                         FROM  (SELECT d.i, d.id, d.tc, j, c.frontera, char_length(k.rfc) = 12 AS empresa,
                                       pg_temp.azar(d.semilla * 8 + j, CASE WHEN v_org.moral THEN 41 ELSE 241 END, v_org.productos) AS pos, pg_temp.azar(d.semilla * 8 + j, 42, 1000000) AS azar
                                FROM   demo_doc d
                                JOIN   demo_ciclo    c ON c.org = p_org AND c.k   = d.k
                                JOIN   demo_contacto k ON k.org = p_org AND k.pos = d.contacto
                                CROSS  JOIN generate_series(1, d.lineas) j OFFSET 0) d
                         JOIN   demo_producto p ON p.org = p_org AND p.pos = d.pos OFFSET 0) cantidades OFFSET 0) brutos OFFSET 0) bases;

    -- Buckets of B.9: bases include IEPS; the rounding cent goes to the largest base. The same in pesos.
    INSERT INTO demo_total
    SELECT i, subtotal, descuento, iva16 + iva8, ieps, iva_ret, isr_ret, total, base16, iva16, base8, iva8, base0, exento, mayor, ieps16, ieps8, costo,
           m_total, m_base16 + CASE mayor WHEN 1 THEN m_sobra ELSE 0 END, m_iva16, m_base8 + CASE mayor WHEN 2 THEN m_sobra ELSE 0 END, m_iva8,
           m_base0 + CASE mayor WHEN 3 THEN m_sobra ELSE 0 END, m_exento + CASE mayor WHEN 4 THEN m_sobra ELSE 0 END, m_ieps, m_iva_ret, m_isr_ret
    FROM  (SELECT *, m_total - (m_base16 + m_iva16 + m_base8 + m_iva8 + m_base0 + m_exento - m_iva_ret - m_isr_ret) AS m_sobra
           FROM  (SELECT *, pg_temp.en_pesos(total, tc) AS m_total, pg_temp.en_pesos(base16, tc) AS m_base16, pg_temp.en_pesos(iva16, tc) AS m_iva16, pg_temp.en_pesos(base8, tc) AS m_base8,
                         pg_temp.en_pesos(iva8, tc) AS m_iva8, pg_temp.en_pesos(base0, tc) AS m_base0, pg_temp.en_pesos(exento, tc) AS m_exento, pg_temp.en_pesos(ieps, tc) AS m_ieps,
                         pg_temp.en_pesos(iva_ret, tc) AS m_iva_ret, pg_temp.en_pesos(isr_ret, tc) AS m_isr_ret
                  FROM  (SELECT i, tc, subtotal, descuento, ieps, iva_ret, isr_ret, total, iva16, iva8, mayor, ieps16, ieps8, costo,
                                base16 + CASE mayor WHEN 1 THEN sobra ELSE 0 END AS base16, base8  + CASE mayor WHEN 2 THEN sobra ELSE 0 END AS base8,
                                base0  + CASE mayor WHEN 3 THEN sobra ELSE 0 END AS base0,  exento + CASE mayor WHEN 4 THEN sobra ELSE 0 END AS exento
                         FROM  (SELECT *, subtotal + iva16 + iva8 + ieps - iva_ret - isr_ret AS total,
                                       subtotal + ieps - base16 - base8 - base0 - exento     AS sobra,
                                       CASE greatest(base16, base8, base0, exento) WHEN base16 THEN 1 WHEN base8 THEN 2 WHEN base0 THEN 3 ELSE 4 END AS mayor
                                FROM  (SELECT *, bruto2 - descuento AS subtotal
                                       FROM  (SELECT i, sum(costo)::bigint AS costo,
                                                     (sum(bruto)::bigint                                                 + 5000) / 10000 AS bruto2,
                                                     (sum(descuento + promocion)::bigint                                 + 5000) / 10000 AS descuento,
                                                     (sum(ieps)::bigint                                                  + 5000) / 10000 AS ieps,
                                                     (sum(iva_ret)::bigint                                               + 5000) / 10000 AS iva_ret,
                                                     (sum(isr_ret)::bigint                                               + 5000) / 10000 AS isr_ret,
                                                     (sum(CASE tasa WHEN 16 THEN base + ieps ELSE 0 END)::bigint         + 5000) / 10000 AS base16,
                                                     (sum(CASE tasa WHEN 16 THEN iva         ELSE 0 END)::bigint         + 5000) / 10000 AS iva16,
                                                     (sum(CASE tasa WHEN 8  THEN base + ieps ELSE 0 END)::bigint         + 5000) / 10000 AS base8,
                                                     (sum(CASE tasa WHEN 8  THEN iva         ELSE 0 END)::bigint         + 5000) / 10000 AS iva8,
                                                     (sum(CASE tasa WHEN 0  THEN base + ieps ELSE 0 END)::bigint         + 5000) / 10000 AS base0,
                                                     (sum(CASE WHEN tasa IS NULL THEN base + ieps ELSE 0 END)::bigint    + 5000) / 10000 AS exento,
                                                     (sum(CASE tasa WHEN 16 THEN ieps        ELSE 0 END)::bigint         + 5000) / 10000 AS ieps16,
                                                     (sum(CASE tasa WHEN 8  THEN ieps        ELSE 0 END)::bigint         + 5000) / 10000 AS ieps8
                                              FROM demo_linea GROUP BY i) redondeados OFFSET 0) netos OFFSET 0) totales JOIN demo_doc USING (i) OFFSET 0) cubetas OFFSET 0) pesos OFFSET 0) todo;
END $$;

-- Stores lines and taxes of demo_doc, after its headers.
CREATE FUNCTION pg_temp.demo_guardar_partidas(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, concepto_id, unidad_medida_id, proyecto_id, almacen_id, codigo, numero_parte,
                         descripcion, unidad, cantidad, precio_unitario, descuento, promocion, importe, clave_producto_servicio, clave_unidad, objeto_impuesto, surtida, facturada, devuelta, costo,
                         origen_id, numero_partida_origen, avance_facturada, avance_devuelta, notas)
    SELECT p_org, l.id, l.j, p.producto_id, p.concepto_id, p.unidad_medida_id, NULL, CASE WHEN d.obj_id IS NOT NULL THEN c.almacen_id END, p.codigo, p.numero_parte, p.descripcion, p.unidad,
           -- a credit note takes an amount off its line, no goods
           CASE d.obj_id WHEN 7 THEN 1 ELSE l.cantidad * 0.001 END, CASE d.obj_id WHEN 7 THEN l.base * 0.000001 ELSE l.precio * 0.01 END, CASE d.obj_id WHEN 7 THEN 0 ELSE l.descuento * 0.000001 END,
           CASE d.obj_id WHEN 7 THEN 0 ELSE l.promocion * 0.000001 END, l.base * 0.000001, p.clave_ps, p.clave_unidad, p.objeto,
           -- sold goods are delivered
           CASE WHEN d.obj_id IN (1, 2, 5, 24) OR (d.mueve = 1 AND p.costo > 0) THEN l.cantidad * 0.001 ELSE 0 END,
           CASE WHEN d.obj_id IN (2, 5) AND d.hijo = 1                 THEN l.cantidad * 0.001 ELSE 0 END,
           CASE WHEN d.hijo = 6 AND l.j = 1                            THEN l.cantidad * 0.001 ELSE 0 END,
           CASE WHEN d.mueve <> 0 THEN l.costo * 0.01 ELSE 0 END,
           d.origen_id, CASE WHEN d.origen_id IS NOT NULL THEN l.j END, CASE WHEN d.origen_id IS NOT NULL AND d.obj_id = 1 THEN l.cantidad * 0.001 ELSE 0 END,
           CASE WHEN d.origen_id IS NOT NULL AND d.obj_id = 6 THEN l.cantidad * 0.001 ELSE 0 END, CASE WHEN (l.i + l.j) % 11 = 0 THEN 'Entregar por la mañana' ELSE '' END
    FROM   demo_linea l
    JOIN   demo_producto p ON p.org = p_org AND p.pos = l.producto
    JOIN   demo_doc      d ON d.i = l.i
    JOIN   demo_ciclo    c ON c.org = p_org AND c.k = d.k;

    INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    SELECT p_org, id, j, 1, '002', 'Traslado', CASE WHEN tasa IS NULL THEN 'Exento' ELSE 'Tasa' END, tasa * 0.01, (base + ieps) * 0.000001, iva * 0.000001 FROM demo_linea;
    INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    SELECT p_org, id, j, t.n, t.impuesto, t.tipo, 'Tasa', t.tasa, l.base * 0.000001, t.importe * 0.000001
    FROM   demo_linea l, LATERAL (VALUES (2, '003', 'Traslado', 0.08, ieps), (3, '002', 'Retencion', 0.106667, iva_ret), (4, '001', 'Retencion', 0.10, isr_ret))
           t (n, impuesto, tipo, tasa, importe)
    WHERE  l.ieps + l.iva_ret > 0 AND t.importe > 0;
END $$;

-- Applications of the demo: money, credit notes, and notes invoiced. In the demo of the usual size a customer pays when
-- the credit ends or some days later, and credit that ends after yesterday is unpaid.
CREATE FUNCTION pg_temp.demo_aplicaciones(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_usual  boolean   := (SELECT usual FROM demo_org WHERE org = p_org);
    v_cierre timestamp := pg_temp.demo_hoy() - interval '4 hours';       -- yesterday, after the last sale: no later
                                                                         -- dates
BEGIN
    TRUNCATE demo_aplica;
    INSERT INTO demo_aplica
    SELECT NULL, d.id + r.c, d.i, d.id, d.k, r.c, d.i / 240 * r.cuantos + r.rango + 1,
           CASE WHEN caja THEN 'C' || sucursal_id WHEN mon = 2 THEN 'D' ELSE 'B' || azar % 2 END,
           CASE WHEN caja THEN azar % 3 ELSE 3 + (azar % 4) / 3 END,
           'Cobro', f.fecha, CASE situacion WHEN 'Y' THEN least(f.fecha + interval '1 day', v_cierre + interval '1 hour') END,
           previo, p, CASE WHEN mon = d.moneda THEN p ELSE pg_temp.en_pesos(previo + p, d.tc) - pg_temp.en_pesos(previo, d.tc) END, mon, d.tc,
           CASE situacion WHEN 'L' THEN 25000 ELSE 0 END
    FROM  (SELECT d.*, c.sucursal_id, c.situacion, t.total, c.obj_id = 2 AS caja, pg_temp.azar(d.i, 43, 1200) AS azar,
                  CASE WHEN d.moneda = 2 AND d.i % 2 = 0 AND (NOT v_usual OR d.fecha > pg_temp.demo_hoy() - 75) THEN 2 ELSE 1 END AS mon
           FROM   demo_doc d JOIN demo_total t USING (i) JOIN demo_ciclo c ON c.org = p_org AND c.k = d.k AND c.ranuras > 0 OFFSET 0) d
    JOIN   demo_ranura r ON r.org = p_org AND r.k = d.k AND r.c < 3
    JOIN   demo_contacto cliente ON cliente.org = p_org AND cliente.pos = d.contacto
    CROSS  JOIN LATERAL (SELECT CASE WHEN r.c = 2 THEN CASE situacion WHEN 'Q' THEN total * 2 / 5 ELSE total * 3 / 10 END ELSE 0 END AS previo) antes
    CROSS  JOIN LATERAL (SELECT CASE situacion WHEN 'Q' THEN CASE r.c WHEN 1 THEN total * 2 / 5 ELSE total - total * 2 / 5 END
                                                     WHEN 'S' THEN CASE r.c WHEN 1 THEN total * 3 / 10 ELSE total / 5 END
                                                     WHEN 'R' THEN total / 2 WHEN 'A' THEN total / 4 ELSE total END AS p) parte
    CROSS  JOIN LATERAL (SELECT CASE WHEN caja    THEN d.fecha + interval '5 minutes'
                                     WHEN v_usual THEN d.fecha + (cliente.dias + azar % (3 + cliente.dias / 5) + (r.c - 1) * 6) * interval '1 day'
                                     ELSE least(d.fecha + (r.c * 9 + azar % 6) * interval '1 day', v_cierre) END AS fecha) f
    WHERE  caja OR NOT v_usual OR f.fecha <= v_cierre;

    INSERT INTO demo_aplica (fuente_i, fuente_id, destino_i, destino_id, c, tipo, fecha, reversa, previo, p, pf, moneda, tc)
    SELECT f.i, f.id, d.i, d.id, 1, CASE c.obj_id WHEN 1 THEN 'Traspaso' ELSE 'Cobro' END, f.fecha, NULL, 0, t.total, t.total, f.moneda, f.tc
    FROM   demo_doc f JOIN demo_doc d ON d.i = f.semilla JOIN demo_total t ON t.i = f.i JOIN demo_ciclo c ON c.org = p_org AND c.k = f.k
    WHERE  f.i <> f.semilla AND c.de_obj IN (1, 2);      -- an invoiced remission has no debt to take over
END $$;

-- In the demo of the usual size the rest is collected some weeks late; a few customers, and those who also sell to us,
-- still owe it. One more deposit each, in pesos, for the rest of every part; then the deposits of a branch are numbered
-- by date.
CREATE FUNCTION pg_temp.demo_cobrar_lo_demas(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (SELECT usual FROM demo_org WHERE org = p_org) THEN RETURN; END IF;
    INSERT INTO demo_ranura
    SELECT p_org, c.k, 3, 8, o.serie || s.sufijo, o.nombre, 0, 0
    FROM   demo_ciclo c JOIN demo_sucursal s USING (org, sucursal_id) JOIN objeto o ON o.obj_id = 8 WHERE c.org = p_org AND c.obj_id IN (1, 2, 24);

    CREATE TEMP TABLE resta ON COMMIT DROP AS
    SELECT d.i, d.id, d.k, d.tc, d.fecha + (k.dias + 7 + pg_temp.azar(d.i, 48, 21)) * interval '1 day' AS fecha, t.total,
           coalesce(a.p, 0) AS p, a.b16, a.v16, a.b8, a.v8, a.b0, a.ex, a.ie, a.ri, a.rs, a.m, a.m16, a.w16, a.m8, a.w8, a.m0, a.mx, a.me, a.mi, a.ms
    FROM   demo_doc d
    JOIN   demo_total t USING (i)
    JOIN   demo_contacto k ON k.org = p_org AND k.pos = d.contacto
    LEFT   JOIN LATERAL (SELECT sum(a.p) AS p, sum(b16) AS b16, sum(v16) AS v16, sum(b8) AS b8, sum(v8) AS v8, sum(b0) AS b0, sum(ex) AS ex, sum(ie) AS ie, sum(ri) AS ri, sum(rs) AS rs, sum(m) AS m,
                                sum(m16) AS m16, sum(w16) AS w16, sum(m8) AS m8, sum(w8) AS w8, sum(m0) AS m0, sum(mx) AS mx, sum(me) AS me, sum(mi) AS mi, sum(ms) AS ms
                         FROM   demo_aplica a JOIN demo_reparto x USING (fuente_id, destino_id) WHERE a.destino_i = d.i AND a.reversa IS NULL) a ON true
    WHERE  d.obj_id IN (1, 2, 24) AND d.cancelado IS NULL AND (d.contacto % 25 > 0 OR t.m_total > 2000000) AND coalesce(a.p, 0) < t.total;
    DELETE FROM resta WHERE fecha > pg_temp.demo_hoy() - interval '4 hours' OR (i % 23 = 7 AND total < 5000000 AND fecha > pg_temp.demo_hoy() - 120);

    INSERT INTO demo_aplica
    SELECT NULL, nextval('transaccion_transaccion_id_seq'), i, id, k, 3, 0, 'B' || i % 2, 3, 'Cobro', fecha, NULL, p, total - p, t.m_total - coalesce(m, 0), 1, tc, 0
    FROM   resta r JOIN demo_total t USING (i, total) ORDER BY i;
    INSERT INTO demo_reparto
    SELECT a.fuente_id, a.destino_id, base16 - coalesce(b16, 0), iva16 - coalesce(v16, 0), base8 - coalesce(b8, 0), iva8 - coalesce(v8, 0), base0 - coalesce(b0, 0), exento - coalesce(ex, 0),
           ieps - coalesce(ie, 0), iva_ret - coalesce(ri, 0), isr_ret - coalesce(rs, 0), m_total - coalesce(m, 0), m_base16 - coalesce(m16, 0), m_iva16 - coalesce(w16, 0), m_base8 - coalesce(m8, 0),
           m_iva8 - coalesce(w8, 0), m_base0 - coalesce(m0, 0), m_exento - coalesce(mx, 0), m_ieps - coalesce(me, 0), m_iva_ret - coalesce(mi, 0), m_isr_ret - coalesce(ms, 0),
           a.pf, NULL, NULL
    FROM   demo_aplica a JOIN resta r ON r.id = a.destino_id JOIN demo_total t ON t.i = r.i WHERE a.c = 3;
    UPDATE demo_aplica a SET numero = n.numero
    FROM  (SELECT a.fuente_id, row_number() OVER (PARTITION BY r.serie, r.obj_id ORDER BY a.fecha, a.fuente_id) AS numero
           FROM   demo_aplica a JOIN demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c WHERE a.fuente_i IS NULL) n
    WHERE  a.fuente_id = n.fuente_id;
    DROP TABLE resta;
END $$;

-- Generates documents p_desde … p_hasta - 1 of an organization's p_n sales records.
CREATE FUNCTION pg_temp.demo_tramo(p_org bigint, p_desde bigint, p_hasta bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_org  demo_org := (SELECT o FROM demo_org o WHERE org = p_org);
    v_dias bigint   := 667;                                  -- days up to yesterday, with sales from 8:00 to 19:00
    v_desde timestamp := pg_temp.demo_hoy() - v_dias::integer + interval '8 hours';
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    TRUNCATE demo_doc;
    INSERT INTO demo_doc
    SELECT i, v_org.base_id + i / 240 * v_org.por_vuelta + desplaza, k, semilla, i / 240 * cuantos + rango + 1,
           fecha,
           CASE WHEN obj_id = 2 AND situacion = 'P' AND i % 5 < 3 THEN 0 ELSE 1 + pg_temp.azar(semilla, 45, v_org.contactos) END,
           moneda, CASE moneda WHEN 1 THEN 1000000 WHEN 2 THEN 17050000 ELSE 19800000 END + CASE moneda WHEN 1 THEN 0 ELSE pg_temp.azar(semilla / 500, 46, 150) * 10000 END,
           CASE WHEN obj_id IN (6, 7) AND semilla <> i THEN 1 ELSE (ARRAY[1, 1, 1, 2, 2, 2, 3, 3, 4, 6])[1 + pg_temp.azar(semilla, 47, 10)] END,
           obj_id, CASE WHEN situacion = 'X' OR (v_org.usual AND obj_id IN (6, 7) AND de_k IS NULL AND fecha < pg_temp.demo_hoy() - 45) THEN fecha + interval '3 hours' END, v_org.base_id + i / 240 * v_org.por_vuelta + de_desplaza, CASE WHEN i - k + hijo_k < v_org.n THEN hijo_obj END,
           CASE WHEN obj_id IN (2, 5, 24) OR (obj_id = 1 AND de_k IS NULL) THEN -1 WHEN obj_id = 6 AND de_k IS NOT NULL THEN 1 ELSE 0 END
    FROM  (SELECT i, c.*, v_desde + (i * v_dias / v_org.n) * interval '1 day' + (i * v_dias % v_org.n * 39600 / v_org.n) * interval '1 second' AS fecha,
                  i - c.k + coalesce(c.de_k, c.k) AS semilla,
                  CASE WHEN 2 IN (c.obj_id, c.de_obj) THEN 1 ELSE (ARRAY[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3])[1 + pg_temp.azar(i - c.k + coalesce(c.de_k, c.k), 44, 20)] END AS moneda
           FROM   generate_series(p_desde, p_hasta - 1) i JOIN demo_ciclo c ON c.org = p_org AND c.k = i % 240 OFFSET 0) d;
    PERFORM pg_temp.demo_importes(p_org);
    PERFORM pg_temp.demo_aplicaciones(p_org);
    PERFORM pg_temp.demo_repartir(p_org);
    PERFORM pg_temp.demo_cobrar_lo_demas(p_org);
    PERFORM pg_temp.demo_guardar_ventas(p_org);
    PERFORM pg_temp.demo_guardar_partidas(p_org);
    PERFORM pg_temp.demo_guardar_cobros(p_org);
    PERFORM pg_temp.demo_mover_mercancia(p_org);
    PERFORM pg_temp.demo_asentar(p_org);
END $$;
