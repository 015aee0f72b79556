// OP-123, OP-125, OP-127 and quotations: new sales. Every rule has a row that fails without it, every error is told once, and stock and ledger are
// right to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaVenta', NOTA = '/api/NotaVenta', PEDIDO = '/api/PedidoCliente', COTIZACION = '/api/Cotizaciones/Cliente';
let m, e, base, srv;
const p = {};  // products by code
const c = {};  // customers
const hoy = new Date(Date.now() - 6 * 3600e3).toISOString().slice(0, 10);
const dia = n => new Date(Date.now() - 6 * 3600e3 + n * 864e5).toISOString().slice(0, 10);

before(async () => {
  m = await montar({ registros: 300 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Comercial de prueba', rfc: 'EKU9003173C9' });
  await base.sql("UPDATE sat_clave_prod_serv SET estimulo_frontera = false WHERE clave = (SELECT max(clave) FROM sat_clave_prod_serv)");
  const sinEstimulo = await base.uno("SELECT min(clave) FROM sat_clave_prod_serv WHERE NOT estimulo_frontera");
  for (const [codigo, mas] of Object.entries({
    A: {}, B: {}, DIEZ: {}, CERO: { tasaIva: 0 }, EXENTO: { exentoIva: true }, NOOBJ: { objetoImpuesto: '01' }, IEPS8: { tasaIeps: 0.08 }, CUOTA: { cuotaIeps: 1.5 },
    SINEST: { claveProductoServicio: sinEstimulo }, SERV: { tipo: 'Servicio', unidadMedidaId: e.servicio }, RETIENE: { tipo: 'Servicio', unidadMedidaId: e.servicio, tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 },
    SER: { manejaSeries: true }, LOTE: { manejaLotes: true }, APARTA: {}, LISTA: {}, NADA: {}, INACTIVO: { activo: false } }))
    p[codigo] = await e.producto(codigo, mas);
  p.KIT = await e.producto('KIT', { tipo: 'Kit', componentes: [{ productoId: p.A, cantidad: 2 }, { productoId: p.B, cantidad: 1 }] });
  for (const codigo of ['A', 'B', 'DIEZ', 'CERO', 'EXENTO', 'NOOBJ', 'IEPS8', 'CUOTA', 'SINEST']) await e.entrada(p[codigo], 1000, 10);
  await e.entrada(p.APARTA, 10, 10);
  await e.entrada(p.SER, 3, 100, { series: ['S1', 'S2', 'S3'] });
  await e.entrada(p.LOTE, 10, 5, { lotes: [{ lote: 'L1', cantidad: 6, caducidad: '2027-01-31' }, { lote: 'L2', cantidad: 4 }] });
  [c.uno, c.dos, c.fisica, c.limite] = [await e.cliente('C1', { diasCredito: 30 }), await e.cliente('C2'),
    await e.cliente('FIS', { rfc: 'CACX7605101P8', regimenFiscal: '612' }), await e.cliente('LIM', { limiteCredito: 1000 })];
  e.frontera = Number((await base.sql(`SELECT set_config('gestor.organizacion', '${e.id}', false); SELECT sucursal_crear(${e.id}, 'TIJ', 'Tijuana', '22000', 'America/Tijuana', true, 'T')`)).split('\n').pop());
  await base.sql(`INSERT INTO almacen (organizacion_id, sucursal_id, clave, nombre) VALUES (${e.id}, ${e.frontera}, 'TIJ', 'Tijuana')`);
  e.almacenTij = await e.uno('almacen', 'almacen_id', "clave = 'TIJ'");
  for (const codigo of ['A', 'CERO', 'EXENTO', 'SINEST', 'LISTA']) await e.mover('Entrada', [{ productoId: p[codigo], cantidad: 100, costoUnitario: 10 }], { almacenId: e.almacenTij, sucursalId: e.frontera });
});
after(() => m?.cerrar());

const linea = (codigo, cantidad = 1, precioUnitario = 100, mas = {}) => ({ productoId: p[codigo], cantidad, ...(precioUnitario !== null && { precioUnitario }), ...mas });
const factura = (partidas = [linea('A')], mas = {}) => ({ clienteId: c.uno, partidas, ...mas });
const nota = (partidas = [linea('A')], mas = {}) => ({ partidas, ...mas });
const pedido = factura;
const cotizacion = (partidas = [linea('A')], mas = {}) => ({ clienteId: c.uno, vigenciaFecha: dia(30), partidas, ...mas });
const efectivo = importe => ({ formaPagoId: e.efectivo, cuentaId: e.caja, importe });
const vista = async (ruta, id) => (await srv.get(`${ruta}/${id}`, { token: e.token })).json.data;
const filas = (ruta, f) => f.map(([que, cuerpo, esperado]) => [que, 'POST', ruta, cuerpo, esperado]);
const cuenta = () => base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`);
const importes = async id => {
  const [x] = await base.sql(`SELECT subtotal, descuento, iva, ieps, iva_retenido, isr_retenido, total FROM transaccion WHERE transaccion_id = ${id}`);
  return Object.values(x).join(' ');
};

test('pedido del ejemplo: 330.57, y sin promoción 336.37', async () => {
  const con = await e.hecho(PEDIDO, pedido([linea('DIEZ', 3, 99.99, { descuento: 10, promocion: 5 })], { entregaFecha: `${dia(3)}T10:00:00`, vigenciaFecha: dia(3) }));
  assert.equal(await importes(con.transaccionId), '284.97 15 45.6 0 0 0 330.57');
  assert.deepEqual([con.estado, con.saldo, con.partidas[0].importe, con.partidas[0].descuento, con.partidas[0].promocion, con.partidas[0].impuestos[0].importe], ['Pendiente', 0, 284.97, 10, 5, 45.5952]);
  assert.equal(con.vigenciaFecha.slice(0, 10), dia(3));
  const sin = await e.hecho(PEDIDO, pedido([linea('DIEZ', 3, 99.99, { descuento: 10 })]));
  assert.equal(await importes(sin.transaccionId), '289.97 10 46.4 0 0 0 336.37');
  assert.deepEqual([await e.poliza(con.transaccionId), sin.partidas[0].promocion], [[], 0]);
  assert.equal(await e.hay(p.DIEZ), '1000 10000.00 6');
  const { uuid, advertencias, ...leido } = con;
  assert.deepEqual([uuid, advertencias], ['', []]);
  assert.deepEqual(await vista(PEDIDO, con.transaccionId), leido);
});

// Faults of the header and of the lines that all four operations refuse.
const ajeno = () => base.uno("SELECT min(producto_id) FROM producto WHERE organizacion_id = 1 AND activo");
const clienteAjeno = () => base.uno("SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1 AND activo");
for (const [ruta, cuerpo, nombre] of [[FACTURA, factura, 'factura'], [NOTA, nota, 'nota'], [PEDIDO, pedido, 'pedido'], [COTIZACION, cotizacion, 'cotización']])
  test(`${nombre}: encabezado y partidas`, async t => {
    const antes = await cuenta();
    const [productoAjeno, contactoAjeno] = [await ajeno(), await clienteAjeno()];
    const ajenos = Object.fromEntries(await Promise.all([['almacenId', 'almacen'], ['vendedorId', 'vendedor'], ['proyectoId', 'proyecto'], ['sucursalId', 'sucursal']].map(async ([k, v]) =>
      [k, await base.uno(`SELECT min(${v}_id) FROM ${v} WHERE organizacion_id = 1`)])));
    const cc = await base.uno('SELECT min(clasificador_costo_id) FROM clasificador_costo WHERE organizacion_id = 1');
    await tabla(t, srv, e.token, filas(ruta, [
      ['sin partidas', cuerpo([]), 'VALIDACION partidas REQUERIDO'],
      ['cantidad cero', cuerpo([linea('A', 0)]), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO'],
      ['cantidad negativa', cuerpo([linea('A', -1)]), 'VALIDACION partidas[0].cantidad MAYOR_QUE_CERO'],
      ['siete decimales', cuerpo([linea('A', 1.0000001)]), 'VALIDACION partidas[0].cantidad RANGO'],
      ['precio negativo', cuerpo([linea('A', 1, -1)]), 'VALIDACION partidas[0].precioUnitario RANGO'],
      ['descuento negativo', cuerpo([linea('A', 1, 10, { descuento: -1 })]), 'VALIDACION partidas[0].descuento RANGO'],
      ['promoción negativa', cuerpo([linea('A', 1, 10, { promocion: -1 })]), 'VALIDACION partidas[0].promocion RANGO'],
      ['descuento y promoción pasan del importe', cuerpo([linea('A', 1, 10, { descuento: 6, promocion: 4.01 })]), 'VALIDACION partidas[0].descuento RANGO'],
      ['promoción sola pasa del importe', cuerpo([linea('A', 1, 10, { promocion: 10.01 })]), 'VALIDACION partidas[0].promocion RANGO'],
      ['el importe calculado no cabe', cuerpo([linea('A', 1000000000000, 1000000000000)]), 'VALIDACION partidas[0].precioUnitario RANGO'],
      ['ni producto ni concepto', cuerpo([{ cantidad: 1, precioUnitario: 1 }]), 'VALIDACION partidas[0].productoId REQUERIDO'],
      ['producto y concepto', cuerpo([linea('A', 1, 1, { conceptoId: e.venta })]), 'VALIDACION partidas[0].conceptoId RANGO'],
      ['producto de otra empresa', cuerpo([linea('A', 1, 1, { productoId: productoAjeno })]), 'VALIDACION partidas[0].productoId NO_EXISTE'],
      ['producto inactivo', cuerpo([linea('INACTIVO')]), 'VALIDACION partidas[0].productoId NO_EXISTE'],
      ['código que no existe', cuerpo([{ codigo: 'NO', cantidad: 1, precioUnitario: 1 }]), 'VALIDACION partidas[0].codigo NO_EXISTE'],
      ['código de otro producto', cuerpo([linea('A', 1, 1, { codigo: 'B' })]), 'VALIDACION partidas[0].codigo RANGO'],
      ['concepto sin precio', cuerpo([{ conceptoId: e.venta, cantidad: 1 }]), 'VALIDACION partidas[0].precioUnitario REQUERIDO'],
      ['concepto que no es de venta', cuerpo([{ conceptoId: e.gasto, cantidad: 1, precioUnitario: 1 }]), 'VALIDACION partidas[0].conceptoId RANGO'],
      ['concepto que no existe', cuerpo([{ conceptoId: 999999999, cantidad: 1, precioUnitario: 1 }]), 'VALIDACION partidas[0].conceptoId NO_EXISTE'],
      ['unidad que no se convierte', cuerpo([linea('A', 1, 1, { unidadMedidaId: e.servicio })]), 'VALIDACION partidas[0].unidadMedidaId RANGO'],
      ['unidad que no existe', cuerpo([linea('A', 1, 1, { unidadMedidaId: 999999999 })]), 'VALIDACION partidas[0].unidadMedidaId NO_EXISTE'],
      ['almacén de la partida, de otra empresa', cuerpo([linea('A', 1, 1, { almacenId: ajenos.almacenId })]), 'VALIDACION partidas[0].almacenId NO_EXISTE'],
      ['proyecto y centro de costo de la partida', cuerpo([linea('A', 1, 1, { proyectoId: ajenos.proyectoId, centroCostoId: cc })]), 'VALIDACION partidas[0].proyectoId NO_EXISTE, partidas[0].centroCostoId NO_EXISTE'],
      ['descripción con |', cuerpo([linea('A', 1, 1, { descripcion: 'a|b' })]), 'VALIDACION partidas[0].descripcion FORMATO'],
      ['serie repetida en la partida', cuerpo([linea('SER', 2, 1, { series: ['S1', 'S1'] })]), 'VALIDACION partidas[0].series DUPLICADO'],
      ['lote repetido en la partida', cuerpo([linea('LOTE', 2, 1, { lotes: [{ lote: 'L1', cantidad: 1 }, { lote: 'L1', cantidad: 1 }] })]), 'VALIDACION partidas[0].lotes DUPLICADO'],
      ['todas las partidas malas se dicen', cuerpo([linea('A', 1, 1, { productoId: 999999999 }), linea('A'), linea('A', 1, 1, { productoId: 999999998 })]), 'VALIDACION partidas[0].productoId NO_EXISTE, partidas[2].productoId NO_EXISTE'],
      ['sin precio en ninguna lista', cuerpo([linea('NADA', 1, null)]), 'PRECIO_NO_DEFINIDO partidas[0].precioUnitario REQUERIDO'],
      ['cliente de otra empresa', cuerpo(undefined, { clienteId: contactoAjeno }), 'VALIDACION clienteId NO_EXISTE'],
      ['vendedor de otra empresa', cuerpo(undefined, { vendedorId: ajenos.vendedorId }), 'VALIDACION vendedorId NO_EXISTE'],
      ['almacén de otra empresa', cuerpo(undefined, { almacenId: ajenos.almacenId }), 'VALIDACION almacenId NO_EXISTE'],
      ['proyecto de otra empresa', cuerpo(undefined, { proyectoId: ajenos.proyectoId }), 'VALIDACION proyectoId NO_EXISTE'],
      ['centro de costo de otra empresa', cuerpo(undefined, { centroCostoId: cc }), 'VALIDACION centroCostoId NO_EXISTE'],
      ['sucursal de otra empresa', cuerpo(undefined, { sucursalId: ajenos.sucursalId }), 'VALIDACION sucursalId NO_EXISTE'],
      ['serie que la sucursal no tiene', cuerpo(undefined, { serie: 'ZZ' }), 'VALIDACION serie NO_EXISTE'],
      ['moneda que la empresa no usa', cuerpo(undefined, { moneda: 'EUR' }), 'VALIDACION moneda NO_EXISTE'],
      ['moneda que no es la de monedaId', cuerpo(undefined, { moneda: 'USD', monedaId: 1 }), 'VALIDACION moneda RANGO'],
      ['pesos con tipo de cambio', cuerpo(undefined, { tipoCambio: 1.5 }), 'VALIDACION tipoCambio RANGO'],
      ['dólares sin tipo de cambio', cuerpo(undefined, { moneda: 'USD' }), 'VALIDACION tipoCambio REQUERIDO'],
      ['tipo de cambio cero', cuerpo(undefined, { moneda: 'USD', tipoCambio: 0 }), 'VALIDACION tipoCambio MAYOR_QUE_CERO'],
      ['referencia de más de 60', cuerpo(undefined, { referenciaExterna: 'x'.repeat(61) }), 'VALIDACION referenciaExterna LONGITUD'],
      ['numeroPartidaOrigen sin documento de origen', cuerpo([linea('A', 1, 1, { numeroPartidaOrigen: 1 })]), 'VALIDACION partidas[0].numeroPartidaOrigen RANGO'],
      ['un campo que no existe', cuerpo(undefined, { otro: 1 }), 'VALIDACION otro DESCONOCIDO'],
    ]));
    assert.equal(await cuenta(), antes, 'nada se guardó');
  });

test('sucursal de la sesión, sucursal sin resolver, serie propia', async () => {
  const sin = await base.usuario({ usuario: 'sinsucursal', organizacion: e.id });
  await base.sql(`UPDATE usuario SET sucursal_id = NULL WHERE usuario_id = ${sin.usuarioId}`);
  const token = await srv.entrar({ ...sin, ...e.llave });
  for (const [ruta, cuerpo] of [[FACTURA, factura()], [NOTA, nota()], [PEDIDO, pedido()], [COTIZACION, cotizacion()]]) {
    esError(await srv.pedir('POST', ruta, { token, cuerpo }), 400, 'SUCURSAL_NO_RESUELTA');
    esError(await srv.pedir('POST', ruta, { token, cuerpo: { ...cuerpo, sucursalId: 0 } }), 400, 'SUCURSAL_NO_RESUELTA');
    const r = await srv.pedir('POST', ruta, { token, cuerpo: { ...cuerpo, sucursalId: e.matriz } });
    assert.equal(r.estado, 200, r.texto);
    const cero = await e.hecho(ruta, { ...cuerpo, sucursalId: 0 });
    assert.equal(await base.uno(`SELECT sucursal_id FROM transaccion WHERE transaccion_id = ${cero.transaccionId}`), e.matriz);
    assert.equal(Number(cero.folio.replace(/\D/g, '')), Number(r.json.data.folio.replace(/\D/g, '')) + 1, 'folios sin hueco');
  }
  await base.sql(`INSERT INTO serie_folio (organizacion_id, sucursal_id, obj_id, serie, predeterminada) VALUES (${e.id}, ${e.matriz}, 1, 'WEB', false)`);
  const web = await e.hecho(FACTURA, factura(undefined, { serie: 'web' }));
  assert.deepEqual([web.serie, web.folio], ['WEB', 'WEB1']);
});

test('cliente: por código, uno de los dos, obligatorio menos en la nota', async t => {
  for (const [ruta, cuerpo] of [[FACTURA, factura], [PEDIDO, pedido], [COTIZACION, cotizacion]])
    await tabla(t, srv, e.token, filas(ruta, [
      ['sin cliente', cuerpo(undefined, { clienteId: undefined }), 'VALIDACION clienteId REQUERIDO'],
      ['cliente y código', cuerpo(undefined, { codigoCliente: 'C1' }), 'VALIDACION codigoCliente RANGO'],
      ['código que no existe', cuerpo(undefined, { clienteId: undefined, codigoCliente: 'NO' }), 'VALIDACION codigoCliente NO_EXISTE'],
      ['por código', cuerpo(undefined, { clienteId: undefined, codigoCliente: 'c1' }), { total: 116 }]]));
  const n = await e.hecho(NOTA, nota());
  assert.deepEqual(await base.sql(`SELECT contacto_id, contacto, rfc FROM transaccion WHERE transaccion_id = ${n.transaccionId}`), [{ contacto_id: e.publico, contacto: 'PUBLICO EN GENERAL', rfc: 'XAXX010101000' }]);
  const proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor' });
  const inactivo = await e.cliente('INA', { activo: false });
  for (const [ruta, cuerpo] of [[FACTURA, factura], [NOTA, nota], [PEDIDO, pedido], [COTIZACION, cotizacion]])
    for (const clienteId of [proveedor, inactivo]) await e.falla(ruta, cuerpo(undefined, { clienteId }), 'VALIDACION clienteId NO_EXISTE');
});

test('impuestos: cada tasa, en el documento y en el mayor', async t => {
  const casos = [
    ['16 %', FACTURA, factura([linea('A')]), '100 0 16 0 0 0 116', ['D CLIENTES 116.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A IVA_POR_COBRAR 16.00', 'A VENTAS_16 100.00']],
    ['0 %', FACTURA, factura([linea('CERO')]), '100 0 0 0 0 0 100', ['D CLIENTES 100.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A VENTAS_0 100.00']],
    ['exento', NOTA, nota([linea('EXENTO')]), '100 0 0 0 0 0 100', ['D CLIENTES 100.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A VENTAS_EXENTAS 100.00']],
    ['no objeto', FACTURA, factura([linea('NOOBJ')]), '100 0 0 0 0 0 100', ['D CLIENTES 100.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A VENTAS_NO_OBJETO 100.00']],
    ['IEPS por tasa, dentro de la base del IVA', FACTURA, factura([linea('IEPS8', 10, 12.5)]), '125 0 21.6 10 0 0 156.6',
      ['D CLIENTES 156.60', 'D COSTO_VENTAS 100.00', 'A INVENTARIO 100.00', 'A IVA_POR_COBRAR 21.60', 'A IEPS_POR_COBRAR 10.00', 'A VENTAS_16 125.00']],
    ['IEPS por cuota', FACTURA, factura([linea('CUOTA', 4, 25)]), '100 0 16.96 6 0 0 122.96',
      ['D CLIENTES 122.96', 'D COSTO_VENTAS 40.00', 'A INVENTARIO 40.00', 'A IVA_POR_COBRAR 16.96', 'A IEPS_POR_COBRAR 6.00', 'A VENTAS_16 100.00']],
    ['frontera 8 %', FACTURA, () => factura([linea('A')], { sucursalId: e.frontera }), '100 0 8 0 0 0 108', ['D CLIENTES 108.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A IVA_POR_COBRAR 8.00', 'A VENTAS_8 100.00']],
    ['frontera, clave sin estímulo: 16 %', FACTURA, () => factura([linea('SINEST')], { sucursalId: e.frontera }), '100 0 16 0 0 0 116', null],
    ['frontera no cambia 0 % ni exento', FACTURA, () => factura([linea('CERO'), linea('EXENTO')], { sucursalId: e.frontera }), '200 0 0 0 0 0 200', ['D CLIENTES 200.00', 'D COSTO_VENTAS 20.00', 'A INVENTARIO 20.00', 'A VENTAS_0 100.00', 'A VENTAS_EXENTAS 100.00']],
    ['de empresa a empresa no se retiene', FACTURA, factura([linea('RETIENE', 1, 1000)]), '1000 0 160 0 0 0 1160', ['D CLIENTES 1160.00', 'A IVA_POR_COBRAR 160.00', 'A VENTAS_16 1000.00']],
    ['concepto de venta', FACTURA, () => factura([{ conceptoId: e.venta, cantidad: 2, precioUnitario: 50 }]), '100 0 16 0 0 0 116', ['D CLIENTES 116.00', 'A IVA_POR_COBRAR 16.00', 'A VENTAS_16 100.00']],
    ['descuento', FACTURA, factura([linea('A', 3, 99.99, { descuento: 10, promocion: 5 })]), '284.97 15 45.6 0 0 0 330.57', ['D CLIENTES 330.57', 'D COSTO_VENTAS 30.00', 'A INVENTARIO 30.00', 'A IVA_POR_COBRAR 45.60', 'A VENTAS_16 284.97']],
  ];
  for (const [que, ruta, cuerpo, esperado, mayor] of casos)
    await t.test(que, async () => {
      const r = await e.hecho(ruta, typeof cuerpo === 'function' ? cuerpo() : cuerpo);
      assert.equal(await importes(r.transaccionId), esperado);
      if (mayor) assert.deepEqual(await e.poliza(r.transaccionId), mayor);
    });
});

test('un concepto de venta con cuenta propia: el ingreso va a ella', async () => {
  const antes = await base.uno(`SELECT cuenta_contable_id FROM concepto WHERE concepto_id = ${e.venta}`);
  await base.sql(`UPDATE concepto SET cuenta_contable_id = (SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'OTROS_INGRESOS') WHERE concepto_id = ${e.venta}`);
  const f = await e.hecho(FACTURA, factura([{ conceptoId: e.venta, cantidad: 2, precioUnitario: 50 }, linea('CERO')]));
  assert.deepEqual(await e.poliza(f.transaccionId), ['D CLIENTES 216.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A IVA_POR_COBRAR 16.00', 'A VENTAS_0 100.00', 'A OTROS_INGRESOS 100.00']);
  await base.sql(`UPDATE concepto SET cuenta_contable_id = ${antes} WHERE concepto_id = ${e.venta}`);
});

test('retenciones: sólo de persona física a empresa; fletes a cualquier empresa', async () => {
  const f = await Empresa.crear(m, { nombre: 'Persona', rfc: 'CACX7605101P8', regimen: '612' });
  const retiene = await f.producto('RET', { tipo: 'Servicio', unidadMedidaId: f.servicio, tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 });
  const [moral, fisica] = [await f.cliente('M'), await f.cliente('F', { rfc: 'XEXT8001017A3', regimenFiscal: '612' })];
  const partidas = [{ productoId: retiene, cantidad: 1, precioUnitario: 1000 }];
  const r = await f.hecho(FACTURA, { clienteId: moral, partidas });
  assert.equal(await importes(r.transaccionId), '1000 0 160 0 106.67 100 953.33');
  assert.deepEqual(await f.poliza(r.transaccionId), ['D CLIENTES 953.33', 'D IVA_RET_A_FAVOR_PENDIENTE 106.67', 'D ISR_RET_A_FAVOR_PENDIENTE 100.00', 'A IVA_POR_COBRAR 160.00', 'A VENTAS_16 1000.00']);
  assert.equal(await importes((await f.hecho(FACTURA, { clienteId: fisica, partidas })).transaccionId), '1000 0 160 0 0 0 1160');
  assert.equal(await importes((await f.hecho(FACTURA, { clienteId: moral, partidas: [{ conceptoId: f.honorarios, cantidad: 1, precioUnitario: 1000 }] })).transaccionId), '1000 0 160 0 106.67 100 953.33');
  // Freight: a company that pays withholds, whether the carrier is a company or a person.
  for (const x of [f, e]) {
    const flete = await x.producto('FLETE', { tipo: 'Servicio', unidadMedidaId: x.servicio, tasaIvaRetenido: 0.04 });
    await base.sql(`UPDATE producto SET tipo_retencion = 'Fletes' WHERE producto_id = ${flete}`);
    const [paga, no] = x === f ? [moral, fisica] : [c.uno, c.fisica];
    assert.equal(await importes((await x.hecho(FACTURA, { clienteId: paga, partidas: [{ productoId: flete, cantidad: 1, precioUnitario: 1000 }] })).transaccionId), '1000 0 160 0 40 0 1120');
    assert.equal(await importes((await x.hecho(FACTURA, { clienteId: no, partidas: [{ productoId: flete, cantidad: 1, precioUnitario: 1000 }] })).transaccionId), '1000 0 160 0 0 0 1160');
  }
  await f.cuadra();
});

test('precio: lista del cliente, predeterminada, escalones, con impuesto, vigencia, sucursal, descuento máximo', async () => {
  const lista = async (clave, mas = {}) => {
    const x = { moneda_id: 1, precios_con_impuesto: false, predeterminada: false, ...mas };
    return Number(await base.sql(`INSERT INTO lista_precios (organizacion_id, clave, nombre, ${Object.keys(x)}) VALUES (${e.id}, '${clave}', '${clave}', ${Object.values(x).map(v => `'${v}'`)}) RETURNING lista_precios_id`));
  };
  const precio = (l, codigo, valor, minima = 0, maximo = 0) => base.sql(`INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima, precio, descuento_maximo)
    VALUES (${e.id}, ${l}, ${p[codigo]}, ${e.pieza}, ${minima}, ${valor}, ${maximo})`);
  const general = await e.uno('lista_precios', 'lista_precios_id', 'predeterminada AND moneda_id = 1');
  const propia = await lista('PROPIA');
  const [conIva, vieja, deTij, inactiva] = [await lista('IVA', { precios_con_impuesto: true }), await lista('VIEJA', { vigencia_fin: dia(-1) }), await lista('TIJ'), await lista('INA', { activo: false })];
  await base.sql(`INSERT INTO lista_precios_sucursal VALUES (${e.id}, ${deTij}, ${e.frontera})`);
  for (const [l, codigo, valor, minima, maximo] of [[general, 'LISTA', 100], [general, 'LISTA', 90, 10], [general, 'A', 70], [propia, 'LISTA', 80, 0, 10], [propia, 'LISTA', 75, 5, 10], [conIva, 'LISTA', 116],
    [conIva, 'IEPS8', 125.28], [conIva, 'CUOTA', 30.74], [conIva, 'EXENTO', 50], [vieja, 'LISTA', 1], [deTij, 'LISTA', 55]]) await precio(l, codigo, valor, minima, maximo);
  await e.entrada(p.LISTA, 1000, 1);
  const conLista = async l => e.cliente(`L${l}`, { listaPreciosId: l });
  const clientes = { propia: await conLista(propia), conIva: await conLista(conIva), vieja: await conLista(vieja), deTij: await conLista(deTij) };
  const de = async (ruta, codigo, cantidad, mas) => {
    const r = await e.hecho(ruta, { ...(ruta === COTIZACION && { vigenciaFecha: hoy }), ...factura([linea(codigo, cantidad, null)], mas) });
    return base.uno(`SELECT precio_unitario FROM partida WHERE transaccion_id = ${r.transaccionId}`);
  };
  for (const [que, ruta, codigo, cantidad, mas, esperado] of [
    ['predeterminada', FACTURA, 'LISTA', 9, {}, 100], ['predeterminada, escalón', FACTURA, 'LISTA', 10, {}, 90], ['del cliente', FACTURA, 'LISTA', 4.999999, { clienteId: clientes.propia }, 80],
    ['del cliente, escalón', PEDIDO, 'LISTA', 5, { clienteId: clientes.propia }, 75], ['del cliente sin ese producto', FACTURA, 'A', 1, { clienteId: clientes.propia }, 70],
    ['con impuesto', FACTURA, 'LISTA', 1, { clienteId: clientes.conIva }, 100], ['con impuesto e IEPS', FACTURA, 'IEPS8', 1, { clienteId: clientes.conIva }, 100],
    ['con impuesto y cuota', FACTURA, 'CUOTA', 1, { clienteId: clientes.conIva }, 25], ['con impuesto, exento', FACTURA, 'EXENTO', 1, { clienteId: clientes.conIva }, 50],
    ['con impuesto, en la frontera', FACTURA, 'LISTA', 1, { clienteId: clientes.conIva, sucursalId: e.frontera }, 107.407407],
    ['vencida', FACTURA, 'LISTA', 1, { clienteId: clientes.vieja }, 100], ['de otra sucursal', NOTA, 'LISTA', 1, { clienteId: clientes.deTij }, 100],
    ['de su sucursal', NOTA, 'LISTA', 1, { clienteId: clientes.deTij, sucursalId: e.frontera }, 55],
    ['la que pide el pedido', PEDIDO, 'LISTA', 1, { listaPreciosId: propia }, 80], ['la que pide la cotización', COTIZACION, 'LISTA', 5, { listaPreciosId: propia }, 75]])
    assert.equal(await de(ruta, codigo, cantidad, mas), esperado, que);
  await e.falla(PEDIDO, pedido([linea('LISTA', 1, null)], { listaPreciosId: inactiva }), 'VALIDACION listaPreciosId NO_EXISTE');
  await e.falla(FACTURA, factura([linea('LISTA', 1, null)], { moneda: 'USD', tipoCambio: 20 }), 'PRECIO_NO_DEFINIDO partidas[0].precioUnitario REQUERIDO');
  const dolares = await lista('DLS', { moneda_id: await base.uno("SELECT moneda_id FROM moneda WHERE clave = 'USD'") });
  await precio(dolares, 'LISTA', 5.5);
  const enDolares = { clienteId: await conLista(dolares), tipoCambio: 20 };
  assert.equal(await de(FACTURA, 'LISTA', 1, { ...enDolares, moneda: 'USD' }), 5.5, 'la lista en la moneda del documento');
  assert.equal(await de(FACTURA, 'LISTA', 1, { clienteId: enDolares.clienteId }), 100, 'en pesos no: la predeterminada');
  // 10 % of 2 × 80 is 16.
  const conDescuento = (descuento, precio = null) => factura([linea('LISTA', 2, precio, { descuento })], { clienteId: clientes.propia });
  await e.falla(FACTURA, conDescuento(16.01), 'VALIDACION partidas[0].descuento RANGO');
  await e.falla(FACTURA, conDescuento(16.01, 80), 'VALIDACION partidas[0].descuento RANGO');
  assert.equal((await e.hecho(FACTURA, conDescuento(16))).total, 167.04);
  assert.equal((await e.hecho(FACTURA, factura([linea('LISTA', 2, null, { descuento: 199 })]))).total, 1.16, 'sin máximo');
  await e.falla(FACTURA, factura([linea('A', 1, 0)]), 'VALIDACION partidas[0].precioUnitario MAYOR_QUE_CERO');
});

test('dólares: la tasa del día, la enviada, y el costo en pesos', async () => {
  await base.sql(`INSERT INTO tipo_cambio (organizacion_id, moneda_id, fecha, valor) VALUES (${e.id}, 2, '${dia(-10)}', 17), (${e.id}, 2, '${dia(-2)}', 18.5), (${e.id}, 2, '${dia(2)}', 99)`);
  const r = await e.hecho(FACTURA, factura([linea('A', 1, 10.01)], { moneda: 'USD' }));
  assert.deepEqual(await base.sql(`SELECT moneda, tipo_cambio, total, saldo FROM transaccion WHERE transaccion_id = ${r.transaccionId}`), [{ moneda: 'USD', tipo_cambio: 18.5, total: 11.61, saldo: 11.61 }]);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D CLIENTES 214.79', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A IVA_POR_COBRAR 29.60', 'A VENTAS_16 185.19']);
  const antes = await e.hecho(FACTURA, factura([{ conceptoId: e.venta, cantidad: 1, precioUnitario: 10 }], { monedaId: 2, fecha: `${dia(-5)}T10:00:00` }));
  assert.equal(await base.uno(`SELECT tipo_cambio FROM transaccion WHERE transaccion_id = ${antes.transaccionId}`), 17);
  const enviada = await e.hecho(FACTURA, factura([linea('A', 1, 10)], { moneda: 'usd', tipoCambio: 20 }));
  assert.equal(await base.uno(`SELECT tipo_cambio FROM transaccion WHERE transaccion_id = ${enviada.transaccionId}`), 20);
  await e.falla(FACTURA, factura(undefined, { moneda: 'USD', fecha: `${dia(-11)}T10:00:00` }), 'VALIDACION tipoCambio REQUERIDO');
  await e.falla(NOTA, nota(undefined, { moneda: 'USD', pagos: [{ formaPagoId: e.efectivo, importe: 1 }] }), 'VALIDACION pagos[0].cuentaId REQUERIDO');
  await e.falla(NOTA, nota(undefined, { moneda: 'USD', pagos: [efectivo(1)] }), 'VALIDACION pagos[0].cuentaId RANGO');
});

test('referenciaExterna, una vez por tipo; periodo cerrado; fechas', async () => {
  for (const [ruta, cuerpo] of [[FACTURA, factura], [NOTA, nota], [PEDIDO, pedido], [COTIZACION, cotizacion]]) {
    const primero = await e.hecho(ruta, cuerpo(undefined, { referenciaExterna: 'EXT-1' }));
    const r = await e.falla(ruta, cuerpo(undefined, { referenciaExterna: 'EXT-1' }), 'REFERENCIA_DUPLICADA');
    assert.equal(r.json.transaccionId, primero.transaccionId);
    await base.sql(`UPDATE transaccion SET estado = 'Cancelado', saldo = 0, pendiente = NULL, pendiente_mxn = NULL, fecha_cancelacion = fecha WHERE transaccion_id = ${primero.transaccionId}`);
    await e.hecho(ruta, cuerpo(undefined, { referenciaExterna: 'EXT-1' }));
    await base.sql(`UPDATE transaccion SET estado = '${primero.estado}', referencia_externa = '', fecha_cancelacion = NULL WHERE transaccion_id = ${primero.transaccionId}`);
  }
  await e.cerrar('2025-03');  // earlier months close too
  for (const fecha of ['2025-03-31T23:59:59', '2024-12-31T00:00:00']) {
    await e.falla(FACTURA, factura(undefined, { fecha }), 'PERIODO_CERRADO');
    await e.falla(NOTA, nota(undefined, { fecha }), 'PERIODO_CERRADO');
  }
  assert.equal((await e.hecho(PEDIDO, pedido(undefined, { fecha: '2025-03-31T10:00:00' }))).fecha, '2025-03-31T10:00:00', 'un pedido no toca el mayor');
  const fecha = `${dia(-3)}T12:00:00`;
  await e.falla(PEDIDO, pedido(undefined, { fecha, entregaFecha: `${dia(-4)}T23:59:59`, vigenciaFecha: dia(-4) }), 'VALIDACION entregaFecha RANGO_FECHAS, vigenciaFecha RANGO_FECHAS');
  await e.hecho(PEDIDO, pedido(undefined, { fecha, entregaFecha: `${dia(-3)}T00:00:00`, vigenciaFecha: dia(-3) }));
  await e.falla(COTIZACION, cotizacion(undefined, { vigenciaFecha: dia(-1) }), 'VALIDACION vigenciaFecha RANGO_FECHAS');
  await e.falla(COTIZACION, cotizacion(undefined, { vigenciaFecha: undefined }), 'VALIDACION vigenciaFecha REQUERIDO');
});

test('límite de crédito: lo que debe más esta venta; pagada en el acto no cuenta', async () => {
  const de = (importe, mas) => factura([{ conceptoId: e.exento, cantidad: 1, precioUnitario: importe }], { clienteId: c.limite, ...mas });
  await e.hecho(FACTURA, de(600));
  await e.falla(FACTURA, de(400.01), 'LIMITE_CREDITO');
  await e.falla(NOTA, de(400.01), 'LIMITE_CREDITO');
  await e.falla(NOTA, de(800.01, { pagos: [efectivo(400)] }), 'LIMITE_CREDITO');  // the unpaid part of a note counts against the limit
  assert.equal((await e.hecho(NOTA, de(5000, { pagos: [efectivo(5000)] }))).estado, 'Pagado');
  await e.falla(FACTURA, de(20.01, { moneda: 'USD', tipoCambio: 20 }), 'LIMITE_CREDITO');
  await e.hecho(FACTURA, de(20, { moneda: 'USD', tipoCambio: 20 }));
  await e.falla(FACTURA, de(0.01), 'LIMITE_CREDITO');
  // Money in favour of the customer raises the limit.
  await e.hecho('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: c.limite, importe: 50 });
  await e.falla(FACTURA, de(50.01), 'LIMITE_CREDITO');
  await e.hecho(FACTURA, de(50));
  await e.hecho(PEDIDO, de(9999));
  await e.hecho(FACTURA, factura([linea('A', 1, 9999)], { clienteId: c.dos }));
});

test('datos fiscales: método, forma, uso contra régimen, vencimiento', async t => {
  const fiscal = async cuerpo => (await base.sql(`SELECT metodo_pago || ' ' || forma_pago || ' ' || uso_cfdi || ' ' || regimen_fiscal AS x FROM transaccion WHERE transaccion_id = ${(await e.hecho(FACTURA, cuerpo)).transaccionId}`))[0].x;
  for (const [que, mas, esperado] of [
    ['sin pago', {}, 'PPD 99 G03 601'], ['pago en parte', { pagos: [efectivo(100)] }, 'PPD 99 G03 601'], ['pagada', { pagos: [efectivo(116)] }, 'PUE 01 G03 601'],
    ['pagada, dice PPD', { pagos: [efectivo(116)], metodoPago: 'PPD' }, 'PPD 99 G03 601'], ['PUE sin forma', { metodoPago: 'PUE' }, 'PUE 03 G03 601'], ['PUE con forma', { metodoPago: 'PUE', formaPago: '04' }, 'PUE 04 G03 601'],
    ['forma sola', { formaPago: '28' }, 'PUE 28 G03 601'], ['99 sola', { formaPago: '99' }, 'PPD 99 G03 601'], ['otro uso', { usoCFDI: 'G01' }, 'PPD 99 G01 601'],
    ['público en general', { clienteId: e.publico, informacionGlobal: { periodicidad: '01', meses: hoy.slice(5, 7), anio: Number(hoy.slice(0, 4)) } }, 'PPD 99 S01 616']])
    assert.equal(await fiscal(factura(undefined, mas)), esperado, que);
  await tabla(t, srv, e.token, filas(FACTURA, [
    ['PPD con forma', factura(undefined, { metodoPago: 'PPD', formaPago: '03' }), 'VALIDACION formaPago RANGO'],
    ['PUE con 99', factura(undefined, { metodoPago: 'PUE', formaPago: '99' }), 'VALIDACION formaPago RANGO'],
    ['método que no existe', factura(undefined, { metodoPago: 'XXX' }), 'VALIDACION metodoPago CLAVE_SAT_INVALIDA'],
    ['forma que no existe', factura(undefined, { formaPago: '77' }), 'VALIDACION formaPago CLAVE_SAT_INVALIDA'],
    ['uso que no existe', factura(undefined, { usoCFDI: 'G99' }), 'VALIDACION usoCFDI CLAVE_SAT_INVALIDA'],
    ['uso que el régimen no admite', factura(undefined, { clienteId: e.publico, usoCFDI: 'G03' }), 'VALIDACION usoCFDI CLAVE_SAT_INVALIDA, informacionGlobal REQUERIDO'],
    ['timbrar sin proveedor', factura(undefined, { timbrar: true }), 'VALIDACION timbrar RANGO'],
    ['timbrar false', factura(undefined, { timbrar: false }), { estado: 'Pendiente' }],
    ['días de crédito negativos', factura(undefined, { diasCredito: -1 }), 'VALIDACION diasCredito RANGO'],
    ['relación sin uuid', factura(undefined, { cfdiRelacionados: { tipoRelacion: '04', uuids: [] } }), 'VALIDACION cfdiRelacionados.uuids REQUERIDO'],
  ]));
  const r = await e.pedir(FACTURA, factura(undefined, { usoCFDI: 'D01' }));
  esError(r, 400, 'VALIDACION');
  assert.ok(r.json.errores.every(x => x.campo === 'usoCFDI' && x.codigo === 'CLAVE_SAT_INVALIDA'), r.texto);
  const incompleto = await e.cliente('INC');
  for (const [cambio, esperado] of [["regimen_fiscal = NULL", 'VALIDACION clienteId REQUERIDO'], ["codigo_postal = ''", 'VALIDACION clienteId REQUERIDO'], ["uso_cfdi = NULL", 'VALIDACION usoCFDI REQUERIDO']]) {
    await base.sql(`UPDATE contacto SET regimen_fiscal = '601', codigo_postal = '26015', uso_cfdi = 'G03' WHERE contacto_id = ${incompleto}`);
    await base.sql(`UPDATE contacto SET ${cambio} WHERE contacto_id = ${incompleto}`);
    await e.falla(FACTURA, factura(undefined, { clienteId: incompleto }), esperado);
  }
  const vence = async mas => base.uno(`SELECT fecha_vencimiento - fecha::date FROM transaccion WHERE transaccion_id = ${(await e.hecho(FACTURA, factura(undefined, mas))).transaccionId}`);
  assert.deepEqual([await vence({}), await vence({ diasCredito: 0 }), await vence({ diasCredito: 7 })], [30, 0, 7]);
});

test('existencia, series, lotes y kits: lo que sale y lo que no', async t => {
  await tabla(t, srv, e.token, filas(FACTURA, [
    ['más de lo que hay', factura([linea('APARTA', 10.000001)]), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE'],
    ['entre dos partidas, más de lo que hay', factura([linea('APARTA', 6), linea('APARTA', 5)]), 'EXISTENCIA_INSUFICIENTE partidas[1].cantidad EXISTENCIA_INSUFICIENTE'],
    ['de un almacén vacío', () => factura([linea('APARTA', 1, 1, { almacenId: e.cedis })]), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE'],
    ['series que faltan', factura([linea('SER', 2)]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['series de menos', factura([linea('SER', 2, 1, { series: ['S1'] })]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO'],
    ['serie que no está', factura([linea('SER', 1, 1, { series: ['S9'] })]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['la misma serie en dos partidas', factura([linea('SER', 1, 1, { series: ['S1'] }), linea('SER', 1, 1, { series: ['S1'] })]), 'SERIE_LOTE_INVALIDO partidas[1].series SERIE_LOTE_INVALIDO'],
    ['series de un producto que no las lleva', factura([linea('A', 1, 1, { series: ['S1'] })]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO'],
    ['lotes que faltan', factura([linea('LOTE', 2)]), 'SERIE_LOTE_REQUERIDO partidas[0].lotes SERIE_LOTE_REQUERIDO'],
    ['lotes que no suman', factura([linea('LOTE', 2, 1, { lotes: [{ lote: 'L1', cantidad: 1 }] })]), 'SERIE_LOTE_REQUERIDO partidas[0].lotes SERIE_LOTE_REQUERIDO'],
    ['más que lo que hay del lote', factura([linea('LOTE', 5, 1, { lotes: [{ lote: 'L2', cantidad: 5 }] })]), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO'],
    ['lote que no existe', factura([linea('LOTE', 1, 1, { lotes: [{ lote: 'L9', cantidad: 1 }] })]), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO'],
    ['lotes de un producto que no los lleva', factura([linea('A', 1, 1, { lotes: [{ lote: 'L1', cantidad: 1 }] })]), 'SERIE_LOTE_INVALIDO partidas[0].lotes SERIE_LOTE_INVALIDO'],
    ['un kit del que falta un componente', factura([linea('KIT', 2000)]), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE'],
  ]));
  await e.falla(NOTA, nota([linea('APARTA', 11)]), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await e.falla(NOTA, nota([linea('SER', 1)]), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO');
  const s = await e.hecho(FACTURA, factura([linea('SER', 2, 100, { series: ['S1', 'S3'] }), linea('LOTE', 5, 10, { lotes: [{ lote: 'L1', cantidad: 3 }, { lote: 'L2', cantidad: 2 }] })]));
  assert.deepEqual([await e.hay(p.SER), await e.hay(p.LOTE)], ['1 100.00 0', '5 25.00 0']);
  assert.deepEqual(await base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SER}`), ['S2']);
  assert.deepEqual(await base.columna(`SELECT lote || ' ' || trim_scale(cantidad) FROM existencia_lote WHERE organizacion_id = ${e.id} AND producto_id = ${p.LOTE} ORDER BY 1`), ['L1 3', 'L2 2']);
  const f = await vista(FACTURA, s.transaccionId);
  assert.deepEqual([f.partidas[0].series, f.partidas[1].lotes.map(l => `${l.lote} ${l.cantidad}`)], [['S1', 'S3'], ['L1 3', 'L2 2']]);
  await e.falla(FACTURA, factura([linea('SER', 1, 1, { series: ['S1'] })]), 'SERIE_LOTE_INVALIDO partidas[0].series SERIE_LOTE_INVALIDO');
  // A kit moves its components, and costs the cost of its components.
  const antes = [await e.hay(p.A), await e.hay(p.B)].map(x => Number(x.split(' ')[0]));
  const k = await e.hecho(NOTA, nota([linea('KIT', 3, 100)]));
  assert.deepEqual([await e.hay(p.A), await e.hay(p.B)].map(x => Number(x.split(' ')[0])), [antes[0] - 6, antes[1] - 3]);
  assert.deepEqual(await e.poliza(k.transaccionId), ['D CLIENTES 348.00', 'D COSTO_VENTAS 90.00', 'A INVENTARIO 90.00', 'A IVA_POR_COBRAR 48.00', 'A VENTAS_16 300.00']);
});

