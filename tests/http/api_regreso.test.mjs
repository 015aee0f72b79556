// After a sale: return notes, invoices of notes, cancels. Each leaves ledger, stock and balances right, to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, esError, montar, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, sucursal, almacen, otroAlmacen, pieza, cliente, efectivo;
before(async () => {
  m = await montar({ registros: 80 });
  ({ srv, base } = m);
  sucursal = await base.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 1');
  [almacen] = await base.columna(`SELECT almacen_id FROM almacen WHERE organizacion_id = 1 AND sucursal_id = ${sucursal} AND activo ORDER BY es_cedis, es_ruta, almacen_id`);
  otroAlmacen = await base.uno(`SELECT max(almacen_id) FROM almacen WHERE organizacion_id = 1 AND activo AND almacen_id <> ${almacen}`);
  pieza = await base.uno("SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = 'PZA'");
  efectivo = await base.uno("SELECT min(forma_pago_id) FROM forma_pago WHERE organizacion_id = 1 AND clave_sat33 = '01' AND uso_deposito");
  cliente = await crear('/api/Contactos', { tipoContacto: 'Cliente', nombre: 'Empresa de prueba', rfc: 'EKU9003173C9', regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '86991' });
});
after(() => m?.cerrar());

const pedir = (metodo, ruta, cuerpo, token = m.t1) => srv.pedir(metodo, ruta, { token, cuerpo });
async function crear(ruta, cuerpo) {
  const r = await pedir('POST', ruta, cuerpo);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}
const cancela = async (ruta, id, q = '') => {
  const r = await pedir('DELETE', `/api/${ruta}/${id}${q}`);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual([r.json.data.estado, r.json.data.saldo], ['Cancelado', 0]);
  return r.json.data;
};
const cancelar = (id, q) => cancela('Ventas/TransaccionCancelar', id, q);
const centavos = n => Math.round(n * 100);

