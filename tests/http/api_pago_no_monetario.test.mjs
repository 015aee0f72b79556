// OP-139 and POST /api/Bancos/PagoNoMonetario: a receivable paid with goods, compensated with a payable, or both; the póliza of each, and its cancel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const PAGO = '/api/Bancos/PagoNoMonetario';
let m, e, base, srv, socio, otro;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Compensadora', rfc: 'EKU9003173C9' });
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  socio = await e.cliente('SOCIO', { tipoContacto: 'Ambos' });
  otro = await e.cliente('OTRO', { tipoContacto: 'Ambos' });
  for (const [codigo, mas] of Object.entries({ A: {}, B: {}, C: {}, D: {}, CERO: { tasaIva: 0 }, SERIE: { manejaSeries: true }, PROM: { metodoCosteo: 'PROMEDIO' } })) p[codigo] = await e.producto(codigo, mas);
  p.SERVICIO = await e.producto('SERVICIO', { tipo: 'Servicio', unidadMedidaId: e.servicio });
});
after(() => m?.cerrar());

// venta, compra: totals with their VAT: 1160 is 1000 and 160.
const venta = async (importe = 1160, mas = {}) => (await e.hecho('/api/FacturaVenta', { clienteId: socio, partidas: [{ productoId: p.SERVICIO, cantidad: 1, precioUnitario: Number((importe / 1.16).toFixed(6)) }], ...mas })).transaccionId;
const compra = async (importe = 1160, mas = {}) => (await e.hecho('/api/FacturaCompra', { proveedorId: socio, partidas: [{ conceptoId: await e.concepto('CO-SERVICIOS'), cantidad: 1, precioUnitario: Number((importe / 1.16).toFixed(6)) }], ...mas })).transaccionId;
const de = (transaccionId, importe, mas = {}) => ({ transaccionId, importe, ...mas });
const mercancia = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const compensacion = (cobrar, pagar, mas = {}) => ({ tipo: 'Compensacion', contactoId: socio, cobrar, pagar, ...mas });
const especie = (cobrar, partidas, mas = {}) => ({ tipo: 'Especie', contactoId: socio, cobrar, partidas, ...mas });
const trueque = (cobrar, pagar, partidas, mas = {}) => ({ tipo: 'Trueque', contactoId: socio, cobrar, pagar, partidas, ...mas });
const cancelar = (id, extra = '?motivo=Error', opciones = {}) => srv.pedir('DELETE', `${PAGO}Cancelar/${id}${extra}`, { token: e.token, ...opciones });
const cancelado = async id => {
  const r = await cancelar(id);
  assert.deepEqual([r.estado, r.json?.data?.estado, r.json?.data?.saldo], [200, 'Cancelado', 0], r.texto);
  const queda = await base.sql(`SELECT v.cuenta_contable_id, sum(v.debe - v.haber) AS x FROM poliza q JOIN poliza_movimiento v USING (organizacion_id, poliza_id) WHERE q.transaccion_id = ${id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`);
  assert.deepEqual(queda, []);
  return r.json.data;
};
const saldo = async id => `${await base.uno(`SELECT saldo FROM transaccion WHERE transaccion_id = ${id}`)} ${await e.estado(id)}`;

