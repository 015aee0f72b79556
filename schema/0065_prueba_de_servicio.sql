-- 0065: what trials of service, of the reports of stock and of travel found.
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (307, '2026-11-17', 'corregido', 'PUT /api/OrdenServicio/OrdenServicioCerrar/{id}',
        'fechaCierre no puede ser de un día anterior a lo último que se hizo en sus órdenes de trabajo, y generarNotaVenta no vende a un cliente inactivo. La orden de servicio devuelve vendedorId y rutaId.', NULL),
    (308, '2026-11-17', 'corregido', 'GET /api/Inventario/NivelServicio',
        'Los importes se redondean una vez por renglón del reporte, no por partida. Con fechaCorte sólo cuentan los pedidos que ya estaban hechos, y no estaban cancelados, ese día.', NULL),
    (309, '2026-11-17', 'mejorado', 'GET /api/Inventario/AnalisisCapas',
        'Cada capa dice la serie o el lote por los que se identifica. A un día pasado, una página se contesta sin recorrer todas las capas.', NULL),
    (310, '2026-11-17', 'corregido', 'GET /api/Inventario/Existencias',
        'Con fechaCorte de un día pasado enTransito es lo que iba en camino ese día, apartado es 0 y disponible es la existencia: de lo apartado no hay historia. Antes eran los de hoy.', NULL),
    (311, '2026-11-17', 'corregido', 'POST /api/Inventario/Movimiento',
        'Un lote tiene una sola caducidad en un almacén mientras haya existencia de él: otra es SERIE_LOTE_INVALIDO, en cualquier documento que lo mueva. Antes se ignoraba la segunda.', 'Corrija la caducidad, o dé otro nombre al lote.'),
    (312, '2026-11-17', 'corregido', 'POST /api/AgenciaViaje/RegistrarFacturaV2',
        'Un cliente que ya existe con ese RFC recibe el régimen fiscal, código postal y uso del CFDI que le falten; si tiene otros, se usan los suyos y se advierte. cliente.usoCFDI es el de la factura. La tarifa de un servicio con partidas no se cobra, y se advierte. También POST /api/AgenciaViaje/RegistrarFactura.', NULL);
