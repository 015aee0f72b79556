// A real server on a real database: every operation of its published document is called as the document says, and its answers, right or wrong, are
// validated against the schemas of the document.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { Base, Servidor, correr, gestor } from './lib/ayuda_api.mjs';
import { cuerpoDe, cuerpoDeEjemplo, esJson, lugarDeEjemplo, prepararEjemplo, sembrarEjemplos } from './lib/ejemplos.mjs';
import { compilar } from './lib/esquemas.mjs';
import { emisorEnArchivo, escribirProveedores } from './lib/identidad.mjs';

const inexistente = '9007199254740991';
const verbos = ['get', 'post', 'put', 'delete'];
let base, srv, raiz, token, llave, documento, validar, operaciones, google;

const publica = (op) => op.security?.length === 0;
const escapar = (texto) => texto.replaceAll('~', '~0').replaceAll('/', '~1');
const resolver = (nodo) => (nodo.$ref ? nodo.$ref.slice(2).split('/').reduce((n, parte) => n[parte], documento) : nodo);
// A page: the number in the path is the place where the page begins.
const desde = (o) => o.verbo === 'get' && o.op.parameters?.some((p) => p.$ref?.endsWith('/cursor'));
// One id for all placeholders, or an array with one for each.
const conIds = (ruta, id) => [].concat(id).reduce((r, x, i, todos) => r.replace(todos.length > 1 ? /\{\w+\}/ : /\{\w+\}/g, encodeURIComponent(x)), ruta);
const conRuta = (o) => o.ruta.includes('{');
const numerica = (o) => o.op.parameters?.some((p) => p.in === 'path' && p.schema.type === 'integer');
const deRegistro = (o) => o.op.parameters.some((p) => p.in === 'path' && /^id$|Id$/.test(p.name)); // the parameter is an id, neither a year nor a month

// pedir: http.request, since fetch sends no body with a GET and one operation takes a body there.
const pedir = (url, { method, headers, body }) => new Promise((listo, falla) =>
  http.request(url, { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } }, (r) => {
    const partes = [];
    r.on('data', (d) => partes.push(d)).on('end', () => listo(new Response(Buffer.concat(partes), { status: r.statusCode, headers: r.headers })));
  }).on('error', falla).end(body));

// ademas: parameters sent with every call of the operation, because another parameter needs them. piden: a parameter that needs another one, so that
// the fault may name the other.
const ademas = { getContabilidadElectronicaPolizas: { numOrden: 'ABC1234567/25' }, getInventarioKardex: { productoId: 1 } };
const piden = { getContabilidadElectronicaPolizas: 'tipoSolicitud', getContabilidadElectronicaBalanza: 'tipoEnvio' };

async function llamar(o, { ruta = desde(o) ? conIds(o.ruta, 0) : o.ruta, consulta = {}, encabezados = {}, cuerpo, token: suyo = token } = {}) {
  const url = new URL(raiz + ruta);
  for (const p of (o.op.parameters ?? []).map(resolver)) if (p.in === 'query' && p.required) url.searchParams.set(p.name, p.example ?? p.schema.examples[0]);
  for (const [nombre, valor] of Object.entries({ ...ademas[o.op.operationId], ...consulta })) url.searchParams.set(nombre, valor);
  const headers = { ...encabezados };
  if (suyo && !publica(o.op)) headers.Authorization = `Bearer ${suyo}`;
  if (cuerpo !== undefined) headers['Content-Type'] ??= 'application/json';
  const enviar = o.verbo === 'get' && cuerpo !== undefined ? pedir : fetch;
  const respuesta = await enviar(url, { method: o.verbo.toUpperCase(), headers, body: cuerpo, redirect: 'manual' });
  const bytes = Buffer.from(await respuesta.arrayBuffer());
  const tipo = respuesta.headers.get('content-type')?.split(';')[0] ?? '';
  const texto = bytes.toString('utf8');
  return { estado: respuesta.status, tipo, texto, bytes, encabezados: respuesta.headers, json: /json$/.test(tipo) ? JSON.parse(texto) : undefined, url: `${o.verbo} ${url.pathname}${url.search}` };
}

