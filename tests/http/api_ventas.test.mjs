// OP-072 and OP-073: the sales record exactly as it was promised to callers; every filter, page and cursor against plain SQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, cursorDe, esError, montar, recorrer, sinNulos } from './lib/ayuda_api.mjs';

let m, srv, base, o1;
before(async () => {
  m = await montar({ registros: 600 });
  ({ srv, base } = m);
  o1 = 'organizacion_id = 1 AND es_venta';
  // Values that the demo may lack: every value of a filter gets rows.
  await base.sql(`UPDATE transaccion SET verificado = 'Sí', validacion = 'Inválido' WHERE transaccion_id IN
    (SELECT transaccion_id FROM transaccion WHERE ${o1} AND obj_id = 1 ORDER BY 1 LIMIT 3)`);
  await base.sql(`UPDATE transaccion SET referencia_externa = 'REF-Ñ1%' WHERE transaccion_id = (SELECT min(transaccion_id) FROM transaccion WHERE ${o1})`);
});
after(() => m?.cerrar());

const lista = (q = '', token = m.t1, encabezados) => srv.get(`/api/RegistroVenta${q}`, { token, encabezados });
const uno = (id, token = m.t1, encabezados) => srv.get(`/api/RegistroVenta/${id}`, { token, encabezados });
const ids = donde => base.columna(`SELECT transaccion_id FROM transaccion t WHERE ${o1} AND (${donde}) ORDER BY fecha DESC, transaccion_id DESC`);

const campos = { transaccionId: 'number', tipoDocumento: 'string', folio: 'string', fecha: 'string', estado: 'string', cliente: 'string', rfc: 'string',
  moneda: 'string', subtotal: 'number', iva: 'number', ieps: 'number', ivaRetenido: 'number', isrRetenido: 'number', total: 'number', saldo: 'number',
  validacion: 'string', verificado: 'string' };
