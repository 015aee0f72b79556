-- 0081: the notes of a document are settled again when what had paid it before them is reversed. What each then takes of its document more, or less below 0, is a row of the note: Reclasificacion.
-- `flujo` is what its credit pays of the document, `declarado` what it gives back of what had been declared, `fuente_pesos` what goes out of the note; any of them may be below 0.
ALTER TABLE aplicacion
    ADD declarado cubetas,
    DROP CONSTRAINT ck_aplicacion__tipo,
    ADD CONSTRAINT ck_aplicacion__tipo CHECK (tipo IN ('Cobro', 'Pago', 'Devolucion', 'Traspaso', 'Heredado', 'Reembolso', 'Incobrable', 'Reclasificacion')),
    DROP CONSTRAINT ck_aplicacion__importe,
    ADD CONSTRAINT ck_aplicacion__importe CHECK (CASE tipo WHEN 'Reclasificacion' THEN importe_fuente = importe_destino ELSE importe_fuente > 0 AND importe_destino > 0 END),
    DROP CONSTRAINT ck_aplicacion__pesos,
    ADD CONSTRAINT ck_aplicacion__pesos CHECK (CASE WHEN tipo IN ('Cobro', 'Pago', 'Reembolso') THEN (pesos IS DISTINCT FROM NULL) = (flujo IS DISTINCT FROM NULL)
                                                    ELSE (flujo IS DISTINCT FROM NULL) = (tipo = 'Reclasificacion') END),
    DROP CONSTRAINT ck_aplicacion__partes,
    ADD CONSTRAINT ck_aplicacion__partes CHECK (tipo = 'Reclasificacion' OR (least(base16, iva16, base8, iva8, base0, exento, no_afecto, ieps, iva_ret, isr_ret) >= 0
        AND cubetas_bien(pesos) AND cubetas_bien(flujo) AND cubetas_bien(fuente_pesos))) NOT VALID,
    ADD CONSTRAINT ck_aplicacion__declarado CHECK (CASE tipo WHEN 'Reclasificacion' THEN pesos IS NOT NULL AND flujo IS NOT NULL AND declarado IS NOT NULL AND fuente_pesos IS NOT NULL
                                                             ELSE declarado IS NOT DISTINCT FROM NULL END);
GRANT INSERT (declarado) ON aplicacion TO gestor_app;

-- When a note was registered: the stretch of its document until then (aplicacion.tramo of what was applied before it is no later).
ALTER TABLE documento ADD tramo_origen integer;
CALL vigilar('documento', '', 'transaccion_id');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (401, '2026-11-18', 'corregido', 'DELETE /api/Bancos/DepositoCancelar/{id}',
        'Al cancelar un depósito o un egreso, o quitar una asignación, de un documento con devoluciones o notas de crédito posteriores, éstas se liquidan de nuevo: lo que ya no está pagado deja de ser crédito y baja la deuda, y su IVA vuelve a quedar pendiente, con una póliza de Diario de la nota. Antes quedaba IVA cobrado o acreditable sin dinero que lo respaldara. Igual al cancelar una nota anterior.',
        NULL),
    (402, '2026-11-18', 'mejorado', 'DELETE /api/Bancos/AsignacionCancelar/{id}/{documentoId}',
        'También quita lo que se asignó de un depósito o de un egreso: vuelve a importePorAsignar, y el documento recupera su saldo con su IVA, sin tocar la conciliación. Lo que un egreso pagó según una solicitud de pago se quita cancelando el egreso.',
        NULL),
    (403, '2026-11-18', 'corregido', 'POST /api/Bancos/DepositoAsignar',
        'Un depósito, anticipo o crédito que se quitó de un documento no se asigna a otro con fecha de los días en que todavía estaba asignado: RANGO en fecha. Igual con POST /api/Bancos/EgresoAgregar y con lo que se reembolsa.',
        NULL);