test('compensación: los dos saldos bajan, el IVA de los dos lados pasa a flujo, nada toca al banco; y todo vuelve', async () => {
  const [f, c] = [await venta(1160), await compra(696)];
  const r = await e.hecho(PAGO, compensacion([de(f, 580)], [de(c, 580)], { notas: 'Acuerdo' }));
  assert.deepEqual([r.objId, r.tipoDocumento, r.serie, r.estado, r.tipo, r.total, r.saldo, r.advertencias], [28, 'Pago en especie / Compensación / Trueque', 'PE', 'Aplicado', 'Compensacion', 580, 0, []]);
  assert.deepEqual(r.documentosAfectados.map(x => [x.transaccionId, x.saldoAnterior, x.importe, x.saldo, x.estado]), [[f, 1160, 580, 580, 'Parcial'], [c, 696, 580, 116, 'Parcial']]);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D IVA_ACREDITABLE 80.00', 'D PROVEEDORES 580.00', 'D IVA_POR_COBRAR 80.00', 'A CLIENTES 580.00', 'A IVA_POR_ACREDITAR 80.00', 'A IVA_COBRADO 80.00']);
  assert.deepEqual([await saldo(f), await saldo(c)], ['580 Parcial', '116 Parcial']);
  const leida = async (ruta, id) => (await srv.get(`${ruta}/${id}`, { token: e.token })).json.data;
  const [vendida, comprada] = [await leida('/api/FacturaVenta', f), await leida('/api/FacturaCompra', c)];
  assert.deepEqual(vendida.cobros.map(x => [x.folio, x.forma, x.cuenta, x.importe2]), [[r.folio, 'Compensacion', '', 580]]);
  assert.deepEqual(comprada.pagos.map(x => [x.folio, x.forma, x.cuenta, x.importe]), [[r.folio, 'Compensacion', '', 580]]);
  assert.ok([vendida, comprada].every(x => x.documentosRelacionados.some(y => y.transaccionId === r.transaccionId && y.relacion === 'Pago')));
  // The invoices that the compensation paid cannot be cancelled before it.
  esError(await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${f}`, { token: e.token }), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  esError(await srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${c}`, { token: e.token }), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  const x = await cancelado(r.transaccionId);
  assert.deepEqual([x.tipo, x.documentosAfectados.map(y => [y.transaccionId, y.saldoAnterior, y.importe, y.saldo, y.estado])], ['Compensacion', [[f, 580, 580, 1160, 'Pendiente'], [c, 116, 580, 696, 'Pendiente']]]);
  assert.deepEqual([await saldo(f), await saldo(c)], ['1160 Pendiente', '696 Pendiente']);
  esError(await cancelar(r.transaccionId), 400, 'ESTADO_INVALIDO');
});

