// A real server on a real database: every operation of the document it serves is called as the document says, and what
// it answers, right or wrong, is held against the schema the document gives for it.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { administrador, levantar, programa } from './lib/ayuda.mjs';
import { guardarXml } from './lib/cfdi_sellado.mjs';
import { emisorEnArchivo, escribirProveedores } from './lib/identidad.mjs';
import { cuerpoDe, cuerpoDeEjemplo, esJson } from './lib/ejemplos.mjs';
import { cfdiSellado } from './lib/archivos.mjs';
import { compilar } from './lib/esquemas.mjs';
import { siembra } from './lib/siembra.mjs';
import { siembraCompras } from './lib/siembra_compras.mjs';
import { siembraSolicitudes } from './lib/siembra_solicitudes.mjs';

const sin = programa && administrador ? false : 'faltan GESTOR_BIN y GESTOR_TEST_ADMIN';
const inexistente = '9007199254740991';
const verbos = ['get', 'post', 'put', 'delete'];
let servidor, documento, validar, operaciones, google;

const publica = (op) => op.security?.length === 0;
const escapar = (texto) => texto.replaceAll('~', '~0').replaceAll('/', '~1');
const resolver = (nodo) => (nodo.$ref ? nodo.$ref.slice(2).split('/').reduce((n, parte) => n[parte], documento) : nodo);
const desde = (o) => o.verbo === 'get' && o.op.parameters?.some((p) => p.$ref?.endsWith('/cursor')); // a page: what its path names is where it begins
const conIds = (ruta, id) => [].concat(id).reduce((r, x, i, todos) => r.replace(todos.length > 1 ? /\{\w+\}/ : /\{\w+\}/g, encodeURIComponent(x)), ruta); // one for all, or one for each
const conRuta = (o) => o.ruta.includes('{');
const numerica = (o) => o.op.parameters?.some((p) => p.in === 'path' && p.schema.type === 'integer');
const deRegistro = (o) => o.op.parameters.some((p) => p.in === 'path' && /^id$|Id$/.test(p.name)); // not a year, nor a month

// fetch sends no body with a GET; one operation takes it there.
const pedir = (url, { method, headers, body }) => new Promise((listo, falla) =>
  http.request(url, { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } }, (r) => {
    const partes = [];
    r.on('data', (d) => partes.push(d)).on('end', () => listo(new Response(Buffer.concat(partes), { status: r.statusCode, headers: r.headers })));
  }).on('error', falla).end(body));

// Parameters that others ask for, and those that ask for others: with these what is wrong is said of the others.
const ademas = { getContabilidadElectronicaPolizas: { numOrden: 'ABC1234567/25' } };
const piden = { getContabilidadElectronicaPolizas: 'tipoSolicitud', getContabilidadElectronicaBalanza: 'tipoEnvio' };

async function llamar(o, { ruta = desde(o) ? conIds(o.ruta, 0) : o.ruta, consulta = {}, encabezados = {}, cuerpo, token = servidor.token } = {}) {
  const url = new URL(servidor.url + ruta);
  for (const p of (o.op.parameters ?? []).map(resolver)) if (p.in === 'query' && p.required) url.searchParams.set(p.name, p.schema.examples[0]);
  for (const [nombre, valor] of Object.entries({ ...ademas[o.op.operationId], ...consulta })) url.searchParams.set(nombre, valor);
  const headers = { ...encabezados };
  if (token && !publica(o.op)) headers.Authorization = `Bearer ${token}`;
  if (cuerpo !== undefined) headers['Content-Type'] ??= 'application/json';
  const enviar = o.verbo === 'get' && cuerpo !== undefined ? pedir : fetch;
  const respuesta = await enviar(url, { method: o.verbo.toUpperCase(), headers, body: cuerpo, redirect: 'manual' });
  const bytes = Buffer.from(await respuesta.arrayBuffer());
  const tipo = respuesta.headers.get('content-type')?.split(';')[0] ?? '';
  const texto = bytes.toString('utf8');
  return { estado: respuesta.status, tipo, texto, bytes, encabezados: respuesta.headers, json: /json$/.test(tipo) ? JSON.parse(texto) : undefined, url: `${o.verbo} ${url.pathname}${url.search}` };
}

// The answer has a documented status and media type, and its body is valid under the schema given for them.
function cumple(o, r, estado) {
  assert.equal(r.estado, estado, `${r.url}: ${r.texto.slice(0, 600)}`);
  const clave = o.op.responses[estado] ? `${estado}` : 'default';
  const puntero = o.op.responses[clave].$ref ?? `#/paths/${escapar(o.ruta)}/${o.verbo}/responses/${clave}`;
  const respuesta = resolver(o.op.responses[clave]);
  assert.match(r.encabezados.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{1,64}$/, r.url);
  if (!respuesta.content) return assert.equal(r.bytes.length, 0, r.url);
  const documentado = respuesta.content[r.tipo] ?? (estado < 400 && respuesta.content['*/*']);
  assert.ok(documentado, `${r.url}: el documento no conoce ${r.tipo} con ${estado}`);
  if (r.json === undefined) return;
  assert.deepEqual(validar(`${puntero}/content/${escapar(r.tipo)}/schema`, r.json), [], `${r.url}: ${r.texto.slice(0, 600)}`);
  if (estado >= 400 && r.json.codigo) {
    assert.equal(r.json.status, estado);
    assert.equal(r.json.solicitudId, r.encabezados.get('x-request-id'));
  }
}

function nombra(r, campo) {
  assert.equal(r.json?.codigo, 'VALIDACION', `${r.url}: ${r.texto}`);
  assert.ok(r.json.errores.some((e) => e.campo === campo), `${r.url} no nombra ${campo}: ${r.texto}`);
}

