// OP-087, OP-134, OP-135: egresses that pay payables and egresses by concept; the ledger of each, to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dia, esError, montar, recorrer, tabla } from './lib/ayuda_api.mjs';
import { porPagar } from './lib/por_pagar.mjs';

let m, srv, base, token, compra, persona, empresa;
const d = {};  // ids of the demo by name
before(async () => {
  m = await montar({ registros: 300, candados: true });
  ({ srv, base, t1: token } = m);
  ({ compra, persona, empresa } = await porPagar(base));
  const cuenta = clave => base.uno(`SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id = 1 AND clave = '${clave}'`);
  const forma = nombre => base.uno(`SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = 1 AND nombre = '${nombre}'`);
  const concepto = clave => base.uno(`SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = '${clave}'`);
  [d.banco, d.caja, d.dolares, d.transferencia, d.cheque, d.porDefinir] = await Promise.all([cuenta('BBVA-01'), cuenta('CAJA'), cuenta('BBVA-USD'),
    forma('Transferencia'), forma('Cheque'), forma('Por definir')]);
  for (const clave of ['GA-GENERAL', 'GA-TASA0', 'GA-EXENTO', 'GA-HONOR', 'GA-ARREND', 'GA-FLETES', 'GA-RESICO', 'EG-PAGOIVA', 'DP-OTROS']) d[clave] = await concepto(clave);
});
after(() => m?.cerrar());

const EGRESO = '/api/Bancos/EgresoAgregar';
const enviar = (cuerpo, opciones = {}) => srv.pedir('POST', EGRESO, { token, cuerpo, ...opciones });
async function hecho(cuerpo, opciones) {
  const r = await enviar(cuerpo, opciones);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
}
const egreso = (partidas, mas = {}) => ({ cuentaId: d.banco, formaPagoId: d.transferencia, partidas, ...mas });
const por = (conceptoId, importeAbono, mas = {}) => ({ conceptoId, importeAbono, ...mas });
const a = (transaccionIdCompra, importeAbono, mas = {}) => ({ transaccionIdCompra, importeAbono, ...mas });
const leer = async id => (await srv.get(`/api/Bancos/Egresos/${id}`, { token })).json.data;
const cancelar = (id, extra = '', opciones = {}) => srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${id}${extra}`, { token, ...opciones });

const estado = async id => (await base.sql(`SELECT estado || ' ' || saldo AS x FROM transaccion WHERE transaccion_id = ${id}`))[0].x;
// The ledger of a document: one line of text per póliza.
async function polizas(id) {
  return (await base.sql(`SELECT p.tipo || ': ' || string_agg(coalesce(c.clave, c.codigo) || CASE WHEN v.debe > 0 THEN ' D ' || v.debe ELSE ' A ' || v.haber END,
      ', ' ORDER BY v.debe = 0, c.codigo) AS x
    FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.organizacion_id = 1 AND p.transaccion_id = ${id} GROUP BY p.poliza_id, p.tipo ORDER BY p.poliza_id`)).map(f => f.x);
}
const descuadre = id => base.sql(`SELECT c.clave, sum(v.debe - v.haber) AS x FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
  JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.transaccion_id = ${id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`);
const impuestos = x => [x.subtotal, x.iva, x.ieps, x.ivaRetenido, x.isrRetenido];

test('conceptos directos: el servidor saca los impuestos del importe (V5), y los que se enteran quedan aparte', async () => {
  const conIeps = Number(await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, tasa_iva, tasa_ieps, objetos)
    VALUES (1, 'EG-IEPS', 'Con IEPS', 'Egreso', 0.16, 0.08, '{10}') RETURNING concepto_id`));
  const casos = [  // partidas, amounts of the header, póliza
    [[por(d['GA-HONOR'], 953.33)], [1000, 160, 0, 106.67, 100],
      'Egresos: IVA_ACREDITABLE D 53.33, IVA_ACREDITABLE_RETENIDO D 106.67, GASTO D 1000.00, BANCO A 953.33, ISR_RET_HONOR A 100.00, IVA_RET_POR_PAGAR A 106.67'],
    [[por(d['GA-ARREND'], 953.33)], [1000, 160, 0, 106.67, 100],
      'Egresos: IVA_ACREDITABLE D 53.33, IVA_ACREDITABLE_RETENIDO D 106.67, GASTO D 1000.00, BANCO A 953.33, ISR_RET_ARREND A 100.00, IVA_RET_POR_PAGAR A 106.67'],
    [[por(d['GA-RESICO'], 1147.5)], [1000, 160, 0, 0, 12.5], 'Egresos: IVA_ACREDITABLE D 160.00, GASTO D 1000.00, BANCO A 1147.50, ISR_RET_OTROS A 12.50'],
    [[por(d['GA-GENERAL'], 1160)], [1000, 160, 0, 0, 0], 'Egresos: IVA_ACREDITABLE D 160.00, GASTO D 1000.00, BANCO A 1160.00'],
    [[por(d['GA-GENERAL'], 100)], [86.21, 13.79, 0, 0, 0], 'Egresos: IVA_ACREDITABLE D 13.79, GASTO D 86.21, BANCO A 100.00'],
    [[por(conIeps, 99.99)], [79.82, 13.79, 6.38, 0, 0], 'Egresos: IVA_ACREDITABLE D 13.79, GASTO D 86.20, BANCO A 99.99'],
    [[por(d['GA-FLETES'], 1120)], [1000, 160, 0, 40, 0],
      'Egresos: IVA_ACREDITABLE D 120.00, IVA_ACREDITABLE_RETENIDO D 40.00, GASTO D 1000.00, BANCO A 1120.00, IVA_RET_POR_PAGAR A 40.00'],
    [[por(d['GA-TASA0'], 350)], [350, 0, 0, 0, 0], 'Egresos: GASTO D 350.00, BANCO A 350.00'],
    [[por(d['GA-EXENTO'], 10)], [10, 0, 0, 0, 0], 'Egresos: GASTO D 10.00, BANCO A 10.00'],
    [[por(d['EG-PAGOIVA'], 106.67)], [106.67, 0, 0, 0, 0],
      'Egresos: IVA_ACREDITABLE D 106.67, IVA_RET_POR_PAGAR D 106.67, BANCO A 106.67, IVA_ACREDITABLE_RETENIDO A 106.67'],  // api_enterar has the rest
    [[por(d['GA-GENERAL'], 116), por(d['GA-TASA0'], 4), por(d['GA-GENERAL'], 58)], [154, 24, 0, 0, 0], 'Egresos: IVA_ACREDITABLE D 24.00, GASTO D 154.00, BANCO A 178.00'],
  ];
  await hecho(egreso([por(d['GA-HONOR'], 953.33)]));  // EG-PAGOIVA remits its withheld VAT below
  for (const [partidas, importes, poliza] of casos) {
    const r = await hecho(egreso(partidas));
    assert.deepEqual([r.estado, r.saldo, r.importePorAsignar, r.importeAsignado, r.importe, impuestos(r)],
      ['Asignado', 0, 0, r.total, Number(partidas.reduce((s, p) => s + p.importeAbono, 0).toFixed(2)), importes]);
    assert.deepEqual(await polizas(r.transaccionId), [poliza]);
    if (partidas.length === 1) assert.deepEqual(r.partidas.map(p => [p.importeAbono, p.conceptoId, p.transaccionIdCompra, ...impuestos(p)]), [[partidas[0].importeAbono, partidas[0].conceptoId, 0, ...importes]]);
    const { total, saldo, uuid, advertencias, ...vista } = r;
    assert.deepEqual(await leer(r.transaccionId), vista);
    const c = await cancelar(r.transaccionId, '?motivo=prueba');
    assert.deepEqual([c.json.data.estado, c.json.data.saldo, c.json.data.documentosAfectados], ['Cancelado', 0, []]);
    assert.deepEqual(await descuadre(r.transaccionId), []);
  }
  await base.gestor(['parametro', 'poner', 'acreditaIeps', 'true', '--organizacion', '1']);
  assert.deepEqual(await polizas((await hecho(egreso([por(conIeps, 99.99)]))).transaccionId), ['Egresos: IVA_ACREDITABLE D 13.79, IEPS_ACREDITABLE D 6.38, GASTO D 79.82, BANCO A 99.99']);
  const usd = await hecho(egreso([por(d['GA-GENERAL'], 100.01), por(d['GA-TASA0'], 0.33)], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 18.123456, importe: 200.34 }));
  assert.deepEqual(await polizas(usd.transaccionId), ['Egresos: IVA_ACREDITABLE D 250.10, ANTICIPO_PROVEEDORES D 1812.35, GASTO D 1568.40, BANCO A 3630.85']);
});

