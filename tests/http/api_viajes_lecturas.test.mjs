// OP-119, OP-118: the documents of a booking, and documents of bookings by id.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const GASTO = '/api/AgenciaViaje/RegistrarGasto', DOCUMENTOS = '/api/AgenciaViaje/Documentos', POR_IDS = '/api/AgenciaViaje/DocumentosPorIds';
let m, e, base;
before(async () => {
  m = await montar({ registros: 20 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Viajes del Sur', rfc: 'EKU9003173C9' });
});
after(() => m?.cerrar());

const papel = mas => ({ rfc: 'AAA010101AAA', nombre: 'Hotel del Mar', fecha: '15/03/2025', conceptoId: e.gasto, subtotal: 1000, iva: 160, total: 1160, ...mas });
const ver = async (consulta, estado = 200) => {
  const r = await e.srv.get(`${DOCUMENTOS}?${new URLSearchParams(consulta)}`, { token: e.token });
  assert.equal(r.estado, estado, r.texto);
  return estado === 200 ? r.json.data : `${r.json.codigo} ${(r.json.errores ?? []).map(x => `${x.campo} ${x.codigo}`).join(', ')}`.trim();
};

test('el expediente que abre un gasto: sus documentos, sus pagos y sus sumas', async () => {
  const d = await e.hecho(GASTO, { booking: 'BK-1', proveedores: [papel(), papel({ rfc: 'BBB010101BB1', nombre: 'Aerolínea', esTercero: true })],
    pagos: [{ fechaPago: '16/03/2025', cuentaId: e.caja, formaPagoId: e.efectivo, importe: 500 }] });
  const expedienteId = d.transaccionIdServiceReferencia;
  const x = await ver({ booking: 'BK-1' });
  assert.deepEqual(Object.keys(x), ['expedienteId', 'booking', 'localizador', 'clienteId', 'codigoCliente', 'cliente', 'rfc', 'fechaInicioViaje', 'fechaFinViaje', 'estado', 'totalFacturado',
    'totalGastos', 'totalCobrado', 'totalPagado', 'utilidad', 'pasajeros', 'servicios', 'documentos']);
  const { documentos, ...resto } = x;
  assert.deepEqual(resto, { expedienteId, booking: 'BK-1', localizador: '', clienteId: 0, codigoCliente: '', cliente: '', rfc: '', fechaInicioViaje: '', fechaFinViaje: '', pasajeros: [], estado: 'Abierto',
    totalFacturado: 0, totalGastos: 2320, totalCobrado: 0, totalPagado: 500, utilidad: -1000, servicios: [] });
  assert.deepEqual(documentos.map(q => [q.tipoDocumento, q.total, q.relacion, q.saldo, q.moneda, q.estado]),
    [['Gasto', 1160, 'Destino', 660, 'MXN', 'Parcial'], ['Gasto', 1160, 'Destino', 1160, 'MXN', 'Pendiente'], ['Egreso', 500, 'Pago', 0, 'MXN', 'Asignado']]);
  assert.deepEqual(await ver({ expedienteId }), x);

  // A cancelled expense leaves the totals and stays in the list.
  const r = await e.srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${d.gastos[1].transaccionId}`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
  const luego = await ver({ expedienteId });
  assert.deepEqual([luego.totalGastos, luego.utilidad, luego.documentos.map(q => q.estado)], [1160, -1000, ['Parcial', 'Cancelado', 'Asignado']]);

  // Documents by id: those of bookings, in the order of the question, each once; any other document is left out.
  const suelto = await e.hecho(GASTO, { proveedores: [papel()] });
  const ids = [d.egresos[0].transaccionId, d.transaccionId, suelto.transaccionId, 987654321, expedienteId, d.transaccionId];
  const lista = await e.hecho(POR_IDS, ids);
  assert.deepEqual(Object.keys(lista[0]), ['transaccionId', 'objId', 'tipoDocumento', 'folio', 'fecha', 'total', 'relacion', 'moneda', 'saldo', 'booking', 'expedienteId', 'uuid', 'archivos']);
  assert.deepEqual(lista.map(q => [q.transaccionId, q.relacion, q.booking, q.expedienteId, q.saldo]),
    [[ids[0], 'Pago', 'BK-1', expedienteId, 0], [ids[1], 'Destino', 'BK-1', expedienteId, 660], [expedienteId, 'Origen', 'BK-1', expedienteId, 0]]);
});

test('lo que no hay, y lo que no se entiende', async () => {
  assert.equal(await ver({ booking: 'NADA' }, 400), 'NO_ENCONTRADO');
  assert.equal(await ver({ expedienteId: 987654321 }, 400), 'NO_ENCONTRADO');
  assert.equal(await ver({}, 400), 'VALIDACION booking REQUERIDO');
  assert.equal(await ver({ booking: '' }, 400), 'VALIDACION booking REQUERIDO');
  assert.equal(await ver({ booking: 'BK-1', expedienteId: 1 }, 400), 'VALIDACION expedienteId RANGO');
  const solo = await e.hecho(GASTO, { proveedores: [papel()] });
  assert.equal(await ver({ expedienteId: solo.transaccionId }, 400), 'NO_ENCONTRADO');
  await e.falla(POR_IDS, [], 'VALIDACION cuerpo REQUERIDO');
  await e.falla(POR_IDS, Array.from({ length: 501 }, (_, i) => i + 1), 'VALIDACION cuerpo RANGO');
});
