-- 0043: what callers are told of what an outside trial of purchases and banks found.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (195, '2026-11-17', 'mejorado', 'POST /api/FacturaCompra',
        'Las partidas con transaccionIdOrigen bastan: no hace falta repetir los documentos en recepciones, remisiones o transaccionIdOrden. Lo que una partida dice además de su origen se toma (descripción, notas, descuento, proyecto, centro de costo; almacén y series de lo que entra con la factura), o debe ser lo mismo: si no, es un 400 que nombra el campo. Lo que se factura de una orden entra en el almacén de la orden.',
        'Si sus partidas con origen envían productoId, codigo, conceptoId, unidadMedidaId, almacenId, series o lotes que no son los del documento de origen, corríjalas: antes se ignoraban.'),
    (196, '2026-11-17', 'corregido', 'GET /api/OrdenCompra/{id}',
        'Una orden con servicios o conceptos sigue Parcial mientras falte facturarlos, y se facturan con transaccionIdOrden aunque la mercancía ya se haya recibido; cantidadPendiente los cuenta. Se agrega notasAutorizacion, también en GET /api/SolicitudPago/{id}.',
        NULL),
    (197, '2026-11-17', 'corregido', 'POST /api/NotaDevolucionProveedor',
        'Un documento del cuerpo que no existe es VALIDACION con NO_EXISTE en su campo, en lugar de NO_ENCONTRADO. Igual en POST /api/NotaDevolucionCliente, POST /api/NotaCredito y POST /api/GastosSobreCompra. fechaProveedor no puede ser posterior a hoy, en ningún documento de un proveedor.',
        'Si distinguía este caso por el código NO_ENCONTRADO, use errores[].'),
    (198, '2026-11-17', 'corregido', 'POST /api/Bancos/EgresoAgregar',
        'Un concepto de la cuenta contable de bancos o de caja no se usa en egresos, depósitos ni solicitudes de pago, ni lo lista GET /api/Bancos/ConceptosEgreso: para mover dinero entre cuentas propias está POST /api/Bancos/Traspaso. beneficiarioId admite cualquier entero de 64 bits.',
        'Si usaba el concepto Traspaso entre cuentas, use POST /api/Bancos/Traspaso.'),
    (199, '2026-11-17', 'corregido', 'POST /api/AgenciaViaje/RegistrarGasto',
        'El IEPS que la organización no acredita (parámetro acreditaIeps) es parte del gasto, como en las compras.',
        NULL);
