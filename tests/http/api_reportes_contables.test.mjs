// OP-110 … OP-115: VAT by cash flow, trial balance, statements and balances of contacts, to the cent and equal to the ledger.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, sinNulos, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes, hojas } from './lib/reportes.mjs';

const C = '/api/Contabilidad', AYER = '2023-01-01', SIEMPRE = '2027-12-31';
let m, e, srv, base, r, persona, proveedor;
const p = {}, cliente = {}, concepto = {}, cuenta = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Reporta', rfc: 'EKU9003173C9' });
  r = new Reportes({ base, srv, id: e.id, token: e.token });
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)],
    { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nPESOS,Banco en pesos,Banco,012,MXN,MATRIZ,102.01\nDOLARES,Banco en dólares,Banco,012,USD,MATRIZ,102.01\n' });
  for (const c of ['PESOS', 'DOLARES']) cuenta[c] = await e.uno('cuenta_bancaria', 'cuenta_id', `clave = '${c}'`);
  const clave = await base.uno("SELECT max(clave) FROM sat_clave_prod_serv");
  await base.sql(`UPDATE sat_clave_prod_serv SET estimulo_frontera = false WHERE clave = '${clave}'`);
  const servicio = { tipo: 'Servicio', unidadMedidaId: e.servicio };
  for (const [codigo, mas] of Object.entries({ S16: {}, SINEST: { claveProductoServicio: clave }, CERO: { tasaIva: 0 }, EXENTO: { exentoIva: true }, BOTANA: { tasaIeps: 0.08 }, HONOR: { tipoRetencion: 'Honorarios' }, FLETE: { tipoRetencion: 'Fletes' } }))
    p[codigo] = await e.producto(codigo, { ...servicio, ...mas });
  e.frontera = Number((await base.sql(`SELECT set_config('gestor.organizacion', '${e.id}', false); SELECT sucursal_crear(${e.id}, 'TIJ', 'Tijuana', '22000', 'America/Tijuana', true, 'T')`)).split('\n').pop());
  for (const c of ['UNO', 'DOS', 'TRES', 'CUATRO', 'CINCO', 'SEIS', 'SEIS_BIS']) cliente[c] = await e.cliente(c);
  cliente.AMBOS = await e.cliente('AMBOS', { tipoContacto: 'Ambos', limiteCredito: 1_000_000 });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR' });
  persona = await e.cliente('PERSONA', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  for (const c of ['DP-OTROS', 'DP-TASA0', 'DP-INTERES', 'DP-DEVCOMEXT', 'GA-HONOR', 'GA-GENERAL', 'EG-PAGOIVA', 'EG-COMEXT']) concepto[c] = await e.concepto(c);
});
after(() => m?.cerrar());

const linea = (codigo, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad: 1, precioUnitario, ...mas });
const vender = (quien, fecha, partidas, mas = {}) => e.hecho('/api/FacturaVenta', { clienteId: cliente[quien], fecha, partidas, ...mas }).then(d => d.transaccionId);
const cobrar = (quien, fecha, importe, aplicaciones, mas = {}) => e.hecho('/api/Bancos/DepositoAgregar', { contactoId: cliente[quien], cuentaId: cuenta.PESOS, formaPagoId: e.transferencia, fecha, importe,
  aplicaciones: aplicaciones.map(([transaccionId, x, tipoCambio]) => ({ transaccionId, importe: x, ...(tipoCambio && { tipoCambio }) })), ...mas });
const porConcepto = (fecha, partidas) => e.hecho('/api/Bancos/DepositoAgregar', { cuentaId: cuenta.PESOS, formaPagoId: e.transferencia, tipo: 'Concepto', fecha, importe: partidas.reduce((s, x) => s + x[1], 0),
  partidas: partidas.map(([c, importe]) => ({ conceptoId: concepto[c], importe })) });
const anticipar = (quien, fecha, importe, tasaIva) => e.hecho('/api/Bancos/AnticipoAgregar', { clienteId: cliente[quien], cuentaId: cuenta.PESOS, formaPagoId: e.transferencia, fecha, importe, tasaIva }).then(d => d.transaccionId);
const retenciones = [{ impuesto: '002', tasaOCuota: 0.16, importe: 160 }, { impuesto: '002', tipo: 'Retencion', tasaOCuota: 0.106667, importe: 106.67 }, { impuesto: '001', tipo: 'Retencion', tasaOCuota: 0.1, importe: 100 }];
const comprar = (proveedorId, fecha, partidas, mas = {}) => e.hecho('/api/FacturaCompra', { proveedorId, fecha, partidas, ...mas }).then(f => f.transaccionId);
const pagar = (fecha, partidas, mas = {}) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta.PESOS, formaPagoId: e.transferencia, beneficiario: 'X', fecha,
  partidas: partidas.map(([que, importeAbono]) => ({ importeAbono, ...(typeof que === 'string' ? { conceptoId: concepto[que] } : { transaccionIdCompra: que }) })), ...mas });
const cancelar = async ruta => { const x = await srv.pedir('DELETE', `${ruta}?motivo=prueba`, { token: e.token }); assert.equal(x.estado, 200, x.texto); };
// importes: the columns of a row of IVAcobradoTasas that are not zero.
const COLUMNAS = ['subtotal16', 'impuesto16', 'subtotal8', 'impuesto8', 'subtotal0', 'exento', 'noAfecto', 'ieps', 'ivaRetenido', 'isrRetenido', 'total'];
const importes = f => Object.fromEntries(COLUMNAS.filter(c => f[c] !== 0).map(c => [c, f[c]]));
const cobrado = async (desde, hasta, mas = {}) => (await r.contable('IVAcobradoTasas', { fechaInicial: desde, fechaFinal: hasta, ...mas }));
const filas = async (quien, desde = '01/01/2023', hasta = '31/12/2027') => (await cobrado(desde, hasta, { clienteId: cliente[quien] })).registros;
const hoy = () => base.uno("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text");

