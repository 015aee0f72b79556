// The batch: up to 100 writes in one transaction. A write may use the answer of an earlier one. A fault tells its place in the batch.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, hasta, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, base, srv, producto;
before(async () => {
  m = await montar({ registros: 300 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Lotes de prueba', rfc: 'EKU9003173C9' });
  producto = await e.producto('A');
  await e.entrada(producto, 100, 10);
});
after(() => m?.cerrar());

const proyecto = (nombre, mas = {}) => ({ metodo: 'POST', ruta: '/api/Proyecto', cuerpo: { nombre, ...mas } });
const lote = (operaciones, { token = e.token, prefijo = '', ...mas } = {}) => srv.pedir('POST', `${prefijo}/api/Lote`, { token, cuerpo: { operaciones }, ...mas });
const hecho = async (...a) => {
  const r = await lote(...a);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data.resultados;
};
const proyectos = () => base.uno(`SELECT count(*) FROM proyecto WHERE organizacion_id = ${e.id}`);
const errores = r => `${r.json.codigo} ${r.json.errores.map(x => `${x.campo} ${x.codigo}`).join(', ')}`.trim();
// rechazado: the batch is refused with these codes, and none of its writes remains.
async function rechazado(operaciones, esperado, mas) {
  const antes = await proyectos();
  const r = await lote(operaciones, mas);
  assert.equal(errores(r), esperado, r.texto);
  esError(r, r.estado, r.json.codigo);
  assert.equal(await proyectos(), antes);
  return r;
}

test('lo que contestó una sirve a la siguiente: en el cuerpo, en la ruta y en la consulta', async () => {
  const r = await hecho([
    { id: 'cliente', metodo: 'POST', ruta: '/api/Contactos', cuerpo: { tipoContacto: 'Cliente', nombre: 'DEL LOTE', rfc: 'XAXX010101000' } },
    { id: 'nota', metodo: 'POST', ruta: '/api/NotaVenta', cuerpo: { clienteId: '$cliente.data.entidadId', notas: '$$5 de cambio', partidas: [{ productoId: producto, cantidad: 2, precioUnitario: 50 }] } },
    { metodo: 'DELETE', ruta: '/api/NotaVenta/NotaVentaCancelar/$nota.data.transaccionId?motivo=$cliente.data.nombre' },
  ]);
  assert.deepEqual(r.map(x => [x.id, x.estado, Object.keys(x.cuerpo)]), [['cliente', 200, ['data']], ['nota', 200, ['data']], ['', 200, ['data']]]);
  const { transaccionId } = r[1].cuerpo.data;
  assert.deepEqual(await base.sql(`SELECT estado, motivo_cancelacion AS motivo, notas, contacto_id AS cliente FROM transaccion WHERE transaccion_id = ${transaccionId}`),
    [{ estado: 'Cancelado', motivo: 'DEL LOTE', notas: '$5 de cambio', cliente: r[0].cuerpo.data.entidadId }]);
  assert.equal(await e.hay(producto), '100 1000.00 0');
  assert.deepEqual(await base.columna(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id} AND transaccion_id = ${transaccionId}`), [2]);
  assert.deepEqual(await auditar(base), []);
});

test('cada respuesta es la que da la operación por sí sola', async () => {
  const [{ cuerpo }] = await hecho([proyecto('Igual', { clave: 'IGUAL-1' })]);
  const sola = await srv.pedir('POST', '/api/Proyecto', { token: e.token, cuerpo: { nombre: 'Igual', clave: 'IGUAL-2' } });
  const igualar = v => JSON.parse(JSON.stringify(v, (n, x) => (/Id$|clave/.test(n) ? 0 : x)));
  assert.deepEqual(igualar(cuerpo), igualar(sola.json));
});

test('todas o ninguna, y el error dice cuál', async () => {
  const mala = await rechazado([proyecto('Uno'), proyecto('Dos'), { metodo: 'PUT', ruta: '/api/Proyecto/987654321', cuerpo: { nombre: 'x' } }], 'NO_ENCONTRADO');
  assert.deepEqual([mala.json.operacion, mala.json.detail.startsWith('operaciones[2], PUT /api/Proyecto/{id}: ')], ['operaciones[2]', true]);
  const nota = cantidad => ({ metodo: 'POST', ruta: '/api/NotaVenta', cuerpo: { partidas: [{ productoId: producto, cantidad, precioUnitario: 50 }] } });
  await rechazado([proyecto('Uno'), nota(60), nota(60)], 'EXISTENCIA_INSUFICIENTE operaciones[2].cuerpo.partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await rechazado([proyecto('Uno', { clave: 'DOS-VECES' }), proyecto('Dos', { clave: 'DOS-VECES' })], 'VALIDACION operaciones[1].cuerpo.clave DUPLICADO');
  await rechazado([proyecto('Uno', { clienteId: 987654321 })], 'VALIDACION operaciones[0].cuerpo.clienteId NO_EXISTE');
});

test('todas las faltas de forma a la vez, con su lugar', async () => {
  await rechazado([proyecto('Bien'), { ...proyecto(''), id: 'a' }, { metodo: 'PUT', ruta: '/api/Proyecto/x', cuerpo: { nombr: 1 } },
    { metodo: 'DELETE', ruta: '/api/NotaVenta/NotaVentaCancelar/1?motvo=x' }, { metodo: 'POST', ruta: '/api/NoHay' }, { metodo: 'PUT', ruta: '/api/Proyecto' }],
  'VALIDACION operaciones[4].ruta NO_EXISTE, operaciones[5].metodo NO_EXISTE, operaciones[1].cuerpo.nombre REQUERIDO, operaciones[2].ruta.id TIPO, operaciones[2].cuerpo.nombr DESCONOCIDO, operaciones[3].ruta.motvo DESCONOCIDO');
  await rechazado([{ ...proyecto('A'), id: 'a' }, { ...proyecto('B'), id: 'a' }, { ...proyecto('C'), id: '1' }], 'VALIDACION operaciones[1].id DUPLICADO, operaciones[2].id FORMATO');
  await rechazado([], 'VALIDACION operaciones REQUERIDO');
  await rechazado(Array.from({ length: 101 }, () => proyecto('Muchos')), 'VALIDACION operaciones RANGO');
  assert.equal((await hecho(Array.from({ length: 100 }, (_, i) => proyecto(`Cien ${i}`)))).length, 100);
});

test('una referencia que no es tal se dice', async () => {
  const con = nombre => [{ ...proyecto('A'), id: 'a' }, proyecto(nombre), { ...proyecto('B'), id: 'b' }];
  for (const [nombre, codigo] of [['$b.data.nombre', 'NO_EXISTE'], ['$c.data.nombre', 'NO_EXISTE'], ['$', 'FORMATO'], ['$ 5', 'FORMATO'], ['$a', 'FORMATO'], ['$a.', 'FORMATO'], ['$a..data', 'FORMATO'],
    ['$a.data.otro', 'NO_EXISTE'], ['$a.data.nombre.x', 'NO_EXISTE']])
    await rechazado(con(nombre), `VALIDACION operaciones[1].cuerpo.nombre ${codigo}`);
  await rechazado(con('$a.data'), 'VALIDACION operaciones[1].cuerpo.nombre TIPO');
  await rechazado([{ ...proyecto('A'), id: 'a' }, { metodo: 'PUT', ruta: '/api/Proyecto/$a.data', cuerpo: { nombre: 'B' } }], 'VALIDACION operaciones[1].ruta.id TIPO');
  const [, { cuerpo }] = await hecho([{ ...proyecto('A'), id: 'a' }, proyecto('$$a.data.nombre')]);
  assert.equal(cuerpo.data.nombre, '$a.data.nombre');
});

test('una referencia es a un texto, un número o un booleano, también bajo /simular', async () => {
  const partida = { productoId: producto, cantidad: 1, precioUnitario: 50 };
  const pedido = (...partidas) => ({ id: 'a', metodo: 'POST', ruta: '/api/PedidoCliente', cuerpo: { clienteId: e.publico, partidas } });
  for (const prefijo of ['', '/simular']) {
    const con = (...partidas) => lote([pedido(partida), { ...pedido(...partidas), id: 'b' }], { prefijo });
    for (const x of ['$a.data', '$a.data.partidas', '$a.data.partidas.0'])
      assert.equal(errores(await con({ ...partida, productoId: x })), 'VALIDACION operaciones[1].cuerpo.partidas[0].productoId TIPO');
    assert.match(errores(await con(...Array(100).fill('$a.data'))), /^VALIDACION operaciones\[1\]\.cuerpo\.partidas\[0\] TIPO, .*partidas\[99\] TIPO$/);
    const r = await con({ ...partida, productoId: '$a.data.partidas.0.productoId', cantidad: '$a.data.partidas.0.cantidad' });
    assert.equal(r.estado, 200, r.texto);
  }
  const [, { cuerpo }] = await hecho([{ ...proyecto('A'), id: 'a' }, proyecto('B', { activo: '$a.data.activo' })]);
  assert.equal(cuerpo.data.activo, true);
});

test('sólo escrituras, sin archivos ni otros lotes', async () => {
  for (const [metodo, ruta] of [['POST', '/api/FacturaVenta/PorIds'], ['POST', '/api/Productos/AgregarImagen/1'], ['POST', '/api/Lote'], ['POST', '/api/Seguridad/Autenticar'], ['DELETE', '/api/AgenciaViaje/BookingCancelar/1']])
    await rechazado([proyecto('Uno'), { metodo, ruta, cuerpo: {} }], 'VALIDACION operaciones[1].ruta FORMATO');
  await rechazado([{ metodo: 'GET', ruta: '/api/Proyecto' }], 'VALIDACION operaciones[0].metodo RANGO');
  const largo = { metodo: 'POST', ruta: '/api/Proyecto', cuerpo: { nombre: 'x'.repeat(40_000) } };
  assert.match(errores(await lote([largo])), /operaciones\[0\]\.cuerpo LONGITUD/);
  esError(await lote([{ metodo: 'POST', ruta: '/api/Proyecto', cuerpo: { nombre: 'x'.repeat(5 << 20) } }]), 413);
});

test('cada operación exige su permiso', async () => {
  const u = await base.usuario({ organizacion: e.id, usuario: 'parte', rol: 'propio', permisos: 'contabilidad.escribir' });
  const token = await srv.entrar({ ...u, ...(await base.consumidor({ organizacion: e.id, nombre: 'Parte' })) });
  assert.equal((await hecho([proyecto('Puede')], { token })).length, 1);
  const r = await rechazado([proyecto('Puede'), { metodo: 'POST', ruta: '/api/Contactos', cuerpo: {} }], 'PERMISO_DENEGADO', { token });
  assert.deepEqual([r.estado, r.json.operacion], [403, 'operaciones[1]']);
  esError(await lote([proyecto('Nadie')], { token: '' }), 401);
});

test('una clave para todo el lote, y bajo /simular no queda nada', async () => {
  const encabezados = { 'Idempotency-Key': 'lote-1' };
  const antes = await proyectos();
  const simulado = await lote([proyecto('Simulado'), proyecto('También')], { prefijo: '/simular', encabezados });
  assert.deepEqual([simulado.estado, simulado.h.simulacion, await proyectos()], [200, 'true', antes]);
  const uno = await lote([proyecto('Con clave'), proyecto('También')], { encabezados });
  const otra = await lote([proyecto('Con clave'), proyecto('También')], { encabezados });
  assert.deepEqual([uno.estado, otra.texto, otra.h['idempotent-replayed'], await proyectos()], [200, uno.texto, 'true', antes + 2]);
  assert.equal(errores(await lote([proyecto('Otra cosa')], { encabezados })), 'IDEMPOTENCIA_EN_CONFLICTO');
});

test('una clave es de su usuario, y lo recordado de un lote sólo se da a quien puede hacerlo', async () => {
  const entrar = async (usuario, permisos) => {
    const u = await base.usuario({ organizacion: e.id, usuario, rol: 'propio', permisos });
    return srv.entrar({ ...u, ...(await base.consumidor({ organizacion: e.id, nombre: usuario })) });
  };
  const [ana, beto, lector] = [await entrar('ana', 'contabilidad.escribir'), await entrar('beto', 'contabilidad.escribir'), await entrar('lector', 'contabilidad.leer')];
  const encabezados = { 'Idempotency-Key': 'de-ana' }, operaciones = [proyecto('De quien es')];
  const suya = await lote(operaciones, { token: ana, encabezados });
  assert.equal(suya.estado, 200, suya.texto);
  const antes = await proyectos();
  const negada = await lote(operaciones, { token: lector, encabezados });
  assert.deepEqual([negada.estado, negada.json.codigo, negada.json.operacion, negada.h['idempotent-replayed']], [403, 'PERMISO_DENEGADO', 'operaciones[0]', undefined]);
  const ajena = await lote(operaciones, { token: beto, encabezados });
  assert.deepEqual([ajena.estado, ajena.h['idempotent-replayed'], ajena.texto === suya.texto, await proyectos()], [200, undefined, false, antes + 1]);
  const repetida = await lote(operaciones, { token: ana, encabezados });
  assert.deepEqual([repetida.texto, repetida.h['idempotent-replayed'], await proyectos()], [suya.texto, 'true', antes + 1]);
  // An idempotency key of an earlier version of gestor has no user.
  await base.sql(`UPDATE idempotencia SET usuario_id = 0, clave = 'de-nadie' WHERE organizacion_id = ${e.id} AND clave = 'de-ana' AND usuario_id = (SELECT u.usuario_id FROM usuario u WHERE u.organizacion_id = ${e.id} AND u.usuario = 'ana')`);
  const deNadie = token => lote(operaciones, { token, encabezados: { 'Idempotency-Key': 'de-nadie' } });
  assert.deepEqual([(await deNadie(lector)).estado, (await deNadie(beto)).texto], [403, suya.texto]);
});

test('la bitácora dice de cada una su operación, y de todas la misma solicitud', async () => {
  const r = await lote([{ ...proyecto('Seguido'), id: 'p' }, { metodo: 'PUT', ruta: '/api/Proyecto/$p.data.proyectoId', cuerpo: { nombre: 'Seguido más' } }], { encabezados: { 'X-Request-Id': 'de-lote' } });
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(await base.columna(`SELECT operacion FROM bitacora WHERE organizacion_id = ${e.id} AND solicitud = 'de-lote' ORDER BY bitacora_id`), ['POST /api/Proyecto', 'PUT /api/Proyecto/{id}']);
});

// Runs `mientras` while another session holds a project's row.
async function conOtro(id, mientras) {
  const otro = spawn('psql', ['-X', '-q', base.admin]);
  const fin = new Promise(ok => otro.on('exit', ok));
  const cambiar = x => otro.stdin.write(`UPDATE gestor.proyecto SET activo = activo WHERE proyecto_id = ${x};\n`);
  otro.stdin.write("SET deadlock_timeout = '60s';\nBEGIN;\n");
  cambiar(id);
  await hasta(() => base.uno(`SELECT count(*) FROM pg_locks l JOIN pg_stat_activity s USING (pid) WHERE s.application_name = 'psql' AND s.state = 'idle in transaction' AND l.relation = 'gestor.proyecto'::regclass`), 'el otro lo tiene');
  await mientras(cambiar);
  otro.stdin.end('COMMIT;\n');
  assert.equal(await fin, 0);
}
const esperan = (evento, cuantos = 1) => hasta(async () => (await base.uno(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event ${evento}`)) >= cuantos, `se espera ${evento}`);

test('los lotes de una organización van uno tras otro; los de otra no esperan', async () => {
  const [a, b] = (await hecho([proyecto('Turno A'), proyecto('Turno B')])).map(x => x.cuerpo.data.proyectoId);
  const cambiar = (id, nombre) => ({ metodo: 'PUT', ruta: `/api/Proyecto/${id}`, cuerpo: { nombre } });
  let uno, otro;
  await conOtro(a, async () => {
    uno = lote([cambiar(b, 'B1'), cambiar(a, 'A1')]);
    await esperan("<> 'advisory'");
    otro = lote([cambiar(a, 'A2'), cambiar(b, 'B2')]);
    await esperan("= 'advisory'");
    assert.equal((await hecho([proyecto('De otra')], { token: m.t1 })).length, 1);
  });
  assert.deepEqual([(await uno).estado, (await otro).estado], [200, 200]);
  assert.deepEqual(await base.columna(`SELECT nombre FROM proyecto WHERE proyecto_id IN (${a}, ${b}) ORDER BY proyecto_id`), ['A2', 'B2']);
});

test('quien pierde un abrazo mortal vuelve a empezar, entero', async () => {
  const [a, b] = (await hecho([proyecto('Abrazo A'), proyecto('Abrazo B')])).map(x => x.cuerpo.data.proyectoId);
  const muertes = () => base.uno('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  const antes = await muertes();
  let r;
  await conOtro(b, async cambiar => {
    r = lote([{ metodo: 'PUT', ruta: `/api/Proyecto/${a}`, cuerpo: { nombre: 'Abrazo A2' } }, { metodo: 'PUT', ruta: `/api/Proyecto/${b}`, cuerpo: { nombre: 'Abrazo B2' } }]);
    await esperan("<> 'advisory'");
    cambiar(a);
  });
  assert.equal((await r).estado, 200, (await r).texto);
  assert.deepEqual(await base.columna(`SELECT nombre FROM proyecto WHERE proyecto_id IN (${a}, ${b}) ORDER BY proyecto_id`), ['Abrazo A2', 'Abrazo B2']);
  await hasta(async () => (await muertes()) > antes, 'hubo un abrazo mortal');
});
