// Revaluation: balances in other currencies at the exchange rate of the last day of a month; the póliza, its reversal, and the same question asked on
// another day.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const R = '/api/Contabilidad/Revaluacion';
let m, srv, base, empresas = 0;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
});
after(() => m?.cerrar());

async function fundar(cuentas = 'DOLARES,Dólares,Banco,012,USD,MATRIZ,102.01\n') {
  const e = await Empresa.crear(m, { nombre: `Revalúa ${++empresas}`, rfc: `EKU9003${10 + empresas}3C9` });
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave IN ('USD', 'EUR') ON CONFLICT DO NOTHING`);
  e.importar = (recurso, texto, ...mas) => base.gestor(['importar', recurso, '-', '--organizacion', String(e.id), ...mas], { entrada: texto });
  await e.importar('cuentas-bancarias', `clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nPESOS,Pesos,Banco,012,MXN,MATRIZ,102.01\n${cuentas}`);
  for (const clave of ['PESOS', 'DOLARES', 'EUROS']) e[clave] = await e.uno('cuenta_bancaria', 'cuenta_id', `clave = '${clave}'`);
  e.c = await e.cliente('C');
  e.p = await e.cliente('P', { tipoContacto: 'Proveedor', rfc: 'CACX7605101P8', regimenFiscal: '612' });
  e.torno = await e.producto('T');
  const dia = fecha => ({ fecha: `${fecha}T12:00:00` });
  e.vender = (fecha, precioUnitario, tipoCambio, mas = {}) => e.hecho('/api/FacturaVenta', { ...dia(fecha), clienteId: e.c, moneda: 'USD', tipoCambio, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario }], ...mas }).then(d => d.transaccionId);
  e.comprar = (fecha, precioUnitario, tipoCambio, mas = {}) => e.hecho('/api/FacturaCompra', { ...dia(fecha), proveedorId: e.p, moneda: 'USD', tipoCambio, partidas: [{ productoId: e.torno, cantidad: 1, precioUnitario }], ...mas }).then(d => d.transaccionId);
  e.cobrar = (fecha, transaccionId, importe, tipoCambio) => e.hecho('/api/Bancos/DepositoAgregar', { ...dia(fecha), contactoId: e.c, cuentaId: e.DOLARES, formaPagoId: e.transferencia, moneda: 'USD', tipoCambio, importe, aplicaciones: [{ transaccionId, importe }] });
  e.pagar = (fecha, transaccionIdCompra, importeAbono, tipoCambio) => e.hecho('/api/Bancos/EgresoAgregar', { ...dia(fecha), cuentaId: e.DOLARES, formaPagoId: e.transferencia, moneda: 'USD', tipoCambio, partidas: [{ transaccionIdCompra, importeAbono }] });
  e.revaluar = (anio, mes, USD, mas = {}) => e.hecho(R, { anio, mes, tiposCambio: Object.entries({ USD, ...mas }).filter(([, t]) => t).map(([moneda, tipoCambio]) => ({ moneda, tipoCambio })) });
  e.ensayar = (anio, mes, USD) => e.hecho(`/simular${R}`, { anio, mes, tiposCambio: [{ moneda: 'USD', tipoCambio: USD }] }).then(x => x.renglones);
  e.deshacer = (anio, mes, motivo = 'Era otro') => srv.pedir('DELETE', `${R}?${new URLSearchParams({ anio, mes, motivo })}`, { token: e.token });
  // Exchange result of a month, gain above 0.
  e.resultado = (anio, mes) => base.uno(`SELECT coalesce(sum(v.haber - v.debe), 0.00)::text FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.organizacion_id = ${e.id} AND p.ejercicio = ${anio} AND p.mes = ${mes} AND c.clave IN ('UTILIDAD_CAMBIARIA', 'PERDIDA_CAMBIARIA')`);
  e.saldo = clave => base.uno(`SELECT coalesce(sum(debe - haber), 0)::text FROM poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id = ${e.id} AND c.clave = '${clave}'`);
  return e;
}
const filas = renglones => renglones.map(r => `${r.grupo}${r.clave && ` ${r.clave}`} ${r.moneda} ${r.saldo} a ${r.tipoCambio}: ${r.valorLibros} vale ${r.valor}, ${r.diferencia}`);

test('de cada grupo lo suyo, sin los impuestos que se moverán al pagarse', async () => {
  const e = await fundar();
  const f = await e.vender('2025-03-05', 1000, 18);                                                       // 1160, with 160 of VAT
  await e.cobrar('2025-03-10', f, 580, 18.2);
  const devuelta = await e.vender('2025-03-05', 100, 18);
  await e.cobrar('2025-03-06', devuelta, 116, 18);
  // A credit of 116 for the customer, without pending VAT.
  await e.hecho('/api/NotaDevolucionCliente', { transaccionIdVenta: devuelta, fecha: '2025-03-07T12:00:00', motivo: 'x', completa: true });
  const honorarios = await e.producto('H', { tipo: 'Servicio', tipoRetencion: 'Honorarios' });
  const h = await e.comprar('2025-03-05', 1, 18, { partidas: [{ productoId: honorarios, cantidad: 1, precioUnitario: 200,
    impuestos: [{ impuesto: '002', tasaOCuota: 0.16, importe: 32 }, { impuesto: '002', tipo: 'Retencion', tasaOCuota: 0.106667, importe: 21.33 }, { impuesto: '001', tipo: 'Retencion', tasaOCuota: 0.1, importe: 20 }] }] });  // 190.67: 32.00 of VAT, 41.33 withheld
  assert.equal(await base.uno(`SELECT total::float FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${h}`), 190.67);
  const r = await e.revaluar(2025, 3, 18.5);
  assert.deepEqual(filas(r.renglones), ['Bancos DOLARES USD 696 a 18.5: 12644 vale 12876, 232', 'Clientes USD 384 a 18.5: 6912 vale 7104, 192', 'Proveedores USD -200 a 18.5: -3600 vale -3700, -100']);
  assert.deepEqual([await e.saldo('CLIENTES_COMPLEMENTARIA'), await e.resultado(2025, 4)], ['0.00', '-92.00']);
  assert.deepEqual(await base.columna(`SELECT c.clave || ' ' || v.debe || ' ' || v.haber || ' ' || v.concepto FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.organizacion_id = ${e.id} AND v.poliza_id = ${r.polizaReversaId} ORDER BY v.numero`),
    ['CLIENTES_COMPLEMENTARIA 0.00 192.00 Clientes en USD: 384.00 a 18.5', 'UTILIDAD_CAMBIARIA 192.00 0.00 Clientes en USD: 384.00 a 18.5', 'PROVEEDORES_COMPLEMENTARIA 100.00 0.00 Proveedores en USD: -200.00 a 18.5', 'PERDIDA_CAMBIARIA 0.00 100.00 Proveedores en USD: -200.00 a 18.5']);
  assert.deepEqual(await auditar(base), []);
});

test('liquidado todo al día siguiente y al mismo cambio, el mes nuevo no gana ni pierde', async t => {
  const e = await fundar();
  let semilla = Number(process.env.SEMILLA ?? 7);
  const azar = n => (semilla = (semilla * 1103515245 + 12345) % 2147483648) % n;
  const centavos = (desde, n) => Number((desde + azar(n) / 100).toFixed(2));
  const dia = () => `2025-05-${String(3 + azar(26)).padStart(2, '0')}`, cambio = () => Number((17 + azar(3000) / 1000).toFixed(3));
  const [fondo] = [await e.vender('2025-05-01', 100000, 18)];
  await e.cobrar('2025-05-01', fondo, 116000, 18.1);
  const ventas = [], compras = [];
  for (let i = 0; i < 12; i++) {
    const exento = i % 3 === 1 ? [{ conceptoId: e.exento, cantidad: 1, precioUnitario: centavos(1, 9999) }] : [];
    ventas.push(await e.vender('2025-05-02', 1, cambio(), { partidas: [{ conceptoId: i % 4 ? e.venta : e.honorarios, cantidad: 1, precioUnitario: centavos(10, 99999) }, ...exento] }));
    compras.push(await e.comprar('2025-05-02', centavos(10, 9999), cambio()));
  }
  for (const v of ventas.slice(0, 8)) await e.cobrar(dia(), v, centavos(3, 500), cambio());
  for (const c of compras.slice(0, 8)) await e.pagar(dia(), c, centavos(3, 500), cambio());
  await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: compras[9], fecha: '2025-05-20T12:00:00', motivo: 'x', completa: true });
  const ensayo = await e.ensayar(2025, 5, 18.777);
  // Documents of June exist before May is closed: the revaluation of May uses the balances of the end of May.
  const otra = await e.vender('2025-06-10', 500, 19);
  await e.cobrar('2025-06-11', otra, 580, 19);
  await e.cobrar('2026-02-11', await e.vender('2026-02-10', 50, 19), 58, 19);
  const cancelada = await e.pagar('2025-06-12', compras[0], 1, 19);
  await srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${cancelada.transaccionId}?motivo=x`, { token: e.token });
  const r = await e.revaluar(2025, 5, 18.777);
  assert.deepEqual(r.renglones, ensayo);
  assert.deepEqual(r.renglones.map(x => x.grupo), ['Bancos', 'Clientes', 'Proveedores']);
  const antes = await e.resultado(2025, 6);
  const deben = (tipos, hacer) => base.sql(`SELECT transaccion_id AS id, saldo FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id IN (${tipos}) AND saldo > 0 ORDER BY 1`).then(async x => { for (const { id, saldo } of x) await hacer(id, saldo); return x.length; });
  assert.ok(await deben('1', (id, saldo) => e.cobrar('2025-06-01', id, saldo, 18.777)) >= 11);
  assert.ok(await deben('13', (id, saldo) => e.pagar('2025-06-01', id, saldo, 18.777)) >= 11);
  const june = Number(await e.resultado(2025, 6)) - Number(antes), reversa = r.renglones.filter(x => x.grupo !== 'Bancos').reduce((s, x) => s + x.diferencia, 0);
  assert.ok(Math.abs(june - reversa) <= 0.05, `se ganó ${june} de ${reversa} que se revirtió`);
  t.diagnostic(`${june} contra ${reversa}`);
  assert.deepEqual(await auditar(base), []);
  assert.ok(await compararConHledger(base, e.id) > 5);
});

