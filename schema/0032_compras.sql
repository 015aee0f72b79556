-- 0032: purchases. What a supplier's paper says beside the header, who authorized a document, and the balance of an egress among the others.
DROP INDEX ix_transaccion__saldo;
CREATE INDEX ix_transaccion__saldo ON transaccion (organizacion_id, contacto_id, moneda_id)
    INCLUDE (obj_id, transaccion_id, fecha, fecha_vencimiento, saldo, tipo_cambio, sucursal_id, vendedor_id)
    WHERE saldo > 0 AND obj_id IN (1, 2, 6, 7, 8, 9, 10, 13, 14, 15, 24, 26, 27, 29);

CREATE TABLE compra (                                            -- of invoice, expense, landed cost, remission, reception, credits
    organizacion_id  bigint NOT NULL,
    transaccion_id   bigint NOT NULL,
    serie_proveedor  text   NOT NULL DEFAULT '',
    folio_proveedor  text   NOT NULL DEFAULT '',
    fecha_proveedor  date,                                       -- of his paper: the due date counts from it
    base_prorrateo   text   NOT NULL DEFAULT '',                 -- of a landed cost
    CONSTRAINT pk_compra                  PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_compra__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT "ck_compra__baseProrrateo" CHECK (base_prorrateo IN ('', 'Importe', 'Cantidad', 'Peso'))
);
CALL proteger('compra');

CREATE TABLE autorizacion (                                      -- of an order or a payment request: once
    organizacion_id bigint       NOT NULL,
    transaccion_id  bigint       NOT NULL,
    usuario_id      bigint,
    usuario         text         NOT NULL,
    fecha           timestamp(0) NOT NULL,                       -- in the branch
    notas           text         NOT NULL DEFAULT '',
    CONSTRAINT pk_autorizacion                  PRIMARY KEY (organizacion_id, transaccion_id),
    CONSTRAINT "fk_autorizacion__transaccionId" FOREIGN KEY (organizacion_id, transaccion_id) REFERENCES transaccion,
    CONSTRAINT "fk_autorizacion__usuarioId"     FOREIGN KEY (organizacion_id, usuario_id)     REFERENCES usuario
);
CALL proteger('autorizacion');

GRANT SELECT, INSERT ON compra, autorizacion TO gestor_app;

-- A cost that is known later follows the goods, also while they are on their way.
CREATE INDEX "ix_movimiento_transito__capaId" ON movimiento_transito (organizacion_id, capa_id);

-- A reception of a purchase can be invoiced in part.
UPDATE objeto SET estados = array_append(estados, 'Parcial') WHERE obj_id = 18 AND 'Parcial' <> ALL (estados);

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (110, '2026-11-16', 'nuevo', 'POST /api/OrdenCompra', 'Nueva operación que crea una orden de compra; se autoriza con PUT /api/OrdenCompra/OrdenCompraAutorizar/{id}, hasta el límite del usuario.', NULL),
    (111, '2026-11-16', 'mejorado', 'POST /api/Inventario/Recepcion', 'Recibe también lo pedido en una orden de compra autorizada, en partes y con la tolerancia de la organización; la respuesta trae al proveedor.', NULL),
    (112, '2026-11-16', 'nuevo', 'POST /api/FacturaCompra', 'Nueva operación que registra una factura de compra: directa, de una orden, de recepciones o de remisiones, con los impuestos del papel y sus gastos sobre compra. Se cancela con DELETE /api/FacturaCompra/FacturaCompraCancelar/{id}.', NULL),
    (113, '2026-11-16', 'nuevo', 'POST /api/GastosSobreCompra', 'Nueva operación, adicional a las publicadas: reparte un gasto en el costo de la mercancía de una factura de compra ya registrada.', NULL),
    (114, '2026-11-16', 'nuevo', 'POST /api/NotaRemision', 'Nueva operación, adicional a las publicadas: registra una nota de remisión, de compra o de venta.', NULL),
    (115, '2026-11-16', 'nuevo', 'POST /api/Cotizaciones/Proveedor', 'Nueva operación, adicional a las publicadas: registra una cotización de proveedor.', NULL),
    (116, '2026-11-16', 'nuevo', 'DELETE /api/Compras/TransaccionCancelar/{id}', 'Nueva operación, adicional a las publicadas: cancela órdenes (también DELETE /api/OrdenCompra/OrdenCompraCancelar/{id}), recepciones, remisiones, facturas, gastos y gastos sobre compra.', NULL);
