-- 0008: what a new organization is born with, so that every operation is usable at once.
-- Only the operator's connection runs these (gestor organizacion crear); the server has no right to.

-- A branch with its folio series: the default letters of each document type plus a suffix that tells branches apart.
CREATE FUNCTION sucursal_crear(p_organizacion bigint, p_clave text, p_nombre text, p_codigo_postal text,
                               p_zona_horaria text DEFAULT 'America/Mexico_City', p_tasa_frontera boolean DEFAULT false,
                               p_sufijo text DEFAULT '') RETURNS bigint
    LANGUAGE plpgsql SET search_path = gestor, public, pg_temp AS $$
DECLARE
    nueva bigint;
BEGIN
    INSERT INTO sucursal (organizacion_id, clave, nombre, codigo_postal, zona_horaria, tasa_frontera)
    VALUES (p_organizacion, p_clave, p_nombre, p_codigo_postal, p_zona_horaria, p_tasa_frontera)
    RETURNING sucursal_id INTO nueva;

    INSERT INTO serie_folio (organizacion_id, sucursal_id, obj_id, serie)
    SELECT p_organizacion, nueva, obj_id, serie || p_sufijo FROM objeto ORDER BY obj_id;
    RETURN nueva;
END $$;

-- The chart of accounts: clave, codigo, nombre, naturaleza of the accounts postings use; their parents are made from the codes.
CREATE FUNCTION catalogo_cuentas_crear(p_organizacion bigint) RETURNS void
    LANGUAGE plpgsql SET search_path = gestor, public, pg_temp AS $$
