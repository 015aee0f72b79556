// Physical counts: opened with the expected stock, counted in parts while goods come and go, closed into one adjustment.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, hasta, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const CONTEO = '/api/Inventario/Conteo', CANCELAR = '/api/Inventario/ConteoCancelar';
let m, e, base, srv, docena;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Contadora', rfc: 'EKU9003173C9' });
  docena = Number(await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor) VALUES (${e.id}, 'DOC', 'Docena', 'doc', 'DPC', ${e.pieza}, 12) RETURNING unidad_medida_id`));
  for (const [codigo, mas] of Object.entries({ PEPS: {}, PROM: { metodoCosteo: 'PROMEDIO' }, SER: { manejaSeries: true }, LOTE: { manejaLotes: true }, NUEVO: {}, DOC: { unidadMedidaId: docena }, SERV: { tipo: 'Servicio', unidadMedidaId: e.servicio, claveProductoServicio: '80101500' } }))
    p[codigo] = await e.producto(codigo, mas);
});
after(() => m?.cerrar());

const abrir = (mas = {}) => e.hecho(CONTEO, { almacenId: e.general, ...mas });
const contar = (k, ...partidas) => e.hecho(`${CONTEO}/${k.conteoId}/Partidas`, { partidas });
const cerrar = (k, mas = {}) => e.hecho(`${CONTEO}/${k.conteoId}/Cerrar`, { conceptoId: e.merma, ...mas });
const cancelar = (id, token = e.token) => srv.pedir('DELETE', `${CANCELAR}/${id}?motivo=Error`, { token });
const leer = async k => (await srv.get(`${CONTEO}/${k.conteoId}`, { token: e.token })).json.data;
const de = (codigo, contado, mas) => ({ productoId: p[codigo], contado, ...mas });
const sacar = (codigo, cantidad, mas) => e.mover('Salida', [{ productoId: p[codigo], cantidad, ...mas }], { conceptoId: e.merma });

test('un conteo en el que nada se contó se cierra, y lo advierte', async () => {
  const f = await e.producto('SOLO');
  await e.entrada(f, 4, 5);
  const nada = await cerrar(await abrir());
  assert.deepEqual([nada.estado, nada.transaccionId, nada.contados, nada.advertencias], ['Cerrado', 0, 0, ['nada se contó: el conteo se cerró sin ajustar existencias']]);
  assert.match(await e.hay(f), /^4 /);
  const todo = await cerrar(await abrir(), { noContadoEsCero: true });
  assert.deepEqual([todo.estado, todo.transaccionId > 0, todo.advertencias], ['Cerrado', true, ['nada se contó: todo lo esperado se dio por faltante']]);
  assert.match(await e.hay(f), /^0 /);
  await e.entrada(f, 4, 5);
  const k = await abrir();
  await contar(k, { productoId: f, contado: 0 });
  assert.deepEqual((await cerrar(k)).advertencias, []);
});

test('lo que se mueve mientras se cuenta no es diferencia; lo que no se cuenta se queda como está', async () => {
  await e.entrada(p.PEPS, 10, 100);
  await e.entrada(p.PROM, 10, 10);
  const k = await abrir({ notas: 'Fin de mes' });
  assert.deepEqual([k.estado, k.almacenId, k.notas, k.porContar, k.contados, k.conDiferencia, k.transaccionId], ['Abierto', e.general, 'Fin de mes', 2, 0, 0, 0]);
  await sacar('PEPS', 2);                       // before PEPS is counted
  assert.equal((await contar(k, de('PEPS', 8))).conDiferencia, 0);
  await sacar('PEPS', 3);                       // after PEPS was counted: the difference is of the moment of the count
  const otra = await contar(k, de('PROM', 7));
  assert.deepEqual([otra.porContar, otra.contados, otra.conDiferencia], [0, 2, 1]);
  const d = await leer(k);
  assert.deepEqual(d.partidas.map(x => [x.codigo, x.esperado, x.movido, x.contado, x.diferencia]), [['PEPS', 10, -2, 8, 0], ['PROM', 10, 0, 7, -3]]);
  const c = await cerrar(k);
  assert.deepEqual([c.estado, await e.hay(p.PEPS), await e.hay(p.PROM)], ['Cerrado', '5 500.00 0', '7 70.00 0']);
  assert.deepEqual(await e.poliza(c.transaccionId), ['D AJUSTE_INVENTARIO 30.00', 'A INVENTARIO 30.00']);
  const [mov] = await base.sql(`SELECT t.obj_id, d.tipo_movimiento, t.folio, (SELECT count(*) FROM partida x WHERE x.organizacion_id = t.organizacion_id AND x.transaccion_id = t.transaccion_id)::int AS partidas FROM transaccion t JOIN documento d USING (organizacion_id, transaccion_id) WHERE organizacion_id = ${e.id} AND transaccion_id = ${c.transaccionId}`);
  assert.deepEqual([mov.obj_id, mov.tipo_movimiento, mov.folio, mov.partidas], [16, 'Ajuste', c.folio, 1]);
});

test('lo que se vuelve a contar se reemplaza, con lo movido hasta entonces; lo hallado vale lo que lo demás', async () => {
  const k = await abrir();
  await contar(k, de('PEPS', 1));
  await sacar('PEPS', 1);
  await contar(k, de('PEPS', 6), de('NUEVO', 4), de('DOC', 24));  // PEPS: 5 expected, 1 sold, 6 found; NUEVO and DOC were not expected
  const d = await leer(k);
  assert.deepEqual(d.partidas.filter(x => x.contado !== null).map(x => [x.codigo, x.esperado, x.movido, x.contado, x.diferencia, x.unidad]),
    [['PEPS', 5, -1, 6, 2, 'Pieza'], ['NUEVO', 0, 0, 4, 4, 'Pieza'], ['DOC', 0, 0, 24, 24, 'Pieza']]);
  const c = await cerrar(k);
  assert.deepEqual([await e.hay(p.PEPS), await e.hay(p.NUEVO), await e.hay(p.DOC), await e.hay(p.PROM)], ['6 600.00 0', '4 0.00 0', '24 0.00 0', '7 70.00 0']);
  assert.equal(Number(await base.uno(`SELECT cantidad FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${c.transaccionId} AND codigo = 'DOC'`)), 2, 'en la unidad del producto');
  // The adjustment of a count can be cancelled like any other.
  assert.equal((await srv.pedir('DELETE', `/api/Inventario/MovimientoCancelar/${c.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  assert.equal(await e.hay(p.PEPS), '4 400.00 0');
});

