// Bodies as the published document describes them: its own example, or any object, in the media type it asks for.
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

function enPartes(objeto) {
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
export function cuerpoDeArchivo(op) {
  const { schema } = op.requestBody.content[tipoDe(op)];
  return cuerpoDe(op, Object.fromEntries(Object.entries(schema.properties).filter(([, p]) => p.format === 'binary').map(([n]) => [n, pixel])));
}
export function cuerpoDeEjemplo(op) {
  if (!op.requestBody) return {};
  return esJson(op) ? cuerpoDe(op, unicas(op.requestBody.content[tipoDe(op)].example)) : cuerpoDeArchivo(op);
}

// What the examples act on and the demo does not have, by the ids that they name: transfers on their way, egresses, purchases, payment requests, a sale and what pays for it in kind.
export async function sembrarEjemplos(base, srv, token) {
  const almacenDestinoId = await base.uno('SELECT min(almacen_id) FROM almacen WHERE organizacion_id = 1 AND almacen_id <> 1');
  const traspaso = { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: 1, almacenDestinoId, partidas: [{ productoId: 1, cantidad: 2 }] };
  const conceptoId = await base.uno("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = 'GA-GENERAL'");
  const egreso = { cuentaId: 6, formaPagoId: 1, partidas: [{ conceptoId, importeAbono: 116 }] };
  const solicitud = { beneficiario: 'Quien sea', partidas: [{ conceptoId, importe: 116 }] };
  const compra = { proveedorId: 26, partidas: [{ productoId: 1, cantidad: 2, precioUnitario: 900 }] };
  const venta = { clienteId: 6, partidas: [{ productoId: 13, cantidad: 1, precioUnitario: 1250 }] };
  const enEspecie = { tipo: 'Especie', contactoId: 6, cobrar: [{ transaccionId: 900013, importe: 116 }], partidas: [{ productoId: 1, cantidad: 2, precioUnitario: 58 }] };
  const documentos = [['/api/Inventario/Movimiento', traspaso], ['/api/Inventario/Movimiento', traspaso], ['/api/Bancos/EgresoAgregar', egreso],
    ['/api/FacturaCompra', compra], ['/api/OrdenCompra', compra], ['/api/FacturaCompra', compra], ['/api/OrdenCompra', compra], ['/api/OrdenCompra', compra],
    ['/api/SolicitudPago/V2', solicitud], ['/api/SolicitudPago/V2', solicitud], ['/api/FacturaCompra', compra], ['/api/FacturaCompra', compra],
    ['/api/FacturaVenta', venta], ['/api/Bancos/PagoNoMonetario', enEspecie]];
  for (const [i, [ruta, cuerpo]] of documentos.entries()) {
    await base.sql(`SELECT setval('transaccion_transaccion_id_seq', ${900000 + i})`);
    const r = await srv.pedir('POST', ruta, { token, cuerpo });
    if (r.json.data?.transaccionId !== 900001 + i) throw new Error(r.texto);
  }
}
