// OP-004: login with a token of an identity provider. Providers: real ones from npm, one whose keys are a file, and some that behave badly.
import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { OAuth2Server } from 'oauth2-mock-server';
import Provider from 'oidc-provider';
import { SignJWT, decodeJwt } from 'jose';
import { Base, Servidor, claves, esError, hasta } from './lib/ayuda_api.mjs';
import { audiencia, emisorEnArchivo, escribir, escribirProveedores, proveedor, todos } from './lib/identidad.mjs';

const ruta = '/api/Seguridad/LoginMcp';
const regreso = 'https://app.ejemplo.mx/cb', secreto = 'secreto/con:signos';
const b64 = v => Buffer.from(typeof v === 'string' ? v : JSON.stringify(v)).toString('base64url');
const abrir = (atender, clase = http) => new Promise(ok => {
  const s = clase.createServer(atender).listen(0, '127.0.0.1', () => ok(Object.assign(s, { puerto: s.address().port, url: `http://localhost:${s.address().port}` })));
});

let base, srv, archivoDeProveedores, mcp, otro, mcp2, ana, simulado, pedidas = {}, archivo, suya, trampa, visitas = 0, malos, oidc, abiertos = [];
let direccion = 0;
// Each login comes from its own address, so that only the test of the limit per address meets the limit.
const entrar = (cuerpo, desde = ++direccion) => srv.pedir('POST', ruta, { cuerpo, encabezados: { 'X-Forwarded-For': `10.${desde >> 16 & 255}.${desde >> 8 & 255}.${desde & 255}` } });
const limpio = r => r.texto.replaceAll(r.json.solicitudId, '');
const enlazar = (usuario, emisor, sujeto, organizacion = 1, opciones = {}) =>
  base.gestor(['identidad', 'enlazar', '--organizacion', String(organizacion), '--usuario', usuario, '--emisor', emisor, '--sujeto', sujeto], opciones);
const avisos = () => srv.errores;

// abrirSimulado: oauth2-mock-server of npm, behind a proxy that counts requests.
async function abrirSimulado() {
  const servidor = new OAuth2Server();
  for (const alg of todos) await servidor.issuer.keys.generate(alg, { kid: alg });
  const puerta = await abrir((q, r) => {
    pedidas[q.url] = (pedidas[q.url] ?? 0) + 1;
    servidor.service.requestHandler(q, r);
  });
  servidor.issuer.url = puerta.url;
  abiertos.push(puerta);
  return { emisor: puerta.url, claves: servidor.issuer.keys,
    token: (kid, reclamos = {}, encabezado = {}) => servidor.issuer.buildToken({ kid, scopesOrTransform: (h, p) => (Object.assign(h, encabezado), Object.assign(p, { aud: audiencia, sub: 'ana', ...reclamos })) }) };
}

// abrirMalos: servers of keys that misbehave (endless, slow, silent, redirecting, failing, HTML).
async function abrirMalos() {
  const cuenta = { enorme: 0, contado: 0, colgado: 0 };
  const s = await abrir((q, r) => {
    const cual = q.url.slice(1).split('?')[0];
    if (cual === 'colgado') return void cuenta.colgado++;
    if (cual === 'contado') return cuenta.contado++, r.writeHead(503).end();
    if (cual === 'averiado') return r.writeHead(500).end();
    if (cual === 'redirige') return r.writeHead(302, { Location: `${trampa.url}/claves` }).end();
    if (cual === 'html') return r.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><body>Bienvenido</body></html>');
    if (cual === 'gota') {
      r.writeHead(200, { 'Content-Type': 'application/json' });
      const reloj = setInterval(() => r.write(' '), 1000);
      return r.on('close', () => clearInterval(reloj));
    }
    r.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': String(100 << 20) });
    const trozo = Buffer.alloc(64 << 10, ' ');
    const seguir = () => {
      while (!r.destroyed && cuenta.enorme < 100 << 20) {
        cuenta.enorme += trozo.length;
        if (!r.write(trozo)) return r.once('drain', seguir);
      }
    };
    seguir();
  });
  abiertos.push(s);
  return { url: s.url, cuenta };
}

