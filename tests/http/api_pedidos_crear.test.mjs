// From quotation to order to invoice, and the invoice of a remission: quantities reserved, released, delivered and invoiced.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaVenta', PEDIDO = '/api/PedidoCliente', COTIZACION = '/api/Cotizaciones/Cliente', ENTREGA = '/api/Inventario/Entrega';
let m, e, base, srv, cliente, otro;
const p = {};
const dia = n => new Date(Date.now() - 6 * 3600e3 + n * 864e5).toISOString().slice(0, 10);
before(async () => {
  m = await montar({ registros: 300 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Pedidos de prueba', rfc: 'EKU9003173C9' });
  for (const codigo of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) p[codigo] = await e.producto(codigo);
  p.SERV = await e.producto('SERV', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  [cliente, otro] = [await e.cliente('C1'), await e.cliente('C2')];
});
after(() => m?.cerrar());

const linea = (codigo, cantidad, precioUnitario = 100, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const pedir = (partidas, mas = {}) => e.hecho(PEDIDO, { clienteId: cliente, partidas, ...mas });
const facturar = (transaccionIdPedido, mas = {}) => e.hecho(FACTURA, { clienteId: cliente, transaccionIdPedido, ...mas });
const de = (numeroPartidaOrigen, codigo, cantidad, mas = {}) => ({ productoId: p[codigo], cantidad, numeroPartidaOrigen, ...mas });
const avance = id => base.columna(`SELECT trim_scale(surtida) || ' surtida, ' || trim_scale(facturada) || ' facturada' FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${id} ORDER BY numero_partida`);
const surtido = async id => (await srv.get(`${PEDIDO}/${id}`, { token: e.token })).json.data.porcentajeSurtido;
const total = id => base.uno(`SELECT total FROM transaccion WHERE transaccion_id = ${id}`);

test('un pedido aparta, avisa de lo que no hay, y lo apartado no se vende a otro', async () => {
  await e.entrada(p.A, 10, 10);
  const uno = await pedir([linea('A', 7)]);
  assert.deepEqual([uno.advertencias, await e.hay(p.A)], [[], '10 100.00 7']);
  const dos = await pedir([linea('A', 2), linea('A', 2)], { domicilioEntrega: { calle: 'Reforma', codigoPostal: '06000' } });
  assert.deepEqual([dos.advertencias.length, dos.domicilioEntrega.calle, await e.hay(p.A)], [1, 'Reforma', '10 100.00 11']);
  assert.match(dos.advertencias[0], /^A: quedan apartadas 11 y hay 10$/);
  const nada = await pedir([linea('B', 1), linea('SERV', 1)]);
  assert.equal(nada.advertencias.length, 1, 'sin existencia también se pide; un servicio no se aparta');
  await e.falla(FACTURA, { clienteId: cliente, partidas: [linea('A', 1)] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await e.falla('/api/NotaVenta', { partidas: [linea('A', 1)] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: uno.transaccionId }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await e.entrada(p.A, 1, 10);
  const f = await facturar(uno.transaccionId);
  assert.deepEqual(await e.poliza(f.transaccionId), ['D CLIENTES 812.00', 'D COSTO_VENTAS 70.00', 'A INVENTARIO 70.00', 'A IVA_POR_COBRAR 112.00', 'A VENTAS_16 700.00']);
  assert.deepEqual([await e.hay(p.A), await e.estado(uno.transaccionId), await avance(uno.transaccionId)], ['4 40.00 4', 'Facturado', ['7 surtida, 7 facturada']]);
  const r = (await srv.get(`${FACTURA}/${f.transaccionId}`, { token: e.token })).json.data.documentosRelacionados;
  assert.deepEqual(r.map(x => [x.transaccionId, x.relacion]), [[uno.transaccionId, 'Origen']]);
  await facturar(dos.transaccionId);
  assert.equal(await e.hay(p.A), '0 0.00 0');
  assert.deepEqual((await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: uno.transaccionId }, 'ESTADO_INVALIDO')).json.accionesPermitidas, []);
});

// The answer to a new order is made without reading the order: a later read gives the same bytes.
test('un pedido nuevo contesta lo que después se lee de él', async () => {
  const { transaccionId: transaccionIdCotizacion } = await e.hecho(COTIZACION, { clienteId: cliente, vigenciaFecha: dia(5), partidas: [linea('B', 2), linea('SERV', 1)] });
  const exento = await e.producto('EXENTO', { tasaIva: null });
  for (const [que, cuerpo, relacionados, impuestos] of [
    ['solo', { partidas: [linea('B', 1), linea('SERV', 1)], domicilioEntrega: { calle: 'Sur "1" \\ 2' }, notas: '{a,"b"}' }, 0, 2],
    ['de una cotización', { transaccionIdCotizacion }, 1, 2],
    ['sin impuestos', { partidas: [{ productoId: exento, cantidad: 1, precioUnitario: 1 }] }, 0, null],
  ]) {
    const { uuid, advertencias, ...nuevo } = await e.hecho(PEDIDO, { clienteId: cliente, ...cuerpo });
    assert.deepEqual([uuid, Array.isArray(advertencias)], ['', true]);
    const leido = (await srv.get(`${PEDIDO}/${nuevo.transaccionId}`, { token: e.token })).json.data;
    assert.equal(JSON.stringify(nuevo), JSON.stringify(leido), que);
    assert.equal(nuevo.documentosRelacionados.length, relacionados, que);
    if (impuestos) assert.equal(nuevo.partidas.flatMap(x => x.impuestos).length, impuestos, que);
  }
});

test('factura en partes: Parcial, y con lo último Facturado; los descuentos en proporción', async () => {
  await e.entrada(p.C, 30, 10);
  const { transaccionId: id } = await pedir([linea('C', 3, 99.99, { descuento: 10, promocion: 5 }), linea('SERV', 2)]);
  const a = await facturar(id, { partidas: [de(1, 'C', 1)] });
  assert.equal(await total(a.transaccionId), 110.19);  // 94.99 + 15.1984 de IVA
  assert.deepEqual([await e.estado(id), await e.hay(p.C), await avance(id)], ['Parcial', '29 290.00 2', ['1 surtida, 1 facturada', '0 surtida, 0 facturada']]);
  assert.equal(await surtido(id), 33.33);
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: id, partidas: [de(1, 'C', 2.000001), de(9, 'C', 1)] }, 'VALIDACION partidas[0].cantidad RANGO, partidas[1].numeroPartidaOrigen NO_EXISTE');
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: id, partidas: [de(1, 'C', 1), de(1, 'C', 1)] }, 'VALIDACION partidas[1].numeroPartidaOrigen DUPLICADO');
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: id, partidas: [{ productoId: p.C, cantidad: 1 }, { productoId: p.C, cantidad: 1 }] }, 'VALIDACION partidas[1].productoId DUPLICADO');
  const b = await facturar(id, { partidas: [{ productoId: p.C, cantidad: 1, precioUnitario: 50 }] });
  assert.equal(await total(b.transaccionId), 58, 'el precio que se envía vale');
  const c = await facturar(id);
  assert.deepEqual([await e.estado(id), await e.hay(p.C), await avance(id)], ['Facturado', '27 270.00 0', ['3 surtida, 3 facturada', '0 surtida, 2 facturada']]);
  assert.equal(await surtido(id), 100, 'un servicio no se surte');
  assert.equal(await surtido((await pedir([linea('SERV', 1)])).transaccionId), 100, 'no hay qué surtir');
  assert.deepEqual(await base.columna(`SELECT origen_id || '/' || numero_partida_origen FROM partida WHERE transaccion_id = ${c.transaccionId} ORDER BY numero_partida`), [`${id}/1`, `${id}/2`]);
});

