// A streaming replica answers reads of data that it already has, and never a read from before the last write of the same caller. Both sides are real
// PostgreSQL. Replay is paused when a test needs a replica that is behind.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Servidor, cluster, correr, dormir, esError, hasta, montar, sql } from './lib/ayuda_api.mjs';
import { Corte } from './faults/corte.mjs';
import { Nginx } from './lib/nginx.mjs';

const dir = `/tmp/gr${randomBytes(3).toString('hex')}`;
let m, base, srv, otro, replica, principal;
before(async () => {
  principal = (await correr(cluster, ['new', `${dir}a`])).salida.trim();
  // gestor_app is created by the first migration, so the demo is loaded before the copy of the cluster. The name of the database is known after the
  // demo.
  m = await montar({ registros: 50, servidor: principal });
  ({ base } = m);
  replica = (await correr(cluster, ['replica', `${dir}b`, `${dir}a`])).salida.trim().replace('dbname=postgres', `dbname=${base.nombre}`);
  await m.srv.parar();
  const dos = { 'base-datos': base.app.replace(/host=\S+ port=\S+/, `host=${dir}a/s,${dir}b/s port=5432,5432 target_session_attrs=read-write`) };
  const ajustes = { ...dos, 'base-datos-replica': replica.replace('user=postgres', 'user=gestor_app') };
  srv = m.srv = await Servidor.iniciar(base, ajustes);
  otro = await Servidor.iniciar(base, { ...ajustes, 'llaves-token': srv.llaves });
  m.t1 = await srv.entrar(m.uno), m.t2 = await srv.entrar(m.dos);
});
after(async () => {
  await otro?.parar();
  await srv?.parar();
  await rm(`${dir}c`, { recursive: true, force: true });
  for (const d of ['a', 'b']) await correr(cluster, ['rm', dir + d], { falla: true });
});

const medida = async (nombre, s = srv) => Number(new RegExp(`^gestor_${nombre} (\\S+)$`, 'm').exec((await s.get('/metrics')).texto)[1]);
const porReplica = s => medida('replica_lecturas_total', s);
const leer = (s = srv, encabezados = {}, token = m.t1) => s.get('/api/RegistroVenta?registrosPorPagina=1', { token, encabezados });
const usada = s => async () => {
  const antes = await porReplica(s);
  assert.equal((await leer(s)).estado, 200);
  return await porReplica(s) > antes;
};
const noUsada = token => async () => {
  const antes = await porReplica();
  assert.equal((await leer(srv, {}, token)).estado, 200);
  return await porReplica() === antes;
};
let n = 0;
const contacto = numero => ({ codigo: `REP${numero}`, nombre: `Contacto ${numero}`, tipoContacto: 'Cliente', rfc: 'XAXX010101000' });
const crear = (s = srv, token = m.t1) => s.pedir('POST', '/api/Contactos', { token, cuerpo: contacto(++n) });
const conClave = (numero, s = srv) => s.pedir('POST', '/api/Contactos', { token: m.t1, cuerpo: contacto(numero), encabezados: { 'Idempotency-Key': `replica-${numero}` } });
const cuantos = async (conexion, numero) => Number((await sql(conexion, `SELECT count(*) AS n FROM contacto WHERE codigo = 'REP${numero}'`))[0].n);
const sincrona = async activa => {
  for (const [ajuste, valor] of [['synchronous_standby_names', activa ? '*' : ''], ['synchronous_commit', activa ? 'on' : 'off']])
    await sql(principal, `ALTER SYSTEM SET ${ajuste} = '${valor}'`);
  await sql(principal, 'SELECT pg_reload_conf()');
};
const ver = (id, s = srv, encabezados = {}) => s.get(`/api/Contactos/${id}`, { token: m.t1, encabezados });
const detener = () => sql(replica, 'SELECT pg_wal_replay_pause(), set_config(\'x.y\', \'\', true)')
  .then(() => hasta(async () => (await sql(replica, 'SELECT pg_get_wal_replay_pause_state() AS e'))[0].e === 'paused', 'se detiene'));
const seguir = () => sql(replica, 'SELECT pg_wal_replay_resume(), set_config(\'x.y\', \'\', true)');

test('al día: la réplica contesta', async () => {
  await hasta(usada(srv), 'la réplica contesta');
  await hasta(usada(otro), 'la réplica contesta al otro servidor');
  assert.ok(await medida('replica_retraso_bytes') >= 0);
});

