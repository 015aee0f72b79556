-- 0030: what the side that pays asks of the masters: how much a user may authorize, what kind of operation one has with a supplier, which line of a
-- bank statement a movement is.
ALTER TABLE usuario
    ADD limite_autorizacion numeric(19,2),                       -- in pesos, of each document; null = no limit
    ADD CONSTRAINT "ck_usuario__limiteAutorizacion" CHECK (limite_autorizacion >= 0);
GRANT SELECT (limite_autorizacion) ON usuario TO gestor_app;
CALL vigilar('usuario', 'Usuario', 'usuario_id', 'usuario', '{contrasena}',
    'NOT (current_user = ''gestor_seguridad'' AND (OLD.fallos, OLD.fallos_desde, OLD.bloqueado_hasta, OLD.contrasena)
          IS DISTINCT FROM (NEW.fallos, NEW.fallos_desde, NEW.bloqueado_hasta, NEW.contrasena))');

-- The keys of the informative return of operations with third parties (DIOT). The country of a foreign supplier is its residenciaFiscal.
ALTER TABLE contacto
    ADD tipo_operacion text NOT NULL DEFAULT '',
    ADD CONSTRAINT "ck_contacto__tipoOperacion" CHECK (tipo_operacion IN ('', '02', '03', '06', '07', '08', '85', '87'));
CALL vigilar('contacto', 'Contacto', 'contacto_id', 'codigo');

-- Which line of a bank statement a movement was reconciled with, when a file said so: the same file again finds it there. With the mark the line goes.
ALTER TABLE movimiento_banco
    ADD renglon_estado text NOT NULL DEFAULT '',                 -- date, reference, amount, and which of those that are alike
    ADD CONSTRAINT "ck_movimiento_banco__renglonEstado" CHECK (conciliado OR renglon_estado = '');
CREATE UNIQUE INDEX "uq_movimiento_banco__renglonEstado" ON movimiento_banco (organizacion_id, cuenta_id, renglon_estado) WHERE renglon_estado <> '';
GRANT UPDATE (renglon_estado) ON movimiento_banco TO gestor_app;
CALL vigilar('movimiento_banco', '', 'transaccion_id');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (135, '2026-11-16', 'nuevo', 'POST /api/Contactos',
        'Los contactos tienen tipoOperacion: la clave de la operación que se tiene con un proveedor, para la declaración informativa de operaciones con terceros.',
        NULL),
    (136, '2026-11-16', 'nuevo', 'GET /api/Bancos/SaldoCuentas',
        'Nuevo reporte del saldo de las cuentas de caja y banco en un rango de fechas; de una cuenta, con sus movimientos.',
        NULL),
    (137, '2026-11-16', 'nuevo', 'POST /api/Bancos/Conciliar',
        'Nueva operación que marca y desmarca los movimientos de una cuenta contra su estado de cuenta, y dice la diferencia y lo que falta.',
        NULL),
    (138, '2026-11-16', 'nuevo', 'GET /api/CuentasPorPagar/AntiguedadSaldos',
        'Nueva antigüedad de lo que se debe a cada proveedor, a una fecha.',
        NULL),
    (139, '2026-11-16', 'nuevo', 'GET /api/CuentasPorPagar/Global',
        'Nueva lista de los documentos por pagar, a una fecha, con el folio y la fecha del proveedor y sus totales.',
        NULL),
    (140, '2026-11-16', 'nuevo', 'GET /api/NotaDevolucionProveedor',
        'Nuevo reporte de las devoluciones a proveedores, con la compra de que vienen, sus partidas y sus totales.',
        NULL),
    (141, '2026-11-16', 'nuevo', 'GET /api/NotaCredito/Detallado',
        'Nuevo reporte de las notas de crédito línea por línea, de clientes o de proveedores, con sus totales.',
        NULL);