test('a quién se retiene: nosotros somos empresa; a una empresa conocida no, salvo fletes', async () => {
  const casos = [[undefined, 106.67], [99887766, 106.67], [persona, 106.67], [empresa, 0]];
  for (const [beneficiarioId, retenido] of casos) {
    const r = await hecho(egreso([por(d['GA-HONOR'], 953.33)], beneficiarioId && { beneficiarioId }));
    assert.equal(r.ivaRetenido, retenido, `${beneficiarioId}`);
    assert.equal(r.partidas[0].importeAbono, 953.33);
  }
  assert.equal((await hecho(egreso([por(d['GA-FLETES'], 1120)], { beneficiarioId: empresa }))).ivaRetenido, 40);
  const rfc = await base.uno('SELECT rfc FROM organizacion WHERE organizacion_id = 1');
  await base.sql("UPDATE organizacion SET rfc = 'ZUNI800101AB1' WHERE organizacion_id = 1");
  assert.equal((await hecho(egreso([por(d['GA-HONOR'], 1160)]))).ivaRetenido, 0);
  await base.sql(`UPDATE organizacion SET rfc = '${rfc}' WHERE organizacion_id = 1`);
});

test('el ejemplo: honorarios y un abono a una factura; el saldo, el IVA que se acredita, y todo de vuelta', async () => {
  const f = await compra();
  const r = await hecho(egreso([por(d['GA-HONOR'], 953.33, { notas: 'Honorarios marzo' }), a(f, 580, { notas: '' })], { beneficiarioId: 987654, sucursalId: 0 }));
  assert.deepEqual([r.importe, ...impuestos(r), r.estado, r.beneficiarioId], [1533.33, 1500, 240, 0, 106.67, 100, 'Asignado', 987654]);
  assert.deepEqual(r.partidas.map(p => [p.numeroPartida, p.importeAbono, p.notas, p.transaccionIdCompra, p.importeDocumento, ...impuestos(p)]),
    [[1, 953.33, 'Honorarios marzo', 0, 0, 1000, 160, 0, 106.67, 100], [2, 580, '', f, 580, 500, 80, 0, 0, 0]]);
  assert.equal(await estado(f), 'Parcial 580.00');
  assert.deepEqual(await polizas(r.transaccionId), ['Egresos: IVA_ACREDITABLE D 133.33, IVA_ACREDITABLE_RETENIDO D 106.67, PROVEEDORES D 580.00, GASTO D 1000.00, ' +
    'BANCO A 1533.33, IVA_POR_ACREDITAR A 80.00, ISR_RET_HONOR A 100.00, IVA_RET_POR_PAGAR A 106.67']);
  const c = await cancelar(r.transaccionId, '?motivo=prueba');
  assert.deepEqual(c.json.data.documentosAfectados, [{ transaccionId: f, folio: r.partidas[1].folioCompra, saldoAnterior: 580, importe: 580, saldo: 1160, estado: 'Pendiente' }]);
  assert.equal(await estado(f), 'Pendiente 1160.00');
  assert.deepEqual(await descuadre(r.transaccionId), []);
  const leido = await leer(r.transaccionId);
  assert.deepEqual([leido.estado, leido.importeAsignado, leido.importePorAsignar, leido.motivoCancelacion, leido.partidas.length], ['Cancelado', 0, 0, 'prueba', 2]);
  esError(await cancelar(r.transaccionId), 400, 'ESTADO_INVALIDO');
});

