// OP-100 and OP-101: returns to suppliers, and credit notes line by line.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, recorrer, sinNulos } from './lib/ayuda_api.mjs';

let m, srv, base;
before(async () => {
  m = await montar({ registros: 480 });
  ({ srv, base } = m);
});
after(() => m?.cerrar());

const DETALLADO = '/api/NotaCredito/Detallado', DEVUELTO = '/api/NotaDevolucionProveedor';
const get = (ruta, token = m.t1) => srv.get(ruta, { token });
const pagina = async ruta => {
  const r = await get(ruta);
  assert.equal(r.estado, 200, r.texto);
  return r.json;
};
const centavos = n => Math.round(Number(n) * 100);
const suma = (filas, campo) => filas.reduce((s, f) => s + centavos(f[campo]), 0);
const porMoneda = (filas, campos) => [...new Set(filas.map(f => f.moneda))].sort().map(moneda => [moneda, ...campos.map(c => suma(filas.filter(f => f.moneda === moneda), c))]);
// A document of the demo copied as another type, with its lines, its taxes and its relation to its source.
async function copia(de, obj, { estado = 'Pendiente', origen, saldo } = {}) {
  const columnas = async tabla => base.columna(`SELECT column_name FROM information_schema.columns WHERE table_schema = 'gestor' AND table_name = '${tabla}' AND is_generated = 'NEVER'`);
  const id = await base.uno("SELECT nextval('gestor.transaccion_transaccion_id_seq')");
  const cancelado = estado === 'Cancelado';
  const valores = { transaccion_id: id, obj_id: obj, numero: `numero + ${id}`, serie: "'CR'", estado: `'${estado}'`, uuid: "''", saldo: cancelado ? 0 : saldo ?? 'total', fecha_cancelacion: cancelado ? 'fecha' : 'NULL',
    referencia_externa: "''", estatus_timbrado: "'SinTimbrar'", fecha_timbrado: 'NULL', tipo_documento: "'x'", ...Object.fromEntries(['cubetas', 'cubetas_mxn', 'pendiente', 'pendiente_mxn', 'tramo'].map(c => [c, 'NULL'])) };
  for (const [tabla, v] of [['transaccion', valores], ['partida', { transaccion_id: id, surtida: 0, facturada: 0, devuelta: 0 }], ['partida_impuesto', { transaccion_id: id }]]) {
    const c = await columnas(tabla);
    await base.sql(`INSERT INTO ${tabla} (${c.join(',')}) SELECT ${c.map(k => v[k] ?? k).join(',')} FROM ${tabla} WHERE organizacion_id = 1 AND transaccion_id = ${de}`);
  }
  if (origen) await base.sql(`INSERT INTO relacion (organizacion_id, origen_id, destino_id, tipo) VALUES (1, ${origen}, ${id}, 'Credito')`);
  return Number(id);
}

