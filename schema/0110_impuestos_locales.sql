-- 0110: local taxes of a received CFDI. A charge (lodging) is part of what the document costs; a withholding (five to the thousand, of public works) is
-- owed to the state from the invoice on, so payments carry its share along and post none of it.
ALTER TYPE cubetas ADD ATTRIBUTE ret_local numeric(19,2);
CREATE OR REPLACE FUNCTION cubetas_total(c cubetas) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN c.base16 + c.iva16 + c.base8 + c.iva8 + c.base0 + c.exento + c.no_afecto - c.iva_ret - c.isr_ret - c.ret_local;
END $$;
CREATE OR REPLACE FUNCTION cubetas_cero() RETURNS cubetas
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas;
CREATE OR REPLACE FUNCTION cubetas_de_una(p_importe numeric) RETURNS cubetas
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ROW(0, 0, 0, 0, 0, 0, p_importe, 0, 0, 0, 0)::cubetas;
CREATE OR REPLACE FUNCTION cubetas_mas(a cubetas, b cubetas) RETURNS cubetas
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ROW((a).base16 + (b).base16, (a).iva16 + (b).iva16, (a).base8 + (b).base8, (a).iva8 + (b).iva8, (a).base0 + (b).base0, (a).exento + (b).exento,
               (a).no_afecto + (b).no_afecto, (a).ieps + (b).ieps, (a).iva_ret + (b).iva_ret, (a).isr_ret + (b).isr_ret,
               (a).ret_local + (b).ret_local)::cubetas;
CREATE OR REPLACE FUNCTION cubetas_menos(a cubetas, b cubetas) RETURNS cubetas
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ROW((a).base16 - (b).base16, (a).iva16 - (b).iva16, (a).base8 - (b).base8, (a).iva8 - (b).iva8, (a).base0 - (b).base0, (a).exento - (b).exento,
               (a).no_afecto - (b).no_afecto, (a).ieps - (b).ieps, (a).iva_ret - (b).iva_ret, (a).isr_ret - (b).isr_ret,
               (a).ret_local - (b).ret_local)::cubetas;
CREATE OR REPLACE FUNCTION cubetas_bien(c cubetas) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    RETURN c IS NOT DISTINCT FROM NULL
        OR (c IS NOT NULL AND least(c.base16, c.iva16, c.base8, c.iva8, c.base0, c.exento, c.no_afecto, c.ieps, c.iva_ret, c.isr_ret, c.ret_local) >= 0);
END $$;

ALTER TABLE transaccion
    ADD impuestos_locales numeric(19,2) NOT NULL DEFAULT 0,      -- charged beside the subtotal: lodging
    ADD retencion_local   numeric(19,2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT ck_transaccion__total,
    ADD CONSTRAINT ck_transaccion__total CHECK (total = subtotal + iva + ieps + impuestos_locales - iva_retenido - isr_retenido - retencion_local),
    ADD CONSTRAINT "ck_transaccion__impuestosLocales" CHECK (impuestos_locales >= 0 AND retencion_local >= 0);
ALTER TABLE aplicacion
    ADD ret_local numeric(19,2) NOT NULL DEFAULT 0,
    DROP CONSTRAINT ck_aplicacion__cubetas,
    ADD CONSTRAINT ck_aplicacion__cubetas CHECK ((tipo IN ('Traspaso', 'Heredado') AND pesos IS NOT DISTINCT FROM NULL) OR importe_destino =
        base16 + iva16 + base8 + iva8 + base0 + exento + no_afecto - iva_ret - isr_ret - ret_local),
    DROP CONSTRAINT ck_aplicacion__partes,
    ADD CONSTRAINT ck_aplicacion__partes CHECK (tipo = 'Reclasificacion' OR (least(base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret, ret_local) >= 0
        AND cubetas_bien(pesos) AND cubetas_bien(flujo) AND cubetas_bien(fuente_pesos))) NOT VALID;
GRANT UPDATE (impuestos_locales, retencion_local) ON transaccion TO gestor_app;
GRANT INSERT (ret_local) ON aplicacion TO gestor_app;

CREATE FUNCTION cuentas_locales_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable AS c (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, '216.12.30', '216.12', 'RETENCIONES_LOCALES', 'Retenciones locales por enterar', 'A', 2, true
    FROM   cuenta_contable m WHERE m.organizacion_id = p_organizacion AND m.codigo = '216'
    ON CONFLICT (organizacion_id, codigo) DO UPDATE SET clave = EXCLUDED.clave WHERE c.clave = ''
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_locales_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_locales_crear(p_organizacion);
    SELECT cuentas_locales_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_locales_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_locales_crear');
