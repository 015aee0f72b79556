// A PostgreSQL that answers and cannot write, because its disk is full or its libraries were replaced. The answer tells the cause, the log has
// PostgreSQL's own message under the request id, the metrics count the failure by its cause, and the health endpoint answers 503.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Servidor, cluster, correr, dormir, esError, hasta, montar } from './lib/ayuda_api.mjs';

const MB = 1024 * 1024;
const enDisco = `/tmp/gd${randomBytes(3).toString('hex')}`;
const ejecutar = (programa, ...argumentos) => spawnSync(programa, argumentos, { encoding: 'utf8' });
let discoPropio = false;

before(() => {
  mkdirSync(enDisco, { mode: 0o711 });
  discoPropio = process.getuid() === 0 && ejecutar('mount', '-t', 'tmpfs', '-o', 'size=420m,mode=711', 'tmpfs', enDisco).status === 0;
});
after(async () => {
  if (existsSync(`${enDisco}/c`)) await correr(cluster, ['rm', `${enDisco}/c`], { falla: true });
  if (discoPropio) ejecutar('umount', '-l', enDisco);
  rmSync(enDisco, { recursive: true, force: true });
});

const fallas = async (srv, causa) => Number(new RegExp(`^gestor_fallas_total\\{causa="${causa}"\\} (\\d+)$`, 'm').exec((await srv.get('/metrics')).texto)[1]);
const salud = async (srv, ruta) => (await srv.get(`/api/Health/${ruta}`)).estado;
const lineas = srv => srv.errores.split('\n').filter(l => l.startsWith('{') && l.endsWith('}')).map(l => JSON.parse(l));
const dice = (srv, quien) => hasta(() => lineas(srv).find(quien), 'la bitácora lo dice');
const enSalud = (srv, estado) => hasta(async () => (await salud(srv, 'ready')) === estado && (await salud(srv, 'health')) === estado, `la salud dice ${estado}`);

// explicada: the refusal in the answer, in the log and in the metrics.
async function explicada(srv, r, causa, { detalle, razon }) {
  esError(r, 503, 'NO_DISPONIBLE');
  assert.match(r.json.detail, detalle);
  assert.ok(Number(r.h['retry-after']) >= 1);
  const linea = await dice(srv, l => l.solicitudId === r.json.solicitudId);
  assert.equal(linea.causa, causa);
  assert.match(linea.mensaje, razon);
  assert.ok(await fallas(srv, causa) >= 1);
}

test('el disco de PostgreSQL está lleno', async t => {
  if (!discoPropio) return t.skip('aquí no se puede montar un disco propio');
  const { salida } = await correr(cluster, ['new', `${enDisco}/c`]);
  const m = await montar({ registros: 50, servidor: salida.trim() });
  const { srv, base } = m;
  const relleno = `${enDisco}/relleno`;
  const subir = async bytes => srv.pedir('POST', `/api/Productos/AgregarImagenBase64/${producto}`, { token: m.t1, cuerpo: { extension: 'png', contenidoBase64: Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(bytes)]).toString('base64') } });
  const producto = await base.uno('SELECT producto_id FROM producto WHERE organizacion_id = 1 ORDER BY 1 LIMIT 1');
  try {
    const antes = await subir(2 * MB);
    assert.equal(antes.estado, 200, antes.texto);
    assert.equal(await salud(srv, 'ready'), 200);
    // A new WAL segment has room for the upload: PostgreSQL stops altogether when it cannot create one. CHECKPOINT creates the segment now; an
    // asynchronous commit would leave that to the WAL writer, after the disk is full.
    await base.sql('SELECT pg_switch_wal()');
    await base.sql('CHECKPOINT');
    ejecutar('dd', 'if=/dev/zero', `of=${relleno}`, 'bs=64k', 'count=100000');
    await explicada(srv, await subir(3 * MB), 'disco', { detalle: /espacio/, razon: /No space left on device.*53100/ });
    await enSalud(srv, 503);
    assert.equal(await salud(srv, 'live'), 200);
    assert.equal((await srv.get('/api/Health/ready')).json.baseDatos, 'Unhealthy');
    assert.equal((await srv.get('/api/RegistroVenta?registrosPorPagina=1', { token: m.t1 })).estado, 200, 'lo que solo se lee se sigue leyendo');
    await dice(srv, l => l.nivel === 'error' && /no admite escrituras.*53100/.test(l.mensaje));
    rmSync(relleno);
    await enSalud(srv, 200);
    assert.equal((await subir(3 * MB)).estado, 200, 'y sana sin que nadie lo reinicie');
    await dice(srv, l => /vuelve a admitir escrituras/.test(l.mensaje));
  } finally {
    rmSync(relleno, { force: true });
    await m.srv.parar();
  }
});