test('OP-112: cada tasa, en el mes de su cobro (V2b), y sus campos', async () => {
  const f = await vender('UNO', '2025-02-10', [linea('SINEST', 1000), linea('S16', 250), linea('CERO', 300), linea('EXENTO', 70)], { sucursalId: e.frontera });
  assert.equal(await e.uno('transaccion', 'total', `transaccion_id = ${f}`), 1800);
  const d = await cobrar('UNO', '2025-03-05T10:20:30', 700.01, [[f, 700.01]]);
  await cobrar('UNO', '2025-04-06', 1099.99, [[f, 1099.99]]);
  assert.deepEqual((await cobrado('01/02/2025', '28/02/2025')).registros, [], 'una factura no es un cobro');
  const { registros, totales } = await cobrado('01/03/2025', '31/03/2025');
  assert.equal(registros.length, 1);
  assert.deepEqual(claves(registros[0]), ['cliente', 'clienteId', 'cuenta', 'exento', 'fecha', 'folio', 'folioVenta', 'ieps', 'impuesto16', 'impuesto8', 'isrRetenido', 'ivaRetenido', 'moneda', 'noAfecto', 'rfc', 'subtotal0',
    'subtotal16', 'subtotal8', 'tipoCambio', 'total', 'transaccionId', 'transaccionIdVenta', 'uuid']);
  sinNulos(registros[0]);
  assert.deepEqual([registros[0].fecha, registros[0].transaccionId, registros[0].transaccionIdVenta, registros[0].clienteId, registros[0].cliente, registros[0].cuenta, registros[0].moneda, registros[0].tipoCambio],
    ['2025-03-05T10:20:30', d.transaccionId, f, cliente.UNO, 'CLIENTE UNO', 'Banco en pesos', 'MXN', 1]);
  assert.deepEqual(importes(registros[0]), { subtotal16: 388.9, impuesto16: 62.22, subtotal8: 97.22, impuesto8: 7.78, subtotal0: 116.67, exento: 27.22, total: 700.01 });
  assert.deepEqual(importes(totales), importes(registros[0]));
  assert.deepEqual((await cobrado('01/04/2025', '30/04/2025')).registros.map(importes), [{ subtotal16: 611.1, impuesto16: 97.78, subtotal8: 152.78, impuesto8: 12.22, subtotal0: 183.33, exento: 42.78, total: 1099.99 }]);
  assert.deepEqual((await cobrado('01/03/2025', '30/04/2025', { sucursalId: e.frontera })).registros, [], 'el cobro es de la matriz');
  assert.equal((await cobrado('01/03/2025', '30/04/2025', { sucursalId: e.matriz })).registros.length, 2);
  await r.iva(AYER, SIEMPRE);
});

test('OP-112: tres cobros (V2), moneda extranjera al cambio del cobro (V11), con IEPS dentro de la base', async () => {
  const f = await vender('DOS', '2025-02-01', [linea('S16', 1000)]);
  for (const [dia, x] of [['2025-02-02', 333.33], ['2025-02-03', 333.33], ['2025-02-04', 493.34]]) await cobrar('DOS', dia, x, [[f, x]]);
  const usd = await vender('DOS', '2025-02-05', [linea('S16', 1000)], { moneda: 'USD', tipoCambio: 18 });
  await cobrar('DOS', '2025-02-06', 1160, [[usd, 1160]], { cuentaId: cuenta.DOLARES, moneda: 'USD', tipoCambio: 20 });
  const ieps = await vender('DOS', '2025-02-07', [linea('BOTANA', 125)]);
  await cobrar('DOS', '2025-02-08', 156.6, [[ieps, 156.6]]);
  assert.deepEqual((await filas('DOS')).map(importes), [
    { subtotal16: 287.35, impuesto16: 45.98, total: 333.33 }, { subtotal16: 287.36, impuesto16: 45.97, total: 333.33 }, { subtotal16: 425.29, impuesto16: 68.05, total: 493.34 },
    { subtotal16: 20000, impuesto16: 3200, total: 23200 }, { subtotal16: 135, impuesto16: 21.6, ieps: 10, total: 156.6 }]);
  const x = (await filas('DOS'))[3];
  assert.deepEqual([x.moneda, x.tipoCambio], ['USD', 20]);
  await r.iva(AYER, SIEMPRE);
});

test('OP-112: por concepto, también a 0 %, exento y no afecto: un renglón sin impuestos, nunca un error', async () => {
  for (const x of [[['DP-TASA0', 350]], [['DP-INTERES', 10]], [['DP-DEVCOMEXT', 25.5]], [['DP-OTROS', 116], ['DP-DEVCOMEXT', 4]]]) await porConcepto('2025-05-10', x);
  const { registros } = await cobrado('10/05/2025', '10/05/2025');
  assert.deepEqual(registros.map(importes), [{ subtotal0: 350, total: 350 }, { exento: 10, total: 10 }, { noAfecto: 25.5, total: 25.5 }, { subtotal16: 100, impuesto16: 16, noAfecto: 4, total: 120 }]);
  assert.deepEqual(registros.map(f => [f.clienteId, f.transaccionIdVenta, f.folioVenta]), Array(4).fill([0, 0, '']));
  // A deposit without application and an egress collect no VAT.
  await cobrar('TRES', '2025-05-11', 500, []);
  await pagar('2025-05-11', [['EG-COMEXT', 30]]);
  assert.deepEqual((await cobrado('11/05/2025', '11/05/2025')).registros, []);
  await r.iva(AYER, SIEMPRE);
});

test('OP-112: el anticipo es el renglón, y su aplicación sólo lo que cambia; lo devuelto y lo reembolsado restan; lo cancelado, en su día', async () => {
  const a = await anticipar('TRES', '2025-06-01', 1160, 0.16);
  const f = await vender('TRES', '2025-06-02', [linea('S16', 1000)]);
  await e.hecho('/api/Bancos/DepositoAsignar', { transaccionId: a, fecha: '2025-06-03', aplicaciones: [{ transaccionId: f, importe: 1160 }] });
  assert.deepEqual((await filas('TRES')).map(x => [x.fecha.slice(0, 10), importes(x)]), [['2025-06-01', { subtotal16: 1000, impuesto16: 160, total: 1160 }]]);
  // An advance at another rate than its invoice: the row of the application is the invoice less the advance.
  const b = await anticipar('CUATRO', '2025-06-04', 1080, 0.08);
  const g = await vender('CUATRO', '2025-06-05', [linea('S16', 1000)]);
  await e.hecho('/api/Bancos/DepositoAsignar', { transaccionId: b, fecha: '2025-06-06', aplicaciones: [{ transaccionId: g, importe: 1080 }] });
  assert.deepEqual((await filas('CUATRO')).map(importes), [{ subtotal8: 1000, impuesto8: 80, total: 1080 }, { subtotal16: 931.03, impuesto16: 148.97, subtotal8: -1000, impuesto8: -80 }]);
  // An invoice collected and returned: the return is a negative row.
  const h = await vender('CINCO', '2025-06-07', [linea('S16', 1000)]);
  const d = await cobrar('CINCO', '2025-06-08', 1160, [[h, 1160]]);
  const n = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: h, motivo: 'x', completa: true, fecha: '2025-06-09' });
  const dev = (await filas('CINCO'));
  assert.deepEqual(dev.map(x => [x.transaccionId, importes(x)]), [[d.transaccionId, { subtotal16: 1000, impuesto16: 160, total: 1160 }], [n.transaccionId, { subtotal16: -1000, impuesto16: -160, total: -1160 }]]);
  assert.equal(dev[1].transaccionIdVenta, h);
  // An advance refunded with its VAT.
  const q = await anticipar('SEIS', '2025-06-10', 580, 0.16);
  const egreso = await pagar('2025-06-11', [[q, 580]]);
  assert.deepEqual((await filas('SEIS')).map(x => [x.transaccionId, importes(x)]), [[q, { subtotal16: 500, impuesto16: 80, total: 580 }], [egreso.transaccionId, { subtotal16: -500, impuesto16: -80, total: -580 }]]);
  // A cancelled deposit: the opposite row, on the day of the cancel.
  const c = await vender('SEIS', '2025-06-12', [linea('S16', 100)]);
  const x = await cobrar('SEIS', '2025-06-13', 116, [[c, 116]]);
  await cancelar(`/api/Bancos/DepositoCancelar/${x.transaccionId}`);
  assert.deepEqual((await filas('SEIS')).slice(2).map(y => [y.fecha.slice(0, 10), y.transaccionId, y.total]), [['2025-06-13', x.transaccionId, 116], [await hoy(), x.transaccionId, -116]]);
  await r.iva(AYER, SIEMPRE);
});

