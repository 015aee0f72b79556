-- 0060: routes are written. A document is of a route when its warehouse is the route's truck; a day of a truck is settled once, and then closed.
ALTER TABLE ruta ADD busqueda text GENERATED ALWAYS AS (normalizar(clave || ' ' || nombre)) STORED;
CREATE INDEX ix_ruta__nombre ON ruta (organizacion_id, nombre, ruta_id);
CREATE UNIQUE INDEX "uq_ruta__almacenId" ON ruta (organizacion_id, almacen_id) WHERE activo;  -- a truck does one route
CALL vigilar('ruta', 'Ruta', 'ruta_id', 'clave');
GRANT INSERT, UPDATE ON ruta TO gestor_app;
GRANT USAGE ON SEQUENCE ruta_ruta_id_seq TO gestor_app;

-- What a truck brings back (objId 23): counted, and beside it what there should have been at that moment.
CREATE TABLE devolucion_ruta (
    organizacion_id    bigint        NOT NULL,
    transaccion_id     bigint        NOT NULL,
    ruta_id            bigint        NOT NULL,
    ruta               text          NOT NULL,                   -- names as they were
    vendedor           text          NOT NULL DEFAULT '',
    almacen_destino_id bigint        NOT NULL,                   -- where it goes when it is applied
    tipo_operacion     text          NOT NULL,
    total_productos    numeric(19,6) NOT NULL DEFAULT 0,
    total_envases      numeric(19,6) NOT NULL DEFAULT 0,
    importe            numeric(19,6) NOT NULL DEFAULT 0,
    CONSTRAINT pk_devolucion_ruta                     PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_devolucion_ruta__transaccionId"    FOREIGN KEY (organizacion_id, transaccion_id)     REFERENCES transaccion,
    CONSTRAINT "fk_devolucion_ruta__rutaId"           FOREIGN KEY (organizacion_id, ruta_id)            REFERENCES ruta,
    CONSTRAINT "fk_devolucion_ruta__almacenDestinoId" FOREIGN KEY (organizacion_id, almacen_destino_id) REFERENCES almacen,
    CONSTRAINT "ck_devolucion_ruta__tipoOperacion"    CHECK (tipo_operacion IN ('Producto', 'Envase', 'Mixta'))
);
CALL proteger('devolucion_ruta');
CALL vigilar('devolucion_ruta', '', 'transaccion_id');
GRANT SELECT, INSERT ON devolucion_ruta TO gestor_app;
CREATE TABLE devolucion_ruta_partida (
    organizacion_id bigint        NOT NULL,
    transaccion_id  bigint        NOT NULL,
    numero_partida  integer       NOT NULL,
    es_envase       boolean       NOT NULL,
    producto_id     bigint        NOT NULL,
    codigo          text          NOT NULL,
    descripcion     text          NOT NULL,
    unidad          text          NOT NULL DEFAULT '',
    existencia      numeric(19,6) NOT NULL,
    conteo          numeric(19,6) NOT NULL,
    diferencia      numeric(19,6) GENERATED ALWAYS AS (conteo - existencia) STORED,
    costo_unitario  numeric(19,6) NOT NULL,
    importe         numeric(19,6) GENERATED ALWAYS AS (round((conteo - existencia) * costo_unitario, 6)) STORED,
    CONSTRAINT pk_devolucion_ruta_partida                  PRIMARY KEY (organizacion_id, transaccion_id, numero_partida),
    CONSTRAINT "fk_devolucion_ruta_partida__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES devolucion_ruta,
    CONSTRAINT "fk_devolucion_ruta_partida__productoId"    FOREIGN KEY (organizacion_id, producto_id)    REFERENCES producto,
    CONSTRAINT ck_devolucion_ruta_partida__conteo          CHECK (conteo >= 0)
);
CALL proteger('devolucion_ruta_partida');
GRANT SELECT, INSERT ON devolucion_ruta_partida TO gestor_app;