test('lo retenido de una factura se debe al fisco con cada pago, fila por fila; gasto: acreedores', async () => {
  const f = await compra({ base16: 1000, iva16: 160, iva_ret: 106.67, isr_ret: 100 }, { obj: 14, retenidas: [['002', 'Honorarios', 0.106667, 106.67], ['001', 'Honorarios', 0.1, 100]] });
  const uno = await hecho(egreso([a(f, 400)]));
  assert.deepEqual(impuestos(uno.partidas[0]), [419.59, 67.13, 0, 44.76, 41.96]);
  const dos = await hecho(egreso([a(f, 553.33)]));
  assert.deepEqual(impuestos(dos), [580.41, 92.87, 0, 61.91, 58.04]);
  assert.equal(await estado(f), 'Pagado 0.00');
  assert.deepEqual(await polizas(dos.transaccionId), ['Egresos: IVA_ACREDITABLE D 30.96, IVA_ACREDITABLE_RETENIDO D 61.91, ACREEDORES D 553.33, IVA_RET_PENDIENTE D 61.91, ISR_RET_PENDIENTE D 58.04, ' +
    'BANCO A 553.33, IVA_POR_ACREDITAR A 92.87, ISR_RET_HONOR A 58.04, IVA_RET_POR_PAGAR A 61.91']);
});

test('lo que sobra queda por asignar, y se asigna después: anticipo de proveedores en lugar del banco', async () => {
  const [f, g] = [await compra(), await compra()];
  const r = await hecho(egreso([a(f, 100)], { importe: 1000 }));
  assert.deepEqual([r.estado, r.importe, r.importeAsignado, r.importePorAsignar, r.saldo], ['Parcial', 1000, 100, 900, 900]);
  const s = await hecho({ transaccionId: r.transaccionId, partidas: [a(g, 580, { notas: 'después' }), a(f, 160)] });
  assert.deepEqual([s.transaccionId, s.estado, s.importePorAsignar, s.iva], [r.transaccionId, 'Parcial', 160, 115.86]);
  assert.deepEqual(s.partidas.map(p => [p.numeroPartida, p.transaccionIdCompra, p.importeAbono, p.notas]), [[1, f, 100, ''], [2, g, 580, 'después'], [3, f, 160, '']]);
  assert.deepEqual((await polizas(r.transaccionId))[1], 'Diario: IVA_ACREDITABLE D 102.07, PROVEEDORES D 740.00, IVA_POR_ACREDITAR A 102.07, ANTICIPO_PROVEEDORES A 740.00');
  const t = await hecho({ transaccionId: r.transaccionId, partidas: [a(g, 160)] });
  assert.deepEqual([t.estado, t.importePorAsignar], ['Asignado', 0]);
  esError(await enviar({ transaccionId: r.transaccionId, partidas: [a(g, 1)] }), 400, 'ESTADO_INVALIDO');
  assert.equal((await cancelar(r.transaccionId)).json.data.documentosAfectados.length, 2);
  assert.deepEqual([await estado(f), await estado(g), await descuadre(r.transaccionId)], ['Pendiente 1160.00', 'Pendiente 1160.00', []]);
});

test('el crédito de un proveedor y su anticipo pagan lo que es de él, y sólo eso', async () => {
  for (const obj of [26, 27, 29]) {
    const credito = await compra({ base16: 100, iva16: 16 }, { obj });
    const f = await compra();
    esError(await enviar({ transaccionId: credito, partidas: [a(await compra(undefined, { contacto: empresa }), 1)] }), 400, 'VALIDACION');
    const r = await hecho({ transaccionId: credito, partidas: [a(f, 116)] });
    assert.deepEqual([r.objId, r.cuentaId, r.estado, r.importePorAsignar], [obj, 0, 'Aplicado', 0]);
    assert.equal(await estado(f), 'Parcial 1044.00');
    assert.deepEqual(await polizas(credito), [obj === 29 ? 'Diario: PROVEEDORES D 116.00, IVA_POR_ACREDITAR A 16.00, ANTICIPO_PROVEEDORES A 100.00' : 'Diario: IVA_ACREDITABLE D 16.00, IVA_POR_ACREDITAR A 16.00']);
    // EgresoCancelar takes money documents alone, and only while nothing uses them.
    esError(await cancelar(credito), 400, obj === 29 ? 'TIENE_DOCUMENTOS_RELACIONADOS' : 'NO_ENCONTRADO');
  }
});

