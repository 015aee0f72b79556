// Sales at random: invoices and notes of mixed rates, with IEPS and with withholdings of customers; deposits in parts, on any day, advances, returns,
// credit notes, credits used elsewhere, taken back and refunded, invoices of notes, and cancels of any of them in any order.
// The audit holds after each step. No VAT is declared without money behind it on any day. Pesos have no exchange result. Everything undone in any
// order leaves nothing.
//   SEMILLA=7 PASOS=2000 node --test azar_cobros.test.mjs
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const semilla = Number(process.env.SEMILLA ?? 1), pasos = Number(process.env.PASOS ?? 300);
let m, e, base, srv, cliente;
const productos = [];
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Cobra', rfc: 'CUSC850516316', regimen: '612' });
  cliente = await e.cliente('C', { limiteCredito: 100_000_000 });
  const servicio = { tipo: 'Servicio', unidadMedidaId: e.servicio };
  for (const [codigo, mas] of Object.entries({ S16: {}, CERO: { tasaIva: 0 }, EXENTO: { exentoIva: true }, BOTANA: { tasaIeps: 0.08 }, HONOR: { tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1, claveProductoServicio: '84111506' } }))
    productos.push(await e.producto(codigo, { ...servicio, ...mas }));
});
after(() => m?.cerrar());

