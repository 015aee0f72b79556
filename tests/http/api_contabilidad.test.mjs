// OP-039 to OP-042, OP-049, OP-050: projects and cost classifiers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, recorrer, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, cliente, ajeno;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  cliente = await base.uno('SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1');
  ajeno = await base.uno('SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 2');
});
after(() => m?.cerrar());

const ruta = '/api/Proyecto';
const crear = async (cuerpo, token = m.t1) => (await srv.pedir('POST', ruta, { token, cuerpo })).json.data;

test('OP-041: crear un proyecto', async t => {
  const completo = { nombre: 'Ampliación norte', clave: 'AMP-1', descripcion: 'Nave\ndos', clienteId: cliente, fechaInicio: '2025-01-01', fechaFin: '31/12/2025',
    presupuesto: 1500.5, responsable: 'Ana', activo: false };
  await tabla(t, srv, m.t1, [
    ['completo', 'POST', ruta, completo, { ...completo, fechaFin: '2025-12-31' }],
    ['sólo el nombre: lo demás es vacío', 'POST', ruta, { nombre: 'Mínimo' },
      { nombre: 'Mínimo', descripcion: '', clienteId: 0, fechaInicio: '', fechaFin: '', presupuesto: 0, responsable: '', activo: true }],
    ['null es lo mismo que ausente', 'POST', ruta, { nombre: 'Nulo', clave: null, clienteId: null, activo: null, presupuesto: null }, { clienteId: 0, activo: true, presupuesto: 0 }],
    ['clave repetida', 'POST', ruta, { nombre: 'x', clave: 'AMP-1' }, 'VALIDACION clave DUPLICADO'],
    ['sin nombre', 'POST', ruta, {}, 'VALIDACION nombre REQUERIDO'],
    ['cliente que no existe', 'POST', ruta, { nombre: 'x', clienteId: 999999999 }, 'VALIDACION clienteId NO_EXISTE'],
    ['cliente de otra organización', 'POST', ruta, () => ({ nombre: 'x', clienteId: ajeno }), 'VALIDACION clienteId NO_EXISTE'],
    ['fechas al revés', 'POST', ruta, { nombre: 'x', fechaInicio: '2025-02-01', fechaFin: '2025-01-31' }, 'VALIDACION fechaFin RANGO_FECHAS'],
    ['presupuesto negativo', 'POST', ruta, { nombre: 'x', presupuesto: -1 }, 'VALIDACION presupuesto RANGO'],
    ['todas las fallas a la vez, en su orden', 'POST', ruta, { nombre: '', clave: 'x'.repeat(31), fechaInicio: '2025-02-30', otro: 1 },
      'VALIDACION nombre REQUERIDO, clave LONGITUD, fechaInicio FECHA_INVALIDA, otro DESCONOCIDO'],
  ]);
  const division = await srv.pedir('POST', ruta, { token: m.t1, cuerpo: { nombre: 'x', divisionId: 3 } });
  esError(division, 400, 'VALIDACION', ['divisionId DESCONOCIDO']);
  assert.match(division.json.errores[0].mensaje, /PUT \/api\/Proyecto\/\{id\}/);
});

test('OP-041: la clave se hace cuando falta, y salta la que alguien escribió a mano', async () => {
  const uno = await crear({ nombre: 'Primero' });
  assert.match(uno.clave, /^P\d{6}$/);
  const siguiente = n => 'P' + String(Number(uno.clave.slice(1)) + n).padStart(6, '0');
  // The next key is taken by hand. The record that took it has a number of its own too, so numbers go on.
  await crear({ nombre: 'a mano', clave: siguiente(2) });
  const otro = await crear({ nombre: 'Tercero' });
  assert.match(otro.clave, /^P\d{6}$/);
  assert.notEqual(otro.clave, siguiente(2));
  assert.equal(await base.uno(`SELECT count(*) FROM proyecto WHERE clave = '${otro.clave}'`), 1);
});

