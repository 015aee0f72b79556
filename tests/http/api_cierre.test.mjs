// The annual close: results pass to the accumulated result by an entry of month 13, for each branch, project and cost center. The trial balance is
// checked before and after, in this year and the next. The close can be reversed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar, recorrer, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes, hojas } from './lib/reportes.mjs';

const C = '/api/Contabilidad';
let m, e, srv, base, r;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
});
// Years close in order, so each test has a company of its own.
const empresa = async () => {
  e = await Empresa.crear(m, { nombre: 'Cierra', rfc: 'EKU9003173C9' });
  r = new Reportes({ base, srv, id: e.id, token: e.token });
  e.c = await e.cliente('C');
  await base.gestor(['importar', 'sucursales', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,codigoPostal,zonaHoraria,tasaFrontera,sufijoSerie\nNORTE,Norte,64000,America/Monterrey,no,N\n' });
  e.norte = await e.uno('sucursal', 'sucursal_id', "clave = 'NORTE'");
  e.obra = (await e.hecho('/api/Proyecto', { clave: 'OBRA', nombre: 'Obra' })).proyectoId;
};
after(() => m?.cerrar());

const vender = (fecha, precioUnitario, mas = {}) => e.hecho('/api/FacturaVenta', { clienteId: e.c, fecha: `${fecha}T12:00:00`, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario }], ...mas });
const gastar = (fecha, importe, mas = {}, conceptoId = e.gasto) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, fecha: `${fecha}T12:00:00`, partidas: [{ conceptoId, importeAbono: importe }], ...mas });
const mes = (anio, n, cual, cuerpo = {}) => e.pedir(`${C}/Periodos/${anio}/${n}/${cual}`, cuerpo);
const ejercicio = (anio, cual, cuerpo = {}) => e.pedir(`${C}/Ejercicios/${anio}/${cual}`, cuerpo);
const hecho = async p => {
  const x = await p;
  assert.equal(x.estado, 200, x.texto);
  return x.json.data;
};
const cerrarMeses = async anio => {
  for (let n = 1; n <= 12; ++n) await hecho(mes(anio, n, 'Cerrar'));
};
const poliza = async id => base.columna(`SELECT (CASE WHEN v.debe > 0 THEN 'D ' ELSE 'A ' END) || coalesce(nullif(c.clave, ''), c.codigo) || ' ' || v.debe + v.haber || coalesce(' ' || s.clave, '') || coalesce(' ' || y.clave, '')
  FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) LEFT JOIN sucursal s ON s.organizacion_id = v.organizacion_id AND s.sucursal_id = v.sucursal_id
  LEFT JOIN proyecto y ON y.organizacion_id = v.organizacion_id AND y.proyecto_id = v.proyecto_id WHERE v.organizacion_id = ${e.id} AND v.poliza_id = ${id} ORDER BY v.numero`);
// saldos: final balance of each detail account of a trial balance, without the accounts at zero.
const saldos = async (anio, hasta, mas = {}) => Object.fromEntries(hojas((await r.contable('BalanzaComprobacion', { ejercicio: anio, mesInicial: 1, mesFinal: hasta, ...mas })).cuentas)
  .filter(c => c.esDetalle && c.saldoFinal !== 0).map(c => [c.cuenta, c.saldoFinal]));
const deResultado = s => Object.fromEntries(Object.entries(s).filter(([c]) => /^[3-7]/.test(c)));
// resumir: adds up the ledger by month (schema/0041).
const resumir = async () => {
  for (let i = 0; i < 4; ++i) await base.sql('SELECT polizas_resumir(1000000)');
};

