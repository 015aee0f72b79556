// OP-141 … OP-144 and the purchase half of OP-147: order, authorization, reception, invoice, landed cost; the póliza of each, and its cancel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const ORDEN = '/api/OrdenCompra', RECIBIR = '/api/Inventario/Recepcion', FACTURA = '/api/FacturaCompra', GASTO = '/api/GastosSobreCompra';
let m, e, base, srv, proveedor, persona, flete, servicios, honorarios;
const p = {};
before(async () => {
  m = await montar({ registros: 60, candados: true });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Compradora', rfc: 'EKU9003173C9' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', diasCredito: 30 });
  persona = await e.cliente('PERSONA', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  [flete, servicios, honorarios] = await Promise.all(['GA-FLETES', 'CO-SERVICIOS', 'GA-HONOR'].map(c => e.concepto(c)));
  for (const [codigo, mas] of Object.entries({ A: {}, B: {}, C: {}, PROM: { metodoCosteo: 'PROMEDIO' }, SER: { manejaSeries: true }, LOTE: { manejaLotes: true }, CERO: { tasaIva: 0 }, IEPS: { tasaIeps: 0.08 }, V1: {}, V2: {}, V3: {}, D: {}, E: {}, F: {}, G: {}, H: {}, PROM2: { metodoCosteo: 'PROMEDIO' }, REM: {} }))
    p[codigo] = await e.producto(codigo, mas);
});
after(() => m?.cerrar());

const linea = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const ordenar = (partidas, mas = {}) => e.hecho(ORDEN, { proveedorId: proveedor, partidas, ...mas });
const autorizar = (id, token = e.token) => srv.pedir('PUT', `${ORDEN}/OrdenCompraAutorizar/${id}`, { token, cuerpo: {} });
const orden = async (partidas, mas) => {
  const o = await ordenar(partidas, mas);
  assert.equal((await autorizar(o.transaccionId)).estado, 200);
  return o.transaccionId;
};
const recibir = (transaccionIdOrigen, partidas, mas = {}) => e.hecho(RECIBIR, { transaccionIdOrigen, ...(partidas && { partidas: partidas.map(([numeroPartida, cantidad, x]) => ({ numeroPartida, cantidad, ...x })) }), ...mas });
const facturar = cuerpo => e.hecho(FACTURA, { proveedorId: proveedor, ...cuerpo });
const cancelar = (id, ruta = '/api/Compras/TransaccionCancelar') => srv.pedir('DELETE', `${ruta}/${id}?motivo=Error`, { token: e.token });
const cancelado = async id => {
  const r = await cancelar(id);
  assert.deepEqual([r.estado, r.json?.data?.estado, r.json?.data?.saldo], [200, 'Cancelado', 0], r.texto);
};
const salida = (codigo, cantidad, mas) => e.mover('Salida', [{ productoId: p[codigo], cantidad }], { conceptoId: e.merma, ...mas });
const vender = (codigo, cantidad) => e.hecho('/api/NotaVenta', { partidas: [{ productoId: p[codigo], cantidad, precioUnitario: 500 }] });
const asientos = d => e.poliza(d.transaccionId);
const leer = async id => (await srv.get(`${ORDEN}/${id}`, { token: e.token })).json.data;

