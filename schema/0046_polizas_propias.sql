-- 0046: pólizas that come from no document: by hand, and those of a closing. Whose each is, of which third party and CFDI its movements tell, and month 13.

ALTER TABLE poliza ADD origen text NOT NULL DEFAULT 'Documento';  -- those of openings before this migration too
ALTER TABLE poliza DROP CONSTRAINT ck_poliza__fecha;
ALTER TABLE poliza
    ADD CONSTRAINT ck_poliza__origen CHECK (origen IN ('Documento', 'Apertura', 'Manual', 'Cierre', 'DeterminacionIva', 'Revaluacion')
                                            AND (transaccion_id IS NULL OR origen = 'Documento')),
    -- Month 13 is the closing of its year, dated its last day.
    ADD CONSTRAINT ck_poliza__fecha  CHECK (extract(year FROM fecha) = ejercicio
                                            AND (extract(month FROM fecha) = mes
                                                 OR (mes = 13 AND origen = 'Cierre' AND extract(month FROM fecha) = 12 AND extract(day FROM fecha) = 31)));
GRANT INSERT (origen) ON poliza TO gestor_app;

ALTER TABLE poliza_movimiento ADD contacto_id bigint, ADD uuid text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE poliza_movimiento
    ADD CONSTRAINT "fk_poliza_movimiento__contactoId" FOREIGN KEY (organizacion_id, contacto_id) REFERENCES contacto,
    ADD CONSTRAINT ck_poliza_movimiento__uuid         CHECK (uuid = '' OR (char_length(uuid) = 36 AND uuid = upper(uuid)));

ALTER TABLE periodo DROP CONSTRAINT ck_periodo__mes;
ALTER TABLE periodo ADD CONSTRAINT ck_periodo__mes CHECK (mes BETWEEN 1 AND 13);
