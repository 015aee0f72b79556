// Purchase documents as they are read: order, invoice, remission, landed cost, quotation of a supplier. Every filter against plain SQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, recorrer, sinNulos } from './lib/ayuda_api.mjs';
import { siembraCompras } from './lib/siembra_compras.mjs';

let m, srv, base;
before(async () => {
  m = await montar({ registros: 400 });
  ({ srv, base } = m);
  await base.sql(siembraCompras);
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
const primero = (objeto, donde = 'true', org = 1) =>
  base.uno(`SELECT transaccion_id FROM transaccion t WHERE organizacion_id = ${org} AND obj_id = ${objeto} AND (${donde}) ORDER BY transaccion_id LIMIT 1`);

const trx = ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'sucursalId', 'sucursal', 'proyectoId', 'proyecto', 'centroCostoId', 'monedaId', 'moneda',
  'tipoCambio', 'notas', 'referenciaExterna', 'usuario', 'fechaCreacion', 'fechaCancelacion', 'motivoCancelacion'];
const prov = ['proveedorId', 'codigoProveedor', 'proveedor', 'rfc'];
const imp = ['subtotal', 'descuento', 'ieps', 'iva', 'impuestosLocales', 'ivaRetenido', 'isrRetenido', 'retencionLocal', 'total', 'saldo'];
const fis = ['uuid', 'fechaTimbrado', 'estatusTimbrado', 'metodoPago', 'formaPago', 'usoCFDI', 'regimenFiscal', 'validacion', 'verificado'];
const partida = ['numeroPartida', 'productoId', 'codigo', 'numeroParte', 'conceptoId', 'descripcion', 'unidadMedidaId', 'unidad', 'cantidad', 'precioUnitario', 'descuento', 'promocion',
  'importe', 'claveProductoServicio', 'claveUnidad', 'objetoImpuesto', 'impuestos', 'proyectoId', 'centroCostoId', 'almacenId', 'series', 'lotes', 'notas'];
const formas = {
  OrdenCompra: [...trx, ...prov, ...imp, 'entregaFecha', 'almacenId', 'condicionesPago', 'autorizadoPor', 'fechaAutorizacion', 'notasAutorizacion', 'porcentajeRecibido', 'partidas', 'archivos', 'documentosRelacionados'],
  FacturaCompra: [...trx, ...prov, ...imp, ...fis, 'serieProveedor', 'folioProveedor', 'fechaProveedor', 'fechaVencimiento', 'almacenId', 'transaccionIdOrden', 'ivaNoAcreditable', 'recepciones', 'partidas', 'pagos',
    'gastosSobreCompra', 'archivos', 'documentosRelacionados'],
  NotaRemision: [...trx, ...prov.slice(0, 3), 'clienteId', 'codigoCliente', 'cliente', 'rfc', 'origen', ...imp, 'uuid', 'fechaTimbrado', 'transaccionIdOrden', 'transaccionIdFactura', 'partidas', 'archivos',
    'documentosRelacionados'],
  GastosSobreCompra: [...trx, ...prov, ...imp, 'uuid', 'importe', 'baseProrrateo', 'transaccionIdCompra', 'folioCompra', 'conceptoId', 'concepto', 'ivaNoAcreditable', 'ivaImportacion', 'distribucion'],
  'Cotizaciones/Proveedor': [...trx, ...prov, ...imp, 'vigenciaFecha', 'partidas', 'archivos', 'documentosRelacionados'],
};
const objetos = { OrdenCompra: 12, FacturaCompra: 13, NotaRemision: 5, GastosSobreCompra: 15, 'Cotizaciones/Proveedor': 30 };
const siempre = { NotaRemision: "origen = 'Compra'" };  // NotaRemision without parameters lists purchases

test('cada documento tiene sus campos, en su orden, y ningún nulo', async t => {
  for (const [ruta, campos] of Object.entries(formas))
    await t.test(ruta, async () => {
      const lista = await datos(`/api/${ruta}`);
      assert.ok(lista.length > 0);
      assert.deepEqual(lista.map(d => d.transaccionId), await ids(objetos[ruta], siempre[ruta]));
      for (const d of lista) {
        assert.deepEqual(Object.keys(d), campos);
        const exentas = (d.partidas ?? []).flatMap(p => p.impuestos).filter(i => i.tipoFactor === 'Exento');
        for (const i of exentas) assert.equal(i.tasaOCuota, null), (i.tasaOCuota = 0);
        sinNulos(d);
        for (const p of d.partidas ?? []) assert.deepEqual(Object.keys(p).slice(0, partida.length), partida);
      }
    });
  for (const ruta of ['OrdenCompra', 'FacturaCompra', 'NotaRemision', 'GastosSobreCompra'])
    await t.test(`${ruta}/{id} es lo mismo que en la lista`, async () => {
      for (const d of await datos(`/api/${ruta}`)) {
        const r = await get(`/api/${ruta}/${d.transaccionId}`);
        assert.deepEqual(r.json.data, d);
        assert.equal((await get(`/api/${ruta}/${d.transaccionId}`, { encabezados: { 'If-None-Match': r.h.etag } })).estado, 304);
      }
    });
});

test('lo que no existe, o es de otro tipo o de otra organización, es NO_ENCONTRADO', async () => {
  for (const ruta of ['OrdenCompra', 'FacturaCompra', 'NotaRemision', 'GastosSobreCompra']) {
    const ajeno = await primero(objetos[ruta], 'true', 2);
    for (const id of [999999999, ajeno, await primero(1)]) esError(await get(`/api/${ruta}/${id}`), 400, 'NO_ENCONTRADO', []);
    for (const [id, codigo] of [['x', 'TIPO'], ['0', 'RANGO']]) esError(await get(`/api/${ruta}/${id}`), 400, 'VALIDACION', [`id ${codigo}`]);
    assert.equal((await srv.get(`/api/${ruta}`)).estado, 401);
  }
});

test('cada filtro de cada lista da lo que dice SQL', async t => {
  const porRecibir = "estado IN ('Autorizado', 'Parcial') AND transaccion_id IN (SELECT transaccion_id FROM partida JOIN producto q USING (organizacion_id, producto_id) WHERE surtida < cantidad AND q.tipo <> 'Servicio')";
  const propios = {
    OrdenCompra: [['porRecibir=true', porRecibir], ['porRecibir=false', 'true'], ['estado=Recibido', "estado = 'Recibido'"]],
    FacturaCompra: [['soloConSaldo=true', 'saldo > 0'], ['monedaId=2', 'moneda_id = 2'], ['busqueda=prov-77', "palabras LIKE '%PROV-77%'"],
      ['uuid=5c7b0622-01b4-4eb8-96d0-e0debd89ff01', "uuid LIKE '5C7B0622%'"], ['estado=Pagado', "estado = 'Pagado'"]],
    NotaRemision: [['origen=Venta', "origen = 'Venta'"], ['origen=Compra', "origen = 'Compra'"], ['porFacturar=true', "origen = 'Compra' AND estado IN ('Pendiente', 'Parcial')"],
      ['origen=Venta&porFacturar=true', "origen = 'Venta' AND estado IN ('Pendiente', 'Parcial')"], ['estado=Facturado', "origen = 'Compra' AND estado = 'Facturado'"]],
    GastosSobreCompra: [['estado=Cancelado', "estado = 'Cancelado'"]],
  };
  const compra = await primero(13);
  propios.GastosSobreCompra.push([`transaccionIdCompra=${compra}`, `transaccion_id IN (SELECT destino_id FROM relacion WHERE origen_id = ${compra})`]);
  const deVenta = await base.uno("SELECT contacto_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 5 AND origen = 'Venta' AND contacto_id IS NOT NULL ORDER BY 1 LIMIT 1");
  propios.NotaRemision.push([`origen=Venta&clienteId=${deVenta}`, `origen = 'Venta' AND contacto_id = ${deVenta}`]);
  for (const [ruta, suyos] of Object.entries(propios)) {
    const o = objetos[ruta], y = siempre[ruta] ?? 'true';
    const [f] = await base.sql(`SELECT contacto_id, sucursal_id, folio, rfc, fecha::date AS dia FROM transaccion t WHERE organizacion_id = 1 AND obj_id = ${o} AND ${y} ORDER BY transaccion_id LIMIT 1`);
    const casos = [
      [`fechaInicial=${f.dia}`, `fecha >= '${f.dia}' AND ${y}`], [`fechaFinal=${f.dia}`, `fecha < date '${f.dia}' + 1 AND ${y}`],
      [`sucursalId=${f.sucursal_id}`, `sucursal_id = ${f.sucursal_id} AND ${y}`], [`proveedorId=${f.contacto_id}`, `contacto_id = ${f.contacto_id} AND ${y}`],
      [`busqueda=${f.folio}`, `busqueda LIKE '%${f.folio.toLowerCase()}%' AND ${y}`], ['monedaId=1', `moneda_id = 1 AND ${y}`], ...suyos,
    ];
    for (const [consulta, donde] of casos)
      await t.test(`${ruta} ${consulta}`, async () => {
        const esperados = await ids(o, donde);
        assert.ok(esperados.length > 0, 'el caso tiene filas');
        assert.deepEqual((await datos(`/api/${ruta}?${consulta}`)).map(d => d.transaccionId), esperados);
      });
    await t.test(`${ruta} lo que está mal`, async () => {
      for (const campo of ['sucursalId', 'proveedorId', 'monedaId']) esError(await get(`/api/${ruta}?${campo}=987654`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]);
      esError(await get(`/api/${ruta}?fechaInicial=2026-02-01&fechaFinal=2026-01-31`), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
      esError(await get(`/api/${ruta}?estado=Perdido&registrosPorPagina=101`), 400, 'VALIDACION', ['estado RANGO', 'registrosPorPagina RANGO']);
    });
  }
  await t.test('NotaRemision: las de un cliente son de venta', async () => {
    assert.deepEqual(await datos(`/api/NotaRemision?clienteId=${deVenta}`), (await datos(`/api/NotaRemision?proveedorId=${deVenta}`)), 'sin origen=Venta se listan las de compra');
    esError(await get('/api/NotaRemision?clienteId=987654321'), 400, 'VALIDACION', ['clienteId NO_EXISTE']);
  });
  await t.test('GastosSobreCompra: de una compra que no existe', async () => {
    for (const id of [987654321, await primero(12), await primero(13, 'true', 2)]) esError(await get(`/api/GastosSobreCompra?transaccionIdCompra=${id}`), 400, 'VALIDACION', ['transaccionIdCompra NO_EXISTE']);
  });
  await t.test('Cotizaciones/Proveedor', async () => {
    const [una, otra] = await ids(30);
    assert.deepEqual((await datos(`/api/Cotizaciones/Proveedor?cotizacionId=${una}`)).map(d => d.transaccionId), [una]);
    const { proveedorId } = (await datos(`/api/Cotizaciones/Proveedor?cotizacionId=${otra}`))[0];
    assert.deepEqual((await datos(`/api/Cotizaciones/Proveedor?proveedorId=${proveedorId}`)).map(d => d.transaccionId), await ids(30, `contacto_id = ${proveedorId}`));
    esError(await get(`/api/Cotizaciones/Proveedor?cotizacionId=${await primero(12)}`), 400, 'VALIDACION', ['cotizacionId NO_EXISTE']);
    assert.deepEqual((await datos('/api/Cotizaciones/Proveedor')).filter(d => [una, otra].includes(d.transaccionId)).map(d => d.estado), ['Vencido', 'Vigente']);
  });
});

test('OP-095: lo recibido de una orden, y quien la autorizó', async () => {
  const orden = async donde => datos(`/api/OrdenCompra/${await primero(12, donde)}`);
  const parcial = await orden("estado = 'Parcial'");
  assert.deepEqual(parcial.partidas.map(p => [p.cantidad, p.cantidadRecibida, p.cantidadPendiente]), [[10, 4, 6], [20, 9, 11]]);
  assert.equal(parcial.porcentajeRecibido, 43.33);
  assert.deepEqual([parcial.autorizadoPor, parcial.fechaAutorizacion], ['rosa', '2026-05-03T12:00:00']);
  assert.equal((await orden("estado = 'Recibido'")).porcentajeRecibido, 100);
  const nueva = await orden("estado = 'Pendiente'");
  assert.deepEqual([nueva.porcentajeRecibido, nueva.autorizadoPor, nueva.fechaAutorizacion, nueva.entregaFecha, nueva.condicionesPago], [0, '', '', '', '']);
  const servicios = await orden(`estado = 'Autorizado' AND transaccion_id IN (SELECT transaccion_id FROM partida JOIN producto p USING (organizacion_id, producto_id) WHERE p.tipo = 'Servicio')`);
  assert.equal(servicios.porcentajeRecibido, 100, 'no hay nada que recibir');
  const autorizada = await orden("estado = 'Autorizado'");
  assert.deepEqual([autorizada.entregaFecha, autorizada.condicionesPago], ['2026-05-20T09:00:00', '30 días']);
});

test('OP-097: desde un identificador, en el orden en que se crearon', async t => {
  const todas = (await ids(12)).sort((a, b) => a - b);
  const desde = async (id, mas = '') => (await datos(`/api/OrdenCompra/DesdeId/${id}${mas}`)).map(d => d.transaccionId);
  assert.deepEqual(await desde(0), todas);
  assert.deepEqual(await desde(todas[2]), todas.slice(2));
  assert.deepEqual(await desde(todas[2] + 1), todas.slice(3));
  assert.deepEqual(await desde(todas.at(-1) + 1), []);
  assert.deepEqual((await recorrer(srv, `/api/OrdenCompra/DesdeId/${todas[1]}?registrosPorPagina=2`, { token: m.t1 })).map(d => d.transaccionId), todas.slice(1));
  assert.deepEqual(await desde(0, '?estado=Autorizado'), (await ids(12, "estado = 'Autorizado'")).sort((a, b) => a - b));
  assert.deepEqual(await desde(0, '?pagina=2&registrosPorPagina=4'), todas.slice(4));
  const ajenas = await base.columna('SELECT transaccion_id FROM transaccion WHERE organizacion_id = 2 AND obj_id = 12 ORDER BY 1');
  assert.deepEqual((await datos(`/api/OrdenCompra/DesdeId/${todas[0]}`, { token: m.t2 })).map(d => d.transaccionId), ajenas.filter(id => id >= todas[0]), 'cada quien las suyas');
  assert.deepEqual((await datos(`/api/OrdenCompra/DesdeId/${todas[0]}`))[0], await datos(`/api/OrdenCompra/${todas[0]}`));
  for (const [id, codigo] of [['x', 'TIPO'], ['-1', 'RANGO'], ['99999999999999999999', 'RANGO']])
    await t.test(id, async () => esError(await get(`/api/OrdenCompra/DesdeId/${id}`), 400, 'VALIDACION', [`id ${codigo}`]));
});

test('OP-090: de qué orden y recepciones viene una factura, qué se pagó y qué la encareció', async () => {
  const f = await datos(`/api/FacturaCompra/${await primero(13, "uuid <> ''")}`);
  assert.deepEqual([f.serieProveedor, f.folioProveedor, f.fechaProveedor, f.fechaVencimiento, f.estatusTimbrado], ['A', 'PROV-77', '2026-05-02', '2026-06-30', 'Timbrado']);
  assert.equal(f.transaccionIdOrden, await primero(12, "estado = 'Parcial'"), 'por su recepción');
  assert.deepEqual(f.recepciones, [await primero(18, "estado = 'Parcial'")]);
  const egreso = await primero(10, 'numero > 9000');
  assert.deepEqual(f.pagos.map(p => ({ ...p })), [1, 2].map(n => ({
    consecutivo: n, transaccionId: egreso, folio: n === 1 ? 'EG1' : 'EG3', fecha: '2026-05-25T09:00:00', forma: 'Transferencia', cuenta: 'Banco', importe: 116 })));
  assert.deepEqual(f.gastosSobreCompra.map(g => [g.transaccionId, g.importe]), (await ids(15, "estado <> 'Cancelado'")).reverse().map(id => [id, 300]));
  assert.deepEqual(f.documentosRelacionados.filter(d => d.objId === 10).map(d => d.relacion), ['Pago']);
  const otra = await datos(`/api/FacturaCompra/${await primero(13, 'moneda_id = 2')}`);
  assert.equal(otra.transaccionIdOrden, await primero(12, "estado = 'Recibido'"), 'directa');
  assert.deepEqual([otra.recepciones, otra.pagos, otra.gastosSobreCompra, otra.estatusTimbrado, otra.tipoCambio], [[], [], [], 'SinTimbrar', 17.5]);
});

test('OP-091: incluirPartidas=false deja las demás listas', async () => {
  for (const ruta of ['FacturaCompra', 'OrdenCompra']) {
    const con = await datos(`/api/${ruta}`), sin = await datos(`/api/${ruta}?incluirPartidas=false`);
    assert.ok(con.some(d => d.documentosRelacionados.length > 0));
    assert.deepEqual(sin, con.map(d => ({ ...d, partidas: [] })));
  }
});

test('OP-092: varias, en el orden en que se piden; lo que no existe falta', async () => {
  const [a, b, c] = await ids(13);
  const ajena = await primero(13, 'true', 2);
  const pedir = cuerpo => srv.pedir('POST', '/api/FacturaCompra/PorIds', { token: m.t1, cuerpo });
  const r = await pedir([b, 999999999, c, b, ajena, await primero(12), a]);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(r.json.data.map(d => d.transaccionId), [b, c, a]);
  assert.deepEqual(r.json.data[0], await datos(`/api/FacturaCompra/${b}`));
  assert.deepEqual(Object.keys(r.json), ['data']);
  for (const cuerpo of [[], Array.from({ length: 501 }, (_, i) => i + 1)]) assert.equal((await pedir(cuerpo)).json.codigo, 'VALIDACION');
});

test('OP-093: una remisión tiene la contraparte de su lado', async () => {
  const compra = await datos(`/api/NotaRemision/${await primero(5, "origen = 'Compra' AND estado = 'Pendiente'")}`);
  assert.deepEqual([compra.origen, compra.clienteId, compra.codigoCliente, compra.cliente], ['Compra', 0, '', '']);
  assert.ok(compra.proveedorId > 0 && compra.proveedor !== '' && compra.rfc !== '');
  assert.equal(compra.transaccionIdOrden, await primero(12, "estado = 'Autorizado'"));
  assert.equal(compra.transaccionIdFactura, 0);
  const facturada = await datos(`/api/NotaRemision/${await primero(5, "origen = 'Compra' AND estado = 'Facturado'")}`);
  assert.equal(facturada.transaccionIdFactura, await primero(13, "estado = 'Pagado'"), 'la que sigue en pie, no la cancelada');
  const id = await base.uno(`SELECT t.transaccion_id FROM transaccion t JOIN relacion r ON r.organizacion_id = 1 AND r.origen_id = t.transaccion_id JOIN transaccion f ON f.organizacion_id = 1 AND f.transaccion_id = r.destino_id
    WHERE t.organizacion_id = 1 AND t.obj_id = 5 AND t.origen = 'Venta' AND f.obj_id = 1 AND f.estado <> 'Cancelado' ORDER BY 1 LIMIT 1`);
  const venta = await datos(`/api/NotaRemision/${id}`);
  assert.deepEqual([venta.origen, venta.proveedorId, venta.codigoProveedor, venta.proveedor], ['Venta', 0, '', '']);
  assert.ok(venta.clienteId > 0 && venta.cliente !== '');
  assert.equal(venta.transaccionIdFactura, await base.uno(`SELECT min(destino_id) FROM relacion WHERE organizacion_id = 1 AND origen_id = ${id}`));
  const registro = (await get(`/api/RegistroVenta/${id}`)).json;
  assert.deepEqual([venta.folio, venta.cliente, venta.total, venta.saldo], [registro.folio, registro.cliente, registro.total, registro.saldo]);
});

test('OP-099: lo que tocó a cada partida de la compra, y el costo antes y después', async () => {
  const compra = await datos(`/api/FacturaCompra/${await primero(13, "uuid <> ''")}`);
  const [tercero, , uno] = await ids(15);
  const primera = await datos(`/api/GastosSobreCompra/${uno}`), ultima = await datos(`/api/GastosSobreCompra/${tercero}`);
  for (const g of [primera, ultima]) assert.deepEqual([g.transaccionIdCompra, g.folioCompra, g.baseProrrateo, g.importe, g.total], [compra.transaccionId, compra.folio, 'Importe', 300, 348]);
  assert.notEqual(primera.concepto, '');
  // 10 and 20 pieces of factor 2 that cost 100 and 200; each landed cost adds as much again.
  assert.deepEqual(primera.distribucion.map(d => [d.cantidad, d.importeAsignado, d.costoUnitarioAnterior, d.costoUnitarioNuevo]), [[10, 100, 5, 10], [20, 200, 5, 10]]);
  assert.deepEqual(ultima.distribucion.map(d => [d.costoUnitarioAnterior, d.costoUnitarioNuevo]), [[10, 15], [10, 15]], 'el cancelado no cuenta');
  assert.deepEqual(Object.keys(primera.distribucion[0]), ['productoId', 'codigo', 'descripcion', 'cantidad', 'importeAsignado', 'costoUnitarioAnterior', 'costoUnitarioNuevo']);
  assert.deepEqual(primera.distribucion.map(d => d.codigo), compra.partidas.map(p => p.codigo));
});
