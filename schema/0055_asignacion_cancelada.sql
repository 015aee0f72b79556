-- 0055: what a credit or an advance was assigned can be taken back; what purchases told wrong.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (250, '2026-11-17', 'nuevo', 'DELETE /api/Bancos/AsignacionCancelar/{id}/{documentoId}',
        'Nueva operación, adicional a las publicadas: quita a un documento lo que se le asignó de un anticipo o de un crédito, de cliente o de proveedor. Los dos recuperan su saldo y sus impuestos como estaban; el anticipo o crédito se puede asignar otra vez, o cancelar.', NULL),
    (251, '2026-11-17', 'corregido', 'GET /api/GastosSobreCompra/{id}',
        'costoUnitarioNuevo era igual a costoUnitarioAnterior. Ahora es el costo de una unidad con el gasto; el anterior, lo que dice la factura, también de lo que se recibió antes a otro precio.', NULL),
    (252, '2026-11-17', 'corregido', 'GET /api/OrdenCompra/{id}',
        'cantidadRecibida incluye lo que se recibió de más dentro de la tolerancia. Su ETag se admite como If-Match en PUT /api/OrdenCompra/OrdenCompraAutorizar/{id}.', NULL),
    (253, '2026-11-17', 'corregido', 'POST /api/FacturaCompra',
        'Con sólo transaccionIdOrden, de una orden que ya llegó toda se factura lo recibido que falta por facturar; antes se rechazaba. Una compra se puede cancelar aunque una solicitud de pago la nombre, si ya no pide nada de ella.', NULL);
