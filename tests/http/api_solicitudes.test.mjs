// OP-088, OP-136 to OP-138: payment requests, the part of a balance that they reserve, their authorization, and the state that their egresses give
// them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, esError, montar, tabla } from './lib/ayuda_api.mjs';
import { porPagar } from './lib/por_pagar.mjs';

let m, srv, base, token, compra, persona, empresa;
const d = {};
const V1 = '/api/SolicitudPago', V2 = '/api/SolicitudPago/V2', EGRESO = '/api/Bancos/EgresoAgregar';
before(async () => {
  m = await montar({ registros: 300 });
  ({ srv, base, t1: token } = m);
  ({ compra, persona, empresa } = await porPagar(base));
  d.banco = await base.uno("SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id = 1 AND clave = 'BBVA-01'");
  d.forma = await base.uno("SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = 1 AND nombre = 'Transferencia'");
  for (const clave of ['GA-GENERAL', 'GA-TASA0', 'DP-OTROS']) d[clave] = await base.uno(`SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = '${clave}'`);
});
after(() => m?.cerrar());

async function hecho(ruta, cuerpo, opciones) {
  const r = await srv.pedir('POST', ruta, { token, cuerpo, ...opciones });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}
const autorizar = (id, cuerpo, opciones = {}) => srv.pedir('PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${id}`, { token, cuerpo, ...opciones });
const cancelar = (id, opciones = {}) => srv.pedir('DELETE', `/api/SolicitudPago/SolicitudPagoCancelar/${id}?motivo=prueba`, { token, ...opciones });
const leer = async id => (await srv.get(`/api/SolicitudPago/${id}`, { token })).json.data;
const doc = (transaccionIdCompra, importe) => ({ transaccionIdCompra, importe });
const v1 = (documentos, mas = {}) => ({ proveedorId: persona, documentos, ...mas });
const egreso = (partidas, mas = {}) => ({ cuentaId: d.banco, formaPagoId: d.forma, partidas, ...mas });
const a = (transaccionIdCompra, importeAbono, mas = {}) => ({ transaccionIdCompra, importeAbono, ...mas });
const autorizada = async (documentos, mas) => {
  const s = await hecho(V1, v1(documentos, mas));
  assert.equal((await autorizar(s.transaccionId, {})).estado, 200);
  return s.transaccionId;
};
const estados = async id => { const s = await leer(id); return `${s.estado} ${s.saldo}`; };

test('versión 1: documentos de un proveedor, en su moneda; sin póliza', async () => {
  const [f, g] = [await compra(), await compra(undefined, { obj: 14 })];
  const s = await hecho(V1, v1([doc(f, 1000), doc(g, 1160)], { fechaRequerida: dia(5), cuentaId: d.banco, formaPagoId: d.forma, notas: 'Urge' }));
  assert.deepEqual([s.objId, s.version, s.estado, s.total, s.saldo, s.proveedorId, s.moneda, s.fechaRequerida, s.cuentaId, s.formaPagoId, s.prioridad, s.autorizadoPor, s.advertencias, s.uuid],
    [11, 1, 'Pendiente', 2160, 2160, persona, 'MXN', dia(5), d.banco, d.forma, 'Normal', '', [], '']);
  assert.deepEqual(s.partidas.map(p => [p.numeroPartida, p.transaccionIdCompra, p.importe, p.conceptoId]), [[1, f, 1000, 0], [2, g, 1160, 0]]);
  assert.equal(await base.uno(`SELECT count(*) FROM poliza WHERE transaccion_id = ${s.transaccionId}`), 0);
  const { uuid, advertencias, ...vista } = s;
  assert.deepEqual(await leer(s.transaccionId), vista);
  const usd = await compra({ base16: 100, iva16: 16 }, { moneda: 'USD', tipoCambio: 18 });
  assert.equal((await hecho(V1, v1([doc(usd, 50)]))).moneda, 'USD');
});

test('versión 2: documentos y conceptos, de varios si el beneficiario es un nombre; con archivos', async () => {
  const [f, g] = [await compra(), await compra(undefined, { contacto: empresa })];
  const s = await hecho(V2, { beneficiario: 'Pagos de la semana', prioridad: 'Alta', partidas: [doc(f, 100), doc(g, 200), { conceptoId: d['GA-GENERAL'], importe: 58, notas: 'Taxi' }],
    archivos: [{ nombre: 'recibo', extension: 'PDF', contenidoBase64: Buffer.from('%PDF-1.4').toString('base64') }, { nombre: 'hoja', extension: 'csv', contenidoBase64: 'YWJj' }] });
  assert.deepEqual([s.version, s.total, s.proveedorId, s.proveedor, s.prioridad], [2, 358, 0, 'Pagos de la semana', 'Alta']);
  assert.deepEqual(s.archivos.map(x => [x.nombreExtension, x.tipo, x.tamano]), [['recibo.pdf', 'PDF', 8], ['hoja.csv', 'Otro', 3]]);
  assert.deepEqual(s.partidas.map(p => [p.transaccionIdCompra, p.conceptoId, p.importe, p.notas]), [[f, 0, 100, ''], [g, 0, 200, ''], [0, d['GA-GENERAL'], 58, 'Taxi']]);
  const t = await hecho(V2, { beneficiarioId: persona, partidas: [doc(f, 1)] });
  assert.deepEqual([t.proveedorId, t.proveedor], [persona, 'EGPERSONA NOMBRE']);
});

test('lo que las solicitudes apartan: ni otra solicitud ni un egreso sin ella lo pasan', async () => {
  const f = await compra();
  const s = await hecho(V1, v1([doc(f, 1000)]));
  esError(await srv.pedir('POST', V1, { token, cuerpo: v1([doc(f, 160.01)]) }), 400, 'SALDO_INSUFICIENTE');
  const r = await srv.pedir('POST', EGRESO, { token, cuerpo: egreso([a(f, 160.01)]) });
  esError(r, 400, 'SALDO_INSUFICIENTE');
  assert.match(r.json.errores[0].mensaje, /libre de solicitudes de pago/);
  const suelto = await hecho(EGRESO, egreso([a(f, 100)], { importe: 200 }));
  esError(await srv.pedir('POST', EGRESO, { token, cuerpo: { transaccionId: suelto.transaccionId, partidas: [a(f, 60.01)] } }), 400, 'SALDO_INSUFICIENTE');
  await hecho(EGRESO, { transaccionId: suelto.transaccionId, partidas: [a(f, 60)] });
  assert.equal((await cancelar(s.transaccionId)).json.data.estado, 'Cancelado');
  await hecho(EGRESO, egreso([a(f, 1000)]));
  const g = await compra();
  const todos = await Promise.all([1, 2, 3].map(() => srv.pedir('POST', V1, { token, cuerpo: v1([doc(g, 700)]) })));
  assert.deepEqual(todos.map(x => x.estado).sort(), [200, 400, 400]);
});

test('autorizada se paga en partes: Parcial, Pagado, y al cancelarse un egreso vuelve', async () => {
  const [f, g] = [await compra(), await compra()];
  const s = await hecho(V2, { beneficiario: 'Varios', partidas: [doc(f, 1000), { conceptoId: d['GA-GENERAL'], importe: 116 }] });
  const id = s.transaccionId;
  const con = (partidas, mas) => egreso(partidas, { solicitudPagoId: id, ...mas });
  esError(await srv.pedir('POST', EGRESO, { token, cuerpo: con([a(f, 1)]) }), 400, 'ESTADO_INVALIDO');
  const r = await autorizar(id, { notas: 'Adelante' });
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual([r.json.data.estado, r.json.data.autorizadoPor !== '', r.json.data.fechaAutorizacion.slice(0, 10), r.json.data.notasAutorizacion], ['Autorizado', true, dia(), 'Adelante']);
  esError(await autorizar(id, {}), 400, 'ESTADO_INVALIDO');
  const uno = await hecho(EGRESO, con([a(f, 400), { conceptoId: d['GA-GENERAL'], importeAbono: 116 }]));
  assert.deepEqual([uno.solicitudPagoId, await estados(id)], [id, 'Parcial 600']);
  assert.deepEqual((await leer(id)).documentosRelacionados.map(x => x.transaccionId), [uno.transaccionId]);
  for (const [partidas, codigo] of [[[a(f, 600.01)], 'SALDO_INSUFICIENTE'], [[a(g, 1)], 'VALIDACION'], [[{ conceptoId: d['GA-GENERAL'], importeAbono: 0.01 }], 'SALDO_INSUFICIENTE'],
    [[{ conceptoId: d['GA-TASA0'], importeAbono: 1 }], 'VALIDACION']]) esError(await srv.pedir('POST', EGRESO, { token, cuerpo: con(partidas) }), 400, codigo);
  esError(await cancelar(id), 400, 'ESTADO_INVALIDO');
  const dos = await hecho(EGRESO, con([a(f, 600)]));
  assert.equal(await estados(id), 'Pagado 0');
  esError(await srv.pedir('POST', EGRESO, { token, cuerpo: con([a(f, 1)]) }), 400, 'ESTADO_INVALIDO');
  await srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${dos.transaccionId}`, { token });
  assert.equal(await estados(id), 'Parcial 600');
  await srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${uno.transaccionId}`, { token });
  assert.equal(await estados(id), 'Autorizado 1116');
  assert.equal((await cancelar(id)).json.data.estado, 'Cancelado');
  assert.equal(await estados(id), 'Cancelado 0');
});

