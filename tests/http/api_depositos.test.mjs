// Deposits and advances as they are read, one by one, by page and by range.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, sinNulos } from './lib/ayuda_api.mjs';

let m, srv, base, concepto;
before(async () => {
  m = await montar({ registros: 400 });
  ({ srv, base } = m);
  // A deposit of two concepts: 116 with VAT, 50 without; the second withholds 2.
  concepto = await base.uno('SELECT min(concepto_id) FROM concepto WHERE organizacion_id = 1');
  await base.sql(`
    WITH t AS (INSERT INTO transaccion (organizacion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, subtotal, iva, total, usuario, fecha_creacion)
               SELECT 1, min(sucursal_id), 1, '2026-03-01 23:59:59', 8, 'DPX', 'Depósito', 'Asignado', 148, 16, 164, 'prueba', '2026-03-01' FROM sucursal WHERE organizacion_id = 1 RETURNING transaccion_id),
         b AS (INSERT INTO movimiento_banco (organizacion_id, transaccion_id, cuenta_id, forma_pago_id, tipo, cuenta, forma, referencia)
               SELECT 1, transaccion_id, c.cuenta_id, f.forma_pago_id, 'Concepto', c.nombre, f.nombre, 'INT-1' FROM t,
               (SELECT * FROM cuenta_bancaria WHERE organizacion_id = 1 ORDER BY cuenta_id LIMIT 1) c, (SELECT * FROM forma_pago WHERE organizacion_id = 1 ORDER BY forma_pago_id LIMIT 1) f),
         p AS (INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, concepto_id, descripcion, cantidad, precio_unitario, importe, notas)
               SELECT 1, transaccion_id, n, ${concepto}, 'Intereses', 1, v, v, 'nota ' || n FROM t, (VALUES (1, 100), (2, 50)) x (n, v) RETURNING transaccion_id)
    SELECT count(*) FROM p`);
  await base.sql(`INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe)
    SELECT 1, transaccion_id, n, 1, i, tipo, 'Tasa', 0.16, 100, v FROM transaccion, (VALUES (1, '002', 'Traslado', 16), (2, '001', 'Retencion', 2)) x (n, i, tipo, v) WHERE organizacion_id = 1 AND serie = 'DPX'`);
});
after(() => m?.cerrar());

