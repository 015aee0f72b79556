// Clocks that jump, the end of February, the change to daylight saving: a civil date is that of the branch at that moment, and never
// moves afterwards. The clock of PostgreSQL, and then that of the server, is Debian's faketime, which reads it from a file.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Servidor, cluster, correr, hasta, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const dir = `/tmp/gk${randomBytes(3).toString('hex')}`, hora = `${dir}/hora`, PEDIDO = '/api/PedidoCliente';
const biblioteca = readdirSync('/usr/lib').map(d => `/usr/lib/${d}/faketime/libfaketime.so.1`).find(existsSync);
const entorno = donde => ({ TZ: 'UTC', LD_PRELOAD: biblioteca, FAKETIME_TIMESTAMP_FILE: donde, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' });
const poner = (utc, donde = hora) => (writeFileSync(donde, utc), chmodSync(donde, 0o644));
const enUtc = ms => `@${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}`;
let m, e, cliente, producto, linea;
before(async () => {
  const servidor = (await correr(cluster, ['new', dir])).salida.trim();
  m = await montar({ registros: 30, servidor });
  e = await Empresa.crear(m, { nombre: 'Relojes', rfc: 'EKU9003173C9' });
  [cliente, producto] = [await e.cliente('C1'), await e.producto('A')];
  linea = { clienteId: cliente, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }] };
  // As PostgreSQL's user from the start: what faketime shares between processes belongs to who made it.
  await correr(cluster, ['stop', dir]);
  poner(enUtc(Date.now()));
  const quien = process.getuid() === 0 ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', 'env'] : ['env'];
  await correr(quien[0], [...quien.slice(1), ...Object.entries(entorno(hora)).map(([k, v]) => `${k}=${v}`), '/usr/lib/postgresql/15/bin/pg_ctl', '-D', `${dir}/pg`, '-w', '-l', `${dir}/s/log`, 'start']);
  await hasta(async () => (await m.srv.get(PEDIDO, { token: e.token })).estado === 200, 'el servidor vuelve a tener base');
});
after(async () => {
  await m?.srv.parar();
  await correr(cluster, ['rm', dir], { falla: true });
});

const zona = z => m.base.sql(`UPDATE sucursal SET zona_horaria = '${z}' WHERE sucursal_id = ${e.matriz}`);
const crear = () => e.hecho(PEDIDO, linea);
const leer = async id => (await m.srv.get(`${PEDIDO}/${id}`, { token: e.token })).json.data.fecha;

test('la fecha de un documento es la civil de su sucursal', async t => {
  const hechos = [];
  for (const [donde, utc, civil] of [
    ['America/Mexico_City', '2028-02-29 05:59:51', '2028-02-28T23:59:5'],
    ['America/Mexico_City', '2028-02-29 05:59:59.6', '2028-02-28T23:59:59'],  // half a second is not the next day
    ['America/Mexico_City', '2028-03-01 05:59:51', '2028-02-29T23:59:5'],
    ['America/Mexico_City', '2028-03-01 06:00:01', '2028-03-01T00:00:0'],
    ['America/Mexico_City', '2027-03-01 05:59:51', '2027-02-28T23:59:5'],
    ['America/Mexico_City', '2027-07-01 05:59:51', '2027-06-30T23:59:5'],  // no daylight saving since 2022
    ['America/Cancun', '2028-01-01 04:59:51', '2027-12-31T23:59:5'],
    ['America/Hermosillo', '2028-07-01 06:59:51', '2028-06-30T23:59:5'],
    ['America/Tijuana', '2028-03-12 09:59:51', '2028-03-12T01:59:5'],  // along the border it changes with the neighbour
    ['America/Tijuana', '2028-03-12 10:00:01', '2028-03-12T03:00:0'],
    ['America/Tijuana', '2028-11-05 08:59:51', '2028-11-05T01:59:5'],
    ['America/Tijuana', '2028-11-05 09:00:01', '2028-11-05T01:00:0'],
  ])
    await t.test(`${donde}, ${utc} UTC`, async () => {
      await zona(donde);
      poner(`@${utc}`);
      const { transaccionId, fecha } = await crear();
      assert.ok(fecha.startsWith(civil), `${fecha} en vez de ${civil}x`);
      hechos.push([transaccionId, fecha]);
    });
  await t.test('y no se mueve: otro día, en otra zona, con otro reloj', async () => {
    await zona('Pacific/Auckland');
    poner('@2031-07-15 12:00:00');
    for (const [id, fecha] of hechos) assert.equal(await leer(id), fecha);
    assert.deepEqual(await m.base.columna(`SELECT to_char(fecha, 'YYYY-MM-DD"T"HH24:MI:SS') FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 3 ORDER BY transaccion_id`), hechos.map(h => h[1]));
  });
});

