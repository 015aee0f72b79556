// OP-107, OP-108 and OP-154: service orders listed, read and authorized; If-Match and Idempotency-Key on a real write.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, recorrer } from './lib/ayuda_api.mjs';

let m, srv, base, pendientes;
before(async () => {
  m = await montar({ registros: 100 });
  ({ srv, base } = m);
  pendientes = await base.columna("SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20 AND estado = 'Pendiente' ORDER BY 1");
});
after(() => m?.cerrar());

const accion = '/api/OrdenServicio/OrdenServicioAutorizar/';
const autorizar = (id, opciones = {}) => srv.pedir('PUT', accion + id, { token: m.t1, ...opciones });
const orden = (id, token = m.t1) => srv.get(`/api/OrdenServicio/${id}`, { token });
const estado = id => base.uno(`SELECT estado FROM transaccion WHERE transaccion_id = ${id}`);
const nueva = () => pendientes.pop();
const o1 = 'organizacion_id = 1 AND obj_id = 20';
const ids = donde => base.columna(`SELECT t.transaccion_id FROM transaccion t JOIN orden_servicio o USING (organizacion_id, transaccion_id)
  WHERE ${o1} AND (${donde}) ORDER BY t.fecha DESC, t.transaccion_id DESC`);

const TRX = ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'sucursalId', 'sucursal', 'proyectoId', 'proyecto', 'centroCostoId',
  'monedaId', 'moneda', 'tipoCambio', 'notas', 'referenciaExterna', 'usuario', 'fechaCreacion', 'fechaCancelacion', 'motivoCancelacion'];
const CLI = ['clienteId', 'codigoCliente', 'cliente', 'rfc'];
const IMP = ['subtotal', 'descuento', 'ieps', 'iva', 'impuestosLocales', 'ivaRetenido', 'isrRetenido', 'retencionLocal', 'total', 'saldo'];
const propios = ['equipo', 'marca', 'modelo', 'numeroSerie', 'falla', 'diagnostico', 'contratoId', 'contrato', 'agrupadorServicioId', 'personalServicioId',
  'personalServicio', 'vendedorId', 'rutaId', 'fechaCompromiso', 'fechaAutorizacion', 'fechaCierre', 'solucion', 'partidas', 'ordenesTrabajo', 'archivos'];
const partida = ['numeroPartida', 'productoId', 'codigo', 'numeroParte', 'conceptoId', 'descripcion', 'unidadMedidaId', 'unidad', 'cantidad', 'precioUnitario', 'descuento',
  'promocion', 'importe', 'claveProductoServicio', 'claveUnidad', 'objetoImpuesto', 'impuestos', 'proyectoId', 'centroCostoId', 'almacenId', 'series', 'lotes', 'notas'];
function esOrden(o) {
  assert.deepEqual(claves(o), [...TRX, ...CLI, ...IMP, ...propios].sort());
  for (const [k, v] of Object.entries(o)) if (k !== 'contrato') assert.notEqual(v, null, k);
  assert.equal(o.contrato === null, o.contratoId === 0);
  if (o.contrato) assert.deepEqual(claves(o.contrato), ['contratoId', 'descripcion', 'estado', 'fechaFin', 'fechaInicio', 'folio', 'importe']);
  for (const p of o.partidas) {
    assert.deepEqual(claves(p), [...partida].sort());
    for (const i of p.impuestos) assert.deepEqual(claves(i), ['base', 'importe', 'impuesto', 'nombre', 'tasaOCuota', 'tipo', 'tipoFactor']);
  }
  for (const w of o.ordenesTrabajo) assert.deepEqual(claves(w), ['estado', 'folio', 'personalServicio', 'transaccionId']);
  for (const a of o.archivos) assert.deepEqual(claves(a), ['archivoId', 'extension', 'fecha', 'hash', 'nombre', 'nombreExtension', 'tamano', 'tipo', 'transaccionId', 'url']);
}

test('OP-107: todas las órdenes, con sus campos, y cada una igual a la de OP-108', async () => {
  const todas = await recorrer(srv, '/api/OrdenServicio?registrosPorPagina=37', { token: m.t1 });
  assert.deepEqual(todas.map(o => o.transaccionId), await ids('true'));
  todas.forEach(esOrden);
  for (const lista of ['partidas', 'ordenesTrabajo', 'archivos']) assert.ok(todas.some(o => o[lista].length > 0), `la demostración no tiene ${lista}`);
  assert.ok(todas.some(o => o.contrato) && todas.some(o => o.partidas.some(p => p.impuestos.length > 0)));
  for (const o of todas.slice(0, 60)) {
    const r = await orden(o.transaccionId);
    assert.deepEqual(claves(r.json), ['data']);
    assert.deepEqual(r.json.data, o);
  }
});

