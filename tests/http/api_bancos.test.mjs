// OP-009 … OP-015: bank accounts and their balances, banks, payment methods, currencies and egress concepts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, sinNulos } from './lib/ayuda_api.mjs';

let m, srv, base;
before(async () => {
  m = await montar({ registros: 240 });
  ({ srv, base } = m);
});
after(() => m?.cerrar());

const pedir = (ruta, token = m.t1) => srv.get(`/api/Bancos${ruta}`, { token });
const data = async (ruta, token) => {
  const r = await pedir(ruta, token);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(Object.keys(r.json), ['data'], 'LIST: sólo data');
  return r.json.data;
};
const nombres = async (ruta, token) => (await data(ruta, token)).map(f => f.nombre);
const porNombre = (tabla, id, donde = 'true') =>
  base.columna(`SELECT nombre FROM ${tabla} x WHERE ${donde} ORDER BY nombre, ${id}`);
const cuenta = clave => base.uno(`SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id = 1 AND clave = '${clave}'`);

test('OP-009: las cuentas con sus campos, enmascaradas, en orden, y su saldo', async () => {
  await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, numero_cuenta) VALUES (1, 'CORTA', 'Caja corta', 'Caja', '12'), (1, 'JUSTA', 'Caja justa', 'Caja', '1234'), (1, 'LARGA', 'Caja larga', 'Caja', '12345')`);
  const cuentas = await data('/Cuentas');
  assert.deepEqual(cuentas.map(c => c.nombre), await porNombre('cuenta_bancaria', 'cuenta_id', 'organizacion_id = 1'));
  const bbva = cuentas.find(c => c.clave === 'BBVA-01');
  assert.deepEqual(claves(bbva), ['activo', 'banco', 'bancoId', 'clabe', 'clave', 'cuentaContable', 'cuentaId', 'manejaCheques', 'moneda', 'monedaId', 'nombre',
    'numeroCuenta', 'saldo', 'saldoInicial', 'sucursal', 'sucursalId', 'tipo']);
  sinNulos(cuentas);
  assert.equal(bbva.numeroCuenta, '******3445');
  const clabe = await base.uno("SELECT clabe FROM cuenta_bancaria WHERE organizacion_id = 1 AND clave = 'BBVA-01'");
  assert.equal(clabe.length, 18);
  assert.equal(bbva.clabe, '*'.repeat(14) + clabe.slice(-4));
  assert.deepEqual(cuentas.filter(c => ['CORTA', 'JUSTA', 'LARGA'].includes(c.clave)).map(c => c.numeroCuenta), ['12', '1234', '*2345']);
  assert.deepEqual([bbva.tipo, bbva.banco, bbva.moneda, bbva.cuentaContable, bbva.manejaCheques], ['Banco', 'BBVA BANCOMER', 'MXN', '102.01', true]);
  const caja = cuentas.find(c => c.clave === 'CAJA');
  assert.deepEqual([caja.bancoId, caja.banco, caja.sucursal], [0, '', 'Matriz']);
  for (const c of cuentas) {
    const neto = await base.uno(`SELECT coalesce(sum(CASE WHEN t.obj_id IN (8, 9) THEN t.total WHEN t.obj_id IN (10, 29) THEN -t.total END), 0)
      FROM movimiento_banco v JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE v.cuenta_id = ${c.cuentaId} AND t.estado <> 'Cancelado'`);
    assert.equal(c.saldo.toFixed(2), (c.saldoInicial + Number(neto)).toFixed(2), c.nombre);
  }
  assert.ok(cuentas.some(c => c.saldo !== c.saldoInicial), 'control: hay movimientos');
});

test('OP-009: un egreso y un anticipo a proveedor restan, un depósito y un anticipo de cliente suman, lo cancelado no cuenta', async () => {
  const saldo = async () => (await data('/Cuentas')).find(c => c.clave === 'CORTA').saldo;
  const mover = (obj, total, estado) => base.sql(`
    WITH t AS (INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, subtotal, total, fecha_creacion, fecha_cancelacion)
               SELECT 1, min(sucursal_id), 900000 + ${obj} * 100 + ${total}, '2026-01-05', ${obj}, 'ZZ', 'x', '${estado}', ${total}, ${total}, '2026-01-05', CASE '${estado}' WHEN 'Cancelado' THEN timestamp '2026-01-06' END
               FROM sucursal WHERE organizacion_id = 1 RETURNING transaccion_id)
    INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, cuenta, forma)
    SELECT 1, transaccion_id, (SELECT cuenta_id FROM cuenta_bancaria WHERE clave = 'CORTA' AND organizacion_id = 1), (SELECT min(forma_pago_id) FROM forma_pago WHERE organizacion_id = 1), 'x', 'x' FROM t`);
  assert.equal(await saldo(), 0);
  for (const [obj, total, estado, queda] of [[8, 100, 'Pendiente', 100], [9, 10, 'Aplicado', 110], [10, 30, 'Asignado', 80], [29, 5, 'Pendiente', 75],
    [8, 50, 'Cancelado', 75], [10, 20, 'Cancelado', 75], [28, 7, 'Aplicado', 75]]) {
    await mover(obj, total, estado);
    assert.equal(await saldo(), queda, `objId ${obj} ${estado}`);
  }
});

test('OP-009: cada filtro', async () => {
  await base.sql("UPDATE cuenta_bancaria SET activo = false WHERE organizacion_id = 1 AND clave = 'JUSTA'");
  const tijuana = await base.uno("SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 AND clave = 'TIJ'");
  for (const [q, donde] of [['', 'activo'], ['?activo=true', 'activo'], ['?activo=false', 'NOT activo'], ['?tipo=Banco', "activo AND tipo = 'Banco'"], ['?tipo=Caja', "activo AND tipo = 'Caja'"],
    [`?sucursalId=${tijuana}`, `sucursal_id = ${tijuana}`], ['?monedaId=2', 'moneda_id = 2'], ['?busqueda=bbva', "clave LIKE 'BBVA%'"], ['?busqueda=M%C3%A9RID', "clave = 'CAJA-MER'"],
    ['?busqueda=caja-mer', "clave = 'CAJA-MER'"], ['?tipo=Banco&monedaId=1', "tipo = 'Banco' AND moneda_id = 1"]]) {
    const esperado = await porNombre('cuenta_bancaria', 'cuenta_id', `organizacion_id = 1 AND ${donde}`);
    assert.ok(esperado.length > 0, q);
    assert.deepEqual(await nombres(`/Cuentas${q}`), esperado, q);
  }
  esError(await pedir('/Cuentas?tipo=Cofre'), 400, 'VALIDACION', ['tipo RANGO']);
  esError(await pedir('/Cuentas?monedaId=99999'), 400, 'VALIDACION', ['monedaId NO_EXISTE']);
  esError(await pedir('/Cuentas?monedaId=9007199254740991'), 400, 'VALIDACION', ['monedaId RANGO']);
  esError(await pedir('/Cuentas?sucursalId=987654321&monedaId=99999'), 400, 'VALIDACION', ['sucursalId NO_EXISTE', 'monedaId NO_EXISTE']);
});

test('OP-010: el catálogo global de bancos', async () => {
  const bancos = await data('');
  assert.equal(bancos.length, await base.uno('SELECT count(*) FROM banco'));
  assert.deepEqual(claves(bancos[0]), ['bancoId', 'clave', 'nombre', 'razonSocial', 'rfc']);
  sinNulos(bancos);
  assert.deepEqual(await data('', m.t2), bancos);
  assert.deepEqual(bancos.map(b => b.nombre), await porNombre('banco', 'banco_id'));
  assert.deepEqual(await data('?activo=false'), []);
  for (const [q, clave] of [['banorte', '072'], ['BANCO%20MERCANTIL%20DEL%20NORTE', '072'], ['072', '072']])
    assert.ok((await data(`?busqueda=${q}`)).some(b => b.clave === clave), q);
  assert.deepEqual(await data('?busqueda=zzzz'), []);
  await base.sql("UPDATE banco SET activo = false WHERE clave = '072'");
  assert.deepEqual((await data('?activo=false')).map(b => b.clave), ['072']);
  assert.equal((await data('')).length, bancos.length - 1);
});

test('OP-011: los diez campos dados y los tres de la casa; sin activo, activas e inactivas', async () => {
  const diez = ['nombre', 'maneja_cheques', 'monedaId', 'referencia', 'comentario', 'generaConsecutivo', 'activo', 'claveSAT', 'claveContabilidadElectronica', 'claveSAT33'];
  await base.sql("UPDATE forma_pago SET activo = false WHERE organizacion_id = 1 AND nombre = 'Vales de despensa'");
  const formas = await data('/FormasPago');
  assert.deepEqual(Object.keys(formas[0]), ['formaPagoId', 'usoDeposito', 'usoEgreso', ...diez]);
  sinNulos(formas);
  assert.deepEqual(formas.map(f => f.nombre), await porNombre('forma_pago', 'forma_pago_id', 'organizacion_id = 1'));
  assert.deepEqual(new Set(formas.map(f => f.activo)), new Set([true, false]));
  const cheque = formas.find(f => f.nombre === 'Cheque');
  assert.deepEqual([cheque.maneja_cheques, cheque.claveSAT33, cheque.claveContabilidadElectronica, cheque.claveSAT], [true, '02', '02', '02']);
  const debito = formas.find(f => f.nombre === 'Tarjeta de débito');
  assert.deepEqual([debito.claveSAT33, debito.claveContabilidadElectronica], ['28', '04']);
  for (const [q, donde] of [['?activo=true', 'activo'], ['?activo=false', 'NOT activo'], ['?monedaId=2', 'moneda_id = 2'], ['?monedaId=1&activo=false', 'NOT activo AND moneda_id = 1']]) {
    const esperado = await porNombre('forma_pago', 'forma_pago_id', `organizacion_id = 1 AND ${donde}`);
    assert.ok(esperado.length > 0);
    assert.deepEqual(await nombres(`/FormasPago${q}`), esperado, q);
  }
  esError(await pedir('/FormasPago?monedaId=99999'), 400, 'VALIDACION', ['monedaId NO_EXISTE']);
  esError(await pedir('/FormasPago?activo=tal-vez'), 400, 'VALIDACION', ['activo TIPO']);
});

test('OP-012: las de egreso; con cuenta, las de su moneda y, si no maneja cheques, sin cheques', async () => {
  const con = donde => porNombre('forma_pago', 'forma_pago_id', `organizacion_id = 1 AND uso_egreso AND ${donde}`);
  const todas = await nombres('/FormasPagoEgreso');
  assert.deepEqual(todas, await con('activo'));
  assert.ok(!todas.includes('Por definir') && !todas.includes('Vales de despensa') && todas.includes('Cheque'));
  assert.deepEqual(await nombres('/FormasPagoEgreso?activo=false'), ['Vales de despensa']);
  assert.deepEqual(await nombres(`/FormasPagoEgreso?cuentaId=${await cuenta('BBVA-01')}`), await con('activo AND moneda_id = 1'));
  assert.deepEqual(await nombres(`/FormasPagoEgreso?cuentaId=${await cuenta('CAJA')}`), await con("activo AND moneda_id = 1 AND nombre <> 'Cheque'"));
  assert.deepEqual(await nombres(`/FormasPagoEgreso?cuentaId=${await cuenta('BBVA-USD')}`), ['Transferencia en dólares']);
  esError(await pedir('/FormasPagoEgreso?cuentaId=987654321'), 400, 'VALIDACION', ['cuentaId NO_EXISTE']);
});

test('OP-013: siempre el catálogo global de monedas', async () => {
  const todas = await data('/GetMonedas');
  assert.deepEqual(claves(todas[0]), ['clave', 'decimales', 'monedaId', 'nombre', 'simbolo']);
  assert.equal(todas.length, await base.uno('SELECT count(*) FROM moneda'));
  assert.deepEqual(await data('/GetMonedas', m.t2), todas);
  assert.deepEqual(todas.map(x => x.nombre), await porNombre('moneda', 'moneda_id'));
  assert.deepEqual((await data('/GetMonedas?busqueda=DOLAR%20AMER')).map(x => x.clave), ['USD']);
  assert.deepEqual((await data('/GetMonedas?busqueda=mxn')).map(x => x.clave), ['MXN']);
});

test('OP-014: sólo las de la organización, con el tipo de cambio vigente y una predeterminada', async () => {
  const de = async token => Object.fromEntries((await data('/OrganizacionMonedas', token)).map(x => [x.clave, x]));
  const hoy = await base.uno("SELECT timezone('America/Monterrey', now())::date::text");
  await base.sql(`DELETE FROM tipo_cambio WHERE organizacion_id = 1;
    INSERT INTO tipo_cambio VALUES (1, 2, date '${hoy}' - 3, 17.1), (1, 2, date '${hoy}', 17.25), (1, 2, date '${hoy}' + 1, 99)`);
  let uno = await de(m.t1);
  assert.deepEqual(claves(uno), ['EUR', 'MXN', 'USD']);
  assert.deepEqual(claves(uno.USD), ['clave', 'decimales', 'fechaTipoCambio', 'monedaId', 'nombre', 'predeterminada', 'simbolo', 'tipoCambio']);
  assert.deepEqual([uno.MXN.tipoCambio, uno.MXN.fechaTipoCambio, uno.MXN.predeterminada], [1, '', true]);
  assert.deepEqual([uno.USD.tipoCambio, uno.USD.fechaTipoCambio, uno.USD.predeterminada], [17.25, hoy, false]);
  await base.sql(`DELETE FROM tipo_cambio WHERE organizacion_id = 1 AND fecha = '${hoy}'`);
  assert.equal((await de(m.t1)).USD.tipoCambio, 17.1);
  // Another configuration: euros by default and without a rate, dollars no longer in use.
  await base.sql(`UPDATE organizacion_moneda SET predeterminada = false, activo = moneda_id = 1 WHERE organizacion_id = 1;
    UPDATE organizacion_moneda SET predeterminada = true, activo = true WHERE organizacion_id = 1 AND moneda_id = 3`);
  uno = await de(m.t1);
  assert.deepEqual(claves(uno), ['EUR', 'MXN']);
  assert.deepEqual([uno.EUR.predeterminada, uno.EUR.tipoCambio, uno.EUR.fechaTipoCambio, uno.MXN.predeterminada, uno.MXN.tipoCambio], [true, 0, '', false, 1]);
  assert.deepEqual(claves(await de(m.t2)), ['EUR', 'MXN', 'USD'], 'la otra organización tiene las suyas');
});

test('OP-015: conceptos de egreso directo, sus límites y sus tres filtros', async () => {
  // EG-TRASPASO is of POST /api/Bancos/Traspaso alone.
  const base15 = "organizacion_id = 1 AND activo AND tipo IN ('Egreso', 'Gasto') AND objetos @> '{10}' AND clave <> 'EG-TRASPASO'";
  await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, objetos, activo) VALUES
    (1, 'T-INACTIVO', 'Egreso inactivo', 'Egreso', '{10}', false), (1, 'T-SIN', 'Egreso sin objeto 10', 'Egreso', '{11}', true), (1, 'T-COMPRA', 'Compra con objeto 10', 'Compra', '{10}', true)`);
  const todos = await data('/ConceptosEgreso');
  assert.deepEqual(todos.map(c => c.nombre), await porNombre('concepto', 'concepto_id', base15));
  assert.deepEqual(Object.keys(todos[0]), ['conceptoId', 'clave', 'nombre', 'tipo', 'cuentaContable', 'clasificadorCostoId', 'claveProductoServicio', 'claveUnidad', 'objetoImpuesto', 'tasaIva', 'exentoIva',
    'noAfecto', 'tasaIeps', 'tasaIvaRetenido', 'tasaIsrRetenido', 'cuotaIeps', 'tipoRetencion', 'acreditamiento', 'pagoIvaRetenido', 'pagoIsrRetenido', 'objetos', 'cuentas', 'contactos', 'activo']);
  sinNulos(todos);
  const c = Object.fromEntries(todos.map(x => [x.clave, x]));
  assert.ok(!('T-INACTIVO' in c) && !('T-SIN' in c) && !('T-COMPRA' in c) && 'GA-GENERAL' in c && 'EG-COMISION' in c);
  const bbva = await cuenta('BBVA-01');
  const filial = await base.uno("SELECT contacto_id FROM contacto WHERE organizacion_id = 1 AND codigo = 'C00025'");
  const otro = await base.uno("SELECT contacto_id FROM contacto WHERE organizacion_id = 1 AND codigo = 'C00001'");
  assert.deepEqual([c['EG-NOMINA'].cuentas, c['EG-NOMINA'].contactos], [[bbva], []]);
  assert.deepEqual([c['EG-ANTICIPO'].cuentas, c['EG-ANTICIPO'].contactos], [[], [filial]]);
  assert.deepEqual(c['GA-HONOR'].objetos, [10, 11, 14, 15]);
  assert.deepEqual([c['GA-HONOR'].tasaIva, c['GA-HONOR'].tasaIvaRetenido, c['GA-HONOR'].tasaIsrRetenido, c['GA-HONOR'].tipoRetencion, c['GA-HONOR'].cuentaContable], [0.16, 0.106667, 0.1, 'Honorarios', '601.84']);
  assert.deepEqual([c['GA-EXENTO'].tasaIva, c['GA-EXENTO'].exentoIva, c['GA-EXENTO'].noAfecto], [0, true, false]);
  assert.deepEqual([c['EG-COMEXT'].tasaIva, c['EG-COMEXT'].exentoIva, c['EG-COMEXT'].noAfecto], [0, false, true]);
  assert.deepEqual([c['GA-TASA0'].tasaIva, c['GA-TASA0'].exentoIva], [0, false]);
  assert.equal(c['EG-PAGOIVA'].pagoIvaRetenido, true);

  const con = async q => new Set((await data(`/ConceptosEgreso${q}`)).map(x => x.clave));
  const menos = (...fuera) => new Set(todos.map(x => x.clave).filter(k => !fuera.includes(k)));
  assert.deepEqual(await con(`?cuentaId=${bbva}`), menos());
  assert.deepEqual(await con(`?cuentaId=${await cuenta('CAJA')}`), menos('EG-NOMINA'));
  assert.deepEqual(await con(`?contactoId=${filial}`), menos());
  assert.deepEqual(await con(`?contactoId=${otro}`), menos('EG-ANTICIPO'));
  assert.deepEqual(await con(`?contactoId=${otro}&cuentaId=${await cuenta('CAJA')}`), menos('EG-ANTICIPO', 'EG-NOMINA'));
  assert.deepEqual(await con('?busqueda=COMISION'), new Set(['EG-COMISION', 'EG-COMEXT']));
  assert.deepEqual(await con('?busqueda=g-comext'), new Set(['EG-COMEXT']));
  esError(await pedir('/ConceptosEgreso?cuentaId=987654321&contactoId=987654321'), 400, 'VALIDACION', ['cuentaId NO_EXISTE', 'contactoId NO_EXISTE']);
});