test('OP-112: lo que se reversa después de una devolución, y la nota que se liquida de nuevo: renglones del día de la reversa', async () => {
  const f = await vender('SEIS_BIS', '2025-06-14', [linea('S16', 1000), linea('CERO', 1000)]);
  const d = await cobrar('SEIS_BIS', '2025-06-15', 1080, [[f, 1080]]);
  const n = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', fecha: '2025-06-16', partidas: [{ numeroPartida: 2, cantidad: 1 }] });
  const ver = async () => (await filas('SEIS_BIS')).map(x => [x.fecha.slice(0, 10), x.transaccionId, x.transaccionIdVenta, importes(x)]);
  const antes = [['2025-06-15', d.transaccionId, f, { subtotal16: 500, impuesto16: 80, subtotal0: 500, total: 1080 }],
    ['2025-06-16', n.transaccionId, f, { subtotal0: -500, total: -500 }], ['2025-06-16', n.transaccionId, f, { subtotal16: 431.03, impuesto16: 68.97, total: 500 }]];
  assert.deepEqual(await ver(), antes);
  await cancelar(`/api/Bancos/DepositoCancelar/${d.transaccionId}`);
  const dia = await hoy();
  assert.deepEqual(await ver(), [...antes, [dia, d.transaccionId, f, { subtotal16: -500, impuesto16: -80, subtotal0: -500, total: -1080 }],
    [dia, n.transaccionId, f, { subtotal16: -431.03, impuesto16: -68.97, subtotal0: 500 }]]);
  await r.iva(AYER, SIEMPRE);
  // The note is cancelled: its VAT and the VAT that its credit had taken back go out, each on its day.
  await cancelar(`/api/Ventas/TransaccionCancelar/${n.transaccionId}`);
  assert.equal((await filas('SEIS_BIS')).reduce((s, x) => s + Math.round(x.impuesto16 * 100), 0), 0);
  await r.iva(AYER, SIEMPRE);
});

test('OP-112: parámetros', async t => {
  const ruta = `${C}/IVAcobradoTasas`, bien = 'fechaInicial=01/03/2025&fechaFinal=31/03/2025';
  await tabla(t, srv, e.token, [
    ['faltan', 'GET', ruta, undefined, 'VALIDACION fechaInicial REQUERIDO, fechaFinal REQUERIDO'],
    ['los nombres de antes ya no existen', 'GET', `${ruta}?fecha1=01/03/2025&fecha2=31/03/2025`, undefined, 'VALIDACION fecha1 DESCONOCIDO, fecha2 DESCONOCIDO, fechaInicial REQUERIDO, fechaFinal REQUERIDO'],
    ['otra forma', 'GET', `${ruta}?fechaInicial=2025-03-01&fechaFinal=31/03/2025`, undefined, 'VALIDACION fechaInicial FECHA_INVALIDA'],
    ['un día que no existe', 'GET', `${ruta}?fechaInicial=01/02/2025&fechaFinal=31/02/2025`, undefined, 'VALIDACION fechaFinal FECHA_INVALIDA'],
    ['al revés', 'GET', `${ruta}?fechaInicial=02/03/2025&fechaFinal=01/03/2025`, undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
    ['sucursal y cliente que no existen', 'GET', `${ruta}?${bien}&sucursalId=999999&clienteId=999999`, undefined, 'VALIDACION sucursalId NO_EXISTE, clienteId NO_EXISTE'],
    ['un parámetro de más', 'GET', `${ruta}?${bien}&otro=1`, undefined, 'VALIDACION otro DESCONOCIDO'],
  ]);
});

test('OP-110 y OP-111: lo retenido pago por pago, lo devuelto resta, lo enterado paga primero lo más antiguo', async () => {
  const f = await comprar(persona, '2025-07-01', [linea('HONOR', 1000, { impuestos: retenciones })], { folioProveedor: '77', serieProveedor: 'H', uuid: '11111111-2222-4333-8444-555555555555' });
  const uno = await pagar('2025-07-10', [[f, 476.67]]);
  const dos = await pagar('2025-08-10', [[f, 476.66]]);
  const directo = await pagar('2025-08-20', [['GA-HONOR', 953.33]], { beneficiarioId: persona });
  await pagar('2025-08-21', [['GA-GENERAL', 1160]]);  // nothing withheld
  const ver = async (desde, hasta, mas = {}) => (await r.contable('AnalisisIVARetenidoPorPagar', { fechaInicial: desde, fechaFinal: hasta, ...mas })).registros;
  const julio = await ver('2025-07-01', '2025-07-31');
  assert.deepEqual(claves(julio[0]), ['enterado', 'fecha', 'folio', 'folioCompra', 'folioProveedor', 'isrRetenido', 'iva', 'ivaRetenido', 'porPagar', 'proveedor', 'proveedorId', 'rfc', 'subtotal', 'tasaRetencion', 'tipoRetencion',
    'total', 'transaccionId', 'transaccionIdCompra', 'uuid']);
  assert.deepEqual(julio.map(x => [x.transaccionId, x.transaccionIdCompra, x.folioProveedor, x.uuid, x.proveedor, x.rfc, x.tipoRetencion, x.tasaRetencion, x.subtotal, x.iva, x.ivaRetenido, x.isrRetenido, x.total, x.enterado, x.porPagar]),
    [[uno.transaccionId, f, 'H77', '11111111-2222-4333-8444-555555555555', 'JUAN PEREZ', 'PEPJ8001019Q8', 'Honorarios', 0.106667, 500.01, 80, 53.34, 50, 476.67, 0, 53.34]]);
  const agosto = await ver('2025-08-01', '2025-08-31');
  assert.deepEqual(agosto.map(x => [x.transaccionId, x.transaccionIdCompra, x.tipoRetencion, x.subtotal, x.iva, x.ivaRetenido, x.isrRetenido, x.total]),
    [[dos.transaccionId, f, 'Honorarios', 499.99, 80, 53.33, 50, 476.66], [directo.transaccionId, 0, 'Honorarios', 1000, 160, 106.67, 100, 953.33]]);
  await r.retenido(AYER, SIEMPRE);
  // Remittances: the VAT withheld in July, and then a part of August.
  await pagar('2025-08-17', [['EG-PAGOIVA', 53.34]]);
  await pagar('2025-09-17', [['EG-PAGOIVA', 100]]);
  assert.deepEqual([await ver('2025-07-01', '2025-08-31')].map(x => x.map(y => [y.enterado, y.porPagar])), [[[53.34, 0], [53.33, 0], [46.67, 60]]]);
  assert.deepEqual((await ver('2025-08-01', '2025-08-31')).map(y => [y.enterado, y.porPagar]), [[53.33, 0], [46.67, 60]], 'da igual desde cuándo se mire');
  assert.deepEqual((await ver('2025-08-01', '2025-08-31', { proveedorId: persona })).length, 2);
  assert.deepEqual(await ver('2025-08-01', '2025-08-31', { proveedorId: proveedor }), []);
  assert.deepEqual(await ver('2025-08-01', '2025-08-31', { sucursalId: e.frontera }), []);
  await r.retenido(AYER, SIEMPRE, 153.34);
  const meses = await r.contable('IVARetenidoPorPagar', { ejercicio: 2025, mesInicial: 7, mesFinal: 9 });
  assert.deepEqual(meses, { saldoInicial: 0, saldoFinal: 60, periodos: [
    { periodo: '2025-07', base: 500.01, ivaRetenido: 53.34, enterado: 0, porPagar: 53.34, porPagarAcumulado: 53.34, fechaLimite: '2025-08-17' },
    { periodo: '2025-08', base: 1499.99, ivaRetenido: 160, enterado: 53.34, porPagar: 106.66, porPagarAcumulado: 160, fechaLimite: '2025-09-17' },
    { periodo: '2025-09', base: 0, ivaRetenido: 0, enterado: 100, porPagar: -100, porPagarAcumulado: 60, fechaLimite: '2025-10-17' }] });
  assert.equal((await r.contable('IVARetenidoPorPagar', { ejercicio: 2025, mesInicial: 12 })).periodos[0].fechaLimite, '2026-01-17');
  // A return of a paid purchase is a negative row, with the kind of its withholding.
  const g = await comprar(persona, '2025-10-01', [linea('HONOR', 1000, { impuestos: retenciones })]);
  await pagar('2025-10-02', [[g, 476.67]]);
  const nota = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: g, motivo: 'x', completa: true, fecha: '2025-10-03' });
  assert.deepEqual((await ver('2025-10-01', '2025-10-31')).map(x => [x.transaccionId, x.transaccionIdCompra, x.tipoRetencion, x.iva, x.ivaRetenido, x.isrRetenido]),
    [[(await ver('2025-10-01', '2025-10-02'))[0].transaccionId, g, 'Honorarios', 80, 53.34, 50], [nota.transaccionId, g, 'Honorarios', -80, -53.34, -50]]);
  await r.retenido(AYER, SIEMPRE, 153.34);
  // Two kinds of withholding in one invoice in dollars, paid at another rate: a row each; the sum of the rows is the payment.
  const h = await comprar(persona, '2025-11-01', [linea('HONOR', 1000, { impuestos: retenciones }), linea('FLETE', 500, { impuestos: [{ impuesto: '002', tasaOCuota: 0.16, importe: 80 },
    { impuesto: '002', tipo: 'Retencion', tasaOCuota: 0.04, importe: 20 }] })], { moneda: 'USD', tipoCambio: 18 });
  const total = Number(await e.uno('transaccion', 'total', `transaccion_id = ${h}`));
  await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta.DOLARES, formaPagoId: e.transferencia, beneficiario: 'X', fecha: '2025-11-02', moneda: 'USD', tipoCambio: 20, partidas: [{ transaccionIdCompra: h, importeAbono: total }] });
  const noviembre = await ver('2025-11-01', '2025-11-30');
  assert.deepEqual(noviembre.map(x => [x.tipoRetencion, x.tasaRetencion, x.subtotal, x.iva, x.ivaRetenido, x.isrRetenido]), [['Honorarios', 0.106667, 20000, 3200, 2133.4, 2000], ['Fletes', 0.04, 10000, 1600, 400, 0]]);
  await r.retenido(AYER, SIEMPRE, 153.34);
});

