// Headers of every answer, from an operation, a page or the HTTP floor: nosniff; no-store when the answer belongs to a user. A request that the HTTP
// floor refuses is in the log, with its address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Servidor, hasta, montar } from './lib/ayuda_api.mjs';

let m, srv;
before(async () => {
  m = await montar({ registros: 50, ajustes: { 'encabezado-segundos': 1, 'cuerpo-espera-segundos': 1 } });
  srv = m.srv;
});
after(() => m?.cerrar());

const encabezados = crudo => Object.fromEntries(crudo.split('\r\n\r\n')[0].split('\r\n').slice(1).map(l => [l.split(':')[0].toLowerCase(), l.slice(l.indexOf(':') + 2)]));

test('nosniff en todas; no-store en lo que es de alguien', async t => {
  const { transaccionId: id } = (await srv.get('/api/RegistroVenta?registrosPorPagina=1', { token: m.t1 })).json.data[0];
  const { etag } = (await srv.get(`/api/RegistroVenta/${id}`, { token: m.t1 })).h;
  const archivo = await m.base.uno('SELECT min(archivo_id) FROM archivo WHERE organizacion_id = 1');
  const autenticar = cuerpo => ['POST', '/api/Seguridad/Autenticar', { cuerpo }];
  const casos = {  // estado, privada
    lista: [200, true, 'GET', '/api/RegistroVenta?registrosPorPagina=1', { token: m.t1 }],
    CSV: [200, true, 'GET', '/api/RegistroVenta?registrosPorPagina=1', { token: m.t1, encabezados: { Accept: 'text/csv' } }],
    registro: [200, true, 'GET', `/api/RegistroVenta/${id}`, { token: m.t1 }],
    'sin cambio': [304, true, 'GET', `/api/RegistroVenta/${id}`, { token: m.t1, encabezados: { 'If-None-Match': etag } }],
    HEAD: [200, true, 'HEAD', `/api/RegistroVenta/${id}`, { token: m.t1 }],
    archivo: [200, true, 'GET', `/api/ArchivoDigital/Contenido/${archivo}`, { token: m.t1 }],
    'sin token': [401, true, 'GET', '/api/RegistroVenta', {}],
    'sin token, con cuerpo': [401, true, 'POST', '/api/PedidoCliente', { cuerpo: {} }],
    'no es válida': [400, true, 'GET', '/api/RegistroVenta/abc', { token: m.t1 }],
    'escritura que no es válida': [400, true, 'POST', '/api/PedidoCliente', { token: m.t1, cuerpo: {} }],
    entrar: [200, true, ...autenticar({ usuario: m.uno.usuario, contrasena: m.uno.contrasena, apiKey: m.uno.apiKey })],
    'no entrar': [401, true, ...autenticar({ usuario: 'x', contrasena: 'y', apiKey: 'z' })],
    salud: [200, true, 'GET', '/api/Health/health', {}],
    cambios: [200, false, 'GET', '/api/RegistroCambios?registrosPorPagina=1', {}],
    documento: [200, false, 'GET', '/openapi.json', {}],
    página: [200, false, 'GET', '/docs', {}],
    métricas: [200, false, 'GET', '/metrics', {}],
    'ruta desconocida': [404, false, 'GET', '/nada', {}],
    método: [405, false, 'DELETE', '/api/RegistroVenta', {}],
    OPTIONS: [200, false, 'OPTIONS', '/api/RegistroVenta', {}],
  };
  for (const [nombre, [estado, privada, metodo, ruta, opciones]] of Object.entries(casos))
    await t.test(nombre, async () => {
      const r = await srv.pedir(metodo, ruta, opciones);
      assert.equal(r.estado, estado, r.texto);
      assert.equal(r.h['x-content-type-options'], 'nosniff');
      if (privada) assert.equal(r.h['cache-control'], 'no-store');
      else assert.notEqual(r.h['cache-control'], 'no-store');
    });
  await t.test('lo que el piso contesta por sí mismo', async () => {
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: nada\r\n\r\n']) {
      const r = await srv.crudo(bytes);
      assert.match(r, /^HTTP\/1\.1 [45]/);
      assert.equal(encabezados(r)['x-content-type-options'], 'nosniff', r);
    }
  });
});

test('lo que se rechaza queda en la bitácora, con su dirección, su motivo y el identificador que se dijo', async t => {
  const casos = {
    'sin Host': [400, 'GET / HTTP/1.1\r\n\r\n'],
    'basura': [400, '\x16\x03\x01\x02hola'],
    'dirección muy larga': [414, `GET /${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    'encabezados que no llegan': [408, 'GET / HTTP/1.1\r\nHos'],
    'cuerpo que no llega': [408, 'POST /api/Seguridad/Autenticar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{'],
    'cuerpo demasiado grande': [413, 'POST /api/Seguridad/Autenticar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n'],
  };
  for (const [nombre, [estado, bytes]] of Object.entries(casos))
    await t.test(nombre, async () => {
      const r = await srv.crudo(bytes);
      assert.match(r, new RegExp(`^HTTP/1\\.1 ${estado} `));
      const id = encabezados(r)['x-request-id'];
      const linea = await hasta(() => srv.errores.split('\n').filter(l => l.startsWith('{') && l.endsWith('}')).map(l => JSON.parse(l)).find(l => l.solicitudId === id), 'la bitácora lo dice');
      assert.deepEqual([linea.mensaje, linea.estado, linea.direccion], ['solicitud rechazada', String(estado), '127.0.0.1']);
      assert.ok(linea.detalle.length > 5);
    });
  await t.test('demasiadas conexiones', async () => {
    const angosto = await Servidor.iniciar(m.base, { 'llaves-token': srv.llaves, conexiones: 1 });
    try {
      await angosto.get('/api/Health/live');  // the agent of the client keeps the only connection
      const r = await angosto.crudo('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      assert.match(r, /^HTTP\/1\.1 503 /);
      await hasta(() => angosto.errores.includes(encabezados(r)['x-request-id']), 'la bitácora lo dice');
      const linea = JSON.parse(angosto.errores.split('\n').find(l => l.includes(encabezados(r)['x-request-id'])));
      assert.equal(linea.direccion, '127.0.0.1');
    } finally {
      await angosto.parar();
    }
  });
});