// cumple: the answer has a documented status and media type, and its body is valid under the schema of that status.
function cumple(o, r, estado) {
  assert.equal(r.estado, estado, `${r.url}: ${r.texto.slice(0, 600)}`);
  const clave = o.op.responses[estado] ? `${estado}` : 'default';
  const puntero = o.op.responses[clave].$ref ?? `#/paths/${escapar(o.ruta)}/${o.verbo}/responses/${clave}`;
  const respuesta = resolver(o.op.responses[clave]);
  assert.match(r.encabezados.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{1,64}$/, r.url);
  if (!respuesta.content) return assert.equal(r.bytes.length, 0, r.url);
  const documentado = respuesta.content[r.tipo] ?? (estado < 400 && respuesta.content['*/*']);
  assert.ok(documentado, `${r.url}: el documento no conoce ${r.tipo} con ${estado}`);
  if (r.json === undefined) return;
  assert.deepEqual(validar(`${puntero}/content/${escapar(r.tipo)}/schema`, r.json), [], `${r.url}: ${r.texto.slice(0, 600)}`);
  if (estado >= 400 && r.json.codigo) {
    assert.equal(r.json.status, estado);
    assert.equal(r.json.solicitudId, r.encabezados.get('x-request-id'));
  }
}

function nombra(r, campo) {
  assert.equal(r.json?.codigo, 'VALIDACION', `${r.url}: ${r.texto}`);
  assert.ok(r.json.errores.some((e) => e.campo === campo), `${r.url} no nombra ${campo}: ${r.texto}`);
}

const consultaDe = lugar => Object.fromEntries(new URLSearchParams(lugar.split('?')[1]));
const nombreDe = o => `${o.verbo.toUpperCase()} ${o.ruta}`;
// The document's own example of the operation, which the demo answers.
async function pedidoDe(o, mas = {}) {
  const ejemplo = o.op.requestBody && esJson(o.op) && structuredClone(o.op.requestBody.content['application/json'].example);
  await prepararEjemplo({ base, srv, token, google }, nombreDe(o), ejemplo);
  const propio = ejemplo ? cuerpoDe(o.op, ejemplo) : cuerpoDeEjemplo(o.op);
  return { ...propio, ...mas, encabezados: { ...propio.encabezados, ...mas.encabezados } };
}
const conEjemplo = async (o, mas) => {
  const lugar = lugarDeEjemplo(documento, o.ruta, o.op);
  return llamar(o, { ruta: lugar.split('?')[0], consulta: consultaDe(lugar), ...await pedidoDe(o, mas) });
};

// invalido: a value that the schema of a parameter refuses; undefined when the schema admits any text.
function invalido(esquema) {
  if (esquema.enum || esquema.type === 'boolean' || esquema.type === 'integer' || esquema.type === 'number') return 'ninguno de éstos';
  if (esquema.format?.startsWith('date') || esquema.pattern) return '31/02/2025';
  return esquema.maxLength ? 'x'.repeat(esquema.maxLength + 1) : undefined;
}
function fueraDeRango(esquema) {
  const fuera = [];
  if (esquema.minimum !== undefined) fuera.push(esquema.minimum - 1);
  if (esquema.maximum < Number.MAX_SAFE_INTEGER) fuera.push(esquema.maximum + 1);
  return fuera;
}

before(async () => {
  base = await Base.crear({ registros: 0 });
  await base.gestor(['demo']);  // the size that the examples speak of
  const admin = await base.usuario({ usuario: 'demo', sucursal: 1 });
  llave = await base.consumidor();
  google = await emisorEnArchivo('google');
  srv = await Servidor.iniciar(base, { entorno: 'desarrollo', 'proveedores-identidad': escribirProveedores([google.proveedor]) });
  raiz = `http://127.0.0.1:${srv.puerto}`;
  token = await srv.entrar({ ...admin, ...llave });
  await sembrarEjemplos(base);
  documento = (await srv.get('/openapi.json')).json;
  validar = compilar(documento);
  operaciones = Object.entries(documento.paths).flatMap(([ruta, item]) => verbos.filter((v) => item[v]).map((verbo) => ({ ruta, verbo, op: item[verbo] })));
}, { timeout: 240_000 });

