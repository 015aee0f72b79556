-- 0096: the receipt of a received document is stamped by its issuer: what has a fiscal folio is stored so.
CREATE FUNCTION pg_temp.timbrar_recibidos(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    UPDATE transaccion SET estatus_timbrado = 'Timbrado'
    WHERE  organizacion_id = p_organizacion AND uuid <> '' AND estatus_timbrado = 'SinTimbrar'
    AND    obj_id IN (10, 13, 14, 15, 26, 27)
$$;
CALL en_cada_organizacion('pg_temp.timbrar_recibidos');
DROP FUNCTION pg_temp.timbrar_recibidos;
