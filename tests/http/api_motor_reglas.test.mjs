// Rules of the engine that a plausible change of the code would break unnoticed, each with numbers that tell the rule apart from the change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', PEDIDO = '/api/PedidoCliente', ENTREGA = '/api/Inventario/Entrega', MOVIMIENTO = '/api/Inventario/Movimiento', DEVOLUCION = '/api/NotaDevolucionCliente';
const dia = n => new Date(Date.now() - 6 * 3600e3 + n * 864e5).toISOString().slice(0, 10);
let m, e, base, srv, cliente;
before(async () => {
  m = await montar({ registros: 30 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Reglas', rfc: 'EKU9003173C9' });
  cliente = await e.cliente('C1');
});
after(async () => {
  try {
    await e?.cuadra();
  } finally {  // a server left running would keep this process alive
    await m?.cerrar();
  }
});

const entrada = (productoId, cantidad, costoUnitario, n = 0) => e.mover('Entrada', [{ productoId, cantidad, costoUnitario }], { fecha: `${dia(n)}T12:00:00` });
const salida = (productoId, cantidad) => e.hecho(MOVIMIENTO, { tipoMovimiento: 'Salida', almacenId: e.general, conceptoId: e.merma, partidas: [{ productoId, cantidad }] });
const vender = (productoId, cantidad = 1) => e.hecho(FACTURA, { clienteId: cliente, partidas: [{ productoId, cantidad, precioUnitario: 500 }] });

test('el costo promedio se redondea una vez, no capa por capa', async () => {
  const p = await e.producto('PROM', { metodoCosteo: 'PROMEDIO' });
  for (const costo of [10, 10, 10.01]) await entrada(p, 1, costo);
  await salida(p, 2);  // 30.01 × 2 / 3 = 20.0067; rounded layer by layer it would be 20.00
  assert.equal(await e.hay(p), '1 10.00 0');
});

test('las capas salen por su fecha, no por su captura', async () => {
  const p = await e.producto('PEPS');
  await entrada(p, 1, 20, -2), await entrada(p, 1, 10, -10);
  await salida(p, 1);
  assert.equal(await e.hay(p), '1 20.00 0');
});

test('no se cancela lo que dejaría valor sin mercancía', async () => {
  const p = await e.producto('VALOR', { metodoCosteo: 'PROMEDIO' });
  await entrada(p, 1, 100, -2);
  const v = await vender(p);
  await entrada(p, 1, 200, -1);  // dated before the return: the layer of the return stays whole, so only its value forbids the cancel
  const d = await e.hecho(DEVOLUCION, { transaccionIdVenta: v.transaccionId, motivo: 'x', completa: true });  // returned at 100: two pieces at 150
  await salida(p, 1);
  assert.equal(await e.hay(p), '1 150.00 0');
  assert.equal(await base.uno(`SELECT sum(restante) FROM capa WHERE transaccion_id = ${d.transaccionId}`), 1);
  esError(await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${d.transaccionId}`, { token: e.token }), 400, 'EXISTENCIA_INSUFICIENTE');
});

test('el cambio puede ser todo el efectivo, y nada más que él', async () => {
  const pagos = efectivo => [{ formaPagoId: e.transferencia, cuentaId: e.caja, importe: 100 }, { formaPagoId: e.efectivo, cuentaId: e.caja, importe: efectivo }];
  const nota = (efectivo, importe = 100) => ({ partidas: [{ conceptoId: e.exento, cantidad: 1, precioUnitario: importe }], pagos: pagos(efectivo) });
  const r = await e.hecho(NOTA, nota(50));
  assert.deepEqual([r.cambio, r.depositos.length, r.estado], [50, 1, 'Pagado']);
  await e.falla(NOTA, nota(50, 99.99), 'VALIDACION pagos RANGO');
});

test('lo apartado de un juego baja con cada entrega hasta nada', async () => {
  const parte = await e.producto('PARTE');
  await entrada(parte, 100, 1);
  const juego = await e.producto('JUEGO', { tipo: 'Kit', componentes: [{ productoId: parte, cantidad: 0.142857 }] });
  const { transaccionId } = await e.hecho(PEDIDO, { clienteId: cliente, partidas: [{ productoId: juego, cantidad: 0.7, precioUnitario: 10 }] });
  const apartado = async () => Number((await e.hay(parte)).split(' ')[2]);
  const vistos = [await apartado()];
  for (const cantidad of [0.1, 0.1, 0.2, 0.3]) {
    await e.hecho(ENTREGA, { transaccionIdOrigen: transaccionId, partidas: [{ numeroPartida: 1, cantidad }] });
    vistos.push(await apartado());
  }
  // 0.7 × 0.142857, rounded, and its sevenths; rounded from step to step the third would be 0.071428.
  assert.deepEqual(vistos, [0.1, 0.085714, 0.071429, 0.042857, 0]);
});

test('un pedido sólo de servicios, facturado en parte, está Parcial', async () => {
  const { transaccionId } = await e.hecho(PEDIDO, { clienteId: cliente, partidas: [1, 2].map(() => ({ conceptoId: e.venta, cantidad: 2, precioUnitario: 10 })) });
  const facturar = partidas => e.hecho(FACTURA, { clienteId: cliente, transaccionIdPedido: transaccionId, ...(partidas && { partidas }) });
  await facturar([{ conceptoId: e.venta, cantidad: 1, precioUnitario: 10, numeroPartidaOrigen: 1 }]);
  assert.equal(await e.estado(transaccionId), 'Parcial');
  await facturar();
  assert.equal(await e.estado(transaccionId), 'Facturado');
});

test('cero sólo se cuenta: ni entra, ni sale, ni se traspasa; un traspaso no lleva concepto', async () => {
  const p = await e.producto('CERO');
  await entrada(p, 5, 1);
  const mover = (tipoMovimiento, mas) => ({ tipoMovimiento, almacenId: e.general, partidas: [{ productoId: p, cantidad: 0 }], ...mas });
  for (const [tipo, mas] of [['Entrada', { conceptoId: e.inicial }], ['Salida', { conceptoId: e.merma }], ['Traspaso', { almacenDestinoId: e.cedis }]])
    await e.falla(MOVIMIENTO, mover(tipo, mas), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO');
  await e.falla(MOVIMIENTO, mover('Traspaso', { almacenDestinoId: e.cedis, conceptoId: e.merma, partidas: [{ productoId: p, cantidad: 1 }] }), 'VALIDACION conceptoId RANGO');
  await e.hecho(MOVIMIENTO, mover('Ajuste', { conceptoId: e.merma }));
  assert.equal(await e.hay(p), '0 0.00 0');
});