// oidc-provider: a second provider of npm, for a whole login with the code flow and its forms.
async function abrirOidc() {
  const puerta = await abrir((q, r) => atender(q, r));
  const p = new Provider(puerta.url, {
    clients: [{ client_id: audiencia, client_secret: secreto, redirect_uris: [regreso], id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'client_secret_basic' }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] }, conformIdTokenClaims: false, pkce: { required: () => true, methods: ['S256'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email: `${id}@empresa.mx`, email_verified: true }) }),
    jwks: { keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), kid: 'oidc-1', use: 'sig', alg: 'ES256' }] },
    cookies: { keys: ['k'] },
  });
  const atender = p.callback();
  abiertos.push(puerta);
  const galletas = new Map();
  // http instead of fetch: fetch of node 18 hides the cookies.
  const ir = (metodo, url, formulario, encabezados = {}) => new Promise((listo, mal) => {
    const cuerpo = formulario ? `${new URLSearchParams(formulario)}` : '';
    const forma = formulario ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {};
    const cookie = [...galletas].map(([n, v]) => `${n}=${v}`).join('; ');
    const q = http.request(url, { method: metodo, agent: false, family: 4, headers: { ...encabezados, ...forma, ...(cookie && { Cookie: cookie }) } }, async r => {
      for (const g of r.headers['set-cookie'] ?? []) galletas.set(g.split('=')[0], g.split(';')[0].slice(g.indexOf('=') + 1));
      let texto = '';
      for await (const trozo of r) texto += trozo;
      listo({ texto, lugar: r.headers.location && new URL(r.headers.location, puerta.url).href });
    });
    q.on('error', mal).end(cuerpo);
  });
  const codigo = async (cuenta, nonce) => {
    galletas.clear();
    const verificador = randomBytes(32).toString('base64url');
    const consulta = new URLSearchParams({ client_id: audiencia, response_type: 'code', scope: 'openid email', redirect_uri: regreso, nonce,
      code_challenge_method: 'S256', code_challenge: createHash('sha256').update(verificador).digest('base64url') });
    let { lugar } = await ir('GET', `${puerta.url}/auth?${consulta}`);
    for (const formulario of [{ prompt: 'login', login: cuenta, password: 'x' }, { prompt: 'consent' }]) {
      ({ lugar } = await ir('POST', lugar, formulario));
      ({ lugar } = await ir('GET', lugar));
    }
    return { codigo: new URL(lugar).searchParams.get('code'), codeVerifier: verificador, redirectUri: regreso };
  };
  const token = async (cuenta, nonce) => {
    const c = await codigo(cuenta, nonce);
    const { texto } = await ir('POST', `${puerta.url}/token`, { grant_type: 'authorization_code', code: c.codigo, redirect_uri: regreso, code_verifier: c.codeVerifier },
      { Authorization: `Basic ${Buffer.from(`${audiencia}:${encodeURIComponent(secreto)}`).toString('base64')}` });
    return JSON.parse(texto).id_token;
  };
  return { emisor: puerta.url, token, codigo };
}

before(async () => {
  trampa = await abrir(c => (visitas++, c.destroy()), net);
  abiertos.push(trampa);
  [simulado, malos, oidc, archivo, suya] = await Promise.all([abrirSimulado(), abrirMalos(), abrirOidc(), emisorEnArchivo('archivo'),
    emisorEnArchivo('suya', { organizacionId: 1 }, 'https://suya.ejemplo.mx')]);
  base = await Base.crear({ registros: 60 });
  [ana, mcp, otro, mcp2] = await Promise.all([base.usuario({ usuario: 'ana' }), base.consumidor({ nombre: 'Agente', tipo: 'MCP' }), base.consumidor({ nombre: 'Tienda', tipo: 'Ecommerce' }),
    base.consumidor({ nombre: 'Agente dos', tipo: 'MCP', organizacion: 2 })]);
  const secretoArchivo = escribir('secreto', `${secreto}\n`);
  const proveedores = [proveedor('simulado', simulado.emisor, { confiable: true }), proveedor('oidc', oidc.emisor, { confiable: true, canje: { cliente: audiencia, secretoArchivo } }), archivo.proveedor, suya.proveedor,
    proveedor('estrecho', simulado.emisor, { algoritmos: ['ES256'] }),
    ...['colgado', 'gota', 'enorme', 'redirige', 'html', 'averiado', 'contado'].map(n => proveedor(n, `https://${n}.mx`, { claves: `${malos.url}/${n}` })),
    ...['colgado', 'averiado'].map(n => proveedor(`canje-${n}`, `https://canje-${n}.mx`, { claves: `file://${archivo.ruta}`, canje: { url: `${malos.url}/${n}?s=${secreto}`, cliente: audiencia, secretoArchivo } })),
    proveedor('cerrado', 'https://cerrado.mx', { claves: 'https://127.0.0.2/claves' })];
  archivoDeProveedores = escribirProveedores(proveedores);
  srv = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'exterior-permitidas': 'localhost', 'proveedores-identidad': archivoDeProveedores });
  await Promise.all([enlazar('ana', simulado.emisor, 'ana'), enlazar('ana', archivo.emisor, 'ana'), enlazar('ana', suya.emisor, 'ana')]);
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
  for (const s of abiertos) s.close(), s.closeAllConnections?.();
});

