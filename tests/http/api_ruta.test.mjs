// OP-068, OP-069, OP-070, OP-071 and OP-153: routes, loads of their trucks, goods that return, and the settlement of a day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, dia, esError, montar, recorrer } from './lib/ayuda_api.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const RUTA = '/api/Ruta', CARGA = `${RUTA}/Carga`, DEV = `${RUTA}/Devoluciones`, LIQ = `${RUTA}/Liquidaciones`;
let m, e, base, srv, vendedor, otro, cliente, numero = 0;
const p = {};
before(async () => {
  m = await montar({ registros: 300, candados: true });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Rutas de prueba', rfc: 'EKU9003173C9' });
  p.AGUA = await e.producto('AGUA');
  p.JUGO = await e.producto('JUGO');
  p.CAJA = await e.producto('CAJA', { esEnvase: true });
  p.SERIADO = await e.producto('SERIADO', { manejaSeries: true });
  p.MANO = await e.producto('MANO', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  await e.mover('Entrada', [{ productoId: p.AGUA, cantidad: 10000, costoUnitario: 10 }, { productoId: p.JUGO, cantidad: 10000, costoUnitario: 25 }, { productoId: p.CAJA, cantidad: 1000, costoUnitario: 4 }], { fecha: `${dia(-20)}T08:00:00` });
  vendedor = await nuevo('vendedor', 'vendedor_id', 'clave, nombre', "'V1', 'Vera Ruiz'");
  otro = await nuevo('vendedor', 'vendedor_id', 'clave, nombre', "'V2', 'Saúl Paz'");
  cliente = await e.cliente('C1', { vendedorId: vendedor });
});
after(() => m?.cerrar());

const nuevo = async (tabla, llave, columnas, valores) => Number(await base.sql(`INSERT INTO ${tabla} (organizacion_id, ${columnas}) VALUES (${e.id}, ${valores}) RETURNING ${llave}`));
const camion = (activo = true, sucursal = e.matriz) => nuevo('almacen', 'almacen_id', 'sucursal_id, clave, nombre, es_ruta, activo', `${sucursal}, 'T${++numero}', 'Camión ${numero}', true, ${activo}`);
const pedir = (metodo, ruta, cuerpo, mas = {}) => srv.pedir(metodo, ruta, { token: e.token, cuerpo, ...mas });
const hecho = async (metodo, ruta, cuerpo) => {
  const r = await pedir(metodo, ruta, cuerpo);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data ?? r.json;
};
const falla = async (metodo, ruta, cuerpo, esperado) => {
  const r = await pedir(metodo, ruta, cuerpo);
  assert.equal(`${r.json?.codigo} ${(r.json?.errores ?? []).map(x => `${x.campo} ${x.codigo}`).join(', ')}`.trim(), esperado, r.texto);
  return r.json;
};
const leer = async ruta => (await hecho('GET', ruta));
// A route with its truck, of a day of its own.
async function ruta(mas = {}) {
  const almacenId = await camion();
  return hecho('POST', RUTA, { nombre: `Ruta ${numero}`, sucursalId: e.matriz, vendedorId: vendedor, almacenId, ...mas });
}
const cargar = (r, partidas, mas = {}) => hecho('POST', CARGA, { rutaId: r.rutaId, almacenId: e.general, partidas, ...mas });
const de = (productoId, cantidad) => ({ productoId, cantidad });
const contado = (productoId, conteo) => ({ productoId, conteo });
const vender = (r, productoId, cantidad, precioUnitario, mas = {}) => hecho('POST', '/api/NotaVenta', { almacenId: r.almacenId, partidas: [{ productoId, cantidad, precioUnitario }],
  pagos: [{ formaPagoId: e.efectivo, importe: Math.round(cantidad * precioUnitario * 116) / 100 }], ...mas });
const liquidar = (r, fechaLiquidacion = dia(0)) => hecho('POST', LIQ, { rutaId: r.rutaId, fechaLiquidacion });
const validar = (l, cuerpo) => hecho('POST', `${RUTA}/LiquidacionValidar/${l.transaccionId}`, cuerpo);
const polizas = () => base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`);
// hizo: the pólizas of the documents that a settlement made, in order of type.
const hizo = async l => {
  const ids = await base.columna(`SELECT r.destino_id FROM relacion r JOIN transaccion t ON t.organizacion_id = r.organizacion_id AND t.transaccion_id = r.destino_id
    WHERE r.organizacion_id = ${e.id} AND r.origen_id = ${l.transaccionId} ORDER BY t.obj_id, r.destino_id`);
  return Promise.all(ids.map(id => e.poliza(id)));
};

test('OP-069: las rutas, con su camión, su vendedor, sus días y sus clientes', async () => {
  const almacenId = await camion();
  const r = await hecho('POST', RUTA, { clave: 'RN', nombre: 'Ruta Norte', sucursalId: e.matriz, vendedorId: vendedor, almacenId, dias: ['Lunes', 'Sábado'] });
  const { rutaId, ...resto } = r;
  assert.deepEqual(resto, { clave: 'RN', nombre: 'Ruta Norte', sucursalId: e.matriz, sucursal: 'Matriz', vendedorId: vendedor, vendedor: 'Vera Ruiz', almacenId, almacen: `Camión ${numero}`, dias: ['Lunes', 'Sábado'], clientes: 1, activo: true });
  assert.deepEqual(await leer(`${RUTA}/${rutaId}`), r);
  assert.equal(await base.uno(`SELECT ruta_id FROM vendedor WHERE vendedor_id = ${vendedor}`), rutaId, 'el vendedor dice cuál es su ruta');
  assert.deepEqual((await recorrer(srv, `${RUTA}?busqueda=norte&vendedorId=${vendedor}&sucursalId=${e.matriz}`, { token: e.token })), [r]);
  const minima = await hecho('POST', RUTA, { nombre: 'Sin camión', sucursalId: e.matriz });
  assert.deepEqual([minima.clave.slice(0, 2), minima.almacenId, minima.vendedorId, minima.dias, minima.clientes], ['RT', 0, 0, [], 0]);
  await hecho('PUT', `${RUTA}/${minima.rutaId}`, { activo: false });
  assert.deepEqual((await recorrer(srv, `${RUTA}?busqueda=sin%20camion`, { token: e.token })), []);
  assert.equal((await recorrer(srv, `${RUTA}?busqueda=sin%20camion&activo=false`, { token: e.token })).length, 1);
  esError(await pedir('GET', `${RUTA}/99999999`), 400, 'NO_ENCONTRADO');
  await falla('GET', `${RUTA}?sucursalId=99999999`, undefined, 'VALIDACION sucursalId NO_EXISTE');
});

test('POST y PUT Ruta: el almacén es de un camión de la sucursal, que hace una sola ruta; con If-Match', async () => {
  const otra = await nuevo('sucursal', 'sucursal_id', 'clave, nombre, codigo_postal', `'S${++numero}', 'Otra', '64000'`);
  const ajeno = await camion(true, otra);
  await falla('POST', RUTA, {}, 'VALIDACION nombre REQUERIDO, sucursalId REQUERIDO');
  await falla('POST', RUTA, { nombre: 'X', sucursalId: 99999999, vendedorId: 99999999, almacenId: 99999999 }, 'VALIDACION sucursalId NO_EXISTE, vendedorId NO_EXISTE, almacenId NO_EXISTE');
  await falla('POST', RUTA, { nombre: 'X', sucursalId: e.matriz, almacenId: e.general }, 'VALIDACION almacenId RANGO');
  await falla('POST', RUTA, { nombre: 'X', sucursalId: e.matriz, almacenId: ajeno }, 'VALIDACION almacenId RANGO');
  await falla('POST', RUTA, { nombre: 'X', sucursalId: e.matriz, dias: ['Lunes', 'Feriado'] }, 'VALIDACION dias[1] RANGO');
  await falla('POST', RUTA, { nombre: 'X', sucursalId: e.matriz, dias: ['Lunes', 'Martes', 'Lunes'] }, 'VALIDACION dias[2] DUPLICADO');
  const r = await ruta({ dias: ['Lunes'] });
  await falla('POST', RUTA, { nombre: 'Segunda', sucursalId: e.matriz, almacenId: r.almacenId }, 'VALIDACION almacenId DUPLICADO');
  const q = await hecho('PUT', `${RUTA}/${r.rutaId}`, { nombre: 'Otra vez', vendedorId: otro });
  assert.deepEqual([q.nombre, q.vendedor, q.dias, q.almacenId], ['Otra vez', 'Saúl Paz', ['Lunes'], r.almacenId], 'lo que no se envía queda');
  assert.deepEqual(await base.columna(`SELECT clave FROM vendedor WHERE organizacion_id = ${e.id} AND ruta_id = ${r.rutaId}`), ['V2']);
  assert.deepEqual((await hecho('PUT', `${RUTA}/${r.rutaId}`, { dias: [] })).dias, []);
  await falla('PUT', `${RUTA}/${r.rutaId}`, { almacenId: e.general }, 'VALIDACION almacenId RANGO');
  const leida = await srv.get(`${RUTA}/${r.rutaId}`, { token: e.token });
  const conVersion = version => pedir('PUT', `${RUTA}/${r.rutaId}`, { nombre: 'Con versión' }, { encabezados: { 'If-Match': version } });
  assert.equal((await conVersion('"otra"')).estado, 412);
  assert.equal((await conVersion(leida.h.etag)).estado, 200);
  // An inactive route leaves its truck to another route.
  await falla('PUT', `${RUTA}/${r.rutaId}`, { dias: ['Lunes', 'Lunes'] }, 'VALIDACION dias[1] DUPLICADO');
  await hecho('PUT', `${RUTA}/${r.rutaId}`, { activo: false });
  await hecho('POST', RUTA, { nombre: 'Heredera', sucursalId: e.matriz, almacenId: r.almacenId });
});

test('Carga: es recarga la que no es la primera del día por su hora, llegue cuando llegue: la misma regla que la liquidación', async () => {
  const r = await ruta(), el = h => `${dia(-4)}T${h}:00:00`;
  const tarde = await cargar(r, [de(p.AGUA, 10)], { fecha: el('12') });
  const temprano = await cargar(r, [de(p.AGUA, 3)], { fecha: el('06') });
  assert.deepEqual([tarde.esRecarga, temprano.esRecarga, (await cargar(r, [de(p.AGUA, 1)], { fecha: el('09') })).esRecarga], [false, false, true]);
  assert.deepEqual((await liquidar(r, dia(-4))).partidas.map(x => [x.carga, x.recarga]), [[3, 11]]);
  await hecho('DELETE', `/api/Inventario/MovimientoCancelar/${temprano.transaccionId}`);
  assert.equal((await cargar(r, [de(p.AGUA, 1)], { fecha: el('08') })).esRecarga, false, 'la cancelada no cuenta');
});

test('Carga: un traspaso al camión; la primera del día es la carga, las demás recargas', async () => {
  const r = await ruta();
  const antes = await polizas();
  const una = await cargar(r, [de(p.AGUA, 100), { codigo: 'caja', cantidad: 10 }], { notas: 'De madrugada' });
  assert.deepEqual([una.objId, una.tipoMovimiento, una.estado, una.almacenOrigenId, una.almacenDestinoId, una.rutaId, una.ruta, una.esRecarga, una.notas, una.total],
    [16, 'Traspaso', 'Aplicado', e.general, r.almacenId, r.rutaId, r.nombre, false, 'De madrugada', 1040]);
  assert.equal((await cargar(r, [de(p.AGUA, 20)])).esRecarga, true);
  assert.equal((await cargar(r, [de(p.AGUA, 5)], { fecha: `${dia(-1)}T07:00:00` })).esRecarga, false, 'de otro día');
  assert.deepEqual([await e.hay(p.AGUA, r.almacenId), await e.hay(p.CAJA, r.almacenId)], ['125 1250.00 0', '10 40.00 0']);
  assert.equal(await polizas(), antes, 'no cambia de dueño: nada se asienta');
  await falla('POST', CARGA, {}, 'VALIDACION rutaId REQUERIDO, almacenId REQUERIDO, partidas REQUERIDO');
  await falla('POST', CARGA, { rutaId: 99999999, almacenId: e.general, partidas: [de(p.AGUA, 1)] }, 'VALIDACION rutaId NO_EXISTE');
  const mal = (mas, esperado) => falla('POST', CARGA, { rutaId: r.rutaId, almacenId: e.general, partidas: [de(p.AGUA, 1)], ...mas }, esperado);
  await mal({ almacenId: r.almacenId }, 'VALIDACION almacenId RANGO');
  await mal({ almacenId: 99999999, partidas: [de(99999999, 1), { cantidad: 1 }] }, 'VALIDACION partidas[1].productoId REQUERIDO');
  await mal({ almacenId: 99999999, partidas: [de(99999999, 1)] }, 'VALIDACION almacenId NO_EXISTE, partidas[0].productoId NO_EXISTE');
  await mal({ partidas: [de(p.AGUA, 0)] }, 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO');
  await mal({ partidas: [de(p.MANO, 1)] }, 'VALIDACION partidas[0].productoId RANGO');
  await mal({ partidas: [de(p.AGUA, 1e6)] }, 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await mal({ fecha: dia(2) }, 'VALIDACION fecha RANGO');
  const sin = await hecho('POST', RUTA, { nombre: 'A pie', sucursalId: e.matriz });
  await mal({ rutaId: sin.rutaId }, 'VALIDACION rutaId RANGO');
  await e.unaVez(CARGA, { rutaId: r.rutaId, almacenId: e.general, partidas: [de(p.AGUA, 1)] }, 16);
});

test('OP-070, OP-071: lo que regresa se cuenta junto a lo que había, y al aplicarlo vuelve a la sucursal', async () => {
  const r = await ruta();
  await cargar(r, [de(p.AGUA, 50), de(p.JUGO, 10), de(p.CAJA, 8)]);
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 48), contado(p.JUGO, 10)], envases: [contado(p.CAJA, 6)], notas: 'Faltan dos' });
  assert.deepEqual([d.estado, d.ruta, d.vendedorId, d.vendedor, d.tipoOperacion, d.totalProductos, d.totalEnvases, d.importe, d.notas], ['Pendiente', r.nombre, vendedor, 'Vera Ruiz', 'Mixta', 58, 6, -28, 'Faltan dos']);
  assert.deepEqual(d.productos.map(l => [l.numeroPartida, l.codigo, l.existencia, l.conteo, l.diferencia, l.costoUnitario, l.importe]), [[1, 'AGUA', 50, 48, -2, 10, -20], [2, 'JUGO', 10, 10, 0, 25, 0]]);
  assert.deepEqual(d.envases.map(l => [l.numeroPartida, l.codigo, l.existencia, l.conteo, l.diferencia, l.costoUnitario, l.importe]), [[3, 'CAJA', 8, 6, -2, 4, -8]]);
  assert.deepEqual(d.totales, { existenciaProductos: 60, conteoProductos: 58, diferenciaProductos: -2, existenciaEnvases: 8, conteoEnvases: 6, diferenciaEnvases: -2, importeDiferencia: -28 });
  assert.equal(await e.hay(p.AGUA, r.almacenId), '50 500.00 0', 'pendiente no mueve nada');
  await vender(r, p.AGUA, 1, 20);
  assert.equal((await leer(`${DEV}/${d.transaccionId}`)).productos[0].existencia, 50, 'la existencia es la de entonces');
  const { productos, envases, totales, ...resumen } = d;
  assert.deepEqual(await recorrer(srv, `${DEV}?vendedorId=${vendedor}&busqueda=${encodeURIComponent(d.folio)}`, { token: e.token }), [resumen]);
  assert.deepEqual((await recorrer(srv, `${DEV}?busqueda=vera&tipoOperacion=Mixta&fechaInicial=${dia(0)}&fechaFinal=${dia(0)}&sucursalId=${e.matriz}`, { token: e.token })).map(x => x.transaccionId), [d.transaccionId]);
  assert.deepEqual(await recorrer(srv, `${DEV}?tipoOperacion=Envase`, { token: e.token }), []);
  assert.deepEqual(await recorrer(srv, `${DEV}?busqueda=nadie`, { token: e.token }), []);
  const otra = await nuevo('sucursal', 'sucursal_id', 'clave, nombre, codigo_postal', `'S${++numero}', 'Otra', '64000'`);
  assert.deepEqual(await recorrer(srv, `${DEV}?sucursalId=${otra}`, { token: e.token }), [], 'de una sucursal');
  assert.equal((await recorrer(srv, `${DEV}?sucursalId=0`, { token: e.token })).length, 1, '0: la de la sesión');
  const general = await e.hay(p.AGUA);
  const a = await hecho('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`);
  assert.deepEqual([a.estado, a.advertencias, await e.estado(a.transaccionIdTraspaso)], ['Aplicado', [], 'Aplicado']);
  assert.deepEqual([await e.hay(p.AGUA, r.almacenId), await e.hay(p.JUGO, r.almacenId), await e.hay(p.CAJA, r.almacenId)], ['1 10.00 0', '0 0.00 0', '2 8.00 0'], 'lo que falta sigue en el camión hasta que se liquida');
  assert.equal(await e.hay(p.AGUA), general.replace(/^\d+ \d+/, `${Number(general.split(' ')[0]) + 48} ${Math.trunc(Number(general.split(' ')[1])) + 480}`));
  await falla('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, undefined, 'ESTADO_INVALIDO');
  await falla('DELETE', `${RUTA}/DevolucionCancelar/${d.transaccionId}`, undefined, 'ESTADO_INVALIDO');
  await falla('POST', `${RUTA}/DevolucionAplicar/99999999`, undefined, 'NO_ENCONTRADO');
  esError(await pedir('GET', `${DEV}/99999999`), 400, 'NO_ENCONTRADO');
});

