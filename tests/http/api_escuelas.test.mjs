// OP-121: an invoice that a school issued elsewhere is registered as its CFDI has it, with its student; and the reasons to refuse it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar, tabla } from './lib/ayuda_api.mjs';
import { cfdi, en64, exento, iedu, iva, sellado } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';

const ARCHIVO = '/api/EscuelaPrivada/ArchivoDigital', NOSOTROS = 'EKU9003173C9', PADRE = 'COSC8001137NA';
let m, e, base, srv;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Colegio', rfc: NOSOTROS });
});
after(() => m?.cerrar());

const colegiatura = (precio = 3500, mas = {}) => ({ precio, ClaveProdServ: '86121500', ClaveUnidad: 'E48', Descripcion: 'Colegiatura de marzo', traslados: [exento(precio)], iedu, ...mas });
const xml = (conceptos = [colegiatura()], mas = {}) => cfdi({ emisor: NOSOTROS, receptor: PADRE, nombreReceptor: 'CARLOS COLIN', conceptos, ...mas });
const firmado = (conceptos, mas) => sellado(xml(conceptos, mas), NOSOTROS);
const enviar = async (conceptos, mas = {}, cuerpo = {}) => e.hecho(ARCHIVO, { xmlBase64: en64(await firmado(conceptos, mas)), ...cuerpo });
const leer = async (que, f) => (await srv.get(`/api/${que}/${f.transaccionId}`, { token: e.token })).json.data;
const contactos = () => base.uno(`SELECT count(*) FROM contacto WHERE organizacion_id = ${e.id}`);
const sinVerificar = avisos => avisos.map(a => a.split(':')[0]);

test('timbrado: una factura como el CFDI, con su cliente, su alumno y sus papeles', async () => {
  const texto = await firmado([colegiatura(), { precio: 200, cantidad: 3, descuento: 60, traslados: [iva(540)] }, { precio: 10, ClaveProdServ: '01010101' }],
    { Serie: 'CO', Folio: '123', uuid: '5fb2822e-396d-4725-8521-cdc4bdd20ccf' });
  const f = await e.hecho(ARCHIVO, { xmlBase64: en64(texto), pdfBase64: en64('%PDF-1.4\n'), matricula: 'A-1024', ciclo: '2025-2026', periodo: 'Marzo', referenciaExterna: 'ESC-1' });
  assert.deepEqual([f.tipoDocumento, f.objId, f.total, f.saldo, f.estado, f.uuid, f.fecha], ['Factura de venta', 1, 4136.4, 4136.4, 'Pendiente', '5FB2822E-396D-4725-8521-CDC4BDD20CCF', '2026-01-15T10:00:00']);
  assert.deepEqual(f.escuela, { alumno: 'Ana Pérez López', curp: 'HEGG560427MVZRRL04', nivelEducativo: 'Primaria', autRVOE: 'RVOE-1', rfcPago: '', matricula: 'A-1024', ciclo: '2025-2026', periodo: 'Marzo' });
  assert.deepEqual(f.archivos.map(a => [a.nombre, a.tipo]).sort(), [['5FB2822E-396D-4725-8521-CDC4BDD20CCF', 'PDF'], ['5FB2822E-396D-4725-8521-CDC4BDD20CCF', 'XML']]);
  assert.equal(await base.uno(`SELECT convert_from(string_agg(contenido, '' ORDER BY numero), 'UTF8') FROM archivo_bloque WHERE archivo_id = ${f.archivos.find(a => a.tipo === 'XML').archivoId}`), texto);
  const d = await leer('FacturaVenta', f);
  assert.deepEqual([d.rfc, d.cliente, d.estatusTimbrado, d.fechaTimbrado, d.metodoPago, d.formaPago, d.usoCFDI, d.regimenFiscal, d.subtotal, d.descuento, d.iva, d.referenciaExterna, d.validacion],
    [PADRE, 'CARLOS COLIN', 'Timbrado', '2026-01-15T10:00:09', 'PUE', '03', 'D10', '605', 4050, 60, 86.4, 'ESC-1', 'Válido']);
  assert.deepEqual(d.partidas.map(p => [p.descripcion, p.cantidad, p.precioUnitario, p.descuento, p.importe, p.claveProductoServicio, p.claveUnidad, p.objetoImpuesto, p.impuestos.map(i => `${i.tipoFactor} ${i.importe}`).join()]),
    [['Colegiatura de marzo', 1, 3500, 0, 3500, '86121500', 'E48', '02', 'Exento 0'], ['Cosa', 3, 200, 60, 540, '43211503', 'H87', '02', 'Tasa 86.4'], ['Cosa', 1, 10, 0, 10, '01010101', 'H87', '01', '']]);
  assert.deepEqual(await e.poliza(f.transaccionId), ['D CLIENTES 4136.40', 'A IVA_POR_COBRAR 86.40', 'A VENTAS_16 540.00', 'A VENTAS_EXENTAS 3500.00', 'A VENTAS_NO_OBJETO 10.00']);
  assert.deepEqual((await srv.get('/api/FacturaVenta?busqueda=CO123', { token: e.token })).json.data.map(x => x.transaccionId), [f.transaccionId]);
});