test('sin diferencias no hay ajuste; noContadoEsCero da por faltante lo demás', async () => {
  const k = await abrir();
  await contar(k, de('PEPS', 4));
  assert.deepEqual((({ estado, transaccionId, folio }) => [estado, transaccionId, folio])(await cerrar(k)), ['Cerrado', 0, '']);
  const j = await abrir();
  await contar(j, de('PEPS', 4));
  await e.entrada(p.NUEVO, 5, 2);  // NUEVO arrived after the opening: the count does not expect it
  const c = await cerrar(j, { noContadoEsCero: true });
  assert.deepEqual([c.porContar, await e.hay(p.PEPS), await e.hay(p.PROM), await e.hay(p.NUEVO)], [0, '4 400.00 0', '0 0.00 0', '5 10.00 0']);
  assert.deepEqual(await e.poliza(c.transaccionId), ['D AJUSTE_INVENTARIO 70.00', 'A INVENTARIO 70.00']);
});

test('series por lista, lotes cada uno por su lado', async () => {
  await e.mover('Entrada', [{ productoId: p.SER, cantidad: 3, costoUnitario: 7, series: ['A', 'B', 'C'] }]);
  for (const [lote, caducidad] of [['L1', '2027-05-01'], ['L2', '2027-06-01']]) await e.mover('Entrada', [{ productoId: p.LOTE, cantidad: 5, costoUnitario: 2, lotes: [{ lote, cantidad: 5, caducidad }] }]);
  const k = await abrir();
  assert.deepEqual((await leer(k)).partidas.filter(x => x.lote).map(x => [x.lote, x.caducidad, x.esperado, x.contado]), [['L1', '2027-05-01', 5, null], ['L2', '2027-06-01', 5, null]]);
  await sacar('SER', 1, { series: ['C'] });
  await contar(k, de('SER', 2, { series: ['B', 'Z'] }), de('LOTE', 4, { lote: 'L1' }), de('LOTE', 2, { lote: 'L9', caducidad: '2028-01-01' }));
  const d = await leer(k);
  assert.deepEqual(d.partidas.filter(x => x.codigo === 'SER').map(x => [x.esperado, x.movido, x.contado, x.diferencia, x.seriesFaltantes, x.seriesSobrantes]), [[3, -1, 2, 0, ['A'], ['Z']]]);
  assert.equal(d.conDiferencia, 3);
  const c = await cerrar(k);
  assert.deepEqual(await base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SER} ORDER BY serie`), ['B', 'Z']);
  assert.deepEqual(await base.columna(`SELECT lote || ' ' || trim_scale(cantidad) || ' ' || caducidad FROM existencia_lote WHERE organizacion_id = ${e.id} AND producto_id = ${p.LOTE} ORDER BY lote`), ['L1 4 2027-05-01', 'L2 5 2027-06-01', 'L9 2 2028-01-01']);
  assert.equal(Number(await base.uno(`SELECT count(*) FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${c.transaccionId}`)), 4);
  // Serial number LEJOS is in another warehouse: this count cannot find it, a transfer moves it.
  await e.mover('Entrada', [{ productoId: p.SER, cantidad: 1, costoUnitario: 7, series: ['LEJOS'] }], { almacenId: e.cedis });
  // Serial number LEJOS in transit is not in the warehouse yet.
  const t = await e.mover('Traspaso', [{ productoId: p.SER, cantidad: 1, series: ['LEJOS'] }], { almacenId: e.cedis, almacenDestinoId: e.general, enTransito: true });
  const v = await abrir();
  assert.equal((await contar(v, de('SER', 2, { series: ['B', 'Z'] }))).conDiferencia, 0);
  for (const ruta of [`${CANCELAR}/${v.conteoId}`, `/api/Inventario/MovimientoCancelar/${t.transaccionId}`]) assert.equal((await srv.pedir('DELETE', ruta, { token: e.token })).estado, 200);
  const j = await abrir();
  await contar(j, de('SER', 3, { series: ['B', 'LEJOS', 'Z'] }));
  const r = await e.pedir(`${CONTEO}/${j.conteoId}/Cerrar`, {});
  assert.deepEqual([r.json.codigo, (await leer(j)).estado], ['SERIE_LOTE_INVALIDO', 'Abierto'], r.texto);
  await contar(j, de('SER', 0));  // no piece of SER was found
  await cerrar(j, { conceptoId: undefined });
  assert.deepEqual(await base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SER} ORDER BY serie`), ['LEJOS']);
});