test('OP-110 y OP-111: parámetros', async t => {
  await tabla(t, srv, e.token, [
    ['sin fechas: el mes en curso', 'GET', `${C}/AnalisisIVARetenidoPorPagar`, undefined, { registros: [] }],
    ['al revés', 'GET', `${C}/AnalisisIVARetenidoPorPagar?fechaInicial=2025-02-02&fechaFinal=2025-02-01`, undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
    ['no es fecha', 'GET', `${C}/AnalisisIVARetenidoPorPagar?fechaInicial=ayer`, undefined, 'VALIDACION fechaInicial FECHA_INVALIDA'],
    ['no existen', 'GET', `${C}/AnalisisIVARetenidoPorPagar?proveedorId=999999&sucursalId=999999`, undefined, 'VALIDACION proveedorId NO_EXISTE, sucursalId NO_EXISTE'],
    ['sin ejercicio', 'GET', `${C}/IVARetenidoPorPagar`, undefined, 'VALIDACION ejercicio REQUERIDO'],
    ['meses que no hay', 'GET', `${C}/IVARetenidoPorPagar?ejercicio=2025&mesInicial=0&mesFinal=13`, undefined, 'VALIDACION mesInicial RANGO, mesFinal RANGO'],
    ['meses al revés', 'GET', `${C}/IVARetenidoPorPagar?ejercicio=2025&mesInicial=3&mesFinal=2`, undefined, 'VALIDACION mesFinal RANGO'],
    ['sucursal que no existe', 'GET', `${C}/IVARetenidoPorPagar?ejercicio=2025&sucursalId=999999`, undefined, 'VALIDACION sucursalId NO_EXISTE'],
  ]);
});

test('OP-110 y OP-111: una nota que se liquida de nuevo, el día de la reversa, en el renglón de su compra y en su mes', async () => {
  const otra = await e.cliente('OTRA', { tipoContacto: 'Proveedor', nombre: 'ANA RUIZ', rfc: 'RUAA800101AA1', regimenFiscal: '612' });
  const g = await comprar(otra, '2025-12-01', [linea('HONOR', 1000, { impuestos: retenciones }), linea('CERO', 953.33)]);
  const d = await pagar('2025-12-02', [[g, 953.33]]);
  const n = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: g, motivo: 'x', fecha: '2025-12-03', partidas: [{ numeroPartida: 2, cantidad: 1 }] });
  const ver = async () => (await r.contable('AnalisisIVARetenidoPorPagar', { fechaInicial: AYER, fechaFinal: SIEMPRE, proveedorId: otra })).registros
    .map(x => [x.fecha.slice(0, 10), x.transaccionId, x.transaccionIdCompra, x.tipoRetencion, x.subtotal, x.iva, x.ivaRetenido, x.isrRetenido, x.total]);
  const mes = async dia => (await r.contable('IVARetenidoPorPagar', { ejercicio: Number(dia.slice(0, 4)), mesInicial: Number(dia.slice(5, 7)), mesFinal: Number(dia.slice(5, 7)) })).periodos[0];
  // The purchase is half paid, so half of the return is credit, which pays the rest of the fees. Each row shows the line that withholds, in
  // proportion to the withheld tax.
  const antes = [['2025-12-02', d.transaccionId, g, 'Honorarios', 500.05, 80.01, 53.34, 50, 476.72], ['2025-12-03', n.transaccionId, g, 'Honorarios', 499.95, 79.99, 53.33, 50, 476.61]];
  assert.deepEqual(await ver(), antes);
  const dia = await hoy(), habia = await mes(dia);
  await cancelar(`/api/Bancos/EgresoCancelar/${d.transaccionId}`);
  assert.deepEqual(await ver(), [...antes, [dia, d.transaccionId, g, 'Honorarios', -500.05, -80.01, -53.34, -50, -476.72], [dia, n.transaccionId, g, 'Honorarios', -499.95, -79.99, -53.33, -50, -476.61]]);
  const hay = await mes(dia);
  assert.deepEqual([hay.base - habia.base, hay.ivaRetenido - habia.ivaRetenido].map(x => x.toFixed(2)), ['-1000.00', '-106.67']);
  await r.retenido(AYER, SIEMPRE, 153.34);
});