// ---- the stage: products of the test, with stock of known cost ----
let numero = 0;
const producto = async (extra = {}) => (await crear('/api/Productos', { codigo: `REG-${++numero}`, descripcion: 'Regreso', unidadMedidaId: pieza, claveProductoServicio: '27112000', metodoCosteo: 'PEPS', ...extra })).productoId;
// entrada: a layer for each piece: [quantity, value, serial number, lot].
const entrada = async (p, ...piezas) => {
  const n = ++numero;
  const filas = piezas.map(([q, v, serie = '', lote = ''], i) => `(${i + 1}, ${q}, ${v}, '${serie}', '${lote}')`).join(', ');
  await base.sql(`INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, usuario, fecha_creacion)
    VALUES (1, ${sucursal}, ${n}, '2026-10-01', 16, 'REG', 'Movimiento de inventario', 'Aplicado', 'prueba', '2026-10-01')`);
  const id = await base.uno(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND serie = 'REG' AND numero = ${n}`);
  await base.sql(`INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, producto_id, descripcion, cantidad, precio_unitario, importe)
    SELECT 1, ${id}, n, ${p}, 'Entrada', q, 0, 0 FROM (VALUES ${filas}) x (n, q, v, s, l);
    INSERT INTO existencia (organizacion_id, almacen_id, producto_id, cantidad, valor) SELECT 1, ${almacen}, ${p}, sum(q), sum(v) FROM (VALUES ${filas}) x (n, q, v, s, l)
      ON CONFLICT (organizacion_id, almacen_id, producto_id) DO UPDATE SET cantidad = existencia.cantidad + excluded.cantidad, valor = existencia.valor + excluded.valor;
    INSERT INTO capa (organizacion_id, almacen_id, producto_id, transaccion_id, numero_partida, fecha, llegada, serie, lote, cantidad, restante, costo, valor)
      SELECT 1, ${almacen}, ${p}, ${id}, n, '2026-10-01', '2026-10-01', s, l, q, q, v, v FROM (VALUES ${filas}) x (n, q, v, s, l), producto p
      WHERE p.organizacion_id = 1 AND p.producto_id = ${p};
    UPDATE capa SET costo = 0, valor = 0 FROM producto p WHERE capa.organizacion_id = 1 AND capa.transaccion_id = ${id} AND p.organizacion_id = 1 AND p.producto_id = ${p} AND p.metodo_costeo = 'PROMEDIO';
    INSERT INTO movimiento_inventario (organizacion_id, transaccion_id, numero_partida, almacen_id, producto_id, capa_id, fecha, cantidad, valor, valor_capa, serie, lote)
      SELECT 1, ${id}, n, ${almacen}, ${p}, c.capa_id, '2026-10-01', q, v, c.valor, s, l FROM (VALUES ${filas}) x (n, q, v, s, l) JOIN capa c ON c.organizacion_id = 1 AND c.transaccion_id = ${id} AND c.numero_partida = n;
    INSERT INTO existencia_serie (organizacion_id, producto_id, serie, almacen_id, capa_id) SELECT 1, ${p}, serie, ${almacen}, capa_id FROM capa WHERE organizacion_id = 1 AND transaccion_id = ${id} AND serie <> '';
    INSERT INTO existencia_lote (organizacion_id, almacen_id, producto_id, lote, cantidad) SELECT 1, ${almacen}, ${p}, lote, sum(cantidad) FROM capa WHERE organizacion_id = 1 AND transaccion_id = ${id} AND lote <> '' GROUP BY lote`);
};
const conExistencia = async (extra, ...piezas) => {
  const p = await producto(extra);
  await entrada(p, ...piezas);
  return p;
};

const linea = (productoId, cantidad, precioUnitario, extra = {}) => ({ productoId, cantidad, precioUnitario, ...extra });
const factura = (partidas, extra = {}) => crear('/api/FacturaVenta', { clienteId: cliente.entidadId, partidas, ...extra });
const nota = (partidas, extra = {}) => crear('/api/NotaVenta', { partidas, ...extra });
const pago = importe => ({ pagos: [{ formaPagoId: efectivo, importe }] });
const devolver = (venta, partidas, extra = {}) => crear('/api/NotaDevolucionCliente', { transaccionIdVenta: venta, motivo: 'No le gustó', ...(partidas ? { partidas } : { completa: true }), ...extra });
const dev = (numeroPartida, cantidad, extra = {}) => ({ numeroPartida, cantidad, ...extra });
const depositar = async (id, importe) => crear('/api/Bancos/DepositoAgregar', { cuentaId: await base.uno('SELECT min(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 1 AND moneda_id = 1 AND activo'), formaPagoId: efectivo,
  contactoId: cliente.entidadId, importe, aplicaciones: [{ transaccionId: id, importe }] });
const facturarNota = (id, extra = {}) => crear(`/api/NotaVenta/NotaVentaFacturar/${id}`, extra);

const sesion = async (rol, permisos) => srv.entrar({ ...(await base.usuario({ usuario: `u${++numero}`, rol, permisos, sucursal })), apiKey: m.uno.apiKey });

// ---- checks after each action ----
// libro: the ledger of these documents by account; debit above 0.
const libro = async (...ids) => Object.fromEntries((await base.sql(`SELECT coalesce(nullif(c.clave, ''), c.codigo) AS cuenta, sum(m.debe - m.haber) AS neto
  FROM poliza p JOIN poliza_movimiento m ON m.organizacion_id = p.organizacion_id AND m.poliza_id = p.poliza_id JOIN cuenta_contable c ON c.organizacion_id = m.organizacion_id AND c.cuenta_contable_id = m.cuenta_contable_id
  WHERE p.organizacion_id = 1 AND p.transaccion_id IN (${ids}) GROUP BY 1 HAVING sum(m.debe - m.haber) <> 0 ORDER BY 1`)).map(f => [f.cuenta, f.neto]));
const existencia = async (p, a = almacen) => {
  const [e] = await base.sql(`SELECT cantidad, valor, (SELECT coalesce(sum(restante), 0) FROM capa c WHERE c.organizacion_id = 1 AND c.almacen_id = e.almacen_id AND c.producto_id = e.producto_id) AS capas
    FROM existencia e WHERE organizacion_id = 1 AND producto_id = ${p} AND almacen_id = ${a}`);
  if (e) assert.equal(e.capas, e.cantidad, 'las capas suman la existencia');
  return e ? [e.cantidad, e.valor] : [0, 0];
};
const documento = async id => (await base.sql(`SELECT estado, saldo, total FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${id}`))[0];
const importes = async ids => (await base.sql(`SELECT sum(subtotal) AS subtotal, sum(descuento) AS descuento, sum(iva) AS iva, sum(ieps) AS ieps, sum(iva_retenido) AS ivar, sum(isr_retenido) AS isrr, sum(total) AS total,
  sum((cubetas).base16) AS b16, sum((cubetas).iva16) AS i16, sum((cubetas).base0) AS b0, sum((cubetas).exento) AS ex, sum((cubetas).ieps) AS ie, sum((cubetas_mxn).base16) AS p16, sum((cubetas_mxn).iva16) AS pi16,
  sum(cubetas_total(cubetas_mxn)) AS pesos, min(cubetas_total(cubetas) - total) AS a, max(cubetas_total(cubetas) - total) AS b FROM transaccion WHERE organizacion_id = 1 AND transaccion_id IN (${ids})`))[0];
const porLinea = async ids => [
  await base.sql(`SELECT coalesce(numero_partida_origen, numero_partida) AS n, sum(cantidad) AS q, sum(descuento) AS d, sum(promocion) AS p FROM partida WHERE organizacion_id = 1 AND transaccion_id IN (${ids}) GROUP BY 1 ORDER BY 1`),
  await base.sql(`SELECT coalesce(p.numero_partida_origen, p.numero_partida) AS n, i.consecutivo, i.impuesto, i.tipo, sum(i.base) AS base, sum(i.importe) AS importe
    FROM partida_impuesto i JOIN partida p ON p.organizacion_id = 1 AND p.transaccion_id = i.transaccion_id AND p.numero_partida = i.numero_partida
    WHERE i.organizacion_id = 1 AND i.transaccion_id IN (${ids}) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2`)];
// foto: everything that an action and its cancel must leave unchanged.
const foto = () => base.sql(`SELECT 'cuenta ' || cuenta_contable_id AS que, sum(debe - haber) AS a, 0 AS b FROM poliza_movimiento WHERE organizacion_id = 1 GROUP BY 1 HAVING sum(debe - haber) <> 0
  UNION ALL SELECT 'existencia ' || almacen_id || ' ' || producto_id, cantidad, valor FROM existencia WHERE organizacion_id = 1 AND cantidad > 0
  UNION ALL SELECT 'apartado ' || almacen_id || ' ' || producto_id, apartado, 0 FROM existencia WHERE organizacion_id = 1 AND apartado > 0
  UNION ALL SELECT 'capas ' || almacen_id || ' ' || producto_id, sum(restante), sum(valor) FROM capa WHERE organizacion_id = 1 AND restante > 0 GROUP BY 1
  UNION ALL SELECT 'serie ' || producto_id || ' ' || serie, almacen_id, 0 FROM existencia_serie WHERE organizacion_id = 1
  UNION ALL SELECT 'lote ' || producto_id || ' ' || lote || ' ' || almacen_id, cantidad, 0 FROM existencia_lote WHERE organizacion_id = 1 AND cantidad > 0
  UNION ALL SELECT 'saldo ' || transaccion_id || ' ' || estado, saldo, 0 FROM transaccion WHERE organizacion_id = 1 AND estado <> 'Cancelado'
  UNION ALL SELECT 'avance ' || transaccion_id || ' ' || numero_partida, facturada, devuelta FROM partida WHERE organizacion_id = 1 AND facturada + devuelta > 0 AND transaccion_id IN (SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND estado <> 'Cancelado')
  ORDER BY 1`);

// ---- return ----
test('una factura sin cobrar que se devuelve por partes regresa exactamente lo suyo', async () => {
  const p1 = await conExistencia({}, [2, 100.01], [10, 550]);
  const p2 = await conExistencia({ metodoCosteo: 'PROMEDIO', tasaIeps: 0.08 }, [7, 50]);
  const p3 = await conExistencia({ exentoIva: true }, [100, 33.33]);
  const p4 = await conExistencia({ tasaIva: 0 }, [5, 5]);
  const antes = [await existencia(p1), await existencia(p2), await existencia(p3), await existencia(p4)];
  const f = await factura([linea(p1, 3, 99.99, { descuento: 10, promocion: 1 }), linea(p2, 2.5, 33.333333), linea(p3, 7, 12.345678, { descuento: 0.01 }), linea(p4, 3, 0.333333)]);
  const d1 = await devolver(f.transaccionId, [dev(1, 1), dev(2, 0.333333), dev(3, 2)]);
  assert.deepEqual([d1.objId, d1.estado, d1.saldo, d1.aplicaciones.map(a => [a.transaccionId, a.folio, a.importe])], [6, 'Aplicado', 0, [[f.transaccionId, f.folio, d1.total]]]);
  assert.deepEqual(await documento(f.transaccionId), { estado: 'Parcial', saldo: (centavos(f.total) - centavos(d1.total)) / 100, total: f.total });
  const d2 = await devolver(f.transaccionId, [dev(1, 1), dev(4, 1), dev(2, 1)]);
  const d3 = await devolver(f.transaccionId, [dev(3, 4.5)]);
  const d4 = await devolver(f.transaccionId);
  const todas = [d1, d2, d3, d4].map(d => d.transaccionId);
  assert.deepEqual(await importes(todas), await importes([f.transaccionId]));
  assert.deepEqual(await porLinea(todas), await porLinea([f.transaccionId]));
  assert.deepEqual(await documento(f.transaccionId), { estado: 'Pagado', saldo: 0, total: f.total });
  assert.deepEqual([await existencia(p1), await existencia(p2), await existencia(p3), await existencia(p4)], antes);
  const neto = await libro(f.transaccionId, ...todas);
  assert.deepEqual(Object.keys(neto), ['DEV_VENTAS', 'VENTAS_0', 'VENTAS_16', 'VENTAS_EXENTAS'], JSON.stringify(neto));
  esError(await pedir('POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', completa: true }), 400, 'VALIDACION', ['completa RANGO']);
  const leida = (await pedir('GET', `/api/NotaDevolucionCliente/${d1.transaccionId}`)).json.data;
  assert.deepEqual([leida.transaccionIdVenta, leida.motivo, leida.partidas.map(p => p.numeroPartidaOrigen), leida.rfc, leida.clienteId], [f.transaccionId, 'No le gustó', [1, 2, 3], 'EKU9003173C9', cliente.entidadId]);
});

test('la póliza de una devolución, con lo cobrado y lo que falta', async t => {
  const p = await conExistencia({}, [20, 1000]);
  for (const [que, pagado, cuanto, saldo, cuentas] of [
    ['nada cobrado', 0, 1, 0, { CLIENTES: -116, COSTO_VENTAS: -50, DEV_VENTAS: 100, INVENTARIO: 50, IVA_POR_COBRAR: 16 }],
    ['todo cobrado: queda a favor', 232, 1, 116, { CLIENTES: -116, COSTO_VENTAS: -50, DEV_VENTAS: 100, INVENTARIO: 50, IVA_COBRADO: 16 }],
    ['cobrado a medias: primero lo que debe', 174, 1, 58, { CLIENTES: -116, COSTO_VENTAS: -50, DEV_VENTAS: 100, INVENTARIO: 50, IVA_COBRADO: 8, IVA_POR_COBRAR: 8 }],
    ['todo', 116, 2, 116, { CLIENTES: -232, COSTO_VENTAS: -100, DEV_VENTAS: 200, INVENTARIO: 100, IVA_COBRADO: 16, IVA_POR_COBRAR: 16 }],
  ])
    await t.test(que, async () => {
      const n = await nota([linea(p, 2, 100)], pagado ? pago(pagado) : {});
      const antes = await foto();
      const d = await devolver(n.transaccionId, [dev(1, cuanto)]);
      assert.deepEqual([d.total, d.saldo, d.estado], [cuanto * 116, saldo, saldo === 0 ? 'Aplicado' : saldo === d.total ? 'Pendiente' : 'Parcial']);
      assert.deepEqual(await libro(d.transaccionId), cuentas);
      assert.equal((await documento(n.transaccionId)).saldo, Math.max(0, 232 - pagado - d.total));
      await cancelar(d.transaccionId);
      assert.deepEqual(await foto(), antes);
      assert.deepEqual(await libro(d.transaccionId), {});
    });
});

test('el pago de una nota es un solo documento relacionado, y su factura otro', async () => {
  const p = await conExistencia({}, [5, 50]);
  const n = await nota([linea(p, 1, 100)], { clienteId: cliente.entidadId, ...pago(50) });
  const f = await facturarNota(n.transaccionId);
  const { documentosRelacionados } = (await pedir('GET', `/api/NotaVenta/${n.transaccionId}`)).json.data;
  assert.deepEqual(documentosRelacionados.map(d => [d.objId, d.relacion]).sort(), [[1, 'Destino'], [8, 'Pago']]);
  assert.equal(documentosRelacionados.find(d => d.objId === 1).transaccionId, f.transaccionId);
});

test('lo que no se puede devolver', async t => {
  const p = await conExistencia({}, [20, 1000]);
  const serie = await conExistencia({ manejaSeries: true, metodoCosteo: 'IDENTIFICADO' }, [1, 10, 'S1'], [1, 20, 'S2'], [1, 30, 'S3']);
  const f = await factura([linea(p, 2, 100), linea(serie, 2, 50, { series: ['S1', 'S2'] })]);
  const cancelada = await factura([linea(p, 1, 100)]);
  await cancelar(cancelada.transaccionId);
  const facturada = await nota([linea(p, 1, 100)], { clienteId: cliente.entidadId });
  await facturarNota(facturada.transaccionId);
  const pedido = await crear('/api/PedidoCliente', { clienteId: cliente.entidadId, partidas: [linea(p, 1, 100)] });
  const ajena = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 1');
  const ruta = '/api/NotaDevolucionCliente';
  const c = (partidas, extra = {}) => ({ transaccionIdVenta: f.transaccionId, motivo: 'x', partidas, ...extra });
  await tabla(t, srv, m.t1, [
    ['no existe', 'POST', ruta, c([dev(1, 1)], { transaccionIdVenta: 987654321 }), 'VALIDACION transaccionIdVenta NO_EXISTE'],
    ['de otra organización', 'POST', ruta, c([dev(1, 1)], { transaccionIdVenta: ajena }), 'VALIDACION transaccionIdVenta NO_EXISTE'],
    ['un pedido no es una venta', 'POST', ruta, c([dev(1, 1)], { transaccionIdVenta: pedido.transaccionId }), 'VALIDACION transaccionIdVenta NO_EXISTE'],
    ['cancelada', 'POST', ruta, c([dev(1, 1)], { transaccionIdVenta: cancelada.transaccionId }), 'ESTADO_INVALIDO'],
    ['nota facturada', 'POST', ruta, c([dev(1, 1)], { transaccionIdVenta: facturada.transaccionId }), 'ESTADO_INVALIDO'],
    ['sin nada', 'POST', ruta, {}, 'VALIDACION transaccionIdVenta REQUERIDO, motivo REQUERIDO'],
    ['sin partidas', 'POST', ruta, c([]), 'VALIDACION partidas REQUERIDO'],
    ['partidas y completa', 'POST', ruta, c([dev(1, 1)], { completa: true }), 'VALIDACION partidas RANGO'],
    ['repite la partida', 'POST', ruta, c([dev(1, 1), dev(1, 1)]), 'VALIDACION partidas[1].numeroPartida DUPLICADO'],
    ['de más, y partida que no hay', 'POST', ruta, c([dev(1, 2.000001), dev(9, 1)]), 'VALIDACION partidas[0].cantidad RANGO, partidas[1].numeroPartida NO_EXISTE'],
    ['cantidad cero', 'POST', ruta, c([dev(1, 0)]), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO'],
    ['almacén que no existe', 'POST', ruta, c([dev(1, 1)], { almacenId: 987654321 }), 'VALIDACION almacenId NO_EXISTE'],
    ['serie de folios que no existe', 'POST', ruta, c([dev(1, 1)], { serie: 'ZZZ' }), 'VALIDACION serie NO_EXISTE'],
    ['antes que la venta', 'POST', ruta, c([dev(1, 1)], { fecha: '2020-01-15' }), 'VALIDACION fecha RANGO'],
    ['faltan las series', 'POST', ruta, c([dev(2, 1)]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['sobra una serie', 'POST', ruta, c([dev(2, 1, { series: ['S1', 'S2'] })]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['una serie que no se vendió', 'POST', ruta, c([dev(2, 1, { series: ['S3'] })]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['series en lo que no las lleva', 'POST', ruta, c([dev(1, 1, { series: ['S1'] })]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['repite una serie', 'POST', ruta, c([dev(2, 2, { series: ['S1', 'S1'] })]), 'VALIDACION partidas[0].series DUPLICADO'],
    ['repite un lote', 'POST', ruta, c([dev(1, 1, { lotes: [{ lote: 'A', cantidad: 1 }, { lote: 'A', cantidad: 1 }] })]), 'VALIDACION partidas[0].lotes DUPLICADO'],
    ['la serie regresa a su costo', 'POST', ruta, c([dev(2, 1, { series: ['S2'] })], { referenciaExterna: 'REG-1' }), { total: 58 }],
    ['la misma referencia', 'POST', ruta, c([dev(1, 1)], { referenciaExterna: 'REG-1' }), 'REFERENCIA_DUPLICADA'],
    ['la serie que ya regresó', 'POST', ruta, c([dev(2, 1, { series: ['S2'] })]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['lo que queda de la partida', 'POST', ruta, c([dev(2, 1.5)]), 'VALIDACION partidas[0].cantidad RANGO'],
  ]);
  assert.deepEqual(await existencia(serie), [2, 50], 'S3 y la S2 que volvió a 20');
  esError(await pedir('POST', ruta, c([dev(1, 1)]), await sesion('lector')), 403, 'PERMISO_DENEGADO');
});

test('series y lotes: la devolución completa los nombra; lo perdido no vuelve', async () => {
  const s = await conExistencia({ manejaSeries: true, metodoCosteo: 'IDENTIFICADO' }, [1, 10, 'A'], [1, 20, 'B'], [1, 40, 'C']);
  const l = await conExistencia({ manejaLotes: true }, [5, 50, '', 'L1'], [5, 70, '', 'L2']);
  const antes = await foto();
  const f = await factura([linea(s, 3, 100, { series: ['A', 'B', 'C'] }), linea(l, 8, 10, { lotes: [{ lote: 'L1', cantidad: 5 }, { lote: 'L2', cantidad: 3 }] })]);
  const perdida = await devolver(f.transaccionId, [dev(1, 1, { series: ['B'] }), dev(2, 2, { lotes: [{ lote: 'L2', cantidad: 2 }] })], { reingresaInventario: false });
  const costo = 20 + 28;
  assert.deepEqual(await libro(perdida.transaccionId), { AJUSTE_INVENTARIO: costo, CLIENTES: -139.2, COSTO_VENTAS: -costo, DEV_VENTAS: 120, IVA_POR_COBRAR: 19.2 });
  esError(await pedir('POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', partidas: [dev(1, 1, { series: ['B'] })] }), 400, 'SERIE_LOTE_INVALIDO');
  esError(await pedir('POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', partidas: [dev(2, 2, { lotes: [{ lote: 'L2', cantidad: 2 }] })] }), 400, 'SERIE_LOTE_INVALIDO');
  esError(await pedir('POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', partidas: [dev(2, 2, { lotes: [{ lote: 'L1', cantidad: 1 }] })] }), 400, 'SERIE_LOTE_REQUERIDO');
  const d = await devolver(f.transaccionId);
  assert.deepEqual(await base.columna(`SELECT serie FROM partida_serie WHERE organizacion_id = 1 AND transaccion_id = ${d.transaccionId} ORDER BY 1`), ['A', 'C']);
  assert.deepEqual([await existencia(s), await existencia(l)], [[2, 50], [8, 92]]);
  const neto = await libro(f.transaccionId, perdida.transaccionId, d.transaccionId);
  assert.deepEqual([neto.COSTO_VENTAS, neto.INVENTARIO, neto.AJUSTE_INVENTARIO], [undefined, -costo, costo]);
  for (const id of [d.transaccionId, perdida.transaccionId, f.transaccionId]) await cancelar(id);
  assert.deepEqual(await foto(), antes);
});

test('un kit regresa por sus componentes; lo perdido de él también cuenta', async () => {
  const x = await conExistencia({}, [4, 10], [10, 33.34]);
  const y = await conExistencia({ metodoCosteo: 'PROMEDIO' }, [10, 77.77]);
  const kit = await producto({ tipo: 'Kit', componentes: [{ productoId: x, cantidad: 2 }, { productoId: y, cantidad: 1 }] });
  const antes = [await existencia(x), await existencia(y)];
  const f = await factura([linea(kit, 3, 100)]);
  const salieron = await libro(f.transaccionId);
  const d1 = await devolver(f.transaccionId, [dev(1, 1)]);
  const d2 = await devolver(f.transaccionId, [dev(1, 1)], { reingresaInventario: false });
  const d3 = await devolver(f.transaccionId, [dev(1, 1)]);
  const neto = await libro(f.transaccionId, d1.transaccionId, d2.transaccionId, d3.transaccionId);
  const perdido = (await libro(d2.transaccionId)).AJUSTE_INVENTARIO;
  assert.deepEqual([neto.COSTO_VENTAS, neto.INVENTARIO, neto.AJUSTE_INVENTARIO], [undefined, -perdido, perdido]);
  const [ex, ey] = [await existencia(x), await existencia(y)];
  assert.deepEqual([ex[0], ey[0]], [antes[0][0] - 2, antes[1][0] - 1]);
  assert.equal(centavos(antes[0][1] + antes[1][1] - ex[1] - ey[1]), centavos(perdido));
  assert.ok(Math.abs(perdido - salieron.COSTO_VENTAS / 3) < 0.02);
});

test('lo que no se ha entregado no regresa; y el almacén se puede elegir', async () => {
  const p = await conExistencia({}, [10, 100]);
  const f = await factura([linea(p, 4, 10)], { entregaInmediata: false });
  const antes = await existencia(p);
  const d = await devolver(f.transaccionId, [dev(1, 1)]);
  assert.deepEqual(await libro(d.transaccionId), { CLIENTES: -11.6, DEV_VENTAS: 10, IVA_POR_COBRAR: 1.6 });
  assert.deepEqual(await existencia(p), antes);
  const n = await nota([linea(p, 4, 10)]);
  await devolver(n.transaccionId, [dev(1, 3)], { almacenId: otroAlmacen });
  assert.deepEqual([await existencia(p), await existencia(p, otroAlmacen)], [[6, 60], [3, 30]]);
  await devolver(n.transaccionId);
  assert.deepEqual(await existencia(p), [7, 70]);
});

test('en otra moneda, a su tipo de cambio: en pesos tampoco queda nada', async () => {
  const p = await conExistencia({}, [30, 1000]);
  const f = await factura([linea(p, 7, 33.333333), linea(p, 5, 1.11)], { moneda: 'USD', tipoCambio: 17.123457 });
  const ids = [];
  for (const partidas of [[dev(1, 2)], [dev(1, 1), dev(2, 3)], [dev(1, 3.5)], null]) ids.push((await devolver(f.transaccionId, partidas)).transaccionId);
  assert.deepEqual(await importes(ids), await importes([f.transaccionId]));
  const neto = await libro(f.transaccionId, ...ids);
  assert.deepEqual(Object.keys(neto), ['DEV_VENTAS', 'VENTAS_16']);
  assert.equal(neto.DEV_VENTAS, -neto.VENTAS_16);
  assert.deepEqual(await documento(f.transaccionId), { estado: 'Pagado', saldo: 0, total: f.total });
});

test('de un pedido: lo que salió con sus facturas', async () => {
  const p = await conExistencia({}, [6, 60], [6, 120]);
  const antes = await foto();
  const pedido = await crear('/api/PedidoCliente', { clienteId: cliente.entidadId, partidas: [linea(p, 10, 10)] });
  const a = await factura([linea(p, 4, 10, { numeroPartidaOrigen: 1 })], { transaccionIdPedido: pedido.transaccionId });
  const b = await factura([], { transaccionIdPedido: pedido.transaccionId });
  assert.equal((await documento(pedido.transaccionId)).estado, 'Facturado');
  const db = await devolver(b.transaccionId);
  const da = await devolver(a.transaccionId);
  assert.deepEqual(await existencia(p), [12, 180]);
  const neto = await libro(a.transaccionId, b.transaccionId, da.transaccionId, db.transaccionId);
  assert.deepEqual([neto.COSTO_VENTAS, neto.INVENTARIO, neto.CLIENTES], [undefined, undefined, undefined]);
  esError(await pedir('DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${pedido.transaccionId}`), 400, 'ESTADO_INVALIDO');
  for (const d of [da, db, b, a]) await cancelar(d.transaccionId);
  await cancela('PedidoCliente/PedidoClienteCancelar', pedido.transaccionId);
  assert.deepEqual(await foto(), antes);
});

