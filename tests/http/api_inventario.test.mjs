// Stock by product and warehouse, today and as of a day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, sinNulos } from './lib/ayuda_api.mjs';
import { siembra } from './lib/siembra.mjs';

let m, srv, base, producto;
before(async () => {
  m = await montar({ registros: 100 });
  ({ srv, base } = m);
  await base.sql(siembra);
  producto = await base.columna('SELECT producto_id FROM producto WHERE organizacion_id = 1 ORDER BY codigo LIMIT 6');
  // The second product also in another branch's warehouse.
  await base.sql(`INSERT INTO existencia (organizacion_id, almacen_id, producto_id, cantidad)
    SELECT 1, a.almacen_id, ${producto[1]}, 3 FROM almacen a WHERE a.organizacion_id = 1 AND a.sucursal_id <> (SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 1) ORDER BY 2 LIMIT 1`);
});
after(() => m?.cerrar());

const get = (q = '') => srv.get(`/api/Inventario/Existencias${q}`, { token: m.t1 });
const datos = async q => {
  const r = await get(q);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const pares = filas => filas.map(f => [producto.indexOf(f.productoId) + 1, f.existencia]);

test('OP-102: un renglón por producto y almacén, por código, sin costos', async () => {
  const filas = await datos();
  for (const f of filas) {
    assert.deepEqual(Object.keys(f), ['productoId', 'codigo', 'numeroParte', 'descripcion', 'clasificacion', 'sucursalId', 'sucursal', 'almacenId', 'almacen', 'unidad', 'existencia', 'apartado', 'disponible',
      'enTransito', 'stockMinimo', 'stockMaximo', 'ubicacion']);
    sinNulos(f);
    assert.equal(f.disponible, f.existencia - f.apartado);
  }
  assert.deepEqual(pares(filas), [[1, 6], [2, 16], [2, 3], [3, 26], [4, 36], [5, 0]]);
  assert.deepEqual([filas[0].apartado, filas[0].disponible, filas[1].enTransito, filas[0].ubicacion], [2.5, 3.5, 7, 'A-1']);
  assert.notEqual(filas[1].sucursalId, filas[2].sucursalId);
});

test('fechaCorte: la suma de los movimientos hasta ese día', async () => {
  assert.deepEqual(pares(await datos('?fechaCorte=2026-05-09')).map(x => x[1]), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(pares(await datos('?fechaCorte=2026-05-10')), [[1, 10], [2, 20], [2, 0], [3, 30], [4, 40], [5, 50]]);
  assert.deepEqual(pares(await datos('?fechaCorte=19/05/2026&soloConExistencia=true')), [[1, 10], [2, 20], [3, 30], [4, 40], [5, 50]]);
  assert.deepEqual(pares(await datos('?fechaCorte=2026-05-20&soloConExistencia=true')), [[1, 6], [2, 16], [3, 26], [4, 36]]);
  esError(await get('?fechaCorte=2026-02-30'), 400, 'VALIDACION', ['fechaCorte FECHA_INVALIDA']);
});

test('filtros', async t => {
  const [f] = await datos(), otro = (await datos())[2];
  const clase = await base.uno('SELECT padre_id FROM clasificacion_producto WHERE organizacion_id = 1 AND padre_id IS NOT NULL ORDER BY 1 LIMIT 1');
  await base.sql(`UPDATE producto SET clasificacion_id = (SELECT min(clasificacion_id) FROM clasificacion_producto WHERE organizacion_id = 1 AND padre_id = ${clase}) WHERE producto_id = ${producto[2]}`);
  for (const [q, esperado] of [[`productoId=${producto[1]}`, [[2, 16], [2, 3]]], [`codigo=${f.codigo.toLowerCase()}`, [[1, 6]]], [`busqueda=${encodeURIComponent(f.descripcion)}`, [[1, 6]]],
    [`almacenId=${otro.almacenId}`, [[2, 3]]], [`sucursalId=${otro.sucursalId}`, [[2, 3]]], [`clasificacionId=${clase}`, [[3, 26]]], ['soloConExistencia=true', [[1, 6], [2, 16], [2, 3], [3, 26], [4, 36]]],
    ['soloConExistencia=false&registrosPorPagina=2', [[1, 6], [2, 16]]], [`productoId=${producto[5]}`, []]])
    await t.test(q, async () => assert.deepEqual(pares(await datos(`?${q}`)), esperado));
  for (const campo of ['productoId', 'almacenId', 'sucursalId', 'clasificacionId'])
    await t.test(`${campo} que no existe`, async () => esError(await get(`?${campo}=987654321`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]));
  const primera = (await get('?registrosPorPagina=2')).json;
  assert.deepEqual(pares((await get(`?registrosPorPagina=2&cursor=${primera.paginacion.siguiente}`)).json.data), [[2, 3], [3, 26]], 'el cursor distingue almacenes');
  const sinPermiso = await base.usuario({ usuario: 'ventas', rol: 'propio', permisos: 'ventas.leer' });
  esError(await srv.get('/api/Inventario/Existencias', { token: await srv.entrar({ ...m.uno, ...sinPermiso }) }), 403, 'PERMISO_DENEGADO');
});