test('lo apartado no estorba; lo que se vendió después de darlo por faltante sí, y se vuelve a contar', async () => {
  const cliente = await e.cliente('APARTA');
  await e.hecho('/api/PedidoCliente', { clienteId: cliente, partidas: [{ productoId: p.PEPS, cantidad: 4, precioUnitario: 5 }] });
  const k = await abrir();
  await contar(k, de('PEPS', 1));
  await cerrar(k);
  assert.equal(await e.hay(p.PEPS), '1 100.00 4');
  const j = await abrir();
  await contar(j, de('NUEVO', 0));
  await sacar('NUEVO', 1);
  await e.falla(`${CONTEO}/${j.conteoId}/Cerrar`, {}, 'EXISTENCIA_INSUFICIENTE');
  await contar(j, de('NUEVO', 4));
  assert.equal((await cerrar(j)).transaccionId, 0);
});

test('uno a la vez por almacén; se cancela sin ajustar nada; cerrado o cancelado ya no se toca', async () => {
  const k = await abrir();
  const otro = await e.falla(CONTEO, { almacenId: e.general }, 'ESTADO_INVALIDO');
  assert.equal(otro.json.conteoId, k.conteoId);
  await assert.rejects(base.sql(`INSERT INTO conteo (organizacion_id, almacen_id, fecha) VALUES (${e.id}, ${e.general}, now())`), /uq_conteo__abierto/);
  const lejos = await e.hecho(CONTEO, { almacenId: e.cedis });
  await contar(k, de('PEPS', 100));
  const antes = await e.hay(p.PEPS);
  const c = await cancelar(k.conteoId);
  assert.deepEqual([c.estado, c.json.data?.estado, c.json.data?.motivoCancelacion, await e.hay(p.PEPS)], [200, 'Cancelado', 'Error', antes], c.texto);
  for (const r of [await cancelar(k.conteoId), await e.pedir(`${CONTEO}/${k.conteoId}/Cerrar`, {}), await e.pedir(`${CONTEO}/${k.conteoId}/Partidas`, { partidas: [de('PEPS', 1)] })]) {
    esError(r, 400, 'ESTADO_INVALIDO');
    assert.deepEqual(r.json.accionesPermitidas, []);
  }
  await cerrar(lejos);
  esError(await cancelar(lejos.conteoId), 400, 'ESTADO_INVALIDO');
  const varios = await Promise.all([...Array(6)].map(() => e.pedir(CONTEO, { almacenId: e.general })));
  assert.deepEqual(varios.map(r => r.estado).sort(), [200, 400, 400, 400, 400, 400]);
  const abierto = varios.find(r => r.estado === 200).json.data;
  const cierres = await Promise.all([...Array(4)].map(() => e.pedir(`${CONTEO}/${abierto.conteoId}/Cerrar`, {})));
  assert.deepEqual(cierres.map(r => r.estado).sort(), [200, 400, 400, 400]);
});

