-- 0014: the document engine: stock with its cost layers, reservations, what the taxes of a document are made of, and how far the lines of
-- a document have come. Only domain/motor writes here; what it wrote is never changed, a cancel adds the opposite.

-- ---- taxes by cash flow ----
-- The parts of a document's total that its collections carry with them (bases include IEPS, which is kept beside them for its own ledger
-- move): total = bases + iva - withheld. Fixed when the document is made.
CREATE TYPE cubetas AS (
    base16 numeric(19,2), iva16 numeric(19,2), base8 numeric(19,2), iva8 numeric(19,2), base0 numeric(19,2), exento numeric(19,2),
    no_afecto numeric(19,2), ieps numeric(19,2), iva_ret numeric(19,2), isr_ret numeric(19,2));
CREATE FUNCTION cubetas_total(c cubetas) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (c).base16 + (c).iva16 + (c).base8 + (c).iva8 + (c).base0 + (c).exento + (c).no_afecto - (c).iva_ret - (c).isr_ret;

ALTER TABLE transaccion
    ADD cubetas     cubetas,                                     -- in the document's currency
    ADD cubetas_mxn cubetas,                                     -- in pesos at its rate: what the ledger holds of it
    ADD CONSTRAINT ck_transaccion__cubetas CHECK (cubetas IS NULL OR cubetas_total(cubetas) = total);
-- What is owed by or to a contact, or in favour: credit limit, aging, balances, without reading what is settled.
CREATE INDEX ix_transaccion__saldo ON transaccion (organizacion_id, contacto_id, moneda_id)
    INCLUDE (obj_id, transaccion_id, fecha, fecha_vencimiento, saldo, tipo_cambio, sucursal_id, vendedor_id)
    WHERE saldo > 0 AND obj_id IN (1, 2, 6, 7, 8, 9, 13, 14, 15, 24, 26, 27, 29);

-- Deposits and advances are one list.
CREATE INDEX ix_transaccion__deposito ON transaccion (organizacion_id, fecha DESC, transaccion_id DESC) WHERE obj_id IN (8, 9);

ALTER TABLE aplicacion
    ADD pesos        cubetas,                                    -- at the rate of the document: what leaves CLIENTES and the pending taxes
    ADD flujo        cubetas,                                    -- at the rate of the money: what was collected, and is declared
    ADD fuente_pesos cubetas,                                    -- of an advance: what it had declared itself and this takes out of it
    ADD CONSTRAINT ck_aplicacion__pesos CHECK ((pesos IS NULL) = (flujo IS NULL));

-- ---- what only some types have ----
CREATE TABLE documento (
    organizacion_id    bigint        NOT NULL,
    transaccion_id     bigint        NOT NULL,
    lista_precios_id   bigint,
    concepto_id        bigint,                                   -- of an inventory movement
    almacen_destino_id bigint,
    entrega_inmediata  boolean       NOT NULL DEFAULT true,
    entrega_fecha      timestamp(0),
    vigencia_fecha     date,
    condiciones_pago   text          NOT NULL DEFAULT '',
    caja               text          NOT NULL DEFAULT '',
    cambio             numeric(19,2) NOT NULL DEFAULT 0,         -- cash given back
    motivo             text          NOT NULL DEFAULT '',
    recibe             text          NOT NULL DEFAULT '',
    tipo_movimiento    text          NOT NULL DEFAULT '',
    matricula          text          NOT NULL DEFAULT '',        -- of escuela: what a list filters by
    domicilio          jsonb,                                    -- of delivery
    escuela            jsonb,
    addenda            jsonb,
    informacion_global jsonb,
    cfdi_relacionados  jsonb,
    CONSTRAINT pk_documento                      PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_documento__transaccionId"     FOREIGN KEY (organizacion_id, transaccion_id)     REFERENCES transaccion,
    CONSTRAINT "fk_documento__listaPreciosId"    FOREIGN KEY (organizacion_id, lista_precios_id)   REFERENCES lista_precios,
    CONSTRAINT "fk_documento__conceptoId"        FOREIGN KEY (organizacion_id, concepto_id)        REFERENCES concepto,
    CONSTRAINT "fk_documento__almacenDestinoId"  FOREIGN KEY (organizacion_id, almacen_destino_id) REFERENCES almacen,
    CONSTRAINT ck_documento__cambio              CHECK (cambio >= 0),
    CONSTRAINT "ck_documento__tipoMovimiento"    CHECK (tipo_movimiento IN ('', 'Entrada', 'Salida', 'Traspaso', 'Ajuste'))
);
CREATE INDEX ix_documento__matricula ON documento (organizacion_id, matricula, transaccion_id) WHERE matricula <> '';

