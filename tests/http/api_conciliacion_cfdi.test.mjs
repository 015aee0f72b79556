// Reconciliation with CFDI: the CFDI that the tax authority knows, loaded from its metadata, a CFDI or a .zip, compared with the documents of the
// books by fiscal folio.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { zip } from './lib/archivos.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Servidor, esError, montar } from './lib/ayuda_api.mjs';
import { cfdi, iva } from './lib/cfdi.mjs';
import { guardarXml } from './lib/cfdi_sellado.mjs';
import { enPartes } from './lib/ejemplos.mjs';
import { Empresa } from './lib/escena.mjs';

const R = '/api/Contabilidad/ConciliacionCfdi', NOSOTROS = 'EKU9003173C9', PROVEEDOR = 'URE180429TM6';
let m, e, srv, proveedorId, servicios, otra;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv } = m);
  e = await Empresa.crear(m, { nombre: 'Concilia', rfc: NOSOTROS });
  otra = await Empresa.crear(m, { nombre: 'Vecina', rfc: 'IIA040805DZ4' });
  proveedorId = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: PROVEEDOR });
  servicios = await e.concepto('CO-SERVICIOS');
});
after(() => m?.cerrar());

const comprimir = archivos => zip(Object.entries(archivos).map(([nombre, contenido]) => [nombre, Buffer.from(contenido)]));
const COLUMNAS = 'Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion';
const folio = () => randomUUID().toUpperCase();
const fila = (uuid, { emisor = PROVEEDOR, receptor = NOSOTROS, fecha = '2025-03-10 10:00:00', monto = '116.00', efecto = 'I', estatus = 1, cancelado = '' } = {}) =>
  [uuid, emisor, 'PROVEEDOR', receptor, 'NOSOTROS', 'SPR190613I52', fecha, fecha, monto, efecto, estatus, cancelado].join('~');
const metadatos = (...filas) => [COLUMNAS, ...filas, ''].join('\r\n');
const cargar = (contenido, de = e) => srv.pedir('POST', R, { token: de.token, cuerpo: enPartes({ archivo: Buffer.from(contenido) }), encabezados: { 'Content-Type': 'multipart/form-data; boundary=b0' } });
async function cargado(contenido, de = e) {
  const r = await cargar(contenido, de);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}
async function conciliacion(desde, hasta, mas = '', de = e) {
  const r = await srv.get(`${R}?fechaInicial=${desde}&fechaFinal=${hasta}${mas}`, { token: de.token });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}
