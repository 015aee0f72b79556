// OP-130 to OP-133: advances and deposits registered, applied to receivables and cancelled; the ledger of each, to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, dia, esError, montar, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, token, columnas, modelo, cliente, otro, numero = 900000;
const d = {};  // ids of the demo by name
before(async () => {
  m = await montar({ registros: 300 });
  ({ srv, base, t1: token } = m);
  columnas = await base.columna("SELECT column_name FROM information_schema.columns WHERE table_schema = 'gestor' AND table_name = 'transaccion' AND is_generated = 'NEVER'");
  modelo = await base.uno("SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND sucursal_id = 1 AND moneda = 'MXN'");
  [cliente, otro] = await base.columna("SELECT contacto_id FROM contacto WHERE organizacion_id = 1 AND activo AND tipo_contacto = 'Cliente' AND rfc NOT LIKE 'X%' ORDER BY 1 LIMIT 2");
  await base.sql(`UPDATE contacto SET limite_credito = 0 WHERE contacto_id IN (${cliente}, ${otro})`);
  const cuenta = clave => base.uno(`SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id = 1 AND clave = '${clave}'`);
  const forma = nombre => base.uno(`SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = 1 AND nombre = '${nombre}'`);
  const concepto = clave => base.uno(`SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = '${clave}'`);
  [d.banco, d.caja, d.dolares, d.transferencia, d.porDefinir, d.otros, d.exento, d.tasa0, d.noAfecto, d.gasto] = await Promise.all([cuenta('BBVA-01'),
    cuenta('CAJA'), cuenta('BBVA-USD'), forma('Transferencia'), forma('Por definir'), concepto('DP-OTROS'), concepto('DP-INTERES'), concepto('DP-TASA0'),
    concepto('DP-DEVCOMEXT'), concepto('GA-GENERAL')]);
  d.tijuana = await base.uno("SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 AND tasa_frontera");
});
after(() => m?.cerrar());

// venta: a sales document with these parts, inserted as the engine stores one.
const ceros = { base16: 0, iva16: 0, base8: 0, iva8: 0, base0: 0, exento: 0, no_afecto: 0, ieps: 0, iva_ret: 0, isr_ret: 0, ret_local: 0 };
async function venta(partes = { base16: 1000, iva16: 160 }, { obj = 1, contacto = cliente, moneda = 'MXN', tipoCambio = 1, estado = 'Pendiente' } = {}) {
  const c = { ...ceros, ...partes };
  const total = c.base16 + c.iva16 + c.base8 + c.iva8 + c.base0 + c.exento + c.no_afecto - c.iva_ret - c.isr_ret;
  const cubetas = veces => `ROW(${Object.values(c).map(x => `round(${x} * ${veces}, 2)`).join(',')})::cubetas`;
  const valores = { transaccion_id: "nextval('transaccion_transaccion_id_seq')", numero: ++numero, obj_id: obj, contacto_id: contacto, estado: `'${estado}'`, total, saldo: ['Cancelado', 'Facturado'].includes(estado) ? 0 : total,
    iva: c.iva16 + c.iva8, ieps: c.ieps, iva_retenido: c.iva_ret, isr_retenido: c.isr_ret, descuento: 0,
    subtotal: total - c.iva16 - c.iva8 - c.ieps + c.iva_ret + c.isr_ret, moneda: `'${moneda}'`, moneda_id: ['MXN', 'USD', 'EUR'].indexOf(moneda) + 1, tipo_cambio: tipoCambio, uuid: "''",
    estatus_timbrado: "'SinTimbrar'", referencia_externa: "''", fecha_timbrado: 'NULL', fecha_cancelacion: estado === 'Cancelado' ? 'fecha' : 'NULL', cubetas: cubetas(1), cubetas_mxn: cubetas(tipoCambio), tramo_numero: 1,
    ...Object.fromEntries([['pendiente', 1], ['tramo', 1], ['pendiente_mxn', tipoCambio]].map(([columna, veces]) => [columna, ['Cancelado', 'Facturado'].includes(estado) ? 'NULL' : cubetas(veces)])) };
  return Number(await base.sql(`INSERT INTO transaccion (${columnas.join(',')}) SELECT ${columnas.map(k => valores[k] ?? k).join(',')}
    FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${modelo} RETURNING transaccion_id`));
}

const enviar = (operacion, cuerpo, opciones = {}) => srv.pedir('POST', `/api/Bancos/${operacion}`, { token, cuerpo, ...opciones });
async function hecho(operacion, cuerpo) {
  const r = await enviar(operacion, cuerpo);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}
