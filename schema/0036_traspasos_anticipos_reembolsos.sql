-- 0036: money between own accounts, advances to suppliers, and what is given back. A transfer is an egress and a deposit that point at each other; what leaves one account is in TRASPASOS until the other has it.
CREATE FUNCTION cuentas_traspaso_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, '102.01.90', '102.01', 'TRASPASOS', 'Traspasos entre cuentas propias', 'D', 2, true
    FROM   cuenta_contable m WHERE m.organizacion_id = p_organizacion AND m.codigo = '102'
    ON CONFLICT DO NOTHING
$$;
-- Whatever accounts a new organization gets by now, and this one.
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_traspaso_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_traspaso_crear(p_organizacion);
    SELECT cuentas_traspaso_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_traspaso_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_traspaso_crear');

-- A transfer is no form of payment.
ALTER TABLE movimiento_banco
    ALTER forma_pago_id DROP NOT NULL,
    DROP CONSTRAINT ck_movimiento_banco__tipo,
    ADD CONSTRAINT ck_movimiento_banco__tipo CHECK (tipo IN ('', 'Cobranza', 'Anticipo', 'Concepto', 'Ruta', 'Traspaso')),
    ADD CONSTRAINT "ck_movimiento_banco__formaPagoId" CHECK ((forma_pago_id IS NULL) = (tipo = 'Traspaso'));

-- Reembolso: money gives back what was in favour. Its parts are those of what is given back, flujo what that is worth at the rate of the money.
ALTER TABLE aplicacion
    DROP CONSTRAINT ck_aplicacion__tipo,
    ADD CONSTRAINT ck_aplicacion__tipo CHECK (tipo IN ('Cobro', 'Pago', 'Devolucion', 'Traspaso', 'Heredado', 'Reembolso')),
    DROP CONSTRAINT ck_aplicacion__pesos,
    ADD CONSTRAINT ck_aplicacion__pesos CHECK (CASE WHEN tipo IN ('Cobro', 'Pago', 'Reembolso') THEN (pesos IS DISTINCT FROM NULL) = (flujo IS DISTINCT FROM NULL)
                                                    ELSE flujo IS NOT DISTINCT FROM NULL END);

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (165, '2026-11-16', 'nuevo', 'POST /api/Bancos/Traspaso',
        'Nueva operación, adicional a las publicadas: traspasa dinero entre cuentas propias, también de dos monedas. Son un egreso y un depósito enlazados; cancelar uno cancela el otro.',
        NULL),
    (166, '2026-11-16', 'nuevo', 'POST /api/Bancos/AnticipoProveedorAgregar',
        'Nueva operación, adicional a las publicadas: registra un anticipo a proveedor. Se aplica con POST /api/Bancos/EgresoAgregar (transaccionId) y se cancela, mientras no se use, con DELETE /api/Bancos/EgresoCancelar/{id}.',
        NULL),
    (167, '2026-11-16', 'mejorado', 'POST /api/Bancos/EgresoAgregar',
        'Una partida puede reembolsar lo que un cliente tiene a favor: transaccionIdCompra es su depósito, anticipo, nota de crédito o devolución.',
        NULL),
    (168, '2026-11-16', 'mejorado', 'POST /api/Bancos/DepositoAgregar',
        'Una aplicación puede ser el reembolso de un proveedor: transaccionId es el anticipo, crédito o devolución que se le tenía a favor. Igual en POST /api/Bancos/DepositoAsignar.',
        NULL);
