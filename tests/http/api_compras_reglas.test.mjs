// What forbids a purchase or its cancel: closed months, references that exist, goods that are gone, payment requests that keep a part of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
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
  // An order posts nothing: it may be of a closed month. What it owes of that month is cancelled today.
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
  // His own numbers are his: two of his papers may bear the same.
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

test('al final todo cuadra', async () => assert.deepEqual(await auditar(base), []));
