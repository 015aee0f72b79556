-- 0026: accounts of the side that pays. What we withhold is owed to the tax authority when the invoice is paid, and the VAT of it can be
-- credited when it was remitted. New organizations get them with the others, those that exist get them now.
CREATE FUNCTION cuentas_retencion_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, left(s.codigo, 6), s.clave, s.nombre, s.naturaleza, 2, true
    FROM  (VALUES
        ('IVA_ACREDITABLE_RETENIDO', '119.01.20', 'IVA retenido por enterar, acreditable al enterarse', 'D'),
        ('ISR_RET_PENDIENTE',        '216.12.10', 'ISR retenido pendiente',                             'A'),
        ('ISR_RET_OTROS',            '216.12.20', 'Otros ISR retenidos',                                'A'))
        AS s (clave, codigo, nombre, naturaleza)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3)
    ON CONFLICT DO NOTHING
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_generales_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_generales_crear(p_organizacion);
    SELECT cuentas_retencion_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_retencion_crear FROM PUBLIC;

-- What every organization gets now: calls the function with each of them. Three migrations wrote this out before.
CREATE PROCEDURE en_cada_organizacion(p_funcion regproc)
    LANGUAGE plpgsql AS $$
DECLARE
    v_org bigint;
BEGIN
    ALTER TABLE organizacion NO FORCE ROW LEVEL SECURITY;        -- an owner that is no superuser sees them all for this moment
    FOR v_org IN SELECT organizacion_id FROM organizacion LOOP
        PERFORM set_config('gestor.organizacion', v_org::text, true);
        EXECUTE format('SELECT %s(%s)', p_funcion, v_org);
    END LOOP;
    PERFORM set_config('gestor.organizacion', '', true);
    ALTER TABLE organizacion FORCE ROW LEVEL SECURITY;
END $$;
REVOKE EXECUTE ON PROCEDURE en_cada_organizacion FROM PUBLIC;
CALL en_cada_organizacion('cuentas_retencion_crear');
