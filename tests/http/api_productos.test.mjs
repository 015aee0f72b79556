// OP-028 to OP-030 and OP-032: products.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, recorrer, sinNulos, tabla } from './lib/ayuda_api.mjs';

let m, srv, base, pieza, docena, kilo, ajeno;
const sat = '27112000';
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  pieza = await base.uno("SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = 'PZA'");
  kilo = await base.uno("SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = 'KG'");
  await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, clave_unidad, unidad_base_id, factor) VALUES (1, 'DOC', 'Docena', 'DPC', ${pieza}, 12)`);
  docena = await base.uno("SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = 1 AND clave = 'DOC'");
  ajeno = await base.uno('SELECT min(producto_id) FROM producto WHERE organizacion_id = 2');
});
after(() => m?.cerrar());

const ruta = '/api/Productos';
let numero = 0;
const minimo = extra => ({ codigo: `T-${++numero}`, descripcion: 'Prueba', unidadMedidaId: pieza, claveProductoServicio: sat, ...extra });
const crear = async (extra, token = m.t1) => {
  const r = await srv.pedir('POST', ruta, { token, cuerpo: minimo(extra) });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const leer = async id => (await srv.get(`${ruta}/${id}`, { token: m.t1 })).json.data;

const deArticulo = ['productoId', 'codigo', 'numeroParte', 'codigoBarras', 'descripcion', 'tipo', 'unidadMedidaId', 'unidad', 'clasificacionId', 'clasificacion', 'claveProductoServicio',
  'claveUnidad', 'objetoImpuesto', 'precio', 'monedaId', 'moneda', 'existencia', 'manejaSeries', 'manejaLotes', 'activo'];
const deProducto = [...deArticulo, 'descripcionLarga', 'marca', 'modelo', 'unidadBaseId', 'unidadBase', 'factorUnidad', 'tasaIva', 'exentoIva', 'tasaIeps', 'cuotaIeps', 'tasaIvaRetenido',
  'tasaIsrRetenido', 'tipoRetencion', 'metodoCosteo', 'stockMinimo', 'stockMaximo', 'peso', 'agrupadorServicioId', 'proveedorId', 'esEnvase', 'envaseId', 'precios', 'componentes'];

test('OP-032: lo que se envía y lo que se supone', async t => {
  await base.sql("INSERT INTO clasificacion_producto (organizacion_id, clave, nombre) VALUES (1, 'CL', 'Clase')");
  const clasificacion = await base.uno("SELECT clasificacion_id FROM clasificacion_producto WHERE clave = 'CL'");
  const envase = await crear({ esEnvase: true });
  const unidad2 = await base.uno('SELECT min(unidad_medida_id) FROM unidad_medida WHERE organizacion_id = 2');
  await crear({ codigo: 'AJENO-1', numeroParte: 'AJ', referenciaExterna: 'AJ', unidadMedidaId: unidad2 }, m.t2);
  const completo = minimo({ descripcion: 'Martillo ñ', numeroParte: 'NP-X', codigoBarras: '750', descripcionLarga: 'Dos\nlíneas', marca: 'Ma', modelo: 'Mo', unidadMedidaId: docena, unidadBaseId: pieza,
    clasificacionId: clasificacion, claveUnidad: 'XBX', objetoImpuesto: '03', tasaIva: 0.08, tasaIeps: 0.265, cuotaIeps: 0, tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.0125,
    metodoCosteo: 'PEPS', manejaSeries: true, stockMinimo: 5, stockMaximo: 10, peso: 0.125, precio: 120.5, esEnvase: false, envaseId: envase.productoId, activo: false });
  await tabla(t, srv, m.t1, [
    ['completo', 'POST', ruta, completo, { ...completo, unidad: 'Docena', unidadBase: 'Pieza', factorUnidad: 12, exentoIva: false, moneda: 'MXN', monedaId: 1, manejaLotes: false, existencia: 0, clasificacion: 'Clase' }],
    ['sólo lo obligatorio', 'POST', ruta, minimo(), { tipo: 'Producto', numeroParte: '', codigoBarras: '', descripcionLarga: '', marca: '', modelo: '', unidadBaseId: pieza, unidadBase: 'Pieza', factorUnidad: 1, clasificacionId: 0, clasificacion: '',
      claveUnidad: 'H87', objetoImpuesto: '02', tasaIva: 0.16, exentoIva: false, tasaIeps: 0, cuotaIeps: 0, tasaIvaRetenido: 0, tasaIsrRetenido: 0, tipoRetencion: '', metodoCosteo: 'PROMEDIO',
      manejaSeries: false, manejaLotes: false, stockMinimo: 0, stockMaximo: 0, peso: 0, precio: 0, precios: [], componentes: [], esEnvase: false, envaseId: 0, activo: true, agrupadorServicioId: 0, proveedorId: 0 }],
    ['la clave de unidad es la de su unidad', 'POST', ruta, () => minimo({ unidadMedidaId: docena }), () => ({ claveUnidad: 'DPC', unidadBaseId: pieza, factorUnidad: 12 })],
    ['exento', 'POST', ruta, minimo({ exentoIva: true }), { exentoIva: true, tasaIva: 0 }],
    ['exento como lo escribe la lectura', 'POST', ruta, minimo({ exentoIva: true, tasaIva: 0 }), { exentoIva: true, tasaIva: 0 }],
    ['tasa cero no es exento', 'POST', ruta, minimo({ tasaIva: 0 }), { exentoIva: false, tasaIva: 0 }],
    ['no exento dicho', 'POST', ruta, minimo({ exentoIva: false }), { exentoIva: false, tasaIva: 0.16 }],
    ['cuota de IEPS', 'POST', ruta, minimo({ cuotaIeps: 1.5 }), { tasaIeps: 0, cuotaIeps: 1.5 }],
    ['servicio', 'POST', ruta, minimo({ tipo: 'Servicio' }), { tipo: 'Servicio' }],
    ['lotes con costo identificado', 'POST', ruta, minimo({ manejaLotes: true, metodoCosteo: 'IDENTIFICADO' }), { manejaLotes: true, metodoCosteo: 'IDENTIFICADO' }],
    ['mínimo sin máximo', 'POST', ruta, minimo({ stockMinimo: 5 }), { stockMinimo: 5, stockMaximo: 0 }],
    ['códigos, partes y referencias de otra organización no estorban', 'POST', ruta, minimo({ codigo: 'AJENO-1', numeroParte: 'AJ', referenciaExterna: 'AJ' }), { codigo: 'AJENO-1', numeroParte: 'AJ' }],
  ]);
});

test('OP-032: cada regla', async t => {
  const parte = await crear({ codigo: 'Dup-1', numeroParte: 'NP-DUP', referenciaExterna: 'EXT-1' });
  const kit = await crear({ tipo: 'Kit', componentes: [{ productoId: parte.productoId, cantidad: 1 }] });
  await base.sql("INSERT INTO sat_clave_prod_serv (clave, descripcion, estimulo_frontera, vigencia_hasta) VALUES ('99999991', 'Terminada', false, '2024-12-31')");
  await base.sql("INSERT INTO sat_clave_prod_serv (clave, descripcion, estimulo_frontera, vigencia_desde) VALUES ('99999992', 'Futura', false, '2099-01-01')");
  await base.sql("INSERT INTO sat_clave_unidad (clave, nombre, simbolo, vigencia_hasta) VALUES ('ZZ9', 'Terminada', '', '2024-12-31')");
  await base.sql("INSERT INTO clasificacion_producto (organizacion_id, clave, nombre) VALUES (2, 'AJ', 'Ajena')");
  const clasAjena = await base.uno("SELECT clasificacion_id FROM clasificacion_producto WHERE clave = 'AJ'");
  const malo = (extra, error) => ['POST', ruta, () => minimo(typeof extra === 'function' ? extra() : extra), error];
  const p = parte.productoId;
  await tabla(t, srv, m.t1, [
    ['nada', 'POST', ruta, {}, 'VALIDACION codigo REQUERIDO, descripcion REQUERIDO, unidadMedidaId REQUERIDO, claveProductoServicio REQUERIDO'],
    ['código repetido', ...malo({ codigo: 'Dup-1' }, 'VALIDACION codigo DUPLICADO')],
    ['código repetido con otras mayúsculas', ...malo({ codigo: 'dUP-1' }, 'VALIDACION codigo DUPLICADO')],
    ['número de parte repetido', ...malo({ numeroParte: 'NP-DUP' }, 'VALIDACION numeroParte DUPLICADO')],
    ['referencia externa repetida', ...malo({ referenciaExterna: 'EXT-1' }, 'REFERENCIA_DUPLICADA')],
    ['unidad que no existe', ...malo({ unidadMedidaId: 999999 }, 'VALIDACION unidadMedidaId NO_EXISTE')],
    ['unidad base que no existe', ...malo({ unidadBaseId: 999999 }, 'VALIDACION unidadBaseId NO_EXISTE')],
    ['unidad base de otra especie', ...malo(() => ({ unidadMedidaId: docena, unidadBaseId: kilo }), 'VALIDACION unidadBaseId RANGO')],
    ['clasificación que no existe', ...malo({ clasificacionId: 999999 }, 'VALIDACION clasificacionId NO_EXISTE')],
    ['clasificación de otra organización', ...malo(() => ({ clasificacionId: clasAjena }), 'VALIDACION clasificacionId NO_EXISTE')],
    ['clave SAT que no existe', ...malo({ claveProductoServicio: '99999999' }, 'VALIDACION claveProductoServicio CLAVE_SAT_INVALIDA')],
    ['clave SAT terminada', ...malo({ claveProductoServicio: '99999991' }, 'VALIDACION claveProductoServicio CLAVE_SAT_INVALIDA')],
    ['clave SAT futura', ...malo({ claveProductoServicio: '99999992' }, 'VALIDACION claveProductoServicio CLAVE_SAT_INVALIDA')],
    ['clave SAT sin forma', ...malo({ claveProductoServicio: '12' }, 'VALIDACION claveProductoServicio CLAVE_SAT_INVALIDA')],
    ['clave de unidad que no existe', ...malo({ claveUnidad: 'Q9Q' }, 'VALIDACION claveUnidad CLAVE_SAT_INVALIDA')],
    ['clave de unidad terminada', ...malo({ claveUnidad: 'ZZ9' }, 'VALIDACION claveUnidad CLAVE_SAT_INVALIDA')],
    ['objeto de impuesto que no existe', ...malo({ objetoImpuesto: '99' }, 'VALIDACION objetoImpuesto CLAVE_SAT_INVALIDA')],
    ['IVA fuera del catálogo', ...malo({ tasaIva: 0.15 }, 'VALIDACION tasaIva CLAVE_SAT_INVALIDA')],
    ['IEPS fuera del catálogo', ...malo({ tasaIeps: 0.1 }, 'VALIDACION tasaIeps CLAVE_SAT_INVALIDA')],
    ['cuota de IEPS sobre el máximo', ...malo({ cuotaIeps: 100 }, 'VALIDACION cuotaIeps CLAVE_SAT_INVALIDA')],
    ['tasa y cuota de IEPS', ...malo({ tasaIeps: 0.265, cuotaIeps: 1.5 }, 'VALIDACION cuotaIeps RANGO')],
    ['IVA retenido sobre el máximo', ...malo({ tasaIvaRetenido: 0.17 }, 'VALIDACION tasaIvaRetenido CLAVE_SAT_INVALIDA')],
    ['ISR retenido sobre el máximo', ...malo({ tasaIsrRetenido: 0.36 }, 'VALIDACION tasaIsrRetenido CLAVE_SAT_INVALIDA')],
    ['tasa negativa', ...malo({ tasaIva: -0.16 }, 'VALIDACION tasaIva RANGO')],
    ['exento con tasa', ...malo({ exentoIva: true, tasaIva: 0.16 }, 'VALIDACION tasaIva RANGO')],
    ['tipo desconocido', ...malo({ tipo: 'Otro' }, 'VALIDACION tipo RANGO')],
    ['costeo desconocido', ...malo({ metodoCosteo: 'UEPS' }, 'VALIDACION metodoCosteo RANGO')],
    ['series y lotes', ...malo({ manejaSeries: true, manejaLotes: true }, 'VALIDACION manejaLotes RANGO')],
    ['series en un servicio', ...malo({ tipo: 'Servicio', manejaSeries: true }, 'VALIDACION manejaSeries RANGO')],
    ['costo identificado sin series ni lotes', ...malo({ metodoCosteo: 'IDENTIFICADO' }, 'VALIDACION metodoCosteo RANGO')],
    ['máximo menor que el mínimo', ...malo({ stockMinimo: 5, stockMaximo: 4 }, 'VALIDACION stockMaximo RANGO')],
    ['precio negativo', ...malo({ precio: -1 }, 'VALIDACION precio RANGO')],
    ['envase que no existe', ...malo({ envaseId: 999999 }, 'VALIDACION envaseId NO_EXISTE')],
    ['envase que no lo es', ...malo(() => ({ envaseId: p }), 'VALIDACION envaseId NO_EXISTE')],
    ['kit sin componentes', ...malo({ tipo: 'Kit' }, 'VALIDACION componentes REQUERIDO')],
    ['componentes de un producto', ...malo({ componentes: [{ productoId: p, cantidad: 1 }] }, 'VALIDACION componentes RANGO')],
    ['componente sin nombre', ...malo({ tipo: 'Kit', componentes: [{ cantidad: 1 }] }, 'VALIDACION componentes[0].productoId REQUERIDO')],
    ['componente sin cantidad', ...malo({ tipo: 'Kit', componentes: [{ productoId: p }] }, 'VALIDACION componentes[0].cantidad REQUERIDO')],
    ['componente con cantidad cero', ...malo({ tipo: 'Kit', componentes: [{ productoId: p, cantidad: 0 }] }, 'VALIDACION componentes[0].cantidad MAYOR_QUE_CERO')],
    ['componentes que no existen', ...malo(() => ({ tipo: 'Kit', componentes: [{ productoId: 999999, cantidad: 1 }, { codigo: 'NO-HAY', cantidad: 1 }, { productoId: ajeno, cantidad: 1 }] }),
      'VALIDACION componentes[0].productoId NO_EXISTE, componentes[1].codigo NO_EXISTE, componentes[2].productoId NO_EXISTE')],
    ['dos nombres que no son del mismo', ...malo({ tipo: 'Kit', componentes: [{ productoId: p, codigo: kit.codigo, cantidad: 1 }] }, 'VALIDACION componentes[0].codigo RANGO')],
    ['componente repetido', ...malo({ tipo: 'Kit', componentes: [{ productoId: p, cantidad: 1 }, { codigo: 'dup-1', cantidad: 2 }] }, 'VALIDACION componentes[1] DUPLICADO')],
    ['un kit dentro de otro', ...malo({ tipo: 'Kit', componentes: [{ productoId: kit.productoId, cantidad: 1 }] }, 'VALIDACION componentes[0] RANGO')],
    ['unidad de componente que no existe', ...malo({ tipo: 'Kit', componentes: [{ productoId: p, cantidad: 1, unidadMedidaId: 999999 }] }, 'VALIDACION componentes[0].unidadMedidaId NO_EXISTE')],
    ['unidad de componente de otra especie', ...malo(() => ({ tipo: 'Kit', componentes: [{ productoId: p, cantidad: 1, unidadMedidaId: kilo }] }), 'VALIDACION componentes[0].unidadMedidaId RANGO')],
    ['todas las referencias a la vez', ...malo({ tipo: 'Kit', unidadMedidaId: 999999, claveProductoServicio: '99999999', tasaIva: 0.11, componentes: [{ productoId: 999999, cantidad: 1 }] },
      'VALIDACION unidadMedidaId NO_EXISTE, claveProductoServicio CLAVE_SAT_INVALIDA, tasaIva CLAVE_SAT_INVALIDA, componentes[0].productoId NO_EXISTE')],
    ['un campo de la lectura que no se escribe', ...malo({ costoPromedio: 1 }, 'VALIDACION costoPromedio DESCONOCIDO')],
  ]);
  const repetida = await srv.pedir('POST', ruta, { token: m.t1, cuerpo: minimo({ referenciaExterna: 'EXT-1' }) });
  assert.equal(repetida.json.productoId, p, 'dice cuál la tiene');
  assert.equal(await base.uno("SELECT count(*) FROM producto_componente c JOIN producto k USING (organizacion_id, producto_id) WHERE k.codigo LIKE 'T-%' AND k.tipo <> 'Kit'"), 0);
});

test('OP-028 y OP-032: el kit trae sus componentes; el precio va a la lista predeterminada', async () => {
  const a = await crear({ codigo: 'COMP-A', descripcion: 'Parte A' });
  const b = await crear({ codigo: 'COMP-B', descripcion: 'Parte B', unidadMedidaId: docena });
  const kit = await crear({ tipo: 'Kit', precio: 99.123456, componentes: [{ codigo: 'comp-b', cantidad: 2.5, unidadMedidaId: pieza }, { productoId: a.productoId, codigo: 'COMP-A', cantidad: 1 }] });
  assert.deepEqual(kit.componentes, [
    { productoId: b.productoId, codigo: 'COMP-B', descripcion: 'Parte B', cantidad: 2.5, unidadMedidaId: pieza, unidad: 'Pieza' },
    { productoId: a.productoId, codigo: 'COMP-A', descripcion: 'Parte A', cantidad: 1, unidadMedidaId: pieza, unidad: 'Pieza' }]);
  const lista = await base.uno("SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = 1 AND clave = 'GENERAL'");
  assert.deepEqual(kit.precios, [{ listaPreciosId: lista, lista: 'Lista general', precio: 99.123456, moneda: 'MXN' }]);
  assert.equal(kit.precio, 99.123456);
  assert.deepEqual(await leer(kit.productoId), kit);
  assert.deepEqual(claves(kit), [...deProducto].sort());
  sinNulos(kit);
  esError(await srv.get(`${ruta}/999999`, { token: m.t1 }), 400, 'NO_ENCONTRADO');
  esError(await srv.get(`${ruta}/${kit.productoId}`, { token: m.t2 }), 400, 'NO_ENCONTRADO');
  // A price needs a default price list.
  await base.sql('UPDATE lista_precios SET activo = false WHERE organizacion_id = 2');
  const unidad2 = await base.uno('SELECT min(unidad_medida_id) FROM unidad_medida WHERE organizacion_id = 2');
  const cuerpo = minimo({ unidadMedidaId: unidad2, precio: 5 });
  esError(await srv.pedir('POST', ruta, { token: m.t2, cuerpo }), 400, 'VALIDACION', ['precio NO_EXISTE']);
  await base.sql('UPDATE lista_precios SET activo = true WHERE organizacion_id = 2');
  assert.equal((await srv.pedir('POST', ruta, { token: m.t2, cuerpo })).json.data.precio, 5);
});

test('PUT: cambia los datos que se envían y conserva los demás', async t => {
  const componente = await crear({ codigo: 'COMP-1' }), otro = await crear({ codigo: 'COMP-2' });
  const kit = await crear({ tipo: 'Kit', componentes: [{ productoId: componente.productoId, cantidad: 2 }] });
  const p = await crear({ codigo: 'ED-1', marca: 'Ma', tasaIva: 0.08, precio: 10, referenciaExterna: 'ED', manejaLotes: true, stockMinimo: 1, stockMaximo: 5 });
  await crear({ codigo: 'ED-2', numeroParte: 'ED-NP', referenciaExterna: 'ED2' });
  const aqui = `${ruta}/${p.productoId}`, delKit = `${ruta}/${kit.productoId}`;
  const { modificado: _, ...antes } = await leer(p.productoId);
  const cambia = (cuerpo, mas = cuerpo) => ['PUT', aqui, cuerpo, mas];
  await tabla(t, srv, m.t1, [
    ['nada', ...cambia({}, antes)],
    ['la descripción', ...cambia({ descripcion: 'Otra' }, { ...antes, descripcion: 'Otra' })],
    ['null borra', ...cambia({ marca: null }, { marca: '' })],
    ['el código, con sus mayúsculas', ...cambia({ codigo: 'eD-1' })],
    ['exento', ...cambia({ exentoIva: true }, { exentoIva: true, tasaIva: 0 })],
    ['exento queda aunque cambie otra cosa', ...cambia({ modelo: 'Z' }, { exentoIva: true, tasaIva: 0, modelo: 'Z' })],
    ['con tasa deja de ser exento', ...cambia({ tasaIva: 0.16 }, { exentoIva: false, tasaIva: 0.16 })],
    ['la tasa cero no es exento', ...cambia({ tasaIva: 0 }, { exentoIva: false, tasaIva: 0 })],
    ['no exento conserva su tasa', ...cambia({ exentoIva: false }, { exentoIva: false, tasaIva: 0 })],
    ['el precio de su lista', ...cambia({ precio: 12.5 })],
    ['inactivo', ...cambia({ activo: false })],
    ['sus valores fijos, iguales', ...cambia({ tipo: 'Producto', unidadMedidaId: Number(pieza), metodoCosteo: 'PROMEDIO', manejaLotes: true, manejaSeries: false }, {})],
    ['sus valores fijos no cambian', ...cambia({ tipo: 'Servicio', manejaLotes: false }, 'VALIDACION tipo RANGO, manejaLotes RANGO')],
    ['ni sus unidades ni su costeo', ...cambia({ unidadMedidaId: Number(docena), unidadBaseId: Number(pieza), metodoCosteo: 'PEPS' }, 'VALIDACION unidadMedidaId RANGO, unidadBaseId RANGO, metodoCosteo RANGO')],
    ['series', ...cambia({ manejaLotes: false, manejaSeries: true }, 'VALIDACION manejaSeries RANGO, manejaLotes RANGO')],
    ['el código de otro', ...cambia({ codigo: 'ED-2' }, 'VALIDACION codigo DUPLICADO')],
    ['el número de parte de otro', ...cambia({ numeroParte: 'ED-NP' }, 'VALIDACION numeroParte DUPLICADO')],
    ['su referencia', ...cambia({ referenciaExterna: 'ED' }, {})],
    ['la referencia de otro', ...cambia({ referenciaExterna: 'ED2' }, 'REFERENCIA_DUPLICADA')],
    ['máximo menor que el mínimo guardado', ...cambia({ stockMaximo: 0.5 }, 'VALIDACION stockMaximo RANGO')],
    ['tasa fuera del catálogo', ...cambia({ tasaIva: 0.15 }, 'VALIDACION tasaIva CLAVE_SAT_INVALIDA')],
    ['tasa y exento', ...cambia({ tasaIva: 0.16, exentoIva: true }, 'VALIDACION tasaIva RANGO')],
    ['clave SAT que no existe', ...cambia({ claveProductoServicio: '99999999' }, 'VALIDACION claveProductoServicio CLAVE_SAT_INVALIDA')],
    ['un precio no se quita aquí', ...cambia({ precio: null }, 'VALIDACION precio REQUERIDO')],
    ['sin código', ...cambia({ codigo: null }, 'VALIDACION codigo REQUERIDO')],
    ['es un envase', ...cambia({ esEnvase: true })],
    ['él mismo de envase', ...cambia({ envaseId: p.productoId }, 'VALIDACION envaseId RANGO')],
    ['componentes de un producto', ...cambia({ componentes: [{ productoId: otro.productoId, cantidad: 1 }] }, 'VALIDACION componentes RANGO')],
    ['otro campo', ...cambia({ existencia: 3 }, 'VALIDACION existencia DESCONOCIDO')],
    ['un kit sin componentes', 'PUT', delKit, { componentes: [] }, 'VALIDACION componentes REQUERIDO'],
    ['componente que no existe', 'PUT', delKit, { componentes: [{ codigo: 'NO-HAY', cantidad: 1 }] }, 'VALIDACION componentes[0].codigo NO_EXISTE'],
    ['no existe', 'PUT', `${ruta}/999999`, { descripcion: 'x' }, 'NO_ENCONTRADO'],
    ['de otra organización', 'PUT', () => `${ruta}/${ajeno}`, { descripcion: 'x' }, 'NO_ENCONTRADO'],
  ]);
  assert.deepEqual((await leer(p.productoId)).precios.map(x => x.precio), [12.5]);
  for (const [cuerpo, esperado] of [[{ descripcion: 'Juego' }, [['COMP-1', 2]]], [{ componentes: [{ codigo: 'COMP-2', cantidad: 3 }, { productoId: componente.productoId, cantidad: 1 }] }, [['COMP-2', 3], ['COMP-1', 1]]]]) {
    const r = await srv.pedir('PUT', delKit, { token: m.t1, cuerpo });
    assert.deepEqual(r.json.data.componentes.map(c => [c.codigo, c.cantidad]), esperado, r.texto);
  }
  const con = (etag, descripcion) => srv.pedir('PUT', aqui, { token: m.t1, cuerpo: { descripcion }, encabezados: { 'If-Match': etag } });
  const { etag } = (await srv.get(aqui, { token: m.t1 })).h;
  assert.equal((await con(etag, 'Primera')).estado, 200);
  esError(await con(etag, 'Segunda'), 412, 'PRECONDICION');
  assert.equal((await leer(p.productoId)).descripcion, 'Primera');
});

test('OP-029: número de parte', async t => {
  const p = await crear({ numeroParte: 'NP-1' });
  await crear({ numeroParte: 'NP-2' });
  const aqui = `${ruta}/NumeroParte/${p.productoId}`;
  const espera = numeroParte => ({ productoId: p.productoId, codigo: p.codigo, numeroParte });
  await tabla(t, srv, m.t1, [
    ['otro', 'PUT', aqui, { numeroParte: ' NP-3 ' }, espera('NP-3')],
    ['el suyo', 'PUT', aqui, { numeroParte: 'NP-3' }, espera('NP-3')],
    ['el de otro producto', 'PUT', aqui, { numeroParte: 'NP-2' }, 'VALIDACION numeroParte DUPLICADO'],
    ['vacío borra', 'PUT', aqui, { numeroParte: '' }, espera('')],
    ['dos sin número no chocan', 'PUT', aqui, { numeroParte: '' }, espera('')],
    ['falta', 'PUT', aqui, {}, 'VALIDACION numeroParte REQUERIDO'],
    ['null', 'PUT', aqui, { numeroParte: null }, 'VALIDACION numeroParte REQUERIDO'],
    ['largo', 'PUT', aqui, { numeroParte: 'x'.repeat(61) }, 'VALIDACION numeroParte LONGITUD'],
    ['60 caben', 'PUT', aqui, { numeroParte: 'ñ'.repeat(60) }, espera('ñ'.repeat(60))],
    ['otro campo', 'PUT', aqui, { numeroParte: 'x', codigo: 'y' }, 'VALIDACION codigo DESCONOCIDO'],
    ['no existe', 'PUT', `${ruta}/NumeroParte/999999`, { numeroParte: 'x' }, 'NO_ENCONTRADO'],
    ['de otra organización', 'PUT', () => `${ruta}/NumeroParte/${ajeno}`, { numeroParte: 'x' }, 'NO_ENCONTRADO'],
  ]);
  const leido = await srv.get(`${ruta}/${p.productoId}`, { token: m.t1 });
  const con = etag => srv.pedir('PUT', aqui, { token: m.t1, cuerpo: { numeroParte: 'NP-V' }, encabezados: { 'If-Match': etag } });
  esError(await con('"otro"'), 412, 'PRECONDICION');
  assert.equal((await con(leido.h.etag)).estado, 200);
  esError(await con(leido.h.etag), 412, 'PRECONDICION');
  assert.equal((await leer(p.productoId)).numeroParte, 'NP-V');
});

test('OP-030: lista, orden y filtros', async () => {
  await base.sql("INSERT INTO clasificacion_producto (organizacion_id, clave, nombre) VALUES (1, 'RAIZ', 'Raíz')");
  const raiz = await base.uno("SELECT clasificacion_id FROM clasificacion_producto WHERE clave = 'RAIZ'");
  await base.sql(`INSERT INTO clasificacion_producto (organizacion_id, clave, nombre, padre_id) VALUES (1, 'HIJA', 'Hija', ${raiz})`);
  const hija = await base.uno("SELECT clasificacion_id FROM clasificacion_producto WHERE clave = 'HIJA'");
  await base.sql(`INSERT INTO clasificacion_producto (organizacion_id, clave, nombre, padre_id) VALUES (1, 'NIETA', 'Nieta', ${hija})`);
  const nieta = await base.uno("SELECT clasificacion_id FROM clasificacion_producto WHERE clave = 'NIETA'");
  const unico = await crear({ codigo: 'Único-1', descripcion: 'Cañón Ímpar', numeroParte: 'NPU-77', codigoBarras: '55501', clasificacionId: nieta, tipo: 'Servicio' });
  await crear({ clasificacionId: raiz });
  await crear({ activo: false });
  await base.sql("ALTER TABLE producto DISABLE TRIGGER modificado; UPDATE producto SET modificado = '2020-01-01' WHERE organizacion_id = 1 AND codigo LIKE 'P00%'; ALTER TABLE producto ENABLE TRIGGER modificado");
  const todos = await recorrer(srv, `${ruta}?registrosPorPagina=7`, { token: m.t1 });
  const deBase = donde => base.columna(`SELECT producto_id FROM producto WHERE organizacion_id = 1 AND ${donde} ORDER BY codigo, producto_id`);
  assert.deepEqual(todos.map(p => p.productoId), await deBase('true'));
  assert.deepEqual(claves(todos[0]), [...deArticulo].sort(), 'sin costoPromedio');
  todos.forEach(p => sinNulos(p));
  for (const [filtro, donde] of [['busqueda=UNICO', "codigo = 'Único-1'"], ['busqueda=npu-7', "codigo = 'Único-1'"], ['busqueda=5550', "codigo = 'Único-1'"], ['busqueda=canon%20imp', "codigo = 'Único-1'"],
    [`codigo=${encodeURIComponent('ÚNICO-1')}`, "codigo = 'Único-1'"], [`clasificacionId=${raiz}`, `clasificacion_id IN (${raiz}, ${nieta})`], [`clasificacionId=${hija}`, `clasificacion_id = ${nieta}`],
    ['tipo=Servicio', "tipo = 'Servicio'"], ['tipo=Producto&activo=false', "tipo = 'Producto' AND NOT activo"], ['activo=true', 'activo'], ['modificadoDesde=2020-01-02', "modificado > '2020-06-01'"],
    ['modificadoDesde=01/01/2019', 'true'], ['modificadoDesde=2019-12-31T18:00:00', 'true']]) {
    const r = await recorrer(srv, `${ruta}?${filtro}`, { token: m.t1 });
    assert.deepEqual(r.map(p => p.productoId), await deBase(donde), filtro);
    assert.ok(r.length > 0, filtro);
  }
  assert.ok((await deBase("modificado < '2020-06-01'")).length > 0);
  assert.deepEqual((await recorrer(srv, `${ruta}?codigo=nico-1`, { token: m.t1 })), [], 'el código es exacto');
  const { productoId, ...articulo } = unico;
  assert.deepEqual(todos.find(p => p.productoId === productoId), Object.fromEntries(deArticulo.map(c => [c, unico[c]])), 'los mismos valores que en su lectura');
  for (const [filtro, error] of [['clasificacionId=999999', 'clasificacionId NO_EXISTE'], ['listaPreciosId=999999', 'listaPreciosId NO_EXISTE'], ['almacenId=999999', 'almacenId NO_EXISTE'], ['tipo=otro', 'tipo RANGO'],
    ['activo=quizá', 'activo TIPO'], ['modificadoDesde=ayer', 'modificadoDesde FECHA_INVALIDA']])
    esError(await srv.get(`${ruta}?${filtro.replace('á', '%C3%A1')}`, { token: m.t1 }), 400, 'VALIDACION', [error]);
});

test('OP-030: precio de la lista pedida, o de la predeterminada de la moneda de la organización', async () => {
  const p = await crear({ precio: 10 });
  const dolares = await base.uno("SELECT moneda_id FROM moneda WHERE clave = 'USD'");
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) VALUES (1, ${dolares}) ON CONFLICT DO NOTHING`);
  await base.sql(`INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id, predeterminada) VALUES (1, 'USD', 'Dólares', ${dolares}, true)`);
  const usd = await base.uno("SELECT lista_precios_id FROM lista_precios WHERE clave = 'USD'");
  await base.sql(`INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima, precio) VALUES
    (1, ${usd}, ${p.productoId}, ${pieza}, 10, 0.4), (1, ${usd}, ${p.productoId}, ${pieza}, 1, 0.5), (1, ${usd}, ${p.productoId}, ${pieza}, 0, 0.6), (1, ${usd}, ${p.productoId}, ${docena}, 0, 4)`);
  const visto = async (extra, token = m.t1) => {
    const [a] = (await srv.get(`${ruta}?codigo=${p.codigo}${extra}`, { token })).json.data;
    return [a.precio, a.moneda, a.monedaId];
  };
  assert.deepEqual(await visto(''), [10, 'MXN', 1]);
  assert.deepEqual(await visto(`&listaPreciosId=${usd}`), [0.5, 'USD', dolares], 'el de una sola, en la unidad del producto');
  const producto = await leer(p.productoId);
  assert.deepEqual(producto.precios.map(x => [x.lista, x.precio, x.moneda]), [['Dólares', 0.5, 'USD'], ['Lista general', 10, 'MXN']]);
  assert.equal(producto.precio, 10);
  const sin = await crear();
  const [vacio] = (await srv.get(`${ruta}?codigo=${sin.codigo}&listaPreciosId=${usd}`, { token: m.t1 })).json.data;
  assert.deepEqual([vacio.precio, vacio.moneda], [0, 'USD'], 'la lista pedida no lo tiene');
});