const cancelar = (id, extra = '') => srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${id}${extra}`, { token });
const deposito = (mas = {}) => ({ cuentaId: d.banco, formaPagoId: d.transferencia, contactoId: cliente, importe: 1160, ...mas });
const anticipo = (mas = {}) => ({ cuentaId: d.banco, formaPagoId: d.transferencia, clienteId: cliente, importe: 1160, ...mas });
const porConcepto = (partidas, mas = {}) => ({ cuentaId: d.banco, formaPagoId: d.transferencia, tipo: 'Concepto',
  importe: Number(partidas.reduce((s, p) => s + p[1], 0).toFixed(2)), partidas: partidas.map(([conceptoId, importe]) => ({ conceptoId, importe })), ...mas });
const pago = (transaccionId, importe, tipoCambio) => ({ transaccionId, importe, ...(tipoCambio && { tipoCambio }) });

const estado = async id => (await base.sql(`SELECT estado || ' ' || saldo AS x FROM transaccion WHERE transaccion_id = ${id}`))[0].x;
// The ledger of a document: one line of text per póliza.
async function polizas(id) {
  return (await base.sql(`SELECT p.tipo || ': ' || string_agg(coalesce(c.clave, c.codigo) || CASE WHEN v.debe > 0 THEN ' D ' || v.debe ELSE ' A ' || v.haber END,
      ', ' ORDER BY v.debe = 0, c.codigo) AS x
    FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.organizacion_id = 1 AND p.transaccion_id = ${id} GROUP BY p.poliza_id, p.tipo ORDER BY p.poliza_id`)).map(f => f.x);
}
const descuadre = id => base.sql(`SELECT c.clave, sum(v.debe - v.haber) AS x FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
  JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.transaccion_id = ${id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`);
async function cancelado(id, facturas) {
  const r = await cancelar(id, '?motivo=prueba');
  assert.equal(r.estado, 200, r.texto);
  assert.equal(r.json.data.estado, 'Cancelado');
  assert.equal(r.json.data.saldo, 0);
  assert.deepEqual(r.json.data.facturasAfectadas, facturas);
  assert.deepEqual(await descuadre(id), []);
  assert.equal(await base.uno(`SELECT count(*) FROM aplicacion WHERE fuente_id = ${id} AND fecha_reversa IS NULL`), 0);
}

test('cobranza en partes: el IVA de cada parte, y la última se lleva el resto', async () => {
  const f = await venta();
  const esperado = [[333.33, 45.98, 'Parcial 826.67'], [333.33, 45.97, 'Parcial 493.34'], [493.34, 68.05, 'Pagado 0.00']];
  const ids = [];
  for (const [importe, iva, queda] of esperado) {
    const r = await hecho('DepositoAgregar', deposito({ importe, aplicaciones: [pago(f, importe)] }));
    assert.equal(r.importePorAsignar, 0);
    assert.equal(r.estado, 'Asignado');
    assert.equal(r.objId, 8);
    assert.deepEqual(r.aplicaciones.map(a => [a.transaccionId, a.importe, a.importeMoneda, a.tipoCambio, a.ivaCobrado]), [[f, importe, importe, 1, iva]]);
    assert.equal(await estado(f), queda);
    assert.deepEqual(await polizas(r.transaccionId),
      [`Ingresos: BANCO D ${importe}, IVA_POR_COBRAR D ${iva}, CLIENTES A ${importe}, IVA_COBRADO A ${iva}`]);
    ids.push(r.transaccionId);
    const leido = await srv.get(`/api/Bancos/Depositos/${r.transaccionId}`, { token });
    // The read adds user and date of each application to the answer of the write.
    assert.deepEqual(leido.json.data.aplicaciones.map(({ usuario, fechaRegistro, ...a }) => (assert.equal(usuario, 'admin1'), assert.ok(fechaRegistro), a)), r.aplicaciones);
  }
  const { folio } = (await base.sql(`SELECT folio FROM transaccion WHERE transaccion_id = ${f}`))[0];
  await cancelado(ids[1], [{ transaccionId: f, folio, saldoAnterior: 0, importe: 333.33, saldo: 333.33, estado: 'Parcial' }]);
  assert.equal(await estado(f), 'Parcial 333.33');
  await cancelado(ids[0], [{ transaccionId: f, folio, saldoAnterior: 333.33, importe: 333.33, saldo: 666.66, estado: 'Parcial' }]);
  await cancelado(ids[2], [{ transaccionId: f, folio, saldoAnterior: 666.66, importe: 493.34, saldo: 1160, estado: 'Pendiente' }]);
  assert.equal(await estado(f), 'Pendiente 1160.00');
  esError(await cancelar(ids[2]), 400, 'ESTADO_INVALIDO');
});

test('varias tasas, IEPS y retenciones en una cobranza', async () => {
  const f = await venta({ base16: 1000, iva16: 160, base8: 250, iva8: 20, base0: 300, exento: 70 });
  const r = await hecho('DepositoAgregar', deposito({ importe: 700.01, aplicaciones: [pago(f, 700.01)] }));
  const [a] = await base.sql(`SELECT base16, iva16, base8, iva8, base0, exento, no_afecto FROM aplicacion WHERE fuente_id = ${r.transaccionId}`);
  assert.deepEqual(Object.values(a), [388.90, 62.22, 97.22, 7.78, 116.67, 27.22, 0]);
  const g = await venta({ base16: 1080, iva16: 172.8, ieps: 80, iva_ret: 100, isr_ret: 52.8 });
  const s = await hecho('DepositoAgregar', deposito({ importe: 550, aplicaciones: [pago(g, 550)] }));
  assert.deepEqual(await polizas(s.transaccionId),
    ['Ingresos: BANCO D 550.00, IVA_RET_A_FAVOR D 50.00, ISR_RET_A_FAVOR D 26.40, IVA_POR_COBRAR D 86.40, IEPS_POR_COBRAR D 40.00, CLIENTES A 550.00, IVA_RET_A_FAVOR_PENDIENTE A 50.00, ISR_RET_A_FAVOR_PENDIENTE A 26.40, IVA_COBRADO A 86.40, IEPS_COBRADO A 40.00']);
});

test('otra moneda: la diferencia cambiaria, con dinero en pesos y con dinero en dólares', async () => {
  const igual = ['Ingresos: BANCO D 23200.00, IVA_POR_COBRAR D 2880.00, CLIENTES A 20880.00, IVA_COBRADO A 3200.00, UTILIDAD_CAMBIARIA A 2000.00'];
  const f = await venta(undefined, { moneda: 'USD', tipoCambio: 18 });
  const r = await hecho('DepositoAgregar', deposito({ importe: 23200, aplicaciones: [pago(f, 1160, 20)] }));
  assert.deepEqual(await polizas(r.transaccionId), igual);
  assert.deepEqual(r.aplicaciones.map(a => [a.importe, a.importeMoneda, a.tipoCambio, a.ivaCobrado]), [[1160, 23200, 20, 160]]);
  assert.equal(await estado(f), 'Pagado 0.00');
  const g = await venta(undefined, { moneda: 'USD', tipoCambio: 18 });
  const s = await hecho('DepositoAgregar', deposito({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20, aplicaciones: [pago(g, 1160)] }));
  assert.deepEqual(await polizas(s.transaccionId), igual);
  // Money in dollars and a document in pesos: the rate is that of the money.
  const h = await venta();
  const t = await hecho('DepositoAgregar', deposito({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20, importe: 100, aplicaciones: [pago(h, 1160, 20)] }));
  assert.deepEqual([t.estado, t.importePorAsignar, t.aplicaciones[0].importeMoneda], ['Parcial', 42, 58]);
  assert.deepEqual(await polizas(t.transaccionId),
    ['Ingresos: BANCO D 2000.00, IVA_POR_COBRAR D 160.00, CLIENTES A 1160.00, ANTICIPO_CLIENTES A 840.00, IVA_COBRADO A 160.00']);
  // A document in pesos has the rate 1. The line may also tell the rate of the money; any other rate is refused, also in DepositoAsignar.
  const i = await venta();
  const otro = 'VALIDACION aplicaciones[0].tipoCambio RANGO';
  const dolares = (importe, aplicacion) => deposito({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20, importe, aplicaciones: aplicacion ? [aplicacion] : [] });
  const falla = async (ruta, cuerpo) => (x => `${x.json.codigo} ${x.json.errores?.map(y => `${y.campo} ${y.codigo}`)}`)(await enviar(ruta, cuerpo));
  for (const tasa of [18, 19.999999, 0.05]) assert.equal(await falla('DepositoAgregar', dolares(10, pago(i, 100, tasa))), otro);
  const u = await hecho('DepositoAgregar', dolares(10, pago(i, 100, 1)));
  assert.deepEqual([u.aplicaciones.map(x => [x.importe, x.importeMoneda, x.tipoCambio]), u.importePorAsignar, await polizas(u.transaccionId)],
    [[[100, 5, 20]], 5, ['Ingresos: BANCO D 200.00, IVA_POR_COBRAR D 13.79, CLIENTES A 100.00, ANTICIPO_CLIENTES A 100.00, IVA_COBRADO A 13.79']]);
  const v = await hecho('DepositoAgregar', dolares(10));
  assert.equal(await falla('DepositoAsignar', { transaccionId: v.transaccionId, aplicaciones: [pago(i, 100, 18)] }), otro);
  await hecho('DepositoAsignar', { transaccionId: v.transaccionId, aplicaciones: [pago(i, 60)] });
  assert.deepEqual((await polizas(v.transaccionId))[1], 'Diario: ANTICIPO_CLIENTES D 60.00, IVA_POR_COBRAR D 8.28, CLIENTES A 60.00, IVA_COBRADO A 8.28');
  assert.equal((await cancelar(v.transaccionId)).estado, 200);
  for (const [x, antes] of [[r, 'Pendiente 1160.00'], [s, 'Pendiente 1160.00'], [t, 'Pendiente 1160.00'], [u, 'Pendiente 1160.00']]) {
    const destino = x.aplicaciones[0].transaccionId;
    assert.equal((await cancelar(x.transaccionId)).estado, 200);
    assert.deepEqual(await descuadre(x.transaccionId), []);
    assert.equal(await estado(destino), antes);
  }
});

test('dólares que pagan euros: por los pesos que vale cada uno', async () => {
  const f = await venta({ base16: 100, iva16: 16 }, { moneda: 'EUR', tipoCambio: 20 });
  const r = await hecho('DepositoAgregar', deposito({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 18, importe: 200, aplicaciones: [pago(f, 58, 21)] }));
  assert.deepEqual([r.importePorAsignar, r.aplicaciones.map(a => [a.importe, a.importeMoneda, a.tipoCambio, a.ivaCobrado])], [132.33, [[58, 67.67, 21, 8]]], '58 × 21 / 18');
  // The deposit gives 67.67 × 18 = 1218.06 pesos; the debt loses 58 × 20 = 1160. The VAT pending was 8 × 20; the VAT collected is 8 × 21.
  assert.deepEqual(await polizas(r.transaccionId),
    ['Ingresos: BANCO D 3600.00, IVA_POR_COBRAR D 160.00, CLIENTES A 1160.00, ANTICIPO_CLIENTES A 2381.94, IVA_COBRADO A 168.00, UTILIDAD_CAMBIARIA A 50.06']);
  assert.equal((await cancelar(r.transaccionId)).estado, 200);
  assert.equal(await estado(f), 'Pendiente 116.00');
});

test('un anticipo que se usa en partes no pasa de lo que tiene: la última se lleva el resto', async () => {
  const r = await hecho('AnticipoAgregar', anticipo({ importe: 1.16 }));
  const f = await venta();
  for (let n = 0; n < 29; n++) await hecho('DepositoAsignar', { transaccionId: r.transaccionId, aplicaciones: [pago(f, 0.04)] });
  assert.equal(await estado(r.transaccionId), 'Aplicado 0.00');
  assert.deepEqual(await base.sql(`SELECT sum((fuente_pesos).base16) AS base, sum((fuente_pesos).iva16) AS iva, min(least((fuente_pesos).base16, (fuente_pesos).iva16)) >= 0 AS bien FROM aplicacion WHERE fuente_id = ${r.transaccionId}`),
    [{ base: 1, iva: 0.16, bien: true }]);
  assert.deepEqual((await descuadre(r.transaccionId)).filter(c => c.clave === 'ANTICIPO_CLIENTES'), []);
  assert.equal((await cancelar(r.transaccionId)).estado, 200);
  assert.equal(await estado(f), 'Pendiente 1160.00');
});

test('depósito sin asignar, y asignado después', async () => {
  const [f, g] = [await venta(), await venta(undefined, { obj: 2 })];
  const r = await hecho('DepositoAgregar', deposito({ importe: 2000, referencia: 'SPEI 7' }));
  assert.deepEqual([r.estado, r.saldo, r.importePorAsignar, r.aplicaciones], ['Pendiente', 2000, 2000, []]);
  assert.deepEqual(await polizas(r.transaccionId), ['Ingresos: BANCO D 2000.00, ANTICIPO_CLIENTES A 2000.00']);
  const a = await hecho('DepositoAsignar', { transaccionId: r.transaccionId, aplicaciones: [pago(f, 1160), pago(g, 580)] });
  assert.deepEqual(a.facturas.map(x => [x.transaccionId, x.saldoAnterior, x.importe, x.saldo, x.estado]), [[f, 1160, 1160, 0, 'Pagado'], [g, 1160, 580, 580, 'Parcial']]);
  const leido = await srv.get(`/api/Bancos/Depositos/${r.transaccionId}`, { token });
  const { facturas, ...vista } = a;
  assert.deepEqual(vista, leido.json.data);
  assert.deepEqual([vista.importeAsignado, vista.importePorAsignar, vista.estado, vista.referencia], [1740, 260, 'Parcial', 'SPEI 7']);
  assert.deepEqual(await polizas(r.transaccionId), ['Ingresos: BANCO D 2000.00, ANTICIPO_CLIENTES A 2000.00',
    'Diario: ANTICIPO_CLIENTES D 1740.00, IVA_POR_COBRAR D 240.00, CLIENTES A 1740.00, IVA_COBRADO A 240.00']);
  await hecho('DepositoAsignar', { transaccionId: r.transaccionId, aplicaciones: [pago(g, 260)] });
  assert.equal(await estado(r.transaccionId), 'Asignado 0.00');
  esError(await enviar('DepositoAsignar', { transaccionId: r.transaccionId, aplicaciones: [pago(g, 1)] }), 400, 'ESTADO_INVALIDO');
  const c = await cancelar(r.transaccionId);
  assert.deepEqual(c.json.data.facturasAfectadas.map(x => [x.transaccionId, x.saldoAnterior, x.importe, x.saldo, x.estado]),
    [[f, 0, 1160, 1160, 'Pendiente'], [g, 320, 840, 1160, 'Pendiente']]);
  assert.deepEqual(await descuadre(r.transaccionId), []);
});

test('anticipo: declara su IVA, y al aplicarse no lo repite', async () => {
  const r = await hecho('AnticipoAgregar', anticipo());
  assert.deepEqual([r.objId, r.estado, r.total, r.saldo, r.importePorAsignar], [9, 'Pendiente', 1160, 1160, 1160]);
  assert.deepEqual(await polizas(r.transaccionId), ['Ingresos: BANCO D 1160.00, ANTICIPO_CLIENTES A 1000.00, IVA_COBRADO A 160.00']);
  const f = await venta();
  const a = await hecho('DepositoAsignar', { transaccionId: r.transaccionId, aplicaciones: [pago(f, 1160)] });
  assert.deepEqual([a.tipo, a.estado, a.importePorAsignar], ['Anticipo', 'Aplicado', 0]);
  assert.deepEqual((await polizas(r.transaccionId))[1], 'Diario: ANTICIPO_CLIENTES D 1000.00, IVA_POR_COBRAR D 160.00, CLIENTES A 1160.00');
  assert.equal(await estado(f), 'Pagado 0.00');
  await cancelado(r.transaccionId, [{ ...a.facturas[0], saldoAnterior: 0, saldo: 1160, estado: 'Pendiente' }]);
  // Another VAT rate than the document's: the VAT declared with the advance goes out and the VAT of the document comes in; in parts, to the cent.
  const s = await hecho('AnticipoAgregar', anticipo({ importe: 1000, tasaIva: 0.08 }));
  assert.deepEqual(await polizas(s.transaccionId), ['Ingresos: BANCO D 1000.00, ANTICIPO_CLIENTES A 925.93, IVA_COBRADO A 74.07']);
  const [g, h] = [await venta(), await venta()];
  await hecho('DepositoAsignar', { transaccionId: s.transaccionId, aplicaciones: [pago(g, 333.33)] });
  await hecho('DepositoAsignar', { transaccionId: s.transaccionId, aplicaciones: [pago(h, 666.67)] });
  assert.deepEqual((await polizas(s.transaccionId)).slice(1), [
    'Diario: ANTICIPO_CLIENTES D 308.64, IVA_POR_COBRAR D 45.98, CLIENTES A 333.33, IVA_COBRADO A 21.29',
    'Diario: ANTICIPO_CLIENTES D 617.29, IVA_POR_COBRAR D 91.95, CLIENTES A 666.67, IVA_COBRADO A 42.57']);
  assert.equal((await cancelar(s.transaccionId)).estado, 200);
  assert.deepEqual(await descuadre(s.transaccionId), []);
});

test('anticipo: tasa de la sucursal, 0 y exento', async () => {
  const cubetas = async mas => {
    const r = await hecho('AnticipoAgregar', anticipo({ importe: 108, ...mas }));
    return Object.entries((await base.sql(`SELECT (cubetas).* FROM transaccion WHERE transaccion_id = ${r.transaccionId}`))[0]).filter(([, v]) => v > 0);
  };
  assert.deepEqual(await cubetas({}), [['base16', 93.10], ['iva16', 14.90]]);
  assert.deepEqual(await cubetas({ sucursalId: d.tijuana }), [['base8', 100], ['iva8', 8]]);
  assert.deepEqual(await cubetas({ sucursalId: d.tijuana, tasaIva: 0.16 }), [['base16', 93.10], ['iva16', 14.90]]);
  assert.deepEqual(await cubetas({ tasaIva: 0 }), [['base0', 108]]);
  assert.deepEqual(await cubetas({ exentoIva: true }), [['exento', 108]]);
  assert.deepEqual(await cubetas({ exentoIva: true, tasaIva: 0 }), [['exento', 108]]);
  assert.deepEqual(await cubetas({ importe: 0.04 }), [['base16', 0.03], ['iva16', 0.01]]);
});

test('anticipo de un pedido', async () => {
  const pedido = await venta(undefined, { obj: 3 });
  const r = await hecho('AnticipoAgregar', anticipo({ transaccionIdPedido: pedido }));
  assert.equal(await base.uno(`SELECT count(*) FROM relacion WHERE origen_id = ${pedido} AND destino_id = ${r.transaccionId} AND tipo = 'Origen'`), 1);
  esError(await enviar('AnticipoAgregar', anticipo({ clienteId: otro, transaccionIdPedido: pedido })), 400, 'VALIDACION', ['transaccionIdPedido RANGO']);
  esError(await enviar('AnticipoAgregar', anticipo({ transaccionIdPedido: modelo })), 400, 'VALIDACION', ['transaccionIdPedido NO_EXISTE']);
  const muerto = await venta(undefined, { obj: 3, estado: 'Cancelado' });
  esError(await enviar('AnticipoAgregar', anticipo({ transaccionIdPedido: muerto })), 400, 'ESTADO_INVALIDO', ['transaccionIdPedido ESTADO_INVALIDO']);
});

test('depósito por concepto: los impuestos salen del concepto', async () => {
  const honorarios = Number(await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, tasa_iva, tasa_iva_retenido, tasa_isr_retenido, objetos)
    SELECT 1, 'DP-HONOR', 'Honorarios cobrados', 'Deposito', cuenta_contable_id, 0.16, 0.106667, 0.10, '{8}' FROM cuenta_contable
    WHERE organizacion_id = 1 AND clave = 'OTROS_INGRESOS' RETURNING concepto_id`));
  const conIeps = Number(await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, tasa_iva, tasa_ieps, objetos)
    VALUES (1, 'DP-IEPS', 'Con IEPS, sin cuenta', 'Deposito', 0.16, 0.08, '{8}') RETURNING concepto_id`));
  const casos = [
    [[[honorarios, 953.33]], 'Ingresos: BANCO D 953.33, IVA_RET_A_FAVOR D 106.67, ISR_RET_A_FAVOR D 100.00, IVA_COBRADO A 160.00, OTROS_INGRESOS A 1000.00',
      { base16: 1000, iva16: 160, iva_ret: 106.67, isr_ret: 100 }],
    [[[d.otros, 1160]], 'Ingresos: BANCO D 1160.00, IVA_COBRADO A 160.00, OTROS_INGRESOS A 1000.00', { base16: 1000, iva16: 160 }],
    [[[d.otros, 100]], 'Ingresos: BANCO D 100.00, IVA_COBRADO A 13.79, OTROS_INGRESOS A 86.21', { base16: 86.21, iva16: 13.79 }],
    [[[conIeps, 99.99]], 'Ingresos: BANCO D 99.99, IVA_COBRADO A 13.79, IEPS_COBRADO A 6.38, OTROS_INGRESOS A 79.82', { base16: 86.20, iva16: 13.79, ieps: 6.38 }],
    [[[d.tasa0, 350]], 'Ingresos: BANCO D 350.00, OTROS_INGRESOS A 350.00', { base0: 350 }],
    [[[d.exento, 10]], 'Ingresos: BANCO D 10.00, OTROS_INGRESOS A 10.00', { exento: 10 }],
    [[[d.noAfecto, 25.5]], 'Ingresos: BANCO D 25.50, COMISION_BANCARIA A 25.50', { no_afecto: 25.5 }],
    [[[d.otros, 116], [d.noAfecto, 4], [d.otros, 58]], 'Ingresos: BANCO D 178.00, IVA_COBRADO A 24.00, COMISION_BANCARIA A 4.00, OTROS_INGRESOS A 150.00',
      { base16: 150, iva16: 24, no_afecto: 4 }],
  ];
  for (const [partidas, poliza, partes] of casos) {
    const r = await hecho('DepositoAgregar', porConcepto(partidas));
    assert.deepEqual([r.estado, r.saldo, r.importePorAsignar, r.aplicaciones], ['Asignado', 0, 0, []]);
    assert.deepEqual(await polizas(r.transaccionId), [poliza]);
    assert.deepEqual((await base.sql(`SELECT (cubetas_mxn).* FROM transaccion WHERE transaccion_id = ${r.transaccionId}`))[0], { ...ceros, ...partes });
    const leido = (await srv.get(`/api/Bancos/Depositos/${r.transaccionId}`, { token })).json.data;
    assert.deepEqual([leido.tipo, leido.partidas.map(p => [p.conceptoId, p.importe])], ['Concepto', partidas]);
    await cancelado(r.transaccionId, []);
  }
  const usd = await hecho('DepositoAgregar', porConcepto([[d.otros, 100.01], [d.tasa0, 0.33]], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 18.123456 }));
  assert.deepEqual(await polizas(usd.transaccionId), ['Ingresos: BANCO D 1818.51, IVA_COBRADO A 250.10, OTROS_INGRESOS A 1568.41']);
  esError(await enviar('DepositoAsignar', { transaccionId: usd.transaccionId, aplicaciones: [pago(await venta(), 1)] }), 400, 'ESTADO_INVALIDO');
});

test('una nota de crédito se asigna como un depósito', async () => {
  for (const obj of [6, 7]) {
    const nota = await venta({ base16: 100, iva16: 16 }, { obj });
    const f = await venta();
    const a = await hecho('DepositoAsignar', { transaccionId: nota, aplicaciones: [pago(f, 116)] });
    assert.deepEqual([a.objId, a.cuentaId, a.estado, a.importePorAsignar, a.facturas[0].saldo], [obj, 0, 'Aplicado', 0, 1044]);
    assert.deepEqual(await polizas(nota), ['Diario: IVA_POR_COBRAR D 16.00, IVA_COBRADO A 16.00']);
    esError(await cancelar(nota), 400, 'NO_ENCONTRADO');
  }
});

// A sale of a service for 1160.00 made through the API.
async function vendida(ruta, mas = {}) {
  const conceptoId = await base.uno("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = 'VE-GENERAL'");
  const r = await srv.pedir('POST', ruta, { token, cuerpo: { clienteId: cliente, partidas: [{ conceptoId, cantidad: 1, precioUnitario: 1000 }], ...mas } });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}

test('una venta de verdad: factura, cobro, y cada cuenta donde debe quedar', async () => {
  const f = await vendida('/api/FacturaVenta');
  assert.deepEqual(await polizas(f.transaccionId), ['Diario: CLIENTES D 1160.00, IVA_POR_COBRAR A 160.00, VENTAS_16 A 1000.00']);
  const a = await hecho('AnticipoAgregar', anticipo({ importe: 580 }));
  await hecho('DepositoAsignar', { transaccionId: a.transaccionId, aplicaciones: [pago(f.transaccionId, 580)] });
  const r = await hecho('DepositoAgregar', deposito({ importe: 580, aplicaciones: [pago(f.transaccionId, 580)] }));
  assert.equal(await estado(f.transaccionId), 'Pagado 0.00');
  const todo = await base.sql(`SELECT c.clave, sum(v.debe - v.haber)::text AS x FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
    JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.transaccion_id IN (${f.transaccionId}, ${a.transaccionId}, ${r.transaccionId}) GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0 ORDER BY 1`);
  assert.deepEqual(todo.map(x => `${x.clave} ${x.x}`), ['BANCO 1160.00', 'IVA_COBRADO -160.00', 'VENTAS_16 -1000.00']);
});

test('los pagos de una venta: depósitos aplicados, en la caja de la sucursal si no se dice dónde', async () => {
  const f = await vendida('/api/FacturaVenta', { pagos: [{ formaPagoId: d.transferencia, cuentaId: d.banco, importe: 660, referencia: 'R-1' }, { formaPagoId: 1, cuentaId: d.caja, importe: 500 }] });
  assert.equal(f.estado, 'Pagado');
  assert.equal(f.depositos.length, 2);
  assert.deepEqual(await polizas(f.depositos[0]), ['Ingresos: BANCO D 660.00, IVA_POR_COBRAR D 91.03, CLIENTES A 660.00, IVA_COBRADO A 91.03']);
  assert.deepEqual(await polizas(f.depositos[1]), ['Ingresos: CAJA D 500.00, IVA_POR_COBRAR D 68.97, CLIENTES A 500.00, IVA_COBRADO A 68.97']);
  const leido = (await srv.get(`/api/Bancos/Depositos/${f.depositos[1]}`, { token })).json.data;
  assert.deepEqual([leido.cuentaId, leido.estado, leido.contactoId, leido.aplicaciones[0].transaccionId], [d.caja, 'Asignado', cliente, f.transaccionId]);
  const n = await vendida('/api/NotaVenta', { pagos: [{ formaPagoId: 1, importe: 1200 }] });
  assert.deepEqual([n.estado, n.cambio, n.depositos.length], ['Pagado', 40, 1]);
  assert.deepEqual(await polizas(n.depositos[0]), ['Ingresos: CAJA D 1160.00, IVA_POR_COBRAR D 160.00, CLIENTES A 1160.00, IVA_COBRADO A 160.00']);
  const enCaja = (await srv.get(`/api/Bancos/Depositos/${n.depositos[0]}`, { token })).json.data;
  assert.deepEqual([enCaja.cuentaId, enCaja.formaPagoId], [d.caja, 1]);
  const conPagos = async (pagos, errores) => esError(await srv.pedir('POST', '/api/NotaVenta', { token, cuerpo: { clienteId: cliente,
    partidas: [{ conceptoId: await base.uno("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = 'VE-GENERAL'"), cantidad: 1, precioUnitario: 1000 }],
    ...pagos } }), 400, 'VALIDACION', errores);
  await conPagos({ pagos: [{ formaPagoId: 1, importe: 1 }, { formaPagoId: 999999, cuentaId: 999999, importe: 1 }] }, ['pagos[1].formaPagoId NO_EXISTE', 'pagos[1].cuentaId NO_EXISTE']);
  await conPagos({ pagos: [{ formaPagoId: d.porDefinir, cuentaId: d.dolares, importe: 1 }] }, ['pagos[0].formaPagoId RANGO', 'pagos[0].cuentaId RANGO']);
  await conPagos({ moneda: 'USD', pagos: [{ formaPagoId: 1, importe: 1 }] }, ['pagos[0].cuentaId REQUERIDO']);
});

test('lo que no se puede, y nada queda de ello', async t => {
  const f = await venta();
  const ajena = await venta(undefined, { contacto: otro });
  const usd = await venta(undefined, { moneda: 'USD', tipoCambio: 18 });
  const cancelada = await venta(undefined, { estado: 'Cancelado' });
  const facturada = await venta(undefined, { obj: 2, estado: 'Facturado' });
  const pedido = await venta(undefined, { obj: 3 });
  const proveedor = await base.uno("SELECT max(contacto_id) FROM contacto WHERE organizacion_id = 1 AND activo AND tipo_contacto = 'Cliente'");
  await base.sql(`UPDATE contacto SET tipo_contacto = 'Proveedor' WHERE contacto_id = ${proveedor}`);
  const inactivo = await base.uno("SELECT max(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 1 AND clave = 'CAJA-MER'");
  await base.sql(`UPDATE cuenta_bancaria SET activo = false WHERE cuenta_id = ${inactivo}`);
  await base.sql("UPDATE forma_pago SET activo = false WHERE organizacion_id = 1 AND nombre = 'Dación en pago'");
  const sinUso = await base.uno("SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = 1 AND nombre = 'Dación en pago'");
  const cerrado = dia(-280), antes = dia(-7), entonces = dia(-6);
  const { transaccionId: deCerrado } = await hecho('DepositoAgregar', deposito({ importe: 100, fecha: `${cerrado}T10:00:00` }));
  const vendidaCerrado = await venta();
  await base.sql(`UPDATE transaccion SET fecha = '${cerrado} 09:00:00' WHERE transaccion_id = ${vendidaCerrado}`);
  const enCerrado = mas => ({ transaccionId: deCerrado, aplicaciones: [pago(vendidaCerrado, 1)], ...mas });
  await base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) VALUES (1, ${cerrado.slice(0, 4)}, ${cerrado.slice(5, 7)}, 'Cerrado')
    ON CONFLICT (organizacion_id, ejercicio, mes) DO UPDATE SET estado = 'Cerrado'`);
  const D = '/api/Bancos/DepositoAgregar', A = '/api/Bancos/AnticipoAgregar', S = '/api/Bancos/DepositoAsignar';
  const con = (...aplicaciones) => deposito({ importe: 5000, aplicaciones });
  const { transaccionId: libre } = await hecho('DepositoAgregar', deposito({ importe: 100, fecha: `${entonces}T12:00:00`, referenciaExterna: 'UNICA-1' }));
  const asignar = (...aplicaciones) => ({ transaccionId: libre, aplicaciones });
  const deEntonces = await venta();  // same day as the deposit, at a later hour
  await base.sql(`UPDATE transaccion SET fecha = '${entonces} 18:00:00' WHERE transaccion_id = ${deEntonces}`);
  await tabla(t, srv, token, [
    ['falta lo obligatorio', 'POST', D, {}, 'VALIDACION cuentaId REQUERIDO, formaPagoId REQUERIDO, importe REQUERIDO'],
    ['importe cero', 'POST', D, deposito({ importe: 0 }), 'VALIDACION importe MAYOR_QUE_CERO'],
    ['cobranza sin cliente', 'POST', D, { ...deposito(), contactoId: undefined }, 'VALIDACION contactoId REQUERIDO'],
    ['contacto que no es cliente', 'POST', D, deposito({ contactoId: proveedor }), 'VALIDACION contactoId NO_EXISTE'],
    ['cuenta que no existe', 'POST', D, deposito({ cuentaId: 999999 }), 'VALIDACION cuentaId NO_EXISTE'],
    ['cuenta inactiva', 'POST', D, deposito({ cuentaId: inactivo }), 'VALIDACION cuentaId NO_EXISTE'],
    ['cuenta de otra moneda', 'POST', D, deposito({ cuentaId: d.dolares }), 'VALIDACION cuentaId RANGO'],
    ['moneda que no es la de la cuenta', 'POST', D, deposito({ moneda: 'USD' }), 'VALIDACION cuentaId RANGO'],
    ['forma que no existe', 'POST', D, deposito({ formaPagoId: 999999 }), 'VALIDACION formaPagoId NO_EXISTE'],
    ['forma inactiva', 'POST', D, deposito({ formaPagoId: sinUso }), 'VALIDACION formaPagoId NO_EXISTE'],
    ['forma que no es de depósitos', 'POST', D, deposito({ formaPagoId: d.porDefinir }), 'VALIDACION formaPagoId RANGO'],
    ['todas a la vez', 'POST', D, deposito({ sucursalId: 999999, contactoId: 999999, cuentaId: 999999, formaPagoId: 999999 }),
      'VALIDACION sucursalId NO_EXISTE, contactoId NO_EXISTE, formaPagoId NO_EXISTE, cuentaId NO_EXISTE'],
    ['importe de quince cifras', 'POST', D, deposito({ importe: 1e15 }), 'VALIDACION importe RANGO'],
    ['importe de trece cifras, que en pesos son quince', 'POST', A, anticipo({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20, importe: 9999999999999 }), 'VALIDACION importe RANGO'],
    ['en pesos no cabe', 'POST', D, deposito({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 9999999999999, importe: 99999999999999999 }), 'VALIDACION importe RANGO'],
    ['cobranza con partidas', 'POST', D, deposito({ partidas: [{ conceptoId: d.otros, importe: 1160 }] }), 'VALIDACION partidas RANGO'],
    ['concepto con aplicaciones', 'POST', D, porConcepto([[d.otros, 116]], { aplicaciones: [pago(f, 1)] }), 'VALIDACION aplicaciones RANGO'],
    ['concepto sin partidas', 'POST', D, porConcepto([], { importe: 1 }), 'VALIDACION partidas REQUERIDO'],
    ['partidas que no suman', 'POST', D, porConcepto([[d.otros, 116]], { importe: 117 }), 'VALIDACION importe RANGO'],
    ['concepto de gasto', 'POST', D, porConcepto([[d.otros, 1], [d.gasto, 116]]), 'CONCEPTO_INVALIDO partidas[1].conceptoId CONCEPTO_INVALIDO'],
    ['concepto que no existe', 'POST', D, porConcepto([[999999, 116]]), 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO'],
    ['concepto: contacto que no existe', 'POST', D, porConcepto([[d.otros, 116]], { contactoId: 999999 }), 'VALIDACION contactoId NO_EXISTE'],
    ['concepto: cualquier contacto', 'POST', D, porConcepto([[d.noAfecto, 1]], { contactoId: proveedor }), { estado: 'Asignado' }],
    ['documento que no existe', 'POST', D, con(pago(999999999, 1)), 'VALIDACION aplicaciones[0].transaccionId NO_EXISTE'],
    ['documento que no se cobra', 'POST', D, con(pago(f, 1), pago(pedido, 1)), 'VALIDACION aplicaciones[1].transaccionId RANGO'],
    ['documento de otro cliente', 'POST', D, con(pago(ajena, 1)), 'VALIDACION aplicaciones[0].transaccionId RANGO'],
    ['documento repetido', 'POST', D, con(pago(f, 1), pago(f, 2)), 'VALIDACION aplicaciones[1].transaccionId DUPLICADO'],
    ['documento cancelado', 'POST', D, con(pago(cancelada, 1)), 'ESTADO_INVALIDO aplicaciones[0].transaccionId ESTADO_INVALIDO'],
    ['nota facturada', 'POST', D, con(pago(facturada, 1)), 'ESTADO_INVALIDO aplicaciones[0].transaccionId ESTADO_INVALIDO'],
    ['más que el saldo', 'POST', D, con(pago(usd, 1, 20), pago(f, 1160.01)), 'SALDO_INSUFICIENTE aplicaciones[1].importe SALDO_INSUFICIENTE'],
    ['más que el depósito', 'POST', D, deposito({ importe: 100, aplicaciones: [pago(f, 100.01)] }), 'SALDO_INSUFICIENTE aplicaciones SALDO_INSUFICIENTE'],
    ['más que el depósito, convertido', 'POST', D, deposito({ importe: 1999.99, aplicaciones: [pago(usd, 100, 20)] }), 'SALDO_INSUFICIENTE aplicaciones SALDO_INSUFICIENTE'],
    ['otra moneda sin tipo de cambio', 'POST', D, con(pago(usd, 1)), 'VALIDACION aplicaciones[0].tipoCambio REQUERIDO'],
    ['misma moneda, tipo de cambio que la contradice', 'POST', D, con(pago(f, 1, 18)), 'VALIDACION aplicaciones[0].tipoCambio RANGO'],
    ['misma moneda, a la par', 'POST', D, deposito({ importe: 1, aplicaciones: [pago(await venta(), 1, 1)] }), { estado: 'Asignado' }],
    ['menos de un centavo', 'POST', D, deposito({ cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20, aplicaciones: [pago(f, 0.01, 20)] }), 'VALIDACION aplicaciones[0].importe RANGO'],
    ['periodo cerrado', 'POST', D, deposito({ fecha: `${cerrado}T10:00:00` }), 'PERIODO_CERRADO'],
    ['periodo cerrado, concepto', 'POST', D, porConcepto([[d.otros, 116]], { fecha: `${cerrado}T10:00:00` }), 'PERIODO_CERRADO'],
    ['periodo cerrado, anticipo', 'POST', A, anticipo({ fecha: `${cerrado}T10:00:00` }), 'PERIODO_CERRADO'],
    ['anticipo sin cliente', 'POST', A, { ...anticipo(), clienteId: undefined }, 'VALIDACION clienteId REQUERIDO'],
    ['anticipo de quien no es cliente', 'POST', A, anticipo({ clienteId: proveedor }), 'VALIDACION clienteId NO_EXISTE'],
    ['anticipo en cuenta de otra moneda', 'POST', A, anticipo({ cuentaId: d.dolares }), 'VALIDACION cuentaId RANGO'],
    ['anticipo con otra tasa', 'POST', A, anticipo({ tasaIva: 0.15 }), 'VALIDACION tasaIva RANGO'],
    ['anticipo exento y con tasa', 'POST', A, anticipo({ exentoIva: true, tasaIva: 0.16 }), 'VALIDACION exentoIva RANGO'],
    ['pedido que no existe', 'POST', A, anticipo({ transaccionIdPedido: 999999999 }), 'VALIDACION transaccionIdPedido NO_EXISTE'],
    ['asignar lo que no existe', 'POST', S, { transaccionId: 999999999, aplicaciones: [pago(f, 1)] }, 'NO_ENCONTRADO'],
    ['asignar una factura', 'POST', S, { transaccionId: ajena, aplicaciones: [pago(f, 1)] }, 'NO_ENCONTRADO'],
    ['asignar nada', 'POST', S, { transaccionId: libre, aplicaciones: [] }, 'VALIDACION aplicaciones REQUERIDO'],
    ['asignar antes de que hubiera dinero', 'POST', S, { ...asignar(pago(f, 1)), fecha: `${antes}T12:00:00` }, 'VALIDACION fecha RANGO'],
    ['asignar en un periodo cerrado', 'POST', S, enCerrado({ fecha: `${cerrado}T12:00:00` }), 'PERIODO_CERRADO'],
    ['asignar hoy lo de un periodo cerrado', 'POST', S, enCerrado(), { importePorAsignar: 99 }],
    ['asignar el mismo día', 'POST', S, { ...asignar(pago(deEntonces, 1)), fecha: entonces }, { importePorAsignar: 99 }],
    ['asignar a documento que no existe', 'POST', S, asignar(pago(999999999, 1)), 'VALIDACION aplicaciones[0].transaccionId NO_EXISTE'],
    ['asignar dos veces el mismo', 'POST', S, asignar(pago(f, 1), pago(f, 1)), 'VALIDACION aplicaciones[1].transaccionId DUPLICADO'],
    ['asignar a otro cliente', 'POST', S, asignar(pago(ajena, 1)), 'VALIDACION aplicaciones[0].transaccionId RANGO'],
    ['asignar a lo cancelado', 'POST', S, asignar(pago(cancelada, 1)), 'ESTADO_INVALIDO aplicaciones[0].transaccionId ESTADO_INVALIDO'],
    ['asignar más de lo que queda', 'POST', S, asignar(pago(f, 60), pago(await venta(), 60)), 'SALDO_INSUFICIENTE aplicaciones SALDO_INSUFICIENTE'],
    ['asignar más que el saldo', 'POST', S, asignar(pago(f, 1160.01)), 'SALDO_INSUFICIENTE aplicaciones[0].importe SALDO_INSUFICIENTE'],
    ['cancelar lo que no existe', 'DELETE', '/api/Bancos/DepositoCancelar/999999999', undefined, 'NO_ENCONTRADO'],
    ['cancelar una factura', 'DELETE', `/api/Bancos/DepositoCancelar/${f}`, undefined, 'NO_ENCONTRADO'],
  ]);
  const r = await enviar('DepositoAgregar', deposito({ referenciaExterna: 'UNICA-1' }));
  esError(r, 400, 'REFERENCIA_DUPLICADA');
  assert.equal(r.json.transaccionId, libre);
  for (const id of [f, ajena, usd]) assert.equal(await estado(id), 'Pendiente 1160.00');
  assert.equal(await estado(cancelada), 'Cancelado 0.00');
});

