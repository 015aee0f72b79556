-- 0064: a beneficiary is whatever integer was sent, of as many digits as it has.
ALTER TABLE movimiento_banco ALTER beneficiario_id TYPE numeric(1000,0);

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (306, '2026-11-17', 'corregido', 'POST /api/Bancos/EgresoAgregar',
        'Lo que falta de un egreso nuevo se dice de una vez. beneficiarioId admite un entero de hasta 1000 cifras.', NULL);
