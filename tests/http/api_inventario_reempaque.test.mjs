// OP-148: goods are repackaged into other goods. The value of the goods that leave is divided among the goods that enter, to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const REEMPACAR = '/api/Inventario/Reempaque', CANCELAR = '/api/Inventario/MovimientoCancelar';
let m, e, base, srv, caja;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Empacadora', rfc: 'EKU9003173C9' });
  caja = Number(await base.sql(`INSERT INTO unidad_medida (organizacion_id, clave, nombre, abreviatura, clave_unidad, unidad_base_id, factor) VALUES (${e.id}, 'CJ', 'Caja', 'cj', 'XBX', ${e.pieza}, 12) RETURNING unidad_medida_id`));
  for (const [codigo, mas] of Object.entries({ COSTAL: {}, BOLSA: {}, SOBRE: { metodoCosteo: 'PROMEDIO' }, TANQUE: { metodoCosteo: 'PROMEDIO' }, GALON: {}, SER: { manejaSeries: true }, PIEZA: { manejaSeries: true },
    QUESO: { manejaLotes: true }, REBANADA: { manejaLotes: true }, CAJA: { unidadMedidaId: caja }, SERV: { tipo: 'Servicio', unidadMedidaId: e.servicio, claveProductoServicio: '80101500' }, FACT: {} }))
    p[codigo] = await e.producto(codigo, mas);
});
after(() => m?.cerrar());

const cuerpo = (origen, destino, mas = {}) => ({ almacenId: e.general, origen, destino, ...mas });
const de = (codigo, cantidad, mas) => ({ productoId: p[codigo], cantidad, ...mas });
const reempacar = (...a) => e.hecho(REEMPACAR, cuerpo(...a));
const cancelar = (id, token = e.token) => srv.pedir('DELETE', `${CANCELAR}/${id}?motivo=Error`, { token });

test('vale lo mismo: se reparte por cantidad, el último se lleva el centavo, y no hay nada que asentar', async () => {
  await e.entrada(p.COSTAL, 1, 100);
  await e.entrada(p.COSTAL, 1, 100.03);
  const r = await reempacar([de('COSTAL', 2)], [de('BOLSA', 1), de('SOBRE', 1), de('BOLSA', 1)], { notas: 'Para la feria', referenciaExterna: 'RE-1' });
  assert.deepEqual([r.objId, r.serie, r.estado, r.total, r.costoTotal, r.merma, r.saldo, r.almacenId, r.notas, r.referenciaExterna], [19, 'RE', 'Aplicado', 200.03, 200.03, 0, 0, e.general, 'Para la feria', 'RE-1']);
  assert.deepEqual(r.origen.map(x => [x.numeroPartida, x.productoId, x.cantidad, x.costoUnitario, x.importe]), [[1, p.COSTAL, 2, 100.015, 200.03]]);
  assert.deepEqual(r.destino.map(x => [x.numeroPartida, x.codigo, x.cantidad, x.importe, x.factorCosto]), [[2, 'BOLSA', 1, 66.68, null], [3, 'SOBRE', 1, 66.68, null], [4, 'BOLSA', 1, 66.67, null]], 'la última se lleva lo que queda');
  assert.deepEqual([await e.poliza(r.transaccionId), await e.hay(p.COSTAL), await e.hay(p.BOLSA), await e.hay(p.SOBRE)], [[], '0 0.00 0', '2 133.35 0', '1 66.68 0']);
});

test('ninguna vale menos que nada, aunque los centavos no alcancen; en otra moneda, todo en ella', async () => {
  await e.entrada(p.TANQUE, 1, 0.02);
  const r = await reempacar([de('TANQUE', 1)], [de('GALON', 1), de('FACT', 1), de('GALON', 1), de('FACT', 1)]);
  assert.deepEqual(r.destino.map(x => x.importe), [0.01, 0.01, 0, 0]);
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  await e.entrada(p.TANQUE, 1, 200);
  const u = await reempacar([de('TANQUE', 1)], [de('GALON', 1)], { moneda: 'USD', tipoCambio: 20 });
  assert.deepEqual([u.moneda, u.total, u.costoTotal, u.origen[0].importe, u.destino[0].costoUnitario], ['USD', 10, 10, 10, 10]);
});