test('las bibliotecas de PostgreSQL cambiaron debajo de él', async () => {
  const m = await montar({ registros: 50 });
  const { base } = m;
  // The state after an upgrade of PostgreSQL: a session that has loaded plpgsql keeps it, a new session does not find it.
  const mudar = de => base.sql(`UPDATE pg_proc SET probin = '$libdir/${de}' WHERE proname IN ('plpgsql_call_handler', 'plpgsql_inline_handler')`);
  const srv = await Servidor.iniciar(base, { 'llaves-token': m.srv.llaves });
  const crear = () => srv.pedir('POST', '/api/Contactos', { token: m.t1, cuerpo: { codigo: 'BIB-1', nombre: 'Con disparador', tipoContacto: 'Cliente', rfc: 'XAXX010101000' } });
  try {
    await mudar('no_hay');
    await base.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gestor_app' AND datname = current_database()");
    await enSalud(srv, 503);
    await explicada(srv, await hasta(async () => { const r = await crear(); return r.json.detail !== 'la base de datos no responde' && r; }, 'se conecta de nuevo'),
      'biblioteca', { detalle: /bibliotecas/, razon: /no_hay.*58P01/ });
    assert.equal(await base.uno("SELECT count(*) FROM contacto WHERE codigo = 'BIB-1'"), 0);
    await mudar('plpgsql');
    await enSalud(srv, 200);
    assert.equal((await hasta(async () => { const r = await crear(); return r.estado === 200 && r; }, 'se escribe')).estado, 200);
  } finally {
    await srv.parar();
    await m.cerrar();
  }
});

test('la base de datos sólo admite lecturas', async () => {
  const m = await montar({ registros: 50 });
  const { base, srv, t1: token } = m;
  const poner = valor => base.sql(`ALTER ROLE gestor_app IN DATABASE "${base.nombre}" ${valor}; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gestor_app' AND datname = current_database()`);
  const crear = () => srv.pedir('POST', '/api/Contactos', { token, cuerpo: { codigo: 'LEE-1', nombre: 'En otra ocasión', tipoContacto: 'Cliente', rfc: 'XAXX010101000' } });
  const entrar = () => srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: 'nadie', contrasena: 'x', apiKey: 'x' } });
  try {
    await poner('SET default_transaction_read_only = on');
    await enSalud(srv, 503);
    for (const escribir of [crear, entrar])
      await explicada(srv, await hasta(async () => { const r = await escribir(); return r.json.detail !== 'la base de datos no responde' && r; }, 'se conecta de nuevo'),
        'solo_lectura', { detalle: /sólo admite lecturas/, razon: /read-only transaction.*25006/ });
    assert.equal((await srv.get('/api/RegistroVenta?registrosPorPagina=1', { token })).estado, 200, 'lo que solo se lee se sigue leyendo');
    // Sessions opened while the role was read-only would stay read-only: the server does not keep them.
    await base.sql(`ALTER ROLE gestor_app IN DATABASE "${base.nombre}" RESET default_transaction_read_only`);
    await enSalud(srv, 200);
    assert.equal((await hasta(async () => { const r = await crear(); return r.estado === 200 && r; }, 'se escribe')).estado, 200);
    assert.equal((await hasta(async () => { const r = await entrar(); return r.estado === 401 && r; }, 'se entra')).estado, 401);
  } finally {
    await m.cerrar();
  }
});

test('sin averías no hay ninguna en la cuenta, y una solicitud equivocada no es una', async () => {
  const m = await montar({ registros: 50 });
  try {
    esError(await m.srv.get('/api/RegistroVenta/abc', { token: m.t1 }), 400);
    esError(await m.srv.get('/api/RegistroVenta'), 401);
    await dormir(50);
    for (const causa of ['disco', 'biblioteca', 'solo_lectura', 'interno', 'otra', 'saturado']) assert.equal(await fallas(m.srv, causa), 0);
    assert.deepEqual(lineas(m.srv).filter(l => l.causa), []);
  } finally {
    await m.cerrar();
  }
});
