// CFDI made by the tests: as text, as base64, and sealed by a certificate made for the issuer.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const atributos = o => Object.entries(o).filter(([, v]) => v !== undefined && v !== null).map(([n, v]) => ` ${n}="${String(v).replace(/[&<"]/g, c => `&#${c.charCodeAt(0)};`)}"`).join('');
const nodo = (nombre, datos, hijos = '') => `<${nombre}${atributos(datos)}${hijos ? `>${hijos}</${nombre}>` : '/>'}`;
const dinero = n => n.toFixed(2);
const suma = (filas, que) => filas.reduce((s, f) => s + Number(que(f)), 0);

export const iva = (base, tasa = 0.16, mas = {}) => ({ Base: dinero(base), Impuesto: '002', TipoFactor: 'Tasa', TasaOCuota: tasa.toFixed(6), Importe: dinero(base * tasa), ...mas });
export const exento = base => ({ Base: dinero(base), Impuesto: '002', TipoFactor: 'Exento' });

// A line: { cantidad, precio, descuento, traslados, retenciones, iedu, ...attributes of Concepto }.
function concepto({ cantidad = 1, precio, descuento, traslados = [], retenciones = [], iedu, ...mas }) {
  const grupo = (varios, uno, filas) => (filas.length ? nodo(`cfdi:${varios}`, {}, filas.map(f => nodo(`cfdi:${uno}`, f)).join('')) : '');
  const impuestos = grupo('Traslados', 'Traslado', traslados) + grupo('Retenciones', 'Retencion', retenciones);
  return nodo('cfdi:Concepto', { ClaveProdServ: '43211503', Cantidad: cantidad, ClaveUnidad: 'H87', Descripcion: 'Cosa', ValorUnitario: precio, Importe: dinero(cantidad * precio), Descuento: descuento && dinero(descuento),
    ObjetoImp: impuestos ? '02' : '01', ...mas },
    (impuestos && nodo('cfdi:Impuestos', {}, impuestos)) + (iedu ? nodo('cfdi:ComplementoConcepto', {}, nodo('iedu:instEducativas', { 'xmlns:iedu': 'http://www.sat.gob.mx/iedu', version: '1.0', ...iedu })) : ''));
}

// Complement of local taxes: { traslados, retenciones }, each row [name, rate, amount].
function implocal({ traslados = [], retenciones = [] }) {
  const filas = (clase, nombre, tasa, varios) => varios.map(([n, t, importe]) => nodo(`implocal:${clase}`, { [nombre]: n, [tasa]: dinero(t), Importe: dinero(importe) })).join('');
  return nodo('implocal:ImpuestosLocales', { 'xmlns:implocal': 'http://www.sat.gob.mx/implocal', version: '1.0', TotaldeRetenciones: dinero(suma(retenciones, f => f[2])), TotaldeTraslados: dinero(suma(traslados, f => f[2])) },
    filas('RetencionesLocales', 'ImpLocRetenido', 'TasadeRetencion', retenciones) + filas('TrasladosLocales', 'ImpLocTrasladado', 'TasadeTraslado', traslados));
}

