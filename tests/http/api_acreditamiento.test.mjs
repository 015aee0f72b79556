// VAT that is not credited is cost or expense (domain.md H.2). Withheld taxes are remitted, ISR as VAT (H.1). Numbers worked by hand; the audit at
// the end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const ORDEN = '/api/OrdenCompra', RECIBIR = '/api/Inventario/Recepcion', FACTURA = '/api/FacturaCompra', GASTO = '/api/GastosSobreCompra', PAGAR = '/api/Bancos/EgresoAgregar', VIAJE = '/api/AgenciaViaje/RegistrarGasto';
let m, e, base, srv, proveedor, persona, servicios, flete, asesoria;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Hospital', rfc: 'EKU9003173C9' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR' });
  persona = await e.cliente('PERSONA', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  [servicios, flete] = await Promise.all(['CO-SERVICIOS', 'GA-FLETES'].map(c => e.concepto(c)));
  for (const codigo of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J']) p[codigo] = await e.producto(codigo);
  asesoria = await e.producto('ASESORIA', { tipo: 'Servicio', unidadMedidaId: e.servicio, tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1, tipoRetencion: 'Honorarios' });
  await importar('clave,nombre,tipo,cuentaContable,tasaIva,acreditamiento\nCO-SIN,Servicios para lo exento,Compra,601.84,0.16,Ninguno\nGA-SIN,Gasto para lo exento,Gasto,601.84,0.16,Ninguno\n');
});
after(() => m?.cerrar());

const importar = entrada => base.gestor(['importar', 'conceptos', '-', '--organizacion', String(e.id)], { entrada, falla: true });
const proporcion = valor => base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', valor, '--organizacion', String(e.id)]);
const linea = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const SIN = { acreditamiento: 'Ninguno' }, PARTE = { acreditamiento: 'Proporcion' };
const facturar = (partidas, mas = {}) => e.hecho(FACTURA, { proveedorId: proveedor, ...(partidas && { partidas }), ...mas });
const pagar = (...partidas) => e.hecho(PAGAR, { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'X', partidas });
const a = (transaccionIdCompra, importeAbono, mas) => ({ transaccionIdCompra, importeAbono, ...mas });
const por = (conceptoId, importeAbono, mas) => ({ conceptoId, importeAbono, ...mas });
const poliza = async d => e.poliza(d.transaccionId);
const cancelado = async (d, ruta = '/api/Compras/TransaccionCancelar') => assert.equal((await srv.pedir('DELETE', `${ruta}/${d.transaccionId}?motivo=Error`, { token: e.token })).json?.data?.estado, 'Cancelado');
const leer = async (ruta, d) => (await srv.get(`${ruta}/${d.transaccionId}`, { token: e.token })).json.data;

test('una compra: el IVA que no se acredita es costo, y no se mueve al pagarla', async () => {
  const f = await facturar([linea('A', 10, 100, SIN)]);
  assert.deepEqual([f.total, await poliza(f), await e.hay(p.A)], [1160, ['D INVENTARIO 1160.00', 'A PROVEEDORES 1160.00'], '10 1160.00 0']);
  const leida = await leer(FACTURA, f);
  assert.deepEqual([leida.subtotal, leida.iva, leida.ivaNoAcreditable, leida.total, leida.partidas[0].importe, leida.partidas[0].ivaNoAcreditable], [1000, 160, 160, 1160, 1000, 160]);
  const pago = await pagar(a(f.transaccionId, 500));
  assert.deepEqual(await poliza(pago), ['D PROVEEDORES 500.00', 'A CAJA 500.00']);
  assert.deepEqual([pago.subtotal, pago.iva, pago.partidas[0].iva], [431.03, 68.97, 68.97], 'el egreso dice el IVA que pagó, se acredite o no');
  await cancelado(pago, '/api/Bancos/EgresoCancelar');
  await cancelado(f);
  assert.equal(await e.hay(p.A), '0 0.00 0');

  // VAT of 40.00: 16.00 are credited and 24.00 are cost or expense. Goods 100 + 116, expense 58.
  const g = await facturar([linea('A', 1, 100), linea('A', 1, 100, SIN), { conceptoId: servicios, cantidad: 1, precioUnitario: 50, ...SIN }]);
  assert.deepEqual([g.total, await poliza(g)], [290, ['D INVENTARIO 216.00', 'D IVA_POR_ACREDITAR 16.00', 'D GASTO 58.00', 'A PROVEEDORES 290.00']]);
  assert.deepEqual([(await leer(FACTURA, g)).ivaNoAcreditable, (await leer(FACTURA, g)).partidas.map(x => x.ivaNoAcreditable)], [24, [0, 16, 8]]);
  // Taxes as the supplier's invoice has them, with a cent of difference: 16.01 is cost.
  const h = await facturar([linea('A', 1, 100, { ...SIN, impuestos: [{ impuesto: '002', tasaOCuota: 0.16, importe: 16.01 }] })]);
  assert.deepEqual([h.total, await poliza(h)], [116.01, ['D INVENTARIO 116.01', 'A PROVEEDORES 116.01']]);
});