test('OP-042: actualizar: ausente conserva, null borra', async t => {
  const p = await crear({ nombre: 'Original', clave: 'ED-1', descripcion: 'd', clienteId: cliente, fechaInicio: '2025-01-01', presupuesto: 10, responsable: 'R' });
  const aqui = `${ruta}/${p.proyectoId}`;
  await crear({ nombre: 'Otro', clave: 'ED-2' });
  await tabla(t, srv, m.t1, [
    ['{} no cambia nada', 'PUT', aqui, {}, p],
    ['un campo', 'PUT', aqui, { nombre: 'Nuevo' }, { ...p, nombre: 'Nuevo' }],
    ['null borra, y un importe vuelve a su valor inicial', 'PUT', aqui, { descripcion: null, clienteId: null, fechaInicio: null, presupuesto: null, responsable: null },
      { descripcion: '', clienteId: 0, fechaInicio: '', presupuesto: 0, responsable: '', nombre: 'Nuevo', clave: 'ED-1' }],
    ['null en un campo obligatorio', 'PUT', aqui, { nombre: null }, 'VALIDACION nombre REQUERIDO'],
    ['la clave de otro', 'PUT', aqui, { clave: 'ED-2' }, 'VALIDACION clave DUPLICADO'],
    ['la suya', 'PUT', aqui, { clave: 'ED-1' }, { clave: 'ED-1' }],
    ['la regla mira lo guardado y lo enviado juntos: inicio', 'PUT', aqui, { fechaInicio: '2025-05-05' }, { fechaInicio: '2025-05-05' }],
    ['… y un fin anterior', 'PUT', aqui, { fechaFin: '2025-05-04' }, 'VALIDACION fechaFin RANGO_FECHAS'],
    ['el identificador no va en el cuerpo', 'PUT', aqui, { proyectoId: p.proyectoId }, 'VALIDACION proyectoId DESCONOCIDO'],
    ['no existe', 'PUT', `${ruta}/999999999`, { nombre: 'x' }, 'NO_ENCONTRADO'],
    ['el identificador no es un número', 'PUT', `${ruta}/abc`, { nombre: 'x' }, 'VALIDACION id TIPO'],
  ]);
  esError(await srv.pedir('PUT', aqui, { token: m.t2, cuerpo: { nombre: 'robo' } }), 400, 'NO_ENCONTRADO');
  esError(await srv.get(aqui, { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('OP-042: no se desactiva con órdenes abiertas, que el error lista', async () => {
  const p = await crear({ nombre: 'Con órdenes' });
  const abierta = await base.uno("SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20 AND estado = 'Pendiente'");
  await base.sql(`UPDATE transaccion SET proyecto_id = ${p.proyectoId} WHERE transaccion_id = ${abierta}`);
  const no = await srv.pedir('PUT', `${ruta}/${p.proyectoId}`, { token: m.t1, cuerpo: { activo: false, nombre: 'perdido' } });
  esError(no, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(no.json.documentosRelacionados.map(d => d.transaccionId), [abierta]);
  assert.equal((await srv.get(`${ruta}/${p.proyectoId}`, { token: m.t1 })).json.data.nombre, 'Con órdenes', 'nada a medias');
  await base.sql(`UPDATE transaccion SET estado = 'Cerrado' WHERE transaccion_id = ${abierta}`);
  const si = await srv.pedir('PUT', `${ruta}/${p.proyectoId}`, { token: m.t1, cuerpo: { activo: false } });
  assert.equal(si.json.data.activo, false);
  await base.sql(`UPDATE transaccion SET estado = 'Pendiente' WHERE transaccion_id = ${abierta}`);
  assert.equal((await srv.pedir('PUT', `${ruta}/${p.proyectoId}`, { token: m.t1, cuerpo: { descripcion: 'z' } })).json.data.descripcion, 'z', 'lo inactivo se puede editar');
});

test('OP-042: If-Match con el ETag de OP-039', async () => {
  const p = await crear({ nombre: 'Versión' });
  const leido = await srv.get(`${ruta}/${p.proyectoId}`, { token: m.t1 });
  assert.deepEqual(leido.json.data, p);
  const cambiar = (etag, nombre) => srv.pedir('PUT', `${ruta}/${p.proyectoId}`, { token: m.t1, cuerpo: { nombre }, encabezados: { 'If-Match': etag } });
  assert.equal((await cambiar(leido.h.etag, 'Dos')).estado, 200);
  esError(await cambiar(leido.h.etag, 'Tres'), 412, 'PRECONDICION');
  assert.equal((await srv.get(`${ruta}/${p.proyectoId}`, { token: m.t1 })).json.data.nombre, 'Dos');
});

test('OP-040: lista y filtros', async () => {
  await crear({ nombre: 'Búsqueda Única', clave: 'BUS-1', descripcion: 'peculiar', clienteId: cliente, responsable: 'Íñigo' });
  await crear({ nombre: 'Inactivo', activo: false });
  const todos = await recorrer(srv, `${ruta}?registrosPorPagina=3`, { token: m.t1 });
  assert.deepEqual(todos.map(p => p.proyectoId), await base.columna('SELECT proyecto_id FROM proyecto WHERE organizacion_id = 1 ORDER BY nombre, proyecto_id'));
  assert.deepEqual(claves(todos[0]), ['activo', 'clave', 'clienteId', 'descripcion', 'fechaFin', 'fechaInicio', 'nombre', 'presupuesto', 'proyectoId', 'responsable']);
  for (const [filtro, donde] of [[`clienteId=${cliente}`, `contacto_id = ${cliente}`], ['activo=false', 'NOT activo'], ['activo=true', 'activo'],
    ['busqueda=UNICA', "clave = 'BUS-1'"], ['busqueda=s-1', "clave IN ('BUS-1')"], ['busqueda=inigo', "clave = 'BUS-1'"]]) {
    const r = await recorrer(srv, `${ruta}?${filtro}`, { token: m.t1 });
    assert.deepEqual(r.map(p => p.proyectoId), await base.columna(`SELECT proyecto_id FROM proyecto WHERE organizacion_id = 1 AND ${donde} ORDER BY nombre, proyecto_id`), filtro);
    assert.ok(r.length > 0, filtro);
  }
  esError(await srv.get(`${ruta}?clienteId=${ajeno}`, { token: m.t1 }), 400, 'VALIDACION', ['clienteId NO_EXISTE']);
});

test('OP-049 y OP-050: clasificadores de costo', async t => {
  const c = '/api/ClasificadoresCosto';
  const cuenta = await base.uno("SELECT codigo FROM cuenta_contable WHERE organizacion_id = 1 AND clave = 'GASTO'");
  const hacer = async cuerpo => (await srv.pedir('POST', c, { token: m.t1, cuerpo })).json.data;
  const a = await hacer({ clave: 'T-A', nombre: 'Abuelo', tipo: 'Gasto', cuentaContable: cuenta });
  assert.deepEqual(a, { clasificadorCostoId: a.clasificadorCostoId, clave: 'T-A', nombre: 'Abuelo', tipo: 'Gasto', padreId: 0, padre: '', nivel: 1, cuentaContable: cuenta, activo: true });
  const b = await hacer({ clave: 'T-B', nombre: 'Padre', tipo: 'Gasto', padreId: a.clasificadorCostoId });
  const d = await hacer({ clave: 'T-C', nombre: 'Hijo', tipo: 'Costo', padreId: b.clasificadorCostoId });
  assert.deepEqual([b.nivel, b.padre, d.nivel, d.padre], [2, 'Abuelo', 3, 'Padre']);
  const de = x => `${c}/${x.clasificadorCostoId}`;
  await tabla(t, srv, m.t1, [
    ['clave repetida', 'POST', c, { clave: 'T-A', nombre: 'x', tipo: 'Gasto' }, 'VALIDACION clave DUPLICADO'],
    ['obligatorios', 'POST', c, {}, 'VALIDACION clave REQUERIDO, nombre REQUERIDO, tipo REQUERIDO'],
    ['tipo', 'POST', c, { clave: 'x', nombre: 'x', tipo: 'Otro' }, 'VALIDACION tipo RANGO'],
    ['padreId 0 es ninguno', 'POST', c, { clave: 'T-0', nombre: 'x', tipo: 'Gasto', padreId: 0 }, { padreId: 0, nivel: 1 }],
    ['padre y cuenta que no existen', 'POST', c, { clave: 'x', nombre: 'x', tipo: 'Gasto', padreId: 99999999, cuentaContable: '999.99' }, 'VALIDACION padreId NO_EXISTE, cuentaContable NO_EXISTE'],
    ['colgarse de sí mismo', 'PUT', de(a), { padreId: a.clasificadorCostoId }, 'VALIDACION padreId RANGO'],
    ['colgarse de su nieto', 'PUT', de(a), { padreId: d.clasificadorCostoId }, 'VALIDACION padreId RANGO'],
    ['mover de rama', 'PUT', de(d), { padreId: a.clasificadorCostoId }, { padreId: a.clasificadorCostoId, nivel: 2, nombre: 'Hijo' }],
    ['con hijos activos no se desactiva', 'PUT', de(a), { activo: false }, 'VALIDACION activo RANGO'],
    ['sin hijos sí', 'PUT', de(d), { activo: false }, { activo: false }],
    ['un hijo inactivo no estorba', 'PUT', de(b), { activo: false, padreId: null }, { activo: false, padreId: 0 }],
    ['ya sin hijos activos', 'PUT', de(a), { activo: false }, { activo: false }],
    ['lo que no se envía se conserva', 'PUT', de(a), { nombre: 'Otro' }, { nombre: 'Otro', cuentaContable: cuenta, clave: 'T-A' }],
    ['no existe', 'PUT', `${c}/99999999`, {}, 'NO_ENCONTRADO'],
    ['uno activo no cuelga de uno inactivo', 'POST', c, { clave: 'T-I', nombre: 'x', tipo: 'Gasto', padreId: a.clasificadorCostoId }, 'VALIDACION padreId RANGO'],
    ['inactivo sí', 'POST', c, { clave: 'T-I', nombre: 'x', tipo: 'Gasto', padreId: a.clasificadorCostoId, activo: false }, { activo: false }],
    ['ni se activa debajo de él', 'PUT', de(d), { activo: true }, 'VALIDACION padreId RANGO'],
  ]);
  // A classifier created with padreId 0 is in the list of its creator.
  assert.ok((await srv.get(c, { token: m.t1 })).json.data.some(x => x.clave === 'T-0'));
  // A tree of classifiers has twenty levels at most, counting the levels below a moved one.
  let padreId = 0;
  for (let i = 1; i <= 20; ++i) padreId = (await hacer({ clave: `N-${i}`, nombre: `Nivel ${i}`, tipo: 'Gasto', padreId })).clasificadorCostoId;
  esError(await srv.pedir('POST', c, { token: m.t1, cuerpo: { clave: 'N-21', nombre: 'x', tipo: 'Gasto', padreId } }), 400, 'VALIDACION', ['padreId RANGO']);
  const primero = await base.uno("SELECT clasificador_costo_id FROM clasificador_costo WHERE clave = 'N-1'");
  const techo = await hacer({ clave: 'N-0', nombre: 'x', tipo: 'Gasto' });
  esError(await srv.pedir('PUT', `${c}/${primero}`, { token: m.t1, cuerpo: { padreId: techo.clasificadorCostoId } }), 400, 'VALIDACION', ['padreId RANGO']);
  // Two moves at once, each right alone: one waits for the other, checks again and is refused.
  const [x, y] = await Promise.all(['T-X', 'T-Y'].map(clave => hacer({ clave, nombre: clave, tipo: 'Gasto' })));
  for (let i = 0; i < 5; ++i) {
    const r = await Promise.all([[x, y], [y, x]].map(([uno, otro]) => srv.pedir('PUT', de(uno), { token: m.t1, cuerpo: { padreId: otro.clasificadorCostoId } })));
    assert.deepEqual(r.map(z => z.estado).sort(), [200, 400]);
    await Promise.all([x, y].map(z => srv.pedir('PUT', de(z), { token: m.t1, cuerpo: { padreId: null } })));
  }
});

test('permisos: quien lee no escribe', async () => {
  const lector = { ...(await base.usuario({ usuario: 'lector-conta', rol: 'lector' })), apiKey: m.uno.apiKey };
  const token = await srv.entrar(lector);
  assert.equal((await srv.get(ruta, { token })).estado, 200);
  esError(await srv.pedir('POST', ruta, { token, cuerpo: { nombre: 'x' } }), 403, 'PERMISO_DENEGADO');
});
