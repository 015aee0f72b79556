// OP-117: the invoice of a travel agency, version 2: services, air taxes, withholdings of the customer, payments, any currency. Version 1 gives the
// same documents.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, montar } from './lib/ayuda_api.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const V1 = '/api/AgenciaViaje/RegistrarFactura', V2 = '/api/AgenciaViaje/RegistrarFacturaV2', LISTA = '/api/AgenciaViaje/Facturas', DOCUMENTOS = '/api/AgenciaViaje/Documentos';
const AGENCIA = '90121502', HOTEL = '90111501';
let m, e, base, cliente, hotel, dolares;
before(async () => {
  m = await montar({ registros: 20, candados: true });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Viajes del Este', rfc: 'EKU9003173C9' });
  cliente = await e.cliente('VIAJERO');
  hotel = await e.cliente('HOTEL', { tipoContacto: 'Proveedor', nombre: 'HOTEL DEL MAR', codigoPostal: '64000' });
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave IN ('USD', 'EUR') ON CONFLICT DO NOTHING`);
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nUSD,Dólares,Banco,012,USD,MATRIZ,102.01\n' });
  dolares = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'USD'");
});
after(() => m?.cerrar());

const tercero = { esTercero: true, rfcTercero: 'AAA010101AAA', nombreTercero: 'AEROLINEA', regimenFiscalTercero: '601', codigoPostalTercero: '64000' };
const cargo = mas => ({ claveServicio: AGENCIA, descripcion: 'Cargo por servicio', precioUnitario: 500, ...mas });
const una = mas => ({ clienteId: cliente, booking: 'BK-1', fecha: '2025-03-10T10:00:00', ...mas });
const pago = mas => ({ fechaPago: '2025-03-10', formaPagoId: e.efectivo, cuentaId: e.caja, importe: 580, ...mas });
const factura = async (id, consulta = '') => (await e.srv.get(`${LISTA}?${consulta}`, { token: e.token })).json.data.find(f => f.transaccionId === id);
const expediente = async booking => (await e.srv.get(`${DOCUMENTOS}?booking=${booking}`, { token: e.token })).json.data;
const cuantos = (objId = 24) => base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = ${objId}`);

test('los servicios: lo del proveedor se le debe, el TUA no es objeto de IVA, la comisión es nuestra', async () => {
  const d = await e.hecho(V2, una({ servicios: [
    { tipo: 'Hotel', proveedorId: hotel, descripcion: 'Tres noches', fechaInicio: '2025-04-01', fechaFin: '2025-04-04', tarifa: 3480, comision: 300 },
    { tipo: 'Aereo', descripcion: 'MTY-CUN', impuestosAereos: 800, comision: 200, partidas: [{ ...cargo({ claveServicio: HOTEL, descripcion: 'Boleto', precioUnitario: 4000 }), ...tercero }] },
    { tipo: 'Seguro', tarifa: 100 }, { tipo: 'Otro', descripcion: 'Sólo se anota' }] }));
  assert.deepEqual(Object.keys(d), ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'total', 'saldo', 'uuid', 'advertencias', 'expedienteId', 'booking', 'depositos']);
  const f = await factura(d.transaccionId);
  assert.deepEqual(f.partidas.map(p => [p.descripcion, p.importe, p.objetoImpuesto]), [['Tres noches', 3480, '01'], ['Cargo por servicio: Tres noches', 300, '02'], ['Boleto', 4000, '01'],
    ['Impuestos aéreos (TUA): MTY-CUN', 800, '01'], ['Cargo por servicio: MTY-CUN', 200, '02'], ['Seguro', 100, '02']]);
  assert.deepEqual([d.total, f.totalTerceros, f.totalPropio, f.iva, f.metodoPago, f.formaPago], [8976, 8280, 696, 96, 'PPD', '99']);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D CLIENTES 8976.00', 'A IVA_POR_COBRAR 96.00', 'A TERCEROS 8280.00', 'A VENTAS_16 600.00']);
  assert.deepEqual((await base.sql(`SELECT numero_partida, nombre FROM partida_tercero WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId} ORDER BY 1`)).map(x => [x.numero_partida, x.nombre]),
    [[1, 'HOTEL DEL MAR'], [3, 'AEROLINEA'], [4, 'AEROLINEA']]);
  const x = await expediente('BK-1');
  assert.deepEqual(x.servicios.map(s => [s.consecutivo, s.transaccionId, s.tipo, s.proveedor, s.fechaInicio, s.fechaFin, s.moneda, s.tarifa, s.impuestosAereos, s.comision]),
    [[1, d.transaccionId, 'Hotel', 'HOTEL DEL MAR', '2025-04-01', '2025-04-04', 'MXN', 3480, 0, 300], [2, d.transaccionId, 'Aereo', '', '', '', 'MXN', 0, 800, 200],
      [3, d.transaccionId, 'Seguro', '', '', '', 'MXN', 100, 0, 0], [4, d.transaccionId, 'Otro', '', '', '', 'MXN', 0, 0, 0]]);
  assert.equal(x.utilidad, 600);
});