test('factorCosto y merma: la merma va a ajustes, el resto por factores', async () => {
  await e.entrada(p.TANQUE, 10, 100);
  const r = await reempacar([de('TANQUE', 10)], [de('GALON', 100, { factorCosto: 1 }), de('FACT', 1, { factorCosto: 2.5 })], { merma: 3.3333 });
  assert.deepEqual([r.merma, r.costoTotal, r.destino.map(x => [x.factorCosto, x.importe])], [3.3333, 1000, [[1, 276.19], [2.5, 690.48]]]);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D AJUSTE_INVENTARIO 33.33', 'A INVENTARIO 33.33']);
  // A repackaging with everything lost: the goods that enter are worth nothing.
  await e.entrada(p.TANQUE, 1, 7);
  const nada = await reempacar([de('TANQUE', 1)], [de('GALON', 5)], { merma: 100 });
  assert.deepEqual([nada.destino[0].importe, await e.poliza(nada.transaccionId)], [0, ['D AJUSTE_INVENTARIO 7.00', 'A INVENTARIO 7.00']]);
});

test('en la unidad de cada producto; por cantidades base', async () => {
  await e.mover('Entrada', [{ productoId: p.CAJA, cantidad: 1, costoUnitario: 120 }]);
  assert.equal(await e.hay(p.CAJA), '12 120.00 0');
  await e.entrada(p.COSTAL, 12, 1);
  const r = await reempacar([de('COSTAL', 12)], [de('CAJA', 1), de('BOLSA', 4)]);  // 12 pieces and 4
  assert.deepEqual(r.destino.map(x => x.importe), [9, 3]);
});

test('lotes: el que no dice caducidad toma la más próxima de los de origen', async () => {
  for (const [lote, caducidad] of [['Q1', '2027-06-01'], ['Q2', '2027-03-01'], ['Q3', '2026-12-01']])
    await e.mover('Entrada', [{ productoId: p.QUESO, cantidad: 10, costoUnitario: 10, lotes: [{ lote, cantidad: 10, caducidad }] }]);
  const r = await reempacar([de('QUESO', 5, { lotes: [{ lote: 'Q1', cantidad: 3 }, { lote: 'Q2', cantidad: 2 }] })],
    [de('REBANADA', 50, { lotes: [{ lote: 'R1', cantidad: 30 }, { lote: 'R2', cantidad: 20, caducidad: '2026-12-31' }] })]);
  assert.deepEqual([r.origen[0].lotes.map(l => `${l.lote} ${l.cantidad}`), r.destino[0].lotes.map(l => `${l.lote} ${l.cantidad} ${l.caducidad}`)],
    [['Q1 3', 'Q2 2'], ['R1 30 2027-03-01', 'R2 20 2026-12-31']]);
  assert.deepEqual(await base.columna(`SELECT lote || ' ' || caducidad FROM existencia_lote WHERE organizacion_id = ${e.id} AND producto_id = ${p.REBANADA} ORDER BY lote`), ['R1 2027-03-01', 'R2 2026-12-31']);
  // A lot in stock keeps its date of expiry.
  const mas = await reempacar([de('QUESO', 1, { lotes: [{ lote: 'Q3', cantidad: 1 }] })], [de('REBANADA', 10, { lotes: [{ lote: 'R1', cantidad: 10 }] })]);
  assert.deepEqual(mas.destino[0].lotes.map(l => `${l.lote} ${l.caducidad}`), ['R1 2027-03-01']);
  await e.falla(REEMPACAR, cuerpo([de('QUESO', 5)], [de('BOLSA', 1)]), 'SERIE_LOTE_REQUERIDO origen[0].lotes SERIE_LOTE_REQUERIDO');
  await e.falla(REEMPACAR, cuerpo([de('QUESO', 5, { lotes: [{ lote: 'Q1', cantidad: 5 }] })], [de('BOLSA', 1), de('REBANADA', 1)]), 'SERIE_LOTE_REQUERIDO destino[1].lotes SERIE_LOTE_REQUERIDO');
  await e.falla(REEMPACAR, cuerpo([de('QUESO', 9, { lotes: [{ lote: 'Q1', cantidad: 9 }] })], [de('BOLSA', 1)]), 'SERIE_LOTE_INVALIDO origen[0].lotes SERIE_LOTE_INVALIDO');
});

