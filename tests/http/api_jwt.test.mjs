// Tokens made by others (npm jose) or by hand: a token that is not exactly ours is a 401, before the body is parsed or an id is looked up. Rotation
// of keys.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose';
import { Servidor, dormir, esError, llaveNueva, montar } from './lib/ayuda_api.mjs';
import { encabezado, firmador, llaveDe, tokensHostiles } from './lib/tokens_hostiles.mjs';

let m, srv, llave, reclamos;
before(async () => {
  m = await montar({ registros: 50 });
  srv = m.srv;
  llave = llaveDe(srv);
  reclamos = decodeJwt(m.t1);
});
after(() => m?.cerrar());

const firmar = (cabeza, cuerpo) => firmador(llave)(cabeza, cuerpo);
const jose = (cuerpo, cabeza = encabezado, clave = llave) => new SignJWT(cuerpo).setProtectedHeader(cabeza).sign(clave);
const ver = token => srv.get('/api/RegistroVenta?registrosPorPagina=1&incluirDetalle=false', { token });

test('control: un token con los mismos reclamos firmado por jose con nuestra llave vale', async () => {
  assert.deepEqual(decodeProtectedHeader(m.t1), encabezado);
  assert.equal((await ver(await jose(reclamos))).estado, 200);
  assert.equal((await ver(firmar(encabezado, reclamos))).estado, 200);
  assert.equal((await ver(await jose({ ...reclamos, iat: reclamos.iat - 100 }))).estado, 200);
});

test('ataques: todos 401 con WWW-Authenticate: Bearer', async t => {
  const casos = await tokensHostiles({ bueno: m.t1, ajeno: m.t2, llave, url: srv.url });
  for (const [nombre, token] of Object.entries(casos))
    await t.test(nombre, async () => esError(await ver(token), 401, 'NO_AUTENTICADO', []));
  await t.test('1 MB: lo rechazan los límites de encabezados', async () => {
    const r = await srv.crudo(`GET /api/RegistroVenta HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(1 << 20)}\r\n\r\n`);
    assert.match(r, /^HTTP\/1\.1 431 /);
  });
  assert.equal((await ver(m.t1)).estado, 200, 'y el bueno sigue valiendo');
});