test('en especie: la mercancía entra por lo que paga, sin impuestos propios', async () => {
  const f = await venta(1160);
  const r = await e.hecho(PAGO, especie([de(f, 1160)], [mercancia('A', 3, 100.333333), mercancia('B', 2, 429.5)]));
  assert.deepEqual([r.tipo, r.total, r.estado, await saldo(f)], ['Especie', 1160, 'Aplicado', '0 Pagado']);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D INVENTARIO 1160.00', 'D IVA_POR_COBRAR 160.00', 'A CLIENTES 1160.00', 'A IVA_COBRADO 160.00']);
  assert.deepEqual([await e.hay(p.A), await e.hay(p.B)], ['3 301.00 0', '2 859.00 0']);
  // A payment in goods cannot be cancelled when some of the goods have left.
  const nota = await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p.A, cantidad: 1, precioUnitario: 500 }] });
  esError(await cancelar(r.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  assert.equal(await saldo(f), '0 Pagado');
  assert.equal((await srv.pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${nota.transaccionId}`, { token: e.token })).estado, 200);
  await cancelado(r.transaccionId);
  assert.deepEqual([await e.hay(p.A), await e.hay(p.B), await saldo(f)], ['0 0.00 0', '0 0.00 0', '1160 Pendiente']);
  // The goods enter the warehouse that the body names, with serial numbers.
  const g = await venta(116);
  await e.falla(PAGO, especie([de(g, 116)], [mercancia('SERIE', 1, 116)]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO');
  const s = await e.hecho(PAGO, especie([de(g, 116)], [mercancia('SERIE', 1, 116, { series: ['S1'] })], { almacenId: e.cedis }));
  assert.equal(await e.hay(p.SERIE, e.cedis), '1 116.00 0');
  await cancelado(s.transaccionId);
  assert.equal(await e.hay(p.SERIE, e.cedis), '0 0.00 0');
});

test('trueque: mercancía y lo que debemos, por lo que nos deben; también al costo promedio', async () => {
  const [f, c] = [await venta(1160), await compra(696)];
  await e.entrada(p.PROM, 10, 50);
  const r = await e.hecho(PAGO, trueque([de(f, 1160)], [de(c, 696)], [mercancia('PROM', 5, 92.8)]));
  assert.deepEqual([r.total, await saldo(f), await saldo(c), await e.hay(p.PROM)], [1160, '0 Pagado', '0 Pagado', '15 964.00 0']);
  assert.deepEqual(await e.poliza(r.transaccionId),
    ['D INVENTARIO 464.00', 'D IVA_ACREDITABLE 96.00', 'D PROVEEDORES 696.00', 'D IVA_POR_COBRAR 160.00', 'A CLIENTES 1160.00', 'A IVA_POR_ACREDITAR 96.00', 'A IVA_COBRADO 160.00']);
  await cancelado(r.transaccionId);
  assert.deepEqual([await saldo(f), await saldo(c), await e.hay(p.PROM)], ['1160 Pendiente', '696 Pendiente', '10 500.00 0']);
});

test('lo que retenemos se debe al fisco al compensar; lo que se debe por gastos también se compensa', async () => {
  const persona = await e.cliente('PERSONA', { tipoContacto: 'Ambos', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  const f = await venta(953.33, { clienteId: persona, partidas: [{ productoId: p.CERO, cantidad: 1, precioUnitario: 953.33 }], entregaInmediata: false });
  const g = await e.hecho('/api/AgenciaViaje/RegistrarGasto', { proveedores: [{ proveedorId: persona, fecha: dia().split('-').reverse().join('/'), conceptoId: await e.concepto('GA-HONOR'), subtotal: 1000, iva: 160, ivaRetenido: 106.67, isrRetenido: 100, total: 953.33 }] });
  const r = await e.hecho(PAGO, compensacion([de(f, 953.33)], [de(g.gastos[0].transaccionId, 953.33)], { contactoId: persona }));
  assert.deepEqual(await e.poliza(r.transaccionId), ['D IVA_ACREDITABLE 53.33', 'D IVA_ACREDITABLE_RETENIDO 106.67', 'D ACREEDORES 953.33', 'D IVA_RET_PENDIENTE 106.67', 'D ISR_RET_PENDIENTE 100.00',
    'A CLIENTES 953.33', 'A IVA_POR_ACREDITAR 160.00', 'A ISR_RET_HONOR 100.00', 'A IVA_RET_POR_PAGAR 106.67']);
  await cancelado(r.transaccionId);
});

test('dos monedas: cada lado a su tipo de cambio, la diferencia a resultados, ni un centavo en anticipos', async () => {
  const usd = tipoCambio => ({ moneda: 'USD', tipoCambio });
  const [f, c] = [await venta(116, usd(18)), await compra(116, usd(19))];
  const r = await e.hecho(PAGO, compensacion([de(f, 116)], [de(c, 116)], usd(20)));
  // 116 × 18, 19, 20: 2088 owed to us, 2204 owed by us, settled for 2320; VAT of 16 dollars goes from 288 and 304 to 320.
  assert.deepEqual(await e.poliza(r.transaccionId), ['D IVA_ACREDITABLE 320.00', 'D PROVEEDORES 2204.00', 'D IVA_POR_COBRAR 288.00', 'D PERDIDA_CAMBIARIA 100.00', 'A CLIENTES 2088.00', 'A IVA_POR_ACREDITAR 304.00', 'A IVA_COBRADO 320.00', 'A UTILIDAD_CAMBIARIA 200.00']);
  await cancelado(r.transaccionId);
  // A payment in pesos: the document in dollars takes the rate of its line, against a document in pesos.
  const pesos = await compra(2320);
  const q = await e.hecho(PAGO, compensacion([de(f, 116, { tipoCambio: 20 })], [de(pesos, 2320)]));
  assert.deepEqual([q.total, await saldo(f), await saldo(pesos)], [2320, '0 Pagado', '0 Pagado']);
  assert.deepEqual(await e.poliza(q.transaccionId), ['D IVA_ACREDITABLE 320.00', 'D PROVEEDORES 2320.00', 'D IVA_POR_COBRAR 288.00', 'A CLIENTES 2088.00', 'A IVA_POR_ACREDITAR 320.00', 'A IVA_COBRADO 320.00', 'A UTILIDAD_CAMBIARIA 200.00']);
  await cancelado(q.transaccionId);
  await e.falla(PAGO, compensacion([de(f, 116)], [de(pesos, 2320)]), 'VALIDACION cobrar[0].tipoCambio REQUERIDO');
  await e.falla(PAGO, compensacion([de(f, 116, { tipoCambio: 20 })], [de(pesos, 2319.99)]), 'VALIDACION pagar RANGO');
  await e.falla(PAGO, compensacion([de(f, 1)], [de(c, 1, { tipoCambio: 19 })], usd(20)), 'VALIDACION pagar[0].tipoCambio RANGO');
  // Rates that round: three receivables against two payables, and goods that take the rest.
  const rara = usd(18.123457);
  const [f1, f2, f3, c1, c2] = [await venta(33.33, rara), await venta(33.33, usd(17.7)), await venta(33.35, rara), await venta(1).then(() => compra(40.01, rara)), await compra(20.02, usd(18.9))];
  const t = await e.hecho(PAGO, trueque([de(f1, 33.33), de(f2, 33.33), de(f3, 33.35)], [de(c1, 40.01), de(c2, 20.02)], [mercancia('C', 3, 13.326667)], rara));
  const enPesos = n => Math.round(n * 18.123457 * 100) / 100;
  assert.equal(await e.hay(p.C), `3 ${(enPesos(100.01) - enPesos(60.03)).toFixed(2)} 0`);
  assert.ok(!(await e.poliza(t.transaccionId)).some(x => x.includes('ANTICIPO')));
  assert.deepEqual(await auditar(base), []);
  await cancelado(t.transaccionId);
});

test('lo que las solicitudes de pago apartan no se compensa', async () => {
  const [f, c] = [await venta(), await compra()];
  const s = await e.hecho('/api/SolicitudPago', { proveedorId: socio, documentos: [{ transaccionIdCompra: c, importe: 1000 }] });
  const r = await e.falla(PAGO, compensacion([de(f, 160.01)], [de(c, 160.01)]), 'SALDO_INSUFICIENTE pagar[0].importe SALDO_INSUFICIENTE');
  assert.match(r.json.errores[0].mensaje, /libre de solicitudes de pago/);
  await e.hecho(PAGO, compensacion([de(f, 160)], [de(c, 160)]));
  assert.equal((await srv.pedir('DELETE', `/api/SolicitudPago/SolicitudPagoCancelar/${s.transaccionId}`, { token: e.token })).estado, 200);
  await e.hecho(PAGO, compensacion([de(f, 1000)], [de(c, 1000)]));
});

test('reglas', async t => {
  const [f, c] = [await venta(), await compra()];
  const [ajena, ajenaPorPagar] = [await venta(1160, { clienteId: otro }), await compra(1160, { proveedorId: otro })];
  const cancelada = await venta(1160);
  assert.equal((await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${cancelada}`, { token: e.token })).estado, 200);
  const viejo = { fecha: `${await base.uno("SELECT (date_trunc('month', now()) - interval '40 days')::date::text")}T10:00:00` };
  const [vieja, viejaPorPagar] = [await venta(1160, viejo), await compra(1160, viejo)];
  await e.cerrar(viejo.fecha.slice(0, 7));
  const futura = `${dia(2)}T10:00:00`;
  await tabla(t, srv, e.token, [
    ['sin nada', 'POST', PAGO, {}, 'VALIDACION tipo REQUERIDO, cobrar REQUERIDO'],
    ['otro tipo', 'POST', PAGO, compensacion([de(f, 1)], [de(c, 1)], { tipo: 'Regalo' }), 'VALIDACION tipo RANGO'],
    ['compensación sin pagar', 'POST', PAGO, compensacion([de(f, 1)], []), 'VALIDACION pagar REQUERIDO'],
    ['compensación con mercancía', 'POST', PAGO, compensacion([de(f, 1)], [de(c, 1)], { partidas: [mercancia('A', 1, 1)], almacenId: e.general }), 'VALIDACION partidas RANGO, almacenId RANGO'],
    ['especie con pagar', 'POST', PAGO, especie([de(f, 1)], [mercancia('A', 1, 1)], { pagar: [de(c, 1)] }), 'VALIDACION pagar RANGO'],
    ['especie sin mercancía', 'POST', PAGO, especie([de(f, 1)], []), 'VALIDACION partidas REQUERIDO'],
    ['trueque sin uno de los dos', 'POST', PAGO, trueque([de(f, 1)], [], []), 'VALIDACION pagar REQUERIDO, partidas REQUERIDO'],
    ['importes en cero', 'POST', PAGO, compensacion([de(f, 0)], [de(c, 0)]), 'VALIDACION cobrar[0].importe MAYOR_QUE_CERO, pagar[0].importe MAYOR_QUE_CERO'],
    ['documento repetido', 'POST', PAGO, compensacion([de(f, 1), de(f, 1)], [de(c, 1), de(c, 1)]), 'VALIDACION cobrar[1].transaccionId DUPLICADO, pagar[1].transaccionId DUPLICADO'],
    ['contacto que no existe', 'POST', PAGO, compensacion([de(f, 1)], [de(c, 1)], { contactoId: 999999 }), 'VALIDACION contactoId NO_EXISTE'],
    ['documento que no existe', 'POST', PAGO, compensacion([de(999999999, 1)], [de(c, 1)]), 'VALIDACION cobrar[0].transaccionId NO_EXISTE'],
    ['cobrar lo que se debe', 'POST', PAGO, compensacion([de(c, 1)], [de(c, 1)]), 'VALIDACION cobrar[0].transaccionId RANGO'],
    ['pagar lo que nos deben', 'POST', PAGO, compensacion([de(f, 1)], [de(f, 1)]), 'VALIDACION pagar[0].transaccionId RANGO'],
    ['lo debe otro', 'POST', PAGO, compensacion([de(f, 1), de(ajena, 1)], [de(c, 2)]), 'VALIDACION cobrar[1].transaccionId RANGO'],
    ['se le debe a otro', 'POST', PAGO, compensacion([de(f, 2)], [de(c, 1), de(ajenaPorPagar, 1)]), 'VALIDACION pagar[1].transaccionId RANGO'],
    ['más que el saldo por cobrar', 'POST', PAGO, compensacion([de(f, 1160.01)], [de(c, 1160)]), 'SALDO_INSUFICIENTE cobrar[0].importe SALDO_INSUFICIENTE'],
    ['más que el saldo por pagar', 'POST', PAGO, compensacion([de(f, 1160)], [de(c, 1160.01)]), 'SALDO_INSUFICIENTE pagar[0].importe SALDO_INSUFICIENTE'],
    ['documento cancelado', 'POST', PAGO, compensacion([de(cancelada, 1)], [de(c, 1)]), 'ESTADO_INVALIDO cobrar[0].transaccionId ESTADO_INVALIDO'],
    ['compensación que no es igual', 'POST', PAGO, compensacion([de(f, 100)], [de(c, 100.01)]), 'VALIDACION pagar RANGO'],
    ['mercancía que no vale lo que paga', 'POST', PAGO, especie([de(f, 100)], [mercancia('A', 3, 33.33)]), 'VALIDACION partidas RANGO'],
    ['trueque que no es igual', 'POST', PAGO, trueque([de(f, 100)], [de(c, 50)], [mercancia('A', 1, 49.99)]), 'VALIDACION partidas RANGO'],
    ['partida sin producto', 'POST', PAGO, especie([de(f, 1)], [{ cantidad: 1, precioUnitario: 1 }]), 'VALIDACION partidas[0].productoId REQUERIDO'],
    ['partida sin precio', 'POST', PAGO, especie([de(f, 1)], [{ productoId: p.A, cantidad: 1 }]), 'VALIDACION partidas[0].precioUnitario REQUERIDO'],
    ['producto que no existe', 'POST', PAGO, especie([de(f, 1)], [{ codigo: 'NADA', cantidad: 1, precioUnitario: 1 }]), 'VALIDACION partidas[0].codigo NO_EXISTE'],
    ['un servicio no se recibe', 'POST', PAGO, especie([de(f, 1)], [mercancia('SERVICIO', 1, 1)]), 'VALIDACION partidas[0].productoId RANGO'],
    ['almacén que no existe', 'POST', PAGO, especie([de(f, 1)], [mercancia('A', 1, 1)], { almacenId: 999999 }), 'VALIDACION almacenId NO_EXISTE'],
    ['antes que lo que paga', 'POST', PAGO, compensacion([de(f, 1)], [de(c, 1)], { fecha: `${dia(-1)}T10:00:00` }), 'VALIDACION fecha RANGO'],
    ['después de hoy', 'POST', PAGO, compensacion([de(f, 1)], [de(c, 1)], { fecha: futura }), 'VALIDACION fecha RANGO'],
    ['periodo cerrado', 'POST', PAGO, compensacion([de(vieja, 1)], [de(viejaPorPagar, 1)], viejo), 'PERIODO_CERRADO'],
    ['cancelar lo que no existe', 'DELETE', `${PAGO}Cancelar/999999999`, undefined, 'NO_ENCONTRADO'],
    ['cancelar una factura', 'DELETE', `${PAGO}Cancelar/${f}`, undefined, 'NO_ENCONTRADO'],
  ]);
  assert.deepEqual([await saldo(f), await saldo(c)], ['1160 Pendiente', '1160 Pendiente']);
});

