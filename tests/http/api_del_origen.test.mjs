// A document made from another is of the branch, warehouse, project, cost center and salesperson of its first source, unless its body says otherwise.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { montar } from './lib/ayuda_api.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, producto, cliente, proveedor, tijuana, almacenTij, proyecto, centro;
before(async () => {
  m = await montar({ registros: 20 });
  e = await Empresa.crear(m, { nombre: 'De su origen', rfc: 'EKU9003173C9' });
  await m.base.gestor(['importar', 'sucursales', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,codigoPostal,zonaHoraria,tasaFrontera,sufijoSerie\nTIJ,Tijuana,22000,America/Monterrey,si,T\n' });
  await m.base.gestor(['importar', 'almacenes', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,sucursal\nTIJ-1,Tijuana,TIJ\n' });
  tijuana = await e.uno('sucursal', 'sucursal_id', "clave = 'TIJ'");
  almacenTij = await e.uno('almacen', 'almacen_id', "clave = 'TIJ-1'");
  producto = await e.producto('P1', { impuestos: undefined });
  cliente = await e.cliente('C-1');
  proveedor = await e.cliente('PR-1', { tipoContacto: 'Proveedor', rfc: 'URE180429TM6' });
  proyecto = (await e.hecho('/api/Proyecto', { nombre: 'Nave' })).proyectoId;
  centro = (await e.hecho('/api/ClasificadoresCosto', { clave: 'REP', tipo: 'Gasto', nombre: 'Reparto' })).clasificadorCostoId;
});
after(() => m?.cerrar());

const lineas = (cantidad = 1) => [{ productoId: producto, cantidad, precioUnitario: 100 }];
const leer = async ({ transaccionId }) => (await m.base.sql(`SELECT sucursal_id::int AS sucursal, almacen_id::int AS almacen, proyecto_id::int AS proyecto, centro_costo_id::int AS centro, total::float8
  FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${transaccionId}`))[0];
const reservado = async almacen => (await e.hay(producto, almacen)).split(' ');

test('la factura de un pedido sale de su almacén, y consume lo que apartó', async () => {
  await e.mover('Entrada', [{ productoId: producto, cantidad: 5, costoUnitario: 10 }], { almacenId: e.cedis });
  const pedido = await e.hecho('/api/PedidoCliente', { clienteId: cliente, almacenId: e.cedis, proyectoId: proyecto, centroCostoId: centro, partidas: lineas(5) });
  assert.deepEqual(await reservado(e.cedis), ['5', '50.00', '5']);
  const factura = await e.hecho('/api/FacturaVenta', { transaccionIdPedido: pedido.transaccionId, metodoPago: 'PPD', formaPago: '99' });
  assert.deepEqual(await leer(factura), { sucursal: e.matriz, almacen: e.cedis, proyecto, centro, total: 580 });
  assert.deepEqual(await reservado(e.cedis), ['0', '0.00', '0']);
  const devolucion = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: factura.transaccionId, motivo: 'x', completa: true });
  assert.deepEqual(await leer(devolucion), { sucursal: e.matriz, almacen: e.cedis, proyecto, centro, total: 580 });
  assert.deepEqual(await reservado(e.cedis), ['5', '50.00', '0']);
});

test('la factura de un pedido de la frontera es de su sucursal, con su tasa', async () => {
  await e.mover('Entrada', [{ productoId: producto, cantidad: 3, costoUnitario: 10 }], { almacenId: almacenTij, sucursalId: tijuana });
  const pedido = async () => e.hecho('/api/PedidoCliente', { clienteId: cliente, sucursalId: tijuana, partidas: lineas() });
  const factura = await e.hecho('/api/FacturaVenta', { transaccionIdPedido: (await pedido()).transaccionId, metodoPago: 'PPD', formaPago: '99' });
  assert.deepEqual(await leer(factura), { sucursal: tijuana, almacen: almacenTij, proyecto: null, centro: null, total: 108 });
  assert.deepEqual(await m.base.sql(`SELECT DISTINCT sucursal_id::int AS s FROM poliza_movimiento m JOIN poliza p USING (organizacion_id, poliza_id) WHERE m.organizacion_id = ${e.id} AND p.transaccion_id = ${factura.transaccionId}`), [{ s: tijuana }]);
  const dicha = await e.hecho('/api/FacturaVenta', { transaccionIdPedido: (await pedido()).transaccionId, almacenId: almacenTij, metodoPago: 'PPD', formaPago: '99' });
  assert.equal((await leer(dicha)).almacen, almacenTij);
});

test('la recepción y la factura de una orden son de su sucursal y su almacén', async () => {
  const orden = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, sucursalId: tijuana, almacenId: almacenTij, proyectoId: proyecto, partidas: lineas(2) });
  const r = await e.srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${orden.transaccionId}`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
  const recepcion = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: orden.transaccionId });
  const factura = await e.hecho('/api/FacturaCompra', { recepciones: [recepcion.transaccionId] });
  for (const d of [recepcion, factura]) {
    const { sucursal, almacen, proyecto: suyo } = await leer(d);
    assert.deepEqual([sucursal, almacen, suyo], [tijuana, almacenTij, proyecto]);
  }
  const devolucion = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: factura.transaccionId, motivo: 'x', completa: true });
  assert.equal((await leer(devolucion)).almacen, almacenTij);
});

test('otra sucursal en el cuerpo: su almacén es el de ella', async () => {
  const pedido = await e.hecho('/api/PedidoCliente', { clienteId: cliente, almacenId: e.cedis, partidas: lineas() });
  const factura = await e.hecho('/api/FacturaVenta', { transaccionIdPedido: pedido.transaccionId, sucursalId: tijuana, entregaInmediata: false, metodoPago: 'PPD', formaPago: '99' });
  const { sucursal, almacen } = await leer(factura);
  assert.deepEqual([sucursal, almacen], [tijuana, almacenTij]);
  assert.deepEqual(await auditar(m.base), []);
});
