// Advances to suppliers and refunds: to customers by an egress, from suppliers with a deposit. Each in the ledger to the cent, and undone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, base, srv, cliente, otroCliente, proveedor, otroProveedor, servicio;
const c = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Reembolsos', rfc: 'EKU9003173C9' });
  for (const [clave, moneda] of [['PESOS', 1], ['DOLARES', 2]])
    c[clave] = Number(await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, banco_id, moneda_id, cuenta_contable_id, maneja_cheques)
      SELECT ${e.id}, '${clave}', '${clave}', 'Banco', (SELECT min(banco_id) FROM banco), ${moneda}, cuenta_contable_id, true FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'BANCO' RETURNING cuenta_id`));
  c.cheque = await e.uno('forma_pago', 'forma_pago_id', "nombre = 'Cheque'");
  [cliente, otroCliente] = [await e.cliente('REEMBOLSO'), await e.cliente('OTRO')];
  [proveedor, otroProveedor] = [await e.cliente('PROV', { tipoContacto: 'Proveedor', usoCFDI: undefined }), await e.cliente('PROV2', { tipoContacto: 'Proveedor', usoCFDI: undefined })];
  servicio = await e.producto('SERV', { tipo: 'Servicio', unidadMedidaId: e.servicio });
});
after(() => m?.cerrar());

const dia = d => `2025-05-${String(d).padStart(2, '0')}T10:00:00`;
const enDolares = tipoCambio => ({ cuentaId: c.DOLARES, moneda: 'USD', tipoCambio });
const dinero = () => ({ cuentaId: c.PESOS, formaPagoId: e.transferencia });
let folio = 0;
const uuid = () => `AAAAAAAA-0000-4000-8000-${String(++folio).padStart(12, '0')}`;
const ANTICIPO = '/api/Bancos/AnticipoProveedorAgregar', EGRESO = '/api/Bancos/EgresoAgregar', DEPOSITO = '/api/Bancos/DepositoAgregar';
const cuerpo = (importe, mas = {}) => ({ ...dinero(), proveedorId: proveedor, importe, fecha: dia(1), ...mas });
const anticipar = (importe, mas) => e.hecho(ANTICIPO, cuerpo(importe, mas));
const comprar = (precioUnitario, mas = {}) => e.hecho('/api/FacturaCompra', { proveedorId: proveedor, fecha: dia(2), partidas: [{ productoId: servicio, cantidad: 1, precioUnitario }], ...mas });
const vender = (precioUnitario, mas = {}) => e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: dia(1), partidas: [{ productoId: servicio, cantidad: 1, precioUnitario }], ...mas });
const asignar = (fuente, destino, importeAbono, mas = {}) => e.hecho(EGRESO, { transaccionId: fuente, fecha: dia(3), partidas: [{ transaccionIdCompra: destino, importeAbono, ...mas }] });
const aReembolsar = (credito, importeAbono, mas = {}, linea = {}) => ({ ...dinero(), fecha: dia(4), partidas: [{ transaccionIdCompra: credito, importeAbono, ...linea }], ...mas });
const reembolsar = (...x) => e.hecho(EGRESO, aReembolsar(...x));
const aRecibir = (credito, importe, mas = {}, linea = {}) => ({ ...dinero(), contactoId: proveedor, importe, fecha: dia(4), aplicaciones: [{ transaccionId: credito, importe, ...linea }], ...mas });
const recibir = (...x) => e.hecho(DEPOSITO, aRecibir(...x));
const cancelar = (que, id) => srv.pedir('DELETE', `/api/${que}Cancelar/${id}`, { token: e.token });
const hay = async id => base.uno(`SELECT estado || ' ' || saldo || ' ' || coalesce(pendiente::text, '') || ' ' || coalesce(pendiente_mxn::text, '') FROM transaccion WHERE transaccion_id = ${id}`);
const corto = async id => base.uno(`SELECT estado || ' ' || saldo FROM transaccion WHERE transaccion_id = ${id}`);
const descuadre = id => base.sql(`SELECT c.clave, sum(v.debe - v.haber) AS x FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
  JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.transaccion_id = ${id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`);
async function cancelado(que, id) {
  const r = await cancelar(que, id);
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual([r.json.data.estado, await descuadre(id)], ['Cancelado', []]);
  return r.json.data;
}
const cuadra = async () => assert.deepEqual(await auditar(base), []);

// ---- advances to suppliers ----
test('anticipo a proveedor: entero sin CFDI; con su uuid, neto y con IVA acreditable', async () => {
  const casos = [  // body, iva, póliza
    [{}, 0, ['D ANTICIPO_PROVEEDORES 1160.00', 'A BANCO 1160.00']],
    [{ uuid: uuid() }, 160, ['D IVA_ACREDITABLE 160.00', 'D ANTICIPO_PROVEEDORES 1000.00', 'A BANCO 1160.00']],
    [{ uuid: uuid(), tasaIva: 0.08 }, 85.93, ['D IVA_ACREDITABLE 85.93', 'D ANTICIPO_PROVEEDORES 1074.07', 'A BANCO 1160.00']],
    [{ uuid: uuid(), tasaIva: 0 }, 0, ['D ANTICIPO_PROVEEDORES 1160.00', 'A BANCO 1160.00']],
    [{ uuid: uuid(), exentoIva: true }, 0, ['D ANTICIPO_PROVEEDORES 1160.00', 'A BANCO 1160.00']],
    [{ uuid: uuid(), ...enDolares(18.5) }, 160, ['D IVA_ACREDITABLE 2960.00', 'D ANTICIPO_PROVEEDORES 18500.00', 'A BANCO 21460.00']],
  ];
  for (const [mas, iva, poliza] of casos) {
    const r = await anticipar(1160, { ...mas, referencia: 'R-1' });
    assert.deepEqual([r.objId, r.total, r.saldo, r.importePorAsignar, r.estado, r.uuid], [29, 1160, 1160, 1160, 'Pendiente', mas.uuid ?? '']);
    assert.deepEqual(await e.poliza(r.transaccionId), poliza);
    const v = (await srv.get(`/api/Bancos/Egresos/${r.transaccionId}`, { token: e.token })).json.data;
    assert.deepEqual([v.beneficiarioId, v.beneficiario, v.importe, v.iva, v.subtotal, v.referencia], [proveedor, 'CLIENTE PROV', 1160, iva, Number((1160 - iva).toFixed(2)), 'R-1']);
    await cuadra();
    await cancelado('Bancos/Egreso', r.transaccionId);
  }
  await cuadra();
});

test('anticipo a proveedor: lo que no se puede', async () => {
  const repetido = uuid();
  const vivo = await anticipar(10, { uuid: repetido });
  const casos = [
    [cuerpo(10, { tasaIva: 0.16 }), 'VALIDACION tasaIva RANGO'],
    [cuerpo(10, { exentoIva: true }), 'VALIDACION exentoIva RANGO'],
    [cuerpo(10, { uuid: uuid(), tasaIva: 0.11 }), 'VALIDACION tasaIva RANGO'],
    [cuerpo(10, { uuid: uuid(), tasaIva: 0.16, exentoIva: true }), 'VALIDACION exentoIva RANGO'],
    [cuerpo(10, { uuid: repetido }), 'UUID_DUPLICADO uuid UUID_DUPLICADO'],
    [cuerpo(10, { proveedorId: cliente }), 'VALIDACION proveedorId NO_EXISTE'],
    [cuerpo(10, { cuentaId: c.DOLARES }), 'VALIDACION cuentaId RANGO'],
    [cuerpo(10, { formaPagoId: e.porDefinir }), 'VALIDACION formaPagoId RANGO'],
    [cuerpo(10, { numeroCheque: '7' }), 'VALIDACION numeroCheque RANGO'],
    [cuerpo(10, { fecha: '2099-01-01' }), 'VALIDACION fecha RANGO'],
    [cuerpo(99999999999999), 'VALIDACION importe RANGO'],
  ];
  for (const [mal, falla] of casos) await e.falla(ANTICIPO, mal, falla);
  await cancelado('Bancos/Egreso', vivo.transaccionId);
  await anticipar(10, { uuid: repetido });  // the uuid of a cancelled advance is free again
});

test('un cheque de anticipo toma el consecutivo de su cuenta, como el de un egreso', async () => {
  const numero = async r => (await srv.get(`/api/Bancos/Egresos/${r.transaccionId}`, { token: e.token })).json.data.numeroCheque;
  await base.sql(`UPDATE forma_pago SET genera_consecutivo = true WHERE forma_pago_id = ${c.cheque}`);
  const uno = Number(await numero(await anticipar(10, { formaPagoId: c.cheque })));
  assert.equal(Number(await numero(await anticipar(10, { formaPagoId: c.cheque }))), uno + 1);
  assert.equal(await numero(await anticipar(10, { formaPagoId: c.cheque, numeroCheque: String(uno + 50) })), String(uno + 50));
});

test('se aplica a la factura como el espejo del anticipo de un cliente, y usado no se cancela', async () => {
  const a = await anticipar(1160, { uuid: uuid() });
  const f = await comprar(1000);
  const r = await asignar(a.transaccionId, f.transaccionId, 580);
  assert.deepEqual([r.estado, r.importePorAsignar, await corto(f.transaccionId)], ['Parcial', 580, 'Parcial 580.00']);
  assert.deepEqual((await e.poliza(a.transaccionId)).slice(3), ['D PROVEEDORES 580.00', 'A IVA_POR_ACREDITAR 80.00', 'A ANTICIPO_PROVEEDORES 500.00']);
  const no = await cancelar('Bancos/Egreso', a.transaccionId);
  esError(no, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(no.json.documentosRelacionados.map(x => x.transaccionId), [f.transaccionId]);
  await asignar(a.transaccionId, f.transaccionId, 580);
  assert.deepEqual([await hay(a.transaccionId), await corto(f.transaccionId)], ['Aplicado 0.00  ', 'Pagado 0.00']);
  await e.falla(EGRESO, { transaccionId: a.transaccionId, partidas: [{ transaccionIdCompra: f.transaccionId, importeAbono: 1 }] }, 'ESTADO_INVALIDO');
  await cuadra();
});

test('sin CFDI: al aplicarlo, el IVA de la factura se acredita entonces', async () => {
  const a = await anticipar(1160);
  const f = await comprar(1000);
  await asignar(a.transaccionId, f.transaccionId, 1160);
  assert.deepEqual((await e.poliza(a.transaccionId)).slice(2), ['D IVA_ACREDITABLE 160.00', 'D PROVEEDORES 1160.00', 'A IVA_POR_ACREDITAR 160.00', 'A ANTICIPO_PROVEEDORES 1160.00']);
  const ajena = await comprar(10, { proveedorId: otroProveedor });
  const otro = await anticipar(5);
  await e.falla(EGRESO, { transaccionId: otro.transaccionId, partidas: [{ transaccionIdCompra: ajena.transaccionId, importeAbono: 5 }] }, 'VALIDACION partidas[0].transaccionIdCompra RANGO');
  await cuadra();
});

test('usado en 29 partes acaba en cero, en su moneda y en pesos', async () => {
  const a = await anticipar(1.16, { uuid: uuid(), ...enDolares(18.123457) });
  const f = await comprar(1, { moneda: 'USD', tipoCambio: 18.123457 });
  for (let i = 0; i < 29; i++) await asignar(a.transaccionId, f.transaccionId, 0.04);
  assert.deepEqual([await hay(a.transaccionId), await hay(f.transaccionId)], ['Aplicado 0.00  ', 'Pagado 0.00  ']);
  await cuadra();
});

// ---- refunds ----
async function aFavorDeCliente() {  // every type of credit of a customer, of 116.00
  const venta = await vender(100);
  await e.hecho(DEPOSITO, { ...dinero(), contactoId: cliente, importe: 116, fecha: dia(1), aplicaciones: [{ transaccionId: venta.transaccionId, importe: 116 }] });
  const devolucion = await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: venta.transaccionId, fecha: dia(2), motivo: 'No le gustó', completa: true });
  const deposito = await e.hecho(DEPOSITO, { ...dinero(), contactoId: cliente, importe: 116, fecha: dia(1) });
  const anticipo = await e.hecho('/api/Bancos/AnticipoAgregar', { ...dinero(), clienteId: cliente, importe: 116, fecha: dia(1) });
  return { devolucion, deposito, anticipo };
}

// impuestos: the taxes of an egress as it is read; its only line has the same.
async function impuestos(r) {
  const de = ({ iva, ieps, ivaRetenido, isrRetenido, subtotal }) => ({ iva, ieps, ivaRetenido, isrRetenido, subtotal });
  const leido = (await srv.get(`/api/Bancos/Egresos/${r.transaccionId}`, { token: e.token })).json.data;
  assert.deepEqual(de(leido.partidas[0]), de(leido));
  return de(leido);
}

test('a un cliente: su devolución, su depósito y su anticipo, con el IVA que había declarado', async () => {
  const { devolucion, deposito, anticipo } = await aFavorDeCliente();
  const casos = [
    [devolucion, 'Aplicado', ['D CLIENTES 116.00', 'A BANCO 116.00'], 'Ventas/Transaccion', 0],
    [deposito, 'Asignado', ['D ANTICIPO_CLIENTES 116.00', 'A BANCO 116.00'], 'Bancos/Deposito', 0],
    [anticipo, 'Aplicado', ['D ANTICIPO_CLIENTES 100.00', 'D IVA_COBRADO 16.00', 'A BANCO 116.00'], 'Bancos/Deposito', 16],
  ];
  for (const [credito, agotado, poliza, operacion, iva] of casos) {
    const antes = await hay(credito.transaccionId);
    assert.equal(credito.saldo, 116);
    const r = await reembolsar(credito.transaccionId, 116, { beneficiarioId: cliente }, { notas: 'de vuelta' });
    assert.deepEqual([r.estado, r.importe, r.importePorAsignar, r.partidas.map(p => [p.transaccionIdCompra, p.folioCompra, p.importeAbono, p.importeDocumento, p.notas])],
      ['Asignado', 116, 0, [[credito.transaccionId, credito.folio, 116, 116, 'de vuelta']]]);
    assert.deepEqual([await e.poliza(r.transaccionId), await hay(credito.transaccionId)], [poliza, `${agotado} 0.00  `]);
    assert.deepEqual(await impuestos(r), { iva, ieps: 0, ivaRetenido: 0, isrRetenido: 0, subtotal: 116 - iva });
    await cuadra();
    await e.falla(EGRESO, aReembolsar(credito.transaccionId, 1), 'ESTADO_INVALIDO partidas[0].transaccionIdCompra ESTADO_INVALIDO');
    // A refunded credit cannot be cancelled before its refund.
    const no = await cancelar(operacion, credito.transaccionId);
    esError(no, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
    assert.deepEqual(no.json.documentosRelacionados.map(x => x.transaccionId), [r.transaccionId]);
    const hecho = await cancelado('Bancos/Egreso', r.transaccionId);
    assert.deepEqual(hecho.documentosAfectados.map(x => [x.transaccionId, x.importe, x.saldo, x.estado]), [[credito.transaccionId, 116, 116, 'Pendiente']]);
    assert.equal(await hay(credito.transaccionId), antes);
    await cancelado(operacion, credito.transaccionId);
    await cuadra();
  }
});

test('en partes, entre lo que se aplica: el anticipo devuelve su IVA centavo a centavo y acaba en cero', async () => {
  const a = await e.hecho('/api/Bancos/AnticipoAgregar', { ...dinero(), clienteId: cliente, importe: 1.16, fecha: dia(1) });
  const f = await vender(10);
  for (let i = 0; i < 28; i++)
    if (i % 2) await reembolsar(a.transaccionId, 0.04);
    else await e.hecho('/api/Bancos/DepositoAsignar', { transaccionId: a.transaccionId, fecha: dia(4), aplicaciones: [{ transaccionId: f.transaccionId, importe: 0.04 }] });
  assert.equal(await corto(a.transaccionId), 'Parcial 0.04');
  await reembolsar(a.transaccionId, 0.04);
  assert.equal(await hay(a.transaccionId), 'Aplicado 0.00  ');
  assert.equal(await base.uno(`SELECT sum(iva16) FROM aplicacion WHERE destino_id = ${a.transaccionId} AND tipo = 'Reembolso'`) > 0, true);
  await cuadra();
});

test('en otra moneda: el IVA vuelve como se declaró, y la diferencia es cambiaria', async () => {
  const a = await e.hecho('/api/Bancos/AnticipoAgregar', { ...dinero(), ...enDolares(18), clienteId: cliente, importe: 116, fecha: dia(1) });
  const r = await reembolsar(a.transaccionId, 58, enDolares(20));
  assert.deepEqual(await e.poliza(r.transaccionId), ['D ANTICIPO_CLIENTES 900.00', 'D IVA_COBRADO 144.00', 'D PERDIDA_CAMBIARIA 116.00', 'A BANCO 1160.00']);
  const enPesos = await reembolsar(a.transaccionId, 986, {}, { tipoCambio: 17 });  // 58 dollars bought at 17
  assert.deepEqual([enPesos.partidas[0].importeDocumento, await e.poliza(enPesos.transaccionId)], [58, ['D ANTICIPO_CLIENTES 900.00', 'D IVA_COBRADO 144.00', 'A BANCO 986.00', 'A UTILIDAD_CAMBIARIA 58.00']]);
  assert.equal(await hay(a.transaccionId), 'Aplicado 0.00  ');
  await cuadra();
});

test('un egreso paga, gasta y reembolsa a la vez; y uno que espera se asigna a un reembolso', async () => {
  const { deposito, anticipo } = await aFavorDeCliente();
  const f = await comprar(100);
  const r = await e.hecho(EGRESO, { ...dinero(), fecha: dia(4), importe: 400, partidas: [{ transaccionIdCompra: f.transaccionId, importeAbono: 116 }, { conceptoId: e.gasto, importeAbono: 11.6 },
    { transaccionIdCompra: deposito.transaccionId, importeAbono: 100 }] });
  assert.deepEqual(await e.poliza(r.transaccionId), ['D IVA_ACREDITABLE 17.60', 'D ANTICIPO_PROVEEDORES 172.40', 'D PROVEEDORES 116.00', 'D ANTICIPO_CLIENTES 100.00', 'D GASTO 10.00', 'A BANCO 400.00', 'A IVA_POR_ACREDITAR 16.00']);
  const s = await e.hecho(EGRESO, { transaccionId: r.transaccionId, fecha: dia(5), partidas: [{ transaccionIdCompra: anticipo.transaccionId, importeAbono: 116 }, { transaccionIdCompra: deposito.transaccionId, importeAbono: 16 }] });
  assert.deepEqual([s.importePorAsignar, await corto(anticipo.transaccionId), await corto(deposito.transaccionId)], [40.4, 'Aplicado 0.00', 'Asignado 0.00']);
  await cuadra();
  await cancelado('Bancos/Egreso', r.transaccionId);
  assert.deepEqual([await corto(f.transaccionId), await corto(anticipo.transaccionId), await corto(deposito.transaccionId)], ['Pendiente 116.00', 'Pendiente 116.00', 'Pendiente 116.00']);
  await cuadra();
});

test('de un proveedor: el anticipo que nos devuelve, también si sólo es proveedor', async () => {
  const casos = [
    [{ uuid: uuid() }, ['D BANCO 1160.00', 'A IVA_ACREDITABLE 160.00', 'A ANTICIPO_PROVEEDORES 1000.00']],
    [{}, ['D BANCO 1160.00', 'A ANTICIPO_PROVEEDORES 1160.00']],
  ];
  for (const [mas, poliza] of casos) {
    const a = await anticipar(1160, mas);
    const antes = await hay(a.transaccionId);
    const r = await recibir(a.transaccionId, 1160);
    assert.deepEqual([r.estado, r.saldo, await e.poliza(r.transaccionId), await hay(a.transaccionId)], ['Asignado', 0, poliza, 'Aplicado 0.00  ']);
    // A refund of a supplier collects no VAT.
    assert.deepEqual(r.aplicaciones.map(x => [x.transaccionId, x.importe, x.ivaCobrado]), [[a.transaccionId, 1160, 0]]);
    await cuadra();
    const no = await cancelar('Bancos/Egreso', a.transaccionId);
    esError(no, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
    assert.deepEqual(no.json.documentosRelacionados.map(x => x.transaccionId), [r.transaccionId]);
    const hecho = await cancelado('Bancos/Deposito', r.transaccionId);
    assert.deepEqual([hecho.facturasAfectadas.map(x => x.transaccionId), await hay(a.transaccionId)], [[a.transaccionId], antes]);
    await cancelado('Bancos/Egreso', a.transaccionId);
  }
  await e.falla(DEPOSITO, { ...dinero(), contactoId: otroProveedor, importe: 10 }, 'VALIDACION contactoId NO_EXISTE');  // otroProveedor has no credit to refund
  await cuadra();
});

test('de un proveedor, en dólares y en partes: cada una a su cambio, y el IVA como se acreditó', async () => {
  const a = await anticipar(116, { uuid: uuid(), ...enDolares(18) });
  const uno = await recibir(a.transaccionId, 58, enDolares(20));
  assert.deepEqual(await e.poliza(uno.transaccionId), ['D BANCO 1160.00', 'A IVA_ACREDITABLE 144.00', 'A ANTICIPO_PROVEEDORES 900.00', 'A UTILIDAD_CAMBIARIA 116.00']);
  const dos = await recibir(a.transaccionId, 58, { importe: 986 }, { importe: 58, tipoCambio: 17 });
  assert.deepEqual(await e.poliza(dos.transaccionId), ['D BANCO 986.00', 'D PERDIDA_CAMBIARIA 58.00', 'A IVA_ACREDITABLE 144.00', 'A ANTICIPO_PROVEEDORES 900.00']);
  assert.equal(await hay(a.transaccionId), 'Aplicado 0.00  ');
  await cuadra();
});

test('lo que no se reembolsa', async () => {
  const { deposito } = await aFavorDeCliente();
  const f = await vender(100), a = await anticipar(50), ajeno = await anticipar(50, { proveedorId: otroProveedor });
  const muerto = await anticipar(5);
  await cancelado('Bancos/Egreso', muerto.transaccionId);
  const en = 'partidas[0].transaccionIdCompra', de = 'aplicaciones[0].transaccionId';
  const casos = [
    [EGRESO, aReembolsar(f.transaccionId, 1), `VALIDACION ${en} RANGO`],  // an invoice is no credit
    [EGRESO, aReembolsar(a.transaccionId, 1), `VALIDACION ${en} RANGO`],  // an advance to a supplier is not refunded by an egress
    [EGRESO, aReembolsar(deposito.transaccionId, 116.01), 'SALDO_INSUFICIENTE partidas[0].importeAbono SALDO_INSUFICIENTE'],
    [EGRESO, aReembolsar(deposito.transaccionId, 1, { fecha: '2025-04-30' }), 'VALIDACION fecha RANGO'],
    // A refund needs money of an egress, not an advance.
    [EGRESO, { transaccionId: a.transaccionId, partidas: [{ transaccionIdCompra: deposito.transaccionId, importeAbono: 1 }] }, `VALIDACION ${en} RANGO`],
    // 6.45 × 18 = 116.10 pesos; the credit is 116.
    [EGRESO, { ...aReembolsar(deposito.transaccionId, 6.45), ...enDolares(18) }, 'SALDO_INSUFICIENTE partidas[0].importeAbono SALDO_INSUFICIENTE'],
    [DEPOSITO, aRecibir(ajeno.transaccionId, 50), `VALIDACION ${de} RANGO`],
    [DEPOSITO, aRecibir(a.transaccionId, 50.01), 'SALDO_INSUFICIENTE aplicaciones[0].importe SALDO_INSUFICIENTE'],
    [DEPOSITO, aRecibir(muerto.transaccionId, 1), `ESTADO_INVALIDO ${de} ESTADO_INVALIDO`],
    [DEPOSITO, aRecibir(deposito.transaccionId, 1), `VALIDACION ${de} RANGO`],
    ['/api/Bancos/DepositoAsignar', { transaccionId: (await e.hecho('/api/Bancos/AnticipoAgregar', { ...dinero(), clienteId: cliente, importe: 10, fecha: dia(1) })).transaccionId,
      aplicaciones: [{ transaccionId: a.transaccionId, importe: 1 }] }, `VALIDACION ${de} RANGO`],
  ];
  for (const [ruta, mal, falla] of casos) await e.falla(ruta, mal, falla);
  await cuadra();
});

test('dos que reembolsan lo mismo a la vez: uno gana', async () => {
  const { anticipo } = await aFavorDeCliente();
  const r = await Promise.all([1, 2, 3].map(() => e.pedir(EGRESO, aReembolsar(anticipo.transaccionId, 100))));
  assert.deepEqual(r.map(x => x.estado).sort(), [200, 400, 400]);
  assert.equal(await corto(anticipo.transaccionId), 'Parcial 16.00');
  await cuadra();
});

test('de un proveedor: lo que se le devolvió, después de pagado, vuelve como dinero', async () => {
  const p = await e.producto('DEVUELTO');
  const f = await comprar(0, { partidas: [{ productoId: p, cantidad: 2, precioUnitario: 100 }] });
  await e.hecho(EGRESO, { ...dinero(), fecha: dia(3), partidas: [{ transaccionIdCompra: f.transaccionId, importeAbono: 232 }] });
  const nota = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: f.transaccionId, fecha: dia(3), motivo: 'Llegó roto', partidas: [{ numeroPartida: 1, cantidad: 1 }] });
  assert.deepEqual([nota.objId, nota.saldo], [26, 116]);
  const r = await recibir(nota.transaccionId, 116);
  assert.deepEqual([await e.poliza(r.transaccionId), await hay(nota.transaccionId)], [['D BANCO 116.00', 'A PROVEEDORES 116.00'], 'Aplicado 0.00  ']);
  assert.deepEqual((await srv.get(`/api/Bancos/Depositos/${r.transaccionId}`, { token: e.token })).json.data.aplicaciones.map(x => [x.importe, x.ivaCobrado]), [[116, 0]]);
  await cuadra();
  esError(await cancelar('Compras/Transaccion', nota.transaccionId), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await cancelado('Bancos/Deposito', r.transaccionId);
  assert.equal(await corto(nota.transaccionId), 'Pendiente 116.00');
  await cuadra();
});

test('notas de crédito de los dos lados, de nada pagado: por su papel, como los demás', async () => {
  const casos = [  // side, contact, refund, póliza of the money, path that cancels the refund, path that cancels the note
    ['Cliente', cliente, n => reembolsar(n, 116), ['D CLIENTES 116.00', 'A BANCO 116.00'], 'Bancos/Egreso', 'Ventas/Transaccion'],
    ['Proveedor', proveedor, n => recibir(n, 116), ['D BANCO 116.00', 'A PROVEEDORES 116.00'], 'Bancos/Deposito', 'Compras/Transaccion'],
  ];
  for (const [tipo, contactoId, devolver, poliza, dineroDe, notaDe] of casos) {
    const n = await e.hecho('/api/NotaCredito', { tipo, contactoId, motivo: 'Bonificación', fecha: dia(2), importes: { base16: 100 } });
    const r = await devolver(n.transaccionId);
    assert.deepEqual([await e.poliza(r.transaccionId), await corto(n.transaccionId)], [poliza, 'Aplicado 0.00']);
    if (tipo === 'Cliente') assert.equal((await impuestos(r)).iva, 0);
    await cuadra();
    esError(await cancelar(notaDe, n.transaccionId), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
    await cancelado(dineroDe, r.transaccionId);
    await cancelado(notaDe, n.transaccionId);
  }
  await cuadra();
});

// ---- credits that pay their purchase again ----
// A supplier's note whose refund or application is taken back pays its purchase again. Payment requests then ask for no more than the balance.
const SOLICITUD = '/api/SolicitudPago';
const solicitar = (f, importe) => e.hecho(SOLICITUD, { proveedorId: proveedor, documentos: [{ transaccionIdCompra: f, importe }] });
const pide = async s => (({ estado, saldo }) => `${estado} ${saldo}`)((await srv.get(`${SOLICITUD}/${s.transaccionId}`, { token: e.token })).json.data);
// notaGastada: a purchase of two pieces of 116 each. The payment is cancelled after the note, so the purchase is owed whole and the note is used
// elsewhere.
async function notaGastada(piezas, quePaga) {
  const f = await comprar(0, { partidas: [{ productoId: await e.producto(`NOTA${++folio}`), cantidad: 2, precioUnitario: 100 }] });
  const pago = await e.hecho(EGRESO, { ...dinero(), fecha: dia(3), partidas: [{ transaccionIdCompra: f.transaccionId, importeAbono: 232 }] });
  const nota = await quePaga.nota(f.transaccionId, piezas);
  assert.equal(nota.saldo, 116 * piezas);
  const en = await quePaga.gastar(nota);
  await cancelado('Bancos/Egreso', pago.transaccionId);
  assert.deepEqual([await corto(f.transaccionId), await corto(nota.transaccionId)], ['Pendiente 232.00', 'Aplicado 0.00']);
  return { f: f.transaccionId, nota: nota.transaccionId, en };
}
const devolver = (transaccionIdCompra, cantidad) => e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra, fecha: dia(3), motivo: 'Llegó roto', partidas: [{ numeroPartida: 1, cantidad }] });
const acreditar = (transaccionIdOrigen, piezas) => e.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen, fecha: dia(3), motivo: 'Bonificación', importes: { base16: 100 * piezas } });
const reembolso = async nota => (await recibir(nota.transaccionId, nota.saldo)).transaccionId;
const otraCompra = async nota => {
  const g = await comprar(500);
  await asignar(nota.transaccionId, g.transaccionId, nota.saldo);
  return g.transaccionId;
};
const desasignar = async (fuente, destino) => {
  const r = await srv.pedir('DELETE', `/api/Bancos/AsignacionCancelar/${fuente}/${destino}`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
};
for (const [que, nota, gastar, quitar] of [
  ['el depósito se cancela', devolver, reembolso, x => cancelado('Bancos/Deposito', x.en)],
  ['el depósito de una nota de crédito se cancela', acreditar, reembolso, x => cancelado('Bancos/Deposito', x.en)],
  ['el depósito se quita de la nota', devolver, reembolso, x => desasignar(x.en, x.nota)],
  ['la nota se quita de otra compra', acreditar, otraCompra, x => desasignar(x.nota, x.en)],
])
  test(`lo que una nota vuelve a pagar no se solicita: ${que}`, async () => {
    const quePaga = { nota, gastar };
    const toda = await notaGastada(2, quePaga);  // nothing is owed afterwards: both requests are cancelled
    const pendiente = await solicitar(toda.f, 200), otra = await solicitar(toda.f, 32);
    assert.equal((await srv.pedir('PUT', `${SOLICITUD}/SolicitudPagoAutorizar/${otra.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
    await quitar(toda);
    assert.deepEqual([await corto(toda.f), await pide(pendiente), await pide(otra)], ['Pagado 0.00', 'Cancelado 0', 'Cancelado 0']);
    await cuadra();

    const media = await notaGastada(1, quePaga);  // 116 are owed afterwards: the last request is cut first
    const [primera, ultima] = [await solicitar(media.f, 200), await solicitar(media.f, 32)];
    await quitar(media);
    assert.deepEqual([await corto(media.f), await pide(primera), await pide(ultima)], ['Parcial 116.00', 'Pendiente 116', 'Cancelado 0']);
    await e.falla(SOLICITUD, { proveedorId: proveedor, documentos: [{ transaccionIdCompra: media.f, importe: 0.01 }] }, 'SALDO_INSUFICIENTE documentos[0].importe SALDO_INSUFICIENTE');
    await cuadra();

    const pagada = await notaGastada(1, quePaga);  // the request is paid in part: its rest is cut
    const s = await solicitar(pagada.f, 232);
    assert.equal((await srv.pedir('PUT', `${SOLICITUD}/SolicitudPagoAutorizar/${s.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
    await e.hecho(EGRESO, { ...dinero(), solicitudPagoId: s.transaccionId, partidas: [{ transaccionIdCompra: pagada.f, importeAbono: 50 }] });
    await quitar(pagada);
    // Half of the payment of 50 paid the part that the note paid before: 25 are credit of the note again.
    assert.deepEqual([await corto(pagada.f), await corto(pagada.nota), await pide(s)], ['Parcial 91.00', 'Parcial 25.00', 'Parcial 91']);
    await e.hecho(EGRESO, { ...dinero(), solicitudPagoId: s.transaccionId, partidas: [{ transaccionIdCompra: pagada.f, importeAbono: 91 }] });
    assert.deepEqual([await corto(pagada.f), await pide(s)], ['Pagado 0.00', 'Pagado 0']);
    await cuadra();
  });
