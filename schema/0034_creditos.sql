-- 0034: what a supplier takes back.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (156, '2026-11-16', 'nuevo', 'POST /api/NotaDevolucionProveedor',
        'Nueva operación, adicional a las publicadas: devuelve a un proveedor mercancía de una factura de compra; baja lo que se le debe, o queda a favor para pagar otra.',
        NULL);
