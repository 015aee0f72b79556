-- 0052: what is owed in other currencies is worth what the last day of a month says. The difference stands beside what is owed, in accounts of its own, and goes back on the first of the next month.
CREATE FUNCTION cuentas_revaluacion_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable AS c (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, left(s.codigo, 6), s.clave, s.nombre, s.naturaleza, m.nivel + 1, true
    FROM  (VALUES
        ('CLIENTES_COMPLEMENTARIA',    '105.02.90', 'Clientes en moneda extranjera, complementaria',    'D'),
        ('PROVEEDORES_COMPLEMENTARIA', '201.02.90', 'Proveedores en moneda extranjera, complementaria', 'A')) AS s (clave, codigo, nombre, naturaleza)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3)
    ON CONFLICT (organizacion_id, codigo) DO UPDATE SET clave = EXCLUDED.clave WHERE c.clave = ''
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_revaluacion_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_revaluacion_crear(p_organizacion);
    SELECT cuentas_revaluacion_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_revaluacion_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_revaluacion_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (240, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Revaluacion',
        'Nueva operación, adicional a las publicadas: lo que se debe y se tiene en moneda extranjera, al tipo de cambio del último día de un mes. Lo de clientes y proveedores va a cuentas complementarias (105.02.90 y 201.02.90) y se revierte el día primero del mes siguiente; lo de bancos se queda.', NULL),
    (241, '2026-11-17', 'nuevo', 'DELETE /api/Contabilidad/Revaluacion',
        'Nueva operación, adicional a las publicadas: cancela la revaluación de un mes, que puede volver a hacerse.', NULL);