test('OP-113: la balanza de un mes y de un año, como árbol y plana; el resultado de un año sin cerrar es un renglón de 305', async () => {
  await vender('UNO', '2024-12-31', [linea('CERO', 100)]);
  await vender('UNO', '2025-01-15', [linea('CERO', 40)]);
  const enero = await r.balanza(2025, 1, 1);
  const de = (cuentas, codigo) => cuentas.find(c => c.cuenta === codigo);
  assert.deepEqual(Object.keys(de(enero, '401')), ['cuentaId', 'cuenta', 'nombre', 'codigoAgrupador', 'nivel', 'padreId', 'naturaleza', 'esDetalle', 'saldoInicial', 'debe', 'haber', 'saldoFinal', 'hijos']);
  assert.deepEqual([de(enero, '401').padreId, de(enero, '401').nivel, de(enero, '401').esDetalle, de(enero, '401').hijos.map(h => h.cuenta)], [null, 1, false, ['401.04']]);
  assert.deepEqual(de(enero, '401.04').padreId, de(enero, '401').cuentaId);
  const cara = c => [c.saldoInicial, c.debe, c.haber, c.saldoFinal];
  assert.deepEqual([cara(de(enero, '105.01')), cara(de(enero, '401.04')), cara(de(enero, '305.01'))], [[100, 40, 0, 140], [0, 0, 40, 40], [100, 0, 0, 100]]);
  assert.deepEqual([de(enero, '305.01').cuentaId, de(enero, '305.01').nombre], [0, 'Utilidad por cerrar']);
  const diciembre = await r.balanza(2024, 12, 12);
  assert.deepEqual([cara(de(diciembre, '105.01')), cara(de(diciembre, '401.04')), de(diciembre, '305.01')], [[0, 100, 0, 100], [0, 0, 100, 100], undefined], 'en su año el resultado está en sus cuentas');
  for (const [a, b] of [[1, 12], [3, 3], [6, 8]]) await r.balanza(2025, a, b);
  await r.balanza(2026, 1, 12);
  // Trial balance until a day of its last month (alDia).
  const hasta = async alDia => hojas((await r.contable('BalanzaComprobacion', { ejercicio: 2025, mesInicial: 1, mesFinal: 1, alDia })).cuentas);
  assert.deepEqual([cara(de(await hasta('2025-01-14'), '105.01')), cara(de(await hasta('2025-01-15'), '105.01'))], [[100, 0, 0, 100], [100, 40, 0, 140]]);
  // Trial balance of some accounts (cuenta).
  const ver = async mas => hojas((await r.contable('BalanzaComprobacion', { ejercicio: 2025, mesInicial: 1, mesFinal: 1, ...mas })).cuentas);
  assert.deepEqual((await ver({ cuenta: '40' })).map(c => c.cuenta), ['401', '401.04']);
  assert.deepEqual((await ver({ cuenta: '401.' })).map(c => [c.cuenta, c.padreId === de(enero, '401').cuentaId]), [['401.04', true]]);
  assert.ok((await ver({ nivel: 1 })).every(c => c.nivel === 1 && c.hijos.length === 0));
  assert.deepEqual(cara(de(await ver({ nivel: 1 }), '401')), [0, 0, 40, 40]);
  assert.equal((await ver({ incluirCuentasSinMovimiento: true })).filter(c => c.cuentaId).length, Number(await base.uno(`SELECT count(*) FROM cuenta_contable WHERE organizacion_id = ${e.id}`)));
  assert.deepEqual(await ver({ sucursalId: e.frontera }), [], 'en enero no pasó nada en la frontera');
  assert.deepEqual(cara(de(await ver({ sucursalId: e.matriz }), '105.01')), [100, 40, 0, 140]);
  const proyecto = (await e.hecho('/api/Proyecto', { nombre: 'Obra' })).proyectoId;
  await vender('UNO', '2025-01-20', [linea('CERO', 7)], { proyectoId: proyecto });
  assert.deepEqual(cara(de(await ver({ proyectoId: proyecto }), '105.01')), [0, 7, 0, 7]);
  assert.deepEqual(await ver({ proyectoId: proyecto, clasificadorCostoId: (await e.hecho('/api/ClasificadoresCosto', { clave: 'CC', nombre: 'Centro', tipo: 'Costo' })).clasificadorCostoId }), []);
});

test('OP-113: parámetros', async t => {
  const ruta = `${C}/BalanzaComprobacion`, bien = 'ejercicio=2025&mesInicial=1&mesFinal=2';
  await tabla(t, srv, e.token, [
    ['faltan', 'GET', ruta, undefined, 'VALIDACION ejercicio REQUERIDO, mesInicial REQUERIDO, mesFinal REQUERIDO'],
    ['al revés', 'GET', `${ruta}?ejercicio=2025&mesInicial=2&mesFinal=1`, undefined, 'VALIDACION mesFinal RANGO'],
    ['otro formato', 'GET', `${ruta}?${bien}&formato=lista`, undefined, 'VALIDACION formato RANGO'],
    ['un día de otro mes', 'GET', `${ruta}?${bien}&fechaCorte=2025-01-31`, undefined, 'VALIDACION fechaCorte RANGO_FECHAS'],
    ['dos días distintos', 'GET', `${ruta}?${bien}&fechaCorte=2025-02-27&alDia=2025-02-28`, undefined, 'VALIDACION fechaCorte DUPLICADO'],
    ['el mismo, dos veces', 'GET', `${ruta}?${bien}&fechaCorte=2025-02-28&aldia=2025-02-28`, undefined, { mesFinal: 2 }],
    ['no existen', 'GET', `${ruta}?${bien}&sucursalId=999999&proyectoId=999999&clasificadorCostoId=999999`, undefined, 'VALIDACION sucursalId NO_EXISTE, proyectoId NO_EXISTE, clasificadorCostoId NO_EXISTE'],
    ['alDia donde no hay fecha de corte', 'GET', `${C}/IVARetenidoPorPagar?ejercicio=2025&alDia=2025-01-01`, undefined, 'VALIDACION alDia DESCONOCIDO'],
  ]);
});