// Ids for a path, from the list that stands at the beginning of it, else from any id of that name seen in a list.
const vistos = new Map();
const anotar = (nombre, valor) => vistos.set(nombre, (vistos.get(nombre) ?? new Set()).add(valor));
function recoger(valor) {
  if (Array.isArray(valor)) return valor.forEach(recoger);
  if (valor === null || typeof valor !== 'object') return;
  for (const [nombre, v] of Object.entries(valor)) {
    if (nombre.endsWith('Id') && v > 0) anotar(nombre, v);
    if (nombre === 'url') anotar('archivoId', Number(v.match(/\/(\d+)$/)[1]));
    recoger(v);
  }
}
async function candidatos(o) {
  if (propios[o.op.operationId]) return [await propios[o.op.operationId]()];
  const parametro = o.op.parameters.find((p) => p.in === 'path');
  const texto = parametro.schema.type !== 'integer';
  const listas = operaciones.filter((l) => l.verbo === 'get' && !conRuta(l) && o.ruta.startsWith(`${l.ruta}/`) && l.op.responses[200]?.content['text/csv']);
  const lista = listas.sort((a, b) => b.ruta.length - a.ruta.length)[0];
  if (!lista && !texto && parametro.name !== 'id') return [...(vistos.get(parametro.name) ?? [])];
  if (!lista) return texto ? parametro.schema.examples : ['1'];
  return (await llamar(lista)).json.data.map((fila) => (texto ? fila[parametro.name] : Object.values(fila)[0]));
}