test('en proporción: la vigente al registrar, pagada en partes', async () => {
  await proporcion('0.3333');
  // 160.00 × 0.6667 = 106.67 are cost, 53.33 are to be credited.
  const f = await facturar([linea('B', 10, 100, PARTE)]);
  assert.deepEqual([f.total, await poliza(f), await e.hay(p.B)], [1160, ['D INVENTARIO 1106.67', 'D IVA_POR_ACREDITAR 53.33', 'A PROVEEDORES 1160.00'], '10 1106.67 0']);
  await proporcion('0.9');
  // 53.33 × 333.33 / 1160 = 15.32; × 666.66 / 1160 = 30.65, less 15.32; the last takes the rest.
  const iva = [];
  for (const importe of [333.33, 333.33, 493.34]) iva.push((await poliza(await pagar(a(f.transaccionId, importe)))).filter(x => /IVA/.test(x)));
  assert.deepEqual(iva, [15.32, 15.33, 22.68].map(x => [`D IVA_ACREDITABLE ${x.toFixed(2)}`, `A IVA_POR_ACREDITAR ${x.toFixed(2)}`]));
  assert.equal(await e.estado(f.transaccionId), 'Pagado');
  // 16.00 × 0.1 = 1.60.
  const g = await facturar([linea('B', 1, 100, PARTE)]);
  assert.deepEqual(await poliza(g), ['D INVENTARIO 101.60', 'D IVA_POR_ACREDITAR 14.40', 'A PROVEEDORES 116.00']);
  await proporcion('');  // without the parameter all VAT is credited
  assert.deepEqual(await poliza(await facturar([linea('B', 1, 100, PARTE)])), ['D INVENTARIO 100.00', 'D IVA_POR_ACREDITAR 16.00', 'A PROVEEDORES 116.00']);
});

