-- 0041: the ledger added up by month, so that a trial balance need not read all of it. The sums lag behind, and whoever reads adds what came since: pólizas are only ever
-- added, each has a number of a sequence, and up to resumen_contable.hasta every one is in the sums, exactly once. Who writes a póliza does nothing for this and waits for nobody.

CREATE TABLE saldo_mensual (
    organizacion_id    bigint        NOT NULL,
    ejercicio          integer       NOT NULL,
    mes                integer       NOT NULL,
    cuenta_contable_id bigint        NOT NULL,
    sucursal_id        bigint        NOT NULL,                   -- 0: none, as of the next two
    proyecto_id        bigint        NOT NULL,
    centro_costo_id    bigint        NOT NULL,
    debe               numeric(19,2) NOT NULL,
    haber              numeric(19,2) NOT NULL,
    CONSTRAINT pk_saldo_mensual PRIMARY KEY (organizacion_id, ejercicio, mes, cuenta_contable_id, sucursal_id, proyecto_id, centro_costo_id)
);
CALL proteger('saldo_mensual');
GRANT SELECT ON saldo_mensual TO gestor_app;

CREATE TABLE resumen_contable (
    resumen_id smallint NOT NULL DEFAULT 1,                      -- one row
    hasta      bigint   NOT NULL DEFAULT 0,                      -- every póliza up to this one is in saldo_mensual
    candidata  bigint   NOT NULL DEFAULT 0,                      -- the last one that there was a while ago,
    limite     xid8     NOT NULL DEFAULT '0',                    -- and the first transaction that began after that
    CONSTRAINT pk_resumen_contable PRIMARY KEY (resumen_id)
);
INSERT INTO resumen_contable DEFAULT VALUES;
GRANT SELECT ON resumen_contable TO gestor_app;

-- Those of a range of numbers, of all organizations. They lie in the order of their numbers: this index has next to nothing to do when one is added.
CREATE INDEX ix_poliza__numeros ON poliza USING brin (poliza_id) WITH (pages_per_range = 32, autosummarize = on);

-- Adds up what can be, at most so many numbers at a time; returns how many are left. A number taken is not a row seen: whoever took it may not have committed. So the last number is
-- written down first, with the first transaction that had not begun by then; once none older is running, whatever took a number up to that one has committed or never will. A writer has
-- its transaction number before it takes any of these: it has locked its period (domain/motor).
CREATE FUNCTION polizas_resumir(p_maximo bigint) RETURNS bigint
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = gestor, pg_temp AS $$
DECLARE
    r       resumen_contable;
    v_hasta bigint;
    v_ahora pg_snapshot;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);       -- what is lost is added up again: nobody waits for a disk, nor for a replica that is away
    SELECT * INTO r FROM resumen_contable FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN 0; END IF;                          -- another instance is at it
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
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END INTO r.candidata FROM poliza_poliza_id_seq;
    IF r.candidata = v_hasta THEN RETURN 0; END IF;
    SELECT pg_current_snapshot() INTO v_ahora;                   -- after the number: a new statement looks anew
    UPDATE resumen_contable SET candidata = r.candidata, limite = pg_snapshot_xmax(v_ahora);
    RETURN r.candidata - v_hasta;
END $$;
CREATE POLICY seguridad ON poliza            FOR SELECT TO gestor_seguridad USING (true);
CREATE POLICY seguridad ON poliza_movimiento FOR SELECT TO gestor_seguridad USING (true);
CREATE POLICY seguridad ON saldo_mensual                TO gestor_seguridad USING (true) WITH CHECK (true);
GRANT SELECT                 ON poliza, poliza_movimiento, poliza_poliza_id_seq TO gestor_seguridad;
GRANT SELECT, INSERT, UPDATE ON saldo_mensual    TO gestor_seguridad;
GRANT SELECT, UPDATE         ON resumen_contable TO gestor_seguridad;
DO $$
BEGIN
    GRANT CREATE ON SCHEMA gestor TO gestor_seguridad;
    REVOKE EXECUTE ON FUNCTION polizas_resumir FROM PUBLIC;
    EXECUTE format('GRANT EXECUTE ON FUNCTION polizas_resumir TO gestor_app, %I', current_user);
    ALTER FUNCTION polizas_resumir OWNER TO gestor_seguridad;
    REVOKE CREATE ON SCHEMA gestor FROM gestor_seguridad;
END $$;
