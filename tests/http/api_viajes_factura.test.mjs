// OP-116, OP-067: the invoice of a travel agency, and the list of those invoices. A charge for a third party is neither income nor VAT of the agency.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { montar } from './lib/ayuda_api.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/AgenciaViaje/RegistrarFactura', LISTA = '/api/AgenciaViaje/Facturas', DOCUMENTOS = '/api/AgenciaViaje/Documentos';
const AGENCIA = '90121502', HOTEL = '90111501';
let m, e, base, cliente;
before(async () => {
  m = await montar({ registros: 20 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Viajes del Norte', rfc: 'EKU9003173C9' });
  cliente = await e.cliente('VIAJERO');
});
after(() => m?.cerrar());

const tercero = { esTercero: true, rfcTercero: 'AAA010101AAA', nombreTercero: 'HOTEL DEL MAR', regimenFiscalTercero: '601', codigoPostalTercero: '64000' };
const cargo = mas => ({ claveServicio: AGENCIA, descripcion: 'Cargo por servicio', precioUnitario: 500, ...mas });
const noches = mas => ({ claveServicio: HOTEL, descripcion: 'Tres noches', cantidad: 3, precioUnitario: 1160, ...tercero, ...mas });
const una = (mas, partidas = [cargo(), noches()]) => ({ clienteId: cliente, booking: 'BK-1', fecha: '2025-03-10T10:00:00', partidas, ...mas });
const listar = async consulta => {
  const r = await e.srv.get(`${LISTA}?${new URLSearchParams(consulta)}`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const expediente = async booking => (await e.srv.get(`${DOCUMENTOS}?booking=${booking}`, { token: e.token })).json.data;
const cuantos = (objId = 24) => base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = ${objId}`);

test('lo propio es ingreso y causa IVA; lo de un tercero se le debe', async () => {
  const d = await e.hecho(FACTURA, una({ localizador: 'XK2P9', fechaInicioViaje: '2025-04-01', fechaFinViaje: '2025-04-04', pasajeros: [{ nombre: 'Ana Ruiz', tipo: 'Adulto' }, { nombre: 'Leo' }], referenciaExterna: 'R-1' }));
  assert.deepEqual(Object.keys(d), ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'total', 'saldo', 'uuid', 'advertencias', 'expedienteId', 'booking']);
  assert.deepEqual([d.objId, d.tipoDocumento, d.folio, d.estado, d.total, d.saldo, d.booking], [24, 'Factura de agencia de viajes', 'AV1', 'Pendiente', 4060, 4060, 'BK-1']);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D CLIENTES 4060.00', 'A IVA_POR_COBRAR 80.00', 'A TERCEROS 3480.00', 'A VENTAS_16 500.00']);
  assert.deepEqual(await base.sql(`SELECT numero_partida, rfc, nombre, regimen_fiscal, codigo_postal FROM partida_tercero WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId}`),
    [{ numero_partida: 2, rfc: 'AAA010101AAA', nombre: 'HOTEL DEL MAR', regimen_fiscal: '601', codigo_postal: '64000' }]);
  const [f] = await listar({ booking: 'BK-1' });
  assert.deepEqual([f.transaccionId, f.booking, f.expedienteId, f.localizador, f.fechaInicioViaje, f.fechaFinViaje, f.totalTerceros, f.totalPropio, f.referenciaExterna, f.metodoPago, f.formaPago, f.usoCFDI],
    [d.transaccionId, 'BK-1', d.expedienteId, 'XK2P9', '2025-04-01', '2025-04-04', 3480, 580, 'R-1', 'PUE', '03', 'G03']);
  assert.deepEqual(f.partidas.map(p => [p.claveProductoServicio, p.claveUnidad, p.objetoImpuesto, p.cantidad, p.importe, p.impuestos.map(i => [i.nombre, i.tasaOCuota, i.importe])]),
    [[AGENCIA, 'E48', '02', 1, 500, [['IVA', 0.16, 80]]], [HOTEL, 'E48', '01', 3, 3480, []]]);
  const x = await expediente('BK-1');
  assert.deepEqual([x.expedienteId, x.localizador, x.clienteId, x.cliente, x.fechaInicioViaje, x.fechaFinViaje, x.pasajeros, x.totalFacturado, x.totalCobrado, x.utilidad],
    [d.expedienteId, 'XK2P9', cliente, 'CLIENTE VIAJERO', '2025-04-01', '2025-04-04', [{ nombre: 'Ana Ruiz', tipo: 'Adulto' }, { nombre: 'Leo', tipo: '' }], 4060, 0, 500]);
  assert.deepEqual(x.documentos.map(q => [q.folio, q.relacion, q.saldo]), [['AV1', 'Destino', 4060]]);
});

test('otra factura de la reserva se suma al expediente; lo que se le dice es lo último, su cliente el primero', async () => {
  const primera = await e.hecho(FACTURA, una({ booking: 'BK-2', localizador: 'A1', fechaInicioViaje: '2025-05-01', fechaFinViaje: '2025-05-02', pasajeros: [{ nombre: 'Ana' }] }));
  const otro = await e.cliente('OTRO');
  const segunda = await e.hecho(FACTURA, una({ booking: 'BK-2', clienteId: otro, fechaInicioViaje: '2025-06-01' }, [cargo()]));
  assert.equal(segunda.expedienteId, primera.expedienteId);
  const x = await expediente('BK-2');
  assert.deepEqual([x.localizador, x.clienteId, x.fechaInicioViaje, x.fechaFinViaje, x.pasajeros.length, x.totalFacturado, x.utilidad], ['A1', cliente, '2025-06-01', '', 1, 4640, 1000]);
  const gasto = await e.hecho('/api/AgenciaViaje/RegistrarGasto', { booking: 'BK-2', proveedores: [{ rfc: 'AAA010101AAA', nombre: 'Hotel', fecha: '15/03/2025', conceptoId: e.gasto, subtotal: 100, iva: 16, total: 116 }] });
  assert.equal(gasto.transaccionIdServiceReferencia, primera.expedienteId);
  assert.equal((await expediente('BK-2')).utilidad, 900);
});

test('la misma referencia es de una factura de su reserva', async () => {
  const d = await e.hecho(FACTURA, una({ booking: 'BK-3', referenciaExterna: 'F-1' }));
  const r = await e.falla(FACTURA, una({ booking: 'BK-3', referenciaExterna: 'F-1' }), 'REFERENCIA_DUPLICADA');
  assert.equal(r.json.transaccionId, d.transaccionId);
  await e.hecho(FACTURA, una({ booking: 'BK-4', referenciaExterna: 'F-1' }));
  await e.hecho(FACTURA, una({ booking: 'BK-3' }));
  await e.hecho(FACTURA, una({ booking: 'BK-3' }));
  // Two invoices with the same reference at once: one is made.
  const dos = await Promise.all([1, 2].map(() => e.pedir(FACTURA, una({ booking: 'BK-5', referenciaExterna: 'F-2' }))));
  assert.deepEqual(dos.map(x => x.estado).sort(), [200, 400]);
  const baja = await e.srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${d.transaccionId}`, { token: e.token });
  assert.equal(baja.estado, 200, baja.texto);
  await e.hecho(FACTURA, una({ booking: 'BK-3', referenciaExterna: 'F-1' }));
});

