-- Demo, part 4: stock and ledger of the documents of part 3, as the engine would have posted them: a póliza each, and
-- its reversal for a cancelled document. Costs are those of the first day, an even number of cents, for quantities in
-- halves at the finest: every exit costs its exact share, in any order, by layers or by average.

CREATE TEMP TABLE demo_capa   (org bigint, sucursal integer, producto integer, capa_id bigint, almacen_id bigint, producto_id bigint, promedio boolean) ON COMMIT DROP;
-- in thousandths, by chunk
CREATE TEMP TABLE demo_salida (org bigint, sucursal integer, producto integer, cantidad bigint) ON COMMIT DROP;
CREATE TEMP TABLE demo_contable (org bigint, clave text, id bigint) ON COMMIT DROP;

CREATE FUNCTION pg_temp.demo_mover_mercancia(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, valor_capa, reversa)
    SELECT p_org, l.id, l.j, x.almacen_id, x.producto_id, x.capa_id, r.fecha, signo * l.cantidad * 0.001, signo * l.costo * 0.01, CASE WHEN x.promedio THEN 0 ELSE signo * l.costo * 0.01 END, r.reversa
    FROM   demo_linea l
    JOIN   demo_doc   d ON d.i = l.i AND d.mueve <> 0
    JOIN   demo_ciclo c ON c.org = p_org AND c.k = d.k
    JOIN   demo_capa  x ON x.org = p_org AND x.sucursal = c.pos_sucursal AND x.producto = l.producto
    CROSS  JOIN LATERAL (VALUES (false, d.mueve, d.fecha), (true, -d.mueve, d.cancelado)) r (reversa, signo, fecha)
    WHERE  r.fecha IS NOT NULL ORDER BY l.id, l.j, r.reversa;

    INSERT INTO demo_salida
    SELECT p_org, c.pos_sucursal, l.producto, sum(-d.mueve * l.cantidad)::bigint
    FROM   demo_linea l JOIN demo_doc d ON d.i = l.i AND d.mueve <> 0 AND d.cancelado IS NULL JOIN demo_ciclo c ON c.org = p_org AND c.k = d.k
    WHERE  l.costo > 0 GROUP BY 2, 3;
END $$;