test('lo recibido a un precio y facturado a otro: lo que no se acredita sigue a la mercancía', async () => {
  const o = await e.hecho(ORDEN, { proveedorId: proveedor, partidas: [linea('C', 10, 100)] });
  assert.equal((await srv.pedir('PUT', `${ORDEN}/OrdenCompraAutorizar/${o.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  const r = await e.hecho(RECIBIR, { transaccionIdOrigen: o.transaccionId });
  await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p.C, cantidad: 4, precioUnitario: 500 }] });
  // 10 pieces at 110 and 176.00 of VAT cost 1276.00: 276.00 more than the reception. 60 % of the pieces are in stock.
  const f = await facturar([{ numeroPartidaOrigen: 1, cantidad: 10, precioUnitario: 110, ...SIN }], { recepciones: [r.transaccionId] });
  assert.deepEqual([await poliza(f), await e.hay(p.C)], [['D INVENTARIO 165.60', 'D POR_FACTURAR 1000.00', 'D COSTO_VENTAS 110.40', 'A PROVEEDORES 1276.00'], '6 765.60 0']);
  await cancelado(f);
  assert.equal(await e.hay(p.C), '6 600.00 0');
});

test('gastos sobre compra: su IVA encarece lo que queda y lo vendido; lo retenido no se acredita nunca', async () => {
  const f = await facturar([linea('D', 10, 100)]);
  await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p.D, cantidad: 4, precioUnitario: 500 }] });
  // 500 + 80.00 of VAT; 4 % withheld.
  const g = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, proveedorId: proveedor, conceptoId: flete, importe: 500, ...SIN });
  assert.deepEqual([g.total, await poliza(g), await e.hay(p.D)], [560, ['D INVENTARIO 348.00', 'D COSTO_VENTAS 232.00', 'A ACREEDORES 560.00', 'A IVA_RET_PENDIENTE 20.00'], '6 948.00 0']);
  assert.deepEqual([(await leer(GASTO, g)).iva, (await leer(GASTO, g)).ivaNoAcreditable], [80, 80]);
  assert.deepEqual(await poliza(await pagar(a(g.transaccionId, 560))), ['D ACREEDORES 560.00', 'D IVA_RET_PENDIENTE 20.00', 'A CAJA 560.00', 'A IVA_RET_POR_PAGAR 20.00']);
  // A landed cost sent with the invoice takes the crediting of its concept.
  const con = await facturar([linea('D', 1, 100)], { gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: await e.concepto('GA-SIN'), importe: 10 }] });
  assert.deepEqual(await poliza(con.gastosSobreCompra[0]), ['D INVENTARIO 11.60', 'A ACREEDORES 11.60']);
});

test('en otra moneda: el costo al cambio de la factura, lo que se acredita al del pago', async () => {
  await proporcion('0.5');
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  const f = await facturar([linea('E', 10, 100, PARTE)], { moneda: 'USD', tipoCambio: 20 });
  assert.deepEqual([f.total, await poliza(f)], [1160, ['D INVENTARIO 21600.00', 'D IVA_POR_ACREDITAR 1600.00', 'A PROVEEDORES 23200.00']]);
  // Payment of 580 dollars at 21, half of the purchase at 20: 40 dollars of VAT leave the pending account at 800.00 and are credited at 840.00. The
  // exchange loss is that of 540 dollars, since VAT has none.
  assert.deepEqual(await poliza(await pagar(a(f.transaccionId, 12180, { tipoCambio: 21 }))),
    ['D IVA_ACREDITABLE 840.00', 'D PROVEEDORES 11600.00', 'D PERDIDA_CAMBIARIA 540.00', 'A CAJA 12180.00', 'A IVA_POR_ACREDITAR 800.00']);
});

test('devoluciones y notas de crédito: en la proporción en que se compró', async () => {
  await proporcion('0.5');
  const sin = await facturar([linea('F', 10, 100, SIN)]);
  await pagar(a(sin.transaccionId, 580));
  const d = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: sin.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 4 }] });
  assert.deepEqual([d.total, await poliza(d), await e.hay(p.F)], [464, ['D PROVEEDORES 464.00', 'A INVENTARIO 464.00'], '6 696.00 0']);

  // The purchase is half paid. Goods for 464.00 are returned (4 of 10 pieces): 32.00 of their VAT could be credited, and half of that was credited
  // with the payment. The paid half of the return pays the rest of the purchase: its 16.00 of VAT go back and are credited again.
  const media = await facturar([linea('G', 10, 100, PARTE)]);
  await pagar(a(media.transaccionId, 580));
  await proporcion('0.9');
  const v = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: media.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 4 }] });
  assert.deepEqual([v.total, await poliza(v), await e.hay(p.G)], [464, ['D PROVEEDORES 464.00', 'A INVENTARIO 432.00', 'A IVA_POR_ACREDITAR 32.00'], '6 648.00 0']);
  // The rest of the goods is returned: the purchase leaves nothing.
  const resto = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: media.transaccionId, motivo: 'x', completa: true });
  assert.deepEqual([resto.total, await e.hay(p.G)], [696, '0 0.00 0']);
  const quedan = await base.columna(`SELECT c.clave || ' ' || sum(v.debe - v.haber) FROM poliza q JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE q.organizacion_id = ${e.id} AND q.transaccion_id IN (${media.transaccionId}, ${v.transaccionId}, ${resto.transaccionId}) AND c.clave LIKE 'IVA%' GROUP BY c.clave ORDER BY 1`);
  assert.deepEqual(quedan, ['IVA_ACREDITABLE -40.00', 'IVA_POR_ACREDITAR 40.00'], 'lo que movió el pago, que sigue en pie como saldo a favor');

  // A credit note without goods, by rate: 100.00 and 16.00 of VAT, half of it creditable.
  await proporcion('0.5');
  const h = await facturar([linea('H', 10, 100, PARTE)]);
  const n = await e.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: h.transaccionId, motivo: 'Descuento', importes: { base16: 100 } });
  assert.deepEqual([n.total, await poliza(n)], [116, ['D PROVEEDORES 116.00', 'A IVA_POR_ACREDITAR 8.00', 'A DEV_COMPRAS 108.00']]);
  await cancelado(n);
});

test('egresos por concepto: la parte que no se acredita se va a la cuenta de cada uno', async () => {
  await proporcion('0.5');
  const comision = await e.concepto('EG-COMISION'), honorarios = await e.concepto('GA-HONOR');
  const g = await pagar(por(e.gasto, 116, SIN), por(comision, 116, PARTE), por(e.gasto, 116));
  assert.deepEqual(await poliza(g), ['D IVA_ACREDITABLE 24.00', 'D GASTO 216.00', 'D COMISION_BANCARIA 108.00', 'A CAJA 348.00']);
  assert.deepEqual([g.subtotal, g.iva, g.partidas.map(x => x.iva)], [300, 48, [16, 16, 16]]);
  assert.deepEqual(await poliza(await pagar(por(await e.concepto('GA-SIN'), 116))), ['D GASTO 116.00', 'A CAJA 116.00']);
  assert.deepEqual(await poliza(await pagar(por(await e.concepto('GA-SIN'), 116, { acreditamiento: 'Total' }))), ['D IVA_ACREDITABLE 16.00', 'D GASTO 100.00', 'A CAJA 116.00']);
  assert.deepEqual(await poliza(await pagar(por(honorarios, 953.33, SIN))), ['D GASTO 1160.00', 'A CAJA 953.33', 'A ISR_RET_HONOR 100.00', 'A IVA_RET_POR_PAGAR 106.67']);
});

test('honorarios que se acreditan y que no, en una factura: cada retención es lo suyo', async () => {
  // Two lines of 3000.00: VAT 480.00 each, of which 320.00 are withheld. The VAT of the second line is never credited.
  const f = await facturar([{ productoId: asesoria, cantidad: 1, precioUnitario: 3000 }, { productoId: asesoria, cantidad: 1, precioUnitario: 3000, ...SIN }], { proveedorId: persona });
  assert.deepEqual([f.total, await poliza(f)], [5720, ['D IVA_POR_ACREDITAR 480.00', 'D GASTO 6480.00', 'A PROVEEDORES 5720.00', 'A IVA_RET_PENDIENTE 640.00', 'A ISR_RET_PENDIENTE 600.00']]);
  assert.deepEqual((await poliza(await pagar(a(f.transaccionId, 5720)))).filter(x => /IVA/.test(x)),
    ['D IVA_ACREDITABLE 160.00', 'D IVA_ACREDITABLE_RETENIDO 320.00', 'D IVA_RET_PENDIENTE 640.00', 'A IVA_POR_ACREDITAR 480.00', 'A IVA_RET_POR_PAGAR 640.00']);
});

test('un gasto de viaje, y una orden de lo que nunca se acredita', async () => {
  const papel = { proveedorId: proveedor, fecha: '01/06/2025', conceptoId: e.gasto, subtotal: 1000, iva: 160, total: 1160 };
  const viaje = async mas => poliza(await e.hecho(VIAJE, { proveedores: [{ ...papel, ...mas }] }));
  assert.deepEqual(await viaje({}), ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1000.00', 'A ACREEDORES 1160.00']);
  assert.deepEqual(await viaje(SIN), ['D GASTO 1160.00', 'A ACREEDORES 1160.00']);
  assert.deepEqual(await viaje({ conceptoId: await e.concepto('GA-SIN') }), ['D GASTO 1160.00', 'A ACREEDORES 1160.00']);
  const o = await e.hecho(ORDEN, { proveedorId: proveedor, partidas: [{ conceptoId: await e.concepto('CO-SIN'), cantidad: 1, precioUnitario: 50 }] });
  await srv.pedir('PUT', `${ORDEN}/OrdenCompraAutorizar/${o.transaccionId}`, { token: e.token, cuerpo: {} });
  assert.deepEqual(await poliza(await facturar(null, { transaccionIdOrden: o.transaccionId })), ['D GASTO 58.00', 'A PROVEEDORES 58.00']);
});

test('lo retenido: se acredita al enterarse, en la parte en que se acredita', async () => {
  const otra = await Empresa.crear(m, { nombre: 'Clínica', rfc: 'FNO980415K31' });
  await base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', '0.5', '--organizacion', String(otra.id)]);
  const doctor = await otra.cliente('DOCTOR', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  const consulta = await otra.producto('CONSULTA', { tipo: 'Servicio', unidadMedidaId: otra.servicio, tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1, tipoRetencion: 'Honorarios' });
  const pago = (...partidas) => otra.hecho(PAGAR, { cuentaId: otra.caja, formaPagoId: otra.efectivo, beneficiario: 'X', fecha: '2025-07-10', partidas });
  const f = await otra.hecho(FACTURA, { proveedorId: doctor, fecha: '2025-07-01', partidas: [{ productoId: consulta, cantidad: 1, precioUnitario: 1000, ...PARTE }] });
  assert.deepEqual([f.total, await otra.poliza(f.transaccionId)], [953.33, ['D IVA_POR_ACREDITAR 80.00', 'D GASTO 1080.00', 'A PROVEEDORES 953.33', 'A IVA_RET_PENDIENTE 106.67', 'A ISR_RET_PENDIENTE 100.00']]);
  // VAT of 80.00 is creditable. 53.33 of it belong to the 106.67 that are withheld, and are credited when those are remitted.
  const todo = await pago({ transaccionIdCompra: f.transaccionId, importeAbono: 953.33 });
  assert.deepEqual(await otra.poliza(todo.transaccionId), ['D IVA_ACREDITABLE 26.67', 'D IVA_ACREDITABLE_RETENIDO 53.33', 'D PROVEEDORES 953.33', 'D IVA_RET_PENDIENTE 106.67', 'D ISR_RET_PENDIENTE 100.00',
    'A CAJA 953.33', 'A IVA_POR_ACREDITAR 80.00', 'A ISR_RET_HONOR 100.00', 'A IVA_RET_POR_PAGAR 106.67']);
  const analisis = (await srv.get('/api/Contabilidad/AnalisisIVARetenidoPorPagar?fechaInicial=2025-07-01&fechaFinal=2025-07-31', { token: otra.token })).json.data.registros;
  assert.deepEqual(analisis.map(x => [x.subtotal, x.iva, x.ivaRetenido, x.isrRetenido, x.total]), [[1000, 160, 106.67, 100, 953.33]]);
  // Remittance of 50.00: 53.33 × 50 / 106.67 = 25.00 are credited. The next remittance credits the rest.
  const [iva, isr] = [await otra.concepto('EG-PAGOIVA'), await otra.concepto('EG-PAGOISR-HON')];
  assert.deepEqual(await otra.poliza((await pago({ conceptoId: iva, importeAbono: 50 })).transaccionId), ['D IVA_ACREDITABLE 25.00', 'D IVA_RET_POR_PAGAR 50.00', 'A CAJA 50.00', 'A IVA_ACREDITABLE_RETENIDO 25.00']);
  assert.deepEqual(await otra.poliza((await pago({ conceptoId: iva, importeAbono: 30 }, { conceptoId: iva, importeAbono: 26.67 }, { conceptoId: isr, importeAbono: 100 })).transaccionId),
    ['D IVA_ACREDITABLE 28.33', 'D ISR_RET_HONOR 100.00', 'D IVA_RET_POR_PAGAR 56.67', 'A CAJA 156.67', 'A IVA_ACREDITABLE_RETENIDO 28.33']);
  assert.deepEqual(await base.columna(`SELECT c.clave || ' ' || sum(v.debe - v.haber) FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE v.organizacion_id = ${otra.id} AND c.clave ~ 'IVA|ISR' GROUP BY c.clave HAVING sum(v.debe - v.haber) <> 0 ORDER BY 1`), ['IVA_ACREDITABLE 80.00']);

  // A purchase paid whole and returned: the return lowers the withheld taxes that are owed and the VAT that would have been credited.
  const g = await otra.hecho(FACTURA, { proveedorId: doctor, partidas: [{ productoId: consulta, cantidad: 1, precioUnitario: 1000, ...PARTE }] });
  await otra.hecho(PAGAR, { cuentaId: otra.caja, formaPagoId: otra.efectivo, beneficiario: 'X', partidas: [{ transaccionIdCompra: g.transaccionId, importeAbono: 953.33 }] });
  const n = await otra.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: g.transaccionId, motivo: 'No vino', importes: { base16: 1000 } });
  assert.deepEqual([n.saldo, await otra.poliza(n.transaccionId)], [953.33, ['D PROVEEDORES 953.33', 'D ISR_RET_HONOR 100.00', 'D IVA_RET_POR_PAGAR 106.67', 'A IVA_ACREDITABLE 26.67', 'A IVA_ACREDITABLE_RETENIDO 53.33', 'A GASTO 1080.00']]);
});

test('los conceptos: cómo se acreditan y con cuáles se entera', async () => {
  const c = Object.fromEntries((await srv.get('/api/Bancos/ConceptosEgreso', { token: e.token })).json.data.map(x => [x.clave, x]));
  assert.deepEqual(['GA-SIN', 'GA-GENERAL'].map(x => c[x].acreditamiento), ['Ninguno', 'Total']);
  assert.deepEqual(Object.values(c).filter(x => x.pagoIsrRetenido).map(x => [x.clave, x.cuentaContable, x.noAfecto]).sort(),
    [['EG-PAGOISR-ARR', '216.03', true], ['EG-PAGOISR-HON', '216.04', true], ['EG-PAGOISR-OTR', '216.12.20', true]]);
  for (const [fila, falla] of [
    ['X,Otro,Egreso,216.03,,si,,si', undefined], ['Y,Otro,Egreso,601.84,,si,,si', /cuentaContable: debe ser una de las del ISR retenido/], ['Y,Otro,Egreso,216.03,,si,si,', /cuentaContable: debe ser la del IVA retenido por pagar/],
    ['Y,Otro,Gasto,216.03,0.16,,,si', /tipo: el impuesto retenido se entera con un concepto de Egreso[\s\S]*noAfecto: un concepto que entera impuestos retenidos no lleva impuestos/]]) {
    const { salida, errores } = await importar(`clave,nombre,tipo,cuentaContable,tasaIva,noAfecto,pagoIvaRetenido,pagoIsrRetenido\n${fila}\n`);
    if (falla) assert.match(salida + errores, falla);
    else assert.equal(await e.uno('concepto', 'pago_isr_retenido', "clave = 'X'"), true, salida + errores);
  }
});

test('lo que no se puede', async t => {
  const f = await facturar([linea('J', 1, 100)]);
  await tabla(t, srv, e.token, [
    ['otro acreditamiento', FACTURA, { proveedorId: proveedor, partidas: [linea('J', 1, 1, { acreditamiento: 'Mitad' })] }, 'VALIDACION partidas[0].acreditamiento RANGO'],
    ['de lo que se paga', PAGAR, { cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [a(f.transaccionId, 1, SIN)] }, 'VALIDACION partidas[0].acreditamiento RANGO'],
    ['de una orden', ORDEN, { proveedorId: proveedor, partidas: [linea('J', 1, 1, SIN)] }, 'VALIDACION partidas[0].acreditamiento DESCONOCIDO'],
  ].map(([que, ruta, c, espera]) => [que, 'POST', ruta, c, espera]));
  for (const valor of ['1.0001', '-0.1', '0.33333', 'x']) assert.match((await base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', valor, '--organizacion', String(e.id)], { falla: true })).errores, /proporcionIvaAcreditable: /);
});

test('al final todo cuadra', async () => {
  assert.deepEqual(await auditar(base), []);
  await e.cuadra();
});
