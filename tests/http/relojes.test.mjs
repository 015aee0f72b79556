// Clocks that jump, the end of February, the change to daylight saving. A civil date is that of the branch at the moment of the call, and never moves
// afterwards. The moment is read once, from the clock of the server, which Debian's faketime reads from a file. The clock of PostgreSQL is the real
// one, years away: a statement that read it would give another day.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Servidor, hasta, montar } from './lib/ayuda_api.mjs';
import { Sellador } from './lib/cfdi_sellado.mjs';
import { Empresa } from './lib/escena.mjs';
import { Sat } from './lib/sat.mjs';

const dir = `/tmp/gk${randomBytes(3).toString('hex')}`, hora = `${dir}/hora`, PEDIDO = '/api/PedidoCliente', COTIZACION = '/api/Cotizaciones/Cliente';
const biblioteca = readdirSync('/usr/lib').map(d => `/usr/lib/${d}/faketime/libfaketime.so.1`).find(existsSync);
const entorno = donde => ({ TZ: 'UTC', LD_PRELOAD: biblioteca, FAKETIME_TIMESTAMP_FILE: donde, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' });
const escribir = (utc, donde = hora) => (writeFileSync(donde, utc), chmodSync(donde, 0o644));
const enUtc = ms => `@${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')}`;
let m, e, srv, sat, sellador, quien, cliente, producto, linea;
before(async () => {
  mkdirSync(dir);
  sellador = new Sellador();
  sat = await Sat.iniciar();
  m = await montar({ registros: 30 });
  e = await Empresa.crear(m, { nombre: 'Relojes', rfc: 'EKU9003173C9' });
  [cliente, producto] = [await e.cliente('C1'), await e.producto('A')];
  linea = { clienteId: cliente, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }] };
  quien = { ...(await m.base.usuario({ usuario: 'relojero', organizacion: e.id, sucursal: e.matriz })), ...e.llave };
  escribir(enUtc(Date.now()));
  e.srv = srv = await Servidor.iniciar(m.base, { 'llaves-token': m.srv.llaves, ...sat.ajustes, 'certificados-sat': sellador.carpeta }, entorno(hora));
});
after(async () => {
  await srv?.parar();
  await m?.cerrar();
  await sat?.parar();
  sellador?.cerrar();
  rmSync(dir, { recursive: true, force: true });
});

// poner: sets the clock and logs in again, since a token is valid for its own time only.
const poner = async utc => (escribir(utc), e.token = await srv.entrar(quien));
const zona = z => m.base.sql(`UPDATE sucursal SET zona_horaria = '${z}' WHERE sucursal_id = ${e.matriz}`);
const crear = () => e.hecho(PEDIDO, linea);
const leer = async id => (await srv.get(`${PEDIDO}/${id}`, { token: e.token })).json.data.fecha;