test('de la orden a la factura: se autoriza, se recibe en partes, se factura lo recibido', async () => {
  const o = await ordenar([linea('A', 10, 100), linea('B', 4, 50, { descuento: 20 })], { condicionesPago: '30 días', entregaFecha: '2027-01-15' });
  assert.deepEqual([o.estado, o.objId, o.tipoDocumento, o.total, o.saldo], ['Pendiente', 12, 'Orden de compra', 1368.8, 0]);
  assert.deepEqual(await e.poliza(o.transaccionId), []);
  await e.falla(RECIBIR, { transaccionIdOrigen: o.transaccionId }, 'ESTADO_INVALIDO');
  const a = await autorizar(o.transaccionId);
  assert.deepEqual([a.estado, a.json.data.estado, a.json.data.autorizadoPor], [200, 'Autorizado', `admin${e.id}`], a.texto);
  esError(await autorizar(o.transaccionId), 400, 'ESTADO_INVALIDO');

  const r = await recibir(o.transaccionId, [[1, 6]], { folioProveedor: 'REM-7' });
  assert.deepEqual([r.estado, r.objId, r.proveedorId, r.proveedor, r.folioProveedor, r.partidas.map(x => [x.cantidadSolicitada, x.cantidadRecibida, x.cantidadPendiente, x.costoUnitario, x.importe])],
    ['Aplicado', 18, proveedor, 'PROVEEDOR', 'REM-7', [[10, 6, 4, 100, 600]]]);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D INVENTARIO 600.00', 'A POR_FACTURAR 600.00']);
  assert.deepEqual([await e.estado(o.transaccionId), await e.hay(p.A)], ['Parcial', '6 600.00 0']);
  const r2 = await recibir(o.transaccionId);
  assert.deepEqual(await e.poliza(r2.transaccionId), ['D INVENTARIO 580.00', 'A POR_FACTURAR 580.00']);
  assert.deepEqual([await e.estado(o.transaccionId), await e.hay(p.B), (await leer(o.transaccionId)).porcentajeRecibido], ['Recibido', '4 180.00 0', 100]);

  const f = await facturar({ recepciones: [r.transaccionId, r2.transaccionId], folioProveedor: 'F-1', uuid: '5f3b1c0e-0000-4000-8000-000000000001' });
  assert.deepEqual([f.estado, f.objId, f.total, f.saldo, f.uuid], ['Pendiente', 13, 1368.8, 1368.8, '5F3B1C0E-0000-4000-8000-000000000001']);
  assert.deepEqual(await e.poliza(f.transaccionId), ['D IVA_POR_ACREDITAR 188.80', 'D POR_FACTURAR 1180.00', 'A PROVEEDORES 1368.80']);
  assert.deepEqual([await e.estado(r.transaccionId), await e.estado(r2.transaccionId)], ['Facturado', 'Facturado']);
  await e.falla(FACTURA, { proveedorId: proveedor, recepciones: [r.transaccionId] }, 'ESTADO_INVALIDO');
  await e.falla(FACTURA, { proveedorId: proveedor, uuid: '5F3B1C0E-0000-4000-8000-000000000001', partidas: [linea('A', 1, 1)] }, 'UUID_DUPLICADO uuid UUID_DUPLICADO');
  esError(await cancelar(r.transaccionId), 400, 'ESTADO_INVALIDO');
  await cancelado(f.transaccionId);
  assert.deepEqual([await e.estado(r.transaccionId), await e.estado(r2.transaccionId)], ['Aplicado', 'Aplicado']);
  // A cancelled invoice gives its fiscal folio back.
  const otra = await facturar({ recepciones: [r.transaccionId], uuid: '5F3B1C0E-0000-4000-8000-000000000001' });
  await cancelado(otra.transaccionId);
  await cancelado(r2.transaccionId);
  assert.deepEqual([await e.estado(o.transaccionId), await e.hay(p.B)], ['Parcial', '0 0.00 0']);
  await cancelado(r.transaccionId);
  assert.equal(await e.estado(o.transaccionId), 'Autorizado');
  const c = await cancelar(o.transaccionId, `${ORDEN}/OrdenCompraCancelar`);
  assert.deepEqual([c.estado, c.json.data.estado], [200, 'Cancelado'], c.texto);
});

test('lo que se facturó más caro sigue a la mercancía: lo que queda, y lo vendido', async () => {
  // Reception of 10 pieces at 100.00, invoiced at 110.00 after 4 were sold.
  const o = await orden([linea('C', 10, 100)]);
  const r = await recibir(o);
  await vender('C', 4);
  const f = await facturar({ recepciones: [r.transaccionId], partidas: [{ transaccionIdOrigen: r.transaccionId, numeroPartidaOrigen: 1, cantidad: 10, precioUnitario: 110 }] });
  assert.deepEqual(await e.poliza(f.transaccionId), ['D INVENTARIO 60.00', 'D IVA_POR_ACREDITAR 176.00', 'D POR_FACTURAR 1000.00', 'D COSTO_VENTAS 40.00', 'A PROVEEDORES 1276.00']);
  assert.equal(await e.hay(p.C), '6 660.00 0');
  // The invoice is cancelled after 3 more pieces were sold: their cost keeps its share of the difference.
  await vender('C', 3);
  await cancelado(f.transaccionId);
  assert.deepEqual([await e.hay(p.C), (await e.poliza(f.transaccionId)).slice(5)], ['3 300.00 0', ['D PROVEEDORES 1276.00', 'A INVENTARIO 30.00', 'A IVA_POR_ACREDITAR 176.00', 'A POR_FACTURAR 1000.00', 'A COSTO_VENTAS 70.00']]);
  await e.cuadra();
});

