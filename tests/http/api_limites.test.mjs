// Limits that a hostile or careless caller meets before any business rule: sizes, media types, and the addresses that may read the metrics.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { levantar } from './lib/ayuda.mjs';

let servidor;
before(async () => { servidor = await levantar({ registros: 50, ajustes: { 'proxies-confiables': '127.0.0.1' } }); });
after(async () => { await servidor?.detener(); });

const pedir = (ruta, opciones = {}) => fetch(servidor.url + ruta, { ...opciones, headers: { Authorization: `Bearer ${servidor.token}`, ...opciones.headers } });
const json = { 'Content-Type': 'application/json' };

test('before a token is shown little can be sent; without a declared body, not much more', async (t) => {
  const grande = (n) => JSON.stringify({ usuario: 'a', contrasena: 'b', apiKey: 'c', x: 'y'.repeat(n) });
  const tabla = [
    ['login de 10 KB', 'POST', '/api/Seguridad/Autenticar', grande(10_000), 400],
    ['login de 20 KB', 'POST', '/api/Seguridad/Autenticar', grande(20_000), 413],
    ['autorizar con 70 KB', 'PUT', '/api/OrdenServicio/OrdenServicioAutorizar/1', ' '.repeat(70_000), 413],
    ['autorizar con 1 KB', 'PUT', '/api/OrdenServicio/OrdenServicioAutorizar/1', ' '.repeat(1000), 400],
  ];
  for (const [nombre, method, ruta, body, estado] of tabla)
    await t.test(nombre, async () => assert.equal((await pedir(ruta, { method, headers: json, body })).status, estado));
});

test('CSV is given to who prefers it, and JSON on a tie', async (t) => {
  const tabla = [
    ['text/csv', 'text/csv'], ['text/csv, */*;q=0.1', 'text/csv'], ['application/json;q=0.5, text/csv', 'text/csv'],
    ['application/json, text/csv', 'application/json'], ['application/json, text/csv;q=0.1', 'application/json'],
    ['*/*', 'application/json'], ['text/csv;q=0', 'application/json'], ['text/csvx', 'application/json'],
  ];
  for (const [accept, tipo] of tabla)
    await t.test(accept, async () => {
      const respuesta = await pedir('/api/RegistroVenta?registrosPorPagina=1', { headers: { Accept: accept } });
      assert.ok(respuesta.headers.get('content-type').startsWith(tipo));
      assert.match(respuesta.headers.get('vary'), /Accept/);
      await respuesta.arrayBuffer();
    });
});

test('a number that no column holds is the caller\'s fault', async () => {
  const respuesta = await pedir('/api/RegistroVenta?monedaId=3000000000');
  assert.equal(respuesta.status, 400);
  assert.deepEqual((await respuesta.json()).errores.map((e) => [e.campo, e.codigo]), [['monedaId', 'RANGO']]);
});

test('bytes that are no text are never echoed', async () => {
  const respuesta = await pedir('/api/RegistroVenta?%FF=1&%FF=2&%=3&=4&registrosPorPagina=1');
  assert.equal(respuesta.status, 400);
  const problema = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await respuesta.arrayBuffer()));
  assert.deepEqual(problema.errores.map((e) => [e.campo, e.codigo]), Array(4).fill(['consulta', 'FORMATO']));
});

test('the metrics are for the machines that watch', async (t) => {
  for (const [direccion, estado] of [['127.0.0.1', 200], ['203.0.113.9', 404], ['', 404], ['nadie', 404]])
    for (const ruta of ['/metrics', '/Metrics', '/metrics/'])
      await t.test(`${ruta} desde ${direccion}`, async () =>
        assert.equal((await fetch(servidor.url + ruta, { headers: { 'X-Forwarded-For': direccion } })).status, estado));
  // Prometheus on the machine of nginx asks directly, without X-Forwarded-For, with the settings as they are shipped.
  await t.test('directo', async () => assert.equal((await fetch(`${servidor.url}/metrics`)).status, 200));
});
