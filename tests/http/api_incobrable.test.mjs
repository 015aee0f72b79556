// POST /api/CuentasPorCobrar/Incobrable: a write-off lowers the debt and is a loss. The taxes of the debt stay pending, or are cancelled on request.
// The cancel, the permissions and the reports of write-offs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const CI = '/api/CuentasPorCobrar/Incobrable', COBRAR = '/api/Bancos/DepositoAgregar', VENTA = '/api/FacturaVenta', NOTA = '/api/NotaVenta';
let m, e, base, srv, c;
const p = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Pierde', rfc: 'CUSC850516316', regimen: '612' });  // a natural person: companies withhold from it
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nUSD,Dólares,Banco,012,USD,MATRIZ,102.01\n' });
  e.dolares = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'USD'");
  c = await e.cliente('C');
  const servicio = { tipo: 'Servicio', unidadMedidaId: e.servicio, claveProductoServicio: '84111506' };
  for (const [codigo, mas] of Object.entries({ V: {}, Z: { tasaIva: 0 }, IEPS: { tasaIeps: 0.08 }, RET: { tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 } })) p[codigo] = await e.producto(codigo, { ...servicio, ...mas });
});
after(async () => {
  try {
    if (m) assert.deepEqual(await auditar(base), []);
  } finally {  // a server left running would keep this process alive
    await m?.cerrar();
  }
});

