// Bodies as the published document describes them: its own example, or any object, in the media type it asks for.
import { cfdiSellado } from './archivos.mjs';
import { guardarXml } from './cfdi_sellado.mjs';

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

export function enPartes(objeto) {
  const parte = ([nombre, valor]) => Buffer.isBuffer(valor)
    ? [`--b0\r\nContent-Disposition: form-data; name="${nombre}"; filename="ejemplo.png"\r\n\r\n`, valor, '\r\n']
    : [`--b0\r\nContent-Disposition: form-data; name="${nombre}"\r\n\r\n${valor}\r\n`];
  return Buffer.concat([...Object.entries(objeto).flatMap(parte), '--b0--\r\n'].map(x => Buffer.from(x)));
}

const tipoDe = op => op.requestBody && Object.keys(op.requestBody.content)[0];
export const esJson = op => tipoDe(op) === 'application/json';

// { cuerpo, encabezados } of `objeto` for an operation of the document.
export function cuerpoDe(op, objeto) {
  if (esJson(op)) return { cuerpo: JSON.stringify(objeto), encabezados: { 'Content-Type': 'application/json' } };
  return { cuerpo: enPartes(objeto), encabezados: { 'Content-Type': 'multipart/form-data; boundary=b0' } };
}

// The same of the operation's example; {} when it takes no body. A file is a picture of one point. Keys are unique in the database, so
// each call has its own.
let siguiente = 0;
const unica = (nombre, valor) => ['clave', 'codigo'].includes(nombre) ? `EJ${++siguiente}` : nombre === 'rfc' ? `EKU900317${String(++siguiente).padStart(3, '0')}` : valor;
const unicas = objeto => Array.isArray(objeto) ? objeto : Object.fromEntries(Object.entries(objeto).map(([n, v]) => [n, unica(n, v)]));
// Of a form, what it must bring; a CFDI is that of an invoice.
const archivos = {};
export function cuerpoDeArchivo(op) {
  const { schema } = op.requestBody.content[tipoDe(op)];
  const valor = (nombre, p) => (p.format === 'binary' ? archivos[nombre] ?? pixel : p.examples[0]);
  return cuerpoDe(op, Object.fromEntries(schema.required.map(n => [n, valor(n, schema.properties[n])])));
}
export function cuerpoDeEjemplo(op) {
  if (!op.requestBody) return {};
  return esJson(op) ? cuerpoDe(op, unicas(op.requestBody.content[tipoDe(op)].example)) : cuerpoDeArchivo(op);
}

// What an example acts on is in the demo of the usual size (schema/demo_compras.sql, demo_pendientes); only a file is not: the CFDI of its first invoice.
export async function sembrarEjemplos(base) {
  const [suyo] = await base.sql('SELECT t.rfc, t.total, t.uuid, t.serie, t.numero, o.rfc AS propio FROM transaccion t JOIN organizacion o USING (organizacion_id) WHERE t.organizacion_id = 1 AND t.obj_id = 1 AND t.estado <> \'Cancelado\' ORDER BY t.transaccion_id LIMIT 1');
  archivos.xml = Buffer.from(cfdiSellado({ emisor: suyo.propio, receptor: suyo.rfc, total: suyo.total, serie: suyo.serie, folio: suyo.numero, ...(suyo.uuid && { uuid: suyo.uuid }) }));
  await base.sql(guardarXml(1, 15));
}