test('conceptos con límites de cuenta y de contacto', async t => {
  await base.sql(`INSERT INTO concepto_cuenta VALUES (1, ${d.tasa0}, ${d.caja}); INSERT INTO concepto_contacto VALUES (1, ${d.exento}, ${cliente})`);
  const D = '/api/Bancos/DepositoAgregar';
  const no = 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO';
  await tabla(t, srv, token, [
    ['otra cuenta', 'POST', D, porConcepto([[d.tasa0, 1]]), no],
    ['la suya', 'POST', D, porConcepto([[d.tasa0, 1]], { cuentaId: d.caja }), { estado: 'Asignado' }],
    ['sin contacto', 'POST', D, porConcepto([[d.exento, 1]]), no],
    ['otro contacto', 'POST', D, porConcepto([[d.exento, 1]], { contactoId: otro }), no],
    ['el suyo', 'POST', D, porConcepto([[d.exento, 1]], { contactoId: cliente }), { estado: 'Asignado' }],
  ]);
  await base.sql(`UPDATE concepto SET activo = false WHERE concepto_id = ${d.exento}`);
  esError(await enviar('DepositoAgregar', porConcepto([[d.exento, 1]], { contactoId: cliente })), 400, 'CONCEPTO_INVALIDO');
});

test('lo conciliado y lo timbrado no se cancela', async () => {
  const r = await hecho('DepositoAgregar', deposito());
  await base.sql(`UPDATE movimiento_banco SET conciliado = true WHERE transaccion_id = ${r.transaccionId}`);
  const c = await cancelar(r.transaccionId);
  esError(c, 400, 'ESTADO_INVALIDO');
  assert.match(c.json.detail, /conciliado/);
  await base.sql(`UPDATE movimiento_banco SET conciliado = false WHERE transaccion_id = ${r.transaccionId}`);
  await base.sql(`UPDATE transaccion SET estatus_timbrado = 'Timbrado' WHERE transaccion_id = ${r.transaccionId}`);
  const s = await cancelar(r.transaccionId);
  esError(s, 400, 'ESTADO_INVALIDO');
  assert.match(s.json.detail, /recibo de pago/);
  await base.sql(`UPDATE transaccion SET estatus_timbrado = 'SinTimbrar' WHERE transaccion_id = ${r.transaccionId}`);
  const n = await venta(undefined, { obj: 2 });
  await hecho('DepositoAsignar', { transaccionId: r.transaccionId, aplicaciones: [pago(n, 100)] });
  const hoy = new Date(Date.now() - 6 * 3600e3).toISOString();
  await base.sql(`UPDATE periodo SET estado = 'Cerrado' WHERE organizacion_id = 1 AND ejercicio = ${hoy.slice(0, 4)} AND mes = ${Number(hoy.slice(5, 7))}`);
  esError(await cancelar(r.transaccionId), 400, 'PERIODO_CERRADO');
  await base.sql(`UPDATE periodo SET estado = 'Abierto' WHERE organizacion_id = 1 AND ejercicio = ${hoy.slice(0, 4)} AND mes = ${Number(hoy.slice(5, 7))}`);
  assert.equal((await cancelar(r.transaccionId)).estado, 200);
  assert.equal(await estado(n), 'Pendiente 1160.00');
});

