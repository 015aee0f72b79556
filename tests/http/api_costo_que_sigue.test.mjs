// A cost that arrives late follows goods that customers returned, wherever they are: in another warehouse than the one that they had left, at average
// cost too, or lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar, raizRepo } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, base, proveedor, cliente;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Tardía', rfc: 'EKU9003173C9' });
  [proveedor, cliente] = [await e.cliente('P', { tipoContacto: 'Proveedor' }), await e.cliente('C', { limiteCredito: 1_000_000 })];
});
after(() => m?.cerrar());

const comprar = async (productoId, cantidad, precioUnitario) => (await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, partidas: [{ productoId, cantidad, precioUnitario }] })).transaccionId;
const vender = async (productoId, cantidad, mas = {}) => (await e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId, cantidad, precioUnitario: 500, ...mas }] })).transaccionId;
const devolver = async (transaccionIdVenta, cantidad, mas = {}) => (await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad }], ...mas })).transaccionId;
const encarecer = async (transaccionIdCompra, importe) => (await e.hecho('/api/GastosSobreCompra', { transaccionIdCompra, proveedorId: proveedor, conceptoId: e.gasto, importe, baseProrrateo: 'Cantidad' })).transaccionId;
const cancelar = async (ruta, id) => {
  const r = await m.srv.pedir('DELETE', `/api/${ruta}/TransaccionCancelar/${id}?motivo=x`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
};
const valor = async p => Promise.all([e.general, e.cedis].map(a => e.hay(p, a)));
// dejo: postings of a document to the accounts of goods.
const dejo = async id => Object.fromEntries((await base.sql(`SELECT c.clave, sum(v.debe - v.haber)::float8 AS x FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
  WHERE p.organizacion_id = ${e.id} AND p.transaccion_id = ${id} AND c.clave IN ('INVENTARIO', 'COSTO_VENTAS', 'AJUSTE_INVENTARIO') GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0 ORDER BY 1`)).map(f => [f.clave, f.x]));
const sana = async que => assert.deepEqual(await auditar(base), [], que);
let numero = 0;
const producto = (metodoCosteo, mas) => e.producto(`T${++numero}`, { metodoCosteo, ...mas });

for (const metodo of ['PROMEDIO', 'PEPS'])
  test(`${metodo}: lo que regresó a otro almacén lleva ahí su parte`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10);
    const [aqui, alla] = [await devolver(v, 2), await devolver(v, 4, { almacenId: e.cedis })];
    assert.deepEqual(await valor(p), ['2 200.00 0', '4 400.00 0']);
    const g = await encarecer(c, 100);
    assert.deepEqual([await dejo(g), await valor(p)], [{ COSTO_VENTAS: 40, INVENTARIO: 60 }, ['2 220.00 0', '4 440.00 0']]);
    const despues = await devolver(v, 3, { almacenId: e.cedis });
    assert.deepEqual(await valor(p), ['2 220.00 0', '7 770.00 0']);
    await sana('encarecida');
    await cancelar('Ventas', despues);
    await cancelar('Ventas', alla);
    assert.deepEqual([await dejo(alla), await valor(p)], [{ COSTO_VENTAS: 40, INVENTARIO: -40 }, ['2 220.00 0', '0 0.00 0']], 'se lleva lo que aumentó');
    await cancelar('Compras', g);
    assert.deepEqual(await valor(p), ['2 200.00 0', '0 0.00 0']);
    await cancelar('Ventas', aqui);
    await cancelar('Ventas', v);
    assert.deepEqual([await e.hay(p), await dejo(g), await dejo(alla)], ['10 1000.00 0', { COSTO_VENTAS: -40, INVENTARIO: 40 }, { COSTO_VENTAS: 40, INVENTARIO: -40 }]);
    await sana('cancelado todo');
  });

