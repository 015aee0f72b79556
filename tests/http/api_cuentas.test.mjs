// The chart of accounts: a tree that an accountant keeps. An account with movements keeps its place; an account that the engine posts to keeps its
// kind.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { claves, esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const C = '/api/Contabilidad/Cuentas';
let m, e, srv, base, ajena;
const id = {};  // accounts by number
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Cuentas', rfc: 'EKU9003173C9' });
  await anotar();
  ajena = await base.uno("SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = 1 AND codigo = '601'");
});
after(() => m?.cerrar());

const anotar = () => base.sql(`SELECT codigo, cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id}`).then(filas => { for (const f of filas) id[f.codigo] = f.cuenta_contable_id; });
const crear = async (cuenta, mas = {}) => {
  const c = await e.hecho(C, { cuenta, nombre: `Cuenta ${cuenta}`, codigoAgrupador: cuenta.slice(0, 6), ...mas });
  id[cuenta] = c.cuentaId;
  return c;
};
const de = cuenta => () => `${C}/${id[cuenta]}`;
const poner = (cuenta, cuerpo, opciones = {}) => srv.pedir('PUT', de(cuenta)(), { token: e.token, cuerpo, ...opciones });
const asentar = (debe, haber, importe) => e.hecho('/api/Contabilidad/Poliza', { tipo: 'Diario', fecha: '2025-03-01', concepto: 'Prueba', partidas: [{ cuentaId: id[debe], debe: importe }, { cuentaId: id[haber], haber: importe }] });

test('crear: el lugar sale del número, la naturaleza de la cuenta de que depende', async t => {
  await tabla(t, srv, e.token, [
    ['de su mayor', 'POST', C, { cuenta: '601.01', nombre: 'Sueldos y salarios', codigoAgrupador: '601.01' },
      () => ({ cuenta: '601.01', nombre: 'Sueldos y salarios', codigoAgrupador: '601.01', nivel: 2, padreId: id['601'], naturaleza: 'D', esDetalle: true, delSistema: false, conAuxiliar: false, activo: true })],
    ['una raíz dice su naturaleza', 'POST', C, { cuenta: '614', nombre: 'Depreciación', codigoAgrupador: '614', esDetalle: false }, 'VALIDACION naturaleza REQUERIDO'],
    ['y entonces sí', 'POST', C, { cuenta: '614', nombre: 'Depreciación', codigoAgrupador: '614', esDetalle: false, naturaleza: 'D' }, { nivel: 1, padreId: 0, esDetalle: false }],
    ['de la más larga que no es de detalle', 'POST', C, { cuenta: '601.84.05', nombre: 'Papelería', codigoAgrupador: '601.84' }, () => ({ padreId: id['601'], nivel: 2 })],
    ['con guiones', 'POST', C, { cuenta: '614-01', nombre: 'De equipo', codigoAgrupador: '614.03' }, { nivel: 2, naturaleza: 'D' }],
    ['el comienzo de un número no es su padre', 'POST', C, { cuenta: '6011', nombre: 'Otra', codigoAgrupador: '601', naturaleza: 'D' }, { padreId: 0, nivel: 1 }],
    ['0 es ninguna', 'POST', C, { cuenta: '601.02', nombre: 'x', codigoAgrupador: '601.02', padreId: 0, naturaleza: 'D' }, { padreId: 0, nivel: 1 }],
    ['null es ausente', 'POST', C, { cuenta: '601.03', nombre: 'x', codigoAgrupador: '601.03', padreId: null, naturaleza: null, activo: null }, () => ({ padreId: id['601'], activo: true })],
    ['contraria a la de arriba', 'POST', C, { cuenta: '601.99', nombre: 'Rebajas', codigoAgrupador: '601.84', naturaleza: 'A' }, { naturaleza: 'A' }],
    ['con su padre', 'POST', C, () => ({ cuenta: '9000', nombre: 'Otros gastos', codigoAgrupador: '601.84', padreId: id['601'] }), () => ({ padreId: id['601'], nivel: 2 })],
    ['repetida', 'POST', C, { cuenta: '601.01', nombre: 'x', codigoAgrupador: '601.01' }, 'VALIDACION cuenta DUPLICADO'],
    ['obligatorios', 'POST', C, {}, 'VALIDACION cuenta REQUERIDO, nombre REQUERIDO, codigoAgrupador REQUERIDO'],
    ...['601.', '.601', '601..1', '601-.1', '601.A', '60 1', '-', '٦٠١'].map(cuenta => [`número «${cuenta}»`, 'POST', C, { cuenta, nombre: 'x', codigoAgrupador: '601', naturaleza: 'D' }, 'VALIDACION cuenta FORMATO']),
    ['número largo', 'POST', C, { cuenta: '6'.repeat(31), nombre: 'x', codigoAgrupador: '601', naturaleza: 'D' }, 'VALIDACION cuenta LONGITUD'],
    ...['60', '6011', '601.1', '601-01', '901', '001', '601.0A', '601.85'].map(codigoAgrupador => [`agrupador «${codigoAgrupador}»`, 'POST', C, { cuenta: '601.50', nombre: 'x', codigoAgrupador }, 'VALIDACION codigoAgrupador CLAVE_SAT_INVALIDA']),
    ['agrupador de otro mayor', 'POST', C, { cuenta: '601.50', nombre: 'x', codigoAgrupador: '602.01' }, 'VALIDACION codigoAgrupador RANGO'],
    ['padre que no existe', 'POST', C, { cuenta: '601.50', nombre: 'x', codigoAgrupador: '601', padreId: 99999999, naturaleza: 'D' }, 'VALIDACION padreId NO_EXISTE'],
    ['padre de otra organización', 'POST', C, () => ({ cuenta: '601.50', nombre: 'x', codigoAgrupador: '601', padreId: ajena, naturaleza: 'D' }), 'VALIDACION padreId NO_EXISTE'],
    ['padre de detalle', 'POST', C, () => ({ cuenta: '601.50', nombre: 'x', codigoAgrupador: '601', padreId: id['601.84'] }), 'VALIDACION padreId RANGO'],
    ['naturaleza', 'POST', C, { cuenta: '601.50', nombre: 'x', codigoAgrupador: '601', naturaleza: 'X' }, 'VALIDACION naturaleza RANGO'],
    ['lo que es del sistema no se dice', 'POST', C, { cuenta: '601.50', nombre: 'x', codigoAgrupador: '601', delSistema: true }, 'VALIDACION delSistema DESCONOCIDO'],
  ]);
  assert.deepEqual(await base.columna(`SELECT codigo FROM cuenta_contable WHERE organizacion_id = ${e.id} AND codigo = '601.50'`), []);
});