test('a dónde fue lo que ya no está: otro almacén, el camino, un concepto', async () => {
  const o = await orden([linea('D', 10, 100)]);
  const r = await recibir(o);
  await e.mover('Traspaso', [{ productoId: p.D, cantidad: 2 }], { almacenDestinoId: e.cedis });
  const envio = await e.hecho('/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.general, almacenDestinoId: e.cedis, partidas: [{ productoId: p.D, cantidad: 3 }] });
  await salida('D', 1);
  await vender('D', 1);
  const f = await facturar({ recepciones: [r.transaccionId], partidas: [{ numeroPartidaOrigen: 1, cantidad: 10, precioUnitario: 110 }] });
  assert.deepEqual(await e.poliza(f.transaccionId), ['D INVENTARIO 50.00', 'D INV_TRANSITO 30.00', 'D IVA_POR_ACREDITAR 176.00', 'D POR_FACTURAR 1000.00', 'D COSTO_VENTAS 10.00', 'D AJUSTE_INVENTARIO 10.00', 'A PROVEEDORES 1276.00']);
  assert.deepEqual([await e.hay(p.D), await e.hay(p.D, e.cedis)], ['3 330.00 0', '2 220.00 0']);
  await e.hecho(RECIBIR, { transaccionIdOrigen: envio.transaccionId });
  assert.equal(await e.hay(p.D, e.cedis), '5 550.00 0');
  await cancelado(f.transaccionId);
  assert.deepEqual([await e.hay(p.D), await e.hay(p.D, e.cedis)], ['3 300.00 0', '5 500.00 0']);
  await e.cuadra();
});

test('lo que se cancela se quita de donde se puso: ni lo que se perdió antes ni lo que ya estaba en otro almacén lo paga', async () => {
  const encarecer = (f, importe) => e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, proveedorId: proveedor, conceptoId: e.gasto, importe });
  // Landed cost of 90.00 on 10 pieces, one of them lost in transit: the 9 pieces in stock bear 81.00, and give them back when the landed cost is
  // cancelled.
  const f = await facturar({ partidas: [linea('H', 10, 100)] });
  const envio = await e.hecho('/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.general, almacenDestinoId: e.cedis, partidas: [{ productoId: p.H, cantidad: 4 }] });
  await recibir(envio.transaccionId, [[1, 3]], { cerrar: true, conceptoId: e.merma });
  const g = await encarecer(f, 90);
  assert.deepEqual(await e.poliza(g.transaccionId), ['D INVENTARIO 81.00', 'D IVA_POR_ACREDITAR 14.40', 'D AJUSTE_INVENTARIO 9.00', 'A ACREEDORES 104.40']);
  await cancelado(g.transaccionId);
  assert.deepEqual([await e.hay(p.H), await e.hay(p.H, e.cedis)], ['6 600.00 0', '3 300.00 0']);
  assert.equal((await e.poliza(g.transaccionId)).includes('A AJUSTE_INVENTARIO 9.00'), true);
  // Landed cost of 1.00: 0.10 per piece. Afterwards 3 of the 9 pieces in stock are sent and 1 of them is lost: the cancel takes 0.10 from each of the
  // 9, the lost one included.
  const h = await encarecer(f, 1);
  const otro = await e.hecho('/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.general, almacenDestinoId: e.cedis, partidas: [{ productoId: p.H, cantidad: 3 }] });
  await recibir(otro.transaccionId, [[1, 2]], { cerrar: true, conceptoId: e.merma });
  await cancelado(h.transaccionId);
  assert.deepEqual([await e.hay(p.H), await e.hay(p.H, e.cedis)], ['3 300.00 0', '5 500.00 0']);
  // At average cost the 4 pieces left in the warehouse of the invoice bear their share of 40.00, and give it back when the landed cost is cancelled.
  const k = await facturar({ partidas: [linea('PROM2', 10, 100)] });
  await e.mover('Traspaso', [{ productoId: p.PROM2, cantidad: 6 }], { almacenDestinoId: e.cedis });
  const j = await encarecer(k, 100);
  assert.deepEqual([await e.hay(p.PROM2), await e.hay(p.PROM2, e.cedis)], ['4 440.00 0', '6 600.00 0']);
  await cancelado(j.transaccionId);
  assert.deepEqual([await e.hay(p.PROM2), await e.hay(p.PROM2, e.cedis)], ['4 400.00 0', '6 600.00 0']);
  await e.cuadra();
});

test('factura directa: mercancía, gasto por concepto, impuestos del papel, retenciones', async () => {
  const f = await facturar({ partidas: [linea('E', 3, 33.333333), { conceptoId: servicios, cantidad: 1, precioUnitario: 500 }], diasCredito: 15, fechaProveedor: '2026-01-10', serieProveedor: 'A', folioProveedor: '77' });
  assert.deepEqual(await e.poliza(f.transaccionId), ['D INVENTARIO 100.00', 'D IVA_POR_ACREDITAR 96.00', 'D GASTO 500.00', 'A PROVEEDORES 696.00']);
  assert.equal(await e.hay(p.E), '3 100.00 0');
  const leida = (await srv.get(`${FACTURA}/${f.transaccionId}`, { token: e.token })).json.data;
  assert.deepEqual([leida.fechaVencimiento, leida.serieProveedor, leida.folioProveedor, leida.proveedor], ['2026-01-25', 'A', '77', 'PROVEEDOR']);
  // Taxes as the supplier's invoice has them: a cent more.
  const g = await facturar({ partidas: [linea('F', 1, 100, { impuestos: [{ impuesto: '002', tasaOCuota: 0.16, importe: 16.01 }] })] });
  assert.deepEqual([g.total, await e.poliza(g.transaccionId)], [116.01, ['D INVENTARIO 100.00', 'D IVA_POR_ACREDITAR 16.01', 'A PROVEEDORES 116.01']]);
  // IEPS that is not credited is cost.
  const i = await facturar({ partidas: [linea('IEPS', 10, 100)] });
  assert.deepEqual([i.total, await e.poliza(i.transaccionId)], [1252.8, ['D INVENTARIO 1080.00', 'D IVA_POR_ACREDITAR 172.80', 'A PROVEEDORES 1252.80']]);
  await base.gestor(['parametro', 'poner', 'acreditaIeps', 'true', '--organizacion', String(e.id)]);
  const j = await facturar({ partidas: [linea('IEPS', 10, 100)] });
  assert.deepEqual(await e.poliza(j.transaccionId), ['D INVENTARIO 1000.00', 'D IVA_POR_ACREDITAR 172.80', 'D IEPS_POR_ACREDITAR 80.00', 'A PROVEEDORES 1252.80']);
  await base.gestor(['parametro', 'poner', 'acreditaIeps', '', '--organizacion', String(e.id)]);
  esError(await cancelar(999999), 400, 'NO_ENCONTRADO');
  await salida('E', 1);
  esError(await cancelar(f.transaccionId, `${FACTURA}/FacturaCompraCancelar`), 400, 'EXISTENCIA_INSUFICIENTE');
  await cancelado(g.transaccionId);
  assert.equal(await e.hay(p.F), '0 0.00 0');
});

test('gastos sobre compra (V8): el último se lleva el centavo; lo vendido lo paga el costo', async () => {
  const f = await facturar({ partidas: [linea('V1', 3, 1000), linea('V2', 2, 1000), linea('V3', 1, 1000)], gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: flete, importe: 500 }] });
  assert.deepEqual(f.gastosSobreCompra.map(x => [x.importe, x.total]), [[500, 560]]);
  const gasto = f.gastosSobreCompra[0].transaccionId;
  assert.deepEqual(await e.poliza(gasto), ['D INVENTARIO 500.00', 'D IVA_POR_ACREDITAR 80.00', 'A ACREEDORES 560.00', 'A IVA_RET_PENDIENTE 20.00']);
  assert.deepEqual([await e.hay(p.V1), await e.hay(p.V2), await e.hay(p.V3)], ['3 3250.00 0', '2 2166.67 0', '1 1083.33 0']);
  esError(await cancelar(f.transaccionId), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await vender('V1', 1);
  const otro = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, proveedorId: proveedor, conceptoId: e.gasto, importe: 60, baseProrrateo: 'Cantidad', iva: 9.61 });
  assert.deepEqual([otro.total, await e.poliza(otro.transaccionId)], [69.61, ['D INVENTARIO 50.00', 'D IVA_POR_ACREDITAR 9.61', 'D COSTO_VENTAS 10.00', 'A ACREEDORES 69.61']]);
  assert.equal(await e.hay(p.V1), '2 2186.67 0');
  await cancelado(otro.transaccionId);
  await cancelado(gasto);
  assert.deepEqual([await e.hay(p.V1), await e.hay(p.V2)], ['2 2000.00 0', '2 2000.00 0']);
  await e.cuadra();
});