const cuentas = c => [c.sinDocumento, c.canceladosEnSat, c.canceladosEnGestor, c.diferentes, c.noInformados, c.sinCfdi, c.iguales];
const compra = (uuid, mas = {}) => e.hecho('/api/FacturaCompra', { proveedorId, uuid, fecha: '2025-03-10T10:00:00', partidas: [{ conceptoId: servicios, cantidad: 1, precioUnitario: 100 }], ...mas });
const cancelar = d => srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${d.transaccionId}?motivo=Repetida`, { token: e.token });

test('cada situación, con su CFDI y su documento', async () => {
  const u = Object.fromEntries(['igual', 'falta', 'canceladoSat', 'canceladoAqui', 'diferente', 'noInformado', 'ambos', 'nomina', 'traslado', 'reversada'].map(n => [n, folio()]));
  const d = { igual: await compra(u.igual), canceladoSat: await compra(u.canceladoSat), canceladoAqui: await compra(u.canceladoAqui), diferente: await compra(u.diferente),
    noInformado: await compra(u.noInformado), ambos: await compra(u.ambos), sinCfdi: await compra() };
  for (const x of [d.canceladoAqui, d.ambos]) assert.equal((await cancelar(x)).estado, 200);
  const nomina = uuid => e.hecho('/api/Contabilidad/Poliza', { tipo: 'Diario', fecha: '2025-03-15', concepto: 'Nómina', partidas: [{ cuenta: '601.84', debe: 500, uuid }, { cuenta: '205.01', haber: 500 }] });
  const poliza = await nomina(u.nomina), reversada = await nomina(u.reversada);
  assert.equal((await srv.pedir('DELETE', `/api/Contabilidad/Poliza/${reversada.polizaId}`, { token: e.token })).estado, 200);
  const emitido = { emisor: NOSOTROS, receptor: 'COSC8001137NA', efecto: 'N', monto: '500.00' };
  const carga = await cargado(metadatos(fila(u.igual), fila(u.falta, { fecha: '2025-03-31T23:59:59' }), fila(u.canceladoSat, { estatus: 0, cancelado: '2025-03-12 08:00:00' }), fila(u.canceladoAqui),
    fila(u.diferente, { emisor: 'IIA040805DZ4', monto: '116.02' }), fila(u.ambos, { estatus: 0 }), fila(u.nomina, emitido), fila(u.reversada, emitido), fila(u.traslado, { efecto: 'T' }), fila(folio(), { emisor: 'IIA040805DZ4', receptor: PROVEEDOR })));
  assert.deepEqual(carga, { leidos: 10, nuevos: 9, actualizados: 0, ajenos: 1, fechaInicial: '2025-03-10', fechaFinal: '2025-03-31', advertencias: [`1 CFDI no son de ${NOSOTROS}: no se guardaron`] });
  const c = await conciliacion('2025-03-01', '2025-03-31');
  assert.deepEqual(cuentas(c), [2, 1, 1, 1, 1, 1, 3]);
  const por = situacion => c.cfdi.filter(x => x.situacion === situacion);
  assert.deepEqual(por('SinDocumento').map(x => [x.uuid, x.lado, x.tipo, x.rfc, x.nombre, x.total, x.estado, x.transaccionId]),
    [[u.falta, 'Recibido', 'I', PROVEEDOR, 'PROVEEDOR', 116, 'Vigente', 0], [u.reversada, 'Emitido', 'N', 'COSC8001137NA', 'NOSOTROS', 500, 'Vigente', 0]]);
  assert.deepEqual(por('CanceladoEnSat').map(x => [x.uuid, x.estado, x.fechaCancelacion, x.transaccionId, x.folio]), [[u.canceladoSat, 'Cancelado', '2025-03-12T08:00:00', d.canceladoSat.transaccionId, d.canceladoSat.folio]]);
  assert.deepEqual(por('CanceladoEnGestor').map(x => [x.uuid, x.estado, x.transaccionId, x.diferencias]), [[u.canceladoAqui, 'Vigente', d.canceladoAqui.transaccionId, '']]);
  assert.deepEqual(por('Diferente').map(x => [x.uuid, x.total, x.totalDocumento, x.fechaDocumento, x.diferencias]), [[u.diferente, 116.02, 116, '2025-03-10T10:00:00', 'rfc, total']]);
  assert.deepEqual(por('NoInformado').map(x => [x.uuid, x.fecha, x.estado, x.totalDocumento, x.transaccionId]), [[u.noInformado, '', '', 116, d.noInformado.transaccionId]]);
  assert.deepEqual(por('SinCfdi').map(x => [x.uuid, x.transaccionId, x.tipoDocumento]), [['', d.sinCfdi.transaccionId, 'Factura de compra']]);
  assert.deepEqual(por('Igual'), []);
  const iguales = (await conciliacion('2025-03-01', '2025-03-31', '&situacion=Igual')).cfdi;
  assert.deepEqual(iguales.map(x => [x.uuid, x.polizaId]).sort(), [[u.igual, 0], [u.ambos, 0], [u.nomina, poliza.polizaId]].sort());
  assert.deepEqual(cuentas(await conciliacion('2025-03-01', '2025-03-31', '&lado=Emitido')), [1, 0, 0, 0, 0, 0, 1]);
  assert.deepEqual((await conciliacion('2025-03-01', '2025-03-31', '&situacion=Diferente')).cfdi.map(x => x.uuid), [u.diferente]);
  assert.deepEqual(cuentas(await conciliacion('2025-03-31', '2025-03-31')), [1, 0, 0, 0, 0, 0, 0], 'sólo ese día');
  assert.deepEqual(cuentas(await conciliacion('2025-04-01', '2025-04-30')), [0, 0, 0, 0, 0, 0, 0]);
  const csv = await srv.get(`${R}?fechaInicial=2025-03-01&fechaFinal=2025-03-31`, { token: e.token, encabezados: { Accept: 'text/csv' } });
  assert.match(csv.texto, /^\uFEFF?situacion,lado,uuid,/);
  assert.equal(csv.texto.trim().split('\r\n').length, 1 + c.cfdi.length);
  // The revision of the month counts the same differences.
  const { asuntos } = (await srv.get('/api/Contabilidad/Periodos/2025/3/Revision', { token: e.token })).json.data;
  const asunto = nombre => asuntos.filter(a => a.asunto === nombre).map(a => [a.bloquea, a.cuantos]);
  assert.deepEqual([asunto('CfdiSinDocumento'), asunto('CfdiCanceladosEnSat')], [[[false, 3]], [[false, 1]]]);
  // Another organization sees none of the loaded CFDI.
  assert.deepEqual(cuentas(await conciliacion('2025-03-01', '2025-03-31', '', otra)), [0, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(await auditar(m.base), []);
});

test('un CFDI cancelado no revive, y uno repetido no cuenta dos veces', async () => {
  const a = folio(), b = folio(), dia = { fecha: '2025-05-02 10:00:00' };
  const va = c => [c.leidos, c.nuevos, c.actualizados];
  assert.deepEqual(va(await cargado(metadatos(fila(a, dia), fila(b, dia), fila(a.toLowerCase(), dia)))), [3, 2, 0]);
  assert.deepEqual(va(await cargado(metadatos(fila(a, { ...dia, estatus: 0, cancelado: '2025-05-03 09:00:00' }), fila(a, dia), fila(b, dia)))), [3, 0, 1]);
  assert.deepEqual(va(await cargado(metadatos(fila(a, dia)))), [1, 0, 0]);
  const estado = async () => m.base.sql(`SELECT uuid, estado, moneda, fecha_cancelacion FROM cfdi_informado WHERE organizacion_id = ${e.id} AND uuid IN ('${a}', '${b}') ORDER BY uuid = '${b}'`);
  assert.deepEqual((await estado()).map(x => [x.estado, x.moneda]), [['Cancelado', ''], ['Vigente', '']]);
  // Lines that end with a CR alone, as some spreadsheets write them.
  assert.deepEqual(va(await cargado(metadatos(fila(a, dia), fila(b, dia)).replaceAll('\r\n', '\r'))), [2, 0, 0]);
  // A loaded CFDI completes the currency, which its metadata lacks.
  assert.deepEqual(va(await cargado(cfdi({ emisor: PROVEEDOR, receptor: NOSOTROS, uuid: b, fecha: '2025-05-02T10:00:00', Moneda: 'USD', TipoCambio: '20', conceptos: [{ precio: 100, traslados: [iva(100)] }] }))), [1, 0, 1]);
  assert.deepEqual((await estado()).map(x => [x.estado, x.moneda]), [['Cancelado', ''], ['Vigente', 'USD']]);
  await compra(b, { fecha: '2025-05-02T10:00:00' });
  assert.deepEqual((await conciliacion('2025-05-01', '2025-05-31')).cfdi.map(x => [x.situacion, x.diferencias, x.moneda]), [['Diferente', 'moneda', 'USD']]);
});

test('un recibo de pago registrado tiene su egreso', async () => {
  const [u, factura] = [folio(), folio()], dia = { fecha: '2025-04-20 10:00:00', efecto: 'P', monto: '0' };
  const d = await compra(factura, { fecha: '2025-04-20T10:00:00' });
  await cargado(metadatos(fila(u, dia), fila(factura, { fecha: '2025-04-20 10:00:00' })));
  const situaciones = async () => (await conciliacion('2025-04-01', '2025-04-30', '&situacion=Igual')).cfdi.map(x => [x.uuid, x.tipo, x.transaccionId]);
  assert.deepEqual(await situaciones(), [[factura, 'I', d.transaccionId]]);
  await m.base.sql(guardarXml(e.id, d.transaccionId));
  const archivo = await m.base.uno(`SELECT max(archivo_id) FROM archivo WHERE organizacion_id = ${e.id}`);
  await m.base.sql(`INSERT INTO recibo_de_pago (organizacion_id, uuid, numero, rfc, fecha_pago, factura_uuid, parcialidad, moneda, saldo_anterior, importe_pagado, saldo_insoluto, archivo_id)
    VALUES (${e.id}, '${u}', 1, '${PROVEEDOR}', '2025-04-20', '${factura}', 1, 'MXN', 116, 116, 0, ${archivo});
    INSERT INTO recibo_de_pago_egreso SELECT organizacion_id, recibo_de_pago_id, ${d.transaccionId}, factura_uuid FROM recibo_de_pago WHERE uuid = '${u}'`);
  assert.deepEqual((await situaciones()).sort(), [[factura, 'I', d.transaccionId], [u, 'P', d.transaccionId]].sort());
});

test('más CFDI sin documento de los que caben: se dice sin mirarlos todos', async () => {
  await m.base.sql(`INSERT INTO cfdi_informado (organizacion_id, uuid, lado, tipo, rfc, fecha, total, estado)
    SELECT ${otra.id}, upper(gen_random_uuid()::text), 'Recibido', 'I', '${PROVEEDOR}', timestamp '2024-02-01' + g * interval '1 minute', 116, 'Vigente' FROM generate_series(1, 4000) g; ANALYZE cfdi_informado`);
  // Each CFDI that is looked at asks once for its payment receipt. A server that ends has told all that it read.
  const miradas = () => m.base.uno("SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'recibo_de_pago'").then(Number), antes = await miradas();
  const chico = await Servidor.iniciar(m.base, { 'lista-maxima': 100 });
  const token = await chico.entrar({ ...(await m.base.usuario({ usuario: 'chica', organizacion: otra.id })), ...otra.llave });
  const r = await chico.get(`${R}?fechaInicial=2024-02-01&fechaFinal=2024-02-29`, { token });
  await chico.parar();
  esError(r, 400, 'RANGO');
  assert.match(r.json.detail, /100 filas.*fechaInicial y fechaFinal/);
  const cuantas = await miradas() - antes;
  assert.ok(cuantas > 0 && cuantas < 1000, `${cuantas} CFDI mirados de 4000`);
  assert.equal((await conciliacion('2024-02-01', '2024-02-29', '', otra)).sinDocumento, 4000);
});

test('un .zip: metadatos y CFDI, y lo que no es ninguno se dice', async () => {
  const [a, b] = [folio(), folio()];
  const r = await cargado(comprimir({ 'marzo/meta.txt': `\uFEFF${metadatos(fila(a, { fecha: '2025-06-01 00:00:00' }))}`, 'b.XML': cfdi({ emisor: NOSOTROS, receptor: 'COSC8001137NA', uuid: b, fecha: '2025-06-30T10:00:00', conceptos: [{ precio: 10 }] }),
    'sin.xml': cfdi({ emisor: PROVEEDOR, receptor: NOSOTROS, uuid: null, conceptos: [{ precio: 10 }] }), 'mal.xml': '<a>', 'leame.pdf': 'x' }));
  assert.deepEqual([r.leidos, r.nuevos, r.fechaInicial, r.fechaFinal], [2, 2, '2025-06-01', '2025-06-30']);
  assert.deepEqual(r.advertencias.map(x => x.split(':')[0]), ['sin.xml', 'mal.xml', 'leame.pdf']);
  assert.deepEqual((await conciliacion('2025-06-01', '2025-06-30')).cfdi.map(x => [x.uuid, x.lado]), [[a, 'Recibido'], [b, 'Emitido']]);
  // The CFDI and its metadata row in one .zip, in either order: the folio is cancelled, and its currency is known. A CFDI loaded after its cancel
  // changes the currency alone.
  const [c, d] = [folio(), folio()], dolares = uuid => cfdi({ emisor: PROVEEDOR, receptor: NOSOTROS, uuid, fecha: '2025-10-02T10:00:00', Moneda: 'USD', TipoCambio: '20', conceptos: [{ precio: 100 }] });
  const metas = metadatos(fila(c, { fecha: '2025-10-02 10:00:00', estatus: 0, cancelado: '2025-10-03 09:00:00' }), fila(d, { fecha: '2025-10-02 10:00:00' }));
  await cargado(comprimir({ 'a.xml': dolares(d), 'b.txt': metas, 'c.xml': dolares(c) }));
  const guardados = () => m.base.sql(`SELECT estado, moneda, fecha_cancelacion::text AS dia FROM cfdi_informado WHERE organizacion_id = ${e.id} AND uuid IN ('${c}', '${d}') ORDER BY uuid = '${d}'`);
  const esperados = [{ estado: 'Cancelado', moneda: 'USD', dia: '2025-10-03 09:00:00' }, { estado: 'Vigente', moneda: 'USD', dia: null }];
  assert.deepEqual(await guardados(), esperados);
  await m.base.sql(`UPDATE cfdi_informado SET moneda = '' WHERE organizacion_id = ${e.id} AND uuid = '${c}'`);
  assert.deepEqual([(await cargado(dolares(c))).actualizados, await guardados()], [1, esperados]);
  // 5,000 CFDI, loaded in parts.
  const muchas = Array.from({ length: 5000 }, (_, i) => fila(folio(), { fecha: `2025-07-${String(1 + i % 28).padStart(2, '0')} 10:00:00` }));
  assert.equal((await cargado(comprimir({ 'meta.txt': metadatos(...muchas) }))).nuevos, 5000);
  assert.equal((await conciliacion('2025-07-01', '2025-07-31')).sinDocumento, 5000);
});

const buena = fila('5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0F', { fecha: '2025-08-01 10:00:00' });
const malos = [
  ['vacío', '', 'está vacío'],
  ['otra cosa', 'hola', 'no es un archivo de metadatos del SAT, un CFDI ni un .zip de ellos'],
  ['otro XML', '<a/>', /CFDI/],
  ['un .zip roto', comprimir({ 'a.txt': metadatos(buena) }).subarray(0, 60), /./],
  ['sin una columna', metadatos(buena).replace('Estatus', 'Otra'), 'falta la columna Estatus'],
  ['un campo de menos', metadatos(buena, buena.replace('~SPR190613I52', '')), 'línea 3: tiene 11 campos y el encabezado 12'],
  ['folio', metadatos(buena, buena.replace('5C7B', 'ZZZZ')), /^línea 3: Uuid /],
  ['fecha', metadatos(buena.replace('2025-08-01 10', '2025-13-01 10'), buena), /^línea 2: FechaEmision /],
  ['monto', metadatos(buena.replace('~116.00~', '~mucho~')), /^línea 2: Monto /],
  ['negativo', metadatos(buena.replace('~116.00~', '~-1~')), /^línea 2: Monto /],
  ['efecto', metadatos(buena.replace('~I~', '~X~')), 'línea 2: EfectoComprobante debe ser I, E, T, N o P'],
  ['estatus', metadatos(buena.replace('~1~', '~2~')), 'línea 2: Estatus debe ser 1 (vigente) o 0 (cancelado)'],
  ['cancelación', metadatos(buena.replace('~1~', '~0~ayer')), /^línea 2: FechaCancelacion /],
  ['RFC', metadatos(buena.replace(PROVEEDOR, 'X')), /^línea 2: RfcEmisor no es un RFC/],
  ['RFC del receptor', metadatos(fila(folio(), { emisor: NOSOTROS, receptor: '' })), /^línea 2: RfcReceptor no es un RFC/],
  ['más columnas de las que hay', `${COLUMNAS}${'~X'.repeat(100)}`, 'no es un archivo de metadatos del SAT, un CFDI ni un .zip de ellos'],
  ['dentro de un .zip', comprimir({ 'bien.txt': metadatos(buena), 'mal.txt': metadatos(buena.replace('~I~', '~~')) }), 'mal.txt, línea 2: EfectoComprobante debe ser I, E, T, N o P'],
];
for (const [que, contenido, dicho] of malos)
  test(`no se lee, dice por qué y no guarda nada: ${que}`, async () => {
    const r = await cargar(contenido);
    esError(r, 400, 'VALIDACION', ['archivo FORMATO']);
    const { mensaje } = r.json.errores[0];
    if (typeof dicho === 'string') assert.equal(mensaje, dicho); else assert.match(mensaje, dicho);
    assert.equal(await m.base.uno(`SELECT count(*)::int FROM cfdi_informado WHERE organizacion_id = ${e.id} AND fecha::date = '2025-08-01'`), 0);
  });

test('20 fallas a la vez, permisos y fechas', async () => {
  const r = await cargar(metadatos(...Array.from({ length: 30 }, () => buena.replace('~I~', '~X~'))));
  assert.equal(r.json.errores.length, 20);
  const usuario = await m.base.usuario({ usuario: 'solo.lee', organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: 'contabilidad.leer' });
  const token = await srv.entrar({ ...usuario, ...e.llave });
  esError(await cargar(metadatos(buena), { token }), 403, 'PERMISO_DENEGADO');
  esError(await srv.get(`${R}?fechaInicial=2025-03-02&fechaFinal=2025-03-01`, { token }), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
});

test('un nombre largo se corta; más de 200,000 CFDI no caben en un archivo', async () => {
  const u = folio(), dia = { fecha: '2025-08-02 10:00:00' };
  await cargado(metadatos(fila(u, dia).replace('~PROVEEDOR~', `~${'Ñ'.repeat(5000)}~`)));
  assert.equal(await m.base.uno(`SELECT nombre FROM cfdi_informado WHERE organizacion_id = ${e.id} AND uuid = '${u}'`), 'Ñ'.repeat(300));
  const resto = `~${PROVEEDOR}~${NOSOTROS}~2025-08-03~1~I~1\n`, columnas = 'Uuid~RfcEmisor~RfcReceptor~FechaEmision~Monto~EfectoComprobante~Estatus\n';
  const r = await cargar(columnas + Array.from({ length: 200_001 }, (_, i) => `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000${resto}`).join(''));
  esError(r, 400, 'VALIDACION', ['archivo RANGO']);
  assert.equal(r.json.errores[0].mensaje, 'trae más de 200000 CFDI: divídalo en varios');
});

test('mientras unas cargas esperan se atiende lo demás, y un archivo malo se rechaza sin haber escrito nada', async () => {
  const tabla = await m.base.trabar('LOCK TABLE cfdi_informado IN SHARE MODE');
  const cargas = Array.from({ length: 8 }, () => cargar(metadatos(fila(folio(), { fecha: '2025-11-01 10:00:00' }))));
  // None of the uploads ends before the table is free, but for those whose time is up.
  const antes = async respuesta => (await Promise.race([respuesta, ...cargas.map(c => c.then(() => undefined))]))?.estado;
  try {
    await m.base.esperan();
    for (const { token } of [e, otra]) assert.equal(await antes(srv.pedir('POST', '/api/Proyecto', { token, cuerpo: { nombre: `Obra ${folio()}` } })), 200);
    const suyas = Array.from({ length: 5000 }, () => fila(folio(), { receptor: 'IIA040805DZ4' }));
    assert.equal(await antes(cargar(metadatos(...suyas, suyas[0].replace('~I~', '~X~')), otra)), 400);
  } finally {
    await tabla.soltar();
  }
  assert.deepEqual((await Promise.all(cargas)).map(c => c.estado), Array(8).fill(200));
});

test('las que cargan a la vez los mismos CFDI no se estorban', async () => {
  const filas = Array.from({ length: 3000 }, () => fila(folio(), { fecha: '2025-09-01 10:00:00' }));
  const todas = await Promise.all([filas, [...filas].reverse(), filas, [...filas].reverse()].map(f => cargado(metadatos(...f))));
  assert.equal(todas.reduce((s, c) => s + c.nuevos, 0), 3000);
});
