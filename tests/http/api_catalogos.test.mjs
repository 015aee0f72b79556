// Catalogs of the tax authority, as callers read them: OP-045, 046, 054, 055, 056.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, recorrer, sinNulos } from './lib/ayuda_api.mjs';

let m, srv, base;
before(async () => {
  m = await montar({ registros: 50 });
  ({ srv, base } = m);
  // Keys: one that has ended, one that has not begun, and one in force whose words differ from others by accents and signs.
  await base.sql(`INSERT INTO sat_clave_prod_serv (clave, descripcion, palabras_similares, estimulo_frontera, vigencia_desde, vigencia_hasta) VALUES
    ('99990001', 'Zampoña caduca', '', true, '2022-01-01', sat_hoy() - 1), ('99990002', 'Zampoña futura', '', true, sat_hoy() + 1, NULL),
    ('99990003', 'Zampoña vigente', 'Caramillo 100%, flauta_de_pan', false, '2022-01-01', sat_hoy()), ('99990004', 'Ocarina', '99990003', true, sat_hoy(), NULL),
    ('88880005', 'Afinador 9999000', '', true, '2022-01-01', NULL)`);
});
after(() => m.cerrar());

const lista = async (ruta, token = m.t1) => {
  const r = await srv.get(ruta, { token });
  assert.equal(r.estado, 200, r.texto);
  return r.json;
};
const de = async ruta => (await lista(ruta)).data.map(x => x.clave);
const q = encodeURIComponent;

test('OP-045 regímenes: todos, con su vigencia, por nombre', async t => {
  const { data, ...resto } = await lista('/api/RegimenesFiscales');
  assert.deepEqual(resto, {});
  assert.equal(data.length, 19);
  data.forEach(r => assert.deepEqual(Object.keys(r), ['clave', 'nombre', 'aplicaFisica', 'aplicaMoral', 'vigenciaDesde', 'vigenciaHasta']));
  sinNulos(data);
  assert.deepEqual(data.find(r => r.clave === '626'), { clave: '626', nombre: 'Régimen Simplificado de Confianza', aplicaFisica: true, aplicaMoral: true, vigenciaDesde: '2022-01-01', vigenciaHasta: '' });
  assert.deepEqual(data.map(r => r.clave), await base.columna('SELECT clave FROM sat_regimen_fiscal ORDER BY nombre, clave'));
  for (const [parametros, donde] of [['personaMoral=true', 'moral'], ['personaMoral=false', 'fisica'], ['busqueda=ARRENDA', `nombre ~* 'arrenda'`],
    ['busqueda=regimen', `nombre ~ 'Régimen'`], ['busqueda=61', `clave ~ '61'`], ['busqueda=regimen&personaMoral=true', `nombre ~ 'Régimen' AND moral`], ['busqueda=zzz', 'false']])
    await t.test(parametros, async () => assert.deepEqual(await de(`/api/RegimenesFiscales?${parametros}`),
      await base.columna(`SELECT clave FROM sat_regimen_fiscal WHERE ${donde} ORDER BY nombre, clave`)));
  await base.sql(`UPDATE sat_regimen_fiscal SET vigencia_hasta = '2024-12-31' WHERE clave = '621'`);
  assert.equal((await lista('/api/RegimenesFiscales')).data.find(r => r.clave === '621').vigenciaHasta, '2024-12-31');
  esError(await srv.get('/api/RegimenesFiscales?personaMoral=talvez', { token: m.t1 }), 400, 'VALIDACION', ['personaMoral TIPO']);
});

