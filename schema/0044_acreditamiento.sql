-- 0044: VAT that cannot be credited is cost. A concept says of what it is spent for whether its VAT is credited, a line may say another; what is stored of a tax is the share that is not,
-- as it was when the document was made. In the parts of a document it stands with what has no VAT (no_afecto): nothing of it moves when it is paid.
ALTER TABLE concepto
    ADD acreditamiento    text    NOT NULL DEFAULT 'Total',
    ADD pago_isr_retenido boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT ck_concepto__acreditamiento CHECK (acreditamiento IN ('Total', 'Proporcion', 'Ninguno'));
CALL vigilar('concepto', 'Concepto', 'concepto_id', 'clave');

ALTER TABLE partida_impuesto
    ADD no_acreditable numeric(5,4) NOT NULL DEFAULT 0,          -- of VAT, transferred or withheld: the share that is never credited
    ADD CONSTRAINT "ck_partida_impuesto__noAcreditable" CHECK (no_acreditable BETWEEN 0 AND 1 AND (impuesto = '002' OR no_acreditable = 0));
ALTER TABLE retencion
    ADD no_acreditable numeric(5,4) NOT NULL DEFAULT 0,          -- the same, of what is withheld: not even once it is remitted
    ADD CONSTRAINT "ck_retencion__noAcreditable" CHECK (no_acreditable BETWEEN 0 AND 1 AND (impuesto = '002' OR no_acreditable = 0));

-- Of a part of a document that has no VAT, what is VAT that cannot be credited: the document says how much VAT it has, and its parts how much of it can be.
CREATE FUNCTION iva_no_acreditable(p_no_afecto numeric, p_iva numeric, p_cubetas cubetas) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN p_iva > (p_cubetas).iva16 + (p_cubetas).iva8 AND (p_cubetas).no_afecto > 0
                THEN round(p_no_afecto * (p_iva - (p_cubetas).iva16 - (p_cubetas).iva8) / (p_cubetas).no_afecto, 2) ELSE 0 END;

-- What was withheld of ISR is remitted by concept, as VAT is: one for each account that it is owed in.
CREATE FUNCTION conceptos_isr_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, no_afecto, pago_isr_retenido, objetos)
    SELECT p_organizacion, c.clave, c.nombre, 'Egreso', a.cuenta_contable_id, '01', true, true, '{10,11}'
    FROM  (VALUES
        ('EG-PAGOISR-HON', 'Pago de ISR retenido por honorarios',    'ISR_RET_HONOR'),
        ('EG-PAGOISR-ARR', 'Pago de ISR retenido por arrendamiento', 'ISR_RET_ARREND'),
        ('EG-PAGOISR-OTR', 'Pago de otros ISR retenidos',            'ISR_RET_OTROS'))
        AS c (clave, nombre, cuenta)
    JOIN   cuenta_contable a ON a.organizacion_id = p_organizacion AND a.clave = c.cuenta
    ON CONFLICT DO NOTHING
$$;
-- Whatever concepts a new organization gets by now, and these.
ALTER FUNCTION conceptos_crear RENAME TO conceptos_sin_isr_crear;
CREATE FUNCTION conceptos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE sql SET search_path = gestor, public, pg_temp AS $$
    SELECT conceptos_sin_isr_crear(p_organizacion);
    SELECT conceptos_isr_crear(p_organizacion);
$$;
REVOKE EXECUTE ON FUNCTION conceptos_crear, conceptos_isr_crear FROM PUBLIC;
CALL en_cada_organizacion('conceptos_isr_crear');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (200, '2026-11-17', 'nuevo', 'POST /api/FacturaCompra',
        'Las partidas tienen acreditamiento (Total, Proporcion o Ninguno): el IVA que no se acredita es parte del costo o del gasto. Sin él, lo dice el concepto; Proporcion es el parámetro proporcionIvaAcreditable de la organización, el vigente al registrar. Igual en gastosSobreCompra, POST /api/GastosSobreCompra, POST /api/AgenciaViaje/RegistrarGasto y las partidas por concepto de POST /api/Bancos/EgresoAgregar. Lo que se debe al proveedor no cambia. Las consultas de facturas y de gastos sobre compra dicen ivaNoAcreditable.',
        NULL),
    (201, '2026-11-17', 'nuevo', 'GET /api/Bancos/ConceptosEgreso',
        'Los conceptos tienen acreditamiento y pagoIsrRetenido. Con los conceptos EG-PAGOISR-HON, EG-PAGOISR-ARR y EG-PAGOISR-OTR se entera el ISR retenido, cada uno el de su cuenta.',
        NULL);
