// OP-089 and the reconciliation of banks: balances of bank accounts on any day, as the ledger has them; movements marked as reconciled, by hand and
// from the statement of the bank.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { claves, dia, esError, hasta, montar, sinNulos, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, token, cliente, forma, numero = 900000;
before(async () => {
  m = await montar({ registros: 240 });
  ({ srv, base, t1: token } = m);
  cliente = await base.uno("SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1 AND activo AND tipo_contacto = 'Cliente' AND rfc NOT LIKE 'X%'");
  forma = await base.uno("SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = 1 AND nombre = 'Transferencia'");
});
after(() => m?.cerrar());

const SALDOS = '/api/Bancos/SaldoCuentas', CONCILIAR = '/api/Bancos/Conciliar';
const siempre = 'fechaInicial=2000-01-01&fechaFinal=2099-12-31';
const leer = async (q, t = token) => {
  const r = await srv.get(`${SALDOS}?${q}`, { token: t });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const una = async (cuentaId, q = siempre) => (await leer(`cuentaId=${cuentaId}&${q}`)).registros[0];
const conciliar = async cuerpo => {
  const r = await srv.pedir('POST', CONCILIAR, { token, cuerpo });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
// cuentaNueva: a bank account of the test, without movements.
const cuentaNueva = (clave, { moneda = 1, inicial = 0 } = {}) => base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, moneda_id, saldo_inicial, cuenta_contable_id)
  SELECT 1, '${clave}', 'Cuenta ${clave}', 'Caja', ${moneda}, ${inicial}, min(cuenta_contable_id) FROM cuenta_contable WHERE organizacion_id = 1 AND codigo = '101.01' RETURNING cuenta_id`).then(Number);
// mover: inserts a money document as the engine stores one.
const mover = (cuenta, obj, total, fecha, { estado = 'Pendiente', cancelacion, referencia = '' } = {}) => base.sql(`
  WITH t AS (INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, subtotal, total, fecha_creacion, fecha_cancelacion)
             SELECT 1, min(sucursal_id), ${++numero}, '${fecha}', ${obj}, 'ZZ', 'x', '${cancelacion ? 'Cancelado' : estado}', ${total}, ${total}, '${fecha}', ${cancelacion ? `'${cancelacion}'` : 'NULL'}
             FROM sucursal WHERE organizacion_id = 1 RETURNING transaccion_id)
  INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, cuenta, forma, referencia)
  SELECT 1, transaccion_id, ${cuenta}, ${forma}, 'x', 'x', '${referencia}' FROM t RETURNING transaccion_id`).then(Number);
const depositar = async (cuentaId, importe, mas = {}) => {
  const r = await srv.pedir('POST', '/api/Bancos/DepositoAgregar', { token, cuerpo: { cuentaId, formaPagoId: forma, contactoId: cliente, importe, ...mas } });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const cancelar = id => srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${id}?motivo=prueba`, { token });
const folio = id => base.uno(`SELECT folio FROM transaccion WHERE transaccion_id = ${id}`);
const marcados = async cuenta => (await base.columna(`SELECT transaccion_id FROM movimiento_banco WHERE cuenta_id = ${cuenta} AND conciliado ORDER BY 1`)).map(Number);

test('OP-089: todas las cuentas, con sus campos, sin movimientos; lo mismo que OP-009 y que el libro', async () => {
  const data = await leer(siempre);
  assert.deepEqual(claves(data), ['fechaFinal', 'fechaInicial', 'registros']);
  assert.deepEqual(claves(data.registros[0]), ['banco', 'cuenta', 'cuentaId', 'depositos', 'egresos', 'moneda', 'movimientos', 'porConciliar', 'saldoConciliado', 'saldoFinal', 'saldoInicial']);
  sinNulos(data);
  const cuentas = (await srv.get('/api/Bancos/Cuentas', { token })).json.data;
  assert.deepEqual(data.registros.map(r => [r.cuentaId, r.cuenta, r.banco, r.moneda, r.saldoFinal]), cuentas.map(c => [c.cuentaId, c.nombre, c.banco, c.moneda, c.saldo]));
  for (const r of data.registros) {
    assert.deepEqual(r.movimientos, []);
    assert.equal(r.saldoFinal.toFixed(2), (r.saldoInicial + r.depositos - r.egresos).toFixed(2));
    assert.equal(r.porConciliar.toFixed(2), (r.saldoFinal - r.saldoConciliado).toFixed(2));
  }
  assert.ok(data.registros.some(r => r.porConciliar !== 0 && r.saldoConciliado > r.saldoInicial), 'control: hay conciliado y por conciliar');
});