test('POST Devoluciones: lo que no se acepta; lo contado de más no regresa hasta que se explica; se cancela mientras está pendiente', async () => {
  const r = await ruta();
  await cargar(r, [de(p.AGUA, 5), de(p.CAJA, 5)]);
  await falla('POST', DEV, { rutaId: r.rutaId }, 'VALIDACION productos REQUERIDO');
  const mal = (mas, esperado) => falla('POST', DEV, { rutaId: r.rutaId, ...mas }, esperado);
  await mal({ productos: [contado(p.AGUA, -1)] }, 'VALIDACION productos[0].conteo RANGO');
  await mal({ productos: [contado(p.AGUA, 1)], envases: [contado(p.AGUA, 1)] }, 'VALIDACION envases[0].productoId DUPLICADO');
  await mal({ productos: [contado(99999999, 1), contado(p.CAJA, 1), contado(p.MANO, 1)], envases: [contado(p.AGUA, 1)] },
    'VALIDACION productos[0].productoId NO_EXISTE, productos[1].productoId RANGO, productos[2].productoId RANGO, envases[0].productoId RANGO');
  await falla('POST', DEV, { rutaId: 99999999, almacenId: 99999999, fecha: dia(2), productos: [contado(99999999, 1)] },
    'VALIDACION rutaId NO_EXISTE, fecha RANGO, almacenId NO_EXISTE, productos[0].productoId NO_EXISTE');
  await mal({ productos: [contado(p.AGUA, 1)], almacenId: r.almacenId }, 'VALIDACION almacenId NO_EXISTE');
  await mal({ productos: [contado(p.AGUA, 1)], fecha: dia(2) }, 'VALIDACION fecha RANGO');
  await falla('POST', DEV, { rutaId: 99999999, productos: [contado(p.AGUA, 1)] }, 'VALIDACION rutaId NO_EXISTE');
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 6)], almacenId: e.cedis });
  assert.deepEqual([d.tipoOperacion, d.importe, d.envases], ['Producto', 10, []]);
  await falla('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, undefined, 'EXISTENCIA_INSUFICIENTE');
  assert.equal(await e.estado(d.transaccionId), 'Pendiente');
  const c = await hecho('DELETE', `${RUTA}/DevolucionCancelar/${d.transaccionId}?motivo=Mal%20contada`);
  assert.deepEqual([c.estado, (await leer(`${DEV}/${d.transaccionId}`)).estado], ['Cancelado', 'Cancelado']);
  await falla('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, undefined, 'ESTADO_INVALIDO');
  const v = await hecho('POST', DEV, { rutaId: r.rutaId, envases: [contado(p.CAJA, 0)] });
  const a = await hecho('POST', `${RUTA}/DevolucionAplicar/${v.transaccionId}`);
  assert.deepEqual([a.estado, a.transaccionIdTraspaso, a.tipoOperacion], ['Aplicado', 0, 'Envase'], 'nada regresó: no hay traspaso');
  const x = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 5)], almacenId: e.cedis });
  await hecho('POST', `${RUTA}/DevolucionAplicar/${x.transaccionId}`);
  assert.equal(await e.hay(p.AGUA, e.cedis), '5 50.00 0', 'a donde se pidió');
});