test('dos partidas del mismo producto: cada una su partida del pedido; lo que el pedido no trae se vende aparte', async () => {
  await e.entrada(p.D, 20, 10);
  await e.entrada(p.E, 5, 10);
  const { transaccionId: id } = await pedir([linea('D', 2), linea('D', 3)]);
  await facturar(id, { partidas: [{ productoId: p.D, cantidad: 2 }, { productoId: p.D, cantidad: 1 }, linea('E', 1, 10)] });
  assert.deepEqual([await avance(id), await e.estado(id), await e.hay(p.D), await e.hay(p.E)], [['2 surtida, 2 facturada', '1 surtida, 1 facturada'], 'Parcial', '17 170.00 2', '4 40.00 0']);
  await facturar(id, { partidas: [{ productoId: p.D, cantidad: 2 }] });
  assert.deepEqual([await e.estado(id), await e.hay(p.D)], ['Facturado', '15 150.00 0']);
});

test('lo que el pedido todavía aparta no lo toma otra partida de la misma factura', async () => {
  const x = await e.producto('JUSTO');
  await e.entrada(x, 5, 10);
  const kit = await e.producto('KITJUSTO', { tipo: 'Kit', componentes: [{ productoId: x, cantidad: 1 }] });
  const { transaccionId: id } = await pedir([{ productoId: x, cantidad: 5, precioUnitario: 1 }]);
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: id, partidas: [{ productoId: x, cantidad: 1, numeroPartidaOrigen: 1 }, { productoId: kit, cantidad: 1, precioUnitario: 1 }] },
    'EXISTENCIA_INSUFICIENTE partidas[1].cantidad EXISTENCIA_INSUFICIENTE');
});