test('OP-101: una fila por línea de cada nota de crédito de clientes, con lo de la nota repetido', async () => {
  const filas = await recorrer(srv, `${DETALLADO}?registrosPorPagina=7`, { token: m.t1 });
  const esperado = await base.sql(`SELECT t.transaccion_id, p.numero_partida FROM transaccion t JOIN partida p USING (organizacion_id, transaccion_id) WHERE t.organizacion_id = 1 AND t.obj_id = 7
    ORDER BY t.fecha DESC, t.transaccion_id DESC, p.numero_partida DESC`);
  assert.ok(filas.length > 10);
  assert.deepEqual(filas.map(f => [f.transaccionId, f.numeroPartida]), esperado.map(f => [f.transaccion_id, f.numero_partida]));
  assert.deepEqual(Object.keys(filas[0]), ['transaccionId', 'folio', 'fecha', 'estado', 'tipo', 'contactoId', 'contacto', 'rfc', 'uuid', 'tipoRelacion', 'documentoRelacionado', 'uuidRelacionado', 'numeroPartida', 'productoId', 'codigo', 'concepto',
    'descripcion', 'cantidad', 'unidad', 'precioUnitario', 'importe', 'tasaIva', 'iva', 'ieps', 'moneda', 'total', 'aplicado', 'saldo', 'vendedor', 'sucursal', 'proyecto']);
  sinNulos(filas);
  for (const f of filas) {
    assert.equal(f.tipo, 'Cliente');
    assert.equal(centavos(f.aplicado), centavos(f.total) - centavos(f.saldo));
    const [d] = await base.sql(`SELECT t.folio, t.contacto, x.folio AS de, x.uuid, (SELECT coalesce(sum(importe), 0) FROM partida_impuesto i WHERE i.organizacion_id = 1 AND i.transaccion_id = t.transaccion_id AND i.numero_partida = ${f.numeroPartida} AND i.impuesto = '002' AND i.tipo = 'Traslado') AS iva
      FROM transaccion t LEFT JOIN relacion r ON r.organizacion_id = 1 AND r.destino_id = t.transaccion_id AND r.tipo = 'Credito' LEFT JOIN transaccion x ON x.organizacion_id = 1 AND x.transaccion_id = r.origen_id WHERE t.transaccion_id = ${f.transaccionId}`);
    assert.deepEqual([f.folio, f.contacto, f.documentoRelacionado, f.uuidRelacionado, f.tipoRelacion, f.iva], [d.folio, d.contacto, d.de ?? '', d.uuid ?? '', d.de ? '01' : '', Number(d.iva)]);
  }
  assert.ok(filas.some(f => f.documentoRelacionado !== '' && f.tasaIva === 0.16));
  const primera = await pagina(`${DETALLADO}?registrosPorPagina=7`);
  const vigentes = filas.filter(f => f.estado !== 'Cancelado');
  assert.deepEqual(primera.totales.monedas.map(t => [t.moneda, centavos(t.importe), centavos(t.iva), centavos(t.ieps)]), porMoneda(vigentes, ['importe', 'iva', 'ieps']), 'lo cancelado se lista y no suma');
  assert.equal((await pagina(`${DETALLADO}?registrosPorPagina=7&pagina=2`)).totales, null);
});

test('OP-101: sus filtros, y las de proveedores', async t => {
  const todas = await recorrer(srv, DETALLADO, { token: m.t1 });
  const f = todas[Math.floor(todas.length / 2)], dia = f.fecha.slice(0, 10);
  const [s] = await base.columna(`SELECT sucursal_id FROM transaccion WHERE transaccion_id = ${f.transaccionId}`);
  for (const [q, de] of [[`contactoId=${f.contactoId}`, x => x.contactoId === f.contactoId], [`fechaInicial=${dia}&fechaFinal=${dia}`, x => x.fecha.startsWith(dia)], [`estado=${f.estado}`, x => x.estado === f.estado],
    [`busqueda=${f.folio}`, x => x.folio.includes(f.folio)], [`sucursalId=${s}`, x => x.sucursal === f.sucursal], ...(f.productoId ? [[`productoId=${f.productoId}`, x => x.productoId === f.productoId]] : [])])
    await t.test(q, async () => assert.deepEqual((await recorrer(srv, `${DETALLADO}?${q}`, { token: m.t1 })).map(x => [x.transaccionId, x.numeroPartida]), todas.filter(de).map(x => [x.transaccionId, x.numeroPartida])));
  const compra = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 13');
  const id = await copia(f.transaccionId, 27, { origen: compra ?? undefined });
  const suyas = await pagina(`${DETALLADO}?tipo=Proveedor`);
  assert.deepEqual([...new Set(suyas.data.map(x => `${x.transaccionId} ${x.tipo}`))], [`${id} Proveedor`]);
  assert.deepEqual((await recorrer(srv, DETALLADO, { token: m.t1 })).length, todas.length);
  for (const [q, errores] of [['tipo=Otro', ['tipo RANGO']], ['estado=Pagado', ['estado RANGO']], ['contactoId=987654321&productoId=987654321&sucursalId=987654321', ['sucursalId NO_EXISTE', 'contactoId NO_EXISTE', 'productoId NO_EXISTE']],
    ['fechaInicial=2026-01-02&fechaFinal=2026-01-01', ['fechaFinal RANGO_FECHAS']]])
    await t.test(q, async () => esError(await get(`${DETALLADO}?${q}`), 400, 'VALIDACION', errores));
});

