// The dry run: under /simular every write of the table is validated, run and answered as a real one, and nothing remains.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Base, Servidor } from './lib/ayuda_api.mjs';
import { cuerpoDe, cuerpoDeArchivo, sembrarEjemplos, esJson } from './lib/ejemplos.mjs';

let base, srv, token, documento;
before(async () => {
  base = await Base.crear({ registros: 0 });
  await base.gestor(['demo']);  // the examples name records of the demo of the usual size
  await base.sql(`UPDATE transaccion SET fecha = timezone('America/Monterrey', now()) WHERE organizacion_id = 1 AND obj_id = 2
    AND fecha >= date_trunc('year', now()) - interval '5 days' AND fecha < date_trunc('year', now())`);  // a note is invoiced within its own year
  const quien = await base.usuario({ usuario: 'quien', sucursal: 1 });
  const llave = await base.consumidor();
  srv = await Servidor.iniciar(base);
  token = await srv.entrar({ ...quien, ...llave });
  await sembrarEjemplos(base);
  // Writes that need a closed year, or a month whose VAT is determined, get their own periods.
  await base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) SELECT 1, a, m, 'Cerrado' FROM generate_series(1996, 1998) a, generate_series(1, 12) m`);
  // March 2020 is the last closed month, so it can be reopened. February 2020 is open, since a month without documents would be born closed before
  // March. The documents below are after both.
  await base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) VALUES (1, 2020, 2, 'Abierto'), (1, 2020, 3, 'Cerrado')`);
  const conceptoId = await base.uno("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = 'VE-GENERAL'");
  // A sale in dollars at the rate of the example: the example of Revaluacion finds nothing to post after December 2020.
  const clienteId = await base.uno("SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1 AND activo AND limite_credito = 0 AND codigo <> 'PUBLICO' AND tipo_contacto IN ('Cliente', 'Ambos')");
  const dolares = { clienteId, moneda: 'USD', tipoCambio: 18.5, fecha: '2020-12-05', partidas: [{ conceptoId, cantidad: 1, precioUnitario: 100 }] };
  for (const [ruta, cuerpo] of [['Contabilidad/Ejercicios/1998/Cerrar', {}], ['Contabilidad/DeterminacionIva', { anio: 2025, mes: 1 }], ['Contabilidad/DeterminacionIeps', { anio: 2025, mes: 1 }], ['FacturaVenta', dolares],
    ['Contabilidad/Revaluacion', { anio: 2020, mes: 12, tiposCambio: [{ moneda: 'USD', tipoCambio: 19 }] }]]) {
    const r = await srv.pedir('POST', `/api/${ruta}`, { token, cuerpo });
    assert.equal(r.estado, 200, r.texto);
  }
  documento = (await srv.get('/openapi.json')).json;
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
});

// resumen: a hash of every row of every table. Sequences are left out, since no transaction gives their numbers back, and so are the monthly sums of
// the ledger (schema/0041).
const resumen = () => base.uno(`SELECT md5(string_agg(t.tablename || x.resumen, ',' ORDER BY t.tablename)) AS todo
  FROM pg_tables t CROSS JOIN LATERAL (SELECT (xpath('//r/text()', query_to_xml(format(
    'SELECT coalesce(md5(string_agg(md5(q::text), '''' ORDER BY md5(q::text))), '''') AS r FROM %I.%I q', t.schemaname, t.tablename), true, true, '')))[1]::text AS resumen) x
  WHERE t.schemaname = 'gestor' AND t.tablename NOT IN ('saldo_mensual', 'resumen_contable')`);