test('otra moneda: la solicitud cuenta en la del documento', async () => {
  const usd = await compra({ base16: 100, iva16: 16 }, { moneda: 'USD', tipoCambio: 18 });
  const id = await autorizada([doc(usd, 116)]);
  await hecho(EGRESO, egreso([a(usd, 1160, { tipoCambio: 20 })], { solicitudPagoId: id }));
  assert.equal(await estados(id), 'Parcial 58');
  const s = await hecho(V2, { beneficiario: 'Varios', moneda: 'USD', tipoCambio: 18, partidas: [{ conceptoId: d['GA-GENERAL'], importe: 10 }] });
  assert.equal((await autorizar(s.transaccionId, {})).estado, 200);
  esError(await srv.pedir('POST', EGRESO, { token, cuerpo: egreso([{ conceptoId: d['GA-GENERAL'], importeAbono: 10 }], { solicitudPagoId: s.transaccionId }) }), 400, 'VALIDACION', ['solicitudPagoId RANGO']);
});

test('quién autoriza: con permiso, no lo suyo si se segregan funciones, no más que su límite, y con saldo', async () => {
  const f = await compra();
  const key = { apiKey: m.uno.apiKey };
  const cajero = await srv.entrar({ ...(await base.usuario({ usuario: 'cajero', rol: 'operador', sucursal: 1 })), ...key });
  const otro = await base.usuario({ usuario: 'otrojefe', rol: 'administrador', sucursal: 1 });
  const jefe = await srv.entrar({ ...otro, ...key });
  const mia = await hecho(V1, v1([doc(f, 500)]));
  esError(await autorizar(mia.transaccionId, {}, { token: cajero }), 403, 'PERMISO_DENEGADO');
  await base.gestor(['parametro', 'poner', 'segregacionFunciones', 'true', '--organizacion', '1']);
  esError(await autorizar(mia.transaccionId, {}), 403, 'PERMISO_DENEGADO');
  await base.sql(`UPDATE usuario SET limite_autorizacion = 499.99 WHERE usuario_id = ${otro.usuarioId}`);
  esError(await autorizar(mia.transaccionId, {}, { token: jefe }), 403, 'PERMISO_DENEGADO');
  await base.sql(`UPDATE usuario SET limite_autorizacion = 500 WHERE usuario_id = ${otro.usuarioId}`);
  assert.equal((await autorizar(mia.transaccionId, {}, { token: jefe })).json.data.autorizadoPor, 'otrojefe');
  await base.gestor(['parametro', 'quitar', 'segregacionFunciones', '--organizacion', '1']).catch(() => base.gestor(['parametro', 'poner', 'segregacionFunciones', 'false', '--organizacion', '1']));
  const g = await compra();
  const sin = await hecho(V1, v1([doc(g, 1000)]));
  await base.sql(`UPDATE transaccion SET saldo = 580, estado = 'Parcial', pendiente = p, pendiente_mxn = p, tramo = p FROM (SELECT ROW(500, 80, 0, 0, 0, 0, 0, 0, 0, 0, 0)::cubetas AS p) x WHERE transaccion_id = ${g}`);
  esError(await autorizar(sin.transaccionId, {}), 400, 'SALDO_INSUFICIENTE');
  esError(await autorizar(sin.transaccionId, {}, { token: m.t2 }), 400, 'NO_ENCONTRADO');
  esError(await autorizar(f, {}), 400, 'NO_ENCONTRADO');
  esError(await cancelar(sin.transaccionId, { token: cajero }), 403, 'PERMISO_DENEGADO');


  esError(await autorizar(sin.transaccionId, {}, { encabezados: { 'If-Match': '"00000000000000000000000000000000"' } }), 412, 'PRECONDICION');
});