test('debajo de un rubro cabe toda su clase; debajo de un mayor, sólo él', async t => {
  await tabla(t, srv, e.token, [
    ['un rubro', 'POST', C, { cuenta: '1000', nombre: 'Activo', codigoAgrupador: '100', naturaleza: 'D', esDetalle: false }, { nivel: 1 }],
    ['un mayor en él', 'POST', C, { cuenta: '1000-15', nombre: 'Edificios', codigoAgrupador: '152', esDetalle: false }, { nivel: 2 }],
    ['su parte', 'POST', C, { cuenta: '1000-15-01', nombre: 'Oficinas', codigoAgrupador: '152.01' }, { nivel: 3 }],
    ['de otro mayor', 'POST', C, { cuenta: '1000-15-02', nombre: 'x', codigoAgrupador: '153.01' }, 'VALIDACION codigoAgrupador RANGO'],
    ['de otra clase', 'POST', C, { cuenta: '1000-20', nombre: 'x', codigoAgrupador: '201' }, 'VALIDACION codigoAgrupador RANGO'],
  ]);
  await anotar();
  esError(await poner('1000-15', { codigoAgrupador: '153' }), 400, 'VALIDACION', ['codigoAgrupador RANGO']);
  esError(await poner('1000', { codigoAgrupador: '200' }), 400, 'VALIDACION', ['codigoAgrupador RANGO']);
  assert.equal((await poner('1000', { codigoAgrupador: '100.02' })).json.data.codigoAgrupador, '100.02', 'un rubro también');
});