-- Lines of a póliza: an amount of 0 has no line, above 0 is debe.
CREATE FUNCTION pg_temp.demo_asentar(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
DECLARE
    v_base bigint;
BEGIN
    -- Entries of sales, remissions (cost only), returns and credit notes. The invoice of a note posts nothing, because
    -- the note did.
    CREATE TEMP TABLE asiento ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY d.i) - 1 AS n, d.id, d.fecha, d.cancelado, c.sucursal_id, c.tipo_documento || ' ' || c.serie || d.numero AS concepto, 'Diario' AS tipo,
           CASE WHEN d.obj_id IN (1, 2, 24) THEN 1 WHEN d.obj_id IN (6, 7) THEN -1 ELSE 0 END AS signo, d.origen_id IS NULL AS suelta, d.mueve * t.costo AS entra, t.*,
           pg_temp.parte(t.m_ieps, t.ieps16, t.ieps) AS e16, pg_temp.parte(t.m_ieps, t.ieps16 + t.ieps8, t.ieps) - pg_temp.parte(t.m_ieps, t.ieps16, t.ieps) AS e8
    FROM   demo_doc d
    JOIN   demo_total t USING (i)
    JOIN   demo_ciclo c ON c.org = p_org AND c.k = d.k
    WHERE  NOT (d.obj_id = 1 AND c.de_obj IS NOT DISTINCT FROM 2) AND (d.obj_id <> 5 OR t.costo > 0);
    v_base := pg_temp.demo_reservar('poliza', 'poliza_id', 2 * (SELECT count(*) FROM asiento));
    INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, transaccion_id, reversa_de, concepto)
    SELECT p_org, v_base + 2 * n + r.n2, tipo, r.fecha, extract(year FROM r.fecha), extract(month FROM r.fecha), id, CASE r.n2 WHEN 1 THEN v_base + 2 * n END, concepto
    FROM   asiento CROSS JOIN LATERAL (VALUES (0, fecha), (1, cancelado)) r (n2, fecha) WHERE r.fecha IS NOT NULL ORDER BY n, r.n2;
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id)
    SELECT p_org, v_base + 2 * a.n + r.n2, l.numero, k.id, greatest(r.signo2 * l.importe, 0) * 0.01, greatest(-r.signo2 * l.importe, 0) * 0.01, a.sucursal_id
    FROM   asiento a
    CROSS  JOIN LATERAL (VALUES (0, 1, a.fecha), (1, -1, a.cancelado)) r (n2, signo2, fecha)
    CROSS  JOIN LATERAL (SELECT row_number() OVER () AS numero, v.* FROM (VALUES
               ('CLIENTES', signo * m_total),
               (CASE WHEN signo = -1 AND suelta THEN 'IVA_RET_A_FAVOR' ELSE 'IVA_RET_A_FAVOR_PENDIENTE' END, signo * m_iva_ret),
               (CASE WHEN signo = -1 AND suelta THEN 'ISR_RET_A_FAVOR' ELSE 'ISR_RET_A_FAVOR_PENDIENTE' END, signo * m_isr_ret),
               ('VENTAS_16',      CASE signo WHEN 1 THEN e16 - m_base16 ELSE 0 END), ('VENTAS_8', CASE signo WHEN 1 THEN e8 - m_base8 ELSE 0 END),
               ('VENTAS_0',       CASE signo WHEN 1 THEN m_ieps - e16 - e8 - m_base0 ELSE 0 END), ('VENTAS_EXENTAS', CASE signo WHEN 1 THEN -m_exento ELSE 0 END),
               ('DEV_VENTAS',     CASE signo WHEN -1 THEN m_base16 + m_base8 + m_base0 + m_exento - m_ieps ELSE 0 END),
               (CASE WHEN signo = -1 AND suelta THEN 'IVA_COBRADO'  ELSE 'IVA_POR_COBRAR'  END, -signo * (m_iva16 + m_iva8)),
               (CASE WHEN signo = -1 AND suelta THEN 'IEPS_COBRADO' ELSE 'IEPS_POR_COBRAR' END, -signo * m_ieps),
               ('COSTO_VENTAS', -entra), ('INVENTARIO', entra)) v (clave, importe) WHERE v.importe <> 0) l
    JOIN   demo_contable k ON k.org = p_org AND k.clave = l.clave
    WHERE  r.fecha IS NOT NULL;
    DROP TABLE asiento;

    -- Entries of money. An advance is posted when it is received, and again when it is applied.
    CREATE TEMP TABLE asiento ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY a.fuente_id) - 1 AS n, a.fuente_id AS id, a.fecha, CASE WHEN r.obj_id = 9 THEN a.fecha ELSE a.reversa END AS otra, c.sucursal_id,
           r.tipo_documento || ' ' || r.serie || a.numero AS concepto, r.obj_id = 9 AS anticipo, b.cuenta_contable_id AS banco, x.m, x.w16 + x.w8 AS iva, x.me AS ieps, x.mi AS iva_ret, x.ms AS isr_ret, x.fuente_m,
           pg_temp.en_pesos(a.pf + a.sobra, CASE a.moneda WHEN 1 THEN 1000000 ELSE a.tc END) AS todo, x.anticipo_iva_m
    FROM   demo_aplica a
    JOIN   demo_reparto x USING (fuente_id, destino_id)
    JOIN   demo_ciclo  c ON c.org = p_org AND c.k = a.k
    JOIN   demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
    JOIN   demo_cuenta b ON b.org = p_org AND b.clase = a.clase
    WHERE  a.fuente_i IS NULL;
    v_base := pg_temp.demo_reservar('poliza', 'poliza_id', 2 * (SELECT count(*) FROM asiento));
    INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, transaccion_id, reversa_de, concepto)
    SELECT p_org, v_base + 2 * n + r.n2, CASE WHEN anticipo AND r.n2 = 1 THEN 'Diario' ELSE 'Ingresos' END, r.fecha, extract(year FROM r.fecha), extract(month FROM r.fecha), id,
           CASE WHEN r.n2 = 1 AND NOT anticipo THEN v_base + 2 * n END, concepto
    FROM   asiento CROSS JOIN LATERAL (VALUES (0, fecha), (1, otra)) r (n2, fecha) WHERE r.fecha IS NOT NULL ORDER BY n, r.n2;
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id)
    SELECT p_org, v_base + 2 * a.n + r.n2, l.numero, coalesce(k.id, a.banco), greatest(signo * l.importe, 0) * 0.01, greatest(-signo * l.importe, 0) * 0.01, a.sucursal_id
    FROM   asiento a
    CROSS  JOIN LATERAL (VALUES (0, 1, a.fecha), (1, CASE WHEN anticipo THEN 1 ELSE -1 END, a.otra)) r (n2, signo, fecha)
    CROSS  JOIN LATERAL (SELECT NOT anticipo OR r.n2 = 0 AS recibe, NOT anticipo OR r.n2 = 1 AS aplica) q
    CROSS  JOIN LATERAL (SELECT row_number() OVER () AS numero, v.* FROM (VALUES
               ('', CASE WHEN recibe THEN todo ELSE 0 END),
               ('ANTICIPO_CLIENTES', CASE WHEN recibe THEN coalesce(anticipo_iva_m, 0) - todo ELSE 0 END + CASE WHEN aplica THEN fuente_m - coalesce(anticipo_iva_m, 0) ELSE 0 END),
               ('CLIENTES',        CASE WHEN aplica THEN -m ELSE 0 END),
               ('IVA_POR_COBRAR',  CASE WHEN aplica THEN iva ELSE 0 END), ('IEPS_POR_COBRAR', CASE WHEN aplica THEN ieps ELSE 0 END),
               ('IVA_COBRADO',     CASE WHEN recibe THEN -coalesce(anticipo_iva_m, 0) ELSE 0 END + CASE WHEN aplica THEN coalesce(anticipo_iva_m, 0) - iva ELSE 0 END),
               ('IEPS_COBRADO',    CASE WHEN aplica THEN -ieps ELSE 0 END),
               ('IVA_RET_A_FAVOR_PENDIENTE', CASE WHEN aplica THEN -iva_ret ELSE 0 END), ('IVA_RET_A_FAVOR', CASE WHEN aplica THEN iva_ret ELSE 0 END),
               ('ISR_RET_A_FAVOR_PENDIENTE', CASE WHEN aplica THEN -isr_ret ELSE 0 END), ('ISR_RET_A_FAVOR', CASE WHEN aplica THEN isr_ret ELSE 0 END),
               (CASE WHEN fuente_m > m THEN 'UTILIDAD_CAMBIARIA' ELSE 'PERDIDA_CAMBIARIA' END, CASE WHEN aplica THEN m - fuente_m ELSE 0 END)) v (clave, importe) WHERE v.importe <> 0) l
    LEFT   JOIN demo_contable k ON k.org = p_org AND k.clave = l.clave
    WHERE  r.fecha IS NOT NULL;
    DROP TABLE asiento;
END $$;