const entregar = (id, partidas = []) => crear('/api/Inventario/Entrega', { transaccionIdOrigen: id, partidas });

test('lo entregado después regresa a lo que costó entregarlo; lo que se devolvió sin entregar ya no se entrega', async () => {
  const p = await conExistencia({}, [2, 20], [10, 200]);
  const antes = await foto();
  const f = await factura([linea(p, 5, 10)], { entregaInmediata: false });
  const d1 = await devolver(f.transaccionId, [dev(1, 1)]);
  const e1 = await entregar(f.transaccionId, [dev(1, 3)]);
  esError(await pedir('POST', '/api/Inventario/Entrega', { transaccionIdOrigen: f.transaccionId, partidas: [dev(1, 2)] }), 400, 'VALIDACION', ['partidas[0].cantidad RANGO']);
  const d2 = await devolver(f.transaccionId, [dev(1, 1)]);
  assert.deepEqual((await libro(d2.transaccionId)).INVENTARIO, 13.33);
  assert.deepEqual(relacionados(await pedir('DELETE', rutaCancelar(f.transaccionId))), [d1.transaccionId, e1.transaccionId, d2.transaccionId].sort((a, b) => a - b));
  const d3 = await devolver(f.transaccionId);
  assert.deepEqual([(await libro(d3.transaccionId)).INVENTARIO, await existencia(p)], [26.67, [12, 220]]);
  esError(await pedir('POST', '/api/Inventario/Entrega', { transaccionIdOrigen: f.transaccionId }), 400, 'ESTADO_INVALIDO');
  for (const d of [d3, d2, d1]) await cancelar(d.transaccionId);
  await entregar(f.transaccionId);
  assert.deepEqual(await existencia(p), [7, 140]);
  assert.notDeepEqual(await foto(), antes);
});

