-- 0053: the ledger added up by month (0041) passed over pólizas whose writer had the newest transaction of all when their numbers were noted. The xmax of a snapshot is one past the last transaction that *ended*:
-- such a writer had begun, and lay beyond it; when another ended and it had not yet, its number was taken for one that nobody would use. Now the numbers are noted before this transaction has its own, which is thus
-- higher than that of whoever took one of them: once none below it is running, all of them have committed or never will.
CREATE OR REPLACE FUNCTION polizas_resumir(p_maximo bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp AS $$
DECLARE
    r        resumen_contable;
    v_ultima bigint;
    v_hasta  bigint;
    v_ahora  pg_snapshot;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);       -- what is lost is added up again: nobody waits for a disk, nor for a replica that is away
    IF pg_current_xact_id_if_assigned() IS NOT NULL THEN RAISE 'polizas_resumir va en una transacción que no ha escrito'; END IF;
    IF NOT pg_try_advisory_xact_lock(113668914376053) THEN RETURN 0; END IF;  -- another instance is at it; to lock a row would number this transaction
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END INTO v_ultima FROM poliza_poliza_id_seq;
    SELECT * INTO r FROM resumen_contable;
    SELECT pg_current_snapshot() INTO v_ahora;
    IF r.limite > pg_snapshot_xmax(v_ahora) THEN r.candidata := r.hasta;  -- restored in another cluster, whose transactions have other numbers: it is looked for anew
    ELSIF r.limite > pg_snapshot_xmin(v_ahora) THEN RETURN 0; END IF;
    v_hasta := least(r.candidata, r.hasta + p_maximo);
    IF v_hasta > r.hasta THEN
        INSERT INTO saldo_mensual AS s (organizacion_id, ejercicio, mes, cuenta_contable_id, sucursal_id, proyecto_id, centro_costo_id, debe, haber)
        SELECT p.organizacion_id, p.ejercicio, p.mes, m.cuenta_contable_id, coalesce(m.sucursal_id, 0), coalesce(m.proyecto_id, 0), coalesce(m.centro_costo_id, 0), sum(m.debe), sum(m.haber)
        FROM   poliza p JOIN poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id
        WHERE  p.poliza_id > r.hasta AND p.poliza_id <= v_hasta
        GROUP  BY 1, 2, 3, 4, 5, 6, 7
        ORDER  BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT ON CONSTRAINT pk_saldo_mensual DO UPDATE SET debe = s.debe + EXCLUDED.debe, haber = s.haber + EXCLUDED.haber;
        UPDATE resumen_contable SET hasta = v_hasta;
    END IF;
    IF v_hasta < r.candidata THEN RETURN r.candidata - v_hasta; END IF;
    IF v_ultima > v_hasta THEN UPDATE resumen_contable SET candidata = v_ultima, limite = pg_current_xact_id(); END IF;
    RETURN v_ultima - v_hasta;
END $$;
-- What was passed over is in none of the sums: they begin anew.
TRUNCATE saldo_mensual;
UPDATE resumen_contable SET hasta = 0, candidata = 0, limite = '0';

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (245, '2026-11-17', 'corregido', 'GET /api/Contabilidad/BalanzaComprobacion',
        'Una póliza cuya escritura tardaba podía no sumarse en la balanza, en la determinación del IVA ni en el cierre del ejercicio, aunque sí estuviera en el libro y en lo exportado. Lo sumado se rehízo.',
        'Si ya determinó el IVA de un mes o cerró un ejercicio, compare esa póliza con la balanza; si no coinciden, reviértala y hágala otra vez.');
