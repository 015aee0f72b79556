// OP-149 and OP-156 to OP-158: files of documents that already exist, recognized by their content; and a CFDI that finds its document.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createSign, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { claves, correr, dia, esError, montar } from './lib/ayuda_api.mjs';
import { cfdi, enviarFormulario, hostiles, uuidNuevo, zip } from './lib/archivos.mjs';
import { Empresa } from './lib/escena.mjs';

const MB = 1024 * 1024;
const AGREGAR = '/api/ArchivoDigital/Agregar', BASE64 = '/api/ArchivoDigital/AgregarBase64', CFDI = '/api/ArchivoDigital/AgregarCfdi', EVIDENCIA = '/api/OrdenTrabajo/ArchivoDigital';
const PROPIO = 'EKU9003173C9';
let m, e, base, srv, cliente, proveedor, producto;
const rfc = {};
before(async () => {
  m = await montar({ registros: 50 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Archivos de prueba', rfc: PROPIO });
  producto = await e.producto('A');
  cliente = await e.cliente('C', { limiteCredito: 1e7 });
  proveedor = await e.cliente('P', { tipoContacto: 'Proveedor' });
  for (const [quien, id] of [['cliente', cliente], ['proveedor', proveedor]]) rfc[quien] = await base.uno(`SELECT rfc FROM contacto WHERE contacto_id = ${id}`);
  await e.entrada(producto, 10_000, 10);
});
after(async () => {
  await m?.cerrar();
  rmSync(sellos, { recursive: true, force: true });
});

// Invoices are sealed with a certificate of their issuer, and stamped when they have a uuid. Each RFC gets its certificate once: two certificates
// cost 0.3 s.
const sellos = mkdtempSync(join(tmpdir(), 'gsel-')), emitidos = new Map();
function certificado(rfc, numero) {
  if (!emitidos.has(rfc)) {
    const en = extension => join(sellos, `${rfc}.${extension}`);
    execFileSync('faketime', ['2020-01-01 00:00:00', 'openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '7300', '-utf8', '-set_serial', `0x${Buffer.from(numero).toString('hex')}`,
      '-subj', `/CN=QUIEN SELLA/x500UniqueIdentifier=${rfc} \\/ VADA800927DJ3/OU=Matriz`, '-keyout', en('key'), '-outform', 'DER', '-out', en('cer')], { stdio: 'pipe' });
    emitidos.set(rfc, { llave: readFileSync(en('key'), 'utf8'), certificado: readFileSync(en('cer')).toString('base64') });
  }
  return emitidos.get(rfc);
}
function cfdiSellado(datos) {
  const suyo = certificado(datos.emisor, '30001000000500009999'), pac = certificado('SAT970701NN3', '30001000000500003456');
  const firmar = (texto, { llave }) => createSign('sha256').update(texto, 'utf8').sign(llave, 'base64');
  let xml = cfdi(datos).replace(' Certificado=""', ` Certificado="${suyo.certificado}"`);
  const archivo = join(sellos, 'cfdi.xml');
  writeFileSync(archivo, xml);
  const sello = firmar(execFileSync(join(process.env.GESTOR_BUILD, 'tests/cfdi_calculo'), ['cadena', archivo], { encoding: 'utf8' }), suyo);
  xml = xml.replace(' Sello=""', ` Sello="${sello}"`).replace(' SelloCFD=""', ` SelloCFD="${sello}"`);
  const timbre = /<tfd:TimbreFiscalDigital[^>]*>/.exec(xml)?.[0] ?? '', valor = n => new RegExp(` ${n}="([^"]*)"`).exec(timbre)?.[1];
  return xml.replace(' SelloSAT=""', () => ` SelloSAT="${firmar(`||${['Version', 'UUID', 'FechaTimbrado', 'RfcProvCertif', 'SelloCFD', 'NoCertificadoSAT'].map(valor).join('|')}||`, pac)}"`);
}

const compra = (mas = {}) => e.hecho('/api/FacturaCompra', { proveedorId: proveedor, almacenId: e.general, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }], ...mas });
const venta = (mas = {}) => e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }], ...mas });
const recibido = (mas = {}) => cfdiSellado({ emisor: rfc.proveedor, receptor: PROPIO, ...mas });
const emitido = (mas = {}) => cfdiSellado({ emisor: PROPIO, receptor: rfc.cliente, ...mas });

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n');
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const muestras = {
  xml: Buffer.from('<?xml version="1.0"?><nota/>'), pdf, png, jpg: Buffer.from('ffd8ffe000104a46', 'hex'), jpeg: Buffer.from('ffd8ffdb00', 'hex'), webp: Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
  zip: zip(['a.txt']), xlsx: zip(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']), docx: zip(['word/document.xml', '[Content_Types].xml']),
  txt: Buffer.from('niño, en Latin-1: \xf1', 'latin1'), csv: Buffer.from('a,b\r\n1,2\r\n'),
};
const tipos = { xml: 'XML', pdf: 'PDF', png: 'Imagen', jpg: 'Imagen', jpeg: 'Imagen', webp: 'Imagen' };

const subir = (transaccionId, archivo, mas = {}, opciones = {}) => enviarFormulario(srv, AGREGAR, { archivo, transaccionId, ...mas }, { token: e.token, ...opciones });
const enviar64 = (cuerpo, ruta = BASE64, opciones = {}) => srv.pedir('POST', ruta, { token: e.token, cuerpo, ...opciones });
const en64 = (transaccionId, bytes, extension, mas = {}) => enviar64({ transaccionId, nombre: 'nota', extension, contenidoBase64: bytes.toString('base64'), ...mas });
const conCfdi = (campos, opciones = {}) => enviarFormulario(srv, CFDI, Object.fromEntries(Object.entries(campos).map(([n, v]) => [n, typeof v === 'string' && n === 'xml' ? Buffer.from(v) : v])), { token: e.token, ...opciones });
const bien = r => (assert.equal(r.estado, 200, r.texto), r.json.data);
const falla = (r, esperado) => assert.equal(`${r.estado} ${r.json?.codigo} ${(r.json?.errores ?? []).map(x => `${x.campo} ${x.codigo}`).join(', ')}`.trim(), esperado, r.texto);
const uuidDe = id => base.uno(`SELECT uuid FROM transaccion WHERE transaccion_id = ${id}`);
const cuantos = id => base.uno(`SELECT count(*) FROM archivo WHERE transaccion_id = ${id}`);
const deCompra = async id => (await srv.get(`/api/FacturaCompra/${id}`, { token: e.token })).json.data;

test('OP-156 y OP-157: lo enviado es lo guardado, de cada clase, y el documento lo muestra', async t => {
  const { transaccionId } = await compra();
  for (const [extension, bytes] of Object.entries(muestras))
    await t.test(extension, async () => {
      const a = bien(await subir(transaccionId, [bytes, `De la Ñ.b.${extension.toUpperCase()}`]));
      assert.deepEqual({ ...a, fecha: '' }, { archivoId: a.archivoId, transaccionId, nombre: 'De la Ñ.b', extension, nombreExtension: `De la Ñ.b.${extension}`, url: `${srv.url}/api/ArchivoDigital/Contenido/${a.archivoId}`,
        tipo: tipos[extension] ?? 'Otro', tamano: bytes.length, hash: createHash('sha256').update(bytes).digest('hex'), fecha: '', validacion: 'Inválido', advertencias: extension === 'xml' ? ['no se leyó un CFDI: el archivo no es un CFDI: su raíz es nota'] : [] });
      const c = await srv.get(`/api/ArchivoDigital/Contenido/${a.archivoId}`, { token: e.token });
      assert.ok(c.crudo.equals(bytes));
      assert.equal(c.h['x-content-type-options'], 'nosniff');
      assert.match(c.h['content-disposition'], /^attachment/);
      assert.match(c.h['content-security-policy'], /default-src 'none'/);
      // The same content is stored once, whichever operation sends it.
      assert.equal(bien(await en64(transaccionId, bytes, extension)).archivoId, a.archivoId);
      assert.equal(bien(await subir(transaccionId, [bytes, `otro.${extension}`])).archivoId, a.archivoId);
      const otro = (await compra()).transaccionId;
      assert.notEqual(bien(await en64(otro, bytes, extension.toUpperCase())).archivoId, a.archivoId, 'de otro documento es otro');
    });
  const mostrados = (await deCompra(transaccionId)).archivos;
  assert.deepEqual(mostrados.map(a => a.extension), Object.keys(muestras));
  assert.ok(mostrados.every(a => a.url.endsWith(`/${a.archivoId}`)));
});

test('cada documento que tiene archivos los muestra en su lectura', async t => {
  const ordenServicio = await e.hecho('/api/OrdenServicio', { clienteId: cliente, equipo: 'Bomba', falla: 'No enciende', ordenesTrabajo: [{}] });
  const partidas = [{ productoId: producto, cantidad: 1, precioUnitario: 100 }];
  const documentos = {
    FacturaVenta: await venta(), FacturaCompra: await compra(), NotaVenta: await e.hecho('/api/NotaVenta', { clienteId: cliente, partidas }), PedidoCliente: await e.hecho('/api/PedidoCliente', { clienteId: cliente, partidas }),
    OrdenCompra: await e.hecho('/api/OrdenCompra', { proveedorId: proveedor, almacenId: e.general, partidas }), NotaRemision: await e.hecho('/api/NotaRemision', { proveedorId: proveedor, almacenId: e.general, partidas }),
    OrdenServicio: ordenServicio, RegistroVenta: await venta(),
    'Bancos/Depositos': await e.hecho('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 10 }),
    'Bancos/Egresos': await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ conceptoId: e.gasto, importeAbono: 10 }] }),
    SolicitudPago: await e.hecho('/api/SolicitudPago/V2', { beneficiario: 'Alguien', partidas: [{ conceptoId: e.gasto, importe: 10 }] }),
  };
  for (const [recurso, d] of Object.entries(documentos))
    await t.test(recurso, async () => {
      const a = bien(await subir(d.transaccionId, [pdf, 'a.pdf']));
      const r = await srv.get(`/api/${recurso}/${d.transaccionId}`, { token: e.token });
      assert.deepEqual((r.json.data ?? r.json).archivos.map(x => x.url), [a.url], r.texto);
    });
});