test('de un pedido entregado antes de facturarse', async () => {
  const p = await conExistencia({}, [6, 60], [6, 120]);
  const pedido = await crear('/api/PedidoCliente', { clienteId: cliente.entidadId, partidas: [linea(p, 10, 10)] });
  const e = await entregar(pedido.transaccionId, [dev(1, 6)]);
  const f = await factura([], { transaccionIdPedido: pedido.transaccionId });
  const ids = [(await devolver(f.transaccionId, [dev(1, 3)])).transaccionId, (await devolver(f.transaccionId)).transaccionId];
  assert.deepEqual(await existencia(p), [12, 180]);
  assert.deepEqual(Object.keys(await libro(e.transaccionId, f.transaccionId, ...ids)), ['DEV_VENTAS', 'VENTAS_16']);
});

test('una nota por entregar se entrega de su factura, una sola vez', async () => {
  const p = await conExistencia({}, [10, 100]);
  const n = await nota([linea(p, 4, 10)], { clienteId: cliente.entidadId, entregaInmediata: false });
  await entregar(n.transaccionId, [dev(1, 1)]);
  const f = await facturarNota(n.transaccionId);
  esError(await pedir('POST', '/api/Inventario/Entrega', { transaccionIdOrigen: n.transaccionId }), 400, 'ESTADO_INVALIDO');
  const e = await entregar(f.transaccionId);
  assert.deepEqual([e.partidas.map(x => x.cantidadEntregada), await existencia(p)], [[3], [6, 60]]);
  assert.deepEqual(relacionados(await pedir('DELETE', rutaCancelar(f.transaccionId))), [e.transaccionId]);
  await devolver(f.transaccionId);
  assert.deepEqual(await existencia(p), [10, 100]);
});