test('el encabezado Authorization', async t => {
  const con = valor => srv.get('/api/RegistroVenta?registrosPorPagina=1', { encabezados: { Authorization: valor } });
  for (const esquema of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
    await t.test(esquema, async () => assert.equal((await con(`${esquema} ${m.t1}`)).estado, 200));
  for (const [nombre, valor] of Object.entries({
    'sin esquema': m.t1, 'otro esquema': `Token ${m.t1}`, Basic: `Basic ${Buffer.from('a:b').toString('base64')}`, vacío: '', 'sólo Bearer': 'Bearer',
    'Bearer y espacio': 'Bearer ', 'con coma': `Bearer ${m.t1}, Bearer ${m.t1}`, 'pegado': `Bearer${m.t1}` }))
    await t.test(nombre, async () => esError(await con(valor), 401, 'NO_AUTENTICADO'));
  await t.test('dos encabezados distintos no son una autenticación válida', async () => {
    for (const par of [[`Bearer ${m.t1}`, `Bearer ${m.t2}`], [`Bearer ${m.t1}`, 'Bearer basura'], ['Bearer basura', `Bearer ${m.t1}`]]) {
      const r = await srv.crudo(`GET /api/RegistroVenta?registrosPorPagina=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${par[0]}\r\nAuthorization: ${par[1]}\r\n\r\n`);
      assert.match(r, /^HTTP\/1\.1 40[01] /, r.slice(0, 200));
    }
  });
  await t.test('en la consulta o en una cookie no vale', async () => {
    esError(await srv.get(`/api/RegistroVenta?access_token=${m.t1}`), 401);
    esError(await srv.get('/api/RegistroVenta', { encabezados: { Cookie: `token=${m.t1}` } }), 401);
  });
});

test('401 antes de leer el cuerpo, el tipo de contenido, la consulta o el id', async t => {
  const orden = '/api/OrdenServicio/OrdenServicioAutorizar/';
  const casos = {
    'id de texto': ['PUT', `${orden}abc`, {}],
    'id que no existe': ['PUT', `${orden}999999999`, {}],
    'cuerpo que no es JSON': ['POST', '/api/PedidoCliente', { cuerpo: '{{{{' }],
    'tipo de contenido': ['POST', '/api/PedidoCliente', { cuerpo: 'x', encabezados: { 'Content-Type': 'text/plain' } }],
    'tipo de contenido de un archivo': ['POST', '/api/Productos/AgregarImagen/1', { cuerpo: 'x', encabezados: { 'Content-Type': 'text/plain' } }],
    'archivo sin separador': ['POST', '/api/Productos/AgregarImagen/1', { cuerpo: 'x', encabezados: { 'Content-Type': 'multipart/form-data' } }],
    'If-Match donde no va': ['GET', '/api/RegistroVenta/1', { encabezados: { 'If-Match': '"x"' } }],
    'consulta inválida': ['GET', '/api/RegistroVenta?pagina=x&fechaInicial=31/02/2020', {}],
    'consulta mal codificada': ['GET', '/api/RegistroVenta?busqueda=%zz', {}],
    'retirada': ['DELETE', '/api/AgenciaViaje/BookingCancelar/abc', {}],
    'Idempotency-Key inválida': ['PUT', `${orden}1`, { encabezados: { 'Idempotency-Key': 'x'.repeat(300) } }],
  };
  for (const [nombre, [metodo, ruta, opciones]] of Object.entries(casos))
    await t.test(nombre, async () => {
      esError(await srv.pedir(metodo, ruta, opciones), 401, 'NO_AUTENTICADO', []);
      const { estado } = await srv.pedir(metodo, ruta, { ...opciones, token: m.t1 });  // with a good token the same request has a fault of its own
      assert.ok(estado >= 400 && estado !== 401, `${estado}`);
    });
  await t.test('el cuerpo no se espera: 401 con Expect: 100-continue sin mandarlo', async () => {
    const r = await srv.crudo(`PUT ${orden}1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`);
    assert.match(r, /^HTTP\/1\.1 401 /);
    assert.ok(!r.includes('100 Continue'));
  });
});

// A token seen before is not verified again, but ends in the second of its exp.
test('un token que ya se conoce no vale en el segundo en que expira', async () => {
  for (let vistas = 0; vistas < 2;) {
    const exp = Math.floor(Date.now() / 1000) + 2;
    const token = firmar(encabezado, { ...reclamos, exp });
    assert.equal((await ver(token)).estado, 200);
    while (Date.now() < exp * 1000) await dormir(5);
    const r = await ver(token);
    esError(r, 401, 'NO_AUTENTICADO', []);
    if (Date.now() < (exp + 1) * 1000) ++vistas;  // counted when the answer came within the second of exp
  }
});

test('ningún token hace salir una petición del servidor', async () => {
  let visitas = 0;
  const cebo = http.createServer((_, res) => (visitas++, res.end('{"keys":[]}')));
  await new Promise(ok => cebo.listen(0, '127.0.0.1', ok));
  const url = `http://127.0.0.1:${cebo.address().port}/jwks`;
  for (const extra of [{ jku: url }, { x5u: url }, { jku: url, kid: undefined }]) esError(await ver(firmar({ ...encabezado, ...extra }, { ...reclamos, iss: url })), 401);
  assert.equal(visitas, 0);
  cebo.close();
});

test('rotación: la primera llave firma, todas verifican; sin la vieja sus tokens no valen', async () => {
  const archivo = path.join(srv.carpeta, 'rotadas');
  const vieja = readFileSync(srv.llaves, 'utf8');
  const nueva = llaveNueva('k2');
  const con = async (texto, fn) => {
    writeFileSync(archivo, texto);
    const otro = await Servidor.iniciar(m.base, { 'llaves-token': archivo });
    try {
      return await fn(otro);
    } finally {
      await otro.parar();
    }
  };
  const estado = async (s, token) => (await s.get('/api/RegistroVenta?registrosPorPagina=1', { token })).estado;
  const tokenNuevo = await con(nueva + vieja, async s => {
    assert.equal(await estado(s, m.t1), 200, 'el token viejo vale mientras su llave esté');
    const t = await s.entrar(m.uno);
    assert.equal(decodeProtectedHeader(t).kid, 'k2', 'firma la primera');
    assert.equal(await estado(s, t), 200);
    return t;
  });
  await con(nueva, async s => {
    assert.equal(await estado(s, m.t1), 401, 'sin la llave vieja');
    assert.equal(await estado(s, tokenNuevo), 200);
  });
  await con(vieja, async s => assert.equal(await estado(s, tokenNuevo), 401, 'sin la llave nueva'));
});

test('un token vence: con la vida mínima deja de valer', async () => {
  const corto = firmar(encabezado, { ...reclamos, exp: Math.floor(Date.now() / 1000) + 2 });
  assert.equal((await ver(corto)).estado, 200);
  let r;
  do r = await ver(corto); while (r.estado === 200 && (await new Promise(ok => setTimeout(ok, 100, true))));
  esError(r, 401, 'NO_AUTENTICADO');
});
