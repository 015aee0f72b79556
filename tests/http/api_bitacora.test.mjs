// Who did what. Every operation that writes, and every command that does, leaves its row in the transaction of its effect; the server's own
// role cannot write, change or forge one; pólizas are numbered by type and month without gaps.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, before, test } from 'node:test';
import { esError, montar, operaciones, recorrer, sql } from './lib/ayuda_api.mjs';
import { cfdiSellado } from './lib/archivos.mjs';
import { enPartes as partes } from './lib/ejemplos.mjs';
import { colegiatura, en64 } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';
import { porPagar } from './lib/por_pagar.mjs';

let m, e, srv, base, turno = 0;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Evidencia', rfc: 'EKU9003173C9' });
});
after(() => m?.cerrar());

// A call that must succeed; the request id that it went by.
async function hacer(metodo, ruta, cuerpo, { token = e.token, encabezados = {} } = {}) {
  const solicitud = `solicitud-${++turno}`;
  const r = await srv.pedir(metodo, ruta, { token, cuerpo, encabezados: { 'X-Request-Id': solicitud, ...encabezados } });
  assert.equal(r.estado, 200, `${metodo} ${ruta}: ${r.texto}`);
  return { solicitud, data: r.json.data ?? r.json };
}
const bitacora = (q, token = e.token) => recorrer(srv, `/api/Bitacora?${new URLSearchParams(q)}`, { token });
const filas = donde => base.sql(`SELECT * FROM bitacora WHERE ${donde} ORDER BY bitacora_id`);

// ---- every operation that writes ----
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const enPartes = objeto => [partes(objeto), { encabezados: { 'Content-Type': 'multipart/form-data; boundary=b0' } }];
const clave = () => `K${++turno}`;
const linea = () => ({ productoId: e.p, cantidad: 1, precioUnitario: 100 });
const crear = async (ruta, cuerpo) => (await hacer('POST', ruta, cuerpo)).data;
const pedido = () => crear('/api/PedidoCliente', { clienteId: e.c, partidas: [linea()] });
const entrada = () => crear('/api/Inventario/Movimiento', { tipoMovimiento: 'Entrada', almacenId: e.general, conceptoId: e.inicial, partidas: [{ productoId: e.p, cantidad: 1, costoUnitario: 5 }] });
const otro = async () => (await crear('/api/Productos', { codigo: clave(), descripcion: 'X', unidadMedidaId: e.pieza, claveProductoServicio: '43211503' })).productoId;
const almacen = async () => Number(await e.base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre) VALUES (${e.id}, ${e.matriz}, '${clave()}', 'Otro') RETURNING almacen_id`));
const conteo = async () => (await crear('/api/Inventario/Conteo', { almacenId: await almacen() })).conteoId;
const envio = () => crear('/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: e.general, almacenDestinoId: e.cedis, partidas: [{ productoId: e.p, cantidad: 1 }] });
const factura = () => crear('/api/FacturaVenta', { clienteId: e.c, partidas: [linea()] });
const nota = mas => crear('/api/NotaVenta', { clienteId: e.c, partidas: [linea()], ...mas });
const dinero = importe => ({ cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: e.c, importe });
const deposito = (importe, mas) => crear('/api/Bancos/DepositoAgregar', { ...dinero(importe), ...mas });
const egreso = async () => ({ cuentaId: e.caja, formaPagoId: e.efectivo,
  partidas: [{ importeAbono: 10, conceptoId: await base.uno(`SELECT concepto_id FROM concepto WHERE organizacion_id = ${e.id} AND clave = 'GA-GENERAL'`) }] });
const servicio = () => ({ clienteId: e.c, equipo: 'Compresor', falla: 'No enciende', partidas: [linea()], ordenesTrabajo: [{}] });
const camion = () => base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_ruta) VALUES (${e.id}, ${e.matriz}, '${clave()}', 'Camión', true) RETURNING almacen_id`).then(Number);
const ruta = async () => crear('/api/Ruta', { nombre: clave(), sucursalId: e.matriz, almacenId: await camion() });
const regreso = async () => ({ rutaId: (await ruta()).rutaId, productos: [{ productoId: e.p, conteo: 0 }] });
const liquidacion = async () => ({ rutaId: (await ruta()).rutaId, fechaLiquidacion: '2020-03-05' });
const compra = () => ({ proveedorId: e.prov, partidas: [linea()] });
const enEspecie = async () => ({ tipo: 'Especie', contactoId: e.c, cobrar: [{ transaccionId: (await factura()).transaccionId, importe: 100 }], partidas: [linea()] });
const solicitud = async () => ({ beneficiario: 'Quien sea', partidas: [{ importe: 10, conceptoId: (await egreso()).partidas[0].conceptoId }] });
const solicitudDeDocumento = async () => {
  await factura();  // a payable is written like it
  const { compra, persona } = await porPagar(base, e.id);
  return { proveedorId: persona, documentos: [{ transaccionIdCompra: await compra(), importe: 10 }] };
};
const cotizacion = () => ({ clienteId: e.c, vigenciaFecha: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10), partidas: [linea()] });
const lista = () => crear('/api/ListaPrecios', { clave: clave(), nombre: clave(), monedaId: 1 });
const perdida = async () => ({ transaccionId: (await factura()).transaccionId, importe: 10, motivo: 'No paga' });
const aMano = () => ({ tipo: 'Diario', concepto: 'A mano', partidas: [{ cuenta: '304.01', debe: 10 }, { cuenta: '304.01', haber: 10 }] });
const cuentaNueva = () => ({ cuenta: `601.${1000 + ++turno}`, nombre: 'Una', codigoAgrupador: '601.84' });
const meses = (anio, estado = 'Cerrado') => base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) SELECT ${e.id}, ${anio}, m, '${estado}' FROM generate_series(1, 12) m`);
const conIva = async mes => (await crear('/api/Bancos/AnticipoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, clienteId: e.c, importe: 116, fecha: `2020-0${mes}-05` }), { anio: 2020, mes });
const conIeps = async mes => {
  await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, tasa_iva, tasa_ieps, objetos) VALUES (${e.id}, 'DP-IEPS', 'Con IEPS', 'Deposito', 0.16, 0.08, '{8}') ON CONFLICT DO NOTHING`);
  await crear('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, tipo: 'Concepto', importe: 116, fecha: `2020-0${mes}-05`, partidas: [{ conceptoId: await e.concepto('DP-IEPS'), importe: 116 }] });
  return { anio: 2020, mes };
};
const conDolares = async mes => (await crear('/api/FacturaVenta', { clienteId: e.c, fecha: `2020-0${mes}-05`, moneda: 'USD', tipoCambio: 18, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 100 }] }),
  { anio: 2020, mes, tiposCambio: [{ moneda: 'USD', tipoCambio: 19 }] });