// cfdi: a `uuid` of null leaves the stamp out. `resumen`: transferred taxes of the summary; without any, the summary is left out. `relaciones`: rows [type,
// …UUID]. Members of `mas` replace attributes of the root that are computed from the lines.
export function cfdi({ emisor, receptor, conceptos, locales = {}, uuid = randomUUID(), fecha = '2026-01-15T10:00:00', nombreEmisor = 'EMISOR', nombreReceptor = 'RECEPTOR', v33 = false, resumen = [], relaciones = [], pagos, ...mas }) {
  const importe = c => c.Importe ?? dinero((c.cantidad ?? 1) * c.precio), descuento = suma(conceptos, c => c.descuento ?? 0);
  const impuestos = que => suma(conceptos, c => suma(c[que] ?? [], i => i.Importe ?? 0));
  const timbre = uuid && nodo('tfd:TimbreFiscalDigital', { 'xmlns:tfd': 'http://www.sat.gob.mx/TimbreFiscalDigital', Version: '1.1', UUID: uuid, FechaTimbrado: fecha.replace(/.$/, '9'), RfcProvCertif: 'SPR190613I52', SelloCFD: '', NoCertificadoSAT: '30001000000500008888', SelloSAT: '' });
  const datos = { 'xmlns:cfdi': `http://www.sat.gob.mx/cfd/${v33 ? 3 : 4}`, Version: v33 ? '3.3' : '4.0', Serie: 'F', Folio: '77', Fecha: fecha, Sello: '', FormaPago: '03', NoCertificado: '30001000000500009999', Certificado: '',
    SubTotal: dinero(suma(conceptos, importe)), Descuento: descuento ? dinero(descuento) : undefined, Moneda: 'MXN', Total: dinero(suma(conceptos, importe) - descuento + impuestos('traslados') - impuestos('retenciones') + suma(locales.traslados ?? [], f => f[2]) - suma(locales.retenciones ?? [], f => f[2])),
    TipoDeComprobante: 'I', Exportacion: v33 ? undefined : '01', MetodoPago: 'PUE', LugarExpedicion: '64000', ...mas };
  return nodo('cfdi:Comprobante', datos,
    relaciones.map(([tipo, ...uuids]) => nodo('cfdi:CfdiRelacionados', { TipoRelacion: tipo }, uuids.map(u => nodo('cfdi:CfdiRelacionado', { UUID: u })).join(''))).join('') +
    nodo('cfdi:Emisor', { Rfc: emisor, Nombre: nombreEmisor, RegimenFiscal: '601' }) +
    nodo('cfdi:Receptor', { Rfc: receptor, Nombre: nombreReceptor, ...(v33 ? {} : { DomicilioFiscalReceptor: '64000', RegimenFiscalReceptor: receptor.length === 13 ? '605' : '601' }), UsoCFDI: pagos ? 'CP01' : receptor.length === 13 ? 'D10' : 'G03' }) +
    nodo('cfdi:Conceptos', {}, conceptos.map(c => concepto(v33 ? { ...c, ObjetoImp: undefined } : c)).join('')) +
    (resumen.length ? nodo('cfdi:Impuestos', { TotalImpuestosTrasladados: dinero(suma(resumen, f => f.Importe)) }, nodo('cfdi:Traslados', {}, resumen.map(f => nodo('cfdi:Traslado', f)).join(''))) : '') +
    (timbre || pagos || locales.traslados || locales.retenciones ? nodo('cfdi:Complemento', {}, (pagos ? pago20(pagos) : '') + (locales.traslados || locales.retenciones ? implocal(locales) : '') + (timbre || '')) : ''));
}

// Complement of payments, each { fecha, documentos: [{ uuid, parcialidad, antes, pagado }] }.
function pago20(pagos) {
  const monto = p => suma(p.documentos, d => d.pagado);
  return nodo('pago20:Pagos', { 'xmlns:pago20': 'http://www.sat.gob.mx/Pagos20', Version: '2.0' }, nodo('pago20:Totales', { MontoTotalPagos: dinero(suma(pagos, monto)) }) +
    pagos.map(p => nodo('pago20:Pago', { FechaPago: p.fecha, FormaDePagoP: '03', MonedaP: 'MXN', TipoCambioP: '1', Monto: dinero(monto(p)) }, p.documentos.map(d => nodo('pago20:DoctoRelacionado', { IdDocumento: d.uuid, MonedaDR: 'MXN',
      EquivalenciaDR: '1', NumParcialidad: d.parcialidad ?? 1, ImpSaldoAnt: dinero(d.antes ?? d.pagado), ImpPagado: dinero(d.pagado), ImpSaldoInsoluto: dinero((d.antes ?? d.pagado) - d.pagado), ObjetoImpDR: '01' })).join(''))).join(''));
}
// Payment receipt of those payments.
export const recibo = ({ pagos, ...mas }) => cfdi({ pagos, conceptos: [{ precio: 0, ClaveProdServ: '84111506', ClaveUnidad: 'ACT', Descripcion: 'Pago', Importe: '0', ValorUnitario: '0' }], TipoDeComprobante: 'P', SubTotal: '0', Total: '0', Moneda: 'XXX',
  FormaPago: undefined, MetodoPago: undefined, ...mas });

export const en64 = xml => Buffer.from(xml).toString('base64');

// sellado: seals the text with a certificate of `rfc`, and stamps it when it has a stamp element.
export const sellado = (xml, rfc) => new Promise((bien, mal) => {
  const hijo = execFile(join(process.env.GESTOR_BUILD, 'tests/cfdi_calculo'), ['sellar', rfc], { maxBuffer: 1 << 24 }, (falla, salida) => (falla ? mal(falla) : bien(salida)));
  hijo.stdin.end(xml);
});

// colegiatura: the invoice of a school to a father for one student, sealed by the school.
export const iedu = { nombreAlumno: 'Ana Pérez López', CURP: 'HEGG560427MVZRRL04', nivelEducativo: 'Primaria', autRVOE: 'RVOE-1' };
export const colegiatura = (escuela, mas = {}) => sellado(cfdi({ emisor: escuela, receptor: 'COSC8001137NA', nombreReceptor: 'CLAUDIA OROPEZA', fecha: '2026-05-15T10:00:00', ...mas,
  conceptos: [{ precio: 3500, ClaveProdServ: '86121500', ClaveUnidad: 'E48', Descripcion: 'Colegiatura', traslados: [exento(3500)], iedu }] }), escuela);