test('OP-100: lo que se devolvió a proveedores, con su compra, sus partidas y sus totales', async t => {
  assert.deepEqual((await pagina(DEVUELTO)).data, []);
  const [compra, otra] = await base.columna('SELECT transaccion_id FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND total > 0 ORDER BY 1 LIMIT 2');
  const comoCompra = Number(await copia(compra, 13)), comoOtra = Number(await copia(otra, 13));
  const dolares = await base.uno("SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND moneda = 'USD' AND total > 0");
  const a = await copia(compra, 26, { origen: comoCompra, saldo: 1 }), b = await copia(dolares, 26, { origen: comoOtra }), c = await copia(compra, 26, { estado: 'Cancelado', origen: comoCompra });
  await base.sql(`INSERT INTO documento (organizacion_id, transaccion_id, motivo) VALUES (1, ${a}, 'Dañada')`);
  const { data, totales } = await pagina(DEVUELTO);
  assert.deepEqual(new Set(data.map(f => f.transaccionId)), new Set([a, b, c]));
  assert.deepEqual(Object.keys(data[0]), ['transaccionId', 'folio', 'fecha', 'estado', 'proveedorId', 'proveedor', 'rfc', 'transaccionIdCompra', 'folioCompra', 'almacen', 'motivo', 'moneda', 'subtotal', 'iva', 'ieps', 'ivaRetenido', 'isrRetenido', 'total',
    'saldo', 'uuid', 'partidas']);
  sinNulos(data.map(({ partidas, ...f }) => f));  // an exempt tax has no rate
  const una = data.find(f => f.transaccionId === a);
  assert.deepEqual([una.transaccionIdCompra, una.folioCompra, una.motivo, una.saldo], [comoCompra, await base.uno(`SELECT folio FROM transaccion WHERE transaccion_id = ${comoCompra}`), 'Dañada', 1]);
  assert.equal(una.partidas.length, await base.uno(`SELECT count(*)::int FROM partida WHERE organizacion_id = 1 AND transaccion_id = ${a}`));
  const vigentes = data.filter(f => f.estado !== 'Cancelado'), campos = ['subtotal', 'iva', 'ieps', 'ivaRetenido', 'isrRetenido', 'total', 'saldo'];
  assert.deepEqual(totales.monedas.map(x => [x.moneda, ...campos.map(k => centavos(x[k]))]), porMoneda(vigentes, campos));
  const ids = async q => (await pagina(`${DEVUELTO}?${q}`)).data.map(f => f.transaccionId).sort();
  assert.deepEqual(await ids(`transaccionIdCompra=${comoCompra}`), [a, c].sort());
  assert.deepEqual(await ids('estado=Cancelado'), [c]);
  assert.deepEqual(await ids('monedaId=2'), [b]);
  assert.deepEqual(await ids(`proveedorId=${una.proveedorId}`), data.filter(f => f.proveedorId === una.proveedorId).map(f => f.transaccionId).sort());
  assert.deepEqual(await ids(`busqueda=${una.folio}`), [a]);
  for (const [q, errores] of [['transaccionIdCompra=987654321', ['transaccionIdCompra NO_EXISTE']], [`transaccionIdCompra=${a}`, ['transaccionIdCompra NO_EXISTE']], ['proveedorId=987654321', ['proveedorId NO_EXISTE']], ['estado=Surtido', ['estado RANGO']]])
    await t.test(q, async () => esError(await get(`${DEVUELTO}?${q}`), 400, 'VALIDACION', errores));
  assert.deepEqual((await get(DEVUELTO, m.t2)).json.data, []);
});