test('OP-068: la liquidación reúne lo esperado del día: mercancía, efectivo y depósitos; una por camión y día', async () => {
  const r = await ruta();
  await cargar(r, [de(p.AGUA, 3)], { fecha: `${dia(-1)}T07:00:00` });
  await cargar(r, [de(p.AGUA, 100), de(p.JUGO, 20), de(p.CAJA, 10)]);
  await cargar(r, [de(p.AGUA, 30)]);
  await vender(r, p.AGUA, 40, 20);
  await vender(r, p.JUGO, 5, 50, { clienteId: cliente, pagos: [] });
  await vender(r, p.JUGO, 2, 50, { pagos: [{ formaPagoId: e.transferencia, importe: 116, cuentaId: e.caja }] });
  const f = await hecho('POST', '/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId: p.AGUA, cantidad: 10, precioUnitario: 20 }] });
  const cobro = await hecho('POST', '/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 100, almacenId: r.almacenId, aplicaciones: [{ transaccionId: f.transaccionId, importe: 100 }] });
  await hecho('POST', '/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 7 });
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 80), contado(p.JUGO, 12)], envases: [contado(p.CAJA, 10)] });
  await hecho('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`);
  const l = await liquidar(r);
  assert.deepEqual([l.objId, l.estado, l.rutaId, l.ruta, l.vendedor, l.fechaLiquidacion.slice(0, 10)], [22, 'Pendiente', r.rutaId, r.nombre, 'Vera Ruiz', dia(0)]);
  assert.deepEqual([l.cargaInicial, l.recargas, l.ventasContado, l.ventasCredito, l.cobranza, l.devoluciones, l.gastos, l.efectivoEsperado, l.efectivoEntregado, l.diferenciaEfectivo],
    [1570, 300, 928, 290, 100, 1140, 0, 1028, 0, -1028]);
  assert.deepEqual(l.partidas.map(x => [x.codigo, x.carga, x.recarga, x.venta, x.devolucion, x.esperado, x.conteo, x.diferencia, x.costoUnitario, x.importeDiferencia]),
    [['AGUA', 103, 30, 40, 80, 13, 0, -13, 10, -130], ['CAJA', 10, 0, 0, 10, 0, 0, 0, 4, 0], ['JUGO', 20, 0, 7, 12, 1, 0, -1, 25, -25]]);
  assert.equal(l.depositos.length, 3, 'los dos de las notas y el cobro; no el de la oficina');
  assert.ok(l.depositos.includes(cobro.transaccionId));
  assert.deepEqual(await leer(`${LIQ}/${l.transaccionId}`), l);
  assert.deepEqual(await recorrer(srv, `${LIQ}?rutaId=${r.rutaId}&vendedorId=${vendedor}&sucursalId=${e.matriz}&estado=Pendiente&fechaInicial=${dia(0)}&fechaFinal=${dia(0)}&busqueda=vera`, { token: e.token }), [l]);
  await falla('POST', LIQ, { rutaId: r.rutaId, fechaLiquidacion: dia(0) }, 'VALIDACION fechaLiquidacion DUPLICADO');
  await hecho('DELETE', `${RUTA}/LiquidacionCancelar/${l.transaccionId}?motivo=Otra`);
  assert.equal(await e.estado((await liquidar(r)).transaccionId), 'Pendiente', 'cancelada, se vuelve a liquidar');
  await falla('DELETE', `${RUTA}/LiquidacionCancelar/${l.transaccionId}`, undefined, 'ESTADO_INVALIDO');
  await falla('POST', LIQ, {}, 'VALIDACION rutaId REQUERIDO, fechaLiquidacion REQUERIDO');
  await falla('POST', LIQ, { rutaId: r.rutaId, fechaLiquidacion: dia(1) }, 'VALIDACION fechaLiquidacion RANGO');
  await falla('POST', LIQ, { rutaId: 99999999, fechaLiquidacion: dia(0) }, 'VALIDACION rutaId NO_EXISTE');
  assert.deepEqual((await liquidar(r, dia(-1))).partidas.map(x => [x.codigo, x.carga, x.esperado]), [['AGUA', 3, 3]], 'de un día pasado, lo de ese día');
});

