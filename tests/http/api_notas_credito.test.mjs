// POST /api/NotaCredito: an amount credited without goods, on a debt of a customer or on our debt to a supplier; its póliza and its cancel.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const CREDITO = '/api/NotaCredito', COMPRA = '/api/FacturaCompra', VENTA = '/api/FacturaVenta', PAGAR = '/api/Bancos/EgresoAgregar', COBRAR = '/api/Bancos/DepositoAgregar';
let m, e, srv, proveedor, cliente, asesoria;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  srv = m.srv;
  e = await Empresa.crear(m, { nombre: 'Acredita', rfc: 'EKU9003173C9' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR' });
  cliente = await e.cliente('CLI');
  asesoria = await e.concepto('CO-SERVICIOS');
  for (const [codigo, mas] of Object.entries({ A: {}, CERO: { tasaIva: 0 }, IEPS: { tasaIeps: 0.08 }, B: {}, USD: {} })) p[codigo] = await e.producto(codigo, mas);
  for (const codigo of ['A', 'B', 'CERO', 'IEPS']) await e.entrada(p[codigo], 1000, 10);
});
after(() => m?.cerrar());

const linea = (codigo, cantidad, precioUnitario, mas = {}) => ({ productoId: p[codigo], cantidad, precioUnitario, ...mas });
const comprar = (partidas, mas = {}) => e.hecho(COMPRA, { proveedorId: proveedor, partidas, ...mas }).then(x => x.transaccionId);
const vender = (partidas, mas = {}) => e.hecho(VENTA, { clienteId: cliente, partidas, ...mas }).then(x => x.transaccionId);
const pagar = (transaccionIdCompra, importeAbono) => e.hecho(PAGAR, { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'P', partidas: [{ transaccionIdCompra, importeAbono }] });
const cobrar = (transaccionId, importe, mas = {}) => e.hecho(COBRAR, { contactoId: cliente, cuentaId: e.caja, formaPagoId: e.efectivo, importe, aplicaciones: [{ transaccionId, importe }], ...mas });
const deVenta = (transaccionIdOrigen, mas) => ({ tipo: 'Cliente', transaccionIdOrigen, motivo: 'Descuento', ...mas });
const deCompra = (transaccionIdOrigen, mas) => ({ tipo: 'Proveedor', transaccionIdOrigen, motivo: 'Bonificación', ...mas });
const cancelar = (id, area) => srv.pedir('DELETE', `/api/${area}/TransaccionCancelar/${id}?motivo=Error`, { token: e.token });
const saldo = id => e.uno('transaccion', "saldo || ' ' || estado", `transaccion_id = ${id}`);
const pendienteIva = id => e.uno('transaccion', '(pendiente).iva16::float', `transaccion_id = ${id}`);