test('dos pagos a la vez de una factura: uno gana', async () => {
  for (let vuelta = 0; vuelta < 5; ++vuelta) {
    const f = await venta();
    const todos = await Promise.all([1, 2, 3, 4].map(() => enviar('DepositoAgregar', deposito({ aplicaciones: [pago(f, 1160)] }))));
    assert.deepEqual(todos.map(r => r.json.codigo ?? r.estado).sort(), [200, 'SALDO_INSUFICIENTE', 'SALDO_INSUFICIENTE', 'SALDO_INSUFICIENTE']);
    assert.equal(await estado(f), 'Pagado 0.00');
    assert.equal(await base.uno(`SELECT count(*) FROM aplicacion WHERE destino_id = ${f}`), 1);
  }
  // One deposit assigned to two invoices at the same time.
  const [f, g] = [await venta(), await venta()];
  const { transaccionId } = await hecho('DepositoAgregar', deposito());
  const r = await Promise.all([f, g].map(x => enviar('DepositoAsignar', { transaccionId, aplicaciones: [pago(x, 1160)] })));
  assert.deepEqual(r.map(x => x.json.codigo ?? x.estado).sort(), [200, 'ESTADO_INVALIDO']);
  assert.deepEqual([await estado(f), await estado(g)].sort(), ['Pagado 0.00', 'Pendiente 1160.00']);
});

