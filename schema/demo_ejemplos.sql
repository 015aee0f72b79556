-- Demo, part 9: records for the examples of the published document (domain/operacion/ejemplos). Each example has a
-- document of its own, with the id written here: 1 to 1,000 are reserved before the first sale, for any size of the
-- demo, so that another document changes none of these ids.

CREATE TEMP TABLE demo_numeracion (secuencia regclass, primero bigint, sigue bigint) ON COMMIT DROP;
CREATE FUNCTION pg_temp.demo_apartar() RETURNS void
    LANGUAGE sql VOLATILE AS $$
    INSERT INTO demo_numeracion
    SELECT pg_get_serial_sequence(tabla, tabla || '_id'), pg_temp.demo_reservar(tabla, tabla || '_id', 1000) FROM unnest(ARRAY['transaccion', 'poliza', 'conteo']) tabla
$$;

-- Gives the next document, póliza or count this reserved number; null: the sequences continue where they were.
CREATE FUNCTION pg_temp.demo_numerar(p_id bigint) RETURNS void
    LANGUAGE sql VOLATILE AS $$
    UPDATE demo_numeracion SET sigue = coalesce(pg_sequence_last_value(secuencia), 0) + 1 WHERE sigue IS NULL;
    SELECT setval(secuencia, coalesce(primero + p_id - 1, sigue), false) FROM demo_numeracion
$$;

