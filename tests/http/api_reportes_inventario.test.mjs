// OP-103 to OP-106: serial numbers and lots, distribution centers, service level, layers. A report of another day shows the stock of that day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, recorrer } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { Empresa } from './lib/escena.mjs';
import { esElKardex } from './lib/kardex.mjs';

const RUTA = '/api/Inventario/';
let m, e, srv, base;
before(async () => {
  m = await montar({ registros: 20 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Reportes de almacén', rfc: 'EKU9003173C9' });
});
after(() => m?.cerrar());

const leer = (que, q = {}) => srv.get(`${RUTA}${que}?${new URLSearchParams(q)}`, { token: e.token });
const datos = async (que, q) => {
  const r = await leer(que, q);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
test('OP-103: cada serie y cada lote que hay, con su entrada', async () => {
  const [ser, lot] = [await e.producto('S', { manejaSeries: true }), await e.producto('L', { manejaLotes: true })];
  const uno = await e.mover('Entrada', [{ productoId: ser, cantidad: 3, costoUnitario: 10, series: ['B2', 'A1', 'C3'] }], { fecha: '2026-02-01T10:00:00' });
  const dos = await e.mover('Entrada', [{ productoId: lot, cantidad: 7, costoUnitario: 5, lotes: [{ lote: 'L2', cantidad: 4, caducidad: '2099-01-31' }, { lote: 'L1', cantidad: 3 }] }], { fecha: '2026-02-02T10:00:00' });
  await e.mover('Salida', [{ productoId: ser, cantidad: 1, series: ['B2'] }, { productoId: lot, cantidad: 3, lotes: [{ lote: 'L1', cantidad: 3 }] }], { conceptoId: e.merma });
  const tres = await e.mover('Traspaso', [{ productoId: ser, cantidad: 1, series: ['C3'] }], { almacenDestinoId: e.cedis });
  const filas = await datos('ExistenciasSeriesLotes', { soloConExistencia: false });
  assert.deepEqual(Object.keys(filas[0]), ['productoId', 'codigo', 'descripcion', 'almacenId', 'almacen', 'tipo', 'serie', 'lote', 'caducidad', 'diasPorCaducar', 'existencia', 'fechaEntrada', 'transaccionIdEntrada', 'folioEntrada']);
  assert.deepEqual(filas.map(f => [f.codigo, f.almacenId, f.tipo, f.serie, f.lote, f.existencia, f.transaccionIdEntrada, f.folioEntrada]), [
    ['L', e.general, 'Lote', '', 'L2', 4, dos.transaccionId, dos.folio], ['L', e.general, 'Lote', '', 'L1', 0, dos.transaccionId, dos.folio],
    ['S', e.general, 'Serie', 'A1', '', 1, uno.transaccionId, uno.folio], ['S', e.general, 'Serie', 'B2', '', 0, uno.transaccionId, uno.folio],
    ['S', e.general, 'Serie', 'C3', '', 0, uno.transaccionId, uno.folio], ['S', e.cedis, 'Serie', 'C3', '', 1, tres.transaccionId, tres.folio]].sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]));
  assert.deepEqual([filas[0].caducidad, filas[0].fechaEntrada, filas[1].diasPorCaducar, filas.find(f => f.serie === 'A1').fechaEntrada], ['2099-01-31', '2026-02-02T10:00:00', null, '2026-02-01T10:00:00']);
  const hoy = await base.uno("SELECT ('2099-01-31'::date - (now() AT TIME ZONE 'America/Mexico_City')::date)::text");
  assert.ok(Math.abs(filas[0].diasPorCaducar - Number(hoy)) <= 1);
  assert.deepEqual((await recorrer(srv, `${RUTA}ExistenciasSeriesLotes?registrosPorPagina=2`, { token: e.token })).map(f => f.serie || f.lote), ['L2', 'A1', 'C3'], 'sin lo agotado, página por página');
  const con = async q => (await datos('ExistenciasSeriesLotes', q)).map(f => f.serie || f.lote);
  for (const [q, esperado] of [[{ productoId: ser }, ['A1', 'C3']], [{ codigo: 'l' }, ['L2']], [{ almacenId: e.cedis }, ['C3']], [{ sucursalId: e.matriz }, ['L2', 'A1', 'C3']], [{ serie: 'A1' }, ['A1']], [{ lote: 'L2' }, ['L2']],
    [{ caducaAntesDe: '2099-02-01' }, ['L2']], [{ caducaAntesDe: '2099-01-31' }, []]])
    assert.deepEqual(await con(q), esperado, JSON.stringify(q));
  // A serial number in transit is in no warehouse.
  await e.mover('Traspaso', [{ productoId: ser, cantidad: 1, series: ['A1'] }], { almacenDestinoId: e.cedis, enTransito: true });
  assert.deepEqual(await con({ productoId: ser }), ['C3']);
  for (const [campo, valor] of [['productoId', 999999], ['almacenId', 999999], ['sucursalId', 999999]]) esError(await leer('ExistenciasSeriesLotes', { [campo]: valor }), 400, 'VALIDACION', [`${campo} NO_EXISTE`]);
});

test('OP-104: lo que hay en el centro de distribución, lo que viene, lo que va y lo que falta', async () => {
  const norte = await base.sql(`INSERT INTO sucursal (organizacion_id, clave, nombre, codigo_postal) VALUES (${e.id}, 'NTE', 'Norte', '64000') RETURNING sucursal_id`).then(Number);
  const almacen = (clave, ruta) => base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre, es_ruta) VALUES (${e.id}, ${norte}, '${clave}', '${clave}', ${ruta}) RETURNING almacen_id`);
  const [tienda, camion] = [Number(await almacen('NTE', false)), Number(await almacen('CAM', true))];
  const p = await e.producto('CED', { stockMinimo: 10 });
  await e.mover('Entrada', [{ productoId: p, cantidad: 20, costoUnitario: 1 }], { almacenId: e.cedis });
  for (const [almacenId, cantidad] of [[e.general, 12], [tienda, 4], [camion, 50]]) await e.mover('Entrada', [{ productoId: p, cantidad, costoUnitario: 1 }], { almacenId });
  const leerlo = async (q = {}) => (await datos('InventarioCedis', { productoId: p, ...q }))[0];
  const antes = await leerlo();
  assert.deepEqual(antes, { productoId: p, codigo: 'CED', descripcion: 'Producto CED', unidad: antes.unidad, cedisId: e.cedis, cedis: antes.cedis, existencia: 20, apartado: 0, enTransitoEntrada: 0, enTransitoSalida: 0,
    disponible: 20, demandaSucursales: 6, sugeridoSurtir: 6, ordenesCompraPendientes: 0, sucursales: [] });
  const envio = await e.mover('Traspaso', [{ productoId: p, cantidad: 17 }], { almacenId: e.cedis, almacenDestinoId: tienda, enTransito: true });
  await e.mover('Traspaso', [{ productoId: p, cantidad: 2 }], { almacenId: e.general, almacenDestinoId: e.cedis, enTransito: true });
  const proveedor = await e.hecho('/api/Contactos', { codigo: 'PROV', tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: 'EKU900317PR1', regimenFiscal: '601', codigoPostal: '26015' });
  await e.hecho('/api/OrdenCompra', { proveedorId: proveedor.entidadId, almacenId: e.cedis, partidas: [{ productoId: p, cantidad: 30, precioUnitario: 1 }] });
  const x = await leerlo({ detalle: true });
  assert.deepEqual([x.existencia, x.enTransitoEntrada, x.enTransitoSalida, x.disponible, x.demandaSucursales, x.sugeridoSurtir, x.ordenesCompraPendientes], [3, 2, 17, 3, 6, 3, 30]);
  assert.deepEqual(x.sucursales.map(s => [s.sucursalId, s.existencia, s.stockMinimo, s.faltante]), [[e.matriz, 10, 10, 0], [norte, 4, 10, 6]]);
  await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: envio.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 5 }] });
  const y = await leerlo();
  assert.deepEqual([y.enTransitoSalida, y.demandaSucursales, y.sugeridoSurtir], [12, 1, 1]);
  esError(await leer('InventarioCedis', { almacenId: e.general }), 400, 'VALIDACION', ['almacenId NO_EXISTE']);
  assert.deepEqual((await datos('InventarioCedis', { almacenId: e.cedis, busqueda: 'producto ced' })).map(f => f.codigo), ['CED']);
});

test('OP-105: de lo pedido, lo surtido, y lo surtido a tiempo', async () => {
  const [a, b] = [await e.producto('NA'), await e.producto('NB')];
  await e.mover('Entrada', [{ productoId: a, cantidad: 100, costoUnitario: 1 }, { productoId: b, cantidad: 100, costoUnitario: 1 }], { fecha: '2026-01-01T08:00:00' });
  const [uno, dos] = [await e.cliente('NC1'), await e.cliente('NC2')];
  const pedido = (clienteId, dia, entregaFecha, partidas) => e.hecho('/api/PedidoCliente', { clienteId, fecha: `2026-03-${dia}T10:00:00`, entregaFecha, vigenciaFecha: '2026-12-31', almacenId: e.general, partidas: partidas.map(([productoId, cantidad]) => ({ productoId, cantidad, precioUnitario: 10 })) });
  const entregar = (id, dia, ...pares) => e.hecho('/api/Inventario/Entrega', { transaccionIdOrigen: id, fecha: `2026-03-${dia}T12:00:00`, partidas: pares.map(([numeroPartida, cantidad]) => ({ numeroPartida, cantidad })) });
  const p1 = await pedido(uno, '01', '2026-03-05', [[a, 10], [b, 4]]), p2 = await pedido(dos, '02', '2026-03-04', [[a, 3]]), p3 = await pedido(uno, '03', '2026-03-10', [[b, 8]]);
  await entregar(p1.transaccionId, '04', [1, 6], [2, 4]);
  await entregar(p1.transaccionId, '09', [1, 2]);
  await entregar(p2.transaccionId, '04', [1, 3]);
  const nivel = (mas = {}) => datos('NivelServicio', { fechaInicial: '2026-03-01', fechaFinal: '2026-03-31', ...mas });
  const fila = f => [f.clave, f.pedidos, f.lineas, f.lineasCompletas, f.cantidadPedida, f.cantidadSurtida, f.cantidadPendiente, f.importePedido, f.importeSurtido, f.nivelServicio, f.nivelServicioLineas, f.nivelServicioATiempo];
  const r = await nivel();
  assert.deepEqual(r.registros.map(fila), [['NA', 2, 2, 1, 13, 11, 2, 130, 110, 84.62, 50, 69.23], ['NB', 2, 2, 1, 12, 4, 8, 120, 40, 33.33, 50, 33.33]]);
  assert.deepEqual(fila(r.totales), [undefined, 3, 4, 2, 25, 15, 10, 250, 150, 60, 50, 52], 'de las sumas, y un pedido se cuenta una vez');
  assert.deepEqual((await nivel({ fechaCorte: '2026-03-05' })).registros.map(f => [f.clave, f.cantidadSurtida]), [['NA', 9], ['NB', 4]]);
  const de = async q => (await nivel(q)).registros.map(f => [f.clave, f.cantidadPedida, f.cantidadSurtida]);
  assert.deepEqual(await de({ agruparPor: 'Cliente' }), [['NC1', 22, 12], ['NC2', 3, 3]]);
  assert.deepEqual(await de({ agruparPor: 'Sucursal' }), [['MATRIZ', 25, 15]]);
  assert.deepEqual(await de({ agruparPor: 'Vendedor' }), [['', 25, 15]]);
  assert.deepEqual(await de({ agruparPor: 'Pedido' }), [[p1.folio, 14, 12], [p2.folio, 3, 3], [p3.folio, 8, 0]]);
  assert.deepEqual(await de({ clienteId: dos }), [['NA', 3, 3]]);
  assert.deepEqual(await de({ productoId: b }), [['NB', 12, 4]]);
  assert.deepEqual(await de({ fechaInicial: '2026-03-02', fechaFinal: '2026-03-02' }), [['NA', 3, 3]]);
  assert.equal((await srv.pedir('DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${p3.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  assert.deepEqual(await de({ productoId: b }), [['NB', 4, 4]], 'sin los cancelados');
  assert.deepEqual(await de({ productoId: b, incluirCancelados: true }), [['NB', 12, 4]]);
  assert.deepEqual(await de({ productoId: b, fechaCorte: '2026-03-31' }), [['NB', 12, 4]], 'entonces no estaba cancelado');
  assert.deepEqual(await de({ fechaCorte: '2026-03-01' }), [['NA', 10, 0], ['NB', 4, 0]], 'lo que se pidió después no estaba pedido');
  const centavos = await e.hecho('/api/PedidoCliente', { clienteId: uno, fecha: '2026-02-02T10:00:00', vigenciaFecha: '2026-12-31', almacenId: e.general, partidas: Array.from({ length: 10 }, () => ({ productoId: a, cantidad: 1, precioUnitario: 0.005 })) });
  await entregar(centavos.transaccionId, '20', ...Array.from({ length: 7 }, (_, i) => [i + 1, 1]));
  const c = await nivel({ fechaInicial: '2026-02-01', fechaFinal: '2026-02-28', agruparPor: 'Pedido' });
  assert.deepEqual([...c.registros, c.totales].map(f => [f.importePedido, f.importeSurtido]), [[0.05, 0.04], [0.05, 0.04]], 'lo del pedido, no la suma de renglones redondeados');
  const nada = await nivel({ fechaInicial: '2020-01-01', fechaFinal: '2020-01-31' });
  assert.deepEqual([nada.registros, nada.totales.lineas, nada.totales.nivelServicio], [[], 0, 0]);
  esError(await leer('NivelServicio', { fechaInicial: '2026-03-02', fechaFinal: '2026-03-01' }), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
  esError(await leer('NivelServicio', { fechaInicial: '2026-03-01', fechaFinal: '2026-03-31', agruparPor: 'Color' }), 400, 'VALIDACION', ['agruparPor RANGO']);
  esError(await leer('NivelServicio', { fechaFinal: '2026-03-31' }), 400, 'VALIDACION', ['fechaInicial REQUERIDO']);
});

test('OP-106: las capas que quedan, con lo que valen', async () => {
  const p = await e.producto('CAPA'), prom = await e.producto('CPRO', { metodoCosteo: 'PROMEDIO' });
  const uno = await e.mover('Entrada', [{ productoId: p, cantidad: 10, costoUnitario: 100 }, { productoId: prom, cantidad: 10, costoUnitario: 100 }], { fecha: '2026-01-10T10:00:00' });
  await e.mover('Entrada', [{ productoId: p, cantidad: 5, costoUnitario: 110 }, { productoId: prom, cantidad: 5, costoUnitario: 110 }], { fecha: '2026-01-20T10:00:00' });
  await e.mover('Salida', [{ productoId: p, cantidad: 12 }, { productoId: prom, cantidad: 12 }], { conceptoId: e.merma, fecha: '2026-01-30T10:00:00' });
  const filas = await datos('AnalisisCapas', { productoId: p });
  assert.deepEqual(filas.map(f => [f.codigo, f.almacenId, f.fechaEntrada, f.tipoDocumento, f.proveedor, f.cantidadEntrada, f.cantidadSalida, f.existencia, f.costoUnitario, f.importe]),
    [['CAPA', e.general, '2026-01-20T10:00:00', 'Movimiento de inventario', '', 5, 2, 3, 110, 330]]);
  assert.deepEqual(filas[0].subtotales, { existencia: 3, importe: 330, costoPromedioCapas: 110 });
  assert.deepEqual((await datos('AnalisisCapas', { productoId: prom })).map(f => [f.existencia, f.costoUnitario, f.importe, f.subtotales.importe]), [[3, 103.333333, 310, 310]], 'al promedio');
  assert.deepEqual((await datos('AnalisisCapas', { productoId: p, incluirAgotadas: true })).map(f => [f.transaccionId === uno.transaccionId, f.cantidadSalida, f.existencia, f.costoUnitario, f.importe]), [[true, 10, 0, 0, 0], [false, 2, 3, 110, 330]]);
  const al = async fechaCorte => (await datos('AnalisisCapas', { productoId: p, fechaCorte })).map(f => [f.existencia, f.importe, f.antiguedadDias, f.subtotales.importe]);
  assert.deepEqual(await al('2026-01-25'), [[10, 1000, 15, 1550], [5, 550, 5, 1550]]);
  assert.deepEqual(await al('2026-01-30'), [[3, 330, 10, 330]]);
  assert.deepEqual(await al('2026-01-09'), []);
  const serie = await e.producto('CSER', { metodoCosteo: 'IDENTIFICADO', manejaSeries: true });
  await e.mover('Entrada', [{ productoId: serie, cantidad: 2, costoUnitario: 5, series: ['S1', 'S2'] }], { fecha: '2026-01-10T10:00:00' });
  for (const q of [{}, { fechaCorte: '2026-01-25' }]) assert.deepEqual((await datos('AnalisisCapas', { productoId: serie, ...q })).map(f => [f.serie, f.lote, f.existencia]), [['S1', '', 1], ['S2', '', 1]]);
  const cent = await e.producto('CCEN', { metodoCosteo: 'PROMEDIO' });
  for (const d of [11, 12, 13]) await e.mover('Entrada', [{ productoId: cent, cantidad: 1, costoUnitario: d === 13 ? 3.34 : 3.33 }], { fecha: `2026-01-${d}T10:00:00` });
  await e.mover('Entrada', [{ productoId: cent, cantidad: 1, costoUnitario: 0.01 }], { fecha: '2026-01-14T10:00:00', almacenId: e.cedis });
  for (const q of [{}, { fechaCorte: '2026-01-25' }, { incluirAgotadas: true }])
    assert.deepEqual((await datos('AnalisisCapas', { productoId: cent, ...q })).map(f => [f.almacenId, f.costoUnitario, f.importe]).sort((a, b) => b[1] - a[1]),
      [[e.general, 3.333333, 3.33], [e.general, 3.333333, 3.33], [e.general, 3.333333, 3.34], [e.cedis, 0.01, 0.01]], 'la última se lleva el centavo');
  await e.mover('Salida', [{ productoId: cent, cantidad: 3 }], { conceptoId: e.merma, fecha: '2026-01-26T10:00:00' });
  await e.mover('Salida', [{ productoId: cent, cantidad: 1 }], { conceptoId: e.merma, fecha: '2026-01-26T10:00:00', almacenId: e.cedis });
  const todas = (await datos('AnalisisCapas', { fechaCorte: '2026-01-25' })).map(f => JSON.stringify(f)), pasos = [];
  for (let cursor = ''; cursor !== null;) {
    const r = (await leer('AnalisisCapas', { fechaCorte: '2026-01-25', registrosPorPagina: 1, ...cursor && { cursor } })).json;
    pasos.push(...r.data.map(f => JSON.stringify(f)));
    cursor = r.paginacion.siguiente;
  }
  assert.deepEqual([pasos, pasos.length > 4], [todas, true], 'por cursor, cada una una vez');
  esError(await leer('AnalisisCapas', { almacenId: 999999 }), 400, 'VALIDACION', ['almacenId NO_EXISTE']);
});

test('OP-106: un día pasado, lo que se vio ese día, al azar', async () => {
  const azar = azarCon(7), uno = lista => lista[azar(lista.length)], entero = (de, hasta) => de + azar(hasta - de + 1);
  const x = await Empresa.crear(m, { nombre: 'Capas al azar', rfc: 'XIA190128J61' });
  const productos = [await x.producto('P1'), await x.producto('P2'), await x.producto('P3', { metodoCosteo: 'PROMEDIO' })];
  const fotos = new Map();
  const foto = () => base.columna(`SELECT k.almacen_id || ' ' || p.codigo || ' ' || k.capa_id || ' ' || trim_scale(k.restante) || ' ' || CASE WHEN p.metodo_costeo <> 'PROMEDIO' THEN k.valor
      WHEN lead(1) OVER suyas IS NOT NULL THEN round(k.restante * e.valor / e.cantidad, 2) ELSE e.valor - coalesce(sum(round(k.restante * e.valor / e.cantidad, 2)) OVER (suyas ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) END
    FROM capa k JOIN producto p USING (organizacion_id, producto_id) JOIN existencia e USING (organizacion_id, almacen_id, producto_id) WHERE k.organizacion_id = ${x.id} AND k.restante > 0
    WINDOW suyas AS (PARTITION BY k.almacen_id, k.producto_id ORDER BY k.fecha, k.capa_id) ORDER BY k.almacen_id, k.producto_id, k.fecha, k.transaccion_id, k.capa_id`);
  for (let dia = 1; dia <= 20; dia++) {
    const fecha = `2026-04-${String(dia).padStart(2, '0')}`;
    for (let hora = 10; hora < 14; hora++) {
      const productoId = uno(productos), almacenId = uno([x.general, x.cedis]), cuando = { fecha: `${fecha}T${hora}:00:00`, almacenId };
      const hay = Number((await x.hay(productoId, almacenId)).split(' ')[0]) || 0;
      if (hay < 2 || uno([true, false])) await x.mover('Entrada', [{ productoId, cantidad: entero(1, 9), costoUnitario: entero(1, 99999) / 1000 }], cuando);
      else if (uno([true, false])) await x.mover('Salida', [{ productoId, cantidad: entero(1, hay) }], { ...cuando, conceptoId: x.merma });
      else await x.mover('Traspaso', [{ productoId, cantidad: entero(1, hay) }], { ...cuando, almacenDestinoId: almacenId === x.general ? x.cedis : x.general });
    }
    fotos.set(fecha, await foto());
  }
  const leerlas = async q => {
    const r = await srv.get(`${RUTA}AnalisisCapas?${new URLSearchParams({ ...q, registrosPorPagina: 100 })}`, { token: x.token });
    assert.equal(r.estado, 200, r.texto);
    return r.json.data;
  };
  for (const [fechaCorte, esperado] of fotos) {
    const filas = await leerlas({ fechaCorte });
    assert.deepEqual(filas.map(f => `${f.almacenId} ${f.codigo} ${f.existencia} ${f.importe.toFixed(2)}`), esperado.map(t => t.replace(/^(\d+ \S+) \d+/, '$1')), fechaCorte);
    const hay = (await srv.get(`${RUTA}Existencias?fechaCorte=${fechaCorte}&soloConExistencia=true`, { token: x.token })).json.data;
    await esElKardex(x, productos, fechaCorte);
    for (const h of hay) assert.equal(filas.filter(f => f.productoId === h.productoId && f.almacenId === h.almacenId).reduce((s, f) => s + f.existencia, 0), h.existencia);
  }
  assert.deepEqual((await leerlas({})).map(f => f.existencia), (await leerlas({ fechaCorte: '2026-04-20' })).map(f => f.existencia), 'hoy, lo del último día');
  await x.cuadra();
});
