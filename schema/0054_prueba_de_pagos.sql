-- 0054: the change log of what a second trial of payments found.

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (246, '2026-11-17', 'corregido', 'POST /api/Bancos/EgresoAgregar',
        'Con un concepto que entera retenciones (pagoIvaRetenido, pagoIsrRetenido) no se entera más que lo retenido hasta la fecha del egreso y no enterado: lo que pase, si es menos de un peso, es gasto, porque la autoridad recibe pesos enteros; si es más, SALDO_INSUFICIENTE en partidas[].importeAbono. Un pago cuya retención ya se enteró no se cancela antes que el egreso que la enteró (TIENE_DOCUMENTOS_RELACIONADOS); igual los pagos en especie, compensaciones y trueques.',
        NULL),
    (247, '2026-11-17', 'corregido', 'POST /api/Bancos/EgresoAgregar',
        'Un documento en pesos que se paga o se cobra con otra moneda se convierte al tipo de cambio del dinero: el de su partida o aplicación ya no se exige, y si se envía es 1 o el del dinero; otro es RANGO. Antes la diferencia entre los dos se asentaba como pérdida o utilidad cambiaria. Igual en POST /api/Bancos/DepositoAgregar, POST /api/Bancos/DepositoAsignar y POST /api/Bancos/PagoNoMonetario.',
        'No envíe tipoCambio de un documento en pesos, o envíe el del depósito o egreso.'),
    (248, '2026-11-17', 'corregido', 'GET /api/Contabilidad/AnalisisIVARetenidoPorPagar',
        'subtotal, iva, isrRetenido y total son los de las partidas que retienen IVA, cada retención lo de las suyas; antes incluían lo que se pagó de partidas que no retienen, y el ISR estaba en un solo renglón. Igual la base de GET /api/Contabilidad/IVARetenidoPorPagar.',
        NULL),
    (249, '2026-11-17', 'corregido', 'POST /api/AgenciaViaje/RegistrarGasto',
        'El iva de cada proveedor se compara con su base: es de 16 % o de 8 %, al centavo, o cero, y de un concepto que cause IVA; si no, RANGO en proveedores[].iva. ivaRetenido no pasa de iva. Un gasto en una moneda extranjera que se paga con otra se convierte por el tipo de cambio de cada una.',
        NULL);