test('OP-089: entradas y salidas de cada rango son los cargos y abonos del libro, con lo cancelado en su día', async () => {
  // Deposits of the demo and new ones, cancelled today.
  const pesos = await base.sql("SELECT cuenta_id, cuenta_contable_id FROM cuenta_bancaria WHERE organizacion_id = 1 AND moneda_id = 1 AND clave IN ('BBVA-01', 'CAJA')");
  for (const c of pesos) {
    const viejo = await base.uno(`SELECT min(t.transaccion_id) FROM transaccion t JOIN movimiento_banco v USING (organizacion_id, transaccion_id)
      WHERE organizacion_id = 1 AND v.cuenta_id = ${c.cuenta_id} AND t.obj_id = 8 AND t.estado <> 'Cancelado' AND NOT v.conciliado AND t.estatus_timbrado <> 'Timbrado' AND t.fecha < '${dia(-5)}'`);
    if (viejo) assert.equal((await cancelar(viejo)).estado, 200);
    assert.equal((await cancelar((await depositar(c.cuenta_id, 77.77)).transaccionId)).estado, 200);
    await depositar(c.cuenta_id, 33.01);
  }
  const rangos = [['2000-01-01', '2099-12-31'], [dia(), dia()], [dia(-40), dia(-10)], [dia(-5), dia()]];
  const contables = [...new Set(pesos.map(c => c.cuenta_contable_id))];
  let vistos = 0;
  for (const [de, a] of rangos) {
    const { registros } = await leer(`fechaInicial=${de}&fechaFinal=${a}`);
    for (const contable of contables) {
      const suyas = new Set((await base.columna(`SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id = 1 AND cuenta_contable_id = ${contable} AND moneda_id = 1`)).map(Number));
      // A bank account in pesos is compared with the documents in pesos of its ledger account, since dollar accounts may share that ledger account.
      const [libro] = await base.sql(`SELECT coalesce(sum(v.debe), 0) AS debe, coalesce(sum(v.haber), 0) AS haber FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
        JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE p.organizacion_id = 1 AND v.cuenta_contable_id = ${contable} AND t.moneda_id = 1 AND t.obj_id IN (8, 9, 10, 29) AND p.fecha BETWEEN '${de}' AND '${a}'`);
      const suma = campo => registros.filter(r => suyas.has(r.cuentaId)).reduce((s, r) => s + Math.round(r[campo] * 100), 0);
      assert.deepEqual([suma('depositos'), suma('egresos')], [Math.round(libro.debe * 100), Math.round(libro.haber * 100)], `${contable} ${de} ${a}`);
      vistos += libro.haber > 0;
    }
  }
  assert.ok(vistos > 0, 'control: hubo cancelaciones');
});