test('OP-107: filtros', async t => {
  const [f] = await base.sql(`SELECT t.contacto_id, t.contacto, t.folio, t.sucursal_id, o.personal_servicio_id, o.agrupador_servicio_id, o.equipo, o.numero_serie
    FROM transaccion t JOIN orden_servicio o USING (organizacion_id, transaccion_id)
    WHERE ${o1} AND o.agrupador_servicio_id IS NOT NULL AND o.personal_servicio_id IS NOT NULL AND o.numero_serie <> '' ORDER BY t.transaccion_id LIMIT 1`);
  const [d1, d2] = await base.columna(`SELECT d::date AS d FROM unnest((SELECT percentile_disc(ARRAY[0.3, 0.6]) WITHIN GROUP (ORDER BY fecha) FROM transaccion WHERE ${o1})) d`);
  const sin = s => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const casos = [
    [`fechaInicial=${d1}`, `t.fecha >= '${d1}'`], [`fechaFinal=${d1}`, `t.fecha < '${d1}'::date + 1`], [`fechaInicial=${d1}&fechaFinal=${d2}`, `t.fecha::date BETWEEN '${d1}' AND '${d2}'`],
    [`clienteId=${f.contacto_id}`, `t.contacto_id = ${f.contacto_id}`], [`sucursalId=${f.sucursal_id}`, `t.sucursal_id = ${f.sucursal_id}`],
    ...['Pendiente', 'Autorizado', 'EnProceso', 'Cerrado', 'Cancelado'].map(e => [`estado=${e}`, `t.estado = '${e}'`]),
    [`personalServicioId=${f.personal_servicio_id}`, `o.personal_servicio_id = ${f.personal_servicio_id}`],
    [`agrupadorServicioId=${f.agrupador_servicio_id}`, `o.agrupador_servicio_id = ${f.agrupador_servicio_id}`],
    [`busqueda=${f.folio}`, `lower(t.folio) LIKE '%${f.folio.toLowerCase()}%' OR t.busqueda LIKE '%${f.folio.toLowerCase()}%'`],
    [`busqueda=${encodeURIComponent(sin(f.contacto).toUpperCase())}`, `t.busqueda LIKE '%${sin(f.contacto)}%'`],
    [`busqueda=${encodeURIComponent(f.numero_serie)}`, `o.numero_serie = '${f.numero_serie}'`],
    [`busqueda=${encodeURIComponent(sin(f.equipo))}`, `t.busqueda LIKE '%${sin(f.equipo)}%'`],
    [`estado=Pendiente&sucursalId=${f.sucursal_id}`, `t.estado = 'Pendiente' AND t.sucursal_id = ${f.sucursal_id}`],
  ];
  const todas = (await ids('true')).length;
  for (const [q, donde] of casos)
    await t.test(q, async () => {
      const esperados = await ids(donde);
      assert.ok(esperados.length > 0 && esperados.length < todas, 'la demostración no distingue este filtro');
      assert.deepEqual((await recorrer(srv, `/api/OrdenServicio?${q}`, { token: m.t1 })).map(o => o.transaccionId), esperados);
    });
  assert.ok((await ids(`o.equipo = '${f.equipo}'`)).every(id => id), 'equipo');
  for (const [q, campos] of [
    ['estado=Pagado', null], ['fechaInicial=2026-02-01&fechaFinal=2026-01-01', ['fechaFinal RANGO_FECHAS']], ['registrosPorPagina=101', ['registrosPorPagina RANGO']],
    ['personalServicioId=x&agrupadorServicioId=0', ['personalServicioId TIPO', 'agrupadorServicioId RANGO']],
    ['clienteId=98765&sucursalId=98765&personalServicioId=98765&agrupadorServicioId=98765',
      ['clienteId NO_EXISTE', 'sucursalId NO_EXISTE', 'personalServicioId NO_EXISTE', 'agrupadorServicioId NO_EXISTE']]])
    await t.test(`400 ${q}`, async () => esError(await srv.get(`/api/OrdenServicio?${q}`, { token: m.t1 }), 400, 'VALIDACION', campos ?? undefined));
  await t.test('CSV con encabezado y filas', async () => {
    for (const q of ['registrosPorPagina=2', `registrosPorPagina=2&estado=Pendiente`]) {
      const r = await srv.get(`/api/OrdenServicio?${q}`, { token: m.t1, encabezados: { Accept: 'text/csv' } });
      assert.equal(r.estado, 200, r.texto);
      const [cabeza, ...filas] = r.texto.split('\r\n');
      assert.deepEqual(cabeza.split(','), [...TRX, ...CLI, ...IMP, ...propios.filter(p => !['contrato', 'partidas', 'ordenesTrabajo', 'archivos'].includes(p))]);
      assert.equal(filas.length, 3);
      const siguiente = /^<([^>]+)>/.exec(r.h.link)[1];
      assert.equal((await srv.get(siguiente, { token: m.t1, encabezados: { Accept: 'text/csv' } })).estado, 200);
    }
  });
});

