// Catalogs that an administrator sets up and the interface only reads: OP-020, 022, 035 … 038, 043, 044, 047, 048, 051 … 053, 057, 058.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, recorrer, Servidor, sinNulos } from './lib/ayuda_api.mjs';

let m, srv, base;
before(async () => {
  m = await montar({ registros: 240 });
  ({ srv, base } = m);
});
after(() => m?.cerrar());

const pedir = (ruta, token = m.t1) => srv.get(`/api/${ruta}`, { token });
const data = async (ruta, token) => {
  const r = await pedir(ruta, token);
  assert.equal(r.estado, 200, r.texto);
  assert.ok(Array.isArray(r.json.data));
  return r.json.data;
};
const id = (tabla, columna, clave) => base.uno(`SELECT ${columna} FROM ${tabla} WHERE organizacion_id = 1 AND clave = '${clave}'`);

// filtros: rows of query and SQL condition. The answer must be the rows of the condition, ordered by name and id, and at least one.
async function filtros(ruta, tabla, columna, filas, alcance = 'organizacion_id = 1') {
  for (const [q, donde] of filas) {
    const esperado = await base.columna(`SELECT ${columna} FROM ${tabla} x WHERE ${alcance} AND (${donde}) ORDER BY nombre, ${columna}`);
    assert.ok(esperado.length > 0, `${ruta}${q}: la prueba no prueba nada`);
    const filasLeidas = await data(`${ruta}${q}`);
    const llave = Object.keys(filasLeidas[0] ?? { x: 0 })[0];
    assert.deepEqual(filasLeidas.map(f => f[llave]), esperado, `${ruta}${q}`);
  }
}

test('OP-020: clasificaciones de contactos', async () => {
  const todas = await data('Contactos/Clasificaciones');
  assert.deepEqual(Object.keys(todas[0]), ['clasificacionId', 'clave', 'nombre', 'tipoContacto', 'padreId', 'activo']);
  sinNulos(todas);
  assert.equal(todas.find(c => c.clave === 'MAY-NTE').padreId, todas.find(c => c.clave === 'MAY').clasificacionId);
  assert.equal(todas.find(c => c.clave === 'MAY').padreId, 0);
  await filtros('Contactos/Clasificaciones', 'clasificacion_contacto', 'clasificacion_id', [['', 'activo'], ['?activo=false', 'NOT activo'], ['?tipoContacto=Cliente', "activo AND tipo_contacto <> 'Proveedor'"],
    ['?tipoContacto=Proveedor', "activo AND tipo_contacto <> 'Cliente'"], ['?tipoContacto=Ambos', "tipo_contacto = 'Ambos'"], ['?tipoContacto=Cliente&activo=false', "NOT activo AND tipo_contacto <> 'Proveedor'"]]);
  esError(await pedir('Contactos/Clasificaciones?tipoContacto=Amigo'), 400, 'VALIDACION', ['tipoContacto RANGO']);
});

test('OP-022: vendedores', async () => {
  await base.sql("UPDATE vendedor SET activo = false WHERE organizacion_id = 1 AND clave = 'V08'");
  const r = await pedir('Vendedores');
  assert.deepEqual(claves(r.json), ['data', 'paginacion']);
  assert.deepEqual(Object.keys(r.json.data[0]), ['vendedorId', 'clave', 'nombre', 'correo', 'telefono', 'sucursalId', 'rutaId', 'comision', 'activo']);
  sinNulos(r.json.data);
  assert.equal(r.json.data.find(v => v.clave === 'V01').comision, 1.25);
  const tijuana = await id('sucursal', 'sucursal_id', 'TIJ'), ruta = await id('ruta', 'ruta_id', 'RT-2');
  await filtros('Vendedores', 'vendedor', 'vendedor_id', [['', 'activo'], ['?activo=false', 'NOT activo'], [`?sucursalId=${tijuana}`, `activo AND sucursal_id = ${tijuana}`], [`?rutaId=${ruta}`, `ruta_id = ${ruta}`],
    ['?busqueda=QUINONES', "clave = 'V05'"], ['?busqueda=v05', "clave = 'V05'"], ['?busqueda=vendedor3%40empresa', "clave = 'V03'"]]);
  assert.deepEqual((await recorrer(srv, '/api/Vendedores?registrosPorPagina=2', { token: m.t1 })).map(v => v.vendedorId), (await data('Vendedores')).map(v => v.vendedorId), 'por cursor, las mismas');
  esError(await pedir('Vendedores?sucursalId=987654321&rutaId=987654321'), 400, 'VALIDACION', ['sucursalId NO_EXISTE', 'rutaId NO_EXISTE']);
  esError(await pedir('Vendedores?registrosPorPagina=101'), 400, 'VALIDACION', ['registrosPorPagina RANGO']);
});

