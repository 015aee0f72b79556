// Request bodies from the published document: the example of an operation, or any object, in the media type that the operation takes.
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

// cuerpoDeEjemplo: the body of the operation's example; {} when the operation takes no body. A file is a picture of one pixel. Keys are unique in the
// database, so each call makes new ones.
let siguiente = 0;
const unica = (nombre, valor) => ['clave', 'codigo'].includes(nombre) ? `EJ${++siguiente}` : nombre === 'rfc' ? `EKU900317${String(++siguiente).padStart(3, '0')}` : valor;
const unicas = objeto => Array.isArray(objeto) ? objeto : Object.fromEntries(Object.entries(objeto).map(([n, v]) => [n, unica(n, v)]));
// cuerpoDeArchivo: the required parts of a form; its CFDI is that of an invoice of the demo.
const archivos = {}, deCfdi = ['postContabilidadConciliacionCfdi'];
export function cuerpoDeArchivo(op) {
  const { schema } = op.requestBody.content[tipoDe(op)];
  const valor = (nombre, p) => (p.format === 'binary' ? archivos[deCfdi.includes(op.operationId) ? 'xml' : nombre] ?? Buffer.concat([pixel, Buffer.from(`${++siguiente}`)]) : p.examples[0]);
  return cuerpoDe(op, Object.fromEntries(schema.required.map(n => [n, valor(n, schema.properties[n])])));
}
export function cuerpoDeEjemplo(op) {
  if (!op.requestBody) return {};
  return esJson(op) ? cuerpoDe(op, unicas(op.requestBody.content[tipoDe(op)].example)) : cuerpoDeArchivo(op);
}

// sembrarEjemplos: makes the one record of the examples that the demo lacks, a file: the CFDI of its first invoice. The other records are in the demo
// of the usual size and larger (schema/demo_ejemplos.sql).
export async function sembrarEjemplos(base) {
  const [suyo] = await base.sql('SELECT t.rfc, t.total, t.uuid, t.serie, t.numero, o.rfc AS propio FROM transaccion t JOIN organizacion o USING (organizacion_id) WHERE t.organizacion_id = 1 AND t.obj_id = 1 AND t.estado <> \'Cancelado\' ORDER BY t.transaccion_id LIMIT 1');
  archivos.xml = Buffer.from(cfdiSellado({ emisor: suyo.propio, receptor: suyo.rfc, total: suyo.total, serie: suyo.serie, folio: suyo.numero, ...(suyo.uuid && { uuid: suyo.uuid }) }));
  await base.sql(guardarXml(1, 15));
}

// lugarDeEjemplo: path and query of an operation, with the example of each parameter. When two parameters exclude each other, the first is sent.
const excluidos = {
  '/api/AgenciaViaje/Documentos': 'expedienteId', '/api/Contabilidad/BalanzaComprobacion': 'fechaCorte', '/api/Contabilidad/Electronica/Balanza': 'fechaModBal',
  '/api/Contabilidad/Electronica/Polizas': 'numTramite', '/api/Inventario/Kardex': 'codigo', '/api/ArchivoDigital/ValidarArchivoAlmacenado': 'archivoId',
};
export function lugarDeEjemplo(documento, ruta, op) {
  const parametros = (op.parameters ?? []).map(p => (p.$ref ? documento.components.parameters[p.$ref.split('/').at(-1)] : p));
  const ejemploDe = p => encodeURIComponent(p.example ?? p.schema.examples[0]);
  const lugar = ruta.replace(/\{(\w+)\}/g, (_, n) => ejemploDe(parametros.find(p => p.in === 'path' && p.name === n)));
  // Members sent in the body are left out of the query.
  const consulta = op.requestBody ? [] : parametros.filter(p => p.in === 'query' && p.name !== excluidos[ruta]).map(p => `${p.name}=${ejemploDe(p)}`);
  return [lugar, ...(consulta.length ? [consulta.join('&')] : [])].join('?');
}

// Preparations that an example cannot contain: its credentials must belong to a user, a note is invoiced within its own year, and months
// reopen from the last one back.
const preparativos = {
  'POST /api/Seguridad/Autenticar': async ({ base }, ejemplo) => {
    await base.usuario({ usuario: ejemplo.usuario, contrasena: ejemplo.contrasena, sucursal: ejemplo.sucursalId });
    const { consumidorApiId } = await base.consumidor({ nombre: 'Del ejemplo' });
    await base.sql(`UPDATE consumidor_api SET hash = sha256('${ejemplo.apiKey}') WHERE consumidor_api_id = ${consumidorApiId}`);
  },
  'POST /api/Seguridad/LoginMcp': async ({ base, google }, ejemplo) => {  // the token of an example has expired
    await base.sql(`UPDATE consumidor_api SET tipo_integracion = 'MCP' WHERE hash = sha256('${ejemplo.apiKey}')`);
    await base.gestor(['identidad', 'enlazar', '--organizacion', '1', '--usuario', 'demo', '--emisor', google.emisor, '--sujeto', 'ana']);
    ejemplo.idToken = await google.token();
  },
  'POST /api/NotaVenta/NotaVentaFacturar/{id}': ({ base }) => base.sql(`UPDATE transaccion SET fecha = timezone('America/Monterrey', now())
    WHERE organizacion_id = 1 AND obj_id = 2 AND fecha >= date_trunc('year', now()) - interval '5 days' AND fecha < date_trunc('year', now())`),
  'DELETE /api/Contabilidad/Revaluacion': async ({ srv, token }) => {  // the demo has no balance in dollars at the end of that month
    const partidas = [{ productoId: 13, cantidad: 1, precioUnitario: 100 }];
    await srv.pedir('POST', '/api/FacturaVenta', { token, cuerpo: { clienteId: 6, fecha: '2024-12-05', moneda: 'USD', tipoCambio: 18, partidas } });
    await srv.pedir('POST', '/api/Contabilidad/Revaluacion', { token, cuerpo: { anio: 2024, mes: 12, tiposCambio: [{ moneda: 'USD', tipoCambio: 18.5 }] } });
  },
  'POST /api/Contabilidad/Periodos/{anio}/{mes}/Reabrir': ({ srv, token }, ejemplo) =>
    srv.pedir('POST', '/api/Contabilidad/Periodos/2020/2/Reabrir', { token, cuerpo: ejemplo }),
};
export const prepararEjemplo = (con, nombre, ejemplo) => preparativos[nombre]?.(con, ejemplo);