// What the document's own example cannot know.
let numero = 0;
const cuerpos = {
  postSeguridadAutenticar: () => servidor.credenciales,
  postSeguridadLoginMcp: async () => ({ proveedor: 'google', idToken: await google.token(), apiKey: servidor.mcp }),
  postProductos: () => ({ codigo: `V-${++numero}`, descripcion: 'Vivo', unidadMedidaId: Math.min(...vistos.get('unidadMedidaId')), claveProductoServicio: '27112000', precio: 1 }),
  postListaPrecios: () => ({ clave: `V-${++numero}`, nombre: 'Vivo', monedaId: 1, precios: [{ codigo: 'P0001', precio: 1 }] }),
  putListaPreciosId: () => ({ nombre: `Vivo ${++numero}` }),
  putListaPreciosPreciosId: () => ({ precios: [{ codigo: 'P0001', precio: ++numero }] }),
  postFacturaVenta: () => venta(),
  postNotaVenta: () => venta(),
  postAgenciaViajeRegistrarFactura: () => viaje(),
  postAgenciaViajeRegistrarFacturaV2: () => viaje(),
  postPedidoCliente: () => venta(),
  postCotizacionesCliente: () => ({ ...venta(), vigenciaFecha: '2099-12-31' }),
  postInventarioMovimiento: () => entrada(),
  postInventarioEntrega: async () => {
    await crear('/api/Inventario/Movimiento', entrada());
    return { transaccionIdOrigen: await crear('/api/PedidoCliente', { clienteId: servidor.cliente, partidas: [{ codigo: 'P0001', cantidad: 1, precioUnitario: 10 }] }) };
  },
  postInventarioConteo: async () => ({ almacenId: await almacenSinContar() }),
  postInventarioConteoIdPartidas: () => ({ partidas: [{ codigo: 'P0001', contado: 1 }] }),
  postInventarioConteoIdCerrar: () => ({ conceptoId: servidor.inicial }),
  postInventarioReempaque: async () => {
    await crear('/api/Inventario/Movimiento', entrada());
    return { almacenId: servidor.almacen, origen: [{ codigo: 'P0001', cantidad: 1 }], destino: [{ codigo: 'P0002', cantidad: 2 }], merma: 1 };
  },
  postInventarioRecepcion: async () => ({ transaccionIdOrigen: await enviado() }),
  postOrdenServicio: () => servicio(),
  putOrdenServicioId: () => ({ equipo: `Vivo ${++numero}`, ordenesTrabajo: [{ descripcion: 'Otra' }] }),
  putOrdenServicioOrdenServicioCerrarId: () => ({ solucion: 'Prueba', generarNotaVenta: true }),
  postArchivoDigitalAgregar: async () => ({ archivo: texto(), transaccionId: await crear('/api/FacturaVenta', venta()) }),
  postArchivoDigitalAgregarBase64: async () => ({ transaccionId: await crear('/api/FacturaVenta', venta()), nombre: 'Vivo', extension: 'png', contenidoBase64: texto().toString('base64') }),
  postArchivoDigitalAgregarCfdi: async () => {
    const transaccionId = await crear('/api/FacturaVenta', venta());
    const { rfc: receptor, total } = (await llamar({ ruta: `/api/FacturaVenta/${transaccionId}`, verbo: 'get', op: {} })).json.data;
    return { xml: Buffer.from(cfdiSellado({ emisor: 'CNO980415K39', receptor, total })), transaccionId };
  },
  postOrdenTrabajoArchivoDigital: async () => ({ transaccionId: await visita(), nombre: 'Vivo', extension: 'png', contenidoBase64: texto().toString('base64'), tipo: 'Firma' }),
  postOrdenTrabajoAcciones: async () => ({ transaccionId: await visita(), accion: 'Cancelar', notas: 'Prueba' }),
  postRuta: () => ({ nombre: `Vivo ${++numero}`, sucursalId: servidor.ruta.sucursalId }),
  putRutaId: () => ({ nombre: `Vivo ${++numero}` }),
  postRutaCarga: () => carga(),
  postRutaDevoluciones: () => regreso(),
  postRutaLiquidaciones: () => liquidacion(),
  postRutaLiquidacionValidarId: () => ({ efectivoEntregado: 10, aceptarDiferencias: true }),
  postOrdenCompra: () => compra(),
  postFacturaCompra: () => compra(),
  postNotaRemision: () => compra(),
  postCotizacionesProveedor: () => ({ ...compra(), vigenciaFecha: '2099-12-31' }),
  postNotaDevolucionProveedor: async () => ({ transaccionIdCompra: await crear('/api/FacturaCompra', compra()), motivo: 'Prueba', completa: true }),
  postNotaCredito: () => ({ tipo: 'Cliente', contactoId: servidor.cliente, motivo: 'Prueba', importes: { base16: 10 } }),
  postGastosSobreCompra: async () => ({ transaccionIdCompra: await crear('/api/FacturaCompra', compra()), proveedorId: servidor.proveedor, conceptoId: servidor.gasto, importe: 10 }),
  postBancosDepositoAsignar: async () => ({ transaccionId: await crear('/api/Bancos/DepositoAgregar', { contactoId: servidor.cliente, cuentaId: servidor.cuenta, formaPagoId: servidor.forma, importe: 10 }),
    aplicaciones: [{ transaccionId: await crear('/api/FacturaVenta', venta()), importe: 5 }] }),
  postBancosEgresoAgregar: () => egreso(),
  postBancosPagoNoMonetario: () => enEspecie(),
  deleteBancosPagoNoMonetarioCancelarId: () => ({ tipo: 'Especie', motivo: 'Prueba' }),
  postCuentasPorCobrarIncobrable: () => perdida(),
  postBancosAnticipoProveedorAgregar: () => ({ proveedorId: servidor.proveedor, cuentaId: servidor.cuenta, formaPagoId: servidor.forma, importe: 10 }),
  postBancosTraspaso: () => ({ cuentaOrigenId: servidor.cuenta, cuentaDestinoId: servidor.otraCuenta, importeOrigen: 10 }),
  postContabilidadPoliza: () => aMano(),
  postContabilidadRevaluacion: () => porRevaluar,
  postContabilidadPolizaIdCopiar: () => ({}),
  deleteContabilidadPolizaId: () => ({ motivo: 'Prueba' }),
  postContabilidadCuentas: () => ({ cuenta: `601.${1000 + ++numero}`, nombre: 'Vivo', codigoAgrupador: '601.84' }),
  putContabilidadCuentasId: () => ({ nombre: `Vivo ${++numero}` }),
  postSolicitudPagoV2: () => solicitud(),
  postSolicitudPago: () => ({ proveedorId: servidor.acreedor, documentos: [{ transaccionIdCompra: servidor.porPagar, importe: 1 }] }),
  postNotaDevolucionCliente: async () => ({ transaccionIdVenta: await crear('/api/FacturaVenta', venta()), motivo: 'Prueba', completa: true }),
};
const texto = () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(String(++numero))]); // begins as a picture
// Documents that an example needs first, and ids that no list stands before.
const venta = () => ({ clienteId: servidor.cliente, partidas: [{ conceptoId: servidor.concepto, cantidad: 1, precioUnitario: 100 }] });
const viaje = () => ({ clienteId: servidor.cliente, booking: `V-${++numero}`, partidas: [{ conceptoId: servidor.concepto, descripcion: 'Vivo', precioUnitario: 100 }] });
const reserva = async () => {
  const nuevo = viaje();
  await crear('/api/AgenciaViaje/RegistrarFactura', nuevo);
  return { booking: nuevo.booking };
};
const servicio = () => ({ clienteId: servidor.cliente, equipo: 'Vivo', falla: 'Prueba', partidas: venta().partidas, ordenesTrabajo: [{}] });
const autorizada = async () => {
  const id = await crear('/api/OrdenServicio', { ...servicio(), ordenesTrabajo: [] });
  const r = await llamar({ ruta: `/api/OrdenServicio/OrdenServicioAutorizar/${id}`, verbo: 'put', op: {} });
  assert.equal(r.estado, 200, r.texto);
  return id;
};
const visita = async () => {
  const id = await crear('/api/OrdenServicio', servicio());
  return (await llamar({ ruta: `/api/OrdenServicio/${id}`, verbo: 'get', op: {} })).json.data.ordenesTrabajo[0].transaccionId;
};
const carga = async () => (await crear('/api/Inventario/Movimiento', entrada()), { rutaId: servidor.ruta.rutaId, almacenId: servidor.almacen, partidas: [{ codigo: 'P0001', cantidad: 1 }] });
const regreso = () => ({ rutaId: servidor.ruta.rutaId, productos: [{ productoId: servidor.producto, conteo: 0 }] });
const liquidacion = () => ({ rutaId: servidor.ruta.rutaId, fechaLiquidacion: new Date(Date.UTC(2000, 0, ++numero)).toISOString().slice(0, 10) }); // a day is settled once
const egreso = () => ({ cuentaId: servidor.cuenta, formaPagoId: servidor.forma, partidas: [{ conceptoId: servidor.gasto, importeAbono: 10 }] });
const compra = () => ({ proveedorId: servidor.proveedor, partidas: [{ codigo: 'P0001', cantidad: 2, precioUnitario: 5 }] });
const enEspecie = async () => ({ tipo: 'Especie', contactoId: servidor.cliente, cobrar: [{ transaccionId: await crear('/api/FacturaVenta', venta()), importe: 10 }],
  almacenId: servidor.almacen, partidas: [{ codigo: 'P0001', cantidad: 2, precioUnitario: 5 }] });