test('cada cuenta de banco la suya, aunque compartan la contable; lo inicial, desde que está en la contabilidad', async () => {
  const e = await fundar('DOLARES,Dólares,Banco,012,USD,MATRIZ,102.01\nEUROS,Euros,Banco,012,EUR,MATRIZ,102.01\n');
  await e.importar('saldos-bancarios', 'cuenta,saldo,tipoCambio\nPESOS,5000,1\nDOLARES,100,18\nEUROS,10,20\n', '--fecha', '2025-02-28');
  assert.deepEqual((await e.revaluar(2025, 1, 19, { EUR: 21 })).renglones, [], 'antes de su día no había nada');
  const r = await e.revaluar(2025, 2, 19, { EUR: 21 });
  assert.deepEqual(filas(r.renglones), ['Bancos EUROS EUR 10 a 21: 200 vale 210, 10', 'Bancos DOLARES USD 100 a 19: 1800 vale 1900, 100']);
  assert.ok(r.renglones.every(x => x.sucursalId === e.matriz), 'la sucursal de la cuenta');
  assert.deepEqual([r.utilidad, r.perdida, r.polizaReversaId, await e.resultado(2025, 2), await e.resultado(2025, 3)], [110, 0, 0, '110.00', '0.00'], 'lo del banco no se revierte');
  // March is revalued from the value that February left.
  assert.deepEqual((await e.revaluar(2025, 3, 18.5, { EUR: 21 })).perdida, 50);
  assert.deepEqual(await auditar(base), []);
});