test('el 1 de enero se vende, y en un mes que nadie abrió', async () => {
  await zona('America/Mexico_City');
  const vender = async () => {
    const r = await e.pedir('/api/NotaVenta', { partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 100 }], pagos: [{ formaPagoId: e.efectivo, cuentaId: e.caja, importe: 116 }] });
    return r.estado === 200 ? r.json.data.fecha.slice(0, 16) : r.json.codigo;
  };
  poner('@2032-12-31 23:00:30');
  assert.equal(await vender(), '2032-12-31T17:00');
  poner('@2033-01-01 06:00:30');
  assert.equal(await vender(), '2033-01-01T00:00');
  assert.equal(await m.base.uno(`SELECT string_agg(ejercicio || '-' || mes || ' ' || estado, ', ' ORDER BY ejercicio) FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio > 2031`), '2032-12 Abierto, 2033-1 Abierto');
  await e.cerrarSinTerminar('2033-02');
  poner('@2033-02-01 18:00:00');
  assert.equal(await vender(), 'PERIODO_CERRADO', 'se cerró antes de usarlo');
  await e.cuadra();
});

test('un reloj de la base que retrocede un día: los folios siguen, lo repetido se repite', async () => {
  await zona('America/Mexico_City');
  poner('@2028-05-10 18:00:00');
  const clave = { encabezados: { 'Idempotency-Key': 'reloj-1' } };
  const uno = await e.pedir(PEDIDO, linea, clave);
  assert.equal(uno.estado, 200, uno.texto);
  poner('@2028-05-09 18:00:00');
  const otra = await e.pedir(PEDIDO, linea, clave);
  assert.deepEqual([otra.texto, otra.h['idempotent-replayed']], [uno.texto, 'true']);
  const dos = await crear();
  assert.deepEqual([dos.fecha.slice(0, 10), uno.json.data.fecha.slice(0, 10)], ['2028-05-09', '2028-05-10']);
  const consecutivo = d => Number(/\d+$/.exec(d.folio)[0]);
  assert.equal(consecutivo(dos), consecutivo(uno.json.data) + 1);
  await e.cuadra();
});

test('el reloj del servidor salta: nada se corta ni se cuelga, y un token vale lo que dice su vencimiento', async () => {
  const suyo = `${dir}/hora2`, ahora = Date.now();
  poner(enUtc(ahora), suyo), poner(enUtc(ahora));
  const srv = await Servidor.iniciar(m.base, { 'llaves-token': m.srv.llaves }, entorno(suyo));
  try {
    const estado = async () => (await srv.get(`${PEDIDO}?registrosPorPagina=1`, { token: e.token })).estado;
    assert.equal(await estado(), 200);
    poner(enUtc(ahora - 20_000), suyo);
    assert.equal(await estado(), 200, 'un ajuste de segundos hacia atrás');
    poner(enUtc(ahora + 2 * 3600_000), suyo);
    assert.equal(await estado(), 401, 'venció');
    poner(enUtc(ahora), suyo);
    assert.equal(await estado(), 200, 'y volvió a valer');
  } finally {
    assert.deepEqual(await srv.parar(), { codigo: 0, senal: null });
  }
});
