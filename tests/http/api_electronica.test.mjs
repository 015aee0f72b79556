// Electronic accounting and the return of operations with third parties (DIOT), by API and by command line: unpacked by unzip, checked by xmllint
// with schemas of the tests, and read by a parser from npm.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { a, abrir, nodos, recibido } from './lib/electronica.mjs';
import { Empresa } from './lib/escena.mjs';
import { centavos } from './lib/hledger.mjs';
import { hojas } from './lib/reportes.mjs';

const E = '/api/Contabilidad/Electronica', UUID = 'D2B9C5F0-1111-4222-8333-ABCDEF012345', UUID2 = 'A1B2C3D4-1111-4222-8333-ABCDEF012346';
let m, e, base, carpeta, cuenta, cliente, proveedor;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base } = m);
  carpeta = mkdtempSync(path.join(tmpdir(), 'gelec-'));
  e = await Empresa.crear(m, { nombre: 'Declara', rfc: 'EKU9003173C9' });
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)],
    { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable,clabe,manejaCheques\nPESOS,Banco en pesos,Banco,012,MXN,MATRIZ,102.01,012180001234567899,true\n' });
  cuenta = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'PESOS'");
  const servicio = await e.producto('S16', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  cliente = await e.cliente('UNO', { nombre: 'PEÑA & HIJOS "EL <BUENO>"' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', clabe: '072580004055667010' });
  const partidas = [{ productoId: servicio, cantidad: 1, precioUnitario: 1000 }];
  const venta = await e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: '2025-01-10', partidas });
  await base.sql(`UPDATE transaccion SET uuid = '${UUID}' WHERE organizacion_id = ${e.id} AND transaccion_id = ${venta.transaccionId}`);
  await e.hecho('/api/Bancos/DepositoAgregar', { contactoId: cliente, cuentaId: cuenta, formaPagoId: e.transferencia, fecha: '2025-01-20', importe: 580, aplicaciones: [{ transaccionId: venta.transaccionId, importe: 580 }] });
  const compra = await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, fecha: '2025-01-12', uuid: UUID2, partidas: [{ productoId: servicio, cantidad: 1, precioUnitario: 200 }] });
  await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta, formaPagoId: e.transferencia, beneficiario: 'PROVEEDOR', fecha: '2025-01-25', partidas: [{ importeAbono: 232, transaccionIdCompra: compra.transaccionId }] });
});
after(() => {
  if (carpeta) rmSync(carpeta, { recursive: true, force: true });
  return m?.cerrar();
});

const pedir = (que, parametros) => e.srv.get(`${que === 'Diot' ? '/api/Contabilidad' : E}/${que}?${new URLSearchParams(parametros)}`, { token: e.token });
const archivo = async (que, parametros, nombre, esquema) => recibido(await pedir(que, parametros), nombre, esquema);

test('el catálogo: cada cuenta con su agrupador, su padre y su naturaleza', async () => {
  const raiz = await archivo('Catalogo', { anio: 2025, mes: 1 }, 'EKU9003173C9202501CT', 'CT');
  assert.deepEqual(a(raiz, 'Version', 'RFC', 'Mes', 'Anio'), ['1.3', 'EKU9003173C9', '01', '2025']);
  const cuentas = nodos(raiz, 'Ctas');
  assert.equal(cuentas.length, await base.uno(`SELECT count(*) FROM cuenta_contable WHERE organizacion_id = ${e.id}`));
  assert.deepEqual(a(cuentas.find(c => c.getAttribute('NumCta') === '105.01'), 'CodAgrup', 'Desc', 'SubCtaDe', 'Nivel', 'Natur'), ['105.01', 'Clientes nacionales', '105', '2', 'D']);
  assert.equal(cuentas.find(c => c.getAttribute('NumCta') === '105').hasAttribute('SubCtaDe'), false);
});

