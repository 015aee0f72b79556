// OP-141 with the CFDI of the supplier: the invoice is registered as the CFDI has it, the CFDI must be between this supplier and this organization,
// and the files of the CFDI are kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar, tabla } from './lib/ayuda_api.mjs';
import { cfdi, en64, exento, iva, sellado } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaCompra', NOSOTROS = 'EKU9003173C9', SUYO = 'URE180429TM6';
let m, e, base, srv, proveedor, servicios, silla;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Compradora', rfc: NOSOTROS });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: SUYO, diasCredito: 30 });
  await e.cliente('OTRO', { tipoContacto: 'Proveedor', nombre: 'OTRO', rfc: 'JES900109Q90' });
  await e.cliente('CLIENTE', { rfc: 'IIA040805DZ4' });
  servicios = await e.concepto('CO-SERVICIOS');
  silla = await e.producto('SILLA');
});
after(() => m?.cerrar());

const xml = (conceptos, mas = {}) => cfdi({ emisor: SUYO, receptor: NOSOTROS, conceptos, ...mas });
const bueno = async texto => (texto.includes(' Sello=""') ? sellado(texto, SUYO) : texto);
const enviar = async (texto, mas = {}) => e.hecho(FACTURA, { xmlBase64: en64(await bueno(texto)), ...mas });
const una = (precio = 100, mas = {}) => ({ precio, traslados: [iva(precio)], ...mas });
const leer = async f => (await srv.get(`${FACTURA}/${f.transaccionId}`, { token: e.token })).json.data;
const asientos = f => e.poliza(f.transaccionId);

test('de un CFDI solo: proveedor, líneas, impuestos, folio fiscal y archivos', async () => {
  const texto = await sellado(xml([una(1000), { precio: 200, cantidad: 3, descuento: 60, traslados: [iva(540, 0.08)] }, { precio: 50, traslados: [exento(50)] }, { precio: 10 }],
    { Serie: 'AB', Folio: '123', uuid: '5fb2822e-396d-4725-8521-cdc4bdd20ccf' }), SUYO);
  const f = await enviar(texto, { conceptoId: servicios, pdfBase64: en64('%PDF-1.4\n') });
  assert.deepEqual([f.total, f.saldo, f.uuid, f.advertencias], [1000 + 160 + 540 + 43.2 + 50 + 10, 1803.2, '5FB2822E-396D-4725-8521-CDC4BDD20CCF', []]);
  assert.deepEqual(f.archivos.map(a => [a.nombre, a.extension, a.tipo]).sort(), [['5FB2822E-396D-4725-8521-CDC4BDD20CCF', 'pdf', 'PDF'], ['5FB2822E-396D-4725-8521-CDC4BDD20CCF', 'xml', 'XML']]);
  const guardado = f.archivos.find(a => a.tipo === 'XML');
  const bytes = await base.uno(`SELECT convert_from(string_agg(contenido, '' ORDER BY numero), 'UTF8') FROM archivo_bloque WHERE archivo_id = ${guardado.archivoId}`);
  assert.equal(bytes, texto);
  const d = await leer(f);
  assert.deepEqual([d.proveedorId, d.serieProveedor, d.folioProveedor, d.fechaProveedor, d.fechaTimbrado, d.fechaVencimiento], [proveedor, 'AB', '123', '2026-01-15', '2026-01-15T10:00:09', '2026-02-14']);
  assert.deepEqual(d.partidas.map(x => [x.cantidad, x.precioUnitario, x.descuento, x.importe, x.objetoImpuesto]), [[1, 1000, 0, 1000, '02'], [3, 200, 60, 540, '02'], [1, 50, 0, 50, '02'], [1, 10, 0, 10, '01']]);
  assert.deepEqual(await asientos(f), ['D IVA_POR_ACREDITAR 203.20', 'D GASTO 1600.00', 'A PROVEEDORES 1803.20']);
  assert.deepEqual([d.metodoPago, d.formaPago, d.usoCFDI, d.regimenFiscal], ['PUE', '03', 'G03', /<cfdi:Emisor [^>]*RegimenFiscal="(\d+)"/.exec(texto)[1]]);
  const otra = await leer(await enviar(xml([una(10)], { MetodoPago: 'PPD', FormaPago: 'Efectivo' }), { conceptoId: servicios }));
  assert.deepEqual([otra.metodoPago, otra.formaPago], ['PPD', ''], 'lo que no es una clave no se toma');
});