test('OP-035: agrupadores de servicio', async () => {
  await base.sql("INSERT INTO agrupador_servicio (organizacion_id, clave, nombre, activo) VALUES (1, 'AG-X', 'Fuera de uso', false)");
  const todos = await data('AgrupadoresServicio');
  assert.deepEqual(Object.keys(todos[0]), ['agrupadorServicioId', 'clave', 'nombre', 'descripcion', 'padreId', 'activo']);
  sinNulos(todos);
  assert.equal(todos.find(a => a.clave === 'AG-1-1').padreId, todos.find(a => a.clave === 'AG-1').agrupadorServicioId);
  await filtros('AgrupadoresServicio', 'agrupador_servicio', 'agrupador_servicio_id', [['', 'activo'], ['?activo=false', 'NOT activo'], ['?busqueda=COMPUTO', "clave = 'AG-2'"], ['?busqueda=minisplit', "clave = 'AG-1-1'"], ['?busqueda=ag-1', "clave LIKE 'AG-1%'"]]);
});

test('OP-036 y OP-037: unidades y unidades base', async () => {
  const pieza = await id('unidad_medida', 'unidad_medida_id', 'PZA');
  await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, clave_unidad, unidad_base_id, factor, activo) VALUES (1, 'PAR', 'Par', 'H87', ${pieza}, 2, false), (1, 'UNO', 'Otra vez pieza', 'H87', ${pieza}, 1, true);
    INSERT INTO unidad_medida (organizacion_id, clave, nombre, clave_unidad, factor, activo) VALUES (1, 'TON', 'Tonelada', 'TNE', 1000, true), (1, 'OLD', 'Base vieja', 'H87', 1, false);
    UPDATE unidad_medida SET unidad_base_id = unidad_medida_id WHERE organizacion_id = 1 AND clave = 'LT'`);
  const u = Object.fromEntries((await data('UnidadesMedida')).map(x => [x.clave, x]));
  assert.deepEqual(Object.keys(u.PZA), ['unidadMedidaId', 'clave', 'nombre', 'abreviatura', 'claveUnidad', 'unidadBaseId', 'factor', 'activo']);
  assert.deepEqual([u.CAJA12.unidadBaseId, u.CAJA12.factor, u.CAJA12.claveUnidad], [pieza, 12, 'XBX']);
  assert.deepEqual([u.PZA.unidadBaseId, u.PZA.factor], [pieza, 1]);
  await filtros('UnidadesMedida', 'unidad_medida', 'unidad_medida_id', [['', 'activo'], ['?activo=false', 'NOT activo'], ['?busqueda=KILO', "clave = 'KG'"], ['?busqueda=caja12', "clave = 'CAJA12'"], ['?busqueda=serv', "clave = 'SER'"],
    [`?unidadBaseId=${pieza}`, `activo AND (unidad_medida_id = ${pieza} OR unidad_base_id = ${pieza})`]]);
  esError(await pedir('UnidadesMedida?unidadBaseId=987654321'), 400, 'VALIDACION', ['unidadBaseId NO_EXISTE']);
  const bases = await data('UnidadesMedida/Base');
  assert.ok(bases.length > 4 && bases.every(b => b.factor === 1 && b.unidadBaseId === b.unidadMedidaId && b.activo));
  assert.deepEqual(bases.map(b => b.clave).filter(k => ['LT', 'PZA', 'CAJA12', 'UNO', 'TON', 'OLD'].includes(k)), ['LT', 'PZA']);
  assert.deepEqual((await data('UnidadesMedida/Base?activo=false')).map(b => b.clave), ['OLD']);
});

test('OP-038: clasificaciones de productos, con su nivel', async () => {
  const todas = await data('Productos/Clasificaciones');
  assert.deepEqual(Object.keys(todas[0]), ['clasificacionId', 'clave', 'nombre', 'nivel', 'padreId', 'activo']);
  assert.deepEqual(['FER', 'FER-HER', 'FER-INA'].map(k => todas.find(c => c.clave === k).nivel), [1, 2, 3]);
  const padre = await id('clasificacion_producto', 'clasificacion_id', 'FER');
  await filtros('Productos/Clasificaciones', 'clasificacion_producto', 'clasificacion_id', [['', 'activo'], ['?activo=false', 'NOT activo'], [`?padreId=${padre}`, `padre_id = ${padre}`], ['?busqueda=ELECTRICO', "clave = 'FER-ELE'"], ['?busqueda=ofi-com', "clave = 'OFI-COM'"]]);
  esError(await pedir('Productos/Clasificaciones?padreId=987654321'), 400, 'VALIDACION', ['padreId NO_EXISTE']);
});

test('OP-043: sucursales con domicilio y almacenes; sólo las del usuario', async () => {
  const [gdl, tij] = [await id('sucursal', 'sucursal_id', 'GDL'), await id('sucursal', 'sucursal_id', 'TIJ')];
  await base.sql(`UPDATE sucursal SET activo = false WHERE sucursal_id = ${gdl}; UPDATE almacen SET activo = false WHERE organizacion_id = 1 AND clave = 'CEDIS';
    DELETE FROM usuario_sucursal WHERE usuario_id = ${m.uno.usuarioId} AND sucursal_id <> ${tij}`);
  const todas = await data('Sucursales');
  assert.deepEqual(Object.keys(todas[0]), ['sucursalId', 'clave', 'nombre', 'codigoPostal', 'domicilio', 'zonaHoraria', 'tasaFrontera', 'almacenes', 'activo']);
  sinNulos(todas);
  const s = Object.fromEntries(todas.map(x => [x.clave, x]));
  assert.deepEqual(s.TIJ.domicilio, { calle: 'Avenida Juárez', numeroExterior: '125', numeroInterior: '', colonia: 'Centro', localidad: '', municipio: 'Tijuana', estado: '', pais: 'MEX', codigoPostal: '22000' });
  assert.deepEqual([s.TIJ.tasaFrontera, s.MATRIZ.tasaFrontera, s.TIJ.zonaHoraria], [true, false, 'America/Tijuana']);
  assert.deepEqual(s.MATRIZ.almacenes.map(a => a.clave), ['GENERAL', 'R-1'], 'sin el inactivo, por nombre');
  assert.deepEqual(s.MATRIZ.almacenes[1], { almacenId: await id('almacen', 'almacen_id', 'R-1'), clave: 'R-1', nombre: 'Camión 1', esCedis: false, esRuta: true });
  await filtros('Sucursales', 'sucursal', 'sucursal_id', [['', 'activo'], ['?activo=false', 'NOT activo'], ['?soloUsuario=false', 'activo'], ['?soloUsuario=true', `sucursal_id = ${tij}`]]);
  assert.deepEqual(await data('Sucursales?soloUsuario=true&activo=false'), []);
  await base.sql(`UPDATE sucursal SET activo = true WHERE sucursal_id = ${gdl}; UPDATE almacen SET activo = true WHERE organizacion_id = 1`);
});

test('OP-044: sucursales con su configuración y sus liquidaciones', async () => {
  const r = await pedir('Sucursales/Liquidaciones');
  assert.deepEqual(claves(r.json), ['data', 'paginacion']);
  const todas = r.json.data;
  assert.deepEqual(Object.keys(todas[0]), ['sucursalId', 'sucursal', 'manejaLiquidacion', 'toleranciaEfectivo', 'toleranciaMercancia', 'cuentaId', 'liquidacionesPendientes', 'ultimaLiquidacion', 'liquidaciones']);
  assert.deepEqual(Object.keys(todas[0].liquidaciones[0]), ['transaccionId', 'folio', 'fecha', 'ruta', 'vendedor', 'estado', 'efectivoEsperado', 'efectivoEntregado', 'diferenciaEfectivo']);
  assert.deepEqual(todas.map(s => s.sucursal), await base.columna('SELECT nombre FROM sucursal WHERE organizacion_id = 1 ORDER BY nombre, sucursal_id'));
  const matriz = todas.find(s => s.sucursal === 'Matriz');
  assert.deepEqual([matriz.manejaLiquidacion, matriz.toleranciaEfectivo, matriz.toleranciaMercancia, matriz.cuentaId], [true, 50, 200, await id('cuenta_bancaria', 'cuenta_id', 'CAJA')]);
  // Settlements of the demo end the day before it was loaded.
  const [{ ultimo, previo, quinto, local }] = await base.sql(`SELECT u::text AS ultimo, (u - 1)::text AS previo, (u - 17)::text AS quinto, to_char(u - 17, 'DD/MM/YYYY') AS local
    FROM (SELECT max(fecha)::date AS u FROM transaccion WHERE organizacion_id = 1 AND obj_id = 22) x`);
  assert.deepEqual([matriz.liquidacionesPendientes, matriz.ultimaLiquidacion], [3, ultimo]);
  const de = async q => (await data(`Sucursales/Liquidaciones?sucursalId=${matriz.sucursalId}${q}`));
  const sql = donde => base.columna(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 22 AND sucursal_id = ${matriz.sucursalId} AND ${donde} ORDER BY fecha DESC, transaccion_id DESC`);
  for (const [q, donde] of [['', "estado = 'Pendiente'"], ['&estado=Pendiente', "estado = 'Pendiente'"], ['&estado=Validado', "estado = 'Validado'"], ['&estado=Cancelado', "estado = 'Cancelado'"],
    [`&fechaInicial=${previo}`, `estado = 'Pendiente' AND fecha >= '${previo}'`], [`&fechaFinal=${previo}`, `estado = 'Pendiente' AND fecha < '${ultimo}'`],
    [`&estado=Validado&fechaInicial=${local}&fechaFinal=${local}`, `estado = 'Validado' AND fecha::date = '${quinto}'`]]) {
    const filas = await de(q);
    assert.deepEqual(filas.map(f => f.sucursalId), [matriz.sucursalId], 'sólo esa sucursal');
    assert.deepEqual([filas[0].liquidacionesPendientes, filas[0].ultimaLiquidacion], [3, ultimo], 'el resumen no depende del filtro');
    const esperado = await sql(donde);
    assert.ok(esperado.length > 0, q);
    assert.deepEqual(filas[0].liquidaciones.map(l => l.transaccionId), esperado, q);
  }
  const corta = (await de('&estado=Validado'))[0].liquidaciones.find(l => l.diferenciaEfectivo !== 0);
  assert.equal(corta.diferenciaEfectivo, -12.5);
  assert.equal((corta.efectivoEntregado - corta.efectivoEsperado).toFixed(2), '-12.50');
  assert.deepEqual((await recorrer(srv, '/api/Sucursales/Liquidaciones?registrosPorPagina=1', { token: m.t1 })), todas, 'por cursor, lo mismo');
  // A branch that settles nothing, and one whose last settlement was cancelled.
  await base.sql("SELECT set_config('gestor.organizacion', '1', false), sucursal_crear(1, 'NVA', 'Nueva', '64000')");
  const nueva = (await data('Sucursales/Liquidaciones')).find(s => s.sucursal === 'Nueva');
  assert.deepEqual([nueva.manejaLiquidacion, nueva.cuentaId, nueva.liquidacionesPendientes, nueva.liquidaciones], [false, 0, 0, []]);
  assert.ok(!nueva.ultimaLiquidacion);
  await base.sql(`UPDATE transaccion SET estado = 'Cancelado', fecha_cancelacion = fecha WHERE organizacion_id = 1 AND obj_id = 22 AND sucursal_id = ${matriz.sucursalId} AND fecha >= '${ultimo}'`);
  const tras = (await de(''))[0];
  assert.deepEqual([tras.liquidacionesPendientes, tras.ultimaLiquidacion, tras.liquidaciones.length], [2, previo, 2]);
  esError(await pedir('Sucursales/Liquidaciones?sucursalId=987654321'), 400, 'VALIDACION', ['sucursalId NO_EXISTE']);
  esError(await pedir('Sucursales/Liquidaciones?estado=Abierto'), 400, 'VALIDACION', ['estado RANGO']);
  esError(await pedir('Sucursales/Liquidaciones?fechaInicial=2026-02-01&fechaFinal=2026-01-01'), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
});

