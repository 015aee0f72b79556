// AsignacionCancelar: an application of a credit or of an advance is taken back. The cases are both sides, another exchange rate, withholdings, and a
// note that has become an invoice. The ledger and the balances of both documents return to the cent and part by part. The credit can be assigned
// again, and cancelled.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const QUITAR = '/api/Bancos/AsignacionCancelar', EGRESO = '/api/Bancos/EgresoAgregar', ASIGNAR = '/api/Bancos/DepositoAsignar';
let m, e, base, srv, proveedor, cliente, servicio, lector;
const c = {};
before(async () => {
  m = await montar({ registros: 20 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Desasigna', rfc: 'EKU9003173C9' });
  for (const [clave, moneda] of [['PESOS', 1], ['DOLARES', 2]])
    c[clave] = Number(await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, banco_id, moneda_id, cuenta_contable_id)
      SELECT ${e.id}, '${clave}', '${clave}', 'Banco', (SELECT min(banco_id) FROM banco), ${moneda}, cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'BANCO' RETURNING cuenta_id`));
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  [proveedor, cliente] = [await e.cliente('PROV', { tipoContacto: 'Proveedor', rfc: 'PEPJ8001019Q8', regimenFiscal: '612', usoCFDI: undefined }), await e.cliente('CLI')];
  servicio = await e.producto('SERV', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  const u = await base.usuario({ usuario: `lector${e.id}`, organizacion: e.id, sucursal: e.matriz, rol: 'lector' });
  lector = await srv.entrar({ ...u, ...e.llave });
});
after(() => m?.cerrar());

const enDolares = tipoCambio => ({ moneda: 'USD', tipoCambio });
const dinero = (cuentaId = c.PESOS) => ({ cuentaId, formaPagoId: e.transferencia });
let folio = 0;
const uuid = () => `BBBBBBBB-0000-4000-8000-${String(++folio).padStart(12, '0')}`;
const hacer = async (ruta, cuerpo) => (await e.hecho(ruta, cuerpo)).transaccionId;
const una = { cantidad: 1 };
const RETENIDOS = [['002', 'Traslado', 0.16], ['002', 'Retencion', 0.106667], ['001', 'Retencion', 0.1]].map(([impuesto, tipo, tasaOCuota]) => ({ impuesto, tipo, tasaOCuota }));
const comprar = (precioUnitario, mas = {}, linea = { productoId: servicio }) => hacer('/api/FacturaCompra', { proveedorId: proveedor, partidas: [{ ...una, ...linea, precioUnitario }], ...mas });
const vender = (precioUnitario, mas = {}) => hacer('/api/FacturaVenta', { clienteId: cliente, partidas: [{ ...una, productoId: servicio, precioUnitario }], ...mas });
const creditoDe = (tipo, base16, mas = {}) => hacer('/api/NotaCredito', { tipo, contactoId: tipo === 'Cliente' ? cliente : proveedor, motivo: 'Bonificación', importes: { base16 }, ...mas });
const anticipar = (importe, mas = {}) => hacer('/api/Bancos/AnticipoProveedorAgregar', { ...dinero(), proveedorId: proveedor, importe, uuid: uuid(), ...mas });
const anticipo = (importe, mas = {}) => hacer('/api/Bancos/AnticipoAgregar', { ...dinero(), clienteId: cliente, importe, ...mas });
const pagar = (fuente, destino, importeAbono) => e.hecho(EGRESO, { transaccionId: fuente, partidas: [{ transaccionIdCompra: destino, importeAbono }] });
const cobrar = (fuente, destino, importe) => e.hecho(ASIGNAR, { transaccionId: fuente, aplicaciones: [{ transaccionId: destino, importe }] });
const quitar = (fuente, destino, opciones = {}) => srv.pedir('DELETE', `${QUITAR}/${fuente}/${destino}`, { token: e.token, ...opciones });
const cancelar = (ruta, id) => srv.pedir('DELETE', `/api/${ruta}/${id}?motivo=x`, { token: e.token });
const mayor = () => base.sql(`SELECT c.clave, sum(v.debe - v.haber) AS x FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id = ${e.id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0 ORDER BY 1`);
const queda = (...ids) => base.sql(`SELECT transaccion_id, estado, saldo, pendiente::text, pendiente_mxn::text FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id IN (${ids}) ORDER BY 1`);
const corto = id => base.uno(`SELECT estado || ' ' || saldo FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${id}`);
const cuadra = async () => assert.deepEqual(await auditar(base), []);

// idaYVuelta: assigned, taken back and assigned again gives the same state each time. The answer names the accounts that the assignment changed.
async function idaYVuelta(asignar, fuente, destino, importe) {
  const foto = async () => [await mayor(), await queda(fuente, destino)];
  const antes = await foto();
  await asignar(fuente, destino, importe);
  const asignado = await foto();
  await cuadra();
  const r = await quitar(fuente, destino);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(await foto(), antes);
  await cuadra();
  await asignar(fuente, destino, importe);
  assert.deepEqual(await foto(), asignado);
  assert.equal((await quitar(fuente, destino)).estado, 200);
  assert.deepEqual(await foto(), antes);
  await cuadra();
  const de = (lista, clave) => lista.find(x => x.clave === clave)?.x ?? 0;
  return [r.json.data, [...new Set([...antes[0], ...asignado[0]].map(x => x.clave))].filter(k => de(antes[0], k) !== de(asignado[0], k))];
}

for (const [que, fuente, destino, importe, mueve] of [
  ['crédito de proveedor', () => creditoDe('Proveedor', 100), () => comprar(300), 116, ['IVA_ACREDITABLE']],
  ['una parte de un crédito', () => creditoDe('Proveedor', 100), () => comprar(300), 33.33, ['IVA_ACREDITABLE']],
  ['con retenciones', () => creditoDe('Proveedor', 500), () => comprar(1000, {}, { productoId: servicio, impuestos: RETENIDOS }), 200, ['IVA_RET_POR_PAGAR', 'ISR_RET_OTROS', 'IVA_ACREDITABLE_RETENIDO']],
  ['anticipo a proveedor con IVA', () => anticipar(116), () => comprar(300), 58, ['ANTICIPO_PROVEEDORES']],
  ['anticipo en dólares a otro cambio', () => anticipar(116, { ...dinero(c.DOLARES), ...enDolares(18.1234) }), () => comprar(300, enDolares(20.5)), 77.77, ['UTILIDAD_CAMBIARIA']],
  ['y con pérdida', () => anticipar(116, { ...dinero(c.DOLARES), ...enDolares(20.5) }), () => comprar(300, enDolares(18.1234)), 77.77, ['PERDIDA_CAMBIARIA']],
])
  test(`de proveedor: ${que}`, async () => {
    const [f, d] = [await fuente(), await destino()];
    const total = Number(await base.uno(`SELECT total FROM transaccion WHERE transaccion_id = ${d}`));
    const [r, claves] = await idaYVuelta(pagar, f, d, importe);
    assert.deepEqual([r.transaccionId, r.saldo, r.estado, r.facturasAfectadas.map(x => [x.transaccionId, x.saldoAnterior, x.importe, x.saldo, x.estado])], [f, r.total, 'Pendiente', [[d, Number((total - importe).toFixed(2)), importe, total, 'Pendiente']]]);
    for (const clave of mueve) assert.ok(claves.includes(clave), `${clave}: ${claves}`);
    assert.equal((await cancelar(que.includes('anticipo') || que.includes('pérdida') ? 'Bancos/EgresoCancelar' : 'Compras/TransaccionCancelar', f)).estado, 200);
    assert.equal((await cancelar('FacturaCompra/FacturaCompraCancelar', d)).estado, 200);
  });

for (const [que, fuente, destino, importe] of [
  ['nota de crédito', () => creditoDe('Cliente', 100), () => vender(300), 116],
  ['anticipo con su IVA', () => anticipo(116), () => vender(300), 58],
  ['anticipo en dólares', () => anticipo(116, { ...dinero(c.DOLARES), ...enDolares(18.1234) }), () => vender(300, enDolares(20.5)), 77.77],
])
  test(`de cliente: ${que}`, async () => {
    const [f, d] = [await fuente(), await destino()];
    const [r] = await idaYVuelta(cobrar, f, d, importe);
    assert.deepEqual([r.estado, r.facturasAfectadas.map(x => [x.transaccionId, x.importe])], ['Pendiente', [[d, importe]]]);
  });

// Money that is taken back becomes unassigned money, whether its bank movement is reconciled or not.
const depositar = (importe, mas = {}) => hacer('/api/Bancos/DepositoAgregar', { ...dinero(), contactoId: cliente, importe, ...mas });
async function egresar(importe) {
  const d = await comprar(importe), f = await hacer(EGRESO, { ...dinero(), partidas: [{ transaccionIdCompra: d, importeAbono: importe }] });
  assert.equal((await quitar(f, d)).estado, 200);
  return f;
}
for (const [que, asignar, fuente, destino, importe] of [
  ['depósito', cobrar, () => depositar(116), () => vender(300), 58],
  ['depósito en dólares a otro cambio', cobrar, () => depositar(116, { ...dinero(c.DOLARES), ...enDolares(18.1234) }), () => vender(300, enDolares(20.5)), 77.77],
  ['egreso', pagar, () => egresar(116), () => comprar(300), 116],
  ['egreso con retenciones', pagar, () => egresar(200), () => comprar(1000, {}, { productoId: servicio, impuestos: RETENIDOS }), 150],
])
  test(`dinero: ${que}`, async () => {
    const [f, d] = [await fuente(), await destino()];
    await base.sql(`UPDATE movimiento_banco SET conciliado = true WHERE organizacion_id = ${e.id} AND transaccion_id = ${f}`);
    const [r] = await idaYVuelta(asignar, f, d, importe);
    assert.deepEqual([r.estado, r.saldo, r.facturasAfectadas.map(x => [x.transaccionId, x.importe, x.estado])], ['Pendiente', r.total, [[d, importe, 'Pendiente']]]);
    assert.equal(await base.uno(`SELECT conciliado FROM movimiento_banco WHERE organizacion_id = ${e.id} AND transaccion_id = ${f}`), true);
  });

test('un egreso que se quitó de una compra no la dice entre sus partidas', async () => {
  const d = await comprar(300), f = await hacer(EGRESO, { ...dinero(), partidas: [{ transaccionIdCompra: d, importeAbono: 58 }] });
  assert.equal((await quitar(f, d)).estado, 200);
  const leido = (await srv.pedir('GET', `/api/Bancos/Egresos/${f}`, { token: e.token })).json.data;
  assert.deepEqual([leido.partidas.length, leido.importePorAsignar, leido.iva], [0, 58, 0]);
  await cuadra();
});

// An application that is taken back today still counted yesterday: on no day may a deposit be applied for more than its amount.
test('lo que se quitó no se asigna con fecha de cuando estaba asignado', async () => {
  const dia = n => base.uno(`SELECT to_char(timezone('America/Mexico_City', now()) - interval '${n} days', 'YYYY-MM-DD"T"00:00:00')`);
  const [antier, ayer] = [await dia(2), await dia(1)];
  const f = await depositar(116, { fecha: antier }), [v, w] = [await vender(300, { fecha: antier }), await vender(300, { fecha: antier })];
  const asignar = (destino, importe, fecha) => srv.pedir('POST', ASIGNAR, { token: e.token, cuerpo: { transaccionId: f, fecha, aplicaciones: [{ transaccionId: destino, importe }] } });
  assert.equal((await asignar(v, 100, antier)).estado, 200);
  assert.equal((await quitar(f, v)).estado, 200);
  for (const fecha of [antier, ayer]) {
    const r = await asignar(w, 17, fecha);
    assert.deepEqual([r.estado, r.json.codigo, r.json.errores?.map(x => [x.campo, x.codigo])], [400, 'RANGO', [['fecha', 'RANGO']]], r.texto);
  }
  assert.equal((await asignar(w, 16, ayer)).estado, 200);
  assert.equal((await asignar(w, 100)).estado, 200);
  await cuadra();
});

test('de varias asignaciones, sólo las de ese documento, y todas ellas', async () => {
  const [f, una1, otra] = [await creditoDe('Proveedor', 100), await comprar(100), await comprar(50)];
  const antes = await queda(una1);
  await pagar(f, una1, 10.01), await pagar(f, otra, 33.33), await pagar(f, una1, 20.02);
  assert.equal((await quitar(f, una1)).json.data.saldo, 82.67);
  assert.deepEqual([await queda(una1), await corto(otra), await corto(f)], [antes, 'Parcial 24.67', 'Parcial 82.67']);
  assert.equal((await cancelar('Compras/TransaccionCancelar', f)).json.codigo, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.equal((await quitar(f, otra)).estado, 200);
  assert.equal(await base.uno(`SELECT pendiente = cubetas AND pendiente_mxn = cubetas_mxn FROM transaccion WHERE transaccion_id = ${f}`), true, 'queda entero');
  assert.equal((await cancelar('Compras/TransaccionCancelar', f)).estado, 200);
  await cuadra();
});

test('de una nota que ya es factura, la que se debe es la factura', async () => {
  const n = await hacer('/api/NotaVenta', { clienteId: cliente, partidas: [{ ...una, productoId: servicio, precioUnitario: 100 }] });
  const f = await creditoDe('Cliente', 50);
  await cobrar(f, n, 58);
  const factura = await hacer(`/api/NotaVenta/NotaVentaFacturar/${n}`, {});
  assert.equal(await corto(factura), 'Parcial 58.00');
  const r = await quitar(f, n);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual([r.json.data.facturasAfectadas.map(x => [x.transaccionId, x.saldoAnterior, x.importe, x.saldo, x.estado]), await corto(factura), await corto(f)], [[[factura, 58, 58, 116, 'Pendiente']], 'Pendiente 116.00', 'Pendiente 58.00']);
  await cobrar(f, factura, 58);
  await cuadra();
});

test('lo que no se puede', async () => {
  const [f, d] = [await creditoDe('Proveedor', 100), await comprar(300)];
  const no = async (a, b, estado, codigo, opciones) => esError(await quitar(a, b, opciones), estado, codigo);
  await no(f, d, 400, 'NO_ENCONTRADO');  // not assigned
  await pagar(f, d, 58);
  await no(d, f, 400, 'NO_ENCONTRADO');
  await no(f, 987654321, 400, 'NO_ENCONTRADO');
  await no(987654321, d, 400, 'NO_ENCONTRADO');
  await no(f, d, 400, 'NO_ENCONTRADO', { token: m.t1 });  // an administrator of another organization
  await no(f, d, 403, 'PERMISO_DENEGADO', { token: lector });
  await hacer(EGRESO, { ...dinero(), partidas: [{ transaccionIdCompra: d, importeAbono: 10 }] });
  // A credit note of the document itself is part of the document: its application cannot be taken back.
  await hacer(EGRESO, { ...dinero(), partidas: [{ transaccionIdCompra: d, importeAbono: 200 }] });
  const propio = await hacer('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: d, motivo: 'x', importes: { base16: 100 } });
  assert.equal(await base.uno(`SELECT count(*) FROM aplicacion WHERE fuente_id = ${propio} AND tipo = 'Pago'`), 1);
  await no(propio, d, 400, 'ESTADO_INVALIDO');
  const foto = await queda(f, d);
  esError(await srv.pedir('DELETE', `/simular${QUITAR}/${f}/${d}`, { token: lector }), 403, 'PERMISO_DENEGADO');
  assert.equal((await srv.pedir('DELETE', `/simular${QUITAR}/${f}/${d}`, { token: e.token })).estado, 200);
  assert.deepEqual(await queda(f, d), foto);
  // PERIODO_CERRADO: the month of today is closed.
  const mes = await base.uno(`SELECT to_char(timezone('America/Mexico_City', now()), 'YYYY-MM')`);
  await e.cerrarSinTerminar(mes);
  await no(f, d, 400, 'PERIODO_CERRADO');
  await base.gestor(['periodo', 'abrir', mes, '--motivo', 'x', '--organizacion', String(e.id)]);
  const encabezados = { 'Idempotency-Key': 'quitar-1' };
  const primera = await quitar(f, d, { encabezados }), repetida = await quitar(f, d, { encabezados });
  assert.deepEqual([primera.estado, repetida.texto], [200, primera.texto]);
  await no(f, d, 400, 'NO_ENCONTRADO');
  await cuadra();
});

// Withholdings in dollars are stored with their pesos beside their importe: after another credit note both still equal the sum of the rows.
test('otra nota de crédito después de un egreso que se cayó, en dólares y con retención', async () => {
  const flete = [['002', 'Traslado', 0.16], ['002', 'Retencion', 0.04]].map(([impuesto, tipo, tasaOCuota]) => ({ impuesto, tipo, tasaOCuota }));
  for (const [primera, segunda, alCambio, pagado, pagadoA, devuelto] of [[200, 100, 18.5, 50, 17.25, 40], [50, 333, 18.1234, 100, 18.1234, 30]]) {
    const lineas = [{ ...una, productoId: servicio, precioUnitario: primera, impuestos: flete.slice(0, 1) }, { ...una, productoId: servicio, precioUnitario: segunda, impuestos: flete }];
    const compra = await hacer('/api/FacturaCompra', { proveedorId: proveedor, ...enDolares(alCambio), partidas: lineas });
    const egreso = await hacer(EGRESO, { ...dinero(c.DOLARES), ...enDolares(pagadoA), partidas: [{ transaccionIdCompra: compra, importeAbono: pagado }] });
    const nota = (numeroPartida, importe) => hacer('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: compra, motivo: 'x', partidas: [{ numeroPartida, importe }] });
    await nota(2, devuelto);
    assert.equal((await cancelar('Bancos/EgresoCancelar', egreso)).estado, 200);
    const otra = await nota(1, 10);
    assert.equal(await corto(otra), 'Aplicado 0.00');
    assert.equal(await corto(compra), `Parcial ${((primera - 10) * 1.16 + (segunda - devuelto) * 1.12).toFixed(2)}`);
    await cuadra();
  }
});

test('lo que retuvo un pago y ya se enteró no se le quita a la compra', async () => {
  const compra = await hacer('/api/FacturaCompra', { proveedorId: proveedor, partidas: [{ ...una, productoId: servicio, precioUnitario: 1000, impuestos: RETENIDOS }] });
  const libre = await comprar(100);
  const egreso = await hacer(EGRESO, { ...dinero(), partidas: [{ transaccionIdCompra: compra, importeAbono: 953.33 }, { transaccionIdCompra: libre, importeAbono: 116 }] });
  await hacer(EGRESO, { ...dinero(), partidas: [{ conceptoId: await e.concepto('EG-PAGOIVA'), importeAbono: 106.67 }] });
  const r = await quitar(egreso, compra);
  esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.match(r.json.detail, /ya se enteró/);
  assert.equal((await quitar(egreso, libre)).estado, 200, 'de esta compra no retuvo nada');
  await cuadra();
});

// A deposit born with a note and assigned to another document by now stays with that document when the note is cancelled.
test('una nota que se cancela deja en paz al depósito que ya no la paga', async () => {
  const nota = await e.hecho('/api/NotaVenta', { clienteId: cliente, partidas: [{ ...una, productoId: servicio, precioUnitario: 100 }], pagos: [{ ...dinero(), importe: 116 }] });
  const [deposito] = nota.depositos;
  const factura = await vender(100);
  assert.equal((await quitar(deposito, nota.transaccionId)).estado, 200);
  await cobrar(deposito, factura, 116);
  assert.equal((await cancelar('NotaVenta/NotaVentaCancelar', nota.transaccionId)).estado, 200);
  assert.deepEqual(await Promise.all([nota.transaccionId, deposito, factura].map(corto)), ['Cancelado 0.00', 'Asignado 0.00', 'Pagado 0.00']);
  await cuadra();
});
