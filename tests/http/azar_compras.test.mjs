// Purchases at random: orders, receptions in parts, invoices at other prices and rates, landed costs, payments in parts and of debts in dollars,
// requests, advances, credits used, taken back and refunded, payments without money, returns, transfers of goods and of money, returns of sales,
// losses, and cancels of any of them.
// Stock equals layers, movements and ledger after every step. POR_FACTURAR is the value of goods received and not invoiced. No day gives back more
// tax than was paid.
// AJUSTE_INVENTARIO is the cost of goods that customers' returns lost, with their late cost. Everything cancelled in reverse leaves every account at
// zero.
//   SEMILLA=7 PASOS=2000 node --test azar_compras.test.mjs      COMPRAS=1000: as many steps as it takes to buy that often
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const semilla = Number(process.env.SEMILLA ?? 1), pasos = Number(process.env.PASOS ?? 400), compras = Number(process.env.COMPRAS ?? 25);
let m, e, base, srv, proveedores, conceptos, socio, cuentas;
const productos = [];
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Al azar', rfc: 'EKU9003173C9' });
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  proveedores = [await e.cliente('P1', { tipoContacto: 'Proveedor' }), await e.cliente('P2', { tipoContacto: 'Proveedor', rfc: 'PEPJ8001019Q8', regimenFiscal: '612' })];
  socio = await e.cliente('SOCIO', { tipoContacto: 'Ambos' });
  proveedores.push(socio);
  const cuenta = async (clave, moneda) => Number(await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, banco_id, moneda_id, cuenta_contable_id)
    SELECT ${e.id}, '${clave}', '${clave}', 'Banco', (SELECT min(banco_id) FROM banco), ${moneda}, cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'BANCO' RETURNING cuenta_id`));
  cuentas = { pesos: await cuenta('PESOS', 1), dolares: await cuenta('DOLARES', 2) };
  await base.gestor(['importar', 'tipos-cambio', '-', '--organizacion', String(e.id)], { entrada: 'moneda,fecha,valor\nUSD,2025-01-02,18.5\n' });
  conceptos = { servicios: await e.concepto('CO-SERVICIOS'), gastos: await Promise.all(['GA-GENERAL', 'GA-FLETES', 'GA-TASA0', 'GA-HONOR'].map(c => e.concepto(c))) };
  await base.gestor(['parametro', 'poner', 'proporcionIvaAcreditable', '0.3333', '--organizacion', String(e.id)]);
  for (const [codigo, mas] of Object.entries({ A: {}, B: { metodoCosteo: 'PROMEDIO' }, C: { tasaIva: 0 }, D: { tasaIeps: 0.08, peso: 2.5 } })) productos.push(await e.producto(codigo, { peso: 1, ...mas }));
  for (const p of productos) await e.entrada(p, 25, 9.99);
  // Other losses post to GASTO: AJUSTE_INVENTARIO has only the goods that returns lost.
  await base.sql(`UPDATE concepto SET cuenta_contable_id = (SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'GASTO') WHERE organizacion_id = ${e.id} AND concepto_id = ${e.merma}`);
});
after(() => m?.cerrar());

test(`${pasos} pasos al azar y ${compras} compras, semilla ${semilla}`, async t => {
  const azar = azarCon(semilla, 141);
  const uno = lista => lista[azar(lista.length)];
  const cantidad = n => (1 + azar(n * 100)) / 100;
  const precio = () => (1 + azar(50000)) / 100;
  // Days advance with the steps; some documents get an earlier day.
  const dias = azarCon(semilla, 149), pierde = azarCon(semilla, 151), hoy = Date.parse(await base.uno("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text"));
  let paso = 0;
  const dia = () => ({ fecha: `${new Date(hoy - (Math.floor(25 * Math.max(0, 1 - paso / pasos)) + dias(2) * dias(3)) * 86_400_000).toISOString().slice(0, 10)}T10:00:00` });
  const vivos = { orden: [], recepcion: [], compra: [], gasto: [], envio: [], factura: [], solicitud: [], aFavor: [], deCliente: [], venta: [] }, hechos = [], usos = [], cuenta = {};
  const pedir = async (que, ruta, cuerpo, verbo = 'POST') => {
    const r = await srv.pedir(verbo, ruta, { token: e.token, cuerpo });
    assert.ok(r.estado === 200 || r.estado === 400, `${que}: ${r.texto}\n${JSON.stringify(cuerpo)}`);
    const clave = `${que} ${r.estado === 200 ? 'hecho' : r.json.codigo}`;
    cuenta[clave] = (cuenta[clave] ?? 0) + 1;
    if (r.estado !== 200) assert.ok(['ESTADO_INVALIDO', 'EXISTENCIA_INSUFICIENTE', 'NO_ENCONTRADO', 'RANGO', 'SALDO_INSUFICIENTE', 'TIENE_DOCUMENTOS_RELACIONADOS', 'VALIDACION'].includes(r.json.codigo), `${que}: ${r.texto}\n${JSON.stringify(cuerpo)}`);
    return r.estado === 200 ? r.json.data : undefined;
  };
  // anotar: keeps a document as done, and in the list from which later steps choose; the list is that of its class when no other is given.
  const anotar = (clase, d, mas, lista = clase) => d && (hechos.push({ clase, id: d.transaccionId }), vivos[lista]?.push({ ...mas, id: d.transaccionId }));
  const caja = () => ({ cuentaId: e.caja, formaPagoId: e.efectivo });
  const deTodos = lista => base.sql(`SELECT transaccion_id AS id, saldo, moneda_id AS moneda, contacto_id AS contacto FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id IN (0${lista.map(x => `, ${x.id}`).join('')}) ORDER BY 1`);
  const de = id => deTodos([{ id }]).then(([d]) => d);
  const parte = n => Math.floor(n * uno([20, 50, 100])) / 100;
  const moneda = () => (azar(3) ? {} : { moneda: 'USD', tipoCambio: (170000 + azar(40000)) / 10000 });
  const acreditamiento = () => (azar(3) ? {} : { acreditamiento: uno(['Ninguno', 'Proporcion']) });
  // deCfdi: taxes as a CFDI has them: a base below the amount, two rates in a line, and local taxes of the whole document.
  const escritas = azarCon(semilla, 167);
  const deCfdi = () => {
    const precioUnitario = (200 + escritas(50000)) / 100, base = Math.floor(precioUnitario * 50) / 100;
    const impuestos = [[{ impuesto: '002', tasaOCuota: 0.16, base }], [{ impuesto: '002', tasaOCuota: 0.16, base }, { impuesto: '002', tipoFactor: 'Exento', base }], [{ impuesto: '002', tasaOCuota: 0.16, base }, { impuesto: '002', tasaOCuota: 0.08, base: base / 2 }]][escritas(3)];
    return { conceptoId: conceptos.servicios, cantidad: 1, precioUnitario, impuestos };
  };
  const locales = () => (escritas(3) ? {} : { impuestosLocales: (1 + escritas(500)) / 100, retencionLocal: escritas(100) / 100 });
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
    directa: async () => anotar('compra', await pedir('directa', '/api/FacturaCompra', { proveedorId: uno(proveedores), ...dia(), ...moneda(), ...locales(), partidas: [...lineas().map(x => ({ ...x, ...acreditamiento() })), ...(escritas(2) ? [{ ...deCfdi(), ...acreditamiento() }] : []), ...(azar(2) ? [{ conceptoId: conceptos.servicios, cantidad: 1, precioUnitario: precio() }] : [])],
      ...(azar(3) === 0 && { gastosSobreCompra: [{ proveedorId: uno(proveedores), conceptoId: uno(conceptos.gastos), importe: precio(), baseProrrateo: uno(['Importe', 'Cantidad', 'Peso']), ...acreditamiento() }] }) })),
    gasto: async () => {
      const c = uno(vivos.compra);
      if (c) anotar('gasto', await pedir('gasto', '/api/GastosSobreCompra', { transaccionIdCompra: c.id, proveedorId: uno(proveedores), conceptoId: uno(conceptos.gastos), importe: precio(), baseProrrateo: uno(['Importe', 'Cantidad', 'Peso']), ...moneda() }));
    },
    remision: async () => {
      const o = azar(2) ? uno(vivos.orden) : undefined;
      const { proveedorId, ...m1 } = o ?? { proveedorId: proveedores[0] };
      const pendientes = o ? (await srv.get(`/api/OrdenCompra/${o.id}`, { token: e.token })).json.data.partidas.filter(x => x.cantidadPendiente > 0) : [];
      const partidas = pendientes.map(x => ({ transaccionIdOrigen: o.id, numeroPartidaOrigen: x.numeroPartida, cantidad: azar(2) ? x.cantidadPendiente : Math.ceil(x.cantidadPendiente * 50) / 100 }));
      anotar('recepcion', await pedir('remision', '/api/NotaRemision', { proveedorId, ...(m1.moneda && { moneda: m1.moneda, tipoCambio: m1.tipoCambio }), partidas: partidas.length ? partidas : lineas() }), { proveedorId, ...m1, remision: true });
    },
    egreso: async () => {
      const c = uno([...vivos.compra, ...vivos.gasto]);
      if (!c) return;
      const d = await de(c.id);
      const tipoCambio = d.moneda === 1 ? 1 : (170000 + azar(40000)) / 10000;
      const importeAbono = Math.floor(d.saldo * tipoCambio * uno([20, 50, 100])) / 100;
      if (importeAbono > 0) anotar('egreso', await pedir('egreso', '/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, ...dia(), partidas: [{ transaccionIdCompra: c.id, importeAbono, ...(d.moneda !== 1 && { tipoCambio }) }] }));
    },
    devolucion: async () => {
      const c = uno(vivos.compra);
      if (c) anotar('devolucion', await pedir('devolucion', '/api/NotaDevolucionProveedor', { transaccionIdCompra: c.id, motivo: 'No sirvió', ...(azar(3) ? { partidas: [{ numeroPartida: 1, cantidad: uno([0.01, 0.5]) }] } : { completa: true }) }), {}, 'aFavor');
    },
    credito: async () => {
      const c = uno(vivos.compra);
      if (c) anotar('credito', await pedir('credito', '/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: c.id, motivo: 'Bonificación', ...dia(), importes: { base16: cantidad(3) } }), {}, 'aFavor');
    },
    solicitud: async () => {
      const c = uno([...vivos.compra, ...vivos.gasto]);
      if (!c) return;
      const d = await de(c.id), importe = parte(d.saldo);
      const s = importe > 0 && (await pedir('solicitud', '/api/SolicitudPago', { proveedorId: d.contacto, documentos: [{ transaccionIdCompra: c.id, importe }] }));
      if (!s) return;
      anotar('solicitud', s, { compra: c.id, moneda: d.moneda });
      if (azar(3)) await pedir('autorizar solicitud', `/api/SolicitudPago/SolicitudPagoAutorizar/${s.transaccionId}`, {}, 'PUT');
    },
    pagarSolicitud: async () => {
      const s = uno(vivos.solicitud);
      if (!s) return;
      const pide = (await srv.get(`/api/SolicitudPago/${s.id}`, { token: e.token })).json.data.saldo;
      const tipoCambio = s.moneda === 1 ? 1 : (170000 + azar(40000)) / 10000;
      const importeAbono = parte(pide * tipoCambio);
      if (importeAbono > 0) anotar('egreso', await pedir('pagar solicitud', '/api/Bancos/EgresoAgregar', { ...caja(), solicitudPagoId: s.id, partidas: [{ transaccionIdCompra: s.compra, importeAbono, ...(s.moneda !== 1 && { tipoCambio }) }] }));
    },
    anticipo: async () => anotar('anticipo', await pedir('anticipo', '/api/Bancos/AnticipoProveedorAgregar', { ...caja(), ...dia(), proveedorId: uno(proveedores), importe: precio(), ...(azar(2) && { uuid: `AAAAAAAA-0000-4000-8000-${String(hechos.length).padStart(6, '0')}${String(azar(1e6)).padStart(6, '0')}` }) }), {}, 'aFavor'),
    usarCredito: async () => {
      const f = uno(vivos.aFavor);
      if (!f) return;
      const d = await de(f.id), otras = (await deTodos(vivos.compra)).filter(c => c.contacto === d.contacto && c.moneda === d.moneda && c.saldo > 0), c = uno(otras);
      const importeAbono = parte(Math.min(d.saldo, c?.saldo ?? 0));
      if (importeAbono > 0 && (await pedir('usar credito', '/api/Bancos/EgresoAgregar', { transaccionId: f.id, ...dia(), partidas: [{ transaccionIdCompra: c.id, importeAbono }] }))) usos.push(`${f.id}/${c.id}`);
    },
    quitarCredito: async () => {
      const u = uno(usos);
      if (u) await quitar(u);
    },
    devuelven: async () => {
      const f = uno(vivos.aFavor), d = f && (await de(f.id)), importe = d?.moneda === 1 ? parte(d.saldo) : 0;
      if (importe > 0) anotar('deposito', await pedir('devuelven', '/api/Bancos/DepositoAgregar', { ...caja(), ...dia(), contactoId: d.contacto, importe, aplicaciones: [{ transaccionId: f.id, importe }] }));
    },
    anticipoCliente: async () => anotar('anticipoCliente', await pedir('anticipo de cliente', '/api/Bancos/AnticipoAgregar', { ...caja(), clienteId: socio, importe: precio() }), {}, 'deCliente'),
    reembolso: async () => {
      const f = uno(vivos.deCliente), importeAbono = f ? parte((await de(f.id)).saldo) : 0;
      if (importeAbono > 0) anotar('egreso', await pedir('reembolso', '/api/Bancos/EgresoAgregar', { ...caja(), partidas: [{ transaccionIdCompra: f.id, importeAbono }] }));
    },
    facturar: async () => anotar('factura', await pedir('factura de venta', '/api/FacturaVenta', { clienteId: socio, partidas: [{ productoId: uno(productos), cantidad: cantidad(3), precioUnitario: precio() }] })),
    sinDinero: async () => {
      const v = uno(vivos.factura), otras = (await deTodos([...vivos.compra, ...vivos.gasto])).filter(c => c.contacto === socio && c.moneda === 1 && c.saldo > 0), c = uno(otras);
      const importe = v ? parte(Math.min((await de(v.id)).saldo, c?.saldo ?? Infinity)) : 0;
      if (importe > 0) anotar(c ? 'sinDinero' : 'especie', await pedir('sin dinero', '/api/Bancos/PagoNoMonetario', { contactoId: socio, cobrar: [{ transaccionId: v.id, importe }],
        ...(c ? { tipo: 'Compensacion', pagar: [{ transaccionId: c.id, importe }] } : { tipo: 'Especie', almacenId: e.general, partidas: [{ productoId: uno(productos), cantidad: 1, precioUnitario: importe }] }) }));
    },
    entreCuentas: async () => {
      const importeOrigen = precio(), r = await pedir('entre cuentas', '/api/Bancos/Traspaso', { cuentaOrigenId: cuentas.pesos, cuentaDestinoId: cuentas.dolares, importeOrigen, importeDestino: Math.ceil(importeOrigen * 5) / 100 });
      if (r) anotar('egreso', r.salida);
    },
    venta: async () => anotar('venta', await pedir('venta', '/api/NotaVenta', { almacenId: uno([e.general, e.cedis]), partidas: [{ productoId: uno(productos), cantidad: cantidad(8), precioUnitario: 10 }] })),
    regreso: async () => {
      const v = uno(vivos.venta);
      const seVuelve = pierde(3) > 0;
      if (v) anotar('regreso', await pedir(seVuelve ? 'regreso' : 'pérdida', '/api/NotaDevolucionCliente', { transaccionIdVenta: v.id, motivo: 'x', reingresaInventario: seVuelve, ...(azar(3) ? { partidas: [{ numeroPartida: 1, cantidad: uno([0.01, 0.5, 1]) }] } : { completa: true }) }));
    },
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
  const rutas = { egreso: '/api/Bancos/EgresoCancelar', anticipo: '/api/Bancos/EgresoCancelar', deposito: '/api/Bancos/DepositoCancelar', anticipoCliente: '/api/Bancos/DepositoCancelar', sinDinero: '/api/Bancos/PagoNoMonetarioCancelar', especie: '/api/Bancos/PagoNoMonetarioCancelar',
    solicitud: '/api/SolicitudPago/SolicitudPagoCancelar', factura: '/api/Ventas/TransaccionCancelar', venta: '/api/NotaVenta/NotaVentaCancelar', regreso: '/api/Ventas/TransaccionCancelar', envio: '/api/Inventario/TransaccionCancelar', llegada: '/api/Inventario/TransaccionCancelar' };
  // quitar: takes a credit back from a purchase. A credit of that same purchase cannot be taken back; cancelling it is the way.
  const quitar = async u => {
    await pedir('quitar credito', `/api/Bancos/AsignacionCancelar/${u}`, undefined, 'DELETE');
    usos.splice(0, usos.length, ...usos.filter(x => x !== u));
  };
  const cancelar = async h => {
    if (h.clase === 'merma') return undefined;  // no operation cancels a loss of goods
    const r = await pedir(`cancelar ${h.clase}`, `${rutas[h.clase] ?? '/api/Compras/TransaccionCancelar'}/${h.id}?motivo=x`, undefined, 'DELETE');
    if (!r) return undefined;
    hechos.splice(hechos.indexOf(h), 1);
    for (const lista of Object.values(vivos)) { const i = lista.findIndex(x => x.id === h.id); if (i >= 0) lista.splice(i, 1); }
    return r;
  };
  const revisar = async cuando => {
    await e.cuadra();
    assert.deepEqual(await auditar(base), [], cuando);
    assert.equal(await base.uno(`SELECT coalesce(sum(debe - haber), 0) - (SELECT coalesce(sum(x.valor + coalesce(a.importe, 0)), 0) FROM mercancia_perdida x JOIN transaccion t USING (organizacion_id, transaccion_id)
        LEFT JOIN LATERAL (SELECT sum(importe) AS importe FROM costo_adicional c WHERE c.organizacion_id = x.organizacion_id AND c.movimiento_id = x.movimiento_id) a ON true
        WHERE x.organizacion_id = ${e.id} AND t.estado <> 'Cancelado')
      FROM poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id = ${e.id} AND c.clave = 'AJUSTE_INVENTARIO'`), 0, `${cuando}: lo que perdieron las devoluciones no es lo que dice el mayor`);
    assert.deepEqual(await base.sql(`SELECT * FROM (SELECT c.clave, p.fecha::text AS dia, sum(sum((m.debe - m.haber) * CASE c.naturaleza WHEN 'D' THEN 1 ELSE -1 END)) OVER (PARTITION BY c.clave ORDER BY p.fecha) AS x
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.organizacion_id = ${e.id}
        AND c.clave IN ('IVA_ACREDITABLE', 'IVA_ACREDITABLE_RETENIDO', 'IEPS_ACREDITABLE', 'IVA_RET_POR_PAGAR', 'IVA_COBRADO') GROUP BY c.clave, p.fecha) q WHERE x < 0`), [], `${cuando}: un día había más impuesto devuelto que pagado`);
  };
  const nombres = ['orden', 'recepcion', 'recepcion', 'factura', 'factura', 'directa', 'gasto', 'gasto', 'egreso', 'egreso', 'devolucion', 'devolucion', 'credito', 'solicitud', 'solicitud', 'pagarSolicitud', 'anticipo', 'usarCredito', 'usarCredito', 'quitarCredito', 'devuelven', 'anticipoCliente', 'reembolso', 'facturar', 'sinDinero', 'entreCuentas', 'remision', 'venta', 'venta', 'regreso', 'regreso', 'merma', 'traspaso', 'traspaso', 'llegada', 'cancelar', 'cancelar', 'cancelar'];
  const hechas = () => ['orden', 'directa', 'remision'].reduce((n, que) => n + (cuenta[`${que} hecho`] ?? 0), 0);
  for (paso = 1; paso <= pasos || hechas() < compras; paso++) {
    await pasosPosibles[uno(nombres)]();
    if (paso % 50 === 0) await revisar(`al paso ${paso}`);
  }
  const reportes = new Reportes(e);
  await reportes.sonElLibro('2020-01-01', '2030-12-31');
  // Documents are cancelled in reverse: a document without dependents can always be cancelled, except when a loss took its goods.
  for (const u of [...usos]) await quitar(u);
  for (const h of [...hechos].reverse()) await cancelar(h);
  await revisar('al deshacer');
  await reportes.sonElLibro('2020-01-01', '2030-12-31');
  t.diagnostic(JSON.stringify(cuenta));
  for (const que of ['recepcion', 'factura', 'directa', 'gasto', 'egreso', 'devolucion', 'remision', 'venta', 'regreso', 'pérdida', 'traspaso', 'llegada', 'cancelar compra', 'cancelar regreso', 'cancelar egreso', 'cancelar devolucion', 'cancelar gasto', 'cancelar recepcion', 'credito', 'solicitud', 'pagar solicitud', 'anticipo', 'usar credito', 'quitar credito', 'devuelven', 'reembolso', 'sin dinero', 'entre cuentas']) assert.ok(cuenta[`${que} hecho`] > 0, `nunca se hizo: ${que}`);
  const queda = hechos.filter(h => ['gasto', 'egreso', 'anticipo', 'deposito', 'sinDinero', 'devolucion', 'credito'].includes(h.clase));
  assert.deepEqual(queda, [], 'lo que se pagó, lo que se devolvió y un gasto sobre compra siempre se pueden cancelar');
});