test('el cliente es quien tiene ese RFC, o uno nuevo', async () => {
  const antes = await contactos();
  const [a, b] = [await enviar(), await enviar()];
  assert.equal(await contactos(), antes);
  const suyo = async f => (await leer('FacturaVenta', f)).clienteId;
  assert.equal(await suyo(a), await suyo(b));
  const global = await enviar(undefined, { receptor: 'XAXX010101000', nombreReceptor: 'PUBLICO EN GENERAL' });
  assert.equal(await suyo(global), e.publico);
  assert.equal(await contactos(), antes);
  const otro = await enviar(undefined, { receptor: 'IIA040805DZ4', nombreReceptor: 'INDISTRIA ILUMINADORA' });
  assert.equal(await contactos(), antes + 1);
  assert.equal(await base.uno(`SELECT concat_ws('|', nombre, rfc, tipo_contacto, regimen_fiscal, codigo_postal) FROM contacto WHERE contacto_id = ${await suyo(otro)}`),
    'INDISTRIA ILUMINADORA|IIA040805DZ4|Cliente|601|64000');
});

test('sin timbrar: una nota, con su alumno', async () => {
  const n = await enviar([colegiatura(1000, { iedu: { ...iedu, rfcPago: PADRE } })], { uuid: null }, { matricula: 'B-1' });
  assert.deepEqual([n.tipoDocumento, n.objId, n.total, n.uuid, n.archivos.length], ['Nota de venta', 2, 1000, '', 1]);
  const d = await leer('NotaVenta', n);
  assert.deepEqual(d.escuela, n.escuela);
  assert.deepEqual([n.escuela.matricula, n.escuela.rfcPago], ['B-1', PADRE]);
  assert.deepEqual((await srv.get('/api/NotaVenta?matricula=B-1', { token: e.token })).json.data.map(x => x.transaccionId), [n.transaccionId]);
});

test('ya pagada: su depósito', async () => {
  for (const uuid of [undefined, null]) {
    const f = await enviar([colegiatura(1500.5)], { ...(uuid === null && { uuid }) }, { cuentaId: e.caja, formaPagoId: e.transferencia });
    assert.deepEqual([f.estado, f.saldo], ['Pagado', 0]);
    assert.equal(await base.uno(`SELECT concat_ws(' ', d.total, d.estado, b.forma_pago_id, b.cuenta_id) FROM aplicacion a JOIN transaccion d ON d.transaccion_id = a.fuente_id JOIN movimiento_banco b ON b.transaccion_id = d.transaccion_id
      WHERE a.destino_id = ${f.transaccionId}`), `1500.50 Asignado ${e.transferencia} ${e.caja}`);
  }
  const beca = await enviar([colegiatura(1000, { descuento: 1000, traslados: [exento(0)] })], {}, { cuentaId: e.caja, formaPagoId: e.transferencia });
  assert.deepEqual([beca.total, beca.saldo], [0, 0]);
});