test('lo que es un producto nuestro entra al almacén', async () => {
  const f = await enviar(xml([una(1000, { cantidad: 1, NoIdentificacion: 'SILLA' }), una(30, { NoIdentificacion: 'SILLA', ClaveProdServ: '80101500' })]), { conceptoId: servicios });
  assert.equal(await e.hay(silla), '1 1000.00 0');
  const d = await leer(f);
  // The second line has the same number and another ClaveProdServ: it is no product of ours.
  assert.deepEqual(d.partidas.map(x => [x.productoId || 0, x.conceptoId || 0]), [[silla, 0], [0, servicios]]);
});

test('un importe redondeado es el que se debe', async () => {
  const linea = { cantidad: 3, precio: 11.1111, Importe: '33.33', traslados: [iva(33.33)] };
  const f = await enviar(xml(Array(40).fill(linea)), { conceptoId: servicios });
  assert.equal(f.total, 1546.4);  // prices times quantities would give 1546.53
});

test('retenciones y otra moneda', async () => {
  const honorarios = xml([{ precio: 1000, traslados: [iva(1000)], retenciones: [iva(1000, 0.1, { Impuesto: '001' }), iva(1000, 0.106667)] }], { Moneda: 'USD', TipoCambio: '17.5' });
  const f = await enviar(honorarios, { conceptoId: servicios });
  const d = await leer(f);
  assert.deepEqual([d.moneda, d.tipoCambio, f.total], ['USD', 17.5, 953.33]);
});

test('el CFDI que los metadatos del SAT dan por cancelado no se registra, con su XML o sólo con su folio', async () => {
  const uuid = 'AAAAAAAA-0000-4000-8000-00000000000C', dice = ' el 2026-03-03, según los metadatos del SAT', partidas = [{ conceptoId: servicios, cantidad: 1, precioUnitario: 100 }];
  await base.sql(`INSERT INTO cfdi_informado (organizacion_id, uuid, lado, tipo, rfc, fecha, total, estado, fecha_cancelacion) VALUES (${e.id}, '${uuid}', 'Recibido', 'I', '${SUYO}', '2026-01-15', 1, 'Cancelado', '2026-03-03')`);
  const otra = await enviar(xml([una(100)]), { conceptoId: servicios });
  for (const [ruta, cuerpo] of [[FACTURA, { conceptoId: servicios, xmlBase64: en64(await bueno(xml([una(100)], { uuid }))) }], [FACTURA, { proveedorId: proveedor, uuid: uuid.toLowerCase(), partidas }],
    ['/api/NotaCredito', { tipo: 'Proveedor', motivo: 'x', uuid, transaccionIdOrigen: otra.transaccionId, importes: { base16: 10 } }]]) {
    const r = await srv.pedir('POST', ruta, { token: e.token, cuerpo });
    assert.deepEqual([r.estado, r.json.codigo, r.json.errores], [400, 'ESTADO_INVALIDO', [{ campo: 'uuid', codigo: 'ESTADO_INVALIDO', mensaje: `su emisor lo canceló${dice}` }]], r.texto);
  }
  await base.sql(`UPDATE cfdi_informado SET estado = 'Vigente', fecha_cancelacion = NULL WHERE organizacion_id = ${e.id}`);
  await e.hecho(FACTURA, { proveedorId: proveedor, uuid, partidas });
});

