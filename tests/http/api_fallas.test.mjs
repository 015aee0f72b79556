// Failures around the server: PostgreSQL stopped, killed or locked, the server told to stop with work in flight, nginx in front. The test has a
// PostgreSQL of its own, durable after its tables are filled: every acknowledged write must be there afterwards.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { Servidor, cluster, correr, dormir, esError, hasta, montar, sql } from './lib/ayuda_api.mjs';
import { Nginx } from './lib/nginx.mjs';

const dir = `/tmp/gf${randomBytes(3).toString('hex')}`;
const paciencia = 60_000;  // bounds a hang; nothing here measures time
let m, srv, base, pendientes, paraElCorte;
const autorizar = '/api/OrdenServicio/OrdenServicioAutorizar/';

before(async () => {
  const servidor = (await correr(cluster, ['new', dir])).salida.trim();
  // Connections: one network thread has three of the fast lane; four workers have two for reports.
  m = await montar({ registros: 100, servidor, ajustes: { hilos: 1, trabajadores: 4, 'carril-segundos': 2, 'trabajo-segundos': 2 } });
  ({ srv, base } = m);
  await durable(servidor);
  pendientes = await base.columna("SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20 AND estado = 'Pendiente' ORDER BY 1");
  paraElCorte = pendientes.splice(0, pendientes.length - 8);
});
after(async () => {
  await m?.srv.parar();
  await correr(cluster, ['rm', dir], { falla: true });
});

// From here on with fsync. The templates go first, and syncfs: a PostgreSQL that starts after a kill syncs every file, and each database has
// thousands.
async function durable(servidor) {
  const plantillas = (await sql(servidor, "SELECT datname FROM pg_database WHERE datname LIKE 'plantilla%'")).map(x => `DROP DATABASE ${x.datname}`);
  const ajustes = ['fsync = on', 'synchronous_commit = on', 'full_page_writes = on', 'recovery_init_sync_method = syncfs'].map(x => `ALTER SYSTEM SET ${x}`);
  await sql(servidor, [...plantillas, ...ajustes, 'SELECT pg_reload_conf()', 'CHECKPOINT'].join(';\n').replace(/^/, '\\o /dev/null\n'));
  await hasta(async () => (await sql(servidor, 'SHOW fsync')) === 'on', 'PostgreSQL es durable');
}

const conLimite = (promesa, que) => {
  let reloj;
  const limite = new Promise((_, mal) => (reloj = setTimeout(() => mal(new Error(`se colgó: ${que}`)), paciencia)));
  return Promise.race([promesa, limite]).finally(() => clearTimeout(reloj));
};
const leer = () => srv.get('/api/RegistroVenta?registrosPorPagina=3', { token: m.t1 });
const buscar = () => srv.get('/api/RegistroVenta?busqueda=a&registrosPorPagina=3', { token: m.t1 });
const escribir = (id, clave) => srv.pedir('PUT', autorizar + id, { token: m.t1, encabezados: clave ? { 'Idempotency-Key': clave } : {} });
const entrar = () => srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: m.uno.usuario, contrasena: m.uno.contrasena, apiKey: m.uno.apiKey } });

// candado: holds a lock in a session of its own until the function that it returns is called.
async function candado(sentencia) {
  const p = spawn('psql', ['-XAtq', base.admin], { stdio: ['pipe', 'pipe', 'ignore'] });
  const fin = new Promise(ok => p.on('exit', ok));
  const tomado = new Promise(ok => p.stdout.on('data', ok));
  p.stdin.write(`BEGIN; ${sentencia}; SELECT 'tomado';\n`);
  await tomado;
  return async () => {
    if (p.exitCode === null) p.stdin.end('ROLLBACK;\n');
    await fin;
  };
}

