// Sales documents as they are read: invoice, note, order, quotation, return, promotions. Every filter against plain SQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, esError, montar, sinNulos, tabla } from './lib/ayuda_api.mjs';
import { siembra } from './lib/siembra.mjs';

let m, srv, base;
before(async () => {
  m = await montar({ registros: 400 });
  ({ srv, base } = m);
  await base.sql(siembra);
});
after(() => m?.cerrar());

const get = (ruta, opciones) => srv.get(ruta, { token: m.t1, ...opciones });
const datos = async (ruta, opciones) => {
  const r = await get(ruta, opciones);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const ids = (objeto, donde = 'true') =>
  base.columna(`SELECT transaccion_id FROM transaccion t WHERE organizacion_id = 1 AND obj_id = ${objeto} AND (${donde}) ORDER BY fecha DESC, transaccion_id DESC LIMIT 100`);
const primero = (objeto, donde = 'true') =>
  base.uno(`SELECT transaccion_id FROM transaccion t WHERE organizacion_id = 1 AND obj_id = ${objeto} AND (${donde}) ORDER BY transaccion_id LIMIT 1`);
const sinAcentos = s => s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

const trx = ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'sucursalId', 'sucursal', 'proyectoId', 'proyecto', 'centroCostoId', 'monedaId', 'moneda',
  'tipoCambio', 'notas', 'referenciaExterna', 'usuario', 'fechaCreacion', 'fechaCancelacion', 'motivoCancelacion'];
const cli = ['clienteId', 'codigoCliente', 'cliente', 'rfc'];
const imp = ['subtotal', 'descuento', 'ieps', 'iva', 'impuestosLocales', 'ivaRetenido', 'isrRetenido', 'retencionLocal', 'total', 'saldo'];
const fis = ['uuid', 'fechaTimbrado', 'estatusTimbrado', 'metodoPago', 'formaPago', 'usoCFDI', 'regimenFiscal', 'validacion', 'verificado'];
const partida = ['numeroPartida', 'productoId', 'codigo', 'numeroParte', 'conceptoId', 'descripcion', 'unidadMedidaId', 'unidad', 'cantidad', 'precioUnitario', 'descuento', 'promocion',
  'importe', 'claveProductoServicio', 'claveUnidad', 'objetoImpuesto', 'impuestos', 'proyectoId', 'centroCostoId', 'almacenId', 'series', 'lotes', 'notas'];
const docRel = ['transaccionId', 'objId', 'tipoDocumento', 'folio', 'fecha', 'total', 'relacion'];
const formas = {
  FacturaVenta: [...trx, ...cli, ...imp, ...fis, 'fechaVencimiento', 'diasCredito', 'vendedorId', 'vendedor', 'listaPreciosId', 'condicionesPago', 'addenda', 'partidas', 'cobros', 'archivos', 'documentosRelacionados'],
  NotaVenta: [...trx, ...cli, ...imp, 'vendedorId', 'vendedor', 'caja', 'transaccionIdFactura', 'folioFactura', 'partidas', 'pagos', 'cambio', 'archivos', 'documentosRelacionados', 'escuela'],
  PedidoCliente: [...trx, ...cli, ...imp, 'entregaFecha', 'vigenciaFecha', 'vendedorId', 'vendedor', 'almacenId', 'domicilioEntrega', 'porcentajeSurtido', 'partidas', 'archivos', 'documentosRelacionados'],
  'Cotizaciones/Cliente': [...trx, ...cli, ...imp, 'vigenciaFecha', 'vendedorId', 'vendedor', 'partidas', 'archivos', 'documentosRelacionados'],
  NotaDevolucionCliente: [...trx, ...cli, ...imp, ...fis, 'transaccionIdVenta', 'folioVenta', 'motivo', 'almacenId', 'partidas', 'aplicaciones'],
};
const objetos = { FacturaVenta: 1, NotaVenta: 2, PedidoCliente: 3, 'Cotizaciones/Cliente': 4, NotaDevolucionCliente: 6 };