test('lo que no es de una cuenta en dólares no es ganancia suya: ni pesos, ni un saldo que la contabilidad no sabe a cuánto está', async () => {
  const e = await fundar();
  await e.importar('saldos-iniciales', 'cuenta,debe,haber,fecha\n102.01,25000,0,2025-01-01\n304.01.90,0,25000,2025-01-01\n');
  await base.sql(`UPDATE cuenta_bancaria SET saldo_inicial = 500 WHERE organizacion_id = ${e.id} AND clave = 'DOLARES'`);
  const f = await e.vender('2025-01-08', 1000, 19);
  await e.cobrar('2025-01-10', f, 1160, 20);
  assert.deepEqual(filas(await e.ensayar(2025, 1, 20)), ['Bancos DOLARES USD 1160 a 20: 23200 vale 23200, 0']);
});

test('el tipo de cambio: el que se envía, o el vigente ese día', async t => {
  const e = await fundar();
  await e.vender('2025-03-05', 100, 18);
  await e.vender('2025-03-05', 100, 20, { moneda: 'EUR' });
  await e.falla(R, { anio: 2025, mes: 3 }, 'VALIDACION tiposCambio REQUERIDO, tiposCambio REQUERIDO');
  await e.importar('tipos-cambio', 'moneda,fecha,valor\nUSD,2025-03-20,18.2\nUSD,2025-04-01,30\nEUR,2025-03-31,21\n');
  const r = await e.hecho(R, { anio: 2025, mes: 3, tiposCambio: [{ moneda: 'EUR', tipoCambio: 22 }] });
  assert.deepEqual(filas(r.renglones), ['Clientes EUR 100 a 22: 2000 vale 2200, 200', 'Clientes USD 100 a 18.2: 1800 vale 1820, 20']);
  assert.deepEqual(r.advertencias, ['el tipo de cambio de USD es del 2025-03-20']);
  for (const [tiposCambio, esperado] of [
    [[{ moneda: 'JPY', tipoCambio: 2 }], 'tiposCambio[0].moneda NO_EXISTE'],
    [[{ moneda: 'MXN', tipoCambio: 2 }], 'tiposCambio[0].moneda RANGO'], [[{ moneda: 'QQQ', tipoCambio: 2 }], 'tiposCambio[0].moneda NO_EXISTE'],
    [[{ moneda: 'USD', tipoCambio: 2 }, { moneda: 'USD', tipoCambio: 3 }], 'tiposCambio[1].moneda DUPLICADO'], [[{ moneda: 'USD', tipoCambio: 0 }], 'tiposCambio[0].tipoCambio MAYOR_QUE_CERO'],
    [[{ moneda: 'USD' }], 'tiposCambio[0].tipoCambio REQUERIDO']]) await t.test(esperado, () => e.falla(R, { anio: 2025, mes: 4, tiposCambio }, `VALIDACION ${esperado}`));
});

