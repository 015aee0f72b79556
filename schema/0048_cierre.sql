-- 0048: months and years are closed and opened again by whoever may, and the trail says why. The result of a year goes to that of all years before it.

-- Why it is as it is; of the two only one says something, so that the trail always tells it.
ALTER TABLE periodo ADD motivo_cierre text NOT NULL DEFAULT '', ADD motivo_apertura text NOT NULL DEFAULT '';
CALL vigilar('periodo', 'Periodo', 'periodo_id');

-- What keeps a month open is found without reading the month.
CREATE INDEX "ix_transaccion__cancelacionEnProceso" ON transaccion (organizacion_id, fecha) WHERE estatus_timbrado = 'CancelacionEnProceso';

-- Accounts of the closing. What was opened against 304.01, which is the authority's code of profits of earlier years, keeps its account under a code of its own.
-- A company that brought one of these codes itself keeps it, and it is that account from now on.
CREATE FUNCTION cuentas_cierre_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, codigo, codigo_agrupador, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.codigo, m.codigo, m.nombre, 'A', 1, false
    FROM  (VALUES ('213', 'Impuestos y derechos por pagar'), ('304', 'Resultado de ejercicios anteriores'), ('305', 'Resultado del ejercicio')) AS m (codigo, nombre)
    ON CONFLICT DO NOTHING;
    UPDATE cuenta_contable a SET codigo = '304.01.90'
    WHERE  a.organizacion_id = p_organizacion AND a.clave = 'APERTURA' AND a.codigo = '304.01'
      AND  NOT EXISTS (SELECT FROM cuenta_contable b WHERE b.organizacion_id = p_organizacion AND b.codigo = '304.01.90');
    INSERT INTO cuenta_contable AS c (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, left(s.codigo, 6), s.clave, s.nombre, s.naturaleza, m.nivel + 1, true
    FROM  (VALUES
        ('IVA_A_FAVOR',        '113.01.10', 'IVA a favor de meses determinados', 'D'),
        ('IVA_POR_PAGAR',      '213.01',    'IVA por pagar',                     'A'),
        ('UTILIDAD_ACUMULADA', '304.01',    'Utilidad de ejercicios anteriores', 'A'),
        ('PERDIDA_ACUMULADA',  '304.02',    'Pérdida de ejercicios anteriores',  'A'),
        ('UTILIDAD_EJERCICIO', '305.01',    'Utilidad del ejercicio',            'A'),
        ('PERDIDA_EJERCICIO',  '305.02',    'Pérdida del ejercicio',             'A')) AS s (clave, codigo, nombre, naturaleza)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3)
    ON CONFLICT (organizacion_id, codigo) DO UPDATE SET clave = EXCLUDED.clave WHERE c.clave = ''
$$;
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_cierre_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_cierre_crear(p_organizacion);
    SELECT cuentas_cierre_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_cierre_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_cierre_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (220, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Periodos',
        'Nueva operación, adicional a las publicadas: los meses de un ejercicio, abiertos o cerrados, quién los cambió, cuándo y por qué. El mes 13 es el cierre del ejercicio.', NULL),
    (221, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Periodos/{anio}/{mes}/Cerrar',
        'Nueva operación, adicional a las publicadas: cierra un mes, si nada suyo está a medias; si lo hay, el error lo lista.', NULL),
    (222, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Periodos/{anio}/{mes}/Reabrir',
        'Nueva operación, adicional a las publicadas: abre un mes que se cerró, con su motivo, que queda en la bitácora.', NULL),
    (223, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Ejercicios/{anio}/Cerrar',
        'Nueva operación, adicional a las publicadas: con sus doce meses cerrados, una póliza del mes 13 lleva las cuentas de resultados a la utilidad o pérdida del ejercicio, y ésta a la de ejercicios anteriores.', NULL),
    (224, '2026-11-17', 'nuevo', 'POST /api/Contabilidad/Ejercicios/{anio}/Reabrir',
        'Nueva operación, adicional a las publicadas: revierte la póliza de cierre de un ejercicio, que puede volver a cerrarse.', NULL),
    (225, '2026-11-17', 'mejorado', 'GET /api/Contabilidad/BalanzaComprobacion',
        'La cuenta de saldos iniciales es ahora 304.01.90; 304.01 y 304.02 son la utilidad y la pérdida de ejercicios anteriores, 305.01 y 305.02 las del ejercicio.',
        'Quien importe saldos iniciales contra 304.01 y quiera separarlos de la utilidad de ejercicios anteriores use 304.01.90.');
