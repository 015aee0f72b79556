// Order of dates: no document is dated before its source nor after today of its branch, stock is not negative on any past day, and a month is open
// unless it was closed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', PEDIDO = '/api/PedidoCliente', COTIZACION = '/api/Cotizaciones/Cliente', ENTREGA = '/api/Inventario/Entrega', MOVIMIENTO = '/api/Inventario/Movimiento';
const DEVOLUCION = '/api/NotaDevolucionCliente', DEPOSITO = '/api/Bancos/DepositoAgregar', ANTICIPO = '/api/Bancos/AnticipoAgregar', ASIGNAR = '/api/Bancos/DepositoAsignar', facturar = id => `/api/NotaVenta/NotaVentaFacturar/${id}`;
const dia = n => new Date(Date.now() - 6 * 3600e3 + n * 864e5).toISOString().slice(0, 10);  // the time zone of Mexico City
let m, e, base, srv, cliente, A;
before(async () => {
  m = await montar({ registros: 30 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'En orden', rfc: 'EKU9003173C9' });
  [cliente, A] = [await e.cliente('C1'), await e.producto('A')];
  await entrada(A, 1000, -40);
});
after(() => m?.cerrar());

const en = (n, hora = '12:00:00') => `${dia(n)}T${hora}`;
const entrada = (productoId, cantidad, n, mas = {}) => e.mover('Entrada', [{ productoId, cantidad, costoUnitario: 10, ...mas }], { fecha: en(n) });
const salida = (productoId, cantidad, n, mas = {}, cabeza = {}) => ({ tipoMovimiento: 'Salida', almacenId: e.general, conceptoId: e.merma, fecha: en(n), partidas: [{ productoId, cantidad, ...mas }], ...cabeza });
const venta = (fecha, mas = {}) => ({ clienteId: cliente, partidas: [{ productoId: A, cantidad: 1, precioUnitario: 100 }], fecha, ...mas });
const dinero = (fecha, mas = {}) => ({ cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 50, fecha, ...mas });
const id = async (ruta, cuerpo) => (await e.hecho(ruta, cuerpo)).transaccionId;
const pago = transaccionId => ({ aplicaciones: [{ transaccionId, importe: 1 }] });
const vieja = () => id(FACTURA, venta(en(-30)));  // older than every other document here

// Documents made from another document: [source, made document, function that makes the source at a date, function that gives the request for the
// made one].
const pares = [
  ['cotización', 'pedido', f => id(COTIZACION, venta(f, { vigenciaFecha: dia(30) })), (o, fecha) => [PEDIDO, { clienteId: cliente, transaccionIdCotizacion: o, fecha }]],
  ['pedido', 'factura', f => id(PEDIDO, venta(f)), (o, fecha) => [FACTURA, { clienteId: cliente, transaccionIdPedido: o, fecha }]],
  ['pedido', 'entrega', f => id(PEDIDO, venta(f)), (o, fecha) => [ENTREGA, { transaccionIdOrigen: o, fecha }]],
  ['pedido', 'anticipo', f => id(PEDIDO, venta(f)), (o, fecha) => [ANTICIPO, { ...dinero(fecha), contactoId: undefined, clienteId: cliente, transaccionIdPedido: o }]],
  ['factura', 'entrega', f => id(FACTURA, venta(f, { entregaInmediata: false })), (o, fecha) => [ENTREGA, { transaccionIdOrigen: o, fecha }]],
  ['factura', 'devolución', f => id(FACTURA, venta(f)), (o, fecha) => [DEVOLUCION, { transaccionIdVenta: o, motivo: 'x', completa: true, fecha }]],
  ['factura', 'depósito que la paga', f => id(FACTURA, venta(f)), (o, fecha) => [DEPOSITO, dinero(fecha, pago(o))]],
  ['factura', 'asignación de un depósito anterior', f => id(FACTURA, venta(f)), async (o, fecha) => [ASIGNAR, { transaccionId: await id(DEPOSITO, dinero(en(-30))), fecha, ...pago(o) }]],
  ['nota', 'entrega', f => id(NOTA, venta(f, { entregaInmediata: false })), (o, fecha) => [ENTREGA, { transaccionIdOrigen: o, fecha }]],
  ['nota', 'devolución', f => id(NOTA, venta(f)), (o, fecha) => [DEVOLUCION, { transaccionIdVenta: o, motivo: 'x', completa: true, fecha }]],
  ['nota', 'depósito que la paga', f => id(NOTA, venta(f)), (o, fecha) => [DEPOSITO, dinero(fecha, pago(o))]],
  ['nota', 'factura', f => id(NOTA, venta(f)), (o, fecha) => [facturar(o), { fecha }]],
  ['segunda nota', 'factura', f => id(NOTA, venta(f)), async (o, fecha) => [facturar(await id(NOTA, venta(en(-30)))), { notas: [o], fecha }]],
  ['depósito', 'asignación', f => id(DEPOSITO, dinero(f)), async (o, fecha) => [ASIGNAR, { transaccionId: o, fecha, ...pago(await vieja()) }]],
  ['anticipo', 'asignación', f => id(ANTICIPO, { ...dinero(f), contactoId: undefined, clienteId: cliente }), async (o, fecha) => [ASIGNAR, { transaccionId: o, fecha, ...pago(await vieja()) }]],
  ['devolución', 'asignación', async f => id(DEVOLUCION, { transaccionIdVenta: await id(FACTURA, venta(en(-30), { pagos: [{ formaPagoId: e.efectivo, cuentaId: e.caja, importe: 116 }] })), motivo: 'x', completa: true, fecha: f }),
    async (o, fecha) => [ASIGNAR, { transaccionId: o, fecha, ...pago(await vieja()) }]],
];

