-- 0049: the VAT of a month is determined and paid. What pays it is an egress by concept, as what remits withheld VAT is.
CREATE FUNCTION conceptos_cierre_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, no_afecto, objetos)
    SELECT p_organizacion, 'EG-IVAMES', 'Pago del IVA del mes', 'Egreso', a.cuenta_contable_id, '01', true, '{10,11}'
    FROM   cuenta_contable a WHERE a.organizacion_id = p_organizacion AND a.clave = 'IVA_POR_PAGAR'
    ON CONFLICT (organizacion_id, clave) DO NOTHING
$$;
ALTER FUNCTION conceptos_crear RENAME TO conceptos_sin_cierre_crear;
CREATE FUNCTION conceptos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT conceptos_sin_cierre_crear(p_organizacion);
    SELECT conceptos_cierre_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION conceptos_crear, conceptos_cierre_crear FROM PUBLIC;
CALL en_cada_organizacion('conceptos_cierre_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (226, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/DeterminacionIva',
        'Nueva operación, adicional a las publicadas: lleva el IVA cobrado y el acreditable de un mes que terminó a IVA por pagar (213.01) o a favor (113.01.10). Se paga con un egreso del concepto EG-IVAMES.', NULL),
    (227, '2026-11-17', 'nuevo', 'DELETE /api/Contabilidad/DeterminacionIva',
        'Nueva operación, adicional a las publicadas: revierte la determinación del IVA de un mes, que puede volver a hacerse.', NULL);
