-- 0025: the change log of the dry run and the batch. Neither needs anything of the schema.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (105, '2026-11-16', 'nuevo', NULL,
        'Con /simular antes de la ruta, cualquier escritura se valida y se ejecuta completa, contesta lo mismo con el encabezado Simulacion: true, y se deshace: nada queda.',
        NULL),
    (106, '2026-11-16', 'nuevo', 'POST /api/Lote',
        'Nueva operación que ejecuta hasta 100 escrituras en una transacción, todas o ninguna; una puede usar lo que contestó otra anterior.',
        NULL);
