-- 0119: a payment receipt of an invoice that several payments of ours paid: the first is in egreso_id, the others beside it. A payment is never deleted.
ALTER TABLE recibo_de_pago ADD COLUMN otros_egresos bigint[] NOT NULL DEFAULT '{}';
ALTER TABLE recibo_de_pago ADD CONSTRAINT "ck_recibo_de_pago__otrosEgresos" CHECK (otros_egresos = '{}' OR egreso_id IS NOT NULL);
CALL vigilar('recibo_de_pago', 'ReciboDePago', 'recibo_de_pago_id', 'uuid');
GRANT UPDATE (otros_egresos) ON recibo_de_pago TO gestor_app;

-- An XML that is no CFDI, and the receipt of a payment, were stored without judging them: the job of 0118 judges what has no judgement.
CREATE FUNCTION pg_temp.juzgar_xml(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    INSERT INTO trabajo (organizacion_id, tipo, datos, vence)
    SELECT p_organizacion, 'JuzgarXml', '{"desde": 0}', now() + interval '30 days'
    WHERE  EXISTS (SELECT FROM archivo a WHERE a.organizacion_id = p_organizacion AND a.tipo = 'XML')
$$;
CALL en_cada_organizacion('pg_temp.juzgar_xml');
DROP FUNCTION pg_temp.juzgar_xml;
