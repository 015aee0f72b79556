// Faults that an outside trial of purchases found. Sources: named twice, named by their lines, lines that contradict their source.
// Orders: their warehouse, their service lines, their version, goods received beyond the order, orders invoiced after reception.
// Bodies: quantities of six decimals, impossible dates and ids. Costs: landed cost of a line; payment requests: the rest of a request.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, montar } from './lib/ayuda_api.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const ORDEN = '/api/OrdenCompra', RECIBIR = '/api/Inventario/Recepcion', FACTURA = '/api/FacturaCompra', REMISION = '/api/NotaRemision', GASTO = '/api/GastosSobreCompra', EGRESO = '/api/Bancos/EgresoAgregar';
let m, e, base, srv, proveedor, servicios;
const p = {};
before(async () => {
  m = await montar({ registros: 20 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Probada', rfc: 'EKU9003173C9' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR' });
  servicios = await e.concepto('CO-SERVICIOS');
  for (const [codigo, mas] of Object.entries({ A: {}, B: {}, SER: { manejaSeries: true }, PESA: { peso: 1.5 }, SERV: { tipo: 'Servicio', unidadMedidaId: e.servicio } })) p[codigo] = await e.producto(codigo, mas);
});
after(() => m?.cerrar());

const linea = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const orden = async (partidas, mas = {}, notas) => {
  const o = await e.hecho(ORDEN, { proveedorId: proveedor, partidas, ...mas });
  const r = await srv.pedir('PUT', `${ORDEN}/OrdenCompraAutorizar/${o.transaccionId}`, { token: e.token, cuerpo: { notas } });
  assert.equal(r.estado, 200, r.texto);
  return o.transaccionId;
};
const recibir = async (transaccionIdOrigen, mas = {}) => (await e.hecho(RECIBIR, { transaccionIdOrigen, ...mas })).transaccionId;
const remitir = async partidas => (await e.hecho(REMISION, { proveedorId: proveedor, partidas })).transaccionId;
const factura = mas => ({ proveedorId: proveedor, ...mas });
const facturar = mas => e.hecho(FACTURA, factura(mas));
const leer = async (ruta, id) => (await srv.get(`${ruta}/${id}`, { token: e.token })).json.data;
const de = (transaccionIdOrigen, numeroPartidaOrigen, cantidad, mas = {}) => ({ transaccionIdOrigen, numeroPartidaOrigen, cantidad, ...mas });

test('un documento de origen se nombra una vez', async () => {
  const [r, n] = [await recibir(await orden([linea('A', 2, 10)])), await remitir([linea('A', 1, 10)])];
  await e.falla(FACTURA, factura({ recepciones: [r, r] }), 'VALIDACION recepciones[1] DUPLICADO');
  await e.falla(FACTURA, factura({ remisiones: [n, n] }), 'VALIDACION remisiones[1] DUPLICADO');
  assert.equal((await facturar({ recepciones: [r], remisiones: [n] })).total, 34.8);
  await e.falla('/api/FacturaVenta', { clienteId: e.publico, remisiones: [7, 7] }, 'VALIDACION remisiones[1] DUPLICADO');
});

test('los documentos de origen son los que nombran las partidas', async () => {
  const [r, s, n] = [await recibir(await orden([linea('A', 2, 10), linea('B', 1, 10)])), await recibir(await orden([linea('A', 3, 10)])), await remitir([linea('B', 1, 20)])];
  const o = await orden([linea('B', 4, 10)]);
  const f = await facturar({ partidas: [de(r, 1, 2), de(s, 1, 1), de(n, 1, 1), de(r, 2, 1), de(o, 1, 3)] });
  assert.deepEqual([f.total, await Promise.all([r, s, n, o].map(id => e.estado(id)))], [104.4, ['Facturado', 'Parcial', 'Facturado', 'Parcial']]);
  assert.deepEqual((await leer(FACTURA, f.transaccionId)).recepciones, [r, s]);
  await e.falla(FACTURA, factura({ partidas: [de(987654321, 1, 1), de(f.transaccionId, 1, 1)] }), 'VALIDACION partidas[0].transaccionIdOrigen NO_EXISTE, partidas[1].transaccionIdOrigen NO_EXISTE');
  // The header of the invoice names another source.
  await e.falla(FACTURA, factura({ recepciones: [s], partidas: [de(o, 1, 1)] }), 'VALIDACION partidas[0].transaccionIdOrigen RANGO');
  await e.falla(FACTURA, factura({ partidas: [de(s, 1, 1), { numeroPartidaOrigen: 1, cantidad: 1 }] }), 'VALIDACION partidas[1].numeroPartidaOrigen RANGO');
});