test('lo que no se admite', async t => {
  const k = await abrir();
  const ajeno = await base.uno('SELECT min(producto_id) FROM producto WHERE organizacion_id = 1');
  const inactivo = await e.producto('INACTIVO');
  await base.sql(`UPDATE producto SET activo = false WHERE organizacion_id = ${e.id} AND producto_id = ${inactivo}`);
  const en = `${CONTEO}/${k.conteoId}/Partidas`;
  await tabla(t, srv, e.token, [
    ['sin almacén', CONTEO, {}, 'VALIDACION almacenId REQUERIDO'],
    ['almacén que no existe', CONTEO, { almacenId: 999999999 }, 'VALIDACION almacenId NO_EXISTE'],
    ['sin partidas', en, { partidas: [] }, 'VALIDACION partidas REQUERIDO'],
    ['más de mil', en, { partidas: Array(1001).fill(de('PEPS', 1)) }, 'VALIDACION partidas RANGO'],
    ['sin producto', en, { partidas: [{ contado: 1 }] }, 'VALIDACION partidas[0].productoId REQUERIDO'],
    ['sin decir cuántos', en, { partidas: [{ productoId: p.PEPS }] }, 'VALIDACION partidas[0].contado REQUERIDO'],
    ['menos de cero', en, { partidas: [de('PEPS', -1)] }, 'VALIDACION partidas[0].contado RANGO'],
    ['productos que no hay', en, { partidas: [{ productoId: 999999999, contado: 1 }, { codigo: 'NO-HAY', contado: 1 }, { productoId: ajeno, contado: 1 }, { productoId: inactivo, contado: 1 }] }, 'VALIDACION partidas[0].productoId NO_EXISTE, partidas[1].codigo NO_EXISTE, partidas[2].productoId NO_EXISTE, partidas[3].productoId NO_EXISTE'],
    ['el código de otro', en, { partidas: [de('PEPS', 1, { codigo: 'PROM' })] }, 'VALIDACION partidas[0].codigo RANGO'],
    ['un servicio', en, { partidas: [de('SERV', 1)] }, 'VALIDACION partidas[0].productoId RANGO'],
    ['el mismo dos veces, por su código y por su número', en, { partidas: [de('PEPS', 1), { codigo: 'peps', contado: 1 }] }, 'VALIDACION partidas[1].productoId DUPLICADO'],
    ['la misma serie dos veces', en, { partidas: [de('SER', 2, { series: ['A', 'A'] })] }, 'VALIDACION partidas[0].series DUPLICADO'],
    ['caducidad sin lote', en, { partidas: [de('PEPS', 1, { caducidad: '2027-01-01' })] }, 'VALIDACION partidas[0].caducidad RANGO'],
    ['sin las series', en, { partidas: [de('SER', 2, { series: ['A'] })] }, 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['sin el lote', en, { partidas: [de('PEPS', 1), de('LOTE', 2)] }, 'SERIE_LOTE_REQUERIDO partidas[1].lote SERIE_LOTE_REQUERIDO'],
    ['series de más', en, { partidas: [de('PEPS', 1, { series: ['A'] })] }, 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['lote de más', en, { partidas: [de('PEPS', 1, { lote: 'L1' })] }, 'SERIE_LOTE_INVALIDO partidas[0].lote SERIE_LOTE_INVALIDO'],
    ['un conteo que no existe', `${CONTEO}/999999999/Partidas`, { partidas: [de('PEPS', 1)] }, 'NO_ENCONTRADO'],
    ['cerrar uno que no existe', `${CONTEO}/999999999/Cerrar`, {}, 'NO_ENCONTRADO'],
    ['concepto que no existe', `${CONTEO}/${k.conteoId}/Cerrar`, { conceptoId: 999999999 }, 'VALIDACION conceptoId NO_EXISTE'],
    ['concepto que no es de inventario', `${CONTEO}/${k.conteoId}/Cerrar`, { conceptoId: e.gasto }, 'CONCEPTO_INVALIDO'],
    ['antes de abrirlo', `${CONTEO}/${k.conteoId}/Cerrar`, { fecha: '2026-01-01T10:00:00' }, 'VALIDACION fecha RANGO'],
  ].map(([que, ruta, c, espera]) => [que, 'POST', ruta, c, espera]));
  assert.equal((await leer(k)).contados, 0, 'nada se guardó');
  const simulada = await srv.pedir('POST', `/simular${en}`, { token: e.token, cuerpo: { partidas: [{ codigo: 'peps', contado: 1 }] } });
  assert.deepEqual([simulada.estado, simulada.json.data?.contados, (await leer(k)).contados], [200, 1, 0], simulada.texto);
  const lector = await base.usuario({ usuario: 'lectorcon', organizacion: e.id, rol: 'lector', sucursal: e.matriz });
  const operador = await base.usuario({ usuario: 'operacon', organizacion: e.id, rol: 'operador', sucursal: e.matriz });
  const [l, o] = [await srv.entrar({ ...lector, ...e.llave }), await srv.entrar({ ...operador, ...e.llave })];
  for (const ruta of [CONTEO, en, `${CONTEO}/${k.conteoId}/Cerrar`]) esError(await srv.pedir('POST', ruta, { token: l, cuerpo: { almacenId: e.general, partidas: [de('PEPS', 1)] } }), 403, 'PERMISO_DENEGADO');
  esError(await cancelar(k.conteoId, o), 403, 'PERMISO_DENEGADO');
  esError(await srv.get(`${CONTEO}/999999999`, { token: e.token }), 400, 'NO_ENCONTRADO');
  const lista = async q => (await srv.get(`${CONTEO}?${q}`, { token: l })).json.data.map(x => x.conteoId);
  assert.deepEqual(await lista('estado=Abierto'), [k.conteoId]);
  assert.ok((await lista(`almacenId=${e.cedis}`)).length === 1 && (await lista('')).length > 5 && (await lista('fechaInicial=2099-01-01')).length === 0 && (await lista('fechaFinal=2020-01-01')).length === 0);
  esError(await srv.get(`${CONTEO}?fechaInicial=2026-03-02&fechaFinal=2026-03-01`, { token: e.token }), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
  assert.equal((await cancelar(k.conteoId)).estado, 200);
});

test('un conteo abierto no deja cerrar su mes ni los que siguen', async () => {
  const k = await abrir();
  await base.sql(`UPDATE conteo SET fecha = '2025-03-10' WHERE organizacion_id = ${e.id} AND conteo_id = ${k.conteoId}`);
  const mes = n => e.pedir(`/api/Contabilidad/Periodos/2025/${n}/Cerrar`, {});
  for (const n of [3, 4]) {
    const r = await mes(n);
    esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
    assert.deepEqual([r.json.conteos, r.json.documentosRelacionados], [[k.conteoId], undefined], 'un conteo no es una transacción');
  }
  assert.equal((await mes(2)).estado, 200);
  assert.equal((await cancelar(k.conteoId)).estado, 200);
  assert.equal((await mes(3)).estado, 200);
});

test('quién contó qué queda en la bitácora', async () => {
  const k = await abrir();
  await contar(k, de('PEPS', 3));
  await contar(k, de('PEPS', 2));
  const filas = (await srv.get(`/api/Bitacora?recurso=Conteo&registroId=${k.conteoId}`, { token: e.token })).json.data;
  const cambios = filas.flatMap(f => f.cambios ?? []).filter(c => c.campo === 'partidas').map(c => JSON.stringify(c));
  assert.ok(cambios.some(c => /contado\D+3\D/.test(c)) && cambios.some(c => /contado\D+2\D/.test(c)), cambios.join('\n'));
  assert.equal((await cancelar(k.conteoId)).estado, 200);
});

test('cinco mil productos, contados en partes por varios mientras se vende', async () => {
  const cuantos = 5000, almacen = Number(await base.sql(`INSERT INTO almacen (organizacion_id, clave, nombre, sucursal_id) VALUES (${e.id}, 'GRANDE', 'Grande', ${e.matriz}) RETURNING almacen_id`));
  await base.sql(`INSERT INTO producto (organizacion_id, codigo, descripcion, tipo, unidad_medida_id, clave_producto_servicio, clave_unidad, metodo_costeo)
    SELECT ${e.id}, 'M' || lpad(i::text, 5, '0'), 'Mil ' || i, 'Producto', ${e.pieza}, '43211503', 'H87', CASE i % 2 WHEN 0 THEN 'PEPS' ELSE 'PROMEDIO' END FROM generate_series(1, ${cuantos}) i`);
  const ids = (await base.columna(`SELECT producto_id FROM producto WHERE organizacion_id = ${e.id} AND codigo LIKE 'M0%' ORDER BY codigo`)).map(Number);
  assert.equal(ids.length, cuantos);
  for (let i = 0; i < cuantos; i += 1000) await e.mover('Entrada', ids.slice(i, i + 1000).map(productoId => ({ productoId, cantidad: 10, costoUnitario: 3 })), { almacenId: almacen });
  const k = await e.hecho(CONTEO, { almacenId: almacen });
  assert.equal(k.porContar, cuantos);
  // fisico: pieces on the shelves. Every seventh product lacks one piece, every eleventh has one more; sales take pieces away.
  const fisico = ids.map((_, i) => 10 - (i % 7 === 0 ? 1 : 0) + (i % 11 === 0 ? 1 : 0));
  let vendiendo = true, ventas = 0;
  // cerradas: shelves of 500 products. A shelf is closed to sales while it is counted, so that the count tells the pieces of that moment.
  const cerradas = new Set(), enCurso = Array(10).fill(0);
  const vender = async semilla => {
    for (let n = semilla; vendiendo; n = (n * 48271) % 2147483647) {
      const i = n % cuantos;
      if (cerradas.has(Math.floor(i / 500)) || fisico[i] < 3) continue;
      fisico[i] -= 1;
      enCurso[Math.floor(i / 500)]++;
      const r = await e.pedir('/api/NotaVenta', { almacenId: almacen, partidas: [{ productoId: ids[i], almacenId: almacen, cantidad: 1, precioUnitario: 5 }] });
      enCurso[Math.floor(i / 500)]--;
      assert.equal(r.estado, 200, r.texto);
      ventas++;
    }
  };
  const vendedores = [7, 77, 777].map(vender);
  const contador = async tramos => {
    for (const t of tramos) {
      cerradas.add(t);
      await hasta(() => enCurso[t] === 0, 'se vendió ya lo que se vendía');
      await contar(k, ...ids.slice(t * 500, t * 500 + 500).map((productoId, j) => ({ productoId, contado: fisico[t * 500 + j] })));
      cerradas.delete(t);
    }
  };
  await Promise.all([contador([0, 1, 2, 3, 4]), contador([9, 8, 7, 6, 5])]);
  const c = await e.hecho(`${CONTEO}/${k.conteoId}/Cerrar`, {});
  vendiendo = false;
  await Promise.all(vendedores);
  assert.ok(ventas > 20, `ventas ${ventas}`);
  const hay = await base.columna(`SELECT trim_scale(x.cantidad)::text FROM existencia x JOIN producto q USING (organizacion_id, producto_id) WHERE x.organizacion_id = ${e.id} AND x.almacen_id = ${almacen} ORDER BY q.codigo`);
  assert.deepEqual(hay.map(Number), fisico);
  const difieren = ids.filter((_, i) => (i % 7 === 0) !== (i % 11 === 0)).length;
  assert.deepEqual([c.contados, c.conDiferencia, Number(await base.uno(`SELECT count(*) FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${c.transaccionId}`))], [cuantos, difieren, difieren]);
  assert.equal((await leer(k)).partidas.length, cuantos);
});

test('al final todo cuadra', async () => {
  await e.cuadra();
  assert.deepEqual((await auditar(base)).filter(f => Number(f.organizacion_id) === e.id), []);
});

test('el ajuste de un conteo es de la sucursal de su almacén, la diga quien la diga', async () => {
  const otra = Number(await base.sql(`INSERT INTO sucursal (organizacion_id, clave, nombre, codigo_postal) VALUES (${e.id}, 'OTRA', 'Otra', '64000') RETURNING sucursal_id`));
  const k = await abrir();
  await contar(k, de('NUEVO', 77));
  await e.falla(`${CONTEO}/${k.conteoId}/Cerrar`, { sucursalId: otra }, 'VALIDACION sucursalId RANGO');
  const quien = await base.usuario({ usuario: `otra${e.id}`, organizacion: e.id, sucursal: otra });
  const r = await srv.pedir('POST', `${CONTEO}/${k.conteoId}/Cerrar`, { token: await srv.entrar({ ...quien, ...e.llave }), cuerpo: {} });
  assert.equal(r.estado, 200, r.texto);
  assert.equal(await base.uno(`SELECT sucursal_id FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${r.json.data.transaccionId}`), e.matriz);
});