-- Months before the first sale: 2018 can be closed, 2019 reopened; of 2020, January, which has a póliza, reopened and
-- February closed.
CREATE FUNCTION pg_temp.demo_ejemplos(p_org bigint) RETURNS TABLE (momento timestamptz, operacion text, id text)
    LANGUAGE sql VOLATILE AS $$
    INSERT INTO periodo (organizacion_id, ejercicio, mes, estado)
    SELECT p_org, anio, mes, 'Cerrado' FROM generate_series(2018, 2020) anio CROSS JOIN generate_series(1, 13) mes
    WHERE  anio < 2020 AND (anio, mes) <> (2018, 13);
    SELECT (pg_temp.demo_hoy() - 1 + interval '8 hours' + row_number() OVER (ORDER BY h.id) * interval '1 minute') AT TIME ZONE zona_de(p_org),
           jsonb_strip_nulls(jsonb_build_object('id', nullif(nombre, ''), 'metodo', metodo, 'ruta', '/api/' || ruta, 'cuerpo', replace(replace(replace(replace(replace(cuerpo,
               '@sucursal', '"sucursalId": "$demo.sucursal0"'), '@banco', '"cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia"'), '@linea', '"partidas": [{"productoId": "$demo.producto", "cantidad": 5, "precioUnitario": 1499}]'),
               '@antes', (pg_temp.demo_hoy() - h.id / 10)::text), '@dma', to_char(pg_temp.demo_hoy() - 1, 'DD/MM/YYYY'))::jsonb))::text, h.id::text
    FROM  (VALUES
        -- Sold, ordered, quoted; collected and unpaid.
        (15,  'vendida',   'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (20,  '',          'POST', 'NotaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (30,  '',          'POST', 'NotaDevolucionCliente', '{"transaccionIdVenta": "$vendida.data.transaccionId", "motivo": "No era el modelo", "partidas": [{"numeroPartida": 1, "cantidad": 1}]}'),
        (40,  '',          'POST', 'PedidoCliente', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (50,  '',          'POST', 'PedidoCliente', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (60,  '',          'POST', 'Cotizaciones/Cliente', '{@sucursal, "clienteId": "$demo.cliente", "vigenciaFecha": "2099-12-31", @linea}'),
        (70,  '',          'POST', 'NotaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (80,  '',          'POST', 'NotaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (90,  '',          'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (100, '',          'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.otro", @linea}'),
        (110, '',          'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (120, 'perdida',   'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (130, '',          'POST', 'CuentasPorCobrar/Incobrable', '{"transaccionId": "$perdida.data.transaccionId", "importe": 100, "motivo": "No paga"}'),
        (140, '',          'POST', 'Bancos/DepositoAgregar', '{@sucursal, @banco, "contactoId": "$demo.cliente", "importe": 1160, "referencia": "SPEI 81"}'),
        (150, '',          'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (160, '',          'POST', 'Bancos/DepositoAgregar', '{@sucursal, @banco, "contactoId": "$demo.cliente", "importe": 1160, "referencia": "SPEI 82"}'),
        (170, 'nota',      'POST', 'NotaCredito', '{@sucursal, "tipo": "Cliente", "contactoId": "$demo.cliente", "motivo": "Descuento por volumen", "importes": {"base16": 100}}'),
        (180, 'acreditada', 'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (190, '',          'POST', 'Bancos/DepositoAsignar', '{"transaccionId": "$nota.data.transaccionId", "aplicaciones": [{"transaccionId": "$acreditada.data.transaccionId", "importe": 116}]}'),
        -- Ordered from suppliers, bought and returned; paid and unpaid.
        (200, '',          'POST', 'OrdenCompra', '{@sucursal, "proveedorId": "$demo.ambos", @linea}'),
        (210, '',          'POST', 'OrdenCompra', '{@sucursal, "proveedorId": "$demo.ambos", @linea}'),
        (220, 'esperada',  'POST', 'OrdenCompra', '{@sucursal, "proveedorId": "$demo.ambos", @linea}'),
        (225, '',          'PUT',  'OrdenCompra/OrdenCompraAutorizar/$esperada.data.transaccionId', '{}'),
        (230, '',          'POST', 'Cotizaciones/Proveedor', '{@sucursal, "proveedorId": "$demo.ambos", "vigenciaFecha": "2099-12-31", @linea}'),
        (240, 'comprada',  'POST', 'FacturaCompra', '{@sucursal, "proveedorId": "$demo.ambos", "folioProveedor": "E-1", @linea}'),
        (250, '',          'POST', 'GastosSobreCompra', '{@sucursal, "transaccionIdCompra": "$comprada.data.transaccionId", "proveedorId": "$demo.ambos", "conceptoId": "$demo.GA-FLETES", "importe": 850, "folioProveedor": "E-2"}'),
        (255, '',          'POST', 'NotaDevolucionProveedor', '{"transaccionIdCompra": "$comprada.data.transaccionId", "motivo": "Llegó golpeado", "partidas": [{"numeroPartida": 1, "cantidad": 1}]}'),
        (260, '',          'POST', 'FacturaCompra', '{@sucursal, "proveedorId": "$demo.ambos", "folioProveedor": "E-3", @linea}'),
        (270, '',          'POST', 'NotaRemision', '{@sucursal, "proveedorId": "$demo.ambos", "folioProveedor": "E-4", @linea}'),
        (280, '',          'POST', 'Bancos/EgresoAgregar', '{@sucursal, @banco, "beneficiario": "BBVA", "partidas": [{"conceptoId": "$demo.EG-COMISION", "importeAbono": 348}]}'),
        (290, 'debe',      'POST', 'FacturaVenta', '{@sucursal, "clienteId": "$demo.ambos", @linea}'),
        (300, 'debida',    'POST', 'FacturaCompra', '{@sucursal, "proveedorId": "$demo.ambos", "folioProveedor": "E-5", @linea}'),
        (310, '',          'POST', 'Bancos/PagoNoMonetario', '{@sucursal, "tipo": "Compensacion", "contactoId": "$demo.ambos", "cobrar": [{"transaccionId": "$debe.data.transaccionId", "importe": 500}], "pagar": [{"transaccionId": "$debida.data.transaccionId", "importe": 500}]}'),
        (320, '',          'POST', 'SolicitudPago/V2', '{@sucursal, "beneficiarioId": "$demo.ambos", "partidas": [{"conceptoId": "$demo.GA-ARREND", "importe": 9533.33, "notas": "Renta de la bodega"}]}'),
        (330, '',          'POST', 'SolicitudPago/V2', '{@sucursal, "beneficiarioId": "$demo.ambos", "partidas": [{"conceptoId": "$demo.GA-ARREND", "importe": 9533.33, "notas": "Renta de la bodega"}]}'),
        -- Stock movements and counts.
        (400, '',          'POST', 'Inventario/Movimiento', '{@sucursal, "tipoMovimiento": "Traspaso", "enTransito": true, "almacenId": "$demo.almacen0", "almacenDestinoId": "$demo.almacen1", "partidas": [{"productoId": "$demo.producto", "cantidad": 2}]}'),
        (402, 'surtible',  'POST', 'PedidoCliente', '{@sucursal, "clienteId": "$demo.cliente", @linea}'),
        (404, '',          'POST', 'Inventario/Entrega', '{@sucursal, "transaccionIdOrigen": "$surtible.data.transaccionId", "recibe": "Luis Pérez"}'),
        (406, 'enviado',   'POST', 'Inventario/Movimiento', '{@sucursal, "tipoMovimiento": "Traspaso", "enTransito": true, "almacenId": "$demo.almacen0", "almacenDestinoId": "$demo.almacen1", "partidas": [{"productoId": "$demo.producto", "cantidad": 2}]}'),
        (408, '',          'POST', 'Inventario/Recepcion', '{@sucursal, "transaccionIdOrigen": "$enviado.data.transaccionId", "partidas": [{"numeroPartida": 1, "cantidad": 1}]}'),
        (410, '',          'POST', 'Inventario/Movimiento', '{@sucursal, "tipoMovimiento": "Entrada", "conceptoId": "$demo.IN-AJUSTE", "almacenId": "$demo.almacen0", "partidas": [{"productoId": "$demo.producto", "cantidad": 1, "costoUnitario": 10}]}'),
        (420, '',          'POST', 'Inventario/Conteo', '{"almacenId": "$demo.almacen1", "notas": "Fin de mes"}'),
        (430, '',          'POST', 'Inventario/Conteo', '{"almacenId": "$demo.almacen2", "notas": "Fin de mes"}'),
        (440, '',          'POST', 'Inventario/Conteo', '{"almacenId": "$demo.almacen3", "notas": "Fin de mes"}'),
        (450, '',          'POST', 'Ruta/Carga', '{"rutaId": "$demo.ruta", "almacenId": "$demo.almacen0", "partidas": [{"productoId": "$demo.producto", "cantidad": 5}]}'),
        (460, '',          'POST', 'Ruta/Devoluciones', '{"rutaId": "$demo.ruta", "productos": [{"productoId": "$demo.producto", "conteo": 2}]}'),
        (470, '',          'POST', 'Ruta/Devoluciones', '{"rutaId": "$demo.ruta", "productos": [{"productoId": "$demo.producto", "conteo": 2}]}'),
        (480, '',          'POST', 'Ruta/Liquidaciones', '{"rutaId": "$demo.ruta", "fechaLiquidacion": "@antes"}'),
        (490, '',          'POST', 'Ruta/Liquidaciones', '{"rutaId": "$demo.ruta", "fechaLiquidacion": "@antes"}'),
        -- Service orders: one to edit, one to authorize, one to close; the second has a work order with the next id.
        (500, '',          'POST', 'OrdenServicio', '{@sucursal, "clienteId": "$demo.cliente", "equipo": "Compresor", "falla": "No enciende", @linea}'),
        (510, '',          'POST', 'OrdenServicio', '{@sucursal, "clienteId": "$demo.cliente", "equipo": "Compresor", "falla": "No enciende", @linea}'),
        (520, 'servida',   'POST', 'OrdenServicio', '{@sucursal, "clienteId": "$demo.cliente", "equipo": "Compresor", "falla": "No enciende", @linea}'),
        (525, '',          'PUT',  'OrdenServicio/OrdenServicioAutorizar/$servida.data.transaccionId', NULL),
        (530, 'atendida',  'POST', 'OrdenServicio', '{@sucursal, "clienteId": "$demo.cliente", "equipo": "Compresor", "falla": "No enciende", @linea, "ordenesTrabajo": [{"descripcion": "Cambiar el filtro"}]}'),
        (535, '',          'PUT',  'OrdenServicio/OrdenServicioAutorizar/$atendida.data.transaccionId', NULL),
        -- A booking; manual pólizas, the last one in a month that is then closed.
        (540, '',          'POST', 'AgenciaViaje/RegistrarFacturaV2', '{@sucursal, "clienteId": "$demo.cliente", "booking": "BK-76", "servicios": [{"tipo": "Hotel", "descripcion": "Hotel del Mar", "comision": 500, "partidas": [{"claveServicio": "90111501", "descripcion": "Tres noches", "cantidad": 3, "precioUnitario": 1160}]}]}'),
        (550, '',          'POST', 'AgenciaViaje/RegistrarGasto', '{"booking": "BK-76", @sucursal, "proveedores": [{"rfc": "AAA010101AAA", "nombre": "Hotel del Mar", "fecha": "@dma", "serie": "E", "folio": "6", "conceptoId": "$demo.GA-GENERAL", "descripcion": "Tres noches", "subtotal": 3000, "iva": 480, "total": 3480}]}'),
        (600, '',          'POST', 'Contabilidad/Poliza', '{"tipo": "Diario", "concepto": "Reclasifica resultados anteriores", "partidas": [{"cuenta": "304.01", "debe": 1500, @sucursal}, {"cuenta": "304.01", "haber": 1500, "sucursalId": "$demo.sucursal1"}]}'),
        (610, '',          'POST', 'Contabilidad/Poliza', '{"tipo": "Diario", "concepto": "Reclasifica resultados anteriores", "partidas": [{"cuenta": "304.01", "debe": 1500, @sucursal}, {"cuenta": "304.01", "haber": 1500, "sucursalId": "$demo.sucursal1"}]}'),
        (620, '',          'POST', 'Contabilidad/Poliza', '{"tipo": "Diario", "fecha": "2020-01-15", "concepto": "Reclasifica resultados anteriores", "partidas": [{"cuenta": "304.01", "debe": 1500, @sucursal}, {"cuenta": "304.01", "haber": 1500, "sucursalId": "$demo.sucursal1"}]}'),
        (621, '',          'POST', 'Contabilidad/PolizaRecurrente', '{"nombre": "Renta de la bodega", "concepto": "Renta de la bodega", "dia": 1, "desde": "2025-01-01", "hasta": "2025-12-31", "partidas": [{"cuenta": "601.84", "debe": 1000}, {"cuenta": "205.01", "haber": 1000}]}'),
        (622, '',          'POST', 'Contabilidad/PolizaRecurrente', '{"nombre": "Renta de la oficina", "concepto": "Renta de la oficina", "dia": 1, "desde": "2025-01-01", "hasta": "2025-12-31", "partidas": [{"cuenta": "601.84", "debe": 1000}, {"cuenta": "205.01", "haber": 1000}]}'),
        (623, '',          'POST', 'Contabilidad/PolizaRecurrente', '{"nombre": "Vigilancia", "concepto": "Vigilancia", "dia": 1, "desde": "2025-01-01", "hasta": "2025-12-31", "partidas": [{"cuenta": "601.84", "debe": 1000}, {"cuenta": "205.01", "haber": 1000}]}'),
        (625, '',          'POST', 'Contabilidad/Periodos/2020/1/Cerrar', '{"motivo": "Antes de gestor"}')) h (id, nombre, metodo, ruta, cuerpo)
    ORDER  BY h.id
$$;