test('estado de resultados, balance y auxiliar: por día, por sucursal, por proyecto y sus parámetros', async t => {
  const proyecto = (await e.hecho('/api/Proyecto', { nombre: 'Nave' })).proyectoId;
  const ver = mas => r.contable('EstadoResultados', { ejercicio: 2024, mes: 2, ...mas });
  const antes = await ver();
  await vender('UNO', '2024-02-10', [linea('CERO', 11)], { proyectoId: proyecto });
  await vender('UNO', '2024-02-29', [linea('CERO', 5)]);
  await vender('UNO', '2024-01-31', [linea('CERO', 3)], { proyectoId: proyecto });
  const mas = (x, y) => Number((x - y).toFixed(2)), ahora = await ver();
  assert.deepEqual([mas(ahora.ingresos.delMes, antes.ingresos.delMes), mas(ahora.utilidadNeta.acumulado, antes.utilidadNeta.acumulado)], [16, 19]);
  assert.equal(mas((await ver({ fechaCorte: '2024-02-28' })).ingresos.delMes, antes.ingresos.delMes), 11);
  const suyo = await ver({ proyectoId: proyecto });
  assert.deepEqual([suyo.ingresos.delMes, suyo.ingresos.acumulado, suyo.cuentas.filter(c => c.esDetalle).map(c => c.cuenta)], [11, 14, ['401.04']]);
  // The same month a year earlier is compared until the same day: 29 February 2024 has none in 2025.
  const despues = await r.contable('EstadoResultados', { ejercicio: 2025, mes: 2, proyectoId: proyecto });
  assert.deepEqual([despues.ingresos.delMesAnioAnterior, despues.ingresos.acumuladoAnioAnterior, despues.ingresos.acumulado], [11, 14, 0]);
  assert.equal((await r.contable('EstadoResultados', { ejercicio: 2025, mes: 2, fechaCorte: '2025-02-09', proyectoId: proyecto })).ingresos.delMesAnioAnterior, 0);
  const balance = dia => r.contable('BalanceGeneral', { fechaCorte: dia });
  const clientes = b => b.cuentas.find(c => c.cuenta === '105.01')?.saldo ?? 0;
  assert.equal(mas(clientes(await balance('2024-02-29')), clientes(await balance('2024-02-28'))), 5);
  assert.equal((await r.contable('BalanceGeneral', {})).fechaCorte, await hoy());
  const a = await r.contable('Auxiliar', { cuenta: '105', fechaInicial: '2024-02-01', fechaFinal: '2024-02-29', proyectoId: proyecto });
  assert.deepEqual([a.saldoInicial, a.debe, a.saldoFinal, a.movimientos.map(x => [x.fecha, x.cuenta, x.debe, x.saldo, x.tipoDocumento, x.contacto])], [3, 11, 14, [['2024-02-10', '105.01', 11, 14, 'Factura de venta', 'CLIENTE UNO']]]);
  assert.equal((await r.contable('Auxiliar', { cuenta: '401', fechaInicial: '2025-01-01', fechaFinal: '2025-01-01', proyectoId: proyecto })).saldoInicial, 0, 'las cuentas de resultados comienzan cada año en cero');
  const rango = 'fechaInicial=2025-01-01&fechaFinal=2025-01-31', nadie = 'sucursalId=999999&proyectoId=999999&clasificadorCostoId=999999';
  const nadie1 = 'VALIDACION sucursalId NO_EXISTE, proyectoId NO_EXISTE, clasificadorCostoId NO_EXISTE';
  await tabla(t, srv, e.token, [
    ['resultados: faltan', 'GET', `${C}/EstadoResultados`, undefined, 'VALIDACION ejercicio REQUERIDO, mes REQUERIDO'],
    ['resultados: un día de otro mes', 'GET', `${C}/EstadoResultados?ejercicio=2025&mes=2&fechaCorte=2025-03-01`, undefined, 'VALIDACION fechaCorte RANGO_FECHAS'],
    ['resultados: sin año anterior', 'GET', `${C}/EstadoResultados?ejercicio=1900&mes=2`, undefined, 'VALIDACION ejercicio RANGO'],
    ['resultados: no existen', 'GET', `${C}/EstadoResultados?ejercicio=2025&mes=2&${nadie}`, undefined, nadie1],
    ['auxiliar: falta la cuenta', 'GET', `${C}/Auxiliar?${rango}`, undefined, 'VALIDACION cuenta REQUERIDO'],
    ['auxiliar: al revés', 'GET', `${C}/Auxiliar?fechaInicial=2025-02-01&fechaFinal=2025-01-01&cuenta=105`, undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
    ['auxiliar: no existe', 'GET', `${C}/Auxiliar?${rango}&cuenta=999.99&${nadie}`, undefined, `VALIDACION cuenta NO_EXISTE, ${nadie1.slice(11)}`],
  ]);
});

test('OP-114: el estado de cuenta de cada lado, con lo cancelado en su día', async () => {
  const q = cliente.AMBOS;
  const f = await vender('AMBOS', '2025-03-01', [linea('S16', 1000)]);
  const d = await cobrar('AMBOS', '2025-03-02', 580, [[f, 580]], { referencia: 'TR-9' });
  const n = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', completa: true, fecha: '2025-03-03' });
  const g = await comprar(q, '2025-03-04', [linea('S16', 100)]);
  await pagar('2025-03-05', [[g, 16]]);
  const ver = (tipo, desde, hasta, mas = {}) => r.contable('EstadoCuenta', { contactoId: q, tipo, fechaInicial: desde, fechaFinal: hasta, ...mas });
  const marzo = await ver('Cliente', '2025-03-01', '2025-03-31');
  assert.deepEqual([marzo.contacto, marzo.moneda, marzo.saldoInicial, marzo.totalCargos, marzo.totalAbonos, marzo.saldoFinal], ['CLIENTE AMBOS', 'MXN', 0, 1160, 1740, -580], 'lo devuelto que se había pagado queda a favor');
  assert.deepEqual(marzo.movimientos.map(x => [x.fecha.slice(0, 10), x.transaccionId, x.cargo, x.abono, x.saldo]), [['2025-03-01', f, 1160, 0, 1160], ['2025-03-02', d.transaccionId, 0, 580, 580], ['2025-03-03', n.transaccionId, 0, 1160, -580]]);
  assert.deepEqual([marzo.movimientos[1].tipoDocumento, marzo.movimientos[1].referencia], ['Depósito', 'TR-9']);
  assert.match(marzo.movimientos[1].concepto, /^Cobro a Factura/);
  const compras = await ver('Proveedor', '2025-03-05', '2025-03-31');
  assert.deepEqual([compras.saldoInicial, compras.movimientos.map(x => [x.cargo, x.abono, x.saldo]), compras.saldoFinal], [116, [[16, 0, 100]], 100]);
  // A statement in the currency of the document, and in pesos at the exchange rate of the document: the exchange difference is no movement of the
  // customer.
  const usd = await vender('AMBOS', '2025-04-01', [linea('S16', 100)], { moneda: 'USD', tipoCambio: 18 });
  const x = await cobrar('AMBOS', '2025-04-02', 116, [[usd, 116]], { cuentaId: cuenta.DOLARES, moneda: 'USD', tipoCambio: 20 });
  assert.deepEqual((await ver('Cliente', '2025-04-01', '2025-04-30', { monedaId: 2 })).movimientos.map(y => [y.cargo, y.abono, y.saldo]), [[116, 0, 116], [0, 116, 0]]);
  assert.deepEqual((await ver('Cliente', '2025-04-01', '2025-04-30')).movimientos.map(y => [y.cargo, y.abono, y.saldo]), [[2088, 0, 1508], [0, 2088, -580]]);
  await cancelar(`/api/Bancos/DepositoCancelar/${x.transaccionId}`);
  const fin = await ver('Cliente', '2025-04-03', SIEMPRE, { monedaId: 2 });
  assert.deepEqual([fin.saldoInicial, fin.movimientos.map(y => [y.fecha.slice(0, 10), y.cargo, y.abono]), fin.saldoFinal], [0, [[await hoy(), 116, 0]], 116]);
  assert.match(fin.movimientos[0].concepto, /^Cancelación de Cobro a Factura/);
  await r.cartera(AYER, SIEMPRE);
});

test('OP-115: los saldos de todos, con lo que se movió; OP-079 a la misma fecha', async () => {
  const { filas: todas, totales } = await r.paginas(`${C}/SaldosClientesProveedores`, { fechaInicial: '2025-03-01', fechaFinal: '2025-03-31' });
  const f = todas.find(x => x.entidadId === cliente.AMBOS);
  assert.deepEqual([f.moneda, f.saldoInicial, f.cargos, f.abonos, f.saldoFinal, f.saldoFinalMXN], ['MXN', 0, 1176, 1856, -680, -680], 'los dos lados: a nuestro favor menos en contra');
  assert.deepEqual([f.saldoCliente, f.anticiposCliente, f.saldoProveedor, f.saldoNeto], [0, 580, 100, -680]);
  assert.ok(todas.every(x => [x.saldoCliente, x.saldoProveedor, x.anticiposCliente, x.anticiposProveedor, x.saldoFinal].some(n => n !== 0)));
  assert.ok(totales.monedas.some(x => x.moneda === 'MXN'));
  const una = async mas => (await r.paginas(`${C}/SaldosClientesProveedores`, { fechaInicial: '2025-03-01', fechaFinal: '2025-03-31', ...mas })).filas;
  assert.deepEqual((await una({ tipo: 'Proveedor' })).filter(x => x.entidadId === cliente.AMBOS).map(x => [x.saldoInicial, x.cargos, x.abonos, x.saldoFinal]), [[0, 16, 116, 100]]);
  assert.ok((await una({ soloConSaldo: false })).length > (await una({})).length);
  assert.deepEqual(await una({ monedaId: 3 }), []);
  // An invoice cancelled today was owed until yesterday.
  cliente.SIETE = await e.cliente('SIETE');
  await cancelar(`/api/Ventas/TransaccionCancelar/${await vender('SIETE', '2025-02-10', [linea('S16', 100)])}`);
  const deSiete = async mas => (await una({ soloConSaldo: false, ...mas })).filter(x => x.entidadId === cliente.SIETE).map(x => [x.saldoInicial, x.cargos, x.abonos, x.saldoFinal, x.saldoCliente]), dia1 = await hoy();
  assert.deepEqual([await deSiete({}), await deSiete({ fechaInicial: dia1, fechaFinal: dia1 })], [[[116, 0, 0, 116, 116]], [[116, 0, 116, 0, 0]]]);
  // An egress with an expense by concept and money to assign: only the money to assign is an advance.
  await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta.PESOS, formaPagoId: e.transferencia, beneficiarioId: proveedor, fecha: '2025-03-20', importe: 1000, partidas: [{ conceptoId: concepto['GA-GENERAL'], importeAbono: 116 }] });
  const [a] = (await una({ tipo: 'Proveedor' })).filter(x => x.entidadId === proveedor);
  assert.deepEqual([a.anticiposProveedor, a.saldoFinal], [884, 0]);
  const antes = (await r.paginas('/api/Contactos/Saldos', { alDia: '2025-03-31', soloConSaldo: true })).filas.find(x => x.entidadId === proveedor);
  assert.equal(antes.anticiposProveedor, 884);
  await r.cartera(AYER, SIEMPRE);
});

