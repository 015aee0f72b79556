// OP-145 and OP-146: entries, exits, transfers, counts and deliveries of goods; their cost, layer by layer, and their pólizas.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const MOVER = '/api/Inventario/Movimiento', ENTREGA = '/api/Inventario/Entrega', FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', PEDIDO = '/api/PedidoCliente';
let m, e, base, srv, cliente, docena;
const p = {};
before(async () => {
  m = await montar({ registros: 300 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Almacenes de prueba', rfc: 'EKU9003173C9' });
  docena = Number(await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor) VALUES (${e.id}, 'DOC', 'Docena', 'doc', 'DPC', ${e.pieza}, 12) RETURNING unidad_medida_id`));
  for (const [codigo, mas] of Object.entries({ PEPS: {}, PROM: { metodoCosteo: 'PROMEDIO' }, TERCIO: {}, TERPROM: { metodoCosteo: 'PROMEDIO' }, IDSER: { metodoCosteo: 'IDENTIFICADO', manejaSeries: true },
    IDLOTE: { metodoCosteo: 'IDENTIFICADO', manejaLotes: true }, SER: { manejaSeries: true }, LOTE: { manejaLotes: true }, X: {}, Y: {}, AJ: {}, MUEVE: {}, MUEVEPROM: { metodoCosteo: 'PROMEDIO' }, UNIDAD: {},
    SERV: { tipo: 'Servicio', unidadMedidaId: e.servicio }, ENT: {}, ENT2: {}, INA: { activo: false } })) p[codigo] = await e.producto(codigo, mas);
  p.KIT = await e.producto('KIT', { tipo: 'Kit', componentes: [{ productoId: p.ENT, cantidad: 2 }, { productoId: p.ENT2, cantidad: 1 }] });
  cliente = await e.cliente('C1');
  await e.entrada(p.X, 100, 10);
  await e.entrada(p.Y, 100, 10);
});
after(() => m?.cerrar());

const costo = async r => r.partidas.map(x => x.importe);
const capas = (codigo, almacen = e.general) => base.columna(`SELECT trim_scale(restante) || ' de ' || trim_scale(cantidad) || ' vale ' || valor FROM capa WHERE organizacion_id = ${e.id} AND producto_id = ${p[codigo]}
  AND almacen_id = ${almacen} ORDER BY fecha, transaccion_id, capa_id`);
const sale = (codigo, cantidad, mas = {}) => e.mover('Salida', [{ productoId: p[codigo], cantidad, ...mas }], { conceptoId: e.merma });
const cuerpo = (partidas = [{ productoId: p.X, cantidad: 1 }], mas = {}) => ({ tipoMovimiento: 'Entrada', conceptoId: e.inicial, almacenId: e.general, partidas, ...mas });
const traspaso = (mas = {}, partidas) => cuerpo(partidas, { tipoMovimiento: 'Traspaso', conceptoId: undefined, almacenDestinoId: e.cedis, ...mas });

test('entrada y salida: PEPS de capa en capa, promedio del almacén, cada una con su póliza', async () => {
  const a = await e.entrada(p.PEPS, 10, 100);
  assert.deepEqual([a.total, a.estado, a.almacenOrigenId, a.almacenDestinoId, a.tipoMovimiento], [1000, 'Aplicado', 0, e.general, 'Entrada']);
  assert.deepEqual(await e.poliza(a.transaccionId), ['D INVENTARIO 1000.00', 'A APERTURA 1000.00']);
  await e.entrada(p.PEPS, 5, 110);
  const s = await sale('PEPS', 12);
  assert.deepEqual([await costo(s), s.total, s.almacenOrigenId, s.almacenDestinoId], [[1220], 1220, e.general, 0]);
  assert.deepEqual(await e.poliza(s.transaccionId), ['D AJUSTE_INVENTARIO 1220.00', 'A INVENTARIO 1220.00']);
  assert.deepEqual(await capas('PEPS'), ['0 de 10 vale 0.00', '3 de 5 vale 330.00']);
  assert.equal(await e.hay(p.PEPS), '3 330.00 0');

  await e.entrada(p.PROM, 10, 100);
  await e.entrada(p.PROM, 5, 110);
  assert.deepEqual(await costo(await sale('PROM', 12)), [1240]);
  assert.equal(await e.hay(p.PROM), '3 310.00 0');
  assert.deepEqual(await capas('PROM'), ['0 de 10 vale 0.00', '3 de 5 vale 0.00']);

  for (const codigo of ['TERCIO', 'TERPROM']) {  // 100.00 in three pieces: no cent is lost
    await e.entrada(p[codigo], 3, 33.333333);
    const costos = [];
    for (let i = 0; i < 3; i++) costos.push(...await costo(await sale(codigo, 1)));
    assert.deepEqual(costos, [33.33, 33.34, 33.33], codigo);
    assert.equal(await e.hay(p[codigo]), '0 0.00 0');
  }
});

test('identificado: cuesta lo que costó esa serie o ese lote', async () => {
  await e.mover('Entrada', [{ productoId: p.IDSER, cantidad: 1, costoUnitario: 100, series: ['A'] }, { productoId: p.IDSER, cantidad: 1, costoUnitario: 300, series: ['B'] }]);
  assert.deepEqual(await costo(await sale('IDSER', 1, { series: ['B'] })), [300]);
  assert.equal(await e.hay(p.IDSER), '1 100.00 0');
  await e.mover('Entrada', [{ productoId: p.IDLOTE, cantidad: 5, costoUnitario: 10, lotes: [{ lote: 'L1', cantidad: 5 }] }]);
  await e.mover('Entrada', [{ productoId: p.IDLOTE, cantidad: 5, costoUnitario: 20, lotes: [{ lote: 'L2', cantidad: 5 }] }]);
  assert.deepEqual(await costo(await sale('IDLOTE', 3, { lotes: [{ lote: 'L2', cantidad: 2 }, { lote: 'L1', cantidad: 1 }] })), [50]);
  assert.deepEqual(await capas('IDLOTE'), ['4 de 5 vale 40.00', '3 de 5 vale 60.00']);
});

test('costo que no se envía: el promedio; otra moneda; otra unidad; costo cero', async () => {
  const x = await e.producto('DEF');
  p.DEF = x;
  assert.equal((await e.entrada(x, 2)).total, 0, 'sin existencia no hay promedio');
  await e.entrada(x, 2, 15);
  assert.equal((await e.entrada(x, 3)).total, 22.5);
  assert.equal(await e.hay(x), '7 52.50 0');
  const d = await e.mover('Entrada', [{ productoId: p.UNIDAD, cantidad: 2, unidadMedidaId: docena, costoUnitario: 6 }], { moneda: 'USD', tipoCambio: 20 });
  assert.deepEqual([await e.hay(p.UNIDAD), d.partidas[0].cantidad, d.partidas[0].unidad], ['24 240.00 0', 2, 'Docena']);
  assert.deepEqual([d.moneda, d.total, d.partidas[0].costoUnitario, d.partidas[0].importe], ['USD', 12, 6, 12], 'en su moneda');
  assert.deepEqual(await e.poliza(d.transaccionId), ['D INVENTARIO 240.00', 'A APERTURA 240.00']);
  assert.deepEqual(await costo(await sale('UNIDAD', 0.5, { unidadMedidaId: docena })), [60]);
  assert.equal(await e.hay(p.UNIDAD), '18 180.00 0');
  assert.deepEqual(await e.poliza((await e.entrada(p.UNIDAD, 1, 0)).transaccionId), []);
  await e.mover('Entrada', [{ codigo: 'unidad', cantidad: 1, costoUnitario: 1 }]);
  assert.equal(await e.hay(p.UNIDAD), '20 181.00 0');
  const consumo = await e.mover('Salida', [{ productoId: p.UNIDAD, cantidad: 18 }], { conceptoId: await e.concepto('IN-CONSUMO') });
  assert.deepEqual(await e.poliza(consumo.transaccionId), ['D GASTO 180.00', 'A INVENTARIO 180.00']);
});

test('ajuste: la diferencia con lo contado, hacia arriba, hacia abajo, a cero, y ninguna', async () => {
  const ajuste = (cantidad, mas = {}) => e.mover('Ajuste', [{ productoId: p.AJ, cantidad, ...mas }], { conceptoId: e.merma });
  const a = await ajuste(10, { costoUnitario: 5 });
  assert.deepEqual([a.partidas[0].cantidad, a.total, await e.hay(p.AJ)], [10, 50, '10 50.00 0']);
  assert.deepEqual(await e.poliza(a.transaccionId), ['D INVENTARIO 50.00', 'A AJUSTE_INVENTARIO 50.00']);
  const b = await ajuste(12);
  assert.deepEqual([b.partidas[0].cantidad, b.total, await e.hay(p.AJ)], [2, 10, '12 60.00 0']);
  const c = await ajuste(7);
  assert.deepEqual([c.partidas[0].cantidad, c.total, await e.hay(p.AJ)], [5, 25, '7 35.00 0']);
  assert.deepEqual(await e.poliza(c.transaccionId), ['D AJUSTE_INVENTARIO 25.00', 'A INVENTARIO 25.00']);
  const d = await e.mover('Ajuste', [{ productoId: p.AJ, cantidad: 7 }, { productoId: p.X, cantidad: 101, costoUnitario: 10 }], { conceptoId: e.merma });
  assert.deepEqual(d.partidas.map(x => [x.productoId, x.cantidad, x.importe]), [[p.X, 1, 10]], 'lo que está bien contado no se mueve');
  const igual = await ajuste(7);
  assert.deepEqual([igual.partidas, igual.total, await e.poliza(igual.transaccionId)], [[], 0, []]);
  // An adjustment to the counted quantity passes, even below the reserved quantity.
  const pedido = await e.hecho(PEDIDO, { clienteId: cliente, partidas: [{ productoId: p.AJ, cantidad: 6, precioUnitario: 1 }] });
  await ajuste(2);
  assert.equal(await e.hay(p.AJ), '2 10.00 6');
  await ajuste(0);
  assert.equal(await e.hay(p.AJ), '0 0.00 6');
  await e.falla(ENTREGA, { transaccionIdOrigen: pedido.transaccionId }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  const docenas = await e.producto('AJDOC');
  await e.mover('Ajuste', [{ productoId: docenas, cantidad: 2, unidadMedidaId: docena, costoUnitario: 12 }], { conceptoId: e.merma });
  assert.equal(await e.hay(docenas), '24 24.00 0');
  await e.falla(MOVER, cuerpo([{ productoId: p.AJ, cantidad: 1 }, { codigo: 'AJ', cantidad: 2 }], { tipoMovimiento: 'Ajuste' }), 'VALIDACION partidas[1].productoId DUPLICADO');
  await e.entrada(p.SER, 1, 10, { series: ['AJ1'] });
  await e.falla(MOVER, cuerpo([{ productoId: p.SER, cantidad: 0 }], { tipoMovimiento: 'Ajuste' }), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO');
  await e.mover('Ajuste', [{ productoId: p.SER, cantidad: 0, series: ['AJ1'] }], { conceptoId: e.merma });
  assert.equal(await e.hay(p.SER), '0 0.00 0');
});

test('traspaso: la fecha y el costo de las capas van con la mercancía; sin póliza', async () => {
  await e.mover('Entrada', [{ productoId: p.MUEVE, cantidad: 10, costoUnitario: 100 }], { fecha: '2026-02-01T10:00:00' });
  await e.mover('Entrada', [{ productoId: p.MUEVE, cantidad: 5, costoUnitario: 110 }], { fecha: '2026-03-01T10:00:00' });
  await e.mover('Entrada', [{ productoId: p.MUEVE, cantidad: 1, costoUnitario: 999 }], { almacenId: e.cedis, fecha: '2026-02-15T10:00:00' });
  const t = await e.hecho(MOVER, traspaso({}, [{ productoId: p.MUEVE, cantidad: 12 }]));
  assert.deepEqual([t.total, t.almacenOrigenId, t.almacenDestinoId, t.conceptoId, t.concepto, await e.poliza(t.transaccionId)], [1220, e.general, e.cedis, 0, '', []]);
  assert.deepEqual([await e.hay(p.MUEVE), await e.hay(p.MUEVE, e.cedis)], ['3 330.00 0', '13 2219.00 0']);
  assert.deepEqual(await base.columna(`SELECT to_char(fecha, 'YYYY-MM-DD') || ' ' || trim_scale(restante) || ' ' || valor FROM capa WHERE organizacion_id = ${e.id} AND producto_id = ${p.MUEVE} AND almacen_id = ${e.cedis} ORDER BY fecha`),
    ['2026-02-01 10 1000.00', '2026-02-15 1 999.00', '2026-03-01 2 220.00']);
  const s = await e.mover('Salida', [{ productoId: p.MUEVE, cantidad: 11 }], { almacenId: e.cedis, conceptoId: e.merma });
  assert.equal(s.total, 1999, 'por la fecha de la primera entrada, no del traspaso');
  await e.entrada(p.MUEVEPROM, 3, 33.333333);
  await e.hecho(MOVER, traspaso({}, [{ productoId: p.MUEVEPROM, cantidad: 1 }]));
  assert.deepEqual([await e.hay(p.MUEVEPROM), await e.hay(p.MUEVEPROM, e.cedis)], ['2 66.67 0', '1 33.33 0']);
  await e.mover('Entrada', [{ productoId: p.SER, cantidad: 2, costoUnitario: 7, series: ['T1', 'T2'] }, { productoId: p.LOTE, cantidad: 4, costoUnitario: 1, lotes: [{ lote: 'LT', cantidad: 4, caducidad: '2027-05-01' }] }]);
  await e.hecho(MOVER, traspaso({}, [{ productoId: p.SER, cantidad: 1, series: ['T2'] }, { productoId: p.LOTE, cantidad: 1, lotes: [{ lote: 'LT', cantidad: 1 }] }]));
  assert.deepEqual(await base.columna(`SELECT almacen_id = ${e.cedis} FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SER} ORDER BY serie`), [false, true]);
  assert.deepEqual(await base.columna(`SELECT trim_scale(cantidad) || ' ' || coalesce(caducidad::text, '') FROM existencia_lote WHERE organizacion_id = ${e.id} AND producto_id = ${p.LOTE} ORDER BY almacen_id`), ['3 2027-05-01', '1 2027-05-01']);
  await e.falla(MOVER, traspaso({}, [{ productoId: p.SER, cantidad: 1, series: ['T2'] }]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
  // A lot has one date of expiry until its last piece leaves.
  const lote = (cantidad, caducidad) => [{ productoId: p.LOTE, cantidad, lotes: [{ lote: 'LT', cantidad, ...caducidad && { caducidad } }] }];
  const invalido = 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO';
  assert.match((await e.falla(MOVER, { tipoMovimiento: 'Entrada', conceptoId: e.inicial, almacenId: e.general, partidas: lote(1, '2028-01-01').map(l => ({ ...l, costoUnitario: 1 })) }, invalido)).json.errores[0].mensaje, /el lote LT caduca el 2027-05-01$/);
  await e.falla(MOVER, { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: e.general, partidas: lote(1, '2028-01-01') }, invalido);
  await e.mover('Entrada', lote(1).map(l => ({ ...l, costoUnitario: 1 })));
  await e.mover('Salida', lote(4, '2027-05-01'), { conceptoId: e.merma });
  await e.mover('Entrada', lote(2, '2028-01-01').map(l => ({ ...l, costoUnitario: 1 })));
  assert.equal(await base.uno(`SELECT trim_scale(cantidad) || ' ' || caducidad FROM existencia_lote WHERE organizacion_id = ${e.id} AND producto_id = ${p.LOTE} AND almacen_id = ${e.general} AND lote = 'LT'`), '2 2028-01-01');
});

test('movimiento: lo que no se admite', async t => {
  await e.cerrar('2024-12');
  const cuantos = () => base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`);
  const antes = await cuantos();
  const [almacenAjeno, productoAjeno, conceptoAjeno] = await Promise.all([base.uno('SELECT min(almacen_id) FROM almacen WHERE organizacion_id = 1'), base.uno('SELECT min(producto_id) FROM producto WHERE organizacion_id = 1'),
    base.uno("SELECT min(concepto_id) FROM concepto WHERE organizacion_id = 1 AND tipo = 'Inventario'")]);
  const x = (mas = {}) => [{ productoId: p.X, cantidad: 1, ...mas }];
  const salida = (partidas, mas) => cuerpo(partidas, { tipoMovimiento: 'Salida', ...mas });
  await tabla(t, srv, e.token, [
    ['tipo que no existe', cuerpo(x(), { tipoMovimiento: 'Otro' }), 'VALIDACION tipoMovimiento RANGO'],
    ['sin tipo ni almacén', cuerpo(x(), { tipoMovimiento: undefined, almacenId: undefined }), 'VALIDACION tipoMovimiento REQUERIDO, almacenId REQUERIDO'],
    ['sin concepto', cuerpo(x(), { conceptoId: undefined }), 'VALIDACION conceptoId REQUERIDO'],
    ['concepto que no existe', cuerpo(x(), { conceptoId: 999999999 }), 'VALIDACION conceptoId NO_EXISTE'],
    ['concepto de otra empresa', cuerpo(x(), { conceptoId: conceptoAjeno }), 'VALIDACION conceptoId NO_EXISTE'],
    ['concepto que no es de inventario', cuerpo(x(), { conceptoId: e.gasto }), 'CONCEPTO_INVALIDO'],
    ['almacén de otra empresa', cuerpo(x(), { almacenId: almacenAjeno }), 'VALIDACION almacenId NO_EXISTE'],
    ['destino de otra empresa', traspaso({ almacenDestinoId: almacenAjeno }), 'VALIDACION almacenDestinoId NO_EXISTE'],
    ['traspaso sin destino', traspaso({ almacenDestinoId: undefined }), 'VALIDACION almacenDestinoId REQUERIDO'],
    ['traspaso al mismo almacén', traspaso({ almacenDestinoId: e.general }), 'VALIDACION almacenDestinoId RANGO'],
    ['entrada con destino', cuerpo(x(), { almacenDestinoId: e.cedis }), 'VALIDACION almacenDestinoId RANGO'],
    ['en tránsito lo que no es traspaso', cuerpo(x(), { enTransito: true }), 'VALIDACION enTransito RANGO'],
    ['sin partidas', cuerpo([]), 'VALIDACION partidas REQUERIDO'],
    ['sin producto', cuerpo([{ cantidad: 1 }]), 'VALIDACION partidas[0].productoId REQUERIDO'],
    ['producto de otra empresa', cuerpo(x({ productoId: productoAjeno })), 'VALIDACION partidas[0].productoId NO_EXISTE'],
    ['producto inactivo', cuerpo(x({ productoId: p.INA })), 'VALIDACION partidas[0].productoId NO_EXISTE'],
    ['código que no existe', cuerpo([{ codigo: 'NO', cantidad: 1 }]), 'VALIDACION partidas[0].codigo NO_EXISTE'],
    ['un servicio', cuerpo(x({ productoId: p.SERV })), 'VALIDACION partidas[0].productoId RANGO'],
    ['un kit', cuerpo(x({ productoId: p.KIT })), 'VALIDACION partidas[0].productoId RANGO'],
    ['cantidad cero', cuerpo(x({ cantidad: 0 })), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO'],
    ['cantidad negativa en un ajuste', cuerpo(x({ cantidad: -1 }), { tipoMovimiento: 'Ajuste' }), 'VALIDACION partidas[0].cantidad RANGO'],
    ['costo negativo', cuerpo(x({ costoUnitario: -1 })), 'VALIDACION partidas[0].costoUnitario RANGO'],
    ['costo en una salida', salida(x({ costoUnitario: 1 })), 'VALIDACION partidas[0].costoUnitario RANGO'],
    ['unidad que no se convierte', cuerpo(x({ unidadMedidaId: e.servicio })), 'VALIDACION partidas[0].unidadMedidaId RANGO'],
    ['más de lo que hay', salida(x({ cantidad: 1000 })), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE'],
    ['traspaso de más de lo que hay', traspaso({}, x({ cantidad: 1000 })), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE'],
    ['series que faltan', cuerpo(x({ productoId: p.SER })), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['una serie que ya está', cuerpo(x({ productoId: p.SER, series: ['T1'] })), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['la misma serie en dos partidas', cuerpo([...x({ productoId: p.SER, series: ['N1'] }), ...x({ productoId: p.SER, series: ['N1'] })]), 'SERIE_LOTE_INVALIDO partidas[1].series SERIE_LOTE_INVALIDO'],
    ['la misma serie en la partida', cuerpo(x({ productoId: p.SER, cantidad: 2, series: ['N1', 'N1'] })), 'VALIDACION partidas[0].series DUPLICADO'],
    ['lotes que no suman', cuerpo(x({ productoId: p.LOTE, cantidad: 2, lotes: [{ lote: 'L', cantidad: 1 }] })), 'SERIE_LOTE_REQUERIDO partidas[0].lotes SERIE_LOTE_REQUERIDO'],
    ['series en un producto que no las lleva', cuerpo(x({ series: ['N1'] })), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['periodo cerrado', cuerpo(x(), { fecha: '2024-12-31T10:00:00' }), 'PERIODO_CERRADO'],
    ['serie de folios que no existe', cuerpo(x(), { serie: 'ZZ' }), 'VALIDACION serie NO_EXISTE'],
    ['sucursal que no existe', cuerpo(x(), { sucursalId: 999999999 }), 'VALIDACION sucursalId NO_EXISTE'],
    ['moneda que no se usa', cuerpo(x(), { moneda: 'EUR' }), 'VALIDACION moneda NO_EXISTE'],
    ['dólares sin tipo de cambio', cuerpo(x(), { moneda: 'USD' }), 'VALIDACION tipoCambio REQUERIDO'],
    ['el costo no cabe', cuerpo(x({ cantidad: 1000000000000, costoUnitario: 1000000000000 })), 'VALIDACION partidas[0].costoUnitario RANGO'],
  ].map(([que, c, espera]) => [que, 'POST', MOVER, c, espera]));
  assert.equal(await cuantos(), antes, 'nada se guardó');
  const r = await e.hecho(MOVER, cuerpo(x(), { referenciaExterna: 'MOV-1', notas: 'conteo' }));
  assert.deepEqual([r.referenciaExterna, r.notas], ['MOV-1', 'conteo']);
  assert.equal((await e.falla(MOVER, cuerpo(x(), { referenciaExterna: 'MOV-1' }), 'REFERENCIA_DUPLICADA')).json.transaccionId, r.transaccionId);
  const uno = await e.unaVez(MOVER, cuerpo(x({ costoUnitario: 5 })), 16);
  assert.equal(uno.total, 5);
});

const linea = (codigo, cantidad, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario: 100, ...mas });
const pedir = (partidas, mas = {}) => e.hecho(PEDIDO, { clienteId: cliente, partidas, ...mas });
const entregar = (transaccionIdOrigen, partidas, mas = {}) => e.hecho(ENTREGA, { transaccionIdOrigen, ...(partidas && { partidas: partidas.map(([numeroPartida, cantidad, x]) => ({ numeroPartida, cantidad, ...x })) }), ...mas });

test('entrega de un pedido: en partes, de más, completa; libera lo apartado y cuesta', async () => {
  await e.entrada(p.ENT, 20, 10);
  await e.entrada(p.ENT2, 20, 5);
  const pedido = await pedir([linea('ENT', 5), linea('SERV', 1), linea('ENT2', 2)]);
  assert.deepEqual([await e.hay(p.ENT), await e.hay(p.ENT2)], ['20 200.00 5', '20 100.00 2']);
  const id = pedido.transaccionId;
  const a = await entregar(id, [[1, 2]], { recibe: 'Luis', notas: 'andén 3' });
  assert.deepEqual([a.estado, a.transaccionIdOrigen, a.clienteId, a.recibe, a.notas, a.almacenId, a.total], ['Aplicado', id, cliente, 'Luis', 'andén 3', e.general, 0]);
  assert.deepEqual(a.partidas.map(x => [x.numeroPartida, x.numeroPartidaOrigen, x.cantidadSolicitada, x.cantidadEntregada, x.cantidadPendiente]), [[1, 1, 5, 2, 3]]);
  assert.deepEqual(await e.poliza(a.transaccionId), ['D COSTO_VENTAS 20.00', 'A INVENTARIO 20.00']);
  assert.deepEqual([await e.estado(id), await e.hay(p.ENT)], ['Parcial', '18 180.00 3']);
  await e.falla(ENTREGA, { transaccionIdOrigen: id, partidas: [{ numeroPartida: 1, cantidad: 3.000001 }, { numeroPartida: 9, cantidad: 1 }, { numeroPartida: 2, cantidad: 1 }] },
    'VALIDACION partidas[0].cantidad RANGO, partidas[1].numeroPartida NO_EXISTE, partidas[2].cantidad RANGO');
  await e.falla(ENTREGA, { transaccionIdOrigen: id, partidas: [{ numeroPartida: 1, cantidad: 1 }, { numeroPartida: 1, cantidad: 1 }] }, 'VALIDACION partidas[1].numeroPartida DUPLICADO');
  await e.falla(ENTREGA, { transaccionIdOrigen: id, partidas: [{ numeroPartida: 1, cantidad: 0 }] }, 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO');
  const b = await entregar(id);
  assert.deepEqual(b.partidas.map(x => [x.numeroPartidaOrigen, x.cantidadEntregada, x.cantidadPendiente]), [[1, 3, 0], [3, 2, 0]]);
  assert.deepEqual([await e.estado(id), await e.hay(p.ENT), await e.hay(p.ENT2)], ['Surtido', '15 150.00 0', '18 90.00 0']);
  esError(await e.pedir(ENTREGA, { transaccionIdOrigen: id }), 400, 'ESTADO_INVALIDO');
  const v = (await srv.get(`${PEDIDO}/${id}`, { token: e.token })).json.data;
  assert.deepEqual(v.partidas.map(x => [x.cantidadSurtida, x.cantidadPendiente])[0], [5, 0]);
  // Delivered goods do not leave again with the invoice, and the order ends.
  const f = await e.hecho(FACTURA, { clienteId: cliente, transaccionIdPedido: id });
  assert.deepEqual([await e.poliza(f.transaccionId), await e.hay(p.ENT), await e.estado(id)], [['D CLIENTES 928.00', 'A IVA_POR_COBRAR 128.00', 'A VENTAS_16 800.00'], '15 150.00 0', 'Facturado']);
});

test('entrega de factura y nota sin entrega inmediata', async () => {
  for (const [ruta, mas] of [[FACTURA, { clienteId: cliente }], [NOTA, {}]]) {
    const antes = await e.hay(p.ENT);
    const f = await e.hecho(ruta, { ...mas, entregaInmediata: false, partidas: [linea('ENT', 2), linea('SERV', 1)] });
    assert.equal(await e.hay(p.ENT), antes, 'nada sale todavía');
    assert.deepEqual(await e.poliza(f.transaccionId), ['D CLIENTES 348.00', 'A IVA_POR_COBRAR 48.00', 'A VENTAS_16 300.00']);
    const d = await entregar(f.transaccionId, [[1, 0.5]]);
    assert.deepEqual(await e.poliza(d.transaccionId), ['D COSTO_VENTAS 5.00', 'A INVENTARIO 5.00']);
    assert.deepEqual((await entregar(f.transaccionId)).partidas.map(x => x.cantidadEntregada), [1.5]);
    assert.equal(await e.estado(f.transaccionId), 'Pendiente', 'el estado de una venta es el de su saldo');
    const r = await e.falla(ENTREGA, { transaccionIdOrigen: f.transaccionId }, 'ESTADO_INVALIDO');
    assert.deepEqual(r.json.accionesPermitidas, []);
  }
  const inmediata = await e.hecho(FACTURA, { clienteId: cliente, partidas: [linea('ENT', 1)] });
  await e.falla(ENTREGA, { transaccionIdOrigen: inmediata.transaccionId }, 'ESTADO_INVALIDO');
  const servicio = await e.hecho(FACTURA, { clienteId: cliente, entregaInmediata: false, partidas: [linea('SERV', 1)] });
  await e.falla(ENTREGA, { transaccionIdOrigen: servicio.transaccionId }, 'ESTADO_INVALIDO');
});

test('entrega: series, lotes, kits, otro almacén, lo apartado por otro', async () => {
  const series = await pedir([linea('SER', 1), linea('LOTE', 2)]);
  await e.falla(ENTREGA, { transaccionIdOrigen: series.transaccionId }, 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO');
  await e.falla(ENTREGA, { transaccionIdOrigen: series.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 1, series: ['NO'] }] }, 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
  await e.falla(ENTREGA, { transaccionIdOrigen: series.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 1, series: ['T2'] }] }, 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
  const s = await entregar(series.transaccionId, [[1, 1, { series: ['T1'] }], [2, 2, { lotes: [{ lote: 'LT', cantidad: 2 }] }]]);
  assert.deepEqual([s.partidas[0].series, s.partidas[1].lotes.map(l => [l.lote, l.cantidad])], [['T1'], [['LT', 2]]]);
  const kit = await pedir([linea('KIT', 4)]);
  const [ent, ent2] = [await e.hay(p.ENT), await e.hay(p.ENT2)].map(x => x.split(' ').map(Number));
  assert.deepEqual([ent[2], ent2[2]], [8, 4], 'un kit aparta sus componentes');
  const k = await entregar(kit.transaccionId, [[1, 1]]);
  assert.deepEqual([await e.hay(p.ENT), await e.hay(p.ENT2)].map(x => x.split(' ').map(Number)), [[ent[0] - 2, ent[1] - 20, 6], [ent2[0] - 1, ent2[1] - 5, 3]]);
  assert.deepEqual(await e.poliza(k.transaccionId), ['D COSTO_VENTAS 25.00', 'A INVENTARIO 25.00']);
  // Delivery from another warehouse: the reservation in the first warehouse ends.
  await e.mover('Entrada', [{ productoId: p.X, cantidad: 5, costoUnitario: 50 }], { almacenId: e.cedis });
  const x = await pedir([linea('X', 5)]);
  const general = (await e.hay(p.X)).split(' ');
  const d = await entregar(x.transaccionId, undefined, { almacenId: e.cedis });
  assert.deepEqual([d.almacenId, await e.hay(p.X, e.cedis), await e.hay(p.X)], [e.cedis, '0 0.00 0', `${general[0]} ${general[1]} 0`]);
  // Pieces reserved by another order cannot be delivered.
  p.POCO = await e.producto('POCO');
  await e.entrada(p.POCO, 10, 1);
  const [uno, dos] = [await pedir([linea('POCO', 8)]), await pedir([linea('POCO', 5)])];
  assert.equal(dos.advertencias.length, 1);
  await e.falla(ENTREGA, { transaccionIdOrigen: dos.transaccionId }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await e.falla(MOVER, { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: e.general, partidas: [{ productoId: p.POCO, cantidad: 1 }] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await entregar(dos.transaccionId, [[1, 2]]);
  await e.falla(ENTREGA, { transaccionIdOrigen: uno.transaccionId }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await entregar(uno.transaccionId, [[1, 5]]);
  assert.equal(await e.hay(p.POCO), '3 3.00 6');
  // Two lines of one order: the reservation of one line does not stop the delivery of the other.
  p.DOS = await e.producto('DOS');
  await e.entrada(p.DOS, 4, 1);
  const par = await pedir([linea('DOS', 3), linea('DOS', 3)]);
  await entregar(par.transaccionId, [[1, 3]]);
  assert.equal(await e.hay(p.DOS), '1 1.00 3');
});

test('entrega: lo que no se admite', async () => {
  const pedido = await pedir([linea('Y', 1)]);
  const movimiento = await e.entrada(p.Y, 1, 1);
  const ajeno = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 3');
  for (const id of [999999999, ajeno, movimiento.transaccionId]) await e.falla(ENTREGA, { transaccionIdOrigen: id }, 'VALIDACION transaccionIdOrigen NO_EXISTE');
  await e.falla(ENTREGA, {}, 'VALIDACION transaccionIdOrigen REQUERIDO');
  const de = mas => ({ transaccionIdOrigen: pedido.transaccionId, ...mas });
  await e.falla(ENTREGA, de({ almacenId: 999999999, serie: 'ZZ' }), 'VALIDACION serie NO_EXISTE, almacenId NO_EXISTE');
  await e.falla(ENTREGA, de({ sucursalId: 999999999 }), 'VALIDACION sucursalId NO_EXISTE');
  await e.falla(ENTREGA, de({ moneda: 'EUR' }), 'VALIDACION moneda NO_EXISTE');
  await e.falla(ENTREGA, de({ fecha: '2024-12-31T10:00:00' }), 'VALIDACION fecha RANGO');
  await base.sql(`UPDATE transaccion SET estado = 'Cancelado', fecha_cancelacion = fecha WHERE transaccion_id = ${pedido.transaccionId}`);
  const r = await e.falla(ENTREGA, de(), 'ESTADO_INVALIDO');
  assert.deepEqual(r.json.accionesPermitidas, []);
  await base.sql(`UPDATE transaccion SET estado = 'Pendiente', fecha_cancelacion = NULL WHERE transaccion_id = ${pedido.transaccionId}`);
  const hecha = await e.unaVez(ENTREGA, de({ referenciaExterna: 'ENT-1' }), 17);
  const otro = await pedir([linea('Y', 1)]);
  assert.equal((await e.falla(ENTREGA, { transaccionIdOrigen: otro.transaccionId, referenciaExterna: 'ENT-1' }, 'REFERENCIA_DUPLICADA')).json.transaccionId, hecha.transaccionId);
  const lector = await base.usuario({ usuario: 'lectoralm', organizacion: e.id, rol: 'lector', sucursal: e.matriz });
  const token = await srv.entrar({ ...lector, ...e.llave });
  esError(await srv.pedir('POST', ENTREGA, { token, cuerpo: { transaccionIdOrigen: otro.transaccionId } }), 403, 'PERMISO_DENEGADO');
  esError(await srv.pedir('POST', MOVER, { token, cuerpo: cuerpo() }), 403, 'PERMISO_DENEGADO');
  const sin = await base.usuario({ usuario: 'sinsuc', organizacion: e.id });
  await base.sql(`UPDATE usuario SET sucursal_id = NULL WHERE usuario_id = ${sin.usuarioId}`);
  const t2 = await srv.entrar({ ...sin, ...e.llave });
  const entrega = await srv.pedir('POST', ENTREGA, { token: t2, cuerpo: { transaccionIdOrigen: otro.transaccionId } });
  assert.deepEqual([entrega.estado, entrega.json.data?.sucursalId], [200, e.matriz], 'la entrega es de la sucursal de su pedido');
  esError(await srv.pedir('POST', MOVER, { token: t2, cuerpo: cuerpo() }), 400, 'SUCURSAL_NO_RESUELTA');
});

test('al final todo cuadra', () => e.cuadra());

test('un lote que ya caducó entra con una advertencia', async () => {
  const x = await e.producto('VENCIDO', { manejaLotes: true });
  const entra = (lote, caducidad) => e.mover('Entrada', [{ productoId: x, cantidad: 1, costoUnitario: 5, lotes: [{ lote, cantidad: 1, caducidad }] }]);
  assert.deepEqual((await entra('V1', '2020-01-31')).advertencias, ['el lote V1 de VENCIDO caducó el 2020-01-31']);
  assert.deepEqual((await entra('V2', '2099-01-31')).advertencias, []);
});
