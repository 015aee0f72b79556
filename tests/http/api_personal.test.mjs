// OP-059 and OP-060: service personnel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, sucursal, agrupador;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  sucursal = await base.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 1');
  agrupador = await base.uno('SELECT min(agrupador_servicio_id) FROM agrupador_servicio WHERE organizacion_id = 1');
});
after(() => m?.cerrar());

const ruta = '/api/PersonalServicio';

test('OP-059: registrar', async t => {
  const completo = () => ({ clave: 'TEC-1', nombre: 'Luis Pérez', puesto: 'Técnico', telefono: '8110000000', correo: 'luis@ejemplo.mx', sucursalId: sucursal,
    agrupadorServicioId: agrupador, costoHora: 150.123456, activo: true });
  await tabla(t, srv, m.t1, [
    ['completo', 'POST', ruta, completo, completo],
    ['sólo el nombre', 'POST', ruta, { nombre: 'Eva' }, { puesto: '', telefono: '', correo: '', sucursalId: 0, agrupadorServicioId: 0, costoHora: 0, activo: true }],
    ['un texto vacío es lo mismo que ausente', 'POST', ruta, { nombre: 'Eva', correo: '', clave: '' }, { correo: '' }],
    ['clave repetida', 'POST', ruta, { nombre: 'x', clave: 'TEC-1' }, 'VALIDACION clave DUPLICADO'],
    ['sin nombre', 'POST', ruta, { clave: 'x' }, 'VALIDACION nombre REQUERIDO'],
    ['todas las referencias a la vez', 'POST', ruta, { nombre: 'x', sucursalId: 987654321, agrupadorServicioId: 987654321 },
      'VALIDACION sucursalId NO_EXISTE, agrupadorServicioId NO_EXISTE'],
    ['correo', 'POST', ruta, { nombre: 'x', correo: 'luis' }, 'VALIDACION correo FORMATO'],
    ['costo negativo', 'POST', ruta, { nombre: 'x', costoHora: -0.01 }, 'VALIDACION costoHora RANGO'],
    ['más decimales de los que caben', 'POST', ruta, { nombre: 'x', costoHora: 0.1234567 }, 'VALIDACION costoHora RANGO'],
  ]);
  assert.match((await srv.pedir('POST', ruta, { token: m.t1, cuerpo: { nombre: 'Auto' } })).json.data.clave, /^PS\d{6}$/);
});

test('OP-060: actualizar, y no desactivar a quien tiene trabajo abierto', async t => {
  const [libre] = await base.sql('SELECT personal_servicio_id AS id, nombre FROM personal_servicio p WHERE organizacion_id = 1 ORDER BY 1 LIMIT 1');
  const abierto = await base.uno(`SELECT min(w.transaccion_id) FROM orden_trabajo w JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE w.organizacion_id = 1`);
  await base.sql(`UPDATE transaccion SET estado = 'Terminado' WHERE organizacion_id = 1 AND obj_id = 21 AND transaccion_id IN
    (SELECT transaccion_id FROM orden_trabajo WHERE personal_servicio_id = ${libre.id})`);
  await tabla(t, srv, m.t1, [
    ['un campo', 'PUT', `${ruta}/${libre.id}`, { puesto: 'Jefe' }, { puesto: 'Jefe', nombre: libre.nombre }],
    ['null borra', 'PUT', `${ruta}/${libre.id}`, { puesto: null }, { puesto: '' }],
    ['no existe', 'PUT', `${ruta}/99999999`, {}, 'NO_ENCONTRADO'],
    ['una referencia que no se envía no se revisa; la que se envía sí', 'PUT', `${ruta}/${libre.id}`, { sucursalId: 99999999 }, 'VALIDACION sucursalId NO_EXISTE'],
    ['sin trabajo se desactiva', 'PUT', `${ruta}/${libre.id}`, { activo: false }, { activo: false }],
  ]);
  await base.sql(`UPDATE orden_trabajo SET personal_servicio_id = ${libre.id} WHERE transaccion_id = ${abierto};
    UPDATE transaccion SET estado = 'Pausado' WHERE transaccion_id = ${abierto}; UPDATE personal_servicio SET activo = true WHERE personal_servicio_id = ${libre.id}`);
  const no = await srv.pedir('PUT', `${ruta}/${libre.id}`, { token: m.t1, cuerpo: { activo: false } });
  esError(no, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(no.json.documentosRelacionados.map(d => d.transaccionId), [abierto]);
  esError(await srv.pedir('PUT', `${ruta}/${libre.id}`, { token: m.t1, cuerpo: {}, encabezados: { 'If-Match': '"x"' } }), 400);
});