test('OP-089: los movimientos de una cuenta con su saldo corrido; entran 8 y 9, salen 10 y 29, 28 nunca', async () => {
  const cuenta = await cuentaNueva('MOVS', { inicial: 1000 });
  const ids = {};
  for (const [nombre, obj, total, fecha, mas] of [['antes', 8, 10, '2026-01-31T23:59:59'], ['deposito', 8, 100, '2026-02-01', { referencia: 'TR 1' }], ['anticipo', 9, 50, '2026-02-02T10:00:00'], ['egreso', 10, 30, '2026-02-02T10:00:00'],
    ['anticipoProveedor', 29, 5, '2026-02-28T23:59:59'], ['especie', 28, 7000, '2026-02-10'], ['cancelado', 8, 20, '2026-02-03', { cancelacion: '2026-02-05' }], ['canceladoDespues', 10, 3, '2026-02-04', { cancelacion: '2026-03-02' }],
    ['canceladoAntes', 8, 400, '2026-01-05', { cancelacion: '2026-02-06' }], ['despues', 8, 1, '2026-03-01']])
    ids[nombre] = await mover(cuenta, obj, total, fecha, mas);
  const febrero = 'fechaInicial=2026-02-01&fechaFinal=2026-02-28';
  const r = await una(cuenta, febrero);
  assert.deepEqual(claves(r.movimientos[0]), ['conciliado', 'contacto', 'deposito', 'egreso', 'fecha', 'folio', 'referencia', 'saldo', 'tipoDocumento', 'transaccionId']);
  assert.deepEqual(r.movimientos.map(x => [x.transaccionId, x.fecha, x.deposito, x.egreso, x.saldo]), [
    [ids.deposito, '2026-02-01T00:00:00', 100, 0, 1510], [ids.anticipo, '2026-02-02T10:00:00', 50, 0, 1560], [ids.egreso, '2026-02-02T10:00:00', 0, 30, 1530],
    [ids.cancelado, '2026-02-03T00:00:00', 20, 0, 1550], [ids.canceladoDespues, '2026-02-04T00:00:00', 0, 3, 1547], [ids.cancelado, '2026-02-05T00:00:00', 0, 20, 1527],
    [ids.canceladoAntes, '2026-02-06T00:00:00', 0, 400, 1127], [ids.anticipoProveedor, '2026-02-28T23:59:59', 0, 5, 1122]]);
  assert.deepEqual([r.saldoInicial, r.depositos, r.egresos, r.saldoFinal, r.saldoConciliado, r.porConciliar], [1410, 170, 458, 1122, 1000, 122]);
  assert.equal(r.movimientos[0].referencia, 'TR 1');
  assert.equal((await una(cuenta)).saldoFinal, 1000 + 10 + 100 + 50 - 30 - 5 + 1, 'hoy, lo que está vigente');
  // January ends with the opening balance of February, and March begins with its closing balance.
  assert.equal((await una(cuenta, 'fechaInicial=2026-01-01&fechaFinal=2026-01-31')).saldoFinal, 1410);
  assert.equal((await una(cuenta, 'fechaInicial=2026-03-01&fechaFinal=2026-03-31')).saldoInicial, 1122);
  await conciliar({ cuentaId: cuenta, fechaCorte: '2026-02-28', saldoEstado: 0, marcar: [ids.antes, ids.deposito, ids.egreso] });
  const s = await una(cuenta, `${febrero}&soloConciliados=true`);
  assert.deepEqual(s.movimientos.map(x => [x.transaccionId, x.saldo, x.conciliado]), [[ids.deposito, 1110, true], [ids.egreso, 1080, true]]);
  assert.deepEqual([s.saldoInicial, s.depositos, s.egresos, s.saldoFinal, s.saldoConciliado, s.porConciliar], [1010, 100, 30, 1080, 1080, 42]);
  assert.equal((await una(cuenta, febrero)).movimientos.length, 8);
});

test('OP-089: lo que se pide mal, y lo de otra organización', async t => {
  const [ajena] = await base.columna('SELECT min(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 2');
  for (const [q, errores] of [['', ['fechaInicial REQUERIDO', 'fechaFinal REQUERIDO']], ['fechaInicial=2026-02-02&fechaFinal=2026-02-01', ['fechaFinal RANGO_FECHAS']], [`${siempre}&cuentaId=987654321`, ['cuentaId NO_EXISTE']],
    [`${siempre}&cuentaId=${ajena}`, ['cuentaId NO_EXISTE']], [`${siempre}&cuentaId=x`, ['cuentaId TIPO']], [`${siempre}&soloConciliados=quiza`, ['soloConciliados TIPO']]])
    await t.test(q || 'sin fechas', async () => esError(await srv.get(`${SALDOS}?${q}`, { token }), 400, 'VALIDACION', errores));
  const suyas = (await leer(siempre, m.t2)).registros.map(r => r.cuentaId);
  assert.ok(suyas.length > 0 && suyas.includes(Number(ajena)));
});

