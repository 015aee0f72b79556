-- 0062: travel, sold. What is known of a booking beside its documents; what of an invoice is a third party's, with what its CFDI will say of him; the services
-- that were booked. A reference of an agency is told apart by its booking.

CREATE TABLE expediente_viaje (                                  -- of a file that was loaded: one opened by an expense has none yet
    organizacion_id    bigint NOT NULL,
    transaccion_id     bigint NOT NULL,
    cliente_id         bigint,
    localizador        text   NOT NULL DEFAULT '',
    fecha_inicio_viaje date,
    fecha_fin_viaje    date,
    pasajeros          jsonb  NOT NULL DEFAULT '[]',
    CONSTRAINT pk_expediente_viaje                  PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_expediente_viaje__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT "fk_expediente_viaje__clienteId"     FOREIGN KEY (organizacion_id, cliente_id)     REFERENCES contacto,
    CONSTRAINT "ck_expediente_viaje__fechaFinViaje" CHECK (fecha_fin_viaje >= fecha_inicio_viaje),
    CONSTRAINT ck_expediente_viaje__pasajeros       CHECK (jsonb_typeof(pasajeros) = 'array')
);
CALL proteger('expediente_viaje');
GRANT SELECT, INSERT, UPDATE ON expediente_viaje TO gestor_app;
CALL vigilar('expediente_viaje', '', 'transaccion_id');

CREATE TABLE factura_viaje (
    organizacion_id bigint        NOT NULL,
    transaccion_id  bigint        NOT NULL,
    expediente_id   bigint        NOT NULL,
    total_terceros  numeric(19,2) NOT NULL,                      -- of its total, what is no income of ours,
    terceros_mxn    numeric(19,2) NOT NULL,                      -- and in pesos: what TERCEROS was credited
    CONSTRAINT pk_factura_viaje                  PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_factura_viaje__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT "fk_factura_viaje__expedienteId"  FOREIGN KEY (organizacion_id, expediente_id)  REFERENCES transaccion,
    CONSTRAINT "ck_factura_viaje__totalTerceros" CHECK (total_terceros >= 0 AND terceros_mxn >= 0)
);
CALL proteger('factura_viaje');
CREATE INDEX "ix_factura_viaje__expedienteId" ON factura_viaje (organizacion_id, expediente_id);

CREATE TABLE partida_tercero (                                   -- whom a line is charged for: ACuentaTerceros of the CFDI
    organizacion_id bigint  NOT NULL,
    transaccion_id  bigint  NOT NULL,
    numero_partida  integer NOT NULL,
    rfc             text    NOT NULL,
    nombre          text    NOT NULL,
    regimen_fiscal  text    NOT NULL,
    codigo_postal   text    NOT NULL,
    CONSTRAINT pk_partida_tercero                  PRIMARY KEY (organizacion_id, transaccion_id, numero_partida),
    CONSTRAINT "fk_partida_tercero__numeroPartida" FOREIGN KEY (organizacion_id, transaccion_id, numero_partida) REFERENCES partida,
    CONSTRAINT "fk_partida_tercero__regimenFiscal" FOREIGN KEY (regimen_fiscal) REFERENCES sat_regimen_fiscal,
    CONSTRAINT ck_partida_tercero__rfc             CHECK (rfc <> ''),
    CONSTRAINT ck_partida_tercero__nombre          CHECK (nombre <> ''),
    CONSTRAINT "ck_partida_tercero__codigoPostal"  CHECK (codigo_postal <> '')
);
CALL proteger('partida_tercero');