test('nota: pagos, cambio, caja de la sucursal; escuela', async t => {
  const n = await e.hecho(NOTA, nota(undefined, { caja: 'CAJA1', pagos: [{ formaPagoId: e.transferencia, importe: 50, referencia: 'TR-1' }, { formaPagoId: e.efectivo, importe: 100 }] }));
  assert.deepEqual([n.estado, n.saldo, n.cambio, n.depositos.length], ['Pagado', 0, 34, 2]);
  assert.deepEqual(await e.poliza(n.transaccionId), ['D CLIENTES 116.00', 'D COSTO_VENTAS 10.00', 'A INVENTARIO 10.00', 'A IVA_POR_COBRAR 16.00', 'A VENTAS_16 100.00']);
  assert.deepEqual(await Promise.all(n.depositos.map(x => e.poliza(x))), [['D CAJA 50.00', 'D IVA_POR_COBRAR 6.90', 'A CLIENTES 50.00', 'A IVA_COBRADO 6.90'], ['D CAJA 66.00', 'D IVA_POR_COBRAR 9.10', 'A CLIENTES 66.00', 'A IVA_COBRADO 9.10']]);
  const v = await vista(NOTA, n.transaccionId);
  assert.deepEqual([v.caja, v.cambio, v.pagos.map(x => [x.forma, x.importe, x.referencia]), v.escuela], ['CAJA1', 34, [['Transferencia', 50, 'TR-1'], ['Efectivo', 66, '']], null]);
  const parte = await e.hecho(NOTA, nota(undefined, { pagos: [{ formaPagoId: e.efectivo, importe: 16 }] }));
  assert.deepEqual([parte.estado, parte.saldo, parte.cambio], ['Parcial', 100, 0]);
  const alumno = { alumno: 'Ana Pérez', curp: 'PELA150101MDFRPN09', nivelEducativo: 'Primaria', autRVOE: 'RVOE-1' };
  const escuela = mas => nota([{ conceptoId: e.exento, cantidad: 1, precioUnitario: 3500 }], { escuela: { ...alumno, ...mas } });
  await tabla(t, srv, e.token, filas(NOTA, [
    ['de más sin efectivo', nota(undefined, { pagos: [{ formaPagoId: e.transferencia, importe: 116.01 }] }), 'VALIDACION pagos RANGO'],
    ['el cambio pasa del efectivo', nota(undefined, { pagos: [{ formaPagoId: e.transferencia, importe: 117 }, { formaPagoId: e.efectivo, importe: 0.5 }] }), 'VALIDACION pagos RANGO'],
    ['pago cero', nota(undefined, { pagos: [{ formaPagoId: e.efectivo, importe: 0 }] }), 'VALIDACION pagos[0].importe MAYOR_QUE_CERO'],
    ['forma que no es de depósitos', nota(undefined, { pagos: [{ formaPagoId: e.porDefinir, importe: 1 }] }), 'VALIDACION pagos[0].formaPagoId RANGO'],
    ['forma que no existe', nota(undefined, { pagos: [{ formaPagoId: 999999999, importe: 1 }] }), 'VALIDACION pagos[0].formaPagoId NO_EXISTE'],
    ['cuenta que no existe', nota(undefined, { pagos: [{ formaPagoId: e.efectivo, cuentaId: 999999999, importe: 1 }] }), 'VALIDACION pagos[0].cuentaId NO_EXISTE'],
    ['sucursal sin caja', () => nota(undefined, { sucursalId: e.frontera, pagos: [{ formaPagoId: e.efectivo, importe: 1 }] }), 'VALIDACION pagos[0].cuentaId REQUERIDO'],
    ['escuela sin alumno', escuela({ alumno: undefined }), 'VALIDACION escuela.alumno REQUERIDO'],
    ['escuela sin CURP', escuela({ curp: undefined }), 'VALIDACION escuela.curp REQUERIDO'],
    ['escuela sin RVOE', escuela({ autRVOE: undefined }), 'VALIDACION escuela.autRVOE REQUERIDO'],
    ['CURP con mala forma', escuela({ curp: 'PELA' }), 'VALIDACION escuela.curp FORMATO'],
    ['RFC de pago con mala forma', escuela({ rfcPago: 'X' }), 'VALIDACION escuela.rfcPago RFC_INVALIDO'],
    ['otro nivel', escuela({ nivelEducativo: 'Universidad' }), 'VALIDACION escuela.nivelEducativo RANGO'],
    ...['Preescolar', 'Primaria', 'Secundaria', 'Profesional técnico', 'Bachillerato o su equivalente'].map(nivelEducativo => [nivelEducativo, escuela({ nivelEducativo }), { total: 3500 }])]));
  const colegiatura = await e.hecho(NOTA, escuela({ matricula: 'M-1', ciclo: '2026', periodo: 'Enero', rfcPago: 'CACX7605101P8' }));
  assert.deepEqual((await vista(NOTA, colegiatura.transaccionId)).escuela, { ...alumno, rfcPago: 'CACX7605101P8', matricula: 'M-1', ciclo: '2026', periodo: 'Enero' });
  assert.deepEqual(await e.poliza(colegiatura.transaccionId), ['D CLIENTES 3500.00', 'A VENTAS_EXENTAS 3500.00']);
});

