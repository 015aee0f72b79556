// Fair turns: an organization that writes much waits for itself, and so does an address that logs in much. The limit of failed logins of an address
// counts in all instances together. The tests measure no time: they look at the requests served, their order, and the number of passwords computed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Servidor, dormir, esError, hasta, montar } from './lib/ayuda_api.mjs';

const ruta = '/api/Seguridad/Autenticar';
const MAXIMO = 20;  // failed logins per address
let m, srv, base;
before(async () => {
  m = await montar({ registros: 100, ajustes: { 'proxies-confiables': '127.0.0.1', trabajadores: 1 } });
  ({ srv, base } = m);
});
after(() => m?.cerrar());

const entrar = (direccion, cuerpo, servidor = srv) => servidor.pedir('POST', ruta, { cuerpo, agente: false, encabezados: { 'X-Forwarded-For': direccion } });
const bueno = quien => ({ usuario: quien.usuario, contrasena: quien.contrasena, apiKey: quien.apiKey });
const malo = (quien, cambio = {}) => ({ ...bueno(quien), contrasena: 'no-es-esta', ...cambio });
const cuantos = lista => lista.reduce((n, r) => ({ ...n, [r.estado]: (n[r.estado] ?? 0) + 1 }), {});
const contados = direccion => base.uno(`SELECT intentos FROM intento_direccion WHERE direccion = '${direccion}'`);

// retener: locks a row until the function that it returns is called.
async function retener(id) {
  const p = spawn('psql', ['-XAtq', base.admin], { stdio: ['pipe', 'pipe', 'ignore'] });
  const fin = new Promise(ok => p.on('exit', ok));
  const tomado = new Promise(ok => p.stdout.on('data', ok));
  p.stdin.write(`BEGIN; SELECT 'tomado' FROM gestor.transaccion WHERE transaccion_id = ${id} FOR UPDATE;\n`);
  await tomado;
  return async () => (p.stdin.end('ROLLBACK;\n'), fin);
}

