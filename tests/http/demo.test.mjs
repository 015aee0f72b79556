// The demo is a company whose books add up, when it is loaded and after its documents of every type were cancelled, collected, assigned, returned and
// invoiced at random, in pesos and in other currencies. The last date is the day of loading, and the same day gives the same data.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { auditoriaSeguida } from './lib/auditoria_seguida.mjs';
import { Base, dia, montar } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';

let m, auditoria;
before(async () => {
  m = await montar({ registros: 2100 });  // three months of purchases in the first organization
  auditoria = await auditoriaSeguida(m.base);
});
after(async () => {
  await auditoria?.cerrar();
  await m?.cerrar();
});
const sano = async () => assert.deepEqual(await auditoria.auditar(), []);

test('recién cargada, la contabilidad es la suma de sus documentos', async t => {
  await sano();
  t.diagnostic(`hledger coincide en ${await compararConHledger(m.base, 1)} y ${await compararConHledger(m.base, 2)} cuentas`);
  assert.equal(await m.base.uno(`SELECT count(*) FROM cuenta_contable c WHERE organizacion_id = 1 AND clave IN ('CLIENTES', 'IVA_POR_COBRAR', 'IVA_COBRADO', 'ANTICIPO_CLIENTES', 'BANCO', 'CAJA', 'INVENTARIO',
    'COSTO_VENTAS', 'VENTAS_16', 'VENTAS_8', 'VENTAS_0', 'VENTAS_EXENTAS', 'DEV_VENTAS', 'APERTURA', 'PROVEEDORES', 'POR_FACTURAR', 'ANTICIPO_PROVEEDORES', 'IVA_POR_ACREDITAR', 'IVA_ACREDITABLE', 'IVA_RET_POR_PAGAR', 'ISR_RET_HONOR',
    'ACREEDORES', 'GASTO', 'COMISION_BANCARIA') AND EXISTS (SELECT FROM poliza_movimiento p WHERE p.organizacion_id = 1 AND p.cuenta_contable_id = c.cuenta_contable_id)`), 24);
});

// Every type of document of purchases and payments exists in every state that it can have, so that no list is empty.
test('compra y paga: cada lectura de compras y pagos tiene qué mostrar', async () => {
  const estados = await m.base.sql(`SELECT o.clave, string_agg(DISTINCT t.estado, ' ' ORDER BY t.estado) AS estados FROM transaccion t JOIN objeto o USING (obj_id)
    WHERE t.organizacion_id = 1 AND (t.obj_id IN (10, 11, 12, 13, 15, 18, 26, 27, 28, 29, 30) OR t.obj_id = 5 AND t.origen = 'Compra') GROUP BY 1 ORDER BY 1`);
  assert.deepEqual(Object.fromEntries(estados.map(e => [e.clave, e.estados])), {
    AnticipoProveedor: 'Parcial Pendiente', CotizacionProveedor: 'Vigente', Egreso: 'Asignado Parcial', FacturaCompra: 'Cancelado Pagado Parcial Pendiente', GastoSobreCompra: 'Pagado Pendiente',
    NotaCreditoProveedor: 'Aplicado', NotaDevolucionProveedor: 'Aplicado Pendiente', NotaRemision: 'Facturado Pendiente', OrdenCompra: 'Autorizado Cancelado Parcial Pendiente Recibido', PagoNoMonetario: 'Aplicado',
    RecepcionMercancia: 'Facturado', SolicitudPago: 'Autorizado Pagado Parcial Pendiente' });
  const vacias = [];
  for (const ruta of ['OrdenCompra', 'FacturaCompra', 'NotaRemision', 'GastosSobreCompra', 'NotaDevolucionProveedor', 'NotaCredito/Detallado?tipo=Proveedor', 'Cotizaciones/Proveedor', 'SolicitudPago', 'Bancos/Egresos',
    `Bancos/EgresosPorFecha?fechaInicial=${dia(-120)}&fechaFinal=${dia()}`, 'Contactos?tipoContacto=Proveedor', 'CuentasPorPagar/AntiguedadSaldos', 'CuentasPorPagar/Global']) {
    const r = await m.srv.get(`/api/${ruta}`, { token: m.t1 });
    const { data } = r.json;
    if (r.estado !== 200 || !(Array.isArray(data) ? data : data.registros ?? data.monedas ?? []).length) vacias.push(`${ruta}: ${r.texto.slice(0, 200)}`);
  }
  assert.deepEqual(vacias, []);
  const [dolares] = await m.base.sql(`SELECT count(*) FILTER (WHERE moneda_id = 2) AS dolares, count(*) FILTER (WHERE iva_retenido > 0 AND isr_retenido > 0) AS retienen, count(*) FILTER (WHERE usuario <> 'demo') AS de_nadie
    FROM transaccion WHERE organizacion_id = 1 AND obj_id = 13`);
  assert.deepEqual([dolares.dolares > 0, dolares.retienen > 0, dolares.de_nadie], [true, true, 0]);
  assert.equal(await m.base.uno(`SELECT count(*) FROM contacto WHERE organizacion_id = 1 AND tipo_contacto = 'Proveedor' AND length(clabe) = 18 AND fecha_alta < now() - interval '800 days'`), 6);
  assert.ok(await m.base.uno(`SELECT count(*) FROM movimiento_banco b JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE organizacion_id = 1 AND b.conciliado AND t.obj_id = 10`) >= 3);
});

