// Purchases at random: orders, receptions in parts, invoices at other prices and rates, landed costs, payments in parts and of what is owed in dollars,
// returns, transfers, sales, losses, and cancels of any of them.
// Whatever happens, stock = layers = movements = ledger and POR_FACTURAR is what was received and not invoiced; cancelled in reverse, nothing is left.
//   SEMILLA=7 PASOS=2000 node --test azar_compras.test.mjs
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { Empresa } from './lib/escena.mjs';

const semilla = Number(process.env.SEMILLA ?? 1), pasos = Number(process.env.PASOS ?? 250);
let m, e, base, srv, proveedores, conceptos;
const productos = [];
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Al azar', rfc: 'EKU9003173C9' });
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  proveedores = [await e.cliente('P1', { tipoContacto: 'Proveedor' }), await e.cliente('P2', { tipoContacto: 'Proveedor', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' })];
  conceptos = { servicios: await e.concepto('CO-SERVICIOS'), gastos: await Promise.all(['GA-GENERAL', 'GA-FLETES', 'GA-TASA0', 'GA-HONOR'].map(c => e.concepto(c))) };
  for (const [codigo, mas] of Object.entries({ A: {}, B: { metodoCosteo: 'PROMEDIO' }, C: { tasaIva: 0 }, D: { tasaIeps: 0.08, peso: 2.5 } })) productos.push(await e.producto(codigo, { peso: 1, ...mas }));
});
after(() => m?.cerrar());

test(`${pasos} pasos al azar, semilla ${semilla}`, async t => {
  const azar = azarCon(semilla, 141);
  const uno = lista => lista[azar(lista.length)];
  const cantidad = n => (1 + azar(n * 100)) / 100;
  const precio = () => (1 + azar(50000)) / 100;
  const vivos = { orden: [], recepcion: [], compra: [], gasto: [], envio: [] }, hechos = [], cuenta = {};
  const pedir = async (que, ruta, cuerpo, verbo = 'POST') => {
    const r = await srv.pedir(verbo, ruta, { token: e.token, cuerpo });
    assert.ok(r.estado === 200 || r.estado === 400, `${que}: ${r.texto}\n${JSON.stringify(cuerpo)}`);
    const clave = `${que} ${r.estado === 200 ? 'hecho' : r.json.codigo}`;
    cuenta[clave] = (cuenta[clave] ?? 0) + 1;
    if (r.estado !== 200) assert.ok(['ESTADO_INVALIDO', 'EXISTENCIA_INSUFICIENTE', 'SALDO_INSUFICIENTE', 'TIENE_DOCUMENTOS_RELACIONADOS', 'VALIDACION'].includes(r.json.codigo), `${que}: ${r.texto}\n${JSON.stringify(cuerpo)}`);
    return r.estado === 200 ? r.json.data : undefined;
  };
  const anotar = (clase, d, mas) => d && (hechos.push({ clase, id: d.transaccionId }), vivos[clase]?.push({ ...mas, id: d.transaccionId }));
  const moneda = () => (azar(3) ? {} : { moneda: 'USD', tipoCambio: (170000 + azar(40000)) / 10000 });
  const lineas = () => Array.from({ length: 1 + azar(3) }, () => ({ productoId: uno(productos), cantidad: cantidad(20), precioUnitario: precio(), ...(azar(4) === 0 && { descuento: 0.01 }) }));
  const pasosPosibles = {
    orden: async () => {
      const m1 = moneda(), proveedorId = uno(proveedores);
      const o = await pedir('orden', '/api/OrdenCompra', { proveedorId, ...m1, partidas: lineas() });
      if (o && (await pedir('autorizar', `/api/OrdenCompra/OrdenCompraAutorizar/${o.transaccionId}`, {}, 'PUT'))) anotar('orden', o, { proveedorId, ...m1 });
    },
    recepcion: async () => {
      const o = uno(vivos.orden);
      if (!o) return;
      const pendientes = (await srv.get(`/api/OrdenCompra/${o.id}`, { token: e.token })).json.data.partidas.filter(x => x.cantidadPendiente > 0);
      const partidas = pendientes.filter(() => azar(2)).map(x => ({ numeroPartida: x.numeroPartida, cantidad: azar(2) ? x.cantidadPendiente : Math.ceil(x.cantidadPendiente * 50) / 100 }));
      anotar('recepcion', await pedir('recepcion', '/api/Inventario/Recepcion', { transaccionIdOrigen: o.id, ...(o.moneda && azar(2) && { tipoCambio: o.tipoCambio + 0.5 }), ...(partidas.length && { partidas }) }), o);
    },
    factura: async () => {
      const r = uno(vivos.recepcion);
      if (!r) return;
      const { proveedorId, moneda: m1, tipoCambio } = r;
      const total = Number(await base.uno(`SELECT count(*) FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${r.id}`));
      const partidas = Array.from({ length: total }, (_, i) => ({ numeroPartidaOrigen: i + 1, cantidad: 0.5, precioUnitario: precio() })).filter(() => azar(3));
      anotar('compra', await pedir('factura', '/api/FacturaCompra', { proveedorId, ...(m1 && { moneda: m1, tipoCambio: tipoCambio - 0.25 }), [r.remision ? 'remisiones' : 'recepciones']: [r.id], ...(azar(2) && partidas.length && { partidas }) }));
    },
    directa: async () => anotar('compra', await pedir('directa', '/api/FacturaCompra', { proveedorId: uno(proveedores), ...moneda(), partidas: [...lineas(), ...(azar(2) ? [{ conceptoId: conceptos.servicios, cantidad: 1, precioUnitario: precio() }] : [])],
      ...(azar(3) === 0 && { gastosSobreCompra: [{ proveedorId: uno(proveedores), conceptoId: uno(conceptos.gastos), importe: precio(), baseProrrateo: uno(['Importe', 'Cantidad', 'Peso']) }] }) })),
    gasto: async () => {
      const c = uno(vivos.compra);
      if (c) anotar('gasto', await pedir('gasto', '/api/GastosSobreCompra', { transaccionIdCompra: c.id, proveedorId: uno(proveedores), conceptoId: uno(conceptos.gastos), importe: precio(), baseProrrateo: uno(['Importe', 'Cantidad', 'Peso']), ...moneda() }));
    },
    remision: async () => anotar('recepcion', await pedir('remision', '/api/NotaRemision', { proveedorId: proveedores[0], partidas: lineas() }), { proveedorId: proveedores[0], remision: true }),
    egreso: async () => {
      const c = uno([...vivos.compra, ...vivos.gasto]);
      if (!c) return;
      const [d] = await base.sql(`SELECT saldo, moneda_id AS moneda FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${c.id}`);
      const tipoCambio = d.moneda === 1 ? 1 : (170000 + azar(40000)) / 10000;
      const importeAbono = Math.floor(d.saldo * tipoCambio * uno([20, 50, 100])) / 100;
      if (importeAbono > 0) anotar('egreso', await pedir('egreso', '/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ transaccionIdCompra: c.id, importeAbono, ...(d.moneda !== 1 && { tipoCambio }) }] }));
    },
    devolucion: async () => {
      const c = uno(vivos.compra);
      if (c) anotar('devolucion', await pedir('devolucion', '/api/NotaDevolucionProveedor', { transaccionIdCompra: c.id, motivo: 'No sirvió', ...(azar(3) ? { partidas: [{ numeroPartida: 1, cantidad: uno([0.01, 0.5]) }] } : { completa: true }) }));
    },
    venta: async () => anotar('venta', await pedir('venta', '/api/NotaVenta', { almacenId: uno([e.general, e.cedis]), partidas: [{ productoId: uno(productos), cantidad: cantidad(8), precioUnitario: 10 }] })),
    merma: async () => anotar('merma', await pedir('merma', '/api/Inventario/Movimiento', { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: uno([e.general, e.cedis]), partidas: [{ productoId: uno(productos), cantidad: cantidad(4) }] })),
    traspaso: async () => {
      const enTransito = azar(2) === 1;
      const [almacenId, almacenDestinoId] = azar(2) ? [e.general, e.cedis] : [e.cedis, e.general];
      const d = await pedir('traspaso', '/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito, almacenId, almacenDestinoId, partidas: [{ productoId: uno(productos), cantidad: cantidad(6) }] });
      if (enTransito) anotar('envio', d);
    },
    llegada: async () => {
      const t1 = uno(vivos.envio);
      if (t1) anotar('llegada', await pedir('llegada', '/api/Inventario/Recepcion', { transaccionIdOrigen: t1.id, ...(azar(3) === 0 && { cerrar: true, conceptoId: e.merma, partidas: [{ numeroPartida: 1, cantidad: 0.01 }] }) }));
    },
    cancelar: async () => {
      const h = uno(hechos);
      if (h) await cancelar(h);
    },
  };
  const rutas = { egreso: '/api/Bancos/EgresoCancelar', venta: '/api/NotaVenta/NotaVentaCancelar', envio: '/api/Inventario/TransaccionCancelar', llegada: '/api/Inventario/TransaccionCancelar' };
  const cancelar = async h => {
    if (h.clase === 'merma') return undefined;  // nothing cancels those
    const r = await pedir(`cancelar ${h.clase}`, `${rutas[h.clase] ?? '/api/Compras/TransaccionCancelar'}/${h.id}?motivo=x`, undefined, 'DELETE');
    if (!r) return undefined;
    hechos.splice(hechos.indexOf(h), 1);
    for (const lista of Object.values(vivos)) { const i = lista.findIndex(x => x.id === h.id); if (i >= 0) lista.splice(i, 1); }
    return r;
  };
  const nombres = ['orden', 'recepcion', 'recepcion', 'factura', 'factura', 'directa', 'gasto', 'gasto', 'egreso', 'egreso', 'devolucion', 'remision', 'venta', 'venta', 'merma', 'traspaso', 'traspaso', 'llegada', 'cancelar', 'cancelar', 'cancelar'];
  for (let i = 1; i <= pasos; i++) {
    await pasosPosibles[uno(nombres)]();
    if (i % 50 === 0) {
      await e.cuadra();
      assert.deepEqual(await auditar(base), [], `al paso ${i}`);
    }
  }
  // In reverse: what depends on nothing any more can always be cancelled, but for goods that a loss took.
  for (const h of [...hechos].reverse()) await cancelar(h);
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
  t.diagnostic(JSON.stringify(cuenta));
  for (const que of ['recepcion', 'factura', 'directa', 'gasto', 'egreso', 'devolucion', 'remision', 'venta', 'traspaso', 'llegada', 'cancelar compra', 'cancelar egreso', 'cancelar devolucion', 'cancelar gasto', 'cancelar recepcion']) assert.ok(cuenta[`${que} hecho`] > 0, `nunca se hizo: ${que}`);
  const queda = hechos.filter(h => ['gasto', 'egreso', 'devolucion'].includes(h.clase));
  assert.deepEqual(queda, [], 'lo que se pagó, lo que se devolvió y un gasto sobre compra siempre se pueden cancelar');
});
