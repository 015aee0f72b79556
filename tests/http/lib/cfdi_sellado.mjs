// Valid CFDI: sealed and stamped with keys of the tests, made by openssl.
import { execFileSync } from 'node:child_process';
import { createSign, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// minimo: the shortest text that is read as a CFDI; guardarXml stores it with a document as any file.
export const minimo = '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0"/>';
export const guardarXml = (organizacionId, transaccionId, xml = minimo, tipo = 'XML') => {
  const bytes = Buffer.from(xml), contenido = `decode('${bytes.toString('hex')}', 'hex')`;
  return `WITH a AS (INSERT INTO archivo (organizacion_id, transaccion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
      VALUES (${organizacionId}, ${transaccionId}, 'cfdi', 'xml', '${tipo}', 'application/xml', ${bytes.length}, sha256(${contenido}), now()) RETURNING archivo_id)
    INSERT INTO archivo_bloque (organizacion_id, archivo_id, numero, contenido) SELECT ${organizacionId}, archivo_id, 0, ${contenido} FROM a RETURNING archivo_id`;
};

const hoy = () => new Date(Date.now() - 7 * 3600e3).toISOString().slice(0, 19);

export class Sellador {
  // `desde`: the day that its certificates begin; absent: now.
  constructor(rfc = 'EKU9003173C9', desde) {
    this.desde = desde;
    this.carpeta = mkdtempSync(join(tmpdir(), 'csd-'));
    this.rfc = rfc;
    this.csd = this.#emitir('30001000000500009999', `/CN=ESCUELA KEMPER URGATE SA DE CV/x500UniqueIdentifier=${rfc} \\/ VADA800927DJ3/OU=Matriz`);
    this.pac = this.#emitir('30001000000500003456', '/CN=PAC DE PRUEBA/x500UniqueIdentifier=SPR190613I52/OU=PAC');
  }
  // Serial numbers are their twenty digits in ASCII.
  #emitir(numero, sujeto) {
    const en = extension => join(this.carpeta, `${numero}.${extension}`);
    const peticion = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1000', '-utf8', '-set_serial', `0x${Buffer.from(numero).toString('hex')}`,
      '-subj', sujeto, '-keyout', en('key'), '-outform', 'DER', '-out', en('cer')];
    execFileSync(...(this.desde ? ['faketime', [this.desde, 'openssl', ...peticion]] : ['openssl', peticion]), { stdio: 'pipe' });
    return { numero, llave: readFileSync(en('key'), 'utf8'), certificado: readFileSync(en('cer')).toString('base64') };
  }
  cerrar() { rmSync(this.carpeta, { recursive: true, force: true }); }
  #firmar(texto, { llave }) { return createSign('sha256').update(texto, 'utf8').sign(llave, 'base64'); }

  // Seals a CFDI of these nodes and stamps it: attributes in the order of the original string, those that are undefined left out. Members of an
  // object are nodes, or lists of them.
  sellar(comprobante, uuid) {
    const { Fecha } = comprobante;
    const propios = { ...comprobante, NoCertificado: this.csd.numero };
    const cadena = `||${valores(propios).map(v => v.replace(/\s+/g, ' ').trim()).join('|')}||`, Sello = this.#firmar(cadena, this.csd);
    const { Complemento = {}, ...raiz } = propios;
    const tfd = { Version: '1.1', UUID: uuid, FechaTimbrado: Fecha, RfcProvCertif: 'SPR190613I52', SelloCFD: Sello, NoCertificadoSAT: this.pac.numero };
    const timbre = uuid ? `<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital"${atributos({ ...tfd, SelloSAT: this.#firmar(`||${Object.values(tfd).join('|')}||`, this.pac) })}/>` : '';
    const hijos = Object.entries(raiz).filter(([, v]) => typeof v === 'object').map(([n, v]) => nodos('cfdi:', n, v)).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4"${atributos({ ...raiz, Sello, Certificado: this.csd.certificado })}>${hijos}<cfdi:Complemento>${Object.entries(Complemento).map(([n, v]) => nodos('implocal:', n, v)).join('')}${timbre}</cfdi:Complemento></cfdi:Comprobante>
`;
  }
  // factura: an invoice of one line; `cambios` replace attributes before the invoice is sealed.
  factura({ receptor = 'URE180429TM6', base = '100.00', iva = '16.00', tasa = '0.160000', total = '116.00', uuid = randomUUID().toUpperCase(), fecha = hoy(), folio = '7', tipo = 'I', cambios = {} } = {}) {
    const traslado = { Base: base, Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: tasa, Importe: iva };
    return this.sellar({ Version: '4.0', Folio: folio, Fecha: fecha, FormaPago: '03', NoCertificado: '', SubTotal: base, Moneda: 'MXN', Total: total, TipoDeComprobante: tipo, Exportacion: '01', MetodoPago: 'PUE', LugarExpedicion: '64000', ...cambios,
      Emisor: { Rfc: this.rfc, Nombre: 'ESCUELA KEMPER URGATE', RegimenFiscal: '601' },
      Receptor: { Rfc: receptor, Nombre: 'QUIEN RECIBE', DomicilioFiscalReceptor: '64000', RegimenFiscalReceptor: receptor.length === 12 ? '601' : '612', UsoCFDI: 'G03' },
      Conceptos: { Concepto: [{ ClaveProdServ: '01010101', Cantidad: '1', ClaveUnidad: 'H87', Descripcion: 'Artículo', ValorUnitario: base, Importe: base, ObjetoImp: '02', Impuestos: { Traslados: { Traslado: [traslado] } } }] },
      Impuestos: { Traslados: { Traslado: [traslado] }, TotalImpuestosTrasladados: iva } }, uuid);
  }
}

// Values of a node and of those below it, as the original string has them.
const valores = nodo => (Array.isArray(nodo) ? nodo : Object.values(nodo)).flatMap(v => (v === undefined ? [] : typeof v === 'object' ? valores(v) : [String(v)]));
const atributos = o => Object.entries(o).filter(([, v]) => v !== undefined && typeof v !== 'object').map(([n, v]) => ` ${n}="${String(v).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`).join('');
function nodos(prefijo, nombre, nodo) {
  if (Array.isArray(nodo)) return nodo.map(uno => nodos(prefijo, nombre, uno)).join('');
  const hijos = Object.entries(nodo).filter(([, v]) => typeof v === 'object').map(([n, v]) => nodos(prefijo, n, v)).join('');
  const espacio = nombre === 'ImpuestosLocales' ? ' xmlns:implocal="http://www.sat.gob.mx/implocal"' : '';
  return `<${prefijo}${nombre}${espacio}${atributos(nodo)}${hijos ? `>${hijos}</${prefijo}${nombre}>` : '/>'}`;
}