test('nadie lee antes de lo que él mismo escribió', async t => {
  await detener();
  const hecho = await crear();
  assert.equal(hecho.estado, 200, hecho.texto);
  const id = hecho.json.data.entidadId;
  const lsn = hecho.h['x-gestor-lsn'];
  assert.match(lsn, /^[0-9A-F]+\/[0-9A-F]+$/);
  assert.deepEqual(await sql(replica, `SELECT 1 FROM contacto WHERE contacto_id = ${id}`), [], 'la réplica no lo tiene');
  await t.test('por el mismo servidor', async () => assert.equal((await ver(id)).estado, 200));
  await t.test('por otro servidor, con la posición que dio la escritura', async () => assert.equal((await ver(id, otro, { 'X-Gestor-Lsn': lsn })).estado, 200));
  await t.test('y muy atrás no le contesta a nadie', async () => {
    await hasta(noUsada(m.t2), 'la réplica deja de contestar');
    assert.ok(await medida('replica_retraso_bytes') > 0);
  });
  await seguir();
  await hasta(usada(srv), 'alcanzó a la principal');
  assert.equal((await ver(id)).estado, 200);
  const futuro = await leer(srv, { 'X-Gestor-Lsn': 'FFFFFFFF/0' });
  assert.equal(futuro.estado, 200, 'una posición que nadie tiene: contesta la principal');
  esError(await leer(srv, { 'X-Gestor-Lsn': 'ayer' }), 400, 'VALIDACION', ['X-Gestor-Lsn FORMATO']);
});

// Each instance knows the position of the writes that went through itself.
test('dos servidores detrás de nginx: cada quien lee por donde escribió', async t => {
  const atrasadas = async conReplica => {
    const nginx = await Nginx.iniciar([srv.puerto, otro.puerto], { conReplica, sinLimites: true });
    let malas = 0;
    try {
      await hasta(async () => nginx.get('/api/Health/health').then(r => r.estado === 200, () => false), 'nginx atiende');
      for (let i = 0; i < 6; i++) {
        const token = await srv.entrar(m.uno);
        await hasta(async () => await usada(srv)() && usada(otro)(), 'la réplica contesta a los dos');
        await detener();
        const r = await crear(nginx, token);
        malas += (await nginx.get(`/api/Contactos/${r.json.data.entidadId}`, { token })).estado !== 200;
        await seguir();
      }
    } finally {
      await seguir();
      await nginx.parar();
    }
    return malas;
  };
  assert.equal(await atrasadas(true), 0);
  const sin = await atrasadas(false);
  t.diagnostic(`sin esa línea, ${sin} de 6 no vieron lo que acababan de escribir`);
  assert.ok(sin > 0);
});

test('una confirmación cuya respuesta se perdió: a quien la pidió le contesta la principal', async () => {
  await mkdir(`${dir}c`);
  const corte = await Corte.abrir(`${dir}c/.s.PGSQL.5432`, `${dir}a/s/.s.PGSQL.5432`);
  const tercero = await Servidor.iniciar(base, { 'base-datos': base.app.replace(/host=\S+/, `host=${dir}c`), 'base-datos-replica': replica.replace('user=postgres', 'user=gestor_app'), 'llaves-token': srv.llaves });
  try {
    await hasta(usada(tercero), 'la réplica le contesta');
    await detener();
    corte.pedir('despues');
    esError(await crear(tercero), 503, 'NO_DISPONIBLE');
    const [{ id }] = await sql(principal.replace('dbname=postgres', `dbname=${base.nombre}`), `SELECT contacto_id AS id FROM contacto WHERE codigo = 'REP${n}'`);
    assert.equal((await ver(id, tercero)).estado, 200, 'se hizo, y lo ve');
  } finally {
    await seguir();
    await tercero.parar();
    await corte.cerrar();
  }
});

test('muchas escrituras y lecturas mientras la réplica se detiene y sigue', async t => {
  let fin = false, vistas = 0;
  const tropiezos = (async () => {
    while (!fin) await detener(), await seguir(), await dormir(700);
  })();
  const antes = await porReplica();
  await Promise.all(Array.from({ length: 6 }, async () => {
    // The loop lasts until the replica has answered its share of the reads.
    for (const hasta = Date.now() + 60_000; vistas < 60 || (await porReplica() < antes + 20 && Date.now() < hasta);) {
      const r = await crear();
      assert.equal(r.estado, 200, r.texto);
      assert.equal((await ver(r.json.data.entidadId)).estado, 200, 'lo propio siempre se ve');
      vistas++;
      await dormir(100 * Math.random()), assert.equal((await leer(srv, {}, m.t2)).estado, 200);
    }
  }));
  fin = true;
  await tropiezos;
  const suyas = await porReplica() - antes;
  t.diagnostic(`${vistas} escrituras leídas al instante; la réplica contestó ${suyas} lecturas`);
  assert.ok(suyas > 0);
});

test('sin réplica contesta la principal, y al volver se usa', async () => {
  await correr(cluster, ['stop', `${dir}b`, 'immediate']);
  for (let k = 0; k < 20; k++) assert.equal((await leer()).estado, 200);
  assert.equal((await srv.get('/api/RegistroVenta?busqueda=a', { token: m.t1 })).estado, 200);
  await correr(cluster, ['start', `${dir}b`]);
  await hasta(usada(srv), 'se usa otra vez');
});

