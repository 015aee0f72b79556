// siembraSolicitudes: three payment requests in every organization, since the demo has none. One statement, run by the owner of the database.
export const siembraSolicitudes = `
SET search_path = gestor, public;
WITH t AS (
  INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, contacto, subtotal, total, usuario, fecha_creacion)
  SELECT s.organizacion_id, min(s.sucursal_id), 900000 + n, '2026-05-01 10:00', 11, 'SP', 'Solicitud de pago', 'Pendiente', 'INES ZUÑIGA', 116, 116, 'prueba', '2026-05-01'
  FROM sucursal s, generate_series(1, 3) n GROUP BY 1, n RETURNING organizacion_id, transaccion_id)
INSERT INTO solicitud_pago (organizacion_id, transaccion_id, version, prioridad) SELECT organizacion_id, transaccion_id, 2, 'Normal' FROM t`;