test('cada documento tiene sus campos, en su orden, y ningún nulo', async t => {
  for (const [ruta, campos] of Object.entries(formas))
    await t.test(ruta, async () => {
      const lista = await datos(`/api/${ruta}`);
      assert.deepEqual(lista.map(d => d.transaccionId), await ids(objetos[ruta]));
      for (const d of lista) {
        assert.deepEqual(Object.keys(d), campos);
        const { escuela, ...resto } = d;
        const exentas = resto.partidas.flatMap(p => p.impuestos).filter(i => i.tipoFactor === 'Exento');
        for (const i of exentas) assert.equal(i.tasaOCuota, null), (i.tasaOCuota = 0);
        sinNulos(resto);
        assert.ok(d.partidas.length > 0);
        for (const p of d.partidas) assert.deepEqual(Object.keys(p).slice(0, partida.length), partida);
        for (const r of d.documentosRelacionados ?? []) assert.deepEqual(Object.keys(r), docRel);
      }
    });
  for (const ruta of ['FacturaVenta', 'NotaVenta', 'PedidoCliente', 'NotaDevolucionCliente'])
    await t.test(`${ruta}/{id} es lo mismo que en la lista`, async () => {
      for (const d of (await datos(`/api/${ruta}?registrosPorPagina=5`))) {
        const r = await get(`/api/${ruta}/${d.transaccionId}`);
        assert.deepEqual(r.json.data, d);
        assert.equal((await get(`/api/${ruta}/${d.transaccionId}`, { encabezados: { 'If-None-Match': r.h.etag } })).estado, 304);
      }
    });
});

test('los importes y la relación de una factura concuerdan con la base', async () => {
  const id = await base.uno(`SELECT destino_id FROM aplicacion WHERE organizacion_id = 1 AND fecha_reversa IS NULL AND tipo = 'Cobro'
    AND destino_id IN (SELECT transaccion_id FROM transaccion WHERE obj_id = 1) GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`);
  await base.sql(`INSERT INTO documento (organizacion_id, transaccion_id, condiciones_pago, addenda) VALUES (1, ${id}, '30 días', '{"orden": "A-1", "lineas": [1, {"x": null}]}')`);
  const d = await datos(`/api/FacturaVenta/${id}`);
  assert.equal(d.condicionesPago, '30 días');
  assert.deepEqual(d.addenda, { orden: 'A-1', lineas: [1, { x: null }] });
  assert.deepEqual(d.cobros, (await get(`/api/RegistroVenta/${id}`)).json.cobros);
  assert.ok(d.cobros.length > 0);
  assert.deepEqual(d.documentosRelacionados.filter(x => x.relacion === 'Pago').map(x => x.transaccionId), [...new Set(d.cobros.map(c => c.transaccionId))].sort((a, b) => a - b));
  const [f] = await base.sql(`SELECT uuid, to_char(fecha_timbrado, 'YYYY-MM-DD"T"HH24:MI:SS') AS fecha, dias_credito, fecha_vencimiento FROM transaccion WHERE transaccion_id = ${id}`);
  assert.deepEqual([d.uuid, d.fechaTimbrado, d.diasCredito, d.fechaVencimiento], [f.uuid, f.fecha ?? '', f.dias_credito, f.fecha_vencimiento]);
});

test('OP-061: una factura que no existe es un resultado vacío, cualquiera que sea el entero', async t => {
  const ajena = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 1');
  for (const id of [999999999, ajena, await primero(2), await primero(8), '0', '-1', '9223372036854775808', '99999999999999999999999999', '-99999999999999999999'])
    await t.test(String(id), async () => {
      const r = await get(`/api/FacturaVenta/${id}`);
      assert.equal(r.estado, 200, r.texto);
      assert.equal(r.texto, '{"data":null}');
      assert.ok(r.h.etag);
    });
  for (const id of ['abc', '1.5', '1e3', '%20', "1'"]) await t.test(id, async () => esError(await get(`/api/FacturaVenta/${id}`), 400, 'VALIDACION', ['id TIPO']));
  assert.equal((await srv.get('/api/FacturaVenta/999999999')).estado, 401);
});

test('los demás: lo que no existe, o es de otro tipo o de otra organización, es NO_ENCONTRADO', async () => {
  for (const [ruta, objeto, campo] of [['NotaVenta', 2, 'id'], ['PedidoCliente', 3, 'id'], ['NotaDevolucionCliente', 6, 'transaccionId']]) {
    const ajeno = await base.uno(`SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = ${objeto}`);
    for (const id of [999999999, ajeno, await primero(1)]) esError(await get(`/api/${ruta}/${id}`), 400, 'NO_ENCONTRADO', []);
    for (const [id, codigo] of [['x', 'TIPO'], ['0', 'RANGO']]) esError(await get(`/api/${ruta}/${id}`), 400, 'VALIDACION', [`${campo} ${codigo}`]);
  }
});