test('OP-108: identificadores', async t => {
  const ajena = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 20');
  const factura = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1');
  for (const id of [999999999, ajena, factura]) await t.test(`${id}`, async () => {
    esError(await orden(id), 400, 'NO_ENCONTRADO', []);
    esError(await autorizar(id), 400, 'NO_ENCONTRADO', []);
  });
  for (const [id, codigo] of [['abc', 'TIPO'], ['1.0', 'TIPO'], ['0', 'RANGO'], ['-1', 'RANGO'], ['99999999999999999999', 'RANGO']])
    await t.test(id, async () => {
      esError(await orden(id), 400, 'VALIDACION', [`id ${codigo}`]);
      esError(await autorizar(id), 400, 'VALIDACION', [`id ${codigo}`]);
    });
  assert.equal(await estado(ajena), await estado(ajena));
});

test('OP-154: Pendiente → Autorizado, con exactamente sus campos; la segunda vez ESTADO_INVALIDO', async () => {
  const id = nueva();
  const r = await autorizar(id);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(claves(r.json), ['cliente', 'clienteId', 'equipo', 'fecha', 'folio', 'notas', 'transaccionId']);
  const [f] = await base.sql(`SELECT t.transaccion_id AS "transaccionId", to_char(t.fecha, 'YYYY-MM-DD"T"HH24:MI:SS') AS fecha, t.folio, t.contacto_id AS "clienteId",
    t.contacto AS cliente, o.equipo, t.notas FROM transaccion t JOIN orden_servicio o USING (organizacion_id, transaccion_id) WHERE t.transaccion_id = ${id}`);
  assert.deepEqual(r.json, f, 'fecha es la del documento');
  assert.equal(await estado(id), 'Autorizado');
  const d = (await orden(id)).json.data;
  assert.equal(d.estado, 'Autorizado');
  const [hecho] = await base.sql(`SELECT autorizado_por, abs(extract(epoch FROM o.fecha_autorizacion - timezone(s.zona_horaria, now()))) < 60 AS reciente
    FROM orden_servicio o JOIN transaccion t USING (organizacion_id, transaccion_id) JOIN sucursal s USING (organizacion_id, sucursal_id) WHERE o.transaccion_id = ${id}`);
  assert.deepEqual(hecho, { autorizado_por: 'admin1', reciente: true }, 'hora local de la sucursal');
  const otra = await autorizar(id);
  esError(otra, 400, 'ESTADO_INVALIDO', []);
  assert.deepEqual(otra.json.accionesPermitidas.sort(), ['cerrar', 'iniciar', 'modificar']);
  assert.match(otra.json.detail, /Autorizado/);
  assert.equal((await orden(id)).json.data.fechaAutorizacion, d.fechaAutorizacion, 'nada cambió');
});

test('OP-154: sin cliente o sin equipo no se autoriza, y se dice todo a la vez', async () => {
  const id = nueva();
  const donde = `organizacion_id = 1 AND transaccion_id = ${id}`;
  const [antes] = await base.sql(`SELECT t.contacto_id, o.equipo FROM transaccion t JOIN orden_servicio o USING (organizacion_id, transaccion_id) WHERE ${donde}`);
  await base.sql(`UPDATE transaccion SET contacto_id = NULL WHERE ${donde}`);
  await base.sql(`UPDATE orden_servicio SET equipo = '' WHERE ${donde}`);
  esError(await autorizar(id), 400, 'VALIDACION', ['clienteId REQUERIDO', 'equipo REQUERIDO']);
  assert.equal(await estado(id), 'Pendiente');
  await base.sql(`UPDATE transaccion SET contacto_id = ${antes.contacto_id} WHERE ${donde}`);
  esError(await autorizar(id), 400, 'VALIDACION', ['equipo REQUERIDO']);
  await base.sql(`UPDATE orden_servicio SET equipo = 'Bomba' WHERE ${donde}`);
  assert.equal((await autorizar(id)).estado, 200);
});

