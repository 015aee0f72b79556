-- 0051: what will not be collected. A write-off lowers what is owed of a document; the taxes that were never collected stay where they wait, and are its own from then on, unless it cancels them.
INSERT INTO objeto (obj_id, clave, nombre, modulo, serie, estados, afecta_inventario, afecta_cxc, afecta_cxp, afecta_bancos) VALUES
    (31, 'CuentaIncobrable', 'Cuenta incobrable', 'Ventas', 'CI', '{Aplicado,Cancelado}', false, true, false, false);
-- Every branch numbers them, with the suffix of its other series.
CREATE FUNCTION series_incobrables_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO serie_folio (organizacion_id, sucursal_id, obj_id, serie)
    SELECT f.organizacion_id, f.sucursal_id, 31, 'CI' || substr(f.serie, 3)
    FROM   serie_folio f
    WHERE  f.organizacion_id = p_organizacion AND f.obj_id = 28 AND f.predeterminada
    ON CONFLICT DO NOTHING
$$;
CALL en_cada_organizacion('series_incobrables_crear');
DROP FUNCTION series_incobrables_crear;

CREATE FUNCTION cuentas_incobrables_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, '703.21.10', '703.21', 'CUENTAS_INCOBRABLES', 'Cuentas incobrables', 'D', m.nivel + 1, true
    FROM   cuenta_contable m WHERE m.organizacion_id = p_organizacion AND m.codigo = '703'
    ON CONFLICT DO NOTHING
$$;
-- Whatever accounts a new organization gets by now, and this one.
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_incobrables_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_incobrables_crear(p_organizacion);
    SELECT cuentas_incobrables_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_incobrables_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_incobrables_crear');

ALTER TABLE documento ADD cancela_iva boolean NOT NULL DEFAULT false;  -- of a write-off
CALL vigilar('documento', '', 'transaccion_id');

-- Incobrable: nobody will collect it. It brings nothing, so that it has no flujo.
ALTER TABLE aplicacion
    DROP CONSTRAINT ck_aplicacion__tipo,
    ADD CONSTRAINT ck_aplicacion__tipo CHECK (tipo IN ('Cobro', 'Pago', 'Devolucion', 'Traspaso', 'Heredado', 'Reembolso', 'Incobrable'));

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (235, '2026-11-17', 'nuevo', 'POST /api/CuentasPorCobrar/Incobrable',
        'Nueva operación, adicional a las publicadas: da por incobrable lo que se debe de un documento, o una parte, con su motivo. El IVA y el IEPS que no se cobraron siguen pendientes; con cancelaIva se cancelan, y la pérdida es lo demás.', NULL),
    (236, '2026-11-17', 'nuevo', 'DELETE /api/CuentasPorCobrar/Incobrable/{id}',
        'Nueva operación, adicional a las publicadas: cancela una cuenta incobrable, y lo que se debía se vuelve a deber: si el cliente paga después, se cancela y se cobra.', NULL),
    (237, '2026-11-17', 'nuevo', 'GET /api/CuentasPorCobrar/Incobrables',
        'Nueva operación, adicional a las publicadas: lista las cuentas incobrables, con su documento, su motivo y lo que se perdió. GET /api/CuentasPorCobrar/Incobrables/{id} obtiene una.', NULL),
    (238, '2026-11-17', 'mejorado', 'GET /api/RegistroVenta',
        'Los cobros de un documento incluyen lo que se dio por incobrable, y documentosRelacionados lo dice con la relación Incobrable. Lo que tiene una cuenta incobrable no se cancela, devuelve, acredita ni factura: antes se cancela ella.', NULL);
