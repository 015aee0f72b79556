// nginx with the delivered configuration: its own answers are problems like those of the server, and no redirect leaves the host.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { hasta } from './lib/ayuda_api.mjs';
import { Nginx, puertoLibre } from './lib/nginx.mjs';

const falta = !existsSync('/usr/sbin/nginx') && 'no hay nginx';
const largo = 'x'.repeat(12_000);
let nginx, muerto, servidor;

const pedir = (a, metodo, ruta, { encabezados, ...o } = {}) => a.pedir(metodo, ruta, { ...o, encabezados: { Host: 'api.ejemplo.mx', ...encabezados } });
const escuchar = s => new Promise(ok => s.listen(0, '127.0.0.1', () => ok(s.address().port)));
before(async () => {
  if (falta) return;
  servidor = http.createServer((q, r) => {
    if (q.url === '/callado') return;
    if (q.url === '/propio') return r.writeHead(429, { 'Retry-After': '900', 'Content-Type': 'application/json' }).end('{"codigo":"DEMASIADAS_SOLICITUDES","detail":"del servidor"}');
    q.resume().on('end', () => r.writeHead(200, { 'Content-Type': 'application/json', ...(q.url === '/largo' && { Link: largo }) }).end(JSON.stringify({ id: q.headers['x-request-id'] })));
  });
  nginx = await Nginx.iniciar([await escuchar(servidor)], { conPrisa: true });
  muerto = await Nginx.iniciar([await puertoLibre()]);
  await hasta(async () => pedir(nginx, 'GET', '/').then(r => r.estado === 200, () => false), 'nginx atiende');
  await hasta(async () => pedir(muerto, 'GET', '/').then(r => r.estado === 502, () => false), 'el otro nginx atiende');
});
after(async () => {
  await nginx?.parar();
  await muerto?.parar();
  servidor?.closeAllConnections();
  servidor?.close();
});

function problema(r, estado, codigo, retryAfter) {
  assert.equal(r.estado, estado, r.texto);
  assert.match(r.h['content-type'], /^application\/json/);
  const { type, title, status, detail, solicitudId, errores } = r.json;
  assert.deepEqual({ type, status, codigo: r.json.codigo, errores }, { type: `/docs/errores#${codigo}`, status: estado, codigo, errores: [] });
  assert.ok(title && detail);
  assert.equal(r.h['x-request-id'], solicitudId);
  assert.equal(r.h['x-content-type-options'], 'nosniff');
  assert.match(r.h['strict-transport-security'], /max-age/);
  assert.equal(r.h['retry-after'], retryAfter);
  return solicitudId;
}
const conClave = { 'Idempotency-Key': 'a' };

test('413, 429, 502 y 504 son problemas como los del servidor', { skip: falta }, async () => {
  for (const encabezados of [{}, conClave]) {
    problema(await pedir(nginx, 'POST', '/x', { cuerpo: Buffer.alloc(33 << 20), encabezados }).catch(e => e), 413, 'CUERPO_DEMASIADO_GRANDE', undefined);
    problema(await pedir(nginx, 'PUT', '/callado', { encabezados }), 504, 'NO_DISPONIBLE', '1');
    problema(await pedir(muerto, 'GET', '/x', { encabezados }), 502, 'NO_DISPONIBLE', '1');
  }
  const muchas = await Promise.all(Array.from({ length: 60 }, () => pedir(nginx, 'GET', '/api/Seguridad/x')));
  const frenadas = muchas.filter(r => r.estado !== 200);
  assert.ok(frenadas.length > 0 && frenadas.length < 60);
  for (const r of frenadas) problema(r, 429, 'DEMASIADAS_SOLICITUDES', '1');
});

test('lo que contesta el servidor pasa como es', { skip: falta }, async () => {
  const r = await pedir(nginx, 'GET', '/propio');
  assert.deepEqual([r.estado, r.h['retry-after'], r.json.detail], [429, '900', 'del servidor']);
  const l = await pedir(nginx, 'GET', '/largo');
  assert.deepEqual([l.estado, l.h.link], [200, largo], 'un encabezado Link de 12 KB también');
});

test('el identificador del cliente se conserva si tiene forma de uno, y no entra en el JSON si no', { skip: falta }, async () => {
  assert.equal(problema(await pedir(muerto, 'GET', '/x', { encabezados: { 'X-Request-Id': 'mio-1.2_3' } }), 502, 'NO_DISPONIBLE', '1'), 'mio-1.2_3');
  for (const malo of ['","codigo":"OTRO', 'a b', 'x'.repeat(65)]) {
    assert.match(problema(await pedir(muerto, 'GET', '/x', { encabezados: { 'X-Request-Id': malo } }), 502, 'NO_DISPONIBLE', '1'), /^[0-9a-f]{32}$/);
    assert.match((await pedir(nginx, 'GET', '/', { encabezados: { 'X-Request-Id': malo } })).json.id, /^[0-9a-f]{32}$/);
  }
});

test('sin TLS se redirige al nombre propio, diga lo que diga Host', { skip: falta }, async () => {
  for (const Host of ['api.ejemplo.mx', 'malo.mx', '127.0.0.1']) {
    const r = await new Promise((ok, mal) => http.get({ host: '127.0.0.1', port: nginx.claro, path: '/x?a=1', headers: { Host } }, res => (res.resume(), ok(res))).on('error', mal));
    assert.deepEqual([r.statusCode, r.headers.location], [308, 'https://api.ejemplo.mx/x?a=1']);
  }
});