test('una vez por mes y en su orden; cancelada, se vuelve a hacer', async () => {
  const e = await fundar();
  await e.vender('2025-03-05', 100, 18);
  const varias = await Promise.all(Array.from({ length: 4 }, () => e.pedir(R, { anio: 2025, mes: 3, tiposCambio: [{ moneda: 'USD', tipoCambio: 19 }] })));
  assert.deepEqual(varias.map(v => v.json.codigo ?? v.json.data.utilidad).sort(), [100, ...Array(3).fill('ESTADO_INVALIDO')].sort());
  await e.revaluar(2025, 4, 19.5);
  await e.falla(R, { anio: 2025, mes: 2, tiposCambio: [{ moneda: 'USD', tipoCambio: 19 }] }, 'ESTADO_INVALIDO');
  esError(await e.deshacer(2025, 3), 400, 'ESTADO_INVALIDO');
  esError(await e.deshacer(2025, 5), 400, 'NO_ENCONTRADO');
  for (const mes of [4, 3]) assert.equal((await e.deshacer(2025, mes)).estado, 200);
  esError(await e.deshacer(2025, 3), 400, 'NO_ENCONTRADO');
  for (const mes of [3, 4, 5]) assert.equal(await e.resultado(2025, mes), '0.00');
  assert.deepEqual(await base.sql(`SELECT fecha, concepto, motivo FROM poliza WHERE organizacion_id = ${e.id} AND reversa_de IS NOT NULL ORDER BY fecha`), [
    { fecha: '2025-03-31', concepto: 'Cancelación: Revaluación de 2025-03', motivo: 'Era otro' }, { fecha: '2025-04-01', concepto: 'Cancelación: Reversa de la revaluación de 2025-03', motivo: 'Era otro' },
    { fecha: '2025-04-30', concepto: 'Cancelación: Revaluación de 2025-04', motivo: 'Era otro' }, { fecha: '2025-05-01', concepto: 'Cancelación: Reversa de la revaluación de 2025-04', motivo: 'Era otro' }]);
  assert.equal((await e.revaluar(2025, 3, 18.5)).utilidad, 50);
  assert.deepEqual(await auditar(base), []);
});

