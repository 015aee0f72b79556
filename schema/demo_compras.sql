-- Demo, part 8: purchases and payments. Operations of the API instead of rows, each with its moment: the engine itself
-- writes them (domain/administracion/demo_compras), so that nothing here knows of taxes, layers, balances or pólizas. A
-- value "$x.data.y" is from the answer of operation x, as in a batch; "$demo.y" is from demo_nombres. The story of a
-- month is repeated for each month before the day of the load.

-- CLABE with its check digit.
CREATE FUNCTION pg_temp.clabe(base text) RETURNS text
    LANGUAGE sql IMMUTABLE AS $$
    SELECT base || (10 - sum(substr(base, p, 1)::integer * (ARRAY[3, 7, 1])[1 + (p - 1) % 3] % 10) % 10) % 10 FROM generate_series(1, 17) p
$$;

-- Lines of goods worth about 1,000 pesos or more each, near their cost; p_cambio: pesos per unit of the currency.
CREATE FUNCTION pg_temp.demo_pedido(p_org bigint, p_semilla bigint, p_cuantas integer, p_cambio numeric DEFAULT 1) RETURNS jsonb
    LANGUAGE sql STABLE AS $$
    SELECT jsonb_agg(jsonb_build_object('codigo', codigo, 'cantidad', 10 + pg_temp.azar(p_semilla + pos, 81, 15),
                                        'precioUnitario', round(costo * (96 + pg_temp.azar(p_semilla + pos, 82, 8)) * 0.0001 / p_cambio, 2)) ORDER BY azar)
    FROM  (SELECT codigo, pos, costo, hashint8extended(pos, p_semilla) AS azar
           FROM   demo_producto WHERE org = p_org AND costo BETWEEN 9000 AND 100000 AND NOT fracciona ORDER BY 4 LIMIT p_cuantas) p
$$;

-- Names of the story and their ids.
CREATE FUNCTION pg_temp.demo_nombres(p_org bigint, p_meses integer) RETURNS jsonb
    LANGUAGE sql STABLE AS $$
    SELECT (SELECT jsonb_object_agg(CASE clase WHEN 'B0' THEN 'banco' WHEN 'B1' THEN 'cobranza' WHEN 'D' THEN 'dolares' ELSE clase END, cuenta_id) FROM demo_cuenta WHERE org = p_org)
        || (SELECT jsonb_object_agg((ARRAY['efectivo', 'debito', 'credito', 'transferencia', 'cheque'])[pos + 1], forma_pago_id) FROM demo_forma WHERE org = p_org)
        || (SELECT jsonb_object_agg(clave, concepto_id) FROM concepto WHERE organizacion_id = p_org AND clave <> '')
        || (SELECT jsonb_object_agg(n.nombre || m, n.valor)
            FROM   generate_series(0, p_meses - 1) m
            JOIN   demo_sucursal s ON s.org = p_org AND s.pos = m % (SELECT count(*) FROM demo_sucursal WHERE org = p_org)
            CROSS  JOIN LATERAL (VALUES ('sucursal', to_jsonb(s.sucursal_id)), ('almacen', to_jsonb(s.almacen_id)), ('herramienta', pg_temp.demo_pedido(p_org, m * 10, 3)),
                                        ('papel', pg_temp.demo_pedido(p_org, m * 10 + 1, 2)), ('importado', pg_temp.demo_pedido(p_org, m * 10 + 2, 2, 18.5)),
                                        ('urgente', pg_temp.demo_pedido(p_org, m * 10 + 3, 2)), ('remitido', pg_temp.demo_pedido(p_org, m * 10 + 4, 2))) n (nombre, valor))
        || jsonb_build_object('asesoria', (SELECT codigo FROM demo_producto WHERE org = p_org AND retiene ORDER BY pos LIMIT 1), 'pdf', replace(encode(pg_temp.demo_pdf('Factura de proveedor'), 'base64'), chr(10), ''))
        || (SELECT jsonb_object_agg(n.nombre, contacto_id) FROM contacto JOIN (VALUES ('cliente', 'C00005'), ('otro', 'C00006'), ('ambos', 'C00025')) n (nombre, codigo) USING (codigo) WHERE organizacion_id = p_org)
        || (SELECT jsonb_build_object('producto', min(producto_id) FILTER (WHERE codigo = 'P0001'), 'servicio', min(producto_id) FILTER (WHERE codigo = 'P0013')) FROM producto WHERE organizacion_id = p_org)
        || (SELECT jsonb_build_object('ruta', min(ruta_id)) FROM ruta WHERE organizacion_id = p_org)
        -- A contact that is customer and supplier, and its debt.
        || coalesce((SELECT jsonb_build_object('filial', k.contacto_id, 'filialDebe', t.transaccion_id)
                     FROM   contacto k JOIN transaccion t USING (organizacion_id, contacto_id)
                     WHERE  k.organizacion_id = p_org AND k.tipo_contacto = 'Ambos' AND t.obj_id = 1 AND t.saldo >= 1000 AND t.moneda_id = 1 AND t.fecha < pg_temp.demo_hoy() - 30
                     ORDER  BY t.transaccion_id DESC LIMIT 1), '{}')
