// The kardex of a product: its stored movements of goods and of value, one by one, with the stock after each, on every page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, recorrer } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const RUTA = '/api/Inventario/Kardex';
let m, e, srv, base, p;
const docs = {};
before(async () => {
  m = await montar({ registros: 20 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Kardex', rfc: 'EKU9003173C9' });
  p = await e.producto('K');
  const el = dia => ({ fecha: `2026-03-${dia}T10:00:00` });
  const proveedor = await e.hecho('/api/Contactos', { codigo: 'PROV', tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: 'EKU900317PR1', regimenFiscal: '601', codigoPostal: '26015' });
  docs.uno = await e.mover('Entrada', [{ productoId: p, cantidad: 10, costoUnitario: 10 }], el('01'));
  docs.dos = await e.mover('Entrada', [{ productoId: p, cantidad: 4, costoUnitario: 12.5 }], el('03'));
  docs.salida = await e.mover('Salida', [{ productoId: p, cantidad: 11 }], { ...el('04'), conceptoId: e.merma });  // ten of the first layer and one of the second
  docs.traspaso = await e.mover('Traspaso', [{ productoId: p, cantidad: 2 }], { ...el('05'), almacenDestinoId: e.cedis });
  // The entry of day 02 is written last: the rows stay in order of days.
  docs.tarde = await e.mover('Entrada', [{ productoId: p, cantidad: 1, costoUnitario: 7 }], el('02'));
  // Goods received at the cost of the order are worth more when their invoice arrives: a movement of value alone.
  const orden = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor.entidadId, almacenId: e.general, ...el('06'), partidas: [{ productoId: p, cantidad: 3, precioUnitario: 20 }] });
  assert.equal((await srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${orden.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  docs.recibida = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: orden.transaccionId, ...el('07') });
  docs.factura = await e.hecho('/api/FacturaCompra', { proveedorId: proveedor.entidadId, recepciones: [docs.recibida.transaccionId], ...el('08'), partidas: [{ numeroPartidaOrigen: 1, cantidad: 3, precioUnitario: 21 }] });
  await e.mover('Entrada', [{ productoId: await e.producto('OTRO'), cantidad: 9, costoUnitario: 1 }], el('02'));
});
after(() => m?.cerrar());

const leer = (q = {}) => srv.get(`${RUTA}?${new URLSearchParams({ productoId: p, ...q })}`, { token: e.token });
const kardex = async q => {
  const r = await leer(q);
  assert.equal(r.estado, 200, r.texto);
  return r.json;
};
const corto = f => [f.fecha.slice(8, 10), f.folio, f.almacenId === e.general ? 'G' : 'C', f.entrada, f.salida, f.existencia, f.costoUnitario, f.importe, f.valorExistencia];
const esperado = () => [
  ['01', docs.uno.folio, 'G', 10, 0, 10, 10, 100, 100],
  ['02', docs.tarde.folio, 'G', 1, 0, 11, 7, 7, 107],
  ['03', docs.dos.folio, 'G', 4, 0, 15, 12.5, 50, 157],
  ['04', docs.salida.folio, 'G', 0, 10, 5, 10, -100, 57],
  ['04', docs.salida.folio, 'G', 0, 1, 4, 12.5, -12.5, 44.5],
  ['05', docs.traspaso.folio, 'G', 0, 2, 2, 12.5, -25, 19.5],
  ['05', docs.traspaso.folio, 'C', 2, 0, 4, 12.5, 25, 44.5],
  ['07', docs.recibida.folio, 'G', 3, 0, 7, 20, 60, 104.5],
  ['08', docs.factura.folio, 'G', 0, 0, 7, 0, 3, 107.5],
];

test('cada movimiento, en orden de fecha, con lo que queda después', async () => {
  const { data, totales } = await kardex();
  assert.deepEqual(Object.keys(data[0]), ['transaccionId', 'fecha', 'tipoDocumento', 'folio', 'cancelacion', 'almacenId', 'almacen', 'serie', 'lote', 'entrada', 'salida', 'existencia', 'costoUnitario', 'importe', 'valorExistencia']);
  assert.deepEqual(data.map(corto), esperado());
  assert.deepEqual([data[0].transaccionId, data[0].tipoDocumento, data[8].tipoDocumento, data[0].cancelacion], [docs.uno.transaccionId, 'Movimiento de inventario', 'Factura de compra', false]);
  assert.deepEqual(totales, { existenciaInicial: 0, valorInicial: 0, entradas: 20, salidas: 13, valorEntradas: 245, valorSalidas: 137.5, existenciaFinal: 7, valorFinal: 107.5 });
  assert.deepEqual((await kardex({ codigo: 'k' })).data, data, 'por clave, sin distinguir mayúsculas');
});

test('de un almacén, de un rango, y en cualquier página: la existencia y el valor siguen', async () => {
  const cedis = await kardex({ almacenId: e.cedis });
  assert.deepEqual(cedis.data.map(corto), [['05', docs.traspaso.folio, 'C', 2, 0, 2, 12.5, 25, 25]]);
  assert.deepEqual([cedis.totales.existenciaFinal, cedis.totales.valorFinal], [2, 25]);
  const general = await kardex({ almacenId: e.general, fechaInicial: '2026-03-04', fechaFinal: '2026-03-07' });
  assert.deepEqual(general.data.map(f => [f.existencia, f.valorExistencia]), [[5, 57], [4, 44.5], [2, 19.5], [5, 79.5]]);
  assert.deepEqual(general.totales, { existenciaInicial: 15, valorInicial: 157, entradas: 3, salidas: 13, valorEntradas: 60, valorSalidas: 137.5, existenciaFinal: 5, valorFinal: 79.5 });
  const nada = await kardex({ fechaInicial: '2026-03-20' });
  assert.deepEqual([nada.data, nada.totales.existenciaInicial, nada.totales.valorFinal], [[], 7, 107.5], 'sin movimientos en el rango, los saldos de entonces');
  for (const registrosPorPagina of [1, 2, 4]) {
    assert.deepEqual((await recorrer(srv, `${RUTA}?productoId=${p}&registrosPorPagina=${registrosPorPagina}`, { token: e.token })).map(corto), esperado(), 'por cursor');
    assert.deepEqual((await recorrer(srv, `${RUTA}?productoId=${p}&fechaInicial=2026-03-03&fechaFinal=2026-03-07&registrosPorPagina=${registrosPorPagina}`, { token: e.token })).map(corto), esperado().slice(2, 8), 'por cursor, desde un día');
    for (let pagina = 1; pagina <= 9; pagina++)
      assert.deepEqual((await kardex({ registrosPorPagina, pagina })).data.map(corto), esperado().slice((pagina - 1) * registrosPorPagina, pagina * registrosPorPagina), 'por número de página');
  }
  // A cursor of a page before the range: the rows and the opening stock are those of the range.
  const { paginacion } = await kardex({ registrosPorPagina: 1 });
  const despues = await kardex({ cursor: paginacion.siguiente, fechaInicial: '2026-03-04', incluirTotal: true });
  assert.deepEqual(despues.data.map(corto), esperado().slice(3));
  const otra = await kardex({ cursor: (await kardex({ registrosPorPagina: 4 })).paginacion.siguiente, fechaInicial: '2026-03-02', incluirTotal: true });
  assert.deepEqual([otra.data.map(corto), otra.totales.existenciaInicial, otra.totales.existenciaFinal, otra.paginacion.totalRegistros], [esperado().slice(4), 10, 7, 8], 'los totales son del rango, no de la página');
});

test('una cancelación se lee como otro movimiento, el día que se hizo', async () => {
  const q = await e.producto('CAN');
  const d = await e.mover('Entrada', [{ productoId: q, cantidad: 5, costoUnitario: 2 }], { fecha: '2026-03-01T10:00:00' });
  assert.equal((await srv.pedir('DELETE', `/api/Inventario/MovimientoCancelar/${d.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  const { data, totales } = await kardex({ productoId: q });
  assert.deepEqual(data.map(f => [f.folio, f.cancelacion, f.entrada, f.salida, f.existencia, f.importe, f.valorExistencia]), [[d.folio, false, 5, 0, 5, 10, 10], [d.folio, true, 0, 5, 0, -10, 0]]);
  assert.deepEqual([totales.existenciaFinal, totales.valorFinal], [0, 0]);
});

test('se pide de un producto, y de una empresa', async () => {
  const fallas = async (q, ...campos) => esError(await srv.get(`${RUTA}?${new URLSearchParams(q)}`, { token: e.token }), 400, 'VALIDACION', campos);
  await fallas({}, 'productoId REQUERIDO');
  await fallas({ productoId: 999999 }, 'productoId NO_EXISTE');
  await fallas({ codigo: 'NINGUNO' }, 'codigo NO_EXISTE');
  await fallas({ productoId: p, codigo: 'OTRO' }, 'codigo NO_EXISTE');
  await fallas({ productoId: p, almacenId: 999999 }, 'almacenId NO_EXISTE');
  await fallas({ productoId: p, fechaInicial: '2026-03-02', fechaFinal: '2026-03-01' }, 'fechaFinal RANGO_FECHAS');
  esError(await srv.get(`${RUTA}?productoId=${p}`, { token: m.t1 }), 400, 'VALIDACION', ['productoId NO_EXISTE']);
});
