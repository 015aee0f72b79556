-- Demo, part 3: stores the data that the generator of part 2 computed.

CREATE FUNCTION pg_temp.demo_guardar_ventas(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id, serie, tipo_documento, origen, estado,
                             contacto, rfc, moneda, tipo_cambio, subtotal, descuento, iva, ieps, iva_retenido, isr_retenido, total, saldo, validacion, verificado,
                             uuid, fecha_timbrado, estatus_timbrado, metodo_pago, forma_pago, uso_cfdi, regimen_fiscal, fecha_vencimiento, dias_credito, vendedor_id,
                             almacen_id, notas, referencia_externa, usuario, fecha_creacion, fecha_cancelacion, motivo_cancelacion, cubetas, cubetas_mxn, pendiente, tramo, pendiente_mxn)
    SELECT p_org, id, sucursal_id, contacto_id, numero, fecha, obj_id, d.moneda, serie, tipo_documento, origen,
           CASE WHEN cancelado IS NOT NULL            THEN 'Cancelado'
                WHEN facturado                        THEN 'Facturado'
                WHEN obj_id = 5 OR aplicado = 0   THEN 'Pendiente'
                WHEN aplicado < total                 THEN 'Parcial'
                WHEN obj_id IN (6, 7)             THEN 'Aplicado' ELSE 'Pagado' END,
           k.nombre, k.rfc, (ARRAY['MXN', 'USD', 'EUR'])[d.moneda], tc * 0.000001, subtotal * 0.01, descuento * 0.01, iva * 0.01, ieps * 0.01, iva_ret * 0.01, isr_ret * 0.01, total * 0.01,
           CASE WHEN cancelado IS NOT NULL OR obj_id = 5 THEN 0 ELSE (total - aplicado) * 0.01 END,
           CASE WHEN NOT timbrado THEN 'Sin validar' WHEN cancelado IS NOT NULL THEN 'Cancelado'
                ELSE (ARRAY['Válido', 'Válido', 'Válido', 'Válido', 'Sin validar', 'Parcial', 'No encontrado', 'Inválido'])[1 + i % 8] END,
           CASE WHEN timbrado AND cancelado IS NULL AND i % 8 < 3 THEN 'Sí' ELSE 'No' END,
           CASE WHEN timbrado THEN upper(md5('cfdi' || id)::uuid::text) ELSE '' END, CASE WHEN timbrado THEN fecha + interval '2 minutes' END,
           CASE WHEN NOT timbrado THEN 'SinTimbrar' WHEN cancelado IS NOT NULL THEN 'Cancelado' ELSE 'Timbrado' END,
           CASE WHEN k.dias > 0 THEN 'PPD' ELSE 'PUE' END, CASE WHEN k.dias > 0 THEN '99' ELSE '03' END, k.uso, k.regimen, fecha::date + k.dias, k.dias, k.vendedor_id,
           almacen_id, CASE WHEN i % 6 = 0 THEN 'Pedido telefónico' ELSE '' END, CASE WHEN i % 7 = 0 THEN 'EXT-' || id ELSE '' END, 'demo', fecha,
           cancelado, CASE WHEN cancelado IS NOT NULL THEN 'Error de captura' ELSE '' END,
           ROW(base16 * 0.01, iva16 * 0.01, base8 * 0.01, iva8 * 0.01, base0 * 0.01, exento * 0.01, 0, ieps * 0.01, iva_ret * 0.01, isr_ret * 0.01, 0)::cubetas,
           ROW(m_base16 * 0.01, m_iva16 * 0.01, m_base8 * 0.01, m_iva8 * 0.01, m_base0 * 0.01, m_exento * 0.01, 0, m_ieps * 0.01, m_iva_ret * 0.01, m_isr_ret * 0.01, 0)::cubetas,
           pendiente, pendiente, pendiente_mxn
    FROM  (SELECT d.i, d.id, d.numero, d.fecha, d.contacto, d.moneda, d.tc, d.obj_id, d.cancelado, t.subtotal, CASE d.obj_id WHEN 7 THEN 0 ELSE t.descuento END AS descuento, t.iva, t.ieps, t.iva_ret, t.isr_ret, t.total,
                  t.base16, t.iva16, t.base8, t.iva8, t.base0, t.exento, t.m_base16, t.m_iva16, t.m_base8, t.m_iva8, t.m_base0, t.m_exento, t.m_ieps, t.m_iva_ret, t.m_isr_ret,
                  c.sucursal_id, c.serie, c.tipo_documento, c.origen, c.almacen_id, coalesce(a.aplicado, 0) + coalesce(f.aplicado, 0) AS aplicado, d.obj_id IN (2, 5) AND d.hijo = 1 AS facturado,
                  CASE d.obj_id WHEN 1 THEN d.i % 4 > 0 WHEN 24 THEN true WHEN 6 THEN d.i % 2 = 0 WHEN 7 THEN true ELSE false END AS timbrado
           FROM   demo_doc d
           JOIN   demo_total t USING (i)
           JOIN   demo_ciclo c ON c.org = p_org AND c.k = d.k
           LEFT   JOIN (SELECT destino_i AS i, sum(p)::bigint  AS aplicado FROM demo_aplica WHERE reversa IS NULL GROUP BY 1) a USING (i)
           LEFT   JOIN (SELECT fuente_i  AS i, sum(pf)::bigint AS aplicado FROM demo_aplica WHERE tipo = 'Cobro' AND fuente_i IS NOT NULL GROUP BY 1) f USING (i) OFFSET 0) d
    JOIN   demo_contacto k ON k.org = p_org AND k.pos = d.contacto
    -- Open balance of each part, when there is one.
    LEFT   JOIN (SELECT a.destino_i AS i, sum(b16) AS b16, sum(v16) AS v16, sum(b8) AS b8, sum(v8) AS v8, sum(b0) AS b0, sum(ex) AS ex, sum(ie) AS ie, sum(ri) AS ri, sum(rs) AS rs,
                        sum(m16) AS m16, sum(w16) AS w16, sum(m8) AS m8, sum(w8) AS w8, sum(m0) AS m0, sum(mx) AS mx, sum(me) AS me, sum(mi) AS mi, sum(ms) AS ms
                 FROM   demo_aplica a JOIN demo_reparto x USING (fuente_id, destino_id) WHERE a.reversa IS NULL GROUP BY 1) x USING (i)
    LEFT   JOIN LATERAL (SELECT ROW((base16 - coalesce(b16, 0)) * 0.01, (iva16 - coalesce(v16, 0)) * 0.01, (base8 - coalesce(b8, 0)) * 0.01, (iva8 - coalesce(v8, 0)) * 0.01, (base0 - coalesce(b0, 0)) * 0.01,
                                    (exento - coalesce(ex, 0)) * 0.01, 0, (ieps - coalesce(ie, 0)) * 0.01, (iva_ret - coalesce(ri, 0)) * 0.01, (isr_ret - coalesce(rs, 0)) * 0.01, 0)::cubetas AS pendiente,
                                ROW((m_base16 - coalesce(m16, 0)) * 0.01, (m_iva16 - coalesce(w16, 0)) * 0.01, (m_base8 - coalesce(m8, 0)) * 0.01, (m_iva8 - coalesce(w8, 0)) * 0.01, (m_base0 - coalesce(m0, 0)) * 0.01,
                                    (m_exento - coalesce(mx, 0)) * 0.01, 0, (m_ieps - coalesce(me, 0)) * 0.01, (m_iva_ret - coalesce(mi, 0)) * 0.01, (m_isr_ret - coalesce(ms, 0)) * 0.01, 0)::cubetas AS pendiente_mxn) q
           ON cancelado IS NULL AND obj_id <> 5 AND aplicado < total;

    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
    SELECT p_org, origen_id, id, CASE WHEN obj_id = 1 THEN 'Origen' ELSE 'Credito' END FROM demo_doc WHERE origen_id IS NOT NULL;