test('el tipo que se envía al cancelar es el suyo', async () => {
  const [f, c] = [await venta(), await compra()];
  const { transaccionId: id } = await e.hecho(PAGO, compensacion([de(f, 1)], [de(c, 1)]));
  esError(await cancelar(id, '?tipo=Especie'), 400, 'VALIDACION', ['tipo RANGO']);
  esError(await cancelar(id, '?tipo=Nada'), 400, 'VALIDACION', ['tipo RANGO']);
  assert.equal(await e.estado(id), 'Aplicado');
  assert.equal((await cancelar(id, '?tipo=Compensacion')).json.data.estado, 'Cancelado');
});

test('una nota que ya es factura: al cancelar, la factura vuelve a deberlo', async () => {
  const nota = await e.hecho('/api/NotaVenta', { clienteId: socio, partidas: [{ productoId: p.SERVICIO, cantidad: 1, precioUnitario: 1000 }] });
  const c = await compra();
  const r = await e.hecho(PAGO, compensacion([de(nota.transaccionId, 580)], [de(c, 580)]));
  const f = await e.hecho(`/api/NotaVenta/NotaVentaFacturar/${nota.transaccionId}`, { clienteId: socio });
  assert.equal(f.saldo, 580);
  assert.deepEqual((await cancelado(r.transaccionId)).documentosAfectados.map(x => [x.transaccionId, x.saldo]).sort((x, y) => x[0] - y[0]), [[c, 1160], [f.transaccionId, 1160]]);
});

