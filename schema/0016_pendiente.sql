-- 0016: what is left of each document, part by part. A sale whose mix changes (goods that come back, notes that become one invoice) is not collected in the
-- proportion in which it was made: what is still owed has its own. Kept beside the balance, so that nothing is computed again from what was applied.

-- ---- arithmetic of buckets ----
CREATE FUNCTION cubetas_cero() RETURNS cubetas
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas;
CREATE FUNCTION cubetas_mas(a cubetas, b cubetas) RETURNS cubetas
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ROW((a).base16 + (b).base16, (a).iva16 + (b).iva16, (a).base8 + (b).base8, (a).iva8 + (b).iva8, (a).base0 + (b).base0, (a).exento + (b).exento,
               (a).no_afecto + (b).no_afecto, (a).ieps + (b).ieps, (a).iva_ret + (b).iva_ret, (a).isr_ret + (b).isr_ret)::cubetas;
CREATE FUNCTION cubetas_menos(a cubetas, b cubetas) RETURNS cubetas
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ROW((a).base16 - (b).base16, (a).iva16 - (b).iva16, (a).base8 - (b).base8, (a).iva8 - (b).iva8, (a).base0 - (b).base0, (a).exento - (b).exento,
               (a).no_afecto - (b).no_afecto, (a).ieps - (b).ieps, (a).iva_ret - (b).iva_ret, (a).isr_ret - (b).isr_ret)::cubetas;
CREATE AGGREGATE cubetas_suma(cubetas) (SFUNC = cubetas_mas, STYPE = cubetas, PARALLEL = SAFE, COMBINEFUNC = cubetas_mas);

-- Absent, or whole and with no part below 0. A row of nulls is neither: IS NULL calls it null, and it is not.
CREATE FUNCTION cubetas_bien(c cubetas) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN c IS NOT DISTINCT FROM NULL OR (c IS NOT NULL AND least((c).base16, (c).iva16, (c).base8, (c).iva8, (c).base0, (c).exento, (c).no_afecto, (c).ieps,
                                                                   (c).iva_ret, (c).isr_ret) >= 0);

-- The parts with none below 0, the largest base taking what they then lack, or have too much, to be `p_total`.
CREATE FUNCTION cubetas_cuadrar(c cubetas, p_total numeric) RETURNS cubetas
    LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
    m       cubetas := ROW(greatest(c.base16, 0), greatest(c.iva16, 0), greatest(c.base8, 0), greatest(c.iva8, 0), greatest(c.base0, 0), greatest(c.exento, 0),
                           greatest(c.no_afecto, 0), greatest(c.ieps, 0), greatest(c.iva_ret, 0), greatest(c.isr_ret, 0))::cubetas;
    v_sobra numeric := p_total - cubetas_total(m);
BEGIN
    CASE greatest(m.base16, m.base8, m.base0, m.exento, m.no_afecto)
        WHEN m.base16 THEN m.base16 := m.base16 + v_sobra;
        WHEN m.base8  THEN m.base8  := m.base8  + v_sobra;
        WHEN m.base0  THEN m.base0  := m.base0  + v_sobra;
        WHEN m.exento THEN m.exento := m.exento + v_sobra;
        ELSE               m.no_afecto := m.no_afecto + v_sobra;
    END CASE;
    RETURN m;
END $$;
-- The same parts of another total.
CREATE FUNCTION cubetas_escalar(c cubetas, p_total numeric) RETURNS cubetas
    LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
    f numeric := p_total / nullif(cubetas_total(c), 0);
BEGIN
    RETURN cubetas_cuadrar(ROW(round(c.base16 * f, 2), round(c.iva16 * f, 2), round(c.base8 * f, 2), round(c.iva8 * f, 2), round(c.base0 * f, 2), round(c.exento * f, 2),
                               round(c.no_afecto * f, 2), round(c.ieps * f, 2), round(c.iva_ret * f, 2), round(c.isr_ret * f, 2))::cubetas, p_total);
END $$;
-- A document without parts of its own: one, without taxes.
CREATE FUNCTION cubetas_de_una(p_importe numeric) RETURNS cubetas
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ROW(0, 0, 0, 0, 0, 0, p_importe, 0, 0, 0)::cubetas;
ALTER FUNCTION cubetas_a_pesos(cubetas, numeric) STRICT;         -- of nothing it made a row of nulls
REVOKE EXECUTE ON FUNCTION cubetas_cuadrar, cubetas_escalar, cubetas_de_una FROM PUBLIC;

-- ---- where it is kept ----
ALTER TABLE transaccion
    ADD pendiente     cubetas,                                   -- adds up to saldo; null when there is none
    ADD pendiente_mxn cubetas,                                   -- in pesos: what the ledger still holds of it
    ADD tramo         cubetas,                                   -- pendiente when the stretch began within which it is prorated
    ADD tramo_numero  integer NOT NULL DEFAULT 1;
