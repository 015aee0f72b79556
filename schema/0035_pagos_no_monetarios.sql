-- 0035: what is owed, paid without money: in kind, by what we owe, or both.
ALTER TABLE documento
    ADD tipo_pago text NOT NULL DEFAULT '',                      -- of a payment without money
    ADD CONSTRAINT "ck_documento__tipoPago" CHECK (tipo_pago IN ('', 'Especie', 'Compensacion', 'Trueque'));
CALL vigilar('documento', '', 'transaccion_id');

-- In kind it brings goods.
UPDATE objeto SET afecta_inventario = true WHERE obj_id = 28;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (160, '2026-11-16', 'nuevo', 'POST /api/Bancos/PagoNoMonetario', 'Nueva operación, adicional a las publicadas: paga lo que un contacto debe con mercancía (Especie), con lo que se le debe (Compensacion) o con ambas (Trueque). Se cancela con DELETE /api/Bancos/PagoNoMonetarioCancelar/{id}.', NULL);
UPDATE cambio SET proximo = false WHERE endpoint = 'DELETE /api/Bancos/PagoNoMonetarioCancelar/{id}';