// A truck with a day whose numbers are known: 100 of water at 10 loaded, 40 sold at 20 plus VAT in cash, 60 left; 928 in cash.
async function conDia(mas = {}) {
  const r = await ruta(mas);
  await cargar(r, [de(p.AGUA, 100), de(p.CAJA, 10)]);
  const nota = await vender(r, p.AGUA, 40, 20);
  return { r, nota, l: await liquidar(r) };
}
const justo = (mas = {}) => ({ efectivoEntregado: 928, conteo: [de(p.AGUA, 60), de(p.CAJA, 10)], ...mas });

test('OP-153: sin diferencias queda Validado y nada se asienta', async () => {
  const { r, l } = await conDia();
  const antes = await polizas();
  const v = await validar(l, justo({ notas: 'Completo' }));
  assert.deepEqual([v.valido, v.estado, v.diferencias, v.diferenciaEfectivo, v.faltanteMercancia, v.sobranteMercancia, v.notas], [true, 'Validado', [], 0, 0, 0, 'Completo']);
  assert.equal(await polizas(), antes);
  assert.deepEqual(await hizo(l), []);
  assert.equal(await e.hay(p.AGUA, r.almacenId), '60 600.00 0', 'lo que quedó en el camión es lo del día siguiente');
  await falla('POST', `${RUTA}/LiquidacionValidar/${l.transaccionId}`, justo(), 'ESTADO_INVALIDO');
  await falla('DELETE', `${RUTA}/LiquidacionCancelar/${l.transaccionId}`, undefined, 'ESTADO_INVALIDO');
  await falla('POST', `${RUTA}/LiquidacionValidar/99999999`, justo(), 'NO_ENCONTRADO');
});

test('OP-153: fuera de tolerancia y sin aceptarlas contesta valido false, y nada se asienta', async () => {
  const { r, l } = await conDia();
  const antes = await polizas();
  const v = await validar(l, { efectivoEntregado: 900, conteo: [de(p.AGUA, 58), de(p.CAJA, 11)] });
  assert.deepEqual([v.valido, v.estado, v.diferenciaEfectivo, v.faltanteMercancia, v.sobranteMercancia], [false, 'Pendiente', -28, 20, 4]);
  assert.deepEqual(v.diferencias, [
    { tipo: 'Mercancia', productoId: p.AGUA, esperado: 60, real: 58, diferencia: -2, importe: -20 },
    { tipo: 'Envase', productoId: p.CAJA, esperado: 10, real: 11, diferencia: 1, importe: 4 },
    { tipo: 'Efectivo', productoId: 0, esperado: 928, real: 900, diferencia: -28, importe: -28 }]);
  assert.equal(await polizas(), antes);
  assert.equal(await e.hay(p.AGUA, r.almacenId), '60 600.00 0');
  assert.deepEqual((await leer(`${LIQ}/${l.transaccionId}`)).partidas.map(x => [x.codigo, x.conteo]), [['AGUA', 58], ['CAJA', 11]], 'lo contado queda a la vista');
});

test('OP-153: aceptadas, lo que falta es del vendedor, lo que sobra otro ingreso, y los gastos de su concepto', async () => {
  const { r, l } = await conDia();
  const v = await validar(l, { efectivoEntregado: 850, conteo: [de(p.AGUA, 58), de(p.CAJA, 11)], gastos: [{ conceptoId: e.gasto, importe: 50, notas: 'Gasolina' }], aceptarDiferencias: true });
  assert.deepEqual([v.valido, v.estado, v.gastos, v.efectivoEsperado, v.diferenciaEfectivo, v.faltanteMercancia, v.sobranteMercancia], [true, 'Validado', 50, 878, -28, 20, 4]);
  assert.deepEqual(await hizo(l), [['D DEUDORES 28.00', 'D GASTO 50.00', 'A CAJA 78.00'], ['D DEUDORES 20.00', 'A INVENTARIO 20.00'], ['D INVENTARIO 4.00', 'A OTROS_INGRESOS 4.00']]);
  assert.deepEqual([await e.hay(p.AGUA, r.almacenId), await e.hay(p.CAJA, r.almacenId)], ['58 580.00 0', '11 44.00 0'], 'el camión tiene lo contado');
  await e.cuadra();
});

test('OP-153: lo que sobra de efectivo es otro ingreso; lo que no se cuenta es 0; un producto que el camión no tenía entra a su costo', async () => {
  const { r, l } = await conDia();
  const v = await validar(l, { efectivoEntregado: 930.5, conteo: [de(p.JUGO, 2)], aceptarDiferencias: true });
  assert.deepEqual([v.diferenciaEfectivo, v.faltanteMercancia, v.sobranteMercancia], [2.5, 640, 50]);
  assert.deepEqual(await hizo(l), [['D CAJA 2.50', 'A OTROS_INGRESOS 2.50'], ['D DEUDORES 640.00', 'A INVENTARIO 640.00'], ['D INVENTARIO 50.00', 'A OTROS_INGRESOS 50.00']]);
  assert.deepEqual([await e.hay(p.AGUA, r.almacenId), await e.hay(p.JUGO, r.almacenId)], ['0 0.00 0', '2 50.00 0']);
  assert.deepEqual(v.partidas.map(x => [x.codigo, x.esperado, x.conteo, x.importeDiferencia]), [['AGUA', 60, 0, -600], ['CAJA', 10, 0, -40], ['JUGO', 0, 2, 50]]);
});