test('el TUA de un vuelo que se vende por cuenta propia es ingreso que no es objeto de IVA', async () => {
  const d = await e.hecho(V2, una({ booking: 'BK-2', servicios: [{ tipo: 'Aereo', impuestosAereos: 800, partidas: [cargo({ precioUnitario: 4000 })] }] }));
  assert.equal(d.total, 5440);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D CLIENTES 5440.00', 'A IVA_POR_COBRAR 640.00', 'A VENTAS_16 4000.00', 'A VENTAS_NO_OBJETO 800.00']);
  assert.deepEqual([(await factura(d.transaccionId)).totalTerceros, (await expediente('BK-2')).utilidad], [0, 4800]);
});

test('la versión 1 sigue como está, y la 2 contesta lo mismo a lo mismo', async () => {
  const cuerpo = { partidas: [cargo(), { ...cargo({ claveServicio: HOTEL, descripcion: 'Noche', cantidad: 3, precioUnitario: 1160 }), ...tercero }], metodoPago: 'PUE', formaPago: '04', localizador: 'L', referenciaExterna: 'R' };
  const uno = await e.hecho(V1, una({ booking: 'BK-3', ...cuerpo })), dos = await e.hecho(V2, una({ booking: 'BK-4', ...cuerpo }));
  const sin = ({ transaccionId, folio, expedienteId, booking, depositos, ...resto }) => resto;
  assert.deepEqual(sin(dos), sin(uno));
  const [a, b] = [await factura(uno.transaccionId), await factura(dos.transaccionId)];
  const quitar = ({ transaccionId, folio, expedienteId, booking, documentosRelacionados, fechaCreacion, ...resto }) => resto;
  assert.deepEqual(quitar(b), quitar(a));
  assert.deepEqual(await e.poliza(dos.transaccionId), await e.poliza(uno.transaccionId));
  // Payment method when the body has none: PUE in version 1, PPD in version 2.
  assert.deepEqual(await Promise.all([[V1, 'BK-3'], [V2, 'BK-4']].map(async ([ruta, booking]) => (await factura((await e.hecho(ruta, una({ booking, partidas: [cargo()] }))).transaccionId)).metodoPago)), ['PUE', 'PPD']);
});