test('los cuatro algoritmos, con la respuesta de OP-001 y un token que sirve', async t => {
  for (const alg of todos)
    await t.test(alg, async () => {
      const r = await entrar({ proveedor: 'simulado', idToken: await simulado.token(alg), apiKey: mcp.apiKey });
      assert.equal(r.estado, 200, r.texto);
      assert.deepEqual(claves(r.json.data), ['accessToken', 'consumidorApiId', 'expiraEn', 'expiracion', 'organizacion', 'organizacionId', 'sucursalId', 'tokenType', 'usuario', 'usuarioId']);
      assert.deepEqual([r.json.data.usuario, r.json.data.usuarioId, r.json.data.organizacionId, r.json.data.consumidorApiId, r.json.data.tokenType, r.json.data.expiraEn],
        ['ana', ana.usuarioId, 1, mcp.consumidorApiId, 'Bearer', 3600]);
      assert.equal(r.h['cache-control'], 'no-store');
      assert.equal(decodeJwt(r.json.data.accessToken).aud, 'gestor');
      const info = await srv.get('/api/Seguridad/UsuarioInformacion', { token: r.json.data.accessToken });
      assert.deepEqual([info.estado, info.json.data.usuario, info.json.data.tipoIntegracion], [200, 'ana', 'MCP']);
    });
  assert.deepEqual(pedidas, { '/.well-known/openid-configuration': 1, '/jwks': 1 }, 'las claves se piden una vez');
  assert.equal(await base.uno(`SELECT ultimo_uso IS NOT NULL FROM consumidor_api WHERE consumidor_api_id = ${mcp.consumidorApiId}`), true);
});

test('lo que falta se dice, y no cuenta como intento', async t => {
  const bien = { proveedor: 'archivo', idToken: await archivo.token(), apiKey: mcp.apiKey };
  const sin = nombre => Object.fromEntries(Object.entries(bien).filter(([k]) => k !== nombre));
  const antes = await base.uno('SELECT coalesce(sum(intentos), 0) FROM intento_direccion');
  for (const [nombre, cuerpo, campos] of [
    ['nada', {}, ['proveedor REQUERIDO', 'idToken REQUERIDO']],
    ['sin proveedor', sin('proveedor'), ['proveedor REQUERIDO']],
    ['sin token', sin('idToken'), ['idToken REQUERIDO']],
    ['token vacío', { ...bien, idToken: ' ' }, ['idToken REQUERIDO']],
    ['sin llave, donde la organización no se sabe', sin('apiKey'), ['apiKey REQUERIDO']],
    ['tipos', { proveedor: 1, idToken: {}, apiKey: [], nonce: 7 }, ['proveedor TIPO', 'idToken TIPO', 'apiKey TIPO', 'nonce TIPO']],
    ['un token de más de 8 KB', { ...bien, idToken: 'x'.repeat(8193) }, ['idToken LONGITUD']],
    ['un código a medias', { proveedor: 'archivo', codigo: 'c', apiKey: mcp.apiKey }, ['codeVerifier REQUERIDO', 'redirectUri REQUERIDO']],
    ['un código, que aquí no se canjea', { proveedor: 'archivo', codigo: 'c', codeVerifier: 'v', redirectUri: 'https://x.mx', apiKey: mcp.apiKey }, ['codigo FORMATO']],
    ['un código y un token', { ...bien, codigo: 'c', codeVerifier: 'v', redirectUri: 'https://x.mx' }, ['codigo FORMATO']],
    ['otro campo', { ...bien, sucursalId: 1 }, ['sucursalId DESCONOCIDO']],
  ])
    await t.test(nombre, async () => esError(await entrar(cuerpo), 400, 'VALIDACION', campos));
  await t.test('20 KB', async () => assert.equal((await entrar({ ...bien, idToken: 'x'.repeat(20_000) })).estado, 413));
  assert.equal(await base.uno('SELECT coalesce(sum(intentos), 0) FROM intento_direccion'), antes);
});