for (const metodo of ['PROMEDIO', 'PEPS'])
  test(`${metodo}: de lo que regresó a otro almacén se vendió una parte, y el gasto se cancela`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10);
    await devolver(v, 4, { almacenId: e.cedis });
    const otra = await vender(p, 1, { almacenId: e.cedis });
    const g = await encarecer(c, 100);
    assert.deepEqual([await dejo(g), await valor(p)], [{ COSTO_VENTAS: 70, INVENTARIO: 30 }, ['0 0.00 0', '3 330.00 0']]);
    await devolver(otra, 1);
    assert.deepEqual(await valor(p), ['0 0.00 0', '4 440.00 0'], 'lo vendido de ahí también costó más');
    await cancelar('Compras', g);
    assert.deepEqual(await valor(p), ['0 0.00 0', '4 400.00 0']);
    await sana('cancelado el gasto');
  });

for (const metodo of ['PROMEDIO', 'PEPS'])
  test(`${metodo}: una devolución cancelada se llevó su parte del gasto; el gasto no la quita otra vez a las que quedan`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10), d = await devolver(v, 4);
    const g = await encarecer(c, 100), dd = await devolver(v, 2), h = await encarecer(c, 50);
    assert.equal(await e.hay(p), '6 690.00 0');
    await cancelar('Ventas', d);
    assert.equal(await e.hay(p), '2 230.00 0');
    await cancelar('Compras', g);
    assert.equal(await e.hay(p), '2 210.00 0');
    await sana('cancelado el gasto');
    await cancelar('Ventas', dd);
    assert.equal(await e.hay(p), '0 0.00 0');
    await cancelar('Compras', h);
    await cancelar('Ventas', v);
    assert.deepEqual([await e.hay(p), await cuentas(v, d, dd, g, h)], ['10 1000.00 0', {}]);
    await sana('cancelado todo');
  });

const perder = (v, cantidad) => devolver(v, cantidad, { reingresaInventario: false });
const cuentas = async (...ids) => {
  const suma = {};
  for (const id of ids) for (const [clave, x] of Object.entries(await dejo(id))) suma[clave] = Math.round(100 * ((suma[clave] ?? 0) + x)) / 100;
  return Object.fromEntries(Object.entries(suma).filter(([, x]) => x !== 0));
};
for (const metodo of ['PROMEDIO', 'PEPS']) {
  test(`${metodo}: lo que regresó y se perdió lleva su parte a la merma; cancelada la devolución, al costo de ventas`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10), d = await perder(v, 4);
    assert.deepEqual(await dejo(d), { AJUSTE_INVENTARIO: 400, COSTO_VENTAS: -400 });
    const g = await encarecer(c, 100);
    assert.deepEqual(await dejo(g), { AJUSTE_INVENTARIO: 40, COSTO_VENTAS: 60 });
    const resto = await devolver(v, 6);
    assert.deepEqual([await e.hay(p), await cuentas(v, d, g, resto)], ['6 660.00 0', { AJUSTE_INVENTARIO: 440, INVENTARIO: -340 }], 'las que quedan valen lo suyo');
    await sana('todo devuelto');
    await cancelar('Ventas', resto);
    await cancelar('Ventas', d);
    assert.deepEqual(await cuentas(v, d, g), { COSTO_VENTAS: 1100, INVENTARIO: -1000 }, 'con la devolución se va lo que aumentó');
    await sana('cancelada la devolución');
    await cancelar('Compras', g);
    assert.deepEqual(await cuentas(v, d, g), { COSTO_VENTAS: 1000, INVENTARIO: -1000 });
    await cancelar('Ventas', v);
    assert.deepEqual([await e.hay(p), await cuentas(v, d, g)], ['10 1000.00 0', {}]);
    await sana('cancelado todo');
  });

  test(`${metodo}: el gasto se cancela, y lo perdido antes y después de él cuesta lo de antes`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10), antes = await perder(v, 4), g = await encarecer(c, 100), despues = await perder(v, 2);
    assert.deepEqual([await dejo(g), await dejo(despues)], [{ AJUSTE_INVENTARIO: 40, COSTO_VENTAS: 60 }, { AJUSTE_INVENTARIO: 220, COSTO_VENTAS: -220 }]);
    await cancelar('Compras', g);
    assert.deepEqual(await cuentas(v, antes, g, despues), { AJUSTE_INVENTARIO: 600, COSTO_VENTAS: 400, INVENTARIO: -1000 });
    await sana('cancelado el gasto');
    const resto = await devolver(v, 4);
    assert.equal(await e.hay(p), '4 400.00 0');
    for (const id of [resto, despues, antes, v]) await cancelar('Ventas', id);
    assert.deepEqual([await e.hay(p), await cuentas(v, antes, g, despues, resto)], ['10 1000.00 0', {}]);
    await sana('cancelado todo');
  });

  test(`${metodo}: el gasto estaba en el almacén cuando se vendió y se perdió, y se cancela`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), g = await encarecer(c, 100), v = await vender(p, 10), d = await perder(v, 4);
    assert.deepEqual(await dejo(d), { AJUSTE_INVENTARIO: 440, COSTO_VENTAS: -440 });
    await cancelar('Compras', g);
    assert.deepEqual(await cuentas(v, d, g), { AJUSTE_INVENTARIO: 400, COSTO_VENTAS: 600, INVENTARIO: -1000 });
    for (const id of [d, v]) await cancelar('Ventas', id);
    assert.deepEqual([await e.hay(p), await cuentas(v, d, g)], ['10 1000.00 0', {}]);
    await sana('cancelado todo');
  });

  test(`${metodo}: unas volvieron al almacén y otras se perdieron: cada una lleva lo suyo`, async () => {
    const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10);
    const [vuelve, d] = [await devolver(v, 3), await perder(v, 2)];
    const g = await encarecer(c, 100);
    assert.deepEqual([await dejo(g), await e.hay(p)], [{ AJUSTE_INVENTARIO: 20, COSTO_VENTAS: 50, INVENTARIO: 30 }, '3 330.00 0']);
    await cancelar('Ventas', d);
    await cancelar('Compras', g);
    assert.deepEqual([await cuentas(v, d, g, vuelve), await e.hay(p)], [{ COSTO_VENTAS: 700, INVENTARIO: -700 }, '3 300.00 0']);
    await sana('cancelado el gasto');
  });
}

