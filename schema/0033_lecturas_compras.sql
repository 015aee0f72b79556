-- 0033: purchases are read. Two lists in an order or by a side that no index has yet; each index has the rows of its type alone, so that no other document pays for it.
CREATE INDEX "ix_transaccion__ordenCompra" ON transaccion (organizacion_id, transaccion_id) WHERE obj_id = 12;
CREATE INDEX ix_transaccion__remision      ON transaccion (organizacion_id, origen, fecha DESC, transaccion_id DESC) WHERE obj_id = 5;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (150, '2026-11-16', 'nuevo', 'GET /api/OrdenCompra',
        'Las órdenes de compra se consultan: una, una lista con sus filtros, y con GET /api/OrdenCompra/DesdeId/{id} las que siguen a un identificador.',
        NULL),
    (151, '2026-11-16', 'nuevo', 'GET /api/FacturaCompra',
        'Las facturas de compra se consultan: una, una lista con sus filtros, y con POST /api/FacturaCompra/PorIds varias a la vez.',
        NULL),
    (152, '2026-11-16', 'nuevo', 'GET /api/NotaRemision',
        'Las notas de remisión se consultan, de compra o de venta: una, o una lista con sus filtros.',
        NULL),
    (153, '2026-11-16', 'nuevo', 'GET /api/GastosSobreCompra',
        'Los gastos sobre compras se consultan, con lo que tocó a cada partida de la compra: uno, o una lista con sus filtros.',
        NULL),
    (154, '2026-11-16', 'nuevo', 'GET /api/Cotizaciones/Proveedor',
        'Nueva lista de las cotizaciones de proveedores.',
        NULL),
    (155, '2026-11-16', 'nuevo', 'POST /api/AgenciaViaje/RegistrarGasto',
        'Nueva operación que registra los gastos de una reserva: un documento por proveedor, con los impuestos que dice el suyo; el proveedor y el expediente que no existían se crean.',
        NULL);

-- What had been announced and is served now.
UPDATE cambio SET proximo = false
WHERE  endpoint IN ('GET /api/Bancos/EgresosPorFecha', 'GET /api/SolicitudPago/{id}', 'GET /api/Bancos/SaldoCuentas', 'GET /api/FacturaCompra/{id}', 'GET /api/FacturaCompra',
    'POST /api/FacturaCompra/PorIds', 'GET /api/NotaRemision/{id}', 'GET /api/NotaRemision', 'GET /api/OrdenCompra/{id}', 'GET /api/OrdenCompra', 'GET /api/OrdenCompra/DesdeId/{id}',
    'GET /api/GastosSobreCompra', 'GET /api/GastosSobreCompra/{id}', 'GET /api/NotaDevolucionProveedor', 'GET /api/NotaCredito/Detallado', 'POST /api/Bancos/EgresoAgregar',
    'DELETE /api/Bancos/EgresoCancelar/{id}', 'PUT /api/SolicitudPago/SolicitudPagoAutorizar/{id}', 'POST /api/SolicitudPago', 'POST /api/SolicitudPago/V2',
    'POST /api/AgenciaViaje/RegistrarGasto', 'POST /api/FacturaCompra', 'DELETE /api/FacturaCompra/FacturaCompraCancelar/{id}', 'POST /api/OrdenCompra',
    'PUT /api/OrdenCompra/OrdenCompraAutorizar/{id}');