test('una sola respuesta para todo lo que no se cree; el porqué, en la bitácora del operador', async () => {
  const ahora = Math.floor(Date.now() / 1000);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ajeno = encabezado => new SignJWT(decodeJwt(bueno)).setProtectedHeader({ alg: 'ES256', kid: 'uno', ...encabezado }).sign(privateKey);
  const bueno = await archivo.token();
  const [, cuerpo, firma] = bueno.split('.');
  const con = async (reclamos, encabezado) => ({ idToken: await archivo.token(reclamos, encabezado) });
  const apagado = await base.consumidor({ nombre: 'Apagado', tipo: 'MCP' });
  await base.gestor(['consumidor', 'desactivar', '--organizacion', '1', '--id', String(apagado.consumidorApiId)]);
  const [inactiva, cerrada] = await Promise.all([base.usuario({ usuario: 'inactiva' }), base.usuario({ usuario: 'cerrada' })]);
  await Promise.all([enlazar('inactiva', archivo.emisor, 'inactiva'), enlazar('cerrada', archivo.emisor, 'cerrada')]);
  await base.sql(`UPDATE usuario SET activo = false WHERE usuario_id = ${inactiva.usuarioId}; UPDATE usuario SET bloqueado_hasta = now() + interval '1 hour' WHERE usuario_id = ${cerrada.usuarioId}`);
  const casos = {
    'otro proveedor': [{ proveedor: 'nadie' }, 'no existe el proveedor'],
    'de otro emisor': [{ idToken: await suya.token() }, 'firma'],
    'none': [{ idToken: `${b64({ alg: 'none', kid: 'uno' })}.${cuerpo}.` }, 'alg'],
    'HS256 con la clave pública': [{ idToken: `${b64({ alg: 'HS256', kid: 'uno' })}.${cuerpo}.${firma}` }, 'alg'],
    'r = s = 0': [{ idToken: `${bueno.slice(0, bueno.lastIndexOf('.'))}.${b64('\0'.repeat(64))}` }, 'firma'],
    'firmado por un extraño': [{ idToken: await ajeno({}) }, 'firma'],
    'con su propia clave': [{ idToken: await ajeno({ jwk: { kty: 'EC' } }) }, 'firma'],
    'kid con ruta': [await con({}, { kid: '../../etc/passwd' }), 'kid'],
    'kid con SQL': [await con({}, { kid: "uno' OR '1'='1" }), 'kid'],
    'crit': [{ idToken: `${b64({ alg: 'ES256', kid: 'uno', crit: ['x'], x: 1 })}.${cuerpo}.${firma}` }, 'crit'],
    'otra audiencia': [await con({ aud: 'otra' }), 'aud'],
    'varias audiencias sin azp': [await con({ aud: [audiencia, 'otra'] }), 'azp'],
    'azp de otro': [await con({ azp: 'otra' }), 'azp'],
    'vencido': [await con({ exp: ahora - 61 }), 'exp'],
    'todavía no': [await con({ nbf: ahora + 90 }), 'nbf'],
    'emitido mañana': [await con({ iat: ahora + 86400 }), 'iat'],
    'otro nonce': [{ ...(await con({ nonce: 'a' })), nonce: 'b' }, 'nonce'],
    'nonce que no se dice': [await con({ nonce: 'a' }), 'nonce'],
    'un token de acceso': [await con({}, { typ: 'at+jwt' }), 'typ'],
    'no es un token': [{ idToken: 'hola' }, 'token'],
    'nadie enlazado': [await con({ sub: 'nadie' }), 'nadie está enlazado con ese sujeto', 'nadie'],
    'nadie, aunque el correo sea de alguien: no es de confianza': [await con({ sub: 'nadie', email: 'ana@empresa.mx', email_verified: true }), 'nadie está enlazado', 'nadie'],
    'el sujeto no distingue como la base de datos': [await con({ sub: 'ANA' }), 'nadie está enlazado', 'ANA'],
    'usuario inactivo': [await con({ sub: 'inactiva' }), 'el usuario está', 'inactiva'],
    'usuario bloqueado': [await con({ sub: 'cerrada' }), 'el usuario está', 'cerrada'],
    'llave que no hay': [{ apiKey: 'gk_nada' }, 'la llave'],
    'llave de otro tipo': [{ apiKey: otro.apiKey }, 'la llave'],
    'llave inactiva': [{ apiKey: apagado.apiKey }, 'la llave'],
    'llave de otra organización, donde no hay enlace': [{ apiKey: mcp2.apiKey }, 'nadie está enlazado', 'ana'],
    'llave de otra organización que la del proveedor': [{ proveedor: 'suya', idToken: await suya.token(), apiKey: mcp2.apiKey }, 'la llave'],
    'un algoritmo que el proveedor no usa': [{ proveedor: 'estrecho', idToken: await simulado.token('RS256') }, 'alg: el proveedor no lo usa'],
  };
  const textos = new Set();
  for (const [nombre, [cambios, motivo, sujeto = '']] of Object.entries(casos)) {
    const desde = avisos().length;
    const r = await entrar({ proveedor: 'archivo', idToken: bueno, apiKey: mcp.apiKey, ...cambios });
    esError(r, 401, 'NO_AUTENTICADO', []);
    textos.add(limpio(r));
    assert.equal(textos.size, 1, nombre);
    const alias = cambios.proveedor ?? 'archivo';
    const suya = () => avisos().slice(desde).split('\n').find(l => l.includes(`identidad rechazada, de ${alias}: ${motivo}`) && l.endsWith('}'));
    await hasta(suya, `${nombre}: ${motivo} en ${avisos().slice(desde)}`, 5000);
    const linea = JSON.parse(suya());
    assert.deepEqual([linea.solicitudId, linea.sujeto], [r.json.solicitudId, sujeto], nombre);
  }
  assert.equal((await entrar({ proveedor: 'archivo', idToken: bueno, apiKey: mcp.apiKey })).estado, 200, 'y el bueno entra');
  assert.ok(!avisos().includes(firma), 'ningún token en la bitácora');
});

test('con un proveedor de una sola organización la llave sobra, si hay un solo consumidor MCP', async () => {
  const cuerpo = { proveedor: 'suya', idToken: await suya.token() };
  const r = await entrar(cuerpo);
  assert.deepEqual([r.estado, r.json.data?.consumidorApiId, r.json.data?.usuario], [200, mcp.consumidorApiId, 'ana'], r.texto);
  const segundo = await base.consumidor({ nombre: 'Otro agente', tipo: 'MCP' });
  esError(await entrar(cuerpo), 401, 'NO_AUTENTICADO');
  assert.equal((await entrar({ ...cuerpo, apiKey: segundo.apiKey })).json.data.consumidorApiId, segundo.consumidorApiId);
  await base.gestor(['consumidor', 'desactivar', '--organizacion', '1', '--id', String(segundo.consumidorApiId)]);
  assert.equal((await entrar(cuerpo)).estado, 200);
  await base.gestor(['organizacion', 'cerrar', '--organizacion', '1']);
  esError(await entrar(cuerpo), 401, 'NO_AUTENTICADO');
  await base.gestor(['organizacion', 'abrir', '--organizacion', '1']);
});