test('los impuestos de lo propio: los del concepto, los de la clave, los que se envían', async t => {
  const casos = [
    ['por clave', cargo(), 580, [0.16]],
    ['por concepto', cargo({ claveServicio: undefined, conceptoId: e.venta }), 580, [0.16]],
    ['concepto exento', cargo({ claveServicio: undefined, conceptoId: e.exento }), 500, [null]],
    ['a tasa cero', cargo({ tasaIva: 0 }), 500, [0]],
    ['exenta', cargo({ exentoIva: true }), 500, [null]],
    ['con descuento', cargo({ descuento: 100 }), 464, [0.16]],
    ['de un tercero, tasa cero', cargo({ ...tercero, tasaIva: 0 }), 500, []],
    ['de un tercero, por concepto', cargo({ ...tercero, claveServicio: undefined, conceptoId: e.venta }), 500, []],
  ];
  for (const [que, partida, total, tasas] of casos)
    await t.test(que, async () => {
      const d = await e.hecho(FACTURA, una({ booking: 'BK-6' }, [partida]));
      assert.equal(d.total, total);
      const [f] = (await listar({ booking: 'BK-6' })).filter(x => x.transaccionId === d.transaccionId);
      assert.deepEqual(f.partidas[0].impuestos.map(i => i.tasaOCuota), tasas);
      assert.deepEqual([f.totalTerceros, f.totalPropio], partida.esTercero ? [500, 0] : [0, total]);
    });
});

