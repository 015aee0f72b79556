// siembraCompras: purchases of two organizations as they are stored: orders in every state, a reception, invoices with payments and landed costs,
// remissions of a supplier, quotations, a return to a supplier; a credit note of a customer; a travel file. One statement, run by the owner of the
// database.
export const siembraCompras = `
SET search_path = gestor, public;
DO $$
DECLARE
  o bigint;
  v_sucursal bigint;
  v_almacen bigint;
BEGIN
  FOR o IN SELECT organizacion_id FROM organizacion WHERE organizacion_id <= 2 ORDER BY 1 LOOP
    SELECT min(sucursal_id) INTO v_sucursal FROM sucursal WHERE organizacion_id = o;
    SELECT min(almacen_id) INTO v_almacen FROM almacen WHERE organizacion_id = o AND sucursal_id = v_sucursal;
    CREATE TEMP TABLE nuevo ON COMMIT DROP AS
    SELECT q.*, nextval(pg_get_serial_sequence('gestor.transaccion', 'transaccion_id')) AS id, row_number() OVER (PARTITION BY obj ORDER BY n) AS numero
    FROM (VALUES (12, 1, 'Pendiente'), (12, 2, 'Autorizado'), (12, 3, 'Parcial'), (12, 4, 'Recibido'), (12, 5, 'Cancelado'), (12, 6, 'Autorizado'),
                 (18, 7, 'Parcial'), (13, 8, 'Parcial'), (13, 9, 'Pendiente'), (13, 10, 'Pagado'), (13, 11, 'Cancelado'),
                 (15, 12, 'Pendiente'), (15, 13, 'Cancelado'), (15, 14, 'Pagado'), (5, 15, 'Pendiente'), (5, 16, 'Facturado'),
                 (30, 17, 'Vigente'), (30, 18, 'Vigente'), (10, 19, 'Asignado'), (25, 20, 'Abierto'), (26, 21, 'Aplicado'), (7, 22, 'Aplicado')) q (obj, n, estado);
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, origen, serie, tipo_documento, estado, contacto, rfc, moneda_id, moneda,
                             tipo_cambio, subtotal, iva, total, saldo, cubetas, cubetas_mxn, pendiente, pendiente_mxn, uuid, estatus_timbrado, almacen_id, fecha_vencimiento, palabras, usuario, fecha_creacion, fecha_cancelacion)
    SELECT o, id, v_sucursal, c.contacto_id, 9000 + nuevo.numero, timestamp '2026-05-01 10:00' + n * interval '1 day', obj, CASE obj WHEN 5 THEN 'Compra' ELSE '' END, b.serie, b.nombre,
           nuevo.estado, c.nombre, c.rfc, CASE n WHEN 9 THEN 2 ELSE 1 END, CASE n WHEN 9 THEN 'USD' ELSE 'MXN' END, CASE n WHEN 9 THEN 17.5 ELSE 1 END, 300, 48, 348,
           s.saldo, null, null, s.p, s.p, CASE n WHEN 8 THEN '5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0' || o ELSE '' END, CASE n WHEN 8 THEN 'Timbrado' ELSE 'SinTimbrar' END, v_almacen, '2026-06-30',
           CASE n WHEN 8 THEN 'A PROV-77' ELSE '' END, 'prueba', '2026-05-01', CASE nuevo.estado WHEN 'Cancelado' THEN timestamp '2026-06-01' END
    FROM nuevo JOIN objeto b ON b.obj_id = obj
    CROSS JOIN LATERAL (SELECT CASE WHEN n = 8 THEN 116 WHEN n IN (9, 12) THEN 348 ELSE 0 END AS saldo,
                               CASE WHEN n = 8 THEN ROW(100, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas WHEN n IN (9, 12) THEN ROW(300, 48, 0, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas END AS p) s,
         (SELECT *, row_number() OVER (ORDER BY contacto_id) AS r FROM contacto WHERE organizacion_id = o) c WHERE c.r = 1 + n % 3;
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, unidad_medida_id, codigo, descripcion, unidad, cantidad, precio_unitario, importe, factor, surtida, costo)
    SELECT o, id, j, p.producto_id, p.unidad_medida_id, p.codigo, p.descripcion, 'Pieza', j * 10, 10, j * 100, CASE n WHEN 8 THEN 2 ELSE 1 END,
           CASE nuevo.estado WHEN 'Parcial' THEN CASE obj WHEN 12 THEN j * 5 - 1 ELSE 0 END WHEN 'Recibido' THEN j * 10 ELSE 0 END, CASE obj WHEN 13 THEN j * 100 ELSE 0 END
    FROM nuevo, generate_series(1, 2) j, (SELECT * FROM producto WHERE organizacion_id = o AND tipo = 'Producto' ORDER BY codigo LIMIT 1) p WHERE obj NOT IN (10, 15, 25);
    -- The second order authorized is of services alone: there is nothing to receive.
    UPDATE partida SET producto_id = (SELECT min(producto_id) FROM producto WHERE organizacion_id = o AND tipo = 'Servicio')
    WHERE organizacion_id = o AND transaccion_id = (SELECT id FROM nuevo WHERE n = 6);
    INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    SELECT o, id, j, 1, '002', 'Traslado', 'Tasa', 0.16, j * 100, j * 16 FROM nuevo, generate_series(1, 2) j WHERE obj NOT IN (10, 15, 25);
    -- Three landed costs over the first invoice, 100 and 200 to its lines; the second of them is cancelled.
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, descripcion, cantidad, precio_unitario, importe, costo, origen_id, numero_partida_origen)
    SELECT o, g.id, j, 'Flete', 1, j * 100, j * 100, j * 100, f.id, j FROM nuevo g, nuevo f, generate_series(1, 2) j WHERE g.obj = 15 AND f.n = 8;
    INSERT INTO compra (organizacion_id, transaccion_id, serie_proveedor, folio_proveedor, fecha_proveedor, base_prorrateo)
    SELECT o, id, CASE n WHEN 8 THEN 'A' ELSE '' END, CASE n WHEN 8 THEN 'PROV-77' ELSE '' END, CASE n WHEN 8 THEN date '2026-05-02' END, CASE obj WHEN 15 THEN 'Importe' ELSE '' END
    FROM nuevo WHERE obj IN (13, 15);
    INSERT INTO documento (organizacion_id, transaccion_id, entrega_fecha, vigencia_fecha, condiciones_pago, concepto_id)
    SELECT o, id, CASE n WHEN 2 THEN timestamp '2026-05-20 09:00' END, CASE n WHEN 17 THEN current_date + 30 WHEN 18 THEN date '2026-06-30' END, CASE n WHEN 2 THEN '30 días' ELSE '' END,
           CASE obj WHEN 15 THEN (SELECT min(concepto_id) FROM concepto WHERE organizacion_id = o) END FROM nuevo;
    INSERT INTO autorizacion (organizacion_id, transaccion_id, usuario, fecha) SELECT o, id, 'rosa', '2026-05-03 12:00' FROM nuevo WHERE obj = 12 AND estado IN ('Autorizado', 'Parcial', 'Recibido');
    INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo)
    SELECT o, a.id, b.id, 'Origen' FROM nuevo a, nuevo b
    WHERE (a.n, b.n) IN ((3, 7), (7, 8), (4, 9), (2, 15), (16, 10), (16, 11), (8, 12), (8, 13), (8, 14));
    INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, cuenta, forma)
    SELECT o, id, c.cuenta_id, f.forma_pago_id, c.nombre, f.nombre FROM nuevo,
         (SELECT * FROM cuenta_bancaria WHERE organizacion_id = o ORDER BY cuenta_id LIMIT 1) c, (SELECT * FROM forma_pago WHERE organizacion_id = o ORDER BY forma_pago_id LIMIT 1) f WHERE n = 19;
    INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, fecha_reversa, tipo, importe_fuente, importe_destino, base16, iva16, fuente_folio, fuente_moneda, fuente_total, cuenta, forma)
    SELECT o, e.id, f.id, '2026-05-25 09:00', CASE x WHEN 2 THEN timestamp '2026-05-26' END, 'Pago', 116, 116, 100, 16, 'EG' || x, 'MXN', 348, 'Banco', 'Transferencia'
    FROM nuevo e, nuevo f, generate_series(1, 3) x WHERE e.n = 19 AND f.n = 8;
    DROP TABLE nuevo;
  END LOOP;
END $$`;
