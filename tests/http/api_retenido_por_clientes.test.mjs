// Taxes that customers withhold, booked before schema/0075, and the migration of those books. Pending taxes go to the new accounts on the first open
// day. Documents made before the migration are cancelled with the new accounts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar, raizRepo } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, base, c, p;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Honorarios', rfc: 'CUSC850516316', regimen: '612' });
  c = await e.cliente('C');
  p = await e.producto('H', { tipo: 'Servicio', unidadMedidaId: e.servicio, claveProductoServicio: '84111506', tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 });
});
after(() => m?.cerrar());

const texto = readFileSync(path.join(raizRepo, 'schema/0075_retenido_por_clientes.sql'), 'utf8');
const pasar = /CREATE FUNCTION pg_temp[\s\S]*?CALL en_cada_organizacion\('pg_temp[^;]*;/.exec(texto)[0];

const vender = async (fecha, cantidad = 1) => (await e.hecho('/api/FacturaVenta', { clienteId: c, fecha: `${fecha}T12:00:00`, partidas: [{ productoId: p, cantidad, precioUnitario: 1000 }] })).transaccionId;
const cobrar = async (fecha, transaccionId, importe) => (await e.hecho('/api/Bancos/DepositoAgregar', { contactoId: c, cuentaId: e.caja, formaPagoId: e.efectivo, fecha: `${fecha}T12:00:00`, importe, aplicaciones: [{ transaccionId, importe }] })).transaccionId;
const devolver = async (fecha, transaccionIdVenta, mas) => (await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta, fecha: `${fecha}T12:00:00`, motivo: 'Sobraba', ...mas })).transaccionId;
const perder = async (fecha, transaccionId, importe, cancelaIva) => (await e.hecho('/api/CuentasPorCobrar/Incobrable', { transaccionId, fecha: `${fecha}T12:00:00`, importe, motivo: 'Quebró', cancelaIva })).transaccionId;
const cancelar = async (ruta, id) => {
  const r = await m.srv.pedir('DELETE', `/api/${ruta}/${id}?motivo=Error`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
};
const libro = async () => Object.fromEntries((await base.sql(`SELECT c.clave, sum(v.debe - v.haber)::float8 AS x FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
  WHERE v.organizacion_id = ${e.id} AND c.clave LIKE '%RET_A_FAVOR%' GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0 ORDER BY 1`)).map(f => [f.clave, f.x]));

// dejan: amounts that cancelled documents leave in the ledger. A póliza made before the migration is reversed with the new accounts: the document
// leaves in one account of a tax the opposite of what it leaves in the other, and nothing elsewhere.
const cuentas = ['IVA_RET_A_FAVOR', 'IVA_RET_A_FAVOR_PENDIENTE', 'ISR_RET_A_FAVOR', 'ISR_RET_A_FAVOR_PENDIENTE'];
const dejan = async () => {
  const filas = await base.sql(`SELECT t.transaccion_id AS id, t.folio, c.clave, sum(v.debe - v.haber)::float8 AS x FROM transaccion t JOIN poliza p USING (organizacion_id, transaccion_id) JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
    JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id = ${e.id} AND t.estado = 'Cancelado' GROUP BY 1, 2, 3 HAVING sum(v.debe - v.haber) <> 0 ORDER BY 1`);
  assert.deepEqual(filas.filter(x => !cuentas.includes(x.clave)), []);
  return filas;
};
const revisar = async (que, debidas) => {
  const filas = await dejan();
  const de = id => cuentas.map(clave => filas.find(x => x.id === id && x.clave === clave)?.x ?? 0);
  assert.deepEqual(Object.fromEntries([...new Set(filas.map(x => x.id))].map(id => [id, de(id)])), debidas, que);
  // The audit reports these balances and nothing else.
  const faltas = await auditar(base), suyas = faltas.filter(f => f.falta.startsWith('cancelado que no se revirtió'));
  assert.deepEqual(faltas.filter(f => !suyas.includes(f)), [], que);
  assert.deepEqual(suyas.map(f => `${f.que} ${f.hay}`).sort(), filas.map(f => `${f.folio} 0 valor ${f.x.toFixed(2)}`).sort(), que);
};

// antes: rewrites the ledger as it was before schema/0075. Invoices and returns posted to the credited accounts; collections and write-offs moved
// nothing.
const antes = org => `SET session_replication_role = replica;
  DELETE FROM gestor.poliza_movimiento v USING gestor.poliza p, gestor.cuenta_contable c, gestor.transaccion t
  WHERE  v.organizacion_id = ${org} AND p.organizacion_id = ${org} AND p.poliza_id = v.poliza_id AND c.organizacion_id = ${org} AND c.cuenta_contable_id = v.cuenta_contable_id
    AND  t.organizacion_id = ${org} AND t.transaccion_id = p.transaccion_id AND t.obj_id = 8 AND c.clave LIKE '%RET_A_FAVOR%';
  UPDATE gestor.poliza_movimiento v SET cuenta_contable_id = CASE t.obj_id WHEN 31 THEN k.cuenta_contable_id ELSE a.cuenta_contable_id END
  FROM   gestor.poliza p, gestor.cuenta_contable c, gestor.transaccion t, gestor.cuenta_contable a, gestor.cuenta_contable k
  WHERE  v.organizacion_id = ${org} AND p.organizacion_id = ${org} AND p.poliza_id = v.poliza_id AND c.organizacion_id = ${org} AND c.cuenta_contable_id = v.cuenta_contable_id
    AND  t.organizacion_id = ${org} AND t.transaccion_id = p.transaccion_id AND c.clave LIKE '%RET_A_FAVOR_PENDIENTE'
    AND  a.organizacion_id = ${org} AND a.clave = replace(c.clave, '_PENDIENTE', '') AND k.organizacion_id = ${org} AND k.clave = 'CUENTAS_INCOBRABLES';
  SET session_replication_role = origin`;

test('lo pendiente pasa a sus cuentas el primer día abierto, y lo de antes se cancela como quedó', async () => {
  const sinCobrar = await vender('2025-03-10');
  const aMedias = await vender('2025-04-10');
  const cobro = await cobrar('2025-04-20', aMedias, 476.67);
  const pagada = await vender('2025-04-11');
  const cobrada = await cobrar('2025-05-20', pagada, 953.33);
  const doble = await vender('2025-04-12', 2);
  const parcial = await cobrar('2025-04-20', doble, 953.33);
  const nota = await devolver('2025-04-21', doble, { partidas: [{ numeroPartida: 1, cantidad: 1 }] });
  const [perdida, sinIva] = [await vender('2025-04-13'), await vender('2025-04-13')];
  const [ci, ciSinIva] = [await perder('2025-04-22', perdida, 476.67, false), await perder('2025-04-22', sinIva, 476.67, true)];
  assert.deepEqual(await libro(), { IVA_RET_A_FAVOR: 266.67, IVA_RET_A_FAVOR_PENDIENTE: 320, ISR_RET_A_FAVOR: 250, ISR_RET_A_FAVOR_PENDIENTE: 300 });
  await base.sql(antes(e.id));
  assert.notDeepEqual(await auditar(base), [], 'así estaban los libros');
  for (const mes of ['2025-03', '2025-04']) await e.cerrar(mes);
  await base.sql(`SET search_path = gestor; ${pasar}`);
  const polizas = await base.sql(`SELECT p.poliza_id, p.tipo, p.fecha::text, p.numero > 0 AS numerada, p.origen, (SELECT sum(debe)::float8 FROM poliza_movimiento v WHERE v.organizacion_id = ${e.id} AND v.poliza_id = p.poliza_id) AS debe
    FROM poliza p WHERE p.organizacion_id = ${e.id} AND p.concepto LIKE 'Retenciones de clientes%'`);
  assert.deepEqual(polizas.map(({ poliza_id, ...x }) => x), [{ tipo: 'Diario', fecha: '2025-05-01', numerada: true, origen: 'Apertura', debe: 620 }]);
  // A write-off that cancels VAT left withheld tax in favour that nobody will withhold. The cancel of the write-off leaves the books as if the new
  // accounts had always existed.
  await cancelar('CuentasPorCobrar/Incobrable', ciSinIva);
  assert.deepEqual(await libro(), { IVA_RET_A_FAVOR: 266.67, IVA_RET_A_FAVOR_PENDIENTE: 373.34, ISR_RET_A_FAVOR: 250, ISR_RET_A_FAVOR_PENDIENTE: 350 });
  // A cancelled sale leaves the tax that it had put in favour. A cancelled deposit, return or write-off leaves the tax that goes back to pending. The
  // sum of all is the amount that the migration moved.
  const deja = (iva, isr) => [iva, -iva, isr, -isr], debidas = { [ciSinIva]: deja(-53.34, -50) };
  await revisar('la cuenta incobrable', debidas);
  // DeterminacionIva of May: the opening póliza of the migration is no VAT withheld in May. Only the VAT collected in May counts.
  const mayo = await e.hecho('/api/Contabilidad/DeterminacionIva', { anio: 2025, mes: 5 });
  assert.deepEqual([mayo.ivaCobrado, mayo.ivaRetenidoAFavor, mayo.aCargo], [160, 0, 160], 'lo que se cobró antes de la migración ya estaba a favor');
  const ventas = 'Ventas/TransaccionCancelar', dinero = 'Bancos/DepositoCancelar';
  for (const [ruta, id, suyo] of [['CuentasPorCobrar/Incobrable', ci], [ventas, nota, deja(-106.67, -100)], [dinero, parcial, deja(-106.66, -100)], [dinero, cobro, deja(-53.34, -50)], [dinero, cobrada, deja(-106.67, -100)],
    [ventas, doble, deja(213.33, 200)], ...[sinCobrar, aMedias, pagada, perdida, sinIva].map(x => [ventas, x, deja(106.67, 100)])]) {
    await cancelar(ruta, id);
    if (suyo) debidas[id] = suyo;
    await revisar(`${ruta} ${id}`, debidas);
  }
  assert.deepEqual(await libro(), {});
  assert.deepEqual(Object.values(debidas).reduce((s, x) => s.map((n, i) => Math.round(100 * (n + x[i])) / 100)), deja(320, 300), 'lo que pasó la migración');
});