const asignado = async () => {
  const [credito, factura] = [await crear('/api/NotaCredito', { tipo: 'Cliente', contactoId: servidor.cliente, motivo: 'Prueba', importes: { base16: 10 } }), await crear('/api/FacturaVenta', venta())];
  await escribir('/api/Bancos/DepositoAsignar', { transaccionId: credito, aplicaciones: [{ transaccionId: factura, importe: 10 }] });
  return [credito, factura];
};
const perdida = async () => ({ transaccionId: await crear('/api/FacturaVenta', venta()), importe: 10, motivo: 'Prueba' });
const aMano = () => ({ tipo: 'Diario', concepto: 'Prueba', partidas: [{ cuenta: '304.01', debe: 10 }, { cuenta: '304.01', haber: 10 }] });
const solicitud = () => ({ beneficiario: 'Quien sea', partidas: [{ conceptoId: servidor.gasto, importe: 10 }] });
const entrada = () => ({ tipoMovimiento: 'Entrada', conceptoId: servidor.inicial, almacenId: servidor.almacen, partidas: [{ codigo: 'P0001', cantidad: 2, costoUnitario: 5 }] });
const crear = async (ruta, cuerpo) => {
  const r = await llamar({ ruta, verbo: 'post', op: {} }, { cuerpo: JSON.stringify(cuerpo) });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data.transaccionId || r.json.data.polizaId;
};
// Months close in order: each call takes the next one, or the next whole year. All of them are before the first that has pólizas.
let porCerrar = 1990 * 12;
const mesNuevo = () => [Math.floor(porCerrar / 12), porCerrar++ % 12 + 1];
const escribir = async (ruta, cuerpo) => {
  const r = await llamar({ ruta, verbo: 'post', op: {} }, { cuerpo: JSON.stringify(cuerpo) });
  assert.equal(r.estado, 200, r.texto);
};
// Months reopen from the last one back: this one is after those of the files of the tax authority.
const mesCerrado = async () => {
  await servidor.sembrar(`UPDATE gestor.periodo SET estado = 'Cerrado' WHERE organizacion_id = ${servidor.organizacionId} AND ejercicio = 2026 AND mes = 4`);
  return [2026, 4];
};
const anioPorCerrar = async () => {
  porCerrar = Math.ceil(porCerrar / 12) * 12;
  const anio = porCerrar / 12;
  for (let i = 0; i < 12; ++i) await escribir(`/api/Contabilidad/Periodos/${mesNuevo().join('/')}/Cerrar`, {});
  return anio;
};
const anioCerrado = async () => {
  const anio = await anioPorCerrar();
  await escribir(`/api/Contabilidad/Ejercicios/${anio}/Cerrar`, {});
  return anio;
};
let mesDeIva = 0;
const ivaDeterminado = async () => {
  const [anio, mes] = [2015 + Math.floor(mesDeIva / 12), mesDeIva++ % 12 + 1];
  await crear('/api/Bancos/AnticipoAgregar', { clienteId: servidor.cliente, cuentaId: servidor.cuenta, formaPagoId: servidor.forma, importe: 116, fecha: `${anio}-${String(mes).padStart(2, '0')}-05` });
  await escribir('/api/Contabilidad/DeterminacionIva', { anio, mes });
  return { anio, mes };
};
const iepsDeterminado = async () => {
  const [anio, mes] = [2015 + Math.floor(mesDeIva / 12), mesDeIva++ % 12 + 1];
  await crear('/api/Bancos/DepositoAgregar', { cuentaId: servidor.cuenta, formaPagoId: servidor.forma, tipo: 'Concepto', importe: 116, fecha: `${anio}-${String(mes).padStart(2, '0')}-05`, partidas: [{ conceptoId: servidor.conIeps, importe: 116 }] });
  await escribir('/api/Contabilidad/DeterminacionIeps', { anio, mes });
  return { anio, mes };
};
// At the rate of what was sold nothing is posted: a later month that is revalued so bars no earlier one.
const porRevaluar = { anio: 2015, mes: 2, tiposCambio: [{ moneda: 'USD', tipoCambio: 18 }] };
const revaluado = async () => {
  const mes = { anio: 2014, mes: 12 };
  await crear('/api/FacturaVenta', { ...venta(), moneda: 'USD', tipoCambio: 18, fecha: '2014-12-05' });
  const r = await llamar({ ruta: '/api/Contabilidad/Revaluacion', verbo: 'post', op: {} }, { cuerpo: JSON.stringify({ ...mes, tiposCambio: [{ moneda: 'USD', tipoCambio: 18.5 }] }) });
  assert.ok(r.estado === 200 || r.json.codigo === 'ESTADO_INVALIDO', r.texto);  // or nobody cancelled the last one
  return mes;
};
const conXml = async () => {
  const transaccionId = await crear('/api/FacturaVenta', venta());
  await servidor.sembrar(guardarXml(servidor.organizacionId, transaccionId));
  return { transaccionId };
};
const consultas = { postArchivoDigitalValidarArchivoAlmacenado: conXml, postTransaccionesVerificarArchivo: conXml, getAgenciaViajeDocumentos: reserva, deleteContabilidadDeterminacionIva: ivaDeterminado, deleteContabilidadDeterminacionIeps: iepsDeterminado, deleteContabilidadRevaluacion: revaluado };
const conteosAbiertos = async () => (await llamar({ ruta: '/api/Inventario/Conteo', verbo: 'get', op: {} }, { consulta: { estado: 'Abierto', almacenId: servidor.almacen } })).json.data;
const almacenSinContar = async () => {
  for (const c of await conteosAbiertos()) await llamar({ ruta: `/api/Inventario/ConteoCancelar/${c.conteoId}`, verbo: 'delete', op: {} });
  return servidor.almacen;
};
const conteoAbierto = async () => (await conteosAbiertos())[0]?.conteoId
  ?? (await llamar({ ruta: '/api/Inventario/Conteo', verbo: 'post', op: {} }, { cuerpo: JSON.stringify({ almacenId: servidor.almacen }) })).json.data.conteoId;
