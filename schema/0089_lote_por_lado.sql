-- 0089: the permission of a side in a remembered batch, and identifiers of paths in the document: the change log.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (460, '2026-11-18', 'corregido', 'POST /api/Lote',
        'La respuesta que un lote tiene recordada sólo se da a quien puede hacer cada operación del lado que dice: una nota de crédito o de remisión, con el permiso de ventas o el de compras. Si el lado (tipo, origen) es una referencia, hacen falta los dos permisos.',
        NULL),
    (461, '2026-11-18', 'corregido', 'GET /openapi.json',
        'El identificador de cada ruta ({id}) dice la operación que lo lista, como ya lo decían los del cuerpo, los de la respuesta y los parámetros.',
        NULL),
    (462, '2026-11-18', 'corregido', NULL,
        'Los XML grandes que llegan a la vez esperan hasta cinco segundos por memoria antes de contestar 503. gestor importar dice lo que está mal en el encabezado junto con lo que está mal en las filas.',
        NULL);