test('OP-114 y OP-115: parámetros', async t => {
  const estado = `${C}/EstadoCuenta`, saldos = `${C}/SaldosClientesProveedores`;
  await tabla(t, srv, e.token, [
    ['faltan', 'GET', estado, undefined, 'VALIDACION contactoId REQUERIDO, tipo REQUERIDO, fechaInicial REQUERIDO, fechaFinal REQUERIDO'],
    ['al revés', 'GET', `${estado}?contactoId=${cliente.UNO}&tipo=Cliente&fechaInicial=2025-02-02&fechaFinal=2025-02-01`, undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
    ['otro tipo', 'GET', `${estado}?contactoId=${cliente.UNO}&tipo=Ambos&fechaInicial=2025-02-01&fechaFinal=2025-02-01`, undefined, 'VALIDACION tipo RANGO'],
    ['no existen', 'GET', `${estado}?contactoId=999999&tipo=Cliente&fechaInicial=2025-02-01&fechaFinal=2025-02-01&monedaId=999`, undefined, 'VALIDACION contactoId NO_EXISTE, monedaId NO_EXISTE'],
    ['nada', 'GET', `${estado}?contactoId=${proveedor}&tipo=Cliente&fechaInicial=2020-02-01&fechaFinal=2020-02-01`, undefined, { saldoInicial: 0, movimientos: [], saldoFinal: 0 }],
    ['saldos: faltan', 'GET', saldos, undefined, 'VALIDACION fechaInicial REQUERIDO, fechaFinal REQUERIDO'],
    ['saldos: al revés', 'GET', `${saldos}?fechaInicial=2025-02-02&fechaFinal=2025-02-01`, undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
    ['saldos: no existen', 'GET', `${saldos}?fechaInicial=2025-02-01&fechaFinal=2025-02-01&monedaId=999&clasificacionId=999999`, undefined, 'VALIDACION monedaId NO_EXISTE, clasificacionId NO_EXISTE'],
  ]);
  esError(await srv.get(`${estado}?contactoId=${cliente.UNO}&tipo=Cliente&fechaInicial=2025-02-01&fechaFinal=2025-02-01`, { token: m.t1 }), 400, 'VALIDACION', ['contactoId NO_EXISTE']);
});

test('todo, como lo lee hledger mes por mes; y en CSV, lo mismo', async () => {
  await r.sonElLibro(AYER, SIEMPRE, 153.34);
  await r.comoHledger([[2024, 12], [2025, 1], [2025, 3], [2025, 6], [2025, 8], [2025, 11], [2025, 12], [2026, 1], [2026, 12]]);
  const rango = { fechaInicial: AYER, fechaFinal: SIEMPRE };
  for (const [ruta, parametros, lista] of [['IVAcobradoTasas', { fechaInicial: '01/01/2023', fechaFinal: '31/12/2027' }, d => d.registros], ['AnalisisIVARetenidoPorPagar', rango, d => d.registros],
    ['IVARetenidoPorPagar', { ejercicio: 2025 }, d => d.periodos], ['BalanzaComprobacion', { ejercicio: 2025, mesInicial: 1, mesFinal: 12 }, d => hojas(d.cuentas)],
    ['EstadoResultados', { ejercicio: 2025, mes: 6 }, d => d.cuentas], ['BalanceGeneral', { alDia: '2025-06-30' }, d => d.cuentas],
    ['Auxiliar', { ...rango, cuenta: '105' }, d => d.movimientos], ['EstadoCuenta', { ...rango, contactoId: cliente.AMBOS, tipo: 'Cliente' }, d => d.movimientos], ['SaldosClientesProveedores', rango, d => d]]) {
    const json = lista(await r.contable(ruta, parametros));
    assert.ok(json.length > 0, ruta);
    await r.comoCsv(ruta, parametros, json);
  }
});

test('OP-110 y OP-111: la base, el IVA y el ISR son los de las partidas que retienen', async () => {
  const ver = async (desde, hasta) => (await r.contable('AnalisisIVARetenidoPorPagar', { fechaInicial: desde, fechaFinal: hasta })).registros.map(x => [x.tipoRetencion, x.tasaRetencion, x.subtotal, x.iva, x.ivaRetenido, x.isrRetenido, x.total]);
  const base111 = async mes => (await r.contable('IVARetenidoPorPagar', { ejercicio: 2026, mesInicial: mes, mesFinal: mes })).periodos[0].base;
  const t16 = importe => ({ impuesto: '002', tasaOCuota: 0.16, importe }), isr = (tasaOCuota, importe) => ({ impuesto: '001', tipo: 'Retencion', tasaOCuota, importe });
  const iva = (tasaOCuota, importe) => ({ impuesto: '002', tipo: 'Retencion', tasaOCuota, importe });
  // Lines: fees, freight, ISR withheld alone, and nothing withheld: 1000 + 500 + 400 + 600.
  const partidas = [linea('HONOR', 1000, { impuestos: retenciones }), linea('FLETE', 500, { impuestos: [t16(80), iva(0.04, 20)] }), linea('HONOR', 400, { impuestos: [t16(64), isr(0.0125, 5)] }), linea('S16', 600)];
  const f = await comprar(persona, '2026-03-01', partidas);
  const total = Number(await e.uno('transaccion', 'total', `transaccion_id = ${f}`));
  assert.equal(total, 2668.33);
  await pagar('2026-03-10', [[f, total]]);
  assert.deepEqual(await ver('2026-03-01', '2026-03-31'), [['Honorarios', 0.106667, 1000, 160, 106.67, 100, 953.33], ['Fletes', 0.04, 500, 80, 20, 0, 560]]);
  assert.equal(await base111(3), 1500);
  // Two payments give the same sums, to the cent of the withheld tax.
  const g = await comprar(persona, '2026-04-01', partidas);
  await pagar('2026-04-10', [[g, 1334.17]]);
  await pagar('2026-04-11', [[g, 1334.16]]);
  const partes = await ver('2026-04-01', '2026-04-30');
  assert.deepEqual([partes.length, ...[2, 3, 4, 5, 6].map(c => Number(partes.reduce((s, x) => s + x[c], 0).toFixed(2)))], [4, 1500, 240, 126.67, 100, 1513.33]);
  for (const [tipo, , subtotal] of partes) assert.ok(Math.abs(subtotal - (tipo === 'Fletes' ? 250 : 500)) < 0.2, `${partes}`);
  assert.equal(await base111(4), 1500);
  // Credited fees and fees not credited are two rows, each with its own ISR. An egress by concept with money to assign gives one row.
  const dos = [linea('HONOR', 1000, { impuestos: retenciones }), linea('HONOR', 1000, { impuestos: retenciones, acreditamiento: 'Ninguno' })];
  const h = await comprar(persona, '2026-05-01', dos);
  await pagar('2026-05-10', [[h, 1906.66]]);
  const fila = ['Honorarios', 0.106667, 1000, 160, 106.67, 100, 953.33];
  assert.deepEqual(await ver('2026-05-01', '2026-05-31'), [fila, fila]);
  await pagar('2026-06-10', [['GA-HONOR', 953.33], ['GA-GENERAL', 116]], { importe: 2000 });
  assert.deepEqual(await ver('2026-06-01', '2026-06-30'), [fila]);
  // A whole return gives a negative row for each line that withholds.
  const n = await comprar(persona, '2026-07-01', partidas);
  await pagar('2026-07-02', [[n, total]]);
  await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: n, motivo: 'x', completa: true, fecha: '2026-07-03' });
  assert.deepEqual((await ver('2026-07-03', '2026-07-31')).map(x => x.slice(0, 6)), [['Honorarios', 0.106667, -1000, -160, -106.67, -100], ['Fletes', 0.04, -500, -80, -20, 0]]);
  assert.equal(await base111(7), 0);
});