test('un ejercicio con utilidad: antes, después, y el siguiente', async () => {
  await empresa();
  await vender('2025-02-10', 1000);
  await vender('2025-08-10', 500, { proyectoId: e.obra });
  await vender('2025-12-31', 300, { sucursalId: e.norte });
  await gastar('2025-03-01', 464);
  await gastar('2025-06-01', 696, { divisionId: e.obra });
  await vender('2026-01-02', 70);
  assert.deepEqual(deResultado(await saldos(2025, 12)), { '401.01': 1800, '601.84': 1000 });
  assert.deepEqual(deResultado(await saldos(2026, 1)), { '305.01': 800, '401.01': 70 }, 'lo que nadie ha cerrado está en su lugar');
  esError(await ejercicio(2025, 'Cerrar'), 400, 'ESTADO_INVALIDO');
  await cerrarMeses(2025);
  for (const n of [12, 11]) await hecho(mes(2025, n, 'Reabrir', { motivo: 'x' }));
  const faltan = await ejercicio(2025, 'Cerrar');
  esError(faltan, 400, 'ESTADO_INVALIDO');
  assert.match(faltan.json.detail, /los meses 11, 12$/);
  for (const n of [11, 12]) await hecho(mes(2025, n, 'Cerrar'));

  const antes = await saldos(2025, 12);
  const cierre = await hecho(ejercicio(2025, 'Cerrar', { motivo: 'Dictaminado' }));
  assert.deepEqual({ ...cierre, polizaId: 0, polizaTraspasoId: 0 }, { ejercicio: 2025, estado: 'Cerrado', resultado: 800, polizaId: 0, polizaTraspasoId: 0, fechaTraspaso: '2026-01-01' });
  assert.deepEqual(await poliza(cierre.polizaId), [
    'D VENTAS_16 1000.00 MATRIZ', 'A GASTO 400.00 MATRIZ', 'A UTILIDAD_EJERCICIO 600.00 MATRIZ',
    'D VENTAS_16 500.00 MATRIZ OBRA', 'A GASTO 600.00 MATRIZ OBRA', 'D UTILIDAD_EJERCICIO 100.00 MATRIZ OBRA',
    'D VENTAS_16 300.00 NORTE', 'A UTILIDAD_EJERCICIO 300.00 NORTE']);
  assert.deepEqual(await poliza(cierre.polizaTraspasoId), [
    'D UTILIDAD_EJERCICIO 600.00 MATRIZ', 'A UTILIDAD_ACUMULADA 600.00 MATRIZ', 'A UTILIDAD_EJERCICIO 100.00 MATRIZ OBRA', 'D UTILIDAD_ACUMULADA 100.00 MATRIZ OBRA',
    'D UTILIDAD_EJERCICIO 300.00 NORTE', 'A UTILIDAD_ACUMULADA 300.00 NORTE']);
  assert.deepEqual(await base.sql(`SELECT tipo, fecha, ejercicio, mes, numero, origen, concepto FROM poliza WHERE organizacion_id = ${e.id} AND poliza_id = ${cierre.polizaId}`),
    [{ tipo: 'Diario', fecha: '2025-12-31', ejercicio: 2025, mes: 13, numero: 1, origen: 'Cierre', concepto: 'Cierre del ejercicio 2025' }]);

  for (const resumido of [false, true]) {
    if (resumido) await resumir();
    assert.deepEqual(await saldos(2025, 12), antes, 'sin el cierre, el año es el que era');
    assert.deepEqual(deResultado(await saldos(2025, 12, { incluirCierre: true })), { '305.01': 800 });
    assert.deepEqual(await saldos(2025, 11, { incluirCierre: true }), await saldos(2025, 11), 'el cierre es de diciembre');
    assert.deepEqual(deResultado(await saldos(2026, 1)), { '304.01': 800, '401.01': 70 }, 'ya no falta cerrar nada');
    // Balances filtered by branch or by project are closed, too.
    for (const [filtro, resultado] of [[{ sucursalId: e.matriz }, 500], [{ sucursalId: e.norte }, 300], [{ proyectoId: e.obra }, -100]]) {
      assert.deepEqual(deResultado(await saldos(2025, 12, { ...filtro, incluirCierre: true })), { '305.01': resultado }, JSON.stringify(filtro));
      assert.equal((await saldos(2026, 1, filtro))['304.01'], resultado);
      assert.equal((await saldos(2026, 1, filtro))['305.01'], undefined);
    }
    const enero = hojas((await r.contable('BalanzaComprobacion', { ejercicio: 2026, mesInicial: 1, mesFinal: 1 })).cuentas);
    assert.deepEqual(enero.filter(c => /^[4-7]/.test(c.cuenta)).map(c => [c.cuenta, c.saldoInicial]), [['401', 0], ['401.01', 0]]);
    for (const [hasta, incluirCierre] of [[12, false], [12, true], [6, false]]) await r.balanza(2025, 1, hasta, { incluirCierre });
    await r.balanza(2025, 12, 12, { incluirCierre: true });
    await r.balanza(2026, 1, 12);
  }
  // The trial balance until 30 December does not have the close; that until 31 December does.
  assert.deepEqual(deResultado(await saldos(2025, 12, { incluirCierre: true, alDia: '2025-12-30' })), { '401.01': 1500, '601.84': 1000 });
  assert.deepEqual(deResultado(await saldos(2025, 12, { incluirCierre: true, alDia: '2025-12-31' })), { '305.01': 800 });
  await r.comoHledger([[2025, 11], [2025, 12], [2026, 1]]);
  assert.deepEqual(await auditar(base), []);
  const [trece] = (await srv.get(`${C}/Periodos?ejercicio=2025`, { token: e.token })).json.data.slice(-1);
  assert.deepEqual([trece.mes, trece.estado, trece.motivo, trece.usuario], [13, 'Cerrado', 'Dictaminado', `admin${e.id}`]);
});