test('lo que una partida dice además de su origen: o es lo mismo, o se toma, o se rechaza', async t => {
  const r = await recibir(await orden([linea('A', 10, 10)]));
  const o = await orden([linea('SER', 2, 10)]);
  for (const [que, mas, falla] of [
    ['otro producto', { productoId: p.B }, 'productoId'], ['otro código', { codigo: 'B' }, 'codigo'], ['un concepto', { conceptoId: servicios }, 'conceptoId'], ['otra unidad', { unidadMedidaId: e.servicio }, 'unidadMedidaId'],
    ['otro almacén', { almacenId: e.cedis }, 'almacenId'], ['series', { series: ['X'] }, 'series'], ['lotes', { lotes: [{ lote: 'L', cantidad: 1 }] }, 'lotes'],
  ]) await t.test(que, () => e.falla(FACTURA, factura({ partidas: [de(r, 1, 1, mas)] }), `VALIDACION partidas[0].${falla} RANGO`));
  const f = await facturar({ partidas: [de(r, 1, 4, { productoId: p.A, codigo: 'a', unidadMedidaId: e.pieza, almacenId: e.general, descripcion: 'Lo del papel', notas: 'x', descuento: 8 })] });
  const [leida] = (await leer(FACTURA, f.transaccionId)).partidas;
  assert.deepEqual([leida.descripcion, leida.notas, leida.descuento, leida.precioUnitario, f.total], ['Lo del papel', 'x', 8, 10, 37.12]);
  // Goods that arrive with the invoice enter the warehouse of their line, with their serial numbers.
  await facturar({ partidas: [de(o, 1, 2, { almacenId: e.cedis, series: ['S1', 'S2'] })] });
  assert.deepEqual([await e.hay(p.SER, e.cedis), await e.hay(p.SER)], ['2 20.00 0', 'nada']);
});

test('lo que se facturó de una orden entra donde la orden dice', async () => {
  const antes = await e.hay(p.B);
  for (const mas of [o => ({ transaccionIdOrden: o }), o => ({ partidas: [de(o, 1, 3)] })]) {
    const f = await facturar(mas(await orden([linea('B', 3, 10)], { almacenId: e.cedis })));
    assert.equal((await leer(FACTURA, f.transaccionId)).almacenId, e.cedis);
  }
  assert.deepEqual([await e.hay(p.B, e.cedis), await e.hay(p.B)], ['6 60.00 0', antes]);
  await facturar({ transaccionIdOrden: await orden([linea('B', 3, 10)], { almacenId: e.general }), almacenId: e.cedis });
  assert.equal(await e.hay(p.B, e.cedis), '9 90.00 0');
});

test('lo que no es mercancía se factura de la orden, aunque la mercancía ya se recibió', async () => {
  const o = await orden([linea('A', 2, 10), linea('SERV', 1, 50), { conceptoId: servicios, cantidad: 3, precioUnitario: 5 }]);
  const r = await recibir(o);
  const avance = async () => { const x = await leer(ORDEN, o); return [x.estado, x.porcentajeRecibido, x.partidas.map(y => [y.cantidadRecibida, y.cantidadPendiente])]; };
  assert.deepEqual(await avance(), ['Parcial', 100, [[2, 0], [0, 1], [0, 3]]]);
  await e.falla(RECIBIR, { transaccionIdOrigen: o }, 'ESTADO_INVALIDO');
  const una = await facturar({ transaccionIdOrden: o, partidas: [{ numeroPartidaOrigen: 3, cantidad: 1 }] });
  assert.deepEqual([una.total, await avance()], [5.8, ['Parcial', 100, [[2, 0], [0, 1], [1, 2]]]]);
  const resto = await facturar({ transaccionIdOrden: o, recepciones: [r] });
  assert.deepEqual([resto.total, await avance(), await e.estado(r)], [92.8, ['Recibido', 100, [[2, 0], [1, 0], [3, 0]]], 'Facturado']);
  await e.falla(FACTURA, factura({ transaccionIdOrden: o }), 'ESTADO_INVALIDO');
  assert.equal((await srv.pedir('DELETE', `${FACTURA}/FacturaCompraCancelar/${resto.transaccionId}?motivo=x`, { token: e.token })).estado, 200);
  assert.equal((await avance())[0], 'Parcial');
});