ALTER TABLE aplicacion
    ADD tramo integer NOT NULL DEFAULT 0;                        -- the stretch of its destination in which it was made
ALTER TABLE documento
    ADD declarado cubetas;                                       -- of a return: what had been declared as collected and is given back, in pesos
GRANT UPDATE (pendiente, pendiente_mxn, tramo, tramo_numero) ON transaccion TO gestor_app;

-- ---- what exists: rows of nulls are nothing; what notes handed over to their invoices; what is left of everything ----
ALTER TABLE aplicacion DROP CONSTRAINT ck_aplicacion__pesos;
ALTER TABLE organizacion NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
    v_org bigint;
BEGIN
    FOR v_org IN SELECT organizacion_id FROM organizacion LOOP
        PERFORM set_config('gestor.organizacion', v_org::text, true);
        UPDATE transaccion SET cubetas = NULL, cubetas_mxn = NULL
        WHERE  organizacion_id = v_org AND cubetas IS NULL AND (cubetas IS DISTINCT FROM NULL OR cubetas_mxn IS DISTINCT FROM NULL);

        -- One row per note and direction, with its parts.
        WITH varias AS (
            SELECT tipo, fuente_id, destino_id, min(aplicacion_id) AS id, sum(importe_fuente) AS importe FROM aplicacion
            WHERE  organizacion_id = v_org AND tipo IN ('Traspaso', 'Heredado') AND fecha_reversa IS NULL GROUP BY 1, 2, 3 HAVING count(*) > 1)
        UPDATE aplicacion a SET fecha_reversa = CASE WHEN a.aplicacion_id > v.id THEN a.fecha END, importe_fuente = CASE WHEN a.aplicacion_id > v.id THEN a.importe_fuente ELSE v.importe END,
               importe_destino = CASE WHEN a.aplicacion_id > v.id THEN a.importe_destino ELSE v.importe END
        FROM   varias v
        WHERE  a.organizacion_id = v_org AND a.fecha_reversa IS NULL AND (a.tipo, a.fuente_id, a.destino_id) = (v.tipo, v.fuente_id, v.destino_id);
        UPDATE aplicacion a
        SET    base16 = (x.c).base16, iva16 = (x.c).iva16, base8 = (x.c).base8, iva8 = (x.c).iva8, base0 = (x.c).base0, exento = (x.c).exento, no_afecto = (x.c).no_afecto,
               ieps = (x.c).ieps, iva_ret = (x.c).iva_ret, isr_ret = (x.c).isr_ret, pesos = x.pesos
        FROM  (SELECT q.aplicacion_id, CASE q.tipo WHEN 'Heredado' THEN cobrado ELSE cubetas_cuadrar(cubetas_menos(n.cubetas, cobrado), q.importe_destino) END AS c,
                      CASE q.tipo WHEN 'Heredado' THEN cobrado_mxn ELSE cubetas_cuadrar(cubetas_menos(n.cubetas_mxn, cobrado_mxn), cubetas_total(n.cubetas_mxn) - cubetas_total(cobrado_mxn)) END AS pesos
               FROM   aplicacion q
               JOIN   transaccion n ON n.organizacion_id = v_org AND n.transaccion_id = CASE q.tipo WHEN 'Heredado' THEN q.fuente_id ELSE q.destino_id END AND n.cubetas IS NOT NULL
               CROSS  JOIN LATERAL (SELECT coalesce(cubetas_suma(ROW(base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret)::cubetas), cubetas_cero()) AS cobrado,
                                           coalesce(cubetas_suma(pesos), cubetas_cero()) AS cobrado_mxn
                                    FROM   aplicacion WHERE organizacion_id = v_org AND destino_id = n.transaccion_id AND tipo = 'Cobro' AND fecha_reversa IS NULL) s
               WHERE  q.organizacion_id = v_org AND q.tipo IN ('Traspaso', 'Heredado') AND q.fecha_reversa IS NULL) x
        WHERE  a.organizacion_id = v_org AND a.aplicacion_id = x.aplicacion_id;

        -- Of what is owed, what has not gone; of what is in favour, in proportion.
        UPDATE transaccion t SET pendiente = x.c, tramo = x.c, pendiente_mxn = x.pesos
        FROM  (SELECT d.transaccion_id,
                      CASE WHEN d.obj_id IN (6, 7, 8, 9) OR d.cubetas IS NULL THEN cubetas_escalar(coalesce(d.cubetas, cubetas_de_una(d.total)), d.saldo)
                           ELSE cubetas_cuadrar(cubetas_menos(d.cubetas, ido.c), d.saldo) END AS c,
                      CASE WHEN d.obj_id IN (6, 7, 8, 9) OR d.cubetas IS NULL
                           THEN cubetas_escalar(coalesce(d.cubetas_mxn, cubetas_de_una(round(d.total * d.tipo_cambio, 2))),
                                                greatest(0, coalesce(cubetas_total(d.cubetas_mxn), round(d.total * d.tipo_cambio, 2)) - usado.pesos))
                           ELSE cubetas_cuadrar(cubetas_menos(d.cubetas_mxn, ido.pesos), greatest(0, cubetas_total(d.cubetas_mxn) - cubetas_total(ido.pesos))) END AS pesos
               FROM   transaccion d
               CROSS  JOIN LATERAL (SELECT coalesce(cubetas_suma(ROW(base16, iva16, base8, iva8, base0, exento, no_afecto, a.ieps, iva_ret, isr_ret)::cubetas), cubetas_cero()) AS c,
                                           coalesce(cubetas_suma(pesos), cubetas_cero()) AS pesos
                                    FROM   aplicacion a WHERE organizacion_id = v_org AND destino_id = d.transaccion_id AND fecha_reversa IS NULL) ido
               CROSS  JOIN LATERAL (SELECT coalesce(sum(cubetas_total(coalesce(fuente_pesos, flujo))), 0) AS pesos
                                    FROM   aplicacion WHERE organizacion_id = v_org AND fuente_id = d.transaccion_id AND fecha_reversa IS NULL) usado
               WHERE  d.organizacion_id = v_org AND d.saldo > 0 AND d.obj_id IN (1, 2, 6, 7, 8, 9, 24)) x
        WHERE  t.organizacion_id = v_org AND t.transaccion_id = x.transaccion_id;
    END LOOP;
    PERFORM set_config('gestor.organizacion', '', true);