test('el correo enlaza una vez, y nunca se vuelve a leer', async () => {
  const eva = await base.usuario({ usuario: 'eva' });
  await base.usuario({ usuario: 'eva2', organizacion: 2 });
  await base.sql(`UPDATE usuario SET correo = 'Eva@Empresa.mx' WHERE usuario IN ('eva', 'eva2')`);
  const con = async (sub, email, email_verified = true, apiKey = mcp.apiKey) => entrar({ proveedor: 'simulado', idToken: await simulado.token('ES256', { sub, email, email_verified }), apiKey });
  esError(await con('eva-sub', 'eva@empresa.mx', false), 401, 'NO_AUTENTICADO');
  esError(await con('eva-sub', ''), 401);
  esError(await con('eva-sub', 'otra@empresa.mx'), 401);
  const r = await con('eva-sub', 'eva@empresa.mx');
  assert.deepEqual([r.estado, r.json.data?.usuarioId], [200, eva.usuarioId], r.texto);
  // The audit trail has the link as an act of the user.
  const [fila] = await base.sql(`SELECT usuario_id, consumidor_api_id, operacion, accion, folio, solicitud FROM bitacora WHERE recurso = 'IdentidadExterna' ORDER BY bitacora_id DESC LIMIT 1`);
  assert.deepEqual(fila, { usuario_id: eva.usuarioId, consumidor_api_id: mcp.consumidorApiId, operacion: 'POST /api/Seguridad/LoginMcp', accion: 'Crear',
    folio: `eva: eva-sub de ${simulado.emisor}`, solicitud: r.h['x-request-id'] });
  // A linked subject logs in with any e-mail address, or with none. Another subject cannot log in with the address of a linked user.
  assert.equal((await con('eva-sub', 'ana@empresa.mx')).json.data.usuario, 'eva');
  assert.equal((await con('eva-sub', '', false)).json.data.usuario, 'eva');
  esError(await con('quien-heredo-el-correo', 'eva@empresa.mx'), 401);
  // Another organization has its own link of the same subject.
  assert.equal((await con('eva-sub', 'eva@empresa.mx', true, mcp2.apiKey)).json.data.usuario, 'eva2');
  // An e-mail address shared by two active users logs nobody in. Inactive users do not count.
  await base.usuario({ usuario: 'gemela1' });
  const gemela = await base.usuario({ usuario: 'gemela2' });
  await base.sql(`UPDATE usuario SET correo = 'gemela@empresa.mx' WHERE usuario LIKE 'gemela_'`);
  esError(await con('gemela', 'gemela@empresa.mx'), 401);
  await base.sql(`UPDATE usuario SET activo = false WHERE usuario_id = ${gemela.usuarioId}`);
  assert.equal((await con('gemela', 'gemela@empresa.mx')).json.data.usuario, 'gemela1');
  // A link that the operator removed is not made again by an e-mail address. A link that the operator made is not moved by an address.
  const listar = async () => (await base.gestor(['identidad', 'listar', '--organizacion', '1'])).salida.trim().split('\n').map(l => l.split('\t'));
  const [encabezado, ...filas] = await listar();
  assert.deepEqual(encabezado, ['id', 'usuario', 'emisor', 'sujeto', 'enlace', 'estado']);
  const suyo = filas.find(f => f[3] === 'eva-sub');
  assert.deepEqual(suyo.slice(1), ['eva', simulado.emisor, 'eva-sub', 'correo', 'Activa']);
  const vivo = r.json.data.accessToken;
  assert.equal((await srv.get('/api/Seguridad/UsuarioInformacion', { token: vivo })).estado, 200);
  await base.gestor(['identidad', 'quitar', '--organizacion', '1', '--id', suyo[0]]);
  await hasta(async () => (await srv.get('/api/Seguridad/UsuarioInformacion', { token: vivo })).estado === 401, 'sus tokens dejan de valer');
  esError(await con('eva-sub', 'eva@empresa.mx'), 401);
  esError(await con('otro-sub', 'eva@empresa.mx'), 401);
  assert.equal((await listar()).find(f => f[3] === 'eva-sub')[5], 'Quitada');
  const porOtro = { proveedor: 'oidc', idToken: await oidc.token('eva', 'n-0'), apiKey: mcp.apiKey, nonce: 'n-0' };
  esError(await entrar(porOtro), 401, 'NO_AUTENTICADO');
  await enlazar('eva', simulado.emisor, 'eva-sub');
  assert.equal((await entrar(porOtro)).json.data?.usuario, 'eva', 'enlazada otra vez, otro proveedor enlaza');
  assert.equal((await con('eva-sub', '', false)).json.data.usuario, 'eva');
  assert.deepEqual((await listar()).find(f => f[3] === 'eva-sub').slice(4), ['operador', 'Activa']);
  esError(await con('otro-sub', 'eva@empresa.mx'), 401);
  // Many first logins at once with one e-mail address: one subject is linked.
  await base.usuario({ usuario: 'ines' });
  await base.sql(`UPDATE usuario SET correo = 'ines@empresa.mx' WHERE usuario = 'ines'`);
  const estados = await Promise.all(Array.from({ length: 8 }, async (_, i) => (await con(`ines-${i}`, 'ines@empresa.mx')).estado));
  assert.deepEqual(estados.sort(), [200, ...Array(7).fill(401)]);
});