test('otra moneda: importeAbono es del egreso, importeDocumento del documento; lo que redondea al saldo lo paga', async () => {
  const usd = await compra({ base16: 100, iva16: 16 }, { moneda: 'USD', tipoCambio: 18 });
  const r = await hecho(egreso([a(usd, 2320, { tipoCambio: 20 })]));
  assert.deepEqual([r.partidas[0].importeAbono, r.partidas[0].importeDocumento, r.partidas[0].tipoCambio, r.iva, await estado(usd)], [2320, 116, 20, 320, 'Pagado 0.00']);
  assert.deepEqual(await polizas(r.transaccionId), ['Egresos: IVA_ACREDITABLE D 320.00, PROVEEDORES D 2088.00, PERDIDA_CAMBIARIA D 200.00, BANCO A 2320.00, IVA_POR_ACREDITAR A 288.00']);
  // A purchase in pesos paid with dollars: the rate is that of the egress, sent in the line, left out or sent as 1. Any other rate is refused.
  const otra = await compra({ base16: 1000, iva16: 160 });
  const enDolares = (importeAbono, tipoCambio) => egreso([a(otra, importeAbono, { tipoCambio })], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20 });
  for (const tasa of [18, 20.000001, 0.05]) {
    const x = await enviar(enDolares(10, tasa));
    assert.deepEqual([x.json.codigo, x.json.errores.map(y => [y.campo, y.codigo])], ['VALIDACION', [['partidas[0].tipoCambio', 'RANGO']]]);
    assert.match(x.json.errores[0].mensaje, /el tipo de cambio es el del depósito o egreso, 20$/);
  }
  for (const [tasa, abono, queda] of [[1, 10, 'Parcial 960.00'], [undefined, 10, 'Parcial 760.00'], [20, 38, 'Pagado 0.00']]) {
    const x = await hecho(enDolares(abono, tasa));
    assert.deepEqual([x.partidas[0].importeDocumento, x.partidas[0].tipoCambio, await estado(otra)], [abono * 20, 20, queda]);
    assert.deepEqual((await polizas(x.transaccionId)).filter(y => y.includes('CAMBIARIA')), []);
  }
  // Dollars that pay euros: each at its own rate. 100 dollars at 18 are 90 euros at 20.
  const eur = await compra({ base16: 100, iva16: 16 }, { moneda: 'EUR', tipoCambio: 20 });
  const x = await hecho(egreso([a(eur, 100, { tipoCambio: 20 })], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 18 }));
  assert.deepEqual([x.partidas[0].importeDocumento, await estado(eur), (await polizas(x.transaccionId)).filter(y => y.includes('CAMBIARIA'))], [90, 'Parcial 26.00', []]);
  const espera = await hecho(egreso([por(d['GA-TASA0'], 1)], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20, importe: 11 }));
  const tercera = await compra();
  esError(await enviar({ transaccionId: espera.transaccionId, partidas: [a(tercera, 10, { tipoCambio: 18 })] }), 400, 'VALIDACION');
  assert.equal((await hecho({ transaccionId: espera.transaccionId, partidas: [a(tercera, 10)] })).partidas[1].importeDocumento, 200);
  const pesos = await compra({ base0: 1000 });
  const s = await hecho(egreso([a(pesos, 58.4, { tipoCambio: 17.1234 })], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 17.1234 }));
  assert.deepEqual([s.partidas[0].importeDocumento, await estado(pesos)], [1000, 'Pagado 0.00']);  // 58.40 × 17.1234 is 1000.01
});

test('el beneficiario se guarda como se envía; con un contacto se liga sólo si existe', async () => {
  const f = await compra(undefined, { contacto: empresa });
  for (const [enviado, ligado, nombre] of [[-5, null, ''], [9007199254740991, null, ''], [persona, persona, 'EGPERSONA NOMBRE'], [0, null, '']]) {
    const r = await hecho(egreso([a(f, 1)], { beneficiarioId: enviado }));
    assert.deepEqual([r.beneficiarioId, r.beneficiario], [enviado, nombre]);
    assert.deepEqual(await base.sql(`SELECT m.beneficiario_id, t.contacto_id FROM movimiento_banco m JOIN transaccion t USING (transaccion_id) WHERE transaccion_id = ${r.transaccionId}`), [{ beneficiario_id: enviado, contacto_id: ligado }]);
  }
  // beneficiarioId of any length is sent as text here, since no number of JavaScript holds it.
  for (const largo of ['123456789012345678901234567890', '-9223372036854775809', '9'.repeat(1000)]) {
    const crudo = JSON.stringify(egreso([a(f, 1)], { beneficiarioId: '@' })).replace('"@"', largo);
    const x = await srv.pedir('POST', EGRESO, { token, cuerpo: crudo });
    assert.equal(x.estado, 200, x.texto);
    assert.ok(x.texto.includes(`"beneficiarioId":${largo},`), x.texto);
    assert.equal((await base.sql(`SELECT beneficiario_id::text AS b FROM movimiento_banco WHERE transaccion_id = ${x.json.data.transaccionId}`))[0].b, largo);
    assert.deepEqual((await srv.get(`/api/Bancos/Egresos?beneficiarioId=${largo}`, { token })).json.data.map(y => y.transaccionId), [x.json.data.transaccionId]);
  }
  const pasado = await srv.pedir('POST', EGRESO, { token, cuerpo: JSON.stringify(egreso([a(f, 1)], { beneficiarioId: '@' })).replace('"@"', '9'.repeat(1001)) });
  assert.deepEqual(pasado.json.errores?.map(y => [y.campo, y.codigo]), [['beneficiarioId', 'RANGO']]);
  const r = await hecho(egreso([a(f, 1)], { beneficiarioId: persona, beneficiario: 'Quien yo digo', referencia: 'SPEI 7' }));
  assert.deepEqual([r.beneficiario, r.referencia], ['Quien yo digo', 'SPEI 7']);
  const encontrados = async consulta => (await srv.get(`/api/Bancos/Egresos?${consulta}`, { token })).json.data.map(e => e.transaccionId);
  assert.deepEqual(await encontrados('busqueda=quien%20yo'), [r.transaccionId]);
  assert.equal((await encontrados('beneficiarioId=-5')).length, 1);
});

