-- 0040: accounting reports. Taxes by cash flow are read by the day an application was made or undone, and a document cancelled.
CREATE INDEX ix_aplicacion__fecha          ON aplicacion (organizacion_id, fecha);
CREATE INDEX "ix_aplicacion__fechaReversa" ON aplicacion (organizacion_id, fecha_reversa) WHERE fecha_reversa IS NOT NULL;
CREATE INDEX "ix_transaccion__fechaCancelacion" ON transaccion (organizacion_id, fecha_cancelacion) WHERE fecha_cancelacion IS NOT NULL;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (185, '2026-11-17', 'mejorado', NULL,
        'Donde se acepta fechaCorte se acepta también alDia, que es lo mismo. Los reportes de un solo resultado con una lista de registros contestan CSV con Accept: text/csv.', NULL),
    (186, '2026-11-17', 'corregido', 'GET /api/Contactos/Saldos',
        'A una fecha anterior, lo que un egreso gastó por concepto ya no cuenta como anticipo al proveedor. Igual en la antigüedad de saldos por pagar.', NULL);
UPDATE cambio SET proximo = false
WHERE  endpoint IN ('GET /api/Contabilidad/AnalisisIVARetenidoPorPagar', 'GET /api/Contabilidad/IVARetenidoPorPagar', 'GET /api/Contabilidad/IVAcobradoTasas',
                    'GET /api/Contabilidad/BalanzaComprobacion', 'GET /api/Contabilidad/EstadoCuenta', 'GET /api/Contabilidad/SaldosClientesProveedores');