test('OP-044: más liquidaciones de las que caben en una respuesta se acotan', async () => {
  const s = await base.uno("SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 AND nombre = 'Matriz'");
  await base.sql(`WITH t AS (
      INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, usuario, fecha_creacion)
      SELECT 1, ${s}, n, timestamp '2020-01-01' + n * interval '1 day', 22, 'LQX', 'Liquidación de ruta', 'Validado', 'prueba', now() FROM generate_series(1, 101) n
      RETURNING transaccion_id)
    INSERT INTO liquidacion_ruta (organizacion_id, transaccion_id, ruta_id, ruta, vendedor, fecha_liquidacion, efectivo_esperado, efectivo_entregado)
    SELECT 1, transaccion_id, (SELECT min(ruta_id) FROM ruta WHERE organizacion_id = 1), 'R', 'V', '2020-01-01', 0, 0 FROM t`);
  const chico = await Servidor.iniciar(base, { 'lista-maxima': 100 });
  try {
    const token = await chico.entrar(m.uno);
    const pedirle = q => chico.get(`/api/Sucursales/Liquidaciones${q}`, { token });
    const larga = await pedirle('?estado=Validado');
    esError(larga, 400, 'RANGO');
    assert.match(larga.json.detail, /100 filas.*sucursalId, fechaInicial, fechaFinal, estado/);
    const corta = await pedirle('?estado=Validado&fechaInicial=2020-01-03&fechaFinal=2020-12-31');
    assert.equal(corta.json.data.find(x => x.sucursalId === s).liquidaciones.length, 100);
    assert.equal((await pedirle('')).estado, 200);
  } finally {
    await chico.parar();
  }
});

