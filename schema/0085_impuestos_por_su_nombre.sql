-- 0085: the entries that determine the IEPS of a month, or credit it, have an origin of their own.
ALTER TABLE poliza DROP CONSTRAINT ck_poliza__origen;
ALTER TABLE poliza ADD CONSTRAINT ck_poliza__origen
    CHECK (origen IN ('Documento', 'Apertura', 'Manual', 'Cierre', 'DeterminacionIva', 'DeterminacionIeps', 'Revaluacion')
           AND (transaccion_id IS NULL OR origen = 'Documento'));

CREATE FUNCTION pg_temp.ieps_nombrar(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    UPDATE poliza p SET origen = 'DeterminacionIeps'
    WHERE  p.organizacion_id = p_organizacion AND p.origen = 'DeterminacionIva'
    AND    EXISTS (SELECT FROM poliza_movimiento m JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
                   WHERE m.organizacion_id = p_organizacion AND m.poliza_id = p.poliza_id AND c.clave ~ '^IEPS_')
$$;
CALL en_cada_organizacion('pg_temp.ieps_nombrar');
DROP FUNCTION pg_temp.ieps_nombrar;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (440, '2026-11-18', 'corregido', 'GET /api/Contabilidad/Polizas',
        'Las pólizas que determinan o acreditan el IEPS de un mes tienen origen DeterminacionIeps; antes, DeterminacionIva.',
        'Si busca las del IEPS por su origen, pida DeterminacionIeps; las anteriores también cambiaron.'),
    (441, '2026-11-18', 'mejorado', 'GET /api/Contabilidad/Periodos/{anio}/{mes}/Revision',
        'La revisión dice también si el IEPS no se ha determinado o cambió después (IepsSinDeterminar, IepsDesactualizado), y si al reabrir el mes se deshizo lo que acreditaba a favor (IvaSinAcreditar, IepsSinAcreditar).', NULL);
