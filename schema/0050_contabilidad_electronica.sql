-- 0050: the change log of electronic accounting, and of what a batch answers.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (230, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Electronica/Catalogo',
        'Catálogo de cuentas como lo pide el SAT (Anexo 24, XML 1.3 dentro de su .zip, sin sello).', NULL),
    (231, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Electronica/Balanza',
        'Balanza de comprobación de un mes cerrado, normal o complementaria; el mes 13 es el cierre del año. Antes de escribirla se comprueba todo, y el error lo lista.', NULL),
    (232, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Electronica/Polizas',
        'Pólizas de un mes cerrado con sus comprobantes y cómo se movió el dinero. También por la línea de órdenes: gestor exportar electronica.', NULL),
    (233, '2026-11-17', 'breaking', 'POST /api/Lote',
        'De cada operación se contesta id, estado y cuerpo: lo que era respuesta es cuerpo.', 'Lea cuerpo en lugar de respuesta.'),
    (234, '2026-11-17', 'nuevo', 'GET /api/Contabilidad/Diot',
        'Declaración informativa de operaciones con terceros (2025) de un mes cerrado, por lo que se pagó: un renglón de 54 campos por proveedor, en pesos. Todo proveedor necesita tipoOperacion, y un extranjero residenciaFiscal.', NULL);