const sub = {
  archivos: { extension: 'string', nombre: 'string', nombreExtension: 'string', url: 'string' },
  cobros: { consecutivo: 'number', cuenta: 'string', fecha: 'string', folio: 'string', forma: 'string', importe2: 'number', moneda: 'string',
    referencia: 'string', total: 'number', transaccionId: 'number', transaccionId2: 'number' },
  partidas: { numeroPartida: 'number', proyectoId: 'number', conceptoId: 'number', descripcion: 'string', unidadMedidaId: 'number', unidad: 'string',
    cantidad: 'number', precioUnitario: 'number', descuento: 'number', importe: 'number', notas: 'string' },
};
const tipos = (objeto, forma) => {
  for (const [k, tipo] of Object.entries(forma)) assert.equal(typeof objeto[k], tipo, `${k}: ${objeto[k]}`);
};
function esRegistro(r) {
  assert.deepEqual(claves(r), [...Object.keys(campos), ...Object.keys(sub)].sort());
  tipos(r, campos);
  for (const [nombre, forma] of Object.entries(sub)) {
    assert.ok(Array.isArray(r[nombre]));
    for (const fila of r[nombre]) {
      assert.deepEqual(claves(fila), Object.keys(forma).sort(), nombre);
      tipos(fila, forma);
    }
  }
  sinNulos(r);
  assert.match(r.fecha, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
}
const centavos = n => Math.round(n * 100);

test('OP-073: cada registro de la demostración tiene los 20 campos, sus tipos y ningún nulo, y concuerda con la base', async () => {
  const muestra = await base.columna(`SELECT DISTINCT ON (obj_id, estado) transaccion_id FROM transaccion WHERE ${o1} ORDER BY obj_id, estado, transaccion_id`);
  const conCobros = await base.columna(`SELECT destino_id FROM aplicacion a JOIN transaccion t ON t.transaccion_id = a.destino_id
    WHERE a.organizacion_id = 1 AND t.es_venta GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 20`);
  assert.ok(muestra.length > 15);
  let cobros = 0, archivos = 0;
  for (const id of new Set([...muestra, ...conCobros])) {
    const r = await uno(id);
    assert.equal(r.estado, 200, r.texto);
    const d = r.json;
    esRegistro(d);
    const [f] = await base.sql(`SELECT transaccion_id AS "transaccionId", tipo_documento AS "tipoDocumento", folio, to_char(fecha, 'YYYY-MM-DD"T"HH24:MI:SS') AS fecha,
      estado, contacto AS cliente, rfc, moneda, subtotal, iva, ieps, iva_retenido AS "ivaRetenido", isr_retenido AS "isrRetenido", total, saldo, validacion, verificado
      FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${id}`);
    for (const k of Object.keys(campos)) assert.equal(d[k], f[k], `${id}.${k}`);
    for (const k of ['subtotal', 'iva', 'ieps', 'ivaRetenido', 'isrRetenido', 'total', 'saldo'])
      assert.match(r.texto, new RegExp(`"${k}":\\d+\\.\\d\\d[,}]`), `${k} con 2 decimales`);
    assert.deepEqual(d.partidas, await base.sql(`SELECT numero_partida AS "numeroPartida", coalesce(proyecto_id, 0) AS "proyectoId", coalesce(concepto_id, 0) AS "conceptoId",
      descripcion, coalesce(unidad_medida_id, 0) AS "unidadMedidaId", unidad, cantidad, precio_unitario AS "precioUnitario", descuento + promocion AS descuento, importe, notas
      FROM partida WHERE organizacion_id = 1 AND transaccion_id = ${id} ORDER BY numero_partida`));
    assert.deepEqual(d.cobros, await base.sql(`SELECT row_number() OVER (ORDER BY fecha, aplicacion_id) AS consecutivo, cuenta, to_char(fecha, 'YYYY-MM-DD"T"HH24:MI:SS') AS fecha,
      fuente_folio AS folio, forma, importe_destino AS importe2, fuente_moneda AS moneda, referencia, fuente_total AS total, fuente_id AS "transaccionId", destino_id AS "transaccionId2"
      FROM aplicacion WHERE organizacion_id = 1 AND destino_id = ${id} AND tipo = 'Cobro' AND fecha_reversa IS NULL ORDER BY fecha, aplicacion_id`));
    assert.deepEqual(d.archivos, await base.sql(`SELECT extension, nombre, nombre || '.' || extension AS "nombreExtension",
      '${srv.url}/api/ArchivoDigital/Contenido/' || archivo_id AS url FROM archivo WHERE organizacion_id = 1 AND transaccion_id = ${id} ORDER BY archivo_id`));
    cobros += d.cobros.length;
    archivos += d.archivos.length;
    for (const p of d.partidas) assert.ok(Math.abs(p.cantidad * p.precioUnitario - p.descuento - p.importe) < 0.00001, 'cantidad × precio − descuento = importe');
    assert.equal(centavos(d.total), centavos(d.subtotal) + centavos(d.iva) + centavos(d.ieps) - centavos(d.ivaRetenido) - centavos(d.isrRetenido));
    if (['Pendiente', 'Parcial', 'Pagado'].includes(d.estado) && d.tipoDocumento === 'Factura de venta') {
      const cobrado = d.cobros.reduce((s, c) => s + centavos(c.importe2), 0);
      const esperado = d.saldo === 0 ? 'Pagado' : d.saldo === d.total ? 'Pendiente' : 'Parcial';
      assert.equal(d.estado, esperado);
      if (d.estado === 'Pendiente') assert.equal(cobrado, 0);
      if (d.estado === 'Parcial') assert.equal(centavos(d.saldo), centavos(d.total) - cobrado);
    }
    if (d.estado === 'Facturado') assert.equal(d.saldo, 0);
  }
  assert.ok(cobros > 20 && archivos > 5, 'la muestra tiene cobros y archivos');
});

test('OP-073: identificadores', async t => {
  const ajeno = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND es_venta');
  const orden = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20');
  const deposito = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 8');
  const limpio = r => r.texto.replaceAll(r.json.solicitudId, '');
  const noExiste = await uno(999999999);
  for (const [nombre, id] of [['no existe', 999999999], ['de otra organización', ajeno], ['orden de servicio', orden], ['depósito', deposito]])
    await t.test(nombre, async () => {
      const r = await uno(id);
      esError(r, 400, 'NO_ENCONTRADO', []);
      assert.equal(limpio(r), limpio(noExiste));
    });
  assert.equal((await uno(ajeno, m.t2)).estado, 200, 'y para su dueño existe');
  for (const id of ['abc', '1.5', '1e3', '0x10', '%20', '1%202', "1'", '+1', '%D9%A1', '1,2'])
    await t.test(`${id}: TIPO`, async () => esError(await uno(id), 400, 'VALIDACION', ['id TIPO']));
  for (const id of ['0', '-1', '99999999999999999999', '9223372036854775808', '-99999999999999999999'])
    await t.test(`${id}: RANGO`, async () => esError(await uno(id), 400, 'VALIDACION', ['id RANGO']));
});

test('OP-073: ETag, If-None-Match, HEAD', async () => {
  const [id] = await ids('true');
  const a = await uno(id);
  assert.match(a.h.etag, /^"[0-9a-f]{32}"$/);
  for (const valor of [a.h.etag, `"x", ${a.h.etag}`, `W/${a.h.etag}`, '*']) {
    const r = await uno(id, m.t1, { 'If-None-Match': valor });
    assert.equal(r.estado, 304, valor);
    assert.equal(r.crudo.length, 0);
    assert.equal(r.h.etag, a.h.etag);
  }
  for (const valor of ['"x"', a.h.etag.slice(1, -1), '""']) assert.equal((await uno(id, m.t1, { 'If-None-Match': valor })).estado, 200, valor);
  esError(await uno(999999999, m.t1, { 'If-None-Match': '*' }), 400, 'NO_ENCONTRADO');
  const h = await srv.pedir('HEAD', `/api/RegistroVenta/${id}`, { token: m.t1 });
  assert.equal(h.estado, 200);
  assert.equal(h.crudo.length, 0);
  assert.equal(Number(h.h['content-length']), a.crudo.length);
  assert.equal(h.h.etag, a.h.etag);
  await base.sql(`UPDATE transaccion SET verificado = CASE verificado WHEN 'No' THEN 'Sí' ELSE 'No' END WHERE transaccion_id = ${id}`);
  assert.notEqual((await uno(id)).h.etag, a.h.etag, 'cambia con el registro');
  esError(await uno(id, m.t1, { 'If-Match': a.h.etag }), 400, 'VALIDACION', ['If-Match FORMATO']);
});

test('OP-072: cada filtro da lo que dice SQL', async t => {
  const [f] = await base.sql(`SELECT contacto_id, folio, rfc, contacto, uuid, fecha::date AS dia, sucursal_id FROM transaccion t WHERE ${o1} AND uuid <> '' ORDER BY transaccion_id LIMIT 1`);
  const vendedor = await base.uno(`SELECT vendedor_id FROM transaccion WHERE ${o1} AND vendedor_id IS NOT NULL GROUP BY 1 ORDER BY count(*) LIMIT 1`);
  const sucursal = await base.uno(`SELECT sucursal_id FROM transaccion WHERE ${o1} GROUP BY 1 ORDER BY count(*) LIMIT 1`);
  const [moneda] = await base.columna(`SELECT moneda_id FROM transaccion WHERE ${o1} GROUP BY 1 ORDER BY count(*) LIMIT 1`);
  const [d1, d2] = await base.columna(`SELECT q::date FROM unnest((SELECT percentile_disc(ARRAY[0.3, 0.6]) WITHIN GROUP (ORDER BY fecha) FROM transaccion WHERE ${o1})) q`);
  const dmy = d => d.split('-').reverse().join('/');
  const sinAcentos = s => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
  const como = texto => `busqueda LIKE '%${sinAcentos(texto).replace(/'/g, "''")}%'`;
  const casos = [
    ['', 'true', true],
    [`fechaInicial=${d1}`, `fecha >= '${d1}'`],
    [`fechaFinal=${d1}`, `fecha < '${d1}'::date + 1`],
    [`fechaInicial=${d1}&fechaFinal=${d2}`, `fecha::date BETWEEN '${d1}' AND '${d2}'`],
    [`fechaInicial=${dmy(d1)}&fechaFinal=${dmy(d2)}`, `fecha::date BETWEEN '${d1}' AND '${d2}'`],
    [`fechaInicial=${f.dia}&fechaFinal=${f.dia}`, `fecha::date = '${f.dia}'`],
    [`sucursalId=${f.sucursal_id}`, `sucursal_id = ${f.sucursal_id}`],
    [`sucursalId=${sucursal}`, `sucursal_id = ${sucursal}`],
    [`clienteId=${f.contacto_id}`, `contacto_id = ${f.contacto_id}`],
    [`vendedorId=${vendedor}`, `vendedor_id = ${vendedor}`],
    ...['Pendiente', 'Parcial', 'Pagado', 'Facturado', 'Aplicado', 'Cancelado'].map(e => [`estado=${e}`, `estado = '${e}'`]),
    [`monedaId=${moneda}`, `moneda_id = ${moneda}`],
    ...[[1, 'Factura de venta'], [2, 'Nota de venta'], [5, 'Nota de remisión'], [6, 'Nota de devolución de cliente'], [7, 'Nota de crédito de cliente'],
      [24, 'Factura de agencia de viajes']].flatMap(([o, n]) => [[`objId=${o}`, `obj_id = ${o}`], [`tipoDocumento=${encodeURIComponent(n)}`, `obj_id = ${o}`],
      [`objId=${o}&tipoDocumento=${encodeURIComponent(n)}`, `obj_id = ${o}`]]),
    ['verificado=S%C3%AD', "verificado = 'Sí'"],
    ['verificado=No', "verificado = 'No'"],
    [`validacion=${encodeURIComponent('Inválido')}`, "validacion = 'Inválido'"],
    [`validacion=${encodeURIComponent('Sin validar')}`, "validacion = 'Sin validar'"],
    [`busqueda=${encodeURIComponent(f.folio)}`, como(f.folio)],
    [`busqueda=${encodeURIComponent(f.contacto)}`, como(f.contacto)],
    [`busqueda=${encodeURIComponent(sinAcentos(f.contacto).toUpperCase())}`, como(f.contacto)],
    [`busqueda=${f.rfc}`, como(f.rfc)],
    [`busqueda=${f.rfc.toLowerCase()}`, como(f.rfc)],
    [`busqueda=${f.uuid}`, `uuid = '${f.uuid}'`],
    ['busqueda=ref-n1%25', "referencia_externa = 'REF-Ñ1%'"],
    [`busqueda=${encodeURIComponent(`  ${f.folio}  `)}`, como(f.folio)],
    [`estado=Pagado&sucursalId=${f.sucursal_id}&objId=1`, `estado = 'Pagado' AND sucursal_id = ${f.sucursal_id} AND obj_id = 1`],
    [`clienteId=${f.contacto_id}&busqueda=FV`, `contacto_id = ${f.contacto_id} AND busqueda LIKE '%fv%'`],
    ['_noExiste=1&REGISTROSporPagina=9', 'true', true],
  ];
  const todos = (await ids('true')).length;
  for (const [q, donde, igual] of casos)
    await t.test(q || 'sin filtros', async () => {
      const esperados = await ids(donde);
      assert.ok(esperados.length > 0, `la demostración no tiene datos para ${q}`);
      if (!igual) assert.ok(esperados.length < todos, 'el filtro no filtra nada');
      const r = await recorrer(srv, `/api/RegistroVenta?incluirDetalle=false&${q}`, { token: m.t1 });
      assert.deepEqual(r.map(x => x.transaccionId), esperados);
    });
  for (const q of ['busqueda=zzzzqqq', 'busqueda=%25', 'busqueda=_________________', "busqueda='%20OR%201=1", 'objId=8', 'objId=20', 'objId=3',
    'fechaInicial=2099-01-01', 'busqueda=%5C'])
    await t.test(`${q}: nada`, async () => {
      const r = await lista(`?${q}`);
      const esperados = q === 'busqueda=%25' ? await ids("busqueda LIKE '%\\%%'") : [];
      assert.equal(r.estado, 200, r.texto);
      assert.deepEqual(r.json.data.map(x => x.transaccionId), esperados);
      if (!esperados.length) assert.deepEqual(r.json, { data: [], paginacion: { pagina: 1, registrosPorPagina: 100, totalRegistros: 0, totalPaginas: 0, siguiente: null } });
    });
});

test('OP-072: fallas de forma, todas a la vez y en su orden; después todas las referencias', async t => {
  const ajeno = await base.uno('SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 2');
  const tabla = [
    ['fechaInicial=31/02/2026', ['fechaInicial FECHA_INVALIDA']],
    ['fechaInicial=2026-13-01', ['fechaInicial FECHA_INVALIDA']],
    ['fechaInicial=ayer', ['fechaInicial FECHA_INVALIDA']],
    ['fechaInicial=2026-02-01&fechaFinal=2026-01-31', ['fechaFinal RANGO_FECHAS']],
    ['sucursalId=abc', ['sucursalId TIPO']],
    ['clienteId=0', ['clienteId RANGO']],
    ['vendedorId=-5', ['vendedorId RANGO']],
    ['monedaId=99999999999999999999', ['monedaId RANGO']],
    ['objId=99', ['objId RANGO']],
    ['objId=x', ['objId TIPO']],
    ['incluirDetalle=2', ['incluirDetalle TIPO']],
    ['pagina=0', ['pagina RANGO']],
    ['pagina=-1', ['pagina RANGO']],
    ['pagina=x', ['pagina TIPO']],
    ['pagina=99999999999', ['pagina RANGO']],
    ['registrosPorPagina=0', ['registrosPorPagina RANGO']],
    ['registrosPorPagina=101', ['registrosPorPagina RANGO']],
    ['registrosPorPagina=1.5', ['registrosPorPagina TIPO']],
    ['incluirTotal=quizas', ['incluirTotal TIPO']],
    [`busqueda=${'x'.repeat(251)}`, ['busqueda LONGITUD']],
    ['busqueda=a%0Ab', ['busqueda FORMATO']],
    ['busqueda=%C3', ['busqueda FORMATO']],
    ['busqueda=%zz', ['busqueda FORMATO']],
    ['estado=Pagado&estado=Parcial', ['estado DUPLICADO']],
    ['objId=1&tipoDocumento=Nota%20de%20venta', ['objId RANGO']],
    ['fechaInicial=x&clienteId=y&registrosPorPagina=0&pagina=0', ['fechaInicial FECHA_INVALIDA', 'clienteId TIPO', 'pagina RANGO', 'registrosPorPagina RANGO']],
    ['sucursalId=987654', ['sucursalId NO_EXISTE']],
    ['sucursalId=987654&clienteId=987654&vendedorId=987654&monedaId=987', ['sucursalId NO_EXISTE', 'clienteId NO_EXISTE', 'vendedorId NO_EXISTE', 'monedaId NO_EXISTE']],
    [`clienteId=${ajeno}`, ['clienteId NO_EXISTE']],
    ['clienteId=987654&pagina=0', ['pagina RANGO']],
    [`clienteId=987654&busqueda=a&incluirTotal=true`, ['clienteId NO_EXISTE']],
  ];
  for (const [q, esperados] of tabla) await t.test(q.slice(0, 60), async () => esError(await lista(`?${q}`), 400, 'VALIDACION', esperados));
  for (const [q, campo] of [['estado=Nada', 'estado'], ['estado=Autorizado', 'estado'], ['estado=pagado%20', 'estado'], ['tipoDocumento=Factura', 'tipoDocumento'],
    ['validacion=x', 'validacion'], ['verificado=true', 'verificado']])
    await t.test(q, async () => {
      const r = await lista(`?${q}`);
      if (r.estado === 200) return assert.equal(q, 'estado=pagado%20');
      esError(r, 400, 'VALIDACION');
      assert.deepEqual(r.json.errores.map(e => e.campo), [campo]);
    });
  await t.test('el mismo parámetro dos veces con el mismo valor no es falla', async () =>
    assert.equal((await lista('?estado=Pagado&estado=Pagado')).estado, 200));
  await t.test('sin valor es como ausente', async () => {
    const vacios = await lista('?estado=&clienteId=&busqueda=&fechaInicial=&cursor=');
    assert.equal(vacios.estado, 200, vacios.texto);
    assert.equal(vacios.texto, (await lista()).texto);
  });
});

test('OP-072: detalle', async () => {
  const con = (await lista('?registrosPorPagina=100')).json.data;
  const sin = (await lista('?registrosPorPagina=100&incluirDetalle=false')).json.data;
  assert.ok(con.some(r => r.cobros.length > 0) && con.some(r => r.archivos.length > 0) && con.every(r => r.partidas.length > 0));
  for (const [i, r] of con.entries()) {
    esRegistro(r);
    esRegistro(sin[i]);
    assert.deepEqual({ ...r, archivos: [], cobros: [], partidas: [] }, sin[i]);
  }
  for (const r of con.slice(0, 15)) assert.deepEqual((await uno(r.transaccionId)).json, r, 'la lista y el registro dicen lo mismo');
});

test('OP-072: páginas y totales', async t => {
  const todos = await ids('true');
  const pag = async q => (await lista(`?incluirDetalle=false&${q}`)).json;
  await t.test('de fábrica 100', async () => {
    const r = await pag('');
    assert.deepEqual(claves(r), ['data', 'paginacion']);
    assert.deepEqual(r.data.map(x => x.transaccionId), todos.slice(0, 100));
    assert.deepEqual({ ...r.paginacion, siguiente: typeof r.paginacion.siguiente },
      { pagina: 1, registrosPorPagina: 100, totalRegistros: null, totalPaginas: null, siguiente: 'string' });
  });
  await t.test('cada pagina', async () => {
    for (const n of [1, 7, 33, 100]) {
      const paginas = Math.ceil(todos.length / n);
      for (const p of new Set([1, 2, Math.ceil(paginas / 2), paginas])) {
        const r = await pag(`registrosPorPagina=${n}&pagina=${p}&incluirTotal=true`);
        assert.deepEqual(r.data.map(x => x.transaccionId), todos.slice((p - 1) * n, p * n));
        assert.equal(r.paginacion.totalRegistros, todos.length);
        assert.equal(r.paginacion.totalPaginas, paginas);
        assert.equal(r.paginacion.pagina, p);
        assert.equal(r.paginacion.siguiente === null, p === paginas);
      }
    }
  });
  await t.test('más allá del final', async () => {
    const r = await pag('pagina=1000000');
    assert.deepEqual(r.data, []);
    assert.equal(r.paginacion.siguiente, null);
  });
  await t.test('los totales se conocen si la primera página es la última', async () => {
    const [c, n] = Object.values((await base.sql(`SELECT contacto_id, count(*) FROM transaccion WHERE ${o1} GROUP BY 1 ORDER BY 2, 1 LIMIT 1`))[0]);
    const r = await pag(`clienteId=${c}`);
    assert.deepEqual(r.paginacion, { pagina: 1, registrosPorPagina: 100, totalRegistros: n, totalPaginas: 1, siguiente: null });
    assert.equal((await pag(`clienteId=${c}&pagina=2`)).paginacion.totalRegistros, null, 'no se cuenta si no se pide');
  });
  await t.test('el total respeta los filtros y no el cursor', async () => {
    const n = (await ids("estado = 'Pagado'")).length;
    const r = await pag('estado=Pagado&registrosPorPagina=5&incluirTotal=true');
    assert.equal(r.paginacion.totalRegistros, n);
    const s = await pag(`estado=Pagado&registrosPorPagina=5&incluirTotal=true&cursor=${r.paginacion.siguiente}`);
    assert.equal(s.paginacion.totalRegistros, n);
  });
});

test('OP-072: el cursor recorre todo sin perder ni repetir, aunque otros inserten en medio', async () => {
  for (const n of [1, 13, 100]) {
    const antes = await ids('true');
    if (n === 1) {
      const primeras = [];
      let r = await lista('?registrosPorPagina=1&incluirDetalle=false');
      for (let i = 0; i < 40; ++i) {
        primeras.push(r.json.data[0].transaccionId);
        r = await lista(`?registrosPorPagina=1&incluirDetalle=false&cursor=${r.json.paginacion.siguiente}`);
      }
      assert.deepEqual(primeras, antes.slice(0, 40));
      continue;
    }
    let insertadas = 0;
    const copiar = (cuando, cuantas) => base.sql(`INSERT INTO transaccion (organizacion_id, sucursal_id, contacto_id, numero, fecha, obj_id, serie, tipo_documento, estado, fecha_creacion)
      SELECT 1, sucursal_id, contacto_id, 900000 + (SELECT max(transaccion_id) FROM transaccion) * 10 + n, ${cuando}, 1, 'FV', 'Factura de venta', 'Pagado', now()
      FROM (SELECT * FROM transaccion WHERE ${o1} ORDER BY 2 LIMIT 1) q, generate_series(1, ${cuantas}) n`);
    const filas = await recorrer(srv, `/api/RegistroVenta?registrosPorPagina=${n}`, { token: m.t1 }, async () => {
      if (insertadas++ > 8) return;
      await copiar("timestamp '2030-01-01'", 3);      // rows before the pages already read
      await copiar('fecha', 2);                       // rows at the instant of the oldest row: the key decides
    });
    const vistas = filas.map(f => f.transaccionId);
    assert.equal(new Set(vistas).size, vistas.length, 'sin repetir');
    const eran = new Set(antes);
    assert.deepEqual(vistas.filter(id => eran.has(id)), antes, 'sin perder y en orden');
    await base.sql("DELETE FROM transaccion WHERE numero > 900000");
  }
});

test('OP-072: cursores hostiles', async () => {
  const { siguiente } = (await lista('?registrosPorPagina=1')).json.paginacion, b = s => cursorDe(siguiente, s);
  assert.equal((await lista(`?cursor=${b('2026-01-01 00:00:00\n5')}`)).estado, 200);
  // The position without its list, and a cursor of another list.
  const suelto = Buffer.from('2026-01-01 00:00:00\n5').toString('base64url'), otra = (await srv.get('/api/FacturaVenta?registrosPorPagina=1', { token: m.t1 })).json.paginacion.siguiente;
  assert.equal((await srv.get(`/api/FacturaVenta?cursor=${otra}`, { token: m.t1 })).estado, 200);
  const hostiles = [suelto, otra, 'x', '%00', '....', b('2026-99-99 00:00:00\n5'), b('2026-02-30 00:00:00\n5'), b('----------\n5'), b('0000-00-00\n1'), b('2026-01-01 00:00:00'),
    b('2026-01-01 00:00:00\n'), b('2026-01-01 00:00:00\nabc'), b('2026-01-01 00:00:00\n5\n6'), b("2026-01-01 00:00:00\n5'; DROP TABLE transaccion; --"), b('infinity\n5'),
    b('2026-01-01 00:00:00\n99999999999999999999'), b('2026-01-01 25:00:00\n5'), b('2026-01-01 00:00:00 UTC\n5'), b('\n'), b('2026-01-01 00:00:00\n-1'), 'A'.repeat(501), b('294277-01-01 00:00\n1'),
    b('now       \n1'), Buffer.from([0xff, 0xfe, 0x0a, 0x31]).toString('base64url')];
  for (const c of hostiles) {
    const r = await lista(`?cursor=${c}`);
    esError(r, 400, 'VALIDACION');
    assert.ok(r.json.errores.every(e => e.campo === 'cursor'), c);
  }
  const ajeno = (await lista('?registrosPorPagina=1', m.t2)).json.paginacion.siguiente;
  const r = await lista(`?cursor=${ajeno}&incluirDetalle=false`);
  assert.equal(r.estado, 200);
  const mios = new Set(await ids('true'));
  assert.ok(r.json.data.every(x => mios.has(x.transaccionId)), 'el cursor de otra organización no abre nada');
});

test('OP-072: CSV', async () => {
  await base.sql(`UPDATE transaccion SET contacto = '=SUM(A1), "comillas"' || chr(10) || 'y línea' WHERE transaccion_id = (SELECT transaccion_id FROM transaccion WHERE ${o1} ORDER BY fecha DESC, transaccion_id DESC LIMIT 1)`);
  const r = await lista('?registrosPorPagina=3&estado=Pagado&pagina=1', m.t1, { Accept: 'text/csv' });
  assert.equal(r.estado, 200);
  assert.match(r.h['content-type'], /^text\/csv; ?charset=utf-8/i);
  const lineas = r.texto.split('\r\n');
  assert.equal(lineas[0], Object.keys(campos).join(','));
  assert.equal(lineas.length, 5, '3 filas, encabezado y fin de línea final');
  const enlace = /^<([^>]+)>; rel="next"$/.exec(r.h.link);
  assert.ok(enlace, r.h.link);
  assert.match(enlace[1], /estado=Pagado/);
  const json = (await lista('?registrosPorPagina=3&estado=Pagado&incluirDetalle=false')).json;
  assert.deepEqual(lineas.slice(1, 4).map(l => Number(l.split(',')[0])), json.data.map(x => x.transaccionId));
  const segunda = await srv.get(enlace[1], { token: m.t1, encabezados: { Accept: 'text/csv' } });
  const esperados = (await ids("estado = 'Pagado'")).slice(3, 6);
  assert.deepEqual(segunda.texto.split('\r\n').slice(1, 4).map(l => Number(l.split(',')[0])), esperados, 'el enlace conserva los filtros');
  const formula = await lista('?registrosPorPagina=1', m.t1, { Accept: 'text/csv' });
  assert.ok(formula.texto.includes(`"'=SUM(A1), ""comillas""\ny línea"`), formula.texto);
  const todo = await lista('?clienteId=1', m.t1, { Accept: 'text/csv' });
  if (todo.texto.split('\r\n').length < 102) assert.equal(todo.h.link, undefined);
  esError(await lista('?pagina=0', m.t1, { Accept: 'text/csv' }), 400, 'VALIDACION');
  assert.match((await uno(json.data[0].transaccionId, m.t1, { Accept: 'text/csv' })).h['content-type'], /json/, 'un registro no es una lista');
});