test('en dólares: el cambio entre la recepción y la factura no es costo', async () => {
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  const o = await orden([linea('G', 10, 10)], { moneda: 'USD', tipoCambio: 18 });
  const r = await recibir(o, null, { tipoCambio: 20 });
  assert.deepEqual([r.moneda, r.tipoCambio, await e.poliza(r.transaccionId)], ['USD', 20, ['D INVENTARIO 2000.00', 'A POR_FACTURAR 2000.00']]);
  const f = await facturar({ recepciones: [r.transaccionId], moneda: 'USD', tipoCambio: 21, partidas: [{ numeroPartidaOrigen: 1, cantidad: 10, precioUnitario: 11 }] });
  assert.deepEqual(await e.poliza(f.transaccionId), ['D INVENTARIO 200.00', 'D IVA_POR_ACREDITAR 369.60', 'D POR_FACTURAR 2000.00', 'D PERDIDA_CAMBIARIA 110.00', 'A PROVEEDORES 2679.60']);
  await e.falla(RECIBIR, { transaccionIdOrigen: o, moneda: 'MXN' }, 'VALIDACION moneda RANGO');
});

test('series, lotes, tolerancia, promedio', async t => {
  const o = await orden([linea('SER', 2, 10), linea('LOTE', 5, 10), linea('PROM', 10, 10)]);
  const de = (...partidas) => ({ transaccionIdOrigen: o, partidas });
  await tabla(t, srv, e.token, [
    ['sin series', de({ numeroPartida: 1, cantidad: 2 }), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['más de lo pendiente', de({ numeroPartida: 3, cantidad: 10.000001 }), 'VALIDACION partidas[0].cantidad RANGO'],
    ['una partida que no hay', de({ numeroPartida: 4, cantidad: 1 }), 'VALIDACION partidas[0].numeroPartida NO_EXISTE'],
    ['dos veces', de({ numeroPartida: 3, cantidad: 1 }, { numeroPartida: 3, cantidad: 1 }), 'VALIDACION partidas[1].numeroPartida DUPLICADO'],
    ['nada', de({ numeroPartida: 3, cantidad: 0 }), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO'],
    ['cerrar', { transaccionIdOrigen: o, cerrar: true, conceptoId: 1 }, 'VALIDACION cerrar RANGO'],
  ].map(([que, c, espera]) => [que, 'POST', RECIBIR, c, espera]));
  await base.gestor(['parametro', 'poner', 'toleranciaRecepcion', '0.1', '--organizacion', String(e.id)]);
  const r = await recibir(o, [[1, 2, { series: ['S1', 'S2'] }], [2, 5, { lotes: [{ lote: 'L', cantidad: 5, caducidad: '2027-01-01' }] }], [3, 11, { costoUnitario: 12 }]]);
  await base.gestor(['parametro', 'poner', 'toleranciaRecepcion', '', '--organizacion', String(e.id)]);
  assert.deepEqual([await e.estado(o), await e.hay(p.PROM), r.partidas.map(x => x.cantidadRecibida)], ['Recibido', '11 132.00 0', [2, 5, 11]]);
  await salida('PROM', 5);
  const f = await facturar({ recepciones: [r.transaccionId], partidas: [{ numeroPartidaOrigen: 3, cantidad: 11, precioUnitario: 23 }] });
  assert.deepEqual([await e.hay(p.PROM), await e.estado(r.transaccionId), (await e.poliza(f.transaccionId)).filter(x => /INVENTARIO|COSTO/.test(x))], ['6 138.00 0', 'Parcial', ['D INVENTARIO 66.00', 'D AJUSTE_INVENTARIO 55.00']]);
  const g = await facturar({ recepciones: [r.transaccionId] });
  assert.deepEqual([await e.estado(r.transaccionId), g.total], ['Facturado', 81.2]);
});

test('de la orden sin recibir: entra con la factura', async () => {
  const o = await orden([linea('A', 5, 10), { conceptoId: servicios, cantidad: 2, precioUnitario: 7 }]);
  const antes = await e.hay(p.A);
  const f = await facturar({ transaccionIdOrden: o });
  assert.deepEqual([f.total, await e.poliza(f.transaccionId), await e.estado(o)], [74.24, ['D INVENTARIO 50.00', 'D IVA_POR_ACREDITAR 10.24', 'D GASTO 14.00', 'A PROVEEDORES 74.24'], 'Recibido']);
  await cancelado(f.transaccionId);
  assert.deepEqual([await e.estado(o), await e.hay(p.A)], ['Autorizado', antes]);
});

test('remisiones: la del proveedor se factura después; la nuestra sale a su costo y se factura al cliente', async () => {
  const REMISION = '/api/NotaRemision';
  const r = await e.hecho(REMISION, { proveedorId: proveedor, folioProveedor: 'R-9', partidas: [linea('B', 10, 20), { conceptoId: servicios, cantidad: 1, precioUnitario: 30 }] });
  assert.deepEqual([r.objId, r.estado, r.total, r.saldo, await e.poliza(r.transaccionId)], [5, 'Pendiente', 266.8, 0, ['D INVENTARIO 200.00', 'A POR_FACTURAR 200.00']]);
  await e.falla(RECIBIR, { transaccionIdOrigen: r.transaccionId }, 'VALIDACION transaccionIdOrigen NO_EXISTE');
  const parte = await facturar({ remisiones: [r.transaccionId], partidas: [{ numeroPartidaOrigen: 1, cantidad: 4, precioUnitario: 20 }] });
  assert.deepEqual([await e.estado(r.transaccionId), await e.poliza(parte.transaccionId)], ['Parcial', ['D IVA_POR_ACREDITAR 12.80', 'D POR_FACTURAR 80.00', 'A PROVEEDORES 92.80']]);
  const resto = await facturar({ remisiones: [r.transaccionId] });
  assert.deepEqual([await e.estado(r.transaccionId), await e.poliza(resto.transaccionId)], ['Facturado', ['D IVA_POR_ACREDITAR 24.00', 'D POR_FACTURAR 120.00', 'D GASTO 30.00', 'A PROVEEDORES 174.00']]);
  await cancelado(parte.transaccionId);
  await cancelado(resto.transaccionId);
  await cancelado(r.transaccionId);
  assert.equal(await e.hay(p.B), '0 0.00 0');

  await e.entrada(p.B, 5, 20);
  const cliente = await e.cliente('REMITIDO');
  const v = await e.hecho(REMISION, { origen: 'Venta', clienteId: cliente, partidas: [linea('B', 2, 50)] });
  assert.deepEqual([v.objId, v.estado, v.total, await e.poliza(v.transaccionId), await e.hay(p.B)], [5, 'Pendiente', 116, ['D COSTO_VENTAS 40.00', 'A INVENTARIO 40.00'], '3 60.00 0']);
  const f = await e.hecho('/api/FacturaVenta', { clienteId: cliente, remisiones: [v.transaccionId] });
  assert.deepEqual([f.total, await e.estado(v.transaccionId), await e.hay(p.B)], [116, 'Facturado', '3 60.00 0']);
  esError(await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${v.transaccionId}`, { token: e.token }), 400, 'ESTADO_INVALIDO');
  for (const id of [f.transaccionId, v.transaccionId]) assert.equal((await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${id}`, { token: e.token })).estado, 200);
  assert.equal(await e.hay(p.B), '5 100.00 0');
  for (const [cuerpo, falla] of [
    [{ partidas: [linea('B', 1, 1)] }, 'VALIDACION proveedorId REQUERIDO'],
    [{ origen: 'Venta', proveedorId: proveedor, uuid: '5f3b1c0e-0000-4000-8000-000000000009', partidas: [linea('B', 1, 1)] }, 'VALIDACION clienteId REQUERIDO, proveedorId RANGO, folioProveedor RANGO'],
    [{ proveedorId: proveedor, clienteId: cliente, partidas: [linea('B', 1, 1)] }, 'VALIDACION clienteId RANGO'],
    [{ origen: 'Venta', clienteId: cliente, partidas: [linea('B', 99, 1)] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE'],
  ]) await e.falla(REMISION, cuerpo, falla);
});

test('la remisión de una orden: avanza la orden en partes, con su precio y en su almacén; cancelada, la regresa', async () => {
  const REMISION = '/api/NotaRemision';
  const o = await orden([linea('REM', 10, 100), { conceptoId: servicios, cantidad: 1, precioUnitario: 30 }], { almacenId: e.cedis });
  const de = (numeroPartidaOrigen, cantidad, mas) => ({ transaccionIdOrigen: o, numeroPartidaOrigen, cantidad, ...mas });
  const remitir = (...partidas) => e.hecho(REMISION, { proveedorId: proveedor, partidas });
  const parte = await remitir(de(1, 6), linea('E', 1, 5, { almacenId: e.general }));
  assert.deepEqual([parte.total, await asientos(parte), await e.hay(p.REM, e.cedis)], [701.8, ['D INVENTARIO 605.00', 'A POR_FACTURAR 605.00'], '6 600.00 0']);
  assert.deepEqual([await e.estado(o), (await leer(o)).partidas[0].cantidadPendiente], ['Parcial', 4]);
  assert.equal((await srv.get(`${REMISION}/${parte.transaccionId}`, { token: e.token })).json.data.transaccionIdOrden, o);
  const no = (partida, falla, mas) => e.falla(REMISION, { proveedorId: proveedor, partidas: [partida], ...mas }, falla);
  const ajena = await orden([linea('REM', 1, 1)], { proveedorId: persona }), pendiente = (await ordenar([linea('REM', 1, 1)])).transaccionId;
  await no(de(1, 4.000001), 'VALIDACION partidas[0].cantidad RANGO');
  await no(de(2, 1), 'VALIDACION partidas[0].numeroPartidaOrigen RANGO');
  await no(de(3, 1), 'VALIDACION partidas[0].numeroPartidaOrigen NO_EXISTE');
  await no({ ...de(1, 1), productoId: p.A }, 'VALIDACION partidas[0].productoId RANGO');
  await no({ transaccionIdOrigen: o, cantidad: 1 }, 'VALIDACION partidas[0].numeroPartidaOrigen REQUERIDO');
  await no({ numeroPartidaOrigen: 1, cantidad: 1 }, 'VALIDACION partidas[0].transaccionIdOrigen REQUERIDO, partidas[0].productoId REQUERIDO, partidas[0].precioUnitario REQUERIDO');
  await no({ ...de(1, 1), transaccionIdOrigen: ajena }, 'VALIDACION partidas[0].transaccionIdOrigen RANGO');
  await no({ ...de(1, 1), transaccionIdOrigen: parte.transaccionId }, 'VALIDACION partidas[0].transaccionIdOrigen NO_EXISTE');
  await no({ ...de(1, 1), transaccionIdOrigen: pendiente }, 'ESTADO_INVALIDO partidas[0].transaccionIdOrigen ESTADO_INVALIDO');
  await no(de(1, 1), 'VALIDACION partidas[0].transaccionIdOrigen RANGO', { origen: 'Venta', proveedorId: undefined, clienteId: await e.cliente('DEORDEN') });
  await e.falla(REMISION, { proveedorId: proveedor, partidas: [de(1, 1), de(1, 1)] }, 'VALIDACION partidas[1].numeroPartidaOrigen DUPLICADO');

  // Reception of the 4 pending pieces and 10 % more, at a higher price; the order keeps the quantity that it asked for.
  await base.gestor(['parametro', 'poner', 'toleranciaRecepcion', '0.1', '--organizacion', String(e.id)]);
  const resto = await remitir(de(1, 4.4, { precioUnitario: 110 }));
  await base.gestor(['parametro', 'poner', 'toleranciaRecepcion', '', '--organizacion', String(e.id)]);
  assert.deepEqual([await asientos(resto), await e.hay(p.REM, e.cedis), (await leer(o)).partidas[0].cantidadPendiente, await e.estado(o)], [['D INVENTARIO 484.00', 'A POR_FACTURAR 484.00'], '10.4 1084.00 0', 0, 'Parcial']);
  await e.falla(RECIBIR, { transaccionIdOrigen: o }, 'ESTADO_INVALIDO');
  const f = await facturar({ remisiones: [parte.transaccionId, resto.transaccionId] });
  assert.deepEqual([await asientos(f), await e.estado(parte.transaccionId), await e.estado(o)], [['D IVA_POR_ACREDITAR 174.24', 'D POR_FACTURAR 1089.00', 'A PROVEEDORES 1263.24'], 'Facturado', 'Parcial']);
  await cancelado(f.transaccionId);
  await cancelado(resto.transaccionId);
  await cancelado(parte.transaccionId);
  assert.deepEqual([await e.estado(o), await e.hay(p.REM, e.cedis), (await leer(o)).partidas[0].cantidadPendiente], ['Autorizado', '0 0.00 0', 10]);

  // Lines of two orders come in, each in the warehouse of its own order.
  const una = await orden([linea('REM', 1, 7)], { almacenId: e.general }), otra = await orden([linea('REM', 2, 7)], { almacenId: e.cedis });
  const juntas = await remitir({ ...de(1, 1), transaccionIdOrigen: una }, { ...de(1, 2), transaccionIdOrigen: otra });
  assert.deepEqual([await e.hay(p.REM, e.general), await e.hay(p.REM, e.cedis)], ['1 7.00 0', '2 14.00 0']);
  await cancelado(juntas.transaccionId);
});

test('cotización de proveedor: se registra, se lista, se cancela', async () => {
  const c = await e.hecho('/api/Cotizaciones/Proveedor', { proveedorId: proveedor, vigenciaFecha: '2099-12-31', partidas: [linea('A', 2, 10)] });
  assert.deepEqual([c.objId, c.estado, c.total, c.saldo], [30, 'Vigente', 23.2, 0]);
  const leidas = (await srv.get(`/api/Cotizaciones/Proveedor?cotizacionId=${c.transaccionId}`, { token: e.token })).json.data;
  assert.deepEqual(leidas.map(x => [x.proveedor, x.vigenciaFecha, x.partidas[0].importe]), [['PROVEEDOR', '2099-12-31', 20]]);
  await e.falla('/api/Cotizaciones/Proveedor', { proveedorId: proveedor, vigenciaFecha: '2020-01-01', partidas: [linea('A', 2, 10)] }, 'VALIDACION vigenciaFecha RANGO_FECHAS');
  await cancelado(c.transaccionId);
});

test('un solo ganador: la factura y el cancelar de una recepción, dos facturas de lo mismo', async () => {
  const o = await orden([linea('A', 4, 10)]);
  const r = await recibir(o);
  const iguales = await Promise.all([1, 2, 3].map(() => e.pedir(FACTURA, { proveedorId: proveedor, recepciones: [r.transaccionId] })));
  assert.deepEqual(iguales.map(x => x.estado).sort(), [200, 400, 400], iguales.map(x => x.texto).join('\n'));
  await cancelado(iguales.find(x => x.estado === 200).json.data.transaccionId);
  const duelo = await Promise.all([e.pedir(FACTURA, { proveedorId: proveedor, recepciones: [r.transaccionId] }), cancelar(r.transaccionId)]);
  assert.deepEqual(duelo.map(x => x.estado).sort(), [200, 400], duelo.map(x => x.texto).join('\n'));
});

test('lo que no se puede', async t => {
  const kit = await e.producto('KIT', { tipo: 'Kit', componentes: [{ productoId: p.A, cantidad: 1, unidadMedidaId: e.pieza }] });
  const cliente = await e.cliente('SOLOCLIENTE');
  const o = await orden([linea('A', 5, 10)]);
  const ajena = await orden([linea('A', 5, 10)], { proveedorId: persona });
  await tabla(t, srv, e.token, [
    ['orden de un cliente', ORDEN, { proveedorId: cliente, partidas: [linea('A', 1, 1)] }, 'VALIDACION proveedorId NO_EXISTE'],
    ['orden sin partidas', ORDEN, { proveedorId: proveedor, partidas: [] }, 'VALIDACION partidas REQUERIDO'],
    ['orden sin precio', ORDEN, { proveedorId: proveedor, partidas: [{ productoId: p.A, cantidad: 1 }] }, 'VALIDACION partidas[0].precioUnitario REQUERIDO'],
    ['orden de un kit', ORDEN, { proveedorId: proveedor, partidas: [{ productoId: kit, cantidad: 1, precioUnitario: 1 }] }, 'VALIDACION partidas[0].productoId RANGO'],
    ['orden de un concepto de gasto', ORDEN, { proveedorId: proveedor, partidas: [{ conceptoId: e.gasto, cantidad: 1, precioUnitario: 1 }] }, 'VALIDACION partidas[0].conceptoId RANGO'],
    ['factura sin nada', FACTURA, { proveedorId: proveedor }, 'VALIDACION partidas REQUERIDO'],
    ['factura de un CFDI que no lo es', FACTURA, { proveedorId: proveedor, xmlBase64: 'PD94bWw=' }, 'CFDI_INVALIDO xmlBase64 CFDI_INVALIDO'],
    ['un PDF que no lo es', FACTURA, { proveedorId: proveedor, pdfBase64: 'PD94bWw=', partidas: [linea('A', 1, 1)] }, 'VALIDACION pdfBase64 FORMATO'],
    ['tipoContacto', FACTURA, { proveedorId: proveedor, tipoContacto: 'Proveedor', partidas: [linea('A', 1, 1)] }, 'VALIDACION tipoContacto DESCONOCIDO'],
    ['dos vencimientos', FACTURA, { proveedorId: proveedor, diasCredito: 1, fechaVencimiento: '2027-01-01', partidas: [linea('A', 1, 1)] }, 'VALIDACION fechaVencimiento RANGO'],
    ['recepciones que no hay', FACTURA, { proveedorId: proveedor, recepciones: [999999], remisiones: [o] }, 'VALIDACION recepciones[0] NO_EXISTE, remisiones[0] NO_EXISTE'],
    ['una orden de otro', FACTURA, { proveedorId: proveedor, transaccionIdOrden: ajena }, 'VALIDACION transaccionIdOrden RANGO'],
    ['una partida de la orden que no hay', FACTURA, { proveedorId: proveedor, transaccionIdOrden: o, partidas: [{ numeroPartidaOrigen: 9, cantidad: 1 }] }, 'VALIDACION partidas[0].numeroPartidaOrigen NO_EXISTE'],
    ['mercancía sin decir de qué partida: entraría dos veces', FACTURA, { proveedorId: proveedor, transaccionIdOrden: o, partidas: [linea('A', 1, 10)] }, 'VALIDACION partidas[0].numeroPartidaOrigen REQUERIDO'],
    ['nada de la orden', FACTURA, { proveedorId: proveedor, transaccionIdOrden: o, partidas: [{ conceptoId: await e.concepto('CO-SERVICIOS'), cantidad: 1, precioUnitario: 10 }] }, 'VALIDACION partidas RANGO'],
    ['más de lo pedido', FACTURA, { proveedorId: proveedor, transaccionIdOrden: o, partidas: [{ numeroPartidaOrigen: 1, cantidad: 5.1 }] }, 'VALIDACION partidas[0].cantidad RANGO'],
    ['dos veces la misma', FACTURA, { proveedorId: proveedor, transaccionIdOrden: o, partidas: [{ numeroPartidaOrigen: 1, cantidad: 1 }, { numeroPartidaOrigen: 1, cantidad: 1 }] }, 'VALIDACION partidas[1].numeroPartidaOrigen DUPLICADO'],
    ['origen sin documento', FACTURA, { proveedorId: proveedor, partidas: [{ numeroPartidaOrigen: 1, cantidad: 1 }] }, 'VALIDACION partidas[0].numeroPartidaOrigen RANGO'],
    ['un impuesto imposible', FACTURA, { proveedorId: proveedor, partidas: [linea('A', 1, 1, { impuestos: [{ impuesto: '001', tasaOCuota: 0.1 }, { impuesto: '002', tasaOCuota: 0.11 }, { impuesto: '003', tipoFactor: 'Exento' }] })] },
      'VALIDACION partidas[0].impuestos[2].tipoFactor RANGO, partidas[0].impuestos[0].tipo RANGO, partidas[0].impuestos[1].tasaOCuota RANGO'],
    ['un impuesto que no es el de su tasa', FACTURA, { proveedorId: proveedor, partidas: [linea('A', 2, 100, { impuestos: [{ impuesto: '002', tasaOCuota: 0.16, importe: 32.02 }, { impuesto: '001', tipo: 'Retencion', tasaOCuota: 0.1, importe: 300 }] }),
      linea('A', 1, 1, { impuestos: [{ impuesto: '002', tasaOCuota: 0, importe: 0.01 }] })] },
      'VALIDACION partidas[0].impuestos[0].importe RANGO, partidas[0].impuestos[1].importe RANGO, partidas[1].impuestos[0].importe RANGO'],
    ['gasto con un IVA que no es el de su concepto', FACTURA, { proveedorId: proveedor, partidas: [linea('A', 1, 1)], gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: e.gasto, importe: 100, iva: 50 }] }, 'VALIDACION gastosSobreCompra[0].iva RANGO'],
    ['gasto de una compra que no hay', GASTO, { transaccionIdCompra: o, proveedorId: proveedor, conceptoId: e.gasto, importe: 1 }, 'VALIDACION transaccionIdCompra NO_EXISTE'],
    ['gasto con concepto de compra', FACTURA, { proveedorId: proveedor, partidas: [linea('A', 1, 1)], gastosSobreCompra: [{ proveedorId: cliente, conceptoId: servicios, importe: 1 }] }, 'VALIDACION gastosSobreCompra[0].proveedorId NO_EXISTE, gastosSobreCompra[0].conceptoId RANGO'],
    ['gasto por peso, sin peso', FACTURA, { proveedorId: proveedor, partidas: [linea('A', 1, 1)], gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: e.gasto, importe: 1, baseProrrateo: 'Peso' }] }, 'VALIDACION gastosSobreCompra[0].baseProrrateo RANGO'],
  ].map(([que, ruta, c, espera]) => [que, 'POST', ruta, c, espera]));
});

test('quién autoriza: su límite es en pesos', async () => {
  const o = await ordenar([linea('A', 1, 1000)]);
  await base.sql(`UPDATE usuario SET limite_autorizacion = 1159.99 WHERE organizacion_id = ${e.id} AND usuario = 'admin${e.id}'`);
  esError(await autorizar(o.transaccionId), 403, 'PERMISO_DENEGADO');
  await base.sql(`UPDATE usuario SET limite_autorizacion = 1160 WHERE organizacion_id = ${e.id} AND usuario = 'admin${e.id}'`);
  assert.equal((await autorizar(o.transaccionId)).estado, 200);
  await base.sql(`UPDATE usuario SET limite_autorizacion = NULL WHERE organizacion_id = ${e.id}`);
});

test('al final todo cuadra', async () => {
  assert.deepEqual(await auditar(base), []);
  await e.cuadra();
});
