-- Dates in order, months that exist by being used, whose debt an invoice is: what callers see of it.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (76, '2026-11-16', 'breaking', 'POST /api/FacturaVenta',
        'Ningún documento, aplicación, devolución o entrega lleva una fecha anterior a la de su origen ni posterior a hoy en su sucursal; una fecha vacía es un error de forma. '
        'Un reloj adelantado hasta 10 minutos se toma como ahora. La factura al público en general lleva informacionGlobal.',
        'No envíe fecha si es la de hoy; envíe informacionGlobal cuando el cliente es el público en general.'),
    (77, '2026-11-16', 'breaking', 'POST /api/NotaVenta/NotaVentaFacturar/{id}',
        'Las notas de una factura son de un mismo cliente, o todas del público en general; lo que debe un cliente sólo se le factura a él. Una nota devuelta en parte se factura por lo que '
        'queda de ella, y lo demás se devuelve de la factura. El periodo de informacionGlobal cubre las fechas de las notas.',
        'Facture por separado las notas de cada cliente.'),
    (78, '2026-11-16', 'corregido', 'POST /api/Inventario/Movimiento',
        'Una salida con fecha pasada sólo toma lo que había ese día y sigue habiendo después: ningún día queda en negativo. Un traspaso no lleva conceptoId. Un lote caducado es una advertencia.',
        NULL),
    (79, '2026-11-16', 'mejorado', 'POST /api/Bancos/DepositoAgregar',
        'Paga también quien debe y está inactivo o dejó de ser cliente. Las formas de pago 12, 17 y 30 no son dinero y no se depositan.',
        NULL),
    (80, '2026-11-16', 'corregido', 'DELETE /api/Ventas/TransaccionCancelar/{id}',
        'Un documento timbrado queda con estatusTimbrado CancelacionEnProceso y nada se revierte hasta que el SAT lo cancele. Una cotización cuyo único pedido se cancela vuelve a estar Vigente.',
        NULL),
    (81, '2026-11-16', 'mejorado', 'POST /api/Productos',
        'Se admite tipoRetencion.',
        NULL);
