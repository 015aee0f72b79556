-- 0003: what is the same for every organization: the tax authority's catalogs, currencies, banks, document types.
-- The rows are facts, generated from phpcfdi/resources-sat-catalogs 10.14.20260806 (public domain). Global and read-only
-- for the server: no organizacion_id, no row level security. c_ClaveProdServ and c_ClaveUnidad carry the common keys.

-- c_FormaPago: how one pays
CREATE TABLE sat_forma_pago (
    clave       text    PRIMARY KEY,
    nombre      text    NOT NULL,
    bancarizado boolean NOT NULL
);
INSERT INTO sat_forma_pago VALUES
    ('01', 'Efectivo'                           , false),
    ('02', 'Cheque nominativo'                  , true),
    ('03', 'Transferencia electrónica de fondos', true),
    ('04', 'Tarjeta de crédito'                 , true),
    ('05', 'Monedero electrónico'               , true),
    ('06', 'Dinero electrónico'                 , true),
    ('08', 'Vales de despensa'                  , false),
    ('12', 'Dación en pago'                     , false),
    ('13', 'Pago por subrogación'               , false),
    ('14', 'Pago por consignación'              , false),
    ('15', 'Condonación'                        , false),
    ('17', 'Compensación'                       , false),
    ('23', 'Novación'                           , false),
    ('24', 'Confusión'                          , false),
    ('25', 'Remisión de deuda'                  , false),
    ('26', 'Prescripción o caducidad'           , false),
    ('27', 'A satisfacción del acreedor'        , false),
    ('28', 'Tarjeta de débito'                  , true),
    ('29', 'Tarjeta de servicios'               , true),
    ('30', 'Aplicación de anticipos'            , false),
    ('31', 'Intermediario pagos'                , false),
    ('99', 'Por definir'                        , false);