test('la fecha de un documento es la civil de su sucursal', async t => {
  const hechos = [];
  for (const [donde, utc, civil] of [
    ['America/Mexico_City', '2028-02-29 05:59:51', '2028-02-28T23:59:5'],
    ['America/Mexico_City', '2028-02-29 05:59:59.6', '2028-02-28T23:59:59'],  // half a second is not rounded up to the next day
    ['America/Mexico_City', '2028-03-01 05:59:51', '2028-02-29T23:59:5'],
    ['America/Mexico_City', '2028-03-01 06:00:01', '2028-03-01T00:00:0'],
    ['America/Mexico_City', '2027-03-01 05:59:51', '2027-02-28T23:59:5'],
    ['America/Mexico_City', '2027-07-01 05:59:51', '2027-06-30T23:59:5'],  // Mexico has no daylight saving since 2022
    ['America/Cancun', '2028-01-01 04:59:51', '2027-12-31T23:59:5'],
    ['America/Hermosillo', '2028-07-01 06:59:51', '2028-06-30T23:59:5'],
    ['America/Tijuana', '2028-03-12 09:59:51', '2028-03-12T01:59:5'],  // cities at the border change their clocks with the United States
    ['America/Tijuana', '2028-03-12 10:00:01', '2028-03-12T03:00:0'],
    ['America/Tijuana', '2028-11-05 08:59:51', '2028-11-05T01:59:5'],
    ['America/Tijuana', '2028-11-05 09:00:01', '2028-11-05T01:00:0'],
  ])
    await t.test(`${donde}, ${utc} UTC`, async () => {
      await zona(donde);
      await poner(`@${utc}`);
      const { transaccionId, fecha } = await crear();
      assert.ok(fecha.startsWith(civil), `${fecha} en vez de ${civil}x`);
      hechos.push([transaccionId, fecha]);
    });
  await t.test('y no se mueve: otro día, en otra zona, con otro reloj', async () => {
    await zona('Pacific/Auckland');
    await poner('@2031-07-15 12:00:00');
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
  await poner('@2032-12-31 23:00:30');
  assert.equal(await vender(), '2032-12-31T17:00');
  await poner('@2033-01-01 06:00:30');
  assert.equal(await vender(), '2033-01-01T00:00');
  assert.equal(await m.base.uno(`SELECT string_agg(ejercicio || '-' || mes || ' ' || estado, ', ' ORDER BY ejercicio) FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio > 2031`), '2032-12 Abierto, 2033-1 Abierto');
  await e.cerrarSinTerminar('2033-02');
  await poner('@2033-02-01 18:00:00');
  assert.equal(await vender(), 'PERIODO_CERRADO', 'se cerró antes de usarlo');
  await e.cuadra();
});

test('un reloj que retrocede un día: los folios siguen, lo repetido se repite', async () => {
  await zona('America/Mexico_City');
  await poner('@2028-05-10 18:00:00');
  const clave = { encabezados: { 'Idempotency-Key': 'reloj-1' } };
  const uno = await e.pedir(PEDIDO, linea, clave);
  assert.equal(uno.estado, 200, uno.texto);
  await poner('@2028-05-09 18:00:00');
  const otra = await e.pedir(PEDIDO, linea, clave);
  assert.deepEqual([otra.texto, otra.h['idempotent-replayed']], [uno.texto, 'true']);
  const dos = await crear();
  assert.deepEqual([dos.fecha.slice(0, 10), uno.json.data.fecha.slice(0, 10)], ['2028-05-09', '2028-05-10']);
  const consecutivo = d => Number(/\d+$/.exec(d.folio)[0]);
  assert.equal(consecutivo(dos), consecutivo(uno.json.data) + 1);
  await e.cuadra();
});

test('todo lo de una llamada es del momento en que llegó, aunque espere hasta el día siguiente', async () => {
  await zona('America/Mexico_City');
  await poner('@2034-05-31 18:00:00');
  const otro = await e.producto('B');
  await e.entrada(otro, 10, 10);
  await poner('@2034-06-01 05:59:50');
  const candado = await m.base.trabar(`SELECT FROM existencia WHERE organizacion_id = ${e.id} AND producto_id = ${otro} FOR UPDATE`);
  const venta = e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId: otro, cantidad: 1, precioUnitario: 100 }], pagos: [{ formaPagoId: e.efectivo, cuentaId: e.caja, importe: 116 }] });
  await m.base.esperan();
  escribir('@2034-06-01 06:00:30');
  await candado.soltar();
  const { transaccionId, fecha } = await venta;
  assert.equal(fecha.slice(0, 16), '2034-05-31T23:59');
  assert.deepEqual(await m.base.columna(`SELECT DISTINCT d::text FROM (
      SELECT fecha::date AS d FROM transaccion WHERE transaccion_id = ${transaccionId} UNION ALL SELECT fecha_creacion::date FROM transaccion WHERE transaccion_id = ${transaccionId}
      UNION ALL SELECT fecha::date FROM movimiento_inventario WHERE transaccion_id = ${transaccionId} UNION ALL SELECT fecha FROM poliza WHERE transaccion_id = ${transaccionId}
      UNION ALL SELECT fecha::date FROM aplicacion WHERE destino_id = ${transaccionId}) x`), ['2034-05-31']);
});

test('lo que pregunta a otros también: se juzga con el día en que llegó', async () => {
  await poner('@2027-03-10 05:59:50');  // Mexico City: day 9
  const xml = sellador.factura({ fecha: '2027-03-10T12:00:00' });
  const validar = () => srv.pedir('POST', '/api/ArchivoDigital/ValidarArchivo', { token: e.token, cuerpo: { xmlBase64: Buffer.from(xml).toString('base64'), consultarSat: true } });
  const futuro = r => r.json.data.verificaciones.find(v => v.codigo === 'TFD07').resultado;
  let contestar;
  const antes = sat.preguntas.length;
  sat.espera = new Promise(ok => (contestar = ok));
  const validado = validar();
  await hasta(() => sat.preguntas.length > antes, 'se pregunta al SAT');
  escribir('@2027-03-10 23:00:00');
  contestar();
  assert.equal(futuro(await validado), 'Error');
  await poner('@2027-03-10 23:00:00');
  assert.equal(futuro(await validar()), 'Correcto');
});

test('lo que se lee es de hoy según la llamada: una vigencia, un reporte', async () => {
  await poner('@2028-07-01 18:00:00');
  const { transaccionId } = await e.hecho(COTIZACION, { ...linea, vigenciaFecha: '2028-07-05' });
  const reporte = async () => (await srv.get('/api/CuentasPorCobrar/AntiguedadSaldos', { token: e.token })).json.data.fechaCorte;
  const estados = [], fechas = [];
  for (const utc of ['2028-07-06 05:59:50', '2028-07-06 06:00:10']) {
    await poner(`@${utc}`);
    estados.push((await srv.get(COTIZACION, { token: e.token })).json.data.find(c => c.transaccionId === transaccionId)?.estado);
    fechas.push(await reporte());
  }
  assert.deepEqual(estados, ['Vigente', 'Vencido']);
  assert.deepEqual(fechas, ['2028-07-05', '2028-07-06']);
});

test('el reloj del servidor salta: nada se corta ni se cuelga, y un token vale lo que dice su vencimiento', async () => {
  const ahora = Date.now();
  await poner(enUtc(ahora));
  const estado = async () => (await srv.get(`${PEDIDO}?registrosPorPagina=1`, { token: e.token })).estado;
  assert.equal(await estado(), 200);
  escribir(enUtc(ahora - 20_000));
  assert.equal(await estado(), 200, 'un ajuste de segundos hacia atrás');
  escribir(enUtc(ahora + 2 * 3600_000));
  assert.equal(await estado(), 401, 'venció');
  escribir(enUtc(ahora));
  assert.equal(await estado(), 200, 'y volvió a valer');
  assert.deepEqual(await srv.parar(), { codigo: 0, senal: null });
  srv = null;
});