test('factura: pagos', async t => {
  const f = await e.hecho(FACTURA, factura(undefined, { pagos: [efectivo(16), { ...efectivo(100), formaPagoId: e.transferencia }], addenda: { orden: '7' } }));
  assert.deepEqual([f.estado, f.saldo, f.depositos.length], ['Pagado', 0, 2]);
  assert.deepEqual((await vista(FACTURA, f.transaccionId)).addenda, { orden: '7' });
  const relacionados = { tipoRelacion: '04', uuids: ['0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D'] };
  const sustituta = await e.hecho(FACTURA, factura(undefined, { cfdiRelacionados: relacionados }));
  assert.deepEqual((await base.sql(`SELECT cfdi_relacionados AS r FROM documento WHERE transaccion_id = ${sustituta.transaccionId}`))[0].r, relacionados, 'se guardan para el timbrado');
  assert.deepEqual((await vista(FACTURA, f.transaccionId)).cobros.map(x => [x.transaccionId, x.importe2]), [[f.depositos[0], 16], [f.depositos[1], 100]]);
  await tabla(t, srv, e.token, filas(FACTURA, [
    ['pagos de más', factura(undefined, { pagos: [efectivo(116.01)] }), 'VALIDACION pagos RANGO'],
    ['pago sin cuenta', factura(undefined, { pagos: [{ formaPagoId: e.efectivo, importe: 1 }] }), 'VALIDACION pagos[0].cuentaId REQUERIDO'],
    ['en parte', factura(undefined, { pagos: [efectivo(16)] }), { estado: 'Parcial', saldo: 100 }]]));
});