END $$;
ALTER TABLE organizacion FORCE ROW LEVEL SECURITY;

-- ---- what must be so, whoever writes ----
ALTER TABLE transaccion
    DROP CONSTRAINT ck_transaccion__cubetas,
    ADD CONSTRAINT ck_transaccion__cubetas CHECK
        (cubetas IS NOT DISTINCT FROM NULL OR (cubetas IS NOT NULL AND cubetas_total(cubetas) = total)),
    ADD CONSTRAINT "ck_transaccion__cubetasMxn" CHECK (cubetas_mxn IS NOT DISTINCT FROM NULL OR cubetas_mxn IS NOT NULL),
    ADD CONSTRAINT ck_transaccion__pendiente CHECK
        (CASE WHEN pendiente IS DISTINCT FROM NULL THEN saldo > 0 AND cubetas_total(pendiente) = saldo ELSE saldo = 0 OR cubetas IS NOT DISTINCT FROM NULL END),
    ADD CONSTRAINT "ck_transaccion__pendienteMxn" CHECK ((pendiente IS DISTINCT FROM NULL) = (pendiente_mxn IS DISTINCT FROM NULL)),
    ADD CONSTRAINT ck_transaccion__partes CHECK (cubetas_bien(pendiente) AND cubetas_bien(pendiente_mxn) AND cubetas_bien(tramo));
ALTER TABLE aplicacion
    DROP CONSTRAINT ck_aplicacion__tipo,
    ADD CONSTRAINT ck_aplicacion__tipo CHECK (tipo IN ('Cobro', 'Pago', 'Devolucion', 'Traspaso', 'Heredado')),
    DROP CONSTRAINT ck_aplicacion__cubetas,
    ADD CONSTRAINT ck_aplicacion__cubetas CHECK ((tipo IN ('Traspaso', 'Heredado') AND pesos IS NOT DISTINCT FROM NULL) OR importe_destino =
        base16 + iva16 + base8 + iva8 + base0 + exento + no_afecto - iva_ret - isr_ret),
    ADD CONSTRAINT ck_aplicacion__pesos CHECK (CASE WHEN tipo IN ('Cobro', 'Pago') THEN (pesos IS DISTINCT FROM NULL) = (flujo IS DISTINCT FROM NULL)
                                                    ELSE flujo IS NOT DISTINCT FROM NULL END),
    ADD CONSTRAINT ck_aplicacion__partes CHECK (least(base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret) >= 0
        AND cubetas_bien(pesos) AND cubetas_bien(flujo) AND cubetas_bien(fuente_pesos)) NOT VALID;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (73, '2026-11-16', 'corregido', 'POST /api/Bancos/DepositoAgregar',
        'Lo cobrado de una venta con devoluciones, o de una factura de varias notas, se reparte entre lo que todavía se debe de cada tasa: antes podía reconocer IVA que no se había cobrado. Igual al asignar y al devolver.',
        NULL);
