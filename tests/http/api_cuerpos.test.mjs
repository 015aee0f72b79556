// The cost of a request body: its greatest size, the callers whose bodies are read at all, the thread that reads them, and the end of values and
// faults.
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { Servidor, esError, hasta, montar } from './lib/ayuda_api.mjs';

let m, srv, lector, lista;
before(async () => {
  m = await montar({ registros: 150 });
  srv = m.srv;
  const usuario = await m.base.usuario({ usuario: 'lector', rol: 'lector' });
  lector = await srv.entrar({ ...m.uno, ...usuario });
  await m.base.sql("INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) VALUES (1, 'CUERPOS', 'Cuerpos', 1)");
  lista = await m.base.uno("SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = 1 AND clave = 'CUERPOS'");
});
after(async () => { await m?.cerrar(); });

const metrica = async nombre => Number(new RegExp(`^${nombre} (\\d+)$`, 'm').exec((await srv.get('/metrics')).texto)[1]);
const leidos = async () => [await metrica('gestor_cuerpos_red_bytes_total'), await metrica('gestor_cuerpos_trabajo_bytes_total')];
// leidoPor: bytes of JSON that the io threads and the workers read while `fn` ran.
async function leidoPor(fn) {
  const antes = await leidos();
  const r = await fn();
  return [r, ...(await leidos()).map((n, i) => n - antes[i])];
}
const cabeza = (metodo, ruta, token, mas) => `${metodo} ${ruta} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n${mas}\r\n`;
const claves = n => `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join(',')}}`;
const precios = () => `/api/ListaPrecios/Precios/${lista}`;
const poner = (cuerpo, token = m.t1) => srv.pedir('PUT', precios(), { token, cuerpo });

test('a read-only account gets no body read for a write: answered on its header', async () => {
  const [salida, red, trabajo] = await leidoPor(() => srv.crudo(cabeza('PUT', precios(), lector, 'Content-Length: 5000000\r\n')));
  assert.match(salida, /^HTTP\/1.1 403 /);
  assert.deepEqual([red, trabajo], [0, 0]);
});

test('a body is as large as its type can need, and no larger', async t => {
  const filas = [
    ['490,000 claves de un lector', 'POST', '/api/PedidoCliente/Lista', claves(490_000), 413],
    ['500 ids', 'POST', '/api/FacturaVenta/PorIds', JSON.stringify(Array(500).fill(1)), 200],
    ['500 ids, con sangría', 'POST', '/api/FacturaVenta/PorIds', JSON.stringify(Array(500).fill(9007199254740991), null, 8), 200],
    ['50,000 ids', 'POST', '/api/FacturaVenta/PorIds', JSON.stringify(Array(50_000).fill(123456)), 413],
    ['GET con cuerpo', 'GET', '/api/RegistroVenta', ' '.repeat(20_000), 413],
  ];
  for (const [nombre, verbo, ruta, cuerpo, estado] of filas)
    await t.test(nombre, async () => {
      const [r, red, trabajo] = await leidoPor(() => srv.pedir(verbo, ruta, { token: lector, cuerpo }).catch(() => ({ estado: 413 })));
      assert.equal(r.estado, estado, r.texto);
      if (estado === 413) assert.deepEqual([red, trabajo], [0, 0]);
    });
  await t.test('anunciado, sin enviar nada', async () => assert.match(await srv.crudo(cabeza('POST', '/api/FacturaVenta/PorIds', lector, 'Content-Length: 200000\r\n')), /^HTTP\/1.1 413 /));
  await t.test('en partes, por la parte que sobra', async () =>
    assert.match(await srv.crudo(`${cabeza('POST', '/api/FacturaVenta/PorIds', lector, 'Transfer-Encoding: chunked\r\n')}5\r\n[1,2,\r\n30d40\r\n`), /^HTTP\/1.1 413 /));
});

test('a long body is read by a worker, a short one at once', async t => {
  const con = n => `{"precios":[{"productoId":900719925474,"precio":1}]}`.padEnd(n);
  for (const [nombre, bytes, deTrabajo] of [['256 KB', 262_144, false], ['un byte más', 262_145, true], ['2 MB', 2_000_000, true]])
    await t.test(nombre, async () => {
      const [r, red, trabajo] = await leidoPor(() => poner(con(bytes)));
      esError(r, 400, 'VALIDACION', ['precios[0].productoId NO_EXISTE']);
      assert.deepEqual([red, trabajo], deTrabajo ? [0, bytes] : [bytes, 0]);
    });
});