BEGIN
    INSERT INTO cuenta_contable (organizacion_id, codigo, codigo_agrupador, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, codigo, codigo, nombre, naturaleza, 1, false
    FROM  (VALUES
        ('101', 'Caja', 'D'), ('102', 'Bancos', 'D'), ('105', 'Clientes', 'D'), ('107', 'Deudores diversos', 'D'),
        ('113', 'Impuestos a favor', 'D'), ('115', 'Inventario', 'D'), ('118', 'Impuestos acreditables pagados', 'D'),
        ('119', 'Impuestos acreditables por pagar', 'D'), ('120', 'Anticipo a proveedores', 'D'),
        ('201', 'Proveedores', 'A'), ('205', 'Acreedores diversos', 'A'), ('206', 'Anticipo de clientes', 'A'),
        ('208', 'Impuestos trasladados cobrados', 'A'), ('209', 'Impuestos trasladados no cobrados', 'A'),
        ('216', 'Impuestos retenidos', 'A'), ('217', 'Pagos realizados por cuenta de terceros', 'A'),
        ('304', 'Resultado de ejercicios anteriores', 'A'), ('401', 'Ingresos', 'A'),
        ('402', 'Devoluciones, descuentos o bonificaciones sobre ingresos', 'D'), ('501', 'Costo de venta y servicio', 'D'),
        ('503', 'Devoluciones, descuentos o bonificaciones sobre compras', 'A'), ('601', 'Gastos generales', 'D'),
        ('701', 'Gastos financieros', 'D'), ('702', 'Productos financieros', 'A'), ('703', 'Otros gastos', 'D'),
        ('704', 'Otros productos', 'A')) AS mayor (codigo, nombre, naturaleza);

    INSERT INTO cuenta_contable (organizacion_id, padre_id, codigo, codigo_agrupador, clave, nombre, naturaleza, nivel, detalle)
    SELECT p_organizacion, m.cuenta_contable_id, s.codigo, left(s.codigo, 6), s.clave, s.nombre, s.naturaleza, 2, true
    FROM  (VALUES
        ('CAJA',                 '101.01',    'Caja y efectivo',                                    'D'),
        ('BANCO',                '102.01',    'Bancos nacionales',                                  'D'),
        ('CLIENTES',             '105.01',    'Clientes nacionales',                                'D'),
        ('DEUDORES',             '107.01',    'Funcionarios y empleados',                           'D'),
        ('IVA_RET_A_FAVOR',      '113.01',    'IVA a favor',                                        'D'),
        ('ISR_RET_A_FAVOR',      '113.02',    'ISR a favor',                                        'D'),
        ('INVENTARIO',           '115.01',    'Inventario',                                         'D'),
        ('INV_TRANSITO',         '115.05',    'Mercancías en tránsito',                             'D'),
        ('IVA_ACREDITABLE',      '118.01',    'IVA acreditable pagado',                             'D'),
        ('IEPS_ACREDITABLE',     '118.03',    'IEPS acreditable pagado',                            'D'),
        ('IVA_POR_ACREDITAR',    '119.01',    'IVA pendiente de pago',                              'D'),
        ('IEPS_POR_ACREDITAR',   '119.03',    'IEPS pendiente de pago',                             'D'),
        ('ANTICIPO_PROVEEDORES', '120.01',    'Anticipo a proveedores nacional',                    'D'),
        ('PROVEEDORES',          '201.01',    'Proveedores nacionales',                             'A'),
        ('ACREEDORES',           '205.02',    'Acreedores diversos a corto plazo',                  'A'),
        ('POR_FACTURAR',         '205.06',    'Mercancía recibida no facturada',                    'A'),
        ('ANTICIPO_CLIENTES',    '206.01',    'Anticipo de cliente nacional',                       'A'),
        ('IVA_COBRADO',          '208.01',    'IVA trasladado cobrado',                             'A'),
        ('IEPS_COBRADO',         '208.02',    'IEPS trasladado cobrado',                            'A'),
        ('IVA_POR_COBRAR',       '209.01',    'IVA trasladado no cobrado',                          'A'),
        ('IEPS_POR_COBRAR',      '209.02',    'IEPS trasladado no cobrado',                         'A'),
        ('ISR_RET_ARREND',       '216.03',    'ISR retenido por arrendamiento',                     'A'),
        ('ISR_RET_HONOR',        '216.04',    'ISR retenido por servicios profesionales',           'A'),
        ('IVA_RET_PENDIENTE',    '216.10.10', 'IVA retenido pendiente',                             'A'),
        ('IVA_RET_POR_PAGAR',    '216.10.20', 'IVA retenido por pagar',                             'A'),
        ('TERCEROS',             '217.01',    'Pagos realizados por cuenta de terceros',            'A'),
        ('APERTURA',             '304.01',    'Saldos iniciales',                                   'A'),
        ('VENTAS_16',            '401.01',    'Ventas y servicios gravados a la tasa general',      'A'),
        ('VENTAS_8',             '401.01.08', 'Ventas y servicios gravados a la tasa de frontera',  'A'),
        ('VENTAS_0',             '401.04',    'Ventas y servicios gravados al 0 %',                 'A'),
        ('VENTAS_EXENTAS',       '401.07',    'Ventas y servicios exentos',                         'A'),
        ('VENTAS_NO_OBJETO',     '401.07.01', 'Ventas y servicios no objeto de impuesto',           'A'),
        ('DEV_VENTAS',           '402.01',    'Devoluciones y descuentos sobre ventas',             'D'),
        ('COSTO_VENTAS',         '501.01',    'Costo de venta',                                     'D'),
        ('DEV_COMPRAS',          '503.01',    'Devoluciones y descuentos sobre compras',            'A'),
        ('GASTO',                '601.84',    'Otros gastos generales',                             'D'),
        ('PERDIDA_CAMBIARIA',    '701.01',    'Pérdida cambiaria',                                  'D'),
        ('COMISION_BANCARIA',    '701.10',    'Comisiones bancarias',                               'D'),
        ('UTILIDAD_CAMBIARIA',   '702.01',    'Utilidad cambiaria',                                 'A'),
        ('AJUSTE_INVENTARIO',    '703.21',    'Otros gastos (merma y faltantes)',                   'D'),
        ('OTROS_INGRESOS',       '704.23',    'Otros ingresos',                                     'A')) AS s (clave, codigo, nombre, naturaleza)
    JOIN   cuenta_contable m ON m.organizacion_id = p_organizacion AND m.codigo = left(s.codigo, 3);
END $$;

-- Concepts: egress and expense, deposit, inventory, sale. tasa_iva null = exempt, or not affected when no_afecto.
CREATE FUNCTION conceptos_crear(p_organizacion bigint) RETURNS void
    LANGUAGE plpgsql SET search_path = gestor, public, pg_temp AS $$
BEGIN
    INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, tasa_iva, no_afecto,
                          tasa_iva_retenido, tasa_isr_retenido, tipo_retencion, pago_iva_retenido, objetos)
    SELECT p_organizacion, c.clave, c.nombre, c.tipo, a.cuenta_contable_id, CASE WHEN c.no_afecto THEN '01' ELSE '02' END,
           c.tasa_iva, c.no_afecto, c.ret_iva, c.ret_isr, c.retencion, c.clave = 'EG-PAGOIVA',
           CASE c.tipo WHEN 'Gasto' THEN '{10,11,14,15}' WHEN 'Egreso' THEN '{10,11}' WHEN 'Deposito' THEN '{8}'
                       WHEN 'Inventario' THEN '{16}' ELSE '{1,2,3,4,5,6,7,20,24}' END::integer[]
    FROM  (VALUES
        ('GA-GENERAL',  'Gasto general',                              'Gasto',      'GASTO',              0.16, false, 0,        0,      ''),
        ('GA-TASA0',    'Gasto tasa 0',                               'Gasto',      'GASTO',              0,    false, 0,        0,      ''),
        ('GA-EXENTO',   'Gasto exento',                               'Gasto',      'GASTO',              NULL, false, 0,        0,      ''),
        ('GA-HONOR',    'Honorarios',                                 'Gasto',      'GASTO',              0.16, false, 0.106667, 0.10,   'Honorarios'),
        ('GA-ARREND',   'Arrendamiento',                              'Gasto',      'GASTO',              0.16, false, 0.106667, 0.10,   'Arrendamiento'),
        ('GA-FLETES',   'Fletes',                                     'Gasto',      'GASTO',              0.16, false, 0.04,     0,      'Fletes'),
        ('GA-RESICO',   'RESICO',                                     'Gasto',      'GASTO',              0.16, false, 0,        0.0125, 'Otros'),
        ('EG-COMISION', 'Comisión bancaria',                          'Egreso',     'COMISION_BANCARIA',  0.16, false, 0,        0,      ''),
        ('EG-COMEXT',   'Comisión bancaria extranjera',               'Egreso',     'COMISION_BANCARIA',  NULL, true,  0,        0,      ''),
        ('EG-TRASPASO', 'Traspaso entre cuentas',                     'Egreso',     'BANCO',              NULL, true,  0,        0,      ''),
        ('EG-PRESTAMO', 'Préstamo',                                   'Egreso',     'DEUDORES',           NULL, true,  0,        0,      ''),
        ('EG-PAGOIVA',  'Pago de IVA retenido',                       'Egreso',     'IVA_RET_POR_PAGAR',  NULL, true,  0,        0,      ''),
        ('DP-DEVCOMEXT','Devolución de comisión bancaria extranjera', 'Deposito',   'COMISION_BANCARIA',  NULL, true,  0,        0,      ''),
        ('DP-OTROS',    'Otros ingresos',                             'Deposito',   'OTROS_INGRESOS',     0.16, false, 0,        0,      ''),
        ('DP-INTERES',  'Intereses ganados',                          'Deposito',   'OTROS_INGRESOS',     NULL, false, 0,        0,      ''),
        ('DP-TASA0',    'Ingreso tasa 0',                             'Deposito',   'OTROS_INGRESOS',     0,    false, 0,        0,      ''),
        ('DP-REEMBOLSO','Reembolso / préstamo',                       'Deposito',   'DEUDORES',           NULL, true,  0,        0,      ''),
        ('IN-INICIAL',  'Inventario inicial',                         'Inventario', 'APERTURA',           NULL, true,  0,        0,      ''),
        ('IN-MERMA',    'Merma',                                      'Inventario', 'AJUSTE_INVENTARIO',  NULL, true,  0,        0,      ''),
        ('IN-AJUSTE',   'Ajuste',                                     'Inventario', 'AJUSTE_INVENTARIO',  NULL, true,  0,        0,      ''),
        ('IN-CONSUMO',  'Consumo interno',                            'Inventario', 'GASTO',              NULL, true,  0,        0,      ''),
        ('IN-PRODUC',   'Producción',                                 'Inventario', 'INVENTARIO',         NULL, true,  0,        0,      ''),
        ('VE-GENERAL',  'Venta general',                              'Venta',      'VENTAS_16',          0.16, false, 0,        0,      ''),
        ('VE-SERVICIO', 'Servicios profesionales',                    'Venta',      'VENTAS_16',          0.16, false, 0.106667, 0.10,   'Honorarios'),
        ('VE-EXENTO',   'Servicio exento',                            'Venta',      'VENTAS_EXENTAS',     NULL, false, 0,        0,      ''))
        AS c (clave, nombre, tipo, cuenta, tasa_iva, no_afecto, ret_iva, ret_isr, retencion)
    JOIN   cuenta_contable a ON a.organizacion_id = p_organizacion AND a.clave = c.cuenta;