END $$;

-- Share of a bucket for s of a total t, half up.
CREATE FUNCTION pg_temp.parte(b bigint, s bigint, t bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN b = 0 THEN 0 WHEN s = t THEN b ELSE (2 * b * s + t) / (2 * t) END $$;

-- VAT of an advance, declared when it is received; a deposit has no parts.
CREATE FUNCTION pg_temp.demo_iva_anticipo(centavos bigint, frontera boolean) RETURNS bigint
    LANGUAGE sql IMMUTABLE AS $$ SELECT centavos - (2 * centavos * 100 + con_iva) / (2 * con_iva) FROM (SELECT CASE WHEN frontera THEN 108 ELSE 116 END AS con_iva) t $$;
CREATE FUNCTION pg_temp.demo_cubetas_anticipo(total bigint, iva bigint, frontera boolean) RETURNS cubetas
    LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN frontera THEN ROW(0, 0, (total - iva) * 0.01, iva * 0.01, 0, 0, 0, 0, 0, 0, 0)::cubetas ELSE ROW((total - iva) * 0.01, iva * 0.01, 0, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas END
$$;

-- Parts of an application, in the currency of the document and in pesos (B.9): each bucket cumulative, so that no error
-- accumulates; the largest base takes the cent. A return or credit note takes its own parts; an invoice takes over all
-- parts of its note.
CREATE TEMP TABLE demo_reparto (
    fuente_id bigint, destino_id bigint, b16 bigint, v16 bigint, b8 bigint, v8 bigint, b0 bigint, ex bigint, ie bigint, ri bigint, rs bigint,
    m bigint, m16 bigint, w16 bigint, m8 bigint, w8 bigint, m0 bigint, mx bigint, me bigint, mi bigint, ms bigint,
    fuente_m bigint,            -- pesos that left the source; the difference to m is a result of exchange
    anticipo_iva bigint, anticipo_iva_m bigint   -- of an advance: VAT declared when it was received
) ON COMMIT DROP;
CREATE FUNCTION pg_temp.demo_repartir(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE demo_reparto;
    INSERT INTO demo_reparto
    SELECT fuente_id, destino_id, b16 + CASE mayor WHEN 1 THEN resto ELSE 0 END, v16, b8 + CASE mayor WHEN 2 THEN resto ELSE 0 END, v8,
           b0  + CASE mayor WHEN 3 THEN resto ELSE 0 END, ex + CASE mayor WHEN 4 THEN resto ELSE 0 END, ie, ri, rs,
           m, m16 + CASE mayor WHEN 1 THEN m_resto ELSE 0 END, w16, m8 + CASE mayor WHEN 2 THEN m_resto ELSE 0 END, w8,
           m0  + CASE mayor WHEN 3 THEN m_resto ELSE 0 END, mx + CASE mayor WHEN 4 THEN m_resto ELSE 0 END, me, mi, ms, fuente_m, anticipo_iva, pg_temp.en_pesos(anticipo_iva, tcf)
    FROM  (SELECT *, p - (b16 + v16 + b8 + v8 + b0 + ex - ri - rs) AS resto, m - (m16 + w16 + m8 + w8 + m0 + mx - mi - ms) AS m_resto
           FROM  (SELECT a.fuente_id, a.destino_id, a.p, t.mayor,
                         pg_temp.parte(base16, hasta, total)  - pg_temp.parte(base16, a.previo, total)  AS b16, pg_temp.parte(iva16, hasta, total) - pg_temp.parte(iva16, a.previo, total) AS v16,
                         pg_temp.parte(base8, hasta, total)   - pg_temp.parte(base8, a.previo, total)   AS b8,  pg_temp.parte(iva8, hasta, total)  - pg_temp.parte(iva8, a.previo, total)  AS v8,
                         pg_temp.parte(base0, hasta, total)   - pg_temp.parte(base0, a.previo, total)   AS b0,  pg_temp.parte(exento, hasta, total) - pg_temp.parte(exento, a.previo, total) AS ex,
                         pg_temp.parte(ieps, hasta, total)    - pg_temp.parte(ieps, a.previo, total)    AS ie,  pg_temp.parte(iva_ret, hasta, total) - pg_temp.parte(iva_ret, a.previo, total) AS ri,
                         pg_temp.parte(isr_ret, hasta, total) - pg_temp.parte(isr_ret, a.previo, total) AS rs,
                         pg_temp.en_pesos(hasta, d.tc)        - pg_temp.en_pesos(a.previo, d.tc)        AS m,
                         pg_temp.parte(m_base16, hasta, total) - pg_temp.parte(m_base16, a.previo, total) AS m16, pg_temp.parte(m_iva16, hasta, total) - pg_temp.parte(m_iva16, a.previo, total) AS w16,
                         pg_temp.parte(m_base8, hasta, total) - pg_temp.parte(m_base8, a.previo, total) AS m8,  pg_temp.parte(m_iva8, hasta, total)  - pg_temp.parte(m_iva8, a.previo, total)  AS w8,
                         pg_temp.parte(m_base0, hasta, total) - pg_temp.parte(m_base0, a.previo, total) AS m0,  pg_temp.parte(m_exento, hasta, total) - pg_temp.parte(m_exento, a.previo, total) AS mx,
                         pg_temp.parte(m_ieps, hasta, total)  - pg_temp.parte(m_ieps, a.previo, total)  AS me,  pg_temp.parte(m_iva_ret, hasta, total) - pg_temp.parte(m_iva_ret, a.previo, total) AS mi,
                         pg_temp.parte(m_isr_ret, hasta, total) - pg_temp.parte(m_isr_ret, a.previo, total) AS ms,
                         pg_temp.en_pesos(a.pf, tcf) AS fuente_m, tcf, CASE r.obj_id WHEN 9 THEN pg_temp.demo_iva_anticipo(a.pf, c.frontera) END AS anticipo_iva
                  FROM   demo_aplica a
                  JOIN   demo_doc d   ON d.i = a.destino_i
                  JOIN   demo_total t ON t.i = a.destino_i
                  JOIN   demo_ciclo c  ON c.org = p_org AND c.k = a.k
                  JOIN   demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
                  CROSS  JOIN LATERAL (SELECT a.previo + a.p AS hasta, CASE a.moneda WHEN 1 THEN 1000000 ELSE a.tc END AS tcf) s WHERE a.fuente_i IS NULL OFFSET 0) partes OFFSET 0) repartidas
    UNION ALL
    -- The note's own parts. When rounding gives the note a cent more of a base than the sale has, another base takes
    -- that cent.
    SELECT a.fuente_id, a.destino_id, least(n.base16, t.base16) + CASE d WHEN 1 THEN e ELSE 0 END, n.iva16, least(n.base8, t.base8) + CASE d WHEN 2 THEN e ELSE 0 END, n.iva8,
           least(n.base0, t.base0) + CASE d WHEN 3 THEN e ELSE 0 END, least(n.exento, t.exento) + CASE d WHEN 4 THEN e ELSE 0 END, n.ieps, n.iva_ret, n.isr_ret,
           n.m_total, least(n.m_base16, t.m_base16) + CASE d WHEN 1 THEN m_e ELSE 0 END, n.m_iva16, least(n.m_base8, t.m_base8) + CASE d WHEN 2 THEN m_e ELSE 0 END, n.m_iva8,
           least(n.m_base0, t.m_base0) + CASE d WHEN 3 THEN m_e ELSE 0 END, least(n.m_exento, t.m_exento) + CASE d WHEN 4 THEN m_e ELSE 0 END, n.m_ieps, n.m_iva_ret, n.m_isr_ret, n.m_total, NULL, NULL
    FROM   demo_aplica a JOIN demo_total n ON n.i = a.fuente_i JOIN demo_total t ON t.i = a.destino_i
    CROSS  JOIN LATERAL (SELECT greatest(n.base16 - t.base16, 0) + greatest(n.base8 - t.base8, 0) + greatest(n.base0 - t.base0, 0) + greatest(n.exento - t.exento, 0) AS e,
                                greatest(n.m_base16 - t.m_base16, 0) + greatest(n.m_base8 - t.m_base8, 0) + greatest(n.m_base0 - t.m_base0, 0) + greatest(n.m_exento - t.m_exento, 0) AS m_e,
                                CASE WHEN t.base16 > n.base16 THEN 1 WHEN t.base8 > n.base8 THEN 2 WHEN t.base0 > n.base0 THEN 3 WHEN t.exento > n.exento THEN 4 END AS d) s
    WHERE  a.tipo = 'Cobro'
    UNION ALL
    SELECT a.fuente_id, a.destino_id, n.base16, n.iva16, n.base8, n.iva8, n.base0, n.exento, n.ieps, n.iva_ret, n.isr_ret,
           n.m_total, n.m_base16, n.m_iva16, n.m_base8, n.m_iva8, n.m_base0, n.m_exento, n.m_ieps, n.m_iva_ret, n.m_isr_ret, n.m_total, NULL, NULL
    FROM   demo_aplica a JOIN demo_total n ON n.i = a.destino_i WHERE a.tipo <> 'Cobro';
END $$;

CREATE FUNCTION pg_temp.demo_guardar_cobros(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- Inserts the money documents.
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id, serie, tipo_documento, estado, contacto, rfc,
                             moneda, tipo_cambio, subtotal, iva, total, saldo, vendedor_id, usuario, fecha_creacion, fecha_cancelacion, motivo_cancelacion, cubetas, cubetas_mxn, pendiente, tramo, pendiente_mxn)
    SELECT p_org, a.fuente_id, c.sucursal_id, k.contacto_id, a.numero, a.fecha, r.obj_id, a.moneda, r.serie, r.tipo_documento,
           CASE WHEN a.reversa IS NOT NULL THEN 'Cancelado' WHEN a.sobra > 0 THEN 'Parcial' WHEN r.obj_id = 9 THEN 'Aplicado' ELSE 'Asignado' END,
           k.nombre, k.rfc, CASE a.moneda WHEN 1 THEN 'MXN' ELSE 'USD' END, CASE a.moneda WHEN 1 THEN 1 ELSE a.tc * 0.000001 END,
           (total - iva) * 0.01, iva * 0.01, total * 0.01, a.sobra * 0.01, k.vendedor_id, 'demo', a.fecha,
           a.reversa, CASE WHEN a.reversa IS NOT NULL THEN 'Cheque devuelto' ELSE '' END,
           CASE r.obj_id WHEN 9 THEN pg_temp.demo_cubetas_anticipo(total, iva, c.frontera) END, CASE r.obj_id WHEN 9 THEN pg_temp.demo_cubetas_anticipo(x.fuente_m, x.anticipo_iva_m, c.frontera) END,
           CASE WHEN a.sobra > 0 THEN cubetas_de_una(a.sobra * 0.01) END, CASE WHEN a.sobra > 0 THEN cubetas_de_una(a.sobra * 0.01) END,
           -- only money without parts leaves a rest
           CASE WHEN a.sobra > 0 THEN cubetas_de_una((pg_temp.en_pesos(total, CASE a.moneda WHEN 1 THEN 1000000 ELSE a.tc END) - x.fuente_m) * 0.01) END
    FROM   demo_aplica a
    JOIN   demo_doc d ON d.i = a.destino_i
    JOIN   demo_ciclo  c ON c.org = p_org AND c.k = a.k
    JOIN   demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
    JOIN   demo_contacto k ON k.org = p_org AND k.pos = d.contacto
    JOIN   demo_reparto x USING (fuente_id, destino_id)
    CROSS  JOIN LATERAL (SELECT a.pf + a.sobra AS total, coalesce(x.anticipo_iva, 0) AS iva) t
    WHERE  a.fuente_i IS NULL;

    INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, tipo, cuenta, forma, referencia, conciliado)
    SELECT p_org, a.fuente_id, c.cuenta_id, f.forma_pago_id, CASE r.obj_id WHEN 9 THEN 'Anticipo' ELSE 'Cobranza' END, c.nombre, f.nombre, 'REF' || a.fuente_id, a.numero % 9 = 0
    FROM   demo_aplica a JOIN demo_cuenta c ON c.org = p_org AND c.clase = a.clase JOIN demo_forma f ON f.org = p_org AND f.pos = a.forma JOIN demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
    WHERE  a.fuente_i IS NULL;

    INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, fecha_reversa, tipo, importe_fuente, importe_destino, tipo_cambio,
                            base16, iva16, base8, iva8, base0, exento, ieps, iva_ret, isr_ret, fuente_folio, fuente_moneda, fuente_total, cuenta, forma, referencia, pesos, flujo, fuente_pesos)
    SELECT p_org, a.fuente_id, a.destino_id, a.fecha, a.reversa, a.tipo, a.pf * 0.01, a.p * 0.01, CASE WHEN a.moneda = d.moneda THEN 1 ELSE a.tc * 0.000001 END,
           b16 * 0.01, v16 * 0.01, b8 * 0.01, v8 * 0.01, b0 * 0.01, ex * 0.01, ie * 0.01, ri * 0.01, rs * 0.01,
           coalesce(r.serie || a.numero, q.serie || o.numero), CASE a.moneda WHEN 1 THEN 'MXN' WHEN 2 THEN 'USD' ELSE 'EUR' END, (a.pf + coalesce(a.sobra, 0)) * 0.01,
           coalesce(c.nombre, ''), coalesce(f.nombre, ''), CASE WHEN c.nombre IS NULL THEN '' ELSE 'REF' || a.fuente_id END,
           ROW(m16 * 0.01, w16 * 0.01, m8 * 0.01, w8 * 0.01, m0 * 0.01, mx * 0.01, 0, me * 0.01, mi * 0.01, ms * 0.01, 0)::cubetas,
           CASE a.tipo WHEN 'Cobro' THEN ROW((m16 + CASE t.mayor WHEN 1 THEN cambio ELSE 0 END) * 0.01, w16 * 0.01, (m8 + CASE t.mayor WHEN 2 THEN cambio ELSE 0 END) * 0.01, w8 * 0.01,
                                             (m0 + CASE t.mayor WHEN 3 THEN cambio ELSE 0 END) * 0.01, (mx + CASE t.mayor WHEN 4 THEN cambio ELSE 0 END) * 0.01, 0, me * 0.01, mi * 0.01, ms * 0.01, 0)::cubetas END,
           CASE r.obj_id WHEN 9 THEN pg_temp.demo_cubetas_anticipo(x.fuente_m, x.anticipo_iva_m, k.frontera) END
    FROM   demo_aplica a
    JOIN   demo_reparto x USING (fuente_id, destino_id)
    JOIN   demo_doc d     ON d.i = a.destino_i
    JOIN   demo_total t   ON t.i = a.destino_i
    JOIN   demo_ciclo k   ON k.org = p_org AND k.k = d.k
    LEFT   JOIN demo_doc o    ON o.i = a.fuente_i
    LEFT   JOIN demo_ciclo q  ON q.org = p_org AND q.k = o.k
    LEFT   JOIN demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
    LEFT   JOIN demo_cuenta c ON c.org = p_org AND c.clase = a.clase
    LEFT   JOIN demo_forma f  ON f.org = p_org AND f.pos = a.forma
    CROSS  JOIN LATERAL (SELECT x.fuente_m - x.m AS cambio) z
    ORDER  BY a.destino_id, a.c;
END $$;
