// The debtor of a sale: the notes that may share an invoice and its customer, the rest of a note returned in part, customers who may still pay but
// not buy, and the documents that count against a credit limit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { auditar, auditarTras } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', DEVOLUCION = '/api/NotaDevolucionCliente', DEPOSITO = '/api/Bancos/DepositoAgregar', ASIGNAR = '/api/Bancos/DepositoAsignar', facturar = id => `/api/NotaVenta/NotaVentaFacturar/${id}`;
const hoy = new Date(Date.now() - 6 * 3600e3).toISOString().slice(0, 10);
let m, e, base, srv, A, ana, beto;
before(async () => {
  m = await montar({ registros: 30 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Deudores', rfc: 'EKU9003173C9' });
  [ana, beto, A] = [await e.cliente('ANA'), await e.cliente('BETO'), await e.producto('A')];
  await e.entrada(A, 1000, 10);
});
after(() => m?.cerrar());

const linea = (cantidad = 1, precioUnitario = 100, mas = {}) => ({ productoId: A, cantidad, precioUnitario, ...mas });
const efectivo = importe => ({ pagos: [{ formaPagoId: e.efectivo, cuentaId: e.caja, importe }] });
const nota = async (clienteId, mas = {}) => (await e.hecho(NOTA, { ...(clienteId && { clienteId }), partidas: [linea()], ...mas })).transaccionId;
const pagada = clienteId => nota(clienteId, efectivo(116));
const documento = async id => (await base.sql(`SELECT estado, total, saldo FROM transaccion WHERE transaccion_id = ${id}`))[0];
const global = { informacionGlobal: { periodicidad: '04', meses: hoy.slice(5, 7), anio: Number(hoy.slice(0, 4)) } };
const cobrar = (contactoId, transaccionId, importe, mas = {}) => ({ cuentaId: e.caja, formaPagoId: e.efectivo, contactoId, importe, ...(transaccionId && { aplicaciones: [{ transaccionId, importe }] }), ...mas });

test('qué notas van juntas y a quién', async t => {
  const fila = async (que, primera, cuerpo, esperado) => [que, 'POST', facturar(await primera), await cuerpo, esperado];
  await tabla(t, srv, e.token, [
    await fila('de dos clientes', nota(ana), { notas: [await nota(beto)] }, 'VALIDACION notas[0] RANGO'),
    await fila('de dos clientes, pagadas', pagada(ana), { notas: [await pagada(beto)] }, 'VALIDACION notas[0] RANGO'),
    await fila('de un cliente y del público', nota(ana), { notas: [await nota(ana), await nota()] }, 'VALIDACION notas[1] RANGO'),
    await fila('del público y de un cliente', nota(), { notas: [await nota(ana)], ...global }, 'VALIDACION notas[0] RANGO'),
    await fila('la de un cliente que la debe, a otro', nota(ana), { clienteId: beto }, 'VALIDACION clienteId RANGO'),
    await fila('la segunda, que debe', pagada(ana), { clienteId: beto, notas: [await pagada(ana), await nota(ana)] }, 'VALIDACION notas[1] RANGO'),
    await fila('la que debe en parte, a otro', nota(ana, efectivo(115.99)), { clienteId: beto }, 'VALIDACION clienteId RANGO'),
    await fila('a un cliente nuevo, lo que debe otro', nota(ana), { cliente: { rfc: 'COSC8001137NA', nombre: 'CARLOS', codigoPostal: '86991', regimenFiscal: '612', usoCFDI: 'G03' } }, 'VALIDACION cliente RANGO'),
    await fila('la de un cliente, en una global', pagada(ana), { clienteId: e.publico, ...global }, 'VALIDACION clienteId RANGO'),
    await fila('dos de un cliente, en una global', pagada(ana), { clienteId: e.publico, notas: [await pagada(ana)], ...global }, 'VALIDACION clienteId RANGO, notas[0] RANGO'),
    await fila('dos del mismo', nota(ana), { notas: [await nota(ana, efectivo(16))] }, { total: 232, saldo: 216 }),
    await fila('una pagada, a quien la pida', pagada(ana), { clienteId: beto }, { total: 116, saldo: 0 }),
    await fila('las del público, a quien las pida', nota(), { clienteId: beto, notas: [await pagada()] }, { total: 232, saldo: 116 }),
    await fila('las del público, en la global', nota(), { notas: [await pagada()], ...global }, { total: 232, saldo: 116 }),
  ]);
});

test('una nota devuelta en parte se factura por lo que queda', async t => {
  for (const [que, pagos, saldo] of [['sin cobrar', {}, 232], ['cobrada', efectivo(348), 0], ['cobrada en parte', efectivo(200), 32], ['cobrada casi toda', efectivo(300), 0]])
    await t.test(que, async () => {
      const n = await nota(ana, { partidas: [linea(2), linea(1)], ...pagos });
      const d = await e.hecho(DEVOLUCION, { transaccionIdVenta: n, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 1 }] });
      const f = await e.hecho(facturar(n), {});
      assert.deepEqual([f.total, f.saldo, f.notasFacturadas[0].total], [232, saldo, 232]);
      assert.deepEqual(await base.columna(`SELECT trim_scale(cantidad) || ' ' || importe::numeric(19,2) FROM partida WHERE transaccion_id = ${f.transaccionId} ORDER BY 1`), ['1 100.00', '1 100.00']);
      await e.falla(DEVOLUCION, { transaccionIdVenta: n, motivo: 'x', completa: true }, 'ESTADO_INVALIDO');
      const resto = await e.hecho(DEVOLUCION, { transaccionIdVenta: f.transaccionId, motivo: 'x', completa: true });
      assert.equal(resto.total, 232);
      assert.equal(await base.uno(`SELECT coalesce(sum(m.debe - m.haber), 0) FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
        WHERE c.clave = 'IVA_POR_COBRAR' AND p.transaccion_id IN (${n}, ${f.transaccionId}, ${d.transaccionId}, ${resto.transaccionId})`) === 0 || pagos.pagos !== undefined, true);
    });
  await t.test('y no si nada queda', async () => {
    const [n, otra] = [await nota(ana), await nota(ana)];
    await e.hecho(DEVOLUCION, { transaccionIdVenta: n, motivo: 'x', completa: true });
    await e.falla(facturar(otra), { notas: [n] }, 'VALIDACION notas[0] RANGO');
  });
  const cancelar = (ruta, id) => srv.pedir('DELETE', `/api/${ruta}/${id}`, { token: e.token });
  const devueltaYPagada = async pagos => {
    const n = await nota(ana, { partidas: [linea(2)] });
    const hechos = [];
    for (const importe of pagos) hechos.push((await e.hecho(DEPOSITO, cobrar(ana, n, importe))).transaccionId);
    await e.hecho(DEVOLUCION, { transaccionIdVenta: n, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 1 }] });
    return [n, hechos];
  };
  await t.test('cancelado el dinero que pagó lo devuelto, la devolución baja la deuda y la factura debe el resto', async () => {
    const [n, [pago]] = await devueltaYPagada([232]);
    const f = await e.hecho(facturar(n), {});
    const r = await cancelar('Bancos/DepositoCancelar', pago);
    assert.deepEqual(r.json.data.facturasAfectadas.map(x => [x.folio, x.saldo]), [[f.folio, 116]], r.texto);
    assert.equal((await cancelar('Ventas/TransaccionCancelar', f.transaccionId)).estado, 200);
    assert.deepEqual(await documento(n), { estado: 'Parcial', total: 232, saldo: 116 });
  });
  await t.test('cancelado uno de dos pagos, la devolución salda el resto; cancelado el otro, se debe la factura', async () => {
    const [n, [uno, otro]] = await devueltaYPagada([116, 116]);
    assert.equal((await cancelar('Bancos/DepositoCancelar', uno)).estado, 200);
    assert.equal((await documento(n)).saldo, 0);
    const f = await e.hecho(facturar(n), {});
    assert.equal(f.saldo, 0);
    const r = await cancelar('Bancos/DepositoCancelar', otro);
    assert.deepEqual(r.json.data.facturasAfectadas.map(x => [x.folio, x.saldo]), [[f.folio, 116]], r.texto);
  });
  await e.cuadra();
});