-- How far a line has come, in its own unit; and the line it comes from, with what it moved there (a cancel takes exactly that back).
ALTER TABLE partida
    ADD factor                numeric(19,6) NOT NULL DEFAULT 1,  -- of its unit, to the base unit that stock is counted in
    ADD surtida               numeric(19,6) NOT NULL DEFAULT 0,
    ADD facturada             numeric(19,6) NOT NULL DEFAULT 0,
    ADD devuelta              numeric(19,6) NOT NULL DEFAULT 0,
    ADD costo                 numeric(19,2) NOT NULL DEFAULT 0,  -- of the goods that the line itself moved
    ADD origen_id             bigint,
    ADD numero_partida_origen integer,
    ADD avance_surtida        numeric(19,6) NOT NULL DEFAULT 0,
    ADD avance_facturada      numeric(19,6) NOT NULL DEFAULT 0,
    ADD avance_devuelta       numeric(19,6) NOT NULL DEFAULT 0,
    ADD CONSTRAINT "fk_partida__numeroPartidaOrigen" FOREIGN KEY (organizacion_id, origen_id, numero_partida_origen) REFERENCES partida,
    ADD CONSTRAINT ck_partida__avance CHECK (surtida BETWEEN 0 AND cantidad AND facturada BETWEEN 0 AND cantidad AND devuelta BETWEEN 0 AND cantidad);
CREATE INDEX "ix_partida__origen" ON partida (organizacion_id, origen_id, numero_partida_origen) WHERE origen_id IS NOT NULL;

-- ---- stock ----
ALTER TABLE existencia
    ADD valor       numeric(19,2) NOT NULL DEFAULT 0,            -- pesos: what the ledger holds of it, to the cent
    ADD apartado    numeric(19,6) NOT NULL DEFAULT 0,            -- reserved by orders; may exceed what there is
    ADD en_transito numeric(19,6) NOT NULL DEFAULT 0,
    ADD ubicacion   text          NOT NULL DEFAULT '',
    ADD CONSTRAINT ck_existencia__valor    CHECK (valor >= 0 AND (cantidad > 0 OR valor = 0)),
    ADD CONSTRAINT ck_existencia__apartado CHECK (apartado >= 0 AND en_transito >= 0);

CREATE TABLE capa (                                              -- what one entry brought, and what is left of it
    organizacion_id bigint        NOT NULL,
    capa_id         bigint        GENERATED BY DEFAULT AS IDENTITY,
    almacen_id      bigint        NOT NULL,
    producto_id     bigint        NOT NULL,
    transaccion_id  bigint        NOT NULL,                      -- the entry
    numero_partida  integer       NOT NULL,
    fecha           timestamp(0)  NOT NULL,                      -- of the entry; a transfer keeps it
    serie           text          NOT NULL DEFAULT '',           -- IDENTIFICADO: one layer per serial number or lot
    lote            text          NOT NULL DEFAULT '',
    cantidad        numeric(19,6) NOT NULL,
    restante        numeric(19,6) NOT NULL,
    costo           numeric(19,2) NOT NULL DEFAULT 0,            -- value of the entry; 0: the product costs its average
    valor           numeric(19,2) NOT NULL DEFAULT 0,            -- what is left of it
    CONSTRAINT pk_capa                  PRIMARY KEY (organizacion_id, capa_id),
    CONSTRAINT "fk_capa__existencia"    FOREIGN KEY (organizacion_id, almacen_id, producto_id)       REFERENCES existencia,
    CONSTRAINT "fk_capa__numeroPartida" FOREIGN KEY (organizacion_id, transaccion_id, numero_partida) REFERENCES partida,
    CONSTRAINT ck_capa__restante        CHECK (restante BETWEEN 0 AND cantidad AND cantidad > 0),
    CONSTRAINT ck_capa__valor           CHECK (valor BETWEEN 0 AND costo AND (restante > 0 OR valor = 0))
);
CREATE INDEX ix_capa__orden ON capa (organizacion_id, almacen_id, producto_id, fecha, transaccion_id, capa_id) WHERE restante > 0;
CREATE INDEX "ix_capa__transaccionId" ON capa (organizacion_id, transaccion_id);

