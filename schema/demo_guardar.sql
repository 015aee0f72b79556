-- Demo, part 3: what the generator of part 2 computed, stored.

CREATE FUNCTION pg_temp.demo_guardar_ventas(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id, serie, tipo_documento, origen, estado,
                             contacto, rfc, moneda, tipo_cambio, subtotal, descuento, iva, ieps, iva_retenido, isr_retenido, total, saldo, validacion, verificado,
                             uuid, fecha_timbrado, estatus_timbrado, metodo_pago, forma_pago, uso_cfdi, regimen_fiscal, fecha_vencimiento, dias_credito, vendedor_id,
                             almacen_id, notas, referencia_externa, usuario, fecha_creacion, fecha_cancelacion, motivo_cancelacion, cubetas, cubetas_mxn)
    SELECT p_org, id, sucursal_id, contacto_id, numero, fecha, obj_id, d.moneda, serie, tipo_documento, origen,
           CASE WHEN cancelado                        THEN 'Cancelado'
                WHEN facturado                        THEN 'Facturado'
                WHEN obj_id = 5 OR aplicado = 0   THEN 'Pendiente'
                WHEN aplicado < total                 THEN 'Parcial'
                WHEN obj_id IN (6, 7)             THEN 'Aplicado' ELSE 'Pagado' END,
           k.nombre, k.rfc, (ARRAY['MXN', 'USD', 'EUR'])[d.moneda], tc * 0.000001, subtotal * 0.01, descuento * 0.01, iva * 0.01, ieps * 0.01, iva_ret * 0.01, isr_ret * 0.01, total * 0.01,
           CASE WHEN cancelado OR obj_id = 5 THEN 0 ELSE (total - aplicado) * 0.01 END,
           CASE WHEN NOT timbrado THEN 'Sin validar' WHEN cancelado THEN 'Cancelado'
                ELSE (ARRAY['Válido', 'Válido', 'Válido', 'Válido', 'Sin validar', 'Parcial', 'No encontrado', 'Inválido'])[1 + i % 8] END,
           CASE WHEN timbrado AND NOT cancelado AND i % 8 < 3 THEN 'Sí' ELSE 'No' END,
           CASE WHEN timbrado THEN upper(md5('cfdi' || id)::uuid::text) ELSE '' END, CASE WHEN timbrado THEN fecha + interval '2 minutes' END,
           CASE WHEN NOT timbrado THEN 'SinTimbrar' WHEN cancelado THEN 'Cancelado' ELSE 'Timbrado' END,
           CASE WHEN k.dias > 0 THEN 'PPD' ELSE 'PUE' END, CASE WHEN k.dias > 0 THEN '99' ELSE '03' END, k.uso, k.regimen, fecha::date + k.dias, k.dias, k.vendedor_id,
           almacen_id, CASE WHEN i % 6 = 0 THEN 'Pedido telefónico' ELSE '' END, CASE WHEN i % 7 = 0 THEN 'EXT-' || id ELSE '' END, 'demo', fecha,
           CASE WHEN cancelado THEN fecha + interval '3 hours' END, CASE WHEN cancelado THEN 'Error de captura' ELSE '' END,
           cubetas, CASE tc WHEN 1000000 THEN cubetas ELSE cubetas_a_pesos(cubetas, tc * 0.000001) END
    FROM  (SELECT d.*, t.*, c.sucursal_id, c.obj_id, c.serie, c.tipo_documento, c.origen, c.almacen_id, c.situacion = 'X' AS cancelado, coalesce(a.aplicado, 0) + coalesce(f.aplicado, 0) AS aplicado,
                  c.obj_id IN (2, 5) AND h.i IS NOT NULL AS facturado,
                  CASE c.obj_id WHEN 1 THEN d.i % 4 > 0 WHEN 24 THEN true WHEN 6 THEN d.i % 2 = 0 WHEN 7 THEN true ELSE false END AS timbrado
           FROM   demo_doc d
           JOIN   demo_total t USING (i)
           JOIN   demo_ciclo c ON c.org = p_org AND c.k = d.k
           LEFT   JOIN (SELECT destino_i AS i, sum(p)::bigint  AS aplicado FROM demo_aplica WHERE NOT reversa GROUP BY 1) a USING (i)
           LEFT   JOIN (SELECT fuente_i  AS i, sum(pf)::bigint AS aplicado FROM demo_aplica WHERE tipo = 'Cobro' AND fuente_i IS NOT NULL GROUP BY 1) f USING (i)
           LEFT   JOIN (SELECT d.semilla AS i FROM demo_doc d JOIN demo_ciclo c ON c.org = p_org AND c.k = d.k WHERE d.i <> d.semilla AND c.obj_id = 1) h USING (i) OFFSET 0) d
           (i, id, k, semilla, numero, fecha, contacto, moneda, tc, lineas, i_, subtotal, descuento, iva, ieps, iva_ret, isr_ret, total,
            base16, iva16, base8, iva8, base0, exento, mayor, sucursal_id, obj_id, serie, tipo_documento, origen, almacen_id, cancelado, aplicado, facturado, timbrado)
    JOIN   demo_contacto k ON k.org = p_org AND k.pos = d.contacto
    CROSS  JOIN LATERAL (SELECT ROW(base16 * 0.01, iva16 * 0.01, base8 * 0.01, iva8 * 0.01, base0 * 0.01, exento * 0.01, 0, ieps * 0.01, iva_ret * 0.01, isr_ret * 0.01)::cubetas) b (cubetas);

    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
    SELECT p_org, o.id, d.id, CASE WHEN c.obj_id = 1 THEN 'Origen' ELSE 'Credito' END
    FROM   demo_doc d JOIN demo_doc o ON o.i = d.semilla JOIN demo_ciclo c ON c.org = p_org AND c.k = d.k WHERE d.i <> d.semilla;
