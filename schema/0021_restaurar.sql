-- 0021: the change log says what is yet to come. (What a restored database needs beside this is schema/preparar.sql, which is no migration.)

-- Published history of operations that this program does not serve yet: shown as «Próximamente: …». The migration that comes with such an
-- operation takes the mark away: UPDATE cambio SET proximo = false WHERE endpoint = '…'. A test compares the marks with the operation table.
ALTER TABLE cambio ADD proximo boolean NOT NULL DEFAULT false;
UPDATE cambio SET proximo = true WHERE endpoint IN (
    'GET /api/FacturaCompra/{id}', 'GET /api/NotaRemision/{id}', 'GET /api/OrdenTrabajo',
    'GET /api/Ruta/Devoluciones', 'GET /api/Ruta/Devoluciones/{id}',
    'POST /api/Bancos/EgresoAgregar', 'DELETE /api/Bancos/PagoNoMonetarioCancelar/{id}', 'GET /api/Bancos/SaldoCuentas',
    'POST /api/AgenciaViaje/RegistrarGasto', 'GET /api/AgenciaViaje/Documentos',
    'GET /api/Contabilidad/AnalisisIVARetenidoPorPagar', 'GET /api/Contabilidad/IVARetenidoPorPagar', 'GET /api/Contabilidad/IVAcobradoTasas',
    'GET /api/Contabilidad/BalanzaComprobacion', 'GET /api/Contabilidad/EstadoCuenta', 'GET /api/Contabilidad/SaldosClientesProveedores',
    'GET /api/NotaDevolucionProveedor', 'GET /api/NotaCredito/Detallado', 'POST /api/Transacciones/VerificarArchivo', 'POST /api/Seguridad/LoginMcp');

INSERT INTO cambio (id, fecha, tipo, endpoint, descripcion, accion_requerida) VALUES
    (97, '2026-11-16', 'breaking', NULL,
        'Los nombres de los parámetros de la consulta no distinguen mayúsculas, y uno que la operación no tiene es un 400 DESCONOCIDO que sugiere el parecido; antes se ignoraba, y un filtro mal escrito devolvía todo. Los que empiezan con _ se ignoran.',
        'Quite de sus llamadas los parámetros que la operación no tiene.'),
    (98, '2026-11-16', 'breaking', NULL,
        'Un cuerpo enviado a una operación que no lo lee es un 400, si no está vacío ni es {}; antes se perdía en silencio.',
        'No envíe cuerpo a las operaciones que no lo leen.'),
    (99, '2026-11-16', 'mejorado', NULL,
        'Las cancelaciones toman motivo de la consulta o de un cuerpo JSON; en ambos, sólo si dicen lo mismo.',
        NULL),
    (100, '2026-11-16', 'info', 'GET /api/RegistroCambios',
        'Los cambios de operaciones que este servidor todavía no tiene empiezan con «Próximamente».',
        NULL);