const enviado = async () => {
  await crear('/api/Inventario/Movimiento', entrada());
  return crear('/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: servidor.almacen, almacenDestinoId: servidor.otroAlmacen, partidas: [{ codigo: 'P0001', cantidad: 1 }] });
};
const propios = {
  postContabilidadPeriodosAnioMesCerrar: mesNuevo,
  postContabilidadPeriodosAnioMesReabrir: mesCerrado,
  getContabilidadPeriodosAnioMesRevision: () => [2026, 3],
  postContabilidadEjerciciosAnioCerrar: anioPorCerrar,
  postContabilidadEjerciciosAnioReabrir: anioCerrado,
  deleteInventarioTransaccionCancelarId: enviado,
  getInventarioConteoId: conteoAbierto,
  postInventarioConteoIdPartidas: conteoAbierto,
  postInventarioConteoIdCerrar: conteoAbierto,
  deleteInventarioConteoCancelarId: conteoAbierto,
  deleteInventarioMovimientoCancelarId: () => crear('/api/Inventario/Movimiento', entrada()),
  deleteContabilidadPolizaId: () => crear('/api/Contabilidad/Poliza', aMano()),
  postContabilidadPolizaIdCopiar: () => crear('/api/Contabilidad/Poliza', aMano()),
  getContabilidadPolizasId: () => crear('/api/Contabilidad/Poliza', aMano()),
  putOrdenServicioId: () => crear('/api/OrdenServicio', servicio()),
  putOrdenServicioOrdenServicioCerrarId: autorizada,
  getRutaDevolucionesId: () => crear('/api/Ruta/Devoluciones', regreso()),
  postRutaDevolucionAplicarId: () => crear('/api/Ruta/Devoluciones', regreso()),
  deleteRutaDevolucionCancelarId: () => crear('/api/Ruta/Devoluciones', regreso()),
  postRutaLiquidacionValidarId: () => crear('/api/Ruta/Liquidaciones', liquidacion()),
  deleteRutaLiquidacionCancelarId: () => crear('/api/Ruta/Liquidaciones', liquidacion()),
  putOrdenCompraOrdenCompraAutorizarId: () => crear('/api/OrdenCompra', compra()),
  deleteOrdenCompraOrdenCompraCancelarId: () => crear('/api/OrdenCompra', compra()),
  deleteFacturaCompraFacturaCompraCancelarId: () => crear('/api/FacturaCompra', compra()),
  deleteComprasTransaccionCancelarId: () => crear('/api/NotaRemision', compra()),
  deleteVentasTransaccionCancelarId: () => crear('/api/FacturaVenta', venta()),
  deleteNotaVentaNotaVentaCancelarId: () => crear('/api/NotaVenta', venta()),
  deletePedidoClientePedidoClienteCancelarId: () => crear('/api/PedidoCliente', venta()),
  postNotaVentaNotaVentaFacturarId: () => crear('/api/NotaVenta', venta()),
  putSolicitudPagoSolicitudPagoAutorizarId: () => crear('/api/SolicitudPago/V2', solicitud()),
  deleteSolicitudPagoSolicitudPagoCancelarId: () => crear('/api/SolicitudPago/V2', solicitud()),
  deleteBancosEgresoCancelarId: () => crear('/api/Bancos/EgresoAgregar', egreso()),
  deleteBancosPagoNoMonetarioCancelarId: async () => crear('/api/Bancos/PagoNoMonetario', await enEspecie()),
  deleteCuentasPorCobrarIncobrableId: async () => crear('/api/CuentasPorCobrar/Incobrable', await perdida()),
  getCuentasPorCobrarIncobrablesId: async () => crear('/api/CuentasPorCobrar/Incobrable', await perdida()),
  deleteBancosAsignacionCancelarIdDocumentoId: asignado,
  deleteBancosDepositoCancelarId: () => crear('/api/Bancos/DepositoAgregar', { contactoId: servidor.cliente, cuentaId: servidor.cuenta, formaPagoId: servidor.forma, importe: 10 }),
};
async function pedidoDe(o, { encabezados, ...mas } = {}) {
  const propio = cuerpos[o.op.operationId] ? cuerpoDe(o.op, await cuerpos[o.op.operationId]()) : cuerpoDeEjemplo(o.op);
  const consulta = await consultas[o.op.operationId]?.();
  return { ...propio, ...(consulta && { consulta }), ...mas, encabezados: { ...propio.encabezados, ...encabezados } };
}

async function exitosa(o, mas = {}) {
  const pedido = await pedidoDe(o, mas);
  if (!conRuta(o)) return llamar(o, pedido);
  let r;
  for (const id of (await candidatos(o)).slice(0, 100)) {
    r = await llamar(o, { ...pedido, ruta: conIds(o.ruta, id) });
    if (r.estado === 200) return r;
    cumple(o, r, 400); // a document in another state says so properly
  }
  assert.fail(`${o.verbo} ${o.ruta}: ningún registro de la demostración sirve; ${r?.texto}`);
}

// A value that the schema of a parameter does not admit; undefined when it admits any text.
function invalido(esquema) {
  if (esquema.enum || esquema.type === 'boolean' || esquema.type === 'integer' || esquema.type === 'number') return 'ninguno de éstos';
  if (esquema.format?.startsWith('date') || esquema.pattern) return '31/02/2025';
  return esquema.maxLength ? 'x'.repeat(esquema.maxLength + 1) : undefined;
}
function fueraDeRango(esquema) {
  const fuera = [];
  if (esquema.minimum !== undefined) fuera.push(esquema.minimum - 1);
  if (esquema.maximum < Number.MAX_SAFE_INTEGER) fuera.push(esquema.maximum + 1);
  return fuera;
}

before(async () => {
  if (sin) return;
  google = await emisorEnArchivo('google');
  servidor = await levantar({ ajustes: { 'proveedores-identidad': escribirProveedores([google.proveedor]) } });
  servidor.mcp = (await servidor.comando('consumidor', 'crear', '--organizacion', '1', '--nombre', 'Agente', '--tipo', 'MCP')).apiKey;
  await servidor.comando('identidad', 'enlazar', '--organizacion', '1', '--usuario', servidor.credenciales.usuario, '--emisor', google.emisor, '--sujeto', 'ana');
  await servidor.sembrar(siembra);
  await servidor.sembrar(siembraCompras);
  await servidor.sembrar(siembraSolicitudes);
  const buscar = async (ruta, cual) => (await llamar({ ruta: ruta.split('?')[0], verbo: 'get', op: {} }, { consulta: Object.fromEntries(new URLSearchParams(ruta.split('?')[1])) })).json.data.find(cual);
  servidor.cliente = (await buscar('/api/Contactos?tipoContacto=Cliente', (c) => !c.rfc.startsWith('XAXX'))).entidadId;
  servidor.proveedor = (await buscar('/api/Contactos?tipoContacto=Proveedor', () => true)).entidadId;
  servidor.cuenta = (await buscar('/api/Bancos/Cuentas', (c) => c.moneda === 'MXN')).cuentaId;
  servidor.otraCuenta = (await buscar('/api/Bancos/Cuentas', (c) => c.moneda === 'MXN' && c.cuentaId !== servidor.cuenta)).cuentaId;
  servidor.forma = (await buscar('/api/Bancos/FormasPago', (f) => f.claveSAT33 === '03')).formaPagoId;
  const porPagar = await buscar('/api/FacturaCompra', (f) => f.saldo > 10 && f.moneda === 'MXN');
  [servidor.porPagar, servidor.acreedor] = [porPagar.transaccionId, porPagar.proveedorId];
  servidor.gasto = (await buscar('/api/Bancos/ConceptosEgreso', (c) => c.clave === 'GA-GENERAL')).conceptoId;
  servidor.concepto = (await buscar('/api/ConceptosObjeto?objId=1', (c) => c.clave === 'VE-GENERAL')).conceptoId;
  servidor.inicial = (await buscar('/api/ConceptosObjeto?objId=16', (c) => c.clave === 'IN-INICIAL')).conceptoId;
  await servidor.sembrar("INSERT INTO gestor.concepto (organizacion_id, clave, nombre, tipo, tasa_iva, tasa_ieps, objetos) VALUES (1, 'DP-IEPS', 'Con IEPS', 'Deposito', 0.16, 0.08, '{8}')");
  servidor.conIeps = (await buscar('/api/ConceptosObjeto?objId=8', (c) => c.clave === 'DP-IEPS')).conceptoId;
  servidor.ruta = await buscar('/api/Ruta', (r) => r.almacenId > 0);
  servidor.producto = (await buscar('/api/Productos', (p) => p.codigo === 'P0001')).productoId;
  servidor.almacen = (await buscar('/api/Sucursales', () => true)).almacenes[0].almacenId;
  const esOtro = (a) => a.almacenId !== servidor.almacen;
  servidor.otroAlmacen = (await buscar('/api/Sucursales', (s) => s.almacenes.some(esOtro))).almacenes.find(esOtro).almacenId;
  // The files of the tax authority are of closed months that have pólizas, and of suppliers it can know. A month before them would be
  // born closed: those that the calls use are born here.
  await escribir('/api/Contabilidad/Poliza', { ...aMano(), fecha: '2026-03-05' });
  await servidor.sembrar(`SET search_path = gestor, public;
    INSERT INTO periodo (organizacion_id, ejercicio, mes) SELECT ${servidor.organizacionId}, a, m FROM generate_series(1990, 2025) a, generate_series(1, 12) m ON CONFLICT DO NOTHING;
    INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) SELECT organizacion_id, 2026, m, 'Cerrado' FROM organizacion, generate_series(1, 3) m
    ON CONFLICT (organizacion_id, ejercicio, mes) DO UPDATE SET estado = 'Cerrado';
    UPDATE contacto SET tipo_operacion = '85', residencia_fiscal = CASE rfc WHEN 'XEXX010101000' THEN 'USA' ELSE residencia_fiscal END WHERE tipo_operacion = ''`);
  documento = await (await fetch(`${servidor.url}/openapi.json`)).json();
  validar = compilar(documento);
  operaciones = Object.entries(documento.paths).flatMap(([ruta, item]) => verbos.filter((v) => item[v]).map((verbo) => ({ ruta, verbo, op: item[verbo] })));
  for (const o of operaciones) if (!conRuta(o) && o.op.responses[200]?.content?.['text/csv']) recoger((await llamar(o, await pedidoDe(o))).json);
}, { timeout: 240_000 });

after(async () => {
  if (!sin && servidor) assert.equal(await servidor.detener(), 0);
});

const cada = (titulo, elegir, probar) =>
  test(titulo, { skip: sin }, async (t) => {
    const elegidas = operaciones.filter(elegir);
    assert.ok(elegidas.length > 0, 'ninguna operación');
    for (const o of elegidas) await t.test(`${o.verbo.toUpperCase()} ${o.ruta}`, () => probar(o));
  });

cada('sin token: 401', (o) => !publica(o.op), async (o) => {
  const r = await llamar(o, { ruta: conIds(o.ruta, 'abc'), token: '' });
  cumple(o, r, 401);
  assert.match(r.encabezados.get('www-authenticate'), /^Bearer/);
  const problema = await llamar(o, { ruta: conIds(o.ruta, 'abc'), token: 'a.b.c', encabezados: { Accept: 'application/problem+json' } });
  assert.equal(problema.tipo, 'application/problem+json');
  cumple(o, problema, 401);
});

cada('sin el permiso: 403', (o) => o.op['x-permiso'].includes('.'), async (o) => {
  const otra = /\bventas\./.test(o.op['x-permiso']) ? 'servicio.leer' : 'ventas.leer';
  servidor[otra] ??= await servidor.autenticar(await servidor.identidad(servidor.organizacionId, { rol: 'propio', permisos: otra }));
  const r = await llamar(o, { ruta: conIds(o.ruta, '1'), token: servidor[otra] });
  cumple(o, r, 403);
  assert.equal(r.json.codigo, 'PERMISO_DENEGADO');
});

// A read that answers null takes any integer.
const oNulo = (o) => Boolean(resolver(o.op.responses[200]?.content?.['application/json']?.schema ?? {}).properties?.data?.anyOf);
cada('un id que no existe, donde eso es null: 200', oNulo, async (o) => {
  for (const id of [inexistente, '0', '-1', '9007199254740992']) {
    const r = await llamar(o, { ruta: conIds(o.ruta, id) });
    cumple(o, r, 200);
    assert.equal(r.json.data, null);
  }
  for (const id of ['abc', '1.5']) cumple(o, await llamar(o, { ruta: conIds(o.ruta, id) }), 400);
});

cada('un id que no es número o no existe: 400', (o) => numerica(o) && !o.op.deprecated && !oNulo(o) && !desde(o), async (o) => {
  const campo = o.op.parameters.find((p) => p.in === 'path').name;
  for (const id of ['abc', '0', '-1', '1.5', '9007199254740992']) {
    const r = await llamar(o, { ruta: conIds(o.ruta, id) });
    cumple(o, r, 400);
    nombra(r, campo);
  }
  if (!deRegistro(o)) return;
  const r = await llamar(o, await pedidoDe(o, { ruta: conIds(o.ruta, inexistente) }));
  cumple(o, r, 400);
  assert.equal(r.json.codigo, 'NO_ENCONTRADO');
});

cada('cada parámetro inválido: 400 que lo nombra', (o) => o.op.parameters?.some((p) => resolver(p).in === 'query'), async (o) => {
  for (const p of o.op.parameters.map(resolver).filter((q) => q.in === 'query'))
    for (const valor of [invalido(p.schema), ...fueraDeRango(p.schema)]) {
      if (valor === undefined) continue;
      const r = await llamar(o, { ruta: conIds(o.ruta, o.verbo === 'delete' ? inexistente : 1), consulta: { [p.name]: valor } });
      cumple(o, r, 400);
      nombra(r, p.name);
    }
});

// Its parameters say which file, one or the other: a good one has to be that of a CFDI (api_validar_cfdi).
const alternos = ['postArchivoDigitalValidarArchivoAlmacenado'];
cada('cada parámetro con un valor admitido contesta como dice el documento', (o) => !alternos.includes(o.op.operationId) && o.op.parameters?.some((p) => resolver(p).in === 'query'), async (o) => {
  for (const p of o.op.parameters.map(resolver).filter((q) => q.in === 'query' && q.name !== 'cursor'))
    for (const valor of p.schema.enum ?? (p.schema.type === 'boolean' ? [true, false] : [[...(vistos.get(p.name) ?? [])][0] ?? p.schema.examples[0]])) {
      const r = await llamar(o, { ruta: conIds(o.ruta, o.verbo === 'delete' ? inexistente : 1), consulta: { ...(o.op.parameters.some((q) => resolver(q).name === 'registrosPorPagina') && { registrosPorPagina: 5 }), [p.name]: valor } });
      if (r.estado === 400 && !((conRuta(o) || o.verbo === 'delete') && ['NO_ENCONTRADO', 'PERIODO_CERRADO'].includes(r.json.codigo)) && piden[o.op.operationId] !== p.name) nombra(r, p.name); // an id that no list shows need not exist
      cumple(o, r, r.estado === 400 ? 400 : 200);
    }
});

cada('cuerpos que no son lo pedido: 400 y 415', (o) => o.op.requestBody, async (o) => {
  const esquema = resolver(Object.values(o.op.requestBody.content)[0].schema);
  const lista = esquema.type === 'array';
  const vacio = await llamar(o, cuerpoDe(o.op, {}));
  // What has no member of its own that is required may still ask for one of several.
  if (o.verbo === 'put' || lista || esquema.required) cumple(o, vacio, 400);
  else cumple(o, vacio, vacio.estado === 400 && vacio.json.errores.length > 0 ? 400 : conRuta(o) && vacio.json?.codigo === 'NO_ENCONTRADO' ? 400 : 200);
  for (const campo of esquema.required ?? []) nombra(vacio, campo);
  const desconocido = await llamar(o, cuerpoDe(o.op, { campoQueNoExiste: 1 }));
  cumple(o, desconocido, 400);
  nombra(desconocido, lista ? 'cuerpo' : 'campoQueNoExiste');
  const roto = await llamar(o, { ...cuerpoDe(o.op, {}), cuerpo: '{"a":' });
  cumple(o, roto, 400);
  assert.equal(roto.json.codigo, esJson(o.op) ? 'JSON_INVALIDO' : 'VALIDACION');
  cumple(o, await llamar(o, { cuerpo: 'a=1', encabezados: { 'Content-Type': 'text/plain' } }), 415);
});

cada('If-Match que ya no es: 412', (o) => o.op.responses[412], async (o) => {
  const [id] = await candidatos(o);
  const r = await llamar(o, await pedidoDe(o, { ruta: conIds(o.ruta, id), encabezados: { 'If-Match': '"otra"' } }));
  cumple(o, r, 412);
  assert.equal(r.json.codigo, 'PRECONDICION');
});

cada('Idempotency-Key: la misma respuesta, byte por byte', (o) => o.op.parameters?.some((p) => p.$ref?.endsWith('/Idempotency-Key')), async (o) => {
  const encabezados = { 'Idempotency-Key': `prueba-${Date.now()}` };
  const pedido = await pedidoDe(o, { encabezados });
  const primera = await exitosa(o, pedido);
  const { pathname: ruta } = new URL(primera.url.split(' ')[1], servidor.url);
  const segunda = await llamar(o, { ...pedido, ruta });
  cumple(o, segunda, 200);
  assert.equal(segunda.texto, primera.texto);
  assert.equal(segunda.encabezados.get('idempotent-replayed'), 'true');
  const otra = await llamar(o, { ...pedido, ruta, consulta: { ...pedido.consulta, _otra: 1 } });
  cumple(o, otra, 400);
  assert.equal(otra.json.codigo, 'IDEMPOTENCIA_EN_CONFLICTO');
});

cada('el éxito cumple su esquema', (o) => o.op.responses[200], async (o) => {
  cumple(o, await exitosa(o), 200);
});

cada('una operación retirada: 410', (o) => o.op.deprecated, async (o) => {
  for (const id of ['1', inexistente]) {
    const r = await llamar(o, { ruta: conIds(o.ruta, id) });
    cumple(o, r, 410);
    assert.equal(r.json.codigo, 'RETIRADO');
  }
});

cada('las listas en text/csv', (o) => o.op.responses[200]?.content['text/csv'], async (o) => {
  const [id] = conRuta(o) && !desde(o) ? await candidatos(o) : [];
  const r = await llamar(o, await pedidoDe(o, { encabezados: { Accept: 'text/csv' }, ...(id && { ruta: conIds(o.ruta, id) }) }));
  cumple(o, r, 200);
  assert.equal(r.tipo, 'text/csv');
  const columnas = r.texto.split('\r\n')[0].split(',');
  const dato = resolver(resolver(o.op.responses[200].content['application/json'].schema).properties.data);
  // Of a report that is one result, its one list of records.
  const esquema = resolver(dato.items ?? Object.values(dato.properties).find((p) => p.type === 'array' && p.items.$ref).items);
  // An object of the record gives its own columns: domicilio.calle.
  const escalares = Object.entries(esquema.properties).filter(([, p]) => p.type !== 'array' && !p.anyOf)
    .flatMap(([n, p]) => (p.$ref ? Object.keys(resolver(p).properties).map((hijo) => `${n}.${hijo}`) : [n]));
  assert.deepEqual(columnas, escalares);
});

cada('las páginas se siguen por el cursor, sin repetir ni perder', (o) => o.op.parameters?.some((p) => p.$ref?.endsWith('/cursor')), async (o) => {
  const entera = (await llamar(o, { consulta: { incluirTotal: true } })).json;
  const hojas = Math.min(entera.data.length, 9);
  const seguidas = [];
  let siguiente;
  while (seguidas.length < hojas) {
    const r = await llamar(o, { consulta: { registrosPorPagina: 3, ...(siguiente && { cursor: siguiente }) } });
    cumple(o, r, 200);
    seguidas.push(...r.json.data);
    siguiente = r.json.paginacion.siguiente;
    if (siguiente === null) break;
  }
  assert.deepEqual(seguidas.slice(0, hojas), entera.data.slice(0, hojas));
  assert.equal(entera.paginacion.totalPaginas, Math.ceil(entera.paginacion.totalRegistros / 100));
});

cada('ETag: con If-None-Match, 304', (o) => o.op.responses[304], async (o) => {
  const primera = await exitosa(o);
  const etag = primera.encabezados.get('etag');
  assert.match(etag ?? '', /^"[^"]+"$/, primera.url);
  const { pathname: ruta, searchParams } = new URL(primera.url.split(' ')[1], servidor.url);
  cumple(o, await llamar(o, { ruta, consulta: Object.fromEntries(searchParams), encabezados: { 'If-None-Match': etag } }), 304);
});

test('OPTIONS en la raíz y en cualquier ruta, sin token', { skip: sin }, async () => {
  for (const [ruta, item] of Object.entries(documento.paths)) {
    const r = await fetch(servidor.url + conIds(ruta, '1'), { method: 'OPTIONS' });
    assert.equal(r.status, 200, ruta);
    const metodos = verbos.filter((v) => item[v]).map((v) => v.toUpperCase());
    for (const metodo of metodos) assert.ok(r.headers.get('allow').includes(metodo), `${ruta}: ${r.headers.get('allow')}`);
  }
});

test('el documento servido es el de gestor openapi, salvo la dirección', { skip: sin }, async () => {
  const { documentoPublicado } = await import('./lib/ayuda.mjs');
  const suelto = JSON.parse(await documentoPublicado());
  const sinDireccion = d => JSON.parse(JSON.stringify(d, (clave, valor) => (clave === 'servers' ? undefined : valor)));
  assert.deepEqual(sinDireccion(documento), sinDireccion(suelto));
});