END $$;

-- Part of a bucket that corresponds to s of a total t, half up.
CREATE FUNCTION pg_temp.parte(b bigint, s bigint, t bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN b = 0 THEN 0 WHEN s = t THEN b ELSE (2 * b * s + t) / (2 * t) END $$;

CREATE FUNCTION pg_temp.demo_guardar_cobros(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    -- The money documents. An advance recognises its VAT when it is received.
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id, serie, tipo_documento, estado, contacto, rfc,
                             moneda, tipo_cambio, subtotal, iva, total, saldo, vendedor_id, usuario, fecha_creacion, fecha_cancelacion, motivo_cancelacion, cubetas, cubetas_mxn)
    SELECT p_org, a.fuente_id, c.sucursal_id, k.contacto_id, a.numero, a.fecha, r.obj_id, a.moneda, r.serie, r.tipo_documento,
           CASE WHEN a.reversa THEN 'Cancelado' WHEN a.sobra > 0 THEN 'Parcial' WHEN r.obj_id = 9 THEN 'Aplicado' ELSE 'Asignado' END,
           k.nombre, k.rfc, CASE a.moneda WHEN 1 THEN 'MXN' ELSE 'USD' END, CASE a.moneda WHEN 1 THEN 1 ELSE a.tc * 0.000001 END,
           (total - iva) * 0.01, iva * 0.01, total * 0.01, a.sobra * 0.01, k.vendedor_id, 'demo', a.fecha,
           CASE WHEN a.reversa THEN a.fecha + interval '1 day' END, CASE WHEN a.reversa THEN 'Cheque devuelto' ELSE '' END,
           cubetas, CASE WHEN a.moneda = 1 OR a.tc = 1000000 THEN cubetas ELSE cubetas_a_pesos(cubetas, a.tc * 0.000001) END
    FROM   demo_aplica a
    JOIN   demo_doc d ON d.i = a.destino_i
    JOIN   demo_ciclo  c ON c.org = p_org AND c.k = a.k
    JOIN   demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
    JOIN   demo_contacto k ON k.org = p_org AND k.pos = d.contacto
    CROSS  JOIN LATERAL (SELECT a.pf + a.sobra AS total,
                                CASE WHEN r.obj_id = 8 THEN 0
                                     ELSE a.pf - (2 * a.pf * 100 + CASE WHEN c.frontera THEN 108 ELSE 116 END) / (2 * CASE WHEN c.frontera THEN 108 ELSE 116 END) END AS iva) t
    CROSS  JOIN LATERAL (SELECT CASE WHEN r.obj_id = 9 THEN CASE WHEN c.frontera THEN ROW(0, 0, (total - iva) * 0.01, iva * 0.01, 0, 0, 0, 0, 0, 0)::cubetas
                                                                 ELSE ROW((total - iva) * 0.01, iva * 0.01, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas END END) b (cubetas)
    WHERE  a.fuente_i IS NULL;

    INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, tipo, cuenta, forma, referencia, conciliado)
    SELECT p_org, a.fuente_id, c.cuenta_id, f.forma_pago_id, CASE r.obj_id WHEN 9 THEN 'Anticipo' ELSE 'Cobranza' END, c.nombre, f.nombre, 'REF' || a.fuente_id, a.numero % 9 = 0
    FROM   demo_aplica a JOIN demo_cuenta c ON c.org = p_org AND c.clase = a.clase JOIN demo_forma f ON f.org = p_org AND f.pos = a.forma JOIN demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
    WHERE  a.fuente_i IS NULL;

    -- The proration of B.9: each bucket cumulative, so that it cannot drift; the largest base takes the cent.
    INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, fecha_reversa, tipo, importe_fuente, importe_destino, tipo_cambio,
                            base16, iva16, base8, iva8, base0, exento, ieps, iva_ret, isr_ret, fuente_folio, fuente_moneda, fuente_total, cuenta, forma, referencia, pesos, flujo)
    SELECT p_org, fuente_id, destino_id, fecha, CASE WHEN reversa THEN fecha + interval '1 day' END, tipo, pf * 0.01, p * 0.01, CASE WHEN misma THEN 1 ELSE tc * 0.000001 END,
           (b16 + CASE mayor WHEN 1 THEN resto ELSE 0 END) * 0.01, v16 * 0.01, (b8 + CASE mayor WHEN 2 THEN resto ELSE 0 END) * 0.01, v8 * 0.01,
           (b0  + CASE mayor WHEN 3 THEN resto ELSE 0 END) * 0.01, (ex + CASE mayor WHEN 4 THEN resto ELSE 0 END) * 0.01, ie * 0.01, ri * 0.01, rs * 0.01,
           fuente_folio, CASE moneda WHEN 1 THEN 'MXN' WHEN 2 THEN 'USD' ELSE 'EUR' END, fuente_total * 0.01, cuenta, forma, CASE WHEN cuenta = '' THEN '' ELSE 'REF' || fuente_id END, pesos, pesos
    FROM  (SELECT *, p - (b16 + v16 + b8 + v8 + b0 + ex - ri - rs) AS resto
           FROM  (SELECT a.fuente_id, a.destino_id, a.c, a.fecha, a.reversa, a.tipo, a.pf, a.p, a.tc, a.moneda, a.moneda = d.moneda AS misma, t.mayor,
                         coalesce(r.serie || a.numero, q.serie || o.numero) AS fuente_folio, a.pf + coalesce(a.sobra, 0) AS fuente_total,
                         coalesce(c.nombre, '') AS cuenta, coalesce(f.nombre, '') AS forma,
                         pg_temp.parte(base16, hasta, total)  - pg_temp.parte(base16, a.previo, total)  AS b16, pg_temp.parte(iva16, hasta, total) - pg_temp.parte(iva16, a.previo, total) AS v16,
                         pg_temp.parte(base8, hasta, total)   - pg_temp.parte(base8, a.previo, total)   AS b8,  pg_temp.parte(iva8, hasta, total)  - pg_temp.parte(iva8, a.previo, total)  AS v8,
                         pg_temp.parte(base0, hasta, total)   - pg_temp.parte(base0, a.previo, total)   AS b0,  pg_temp.parte(exento, hasta, total) - pg_temp.parte(exento, a.previo, total) AS ex,
                         pg_temp.parte(ieps, hasta, total)    - pg_temp.parte(ieps, a.previo, total)    AS ie,  pg_temp.parte(iva_ret, hasta, total) - pg_temp.parte(iva_ret, a.previo, total) AS ri,
                         pg_temp.parte(isr_ret, hasta, total) - pg_temp.parte(isr_ret, a.previo, total) AS rs
                  FROM   demo_aplica a
                  JOIN   demo_doc d   ON d.i = a.destino_i
                  JOIN   demo_total t ON t.i = a.destino_i
                  LEFT   JOIN demo_doc o    ON o.i = a.fuente_i
                  LEFT   JOIN demo_ciclo q  ON q.org = p_org AND q.k = o.k
                  LEFT   JOIN demo_ranura r ON r.org = p_org AND r.k = a.k AND r.c = a.c
                  LEFT   JOIN demo_cuenta c ON c.org = p_org AND c.clase = a.clase
                  LEFT   JOIN demo_forma f  ON f.org = p_org AND f.pos = a.forma
                  CROSS  JOIN LATERAL (SELECT a.previo + a.p AS hasta) s OFFSET 0) partes OFFSET 0) repartidas
    CROSS  JOIN LATERAL (SELECT ROW((b16 + CASE mayor WHEN 1 THEN resto ELSE 0 END) * 0.01, v16 * 0.01, (b8 + CASE mayor WHEN 2 THEN resto ELSE 0 END) * 0.01, v8 * 0.01,
                                    (b0 + CASE mayor WHEN 3 THEN resto ELSE 0 END) * 0.01, (ex + CASE mayor WHEN 4 THEN resto ELSE 0 END) * 0.01, 0, ie * 0.01, ri * 0.01, rs * 0.01)::cubetas) b (cubetas)
    CROSS  JOIN LATERAL (SELECT CASE WHEN tipo = 'Cobro' THEN CASE tc WHEN 1000000 THEN cubetas ELSE cubetas_a_pesos(cubetas, tc * 0.000001) END END) m (pesos)
    ORDER  BY destino_id, c;
END $$;
