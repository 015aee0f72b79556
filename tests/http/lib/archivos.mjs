// CFDI as text, valid and hostile, and forms that carry files.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

export const uuidNuevo = () => randomUUID().toUpperCase();

// An invoice (I), a credit (E) or a receipt of payment (P), without a seal.
export function cfdi({ emisor, receptor, total = 116, uuid = uuidNuevo(), serie, folio, fecha = '2026-03-04T10:11:12', moneda = 'MXN', tipo = 'I', version = '4.0', mas = '' }) {
  const ns = version === '3.3' ? 3 : 4;
  const pagos = tipo === 'P' ? `<pago20:Pagos xmlns:pago20="http://www.sat.gob.mx/Pagos20" Version="2.0"><pago20:Pago FechaPago="${fecha}" FormaDePagoP="03" MonedaP="${moneda}" Monto="${total}"/></pago20:Pagos>` : '';
  const timbre = uuid ? `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="${uuid}" FechaTimbrado="${fecha}" RfcProvCertif="SPR190613I52" SelloCFD="" NoCertificadoSAT="30001000000500003456" SelloSAT=""/>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/${ns}" Version="${version}"${serie ? ` Serie="${serie}"` : ''}${folio ? ` Folio="${folio}"` : ''} Fecha="${fecha}" Sello="" NoCertificado="30001000000500009999" Certificado="" SubTotal="${tipo === 'P' ? 0 : total}" Moneda="${tipo === 'P' ? 'XXX' : moneda}" Total="${tipo === 'P' ? 0 : total}" TipoDeComprobante="${tipo}" Exportacion="01" LugarExpedicion="64000">
<cfdi:Emisor Rfc="${emisor.replace('&', '&amp;')}" Nombre="EMISOR" RegimenFiscal="601"/><cfdi:Receptor Rfc="${receptor.replace('&', '&amp;')}" Nombre="RECEPTOR" DomicilioFiscalReceptor="64000" RegimenFiscalReceptor="601" UsoCFDI="G03"/>
<cfdi:Conceptos><cfdi:Concepto ClaveProdServ="01010101" Cantidad="1" ClaveUnidad="ACT" Descripcion="Algo" ValorUnitario="${total}" Importe="${total}" ObjetoImp="01"/></cfdi:Conceptos>
<cfdi:Complemento>${pagos}${timbre}</cfdi:Complemento>${mas}</cfdi:Comprobante>
`;
}

// cfdiSellado: the same CFDI, sealed by a certificate of its issuer; with a uuid, also stamped.
export const cfdiSellado = datos => execFileSync(join(process.env.GESTOR_BUILD, 'tests/cfdi_calculo'), ['sellar', datos.emisor], { input: cfdi(datos), encoding: 'utf8' });