const lugares = {
  'POST /api/ArchivoDigital/ValidarArchivoAlmacenado': '/api/ArchivoDigital/ValidarArchivoAlmacenado?transaccionId=15',
  'POST /api/Transacciones/VerificarArchivo': '/api/Transacciones/VerificarArchivo?transaccionId=15',
  'POST /api/Contabilidad/Periodos/{anio}/{mes}/Reabrir': '/api/Contabilidad/Periodos/2020/3/Reabrir',
  'POST /api/Contabilidad/Ejercicios/{anio}/Cerrar': '/api/Contabilidad/Ejercicios/1997/Cerrar',
  'POST /api/Contabilidad/Ejercicios/{anio}/Reabrir': '/api/Contabilidad/Ejercicios/1998/Reabrir',
  'DELETE /api/Contabilidad/DeterminacionIva': '/api/Contabilidad/DeterminacionIva?anio=2025&mes=1&motivo=Error',
  'DELETE /api/Contabilidad/DeterminacionIeps': '/api/Contabilidad/DeterminacionIeps?anio=2025&mes=1&motivo=Error',
  'DELETE /api/Contabilidad/Revaluacion': '/api/Contabilidad/Revaluacion?anio=2020&mes=12&motivo=Error',
};
// Every write of the document, with its example.
function* escrituras() {
  for (const [ruta, verbos] of Object.entries(documento.paths))
    for (const [verbo, op] of Object.entries(verbos)) {
      if (!op?.parameters?.some(p => p.$ref === '#/components/parameters/Idempotency-Key')) continue;
      const nombre = `${verbo.toUpperCase()} ${ruta}`;
      const lugar = lugares[nombre] ?? ruta.replace(/\{(\w+)\}/g, (_, n) => {
        const p = op.parameters.find(x => x.in === 'path' && x.name === n);
        return p.example ?? p.schema.examples[0];
      });
      const cuerpo = !op.requestBody ? {} : esJson(op) ? cuerpoDe(op, op.requestBody.content['application/json'].example) : cuerpoDeArchivo(op);
      yield { nombre, verbo: verbo.toUpperCase(), lugar, cuerpo };
    }
}
const simular = o => srv.pedir(o.verbo, `/simular${o.lugar}`, { token, ...o.cuerpo });

// propio: members that differ between the dry run and the real write: ids, folios, keys and file addresses made by the server. The time of day is
// left out too.
const propio = /(^id|Id|transaccionId\w+|IdServiceReferencia|folio|Folio|clave|codigo|codigoCliente|url)$/;
const sinPlan = ({ plan, ...mas }) => (mas.data?.resultados ? { data: { resultados: mas.data.resultados.map(r => ({ ...r, cuerpo: sinPlan(r.cuerpo) })) } } : mas);
const sinPropios = v => JSON.parse(JSON.stringify(v, (n, x) => (propio.test(n) ? 0 : typeof x === 'string' ? x.replace(/T\d\d:\d\d:\d\d/, '') : x)));

test('ninguna escritura de la tabla deja nada, y todas contestan que son simulación', async t => {
  const antes = await resumen();
  const mal = [];
  let cuantas = 0;
  for (const o of escrituras()) {
    cuantas++;
    const r = await simular(o);
    if (r.estado !== 200 || r.h.simulacion !== 'true' || ('data' in r.json && !Array.isArray(r.json.plan))) mal.push(`${o.nombre}: ${r.estado} ${r.h.simulacion} ${r.texto}`);
  }
  assert.deepEqual(mal, []);
  if ((await resumen()) !== antes)
    for (const o of escrituras()) {
      const previo = await resumen();
      await simular(o);
      assert.equal(await resumen(), previo, o.nombre);
    }
  assert.equal(await resumen(), antes);
  assert.ok(cuantas > 30);
  t.diagnostic(`${cuantas} escrituras`);
});

test('contesta lo que contesta la de verdad, salvo identificadores y folio; también cuando se rechaza', async () => {
  for (const o of escrituras()) {
    const simulada = await simular(o);
    const real = await srv.pedir(o.verbo, o.lugar, { token, ...o.cuerpo });
    assert.equal(real.estado, 200, `${o.nombre}: ${real.texto}`);
    assert.equal(real.h.simulacion, undefined);
    assert.deepEqual(sinPropios(sinPlan(simulada.json)), sinPropios(real.json), o.nombre);
    const otra = await simular(o), otraReal = await srv.pedir(o.verbo, o.lugar, { token, ...o.cuerpo });
    assert.equal(otra.estado, otraReal.estado, o.nombre);
    assert.deepEqual(sinPropios(sinPlan(otra.json)), sinPropios(otraReal.json), o.nombre);
    assert.equal(otraReal.json.plan, undefined, o.nombre);
  }
});