for (const metodo of ['PROMEDIO', 'PEPS'])
  test(`${metodo}: mientras una devolución espera para cancelarse, llega un gasto, o se cancela el que la encareció`, async () => {
    for (const llega of [true, false]) {
      const p = await producto(metodo), c = await comprar(p, 10, 100), v = await vender(p, 10), g = llega || await encarecer(c, 100), d = await devolver(v, 4);
      const soltar = await base.tomar(`SELECT FROM existencia WHERE producto_id = ${p} FOR UPDATE`);
      const primero = llega ? encarecer(c, 50) : cancelar('Compras', g);
      await base.esperando(1);
      const despues = cancelar('Ventas', d);  // has read the cost that the first call is about to change
      await base.esperando(2);
      await soltar();
      await Promise.all([primero, despues]);
      assert.equal(await e.hay(p), '0 0.00 0');
      await sana('se lleva el aumento que su mercancía tiene entonces');
    }
  });

test('la diferencia de la factura del proveedor también: series, lotes y kits pierden lo suyo', async () => {
  const serie = await producto('IDENTIFICADO', { manejaSeries: true });
  const orden = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, partidas: [{ productoId: serie, cantidad: 2, precioUnitario: 100 }] });
  await e.m.srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${orden.transaccionId}`, { token: e.token, cuerpo: {} });
  const r = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: orden.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 2, series: ['A', 'B'] }] });
  const v = await vender(serie, 2, { series: ['A', 'B'] });
  const d = await devolver(v, 1, { reingresaInventario: false, partidas: [{ numeroPartida: 1, cantidad: 1, series: ['B'] }] });
  const f = await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, recepciones: [r.transaccionId], partidas: [{ numeroPartidaOrigen: 1, cantidad: 2, precioUnitario: 130 }] });
  assert.deepEqual(await dejo(f.transaccionId), { AJUSTE_INVENTARIO: 30, COSTO_VENTAS: 30 });
  await cancelar('Ventas', d);
  assert.deepEqual(await cuentas(v, d, f.transaccionId), { COSTO_VENTAS: 260, INVENTARIO: -200 });
  await sana('series');

  const [x, y] = [await producto('PEPS'), await producto('PROMEDIO')];
  const kit = await e.producto('TK', { tipo: 'Kit', componentes: [{ productoId: x, cantidad: 2 }, { productoId: y, cantidad: 1 }] });
  const c = await comprar(x, 6, 10), otra = await comprar(y, 3, 50);
  const k = await vender(kit, 3), perdido = await perder(k, 1);
  assert.deepEqual(await dejo(perdido), { AJUSTE_INVENTARIO: 70, COSTO_VENTAS: -70 });
  const [g, h] = [await encarecer(c, 60), await encarecer(otra, 30)];
  assert.deepEqual([await dejo(g), await dejo(h)], [{ AJUSTE_INVENTARIO: 20, COSTO_VENTAS: 40 }, { AJUSTE_INVENTARIO: 10, COSTO_VENTAS: 20 }]);
  await cancelar('Compras', g);
  await cancelar('Ventas', perdido);
  await cancelar('Compras', h);
  assert.deepEqual(await cuentas(k, perdido, g, h), { COSTO_VENTAS: 210, INVENTARIO: -210 });
  await sana('kits');
});

test('lo que se había perdido antes de que se numerara: la migración lo toma de sus partidas', async () => {
  const [p, s, x, y] = [await producto('PEPS'), await producto('IDENTIFICADO', { manejaLotes: true }), await producto('PEPS'), await producto('PROMEDIO')];
  await comprar(p, 7, 14.29);
  await e.entrada(s, 5, 3.33, { lotes: [{ lote: 'L', cantidad: 5 }] });
  await e.entrada(x, 9, 10.01);
  await e.entrada(y, 9, 50);
  const kit = await e.producto('MK', { tipo: 'Kit', componentes: [{ productoId: x, cantidad: 2 }, { productoId: y, cantidad: 1 }] });
  const antes = await vender(p, 3);
  await perder(antes, 1);
  await perder(antes, 2);
  const porEntregar = await vender(p, 4);
  await cancelar('Ventas', await perder(porEntregar, 1));
  await devolver(porEntregar, 1);
  await perder(porEntregar, 2);
  await devolver(await vender(s, 4, { lotes: [{ lote: 'L', cantidad: 4 }] }), 3, { reingresaInventario: false, partidas: [{ numeroPartida: 1, cantidad: 3, lotes: [{ lote: 'L', cantidad: 3 }] }] });
  await perder(await vender(kit, 3), 1);
  const pedido = await e.hecho('/api/PedidoCliente', { clienteId: cliente, partidas: [{ productoId: x, cantidad: 3, precioUnitario: 20 }] });
  const facturada = await e.hecho('/api/FacturaVenta', { clienteId: cliente, transaccionIdPedido: pedido.transaccionId, entregaInmediata: false });
  await e.hecho('/api/Inventario/Entrega', { transaccionIdOrigen: pedido.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 2 }] });
  await perder(facturada.transaccionId, 1);
  const filas = () => base.sql(`SELECT transaccion_id, numero_partida, producto_id, x.cantidad::float8 AS cantidad, x.valor::float8 AS valor, x.serie, lote FROM mercancia_perdida x JOIN transaccion t USING (organizacion_id, transaccion_id)
    WHERE organizacion_id = ${e.id} AND t.estado <> 'Cancelado' ORDER BY 1, 2, 3, x.serie, lote`);
  const guardadas = await filas();
  assert.equal(guardadas.length, 7, JSON.stringify(guardadas));
  const texto = readFileSync(path.join(raizRepo, 'schema/0100_mercancia_perdida.sql'), 'utf8');
  await base.sql(`SET search_path = gestor; DELETE FROM mercancia_perdida x USING transaccion t WHERE t.transaccion_id = x.transaccion_id AND t.estado <> 'Cancelado'; ${/CREATE FUNCTION pg_temp[\s\S]*?CALL en_cada_organizacion\('pg_temp[^;]*;/.exec(texto)[0]}`);
  assert.deepEqual(await filas(), guardadas);
  await sana('numeradas');
});