test('OP-156: nombres y tipo', async () => {
  const { transaccionId } = await compra();
  const nombres = [['..\\..\\x/../factura.txt', undefined, 'factura.txt'], ['.txt', undefined, 'archivo.txt'], ['a. .txt', undefined, 'a.txt'], ['a.txt', 'Mi nota', 'Mi nota.txt'], ['a.txt', 'Mi nota.TXT', 'Mi nota.txt'], ['a.txt', '../../etc/passwd', 'passwd.txt'], ['a.txt', '', 'a.txt'], ['a.txt', 'nota.pdf', 'nota.pdf.txt']];
  for (const [archivo, nombre, esperado] of nombres) assert.equal(bien(await subir(transaccionId, [randomBytes(8).toString('hex'), archivo], { nombre })).nombreExtension, esperado);
  const a = bien(await en64(transaccionId, Buffer.from(randomBytes(8).toString('hex')), '.txt', { nombre: 'carpeta/otra.txt' }));
  assert.equal(a.nombreExtension, 'otra.txt');
  assert.equal(bien(await subir(transaccionId, [png, 'a.png'], { tipo: 'Otro' })).tipo, 'Otro');
  falla(await subir(transaccionId, [pdf, 'a.pdf'], { tipo: 'XML' }), '400 VALIDACION tipo RANGO');
  falla(await subir(transaccionId, [pdf, 'a.pdf'], { tipo: 'xml' }), '400 VALIDACION tipo RANGO');
  falla(await subir(transaccionId, [pdf, 'a.pdf'], { nombre: 'x'.repeat(201) }), '400 VALIDACION nombre LONGITUD');
  falla(await subir(transaccionId, [pdf, 'a.pdf'], { nombre: 'x'.repeat(100_000) }), '400 VALIDACION nombre LONGITUD');
  falla(await subir(transaccionId, [pdf, 'a.pdf'], { nombre: 'a\u0001' }), '400 VALIDACION nombre FORMATO');
});

