// The 162 operations of the interface, one by one: in the published document, in `gestor operaciones`, and behind the socket.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Base, Servidor, correr, gestor } from './lib/ayuda_api.mjs';
import { documentoPublicado } from './lib/ayuda.mjs';

const filas = readFileSync(new URL('interfaz.txt', import.meta.url), 'utf8').split('\n').filter((l) => l.startsWith('OP-'))
  .map((l) => { const [op, metodo, ruta, sobre] = l.split(/ +/); return { op, metodo, ruta, sobre }; });

let base, servidor, documento;
before(async () => {
  base = await Base.crear({ registros: 0 });
  servidor = await Servidor.iniciar(base);
  documento = JSON.parse(await documentoPublicado());
});
after(async () => { await servidor?.parar(); await base?.soltar(); });

test('son 162, cada una una vez', () => {
  assert.deepEqual(filas.map((f) => f.op), Array.from({ length: 162 }, (_, i) => `OP-${String(i + 1).padStart(3, '0')}`));
  assert.equal(new Set(filas.map((f) => `${f.metodo} ${f.ruta}`)).size, 162);
});

test('el documento publicado las tiene todas, con la forma de su respuesta', () => {
  const formas = { ONE: /ResponseModel$/, LIST: /IReadOnlyListResponseData$/, PAGE: /IReadOnlyListResponseData$/ };
  const faltan = [];
  for (const { op, metodo, ruta, sobre } of filas) {
    const o = documento.paths[ruta]?.[metodo.toLowerCase()];
    if (!o) { faltan.push(`${op}: no está ${metodo} ${ruta}`); continue; }
    const ok = Object.entries(o.responses).find(([c]) => c[0] === '2');
    const esquema = ok?.[1].content?.['application/json']?.schema?.$ref?.split('/').pop() ?? '';
    const retirada = o.deprecated && !ok;  // a retired operation answers the name of its replacement
    if (!retirada && formas[sobre] && !formas[sobre].test(esquema)) faltan.push(`${op}: ${sobre}, y contesta ${esquema}`);
    const pagina = (o.parameters ?? []).some((p) => /pagina$/i.test(p.$ref ?? p.name ?? ''));
    if ((sobre === 'PAGE') !== pagina) faltan.push(`${op}: ${sobre}, y ${pagina ? 'toma' : 'no toma'} pagina`);
  }
  assert.deepEqual(faltan, []);
});

test('gestor operaciones las lista con su sobre', async () => {
  const { salida } = await correr(gestor, ['operaciones']);
  const lista = new Map(salida.split('\n').filter(Boolean).map((l) => { const c = l.split(/ {1,}/); return [`${c[0]} ${c[1]}`, c[3]]; }));
  const distintas = filas.filter((f) => f.ruta !== '/' && lista.get(`${f.metodo} ${f.ruta}`) !== f.sobre).map((f) => `${f.op} ${f.sobre} ≠ ${lista.get(`${f.metodo} ${f.ruta}`)}`);
  assert.deepEqual(distintas, []);
});

test('el servidor contesta a cada una: sin token dice que falta, nunca que no existe', async () => {
  const mal = [];
  for (const { op, metodo, ruta } of filas) {
    const r = await fetch(servidor.url + ruta.replace(/\{[^}]+\}/g, '1'), { method: metodo });
    await r.arrayBuffer();
    if ([404, 405, 501].includes(r.status) || r.status >= 500) mal.push(`${op} ${metodo} ${ruta}: ${r.status}`);
  }
  assert.deepEqual(mal, []);
});