test('una organización que llena sus hilos de escritura deja uno a las demás', async () => {
  const pendientes = o => base.columna(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = ${o} AND obj_id = 20 AND estado = 'Pendiente' ORDER BY 1`);
  const [uno, otro] = await pendientes(1), [ajeno] = await pendientes(2);
  const autorizar = (id, token) => srv.pedir('PUT', `/api/OrdenServicio/OrdenServicioAutorizar/${id}`, { token });
  const soltar = await retener(uno);
  const hechas = [];
  try {
    const suyas = [uno, otro].map(id => autorizar(id, m.t1).then(r => (hechas.push(id), r)));
    await hasta(async () => await base.uno("SELECT count(*) FROM pg_stat_activity WHERE usename = 'gestor_app' AND datname = current_database() AND wait_event_type = 'Lock'") >= 1, 'la primera espera');
    assert.equal((await autorizar(ajeno, m.t2)).estado, 200, 'la de otra organización pasa');
    assert.deepEqual(hechas, [], 'y las suyas esperan: la segunda, por el hilo');
    await soltar();
    assert.deepEqual((await Promise.all(suyas)).map(r => r.estado), [200, 200]);
    assert.deepEqual(hechas, [uno, otro]);
  } finally {
    await soltar();
  }
});

test('los lotes y las simulaciones de una organización no detienen sus demás escrituras', async () => {
  const [uno, otro] = await base.columna("SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20 AND estado = 'Pendiente' ORDER BY 1");
  const autorizar = id => `/api/OrdenServicio/OrdenServicioAutorizar/${id}`;
  const soltar = await retener(uno);
  const hechas = [];
  try {
    const lentas = [['POST', '/simular/api/Lote'], ['POST', '/simular/api/Lote'], ['POST', '/api/Lote'], ['PUT', `/simular${autorizar(uno)}`]].map(([metodo, ruta]) =>
      srv.pedir(metodo, ruta, { token: m.t1, ...(metodo === 'POST' && { cuerpo: { operaciones: [{ metodo: 'PUT', ruta: autorizar(uno) }] } }) }).then(r => (hechas.push(ruta), r)));
    await hasta(async () => await base.uno("SELECT count(*) FROM pg_stat_activity WHERE usename = 'gestor_app' AND datname = current_database() AND wait_event_type = 'Lock'") >= 1, 'una espera');
    assert.equal((await srv.pedir('PUT', autorizar(otro), { token: m.t1 })).estado, 200, 'la suelta pasa');
    assert.deepEqual(hechas, [], 'y las otras esperan');
    await soltar();
    assert.deepEqual([...new Set((await Promise.all(lentas)).map(r => r.json?.codigo ?? r.estado))].filter(x => ![200, 'ESTADO_INVALIDO'].includes(x)), []);
  } finally {
    await soltar();
  }
});

test('300 intentos a la vez desde una dirección: 20 se calculan, y quien viene de otra entra', async () => {
  const aqui = '10.20.0.1';
  const intentos = Array.from({ length: 300 }, (_, i) => entrar(aqui, { usuario: `nadie${i}`, contrasena: 'x', apiKey: 'y' }));
  await hasta(async () => await contados(aqui) >= 1, 'ya empezaron');
  const buenas = await Promise.all(Array.from({ length: 5 }, (_, i) => entrar(`10.20.1.${i}`, bueno(m.uno))));
  assert.deepEqual(cuantos(buenas), { 200: 5 });
  const todas = cuantos(await Promise.all(intentos));
  assert.equal(todas[401], MAXIMO, JSON.stringify(todas));
  assert.equal((todas[429] ?? 0) + (todas[503] ?? 0), 300 - MAXIMO, JSON.stringify(todas));
  esError(await entrar(aqui, bueno(m.uno)), 429, 'DEMASIADAS_SOLICITUDES');
  assert.equal((await entrar('10.20.0.2', bueno(m.uno))).estado, 200);
});

test('la cuenta de una dirección es de todas las instancias; lo que entra bien se devuelve', async () => {
  const otra = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'llaves-token': srv.llaves });
  const aqui = '10.20.2.1';
  try {
    for (let i = 0; i < MAXIMO - 1; ++i) esError(await entrar(aqui, malo(m.uno, { usuario: `x${i}` }), i % 2 ? srv : otra), 401);
    for (let i = 0; i < 3; ++i) assert.equal((await entrar(aqui, bueno(m.dos), i % 2 ? srv : otra)).estado, 200, 'entrar bien no gasta');
    assert.equal(await contados(aqui), MAXIMO - 1, 'ni borra');
    esError(await entrar(aqui, malo(m.uno, { usuario: 'x' }), otra), 401);
    for (const s of [srv, otra]) esError(await entrar(aqui, bueno(m.dos), s), 429, 'DEMASIADAS_SOLICITUDES');
    await base.sql(`UPDATE intento_direccion SET desde = now() - interval '16 minutes' WHERE direccion = '${aqui}'`);
    assert.equal((await entrar(aqui, bueno(m.dos))).estado, 200, 'a los 15 minutos se olvida');
  } finally {
    await otra.parar();
  }
});

test('los usuarios bloqueados lo están en todas las instancias', async () => {
  const otra = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'llaves-token': srv.llaves });
  const u = { ...await base.usuario({ usuario: 'compartido' }), apiKey: m.uno.apiKey };
  try {
    for (let i = 0; i < 5; ++i) await entrar(`10.20.3.${i}`, malo(u), i % 2 ? srv : otra);
    for (const s of [srv, otra]) esError(await entrar('10.20.3.9', bueno(u), s), 401, 'NO_AUTENTICADO');
  } finally {
    await otra.parar();
  }
});

test('lo que no existe cuesta las mismas sentencias que una contraseña equivocada', async () => {
  const socket = /host=(\S+)/.exec(base.servidor)[1];
  const archivo = ['../postgresql.log', 'log'].map(x => path.join(socket, x)).find(existsSync);
  await base.sql(`ALTER ROLE gestor_app IN DATABASE ${base.nombre} SET log_statement = 'all'`);
  const otra = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'llaves-token': srv.llaves });
  const funciones = texto => [...texto.replace(/\n\t/g, ' ').matchAll(new RegExp(`gestor_app@${base.nombre} LOG: +(?:execute|statement)[^\\n]*\\b(intento_\\w+|consumidor_por_hash|usuario_por_nombre|intento_purgar)\\(`, 'g'))].map(x => x[1]);
  const u = { ...await base.usuario({ usuario: 'conocido' }), apiKey: m.uno.apiKey };
  const vistas = {};
  try {
    await entrar('10.20.4.0', bueno(u), otra);  // the connection prepares its statements here
    for (const [caso, cuerpo] of Object.entries({ contrasena: malo(u), usuario: malo(u, { usuario: 'no-hay' }), llave: malo(u, { apiKey: 'no-hay' }), bien: bueno(u) })) {
      const antes = readFileSync(archivo, 'utf8').length;
      const r = await entrar('10.20.4.1', cuerpo, otra);
      assert.equal(r.estado, caso === 'bien' ? 200 : 401);
      await hasta(() => funciones(readFileSync(archivo, 'utf8').slice(antes)).length >= 4, 'PostgreSQL las anotó');
      await dormir(50);
      vistas[caso] = funciones(readFileSync(archivo, 'utf8').slice(antes)).filter(f => f !== 'intento_purgar');
    }
  } finally {
    await otra.parar();
    await base.sql(`ALTER ROLE gestor_app IN DATABASE ${base.nombre} RESET log_statement`);
  }
  assert.deepEqual(vistas.usuario, vistas.contrasena);
  assert.deepEqual(vistas.llave, vistas.contrasena);
  assert.deepEqual(vistas.contrasena, ['intento_comenzar', 'consumidor_por_hash', 'usuario_por_nombre', 'intento_fallido']);
  // Every failed login writes a row, since the write takes the time: the row has a new version afterwards.
  for (const id of [u.usuarioId, 0]) {
    const version = () => base.uno(`SELECT concat((SELECT xmin::text FROM usuario WHERE usuario_id = ${id}), '/', (SELECT xmin::text FROM intento_direccion WHERE direccion = '')) AS v`);
    const antes = await version();
    await base.sql(`SELECT intento_fallido(1, ${id})`);
    assert.notEqual(await version(), antes);
  }
});

test('una contraseña guardada con los parámetros de antes entra, y queda con los de hoy', async () => {
  const u = { ...await base.usuario({ usuario: 'antiguo' }), apiKey: m.uno.apiKey };
  const deAntes = 'scrypt$15$8$1$MDEyMzQ1Njc4OWFiY2RlZg==$Ad8reSKWdPdo36PvoqMfq5OkfdpxDrvQc6DKYYna1/o=';
  const guardada = () => base.uno(`SELECT contrasena FROM usuario WHERE usuario_id = ${u.usuarioId}`);
  assert.match(await guardada(), /^scrypt\$17\$8\$1\$/);
  await base.sql(`UPDATE usuario SET contrasena = '${deAntes}' WHERE usuario_id = ${u.usuarioId}`);
  esError(await entrar('10.20.5.1', malo(u)), 401);
  assert.equal(await guardada(), deAntes, 'quien no la sabe no la cambia');
  const huellas = () => base.uno(`SELECT count(*) FROM bitacora WHERE recurso = 'Usuario' AND registro_id = ${u.usuarioId}`);
  const antes = await huellas();
  for (let vez = 0; vez < 2; ++vez) {
    assert.equal((await entrar('10.20.5.1', { ...bueno(u), contrasena: 'demo' })).estado, 200);
    assert.match(await guardada(), /^scrypt\$17\$8\$1\$/);
  }
  assert.equal(await huellas(), antes, 'nadie cambió al usuario');
  // contrasena_renovar: the role of the server may only replace a hash of older parameters; a hash of today's parameters stays.
  const nueva = await guardada();
  await base.sql(`SELECT contrasena_renovar(1, ${u.usuarioId}, '${nueva}', 'scrypt$17$8$1$AAAA$AAAA')`);
  assert.equal(await guardada(), nueva);
  assert.equal(await huellas(), antes);
  await base.sql(`UPDATE usuario SET contrasena = '${deAntes}' WHERE usuario_id = ${u.usuarioId}`);
  assert.equal(await huellas(), antes + 1, 'quien la cambia por otro camino sí la deja');
});