test('quien no se conoce se crea con su RFC, una vez; a un proveedor también se le vende', async () => {
  const nuevo = { rfc: 'COSC8001137NA', nombre: 'Claudia Oropeza', codigoPostal: '64000', regimenFiscal: '612', usoCFDI: 'G03', correo: 'claudia@example.com' };
  const varios = await Promise.all([1, 2, 3].map(() => e.hecho(FACTURA, una({ clienteId: undefined, cliente: nuevo, booking: 'BK-7' }))));
  const contactos = await base.sql(`SELECT contacto_id, tipo_contacto, nombre, regimen_fiscal, uso_cfdi, codigo_postal, correo FROM contacto WHERE organizacion_id = ${e.id} AND rfc = '${nuevo.rfc}'`);
  assert.deepEqual(contactos.map(({ contacto_id, ...x }) => x), [{ tipo_contacto: 'Cliente', nombre: 'CLAUDIA OROPEZA', regimen_fiscal: '612', uso_cfdi: 'G03', codigo_postal: '64000', correo: 'claudia@example.com' }]);
  assert.equal(new Set(varios.map(d => d.expedienteId)).size, 1);
  assert.equal((await expediente('BK-7')).clienteId, contactos[0].contacto_id);
  const proveedor = await e.cliente('PROVEE', { tipoContacto: 'Proveedor', regimenFiscal: '601' });
  const [{ rfc }] = await base.sql(`SELECT rfc FROM contacto WHERE contacto_id = ${proveedor}`);
  await e.hecho(FACTURA, una({ clienteId: undefined, cliente: { ...nuevo, rfc, regimenFiscal: '601' } }));
  assert.equal(await base.uno(`SELECT tipo_contacto FROM contacto WHERE contacto_id = ${proveedor}`), 'Ambos');
  const malo = { ...nuevo, rfc: 'XIA190128J61', regimenFiscal: '612' };
  await e.falla(FACTURA, una({ clienteId: undefined, cliente: malo, booking: 'BK-8' }), 'VALIDACION cliente.regimenFiscal CLAVE_SAT_INVALIDA');
  assert.equal(await base.uno(`SELECT count(*) FROM contacto WHERE organizacion_id = ${e.id} AND rfc = 'XIA190128J61'`), 0);
});

