-- 0118: the XML of a payment request, and the evidence of a work order, were stored without judging them. A job for each organization that has any XML judges what has no
-- judgement, a few documents at a time; each run asks for the next one in the transaction of its judgements, so that it goes on where it was cut.
CREATE FUNCTION pg_temp.juzgar_xml(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    INSERT INTO trabajo (organizacion_id, tipo, datos, vence)
    SELECT p_organizacion, 'JuzgarXml', '{"desde": 0}', now() + interval '30 days'
    WHERE  EXISTS (SELECT FROM archivo a WHERE a.organizacion_id = p_organizacion AND a.tipo = 'XML')
$$;
CALL en_cada_organizacion('pg_temp.juzgar_xml');
DROP FUNCTION pg_temp.juzgar_xml;
