// The audit of taxes: each account of VAT, IEPS and withholdings, pending and paid, equals its documents and their applications. A hidden cent in any
// of them is seen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar, auditarTras } from './lib/auditoria.mjs';
import { hasta, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const PAGAR = '/api/Bancos/EgresoAgregar', COBRAR = '/api/Bancos/DepositoAgregar';
const PENDIENTES = ['IVA_POR_COBRAR', 'IEPS_POR_COBRAR', 'IVA_POR_ACREDITAR', 'IEPS_POR_ACREDITAR', 'IVA_RET_PENDIENTE', 'ISR_RET_PENDIENTE', 'IVA_RET_A_FAVOR_PENDIENTE', 'ISR_RET_A_FAVOR_PENDIENTE'];
const DE_FLUJO = ['IVA_COBRADO', 'IEPS_COBRADO', 'IVA_RET_A_FAVOR', 'ISR_RET_A_FAVOR', 'IVA_ACREDITABLE', 'IVA_ACREDITABLE_RETENIDO', 'IEPS_ACREDITABLE', 'IVA_RET_POR_PAGAR', 'ISR_RET_HONOR', 'ISR_RET_ARREND', 'ISR_RET_OTROS'];
let m, e, fisica, base, cliente, persona;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Auditada', rfc: 'EKU9003173C9' });
  await base.gestor(['parametro', 'poner', 'acreditaIeps', 'true', '--organizacion', String(e.id)]);
  cliente = await e.cliente('CLI');
  persona = await e.cliente('PERSONA', { tipoContacto: 'Proveedor', nombre: 'JUAN PEREZ', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' });
  const retiene = { tipo: 'Servicio', unidadMedidaId: e.servicio, tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 };
  for (const [codigo, mas] of Object.entries({ IEPS: { tasaIeps: 0.08 }, HONOR: { ...retiene, tipoRetencion: 'Honorarios' }, RENTA: { ...retiene, tipoRetencion: 'Arrendamiento' }, OTRO: { ...retiene, tipoRetencion: 'Otros' } })) p[codigo] = await e.producto(codigo, mas);
  await e.entrada(p.IEPS, 100, 10);
  fisica = await Empresa.crear(m, { nombre: 'De una persona', rfc: 'PEPJ8001019Q8', regimen: '612' });  // companies withhold from a natural person
  fisica.honor = await fisica.producto('HONOR', { ...retiene, unidadMedidaId: fisica.servicio, tipoRetencion: 'Honorarios' });
  fisica.cliente1 = await fisica.cliente('MORAL');
});
after(() => m?.cerrar());

const caja = () => ({ cuentaId: e.caja, formaPagoId: e.efectivo });
const lineas = (...codigos) => codigos.map(codigo => ({ productoId: p[codigo], cantidad: 1, precioUnitario: 333.33 }));
const comprar = (...codigos) => e.hecho('/api/FacturaCompra', { proveedorId: persona, partidas: lineas(...codigos) });
const pagar = (d, importeAbono, mas = {}) => e.hecho(PAGAR, { ...caja(), partidas: [{ transaccionIdCompra: d.transaccionId, importeAbono }], ...mas });
const cobrar = (d, importe) => e.hecho(COBRAR, { ...caja(), contactoId: cliente, importe, aplicaciones: [{ transaccionId: d.transaccionId, importe }] });
const parte = (n, x) => Math.round(n * x * 100) / 100;
const sana = async que => assert.deepEqual(await auditar(base), [], que);
const saldos = async () => Object.fromEntries((await base.sql(`SELECT c.clave, count(*) AS n FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id IN (${e.id}, ${fisica.id}) GROUP BY 1`)).map(f => [f.clave, f.n]));

test('de todo lo que mueve impuestos, cada cuenta es lo que dicen los documentos', async () => {
  // Sales: collected in parts, returned, with an advance and with taxes that the customer withholds.
  const f = await e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: lineas('IEPS') });
  await cobrar(f, parte(f.total, 0.37));
  await sana('cobrada en parte');
  const devuelta = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: f.transaccionId, motivo: 'x', completa: true });
  await pagar(devuelta, parte(devuelta.saldo, 0.5));  // refunded by an egress
  const anticipo = await e.hecho('/api/Bancos/AnticipoAgregar', { ...caja(), clienteId: cliente, importe: 116.01 });
  const g = await e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: lineas('IEPS') });
  await e.hecho('/api/Bancos/DepositoAsignar', { transaccionId: anticipo.transaccionId, aplicaciones: [{ transaccionId: g.transaccionId, importe: 33.33 }] });
  await pagar(anticipo, 10.01);
  await e.hecho(COBRAR, { ...caja(), tipo: 'Concepto', importe: 58.01, partidas: [{ conceptoId: await e.concepto('DP-OTROS'), importe: 58.01 }] });
  await sana('ventas');
  const suya = await fisica.hecho('/api/FacturaVenta', { clienteId: fisica.cliente1, partidas: [{ productoId: fisica.honor, cantidad: 3, precioUnitario: 33.33 }] });
  await fisica.hecho(COBRAR, { cuentaId: fisica.caja, formaPagoId: fisica.efectivo, contactoId: fisica.cliente1, importe: 50.01, aplicaciones: [{ transaccionId: suya.transaccionId, importe: 50.01 }] });
  await fisica.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: suya.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 2 }] });
  await sana('lo que nos retienen');
  // Purchases: paid in parts, returned after the payment, and their withholdings remitted.
  const c = await comprar('IEPS', 'HONOR', 'RENTA', 'OTRO');
  await pagar(c, parte(c.total, 0.41));
  await sana('pagada en parte');
  await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: c.transaccionId, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 0.5 }] });
  await e.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: c.transaccionId, motivo: 'x', partidas: [2, 3, 4].map(numeroPartida => ({ numeroPartida, importe: 33.37 })) });
  await e.hecho('/api/NotaCredito', { tipo: 'Proveedor', contactoId: persona, motivo: 'x', importes: { base16: 10.03 } });
  const dado = await e.hecho('/api/Bancos/AnticipoProveedorAgregar', { ...caja(), proveedorId: persona, importe: 116.01, uuid: 'AAAAAAAA-0000-4000-8000-000000000001' });
  await e.hecho(PAGAR, { transaccionId: dado.transaccionId, partidas: [{ transaccionIdCompra: c.transaccionId, importeAbono: 33.34 }] });
  await e.hecho(COBRAR, { ...caja(), contactoId: persona, importe: 10.01, aplicaciones: [{ transaccionId: dado.transaccionId, importe: 10.01 }] });
  await sana('notas y anticipos');
  for (const concepto of ['GA-HONOR', 'GA-ARREND', 'GA-RESICO', 'GA-FLETES']) await e.hecho(PAGAR, { ...caja(), partidas: [{ conceptoId: await e.concepto(concepto), importeAbono: 20.01 }] });
  await e.hecho(PAGAR, { ...caja(), partidas: [{ conceptoId: await e.concepto('EG-PAGOIVA'), importeAbono: 1.01 }] });
  await sana('por concepto');
  const hay = await saldos();
  assert.deepEqual([...PENDIENTES, ...DE_FLUJO].filter(clave => !hay[clave]), [], 'no se movió');
});