test('otra moneda, 3.3 y varios alumnos', async () => {
  const d = await enviar([colegiatura(100)], { Moneda: 'USD', TipoCambio: '17.5' });
  assert.deepEqual((({ moneda, tipoCambio }) => [moneda, tipoCambio])(await leer('FacturaVenta', d)), ['USD', 17.5]);
  assert.equal((await enviar([colegiatura(100)], { v33: true, fecha: '2021-01-15T10:00:00' })).total, 100);
  const hermanos = await enviar([colegiatura(100), colegiatura(50, { iedu: { ...iedu, nombreAlumno: 'Luis', CURP: 'HEGG560427HVZRRL06' } })]);
  assert.equal(hermanos.escuela.alumno, 'Ana Pérez López');
  assert.match(hermanos.advertencias.join(), /más de un alumno/);
});

test('lo que no se puede verificar se advierte', async () => {
  const avisos = sinVerificar((await enviar()).advertencias);
  assert.deepEqual(avisos.filter(a => /SELLO|TFD/.test(a)), ['No se pudo verificar SELLO04', 'No se pudo verificar SELLO10', 'No se pudo verificar TFD05']);
  assert.ok(!sinVerificar((await enviar(undefined, { uuid: null })).advertencias).some(a => /TFD/.test(a)));
});