test('permisos y otras organizaciones', async () => {
  const rutas = [['AnalisisIVARetenidoPorPagar'], ['IVARetenidoPorPagar', 'ejercicio=2025'], ['IVAcobradoTasas', 'fechaInicial=01/01/2025&fechaFinal=31/12/2025'], ['BalanzaComprobacion', 'ejercicio=2025&mesInicial=1&mesFinal=12'],
    ['EstadoResultados', 'ejercicio=2025&mes=6'], ['BalanceGeneral'], ['Auxiliar', 'cuenta=105&fechaInicial=2025-01-01&fechaFinal=2025-12-31'],
    ['EstadoCuenta', `contactoId=${cliente.UNO}&tipo=Cliente&fechaInicial=2025-01-01&fechaFinal=2025-12-31`], ['SaldosClientesProveedores', 'fechaInicial=2025-01-01&fechaFinal=2025-12-31']];
  const usuario = await base.usuario({ usuario: `ventas${e.id}`, organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: 'ventas.leer' });
  const token = await srv.entrar({ ...usuario, ...e.llave });
  for (const [ruta, q = ''] of rutas) {
    esError(await srv.get(`${C}/${ruta}?${q}`, { token }), 403, 'PERMISO_DENEGADO');
    esError(await srv.get(`${C}/${ruta}?${q}`, {}), 401, 'NO_AUTENTICADO');
  }
  const ajena = (await srv.get(`${C}/IVAcobradoTasas?fechaInicial=01/01/2023&fechaFinal=31/12/2027`, { token: m.t2 })).json.data.registros;
  assert.ok(ajena.every(f => f.cliente !== 'CLIENTE UNO'));
});