test('cada filtro de cada lista da lo que dice SQL', async t => {
  for (const ruta of ['FacturaVenta', 'NotaVenta', 'PedidoCliente', 'NotaDevolucionCliente']) {
    const o = objetos[ruta];
    const [f] = await base.sql(`SELECT contacto_id, vendedor_id, sucursal_id, folio, rfc, contacto, fecha::date AS dia, estado, uuid FROM transaccion
      WHERE organizacion_id = 1 AND obj_id = ${o} AND vendedor_id IS NOT NULL ORDER BY uuid DESC, transaccion_id LIMIT 1`);
    const casos = [
      [`fechaInicial=${f.dia}`, `fecha >= '${f.dia}'`], [`fechaFinal=${f.dia}`, `fecha < date '${f.dia}' + 1`],
      [`fechaInicial=${f.dia}&fechaFinal=${f.dia.split('-').reverse().join('/')}`, `fecha::date = '${f.dia}'`],
      [`sucursalId=${f.sucursal_id}`, `sucursal_id = ${f.sucursal_id}`], [`clienteId=${f.contacto_id}`, `contacto_id = ${f.contacto_id}`],
      [`vendedorId=${f.vendedor_id}`, `vendedor_id = ${f.vendedor_id}`], [`estado=${f.estado}`, `estado = '${f.estado}'`], ['estado=Cancelado', "estado = 'Cancelado'"],
      [`busqueda=${f.folio}`, `busqueda LIKE '%${f.folio.toLowerCase()}%'`], [`busqueda=${f.rfc.slice(2)}`, `busqueda LIKE '%${sinAcentos(f.rfc.slice(2))}%'`],
    ];
    if (ruta !== 'PedidoCliente') casos.push(['monedaId=2', 'moneda_id = 2']);
    if (ruta === 'FacturaVenta') casos.push([`uuid=${f.uuid.toLowerCase()}`, `uuid = '${f.uuid}'`], ['soloConSaldo=true', 'saldo > 0'], ['soloConSaldo=false', 'true'],
      ['proyectoId=1', 'proyecto_id = 1 OR transaccion_id IN (SELECT transaccion_id FROM partida WHERE proyecto_id = 1)']);
    if (ruta === 'NotaVenta') casos.push(['caja=CAJA1', "transaccion_id IN (SELECT transaccion_id FROM documento WHERE caja = 'CAJA1')"],
      ['matricula=A-1024', "transaccion_id IN (SELECT transaccion_id FROM documento WHERE matricula = 'A-1024')"]);
    for (const [consulta, donde] of casos)
      await t.test(`${ruta} ${consulta}`, async () => {
        const esperados = await ids(o, donde);
        if (!/moneda|Cancelado/.test(consulta)) assert.ok(esperados.length > 0, 'el caso tiene filas');
        assert.deepEqual((await datos(`/api/${ruta}?${consulta}`)).map(d => d.transaccionId), esperados);
      });
    for (const campo of ['sucursalId', 'clienteId', 'vendedorId'])
      await t.test(`${ruta} ${campo} que no existe`, async () => esError(await get(`/api/${ruta}?${campo}=987654321`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]));
    await t.test(`${ruta} fechas`, async () => {
      esError(await get(`/api/${ruta}?fechaInicial=2026-02-01&fechaFinal=2026-01-31`), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
      esError(await get(`/api/${ruta}?fechaInicial=2026-02-31`), 400, 'VALIDACION', ['fechaInicial FECHA_INVALIDA']);
      esError(await get(`/api/${ruta}?estado=Perdido&registrosPorPagina=101`), 400, 'VALIDACION', ['estado RANGO', 'registrosPorPagina RANGO']);
    });
  }
});

test('incluirPartidas=false deja las demás listas', async () => {
  for (const ruta of ['FacturaVenta', 'NotaVenta']) {
    const con = await datos(`/api/${ruta}`), sin = await datos(`/api/${ruta}?incluirPartidas=false`);
    assert.ok(con.some(d => d.archivos.length > 0) && con.some(d => (d.cobros ?? d.pagos).length > 0));
    assert.deepEqual(sin, con.map(d => ({ ...d, partidas: [] })));
  }
});

test('OP-063: por proyecto, sólo sus partidas y su suma', async () => {
  const lista = await datos('/api/FacturaVenta/PorProyecto?proyectoId=1');
  assert.deepEqual(lista.map(d => d.transaccionId), await ids(1, 'proyecto_id = 1 OR transaccion_id IN (SELECT transaccion_id FROM partida WHERE proyecto_id = 1)'));
  let parciales = 0;
  for (const d of lista) {
    const completa = await datos(`/api/FacturaVenta/${d.transaccionId}`);
    const suyas = completa.partidas.filter(p => (p.proyectoId || completa.proyectoId) === 1);
    parciales += suyas.length < completa.partidas.length ? 1 : 0;
    const suma = Math.floor((suyas.reduce((s, p) => s + Math.round(p.importe * 1e6), 0) + 5000) / 10000) / 100;
    assert.deepEqual(d, { ...completa, partidas: suyas, totalProyecto: suma });
    assert.deepEqual(claves(d), [...formas.FacturaVenta, 'totalProyecto'].sort());
  }
  assert.ok(parciales > 0 && lista.some(d => d.proyectoId === 1 && d.partidas.length > 1));
  const ajeno = await primero(1, 'proyecto_id = 1');
  await base.sql(`UPDATE partida SET proyecto_id = 2 WHERE organizacion_id = 1 AND transaccion_id = ${ajeno}`);
  const sin = (await datos('/api/FacturaVenta/PorProyecto?proyectoId=1')).find(d => d.transaccionId === ajeno);
  assert.deepEqual([sin.partidas, sin.totalProyecto], [[], 0]);
  esError(await get('/api/FacturaVenta/PorProyecto'), 400, 'VALIDACION', ['proyectoId REQUERIDO']);
  esError(await get('/api/FacturaVenta/PorProyecto?proyectoId=987654321'), 400, 'VALIDACION', ['proyectoId NO_EXISTE']);
  assert.deepEqual((await datos('/api/FacturaVenta/PorProyecto?proyectoId=1&estado=Pagado')).map(d => d.estado).filter(e => e !== 'Pagado'), []);
});

test('OP-064: por ids, en su orden, cada una una vez, sin las que no existen', async t => {
  const todas = await ids(1);
  const pedir = (cuerpo, opciones) => srv.pedir('POST', '/api/FacturaVenta/PorIds', { token: m.t1, cuerpo, ...opciones });
  const pedidas = [todas[3], todas[0], await primero(2), 987654321, todas[3], todas[1], await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 1')];
  const r = await pedir(pedidas);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(Object.keys(r.json), ['data']);
  assert.deepEqual(r.json.data.map(d => d.transaccionId), [todas[3], todas[0], todas[1]]);
  for (const d of r.json.data) assert.deepEqual(d, await datos(`/api/FacturaVenta/${d.transaccionId}`));
  assert.deepEqual((await pedir([987654321])).json, { data: [] });
  assert.equal((await pedir(Array(500).fill(todas[0]))).json.data.length, 1);
  const csv = await pedir(pedidas, { encabezados: { Accept: 'text/csv' } });
  assert.deepEqual(csv.texto.trim().split('\r\n').slice(1).map(l => Number(l.split(',')[0])), [todas[3], todas[0], todas[1]]);
  const lector = await base.usuario({ usuario: 'lector', rol: 'lector' });
  assert.equal((await pedir(pedidas, { token: await srv.entrar({ ...m.uno, ...lector }) })).estado, 200, 'es una lectura');
  await tabla(t, srv, m.t1, [
    ['vacía', 'POST', '/api/FacturaVenta/PorIds', [], 'VALIDACION cuerpo REQUERIDO'],
    ['sin cuerpo', 'POST', '/api/FacturaVenta/PorIds', undefined, 'VALIDACION cuerpo REQUERIDO'],
    ['más de 500', 'POST', '/api/FacturaVenta/PorIds', Array(501).fill(1), 'VALIDACION cuerpo RANGO'],
    ['no es una lista', 'POST', '/api/FacturaVenta/PorIds', { ids: [1] }, 'VALIDACION cuerpo TIPO'],
    ['no son ids', 'POST', '/api/FacturaVenta/PorIds', [1, 'x', 0, 1.5], 'VALIDACION [1] TIPO, [2] RANGO, [3] TIPO'],
    ['no es JSON', 'POST', '/api/FacturaVenta/PorIds', '[1,', 'JSON_INVALIDO'],
  ]);
});

test('notas de venta: pagos, escuela, y la factura en que se convirtieron', async () => {
  const [escolar] = await datos('/api/NotaVenta?matricula=A-1024');
  assert.deepEqual([escolar.caja, escolar.cambio], ['CAJA1', 12.5]);
  assert.deepEqual(escolar.escuela, { alumno: 'Ana Pérez', curp: 'PELA150101MDFRPN09', nivelEducativo: 'Primaria', autRVOE: 'RVOE-1', rfcPago: 'XAXX010101000', matricula: 'A-1024', ciclo: '2025-2026', periodo: 'Marzo' });
  assert.deepEqual(escolar.pagos, await base.sql(`SELECT m.forma_pago_id AS "formaPagoId", m.forma, a.importe_destino AS importe, m.referencia, m.transaccion_id AS "transaccionId"
    FROM aplicacion a JOIN movimiento_banco m ON m.transaccion_id = a.fuente_id WHERE a.destino_id = ${escolar.transaccionId} AND a.fecha_reversa IS NULL ORDER BY a.fecha`));
  assert.equal(escolar.pagos.length, 1);
  const [par] = await base.sql(`SELECT r.origen_id AS nota, r.destino_id AS factura, f.folio FROM relacion r JOIN transaccion f ON f.transaccion_id = r.destino_id
    JOIN transaccion n ON n.transaccion_id = r.origen_id WHERE r.organizacion_id = 1 AND n.obj_id = 2 AND f.obj_id = 1 AND f.estado <> 'Cancelado' ORDER BY 1 LIMIT 1`);
  const nota = await datos(`/api/NotaVenta/${par.nota}`);
  assert.deepEqual([nota.transaccionIdFactura, nota.folioFactura, nota.estado, nota.saldo, nota.escuela], [par.factura, par.folio, 'Facturado', 0, null]);
  assert.deepEqual(nota.documentosRelacionados.map(d => [d.transaccionId, d.relacion]), [[par.factura, 'Destino']]);
  const factura = await datos(`/api/FacturaVenta/${par.factura}`);
  assert.deepEqual(factura.documentosRelacionados.filter(d => d.relacion === 'Origen').map(d => d.transaccionId), [par.nota]);

  // Money collected on a note is inherited by the invoice of the note, until the application is undone.
  const deposito = await primero(8, "estado = 'Asignado'");
  await base.sql(`INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, tipo, importe_fuente, importe_destino, no_afecto, fuente_folio, fuente_moneda, fuente_total)
    SELECT 1, ${deposito}, ${par.nota}, timestamp '2026-01-01', 'Cobro', 5, 5, 5, 'DP1', 'MXN', 5
    UNION ALL SELECT 1, ${par.nota}, ${par.factura}, '2026-01-02', 'Heredado', 5, 5, 0, 'NV1', 'MXN', 5`);
  const propios = factura.cobros.length;
  for (const cobros of [(await datos(`/api/FacturaVenta/${par.factura}`)).cobros, (await get(`/api/RegistroVenta/${par.factura}`)).json.cobros]) {
    assert.equal(cobros.length, propios + 1);
    const heredado = cobros.find(c => c.transaccionId === deposito);
    assert.deepEqual([heredado.transaccionId2, heredado.importe2], [par.nota, 5]);
    assert.deepEqual(cobros.map(c => c.consecutivo), cobros.map((_, i) => i + 1));
  }
  await base.sql(`UPDATE aplicacion SET fecha_reversa = '2026-02-01' WHERE organizacion_id = 1 AND tipo = 'Heredado'`);
  assert.equal((await get(`/api/RegistroVenta/${par.factura}`)).json.cobros.length, propios);
  await base.sql(`UPDATE transaccion SET estado = 'Cancelado', saldo = 0, pendiente = NULL, pendiente_mxn = NULL, fecha_cancelacion = fecha WHERE transaccion_id = ${par.factura}`);
  const libre = await datos(`/api/NotaVenta/${par.nota}`);
  assert.deepEqual([libre.transaccionIdFactura, libre.folioFactura], [0, '']);
});

test('OP-074: las fechas van en el cuerpo del GET; en la consulta si el cuerpo no las trae; o por POST', async t => {
  const rango = (a, b) => ids(3, `fecha::date BETWEEN '${a}' AND '${b}'`);
  const todos = await ids(3);
  const listar = async (consulta, cuerpo, verbo = 'GET') => {
    const r = await srv.pedir(verbo, `/api/PedidoCliente${verbo === 'POST' ? '/Lista' : ''}${consulta}`, { token: m.t1, cuerpo });
    assert.equal(r.estado, 200, r.texto);
    return r.json.data.map(d => d.transaccionId);
  };
  for (const verbo of ['GET', 'POST'])
    await t.test(verbo, async () => {
      assert.deepEqual(await listar('', { fechaInicial: '2026-05-03', fechaFinal: '05/05/2026' }, verbo), await rango('2026-05-03', '2026-05-05'));
      assert.equal((await rango('2026-05-03', '2026-05-05')).length, 3);
      assert.deepEqual(await listar('?fechaInicial=2026-05-03&fechaFinal=2026-05-05', undefined, verbo), await rango('2026-05-03', '2026-05-05'));
      assert.deepEqual(await listar('?fechaInicial=2026-05-01&fechaFinal=2026-05-09', { fechaInicial: '2026-05-08' }, verbo), await rango('2026-05-08', '2026-05-09'), 'el cuerpo gana');
      for (const nada of [undefined, '', {}, { fechaInicial: null, fechaFinal: '' }]) assert.deepEqual(await listar('', nada, verbo), todos);
      assert.deepEqual(await listar('?estado=Surtido', { fechaInicial: '2026-05-01' }, verbo), await ids(3, "estado = 'Surtido'"));
      assert.equal((await listar('?registrosPorPagina=2', { fechaInicial: '2026-05-01' }, verbo)).length, 2);
    });
  for (const [verbo, ruta] of [['GET', '/api/PedidoCliente'], ['POST', '/api/PedidoCliente/Lista']])
    await tabla(t, srv, m.t1, [
      [`${verbo} sin JSON`, verbo, ruta, '{"fechaInicial":', 'JSON_INVALIDO'],
      [`${verbo} una lista`, verbo, ruta, [], 'VALIDACION cuerpo TIPO'],
      [`${verbo} fecha que no existe`, verbo, ruta, { fechaInicial: '31/02/2026' }, 'VALIDACION fechaInicial FECHA_INVALIDA'],
      [`${verbo} rango al revés`, verbo, ruta, { fechaInicial: '2026-05-02', fechaFinal: '2026-05-01' }, 'VALIDACION fechaFinal RANGO_FECHAS'],
      [`${verbo} rango al revés, mitad y mitad`, verbo, `${ruta}?fechaFinal=2026-05-01`, { fechaInicial: '2026-05-02' }, 'VALIDACION fechaFinal RANGO_FECHAS'],
      [`${verbo} campo desconocido y parámetro malo, a la vez`, verbo, `${ruta}?estado=x`, { fechaInicio: '2026-05-02' }, 'VALIDACION fechaInicio DESCONOCIDO, estado RANGO'],
    ]);
  const r = await srv.pedir('GET', '/api/PedidoCliente', { token: m.t1, cuerpo: 'a=1', encabezados: { 'Content-Type': 'text/plain' } });
  esError(r, 415, 'TIPO_DE_CONTENIDO');
  esError(await get('/api/NotaVenta', { cuerpo: '{"fechaInicial":', encabezados: { 'Content-Type': 'text/plain' } }), 400, 'VALIDACION', ['cuerpo DESCONOCIDO']);
  const lector = await base.usuario({ usuario: 'lector2', rol: 'lector' });
  assert.equal((await srv.pedir('POST', '/api/PedidoCliente/Lista', { token: await srv.entrar({ ...m.uno, ...lector }), cuerpo: {} })).estado, 200, 'es una lectura');
});

test('pedidos: lo surtido, y textos vacíos que no son null', async () => {
  const pedidos = await datos('/api/PedidoCliente');
  const de = estado => pedidos.find(p => p.estado === estado);
  assert.deepEqual(['Pendiente', 'Parcial', 'Surtido', 'Facturado'].map(e => de(e).porcentajeSurtido), [0, 43.33, 100, 100]);
  assert.deepEqual(de('Parcial').partidas.map(p => [p.cantidad, p.cantidadSurtida, p.cantidadPendiente]), [[10, 4, 6], [20, 9, 11]]);
  assert.deepEqual(claves(de('Parcial').partidas[0]), [...partida, 'cantidadSurtida', 'cantidadPendiente'].sort());
  const [ultimo] = pedidos, lleno = pedidos.at(-1);
  assert.deepEqual([ultimo.entregaFecha, ultimo.vigenciaFecha, ultimo.notas], ['', '', '']);
  assert.deepEqual(new Set(Object.values(ultimo.domicilioEntrega)), new Set(['']));
  assert.deepEqual([lleno.entregaFecha, lleno.vigenciaFecha, lleno.domicilioEntrega.calle, lleno.domicilioEntrega.codigoPostal], ['2026-05-20T09:00:00', '2026-06-30', 'Reforma', '06000']);
  assert.equal(ultimo.saldo, 0);
});

test('OP-076: cotizaciones de venta, vencidas al leerlas', async () => {
  const lista = await datos('/api/Cotizaciones/Cliente');
  // Quotations: valid until today, until tomorrow, until yesterday, accepted, cancelled, without a date.
  assert.deepEqual(lista.map(c => [c.folio, c.estado]).reverse(), [['CO1', 'Vigente'], ['CO2', 'Vigente'], ['CO3', 'Vencido'], ['CO4', 'Aceptado'], ['CO5', 'Cancelado'], ['CO6', 'Vigente']]);
  assert.ok(lista.every(c => c.objId === 4));
  assert.equal(await base.uno("SELECT count(*) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 30"), 1);
  assert.deepEqual(await datos('/api/Cotizaciones/Cliente?objId=30'), lista, 'objId se ignora');
  const una = lista[2];
  assert.deepEqual(await datos(`/api/Cotizaciones/Cliente?cotizacionId=${una.transaccionId}`), [una]);
  assert.deepEqual(await datos(`/api/Cotizaciones/Cliente?clienteId=${una.clienteId}`), lista.filter(c => c.clienteId === una.clienteId));
  assert.deepEqual(await datos(`/api/Cotizaciones/Cliente?sucursalId=${una.sucursalId}`), lista);
  // A quotation read by its id equals its row of the list.
  for (const c of lista) assert.deepEqual(await datos(`/api/Cotizaciones/Cliente/${c.transaccionId}`), c, c.folio);
  const sola = await get(`/api/Cotizaciones/Cliente/${una.transaccionId}`);
  assert.equal((await srv.get(`/api/Cotizaciones/Cliente/${una.transaccionId}`, { token: m.t1, encabezados: { 'If-None-Match': sola.h.etag } })).estado, 304);
  const proveedor = await base.uno('SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 30');
  for (const id of [proveedor, 987654321]) esError(await get(`/api/Cotizaciones/Cliente/${id}`), 400, 'NO_ENCONTRADO');
  for (const [campo, valor] of [['cotizacionId', 987654321], ['cotizacionId', proveedor], ['clienteId', 987654321], ['sucursalId', 987654321]])
    esError(await get(`/api/Cotizaciones/Cliente?${campo}=${valor}`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]);
  // The day of the branch decides, not the day of the server: noon in Kiritimati and in Niue are never the same day.
  const [zona] = await base.columna(`SELECT zona_horaria FROM sucursal WHERE sucursal_id = ${una.sucursalId}`);
  try {
    for (const [z, estado] of [['Pacific/Kiritimati', 'Vencido'], ['Pacific/Niue', 'Vigente']]) {
      await base.sql(`UPDATE sucursal SET zona_horaria = '${z}' WHERE sucursal_id = ${una.sucursalId};
        UPDATE documento SET vigencia_fecha = timezone('Pacific/Niue', now())::date WHERE transaccion_id = ${una.transaccionId};
        UPDATE transaccion SET estado = 'Vigente', fecha_cancelacion = NULL WHERE transaccion_id = ${una.transaccionId}`);
      assert.equal((await datos(`/api/Cotizaciones/Cliente?cotizacionId=${una.transaccionId}`))[0].estado, estado, z);
    }
  } finally {
    await base.sql(`UPDATE sucursal SET zona_horaria = '${zona}' WHERE sucursal_id = ${una.sucursalId}`);
  }
});

test('devoluciones: su venta y a qué se aplicaron', async () => {
  const [par] = await base.sql(`SELECT r.origen_id AS venta, r.destino_id AS nota, o.folio FROM relacion r JOIN transaccion t ON t.transaccion_id = r.destino_id JOIN transaccion o ON o.transaccion_id = r.origen_id
    WHERE r.organizacion_id = 1 AND t.obj_id = 6 ORDER BY 1 LIMIT 1`);
  await base.sql(`INSERT INTO documento (organizacion_id, transaccion_id, motivo) VALUES (1, ${par.nota}, 'Dañada');
    UPDATE partida SET origen_id = ${par.venta}, numero_partida_origen = 1 WHERE organizacion_id = 1 AND transaccion_id = ${par.nota} AND numero_partida = 1`);
  const d = await datos(`/api/NotaDevolucionCliente/${par.nota}`);
  assert.deepEqual([d.transaccionIdVenta, d.folioVenta, d.motivo], [par.venta, par.folio, 'Dañada']);
  assert.deepEqual(claves(d.partidas[0]), [...partida, 'numeroPartidaOrigen'].sort());
  assert.equal(d.partidas[0].numeroPartidaOrigen, 1);
  assert.deepEqual(d.aplicaciones.map(a => [a.transaccionId, a.folio, a.importe]), [[par.venta, par.folio, d.total - d.saldo]]);
  assert.deepEqual((await datos(`/api/NotaDevolucionCliente?transaccionIdVenta=${par.venta}`)).map(x => x.transaccionId), [par.nota]);
  const venta = await datos(`/api/FacturaVenta/${par.venta}`);
  assert.deepEqual(venta.documentosRelacionados.filter(x => x.transaccionId === par.nota).map(x => x.relacion), ['Credito']);
  for (const id of [987654321, await primero(8), await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 1')])
    esError(await get(`/api/NotaDevolucionCliente?transaccionIdVenta=${id}`), 400, 'VALIDACION', ['transaccionIdVenta NO_EXISTE']);
  await base.sql(`UPDATE aplicacion SET fecha_reversa = fecha WHERE organizacion_id = 1 AND fuente_id = ${par.nota}`);
  assert.deepEqual((await datos(`/api/NotaDevolucionCliente/${par.nota}`)).aplicaciones, []);
});

test('OP-083: promociones vigentes, por sucursal, día, producto y lista', async () => {
  const [s1, s2] = await base.columna('SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 ORDER BY 1 LIMIT 2');
  const p = async (nombre, prioridad, inicio, fin, activo = true) => base.sql(`WITH n AS (INSERT INTO promocion_cruzada (organizacion_id, nombre, vigencia_inicio, vigencia_fin, prioridad, activo)
    VALUES (1, '${nombre}', '${inicio}', '${fin}', ${prioridad}, ${activo}) RETURNING promocion_id), c AS (INSERT INTO promocion_condicion (organizacion_id, promocion_id, consecutivo, producto_id)
    SELECT 1, promocion_id, 1, (SELECT producto_id FROM producto WHERE organizacion_id = 1 AND codigo = 'P0002') FROM n)
    INSERT INTO promocion_beneficio (organizacion_id, promocion_id, consecutivo, producto_id, tipo_beneficio) SELECT 1, promocion_id, 1, (SELECT producto_id FROM producto WHERE organizacion_id = 1 AND codigo = 'P0003'), 'Gratis' FROM n`);
  await p('De siempre', 5, '2020-01-01', '2099-12-31');
  await p('De un día', 0, '2026-03-15', '2026-03-15');
  await p('Retirada', 0, '2020-01-01', '2099-12-31', false);
  const nombres = async q => (await datos(`/api/PuntoVenta/PromocionesCruzadas?${q}`)).map(x => x.nombre);
  const taladro = 'Taladro con herramienta al 20 %';
  assert.deepEqual(await nombres(''), [taladro, 'De siempre'], 'la sucursal de la sesión, hoy, por prioridad');
  assert.deepEqual(await nombres(`sucursalId=${s1}&fecha=2026-03-15`), ['De un día', taladro, 'De siempre']);
  assert.deepEqual(await nombres(`sucursalId=${s2}`), ['De siempre'], 'sin sucursales = todas; con ellas, sólo ésas');
  assert.deepEqual(await nombres('fecha=2026-03-16'), [taladro, 'De siempre']);
  assert.deepEqual(await nombres('fecha=2024-12-31'), ['De siempre']);
  const producto = codigo => base.uno(`SELECT producto_id FROM producto WHERE organizacion_id = 1 AND codigo = '${codigo}'`);
  assert.deepEqual(await nombres(`productoId=${await producto('P0002')}`), ['De siempre'], 'de condición');
  assert.deepEqual(await nombres(`productoId=${await producto('P0003')}`), ['De siempre'], 'de beneficio');
  const clase = await base.uno("SELECT clasificacion_id FROM promocion_beneficio WHERE organizacion_id = 1 AND clasificacion_id IS NOT NULL");
  await base.sql(`INSERT INTO clasificacion_producto (organizacion_id, clave, nombre, padre_id) VALUES (1, 'SUB-X', 'Sub', ${clase});
    UPDATE producto SET clasificacion_id = (SELECT clasificacion_id FROM clasificacion_producto WHERE organizacion_id = 1 AND clave = 'SUB-X') WHERE organizacion_id = 1 AND codigo = 'P0004'`);
  assert.deepEqual(await nombres(`productoId=${await producto('P0004')}`), [taladro], 'por la clasificación que está arriba de la suya');
  await base.sql(`INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) VALUES (1, 'SOLO2', 'Sólo el P0002', 1);
    INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, precio) SELECT 1, (SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = 1 AND clave = 'SOLO2'),
    producto_id, unidad_medida_id, 1 FROM producto WHERE organizacion_id = 1 AND codigo = 'P0002'`);
  assert.deepEqual(await nombres(`listaPreciosId=${await base.uno("SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = 1 AND clave = 'SOLO2'")}`), ['De siempre']);
  for (const campo of ['sucursalId', 'productoId', 'listaPreciosId'])
    esError(await get(`/api/PuntoVenta/PromocionesCruzadas?${campo}=987654321`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]);
});