test('los pagos son depósitos que se aplican a la factura, en la misma transacción', async t => {
  const con = (pagos, mas) => una({ booking: 'BK-5', partidas: [cargo()], pagos, ...mas });
  await t.test('completa: PUE con su forma', async () => {
    const d = await e.hecho(V2, con([pago({ importe: 180, formaPagoId: e.transferencia }), pago({ importe: 400, referencia: 'TRF-1', fechaPago: '2025-03-12' })]));
    assert.deepEqual([d.total, d.saldo, d.estado, d.depositos.map(x => x.importe)], [580, 0, 'Pagado', [180, 400]]);
    const f = await factura(d.transaccionId);
    assert.deepEqual([f.metodoPago, f.formaPago, f.cobros.map(c => [c.folio, c.importe2, c.referencia, c.fecha.slice(0, 10)])],
      ['PUE', '01', [[d.depositos[0].folio, 180, '', '2025-03-10'], [d.depositos[1].folio, 400, 'TRF-1', '2025-03-12']]]);
    const tres = await e.hecho(V2, con([pago({ importe: 200, formaPagoId: e.transferencia }), pago({ importe: 180 }), pago({ importe: 200, formaPagoId: e.transferencia })]));
    assert.equal((await factura(tres.transaccionId)).formaPago, '03', 'la forma de la que hay más');
    assert.deepEqual(await e.poliza(d.depositos[1].transaccionId), ['D CAJA 400.00', 'D IVA_POR_COBRAR 55.17', 'A CLIENTES 400.00', 'A IVA_COBRADO 55.17']);
  });
  await t.test('en parte: PPD por definir', async () => {
    const d = await e.hecho(V2, con([pago({ importe: 100, fechaPago: undefined })]));
    assert.deepEqual([d.saldo, d.estado], [480, 'Parcial']);
    const f = await factura(d.transaccionId);
    assert.equal(f.cobros[0].fecha.slice(0, 10), dia(0), 'sin fechaPago, hoy');
    assert.deepEqual([f.metodoPago, f.formaPago], ['PPD', '99']);
  });
  const casos = [
    ['más que el total', [pago({ importe: 580.01 })], 'SALDO_INSUFICIENTE pagos[0].importe SALDO_INSUFICIENTE'],
    ['entre dos, más que el total', [pago({ importe: 580 }), pago({ importe: 0.01 })], 'SALDO_INSUFICIENTE pagos[1].importe SALDO_INSUFICIENTE'],
    ['antes que la factura', [pago({ fechaPago: '2025-03-09' })], 'VALIDACION pagos[0].fechaPago RANGO'],
    ['una cuenta que no hay', [pago({ cuentaId: 987654321 })], 'VALIDACION pagos[0].cuentaId NO_EXISTE'],
    ['una forma que no hay', [pago({ formaPagoId: 987654321 })], 'VALIDACION pagos[0].formaPagoId NO_EXISTE'],
    ['una cuenta de otra moneda', [pago({ cuentaId: dolares })], 'VALIDACION pagos[0].cuentaId RANGO'],
    ['otra moneda sin tipo de cambio', [pago({ cuentaId: dolares, moneda: 'USD', importe: 10 })], 'VALIDACION pagos[0].tipoCambio REQUERIDO'],
  ];
  const antes = [await cuantos(), await cuantos(8), await cuantos(25)];
  for (const [que, pagos, esperado] of casos) await t.test(que, () => e.falla(V2, con(pagos, { booking: 'BK-6' }), esperado));
  assert.deepEqual([await cuantos(), await cuantos(8), await cuantos(25)], antes, 'nada de lo rechazado se guardó');
  await t.test('quien no puede cobrar no cobra', async () => {
    const quien = await base.usuario({ usuario: 'vende', organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: 'ventas.escribir' });
    const token = await e.srv.entrar({ ...quien, ...e.llave });
    assert.equal((await e.pedir(V2, con([pago()]), { token })).json.codigo, 'PERMISO_DENEGADO');
    assert.equal((await e.pedir(V2, con([]), { token })).estado, 200);
  });
  await t.test('un límite de crédito pesa lo que se queda a deber', async () => {
    const limitado = await e.cliente('LIMITE', { limiteCredito: 500 });
    await e.falla(V2, con([pago({ importe: 79.99 })], { clienteId: limitado }), 'LIMITE_CREDITO');
    assert.equal((await e.hecho(V2, con([pago({ importe: 80 })], { clienteId: limitado }))).saldo, 500);
  });
});