test('factura sin entrega inmediata: se entrega desde el pedido', async () => {
  await e.entrada(p.F, 10, 10);
  const { transaccionId: id } = await pedir([linea('F', 4)]);
  const f = await facturar(id, { entregaInmediata: false });
  assert.deepEqual([await e.estado(id), await e.hay(p.F), await avance(id)], ['Parcial', '10 100.00 4', ['0 surtida, 4 facturada']]);
  await e.falla(ENTREGA, { transaccionIdOrigen: f.transaccionId }, 'ESTADO_INVALIDO');
  await e.hecho(ENTREGA, { transaccionIdOrigen: id, partidas: [{ numeroPartida: 1, cantidad: 1 }] });
  assert.equal(await e.estado(id), 'Parcial');
  await e.hecho(ENTREGA, { transaccionIdOrigen: id });
  assert.deepEqual([await e.estado(id), await e.hay(p.F)], ['Facturado', '6 60.00 0']);
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: id }, 'ESTADO_INVALIDO');
  // An order delivered in part, then invoiced whole: the invoice moves only the quantity not delivered.
  const g = await pedir([linea('F', 4)]);
  await e.hecho(ENTREGA, { transaccionIdOrigen: g.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 3 }] });
  const h = await facturar(g.transaccionId);
  assert.ok((await e.poliza(h.transaccionId)).includes('D COSTO_VENTAS 10.00'));
  assert.deepEqual([await e.estado(g.transaccionId), await e.hay(p.F), await avance(g.transaccionId)], ['Facturado', '2 20.00 0', ['4 surtida, 4 facturada']]);
  // An order of services alone has nothing to deliver.
  const s = await pedir([linea('SERV', 1)]);
  await e.falla(ENTREGA, { transaccionIdOrigen: s.transaccionId }, 'ESTADO_INVALIDO');
  await facturar(s.transaccionId);
  assert.equal(await e.estado(s.transaccionId), 'Facturado');
});