test('lo que no cabe, aunque cada número quepa; sucursal sin almacén', async () => {
  const docena = Number(await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor) VALUES (${e.id}, 'DOC', 'Docena', 'doc', 'DPC', ${e.pieza}, 12) RETURNING unidad_medida_id`));
  const antes = await cuenta();
  await e.falla(PEDIDO, pedido([linea('A', 9999999999999, 0.000001, { unidadMedidaId: docena })]), 'RANGO');
  await e.falla(FACTURA, factura([{ conceptoId: e.venta, cantidad: 1, precioUnitario: 9999999999999 }], { moneda: 'USD', tipoCambio: 9999999999999 }), 'RANGO');
  const sucursalId = Number((await base.sql(`SELECT set_config('gestor.organizacion', '${e.id}', false); SELECT sucursal_crear(${e.id}, 'NVA', 'Nueva', '64000', 'America/Mexico_City', false, 'N')`)).split('\n').pop());
  await e.falla(FACTURA, factura([linea('SERV'), linea('A')], { sucursalId }), 'VALIDACION partidas[1].almacenId REQUERIDO');
  await e.falla(PEDIDO, pedido([linea('A')], { sucursalId }), 'VALIDACION partidas[0].almacenId REQUERIDO');
  assert.equal(await cuenta(), antes);
  await e.hecho(FACTURA, factura([linea('SERV'), linea('A', 1, 1, { almacenId: e.general })], { sucursalId }));
  await e.hecho(NOTA, nota([linea('SERV')], { sucursalId }));
  const docenas = await e.hecho(FACTURA, factura([linea('A', 0.5, 100, { unidadMedidaId: docena })]));
  assert.deepEqual((await e.poliza(docenas.transaccionId)).slice(0, 2), ['D CLIENTES 58.00', 'D COSTO_VENTAS 60.00'], 'media docena son seis');
  for (const [que, cuerpo, estado] of [['precio cero', nota([linea('A', 1, 0)]), 'Pagado'], ['todo descontado', nota([linea('A', 1, 10, { descuento: 10 })]), 'Pagado']]) assert.equal((await e.hecho(NOTA, cuerpo)).estado, estado, que);
});

test('la misma llave: los mismos bytes y un solo documento', async () => {
  await e.unaVez(FACTURA, factura(undefined, { pagos: [efectivo(116)] }), 1);
  await e.unaVez(NOTA, nota(undefined, { pagos: [efectivo(200)] }), 2);
  await e.unaVez(PEDIDO, pedido(), 3);
  await e.unaVez(COTIZACION, cotizacion(), 4);
});

test('permiso: quien sólo lee no vende', async () => {
  const lector = await base.usuario({ usuario: 'lector', organizacion: e.id, rol: 'lector', sucursal: e.matriz });
  const token = await srv.entrar({ ...lector, ...e.llave });
  for (const [ruta, cuerpo] of [[FACTURA, factura()], [NOTA, nota()], [PEDIDO, pedido()], [COTIZACION, cotizacion()]]) esError(await srv.pedir('POST', ruta, { token, cuerpo }), 403, 'PERMISO_DENEGADO');
});

test('al final todo cuadra', () => e.cuadra());
