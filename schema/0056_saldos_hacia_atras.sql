-- 0056: balances of contacts between two days are counted back from what is open now: what was opened of another system is looked for by its day, as the rest is.
CREATE INDEX "ix_transaccion__fechaApertura" ON transaccion (organizacion_id, fecha_apertura) WHERE fecha_apertura IS NOT NULL;

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (254, '2026-11-17', 'corregido', 'GET /api/Contabilidad/SaldosClientesProveedores',
        'Ya no lee todos los documentos de la organización: cuesta lo que está abierto y lo que se movió desde fechaInicial. ultimoMovimiento es el mismo de GET /api/Contactos/Saldos a fechaFinal. Con soloConSaldo=false, un contacto tiene un renglón por cada moneda con saldo o con movimientos entre las fechas, o uno en pesos si no los tiene.',
        'Si usa soloConSaldo=false, no espere renglones en cero de monedas en las que el contacto no tuvo nada.');