test('factura de un pedido: lo que no se admite', async () => {
  await e.entrada(p.G, 10, 10);
  const { transaccionId: id } = await pedir([linea('G', 1)]);
  const ajeno = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 3');
  const cot = await e.hecho(COTIZACION, { clienteId: cliente, vigenciaFecha: dia(1), partidas: [linea('G', 1)] });
  for (const transaccionIdPedido of [999999999, ajeno, cot.transaccionId]) await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido }, 'VALIDACION transaccionIdPedido NO_EXISTE');
  await e.falla(FACTURA, { clienteId: cliente, remisiones: [999999999, id] }, 'VALIDACION remisiones[0] NO_EXISTE, remisiones[1] NO_EXISTE');
  await e.falla(FACTURA, { clienteId: cliente, remisiones: [1], partidas: [linea('G', 1)] }, 'VALIDACION partidas RANGO');
  await e.falla(FACTURA, { clienteId: cliente, remisiones: [7, 8, 7] }, 'VALIDACION remisiones[2] DUPLICADO');
  await e.falla(FACTURA, { clienteId: otro, transaccionIdPedido: id }, 'VALIDACION clienteId RANGO');
  await e.falla(FACTURA, { clienteId: cliente, transaccionIdPedido: id, moneda: 'USD', tipoCambio: 20 }, 'VALIDACION clienteId RANGO');
  assert.deepEqual(await avance(id), ['0 surtida, 0 facturada']);
});

test('cotización: se acepta una vez, vigente, del mismo cliente, con sus partidas', async () => {
  const cotizar = (mas = {}) => e.hecho(COTIZACION, { clienteId: cliente, vigenciaFecha: dia(10), partidas: [linea('G', 3, 99.99, { descuento: 10, promocion: 5, descripcion: 'Grande', notas: 'azul' }), linea('SERV', 1, 50)], ...mas });
  const q = await cotizar();
  assert.deepEqual([q.objId, q.estado, q.saldo, q.total, await e.poliza(q.transaccionId)], [4, 'Vigente', 0, 388.57, []]);
  const antes = (await e.hay(p.G)).split(' ')[2];
  const apartado = Number(antes);
  const pedido = mas => ({ clienteId: cliente, transaccionIdCotizacion: q.transaccionId, ...mas });
  await e.falla(PEDIDO, pedido({ clienteId: otro }), 'VALIDACION clienteId RANGO');
  await e.falla(PEDIDO, pedido({ moneda: 'USD', tipoCambio: 20 }), 'VALIDACION clienteId RANGO');
  const o = await e.hecho(PEDIDO, pedido());
  assert.deepEqual([o.total, o.partidas.map(x => [x.productoId, x.cantidad, x.precioUnitario, x.descuento, x.promocion, x.importe, x.descripcion, x.notas])], [388.57,
    [[p.G, 3, 99.99, 10, 5, 284.97, 'Grande', 'azul'], [p.SERV, 1, 50, 0, 0, 50, 'Producto SERV', '']]]);
  assert.deepEqual(await base.columna(`SELECT origen_id || '/' || numero_partida_origen FROM partida WHERE transaccion_id = ${o.transaccionId} ORDER BY numero_partida`), [`${q.transaccionId}/1`, `${q.transaccionId}/2`]);
  assert.deepEqual([await e.estado(q.transaccionId), Number((await e.hay(p.G)).split(' ')[2]) - apartado, o.documentosRelacionados.map(x => [x.transaccionId, x.relacion])], ['Aceptado', 3, [[q.transaccionId, 'Origen']]]);
  esError(await e.pedir(PEDIDO, pedido()), 400, 'ESTADO_INVALIDO');
  // A quotation is valid on the day of vigenciaFecha, and not on the day after.
  const hoy = await cotizar({ vigenciaFecha: dia(0) });
  await e.hecho(PEDIDO, { clienteId: cliente, transaccionIdCotizacion: hoy.transaccionId });
  const vencida = await cotizar();
  await base.sql(`UPDATE documento SET vigencia_fecha = '${dia(-1)}' WHERE transaccion_id = ${vencida.transaccionId}`);
  const r = await e.falla(PEDIDO, { clienteId: cliente, transaccionIdCotizacion: vencida.transaccionId }, 'ESTADO_INVALIDO');
  assert.deepEqual(r.json.accionesPermitidas, []);
  assert.equal(await e.estado(vencida.transaccionId), 'Vigente');
  // Lines of the order replace those of the quotation.
  const cambia = await cotizar();
  assert.deepEqual((await e.hecho(PEDIDO, { clienteId: cliente, transaccionIdCotizacion: cambia.transaccionId, partidas: [linea('SERV', 2, 10)] })).total, 23.2);
  assert.equal(await e.estado(cambia.transaccionId), 'Aceptado');
  const ajena = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 4');
  for (const id of [999999999, ajena, o.transaccionId]) await e.falla(PEDIDO, { clienteId: cliente, transaccionIdCotizacion: id }, 'VALIDACION transaccionIdCotizacion NO_EXISTE');
  await e.falla(PEDIDO, { clienteId: cliente, transaccionIdCotizacion: 999999999, partidas: [{ productoId: 999999999, cantidad: 1 }] }, 'VALIDACION partidas[0].productoId NO_EXISTE, transaccionIdCotizacion NO_EXISTE');
});