const arrancar = () => correr(cluster, ['start', dir]);
async function sano() {
  await hasta(async () => (await leer()).estado === 200, 'las lecturas sanan');
  await hasta(async () => (await buscar()).estado === 200, 'los reportes sanan');
  await hasta(async () => (await entrar()).estado === 200, 'el acceso sana');
  await hasta(async () => (await srv.get('/api/Health/health')).estado === 200, 'la salud lo dice');
}
async function caido() {
  await Promise.all(Object.entries({ leer, buscar, entrar, escribir: () => escribir(999999) }).map(async ([nombre, fn]) => {
    const r = await conLimite(fn(), nombre);
    esError(r, 503, 'NO_DISPONIBLE');
    assert.ok(Number(r.h['retry-after']) >= 1, nombre);
  }));
  const salud = await hasta(async () => { const r = await srv.get('/api/Health/health'); return r.estado === 503 && r; }, 'salud 503');
  assert.equal(salud.json.status, 'Unhealthy');
  assert.equal(salud.json.baseDatos, 'Unhealthy');
  assert.equal((await srv.get('/api/Health/ready')).estado, 503);
  assert.equal((await srv.pedir('HEAD', '/api/Health/health')).estado, 503);
  assert.equal((await srv.get('/api/Health/live')).estado, 200, 'el proceso vive');
  esError(await srv.get('/api/RegistroVenta'), 401, 'NO_AUTENTICADO');
  esError(await srv.get('/nada'), 404);
}

test('PostgreSQL detenido: 503 con Retry-After, nunca un cuelgue; al volver sana solo', async () => {
  for (const modo of ['fast', 'immediate']) {
    assert.equal((await leer()).estado, 200);
    await correr(cluster, ['stop', dir, modo]);
    await caido();
    await arrancar();
    await sano();
    assert.equal((await escribir(pendientes.pop())).estado, 200);
  }
});

// The stopped processes of PostgreSQL are alive and their kernel takes what is sent, so neither a timeout of PostgreSQL nor one of TCP ends the wait.
test('los procesos de PostgreSQL se quedan quietos: nadie espera para siempre, y después todo sigue', async () => {
  await Promise.all(Array.from({ length: 16 }, (_, k) => k % 2 ? buscar() : escribir(999_999_999)));  // each worker has its connection
  const suyos = await base.columna("SELECT pid FROM pg_stat_activity WHERE usename = 'gestor_app'");
  assert.ok(suyos.length > 0);
  for (const pid of suyos) process.kill(Number(pid), 'SIGSTOP');
  try {
    for (const r of await Promise.all([leer(), buscar(), escribir(pendientes[0])].map(p => conLimite(p, 'PostgreSQL quieto'))))
      if (r.estado !== 200) esError(r, 503, 'NO_DISPONIBLE');  // 200 when another connection answers
  } finally {
    for (const pid of suyos) process.kill(Number(pid), 'SIGCONT');
  }
  await sano();
});

test('kill -9 de PostgreSQL con carga: lo confirmado está, una sola vez; ningún 500', async () => {
  const estados = new Map();
  const confirmadas = [];
  let seguir = true;
  const anotar = r => (estados.set(r.estado, (estados.get(r.estado) ?? 0) + 1), r);
  const lectores = Array.from({ length: 4 }, async (_, i) => {
    while (seguir) anotar(await conLimite(i % 2 ? leer() : buscar(), 'lectura')), await dormir(5);
  });
  // A writer repeats a request with its key until it succeeds, so that a retry learns the true outcome.
  const escritores = Array.from({ length: 4 }, async () => {
    for (let id; seguir && (id = paraElCorte.pop());) {
      for (;;) {
        const r = anotar(await conLimite(escribir(id, `corte-${id}`), 'escritura'));
        if (r.estado === 200) { confirmadas.push(id); break; }
        assert.ok(r.estado === 503 || r.estado === 409, `${id}: ${r.estado} ${r.texto}`);
        await dormir(50);
      }
      await dormir(120);
    }
  });
  for (let vez = 0; vez < 3; ++vez) {
    await dormir(300);
    await correr(cluster, ['kill', dir]);
    await arrancar();
    await hasta(async () => (await leer()).estado === 200, 'sana');
  }
  seguir = false;
  await Promise.all([...lectores, ...escritores]);
  assert.deepEqual([...estados.keys()].filter(e => ![200, 409, 503].includes(e)), [], JSON.stringify([...estados]));
  assert.ok(confirmadas.length >= 4, `sólo ${confirmadas.length} escrituras`);
  await sano();
  const guardadas = await base.columna(`SELECT transaccion_id FROM transaccion WHERE transaccion_id IN (${confirmadas}) AND estado = 'Autorizado'`);
  assert.deepEqual(guardadas.sort((a, b) => a - b), confirmadas.sort((a, b) => a - b));
  assert.equal(await base.uno(`SELECT count(*) FROM idempotencia WHERE clave IN (${confirmadas.map(id => `'corte-${id}'`)})`), confirmadas.length);
  const r = await escribir(confirmadas[0], `corte-${confirmadas[0]}`);
  assert.equal(r.h['idempotent-replayed'], 'true');
});

