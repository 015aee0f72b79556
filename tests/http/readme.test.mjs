// Every command of README.md is run, or is part of the program that runs this test.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ejecutar = promisify(execFile);
const raiz = new URL('../..', import.meta.url).pathname;
const programa = process.env.GESTOR_BIN;
const leame = await readFile(join(raiz, 'README.md'), 'utf8');

// Indented blocks whose lines are commands; the tree of folders is left out.
const bloques = leame.split(/\n\n(?! {4})/).flatMap((parte) => parte.split('\n\n').filter((b) => /^ {4}(scripts\/\w+ |api=)/.test(b)));
const lineas = bloques.flatMap((b) => b.split('\n')).map((l) => l.replace(/\s+#.*$/, '').trim()).filter(Boolean);

// Commands that take long are run in short by their own tests (faults, attack). Here each must exist and answer --help.
const largos = ['scripts/bench', 'scripts/faults', 'scripts/attack', 'scripts/overload', 'tests/mutar', 'scripts/check --todo'];
for (const largo of largos)
  test(`${largo} --help`, async () => {
    const [guion, opcion = ''] = largo.split(' ');
    const { stdout } = await ejecutar(join(raiz, guion), ['--help']).catch((e) => e);
    assert.ok(stdout.includes(guion) && stdout.includes(opcion), stdout);
  });

test('the commands of the README are the ones that are tried', () => {
  const primera = lineas.filter((l) => /^(api=|token=|curl )/.test(l));
  const scripts = lineas.filter((l) => /^(scripts|tests)\//.test(l));
  assert.deepEqual(scripts, ['scripts/run', 'scripts/test', 'scripts/check', 'scripts/check -f', 'scripts/test -R name', ...largos]);
  assert.equal(primera.length, 4);
  assert.equal(lineas.length, scripts.length + primera.length, `sin probar: ${lineas.join(' | ')}`);
});

// sinPrivilegios: a server started by root runs as another user, without privileges and without the password of the operator.
async function sinPrivilegios(guion, datos) {
  if (process.getuid() !== 0) return;
  const hijos = (await readdir('/proc')).filter((p) => /^\d+$/.test(p));
  const leer = (p, que) => readFile(`/proc/${p}/${que}`, 'utf8').catch(() => '');
  const [servidor] = (await Promise.all(hijos.map(async (p) => [p, await leer(p, 'cmdline'), await leer(p, 'stat')])))
    // The server of another test may have ended meanwhile.
    .find(([, orden, stat]) => orden.includes('\0serve\0') && stat.split(') ')[1]?.split(' ')[1] === String(guion));
  const estado = await leer(servidor, 'status');
  const uid = /^Uid:\s+(\d+)\s+(\d+)\s+(\d+)/m.exec(estado).slice(1).map(Number);
  assert.ok(uid.every((u) => u >= 61184), `${uid}`);
  assert.match(estado, /^CapEff:\s+0+$/m);
  assert.match(estado, /^CapBnd:\s+0+$/m);
  assert.match(estado, /^NoNewPrivs:\s+1$/m);
  const como = ['--reuid', `${uid[0]}`, '--regid', `${uid[0]}`, '--clear-groups'];
  for (const suyo of ['pgpass', 'gestor.conf', 'llaves', 'demo.json']) await assert.rejects(ejecutar('setpriv', [...como, 'cat', join(datos, suyo)]), /Permission denied/, suyo);
  const configuracion = (await leer(servidor, 'cmdline')).split('\0').find((a) => a.endsWith('gestor.conf'));
  assert.doesNotMatch(await readFile(configuracion, 'utf8'), /gestor_admin/);
  const { stdout: clave } = await ejecutar('setpriv', [...como, 'cat', join(configuracion, '../pgpass')]);
  assert.match(clave, /^[^\n]*:gestor_app:[^\n]*\n$/);
  assert.match(await readFile(join(datos, 'log/acceso.log'), 'utf8'), /"operacion":"\/api\/Health\/health"/);
}

test('a PostgreSQL whose program was replaced is noticed', async () => {
  const carpeta = await mkdtemp('/tmp/gp-');
  const copia = join(carpeta, 'postgres');
  await copyFile('/bin/sleep', copia);
  const proceso = spawn(copia, ['60']);
  const cambiado = () => ejecutar('bash', ['-c', '. scripts/lib.sh; PG_PID=$1; cluster_replaced', 'bash', `${proceso.pid}`], { cwd: raiz }).then(() => true, () => false);
  try {
    assert.equal(await cambiado(), false);
    await rm(copia);
    await copyFile('/bin/sleep', copia);  // dpkg replaces a file by another file of the same name
    assert.equal(await cambiado(), true);
  } finally {
    proceso.kill();
    await rm(carpeta, { recursive: true });
  }
});

test('scripts/run serves, and the first call of the README answers', { timeout: 300_000 }, async () => {
  const datos = await mkdtemp('/tmp/gr-');
  const correr = spawn(join(raiz, 'scripts/run'), ['--port', '0', '--data', datos], { env: { ...process.env, GESTOR_BIN: programa }, cwd: raiz });
  let dicho = '';
  try {
    await new Promise((listo, falla) => {
      correr.stdout.on('data', (t) => { dicho += t; if (/curl .*RegistroVenta/.test(dicho)) listo(); });
      correr.stderr.on('data', (t) => { dicho += t; });
      correr.once('exit', (c) => falla(new Error(`scripts/run terminó con ${c}: ${dicho}`)));
    });
    const demo = JSON.parse(await readFile(join(datos, 'demo.json'), 'utf8'));
    assert.deepEqual(Object.keys(demo).sort(), ['apiKey', 'contrasena', 'token', 'url', 'usuario']);
    const guion = lineas.filter((l) => /^(api=|token=|curl )/.test(l)).join('\n')
      .replace(/^api=.*$/m, `api=${demo.url}`).replace('var/demo.json', join(datos, 'demo.json'));
    const { stdout } = await ejecutar('bash', ['-ec', guion]);
    assert.match(stdout, /"status":"Healthy"/);
    assert.equal(JSON.parse(stdout.slice(stdout.indexOf('{"data"'))).data.length, 2);
    await sinPrivilegios(correr.pid, datos);
    // The line that scripts/run prints works when pasted.
    const pegada = dicho.split('\n').find((l) => /curl .*RegistroVenta/.test(l)).trim();
    const { stdout: contestado } = await ejecutar('bash', ['-ec', pegada]);
    assert.ok(JSON.parse(contestado).data.length > 0);
  } finally {
    const fin = new Promise((listo) => correr.once('exit', listo));
    if (correr.exitCode === null) correr.kill('SIGINT'), assert.equal(await fin, 0, 'Ctrl-C ends it cleanly');
    await rm(datos, { recursive: true, force: true });
  }
});

test('what the README says of the program is what the program knows', async () => {
  const { stdout: ayuda } = await ejecutar(programa, ['--help']);
  for (const [, comando] of leame.matchAll(/`gestor ((?:organizacion|usuario|consumidor) crear|migrate)`/g)) assert.ok(ayuda.includes(`  ${comando} `), comando);
  const { stdout: ajustes } = await ejecutar(programa, ['serve', '--help']);
  assert.match(ajustes, /base-datos-admin/);
  const { configurePresets } = JSON.parse(await readFile(join(raiz, 'CMakePresets.json'), 'utf8'));
  for (const [, nombre] of leame.matchAll(/cmake --preset (\w+)/g)) assert.ok(configurePresets.some((p) => p.name === nombre));
  for (const [, ruta] of leame.matchAll(/\]\(((?:scripts|LICENSE)[^)]*)\)/g)) await readFile(join(raiz, ruta));
});