test('OP-046 usos: los que el régimen permite', async t => {
  const { data } = await lista('/api/UsosCFDI');
  assert.equal(data.length, 24);
  data.forEach(u => assert.deepEqual(Object.keys(u), ['clave', 'nombre', 'aplicaFisica', 'aplicaMoral', 'regimenesFiscales']));
  sinNulos(data);
  assert.deepEqual(data.find(u => u.clave === 'CN01'), { clave: 'CN01', nombre: 'Nómina', aplicaFisica: true, aplicaMoral: false, regimenesFiscales: ['605'] });
  assert.deepEqual(data.find(u => u.clave === 'D10').regimenesFiscales, ['605', '606', '607', '608', '611', '612', '614', '615', '625']);
  const orden = 'ORDER BY nombre, clave';
  for (const [parametros, donde] of [['', 'true'], ['regimenFiscal=616', `'616' = ANY (regimenes)`], ['regimenFiscal=605', `'605' = ANY (regimenes)`], ['personaMoral=true', 'moral'],
    ['personaMoral=false', 'fisica'], ['regimenFiscal=605&busqueda=medicos', `'605' = ANY (regimenes) AND nombre ~* 'médicos'`], ['busqueda=d10', `clave = 'D10'`]])
    await t.test(parametros, async () => {
      const esperadas = await base.columna(`SELECT clave FROM sat_uso_cfdi WHERE ${donde} ${orden}`);
      assert.ok(esperadas.length > 0);
      assert.deepEqual(await de(`/api/UsosCFDI?${parametros}`), esperadas);
    });
  for (const [parametros, campos] of [['regimenFiscal=699', ['regimenFiscal NO_EXISTE']], ['regimenFiscal=6x', ['regimenFiscal CLAVE_SAT_INVALIDA']], ['personaMoral=2', ['personaMoral TIPO']]])
    await t.test(`400 ${parametros}`, async () => esError(await srv.get(`/api/UsosCFDI?${parametros}`, { token: m.t1 }), 400, 'VALIDACION', campos));
  await base.sql(`UPDATE sat_uso_cfdi SET vigencia_hasta = sat_hoy() - 1 WHERE clave = 'G02'`);
  assert.ok(!(await de('/api/UsosCFDI')).includes('G02'), 'ya no está vigente');
});

test('OP-054 formas de pago', async () => {
  const { data } = await lista('/api/CatalogosSAT/FormasPago');
  assert.equal(data.length, 22);
  assert.deepEqual(data.find(f => f.clave === '03'), { clave: '03', nombre: 'Transferencia electrónica de fondos', bancarizado: true, vigenciaDesde: '2022-01-01', vigenciaHasta: '' });
  assert.deepEqual(data.map(f => f.clave), await base.columna('SELECT clave FROM sat_forma_pago ORDER BY nombre, clave'));
  assert.deepEqual(await de('/api/CatalogosSAT/FormasPago?busqueda=TARJETA'), ['04', '28', '29']);
  assert.deepEqual(await de('/api/CatalogosSAT/FormasPago?busqueda=credito'), ['04']);
  assert.deepEqual(await de('/api/CatalogosSAT/FormasPago?busqueda=99'), ['99']);
});

test('OP-055 métodos de pago', async () => {
  assert.deepEqual(await lista('/api/CatalogosSAT/MetodosPago'), { data: [
    { clave: 'PPD', nombre: 'Pago en parcialidades o diferido' }, { clave: 'PUE', nombre: 'Pago en una sola exhibición' }] });
  await base.sql(`UPDATE sat_metodo_pago SET vigencia_hasta = sat_hoy() - 1 WHERE clave = 'PPD'`);
  assert.deepEqual(await de('/api/CatalogosSAT/MetodosPago'), ['PUE']);
});

test('OP-056 claves de producto: página por página, las vigentes', async () => {
  const vigentes = await base.columna(`SELECT clave FROM sat_clave_prod_serv WHERE vigencia_desde <= sat_hoy() AND coalesce(vigencia_hasta, sat_hoy()) >= sat_hoy() ORDER BY descripcion, clave`);
  const todas = await recorrer(srv, '/api/CatalogosSAT/ClavesProducto?registrosPorPagina=70', { token: m.t1 });
  assert.deepEqual(todas.map(p => p.clave), vigentes);
  assert.ok(vigentes.length > 500 && vigentes.includes('99990003') && vigentes.includes('99990004'));
  assert.ok(!vigentes.includes('99990001') && !vigentes.includes('99990002'));
  assert.deepEqual(claves(todas[0]), ['clave', 'descripcion', 'estimuloFranjaFronteriza', 'palabrasSimilares']);
  sinNulos(todas);
  assert.deepEqual(todas.find(p => p.clave === '01010101'), { clave: '01010101', descripcion: 'No existe en el catálogo', estimuloFranjaFronteriza: false, palabrasSimilares: 'Público en general' });
  assert.equal((await lista('/api/CatalogosSAT/ClavesProducto?incluirTotal=true')).paginacion.totalRegistros, vigentes.length);
});