test('lo que está mal se dice por su nombre, y nada se guarda', async t => {
  const casos = [
    ['sin cliente', una({ clienteId: undefined }), 'VALIDACION clienteId REQUERIDO'],
    ['dos veces quién', una({ cliente: { rfc: 'COSC8001137NA', nombre: 'X', codigoPostal: '64000', regimenFiscal: '612', usoCFDI: 'G03' } }), 'VALIDACION cliente RANGO'],
    ['el público', una({ clienteId: e.publico }), 'VALIDACION clienteId RANGO'],
    ['el público, descrito', una({ clienteId: undefined, cliente: { rfc: 'XAXX010101000', nombre: 'X', codigoPostal: '64000', regimenFiscal: '616', usoCFDI: 'S01' } }), 'VALIDACION cliente.rfc RANGO'],
    ['un cliente que no hay', una({ clienteId: 987654321 }), 'VALIDACION clienteId NO_EXISTE'],
    ['sin reserva', una({ booking: undefined }), 'VALIDACION booking REQUERIDO'],
    ['reserva vacía', una({ booking: '' }), 'VALIDACION booking REQUERIDO'],
    ['sin partidas', una({}, []), 'VALIDACION partidas REQUERIDO'],
    ['en dólares', una({ moneda: 'USD', tipoCambio: 18 }), 'VALIDACION moneda RANGO'],
    ['en otra moneda por su identificador', una({ monedaId: 2, tipoCambio: 18 }), 'VALIDACION monedaId RANGO'],
    ['el viaje termina antes de empezar', una({ fechaInicioViaje: '2025-04-04', fechaFinViaje: '2025-04-01' }), 'VALIDACION fechaFinViaje RANGO'],
    ['ni concepto ni clave', una({}, [cargo({ claveServicio: undefined })]), 'VALIDACION partidas[0].conceptoId REQUERIDO'],
    ['concepto y clave', una({}, [cargo({ conceptoId: e.venta })]), 'VALIDACION partidas[0].claveServicio RANGO'],
    ['un concepto que no hay', una({}, [cargo(), cargo({ claveServicio: undefined, conceptoId: 987654321 })]), 'VALIDACION partidas[1].conceptoId NO_EXISTE'],
    ['un concepto que no es de ventas', una({}, [cargo({ claveServicio: undefined, conceptoId: e.gasto })]), 'VALIDACION partidas[0].conceptoId RANGO'],
    ['una clave que no hay', una({}, [cargo({ claveServicio: '99999999' })]), 'VALIDACION partidas[0].claveServicio CLAVE_SAT_INVALIDA'],
    ['sin descripción', una({}, [cargo({ descripcion: undefined })]), 'VALIDACION partidas[0].descripcion REQUERIDO'],
    ['descripción con |', una({}, [cargo({ descripcion: 'a|b' })]), 'VALIDACION partidas[0].descripcion FORMATO'],
    ['gratis', una({}, [cargo({ precioUnitario: 0 })]), 'VALIDACION partidas[0].precioUnitario MAYOR_QUE_CERO'],
    ['descuento de más', una({}, [cargo({ descuento: 500.01 })]), 'VALIDACION partidas[0].descuento RANGO'],
    ['una tasa que no existe', una({}, [cargo({ tasaIva: 0.11 })]), 'VALIDACION partidas[0].tasaIva RANGO'],
    ['la tasa de frontera lejos de ella', una({}, [cargo({ tasaIva: 0.08 })]), 'VALIDACION partidas[0].tasaIva RANGO'],
    ['exenta y con tasa', una({}, [cargo({ tasaIva: 0.16, exentoIva: true })]), 'VALIDACION partidas[0].tasaIva RANGO'],
    ['un tercero sin nombre', una({}, [noches({ nombreTercero: undefined })]), 'VALIDACION partidas[0].nombreTercero REQUERIDO'],
    ['un tercero sin nada', una({}, [noches({ rfcTercero: undefined, nombreTercero: '', regimenFiscalTercero: undefined, codigoPostalTercero: undefined })]),
      'VALIDACION partidas[0].rfcTercero REQUERIDO, partidas[0].nombreTercero REQUERIDO, partidas[0].regimenFiscalTercero REQUERIDO, partidas[0].codigoPostalTercero REQUERIDO'],
    ['un tercero de lo propio', una({}, [cargo({ rfcTercero: 'AAA010101AAA' })]), 'VALIDACION partidas[0].rfcTercero RANGO'],
    ['IVA nuestro de un tercero', una({}, [noches({ tasaIva: 0.16 })]), 'VALIDACION partidas[0].tasaIva RANGO'],
    ['un régimen de otra persona', una({}, [noches({ regimenFiscalTercero: '612' })]), 'VALIDACION partidas[0].regimenFiscalTercero CLAVE_SAT_INVALIDA'],
    ['un régimen que no hay', una({}, [noches({ regimenFiscalTercero: '999' })]), 'VALIDACION partidas[0].regimenFiscalTercero CLAVE_SAT_INVALIDA'],
    ['PPD con forma', una({ metodoPago: 'PPD', formaPago: '03' }), 'VALIDACION formaPago RANGO'],
    ['sucursal que no hay', una({ sucursalId: 987654321 }), 'VALIDACION sucursalId NO_EXISTE'],
  ];
  const antes = [await cuantos(), await cuantos(25)];
  for (const [que, cuerpo, esperado] of casos) await t.test(que, () => e.falla(FACTURA, { ...cuerpo, ...(cuerpo.booking === 'BK-1' && { booking: 'BK-9' }) }, esperado));
  assert.deepEqual([await cuantos(), await cuantos(25)], antes);
  await base.sql(`UPDATE transaccion SET estado = 'Cerrado' WHERE organizacion_id = ${e.id} AND obj_id = 25 AND referencia_externa = 'BK-7'`);
  await e.falla(FACTURA, una({ booking: 'BK-7' }), 'ESTADO_INVALIDO');
  const limitado = await e.cliente('LIMITE', { limiteCredito: 1000 });
  await e.falla(FACTURA, una({ clienteId: limitado }), 'LIMITE_CREDITO');
  await e.cerrar('2025-01');
  await e.falla(FACTURA, una({ fecha: '2025-01-10' }), 'PERIODO_CERRADO');
});

