// OP-023 to OP-027: price lists.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, Servidor, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, pieza, docena, kilo, usd, s1, s2, productos, ajeno, sucursalAjena;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  const unidad = clave => base.uno(`SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = '${clave}'`);
  [pieza, kilo] = await Promise.all(['PZA', 'KG'].map(unidad));
  await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, clave_unidad, unidad_base_id, factor) VALUES (1, 'DOC', 'Docena', 'DPC', ${pieza}, 12)`);
  docena = await unidad('DOC');
  usd = await base.uno("SELECT moneda_id FROM moneda WHERE clave = 'USD'");
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) VALUES (1, ${usd}) ON CONFLICT DO NOTHING`);
  [s1, s2] = await base.columna('SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 ORDER BY sucursal_id LIMIT 2');
  sucursalAjena = await base.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 2');
  productos = await base.sql(`SELECT producto_id AS id, codigo, descripcion FROM producto WHERE organizacion_id = 1 AND unidad_medida_id = ${pieza} ORDER BY codigo LIMIT 4`);
  ajeno = await base.uno('SELECT min(producto_id) FROM producto WHERE organizacion_id = 2');
});
after(() => m?.cerrar());

const ruta = '/api/ListaPrecios';
let numero = 0;
const minima = extra => ({ clave: `L${++numero}`, nombre: `Lista ${numero}`, monedaId: 1, ...extra });
const crear = async extra => {
  const r = await srv.pedir('POST', ruta, { token: m.t1, cuerpo: minima(extra) });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const leer = async (id, extra = '') => (await srv.get(`${ruta}/${id}${extra}`, { token: m.t1 })).json.data;
const poner = (id, precios, extra = {}) => srv.pedir('PUT', `${ruta}/Precios/${id}`, { token: m.t1, cuerpo: { precios }, ...extra });
const fila = (p, precio, extra) => ({ productoId: p.id, codigo: p.codigo, descripcion: p.descripcion, unidadMedidaId: pieza, unidad: 'Pieza', precio, cantidadMinima: 0, descuentoMaximo: 0, ...extra });
const desconocida = 999999;

test('OP-025: crear una lista', async t => {
  const [a, b] = productos;
  await crear({ clave: 'REPETIDA' });
  const completa = minima({ monedaId: usd, preciosConImpuesto: true, vigenciaInicio: '2025-01-01', vigenciaFin: '2025-12-31', sucursales: [s2, s1] });
  const precio = (extra, error) => ['POST', ruta, () => minima({ precios: typeof extra === 'function' ? extra() : extra }), error];
  await tabla(t, srv, m.t1, [
    ['completa', 'POST', ruta, { ...completa, precios: [{ codigo: b.codigo, precio: 2.123456 }, { productoId: a.id, codigo: a.codigo.toLowerCase(), unidadMedidaId: pieza, precio: 0, cantidadMinima: 1.5, descuentoMaximo: 100 },
      { productoId: a.id, precio: 3 }, { productoId: a.id, unidadMedidaId: docena, precio: 30 }] },
    { ...completa, moneda: 'USD', sucursales: [s1, s2], predeterminada: false, activo: true, precios: [fila(a, 3), fila(a, 0, { cantidadMinima: 1.5, descuentoMaximo: 100 }),
      fila(a, 30, { unidadMedidaId: docena, unidad: 'Docena' }), fila(b, 2.123456)] }],
    ['sólo lo obligatorio', 'POST', ruta, minima(), { moneda: 'MXN', preciosConImpuesto: false, vigenciaInicio: '', vigenciaFin: '', predeterminada: false, sucursales: [], activo: true, precios: [] }],
    ['nada', 'POST', ruta, {}, 'VALIDACION clave REQUERIDO, nombre REQUERIDO, monedaId REQUERIDO'],
    ['clave repetida', 'POST', ruta, minima({ clave: 'REPETIDA' }), 'VALIDACION clave DUPLICADO'],
    ['moneda que la organización no usa', 'POST', ruta, minima({ monedaId: 77 }), 'VALIDACION monedaId NO_EXISTE'],
    ['vigencia al revés', 'POST', ruta, minima({ vigenciaInicio: '2025-02-01', vigenciaFin: '2025-01-31' }), 'VALIDACION vigenciaFin RANGO_FECHAS'],
    ['vigencia de un día', 'POST', ruta, minima({ vigenciaInicio: '2025-02-01', vigenciaFin: '2025-02-01' }), { vigenciaFin: '2025-02-01' }],
    ['sucursales que no existen, ajenas o repetidas', 'POST', ruta, () => minima({ sucursales: [s1, desconocida, sucursalAjena, s1] }), 'VALIDACION sucursales[1] NO_EXISTE, sucursales[2] NO_EXISTE, sucursales[3] DUPLICADO'],
    ['no se crea inactiva', 'POST', ruta, minima({ activo: true }), 'VALIDACION activo DESCONOCIDO'],
    ['precio sin producto', ...precio([{ precio: 1 }], 'VALIDACION precios[0].productoId REQUERIDO')],
    ['sin precio', ...precio([{ productoId: a.id }], 'VALIDACION precios[0].precio REQUERIDO')],
    ['precio negativo', ...precio([{ productoId: a.id, precio: -1 }], 'VALIDACION precios[0].precio RANGO')],
    ['más de seis decimales', ...precio([{ productoId: a.id, precio: 0.1234567 }], 'VALIDACION precios[0].precio RANGO')],
    ['descuento sobre 100', ...precio([{ productoId: a.id, precio: 1, descuentoMaximo: 100.01 }], 'VALIDACION precios[0].descuentoMaximo RANGO')],
    ['cantidad negativa', ...precio([{ productoId: a.id, precio: 1, cantidadMinima: -1 }], 'VALIDACION precios[0].cantidadMinima RANGO')],
    ['eliminar no es de una lista nueva', ...precio([{ productoId: a.id, precio: 1, eliminar: true }], 'VALIDACION precios[0].eliminar DESCONOCIDO')],
    ['repetidos', ...precio([{ productoId: a.id, precio: 1 }, { productoId: b.id, precio: 1 }, { codigo: a.codigo, unidadMedidaId: pieza, cantidadMinima: 0, precio: 2 }], 'VALIDACION precios[2] DUPLICADO')],
    ['todo lo que no existe, a la vez', 'POST', ruta, () => minima({ monedaId: 77, sucursales: [desconocida], precios: [{ productoId: ajeno, precio: 1 }] }),
      'VALIDACION monedaId NO_EXISTE, sucursales[0] NO_EXISTE, precios[0].productoId NO_EXISTE'],
  ]);
  assert.equal(await base.uno('SELECT count(*) FROM lista_precios l WHERE NOT EXISTS (SELECT FROM lista_precios_sucursal s WHERE s.lista_precios_id = l.lista_precios_id) AND clave LIKE \'L%\' AND moneda_id = 77'), 0);
});

test('OP-023: una lista con sus precios, por código, y sus filtros', async () => {
  const [a, b, c] = productos;
  const l = await crear({ precios: [c, a, b].map(p => ({ productoId: p.id, precio: 5 })) });
  const r = await srv.get(`${ruta}/${l.listaPreciosId}`, { token: m.t1 });
  assert.deepEqual(r.json.data, l);
  assert.deepEqual(l.precios, [a, b, c].map(p => fila(p, 5)));
  assert.deepEqual(claves(l), ['activo', 'clave', 'listaPreciosId', 'moneda', 'monedaId', 'nombre', 'precios', 'preciosConImpuesto', 'predeterminada', 'sucursales', 'vigenciaFin', 'vigenciaInicio']);
  assert.ok(r.h.etag);
  assert.equal((await srv.get(`${ruta}/${l.listaPreciosId}`, { token: m.t1, encabezados: { 'If-None-Match': r.h.etag } })).estado, 304);
  assert.deepEqual(await leer(l.listaPreciosId, `?productoId=${b.id}`), { ...l, precios: [fila(b, 5)] });
  assert.deepEqual((await leer(l.listaPreciosId, `?busqueda=${c.codigo.toLowerCase()}`)).precios, [fila(c, 5)]);
  assert.deepEqual((await leer(l.listaPreciosId, `?busqueda=${c.codigo}&productoId=${a.id}`)).precios, []);
  esError(await srv.get(`${ruta}/${l.listaPreciosId}?productoId=${ajeno}`, { token: m.t1 }), 400, 'VALIDACION', ['productoId NO_EXISTE']);
  esError(await srv.get(`${ruta}/${l.listaPreciosId}?productoId=x`, { token: m.t1 }), 400, 'VALIDACION', ['productoId TIPO']);
  esError(await srv.get(`${ruta}/${desconocida}`, { token: m.t1 }), 400, 'NO_ENCONTRADO');
  esError(await srv.get(`${ruta}/${l.listaPreciosId}`, { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('OP-024: todas, sin precios salvo que se pidan', async () => {
  const l = await crear({ nombre: 'AAA', sucursales: [s2], monedaId: usd, precios: [{ productoId: productos[0].id, precio: 1 }] });
  await srv.pedir('PUT', `${ruta}/${(await crear({ nombre: 'Apagada' })).listaPreciosId}`, { token: m.t1, cuerpo: { activo: false } });
  const pedir = async filtro => (await srv.get(`${ruta}?${filtro}`, { token: m.t1 })).json.data;
  const deBase = donde => base.columna(`SELECT lista_precios_id FROM lista_precios l WHERE organizacion_id = 1 AND ${donde} ORDER BY nombre, lista_precios_id`);
  const enSucursal = s => `(NOT EXISTS (SELECT FROM lista_precios_sucursal s WHERE s.lista_precios_id = l.lista_precios_id) OR EXISTS (SELECT FROM lista_precios_sucursal s WHERE s.lista_precios_id = l.lista_precios_id AND s.sucursal_id = ${s}))`;
  for (const [filtro, donde] of [['', 'true'], ['activo=true', 'activo'], ['activo=false', 'NOT activo'], [`monedaId=${usd}`, `moneda_id = ${usd}`], [`sucursalId=${s1}`, enSucursal(s1)], [`sucursalId=${s2}&activo=true`, `activo AND ${enSucursal(s2)}`]]) {
    const r = await pedir(filtro);
    assert.deepEqual(r.map(x => x.listaPreciosId), await deBase(donde), filtro);
    assert.ok(r.length > 0 && r.every(x => x.precios.length === 0), filtro);
  }
  assert.ok(!(await pedir(`sucursalId=${s1}`)).some(x => x.listaPreciosId === l.listaPreciosId));
  assert.deepEqual((await pedir('')).find(x => x.listaPreciosId === l.listaPreciosId), { ...l, precios: [] }, 'las sucursales sí vienen');
  const con = await pedir('incluirPrecios=true');
  assert.deepEqual(con.find(x => x.listaPreciosId === l.listaPreciosId), l);
  assert.ok(con.filter(x => x.precios.length > 0).length > 1);
  esError(await srv.get(`${ruta}?sucursalId=${sucursalAjena}`, { token: m.t1 }), 400, 'VALIDACION', ['sucursalId NO_EXISTE']);
  esError(await srv.get(`${ruta}?monedaId=77`, { token: m.t1 }), 400, 'VALIDACION', ['monedaId NO_EXISTE']);
});

test('predeterminada: una por moneda', async () => {
  const general = await base.uno("SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = 1 AND clave = 'GENERAL'");
  const son = async () => (await base.columna('SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = 1 AND predeterminada ORDER BY 1'));
  const enDolares = await crear({ monedaId: usd, predeterminada: true });
  assert.deepEqual(await son(), [general, enDolares.listaPreciosId], 'cada moneda la suya');
  const nueva = await crear({ predeterminada: true });
  assert.deepEqual(await son(), [enDolares.listaPreciosId, nueva.listaPreciosId]);
  const cambiar = (id, cuerpo) => srv.pedir('PUT', `${ruta}/${id}`, { token: m.t1, cuerpo });
  assert.equal((await cambiar(general, { predeterminada: true })).json.data.predeterminada, true);
  assert.deepEqual(await son(), [general, enDolares.listaPreciosId]);
  // A default list that changes its currency becomes the default of the new currency.
  assert.equal((await cambiar(enDolares.listaPreciosId, { monedaId: 1 })).estado, 200);
  assert.deepEqual(await son(), [enDolares.listaPreciosId]);
  assert.equal((await cambiar(enDolares.listaPreciosId, { predeterminada: false })).json.data.predeterminada, false);
  assert.deepEqual(await son(), []);
  // Six lists become the default at once: exactly one stays, and no request is refused.
  const varias = await Promise.all(Array.from({ length: 6 }, () => crear({ predeterminada: true })));
  assert.equal((await son()).length, 1);
  const r = await Promise.all(varias.flatMap(l => [cambiar(l.listaPreciosId, { predeterminada: true }), cambiar(l.listaPreciosId, { predeterminada: true })]));
  assert.deepEqual(r.map(x => x.estado), r.map(() => 200));
  assert.equal((await son()).length, 1);
  await cambiar(general, { predeterminada: true });
});

test('OP-027: el encabezado', async t => {
  const l = await crear({ clave: 'ENC', vigenciaInicio: '2025-01-01', vigenciaFin: '2025-12-31', sucursales: [s1], precios: [{ productoId: productos[0].id, precio: 1 }] });
  const sin = await crear();
  const aqui = `${ruta}/${l.listaPreciosId}`;
  await tabla(t, srv, m.t1, [
    ['{} no cambia nada', 'PUT', aqui, {}, l],
    ['un campo', 'PUT', aqui, { nombre: 'Otro', preciosConImpuesto: true }, { ...l, nombre: 'Otro', preciosConImpuesto: true }],
    ['null borra', 'PUT', aqui, { vigenciaInicio: null, vigenciaFin: null, preciosConImpuesto: null }, { vigenciaInicio: '', vigenciaFin: '', preciosConImpuesto: false, sucursales: [s1] }],
    ['la regla mira lo guardado: inicio', 'PUT', aqui, { vigenciaInicio: '2025-06-01' }, { vigenciaInicio: '2025-06-01' }],
    ['… y un fin anterior', 'PUT', aqui, { vigenciaFin: '2025-05-31' }, 'VALIDACION vigenciaFin RANGO_FECHAS'],
    ['las sucursales se reemplazan', 'PUT', aqui, { sucursales: [s2] }, { sucursales: [s2] }],
    ['… y se vacían', 'PUT', aqui, { sucursales: [] }, { sucursales: [] }],
    ['sucursal que no existe', 'PUT', aqui, { sucursales: [desconocida] }, 'VALIDACION sucursales[0] NO_EXISTE'],
    ['la moneda no cambia con precios', 'PUT', aqui, { monedaId: usd }, 'VALIDACION monedaId RANGO'],
    ['la misma moneda sí', 'PUT', aqui, { monedaId: 1 }, { monedaId: 1 }],
    ['sin precios cambia', 'PUT', `${ruta}/${sin.listaPreciosId}`, { monedaId: usd }, { monedaId: usd, moneda: 'USD' }],
    ['a una moneda que la organización no usa, no', 'PUT', `${ruta}/${sin.listaPreciosId}`, { monedaId: 77 }, 'VALIDACION monedaId NO_EXISTE'],
    ['la clave de otra', 'PUT', aqui, { clave: sin.clave }, 'VALIDACION clave DUPLICADO'],
    ['inactiva', 'PUT', aqui, { activo: false }, { activo: false }],
    ['null en lo obligatorio', 'PUT', aqui, { nombre: null }, 'VALIDACION nombre REQUERIDO'],
    ['los precios van por su operación', 'PUT', aqui, { precios: [] }, 'VALIDACION precios DESCONOCIDO'],
    ['no existe', 'PUT', `${ruta}/${desconocida}`, { nombre: 'x' }, 'NO_ENCONTRADO'],
  ]);
  esError(await srv.pedir('PUT', aqui, { token: m.t2, cuerpo: {} }), 400, 'NO_ENCONTRADO');
  const leida = await srv.get(aqui, { token: m.t1 });
  const con = etag => srv.pedir('PUT', aqui, { token: m.t1, cuerpo: { nombre: 'Versión' }, encabezados: { 'If-Match': etag } });
  assert.equal((await con(leida.h.etag)).estado, 200);
  esError(await con(leida.h.etag), 412, 'PRECONDICION');
});

test('OP-026: agrega, cambia y elimina', async t => {
  const [a, b, c, d] = productos;
  const l = await crear({ precios: [{ productoId: a.id, precio: 10, descuentoMaximo: 5 }, { productoId: b.id, precio: 20 }, { productoId: b.id, precio: 18, cantidadMinima: 10 }] });
  const id = l.listaPreciosId;
  const r = await poner(id, [{ codigo: a.codigo.toLowerCase(), precio: 11 }, { productoId: b.id, precio: 20 }, { productoId: b.id, cantidadMinima: 10, eliminar: true }, { productoId: c.id, precio: 30, descuentoMaximo: 2.5 },
    { productoId: c.id, unidadMedidaId: docena, precio: 300 }]);
  assert.deepEqual(r.json, { data: { listaPreciosId: id, actualizados: 2, agregados: 2, eliminados: 1 } }, r.texto);
  assert.deepEqual((await leer(id)).precios, [fila(a, 11, { descuentoMaximo: 5 }), fila(b, 20), fila(c, 30, { descuentoMaximo: 2.5 }), fila(c, 300, { unidadMedidaId: docena, unidad: 'Docena' })]
    .sort((x, y) => x.codigo < y.codigo ? -1 : x.codigo > y.codigo ? 1 : x.unidadMedidaId - y.unidadMedidaId));
  // The history of prices: prices changed or removed, from and to, by user and date; unchanged prices leave no row.
  const historia = await base.sql(`SELECT producto_id, cantidad_minima::float8 AS minima, precio_anterior::float8 AS antes, precio_nuevo::float8 AS ahora, usuario_id, fecha > now() - interval '1 hour' AS fresca
    FROM precio_historia WHERE lista_precios_id = ${id} ORDER BY producto_id, minima`);
  assert.deepEqual(historia, [{ producto_id: a.id, minima: 0, antes: 10, ahora: 11, usuario_id: m.uno.usuarioId, fresca: true }, { producto_id: b.id, minima: 10, antes: 18, ahora: null, usuario_id: m.uno.usuarioId, fresca: true }]
    .sort((x, y) => x.producto_id - y.producto_id));
  const antes = await leer(id);
  const aqui = `${ruta}/Precios/${id}`;
  const p = precios => ['PUT', aqui, () => ({ precios: typeof precios === 'function' ? precios() : precios })];
  await tabla(t, srv, m.t1, [
    ['sin filas', ...p([]), 'VALIDACION precios REQUERIDO'],
    ['sin precios', 'PUT', aqui, {}, 'VALIDACION precios REQUERIDO'],
    ['más de 5000', ...p(() => Array.from({ length: 5001 }, () => ({ productoId: 1, precio: 1 }))), 'VALIDACION precios RANGO'],
    ['las fallas de forma, todas', ...p([{ precio: 1 }, { productoId: a.id }, { productoId: a.id, precio: -1 }, { productoId: a.id, precio: 'x' }, { productoId: a.id, precio: 1, otro: 1 }]),
      'VALIDACION precios[2].precio RANGO, precios[3].precio TIPO, precios[4].otro DESCONOCIDO'],
    ['lo que falta, todo', ...p([{ precio: 1 }, { productoId: a.id }, { eliminar: true }]), 'VALIDACION precios[0].productoId REQUERIDO, precios[2].productoId REQUERIDO, precios[1].precio REQUERIDO'],
    ['las referencias, todas, con su fila', ...p(() => [{ productoId: a.id, precio: 99 }, { productoId: desconocida, precio: 1 }, { codigo: 'NO-HAY', precio: 1 }, { productoId: ajeno, precio: 1 }, { productoId: a.id, codigo: b.codigo, cantidadMinima: 3, precio: 1 },
      { productoId: b.id, unidadMedidaId: desconocida, precio: 1 }, { productoId: b.id, unidadMedidaId: kilo, precio: 1 }, { codigo: a.codigo, precio: 7 }, { productoId: d.id, eliminar: true }]),
    'VALIDACION precios[1].productoId NO_EXISTE, precios[2].codigo NO_EXISTE, precios[3].productoId NO_EXISTE, precios[4].codigo RANGO, precios[5].unidadMedidaId NO_EXISTE, precios[6].unidadMedidaId RANGO, precios[7] DUPLICADO, precios[8] NO_EXISTE'],
    ['poner y eliminar el mismo', ...p([{ productoId: a.id, precio: 1 }, { productoId: a.id, eliminar: true }]), 'VALIDACION precios[1] DUPLICADO'],
    ['no existe la lista', 'PUT', `${ruta}/Precios/${desconocida}`, { precios: [{ productoId: a.id, precio: 1 }] }, 'NO_ENCONTRADO'],
  ]);
  assert.deepEqual(await leer(id), antes, 'una fila mala y nada cambia');
  esError(await srv.pedir('PUT', aqui, { token: m.t2, cuerpo: { precios: [{ productoId: ajeno, precio: 1 }] } }), 400, 'NO_ENCONTRADO');
  const muchas = await poner(id, Array.from({ length: 150 }, (_, i) => ({ productoId: desconocida + i, precio: 1 })));
  esError(muchas, 400, 'VALIDACION');
  assert.equal(muchas.json.detail, '150 campos no son válidos; errores[] nombra los primeros 100');
});

test('OP-026: If-Match con el ETag de OP-023', async () => {
  const l = await crear();
  const leida = await srv.get(`${ruta}/${l.listaPreciosId}`, { token: m.t1 });
  const con = () => poner(l.listaPreciosId, [{ productoId: productos[0].id, precio: 1 }], { encabezados: { 'If-Match': leida.h.etag } });
  assert.equal((await con()).estado, 200);
  esError(await con(), 412, 'PRECONDICION');
});

test('OP-026: cinco mil precios, y varios a la vez sobre la misma lista', async () => {
  await base.sql(`INSERT INTO producto (organizacion_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad, tasa_iva)
    SELECT 1, 'M' || lpad(n::text, 5, '0'), 'Masivo ' || n, ${pieza}, '27112000', 'H87', 0.16 FROM generate_series(1, 5000) n`);
  const ids = await base.columna("SELECT producto_id FROM producto WHERE codigo ~ '^M[0-9]{5}$' ORDER BY codigo");
  const l = await crear();
  const id = l.listaPreciosId;
  const todos = precio => ids.map((productoId, i) => (i % 2 ? { productoId, precio } : { codigo: `M${String(i + 1).padStart(5, '0')}`, precio }));
  assert.deepEqual((await poner(id, todos(1))).json.data, { listaPreciosId: id, actualizados: 0, agregados: 5000, eliminados: 0 });
  assert.equal(await base.uno(`SELECT count(*) FROM precio_historia WHERE lista_precios_id = ${id}`), 0, 'lo nuevo no tiene historia');
  const r = await Promise.all([2, 3, 4].map((precio, i) => poner(id, i === 1 ? todos(precio).reverse() : todos(precio))));
  assert.deepEqual(r.map(x => x.estado), [200, 200, 200]);
  const quedan = await base.columna(`SELECT DISTINCT precio::float8 FROM precio WHERE lista_precios_id = ${id}`);
  assert.equal(quedan.length, 1, 'todos de la misma solicitud');
  assert.equal(await base.uno(`SELECT count(*) FROM precio_historia WHERE lista_precios_id = ${id}`), 15000);
  const mala = todos(9);
  mala[4999] = { productoId: desconocida, precio: 1 };
  esError(await poner(id, mala), 400, 'VALIDACION', ['precios[4999].productoId NO_EXISTE']);
  assert.deepEqual(await base.columna(`SELECT DISTINCT precio::float8 FROM precio WHERE lista_precios_id = ${id}`), quedan);
  assert.equal((await leer(id)).precios.length, 5000);
});

test('permisos: quien lee no escribe', async () => {
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lector-precios', rol: 'lector' })), apiKey: m.uno.apiKey });
  assert.equal((await srv.get(ruta, { token: lector })).estado, 200);
  esError(await srv.pedir('POST', ruta, { token: lector, cuerpo: minima() }), 403, 'PERMISO_DENEGADO');
  esError(await srv.pedir('PUT', `${ruta}/1`, { token: lector, cuerpo: {} }), 403, 'PERMISO_DENEGADO');
  esError(await srv.pedir('PUT', `${ruta}/Precios/1`, { token: lector, cuerpo: { precios: [{ productoId: 1, precio: 1 }] } }), 403, 'PERMISO_DENEGADO');
});

test('OP-027: la predeterminada no se desactiva', async () => {
  const l = await crear({ predeterminada: true });
  const cambiar = cuerpo => srv.pedir('PUT', `${ruta}/${l.listaPreciosId}`, { token: m.t1, cuerpo });
  esError(await cambiar({ activo: false }), 400, 'VALIDACION', ['activo RANGO']);
  assert.equal((await cambiar({ activo: false, predeterminada: false })).json.data.activo, false);
  esError(await cambiar({ predeterminada: true }), 400, 'VALIDACION', ['activo RANGO']);
});

test('una lista con más precios de los que caben en una respuesta se acota, y se cambia igual', async () => {
  const [a, b] = productos;
  const precios = (p, n) => Array.from({ length: n }, (_, i) => ({ productoId: p.id, precio: 1, cantidadMinima: i }));
  const l = await crear({ precios: [...precios(a, 100), ...precios(b, 1)] });
  const aqui = `${ruta}/${l.listaPreciosId}`;
  const etag = (await srv.get(aqui, { token: m.t1 })).h.etag;
  const chico = await Servidor.iniciar(base, { 'lista-maxima': 100 });
  try {
    const token = await chico.entrar(m.uno);
    const detalle = async q => {
      const r = await chico.get(q, { token });
      esError(r, 400, 'RANGO');
      return r.json.detail;
    };
    assert.match(await detalle(aqui), /100 filas.*productoId, busqueda/);
    assert.match(await detalle(`${ruta}?incluirPrecios=true`), /100 filas.*incluirPrecios/);
    for (const q of [`${aqui}?productoId=${a.id}`, `${aqui}?busqueda=${encodeURIComponent(a.codigo)}`])
      assert.equal((await chico.get(q, { token })).json.data.precios.length, 100, q);
    assert.equal((await chico.get(ruta, { token })).estado, 200);
    const cambiada = await chico.pedir('PUT', aqui, { token, cuerpo: { nombre: 'Larga' }, encabezados: { 'If-Match': etag } });
    assert.deepEqual([cambiada.estado, cambiada.json.data?.precios.length], [200, 101], cambiada.texto.slice(0, 300));
    const mas = await chico.pedir('PUT', `${ruta}/Precios/${l.listaPreciosId}`, { token, cuerpo: { precios: [{ productoId: b.id, precio: 2 }] } });
    assert.deepEqual(mas.json.data, { listaPreciosId: l.listaPreciosId, actualizados: 1, agregados: 0, eliminados: 0 });
  } finally {
    await chico.parar();
  }
});
