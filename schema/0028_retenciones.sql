-- 0028: what we withhold, row by row. Each kind of each tax at each rate is a row of its document; the rows of a tax add up to what the document withholds of it.
-- With every payment some of each row goes from pending to payable, and its application keeps how much.
ALTER TABLE partida_impuesto
    ADD tipo_retencion text NOT NULL DEFAULT '',                 -- of what is withheld; '' = no kind of its own
    ADD CONSTRAINT "ck_partida_impuesto__tipoRetencion" CHECK
        (tipo_retencion IN ('', 'Honorarios', 'Arrendamiento', 'Fletes', 'Comisiones', 'Otros') AND (tipo = 'Retencion' OR tipo_retencion = ''));

CREATE TABLE retencion (
    organizacion_id bigint        NOT NULL,
    transaccion_id  bigint        NOT NULL,
    consecutivo     integer       NOT NULL,
    impuesto        text          NOT NULL,                      -- 001 ISR, 002 IVA
    tipo_retencion  text          NOT NULL,
    tasa            numeric(19,6) NOT NULL,
    base            numeric(19,2) NOT NULL,
    importe         numeric(19,2) NOT NULL,
    importe_mxn     numeric(19,2) NOT NULL,
    CONSTRAINT pk_retencion                  PRIMARY KEY (organizacion_id, transaccion_id, consecutivo),
    CONSTRAINT "fk_retencion__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT ck_retencion__impuesto        CHECK (impuesto IN ('001', '002')),
    CONSTRAINT "ck_retencion__tipoRetencion" CHECK (tipo_retencion IN ('', 'Honorarios', 'Arrendamiento', 'Fletes', 'Comisiones', 'Otros')),
    CONSTRAINT ck_retencion__importe         CHECK (least(base, importe, importe_mxn) >= 0)
);
CALL proteger('retencion');
GRANT SELECT, INSERT ON retencion TO gestor_app;

-- What goes of a row with an application: in the currency of the document, in pesos at its rate, and in pesos as it is owed to the tax authority.
CREATE TYPE parte_retenida AS (consecutivo integer, importe numeric(19,2), pesos numeric(19,2), flujo numeric(19,2));
CREATE FUNCTION partes_retenidas_suma(p parte_retenida[]) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RETURN (SELECT coalesce(sum(x.importe), 0) FROM unnest(p) x); END $$;  -- as 0023 says of CHECKs
ALTER TABLE aplicacion
    ADD retenciones parte_retenida[],                            -- null: it withholds nothing, or nothing that moves
    ADD CONSTRAINT ck_aplicacion__retenciones CHECK (retenciones IS NULL OR partes_retenidas_suma(retenciones) = iva_ret + isr_ret);
GRANT INSERT (retenciones) ON aplicacion TO gestor_app;

-- What exists of purchases came from other systems: one row of each tax, of no known kind.
CREATE FUNCTION retenciones_de_antes(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO retencion (organizacion_id, transaccion_id, consecutivo, impuesto, tipo_retencion, tasa, base, importe, importe_mxn)
    SELECT p_organizacion, t.transaccion_id, row_number() OVER (PARTITION BY t.transaccion_id ORDER BY x.impuesto DESC), x.impuesto, '',
           coalesce(i.tasa_cuota, 0), coalesce(round(i.base, 2), 0), x.importe, x.pesos
    FROM   transaccion t
    CROSS  JOIN LATERAL (VALUES ('002', (t.cubetas).iva_ret, (t.cubetas_mxn).iva_ret), ('001', (t.cubetas).isr_ret, (t.cubetas_mxn).isr_ret)) x (impuesto, importe, pesos)
    LEFT   JOIN LATERAL (SELECT q.tasa_cuota, q.base FROM partida_impuesto q WHERE q.organizacion_id = p_organizacion AND q.transaccion_id = t.transaccion_id
                         AND q.impuesto = x.impuesto AND q.tipo = 'Retencion' ORDER BY q.numero_partida LIMIT 1) i ON true
    WHERE  t.organizacion_id = p_organizacion AND t.obj_id IN (13, 14, 15) AND x.importe > 0;
    UPDATE aplicacion a
    SET    retenciones = (SELECT array_agg(ROW(r.consecutivo, x.importe, x.pesos, x.flujo)::parte_retenida ORDER BY r.consecutivo)
                          FROM   retencion r
                          JOIN   (VALUES ('002', a.iva_ret, (a.pesos).iva_ret, coalesce((a.flujo).iva_ret, 0)), ('001', a.isr_ret, (a.pesos).isr_ret, coalesce((a.flujo).isr_ret, 0)))
                                 x (impuesto, importe, pesos, flujo) ON x.impuesto = r.impuesto AND x.importe > 0
                          WHERE  r.organizacion_id = p_organizacion AND r.transaccion_id = a.destino_id)
    WHERE  a.organizacion_id = p_organizacion AND a.iva_ret + a.isr_ret > 0
    AND    EXISTS (SELECT FROM retencion r WHERE r.organizacion_id = p_organizacion AND r.transaccion_id = a.destino_id);
$$;
CALL en_cada_organizacion('retenciones_de_antes');
DROP FUNCTION retenciones_de_antes;
