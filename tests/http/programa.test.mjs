// The program as its operator uses it: help, version, signals, and the settings and scripts that come with it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Base, Servidor, correr, dormir, gestor, hasta, raizRepo } from './lib/ayuda_api.mjs';

let base;
before(async () => { base = await Base.crear({ registros: 0 }); });
after(() => base?.soltar());
const gestorDice = async (...a) => correr(gestor, a, { falla: true });

test('gestor --version dice lo que gestor version', async () => {
  const { salida, codigo } = await gestorDice('--version');
  assert.equal(codigo, 0);
  assert.match(salida, /^gestor \d+\.\d+\S*\n$/);
  assert.equal((await gestorDice('version')).salida, salida);
});

test('cada orden tiene su ayuda, y un grupo la de las suyas', async () => {
  const { salida: todas } = await gestorDice('--help');
  const ordenes = [...todas.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(o => o[1]).filter(o => !['serve', 'operaciones', 'openapi', 'lecturas', 'version'].includes(o));
  assert.ok(ordenes.length > 20, todas);
  for (const o of ordenes) {
    const { salida, codigo } = await gestorDice(...o.split(' '), '--help');
    assert.equal(codigo, 0);
    const suyas = [...salida.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(x => x[1]);
    assert.deepEqual(suyas, ordenes.filter(x => x === o || x.startsWith(`${o} `)), salida);  // importar is both a command and a group of commands
  }
  assert.deepEqual([...(await gestorDice('consumidor', '--help')).salida.matchAll(/^ {2}(consumidor \w+)/gm)].map(x => x[1]), ordenes.filter(o => o.startsWith('consumidor ')));
  assert.match((await gestorDice('serve', '--help')).salida, /--base-datos/);
  const pideBase = async o => /--base-datos-admin/.test((await gestorDice(...o.split(' '), '--help')).salida);
  assert.deepEqual([await pideBase('importar cfdi'), await pideBase('certificados-sat')], [true, false], 'los certificados no usan la base');
});

test('una opción que la orden no toma se rechaza', async () => {
  const r = await gestorDice('openapi', '--rfc', 'x');
  assert.equal(r.codigo, 1);
  assert.match(r.errores, /«gestor openapi» no admite --rfc/);
});

test('señales: SIGUSR1, SIGUSR2 y SIGPIPE no lo terminan; SIGHUP vuelve a abrir la bitácora; SIGTERM y SIGINT lo terminan bien', async () => {
  const srv = await Servidor.iniciar(base);
  for (const s of ['SIGUSR1', 'SIGUSR2', 'SIGPIPE', 'SIGHUP']) srv.proceso.kill(s);
  await dormir(200);
  assert.equal((await srv.get('/api/Health/live')).estado, 200);
  const lineas = archivo => (existsSync(archivo) ? readFileSync(archivo, 'utf8') : '');
  await hasta(() => lineas(srv.bitacora).includes('/api/Health/live'), 'se escribe');
  // logrotate renames the file and sends SIGHUP. Lines written before stay in the old file, later lines go to the new one.
  renameSync(srv.bitacora, `${srv.bitacora}.1`);
  await srv.get('/api/Health/ready', { encabezados: { 'X-Request-Id': 'antes' } });
  srv.proceso.kill('SIGHUP');
  await hasta(() => existsSync(srv.bitacora), 'se abre otra vez');
  await srv.get('/api/Health/ready', { encabezados: { 'X-Request-Id': 'despues' } });
  await hasta(() => lineas(srv.bitacora).includes('"despues"'), 'se escribe en la nueva');
  assert.ok((lineas(`${srv.bitacora}.1`) + lineas(srv.bitacora)).includes('"antes"'), 'ninguna línea se pierde');
  assert.deepEqual(await srv.parar('SIGINT'), { codigo: 0, senal: null });
});

test('cuántas conexiones: el arranque dice qué hacer donde PostgreSQL admite menos que las que los ajustes abren', async () => {
  const admite = await base.uno("SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int");
  for (const [trabajadores, abre] of [[8, null], [512, 3 + 513 + 9 + 9 + 1 + 8 + 4 + 5 + 4]]) {
    const srv = await Servidor.iniciar(base, { hilos: 1, trabajadores });
    await srv.get('/api/Health/live');
    await srv.parar('SIGTERM');
    const aviso = /se abren hasta (\d+) conexiones y PostgreSQL admite (\d+).*max_connections a (\d+).*trabajadores \(aquí 512\)/.exec(srv.errores);
    assert.deepEqual(aviso && aviso.slice(1).map(Number), abre && [abre, Number(admite), abre + 20], srv.errores);
  }
  const limitar = n => base.sql(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${n}', current_database()); END $$`);
  await limitar(20);
  const srv = await Servidor.iniciar(base, { hilos: 1, trabajadores: 16 });
  await srv.parar('SIGTERM');
  await limitar(-1);
  assert.match(srv.errores, /PostgreSQL admite 20:/, 'el límite de la base cuenta');
  await assert.rejects(Servidor.iniciar(base, { trabajadores: 513 }), /trabajadores/);
});

test('logrotate entiende su archivo, y rota con él', { skip: !existsSync('/usr/sbin/logrotate') && 'no hay logrotate' }, async () => {
  const { errores } = await correr('/usr/sbin/logrotate', ['-d', path.join(raizRepo, 'scripts/deploy/gestor.logrotate')], { falla: true });
  assert.doesNotMatch(errores, /error:(?!.*(unknown user|stat of))/);
});

// A background job of a script ignores SIGINT from its start, and bash cannot trap a signal that was ignored at its start.
test('scripts/run en segundo plano obedece SIGINT', { timeout: 300_000 }, async () => {
  const datos = mkdtempSync('/tmp/gi-');
  const p = spawn('bash', ['-c', `"$0" --port 0 --no-demo --data ${datos} & echo pid $!; wait $!; echo fin $?`, path.join(raizRepo, 'scripts/run')],
    { env: { ...process.env, GESTOR_BIN: path.resolve(gestor) }, cwd: raizRepo });
  let dicho = '';
  for (const flujo of [p.stdout, p.stderr]) flujo.on('data', d => (dicho += d));
  try {
    await hasta(() => /Ctrl-C detiene/.test(dicho) || p.exitCode !== null, 'arranca', 240_000);
    assert.match(dicho, /Ctrl-C detiene/);
    process.kill(Number(/pid (\d+)/.exec(dicho)[1]), 'SIGINT');
    await hasta(() => /fin \d+/.test(dicho), 'termina', 60_000);
    assert.match(dicho, /fin 0\n/);
  } finally {
    if (p.exitCode === null && !/fin \d+/.test(dicho)) process.kill(Number(/pid (\d+)/.exec(dicho)[1]), 'SIGTERM');
    rmSync(datos, { recursive: true, force: true });
  }
});
