// Every request example of the published document, sent unchanged to the demo company, is answered with 200. The demo has the usual size, and then a
// larger one: the records that the examples name are the same in both.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { Base, Servidor } from './lib/ayuda_api.mjs';
import { cuerpoDe, cuerpoDeArchivo, esJson, lugarDeEjemplo, prepararEjemplo, sembrarEjemplos } from './lib/ejemplos.mjs';
import { emisorEnArchivo, escribirProveedores } from './lib/identidad.mjs';

let base, srv, token, documento, google, llave;
async function abrir(tamano) {
  base = await Base.crear({ registros: 0, candados: true });
  await base.gestor(['demo', ...tamano]);
  const admin = await base.usuario({ usuario: 'demo', sucursal: 1 });
  llave = await base.consumidor();
  google = await emisorEnArchivo('google');
  srv = await Servidor.iniciar(base, { 'proveedores-identidad': escribirProveedores([google.proveedor]) });
  token = await srv.entrar({ ...admin, ...llave });
  await sembrarEjemplos(base);
  documento = (await srv.get('/openapi.json')).json;
}
async function cerrar() {
  await srv?.parar();
  await base?.soltar();
}

// Examples of writes that leave no trail, and why.
const sinRastro = {
  'POST /api/ArchivoDigital/ValidarArchivoAlmacenado': 'el documento ya lo dice: su CFDI se juzgó al adjuntarse (api_validar_cfdi)',
  'POST /api/Transacciones/VerificarArchivo': 'guarda lo que resulta del CFDI que otro ejemplo ya validó (api_validar_cfdi)',
  'POST /api/Contabilidad/ConciliacionCfdi': 'copia lo que dice el SAT; no cambia los libros (api_conciliacion_cfdi)',
  'POST /api/Bancos/Conciliar': 'no marca ningún movimiento (api_bitacora)',
  'POST /api/ArchivoDigital/ValidarFolioFiscal': 'guarda lo que dice el SAT, que aquí no se consulta (api_validar_folio)',
};

for (const tamano of [[], ['--registros', '4200']]) describe(`gestor demo ${tamano.join(' ')}`, () => {
  before(() => abrir(tamano));
  after(cerrar);

  test('cada ejemplo de lectura del documento contesta 200 en la demostración', async t => {
    const mal = [];
    let cuantos = 0;
    for (const [ruta, { get: op }] of Object.entries(documento.paths)) {
      if (!op || op.requestBody || ruta === '/') continue;
      const lugar = lugarDeEjemplo(documento, ruta, op);
      cuantos++;
      const r = await srv.get(lugar, { token });
      if (r.estado !== 200 || r.json?.data === null) mal.push(`GET ${lugar}: ${r.estado} ${r.texto.replace(/^.*errores":/, '').slice(0, 200)}`);
    }
    t.diagnostic(`${cuantos} lecturas`);
    assert.ok(cuantos > 110);
    assert.deepEqual(mal, []);
  });

  test('cada ejemplo de solicitud del documento contesta 200 en la demostración, y lo que escribe deja su rastro', async t => {
    const mal = [];
    let cuantos = 0, escrituras = 0;
    const [{ usuario_id: usuario }] = await base.sql("SELECT usuario_id FROM usuario WHERE usuario = 'demo'");
    for (const [ruta, verbos] of Object.entries(documento.paths))
      for (const [verbo, op] of Object.entries(verbos)) {
        const escribe = op.parameters?.some(p => p.$ref?.endsWith('/Idempotency-Key'));
        if (!escribe && !op.requestBody) continue;
        cuantos++;
        const nombre = `${verbo.toUpperCase()} ${ruta}`, solicitud = `ejemplo-${cuantos}`;
        const lugar = lugarDeEjemplo(documento, ruta, op);
        const ejemplo = op.requestBody && esJson(op) && op.requestBody.content['application/json'].example;
        await prepararEjemplo({ base, srv, token, google }, nombre, ejemplo);
        const { cuerpo, encabezados } = ejemplo ? cuerpoDe(op, ejemplo) : op.requestBody ? cuerpoDeArchivo(op) : {};
        const suyo = op.security?.length === 0 ? undefined : token;
        const r = await srv.pedir(verbo.toUpperCase(), lugar, { token: suyo, cuerpo, encabezados: { ...encabezados, 'X-Request-Id': solicitud } });
        if (r.estado !== 200) {
          mal.push(`${nombre} ${lugar}: ${r.estado} ${r.texto}\n    ${JSON.stringify(ejemplo)}`);
          continue;
        }
        if (!escribe) continue;
        escrituras++;
        const rastro = await base.sql(`SELECT * FROM bitacora WHERE solicitud = '${solicitud}'`);
        if (rastro.length > 0 === nombre in sinRastro) mal.push(`${nombre} ${rastro.length ? 'deja' : 'no deja'} rastro`);
        const nombres = nombre === 'POST /api/Lote' ? ejemplo.operaciones.map(o => `${o.metodo} ${o.ruta}`) : [nombre];
        for (const f of rastro)
          if (!nombres.includes(f.operacion) || f.operador !== '' || f.usuario_id !== usuario || f.consumidor_api_id !== llave.consumidorApiId
            || f.organizacion_id !== 1) mal.push(`${nombre}: ${JSON.stringify(f)}`);
      }
    t.diagnostic(`${cuantos} ejemplos, ${escrituras} escriben`);
    assert.ok(cuantos > 100 && escrituras > 95);
    assert.deepEqual(mal, []);
    assert.deepEqual(await auditar(base), []);
  });
});
