// Every request example of the published document, sent as it stands to the demo company, is answered with 200: whoever copies one sees it work.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { Base, Servidor } from './lib/ayuda_api.mjs';
import { cuerpoDe, cuerpoDeArchivo, sembrarEjemplos, esJson } from './lib/ejemplos.mjs';
import { emisorEnArchivo, escribirProveedores } from './lib/identidad.mjs';

let base, srv, token, documento, google;
before(async () => {
  base = await Base.crear({ registros: 0 });
  await base.gestor(['demo']);  // the size that the examples speak of
  const admin = await base.usuario({ usuario: 'demo', sucursal: 1 });
  const llave = await base.consumidor();
  google = await emisorEnArchivo('google');
  srv = await Servidor.iniciar(base, { 'proveedores-identidad': escribirProveedores([google.proveedor]) });
  token = await srv.entrar({ ...admin, ...llave });
  await sembrarEjemplos(base);
  documento = (await srv.get('/openapi.json')).json;
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
});

// What an example cannot carry with it: the credentials it shows must be somebody's, and a note is invoiced within its own year.
async function preparar(nombre, ejemplo) {
  if (nombre === 'POST /api/Seguridad/Autenticar') {
    await base.usuario({ usuario: ejemplo.usuario, contrasena: ejemplo.contrasena, sucursal: ejemplo.sucursalId });
    const { consumidorApiId } = await base.consumidor({ nombre: 'Del ejemplo' });
    await base.sql(`UPDATE consumidor_api SET hash = sha256('${ejemplo.apiKey}') WHERE consumidor_api_id = ${consumidorApiId}`);
  }
  if (nombre === 'POST /api/Seguridad/LoginMcp') {  // the token of an example has expired
    await base.sql(`UPDATE consumidor_api SET tipo_integracion = 'MCP' WHERE hash = sha256('${ejemplo.apiKey}')`);
    await base.gestor(['identidad', 'enlazar', '--organizacion', '1', '--usuario', 'demo', '--emisor', google.emisor, '--sujeto', 'ana']);
    ejemplo.idToken = await google.token();
  }
  if (nombre === 'POST /api/NotaVenta/NotaVentaFacturar/{id}')
    await base.sql(`UPDATE transaccion SET fecha = timezone('America/Monterrey', now()) WHERE organizacion_id = 1 AND obj_id = 2 AND fecha >= date_trunc('year', now()) - interval '5 days' AND fecha < date_trunc('year', now())`);
}

// Every parameter with its example, those of the path and of the query; of two that exclude each other, the first.
const excluidos = { '/api/AgenciaViaje/Documentos': 'expedienteId', '/api/Contabilidad/BalanzaComprobacion': 'fechaCorte', '/api/Contabilidad/Electronica/Balanza': 'fechaModBal', '/api/Contabilidad/Electronica/Polizas': 'numTramite' };
test('cada ejemplo de lectura del documento contesta 200 en la demostración', async t => {
  const mal = [];
  let cuantos = 0;
  for (const [ruta, { get: op }] of Object.entries(documento.paths)) {
    if (!op || op.requestBody || ruta === '/') continue;
    const parametros = (op.parameters ?? []).map(p => (p.$ref ? documento.components.parameters[p.$ref.split('/').at(-1)] : p));
    const ejemploDe = p => p.example ?? p.schema.examples[0];
    const lugar = ruta.replace(/\{(\w+)\}/g, (_, n) => encodeURIComponent(ejemploDe(parametros.find(p => p.in === 'path' && p.name === n))));
    cuantos++;
    const consulta = parametros.filter(p => p.in === 'query' && p.name !== excluidos[ruta]).map(p => `${p.name}=${encodeURIComponent(ejemploDe(p))}`).join('&');
    const r = await srv.get(`${lugar}${consulta && '?'}${consulta}`, { token });
    if (r.estado !== 200 || r.json?.data === null) mal.push(`GET ${lugar}?${consulta}: ${r.estado} ${r.texto.replace(/^.*errores":/, '').slice(0, 200)}`);
  }
  t.diagnostic(`${cuantos} lecturas`);
  assert.ok(cuantos > 110);
  assert.deepEqual(mal, []);
});

test('cada ejemplo de solicitud del documento contesta 200 en la demostración', async t => {
  const mal = [];
  let cuantos = 0;
  for (const [ruta, verbos] of Object.entries(documento.paths))
    for (const [verbo, op] of Object.entries(verbos)) {
      if (!op?.requestBody) continue;
      cuantos++;
      const nombre = `${verbo.toUpperCase()} ${ruta}`;
      const parametros = op.parameters ?? [];
      const lugar = ruta.replace(/\{(\w+)\}/g, (_, n) => {
        const p = parametros.find(x => x.in === 'path' && x.name === n);
        return p.example ?? p.schema.examples[0];
      });
      const ejemplo = esJson(op) && op.requestBody.content['application/json'].example;
      await preparar(nombre, ejemplo);
      // Months reopen from the last one back: the month that the example of closing closed goes first.
      if (ruta === '/api/Contabilidad/Periodos/{anio}/{mes}/Reabrir') await srv.pedir('POST', lugar.replace('/1/', '/2/'), { token, cuerpo: ejemplo });
      const r = await srv.pedir(verbo.toUpperCase(), lugar, { token: op.security?.length === 0 ? undefined : token, ...(esJson(op) ? cuerpoDe(op, ejemplo) : cuerpoDeArchivo(op)) });
      if (r.estado !== 200) mal.push(`${nombre} ${lugar}: ${r.estado} ${r.texto}\n    ${JSON.stringify(ejemplo)}`);
    }
  t.diagnostic(`${cuantos} ejemplos`);
  assert.ok(cuantos > 25);
  assert.deepEqual(mal, []);
  assert.deepEqual(await auditar(base), []);
});