test('a quien ya no se le vende: paga, se le asigna, devuelve; no compra', async t => {
  for (const [que, cambio] of [['inactivo', 'activo = false'], ['ya no es cliente', "tipo_contacto = 'Proveedor'"]])
    await t.test(que, async () => {
      const quien = await e.cliente(`X${que.length}`);
      const f = (await e.hecho(FACTURA, { clienteId: quien, partidas: [linea(3)] })).transaccionId;
      const n = await nota(quien);
      const libre = (await e.hecho(DEPOSITO, cobrar(quien, null, 50))).transaccionId;
      await base.sql(`UPDATE contacto SET ${cambio} WHERE contacto_id = ${quien}`);
      for (const ruta of [FACTURA, NOTA, '/api/PedidoCliente']) await e.falla(ruta, { clienteId: quien, partidas: [linea()] }, 'VALIDACION clienteId NO_EXISTE');
      await e.hecho(DEPOSITO, cobrar(quien, f, 10));
      await e.hecho(ASIGNAR, { transaccionId: libre, aplicaciones: [{ transaccionId: f, importe: 50 }] });
      await e.hecho(DEVOLUCION, { transaccionIdVenta: f, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 1 }] });
      const deNota = (await e.hecho(facturar(n), {})).transaccionId;
      await e.hecho(DEPOSITO, cobrar(quien, deNota, 116));
      await e.hecho(DEPOSITO, cobrar(quien, f, 348 - 116 - 60));
      assert.equal((await documento(f)).estado, 'Pagado');
      await e.falla(DEPOSITO, cobrar(quien, null, 1), 'VALIDACION contactoId NO_EXISTE');  // nothing is owed any more
    });
});

