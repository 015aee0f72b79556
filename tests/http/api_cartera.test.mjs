// Receivables and payables on any day: aging, open receivables and balances of contacts; each number against plain SQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, esError, montar, recorrer, sinNulos } from './lib/ayuda_api.mjs';

const futuro = dia(400);
const porVenir = dia(2); // two days ahead is the future in every time zone
let m, srv, base, sucursal;
before(async () => {
  m = await montar({ registros: 600 });
  ({ srv, base } = m);
  sucursal = await base.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 1');
});
after(() => m?.cerrar());

const get = (ruta, token = m.t1, encabezados) => srv.get(ruta, { token, encabezados });
const data = async ruta => {
  const r = await get(ruta);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const antiguedad = q => data(`/api/CuentasPorCobrar/AntiguedadSaldos?${q}`);
const centavos = n => Math.round(n * 100);
const suma = (filas, campo) => filas.reduce((n, f) => n + centavos(f[campo]), 0);

let consecutivo = 0;
const contactoNuevo = async ({ tipo = 'Cliente', limite = 0, organizacion = 1 } = {}) => {
  const codigo = `CAR${++consecutivo}`;
  await base.sql(`INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc, limite_credito, dias_credito) VALUES
    (${organizacion}, '${codigo}', '${tipo}', 'Cartera ${String(consecutivo).padStart(3, '0')}', '', ${limite}, 30)`);
  return base.uno(`SELECT contacto_id FROM contacto WHERE codigo = '${codigo}' AND organizacion_id = ${organizacion}`);
};
// A document with nothing but its header.
const documento = async (contacto, { obj = 1, total, saldo = total, fecha = '2024-10-01', vence = null, moneda = 1, tc = 1, cancelado = null, tipo = 'Cobranza' }) => {
  const clave = ['', 'MXN', 'USD', 'EUR'][moneda];
  await base.sql(`INSERT INTO transaccion (organizacion_id, sucursal_id, contacto_id, numero, fecha, obj_id, moneda_id, serie, tipo_documento, estado, contacto,
      moneda, tipo_cambio, subtotal, total, saldo, fecha_vencimiento, fecha_creacion, fecha_cancelacion)
    SELECT 1, ${sucursal}, ${contacto}, ${++consecutivo}, '${fecha}', ${obj}, ${moneda}, 'CAR', nombre, '${cancelado ? 'Cancelado' : 'Pendiente'}', 'Cartera',
      '${clave}', ${tc}, ${total}, ${total}, ${cancelado ? 0 : saldo}, ${vence ? `'${vence}'` : 'NULL'}, '${fecha}', ${cancelado ? `'${cancelado}'` : 'NULL'}
    FROM objeto WHERE obj_id = ${obj}`);
  const id = await base.uno(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND serie = 'CAR' AND numero = ${consecutivo}`);
  if (obj === 8)
    await base.sql(`INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, tipo, cuenta, forma)
      SELECT 1, ${id}, min(c.cuenta_id), min(f.forma_pago_id), '${tipo}', '', '' FROM cuenta_bancaria c, forma_pago f WHERE c.organizacion_id = 1 AND f.organizacion_id = 1`);
  return id;
};
const aplicar = (fuente, destino, importe, fecha, reversa, tipo = 'Cobro') => base.sql(`
  INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, fecha_reversa, tipo, importe_fuente, importe_destino, base0, fuente_folio, fuente_moneda, fuente_total)
  VALUES (1, ${fuente}, ${destino}, '${fecha}', ${reversa ? `'${reversa}'` : 'NULL'}, '${tipo}', ${importe}, ${importe}, ${importe}, 'X', 'MXN', ${importe})`);

test('antigüedad: el ejemplo de siete documentos cae en sus columnas, por vencimiento y por emisión', async () => {
  const contacto = await contactoNuevo({ limite: 1000 });
  for (const [total, vence] of [[100, '2025-04-10'], [250.5, '2025-03-31'], [80, '2025-03-30'], [40, '2025-03-01'], [60, '2025-02-28'], [20, '2024-12-01'], [10, '2024-11-30']])
    await documento(contacto, { total, vence });
  const r = await antiguedad(`fechaCorte=2025-03-31&clienteId=${contacto}`);
  assert.equal(r.fechaCorte, '2025-03-31');
  assert.equal(r.moneda, 'MXN');
  const numeros = { porVencer: 350.5, de1a30: 120, de31a60: 60, de61a90: 0, de91a120: 20, mas120: 10, vencido: 210, saldo: 560.5, anticipos: 0, saldoNeto: 560.5, documentos: 7 };
  assert.deepEqual(r.registros, [{ contactoId: contacto, codigo: r.registros[0].codigo, contacto: r.registros[0].contacto, rfc: '', moneda: 'MXN', limiteCredito: 1000,
    diasCredito: 30, ...numeros, detalle: [] }]);
  assert.deepEqual(r.totales, numeros);

  const crudo = (await get(`/api/CuentasPorCobrar/AntiguedadSaldos?fechaCorte=2025-03-31&clienteId=${contacto}`)).texto;
  assert.match(crudo, /"porVencer":350\.50,"de1a30":120\.00/);
  const emision = await antiguedad(`fechaCorte=2025-03-31&contactoId=${contacto}&base=Emision`);
  assert.equal(emision.totales.mas120, 560.5);

  const detalle = (await antiguedad(`fechaCorte=2025-03-31&clienteId=${contacto}&detalle=true`)).registros[0].detalle;
  assert.deepEqual(detalle.map(d => [d.dias, d.saldo, d.bucket]), [[121, 10, 'mas120'], [120, 20, 'de91a120'], [31, 60, 'de31a60'], [30, 40, 'de1a30'], [1, 80, 'de1a30'],
    [0, 250.5, 'porVencer'], [-10, 100, 'porVencer']]);
  assert.equal(detalle[0].tipoDocumento, 'Factura de venta');
  assert.equal(detalle[0].fechaVencimiento, '2024-11-30');
});

test('antigüedad: un documento existe entre su fecha y su cancelación, una aplicación entre la suya y su reversa', async () => {
  const contacto = await contactoNuevo();
  const factura = await documento(contacto, { total: 1000, saldo: 700, fecha: '2025-01-10T10:00:00', vence: '2025-02-10' });
  const deposito = await documento(contacto, { obj: 8, total: 500, saldo: 200, fecha: '2025-01-20T12:00:00' });
  await aplicar(deposito, factura, 300, '2025-01-20T12:00:00');
  await aplicar(deposito, factura, 150, '2025-01-25T12:00:00', '2025-02-01T09:00:00');
  await documento(contacto, { total: 90, fecha: '2025-01-15T23:59:59', cancelado: '2025-01-18T08:00:00' });
  const el = async dia => {
    const { totales: t } = await antiguedad(`fechaCorte=${dia}&clienteId=${contacto}`);
    return [t.saldo, t.anticipos, t.saldoNeto, t.documentos];
  };
  assert.deepEqual(await el('2025-01-09'), [0, 0, 0, 0]);
  assert.deepEqual(await el('2025-01-10'), [1000, 0, 1000, 1]);
  assert.deepEqual(await el('2025-01-15'), [1090, 0, 1090, 2]);
  assert.deepEqual(await el('2025-01-17'), [1090, 0, 1090, 2]);
  assert.deepEqual(await el('2025-01-18'), [1000, 0, 1000, 1], 'cancelado ese día ya no existe');
  assert.deepEqual(await el('2025-01-20'), [700, 200, 500, 1]);
  assert.deepEqual(await el('2025-01-25'), [550, 50, 500, 1]);
  assert.deepEqual(await el('2025-01-31'), [550, 50, 500, 1]);
  assert.deepEqual(await el('2025-02-01'), [700, 200, 500, 1], 'reversada ese día ya no cuenta');
  const hoy = (await antiguedad(`clienteId=${contacto}`)).totales;
  assert.deepEqual([hoy.saldo, hoy.anticipos, hoy.saldoNeto], [700, 200, 500]);
  assert.deepEqual((await antiguedad(`fechaCorte=2025-01-09&clienteId=${contacto}`)).registros, [], 'sin saldo ni anticipos no hay renglón');
});

// The aging of all contacts uses another statement than the aging of one contact: both, and the other reports, are tried at the edges of the days.
test('un día pasado: los créditos y las aplicaciones de ese día cuentan, los del siguiente no; de todos y de uno', async () => {
  const contacto = await contactoNuevo();
  const factura = await documento(contacto, { total: 1000, saldo: 500, fecha: '2025-05-01T10:00:00' });
  await documento(contacto, { obj: 6, total: 100, fecha: '2025-05-10T00:00:00' });
  await documento(contacto, { obj: 7, total: 50, fecha: '2025-05-10T23:59:59' });
  const deposito = await documento(contacto, { obj: 8, total: 500, saldo: 0, fecha: '2025-05-10T12:00:00' });
  await aplicar(deposito, factura, 300, '2025-05-10T23:59:59');
  await aplicar(deposito, factura, 150, '2025-05-09T12:00:00', '2025-05-10T23:59:59');
  await aplicar(deposito, factura, 200, '2025-05-11T00:00:00');
  await documento(contacto, { obj: 9, total: 40, fecha: '2025-05-11T00:00:00' });
  await documento(contacto, { obj: 7, total: 7, fecha: '2025-05-09T00:00:00', cancelado: '2025-05-10T23:59:59' });
  for (const [corte, saldo, anticipos] of [['2025-05-08', 1000, 0], ['2025-05-10', 700, 350], ['2025-05-11', 500, 190]]) {
    for (const filtro of ['', `&clienteId=${contacto}`]) {
      const r = (await antiguedad(`fechaCorte=${corte}${filtro}`)).registros.find(x => x.contactoId === contacto);
      assert.deepEqual([r.saldo, r.anticipos, r.saldoNeto], [saldo, anticipos, saldo - anticipos], `${corte} ${filtro}`);
    }
    const uno = await data(`/api/Contactos/Saldos/${contacto}?fechaCorte=${corte}`);
    assert.deepEqual([uno.saldoCliente, uno.anticiposCliente], [saldo, anticipos], corte);
    assert.deepEqual((await data(`/api/CuentasPorCobrar/Global?clienteId=${contacto}&fechaCorte=${corte}`)).map(f => f.saldo), [saldo], corte);
  }
  // The aging of all contacts on that day: each row equals the aging of its contact alone.
  const { registros } = await antiguedad('fechaCorte=2025-05-10');
  for (const r of registros.slice(0, 20)) assert.deepEqual((await antiguedad(`fechaCorte=2025-05-10&clienteId=${r.contactoId}`)).registros, [r]);
});

test('antigüedad: lo que es anticipo, lo que no, y lo que aún no llega', async () => {
  const contacto = await contactoNuevo();
  await documento(contacto, { obj: 2, total: 100 });
  await documento(contacto, { obj: 24, total: 10 });
  for (const obj of [6, 7, 8, 9]) await documento(contacto, { obj, total: obj });
  await documento(contacto, { obj: 8, total: 1000, tipo: 'Concepto' });
  await documento(contacto, { obj: 3, total: 5000, saldo: 0 });
  await documento(contacto, { total: 7777, fecha: futuro });
  await documento(contacto, { obj: 13, total: 33 });
  await documento(contacto, { obj: 29, total: 3 });
  const { registros: [r] } = await antiguedad(`clienteId=${contacto}`);
  assert.deepEqual([r.saldo, r.anticipos, r.saldoNeto, r.documentos], [110, 30, 80, 2]);
  const { registros: [p] } = await antiguedad(`clienteId=${contacto}&tipo=Proveedor`);
  assert.deepEqual([p.saldo, p.anticipos, p.saldoNeto, p.documentos], [33, 3, 30, 1]);
  const despues = await antiguedad(`clienteId=${contacto}&fechaCorte=${futuro}`);
  assert.equal(despues.totales.saldo, 7887);
});

test('antigüedad: en pesos al tipo de cambio de cada documento, o en una moneda tal cual', async () => {
  const contacto = await contactoNuevo();
  await documento(contacto, { total: 10.01, moneda: 2, tc: 18.123457 });
  await documento(contacto, { total: 10.01, moneda: 2, tc: 18.123457 });
  await documento(contacto, { total: 100 });
  assert.equal((await antiguedad(`clienteId=${contacto}`)).totales.saldo, 100 + 2 * 181.42);
  const usd = await antiguedad(`clienteId=${contacto}&monedaId=2`);
  assert.deepEqual([usd.moneda, usd.registros[0].moneda, usd.totales.saldo, usd.totales.documentos], ['USD', 'USD', 20.02, 2]);
});

test('antigüedad: toda la demostración concuerda con la suma de sus documentos, hoy y con la fecha de hoy', async () => {
  const r = await antiguedad('');
  const esperado = await base.sql(`SELECT contacto_id, count(*) FILTER (WHERE obj_id IN (1, 2, 24)) AS n,
      coalesce(sum(round(saldo * tipo_cambio, 2)) FILTER (WHERE obj_id IN (1, 2, 24)), 0)::text AS saldo,
      coalesce(sum(round(saldo * tipo_cambio, 2)) FILTER (WHERE obj_id NOT IN (1, 2, 24)), 0)::text AS anticipos
    FROM transaccion t LEFT JOIN movimiento_banco b USING (organizacion_id, transaccion_id)
    WHERE organizacion_id = 1 AND saldo > 0 AND obj_id IN (1, 2, 6, 7, 8, 9, 24) AND fecha < '${porVenir}' AND (obj_id <> 8 OR b.tipo = 'Cobranza')
    GROUP BY 1`);
  assert.ok(esperado.length > 50);
  assert.deepEqual(new Map(r.registros.map(x => [x.contactoId, [x.documentos, centavos(x.saldo), centavos(x.anticipos)]])),
    new Map(esperado.map(x => [x.contacto_id, [x.n, centavos(x.saldo), centavos(x.anticipos)]]).sort((a, b) =>
      r.registros.findIndex(x => x.contactoId === a[0]) - r.registros.findIndex(x => x.contactoId === b[0]))));
  for (const [i, x] of r.registros.entries()) {
    assert.equal(centavos(x.saldo), ['porVencer', 'vencido'].reduce((n, c) => n + centavos(x[c]), 0));
    assert.equal(centavos(x.vencido), ['de1a30', 'de31a60', 'de61a90', 'de91a120', 'mas120'].reduce((n, c) => n + centavos(x[c]), 0));
    if (i > 0) assert.ok(r.registros[i - 1].saldo >= x.saldo, 'orden por saldo');
    sinNulos(x);
  }
  for (const campo of Object.keys(r.totales)) assert.equal(centavos(r.totales[campo]), suma(r.registros, campo), campo);
  assert.deepEqual(await antiguedad(`fechaCorte=${r.fechaCorte}`), r);
});

test('antigüedad: los saldos de un día pasado son los que había, reconstruidos documento por documento', async () => {
  const corte = await base.uno("SELECT percentile_disc(0.7) WITHIN GROUP (ORDER BY fecha)::date AS n FROM transaccion WHERE organizacion_id = 1 AND obj_id IN (1, 2, 24) AND serie <> 'CAR'");
  const r = await antiguedad(`fechaCorte=${corte}`);
  const esperado = await base.uno(`SELECT sum(round(s.saldo * t.tipo_cambio, 2))::text AS n FROM transaccion t, LATERAL (
      SELECT t.total - coalesce(sum(a.importe_destino), 0) AS saldo FROM aplicacion a WHERE a.organizacion_id = 1 AND a.destino_id = t.transaccion_id
      AND a.fecha::date <= '${corte}' AND (a.fecha_reversa IS NULL OR a.fecha_reversa::date > '${corte}')) s
    WHERE t.organizacion_id = 1 AND t.obj_id IN (1, 2, 24) AND t.fecha::date <= '${corte}' AND (t.fecha_cancelacion IS NULL OR t.fecha_cancelacion::date > '${corte}')`);
  assert.equal(centavos(r.totales.saldo), centavos(esperado));
  assert.notEqual(centavos(r.totales.saldo), centavos((await antiguedad('')).totales.saldo));
});

test('antigüedad: filtros, referencias y faltas', async () => {
  const [v] = await base.sql(`SELECT vendedor_id, sum(round(saldo * tipo_cambio, 2))::text AS saldo FROM transaccion
    WHERE organizacion_id = 1 AND obj_id IN (1, 2, 24) AND fecha < '${porVenir}' AND vendedor_id IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT 1`);
  assert.equal(centavos((await antiguedad(`vendedorId=${v.vendedor_id}`)).totales.saldo), centavos(v.saldo));
  const [s] = await base.sql(`SELECT sucursal_id, sum(round(saldo * tipo_cambio, 2))::text AS saldo FROM transaccion
    WHERE organizacion_id = 1 AND obj_id IN (1, 2, 24) GROUP BY 1 ORDER BY 1 DESC LIMIT 1`);
  assert.equal(centavos((await antiguedad(`sucursalId=${s.sucursal_id}`)).totales.saldo), centavos(s.saldo));
  const ruta = '/api/CuentasPorCobrar/AntiguedadSaldos';
  esError(await get(`${ruta}?clienteId=999999&sucursalId=999999&vendedorId=999999&monedaId=99999`), 400, 'VALIDACION',
    ['clienteId NO_EXISTE', 'sucursalId NO_EXISTE', 'vendedorId NO_EXISTE', 'monedaId NO_EXISTE']);
  esError(await get(`${ruta}?fechaCorte=31/02/2025&tipo=Otro&base=x&detalle=7`), 400, 'VALIDACION',
    ['fechaCorte FECHA_INVALIDA', 'tipo RANGO', 'base RANGO', 'detalle TIPO']);
  esError(await get(`${ruta}?clienteId=1&contactoId=2`), 400, 'VALIDACION', ['contactoId RANGO']);
  esError(await get(ruta, 'nada'), 401);
});

test('cartera global: cada documento por cobrar una vez, con los totales de todo el filtro', async () => {
  const total = async donde => base.sql(`SELECT moneda, sum(saldo)::text AS saldo FROM transaccion t
    WHERE organizacion_id = 1 AND obj_id IN (1, 2, 24) AND saldo > 0 AND fecha < '${porVenir}' AND (${donde}) GROUP BY 1 ORDER BY 1`);
  const esperados = await base.columna(`SELECT transaccion_id FROM transaccion
    WHERE organizacion_id = 1 AND obj_id IN (1, 2, 24) AND saldo > 0 AND fecha < '${porVenir}' ORDER BY fecha DESC, transaccion_id DESC`);
  const filas = await recorrer(srv, '/api/CuentasPorCobrar/Global?registrosPorPagina=50', { token: m.t1 });
  assert.deepEqual(filas.map(f => f.transaccionId), esperados);
  assert.ok(filas.length > 100);
  const primera = (await get('/api/CuentasPorCobrar/Global?registrosPorPagina=50')).json;
  assert.deepEqual(primera.totales.saldo.map(t => [t.moneda, centavos(t.saldo)]), (await total('true')).map(t => [t.moneda, centavos(t.saldo)]));
  assert.ok(primera.totales.saldo.length > 1);
  assert.equal(centavos(primera.totales.saldoMXN), suma(filas, 'saldoMXN'));
  const segunda = (await get(`/api/CuentasPorCobrar/Global?registrosPorPagina=50&cursor=${primera.paginacion.siguiente}`)).json;
  assert.equal(segunda.totales, null);
  assert.equal((await get('/api/CuentasPorCobrar/Global?registrosPorPagina=50&pagina=2')).json.totales, null);
  assert.deepEqual((await get('/api/CuentasPorCobrar/Global?registrosPorPagina=50&pagina=2&incluirTotal=true')).json.totales, primera.totales);
  for (const f of filas) {
    sinNulos(f);
    assert.equal(centavos(f.cobrado), centavos(f.total) - centavos(f.saldo));
    assert.equal(f.estado, f.cobrado > 0 ? 'Parcial' : 'Pendiente');
  }
  assert.ok(filas.some(f => f.estado === 'Parcial') && filas.some(f => f.moneda === 'USD') && filas.some(f => f.diasVencidos > 0));

  const { clienteId } = filas.find(f => f.moneda === 'USD');
  const deUno = (await get(`/api/CuentasPorCobrar/Global?clienteId=${clienteId}`)).json;
  assert.deepEqual(deUno.data.map(f => f.transaccionId), filas.filter(f => f.clienteId === clienteId).map(f => f.transaccionId));
  assert.equal(centavos(deUno.totales.saldoMXN), suma(deUno.data, 'saldoMXN'));
  const nadie = await contactoNuevo();
  const vacia = (await get(`/api/CuentasPorCobrar/Global?clienteId=${nadie}`)).json;
  assert.deepEqual([vacia.data, vacia.totales], [[], { saldo: [], saldoMXN: 0 }]);
  assert.equal((await get('/api/CuentasPorCobrar/Global?registrosPorPagina=1&soloVencidos=true&incluirTotal=true')).json.paginacion.totalRegistros,
    filas.filter(f => f.diasVencidos > 0).length);
  const { folio } = filas[7];
  assert.ok((await data(`/api/CuentasPorCobrar/Global?busqueda=${folio}`)).some(f => f.folio === folio));
  const csv = await get('/api/CuentasPorCobrar/Global?registrosPorPagina=2', m.t1, { Accept: 'text/csv' });
  assert.match(csv.texto, /^transaccionId,tipoDocumento,folio/);
  esError(await get('/api/CuentasPorCobrar/Global?proyectoId=99999'), 400, 'VALIDACION', ['proyectoId NO_EXISTE']);
});

test('cartera global a una fecha: con su saldo y su estado de entonces', async () => {
  const contacto = await contactoNuevo();
  const factura = await documento(contacto, { total: 100, saldo: 0, fecha: '2025-01-10', vence: '2025-01-20' });
  const deposito = await documento(contacto, { obj: 8, total: 100, saldo: 0, fecha: '2025-01-15' });
  await aplicar(deposito, factura, 40, '2025-01-15');
  await aplicar(deposito, factura, 60, '2025-02-15');
  const el = async dia => (await data(`/api/CuentasPorCobrar/Global?clienteId=${contacto}&fechaCorte=${dia}`)).map(f => [f.saldo, f.cobrado, f.estado, f.diasVencidos]);
  assert.deepEqual(await el('2025-01-09'), []);
  assert.deepEqual(await el('2025-01-14'), [[100, 0, 'Pendiente', 0]]);
  assert.deepEqual(await el('2025-01-21'), [[60, 40, 'Parcial', 1]]);
  assert.deepEqual(await el('2025-02-15'), []);
  assert.deepEqual(await data(`/api/CuentasPorCobrar/Global?clienteId=${contacto}`), []);
  const r = (await get(`/api/CuentasPorCobrar/Global?clienteId=${contacto}&fechaCorte=2025-01-21`)).json;
  assert.deepEqual(r.totales, { saldo: [{ moneda: 'MXN', saldo: 60 }], saldoMXN: 60 });
  const hoy = (await antiguedad('')).fechaCorte;
  assert.deepEqual((await get(`/api/CuentasPorCobrar/Global?fechaCorte=${hoy}`)).json, (await get('/api/CuentasPorCobrar/Global')).json);
});

test('una nota facturada: antes se debía la nota, después sólo la factura', async () => {
  const contacto = await contactoNuevo();
  const nota = await documento(contacto, { obj: 2, total: 100, saldo: 0, fecha: '2025-01-10' });
  const factura = await documento(contacto, { total: 100, saldo: 70, fecha: '2025-01-20' });
  const deposito = await documento(contacto, { obj: 8, total: 30, saldo: 0, fecha: '2025-01-15' });
  await aplicar(deposito, nota, 30, '2025-01-15');
  await aplicar(factura, nota, 70, '2025-01-20', null, 'Traspaso');
  await aplicar(nota, factura, 30, '2025-01-20', null, 'Heredado');
  const el = async dia => (await data(`/api/CuentasPorCobrar/Global?clienteId=${contacto}&fechaCorte=${dia}`)).map(f => [f.transaccionId, f.saldo]);
  assert.deepEqual(await el('2025-01-16'), [[nota, 70]]);
  assert.deepEqual(await el('2025-01-20'), [[factura, 70]]);
});

test('saldos de contactos: un renglón por contacto y moneda, y los mismos números en el de uno', async () => {
  const contacto = await contactoNuevo({ tipo: 'Ambos', limite: 1000 });
  await documento(contacto, { total: 400, vence: '2025-01-01', fecha: '2024-12-01' });
  await documento(contacto, { total: 10, moneda: 2, tc: 20, vence: futuro });
  await documento(contacto, { obj: 9, total: 50, fecha: '2026-02-03' });
  await documento(contacto, { obj: 13, total: 70, vence: '2025-01-01' });
  await documento(contacto, { obj: 27, total: 20 });
  const { codigo } = (await base.sql(`SELECT codigo FROM contacto WHERE organizacion_id = 1 AND contacto_id = ${contacto}`))[0];
  const filas = await data(`/api/Contactos/Saldos?busqueda=${codigo}`);
  const comun = { entidadId: contacto, codigo, contacto: filas[0].contacto, rfc: '', tipoContacto: 'Ambos', limiteCredito: 1000, creditoDisponible: 450 };
  const pesos = { ...comun, moneda: 'MXN', saldoCliente: 400, saldoProveedor: 70, anticiposCliente: 50, anticiposProveedor: 20, saldoNeto: 300, vencidoCliente: 400,
    vencidoProveedor: 70, ultimoMovimiento: '2026-02-03' };
  const dolares = { ...comun, moneda: 'USD', saldoCliente: 10, saldoProveedor: 0, anticiposCliente: 0, anticiposProveedor: 0, saldoNeto: 10, vencidoCliente: 0,
    vencidoProveedor: 0, ultimoMovimiento: '2024-10-01' };
  assert.deepEqual(filas, [pesos, dolares]);
  assert.deepEqual(await data(`/api/Contactos/Saldos?busqueda=${codigo}&monedaId=2`), [dolares]);
  const uno = await data(`/api/Contactos/Saldos/${contacto}`);
  const { monedas, documentos, ...total } = uno;
  assert.deepEqual(monedas, filas);
  assert.deepEqual(total, { ...pesos, saldoCliente: 600, saldoNeto: 500 });
  assert.deepEqual(documentos.map(d => [d.objId, d.moneda, d.saldo, d.saldoMXN, d.diasVencidos > 0]).sort(),
    [[1, 'MXN', 400, 400, true], [1, 'USD', 10, 200, false], [13, 'MXN', 70, 70, true], [27, 'MXN', 20, 20, true], [9, 'MXN', 50, 50, true]]);
  const antes = await data(`/api/Contactos/Saldos/${contacto}?fechaCorte=2024-12-01`);
  assert.deepEqual([antes.saldoCliente, antes.vencidoCliente, antes.anticiposCliente, antes.ultimoMovimiento], [600, 0, 0, '2024-12-01']);
  assert.deepEqual((await data(`/api/Contactos/Saldos?busqueda=${codigo}&fechaCorte=2024-12-01`)).map(f => [f.moneda, f.saldoCliente]), [['MXN', 400], ['USD', 10]]);
});

test('último movimiento: un documento cancelado deja de serlo el día en que se canceló', async () => {
  const contacto = await contactoNuevo();
  await documento(contacto, { total: 10, fecha: '2025-01-05' });
  await documento(contacto, { total: 20, fecha: '2025-02-05', cancelado: '2025-03-05T10:00:00' });
  const { codigo } = (await base.sql(`SELECT codigo FROM contacto WHERE organizacion_id = 1 AND contacto_id = ${contacto}`))[0];
  for (const [corte, ultimo] of [['', '2025-01-05'], ['fechaCorte=2025-01-31', '2025-01-05'], ['fechaCorte=2025-03-04', '2025-02-05'], ['fechaCorte=2025-03-05', '2025-01-05']]) {
    assert.equal((await data(`/api/Contactos/Saldos/${contacto}?${corte}`)).ultimoMovimiento, ultimo, corte);
    assert.deepEqual((await data(`/api/Contactos/Saldos?busqueda=${codigo}&${corte}`)).map(f => f.ultimoMovimiento), [ultimo], corte);
  }
});

test('saldos de contactos: quien no debe tiene un renglón en pesos, o ninguno si sólo se piden los que tienen saldo', async () => {
  const contacto = await contactoNuevo();
  const uno = await data(`/api/Contactos/Saldos/${contacto}`);
  assert.deepEqual([uno.moneda, uno.saldoNeto, uno.creditoDisponible, uno.ultimoMovimiento, uno.monedas.length, uno.documentos], ['MXN', 0, 0, '', 1, []]);
  const todos = await recorrer(srv, '/api/Contactos/Saldos', { token: m.t1 });
  assert.deepEqual(new Set(todos.map(f => f.entidadId)), new Set(await base.columna('SELECT contacto_id FROM contacto WHERE organizacion_id = 1')));
  assert.equal(new Set(todos.map(f => `${f.entidadId} ${f.moneda}`)).size, todos.length);
  const con = await recorrer(srv, '/api/Contactos/Saldos?soloConSaldo=true', { token: m.t1 });
  assert.ok(con.length > 50 && con.length < todos.length);
  assert.ok(con.every(f => f.saldoCliente + f.saldoProveedor + f.anticiposCliente + f.anticiposProveedor > 0));
  const clientes = new Map((await antiguedad('monedaId=1')).registros.map(r => [r.contactoId, r]));
  for (const f of con.filter(x => x.moneda === 'MXN' && x.saldoCliente + x.anticiposCliente > 0)) {
    const r = clientes.get(f.entidadId);
    assert.deepEqual([f.saldoCliente, f.anticiposCliente, f.vencidoCliente], [r.saldo, r.anticipos, r.vencido], f.codigo);
  }
  esError(await get('/api/Contactos/Saldos/999999'), 400, 'NO_ENCONTRADO');
  esError(await get('/api/Contactos/Saldos?clasificacionId=99999'), 400, 'VALIDACION', ['clasificacionId NO_EXISTE']);
  const ajeno = await base.uno('SELECT max(contacto_id) FROM contacto WHERE organizacion_id = 2');
  esError(await get(`/api/Contactos/Saldos/${ajeno}`), 400, 'NO_ENCONTRADO');
});

// ---- payables ----
const pagar = q => data(`/api/CuentasPorPagar/AntiguedadSaldos?${q}`);
const papel = (id, serie, folio, fecha) => base.sql(`INSERT INTO compra (organizacion_id, transaccion_id, serie_proveedor, folio_proveedor, fecha_proveedor) VALUES (1, ${id}, '${serie}', '${folio}', '${fecha}')`);

test('por pagar, antigüedad: lo que se debe a cada proveedor, y lo que tiene a nuestro favor; lo mismo que tipo=Proveedor del otro lado', async () => {
  const p = await contactoNuevo({ tipo: 'Ambos' }), otro = await contactoNuevo({ tipo: 'Proveedor' });
  for (const [obj, total, vence] of [[13, 100, '2025-04-10'], [14, 250.5, '2025-03-31'], [15, 80, '2025-03-30'], [13, 60, '2025-02-28'], [13, 10, '2024-11-30']]) await documento(p, { obj, total, vence });
  // 26 return, 27 credit note, 29 advance, 10 egress with money to assign: all in our favour.
  for (const [obj, total] of [[26, 1], [27, 2], [29, 4], [10, 8]]) await documento(p, { obj, total });
  // Types that are no debt to a supplier.
  for (const [obj, total] of [[1, 5000], [7, 300], [12, 700], [18, 900]]) await documento(p, { obj, total, saldo: [12, 18].includes(obj) ? 0 : total });
  await documento(otro, { obj: 13, total: 7, moneda: 2, tc: 18.5 });
  const r = await pagar(`fechaCorte=2025-03-31&proveedorId=${p}`);
  const numeros = { porVencer: 350.5, de1a30: 80, de31a60: 60, de61a90: 0, de91a120: 0, mas120: 10, vencido: 150, saldo: 500.5, anticipos: 15, saldoNeto: 485.5, documentos: 5 };
  assert.deepEqual(r.totales, numeros);
  assert.deepEqual(r.registros.map(x => x.contactoId), [p]);
  assert.equal((await pagar(`fechaCorte=2025-03-31&proveedorId=${p}&base=Emision`)).totales.mas120, 500.5);
  const { registros: [d] } = await pagar(`fechaCorte=2025-03-31&proveedorId=${p}&detalle=true`);
  assert.deepEqual(d.detalle.map(x => [x.tipoDocumento, x.dias, x.saldo, x.bucket]), [['Factura de compra', 121, 10, 'mas120'], ['Factura de compra', 31, 60, 'de31a60'], ['Gasto sobre compra', 1, 80, 'de1a30'],
    ['Gasto', 0, 250.5, 'porVencer'], ['Factura de compra', -10, 100, 'porVencer']]);
  assert.equal((await pagar(`proveedorId=${otro}`)).totales.saldo, 129.5);
  assert.deepEqual([(await pagar(`proveedorId=${otro}&monedaId=2`)).totales.saldo, (await pagar(`proveedorId=${otro}&monedaId=1`)).registros], [7, []]);
  for (const q of ['', 'fechaCorte=2025-03-31', `sucursalId=${sucursal}`]) assert.deepEqual(await pagar(q), await antiguedad(`${q}&tipo=Proveedor`), q);
  // The aging in pesos equals the sum of the documents, to the cent.
  const [libro] = await base.sql(`SELECT sum(round(saldo * tipo_cambio, 2)) AS x FROM transaccion WHERE organizacion_id = 1 AND obj_id IN (13, 14, 15) AND saldo > 0 AND fecha < '${porVenir}'`);
  assert.equal(centavos((await pagar('')).totales.saldo), centavos(libro.x));
  esError(await get('/api/CuentasPorPagar/AntiguedadSaldos?proveedorId=987654321&sucursalId=987654321&monedaId=99999'), 400, 'VALIDACION', ['proveedorId NO_EXISTE', 'sucursalId NO_EXISTE', 'monedaId NO_EXISTE']);
  esError(await get('/api/CuentasPorPagar/AntiguedadSaldos?vendedorId=1'), 400, 'VALIDACION', ['vendedorId DESCONOCIDO']);
  esError(await get('/api/CuentasPorPagar/AntiguedadSaldos?clienteId=1'), 400, 'VALIDACION', ['clienteId DESCONOCIDO']);
});

test('por pagar, uno por uno: con el folio y la fecha del proveedor, a cualquier día, y sus totales', async () => {
  const p = await contactoNuevo({ tipo: 'Proveedor' });
  const a = await documento(p, { obj: 13, total: 100, saldo: 0, fecha: '2025-01-10', vence: '2025-01-20' }), b = await documento(p, { obj: 14, total: 50, saldo: 20, fecha: '2025-01-11' });
  const c = await documento(p, { obj: 15, total: 8, moneda: 2, tc: 20, fecha: '2025-03-01', vence: futuro });
  await documento(p, { obj: 1, total: 999 });
  await documento(p, { obj: 26, total: 5 });
  await papel(a, 'F', '887', '2025-01-05');
  const egreso = await documento(p, { obj: 10, total: 130, saldo: 0, fecha: '2025-01-15' });
  await aplicar(egreso, a, 100, '2025-02-15', null, 'Pago');
  await aplicar(egreso, b, 30, '2025-01-15', null, 'Pago');
  const ruta = `/api/CuentasPorPagar/Global?proveedorId=${p}`;
  const hoy = (await get(ruta)).json;
  assert.deepEqual(hoy.data.map(f => [f.transaccionId, f.saldo, f.pagado, f.saldoMXN, f.estado]), [[c, 8, 0, 160, 'Pendiente'], [b, 20, 30, 20, 'Parcial']]);
  assert.deepEqual(hoy.totales, { saldo: [{ moneda: 'MXN', saldo: 20 }, { moneda: 'USD', saldo: 8 }], saldoMXN: 180 });
  const entonces = await data(`${ruta}&fechaCorte=2025-02-14`);
  assert.deepEqual(entonces.map(f => [f.transaccionId, f.folioProveedor, f.fechaProveedor, f.diasVencidos, f.saldo]), [[b, '', '', 34, 20], [a, 'F887', '2025-01-05', 25, 100]]);
  assert.deepEqual(Object.keys(entonces[0]), ['transaccionId', 'tipoDocumento', 'folio', 'fecha', 'fechaVencimiento', 'diasVencidos', 'proveedorId', 'proveedor', 'rfc', 'folioProveedor', 'fechaProveedor', 'sucursalId', 'sucursal',
    'proyectoId', 'moneda', 'tipoCambio', 'total', 'pagado', 'saldo', 'saldoMXN', 'estado', 'uuid', 'metodoPago']);
  sinNulos(entonces);
  assert.deepEqual((await data(`${ruta}&fechaCorte=2025-01-14`)).map(f => [f.transaccionId, f.saldo, f.estado]), [[b, 50, 'Pendiente'], [a, 100, 'Pendiente']]);
  assert.deepEqual((await data(`${ruta}&soloVencidos=true`)).map(f => f.transaccionId), [b]);
  assert.deepEqual((await data(`${ruta}&monedaId=2`)).map(f => f.transaccionId), [c]);
  const todas = await recorrer(srv, '/api/CuentasPorPagar/Global?registrosPorPagina=3', { token: m.t1 });
  assert.deepEqual(todas.map(f => f.transaccionId), await base.columna(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id IN (13, 14, 15) AND saldo > 0 AND fecha < '${porVenir}' ORDER BY fecha DESC, transaccion_id DESC`));
  assert.equal(suma(todas, 'saldoMXN'), centavos((await pagar('')).totales.saldo), 'lo mismo que la antigüedad');
  esError(await get('/api/CuentasPorPagar/Global?proveedorId=987654321'), 400, 'VALIDACION', ['proveedorId NO_EXISTE']);
  esError(await get('/api/CuentasPorPagar/Global?vendedorId=1'), 400, 'VALIDACION', ['vendedorId DESCONOCIDO']);
  assert.deepEqual((await get(`/api/CuentasPorPagar/Global`, m.t2)).json.data.filter(f => [a, b, c].includes(f.transaccionId)), []);
});