CREATE TABLE viaje_servicio (                                    -- of a booking; with the invoice that charged it, if one did
    organizacion_id  bigint        NOT NULL,
    expediente_id    bigint        NOT NULL,
    consecutivo      integer       NOT NULL,
    factura_id       bigint,
    tipo             text          NOT NULL,
    proveedor_id     bigint,
    descripcion      text          NOT NULL DEFAULT '',
    fecha_inicio     date,
    fecha_fin        date,
    moneda_id        integer       NOT NULL,
    tarifa           numeric(19,2) NOT NULL,
    impuestos_aereos numeric(19,2) NOT NULL,
    comision         numeric(19,2) NOT NULL,
    CONSTRAINT pk_viaje_servicio                    PRIMARY KEY (organizacion_id, expediente_id, consecutivo),
    CONSTRAINT "fk_viaje_servicio__expedienteId"    FOREIGN KEY (organizacion_id, expediente_id) REFERENCES transaccion,
    CONSTRAINT "fk_viaje_servicio__facturaId"       FOREIGN KEY (organizacion_id, factura_id)    REFERENCES transaccion,
    CONSTRAINT "fk_viaje_servicio__proveedorId"     FOREIGN KEY (organizacion_id, proveedor_id)  REFERENCES contacto,
    CONSTRAINT "fk_viaje_servicio__monedaId"        FOREIGN KEY (moneda_id)                      REFERENCES moneda,
    CONSTRAINT ck_viaje_servicio__consecutivo       CHECK (consecutivo > 0),
    CONSTRAINT ck_viaje_servicio__tipo              CHECK (tipo IN ('Hotel', 'Aereo', 'Traslado', 'Tour', 'Seguro', 'Otro')),
    CONSTRAINT "ck_viaje_servicio__fechaFin"        CHECK (fecha_fin >= fecha_inicio),
    CONSTRAINT ck_viaje_servicio__tarifa            CHECK (tarifa >= 0),
    CONSTRAINT "ck_viaje_servicio__impuestosAereos" CHECK (impuestos_aereos >= 0),
    CONSTRAINT ck_viaje_servicio__comision          CHECK (comision >= 0)
);
CALL proteger('viaje_servicio');
GRANT SELECT, INSERT ON factura_viaje, partida_tercero, viaje_servicio TO gestor_app;

-- What was paid for a third party: those that there are charged his account.
ALTER TABLE compra ADD es_tercero boolean NOT NULL DEFAULT false;
UPDATE compra k SET es_tercero = true
FROM   poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
WHERE  p.organizacion_id = k.organizacion_id AND p.transaccion_id = k.transaccion_id AND c.clave = 'TERCEROS' AND m.debe > 0 AND p.reversa_de IS NULL;

-- Of any other type a reference is one document's; of an agency's invoices, one of its booking's, which the booking's turn sees to.
DROP INDEX "uq_transaccion__referenciaExterna";
CREATE UNIQUE INDEX "uq_transaccion__referenciaExterna" ON transaccion (organizacion_id, obj_id, referencia_externa, (CASE obj_id WHEN 24 THEN transaccion_id ELSE 0 END))
    WHERE referencia_externa <> '' AND estado <> 'Cancelado';

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (296, '2026-11-17', 'nuevo', 'GET /api/AgenciaViaje/Documentos',
        'El expediente de una reserva, por su clave o por su identificador: viajero, servicios, todos sus documentos y cuánto se facturó, se gastó, se cobró y se pagó, en pesos. utilidad es lo propio de las facturas menos los gastos que no son por cuenta de un tercero.', NULL),
    (297, '2026-11-17', 'nuevo', 'POST /api/AgenciaViaje/DocumentosPorIds',
        'Los documentos que se piden, de cualquier tipo, que son de una reserva: cada uno con su saldo, su reserva y sus archivos. Los que no son de ninguna no vienen.', NULL),
    (298, '2026-11-17', 'nuevo', 'GET /api/AgenciaViaje/Facturas',
        'Las facturas de agencia de viajes, cada una con su reserva, y cuánto de su total es de terceros y cuánto propio.', NULL),
    (299, '2026-11-17', 'nuevo', 'POST /api/AgenciaViaje/RegistrarFactura',
        'Registra la factura de una reserva, en pesos; abre su expediente o se suma a él, y crea al cliente que no existía. Una partida con esTercero se cobra por cuenta de otro: no es ingreso ni lleva IVA de la agencia, y se le debe en la cuenta de terceros.', NULL),
    (300, '2026-11-17', 'nuevo', 'POST /api/AgenciaViaje/RegistrarFacturaV2',
        'La versión 2 de RegistrarFactura, que sigue como está: en cualquier moneda de la organización, con los servicios de la reserva, sus impuestos aéreos como partidas que no son objeto de IVA, retenciones y pagos, que son depósitos aplicados a la factura. Con facturar en false sólo carga el expediente.', NULL);
UPDATE cambio SET proximo = false WHERE endpoint = 'GET /api/AgenciaViaje/Documentos';
