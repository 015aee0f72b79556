// /docs/produccion, pasted as root on Debian: its commands are taken from the page and run, with the entry rules of PostgreSQL as Debian installs
// them. Files go to another folder. Commands that would change this machine (users, services) are recorded instead of run.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Servidor, cluster, correr, gestor, raizRepo, sql } from './lib/ayuda_api.mjs';

const pagina = readFileSync(path.join(raizRepo, 'server/docs/paginas/produccion.html'), 'utf8');
const guion = id => {
  const seccion = new RegExp(`<h2 id="${id}">[\\s\\S]*?(?=<h2|$)`).exec(pagina)[0];
  const bloques = [...seccion.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(b => b[1].replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  return bloques.filter(b => !/^\w+ = /m.test(b)).join('\n');  // settings of PostgreSQL are no commands
};
const raiz = process.getuid() === 0 && mkdtempSync('/tmp/gp-');
const servidor = `/tmp/gq${randomBytes(3).toString('hex')}`;
const puerto = String(20000 + randomBytes(2).readUInt16LE() % 20000);
const aqui = texto => texto.replace(/(?<![\w.])\/(opt\/gestor|etc\/(?:gestor|systemd|nginx|logrotate\.d))/g, `${raiz}/$1`).replaceAll('/usr/local/bin', `${raiz}/bin`)
  .replaceAll('/run/postgresql', `${servidor}/s`).replaceAll('build/release', `${raiz}/build`);
const entorno = raiz && { PATH: `${raiz}/suplentes:${raiz}/bin:${process.env.PATH}`, PGPORT: puerto, PGHOST: `${servidor}/s` };
// pegar: root works in the repository, other users in /, since the repository may be in a folder of root that they cannot enter.
const pegar = (texto, quien = 'root') => correr('runuser', ['-u', quien, '--', 'bash', '-euo', 'pipefail', '-c', `cd ${quien === 'root' ? raizRepo : '/'}\n${aqui(texto)}`], { env: entorno });

before(async () => {
  if (!raiz) return;
  chmodSync(raiz, 0o755);
  for (const d of ['suplentes', 'bin', 'build/docs', 'etc/systemd/system', 'etc/nginx', 'etc/logrotate.d', 'var']) mkdirSync(path.join(raiz, d), { recursive: true });
  symlinkSync(path.resolve(gestor), `${raiz}/build/gestor`);
  const suplente = (nombre, texto) => writeFileSync(`${raiz}/suplentes/${nombre}`, `#!/bin/bash\n${texto}\n`, { mode: 0o755 });
  for (const nombre of ['apt-get', 'cmake', 'adduser', 'systemctl', 'journalctl', 'nginx']) suplente(nombre, `echo "${nombre} $*" >> ${raiz}/hecho`);
  suplente('install', 'a=(); while [ $# -gt 0 ]; do case $1 in -o|-g) shift ;; *) a+=("$1") ;; esac; shift; done; exec /usr/bin/install "${a[@]}"');
  await correr(cluster, ['new', servidor]);
  const admin = `host=${servidor}/s port=5432 dbname=postgres user=postgres`;
  await sql(admin, "ALTER SYSTEM SET listen_addresses = '127.0.0.1'");
  await sql(admin, `ALTER SYSTEM SET port = ${puerto}`);
  writeFileSync(`${servidor}/pg/pg_hba.conf`, 'local all postgres peer\nlocal all all peer\nhost all all 127.0.0.1/32 scram-sha-256\n');
  await correr(cluster, ['stop', servidor]);
  await correr(cluster, ['start', servidor]);
});
after(async () => {
  if (!raiz) return;
  await correr(cluster, ['rm', servidor], { falla: true });
  rmSync(raiz, { recursive: true, force: true });
});

test('pasos 1 a 5, pegados en una terminal de root: el servidor atiende', { skip: !raiz && 'sólo como root' }, async () => {
  const { salida } = await pegar(['instalar', 'base', 'primera', 'servicio', 'nginx'].map(guion).join('\n'));
  const dicho = nombre => new RegExp(`^${nombre}: (\\S+)$`, 'm').exec(salida)?.[1];
  assert.equal(dicho('organizacionId'), '1', salida);
  const conf = `${raiz}/etc/gestor/gestor.conf`;
  writeFileSync(conf, aqui(readFileSync(conf, 'utf8')).replace('/var/lib/gestor', `${raiz}/var`));
  assert.equal(readFileSync(`${raiz}/etc/gestor/pgpass`, 'utf8').split(':').length, 5);
  const valores = Object.fromEntries(readFileSync(conf, 'utf8').split('\n').map(l => /^([a-z-]+) = (.*)$/.exec(l)).filter(Boolean).map(l => [l[1], l[2]]));
  assert.match(valores['base-datos'], /host=127\.0\.0\.1 /);
  const srv = await Servidor.iniciar({ app: valores['base-datos'] }, { configuracion: conf, 'llaves-token': `${raiz}/etc/gestor/llaves` }, { PGPORT: puerto });
  try {
    const token = await srv.entrar({ usuario: 'direccion', contrasena: dicho('contrasena'), apiKey: dicho('apiKey') });
    assert.equal((await srv.get('/api/Seguridad/UsuarioInformacion', { token })).json.data.organizacion, 'Mi Empresa');
    // Step 7, as postgres: every command is known to the program, and the last one opens the organization that was closed.
    const { salida: acceso } = await pegar(guion('revocar').replace(/^/, "export GESTOR_BASE_DATOS_ADMIN='host=/run/postgresql dbname=gestor user=postgres'\n"), 'postgres');
    for (const linea of [/^1\tdireccion\tdireccion\t\tadministrador\t\t\tActivo$/m, /^apiKey: gk_/m, /^cerrada$/m, /^abierta$/m]) assert.match(acceso, linea);
  } finally {
    await srv.parar();
  }
  const hecho = readFileSync(`${raiz}/hecho`, 'utf8');
  for (const orden of ['adduser --system --group --no-create-home gestor', 'systemctl daemon-reload', 'systemctl enable --now gestor', 'nginx -t']) assert.ok(hecho.includes(orden), hecho);
});

test('los paquetes del paso 1 son los que scripts/run instala', () => {
  const dichos = /apt-get install --no-install-recommends ([^<]*)/.exec(pagina)[1].replaceAll('\\', ' ').split(/\s+/);
  const suyos = /RUN_PACKAGES=\(([^)]*)\)/.exec(readFileSync(path.join(raizRepo, 'scripts/lib.sh'), 'utf8'))[1].split(/\s+/);
  assert.deepEqual(suyos.filter(p => !dichos.includes(p)), []);
});

test('la unidad se recarga con la señal que el programa conoce', () =>
  assert.match(readFileSync(path.join(raizRepo, 'scripts/deploy/gestor.service'), 'utf8'), /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m));

test('cada orden de gestor que la página nombra existe', async () => {
  const { salida } = await correr(gestor, ['--help']);
  const ordenes = [...salida.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(o => o[1]);
  const dichas = [...pagina.replace(/<[^>]+>/g, ' ').matchAll(/(?<=^|-- )gestor ([a-z]+(?: [a-z]+)?)/gm)].map(o => o[1]);
  assert.ok(dichas.length > 10);
  for (const d of dichas) assert.ok(ordenes.some(o => d === o || d.startsWith(`${o} `) || o === d.split(' ')[0]), `no existe «gestor ${d}»`);
});