test('OP-047 y OP-048: los clasificadores del usuario y los de la organización', async () => {
  const [uno, dos, tres] = await Promise.all(['CC-1', 'CC-2', 'CC-4-1'].map(k => id('clasificador_costo', 'clasificador_costo_id', k)));
  await base.sql(`UPDATE clasificador_costo SET activo = false WHERE clasificador_costo_id = ${dos};
    DELETE FROM usuario_clasificador WHERE usuario_id = ${m.uno.usuarioId} AND clasificador_costo_id NOT IN (${uno}, ${dos}, ${tres})`);
  const todos = await data('ClasificadoresCosto/PorOrganizacion');
  assert.deepEqual(Object.keys(todos[0]), ['clasificadorCostoId', 'clave', 'nombre', 'tipo', 'padreId', 'padre', 'nivel', 'cuentaContable', 'activo']);
  sinNulos(todos);
  const k = Object.fromEntries(todos.map(x => [x.clave, x]));
  assert.deepEqual([k['CC-4-1'].padreId, k['CC-4-1'].padre, k['CC-4-1'].nivel], [k['CC-4'].clasificadorCostoId, 'Logística', 2]);
  assert.deepEqual([k['CC-1'].padreId, k['CC-1'].padre, k['CC-1'].nivel, k['CC-1'].cuentaContable], [0, '', 1, '601.84']);
  await filtros('ClasificadoresCosto/PorOrganizacion', 'clasificador_costo', 'clasificador_costo_id', [['', 'activo'], [`?clasificadorCostoId=${tres}`, `clasificador_costo_id = ${tres}`], ['?busqueda=ADMINISTRACION', "clave = 'CC-1'"], ['?busqueda=cc-4', "clave LIKE 'CC-4%'"]]);
  assert.deepEqual(await data(`ClasificadoresCosto/PorOrganizacion?clasificadorCostoId=${dos}`), [], 'existe, pero no está activo');
  esError(await pedir('ClasificadoresCosto/PorOrganizacion?clasificadorCostoId=987654321'), 400, 'VALIDACION', ['clasificadorCostoId NO_EXISTE']);
  await filtros('ClasificadoresCosto', 'clasificador_costo', 'clasificador_costo_id', [['', `clasificador_costo_id IN (${uno}, ${tres})`], ['?tipo=Gasto', `clasificador_costo_id = ${uno}`], ['?tipo=Costo', `clasificador_costo_id = ${tres}`], ['?busqueda=reparto', `clasificador_costo_id = ${tres}`]]);
  assert.deepEqual((await data('ClasificadoresCosto?busqueda=LOGISTICA')), [], 'no es suyo');
  esError(await pedir('ClasificadoresCosto?tipo=Otro'), 400, 'VALIDACION', ['tipo RANGO']);
});

