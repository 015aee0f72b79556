-- 0075: what customers withhold is ours to credit when they pay, as what we withhold is owed when we pay. Until then it stands in accounts of its own.
CREATE FUNCTION cuentas_retenido_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable AS c (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, left(s.codigo, 6), s.clave, s.nombre, 'D', m.nivel + 1, true
    FROM  (VALUES
        ('IVA_RET_A_FAVOR_PENDIENTE', '113.01.20', 'IVA que nos retendrán al cobrar'),
        ('ISR_RET_A_FAVOR_PENDIENTE', '113.02.20', 'ISR que nos retendrán al cobrar')) AS s (clave, codigo, nombre)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = '113'
    ON CONFLICT (organizacion_id, codigo) DO UPDATE SET clave = EXCLUDED.clave WHERE c.clave = ''
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_retenido_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_retenido_crear(p_organizacion);
    SELECT cuentas_retenido_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_retenido_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_retenido_crear');

-- What was booked before: of each organization, what is still owed of it with its taxes goes to the new accounts. Invoices had put it where it is credited;
-- documents that another system made had it in the opening. Dated the first day that is open and has all of it: nothing closed changes, no day is below 0.
CREATE FUNCTION pg_temp.retenido_pendiente(p_organizacion bigint)
    RETURNS TABLE (fecha date, clave text, sucursal_id bigint, proyecto_id bigint, centro_costo_id bigint, iva numeric, isr numeric)
    LANGUAGE sql STABLE SET search_path = gestor, pg_temp AS $$
    SELECT coalesce(t.fecha_apertura, t.fecha::date), CASE WHEN t.fecha_apertura IS NULL THEN '%s_RET_A_FAVOR' ELSE 'APERTURA' END, t.sucursal_id, t.proyecto_id, t.centro_costo_id, (p.c).iva_ret, (p.c).isr_ret
    FROM   transaccion t
    LEFT   JOIN documento d ON d.organizacion_id = t.organizacion_id AND d.transaccion_id = t.transaccion_id
    CROSS  JOIN LATERAL (SELECT CASE WHEN t.obj_id IN (1, 2, 24) THEN t.pendiente_mxn
                                     WHEN t.obj_id = 31 AND t.estado <> 'Cancelado' AND NOT d.cancela_iva THEN t.cubetas_mxn END AS c) p
    WHERE  t.organizacion_id = p_organizacion AND t.obj_id IN (1, 2, 24, 31) AND (p.c).iva_ret + (p.c).isr_ret <> 0
$$;
CREATE FUNCTION pg_temp.retenido_pasar(p_organizacion bigint) RETURNS void
    LANGUAGE plpgsql SET search_path = gestor, pg_temp AS $$
DECLARE
    v_fecha  date;
    v_poliza bigint;
BEGIN
    SELECT greatest(max(r.fecha),
                    (SELECT max(make_date(p.ejercicio, least(p.mes, 12), 1) + interval '1 month')::date FROM periodo p WHERE p.organizacion_id = p_organizacion AND p.estado = 'Cerrado'),
                    (SELECT date_trunc('month', timezone('America/Mexico_City', now()) - make_interval(days => x.valor::integer))::date FROM parametro x
                     WHERE x.organizacion_id = p_organizacion AND x.clave = 'diasCierre' AND x.valor::integer > 0))
    INTO   v_fecha FROM pg_temp.retenido_pendiente(p_organizacion) r HAVING count(*) > 0;
    IF v_fecha IS NULL THEN RETURN; END IF;
    INSERT INTO periodo (organizacion_id, ejercicio, mes) VALUES (p_organizacion, extract(year FROM v_fecha), extract(month FROM v_fecha)) ON CONFLICT DO NOTHING;
    INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, origen, concepto)
    VALUES (p_organizacion, 'Diario', v_fecha, extract(year FROM v_fecha), extract(month FROM v_fecha), 'Apertura', 'Retenciones de clientes, pendientes de cobro') RETURNING poliza_id INTO v_poliza;
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, sucursal_id, proyecto_id, centro_costo_id)
    SELECT p_organizacion, v_poliza, row_number() OVER (ORDER BY l.signo DESC, c.codigo, l.sucursal_id, l.proyecto_id, l.centro_costo_id), c.cuenta_contable_id,
           greatest(l.importe, 0), greatest(-l.importe, 0), l.sucursal_id, l.proyecto_id, l.centro_costo_id
    FROM  (SELECT x.signo, CASE WHEN x.signo = 1 THEN x.impuesto || '_RET_A_FAVOR_PENDIENTE' ELSE format(r.clave, x.impuesto) END AS clave, r.sucursal_id, r.proyecto_id, r.centro_costo_id, sum(x.signo * x.importe) AS importe
           FROM   pg_temp.retenido_pendiente(p_organizacion) r
           CROSS  JOIN LATERAL (VALUES (1, 'IVA', r.iva), (-1, 'IVA', r.iva), (1, 'ISR', r.isr), (-1, 'ISR', r.isr)) x (signo, impuesto, importe) GROUP BY 1, 2, 3, 4, 5) l
    JOIN   cuenta_contable c ON c.organizacion_id = p_organizacion AND c.clave = l.clave
    WHERE  l.importe <> 0;
    PERFORM polizas_numerar(p_organizacion);
END $$;
CALL en_cada_organizacion('pg_temp.retenido_pasar');
DROP FUNCTION pg_temp.retenido_pasar, pg_temp.retenido_pendiente;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (385, '2026-11-18', 'mejorado', 'POST /api/FacturaVenta',
        'Lo que un cliente retiene queda pendiente (cuentas 113.01.20 y 113.02.20) y pasa a retenciones a favor (113.01 y 113.02) con cada cobro, en proporción; devoluciones, notas de crédito, cuentas incobrables y documentos abiertos lo siguen.',
        'Lo que estaba sin cobrar se llevó a las cuentas nuevas con una póliza de Diario, «Retenciones de clientes, pendientes de cobro», en el primer día abierto: revísela.');