test('conciliar: marca y desmarca, y dice la diferencia con el estado y lo que falta', async () => {
  const cuenta = await cuentaNueva('CONC', { inicial: 500 });
  const a = await mover(cuenta, 8, 100, '2026-02-01', { referencia: 'TR-7' }), b = await mover(cuenta, 10, 40, '2026-02-03'), c = await mover(cuenta, 8, 7, '2026-02-28T20:00:00');
  const tarde = await mover(cuenta, 8, 1, '2026-03-01'), luego = await mover(cuenta, 8, 9, '2026-02-10', { cancelacion: '2026-03-05' });
  await mover(cuenta, 8, 11, '2026-02-11', { cancelacion: '2026-02-12' });
  const corte = { cuentaId: cuenta, fechaCorte: '2026-02-28' };
  const r = await conciliar({ ...corte, saldoEstado: 567, marcar: [a, b] });
  assert.deepEqual(claves(r), ['cuenta', 'cuentaId', 'desmarcados', 'diferencia', 'fechaCorte', 'marcados', 'moneda', 'pendientes', 'porConciliar', 'saldoConciliado', 'saldoEstado', 'saldoFinal', 'totalPendientes']);
  assert.deepEqual([r.cuentaId, r.cuenta, r.moneda, r.fechaCorte, r.marcados, r.desmarcados], [cuenta, 'Cuenta CONC', 'MXN', '2026-02-28', 2, 0]);
  assert.deepEqual([r.saldoEstado, r.saldoConciliado, r.diferencia, r.saldoFinal, r.porConciliar, r.totalPendientes], [567, 560, 7, 576, 16, 2]);
  assert.deepEqual(r.pendientes.map(p => [p.transaccionId, p.deposito, p.egreso]), [[luego, 9, 0], [c, 7, 0]], 'lo que estaba vigente al corte, y suma lo que falta');
  assert.deepEqual(claves(r.pendientes[0]), ['contacto', 'deposito', 'egreso', 'fecha', 'folio', 'referencia', 'tipoDocumento', 'transaccionId']);
  assert.deepEqual(await marcados(cuenta), [a, b]);
  const otra = await conciliar({ ...corte, saldoEstado: -33, marcar: [a, c], desmarcar: [b] });
  assert.deepEqual([otra.marcados, otra.desmarcados, otra.saldoConciliado, otra.diferencia], [1, 1, 607, -640], 'lo ya marcado se queda como está; un saldo puede ser negativo');
  assert.deepEqual(otra.pendientes.map(p => p.transaccionId), [b, luego]);
  // An empty call changes nothing, and answers the same balances.
  const visto = await conciliar({ ...corte, saldoEstado: 607 });
  assert.deepEqual([visto.marcados, visto.desmarcados, visto.diferencia], [0, 0, 0]);
  assert.equal((await conciliar({ ...corte, fechaCorte: '2026-03-01', saldoEstado: 608, marcar: [tarde] })).diferencia, 0);
  assert.equal((await conciliar({ ...corte, saldoEstado: 607 })).diferencia, 0, 'el estado anterior sigue como estaba');
  // The audit trail names the operation that took the mark away.
  const [f] = await base.sql(`SELECT accion, cambios FROM bitacora WHERE organizacion_id = 1 AND registro_id = ${b} AND operacion = 'POST ${CONCILIAR}' ORDER BY fecha DESC LIMIT 1`);
  assert.deepEqual(f, { accion: 'Modificar', cambios: [{ campo: 'conciliado', antes: true, despues: false }] });
  const simulado = await srv.pedir('POST', `/simular${CONCILIAR}`, { token, cuerpo: { ...corte, saldoEstado: 567, marcar: [b] } });
  assert.equal(simulado.json.data.marcados, 1, simulado.texto);
  assert.deepEqual(await marcados(cuenta), [a, c, tarde], 'simulado, nada queda');
});

