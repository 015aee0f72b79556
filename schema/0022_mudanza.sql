-- 0022: a living company moves in. Documents of another system that are still open keep their dates, folio and total; the ledger begins with what is left of
-- them, on the day of the opening. What had been paid before is inherited from the document itself (aplicacion, Heredado).
ALTER TABLE transaccion
    ADD fecha_apertura date,                                     -- null: it was made here
    ADD CONSTRAINT "ck_transaccion__fechaApertura" CHECK (fecha_apertura >= fecha::date AND contacto_id IS NOT NULL OR fecha_apertura IS NULL);

-- The folio of what was made elsewhere is not ours: two suppliers may have the same. What is cancelled gives it free, so that it can come again.
ALTER TABLE transaccion DROP CONSTRAINT uq_transaccion__folio;
CREATE UNIQUE INDEX uq_transaccion__folio           ON transaccion (organizacion_id, sucursal_id, obj_id, serie, numero) WHERE fecha_apertura IS NULL;
CREATE UNIQUE INDEX "uq_transaccion__folioAnterior" ON transaccion (organizacion_id, obj_id, contacto_id, serie, numero)
    WHERE fecha_apertura IS NOT NULL AND estado <> 'Cancelado';

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (101, '2026-11-16', 'nuevo', NULL,
        'Una empresa en marcha trae lo que su sistema anterior dejó abierto: facturas y notas por cobrar, anticipos y notas de crédito de clientes y facturas por pagar, con sus fechas, folios, moneda e impuestos pendientes por tasa (gestor importar documentos-abiertos). Se cobran, vencen y cuentan en el límite de crédito como las demás; no se devuelven, entregan ni facturan de nuevo, porque vienen sin sus partidas.',
        NULL),
    (102, '2026-11-16', 'mejorado', 'POST /api/Inventario/Movimiento',
        'Una partida de una entrada admite fechaCapa, desde cuándo se tiene la mercancía: en PEPS sale por esa fecha. Sin ella, la del movimiento, como antes.',
        NULL);