test('lo que no se puede', async t => {
  const [f, ajena, usd, cancelada] = [await compra(), await compra(undefined, { contacto: empresa }), await compra({ base16: 100, iva16: 16 }, { moneda: 'USD', tipoCambio: 18 }), await compra(undefined, { estado: 'Cancelado' })];
  const venta = await base.uno('SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1');
  const cliente = await base.uno("SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1 AND tipo_contacto = 'Cliente'");
  const v2 = (partidas, mas = {}) => ({ beneficiarioId: persona, partidas, ...mas });
  await tabla(t, srv, token, [
    ['falta lo obligatorio', 'POST', V1, {}, 'VALIDACION documentos REQUERIDO'],
    ['proveedor que no lo es', 'POST', V1, v1([doc(f, 1)], { proveedorId: cliente }), 'VALIDACION proveedorId NO_EXISTE'],
    ['documento que no existe', 'POST', V1, v1([doc(999999999, 1)]), 'VALIDACION documentos[0].transaccionIdCompra NO_EXISTE'],
    ['documento de venta', 'POST', V1, v1([doc(f, 1), doc(venta, 1)]), 'VALIDACION documentos[1].transaccionIdCompra RANGO'],
    ['documento de otro', 'POST', V1, v1([doc(ajena, 1)]), 'VALIDACION documentos[0].transaccionIdCompra RANGO'],
    ['documento repetido', 'POST', V1, v1([doc(f, 1), doc(f, 1)]), 'VALIDACION documentos[1].transaccionIdCompra DUPLICADO'],
    ['dos monedas', 'POST', V1, v1([doc(f, 1), doc(usd, 1)]), 'VALIDACION documentos[1].transaccionIdCompra RANGO'],
    ['documento cancelado', 'POST', V1, v1([doc(cancelada, 1)]), 'ESTADO_INVALIDO documentos[0].transaccionIdCompra ESTADO_INVALIDO'],
    ['más que el saldo', 'POST', V1, v1([doc(f, 1160.01)]), 'SALDO_INSUFICIENTE documentos[0].importe SALDO_INSUFICIENTE'],
    ['cuenta que no existe', 'POST', V1, v1([doc(f, 1)], { cuentaId: 999999 }), 'VALIDACION cuentaId NO_EXISTE'],
    ['forma que no existe', 'POST', V1, v1([doc(f, 1)], { formaPagoId: 999999 }), 'VALIDACION formaPagoId NO_EXISTE'],
    ['proyecto que no existe', 'POST', V1, v1([doc(f, 1)], { proyectoId: 999999 }), 'VALIDACION proyectoId NO_EXISTE'],
    ['sin beneficiario', 'POST', V2, { partidas: [doc(f, 1)] }, 'VALIDACION beneficiario REQUERIDO'],
    ['dos beneficiarios', 'POST', V2, v2([doc(f, 1)], { beneficiario: 'x' }), 'VALIDACION beneficiario RANGO'],
    ['beneficiario que no existe', 'POST', V2, v2([doc(f, 1)], { beneficiarioId: 999999 }), 'VALIDACION beneficiarioId NO_EXISTE'],
    ['documento de otro beneficiario', 'POST', V2, v2([doc(ajena, 1)]), 'VALIDACION partidas[0].transaccionIdCompra RANGO'],
    ['documento de otra moneda', 'POST', V2, v2([doc(usd, 1)]), 'VALIDACION partidas[0].transaccionIdCompra RANGO'],
    ['ni documento ni concepto', 'POST', V2, v2([{ importe: 1 }]), 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO'],
    ['documento y concepto', 'POST', V2, v2([{ ...doc(f, 1), conceptoId: d['GA-GENERAL'] }]), 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO'],
    ['concepto de depósito', 'POST', V2, v2([{ conceptoId: d['DP-OTROS'], importe: 1 }]), 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO'],
    ['división y clasificación que no existen', 'POST', V2, v2([{ ...doc(f, 1), proyectoId: 999999, clasificadorCostoId: 999999 }], { divisionId: 999999 }),
      'VALIDACION divisionId NO_EXISTE, partidas[0].proyectoId NO_EXISTE, partidas[0].clasificadorCostoId NO_EXISTE'],
    ['prioridad que no es', 'POST', V2, v2([doc(f, 1)], { prioridad: 'Ya' }), 'VALIDACION prioridad RANGO'],
    ['archivo que no es base64', 'POST', V2, v2([doc(f, 1)], { archivos: [{ nombre: 'x', extension: 'pdf', contenidoBase64: '*' }] }), 'VALIDACION archivos[0].contenidoBase64 FORMATO'],
    ['solicitud que no existe', 'POST', EGRESO, egreso([a(f, 1)], { solicitudPagoId: 999999999 }), 'VALIDACION solicitudPagoId NO_EXISTE'],
    ['solicitud que es una factura', 'POST', EGRESO, egreso([a(f, 1)], { solicitudPagoId: ajena }), 'VALIDACION solicitudPagoId NO_EXISTE'],
    ['cancelar lo que no existe', 'DELETE', '/api/SolicitudPago/SolicitudPagoCancelar/999999999', undefined, 'NO_ENCONTRADO'],
    ['cancelar una factura', 'DELETE', `/api/SolicitudPago/SolicitudPagoCancelar/${f}`, undefined, 'NO_ENCONTRADO'],
    ['leer lo que no existe', 'GET', '/api/SolicitudPago/999999999', undefined, 'NO_ENCONTRADO'],
  ]);
});

test('lista', async () => {
  const f = await compra(undefined, { contacto: empresa });
  const s = await hecho(V1, v1([doc(f, 7)], { proveedorId: empresa, referenciaExterna: 'SOL-7' }));
  const ids = async q => (await srv.get(`/api/SolicitudPago?${q}`, { token })).json.data.map(x => x.transaccionId);
  for (const q of [`proveedorId=${empresa}`, `transaccionIdCompra=${f}`, 'busqueda=sol-7']) assert.deepEqual(await ids(q), [s.transaccionId], q);
  for (const [q, donde] of [['estado=Cancelado', "t.estado = 'Cancelado'"], ['prioridad=Alta', "q.prioridad = 'Alta'"], ['sucursalId=1', 't.sucursal_id = 1'], [`fechaInicial=${dia()}`, 'true'], [`fechaFinal=${dia(-1)}`, 'false']])
    assert.equal((await ids(q)).length, await base.uno(`SELECT count(*) FROM transaccion t JOIN solicitud_pago q USING (transaccion_id) WHERE t.organizacion_id = 1 AND ${donde}`), q);
  assert.deepEqual((await srv.get(`/api/SolicitudPago?busqueda=sol-7`, { token })).json.data[0], await leer(s.transaccionId));
});
