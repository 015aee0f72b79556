-- 0072: what a private school invoiced elsewhere is registered from its CFDI. The student is in `documento.escuela`, as of a note.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (351, '2026-11-17', 'nuevo', 'POST /api/EscuelaPrivada/ArchivoDigital',
        'Registra la venta de un CFDI que la escuela ya emitió: se verifican su emisor, su sello y el complemento iedu, y se crea la factura (o la nota, si no está timbrado) con las partidas, impuestos y total del XML, su cliente, el alumno y, si ya se pagó, el depósito. El XML y el PDF quedan con el documento.', NULL);