test('a un cliente que no ha pagado: baja su deuda y el IVA por cobrar; cancelada, todo como estaba', async () => {
  const f = await vender([linea('A', 10, 100)]);
  const n = await e.hecho(CREDITO, deVenta(f, { partidas: [{ numeroPartida: 1, importe: 100, notas: 'Por volumen' }] }));
  assert.deepEqual([n.objId, n.tipoDocumento, n.subtotal, n.iva, n.total, n.saldo, n.estado, n.aplicaciones.map(a => a.importe)].filter(x => x !== undefined), [7, 'Nota de crédito de cliente', 116, 0, 'Aplicado', [116]]);
  assert.deepEqual(await e.poliza(n.transaccionId), ['D IVA_POR_COBRAR 16.00', 'D DEV_VENTAS 100.00', 'A CLIENTES 116.00']);
  assert.deepEqual([await saldo(f), await pendienteIva(f)], ['1044.00 Parcial', 144]);
  await e.cuadra();
  esError(await cancelar(f, 'Ventas'), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  const c = await cancelar(n.transaccionId, 'Ventas');
  assert.equal(c.estado, 200, c.texto);
  assert.deepEqual([await saldo(f), await pendienteIva(f)], ['1160.00 Pendiente', 160]);
  await e.cuadra();
});

test('a quien ya pagó: el IVA cobrado regresa y queda a su favor, para pagar otra', async () => {
  const f = await vender([linea('A', 10, 100)]);
  await cobrar(f, 1160);
  const n = await e.hecho(CREDITO, deVenta(f, { importes: { base16: 100 } }));
  assert.deepEqual([n.total, n.saldo, n.estado, n.aplicaciones], [116, 116, 'Pendiente', []]);
  assert.deepEqual(await e.poliza(n.transaccionId), ['D IVA_COBRADO 16.00', 'D DEV_VENTAS 100.00', 'A CLIENTES 116.00']);
  const g = await vender([linea('A', 1, 100)]);
  await e.hecho('/api/Bancos/DepositoAsignar', { transaccionId: n.transaccionId, aplicaciones: [{ transaccionId: g, importe: 116 }] });
  assert.deepEqual([await saldo(g), await saldo(n.transaccionId)], ['0.00 Pagado', '0.00 Aplicado']);
  esError(await cancelar(n.transaccionId, 'Ventas'), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await e.cuadra();
});

test('de un proveedor, lo que no es mercancía vuelve a la cuenta de su concepto, cualquiera que sea', async () => {
  const otra = Number(await m.base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, objeto_impuesto, tasa_iva, no_afecto, objetos)
    SELECT c.organizacion_id, 'CO-COMISION', 'Comisiones', c.tipo, q.cuenta_contable_id, c.objeto_impuesto, c.tasa_iva, c.no_afecto, c.objetos FROM concepto c JOIN cuenta_contable q USING (organizacion_id)
    WHERE organizacion_id = ${e.id} AND c.clave = 'CO-SERVICIOS' AND q.clave = 'COMISION_BANCARIA' RETURNING concepto_id`));
  const f = await comprar([{ conceptoId: otra, cantidad: 1, precioUnitario: 100 }]);
  const n = await e.hecho(CREDITO, deCompra(f, { partidas: [{ numeroPartida: 1, importe: 10 }] }));
  assert.deepEqual((await e.poliza(n.transaccionId)).sort(), ['A COMISION_BANCARIA 10.00', 'A IVA_POR_ACREDITAR 1.60', 'D PROVEEDORES 11.60']);
  await e.cuadra();
});

test('de un proveedor, a tasa 0: de lo que se compró a esa tasa, y de ninguna otra', async () => {
  const f = await comprar([linea('CERO', 1, 100), linea('A', 1, 100)]);
  const n = await e.hecho(CREDITO, deCompra(f, { importes: { base0: 10 } }));
  assert.deepEqual([n.total, (await e.poliza(n.transaccionId)).sort()], [10, ['A DEV_COMPRAS 10.00', 'D PROVEEDORES 10.00']]);
  await e.falla(CREDITO, deCompra(f, { importes: { base0: 90.01 } }), 'VALIDACION importes.base0 RANGO');
});

test('de un proveedor: lo mismo del otro lado; su base a DEV_COMPRAS', async () => {
  const f = await comprar([linea('B', 10, 100)]);
  const n = await e.hecho(CREDITO, deCompra(f, { partidas: [{ numeroPartida: 1, importe: 50 }], uuid: '5F3B1C0E-0000-4000-8000-0000000000C1', folioProveedor: 'NC-9' }));
  assert.deepEqual([n.objId, n.total, n.saldo, n.uuid], [27, 58, 0, '5F3B1C0E-0000-4000-8000-0000000000C1']);
  assert.deepEqual(await e.poliza(n.transaccionId), ['D PROVEEDORES 58.00', 'A IVA_POR_ACREDITAR 8.00', 'A DEV_COMPRAS 50.00']);
  await pagar(f, 1102);
  const o = await e.hecho(CREDITO, deCompra(f, { importes: { base16: 50 } }));
  assert.deepEqual([o.saldo, await e.poliza(o.transaccionId)], [58, ['D PROVEEDORES 58.00', 'A IVA_ACREDITABLE 8.00', 'A DEV_COMPRAS 50.00']]);
  await e.falla(CREDITO, deCompra(f, { importes: { base16: 10 }, uuid: '5F3B1C0E-0000-4000-8000-0000000000C1' }), 'UUID_DUPLICADO uuid UUID_DUPLICADO');
  await e.cuadra();
  assert.equal((await cancelar(o.transaccionId, 'Compras')).estado, 200);
  await e.cuadra();
});

test('por tasa: entre sus partidas de esa tasa, en proporción; con IEPS, el suyo', async () => {
  const f = await vender([linea('A', 1, 300), linea('B', 1, 100), linea('CERO', 1, 50), linea('IEPS', 1, 100)]);
  const n = await e.hecho(CREDITO, deVenta(f, { importes: { base0: 50 } }));
  assert.deepEqual([n.total, await pendienteIva(f)], [50, 81.28]);
  const o = await e.hecho(CREDITO, deVenta(f, { importes: { base16: 250 } }));
  // Half of each of the three lines: 150.00, 50.00, and 50.00 with 4.00 of IEPS.
  assert.equal(o.total, 294.64);
  const filas = await e.base.sql(`SELECT numero_partida_origen AS n, importe::float FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${o.transaccionId} ORDER BY numero_partida`);
  assert.deepEqual(filas.map(x => [x.n, x.importe]), [[1, 150], [2, 50], [4, 50]]);
  await e.falla(CREDITO, deVenta(f, { importes: { base16: 250.01 } }), 'VALIDACION importes.base16 RANGO');
  await e.falla(CREDITO, deVenta(f, { importes: { base0: 0.01 } }), 'VALIDACION importes.base0 RANGO');
  await e.falla(CREDITO, deVenta(f, { partidas: [{ numeroPartida: 1, importe: 150.01 }] }), 'VALIDACION partidas[0].importe RANGO');
  await e.cuadra();
  // The rest is credited by lines: nothing is owed.
  await e.hecho(CREDITO, deVenta(f, { partidas: [{ numeroPartida: 1, importe: 150 }, { numeroPartida: 2, importe: 50 }, { numeroPartida: 4, importe: 50 }] }));
  assert.equal(await saldo(f), '0.00 Pagado');
  await e.cuadra();
});

test('lo acreditado ya no se devuelve: la mercancía regresa a lo que quedó de su precio', async () => {
  const f = await vender([linea('A', 10, 100)]);
  await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 4 }] });
  await e.hecho(CREDITO, deVenta(f, { importes: { base16: 60 } }));  // 600.00 remain after the return
  const d = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 3 }] });
  assert.deepEqual([d.total, await saldo(f)], [313.2, '313.20 Parcial']);
  await e.falla(CREDITO, deVenta(f, { importes: { base16: 270.01 } }), 'VALIDACION importes.base16 RANGO');
  await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', completa: true });
  assert.equal(await saldo(f), '0.00 Pagado');
  await e.cuadra();
  // The same rule for a purchase.
  const g = await comprar([linea('B', 10, 100)]);
  await e.hecho(CREDITO, deCompra(g, { importes: { base16: 100 } }));
  const r = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: g, motivo: 'x', completa: true });
  assert.deepEqual([r.total, await saldo(g)], [1044, '0.00 Pagado']);
  await e.cuadra();
});

test('no se cancela mientras esté lo que después se devolvió a ese precio', async () => {
  const f = await vender([linea('A', 10, 100)]), g = await comprar([linea('B', 10, 100)]);
  const n = await e.hecho(CREDITO, deVenta(f, { importes: { base16: 100 } })), o = await e.hecho(CREDITO, deCompra(g, { importes: { base16: 100 } }));
  const d = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 5 }] });
  const r = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: g, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 5 }] });
  assert.deepEqual([d.total, r.total], [522, 522]);
  esError(await cancelar(n.transaccionId, 'Ventas'), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  esError(await cancelar(o.transaccionId, 'Compras'), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  for (const [id, area] of [[d.transaccionId, 'Ventas'], [r.transaccionId, 'Compras'], [n.transaccionId, 'Ventas'], [o.transaccionId, 'Compras']]) assert.equal((await cancelar(id, area)).estado, 200);
  assert.deepEqual([await saldo(f), await saldo(g)], ['1160.00 Pendiente', '1160.00 Pendiente']);
  await e.cuadra();
});

test('más allá de los centavos: todo es todo, y dos partes suman el total', async () => {
  const f = await comprar([linea('B', 3, 33.333333)]);  // 99.999999
  await e.falla(CREDITO, deCompra(f, { importes: { base16: 100.01 } }), 'VALIDACION importes.base16 RANGO');
  assert.equal((await e.hecho(CREDITO, deCompra(f, { importes: { base16: 100 } }))).total, 116);
  assert.equal(await saldo(f), '0.00 Pagado');
  const retenido = [{ impuesto: '002', tasaOCuota: 0.16 }, { impuesto: '002', tipo: 'Retencion', tasaOCuota: 0.106667 }];
  const g = await comprar([linea('B', 1, 10.004, { impuestos: retenido })]);
  assert.equal(await saldo(g), '10.53 Pendiente');
  const totales = [];
  for (const _ of [1, 2]) totales.push((await e.hecho(CREDITO, deCompra(g, { importes: { base16: 5 } }))).total);
  assert.deepEqual([totales, await saldo(g)], [[5.27, 5.26], '0.00 Pagado']);
  const filas = await e.base.sql(`SELECT t.iva_retenido::float AS de, sum(r.importe)::float AS filas FROM transaccion t JOIN retencion r USING (organizacion_id, transaccion_id) WHERE t.organizacion_id = ${e.id} AND t.obj_id = 27 GROUP BY t.transaccion_id, 1`);
  assert.ok(filas.length >= 2 && filas.every(x => x.de === x.filas), JSON.stringify(filas));
  await e.cuadra();
});

test('lo que no tiene IVA de por sí: su base está donde el papel la puso; lo que no es mercancía regresa a su cuenta', async () => {
  const f = await comprar([{ conceptoId: asesoria, cantidad: 1, precioUnitario: 1000, impuestos: [{ impuesto: '001', tipo: 'Retencion', tasaOCuota: 0.0125 }] }, linea('B', 1, 500)]);
  await e.falla(CREDITO, deCompra(f, { importes: { exento: 1 } }), 'VALIDACION importes.exento RANGO');
  const n = await e.hecho(CREDITO, deCompra(f, { importes: { noObjeto: 1000 } }));
  assert.deepEqual(await e.poliza(n.transaccionId), ['D PROVEEDORES 987.50', 'D ISR_RET_PENDIENTE 12.50', 'A GASTO 1000.00']);
  const d = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: await comprar([linea('B', 1, 500), { conceptoId: asesoria, cantidad: 1, precioUnitario: 200 }]), motivo: 'x', completa: true });
  assert.deepEqual(await e.poliza(d.transaccionId), ['D PROVEEDORES 812.00', 'A INVENTARIO 500.00', 'A IVA_POR_ACREDITAR 112.00', 'A GASTO 200.00']);
  await e.cuadra();
});

test('lo retenido de una partida acreditada es el suyo, no en proporción a las demás', async () => {
  const retiene = tasaOCuota => ({ conceptoId: asesoria, cantidad: 1, precioUnitario: 1000, impuestos: [{ impuesto: '002', tasaOCuota: 0.16 }, { impuesto: '001', tipo: 'Retencion', tasaOCuota }] });
  const quedan = f => m.base.sql(`SELECT r.tasa::float, (r.importe - coalesce((SELECT sum(q.importe) FROM aplicacion a, unnest(a.retenciones) q WHERE a.organizacion_id = r.organizacion_id
    AND a.destino_id = r.transaccion_id AND a.fecha_reversa IS NULL AND q.consecutivo = r.consecutivo), 0))::float AS queda FROM retencion r WHERE transaccion_id = ${f} ORDER BY 1 DESC`).then(x => x.map(Object.values));
  for (const pagado of [0, 1103.75]) {
    const f = await comprar([retiene(0.1), retiene(0.0125)]);  // total: 2320 − 112.50
    if (pagado) await pagar(f, pagado);
    const n = await e.hecho(CREDITO, deCompra(f, { partidas: [{ numeroPartida: 1, importe: 1000 }] }));
    const parte = pagado ? 0.5 : 1;
    assert.deepEqual(await quedan(f), [[0.1, 0], [0.0125, pagado ? 0.48 : 12.5]]);  // 6.25 were left; the credit of the paid half pays most of them
    assert.equal(await e.uno('aplicacion', '(retenciones[1]).importe::float', `destino_id = ${f} AND tipo = 'Devolucion'`), 100 * parte);
    await e.cuadra();
    assert.equal((await cancelar(n.transaccionId, 'Compras')).estado, 200);
    assert.deepEqual(await quedan(f), [[0.1, 100 * parte], [0.0125, 12.5 * parte]]);
    await e.cuadra();
  }
});

test('de ningún documento: toda queda a favor de quien es', async () => {
  const n = await e.hecho(CREDITO, { tipo: 'Cliente', contactoId: cliente, motivo: 'Bonificación anual', importes: { base16: 100, base8: 50, base0: 30, exento: 20, noObjeto: 10 } });
  assert.deepEqual([n.total, n.saldo, n.estado], [230, 230, 'Pendiente']);
  assert.deepEqual(await e.poliza(n.transaccionId), ['D IVA_COBRADO 20.00', 'D DEV_VENTAS 210.00', 'A CLIENTES 230.00']);
  const o = await e.hecho(CREDITO, { tipo: 'Proveedor', contactoId: proveedor, motivo: 'Rebaja', importes: { base16: 100 }, moneda: 'USD', tipoCambio: 18 });
  assert.deepEqual(await e.poliza(o.transaccionId), ['D PROVEEDORES 2088.00', 'A IVA_ACREDITABLE 288.00', 'A DEV_COMPRAS 1800.00']);
  const f = await comprar([linea('USD', 1, 200)], { moneda: 'USD', tipoCambio: 18 });
  await e.hecho(PAGAR, { transaccionId: o.transaccionId, partidas: [{ transaccionIdCompra: f, importeAbono: 116 }] });
  assert.deepEqual([await saldo(f), await saldo(o.transaccionId)], ['116.00 Parcial', '0.00 Aplicado']);
  await e.cuadra();
  assert.equal((await cancelar(n.transaccionId, 'Ventas')).estado, 200);
  await e.cuadra();
  const lista = (await srv.get('/api/NotaCredito/Detallado?tipo=Proveedor', { token: e.token })).json.data;
  assert.ok(lista.some(x => x.transaccionId === o.transaccionId && x.descripcion === 'Rebaja'), JSON.stringify(lista[0]));
});

test('lo que no se puede', async t => {
  const f = await vender([linea('A', 1, 100)]);
  const c = await comprar([linea('B', 1, 100)]);
  const casos = [
    ['ni de quién ni de qué', { tipo: 'Cliente', motivo: 'x', importes: { base16: 1 } }, 'VALIDACION contactoId REQUERIDO'],
    ['de ambos', deVenta(f, { contactoId: cliente, importes: { base16: 1 } }), 'VALIDACION contactoId RANGO'],
    ['nada', deVenta(f), 'VALIDACION importes REQUERIDO'],
    ['nada por tasa', deVenta(f, { importes: {} }), 'VALIDACION importes REQUERIDO'],
    ['por las dos maneras', deVenta(f, { importes: { base16: 1 }, partidas: [{ numeroPartida: 1, importe: 1 }] }), 'VALIDACION importes RANGO'],
    ['partidas de ningún documento', { tipo: 'Cliente', contactoId: cliente, motivo: 'x', partidas: [{ numeroPartida: 1, importe: 1 }] }, 'VALIDACION partidas RANGO'],
    ['dos veces la misma', deVenta(f, { partidas: [{ numeroPartida: 1, importe: 1 }, { numeroPartida: 1, importe: 1 }] }), 'VALIDACION partidas[1].numeroPartida DUPLICADO'],
    ['otra partida', deVenta(f, { partidas: [{ numeroPartida: 7, importe: 1 }] }), 'VALIDACION partidas[0].numeroPartida NO_EXISTE'],
    ['más de lo que hay', deVenta(f, { importes: { base16: 100.01 } }), 'VALIDACION importes.base16 RANGO'],
    ['una tasa que no tiene', deVenta(f, { importes: { base8: 1 } }), 'VALIDACION importes.base8 RANGO'],
    ['otra moneda que la del documento', deVenta(f, { importes: { base16: 1 }, moneda: 'USD' }), 'VALIDACION transaccionIdOrigen RANGO'],
    ['proyecto que no es el del documento', deVenta(f, { importes: { base16: 1 }, proyectoId: 1 }), 'VALIDACION transaccionIdOrigen RANGO'],
    ['papel del proveedor en una nuestra', deVenta(f, { importes: { base16: 1 }, folioProveedor: '7' }), 'VALIDACION folioProveedor RANGO'],
    ['de una compra, como de cliente', deVenta(c, { importes: { base16: 1 } }), 'VALIDACION transaccionIdOrigen NO_EXISTE'],
    ['de una venta, como de proveedor', deCompra(f, { importes: { base16: 1 } }), 'VALIDACION transaccionIdOrigen NO_EXISTE'],
    ['antes que el documento', deVenta(f, { importes: { base16: 1 }, fecha: '2020-01-01' }), 'VALIDACION fecha RANGO'],
    ['de nadie', { tipo: 'Proveedor', contactoId: 987654321, motivo: 'x', importes: { base16: 1 } }, 'VALIDACION contactoId NO_EXISTE'],
  ];
  for (const [que, cuerpo, esperado] of casos) await t.test(que, async () => { await e.falla(CREDITO, cuerpo, esperado); });
});