test('con sus partidas o con su recepción, el CFDI dice el total', async () => {
  const orden = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, partidas: [{ productoId: silla, cantidad: 2, precioUnitario: 100 }] });
  await srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${orden.transaccionId}`, { token: e.token, cuerpo: {} });
  const r = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: orden.transaccionId });
  const con = async (recepciones, precio) => ({ xmlBase64: en64(await bueno(xml([una(precio)]))), recepciones });
  await e.falla(FACTURA, await con([r.transaccionId], 200.02), 'CFDI_TOTAL_NO_CORRESPONDE xmlBase64 CFDI_TOTAL_NO_CORRESPONDE');
  const f = await e.hecho(FACTURA, await con([r.transaccionId], 200.01));  // the CFDI differs by one cent: the total of the reception holds
  assert.equal(f.total, 232);
  const partidas = [{ productoId: silla, cantidad: 1, precioUnitario: 100 }];
  await e.falla(FACTURA, { xmlBase64: en64(xml([una(100.5)])), partidas }, 'CFDI_TOTAL_NO_CORRESPONDE xmlBase64 CFDI_TOTAL_NO_CORRESPONDE');
  assert.equal((await enviar(xml([una(100)]), { partidas })).total, 116);
});

test('un sello que no vale se rechaza, o se acepta a sabiendas', async t => {
  const texto = await sellado(xml([una(100)]), SUYO), alterado = texto.replace('Descripcion="Cosa"', 'Descripcion="Otra"'), ajeno = await sellado(xml([una(100)]), 'JES900109Q90');
  for (const [cual, falla] of [[alterado, /^no cumple SELLO08: /], [ajeno, /^no cumple SELLO03: /], [xml([una(100)]), /^no cumple SELLO01: /]]) {
    const r = await e.falla(FACTURA, { xmlBase64: en64(cual), conceptoId: servicios }, 'SELLO_INVALIDO xmlBase64 SELLO_INVALIDO');
    assert.match(r.json.errores[0].mensaje, falla);
  }
  await t.test('con permiso se queda, y el documento lo dice', async () => {
    const f = await enviar(alterado, { conceptoId: servicios, aceptarInvalido: true });
    assert.deepEqual([f.advertencias.map(a => a.split(':')[0]), (await leer(f)).validacion], [['El CFDI no cumple SELLO08'], 'Inválido']);
  });
  await t.test('sin permiso no', async () => {
    const comprador = await base.usuario({ usuario: 'comprador', organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: 'compras.leer compras.escribir' });
    const token = await srv.entrar({ ...comprador, ...e.llave });
    const pedir = async cuerpo => (await srv.pedir('POST', FACTURA, { token, cuerpo: { conceptoId: servicios, ...cuerpo } })).json.codigo;
    assert.equal(await pedir({ xmlBase64: en64(ajeno), aceptarInvalido: true }), 'PERMISO_DENEGADO');
    assert.equal(await pedir({ xmlBase64: en64(await sellado(xml([una(7)]), SUYO)), aceptarInvalido: true }), undefined, 'un CFDI bueno no lo requiere');
  });
  await t.test('lo bueno es Válido; lo que no puede comprobarse, Parcial, y se admite', async () => {
    assert.equal((await leer(await enviar(xml([una(8)]), { conceptoId: servicios }))).validacion, 'Válido');
    const nomina = (await bueno(xml([una(9)]))).replace('<cfdi:Complemento>', '<cfdi:Complemento><x:Otro xmlns:x="http://www.sat.gob.mx/desconocido" Version="1.0"/>');
    assert.equal((await leer(await enviar(nomina, { conceptoId: servicios }))).validacion, 'Parcial');
  });
});

test('la fecha es la del CFDI, o la de su origen si es posterior', async t => {
  const dia = async f => (await leer(f)).fecha, hoy = await base.uno("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text");
  const f = await enviar(xml([una(100)], { fecha: '2026-02-03T11:12:13' }), { conceptoId: servicios, fechaProveedor: '2026-01-01' });
  assert.deepEqual([f.fecha, (await leer(f)).fechaProveedor, f.advertencias], ['2026-02-03T11:12:13', '2026-02-03', ['fechaProveedor es la del CFDI, 2026-02-03']]);
  await t.test('la enviada gana', async () => assert.equal(await dia(await enviar(xml([una(101)]), { conceptoId: servicios, fecha: '2026-03-01T08:00:00' })), '2026-03-01T08:00:00'));
  await t.test('no antes de su recepción', async () => {
    const orden = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, fecha: '2026-01-10T10:00:00', partidas: [{ productoId: silla, cantidad: 1, precioUnitario: 100 }] });
    await srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${orden.transaccionId}`, { token: e.token, cuerpo: {} });
    const r = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: orden.transaccionId, fecha: '2026-01-20T09:00:00' });
    assert.equal(await dia(await enviar(xml([una(100)]), { recepciones: [r.transaccionId] })), '2026-01-20T09:00:00');
    assert.ok(hoy > '2026-01-20');
  });
  await t.test('un mes cerrado lo dice en fecha', async () => {
    const abrir = await e.cerrar('2026-01');
    const cuerpo = { conceptoId: servicios, xmlBase64: en64(await bueno(xml([una(102)]))) };
    await e.falla(FACTURA, cuerpo, 'PERIODO_CERRADO fecha PERIODO_CERRADO');
    assert.equal(await dia(await e.hecho(FACTURA, { ...cuerpo, fecha: '2026-02-01T00:00:00' })), '2026-02-01T00:00:00');
    await abrir();
  });
});

test('3.3 también', async () => {
  const f = await enviar(xml([una(100)], { v33: true, fecha: '2021-01-15T10:00:00' }), { conceptoId: servicios });
  assert.equal(f.total, 116);
});

