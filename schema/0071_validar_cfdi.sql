-- 0071: CFDI are validated. What a form of payment lets one say of the accounts (c_FormaPago): the rules of a CFDI of payment ask for it. The
-- patterns are regular expressions; an empty one says nothing.
ALTER TABLE sat_forma_pago
    ADD ordenante           boolean NOT NULL DEFAULT false,
    ADD cuenta_ordenante    boolean NOT NULL DEFAULT false,
    ADD patron_ordenante    text    NOT NULL DEFAULT '',
    ADD beneficiario        boolean NOT NULL DEFAULT false,
    ADD cuenta_beneficiario boolean NOT NULL DEFAULT false,
    ADD patron_beneficiario text    NOT NULL DEFAULT '',
    ADD cadena_pago         boolean NOT NULL DEFAULT false;
UPDATE sat_forma_pago SET ordenante = true, cuenta_ordenante = true WHERE clave IN ('02', '03', '04', '05', '06', '28', '29', '99');
UPDATE sat_forma_pago SET beneficiario = true, cuenta_beneficiario = true WHERE clave IN ('02', '03', '04', '05', '28', '29', '99');
UPDATE sat_forma_pago SET cadena_pago = true WHERE clave IN ('03', '99');
UPDATE sat_forma_pago SET patron_beneficiario = '[0-9]{10,11}|[0-9]{15,16}|[0-9]{18}|[A-Z0-9_]{10,50}' WHERE clave IN ('02', '04', '05', '28', '29');
UPDATE sat_forma_pago f SET patron_ordenante = p.patron
FROM (VALUES ('02', '[0-9]{11}|[0-9]{18}'), ('03', '[0-9]{10}|[0-9]{16}|[0-9]{18}'), ('04', '[0-9]{16}'),
             ('05', '[0-9]{10,11}|[0-9]{15,16}|[0-9]{18}|[A-Z0-9_]{10,50}'), ('06', '[0-9]{10}'), ('28', '[0-9]{16}'), ('29', '[0-9]{15,16}')) p (clave, patron)
WHERE f.clave = p.clave;
UPDATE sat_forma_pago SET patron_beneficiario = '[0-9]{10}|[0-9]{18}' WHERE clave = '03';

UPDATE cambio SET proximo = false WHERE endpoint = 'POST /api/Transacciones/VerificarArchivo';
INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (360, '2026-11-17', 'nuevo', 'POST /api/ArchivoDigital/ValidarArchivo',
        'Valida un CFDI que se envía, en base64 o como archivo: estructura, sellos, importes y las reglas del SAT de CFDI 4.0 y de pagos, cada una con su código; con consultarSat, también su estado. No se guarda nada.', NULL),
    (361, '2026-11-17', 'nuevo', 'POST /api/ArchivoDigital/ValidarArchivoAlmacenado',
        'Valida el CFDI que está guardado, por su archivo o por su documento, que conserva el resultado en validacion.', NULL),
    (362, '2026-11-17', 'nuevo', 'POST /api/Transacciones/VerificarArchivo',
        'Dice con un código si el CFDI de un documento es suyo y vale; si es así el documento queda verificado.', NULL);
