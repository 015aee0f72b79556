// VAT paid at customs (domain.md H.2): owed to the customs agent who paid it, creditable when the agent is paid, in accounts of its own. Numbers
// worked by hand; the audit at the end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaCompra', GASTO = '/api/GastosSobreCompra', PAGAR = '/api/Bancos/EgresoAgregar';
let m, e, base, srv, taiwan, agente;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Importadora', rfc: 'EKU9003173C9' });
  taiwan = await e.cliente('TAIWAN', { tipoContacto: 'Proveedor', nombre: 'TAIWAN', rfc: 'XEXX010101000', regimenFiscal: '616' });
  agente = await e.cliente('AGENTE', { tipoContacto: 'Proveedor', nombre: 'AGENTE ADUANAL', diasCredito: 15 });
  for (const codigo of ['A', 'B', 'C', 'D']) p[codigo] = await e.producto(codigo, { tasaIva: 0 });
});
after(() => m?.cerrar());

const comprar = (codigo, mas = {}) => e.hecho(FACTURA, { proveedorId: taiwan, partidas: [{ productoId: p[codigo], cantidad: 10, precioUnitario: 4000 }], ...mas });
const iva = (importe, mas = {}) => ({ proveedorId: agente, ivaImportacion: { base: 50000, importe, pedimento: '26 47 3009 6001234' }, ...mas });
const pagar = (d, importeAbono) => e.hecho(PAGAR, { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'X', partidas: [{ transaccionIdCompra: d.transaccionId, importeAbono }] });
const poliza = async d => e.poliza(d.transaccionId);
const leer = async d => (await srv.get(`${GASTO}/${d.transaccionId}`, { token: e.token })).json.data;
const cancelar = (d, ruta = '/api/Compras/TransaccionCancelar') => srv.pedir('DELETE', `${ruta}/${d.transaccionId}?motivo=Error`, { token: e.token });

test('con la factura: un documento del agente, pendiente hasta que se le paga', async () => {
  // Goods of 40000. The agent charges 1000 and 160.00 of VAT, and the 8000.00 of VAT that he paid at customs on a base of 50000.
  const f = await comprar('A', { gastosSobreCompra: [{ proveedorId: agente, conceptoId: e.gasto, importe: 1000 }, iva(8000)] });
  assert.deepEqual([f.total, f.gastosSobreCompra.map(x => [x.importe, x.total])], [40000, [[1000, 1160], [0, 8000]]]);
  const [costo, aduana] = f.gastosSobreCompra;
  assert.deepEqual(await poliza(costo), ['D INVENTARIO 1000.00', 'D IVA_POR_ACREDITAR 160.00', 'A ACREEDORES 1160.00']);
  assert.deepEqual([await poliza(aduana), await e.hay(p.A)], [['D IVA_IMPORTACION_POR_ACREDITAR 8000.00', 'A ACREEDORES 8000.00'], '10 41000.00 0']);
  const leido = await leer(aduana);
  assert.deepEqual([leido.objId, leido.proveedor, leido.importe, leido.subtotal, leido.iva, leido.total, leido.saldo, leido.conceptoId, leido.ivaNoAcreditable, leido.transaccionIdCompra, leido.ivaImportacion],
    [15, 'AGENTE ADUANAL', 0, 0, 8000, 8000, 8000, 0, 0, f.transaccionId, { base: 50000, importe: 8000, pedimento: '26  47  3009  6001234' }]);
  assert.deepEqual((await leer(costo)).ivaImportacion, { base: 0, importe: 0, pedimento: '' });
  const hallados = (await srv.get(`${GASTO}?busqueda=${encodeURIComponent('3009  6001234')}`, { token: e.token })).json.data;
  assert.deepEqual(hallados.map(x => x.transaccionId), [aduana.transaccionId], 'se busca por su pedimento');

  const pago = await pagar(aduana, 3000);
  assert.deepEqual(await poliza(pago), ['D IVA_IMPORTACION_ACREDITABLE 3000.00', 'D ACREEDORES 3000.00', 'A CAJA 3000.00', 'A IVA_IMPORTACION_POR_ACREDITAR 3000.00']);
  assert.deepEqual([pago.subtotal, pago.iva], [0, 3000]);
  esError(await cancelar(aduana), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.equal((await cancelar(pago, '/api/Bancos/EgresoCancelar')).estado, 200);
  assert.equal((await cancelar(aduana)).json?.data?.estado, 'Cancelado');
  assert.equal(await e.hay(p.A), '10 41000.00 0');
});

test('después, sobre una factura; lo que no se acredita encarece la mercancía y lo vendido', async () => {
  const f = await comprar('B');
  await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p.B, cantidad: 4, precioUnitario: 9000 }] });
  const nada = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, ...iva(8000, { acreditamiento: 'Ninguno' }) });
  assert.deepEqual([nada.total, await poliza(nada), await e.hay(p.B)], [8000, ['D INVENTARIO 4800.00', 'D COSTO_VENTAS 3200.00', 'A ACREEDORES 8000.00'], '6 28800.00 0']);
  assert.deepEqual(await poliza(await pagar(nada, 8000)), ['D ACREEDORES 8000.00', 'A CAJA 8000.00']);
  await base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', '0.75', '--organizacion', String(e.id)]);
  const parte = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, ...iva(1000, { acreditamiento: 'Proporcion' }) });
  assert.deepEqual([await poliza(parte), (await leer(parte)).ivaNoAcreditable], [['D INVENTARIO 150.00', 'D IVA_IMPORTACION_POR_ACREDITAR 750.00', 'D COSTO_VENTAS 100.00', 'A ACREEDORES 1000.00'], 250]);
  // Payment of 500 of 1000: half of the creditable VAT.
  assert.deepEqual(await poliza(await pagar(parte, 500)), ['D IVA_IMPORTACION_ACREDITABLE 375.00', 'D ACREEDORES 500.00', 'A CAJA 500.00', 'A IVA_IMPORTACION_POR_ACREDITAR 375.00']);
});