test('OP-156 y OP-157: el contenido es lo que la extensión dice, o no se guarda', async t => {
  const { transaccionId } = await compra();
  const extensiones = Object.keys(muestras);
  // Each extension is sent with the content of each other extension. A workbook is a zip too, and a jpg is a jpeg. Text is recognized by its letters
  // alone.
  const tambien = { zip: ['xlsx', 'docx'], jpg: ['jpeg'], jpeg: ['jpg'], txt: ['csv', 'xml'], csv: ['txt', 'xml'] };
  for (const extension of extensiones)
    await t.test(extension, async () => {
      for (const otra of extensiones) {
        if (otra === extension || tambien[extension]?.includes(otra)) continue;
        if (['txt', 'csv'].includes(extension) && otra === 'pdf') continue;  // the first bytes of a PDF are letters
        falla(await subir(transaccionId, [muestras[otra], `a.${extension}`]), '400 VALIDACION archivo FORMATO');
        falla(await en64(transaccionId, muestras[otra], extension), '400 VALIDACION contenidoBase64 FORMATO');
      }
      falla(await subir(transaccionId, [Buffer.alloc(0), `a.${extension}`]), '400 VALIDACION archivo FORMATO');
    });
  await t.test('extensiones que no se guardan: 415, y en JSON el campo', async () => {
    for (const nombre of ['a.exe', 'a', 'a.svg', 'a.html', 'a.pdf.js', 'a.xml '.trim() + '.']) esError(await subir(transaccionId, [pdf, nombre]), 415, 'TIPO_DE_CONTENIDO');
    for (const extension of ['exe', 'svg', 'pdf/x']) falla(await en64(transaccionId, pdf, extension), '400 VALIDACION extension RANGO');
  });
  await t.test('zip: se mira su directorio, nunca lo que dice contener', async () => {
    bien(await subir(transaccionId, [zip(['bomba.bin'], { declarado: 0xfffffffe }), 'bomba.zip']));
    const z = zip(['a.txt', 'b.txt']);
    for (const [que, bytes] of Object.entries({ cortado: z.subarray(0, -23), 'sin directorio': z.subarray(0, 40), 'directorio más allá': Buffer.concat([z.subarray(0, -6), Buffer.from('ffffff7f0000', 'hex')]), 'sólo el nombre': Buffer.from('PK\x03\x04[Content_Types].xml xl/', 'latin1') }))
      for (const x of ['zip', 'xlsx']) falla(await subir(transaccionId, [bytes, `${que}.${x}`]), '400 VALIDACION archivo FORMATO');
    falla(await subir(transaccionId, [zip(['xl/workbook.xml']), 'a.xlsx']), '400 VALIDACION archivo FORMATO');
    falla(await subir(transaccionId, [zip(['[Content_Types].xml', 'word/document.xml']), 'a.xlsx']), '400 VALIDACION archivo FORMATO');
  });
  assert.equal(await cuantos(transaccionId), 1);
});

test('los formularios: todo lo que falta o sobra, de una vez y por su nombre', async () => {
  const { transaccionId } = await compra();
  falla(await enviarFormulario(srv, AGREGAR, {}, { token: e.token }), '400 VALIDACION archivo REQUERIDO, transaccionId REQUERIDO');
  falla(await subir('x', 'texto', { otra: 1, tipos: 'XML' }), '400 VALIDACION archivo FORMATO, transaccionId TIPO, otra DESCONOCIDO, tipos DESCONOCIDO');
  falla(await subir([pdf, 'a.pdf'], [pdf, 'a.pdf']), '400 VALIDACION transaccionId FORMATO');
  const f = new FormData();
  for (const n of ['archivo', 'archivo']) f.append(n, new Blob([pdf]), 'a.pdf');
  f.append('transaccionId', String(transaccionId)), f.append('transaccionId', String(transaccionId));
  const r = await fetch(srv.url + AGREGAR, { method: 'POST', body: f, headers: { Authorization: `Bearer ${e.token}` } });
  assert.deepEqual((await r.json()).errores.map(x => `${x.campo} ${x.codigo}`), ['archivo DUPLICADO', 'transaccionId DUPLICADO']);
  falla(await enviar64({}), '400 VALIDACION transaccionId REQUERIDO, nombre REQUERIDO, extension REQUERIDO, contenidoBase64 REQUERIDO');
  esError(await enviar64({ transaccionId }, AGREGAR), 415);
  assert.equal(await cuantos(transaccionId), 0);
});

test('lo que no existe, o es de otro, no existe; sin permiso no se escribe', async () => {
  const ajeno = await base.uno('SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = 1');
  const total = () => base.uno('SELECT count(*) FROM archivo');
  const antes = await total();
  for (const id of [987654321, ajeno]) {
    esError(await subir(id, [pdf, 'a.pdf']), 400, 'NO_ENCONTRADO');
    esError(await en64(id, pdf, 'pdf'), 400, 'NO_ENCONTRADO');
    esError(await conCfdi({ xml: recibido(), transaccionId: id }), 400, 'NO_ENCONTRADO');
    esError(await enviar64({ transaccionId: id, nombre: 'a', extension: 'png', contenidoBase64: png.toString('base64') }, EVIDENCIA), 400, 'NO_ENCONTRADO');
  }
  assert.equal(await total(), antes);
  const { transaccionId } = await compra();
  const a = bien(await subir(transaccionId, [pdf, 'a.pdf']));
  esError(await srv.get(`/api/ArchivoDigital/Contenido/${a.archivoId}`, { token: m.t1 }), 400, 'NO_ENCONTRADO');
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lectorArchivos', rol: 'lector', organizacion: e.id })), ...e.llave });
  esError(await subir(transaccionId, [png, 'a.png'], {}, { token: lector }), 403, 'PERMISO_DENEGADO');
});