const hoyDeLaDemo = "(SELECT max(fecha)::date FROM transaccion WHERE obj_id IN (1, 2, 8))";
test('sus fechas llegan hasta ayer, y dependen sólo del tamaño y del día', async () => {
  const [f] = await m.base.sql(`SELECT (max(fecha)::date < timezone('America/Monterrey', now())::date) AS antes, max(fecha)::date >= timezone('America/Monterrey', now())::date - 3 AS reciente,
    (SELECT count(*) FROM transaccion WHERE fecha_cancelacion::date > timezone('America/Monterrey', now())::date OR fecha_creacion::date > timezone('America/Monterrey', now())::date) AS despues
    FROM transaccion WHERE es_venta OR obj_id IN (8, 9)`);
  assert.deepEqual(f, { antes: true, reciente: true, despues: 0 });
  const bases = [];
  try {
    for (const fecha of ['2027-01-01', '2027-01-01', '2028-02-29']) {
      const b = await Base.crear({ registros: 0 });
      bases.push(b);
      await b.gestor(['demo', '--registros', '700', '--fecha', fecha]);
    }
    const huella = b => b.sql(`SELECT md5(string_agg(t::text, '|' ORDER BY transaccion_id)) AS documentos, (SELECT md5(string_agg((to_jsonb(p) - 'registrada')::text || m::text, '|' ORDER BY p.poliza_id, m.numero))
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id)) AS polizas, ${['aplicacion', 'capa', 'movimiento_inventario', 'movimiento_banco', 'partida', 'autorizacion', 'contacto'].map(tabla =>
      `(SELECT md5(string_agg(f, '|' ORDER BY f)) FROM (SELECT (to_jsonb(x) - '{registrada, modificado}'::text[])::text AS f FROM ${tabla} x) q) AS ${tabla}`).join(', ')}, ${hoyDeLaDemo}::text AS hasta FROM transaccion t`);
    const [[uno], [dos], [tres]] = await Promise.all(bases.map(huella));
    assert.deepEqual(uno, dos);
    assert.notEqual(uno.documentos, tres.documentos);
    assert.deepEqual([uno.hasta, tres.hasta], ['2026-12-31', '2028-02-28']);
    assert.deepEqual(await auditar(bases[2]), []);
  } finally {
    for (const b of bases) await b.soltar();
  }
});

// algunos: some documents of each type in each currency, the same in every run of one day.
const AZAR = azarCon(Number(process.env.DEMO_SEMILLA ?? 20261116));
const algunos = (filas, n) => filas.map(f => [AZAR(), f]).sort((a, b) => a[0] - b[0]).slice(0, n).map(([, f]) => f);
const cuenta = new Map();
async function pedir(que, org, metodo, ruta, cuerpo) {
  const r = await m.srv.pedir(metodo, ruta, { token: org === 1 ? m.t1 : m.t2, cuerpo });
  assert.ok(r.estado === 200 || r.estado === 400, `${que}: ${metodo} ${ruta} ${JSON.stringify(cuerpo ?? '')}: ${r.estado} ${r.texto}`);
  const c = cuenta.get(que) ?? cuenta.set(que, { bien: 0, no: new Map() }).get(que);
  if (r.estado === 200) c.bien++;
  else c.no.set(r.json.codigo, (c.no.get(r.json.codigo) ?? 0) + 1);
  return r;
}
const documentos = donde => m.base.sql(`SELECT t.organizacion_id AS org, t.transaccion_id AS id, t.obj_id AS obj, t.sucursal_id AS sucursal, t.moneda_id AS moneda, t.contacto_id AS contacto, t.saldo, t.total, t.tipo_cambio AS tc,
  t.estatus_timbrado AS timbrado FROM transaccion t LEFT JOIN movimiento_banco b USING (organizacion_id, transaccion_id) WHERE ${donde} ORDER BY t.organizacion_id, t.transaccion_id`);