test('OP-154: desde cualquier otro estado, ESTADO_INVALIDO con lo que sí se puede', async () => {
  for (const [e, acciones] of [['Autorizado', ['cerrar', 'iniciar', 'modificar']], ['EnProceso', ['cerrar', 'iniciar']], ['Cerrado', ['facturar']], ['Cancelado', []]]) {
    const id = await base.uno(`SELECT max(transaccion_id) FROM transaccion WHERE ${o1} AND estado = '${e}'`);
    const r = await autorizar(id);
    esError(r, 400, 'ESTADO_INVALIDO', []);
    assert.deepEqual([...r.json.accionesPermitidas].sort(), acciones, e);
    assert.equal(await estado(id), e);
  }
});

test('OP-154: ni el cuerpo ni su tipo importan', async t => {
  const casos = {
    'sin cuerpo ni longitud': {}, 'longitud 0': { cuerpo: '' }, '{}': { cuerpo: {} }, 'objeto': { cuerpo: { cualquiera: 1 } }, 'no es JSON': { cuerpo: 'hola' },
    'otro tipo': { cuerpo: 'hola', encabezados: { 'Content-Type': 'text/plain' } },
  };
  for (const [nombre, opciones] of Object.entries(casos))
    await t.test(nombre, async () => assert.equal((await autorizar(nueva(), opciones)).estado, 200));
  await t.test('a mano, sin Content-Length', async () => {
    const r = await srv.crudo(`PUT ${accion}${nueva()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${m.t1}\r\nConnection: close\r\n\r\n`);
    assert.match(r, /^HTTP\/1\.1 200 /);
  });
  await t.test('por partes (chunked) y vacío', async () => {
    const r = await srv.crudo(`PUT ${accion}${nueva()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${m.t1}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`);
    assert.match(r, /^HTTP\/1\.1 200 /);
  });
});

test('OP-154: permisos', async () => {
  const id = nueva();
  for (const [rol, permisos, esperado] of [['lector', undefined, 403], ['operador', undefined, 403], ['propio', 'servicio.leer servicio.escribir', 403],
    ['propio', 'servicio.autorizar', 200]]) {
    const u = await base.usuario({ usuario: `s${rol}${esperado}${permisos?.length ?? ''}`, rol, permisos });
    const token = await srv.entrar({ ...u, apiKey: m.uno.apiKey });
    const r = await autorizar(id, { token });
    if (esperado === 200) assert.equal(r.estado, 200, r.texto);
    else {
      esError(r, 403, 'PERMISO_DENEGADO');
      assert.equal(await estado(id), 'Pendiente');
    }
  }
  const otro = nueva();
  esError(await autorizar(otro, { token: m.t2 }), 400, 'NO_ENCONTRADO');
  assert.equal(await estado(otro), 'Pendiente', 'la de otra organización queda igual');
});

test('OP-154: If-Match contra el ETag de OP-108', async () => {
  const id = nueva();
  const con = valor => autorizar(id, { encabezados: { 'If-Match': valor } });
  const etag = (await orden(id)).h.etag;
  esError(await con('"00000000000000000000000000000000"'), 412, 'PRECONDICION');
  esError(await con(`W/${etag}`), 412, 'PRECONDICION');
  await base.sql(`UPDATE transaccion SET notas = 'cambió' WHERE transaccion_id = ${id}`);
  esError(await con(etag), 412, 'PRECONDICION');
  assert.equal(await estado(id), 'Pendiente', 'un 412 no cambia nada');
  esError(await srv.pedir('PUT', `${accion}999999999`, { token: m.t1, encabezados: { 'If-Match': '*' } }), 400, 'NO_ENCONTRADO');
  assert.equal((await con((await orden(id)).h.etag)).estado, 200);
  esError(await con('*'), 400, 'ESTADO_INVALIDO');
  assert.equal((await autorizar(nueva(), { encabezados: { 'If-Match': '*' } })).estado, 200);
  esError(await srv.get('/api/OrdenServicio', { token: m.t1, encabezados: { 'If-Match': '*' } }), 400, 'VALIDACION', ['If-Match FORMATO']);
});

