-- 0077: the IEPS of a month is determined as its VAT is; ISR that customers withheld is credited with the provisional payment.
CREATE FUNCTION cuentas_impuestos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, codigo, codigo_agrupador, nombre, naturaleza, nivel, detalle)
    VALUES (p_organizacion, '114', '114', 'Pagos provisionales', 'D', 1, false) ON CONFLICT DO NOTHING;
    INSERT INTO cuenta_contable AS c (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, left(s.codigo, 6), s.clave, s.nombre, s.naturaleza, m.nivel + 1, true
    FROM  (VALUES
        ('IEPS_A_FAVOR',            '113.08.10', 'IEPS a favor de meses determinados', 'D'),
        ('PAGOS_PROVISIONALES_ISR', '114.01',    'Pagos provisionales de ISR',         'D'),
        ('IEPS_POR_PAGAR',          '213.02',    'IEPS por pagar',                     'A')) AS s (clave, codigo, nombre, naturaleza)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3)
    ON CONFLICT (organizacion_id, codigo) DO UPDATE SET clave = EXCLUDED.clave WHERE c.clave = ''
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_impuestos_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_impuestos_crear(p_organizacion);
    SELECT cuentas_impuestos_crear(p_organizacion);
$$;
CREATE FUNCTION conceptos_impuestos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, no_afecto, objetos)
    SELECT p_organizacion, s.clave, s.nombre, 'Egreso', a.cuenta_contable_id, '01', true, '{10,11}'
    FROM  (VALUES ('EG-IEPSMES', 'Pago del IEPS del mes',     'IEPS_POR_PAGAR'),
                  ('EG-ISRPROV', 'Pago provisional de ISR',   'PAGOS_PROVISIONALES_ISR')) AS s (clave, nombre, cuenta)
    JOIN   cuenta_contable a ON a.organizacion_id = p_organizacion AND a.clave = s.cuenta
    ON CONFLICT (organizacion_id, clave) DO NOTHING
$$;
ALTER FUNCTION conceptos_crear RENAME TO conceptos_sin_impuestos_crear;
CREATE FUNCTION conceptos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT conceptos_sin_impuestos_crear(p_organizacion);
    SELECT conceptos_impuestos_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, conceptos_crear, cuentas_impuestos_crear, conceptos_impuestos_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_impuestos_crear');
CALL en_cada_organizacion('conceptos_impuestos_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (389, '2026-11-18', 'nuevo', 'POST /api/Contabilidad/DeterminacionIeps',
        'Nueva operación, adicional a las publicadas: lleva el IEPS cobrado y el acreditable de un mes que terminó a IEPS por pagar (213.02) o a favor (113.08.10), y acredita lo que haya a favor de meses anteriores. Se paga con un egreso del concepto EG-IEPSMES.', NULL),
    (390, '2026-11-18', 'nuevo', 'DELETE /api/Contabilidad/DeterminacionIeps',
        'Nueva operación, adicional a las publicadas: revierte la determinación del IEPS de un mes, que puede volver a hacerse.', NULL),
    (391, '2026-11-18', 'nuevo', 'POST /api/Bancos/EgresoAgregar',
        'Con el concepto EG-ISRPROV se paga el pago provisional de ISR: el ISR que los clientes retuvieron hasta el mes anterior (113.02) se acredita en la misma póliza.', NULL);