-- c_MetodoPago: when one pays
CREATE TABLE sat_metodo_pago (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_metodo_pago VALUES
    ('PUE', 'Pago en una sola exhibición'),
    ('PPD', 'Pago en parcialidades o diferido');

-- c_TipoDeComprobante
CREATE TABLE sat_tipo_comprobante (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_tipo_comprobante VALUES
    ('I', 'Ingreso'),
    ('E', 'Egreso'),
    ('T', 'Traslado'),
    ('N', 'Nómina'),
    ('P', 'Pago');

-- c_Impuesto
CREATE TABLE sat_impuesto (
    clave     text    PRIMARY KEY,
    nombre    text    NOT NULL,
    traslado  boolean NOT NULL,
    retencion boolean NOT NULL
);
INSERT INTO sat_impuesto VALUES
    ('001', 'ISR' , false, true),
    ('002', 'IVA' , true , true),
    ('003', 'IEPS', true , true);

-- c_ObjetoImp: is the line taxed?
CREATE TABLE sat_objeto_impuesto (
    clave  text PRIMARY KEY,
    nombre text NOT NULL,
    desde  date NOT NULL
);
INSERT INTO sat_objeto_impuesto VALUES
    ('01', 'No objeto de impuesto.'                           , '2022-01-01'),
    ('02', 'Sí objeto de impuesto.'                           , '2022-01-01'),
    ('03', 'Sí objeto del impuesto y no obligado al desglose.', '2022-01-01'),
    ('04', 'Sí objeto del impuesto y no causa impuesto.'      , '2022-10-07'),
    ('05', 'Sí objeto del impuesto, IVA crédito PODEBI.'      , '2023-12-06'),
    ('06', 'Sí objeto del IVA, No traslado IVA.'              , '2024-12-13'),
    ('07', 'No traslado del IVA, Sí desglose IEPS.'           , '2024-12-13'),
    ('08', 'No traslado del IVA, No desglose IEPS.'           , '2024-12-13');

-- c_TasaOCuota: the allow-list of rates. IVA 0.08 is the border rate ("IVA Crédito aplicado del 50%" in the catalog)
CREATE TABLE sat_tasa_cuota (
    impuesto  text          NOT NULL,
    factor    text          NOT NULL,
    tipo      text          NOT NULL,                            -- Fijo: maximo is the rate; Rango: anything between
    minimo    numeric(19,6),
    maximo    numeric(19,6) NOT NULL,
    traslado  boolean       NOT NULL,
    retencion boolean       NOT NULL,
    desde     date          NOT NULL,
    CONSTRAINT pk_sat_tasa_cuota PRIMARY KEY (impuesto, factor, tipo, maximo)
);
INSERT INTO sat_tasa_cuota VALUES
    ('002', 'Tasa' , 'Fijo' , NULL    , 0.000000 , true , false, '2022-01-01'),
    ('002', 'Tasa' , 'Fijo' , NULL    , 0.160000 , true , false, '2022-01-01'),
    ('002', 'Tasa' , 'Rango', 0.000000, 0.160000 , false, true , '2022-01-01'),
    ('002', 'Tasa' , 'Fijo' , NULL    , 0.080000 , true , false, '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.265000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.300000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.530000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.500000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 1.600000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.304000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.250000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.090000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.080000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.070000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.060000 , true , true , '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.030000 , true , false, '2022-01-01'),
    ('003', 'Tasa' , 'Fijo' , NULL    , 0.000000 , true , false, '2022-01-01'),
    ('003', 'Cuota', 'Rango', 0.000000, 72.160500, true , true , '2026-01-01'),
    ('001', 'Tasa' , 'Rango', 0.000000, 0.350000 , false, true , '2022-01-01');

-- c_RegimenFiscal
CREATE TABLE sat_regimen_fiscal (
    clave  text    PRIMARY KEY,
    nombre text    NOT NULL,
    fisica boolean NOT NULL,
    moral  boolean NOT NULL
);
INSERT INTO sat_regimen_fiscal VALUES
    ('601', 'General de Ley Personas Morales'                                                           , false, true),
    ('603', 'Personas Morales con Fines no Lucrativos'                                                  , false, true),
    ('605', 'Sueldos y Salarios e Ingresos Asimilados a Salarios'                                       , true , false),
    ('606', 'Arrendamiento'                                                                             , true , false),
    ('607', 'Régimen de Enajenación o Adquisición de Bienes'                                            , true , false),
    ('608', 'Demás ingresos'                                                                            , true , false),
    ('610', 'Residentes en el Extranjero sin Establecimiento Permanente en México'                      , true , true),
    ('611', 'Ingresos por Dividendos (socios y accionistas)'                                            , true , false),
    ('612', 'Personas Físicas con Actividades Empresariales y Profesionales'                            , true , false),
    ('614', 'Ingresos por intereses'                                                                    , true , false),
    ('615', 'Régimen de los ingresos por obtención de premios'                                          , true , false),
    ('616', 'Sin obligaciones fiscales'                                                                 , true , false),
    ('620', 'Sociedades Cooperativas de Producción que optan por diferir sus ingresos'                  , false, true),
    ('621', 'Incorporación Fiscal'                                                                      , true , false),
    ('622', 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras'                                  , false, true),
    ('623', 'Opcional para Grupos de Sociedades'                                                        , false, true),
    ('624', 'Coordinados'                                                                               , false, true),
    ('625', 'Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas', true , false),
    ('626', 'Régimen Simplificado de Confianza'                                                         , true , true);

-- c_UsoCFDI
CREATE TABLE sat_uso_cfdi (
    clave     text    PRIMARY KEY,
    nombre    text    NOT NULL,
    fisica    boolean NOT NULL,
    moral     boolean NOT NULL,
    regimenes text[]  NOT NULL                                   -- regimes of the receiver that may use it
);
INSERT INTO sat_uso_cfdi VALUES
    ('G01' , 'Adquisición de mercancías.'                                                           , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('G02' , 'Devoluciones, descuentos o bonificaciones.'                                           , true, true , '{601,603,606,612,616,620,621,622,623,624,625,626}'),
    ('G03' , 'Gastos en general.'                                                                   , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I01' , 'Construcciones.'                                                                      , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I02' , 'Mobiliario y equipo de oficina por inversiones.'                                      , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I03' , 'Equipo de transporte.'                                                                , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I04' , 'Equipo de computo y accesorios.'                                                      , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I05' , 'Dados, troqueles, moldes, matrices y herramental.'                                    , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I06' , 'Comunicaciones telefónicas.'                                                          , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I07' , 'Comunicaciones satelitales.'                                                          , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('I08' , 'Otra maquinaria y equipo.'                                                            , true, true , '{601,603,606,612,620,621,622,623,624,625,626}'),
    ('D01' , 'Honorarios médicos, dentales y gastos hospitalarios.'                                 , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D02' , 'Gastos médicos por incapacidad o discapacidad.'                                       , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D03' , 'Gastos funerales.'                                                                    , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D04' , 'Donativos.'                                                                           , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D05' , 'Intereses reales efectivamente pagados por créditos hipotecarios (casa habitación).'  , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D06' , 'Aportaciones voluntarias al SAR.'                                                     , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D07' , 'Primas por seguros de gastos médicos.'                                                , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D08' , 'Gastos de transportación escolar obligatoria.'                                        , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D09' , 'Depósitos en cuentas para el ahorro, primas que tengan como base planes de pensiones.', true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('D10' , 'Pagos por servicios educativos (colegiaturas).'                                       , true, false, '{605,606,608,611,612,614,607,615,625}'),
    ('S01' , 'Sin efectos fiscales.'                                                                , true, true , '{601,603,605,606,608,610,611,612,614,616,620,621,622,623,624,607,615,625,626}'),
    ('CP01', 'Pagos'                                                                                , true, true , '{601,603,605,606,608,610,611,612,614,616,620,621,622,623,624,607,615,625,626}'),
    ('CN01', 'Nómina'                                                                               , true, false, '{605}');

-- c_TipoRelacion
CREATE TABLE sat_tipo_relacion (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_tipo_relacion VALUES
    ('01', 'Nota de crédito de los documentos relacionados'),
    ('02', 'Nota de débito de los documentos relacionados'),
    ('03', 'Devolución de mercancía sobre facturas o traslados previos'),
    ('04', 'Sustitución de los CFDI previos'),
    ('05', 'Traslados de mercancías facturados previamente'),
    ('06', 'Factura generada por los traslados previos'),
    ('07', 'CFDI por aplicación de anticipo');

-- c_Exportacion
CREATE TABLE sat_exportacion (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_exportacion VALUES
    ('01', 'No aplica'),
    ('02', 'Definitiva con clave A1'),
    ('03', 'Temporal'),
    ('04', 'Definitiva con clave distinta a A1 o cuando no existe enajenación en términos del CFF');

-- c_Periodicidad
CREATE TABLE sat_periodicidad (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_periodicidad VALUES
    ('01', 'Diario'),
    ('02', 'Semanal'),
    ('03', 'Quincenal'),
    ('04', 'Mensual'),
    ('05', 'Bimestral');

-- c_Meses
CREATE TABLE sat_meses (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_meses VALUES
    ('01', 'Enero'),
    ('02', 'Febrero'),
    ('03', 'Marzo'),
    ('04', 'Abril'),
    ('05', 'Mayo'),
    ('06', 'Junio'),
    ('07', 'Julio'),
    ('08', 'Agosto'),
    ('09', 'Septiembre'),
    ('10', 'Octubre'),
    ('11', 'Noviembre'),
    ('12', 'Diciembre'),
    ('13', 'Enero-Febrero'),
    ('14', 'Marzo-Abril'),
    ('15', 'Mayo-Junio'),
    ('16', 'Julio-Agosto'),
    ('17', 'Septiembre-Octubre'),
    ('18', 'Noviembre-Diciembre');

-- c_MotivoCancelacion: 01 needs the UUID that replaces it
CREATE TABLE sat_motivo_cancelacion (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_motivo_cancelacion VALUES
    ('01', 'Comprobante emitido con errores con relación'),
    ('02', 'Comprobante emitido con errores sin relación'),
    ('03', 'No se llevó a cabo la operación'),
    ('04', 'Operación nominativa relacionada en una factura global');

-- Payment methods of electronic accounting (Anexo 24)
CREATE TABLE sat_forma_contabilidad (
    clave  text PRIMARY KEY,
    nombre text NOT NULL
);
INSERT INTO sat_forma_contabilidad VALUES
    ('01', 'Efectivo'),
    ('02', 'Cheque'),
    ('03', 'Transferencia'),
    ('04', 'Tarjetas de crédito'),
    ('05', 'Monederos electrónicos'),
    ('06', 'Dinero electrónico'),
    ('07', 'Tarjetas digitales'),
    ('08', 'Vales de despensa'),
    ('09', 'Bienes'),
    ('10', 'Servicio'),
    ('11', 'Por cuenta de tercero'),
    ('12', 'Dación en pago'),
    ('13', 'Pago por subrogación'),
    ('14', 'Pago por consignación'),
    ('15', 'Condonación'),
    ('16', 'Cancelación'),
    ('17', 'Compensación'),
    ('98', 'NA'),
    ('99', 'Otros');

-- c_ClaveUnidad, the common ones of 2,418
CREATE TABLE sat_clave_unidad (
    clave   text PRIMARY KEY,
    nombre  text NOT NULL,
    simbolo text NOT NULL
);
INSERT INTO sat_clave_unidad VALUES
    ('H87', 'Pieza'                      , ''),
    ('E48', 'Unidad de servicio'         , ''),
    ('ACT', 'Actividad'                  , ''),
    ('E51', 'Trabajo'                    , ''),
    ('E54', 'Viaje'                      , ''),
    ('A9' , 'Tarifa'                     , ''),
    ('C62', 'Uno'                        , '1'),
    ('EA' , 'Elemento'                   , ''),
    ('XUN', 'Unidad'                     , ''),
    ('KGM', 'Kilogramo'                  , 'kg'),
    ('GRM', 'Gramo'                      , 'g'),
    ('TNE', 'Tonelada (tonelada métrica)', 't'),
    ('LTR', 'Litro'                      , 'l'),
    ('MLT', 'Mililitro'                  , 'ml'),
    ('MTR', 'Metro'                      , 'm'),
    ('MTK', 'Metro cuadrado'             , 'm²'),
    ('MTQ', 'Metro cúbico'               , 'm³'),
    ('HUR', 'Hora'                       , 'h'),
    ('DAY', 'Día'                        , 'd'),
    ('MON', 'Mes'                        , 'mo'),
    ('MIN', 'Minuto [unidad de tiempo]'  , 'min'),
    ('KT' , 'Kit'                        , ''),
    ('SET', 'Conjunto'                   , ''),
    ('PR' , 'Par'                        , ''),
    ('DPC', 'Docenas de piezas'          , ''),
    ('XBX', 'Caja'                       , ''),
    ('XPK', 'Paquete'                    , ''),
    ('XPX', 'Pallet'                     , ''),
    ('XSA', 'Saco'                       , ''),
    ('XCR', 'Cajón'                      , ''),
    ('XCT', 'Cartón'                     , ''),
    ('XBJ', 'Cubeta'                     , ''),
    ('XKI', 'Kit (Conjunto de piezas)'   , ''),
    ('XLT', 'Lote'                       , ''),
    ('5B' , 'Batch'                      , ''),
    ('KWH', 'Kilowatt hora'              , 'kW·h'),
    ('ZZ' , 'Mutuamente definido'        , '');

-- c_ClaveProdServ, the common ones of 52,514
CREATE TABLE sat_clave_prod_serv (
    clave             text    PRIMARY KEY,
    nombre            text    NOT NULL,
    estimulo_frontera boolean NOT NULL                           -- 01 in the catalog: the border rate may apply
);
INSERT INTO sat_clave_prod_serv VALUES
    ('01010101', 'No existe en el catálogo'                                      , false),
    ('26101700', 'Accesorios y componentes de motor'                             , true),
    ('27112000', 'Herramientas manuales de jardinería, agricultura y forestación', true),
    ('30161700', 'Suelos'                                                        , true),
    ('31162800', 'Ferretería en general'                                         , true),
    ('39101600', 'Lámparas y bombillas'                                          , true),
    ('43211500', 'Computadores'                                                  , true),
    ('44121600', 'Suministros de escritorio'                                     , true),
    ('50161800', 'Productos de confitería'                                       , true),
    ('50192100', 'Botanas'                                                       , true),
    ('50202301', 'Agua'                                                          , true),
    ('53131600', 'Baño y cuerpo'                                                 , true),
    ('72101500', 'Servicios de apoyo para la construcción'                       , true),
    ('72102900', 'Servicios de mantenimiento y reparación de instalaciones'      , true),
    ('78101800', 'Transporte de carga por carretera'                             , true),
    ('78111502', 'Viajes en aviones comerciales'                                 , true),
    ('80131500', 'Alquiler y arrendamiento de propiedades o edificaciones'       , true),
    ('80141600', 'Actividades de ventas y promoción de negocios'                 , true),
    ('81101700', 'Ingeniería eléctrica y electrónica'                            , true),
    ('81111500', 'Ingeniería de software o hardware'                             , true),
    ('81112200', 'Mantenimiento y soporte de software'                           , true),
    ('84111506', 'Servicios de facturación'                                      , true),
    ('86121500', 'Escuelas preescolares, primarias y secundarias'                , true),
    ('86121600', 'Bachillerato o profesional técnico'                            , true),
    ('86121700', 'Universidades y politécnicos'                                  , true),
    ('90111501', 'Hoteles'                                                       , true),
    ('90121502', 'Agencias de viajes'                                            , true);

-- c_Moneda, all of it. moneda_id is ours and fixed: 1 = MXN, 2 = USD, 3 = EUR
CREATE TABLE moneda (
    moneda_id integer PRIMARY KEY,
    clave     text    NOT NULL CONSTRAINT uq_moneda__clave UNIQUE,
    nombre    text    NOT NULL,
    simbolo   text    NOT NULL,
    decimales integer NOT NULL
);
INSERT INTO moneda VALUES
    (1  , 'MXN', 'Peso Mexicano'                                                                , '$'  , 2),
    (2  , 'USD', 'Dólar americano'                                                              , 'US$', 2),
    (3  , 'EUR', 'Euro'                                                                         , '€'  , 2),
    (4  , 'CAD', 'Dólar Canadiense'                                                             , 'CA$', 2),
    (5  , 'GBP', 'Libra Esterlina'                                                              , '£'  , 2),
    (6  , 'JPY', 'Yen'                                                                          , '¥'  , 0),
    (7  , 'MXV', 'México Unidad de Inversión (UDI)'                                             , ''   , 2),
    (8  , 'XXX', 'Los códigos asignados para las transacciones en que intervenga ninguna moneda', ''   , 0),
    (9  , 'AED', 'Dirham de EAU'                                                                , ''   , 2),
    (10 , 'AFN', 'Afghani'                                                                      , ''   , 2),
    (11 , 'ALL', 'Lek'                                                                          , ''   , 2),
    (12 , 'AMD', 'Dram armenio'                                                                 , ''   , 2),
    (13 , 'ANG', 'Florín antillano neerlandés'                                                  , ''   , 2),
    (14 , 'AOA', 'Kwanza'                                                                       , ''   , 2),
    (15 , 'ARS', 'Peso Argentino'                                                               , ''   , 2),
    (16 , 'AUD', 'Dólar Australiano'                                                            , ''   , 2),
    (17 , 'AWG', 'Aruba Florin'                                                                 , ''   , 2),
    (18 , 'AZN', 'Azerbaijanian Manat'                                                          , ''   , 2),
    (19 , 'BAM', 'Convertibles marca'                                                           , ''   , 2),
    (20 , 'BBD', 'Dólar de Barbados'                                                            , ''   , 2),
    (21 , 'BDT', 'Taka'                                                                         , ''   , 2),
    (22 , 'BGN', 'Lev búlgaro'                                                                  , ''   , 2),
    (23 , 'BHD', 'Dinar de Bahrein'                                                             , ''   , 3),
    (24 , 'BIF', 'Burundi Franc'                                                                , ''   , 0),
    (25 , 'BMD', 'Dólar de Bermudas'                                                            , ''   , 2),
    (26 , 'BND', 'Dólar de Brunei'                                                              , ''   , 2),
    (27 , 'BOB', 'Boliviano'                                                                    , ''   , 2),
    (28 , 'BOV', 'Mvdol'                                                                        , ''   , 2),
    (29 , 'BRL', 'Real brasileño'                                                               , ''   , 2),
    (30 , 'BSD', 'Dólar de las Bahamas'                                                         , ''   , 2),
    (31 , 'BTN', 'Ngultrum'                                                                     , ''   , 2),
    (32 , 'BWP', 'Pula'                                                                         , ''   , 2),
    (33 , 'BYR', 'Rublo bielorruso'                                                             , ''   , 0),
    (34 , 'BZD', 'Dólar de Belice'                                                              , ''   , 2),
    (35 , 'CDF', 'Franco congoleño'                                                             , ''   , 2),
    (36 , 'CHE', 'WIR Euro'                                                                     , ''   , 2),
    (37 , 'CHF', 'Franco Suizo'                                                                 , ''   , 2),
    (38 , 'CHW', 'Franc WIR'                                                                    , ''   , 2),
    (39 , 'CLF', 'Unidad de Fomento'                                                            , ''   , 4),
    (40 , 'CLP', 'Peso chileno'                                                                 , ''   , 0),
    (41 , 'CNH', 'Yuan extracontinental (China )'                                               , ''   , 2),
    (42 , 'CNY', 'Yuan Renminbi'                                                                , ''   , 2),
    (43 , 'COP', 'Peso Colombiano'                                                              , ''   , 2),
    (44 , 'COU', 'Unidad de Valor real'                                                         , ''   , 2),
    (45 , 'CRC', 'Colón costarricense'                                                          , ''   , 2),
    (46 , 'CUC', 'Peso Convertible'                                                             , ''   , 2),
    (47 , 'CUP', 'Peso Cubano'                                                                  , ''   , 2),
    (48 , 'CVE', 'Cabo Verde Escudo'                                                            , ''   , 2),
    (49 , 'CZK', 'Corona checa'                                                                 , ''   , 2),
    (50 , 'DJF', 'Franco de Djibouti'                                                           , ''   , 0),
    (51 , 'DKK', 'Corona danesa'                                                                , ''   , 2),
    (52 , 'DOP', 'Peso Dominicano'                                                              , ''   , 2),
    (53 , 'DZD', 'Dinar argelino'                                                               , ''   , 2),
    (54 , 'EGP', 'Libra egipcia'                                                                , ''   , 2),
    (55 , 'ERN', 'Nakfa'                                                                        , ''   , 2),
    (56 , 'ESD', 'Dólar de Ecuador'                                                             , ''   , 2),
    (57 , 'ETB', 'Birr etíope'                                                                  , ''   , 2),
    (58 , 'FJD', 'Dólar de Fiji'                                                                , ''   , 2),
    (59 , 'FKP', 'Libra malvinense'                                                             , ''   , 2),
    (60 , 'GEL', 'Lari'                                                                         , ''   , 2),
    (61 , 'GHS', 'Cedi de Ghana'                                                                , ''   , 2),
    (62 , 'GIP', 'Libra de Gibraltar'                                                           , ''   , 2),
    (63 , 'GMD', 'Dalasi'                                                                       , ''   , 2),
    (64 , 'GNF', 'Franco guineano'                                                              , ''   , 0),
    (65 , 'GTQ', 'Quetzal'                                                                      , ''   , 2),
    (66 , 'GYD', 'Dólar guyanés'                                                                , ''   , 2),
    (67 , 'HKD', 'Dólar De Hong Kong'                                                           , ''   , 2),
    (68 , 'HNL', 'Lempira'                                                                      , ''   , 2),
    (69 , 'HRK', 'Kuna'                                                                         , ''   , 2),
    (70 , 'HTG', 'Gourde'                                                                       , ''   , 2),
    (71 , 'HUF', 'Florín'                                                                       , ''   , 2),
    (72 , 'IDR', 'Rupia'                                                                        , ''   , 2),
    (73 , 'ILS', 'Nuevo Shekel Israelí'                                                         , ''   , 2),
    (74 , 'INR', 'Rupia india'                                                                  , ''   , 2),
    (75 , 'IQD', 'Dinar iraquí'                                                                 , ''   , 3),
    (76 , 'IRR', 'Rial iraní'                                                                   , ''   , 2),
    (77 , 'ISK', 'Corona islandesa'                                                             , ''   , 0),
    (78 , 'JMD', 'Dólar Jamaiquino'                                                             , ''   , 2),
    (79 , 'JOD', 'Dinar jordano'                                                                , ''   , 3),
    (80 , 'KES', 'Chelín keniano'                                                               , ''   , 2),
    (81 , 'KGS', 'Som'                                                                          , ''   , 2),
    (82 , 'KHR', 'Riel'                                                                         , ''   , 2),
    (83 , 'KMF', 'Franco Comoro'                                                                , ''   , 0),
    (84 , 'KPW', 'Corea del Norte ganó'                                                         , ''   , 2),
    (85 , 'KRW', 'Won'                                                                          , ''   , 0),
    (86 , 'KWD', 'Dinar kuwaití'                                                                , ''   , 3),
    (87 , 'KYD', 'Dólar de las Islas Caimán'                                                    , ''   , 2),
    (88 , 'KZT', 'Tenge'                                                                        , ''   , 2),
    (89 , 'LAK', 'Kip'                                                                          , ''   , 2),
    (90 , 'LBP', 'Libra libanesa'                                                               , ''   , 2),
    (91 , 'LKR', 'Rupia de Sri Lanka'                                                           , ''   , 2),
    (92 , 'LRD', 'Dólar liberiano'                                                              , ''   , 2),
    (93 , 'LSL', 'Loti'                                                                         , ''   , 2),
    (94 , 'LYD', 'Dinar libio'                                                                  , ''   , 3),
    (95 , 'MAD', 'Dirham marroquí'                                                              , ''   , 2),
    (96 , 'MDL', 'Leu moldavo'                                                                  , ''   , 2),
    (97 , 'MGA', 'Ariary malgache'                                                              , ''   , 2),
    (98 , 'MKD', 'Denar'                                                                        , ''   , 2),
    (99 , 'MMK', 'Kyat'                                                                         , ''   , 2),
    (100, 'MNT', 'Tugrik'                                                                       , ''   , 2),
    (101, 'MOP', 'Pataca'                                                                       , ''   , 2),
    (102, 'MRO', 'Ouguiya'                                                                      , ''   , 2),
    (103, 'MUR', 'Rupia de Mauricio'                                                            , ''   , 2),
    (104, 'MVR', 'Rupia'                                                                        , ''   , 2),
    (105, 'MWK', 'Kwacha'                                                                       , ''   , 2),
    (106, 'MYR', 'Ringgit malayo'                                                               , ''   , 2),
    (107, 'MZN', 'Mozambique Metical'                                                           , ''   , 2),
    (108, 'NAD', 'Dólar de Namibia'                                                             , ''   , 2),
    (109, 'NGN', 'Naira'                                                                        , ''   , 2),
    (110, 'NIC', 'Córdoba (Nicaragua)'                                                          , ''   , 2),
    (111, 'NIO', 'Córdoba Oro'                                                                  , ''   , 2),
    (112, 'NOK', 'Corona noruega'                                                               , ''   , 2),
    (113, 'NPR', 'Rupia nepalí'                                                                 , ''   , 2),
    (114, 'NZD', 'Dólar de Nueva Zelanda'                                                       , ''   , 2),
    (115, 'OMR', 'Rial omaní'                                                                   , ''   , 3),
    (116, 'PAB', 'Balboa'                                                                       , ''   , 2),
    (117, 'PEN', 'Nuevo Sol'                                                                    , ''   , 2),
    (118, 'PGK', 'Kina'                                                                         , ''   , 2),
    (119, 'PHP', 'Peso filipino'                                                                , ''   , 2),
    (120, 'PKR', 'Rupia de Pakistán'                                                            , ''   , 2),
    (121, 'PLN', 'Zloty'                                                                        , ''   , 2),
    (122, 'PYG', 'Guaraní'                                                                      , ''   , 0),
    (123, 'QAR', 'Qatar Rial'                                                                   , ''   , 2),
    (124, 'RON', 'Leu rumano'                                                                   , ''   , 2),
    (125, 'RSD', 'Dinar serbio'                                                                 , ''   , 2),
    (126, 'RUB', 'Rublo ruso'                                                                   , ''   , 2),
    (127, 'RWF', 'Franco ruandés'                                                               , ''   , 0),
    (128, 'SAR', 'Riyal saudí'                                                                  , ''   , 2),
    (129, 'SBD', 'Dólar de las Islas Salomón'                                                   , ''   , 2),
    (130, 'SCR', 'Rupia de Seychelles'                                                          , ''   , 2),
    (131, 'SDG', 'Libra sudanesa'                                                               , ''   , 2),
    (132, 'SEK', 'Corona sueca'                                                                 , ''   , 2),
    (133, 'SGD', 'Dólar De Singapur'                                                            , ''   , 2),
    (134, 'SHP', 'Libra de Santa Helena'                                                        , ''   , 2),
    (135, 'SLL', 'Leona'                                                                        , ''   , 2),
    (136, 'SOS', 'Chelín somalí'                                                                , ''   , 2),
    (137, 'SRD', 'Dólar de Suriname'                                                            , ''   , 2),
    (138, 'SSP', 'Libra sudanesa Sur'                                                           , ''   , 2),
    (139, 'STD', 'Dobra'                                                                        , ''   , 2),
    (140, 'SVC', 'Colon El Salvador'                                                            , ''   , 2),
    (141, 'SYP', 'Libra Siria'                                                                  , ''   , 2),
    (142, 'SZL', 'Lilangeni'                                                                    , ''   , 2),
    (143, 'THB', 'Baht'                                                                         , ''   , 2),
    (144, 'TJS', 'Somoni'                                                                       , ''   , 2),
    (145, 'TMT', 'Turkmenistán nuevo manat'                                                     , ''   , 2),
    (146, 'TND', 'Dinar tunecino'                                                               , ''   , 3),
    (147, 'TOP', 'Pa''anga'                                                                     , ''   , 2),
    (148, 'TRY', 'Lira turca'                                                                   , ''   , 2),
    (149, 'TTD', 'Dólar de Trinidad y Tobago'                                                   , ''   , 2),
    (150, 'TWD', 'Nuevo dólar de Taiwán'                                                        , ''   , 2),
    (151, 'TZS', 'Shilling tanzano'                                                             , ''   , 2),
    (152, 'UAH', 'Hryvnia'                                                                      , ''   , 2),
    (153, 'UGX', 'Shilling de Uganda'                                                           , ''   , 0),
    (154, 'USN', 'Dólar estadounidense (día siguiente)'                                         , ''   , 2),
    (155, 'UYI', 'Peso Uruguay en Unidades Indexadas (URUIURUI)'                                , ''   , 0),
    (156, 'UYP', 'Uruguay (Peso)'                                                               , ''   , 2),
    (157, 'UYU', 'Peso Uruguayo'                                                                , ''   , 2),
    (158, 'UZS', 'Uzbekistán Sum'                                                               , ''   , 2),
    (159, 'VEF', 'Bolívar'                                                                      , ''   , 2),
    (160, 'VES', 'Bolívar digital  (Venezuela)'                                                 , ''   , 2),
    (161, 'VND', 'Dong'                                                                         , ''   , 0),
    (162, 'VUV', 'Vatu'                                                                         , ''   , 0),
    (163, 'WST', 'Tala'                                                                         , ''   , 2),
    (164, 'XAF', 'Franco CFA BEAC'                                                              , ''   , 0),
    (165, 'XAG', 'Plata'                                                                        , ''   , 0),
    (166, 'XAU', 'Oro'                                                                          , ''   , 0),
    (167, 'XBA', 'Unidad de Mercados de Bonos Unidad Europea Composite (EURCO)'                 , ''   , 0),
    (168, 'XBB', 'Unidad Monetaria de Bonos de Mercados Unidad Europea (UEM-6)'                 , ''   , 0),
    (169, 'XBC', 'Mercados de Bonos Unidad Europea unidad de cuenta a 9 (UCE-9)'                , ''   , 0),
    (170, 'XBD', 'Mercados de Bonos Unidad Europea unidad de cuenta a 17 (UCE-17)'              , ''   , 0),
    (171, 'XCD', 'Dólar del Caribe Oriental'                                                    , ''   , 2),
    (172, 'XDR', 'DEG (Derechos Especiales de Giro)'                                            , ''   , 0),
    (173, 'XOF', 'Franco CFA BCEAO'                                                             , ''   , 0),
    (174, 'XPD', 'Paladio'                                                                      , ''   , 0),
    (175, 'XPF', 'Franco CFP'                                                                   , ''   , 0),
    (176, 'XPT', 'Platino'                                                                      , ''   , 0),
    (177, 'XSU', 'Sucre'                                                                        , ''   , 0),
    (178, 'XTS', 'Códigos reservados específicamente para propósitos de prueba'                 , ''   , 0),
    (179, 'XUA', 'Unidad ADB de Cuenta'                                                         , ''   , 0),
    (180, 'YER', 'Rial yemení'                                                                  , ''   , 2),
    (181, 'ZAR', 'Rand'                                                                         , ''   , 2),
    (182, 'ZMW', 'Kwacha zambiano'                                                              , ''   , 2),
    (183, 'ZWL', 'Zimbabwe Dólar'                                                               , ''   , 2);

-- c_Banco, those in force
CREATE TABLE banco (
    banco_id     integer PRIMARY KEY,
    clave        text    NOT NULL CONSTRAINT uq_banco__clave UNIQUE,
    nombre       text    NOT NULL,
    razon_social text    NOT NULL,
    rfc          text    NOT NULL DEFAULT ''
);
INSERT INTO banco VALUES
    (1  , '002', 'BANAMEX'                            , 'Banco Nacional de México, S.A., Institución de Banca Múltiple, Grupo Financiero Banamex'),
    (2  , '006', 'BANCOMEXT'                          , 'Banco Nacional de Comercio Exterior, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo'),
    (3  , '009', 'BANOBRAS'                           , 'Banco Nacional de Obras y Servicios Públicos, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo'),
    (4  , '012', 'BBVA BANCOMER'                      , 'BBVA Bancomer, S.A., Institución de Banca Múltiple, Grupo Financiero BBVA Bancomer'),
    (5  , '014', 'SANTANDER'                          , 'Banco Santander (México), S.A., Institución de Banca Múltiple, Grupo Financiero Santander'),
    (6  , '019', 'BANJERCITO'                         , 'Banco Nacional del Ejército, Fuerza Aérea y Armada, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo'),
    (7  , '021', 'HSBC'                               , 'HSBC México, S.A., institución De Banca Múltiple, Grupo Financiero HSBC'),
    (8  , '030', 'BAJIO'                              , 'Banco del Bajío, S.A., Institución de Banca Múltiple'),
    (9  , '036', 'INBURSA'                            , 'Banco Inbursa, S.A., Institución de Banca Múltiple, Grupo Financiero Inbursa'),
    (10 , '037', 'INTERACCIONES'                      , 'Banco Interacciones, S.A., Institución de Banca Múltiple'),
    (11 , '042', 'MIFEL'                              , 'Banca Mifel, S.A., Institución de Banca Múltiple, Grupo Financiero Mifel'),
    (12 , '044', 'SCOTIABANK'                         , 'Scotiabank Inverlat, S.A.'),
    (13 , '058', 'BANREGIO'                           , 'Banco Regional de Monterrey, S.A., Institución de Banca Múltiple, Banregio Grupo Financiero'),
    (14 , '059', 'INVEX'                              , 'Banco Invex, S.A., Institución de Banca Múltiple, Invex Grupo Financiero'),
    (15 , '060', 'BANSI'                              , 'Bansi, S.A., Institución de Banca Múltiple'),
    (16 , '062', 'AFIRME'                             , 'Banca Afirme, S.A., Institución de Banca Múltiple'),
    (17 , '072', 'BANORTE/IXE'                        , 'Banco Mercantil del Norte, S.A., Institución de Banca Múltiple, Grupo Financiero Banorte'),
    (18 , '102', 'THE ROYAL BANK'                     , 'The Royal Bank of Scotland México, S.A., Institución de Banca Múltiple'),
    (19 , '103', 'AMERICAN EXPRESS'                   , 'American Express Bank (México), S.A., Institución de Banca Múltiple'),
    (20 , '106', 'BAMSA'                              , 'Bank of America México, S.A., Institución de Banca Múltiple, Grupo Financiero Bank of America'),
    (21 , '108', 'TOKYO'                              , 'Bank of Tokyo-Mitsubishi UFJ (México), S.A.'),
    (22 , '110', 'JP MORGAN'                          , 'Banco J.P. Morgan, S.A., Institución de Banca Múltiple, J.P. Morgan Grupo Financiero'),
    (23 , '112', 'BMONEX'                             , 'Banco Monex, S.A., Institución de Banca Múltiple'),
    (24 , '113', 'VE POR MAS'                         , 'Banco Ve Por Mas, S.A. Institución de Banca Múltiple'),
    (25 , '124', 'DEUTSCHE'                           , 'Deutsche Bank México, S.A., Institución de Banca Múltiple'),
    (26 , '126', 'CREDIT SUISSE'                      , 'Banco Credit Suisse (México), S.A. Institución de Banca Múltiple, Grupo Financiero Credit Suisse (México)'),
    (27 , '127', 'AZTECA'                             , 'Banco Azteca, S.A. Institución de Banca Múltiple.'),
    (28 , '128', 'AUTOFIN'                            , 'Banco Autofin México, S.A. Institución de Banca Múltiple'),
    (29 , '129', 'BARCLAYS'                           , 'Barclays Bank México, S.A., Institución de Banca Múltiple, Grupo Financiero Barclays México'),
    (30 , '130', 'COMPARTAMOS'                        , 'Banco Compartamos, S.A., Institución de Banca Múltiple'),
    (31 , '131', 'BANCO FAMSA'                        , 'Banco Ahorro Famsa, S.A., Institución de Banca Múltiple'),
    (32 , '132', 'BMULTIVA'                           , 'Banco Multiva, S.A., Institución de Banca Múltiple, Multivalores Grupo Financiero'),
    (33 , '133', 'ACTINVER'                           , 'Banco Actinver, S.A. Institución de Banca Múltiple, Grupo Financiero Actinver'),
    (34 , '135', 'NAFIN'                              , 'Nacional Financiera, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo'),
    (35 , '136', 'INTERCAM BANCO'                     , 'Intercam Banco, S.A., Institución de Banca Múltiple, Intercam Grupo Financiero'),
    (36 , '137', 'BANCOPPEL'                          , 'BanCoppel, S.A., Institución de Banca Múltiple'),
    (37 , '138', 'ABC CAPITAL'                        , 'ABC Capital, S.A., Institución de Banca Múltiple'),
    (38 , '139', 'UBS BANK'                           , 'UBS Bank México, S.A., Institución de Banca Múltiple, UBS Grupo Financiero'),
    (39 , '140', 'CONSUBANCO'                         , 'Consubanco, S.A. Institución de Banca Múltiple'),
    (40 , '141', 'VOLKSWAGEN'                         , 'Volkswagen Bank, S.A., Institución de Banca Múltiple'),
    (41 , '143', 'CIBANCO'                            , 'CIBanco, S.A.'),
    (42 , '145', 'BBASE'                              , 'Banco Base, S.A., Institución de Banca Múltiple'),
    (43 , '147', 'BANKAOOL'                           , 'Bankaool, S.A., Institución de Banca Múltiple'),
    (44 , '148', 'PAGATODO'                           , 'Banco PagaTodo, S.A., Institución de Banca Múltiple'),
    (45 , '149', 'FORJADORES'                         , 'Banco Forjadores, S.A., Institución de Banca Múltiple'),
    (46 , '150', 'INMOBILIARIO'                       , 'Banco Inmobiliario Mexicano, S.A., Institución de Banca Múltiple'),
    (47 , '151', 'DONDÉ'                              , 'Fundación Dondé Banco, S.A., Institución de Banca Múltiple'),
    (48 , '152', 'BANCREA'                            , 'Banco Bancrea, S.A., Institución de Banca Múltiple'),
    (49 , '153', 'PROGRESO'                           , 'Banco Progreso Chihuahua, S.A.'),
    (50 , '154', 'BANCO FINTERRA'                     , 'Banco Finterra, S.A., Institución de Banca Múltiple'),
    (51 , '155', 'ICBC'                               , 'Industrial and Commercial Bank of China México, S.A., Institución de Banca Múltiple'),
    (52 , '156', 'SABADELL'                           , 'Banco Sabadell, S.A., Institución de Banca Múltiple'),
    (53 , '157', 'SHINHAN'                            , 'Banco Shinhan de México, S.A., Institución de Banca Múltiple'),
    (54 , '158', 'MIZUHO BANK'                        , 'Mizuho Bank México, S.A., Institución de Banca Múltiple'),
    (55 , '159', 'BANK OF CHINA'                      , 'Bank of China México, S.A., Institución de Banca Múltiple'),
    (56 , '160', 'BANCO S3'                           , 'Banco S3 México, S.A., Institución de Banca Múltiple'),
    (57 , '166', 'BANSEFI'                            , 'Banco del Ahorro Nacional y Servicios Financieros, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo'),
    (58 , '168', 'HIPOTECARIA FEDERAL'                , 'Sociedad Hipotecaria Federal, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo'),
    (59 , '600', 'MONEXCB'                            , 'Monex Casa de Bolsa, S.A. de C.V. Monex Grupo Financiero'),
    (60 , '601', 'GBM'                                , 'GBM Grupo Bursátil Mexicano, S.A. de C.V. Casa de Bolsa'),
    (61 , '602', 'MASARI'                             , 'Masari Casa de Bolsa, S.A.'),
    (62 , '605', 'VALUE'                              , 'Value, S.A. de C.V. Casa de Bolsa'),
    (63 , '606', 'ESTRUCTURADORES'                    , 'Estructuradores del Mercado de Valores Casa de Bolsa, S.A. de C.V.'),
    (64 , '607', 'TIBER'                              , 'Casa de Cambio Tiber, S.A. de C.V.'),
    (65 , '608', 'VECTOR'                             , 'Vector Casa de Bolsa, S.A. de C.V.'),
    (66 , '610', 'B&B'                                , 'B y B, Casa de Cambio, S.A. de C.V.'),
    (67 , '614', 'ACCIVAL'                            , 'Acciones y Valores Banamex, S.A. de C.V., Casa de Bolsa'),
    (68 , '615', 'MERRILL LYNCH'                      , 'Merrill Lynch México, S.A. de C.V. Casa de Bolsa'),
    (69 , '616', 'FINAMEX'                            , 'Casa de Bolsa Finamex, S.A. de C.V.'),
    (70 , '617', 'VALMEX'                             , 'Valores Mexicanos Casa de Bolsa, S.A. de C.V.'),
    (71 , '618', 'UNICA'                              , 'Unica Casa de Cambio, S.A. de C.V.'),
    (72 , '619', 'MAPFRE'                             , 'MAPFRE Tepeyac, S.A.'),
    (73 , '620', 'PROFUTURO'                          , 'Profuturo G.N.P., S.A. de C.V., Afore'),
    (74 , '621', 'CB ACTINVER'                        , 'Actinver Casa de Bolsa, S.A. de C.V.'),
    (75 , '622', 'OACTIN'                             , 'OPERADORA ACTINVER, S.A. DE C.V.'),
    (76 , '623', 'SKANDIA'                            , 'Skandia Vida, S.A. de C.V.'),
    (77 , '626', 'CBDEUTSCHE'                         , 'Deutsche Securities, S.A. de C.V. CASA DE BOLSA'),
    (78 , '627', 'ZURICH'                             , 'Zurich Compañía de Seguros, S.A.'),
    (79 , '628', 'ZURICHVI'                           , 'Zurich Vida, Compañía de Seguros, S.A.'),
    (80 , '629', 'SU CASITA'                          , 'Hipotecaria Su Casita, S.A. de C.V. SOFOM ENR'),
    (81 , '630', 'CB INTERCAM'                        , 'Intercam Casa de Bolsa, S.A. de C.V.'),
    (82 , '631', 'CI BOLSA'                           , 'CI Casa de Bolsa, S.A. de C.V.'),
    (83 , '632', 'BULLTICK CB'                        , 'Bulltick Casa de Bolsa, S.A., de C.V.'),
    (84 , '633', 'STERLING'                           , 'Sterling Casa de Cambio, S.A. de C.V.'),
    (85 , '634', 'FINCOMUN'                           , 'Fincomún, Servicios Financieros Comunitarios, S.A. de C.V.'),
    (86 , '636', 'HDI SEGUROS'                        , 'HDI Seguros, S.A. de C.V.'),
    (87 , '637', 'ORDER'                              , 'Order Express Casa de Cambio, S.A. de C.V'),
    (88 , '638', 'AKALA'                              , 'Akala, S.A. de C.V., Sociedad Financiera Popular'),
    (89 , '640', 'CB JPMORGAN'                        , 'J.P. Morgan Casa de Bolsa, S.A. de C.V. J.P. Morgan Grupo Financiero'),
    (90 , '642', 'REFORMA'                            , 'Operadora de Recursos Reforma, S.A. de C.V., S.F.P.'),
    (91 , '646', 'STP'                                , 'Sistema de Transferencias y Pagos STP, S.A. de C.V.SOFOM ENR'),
    (92 , '647', 'TELECOMM'                           , 'Telecomunicaciones de México'),
    (93 , '648', 'EVERCORE'                           , 'Evercore Casa de Bolsa, S.A. de C.V.'),
    (94 , '649', 'SKANDIA'                            , 'Skandia Operadora de Fondos, S.A. de C.V.'),
    (95 , '651', 'SEGMTY'                             , 'Seguros Monterrey New York Life, S.A de C.V'),
    (96 , '652', 'ASEA'                               , 'Solución Asea, S.A. de C.V., Sociedad Financiera Popular'),
    (97 , '653', 'KUSPIT'                             , 'Kuspit Casa de Bolsa, S.A. de C.V.'),
    (98 , '655', 'SOFIEXPRESS'                        , 'J.P. SOFIEXPRESS, S.A. de C.V., S.F.P.'),
    (99 , '656', 'UNAGRA'                             , 'UNAGRA, S.A. de C.V., S.F.P.'),
    (100, '659', 'OPCIONES EMPRESARIALES DEL NOROESTE', 'OPCIONES EMPRESARIALES DEL NORESTE, S.A. DE C.V., S.F.P.'),
    (101, '670', 'LIBERTAD'                           , 'Libertad Servicios Financieros, S.A. De C.V.'),
    (102, '901', 'CLS'                                , 'Cls Bank International'),
    (103, '902', 'INDEVAL'                            , 'SD. Indeval, S.A. de C.V.');

-- Document types: numbers fixed by us and published
CREATE TABLE objeto (
    obj_id            integer PRIMARY KEY,
    clave             text    NOT NULL CONSTRAINT uq_objeto__clave UNIQUE,
    nombre            text    NOT NULL,                          -- tipoDocumento
    modulo            text    NOT NULL,
    serie             text    NOT NULL,                          -- default series
    estados           text[]  NOT NULL,                          -- the first is the initial one
    afecta_inventario boolean NOT NULL,
    afecta_cxc        boolean NOT NULL,
    afecta_cxp        boolean NOT NULL,
    afecta_bancos     boolean NOT NULL,
    activo            boolean NOT NULL DEFAULT true
);
INSERT INTO objeto VALUES
    (1 , 'FacturaVenta'           , 'Factura de venta'                        , 'Ventas'     , 'FV', '{Pendiente,Parcial,Pagado,Cancelado}'                      , true , true , false, false),
    (2 , 'NotaVenta'              , 'Nota de venta'                           , 'Ventas'     , 'NV', '{Pendiente,Parcial,Pagado,Facturado,Cancelado}'            , true , true , false, false),
    (3 , 'PedidoCliente'          , 'Pedido de cliente'                       , 'Ventas'     , 'PC', '{Pendiente,Autorizado,Parcial,Surtido,Facturado,Cancelado}', false, false, false, false),
    (4 , 'CotizacionCliente'      , 'Cotización de cliente'                   , 'Ventas'     , 'CO', '{Vigente,Aceptado,Vencido,Cancelado}'                      , false, false, false, false),
    (5 , 'NotaRemision'           , 'Nota de remisión'                        , 'Compras'    , 'RM', '{Pendiente,Parcial,Facturado,Cancelado}'                   , true , false, false, false),
    (6 , 'NotaDevolucionCliente'  , 'Nota de devolución de cliente'           , 'Ventas'     , 'DV', '{Pendiente,Parcial,Aplicado,Cancelado}'                    , true , true , false, false),
    (7 , 'NotaCreditoCliente'     , 'Nota de crédito de cliente'              , 'Ventas'     , 'NC', '{Pendiente,Parcial,Aplicado,Cancelado}'                    , false, true , false, false),
    (8 , 'Deposito'               , 'Depósito'                                , 'Bancos'     , 'DP', '{Pendiente,Parcial,Asignado,Cancelado}'                    , false, true , false, true),
    (9 , 'AnticipoCliente'        , 'Anticipo de cliente'                     , 'Bancos'     , 'AN', '{Pendiente,Parcial,Aplicado,Cancelado}'                    , false, true , false, true),
    (10, 'Egreso'                 , 'Egreso'                                  , 'Bancos'     , 'EG', '{Pendiente,Parcial,Asignado,Cancelado}'                    , false, false, true , true),
    (11, 'SolicitudPago'          , 'Solicitud de pago'                       , 'Bancos'     , 'SP', '{Pendiente,Autorizado,Parcial,Pagado,Cancelado}'           , false, false, false, false),
    (12, 'OrdenCompra'            , 'Orden de compra'                         , 'Compras'    , 'OC', '{Pendiente,Autorizado,Parcial,Recibido,Cancelado}'         , false, false, false, false),
    (13, 'FacturaCompra'          , 'Factura de compra'                       , 'Compras'    , 'FC', '{Pendiente,Parcial,Pagado,Cancelado}'                      , true , false, true , false),
    (14, 'Gasto'                  , 'Gasto'                                   , 'Compras'    , 'GA', '{Pendiente,Parcial,Pagado,Cancelado}'                      , false, false, true , false),
    (15, 'GastoSobreCompra'       , 'Gasto sobre compra'                      , 'Compras'    , 'GC', '{Pendiente,Parcial,Pagado,Cancelado}'                      , true , false, true , false),
    (16, 'MovimientoInventario'   , 'Movimiento de inventario'                , 'Inventarios', 'MI', '{Aplicado,EnTransito,Cancelado}'                           , true , false, false, false),
    (17, 'EntregaMercancia'       , 'Entrega de mercancía'                    , 'Inventarios', 'EN', '{Aplicado,Cancelado}'                                      , true , false, false, false),
    (18, 'RecepcionMercancia'     , 'Recepción de mercancía'                  , 'Inventarios', 'RC', '{Aplicado,Facturado,Cancelado}'                            , true , false, false, false),
    (19, 'Reempaque'              , 'Reempaque de mercancía'                  , 'Inventarios', 'RE', '{Aplicado,Cancelado}'                                      , true , false, false, false),
    (20, 'OrdenServicio'          , 'Orden de servicio'                       , 'Servicio'   , 'OS', '{Pendiente,Autorizado,EnProceso,Cerrado,Cancelado}'        , false, false, false, false),
    (21, 'OrdenTrabajo'           , 'Orden de trabajo'                        , 'Servicio'   , 'OT', '{Asignado,EnProceso,Pausado,Terminado,Cancelado}'          , false, false, false, false),
    (22, 'LiquidacionRuta'        , 'Liquidación de ruta'                     , 'Ruta'       , 'LQ', '{Pendiente,Validado,Cancelado}'                            , true , false, false, true),
    (23, 'DevolucionRuta'         , 'Devolución de ruta'                      , 'Ruta'       , 'DR', '{Pendiente,Aplicado,Cancelado}'                            , true , false, false, false),
    (24, 'FacturaAgenciaViaje'    , 'Factura de agencia de viajes'            , 'Ventas'     , 'AV', '{Pendiente,Parcial,Pagado,Cancelado}'                      , false, true , false, false),
    (25, 'ExpedienteViaje'        , 'Expediente de viaje'                     , 'Ventas'     , 'EX', '{Abierto,Cerrado,Cancelado}'                               , false, false, false, false),
    (26, 'NotaDevolucionProveedor', 'Nota de devolución a proveedor'          , 'Compras'    , 'DC', '{Pendiente,Parcial,Aplicado,Cancelado}'                    , true , false, true , false),
    (27, 'NotaCreditoProveedor'   , 'Nota de crédito de proveedor'            , 'Compras'    , 'NP', '{Pendiente,Parcial,Aplicado,Cancelado}'                    , false, false, true , false),
    (28, 'PagoNoMonetario'        , 'Pago en especie / Compensación / Trueque', 'Bancos'     , 'PE', '{Aplicado,Cancelado}'                                      , false, true , true , false),
    (29, 'AnticipoProveedor'      , 'Anticipo a proveedor'                    , 'Bancos'     , 'AP', '{Pendiente,Parcial,Aplicado,Cancelado}'                    , false, false, true , true),
    (30, 'CotizacionProveedor'    , 'Cotización de proveedor'                 , 'Compras'    , 'CP', '{Vigente,Aceptado,Vencido,Cancelado}'                      , false, false, false, false);

GRANT SELECT ON sat_forma_pago, sat_metodo_pago, sat_tipo_comprobante, sat_impuesto, sat_objeto_impuesto, sat_tasa_cuota,
                sat_regimen_fiscal, sat_uso_cfdi, sat_tipo_relacion, sat_exportacion, sat_periodicidad, sat_meses,
                sat_motivo_cancelacion, sat_forma_contabilidad, sat_clave_unidad, sat_clave_prod_serv,
                moneda, banco, objeto TO gestor_app;

ALTER TABLE organizacion ADD CONSTRAINT "fk_organizacion__regimenFiscal" FOREIGN KEY (regimen_fiscal) REFERENCES sat_regimen_fiscal;

-- Currencies an organization works in.
CREATE TABLE organizacion_moneda (
    organizacion_id bigint  NOT NULL,
    moneda_id       integer NOT NULL,
    predeterminada  boolean NOT NULL DEFAULT false,
    activo          boolean NOT NULL DEFAULT true,
    CONSTRAINT pk_organizacion_moneda                   PRIMARY KEY (organizacion_id, moneda_id),
    CONSTRAINT "fk_organizacion_moneda__organizacionId" FOREIGN KEY (organizacion_id) REFERENCES organizacion,
    CONSTRAINT "fk_organizacion_moneda__monedaId"       FOREIGN KEY (moneda_id)       REFERENCES moneda
);
CREATE UNIQUE INDEX uq_organizacion_moneda__predeterminada ON organizacion_moneda (organizacion_id) WHERE predeterminada;

-- Bank payment methods of an organization.
CREATE TABLE forma_pago (
    organizacion_id                bigint  NOT NULL,
    forma_pago_id                  bigint  GENERATED BY DEFAULT AS IDENTITY,
    nombre                         text    NOT NULL,
    maneja_cheques                 boolean NOT NULL DEFAULT false,
    moneda_id                      integer NOT NULL DEFAULT 1,
    referencia                     text    NOT NULL DEFAULT '',
    comentario                     text    NOT NULL DEFAULT '',
    genera_consecutivo             boolean NOT NULL DEFAULT false,
    clave_sat                      text    NOT NULL,              -- the pre-2017 code
    clave_contabilidad_electronica text    NOT NULL,
    clave_sat33                    text    NOT NULL,              -- c_FormaPago
    uso_deposito                   boolean NOT NULL DEFAULT true,
    uso_egreso                     boolean NOT NULL DEFAULT true,
    activo                         boolean NOT NULL DEFAULT true,
    CONSTRAINT pk_forma_pago                   PRIMARY KEY (organizacion_id, forma_pago_id),
    CONSTRAINT uq_forma_pago__nombre           UNIQUE (organizacion_id, nombre),
    CONSTRAINT "fk_forma_pago__organizacionId" FOREIGN KEY (organizacion_id) REFERENCES organizacion,
    CONSTRAINT "fk_forma_pago__monedaId"       FOREIGN KEY (moneda_id)       REFERENCES moneda,
    CONSTRAINT "fk_forma_pago__claveSAT33"     FOREIGN KEY (clave_sat33)     REFERENCES sat_forma_pago,
    CONSTRAINT "fk_forma_pago__claveContabilidadElectronica"
        FOREIGN KEY (clave_contabilidad_electronica) REFERENCES sat_forma_contabilidad
);

CALL proteger('organizacion_moneda');
CALL proteger('forma_pago');
GRANT SELECT, INSERT, UPDATE ON organizacion_moneda, forma_pago TO gestor_app;
