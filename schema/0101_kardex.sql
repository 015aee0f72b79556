-- 0101: the kardex of a product in all warehouses: its movements in the order of their days, and their sums, from this index alone.
CREATE INDEX ix_movimiento_inventario__kardex ON movimiento_inventario (organizacion_id, producto_id, fecha, movimiento_id) INCLUDE (almacen_id, cantidad, valor);
