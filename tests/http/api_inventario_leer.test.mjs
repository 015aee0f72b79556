// Deliveries, receptions and inventory movements, read one by one and in lists: equal to the answers of their creation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, recorrer } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const RUTA = '/api/Inventario/';
let m, e, srv, p, q, serie;
const hechos = {};
before(async () => {
  m = await montar({ registros: 20 });
  ({ srv } = m);
  e = await Empresa.crear(m, { nombre: 'Lecturas de almacén', rfc: 'EKU9003173C9' });
  [p, q, serie] = [await e.producto('P'), await e.producto('Q'), await e.producto('S', { manejaSeries: true, manejaLotes: false })];
  const el = dia => ({ fecha: `2026-03-${dia}T10:00:00` });
  hechos.entrada = await e.mover('Entrada', [{ productoId: p, cantidad: 50, costoUnitario: 10 }, { productoId: serie, cantidad: 2, costoUnitario: 5, series: ['S1', 'S2'] }], el('01'));
  hechos.cedis = await e.mover('Entrada', [{ productoId: q, cantidad: 5, costoUnitario: 1 }], { ...el('02'), almacenId: e.cedis });
  hechos.envio = await e.mover('Traspaso', [{ productoId: p, cantidad: 4 }], { ...el('03'), almacenDestinoId: e.cedis, enTransito: true });
  hechos.ajuste = await e.mover('Ajuste', [{ productoId: p, cantidad: 45 }], { ...el('04'), conceptoId: e.merma });
  hechos.llegada = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: hechos.envio.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 3 }], ...el('05') });
  [e.uno, e.dos] = [await e.cliente('C1'), await e.cliente('C2')];
  hechos.pedido = await e.hecho('/api/PedidoCliente', { clienteId: e.uno, almacenId: e.general, ...el('06'), partidas: [{ productoId: p, cantidad: 6, precioUnitario: 30 }, { productoId: serie, cantidad: 1, precioUnitario: 9 }] });
  const entregar = (dia, partidas) => e.hecho('/api/Inventario/Entrega', { transaccionIdOrigen: hechos.pedido.transaccionId, recibe: 'Ana', ...el(dia), partidas });
  hechos.entrega1 = await entregar('07', [{ numeroPartida: 1, cantidad: 2 }, { numeroPartida: 2, cantidad: 1, series: ['S2'] }]);
  hechos.entrega2 = await entregar('08', [{ numeroPartida: 1, cantidad: 4 }]);
  hechos.otra = await e.hecho('/api/PedidoCliente', { clienteId: e.dos, almacenId: e.cedis, ...el('08'), partidas: [{ productoId: q, cantidad: 1, precioUnitario: 3 }] });
  hechos.entrega3 = await e.hecho('/api/Inventario/Entrega', { transaccionIdOrigen: hechos.otra.transaccionId, ...el('09') });
  const proveedor = await e.hecho('/api/Contactos', { codigo: 'PROV', tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: 'EKU900317PR1', regimenFiscal: '601', codigoPostal: '26015' });
  hechos.proveedorId = proveedor.entidadId;
  hechos.orden = await e.hecho('/api/OrdenCompra', { proveedorId: proveedor.entidadId, almacenId: e.general, ...el('10'), partidas: [{ productoId: q, cantidad: 30, precioUnitario: 2 }] });
  assert.equal((await srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${hechos.orden.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  hechos.compra = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: hechos.orden.transaccionId, folioProveedor: 'R-7', ...el('11') });
});
after(() => m?.cerrar());