END $$;

-- Creates an organization and returns its id. p_fecha decides which fiscal years are open: its own and the one before.
CREATE FUNCTION organizacion_crear(p_nombre text, p_rfc text, p_regimen_fiscal text, p_codigo_postal text,
                                   p_zona_horaria text DEFAULT 'America/Mexico_City', p_fecha date DEFAULT current_date) RETURNS bigint
    LANGUAGE plpgsql SET search_path = gestor, public, pg_temp AS $$
DECLARE
    nueva  bigint := nextval(pg_get_serial_sequence('organizacion', 'organizacion_id'));
    matriz bigint;
BEGIN
    -- Forced row level security holds for the owner too, so the new tenant is the tenant of this transaction from here on.
    PERFORM set_config('gestor.organizacion', nueva::text, true);

    INSERT INTO organizacion (organizacion_id, nombre, rfc, regimen_fiscal, codigo_postal)
    VALUES (nueva, p_nombre, upper(p_rfc), p_regimen_fiscal, p_codigo_postal);
    INSERT INTO organizacion_moneda (organizacion_id, moneda_id, predeterminada) VALUES (nueva, 1, true), (nueva, 2, false);

    matriz := sucursal_crear(nueva, 'MATRIZ', 'Matriz', p_codigo_postal, p_zona_horaria);
    INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_cedis)
    VALUES (nueva, matriz, 'GENERAL', 'Almacén general', false), (nueva, matriz, 'CEDIS', 'Centro de distribución', true);

    PERFORM catalogo_cuentas_crear(nueva);
    PERFORM conceptos_crear(nueva);
    INSERT INTO periodo (organizacion_id, ejercicio, mes)
    SELECT nueva, ejercicio, mes
    FROM   generate_series(extract(year FROM p_fecha)::integer - 1, extract(year FROM p_fecha)::integer) ejercicio,
           generate_series(1, 12) mes;

    -- claveSAT keeps the code used before 2017 where there was one, else 99. "Por definir" moves no money.
    INSERT INTO forma_pago (organizacion_id, nombre, clave_sat33, clave_contabilidad_electronica, clave_sat, maneja_cheques, uso_deposito, uso_egreso)
    SELECT nueva, nombre, sat33, ce, sat, nombre = 'Cheque', sat33 <> '99', sat33 <> '99'
    FROM  (VALUES ('Efectivo', '01', '01', '01'), ('Cheque', '02', '02', '02'), ('Transferencia', '03', '03', '03'),
                  ('Tarjeta de crédito', '04', '04', '04'), ('Monedero electrónico', '05', '05', '05'),
                  ('Vales de despensa', '08', '08', '08'), ('Tarjeta de débito', '28', '04', '28'),
                  ('Tarjeta de servicios', '29', '04', '29'), ('Dación en pago', '12', '12', '99'),
                  ('Compensación', '17', '17', '99'), ('Aplicación de anticipos', '30', '99', '99'),
                  ('Intermediario pagos', '31', '99', '99'), ('Por definir', '99', '99', '99')) AS f (nombre, sat33, ce, sat);

    INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, sucursal_id, cuenta_contable_id)
    SELECT nueva, 'CAJA', 'Caja Matriz', 'Caja', matriz, cuenta_contable_id
    FROM   cuenta_contable WHERE organizacion_id = nueva AND clave = 'CAJA';

    INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad)
    VALUES (nueva, 'PZA', 'Pieza', 'pza', 'H87'), (nueva, 'SER', 'Servicio', 'serv', 'E48'), (nueva, 'KG', 'Kilogramo', 'kg', 'KGM'),
           (nueva, 'LT', 'Litro', 'l', 'LTR'), (nueva, 'MT', 'Metro', 'm', 'MTR'), (nueva, 'HR', 'Hora', 'h', 'HUR');

    INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc, regimen_fiscal, uso_cfdi, codigo_postal)
    VALUES (nueva, 'PUBLICO', 'Cliente', 'PUBLICO EN GENERAL', 'XAXX010101000', '616', 'S01', p_codigo_postal);
    RETURN nueva;
END $$;

REVOKE EXECUTE ON FUNCTION sucursal_crear, catalogo_cuentas_crear, conceptos_crear, organizacion_crear FROM PUBLIC;