test('con un anticipo al agente: el IVA del anticipo sale de su cuenta', async () => {
  const f = await comprar('C');
  const aduana = await e.hecho(GASTO, { transaccionIdCompra: f.transaccionId, ...iva(1160) });
  const anticipo = await e.hecho('/api/Bancos/AnticipoProveedorAgregar', { proveedorId: agente, cuentaId: e.caja, formaPagoId: e.efectivo, importe: 1160, uuid: '5F3B1C0E-0000-4000-8000-00000000A001' });
  assert.deepEqual(await poliza(anticipo), ['D IVA_ACREDITABLE 160.00', 'D ANTICIPO_PROVEEDORES 1000.00', 'A CAJA 1160.00']);
  await e.hecho(PAGAR, { transaccionId: anticipo.transaccionId, partidas: [{ transaccionIdCompra: aduana.transaccionId, importeAbono: 1160 }] });
  assert.deepEqual((await poliza(anticipo)).slice(3), ['D IVA_IMPORTACION_ACREDITABLE 1160.00', 'D ACREEDORES 1160.00', 'A IVA_ACREDITABLE 160.00', 'A IVA_IMPORTACION_POR_ACREDITAR 1160.00', 'A ANTICIPO_PROVEEDORES 1000.00']);
});

test('lo que no se puede', async t => {
  const f = await comprar('D');
  const sobre = mas => ({ transaccionIdCompra: f.transaccionId, proveedorId: agente, ...mas });
  const aduana = mas => sobre({ ivaImportacion: { base: 50000, importe: 8000, pedimento: '264730096001234', ...mas } });
  await tabla(t, srv, e.token, [
    ['ni costo ni IVA', GASTO, sobre({}), 'VALIDACION conceptoId REQUERIDO, importe REQUERIDO'],
    ['los dos a la vez', GASTO, { ...aduana(), conceptoId: e.gasto, importe: 1, iva: 0.16 }, 'VALIDACION conceptoId RANGO, importe RANGO, iva RANGO'],
    ['en dólares', GASTO, { ...aduana(), moneda: 'usd', tipoCambio: 18 }, 'VALIDACION moneda RANGO'],
    ['más de 16 %', GASTO, aduana({ importe: 8001.01 }), 'VALIDACION ivaImportacion.importe RANGO'],
    ['sin base', GASTO, aduana({ base: 0 }), 'VALIDACION ivaImportacion.base MAYOR_QUE_CERO'],
    ['sin pedimento', GASTO, sobre({ ivaImportacion: { base: 1, importe: 0.16 } }), 'VALIDACION ivaImportacion.pedimento REQUERIDO'],
    ['un pedimento que no lo es', GASTO, aduana({ pedimento: '26473009600123' }), 'VALIDACION ivaImportacion.pedimento FORMATO'],
    ['con la factura', FACTURA, { proveedorId: taiwan, partidas: [{ productoId: p.D, cantidad: 1, precioUnitario: 1 }], gastosSobreCompra: [{ proveedorId: agente, importe: 1 }, iva(9000)] },
      'VALIDACION gastosSobreCompra[0].conceptoId REQUERIDO, gastosSobreCompra[1].ivaImportacion.importe RANGO'],
  ].map(([que, ruta, c, espera]) => [que, 'POST', ruta, c, espera]));
  assert.equal((await e.hecho(GASTO, aduana({ importe: 8001 }))).total, 8001, 'un peso de redondeo');
});

test('al final todo cuadra', async () => {
  assert.deepEqual(await auditar(base), []);
  await e.cuadra();
});