test('nada es anterior a su origen ni posterior a hoy', async t => {
  for (const [origen, derivado, crear, pedir] of pares)
    await t.test(`${origen} → ${derivado}`, async () => {
      const o = await crear(en(-3, '18:00:00'));
      const r = await e.falla(...await pedir(o, en(-4, '23:59:59')), 'VALIDACION fecha RANGO');
      const folio = await base.uno(`SELECT tipo_documento || ' ' || folio FROM transaccion WHERE transaccion_id = ${o}`);
      assert.equal(r.json.errores[0].mensaje, `es anterior a ${folio}, del ${dia(-3)}`);
      await e.falla(...await pedir(o, en(1)), 'VALIDACION fecha RANGO');
      await e.falla(...await pedir(o, ''), 'VALIDACION fecha FECHA_INVALIDA');
      await e.hecho(...await pedir(o, dia(-3)));  // the day counts, not the hour
    });
  await t.test('lo que no viene de nada', async () => {
    for (const [ruta, cuerpo] of [[FACTURA, venta], [NOTA, venta], [PEDIDO, venta], [COTIZACION, f => venta(f, { vigenciaFecha: dia(30) })], [DEPOSITO, dinero],
      [ANTICIPO, f => ({ ...dinero(f), contactoId: undefined, clienteId: cliente })], [MOVIMIENTO, f => ({ ...salida(A, 1, 0), fecha: f })]]) {
      await e.falla(ruta, cuerpo(en(1)), 'VALIDACION fecha RANGO');
      await e.falla(ruta, cuerpo(''), 'VALIDACION fecha FECHA_INVALIDA');
      await e.hecho(ruta, cuerpo(null));
    }
  });
  await e.cuadra();
});

test('un reloj adelantado es ahora', async () => {
  const local = ms => new Date(Date.now() - 6 * 3600e3 + ms).toISOString().slice(0, 19);
  const r = await e.hecho(FACTURA, venta(local(8 * 60_000)));
  assert.ok(r.fecha <= local(0), r.fecha);
});

