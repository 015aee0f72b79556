-- 0084: what the document says of amounts and ids, and what it answers to a browser: the change log.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (384, '2026-11-18', 'corregido', 'GET /openapi.json',
        'importe decía «antes de impuestos» también en depósitos, pagos, aplicaciones, solicitudes de pago y anticipos, donde es con impuestos. Cada identificador dice la operación que lo lista. Los ejemplos contestan 200 en la empresa de demostración.',
        'Si calculó un pago sin impuestos porque el documento lo decía, revise los documentos que quedaron en Parcial.'),
    (395, '2026-11-18', 'corregido', NULL,
        'Una dirección que no existe, fuera de /api, contesta una página a un navegador (Accept: text/html). /metrics contesta en su puerto a quien puede leerlas aunque esté en proxies-confiables. gestor importar lee Windows-1252, punto y coma, pesos y miles, y dice a la vez todo lo que está mal.',
        NULL);
