// PgBouncer between gestor and PostgreSQL, in session mode: a connection of gestor keeps its connection of PostgreSQL, where its statements are
// prepared. In transaction mode the prepared statements would be missing, and the start of gestor refuses that mode.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Servidor, correr, dormir, montar } from './lib/ayuda_api.mjs';

let m, carpeta;
const procesos = [];
before(async () => {
  m = await montar({ registros: 30 });
  carpeta = mkdtempSync('/tmp/gpb');
  chmodSync(carpeta, 0o755);
});
after(async () => {
  for (const p of procesos) p.kill('SIGINT');
  await m?.cerrar();
  rmSync(carpeta, { recursive: true, force: true });
});

async function pgbouncer(modo) {
  const d = path.join(carpeta, modo), socket = path.join(d, 's');
  mkdirSync(socket, { recursive: true });
  const [, host, port] = /host=(\S+) port=(\S+)/.exec(m.base.app);
  writeFileSync(path.join(d, 'ini'), `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\nunix_socket_dir = ${socket}
auth_type = any\npool_mode = ${modo}\nmax_client_conn = 200\ndefault_pool_size = 60\nlogfile = ${d}/log\n`.replace('* = host', `${m.base.nombre} = user=gestor_app host`));
  // PgBouncer refuses to run as root: the user postgres exists wherever PostgreSQL does.
  const orden = process.getuid() === 0 ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups', 'pgbouncer', path.join(d, 'ini')]] : ['pgbouncer', [path.join(d, 'ini')]];
  if (process.getuid() === 0) await correr('chown', ['-R', 'postgres', d]);
  const p = spawn(orden[0], orden[1], { stdio: 'ignore' });
  procesos.push(p);
  for (let i = 0; i < 400 && !existsSync(path.join(socket, '.s.PGSQL.6432')); i++) await dormir(25);
  return m.base.app.replace(/host=\S+ port=\S+/, `host=${socket} port=6432`);
}

test('pool_mode session: todo igual que sin él', async () => {
  const srv = await Servidor.iniciar(m.base, { 'base-datos': await pgbouncer('session'), 'llaves-token': m.srv.llaves });
  try {
    const pedir = (metodo, ruta, cuerpo) => srv.pedir(metodo, ruta, { token: m.t1, cuerpo });
    const una = await pedir('GET', '/api/RegistroVenta?registrosPorPagina=5');
    assert.equal(una.estado, 200, una.texto);
    const sinUrl = r => r.texto.replaceAll(/127\.0\.0\.1:\d+/g, '');
    assert.equal(sinUrl(una), sinUrl(await m.srv.get('/api/RegistroVenta?registrosPorPagina=5', { token: m.t1 })));
    assert.equal((await pedir('GET', '/api/RegistroVenta?busqueda=a')).estado, 200);
    await srv.entrar(m.uno);
    const nuevos = await Promise.all(Array.from({ length: 40 }, (_, i) => pedir('POST', '/api/Contactos', { codigo: `PGB${i}`, nombre: `Contacto ${i}`, tipoContacto: 'Cliente', rfc: 'XAXX010101000' })));
    assert.deepEqual(nuevos.map(r => r.estado), Array(40).fill(200), nuevos[0].texto);
    const vistos = await Promise.all(nuevos.map(r => pedir('GET', `/api/Contactos/${r.json.data.entidadId}`)));
    assert.deepEqual(vistos.map(r => r.json.data.codigo), nuevos.map((_, i) => `PGB${i}`));
    assert.equal((await srv.get(`/api/Contactos/${nuevos[0].json.data.entidadId}`, { token: m.t2 })).json.codigo, 'NO_ENCONTRADO', 'cada quien lo suyo');
  } finally {
    await srv.parar();
  }
});

test('pool_mode transaction: el arranque dice por qué no, también ante la réplica', async () => {
  const prestadas = await pgbouncer('transaction');
  for (const ajuste of ['base-datos', 'base-datos-replica'])
    await assert.rejects(Servidor.iniciar(m.base, { [ajuste]: prestadas, 'llaves-token': m.srv.llaves }), new RegExp(`${ajuste}: .*pool_mode`));
});