const get = ruta => srv.get(`/api/Bancos/${ruta}`, { token: m.t1 });
const datos = async ruta => {
  const r = await get(ruta);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const ids = (donde = 'true', orden = 'DESC') => base.columna(`SELECT t.transaccion_id FROM transaccion t JOIN movimiento_banco m ON m.organizacion_id = 1 AND m.transaccion_id = t.transaccion_id
  WHERE t.organizacion_id = 1 AND obj_id IN (8, 9) AND (${donde}) ORDER BY fecha ${orden}, t.transaccion_id ${orden} LIMIT ${orden === 'DESC' ? 100 : 1000}`);
const numeros = filas => filas.map(d => d.transaccionId);

const campos = ['transaccionId', 'objId', 'tipoDocumento', 'serie', 'folio', 'fecha', 'estado', 'sucursalId', 'sucursal', 'proyectoId', 'proyecto', 'centroCostoId', 'monedaId', 'moneda', 'tipoCambio', 'notas',
  'referenciaExterna', 'usuario', 'fechaCreacion', 'fechaCancelacion', 'motivoCancelacion', 'cuentaId', 'cuenta', 'formaPagoId', 'forma', 'claveSAT33', 'contactoId', 'contacto', 'rfc', 'referencia', 'importe',
  'importeAsignado', 'importePorAsignar', 'tipo', 'conciliado', 'partidas', 'aplicaciones', 'archivos', 'uuid', 'fechaTimbrado'];

test('cada depósito tiene sus campos, ningún nulo, y lo asignado más lo que falta es su importe', async () => {
  const lista = await datos('Depositos');
  assert.deepEqual(numeros(lista), await ids());
  for (const d of lista) {
    assert.deepEqual(Object.keys(d), campos);
    sinNulos(d);
    if (d.estado === 'Cancelado') assert.deepEqual([d.importeAsignado, d.aplicaciones], [0, []]);
    else assert.equal(Math.round(100 * d.importe), Math.round(100 * (d.importeAsignado + d.importePorAsignar)));
    assert.equal(d.tipo, d.objId === 9 ? 'Anticipo' : d.serie === 'DPX' ? 'Concepto' : 'Cobranza');
  }
  assert.ok(['Asignado', 'Parcial', 'Cancelado'].every(e => lista.some(d => d.estado === e)) && lista.some(d => d.objId === 9));
});

test('OP-085: uno, con sus aplicaciones', async () => {
  const [id, cuantas] = Object.values((await base.sql(`SELECT fuente_id, count(*) FROM aplicacion WHERE organizacion_id = 1 AND fecha_reversa IS NULL AND fuente_id IN
    (SELECT transaccion_id FROM transaccion WHERE obj_id = 8 AND moneda_id = 1) AND destino_id IN (SELECT transaccion_id FROM transaccion WHERE moneda_id = 2) GROUP BY 1 ORDER BY 1 LIMIT 1`))[0]);
  const d = await datos(`Depositos/${id}`);
  assert.equal(d.aplicaciones.length, cuantas);
  assert.deepEqual(d.aplicaciones, await base.sql(`SELECT row_number() OVER (ORDER BY a.fecha, aplicacion_id) AS consecutivo, t.transaccion_id AS "transaccionId", t.tipo_documento AS "tipoDocumento", t.folio,
    to_char(a.fecha, 'YYYY-MM-DD"T"HH24:MI:SS') AS fecha, importe_destino AS importe, importe_fuente AS "importeMoneda", a.tipo_cambio AS "tipoCambio", iva16 + iva8 AS "ivaCobrado", '' AS usuario,
    to_char(timezone(s.zona_horaria, a.registrada)::timestamp(0), 'YYYY-MM-DD"T"HH24:MI:SS') AS "fechaRegistro"
    FROM aplicacion a JOIN transaccion t ON t.transaccion_id = a.destino_id JOIN sucursal s ON s.sucursal_id = t.sucursal_id WHERE a.organizacion_id = 1 AND a.fuente_id = ${id} AND a.fecha_reversa IS NULL ORDER BY a.fecha, aplicacion_id`));
  assert.ok(d.aplicaciones[0].importeMoneda > d.aplicaciones[0].importe, 'pesos por dólares');
  const factura = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1');
  const ajeno = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 8');
  for (const malo of [987654321, factura, ajeno]) esError(await get(`Depositos/${malo}`), 400, 'NO_ENCONTRADO', []);
  esError(await get('Depositos/x'), 400, 'VALIDACION', ['id TIPO']);
});

test('un depósito por concepto muestra sus partidas con impuestos', async () => {
  const [d] = await datos('Depositos?tipo=Concepto');
  const nombre = await base.uno(`SELECT nombre FROM concepto WHERE organizacion_id = 1 AND concepto_id = ${concepto}`);
  assert.deepEqual(d.partidas, [
    { numeroPartida: 1, conceptoId: concepto, concepto: nombre, transaccionIdVenta: 0, folioVenta: '', importe: 116, iva: 16, notas: 'nota 1' },
    { numeroPartida: 2, conceptoId: concepto, concepto: nombre, transaccionIdVenta: 0, folioVenta: '', importe: 48, iva: 0, notas: 'nota 2' }]);
  assert.equal(d.partidas.reduce((s, p) => s + p.importe, 0), d.importe);
});

test('OP-084: cada filtro da lo que dice SQL', async t => {
  const [f] = await base.sql(`SELECT m.cuenta_id, m.forma_pago_id, t.contacto_id, t.folio, t.fecha::date AS dia FROM transaccion t JOIN movimiento_banco m ON m.transaccion_id = t.transaccion_id
    WHERE t.organizacion_id = 1 AND obj_id = 8 AND estado = 'Asignado' AND contacto_id > 1 ORDER BY 1 DESC, t.transaccion_id LIMIT 1`);
  for (const [q, donde] of [[`cuentaId=${f.cuenta_id}`, `cuenta_id = ${f.cuenta_id}`], [`clienteId=${f.contacto_id}`, `contacto_id = ${f.contacto_id}`], ['estado=Cancelado', "estado = 'Cancelado'"],
    ['estado=Asignado', "estado = 'Asignado'"], ['tipo=Anticipo', "m.tipo = 'Anticipo'"], [`formaPagoId=${f.forma_pago_id}`, `forma_pago_id = ${f.forma_pago_id}`], [`fechaInicial=${f.dia}`, `fecha >= '${f.dia}'`],
    [`fechaInicial=${f.dia}&fechaFinal=${f.dia}`, `fecha::date = '${f.dia}'`], ['soloPorAsignar=true', "saldo > 0 AND estado <> 'Cancelado'"], ['soloPorAsignar=false', 'true'],
    [`busqueda=${f.folio}`, `busqueda LIKE '%${f.folio.toLowerCase()}%'`]])
    await t.test(q, async () => {
      const esperados = await ids(donde);
      assert.ok(esperados.length > 0);
      assert.deepEqual(numeros(await datos(`Depositos?${q}`)), esperados);
    });
  for (const campo of ['cuentaId', 'clienteId', 'formaPagoId'])
    await t.test(`${campo} que no existe`, async () => esError(await get(`Depositos?${campo}=987654321`), 400, 'VALIDACION', [`${campo} NO_EXISTE`]));
  esError(await get('Depositos?fechaInicial=2026-02-01&fechaFinal=2026-01-01'), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
});

test('OP-086: por rango, del primero al último, sin páginas', async t => {
  const rango = 'fechaInicial=2025-03-02&fechaFinal=2026-03-01';
  const en = "fecha >= '2025-03-02' AND fecha < '2026-03-02'";
  const r = await get(`DepositosPorFecha?${rango}`);
  assert.deepEqual(Object.keys(r.json), ['data']);
  assert.deepEqual(numeros(r.json.data), await ids(`${en} AND estado <> 'Cancelado'`, 'ASC'));
  assert.ok(r.json.data.length > 100 && r.json.data.at(-1).serie === 'DPX', 'el último segundo del último día');
  assert.deepEqual(numeros(await datos(`DepositosPorFecha?${rango}&incluirCancelados=true`)), await ids(en, 'ASC'));
  const [cuenta, sucursal] = Object.values((await base.sql('SELECT min(cuenta_id), (SELECT max(sucursal_id) FROM sucursal WHERE organizacion_id = 1) AS s FROM cuenta_bancaria WHERE organizacion_id = 1'))[0]);
  assert.deepEqual(numeros(await datos(`DepositosPorFecha?${rango}&cuentaId=${cuenta}`)), await ids(`${en} AND estado <> 'Cancelado' AND cuenta_id = ${cuenta}`, 'ASC'));
  assert.deepEqual(numeros(await datos(`DepositosPorFecha?${rango}&sucursalId=${sucursal}`)), await ids(`${en} AND estado <> 'Cancelado' AND sucursal_id = ${sucursal}`, 'ASC'));
  for (const [q, errores] of [['', ['fechaInicial REQUERIDO', 'fechaFinal REQUERIDO']], ['fechaInicial=2026-01-01', ['fechaFinal REQUERIDO']], ['fechaInicial=2026-01-02&fechaFinal=2026-01-01', ['fechaFinal RANGO_FECHAS']],
    ['fechaInicial=2025-01-01&fechaFinal=2026-01-02', ['fechaFinal RANGO_FECHAS']], [`${rango}&cuentaId=987654321`, ['cuentaId NO_EXISTE']], [`${rango}&sucursalId=987654321`, ['sucursalId NO_EXISTE']]])
    await t.test(q || 'sin fechas', async () => esError(await get(`DepositosPorFecha?${q}`), 400, 'VALIDACION', errores));
  assert.equal((await get('DepositosPorFecha?fechaInicial=2025-01-01&fechaFinal=2026-01-01')).estado, 200, '366 días');
});