test('sucursal, centro de costo y división: los enviados, o los de la sesión', async () => {
  const otra = await base.uno('SELECT max(sucursal_id) FROM sucursal WHERE organizacion_id = 1 AND activo');
  const [proyecto, otroProyecto] = await base.columna('SELECT proyecto_id FROM proyecto WHERE organizacion_id = 1 AND activo ORDER BY 1 LIMIT 2');
  const [centro, otroCentro] = await base.columna('SELECT clasificador_costo_id FROM clasificador_costo WHERE organizacion_id = 1 AND activo ORDER BY 1 LIMIT 2');
  await base.sql(`UPDATE usuario SET proyecto_id = ${proyecto}, centro_costo_id = ${centro} WHERE organizacion_id = 1`);
  const mias = r => [r.sucursalId, r.centroCostoId, r.divisionId, r.proyectoId];
  assert.deepEqual(mias(await hecho(egreso([por(d['GA-TASA0'], 1)]))), [1, centro, proyecto, proyecto]);
  assert.deepEqual(mias(await hecho(egreso([por(d['GA-TASA0'], 1)], { sucursalId: 0, centroCostoId: 0, divisionId: 0 }))), [1, centro, proyecto, proyecto]);
  const r = await hecho(egreso([por(d['GA-TASA0'], 1, { proyectoId: proyecto, clasificadorCostoId: centro })], { sucursalId: otra, centroCostoId: otroCentro, divisionId: otroProyecto }));
  assert.deepEqual(mias(r), [otra, otroCentro, otroProyecto, otroProyecto]);
  assert.deepEqual(await base.sql(`SELECT proyecto_id AS p, centro_costo_id AS c FROM partida WHERE transaccion_id = ${r.transaccionId}`), [{ p: proyecto, c: centro }]);
  const ambulante = await base.usuario({ usuario: 'ambulante', rol: 'operador' });
  await base.sql(`UPDATE usuario SET sucursal_id = NULL WHERE usuario_id = ${ambulante.usuarioId}`);
  esError(await enviar(egreso([por(d['GA-TASA0'], 1)]), { token: await srv.entrar({ ...ambulante, apiKey: m.uno.apiKey }) }), 400, 'SUCURSAL_NO_RESUELTA');
});

test('cheques: por consecutivo de la cuenta, o el que se escribe; ninguno se repite, ni el de uno cancelado', async () => {
  const con = (mas = {}) => egreso([por(d['GA-TASA0'], 1)], { formaPagoId: d.cheque, ...mas });
  await base.sql(`UPDATE cuenta_bancaria SET maneja_cheques = true WHERE cuenta_id = ${d.banco}`);
  await base.sql(`UPDATE forma_pago SET genera_consecutivo = true, maneja_cheques = true, uso_egreso = true WHERE forma_pago_id = ${d.cheque}`);
  const numeros = [];
  for (const mas of [{ numeroCheque: '0' }, {}, {}, { numeroCheque: '999999999999999' }, { numeroCheque: '1045' }, {}, { numeroCheque: 'A-1' }, {}]) numeros.push((await hecho(con(mas))).numeroCheque);
  assert.deepEqual(numeros, ['0', '1', '2', '999999999999999', '1045', '1046', 'A-1', '1047']);
  const ultimo = await hecho(con());
  assert.equal((await cancelar(ultimo.transaccionId)).estado, 200);
  esError(await enviar(con({ numeroCheque: ultimo.numeroCheque })), 400, 'VALIDACION');
  assert.equal((await hecho(con())).numeroCheque, '1049');
  await base.sql(`UPDATE forma_pago SET genera_consecutivo = false WHERE forma_pago_id = ${d.cheque}`);
  esError(await enviar(con()), 400, 'VALIDACION');
  esError(await enviar(egreso([por(d['GA-TASA0'], 1)], { numeroCheque: '5' })), 400, 'VALIDACION');
  await base.sql(`UPDATE cuenta_bancaria SET maneja_cheques = false WHERE cuenta_id = ${d.banco}`);
  esError(await enviar(con({ numeroCheque: '9' })), 400, 'VALIDACION');
});

