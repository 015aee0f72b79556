-- 0076: VAT in favour is credited to the months that come, or asked for in refund. The month says whether its refund was asked for.
ALTER TABLE periodo ADD iva_en_devolucion boolean NOT NULL DEFAULT false;
CALL vigilar('periodo', 'Periodo', 'periodo_id');

-- The refund comes as a deposit; what a late payment costs is an expense.
CREATE FUNCTION conceptos_iva_a_favor_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, no_afecto, objetos)
    SELECT p_organizacion, s.clave, s.nombre, s.tipo, a.cuenta_contable_id, '01', true, s.objetos
    FROM  (VALUES
        ('DP-DEVIVA',   'Devolución de IVA del SAT',       'Deposito', 'IVA_A_FAVOR', '{8}'::integer[]),
        ('EG-RECARGOS', 'Recargos de impuestos',           'Egreso',   'GASTO',       '{10,11}'),
        ('EG-ACTUALIZ', 'Actualización de impuestos',      'Egreso',   'GASTO',       '{10,11}')) AS s (clave, nombre, tipo, cuenta, objetos)
    JOIN   cuenta_contable a ON a.organizacion_id = p_organizacion AND a.clave = s.cuenta
    ON CONFLICT (organizacion_id, clave) DO NOTHING
$$;
ALTER FUNCTION conceptos_crear RENAME TO conceptos_sin_iva_a_favor_crear;
CREATE FUNCTION conceptos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT conceptos_sin_iva_a_favor_crear(p_organizacion);
    SELECT conceptos_iva_a_favor_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION conceptos_crear, conceptos_iva_a_favor_crear FROM PUBLIC;
CALL en_cada_organizacion('conceptos_iva_a_favor_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (386, '2026-11-18', 'mejorado', 'POST /api/Contabilidad/DeterminacionIva',
        'Resta lo que los clientes retuvieron en el mes (113.01) y acredita lo que haya a favor de meses anteriores, del más antiguo en adelante (acreditarAFavor dice cuánto; 0 = nada). Contesta acreditado, porPagar, remanente y acreditamientos. Al reabrir un mes se deshace su acreditamiento.',
        'Quien compensaba a mano el IVA a favor envíe acreditarAFavor: 0, o deje de hacerlo.'),
    (387, '2026-11-18', 'nuevo', 'POST /api/Contabilidad/DeterminacionIva/Devolucion',
        'Nueva operación, adicional a las publicadas: marca que se pidió al SAT la devolución del IVA a favor de un mes, que entonces no se acredita. El SAT lo paga con un depósito del concepto DP-DEVIVA; recargos y actualización se pagan con EG-RECARGOS y EG-ACTUALIZ.', NULL),
    (388, '2026-11-18', 'corregido', 'GET /api/Contabilidad/IVARetenidoPorPagar',
        'porPagar de un mes es lo retenido menos lo enterado en ese mes; lo acumulado hasta él es porPagarAcumulado.',
        'Quien leía en porPagar lo acumulado lea porPagarAcumulado.');