test('dos devoluciones de la misma partida a la vez: gana una', async () => {
  const p = await conExistencia({}, [10, 100]);
  const f = await factura([linea(p, 4, 10)]);
  const rs = await Promise.all([3, 3, 3].map(q => pedir('POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', partidas: [dev(1, q)] })));
  assert.deepEqual(rs.map(r => r.estado).sort(), [200, 400, 400]);
  for (const r of rs.filter(r => r.estado === 400)) esError(r, 400, 'VALIDACION', ['partidas[0].cantidad RANGO']);
  assert.deepEqual(await existencia(p), [9, 90]);
});

test('una venta de la demostración, sin pólizas ni mercancía, también se devuelve', async () => {
  const [f] = await base.sql("SELECT transaccion_id AS id, total, saldo FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND estado = 'Parcial' AND moneda_id = 2 ORDER BY 1 DESC LIMIT 1");
  const d = await devolver(f.id);
  assert.deepEqual([d.total, centavos(d.saldo)], [f.total, centavos(f.total) - centavos(f.saldo)]);
  assert.deepEqual(await documento(f.id), { estado: 'Pagado', saldo: 0, total: f.total });
});

// ---- a note that becomes an invoice ----
const esteMes = () => ({ meses: dia().slice(5, 7), anio: Number(dia().slice(0, 4)) });
const global = { periodicidad: '01', ...esteMes() };
const facturas = id => `/api/NotaVenta/NotaVentaFacturar/${id}`;
const tipos = id => base.sql(`SELECT tipo, fuente_id AS de, destino_id AS a, importe_destino AS importe FROM aplicacion WHERE organizacion_id = 1 AND (fuente_id = ${id} OR destino_id = ${id}) AND fecha_reversa IS NULL AND tipo <> 'Cobro' ORDER BY tipo`);