after(async () => {
  await srv?.parar();
  await base?.soltar();
});

const cada = (titulo, elegir, probar) =>
  test(titulo, async (t) => {
    const elegidas = operaciones.filter(elegir);
    assert.ok(elegidas.length > 0, 'ninguna operación');
    for (const o of elegidas) await t.test(`${o.verbo.toUpperCase()} ${o.ruta}`, () => probar(o));
  });

cada('sin token: 401', (o) => !publica(o.op), async (o) => {
  const r = await llamar(o, { ruta: conIds(o.ruta, 'abc'), token: '' });
  cumple(o, r, 401);
  assert.match(r.encabezados.get('www-authenticate'), /^Bearer/);
  const problema = await llamar(o, { ruta: conIds(o.ruta, 'abc'), token: 'a.b.c', encabezados: { Accept: 'application/problem+json' } });
  assert.equal(problema.tipo, 'application/problem+json');
  cumple(o, problema, 401);
});

const ajenos = {};
cada('sin el permiso: 403', (o) => o.op['x-permiso'].includes('.'), async (o) => {
  const otra = /\bventas\./.test(o.op['x-permiso']) ? 'servicio.leer' : 'ventas.leer';
  ajenos[otra] ??= await srv.entrar({ ...await base.usuario({ usuario: otra.replace('.', '_'), rol: 'propio', permisos: otra }), ...llave });
  const r = await llamar(o, { ruta: conIds(o.ruta, '1'), token: ajenos[otra] });
  cumple(o, r, 403);
  assert.equal(r.json.codigo, 'PERMISO_DENEGADO');
});

// oNulo: an operation that answers null for a missing record takes any integer.
const oNulo = (o) => Boolean(resolver(o.op.responses[200]?.content?.['application/json']?.schema ?? {}).properties?.data?.anyOf);
cada('un id que no existe, donde eso es null: 200', oNulo, async (o) => {
  for (const id of [inexistente, '0', '-1', '9007199254740992']) {
    const r = await llamar(o, { ruta: conIds(o.ruta, id) });
    cumple(o, r, 200);
    assert.equal(r.json.data, null);
  }
  for (const id of ['abc', '1.5']) cumple(o, await llamar(o, { ruta: conIds(o.ruta, id) }), 400);
});

cada('un id que no es número o no existe: 400', (o) => numerica(o) && !o.op.deprecated && !oNulo(o) && !desde(o), async (o) => {
  const campo = o.op.parameters.find((p) => p.in === 'path').name;
  for (const id of ['abc', '0', '-1', '1.5', '9007199254740992']) {
    const r = await llamar(o, { ruta: conIds(o.ruta, id) });
    cumple(o, r, 400);
    nombra(r, campo);
  }
  if (!deRegistro(o)) return;
  const r = await llamar(o, await pedidoDe(o, { ruta: conIds(o.ruta, inexistente) }));
  cumple(o, r, 400);
  assert.equal(r.json.codigo, 'NO_ENCONTRADO');
});

cada('cada parámetro inválido: 400 que lo nombra', (o) => o.op.parameters?.some((p) => resolver(p).in === 'query'), async (o) => {
  for (const p of o.op.parameters.map(resolver).filter((q) => q.in === 'query'))
    for (const valor of [invalido(p.schema), ...fueraDeRango(p.schema)]) {
      if (valor === undefined) continue;
      const r = await llamar(o, { ruta: conIds(o.ruta, o.verbo === 'delete' ? inexistente : 1), consulta: { [p.name]: valor } });
      cumple(o, r, 400);
      nombra(r, p.name);
    }
});

