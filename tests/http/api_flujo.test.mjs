// GET /api/Contabilidad/Flujo: cash by concept between two days. Own transfers net out, a cancelled payment lowers its side, and the balances are the ledger's.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const F = '/api/Contabilidad/Flujo';
let m, e, srv, base, r;
const cuenta = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Fluye', rfc: 'EKU9003173C9' });
  r = new Reportes({ base, srv, id: e.id, token: e.token });
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)],
    { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nPESOS,Banco en pesos,Banco,012,MXN,MATRIZ,\nOTRO,Otro banco,Banco,012,MXN,MATRIZ,\n' });
  for (const c of ['PESOS', 'OTRO']) cuenta[c] = await e.uno('cuenta_bancaria', 'cuenta_id', `clave = '${c}'`);
});
after(() => m?.cerrar());

const dinero = (fecha, mas) => ({ formaPagoId: e.transferencia, cuentaId: cuenta.PESOS, fecha, ...mas });
const de = f => Object.fromEntries(f.conceptos.map(c => [c.concepto, [c.entradas, c.salidas, c.neto]]));

test('cobros, pagos, gastos, impuestos, capital y equipo; traspasos propios y cancelaciones', async () => {
  const cliente = await e.cliente('C');
  const s = await e.producto('S', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  const conceptos = 'clave,nombre,tipo,cuentaContable,noAfecto,tasaIva\nCAPITAL,Aportación,Deposito,301.01,si,\nEQUIPO,Equipo,Egreso,156.01,no,0.16\n';
  assert.equal((await base.gestor(['importar', 'conceptos', '-', '--organizacion', String(e.id)], { entrada: conceptos })).codigo ?? 0, 0);
  const porConcepto = async (fecha, clave, importe) => e.hecho('/api/Bancos/DepositoAgregar', dinero(fecha, { tipo: 'Concepto', importe, partidas: [{ conceptoId: await e.concepto(clave), importe }] }));
  await porConcepto('2025-01-05', 'CAPITAL', 50000);
  const f = await e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: '2025-01-10', partidas: [{ productoId: s, cantidad: 1, precioUnitario: 10000 }] });
  const cobro = (fecha, importe) => e.hecho('/api/Bancos/DepositoAgregar', dinero(fecha, { contactoId: cliente, importe, aplicaciones: [{ transaccionId: f.transaccionId, importe }] }));
  await cobro('2025-02-03', 4640);
  const rebota = await cobro('2025-02-10', 1160);
  await e.hecho('/api/Bancos/AnticipoAgregar', dinero('2025-02-15', { clienteId: cliente, importe: 1160, tasaIva: 0.16 }));
  await e.hecho('/api/Bancos/Traspaso', { cuentaOrigenId: cuenta.PESOS, cuentaDestinoId: cuenta.OTRO, importeOrigen: 5000, importeDestino: 5000, fecha: '2025-02-16' });
  const egreso = async (fecha, clave, importe) => e.hecho('/api/Bancos/EgresoAgregar', dinero(fecha, { partidas: [{ conceptoId: await e.concepto(clave), importeAbono: importe }] }));
  await egreso('2025-02-18', 'EQUIPO', 11600);
  await egreso('2025-02-20', 'GA-GENERAL', 1160);
  await egreso('2025-02-21', 'EG-COMISION', 11.6);

  const enero = await r.flujo('2025-01-01', '2025-01-31');
  assert.deepEqual([enero.saldoInicial, de(enero), enero.saldoFinal], [0, { Capital: [50000, 0, 50000] }, 50000]);
  const febrero = await r.flujo('2025-02-01', '2025-12-31');
  const conCancelado = de(febrero);
  assert.deepEqual(conCancelado, { Clientes: [6960, 0, 6960], 'Acreedores y gastos': [0, 1160, -1160], 'Gastos y productos financieros': [0, 11.6, -11.6], 'Activo fijo e inversiones': [0, 11600, -11600] });
  assert.deepEqual([febrero.saldoInicial, febrero.entradas, febrero.salidas, febrero.saldoFinal], [50000, 6960, 12771.6, 44188.4]);
  assert.deepEqual(febrero.conceptos.map(c => c.actividad), ['Operacion', 'Operacion', 'Operacion', 'Inversion']);
  const por = async agrupar => (await srv.get(`${F}?fechaInicial=2025-02-01&fechaFinal=2025-02-10&agrupar=${agrupar}`, { token: e.token })).json.data.conceptos;
  assert.deepEqual((await por('Cuenta')).map(c => [c.concepto, c.cuenta, c.entradas, c.polizaId]), [['Clientes', '105.01', 5800, 0]]);
  assert.deepEqual((await por('Poliza')).map(c => [c.concepto, c.fecha, c.tipoDocumento, c.contacto, c.transaccionId === rebota.transaccionId, c.entradas, c.cuenta]),
    [['Clientes', '2025-02-03', 'Depósito', 'CLIENTE C', false, 4640, ''], ['Clientes', '2025-02-10', 'Depósito', 'CLIENTE C', true, 1160, '']]);
  assert.deepEqual((await r.flujo('2025-02-16', '2025-02-16')).conceptos, [], 'un traspaso propio no es flujo');
  await r.flujo('2025-02-12', '2025-02-18');
  // A deposit cancelled today lowers the inflow of today; the day of the deposit stays as it was.
  assert.equal((await srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${rebota.transaccionId}?motivo=Rebot%C3%B3`, { token: e.token })).estado, 200);
  assert.deepEqual(de(await r.flujo(dia(), dia())), { Clientes: [-1160, 0, -1160] });
  assert.deepEqual(de(await r.flujo('2025-02-01', '2025-12-31')), conCancelado);
});

test('CSV, ETag, y fechas que no se pueden', async () => {
  const q = `${F}?fechaInicial=2025-02-01&fechaFinal=2025-02-28`;
  const csv = await srv.get(q, { token: e.token, encabezados: { Accept: 'text/csv' } });
  assert.match(csv.texto, /^\uFEFF?actividad,concepto,cuentaId,cuenta,nombre,polizaId,fecha,transaccionId,tipoDocumento,folio,contacto,entradas,salidas,neto\r?\nOperacion,Clientes,/);
  const { etag } = (await srv.get(q, { token: e.token })).h;
  assert.equal((await srv.get(q, { token: e.token, encabezados: { 'If-None-Match': etag } })).estado, 304);
  for (const [mal, falla] of [['', 'fechaInicial REQUERIDO'], ['fechaInicial=2025-02-02&fechaFinal=2025-02-01', 'fechaFinal RANGO_FECHAS']])
    esError(await srv.get(`${F}?${mal}`, { token: e.token }), 400, 'VALIDACION', mal ? [falla] : [falla, 'fechaFinal REQUERIDO']);
  const otra = (await srv.get(`${F}?fechaInicial=1990-01-01&fechaFinal=1990-01-31`, { token: e.token })).json.data;
  assert.deepEqual([otra.saldoInicial, otra.conceptos, otra.saldoFinal], [0, [], 0]);
});
