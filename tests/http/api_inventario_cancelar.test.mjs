// DELETE /api/Inventario/MovimientoCancelar/{id}: the opposite movement, as long as the entered goods are still there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const CANCELAR = '/api/Inventario/MovimientoCancelar';
let m, e, base, srv;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Arrepentida', rfc: 'EKU9003173C9' });
  for (const [codigo, mas] of Object.entries({ PEPS: {}, PROM: { metodoCosteo: 'PROMEDIO' }, SER: { manejaSeries: true }, LOTE: { manejaLotes: true }, X: {}, CARRERA: {}, COMPRA: {} }))
    p[codigo] = await e.producto(codigo, mas);
});
after(() => m?.cerrar());

const cancelar = (id, token = e.token) => srv.pedir('DELETE', `${CANCELAR}/${id}?motivo=Error`, { token });
const cancelado = async id => {
  const r = await cancelar(id);
  assert.deepEqual([r.estado, r.json.data?.estado, r.json.data?.saldo], [200, 'Cancelado', 0], r.texto);
  return r.json.data;
};
const capas = (codigo, almacen = e.general) => base.columna(`SELECT trim_scale(restante) || ' ' || valor FROM capa WHERE organizacion_id = ${e.id} AND producto_id = ${p[codigo]} AND almacen_id = ${almacen} AND restante > 0 ORDER BY fecha, capa_id`);