test('remisión de la demo: facturada, y la mercancía no vuelve a salir', async () => {
  const remisiones = await base.sql(`SELECT transaccion_id AS id, contacto_id AS cliente, sucursal_id AS sucursal, total, moneda, tipo_cambio FROM transaccion
    WHERE organizacion_id = 1 AND obj_id = 5 AND origen = 'Venta' AND estado = 'Pendiente' AND moneda = 'MXN' ORDER BY transaccion_id`);
  assert.ok(remisiones.length >= 2);
  const token = m.t1;
  const [a, b] = remisiones;
  const stock = () => base.uno('SELECT sum(cantidad) || \' \' || sum(valor) || \' \' || sum(apartado) FROM existencia WHERE organizacion_id = 1');
  const antes = await stock();
  const hecha = async (r, mas = {}) => srv.pedir('POST', FACTURA, { token, cuerpo: { clienteId: r.cliente, sucursalId: r.sucursal, remisiones: [r.id], ...mas } });
  esError(await hecha(a, { clienteId: await base.uno(`SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1 AND activo AND tipo_contacto = 'Cliente' AND rfc NOT LIKE 'X%' AND contacto_id <> ${a.cliente}`) }), 400, 'VALIDACION', ['clienteId RANGO']);
  for (const r of [a, b]) {
    const f = await hecha(r);
    assert.equal(f.estado, 200, f.texto);
    assert.equal(f.json.data.total, r.total, 'factura lo mismo que se remitió');
    assert.deepEqual(await base.columna(`SELECT DISTINCT estado FROM transaccion WHERE transaccion_id = ${r.id}`), ['Facturado']);
    assert.equal(await base.uno(`SELECT count(*) FROM movimiento_inventario WHERE transaccion_id = ${f.json.data.transaccionId}`), 0);
    assert.equal(await base.uno(`SELECT count(*) FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.transaccion_id = ${f.json.data.transaccionId} AND c.clave IN ('COSTO_VENTAS', 'INVENTARIO')`), 0);
    esError(await hecha(r), 400, 'ESTADO_INVALIDO');
    if (r !== b) continue;
    const cancelada = await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${f.json.data.transaccionId}`, { token });
    assert.equal(cancelada.estado, 200, cancelada.texto);
    assert.equal(await base.uno(`SELECT estado FROM transaccion WHERE transaccion_id = ${r.id}`), 'Pendiente', 'se puede facturar otra vez');
    assert.equal((await hecha(r)).estado, 200);
  }
  assert.equal(await stock(), antes);
  // Sales of the demo are delivered: nothing is left to deliver.
  const vieja = await base.uno("SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND estado = 'Pendiente' AND usuario = 'demo'");
  esError(await srv.pedir('POST', ENTREGA, { token, cuerpo: { transaccionIdOrigen: vieja } }), 400, 'ESTADO_INVALIDO');
});

const folios = () => `SELECT 1 FROM serie_folio WHERE organizacion_id = ${e.id} FOR UPDATE`;

test('a la vez: la última pieza, un pedido, una referencia, una serie, un límite', async () => {
  const veces = async (n, ruta, cuerpo) => {
    const r = await Promise.all(Array.from({ length: n }, (_, i) => e.pedir(ruta, typeof cuerpo === 'function' ? cuerpo(i) : cuerpo)));
    const hechas = r.filter(x => x.estado === 200);
    return [hechas.length, [...new Set(r.filter(x => x.estado !== 200).map(x => x.json.codigo))].join(), r, hechas[0]?.json.data];
  };
  const resumen = async (...a) => (await veces(...a)).slice(0, 2);
  const ultima = await e.producto('ULTIMA');
  await e.entrada(ultima, 1, 1);
  assert.deepEqual(await resumen(6, FACTURA, { clienteId: cliente, partidas: [{ productoId: ultima, cantidad: 1, precioUnitario: 1 }] }), [1, 'EXISTENCIA_INSUFICIENTE']);
  await e.entrada(p.B, 100, 1);
  await e.entrada(p.E, 100, 1);
  const pedido = await pedir([linea('B', 5)]);
  assert.deepEqual(await resumen(5, FACTURA, { clienteId: cliente, transaccionIdPedido: pedido.transaccionId }), [1, 'ESTADO_INVALIDO']);
  const cot = await e.hecho(COTIZACION, { clienteId: cliente, vigenciaFecha: dia(1), partidas: [linea('SERV', 1)] });
  assert.deepEqual(await resumen(5, PEDIDO, { clienteId: cliente, transaccionIdCotizacion: cot.transaccionId }), [1, 'ESTADO_INVALIDO']);
  for (const [ruta, cuerpo] of [[FACTURA, { clienteId: cliente }], ['/api/NotaVenta', {}], [PEDIDO, { clienteId: cliente }], [COTIZACION, { clienteId: cliente, vigenciaFecha: dia(1) }]]) {
    // The lock on the folios stops every write: two requests wait there, and have looked for the reference before either is stored.
    const traba = await base.trabar(folios());
    const cinco = veces(5, ruta, { ...cuerpo, partidas: [linea('B', 1)], referenciaExterna: 'A-LA-VEZ' });
    await base.esperan(2);
    await traba.soltar();
    const [hechas, codigos, r, primera] = await cinco;
    assert.deepEqual([hechas, codigos], [1, 'REFERENCIA_DUPLICADA'], ruta);
    for (const x of r.filter(y => y.estado !== 200)) assert.equal(x.json.transaccionId, primera.transaccionId);
  }
  const series = await e.producto('SERIES', { manejaSeries: true });
  assert.deepEqual(await resumen(6, '/api/Inventario/Movimiento', i => ({ tipoMovimiento: 'Entrada', conceptoId: e.inicial, almacenId: i % 2 ? e.general : e.cedis, partidas: [{ productoId: series, cantidad: 1, costoUnitario: 1, series: ['UNICA'] }] })), [1, 'SERIE_LOTE_INVALIDO']);
  const limite = await e.cliente('LIMITE', { limiteCredito: 116 });
  assert.deepEqual(await resumen(5, FACTURA, { clienteId: limite, partidas: [linea('SERV', 1)] }), [1, 'LIMITE_CREDITO']);
  assert.deepEqual(await resumen(12, FACTURA, i => ({ clienteId: cliente, partidas: i % 2 ? [linea('B', 1), linea('E', 1)] : [linea('E', 1), linea('B', 1)] })), [12, ''], 'el orden de las partidas no traba a nadie');
});

test('el turno por lo mismo ocupa memoria de PostgreSQL: quien mueve mucho va sin él', async () => {
  const muchos = [];
  for (let i = 0; i < 40; i++) muchos.push(await e.producto(`T${i}`));
  const candados = async n => {
    const traba = await base.trabar(folios());
    const hecho = e.hecho(PEDIDO, { clienteId: cliente, partidas: muchos.slice(0, n).map(productoId => ({ productoId, cantidad: 1, precioUnitario: 1 })) });
    await base.esperan();
    const hay = await base.uno("SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.granted AND a.datname = current_database() AND a.wait_event_type = 'Lock'");
    await traba.soltar();
    assert.equal((await hecho).partidas.length, n);
    return Number(hay);
  };
  assert.deepEqual([await candados(5), await candados(40)], [5, 0]);
});

test('al final todo cuadra', () => e.cuadra());