test('las lecturas son las de siempre; lo que no se simula no está', async () => {
  const r = await srv.get('/simular/api/Sucursales', { token });
  assert.deepEqual([r.estado, r.h.simulacion, r.texto], [200, 'true', (await srv.get('/api/Sucursales', { token })).texto]);
  assert.equal((await srv.get('/SIMULAR/api/sucursales/', { token })).estado, 200);
  for (const ruta of ['/simular', '/simular/', '/simularapi/Sucursales', '/simular/simular/api/Sucursales', '/simular/api/Health/health', '/simular/docs', '/simular/openapi.json'])
    assert.deepEqual([ruta, (await srv.get(ruta, { token })).json?.codigo], [ruta, 'RUTA_DESCONOCIDA']);
  const intentos = () => base.uno('SELECT sum(intentos) FROM intento_direccion');
  const antes = await intentos();
  const entrar = await srv.pedir('POST', '/simular/api/Seguridad/Autenticar', { cuerpo: { usuario: 'quien', contrasena: 'mala', apiKey: 'x' } });
  assert.deepEqual([entrar.estado, entrar.json.codigo], [404, 'RUTA_DESCONOCIDA']);
  assert.equal(await intentos(), antes);
});

test('una escritura simulada dice sus planes junto a data, en orden, a quien puede leer la contabilidad', async () => {
  const conceptoId = await base.uno("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = 'VE-GENERAL'");
  const [cuentaId, formaPagoId] = [await base.uno("SELECT min(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 1 AND tipo = 'Caja' AND moneda_id = 1 AND activo"), await base.uno("SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = 1 AND nombre = 'Efectivo'")];
  const venta = { partidas: [{ conceptoId, cantidad: 1, precioUnitario: 100 }], pagos: [{ cuentaId, formaPagoId, importe: 116 }] };
  const vender = (quien = token, prefijo = '/simular') => srv.pedir('POST', `${prefijo}/api/NotaVenta`, { token: quien, cuerpo: venta });
  const r = await vender();
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(Object.keys(r.json), ['data', 'plan']);
  const { transaccionId } = r.json.data;
  assert.equal(r.json.plan.length, 2, 'la nota y el depósito que la paga');
  assert.match(r.json.plan[0], /^documento 2 serie \w+ Pendiente total 116\.00 saldo 116\.00\npóliza Diario\n {2}D CLIENTES 116\.00\n {2}A VENTAS_16 100\.00\n {2}A IVA_POR_COBRAR 16\.00\n$/);
  assert.match(r.json.plan[1], new RegExp(`^documento 8 [^]*\nCobro \\d+ → ${transaccionId} 116\\.00 iva 16\\.00\n[^]*póliza Ingresos\n`));
  assert.equal((await vender(token, '')).json.plan, undefined);
  const entrar = async (usuario, permisos) => srv.entrar({ ...(await base.usuario({ usuario, rol: 'propio', permisos, sucursal: 1 })), ...(await base.consumidor({ nombre: usuario })) });
  const ajeno = await vender(await entrar('vende', 'ventas.escribir bancos.escribir'));
  assert.deepEqual([ajeno.estado, ajeno.json.plan], [200, []]);
  assert.equal((await vender(await entrar('vendeylee', 'ventas.escribir bancos.escribir contabilidad.leer'))).json.plan.length, 2);
  const sinDocumento = await srv.pedir('POST', '/simular/api/Proyecto', { token, cuerpo: { nombre: 'Sin documento' } });
  assert.deepEqual(sinDocumento.json.plan, []);
  const cancela = await srv.pedir('DELETE', `/simular/api/NotaVenta/NotaVentaCancelar/${(await vender(token, '')).json.data.transaccionId}?motivo=x`, { token });
  assert.match(cancela.json.plan.join(''), /cancela \d+\n[^]*póliza Diario reversa de \d+\n/);
});