test('en dólares: cada importe a su tipo de cambio, y lo de terceros al de la factura', async t => {
  const usd = mas => una({ booking: 'BK-7', moneda: 'USD', tipoCambio: 18.1234, servicios: [{ tipo: 'Hotel', proveedorId: hotel, tarifa: 333.33, comision: 77.77 }], ...mas });
  await t.test('la póliza es en pesos', async () => {
    const d = await e.hecho(V2, usd());
    assert.equal(d.total, 423.54);
    assert.deepEqual(await e.poliza(d.transaccionId), ['D CLIENTES 7675.98', 'A IVA_POR_COBRAR 225.46', 'A TERCEROS 6041.07', 'A VENTAS_16 1409.45']);
    const [x] = await base.sql(`SELECT total_terceros, terceros_mxn FROM factura_viaje WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId}`);
    assert.deepEqual([x.total_terceros, x.terceros_mxn], [333.33, 6041.07]);
  });
  await t.test('un gasto del tercero, al mismo tipo de cambio, salda su cuenta', async () => {
    await e.hecho('/api/AgenciaViaje/RegistrarGasto', { booking: 'BK-7', proveedores: [{ proveedorId: hotel, fecha: '10/03/2025', conceptoId: e.gasto, moneda: 'USD', tipoCambio: 18.1234, subtotal: 333.33, total: 333.33, esTercero: true }] });
    const saldo = await base.uno(`SELECT sum(v.debe - v.haber) FROM relacion r JOIN poliza p ON p.organizacion_id = r.organizacion_id AND p.transaccion_id = r.destino_id JOIN poliza_movimiento v ON v.organizacion_id = p.organizacion_id AND v.poliza_id = p.poliza_id
      JOIN cuenta_contable c ON c.organizacion_id = v.organizacion_id AND c.cuenta_contable_id = v.cuenta_contable_id AND c.clave = 'TERCEROS'
      WHERE r.organizacion_id = ${e.id} AND r.origen_id = ${(await expediente('BK-7')).expedienteId}`);
    assert.equal(saldo, 0);
    assert.equal((await expediente('BK-7')).utilidad, 1409.45);
  });
  await t.test('se paga en dólares, al tipo de la factura o a otro, y en pesos', async () => {
    const mismo = await e.hecho(V2, usd({ pagos: [pago({ cuentaId: dolares, formaPagoId: e.transferencia, importe: 423.54 })] }));
    assert.deepEqual([mismo.saldo, (await factura(mismo.transaccionId)).metodoPago], [0, 'PUE']);
    assert.ok(!(await e.poliza(mismo.depositos[0].transaccionId)).some(x => /CAMBIARIA/.test(x)));
    const otro = await e.hecho(V2, usd({ pagos: [pago({ cuentaId: dolares, formaPagoId: e.transferencia, importe: 100, tipoCambio: 19 })] }));
    assert.equal(otro.saldo, 323.54);
    assert.ok((await e.poliza(otro.depositos[0].transaccionId)).some(x => /UTILIDAD_CAMBIARIA/.test(x)));
    const pesos = await e.hecho(V2, usd({ pagos: [pago({ moneda: 'MXN', importe: 1900, tipoCambio: 19 })] }));
    assert.equal(pesos.saldo, 323.54);
    await e.falla(V2, usd({ pagos: [pago({ moneda: 'MXN', importe: 0.05, tipoCambio: 19 })] }), 'VALIDACION pagos[0].importe RANGO');
    const sobra = await e.hecho(V2, usd({ pagos: [pago({ moneda: 'MXN', importe: 18.99, tipoCambio: 19 })] }));
    assert.equal(sobra.saldo, 422.55, 'un dólar no alcanza: se aplican 99 centavos');
    await e.falla(V2, usd({ pagos: [pago({ moneda: 'EUR', importe: 10, tipoCambio: 19 })] }), 'VALIDACION pagos[0].moneda RANGO');
    const alReves = await e.hecho(V2, una({ booking: 'BK-8', partidas: [cargo()], pagos: [pago({ cuentaId: dolares, formaPagoId: e.transferencia, moneda: 'USD', importe: 10, tipoCambio: 18 })] }));
    assert.equal(alReves.saldo, 400);
  });
  await e.falla(V2, usd({ moneda: 'JPY' }), 'VALIDACION moneda NO_EXISTE');
});

test('las retenciones que se piden', async t => {
  const persona = await Empresa.crear(m, { nombre: 'Agente Viajero', rfc: 'COSC8001137NA', regimen: '612' });
  const moral = await persona.cliente('EMPRESA');
  const fisica = await persona.cliente('PERSONA', { rfc: 'XOJI740919U48', regimenFiscal: '612' });
  const hacer = async (mas, quien = moral) => {
    const d = await persona.hecho(V2, { clienteId: quien, booking: 'R-1', fecha: '2025-03-10', partidas: [cargo(), { ...cargo(), ...tercero }], ...mas });
    const [f] = await base.sql(`SELECT iva, iva_retenido, isr_retenido, total FROM transaccion WHERE transaccion_id = ${d.transaccionId}`);
    return [f.iva, f.iva_retenido, f.isr_retenido, f.total];
  };
  const casos = [
    ['ninguna', {}, [80, 0, 0, 1080]],
    ['IVA', { retenciones: { iva: true } }, [80, 53.33, 0, 1026.67]],
    ['ambas', { retenciones: { iva: true, isr: true } }, [80, 53.33, 50, 976.67]],
    ['las del concepto', { partidas: [cargo({ claveServicio: undefined, conceptoId: persona.honorarios })] }, [80, 53.33, 50, 476.67]],
    ['del concepto, y no', { partidas: [cargo({ claveServicio: undefined, conceptoId: persona.honorarios })], retenciones: { iva: false, isr: false } }, [80, 0, 0, 580]],
  ];
  for (const [que, mas, esperado] of casos) await t.test(que, async () => assert.deepEqual(await hacer(mas), esperado));
  await persona.falla(V2, { clienteId: fisica, booking: 'R-1', partidas: [cargo()], retenciones: { iva: true, isr: true } }, 'VALIDACION retenciones.iva RANGO, retenciones.isr RANGO');
});