const porMoneda = async (donde, n) => (await Promise.all([1, 2, 3].map(moneda => documentos(`moneda_id = ${moneda} AND ${donde}`)))).flatMap(f => algunos(f, n));

test('se cobra, se asigna y se aplica cualquier cosa de ella', async () => {
  const forma = await m.base.sql(`SELECT organizacion_id AS org, forma_pago_id AS id FROM forma_pago WHERE nombre = 'Transferencia'`);
  const cuentas = await m.base.sql(`SELECT organizacion_id AS org, moneda_id AS moneda, cuenta_id AS id FROM cuenta_bancaria WHERE clave IN ('BBVA-01', 'BBVA-USD')`);
  const de = (lista, org, moneda) => lista.find(x => x.org === org && (moneda === undefined || x.moneda === moneda)).id;
  for (const d of await porMoneda(`obj_id IN (1, 2, 24) AND saldo > 0`, 8)) {
    const moneda = d.moneda === 2 ? 2 : 1;
    const parte = [d.saldo, Math.round(d.saldo * 37) / 100][AZAR(2)];
    const importe = moneda === d.moneda ? parte : Math.round(parte * d.tc * 100) / 100;
    await pedir(`cobrar moneda ${d.moneda}`, d.org, 'POST', '/api/Bancos/DepositoAgregar', { contactoId: d.contacto, cuentaId: de(cuentas, d.org, moneda), formaPagoId: de(forma, d.org), monedaId: moneda, importe,
      ...(moneda === 2 && { tipoCambio: d.tc }), aplicaciones: [{ transaccionId: d.id, importe: parte, ...(moneda !== d.moneda && { tipoCambio: d.tc }) }] });
  }
  await sano();
  for (const d of await porMoneda(`obj_id IN (6, 7, 8, 9) AND saldo > 0`, 8)) {
    const [destino] = await documentos(`t.organizacion_id = ${d.org} AND obj_id IN (1, 2, 24) AND saldo > 0 AND contacto_id = ${d.contacto} AND moneda_id = ${d.moneda}`);
    if (destino) await pedir(`asignar ${d.obj} moneda ${d.moneda}`, d.org, 'POST', '/api/Bancos/DepositoAsignar', { transaccionId: d.id, aplicaciones: [{ transaccionId: destino.id, importe: Math.min(d.saldo, destino.saldo) }] });
  }
  await sano();
});