// hostiles: files that a reader must not follow, believe or wait for: each is refused with its own fault.
const bueno = cfdi({ emisor: 'EKU9003173C9', receptor: 'URE180429TM6' });
const sinDeclaracion = bueno.slice(bueno.indexOf('<cfdi:'));
const conDtd = (dtd, dentro = '') => `<?xml version="1.0"?><!DOCTYPE c [${dtd}]>${sinDeclaracion.replace('Nombre="EMISOR"', `Nombre="${dentro}"`)}`;
export const hostiles = {
  'mil millones de risas': conDtd('<!ENTITY a "ja">' + Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join(''), '&j;'),
  'crece al cuadrado': conDtd(`<!ENTITY a "${'x'.repeat(50_000)}">`, '&a;'.repeat(5000)),
  'entidad externa': conDtd('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'),
  'entidad de la red': conDtd('<!ENTITY a SYSTEM "http://127.0.0.1:1/">', '&a;'),
  'DTD externa': `<?xml version="1.0"?><!DOCTYPE c SYSTEM "http://127.0.0.1:1/x.dtd">${sinDeclaracion}`,
  '200,000 atributos': `<a ${Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`,
  '100,000 espacios de nombres': `<a ${Array.from({ length: 100_000 }, (_, i) => `xmlns:a${i}="u${i}"`).join(' ')}/>`,
  '300 niveles': '<a>'.repeat(300) + '</a>'.repeat(300),
  'un atributo de 4 MB': `<a b="${'x'.repeat(4_000_000)}"/>`,
  'con NUL': sinDeclaracion.replace('EMISOR', 'EMI\0SOR'),
  'UTF-16': Buffer.from(`\ufeff${sinDeclaracion}`, 'utf16le'),
  'DOCTYPE en UTF-16': Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE c []>${sinDeclaracion}`, 'utf16le'),
  'truncado': bueno.slice(0, -20),
  'dos documentos': sinDeclaracion + sinDeclaracion,
  'un zip': Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  'nada': '',
  'no es XML': 'hola',
};

// formulario: a form; a value that is a Buffer, or [content, filename], is a file.
export function formulario(campos) {
  const f = new FormData();
  for (const [nombre, valor] of Object.entries(campos)) {
    if (valor === undefined) continue;
    const [contenido, archivo] = Array.isArray(valor) ? valor : [valor, Buffer.isBuffer(valor) ? `${nombre}.${nombre}` : undefined];
    archivo === undefined ? f.append(nombre, String(contenido)) : f.append(nombre, new Blob([contenido]), archivo);
  }
  return f;
}

// enviarFormulario: sends a form; `cliente` is a Servidor.
export async function enviarFormulario(cliente, ruta, campos, { token, encabezados = {} } = {}) {
  const r = await fetch(cliente.url + ruta, { method: 'POST', body: formulario(campos), headers: { Authorization: `Bearer ${token}`, ...encabezados } });
  const texto = await r.text();
  return { estado: r.status, h: Object.fromEntries(r.headers), texto, json: JSON.parse(texto) };
}

const suma = bytes => ~bytes.reduce((c, b) => {
  for (c ^= b, b = 0; b < 8; ++b) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  return c;
}, ~0) >>> 0;

// zip: a .zip of stored or deflated entries, written by hand; an entry is a name, or [name, bytes].
export function zip(entradas, { declarado, comprimido } = {}) {
  const locales = [], directorio = [];
  let desde = 0;
  for (const [nombre, contenido] of entradas.map(e => (Array.isArray(e) ? e : [e, Buffer.from('hola')]))) {
    const n = Buffer.from(nombre), datos = comprimido ? deflateRawSync(contenido) : contenido, largo = datos.length, mide = declarado ?? contenido.length, cabeza = Buffer.alloc(30), entrada = Buffer.alloc(46);
    cabeza.writeUInt32LE(0x04034b50, 0), cabeza.writeUInt16LE(comprimido ? 8 : 0, 8);
    cabeza.writeUInt32LE(suma(contenido), 14), cabeza.writeUInt32LE(largo, 18), cabeza.writeUInt32LE(mide, 22), cabeza.writeUInt16LE(n.length, 26);
    entrada.writeUInt32LE(0x02014b50, 0), entrada.writeUInt16LE(comprimido ? 8 : 0, 10);
    entrada.writeUInt32LE(suma(contenido), 16), entrada.writeUInt32LE(largo, 20), entrada.writeUInt32LE(mide, 24), entrada.writeUInt16LE(n.length, 28), entrada.writeUInt32LE(desde, 42);
    locales.push(cabeza, n, datos);
    directorio.push(entrada, n);
    desde += 30 + n.length + largo;
  }
  const d = Buffer.concat(directorio), fin = Buffer.alloc(22);
  fin.writeUInt32LE(0x06054b50, 0);
  fin.writeUInt16LE(entradas.length, 8), fin.writeUInt16LE(entradas.length, 10), fin.writeUInt32LE(d.length, 12), fin.writeUInt32LE(desde, 16);
  return Buffer.concat([...locales, d, fin]);
}