test('listar y obtener', async () => {
  const leer = async q => (await srv.get(`${C}?${q}`, { token: e.token })).json.data;
  const todas = await leer('');
  assert.deepEqual(claves(todas[0]), ['activo', 'codigoAgrupador', 'conAuxiliar', 'cuenta', 'cuentaId', 'delSistema', 'esDetalle', 'naturaleza', 'nivel', 'nombre', 'padreId']);
  assert.deepEqual(todas.map(c => c.cuentaId), await base.columna(`SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} ORDER BY codigo, cuenta_contable_id`));
  const porId = new Map(todas.map(c => [c.cuentaId, c]));
  for (const c of todas) assert.equal(c.nivel, c.padreId ? porId.get(c.padreId).nivel + 1 : 1, c.cuenta);
  const casos = [['cuenta=601.', "codigo LIKE '601.%'"], ['nivel=3', 'nivel = 3'], ['esDetalle=false', 'NOT detalle'], ['naturaleza=A', "naturaleza = 'A'"], ['activo=true', 'activo'], ['busqueda=SALARIOS', "codigo = '601.01'"],
    ['busqueda=601.01', "codigo = '601.01'"], ['cuenta=601&nivel=2&esDetalle=true&naturaleza=D', "codigo LIKE '601%' AND nivel = 2 AND detalle AND naturaleza = 'D'"]];
  for (const [q, donde] of casos) {
    const r = await leer(q);
    assert.deepEqual(r.map(c => c.cuentaId), await base.columna(`SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND ${donde} ORDER BY codigo`), q);
    assert.ok(r.length > 0, q);
  }
  assert.deepEqual(await leer('activo=false'), []);
  // delSistema: an account with a key, or one that a bank account posts to.
  const propia = await crear('102.02', { nombre: 'Banco extranjero' });
  assert.deepEqual([porId.get(id['105.01']).delSistema, porId.get(id['105']).delSistema, propia.delSistema], [true, false, false]);
  assert.deepEqual([porId.get(id['105.01']).conAuxiliar, porId.get(id['105']).conAuxiliar, propia.conAuxiliar, todas.find(c => c.cuenta === '401.01').conAuxiliar], [true, false, false, false]);
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nEXT,Banco,Banco,012,MXN,MATRIZ,102.02\n' });
  const una = await srv.get(de('102.02')(), { token: e.token });
  assert.deepEqual(una.json.data, { ...propia, delSistema: true, conAuxiliar: true });
  esError(await srv.get(`${C}/${ajena}`, { token: e.token }), 400, 'NO_ENCONTRADO');
  esError(await srv.get(`${C}?nivel=0`, { token: e.token }), 400, 'VALIDACION', ['nivel RANGO']);
});