test('medianoche entre dos husos: sin fecha, la del origen si es posterior; una cancelación también', async () => {
  const zona = z => base.sql(`UPDATE sucursal SET zona_horaria = '${z}' WHERE sucursal_id = ${e.matriz}`);
  const fecha = async id => (await base.sql(`SELECT to_char(fecha, 'YYYY-MM-DD"T"HH24:MI:SS') AS f FROM transaccion WHERE transaccion_id = ${id}`))[0].f;
  try {
    await zona('Pacific/Kiritimati');  // 25 hours ahead of the other zone: always another day
    const antes = [];
    for (const [, , crear] of pares) antes.push(await crear(undefined));
    const ultima = await id(FACTURA, venta(undefined));
    await zona('Pacific/Pago_Pago');
    for (const [i, [origen, derivado, , pedir]] of pares.entries()) {
      const [ruta, cuerpo] = await pedir(antes[i], undefined);
      const hecho = await e.hecho(ruta, cuerpo);
      const suya = ruta === ASIGNAR
        ? (await base.sql(`SELECT to_char(max(fecha), 'YYYY-MM-DD"T"HH24:MI:SS') AS f FROM aplicacion WHERE fuente_id = ${cuerpo.transaccionId} AND destino_id = ${cuerpo.aplicaciones[0].transaccionId}`))[0].f : await fecha(hecho.transaccionId);
      assert.equal(suya, await fecha(antes[i]), `${origen} → ${derivado}`);
    }
    const r = await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${ultima}`, { token: e.token });
    assert.equal(r.estado, 200, r.texto);
    assert.ok(await base.uno(`SELECT fecha_cancelacion >= fecha AND (SELECT min(fecha) FROM poliza WHERE transaccion_id = ${ultima}) >= fecha::date FROM transaccion WHERE transaccion_id = ${ultima}`));
    assert.deepEqual(await base.sql(`SELECT a.aplicacion_id FROM aplicacion a JOIN transaccion t ON t.transaccion_id IN (a.fuente_id, a.destino_id) WHERE a.organizacion_id = ${e.id} AND a.fecha::date < t.fecha::date`), []);
    await e.cuadra();
  } finally {
    await zona('America/Mexico_City');
  }
});

test('ningún día pasado queda con menos que nada', async t => {
  const insuficiente = 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE';
  await t.test('lo que todavía no había entrado', async () => {
    const p = await e.producto('H1');
    await entrada(p, 10, -10), await entrada(p, 10, -2);
    const r = await e.falla(MOVIMIENTO, salida(p, 11, -5), insuficiente);
    assert.equal(r.json.errores[0].mensaje, `de H1 hay 10 disponible desde el ${dia(-5)} y se piden 11`);
    await e.hecho(MOVIMIENTO, salida(p, 10, -5));
    await e.falla(MOVIMIENTO, salida(p, 1, -3), insuficiente);
    await e.hecho(MOVIMIENTO, salida(p, 1, -2, {}, { fecha: en(-2, '00:00:00') }));  // the day counts: the goods came at noon
    await e.hecho(MOVIMIENTO, salida(p, 9, 0));
  });
  await t.test('lo que salió después', async () => {
    const p = await e.producto('H2');
    await entrada(p, 10, -10);
    await e.hecho(MOVIMIENTO, salida(p, 8, -1));
    await e.falla(MOVIMIENTO, salida(p, 3, -5), insuficiente);
    await e.falla(FACTURA, venta(en(-5), { partidas: [{ productoId: p, cantidad: 3, precioUnitario: 1 }] }), insuficiente);
    await e.hecho(FACTURA, venta(en(-5), { partidas: [{ productoId: p, cantidad: 1, precioUnitario: 1 }, { productoId: p, cantidad: 1, precioUnitario: 1 }] }));
    await e.falla(MOVIMIENTO, salida(p, 1, -9), insuficiente);
  });
  await t.test('lo que bajó y volvió a subir', async () => {
    const p = await e.producto('H3');
    await entrada(p, 10, -10), await e.hecho(MOVIMIENTO, salida(p, 9, -6)), await entrada(p, 50, -4);
    await e.falla(MOVIMIENTO, salida(p, 2, -8), insuficiente);
    await e.hecho(MOVIMIENTO, salida(p, 1, -8));
  });
  await t.test('capas que ya se usaron no vuelven, y las que llegaron después no sirven', async () => {
    const p = await e.producto('H4');
    await entrada(p, 10, -10), await entrada(p, 10, -6);
    await e.hecho(MOVIMIENTO, salida(p, 10, -2));  // the older layer
    await e.falla(MOVIMIENTO, salida(p, 5, -8), insuficiente);
    await e.hecho(MOVIMIENTO, salida(p, 5, -6));
  });
  await t.test('una capa que llegó por traspaso, con su fecha de antes', async () => {
    const p = await e.producto('H5');
    await entrada(p, 10, -10);
    await e.hecho(MOVIMIENTO, { tipoMovimiento: 'Traspaso', almacenId: e.general, almacenDestinoId: e.cedis, fecha: en(-2), partidas: [{ productoId: p, cantidad: 4 }] });
    await e.falla(MOVIMIENTO, salida(p, 1, -5, {}, { almacenId: e.cedis }), insuficiente);
    await e.hecho(MOVIMIENTO, salida(p, 1, -2, {}, { almacenId: e.cedis }));
    await e.falla(MOVIMIENTO, { tipoMovimiento: 'Traspaso', almacenId: e.general, almacenDestinoId: e.cedis, fecha: en(-11), partidas: [{ productoId: p, cantidad: 1 }] }, insuficiente);
  });
  await t.test('series y lotes', async () => {
    const s = await e.producto('H6', { manejaSeries: true }), l = await e.producto('H7', { manejaLotes: true });
    await entrada(s, 1, -10, { series: ['S1'] }), await entrada(s, 1, -2, { series: ['S2'] });
    await e.falla(MOVIMIENTO, salida(s, 1, -5, { series: ['S2'] }), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
    await e.hecho(MOVIMIENTO, salida(s, 1, -5, { series: ['S1'] }));
    await entrada(l, 5, -10, { lotes: [{ lote: 'L1', cantidad: 5 }] }), await entrada(l, 5, -2, { lotes: [{ lote: 'L2', cantidad: 5 }] });
    await e.falla(MOVIMIENTO, salida(l, 2, -5, { lotes: [{ lote: 'L2', cantidad: 2 }] }), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO');
    await e.hecho(MOVIMIENTO, salida(l, 2, -5, { lotes: [{ lote: 'L1', cantidad: 2 }] }));
  });
  await t.test('un conteo de un día pasado se compara con lo que había ese día', async () => {
    const p = await e.producto('H8');
    await entrada(p, 10, -10), await entrada(p, 5, -2);
    await e.mover('Ajuste', [{ productoId: p, cantidad: 7 }], { fecha: en(-5) });
    assert.equal((await e.hay(p)).split(' ')[0], '12');
  });
  await e.cuadra();
});

test('un mes existe por usarse, está abierto si no se cerró, y se cierra solo', async t => {
  await t.test('un mes que nadie abrió', async () => {
    assert.equal(await base.uno(`SELECT count(*) FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio = 2023`), 0);
    await e.hecho(FACTURA, venta('2023-05-15', { partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1 }] }));
    await e.cerrar('2023-05'), await e.cerrar('2023-06');
    for (const mes of ['05', '06']) await e.falla(FACTURA, venta(`2023-${mes}-15`, { partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1 }] }), 'PERIODO_CERRADO');
  });
  await t.test('lo que viene de un mes que se cerró', async () => {
    await e.mover('Entrada', [{ productoId: A, cantidad: 50, costoUnitario: 10 }], { fecha: '2023-08-01' });
    const contables = pares.filter(([o, d]) => ['factura', 'entrega', 'devolución', 'anticipo', 'depósito que la paga'].includes(d) && o !== 'segunda nota');
    assert.equal(contables.length, 10);
    const antes = [];
    for (const [, , crear] of contables) antes.push(await crear('2023-08-15'));
    await e.cerrar('2023-08');
    for (const [i, [, , , pedir]] of contables.entries()) await e.falla(...await pedir(antes[i], '2023-08-15'), 'PERIODO_CERRADO');
  });
  await t.test('diasCierre', async () => {
    const fin = new Date(Date.now() - 6 * 3600e3);
    fin.setUTCDate(0);  // the last day of the month before
    const pasado = fin.toISOString().slice(0, 10), dias = Math.round((new Date(dia(0)) - new Date(pasado)) / 864e5);
    const servicio = fecha => venta(fecha, { partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1 }] });
    const poner = n => base.gestor(['parametro', 'poner', 'diasCierre', String(n), '--organizacion', String(e.id)]);
    await poner(dias);
    await e.hecho(FACTURA, servicio(pasado));
    if (dias > 1) {
      await poner(dias - 1);
      await e.falla(FACTURA, servicio(pasado), 'PERIODO_CERRADO');
    }
    await e.hecho(FACTURA, servicio(dia(0)));
    await poner(0);
    await e.hecho(FACTURA, servicio(pasado));
  });
  await t.test('quien escribe espera a quien cierra', async () => {
    const quienCierra = await base.trabar(`UPDATE periodo SET estado = 'Cerrado' WHERE organizacion_id = ${e.id} AND ejercicio = ${dia(0).slice(0, 4)} AND mes = ${Number(dia(0).slice(5, 7))}`);
    const respuesta = e.pedir(FACTURA, venta(undefined));
    await Promise.race([respuesta, base.esperan()]);
    await quienCierra.soltar();
    esError(await respuesta, 400, 'PERIODO_CERRADO');
    await base.gestor(['periodo', 'abrir', dia(0).slice(0, 7), '--organizacion', String(e.id), '--motivo', 'Prueba']);
  });
});