// alternos: the parameters name a file in one of two ways, and a good file has to be a stored CFDI (api_validar_cfdi).
const alternos = ['postArchivoDigitalValidarArchivoAlmacenado'];
cada('cada parámetro con un valor admitido contesta como dice el documento', (o) => !alternos.includes(o.op.operationId) && o.op.parameters?.some((p) => resolver(p).in === 'query'), async (o) => {
  for (const p of o.op.parameters.map(resolver).filter((q) => q.in === 'query' && q.name !== 'cursor'))
    for (const valor of p.schema.enum ?? (p.schema.type === 'boolean' ? [true, false] : [p.example ?? p.schema.examples[0]])) {
      const r = await llamar(o, { ruta: conIds(o.ruta, o.verbo === 'delete' ? inexistente : 1), consulta: { ...(o.op.parameters.some((q) => resolver(q).name === 'registrosPorPagina') && { registrosPorPagina: 5 }), [p.name]: valor } });
      // An id that no list shows need not exist.
      if (r.estado === 400 && !((conRuta(o) || o.verbo === 'delete') && ['NO_ENCONTRADO', 'PERIODO_CERRADO'].includes(r.json.codigo)) && piden[o.op.operationId] !== p.name) nombra(r, p.name);
      cumple(o, r, r.estado === 400 ? 400 : 200);
    }
});

cada('cuerpos que no son lo pedido: 400 y 415', (o) => o.op.requestBody, async (o) => {
  const esquema = resolver(Object.values(o.op.requestBody.content)[0].schema);
  const lista = esquema.type === 'array';
  const vacio = await llamar(o, cuerpoDe(o.op, {}));
  // A schema without required members may still demand one of several.
  if (o.verbo === 'put' || lista || esquema.required) cumple(o, vacio, 400);
  else cumple(o, vacio, vacio.estado === 400 && vacio.json.errores.length > 0 ? 400 : conRuta(o) && vacio.json?.codigo === 'NO_ENCONTRADO' ? 400 : 200);
  for (const campo of esquema.required ?? []) nombra(vacio, campo);
  const desconocido = await llamar(o, cuerpoDe(o.op, { campoQueNoExiste: 1 }));
  cumple(o, desconocido, 400);
  nombra(desconocido, lista ? 'cuerpo' : 'campoQueNoExiste');
  const roto = await llamar(o, { ...cuerpoDe(o.op, {}), cuerpo: '{"a":' });
  cumple(o, roto, 400);
  assert.equal(roto.json.codigo, esJson(o.op) ? 'JSON_INVALIDO' : 'VALIDACION');
  cumple(o, await llamar(o, { cuerpo: 'a=1', encabezados: { 'Content-Type': 'text/plain' } }), 415);
});

cada('If-Match que ya no es: 412', (o) => o.op.responses[412], async (o) => {
  const r = await conEjemplo(o, { encabezados: { 'If-Match': '"otra"' } });
  cumple(o, r, 412);
  assert.equal(r.json.codigo, 'PRECONDICION');
});

// The reads run before the writes, since files of electronic accounting are of closed months.
cada('ETag: con If-None-Match, 304', (o) => o.op.responses[304], async (o) => {
  const primera = await conEjemplo(o);
  const etag = primera.encabezados.get('etag');
  assert.match(etag ?? '', /^"[^"]+"$/, primera.url);
  const { pathname: ruta, searchParams } = new URL(primera.url.split(' ')[1], raiz);
  cumple(o, await llamar(o, { ruta, consulta: Object.fromEntries(searchParams), encabezados: { 'If-None-Match': etag } }), 304);
});