test('modificar: ausente conserva, y con el lugar se mueve todo lo de abajo', async t => {
  await crear('620', { naturaleza: 'D', esDetalle: false, codigoAgrupador: '600' });
  await crear('620.01', { esDetalle: false, codigoAgrupador: '602' });
  await crear('620.01.01', { codigoAgrupador: '602.01' });
  await crear('630', { naturaleza: 'D', esDetalle: false, codigoAgrupador: '600' });
  await crear('630.01', { esDetalle: false, codigoAgrupador: '600' });
  const antes = (await srv.get(de('620.01')(), { token: e.token })).json.data;
  await tabla(t, srv, e.token, [
    ['{} no cambia nada', 'PUT', de('620.01'), {}, () => antes],
    ['un nombre', 'PUT', de('620.01'), { nombre: 'Ventas' }, () => ({ ...antes, nombre: 'Ventas' })],
    ['colgarse de sí misma', 'PUT', de('620.01'), () => ({ padreId: id['620.01'] }), 'VALIDACION padreId RANGO'],
    ['colgarse de otra rama', 'PUT', de('620.01'), () => ({ padreId: id['630.01'] }), () => ({ padreId: id['630.01'], nivel: 3 })],
    ['de su nieta', 'PUT', de('630'), () => ({ padreId: id['620.01'], codigoAgrupador: '602' }), 'VALIDACION codigoAgrupador RANGO, padreId RANGO'],
    ['null: la de su número otra vez', 'PUT', de('620.01'), { padreId: null }, () => ({ padreId: id['620'], nivel: 2 })],
    ['0: raíz', 'PUT', de('620.01'), { padreId: 0 }, { padreId: 0, nivel: 1 }],
    ['y raíz se queda', 'PUT', de('620.01'), { nombre: 'Gastos de venta' }, { padreId: 0, nivel: 1 }],
    ['otro número', 'PUT', de('620.01.01'), { cuenta: '620-1-1' }, { cuenta: '620-1-1', nivel: 2 }],
    ['el de otra', 'PUT', de('620.01.01'), { cuenta: '601.01' }, 'VALIDACION cuenta DUPLICADO'],
    ['null en lo obligatorio', 'PUT', de('620.01.01'), { nombre: null }, 'VALIDACION nombre REQUERIDO'],
    ['con cuentas debajo no es de detalle', 'PUT', de('620.01'), { esDetalle: true }, 'VALIDACION esDetalle RANGO'],
    ['con cuentas activas debajo no se desactiva', 'PUT', de('620.01'), { activo: false }, 'VALIDACION activo RANGO'],
    ['la de abajo sí', 'PUT', de('620.01.01'), { activo: false }, { activo: false }],
    ['y luego ella', 'PUT', de('620.01'), { activo: false }, { activo: false }],
    ['una activa no cuelga de una inactiva', 'PUT', de('620.01.01'), { activo: true }, 'VALIDACION padreId RANGO'],
    ['sin nada, cambia de naturaleza', 'PUT', de('630.01'), { naturaleza: 'A', esDetalle: true }, { naturaleza: 'A', esDetalle: true }],
    ['no existe', 'PUT', `${C}/99999999`, {}, 'NO_ENCONTRADO'],
    ['de otra organización', 'PUT', () => `${C}/${ajena}`, { nombre: 'x' }, 'NO_ENCONTRADO'],
  ]);
  assert.equal(await e.uno('cuenta_contable', 'nivel', "codigo = '620-1-1'"), 2, 'su padre es ahora raíz');
  assert.equal(await base.uno(`SELECT count(*) FROM cuenta_contable c LEFT JOIN cuenta_contable p ON p.organizacion_id = c.organizacion_id AND p.cuenta_contable_id = c.padre_id
    WHERE c.organizacion_id = ${e.id} AND c.nivel <> coalesce(p.nivel, 0) + 1`), 0);
});

test('con movimientos, ella o una de abajo, conserva lugar, naturaleza y clase; su número y su nombre cambian', async t => {
  await crear('640', { naturaleza: 'D', esDetalle: false, codigoAgrupador: '600' });
  await crear('640.01', { codigoAgrupador: '603.01' });
  await crear('640.02', { codigoAgrupador: '603.02' });
  const p = await asentar('640.01', '640.02', 10);
  await crear('650', { naturaleza: 'D', esDetalle: false, codigoAgrupador: '600' });
  const r = await poner('640.01', { padreId: id['650'] });
  esError(r, 400, 'VALIDACION', ['padreId CON_MOVIMIENTOS']);
  assert.match(r.json.errores[0].mensaje, /640\.01/);
  await tabla(t, srv, e.token, [
    ['su rama tampoco', 'PUT', de('640'), () => ({ padreId: id['650'] }), 'VALIDACION padreId CON_MOVIMIENTOS'],
    ['ni de detalle', 'PUT', de('640.01'), { esDetalle: false }, 'VALIDACION esDetalle CON_MOVIMIENTOS'],
    ['ni naturaleza', 'PUT', de('640.01'), { naturaleza: 'A' }, 'VALIDACION naturaleza CON_MOVIMIENTOS'],
    ['la de su rama', 'PUT', de('640'), { naturaleza: 'A' }, 'VALIDACION naturaleza CON_MOVIMIENTOS'],
    ['ni se desactiva con saldo', 'PUT', de('640.01'), { activo: false }, 'VALIDACION activo CON_MOVIMIENTOS'],
    ['el número es del contador', 'PUT', de('640.01'), { cuenta: '640.11', nombre: 'Otro' }, { cuenta: '640.11', nombre: 'Otro' }],
    ['y el agrupador, dentro de su clase', 'PUT', de('640.01'), { codigoAgrupador: '604.01' }, { codigoAgrupador: '604.01' }],
    ['lo mismo otra vez no es un cambio', 'PUT', de('640.01'), () => ({ padreId: id['640'], naturaleza: 'D', esDetalle: true, activo: true }), { cuenta: '640.11' }],
  ]);
  await crear('660', { naturaleza: 'D', codigoAgrupador: '605' });
  await asentar('660', '640.02', 5);
  esError(await poner('660', { codigoAgrupador: '105' }), 400, 'VALIDACION', ['codigoAgrupador CON_MOVIMIENTOS']);
  assert.equal((await srv.pedir('DELETE', `/api/Contabilidad/Poliza/${p.polizaId}`, { token: e.token })).estado, 200);
  assert.equal((await poner('640.01', { activo: false })).json.data.activo, false, 'sin saldo sí se desactiva, aunque tenga movimientos');
});

