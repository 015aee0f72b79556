// Tokens made by someone else (npm jose) or by hand: whatever is not exactly ours is a 401, before the body is parsed
// or an id looked up. And the rotation of keys.
import assert from 'node:assert/strict';
import { createHmac, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { SignJWT, UnsecuredJWT, base64url, decodeJwt, decodeProtectedHeader } from 'jose';
import { Servidor, esError, llaveNueva, montar } from './ayuda_api.mjs';

let m, srv, llave, reclamos;
before(async () => {
  m = await montar({ registros: 50 });
  srv = m.srv;
  const [, secreto] = readFileSync(srv.llaves, 'utf8').trim().split(' ');
  llave = createSecretKey(Buffer.from(secreto, 'base64'));
  reclamos = decodeJwt(m.t1);
});
after(() => m?.cerrar());

const encabezado = { alg: 'HS256', typ: 'JWT', kid: 'k1' };
const b64 = v => base64url.encode(typeof v === 'string' ? v : JSON.stringify(v));
const firmar = (cabeza, cuerpo, clave = llave, hash = 'sha256') => {
  const texto = `${typeof cabeza === 'string' ? cabeza : b64(cabeza)}.${typeof cuerpo === 'string' ? cuerpo : b64(cuerpo)}`;
  return `${texto}.${createHmac(hash, clave).update(texto).digest('base64url')}`;
};
const jose = (cuerpo, cabeza = encabezado, clave = llave) => new SignJWT(cuerpo).setProtectedHeader(cabeza).sign(clave);
const ver = token => srv.get('/api/RegistroVenta?registrosPorPagina=1&incluirDetalle=false', { token });

test('control: un token con los mismos reclamos firmado por jose con nuestra llave vale', async () => {
  assert.deepEqual(decodeProtectedHeader(m.t1), encabezado);
  assert.equal((await ver(await jose(reclamos))).estado, 200);
  assert.equal((await ver(firmar(encabezado, reclamos))).estado, 200);
  assert.equal((await ver(await jose({ ...reclamos, iat: reclamos.iat - 100 }))).estado, 200);
});

test('ataques: todos 401 con WWW-Authenticate: Bearer', async t => {
  const ahora = Math.floor(Date.now() / 1000);
  const [c, p, f] = m.t1.split('.');
  const sin = nombre => Object.fromEntries(Object.entries(reclamos).filter(([k]) => k !== nombre));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publica = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const otra = createSecretKey(randomBytes(32));
  const casos = {
    'alg none (jose)': new UnsecuredJWT(reclamos).encode(),
    'alg none con kid': `${b64({ ...encabezado, alg: 'none' })}.${p}.`,
    'alg NONE': `${b64({ ...encabezado, alg: 'NONE' })}.${p}.`,
    'alg none con nuestra firma': firmar({ ...encabezado, alg: 'none' }, reclamos),
    'HS256 con otra llave': await jose(reclamos, encabezado, otra),
    'HS256 con llave vacía': firmar(encabezado, reclamos, ''),
    'HS384 con nuestra llave': firmar({ ...encabezado, alg: 'HS384' }, reclamos, llave, 'sha384'),
    'HS512 con nuestra llave': firmar({ ...encabezado, alg: 'HS512' }, reclamos, llave, 'sha512'),
    'RS256 de un extraño': await jose(reclamos, { alg: 'RS256', typ: 'JWT', kid: 'k1' }, rsa.privateKey),
    'ES256 de un extraño': await jose(reclamos, { alg: 'ES256', typ: 'JWT', kid: 'k1' }, ec.privateKey),
    'ES256 con r = s = 0': `${b64({ ...encabezado, alg: 'ES256' })}.${p}.${base64url.encode(Buffer.alloc(64))}`,
    'confusión HS/RS: la pública como secreto': firmar(encabezado, reclamos, publica),
    'RS256 que se firma con HMAC': firmar({ ...encabezado, alg: 'RS256' }, reclamos),
    'kid ajeno': firmar({ ...encabezado, kid: 'otro' }, reclamos),
    'kid ajeno con otra llave': firmar({ ...encabezado, kid: 'otro' }, reclamos, otra),
    'kid con ruta': firmar({ ...encabezado, kid: '../../../dev/null' }, reclamos, ''),
    'kid con SQL': firmar({ ...encabezado, kid: "k1' OR '1'='1" }, reclamos),
    'kid de otro tipo': firmar({ ...encabezado, kid: 1 }, reclamos),
    'sin kid': firmar({ alg: 'HS256', typ: 'JWT' }, reclamos),
    'jwk en el encabezado': firmar({ ...encabezado, jwk: otra.export({ format: 'jwk' }) }, reclamos, otra),
    'jku': firmar({ ...encabezado, jku: `${srv.url}/jwks.json` }, reclamos),
    'x5u': firmar({ ...encabezado, x5u: `${srv.url}/x5u` }, reclamos),
    'x5c': firmar({ ...encabezado, x5c: ['MIIB'] }, reclamos),
    'crit': firmar({ ...encabezado, crit: ['exp'] }, reclamos),
    'crit desconocido': firmar({ ...encabezado, crit: ['b64'], b64: false }, reclamos),
    'typ distinto': firmar({ ...encabezado, typ: 'at+jwt' }, reclamos),
    'expirado': firmar(encabezado, { ...reclamos, exp: ahora - 1 }),
    'exp igual a ahora': firmar(encabezado, { ...reclamos, exp: ahora }),
    'exp de texto': firmar(encabezado, { ...reclamos, exp: String(ahora + 1000) }),
    'exp negativo': firmar(encabezado, { ...reclamos, exp: -1 }),
    'exp enorme': firmar(encabezado, `${b64(JSON.stringify(reclamos).replace(/"exp":\d+/, '"exp":99999999999999999999'))}`),
    'exp con exponente': firmar(encabezado, `${b64(JSON.stringify(reclamos).replace(/"exp":\d+/, '"exp":9e9'))}`),
    'iat en el futuro': firmar(encabezado, { ...reclamos, iat: ahora + 600 }),
    'nbf en el futuro': firmar(encabezado, { ...reclamos, nbf: ahora + 600 }),
    'iss ajeno': firmar(encabezado, { ...reclamos, iss: 'https://otro' }),
    'aud ajena': firmar(encabezado, { ...reclamos, aud: 'otro' }),
    'aud como arreglo': firmar(encabezado, { ...reclamos, aud: [reclamos.aud, 'otro'] }),
    'sub de texto': firmar(encabezado, { ...reclamos, sub: 'admin' }),
    'org cero': firmar(encabezado, { ...reclamos, org: 0 }),
    'org fraccionaria': firmar(encabezado, { ...reclamos, org: 1.5 }),
    'reclamo de más': firmar(encabezado, { ...reclamos, admin: true }),
    'reclamo repetido': firmar(encabezado, b64(JSON.stringify(reclamos).replace('{', '{"org":2,'))),
    'reclamos que no son JSON': firmar(encabezado, b64('hola')),
    'reclamos que son un arreglo': firmar(encabezado, b64('[]')),
    'reclamos vacíos': firmar(encabezado, ''),
    'cambio de organización': `${c}.${b64({ ...reclamos, org: 2 })}.${f}`,
    'cambio de permisos': `${c}.${b64({ ...reclamos, per: ['*', '*'] })}.${f}`,
    'firma vacía': `${c}.${p}.`,
    'sin firma': `${c}.${p}`,
    'sólo el encabezado': c,
    'truncada': m.t1.slice(0, -1),
    'un carácter de más': `${m.t1}A`,
    'un punto de más': `${m.t1}.`,
    'un punto antes': `.${m.t1}`,
    'cuatro partes': `${c}.${p}.${p}.${f}`,
    'JWE de cinco partes': `${c}.${p}.${p}.${p}.${f}`,
    'sólo puntos': '..',
    'firma de otro token': `${c}.${p}.${m.t2.split('.')[2]}`,
    'base64 con relleno': `${m.t1}=`,
    'base64 con relleno en los reclamos': `${c}.${p}==.${f}`,
    'base64 corriente en la firma': firmar(encabezado, reclamos).replace(/[^.]*$/, s => Buffer.from(s, 'base64url').toString('base64')),
    'bits sobrantes en la firma': `${c}.${p}.${f.slice(0, -1)}${String.fromCharCode(f.charCodeAt(f.length - 1) + 1)}`,
    'espacio dentro': `${c}. ${p}.${f}`,
    'espacio al principio': ` ${m.t1}`,
    'comillas': `"${m.t1}"`,
    'NUL escapado': `${c}.${p}.%00${f}`,
    '9 KB': firmar(encabezado, { ...reclamos, per: Array(480).fill('ventas.leer') }),
    '9 KB de basura': 'x'.repeat(9000),
  };
  for (const reclamo of ['iss', 'aud', 'sub', 'org', 'exp', 'iat', 'ver', 'per']) casos[`sin ${reclamo}`] = firmar(encabezado, sin(reclamo));
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
    'cuerpo que no es JSON': ['PUT', `${orden}1`, { cuerpo: '{{{{' }],
    'tipo de contenido': ['PUT', `${orden}1`, { cuerpo: 'x', encabezados: { 'Content-Type': 'text/plain' } }],
    'If-Match donde no va': ['GET', '/api/RegistroVenta/1', { encabezados: { 'If-Match': '"x"' } }],
    'consulta inválida': ['GET', '/api/RegistroVenta?pagina=x&fechaInicial=31/02/2020', {}],
    'consulta mal codificada': ['GET', '/api/RegistroVenta?busqueda=%zz', {}],
    'retirada': ['DELETE', '/api/AgenciaViaje/BookingCancelar/abc', {}],
    'Idempotency-Key inválida': ['PUT', `${orden}1`, { encabezados: { 'Idempotency-Key': 'x'.repeat(300) } }],
  };
  for (const [nombre, [metodo, ruta, opciones]] of Object.entries(casos))
    await t.test(nombre, async () => esError(await srv.pedir(metodo, ruta, opciones), 401, 'NO_AUTENTICADO', []));
  await t.test('el cuerpo no se espera: 401 con Expect: 100-continue sin mandarlo', async () => {
    const r = await srv.crudo(`PUT ${orden}1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`);
    assert.match(r, /^HTTP\/1\.1 401 /);
    assert.ok(!r.includes('100 Continue'));
  });
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
