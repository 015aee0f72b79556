-- 0034: what a supplier takes back, and credit without goods.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (156, '2026-11-16', 'nuevo', 'POST /api/NotaDevolucionProveedor',
        'Nueva operación, adicional a las publicadas: devuelve a un proveedor mercancía de una factura de compra; baja lo que se le debe, o queda a favor para pagar otra.',
        NULL),
    (157, '2026-11-16', 'nuevo', 'POST /api/NotaCredito',
        'Nueva operación, adicional a las publicadas: acredita sin mercancía una parte de una factura, a un cliente o de un proveedor, por sus partidas o por tasa; o de ningún documento, y queda a favor.',
        NULL);
