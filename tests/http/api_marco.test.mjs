// Behaviour shared by all requests: routes, OPTIONS and CORS, request id, versions, errors, the change log, root, health, metrics, logs and stored
// files.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Servidor, claves, correr, cursorDe, dormir, esError, miembrosError, montar, operaciones, recorrer } from './lib/ayuda_api.mjs';

const origen = 'https://panel.ejemplo.mx';
let m, srv, base, tabla;
before(async () => {
  m = await montar({ registros: 100, ajustes: { 'cors-origenes': `${origen},https://otro.ejemplo.mx`, entorno: 'desarrollo' } });
  ({ srv, base } = m);
  tabla = await operaciones();
});
after(() => m?.cerrar());

const ejemplo = ruta => ruta.replace(/\{[^}]*\}/g, '1');

test('404 y 405 antes de la autenticación', async t => {
  for (const ruta of ['/nada', '/api', '/api/', '/api/RegistroVentas', '/api/RegistroVenta/1/2', '/api//RegistroVenta', '/api/OrdenServicio/OrdenServicioAutorizar', '/api/%zz',
    '/api/RegistroVenta%2F1', '/api/../metrics', '/api/Health'])
    await t.test(`404 ${ruta}`, async () => {
      const r = await srv.get(ruta);
      if (ruta.endsWith('Autorizar')) return esError(r, 401);  // OrdenServicioAutorizar without id reads as an order whose {id} is no number
      esError(r, 404, 'RUTA_DESCONOCIDA');
    });
  for (const [ruta, html] of [['/nada', true], ['/docs/nada', true], ['/api/Nada', false], ['/simular/api/Nada', false]])
    await t.test(`un navegador en ${ruta}`, async () => {
      const r = await srv.get(ruta, { encabezados: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
      assert.deepEqual([r.estado, r.h['content-type'].split(';')[0]], [404, html ? 'text/html' : 'application/json']);
      if (html) assert.match(r.texto, /No hay tal página/), assert.match(r.h['content-security-policy'], /default-src 'none'/);
    });
  const porRuta = {};
  for (const o of tabla) (porRuta[o.ruta] ??= []).push(o.verbo);
  for (const [ruta, verbos] of Object.entries(porRuta))
    await t.test(`405 ${ruta}`, async () => {
      for (const metodo of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        if (verbos.includes(metodo)) continue;
        const r = await srv.pedir(metodo, ejemplo(ruta));
        esError(r, 405, 'METODO_NO_PERMITIDO');
        const esperados = [...(verbos.includes('GET') ? ['GET', 'HEAD'] : []), ...verbos.filter(v => v !== 'GET'), 'OPTIONS'];
        assert.deepEqual(r.h.allow.split(', ').sort(), esperados.sort());
      }
      if (!verbos.includes('GET')) assert.equal((await srv.pedir('HEAD', ejemplo(ruta))).estado, 405);
    });
});

test('rutas: mayúsculas, barra final, codificación', async () => {
  for (const ruta of ['/api/registroventa', '/API/REGISTROVENTA', '/api/RegistroVenta/', '/aPi/Registro%56enta'])
    assert.equal((await srv.get(`${ruta}?registrosPorPagina=1`, { token: m.t1 })).estado, 200, ruta);
  const [id] = (await srv.get('/api/RegistroVenta?registrosPorPagina=1', { token: m.t1 })).json.data.map(r => r.transaccionId);
  for (const ruta of [`/api/registroVENTA/${id}/`, `/api/RegistroVenta/%3${String(id)[0]}${String(id).slice(1)}`])
    assert.equal((await srv.get(ruta, { token: m.t1 })).json.transaccionId, id, ruta);
  assert.equal((await srv.pedir('PUT', '/api/ordenservicio/ORDENSERVICIOAUTORIZAR/999999', { token: m.t1 })).json.codigo, 'NO_ENCONTRADO', 'el literal gana a {id}');
  assert.equal((await srv.get('/api/HEALTH/Health')).estado, 200);
});

test('OPTIONS en cada ruta: Allow y CORS, sin token', async t => {
  const porRuta = {};
  for (const o of tabla) (porRuta[o.ruta] ??= []).push(o.verbo);
  for (const [ruta, verbos] of Object.entries(porRuta))
    await t.test(ruta, async () => {
      const esperados = [...(verbos.includes('GET') ? ['GET', 'HEAD'] : []), ...verbos.filter(v => v !== 'GET'), 'OPTIONS'];
      const pedir = Origin => srv.pedir('OPTIONS', ejemplo(ruta), { encabezados: Origin ? { Origin, 'Access-Control-Request-Method': verbos[0] } : {} });
      const r = await pedir(origen);
      assert.equal(r.estado, 200);
      assert.equal(r.crudo.length, 0);
      assert.deepEqual(r.h.allow.split(', ').sort(), esperados.sort());
      assert.equal(r.h['access-control-allow-origin'], origen);
      assert.deepEqual(r.h['access-control-allow-methods'].split(', ').sort(), esperados.sort());
      for (const h of ['Authorization', 'Content-Type', 'Service-Api-Version', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'X-Request-Id'])
        assert.ok(r.h['access-control-allow-headers'].includes(h), h);
      assert.match(r.h.vary, /Origin/);
      for (const h of ['ETag', 'Idempotent-Replayed', 'X-Request-Id', 'Retry-After', 'Link']) assert.ok(r.h['access-control-expose-headers'].includes(h), h);
      assert.equal((await pedir('https://otro.ejemplo.mx')).h['access-control-allow-origin'], 'https://otro.ejemplo.mx');
      for (const ajeno of ['https://malo.mx', 'null', `${origen}.malo.mx`, 'https://panel.ejemplo.mx:8443', origen.toUpperCase(), `${origen}/`])
        assert.equal((await pedir(ajeno)).h['access-control-allow-origin'], undefined, ajeno);
      assert.equal((await pedir()).h['access-control-allow-origin'], undefined);
      // Vary: Origin tells a cache that the answer to one origin, or to none, is not for another.
      for (const quien of ['https://malo.mx', undefined]) assert.match((await pedir(quien)).h.vary ?? '', /Origin/, quien);
    });
  await t.test('una ruta cualquiera y *', async () => {
    assert.equal((await srv.pedir('OPTIONS', '/no/existe')).estado, 200);
    assert.match(await srv.crudo('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 200 /);
  });
  await t.test('las respuestas y los errores también llevan CORS', async () => {
    const r = await srv.get('/api/RegistroCambios?registrosPorPagina=1', { encabezados: { Origin: origen } });
    assert.equal(r.h['access-control-allow-origin'], origen);
    assert.match(r.h.vary, /Origin/);
    assert.equal((await srv.get('/api/RegistroVenta', { encabezados: { Origin: origen } })).h['access-control-allow-origin'], origen, '401');
    assert.equal((await srv.get('/nada', { encabezados: { Origin: origen } })).h['access-control-allow-origin'], origen, '404');
    assert.equal((await srv.get('/api/RegistroVenta', { encabezados: { Origin: 'https://malo.mx' } })).h['access-control-allow-origin'], undefined);
    for (const encabezados of [{ Origin: 'https://malo.mx' }, {}]) assert.match((await srv.get('/api/RegistroCambios?registrosPorPagina=1', { encabezados })).h.vary, /Origin/);
    assert.equal((await srv.get('/', { encabezados: { Origin: origen } })).h['access-control-allow-credentials'], undefined);
  });
});

test('HEAD: como GET, sin cuerpo', async () => {
  for (const ruta of ['/api/Health/health', '/api/RegistroCambios', '/openapi.json', '/', '/docs']) {
    const g = await srv.get(ruta);
    const h = await srv.pedir('HEAD', ruta);
    assert.equal(h.estado, g.estado, ruta);
    assert.equal(h.crudo.length, 0);
    assert.equal(h.h['content-type'], g.h['content-type']);
    if (ruta !== '/api/Health/health') assert.equal(h.h['content-length'], g.h['content-length'], ruta);
  }
  assert.equal((await srv.pedir('HEAD', '/api/RegistroVenta')).estado, 401);
});

test('X-Request-Id: se conserva si es sano, si no se hace uno', async t => {
  const con = id => srv.get('/nada', { encabezados: { 'X-Request-Id': id } });
  for (const id of ['abc-123', 'A.b_C-9', 'x'.repeat(64), '0f8fad5b-d9cb-469f-a165-70867728950e'])
    await t.test(id.slice(0, 20), async () => {
      const r = await con(id);
      assert.equal(r.h['x-request-id'], id);
      assert.equal(r.json.solicitudId, id);
    });
  const vistos = new Set();
  for (const id of ['', ' ', 'x'.repeat(65), 'a b', '<script>', '"comillas"', 'a;b', '../../etc/passwd', '${jndi:ldap://x}', 'ñ', 'a,b', "'; DROP TABLE x; --"])
    await t.test(`hostil: ${id.slice(0, 20)}`, async () => {
      const r = await con(Buffer.from(id).toString('latin1'));
      assert.match(r.h['x-request-id'], /^[0-9a-f]{16}$/);
      assert.equal(r.json.solicitudId, r.h['x-request-id']);
      assert.ok(!vistos.has(r.h['x-request-id']));
      vistos.add(r.h['x-request-id']);
    });
  const muchos = await Promise.all(Array.from({ length: 300 }, () => srv.get('/api/Health/live')));
  assert.equal(new Set(muchos.map(r => r.h['x-request-id'])).size, 300, 'únicos');
  const traza = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  assert.equal((await srv.get('/', { encabezados: { traceparent: traza } })).h.traceparent, traza);
  assert.equal((await srv.get('/', { encabezados: { traceparent: 'a b<>' } })).h.traceparent, undefined);
});

test('Service-Api-Version: fuera del versionado cualquier valor se ignora', async () => {
  const limpia = await srv.get('/api/RegistroVenta?registrosPorPagina=2', { token: m.t1 });
  for (const v of ['2026-01', 'current', 'basura', '9999-99', '', '2026-01-01', '<x>', '1'.repeat(500)]) {
    const r = await srv.get('/api/RegistroVenta?registrosPorPagina=2', { token: m.t1, encabezados: { 'Service-Api-Version': v } });
    assert.equal(r.estado, 200, v);
    assert.equal(r.texto, limpia.texto);
    assert.equal(r.h['service-api-version'], undefined);
  }
});

test('errores: miembros, problem+json, nada de adentro', async () => {
  const r = await srv.get('/api/RegistroVenta/abc', { token: m.t1 });
  assert.deepEqual(claves(r.json), miembrosError);
  assert.deepEqual(r.json, { type: '/docs/errores#VALIDACION', title: 'Solicitud incorrecta', status: 400, detail: '1 campo no es válido', codigo: 'VALIDACION',
    solicitudId: r.h['x-request-id'], errores: [{ campo: 'id', codigo: 'TIPO', mensaje: 'debe ser un número entero' }] });
  assert.match(r.h['content-type'], /^application\/json/);
  for (const Accept of ['application/problem+json', 'application/json;q=0.5, application/problem+json'])
    for (const [ruta, estado] of [['/nada', 404], ['/api/RegistroVenta', 401], ['/api/RegistroVenta?pagina=x', 401]])
      assert.match((await srv.get(ruta, { encabezados: { Accept } })).h['content-type'], /^application\/problem\+json/, `${ruta} ${estado}`);
  assert.match((await srv.get('/api/Health/live', { encabezados: { Accept: 'application/problem+json' } })).h['content-type'], /^application\/json/);
  const errores = await srv.get('/docs/errores');
  if (errores.estado === 200) for (const codigo of ['VALIDACION', 'NO_ENCONTRADO', 'RETIRADO', 'NO_DISPONIBLE']) assert.ok(errores.texto.includes(codigo));
});

test('OP-120: retirada', async () => {
  for (const id of ['1', '999999999', 'abc', '-1', '0']) {
    esError(await srv.pedir('DELETE', `/api/AgenciaViaje/BookingCancelar/${id}`, { token: m.t1 }), 410, 'RETIRADO');
    esError(await srv.pedir('DELETE', `/api/AgenciaViaje/BookingCancelar/${id}`), 401, 'NO_AUTENTICADO');
  }
  const lector = await base.usuario({ usuario: 'lector120', rol: 'lector' });
  const token = await srv.entrar({ ...lector, apiKey: m.uno.apiKey });
  esError(await srv.pedir('DELETE', '/api/AgenciaViaje/BookingCancelar/1', { token }), 410, 'RETIRADO');
});

test('OP-007 y OP-008: la raíz en desarrollo y en producción', async () => {
  const r = await srv.get('/');
  assert.equal(r.estado, 200);
  assert.deepEqual(claves(r.json), ['documentacion', 'servicio', 'version']);
  assert.equal(r.json.servicio, 'gestor');
  const o = await srv.pedir('OPTIONS', '/');
  assert.deepEqual(o.h.allow.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS']);
  const otro = await Servidor.iniciar(base, { entorno: 'produccion', 'url-documentacion': 'https://docs.ejemplo.mx/api' });
  try {
    const p = await otro.get('/', { encabezados: { Host: 'malo.mx' } });
    assert.equal(p.estado, 302);
    assert.equal(p.h.location, 'https://docs.ejemplo.mx/api');
    assert.equal((await otro.pedir('HEAD', '/')).estado, 302);
    const s = await otro.pedir('OPTIONS', '/', { encabezados: { Origin: origen } });
    assert.equal(s.h['access-control-allow-origin'], undefined, 'de fábrica ningún origen');
  } finally {
    await otro.parar();
  }
});

test('OP-006: registro de cambios', async t => {
  const todos = await recorrer(srv, '/api/RegistroCambios?registrosPorPagina=7', {});
  await t.test('orden, campos y los opcionales omitidos', async () => {
    assert.ok(todos.length >= 278);
    assert.deepEqual(todos, todos.toSorted((a, b) => b.fecha.localeCompare(a.fecha) || b.id - a.id));
    let sinEndpoint = 0, sinAccion = 0;
    for (const c of todos) {
      for (const k of ['id', 'fecha', 'tipo', 'descripcion']) assert.ok(k in c);
      for (const k of Object.keys(c)) assert.ok(['id', 'fecha', 'tipo', 'descripcion', 'endpoint', 'accionRequerida'].includes(k), k);
      for (const k of ['endpoint', 'accionRequerida']) if (k in c) assert.ok(typeof c[k] === 'string' && c[k] !== '', k);
      assert.match(c.fecha, /^\d{4}-\d\d-\d\d$/);
      assert.ok(['nuevo', 'mejorado', 'corregido', 'info', 'breaking'].includes(c.tipo));
      sinEndpoint += !('endpoint' in c);
      sinAccion += !('accionRequerida' in c);
      if (c.tipo === 'breaking') assert.ok(c.accionRequerida, `un breaking dice qué hacer: ${c.descripcion}`);
    }
    assert.ok(sinEndpoint > 0 && sinAccion > 0);
  });
  await t.test('los cambios prometidos están', async () => {
    const breaking = todos.filter(c => c.tipo === 'breaking').map(c => `${c.endpoint ?? ''} ${c.descripcion} ${c.accionRequerida ?? ''}`);
    for (const senal of [/BookingCancelar/, /objId/, /PUT \/api\/Proyecto\/\{id\}|divisionId/, /importeAbono/, /transaccionIdCompra/, /impuesto/, /dd\/MM\/yyyy/, /fechaInicial y fechaFinal|fecha1/,
      /subtotal8/, /impuesto8/, /ProductoImagen/, /Objetos/, /promocion/, /formaNombre/, /sucursalId/, /costoPromedio/, /tipoContacto/, /devoluci.n.*transaccionId|transaccionId.*ruta/i])
      assert.ok(breaking.some(b => senal.test(b)), `falta el breaking ${senal}`);
    const resto = todos.filter(c => c.tipo !== 'breaking').map(c => `${c.endpoint ?? ''} ${c.descripcion}`);
    for (const senal of [/promocion.*opcional/i, /sucursal.*opcional/i, /Service-Api-Version/, /componentes/, /uuid/, /cadena vac.a/i, /500|tasa 0|exent/i])
      assert.ok(resto.some(b => senal.test(b)), `falta ${senal}`);
    assert.ok(todos.some(c => c.tipo === 'nuevo' && /Cotizaciones|ConceptosCompra|OrganizacionMonedas/.test(c.endpoint ?? '')));
  });
  const contiene = texto => c => c.endpoint?.toLowerCase().includes(texto) ?? false;
  const filtros = [
    ...['nuevo', 'mejorado', 'corregido', 'info', 'breaking'].map(x => [`tipo=${x}`, c => c.tipo === x]),
    ['endpoint=Proyecto', contiene('proyecto')], ['endpoint=proyecto', contiene('proyecto')], ['endpoint=%25', contiene('%')], ['endpoint=_', contiene('_')],
    ['fechaInicial=2026-01-01', c => c.fecha >= '2026-01-01'], ['fechaFinal=01/01/2026', c => c.fecha <= '2026-01-01'],
    ['fechaInicial=2025-03-03&fechaFinal=2025-03-10', c => c.fecha >= '2025-03-03' && c.fecha <= '2025-03-10'], ['_objId=1', () => true],
    ['tipo=breaking&endpoint=Bancos', c => c.tipo === 'breaking' && contiene('bancos')(c)],
  ];
  for (const [q, queda] of filtros)
    await t.test(q, async () => {
      const esperados = todos.filter(queda);
      for (const tamano of [3, 100]) assert.deepEqual(await recorrer(srv, `/api/RegistroCambios?${q}&registrosPorPagina=${tamano}`, {}), esperados);
      const r = await srv.get(`/api/RegistroCambios?${q}&registrosPorPagina=3&pagina=2&incluirTotal=true`);
      assert.deepEqual([r.json.data, r.json.paginacion.totalRegistros], [esperados.slice(3, 6), esperados.length]);
      const csv = await srv.get(`/api/RegistroCambios?${q}`, { encabezados: { Accept: 'text/csv' } });
      assert.deepEqual(csv.texto.split('\r\n').slice(1, -1).map(l => Number(l.split(',')[0])), esperados.slice(0, 100).map(c => c.id));
    });
  await t.test('un cursor entre dos registros sigue con el siguiente', async () => {
    const { siguiente } = (await srv.get('/api/RegistroCambios?registrosPorPagina=1')).json.paginacion;
    const r = await srv.get(`/api/RegistroCambios?cursor=${cursorDe(siguiente, '2025-03-10\n8')}`);
    assert.deepEqual(r.json.data.map(c => c.id), [7, 6, 5, 4, 3, 2, 1]);
  });
  for (const [q, campo] of [['tipo=otro', 'tipo'], ['tipo=Nuevo', 'tipo'], ['fechaInicial=2026-02-30', 'fechaInicial'], ['fechaInicial=2026-02-02&fechaFinal=2026-02-01', 'fechaFinal'],
    ['registrosPorPagina=101', 'registrosPorPagina'], ['pagina=0', 'pagina']])
    await t.test(`400 ${q}`, async () => {
      const r = await srv.get(`/api/RegistroCambios?${q}`);
      if (q === 'tipo=Nuevo' && r.estado === 200) return;
      esError(r, 400, 'VALIDACION');
      assert.deepEqual(r.json.errores.map(e => e.campo), [campo]);
    });
  await t.test('sin token, y con un token cualquiera', async () => {
    assert.equal((await srv.get('/api/RegistroCambios', { encabezados: { Authorization: 'Bearer basura' } })).estado, 200);
  });
});

test('OP-003: salud', async () => {
  const r = await srv.get('/api/Health/health');
  assert.equal(r.estado, 200);
  assert.deepEqual(claves(r.json), ['baseDatos', 'fecha', 'status', 'version']);
  assert.deepEqual([r.json.status, r.json.baseDatos], ['Healthy', 'Healthy']);
  assert.ok(Math.abs(new Date(r.json.fecha) - Date.now()) < 60000);
  assert.equal((await srv.pedir('HEAD', '/api/Health/health')).estado, 200);
  for (const p of ['live', 'ready']) assert.equal((await srv.get(`/api/Health/${p}`)).json.status, 'Healthy');
  assert.equal((await srv.get('/api/Health/health', { encabezados: { Authorization: 'Bearer basura' } })).estado, 200);
});

test('/metrics: lo que promtool exige, y cuenta por operación y estado', async () => {
  const contar = async () => {
    const r = await srv.get('/metrics');
    assert.match(r.h['content-type'], /^text\/plain; version=0\.0\.4/);
    return r.texto;
  };
  const valor = texto => {
    const linea = texto.split('\n').find(l => /^gestor_\w*total\{/.test(l) && l.includes('GET /api/RegistroVenta/{id}') && /"400"/.test(l));
    return linea ? Number(linea.split(' ').pop()) : 0;
  };
  const antes = valor(await contar());
  for (let i = 0; i < 5; ++i) await srv.get('/api/RegistroVenta/abc', { token: m.t1 });
  const texto = await contar();
  assert.equal(valor(texto), antes + 5);
  const r = await correr('promtool', ['check', 'metrics'], { entrada: texto, falla: true });
  assert.equal(r.codigo, 0, r.errores + r.salida);
  for (const secreto of [m.t1, m.uno.apiKey, 'abc']) assert.ok(!texto.includes(secreto));
});

test('bitácora: JSON por línea, sin secretos, sin líneas falsas', async () => {
  const canario = { rfc: 'CANA850101AB1', contrasena: 'canario-contrasena', llave: 'gk_canariollave', nombre: 'CanarioNombre' };
  await srv.get(`/api/RegistroVenta?busqueda=${canario.rfc}&_token=${m.t1}`, { token: m.t1 });
  await srv.get('/api/RegistroVenta', { token: 'eyJcanario.token.x' });
  await srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: canario.nombre, contrasena: canario.contrasena, apiKey: canario.llave } });
  await srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: `{"contrasena":"${canario.contrasena}"` });
  await srv.get('/nada/%0d%0a%7b%22estado%22:200%7d?x=%0a', { encabezados: { 'X-Request-Id': 'fin', 'User-Agent': 'a"b\\c' } });
  await srv.crudo('GET /api/x"y\\z HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: a\tb\r\n\r\n');
  await srv.crudo('GET /api/falsa\x0b{"estado":1} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await srv.crudo('GET /otra HTTP/1.1\r\nHost: x\r\nX-Mala: a\rb\r\n\r\n');
  await srv.get('/api/Health/live', { encabezados: { 'X-Request-Id': 'el-ultimo' } });
  let texto = '';
  for (let i = 0; i < 100 && !texto.includes('el-ultimo'); ++i) await dormir(50), texto = existsSync(srv.bitacora) ? readFileSync(srv.bitacora, 'utf8') : '';
  assert.ok(texto.includes('el-ultimo'), 'la bitácora se escribe');
  const lineas = texto.trimEnd().split('\n').map(l => JSON.parse(l));
  for (const l of lineas) {
    for (const k of ['fecha', 'solicitudId', 'metodo', 'ruta', 'operacion', 'estado', 'micros', 'bytes', 'direccion']) assert.ok(k in l, k);
    assert.ok(Number.isInteger(l.estado));
  }
  const fin = lineas.find(l => l.solicitudId === 'fin');
  assert.equal(fin.estado, 404);
  assert.ok(!fin.ruta.includes('\n'));
  const autenticada = lineas.find(l => l.operacion === '/api/RegistroVenta' && l.estado === 200);
  assert.equal(autenticada.organizacionId, 1);
  assert.equal(autenticada.usuarioId, m.uno.usuarioId);
  const todo = texto + srv.errores + srv.salida;
  for (const secreto of [...Object.values(canario), m.t1, 'eyJcanario', m.uno.contrasena, m.uno.apiKey, m.t1.split('.')[2]]) assert.ok(!todo.includes(secreto), `se filtró ${secreto}`);
  const argumentos = readFileSync(`/proc/${srv.proceso.pid}/cmdline`, 'latin1');
  const llave = readFileSync(srv.llaves, 'utf8').split(' ')[1].trim();
  assert.ok(!argumentos.includes(llave), 'ningún secreto en los argumentos');
});

test('archivos: contenido igual al guardado, como descarga, con ETag', async t => {
  const archivos = await base.sql("SELECT archivo_id, nombre, extension, tipo_contenido, tamano, encode(hash, 'hex') AS hash FROM archivo WHERE organizacion_id = 1 ORDER BY tamano DESC, archivo_id LIMIT 3");
  // A stored file with several blocks and a hostile name, inserted as an upload would store it.
  await base.sql(`WITH c AS (SELECT n, decode(repeat(md5(n::text), CASE n WHEN 3 THEN 10 ELSE 16384 END), 'hex') AS b FROM generate_series(0, 3) n),
    a AS (INSERT INTO archivo (organizacion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
      SELECT 1, 'mal"o' || chr(10) || 'ñ/..', 'html', 'Otro', 'text/html', sum(octet_length(b)), sha256(string_agg(b, '' ORDER BY n)), now() FROM c RETURNING organizacion_id, archivo_id)
    INSERT INTO archivo_bloque SELECT organizacion_id, archivo_id, n, b FROM a, c`);
  archivos.push(...await base.sql("SELECT archivo_id, nombre, extension, tipo_contenido, tamano, encode(hash, 'hex') AS hash FROM archivo WHERE extension = 'html'"));
  assert.equal(archivos.length, 4);
  assert.ok(archivos[3].tamano > 262144 * 2);
  const ver = (id, opciones = {}) => srv.get(`/api/ArchivoDigital/Contenido/${id}`, { token: m.t1, ...opciones });
  for (const a of archivos)
    await t.test(`${a.archivo_id} (${a.tamano} bytes)`, async () => {
      const r = await ver(a.archivo_id);
      assert.equal(r.estado, 200, r.texto.slice(0, 200));
      assert.equal(r.crudo.length, a.tamano);
      assert.equal(createHash('sha256').update(r.crudo).digest('hex'), a.hash);
      assert.equal(r.h['x-content-type-options'], 'nosniff');
      assert.match(r.h['content-disposition'], /^attachment; filename="[^"\r\n\\]*"; filename\*=UTF-8''[\w.%-]+$/);
      assert.ok(!/html|script/.test(r.h['content-type']), 'nunca un tipo que el navegador ejecute');
      assert.match(r.h.etag, /^"[0-9a-f]+"$/);
      const n = await ver(a.archivo_id, { encabezados: { 'If-None-Match': r.h.etag } });
      assert.equal(n.estado, 304);
      assert.equal(n.crudo.length, 0);
      const h = await srv.pedir('HEAD', `/api/ArchivoDigital/Contenido/${a.archivo_id}`, { token: m.t1 });
      assert.equal(Number(h.h['content-length']), a.tamano);
    });
  await t.test('la dirección que da el registro de venta sirve tal cual', async () => {
    const id = await base.uno('SELECT transaccion_id FROM archivo WHERE organizacion_id = 1 AND transaccion_id IN (SELECT transaccion_id FROM transaccion WHERE es_venta) LIMIT 1');
    const { archivos: [a] } = (await srv.get(`/api/RegistroVenta/${id}`, { token: m.t1, encabezados: { Host: 'malo.mx' } })).json;
    assert.ok(a.url.startsWith(srv.url), 'la base es un ajuste, nunca Host');
    assert.equal((await srv.get(new URL(a.url).pathname, { token: m.t1 })).estado, 200);
    esError(await srv.get(new URL(a.url).pathname), 401);
  });
  await t.test('ajeno o inexistente', async () => {
    const ajeno = await base.uno('SELECT min(archivo_id) FROM archivo WHERE organizacion_id = 2');
    const [a, b] = [await ver(ajeno), await ver(999999999)];
    esError(a, 400, 'NO_ENCONTRADO', []);
    assert.equal(a.texto.replaceAll(a.json.solicitudId, ''), b.texto.replaceAll(b.json.solicitudId, ''));
    esError(await ver('abc'), 400, 'VALIDACION', ['archivoId TIPO']);
    esError(await ver('0'), 400, 'VALIDACION', ['archivoId RANGO']);
  });
});