test('conciliar: cada renglón que no se puede se dice, y nada cambia', async t => {
  const cuenta = await cuentaNueva('MAL'), otra = await cuentaNueva('MAL-2');
  const bien = await mover(cuenta, 8, 1, '2026-02-01'), deOtra = await mover(otra, 8, 1, '2026-02-01'), cancelado = await mover(cuenta, 8, 1, '2026-02-01', { cancelacion: '2026-02-02' }), tarde = await mover(cuenta, 8, 1, '2026-03-01');
  const especie = await mover(cuenta, 28, 1, '2026-02-01', { estado: 'Aplicado' });
  const [venta, ajeno, ajena] = [await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1'), await base.uno('SELECT min(transaccion_id) FROM movimiento_banco WHERE organizacion_id = 2'),
    await base.uno('SELECT min(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 2')].map(Number);
  const cuerpo = { cuentaId: cuenta, fechaCorte: '2026-02-28', saldoEstado: 1 };
  await tabla(t, srv, token, [
    ['todos a la vez', 'POST', CONCILIAR, { ...cuerpo, marcar: [bien, deOtra, cancelado, tarde, 987654321], desmarcar: [venta, ajeno, especie] },
      'VALIDACION marcar[1] RANGO, marcar[2] RANGO, marcar[3] RANGO, marcar[4] NO_EXISTE, desmarcar[0] NO_EXISTE, desmarcar[1] NO_EXISTE, desmarcar[2] NO_EXISTE'],
    ['repetido', 'POST', CONCILIAR, { ...cuerpo, marcar: [bien, bien], desmarcar: [bien] }, 'VALIDACION marcar[1] DUPLICADO, desmarcar[0] DUPLICADO'],
    ['la cuenta', 'POST', CONCILIAR, { ...cuerpo, cuentaId: 987654321 }, 'VALIDACION cuentaId NO_EXISTE'],
    ['la de otra organización', 'POST', CONCILIAR, { ...cuerpo, cuentaId: ajena }, 'VALIDACION cuentaId NO_EXISTE'],
    ['sin nada', 'POST', CONCILIAR, {}, 'VALIDACION cuentaId REQUERIDO, fechaCorte REQUERIDO, saldoEstado REQUERIDO'],
    ['fracciones de centavo', 'POST', CONCILIAR, { ...cuerpo, saldoEstado: 1.005 }, 'VALIDACION saldoEstado RANGO'],
  ]);
  assert.deepEqual([...await marcados(cuenta), ...await marcados(otra)], []);
  const lector = { ...await base.usuario({ usuario: 'sololee', rol: 'lector' }), apiKey: m.uno.apiKey };
  esError(await srv.pedir('POST', CONCILIAR, { token: await srv.entrar(lector), cuerpo: { ...cuerpo, marcar: [bien] } }), 403, 'PERMISO_DENEGADO');
});

// con: holds the lock of a document while other calls wait for it. The calls decide by the state that the holder commits.
const con = async (sentencias, mientras) => {
  const p = spawn('psql', ['-X', '-q', base.admin], { stdio: ['pipe', 'pipe', 'inherit'] });
  p.stdin.write(`BEGIN; SET search_path TO gestor, public; ${sentencias}; SELECT 1;\n`);
  await new Promise(ok => p.stdout.once('data', ok));
  try {
    const respuesta = mientras();
    await hasta(async () => await base.uno("SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") > 0, 'alguien espera');
    p.stdin.write('COMMIT;\n');
    return await respuesta;
  } finally {
    p.stdin.end();
  }
};

test('lo que otro concilia mientras se cancela no se cancela, y lo que otro cancela mientras se concilia no se concilia', async () => {
  const cuenta = await cuentaNueva('DUELO');
  const uno = await depositar(cuenta, 50), dos = await depositar(cuenta, 60);
  const bloquea = id => `SELECT FROM transaccion WHERE transaccion_id = ${id} FOR UPDATE`;
  const c = await con(`${bloquea(uno.transaccionId)}; UPDATE movimiento_banco SET conciliado = true WHERE transaccion_id = ${uno.transaccionId}`, () => cancelar(uno.transaccionId));
  esError(c, 400, 'ESTADO_INVALIDO');
  assert.match(c.json.detail, /conciliado/);
  const d = await con(`${bloquea(dos.transaccionId)}; UPDATE transaccion SET estado = 'Cancelado', fecha_cancelacion = fecha, saldo = 0, pendiente = NULL, pendiente_mxn = NULL, tramo = NULL WHERE transaccion_id = ${dos.transaccionId}`,
    () => srv.pedir('POST', CONCILIAR, { token, cuerpo: { cuentaId: cuenta, fechaCorte: dia(1), saldoEstado: 0, marcar: [dos.transaccionId] } }));
  esError(d, 400, 'VALIDACION', ['marcar[0] RANGO']);
  assert.deepEqual(await marcados(cuenta), [uno.transaccionId]);
});