test('timbrada, su cancelación espera al SAT; sin timbrar, se cancela con su depósito', async () => {
  const f = await enviar();
  const cancelar = (id, consulta = '') => srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${id}?motivo=Error${consulta}`, { token: e.token });
  assert.equal((await cancelar(f.transaccionId)).json.errores[0].campo, 'motivoSat');
  assert.equal((await cancelar(f.transaccionId, '&motivoSat=02')).estado, 200);
  const d = await leer('FacturaVenta', f);
  assert.deepEqual([d.estado, d.estatusTimbrado, d.saldo], ['Pendiente', 'CancelacionEnProceso', 3500]);
  const n = await enviar(undefined, { uuid: null }, { cuentaId: e.caja, formaPagoId: e.transferencia });
  assert.equal((await cancelar(n.transaccionId)).estado, 200);
  assert.equal(await e.estado(n.transaccionId), 'Cancelado');
});

test('una vez por llave; y se puede devolver', async () => {
  const f = await e.unaVez(ARCHIVO, { xmlBase64: en64(await firmado()) }, 1);
  const r = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'Baja', completa: true });
  assert.equal(r.total, 3500);
});

test('lo que no se puede', async t => {
  const repetido = en64(await firmado(undefined, {}));
  await e.hecho(ARCHIVO, { xmlBase64: repetido, referenciaExterna: 'UNA' });
  const antes = await contactos();
  const sello = 'SELLO_INVALIDO xmlBase64 SELLO_INVALIDO', malo = 'CFDI_INVALIDO xmlBase64 CFDI_INVALIDO', rfc = 'CFDI_RFC_NO_CORRESPONDE xmlBase64 CFDI_RFC_NO_CORRESPONDE';
  const de = async (conceptos, mas, cuerpo) => ({ xmlBase64: en64(await firmado(conceptos, mas)), ...cuerpo });
  const alumno = cambios => de([colegiatura(100, { iedu: { ...iedu, ...cambios } })]);
  const bueno = await firmado();
  const nuevo = { receptor: 'JES900109Q90', nombreReceptor: 'NADIE' };
  const filas = [
    ['sin XML', {}, 'VALIDACION xmlBase64 REQUERIDO'],
    ['no es XML', { xmlBase64: 'PD94bWw=' }, malo],
    ['otro XML', { xmlBase64: en64('<a/>') }, malo],
    ['3.2', { xmlBase64: en64('<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" version="3.2"/>') }, malo],
    ['una nota de crédito', await de(undefined, { TipoDeComprobante: 'E' }), malo],
    ['no es un PDF', await de(undefined, nuevo, { pdfBase64: en64('hola') }), 'VALIDACION pdfBase64 FORMATO'],
    ['de otro emisor', { xmlBase64: en64(await sellado(cfdi({ emisor: 'JES900109Q90', receptor: NOSOTROS, conceptos: [colegiatura()] }), 'JES900109Q90')) }, rfc],
    ['sin sello', { xmlBase64: en64(xml()) }, sello],
    ['cambiado después de sellar', { xmlBase64: en64(bueno.replace('Colegiatura', 'Colegiaturas')) }, sello],
    ['sellado por otro', { xmlBase64: en64(await sellado(xml(), 'JES900109Q90')) }, sello],
    ['con el timbre de otro', { xmlBase64: en64(bueno.replace(/SelloCFD="..../, 'SelloCFD="AAAA')) }, sello],
    ['sin iedu', await de([colegiatura(100, { iedu: undefined })]), malo],
    ['una CURP que no lo es', await alumno({ CURP: 'HEGG560427' }), malo],
    ['sin CURP', await alumno({ CURP: undefined }), malo],
    ['un nivel que no hay', await alumno({ nivelEducativo: 'Universidad' }), malo],
    ['sin nivel', await alumno({ nivelEducativo: undefined }), malo],
    ['sin autorización', await alumno({ autRVOE: undefined }), malo],
    ['el segundo alumno mal', await de([colegiatura(100), colegiatura(50, { iedu: { ...iedu, CURP: 'X' } })]), malo],
    ['el mismo dos veces', { xmlBase64: repetido }, 'UUID_DUPLICADO xmlBase64 UUID_DUPLICADO'],
    ['la misma referencia', await de(undefined, {}, { referenciaExterna: 'UNA' }), 'REFERENCIA_DUPLICADA'],
    ['un total que no suma', await de([colegiatura(100)], { ...nuevo, Total: '100.02' }), 'CFDI_TOTAL_NO_CORRESPONDE xmlBase64 CFDI_TOTAL_NO_CORRESPONDE'],
    ['un impuesto que no es de su tasa', await de([colegiatura(100, { traslados: [iva(100, 0.16, { Importe: '17.00' })] })]), malo],
    ['una cantidad que no lo es', await de([colegiatura(100, { Cantidad: '1e5' })]), malo],
    ['una clave de 21 letras', await de([colegiatura(100, { ClaveUnidad: 'E'.repeat(21) })]), malo],
    ['más de lo que cabe', await de([colegiatura(90000000000000)], { Moneda: 'USD', TipoCambio: '99999' }), malo],
    ['un descuento mayor que el importe', await de([colegiatura(100, { descuento: 101, traslados: [] })], { Total: '0' }), malo],
    ['un receptor que no lo es', await de(undefined, { receptor: 'NADIE' }), malo],
    ['de mañana', await de(undefined, { fecha: '2029-12-15T10:00:00' }), 'VALIDACION xmlBase64 RANGO'],
    ['una moneda que no hay', await de(undefined, { Moneda: 'ZZZ', TipoCambio: '1' }), 'VALIDACION xmlBase64 NO_EXISTE'],
    ['otra sucursal', await de(undefined, nuevo, { sucursalId: 999999 }), 'VALIDACION sucursalId NO_EXISTE'],
    ['otro proyecto', await de(undefined, nuevo, { proyectoId: 999999 }), 'VALIDACION proyectoId NO_EXISTE'],
    ['una cuenta sin forma de pago', await de(undefined, {}, { cuentaId: e.caja }), 'VALIDACION formaPagoId REQUERIDO'],
    ['una forma de pago sin cuenta', await de(undefined, {}, { formaPagoId: e.efectivo }), 'VALIDACION cuentaId REQUERIDO'],
    ['otra cuenta', await de(undefined, {}, { cuentaId: 999999, formaPagoId: e.efectivo }), 'VALIDACION cuentaId NO_EXISTE'],
    ['otra forma de pago', await de(undefined, {}, { cuentaId: e.caja, formaPagoId: 999999 }), 'VALIDACION formaPagoId NO_EXISTE'],
  ];
  await tabla(t, srv, e.token, filas.map(([que, cuerpo, espera]) => [que, 'POST', ARCHIVO, cuerpo, espera]));
  assert.equal(await contactos(), antes);
  const r = await e.pedir(ARCHIVO, await alumno({ CURP: 'X' }));
  assert.match(r.json.errores[0].mensaje, /^Concepto 1, CURP: /);
});

test('un centavo al lado es el mismo total', async () => {
  assert.equal((await enviar([colegiatura(100)], { Total: '100.01' })).total, 100);
});

test('un mes cerrado no admite más', async () => {
  await e.cerrar('2024-02');
  await e.falla(ARCHIVO, { xmlBase64: en64(await firmado(undefined, { fecha: '2024-02-15T10:00:00' })) }, 'PERIODO_CERRADO');
});

test('y las cuentas cuadran', async () => {
  assert.deepEqual(await auditar(base), []);
  await e.cuadra();
});