CREATE TABLE movimiento_inventario (                             -- one row per layer touched; the sum of all rows is what there is
    organizacion_id bigint        NOT NULL,
    movimiento_id   bigint        GENERATED BY DEFAULT AS IDENTITY,
    transaccion_id  bigint        NOT NULL,
    numero_partida  integer       NOT NULL,
    almacen_id      bigint        NOT NULL,
    producto_id     bigint        NOT NULL,
    capa_id         bigint        NOT NULL,
    fecha           timestamp(0)  NOT NULL,
    cantidad        numeric(19,6) NOT NULL,                      -- base units; below 0: goes out
    valor           numeric(19,2) NOT NULL,                      -- pesos, same sign
    valor_capa      numeric(19,2) NOT NULL,                      -- taken out of the layer; 0: the product costs its average
    serie           text          NOT NULL DEFAULT '',
    lote            text          NOT NULL DEFAULT '',
    caducidad       date,
    reversa         boolean       NOT NULL DEFAULT false,        -- of a cancel
    CONSTRAINT pk_movimiento_inventario                  PRIMARY KEY (organizacion_id, movimiento_id),
    CONSTRAINT "fk_movimiento_inventario__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id)          REFERENCES transaccion,
    CONSTRAINT "fk_movimiento_inventario__existencia"    FOREIGN KEY (organizacion_id, almacen_id, producto_id) REFERENCES existencia,
    CONSTRAINT "fk_movimiento_inventario__capaId"        FOREIGN KEY (organizacion_id, capa_id)                 REFERENCES capa,
    CONSTRAINT ck_movimiento_inventario__cantidad        CHECK (cantidad <> 0 AND valor * cantidad >= 0)
);
CREATE INDEX "ix_movimiento_inventario__transaccionId" ON movimiento_inventario (organizacion_id, transaccion_id);
CREATE INDEX ix_movimiento_inventario__producto ON movimiento_inventario (organizacion_id, producto_id, almacen_id, fecha);

CREATE TABLE existencia_serie (                                  -- the serial numbers that are in stock, each once in the organization
    organizacion_id bigint NOT NULL,
    producto_id     bigint NOT NULL,
    serie           text   COLLATE "C" NOT NULL,
    almacen_id      bigint NOT NULL,
    capa_id         bigint NOT NULL,
    CONSTRAINT pk_existencia_serie               PRIMARY KEY (organizacion_id, producto_id, serie),
    CONSTRAINT "fk_existencia_serie__existencia" FOREIGN KEY (organizacion_id, almacen_id, producto_id) REFERENCES existencia,
    CONSTRAINT "fk_existencia_serie__capaId"     FOREIGN KEY (organizacion_id, capa_id)                 REFERENCES capa
);
CREATE INDEX "ix_existencia_serie__almacenId" ON existencia_serie (organizacion_id, almacen_id, producto_id);

CREATE TABLE existencia_lote (
    organizacion_id bigint        NOT NULL,
    almacen_id      bigint        NOT NULL,
    producto_id     bigint        NOT NULL,
    lote            text          COLLATE "C" NOT NULL,
    caducidad       date,
    cantidad        numeric(19,6) NOT NULL,
    CONSTRAINT pk_existencia_lote               PRIMARY KEY (organizacion_id, almacen_id, producto_id, lote),
    CONSTRAINT "fk_existencia_lote__existencia" FOREIGN KEY (organizacion_id, almacen_id, producto_id) REFERENCES existencia,
    CONSTRAINT ck_existencia_lote__cantidad     CHECK (cantidad >= 0)
);

