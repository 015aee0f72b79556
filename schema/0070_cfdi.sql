-- 0070: the CFDI of a supplier, read.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (350, '2026-11-17', 'mejorado', 'POST /api/FacturaCompra',
        'Admite xmlBase64: del CFDI del proveedor, 4.0 o 3.3, se toma lo que el cuerpo no dice, desde el proveedor por su RFC hasta las partidas con sus impuestos. Una partida es del producto que tiene su NoIdentificacion por código y su misma clave del SAT; las demás son de conceptoId. Receptor y emisor deben ser la organización y el proveedor, y el total el mismo, al centavo. El XML se guarda con la factura; un sello que no vale se avisa en advertencias.', NULL);
