-- 0111: the parts of documents and payments stored so far hold nothing withheld by a state. Each is written anew with that part as 0, so that sums and
-- comparisons need no case for a part that is absent.
CREATE FUNCTION pg_temp.con_local(c cubetas) RETURNS cubetas
    LANGUAGE sql IMMUTABLE SET search_path = gestor, pg_temp AS $$
    SELECT CASE WHEN c IS DISTINCT FROM NULL THEN ROW(c.base16, c.iva16, c.base8, c.iva8, c.base0, c.exento, c.no_afecto, c.ieps, c.iva_ret, c.isr_ret, 0)::cubetas END
$$;
CREATE FUNCTION pg_temp.poner_local(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    UPDATE transaccion SET cubetas = pg_temp.con_local(cubetas), cubetas_mxn = pg_temp.con_local(cubetas_mxn), pendiente = pg_temp.con_local(pendiente),
                           pendiente_mxn = pg_temp.con_local(pendiente_mxn), tramo = pg_temp.con_local(tramo)
    WHERE  organizacion_id = p_organizacion
    AND   (cubetas IS DISTINCT FROM NULL OR cubetas_mxn IS DISTINCT FROM NULL OR pendiente IS DISTINCT FROM NULL OR pendiente_mxn IS DISTINCT FROM NULL
           OR tramo IS DISTINCT FROM NULL);
    UPDATE aplicacion SET pesos = pg_temp.con_local(pesos), flujo = pg_temp.con_local(flujo), declarado = pg_temp.con_local(declarado),
                          fuente_pesos = pg_temp.con_local(fuente_pesos)
    WHERE  organizacion_id = p_organizacion AND (pesos IS DISTINCT FROM NULL OR flujo IS DISTINCT FROM NULL OR declarado IS DISTINCT FROM NULL OR fuente_pesos IS DISTINCT FROM NULL);
    UPDATE documento SET declarado = pg_temp.con_local(declarado) WHERE organizacion_id = p_organizacion AND declarado IS DISTINCT FROM NULL;
$$;
CALL en_cada_organizacion('pg_temp.poner_local');
DROP FUNCTION pg_temp.poner_local, pg_temp.con_local;
