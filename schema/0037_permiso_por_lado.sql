-- 0037: what callers are told of permissions that follow the side, of refunds as they are read, and of requests that end by themselves.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (170, '2026-11-17', 'corregido', 'POST /api/NotaCredito', 'El permiso es el del lado de la nota: ventas.escribir cuando tipo es Cliente, compras.escribir cuando es Proveedor. GET /api/NotaCredito/Detallado, igual con ventas.leer y compras.leer.',
        'Un rol propio que sólo tiene permisos de compras y acredita a clientes, o los consulta, necesita el de ventas.'),
    (171, '2026-11-17', 'corregido', 'POST /api/NotaRemision', 'El permiso es el del lado de la remisión: ventas.escribir cuando origen es Venta, compras.escribir cuando es Compra. GET /api/NotaRemision y GET /api/NotaRemision/{id}, igual con ventas.leer y compras.leer.',
        'Un rol propio que sólo tiene permisos de compras y remite a clientes, o lo consulta, necesita el de ventas.'),
    (172, '2026-11-17', 'corregido', 'GET /api/Bancos/Egresos/{id}', 'Los impuestos de un reembolso son los que se movieron con él: los de un anticipo, y ninguno de una nota de crédito o de devolución, que los había regresado al hacerse. ivaCobrado de un depósito no cuenta lo que devuelve un proveedor.',
        NULL),
    (173, '2026-11-17', 'mejorado', 'POST /api/NotaDevolucionProveedor', 'Una solicitud de pago que por la nota ya no pide nada, y de la que nada se ha pagado, se cancela sola, con su motivo y una advertencia. Igual en POST /api/NotaCredito.',
        NULL);