test('lo que un concepto o un clasificador usa no se desactiva ni agrupa', async () => {
  await crear('670', { naturaleza: 'D', codigoAgrupador: '606' });
  await crear('671', { naturaleza: 'D', codigoAgrupador: '606' });
  await base.gestor(['importar', 'conceptos', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,cuentaContable\nFLETE,Fletes,Gasto,670\n' });
  await e.hecho('/api/ClasificadoresCosto', { clave: 'CL1', nombre: 'x', tipo: 'Gasto', cuentaContable: '671' });
  for (const [cuenta, uso] of [['670', /el concepto FLETE/], ['671', /el clasificador CL1/]])
    for (const cambio of [{ activo: false }, { esDetalle: false }]) {
      const r = await poner(cuenta, cambio);
      esError(r, 400, 'VALIDACION', [`${Object.keys(cambio)[0]} RANGO`]);
      assert.match(r.json.errores[0].mensaje, uso);
    }
});

test('las del sistema, y las que las tienen debajo, sólo cambian de nombre y de agrupador', async t => {
  const cambios = { cuenta: '888', naturaleza: 'A', esDetalle: false, activo: false };
  const filas = ['105.01', '304.01', '102.02'].flatMap(cuenta => [
    ...Object.entries(cambios).filter(([n, v]) => !(cuenta === '304.01' && n === 'naturaleza')).map(([n, v]) => [`${cuenta} ${n}`, 'PUT', de(cuenta), { [n]: v }, `VALIDACION ${n} CUENTA_DEL_SISTEMA`]),
    [`${cuenta} padreId`, 'PUT', de(cuenta), { padreId: 0 }, 'VALIDACION padreId CUENTA_DEL_SISTEMA'],
    [`${cuenta} nombre`, 'PUT', de(cuenta), { nombre: `Otra ${cuenta}` }, { nombre: `Otra ${cuenta}` }],
  ]);
  await tabla(t, srv, e.token, [
    ...filas,
    ['agrupador', 'PUT', de('105.01'), { codigoAgrupador: '105.02' }, { codigoAgrupador: '105.02' }],
    ['de su mayor', 'PUT', de('105.01'), { codigoAgrupador: '106.01' }, 'VALIDACION codigoAgrupador RANGO'],
    ['el número de su mayor', 'PUT', de('105'), { cuenta: '1105' }, 'VALIDACION cuenta CUENTA_DEL_SISTEMA'],
    ['la naturaleza de su mayor', 'PUT', de('105'), { naturaleza: 'A' }, 'VALIDACION naturaleza CUENTA_DEL_SISTEMA'],
    ['el lugar de su mayor', 'PUT', de('105'), () => ({ padreId: id['1000'] }), 'VALIDACION padreId CUENTA_DEL_SISTEMA'],
    ['el nombre de su mayor', 'PUT', de('105'), { nombre: 'Clientes y más' }, { nombre: 'Clientes y más' }],
  ]);
});

test('veinte niveles y no más; dos que se cuelgan una de otra: una espera, mira y no puede', async () => {
  let padreId = 0;
  for (let i = 1; i <= 20; ++i) padreId = (await e.hecho(C, { cuenta: `7700.${i}`, nombre: 'x', codigoAgrupador: '700', naturaleza: 'D', esDetalle: false, padreId })).cuentaId;
  await e.falla(C, { cuenta: '7700.21', nombre: 'x', codigoAgrupador: '700', naturaleza: 'D', padreId }, 'VALIDACION padreId RANGO');
  const [x, y] = await Promise.all(['7801', '7802'].map(cuenta => e.hecho(C, { cuenta, nombre: 'x', codigoAgrupador: '700', naturaleza: 'D', esDetalle: false })));
  for (let i = 0; i < 5; ++i) {
    const r = await Promise.all([[x, y], [y, x]].map(([una, otra]) => srv.pedir('PUT', `${C}/${una.cuentaId}`, { token: e.token, cuerpo: { padreId: otra.cuentaId } })));
    assert.deepEqual(r.map(z => z.estado).sort(), [200, 400]);
    await Promise.all([x, y].map(z => srv.pedir('PUT', `${C}/${z.cuentaId}`, { token: e.token, cuerpo: { padreId: 0 } })));
  }
});

test('If-Match, idempotencia, simulación, permisos y bitácora', async () => {
  const leida = await srv.get(de('601.01')(), { token: e.token });
  assert.equal((await poner('601.01', { nombre: 'Sueldos' }, { encabezados: { 'If-Match': leida.h.etag } })).estado, 200);
  esError(await poner('601.01', { nombre: 'Otro' }, { encabezados: { 'If-Match': leida.h.etag } }), 412, 'PRECONDICION');
  const encabezados = { 'Idempotency-Key': 'cuenta-1' }, cuerpo = { cuenta: '601.70', nombre: 'Una vez', codigoAgrupador: '601.70' };
  const [a, b] = [await e.pedir(C, cuerpo, { encabezados }), await e.pedir(C, cuerpo, { encabezados })];
  assert.deepEqual([a.estado, b.texto], [200, a.texto]);
  assert.equal((await e.pedir(`/simular${C}`, { ...cuerpo, cuenta: '601.71' })).estado, 200);
  assert.equal(await base.uno(`SELECT count(*) FROM cuenta_contable WHERE organizacion_id = ${e.id} AND codigo IN ('601.70', '601.71')`), 1);
  const lector = await base.usuario({ usuario: 'lee-cuentas', organizacion: e.id, sucursal: e.matriz, rol: 'lector' });
  const token = await srv.entrar({ ...lector, ...e.llave });
  assert.equal((await srv.get(C, { token })).estado, 200);
  esError(await e.pedir(C, cuerpo, { token }), 403, 'PERMISO_DENEGADO');
  const { json } = await srv.get(`/api/Bitacora?recurso=CuentaContable&registroId=${id['601.01']}`, { token: e.token });
  assert.deepEqual(json.data[0].cambios, [{ campo: 'nombre', antes: 'Sueldos y salarios', despues: 'Sueldos' }]);
});

test('una que se desactiva mientras se asienta en ella: o una cosa o la otra', async () => {
  for (let i = 0; i < 8; ++i) {
    const cuenta = `690.${i + 10}`;
    const c = await e.hecho(C, { cuenta, nombre: 'x', codigoAgrupador: '601', naturaleza: 'D' });
    const [puesta, poliza] = await Promise.all([srv.pedir('PUT', `${C}/${c.cuentaId}`, { token: e.token, cuerpo: { activo: false } }),
      e.pedir('/api/Contabilidad/Poliza', { tipo: 'Diario', concepto: 'x', partidas: [{ cuenta, debe: 1 }, { cuenta: '304.01', haber: 1 }] })]);
    assert.deepEqual([puesta.estado, poliza.estado].sort(), [200, 400], `${puesta.texto} ${poliza.texto}`);
  }
});

test('una cuenta de banco nueva tiene su propia cuenta contable, y en ella sólo lo suyo', async () => {
  const f = await Empresa.crear(m, { nombre: 'Con bancos', rfc: 'FNO980415K31' });
  const importar = entrada => base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(f.id)], { entrada });
  const archivo = 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nB1,Operativa,Banco,012,MXN,MATRIZ,\nB2,Nómina,Banco,072,MXN,MATRIZ,\nUSD,Dólares,Banco,012,USD,MATRIZ,\nVIEJA,La de siempre,Banco,012,MXN,MATRIZ,102.01\nCAJA2,Otra caja,Caja,,MXN,MATRIZ,\n';
  const cuentas = async () => Object.fromEntries((await srv.get('/api/Bancos/Cuentas', { token: f.token })).json.data.map(c => [c.clave, c.cuentaContable]));
  await importar(archivo);
  const suyas = { B1: '102.01.01', B2: '102.01.02', USD: '102.02.01', VIEJA: '102.01', CAJA: '101.01', CAJA2: '' };
  assert.deepEqual(await cuentas(), suyas);
  assert.match((await importar(archivo)).salida, /0 actualizados, 5 sin cambio/);
  assert.deepEqual(await cuentas(), suyas, 'otra vez el mismo archivo no cambia nada');
  const enLibro = await base.sql(`SELECT c.codigo, c.codigo_agrupador AS a, c.nombre, c.naturaleza AS n, c.nivel, c.detalle AS d, p.codigo AS padre FROM cuenta_contable c JOIN cuenta_contable p ON p.organizacion_id = c.organizacion_id AND p.cuenta_contable_id = c.padre_id
    WHERE c.organizacion_id = ${f.id} AND c.codigo ~ '^102.0[12].0' ORDER BY 1`);
  assert.deepEqual(enLibro, [['102.01.01', 'Operativa'], ['102.01.02', 'Nómina'], ['102.02.01', 'Dólares']].map(([codigo, nombre]) => ({ codigo, a: codigo.slice(0, 6), nombre, n: 'D', nivel: 2, d: true, padre: '102' })));
  // A number taken by hand is skipped.
  await f.hecho(C, { cuenta: '102.01.03', nombre: 'De otro', codigoAgrupador: '102.01' });
  await importar('clave,nombre,tipo,banco\nB4,Ahorro,Banco,012\n');
  assert.equal((await cuentas()).B4, '102.01.04');
  // Deposits, egresses and transfers: the ledger account of each bank account has its balance, in pesos.
  const id = Object.fromEntries((await srv.get('/api/Bancos/Cuentas', { token: f.token })).json.data.map(c => [c.clave, c.cuentaId]));
  const fecha = '2025-03-10', de = clave => ({ cuentaId: id[clave], formaPagoId: f.transferencia, fecha });
  await f.hecho('/api/Bancos/AnticipoAgregar', { ...de('B1'), clienteId: await f.cliente('C'), importe: 1160 });
  await f.hecho('/api/Bancos/AnticipoAgregar', { ...de('VIEJA'), clienteId: await f.cliente('D'), importe: 58 });
  await f.hecho('/api/Bancos/EgresoAgregar', { ...de('B1'), beneficiario: 'X', partidas: [{ conceptoId: f.gasto, importeAbono: 116 }] });
  await f.hecho('/api/Bancos/Traspaso', { cuentaOrigenId: id.B1, cuentaDestinoId: id.B2, importeOrigen: 300, importeDestino: 300, fecha });
  await f.hecho('/api/Bancos/Traspaso', { cuentaOrigenId: id.B2, cuentaDestinoId: id.USD, importeOrigen: 185, importeDestino: 10, fecha });
  const cancelado = await f.hecho('/api/Bancos/AnticipoAgregar', { ...de('B2'), clienteId: await f.cliente('E'), importe: 500 });
  assert.equal((await srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${cancelado.transaccionId}?motivo=x`, { token: f.token })).estado, 200);
  const hoy = await base.uno("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text");  // a cancelled deposit goes out on the day of its cancel
  const balanza = (await srv.get(`/api/Contabilidad/BalanzaComprobacion?ejercicio=${hoy.slice(0, 4)}&mesInicial=1&mesFinal=12&formato=plano&cuenta=102`, { token: f.token })).json.data.cuentas;
  const bancos = (await srv.get(`/api/Bancos/SaldoCuentas?fechaInicial=2025-01-01&fechaFinal=${hoy}`, { token: f.token })).json.data.registros;
  assert.deepEqual(['B1', 'B2', 'USD', 'VIEJA', 'B4'].map(c => bancos.find(b => b.cuentaId === id[c]).saldoFinal), [744, 115, 10, 58, 0]);
  assert.deepEqual(balanza.map(c => [c.cuenta, c.saldoFinal]), [['102', 1102], ['102.01', 58], ['102.01.01', 744], ['102.01.02', 115], ['102.02.01', 185]]);
  assert.deepEqual(await auditar(base), []);
});