test('nada se escribe mientras algo falte, y se dice todo lo que falta', async () => {
  await base.sql(`UPDATE cuenta_contable SET codigo_agrupador = '105.99' WHERE organizacion_id = ${e.id} AND codigo = '105.01'; UPDATE cuenta_contable SET codigo_agrupador = '' WHERE organizacion_id = ${e.id} AND codigo = '102.01'`);
  const faltas = r => r.json.errores.map(x => `${x.campo} ${x.codigo}`).sort();
  const catalogo = await pedir('Catalogo', { anio: 2025, mes: 1 });
  esError(catalogo, 400, 'VALIDACION');
  assert.deepEqual(faltas(catalogo), ['cuenta 102.01 CLAVE_SAT_INVALIDA', 'cuenta 105.01 CLAVE_SAT_INVALIDA']);
  const balanza = await pedir('Balanza', { anio: 2025, mes: 3 });
  esError(balanza, 400, 'VALIDACION');
  assert.deepEqual(faltas(balanza), ['cuenta 102.01 CLAVE_SAT_INVALIDA', 'cuenta 105.01 CLAVE_SAT_INVALIDA', 'mes ESTADO_INVALIDO', 'mes ESTADO_INVALIDO']);
  assert.match(balanza.texto, /el mes 1 de 2025 no está cerrado/);
  assert.match(balanza.texto, /el mes 3 de 2025 no está cerrado/);
  await base.sql(`UPDATE cuenta_contable SET codigo_agrupador = codigo WHERE organizacion_id = ${e.id} AND codigo IN ('105.01', '102.01')`);
  const polizas = await pedir('Polizas', { anio: 2025, mes: 1, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' });
  assert.deepEqual(faltas(polizas), ['mes ESTADO_INVALIDO']);
});

test('lo que la solicitud de pólizas y la balanza complementaria deben decir', async () => {
  const casos = [
    ['Polizas', { tipoSolicitud: 'AF' }, 'numOrden REQUERIDO'], ['Polizas', { tipoSolicitud: 'FC', numOrden: 'abc1234567/25' }, 'numOrden RANGO'],
    ['Polizas', { tipoSolicitud: 'DE' }, 'numTramite REQUERIDO'], ['Polizas', { tipoSolicitud: 'CO', numTramite: 'AB12345678901' }, 'numTramite RANGO'],
    ['Polizas', { tipoSolicitud: 'CO', numTramite: 'AB123456789012', numOrden: 'ABC1234567/25' }, 'numOrden RANGO'],
    ['Polizas', {}, 'tipoSolicitud REQUERIDO'], ['Polizas', { tipoSolicitud: 'AF', numOrden: 'ABC1234567/25', mes: 13 }, 'mes RANGO'],
    ['Balanza', { tipoEnvio: 'C' }, 'fechaModBal REQUERIDO'], ['Balanza', { fechaModBal: '2025-02-01' }, 'fechaModBal RANGO'], ['Balanza', { mes: 14 }, 'mes RANGO'], ['Catalogo', { anio: 2014 }, 'anio RANGO'],
  ];
  for (const [que, mas, espera] of casos) {
    const r = await pedir(que, { anio: 2025, mes: 1, ...mas });
    esError(r, 400, 'VALIDACION');
    assert.equal(r.json.errores.map(x => `${x.campo} ${x.codigo}`).join(), espera, `${que} ${JSON.stringify(mas)}`);
  }
});

test('la balanza de un mes sin movimientos, ni antes de él, no se entrega: el esquema pide al menos una cuenta', async () => {
  await e.cerrar('2016-01');
  esError(await pedir('Balanza', { anio: 2016, mes: 1 }), 400, 'RANGO');
});

test('la balanza de un mes cerrado es la de OP-113, y cuadra', async () => {
  await e.cerrar('2025-01');
  const raiz = await archivo('Balanza', { anio: 2025, mes: 1 }, 'EKU9003173C9202501BN', 'B');
  assert.deepEqual(a(raiz, 'Mes', 'Anio', 'TipoEnvio'), ['01', '2025', 'N']);
  const r = await e.srv.get('/api/Contabilidad/BalanzaComprobacion?ejercicio=2025&mesInicial=1&mesFinal=1&formato=plano', { token: e.token });
  const esperadas = hojas(r.json.data.cuentas).map(c => [c.cuenta, c.saldoInicial, c.debe, c.haber, c.saldoFinal].map((x, i) => (i ? centavos(x) : x)));
  assert.ok(esperadas.length > 8);
  assert.deepEqual(nodos(raiz, 'Ctas').map(c => a(c, 'NumCta', 'SaldoIni', 'Debe', 'Haber', 'SaldoFin').map((x, i) => (i ? centavos(x) : x))), esperadas);
  const otra = await archivo('Balanza', { anio: 2025, mes: 1, tipoEnvio: 'C', fechaModBal: '2025-03-02' }, 'EKU9003173C9202501BC', 'B');
  assert.deepEqual(a(otra, 'TipoEnvio', 'FechaModBal'), ['C', '2025-03-02']);
});

test('las pólizas: cada una con sus movimientos, sus comprobantes y cómo se movió el dinero', async () => {
  const raiz = await archivo('Polizas', { anio: 2025, mes: 1, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' }, 'EKU9003173C9202501PL', 'PL');
  assert.deepEqual(a(raiz, 'TipoSolicitud', 'NumOrden'), ['AF', 'ABC1234567/25']);
  const polizas = nodos(raiz, 'Poliza');
  assert.equal(polizas.length, await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id} AND ejercicio = 2025 AND mes = 1`));
  for (const p of polizas) {
    const lineas = nodos(p, 'Transaccion');
    assert.equal(lineas.reduce((s, l) => s + centavos(l.getAttribute('Debe')) - centavos(l.getAttribute('Haber')), 0), 0);
  }
  const uuids = p => [...new Set(nodos(p, 'CompNal').map(c => a(c, 'UUID_CFDI', 'RFC', 'MontoTotal').join(' ')))];
  const [rfcCliente, rfcProveedor] = await Promise.all([cliente, proveedor].map(c => e.uno('contacto', 'rfc', `contacto_id = ${c}`)));
  assert.deepEqual(polizas.map(p => [p.getAttribute('NumUnIdenPol'), p.getAttribute('Fecha'), ...uuids(p)]), [
    ['Diario 1', '2025-01-10', `${UUID} ${rfcCliente} 1160.00`],
    ['Ingresos 1', '2025-01-20', `${UUID} ${rfcCliente} 1160.00`],
    ['Diario 2', '2025-01-12', `${UUID2} ${rfcProveedor} 232.00`],
    ['Egresos 1', '2025-01-25', `${UUID2} ${rfcProveedor} 232.00`]]);
  const banco = p => nodos(p, 'Transaccion').find(l => l.getAttribute('NumCta') === '102.01');
  const transferencias = nodos(banco(polizas[3]), 'Transferencia');
  assert.deepEqual(transferencias.map(t => a(t, 'CtaOri', 'BancoOriNal', 'CtaDest', 'BancoDestNal', 'Fecha', 'Benef', 'RFC', 'Monto')),
    [['012180001234567899', '012', '072580004055667010', '072', '2025-01-25', 'PROVEEDOR', rfcProveedor, '232.00']]);
  // The bank account of the customer is not known: the payment method alone is written.
  assert.deepEqual(nodos(banco(polizas[1]), 'OtrMetodoPago').map(t => a(t, 'MetPagoPol', 'Benef', 'Monto')), [['03', 'PEÑA & HIJOS "EL <BUENO>"', '580.00']]);
  esError(await pedir('Polizas', { anio: 2024, mes: 12, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' }), 400, 'VALIDACION');
});

test('un traspaso entre cuentas propias es Transferencia, con las dos cuentas; a la caja, efectivo', async () => {
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)],
    { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,numeroCuenta,clabe\nNOMINA,Banco de nómina,Banco,072,MXN,MATRIZ,,072580001122334457\nSINDATOS,Banco sin número,Banco,072,MXN,MATRIZ,,\n' });
  const propia = clave => e.uno('cuenta_bancaria', 'cuenta_id', `clave = '${clave}'`);
  const mover = async (cuentaDestinoId, importeOrigen, fecha) => e.hecho('/api/Bancos/Traspaso', { cuentaOrigenId: cuenta, cuentaDestinoId, importeOrigen, importeDestino: importeOrigen, fecha });
  await mover(await propia('NOMINA'), 300, '2025-04-02');
  await mover(await propia('SINDATOS'), 200, '2025-04-03');
  await mover(e.caja, 100, '2025-04-04');
  const reabrir = await e.cerrar('2025-04');
  const raiz = await archivo('Polizas', { anio: 2025, mes: 4, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' }, 'EKU9003173C9202504PL', 'PL');
  const deDia = dia => nodos(raiz, 'Poliza').filter(x => x.getAttribute('Fecha') === `2025-04-0${dia}`);
  const como = (dia, que, ...datos) => deDia(dia).flatMap(x => nodos(x, que).map(t => a(t, ...datos).join(' ')));
  const nombre = await base.uno(`SELECT nombre FROM organizacion WHERE organizacion_id = ${e.id}`);
  const transferencia = ['Transferencia', 'CtaOri', 'BancoOriNal', 'CtaDest', 'BancoDestNal', 'Benef', 'RFC', 'Monto'];
  // Both documents of the transfer tell the same two accounts.
  assert.deepEqual(como(2, ...transferencia), Array(2).fill(`012180001234567899 012 072580001122334457 072 ${nombre} EKU9003173C9 300.00`));
  assert.deepEqual([como(3, ...transferencia), como(4, ...transferencia)], [[], []]);
  assert.deepEqual([como(3, 'OtrMetodoPago', 'MetPagoPol', 'Monto'), como(4, 'OtrMetodoPago', 'MetPagoPol', 'Monto')], [Array(2).fill('03 200.00'), Array(2).fill('01 100.00')]);
  await reabrir();
});

// A line as its fields that say something: "12 200 22 32".
const campos = linea => linea.split('|').map((x, i) => [i + 1, x]).filter(([, x]) => x !== '').map(x => x.join(' ')).join(' ');
test('la DIOT: lo pagado a cada proveedor en el mes, en pesos, en sus 54 campos', async () => {
  const falta = await pedir('Diot', { anio: 2025, mes: 1 });
  esError(falta, 400, 'VALIDACION');
  assert.deepEqual(falta.json.errores.map(x => `${x.campo} ${x.codigo} ${x.mensaje}`), ['proveedor PROV REQUERIDO no tiene tipoOperacion']);
  await base.sql(`UPDATE contacto SET tipo_operacion = '85' WHERE organizacion_id = ${e.id} AND codigo = 'PROV'`);
  const r = await pedir('Diot', { anio: 2025, mes: 1 });
  assert.equal(r.estado, 200, r.texto);
  assert.match(r.h['content-disposition'], /EKU9003173C9202501DIOT\.txt/);
  assert.ok(r.texto.endsWith('\r\n'));
  const lineas = r.texto.trimEnd().split('\r\n');
  assert.deepEqual(lineas.map(l => l.split('|').length), [54]);
  const rfc = await e.uno('contacto', 'rfc', `contacto_id = ${proveedor}`);
  assert.deepEqual(lineas.map(campos), [`1 04 2 85 3 ${rfc} 12 200 22 32 54 01`]);
  assert.deepEqual((await pedir('Diot', { anio: 2025, mes: 2 })).json.errores.map(x => x.mensaje), ['el mes 2 de 2025 no está cerrado']);
});

test('la DIOT: retenciones, tasas, acreditamiento, y quien no tiene RFC', async () => {
  const concepto = {};
  for (const c of ['EG-COMISION', 'EG-PRESTAMO', 'GA-GENERAL', 'EG-PAGOIVA']) concepto[c] = await e.concepto(c);
  const tipo = { tipo: 'Servicio', unidadMedidaId: e.servicio };
  for (const [codigo, mas] of Object.entries({ GENERAL: {}, CERO: { tasaIva: 0 }, EXENTO: { exentoIva: true }, HONOR: { tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1, tipoRetencion: 'Honorarios' } })) await e.producto(codigo, { ...tipo, ...mas });
  const persona = await e.cliente('PERSONA', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612', tipoOperacion: '03' });
  const gasto = await e.cliente('GASTO', { tipoContacto: 'Proveedor', nombre: 'VARIOS', tipoOperacion: '85' });
  const comprar = (proveedorId, partidas, mas = {}) => e.hecho('/api/FacturaCompra', { proveedorId, fecha: '2025-02-03', partidas, ...mas }).then(x => x.transaccionId);
  const pagar = (partidas, mas = {}) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta, formaPagoId: e.transferencia, beneficiario: 'X', fecha: '2025-02-10', ...mas,
    partidas: partidas.map(([que, importeAbono]) => ({ importeAbono, ...(typeof que === 'string' ? { conceptoId: concepto[que] } : { transaccionIdCompra: que }) })) });
  const linea = (clave, precioUnitario, mas = {}) => ({ productoId: e.productos[clave], cantidad: 1, precioUnitario, ...mas });
  await base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', '0.25', '--organizacion', String(e.id)]);
  // Half of 953.33 (1,000 + 160 − 106.67 − 100): base 500.00, VAT 80.00, withheld 53.33.
  const honorarios = await comprar(persona, [linea('HONOR', 1000)]);
  await pagar([[honorarios, 476.66]]);
  // 16 % credited, by the proportion (a quarter), and not at all; 0 %; exempt.
  const mezcla = await comprar(gasto, [linea('GENERAL', 100), linea('GENERAL', 200, { acreditamiento: 'Proporcion' }), linea('GENERAL', 300, { acreditamiento: 'Ninguno' }), linea('CERO', 40), linea('EXENTO', 50)]);
  await pagar([[mezcla, 786]]);
  const otra = await e.cliente('OTRA', { tipoContacto: 'Proveedor', nombre: 'CLAUDIA', rfc: 'COSC8001137NA', regimenFiscal: '612', tipoOperacion: '03' });
  await pagar([[await comprar(otra, [linea('HONOR', 1000)]), 953.33]], { fecha: '2025-02-20' });
  // Egresses by concept without a named supplier: a fee of the bank and a loan, which is no taxed act. The fee counts for the bank only when its own
  // account pays the fee, and nothing else with it.
  await pagar([['EG-COMISION', 11.6], ['EG-PRESTAMO', 1000]]);
  await pagar([['EG-COMISION', 23.2]], { cuentaId: e.caja, formaPagoId: e.efectivo });
  await pagar([['EG-COMISION', 11.6], ['GA-GENERAL', 116]]);
  // Withheld VAT is creditable when it is remitted: 80.00 − 53.33, 160.00 − 106.67.
  const determinar = async mes => (await e.hecho('/api/Contabilidad/DeterminacionIva', { anio: 2025, mes })).ivaAcreditable;
  assert.equal(centavos(await determinar(2)), centavos(26.67 + 53.33 + 16 + 8 + 1.6 + 3.2 + 17.6));
  await e.cerrar('2025-02');
  const r = await pedir('Diot', { anio: 2025, mes: 2 });
  assert.equal(r.estado, 200, r.texto);
  const rfc = await e.uno('contacto', 'rfc', `contacto_id = ${gasto}`);
  assert.deepEqual(r.texto.trimEnd().split('\r\n').map(campos).sort(), [
    `1 04 2 85 3 ${rfc} 12 600 22 16 23 8 36 24 37 48 50 50 51 40 54 01`,
    '1 04 2 03 3 PEPJ8001019Q8 12 500 22 27 48 53 54 01', '1 04 2 03 3 COSC8001137NA 12 1000 22 53 48 107 54 01',
    '1 04 2 85 3 BBA830831LJ2 12 10 22 2 54 01', '1 15 2 87 12 130 22 21 54 01'].sort());
});

test('la DIOT: devoluciones, anticipos, extranjeros y lo que se pagó en la aduana', async () => {
  const extranjero = await e.cliente('ACME', { tipoContacto: 'Proveedor', nombre: 'ACME INC', rfc: 'XEXX010101000', regimenFiscal: '616', tipoOperacion: '07' });
  const agente = await e.cliente('AGENTE', { tipoContacto: 'Proveedor', nombre: 'AGENTE ADUANAL', tipoOperacion: '85' });
  const fecha = '2025-03-05';
  const pagar = (fechaPago, ...partidas) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta, formaPagoId: e.transferencia, beneficiario: 'X', fecha: fechaPago, partidas: partidas.map(([transaccionIdCompra, importeAbono]) => ({ transaccionIdCompra, importeAbono })) });
  const comprar = (proveedorId, partidas) => e.hecho('/api/FacturaCompra', { proveedorId, fecha, partidas }).then(x => x.transaccionId);
  // A purchase paid with 1,160.00; a credit note of 200 and its VAT takes 232.00 back.
  const pagada = await comprar(proveedor, [{ productoId: e.productos.GENERAL, cantidad: 1, precioUnitario: 1000 }]);
  await pagar('2025-03-06', [pagada, 1160]);
  await e.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: pagada, motivo: 'Descuento', fecha: '2025-03-07', importes: { base16: 200 } });
  // An advance with its CFDI declares its own VAT.
  await e.hecho('/api/Bancos/AnticipoProveedorAgregar', { proveedorId: agente, cuentaId: cuenta, formaPagoId: e.transferencia, fecha: '2025-03-08', importe: 116, uuid: '5F3B1C0E-0000-4000-8000-00000000A001' });
  // Goods from abroad, without VAT here. The customs agent pays their VAT at customs, and half of it is paid to him.
  const mercancia = await comprar(extranjero, [{ productoId: await e.producto('MERCANCIA', { tasaIva: 0 }), cantidad: 1, precioUnitario: 5000 }]);
  await pagar('2025-03-09', [mercancia, 5000]);
  const aduana = await e.hecho('/api/GastosSobreCompra', { transaccionIdCompra: mercancia, proveedorId: agente, fecha: '2025-03-09', ivaImportacion: { base: 5000, importe: 800, pedimento: '26 47 3009 6001234' } });
  await pagar('2025-03-10', [aduana.transaccionId, 400]);
  // 100.00 of the 160.00 withheld are remitted: 53.33 of the first, 46.67 of the second. The bank is a supplier by now.
  await e.cliente('BANCO', { tipoContacto: 'Proveedor', nombre: 'BBVA', rfc: 'BBA830831LJ2', tipoOperacion: '03' });
  for (const [concepto, importeAbono] of [['EG-PAGOIVA', 100], ['EG-COMISION', 11.6]])
    await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta, formaPagoId: e.transferencia, beneficiario: 'X', fecha: '2025-03-17', partidas: [{ conceptoId: await e.concepto(concepto), importeAbono }] });
  assert.equal((await e.hecho('/api/Contabilidad/DeterminacionIva', { anio: 2025, mes: 3 })).ivaAcreditable, 128 + 16 + 400 + 100 + 1.6);
  await e.cerrar('2025-03');
  const sinPais = await pedir('Diot', { anio: 2025, mes: 3 });
  assert.deepEqual(sinPais.json.errores.map(x => `${x.campo}: ${x.mensaje}`), ['proveedor ACME: es extranjero y no tiene residenciaFiscal']);
  await base.sql(`UPDATE contacto SET residencia_fiscal = 'USA', num_reg_id_trib = '121585958' WHERE organizacion_id = ${e.id} AND codigo = 'ACME'`);
  const r = await pedir('Diot', { anio: 2025, mes: 3 });
  assert.equal(r.estado, 200, r.texto);
  const rfc = await Promise.all([proveedor, agente].map(c => e.uno('contacto', 'rfc', `contacto_id = ${c}`)));
  assert.deepEqual(r.texto.trimEnd().split('\r\n').map(campos).sort(), [
    `1 04 2 85 3 ${rfc[0]} 12 1000 13 200 22 128 54 01`,
    `1 04 2 85 3 ${rfc[1]} 12 100 22 16 54 01`,
    '1 04 2 03 3 PEPJ8001019Q8 22 53 54 01', '1 04 2 03 3 COSC8001137NA 22 47 54 01', '1 04 2 03 3 BBA830831LJ2 12 10 22 2 54 01',
    '1 05 2 07 4 121585958 5 ACME INC 6 USA 14 2500 24 400 51 5000 54 01'].sort());
});

test('la DIOT: lo que se enteró antes ya se acreditó', async () => {
  const enterar = async (fecha, importeAbono) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta, formaPagoId: e.transferencia, beneficiario: 'X', fecha, partidas: [{ conceptoId: await e.concepto('EG-PAGOIVA'), importeAbono }] });
  await enterar('2025-05-17', 30);
  await e.cerrar('2025-05');
  const r = await pedir('Diot', { anio: 2025, mes: 5 });
  assert.deepEqual(r.texto.trimEnd().split('\r\n').map(campos), ['1 04 2 03 3 COSC8001137NA 22 30 54 01'], r.texto);
});

test('la DIOT: una devolución que se liquida de nuevo no deja acreditado lo que ya no se pagó', async () => {
  const suya = await Empresa.crear(m, { nombre: 'Reversa', rfc: 'EKU9003173C9' });
  const tipo = { tipo: 'Servicio', unidadMedidaId: suya.servicio };
  const productos = [await suya.producto('GENERAL', tipo), await suya.producto('CERO', { ...tipo, tasaIva: 0 })];
  const aceros = await suya.cliente('ACEROS', { tipoContacto: 'Proveedor', tipoOperacion: '85' });
  await suya.hecho('/api/Bancos/DepositoAgregar', { contactoId: await suya.cliente('UNO'), cuentaId: suya.caja, formaPagoId: suya.efectivo, importe: 5000 });
  const compra = await suya.hecho('/api/FacturaCompra', { proveedorId: aceros, partidas: productos.map(productoId => ({ productoId, cantidad: 1, precioUnitario: 1000 })) });
  const pagar = importeAbono => suya.hecho('/api/Bancos/EgresoAgregar', { cuentaId: suya.caja, formaPagoId: suya.efectivo, beneficiario: 'X', partidas: [{ importeAbono, transaccionIdCompra: compra.transaccionId }] });
  const egreso = await pagar(1080);
  await suya.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: compra.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 2, cantidad: 1 }] });
  const quitado = await m.srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${egreso.transaccionId}?motivo=x`, { token: suya.token });
  assert.equal(quitado.estado, 200, quitado.texto);
  await pagar(580);
  // No operation closes the current month before it ends.
  const [anio, mes] = (await base.uno("SELECT to_char(now() AT TIME ZONE 'America/Mexico_City', 'YYYY-MM')")).split('-');
  await suya.cerrarSinTerminar(`${anio}-${mes}`);
  const r = await m.srv.get(`/api/Contabilidad/Diot?anio=${anio}&mes=${Number(mes)}`, { token: suya.token });
  assert.equal(r.estado, 200, r.texto);
  const rfc = await suya.uno('contacto', 'rfc', `contacto_id = ${aceros}`);
  assert.deepEqual(r.texto.trimEnd().split('\r\n').map(campos), [`1 04 2 85 3 ${rfc} 12 500 22 80 54 01`]);
});

test('gestor exportar electronica escribe el mismo archivo', async () => {
  const destino = path.join(carpeta, 'B.zip');
  const orden = ['exportar', 'electronica', 'balanza', '2025-01'];
  await base.gestor([...orden, destino, '--organizacion', String(e.id)]);
  assert.deepEqual(readFileSync(destino), (await pedir('Balanza', { anio: 2025, mes: 1 })).crudo);
  await base.gestor(['exportar', 'electronica', 'polizas', '2025-01', destino, '--organizacion', String(e.id), '--tipo-solicitud', 'DE', '--tramite', 'AB123456789012']);
  assert.equal(a(await abrir(readFileSync(destino), 'EKU9003173C9202501PL', 'PL'), 'NumTramite')[0], 'AB123456789012');
  const malo = await base.gestor(['exportar', 'electronica', 'balanza', '2025-06', path.join(carpeta, 'no.zip'), '--organizacion', String(e.id)], { falla: true });
  assert.match(malo.errores, /el mes 6 de 2025 no está cerrado/);
  assert.equal(existsSync(path.join(carpeta, 'no.zip')), false);
  assert.match((await base.gestor(['exportar', 'electronica', 'nada', '2025-01', '--organizacion', String(e.id)], { falla: true })).errores, /no hay un archivo «nada»/);
});
