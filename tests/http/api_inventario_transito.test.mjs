// OP-145 and OP-147: a transfer in two steps. Goods in transit are in no warehouse and keep their value until they are received, lost or called back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const MOVER = '/api/Inventario/Movimiento', RECIBIR = '/api/Inventario/Recepcion', CANCELAR = '/api/Inventario/TransaccionCancelar';
let m, e, base, srv, docena;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'En camino', rfc: 'EKU9003173C9' });
  docena = Number(await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor) VALUES (${e.id}, 'DOC', 'Docena', 'doc', 'DPC', ${e.pieza}, 12) RETURNING unidad_medida_id`));
  for (const [codigo, mas] of Object.entries({ PEPS: {}, PROM: { metodoCosteo: 'PROMEDIO' }, SER: { manejaSeries: true }, IDSER: { metodoCosteo: 'IDENTIFICADO', manejaSeries: true }, LOTE: { manejaLotes: true }, X: {}, Y: {}, CARRERA: {}, FECHA: {}, ORDEN: {} }))
    p[codigo] = await e.producto(codigo, mas);
  await e.entrada(p.X, 1000, 10);
});
after(() => m?.cerrar());

const enviar = (partidas, mas = {}) => e.hecho(MOVER, { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.general, almacenDestinoId: e.cedis, partidas, ...mas });
const envio = (cantidad = 10, mas) => enviar([{ productoId: p.X, cantidad }], mas);
const recibir = (transaccionIdOrigen, partidas, mas = {}) => e.hecho(RECIBIR, { transaccionIdOrigen, ...(partidas && { partidas: partidas.map(([numeroPartida, cantidad, x]) => ({ numeroPartida, cantidad, ...x })) }), ...mas });
const cancelar = (id, token = e.token) => srv.pedir('DELETE', `${CANCELAR}/${id}?motivo=Error`, { token });
const enCamino = async codigo => (await srv.get(`/api/Inventario/Existencias?productoId=${p[codigo]}&almacenId=${e.cedis}`, { token: e.token })).json.data.map(x => [x.existencia, x.enTransito])[0];
const transito = () => base.uno(`SELECT coalesce(sum(debe - haber), 0)::text FROM poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id = ${e.id} AND c.clave = 'INV_TRANSITO'`);
const capas = codigo => base.columna(`SELECT to_char(fecha, 'YYYY-MM-DD') || ' ' || trim_scale(restante) || ' ' || valor || ' ' || (origen_id IS NOT NULL) || ' ' || (llegada > fecha) FROM capa
  WHERE organizacion_id = ${e.id} AND producto_id = ${p[codigo]} AND almacen_id = ${e.cedis} AND restante > 0 ORDER BY fecha, capa_id`);

test('se envía, está en camino con su valor, y se recibe entero: cada capa con su fecha y su costo', async () => {
  await e.mover('Entrada', [{ productoId: p.PEPS, cantidad: 10, costoUnitario: 100 }], { fecha: '2026-02-01T10:00:00' });
  await e.mover('Entrada', [{ productoId: p.PEPS, cantidad: 5, costoUnitario: 110 }], { fecha: '2026-03-01T10:00:00' });
  const t = await enviar([{ productoId: p.PEPS, cantidad: 12 }]);
  assert.deepEqual([t.estado, t.total, t.almacenOrigenId, t.almacenDestinoId], ['EnTransito', 1220, e.general, e.cedis]);
  assert.deepEqual(await e.poliza(t.transaccionId), ['D INV_TRANSITO 1220.00', 'A INVENTARIO 1220.00']);
  assert.deepEqual([await e.hay(p.PEPS), await enCamino('PEPS'), await transito()], ['3 330.00 0', [0, 12], '1220.00']);
  await e.falla(MOVER, { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: e.cedis, partidas: [{ productoId: p.PEPS, cantidad: 1 }] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  const r = await recibir(t.transaccionId);
  assert.deepEqual([r.estado, r.total, r.transaccionIdOrigen, r.almacenId, r.conceptoId], ['Aplicado', 1220, t.transaccionId, e.cedis, 0]);
  assert.deepEqual(r.partidas.map(x => [x.numeroPartidaOrigen, x.cantidadSolicitada, x.cantidadRecibida, x.cantidadFaltante, x.cantidadPendiente, x.costoUnitario, x.importe]), [[1, 12, 12, 0, 0, 101.666667, 1220]]);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D INVENTARIO 1220.00', 'A INV_TRANSITO 1220.00']);
  assert.deepEqual([await e.estado(t.transaccionId), await e.hay(p.PEPS, e.cedis), await enCamino('PEPS'), await transito()], ['Aplicado', '12 1220.00 0', [12, 0], '0.00']);
  assert.deepEqual(await capas('PEPS'), ['2026-02-01 10 1000.00 true true', '2026-03-01 2 220.00 true true']);
  const otra = await e.falla(RECIBIR, { transaccionIdOrigen: t.transaccionId }, 'ESTADO_INVALIDO');
  assert.deepEqual(otra.json.accionesPermitidas, ['cancelar']);  // the state of the transfer permits it; the reception has to be cancelled first
});

test('en partes y a costo promedio: el último se lleva los centavos', async () => {
  await e.entrada(p.PROM, 3, 33.333333);
  const t = await enviar([{ productoId: p.PROM, cantidad: 3 }]);
  const costos = [];
  for (const n of [1, 1, 1]) {
    const r = await recibir(t.transaccionId, [[1, n]]);
    costos.push(r.total);
    assert.equal(await e.estado(t.transaccionId), costos.length === 3 ? 'Aplicado' : 'EnTransito');
  }
  assert.deepEqual([costos, await e.hay(p.PROM, e.cedis), await e.hay(p.PROM)], [[33.33, 33.34, 33.33], '3 100.00 0', '0 0.00 0']);
  // A reception in another unit and of several lines; never more than the quantity in transit.
  const d = await enviar([{ productoId: p.X, cantidad: 2, unidadMedidaId: docena }, { productoId: p.X, cantidad: 6 }]);
  await e.falla(RECIBIR, { transaccionIdOrigen: d.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 2.000001 }, { numeroPartida: 3, cantidad: 1 }] }, 'VALIDACION partidas[0].cantidad RANGO, partidas[1].numeroPartida NO_EXISTE');
  const uno = await recibir(d.transaccionId, [[1, 0.5]]);
  assert.deepEqual([uno.partidas[0].cantidadPendiente, await enCamino('X')], [1.5, [6, 24]]);
  const resto = await recibir(d.transaccionId);
  assert.deepEqual(resto.partidas.map(x => [x.numeroPartidaOrigen, x.cantidadRecibida]), [[1, 1.5], [2, 6]]);
  assert.deepEqual([await e.estado(d.transaccionId), await enCamino('X'), await transito()], ['Aplicado', [30, 0], '0.00']);
});

test('series y lotes: llegan los que salieron, y mientras tanto no son de nadie más', async t => {
  await e.mover('Entrada', [{ productoId: p.SER, cantidad: 3, costoUnitario: 7, series: ['A', 'B', 'C'] }, { productoId: p.IDSER, cantidad: 2, costoUnitario: 9, series: ['I', 'J'] }]);
  for (const lote of ['L1', 'L2']) await e.mover('Entrada', [{ productoId: p.LOTE, cantidad: 5, costoUnitario: 2, lotes: [{ lote, cantidad: 5, caducidad: '2027-05-01' }] }]);
  const envio = await enviar([{ productoId: p.SER, cantidad: 3, series: ['A', 'B', 'C'] }, { productoId: p.LOTE, cantidad: 6, lotes: [{ lote: 'L1', cantidad: 4 }, { lote: 'L2', cantidad: 2 }] }, { productoId: p.IDSER, cantidad: 1, series: ['J'] }]);
  const serie = s => ({ productoId: p.SER, cantidad: 1, series: [s] });
  await e.falla(MOVER, { tipoMovimiento: 'Entrada', conceptoId: e.inicial, almacenId: e.general, partidas: [{ ...serie('A'), costoUnitario: 1 }] }, 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
  for (const almacenId of [e.general, e.cedis]) {  // each warehouse has another serial number of the product
    await e.mover('Entrada', [{ ...serie(`D${almacenId}`), costoUnitario: 1 }], { almacenId });
    await e.falla(MOVER, { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId, partidas: [serie('A')] }, 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
    await e.mover('Salida', [serie(`D${almacenId}`)], { almacenId, conceptoId: e.merma });
  }
  const de = (...partidas) => ({ transaccionIdOrigen: envio.transaccionId, partidas });
  await tabla(t, srv, e.token, [
    ['sin decir cuáles series', de({ numeroPartida: 1, cantidad: 1 }), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['una serie que no viene', de({ numeroPartida: 1, cantidad: 1, series: ['Z'] }), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['una serie de otra partida', de({ numeroPartida: 1, cantidad: 1, series: ['J'] }), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['sin decir cuáles lotes', de({ numeroPartida: 2, cantidad: 1 }), 'SERIE_LOTE_REQUERIDO partidas[0].lotes SERIE_LOTE_REQUERIDO'],
    ['más de un lote de lo que viene', de({ numeroPartida: 2, cantidad: 3, lotes: [{ lote: 'L2', cantidad: 3 }] }), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO'],
    ['lotes que no suman', de({ numeroPartida: 2, cantidad: 3, lotes: [{ lote: 'L2', cantidad: 2 }] }), 'SERIE_LOTE_REQUERIDO partidas[0].lotes SERIE_LOTE_REQUERIDO'],
  ].map(([que, c, espera]) => [que, 'POST', RECIBIR, c, espera]));
  const r = await recibir(envio.transaccionId, [[1, 1, { series: ['B'] }], [2, 3, { lotes: [{ lote: 'L1', cantidad: 2 }, { lote: 'L2', cantidad: 1 }] }]]);
  assert.deepEqual([r.partidas[0].series, r.partidas[1].lotes.map(l => [l.lote, l.cantidad])], [['B'], [['L1', 2], ['L2', 1]]]);
  assert.deepEqual(await base.columna(`SELECT lote || ' ' || caducidad FROM existencia_lote WHERE organizacion_id = ${e.id} AND almacen_id = ${e.cedis} ORDER BY lote`), ['L1 2027-05-01', 'L2 2027-05-01']);
  // Serial numbers and lots need not be named when all pending ones arrive. The answer names the lost ones.
  const c = await recibir(envio.transaccionId, [[1, 1, { series: ['A'] }], [2, 1, { lotes: [{ lote: 'L1', cantidad: 1 }] }], [3, 1]], { cerrar: true, conceptoId: e.merma });
  assert.deepEqual(c.partidas.map(x => [x.numeroPartidaOrigen, x.cantidadRecibida, x.cantidadFaltante, x.series, x.lotes.map(l => `${l.lote} ${l.cantidad}`)]),
    [[1, 1, 0, ['A'], []], [2, 1, 0, [], ['L1 1']], [3, 1, 0, ['J'], []], [1, 0, 1, ['C'], []], [2, 0, 2, [], ['L1 1', 'L2 1']]]);
  assert.deepEqual(await base.columna(`SELECT serie || ' ' || (almacen_id = ${e.cedis}) || ' ' || en_transito FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id IN (${p.SER}, ${p.IDSER}) ORDER BY serie`), ['A true false', 'B true false', 'I false false', 'J true false']);
  // A lost serial number may enter again, and then the reception that lost it cannot be cancelled.
  await e.mover('Entrada', [{ ...serie('C'), costoUnitario: 1 }]);
  esError(await cancelar(c.transaccionId), 400, 'SERIE_LOTE_INVALIDO');
});

test('cerrar: lo que falta va a la cuenta del concepto, y el traspaso termina', async () => {
  const t = await enviar([{ productoId: p.X, cantidad: 10 }, { productoId: p.X, cantidad: 5 }]);
  await recibir(t.transaccionId, [[1, 4]]);
  const c = await recibir(t.transaccionId, [[1, 3]], { cerrar: true, conceptoId: e.merma });
  assert.deepEqual([c.estado, c.total, c.conceptoId, c.partidas.map(x => [x.numeroPartidaOrigen, x.cantidadRecibida, x.cantidadFaltante, x.cantidadPendiente, x.importe])],
    ['Aplicado', 110, e.merma, [[1, 3, 0, 0, 30], [1, 0, 3, 0, 30], [2, 0, 5, 0, 50]]]);
  assert.deepEqual(await e.poliza(c.transaccionId), ['D INVENTARIO 30.00', 'D AJUSTE_INVENTARIO 80.00', 'A INV_TRANSITO 110.00']);
  assert.deepEqual([await e.estado(t.transaccionId), await transito()], ['Aplicado', '0.00']);
  // A reception of nothing, closed: all goods are lost.
  const u = await envio(2);
  const n = await recibir(u.transaccionId, [[1, 0]], { cerrar: true, conceptoId: e.merma });
  assert.deepEqual(await e.poliza(n.transaccionId), ['D AJUSTE_INVENTARIO 20.00', 'A INV_TRANSITO 20.00']);
  assert.equal(await e.estado(u.transaccionId), 'Aplicado');
  // A reception of everything, closed: nothing is lost, so the concept is not used.
  const v = await envio(2);
  const todo = await recibir(v.transaccionId, undefined, { cerrar: true, conceptoId: e.merma });
  assert.deepEqual(await e.poliza(todo.transaccionId), ['D INVENTARIO 20.00', 'A INV_TRANSITO 20.00']);
});

test('cancelar: lo enviado vuelve a sus capas mientras nada se reciba; una recepción, mientras su mercancía siga ahí', async () => {
  const antes = [await e.hay(p.X), await e.hay(p.X, e.cedis), await transito()];
  const t = await envio(10);
  const c = await cancelar(t.transaccionId);
  assert.deepEqual([c.estado, c.json.data?.estado], [200, 'Cancelado'], c.texto);
  assert.deepEqual([await e.hay(p.X), await e.hay(p.X, e.cedis), await transito()], antes);
  esError(await cancelar(t.transaccionId), 400, 'ESTADO_INVALIDO');
  await e.falla(RECIBIR, { transaccionIdOrigen: t.transaccionId }, 'ESTADO_INVALIDO');
  const u = await envio(10);
  const r = await recibir(u.transaccionId, [[1, 4]]);
  const b = await cancelar(u.transaccionId);
  esError(b, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(b.json.documentosRelacionados.map(x => x.transaccionId), [r.transaccionId]);
  assert.equal((await cancelar(r.transaccionId)).estado, 200);
  assert.deepEqual([await e.estado(u.transaccionId), await e.hay(p.X, e.cedis), await transito()], ['EnTransito', antes[1], '100.00']);
  const cerrada = await recibir(u.transaccionId, [[1, 1]], { cerrar: true, conceptoId: e.merma });
  esError(await cancelar(u.transaccionId), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.equal((await cancelar(cerrada.transaccionId)).estado, 200, 'también lo que faltaba vuelve a estar en camino');
  assert.deepEqual([await e.estado(u.transaccionId), await transito()], ['EnTransito', '100.00']);
  assert.equal((await cancelar(u.transaccionId)).estado, 200);
  assert.deepEqual([await e.hay(p.X), await e.hay(p.X, e.cedis), await transito()], antes);
  // Received goods of which one piece has left: the reception cannot be cancelled.
  await e.entrada(p.Y, 5, 10);
  const y = await recibir((await enviar([{ productoId: p.Y, cantidad: 5 }])).transaccionId);
  await e.mover('Salida', [{ productoId: p.Y, cantidad: 1 }], { almacenId: e.cedis, conceptoId: e.merma });
  esError(await cancelar(y.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  // Documents that MovimientoCancelar does not cancel.
  const nota = await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p.X, cantidad: 1, precioUnitario: 5 }] });
  esError(await cancelar(nota.transaccionId), 400, 'NO_ENCONTRADO');
  esError(await cancelar(999999999), 400, 'NO_ENCONTRADO');
});

test('fechas: no antes de su envío, ni cuando otra recepción la tenía', async () => {
  await e.mover('Entrada', [{ productoId: p.FECHA, cantidad: 10, costoUnitario: 1 }], { fecha: '2026-05-01T10:00:00' });
  const t = await enviar([{ productoId: p.FECHA, cantidad: 10 }], { fecha: '2026-05-10T10:00:00' });
  await e.falla(RECIBIR, { transaccionIdOrigen: t.transaccionId, fecha: '2026-05-09T10:00:00' }, 'VALIDACION fecha RANGO');
  const r = await recibir(t.transaccionId, undefined, { fecha: '2026-05-12T10:00:00' });
  const hasta = async dia => (await srv.get(`/api/Inventario/Existencias?productoId=${p.FECHA}&fechaCorte=${dia}`, { token: e.token })).json.data.map(x => x.existencia);
  assert.deepEqual([await hasta('2026-05-09'), await hasta('2026-05-11'), await hasta('2026-05-12')].map(x => x.sort()), [[0, 10], [0, 0], [0, 10]]);
  const pedido = await e.hecho('/api/PedidoCliente', { clienteId: await e.cliente('FECHA'), vigenciaFecha: '2099-12-31', almacenId: e.cedis, partidas: [{ productoId: p.FECHA, cantidad: 4, precioUnitario: 1 }] });
  const todo = async q => (await srv.get(`/api/Inventario/Existencias?productoId=${p.FECHA}&almacenId=${e.cedis}${q}`, { token: e.token })).json.data.map(x => [x.existencia, x.apartado, x.disponible, x.enTransito]);
  const hoy = (await srv.get(`/api/PedidoCliente/${pedido.transaccionId}`, { token: e.token })).json.data.fecha.slice(0, 10);
  assert.deepEqual([await todo('&fechaCorte=2026-05-09'), await todo('&fechaCorte=2026-05-11'), await todo('&fechaCorte=2026-05-12'), await todo(`&fechaCorte=${hoy}`), await todo('')],
    [[[0, 0, 0, 0]], [[0, 0, 0, 10]], [[10, 0, 10, 0]], [[10, 4, 6, 0]], [[10, 4, 6, 0]]], 'lo que iba en camino ese día; lo apartado, sólo de hoy');
  assert.equal((await srv.pedir('DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${pedido.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  // Transferred goods are in the warehouse since their reception, whatever the date of their layer.
  await e.falla(MOVER, { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: e.cedis, fecha: '2026-05-11T10:00:00', partidas: [{ productoId: p.FECHA, cantidad: 1 }] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  assert.equal((await cancelar(r.transaccionId)).estado, 200);
  await e.falla(RECIBIR, { transaccionIdOrigen: t.transaccionId, fecha: '2026-05-13T10:00:00' }, 'VALIDACION fecha RANGO');
  await recibir(t.transaccionId);
});

test('la capa más antigua sale primero, pero no antes de llegar', async () => {
  await e.mover('Entrada', [{ productoId: p.ORDEN, cantidad: 10, costoUnitario: 1 }], { fecha: '2026-05-01T10:00:00' });
  await e.mover('Entrada', [{ productoId: p.ORDEN, cantidad: 10, costoUnitario: 9 }], { almacenId: e.cedis, fecha: '2026-05-05T10:00:00' });
  const t = await enviar([{ productoId: p.ORDEN, cantidad: 10 }], { fecha: '2026-05-06T10:00:00' });
  await recibir(t.transaccionId, undefined, { fecha: '2026-05-12T10:00:00' });
  const sale = async fecha => (await e.mover('Salida', [{ productoId: p.ORDEN, cantidad: 1 }], { almacenId: e.cedis, conceptoId: e.merma, fecha })).total;
  assert.deepEqual([await sale('2026-05-11T10:00:00'), await sale('2026-05-12T10:00:00')], [9, 1]);
});

test('lo que no se admite', async t => {
  const envio5 = await envio(5), de = mas => ({ transaccionIdOrigen: envio5.transaccionId, ...mas });
  const entrada = await e.entrada(p.X, 1, 1);
  const ajeno = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 16');
  const gasto = e.gasto;
  const antes = await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`);
  await tabla(t, srv, e.token, [
    ['sin traspaso', {}, 'VALIDACION transaccionIdOrigen REQUERIDO'],
    ['uno que no existe', { transaccionIdOrigen: 999999999 }, 'VALIDACION transaccionIdOrigen NO_EXISTE'],
    ['uno de otra empresa', { transaccionIdOrigen: ajeno }, 'VALIDACION transaccionIdOrigen NO_EXISTE'],
    ['lo que nadie envió', { transaccionIdOrigen: entrada.transaccionId }, 'ESTADO_INVALIDO'],
    ['en otro almacén', de({ almacenId: e.general }), 'VALIDACION almacenId RANGO'],
    ['la misma partida dos veces', de({ partidas: [{ numeroPartida: 1, cantidad: 1 }, { numeroPartida: 1, cantidad: 1 }] }), 'VALIDACION partidas[1].numeroPartida DUPLICADO'],
    ['la misma serie dos veces', de({ partidas: [{ numeroPartida: 1, cantidad: 1, series: ['A', 'A'], lotes: [{ lote: 'L', cantidad: 1 }, { lote: 'L', cantidad: 1 }] }] }), 'VALIDACION partidas[0].series DUPLICADO, partidas[0].lotes DUPLICADO'],
    ['nada sin cerrar', de({ partidas: [{ numeroPartida: 1, cantidad: 0 }] }), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO'],
    ['más de lo enviado', de({ partidas: [{ numeroPartida: 1, cantidad: 6 }] }), 'VALIDACION partidas[0].cantidad RANGO'],
    ['cerrar sin concepto', de({ cerrar: true }), 'VALIDACION conceptoId REQUERIDO'],
    ['concepto sin cerrar', de({ conceptoId: e.merma }), 'VALIDACION conceptoId RANGO'],
    ['concepto que no existe', de({ cerrar: true, conceptoId: 999999999 }), 'VALIDACION conceptoId NO_EXISTE'],
    ['concepto que no es de inventario', de({ cerrar: true, conceptoId: gasto }), 'CONCEPTO_INVALIDO'],
    ['con costo: el suyo es el que traía', de({ partidas: [{ numeroPartida: 1, cantidad: 1, costoUnitario: 1 }] }), 'VALIDACION partidas[0].costoUnitario RANGO'],
  ].map(([que, c, espera]) => [que, 'POST', RECIBIR, c, espera]));
  assert.equal(await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`), antes, 'nada se guardó');
  // The dry run answers the reception and leaves the goods in transit.
  const simulada = await srv.pedir('POST', `/simular${RECIBIR}`, { token: e.token, cuerpo: de() });
  assert.deepEqual([simulada.estado, simulada.json.data?.estado, await e.estado(envio5.transaccionId)], [200, 'Aplicado', 'EnTransito'], simulada.texto);
  const lector = await base.usuario({ usuario: 'lectortran', organizacion: e.id, rol: 'lector', sucursal: e.matriz });
  const operador = await base.usuario({ usuario: 'operatran', organizacion: e.id, rol: 'operador', sucursal: e.matriz });
  const [l, o] = [await srv.entrar({ ...lector, ...e.llave }), await srv.entrar({ ...operador, ...e.llave })];
  esError(await srv.pedir('POST', RECIBIR, { token: l, cuerpo: de() }), 403, 'PERMISO_DENEGADO');
  esError(await cancelar(envio5.transaccionId, o), 403, 'PERMISO_DENEGADO');
  const hecha = await e.unaVez(RECIBIR, de({ referenciaExterna: 'REC-1', notas: 'andén 2' }), 18);
  assert.deepEqual([hecha.notas, hecha.referenciaExterna], ['andén 2', 'REC-1']);
});

test('en un lote se envía y se recibe', async () => {
  const r = await srv.pedir('POST', '/api/Lote', { token: e.token, cuerpo: { operaciones: [
    { id: 'envio', metodo: 'POST', ruta: MOVER, cuerpo: { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.general, almacenDestinoId: e.cedis, partidas: [{ productoId: p.X, cantidad: 1 }] } },
    { id: 'llega', metodo: 'POST', ruta: RECIBIR, cuerpo: { transaccionIdOrigen: '$envio.data.transaccionId' } }] } });
  assert.equal(r.estado, 200, r.texto);
});

test('a la vez: lo que dos reciben llega una vez; o se recibe o se cancela', async () => {
  await e.entrada(p.CARRERA, 100, 3);
  for (let vez = 0; vez < 4; vez++) {
    const t = await enviar([{ productoId: p.CARRERA, cantidad: 10 }]);
    const cuerpo = { transaccionIdOrigen: t.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 4 }] };
    const varios = await Promise.all([...Array(5)].map((_, i) => (vez % 2 && i === 2 ? cancelar(t.transaccionId) : e.pedir(RECIBIR, cuerpo))));
    const bien = varios.filter(r => r.estado === 200);
    const estado = await e.estado(t.transaccionId);
    assert.ok(estado === 'Cancelado' ? bien.length === 1 : bien.length === 2, `${estado} ${varios.map(r => r.estado)}`);
    if (estado === 'EnTransito') await recibir(t.transaccionId);
  }
});

test('al final todo cuadra', async () => {
  await e.cuadra();
  assert.deepEqual((await auditar(base)).filter(f => Number(f.organizacion_id) === e.id), []);
});