test('lo que no se puede', async t => {
  const cerrado = dia(-280), antes = dia(-7), entonces = dia(-6);
  await base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes, estado) VALUES (1, ${cerrado.slice(0, 4)}, ${cerrado.slice(5, 7)}, 'Cerrado')
    ON CONFLICT (organizacion_id, ejercicio, mes) DO UPDATE SET estado = 'Cerrado'`);
  const [f, g, usd, gasto, sobre] = [await compra(), await compra(), await compra({ base16: 100, iva16: 16 }, { moneda: 'USD', tipoCambio: 18 }), await compra(undefined, { obj: 14 }), await compra(undefined, { obj: 15 })];
  const [cancelada, deEntonces, venta] = [await compra(undefined, { estado: 'Cancelado' }), await compra(undefined, { fecha: `${entonces} 18:00:00` }),
    await base.uno("SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 1 AND saldo > 0")];
  const limitado = async (tabla, columna, id) => {
    const c = Number(await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, tasa_iva, objetos) VALUES (1, 'EG-${tabla}', 'x', 'Egreso', 0, '{10}') RETURNING concepto_id`));
    await base.sql(`INSERT INTO ${tabla} (organizacion_id, concepto_id, ${columna}) VALUES (1, ${c}, ${id})`);
    return c;
  };
  const [deCuenta, deContacto] = [await limitado('concepto_cuenta', 'cuenta_id', d.banco), await limitado('concepto_contacto', 'contacto_id', persona)];
  const inactivo = Number(await base.sql("INSERT INTO concepto (organizacion_id, clave, nombre, tipo, tasa_iva, objetos, activo) VALUES (1, 'EG-NO', 'x', 'Egreso', 0, '{10}', false) RETURNING concepto_id"));
  const sinObjetos = Number(await base.sql("INSERT INTO concepto (organizacion_id, clave, nombre, tipo, tasa_iva, objetos) VALUES (1, 'EG-SIN', 'x', 'Egreso', 0, '{}') RETURNING concepto_id"));
  const { transaccionId: libre } = await hecho(egreso([por(d['GA-TASA0'], 1)], { importe: 101, fecha: `${entonces}T12:00:00`, referenciaExterna: 'EG-UNICA' }));
  const cero = por(d['GA-TASA0'], 1);
  const asignar = (...partidas) => ({ transaccionId: libre, partidas });
  const invalido = 'CONCEPTO_INVALIDO partidas[0].conceptoId CONCEPTO_INVALIDO';
  await tabla(t, srv, token, [
    ['nada: todo lo que falta', 'POST', EGRESO, {}, 'VALIDACION partidas REQUERIDO, cuentaId REQUERIDO, formaPagoId REQUERIDO'],
    ['lo que no se lee no falta', 'POST', EGRESO, { cuentaId: 'x', formaPagoId: 0, partidas: [{}] }, 'VALIDACION cuentaId TIPO, partidas[0].importeAbono REQUERIDO, formaPagoId REQUERIDO'],
    ['no se sabe si es nuevo', 'POST', EGRESO, { transaccionId: 'x' }, 'VALIDACION transaccionId TIPO, partidas REQUERIDO'],
    ['asignar sin partidas', 'POST', EGRESO, { transaccionId: 5 }, 'VALIDACION partidas REQUERIDO'],
    ['beneficiario con decimales', 'POST', EGRESO, egreso([cero], { beneficiarioId: 1.5 }), 'VALIDACION beneficiarioId TIPO'],
    ['beneficiario que no es número', 'POST', EGRESO, egreso([cero], { beneficiarioId: '1' }), 'VALIDACION beneficiarioId TIPO'],
    ['falta lo de uno nuevo', 'POST', EGRESO, { transaccionId: 0, partidas: [cero] }, 'VALIDACION cuentaId REQUERIDO, formaPagoId REQUERIDO'],
    ['sin importe', 'POST', EGRESO, egreso([{ conceptoId: d['GA-TASA0'] }]), 'VALIDACION partidas[0].importeAbono REQUERIDO'],
    ['importe cero', 'POST', EGRESO, egreso([por(d['GA-TASA0'], 0)]), 'VALIDACION partidas[0].importeAbono MAYOR_QUE_CERO'],
    ['nombres de antes', 'POST', EGRESO, egreso([{ importe: 1, nota: 'x', transaccionIdOrigen: f, importeAbono: 1 }]),
      'VALIDACION partidas[0].importe DESCONOCIDO, partidas[0].nota DESCONOCIDO, partidas[0].transaccionIdOrigen DESCONOCIDO'],
    ['impuestos en la partida', 'POST', EGRESO, egreso([{ ...cero, impuesto: 1, impuesto2: 1, iva: 1 }]), 'VALIDACION partidas[0].impuesto DESCONOCIDO, partidas[0].impuesto2 DESCONOCIDO, partidas[0].iva DESCONOCIDO'],
    ['impuestos en el encabezado', 'POST', EGRESO, egreso([cero], { impuesto4: 1, retencion: 1, subtotal: 1 }), 'VALIDACION impuesto4 DESCONOCIDO, retencion DESCONOCIDO, subtotal DESCONOCIDO'],
    ['ni documento ni concepto', 'POST', EGRESO, egreso([{ importeAbono: 1 }]), invalido],
    ['documento y concepto', 'POST', EGRESO, egreso([{ ...cero, transaccionIdCompra: f }]), invalido],
    ['los dos en cero', 'POST', EGRESO, egreso([{ importeAbono: 1, conceptoId: 0, transaccionIdCompra: 0 }]), invalido],
    ['concepto de depósito', 'POST', EGRESO, egreso([cero, por(d['DP-OTROS'], 1)]), 'CONCEPTO_INVALIDO partidas[1].conceptoId CONCEPTO_INVALIDO'],
    ['concepto que no existe', 'POST', EGRESO, egreso([a(f, 1), por(999999, 1)]), 'CONCEPTO_INVALIDO partidas[1].conceptoId CONCEPTO_INVALIDO'],
    ['concepto inactivo', 'POST', EGRESO, egreso([por(inactivo, 1)]), invalido],
    ['concepto que no es de egresos', 'POST', EGRESO, egreso([por(sinObjetos, 1)]), invalido],
    ['concepto de otra cuenta', 'POST', EGRESO, egreso([por(deCuenta, 1)], { cuentaId: d.caja }), invalido],
    ['concepto de esa cuenta', 'POST', EGRESO, egreso([por(deCuenta, 1)]), { estado: 'Asignado' }],
    ['concepto de otro contacto', 'POST', EGRESO, egreso([por(deContacto, 1)], { beneficiarioId: empresa }), invalido],
    ['concepto de un contacto, sin beneficiario', 'POST', EGRESO, egreso([por(deContacto, 1)]), invalido],
    ['concepto de ese contacto', 'POST', EGRESO, egreso([por(deContacto, 1)], { beneficiarioId: persona }), { estado: 'Asignado' }],
    ['todas a la vez', 'POST', EGRESO, egreso([{ ...cero, proyectoId: 999999, clasificadorCostoId: 999999 }], { sucursalId: 999999, cuentaId: 999999, formaPagoId: 999999, divisionId: 999999, centroCostoId: 999999 }),
      'VALIDACION sucursalId NO_EXISTE, divisionId NO_EXISTE, centroCostoId NO_EXISTE, formaPagoId NO_EXISTE, cuentaId NO_EXISTE, partidas[0].proyectoId NO_EXISTE, partidas[0].clasificadorCostoId NO_EXISTE'],
    ['cuenta de otra moneda', 'POST', EGRESO, egreso([cero], { cuentaId: d.dolares }), 'VALIDACION cuentaId RANGO'],
    ['forma que no es de egresos', 'POST', EGRESO, egreso([cero], { formaPagoId: d.porDefinir }), 'VALIDACION formaPagoId RANGO'],
    ['proyecto en el encabezado', 'POST', EGRESO, egreso([cero], { proyectoId: 1 }), 'VALIDACION proyectoId DESCONOCIDO'],
    ['importe de catorce cifras', 'POST', EGRESO, egreso([por(d['GA-TASA0'], 1e13)]), 'VALIDACION partidas[0].importeAbono RANGO'],
    ['en pesos no cabe', 'POST', EGRESO, egreso([por(d['GA-TASA0'], 9999999999999)], { cuentaId: d.dolares, moneda: 'USD', tipoCambio: 20 }), 'VALIDACION importe RANGO'],
    ['partidas que suman más', 'POST', EGRESO, egreso([cero, a(f, 1)], { importe: 1.99 }), 'SALDO_INSUFICIENTE importe SALDO_INSUFICIENTE'],
    ['documento que no existe', 'POST', EGRESO, egreso([a(999999999, 1)]), 'VALIDACION partidas[0].transaccionIdCompra NO_EXISTE'],
    ['documento de venta', 'POST', EGRESO, egreso([cero, a(venta, 1)]), 'VALIDACION partidas[1].transaccionIdCompra RANGO'],
    ['documento repetido', 'POST', EGRESO, egreso([a(f, 1), cero, a(f, 2)]), 'VALIDACION partidas[2].transaccionIdCompra DUPLICADO'],
    ['documento cancelado', 'POST', EGRESO, egreso([a(cancelada, 1)]), 'ESTADO_INVALIDO partidas[0].transaccionIdCompra ESTADO_INVALIDO'],
    ['más que el saldo', 'POST', EGRESO, egreso([cero, a(f, 1160.01)]), 'SALDO_INSUFICIENTE partidas[1].importeAbono SALDO_INSUFICIENTE'],
    ['gasto y gasto sobre compra', 'POST', EGRESO, egreso([a(gasto, 1160), a(sobre, 1160)]), { estado: 'Asignado', importe: 2320, iva: 320 }],
    ['otra moneda sin tipo de cambio', 'POST', EGRESO, egreso([a(usd, 1)]), 'VALIDACION partidas[0].tipoCambio REQUERIDO'],
    ['misma moneda, tipo de cambio que la contradice', 'POST', EGRESO, egreso([a(f, 1, { tipoCambio: 18 })]), 'VALIDACION partidas[0].tipoCambio RANGO'],
    ['concepto con tipo de cambio', 'POST', EGRESO, egreso([{ ...cero, tipoCambio: 1 }]), 'VALIDACION partidas[0].tipoCambio RANGO'],
    ['menos de un centavo', 'POST', EGRESO, egreso([a(usd, 0.01, { tipoCambio: 20 })]), 'VALIDACION partidas[0].importeAbono RANGO'],
    ['periodo cerrado', 'POST', EGRESO, egreso([cero], { fecha: `${cerrado}T10:00:00` }), 'PERIODO_CERRADO'],
    ['referencia repetida', 'POST', EGRESO, egreso([cero], { referenciaExterna: 'EG-UNICA' }), 'REFERENCIA_DUPLICADA'],
    ['asignar lo que no existe', 'POST', EGRESO, { transaccionId: 999999999, partidas: [a(f, 1)] }, 'NO_ENCONTRADO'],
    ['asignar una factura', 'POST', EGRESO, { transaccionId: g, partidas: [a(f, 1)] }, 'NO_ENCONTRADO'],
    ['asignar un concepto', 'POST', EGRESO, asignar(cero), 'VALIDACION partidas[0].transaccionIdCompra REQUERIDO'],
    ['asignar con lo de un egreso nuevo', 'POST', EGRESO, { ...asignar(a(f, 1)), cuentaId: d.banco, importe: 5, notas: 'x' }, 'VALIDACION cuentaId RANGO, importe RANGO, notas RANGO'],
    ['asignar antes de que hubiera dinero', 'POST', EGRESO, { ...asignar(a(deEntonces, 1)), fecha: `${antes}T12:00:00` }, 'VALIDACION fecha RANGO'],
    ['asignar el mismo día', 'POST', EGRESO, { ...asignar(a(deEntonces, 1)), fecha: entonces }, { importePorAsignar: 99 }],
    ['asignar más de lo que queda', 'POST', EGRESO, asignar(a(f, 60), a(g, 60)), 'SALDO_INSUFICIENTE partidas SALDO_INSUFICIENTE'],
    ['cancelar lo que no existe', 'DELETE', '/api/Bancos/EgresoCancelar/999999999', undefined, 'NO_ENCONTRADO'],
    ['cancelar una factura', 'DELETE', `/api/Bancos/EgresoCancelar/${f}`, undefined, 'NO_ENCONTRADO'],
  ]);
  const r = await enviar(egreso([{ importe: 1, importeAbono: 1, conceptoId: d['GA-TASA0'], impuesto: 3 }]));
  assert.deepEqual(r.json.errores.map(e => e.mensaje), ['ahora es importeAbono', 'no se envía: el servidor calcula los impuestos de cada partida']);
  assert.deepEqual([await estado(f), await estado(g)], ['Pendiente 1160.00', 'Pendiente 1160.00']);
});

