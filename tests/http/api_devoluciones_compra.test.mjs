// POST /api/NotaDevolucionProveedor: goods returned to a supplier leave the layer of their invoice; the póliza, the credit and the cancel of the
// return.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const DEVOLVER = '/api/NotaDevolucionProveedor', FACTURA = '/api/FacturaCompra', PAGAR = '/api/Bancos/EgresoAgregar', CANCELAR = '/api/Compras/TransaccionCancelar';
let m, e, srv, proveedor, persona, flete;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  srv = m.srv;
  e = await Empresa.crear(m, { nombre: 'Devuelve', rfc: 'EKU9003173C9' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR' });
  persona = await e.cliente('PERSONA', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  flete = await e.concepto('GA-FLETES');
  for (const [codigo, mas] of Object.entries({ A: {}, B: {}, C: {}, D: {}, E: {}, F: {}, G: {}, USD: {}, MIX: {}, CERO: { tasaIva: 0 }, SER: { manejaSeries: true }, LOTE: { manejaLotes: true }, HONOR: { tipo: 'Servicio', tipoRetencion: 'Honorarios' } })) p[codigo] = await e.producto(codigo, mas);
});
after(() => m?.cerrar());

const linea = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const comprar = (partidas, mas = {}) => e.hecho(FACTURA, { proveedorId: proveedor, partidas, ...mas }).then(f => f.transaccionId);
const pagar = (transaccionIdCompra, importeAbono, mas = {}) => e.hecho(PAGAR, { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'PROVEEDOR', partidas: [{ transaccionIdCompra, importeAbono }], ...mas });
const cuerpo = (transaccionIdCompra, partidas, mas = {}) => ({ transaccionIdCompra, motivo: 'Llegó roto', ...(partidas ? { partidas: partidas.map(([numeroPartida, cantidad, x]) => ({ numeroPartida, cantidad, ...x })) } : { completa: true }), ...mas });
const devolver = (...x) => e.hecho(DEVOLVER, cuerpo(...x));
const cancelar = id => srv.pedir('DELETE', `${CANCELAR}/${id}?motivo=Error`, { token: e.token });
const saldo = id => e.uno('transaccion', "saldo || ' ' || estado", `transaccion_id = ${id}`);
const pendienteIva = id => e.uno('transaccion', '(pendiente).iva16::float', `transaccion_id = ${id}`);

test('sin pagar: baja la deuda, sale su capa, y lo que costó de más es costo', async () => {
  // The layer of the invoice is worth 1050.00: 10 at 100.00 and 50.00 of freight.
  const f = await comprar([linea('A', 10, 100)], { gastosSobreCompra: [{ proveedorId: proveedor, conceptoId: flete, importe: 50 }] });
  await e.entrada(p.A, 5, 7);  // another layer, of another document
  const d = await devolver(f, [[1, 4]], { folioProveedor: 'NC-1', serieProveedor: 'B' });
  assert.deepEqual([d.objId, d.tipoDocumento, d.total, d.saldo, d.estado, d.aplicaciones], [26, 'Nota de devolución a proveedor', 464, 0, 'Aplicado', [{ transaccionId: f, folio: d.aplicaciones[0].folio, importe: 464, fecha: d.fecha }]]);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D PROVEEDORES 464.00', 'D COSTO_VENTAS 20.00', 'A INVENTARIO 420.00', 'A IVA_POR_ACREDITAR 64.00']);
  assert.deepEqual([await saldo(f), await pendienteIva(f), await e.hay(p.A)], ['696.00 Parcial', 96, '11 665.00 0']);
  await e.cuadra();
  // The rest of the invoice can be returned, not one unit more; the other layer is not touched.
  await e.falla(DEVOLVER, cuerpo(f, [[1, 7]]), 'VALIDACION partidas[0].cantidad RANGO');
  const r = await devolver(f);
  assert.deepEqual([r.total, await saldo(f), await e.hay(p.A)], [696, '0.00 Pagado', '5 35.00 0']);
  await e.falla(DEVOLVER, cuerpo(f), 'VALIDACION completa RANGO');
  await e.cuadra();
  // Cancelled from the last to the first, the returns leave everything as before.
  for (const x of [r, d]) assert.equal((await cancelar(x.transaccionId)).estado, 200);
  assert.deepEqual([await saldo(f), await pendienteIva(f), await e.hay(p.A)], ['1160.00 Pendiente', 160, '15 1085.00 0']);
  await e.cuadra();
});

test('sólo de lo suyo: lo vendido de su capa ya no puede regresar', async () => {
  const f = await comprar([linea('B', 4, 100)]);
  await e.mover('Salida', [{ productoId: p.B, cantidad: 3 }], { conceptoId: e.merma });
  await comprar([linea('B', 10, 90)]);
  await e.falla(DEVOLVER, cuerpo(f, [[1, 2]]), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  const d = await devolver(f, [[1, 1]]);
  assert.deepEqual([await e.poliza(d.transaccionId), await e.hay(p.B)], [['D PROVEEDORES 116.00', 'A INVENTARIO 100.00', 'A IVA_POR_ACREDITAR 16.00'], '10 900.00 0']);
});

test('lo que fue a otro almacén y volvió sigue siendo lo suyo; lo que sigue allá no está', async () => {
  const f = await comprar([linea('G', 4, 100)]);
  await e.entrada(p.G, 5, 7);
  await e.mover('Traspaso', [{ productoId: p.G, cantidad: 4 }], { almacenDestinoId: e.cedis });
  await e.falla(DEVOLVER, cuerpo(f), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await e.mover('Traspaso', [{ productoId: p.G, cantidad: 3 }], { almacenId: e.cedis, almacenDestinoId: e.general });
  await e.falla(DEVOLVER, cuerpo(f), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  const d = await devolver(f, [[1, 3]]);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D PROVEEDORES 348.00', 'A INVENTARIO 300.00', 'A IVA_POR_ACREDITAR 48.00']);
  assert.deepEqual([await e.hay(p.G), await e.hay(p.G, e.cedis)], ['5 35.00 0', '1 100.00 0']);
  await e.cuadra();
});

test('pagada: el IVA que se acreditó regresa, y la nota queda a favor, para pagar otra', async () => {
  const f = await comprar([linea('C', 10, 100)]);
  await pagar(f, 1160);
  const d = await devolver(f, [[1, 4]]);
  assert.deepEqual([d.total, d.saldo, d.estado, d.aplicaciones, d.advertencias], [464, 464, 'Pendiente', [], []]);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D PROVEEDORES 464.00', 'A INVENTARIO 400.00', 'A IVA_ACREDITABLE 64.00']);
  const g = await comprar([linea('C', 1, 1000)]);
  await e.hecho(PAGAR, { transaccionId: d.transaccionId, partidas: [{ transaccionIdCompra: g, importeAbono: 100 }] });
  assert.deepEqual([await saldo(g), await saldo(d.transaccionId)], ['1060.00 Parcial', '364.00 Parcial']);
  esError(await cancelar(d.transaccionId), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await e.cuadra();
});

test('pagada en parte: la parte pagada de lo devuelto paga lo que aún se debe', async () => {
  // Lines at 16 % and 0 %: 116.00 and 1000.00. The payment of 558.00 pays half, with 8.00 of VAT. The line at 16 % is returned.
  const f = await comprar([linea('D', 1, 100), linea('CERO', 1, 1000)]);
  await pagar(f, 558);
  const d = await devolver(f, [[1, 1]]);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D PROVEEDORES 116.00', 'A INVENTARIO 100.00', 'A IVA_ACREDITABLE 8.00', 'A IVA_POR_ACREDITAR 8.00']);
  assert.deepEqual([await saldo(f), await pendienteIva(f), d.saldo], ['442.00 Parcial', 0, 0]);
  await e.cuadra();
  assert.equal((await cancelar(d.transaccionId)).estado, 200);
  assert.deepEqual([await saldo(f), await pendienteIva(f)], ['558.00 Parcial', 8]);
  await e.cuadra();
});

test('con retenciones: lo no pagado de pendiente, lo pagado de por enterar, con aviso', async () => {
  const f = await comprar([linea('HONOR', 1, 1000, { impuestos: [{ impuesto: '002', tasaOCuota: 0.16, importe: 160 }, { impuesto: '002', tipo: 'Retencion', tasaOCuota: 0.106667, importe: 106.67 }, { impuesto: '001', tipo: 'Retencion', tasaOCuota: 0.1, importe: 100 }] })], { proveedorId: persona });
  assert.equal(await saldo(f), '953.33 Pendiente');
  await pagar(f, 476.67, { beneficiario: 'JUAN PEREZ' });
  const d = await devolver(f);
  assert.equal(d.total, 953.33);
  assert.ok(d.advertencias.some(a => /complementaria/.test(a)), JSON.stringify(d.advertencias));
  // The payment of 476.67 of 953.33 had paid 80.00 of 160.00 of VAT, 53.34 of 106.67 and 50.00 of 100.00 withheld.
  assert.deepEqual(await e.poliza(d.transaccionId), ['D PROVEEDORES 953.33', 'D ISR_RET_HONOR 50.00', 'D IVA_RET_PENDIENTE 53.33', 'D IVA_RET_POR_PAGAR 53.34', 'D ISR_RET_PENDIENTE 50.00', 'A IVA_ACREDITABLE 26.66',
    'A IVA_POR_ACREDITAR 80.00', 'A IVA_ACREDITABLE_RETENIDO 53.34', 'A GASTO 1000.00']);
  await e.cuadra();
  assert.equal((await cancelar(d.transaccionId)).estado, 200);
  await e.cuadra();
});

test('en dólares, al cambio de la compra; pagada a otro, lo acreditado regresa a ése', async () => {
  const f = await comprar([linea('USD', 10, 10)], { moneda: 'USD', tipoCambio: 18 });
  await pagar(f, 1160, { partidas: [{ transaccionIdCompra: f, importeAbono: 1160, tipoCambio: 20 }] });
  const d = await devolver(f, [[1, 5]]);
  assert.equal(d.total, 58);
  await e.cuadra();
  const r = await devolver(f);
  assert.equal(r.total, 58);
  await e.cuadra();
});

test('series y lotes: los que trajo', async () => {
  const f = await comprar([linea('SER', 2, 100, { series: ['S1', 'S2'] }), linea('LOTE', 5, 10, { lotes: [{ lote: 'L1', cantidad: 5, caducidad: '2030-01-01' }] })]);
  await e.falla(DEVOLVER, cuerpo(f, [[1, 1]]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO');
  await comprar([linea('SER', 1, 90, { series: ['OTRA'] }), linea('LOTE', 5, 9, { lotes: [{ lote: 'L2', cantidad: 5 }] })]);
  await e.falla(DEVOLVER, cuerpo(f, [[1, 1, { series: ['OTRA'] }]]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
  await e.falla(DEVOLVER, cuerpo(f, [[2, 1, { lotes: [{ lote: 'L2', cantidad: 1 }] }]]), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO');
  await devolver(f, [[1, 1, { series: ['S2'] }], [2, 2, { lotes: [{ lote: 'L1', cantidad: 2 }] }]]);
  assert.deepEqual([await e.hay(p.SER), await e.hay(p.LOTE)], ['2 190.00 0', '8 75.00 0']);
  await devolver(f);
  assert.deepEqual([await e.hay(p.SER), await e.hay(p.LOTE), await saldo(f)], ['1 90.00 0', '5 45.00 0', '0.00 Pagado']);
  await e.cuadra();
});

test('de varios lotes: lo que queda de cada uno, aunque de ese lote haya más de otra compra', async () => {
  const f = await comprar([linea('LOTE', 5, 10, { lotes: [{ lote: 'M1', cantidad: 3 }, { lote: 'M2', cantidad: 2 }] })]);
  await comprar([linea('LOTE', 5, 10, { lotes: [{ lote: 'M1', cantidad: 5 }] })]);
  await e.falla(DEVOLVER, cuerpo(f, [[1, 4, { lotes: [{ lote: 'M1', cantidad: 4 }] }]]), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO');
  await devolver(f, [[1, 3, { lotes: [{ lote: 'M1', cantidad: 3 }] }]]);
  await e.falla(DEVOLVER, cuerpo(f, [[1, 1, { lotes: [{ lote: 'M1', cantidad: 1 }] }]]), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO');
  await devolver(f);
  const lotes = await e.base.sql(`SELECT lote, cantidad::float FROM existencia_lote WHERE organizacion_id = ${e.id} AND lote LIKE 'M%' ORDER BY 1`);
  assert.deepEqual(lotes.filter(x => x.cantidad > 0), [{ lote: 'M1', cantidad: 5 }]);
  await e.cuadra();
});

test('de lo facturado de una recepción y de una remisión: sale de la capa en que llegó', async () => {
  const o = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, partidas: [linea('E', 6, 100)] });
  assert.equal((await srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${o.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  const r = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: o.transaccionId });
  const f = (await e.hecho(FACTURA, { proveedorId: proveedor, recepciones: [r.transaccionId] })).transaccionId;
  const d = await devolver(f, [[1, 2]]);
  assert.deepEqual([await e.poliza(d.transaccionId), await e.hay(p.E)], [['D PROVEEDORES 232.00', 'A INVENTARIO 200.00', 'A IVA_POR_ACREDITAR 32.00'], '4 400.00 0']);
  const n = await e.hecho('/api/NotaRemision', { origen: 'Compra', proveedorId: proveedor, partidas: [linea('F', 3, 50)] });
  const g = (await e.hecho(FACTURA, { proveedorId: proveedor, remisiones: [n.transaccionId] })).transaccionId;
  await devolver(g);
  assert.equal(await e.hay(p.F), '0 0.00 0');
  await e.cuadra();
});

test('lo devuelto ya no se pide pagar: la última solicitud pide menos, con aviso', async () => {
  const f = await comprar([linea('MIX', 10, 100)]);
  const pedir = importe => e.hecho('/api/SolicitudPago', { proveedorId: proveedor, documentos: [{ transaccionIdCompra: f, importe }] }).then(x => x.transaccionId);
  const autorizar = id => srv.pedir('PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${id}`, { token: e.token, cuerpo: {} });
  const leer = async id => (({ estado, total, saldo }) => [estado, total, saldo])((await srv.get(`/api/SolicitudPago/${id}`, { token: e.token })).json.data);
  const [una, otra] = [await pedir(500), await pedir(400)];
  assert.equal((await autorizar(una)).estado, 200);
  const d = await devolver(f, [[1, 5]]);  // 580.00 are owed; the requests ask for 900.00
  assert.ok(d.advertencias.some(a => /pide 320\.00 menos/.test(a)), JSON.stringify(d.advertencias));
  assert.deepEqual([await leer(una), await leer(otra)], [['Autorizado', 500, 500], ['Pendiente', 400, 80]]);
  await e.hecho(PAGAR, { solicitudPagoId: una, cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ transaccionIdCompra: f, importeAbono: 200 }] });
  const n = await e.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: f, motivo: 'x', importes: { base16: 200 } });  // 148.00 are owed
  assert.equal(n.advertencias.length, 2);
  assert.deepEqual([await leer(una), await leer(otra)], [['Parcial', 500, 148], ['Cancelado', 400, 0]]);
  await e.falla(PAGAR, { solicitudPagoId: una, cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ transaccionIdCompra: f, importeAbono: 148.01 }] }, 'SALDO_INSUFICIENTE partidas[0].importeAbono SALDO_INSUFICIENTE');
  await e.hecho(PAGAR, { solicitudPagoId: una, cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ transaccionIdCompra: f, importeAbono: 148 }] });
  assert.deepEqual([await leer(una), await saldo(f)], [['Pagado', 500, 0], '0.00 Pagado']);
  await e.cuadra();
});

test('una solicitud que ya no pide nada se cancela sola, y no estorba cancelar la compra; la que pide otra cosa sigue', async () => {
  const [f, g] = [await comprar([linea('MIX', 10, 100)]), await comprar([linea('MIX', 1, 100)])];
  const pedir = (...documentos) => e.hecho('/api/SolicitudPago', { proveedorId: proveedor, documentos: documentos.map(([transaccionIdCompra, importe]) => ({ transaccionIdCompra, importe })) }).then(x => x.transaccionId);
  const leer = async id => (await srv.get(`/api/SolicitudPago/${id}`, { token: e.token })).json.data;
  const [sola, autorizada, deDos] = [await pedir([f, 300]), await pedir([f, 300]), await pedir([f, 560], [g, 100])];
  assert.equal((await srv.pedir('PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${autorizada}`, { token: e.token, cuerpo: {} })).estado, 200);
  const d = await devolver(f);
  for (const id of [sola, autorizada]) {
    const s = await leer(id);
    assert.deepEqual([s.estado, s.saldo, s.motivoCancelacion, s.fechaCancelacion !== null], ['Cancelado', 0, 'sus documentos ya no tienen el saldo que pedía', true]);
    assert.ok(d.advertencias.includes(`la solicitud ${s.folio} se canceló: sus documentos ya no tienen el saldo que pedía`), JSON.stringify(d.advertencias));
    const [b] = (await srv.get(`/api/Bitacora?transaccionId=${id}`, { token: e.token })).json.data;
    assert.deepEqual([b.operacion, b.cambios.map(x => x.campo).sort()], ['POST /api/NotaDevolucionProveedor', ['estado', 'motivoCancelacion']]);
  }
  assert.deepEqual((({ estado, saldo }) => [estado, saldo])(await leer(deDos)), ['Pendiente', 100]);
  assert.equal((await cancelar(d.transaccionId)).estado, 200);
  assert.equal((await leer(sola)).estado, 'Cancelado');
  assert.equal((await cancelar(f)).estado, 200);  // the request asks for two documents: the other one keeps its part
  assert.deepEqual((({ estado, saldo }) => [estado, saldo])(await leer(deDos)), ['Pendiente', 100]);
  esError(await cancelar(g), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await e.cuadra();
  assert.deepEqual(await auditar(m.base), []);
});

test('una solicitud pagada en parte, de la que ya no se debe nada, está pagada', async () => {
  const f = await comprar([linea('MIX', 1, 100)]);
  const s = await e.hecho('/api/SolicitudPago', { proveedorId: proveedor, documentos: [{ transaccionIdCompra: f, importe: 116 }] });
  assert.equal((await srv.pedir('PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${s.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  await pagar(f, 40, { solicitudPagoId: s.transaccionId });
  await devolver(f);
  const leida = (await srv.get(`/api/SolicitudPago/${s.transaccionId}`, { token: e.token })).json.data;
  assert.deepEqual([leida.estado, leida.saldo, leida.motivoCancelacion, await saldo(f)], ['Pagado', 0, '', '0.00 Pagado']);
  await e.cuadra();
});

test('lo que no se puede', async t => {
  const casos = [
    ['nada que devolver', f => ({ transaccionIdCompra: f, motivo: 'x' }), 'VALIDACION partidas REQUERIDO'],
    ['todo y algo', f => ({ ...cuerpo(f, [[1, 1]]), completa: true }), 'VALIDACION partidas RANGO'],
    ['sin motivo', f => ({ ...cuerpo(f, [[1, 1]]), motivo: undefined }), 'VALIDACION motivo REQUERIDO'],
    ['otra partida', f => cuerpo(f, [[9, 1]]), 'VALIDACION partidas[0].numeroPartida NO_EXISTE'],
    ['dos veces la misma', f => cuerpo(f, [[1, 1], [1, 1]]), 'VALIDACION partidas[1].numeroPartida DUPLICADO'],
    ['antes de la compra', f => cuerpo(f, [[1, 1]], { fecha: '2020-01-01' }), 'VALIDACION fecha RANGO'],
    ['de nadie', () => cuerpo(987654321, [[1, 1]]), 'VALIDACION transaccionIdCompra NO_EXISTE'],
  ];
  for (const [que, hacer, esperado] of casos)
    await t.test(que, async () => {
      await e.falla(DEVOLVER, hacer(await comprar([linea('MIX', 2, 10)])), esperado);
    });
});

test('un folio fiscal, una sola vez; una compra cancelada no se devuelve', async () => {
  const f = await comprar([linea('MIX', 2, 10)]);
  const uuid = '5F3B1C0E-0000-4000-8000-0000000000AA';
  await devolver(f, [[1, 1]], { uuid });
  await e.falla(DEVOLVER, cuerpo(f, [[1, 1]], { uuid }), 'UUID_DUPLICADO uuid UUID_DUPLICADO');
  esError(await cancelar(f), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  const g = await comprar([linea('MIX', 2, 10)]);
  assert.equal((await cancelar(g)).estado, 200);
  await e.falla(DEVOLVER, cuerpo(g), 'ESTADO_INVALIDO');
});