test('cantidades de seis decimales de lo que tiene peso', async () => {
  for (const baseProrrateo of ['Importe', 'Cantidad', 'Peso']) {
    const f = await facturar({ partidas: [linea('PESA', 1.000001, 10), linea('A', 0.000001, 10)] });
    const g = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, proveedorId: proveedor, conceptoId: e.gasto, importe: 5, baseProrrateo });
    assert.equal(g.total, 5.8);
  }
  const f = await facturar({ partidas: [linea('PESA', 1.000001, 10)] });
  const n = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: f.transaccionId, motivo: 'x', completa: true });
  assert.equal(n.total, f.total);
});

test('el papel de un proveedor no es de mañana', async t => {
  const f = await facturar({ partidas: [linea('A', 3, 10)], fechaProveedor: dia() });
  const fechaProveedor = dia(2), gasto = { proveedorId: proveedor, conceptoId: e.gasto, importe: 1, fechaProveedor };
  for (const [que, ruta, cuerpo, campo] of [
    ['factura', FACTURA, factura({ partidas: [linea('A', 1, 1)], fechaProveedor })], ['remisión', REMISION, { proveedorId: proveedor, partidas: [linea('A', 1, 1)], fechaProveedor }],
    ['gasto', GASTO, { transaccionIdCompra: f.transaccionId, ...gasto }], ['gasto de la factura', FACTURA, factura({ partidas: [linea('A', 1, 1)], gastosSobreCompra: [gasto] }), 'gastosSobreCompra[0].'],
    ['devolución', '/api/NotaDevolucionProveedor', { transaccionIdCompra: f.transaccionId, motivo: 'x', completa: true, fechaProveedor }],
    ['nota de crédito', '/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: f.transaccionId, motivo: 'x', importes: { base16: 1 }, fechaProveedor }],
    ['nota de un contacto', '/api/NotaCredito', { tipo: 'Proveedor', contactoId: proveedor, motivo: 'x', importes: { base16: 1 }, fechaProveedor }],
  ]) await t.test(que, () => e.falla(ruta, cuerpo, `VALIDACION ${campo ?? ''}fechaProveedor RANGO`));
});

test('las notas con que se autoriza se leen', async () => {
  const o = await leer(ORDEN, await orden([linea('A', 1, 1)], {}, 'Con el descuento de mayo'));
  assert.equal(o.notasAutorizacion, 'Con el descuento de mayo');
  assert.equal((await leer(ORDEN, await orden([linea('A', 1, 1)]))).notasAutorizacion, '');
});

test('de una cuenta propia a otra no es un egreso ni se solicita: es un traspaso', async () => {
  const entre = await e.concepto('EG-TRASPASO');
  const r = await e.falla(EGRESO, { cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ conceptoId: entre, importeAbono: 10 }] }, 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO');
  assert.match(r.json.detail, /POST \/api\/Bancos\/Traspaso/);
  await e.falla('/api/SolicitudPago/V2', { beneficiario: 'Nosotros', partidas: [{ conceptoId: entre, importe: 10 }] }, 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO');
  const conceptos = (await srv.get('/api/Bancos/ConceptosEgreso', { token: e.token })).json.data.map(c => c.clave);
  assert.deepEqual([conceptos.includes('EG-TRASPASO'), conceptos.includes('GA-GENERAL')], [false, true]);
  // Concepto of deposits to the ledger account of one bank account.
  const cuenta = await e.uno('cuenta_contable', 'cuenta_contable_id', "clave = 'CAJA'");
  await base.sql(`UPDATE concepto SET cuenta_contable_id = ${cuenta} WHERE organizacion_id = ${e.id} AND clave = 'DP-OTROS'`);
  await e.falla('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, tipo: 'Concepto', importe: 10, partidas: [{ conceptoId: await e.concepto('DP-OTROS'), importe: 10 }] },
    'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO');
});

test('un beneficiario es cualquier entero, de hasta mil cifras', async () => {
  const cuerpo = id => `{"cuentaId": ${e.caja}, "formaPagoId": ${e.efectivo}, "beneficiarioId": ${id}, "partidas": [{"conceptoId": ${e.gasto}, "importeAbono": 1}]}`;
  for (const id of ['9223372036854775808', '-9223372036854775809', '9007199254740993']) {
    const r = await srv.pedir('POST', EGRESO, { token: e.token, cuerpo: cuerpo(id) });
    assert.equal(r.estado, 200, r.texto);
    assert.match(r.texto, new RegExp(`"beneficiarioId": ?${id}[,}]`));
    assert.match((await srv.get(`/api/Bancos/Egresos?beneficiarioId=${id}`, { token: e.token })).texto, new RegExp(`"beneficiarioId": ?${id}[,}]`));
  }
  const r = await srv.pedir('POST', EGRESO, { token: e.token, cuerpo: cuerpo('9'.repeat(1001)) });
  assert.deepEqual(r.json.errores.map(x => [x.campo, x.codigo]), [['beneficiarioId', 'RANGO']]);
});

test('al final todo cuadra', async () => {
  assert.deepEqual(await auditar(base), []);
  await e.cuadra();
});

test('OP-099: el costo unitario nuevo es el que queda con el gasto', async () => {
  const f = await facturar({ partidas: [linea('A', 10, 100), linea('B', 20, 50)], gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: e.gasto, importe: 300 }] });
  const segundo = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, proveedorId: proveedor, conceptoId: e.gasto, importe: 10, moneda: 'USD', tipoCambio: 20, acreditamiento: 'Ninguno' });
  const costos = async id => (await leer(GASTO, id)).distribucion.map(d => [d.costoUnitarioAnterior, d.costoUnitarioNuevo]);
  assert.deepEqual(await costos(f.gastosSobreCompra[0].transaccionId), [[100, 115], [50, 57.5]]);
  assert.deepEqual(await costos(segundo.transaccionId), [[115, 126.6], [57.5, 63.3]], 'en pesos, con el IVA que no se acredita');
  // Received goods: the cost before the landed cost is the price of the invoice at the exchange rate of the reception (6 × 20).
  const r = await recibir(await orden([linea('A', 10, 5)], { moneda: 'USD', tipoCambio: 20 }), { tipoCambio: 20 });
  const otra = await facturar({ recepciones: [r], moneda: 'USD', tipoCambio: 18, partidas: [de(r, 1, 10, { precioUnitario: 6 })], gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: e.gasto, importe: 50 }] });
  assert.deepEqual(await costos(otra.gastosSobreCompra[0].transaccionId), [[120, 125]]);
  assert.equal((await srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${f.gastosSobreCompra[0].transaccionId}?motivo=x`, { token: e.token })).estado, 200);
  assert.deepEqual(await costos(segundo.transaccionId), [[100, 111.6], [50, 55.8]], 'el cancelado no cuenta');
});

test('OP-144: If-Match con el ETag de OP-095', async () => {
  const o = await e.hecho(ORDEN, { proveedorId: proveedor, partidas: [linea('A', 1, 1)] });
  const aqui = `${ORDEN}/${o.transaccionId}`, con = etag => srv.pedir('PUT', `${ORDEN}/OrdenCompraAutorizar/${o.transaccionId}`, { token: e.token, cuerpo: {}, encabezados: { 'If-Match': etag } });
  const leida = await srv.get(aqui, { token: e.token });
  const otra = await con('"otra"');
  assert.deepEqual([otra.estado, otra.json.codigo, await e.estado(o.transaccionId)], [412, 'PRECONDICION', 'Pendiente']);
  const hecha = await con(leida.h.etag);
  assert.deepEqual([hecha.estado, hecha.json.data.estado], [200, 'Autorizado']);
  assert.equal((await con(leida.h.etag)).estado, 412);
});

test('OP-095: se dice todo lo que se recibió, también lo que pasa de lo pedido', async () => {
  await base.gestor(['parametro', 'poner', 'toleranciaRecepcion', '0.5', '--organizacion', String(e.id)]);
  const o = await orden([linea('A', 10, 10), linea('SERV', 2, 5)]);
  const [una, otra] = [await recibir(o, { partidas: [{ numeroPartida: 1, cantidad: 8 }] }), await recibir(o, { partidas: [{ numeroPartida: 1, cantidad: 3 }] })];
  const avance = async id => { const x = await leer(ORDEN, id); return [x.estado, x.porcentajeRecibido, x.partidas.map(y => [y.cantidadRecibida, y.cantidadPendiente])]; };
  assert.deepEqual(await avance(o), ['Parcial', 100, [[11, 0], [0, 2]]]);
  assert.equal((await srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${otra}?motivo=x`, { token: e.token })).estado, 200);
  assert.deepEqual(await avance(o), ['Parcial', 80, [[8, 2], [0, 2]]]);
  await facturar({ recepciones: [una] });
  const n = await orden([linea('A', 10, 10)]);
  await e.hecho(REMISION, { proveedorId: proveedor, partidas: [{ transaccionIdOrigen: n, numeroPartidaOrigen: 1, cantidad: 12 }] });
  assert.deepEqual(await avance(n), ['Recibido', 100, [[12, 0]]]);
  await base.gestor(['parametro', 'poner', 'toleranciaRecepcion', '', '--organizacion', String(e.id)]);
});