test('la factura de una nota se queda con lo que se le debe y hereda lo cobrado; cancelarla lo devuelve', async t => {
  const p = await conExistencia({}, [50, 500]);
  for (const [que, pagado, saldo, estado, metodo, forma] of [['sin pagar', 0, 232, 'Pendiente', 'PPD', '99'], ['a medias', 100, 132, 'Parcial', 'PPD', '99'], ['pagada', 232, 0, 'Pagado', 'PUE', '01']])
    await t.test(que, async () => {
      const n = await nota([linea(p, 2, 100, { notas: 'una línea' })], { clienteId: cliente.entidadId, ...(pagado ? pago(pagado) : {}) });
      const antes = await foto();
      const f = await facturarNota(n.transaccionId);
      assert.deepEqual([f.objId, f.total, f.saldo, f.estado, f.notasFacturadas], [1, 232, saldo, estado, [{ transaccionId: n.transaccionId, folio: n.folio, total: 232 }]]);
      assert.deepEqual(await documento(n.transaccionId), { estado: 'Facturado', saldo: 0, total: 232 });
      const esperadas = [];
      if (pagado) esperadas.push({ tipo: 'Heredado', de: n.transaccionId, a: f.transaccionId, importe: pagado });
      if (saldo) esperadas.push({ tipo: 'Traspaso', de: f.transaccionId, a: n.transaccionId, importe: saldo });
      assert.deepEqual(await tipos(f.transaccionId), esperadas);
      assert.deepEqual(await libro(f.transaccionId), {});
      const leida = (await pedir('GET', `/api/FacturaVenta/${f.transaccionId}`)).json.data;
      assert.deepEqual([leida.metodoPago, leida.formaPago, leida.usoCFDI, leida.regimenFiscal, leida.partidas[0].cantidad, leida.partidas[0].impuestos[0].importe, leida.cobros.length, leida.iva],
        [metodo, forma, 'G03', '601', 2, 32, pagado ? 1 : 0, 32]);
      assert.equal((await pedir('GET', `/api/NotaVenta/${n.transaccionId}`)).json.data.transaccionIdFactura, f.transaccionId);
      esError(await pedir('POST', facturas(n.transaccionId), {}), 400, 'ESTADO_INVALIDO');
      esError(await pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${n.transaccionId}`), 400, 'ESTADO_INVALIDO');
      await cancelar(f.transaccionId);
      assert.deepEqual(await foto(), antes);
      await cancela('NotaVenta/NotaVentaCancelar', (await facturarNota(n.transaccionId).then(g => cancelar(g.transaccionId)), n.transaccionId));
    });
});

test('una factura de varias notas es la suma de sus encabezados, al centavo', async () => {
  const p = await conExistencia({ tasaIeps: 0.08 }, [50, 500]);
  const notas = [];
  for (const [q, precio, extra] of [[1, 0.333333, {}], [1, 0.333333, {}], [3, 7.777777, pago(3.33)]]) notas.push(await nota([linea(p, q, precio)], extra));
  const ids = notas.map(n => n.transaccionId);
  const f = await facturarNota(ids[0], { notas: ids.slice(1), informacionGlobal: { ...global, periodicidad: '04' } });
  assert.deepEqual(await importes([f.transaccionId]), await importes(ids));
  assert.deepEqual(f.notasFacturadas.map(n => n.transaccionId), ids);
  assert.equal(centavos(f.saldo), centavos(f.total) - 333);
  assert.deepEqual((await base.sql(`SELECT d.informacion_global AS i, t.uso_cfdi AS uso, t.regimen_fiscal AS regimen FROM documento d JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE organizacion_id = 1 AND transaccion_id = ${f.transaccionId}`))[0],
    { i: { periodicidad: '04', ...esteMes() }, uso: 'S01', regimen: '616' });
  const devueltas = [(await devolver(f.transaccionId, [dev(1, 1)])).transaccionId, (await devolver(f.transaccionId, [dev(3, 2)])).transaccionId, (await devolver(f.transaccionId)).transaccionId];
  assert.deepEqual(await importes(devueltas), await importes(ids));
  const pagos = await base.columna(`SELECT fuente_id FROM aplicacion WHERE organizacion_id = 1 AND destino_id IN (${ids}) AND tipo = 'Cobro'`);
  const neto = await libro(f.transaccionId, ...ids, ...devueltas, ...pagos);
  assert.deepEqual([await existencia(p), neto.INVENTARIO, neto.COSTO_VENTAS, neto.IVA_POR_COBRAR, neto.IEPS_POR_COBRAR, neto.IVA_COBRADO, neto.IEPS_COBRADO, neto.CLIENTES], [[50, 500], undefined, undefined, undefined, undefined, undefined, undefined, -3.33], JSON.stringify(neto));
});

test('una nota devuelta en parte se factura por lo que queda, y lo demás se devuelve de la factura', async () => {
  const p = await conExistencia({}, [50, 500]);
  const n = await nota([linea(p, 3, 33.33)], { clienteId: cliente.entidadId });
  const d1 = await devolver(n.transaccionId, [dev(1, 1)]);
  const f = await facturarNota(n.transaccionId);
  assert.deepEqual([centavos(f.total), f.saldo], [centavos(n.total) - centavos(d1.total), f.total]);
  assert.deepEqual(await importes([d1.transaccionId, f.transaccionId]), await importes([n.transaccionId]));
  esError(await pedir('POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', partidas: [dev(1, 3)] }), 400, 'VALIDACION', ['partidas[0].cantidad RANGO']);
  const d2 = await devolver(f.transaccionId);
  assert.deepEqual(await importes([d1.transaccionId, d2.transaccionId]), await importes([n.transaccionId]));
  assert.deepEqual([await existencia(p), await documento(f.transaccionId)], [[50, 500], { estado: 'Pagado', saldo: 0, total: f.total }]);
  assert.deepEqual(Object.keys(await libro(n.transaccionId, f.transaccionId, d1.transaccionId, d2.transaccionId)), ['DEV_VENTAS', 'VENTAS_16']);
});

test('lo devuelto de una nota no se cancela mientras su factura viva; cancelar ésta lo devuelve a la nota', async () => {
  const p = await conExistencia({}, [50, 500]);
  const n = await nota([linea(p, 3, 100)], { clienteId: cliente.entidadId, pagos: [{ formaPagoId: efectivo, importe: 100 }] });
  const d1 = await devolver(n.transaccionId, [dev(1, 1)]);
  const d2 = await devolver(n.transaccionId, [dev(1, 1)]);
  const antes = await foto();
  const f = await facturarNota(n.transaccionId);
  assert.deepEqual([f.total, f.saldo], [116, 16]);
  for (const d of [d1, d2]) assert.deepEqual(relacionados(await pedir('DELETE', rutaCancelar(d.transaccionId))), [f.transaccionId]);
  const d3 = await devolver(f.transaccionId, [dev(1, 1)]);
  await cancelar(d3.transaccionId);
  assert.deepEqual([await documento(n.transaccionId), await documento(f.transaccionId)], [{ estado: 'Facturado', saldo: 0, total: 348 }, { estado: 'Parcial', saldo: 16, total: 116 }]);
  await cancelar(f.transaccionId);
  assert.deepEqual(await documento(n.transaccionId), { estado: 'Parcial', saldo: 16, total: 348 });
  for (const d of [d1, d2]) await cancelar(d.transaccionId);
  assert.deepEqual(await documento(n.transaccionId), { estado: 'Parcial', saldo: 248, total: 348 });
  await devolver(n.transaccionId, [dev(1, 1)]);
  await devolver(n.transaccionId, [dev(1, 1)]);
  const llave = f => !f.que.startsWith('saldo') && !f.que.startsWith('capas');
  assert.deepEqual((await foto()).filter(llave), antes.filter(llave));
});

test('los cobros de la nota y de su factura suman sus impuestos, al centavo; cancelar uno heredado lo debe la factura', async () => {
  const p = await conExistencia({}, [50, 500]);
  const s = await conExistencia({ tasaIva: 0 }, [50, 500]);
  const n = await nota([linea(p, 3, 33.33), linea(s, 1, 7.77)], { clienteId: cliente.entidadId });
  const c1 = await depositar(n.transaccionId, 33.33);
  const f = await facturarNota(n.transaccionId);
  const c2 = await depositar(f.transaccionId, 11.11);
  const c3 = await depositar(f.transaccionId, (centavos(f.total) - 4444) / 100);
  const cobros = [c1, c2, c3].map(c => c.transaccionId);
  const suma = () => base.sql(`SELECT sum(base16) AS b16, sum(iva16) AS i16, sum(base0) AS b0 FROM aplicacion WHERE organizacion_id = 1 AND tipo = 'Cobro' AND fecha_reversa IS NULL AND destino_id IN (${n.transaccionId}, ${f.transaccionId})`);
  assert.deepEqual(await suma(), await base.sql(`SELECT (cubetas).base16 AS b16, (cubetas).iva16 AS i16, (cubetas).base0 AS b0 FROM transaccion WHERE transaccion_id = ${f.transaccionId}`));
  const neto = await libro(n.transaccionId, f.transaccionId, ...cobros);
  assert.deepEqual([neto.CLIENTES, neto.IVA_POR_COBRAR, neto.ANTICIPO_CLIENTES], [undefined, undefined, undefined]);
  assert.deepEqual(relacionados(await pedir('DELETE', rutaCancelar(f.transaccionId))), [c2.transaccionId, c3.transaccionId], 'lo heredado no estorba');
  const r = await cancela('Bancos/DepositoCancelar', c1.transaccionId);
  assert.deepEqual(r.facturasAfectadas.map(x => [x.transaccionId, x.saldoAnterior, x.importe, x.saldo, x.estado]), [[f.transaccionId, 0, 33.33, 33.33, 'Parcial']]);
  assert.deepEqual([await documento(n.transaccionId), await documento(f.transaccionId)], [{ estado: 'Facturado', saldo: 0, total: f.total }, { estado: 'Parcial', saldo: 33.33, total: f.total }]);
  const c4 = await depositar(f.transaccionId, 33.33);
  assert.deepEqual([(await documento(f.transaccionId)).estado, (await libro(n.transaccionId, ...cobros, c4.transaccionId)).IVA_POR_COBRAR], ['Pagado', undefined]);
  for (const c of [c2, c3, c4]) await cancela('Bancos/DepositoCancelar', c.transaccionId);
  await cancelar(f.transaccionId);
  assert.deepEqual(await documento(n.transaccionId), { estado: 'Pendiente', saldo: f.total, total: f.total });
  await cancela('NotaVenta/NotaVentaCancelar', n.transaccionId);
  assert.deepEqual(await libro(n.transaccionId, f.transaccionId, ...cobros, c4.transaccionId), {});
});

test('quién y cómo: las reglas de la factura de una nota', async t => {
  const p = await conExistencia({}, [100, 500]);
  const hecha = extra => nota([linea(p, 1, 100)], extra);
  const otraSucursal = await base.uno(`SELECT max(sucursal_id) FROM sucursal WHERE organizacion_id = 1 AND sucursal_id <> ${sucursal}`);
  const [n, n2, n3, vieja, usd, cancelada] = [await hecha({}), await hecha({}), await hecha({ clienteId: cliente.entidadId }), await hecha({}), await hecha({ moneda: 'USD', tipoCambio: 17 }), await hecha({})];
  await base.sql(`UPDATE transaccion SET fecha = fecha - interval '1 year' WHERE organizacion_id = 1 AND transaccion_id = ${vieja.transaccionId}`);
  await cancela('NotaVenta/NotaVentaCancelar', cancelada.transaccionId);
  const foranea = await base.uno(`SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 2 AND sucursal_id = ${otraSucursal} AND estado = 'Pagado'`);
  const una = await factura([linea(p, 1, 100)]);
  const id = n.transaccionId;
  const nuevo = { rfc: 'COSC8001137NA', nombre: 'Carlos Cosme', codigoPostal: '86991', regimenFiscal: '612', usoCFDI: 'G03', correo: 'c@ejemplo.mx' };
  await tabla(t, srv, m.t1, [
    ['no existe', 'POST', facturas(987654321), {}, 'NO_ENCONTRADO'],
    ['una factura no es nota', 'POST', facturas(una.transaccionId), {}, 'NO_ENCONTRADO'],
    ['de otro ejercicio', 'POST', facturas(vieja.transaccionId), { informacionGlobal: { ...global, anio: global.anio - 1 } }, 'ESTADO_INVALIDO'],
    ['cancelada', 'POST', facturas(cancelada.transaccionId), { informacionGlobal: global }, 'ESTADO_INVALIDO'],
    ['otra que está cancelada', 'POST', facturas(id), () => ({ notas: [cancelada.transaccionId], informacionGlobal: global }), 'ESTADO_INVALIDO'],
    ['otra que no existe', 'POST', facturas(id), { notas: [987654321] }, 'VALIDACION notas[0] NO_EXISTE'],
    ['repetidas', 'POST', facturas(id), { notas: [id, n2.transaccionId, n2.transaccionId] }, 'VALIDACION notas[0] DUPLICADO, notas[1] DUPLICADO, notas[2] DUPLICADO'],
    ['de otra moneda y de otra sucursal', 'POST', facturas(id), { notas: [usd.transaccionId, foranea] }, 'VALIDACION notas[0] RANGO, notas[1] RANGO'],
    ['varias al público sin informacionGlobal', 'POST', facturas(id), { notas: [n2.transaccionId] }, 'VALIDACION informacionGlobal REQUERIDO'],
    ['informacionGlobal a un cliente', 'POST', facturas(n3.transaccionId), { informacionGlobal: global }, 'VALIDACION informacionGlobal RANGO'],
    ['bimestre sin serlo', 'POST', facturas(id), { informacionGlobal: { ...global, periodicidad: '05' } }, 'VALIDACION informacionGlobal.meses RANGO'],
    ['mes que es bimestre', 'POST', facturas(id), { informacionGlobal: { ...global, meses: '13' } }, 'VALIDACION informacionGlobal.meses RANGO'],
    ['año que no', 'POST', facturas(id), { informacionGlobal: { ...global, anio: global.anio - 2 } }, 'VALIDACION informacionGlobal.anio RANGO'],
    ['cliente de dos maneras', 'POST', facturas(id), { clienteId: cliente.entidadId, cliente: nuevo }, 'VALIDACION cliente RANGO'],
    ['cliente que no existe', 'POST', facturas(id), { clienteId: 987654321 }, 'VALIDACION clienteId NO_EXISTE'],
    ['RFC mal escrito', 'POST', facturas(id), { cliente: { ...nuevo, rfc: 'COSC8013137NA' } }, 'VALIDACION cliente.rfc RFC_INVALIDO'],
    ['faltan datos', 'POST', facturas(id), { cliente: { rfc: nuevo.rfc } }, 'VALIDACION cliente.nombre REQUERIDO, cliente.codigoPostal REQUERIDO, cliente.regimenFiscal REQUERIDO, cliente.usoCFDI REQUERIDO'],
    ['uso que el régimen no admite', 'POST', facturas(id), { clienteId: cliente.entidadId, usoCFDI: 'D01' }, 'VALIDACION usoCFDI CLAVE_SAT_INVALIDA, usoCFDI CLAVE_SAT_INVALIDA'],
    ['público con otro uso', 'POST', facturas(id), { usoCFDI: 'G03', informacionGlobal: global }, 'VALIDACION usoCFDI CLAVE_SAT_INVALIDA'],
    ['PPD con forma', 'POST', facturas(id), { metodoPago: 'PPD', formaPago: '01' }, 'VALIDACION formaPago RANGO'],
    ['PUE por definir', 'POST', facturas(id), { metodoPago: 'PUE', formaPago: '99' }, 'VALIDACION formaPago RANGO'],
    ['antes que la nota', 'POST', facturas(id), { fecha: '2020-01-15', informacionGlobal: global }, 'VALIDACION fecha RANGO'],
    ['un cliente nuevo', 'POST', facturas(id), { cliente: nuevo, metodoPago: 'PUE', formaPago: '03', addenda: { orden: 7 } }, { estado: 'Pendiente', saldo: 116 }],
    ['el mismo, por su RFC', 'POST', facturas(n2.transaccionId), { cliente: { ...nuevo, usoCFDI: 'S01' } }, { estado: 'Pendiente' }],
    ['en dólares', 'POST', facturas(usd.transaccionId), { clienteId: cliente.entidadId }, { saldo: 116 }],
  ]);
  const contactos = await base.sql("SELECT contacto_id AS id, nombre, uso_cfdi AS uso, correo FROM contacto WHERE organizacion_id = 1 AND rfc = 'COSC8001137NA'");
  assert.deepEqual(contactos.map(c => [c.nombre, c.uso, c.correo]), [['CARLOS COSME', 'G03', 'c@ejemplo.mx']]);
  const suyas = await base.sql(`SELECT contacto_id AS c, metodo_pago AS m, forma_pago AS f, uso_cfdi AS u, regimen_fiscal AS r FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND rfc = 'COSC8001137NA' ORDER BY transaccion_id`);
  assert.deepEqual(suyas, [{ c: contactos[0].id, m: 'PUE', f: '03', u: 'G03', r: '612' }, { c: contactos[0].id, m: 'PPD', f: '99', u: 'S01', r: '612' }]);
  const carrera = await hecha({});
  const rs = await Promise.all([1, 2, 3].map(() => pedir('POST', facturas(carrera.transaccionId), { informacionGlobal: global })));
  assert.deepEqual(rs.map(r => r.json.codigo ?? 200).sort(), [200, 'ESTADO_INVALIDO', 'ESTADO_INVALIDO']);
});

// ---- cancel ----
const relacionados = r => {
  esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  return r.json.documentosRelacionados.map(d => d.transaccionId).sort((a, b) => a - b);
};
const rutaCancelar = id => `/api/Ventas/TransaccionCancelar/${id}`;

test('cada documento se cancela y no queda rastro de él', async t => {
  const p = await conExistencia({}, [3, 31], [50, 555.55]);
  const q = await conExistencia({ metodoCosteo: 'PROMEDIO', tasaIeps: 0.08 }, [50, 333.33]);
  const lineas = [linea(p, 5, 99.99, { descuento: 3 }), linea(q, 7, 1.234567)];
  for (const [que, hacer, ruta] of [
    ['factura', () => factura(lineas), 'Ventas/TransaccionCancelar'],
    ['factura en dólares', () => factura(lineas, { moneda: 'USD', tipoCambio: 18.765432 }), 'Ventas/TransaccionCancelar'],
    ['nota sin pagar', () => nota(lineas), 'NotaVenta/NotaVentaCancelar'],
    ['nota pagada, con sus pagos', () => nota(lineas, { pagos: [{ formaPagoId: efectivo, importe: 100 }, { formaPagoId: efectivo, importe: 800 }] }), 'NotaVenta/NotaVentaCancelar'],
    ['nota pagada, por la general', () => nota(lineas, pago(50)), 'Ventas/TransaccionCancelar'],
    ['pedido', () => crear('/api/PedidoCliente', { clienteId: cliente.entidadId, partidas: lineas }), 'PedidoCliente/PedidoClienteCancelar'],
    ['pedido, por la general', () => crear('/api/PedidoCliente', { clienteId: cliente.entidadId, partidas: lineas }), 'Ventas/TransaccionCancelar'],
  ])
    await t.test(que, async () => {
      const antes = await foto();
      const d = await hacer();
      assert.notDeepEqual(await foto(), antes);
      await cancela(ruta, d.transaccionId, '?motivo=Se%20equivoc%C3%B3');
      assert.deepEqual(await foto(), antes);
      const [fila] = await base.sql(`SELECT motivo_cancelacion AS motivo, fecha_cancelacion IS NOT NULL AS fecha FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${d.transaccionId}`);
      assert.deepEqual(fila, { motivo: 'Se equivocó', fecha: true });
      esError(await pedir('DELETE', `/api/${ruta}/${d.transaccionId}`), 400, 'ESTADO_INVALIDO');
    });
});

test('OP-124 también de lo que no se crea aquí: remisión, nota de crédito, factura de agencia de viajes', async t => {
  for (const [que, obj] of [['remisión', 5], ['nota de crédito', 7], ['factura de agencia de viajes', 24]])
    await t.test(que, async () => {
      const id = await base.uno(`SELECT min(t.transaccion_id) FROM transaccion t WHERE t.organizacion_id = 1 AND t.obj_id = ${obj} AND t.estado = 'Pendiente' AND (t.obj_id <> 5 OR t.origen = 'Venta')
        AND NOT EXISTS (SELECT FROM aplicacion a WHERE a.organizacion_id = 1 AND a.fecha_reversa IS NULL AND t.transaccion_id IN (a.destino_id, a.fuente_id))
        AND NOT EXISTS (SELECT FROM relacion r WHERE r.organizacion_id = 1 AND r.origen_id = t.transaccion_id)`);
      assert.ok(id, 'la demostración trae uno');
      const antes = await base.uno(`SELECT sum(saldo) FROM transaccion WHERE organizacion_id = 1`);
      const suyo = await base.uno(`SELECT saldo FROM transaccion WHERE transaccion_id = ${id}`);
      // The stamp is removed: cancelling a stamped document waits for the tax authority.
      await base.sql(`UPDATE transaccion SET estatus_timbrado = 'SinTimbrar', fecha_timbrado = NULL, uuid = '' WHERE transaccion_id = ${id}`);
      await cancelar(id, '?motivo=Prueba&motivoSat=02');
      assert.equal(centavos(await base.uno(`SELECT sum(saldo) FROM transaccion WHERE organizacion_id = 1`)), centavos(antes) - centavos(suyo));
      esError(await pedir('DELETE', rutaCancelar(id)), 400, 'ESTADO_INVALIDO');
    });
  const compra = await base.uno("SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 5 AND estado <> 'Cancelado'");
  for (const estado of ['Facturado', 'Pendiente']) {
    await base.sql(`UPDATE transaccion SET origen = 'Compra', estado = '${estado}' WHERE transaccion_id = ${compra}`);
    esError(await pedir('DELETE', rutaCancelar(compra)), 400, 'NO_ENCONTRADO');
  }
});

test('lo que impide cancelar se nombra', async () => {
  const p = await conExistencia({}, [50, 500]);
  const f = await factura([linea(p, 2, 100)], { pagos: [{ formaPagoId: efectivo, importe: 100, cuentaId: await base.uno("SELECT min(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 1 AND moneda_id = 1 AND activo") }] });
  const d = await devolver(f.transaccionId, [dev(1, 1)]);
  assert.deepEqual(relacionados(await pedir('DELETE', rutaCancelar(f.transaccionId))), [...f.depositos, d.transaccionId].sort((a, b) => a - b));
  // A note collected by a later deposit: the deposit is no payment of the note itself, and forbids the cancel.
  const n = await nota([linea(p, 2, 100)], { clienteId: cliente.entidadId, ...pago(100) });
  const cobro = await depositar(n.transaccionId, 32);
  assert.deepEqual(relacionados(await pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${n.transaccionId}`)), [cobro.transaccionId]);
  assert.deepEqual(await documento(n.transaccionId), { estado: 'Parcial', saldo: 100, total: 232 });
  // A return whose credit paid another document cannot be cancelled.
  const pagada = await nota([linea(p, 1, 100)], { clienteId: cliente.entidadId, ...pago(116) });
  const credito = await devolver(pagada.transaccionId);
  assert.deepEqual(relacionados(await pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${pagada.transaccionId}`)), [credito.transaccionId], 'sus propios pagos no estorban, su devolución sí');
  const otra = await factura([linea(p, 1, 100)]);
  await crear('/api/Bancos/DepositoAsignar', { transaccionId: credito.transaccionId, aplicaciones: [{ transaccionId: otra.transaccionId, importe: 16 }] });
  assert.deepEqual(relacionados(await pedir('DELETE', rutaCancelar(credito.transaccionId))), [otra.transaccionId]);
  // A return whose goods were sold again cannot be cancelled.
  const solo = await conExistencia({}, [1, 10]);
  const v = await nota([linea(solo, 1, 100)]);
  const regreso = await devolver(v.transaccionId);
  await nota([linea(solo, 1, 100)]);
  esError(await pedir('DELETE', rutaCancelar(regreso.transaccionId)), 400, 'EXISTENCIA_INSUFICIENTE');
  // A note whose payment is reconciled with the bank cannot be cancelled.
  const conciliada = await nota([linea(p, 1, 100)], pago(116));
  await base.sql(`UPDATE movimiento_banco SET conciliado = true WHERE organizacion_id = 1 AND transaccion_id = ${conciliada.depositos[0]}`);
  esError(await pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${conciliada.transaccionId}`), 400, 'ESTADO_INVALIDO');
});