test('series: salen las que hay, entran las que no', async () => {
  await e.mover('Entrada', [{ productoId: p.SER, cantidad: 2, costoUnitario: 9, series: ['A', 'B'] }]);
  await e.falla(REEMPACAR, cuerpo([de('SER', 1)], [de('BOLSA', 1)]), 'SERIE_LOTE_REQUERIDO origen[0].series SERIE_LOTE_REQUERIDO');
  await e.falla(REEMPACAR, cuerpo([de('SER', 1, { series: ['Z'] })], [de('BOLSA', 1)]), 'SERIE_LOTE_INVALIDO origen[0].series SERIE_LOTE_INVALIDO');
  const r = await reempacar([de('SER', 1, { series: ['A'] })], [de('PIEZA', 2, { series: ['A1', 'A2'] })]);
  assert.deepEqual([r.origen[0].series, r.destino[0].series, r.destino[0].importe], [['A'], ['A1', 'A2'], 9]);
  await e.falla(REEMPACAR, cuerpo([de('SER', 1, { series: ['B'] })], [de('PIEZA', 1, { series: ['A1'] })]), 'SERIE_LOTE_INVALIDO destino[0].series SERIE_LOTE_INVALIDO');
});

test('lo que no se admite', async t => {
  await e.entrada(p.COSTAL, 5, 10);
  const si = () => [[de('COSTAL', 1)], [de('BOLSA', 1)]];
  const antes = [await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`), await e.hay(p.COSTAL)];
  await tabla(t, srv, e.token, [
    ['sin nada', {}, 'VALIDACION almacenId REQUERIDO, origen REQUERIDO, destino REQUERIDO'],
    ['listas vacías', cuerpo([], []), 'VALIDACION origen REQUERIDO, destino REQUERIDO'],
    ['sin producto', cuerpo([{ cantidad: 1 }], [{ cantidad: 1 }]), 'VALIDACION origen[0].productoId REQUERIDO, destino[0].productoId REQUERIDO'],
    ['productos que no existen', cuerpo([{ productoId: 999999999, cantidad: 1 }], [{ codigo: 'NO-HAY', cantidad: 1 }]), 'VALIDACION origen[0].productoId NO_EXISTE, destino[0].codigo NO_EXISTE'],
    ['un servicio', cuerpo([de('SERV', 1)], [de('SERV', 1)]), 'VALIDACION origen[0].productoId RANGO, destino[0].productoId RANGO, destino[0].productoId RANGO'],
    ['el mismo producto de los dos lados', cuerpo([de('COSTAL', 1)], [de('BOLSA', 1), de('COSTAL', 1)]), 'VALIDACION destino[1].productoId RANGO'],
    ['factor en unos y en otros no', cuerpo([de('COSTAL', 1)], [de('BOLSA', 1, { factorCosto: 1 }), de('SOBRE', 1)]), 'VALIDACION destino[1].factorCosto REQUERIDO'],
    ['factor de 0', cuerpo([de('COSTAL', 1)], [de('BOLSA', 1, { factorCosto: 0 })]), 'VALIDACION destino[0].factorCosto MAYOR_QUE_CERO'],
    ['merma de más de 100', cuerpo(...si(), { merma: 100.0001 }), 'VALIDACION merma RANGO'],
    ['merma negativa', cuerpo(...si(), { merma: -1 }), 'VALIDACION merma RANGO'],
    ['cantidad de 0', cuerpo([de('COSTAL', 0)], [de('BOLSA', 0)]), 'VALIDACION origen[0].cantidad MAYOR_QUE_CERO, destino[0].cantidad MAYOR_QUE_CERO'],
    ['almacén que no existe', cuerpo(...si(), { almacenId: 999999999 }), 'VALIDACION almacenId NO_EXISTE'],
    ['la misma serie dos veces', cuerpo([de('COSTAL', 1, { series: ['A', 'A'] })], [de('BOLSA', 1, { lotes: [{ lote: 'L', cantidad: 1 }, { lote: 'L', cantidad: 1 }] })]), 'VALIDACION origen[0].series DUPLICADO, destino[0].lotes DUPLICADO'],
    ['más de lo que hay, entre dos filas', cuerpo([de('COSTAL', 3), de('COSTAL', 3)], [de('BOLSA', 1)]), 'EXISTENCIA_INSUFICIENTE origen[1].cantidad EXISTENCIA_INSUFICIENTE'],
    ['en el futuro', cuerpo(...si(), { fecha: '2099-01-01T10:00:00' }), 'VALIDACION fecha RANGO'],
  ].map(([que, c, espera]) => [que, 'POST', REEMPACAR, c, espera]));
  assert.deepEqual([await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`), await e.hay(p.COSTAL)], antes, 'nada se guardó');
  const simulada = await srv.pedir('POST', `/simular${REEMPACAR}`, { token: e.token, cuerpo: cuerpo(...si()) });
  assert.deepEqual([simulada.estado, simulada.json.data?.costoTotal, await e.hay(p.COSTAL)], [200, 10, antes[1]], simulada.texto);
  const lector = await base.usuario({ usuario: 'lectoremp', organizacion: e.id, rol: 'lector', sucursal: e.matriz });
  esError(await srv.pedir('POST', REEMPACAR, { token: await srv.entrar({ ...lector, ...e.llave }), cuerpo: cuerpo(...si()) }), 403, 'PERMISO_DENEGADO');
  await e.unaVez(REEMPACAR, cuerpo(...si(), { referenciaExterna: 'UNA' }), 19);
  await e.falla(REEMPACAR, cuerpo(...si(), { referenciaExterna: 'UNA' }), 'REFERENCIA_DUPLICADA');
});