test('todas las conexiones terminadas a la vez: la siguiente solicitud ya se atiende o dice 503', async () => {
  for (let vez = 0; vez < 5; ++vez) {
    await base.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gestor_app'");
    for (const fn of [leer, buscar, entrar, () => escribir(999999)]) {
      const r = await conLimite(fn(), 'después del corte');
      assert.ok([200, 400, 503].includes(r.estado), `${r.estado} ${r.texto}`);
    }
  }
  await sano();
});

test('LOCK TABLE transaccion: quien la necesita espera o recibe 503; la salud, el acceso y lo demás siguen', async () => {
  const soltar = await candado('LOCK TABLE gestor.transaccion IN ACCESS EXCLUSIVE MODE');
  const id = pendientes.pop();
  try {
    const presas = [...Array.from({ length: 8 }, leer), ...Array.from({ length: 5 }, buscar), escribir(id)];  // more than twice the connections of each kind
    await dormir(200);
    for (let i = 0; i < 5; ++i) {
      assert.equal((await conLimite(srv.get('/api/Health/health'), 'salud')).estado, 200);
      assert.equal((await conLimite(entrar(), 'acceso')).estado, 200);
      const r = await conLimite(srv.get('/api/RegistroCambios?registrosPorPagina=1'), 'registro de cambios');
      assert.ok([200, 503].includes(r.estado), `${r.estado}`);
    }
    for (const r of await conLimite(Promise.all(presas), 'presas')) {
      assert.equal(r.estado, 503, r.texto);
      assert.ok(Number(r.h['retry-after']) >= 1);
    }
  } finally {
    await soltar();
  }
  await sano();
  assert.equal((await escribir(id)).estado, 200, 'y la escritura que no pudo no dejó nada a medias');
});

test('SIGTERM con solicitudes en proceso: ninguna se pierde, sale con 0', async () => {
  const otro = await Servidor.iniciar(base, { 'llaves-token': srv.llaves });
  const id = pendientes.pop();
  const soltar = await candado(`SELECT 1 FROM gestor.transaccion WHERE transaccion_id = ${id} FOR UPDATE`);
  const presas = [otro.pedir('PUT', autorizar + id, { token: m.t1 })];
  try {
    await hasta(async () => (await base.uno("SELECT count(*) FROM pg_stat_activity WHERE usename = 'gestor_app' AND wait_event_type = 'Lock' AND datname = current_database()")) >= 1, 'la escritura espera');
    const rapidas = Array.from({ length: 20 }, () => otro.get('/api/RegistroVenta?registrosPorPagina=50', { token: m.t1 }));
    assert.ok((await Promise.all(rapidas)).every(r => r.estado === 200));
    otro.proceso.kill('SIGTERM');
    await hasta(() => new Promise(ok => {
      const c = net.connect(otro.puerto, '127.0.0.1', () => (c.destroy(), ok(false)));
      c.on('error', () => ok(true));
    }), 'deja de aceptar conexiones');
  } finally {
    await soltar();
  }
  const [r] = await conLimite(Promise.all(presas), 'la solicitud en proceso');
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(await conLimite(otro.fin, 'la salida'), { codigo: 0, senal: null });
  assert.equal(await base.uno(`SELECT estado FROM transaccion WHERE transaccion_id = ${id}`), 'Autorizado');
  await otro.parar();
});