test('un mes que no termina, o cerrado él o el siguiente, no se revalúa; el de diciembre se revierte en enero', async () => {
  const e = await fundar();
  await e.vender('2024-12-05', 100, 18);
  const hoy = new Date();
  await e.falla(R, { anio: hoy.getUTCFullYear(), mes: hoy.getUTCMonth() + 1 }, 'RANGO mes RANGO');
  await e.falla(R, { anio: 2100, mes: 12 }, 'RANGO mes RANGO');
  await e.cerrar('2025-01');
  await e.falla(R, { anio: 2024, mes: 12, tiposCambio: [{ moneda: 'USD', tipoCambio: 19 }] }, 'PERIODO_CERRADO');
  await base.gestor(['periodo', 'abrir', '2025-01', '--organizacion', String(e.id), '--motivo', 'x']);
  await e.cerrar('2024-12');
  await e.falla(R, { anio: 2024, mes: 12, tiposCambio: [{ moneda: 'USD', tipoCambio: 19 }] }, 'PERIODO_CERRADO');
  await base.gestor(['periodo', 'abrir', '2024-12', '--organizacion', String(e.id), '--motivo', 'x']);
  await e.revaluar(2024, 12, 19);
  assert.deepEqual([await e.resultado(2024, 12), await e.resultado(2025, 1)], ['100.00', '-100.00']);
  const p = await srv.pedir('GET', '/api/Contabilidad/Polizas?origen=Revaluacion', { token: e.token });
  assert.deepEqual(p.json.data.map(x => x.fecha), ['2025-01-01', '2024-12-31']);
});

test('lo recibido y no facturado, a lo que vale su moneda', async () => {
  const e = await fundar();
  const orden = await e.hecho('/api/OrdenCompra', { fecha: '2025-03-01T12:00:00', proveedorId: e.p, moneda: 'USD', tipoCambio: 18, partidas: [{ productoId: e.torno, cantidad: 10, precioUnitario: 10 }] });
  assert.equal((await srv.pedir('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${orden.transaccionId}`, { token: e.token, cuerpo: {} })).estado, 200);
  const r = await e.hecho('/api/Inventario/Recepcion', { fecha: '2025-03-02T12:00:00', transaccionIdOrigen: orden.transaccionId, tipoCambio: 18 });
  await e.hecho('/api/FacturaCompra', { fecha: '2025-03-03T12:00:00', proveedorId: e.p, recepciones: [r.transaccionId], moneda: 'USD', tipoCambio: 18.2, partidas: [{ numeroPartidaOrigen: 1, cantidad: 4, precioUnitario: 10 }] });
  assert.deepEqual(filas(await e.ensayar(2025, 2, 19)), []);
  assert.deepEqual(filas((await e.revaluar(2025, 3, 19)).renglones), ['PorFacturar USD -60 a 19: -1080 vale -1140, -60', 'Proveedores USD -40 a 19: -728 vale -760, -32']);
  assert.deepEqual(await auditar(base), []);
});

test('lo que un proveedor nos debe de lo devuelto se tiene; lo de una remisión sin facturar se debe', async () => {
  const e = await fundar();
  await e.cobrar('2025-03-01', await e.vender('2025-03-01', 1000, 18), 1160, 18);
  const c = await e.comprar('2025-03-05', 100, 18);
  await e.pagar('2025-03-06', c, 116, 18);
  await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: c, fecha: '2025-03-07T12:00:00', motivo: 'x', completa: true });
  await e.hecho('/api/NotaRemision', { fecha: '2025-03-08T12:00:00', proveedorId: e.p, moneda: 'USD', tipoCambio: 18, partidas: [{ productoId: e.torno, cantidad: 5, precioUnitario: 10 }] });
  assert.deepEqual(filas((await e.revaluar(2025, 3, 19)).renglones), ['Bancos DOLARES USD 1044 a 19: 18792 vale 19836, 1044', 'PorFacturar USD -50 a 19: -900 vale -950, -50', 'Proveedores USD 116 a 19: 2088 vale 2204, 116']);
  assert.deepEqual(await auditar(base), []);
});

test('de una moneda sin tipo de cambio se dice una vez, en cuantos grupos esté', async () => {
  const e = await fundar();
  await e.vender('2025-03-05', 100, 18);
  await e.comprar('2025-03-05', 100, 18);
  await e.falla(R, { anio: 2025, mes: 3 }, 'VALIDACION tiposCambio REQUERIDO');
});
