-- 0061: what a settled route leaves in the books goes by concept, so that its accounts are the organization's to choose: what is missing is owed by the
-- salesperson, what is left over is other income. And the change log of loads, returns and settlements.
CREATE FUNCTION conceptos_ruta_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, no_afecto, objetos)
    SELECT p_organizacion, c.clave, c.nombre, c.tipo, a.cuenta_contable_id, '01', true, c.objetos::integer[]
    FROM  (VALUES
        ('IN-FALTANTE', 'Faltante de mercancía de ruta', 'Inventario', 'DEUDORES',       '{16}'),
        ('IN-SOBRANTE', 'Sobrante de mercancía de ruta', 'Inventario', 'OTROS_INGRESOS', '{16}'),
        ('EG-FALTANTE', 'Faltante de efectivo de ruta',  'Egreso',     'DEUDORES',       '{10,11}'),
        ('DP-SOBRANTE', 'Sobrante de efectivo de ruta',  'Deposito',   'OTROS_INGRESOS', '{8}')) AS c (clave, nombre, tipo, cuenta, objetos)
    JOIN   cuenta_contable a ON a.organizacion_id = p_organizacion AND a.clave = c.cuenta
    ON CONFLICT (organizacion_id, clave) DO NOTHING
$$;
ALTER FUNCTION conceptos_crear RENAME TO conceptos_sin_ruta_crear;
CREATE FUNCTION conceptos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT conceptos_sin_ruta_crear(p_organizacion);
    SELECT conceptos_ruta_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION conceptos_crear, conceptos_ruta_crear FROM PUBLIC;
CALL en_cada_organizacion('conceptos_ruta_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (284, '2026-11-17', 'nuevo', 'POST /api/Ruta/Carga',
        'Nueva operación, adicional a las publicadas: carga el camión de una ruta con un traspaso inmediato. La primera del día es la carga, las demás son recargas.', NULL),
    (285, '2026-11-17', 'nuevo', 'POST /api/Ruta/Devoluciones',
        'Nueva operación, adicional a las publicadas: registra lo que un camión regresa, contado, junto a lo que debía haber en ese momento. POST /api/Ruta/DevolucionAplicar/{id} lo traspasa a la sucursal y DELETE /api/Ruta/DevolucionCancelar/{id} la cancela mientras está pendiente.', NULL),
    (286, '2026-11-17', 'nuevo', 'POST /api/Ruta/Liquidaciones',
        'Nueva operación, adicional a las publicadas: liquida un día de una ruta, con lo que se espera de mercancía, envases y efectivo. Una por camión y día; DELETE /api/Ruta/LiquidacionCancelar/{id} la cancela mientras está pendiente.', NULL),
    (287, '2026-11-17', 'nuevo', 'POST /api/Ruta/LiquidacionValidar/{id}',
        'Valida la liquidación de una ruta con lo contado y lo entregado. Fuera de la tolerancia (toleranciaLiquidacion, o la de la sucursal si es mayor) y sin aceptarDiferencias contesta valido false y nada se asienta. Los gastos se asientan completos, sin acreditar su IVA. Lo que falta se carga al vendedor, lo que sobra es otro ingreso; los documentos de esa ruta y ese día ya no se aceptan, y sus depósitos ya no se cancelan.', NULL);