test('se cancela mientras lo que resultó siga entero', async () => {
  const antes = [await e.hay(p.COSTAL), await e.hay(p.BOLSA)];
  const r = await reempacar([de('COSTAL', 1)], [de('BOLSA', 10)], { merma: 10 });
  const s = await e.mover('Salida', [{ productoId: p.BOLSA, cantidad: Number(antes[1].split(' ')[0]) + 1 }], { conceptoId: e.merma });
  esError(await cancelar(r.transaccionId), 400, 'EXISTENCIA_INSUFICIENTE');
  assert.equal((await cancelar(s.transaccionId)).estado, 200);
  const c = await cancelar(r.transaccionId);
  assert.deepEqual([c.estado, c.json.data?.estado], [200, 'Cancelado'], c.texto);
  assert.deepEqual([await e.hay(p.COSTAL), await e.hay(p.BOLSA)], antes);
  assert.deepEqual(await e.poliza(r.transaccionId), ['D AJUSTE_INVENTARIO 1.00', 'A INVENTARIO 1.00', 'D INVENTARIO 1.00', 'A AJUSTE_INVENTARIO 1.00']);
  esError(await cancelar(r.transaccionId), 400, 'ESTADO_INVALIDO');
});

test('lo que una compra resulta costar de más, de lo que se reempacó va a ajustes', async () => {
  const proveedor = (await e.hecho('/api/Contactos', { codigo: 'PROV', tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: 'URE180429TM6', regimenFiscal: '601', usoCFDI: 'G03', codigoPostal: '86991' })).entidadId;
  p.GRANO = await e.producto('GRANO');
  const compra = await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, almacenId: e.general, partidas: [{ productoId: p.GRANO, cantidad: 10, precioUnitario: 10 }] });
  await reempacar([de('GRANO', 4)], [de('BOLSA', 4)]);
  const g = await e.hecho('/api/GastosSobreCompra', { transaccionIdCompra: compra.transaccionId, proveedorId: proveedor, conceptoId: await e.concepto('GA-FLETES'), importe: 50 });
  assert.deepEqual((await e.poliza(g.transaccionId)).filter(x => /INVENTARIO|COSTO/.test(x)), ['D INVENTARIO 30.00', 'D AJUSTE_INVENTARIO 20.00']);
});

test('al final todo cuadra', async () => {
  await e.cuadra();
  assert.deepEqual((await auditar(base)).filter(f => Number(f.organizacion_id) === e.id), []);
});