test('lo que no se puede', async t => {
  const repetido = xml([una(100)]);
  await enviar(repetido, { conceptoId: servicios });
  const malo = 'CFDI_INVALIDO xmlBase64 CFDI_INVALIDO';
  const de = (texto, mas = {}) => ({ xmlBase64: en64(texto), conceptoId: servicios, ...mas });
  await tabla(t, srv, e.token, [
    ['sin proveedor ni CFDI', { partidas: [{ productoId: silla, cantidad: 1, precioUnitario: 1 }] }, 'VALIDACION proveedorId REQUERIDO'],
    ['un concepto sin CFDI', { proveedorId: proveedor, conceptoId: servicios, partidas: [{ productoId: silla, cantidad: 1, precioUnitario: 1 }] }, 'VALIDACION conceptoId RANGO'],
    ['un concepto y partidas', de(xml([una()]), { partidas: [{ productoId: silla, cantidad: 1, precioUnitario: 100 }] }), 'VALIDACION conceptoId RANGO'],
    ['no es XML', { xmlBase64: 'PD94bWw=', conceptoId: servicios }, malo],
    ['otro XML', de('<a/>'), malo],
    ['con DOCTYPE', de(`<!DOCTYPE a>${xml([una()])}`), malo],
    ['3.2', de('<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" version="3.2"/>'), malo],
    ['una nota de crédito', de(xml([una()], { TipoDeComprobante: 'E' })), malo],
    ['sin timbre', de(xml([una()], { uuid: null })), malo],
    ['un timbre sin folio fiscal', de(xml([una()], { uuid: 'x' })), malo],
    ['una cantidad que no lo es', de(xml([una(100, { Cantidad: '1e5' })])), malo],
    ['una cantidad negativa', de(xml([una(100, { Cantidad: '-1' })])), malo],
    ['un importe que falta', de(xml([{ precio: 100, Importe: null }], { SubTotal: '100', Total: '100' })), malo],
    ['un total de 19 cifras', de(xml([una()], { Total: '1234567890123456789' })), malo],
    ['un impuesto desconocido', de(xml([{ precio: 100, traslados: [iva(100, 0.16, { Impuesto: '004' })] }])), malo],
    ['de otro receptor', de(cfdi({ emisor: SUYO, receptor: 'JES900109Q90', conceptos: [una()] })), 'CFDI_RFC_NO_CORRESPONDE xmlBase64 CFDI_RFC_NO_CORRESPONDE'],
    ['de otro proveedor', de(cfdi({ emisor: 'JES900109Q90', receptor: NOSOTROS, conceptos: [una()] }), { proveedorId: proveedor }), 'CFDI_RFC_NO_CORRESPONDE xmlBase64 CFDI_RFC_NO_CORRESPONDE'],
    ['de nadie que conozcamos', de(cfdi({ emisor: 'FUNK671228PH6', receptor: NOSOTROS, conceptos: [una()] })), 'NO_ENCONTRADO proveedorId NO_ENCONTRADO'],
    ['de un cliente', de(cfdi({ emisor: 'IIA040805DZ4', receptor: NOSOTROS, conceptos: [una()] })), 'NO_ENCONTRADO proveedorId NO_ENCONTRADO'],
    ['otro uuid', de(xml([una()]), { uuid: '11111111-1111-1111-1111-111111111111' }), 'VALIDACION uuid RANGO'],
    ['otra moneda', de(xml([una()]), { moneda: 'USD', tipoCambio: 17 }), 'VALIDACION moneda RANGO'],
    ['el mismo dos veces', de(repetido), 'UUID_DUPLICADO uuid UUID_DUPLICADO'],
    ['un total que no suma', de(xml([una()], { Total: '116.02' })), 'CFDI_TOTAL_NO_CORRESPONDE xmlBase64 CFDI_TOTAL_NO_CORRESPONDE'],
    ['sin decir de qué es', { xmlBase64: en64(xml([una(), una(5)])) }, 'VALIDACION conceptoId REQUERIDO, conceptoId REQUERIDO'],
    ['un producto en otra unidad', de(xml([una(100, { NoIdentificacion: 'SILLA', ClaveUnidad: 'XBX' })])), 'VALIDACION partidas REQUERIDO'],
    ['un concepto que no hay', { xmlBase64: en64(xml([una()])), conceptoId: 999999 }, 'VALIDACION partidas[0].conceptoId NO_EXISTE'],
  ].map(([que, cuerpo, espera]) => [que, 'POST', FACTURA, cuerpo, espera]));
});

test('y las cuentas cuadran', async () => assert.deepEqual(await auditar(base), []));

test('de lo que escribe un ajeno se dice el principio', async () => {
  const larga = 'X'.repeat(500);
  for (const [texto, mas, campo] of [[xml([una(1000, { NoIdentificacion: 'SILLA', ClaveUnidad: larga })]), { conceptoId: servicios }, 'partidas'], [xml([una()], { Moneda: larga }), { conceptoId: servicios, moneda: 'MXN' }, 'moneda']]) {
    const r = await srv.pedir('POST', FACTURA, { token: e.token, cuerpo: { xmlBase64: en64(texto), ...mas } });
    assert.deepEqual([r.estado, r.json.errores[0].campo, r.json.errores[0].mensaje.length < 200], [400, campo, true], r.texto);
  }
});
