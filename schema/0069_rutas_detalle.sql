-- 0069: a truck brings back goods that are told apart; who asks for the returns of a branch says which.
ALTER TABLE devolucion_ruta_partida
    ADD identificados jsonb NOT NULL DEFAULT '{"series": [], "lotes": []}';  -- of what was counted one by one, or by lots

CREATE FUNCTION exigir_sucursal(cual bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF cual IS NULL OR cual = 0 THEN
        RAISE EXCEPTION 'ni la solicitud ni la sesión indican una sucursal' USING ERRCODE = 'GE001';
    END IF;
    RETURN cual;
END $$;

-- Services that were loaded without an invoice are told apart as invoices are.
ALTER TABLE viaje_servicio ADD referencia_externa text NOT NULL DEFAULT '';

-- A document of goods in another currency is worth what its goods cost, in that currency.
CREATE FUNCTION inventario_en_su_moneda(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    UPDATE transaccion t SET total = round(t.total / t.tipo_cambio, 2), subtotal = round(t.subtotal / t.tipo_cambio, 2)
    WHERE  t.organizacion_id = p_organizacion AND t.tipo_cambio <> 1 AND (t.obj_id IN (16, 19) OR t.obj_id = 18 AND t.contacto_id IS NULL);
$$;
CALL en_cada_organizacion('inventario_en_su_moneda');
DROP FUNCTION inventario_en_su_moneda;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (334, '2026-11-17', 'mejorado', 'POST /api/Ruta/Devoluciones',
        'Recibe series y lotes de los productos que se controlan así; la existencia de cada partida es la de la hora de la devolución, y todo lo que no existe se dice a la vez.', NULL),
    (335, '2026-11-17', 'mejorado', 'POST /api/Ruta/DevolucionAplicar/{id}',
        'Recibe aceptarDiferencias: lo que se contó y el camión no tenía entra a la sucursal como otro ingreso (transaccionIdSobrante). Sin él, se rechaza como antes; el error ya no nombra partidas que nadie envió.', NULL),
    (336, '2026-11-17', 'mejorado', 'POST /api/Ruta/LiquidacionValidar/{id}',
        'El conteo recibe series y lotes, y lo que falta o sobra de ellos se compara uno por uno. Los días de un camión se validan en su orden: con mercancía de un día anterior sin validar contesta TIENE_DOCUMENTOS_RELACIONADOS, y hasta el último día validado el camión ya no mueve mercancía.',
        'Valide los días de cada camión en su orden.'),
    (337, '2026-11-17', 'mejorado', 'GET /api/Ruta/Liquidaciones',
        'Una liquidación Pendiente dice lo que su día lleva cuando se lee, y no lo que llevaba cuando se creó. También GET /api/Ruta/Liquidaciones/{id} y GET /api/Sucursales/Liquidaciones.', NULL),
    (338, '2026-11-17', 'mejorado', 'PUT /api/OrdenServicio/OrdenServicioCerrar/{id}',
        'Recibe partidas con las series y los lotes que vende la nota. Una orden cerrada cuya nota se canceló se cobra otra vez con generarNotaVenta.', NULL),
    (339, '2026-11-17', 'mejorado', 'POST /api/AgenciaViaje/RegistrarFacturaV2',
        'La misma referenciaExterna dos veces con facturar=false es REFERENCIA_DUPLICADA; un pago sin fechaPago es de hoy. totalCobrado y totalPagado del expediente son al tipo de cambio del dinero.', NULL),
    (340, '2026-11-17', 'mejorado', 'GET /api/Inventario/ExistenciasSeriesLotes',
        'Con soloConExistencia=false también se listan las series que salieron, con existencia 0.', NULL),
    (341, '2026-11-17', 'mejorado', 'POST /api/Inventario/Movimiento',
        'En otra moneda, total e importes son de ella; un lote que ya caducó entra con una advertencia. En POST /api/Inventario/Reempaque los centavos que sobran son de la última línea.', NULL),
    (342, '2026-11-17', 'mejorado', 'POST /api/Inventario/Conteo/{id}/Cerrar',
        'El ajuste es de la sucursal del almacén: otra sucursalId se rechaza. Los conteos abiertos que impiden cerrar un mes van en conteos, no entre los documentos.', NULL);