test('OP-056: búsqueda, clave y frontera', async t => {
  const ruta = '/api/CatalogosSAT/ClavesProducto';
  for (const [parametros, esperadas] of [
    ['busqueda=zampona', ['99990003']], [`busqueda=${q('ZAMPOÑA')}`, ['99990003']], ['busqueda=ampo', ['99990003']], ['busqueda=caramillo', ['99990003']],
    [`busqueda=${q('100%')}`, ['99990003']], [`busqueda=${q('99_')}`, []], [`busqueda=${q('a_d')}`, ['99990003']], [`busqueda=${q('vigente caramillo')}`, []], ['busqueda=9990003', ['99990004']],
    ['clave=99990003', ['99990003']], ['clave=9999', ['99990004', '99990003']], ['clave=9990', []], ['clave=99990001', []],
    ['clave=9999&fronteriza=false', ['99990003']], ['clave=9999&fronteriza=true', ['99990004']], ['clave=9999&busqueda=ocarina', ['99990004']],
    // exact key, then keys that begin so, then descriptions
    ['busqueda=99990003', ['99990003', '99990004']], ['busqueda=9999000', ['99990004', '99990003', '88880005']], ['busqueda=99990004', ['99990004']],
    ['busqueda=colegiaturas', await base.columna(`SELECT clave FROM sat_clave_prod_serv WHERE palabras_similares ~* 'colegiaturas' ORDER BY descripcion, clave`)]])
    await t.test(parametros, async () => {
      assert.deepEqual(await de(`${ruta}?${parametros}`), esperadas);
      const una = await recorrer(srv, `${ruta}?registrosPorPagina=1&${parametros}`, { token: m.t1 });
      assert.deepEqual(una.map(p => p.clave), esperadas, 'de una en una, por cursor, el mismo orden');
    });
  for (const [parametros, campos] of [['busqueda=ab', ['busqueda LONGITUD']], [`busqueda=${q('  ab  ')}`, ['busqueda LONGITUD']], ['clave=12a', ['clave CLAVE_SAT_INVALIDA']],
    ['clave=123456789', ['clave CLAVE_SAT_INVALIDA']], ['fronteriza=x', ['fronteriza TIPO']], ['registrosPorPagina=101', ['registrosPorPagina RANGO']], ['cursor=abc', ['cursor FORMATO']],
    ['busqueda=ab&clave=x', ['busqueda LONGITUD', 'clave CLAVE_SAT_INVALIDA']]])
    await t.test(`400 ${parametros}`, async () => esError(await srv.get(`${ruta}?${parametros}`, { token: m.t1 }), 400, 'VALIDACION', campos));
});

test('lo mismo para todas las organizaciones; con permiso catalogos.leer', async () => {
  const nadie = await base.usuario({ usuario: 'ventas', rol: 'propio', permisos: 'ventas.leer' });
  const uno = await base.usuario({ usuario: 'catalogos', rol: 'propio', permisos: 'catalogos.leer' });
  const [sin, con] = await Promise.all([nadie, uno].map(u => srv.entrar({ ...u, apiKey: m.uno.apiKey })));
  for (const ruta of ['RegimenesFiscales', 'UsosCFDI', 'CatalogosSAT/FormasPago', 'CatalogosSAT/MetodosPago', 'CatalogosSAT/ClavesProducto']) {
    assert.deepEqual((await lista(`/api/${ruta}`, m.t1)).data, (await lista(`/api/${ruta}`, m.t2)).data);
    esError(await srv.get(`/api/${ruta}`, { token: sin }), 403, 'PERMISO_DENEGADO');
    assert.equal((await srv.get(`/api/${ruta}`, { token: con })).estado, 200);
  }
});