// Each write is sent once and repeated with its key. The key with another request is a fault.
cada('el éxito cumple su esquema; con Idempotency-Key, la misma respuesta byte por byte', (o) => o.op.responses[200], async (o) => {
  const conLlave = o.op.parameters?.some((p) => p.$ref?.endsWith('/Idempotency-Key'));
  const mas = { encabezados: conLlave ? { 'Idempotency-Key': `prueba-${o.op.operationId}` } : {} };
  const pedido = await pedidoDe(o, mas), lugar = lugarDeEjemplo(documento, o.ruta, o.op);
  const enviado = { ...pedido, ruta: lugar.split('?')[0], consulta: consultaDe(lugar) };
  const primera = await llamar(o, enviado);
  cumple(o, primera, 200);
  if (!conLlave) return;
  const segunda = await llamar(o, enviado);
  cumple(o, segunda, 200);
  assert.equal(segunda.texto, primera.texto);
  assert.equal(segunda.encabezados.get('idempotent-replayed'), 'true');
  const otra = await llamar(o, { ...enviado, consulta: { ...enviado.consulta, _otra: 1 } });
  cumple(o, otra, 400);
  assert.equal(otra.json.codigo, 'IDEMPOTENCIA_EN_CONFLICTO');
});

cada('una operación retirada: 410', (o) => o.op.deprecated, async (o) => {
  for (const id of ['1', inexistente]) {
    const r = await llamar(o, { ruta: conIds(o.ruta, id) });
    cumple(o, r, 410);
    assert.equal(r.json.codigo, 'RETIRADO');
  }
});

cada('las listas en text/csv', (o) => o.op.responses[200]?.content['text/csv'], async (o) => {
  const r = await conEjemplo(o, { encabezados: { Accept: 'text/csv' } });
  cumple(o, r, 200);
  assert.equal(r.tipo, 'text/csv');
  const columnas = r.texto.split('\r\n')[0].split(',');
  const dato = resolver(resolver(o.op.responses[200].content['application/json'].schema).properties.data);
  // A report with one result has its records in its one list.
  const esquema = resolver(dato.items ?? Object.values(dato.properties).find((p) => p.type === 'array' && p.items.$ref).items);
  // An object of the record gives its own columns: domicilio.calle.
  const escalares = Object.entries(esquema.properties).filter(([, p]) => p.type !== 'array' && !p.anyOf)
    .flatMap(([n, p]) => (p.$ref ? Object.keys(resolver(p).properties).map((hijo) => `${n}.${hijo}`) : [n]));
  assert.deepEqual(columnas, escalares);
});

cada('las páginas se siguen por el cursor, sin repetir ni perder', (o) => o.op.parameters?.some((p) => p.$ref?.endsWith('/cursor')), async (o) => {
  const entera = (await llamar(o, { consulta: { incluirTotal: true } })).json;
  const hojas = Math.min(entera.data.length, 9);
  const seguidas = [];
  let siguiente;
  while (seguidas.length < hojas) {
    const r = await llamar(o, { consulta: { registrosPorPagina: 3, ...(siguiente && { cursor: siguiente }) } });
    cumple(o, r, 200);
    seguidas.push(...r.json.data);
    siguiente = r.json.paginacion.siguiente;
    if (siguiente === null) break;
  }
  assert.deepEqual(seguidas.slice(0, hojas), entera.data.slice(0, hojas));
  assert.equal(entera.paginacion.totalPaginas, Math.ceil(entera.paginacion.totalRegistros / 100));
});

test('OPTIONS en la raíz y en cualquier ruta, sin token', async () => {
  for (const [ruta, item] of Object.entries(documento.paths)) {
    const r = await fetch(raiz + conIds(ruta, '1'), { method: 'OPTIONS' });
    assert.equal(r.status, 200, ruta);
    const metodos = verbos.filter((v) => item[v]).map((v) => v.toUpperCase());
    for (const metodo of metodos) assert.ok(r.headers.get('allow').includes(metodo), `${ruta}: ${r.headers.get('allow')}`);
  }
});

test('el documento servido es el de gestor openapi, salvo la dirección', async () => {
  const suelto = JSON.parse((await correr(gestor, ['openapi'])).salida);
  const sinDireccion = d => JSON.parse(JSON.stringify(d, (clave, valor) => (clave === 'servers' ? undefined : valor)));
  assert.deepEqual(sinDireccion(documento), sinDireccion(suelto));
});