// partidas: "V 1000, Z 500" are products with their prices.
const partidas = que => que.split(', ').map(x => x.split(' ')).map(([codigo, precio]) => ({ productoId: p[codigo], cantidad: 1, precioUnitario: Number(precio) }));
const vender = async (que = 'V 1000', mas = {}, ruta = VENTA) => (await e.hecho(ruta, { clienteId: c, partidas: partidas(que), ...mas })).transaccionId;
const cobrar = (transaccionId, importe, mas = {}) => e.hecho(COBRAR, { contactoId: c, cuentaId: mas.moneda ? e.dolares : e.caja, formaPagoId: e.efectivo, importe, aplicaciones: [{ transaccionId, importe }], ...mas });
const perder = (transaccionId, importe, mas = {}) => e.hecho(CI, { transaccionId, importe, motivo: 'Se fue sin dejar dirección', cancelaIva: false, ...mas });
const cancelar = (id, extra = '?motivo=Pag%C3%B3', opciones = {}) => srv.pedir('DELETE', `${CI}/${id}${extra}`, { token: e.token, ...opciones });
const leer = async ruta => {
  const r = await srv.get(ruta, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
const saldo = async id => `${await base.uno(`SELECT saldo FROM transaccion WHERE transaccion_id = ${id}`)} ${await e.estado(id)}`;
const libro = async clave => base.uno(`SELECT coalesce(sum(v.debe - v.haber), 0)::float8 FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.organizacion_id = ${e.id} AND c.clave = '${clave}'`);
// cambia: change of each account during `hacer`, in exact cents.
const cambia = async (claves, hacer) => {
  const antes = await Promise.all(claves.map(libro));
  await hacer();
  return Promise.all(claves.map(async (k, i) => Number((await libro(k) - antes[i]).toFixed(2))));
};

describe('lo que asienta', () => {
  test('1160.00 con 160.00 de IVA: se pierde todo, y el IVA sigue pendiente', async () => {
    const f = await vender();
    let x;
    assert.deepEqual(await cambia(['CUENTAS_INCOBRABLES', 'CLIENTES', 'IVA_POR_COBRAR', 'IVA_COBRADO'], async () => { x = await perder(f, 1160); }), [1160, -1160, 0, 0]);
    assert.deepEqual(await e.poliza(x.transaccionId), ['D CUENTAS_INCOBRABLES 1160.00', 'A CLIENTES 1160.00']);
    assert.deepEqual([x.objId, x.tipoDocumento, x.serie, x.estado, x.clienteId, x.moneda, x.tipoCambio, x.subtotal, x.iva, x.total, x.saldo, x.motivo, x.cancelaIva, x.perdidaMXN, x.impuestosCanceladosMXN],
      [31, 'Cuenta incobrable', 'CI', 'Aplicado', c, 'MXN', 1, 1000, 160, 1160, 0, 'Se fue sin dejar dirección', false, 1160, 0]);
    assert.deepEqual(x.documento, { transaccionId: f, tipoDocumento: 'Factura de venta', folio: x.documento.folio, total: 1160, saldo: 0, estado: 'Incobrable' });
    assert.equal(await saldo(f), '0 Incobrable');
    assert.equal(await base.uno(`SELECT tipo FROM poliza WHERE transaccion_id = ${x.transaccionId}`), 'Diario');
    assert.deepEqual(await base.sql(`SELECT codigo, codigo_agrupador AS agrupador, naturaleza FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'CUENTAS_INCOBRABLES'`), [{ codigo: '703.21.10', agrupador: '703.21', naturaleza: 'D' }]);
    assert.deepEqual(await auditar(base), []);
  });

  test('con cancelaIva el impuesto pendiente se cancela, y se pierde lo demás', async () => {
    const f = await vender();
    const x = await perder(f, 1160, { cancelaIva: true });
    assert.deepEqual(await e.poliza(x.transaccionId), ['D IVA_POR_COBRAR 160.00', 'D CUENTAS_INCOBRABLES 1000.00', 'A CLIENTES 1160.00']);
    assert.deepEqual([x.cancelaIva, x.perdidaMXN, x.impuestosCanceladosMXN], [true, 1000, 160]);
    const ieps = await perder(await vender('IEPS 1000'), 1252.8, { cancelaIva: true });
    assert.deepEqual(await e.poliza(ieps.transaccionId), ['D IVA_POR_COBRAR 172.80', 'D IEPS_POR_COBRAR 80.00', 'D CUENTAS_INCOBRABLES 1000.00', 'A CLIENTES 1252.80']);
    assert.deepEqual([ieps.subtotal, ieps.ieps, ieps.iva, ieps.total, ieps.impuestosCanceladosMXN], [1000, 80, 172.8, 1252.8, 252.8]);
    assert.deepEqual(await auditar(base), []);
  });

  test('sin decirlo, el impuesto se cancela; el documento es Incobrable sólo sin saldo, y deja de serlo si algo se deshace', async () => {
    const f = await vender();
    const x = await e.hecho(CI, { transaccionId: f, importe: 580, motivo: 'Quebró' });
    assert.deepEqual([x.cancelaIva, x.perdidaMXN, x.impuestosCanceladosMXN, await saldo(f)], [true, 500, 80, '580 Parcial']);
    const d = await cobrar(f, 580);
    assert.equal(await saldo(f), '0 Incobrable', 'cobrado el resto');
    assert.equal((await srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${d.transaccionId}?motivo=x`, { token: e.token })).estado, 200);
    assert.equal(await saldo(f), '580 Parcial');
    const y = await perder(f, 580);
    assert.deepEqual([y.documento.estado, await saldo(f)], ['Incobrable', '0 Incobrable']);
    assert.equal((await cancelar(x.transaccionId)).json.data.documento.estado, 'Parcial');
    await cobrar(f, 580);
    assert.equal(await saldo(f), '0 Incobrable');
    assert.equal((await cancelar(y.transaccionId)).json.data.documento.estado, 'Parcial');
    await cobrar(f, 580);
    assert.equal(await saldo(f), '0 Pagado', 'ninguna vigente');
    const g = await vender();
    await perder(g, 1160);
    esError(await e.pedir(COBRAR, { contactoId: c, cuentaId: e.caja, formaPagoId: e.efectivo, importe: 1, aplicaciones: [{ transaccionId: g, importe: 1 }] }), 400, 'SALDO_INSUFICIENTE');
    const lista = await leer(`/api/FacturaVenta?estado=Incobrable&clienteId=${c}&registrosPorPagina=100`);
    assert.ok(lista.some(v => v.transaccionId === g) && lista.every(v => v.estado === 'Incobrable' && v.saldo === 0));
    assert.deepEqual(await auditar(base), []);
  });

  test('lo que el cliente iba a retener sigue pendiente, o se cancela con el impuesto', async () => {
    const [f, g] = [await vender('RET 1000'), await vender('RET 1000')];
    const claves = ['IVA_RET_A_FAVOR_PENDIENTE', 'ISR_RET_A_FAVOR_PENDIENTE', 'CUENTAS_INCOBRABLES'];
    assert.deepEqual(await cambia(claves, () => perder(f, 953.33)), [0, 0, 953.33]);
    let x;
    assert.deepEqual(await cambia(claves, async () => (x = await perder(g, 953.33, { cancelaIva: true }))), [-106.67, -100, 1000]);
    assert.deepEqual([x.perdidaMXN, x.impuestosCanceladosMXN], [1000, 160]);
    assert.deepEqual(await auditar(base), []);
  });

  // The invoice is 2160.00 (1000.00 and 160.00 of VAT at 16 %, 1000.00 at 0 %). Half is collected. Half of the rest of 1080.00 (500.00, 80.00,
  // 500.00) is written off.
  for (const cancelaIva of [false, true])
    test(`de una factura de dos tasas cobrada en parte, una parte${cancelaIva ? ', sin su IVA' : ''}; el resto se cobra`, async () => {
      const f = await vender('V 1000, Z 1000');
      await cobrar(f, 1080);
      const x = await perder(f, 540, { cancelaIva });
      assert.deepEqual(await e.poliza(x.transaccionId), cancelaIva ? ['D IVA_POR_COBRAR 40.00', 'D CUENTAS_INCOBRABLES 500.00', 'A CLIENTES 540.00'] : ['D CUENTAS_INCOBRABLES 540.00', 'A CLIENTES 540.00']);
      assert.deepEqual([x.subtotal, x.iva, x.total, await saldo(f)], [500, 40, 540, '540 Parcial']);
      const d = await cobrar(f, 540);
      assert.deepEqual(await e.poliza(d.transaccionId), ['D CAJA 540.00', 'D IVA_POR_COBRAR 40.00', 'A CLIENTES 540.00', 'A IVA_COBRADO 40.00']);
      assert.equal(await saldo(f), '0 Incobrable');
      assert.deepEqual(await auditar(base), []);
    });

  test('V2 al centavo: 333.33 cobrados, 333.33 perdidos y 493.34 cobrados son 45.98, 45.97 y 68.05 de IVA', async () => {
    const f = await vender();
    let x;
    assert.deepEqual(await cambia(['IVA_COBRADO', 'IVA_POR_COBRAR', 'CLIENTES'], async () => {
      await cobrar(f, 333.33);
      x = await perder(f, 333.33);
      await cobrar(f, 493.34);
    }), [-114.03, 114.03, -1160]);
    assert.deepEqual([x.iva, x.subtotal], [45.97, 287.36]);
    assert.equal(await base.uno(`SELECT string_agg((iva16 + iva8)::text, ' ' ORDER BY aplicacion_id) FROM aplicacion WHERE destino_id = ${f}`), '45.98 45.97 68.05');
  });

  test('USD a 18.00: al tipo de cambio de la factura, sin diferencia; lo demás se cobra a 20', async () => {
    const f = await vender('V 100', { moneda: 'USD', tipoCambio: 18 });
    const claves = ['CUENTAS_INCOBRABLES', 'CLIENTES', 'IVA_POR_COBRAR', 'UTILIDAD_CAMBIARIA', 'PERDIDA_CAMBIARIA'];
    let x;
    assert.deepEqual(await cambia(claves, async () => { x = await perder(f, 29); }), [522, -522, 0, 0, 0]);
    assert.deepEqual([x.moneda, x.tipoCambio, x.total, x.iva, x.perdidaMXN], ['USD', 18, 29, 4, 522]);
    assert.deepEqual(await cambia(claves, async () => { x = await perder(f, 29, { cancelaIva: true }); }), [450, -522, 72, 0, 0]);
    assert.deepEqual([x.perdidaMXN, x.impuestosCanceladosMXN], [450, 72]);
    const d = await cobrar(f, 58, { moneda: 'USD', tipoCambio: 20 });
    assert.deepEqual(await e.poliza(d.transaccionId), ['D BANCO 1160.00', 'D IVA_POR_COBRAR 144.00', 'A CLIENTES 1044.00', 'A IVA_COBRADO 160.00', 'A UTILIDAD_CAMBIARIA 100.00']);
    assert.deepEqual(await auditar(base), []);
  });

  test('una nota, y lo que dejó otro sistema', async () => {
    const n = await vender('V 1000', {}, NOTA);
    assert.deepEqual(await e.poliza((await perder(n, 580)).transaccionId), ['D CUENTAS_INCOBRABLES 580.00', 'A CLIENTES 580.00']);
    const r = await base.gestor(['importar', 'documentos-abiertos', '-', '--organizacion', String(e.id), '--fecha', '2025-01-31'],
      { entrada: 'tipo,codigo,serie,folio,fecha,total,saldo,base16,iva16\nFacturaVenta,C,A,77,2024-11-05,2320,1160,1000,160\n' });
    assert.match(r.salida, /1 agregados/);
    const f = await e.uno('transaccion', 'transaccion_id', "folio = 'A77'");
    const x = await perder(f, 1160, { cancelaIva: true });
    assert.deepEqual(await e.poliza(x.transaccionId), ['D IVA_POR_COBRAR 160.00', 'D CUENTAS_INCOBRABLES 1000.00', 'A CLIENTES 1160.00']);
    assert.equal((await cancelar(x.transaccionId)).json.data.documento.saldo, 1160);
    assert.deepEqual(await auditar(base), []);
  });
});

describe('se cancela', () => {
  test('la deuda vuelve, y se cobra como si nada', async () => {
    const f = await vender();
    const x = await perder(f, 1000, { cancelaIva: true });
    const r = await cancelar(x.transaccionId);
    assert.equal(r.estado, 200, r.texto);
    assert.deepEqual([r.json.data.estado, r.json.data.motivoCancelacion, r.json.data.saldo, r.json.data.documento.saldo, r.json.data.documento.estado], ['Cancelado', 'Pagó', 0, 1160, 'Pendiente']);
    assert.deepEqual((await e.poliza(x.transaccionId)).slice(3), ['D CLIENTES 1000.00', 'A IVA_POR_COBRAR 137.93', 'A CUENTAS_INCOBRABLES 862.07']);
    esError(await cancelar(x.transaccionId), 400, 'ESTADO_INVALIDO');
    assert.deepEqual(await e.poliza((await cobrar(f, 1160)).transaccionId), ['D CAJA 1160.00', 'D IVA_POR_COBRAR 160.00', 'A CLIENTES 1160.00', 'A IVA_COBRADO 160.00']);
    assert.deepEqual(await auditar(base), []);
  });

  test('mientras está, su documento no se cancela, devuelve, acredita ni factura', async () => {
    const [f, n] = [await vender(), await vender('V 1000', {}, NOTA)];
    const [x, y] = [await perder(f, 100), await perder(n, 100)];
    const relacionados = (r, suya) => {
      esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
      assert.deepEqual(r.json.documentosRelacionados, [{ transaccionId: suya.transaccionId, tipoDocumento: 'Cuenta incobrable', folio: suya.folio }]);
    };
    const borrar = id => srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${id}`, { token: e.token });
    const intentos = { cancelar: () => borrar(f), devolver: () => e.pedir('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'x', completa: true }),
      acreditar: () => e.pedir('/api/NotaCredito', { tipo: 'Cliente', transaccionIdOrigen: f, motivo: 'x', importes: { base16: 10 } }) };
    for (const intento of Object.values(intentos)) relacionados(await intento(), x);
    const facturar = () => e.pedir(`/api/NotaVenta/NotaVentaFacturar/${n}`, {});
    relacionados(await facturar(), y);
    relacionados(await borrar(n), y);
    for (const z of [x, y]) assert.equal((await cancelar(z.transaccionId)).estado, 200);
    assert.equal((await facturar()).estado, 200);
    assert.equal((await intentos.acreditar()).estado, 200);
    assert.equal((await intentos.devolver()).estado, 200);
    assert.deepEqual(await auditar(base), []);
  });

  test('lo timbrado no se toca', async () => {
    const f = await vender();
    const antes = await base.sql(`SELECT uuid, estatus_timbrado FROM transaccion WHERE transaccion_id = ${f}`);
    const x = await perder(f, 1160);
    await cancelar(x.transaccionId);
    assert.deepEqual(await base.sql(`SELECT uuid, estatus_timbrado FROM transaccion WHERE transaccion_id = ${f}`), antes);
    assert.equal(await base.uno(`SELECT estatus_timbrado FROM transaccion WHERE transaccion_id = ${x.transaccionId}`), 'SinTimbrar');
  });
});

describe('lo que se pide', () => {
  test('cada regla', async t => {
    const f = await vender('V 1000', { fecha: '2025-03-10T12:00:00' });
    const pagada = await vender();
    await cobrar(pagada, 1160);
    const cancelada = await vender();
    await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${cancelada}`, { token: e.token });
    const facturada = await vender('V 1000', {}, NOTA);
    await e.hecho(`/api/NotaVenta/NotaVentaFacturar/${facturada}`, {});
    const proveedorId = await e.cliente('P', { tipoContacto: 'Proveedor' });
    const compra = (await e.hecho('/api/FacturaCompra', { proveedorId, partidas: [{ conceptoId: await e.concepto('CO-SERVICIOS'), cantidad: 1, precioUnitario: 100 }] })).transaccionId;
    const deposito = (await e.hecho(COBRAR, { contactoId: c, cuentaId: e.caja, formaPagoId: e.efectivo, importe: 10 })).transaccionId;
    const de = (mas, id = f) => ({ transaccionId: id, importe: 10, motivo: 'x', ...mas });
    const reabrir = await e.cerrar('2025-04');
    esError(await e.pedir(CI, de({ fecha: '2025-04-15' })), 400, 'PERIODO_CERRADO');
    await reabrir();
    await tabla(t, srv, e.token, [
      ['sin nada', 'POST', CI, {}, 'VALIDACION transaccionId REQUERIDO, importe REQUERIDO, motivo REQUERIDO'],
      ['sin motivo', 'POST', CI, de({ motivo: '' }), 'VALIDACION motivo REQUERIDO'],
      ['un motivo sin fin', 'POST', CI, de({ motivo: 'x'.repeat(251) }), 'VALIDACION motivo LONGITUD'],
      ['nada', 'POST', CI, de({ importe: 0 }), 'VALIDACION importe MAYOR_QUE_CERO'],
      ['menos que nada', 'POST', CI, de({ importe: -1 }), 'VALIDACION importe MAYOR_QUE_CERO'],
      ['más de lo que debe', 'POST', CI, de({ importe: 1160.01 }), 'SALDO_INSUFICIENTE importe SALDO_INSUFICIENTE'],
      ['de lo que ya no debe', 'POST', CI, de({}, pagada), 'SALDO_INSUFICIENTE importe SALDO_INSUFICIENTE'],
      ['lo que no existe', 'POST', CI, de({}, 987654321), 'VALIDACION transaccionId NO_EXISTE'],
      ['lo que debemos', 'POST', CI, de({}, compra), 'VALIDACION transaccionId NO_EXISTE'],
      ['lo que está a favor', 'POST', CI, de({}, deposito), 'VALIDACION transaccionId NO_EXISTE'],
      ['cancelada', 'POST', CI, de({}, cancelada), 'ESTADO_INVALIDO transaccionId ESTADO_INVALIDO'],
      ['una nota que ya es factura', 'POST', CI, de({}, facturada), 'ESTADO_INVALIDO transaccionId ESTADO_INVALIDO'],
      ['antes que la factura', 'POST', CI, de({ fecha: '2025-03-09' }), 'VALIDACION fecha RANGO'],
      ['mañana', 'POST', CI, de({ fecha: dia(2) }), 'VALIDACION fecha RANGO'],
      ['lo que no se conoce', 'POST', CI, de({ moneda: 'USD' }), 'VALIDACION moneda DESCONOCIDO'],
      ['cancelar lo que no es', 'DELETE', `${CI}/${f}`, undefined, 'NO_ENCONTRADO'],
      ['obtener lo que no es', 'GET', `${CI}s/${f}`, undefined, 'NO_ENCONTRADO'],
    ]);
    const x = await perder(f, 10, { fecha: '2025-03-20T09:00:00' });
    assert.equal(x.fecha, '2025-03-20T09:00:00');
    assert.match((await perder(f, 10)).fecha, new RegExp(`^${dia()}`), 'sin fecha, hoy');
    await e.cerrarSinTerminar(dia().slice(0, 7));
    esError(await cancelar(x.transaccionId), 400, 'PERIODO_CERRADO');
    await base.gestor(['periodo', 'abrir', dia().slice(0, 7), '--organizacion', String(e.id), '--motivo', 'x']);
    assert.equal((await cancelar(x.transaccionId)).estado, 200);
  });

  test('quién puede: autorizar para darla por perdida, cancelar para que vuelva', async () => {
    const propio = async (usuario, permisos) => srv.entrar({ ...(await base.usuario({ usuario, organizacion: e.id, rol: 'propio', permisos })), ...e.llave });
    const cobra = await propio('cobra', 'bancos.escribir bancos.cancelar ventas.escribir cartera.leer');
    const decide = await propio('decide', 'cartera.autorizar'), deshace = await propio('deshace', 'cartera.cancelar');
    const cuerpo = { transaccionId: await vender(), importe: 1160, motivo: 'x' };
    for (const token of [cobra, deshace]) esError(await e.pedir(CI, cuerpo, { token }), 403, 'PERMISO_DENEGADO');
    const r = await e.pedir(CI, cuerpo, { token: decide });
    assert.equal(r.estado, 200, r.texto);
    for (const token of [cobra, decide]) esError(await cancelar(r.json.data.transaccionId, '', { token }), 403, 'PERMISO_DENEGADO');
    assert.equal((await srv.get(`${CI}s/${r.json.data.transaccionId}`, { token: cobra })).estado, 200);
    assert.equal((await cancelar(r.json.data.transaccionId, '', { token: deshace })).estado, 200);
  });

  test('con la misma llave, una sola vez', async () => {
    await e.unaVez(CI, { transaccionId: await vender(), importe: 100, motivo: 'x' }, 31);
  });

  test('dos a la vez, o una y un cobro: nunca por debajo de 0', async () => {
    for (let vez = 0; vez < 5; vez++) {
      const [f, g] = [await vender(), await vender()];
      const pierde = id => e.pedir(CI, { transaccionId: id, importe: 700, motivo: 'x', cancelaIva: vez % 2 === 1 });
      const cobra = id => e.pedir(COBRAR, { contactoId: c, cuentaId: e.caja, formaPagoId: e.efectivo, importe: 700, aplicaciones: [{ transaccionId: id, importe: 700 }] });
      const r = await Promise.all([pierde(f), pierde(f), pierde(g), cobra(g)]);
      for (const par of [r.slice(0, 2), r.slice(2)]) assert.deepEqual(par.map(x => x.json.codigo ?? x.estado).sort(), [200, 'SALDO_INSUFICIENTE'].sort());
      assert.deepEqual([await saldo(f), await saldo(g)], ['460 Parcial', '460 Parcial']);
    }
    assert.deepEqual(await auditar(base), []);
  });
});

describe('dónde se ve', () => {
  test('en el documento, en la lista, en la bitácora', async () => {
    const f = await vender();
    const x = await perder(f, 464);
    const d = await leer(`${VENTA}/${f}`);
    assert.deepEqual(d.cobros.map(y => [y.folio, y.forma, y.importe2, y.transaccionId]), [[x.folio, 'Incobrable', 464, x.transaccionId]]);
    assert.deepEqual(d.documentosRelacionados.map(y => [y.transaccionId, y.relacion, y.total]), [[x.transaccionId, 'Incobrable', 464]]);
    assert.deepEqual(await leer(`${CI}s/${x.transaccionId}`), x);
    const todas = await leer(`${CI}s?clienteId=${c}&registrosPorPagina=100`);
    assert.deepEqual(todas.find(y => y.transaccionId === x.transaccionId), x);
    const con = async q => (await leer(`${CI}s?registrosPorPagina=100&${q}`)).map(y => y.transaccionId);
    assert.equal((await con('estado=Cancelado')).includes(x.transaccionId), false);
    assert.deepEqual(await con(`busqueda=${x.folio}&estado=Aplicado&fechaInicial=${dia(-1)}&fechaFinal=${dia()}&sucursalId=${e.matriz}`), [x.transaccionId]);
    assert.deepEqual(await con('fechaFinal=2020-01-01'), []);
    esError(await srv.get(`${CI}s?fechaInicial=2025-02-01&fechaFinal=2025-01-01`, { token: e.token }), 400, 'VALIDACION');
    assert.equal((await cancelar(x.transaccionId, '?motivo=Apareci%C3%B3')).estado, 200);
    const rastro = (await leer(`/api/Bitacora?transaccionId=${x.transaccionId}`)).reverse();
    assert.deepEqual(rastro.map(y => [y.accion, y.recurso, y.folio, y.operacion]), [['Crear', 'Cuenta incobrable', x.folio, `POST ${CI}`], ['Cancelar', 'Cuenta incobrable', x.folio, `DELETE ${CI}/{id}`]]);
    assert.ok(rastro[1].cambios.some(y => y.campo === 'motivoCancelacion' && y.despues === 'Apareció'), JSON.stringify(rastro[1]));
    assert.deepEqual((await leer(`${VENTA}/${f}`)).cobros, []);
  });

  test('en el estado de cuenta, la antigüedad y los saldos, antes y después de su día', async () => {
    const otro = await e.cliente('D');
    const f = await vender('V 1000', { clienteId: otro, fecha: '2025-01-10T12:00:00' });
    const x = await perder(f, 696, { fecha: '2025-02-10T12:00:00' });
    const antiguedad = async d => (await leer(`/api/CuentasPorCobrar/AntiguedadSaldos?clienteId=${otro}&alDia=${d}`)).totales.saldo;
    const global = async d => (await leer(`/api/CuentasPorCobrar/Global?clienteId=${otro}&fechaCorte=${d}`)).map(y => y.saldo);
    const saldos = async d => (await leer(`/api/Contactos/Saldos/${otro}?fechaCorte=${d}`)).saldoCliente;
    for (const [d, debe] of [['2025-02-09', 1160], ['2025-02-10', 464]]) assert.deepEqual([await antiguedad(d), await global(d), await saldos(d)], [debe, [debe], debe], d);
    const cuenta = await leer(`/api/Contabilidad/EstadoCuenta?contactoId=${otro}&tipo=Cliente&fechaInicial=2025-01-01&fechaFinal=${dia()}`);
    assert.deepEqual(cuenta.movimientos.map(y => [y.tipoDocumento, y.cargo, y.abono, y.saldo]), [['Factura de venta', 1160, 0, 1160], ['Cuenta incobrable', 0, 696, 464]]);
    assert.match(cuenta.movimientos[1].concepto, /^Incobrable a Factura de venta /);
    assert.equal((await cancelar(x.transaccionId)).estado, 200);
    assert.deepEqual([await antiguedad('2025-02-10'), await antiguedad(dia())], [464, 1160], 'hasta hoy se debía menos');
    const despues = await leer(`/api/Contabilidad/EstadoCuenta?contactoId=${otro}&tipo=Cliente&fechaInicial=2025-01-01&fechaFinal=${dia()}`);
    assert.deepEqual(despues.movimientos.map(y => [y.cargo, y.abono]), [[1160, 0], [0, 696], [696, 0]]);
  });

  test('no es IVA cobrado: los reportes de impuestos son el libro', async () => {
    await new Reportes({ base, srv, id: e.id, token: e.token }).sonElLibro('2020-01-01', '2030-12-31');
  });
});