test('Idempotency-Key', async t => {
  const con = (id, clave, opciones = {}) => autorizar(id, { ...opciones, encabezados: { 'Idempotency-Key': clave } });
  await t.test('la repetición es igual byte por byte', async () => {
    const id = nueva();
    const a = await con(id, 'k-1');
    const b = await con(id, 'k-1');
    assert.equal(a.estado, 200, a.texto);
    assert.equal(b.estado, 200, b.texto);
    assert.deepEqual(b.crudo, a.crudo);
    assert.equal(a.h['idempotent-replayed'], undefined);
    assert.equal(b.h['idempotent-replayed'], 'true');
    assert.equal(b.h['content-type'], a.h['content-type']);
    await base.sql(`UPDATE transaccion SET notas = 'después' WHERE transaccion_id = ${id}`);
    assert.deepEqual((await con(id, 'k-1')).crudo, a.crudo, 'aunque el registro haya cambiado');
    const otro = nueva();
    esError(await con(otro, 'k-1'), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
    assert.equal(await estado(otro), 'Pendiente');
    esError(await con(id, 'k-1', { cuerpo: { x: 1 } }), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
    esError(await con(`${id}?_nota=otra`, 'k-1'), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  });
  await t.test('es de cada organización', async () => {
    const ajena = await base.uno("SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 20 AND estado = 'Pendiente'");
    const r = await srv.pedir('PUT', accion + ajena, { token: m.t2, encabezados: { 'Idempotency-Key': 'k-1' } });
    assert.equal(r.estado, 200, r.texto);
    assert.equal(r.h['idempotent-replayed'], undefined);
  });
  await t.test('después de un error la clave queda libre', async () => {
    const id = nueva();
    esError(await con(999999999, 'k-2'), 400, 'NO_ENCONTRADO');
    assert.equal((await con(id, 'k-2')).estado, 200);
    esError(await con(999999999, 'k-2'), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  });
  await t.test('un permiso negado no se salta con una clave usada', async () => {
    const id = nueva();
    await con(id, 'k-3');
    const u = await base.usuario({ usuario: 'idem', rol: 'lector' });
    esError(await con(id, 'k-3', { token: await srv.entrar({ ...u, apiKey: m.uno.apiKey }) }), 403, 'PERMISO_DENEGADO');
  });
  for (const [nombre, clave] of [['larga', 'x'.repeat(201)], ['con espacio', 'a b'], ['no ASCII', 'ñ']])
    await t.test(`clave ${nombre}`, async () => {
      const id = nueva();
      esError(await con(id, clave), 400, 'VALIDACION', ['Idempotency-Key FORMATO']);
      assert.equal(await estado(id), 'Pendiente');
      pendientes.push(id);
    });
  await t.test('200 caracteres valen; en una lectura se ignora', async () => {
    assert.equal((await con(nueva(), 'x'.repeat(200))).estado, 200);
    assert.equal((await srv.get('/api/OrdenServicio?registrosPorPagina=1', { token: m.t1, encabezados: { 'Idempotency-Key': 'a b' } })).estado, 200);
  });
  await t.test('20 a la vez con la misma clave: un solo efecto', async () => {
    const id = nueva();
    const rs = await Promise.all(Array.from({ length: 20 }, () => con(id, 'k-20')));
    const buenas = rs.filter(r => r.estado === 200);
    assert.ok(buenas.length >= 1);
    assert.equal(buenas.filter(r => !r.h['idempotent-replayed']).length, 1, 'una sola la ejecutó');
    for (const r of rs) {
      if (r.estado === 200) assert.deepEqual(r.crudo, buenas[0].crudo);
      else {
        esError(r, 409, 'IDEMPOTENCIA_EN_CURSO');
        assert.ok(Number(r.h['retry-after']) >= 1);
      }
    }
    assert.equal(await base.uno("SELECT count(*) FROM idempotencia WHERE organizacion_id = 1 AND clave = 'k-20'"), 1);
  });
  await t.test('mientras la primera espera, 409 con Retry-After', async () => {
    const id = nueva();
    const soltar = await base.tomar(`SELECT FROM transaccion WHERE transaccion_id = ${id} FOR UPDATE`);
    const primera = con(id, 'k-espera');
    await base.esperando();
    const r = await con(id, 'k-espera');
    esError(r, 409, 'IDEMPOTENCIA_EN_CURSO');
    assert.ok(Number(r.h['retry-after']) >= 1);
    await soltar();
    assert.equal((await primera).estado, 200);
    assert.equal((await con(id, 'k-espera')).h['idempotent-replayed'], 'true');
  });
});

test('20 autorizaciones a la vez sin clave: exactamente una gana', async () => {
  const id = nueva();
  const rs = await Promise.all(Array.from({ length: 20 }, () => autorizar(id)));
  assert.equal(rs.filter(r => r.estado === 200).length, 1, rs.map(r => r.estado).join(' '));
  for (const r of rs.filter(r => r.estado !== 200)) esError(r, 400, 'ESTADO_INVALIDO');
});