test('OP-153: la tolerancia es de la organización, o de la sucursal si es mayor; lo tolerado también se asienta', async () => {
  const poner = valor => base.gestor(['parametro', 'poner', 'toleranciaLiquidacion', valor, '--organizacion', String(e.id)]);
  await poner('20');
  const a = await conDia();
  assert.equal((await validar(a.l, justo({ efectivoEntregado: 907.99 }))).valido, false, 'un centavo de más');
  const bien = await validar(a.l, justo({ efectivoEntregado: 908, conteo: [de(p.AGUA, 58), de(p.CAJA, 10)] }));
  assert.deepEqual([bien.valido, bien.estado], [true, 'Validado']);
  assert.deepEqual(await hizo(a.l), [['D DEUDORES 20.00', 'A CAJA 20.00'], ['D DEUDORES 20.00', 'A INVENTARIO 20.00']]);
  const b = await conDia();
  assert.equal((await validar(b.l, justo({ conteo: [de(p.AGUA, 59), de(p.CAJA, 13)] }))).valido, false, 'la mercancía por todo lo que difiere, falte o sobre');
  await base.sql(`UPDATE sucursal SET tolerancia_mercancia = 22 WHERE organizacion_id = ${e.id} AND sucursal_id = ${e.matriz}`);
  assert.equal((await validar(b.l, justo({ conteo: [de(p.AGUA, 59), de(p.CAJA, 13)] }))).valido, true);
  await base.sql(`UPDATE sucursal SET tolerancia_mercancia = 0 WHERE organizacion_id = ${e.id}`);
  await poner('0.00');
});