-- The settlement (objId 22) of a truck's day, as it was reckoned last. Its document is dated that day.
ALTER TABLE liquidacion_ruta
    ADD carga_inicial      numeric(19,2) NOT NULL DEFAULT 0,     -- goods: at cost
    ADD recargas           numeric(19,2) NOT NULL DEFAULT 0,
    ADD ventas_contado     numeric(19,2) NOT NULL DEFAULT 0,
    ADD ventas_credito     numeric(19,2) NOT NULL DEFAULT 0,
    ADD cobranza           numeric(19,2) NOT NULL DEFAULT 0,
    ADD devoluciones       numeric(19,2) NOT NULL DEFAULT 0,
    ADD gastos             numeric(19,2) NOT NULL DEFAULT 0,
    ADD faltante_mercancia numeric(19,2) NOT NULL DEFAULT 0,
    ADD sobrante_mercancia numeric(19,2) NOT NULL DEFAULT 0;
CALL vigilar('liquidacion_ruta', '', 'transaccion_id');
GRANT INSERT, UPDATE ON liquidacion_ruta TO gestor_app;
CREATE TABLE liquidacion_ruta_partida (
    organizacion_id    bigint        NOT NULL,
    transaccion_id     bigint        NOT NULL,
    producto_id        bigint        NOT NULL,
    codigo             text          NOT NULL,
    descripcion        text          NOT NULL,
    carga              numeric(19,6) NOT NULL,
    recarga            numeric(19,6) NOT NULL,
    venta              numeric(19,6) NOT NULL,
    devolucion         numeric(19,6) NOT NULL,
    esperado           numeric(19,6) GENERATED ALWAYS AS (carga + recarga - venta - devolucion) STORED,
    conteo             numeric(19,6) NOT NULL,
    diferencia         numeric(19,6) GENERATED ALWAYS AS (conteo - (carga + recarga - venta - devolucion)) STORED,
    costo_unitario     numeric(19,6) NOT NULL,
    importe_diferencia numeric(19,2) NOT NULL,
    CONSTRAINT pk_liquidacion_ruta_partida                  PRIMARY KEY (organizacion_id, transaccion_id, producto_id),
    CONSTRAINT "fk_liquidacion_ruta_partida__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES liquidacion_ruta,
    CONSTRAINT "fk_liquidacion_ruta_partida__productoId"    FOREIGN KEY (organizacion_id, producto_id)    REFERENCES producto,
    CONSTRAINT ck_liquidacion_ruta_partida__conteo          CHECK (conteo >= 0)
);
CALL proteger('liquidacion_ruta_partida');
GRANT SELECT, INSERT, UPDATE ON liquidacion_ruta_partida TO gestor_app;
CREATE UNIQUE INDEX "uq_transaccion__fechaLiquidacion" ON transaccion (organizacion_id, almacen_id, (fecha::date)) WHERE obj_id = 22 AND estado <> 'Cancelado';
CREATE INDEX "ix_transaccion__rutaLiquidada" ON transaccion (organizacion_id, almacen_id, fecha) WHERE obj_id = 22 AND estado = 'Validado';

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (280, '2026-11-17', 'nuevo', 'GET /api/Ruta',
        'Lista las rutas con su vendedor, su camión y sus días. GET /api/Ruta/{id} obtiene una.', NULL),
    (281, '2026-11-17', 'nuevo', 'POST /api/Ruta',
        'Nueva operación, adicional a las publicadas: registra una ruta. Su almacén es el de un camión de la sucursal, y hace una sola ruta. PUT /api/Ruta/{id} la actualiza; un documento es de la ruta cuando su almacén es el camión.', NULL),
    (282, '2026-11-17', 'nuevo', 'GET /api/Ruta/Liquidaciones',
        'Lista las liquidaciones de ruta con lo esperado y lo contado de cada producto, y sus depósitos. GET /api/Ruta/Liquidaciones/{id} obtiene una.', NULL),
    (283, '2026-11-17', 'mejorado', 'POST /api/Bancos/DepositoAgregar',
        'Recibe almacenId: el camión en cuya ruta se cobró. También POST /api/Bancos/AnticipoAgregar. Sin él, el almacén es el del usuario.', NULL);
UPDATE cambio SET proximo = false WHERE endpoint IN ('GET /api/Ruta/Devoluciones', 'GET /api/Ruta/Devoluciones/{id}');
