-- 0080: the change log of purchases: their VAT and withholding by default, money paid before its invoice.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (426, '2026-11-18', 'corregido', 'POST /api/FacturaCompra',
        'Una compra lleva IVA de 16 % en cualquier sucursal; el de 8 % viene del XML o de impuestos. De un proveedor persona física del régimen 626 se retiene 1.25 % de ISR en las partidas a mano; lo que debería retenerse y no se retiene se avisa.', NULL),
    (427, '2026-11-18', 'mejorado', 'POST /api/Bancos/EgresoAgregar',
        'Un egreso puede no traer partidas, con importe, y ser anterior a lo que paga: lo pagado espera como anticipo y se aplica el día del documento.', NULL),
    (428, '2026-11-18', 'mejorado', 'POST /api/Contactos', 'Al crear un proveedor se avisa si falta lo que pide la DIOT.', NULL),
    (429, '2026-11-18', 'corregido', 'POST /api/Bancos/Traspaso',
        'La moneda extranjera llega en lo que se pagó por ella, sin resultado cambiario, y sale en lo que la contabilidad tiene de ella.', NULL),
    (430, '2026-11-18', 'corregido', 'GET /api/Contabilidad/Electronica/Polizas', 'Los traspasos entre cuentas propias van como Transferencia.', NULL);