test('OP-153: lo que no se acepta; sin permiso; con devoluciones pendientes', async () => {
  const { r, l } = await conDia();
  const mal = (cuerpo, esperado) => falla('POST', `${RUTA}/LiquidacionValidar/${l.transaccionId}`, cuerpo, esperado);
  await mal({}, 'VALIDACION efectivoEntregado REQUERIDO');
  await mal(justo({ efectivoEntregado: -1 }), 'VALIDACION efectivoEntregado RANGO');
  await mal(justo({ conteo: [de(p.AGUA, 1), de(p.AGUA, 2)] }), 'VALIDACION conteo[1].productoId DUPLICADO');
  await mal(justo({ conteo: [de(99999999, 1), de(p.MANO, 1)], gastos: [{ conceptoId: e.venta, importe: 1 }, { conceptoId: 99999999, importe: 1 }] }),
    'VALIDACION conteo[0].productoId NO_EXISTE, conteo[1].productoId NO_EXISTE, gastos[0].conceptoId NO_EXISTE, gastos[1].conceptoId NO_EXISTE');
  await mal(justo({ gastos: [{ conceptoId: e.gasto, importe: 0 }] }), 'VALIDACION gastos[0].importe MAYOR_QUE_CERO');
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 60)] });
  const j = await mal(justo(), 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.match(JSON.stringify(j), new RegExp(d.folio));
  await falla('PUT', `${RUTA}/${r.rutaId}`, { almacenId: await camion() }, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await falla('PUT', `${RUTA}/${r.rutaId}`, { activo: false }, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await hecho('DELETE', `${RUTA}/DevolucionCancelar/${d.transaccionId}`);
  const operador = await srv.entrar({ ...await base.usuario({ usuario: `op${e.id}`, organizacion: e.id, sucursal: e.matriz, rol: 'operador' }), ...e.llave });
  esError(await srv.pedir('POST', `${RUTA}/LiquidacionValidar/${l.transaccionId}`, { token: operador, cuerpo: justo() }), 403, 'PERMISO_DENEGADO');
  assert.equal((await validar(l, justo())).valido, true);
});

test('H.7: después de validar nada más de esa ruta y ese día; antes, en cualquier orden; sus depósitos ya no se cancelan', async () => {
  const { r, nota, l } = await conDia();
  const f = await hecho('POST', '/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId: p.AGUA, cantidad: 10, precioUnitario: 20 }] });
  const pendiente = await hecho('POST', '/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 5, almacenId: r.almacenId });
  const v = await validar(l, { efectivoEntregado: 930, conteo: [de(p.AGUA, 60), de(p.CAJA, 10)], aceptarDiferencias: true });
  assert.equal(v.efectivoEsperado, 933, 'lo que llegó después de liquidar y antes de validar cuenta');
  const cerrada = async (ruta, cuerpo) => assert.match((await falla('POST', ruta, cuerpo, 'PERIODO_CERRADO')).detail, /la ruta ya se liquidó/);
  const venta = { almacenId: r.almacenId, partidas: [{ productoId: p.AGUA, cantidad: 1, precioUnitario: 20 }] };
  await cerrada('/api/NotaVenta', venta);
  await cerrada('/api/FacturaVenta', { ...venta, clienteId: cliente });
  await cerrada('/api/NotaVenta', { almacenId: r.almacenId, partidas: [{ productoId: p.MANO, cantidad: 1, precioUnitario: 20 }] });
  await cerrada('/api/NotaVenta', { partidas: [{ ...venta.partidas[0], almacenId: r.almacenId }] });
  await cerrada(CARGA, { rutaId: r.rutaId, almacenId: e.general, partidas: [de(p.AGUA, 1)] });
  await cerrada('/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', almacenId: e.general, almacenDestinoId: r.almacenId, partidas: [de(p.AGUA, 1)] });
  await cerrada(DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 1)] });
  await cerrada(LIQ, { rutaId: r.rutaId, fechaLiquidacion: dia(0) });
  await cerrada('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 1, almacenId: r.almacenId });
  await cerrada('/api/Bancos/AnticipoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, clienteId: cliente, importe: 1, almacenId: r.almacenId });
  await cerrada(CARGA, { rutaId: r.rutaId, almacenId: e.general, fecha: `${dia(-2)}T08:00:00`, partidas: [de(p.AGUA, 1)] });
  assert.ok(f.transaccionId, 'la oficina sigue');
  const [deNota] = await base.columna(`SELECT destino_id FROM relacion WHERE organizacion_id = ${e.id} AND origen_id = ${nota.transaccionId}`);
  const [egreso] = await base.columna(`SELECT destino_id FROM relacion r JOIN transaccion t ON t.organizacion_id = r.organizacion_id AND t.transaccion_id = destino_id AND obj_id = 10 WHERE r.organizacion_id = ${e.id} AND origen_id = ${l.transaccionId}`);
  for (const [ruta, id] of [['/api/Bancos/DepositoCancelar', pendiente.transaccionId], ['/api/Bancos/DepositoCancelar', deNota], ['/api/Bancos/EgresoCancelar', egreso], ['/api/NotaVenta/NotaVentaCancelar', nota.transaccionId]])
    assert.match((await falla('DELETE', `${ruta}/${id}`, undefined, ruta.includes('NotaVenta') ? (await pedir('DELETE', `${ruta}/${id}`)).json.codigo : 'ESTADO_INVALIDO')).detail, /Liquidación de ruta LQ|liquid/);
  const v2 = await ruta();
  await cargar(v2, [de(p.AGUA, 2)]);
  const regreso = await hecho('POST', DEV, { rutaId: v2.rutaId, productos: [contado(p.AGUA, 1)] });
  const { transaccionIdTraspaso } = await hecho('POST', `${RUTA}/DevolucionAplicar/${regreso.transaccionId}`);
  const l2 = await liquidar(v2);
  await validar(l2, { efectivoEntregado: 0, aceptarDiferencias: true });
  const [salida] = await base.columna(`SELECT destino_id FROM relacion WHERE organizacion_id = ${e.id} AND origen_id = ${l2.transaccionId}`);
  for (const id of [salida, transaccionIdTraspaso])
    assert.match((await falla('DELETE', `/api/Inventario/MovimientoCancelar/${id}`, undefined, 'ESTADO_INVALIDO')).detail, /es parte de/);
  const libre = await hecho('POST', '/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: cliente, importe: 5 });
  await hecho('DELETE', `/api/Bancos/DepositoCancelar/${libre.transaccionId}`);
});

test('un mes no se cierra con rutas sin validar, ni con camiones cargados que nadie liquidó', async () => {
  const mes = '2025-02', el = d => `${mes}-${String(d).padStart(2, '0')}T08:00:00`;
  await base.gestor(['periodo', 'abrir', mes, '--organizacion', String(e.id), '--motivo', 'Prueba']);
  await e.mover('Entrada', [{ productoId: p.AGUA, cantidad: 100, costoUnitario: 10 }], { fecha: el(1) });
  const r = await ruta();
  const c = await cargar(r, [de(p.AGUA, 10)], { fecha: el(3) });
  const cerrar = () => pedir('POST', '/api/Contabilidad/Periodos/2025/2/Cerrar', {});
  const bloquea = async folio => {
    const x = await cerrar();
    assert.equal(x.json.codigo, 'TIENE_DOCUMENTOS_RELACIONADOS', x.texto);
    assert.match(x.texto, new RegExp(folio));
  };
  await bloquea(c.folio);
  const l = await liquidar(r, `${mes}-03`);
  assert.equal(l.fecha, `${mes}-03T23:59:59`);
  await bloquea(l.folio);
  assert.equal((await validar(l, { efectivoEntregado: 0, conteo: [de(p.AGUA, 9)], aceptarDiferencias: true })).valido, true);
  assert.equal(await base.uno(`SELECT max(fecha)::text FROM movimiento_inventario WHERE organizacion_id = ${e.id} AND almacen_id = ${r.almacenId}`), `${mes}-03 23:59:59`, 'lo que falta sale ese día');
  assert.equal((await cerrar()).estado, 200);
  await base.gestor(['periodo', 'abrir', mes, '--organizacion', String(e.id), '--motivo', 'Prueba']);
});

test('las claves de lo que se lee, y las cuentas cuadran', async () => {
  const l = (await leer(`${LIQ}?registrosPorPagina=1`))[0];
  assert.ok(claves(l).includes('fechaLiquidacion'));
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
});

test('lo que se cancela otro día: ese día se vendió y se cobró; el dinero y la mercancía vuelven el día en que se cancela', async () => {
  const r = await ruta();
  await cargar(r, [de(p.AGUA, 10)], { fecha: `${dia(-3)}T07:00:00` });
  const n = await vender(r, p.AGUA, 5, 20, { fecha: `${dia(-3)}T09:00:00` });
  await hecho('DELETE', `/api/NotaVenta/NotaVentaCancelar/${n.transaccionId}?motivo=Error`);
  const cifras = l => [l.ventasContado, l.ventasCredito, l.efectivoEsperado, l.depositos.length, ...l.partidas.map(x => [x.carga, x.venta, x.esperado])];
  assert.deepEqual([cifras(await liquidar(r, dia(-3))), cifras(await liquidar(r))], [[116, 0, 116, 1, [10, 5, 5]], [-116, 0, -116, 0, [5, -5, 10]]]);
  const mismo = await vender(r, p.AGUA, 1, 20);
  await hecho('DELETE', `/api/NotaVenta/NotaVentaCancelar/${mismo.transaccionId}?motivo=Error`);
  const otro = await ruta();
  await cargar(otro, [de(p.AGUA, 1)]);
  const x = await vender(otro, p.AGUA, 1, 20);
  await hecho('DELETE', `/api/NotaVenta/NotaVentaCancelar/${x.transaccionId}?motivo=Error`);
  assert.deepEqual(cifras(await liquidar(otro)), [0, 0, 0, 0, [1, 0, 1]], 'el mismo día, nada');
});

test('quien valida y quien cancela un depósito de ese día: si queda validado, ningún depósito se cancela después', async () => {
  for (let i = 0; i < 6; i++) {
    const r = await ruta();
    await cargar(r, [de(p.AGUA, 5)], { fecha: `${dia(-2)}T07:00:00` });
    const n = await vender(r, p.AGUA, 5, 20, { fecha: `${dia(-2)}T09:00:00` });
    const l = await liquidar(r, dia(-2)), deposito = l.depositos[0];
    assert.ok(n.transaccionId > 0 && deposito > 0);
    const cancelar = () => pedir('DELETE', `/api/Bancos/DepositoCancelar/${deposito}?motivo=Error`);
    const [v, c] = await Promise.all([pedir('POST', `${RUTA}/LiquidacionValidar/${l.transaccionId}`, { efectivoEntregado: 116, aceptarDiferencias: true }), cancelar()]);
    assert.equal(v.estado, 200, v.texto);
    if (c.estado === 200) continue;  // the cancel of the deposit came first
    esError(c, 400, 'ESTADO_INVALIDO');
    esError(await cancelar(), 400, 'ESTADO_INVALIDO');
  }
});

test('una devolución con más de lo que el camión tenía se aplica si se acepta: lo que sobra entra a la sucursal como otro ingreso', async () => {
  const r = await ruta();
  await cargar(r, [de(p.AGUA, 5), de(p.JUGO, 2)]);
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.AGUA, 7), contado(p.JUGO, 1)], almacenId: e.cedis });
  const [agua, jugo] = [await e.hay(p.AGUA, e.cedis), await e.hay(p.JUGO, e.cedis)];
  const sin = await falla('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, {}, 'EXISTENCIA_INSUFICIENTE');
  assert.match(sin.detail, /AGUA se contó 2 que el camión no tenía/);
  const a = await hecho('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, { aceptarDiferencias: true });
  assert.equal(a.estado, 'Aplicado');
  assert.deepEqual(await e.poliza(a.transaccionIdSobrante), ['D INVENTARIO 20.00', 'A OTROS_INGRESOS 20.00']);
  assert.deepEqual([await e.hay(p.AGUA, r.almacenId), await e.hay(p.JUGO, r.almacenId)], ['0 0.00 0', '1 25.00 0']);
  const mas = (x, q, v) => (x === 'nada' ? [0, 0] : x.split(' ').map(Number)).slice(0, 2).map((n, i) => n + [q, v][i]);
  assert.deepEqual([agua, jugo].map((x, i) => mas(x, [7, 1][i], [70, 25][i])), (await Promise.all([e.hay(p.AGUA, e.cedis), e.hay(p.JUGO, e.cedis)])).map(x => mas(x, 0, 0)));
  assert.match((await falla('DELETE', `/api/Inventario/MovimientoCancelar/${a.transaccionIdSobrante}`, undefined, 'ESTADO_INVALIDO')).detail, /es parte de/);
  const justo = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [contado(p.JUGO, 1)] });
  assert.equal((await hecho('POST', `${RUTA}/DevolucionAplicar/${justo.transaccionId}`, { aceptarDiferencias: true })).transaccionIdSobrante, 0);
  assert.deepEqual((await liquidar(r)).partidas.map(x => [x.codigo, x.carga, x.recarga, x.devolucion, x.esperado]), [['AGUA', 5, 0, 5, 0], ['JUGO', 2, 0, 2, 0]]);
  await e.cuadra();
});

