// Rules that forbid a purchase or its cancel: closed months, references already used, goods that have left, payment requests that keep a part of the
// balance.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { cfdi, en64, iva, sellado } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';

const ORDEN = '/api/OrdenCompra', RECIBIR = '/api/Inventario/Recepcion', FACTURA = '/api/FacturaCompra', GASTO = '/api/GastosSobreCompra', REMISION = '/api/NotaRemision', SOLICITUD = '/api/SolicitudPago';
let m, e, base, srv, proveedorId;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Con reglas', rfc: 'EKU9003173C9' });
  proveedorId = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR' });
  for (const codigo of ['A', 'B', 'C', 'D']) p[codigo] = await e.producto(codigo, codigo === 'D' ? { metodoCosteo: 'PROMEDIO' } : {});
});
after(() => m?.cerrar());

const compra = (codigo = 'A', cantidad = 1, mas = {}) => ({ proveedorId, partidas: [{ productoId: p[codigo], cantidad, precioUnitario: 100 }], ...mas });
const gasto = (transaccionIdCompra, mas = {}) => ({ transaccionIdCompra, proveedorId, conceptoId: e.gasto, importe: 10, ...mas });
const pago = (transaccionIdCompra, importe, mas = {}) => ({ proveedorId, documentos: [{ transaccionIdCompra, importe }], ...mas });
const cancelar = (id, ruta = '/api/Compras/TransaccionCancelar') => srv.pedir('DELETE', `${ruta}/${id}?motivo=Error`, { token: e.token });
const cancelado = async (id, ruta) => {
  const r = await cancelar(id, ruta);
  assert.deepEqual([r.estado, r.json?.data?.estado], [200, 'Cancelado'], r.texto);
};
async function orden(codigo, cantidad, mas) {
  const { transaccionId } = await e.hecho(ORDEN, compra(codigo, cantidad, mas));
  assert.equal((await srv.pedir('PUT', `${ORDEN}/OrdenCompraAutorizar/${transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  return transaccionId;
}

test('un mes cerrado: nada que se asiente entra en él, ni sus cancelaciones salen de otro', async () => {
  const fecha = '2026-01-15T10:00:00';
  const abierta = await e.hecho(FACTURA, compra('A', 1, { fecha: '2026-01-10T10:00:00' }));
  const o = await orden('A', 1, { fecha: '2026-01-10T10:00:00' });
  await e.cerrar('2026-01');
  const falla = 'PERIODO_CERRADO';
  await e.falla(FACTURA, compra('A', 1, { fecha }), falla);
  await e.falla(REMISION, compra('A', 1, { fecha }), falla);
  await e.falla(RECIBIR, { transaccionIdOrigen: o, fecha }, falla);
  await e.falla(GASTO, gasto(abierta.transaccionId, { fecha }), falla);
  await e.falla('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, fecha, partidas: [{ transaccionIdCompra: abierta.transaccionId, importeAbono: 1 }] }, falla);
  // An order posts nothing, so its date may be in a closed month. The open invoice of that month is cancelled with the date of today.
  await e.hecho(ORDEN, compra('A', 1, { fecha }));
  await cancelado(abierta.transaccionId);
  assert.deepEqual(await base.columna(`SELECT to_char(fecha, 'YYYY-MM') FROM poliza WHERE organizacion_id = ${e.id} AND transaccion_id = ${abierta.transaccionId} ORDER BY poliza_id`),
    ['2026-01', (await base.uno("SELECT to_char(now(), 'YYYY-MM')"))]);
});

test('una referencia externa, una vez por tipo de documento: la segunda dice cuál la tiene', async () => {
  const referenciaExterna = 'COMPRA-7';
  const primera = await e.hecho(FACTURA, compra('A', 1, { referenciaExterna }));
  for (const [ruta, cuerpo] of [[ORDEN, compra()], [FACTURA, compra()], [REMISION, compra()], [GASTO, gasto(primera.transaccionId)], [SOLICITUD, pago(primera.transaccionId, 1)]]) {
    const primero = ruta === FACTURA ? primera : await e.hecho(ruta, { ...cuerpo, referenciaExterna });
    const r = await e.falla(ruta, { ...cuerpo, referenciaExterna }, 'REFERENCIA_DUPLICADA');
    assert.equal(r.json.transaccionId, primero.transaccionId, r.texto);
  }
});

test('un folio fiscal de proveedor, una vez: en facturas y gastos', async () => {
  const uuid = '6F3B1C0E-0000-4000-8000-000000000001';
  const primera = await e.hecho(FACTURA, compra('A', 1, { uuid, serieProveedor: 'A', folioProveedor: '1' }));
  for (const [ruta, cuerpo] of [[FACTURA, compra()], [GASTO, gasto(primera.transaccionId)]]) await e.falla(ruta, { ...cuerpo, uuid }, 'UUID_DUPLICADO uuid UUID_DUPLICADO');
  // Series and folio of a supplier are not unique: two invoices of one supplier may have the same.
  await e.hecho(FACTURA, compra('A', 1, { serieProveedor: 'A', folioProveedor: '1' }));
});

test('lo que se recibió y ya no está no se cancela: ni la recepción ni la remisión', async t => {
  for (const [que, codigo, recibir] of [['recepción', 'B', async () => e.hecho(RECIBIR, { transaccionIdOrigen: await orden('B', 3) })], ['remisión', 'C', () => e.hecho(REMISION, compra('C', 3))],
    ['recepción, a costo promedio', 'D', async () => e.hecho(RECIBIR, { transaccionIdOrigen: await orden('D', 3) })]])
    await t.test(que, async () => {
      const r = await recibir();
      const salida = await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p[codigo], cantidad: 1, precioUnitario: 500 }] });
      esError(await cancelar(r.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
      assert.deepEqual([await e.estado(r.transaccionId), await e.hay(p[codigo])], [que === 'remisión' ? 'Pendiente' : 'Aplicado', '2 200.00 0']);
      await cancelado(salida.transaccionId, '/api/NotaVenta/NotaVentaCancelar');
      await cancelado(r.transaccionId);
      assert.equal(await e.hay(p[codigo]), '0 0.00 0');
    });
  await e.cuadra();
});

test('lo que una solicitud de pago aparta no se cancela: se dice cuál es', async () => {
  for (const hacer of [() => e.hecho(FACTURA, compra()), async () => e.hecho(GASTO, gasto((await e.hecho(FACTURA, compra())).transaccionId))]) {
    const c = await hacer();
    const s = await e.hecho(SOLICITUD, pago(c.transaccionId, 5));
    const r = await cancelar(c.transaccionId);
    esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
    assert.match(r.texto, new RegExp(s.folio));
    await cancelado(s.transaccionId, '/api/SolicitudPago/SolicitudPagoCancelar');
    await cancelado(c.transaccionId);
  }
});

test('una solicitud de lo que se debe en dólares es al tipo de cambio de su documento', async () => {
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  const c = await e.hecho(FACTURA, compra('A', 1, { moneda: 'USD', tipoCambio: 18.5 }));
  const s = await e.hecho(SOLICITUD, pago(c.transaccionId, 116));
  assert.deepEqual([s.moneda, s.total, Number(await base.uno(`SELECT tipo_cambio FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${s.transaccionId}`))], ['USD', 116, 18.5]);
});

test('una compra lleva 16 % en cualquier sucursal: el estímulo de la frontera es de quien vende allí', async () => {
  const sucursalId = Number((await base.sql(`SELECT set_config('gestor.organizacion', '${e.id}', false); SELECT sucursal_crear(${e.id}, 'TIJ', 'Tijuana', '22000', 'America/Tijuana', true, 'T')`)).split('\n').pop());
  const partidas = [{ productoId: await e.producto('S', { tipo: 'Servicio', unidadMedidaId: e.servicio }), cantidad: 1, precioUnitario: 100 }];
  for (const ruta of [FACTURA, ORDEN]) assert.equal((await e.hecho(ruta, { proveedorId, sucursalId, partidas })).total, 116, ruta);
  // A sale of the same branch has 8 % of VAT; a purchase has 8 % when its line sends that rate.
  assert.equal((await e.hecho('/api/FacturaVenta', { clienteId: await e.cliente('FRONTERA'), sucursalId, partidas })).total, 108);
  const impuestos = [{ impuesto: '002', tipo: 'Traslado', tipoFactor: 'Tasa', tasaOCuota: 0.08 }];
  assert.equal((await e.hecho(FACTURA, { proveedorId, sucursalId, partidas: [{ ...partidas[0], impuestos }] })).total, 108);
});

test('a una persona física del régimen 626 se le retiene 1.25 % de ISR; lo que debería retenerse y no se retiene se avisa', async t => {
  const fisica = (codigo, rfc, regimenFiscal) => e.cliente(codigo, { tipoContacto: 'Proveedor', nombre: codigo, rfc, regimenFiscal });
  const resico = await fisica('RESICO', 'PEPJ8001019Q8', '626'), honorarios = await fisica('HONORARIOS', 'COSC8001137NA', '612'), arrendador = await fisica('ARRENDADOR', 'CACX7605101P8', '606');
  const empresa = await e.cliente('EMPRESA626', { tipoContacto: 'Proveedor', regimenFiscal: '626' });
  const servicios = await e.concepto('CO-SERVICIOS'), honor = await e.producto('HONOR', { tipo: 'Servicio', unidadMedidaId: e.servicio, tasaIsrRetenido: 0.1, tipoRetencion: 'Honorarios' });
  const linea = que => ({ ...que, cantidad: 1, precioUnitario: 1000 });
  const porConcepto = linea({ conceptoId: servicios }), deProducto = linea({ productoId: p.A });
  const xml = async emisor => ({ conceptoId: servicios, xmlBase64: en64(await sellado(cfdi({ emisor, receptor: 'EKU9003173C9', fecha: '2026-06-15T10:00:00', conceptos: [{ precio: 1000, traslados: [iva(1000)] }] }), emisor)) });
  const sinSuyo = regimen => [`El proveedor es persona física del régimen ${regimen} y no se le retiene ISR`];
  const casos = [
    ['626, un servicio', resico, { partidas: [porConcepto] }, 1147.5, []],
    ['626, mercancía', resico, { partidas: [deProducto] }, 1147.5, []],
    ['626, lo que ya tiene otra tasa', resico, { partidas: [linea({ productoId: honor })] }, 1060, []],
    ['626, una empresa', empresa, { partidas: [porConcepto] }, 1160, []],
    ['626, su CFDI sin retención', resico, await xml('PEPJ8001019Q8'), 1160, ['El proveedor es del régimen 626 y su CFDI no trae la retención de ISR de 1.25 %']],
    ['612, un concepto sin retención', honorarios, { partidas: [porConcepto] }, 1160, sinSuyo('612')],
    ['606, un concepto sin retención', arrendador, { partidas: [porConcepto] }, 1160, sinSuyo('606')],
    ['612, con retención', honorarios, { partidas: [linea({ productoId: honor }), porConcepto] }, 2220, []],
    ['612, mercancía', honorarios, { partidas: [deProducto] }, 1160, []],
    ['612, su CFDI sin retención', honorarios, await xml('COSC8001137NA'), 1160, sinSuyo('612')],
  ];
  for (const [que, suyo, cuerpo, total, avisos] of casos)
    await t.test(que, async () => {
      const f = await e.hecho(FACTURA, { proveedorId: suyo, ...cuerpo });
      // Warnings about the seal are left out: api_sello_cfdi has them.
      assert.deepEqual([f.total, f.advertencias.filter(x => x.startsWith('El proveedor'))], [total, avisos]);
    });
  const f = await e.hecho(FACTURA, { proveedorId: resico, partidas: [porConcepto] });
  assert.deepEqual(await e.poliza(f.transaccionId), ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1000.00', 'A PROVEEDORES 1147.50', 'A ISR_RET_PENDIENTE 12.50']);
  // A company that is a natural person withholds nothing.
  const persona = await Empresa.crear(m, { nombre: 'Persona', rfc: 'XEXT8001017A3', regimen: '612' });
  const suyo = await persona.cliente('RESICO', { tipoContacto: 'Proveedor', nombre: 'RESICO', rfc: 'PEPJ8001019Q8', regimenFiscal: '626' });
  const suya = await persona.hecho(FACTURA, { proveedorId: suyo, partidas: [linea({ conceptoId: await persona.concepto('CO-SERVICIOS') })] });
  assert.deepEqual([suya.total, suya.advertencias], [1160, []]);
});

test('al final todo cuadra', async () => assert.deepEqual(await auditar(base), []));