test('un CFDI que es del documento le da su folio fiscal; el que no, se guarda con una advertencia', async t => {
  const casos = [
    ['compra', compra, recibido, true], ['venta', venta, emitido, true],
    ['un centavo de más', compra, () => recibido({ total: '116.01' }), true], ['seis decimales', compra, () => recibido({ total: '116.009999' }), true], ['versión 3.3', compra, () => recibido({ version: '3.3' }), true],
    ['dos centavos de más', compra, () => recibido({ total: '116.02' }), false], ['otra moneda', compra, () => recibido({ moneda: 'USD' }), false], ['total que no es número', compra, () => recibido({ total: '1e3' }), false],
    ['al revés', compra, emitido, false], ['de otro emisor', compra, () => cfdi({ emisor: 'URE180429TM6', receptor: PROPIO }), false], ['para otro', compra, () => cfdi({ emisor: rfc.proveedor, receptor: 'URE180429TM6' }), false],
    ['sin timbrar', compra, () => recibido({ uuid: '' }), false], ['de otra clase', compra, () => recibido({ tipo: 'E' }), false],
    ['alterado', compra, () => recibido().replace('Algo', 'Otra cosa'), 'dudoso'], ['con el timbre de otro', compra, () => recibido().replace(/SelloCFD="[^"]*"/, /SelloCFD="[^"]*"/.exec(recibido({ folio: '2' }))[0]), 'dudoso'],
    ['sin sello', compra, () => cfdi({ emisor: rfc.proveedor, receptor: PROPIO }), 'dudoso'], ['sellado por otro', compra, () => cfdiSellado({ emisor: 'URE180429TM6', receptor: PROPIO }).replace('Rfc="URE180429TM6"', `Rfc="${rfc.proveedor}"`), 'dudoso'],
    ['con un complemento que nadie conoce', compra, () => recibido().replace('<cfdi:Complemento>', '<cfdi:Complemento><x:Raro xmlns:x="urn:x"/>'), 'dudoso'],
    ['una nota de venta', () => e.hecho('/api/NotaVenta', { clienteId: cliente, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }] }), emitido, false],
    ['una orden de compra', () => e.hecho('/api/OrdenCompra', { proveedorId: proveedor, almacenId: e.general, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }] }), recibido, false],
    ['timbre en la Addenda', compra, () => recibido({ uuid: '', mas: '<cfdi:Addenda><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="11111111-1111-4111-8111-111111111111"/></cfdi:Addenda>' }), false],
  ];
  for (const [nombre, documento, hacer, suyo] of casos)
    await t.test(nombre, async () => {
      const { transaccionId } = await documento();
      const xml = hacer();
      const a = bien(await subir(transaccionId, [xml, 'factura.xml']));
      assert.equal(a.advertencias.length, suyo === true ? 0 : 1, JSON.stringify(a.advertencias));
      const uuid = /TimbreFiscalDigital[^>]*UUID="([^"]*)"/.exec(xml)?.[1] ?? '';
      assert.equal(await uuidDe(transaccionId), suyo ? uuid : '');
      assert.equal(await cuantos(transaccionId), 1);
    });
  const { transaccionId } = await venta();
  bien(await en64(transaccionId, Buffer.from(emitido()), 'xml'));
  const visto = (await srv.get(`/api/FacturaVenta/${transaccionId}`, { token: e.token })).json.data;
  assert.deepEqual([visto.estatusTimbrado, visto.fechaTimbrado], ['Timbrado', '2026-03-04T10:11:12']);
  await t.test('un XML que no es un CFDI deja Inválido al documento hasta que llega el suyo; el que se guarda como Otro no se juzga', async () => {
    const { transaccionId: id } = await compra(), validacion = async () => (await deCompra(id)).validacion;
    assert.deepEqual(bien(await subir(id, [recibido(), 'b.xml'], { tipo: 'Otro' })).advertencias, []);
    assert.deepEqual([await uuidDe(id), await validacion()], ['', 'Sin validar']);
    assert.deepEqual(bien(await subir(id, ['<a xmlns="urn:x"/>', 'a.xml'])).advertencias, ['no se leyó un CFDI: el archivo no es un CFDI: su raíz es a']);
    assert.deepEqual([await uuidDe(id), await validacion()], ['', 'Inválido']);
    const retenciones = '<r:Retenciones xmlns:r="http://www.sat.gob.mx/esquemas/retencionpago/2" Version="2.0"/>';
    const { transaccionId: otra } = await compra();
    assert.match(bien(await en64(otra, Buffer.from(retenciones), 'xml')).advertencias[0], /^no se leyó un CFDI: .*retenciones$/);
    assert.equal((await deCompra(otra)).validacion, 'Inválido');
    const suyo = recibido();
    for (const xml of [suyo, '<acuse/>', retenciones]) assert.equal(bien(await subir(otra, [xml, 'c.xml'])).validacion, 'Válido');
    assert.deepEqual([await validacion(), (await deCompra(otra)).validacion, suyo.includes(await uuidDe(otra))], ['Inválido', 'Válido', true], 'lo que ya se juzgó queda');
    assert.equal(bien(await subir(id, [recibido().replaceAll('cfd/4', 'cfd/2'), 'c.xml'])).advertencias.length, 1, 'un Comprobante que no se lee');
  });
  await t.test('un folio fiscal es de un solo documento, y no cambia', async () => {
    const [a, b] = [await compra(), await compra()];
    const xml = recibido();
    bien(await subir(a.transaccionId, [xml, 'a.xml']));
    assert.match(bien(await subir(b.transaccionId, [xml, 'a.xml'])).advertencias[0], /tiene ese folio fiscal/);
    assert.match(bien(await subir(a.transaccionId, [recibido(), 'b.xml'])).advertencias[0], /tiene otro folio fiscal/);
    assert.deepEqual(bien(await subir(a.transaccionId, [`${xml} `, 'c.xml'])).advertencias, [], 'el suyo, escrito de otro modo');
    assert.equal(await uuidDe(b.transaccionId), '');
  });
  await t.test('a lo cancelado se le agregan archivos (su acuse), pero no un folio fiscal', async () => {
    const { transaccionId: id } = await compra();
    assert.equal((await srv.pedir('DELETE', `/api/FacturaCompra/FacturaCompraCancelar/${id}?motivo=Error`, { token: e.token })).estado, 200);
    assert.match(bien(await subir(id, [recibido(), 'a.xml'])).advertencias[0], /cancelad/);
    assert.deepEqual([await cuantos(id), await uuidDe(id)], [1, '']);
  });
  await t.test('el de un pago, del depósito', async () => {
    const d = await e.hecho('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 116 });
    const xml = emitido({ tipo: 'P', total: '116.00' });
    assert.deepEqual(bien(await subir(d.transaccionId, [xml, 'pago.xml'])).advertencias, []);
    assert.ok(xml.includes(await uuidDe(d.transaccionId)) && (await uuidDe(d.transaccionId)) !== '');
  });
});