test('una solicitud que ya no pide nada de una compra no impide cancelarla', async () => {
  const [a, b] = [(await facturar({ partidas: [linea('A', 2, 10)] })).transaccionId, (await facturar({ partidas: [linea('A', 1, 10)] })).transaccionId];
  await e.hecho('/api/SolicitudPago', { proveedorId: proveedor, documentos: [{ transaccionIdCompra: a, importe: 23.2 }, { transaccionIdCompra: b, importe: 11.6 }] });
  const cancelar = (id, ruta = `${FACTURA}/FacturaCompraCancelar`) => srv.pedir('DELETE', `${ruta}/${id}?motivo=x`, { token: e.token });
  assert.equal((await cancelar(a)).json.codigo, 'TIENE_DOCUMENTOS_RELACIONADOS');
  const nota = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: a, motivo: 'x', completa: true });
  assert.equal((await cancelar(nota.transaccionId, '/api/Compras/TransaccionCancelar')).estado, 200);
  const r = await cancelar(a);
  assert.equal(r.estado, 200, r.texto);
  assert.equal((await cancelar(b)).json.codigo, 'TIENE_DOCUMENTOS_RELACIONADOS', 'de ésta aún pide');
});

test('de una orden que ya llegó toda se factura lo recibido sin facturar', async () => {
  const o = await orden([linea('A', 5, 10), linea('B', 2, 7)]);
  const [una, otra] = [await recibir(o, { partidas: [{ numeroPartida: 1, cantidad: 2 }] }), await recibir(o)];
  const primera = await facturar({ partidas: [de(una, 1, 1)] });
  const antes = [await e.hay(p.A), await e.hay(p.B)];
  const f = await facturar({ transaccionIdOrden: o });
  const leida = await leer(FACTURA, f.transaccionId);
  assert.deepEqual([primera.total, f.total, leida.transaccionIdOrden, leida.recepciones, leida.partidas.map(x => x.cantidad)], [11.6, 62.64, o, [una, otra], [1, 3, 2]]);
  assert.deepEqual([await e.estado(una), await e.estado(otra), await e.estado(o), [await e.hay(p.A), await e.hay(p.B)]], ['Facturado', 'Facturado', 'Recibido', antes]);
  await e.falla(FACTURA, factura({ transaccionIdOrden: o }), 'ESTADO_INVALIDO');
  // With lines, each line names the document that it invoices.
  const n = await orden([linea('A', 1, 10)]);
  await recibir(n);
  await e.falla(FACTURA, factura({ transaccionIdOrden: n, partidas: [{ numeroPartidaOrigen: 1, cantidad: 1 }] }), 'ESTADO_INVALIDO');
  assert.deepEqual(await auditar(base), []);
});