test('las órdenes del operador', async () => {
  const mal = async (orden, mensaje) => {
    const r = await base.gestor(['identidad', ...orden], { falla: true });
    assert.deepEqual([r.codigo, mensaje.test(r.errores)], [1, true], r.errores);
  };
  await mal(['enlazar', '--organizacion', '1', '--usuario', 'nadie', '--emisor', 'https://x.mx', '--sujeto', 's'], /no existe el usuario nadie/);
  await mal(['enlazar', '--organizacion', '1', '--usuario', 'ana', '--emisor', archivo.emisor, '--sujeto', 'ana'], /ya está enlazada/);
  await mal(['enlazar', '--organizacion', '1', '--usuario', 'ana', '--emisor', archivo.emisor], /falta --sujeto/);
  await mal(['quitar', '--organizacion', '1', '--id', '999999'], /no existe 999999/);
  // identidad enlazar refuses a subject that no provider can send. Without a file of providers the command warns.
  const con = { env: { GESTOR_PROVEEDORES_IDENTIDAD: archivoDeProveedores } };
  const falla = async (emisor, sujeto, organizacion, usuario) => {
    const r = await enlazar(usuario, emisor, sujeto, organizacion, { ...con, falla: true });
    assert.equal(r.codigo, 1);
    return r.errores;
  };
  assert.match(await falla(`${archivo.emisor}/`, 'x', 1, 'ana'), /--emisor: ningún proveedor de .* tiene el emisor .*letra por letra/);
  await base.usuario({ usuario: 'ana', organizacion: 2 });
  assert.match(await falla(suya.emisor, 'x', 2, 'ana'), /para esa organización/);
  assert.match(await falla(archivo.emisor, 'a\tb', 1, 'ana'), /--sujeto: /);
  assert.match(await falla(archivo.emisor, 'x'.repeat(256), 1, 'ana'), /--sujeto: /);
  assert.doesNotMatch((await enlazar('ana', archivo.emisor, ' con espacios ', 1, con)).errores, /proveedores-identidad/);
  assert.equal((await entrar({ proveedor: 'archivo', idToken: await archivo.token({ sub: ' con espacios ' }), apiKey: mcp.apiKey })).json.data?.usuario, 'ana', 'letra por letra');
  esError(await entrar({ proveedor: 'archivo', idToken: await archivo.token({ sub: 'con espacios' }), apiKey: mcp.apiKey }), 401);
  assert.match((await enlazar('ana', 'https://otro.mx', 'x')).errores, /aviso: aquí falta el ajuste proveedores-identidad/);
  await mal(['quitar', '--organizacion', '2', '--id', (await base.uno('SELECT min(identidad_externa_id) FROM identidad_externa WHERE organizacion_id = 1')).toString()], /no existe/);
});

test('una dirección tiene tantos intentos como en OP-001', async () => {
  const desde = ++direccion + 200_000;
  const malo = { proveedor: 'archivo', idToken: 'x', apiKey: mcp.apiKey };
  const bueno = { ...malo, idToken: await archivo.token() };
  for (let i = 0; i < 5; ++i) assert.equal((await entrar(bueno, desde)).estado, 200, 'los que entran no gastan');
  const estados = [];
  for (let i = 0; i < 22; ++i) estados.push((await entrar(malo, desde)).estado);
  assert.deepEqual(estados, [...Array(20).fill(401), 429, 429]);
  assert.equal((await entrar(bueno, desde)).estado, 429);
});

test('el otro proveedor de npm: un inicio de sesión completo, con su nonce', async () => {
  await base.usuario({ usuario: 'oscar' });
  await base.sql(`UPDATE usuario SET correo = 'oscar@empresa.mx' WHERE usuario = 'oscar'`);
  const idToken = await oidc.token('oscar', 'n-1');
  esError(await entrar({ proveedor: 'oidc', idToken, apiKey: mcp.apiKey }), 401);
  esError(await entrar({ proveedor: 'oidc', idToken, apiKey: mcp.apiKey, nonce: 'n-2' }), 401);
  const r = await entrar({ proveedor: 'oidc', idToken, apiKey: mcp.apiKey, nonce: 'n-1' });
  assert.deepEqual([r.estado, r.json.data?.usuario], [200, 'oscar'], r.texto);
});