test('Idempotency-Key: repetir no cobra dos veces', async () => {
  const f = await venta();
  const casos = [['DepositoAgregar', deposito({ aplicaciones: [pago(f, 100)], importe: 200 })], ['AnticipoAgregar', anticipo()]];
  const hechos = [];
  for (const [operacion, cuerpo] of casos) {
    const dos = [];
    for (let i = 0; i < 2; ++i) dos.push(await enviar(operacion, cuerpo, { encabezados: { 'Idempotency-Key': `dinero-${operacion}` } }));
    assert.equal(dos[0].estado, 200, dos[0].texto);
    assert.equal(dos[1].texto, dos[0].texto);
    hechos.push(dos[0].json.data.transaccionId);
  }
  assert.equal(await estado(f), 'Parcial 1060.00');
  const asignar = () => enviar('DepositoAsignar', { transaccionId: hechos[0], aplicaciones: [pago(f, 50)] }, { encabezados: { 'Idempotency-Key': 'dinero-asignar' } });
  const [a, b] = [await asignar(), await asignar()];
  assert.equal(a.estado, 200, a.texto);
  assert.equal(b.texto, a.texto);
  assert.equal(await estado(f), 'Parcial 1010.00');
  const borrar = () => srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${hechos[0]}`, { token, encabezados: { 'Idempotency-Key': 'dinero-cancelar' } });
  const [x, y] = [await borrar(), await borrar()];
  assert.equal(x.estado, 200, x.texto);
  assert.equal(y.texto, x.texto);
  assert.equal(await estado(f), 'Pendiente 1160.00');
});

test('permisos, sucursal y otra organización', async () => {
  const key = { apiKey: m.uno.apiKey };
  const sinCancelar = await srv.entrar({ ...(await base.usuario({ usuario: 'cajero', rol: 'operador', sucursal: 1 })), ...key });
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'mirador', rol: 'lector', sucursal: 1 })), ...key });
  const r = await enviar('DepositoAgregar', deposito(), { token: sinCancelar });
  assert.equal(r.estado, 200, r.texto);
  const id = r.json.data.transaccionId;
  esError(await srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${id}`, { token: sinCancelar }), 403, 'PERMISO_DENEGADO');
  for (const [operacion, cuerpo] of [['DepositoAgregar', deposito()], ['AnticipoAgregar', anticipo()], ['DepositoAsignar', { transaccionId: id, aplicaciones: [pago(id, 1)] }]])
    esError(await enviar(operacion, cuerpo, { token: lector }), 403, 'PERMISO_DENEGADO');
  const ambulante = await base.usuario({ usuario: 'ambulante', rol: 'operador' });
  await base.sql(`UPDATE usuario SET sucursal_id = NULL WHERE usuario_id = ${ambulante.usuarioId}`);
  const sinSucursal = await srv.entrar({ ...ambulante, ...key });
  esError(await enviar('DepositoAgregar', deposito(), { token: sinSucursal }), 400, 'SUCURSAL_NO_RESUELTA');
  esError(await enviar('AnticipoAgregar', anticipo(), { token: sinSucursal }), 400, 'SUCURSAL_NO_RESUELTA');
  esError(await srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${id}`, { token: m.t2 }), 400, 'NO_ENCONTRADO');
  esError(await enviar('DepositoAsignar', { transaccionId: id, aplicaciones: [pago(await venta(), 1)] }, { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('la forma de las respuestas', async () => {
  const resultado = ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'total', 'saldo', 'uuid', 'advertencias'];
  const r = await hecho('DepositoAgregar', deposito({ importe: 1, notas: 'x' }));
  assert.deepEqual(claves(r), [...resultado, 'aplicaciones', 'importePorAsignar'].sort());
  const c = await cancelar(r.transaccionId);
  assert.deepEqual(claves(c.json.data), [...resultado, 'facturasAfectadas'].sort());
});
