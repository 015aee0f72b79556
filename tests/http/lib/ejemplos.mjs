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

// What an example acts on and the demo does not have, by the id that it names: a transfer on its way, a write-off, a credit that was assigned, an entry of stock, open counts, and pólizas by hand.
export async function sembrarEjemplos(base, srv, token) {
  const [suyo] = await base.sql('SELECT t.rfc, t.total, t.uuid, t.serie, t.numero, o.rfc AS propio FROM transaccion t JOIN organizacion o USING (organizacion_id) WHERE t.organizacion_id = 1 AND t.obj_id = 1 AND t.estado <> \'Cancelado\' ORDER BY t.transaccion_id LIMIT 1');
  archivos.xml = Buffer.from(cfdiSellado({ emisor: suyo.propio, receptor: suyo.rfc, total: suyo.total, serie: suyo.serie, folio: suyo.numero, ...(suyo.uuid && { uuid: suyo.uuid }) }));
  const almacenDestinoId = await base.uno('SELECT min(almacen_id) FROM almacen WHERE organizacion_id = 1 AND almacen_id <> 1');
  await base.sql(`SELECT setval('transaccion_transaccion_id_seq', 900000)`);
  const r = await srv.pedir('POST', '/api/Inventario/Movimiento', { token, cuerpo: { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: 1, almacenDestinoId, partidas: [{ productoId: 1, cantidad: 2 }] } });
  if (r.json.data?.transaccionId !== 900001) throw new Error(r.texto);
  const i = await srv.pedir('POST', '/api/CuentasPorCobrar/Incobrable', { token, cuerpo: { transaccionId: 4972, importe: 100, motivo: 'No paga' } });
  if (i.json.data?.transaccionId !== 900002) throw new Error(i.texto);
  const n = await srv.pedir('POST', '/api/NotaCredito', { token, cuerpo: { tipo: 'Cliente', contactoId: 6, motivo: 'Descuento', importes: { base16: 100 } } });
  const f = await srv.pedir('POST', '/api/FacturaVenta', { token, cuerpo: { clienteId: 6, partidas: [{ productoId: 13, cantidad: 1, precioUnitario: 1250 }] } });
  if (n.json.data?.transaccionId !== 900003 || f.json.data?.transaccionId !== 900004) throw new Error(n.texto + f.texto);
  const a = await srv.pedir('POST', '/api/Bancos/DepositoAsignar', { token, cuerpo: { transaccionId: 900003, aplicaciones: [{ transaccionId: 900004, importe: 116 }] } });
  if (a.estado !== 200) throw new Error(a.texto);
  const e = await srv.pedir('POST', '/api/Inventario/Movimiento', { token, cuerpo: { tipoMovimiento: 'Entrada', conceptoId: 20, almacenId: 1, partidas: [{ productoId: 1, cantidad: 1, costoUnitario: 10 }] } });
  if (e.json.data?.transaccionId !== 900005) throw new Error(e.texto);
  await base.sql(`SELECT setval('conteo_conteo_id_seq', 900000)`);
  for (const conteoId of [900001, 900002, 900003]) {
    const almacenId = Number(await base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre) VALUES (1, 1, 'CONTEO${conteoId}', 'Conteo') RETURNING almacen_id`));
    const c = await srv.pedir('POST', '/api/Inventario/Conteo', { token, cuerpo: { almacenId } });
    if (c.json.data?.conteoId !== conteoId) throw new Error(c.texto);
  }
  await base.sql(`SELECT setval('poliza_poliza_id_seq', 900000)`);
  for (const polizaId of [900001, 900002]) {
    const p = await srv.pedir('POST', '/api/Contabilidad/Poliza', { token, cuerpo: { tipo: 'Diario', concepto: 'Reclasifica resultados anteriores', partidas: [{ cuenta: '304.01', debe: 1500, sucursalId: 1 }, { cuenta: '304.01', haber: 1500 }] } });
    if (p.json.data?.polizaId !== polizaId) throw new Error(p.texto);
  }
  await base.sql(guardarXml(1, 15));
  // A truck that was loaded, what it brings back and its settlements.
  await base.sql(`SELECT setval('transaccion_transaccion_id_seq', 900100)`);
  const producto = { productoId: 1 };
  for (const [i, [ruta, cuerpo]] of [['Carga', { almacenId: 1, partidas: [{ ...producto, cantidad: 5 }] }], ['Devoluciones', { productos: [{ ...producto, conteo: 2 }] }], ['Devoluciones', { productos: [{ ...producto, conteo: 2 }] }],
    ['Liquidaciones', { fechaLiquidacion: '2025-04-01' }], ['Liquidaciones', { fechaLiquidacion: '2025-05-01' }]].entries()) {
    const x = await srv.pedir('POST', `/api/Ruta/${ruta}`, { token, cuerpo: { rutaId: 1, ...cuerpo } });
    if (x.json.data?.transaccionId !== 900101 + i) throw new Error(x.texto);
  }
}