test('una salida vuelve a las mismas capas; una entrada se va si sigue entera; la póliza es la contraria', async () => {
  const a = await e.entrada(p.PEPS, 10, 100), b = await e.entrada(p.PEPS, 5, 110);
  const s = await e.mover('Salida', [{ productoId: p.PEPS, cantidad: 12 }], { conceptoId: e.merma });
  assert.deepEqual([s.total, await capas('PEPS')], [1220, ['3 330.00']]);
  esError(await cancelar(b.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  await cancelado(s.transaccionId);
  assert.deepEqual([await capas('PEPS'), await e.poliza(s.transaccionId)],
    [['10 1000.00', '5 550.00'], ['D AJUSTE_INVENTARIO 1220.00', 'A INVENTARIO 1220.00', 'D INVENTARIO 1220.00', 'A AJUSTE_INVENTARIO 1220.00']]);
  await cancelado(b.transaccionId);
  assert.deepEqual([await capas('PEPS'), await e.hay(p.PEPS)], [['10 1000.00'], '10 1000.00 0']);
  esError(await cancelar(b.transaccionId), 400, 'ESTADO_INVALIDO');
  const [motivo] = await base.columna(`SELECT motivo_cancelacion FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${b.transaccionId}`);
  assert.equal(motivo, 'Error');
  await cancelado(a.transaccionId);
  assert.equal(await e.hay(p.PEPS), '0 0.00 0');
});

test('a costo promedio: lo que se llevó regresa con lo que valía, y nada queda valiendo sin existencia', async () => {
  const a = await e.entrada(p.PROM, 10, 100);
  const s = await e.mover('Salida', [{ productoId: p.PROM, cantidad: 4 }], { conceptoId: e.merma });
  const b = await e.entrada(p.PROM, 6, 200);
  await cancelado(s.transaccionId);
  assert.equal(await e.hay(p.PROM), '16 2200.00 0');
  await cancelado(b.transaccionId);
  await cancelado(a.transaccionId);
  assert.equal(await e.hay(p.PROM), '0 0.00 0');
});

test('un ajuste deja lo que había; un traspaso regresa sus capas, si siguen en el otro almacén', async () => {
  await e.entrada(p.X, 10, 10);
  const j = await e.mover('Ajuste', [{ productoId: p.X, cantidad: 7 }], { conceptoId: e.merma });
  await cancelado(j.transaccionId);
  assert.equal(await e.hay(p.X), '10 100.00 0');
  const t = await e.mover('Traspaso', [{ productoId: p.X, cantidad: 4 }], { almacenDestinoId: e.cedis });
  const s = await e.mover('Salida', [{ productoId: p.X, cantidad: 1 }], { almacenId: e.cedis, conceptoId: e.merma });
  esError(await cancelar(t.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  await cancelado(s.transaccionId);
  await cancelado(t.transaccionId);
  assert.deepEqual([await e.hay(p.X), await e.hay(p.X, e.cedis), await capas('X')], ['10 100.00 0', '0 0.00 0', ['10 100.00']]);
});

test('un envío: mientras nada se reciba; recibido, aunque sea en parte, dice quién lo recibió', async () => {
  const enviar = () => e.mover('Traspaso', [{ productoId: p.X, cantidad: 4 }], { almacenDestinoId: e.cedis, enTransito: true });
  await cancelado((await enviar()).transaccionId);
  const t = await enviar();
  const r = await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: t.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 1 }] });
  const b = await cancelar(t.transaccionId);
  esError(b, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(b.json.documentosRelacionados.map(x => x.transaccionId), [r.transaccionId]);
  await e.hecho('/api/Inventario/Recepcion', { transaccionIdOrigen: t.transaccionId });
  assert.equal(await e.estado(t.transaccionId), 'Aplicado');
  esError(await cancelar(t.transaccionId), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  esError(await cancelar(r.transaccionId), 400, 'NO_ENCONTRADO');  // a reception is no movement
});

test('series y lotes: los mismos deben seguir ahí, aunque su capa siga', async () => {
  const serie = s => [{ productoId: p.SER, cantidad: 1, costoUnitario: 5, series: [s] }];
  await e.mover('Entrada', serie('A'));
  const b = await e.mover('Entrada', serie('B'));
  const s = await e.mover('Salida', [{ productoId: p.SER, cantidad: 1, series: ['B'] }], { conceptoId: e.merma });  // piece B leaves, from the layer of A
  assert.deepEqual(await capas('SER'), ['1 5.00']);
  esError(await cancelar(b.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  const otra = await e.mover('Entrada', serie('B'));
  esError(await cancelar(s.transaccionId), 400, 'SERIE_LOTE_INVALIDO');  // serial number B was received again
  await cancelado(otra.transaccionId);
  await cancelado(s.transaccionId);
  await cancelado(b.transaccionId);
  assert.deepEqual(await base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SER}`), ['A']);
  const lote = (l, cantidad) => [{ productoId: p.LOTE, cantidad, costoUnitario: 2, lotes: [{ lote: l, cantidad }] }];
  const l1 = await e.mover('Entrada', lote('L1', 5));
  const l2 = await e.mover('Entrada', lote('L2', 5));
  const fuera = await e.mover('Salida', [{ productoId: p.LOTE, cantidad: 1, lotes: [{ lote: 'L2', cantidad: 1 }] }], { conceptoId: e.merma });
  esError(await cancelar(l2.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  await cancelado(fuera.transaccionId);
  await cancelado(l2.transaccionId);
  await cancelado(l1.transaccionId);
  assert.deepEqual(await base.columna(`SELECT trim_scale(sum(cantidad))::text FROM existencia_lote WHERE organizacion_id = ${e.id} AND producto_id = ${p.LOTE}`), ['0']);
});

test('quién, cuál y cuándo', async () => {
  const a = await e.entrada(p.X, 1, 1);
  const operador = await base.usuario({ usuario: 'operacan', organizacion: e.id, rol: 'operador', sucursal: e.matriz });
  esError(await cancelar(a.transaccionId, await srv.entrar({ ...operador, ...e.llave })), 403, 'PERMISO_DENEGADO');
  esError(await cancelar(999999999), 400, 'NO_ENCONTRADO');
  const ajeno = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 16');
  esError(await cancelar(ajeno), 400, 'NO_ENCONTRADO');
  const nota = await e.hecho('/api/NotaVenta', { partidas: [{ productoId: p.X, cantidad: 1, precioUnitario: 5 }] });
  esError(await cancelar(nota.transaccionId), 400, 'NO_ENCONTRADO');
  // The dry run answers Cancelado and leaves the movement applied.
  const simulada = await srv.pedir('DELETE', `/simular${CANCELAR}/${a.transaccionId}`, { token: e.token });
  assert.deepEqual([simulada.estado, simulada.json.data?.estado, await e.estado(a.transaccionId)], [200, 'Cancelado', 'Aplicado'], simulada.texto);
  const largo = await srv.pedir('DELETE', `${CANCELAR}/${a.transaccionId}`, { token: e.token, cuerpo: { motivo: 'x'.repeat(251) } });
  assert.deepEqual([largo.json.codigo, largo.json.errores[0].campo], ['VALIDACION', 'motivo']);
});

test('a la vez: se cancela una sola vez, y lo que alguien se lleva primero no se cancela', async () => {
  for (let vez = 0; vez < 4; vez++) {
    const a = await e.entrada(p.CARRERA, 10, 3);
    const varios = await Promise.all([...Array(5)].map((_, i) => (vez % 2 && i === 2 ? e.pedir('/api/Inventario/Movimiento', { tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: e.general, partidas: [{ productoId: p.CARRERA, cantidad: 10 }] }) : cancelar(a.transaccionId))));
    assert.equal(varios.filter(r => r.estado === 200).length, 1, varios.map(r => `${r.estado} ${r.json.codigo}`).join());
    assert.equal(await e.hay(p.CARRERA), '0 0.00 0');
  }
});

test('al final todo cuadra', async () => {
  await e.cuadra();
  assert.deepEqual((await auditar(base)).filter(f => Number(f.organizacion_id) === e.id), []);
});