test('muchos marcan y desmarcan lo mismo a la vez: nadie falla, y queda lo que el último dijo', async () => {
  const cuenta = await cuentaNueva('MUCHOS');
  const ids = [];
  for (let i = 0; i < 12; ++i) ids.push(await mover(cuenta, i % 3 ? 8 : 10, 1 + i, '2026-02-01'));
  const azarosos = [...ids].reverse();
  const cuerpo = { cuentaId: cuenta, fechaCorte: '2026-02-28', saldoEstado: 0 };
  const rs = await Promise.all(Array.from({ length: 16 }, (_, i) => srv.pedir('POST', CONCILIAR, { token, cuerpo: { ...cuerpo, [i % 2 ? 'marcar' : 'desmarcar']: i % 4 > 1 ? ids : azarosos } })));
  for (const r of rs) assert.equal(r.estado, 200, r.texto);
  const suma = c => rs.reduce((s, r) => s + r.json.data[c], 0);
  assert.equal(suma('marcados') - suma('desmarcados'), (await marcados(cuenta)).length, 'cada cambio se contó una vez');
  assert.equal((await conciliar({ ...cuerpo, marcar: ids })).totalPendientes, 0);
  assert.deepEqual(await marcados(cuenta), ids);
});

// ---- the statement of the bank ----
const importar = (cuenta, filas, ...mas) => base.gestor(['importar', 'estado-cuenta', '-', '--organizacion', '1', ...(cuenta ? ['--cuenta', cuenta] : []), ...mas],
  { entrada: ['fecha,referencia,descripcion,deposito,retiro,saldo', ...filas].join('\n') + '\n', falla: true });
const dictamen = async (cuenta, filas, ...mas) => {
  const r = await importar(cuenta, filas, ...mas);
  assert.equal(r.codigo, 0, r.errores);
  return r.salida.trimEnd().split('\n').filter(l => !/^ *\d+ %/.test(l));
};

test('importar estado-cuenta: lo que cada línea es; primero se simula, y repetirlo no cambia nada', async () => {
  const cuenta = await cuentaNueva('EDO', { inicial: 100 });
  const a = await mover(cuenta, 8, 10, '2026-02-02', { referencia: 'TR 55' }), b = await mover(cuenta, 8, 10, '2026-02-05'), c = await mover(cuenta, 10, 30, '2026-02-05'), d = await mover(cuenta, 8, 4, '2026-02-20');
  await mover(cuenta, 8, 8, '2026-02-01');  // too many days away from its line
  await mover(cuenta, 8, 6, '2026-02-06', { cancelacion: '2026-02-07' });
  const f = Object.fromEntries(await Promise.all(Object.entries({ a, b, c, d }).map(async ([k, v]) => [k, await folio(v)])));
  const filas = ['2026-02-04,,VENTANILLA,10.00,,110.00', '2026-02-05,tr  55,SPEI,10,,120.00', '2026-02-06,,CHEQUE,,30,90.00', '2026-02-06,,OTRO,6,,96.00', '2026-02-06,,OTRO,8,,104.00'];
  const esperado = [`línea 2: depósito 10.00 del 2026-02-04: ${f.b} (a 1 día)`, `línea 3: depósito 10.00 del 2026-02-05: ${f.a} (misma referencia, a 3 días)`, `línea 4: retiro 30.00 del 2026-02-06: ${f.c} (a 1 día)`,
    'línea 5: depósito 6.00 del 2026-02-06: sin movimiento', 'línea 6: depósito 8.00 del 2026-02-06: sin movimiento', '2 sin movimiento en la cuenta',
    'saldo del estado de cuenta 104.00, conciliado 90.00, diferencia 14.00', 'estado-cuenta: 3 agregados, 0 actualizados, 0 sin cambio'];
  assert.deepEqual(await dictamen('EDO', filas, '--simular'), [...esperado, 'fue una simulación: no se guardó nada']);
  assert.deepEqual(await marcados(cuenta), []);
  assert.deepEqual(await dictamen('EDO', filas), esperado);
  assert.deepEqual(await marcados(cuenta), [a, b, c]);
  // The statement imported again keeps its movements, though a movement with the same amount came meanwhile.
  await mover(cuenta, 8, 10, '2026-02-04');
  const otraVez = await dictamen('EDO', filas);
  assert.deepEqual(otraVez.slice(0, 3), [`línea 2: depósito 10.00 del 2026-02-04: ${f.b}, ya conciliado`, `línea 3: depósito 10.00 del 2026-02-05: ${f.a}, ya conciliado`, `línea 4: retiro 30.00 del 2026-02-06: ${f.c}, ya conciliado`]);
  assert.equal(otraVez.at(-1), 'estado-cuenta: 0 agregados, 0 actualizados, 3 sin cambio');
  assert.deepEqual(await marcados(cuenta), [a, b, c]);
  // A movement marked by hand is taken by its line. A line whose movement was unmarked takes it again. The newest line may come first.
  await conciliar({ cuentaId: cuenta, fechaCorte: '2026-02-28', saldoEstado: 0, marcar: [d], desmarcar: [a] });
  assert.deepEqual(await dictamen('EDO', ['2026-02-21,,,4,,94.00', '2026-02-05,tr  55,SPEI,10,,90.00']), [`línea 2: depósito 4.00 del 2026-02-21: ${f.d}, ya conciliado`,
    `línea 3: depósito 10.00 del 2026-02-05: ${f.a} (misma referencia, a 3 días)`, 'saldo del estado de cuenta 94.00, conciliado 94.00, diferencia 0.00', 'estado-cuenta: 1 agregados, 0 actualizados, 1 sin cambio']);
  const [t] = await base.sql(`SELECT operacion, cambios FROM bitacora WHERE organizacion_id = 1 AND registro_id = ${c} AND cambios::text LIKE '%conciliado%'`);
  assert.equal(t.operacion, 'gestor importar');
});