test('quien ya no está activo y debe, compensa; dos que compensan lo mismo: uno gana; una sola vez con su llave', async () => {
  const inactivo = await e.cliente('INACTIVO', { tipoContacto: 'Ambos' });
  const [f, c] = [await venta(1160, { clienteId: inactivo }), await compra(1160, { proveedorId: inactivo })];
  await base.sql(`UPDATE contacto SET activo = false WHERE organizacion_id = ${e.id} AND contacto_id = ${inactivo}`);
  const todos = await Promise.all([1, 2, 3, 4].map(() => e.pedir(PAGO, compensacion([de(f, 1160)], [de(c, 1160)], { contactoId: inactivo }))));
  assert.deepEqual(todos.map(x => x.estado).sort(), [200, 400, 400, 400], todos.map(x => x.texto).join('\n'));
  assert.deepEqual([await saldo(f), await saldo(c)], ['0 Pagado', '0 Pagado']);
  // The inactive contact owes nothing any more.
  await e.falla(PAGO, compensacion([de(f, 1)], [de(c, 1)], { contactoId: inactivo }), 'VALIDACION contactoId NO_EXISTE');
  const [g, h] = [await venta(), await compra()];
  await e.unaVez(PAGO, compensacion([de(g, 1)], [de(h, 1)]), 28);
});

test('permisos y otra organización', async () => {
  const [f, c] = [await venta(), await compra()];
  const usuario = async rol => srv.entrar({ ...(await base.usuario({ usuario: `${rol}${e.id}`, rol, organizacion: e.id, sucursal: e.matriz })), ...e.llave });
  const [cajero, lector] = [await usuario('operador'), await usuario('lector')];
  const cuerpo = compensacion([de(f, 1)], [de(c, 1)]);
  esError(await e.pedir(PAGO, cuerpo, { token: lector }), 403, 'PERMISO_DENEGADO');
  const r = await e.pedir(PAGO, cuerpo, { token: cajero });
  assert.equal(r.estado, 200, r.texto);
  esError(await cancelar(r.json.data.transaccionId, '', { token: cajero }), 403, 'PERMISO_DENEGADO');
  esError(await cancelar(r.json.data.transaccionId, '', { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('después de todo, la auditoría no encuentra nada', async () => {
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
});