test('existencia: del almacén pedido, o de los de la sucursal de la sesión', async () => {
  const p = await crear();
  const [s1, s2] = await base.columna('SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 ORDER BY sucursal_id LIMIT 2');
  const almacen = async (sucursal, clave, cantidad) => {
    await base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre) VALUES (1, ${sucursal}, '${clave}', '${clave}')`);
    const id = await base.uno(`SELECT almacen_id FROM almacen WHERE clave = '${clave}'`);
    await base.sql(`INSERT INTO existencia VALUES (1, ${id}, ${p.productoId}, ${cantidad})`);
    return id;
  };
  const a1 = await almacen(s1, 'EX1', 1.5);
  await almacen(s1, 'EX2', 2);
  const a3 = await almacen(s2, 'EX3', 40);
  const otro = await srv.entrar({ ...(await base.usuario({ usuario: 'sucursal-dos', sucursal: s2 })), apiKey: m.uno.apiKey });
  const visto = async (extra, token) => (await srv.get(`${ruta}?codigo=${p.codigo}${extra}`, { token })).json.data[0].existencia;
  assert.equal(await visto('', m.t1), 3.5);
  assert.equal(await visto('', otro), 40);
  assert.equal(await visto(`&almacenId=${a1}`, otro), 1.5);
  assert.equal(await visto(`&almacenId=${a3}`, m.t1), 40);
  assert.equal((await srv.get(`${ruta}/${p.productoId}`, { token: m.t1 })).json.data.existencia, 3.5);
  assert.equal((await srv.get(`${ruta}/${p.productoId}`, { token: otro })).json.data.existencia, 40);
});

test('permisos: quien lee no escribe', async () => {
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lector-prod', rol: 'lector' })), apiKey: m.uno.apiKey });
  assert.equal((await srv.get(ruta, { token: lector })).estado, 200);
  esError(await srv.pedir('POST', ruta, { token: lector, cuerpo: minimo() }), 403, 'PERMISO_DENEGADO');
  esError(await srv.pedir('PUT', `${ruta}/NumeroParte/1`, { token: lector, cuerpo: { numeroParte: 'x' } }), 403, 'PERMISO_DENEGADO');
});

test('OP-032: la clave de su unidad también debe estar vigente', async t => {
  await base.sql("UPDATE sat_clave_unidad SET vigencia_hasta = sat_hoy() - 1 WHERE clave = 'DPC'");
  try {
    await tabla(t, srv, m.t1, [
      ['la de la unidad', 'POST', ruta, () => minimo({ unidadMedidaId: docena }), 'VALIDACION claveUnidad CLAVE_SAT_INVALIDA'],
      ['otra enviada', 'POST', ruta, () => minimo({ unidadMedidaId: docena, claveUnidad: 'H87' }), { claveUnidad: 'H87' }],
    ]);
  } finally {
    await base.sql("UPDATE sat_clave_unidad SET vigencia_hasta = NULL WHERE clave = 'DPC'");
  }
  await base.sql(`UPDATE unidad_medida SET activo = false WHERE unidad_medida_id = ${docena}`);
  await tabla(t, srv, m.t1, [['una unidad inactiva', 'POST', ruta, () => minimo({ unidadMedidaId: docena }), 'VALIDACION unidadMedidaId NO_EXISTE']]);
  await base.sql(`UPDATE unidad_medida SET activo = true WHERE unidad_medida_id = ${docena}`);
});

test('sin lista predeterminada en la moneda de la organización rige la de pesos', async () => {
  const p = await crear({ precio: 12.5 });
  await base.sql('UPDATE organizacion_moneda SET predeterminada = false WHERE organizacion_id = 1; INSERT INTO organizacion_moneda (organizacion_id, moneda_id, predeterminada) VALUES (1, 3, true) ON CONFLICT (organizacion_id, moneda_id) DO UPDATE SET predeterminada = true');
  try {
    const leido = await leer(p.productoId);
    assert.deepEqual([leido.precio, leido.moneda], [12.5, 'MXN']);
    assert.equal((await crear({ precio: 5 })).precio, 5);
  } finally {
    await base.sql('UPDATE organizacion_moneda SET predeterminada = false WHERE organizacion_id = 1; UPDATE organizacion_moneda SET predeterminada = true WHERE organizacion_id = 1 AND moneda_id = 1');
  }
});
