// siembra: documents that the demo lacks, in every organization: orders, quotations, a note of a private school, stock with its movements, invoices
// of a project. One statement, run by the owner of the database.
export const siembra = `
SET search_path = gestor, public;
-- The demo's own, which would be in the way of exact expectations.
TRUNCATE apartado, movimiento_inventario, capa, existencia_serie, existencia_lote, existencia, poliza_movimiento, poliza CASCADE;
CREATE TEMP TABLE fuera AS SELECT transaccion_id AS id FROM transaccion WHERE obj_id IN (3, 4, 16, 30)
  UNION SELECT transaccion_id FROM documento WHERE matricula <> '';
DELETE FROM aplicacion WHERE destino_id IN (TABLE fuera) OR fuente_id IN (TABLE fuera);
DELETE FROM relacion WHERE origen_id IN (TABLE fuera) OR destino_id IN (TABLE fuera);
DELETE FROM partida_impuesto WHERE transaccion_id IN (TABLE fuera);
DELETE FROM partida WHERE transaccion_id IN (TABLE fuera);
DELETE FROM documento WHERE transaccion_id IN (TABLE fuera);
DELETE FROM archivo_bloque WHERE archivo_id IN (SELECT archivo_id FROM archivo WHERE transaccion_id IN (TABLE fuera));
DELETE FROM archivo WHERE transaccion_id IN (TABLE fuera);
DELETE FROM transaccion WHERE transaccion_id IN (TABLE fuera);
DO $$
DECLARE
  o bigint;
  v_sucursal sucursal;
  v_almacen almacen;
  v_hoy date;
  v_nota bigint;
  v_mov bigint;
  v_capa bigint;
BEGIN
  FOR o IN SELECT organizacion_id FROM organizacion ORDER BY 1 LOOP
    SELECT * INTO v_sucursal FROM sucursal WHERE organizacion_id = o ORDER BY sucursal_id LIMIT 1;
    SELECT * INTO v_almacen FROM almacen WHERE organizacion_id = o AND sucursal_id = v_sucursal.sucursal_id ORDER BY almacen_id LIMIT 1;
    v_hoy := timezone(v_sucursal.zona_horaria, now())::date;

    -- 12 orders and 6 quotations (one of a supplier): two lines each, 100 and 200 plus VAT.
    CREATE TEMP TABLE nuevo ON COMMIT DROP AS
    SELECT n, obj, nextval(pg_get_serial_sequence('gestor.transaccion', 'transaccion_id')) AS id,
           CASE WHEN obj = 3 THEN (ARRAY['Pendiente', 'Parcial', 'Surtido', 'Facturado', 'Cancelado'])[1 + n % 5]
                ELSE (ARRAY['Vigente', 'Vigente', 'Vigente', 'Aceptado', 'Cancelado', 'Vigente'])[n] END AS estado
    FROM (SELECT n, 3 AS obj FROM generate_series(1, 12) n UNION ALL SELECT n, 4 FROM generate_series(1, 6) n UNION ALL SELECT 1, 30) q;
    INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, rfc, subtotal, iva, total,
                             vendedor_id, almacen_id, usuario, fecha_creacion, fecha_cancelacion)
    SELECT o, id, v_sucursal.sucursal_id, c.contacto_id, n, timestamp '2026-05-01 10:00' + n * interval '1 day', obj, b.serie, b.nombre, nuevo.estado, c.nombre, c.rfc, 300, 48, 348,
           c.vendedor_id, v_almacen.almacen_id, 'prueba', '2026-05-01', CASE nuevo.estado WHEN 'Cancelado' THEN timestamp '2026-06-01' END
    FROM nuevo JOIN objeto b ON b.obj_id = obj,
         (SELECT *, row_number() OVER (ORDER BY contacto_id) AS r FROM contacto WHERE organizacion_id = o) c WHERE c.r = 1 + n % 3;
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, unidad_medida_id, codigo, descripcion, unidad, cantidad, precio_unitario, importe, surtida)
    SELECT o, id, j, p.producto_id, p.unidad_medida_id, p.codigo, p.descripcion, 'Pieza', j * 10, 10, j * 100,
           CASE nuevo.estado WHEN 'Parcial' THEN j * 5 - 1 WHEN 'Surtido' THEN j * 10 WHEN 'Facturado' THEN j * 10 ELSE 0 END
    FROM nuevo, generate_series(1, 2) j, (SELECT * FROM producto WHERE organizacion_id = o ORDER BY codigo LIMIT 1) p;
    INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    SELECT o, id, j, 1, '002', 'Traslado', 'Tasa', 0.16, j * 100, j * 16 FROM nuevo, generate_series(1, 2) j;
    INSERT INTO documento (organizacion_id, transaccion_id, entrega_fecha, vigencia_fecha, domicilio)
    SELECT o, id, CASE WHEN obj = 3 AND n = 1 THEN timestamp '2026-05-20 09:00' END,
           CASE WHEN obj = 3 THEN CASE n WHEN 1 THEN date '2026-06-30' END ELSE v_hoy + CASE n WHEN 1 THEN 0 WHEN 2 THEN 1 ELSE -1 END END,
           CASE WHEN obj = 3 AND n = 1 THEN jsonb_build_object('calle', 'Reforma', 'codigoPostal', '06000') END
    FROM nuevo WHERE (obj = 3 AND n < 6) OR (obj <> 3 AND n < 6);

    -- A note of a private school, with its cash desk and the change given.
    SELECT min(transaccion_id) INTO v_nota FROM transaccion WHERE organizacion_id = o AND obj_id = 2 AND estado = 'Pagado';
    INSERT INTO documento (organizacion_id, transaccion_id, caja, cambio, matricula, escuela)
    VALUES (o, v_nota, 'CAJA1', 12.50, 'A-1024', '{"alumno": "Ana Pérez", "curp": "PELA150101MDFRPN09", "nivelEducativo": "Primaria", "autRVOE": "RVOE-1", "rfcPago": "XAXX010101000", "matricula": "A-1024", "ciclo": "2025-2026", "periodo": "Marzo"}');

    -- Invoices of a project: the header's, and the first line of another.
    UPDATE transaccion SET proyecto_id = (SELECT min(proyecto_id) FROM proyecto WHERE organizacion_id = o)
    WHERE organizacion_id = o AND transaccion_id IN (SELECT transaccion_id FROM transaccion WHERE organizacion_id = o AND obj_id = 1 ORDER BY 1 LIMIT 5);
    UPDATE partida SET proyecto_id = (SELECT min(proyecto_id) FROM proyecto WHERE organizacion_id = o)
    WHERE organizacion_id = o AND numero_partida = 1
      AND transaccion_id IN (SELECT transaccion_id FROM transaccion WHERE organizacion_id = o AND obj_id = 1 ORDER BY 1 OFFSET 5 LIMIT 5);

    -- Stock: five products in the warehouse, entered on 10 May and partly gone on 20 May.
    INSERT INTO existencia (organizacion_id, almacen_id, producto_id, cantidad, apartado, en_transito, ubicacion)
    SELECT o, v_almacen.almacen_id, producto_id, CASE r WHEN 5 THEN 0 ELSE 10 * r - 4 END, CASE r WHEN 1 THEN 2.5 ELSE 0 END, CASE r WHEN 2 THEN 7 ELSE 0 END, 'A-' || r
    FROM (SELECT producto_id, row_number() OVER (ORDER BY codigo) AS r FROM producto WHERE organizacion_id = o ORDER BY codigo LIMIT 5) p;
    INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, usuario, fecha_creacion)
    SELECT o, v_sucursal.sucursal_id, 1, '2026-05-10 08:00', 16, 'MI', nombre, 'Aplicado', 'prueba', '2026-05-10' FROM objeto WHERE obj_id = 16 RETURNING transaccion_id INTO v_mov;
    INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, descripcion, cantidad, precio_unitario, importe)
    SELECT o, v_mov, row_number() OVER (ORDER BY p.codigo), e.producto_id, p.descripcion, 1, 0, 0
    FROM existencia e JOIN producto p ON p.organizacion_id = o AND p.producto_id = e.producto_id WHERE e.organizacion_id = o;
    INSERT INTO capa (organizacion_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, llegada, cantidad, restante)
    SELECT o, v_almacen.almacen_id, producto_id, v_mov, numero_partida, '2026-05-10 08:00', '2026-05-10 08:00', 100, 100 FROM partida WHERE organizacion_id = o AND transaccion_id = v_mov;
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, valor_capa)
    SELECT o, v_mov, c.numero_partida, c.almacen_id, c.producto_id, c.capa_id, m.fecha, m.cantidad, 0, 0
    FROM capa c, LATERAL (VALUES (timestamp '2026-05-10 08:00', 10 * c.numero_partida), ('2026-05-20 23:59:59', CASE c.numero_partida WHEN 5 THEN -50 ELSE -4 END)) m (fecha, cantidad)
    WHERE c.organizacion_id = o AND c.transaccion_id = v_mov;
    DROP TABLE nuevo;
    UPDATE serie_folio f SET siguiente = q.n FROM (SELECT sucursal_id, obj_id, serie, max(numero) + 1 AS n FROM transaccion WHERE organizacion_id = o GROUP BY 1, 2, 3) q
    WHERE f.organizacion_id = o AND f.sucursal_id = q.sucursal_id AND f.obj_id = q.obj_id AND f.serie = q.serie;
    UPDATE contacto SET limite_credito = 0 WHERE organizacion_id = o;
    -- Pólizas by hand.
    INSERT INTO periodo (organizacion_id, ejercicio, mes) VALUES (o, 2026, 5) ON CONFLICT DO NOTHING;
    WITH p AS (
      INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero, origen, concepto)
      SELECT o, 'Diario', '2026-05-10', 2026, 5, 900000 + i, 'Manual', 'A mano' FROM generate_series(1, 3) i RETURNING poliza_id)
    INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber)
    SELECT o, p.poliza_id, n, c.cuenta_contable_id, (2 - n) * 10, (n - 1) * 10 FROM p, generate_series(1, 2) n, cuenta_contable c WHERE c.organizacion_id = o AND c.clave = 'APERTURA';
    WITH r AS (
      INSERT INTO poliza_recurrente (organizacion_id, nombre, concepto, dia, desde) SELECT o, 'Renta ' || i, 'Renta', i, date '2026-05-01' FROM generate_series(1, 3) i RETURNING poliza_recurrente_id)
    INSERT INTO poliza_recurrente_partida (organizacion_id, poliza_recurrente_id, numero, cuenta_contable_id, debe, haber)
    SELECT o, r.poliza_recurrente_id, n, c.cuenta_contable_id, (2 - n) * 10, (n - 1) * 10 FROM r, generate_series(1, 2) n, cuenta_contable c WHERE c.organizacion_id = o AND c.clave = 'APERTURA';
    -- Payment receipts of suppliers, of invoices that nobody registered.
    INSERT INTO recibo_de_pago (organizacion_id, uuid, numero, rfc, fecha_pago, factura_uuid, parcialidad, moneda, saldo_anterior, importe_pagado, saldo_insoluto, archivo_id)
    SELECT o, upper(gen_random_uuid()::text), 1, 'URE180429TM6', '2026-05-10 12:00', upper(gen_random_uuid()::text), 1, 'MXN', 116, 116, 0, (SELECT min(archivo_id) FROM archivo WHERE organizacion_id = o) FROM generate_series(1, 3);
  END LOOP;
END $$;`;