CREATE TABLE apartado (                                          -- what a line of an order still holds, by product (a kit holds its components)
    organizacion_id bigint        NOT NULL,
    transaccion_id  bigint        NOT NULL,
    numero_partida  integer       NOT NULL,
    producto_id     bigint        NOT NULL,
    almacen_id      bigint        NOT NULL,
    pedida          numeric(19,6) NOT NULL,                      -- when it was ordered
    cantidad        numeric(19,6) NOT NULL,                      -- now: in proportion to what is still undelivered
    CONSTRAINT pk_apartado                  PRIMARY KEY (organizacion_id, transaccion_id, numero_partida, producto_id),
    CONSTRAINT "fk_apartado__numeroPartida" FOREIGN KEY (organizacion_id, transaccion_id, numero_partida) REFERENCES partida,
    CONSTRAINT "fk_apartado__existencia"    FOREIGN KEY (organizacion_id, almacen_id, producto_id)        REFERENCES existencia,
    CONSTRAINT ck_apartado__cantidad        CHECK (cantidad BETWEEN 0 AND pedida)
);

DO $$
DECLARE
    tabla text;
BEGIN
    FOREACH tabla IN ARRAY ARRAY['documento', 'capa', 'movimiento_inventario', 'existencia_serie', 'existencia_lote', 'apartado']
    LOOP
        CALL proteger(tabla::regclass);
        EXECUTE format('GRANT SELECT, INSERT ON %I TO gestor_app', tabla);
    END LOOP;
END $$;
GRANT INSERT, UPDATE (cantidad, valor, apartado, en_transito)  ON existencia      TO gestor_app;
GRANT UPDATE (restante, valor)                                 ON capa            TO gestor_app;
GRANT DELETE, UPDATE (almacen_id, capa_id)                     ON existencia_serie TO gestor_app;
GRANT UPDATE (cantidad, caducidad)                             ON existencia_lote TO gestor_app;
GRANT UPDATE (cantidad)                                        ON apartado        TO gestor_app;
GRANT UPDATE (surtida, facturada, devuelta)                    ON partida         TO gestor_app;
GRANT USAGE ON SEQUENCE transaccion_transaccion_id_seq, capa_capa_id_seq, poliza_poliza_id_seq TO gestor_app;

-- ---- what was sold before: its buckets, so that it can be collected by the rules of 0014 ----
CREATE FUNCTION cubetas_calcular(p_organizacion bigint, p_transaccion bigint) RETURNS cubetas
    LANGUAGE plpgsql STABLE SET search_path = gestor, pg_temp AS $$
DECLARE
    c      cubetas;
    v_total numeric;
    v_sobra numeric;
BEGIN
    SELECT round(coalesce(sum(base) FILTER (WHERE tasa = 0.16), 0), 2), round(coalesce(sum(iva) FILTER (WHERE tasa = 0.16), 0), 2),
           round(coalesce(sum(base) FILTER (WHERE tasa = 0.08), 0), 2), round(coalesce(sum(iva) FILTER (WHERE tasa = 0.08), 0), 2),
           round(coalesce(sum(base) FILTER (WHERE tasa = 0),    0), 2), round(coalesce(sum(base) FILTER (WHERE exenta), 0), 2),
           round(coalesce(sum(base) FILTER (WHERE tasa IS NULL AND NOT exenta), 0), 2), 0, 0, 0
    INTO   c
    FROM  (SELECT p.importe + coalesce((SELECT sum(i.importe) FROM partida_impuesto i WHERE i.organizacion_id = p.organizacion_id
                  AND i.transaccion_id = p.transaccion_id AND i.numero_partida = p.numero_partida AND i.impuesto = '003'), 0) AS base,
                  t.tasa_cuota AS tasa, t.importe AS iva, coalesce(t.tipo_factor = 'Exento', false) AS exenta
           FROM   partida p
           LEFT   JOIN partida_impuesto t ON t.organizacion_id = p.organizacion_id AND t.transaccion_id = p.transaccion_id
                  AND t.numero_partida = p.numero_partida AND t.impuesto = '002' AND t.tipo = 'Traslado'
           WHERE  p.organizacion_id = p_organizacion AND p.transaccion_id = p_transaccion) lineas;
    SELECT ieps, iva_retenido, isr_retenido, total INTO c.ieps, c.iva_ret, c.isr_ret, v_total
    FROM   transaccion WHERE organizacion_id = p_organizacion AND transaccion_id = p_transaccion;
    v_sobra := v_total - cubetas_total(c);                       -- the cent of rounding, to the largest base
    CASE greatest(c.base16, c.base8, c.base0, c.exento, c.no_afecto)
        WHEN c.base16 THEN c.base16 := c.base16 + v_sobra;
        WHEN c.base8  THEN c.base8  := c.base8  + v_sobra;
        WHEN c.base0  THEN c.base0  := c.base0  + v_sobra;
        WHEN c.exento THEN c.exento := c.exento + v_sobra;
        ELSE               c.no_afecto := c.no_afecto + v_sobra;
    END CASE;
    RETURN c;