for (const clave of [...PENDIENTES, ...DE_FLUJO])
  test(`un centavo escondido en ${clave}`, async () => {
    const faltas = await auditarTras(base, `UPDATE poliza_movimiento SET debe = debe + CASE WHEN debe > 0 THEN 0.01 ELSE 0 END, haber = haber + CASE WHEN haber > 0 THEN 0.01 ELSE 0 END WHERE (organizacion_id, poliza_id, numero) IN (
      SELECT v.organizacion_id, v.poliza_id, v.numero FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.organizacion_id IN (${e.id}, ${fisica.id}) AND c.clave = '${clave}' LIMIT 1)`);
    assert.match(faltas, new RegExp(`${clave}\\W+la contabilidad no es`));
  });

// Documents with a cent more, while the ledger stays.
const escondidos = [
  ['lo que se cobró', `UPDATE aplicacion SET flujo.iva16 = (flujo).iva16 + 0.01 WHERE organizacion_id = :org AND aplicacion_id = (SELECT min(aplicacion_id) FROM aplicacion WHERE organizacion_id = :org AND tipo = 'Cobro')`, 'IVA_COBRADO'],
  ['lo que un anticipo había declarado', `UPDATE aplicacion SET fuente_pesos.iva16 = (fuente_pesos).iva16 + 0.01 WHERE organizacion_id = :org AND fuente_pesos IS NOT NULL AND tipo = 'Pago'`, 'IVA_ACREDITABLE'],
  ['lo que una devolución había declarado', `UPDATE documento SET declarado.ieps = (declarado).ieps + 0.01 WHERE organizacion_id = :org AND transaccion_id = (SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = :org AND obj_id = 6)`, 'IEPS_COBRADO'],
  ['lo que se retuvo al pagar', `UPDATE retencion SET importe_mxn = importe_mxn + 0.01 WHERE organizacion_id = :org AND tipo_retencion = 'Arrendamiento' AND impuesto = '001' AND transaccion_id IN (SELECT transaccion_id FROM transaccion WHERE organizacion_id = :org AND obj_id = 10)`, 'ISR_RET_ARREND'],
];
for (const [que, dano, clave] of escondidos)
  test(`un centavo escondido en ${que}`, async () => {
    assert.match(await auditarTras(base, dano.replaceAll(':org', e.id)), new RegExp(`${clave}\\W+la contabilidad no es`));
  });