test('en un lote simulado cada cuerpo trae sus planes, como los da por sí sola', async () => {
  const conceptoId = await base.uno("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = 'VE-GENERAL'");
  const nota = precioUnitario => ({ metodo: 'POST', ruta: '/api/NotaVenta', cuerpo: { partidas: [{ conceptoId, cantidad: 1, precioUnitario }] } });
  const lote = prefijo => srv.pedir('POST', `${prefijo}/api/Lote`, { token, cuerpo: { operaciones: [nota(100), { metodo: 'POST', ruta: '/api/Proyecto', cuerpo: { nombre: 'En medio' } }, nota(200)] } });
  const r = await lote('/simular');
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual([r.json.plan, r.json.data.resultados.map(x => x.cuerpo.plan.map(p => /total (\S+)/.exec(p)[1]))], [[], [['116.00'], [], ['232.00']]]);
  assert.deepEqual((await lote('')).json.data.resultados.map(x => Object.keys(x.cuerpo)), [['data'], ['data'], ['data']]);
});

test('pide lo mismo que la de verdad: token, permiso, forma, If-Match', async () => {
  const nuevo = { nombre: 'De prueba' };
  assert.equal((await srv.pedir('POST', '/simular/api/Proyecto', { cuerpo: nuevo })).estado, 401);
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lee', rol: 'lector' })), ...(await base.consumidor({ nombre: 'Otra' })) });
  assert.equal((await srv.pedir('POST', '/simular/api/Proyecto', { token: lector, cuerpo: nuevo })).estado, 403);
  const falta = await srv.pedir('POST', '/simular/api/Proyecto', { token, cuerpo: { nombr: 'x' } });
  const real = await srv.pedir('POST', '/api/Proyecto', { token, cuerpo: { nombr: 'x' } });
  assert.deepEqual([falta.estado, falta.json.errores, falta.h.simulacion], [400, real.json.errores, 'true']);
  const viejo = await srv.pedir('PUT', '/simular/api/Proyecto/1', { token, cuerpo: nuevo, encabezados: { 'If-Match': '"otro"' } });
  assert.equal(viejo.estado, 412);
});

test('una Idempotency-Key no se recuerda, ni se repite la que se recordó', async () => {
  const encabezados = { 'Idempotency-Key': 'una' };
  const pedir = (prefijo, nombre) => srv.pedir('POST', `${prefijo}/api/Proyecto`, { token, encabezados, cuerpo: { nombre } });
  assert.equal((await pedir('/simular', 'Con llave')).estado, 200);
  assert.equal(await base.uno(`SELECT count(*) FROM idempotencia WHERE clave = 'una'`), 0);
  const real = await pedir('', 'Otro con llave');
  assert.deepEqual([real.estado, real.h['idempotent-replayed']], [200, undefined]);
  const despues = await pedir('/simular', 'Uno más con llave');
  assert.deepEqual([despues.estado, despues.h['idempotent-replayed'], despues.json.data.nombre], [200, undefined, 'Uno más con llave']);
});

test('el documento la publica como segundo servidor, y dice qué no se simula', () => {
  assert.deepEqual(documento.servers.map(s => s.url), [srv.url, `${srv.url}/simular`]);
  const solos = Object.entries(documento.paths).flatMap(([ruta, verbos]) => Object.values(verbos).filter(o => o.servers).map(o => [ruta, o.servers.map(s => s.url).join()]));
  assert.ok(solos.every(([, url]) => url === srv.url));
  assert.deepEqual(solos.map(([ruta]) => ruta).filter(r => r.startsWith('/api/') && !r.startsWith('/api/Health/')), ['/api/Seguridad/Autenticar', '/api/Seguridad/LoginMcp']);
});
