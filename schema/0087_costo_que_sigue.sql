-- 0087: a late cost follows goods that came back, and notes are settled again though they are invoiced: the change log.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (450, '2026-11-18', 'corregido', 'POST /api/FacturaCompra',
        'La diferencia de precio, y el gasto sobre compra, que llegan después de que el cliente devolvió aumentan el valor de lo que regresó al almacén; sólo lo que sigue afuera va al costo de ventas. Una devolución de cliente se puede cancelar aunque el costo de lo que regresó haya cambiado.', NULL),
    (451, '2026-11-18', 'corregido', 'DELETE /api/Bancos/DepositoCancelar/{id}',
        'Cancelar el pago de una nota que se devolvió en parte y después se facturó vuelve a liquidar su devolución y deja la deuda en la factura. Antes se pedía cancelar la factura, o el IVA quedaba cobrado sin dinero.', NULL);