test('sin facturar sólo se carga el expediente', async () => {
  const antes = [await cuantos(), await cuantos(25)];
  const d = await e.hecho(V2, una({ booking: 'BK-9', facturar: false, localizador: 'L9', pasajeros: [{ nombre: 'Ana' }], servicios: [{ tipo: 'Tour', proveedorId: hotel, tarifa: 100, comision: 10 }] }));
  assert.deepEqual([d.objId, d.tipoDocumento, d.transaccionId, d.total, d.depositos], [25, 'Expediente de viaje', d.expedienteId, 0, []]);
  assert.deepEqual([await cuantos(), await cuantos(25)], [antes[0], antes[1] + 1]);
  await e.hecho(V2, una({ booking: 'BK-9', facturar: false, servicios: [{ tipo: 'Traslado' }] }));
  const x = await expediente('BK-9');
  assert.deepEqual([x.localizador, x.clienteId, x.servicios.map(s => [s.consecutivo, s.tipo, s.transaccionId]), x.documentos], ['L9', cliente, [[1, 'Tour', 0], [2, 'Traslado', 0]], []]);
  const con = mas => una({ booking: 'BK-9', facturar: false, referenciaExterna: 'RE-9', servicios: [{ tipo: 'Seguro' }], ...mas });
  await e.hecho(V2, con());
  const otra = await e.falla(V2, con(), 'REFERENCIA_DUPLICADA');
  assert.equal(otra.json.transaccionId, d.transaccionId);
  await e.falla(V2, con({ facturar: true, servicios: [], partidas: [cargo()] }), 'REFERENCIA_DUPLICADA');
  assert.equal((await expediente('BK-9')).servicios.length, 3, 'los servicios no se duplican');
  await e.falla(V2, una({ booking: 'BK-9', facturar: false, partidas: [cargo()], pagos: [pago()], retenciones: {}, servicios: [{ tipo: 'Hotel', partidas: [cargo()] }] }),
    'VALIDACION servicios[0].partidas RANGO, partidas RANGO, pagos RANGO, retenciones RANGO');
});

test('lo que está mal se dice por su nombre, y nada se guarda', async t => {
  const sinDatos = await e.cliente('SINDATOS', { tipoContacto: 'Proveedor', regimenFiscal: undefined, codigoPostal: undefined, usoCFDI: undefined });
  const con = (servicio, mas) => una({ booking: 'BK-10', servicios: [{ tipo: 'Hotel', comision: 10, ...servicio }], ...mas });
  const casos = [
    ['nada que cobrar', una({ booking: 'BK-10' }), 'VALIDACION partidas REQUERIDO'],
    ['un servicio sin importe', con({ comision: 0 }), 'VALIDACION partidas REQUERIDO'],
    ['un tipo que no hay', con({ tipo: 'Crucero' }), 'VALIDACION servicios[0].tipo RANGO'],
    ['un proveedor que no hay', con({ proveedorId: 987654321 }), 'VALIDACION servicios[0].proveedorId NO_EXISTE'],
    ['un cliente no es proveedor', con({ proveedorId: cliente }), 'VALIDACION servicios[0].proveedorId NO_EXISTE'],
    ['un proveedor sin lo que pide el CFDI', con({ proveedorId: sinDatos, tarifa: 10 }), 'VALIDACION servicios[0].proveedorId REQUERIDO'],
    ['termina antes de empezar', con({ fechaInicio: '2025-04-02', fechaFin: '2025-04-01' }), 'VALIDACION servicios[0].fechaFin RANGO'],
    ['descripción con |', con({ descripcion: 'a|b' }), 'VALIDACION servicios[0].descripcion FORMATO'],
    ['una partida de un servicio', con({ partidas: [cargo({ claveServicio: undefined })] }), 'VALIDACION servicios[0].partidas[0].conceptoId REQUERIDO'],
    ['un concepto que no hay, en un servicio', con({ partidas: [cargo(), cargo({ claveServicio: undefined, conceptoId: 987654321 })] }, { partidas: [cargo()] }), 'VALIDACION servicios[0].partidas[1].conceptoId NO_EXISTE'],
    ['un tercero incompleto', con({ partidas: [cargo({ esTercero: true, rfcTercero: 'AAA010101AAA', nombreTercero: 'X', regimenFiscalTercero: '601' })] }), 'VALIDACION servicios[0].partidas[0].codigoPostalTercero REQUERIDO'],
  ];
  const antes = [await cuantos(), await cuantos(25)];
  for (const [que, cuerpo, esperado] of casos) await t.test(que, () => e.falla(V2, cuerpo, esperado));
  assert.deepEqual([await cuantos(), await cuantos(25)], antes);
  assert.equal((await e.hecho(V2, con({ proveedorId: sinDatos }))).total, 11.6);
});