test('una nota que se envía manda: PPD, o la forma', async () => {
  const fiscales = async mas => {
    const d = await e.hecho(FACTURA, una({ booking: 'BK-10', ...mas }));
    const [f] = (await listar({ booking: 'BK-10' })).filter(x => x.transaccionId === d.transaccionId);
    return [f.metodoPago, f.formaPago, f.usoCFDI];
  };
  assert.deepEqual(await fiscales({}), ['PUE', '03', 'G03']);
  assert.deepEqual(await fiscales({ metodoPago: 'PPD' }), ['PPD', '99', 'G03']);
  assert.deepEqual(await fiscales({ formaPago: '01', usoCFDI: 'G01' }), ['PUE', '01', 'G01']);
});

test('se cobra y se cancela como cualquier venta: la cuenta de terceros queda como estaba', async () => {
  const d = await e.hecho(FACTURA, una({ booking: 'BK-11' }));
  const p = await e.hecho('/api/Bancos/DepositoAgregar', { fecha: '2025-03-12T10:00:00', contactoId: cliente, cuentaId: e.caja, formaPagoId: e.efectivo, importe: 4060, aplicaciones: [{ transaccionId: d.transaccionId, importe: 4060 }] });
  assert.deepEqual(await e.poliza(p.transaccionId), ['D CAJA 4060.00', 'D IVA_POR_COBRAR 80.00', 'A CLIENTES 4060.00', 'A IVA_COBRADO 80.00'].sort((a, b) => (a[0] === 'D' ? 0 : 1) - (b[0] === 'D' ? 0 : 1)));
  let x = await expediente('BK-11');
  assert.deepEqual([x.totalCobrado, x.documentos.map(q => q.relacion)], [4060, ['Destino', 'Pago']]);
  const baja = () => e.srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${d.transaccionId}`, { token: e.token });
  assert.equal((await baja()).json.codigo, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.equal((await e.srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${p.transaccionId}`, { token: e.token })).estado, 200);
  assert.equal((await baja()).estado, 200);
  const saldo = await base.uno(`SELECT coalesce(sum(v.debe - v.haber), 0) FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.organizacion_id = ${e.id} AND p.transaccion_id = ${d.transaccionId} AND c.clave = 'TERCEROS'`);
  assert.equal(saldo, 0);
  assert.equal((await e.poliza(d.transaccionId)).filter(x => /TERCEROS 3480/.test(x)).length, 2);
  x = await expediente('BK-11');
  assert.deepEqual([x.totalFacturado, x.totalCobrado, x.utilidad, x.documentos.map(q => q.estado)], [0, 0, 0, ['Cancelado']]);
  assert.equal((await e.pedir('/api/NotaDevolucionCliente', { transaccionIdVenta: d.transaccionId, motivo: 'No', completa: true })).estado, 400);
});

test('la lista, por lo que se le pida', async () => {
  const todas = await listar({});
  assert.ok(todas.length > 5);
  assert.equal((await listar({ clienteId: cliente, fechaInicial: '2025-03-10', fechaFinal: '2025-03-10' })).every(f => f.clienteId === cliente), true);
  assert.deepEqual((await listar({ busqueda: 'R-1' })).map(f => f.booking), ['BK-1']);
  assert.deepEqual((await listar({ busqueda: 'BK-2' })).map(f => f.booking), ['BK-2', 'BK-2']);
  const { expedienteId } = await expediente('BK-2');
  assert.deepEqual((await listar({ expedienteId })).map(f => f.booking), ['BK-2', 'BK-2']);
  assert.deepEqual(await listar({ booking: 'NADA' }), []);
  assert.equal((await listar({ estado: 'Cancelado' })).every(f => f.estado === 'Cancelado'), true);
  assert.deepEqual(await listar({ fechaFinal: '2024-12-31' }), []);
  const no = await e.srv.get(`${LISTA}?expedienteId=987654321`, { token: e.token });
  assert.equal(no.json.errores[0].codigo, 'NO_EXISTE');
});

test('la misma llave es una sola factura, y los libros cuadran', async () => {
  await e.unaVez(FACTURA, una({ booking: 'BK-12' }), 24);
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
});