test('lo que encareció mercancía no esconde nada', async () => {
  await e.hecho('/api/Bancos/DepositoAgregar', { ...caja(), tipo: 'Concepto', importe: 1160, partidas: [{ conceptoId: await e.concepto('DP-OTROS'), importe: 1160 }] });
  const torno = await e.producto('TORNO'), partidas = cantidad => [{ productoId: torno, cantidad, precioUnitario: 10 }];
  const compra = await e.hecho('/api/FacturaCompra', { proveedorId: persona, partidas: partidas(10) });
  const venta = await e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: partidas(4) });
  const encarecer = () => e.hecho('/api/GastosSobreCompra', { transaccionIdCompra: compra.transaccionId, proveedorId: persona, conceptoId: e.gasto, importe: 50, baseProrrateo: 'Cantidad' });
  const [vigente, cancelado] = [await encarecer(), await encarecer()];
  const r = await m.srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${cancelado.transaccionId}?motivo=x`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
  await sana('un gasto sobre compra vigente y otro cancelado');
  const mover = (id, clave, hacia) => `UPDATE poliza_movimiento v SET ${hacia} FROM poliza q, cuenta_contable c WHERE v.organizacion_id = ${e.id} AND q.organizacion_id = ${e.id} AND q.poliza_id = v.poliza_id
    AND c.organizacion_id = ${e.id} AND c.cuenta_contable_id = v.cuenta_contable_id AND q.transaccion_id = ${id} AND c.clave = '${clave}'`;
  const haber = x => `haber = v.haber + CASE WHEN v.haber > 0 THEN ${x} ELSE 0 END`;
  const otra = `${mover(cancelado.transaccionId, 'COSTO_VENTAS', `cuenta_contable_id = (SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'VENTAS_16')`)} AND q.reversa_de IS NOT NULL`;
  assert.match(await auditarTras(base, otra), /cancelado que no se revirtió/, 'el costo vuelve de una cuenta a la que no fue');
  const centavo = [[cancelado, 0.01], [venta, -0.01]].flatMap(([d, x]) => [mover(d.transaccionId, 'INVENTARIO', haber(x)), `${mover(d.transaccionId, 'COSTO_VENTAS', `debe = v.debe + ${x}`)} AND v.debe > 0`]).join(';\n');
  assert.match(await auditarTras(base, centavo), /lo que movió en INVENTARIO no es lo que dice su póliza/, 'un centavo de un documento en la póliza de otro');
  assert.match(await auditarTras(base, `UPDATE movimiento_inventario SET reversa = true WHERE organizacion_id = ${e.id} AND transaccion_id = ${vigente.transaccionId}`), /revertido sin cancelarse/, 'revertido y vigente');
});

test('lo que se sumó por mes y no es el libro se ve', async () => {
  await hasta(async () => (await base.uno('SELECT polizas_resumir(1000000)')) === 0 && base.uno('SELECT hasta FROM resumen_contable'), 'se suma todo');
  await sana('sumado');
  for (const dano of ['UPDATE saldo_mensual SET debe = debe + 0.01 WHERE ctid = (SELECT min(ctid) FROM saldo_mensual)', 'DELETE FROM saldo_mensual WHERE ctid = (SELECT max(ctid) FROM saldo_mensual)'])
    assert.match(await auditarTras(base, dano), /lo sumado por mes no es el libro/, dano);
});
