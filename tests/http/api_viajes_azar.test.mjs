// Bookings at random: invoices of both versions, expenses, payments and cancels, in pesos and dollars. The totals of a booking equal the sum of its
// documents and of their ledger. VIAJES_SEMILLA, VIAJES_PASOS.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { montar } from './lib/ayuda_api.mjs';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const semilla = Number(process.env.VIAJES_SEMILLA ?? Date.now() % 1e6), pasos = Number(process.env.VIAJES_PASOS ?? 80);
let estado = semilla;
const azar = n => (estado = (estado * 48271 + 11) % 2147483647) % n;
const uno = lista => lista[azar(lista.length)];
const dinero = tope => (1 + azar(tope * 100)) / 100;
let m, e, base, clientes, hotel, dolares;
before(async () => {
  m = await montar({ registros: 20 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Viajes al Azar', rfc: 'EKU9003173C9' });
  clientes = [await e.cliente('UNO'), await e.cliente('DOS')];
  hotel = await e.cliente('HOTEL', { tipoContacto: 'Proveedor', codigoPostal: '64000' });
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nUSD,Dólares,Banco,012,USD,MATRIZ,102.01\n' });
  dolares = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'USD'");
});
after(() => m?.cerrar());

const tercero = { esTercero: true, rfcTercero: 'AAA010101AAA', nombreTercero: 'AEROLINEA', regimenFiscalTercero: '601', codigoPostalTercero: '64000' };
const partida = () => ({ claveServicio: '90121502', descripcion: 'Algo', cantidad: 1 + azar(4), precioUnitario: dinero(500) / 7 + 0.000001 * azar(1000), ...uno([{}, {}, { tasaIva: 0 }, { exentoIva: true }, tercero]) });
const redonda = p => ({ ...p, precioUnitario: Number(p.precioUnitario.toFixed(6)) });
const moneda = () => uno([{}, { moneda: 'USD', tipoCambio: Number((17 + azar(30000) / 10000).toFixed(4)) }]);
const cuenta = x => (x.moneda ? { cuentaId: dolares, formaPagoId: e.transferencia } : { cuentaId: e.caja, formaPagoId: e.efectivo });
const servicio = () => ({ tipo: uno(['Hotel', 'Aereo', 'Seguro']), ...(azar(2) && { proveedorId: hotel }), tarifa: uno([0, dinero(900)]), impuestosAereos: uno([0, 0, dinero(90)]), comision: dinero(90), ...(azar(3) === 0 && { partidas: [redonda(partida())] }) });
const lista = hacer => Array.from({ length: 1 + azar(3) }, hacer);

const pasosPosibles = [
  booking => ['/api/AgenciaViaje/RegistrarFactura', { clienteId: uno(clientes), booking, fecha: '2025-03-10', partidas: lista(() => redonda(partida())) }],
  booking => {
    const en = moneda();
    return ['/api/AgenciaViaje/RegistrarFacturaV2', { clienteId: uno(clientes), booking, fecha: '2025-03-10', ...en, servicios: lista(servicio), ...(azar(2) && { pagos: [{ ...cuenta(en), importe: dinero(80) }] }) }];
  },
  booking => {
    const en = moneda(), subtotal = dinero(900), iva = azar(2) ? Math.round(subtotal * 16) / 100 : 0, total = Math.round((subtotal + iva) * 100) / 100;
    return ['/api/AgenciaViaje/RegistrarGasto', { booking, proveedores: [{ proveedorId: hotel, fecha: '10/03/2025', conceptoId: e.gasto, ...en, subtotal, iva, total, esTercero: azar(2) === 1 }],
      ...(azar(2) && { pagos: [{ fechaPago: '12/03/2025', ...cuenta(en), moneda: en.moneda ?? 'MXN', tipoCambio: en.tipoCambio, importe: Math.max(0.01, Math.round(total * azar(100)) / 100) }] }) }];
  },
];
const cancelar = async ([ruta, id]) =>
  assert.ok([200, 400].includes((await e.srv.pedir('DELETE', `/api/${/Gasto/.test(ruta) ? 'Compras' : 'Ventas'}/TransaccionCancelar/${id}`, { token: e.token })).estado));

test(`lo que dice cada reserva es lo que suman sus documentos (semilla ${semilla}, ${pasos} pasos)`, async () => {
  const bookings = ['A', 'B', 'C', 'D'], hechos = [];
  for (let i = 0; i < pasos; ++i) {
    const [ruta, cuerpo] = uno(pasosPosibles)(uno(bookings));
    const r = await e.pedir(ruta, cuerpo);
    if (r.estado === 200) hechos.push([ruta, r.json.data.transaccionId]);
    else assert.ok(['VALIDACION', 'SALDO_INSUFICIENTE'].includes(r.json.codigo), `paso ${i}: ${r.texto} ${JSON.stringify(cuerpo)}`);
    if (azar(6) === 0 && hechos.length) await cancelar(uno(hechos));
  }
  assert.ok(hechos.length > pasos / 2);
  await base.sql('ANALYZE');  // without ANALYZE the sums below took 13 s each, planned for empty tables
  for (const booking of bookings) {
    const r = await e.srv.get(`/api/AgenciaViaje/Documentos?booking=${booking}`, { token: e.token });
    if (r.estado === 400) continue;
    const x = r.json.data;
    const suyos = `SELECT r.destino_id FROM relacion r WHERE r.organizacion_id = ${e.id} AND r.origen_id = ${x.expedienteId}`;
    const total = objId => base.uno(`SELECT coalesce(sum(round(total * tipo_cambio, 2)), 0) FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = ${objId} AND estado <> 'Cancelado' AND transaccion_id IN (${suyos})`);
    const libro = (cuentas, signo, documentos) => base.uno(`SELECT coalesce(sum(${signo} * (v.debe - v.haber)), 0) FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.organizacion_id = ${e.id} AND p.transaccion_id IN (${documentos}) AND c.clave ~ '${cuentas}'`);
    const pagos = `SELECT a.fuente_id FROM aplicacion a WHERE a.organizacion_id = ${e.id} AND a.fecha_reversa IS NULL AND a.destino_id IN (${suyos})`;
    assert.deepEqual([x.totalFacturado, x.totalGastos, x.totalCobrado, x.totalPagado, x.utilidad],
      [await total(24), await total(14), await libro('^CLIENTES$', -1, pagos), await libro('^ACREEDORES$', 1, pagos), await libro('^(VENTAS|GASTO)', -1, suyos)], `reserva ${booking}, semilla ${semilla}`);
    assert.equal(await libro('^TERCEROS$', -1, suyos), await base.uno(`SELECT coalesce((SELECT sum(f.terceros_mxn) FROM factura_viaje f JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE t.organizacion_id = ${e.id} AND t.estado <> 'Cancelado' AND t.transaccion_id IN (${suyos})), 0)
      - coalesce((SELECT sum(round(t.total * t.tipo_cambio, 2)) FROM compra k JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE t.organizacion_id = ${e.id} AND k.es_tercero AND t.estado <> 'Cancelado' AND t.transaccion_id IN (${suyos})), 0)`), `terceros de ${booking}, semilla ${semilla}`);
  }
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
  await compararConHledger(base, e.id);
});