$$;

-- In the story `~` stands for the month (0 is the last one), @hoy for the day of the operation, @luego for thirty days
-- later, @dma for the day as a supplier's document writes it, and @uuid for a new fiscal folio.
CREATE FUNCTION pg_temp.demo_compras(p_org bigint, p_meses integer, p_nombres jsonb) RETURNS TABLE (momento timestamptz, operacion text)
    LANGUAGE sql STABLE AS $$
    WITH proveedor (n, nombre, llamado, tipo, base, regimen, dias, operacion, mas) AS (VALUES
        (1, 'mayorista',  'Ferretera Mayorista del Golfo',   'C', 'FMG010312AB', '601', 30, '85', '{}'::jsonb),
        (2, 'papelera',   'Papelera y Equipos de Oficina',   'C', 'PEO050822CD', '601', 15, '85', '{}'),
        (3, 'extranjero', 'Pacific Hardware Supply Inc.',    'E', 'XEXX01010100', '616', 45, '85', '{"residenciaFiscal": "USA", "numRegIdTrib": "954321876", "codigoPostal": null}'),
        (4, 'abogada',    'Mariana Quiroga Solís',           'P', 'QUSM790914EF', '612', 0,  '03', '{}'),
        (5, 'fletera',    'Transportes Sierra Madre',        'C', 'TSM991105GH', '601', 8,  '85', '{}'),
        (6, 'arrendador', 'Ernesto Villarreal Cantú',        'P', 'VICE660203JK', '606', 0,  '06', '{}')
    ), historia (m, dia, hora, nombre, metodo, ruta, cuerpo) AS (
        SELECT 0, -30 * p_meses - 2, n, nombre, 'POST', '/api/Contactos',
               (jsonb_build_object('codigo', 'PRV-0' || n, 'tipoContacto', 'Proveedor', 'nombre', llamado, 'rfc', CASE tipo WHEN 'E' THEN 'XEXX010101000' ELSE pg_temp.rfc(base) END,
                                   'regimenFiscal', regimen, 'codigoPostal', '6400' || n, 'diasCredito', dias, 'tipoOperacion', operacion, 'correo', 'pagos@' || nombre || '.example',
                                   'telefono', '818000000' || n, 'cuentaBancaria', '40' || n || '5566778', 'clabe', pg_temp.clabe('072580004055667' || lpad(n::text, 2, '0'))) || mas)::text
        FROM   proveedor
        UNION  ALL
        SELECT m, h.dia - 30 * (m + 1), h.hora, replace(h.nombre, '~', m::text), h.metodo, h.ruta, h.cuerpo
        FROM   generate_series(0, p_meses - 1) m
        CROSS  JOIN LATERAL (VALUES
        -- Purchase quoted, ordered, authorized, received in two parts, invoiced and paid; in the last month only the
        -- first part arrived.
        (true,  1, 9,  'cotizacion~', 'POST', '/api/Cotizaciones/Proveedor', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$mayorista.data.entidadId", "vigenciaFecha": "@luego", "partidas": "$demo.herramienta~"}'),
        (true,  2, 9,  'orden~', 'POST', '/api/OrdenCompra', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$mayorista.data.entidadId", "condicionesPago": "30 días", "entregaFecha": "@luego", "partidas": "$demo.herramienta~"}'),
        (true,  2, 12, '', 'PUT', '/api/OrdenCompra/OrdenCompraAutorizar/$orden~.data.transaccionId', '{"notas": "Surtido del mes"}'),
        (true,  5, 10, 'entrada~', 'POST', '/api/Inventario/Recepcion', '{"sucursalId": "$demo.sucursal~", "transaccionIdOrigen": "$orden~.data.transaccionId", "folioProveedor": "R-10~", "partidas": [{"numeroPartida": 1, "cantidad": 6}, {"numeroPartida": 2, "cantidad": 10}]}'),
        (m > 0, 9, 10, 'resto~', 'POST', '/api/Inventario/Recepcion', '{"sucursalId": "$demo.sucursal~", "transaccionIdOrigen": "$orden~.data.transaccionId", "folioProveedor": "R-20~"}'),
        (true,  6, 11, 'factura~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$mayorista.data.entidadId", "recepciones": ["$entrada~.data.transaccionId"], "serieProveedor": "A", "folioProveedor": "45~1", "fechaProveedor": "@hoy", "uuid": "@uuid", "pdfBase64": "$demo.pdf"}'),
        (m > 0, 10, 11, 'final~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$mayorista.data.entidadId", "recepciones": ["$resto~.data.transaccionId"], "serieProveedor": "A", "folioProveedor": "45~2", "fechaProveedor": "@hoy", "uuid": "@uuid"}'),
        (true,  16, 13, 'pago~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "beneficiario": "Ferretera Mayorista del Golfo", "referencia": "SPEI 70~1", "partidas": [{"transaccionIdCompra": "$factura~.data.transaccionId", "importeAbono": "$factura~.data.total"}]}'),
        -- Orders that wait for authorization or for goods; and a cancelled one.
        (true,  24, 9, 'urgente~', 'POST', '/api/OrdenCompra', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$papelera.data.entidadId", "partidas": "$demo.urgente~"}'),
        (m > 0, 24, 10, '', 'PUT', '/api/OrdenCompra/OrdenCompraAutorizar/$urgente~.data.transaccionId', '{}'),
        (m > 1, 27, 10, 'directa~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$papelera.data.entidadId", "transaccionIdOrden": "$urgente~.data.transaccionId", "folioProveedor": "P-9~", "uuid": "@uuid"}'),
        (m = 0, 26, 9, 'espera~', 'POST', '/api/OrdenCompra', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$extranjero.data.entidadId", "moneda": "USD", "partidas": "$demo.importado~"}'),
        (m = 0, 26, 10, '', 'PUT', '/api/OrdenCompra/OrdenCompraAutorizar/$espera~.data.transaccionId', '{}'),
        (m = 0, 25, 9, 'repetida~', 'POST', '/api/OrdenCompra', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$papelera.data.entidadId", "partidas": "$demo.urgente~"}'),
        (m = 0, 25, 10, '', 'DELETE', '/api/OrdenCompra/OrdenCompraCancelar/$repetida~.data.transaccionId?motivo=Se%20pidi%C3%B3%20dos%20veces', NULL),
        -- Invoice with goods and an expense, whose payment is requested; authorized and paid, in the month before in
        -- part, in the last not yet.
        (true,  8, 10, 'papeleria~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$papelera.data.entidadId", "folioProveedor": "P-8~", "fechaProveedor": "@hoy", "uuid": "@uuid", "partidas": "$demo.papel~"}'),
        (true,  17, 9, 'solicitud~', 'POST', '/api/SolicitudPago', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$papelera.data.entidadId", "fechaRequerida": "@luego", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "documentos": [{"transaccionIdCompra": "$papeleria~.data.transaccionId", "importe": "$papeleria~.data.saldo"}]}'),
        (m > 0, 18, 9, '', 'PUT', '/api/SolicitudPago/SolicitudPagoAutorizar/$solicitud~.data.transaccionId', '{"notas": "Procede"}'),
        (m = 1, 19, 12, 'abono~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "solicitudPagoId": "$solicitud~.data.transaccionId", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "beneficiario": "Papelera y Equipos de Oficina", "partidas": [{"transaccionIdCompra": "$papeleria~.data.transaccionId", "importeAbono": 900}]}'),
        (m > 1, 19, 12, 'abono~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "solicitudPagoId": "$solicitud~.data.transaccionId", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "beneficiario": "Papelera y Equipos de Oficina", "partidas": [{"transaccionIdCompra": "$papeleria~.data.transaccionId", "importeAbono": "$solicitud~.data.total"}]}'),
        -- Import with its freight; dollars are bought and pay part of it.
        (true,  11, 10, 'importacion~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$extranjero.data.entidadId", "moneda": "USD", "folioProveedor": "INV-77~", "fechaProveedor": "@hoy", "partidas": "$demo.importado~", "gastosSobreCompra": [{"proveedorId": "$fletera.data.entidadId", "conceptoId": "$demo.GA-FLETES", "importe": 850, "uuid": "@uuid", "folioProveedor": "F-3~"}]}'),
        (true,  20, 9,  'dolares~', 'POST', '/api/Bancos/Traspaso', '{"sucursalId": "$demo.sucursal~", "cuentaOrigenId": "$demo.banco", "cuentaDestinoId": "$demo.dolares", "importeOrigen": 1900, "importeDestino": 100, "referencia": "Compra de dólares"}'),
        (true,  21, 9,  'divisas~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.dolares", "formaPagoId": "$demo.transferencia", "moneda": "USD", "beneficiario": "Pacific Hardware Supply Inc.", "partidas": [{"transaccionIdCompra": "$importacion~.data.transaccionId", "importeAbono": 100}]}'),
        (m > 0, 22, 9,  'flete~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "beneficiario": "Transportes Sierra Madre", "partidas": [{"transaccionIdCompra": "$importacion~.data.gastosSobreCompra.0.transaccionId", "importeAbono": "$importacion~.data.gastosSobreCompra.0.total"}]}'),
        -- Professional fees with both withholdings, the latest paid in part; the rent, by payment request; bank fees.
        (true,  12, 12, 'honorarios~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$abogada.data.entidadId", "folioProveedor": "H-~", "fechaProveedor": "@hoy", "uuid": "@uuid", "partidas": [{"codigo": "$demo.asesoria", "descripcion": "Asesoría legal del mes", "cantidad": 1, "precioUnitario": 4500}]}'),
        (m > 1, 14, 12, 'honorario~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.cobranza", "formaPagoId": "$demo.transferencia", "beneficiario": "Mariana Quiroga Solís", "partidas": [{"transaccionIdCompra": "$honorarios~.data.transaccionId", "importeAbono": "$honorarios~.data.total"}]}'),
        (m < 2, 14, 12, 'honorario~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.cobranza", "formaPagoId": "$demo.transferencia", "beneficiario": "Mariana Quiroga Solís", "partidas": [{"transaccionIdCompra": "$honorarios~.data.transaccionId", "importeAbono": 2000}]}'),
        (m = 1, 28, 12, 'acuenta~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.cobranza", "formaPagoId": "$demo.transferencia", "beneficiario": "Mariana Quiroga Solís", "notas": "Lo que sobra es de la factura siguiente", "importe": 1200, "partidas": [{"transaccionIdCompra": "$honorarios~.data.transaccionId", "importeAbono": 1000}]}'),
        (true,  3, 12, 'renta~', 'POST', '/api/SolicitudPago/V2', '{"sucursalId": "$demo.sucursal~", "beneficiarioId": "$arrendador.data.entidadId", "prioridad": "Alta", "fechaRequerida": "@luego", "partidas": [{"conceptoId": "$demo.GA-ARREND", "importe": 9533.33, "notas": "Renta de la bodega"}]}'),
        (true,  3, 16, '', 'PUT', '/api/SolicitudPago/SolicitudPagoAutorizar/$renta~.data.transaccionId', '{}'),
        (m > 0, 4, 12, 'bodega~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "solicitudPagoId": "$renta~.data.transaccionId", "cuentaId": "$demo.banco", "formaPagoId": "$demo.cheque", "numeroCheque": "100~", "beneficiarioId": "$arrendador.data.entidadId", "beneficiario": "Ernesto Villarreal Cantú", "partidas": [{"conceptoId": "$demo.GA-ARREND", "importeAbono": 9533.33, "notas": "Renta de la bodega"}]}'),
        (true,  28, 18, 'comision~', 'POST', '/api/Bancos/EgresoAgregar', '{"sucursalId": "$demo.sucursal~", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "beneficiario": "BBVA", "partidas": [{"conceptoId": "$demo.EG-COMISION", "importeAbono": 348}]}'),
        -- Invoice registered twice; an unpaid expense.
        (m = 0, 13, 9, 'doble~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$papelera.data.entidadId", "folioProveedor": "P-8~ bis", "partidas": [{"conceptoId": "$demo.CO-SERVICIOS", "descripcion": "Mensajería", "cantidad": 1, "precioUnitario": 300}]}'),
        (m = 0, 13, 11, '', 'DELETE', '/api/FacturaCompra/FacturaCompraCancelar/$doble~.data.transaccionId?motivo=Registrada%20dos%20veces', NULL),
        (true,  13, 12, 'gasto~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$fletera.data.entidadId", "folioProveedor": "F-4~", "uuid": "@uuid", "partidas": [{"conceptoId": "$demo.CO-SERVICIOS", "descripcion": "Mensajería y paquetería", "cantidad": 1, "precioUnitario": 1350}]}'),
        -- Remission of goods, invoiced later; some goods are returned, some cost more than agreed, and an advance pays
        -- part.
        (true,  15, 9,  'remision~', 'POST', '/api/NotaRemision', '{"sucursalId": "$demo.sucursal~", "almacenId": "$demo.almacen~", "proveedorId": "$mayorista.data.entidadId", "folioProveedor": "NR-~", "partidas": "$demo.remitido~"}'),
        (m > 0, 18, 10, 'remitida~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$mayorista.data.entidadId", "remisiones": ["$remision~.data.transaccionId"], "folioProveedor": "46~3", "uuid": "@uuid"}'),
        (m > 0, 22, 10, 'regreso~', 'POST', '/api/NotaDevolucionProveedor', '{"transaccionIdCompra": "$remitida~.data.transaccionId", "motivo": "Llegó golpeado", "uuid": "@uuid", "partidas": [{"numeroPartida": 1, "cantidad": 2}]}'),
        (m = 0, 22, 10, 'regreso~', 'POST', '/api/NotaDevolucionProveedor', '{"transaccionIdCompra": "$factura~.data.transaccionId", "motivo": "Llegó golpeado", "uuid": "@uuid", "partidas": [{"numeroPartida": 1, "cantidad": 2}]}'),
        (true,  23, 10, 'bonificacion~', 'POST', '/api/NotaCredito', '{"tipo": "Proveedor", "transaccionIdOrigen": "$importacion~.data.transaccionId", "motivo": "Bonificación por volumen", "partidas": [{"numeroPartida": 1, "importe": 5}]}'),
        (true,  25, 12, 'anticipo~', 'POST', '/api/Bancos/AnticipoProveedorAgregar', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$mayorista.data.entidadId", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "importe": 1160, "uuid": "@uuid", "referencia": "Anticipo del pedido siguiente"}'),
        (m > 0, 26, 12, '', 'POST', '/api/Bancos/EgresoAgregar', '{"transaccionId": "$anticipo~.data.transaccionId", "partidas": [{"transaccionIdCompra": "$remitida~.data.transaccionId", "importeAbono": 700}]}'),
        (true,  7, 9, 'traspaso~', 'POST', '/api/Bancos/Traspaso', '{"sucursalId": "$demo.sucursal~", "cuentaOrigenId": "$demo.cobranza", "cuentaDestinoId": "$demo.banco", "importeOrigen": 5000, "referencia": "Concentración"}'),
        -- Bank statements of the finished months.
        (m > 0, 29, 9, '', 'POST', '/api/Bancos/Conciliar', '{"cuentaId": "$demo.banco", "fechaCorte": "@hoy", "saldoEstado": 0, "marcar": ["$pago~.data.transaccionId", "$bodega~.data.transaccionId", "$flete~.data.transaccionId"]}'),
        -- Debt of a customer, compensated with our debt for his service.
        (m = 0 AND p_nombres ? 'filial', 10, 16, 'servicio~', 'POST', '/api/FacturaCompra', '{"sucursalId": "$demo.sucursal~", "proveedorId": "$demo.filial", "folioProveedor": "S-~", "partidas": [{"conceptoId": "$demo.CO-SERVICIOS", "descripcion": "Maniobras", "cantidad": 1, "precioUnitario": 600}]}'),
        (m = 0 AND p_nombres ? 'filial', 14, 16, 'compensacion~', 'POST', '/api/Bancos/PagoNoMonetario', '{"sucursalId": "$demo.sucursal~", "tipo": "Compensacion", "contactoId": "$demo.filial", "cobrar": [{"transaccionId": "$demo.filialDebe", "importe": 500}], "pagar": [{"transaccionId": "$servicio~.data.transaccionId", "importe": 500}]}'),
        -- Booking: an invoice with the hotel's charge and our own, partly paid; and the hotel's invoice.
        (m = 0, 29, 9, 'viaje~', 'POST', '/api/AgenciaViaje/RegistrarFacturaV2', '{"sucursalId": "$demo.sucursal~", "cliente": {"rfc": "COSC8001137NA", "nombre": "Claudia Oropeza Suárez", "codigoPostal": "64000", "regimenFiscal": "612", "usoCFDI": "G03"}, "booking": "BK-77", "localizador": "XK2P9", "fechaInicioViaje": "@hoy", "fechaFinViaje": "@luego", "pasajeros": [{"nombre": "Claudia Oropeza", "tipo": "Adulto"}], "servicios": [{"tipo": "Hotel", "descripcion": "Hotel del Mar", "fechaInicio": "@hoy", "comision": 500, "partidas": [{"claveServicio": "90111501", "descripcion": "Tres noches", "cantidad": 3, "precioUnitario": 1160, "esTercero": true, "rfcTercero": "AAA010101AAA", "nombreTercero": "HOTEL DEL MAR", "regimenFiscalTercero": "601", "codigoPostalTercero": "77500"}]}], "pagos": [{"formaPagoId": "$demo.transferencia", "cuentaId": "$demo.banco", "importe": 2000, "referencia": "SPEI 9001"}]}'),
        (m = 0, 29, 10, 'hospedaje~', 'POST', '/api/AgenciaViaje/RegistrarGasto', '{"booking": "BK-77", "sucursalId": "$demo.sucursal~", "proveedores": [{"rfc": "AAA010101AAA", "nombre": "Hotel del Mar", "fecha": "@dma", "serie": "H", "folio": "310", "conceptoId": "$demo.GA-GENERAL", "descripcion": "Tres noches", "subtotal": 3000, "iva": 480, "total": 3480, "esTercero": true}], "pagos": [{"fechaPago": "@dma", "cuentaId": "$demo.banco", "formaPagoId": "$demo.transferencia", "importe": 1740}]}')
        ) h (cuando, dia, hora, nombre, metodo, ruta, cuerpo)
        WHERE  h.cuando
    )
    SELECT momento AT TIME ZONE zona_de(p_org),
           jsonb_strip_nulls(jsonb_build_object('id', nullif(nombre, ''), 'metodo', metodo, 'ruta', replace(ruta, '~', m::text), 'cuerpo',
               -- A reference can only be a text, a number or a boolean, so named lists of lines are inserted here.
               CASE WHEN c.dicho ->> 'partidas' LIKE '$demo.%' THEN jsonb_set(c.dicho, '{partidas}', p_nombres -> substr(c.dicho ->> 'partidas', 7)) ELSE c.dicho END))::text
    FROM   historia CROSS JOIN LATERAL (SELECT pg_temp.demo_hoy() + dia + hora * interval '1 hour' AS momento) x
    CROSS  JOIN LATERAL (SELECT replace(replace(replace(replace(replace(cuerpo, '~', m::text), '@hoy', momento::date::text), '@luego', (momento::date + 30)::text), '@dma', to_char(momento, 'DD/MM/YYYY')),
                                        '@uuid', upper(md5(p_org || nombre)::uuid::text))::jsonb AS dicho) c
    ORDER  BY momento, nombre
$$;

-- Treasury of the demo of the usual size, every month, and every week of the last two: cash is deposited in the bank,
-- and the bank pays the expenses, so that each account has a plausible balance. Each credit limit is above the
-- customer's debt.
CREATE FUNCTION pg_temp.demo_tesoreria(p_org bigint) RETURNS TABLE (momento timestamptz, operacion text)
    LANGUAGE sql VOLATILE AS $$
    UPDATE contacto k SET limite_credito = greatest(k.limite_credito, ceil(d.debe * 1.4 / 50000) * 50000)
    FROM  (SELECT contacto_id, sum(round(saldo * tipo_cambio, 2)) AS debe FROM transaccion WHERE organizacion_id = p_org AND obj_id IN (1, 2, 24) GROUP BY 1) d
    WHERE  k.organizacion_id = p_org AND k.contacto_id = d.contacto_id AND k.limite_credito > 0;
    WITH corte AS (
        SELECT pg_temp.demo_hoy() - 668 + 30 * n AS fecha FROM generate_series(1, 20) n UNION SELECT pg_temp.demo_hoy() - 1 - 7 * n FROM generate_series(0, 8) n
    ), entra AS (                                        -- balance of each account until then, opening balance included
        SELECT c.fecha, d.clase, d.cuenta_id,
               b.saldo_inicial + coalesce(sum(CASE WHEN t.obj_id IN (8, 9) THEN t.total ELSE -t.total END) FILTER (WHERE t.fecha < c.fecha), 0) AS saldo
        FROM   corte c
        JOIN   demo_cuenta d ON d.org = p_org
        JOIN   cuenta_bancaria b ON b.organizacion_id = p_org AND b.cuenta_id = d.cuenta_id
        LEFT   JOIN (movimiento_banco m JOIN transaccion t USING (organizacion_id, transaccion_id)) ON m.organizacion_id = p_org AND m.cuenta_id = d.cuenta_id AND t.estado <> 'Cancelado'
        GROUP  BY 1, 2, 3, b.saldo_inicial
    ), sale AS (  -- cash to deposit: the balance less a fund that stays in the cash account
        SELECT fecha, cuenta_id, hasta - coalesce(lag(hasta) OVER (PARTITION BY cuenta_id ORDER BY fecha), 0) AS importe
        FROM  (SELECT *, max(floor(greatest(saldo - 5000, 0) / 500) * 500) OVER (PARTITION BY cuenta_id ORDER BY fecha) AS hasta FROM entra WHERE clase LIKE 'C%') x
    ), paga AS (
        SELECT fecha, cuenta_id, hasta - coalesce(lag(hasta) OVER (PARTITION BY cuenta_id ORDER BY fecha), 0) AS importe
        FROM  (SELECT e.fecha, e.cuenta_id, max(floor(greatest(e.saldo + CASE e.clase WHEN 'B0' THEN coalesce(s.recibe, 0) ELSE 0 END - o.n * CASE e.clase WHEN 'B0' THEN 250 ELSE 150 END, 0) / 1000) * 1000)
                      OVER (PARTITION BY e.cuenta_id ORDER BY e.fecha) AS hasta
               FROM   entra e
               JOIN   demo_org o ON o.org = p_org
               LEFT   JOIN (SELECT fecha, sum(sum(importe)) OVER (ORDER BY fecha) AS recibe FROM sale GROUP BY 1) s USING (fecha)
               WHERE  e.clase LIKE 'B%') x
    )
    SELECT (fecha + hora) AT TIME ZONE zona_de(p_org),
           jsonb_build_object('metodo', 'POST', 'ruta', ruta, 'cuerpo', cuerpo || jsonb_build_object('sucursalId', (SELECT sucursal_id FROM demo_sucursal WHERE org = p_org AND pos = 0)))::text
    FROM  (SELECT fecha, time '19:40' AS hora, cuenta_id, '/api/Bancos/Traspaso' AS ruta,
                  jsonb_build_object('cuentaOrigenId', cuenta_id, 'cuentaDestinoId', '$demo.banco', 'importeOrigen', importe, 'referencia', 'Depósito del efectivo') AS cuerpo
           FROM   sale WHERE importe > 0
           UNION ALL
           SELECT fecha, time '19:50', cuenta_id, '/api/Bancos/EgresoAgregar',
                  jsonb_build_object('cuentaId', cuenta_id, 'formaPagoId', '$demo.transferencia', 'beneficiario', 'Varios', 'partidas', jsonb_build_array(
                      jsonb_build_object('conceptoId', '$demo.GA-GENERAL', 'importeAbono', importe * 0.7, 'notas', 'Gastos de operación'),
                      jsonb_build_object('conceptoId', '$demo.GA-EXENTO', 'importeAbono', importe * 0.3, 'notas', 'Sueldos')))
           FROM   paga WHERE importe > 0) x
    ORDER  BY fecha, hora, cuenta_id
$$;

-- Author of the demo's documents: «demo», like that of its sales, because the load has no user.
CREATE FUNCTION pg_temp.demo_firmar(p_org bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('gestor.organizacion', p_org::text, true);
    UPDATE transaccion  SET usuario = 'demo' WHERE organizacion_id = p_org AND usuario = '';
    UPDATE autorizacion SET usuario = 'demo' WHERE organizacion_id = p_org AND usuario = '';
    UPDATE orden_servicio o SET fecha_autorizacion = t.fecha, autorizado_por = 'demo'
    FROM   transaccion t WHERE o.organizacion_id = p_org AND t.organizacion_id = p_org AND t.transaccion_id = o.transaccion_id AND t.estado = 'Autorizado' AND o.fecha_autorizacion IS NULL;
    UPDATE contacto SET fecha_alta = pg_temp.demo_hoy() - 880 + interval '9 hours' WHERE organizacion_id = p_org AND (codigo LIKE 'PRV-%' OR rfc IN ('COSC8001137NA', 'AAA010101AAA'));
END $$;
