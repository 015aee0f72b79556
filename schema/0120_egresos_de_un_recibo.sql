-- 0120: the payments of ours that a payment receipt is of, one row each. 0117 had one in the receipt, and 0119 the others in an array without keys.
ALTER TABLE recibo_de_pago ADD CONSTRAINT "uq_recibo_de_pago__facturaUuid" UNIQUE (organizacion_id, recibo_de_pago_id, factura_uuid);
CREATE TABLE recibo_de_pago_egreso (
    organizacion_id   bigint NOT NULL,
    recibo_de_pago_id bigint NOT NULL,
    egreso_id         bigint NOT NULL,
    factura_uuid      text   COLLATE "C" NOT NULL,               -- of the receipt
    CONSTRAINT pk_recibo_de_pago_egreso                   PRIMARY KEY (organizacion_id, recibo_de_pago_id, egreso_id),
    CONSTRAINT "uq_recibo_de_pago_egreso__egresoId"       UNIQUE (organizacion_id, egreso_id, factura_uuid),  -- one receipt of each invoice in it
    CONSTRAINT "fk_recibo_de_pago_egreso__reciboDePagoId" FOREIGN KEY (organizacion_id, recibo_de_pago_id, factura_uuid)
                                                          REFERENCES recibo_de_pago (organizacion_id, recibo_de_pago_id, factura_uuid),
    CONSTRAINT "fk_recibo_de_pago_egreso__egresoId"       FOREIGN KEY (organizacion_id, egreso_id) REFERENCES transaccion
);
CALL proteger('recibo_de_pago_egreso');
-- Two receipts that raced for a payment: it stays with the earlier one.
CREATE FUNCTION pg_temp.mover_egresos(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, pg_temp AS $$
    INSERT INTO recibo_de_pago_egreso (organizacion_id, recibo_de_pago_id, egreso_id, factura_uuid)
    SELECT r.organizacion_id, r.recibo_de_pago_id, p.egreso_id, r.factura_uuid
    FROM   recibo_de_pago r CROSS JOIN unnest(r.egreso_id || r.otros_egresos) p (egreso_id)
    WHERE  r.organizacion_id = p_organizacion AND r.egreso_id IS NOT NULL
    ORDER  BY r.recibo_de_pago_id ON CONFLICT DO NOTHING
$$;
CALL en_cada_organizacion('pg_temp.mover_egresos');
DROP FUNCTION pg_temp.mover_egresos;
ALTER TABLE recibo_de_pago DROP COLUMN egreso_id, DROP COLUMN otros_egresos;   -- and their constraints
ALTER TABLE recibo_de_pago ADD CONSTRAINT "ck_recibo_de_pago__sustituidoPor" CHECK (sustituido_por <> uuid);
CALL vigilar('recibo_de_pago', 'ReciboDePago', 'recibo_de_pago_id', 'uuid');
CALL vigilar_lineas('recibo_de_pago_egreso', 'ReciboDePago', 'recibo_de_pago_id', 'egresos');
GRANT SELECT, INSERT, DELETE ON recibo_de_pago_egreso TO gestor_app;