END $$;
CREATE FUNCTION cubetas_a_pesos(c cubetas, p_tipo_cambio numeric) RETURNS cubetas
    LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    m       cubetas := ROW(round((c).base16 * p_tipo_cambio, 2), round((c).iva16 * p_tipo_cambio, 2), round((c).base8 * p_tipo_cambio, 2),
                           round((c).iva8 * p_tipo_cambio, 2), round((c).base0 * p_tipo_cambio, 2), round((c).exento * p_tipo_cambio, 2),
                           round((c).no_afecto * p_tipo_cambio, 2), round((c).ieps * p_tipo_cambio, 2), round((c).iva_ret * p_tipo_cambio, 2),
                           round((c).isr_ret * p_tipo_cambio, 2))::cubetas;
    v_sobra numeric;
BEGIN
    v_sobra := round(cubetas_total(c) * p_tipo_cambio, 2) - cubetas_total(m);
    CASE greatest(m.base16, m.base8, m.base0, m.exento, m.no_afecto)
        WHEN m.base16 THEN m.base16 := m.base16 + v_sobra;
        WHEN m.base8  THEN m.base8  := m.base8  + v_sobra;
        WHEN m.base0  THEN m.base0  := m.base0  + v_sobra;
        WHEN m.exento THEN m.exento := m.exento + v_sobra;
        ELSE               m.no_afecto := m.no_afecto + v_sobra;
    END CASE;
    RETURN m;
END $$;
REVOKE EXECUTE ON FUNCTION cubetas_calcular, cubetas_a_pesos FROM PUBLIC;

ALTER TABLE organizacion NO FORCE ROW LEVEL SECURITY;
DO $$
DECLARE
    v_org bigint;
BEGIN
    FOR v_org IN SELECT organizacion_id FROM organizacion LOOP
        PERFORM set_config('gestor.organizacion', v_org::text, true);
        UPDATE transaccion SET cubetas = CASE obj_id WHEN 9 THEN ROW(subtotal, iva, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas
                                                     ELSE cubetas_calcular(organizacion_id, transaccion_id) END
        WHERE  organizacion_id = v_org AND (es_venta OR obj_id = 9) AND total > 0;
        UPDATE transaccion SET cubetas_mxn = CASE tipo_cambio WHEN 1 THEN cubetas ELSE cubetas_a_pesos(cubetas, tipo_cambio) END
        WHERE  organizacion_id = v_org AND cubetas IS NOT NULL;
        UPDATE aplicacion a SET pesos = CASE x.tc WHEN 1 THEN x.c ELSE cubetas_a_pesos(x.c, x.tc) END,
                                flujo = CASE a.tipo_cambio WHEN 1 THEN x.c ELSE cubetas_a_pesos(x.c, a.tipo_cambio) END
        FROM  (SELECT q.aplicacion_id, t.tipo_cambio AS tc,
                      ROW(base16, iva16, base8, iva8, base0, exento, no_afecto, q.ieps, iva_ret, isr_ret)::cubetas AS c
               FROM   aplicacion q JOIN transaccion t ON t.organizacion_id = q.organizacion_id AND t.transaccion_id = q.destino_id
               WHERE  q.organizacion_id = v_org AND q.tipo = 'Cobro') x
        WHERE  a.organizacion_id = v_org AND a.aplicacion_id = x.aplicacion_id;
    END LOOP;
    PERFORM set_config('gestor.organizacion', '', true);
END $$;
ALTER TABLE organizacion FORCE ROW LEVEL SECURITY;

-- ---- change log: what the interface does not list ----
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (71, '2026-11-15', 'nuevo', 'POST /api/Cotizaciones/Cliente',
        'Nueva operación, adicional a las publicadas: crea una cotización de cliente, que un pedido puede aceptar (transaccionIdCotizacion) mientras no venza.',
        NULL),
    (72, '2026-11-15', 'nuevo', 'POST /api/PedidoCliente/Lista',
        'Lista de pedidos con las fechas en el cuerpo, para quien no puede enviar cuerpo en un GET.',
        NULL);