const escrituras = {
  'POST /api/Contabilidad/Periodos/{anio}/{mes}/Cerrar': () => hacer('POST', '/api/Contabilidad/Periodos/1999/1/Cerrar', { motivo: 'Terminado' }),
  'POST /api/Contabilidad/Periodos/{anio}/{mes}/Reabrir': async () => {
    await crear('/api/Contabilidad/Periodos/1999/2/Cerrar', {});
    return hacer('POST', '/api/Contabilidad/Periodos/1999/2/Reabrir', { motivo: 'Faltó algo' });
  },
  'POST /api/Contabilidad/Ejercicios/{anio}/Cerrar': async () => (await meses(1997), hacer('POST', '/api/Contabilidad/Ejercicios/1997/Cerrar', { motivo: 'Terminado' })),
  'POST /api/Contabilidad/Ejercicios/{anio}/Reabrir': async () => {
    await meses(1998);
    await crear('/api/Contabilidad/Ejercicios/1998/Cerrar', {});
    return hacer('POST', '/api/Contabilidad/Ejercicios/1998/Reabrir', { motivo: 'Faltó algo' });
  },
  'POST /api/Contabilidad/DeterminacionIva': async r => hacer('POST', r, await conIva(1)),
  'DELETE /api/Contabilidad/DeterminacionIva': async r => {
    await crear('/api/Contabilidad/DeterminacionIva', await conIva(2));
    return hacer('DELETE', `${r}?anio=2020&mes=2&motivo=Error`);
  },
  'POST /api/Contabilidad/DeterminacionIva/Devolucion': async r => hacer('POST', r, await conIva(3)),
  'POST /api/Contabilidad/DeterminacionIeps': async r => hacer('POST', r, await conIeps(1)),
  'DELETE /api/Contabilidad/DeterminacionIeps': async r => {
    await crear('/api/Contabilidad/DeterminacionIeps', await conIeps(2));
    return hacer('DELETE', `${r}?anio=2020&mes=2&motivo=Error`);
  },
  'POST /api/Contabilidad/Revaluacion': async r => hacer('POST', r, await conDolares(1)),
  'DELETE /api/Contabilidad/Revaluacion': async r => {
    await crear('/api/Contabilidad/Revaluacion', await conDolares(2));
    return hacer('DELETE', `${r}?anio=2020&mes=2&motivo=Error`);
  },
  'POST /api/Proyecto': r => hacer('POST', r, { clave: clave(), nombre: 'Obra' }),
  'PUT /api/Proyecto/{id}': async () => hacer('PUT', `/api/Proyecto/${(await crear('/api/Proyecto', { clave: clave(), nombre: 'Obra' })).proyectoId}`, { nombre: 'Otra' }),
  'POST /api/ClasificadoresCosto': r => hacer('POST', r, { clave: clave(), nombre: 'Reparto', tipo: 'Gasto' }),
  'PUT /api/ClasificadoresCosto/{id}': async () => hacer('PUT', `/api/ClasificadoresCosto/${(await crear('/api/ClasificadoresCosto', { clave: clave(), nombre: 'X', tipo: 'Gasto' })).clasificadorCostoId}`, { nombre: 'Y' }),
  'POST /api/Contabilidad/Poliza': r => hacer('POST', r, aMano()),
  'POST /api/Contabilidad/Poliza/{id}/Copiar': async () => hacer('POST', `/api/Contabilidad/Poliza/${(await crear('/api/Contabilidad/Poliza', aMano())).polizaId}/Copiar`, {}),
  'DELETE /api/Contabilidad/Poliza/{id}': async () => hacer('DELETE', `/api/Contabilidad/Poliza/${(await crear('/api/Contabilidad/Poliza', aMano())).polizaId}?motivo=Error`),
  'POST /api/Contabilidad/Cuentas': r => hacer('POST', r, cuentaNueva()),
  'PUT /api/Contabilidad/Cuentas/{id}': async () => hacer('PUT', `/api/Contabilidad/Cuentas/${(await crear('/api/Contabilidad/Cuentas', cuentaNueva())).cuentaId}`, { nombre: 'Otra' }),
  'POST /api/PersonalServicio': r => hacer('POST', r, { clave: clave(), nombre: 'Técnico' }),
  'PUT /api/PersonalServicio/{id}': async () => hacer('PUT', `/api/PersonalServicio/${(await crear('/api/PersonalServicio', { clave: clave(), nombre: 'Técnico' })).personalServicioId}`, { nombre: 'Técnica' }),
  'POST /api/Contactos': r => hacer('POST', r, { tipoContacto: 'Proveedor', nombre: 'Proveedor', rfc: 'EKU900317999', codigo: clave(), codigoPostal: '26015', regimenFiscal: '601' }),
  'PUT /api/Contactos/{entidadId}': () => hacer('PUT', `/api/Contactos/${e.c}`, { limiteCredito: 500000 + ++turno }),
  'PUT /api/Contactos/PorCodigo/{codigo}': () => hacer('PUT', '/api/Contactos/PorCodigo/CLI', { limiteCredito: 900000 + ++turno }),
  'POST /api/Productos': r => hacer('POST', r, { codigo: clave(), descripcion: 'X', unidadMedidaId: e.pieza, claveProductoServicio: '43211503' }),
  'PUT /api/Productos/NumeroParte/{id}': () => hacer('PUT', `/api/Productos/NumeroParte/${e.p}`, { numeroParte: clave() }),
  'POST /api/Productos/AgregarImagenBase64/{id}': () => hacer('POST', `/api/Productos/AgregarImagenBase64/${e.p}`, { extension: 'png', contenidoBase64: png.toString('base64') }),
  'POST /api/Productos/AgregarImagen/{id}': () => hacer('POST', `/api/Productos/AgregarImagen/${e.p}`, ...enPartes({ archivo: png })),
  'POST /api/ListaPrecios': r => hacer('POST', r, { clave: clave(), nombre: clave(), monedaId: 1 }),
  'PUT /api/ListaPrecios/{id}': async () => hacer('PUT', `/api/ListaPrecios/${(await lista()).listaPreciosId}`, { nombre: clave() }),
  'PUT /api/ListaPrecios/Precios/{id}': async () => hacer('PUT', `/api/ListaPrecios/Precios/${(await lista()).listaPreciosId}`, { precios: [{ productoId: e.p, precio: 12.5 }] }),
  'POST /api/Inventario/Movimiento': r => hacer('POST', r, { tipoMovimiento: 'Entrada', almacenId: e.general, conceptoId: e.inicial, partidas: [{ productoId: e.p, cantidad: 1, costoUnitario: 5 }] }),
  'POST /api/Inventario/Entrega': async r => hacer('POST', r, { transaccionIdOrigen: (await pedido()).transaccionId, partidas: [] }),
  'POST /api/Inventario/Recepcion': async r => hacer('POST', r, { transaccionIdOrigen: (await envio()).transaccionId }),
  'DELETE /api/Inventario/TransaccionCancelar/{id}': async () => hacer('DELETE', `/api/Inventario/TransaccionCancelar/${(await envio()).transaccionId}?motivo=Error`),
  'POST /api/Inventario/Reempaque': async r => hacer('POST', r, { almacenId: e.general, origen: [{ productoId: (await entrada()).partidas[0].productoId, cantidad: 1 }], destino: [{ productoId: await otro(), cantidad: 1 }] }),
  'POST /api/Inventario/Conteo': async r => hacer('POST', r, { almacenId: await almacen() }),
  'POST /api/Inventario/Conteo/{id}/Partidas': async () => hacer('POST', `/api/Inventario/Conteo/${await conteo()}/Partidas`, { partidas: [{ productoId: e.p, contado: 1 }] }),
  'POST /api/Inventario/Conteo/{id}/Cerrar': async () => hacer('POST', `/api/Inventario/Conteo/${await conteo()}/Cerrar`, {}),
  'DELETE /api/Inventario/ConteoCancelar/{id}': async () => hacer('DELETE', `/api/Inventario/ConteoCancelar/${await conteo()}?motivo=Error`),
  'DELETE /api/Inventario/MovimientoCancelar/{id}': async () => hacer('DELETE', `/api/Inventario/MovimientoCancelar/${(await entrada()).transaccionId}?motivo=Error`),
  'POST /api/OrdenCompra': r => hacer('POST', r, compra()),
  'PUT /api/OrdenCompra/OrdenCompraAutorizar/{id}': async () => hacer('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${(await crear('/api/OrdenCompra', compra())).transaccionId}`, {}),
  'DELETE /api/OrdenCompra/OrdenCompraCancelar/{id}': async () => hacer('DELETE', `/api/OrdenCompra/OrdenCompraCancelar/${(await crear('/api/OrdenCompra', compra())).transaccionId}?motivo=Error`),
  'POST /api/FacturaCompra': r => hacer('POST', r, compra()),
  'DELETE /api/FacturaCompra/FacturaCompraCancelar/{id}': async () => hacer('DELETE', `/api/FacturaCompra/FacturaCompraCancelar/${(await crear('/api/FacturaCompra', compra())).transaccionId}?motivo=Error`),
  'POST /api/NotaRemision': r => hacer('POST', r, compra()),
  'DELETE /api/Compras/TransaccionCancelar/{id}': async () => hacer('DELETE', `/api/Compras/TransaccionCancelar/${(await crear('/api/NotaRemision', compra())).transaccionId}?motivo=Error`),
  'POST /api/NotaDevolucionProveedor': async r => hacer('POST', r, { transaccionIdCompra: (await crear('/api/FacturaCompra', compra())).transaccionId, motivo: 'Roto', completa: true }),
  'POST /api/NotaCredito': r => hacer('POST', r, { tipo: 'Cliente', contactoId: e.c, motivo: 'Descuento', importes: { base16: 10 } }),
  'POST /api/GastosSobreCompra': async r => hacer('POST', r, { transaccionIdCompra: (await crear('/api/FacturaCompra', compra())).transaccionId, proveedorId: e.prov, conceptoId: e.gasto, importe: 10 }),
  'POST /api/Cotizaciones/Proveedor': r => hacer('POST', r, { ...compra(), vigenciaFecha: cotizacion().vigenciaFecha }),
  'POST /api/Cotizaciones/Cliente': r => hacer('POST', r, cotizacion()),
  'POST /api/PedidoCliente': r => hacer('POST', r, { clienteId: e.c, partidas: [linea()] }),
  'POST /api/FacturaVenta': r => hacer('POST', r, { clienteId: e.c, partidas: [linea()] }),
  'POST /api/NotaVenta': r => hacer('POST', r, { clienteId: e.c, partidas: [linea()] }),
  'POST /api/NotaDevolucionCliente': async r => hacer('POST', r, { transaccionIdVenta: (await factura()).transaccionId, motivo: 'No le gustó', completa: true }),
  'POST /api/NotaVenta/NotaVentaFacturar/{id}': async () => hacer('POST', `/api/NotaVenta/NotaVentaFacturar/${(await nota()).transaccionId}`, {}),
  'POST /api/Bancos/DepositoAgregar': r => hacer('POST', r, dinero(10)),
  'POST /api/Bancos/AnticipoAgregar': r => hacer('POST', r, { cuentaId: e.caja, formaPagoId: e.efectivo, clienteId: e.c, importe: 116 }),
  'POST /api/Bancos/AnticipoProveedorAgregar': r => hacer('POST', r, { cuentaId: e.caja, formaPagoId: e.efectivo, proveedorId: e.prov, importe: 116 }),
  'POST /api/Bancos/Traspaso': async r => hacer('POST', r, { cuentaOrigenId: e.caja, importeOrigen: 10,
    cuentaDestinoId: Number(await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo) VALUES (${e.id}, '${clave()}', 'Caja chica', 'Caja') RETURNING cuenta_id`)) }),
  'POST /api/Bancos/DepositoAsignar': async r => hacer('POST', r, { transaccionId: (await deposito(58)).transaccionId, aplicaciones: [{ transaccionId: (await factura()).transaccionId, importe: 58 }] }),
  'POST /api/Bancos/Conciliar': async r => hacer('POST', r, { cuentaId: e.caja, fechaCorte: '2099-12-31', saldoEstado: 0, marcar: [(await deposito(10)).transaccionId] }),
  'DELETE /api/Bancos/AsignacionCancelar/{id}/{documentoId}': async () => {
    const [n, f] = [await crear('/api/NotaCredito', { tipo: 'Cliente', contactoId: e.c, motivo: 'Descuento', importes: { base16: 10 } }), await factura()].map(x => x.transaccionId);
    await crear('/api/Bancos/DepositoAsignar', { transaccionId: n, aplicaciones: [{ transaccionId: f, importe: 5 }] });
    return hacer('DELETE', `/api/Bancos/AsignacionCancelar/${n}/${f}`);
  },
  'DELETE /api/Bancos/DepositoCancelar/{id}': async () => hacer('DELETE', `/api/Bancos/DepositoCancelar/${(await deposito(10)).transaccionId}?motivo=Repetido`),
  'POST /api/Bancos/EgresoAgregar': async r => hacer('POST', r, await egreso()),
  'POST /api/Bancos/PagoNoMonetario': async r => hacer('POST', r, await enEspecie()),
  'DELETE /api/Bancos/PagoNoMonetarioCancelar/{id}': async () => hacer('DELETE', `/api/Bancos/PagoNoMonetarioCancelar/${(await crear('/api/Bancos/PagoNoMonetario', await enEspecie())).transaccionId}?motivo=Repetido`),
  'POST /api/CuentasPorCobrar/Incobrable': async r => hacer('POST', r, await perdida()),
  'DELETE /api/CuentasPorCobrar/Incobrable/{id}': async () => hacer('DELETE', `/api/CuentasPorCobrar/Incobrable/${(await crear('/api/CuentasPorCobrar/Incobrable', await perdida())).transaccionId}?motivo=Apareci%C3%B3`),
  'POST /api/SolicitudPago': async r => hacer('POST', r, await solicitudDeDocumento()),
  'POST /api/SolicitudPago/V2': async r => hacer('POST', r, await solicitud()),
  'PUT /api/SolicitudPago/SolicitudPagoAutorizar/{id}': async () => hacer('PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${(await crear('/api/SolicitudPago/V2', await solicitud())).transaccionId}`, {}),
  'DELETE /api/SolicitudPago/SolicitudPagoCancelar/{id}': async () => hacer('DELETE', `/api/SolicitudPago/SolicitudPagoCancelar/${(await crear('/api/SolicitudPago/V2', await solicitud())).transaccionId}?motivo=Repetida`),
  'DELETE /api/Bancos/EgresoCancelar/{id}': async () => hacer('DELETE', `/api/Bancos/EgresoCancelar/${(await crear('/api/Bancos/EgresoAgregar', await egreso())).transaccionId}?motivo=Repetido`),
  'DELETE /api/Ventas/TransaccionCancelar/{id}': async () => hacer('DELETE', `/api/Ventas/TransaccionCancelar/${(await factura()).transaccionId}?motivo=Error`),
  'DELETE /api/NotaVenta/NotaVentaCancelar/{id}': async () => hacer('DELETE', `/api/NotaVenta/NotaVentaCancelar/${(await nota()).transaccionId}`),
  'DELETE /api/PedidoCliente/PedidoClienteCancelar/{id}': async () => hacer('DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${(await pedido()).transaccionId}`),
  'POST /api/EscuelaPrivada/ArchivoDigital': async r => hacer('POST', r, { xmlBase64: en64(await colegiatura('EKU9003173C9')) }),
  'POST /api/AgenciaViaje/RegistrarFactura': r => hacer('POST', r, { clienteId: e.c, booking: clave(), partidas: [{ conceptoId: e.venta, descripcion: 'Cargo por servicio', precioUnitario: 100 }] }),
  'POST /api/AgenciaViaje/RegistrarFacturaV2': r => hacer('POST', r, { clienteId: e.c, booking: clave(), servicios: [{ tipo: 'Hotel', comision: 100 }] }),
  'POST /api/AgenciaViaje/RegistrarGasto': async r => hacer('POST', r, { booking: clave(), proveedores: [{ rfc: 'AAA010101AAA', nombre: 'Hotel', fecha: '01/03/2025', subtotal: 100, iva: 16, total: 116,
    conceptoId: await base.uno(`SELECT concepto_id FROM concepto WHERE organizacion_id = ${e.id} AND clave = 'GA-GENERAL'`) }] }),
  'POST /api/Ruta': r => hacer('POST', r, { nombre: clave(), sucursalId: e.matriz }),
  'PUT /api/Ruta/{id}': async () => hacer('PUT', `/api/Ruta/${(await ruta()).rutaId}`, { nombre: clave() }),
  'POST /api/Ruta/Carga': async r => hacer('POST', r, { rutaId: (await ruta()).rutaId, almacenId: e.general, partidas: [{ productoId: e.p, cantidad: 1 }] }),
  'POST /api/Ruta/Devoluciones': async r => hacer('POST', r, await regreso()),
  'POST /api/Ruta/DevolucionAplicar/{id}': async () => hacer('POST', `/api/Ruta/DevolucionAplicar/${(await crear('/api/Ruta/Devoluciones', await regreso())).transaccionId}`),
  'DELETE /api/Ruta/DevolucionCancelar/{id}': async () => hacer('DELETE', `/api/Ruta/DevolucionCancelar/${(await crear('/api/Ruta/Devoluciones', await regreso())).transaccionId}?motivo=Error`),
  'POST /api/Ruta/Liquidaciones': async r => hacer('POST', r, await liquidacion()),
  'POST /api/Ruta/LiquidacionValidar/{id}': async () => hacer('POST', `/api/Ruta/LiquidacionValidar/${(await crear('/api/Ruta/Liquidaciones', await liquidacion())).transaccionId}`, { efectivoEntregado: 0 }),
  'DELETE /api/Ruta/LiquidacionCancelar/{id}': async () => hacer('DELETE', `/api/Ruta/LiquidacionCancelar/${(await crear('/api/Ruta/Liquidaciones', await liquidacion())).transaccionId}?motivo=Error`),
  'POST /api/OrdenServicio': r => hacer('POST', r, servicio()),
  'PUT /api/OrdenServicio/{id}': async () => hacer('PUT', `/api/OrdenServicio/${(await crear('/api/OrdenServicio', servicio())).transaccionId}`, { equipo: 'Bomba', partidas: [] }),
  'PUT /api/OrdenServicio/OrdenServicioCerrar/{id}': async () => {
    const { transaccionId } = await crear('/api/OrdenServicio', { ...servicio(), ordenesTrabajo: [] });
    await hacer('PUT', `/api/OrdenServicio/OrdenServicioAutorizar/${transaccionId}`);
    return hacer('PUT', `/api/OrdenServicio/OrdenServicioCerrar/${transaccionId}`, { solucion: 'Listo' });
  },
  'POST /api/ArchivoDigital/AgregarBase64': async r => hacer('POST', r, { transaccionId: (await factura()).transaccionId, nombre: 'foto', extension: 'png', contenidoBase64: png.toString('base64') }),
  'POST /api/ArchivoDigital/Agregar': async r => hacer('POST', r, ...enPartes({ archivo: png, transaccionId: (await factura()).transaccionId })),
  'POST /api/ArchivoDigital/AgregarCfdi': async r => {
    const { transaccionId } = await factura();
    const [{ receptor, emisor, total }] = await base.sql(`SELECT t.rfc AS receptor, o.rfc AS emisor, t.total FROM transaccion t JOIN organizacion o USING (organizacion_id) WHERE t.transaccion_id = ${transaccionId}`);
    return hacer('POST', r, ...enPartes({ xml: Buffer.from(cfdiSellado({ emisor, receptor, total })), transaccionId }));
  },
  'POST /api/OrdenTrabajo/ArchivoDigital': async r => hacer('POST', r, { transaccionId: (await crear('/api/OrdenServicio', servicio())).ordenesTrabajo[0].transaccionId, nombre: 'foto', extension: 'png', contenidoBase64: png.toString('base64') }),
  'POST /api/OrdenTrabajo/Acciones': async r => hacer('POST', r, { transaccionId: (await crear('/api/OrdenServicio', servicio())).ordenesTrabajo[0].transaccionId, accion: 'Cancelar' }),
  'PUT /api/OrdenServicio/OrdenServicioAutorizar/{id}': async () => hacer('PUT', `/api/OrdenServicio/OrdenServicioAutorizar/${await base.uno("SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20 AND estado = 'Pendiente'")}`,
    undefined, { token: m.t1 }),
};
const noEscriben = {
  'POST /api/Seguridad/Autenticar': 'da un token; sólo cuenta intentos y usos',
  'POST /api/ArchivoDigital/ValidarFolioFiscal': 'guarda lo que dice el SAT, que aquí no se consulta (api_validar_folio)',
  'POST /api/ArchivoDigital/ValidarArchivo': 'no guarda nada',
  'POST /api/ArchivoDigital/ValidarArchivoAlmacenado': 'guarda lo que resulta de un CFDI (api_validar_cfdi)',
  'POST /api/Transacciones/VerificarArchivo': 'guarda lo que resulta de un CFDI sellado y de lo que dice el SAT (api_validar_cfdi)',
  'POST /api/Seguridad/LoginMcp': 'da un token; lo que enlaza la primera vez deja lo suyo (api_login_mcp)',
  'POST /api/FacturaVenta/PorIds': 'lee',
  'POST /api/FacturaCompra/PorIds': 'lee',
  'POST /api/AgenciaViaje/DocumentosPorIds': 'lee',
  'POST /api/PedidoCliente/Lista': 'lee',
  'DELETE /api/AgenciaViaje/BookingCancelar/{id}': 'retirada: contesta 410',
  'POST /api/Lote': 'cada una de las suyas deja lo propio con su nombre (api_lote)',
};

test('cada operación que escribe deja al menos una fila con su nombre, su usuario, su consumidor y su solicitud', async t => {
  e.p = await e.producto('BIT');
  e.prov = await e.cliente('PROV', { tipoContacto: 'Proveedor' });
  e.c = await e.cliente('CLI', { limiteCredito: 100000, diasCredito: 30 });
  await e.entrada(e.p, 1000, 5);
  const [usuario] = await base.sql(`SELECT usuario_id FROM usuario WHERE organizacion_id = ${e.id}`);
  for (const o of (await operaciones()).filter(x => x.verbo !== 'GET')) {
    if (noEscriben[o.nombre]) continue;
    await t.test(o.nombre, async () => {
      assert.ok(escrituras[o.nombre], 'diga en esta tabla cómo se llama con éxito, o por qué no escribe');
      const { solicitud } = await escrituras[o.nombre](o.ruta);
      const suyas = await filas(`solicitud = '${solicitud}'`);
      assert.ok(suyas.length > 0, 'no dejó nada');
      for (const f of suyas) {
        assert.equal(f.operacion, o.nombre);
        assert.equal(f.operador, '');
        if (f.organizacion_id !== e.id) continue;
        assert.equal(f.usuario_id, usuario.usuario_id);
        assert.equal(f.consumidor_api_id, e.llave.consumidorApiId);
      }
    });
  }
});

test('lo que no se hizo no deja nada: un rechazo, una repetición', async () => {
  const cuantas = () => base.uno('SELECT count(*) FROM bitacora');
  const antes = await cuantas();
  esError(await srv.pedir('POST', '/api/FacturaVenta', { token: e.token, cuerpo: { clienteId: e.c, partidas: [{ ...linea(), cantidad: 1e6 }] } }), 400);
  esError(await srv.pedir('PUT', `/api/Contactos/${e.c}`, { token: e.token, cuerpo: { listaPreciosId: 987654321 } }), 400);
  assert.equal(await cuantas(), antes);
  const cuerpo = cotizacion(), encabezados = { 'Idempotency-Key': 'bitacora-1' };
  await hacer('POST', '/api/Cotizaciones/Cliente', cuerpo, { encabezados });
  await hacer('POST', '/api/Cotizaciones/Cliente', cuerpo, { encabezados });
  assert.equal(await cuantas(), antes + 1);
  await hacer('PUT', `/api/Contactos/${e.c}`, { nombre: 'CLIENTE CLI' });  // as it was
  assert.equal(await cuantas(), antes + 1);
});

test('un catálogo dice lo que había y lo que hay en cada campo, y sus listas también', async () => {
  await hacer('PUT', `/api/Contactos/${e.c}`, { limiteCredito: 1000, usoCFDI: 'G01', contactosAdicionales: [{ nombre: 'Ana' }] });
  const { solicitud } = await hacer('PUT', `/api/Contactos/${e.c}`, { limiteCredito: 250000.5, usoCFDI: 'G03' });
  const [fila, ...otras] = await bitacora({ recurso: 'Contacto', registroId: e.c });
  assert.deepEqual({ ...fila, fecha: '' }, { fecha: '', usuarioId: fila.usuarioId, usuario: `admin${e.id}`, consumidorApiId: e.llave.consumidorApiId, consumidor: 'Evidencia', solicitudId: solicitud,
    operacion: 'PUT /api/Contactos/{entidadId}', recurso: 'Contacto', id: e.c, folio: 'CLI', accion: 'Modificar',
    cambios: [{ campo: 'usoCFDI', antes: 'G01', despues: 'G03' }, { campo: 'limiteCredito', antes: '1000.00', despues: '250000.50' }] });
  const adicional = otras.flatMap(f => f.cambios).find(c => c.campo === 'contactosAdicionales');
  assert.deepEqual([adicional.antes, JSON.parse(adicional.despues).nombre], ['', 'Ana']);
  const l = await lista();
  await hacer('PUT', `/api/ListaPrecios/Precios/${l.listaPreciosId}`, { precios: [{ productoId: e.p, precio: 10 }] });
  await hacer('PUT', `/api/ListaPrecios/Precios/${l.listaPreciosId}`, { precios: [{ productoId: e.p, precio: 11 }] });
  const [precio] = await bitacora({ recurso: 'ListaPrecios', registroId: l.listaPreciosId });
  assert.deepEqual(precio.cambios.map(c => [c.campo, JSON.parse(c.antes).precio, JSON.parse(c.despues).precio]), [['precios', 10, 11]]);
  // Many lines of one call share rows, a hundred to each; one that goes says what it was.
  const quiebres = Array.from({ length: 250 }, (_, i) => ({ productoId: e.p, cantidadMinima: i + 2, precio: 9 }));
  const muchas = async precios => {
    const { solicitud: suya } = await hacer('PUT', `/api/ListaPrecios/Precios/${l.listaPreciosId}`, { precios });
    return (await bitacora({ recurso: 'ListaPrecios', registroId: l.listaPreciosId })).filter(f => f.solicitudId === suya).map(f => f.cambios);
  };
  const puestos = await muchas(quiebres);
  assert.deepEqual(puestos.map(c => c.length).sort(), [100, 100, 50]);
  assert.deepEqual(puestos.flat().map(c => [c.antes, JSON.parse(c.despues).cantidadMinima]).sort((a, b) => a[1] - b[1]), quiebres.map(q => ['', q.cantidadMinima]));
  const [[quitado]] = await muchas([{ ...quiebres[0], eliminar: true }]);
  assert.deepEqual([JSON.parse(quitado.antes).cantidadMinima, quitado.despues], [2, '']);
  assert.equal(await base.uno(`SELECT count(*) FROM bitacora WHERE recurso = 'Contacto' AND accion = 'Crear' AND registro_id = ${e.c} AND organizacion_id = ${e.id} AND folio = 'CLI'`), 1);
});

test('un documento muestra lo suyo: nace, se paga, pierde el pago, se cancela', async () => {
  const f = await factura();
  const d = await deposito(116, { aplicaciones: [{ transaccionId: f.transaccionId, importe: 116 }] });
  const leido = await srv.get(`/api/Bancos/Depositos/${d.transaccionId}`, { token: e.token });
  assert.deepEqual(leido.json.data.aplicaciones.map(a => [a.usuario, a.fechaRegistro.slice(0, 10)]), [[`admin${e.id}`, leido.json.data.fechaCreacion.slice(0, 10)]]);
  await hacer('DELETE', `/api/Bancos/DepositoCancelar/${d.transaccionId}?motivo=Rebotado`);
  await hacer('DELETE', `/api/Ventas/TransaccionCancelar/${f.transaccionId}?motivo=${encodeURIComponent('Error de captura')}`);
  const suyas = (await bitacora({ transaccionId: f.transaccionId })).reverse();
  const cambio = (fila, campo) => fila.cambios.filter(c => c.campo === campo).map(c => `${c.antes} → ${c.despues}`)[0];
  assert.deepEqual(suyas.map(x => [x.accion, x.operacion.split('/').at(x.operacion.endsWith('}') ? -2 : -1), cambio(x, 'saldo'), cambio(x, 'estado')]), [
    ['Crear', 'FacturaVenta', undefined, undefined],
    ['Modificar', 'DepositoAgregar', '116.00 → 0.00', 'Pendiente → Pagado'],
    ['Modificar', 'DepositoCancelar', '0.00 → 116.00', 'Pagado → Pendiente'],
    ['Cancelar', 'TransaccionCancelar', '116.00 → 0.00', 'Pendiente → Cancelado']]);
  assert.ok(suyas.every(x => x.recurso === 'Factura de venta' && x.id === f.transaccionId && x.folio === f.folio));
  assert.equal(cambio(suyas[3], 'motivoCancelacion'), ' → Error de captura');
  // The application and the pólizas carry their user and moment too.
  const [quien] = await base.sql(`SELECT usuario_id FROM usuario WHERE organizacion_id = ${e.id}`);
  for (const t of ['aplicacion WHERE destino_id', 'poliza WHERE transaccion_id']) {
    const hechas = await base.sql(`SELECT usuario_id, now() - registrada < interval '10 minutes' AS reciente FROM ${t} = ${f.transaccionId}`);
    assert.ok(hechas.length > 0);
    for (const h of hechas) assert.deepEqual(h, { ...quien, reciente: true });
  }
});

test('GET /api/Bitacora: filtros, orden, cursor, permiso, otra organización', async t => {
  const todas = await recorrer(srv, '/api/Bitacora?registrosPorPagina=7', { token: e.token });
  assert.equal(todas.length, await base.uno(`SELECT count(*) FROM bitacora WHERE organizacion_id = ${e.id}`));
  const ids = await base.columna(`SELECT registro_id FROM bitacora WHERE organizacion_id = ${e.id} ORDER BY fecha DESC, bitacora_id DESC`);
  assert.deepEqual(todas.map(f => f.id), ids);
  for (const [que, q, donde] of [
    ['usuario', { usuario: `ADMIN${e.id}` }, `usuario_id IS NOT NULL`],
    ['consumidor', { consumidorApiId: e.llave.consumidorApiId }, `consumidor_api_id = ${e.llave.consumidorApiId}`],
    ['operación', { operacion: 'POST /api/PedidoCliente' }, `operacion = 'POST /api/PedidoCliente'`],
    ['recurso', { recurso: 'Producto' }, `recurso = 'Producto'`],
    ['registro', { registroId: e.p }, `registro_id = ${e.p}`],
    ['hoy', { fechaInicial: '2000-01-01', fechaFinal: '2090-12-31' }, 'true'],
    ['nunca', { fechaFinal: '2000-01-01' }, 'false'],
    ['mañana', { fechaInicial: '2090-01-01' }, 'false'],
  ]) await t.test(que, async () => assert.deepEqual((await bitacora(q)).map(f => f.id), await base.columna(`SELECT registro_id FROM bitacora WHERE organizacion_id = ${e.id} AND ${donde} ORDER BY fecha DESC, bitacora_id DESC`)));
  const pedir = (q, token = e.token) => srv.get(`/api/Bitacora?${q}`, { token });
  esError(await pedir('transaccionId=987654321'), 400, 'VALIDACION', ['transaccionId NO_EXISTE']);
  esError(await pedir('usuario=nadie'), 400, 'VALIDACION', ['usuario NO_EXISTE']);
  esError(await pedir('fechaInicial=2026-02-01&fechaFinal=2026-01-01'), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
  for (const malo of ['2026-11-16 07:29:29.1+99', '2026-11-16 07:29:29', '2026-02-31 00:00:00+00', "x'+00", '2026-11-16 07:29:29.1234567+00'])
    esError(await pedir(`cursor=${Buffer.from(`${malo}\n5`).toString('base64url')}`), 400, 'VALIDACION', ['cursor FORMATO']);
  for (const bueno of ['2026-11-16 07:29:29+00', '2026-11-16 07:29:29.123456-06', '2026-11-16 07:29:29.5+05:30'])
    assert.equal((await pedir(`cursor=${Buffer.from(`${bueno}\n5`).toString('base64url')}`)).estado, 200, bueno);
  const ventas = await srv.entrar({ ...(await base.usuario({ usuario: 'vende', organizacion: e.id, rol: 'propio', permisos: 'ventas.leer ventas.escribir' })), ...e.llave });
  esError(await pedir('', ventas), 403, 'PERMISO_DENEGADO');
  const ajenas = await recorrer(srv, '/api/Bitacora', { token: m.t2 });
  assert.ok(ajenas.every(f => !f.operacion.startsWith('POST')), 'la organización 2 no ha escrito nada');
  esError(await pedir(`transaccionId=${(await factura()).transaccionId}`, m.t2), 400, 'VALIDACION', ['transaccionId NO_EXISTE']);
});

test('los comandos del operador dicen el comando y quién lo dio; ninguna fila lleva un secreto', async t => {
  const o = ['--organizacion', String(e.id)];
  const quien = userInfo().username;
  // Months close in order: no month with pólizas is before this one. Using it for the first time leaves a row, and the earlier months that nobody used close with it.
  const ordenes = [
    ['periodo cerrar', ['2019-12'], 'Periodo', f => assert.deepEqual([f.registro_id, f.cambios], [201912, [{ campo: 'estado', antes: 'Abierto', despues: 'Cerrado' }]])],
    ['periodo abrir', ['2019-12', '--motivo', 'Faltó una factura'], 'Periodo', f => assert.deepEqual([f.registro_id, f.cambios], [201912, [{ campo: 'estado', antes: 'Cerrado', despues: 'Abierto' }, { campo: 'motivoApertura', antes: '', despues: 'Faltó una factura' }]])],
    ['parametro poner', ['toleranciaRecepcion', '0.05'], 'Parametro', f => assert.equal(f.folio, 'toleranciaRecepcion')],
    ['usuario crear', ['--usuario', 'beto', '--rol', 'lector', '--contrasena-archivo', '-'], 'Usuario', f => assert.equal(f.folio, 'beto')],
    ['consumidor crear', ['--nombre', 'Otro', '--tipo', 'Otro'], 'ConsumidorApi', f => assert.equal(f.folio, 'Otro')],
    ['usuario revocar', async () => ['--id', String(await e.uno('usuario', 'usuario_id', "usuario = 'beto'")), '--desactivar', 'si'], 'Usuario',
      f => assert.deepEqual(f.cambios.find(c => c.campo === 'activo'), { campo: 'activo', antes: true, despues: false })],
    ['identidad enlazar', ['--usuario', 'beto', '--emisor', 'https://emisor.mx', '--sujeto', 'beto-7'], 'IdentidadExterna', f => assert.equal(f.folio, 'beto: beto-7 de https://emisor.mx')],
    ['identidad quitar', async () => ['--id', String(await e.uno('identidad_externa', 'identidad_externa_id', "sujeto = 'beto-7'"))], 'IdentidadExterna', f => assert.deepEqual([f.folio, f.cambios], ['beto: beto-7 de https://emisor.mx', [{ campo: 'activo', antes: true, despues: false }]])],
    ['importar', ['proyectos', '-'], 'Proyecto', f => assert.equal(f.folio, 'IMP-1'), 'clave,nombre\nIMP-1,Importado\n'],
  ];
  for (const [orden, mas, recurso, ver, entrada = 'Secreta-123\n'] of ordenes)
    await t.test(orden, async () => {
      const argumentos = typeof mas === 'function' ? await mas() : mas;
      const desde = await base.uno('SELECT max(bitacora_id) FROM bitacora');
      await base.gestor([...orden.split(' '), ...argumentos, ...o], { entrada });
      const suyas = (await filas(`bitacora_id > ${desde}`));
      const f = suyas.find(x => x.recurso === recurso && (recurso !== 'Periodo' || (x.registro_id === 201912 && x.accion === 'Modificar')));
      assert.ok(f, `nada de ${recurso}: ${JSON.stringify(suyas)}`);
      assert.deepEqual([f.organizacion_id, f.usuario_id, f.consumidor_api_id, f.operador, f.operacion, f.solicitud], [e.id, null, null, quien, `gestor ${orden}`, '']);
      ver(f);
    });
  const [primera] = (await bitacora({ recurso: 'Organizacion' }));
  assert.deepEqual([primera.operacion, primera.accion, primera.usuario, primera.consumidor, primera.id], ['gestor organizacion crear', 'Crear', quien, '', e.id]);
  assert.equal(await base.uno(`SELECT count(*) FROM bitacora WHERE organizacion_id = ${e.id} AND operacion = 'gestor organizacion crear'`), 1, 'nacer es un solo hecho');
  // A password that changes, by whatever way, is told and not shown.
  await base.sql(`UPDATE usuario SET contrasena = 'scrypt$secreto' WHERE usuario = 'beto'; UPDATE consumidor_api SET hash = sha256('nueva'), prefijo = 'gk_nueva0' WHERE nombre = 'Otro'`);
  const [usuario, consumidor] = (await filas(`operacion = 'psql' AND recurso IN ('Usuario', 'ConsumidorApi')`)).slice(-2);
  assert.deepEqual([usuario.cambios, usuario.operador, consumidor.cambios.map(c => c.campo)], [null, /user=(\S+)/.exec(base.admin)[1], ['prefijo']]);
  assert.equal(await base.uno(`SELECT count(*) FROM bitacora WHERE cambios::text ~* 'scrypt|contrasena|"hash"'`), 0);
  // A login is nobody's doing; unlocking is.
  const antes = await base.uno('SELECT count(*) FROM bitacora');
  await srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: `admin${e.id}`, contrasena: 'mala', apiKey: e.llave.apiKey } });
  await srv.entrar({ usuario: `admin${e.id}`, contrasena: 'Secreta-123', ...e.llave });
  assert.equal(await base.uno('SELECT count(*) FROM bitacora'), antes);
});

test('el rol del servidor no la escribe, ni dice quién fue', async () => {
  const como = texto => sql(base.app, `BEGIN; SELECT set_config('gestor.organizacion', '${e.id}', true); ${texto}; COMMIT`);
  for (const texto of [
    `INSERT INTO bitacora (organizacion_id, registro_id, recurso, accion) VALUES (${e.id}, 1, 'X', 'Crear')`, `UPDATE bitacora SET usuario_id = 1`, 'DELETE FROM bitacora', 'TRUNCATE bitacora',
    'ALTER TABLE contacto DISABLE TRIGGER bitacora_modificar', 'SET session_replication_role = replica',
    `UPDATE poliza SET numero = 1`, `UPDATE aplicacion SET usuario_id = 1`, `UPDATE aplicacion SET registrada = now()`,
    `INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero, usuario_id) VALUES (${e.id}, 'Diario', '2026-01-01', 2026, 1, 1, 1)`,
    `INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, importe_fuente, importe_destino, fuente_folio, fuente_moneda, fuente_total, registrada) VALUES (${e.id}, 1, 1, now(), 1, 1, '', 'MXN', 1, now())`,
    `UPDATE poliza_folio SET siguiente = 2`, `INSERT INTO poliza_folio VALUES (${e.id}, 2020, 1, 'Diario', 2)`])
    await assert.rejects(como(texto), /permission denied|must be owner/, texto);
  await assert.rejects(como(`INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes) VALUES (${e.id}, 'Diario', '2026-01-01', 2026, 1)`), /row-level security policy "numerada"/);
  // Nor can it keep the trail silent: only whoever makes organizations is heeded.
  const antes = await base.uno('SELECT count(*) FROM bitacora');
  await como(`SELECT set_config('gestor.bitacora', 'no', true); UPDATE contacto SET limite_credito = 7 WHERE contacto_id = ${e.c}`);
  assert.equal(await base.uno('SELECT count(*) FROM bitacora'), antes + 1);
});

test('las pólizas se numeran por tipo y mes, sin huecos, aunque muchos escriban a la vez y algunos fracasen', async () => {
  const huecos = () => base.sql(`SELECT organizacion_id, ejercicio, mes, tipo, count(*), min(numero), max(numero), f.siguiente FROM poliza p FULL JOIN poliza_folio f USING (organizacion_id, ejercicio, mes, tipo)
    GROUP BY 1, 2, 3, 4, f.siguiente HAVING min(numero) <> 1 OR max(numero) <> count(*) OR f.siguiente IS DISTINCT FROM max(numero) + 1`);
  assert.deepEqual(await huecos(), []);
  const antes = await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`);
  const uno = async i => {
    if (i % 3 === 0) return nota({ pagos: [{ formaPagoId: e.efectivo, importe: 116 }] });  // two documents, two types
    if (i % 3 === 1) return deposito(10);
    return srv.pedir('POST', '/api/FacturaVenta', { token: e.token, cuerpo: { clienteId: e.c, partidas: [{ ...linea(), cantidad: 1e8 }] } });  // no such stock
  };
  await Promise.all(Array.from({ length: 60 }, (_, i) => uno(i)));
  assert.deepEqual(await huecos(), []);
  assert.ok(await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`) > antes + 40);
});