test('what a long body says is judged as that of a short one', async () => {
  const largo = objeto => JSON.stringify(objeto).padEnd(300_000);
  const nueva = { clave: 'LARGA', nombre: 'Lista larga', monedaId: 1, precios: [] };
  const crear = cuerpo => srv.pedir('POST', '/api/ListaPrecios', { token: m.t1, cuerpo, encabezados: { 'Idempotency-Key': 'larga-1' } });
  const primera = await crear(largo(nueva));
  assert.equal(primera.estado, 200, primera.texto);
  const otra = await crear(largo(nueva));
  assert.equal(otra.h['idempotent-replayed'], 'true');
  assert.deepEqual(otra.crudo, primera.crudo);
  esError(await crear(largo({ ...nueva, nombre: 'Otra' })), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  esError(await poner(largo({ precios: [{ productoId: 1, precio: -1 }], otro: 1 })), 400, 'VALIDACION', ['precios[0].precio RANGO', 'otro DESCONOCIDO']);
  esError(await poner('{"precios":'.padEnd(300_000)), 400, 'JSON_INVALIDO');
});

test('values and faults have their end', async () => {
  const muchos = await poner(`{"precios":[${Array(60_000).fill('[]').join(',')}]}`);
  esError(muchos, 400, 'JSON_INVALIDO');
  assert.equal(muchos.json.detail, 'el documento tiene demasiados valores');
  const fallas = await poner({ precios: Array.from({ length: 5000 }, () => ({ x: 1 })) });
  esError(fallas, 400, 'VALIDACION');
  assert.equal(fallas.json.errores.length, 100);
  assert.equal(fallas.json.detail, '100 campos o más no son válidos; errores[] nombra los primeros 100');
});

test('XML that is read counts in the memory of its organization, and is given back', async t => {
  const otro = await Servidor.iniciar(m.base, { 'cuerpos-memoria': 4 << 20, 'cuerpos-memoria-organizacion': 4 << 20 });
  t.after(() => otro.parar());
  const token = await otro.entrar(m.uno);
  const validar = conceptos => otro.pedir('POST', '/api/ArchivoDigital/ValidarArchivo', { token, cuerpo: { xmlBase64:
    Buffer.from(`<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Version="4.0"><c:Conceptos>${'<c:Concepto/>'.repeat(conceptos)}</c:Conceptos></c:Comprobante>`).toString('base64') } });
  for (let i = 0; i < 3; ++i) assert.equal((await validar(3_000)).estado, 200, 'lo que cabe, cada vez');
  const negada = await validar(6_000);
  esError(negada, 503, 'NO_DISPONIBLE');
  assert.ok(negada.h['retry-after']);
  assert.equal((await validar(3_000)).estado, 200, 'lo negado no ocupa nada');
});

// Five attempts, since reading the XML may take 5 s and a busy machine may stand still for longer.
test('an XML without memory waits for what others give back', async t => {
  const otro = await Servidor.iniciar(m.base, { 'cuerpos-memoria-organizacion': 128 << 10 });
  t.after(() => otro.parar());
  const token = await otro.entrar(m.uno);
  const cuerpo = JSON.stringify({ xmlBase64: Buffer.from(`<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Version="4.0"><c:Conceptos>${'<c:Concepto/>'.repeat(300)}</c:Conceptos></c:Comprobante>`).toString('base64') });
  const cabeza = largo => `POST /api/ArchivoDigital/ValidarArchivo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${largo}\r\n\r\n`;
  const estados = [];
  while (estados.length < 5 && estados.at(-1) !== '200') {
    const inconcluso = net.connect(otro.puerto, '127.0.0.1', () => inconcluso.write(cabeza(50_001) + ' '.repeat(50_000)));
    await hasta(async () => (await otro.get('/api/RegistroVenta', { token })).estado === 503, 'un cuerpo que no termina ocupa la memoria');
    const leido = new Promise(listo => {
      let texto = '';
      const c = net.connect(otro.puerto, '127.0.0.1', () => c.write(cabeza(cuerpo.length) + cuerpo));
      c.on('data', d => (texto += d)).on('close', () => listo(texto));
    });
    for (let i = 0; i < 10; ++i) await otro.get('/api/RegistroVenta?registrosPorPagina=1', { token });
    inconcluso.destroy();
    estados.push((await leido).split(' ')[1]);
  }
  assert.equal(estados.at(-1), '200', `contestó ${estados}`);
});

test('a long answer takes the memory of its organization until it is read', async t => {
  const otro = await Servidor.iniciar(m.base, { 'cuerpos-memoria-organizacion': 65536, 'envio-bytes': 4096 });
  t.after(() => otro.parar());
  const [uno, dos] = [await otro.entrar(m.uno), await otro.entrar(m.dos)];
  const pedir = token => otro.get('/api/RegistroVenta', { token });
  const entera = await pedir(uno);
  assert.equal(entera.estado, 200);
  assert.ok(entera.crudo.length > 65536, 'la lista ya no es larga');
  const mudo = net.connect(otro.puerto, '127.0.0.1', () => mudo.write(`GET /api/RegistroVenta HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${uno}\r\n\r\n`.repeat(20)));
  const negada = await hasta(async () => { const r = await pedir(uno); return r.estado === 503 && r; }, 'no hay memoria para otra');
  esError(negada, 503, 'NO_DISPONIBLE');
  assert.ok(negada.h['retry-after']);
  assert.equal((await pedir(dos)).estado, 200);
  assert.equal((await otro.get('/api/RegistroVenta?registrosPorPagina=1', { token: uno })).estado, 200, 'una corta no la ocupa');
  assert.match((await otro.get('/metrics')).texto, /^gestor_rechazos_total\{causa="memoria"\} [1-9]/m);
  mudo.destroy();
  await hasta(async () => (await pedir(uno)).estado === 200, 'la memoria vuelve');
});

test('bytes that a client does not read are in the metrics until he has read them', async t => {
  const otro = await Servidor.iniciar(m.base, { 'escritura-segundos': 3600, 'envio-bytes': 65536 });
  t.after(() => otro.parar());
  const sinLeer = async () => Number(/^gestor_envios_bytes (\d+)$/m.exec((await otro.get('/metrics')).texto)[1]);
  const largo = (await otro.get('/openapi.json')).crudo.length, propios = 16384;  // propios: room for the answer of /metrics itself
  let leidos = 0, avisar;
  const c = net.connect(otro.puerto, '127.0.0.1', () => c.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'));
  c.on('data', d => { leidos += d.length; if (leidos > largo) avisar?.(); });
  t.after(() => c.destroy());
  c.pause();
  await hasta(async () => (await sinLeer()) >= 65536, 'lo que no lee se cuenta');
  const todo = new Promise(ok => { avisar = ok; });
  c.resume();
  await todo;
  await hasta(async () => (await sinLeer()) <= propios, 'lo que leyó ya no se cuenta', 20_000);
  assert.equal(c.destroyed, false);
});