test('OP-051, OP-052 y OP-053: conceptos de gasto, de un tipo de documento y de compra', async () => {
  await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, objetos, activo) VALUES (1, 'X-GASTO', 'Gasto viejo', 'Gasto', '{10,14}', false), (1, 'X-COMPRA', 'Compra vieja', 'Compra', '{13}', false)`);
  const logistica = await id('clasificador_costo', 'clasificador_costo_id', 'CC-4');
  const forma = ['conceptoId', 'clave', 'nombre', 'tipo', 'cuentaContable', 'clasificadorCostoId', 'claveProductoServicio', 'claveUnidad', 'objetoImpuesto', 'tasaIva', 'exentoIva', 'noAfecto', 'tasaIeps',
    'tasaIvaRetenido', 'tasaIsrRetenido', 'cuotaIeps', 'tipoRetencion', 'acreditamiento', 'pagoIvaRetenido', 'pagoIsrRetenido', 'objetos', 'cuentas', 'contactos', 'activo'];
  for (const ruta of ['ConceptosGasto', 'ConceptosObjeto?objId=16', 'ConceptosCompra']) {
    const r = await pedir(ruta);
    assert.deepEqual(claves(r.json), ['data', 'paginacion'], ruta);
    assert.deepEqual(Object.keys(r.json.data[0]), forma, ruta);
    sinNulos(r.json.data);
    const union = ruta.includes('?') ? '&' : '?';
    assert.deepEqual(await recorrer(srv, `/api/${ruta}${union}registrosPorPagina=2`, { token: m.t1 }), r.json.data, `${ruta} por cursor`);
    esError(await pedir(`${ruta}${union}registrosPorPagina=0`), 400, 'VALIDACION', ['registrosPorPagina RANGO']);
  }
  const fletes = (await data('ConceptosGasto?busqueda=fletes'))[0];
  assert.deepEqual([fletes.objetos, fletes.clasificadorCostoId, fletes.tasaIvaRetenido], [[10, 11, 14, 15], logistica, 0.04]);
  await filtros('ConceptosGasto', 'concepto', 'concepto_id', [['', "tipo = 'Gasto' AND activo"], ['?activo=false', "clave = 'X-GASTO'"], [`?clasificadorCostoId=${logistica}`, "clave = 'GA-FLETES'"], ['?busqueda=HONOR', "clave = 'GA-HONOR'"],
    ['?busqueda=ga-tasa', "clave = 'GA-TASA0'"]]);
  esError(await pedir('ConceptosGasto?clasificadorCostoId=987654321'), 400, 'VALIDACION', ['clasificadorCostoId NO_EXISTE']);
  await filtros('ConceptosObjeto', 'concepto', 'concepto_id', [['?objId=10', "objetos @> '{10}' AND activo"], ['?objId=8', "tipo = 'Deposito' AND activo"], ['?objId=10&busqueda=nomina', "clave = 'EG-NOMINA'"]]);
  assert.deepEqual(await data('ConceptosObjeto?objId=25'), [], 'existe y no tiene conceptos');
  esError(await pedir('ConceptosObjeto'), 400, 'VALIDACION', ['objId REQUERIDO']);
  esError(await pedir('ConceptosObjeto?objId=32'), 400, 'VALIDACION', ['objId NO_EXISTE']);
  esError(await pedir('ConceptosObjeto?objId=9007199254740991'), 400, 'VALIDACION', ['objId RANGO']);
  await filtros('ConceptosCompra', 'concepto', 'concepto_id', [['', "tipo = 'Compra' AND activo"], ['?activo=false', "clave = 'X-COMPRA'"], ['?busqueda=MERCANCIA', "clave = 'CO-MERCANCIA'"]]);
  assert.deepEqual((await data('ConceptosCompra', m.t2)).map(c => c.clave).sort(), ['CO-EXENTA', 'CO-FLETES', 'CO-MERCANCIA', 'CO-SERVICIOS', 'CO-TASA0']);
});

test('OP-057: addendas', async () => {
  await base.sql("INSERT INTO addenda (organizacion_id, clave, nombre, obj_id, activo) VALUES (1, 'AD-X', 'Vieja', 1, false)");
  const todas = await data('Addendas');
  assert.deepEqual(Object.keys(todas[0]), ['addendaId', 'clave', 'nombre', 'descripcion', 'objId', 'clienteId', 'plantilla', 'campos', 'activo']);
  sinNulos(todas);
  const a = todas.find(x => x.clave === 'AD-TIENDAS');
  assert.deepEqual(a.campos, [{ nombre: 'ordenCompra', tipo: 'texto', requerido: true }, { nombre: 'numeroProveedor', tipo: 'texto', requerido: false }]);
  assert.match(a.plantilla, /<Addenda>/);
  assert.equal(todas.find(x => x.clave === 'AD-CREDITO').clienteId, 0);
  await filtros('Addendas', 'addenda', 'addenda_id', [['', 'activo'], ['?activo=false', 'NOT activo'], [`?clienteId=${a.clienteId}`, "activo AND (clave = 'AD-TIENDAS' OR contacto_id IS NULL)"], ['?objId=7', "clave = 'AD-CREDITO'"], ['?objId=1&activo=false', "clave = 'AD-X'"]]);
  assert.deepEqual((await data('Addendas?activo=false'))[0].campos, []);
  esError(await pedir('Addendas?clienteId=987654321&objId=99'), 400, 'VALIDACION', ['clienteId NO_EXISTE', 'objId NO_EXISTE']);
});

test('OP-058: objetos, en el sobre de siempre', async () => {
  const r = await pedir('Objetos');
  assert.ok(!Array.isArray(r.json));
  assert.deepEqual(Object.keys(r.json), ['data']);
  assert.equal(r.json.data.length, 31);
  assert.deepEqual(Object.keys(r.json.data[0]), ['objId', 'clave', 'nombre', 'modulo', 'serie', 'afectaInventario', 'afectaCxC', 'afectaCxP', 'afectaBancos', 'activo']);
  assert.deepEqual(r.json.data.find(o => o.objId === 8), { objId: 8, clave: 'Deposito', nombre: 'Depósito', modulo: 'Bancos', serie: 'DP', afectaInventario: false, afectaCxC: true, afectaCxP: false, afectaBancos: true, activo: true });
  await base.sql('UPDATE objeto SET activo = false WHERE obj_id = 30');
  await filtros('Objetos', 'objeto', 'obj_id', [['', 'true'], ['?activo=true', 'activo'], ['?activo=false', 'obj_id = 30'], ['?modulo=Ruta', "modulo = 'Ruta'"], ['?modulo=Compras&activo=true', "modulo = 'Compras' AND activo"]], 'true');
  assert.deepEqual(new Set(r.json.data.map(o => o.modulo)), new Set(['Ventas', 'Compras', 'Bancos', 'Inventarios', 'Servicio', 'Ruta']), 'el filtro conoce todos los módulos');
  esError(await pedir('Objetos?modulo=Cocina'), 400, 'VALIDACION', ['modulo RANGO']);
});