test('SIGTERM bajo carga: toda respuesta empezada llega entera', async () => {
  const otro = await Servidor.iniciar(base, { 'llaves-token': srv.llaves });
  let seguir = true, buenas = 0;
  const malas = [];
  // A connection that is refused or closed before any byte of an answer was never accepted work; a half answer is a loss.
  const cliente = async () => {
    const agente = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (seguir) {
      try {
        const r = await otro.get('/api/RegistroVenta?registrosPorPagina=100', { token: m.t1, agente });
        if (r.estado === 200 && r.json.data.length > 0) ++buenas;
        else if (r.estado !== 503) malas.push(r.estado);
      } catch (e) {
        if (!['ECONNREFUSED', 'ECONNRESET'].includes(e.code) || /aborted/.test(e.message)) malas.push(e.message);
        if (e.code === 'ECONNREFUSED') break;
      }
    }
    agente.destroy();
  };
  const clientes = Array.from({ length: 8 }, cliente);
  await hasta(() => buenas > 50, 'hay carga');
  otro.proceso.kill('SIGTERM');
  const fin = await conLimite(otro.fin, 'la salida');
  seguir = false;
  await Promise.all(clientes);
  assert.deepEqual(fin, { codigo: 0, senal: null });
  assert.deepEqual(malas, []);
  await otro.parar();
});

test('nginx delante, con la configuración que se entrega', { skip: !existsSync('/usr/sbin/nginx') }, async t => {
  const nginx = await Nginx.iniciar([srv.puerto]);
  const pedir = (metodo, ruta, { encabezados, ...o } = {}) => nginx.pedir(metodo, ruta, { ...o, encabezados: { Host: 'api.ejemplo.mx', ...encabezados } });
  try {
    await hasta(async () => pedir('GET', '/api/Health/health').then(r => r.estado === 200, () => false), 'nginx atiende');
    await t.test('300 solicitudes por conexiones que se conservan', async () => {
      let reusadas = 0;
      const esperado = (await srv.get('/api/RegistroVenta?registrosPorPagina=5', { token: m.t1 })).texto;
      for (let i = 0; i < 300; ++i) {
        const r = await pedir('GET', '/api/RegistroVenta?registrosPorPagina=5', { token: m.t1, encabezados: { 'X-Request-Id': `nginx-${i}` } });
        assert.equal(r.estado, 200, r.texto);
        assert.equal(r.texto, esperado);
        assert.equal(r.h['x-request-id'], `nginx-${i}`);
        reusadas += r.reusada;
      }
      assert.ok(reusadas >= 295);
    });
    await t.test('escrituras, errores y encabezados pasan tal cual', async () => {
      const id = pendientes.pop();
      const clave = { 'Idempotency-Key': 'nginx-1' };
      const a = await pedir('PUT', autorizar + id, { token: m.t1, encabezados: clave });
      const b = await pedir('PUT', autorizar + id, { token: m.t1, encabezados: clave });
      assert.equal(a.estado, 200, a.texto);
      assert.equal(b.texto, a.texto);
      assert.equal(b.h['idempotent-replayed'], 'true');
      const e = await pedir('GET', '/api/RegistroVenta');
      assert.equal(e.estado, 401);
      assert.equal(e.h['www-authenticate'], 'Bearer');
      assert.equal((await pedir('GET', '/nada')).estado, 404);
      const l = await pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: m.uno.usuario, contrasena: m.uno.contrasena, apiKey: m.uno.apiKey } });
      assert.equal(l.estado, 200);
      assert.match(l.h['strict-transport-security'], /max-age/);
      assert.equal((await pedir('OPTIONS', '/api/RegistroVenta')).estado, 200);
    });
    await t.test('sin TLS redirige', async () => {
      const r = await new Promise((ok, mal) => http.get({ host: '127.0.0.1', port: nginx.claro, path: '/x', headers: { Host: 'api.ejemplo.mx' } }, res => (res.resume(), ok(res))).on('error', mal));
      assert.equal(r.statusCode, 308);
    });
  } finally {
    await nginx.parar();
  }
});