test('la existencia de una devolución es la de su hora, no la de ahora', async () => {
  const r = await ruta();
  await cargar(r, [de(p.AGUA, 5)], { fecha: `${dia(-2)}T07:00:00` });
  await vender(r, p.AGUA, 1, 20, { fecha: `${dia(-2)}T09:00:00` });
  await cargar(r, [de(p.AGUA, 4)], { fecha: `${dia(-1)}T07:00:00` });
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, fecha: `${dia(-2)}T20:00:00`, productos: [contado(p.AGUA, 4)] });
  assert.deepEqual([d.productos[0].existencia, d.productos[0].diferencia, d.importe], [4, 0, 0]);
  const antes = await hecho('POST', DEV, { rutaId: r.rutaId, fecha: `${dia(-2)}T08:00:00`, productos: [contado(p.AGUA, 4)] });
  assert.equal(antes.productos[0].existencia, 5, 'antes de la venta');
  await hecho('DELETE', `${RUTA}/DevolucionCancelar/${antes.transaccionId}`);
  await hecho('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`);
  assert.equal(await e.hay(p.AGUA, r.almacenId), '4 40.00 0');
  const x = await hecho('POST', DEV, { rutaId: r.rutaId, fecha: `${dia(-2)}T21:00:00`, productos: [contado(p.AGUA, 1)] });
  await falla('POST', `${RUTA}/DevolucionAplicar/${x.transaccionId}`, undefined, 'EXISTENCIA_INSUFICIENTE');
});

