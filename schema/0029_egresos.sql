-- 0029: money that goes out. A line of an egress that pays a document is its application: which line asked for it, and its notes. Cheques are numbered by account.
ALTER TABLE aplicacion
    ADD numero_partida integer,                                  -- line of the source; null: assigned later
    ADD notas          text NOT NULL DEFAULT '',
    ADD CONSTRAINT "fk_aplicacion__numeroPartida" FOREIGN KEY (organizacion_id, fuente_id, numero_partida) REFERENCES partida;
GRANT INSERT (numero_partida, notas) ON aplicacion TO gestor_app;

-- The number of a cheque is never used again, not even that of a cancelled one.
CREATE UNIQUE INDEX "uq_movimiento_banco__numeroCheque" ON movimiento_banco (organizacion_id, cuenta_id, numero_cheque) WHERE numero_cheque <> '';
CREATE TABLE cheque_folio (
    organizacion_id bigint NOT NULL,
    cuenta_id       bigint NOT NULL,
    siguiente       bigint NOT NULL,
    CONSTRAINT pk_cheque_folio             PRIMARY KEY (organizacion_id, cuenta_id),
    CONSTRAINT "fk_cheque_folio__cuentaId" FOREIGN KEY (organizacion_id, cuenta_id) REFERENCES cuenta_bancaria,
    CONSTRAINT ck_cheque_folio__siguiente  CHECK (siguiente > 0)
);
CALL proteger('cheque_folio');
GRANT SELECT, INSERT, UPDATE (siguiente) ON cheque_folio TO gestor_app;

-- What a payment request has besides its header; its lines ask for an amount of a document or of a concept, and facturada is what was paid of each.
CREATE TABLE solicitud_pago (
    organizacion_id bigint  NOT NULL,
    transaccion_id  bigint  NOT NULL,
    version         integer NOT NULL,
    fecha_requerida date,
    cuenta_id       bigint,                                      -- it is to be paid from, and how
    forma_pago_id   bigint,
    prioridad       text    NOT NULL,
    CONSTRAINT pk_solicitud_pago                  PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_solicitud_pago__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT "fk_solicitud_pago__cuentaId"      FOREIGN KEY (organizacion_id, cuenta_id)      REFERENCES cuenta_bancaria,
    CONSTRAINT "fk_solicitud_pago__formaPagoId"   FOREIGN KEY (organizacion_id, forma_pago_id)  REFERENCES forma_pago,
    CONSTRAINT ck_solicitud_pago__version         CHECK (version IN (1, 2)),
    CONSTRAINT ck_solicitud_pago__prioridad       CHECK (prioridad IN ('Baja', 'Normal', 'Alta', 'Urgente'))
);
CALL proteger('solicitud_pago');
GRANT SELECT, INSERT ON solicitud_pago TO gestor_app;
CALL vigilar('solicitud_pago', '', 'transaccion_id');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (120, '2026-11-16', 'nuevo', 'POST /api/Bancos/EgresoAgregar',
        'Registra un egreso, o asigna cuentas por pagar a uno que existe (transaccionId). Cada partida paga un documento (transaccionIdCompra) o un concepto (conceptoId); el servidor calcula los impuestos. importeAbono va en la moneda del egreso.',
        NULL),
    (121, '2026-11-16', 'nuevo', 'GET /api/Bancos/Egresos',
        'Lista los egresos y anticipos a proveedores; con /{id}, uno.',
        NULL),
    (122, '2026-11-16', 'nuevo', 'GET /api/SolicitudPago',
        'Lista las solicitudes de pago; con /{id}, una, con los egresos que la pagan.',
        NULL),
    (123, '2026-11-16', 'nuevo', 'DELETE /api/SolicitudPago/SolicitudPagoCancelar/{id}',
        'Cancela una solicitud de pago de la que nada se ha pagado.',
        NULL);
