-- 0045: VAT paid at customs. The pedimento is its paper; it is owed to whoever paid it for us (the customs agent, as a landed cost is), pending until he is paid, and then creditable, in accounts of its own.
CREATE FUNCTION cuentas_importacion_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, s.codigo, s.clave, s.nombre, 'D', 2, true
    FROM  (VALUES
        ('IVA_IMPORTACION_ACREDITABLE',   '118.02', 'IVA acreditable de importación pagado'),
        ('IVA_IMPORTACION_POR_ACREDITAR', '119.02', 'IVA de importación pendiente de pago'))
        AS s (clave, codigo, nombre)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3)
    ON CONFLICT DO NOTHING
$$;
-- Whatever accounts a new organization gets by now, and these.
ALTER FUNCTION catalogo_cuentas_crear RENAME TO cuentas_sin_importacion_crear;
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT cuentas_sin_importacion_crear(p_organizacion);
    SELECT cuentas_importacion_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION catalogo_cuentas_crear, cuentas_importacion_crear FROM PUBLIC;
CALL en_cada_organizacion('cuentas_importacion_crear');

ALTER TABLE transaccion
    DROP CONSTRAINT ck_transaccion__origen,
    ADD CONSTRAINT ck_transaccion__origen CHECK (origen IN ('', 'Compra', 'Venta', 'Importacion'));  -- which of two types that share a number
ALTER TABLE compra
    ADD pedimento        text          NOT NULL DEFAULT '',      -- of VAT paid at customs: its paper,
    ADD base_importacion numeric(19,2) NOT NULL DEFAULT 0,       -- and what it was reckoned on
    ADD CONSTRAINT ck_compra__pedimento CHECK (pedimento ~ '^([0-9]{2}  [0-9]{2}  [0-9]{4}  [0-9]{7})?$' AND (pedimento <> '') = (base_importacion > 0));

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (202, '2026-11-17', 'nuevo', 'POST /api/GastosSobreCompra',
        'Con ivaImportacion {base, importe, pedimento} se registra el IVA que se pagó en la aduana: se debe a proveedorId (el agente aduanal que lo pagó por la empresa) y se acredita al pagarle, en las cuentas 119.02 y 118.02. Va solo: lo demás que cobra el agente es otro gasto, con su conceptoId e importe, que ahora son opcionales y se exigen cuando no hay ivaImportacion. Igual en gastosSobreCompra de POST /api/FacturaCompra; las consultas de gastos sobre compra dicen ivaImportacion.',
        NULL),
    (203, '2026-11-17', 'nuevo', 'POST /api/NotaRemision',
        'Una partida de una remisión de compra puede venir de una orden (transaccionIdOrigen y numeroPartidaOrigen): entra con su precio, si no se envía otro, y en su almacén, y la orden avanza; en partes, y con la tolerancia de las recepciones.',
        NULL);