test('conciliado no se cancela; dos que pagan lo mismo: uno gana', async () => {
  const r = await hecho(egreso([por(d['GA-TASA0'], 1)]));
  await base.sql(`UPDATE movimiento_banco SET conciliado = true WHERE transaccion_id = ${r.transaccionId}`);
  esError(await cancelar(r.transaccionId), 400, 'ESTADO_INVALIDO');
  const f = await compra();
  const todos = await Promise.all([1, 2, 3, 4].map(() => enviar(egreso([a(f, 1160)]))));
  assert.deepEqual(todos.map(x => x.estado).sort(), [200, 400, 400, 400]);
  assert.ok(todos.filter(x => x.estado === 400).every(x => x.json.codigo === 'SALDO_INSUFICIENTE'));
  assert.equal(await estado(f), 'Pagado 0.00');
  assert.equal(await base.uno(`SELECT count(*) FROM aplicacion WHERE destino_id = ${f}`), 1);
});

test('permisos y otra organización', async () => {
  const key = { apiKey: m.uno.apiKey };
  const cajero = await srv.entrar({ ...(await base.usuario({ usuario: 'cajero', rol: 'operador', sucursal: 1 })), ...key });
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'mirador', rol: 'lector', sucursal: 1 })), ...key });
  const { transaccionId: id } = await hecho(egreso([por(d['GA-TASA0'], 1)]), { token: cajero });
  esError(await cancelar(id, '', { token: cajero }), 403, 'PERMISO_DENEGADO');
  esError(await enviar(egreso([por(d['GA-TASA0'], 1)]), { token: lector }), 403, 'PERMISO_DENEGADO');
  esError(await cancelar(id, '', { token: m.t2 }), 400, 'NO_ENCONTRADO');
  esError(await enviar({ transaccionId: id, partidas: [a(id, 1)] }, { token: m.t2 }), 400, 'NO_ENCONTRADO');
  esError(await srv.get(`/api/Bancos/Egresos/${id}`, { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('listas: por filtros, y por fechas del primero al último', async t => {
  const pedir = async (ruta, opciones) => (await srv.get(ruta, { token, ...opciones })).json;
  const r = await hecho(egreso([por(d['GA-TASA0'], 2)], { cuentaId: d.caja, importe: 5, beneficiarioId: persona }));
  await cancelar((await hecho(egreso([por(d['GA-TASA0'], 2)], { cuentaId: d.caja }))).transaccionId);
  const ids = async consulta => (await pedir(`/api/Bancos/Egresos?${consulta}`)).data.map(e => e.transaccionId);
  const total = async consulta => (await recorrer(srv, `/api/Bancos/Egresos?${consulta}`, { token })).length;
  const contar = donde => base.uno(`SELECT count(*) FROM transaccion t LEFT JOIN movimiento_banco m USING (organizacion_id, transaccion_id) WHERE t.organizacion_id = 1 AND t.obj_id IN (10, 29) AND ${donde}`);
  assert.ok((await ids(`cuentaId=${d.caja}&soloPorAsignar=true`)).includes(r.transaccionId));
  for (const [consulta, donde] of [['estado=Cancelado', "t.estado = 'Cancelado'"], [`cuentaId=${d.caja}`, `m.cuenta_id = ${d.caja}`], ['soloPorAsignar=true', "t.saldo > 0 AND t.estado <> 'Cancelado'"],
    [`beneficiarioId=${persona}`, `m.beneficiario_id = ${persona}`], [`formaPagoId=${d.cheque}`, `m.forma_pago_id = ${d.cheque}`], ['sucursalId=1', 't.sucursal_id = 1'],
    [`fechaInicial=${dia()}`, `t.fecha >= '${dia()}'`], [`fechaFinal=${dia(-1)}`, `t.fecha < '${dia()}'`]])
    assert.equal(await total(consulta), await contar(donde), consulta);
  const rango = `fechaInicial=${dia(-1)}&fechaFinal=${dia()}`;
  const porFecha = (await pedir(`/api/Bancos/EgresosPorFecha?${rango}&cuentaId=${d.caja}`)).data;
  assert.deepEqual(porFecha.map(e => e.transaccionId), [...porFecha.map(e => e.transaccionId)].sort((x, y) => x - y));
  assert.ok(porFecha.every(e => e.estado !== 'Cancelado' && e.cuentaId === d.caja) && porFecha.some(e => e.transaccionId === r.transaccionId));
  assert.deepEqual(porFecha.find(e => e.transaccionId === r.transaccionId), await leer(r.transaccionId));
  assert.ok((await pedir(`/api/Bancos/EgresosPorFecha?${rango}&incluirCancelados=true`)).data.some(e => e.estado === 'Cancelado'));
  assert.deepEqual([...new Set((await pedir(`/api/Bancos/EgresosPorFecha?${rango}&beneficiarioId=${persona}`)).data.map(e => e.beneficiarioId))], [persona]);
  await tabla(t, srv, token, [
    ['sin fechas', 'GET', '/api/Bancos/EgresosPorFecha', undefined, 'VALIDACION fechaInicial REQUERIDO, fechaFinal REQUERIDO'],
    ['más de 366 días', 'GET', '/api/Bancos/EgresosPorFecha?fechaInicial=2024-01-01&fechaFinal=2025-01-01', undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
    ['al revés', 'GET', '/api/Bancos/Egresos?fechaInicial=2025-01-02&fechaFinal=2025-01-01', undefined, 'VALIDACION fechaFinal RANGO_FECHAS'],
  ]);
});