test('el crédito usado: todo lo abierto, cualquiera que sea su fecha', async t => {
  const de = (clienteId, importe, mas) => ({ clienteId, partidas: [{ conceptoId: e.exento, cantidad: 1, precioUnitario: importe }], ...mas });
  await t.test('lo de mañana, y lo de una sucursal al este', async () => {
    const quien = await e.cliente('LIM1', { limiteCredito: 1000 });
    const { transaccionId } = await e.hecho(FACTURA, de(quien, 600));
    await base.sql(`UPDATE transaccion SET fecha = fecha + interval '3 days' WHERE transaccion_id = ${transaccionId}`);
    await e.falla(FACTURA, de(quien, 400.01), 'LIMITE_CREDITO');
    await e.hecho(FACTURA, de(quien, 400));
  });
  await t.test('pagada en parte pesa lo que queda a deber', async () => {
    const quien = await e.cliente('LIM2', { limiteCredito: 1000 });
    await e.falla(FACTURA, de(quien, 5000, efectivo(3999.99)), 'LIMITE_CREDITO');
    await e.hecho(FACTURA, de(quien, 5000, efectivo(4000)));
    await e.falla(NOTA, de(quien, 10, efectivo(9.99)), 'LIMITE_CREDITO');
    await e.hecho(NOTA, de(quien, 10, efectivo(10)));
  });
  await t.test('dólares, y los del público que se le facturan', async () => {
    const quien = await e.cliente('LIM3', { limiteCredito: 1000 });
    const usd = { moneda: 'USD', tipoCambio: 20 };
    const n = async importe => (await e.hecho(NOTA, { ...de(undefined, importe, usd) })).transaccionId;
    await e.falla(facturar(await n(50.01)), { clienteId: quien }, 'LIMITE_CREDITO');
    await e.hecho(facturar(await n(50)), { clienteId: quien });
  });
});

test('cancelado el cobro de una nota devuelta en parte, se debe lo que queda de ella y por eso se factura', async t => {
  const quien = await e.cliente('DEBE-LO-QUE-QUEDA');
  const cancelar = (ruta, id) => srv.pedir('DELETE', `/api/${ruta}/${id}`, { token: e.token });
  const despues = {
    'así como está': [() => {}, { total: 116, saldo: 116 }],
    'cobrada': [n => e.hecho(DEPOSITO, cobrar(quien, n, 116)), { total: 116, saldo: 0 }],
    'cancelada la devolución': [async (n, d) => assert.equal((await cancelar('Ventas/TransaccionCancelar', d)).estado, 200), { total: 232, saldo: 232 }],
  };
  for (const [que, [hacer, { total, saldo }]] of Object.entries(despues))
    await t.test(que, async () => {
      const n = await nota(quien, { partidas: [linea(2)] });
      const pago = (await e.hecho(DEPOSITO, cobrar(quien, n, 232))).transaccionId;
      const d = (await e.hecho(DEVOLUCION, { transaccionIdVenta: n, motivo: 'dañada', partidas: [{ numeroPartida: 1, cantidad: 1 }] })).transaccionId;
      assert.equal((await cancelar('Bancos/DepositoCancelar', pago)).estado, 200);
      await hacer(n, d);
      const f = await e.hecho(facturar(n), {});
      assert.deepEqual([f.total, f.saldo], [total, saldo]);
    });
  await e.cuadra();
});

// Notes were posted, each rounded by itself. The total of their invoice is the sum of the notes; its lines may differ from it by that rounding alone.
test('la factura de notas es lo que ellas suman, al centavo', async t => {
  const devuelta = async () => {
    const n = await nota(ana, { partidas: [linea(3, 0.36)] });  // VAT 0.1728; 0.0576 for the returned piece; 0.1152 for the rest
    await e.hecho(DEVOLUCION, { transaccionIdVenta: n, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 1 }] });
    return n;
  };
  const chica = () => nota(ana, { partidas: [linea(1, 1.03)] });  // VAT 0.1648; 0.3296 for two notes
  for (const [que, primera, otras, total, iva] of [['de dos', await chica(), [await chica()], 2.38, 0.32], ['de lo que queda de una', await devuelta(), [], 0.83, 0.11]])
    await t.test(que, async () => {
      const f = await e.hecho(facturar(primera), { notas: otras });
      assert.deepEqual([f.total, f.saldo, await base.uno(`SELECT iva FROM transaccion WHERE transaccion_id = ${f.transaccionId}`)], [total, total, iva]);
      const falta = 'el encabezado no corresponde a sus partidas';
      assert.deepEqual((await auditar(base)).filter(x => x.falta === falta), []);
      assert.ok((await auditarTras(base, `UPDATE transaccion SET iva = iva - 0.02, subtotal = subtotal + 0.02 WHERE transaccion_id = ${f.transaccionId}`)).includes(falta));
    });
});
