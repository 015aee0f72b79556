// GET /api/RegistroVenta/Resumen: sales, their cost and their profit, by day, month, product, customer, salesperson and branch. The sums are those of
// the trial balance when sales alone moved those accounts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const RUTA = '/api/RegistroVenta/Resumen', FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', DEVOLVER = '/api/NotaDevolucionCliente', CREDITO = '/api/NotaCredito';
let m, e, srv, base, r;
const p = {}, c = {}, v = {}, d = {};
const el = (mes, dia) => ({ fecha: `2026-${mes}-${dia}T10:00:00` });
before(async () => {
  m = await montar({ registros: 20 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Resumen de ventas', rfc: 'EKU9003173C9' });
  r = new Reportes(e);
  for (const [codigo, mas] of Object.entries({ A: {}, B: { metodoCosteo: 'PROMEDIO' }, IEPS: { tasaIeps: 0.08 }, X: {}, Y: {}, S: { tipo: 'Servicio', unidadMedidaId: e.servicio } })) p[codigo] = await e.producto(codigo, mas);
  p.KIT = await e.producto('KIT', { tipo: 'Kit', componentes: [{ productoId: p.X, cantidad: 2 }, { productoId: p.Y, cantidad: 1 }] });
  const docena = Number(await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor) VALUES (${e.id}, 'DOC', 'Docena', 'doc', 'DPC', ${e.pieza}, 12) RETURNING unidad_medida_id`));
  for (const [codigo, costoUnitario] of [['A', 10], ['B', 3.333333], ['IEPS', 5], ['X', 1], ['Y', 4]])
    await e.mover('Entrada', [{ productoId: p[codigo], cantidad: 300, costoUnitario }], { fecha: '2026-01-02T10:00:00' });
  [c.uno, c.dos] = [await e.cliente('C1'), await e.cliente('C2')];
  for (const clave of ['V1', 'V2']) v[clave] = Number(await base.sql(`INSERT INTO vendedor (organizacion_id, clave, nombre) VALUES (${e.id}, '${clave}', 'Vendedor ${clave}') RETURNING vendedor_id`));
  const linea = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
  const vender = (ruta, partidas, mas) => e.hecho(ruta, { partidas, ...mas });
  d.factura = await vender(FACTURA, [linea('A', 10, 100, { descuento: 50 }), linea('S', 1, 33.33)], { clienteId: c.uno, vendedorId: v.V1, ...el('03', '01') });
  d.nota = await vender(NOTA, [linea('B', 7, 20), linea('A', 1, 90)], { clienteId: c.uno, vendedorId: v.V1, ...el('03', '02') });
  // The note is invoiced: the sale counts once.
  d.deNota = await e.hecho(`/api/NotaVenta/NotaVentaFacturar/${d.nota.transaccionId}`, { clienteId: c.uno, ...el('03', '05') });
  d.dolares = await vender(FACTURA, [linea('A', 1, 10.01), linea('B', 3, 3.335), linea('IEPS', 2, 7.77)], { clienteId: c.dos, moneda: 'USD', tipoCambio: 17.123457, ...el('03', '06') });
  d.kit = await vender(NOTA, [linea('KIT', 3, 15)], { clienteId: c.dos, vendedorId: v.V2, ...el('03', '06') });
  d.docena = await vender(FACTURA, [linea('A', 2, 1000, { unidadMedidaId: docena })], { clienteId: c.dos, vendedorId: v.V2, ...el('03', '07') });
  d.pedido = await vender('/api/PedidoCliente', [linea('A', 5, 50)], { clienteId: c.uno, vendedorId: v.V2, ...el('03', '08') });
  d.delPedido = await e.hecho(FACTURA, { clienteId: c.uno, vendedorId: v.V2, transaccionIdPedido: d.pedido.transaccionId, entregaInmediata: false, ...el('03', '09') });
  // The cost counts on the day of the delivery.
  d.entrega = await e.hecho('/api/Inventario/Entrega', { transaccionIdOrigen: d.pedido.transaccionId, ...el('04', '01') });
  d.remision = await e.hecho('/api/NotaRemision', { origen: 'Venta', clienteId: c.dos, partidas: [linea('B', 4, 25)], ...el('03', '10') });
  d.deRemision = await e.hecho(FACTURA, { clienteId: c.dos, remisiones: [d.remision.transaccionId], ...el('04', '02') });
  d.devolucion = await e.hecho(DEVOLVER, { transaccionIdVenta: d.factura.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 4 }], ...el('03', '11') });
  d.perdida = await e.hecho(DEVOLVER, { transaccionIdVenta: d.kit.transaccionId, motivo: 'x', reingresaInventario: false, partidas: [{ numeroPartida: 1, cantidad: 1 }], ...el('04', '03') });
  d.credito = await e.hecho(CREDITO, { tipo: 'Cliente', transaccionIdOrigen: d.docena.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 1, importe: 100 }], ...el('03', '12') });
  d.bonificacion = await e.hecho(CREDITO, { tipo: 'Cliente', contactoId: c.uno, motivo: 'x', importes: { base16: 7.77 }, ...el('04', '04') });
  d.cancelada = await vender(FACTURA, [linea('A', 3, 100)], { clienteId: c.uno, ...el('03', '13') });
  assert.equal((await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${d.cancelada.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  // A charge for a third party is no income of the company.
  const tercero = { esTercero: true, rfcTercero: 'AAA010101AAA', nombreTercero: 'HOTEL DEL MAR', regimenFiscalTercero: '601', codigoPostalTercero: '64000' };
  d.viaje = await e.hecho('/api/AgenciaViaje/RegistrarFactura', { clienteId: c.dos, booking: 'BK-1', ...el('04', '05'), partidas: [
    { claveServicio: '90111501', descripcion: 'Tres noches', cantidad: 3, precioUnitario: 1160, ...tercero }, { claveServicio: '90121502', descripcion: 'Cargo por servicio', precioUnitario: 500 }] });
});
after(() => m?.cerrar());

const leer = q => srv.get(`${RUTA}?${new URLSearchParams({ fechaInicial: '2026-03-01', fechaFinal: '2026-04-30', ...q })}`, { token: e.token });
const resumen = async q => {
  const x = await leer(q);
  assert.equal(x.estado, 200, x.texto);
  return x.json.data;
};
const corto = f => [f.clave, f.documentos, f.subtotal, f.costo, f.utilidad, f.margen];

test('por producto: cantidad, ingreso, costo y utilidad de cada uno', async () => {
  const { registros, totales } = await resumen({ agrupar: 'Producto' });
  assert.deepEqual(Object.keys(registros[0]), ['clave', 'descripcion', 'documentos', 'cantidad', 'subtotal', 'devoluciones', 'costo', 'utilidad', 'margen']);
  const de = Object.fromEntries(registros.map(f => [f.clave, f]));
  // A: 950.00 + 90 + 171.43 of the dollars + 2,000 + 250, less 380 returned and 100 of the credit note; ten, one, one, two dozens, five, less four.
  assert.deepEqual([de.A.cantidad, de.A.subtotal, de.A.devoluciones, de.A.costo, de.A.documentos], [37, 2981.43, 480, 370, 5]);
  assert.deepEqual([de.KIT.cantidad, de.KIT.subtotal, de.KIT.devoluciones, de.KIT.costo, de.KIT.utilidad, de.KIT.margen], [2, 30, 15, 12, 18, 60], 'lo que se perdió al devolver ya no es costo de lo vendido');
  assert.deepEqual([de.S.cantidad, de.S.subtotal, de.S.costo, de.S.margen], [1, 33.33, 0, 100]);
  assert.deepEqual([de.B.cantidad, de.B.costo], [14, 46.66], 'lo remitido cuesta, y se vende cuando se factura');
  assert.deepEqual([de[''].subtotal, de[''].devoluciones, de[''].documentos], [492.23, 7.77, 1], 'sin producto: el cargo de la agencia, menos la nota de crédito');
  assert.equal(totales.cantidad, null, 'de varios productos no hay una cantidad');
  assert.equal(totales.documentos, 8);
  assert.deepEqual([de[''].descripcion, de.KIT.descripcion], ['', 'Producto KIT']);
});

test('por cliente, vendedor, sucursal, mes y día, y con filtros', async () => {
  const por = async (agrupar, q) => (await resumen({ agrupar, ...q })).registros;
  const total = (await resumen()).totales;
  assert.deepEqual((await por('Sucursal')).map(corto), [['MATRIZ', ...corto(total).slice(1)]]);
  assert.deepEqual((await por('Cliente')).map(f => [f.clave, f.documentos, f.cantidad]), [['C1', 3, null], ['C2', 5, null]]);
  assert.deepEqual((await por('Vendedor')).map(f => [f.clave, f.documentos, f.costo]), [['V1', 2, 93.33], ['V2', 3, 302], ['', 3, 43.33]], 'la entrega es del vendedor de su pedido');
  const meses = await por('Mes');
  assert.deepEqual(meses.map(f => [f.clave, f.documentos]), [['2026-03', 6], ['2026-04', 2]]);
  assert.deepEqual((await por('Dia')).filter(f => f.clave > '2026-03-31').map(corto), [['2026-04-01', 0, 0, 50, -50, 0], ['2026-04-02', 1, 100, 0, 100, 100], ['2026-04-03', 0, -15, -6, -9, 60], ['2026-04-04', 0, -7.77, 0, -7.77, 100], ['2026-04-05', 1, 500, 0, 500, 100]]);
  assert.equal((await por('Dia')).find(f => f.clave === '2026-03-05'), undefined, 'la factura de una nota ya se contó');
  assert.equal((await por('Dia')).find(f => f.clave === '2026-03-13'), undefined, 'lo cancelado no cuenta');
  assert.deepEqual((await resumen({ productoId: p.A, agrupar: 'Cliente' })).registros.map(f => [f.clave, f.cantidad, f.costo]), [['C1', 12, 120], ['C2', 25, 250]]);
  assert.equal((await resumen({ productoId: p.A })).totales.cantidad, 37);
  assert.deepEqual((await resumen({ clienteId: c.dos, agrupar: 'Cliente' })).registros.map(f => f.clave), ['C2']);
  assert.deepEqual((await resumen({ vendedorId: v.V2 })).totales.costo, 302);
  const suma = filas => filas.reduce((s, f) => s + Math.round(f.subtotal * 100), 0);
  assert.equal(suma(await por('Producto', { clienteId: c.uno })) + suma(await por('Producto', { clienteId: c.dos })), Math.round(total.subtotal * 100));
  const nada = await resumen({ fechaInicial: '2020-01-01', fechaFinal: '2020-01-31' });
  assert.deepEqual([nada.registros, nada.totales.documentos, nada.totales.subtotal, nada.totales.margen], [[], 0, 0, 0]);
});

test('las sumas son las de la balanza de comprobación', async () => {
  const cuentas = Object.fromEntries((await base.sql(`SELECT codigo, clave FROM cuenta_contable WHERE organizacion_id = ${e.id} AND (clave LIKE 'VENTAS%' OR clave IN ('DEV_VENTAS', 'COSTO_VENTAS'))`)).map(x => [x.codigo, x.clave]));
  const centavos = n => Math.round(n * 100);
  for (const [fechaInicial, fechaFinal, mesInicial, mesFinal] of [['2026-03-01', '2026-03-31', 3, 3], ['2026-04-01', '2026-04-30', 4, 4], ['2026-03-01', '2026-04-30', 3, 4], ['2026-01-01', '2026-12-31', 1, 12]]) {
    const balanza = await r.contable('BalanzaComprobacion', { ejercicio: 2026, mesInicial, mesFinal, formato: 'plano' });
    let ingreso = 0, costo = 0;
    for (const f of balanza.cuentas.filter(x => x.esDetalle && cuentas[x.cuenta])) {
      const neto = centavos(f.haber) - centavos(f.debe);
      if (cuentas[f.cuenta] === 'COSTO_VENTAS') costo -= neto;
      else ingreso += neto;
    }
    const { totales } = await resumen({ fechaInicial, fechaFinal });
    // A sale of March cancelled today stays in the balance of March and lowers the balance of today.
    const cancelada = mesFinal === 3 || mesFinal === 4 && mesInicial === 3 ? [30000, 3000] : [0, 0];
    assert.deepEqual([centavos(totales.subtotal) + cancelada[0], centavos(totales.costo) + cancelada[1]], [ingreso, costo], `${fechaInicial} a ${fechaFinal}`);
    assert.ok(ingreso !== 0 && costo !== 0);
  }
  await r.ventas('2026-01-01', '2026-12-31');
});

test('lo que se pide mal', async () => {
  esError(await leer({ fechaInicial: '2026-05-01', fechaFinal: '2026-04-30' }), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
  esError(await leer({ agrupar: 'Color' }), 400, 'VALIDACION', ['agrupar RANGO']);
  esError(await srv.get(`${RUTA}?fechaFinal=2026-04-30`, { token: e.token }), 400, 'VALIDACION', ['fechaInicial REQUERIDO']);
  for (const campo of ['sucursalId', 'clienteId', 'vendedorId', 'productoId']) esError(await leer({ [campo]: 999999 }), 400, 'VALIDACION', [`${campo} NO_EXISTE`]);
  const csv = await srv.get(`${RUTA}?fechaInicial=2026-03-01&fechaFinal=2026-04-30&agrupar=Mes`, { token: e.token, encabezados: { Accept: 'text/csv' } });
  assert.deepEqual([csv.estado, csv.texto.split('\r\n').map(l => l.split(',')[0])], [200, ['clave', '2026-03', '2026-04', '']]);
});
