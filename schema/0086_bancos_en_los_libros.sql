-- 0086: the RFC of the banks that most companies have, so that their fees are declared as theirs (professional knowledge: an accountant confirms it before production).
UPDATE banco b SET rfc = r.rfc
FROM  (VALUES ('002', 'BNM840515VB1'), ('012', 'BBA830831LJ2'), ('014', 'BSM970519DU8'), ('021', 'HMI950125KG8'), ('030', 'BBA940707IE1'), ('036', 'BII931004P61'),
              ('042', 'BMI9312038R3'), ('044', 'SIN9412025I4'), ('058', 'BRM940216EQ6'), ('062', 'BAF950102JP5'), ('072', 'BMN930209927'), ('127', 'BAI0205236Y8'),
              ('132', 'BMI061005NY5')) AS r (clave, rfc)
WHERE  b.clave = r.clave AND b.rfc = '';

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (442, '2026-11-18', 'mejorado', 'GET /api/Bancos/Cuentas',
        'Una cuenta de banco nueva que no dice su cuenta contable recibe una propia: 102.01.nn en pesos, 102.02.nn en otra moneda. Las que ya existen conservan la suya.', NULL),
    (443, '2026-11-18', 'corregido', 'GET /api/Contabilidad/Diot',
        'El IVA que se retuvo es acreditable en el mes en que se enteró, del más antiguo en adelante: la suma es la de la determinación del IVA. Las comisiones van a nombre del banco cuyo RFC se conoce, o del proveedor con ese RFC.',
        'Los meses con retenciones cambian; revise los que declaró antes.'),
    (444, '2026-11-18', 'corregido', 'GET /api/Contabilidad/Electronica/Polizas',
        'Un traspaso a una cuenta propia sin número ni CLABE va como OtrMetodoPago; antes, como Transferencia con la cuenta vacía.', NULL);
