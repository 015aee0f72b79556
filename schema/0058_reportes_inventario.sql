-- 0058: reports of stock. The movement that brought a lot is found by the lot; what is on its way, without reading all movements of goods.
CREATE INDEX ix_movimiento_inventario__lote ON movimiento_inventario (organizacion_id, producto_id, almacen_id, lote, movimiento_id) WHERE lote <> '';
CREATE INDEX "ix_transaccion__enTransito"   ON transaccion (organizacion_id, transaccion_id) WHERE estado = 'EnTransito';

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (263, '2026-11-17', 'nuevo', 'GET /api/Inventario/ExistenciasSeriesLotes',
        'Las existencias por número de serie y por lote, con su caducidad y el documento con que entraron.', NULL),
    (264, '2026-11-17', 'nuevo', 'GET /api/Inventario/InventarioCedis',
        'El inventario de los centros de distribución: lo que hay, lo que viene y va en camino, lo que falta en las sucursales y lo que conviene surtir.', NULL),
    (265, '2026-11-17', 'nuevo', 'GET /api/Inventario/NivelServicio',
        'El nivel de servicio: cuánto de lo pedido por los clientes se surtió, y cuánto a tiempo, por producto, cliente, sucursal, vendedor o pedido.', NULL),
    (266, '2026-11-17', 'nuevo', 'GET /api/Inventario/AnalisisCapas',
        'El análisis de capas: de qué entradas es lo que hay, con su costo y antigüedad, hoy o al día que se pida.', NULL);