test('quién puede cancelar, y qué', async t => {
  const p = await conExistencia({}, [50, 500]);
  const n = await nota([linea(p, 1, 100)], pago(116));
  const f = await factura([linea(p, 1, 100)]);
  const ajena = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 1');
  const cotizacion = await crear('/api/Cotizaciones/Cliente', { clienteId: cliente.entidadId, vigenciaFecha: '2030-01-01', partidas: [linea(p, 1, 100)] });
  const timbrada = await factura([linea(p, 1, 100)]);
  await base.sql(`UPDATE transaccion SET estatus_timbrado = 'Timbrado' WHERE organizacion_id = 1 AND transaccion_id = ${timbrada.transaccionId}`);
  await base.sql(`INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, usuario, fecha_creacion)
    VALUES (1, ${sucursal}, 1, '2026-10-01', 21, 'REG', 'Orden de trabajo', 'Terminado', 'prueba', '2026-10-01')`);
  const trabajo = await base.uno("SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 21 AND serie = 'REG'");
  const uuid = 'C2832671-DA6D-11EF-A83D-00155D012007';
  const largo = 'x'.repeat(251);
  await tabla(t, srv, m.t1, [
    ['no existe', 'DELETE', rutaCancelar(987654321), undefined, 'NO_ENCONTRADO'],
    ['de otra organización', 'DELETE', rutaCancelar(ajena), undefined, 'NO_ENCONTRADO'],
    ['una cotización no', 'DELETE', rutaCancelar(cotizacion.transaccionId), undefined, 'NO_ENCONTRADO'],
    ['un depósito no', 'DELETE', rutaCancelar(n.depositos[0]), undefined, 'NO_ENCONTRADO'],
    ['ni lo que tiene un estado que las ventas no conocen', 'DELETE', rutaCancelar(trabajo), undefined, 'NO_ENCONTRADO'],
    ['una factura no es nota', 'DELETE', `/api/NotaVenta/NotaVentaCancelar/${f.transaccionId}`, undefined, 'NO_ENCONTRADO'],
    ['una nota no es pedido', 'DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${n.transaccionId}`, undefined, 'NO_ENCONTRADO'],
    ['motivo largo', 'DELETE', `${rutaCancelar(f.transaccionId)}?motivo=${largo}`, undefined, 'VALIDACION motivo LONGITUD'],
    ['motivo del SAT que no hay', 'DELETE', `${rutaCancelar(f.transaccionId)}?motivoSat=05`, undefined, 'VALIDACION motivoSat RANGO'],
    ['timbrada sin motivo del SAT', 'DELETE', rutaCancelar(timbrada.transaccionId), undefined, 'VALIDACION motivoSat REQUERIDO'],
    ['01 sin quien la sustituye', 'DELETE', `${rutaCancelar(timbrada.transaccionId)}?motivoSat=01`, undefined, 'VALIDACION uuidSustitucion REQUERIDO'],
    ['sustituida sin 01', 'DELETE', `${rutaCancelar(timbrada.transaccionId)}?motivoSat=02&uuidSustitucion=${uuid}`, undefined, 'VALIDACION uuidSustitucion RANGO'],
    ['timbrada', 'DELETE', `${rutaCancelar(timbrada.transaccionId)}?motivoSat=01&uuidSustitucion=${uuid}&motivo=Error`, undefined, { estado: 'Pendiente' }],
  ]);
  const [fila] = await base.sql(`SELECT motivo_cancelacion AS motivo, estatus_timbrado AS estatus FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${timbrada.transaccionId}`);
  assert.deepEqual(fila, { motivo: `Error (SAT 01, ${uuid})`, estatus: 'CancelacionEnProceso' });
  esError(await pedir('DELETE', rutaCancelar(f.transaccionId), undefined, await sesion('operador')), 403, 'PERMISO_DENEGADO');
  const cajero = await sesion('propio', 'ventas.leer ventas.cancelar');
  assert.equal((await pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${n.transaccionId}`, undefined, cajero)).estado, 200, 'quien cancela la nota cancela su pago');
  const [mes] = await base.sql("SELECT extract(year FROM now()) AS e, extract(month FROM now()) AS m");
  await base.sql(`UPDATE periodo SET estado = 'Cerrado' WHERE organizacion_id = 1 AND ejercicio = ${mes.e} AND mes = ${mes.m}`);
  esError(await pedir('DELETE', rutaCancelar(f.transaccionId)), 400, 'PERIODO_CERRADO');
  await base.sql(`UPDATE periodo SET estado = 'Abierto' WHERE organizacion_id = 1 AND ejercicio = ${mes.e} AND mes = ${mes.m}`);
  const rs = await Promise.all([1, 2, 3].map(() => pedir('DELETE', rutaCancelar(f.transaccionId))));
  assert.deepEqual(rs.map(r => r.json.codigo ?? 200).sort(), [200, 'ESTADO_INVALIDO', 'ESTADO_INVALIDO']);
});
