-- 0116: CFDI as the tax authority's metadata, or their own files, tell of them: what the books are reconciled with. Documents name them by uuid only, so
-- that a file can be loaded before its documents exist.
CREATE TABLE cfdi_informado (
    organizacion_id   bigint        NOT NULL,
    uuid              text          COLLATE "C" NOT NULL,
    lado              text          NOT NULL,
    tipo              text          NOT NULL,
    rfc               text          NOT NULL,                    -- of the other party
    nombre            text          NOT NULL DEFAULT '',
    fecha             timestamp(0)  NOT NULL,
    total             numeric(19,2) NOT NULL,
    moneda            text          NOT NULL DEFAULT '',         -- empty: the metadata do not tell it
    estado            text          NOT NULL,
    fecha_cancelacion timestamp(0),
    CONSTRAINT pk_cfdi_informado                   PRIMARY KEY (organizacion_id, uuid),
    CONSTRAINT "fk_cfdi_informado__organizacionId" FOREIGN KEY (organizacion_id) REFERENCES organizacion,
    CONSTRAINT ck_cfdi_informado__uuid             CHECK (char_length(uuid) = 36 AND uuid = upper(uuid)),
    CONSTRAINT ck_cfdi_informado__lado             CHECK (lado IN ('Recibido', 'Emitido')),
    CONSTRAINT ck_cfdi_informado__tipo             CHECK (tipo IN ('I', 'E', 'T', 'N', 'P')),
    CONSTRAINT ck_cfdi_informado__total            CHECK (total >= 0),
    CONSTRAINT ck_cfdi_informado__estado           CHECK (estado = 'Cancelado' OR estado = 'Vigente' AND fecha_cancelacion IS NULL)
);
CREATE INDEX ix_cfdi_informado__fecha ON cfdi_informado (organizacion_id, fecha);
-- The folio of a document in force has an index of its own since 0005.
CREATE INDEX "ix_transaccion__uuidCancelado" ON transaccion (organizacion_id, uuid) WHERE uuid <> '' AND estado = 'Cancelado';
CALL proteger('cfdi_informado');
GRANT SELECT, INSERT, UPDATE ON cfdi_informado TO gestor_app;