test(`${pasos} pasos al azar, semilla ${semilla}`, async t => {
  const azar = azarCon(semilla, 143);
  const uno = lista => lista[azar(lista.length)];
  const precio = () => (100 + azar(50000)) / 100;
  const parte = n => Math.floor(n * uno([20, 50, 70, 100])) / 100;
  const hoy = Date.parse(await base.uno("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text"));
  let paso = 0;  // days advance with the steps; some documents get an earlier day
  const dia = () => `${new Date(hoy - (Math.floor(25 * (1 - paso / pasos)) + azar(2) * azar(3)) * 86_400_000).toISOString().slice(0, 10)}T10:00:00`;
  const hechos = [], usos = [], cuenta = {};
  const de = clases => hechos.filter(h => clases.includes(h.clase));
  const pedir = async (que, ruta, cuerpo, verbo = 'POST') => {
    const r = await srv.pedir(verbo, ruta, { token: e.token, cuerpo });
    assert.ok(r.estado === 200 || (r.estado === 400 && ['ESTADO_INVALIDO', 'RANGO', 'SALDO_INSUFICIENTE', 'TIENE_DOCUMENTOS_RELACIONADOS', 'VALIDACION'].includes(r.json.codigo)) || r.json?.codigo === 'NO_ENCONTRADO', `${que}: ${r.texto}\n${JSON.stringify(cuerpo)}`);
    const clave = `${que} ${r.estado === 200 ? 'hecho' : r.json.codigo}`;
    cuenta[clave] = (cuenta[clave] ?? 0) + 1;
    return r.estado === 200 ? r.json.data : undefined;
  };
  const anotar = (clase, d) => d && hechos.push({ clase, id: d.transaccionId });
  const saldo = async h => (h ? Number(await e.uno('transaccion', 'saldo', `transaccion_id = ${h.id}`)) : 0);
  const caja = () => ({ cuentaId: e.caja, formaPagoId: e.efectivo });
  const lineas = () => Array.from({ length: 1 + azar(3) }, () => ({ productoId: uno(productos), cantidad: 1 + azar(3), precioUnitario: precio() }));
  const rutas = { deposito: 'Bancos/DepositoCancelar', anticipo: 'Bancos/DepositoCancelar', egreso: 'Bancos/EgresoCancelar' };
  const cancelar = async h => {
    if (!h || !(await pedir(`cancelar ${h.clase}`, `/api/${rutas[h.clase] ?? 'Ventas/TransaccionCancelar'}/${h.id}?motivo=x`, undefined, 'DELETE'))) return;
    hechos.splice(hechos.indexOf(h), 1);
  };
  const quitar = async u => u && (await pedir('quitar', `/api/Bancos/AsignacionCancelar/${u}`, undefined, 'DELETE'), usos.splice(usos.indexOf(u), 1));
  const posibles = {
    factura: async () => anotar('factura', await pedir('factura', '/api/FacturaVenta', { clienteId: cliente, fecha: dia(), partidas: lineas() })),
    nota: async () => anotar('nota', await pedir('nota', '/api/NotaVenta', { clienteId: cliente, fecha: dia(), partidas: lineas() })),
    facturarNota: async () => {
      const n = uno(de(['nota']));
      if (n) anotar('factura', await pedir('facturar nota', `/api/NotaVenta/NotaVentaFacturar/${n.id}`, { clienteId: cliente }));
    },
    deposito: async () => {
      const v = uno(de(['factura', 'nota'])), importe = parte(await saldo(v));
      if (importe > 0) anotar('deposito', await pedir('deposito', '/api/Bancos/DepositoAgregar', { ...caja(), contactoId: cliente, fecha: dia(), importe, aplicaciones: [{ transaccionId: v.id, importe }] }));
    },
    anticipo: async () => anotar('anticipo', await pedir('anticipo', '/api/Bancos/AnticipoAgregar', { ...caja(), clienteId: cliente, fecha: dia(), importe: precio(), tasaIva: uno([0, 0.08, 0.16]) })),
    devolucion: async () => {
      const v = uno(de(['factura', 'nota']));
      if (v) anotar('devolucion', await pedir('devolucion', '/api/NotaDevolucionCliente', { transaccionIdVenta: v.id, motivo: 'x', fecha: dia(), ...(azar(4) ? { partidas: [{ numeroPartida: 1 + azar(3), cantidad: 1 }] } : { completa: true }) }));
    },
    credito: async () => {
      const v = uno(de(['factura']));
      if (v) anotar('credito', await pedir('credito', '/api/NotaCredito', { tipo: 'Cliente', transaccionIdOrigen: v.id, motivo: 'Bonificación', fecha: dia(), importes: { [uno(['base16', 'base0'])]: Math.ceil(precio() * 10) / 100 } }));
    },
    usar: async () => {
      const a = uno(de(['anticipo', 'devolucion', 'credito'])), v = uno(de(['factura', 'nota'])), importe = parte(Math.min(await saldo(a), await saldo(v)));
      if (importe > 0 && (await pedir('usar', '/api/Bancos/DepositoAsignar', { transaccionId: a.id, fecha: dia(), aplicaciones: [{ transaccionId: v.id, importe }] }))) usos.push(`${a.id}/${v.id}`);
    },
    quitar: () => quitar(uno(usos)),
    reembolso: async () => {
      const a = uno(de(['anticipo', 'devolucion', 'credito'])), importeAbono = parte(await saldo(a));
      if (importeAbono > 0) anotar('egreso', await pedir('reembolso', '/api/Bancos/EgresoAgregar', { ...caja(), fecha: dia(), partidas: [{ transaccionIdCompra: a.id, importeAbono }] }));
    },
    cancelarDinero: () => cancelar(uno(de(['deposito', 'anticipo', 'egreso']))),
    cancelarNota: () => cancelar(uno(de(['devolucion', 'credito', 'factura', 'nota']))),
  };
  const revisar = async cuando => {
    assert.deepEqual(await auditar(base), [], cuando);
    assert.deepEqual(await base.sql(`SELECT * FROM (SELECT c.clave, p.fecha::text AS dia, sum(sum(m.haber - m.debe)) OVER (PARTITION BY c.clave ORDER BY p.fecha) AS x
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.organizacion_id = ${e.id} AND c.clave IN ('IVA_COBRADO', 'IEPS_COBRADO') GROUP BY c.clave, p.fecha) q WHERE x < 0`), [], `${cuando}: un día se había devuelto más impuesto del que se había cobrado`);
    assert.deepEqual(await base.columna(`SELECT m.poliza_id FROM poliza_movimiento m JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE m.organizacion_id = ${e.id} AND c.clave IN ('PERDIDA_CAMBIARIA', 'UTILIDAD_CAMBIARIA')`), [], `${cuando}: en pesos no hay diferencia de cambio`);
  };
  const nombres = ['factura', 'nota', 'facturarNota', 'deposito', 'deposito', 'deposito', 'anticipo', 'devolucion', 'devolucion', 'devolucion', 'credito', 'usar', 'usar', 'quitar', 'reembolso', 'reembolso', 'cancelarDinero', 'cancelarDinero', 'cancelarNota'];
  for (paso = 1; paso <= pasos; paso++) {
    await posibles[uno(nombres)]();
    if (paso % 75 === 0) await revisar(`al paso ${paso}`);
  }
  paso = pasos;
  const reportes = new Reportes(e);
  await reportes.sonElLibro('2020-01-01', '2030-12-31');
  await reportes.ventas('2020-01-01', '2030-12-31');
  // Documents are undone in any order, as long as one can still be undone.
  for (let antes = -1; antes !== hechos.length + usos.length;) {
    antes = hechos.length + usos.length;
    for (const u of [...usos].sort(() => azar(3) - 1)) await quitar(u);
    for (const h of [...hechos].sort(() => azar(3) - 1)) await cancelar(h);
    await revisar('al deshacer');
  }
  await reportes.sonElLibro('2020-01-01', '2030-12-31');
  await reportes.ventas('2020-01-01', '2030-12-31');
  t.diagnostic(JSON.stringify(cuenta));
  assert.deepEqual(hechos, [], 'todo se puede cancelar');
  assert.deepEqual(await base.columna(`SELECT c.clave || ' ' || sum(m.debe - m.haber) FROM poliza_movimiento m JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE m.organizacion_id = ${e.id} GROUP BY c.clave HAVING sum(m.debe - m.haber) <> 0`), []);
  for (const que of ['factura', 'nota', 'facturar nota', 'deposito', 'anticipo', 'devolucion', 'credito', 'usar', 'quitar', 'reembolso', 'cancelar deposito', 'cancelar devolucion', 'cancelar egreso']) assert.ok(cuenta[`${que} hecho`] > 0, `nunca se hizo: ${que}`);
});