// A COMMIT waits for the synchronous replica without limit, and statement_timeout does not end the wait. A cancelled wait gives a success with a
// warning: when the primary is lost, so may be the write.
test('réplica síncrona: sin ella no hay sí, tampoco al repetir, y nadie espera para siempre', async t => {
  const primera = principal.replace('dbname=postgres', `dbname=${base.nombre}`);
  const ajustes = { 'llaves-token': srv.llaves, 'apagado-segundos': 1 };
  const [breve, larga] = [await Servidor.iniciar(base, { ...ajustes, 'trabajo-segundos': 1 }), await Servidor.iniciar(base, { ...ajustes, 'trabajo-segundos': 3600 })];
  const esperan = async () => Number((await sql(primera, "SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))[0].n);
  const numero = ++n, otro = ++n;
  try {
    await sincrona(true);
    await correr(cluster, ['stop', `${dir}b`, 'immediate']);
    await t.test('quien espera demasiado no recibe un sí', async () => {
      for (let k = 0; k < 2; k++) esError(await conClave(numero, breve), 503, 'NO_DISPONIBLE');
      assert.equal(await cuantos(primera, numero), 1, 'en la principal está');
      assert.equal(await esperan(), 0, 'y nadie se queda esperando allá');
    });
    await t.test('tampoco si alguien cancela la espera', async () => {
      const r = conClave(otro, larga);
      await hasta(async () => await esperan() === 1, 'espera');
      await sql(primera, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
      esError(await r, 503, 'NO_DISPONIBLE');
    });
    await t.test('al apagar no se le espera', async () => {
      const r = conClave(++n, larga).catch(() => null);
      await hasta(async () => await esperan() === 1, 'espera');
      assert.deepEqual(await larga.parar(), { codigo: 0, senal: null });
      await r;
    });
    await correr(cluster, ['start', `${dir}b`]);
    for (const este of [numero, otro]) {
      let r;
      await hasta(async () => (r = await conClave(este, breve)).estado === 200, 'con ella, sí');
      assert.equal(r.h['idempotent-replayed'], 'true');
      assert.equal(await cuantos(replica, este), 1, 'y lo tiene');
    }
  } finally {
    await correr(cluster, ['start', `${dir}b`], { falla: true });
    await sincrona(false);
    await breve.parar();
    await larga.parar();
  }
});

test('sin principal se lee de la réplica; ascendida, se escribe en ella, y tiene una vez todo lo confirmado', async t => {
  await sincrona(true);
  await hasta(usada(srv), 'al día');
  let fin = false, repetidas = 0;
  const confirmados = [];
  const escritores = Array.from({ length: 4 }, async () => {
    while (!fin) {
      const numero = ++n;
      for (let r; r?.estado !== 200; await dormir(20)) {
        r = await conClave(numero);
        repetidas += r.h['idempotent-replayed'] === 'true';
        if (r.estado !== 200) esError(r, r.estado === 409 ? 409 : 503, r.estado === 409 ? 'IDEMPOTENCIA_EN_CURSO' : 'NO_DISPONIBLE');
      }
      confirmados.push(numero);
    }
  });
  await hasta(() => confirmados.length > 30, 'se escribe');
  await correr(cluster, ['stop', `${dir}a`, 'immediate']);
  // Users who have written get no answer: only a primary knows the outcome of their last write.
  const otros = () => leer(srv, {}, m.t2);
  await hasta(async () => (await otros()).estado === 200, 'la réplica contesta sin principal');
  for (let k = 0; k < 20; k++) assert.equal((await otros()).estado, 200, 'lecturas sin principal');
  assert.equal((await srv.get('/api/RegistroVenta?busqueda=a', { token: m.t2 })).estado, 200, 'también las largas');
  esError(await crear(srv, m.t2), 503, 'NO_DISPONIBLE');
  assert.equal((await otros()).estado, 200, 'lo que no llegó a escribirse no estorba');
  await correr(cluster, ['promote', `${dir}b`]);
  let r;
  await hasta(async () => (r = await crear()).estado === 200, 'se escribe en la nueva principal');
  await hasta(async () => (await leer()).estado === 200, 'se lee de la nueva principal');
  assert.equal((await ver(r.json.data.entidadId)).estado, 200);
  await hasta(noUsada(m.t1), 'ya no es réplica de nadie');
  const antes = confirmados.length;
  await hasta(() => confirmados.length > antes + 30, 'se sigue escribiendo');
  fin = true;
  await Promise.all(escritores);
  const hay = await sql(replica, "SELECT codigo, count(*) AS veces FROM contacto WHERE codigo LIKE 'REP%' GROUP BY 1");
  const veces = new Map(hay.map(f => [f.codigo, Number(f.veces)]));
  t.diagnostic(`${confirmados.length} confirmados, ${repetidas} de ellos al repetir`);
  assert.deepEqual(confirmados.filter(k => veces.get(`REP${k}`) !== 1), [], 'cada uno está una vez');
});