test('importar estado-cuenta: dos líneas iguales son dos movimientos; ninguno dos veces', async () => {
  const cuenta = await cuentaNueva('EDO-2');
  const ids = [await mover(cuenta, 8, 9, '2026-02-05'), await mover(cuenta, 8, 9, '2026-02-05')];
  const linea = '2026-02-05,,,9,,';
  assert.equal((await dictamen('EDO-2', [linea])).at(-1), 'estado-cuenta: 1 agregados, 0 actualizados, 0 sin cambio');
  assert.equal((await dictamen('EDO-2', [linea, linea, linea])).at(-1), 'estado-cuenta: 1 agregados, 0 actualizados, 1 sin cambio');
  assert.deepEqual(await marcados(cuenta), ids);
});

test('importar estado-cuenta: lo que el archivo o la orden tienen mal', async t => {
  await cuentaNueva('EDO-3');
  for (const [que, cuenta, filas, mensaje, ...mas] of [
    ['depósito y retiro', 'EDO-3', ['2026-02-05,,,9,1,', '2026-02-05,,,,,'], /línea 2, columna deposito: cada fila lleva deposito o retiro, y sólo uno\n {2}línea 3, columna deposito/],
    ['fecha e importe', 'EDO-3', ['2026-02-31,,,9,,', '2026-02-05,,,-9,,', ',,,1,,'], /línea 2, columna fecha: .*\n {2}línea 3, columna deposito: debe ser mayor o igual que 0\n {2}línea 4, columna fecha/],
    ['la cuenta no existe', 'NADA', ['2026-02-05,,,9,,'], /--cuenta: no existe la cuenta NADA/],
    ['sin cuenta', '', ['2026-02-05,,,9,,'], /--cuenta/],
    ['con fecha de corte', 'EDO-3', ['2026-02-05,,,9,,'], /--fecha: estado-cuenta no la lleva/, '--fecha', '2026-01-01'],
  ])
    await t.test(que, async () => {
      const r = await importar(cuenta, filas, ...mas);
      assert.equal(r.codigo, 1, r.salida);
      assert.match(r.errores, mensaje);
    });
  const r = await base.gestor(['importar', 'canales', '-', '--organizacion', '1', '--cuenta', 'EDO-3'], { entrada: 'clave,nombre\nA,A\n', falla: true });
  assert.match(r.errores, /--cuenta: canales no la lleva; es de estado-cuenta/);
});

test('la diferencia de dos saldos cabe en lo que se publica de ella', async () => {
  const { properties } = (await srv.get('/openapi.json')).json.components.schemas.ConciliacionViewModel;
  const cuentaId = await cuentaNueva('LARGA', { inicial: 999_999_999_999 });
  const { diferencia } = await conciliar({ cuentaId, fechaCorte: dia(), saldoEstado: -999_999_999_999_999, marcar: [], desmarcar: [] });
  assert.equal(diferencia, -1_000_999_999_999_998);
  assert.ok(diferencia >= properties.diferencia.minimum, `${properties.diferencia.minimum}`);
});