test('un código se canjea una vez, por quien lo pidió', async () => {
  const bien = { proveedor: 'oidc', ...(await oidc.codigo('oscar', 'n-3')), apiKey: mcp.apiKey, nonce: 'n-3' };
  esError(await entrar({ ...bien, codeVerifier: randomBytes(32).toString('base64url') }), 401, 'NO_AUTENTICADO');
  await hasta(() => avisos().includes('identidad rechazada, de oidc: el código no se canjeó: '), 'el porqué', 5000);
  const otro = { ...bien, ...(await oidc.codigo('oscar', 'n-3')) };
  const r = await entrar(otro);
  assert.deepEqual([r.estado, r.json.data?.usuario], [200, 'oscar'], r.texto);
  esError(await entrar(otro), 401, 'NO_AUTENTICADO');
  esError(await entrar({ ...bien, ...(await oidc.codigo('oscar', 'n-3')), nonce: 'n-4' }), 401);
  esError(await entrar({ ...bien, ...(await oidc.codigo('oscar', 'n-3')), redirectUri: 'https://otra.mx' }), 401);
  assert.ok(!avisos().includes(secreto) && !avisos().includes(otro.codigo), 'ni el secreto ni el código, en la bitácora');
});

test('una clave nueva, bajo carga: nadie se queda fuera, y se pide una vez', async () => {
  const antes = pedidas['/jwks'];
  await simulado.claves.generate('ES256', { kid: 'rotada' });
  const tokens = await Promise.all(Array.from({ length: 150 }, (_, i) => simulado.token(i % 3 === 0 ? 'ES256' : 'rotada')));
  const estados = await Promise.all(tokens.map(async idToken => (await entrar({ proveedor: 'simulado', idToken, apiKey: mcp.apiKey })).estado));
  assert.deepEqual(new Set(estados), new Set([200]));
  assert.equal(pedidas['/jwks'], antes + 1);
});

test('mil claves desconocidas preguntan una vez, y no olvidan ninguna', async () => {
  const antes = pedidas['/jwks'];
  const cuerpo = (await simulado.token('ES256')).split('.')[1];
  const cada = async hilo => {
    for (let i = 0; i < 40; ++i) {
      const r = await entrar({ proveedor: 'simulado', idToken: `${b64({ alg: 'ES256', kid: `k${hilo}-${i}` })}.${cuerpo}.AAAA`, apiKey: mcp.apiKey });
      assert.equal(r.estado, 401, r.texto);
    }
  };
  await Promise.all(Array.from({ length: 25 }, (_, hilo) => cada(hilo)));
  assert.equal(pedidas['/jwks'], antes + 1);
  assert.equal((await entrar({ proveedor: 'simulado', idToken: await simulado.token('rotada'), apiKey: mcp.apiKey })).estado, 200);
  assert.equal(pedidas['/jwks'], antes + 1);
});

test('lo que un token nombra no se visita', async () => {
  const mio = `${trampa.url}/claves`;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'uno' };
  for (const h of [{ jku: mio }, { x5u: mio }, { jwk, jku: mio }, { x5c: ['AA=='], x5u: mio }]) {
    const idToken = await new SignJWT(decodeJwt(await archivo.token())).setProtectedHeader({ alg: 'ES256', kid: 'uno', ...h }).sign(privateKey);
    esError(await entrar({ proveedor: 'archivo', idToken, apiKey: mcp.apiKey }), 401);
    assert.equal((await entrar({ proveedor: 'archivo', idToken: await archivo.token({}, h), apiKey: mcp.apiKey })).estado, 200, 'el bueno entra, diga lo que diga');
  }
  assert.equal(visitas, 0);
});

test('un proveedor que no contesta como debe no detiene a nadie', async () => {
  const idToken = await archivo.token();
  const malas = ['colgado', 'gota', 'enorme', 'redirige', 'html', 'averiado', 'cerrado'];
  let terminadas = 0;
  const intentos = malas.flatMap(n => Array.from({ length: 3 }, () => entrar({ proveedor: n, idToken, apiKey: mcp.apiKey }).then(r => (terminadas++, [n, r.estado]))));
  // Other users log in meanwhile, by password and by a provider that answers.
  await srv.entrar({ ...ana, ...mcp });
  assert.equal((await entrar({ proveedor: 'archivo', idToken, apiKey: mcp.apiKey })).estado, 200);
  assert.ok(terminadas < intentos.length, 'los que esperan siguen esperando');
  assert.deepEqual((await Promise.all(intentos)).filter(([, estado]) => estado !== 503), []);
  for (const n of malas) await hasta(() => avisos().includes(`no se obtuvieron las claves del proveedor de identidad ${n}: `), n, 5000);
  assert.equal(visitas, 0, 'una redirección no se sigue');
  assert.ok(malos.cuenta.enorme < 32 << 20, `de 100 MB se mandaron ${malos.cuenta.enorme}`);
  assert.equal((await entrar({ proveedor: 'simulado', idToken: await simulado.token('RS256'), apiKey: mcp.apiKey })).estado, 200);
});

