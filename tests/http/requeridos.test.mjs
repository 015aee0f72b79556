// Required members are published as required. A body with exactly the members that its schema calls `required` is never refused for a missing member;
// a body without one of them always is. Each optional list or object is sent too, in its smallest form.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Base, Servidor } from './lib/ayuda_api.mjs';
import { cuerpoDe, esJson } from './lib/ejemplos.mjs';
import { condicionadas } from './lib/hechos.mjs';

let base, srv, token, documento;
before(async () => {
  base = await Base.crear({ registros: 0 });
  await base.gestor(['demo']);
  const admin = await base.usuario({ usuario: 'quien', sucursal: 1 });
  const llave = await base.consumidor();
  srv = await Servidor.iniciar(base);
  token = await srv.entrar({ ...admin, ...llave });
  documento = (await srv.get('/openapi.json')).json;
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
});

const esquemaDe = s => (s.$ref ? esquemaDe(s.$ref.slice(2).split('/').reduce((d, p) => d[p], documento)) : s);
// minimo: the smallest value of a schema, taken from the example where the example has it.
function minimo(escrito, ejemplo) {
  const s = esquemaDe(escrito);
  if (s.type === 'array') return Array.from({ length: Math.max(1, escrito.minItems ?? s.minItems ?? 1) }, (_, i) => minimo(s.items, Array.isArray(ejemplo) ? ejemplo[i] ?? ejemplo[0] : undefined));
  if (s.type !== 'object' || !s.properties) return ejemplo ?? escrito.default ?? escrito.examples?.[0] ?? s.examples?.[0] ?? s.enum?.[0] ?? {};
  return Object.fromEntries((s.required ?? []).map(n => [n, minimo(s.properties[n], ejemplo?.[n])]));
}
// partes: [name, schema] of the optional members of a body that are a list of objects, or an object.
const partes = s => Object.entries(s.properties).filter(([n, p]) => !s.required?.includes(n) && (esquemaDe(p).properties || (esquemaDe(p).items && esquemaDe(esquemaDe(p).items).properties)));

function* escrituras() {
  for (const [ruta, verbos] of Object.entries(documento.paths))
    for (const verbo of ['post', 'put']) {
      const op = verbos[verbo];
      if (!op?.requestBody || !esJson(op) || op.security?.length === 0) continue;
      const { schema, example } = op.requestBody.content['application/json'];
      const s = esquemaDe(schema);
      if (!s.properties || !(op.parameters ?? []).some(p => p.$ref?.endsWith('Idempotency-Key'))) continue;
      const lugar = ruta.replace(/\{(\w+)\}/g, (_, n) => {
        const p = op.parameters.find(x => x.in === 'path' && x.name === n);
        return p.example ?? p.schema.examples[0];
      });
      yield { nombre: `${verbo.toUpperCase()} ${ruta}`, verbo: verbo.toUpperCase(), lugar, op, s, ejemplo: example };
    }
}
// faltan: the members that the answer reports as missing, without the numbers of rows.
async function faltan({ verbo, lugar, op }, cuerpo) {
  const r = await srv.pedir(verbo, `/simular${lugar}`, { token, ...cuerpoDe(op, cuerpo) });
  assert.ok(r.estado === 200 || r.estado === 400, `${verbo} ${lugar}: ${r.estado} ${r.texto}`);
  return (r.json.errores ?? []).filter(e => e.codigo === 'REQUERIDO').map(e => e.campo.replace(/\[\d+\]/g, '[]'));
}

test('lo que una validación exige está en `required`', async t => {
  const mal = [];
  let enviados = 0;
  for (const e of escrituras()) {
    const base = minimo(e.s, e.ejemplo);
    const cuerpos = [base, ...partes(e.s).map(([n, p]) => ({ ...base, [n]: minimo(p, e.ejemplo?.[n]) }))];
    for (const cuerpo of cuerpos) {
      enviados++;
      for (const campo of await faltan(e, cuerpo))
        if (!condicionadas[e.nombre]?.[campo]) mal.push(`${e.nombre} exige ${campo}, que publica opcional: ${JSON.stringify(cuerpo)}`);
    }
  }
  t.diagnostic(`${enviados} cuerpos`);
  assert.deepEqual(mal, []);
  assert.ok(enviados > 30);
});

test('lo que está en `required` se exige', async () => {
  const mal = [];
  for (const e of escrituras())
    for (const n of e.s.required ?? []) {
      const { [n]: _, ...sin } = minimo(e.s, e.ejemplo);
      if (!(await faltan(e, sin)).includes(n)) mal.push(`${e.nombre} no exige ${n}`);
    }
  assert.deepEqual(mal, []);
});