test('con el ejercicio cerrado nada suyo se mueve; se reabre, se corrige y se vuelve a cerrar', async () => {
  esError(await ejercicio(2025, 'Cerrar'), 400, 'ESTADO_INVALIDO');
  const negado = await mes(2025, 12, 'Reabrir', { motivo: 'Faltó una factura' });
  esError(negado, 400, 'ESTADO_INVALIDO');
  assert.match(negado.json.detail, /el ejercicio 2025 está cerrado/);
  await assert.rejects(base.gestor(['periodo', 'abrir', '2025-12', '--organizacion', String(e.id), '--motivo', 'x']), /el ejercicio 2025 está cerrado/);
  await e.falla('/api/FacturaVenta', { clienteId: e.c, fecha: '2025-05-05T12:00:00', partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1 }] }, 'PERIODO_CERRADO');

  const antes = deResultado(await saldos(2025, 12));
  const reabierto = await hecho(ejercicio(2025, 'Reabrir', { motivo: 'Ajuste de auditoría' }));
  assert.deepEqual({ ...reabierto, polizaId: 0, polizaTraspasoId: 0 }, { ejercicio: 2025, estado: 'Abierto', resultado: 800, polizaId: 0, polizaTraspasoId: 0, fechaTraspaso: '2026-01-01' });
  assert.deepEqual(await base.sql(`SELECT mes, origen, concepto, motivo, reversa_de IS NOT NULL AS reversa FROM poliza WHERE organizacion_id = ${e.id} AND poliza_id = ${reabierto.polizaId}`),
    [{ mes: 13, origen: 'Cierre', concepto: 'Reversa del cierre del ejercicio 2025', motivo: 'Ajuste de auditoría', reversa: true }]);
  assert.deepEqual(deResultado(await saldos(2025, 12, { incluirCierre: true })), antes);
  assert.deepEqual(deResultado(await saldos(2026, 1)), { '305.01': 800, '401.01': 70 });
  esError(await ejercicio(2025, 'Reabrir', { motivo: 'x' }), 400, 'ESTADO_INVALIDO');
  for (let n = 12; n >= 5; --n) await hecho(mes(2025, n, 'Reabrir', { motivo: 'Faltó una factura' }));
  await vender('2025-05-05', 40);
  esError(await ejercicio(2025, 'Cerrar'), 400, 'ESTADO_INVALIDO');
  for (let n = 5; n <= 12; ++n) await hecho(mes(2025, n, 'Cerrar'));
  assert.equal((await hecho(ejercicio(2025, 'Cerrar'))).resultado, 840);
  assert.deepEqual(deResultado(await saldos(2025, 12, { incluirCierre: true })), { '305.01': 840 });
  assert.deepEqual(deResultado(await saldos(2026, 1)), { '304.01': 840, '401.01': 70 });
  await resumir();
  await r.balanza(2025, 1, 12, { incluirCierre: true });
  await r.comoHledger([[2025, 12], [2026, 1]]);
  const trece = (await recorrer(srv, '/api/Bitacora?recurso=Periodo', { token: e.token })).filter(f => f.id === 202513 && f.accion === 'Modificar');
  assert.deepEqual(trece.map(f => f.cambios.map(c => c.despues)), [['Cerrado', ''], ['Abierto', '', 'Ajuste de auditoría'], ['Cerrado', 'Dictaminado']]);
});