test('quien no tiene la culpa no gasta intentos: 503, y cuándo volver', async () => {
  const desde = ++direccion + 300_000;
  const idToken = await archivo.token();
  const canje = { codigo: 'c', codeVerifier: 'v', redirectUri: regreso };
  // Five rounds of as many logins at once as the limit per address allows: a login holds its place while it runs.
  for (const [proveedor, con] of [['html', { idToken }], ['canje-averiado', canje]])
    for (let i = 0; i < 5; ++i)
      for (const r of await Promise.all(Array.from({ length: 5 }, () => entrar({ proveedor, ...con, apiKey: mcp.apiKey }, desde)))) {
        esError(r, 503, 'NO_DISPONIBLE', []);
        assert.equal(r.h['retry-after'], '30');
        assert.match(r.json.detail, /el proveedor de identidad no contesta/);
      }
  assert.equal((await entrar({ proveedor: 'archivo', idToken, apiKey: mcp.apiKey }, desde)).estado, 200);
  await hasta(() => /no se pudo preguntar al proveedor de identidad canje-averiado: [^"]* contestó 500","solicitudId":"[^"]+","causa":"exterior"/.test(avisos()), 'el porqué', 5000);
  assert.ok(!avisos().includes(secreto), 'de una dirección, no lo que se le pregunta');
});

test('por quien no tiene llave nuestra no se pregunta a nadie', async () => {
  const idToken = await archivo.token();
  for (const apiKey of ['gk_nada', otro.apiKey]) {
    esError(await entrar({ proveedor: 'contado', idToken, apiKey }), 401, 'NO_AUTENTICADO');
    assert.equal(malos.cuenta.contado, 0);
  }
  esError(await entrar({ proveedor: 'contado', idToken, apiKey: mcp.apiKey }), 503, 'NO_DISPONIBLE');
  assert.equal(malos.cuenta.contado, 1);
});

test('quien espera a un proveedor no detiene a las operaciones que preguntan a otros', async () => {
  const s = await Servidor.iniciar(base, { externas: 2, 'proxies-confiables': '127.0.0.1', 'exterior-permitidas': 'localhost', 'proveedores-identidad': archivoDeProveedores });
  try {
    const token = await s.entrar({ ...ana, ...mcp });
    const antes = malos.cuenta.colgado;
    let terminadas = 0;
    const cuerpo = { proveedor: 'canje-colgado', codigo: 'c', codeVerifier: 'v', redirectUri: regreso, apiKey: mcp.apiKey };
    const intentos = [1, 2].map(async i => {
      const r = await s.pedir('POST', ruta, { cuerpo, encabezados: { 'X-Forwarded-For': `10.9.9.${i}` } });
      terminadas++;
      return r.estado;
    });
    await hasta(() => malos.cuenta.colgado > antes, 'uno espera ya', 5000);
    const r = await s.pedir('POST', '/api/ArchivoDigital/ValidarArchivo', { token, cuerpo: { xmlBase64: Buffer.from('hola').toString('base64') } });
    assert.equal(r.json.codigo, 'CFDI_INVALIDO', r.texto);
    assert.equal(terminadas, 0, 'ninguno de los que esperan había terminado');
    assert.deepEqual(await Promise.all(intentos), [503, 503]);
  } finally {
    await s.parar();
  }
});

test('60 entradas con proveedores que no contestan no detienen a la de uno que sí, con un solo hilo para todas', async () => {
  const s = await Servidor.iniciar(base, { externas: 2, 'proxies-confiables': '127.0.0.1', 'exterior-permitidas': 'localhost', 'proveedores-identidad': archivoDeProveedores });
  try {
    const idToken = await archivo.token();
    const [antes, formas] = [malos.cuenta.colgado, [{ proveedor: 'colgado', idToken }, { proveedor: 'canje-colgado', codigo: 'c', codeVerifier: 'v', redirectUri: regreso }]];
    let terminadas = 0;
    for (let i = 0; i < 60; ++i)
      s.pedir('POST', ruta, { cuerpo: { ...formas[i % 2], apiKey: mcp.apiKey }, agente: false, encabezados: { 'X-Forwarded-For': `10.9.8.${i}` } }).then(() => ++terminadas, () => {});
    await hasta(() => malos.cuenta.colgado >= antes + 3, 'ya esperan a los dos');
    for (const [proveedor, token] of [['archivo', idToken], ['simulado', await simulado.token('RS256')]]) {
      const r = await s.pedir('POST', ruta, { cuerpo: { proveedor, idToken: token, apiKey: mcp.apiKey }, encabezados: { 'X-Forwarded-For': '10.9.7.1' } });
      assert.equal(r.estado, 200, r.texto);
    }
    assert.ok(terminadas < 60, 'nadie esperó a que terminaran');
  } finally {
    await s.parar('SIGKILL');
  }
});

test('un archivo de proveedores mal escrito se dice al arrancar', async () => {
  for (const [contenido, mensaje] of [[[proveedor('a', 'https://a.mx'), proveedor('a', 'https://a.mx')], /proveedores-identidad: el alias a está dos veces/],
    [[proveedor('a', 'https://a.mx', { canje: { cliente: 'c', secretoArchivo: '/no/existe' } })], /no se puede leer el secreto en \/no\/existe/],
    [[{ alias: 'a' }], /proveedores\[0\]\.emisor: es obligatorio.*audiencias.*algoritmos/]])
    await assert.rejects(Servidor.iniciar(base, { 'proveedores-identidad': escribirProveedores(contenido) }), mensaje);
  await assert.rejects(Servidor.iniciar(base, { 'proveedores-identidad': '/no/existe.json' }), /proveedores-identidad: no se puede leer \/no\/existe\.json/);
});
