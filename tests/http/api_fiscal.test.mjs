// Rules of the tax authority for a document: general public, foreigners, payment form of several payments, withholdings of a product, stamped
// documents, payments without money; and warnings to the caller.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', DEPOSITO = '/api/Bancos/DepositoAgregar', ANTICIPO = '/api/Bancos/AnticipoAgregar', MOVIMIENTO = '/api/Inventario/Movimiento', facturar = id => `/api/NotaVenta/NotaVentaFacturar/${id}`;
const dia = n => new Date(Date.now() - 6 * 3600e3 + n * 864e5).toISOString().slice(0, 10);  // the time zone of Mexico City
let m, e, base, srv, cliente;
before(async () => {
  m = await montar({ registros: 30 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Fiscal', rfc: 'EKU9003173C9' });
  cliente = await e.cliente('C1');
});
after(() => m?.cerrar());

const servicio = (importe = 100) => [{ conceptoId: e.exento, cantidad: 1, precioUnitario: importe }];
const venta = (mas = {}) => ({ clienteId: cliente, partidas: servicio(), ...mas });
const mes = (fecha, periodicidad = '04') => ({ informacionGlobal: { periodicidad, meses: periodicidad === '05' ? String(12 + Math.ceil(Number(fecha.slice(5, 7)) / 2)) : fecha.slice(5, 7), anio: Number(fecha.slice(0, 4)) } });
const columna = (id, nombre) => base.uno(`SELECT ${nombre} FROM transaccion WHERE transaccion_id = ${id}`);

test('público en general: informacionGlobal, y su periodo cubre las notas', async t => {
  const publico = mas => ({ clienteId: e.publico, partidas: servicio(), ...mas });
  const r = await e.hecho(FACTURA, publico(mes(dia(0))));
  assert.deepEqual(await base.uno(`SELECT informacion_global FROM documento WHERE transaccion_id = ${r.transaccionId}`), mes(dia(0)).informacionGlobal);
  const nota = async fecha => (await e.hecho(NOTA, { partidas: servicio(), fecha })).transaccionId;
  const antier = dia(-40);
  await tabla(t, srv, e.token, [
    ['falta', 'POST', FACTURA, publico(), 'VALIDACION informacionGlobal REQUERIDO'],
    ['a un cliente no', 'POST', FACTURA, venta(mes(dia(0))), 'VALIDACION informacionGlobal RANGO'],
    ['mes que es bimestre', 'POST', FACTURA, publico({ informacionGlobal: { ...mes(dia(0)).informacionGlobal, meses: '13' } }), 'VALIDACION informacionGlobal.meses RANGO'],
    ['de una nota, falta', 'POST', facturar(await nota()), {}, 'VALIDACION informacionGlobal REQUERIDO'],
    ['una nota de otro mes', 'POST', facturar(await nota()), mes(antier), 'VALIDACION informacionGlobal.meses RANGO'],
    ['una de dos, de otro mes', 'POST', facturar(await nota()), { notas: [await nota(antier)], ...mes(dia(0)) }, 'VALIDACION informacionGlobal.meses RANGO'],
    ['el mes de la nota', 'POST', facturar(await nota()), mes(dia(0)), { total: 100 }],
    ['el bimestre de la nota', 'POST', facturar(await nota()), mes(dia(0), '05'), { total: 100 }],
  ].filter(([que]) => que !== 'una de dos, de otro mes' || antier.slice(0, 4) === dia(0).slice(0, 4)));
});

test('extranjero: 616, S01, residencia fiscal y número de registro', async () => {
  const extranjero = (codigo, mas) => e.cliente(codigo, { rfc: 'XEXX010101000', regimenFiscal: '616', usoCFDI: 'S01', ...mas });
  await e.falla(FACTURA, venta({ clienteId: await extranjero('X1') }), 'VALIDACION clienteId REQUERIDO, clienteId REQUERIDO');
  await e.falla(FACTURA, venta({ clienteId: await extranjero('X2', { residenciaFiscal: 'USA' }) }), 'VALIDACION clienteId REQUERIDO');
  const completo = await extranjero('X3', { residenciaFiscal: 'USA', numRegIdTrib: '121585958' });
  const r = await e.hecho(FACTURA, venta({ clienteId: completo }));
  assert.equal(await columna(r.transaccionId, "uso_cfdi || ' ' || regimen_fiscal"), 'S01 616');
  const otro = await e.pedir(FACTURA, venta({ clienteId: completo, usoCFDI: 'CP01' }));
  assert.equal(otro.json.errores?.[0].campo, 'usoCFDI', otro.texto);
});

test('la forma de varios pagos es la del mayor importe', async () => {
  const pago = (formaPagoId, importe) => ({ formaPagoId, cuentaId: e.caja, importe });
  for (const [pagos, forma] of [[[pago(e.transferencia, 20), pago(e.efectivo, 80)], '01'], [[pago(e.efectivo, 20), pago(e.transferencia, 80)], '03'],
    [[pago(e.transferencia, 40), pago(e.efectivo, 30), pago(e.efectivo, 30)], '01'], [[pago(e.transferencia, 50), pago(e.efectivo, 50)], '03']])
    assert.equal(await columna((await e.hecho(FACTURA, venta({ pagos }))).transaccionId, "metodo_pago || ' ' || forma_pago"), `PUE ${forma}`);
});

test('dación en pago, compensación y aplicación de anticipos no son dinero', async () => {
  for (const clave of ['12', '17', '30']) {
    const formaPagoId = Number(await base.sql(`INSERT INTO forma_pago (organizacion_id, nombre, clave_sat, clave_contabilidad_electronica, clave_sat33, uso_deposito) VALUES (${e.id}, 'Forma ${clave}', '${clave}', (SELECT min(clave) FROM sat_forma_contabilidad), '${clave}', true) RETURNING forma_pago_id`));
    const dinero = { cuentaId: e.caja, formaPagoId, importe: 10 };
    await e.falla(DEPOSITO, { ...dinero, contactoId: cliente }, 'VALIDACION formaPagoId RANGO');
    await e.falla(ANTICIPO, { ...dinero, clienteId: cliente }, 'VALIDACION formaPagoId RANGO');
    await e.falla(NOTA, { partidas: servicio(), pagos: [dinero] }, 'VALIDACION pagos[0].formaPagoId RANGO');
  }
});

test('el tipo de retención de un producto', async () => {
  const p = await e.producto('FLETE', { tipo: 'Servicio', unidadMedidaId: e.servicio, tipoRetencion: 'Fletes', tasaIvaRetenido: 0.04 });
  assert.equal((await srv.get(`/api/Productos/${p}`, { token: e.token })).json.data.tipoRetencion, 'Fletes');
  // A company does not suffer withholding from another, but for freight.
  const r = await e.hecho(FACTURA, venta({ partidas: [{ productoId: p, cantidad: 1, precioUnitario: 100 }] }));
  assert.equal(await columna(r.transaccionId, 'iva_retenido'), 4);
});

test('cancelar lo timbrado: en proceso, y nada se revierte', async () => {
  const { transaccionId: id } = await e.hecho(FACTURA, venta());
  await base.sql(`UPDATE transaccion SET estatus_timbrado = 'Timbrado', fecha_timbrado = fecha, uuid = '5FB2822E-396D-4725-8521-CDC4BDD20CCF' WHERE transaccion_id = ${id}`);
  const cancelar = consulta => srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${id}${consulta}`, { token: e.token });
  const antes = await e.poliza(id);
  esError(await cancelar(''), 400, 'VALIDACION', ['motivoSat REQUERIDO']);
  const r = await cancelar('?motivoSat=02&motivo=error');
  assert.deepEqual([r.estado, r.json.data.estado, r.json.data.saldo], [200, 'Pendiente', 100], r.texto);
  assert.equal(await columna(id, "estatus_timbrado || ' ' || motivo_cancelacion"), 'CancelacionEnProceso error (SAT 02)');
  assert.deepEqual(await e.poliza(id), antes);
  esError(await cancelar('?motivoSat=02'), 400, 'ESTADO_INVALIDO');
});

test('advertencias: un lote caducado, un tipo de cambio de hace más de 7 días', async () => {
  const p = await e.producto('LOTE', { manejaLotes: true });
  await e.entrada(p, 10, 5, { lotes: [{ lote: 'L1', cantidad: 5, caducidad: dia(-1) }, { lote: 'L2', cantidad: 5, caducidad: dia(0) }] });
  const aviso = [`el lote L1 de LOTE caducó el ${dia(-1)}`];
  const linea = lote => [{ productoId: p, cantidad: 1, precioUnitario: 10, lotes: [{ lote, cantidad: 1 }] }];
  assert.deepEqual((await e.hecho(FACTURA, venta({ partidas: linea('L1') }))).advertencias, aviso);
  assert.deepEqual((await e.hecho(NOTA, venta({ partidas: linea('L2') }))).advertencias, []);
  const sale = await e.hecho(MOVIMIENTO, { tipoMovimiento: 'Salida', almacenId: e.general, conceptoId: e.merma, partidas: [{ productoId: p, cantidad: 1, lotes: [{ lote: 'L1', cantidad: 1 }] }] });
  assert.deepEqual(sale.advertencias, aviso);
  const { transaccionId } = await e.hecho(FACTURA, venta({ partidas: [{ productoId: p, cantidad: 1, precioUnitario: 10 }], entregaInmediata: false }));
  assert.deepEqual((await e.hecho('/api/Inventario/Entrega', { transaccionIdOrigen: transaccionId, partidas: [{ numeroPartida: 1, cantidad: 1, lotes: [{ lote: 'L1', cantidad: 1 }] }] })).advertencias, aviso);

  const tasa = async n => base.sql(`DELETE FROM tipo_cambio WHERE organizacion_id = ${e.id}; INSERT INTO tipo_cambio (organizacion_id, moneda_id, fecha, valor) VALUES (${e.id}, 2, '${dia(n)}', 18)`);
  for (const [n, avisos] of [[-7, []], [-8, [`el tipo de cambio de USD es del ${dia(-8)}`]]]) {
    await tasa(n);
    for (const ruta of [FACTURA, NOTA, '/api/PedidoCliente']) assert.deepEqual((await e.hecho(ruta, venta({ moneda: 'USD' }))).advertencias, avisos);
    assert.deepEqual((await e.hecho(FACTURA, venta({ moneda: 'USD', tipoCambio: 18 }))).advertencias, []);
  }
});

test('una cotización cuyo único pedido se cancela vuelve a estar vigente', async () => {
  const { transaccionId: c } = await e.hecho('/api/Cotizaciones/Cliente', venta({ vigenciaFecha: dia(10) }));
  for (let i = 0; i < 2; i++) {
    const { transaccionId: p } = await e.hecho('/api/PedidoCliente', { clienteId: cliente, transaccionIdCotizacion: c, ...(i && { partidas: servicio() }) });
    assert.equal(await e.estado(c), 'Aceptado');
    const r = await srv.pedir('DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${p}`, { token: e.token });
    assert.equal(r.estado, 200, r.texto);
    assert.equal(await e.estado(c), 'Vigente');
  }
});