test('una pérdida, un año sin resultado y uno sin movimientos', async () => {
  await empresa();
  await cerrarMeses(2022);
  const nada = { ejercicio: 2022, resultado: 0, polizaId: 0, polizaTraspasoId: 0, fechaTraspaso: '' };
  assert.deepEqual(await hecho(ejercicio(2022, 'Cerrar')), { ...nada, estado: 'Cerrado' });
  esError(await mes(2022, 12, 'Reabrir', { motivo: 'x' }), 400, 'ESTADO_INVALIDO');
  assert.deepEqual(await hecho(ejercicio(2022, 'Reabrir', { motivo: 'x' })), { ...nada, estado: 'Abierto' });
  await vender('2023-02-01', 50);
  await gastar('2023-02-01', 58);
  await cerrarMeses(2023);
  const cero = await hecho(ejercicio(2023, 'Cerrar'));
  assert.deepEqual([cero.resultado, cero.polizaTraspasoId], [0, 0]);
  assert.deepEqual(await poliza(cero.polizaId), ['D VENTAS_16 50.00 MATRIZ', 'A GASTO 50.00 MATRIZ']);
  await gastar('2024-03-01', 92.8);
  await gastar('2024-04-01', 23.2, {}, await e.concepto('EG-COMISION'));
  await cerrarMeses(2024);
  const perdida = await hecho(ejercicio(2024, 'Cerrar'));
  assert.deepEqual([perdida.resultado, perdida.fechaTraspaso], [-100, '2025-01-01']);
  assert.deepEqual(await poliza(perdida.polizaId), ['A GASTO 80.00 MATRIZ', 'A COMISION_BANCARIA 20.00 MATRIZ', 'D PERDIDA_EJERCICIO 100.00 MATRIZ']);
  assert.deepEqual(await poliza(perdida.polizaTraspasoId), ['A PERDIDA_EJERCICIO 100.00 MATRIZ', 'D PERDIDA_ACUMULADA 100.00 MATRIZ']);
  assert.deepEqual(deResultado(await saldos(2025, 12)), { '304.02': -100 });
  assert.deepEqual(await auditar(base), []);
});

test('de dos que cierran el ejercicio, uno; quien reabre un mes mientras tanto, antes o después', async () => {
  await empresa();
  for (let vez = 0; vez < 4; ++vez) {
    await vender('2021-07-01', 10);
    await cerrarMeses(2021);
    const todos = await Promise.all([ejercicio(2021, 'Cerrar'), ejercicio(2021, 'Cerrar'), mes(2021, 12, 'Reabrir', { motivo: 'x' })]);
    const [a, b, c] = todos.map(x => (x.estado === 200 ? 'hecho' : x.json.codigo));
    const cerrados = [a, b].filter(x => x === 'hecho').length;
    assert.ok(cerrados === 1 ? c === 'ESTADO_INVALIDO' : cerrados === 0 && c === 'hecho', `${[a, b, c]}`);
    assert.equal(await base.uno(`SELECT count(*) FROM poliza p WHERE organizacion_id = ${e.id} AND ejercicio = 2021 AND mes = 13 AND reversa_de IS NULL
      AND NOT EXISTS (SELECT FROM poliza x WHERE x.organizacion_id = p.organizacion_id AND x.reversa_de = p.poliza_id)`), cerrados);
    if (cerrados) await hecho(ejercicio(2021, 'Reabrir', { motivo: 'x' }));
    for (let n = 12; n >= 1; --n) await mes(2021, n, 'Reabrir', { motivo: 'x' });
  }
  await r.balanza(2021, 1, 12, { incluirCierre: true });
  assert.deepEqual(await auditar(base), []);
});

test('quién puede, y qué se pide', async t => {
  await empresa();
  const opera = await srv.entrar({ ...(await base.usuario({ usuario: 'opera', organizacion: e.id, rol: 'operador' })), ...e.llave });
  for (const cual of ['Cerrar', 'Reabrir']) esError(await e.pedir(`${C}/Ejercicios/2020/${cual}`, { motivo: 'x' }, { token: opera }), 403, 'PERMISO_DENEGADO');
  await tabla(t, srv, e.token, [
    ['un año que no lo es', 'POST', `${C}/Ejercicios/20/Cerrar`, {}, 'VALIDACION anio RANGO'],
    ['reabrir sin motivo', 'POST', `${C}/Ejercicios/2025/Reabrir`, {}, 'VALIDACION motivo REQUERIDO'],
    ['un campo de más', 'POST', `${C}/Ejercicios/2025/Cerrar`, { mes: 1 }, 'VALIDACION mes DESCONOCIDO'],
    ['una asamblea antes de que termine el año', 'POST', `${C}/Ejercicios/2019/Cerrar`, { fecha: '2019-12-31' }, 'ESTADO_INVALIDO'],
  ]);
});
