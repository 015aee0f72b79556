-- 0105: accounts of entries that no document makes: capital, reserves, fixed assets and their depreciation, prepaid expenses, loans. An organization keeps the
-- codes that it already has; an account of detail gets none below it.
CREATE FUNCTION cuentas_a_mano_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, codigo, codigo_agrupador, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.codigo, m.codigo, m.nombre, m.naturaleza, 1, false
    FROM  (VALUES
        ('109', 'Pagos anticipados', 'D'), ('151', 'Terrenos', 'D'), ('152', 'Edificios', 'D'), ('153', 'Maquinaria y equipo', 'D'),
        ('154', 'Automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques', 'D'),
        ('155', 'Mobiliario y equipo de oficina', 'D'), ('156', 'Equipo de cómputo', 'D'), ('157', 'Equipo de comunicación', 'D'),
        ('170', 'Adaptaciones y mejoras', 'D'), ('171', 'Depreciación acumulada de activos fijos', 'A'), ('173', 'Gastos diferidos', 'D'),
        ('202', 'Cuentas por pagar a corto plazo', 'A'), ('251', 'Acreedores diversos a largo plazo', 'A'),
        ('252', 'Cuentas por pagar a largo plazo', 'A'), ('301', 'Capital social', 'A'), ('303', 'Reserva legal', 'A'),
        ('306', 'Otras cuentas de capital', 'A'), ('613', 'Depreciación contable', 'D')) AS m (codigo, nombre, naturaleza)
    ON CONFLICT DO NOTHING;
    INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, s.codigo, s.nombre, m.naturaleza, m.nivel + 1, true
    FROM  (VALUES
        ('109.01', 'Seguros y fianzas pagados por anticipado'), ('109.05', 'Rentas pagadas por anticipado'),
        ('109.09', 'Intereses pagados por anticipado'), ('109.23', 'Otros pagos anticipados'),
        ('151.01', 'Terrenos'), ('152.01', 'Edificios'), ('153.01', 'Maquinaria y equipo'),
        ('154.01', 'Automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques'),
        ('155.01', 'Mobiliario y equipo de oficina'), ('156.01', 'Equipo de cómputo'), ('157.01', 'Equipo de comunicación'),
        ('170.01', 'Adaptaciones y mejoras'),
        ('171.01', 'Depreciación acumulada de edificios'), ('171.02', 'Depreciación acumulada de maquinaria y equipo'),
        ('171.03', 'Depreciación acumulada de automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques'),
        ('171.04', 'Depreciación acumulada de mobiliario y equipo de oficina'), ('171.05', 'Depreciación acumulada de equipo de cómputo'),
        ('171.06', 'Depreciación acumulada de equipo de comunicación'), ('171.17', 'Depreciación acumulada de adaptaciones y mejoras'),
        ('173.01', 'Gastos diferidos'),
        ('202.01', 'Documentos por pagar bancario y financiero nacional'), ('205.01', 'Socios, accionistas o representante legal'),
        ('251.01', 'Socios, accionistas o representante legal a largo plazo'),
        ('252.01', 'Documentos bancarios y financieros por pagar a largo plazo nacional'),
        ('301.01', 'Capital fijo'), ('301.02', 'Capital variable'), ('301.03', 'Aportaciones para futuros aumentos de capital'),
        ('301.04', 'Prima en suscripción de acciones'), ('303.01', 'Reserva legal'), ('306.01', 'Otras cuentas de capital'),
        ('613.01', 'Depreciación de edificios'), ('613.02', 'Depreciación de maquinaria y equipo'),
        ('613.03', 'Depreciación de automóviles, autobuses, camiones de carga, tractocamiones, montacargas y remolques'),
        ('613.04', 'Depreciación de mobiliario y equipo de oficina'), ('613.05', 'Depreciación de equipo de cómputo'),
        ('613.06', 'Depreciación de equipo de comunicación'), ('613.17', 'Depreciación de adaptaciones y mejoras')) AS s (codigo, nombre)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3)
     AND   NOT m.detalle AND m.activo AND left(m.codigo_agrupador, 3) = m.codigo
    ON CONFLICT DO NOTHING
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_a_mano_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_a_mano_crear(p_organizacion);
    SELECT cuentas_a_mano_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_a_mano_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_a_mano_crear');