test('la misma llave es una sola factura, y los libros cuadran', async () => {
  await e.unaVez(V2, una({ booking: 'BK-11', partidas: [cargo()], pagos: [pago()] }), 24);
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
});

test('el cliente que se conocía: de lo que se envía se toma lo que faltaba, y el uso es de la factura; la tarifa que no se cobra se dice', async () => {
  const enviado = { rfc: 'JES900109Q90', nombre: 'JIMENEZ ESTRADA SALAS', codigoPostal: '01030', regimenFiscal: '601', usoCFDI: 'G03' };
  await e.hecho('/api/AgenciaViaje/RegistrarGasto', { proveedores: [{ rfc: enviado.rfc, nombre: enviado.nombre, fecha: '10/03/2025', conceptoId: await e.concepto('GA-TASA0'), subtotal: 1, total: 1 }] });
  const con = (mas, servicios) => e.hecho(V2, { ...una({ booking: 'BK-CONOCIDO', cliente: { ...enviado, ...mas } }), clienteId: undefined, ...servicios ?? { partidas: [cargo()] } });
  const suyo = async d => { const f = await factura(d.transaccionId); return [f.rfc, f.regimenFiscal, f.usoCFDI]; };
  const primera = await con();
  assert.deepEqual([await suyo(primera), primera.advertencias], [[enviado.rfc, '601', 'G03'], []]);
  assert.deepEqual(await base.sql(`SELECT tipo_contacto, regimen_fiscal, codigo_postal, uso_cfdi FROM contacto WHERE organizacion_id = ${e.id} AND rfc = '${enviado.rfc}'`),
    [{ tipo_contacto: 'Ambos', regimen_fiscal: '601', codigo_postal: '01030', uso_cfdi: 'G03' }]);
  const otra = await con({ usoCFDI: 'G01', codigoPostal: '64000' });
  assert.deepEqual([await suyo(otra), otra.advertencias], [[enviado.rfc, '601', 'G01'], ['el contacto con ese RFC ya existe con régimen fiscal 601 y código postal 01030: se usaron ésos']]);
  const servicio = await con({}, { servicios: [{ tipo: 'Hotel', tarifa: 1000, partidas: [cargo({ precioUnitario: 1 })] }] });
  assert.deepEqual([servicio.total, servicio.advertencias], [1.16, ['servicios[0].tarifa no se cobra: lo dicen sus partidas']]);
});

test('lo cobrado y lo pagado vale lo que valía ese dinero', async () => {
  const d = await e.hecho(V2, una({ booking: 'BK-TC', moneda: 'USD', tipoCambio: 20, partidas: [cargo({ precioUnitario: 100 })], pagos: [pago({ importe: 1856, moneda: 'MXN', tipoCambio: 16 })] }));
  assert.equal(d.saldo, 0);
  const x = await expediente('BK-TC');
  assert.deepEqual([x.totalFacturado, x.totalCobrado], [2320, 1856]);
});

test('de una factura de viaje la nota de crédito dice lo que pasa; un tipo de cambio que desborda y un cliente extranjero, por su nombre', async () => {
  const d = await e.hecho(V2, una({ booking: 'BK-NC', partidas: [cargo()] }));
  const r = await e.falla('/api/NotaCredito', { tipo: 'Cliente', transaccionIdOrigen: d.transaccionId, motivo: 'Descuento', importes: { base16: 1 } }, 'VALIDACION transaccionIdOrigen NO_EXISTE');
  assert.match(r.json.errores[0].mensaje, /Factura de agencia de viajes .* no se puede devolver o acreditar con esta operación/);
  await e.falla(V2, una({ booking: 'BK-NC', moneda: 'USD', tipoCambio: 999999999, partidas: [cargo({ precioUnitario: 999999999 })] }), 'RANGO tipoCambio RANGO');
  const extranjero = await e.pedir(V2, una({ clienteId: undefined, booking: 'BK-NC', cliente: { rfc: 'XEXX010101000', nombre: 'John Doe', codigoPostal: '64000', regimenFiscal: '616', usoCFDI: 'S01' }, partidas: [cargo()] }));
  for (const x of extranjero.json.errores ?? []) assert.match(x.campo, /^cliente(\.|$)/, extranjero.texto);
});