test('los días de un camión se validan en su orden: uno anterior con mercancía sin validar no deja, y después ya nada entra en él', async () => {
  const r = await ruta();
  const c = await cargar(r, [de(p.AGUA, 5)], { fecha: `${dia(-2)}T07:00:00` });
  await vender(r, p.AGUA, 1, 20, { fecha: `${dia(-1)}T09:00:00` });
  const segunda = await liquidar(r, dia(-1));
  const v = { efectivoEntregado: 23.2, conteo: [de(p.AGUA, 4)] };
  const mal = await falla('POST', `${RUTA}/LiquidacionValidar/${segunda.transaccionId}`, v, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(mal.documentosRelacionados.map(x => x.transaccionId), [c.transaccionId]);
  await validar(await liquidar(r, dia(-2)), { efectivoEntregado: 0, conteo: [de(p.AGUA, 5)] });
  assert.equal((await validar(segunda, v)).valido, true);
  for (const d of [-3, -2, -1]) await falla('POST', CARGA, { rutaId: r.rutaId, almacenId: e.general, fecha: `${dia(d)}T07:00:00`, partidas: [de(p.AGUA, 1)] }, 'PERIODO_CERRADO');
  await cargar(r, [de(p.AGUA, 1)]);
  await vender(r, p.AGUA, 1, 20);  // after its settlement the truck may sell again on the next day
});

test('lo que se cuenta por serie o lote: en la devolución y al validar, con las que se contaron', async () => {
  p.LOTE ??= await e.producto('LOTE', { manejaLotes: true });
  const s = n => `S${numero}-${n}`;
  const r = await ruta();
  await e.mover('Entrada', [{ productoId: p.SERIADO, cantidad: 4, costoUnitario: 100, series: [1, 2, 3, 4].map(s) }, { productoId: p.LOTE, cantidad: 10, costoUnitario: 5, lotes: [{ lote: s('A'), cantidad: 6, caducidad: '2099-01-01' }, { lote: s('B'), cantidad: 4, caducidad: '2099-02-01' }] }]);
  await cargar(r, [{ ...de(p.SERIADO, 4), series: [1, 2, 3, 4].map(s) }, { ...de(p.LOTE, 10), lotes: [{ lote: s('A'), cantidad: 6 }, { lote: s('B'), cantidad: 4 }] }]);
  const mal = (filas, esperado) => falla('POST', DEV, { rutaId: r.rutaId, productos: filas }, esperado);
  await mal([contado(p.SERIADO, 1)], 'SERIE_LOTE_REQUERIDO productos[0].series SERIE_LOTE_REQUERIDO');
  await mal([{ ...contado(p.SERIADO, 2), series: [s(1), s(1)] }], 'VALIDACION productos[0].series DUPLICADO');
  await mal([{ ...contado(p.LOTE, 2), lotes: [{ lote: s('A'), cantidad: 1 }] }], 'SERIE_LOTE_REQUERIDO productos[0].lotes SERIE_LOTE_REQUERIDO');
  await mal([{ ...contado(p.AGUA, 1), series: ['X'] }], 'SERIE_LOTE_INVALIDO productos[0].series SERIE_LOTE_INVALIDO');
  await mal([{ ...contado(p.AGUA, 1), lotes: [{ lote: 'X', cantidad: 1 }] }], 'SERIE_LOTE_INVALIDO productos[0].lotes SERIE_LOTE_INVALIDO');
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, productos: [{ ...contado(p.SERIADO, 2), series: [s(1), s('nueva')] }, { ...contado(p.LOTE, 3), lotes: [{ lote: s('A'), cantidad: 1 }, { lote: s('C'), cantidad: 2, caducidad: '2099-03-01' }] }] });
  assert.deepEqual(d.productos.map(x => [x.codigo, x.existencia, x.conteo, x.series, x.lotes]), [['SERIADO', 4, 2, [s(1), s('nueva')], []],
    ['LOTE', 10, 3, [], [{ lote: s('A'), cantidad: 1, caducidad: d.productos[1].lotes[0].caducidad }, { lote: s('C'), cantidad: 2, caducidad: '2099-03-01' }]]]);
  await falla('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, undefined, 'EXISTENCIA_INSUFICIENTE');
  const a = await hecho('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, { aceptarDiferencias: true });
  assert.deepEqual(await e.poliza(a.transaccionIdSobrante), ['D INVENTARIO 110.00', 'A OTROS_INGRESOS 110.00']);
  const series = almacen => base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND almacen_id = ${almacen} AND producto_id = ${p.SERIADO} AND serie LIKE '${s('')}%' ORDER BY serie`);
  assert.deepEqual([await series(r.almacenId), await series(e.general)], [[2, 3, 4].map(s), [s(1), s('nueva')]]);
  // The truck should hold serial numbers 2, 3 and 4, and 5 of lot A and 4 of lot B. Serial number 4 was sold without a note; an unknown serial number
  // was found.
  const l = await liquidar(r), ruta_ = `${RUTA}/LiquidacionValidar/${l.transaccionId}`;
  const cuerpo = (mas = {}) => ({ efectivoEntregado: 0, conteo: [{ ...de(p.SERIADO, 3), series: [s(2), s(3), s('otra')] }, { ...de(p.LOTE, 8), lotes: [{ lote: s('A'), cantidad: 4 }, { lote: s('B'), cantidad: 4 }] }], ...mas });
  await falla('POST', ruta_, cuerpo({ conteo: [de(p.SERIADO, 3)] }), 'SERIE_LOTE_REQUERIDO conteo[0].series SERIE_LOTE_REQUERIDO');
  await falla('POST', ruta_, cuerpo({ conteo: [de(p.LOTE, 3)] }), 'SERIE_LOTE_REQUERIDO conteo[0].lotes SERIE_LOTE_REQUERIDO');
  await falla('POST', ruta_, cuerpo({ conteo: [{ ...de(p.SERIADO, 2), series: [s(2), s(2)] }] }), 'VALIDACION conteo[0].series DUPLICADO');
  const duda = await validar(l, cuerpo());
  assert.deepEqual([duda.valido, duda.faltanteMercancia, duda.sobranteMercancia, duda.diferencias.map(x => [x.productoId, x.diferencia, x.importe])], [false, 5, 0, [[p.LOTE, -1, -5], [p.SERIADO, 0, 0]]]);
  const ajena = await falla('POST', ruta_, cuerpo({ conteo: [{ ...de(p.SERIADO, 1), series: [s(1)] }], aceptarDiferencias: true }), 'SERIE_LOTE_INVALIDO conteo[0].series SERIE_LOTE_INVALIDO');
  assert.match(ajena.detail, /ya está en existencia/);
  const v = await validar(l, cuerpo({ aceptarDiferencias: true }));
  assert.deepEqual([v.valido, v.faltanteMercancia, v.sobranteMercancia], [true, 105, 100]);
  assert.deepEqual(await hizo(l), [['D DEUDORES 105.00', 'A INVENTARIO 105.00'], ['D INVENTARIO 100.00', 'A OTROS_INGRESOS 100.00']]);
  assert.deepEqual(await series(r.almacenId), [s(2), s(3), s('otra')]);
  assert.equal(await e.hay(p.LOTE, r.almacenId), '8 40.00 0');
  // Goods of the truck that the count does not name are missing.
  const otro = await ruta();
  await e.mover('Entrada', [{ productoId: p.SERIADO, cantidad: 1, costoUnitario: 100, series: [s('z')] }]);
  await cargar(otro, [{ ...de(p.SERIADO, 1), series: [s('z')] }]);
  assert.equal((await validar(await liquidar(otro), { efectivoEntregado: 0, aceptarDiferencias: true })).faltanteMercancia, 100);
  await e.cuadra();
});

test('lo que falla al validar se nombra como se envió', async () => {
  const { r, l } = await conDia();
  await base.sql(`UPDATE producto SET activo = false WHERE organizacion_id = ${e.id} AND producto_id = ${p.CAJA}`);
  const ruta_ = `${RUTA}/LiquidacionValidar/${l.transaccionId}`;
  await falla('POST', ruta_, { efectivoEntregado: 928, conteo: [de(p.AGUA, 60), de(p.CAJA, 9)], aceptarDiferencias: true }, 'VALIDACION conteo[1].productoId NO_EXISTE');
  const sin = await falla('POST', ruta_, { efectivoEntregado: 928, conteo: [de(p.AGUA, 60)], aceptarDiferencias: true }, 'VALIDACION');
  assert.match(sin.detail, /no existe/);
  const d = await hecho('POST', DEV, { rutaId: r.rutaId, envases: [contado(p.CAJA, 10)] });
  assert.match((await falla('POST', `${RUTA}/DevolucionAplicar/${d.transaccionId}`, undefined, 'VALIDACION')).detail, /no existe/);
  await base.sql(`UPDATE producto SET activo = true WHERE organizacion_id = ${e.id} AND producto_id = ${p.CAJA}`);
});

test('OP-070: sin sucursal en la solicitud ni en la sesión, SUCURSAL_NO_RESUELTA', async () => {
  const quien = await base.usuario({ usuario: `sinsucursal${e.id}`, organizacion: e.id, rol: 'administrador' });
  await base.sql(`UPDATE usuario SET sucursal_id = NULL WHERE organizacion_id = ${e.id} AND usuario = 'sinsucursal${e.id}'`);
  const token = await srv.entrar({ ...quien, ...e.llave });
  esError(await srv.get(DEV, { token }), 400, 'SUCURSAL_NO_RESUELTA');
  assert.equal((await srv.get(`${DEV}?sucursalId=${e.matriz}`, { token })).estado, 200);
});

test('una liquidación pendiente dice, cada vez que se lee, lo que su día lleva', async () => {
  const { r, l } = await conDia();
  await vender(r, p.AGUA, 10, 20);
  await cargar(r, [de(p.JUGO, 2)]);
  const x = await leer(`${LIQ}/${l.transaccionId}`);
  assert.deepEqual([x.ventasContado, x.efectivoEsperado, x.diferenciaEfectivo, x.cargaInicial, x.recargas, x.faltanteMercancia, x.depositos.length], [1160, 1160, -1160, 1040, 50, 590, 2]);
  assert.deepEqual(x.partidas.map(f => [f.codigo, f.carga, f.recarga, f.venta, f.esperado, f.diferencia, f.importeDiferencia]), [['AGUA', 100, 0, 50, 50, -50, -500], ['CAJA', 10, 0, 0, 10, -10, -40], ['JUGO', 0, 2, 0, 2, -2, -50]]);
  assert.deepEqual((await leer(`${LIQ}?rutaId=${r.rutaId}`)), [x]);
  const enSucursal = async () => (await leer(`/api/Sucursales/Liquidaciones?sucursalId=${e.matriz}`))[0].liquidaciones.find(f => f.transaccionId === l.transaccionId);
  assert.deepEqual([(await enSucursal()).efectivoEsperado, (await enSucursal()).diferenciaEfectivo], [1160, -1160]);
  // The last count stays with the settlement, and a read compares it with the stock of the truck.
  assert.equal((await validar(l, { efectivoEntregado: 1100, conteo: [de(p.AGUA, 49)] })).valido, false);
  await vender(r, p.AGUA, 1, 20);
  const y = await leer(`${LIQ}/${l.transaccionId}`);
  assert.deepEqual([y.efectivoEsperado, y.efectivoEntregado, y.diferenciaEfectivo, y.faltanteMercancia], [1183.2, 1100, -83.2, 90]);
  assert.deepEqual(y.partidas.map(f => [f.codigo, f.esperado, f.conteo, f.diferencia]), [['AGUA', 49, 49, 0], ['CAJA', 10, 0, -10], ['JUGO', 2, 0, -2]]);
  const v = await validar(l, { efectivoEntregado: 1183.2, conteo: [de(p.AGUA, 49), de(p.CAJA, 10), de(p.JUGO, 2)] });
  assert.deepEqual([v.valido, v.efectivoEsperado, v.partidas.map(f => f.esperado)], [true, 1183.2, [49, 10, 2]]);
  assert.deepEqual(await leer(`${LIQ}/${l.transaccionId}`), (({ valido, diferencias, advertencias, ...resto }) => resto)(v));
});

test('las liquidaciones de la demostración se hallan por su ruta y su vendedor, y sus cifras son las de sus partidas', async () => {
  const todas = (await srv.get(`${LIQ}?registrosPorPagina=100`, { token: m.t1 })).json.data;
  const buscada = todas.find(l => l.estado === 'Validado');
  const halladas = (await srv.get(`${LIQ}?busqueda=${encodeURIComponent(buscada.vendedor)}&registrosPorPagina=100`, { token: m.t1 })).json.data;
  assert.ok(halladas.some(l => l.transaccionId === buscada.transaccionId));
  for (const l of todas) {
    assert.equal(l.efectivoEsperado, l.ventasContado + l.cobranza - l.gastos, l.folio);
    assert.equal(l.cargaInicial, l.partidas.reduce((s, f) => s + f.carga * f.costoUnitario, 0), l.folio);
    if (l.estado === 'Validado') assert.ok(l.partidas.length > 0, l.folio);
  }
});