test('se devuelve y se factura cualquier cosa de ella', async () => {
  for (const d of await porMoneda(`obj_id IN (1, 2) AND estado <> 'Cancelado'`, 12)) {
    const partidas = AZAR(2) ? { completa: true } : { partidas: [{ numeroPartida: 1, cantidad: 0.5 }] };
    await pedir(`devolver moneda ${d.moneda}`, d.org, 'POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: d.id, motivo: 'Prueba', reingresaInventario: AZAR(3) > 0, ...partidas });
  }
  await sano();
  for (const d of algunos(await documentos(`obj_id = 2 AND estado IN ('Pendiente', 'Parcial') AND rfc <> 'XAXX010101000'`), 6))
    await pedir('facturar nota', d.org, 'POST', `/api/NotaVenta/NotaVentaFacturar/${d.id}`, {});
  await sano();
});

test('se cancela cualquier cosa de ella: la moneda extranjera contestaba 500', async t => {
  for (const obj of [8, 9])
    for (const d of await porMoneda(`obj_id = ${obj} AND estado <> 'Cancelado' AND NOT b.conciliado`, 12))
      await pedir(`cancelar ${obj} moneda ${d.moneda}`, d.org, 'DELETE', `/api/Bancos/DepositoCancelar/${d.id}?motivo=Prueba`);
  await sano();
  for (const obj of [1, 2, 5, 6, 7, 24])
    for (const donde of ['true', 't.saldo = t.total'])
      for (const d of await porMoneda(`obj_id = ${obj} AND estado <> 'Cancelado' AND ${donde}`, 5))
        await pedir(`cancelar ${obj} moneda ${d.moneda}`, d.org, 'DELETE', `/api/Ventas/TransaccionCancelar/${d.id}?motivo=Prueba${d.timbrado === 'Timbrado' ? '&motivoSat=02' : ''}`);
  for (const d of await documentos(`obj_id = 3 AND estado = 'Pendiente'`))
    await pedir('cancelar 3', d.org, 'DELETE', `/api/PedidoCliente/PedidoClienteCancelar/${d.id}?motivo=Prueba`);
  await sano();
  for (const [que, c] of [...cuenta].sort()) t.diagnostic(`${que}: ${c.bien} bien${[...c.no].map(([k, n]) => `, ${n} ${k}`).join('')}`);
  for (const que of ['cobrar moneda 1', 'cobrar moneda 2', 'cobrar moneda 3', 'asignar 8 moneda 1', 'devolver moneda 1', 'devolver moneda 2', 'devolver moneda 3', 'facturar nota', 'cancelar 1 moneda 1', 'cancelar 1 moneda 2', 'cancelar 2 moneda 1',
    'cancelar 5 moneda 1', 'cancelar 8 moneda 1', 'cancelar 8 moneda 2', 'cancelar 9 moneda 1', 'cancelar 3'])
    assert.ok(cuenta.get(que)?.bien > 0, `nada de «${que}» se pudo`);
});

// Purchases and payments of the demo are cancelled in reverse order. An advance that was used stays, and so do the documents that it paid.
test('cada compra y cada pago de ella se cancela, y la contabilidad lo sigue', async t => {
  const cancelar = { 28: 'Bancos/PagoNoMonetarioCancelar', 10: 'Bancos/EgresoCancelar', 29: 'Bancos/EgresoCancelar', 11: 'SolicitudPago/SolicitudPagoCancelar', 27: 'Compras/TransaccionCancelar', 26: 'Compras/TransaccionCancelar',
    15: 'Compras/TransaccionCancelar', 14: 'Compras/TransaccionCancelar', 13: 'FacturaCompra/FacturaCompraCancelar', 5: 'Compras/TransaccionCancelar', 18: 'Compras/TransaccionCancelar', 12: 'OrdenCompra/OrdenCompraCancelar', 30: 'Compras/TransaccionCancelar' };
  const vivos = obj => m.base.sql(`SELECT organizacion_id AS org, transaccion_id AS id FROM transaccion WHERE obj_id = ${obj} AND estado <> 'Cancelado' AND (obj_id <> 5 OR origen = 'Compra') ORDER BY transaccion_id DESC`);
  const atados = new Set((await m.base.sql(`WITH usado AS (SELECT a.fuente_id, a.destino_id FROM aplicacion a JOIN transaccion f ON f.organizacion_id = a.organizacion_id AND f.transaccion_id = a.fuente_id AND f.obj_id = 29)
    SELECT fuente_id AS id FROM usado UNION SELECT destino_id FROM usado UNION SELECT r.origen_id FROM usado u JOIN relacion r ON r.destino_id = u.destino_id AND r.tipo = 'Origen'`)).map(f => f.id));
  const [{ cuenta: cuentaId, marcados }] = await m.base.sql(`SELECT cuenta_id AS cuenta, json_agg(transaccion_id) AS marcados FROM movimiento_banco JOIN transaccion USING (organizacion_id, transaccion_id)
    WHERE organizacion_id = 1 AND obj_id = 10 AND conciliado GROUP BY 1`);
  assert.equal((await m.srv.pedir('POST', '/api/Bancos/Conciliar', { token: m.t1, cuerpo: { cuentaId, fechaCorte: dia(), saldoEstado: 0, desmarcar: marcados } })).estado, 200);
  for (const obj of [28, 10, 29, 11, 27, 26, 15, 14, 13, 5, 18, 12, 30]) {
    const documentos = await vivos(obj);
    const no = [];
    for (const d of documentos) {
      const r = await m.srv.pedir('DELETE', `/api/${cancelar[obj]}/${d.id}?motivo=Prueba`, { token: d.org === 1 ? m.t1 : m.t2 });
      if (r.estado === 200) continue;
      assert.equal(r.json.codigo, obj === 5 ? 'ESTADO_INVALIDO' : 'TIENE_DOCUMENTOS_RELACIONADOS', `${obj} ${d.id}: ${r.texto}`);
      no.push(d.id);
    }
    t.diagnostic(`${obj}: ${documentos.length - no.length} de ${documentos.length}`);
    assert.ok(documentos.length > no.length);
    assert.deepEqual(no, documentos.map(d => d.id).filter(id => atados.has(id)));
    await sano();
  }
  assert.equal(atados.size, 6);
  assert.deepEqual(await m.base.sql(`SELECT c.clave, sum(p.debe - p.haber) AS saldo FROM poliza_movimiento p JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE c.clave IN ('ACREEDORES', 'POR_FACTURAR', 'IVA_RET_PENDIENTE', 'ISR_RET_PENDIENTE', 'IVA_RET_POR_PAGAR', 'ISR_RET_HONOR', 'GASTO', 'COMISION_BANCARIA') GROUP BY 1 HAVING sum(p.debe - p.haber) <> 0`), []);
});