test('OP-158: por su folio fiscal, por sus datos o por el documento que se dice', async t => {
  await t.test('Uuid', async () => {
    const uuid = uuidNuevo();
    const { transaccionId } = await compra({ uuid });
    const xml = recibido({ uuid: uuid.toLowerCase() });
    const r = bien(await conCfdi({ xml, pdf }));
    assert.deepEqual({ ...r, archivos: r.archivos.map(a => [a.nombreExtension, a.tipo, a.transaccionId]) }, { transaccionId, uuid, archivos: [['xml.xml', 'XML', transaccionId], ['pdf.pdf', 'PDF', transaccionId]], coincidencia: 'Uuid', validacion: 'Válido', advertencias: [] });
    assert.deepEqual(bien(await conCfdi({ xml, pdf })).archivos.map(a => a.archivoId), r.archivos.map(a => a.archivoId), 'otra vez: los mismos');
    assert.deepEqual((await deCompra(transaccionId)).archivos.map(a => a.archivoId), r.archivos.map(a => a.archivoId));
    assert.notEqual((await deCompra(transaccionId)).fechaTimbrado, '', 'la compra sólo tenía el folio');
  });
  await t.test('Datos: el folio del proveedor', async () => {
    const folios = [{ serieProveedor: 'A', folioProveedor: '4501' }, { folioProveedor: '4502' }, { folioProveedor: 'A4503' }];
    const ids = [];
    for (const f of folios) ids.push((await compra(f)).transaccionId);
    for (const [i, folio] of ['4501', '4502', '4503'].entries()) {
      const uuid = uuidNuevo();
      const r = bien(await conCfdi({ xml: recibido({ serie: 'A', folio, uuid, fecha: '2020-01-01T00:00:00' }) }));
      assert.deepEqual([r.transaccionId, r.coincidencia, r.uuid, r.archivos.length, await uuidDe(ids[i])], [ids[i], 'Datos', uuid, 1, uuid]);
    }
  });
  await t.test('el del folio del proveedor con otro total es candidato', async () => {
    const { transaccionId } = await compra({ folioProveedor: '4509' });
    const r = await conCfdi({ xml: recibido({ folio: '4509', total: '161.00', fecha: '2020-01-01T00:00:00' }) });
    assert.deepEqual([r.estado, r.json.candidatos], [400, [transaccionId]]);
    assert.match(r.json.errores[0].mensaje, / por 116.00 MXN, y el CFDI es por 161.00, 45.00 más$/);
  });
  await t.test('Datos: nuestro folio', async () => {
    const v = await venta();
    const [serie, folio] = [/^\D*/.exec(v.folio)[0], /\d+$/.exec(v.folio)[0]];
    const r = bien(await conCfdi({ xml: emitido({ serie, folio, fecha: '2020-01-01T00:00:00' }) }));
    assert.deepEqual([r.transaccionId, r.coincidencia], [v.transaccionId, 'Datos']);
  });
  await t.test('Datos: sin folio, el único de su contraparte por ese total en esos días; si hay varios, ninguno', async () => {
    const solo = await e.cliente(`S${Date.now()}`, { tipoContacto: 'Proveedor' });
    const suRfc = await base.uno(`SELECT rfc FROM contacto WHERE contacto_id = ${solo}`);
    const partidas = [{ productoId: producto, cantidad: 1, precioUnitario: 200 }];
    const hecha = () => compra({ proveedorId: solo, partidas });
    const xml = mas => cfdiSellado({ emisor: suRfc, receptor: PROPIO, total: '232.00', fecha: `${dia()}T00:00:00`, ...mas });
    const primera = await hecha(), { transaccionId } = primera;
    esError(await conCfdi({ xml: xml({ fecha: '2020-01-01T00:00:00' }) }), 400, 'NO_ENCONTRADO', []);  // another year
    for (const [total, moneda, diferencia] of [['232.02', 'MXN', ', 0.02 más'], ['231.5', 'MXN', ', 0.50 menos'], ['20', 'USD', ' en otra moneda']]) {
      const r = await conCfdi({ xml: xml({ total, moneda }) });
      falla(r, '400 NO_ENCONTRADO transaccionId NO_ENCONTRADO');
      assert.deepEqual([r.json.candidatos, r.json.errores[0].mensaje], [[transaccionId],
        `puede ser ${transaccionId}, ${primera.tipoDocumento} ${primera.folio} del ${primera.fecha.slice(0, 10)} por 232.00 MXN, y el CFDI es por ${Number(total).toFixed(2)}${diferencia}`]);
      assert.match(r.json.detail, /ningún documento tiene el total de ese CFDI/);
    }
    assert.equal(bien(await conCfdi({ xml: xml({ serie: 'Z', folio: '9' }) })).transaccionId, transaccionId, 'la factura no dice qué folio es');
    const [a, b] = [await hecha(), await hecha()];
    const r = await conCfdi({ xml: xml() });
    falla(r, '400 NO_ENCONTRADO transaccionId NO_ENCONTRADO, transaccionId NO_ENCONTRADO');
    assert.deepEqual(r.json.candidatos.sort(), [a.transaccionId, b.transaccionId].sort(), 'la que ya tiene folio fiscal no es candidata');
    assert.match(r.json.errores[0].mensaje, new RegExp(`${b.folio} del .* por 232.00 MXN$`));
    assert.equal(bien(await conCfdi({ xml: xml(), transaccionId: a.transaccionId })).coincidencia, 'Explicita');
    assert.equal(bien(await conCfdi({ xml: xml({ uuid: '' }) })).uuid, '', 'sin timbrar se guarda, y no da folio');
  });
  await t.test('nadie: ninguno', async () => {
    const r = await conCfdi({ xml: recibido({ folio: 'no-hay', total: '77.77', fecha: '2020-01-01T00:00:00' }) });
    esError({ ...r, json: { ...r.json } }, 400, 'NO_ENCONTRADO', []);
    assert.deepEqual(r.json.candidatos, []);
  });
  await t.test('un sello que no vale se advierte; lo nuestro no queda timbrado por él, y lo queda con el bueno', async () => {
    const raro = x => x.replace('<cfdi:Complemento>', '<cfdi:Complemento><x:Raro xmlns:x="urn:x"/>');
    for (const [que, altera] of [['SELLO08', x => x.replace('Algo', 'Otra cosa')], ['TFD04', x => x.replace(/SelloCFD="[^"]*"/, 'SelloCFD="AAAA"')], ['SELLO08', raro]]) {
      const { transaccionId } = await compra(), uuid = uuidNuevo();
      const r = bien(await conCfdi({ xml: altera(recibido({ uuid })), transaccionId }));
      assert.match(r.advertencias.join(), new RegExp(`^el sello o el timbre del CFDI no valen, o no se pueden juzgar: ${que}: [^,]*$`));
      assert.equal(await uuidDe(transaccionId), uuid);
    }
    const v = await venta(), uuid = uuidNuevo(), xml = emitido({ uuid });
    const timbrado = () => base.uno(`SELECT estatus_timbrado FROM transaccion WHERE transaccion_id = ${v.transaccionId}`);
    bien(await conCfdi({ xml: xml.replace('Algo', 'Otra cosa'), transaccionId: v.transaccionId }));
    assert.deepEqual([await uuidDe(v.transaccionId), await timbrado()], [uuid, 'SinTimbrar']);
    assert.deepEqual(bien(await conCfdi({ xml, transaccionId: v.transaccionId })).advertencias, []);
    assert.equal(await timbrado(), 'Timbrado');
    // The CFDI whose seal is valid stays the CFDI of the document, whichever file was stored last.
    const bueno = bien(await srv.pedir('POST', `/api/ArchivoDigital/ValidarArchivoAlmacenado?transaccionId=${v.transaccionId}&consultarSat=false`, { token: e.token }));
    bien(await conCfdi({ xml: xml.replace('Algo', 'Otra más'), transaccionId: v.transaccionId }));
    const despues = bien(await srv.pedir('POST', `/api/ArchivoDigital/ValidarArchivoAlmacenado?transaccionId=${v.transaccionId}&consultarSat=false`, { token: e.token }));
    const sello = r => r.verificaciones.find(x => x.codigo === 'SELLO08').resultado;
    assert.deepEqual([sello(bueno), sello(despues)], ['Correcto', 'Correcto']);
  });
  await t.test('lo que se rechaza', async () => {
    const { transaccionId } = await compra();
    const uuid = uuidNuevo();
    await compra({ uuid });
    falla(await conCfdi({ xml: cfdi({ emisor: 'URE180429TM6', receptor: rfc.cliente }) }), '400 CFDI_RFC_NO_CORRESPONDE xml CFDI_RFC_NO_CORRESPONDE');
    falla(await conCfdi({ xml: cfdi({ emisor: 'URE180429TM6', receptor: PROPIO }), transaccionId }), '400 CFDI_RFC_NO_CORRESPONDE xml CFDI_RFC_NO_CORRESPONDE');
    falla(await conCfdi({ xml: cfdi({ emisor: 'URE180429TM6', receptor: PROPIO, uuid }) }), '400 CFDI_RFC_NO_CORRESPONDE xml CFDI_RFC_NO_CORRESPONDE');
    falla(await conCfdi({ xml: emitido(), transaccionId }), '400 CFDI_RFC_NO_CORRESPONDE xml CFDI_RFC_NO_CORRESPONDE');
    falla(await conCfdi({ xml: recibido({ total: 200 }), transaccionId }), '400 CFDI_TOTAL_NO_CORRESPONDE xml CFDI_TOTAL_NO_CORRESPONDE');
    falla(await conCfdi({ xml: recibido({ uuid }), transaccionId }), '400 UUID_DUPLICADO xml UUID_DUPLICADO');
    falla(await conCfdi({ xml: recibido({ tipo: 'E' }), transaccionId }), '400 CFDI_INVALIDO xml CFDI_INVALIDO');
    falla(await conCfdi({ xml: recibido(), pdf: png, transaccionId }), '400 VALIDACION pdf FORMATO');
    falla(await conCfdi({ xml: 'no', pdf: 'no' }), '400 VALIDACION pdf FORMATO');
    falla(await conCfdi({ pdf, transaccionId: 'x', archivo: 'y' }), '400 VALIDACION xml REQUERIDO, transaccionId TIPO, archivo DESCONOCIDO');
    bien(await conCfdi({ xml: recibido(), transaccionId }));
    falla(await conCfdi({ xml: recibido(), transaccionId }), '400 UUID_DUPLICADO xml UUID_DUPLICADO');
    assert.equal(await cuantos(transaccionId), 1);
  });
});

test('un XML hostil no se lee, por donde venga', async t => {
  const { transaccionId } = await compra();
  for (const [nombre, xml] of Object.entries(hostiles))
    await t.test(nombre, async () => {
      const bytes = Buffer.from(xml);
      falla(await subir(transaccionId, [bytes, 'a.xml']), '400 VALIDACION archivo FORMATO');
      falla(await en64(transaccionId, bytes, 'xml'), '400 VALIDACION contenidoBase64 FORMATO');
      for (const mas of [{}, { transaccionId }]) falla(await conCfdi({ xml: [bytes, 'a.xml'], ...mas }), '400 CFDI_INVALIDO xml CFDI_INVALIDO');
    });
  assert.equal(await cuantos(transaccionId), 0);
  assert.equal((await srv.get('/api/Health/live')).estado, 200);
});

test('20 MB y ni un byte más; en memoria, no', async t => {
  const { transaccionId } = await compra();
  const grande = Buffer.concat([pdf, randomBytes(20 * MB)]).subarray(0, 20 * MB);
  const memoria = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${srv.proceso.pid}/status`, 'utf8'))[1]) * 1024;
  bien(await subir(transaccionId, [grande, 'a.pdf']));  // the memory that a first upload leaves allocated is not measured
  await correr('sh', ['-c', `echo 5 > /proc/${srv.proceso.pid}/clear_refs`]);
  const antes = memoria();
  const otros = await Promise.all(Array.from({ length: 12 }, async (_, i) => subir((await compra()).transaccionId, [Buffer.concat([grande.subarray(0, -1), Buffer.from([i])]), 'a.pdf'])));
  otros.forEach(bien);
  const crecio = memoria() - antes;
  assert.ok(crecio < 12 * 20 * MB / 4, `creció ${crecio} bytes con ${12 * 20 * MB} recibidos`);
  const c = await srv.get(`/api/ArchivoDigital/Contenido/${otros[3].json.data.archivoId}`, { token: e.token });
  assert.equal(createHash('sha256').update(c.crudo).digest('hex'), otros[3].json.data.hash);
  await t.test('un byte más: 413', async () => {
    // The server answers 413 while the client still writes.
    const r = await subir(transaccionId, [Buffer.concat([grande, Buffer.from('x')]), 'a.pdf']).catch(() => ({ estado: 413 }));
    assert.equal(r.estado, 413);
  });
  await t.test('en base64: 20 MB caben, un byte más es LONGITUD', async () => {
    bien(await en64((await compra()).transaccionId, grande, 'pdf'));
    falla(await en64(transaccionId, Buffer.concat([grande, Buffer.from('x')]), 'pdf'), '400 VALIDACION contenidoBase64 LONGITUD');
  });
  await t.test('un texto de 20 MB se mira entero', async () => {
    const letras = Buffer.alloc(20 * MB, 'a');
    bien(await subir(transaccionId, [letras, 'a.txt']));
    letras[20 * MB - 1] = 0;
    falla(await subir(transaccionId, [letras, 'a.txt']), '400 VALIDACION archivo FORMATO');
  });
  await t.test('un XML de más de 5 MB se guarda sin leerse', async () => {
    const largo = Buffer.from(`<a>${'x'.repeat(6 * MB)}</a>`);
    assert.match(bien(await subir(transaccionId, [largo, 'a.xml'])).advertencias[0], /demasiado grande/);
    assert.equal((await conCfdi({ xml: [largo, 'a.xml'] }).catch(() => ({ estado: 413 }))).estado, 413);
  });
});

test('Idempotency-Key: cuentan los archivos y los textos', async () => {
  const { transaccionId } = await compra();
  const encabezados = { 'Idempotency-Key': randomBytes(8).toString('hex') };
  const a = await subir(transaccionId, [pdf, 'a.pdf'], { nombre: 'uno' }, { encabezados });
  const b = await subir(transaccionId, [pdf, 'a.pdf'], { nombre: 'uno' }, { encabezados });
  assert.deepEqual([b.texto, b.h['idempotent-replayed']], [a.texto, 'true']);
  esError(await subir(transaccionId, [pdf, 'a.pdf'], { nombre: 'dos' }, { encabezados }), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  esError(await subir(transaccionId, [pdf, 'a.pdf'], {}, { encabezados }), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
});

test('varios a la vez: el mismo contenido es un archivo, el mismo folio fiscal de un documento', async () => {
  const { transaccionId } = await compra();
  const iguales = await Promise.all(Array.from({ length: 6 }, () => subir(transaccionId, [png, 'a.png'])));
  assert.equal(new Set(iguales.map(r => bien(r).archivoId)).size, 1);
  const ids = (await Promise.all([compra(), compra(), compra()])).map(d => d.transaccionId);
  const xml = recibido();
  await Promise.all(ids.map(id => subir(id, [xml, 'a.xml'])));
  assert.equal((await Promise.all(ids.map(uuidDe))).filter(u => u !== '').length, 1);
});

test('OP-149: la evidencia de una orden de trabajo', async t => {
  const orden = await e.hecho('/api/OrdenServicio', { clienteId: cliente, equipo: 'Bomba', falla: 'No enciende', ordenesTrabajo: [{}, {}] });
  const [trabajo, otro] = orden.ordenesTrabajo.map(w => w.transaccionId);
  const cuerpo = (mas = {}) => ({ transaccionId: trabajo, nombre: 'frente', extension: 'png', contenidoBase64: png.toString('base64'), ...mas });
  const deTrabajo = async id => (await srv.get(`/api/OrdenTrabajo?transaccionIdOrdenServicio=${orden.transaccionId}`, { token: e.token })).json.data.find(w => w.transaccionId === id).archivos;
  const a = bien(await enviar64(cuerpo({ tipo: 'Foto', latitud: 25.67, longitud: -100.31, fecha: orden.fecha }), EVIDENCIA));
  assert.equal(a.fecha, orden.fecha);
  assert.deepEqual(claves(a), ['archivoId', 'evidencia', 'extension', 'fecha', 'hash', 'latitud', 'longitud', 'nombre', 'nombreExtension', 'tamano', 'tipo', 'transaccionId', 'url']);
  assert.deepEqual([a.evidencia, a.tipo, a.latitud, a.longitud, a.nombreExtension], ['Foto', 'Imagen', 25.67, -100.31, 'frente.png']);
  assert.equal(bien(await enviar64(cuerpo({ tipo: 'Firma' }), EVIDENCIA)).evidencia, 'Foto', 'la misma otra vez es la que está');
  const b = bien(await enviar64(cuerpo({ extension: 'pdf', contenidoBase64: pdf.toString('base64') }), EVIDENCIA));
  assert.deepEqual([b.evidencia, b.latitud, b.longitud], ['Evidencia', null, null]);
  bien(await subir(trabajo, ['nota', 'c.txt']));
  assert.deepEqual((await deTrabajo(trabajo)).map(x => [x.nombreExtension, x.evidencia, x.latitud]), [['frente.png', 'Foto', 25.67], ['frente.pdf', 'Evidencia', null], ['c.txt', '', null]]);
  const rechazos = [
    ['sin nada', {}, '400 VALIDACION transaccionId REQUERIDO, nombre REQUERIDO, extension REQUERIDO, contenidoBase64 REQUERIDO'],
    ['media posición', cuerpo({ latitud: 1 }), '400 VALIDACION longitud REQUERIDO'],
    ['fuera del mapa', cuerpo({ latitud: 91, longitud: 181 }), '400 VALIDACION latitud RANGO, longitud RANGO'],
    ['otro tipo', cuerpo({ tipo: 'XML' }), '400 VALIDACION tipo RANGO'],
    ['no es lo que dice', cuerpo({ extension: 'jpg' }), '400 VALIDACION contenidoBase64 FORMATO'],
    ['no se guarda', cuerpo({ extension: 'exe' }), '400 VALIDACION extension RANGO'],
    ['mañana', cuerpo({ fecha: `${dia(2)}T00:00:00` }), '400 VALIDACION fecha RANGO'],
    ['antes que su orden', cuerpo({ fecha: '2001-01-01' }), '400 VALIDACION fecha RANGO'],
    ['no es una orden de trabajo', cuerpo({ transaccionId: orden.transaccionId }), '400 NO_ENCONTRADO'],
    ['10 MB y un byte', cuerpo({ extension: 'pdf', contenidoBase64: Buffer.concat([pdf, Buffer.alloc(10 * MB + 1 - pdf.length)]).toString('base64') }), '400 VALIDACION contenidoBase64 LONGITUD'],
  ];
  for (const [nombre, envio, esperado] of rechazos) await t.test(nombre, async () => falla(await enviar64(envio, EVIDENCIA), esperado));
  await t.test('10 MB caben', async () => bien(await enviar64(cuerpo({ extension: 'pdf', contenidoBase64: Buffer.concat([pdf, Buffer.alloc(10 * MB - pdf.length)]).toString('base64') }), EVIDENCIA)));
  await t.test('a la cancelada, no; a la terminada, sí', async () => {
    bien(await srv.pedir('POST', '/api/OrdenTrabajo/Acciones', { token: e.token, cuerpo: { transaccionId: otro, accion: 'Cancelar' } }));
    falla(await enviar64(cuerpo({ transaccionId: otro }), EVIDENCIA), '400 ESTADO_INVALIDO transaccionId ESTADO_INVALIDO');
    assert.equal(await cuantos(otro), 0);
    await srv.pedir('PUT', `/api/OrdenServicio/OrdenServicioAutorizar/${orden.transaccionId}`, { token: e.token });
    for (const [accion, mas] of [['Iniciar', {}], ['Terminar', { resultado: 'Listo' }]]) bien(await srv.pedir('POST', '/api/OrdenTrabajo/Acciones', { token: e.token, cuerpo: { transaccionId: trabajo, accion, ...mas } }));
    bien(await enviar64(cuerpo({ extension: 'txt', contenidoBase64: Buffer.from('quedó').toString('base64') }), EVIDENCIA));
  });
});

test('cada archivo queda en la bitácora de su documento', async () => {
  const { transaccionId, folio } = await compra();
  const a = bien(await subir(transaccionId, [pdf, 'a.pdf']));
  const [f] = await base.sql(`SELECT recurso, folio, accion, cambios FROM bitacora WHERE documento AND registro_id = ${transaccionId} ORDER BY bitacora_id DESC LIMIT 1`);
  assert.deepEqual([f.recurso, f.folio, f.accion], ['Factura de compra', folio, 'Modificar']);
  assert.deepEqual([f.cambios[0].campo, f.cambios[0].despues.archivoId, f.cambios[0].despues.nombre, f.cambios[0].despues.hash], ['archivos', a.archivoId, 'a.pdf', undefined]);
});

test('los adjuntos de una solicitud de pago se miran igual', async () => {
  const cuerpo = archivos => ({ beneficiario: 'Alguien', partidas: [{ conceptoId: e.gasto, importe: 10 }], archivos });
  const adjunto = (extension, bytes) => ({ nombre: 'x', extension, contenidoBase64: bytes.toString('base64') });
  await e.falla('/api/SolicitudPago/V2', cuerpo([adjunto('pdf', pdf), adjunto('exe', pdf), adjunto('pdf', png)]), 'VALIDACION archivos[1].extension RANGO, archivos[2].contenidoBase64 FORMATO');
  const s = await e.hecho('/api/SolicitudPago/V2', cuerpo([adjunto('pdf', pdf), adjunto('PDF', pdf)]));
  assert.equal(await cuantos(s.transaccionId), 1, 'dos veces el mismo es uno');
});