const leer = ruta => srv.get(`${RUTA}${ruta}`, { token: e.token });
const datos = async (que, mas = {}) => {
  const r = await leer(`${que}?${new URLSearchParams(mas)}`);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
// creado: the answer of a creation without its warnings, as a later read gives it.
const creado = ({ advertencias, ...d }) => d;

test('cada uno se lee como lo contestó su alta', async () => {
  for (const [que, hecho] of [['Movimiento', hechos.entrada], ['Movimiento', hechos.ajuste], ['Entrega', hechos.entrega3], ['Recepcion', hechos.compra]]) {
    const r = await leer(`${que}/${hecho.transaccionId}`);
    assert.equal(r.estado, 200, r.texto);
    assert.deepEqual(r.json.data, creado(hecho), que);
    const [fila] = (await datos(que)).filter(f => f.transaccionId === hecho.transaccionId);
    assert.deepEqual(fila, r.json.data, 'en la lista, igual');
    assert.equal((await srv.get(`${RUTA}${que}/${hecho.transaccionId}`, { token: e.token, encabezados: { 'If-None-Match': r.h.etag } })).estado, 304);
  }
  const envio = (await leer(`Movimiento/${hechos.envio.transaccionId}`)).json.data;
  assert.deepEqual([envio.estado, envio.tipoMovimiento, envio.almacenOrigenId, envio.almacenDestinoId], ['EnTransito', 'Traspaso', e.general, e.cedis]);
  const entrega = (await leer(`Entrega/${hechos.entrega1.transaccionId}`)).json.data;
  assert.deepEqual([entrega.recibe, entrega.clienteId, entrega.transaccionIdOrigen, entrega.partidas.map(l => [l.cantidadSolicitada, l.cantidadEntregada, l.cantidadPendiente, l.series])],
    ['Ana', e.uno, hechos.pedido.transaccionId, [[6, 2, 0, []], [1, 1, 0, ['S2']]]], 'lo pendiente, el de hoy');
  const llegada = (await leer(`Recepcion/${hechos.llegada.transaccionId}`)).json.data;
  assert.deepEqual(llegada.partidas.map(l => [l.cantidadRecibida, l.cantidadPendiente]), [[3, 1]]);
  // A document of another kind, or of another company, is not there.
  for (const [que, id] of [['Movimiento', hechos.entrega1.transaccionId], ['Entrega', hechos.llegada.transaccionId], ['Recepcion', hechos.envio.transaccionId], ['Entrega', 999999999]])
    esError(await leer(`${que}/${id}`), 400, 'NO_ENCONTRADO');
  for (const [que, id] of [['Movimiento', hechos.entrada], ['Entrega', hechos.entrega1], ['Recepcion', hechos.compra]].map(([a, b]) => [a, b.transaccionId]))
    esError(await srv.get(`${RUTA}${que}/${id}`, { token: m.t1 }), 400, 'NO_ENCONTRADO');
});

test('las listas: en orden, por página y con sus filtros', async () => {
  const { entrada, cedis, envio, ajuste, llegada, compra, entrega1, entrega2, entrega3 } = Object.fromEntries(Object.entries(hechos).map(([k, d]) => [k, d.transaccionId]));
  const ids = async (que, mas) => (await datos(que, mas)).map(f => f.transaccionId);
  assert.deepEqual(await ids('Movimiento'), [ajuste, envio, cedis, entrada]);
  assert.deepEqual(await ids('Entrega'), [entrega3, entrega2, entrega1]);
  assert.deepEqual(await ids('Recepcion'), [compra, llegada]);
  for (const que of ['Movimiento', 'Entrega', 'Recepcion']) {
    const todas = await datos(que);
    assert.deepEqual(await recorrer(srv, `${RUTA}${que}?registrosPorPagina=1`, { token: e.token }), todas, que);
    assert.ok((await datos(que, { incluirPartidas: false })).every(f => f.partidas.length === 0), que);
    assert.deepEqual((await leer(`${que}?incluirTotal=true&registrosPorPagina=1`)).json.paginacion.totalRegistros, todas.length, que);
    esError(await leer(`${que}?fechaInicial=2026-03-02&fechaFinal=2026-03-01`), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
    for (const campo of ['sucursalId', 'almacenId']) esError(await leer(`${que}?${campo}=999999`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]);
  }
  for (const [que, mas, esperado] of [
    ['Movimiento', { fechaInicial: '2026-03-02', fechaFinal: '2026-03-03' }, [envio, cedis]],
    ['Movimiento', { sucursalId: e.matriz }, [ajuste, envio, cedis, entrada]],
    ['Movimiento', { almacenId: e.general }, [ajuste, envio, entrada]],
    ['Movimiento', { almacenId: e.cedis }, [envio, cedis]],  // with the transfer whose destination is this warehouse
    ['Movimiento', { estado: 'EnTransito' }, [envio]],
    ['Movimiento', { tipoMovimiento: 'Entrada' }, [cedis, entrada]],
    ['Movimiento', { tipoMovimiento: 'Ajuste', productoId: p }, [ajuste]],
    ['Movimiento', { productoId: serie }, [entrada]],
    ['Movimiento', { busqueda: hechos.cedis.folio }, [cedis]],
    ['Entrega', { fechaFinal: '2026-03-07' }, [entrega1]],
    ['Entrega', { almacenId: e.cedis }, [entrega3]],
    ['Entrega', { clienteId: e.uno }, [entrega2, entrega1]],
    ['Entrega', { transaccionIdOrigen: hechos.otra.transaccionId }, [entrega3]],
    ['Entrega', { busqueda: 'cliente c2' }, [entrega3]],
    ['Entrega', { estado: 'Cancelado' }, []],
    ['Recepcion', { proveedorId: hechos.proveedorId }, [compra]],
    ['Recepcion', { almacenId: e.cedis }, [llegada]],
    ['Recepcion', { transaccionIdOrigen: envio }, [llegada]],
    ['Recepcion', { estado: 'Aplicado', fechaInicial: '2026-03-11' }, [compra]],
  ]) assert.deepEqual(await ids(que, mas), esperado, `${que} ${JSON.stringify(mas)}`);
  esError(await leer('Movimiento?productoId=999999'), 400, 'VALIDACION', ['productoId NO_EXISTE']);
  esError(await leer('Entrega?clienteId=999999'), 400, 'VALIDACION', ['clienteId NO_EXISTE']);
  esError(await leer('Recepcion?transaccionIdOrigen=999999999'), 400, 'VALIDACION', ['transaccionIdOrigen NO_EXISTE']);
  esError(await leer('Movimiento?tipoMovimiento=Vuelta'), 400, 'VALIDACION', ['tipoMovimiento RANGO']);
  assert.equal((await srv.pedir('DELETE', `${RUTA}TransaccionCancelar/${llegada}?motivo=Error`, { token: e.token })).estado, 200);
  assert.deepEqual(await ids('Recepcion', { estado: 'Cancelado' }), [llegada]);
  assert.equal((await datos('Recepcion', { estado: 'Cancelado' }))[0].motivoCancelacion, 'Error');
});
