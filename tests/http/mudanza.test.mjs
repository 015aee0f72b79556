// A company moves in from another system: its open documents come with dates, folio, total and pending taxes by rate, and behave like any other
// document. Every rule of the file has its case. The numbers of the collections are those of G.2, worked out by hand beside them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditar, auditarTras, compararConHledger } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const anio = new Date().getFullYear();
const corte = `${anio}-01-02`, antes = `${anio - 1}-11-15`, vence = `${anio - 1}-12-15`;
let m, e, d = {};

before(async () => {
  m = await montar({ registros: 100 });
  e = await Empresa.crear(m, { nombre: 'Se Muda SA', rfc: 'EKU9003173C9' });
  const proveedor = codigo => e.cliente(codigo, { tipoContacto: 'Proveedor' });
  [d.c1, d.c2, d.p1, d.p2] = [await e.cliente('C1'), await e.cliente('C2', { limiteCredito: 2000 }), await proveedor('P1'), await proveedor('P2')];
  for (const c of ['X1', 'X2']) await e.cliente(c, { rfc: 'XEXX010101000', regimenFiscal: '616', usoCFDI: 'S01', codigoPostal: '64000', residenciaFiscal: 'USA', numRegIdTrib: '123456789' });
  await m.base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,cuentaContable\nUSD,Dólares,Banco,002,USD,102.01\n' });
  d.dolares = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'USD'");
});
after(() => m?.cerrar());

const COLUMNAS = ['tipo', 'codigo', 'serie', 'folio', 'fecha', 'vencimiento', 'moneda', 'tipoCambio', 'total', 'saldo', 'base16', 'iva16', 'base8', 'iva8', 'base0', 'exento', 'noObjeto', 'ieps', 'ivaRet', 'isrRet',
  'uuid', 'rfc', 'sucursal'];
const archivo = filas => [COLUMNAS, ...filas.map(f => COLUMNAS.map(c => f[c] ?? ''))].map(f => f.join(',')).join('\n') + '\n';
const fila = mas => ({ tipo: 'FacturaVenta', codigo: 'C1', serie: 'A', fecha: antes, vencimiento: vence, total: 1160, saldo: 1160, base16: 1000, iva16: 160, ...mas });
const importar = (filas, { simular, fecha = corte } = {}) => m.base.gestor(['importar', 'documentos-abiertos', '-', '--organizacion', String(e.id),
  ...(fecha ? ['--fecha', fecha] : []), ...(simular ? ['--simular'] : [])], { entrada: typeof filas === 'string' ? filas : archivo(filas), falla: true });
async function bien(filas, [agregados, iguales = 0], opciones) {
  const r = await importar(filas, opciones);
  assert.equal(r.codigo, 0, r.errores);
  assert.match(r.salida, new RegExp(`^documentos-abiertos: ${agregados} agregados, 0 actualizados, ${iguales} sin cambio$`, 'm'));
}
const faltas = r => r.errores.trimEnd().split('\n').filter(l => !l.startsWith('aviso:'));
async function mal(filas, esperadas, opciones) {
  const r = await importar(filas, opciones);
  assert.equal(r.codigo, 1, r.salida);
  assert.deepEqual(faltas(r), ['gestor: no se importó nada:', ...esperadas.map(x => `  ${x}`)]);
}
const id = folio => m.base.uno(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = ${e.id} AND folio = '${folio}' AND estado <> 'Cancelado' ORDER BY 1 LIMIT 1`);
const ver = async folio => m.base.uno(`SELECT concat_ws(' ', estado, total, saldo, fecha::date, fecha_vencimiento, moneda, trim_scale(tipo_cambio)) FROM transaccion WHERE organizacion_id = ${e.id} AND folio = '${folio}' ORDER BY transaccion_id DESC LIMIT 1`);
const pendiente = folio => m.base.uno(`SELECT pendiente::text FROM transaccion WHERE organizacion_id = ${e.id} AND folio = '${folio}'`);
const cobrar = (contactoId, transaccionId, importe, mas = {}) => e.hecho('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId, importe, aplicaciones: [{ transaccionId, importe }], ...mas });
const cuantos = () => m.base.uno(`SELECT count(*)::int FROM transaccion WHERE organizacion_id = ${e.id}`);
const enOrden = async () => {
  assert.deepEqual(await auditar(m.base), []);
  await compararConHledger(m.base, e.id);
};

describe('fallas, con su línea y su columna', () => {
  const CASOS = [
    ['lo obligatorio', [{ tipo: 'FacturaVenta', folio: '1' }, { tipo: 'Factura', folio: '' }],
      ['línea 2, columna fecha: es obligatorio', 'línea 2, columna total: es obligatorio', 'línea 2, columna saldo: es obligatorio',
        'línea 3, columna tipo: debe ser uno de: FacturaVenta, NotaVenta, NotaCreditoCliente, AnticipoCliente, FacturaCompra', 'línea 3, columna folio: es obligatorio',
        'línea 3, columna fecha: es obligatorio', 'línea 3, columna total: es obligatorio', 'línea 3, columna saldo: es obligatorio']],
    ['las partes suman el saldo', [fila({ folio: '1', saldo: 1160.01, total: 1160.01 }), fila({ folio: '2', iva16: 159.99 }), fila({ folio: '3', ivaRet: 10 })],
      ['línea 2, columna saldo: las partes suman 1160.00', 'línea 3, columna saldo: las partes suman 1159.99', 'línea 4, columna saldo: las partes suman 1150.00']],
    ['el IVA es el de su base, el IEPS parte de las bases', [fila({ folio: '1', base16: 160, iva16: 1000 }), fila({ folio: '2', base16: 0, iva16: 0, base8: 1000, iva8: 160 }), fila({ folio: '3', base16: 1000, ieps: 1000.01 })],
      ['línea 2, columna iva16: no es el de su base, que sería 25.60', 'línea 3, columna iva8: no es el de su base, que sería 80.00', 'línea 4, columna ieps: es parte de las bases, y es mayor']],
    ['nada negativo, y algo por cobrar', [fila({ folio: '1', base16: -1 }), fila({ folio: '2', saldo: 0 }), fila({ folio: '3', total: 1159.99 })],
      ['línea 2, columna base16: debe ser mayor o igual que 0', 'línea 3, columna saldo: debe ser mayor que 0', 'línea 4, columna saldo: es mayor que el total']],
    ['de quién es', [fila({ folio: '1', codigo: '' }), fila({ folio: '2', codigo: 'NADIE' }), fila({ folio: '3', codigo: '', rfc: 'AAA010101AAA' }), fila({ folio: '4', codigo: 'P1' }),
      fila({ folio: '5', tipo: 'FacturaCompra' }), fila({ folio: '6', codigo: '', rfc: 'XEXX010101000' }), fila({ folio: '7', rfc: 'IIA040805DZ4' })],
    ['línea 2, columna codigo: indique codigo o rfc', 'línea 3, columna codigo: no existe', 'línea 4, columna rfc: no existe', 'línea 5, columna codigo: no es un cliente', 'línea 6, columna codigo: no es un proveedor',
      'línea 7, columna rfc: 2 contactos lo tienen: indique codigo', 'línea 8, columna rfc: no es el del contacto de codigo, que es EKU900317100']],
    ['moneda y fechas', [fila({ folio: '1', moneda: 'GBP', tipoCambio: 20 }), fila({ folio: '2', moneda: 'USD' }), fila({ folio: '3', tipoCambio: 17 }), fila({ folio: '4', vencimiento: `${anio - 1}-11-14` }),
      fila({ folio: '5', fecha: `${anio}-01-03`, vencimiento: '' }), fila({ folio: '6', sucursal: 'NADA' })],
    ['línea 2, columna moneda: no es una moneda de la organización', 'línea 3, columna tipoCambio: es obligatorio en otra moneda', 'línea 4, columna tipoCambio: el de MXN es 1',
      'línea 5, columna vencimiento: debe ser igual o posterior al inicio', 'línea 6, columna fecha: es posterior al corte', 'línea 7, columna sucursal: no existe']],
    ['el folio', [fila({ folio: '12-B' }), fila({ folio: '000' })], ['línea 2, columna folio: debe terminar en un número mayor que 0', 'línea 3, columna folio: debe terminar en un número mayor que 0']],
    ['según el tipo', [fila({ folio: '1', tipo: 'AnticipoCliente', total: 2000 }), fila({ folio: '2', tipo: 'NotaCreditoCliente', total: 2000 })],
      ['línea 2, columna total: un documento a favor se importa sólo por su saldo: el total debe ser igual', 'línea 3, columna total: un documento a favor se importa sólo por su saldo: el total debe ser igual']],
    ['lo que no cabe', [fila({ folio: '1', moneda: 'USD', tipoCambio: 9999999, total: 999999999999.99, saldo: 999999999999.99, base16: 0, iva16: 0, base0: 999999999999.99 })], ['línea 2, columna total: en pesos pasa del máximo']],
    ['dos veces el mismo CFDI', [1, 2].map(folio => fila({ folio, uuid: '11111111-2222-4333-8444-555555555555' })), ['línea 3, columna uuid: ya existe']],
  ];
  for (const [que, filas, esperadas] of CASOS)
    test(que, async () => {
      const habia = await cuantos();
      await mal(filas, esperadas);
      assert.equal(await cuantos(), habia);
    });

  test('el corte: obligatorio, no después de hoy, en un mes abierto, y sólo de estos recursos', async () => {
    assert.match(faltas(await importar([fila({ folio: '1' })], { fecha: null })).join(), /--fecha/);
    assert.match(faltas(await importar([fila({ folio: '1' })], { fecha: '2026-13-01' })).join(), /--fecha/);
    await mal([fila({ folio: '1' })], ['línea 2: --fecha es posterior a hoy'], { fecha: `${anio + 1}-12-31` });
    await m.base.gestor(['periodo', 'cerrar', `${anio - 1}-11`, '--organizacion', String(e.id)]);
    const cerrado = faltas(await importar([fila({ folio: '1' }), fila({ folio: '2' })], { fecha: `${anio - 1}-11-30` }));
    assert.equal(cerrado.length, 2, cerrado.join('\n'));
    assert.match(cerrado[1], new RegExp(`línea 2: .*${anio - 1}-11`));
    await m.base.gestor(['periodo', 'abrir', `${anio - 1}-11`, '--organizacion', String(e.id), '--motivo', 'Prueba']);
    const r = await m.base.gestor(['importar', 'canales', '-', '--organizacion', String(e.id), '--fecha', corte], { entrada: 'clave,nombre\nA,A\n', falla: true });
    assert.match(r.errores, /--fecha: canales no la lleva; es de existencias-iniciales, saldos-bancarios, documentos-abiertos/);
  });
});

test('la simulación no guarda; la segunda vez nada cambia; con otros datos se dice cuáles', async () => {
  const habia = await cuantos();
  const filas = [fila({ folio: '0101', total: 2160, saldo: 1080, base16: 500, iva16: 80, base0: 500, uuid: 'AAAAAAAA-2222-4333-8444-555555555555' })];
  await bien(filas, [1], { simular: true });
  assert.equal(await cuantos(), habia);
  await bien(filas, [1]);
  assert.equal(await ver('A0101'), `Parcial 2160.00 1080.00 ${antes} ${vence} MXN 1`);
  assert.equal(await pendiente('A0101'), '(500.00,80.00,0.00,0.00,500.00,0.00,0.00,0.00,0.00,0.00,0.00)');
  assert.deepEqual(await e.poliza(await id('A0101')), ['D CLIENTES 1080.00', 'A IVA_POR_COBRAR 80.00', 'A APERTURA 1000.00']);
  assert.equal(await m.base.uno(`SELECT fecha::text FROM poliza WHERE organizacion_id = ${e.id} AND transaccion_id = ${await id('A0101')}`), corte);
  await bien(filas, [0, 1]);
  await bien(filas.map(f => ({ ...f, codigo: '', rfc: 'EKU900317100' })), [0, 1]);
  await mal([{ ...filas[0], total: 2000, vencimiento: '', uuid: '', base0: 384, base16: 600, iva16: 96 }], ['línea 2, columna folio: ya estaba, con otros datos en: vencimiento, total, saldo, uuid']);
  await mal(filas, ['línea 2, columna folio: ya estaba, con otros datos en: --fecha'], { fecha: `${anio}-01-03` });
  await enOrden();
  // Controls: the audit sees an opening on another day than that of its document, and pending taxes that differ from the ledger.
  assert.match(JSON.stringify(await auditarTras(m.base, `UPDATE transaccion SET fecha_apertura = fecha_apertura + 1 WHERE organizacion_id = ${e.id} AND folio = 'A0101'`)), /se abrió en la contabilidad otro día/);
  assert.match(JSON.stringify(await auditarTras(m.base, `UPDATE aplicacion SET pesos = pesos, iva16 = iva16 - 1, base0 = base0 + 1 WHERE organizacion_id = ${e.id} AND fuente_id = destino_id`)), /lo que queda de sus partes/);
});

test('se cobra en partes: el IVA pendiente pasa a cobrado por lo que queda de cada tasa', async () => {
  const f = await id('A0101');
  // P = 500 + 80 + 500, S = 1080. 80 × 333.33 / 1080 = 24.69; 80 × 733.33 / 1080 = 54.32, less 24.69; the last takes the rest, 25.68.
  for (const [importe, iva, queda] of [[333.33, 24.69, '(345.68,55.31,0.00,0.00,345.68,0.00,0.00,0.00,0.00,0.00,0.00)'], [400, 29.63, '(160.49,25.68,0.00,0.00,160.50,0.00,0.00,0.00,0.00,0.00,0.00)'], [346.67, 25.68, null]]) {
    const r = await cobrar(d.c1, f, importe);
    assert.deepEqual(await e.poliza(r.transaccionId), [`D CAJA ${importe.toFixed(2)}`, `D IVA_POR_COBRAR ${iva.toFixed(2)}`, `A CLIENTES ${importe.toFixed(2)}`, `A IVA_COBRADO ${iva.toFixed(2)}`]);
    assert.equal(await pendiente('A0101'), queda);
  }
  assert.equal(await ver('A0101'), `Pagado 2160.00 0.00 ${antes} ${vence} MXN 1`);
  await enOrden();
  const registro = await m.srv.get(`/api/FacturaVenta/${f}`, { token: e.token });
  assert.deepEqual(registro.json.data.cobros.map(c => c.importe2), [333.33, 400, 346.67], registro.texto);
});

test('en dólares: lo pendiente sale a su tipo de cambio y lo cobrado al del dinero', async () => {
  await bien([fila({ folio: '0102', moneda: 'USD', tipoCambio: 17.5, saldo: 580, base16: 500, iva16: 80 })], [1]);
  const f = await id('A0102');
  // 580 × 17.50 = 10150.00; 80 × 17.50 = 1400.00
  assert.deepEqual(await e.poliza(f), ['D CLIENTES 10150.00', 'A IVA_POR_COBRAR 1400.00', 'A APERTURA 8750.00']);
  const r = await cobrar(d.c1, f, 580, { cuentaId: d.dolares, formaPagoId: e.transferencia, moneda: 'USD', tipoCambio: 18 });
  // 580 × 18 = 10440.00; 80 × 18 = 1440.00; (500 × 0.50) of exchange
  assert.deepEqual(await e.poliza(r.transaccionId), ['D BANCO 10440.00', 'D IVA_POR_COBRAR 1400.00', 'A CLIENTES 10150.00', 'A IVA_COBRADO 1440.00', 'A UTILIDAD_CAMBIARIA 250.00']);
  assert.equal(await ver('A0102'), `Pagado 1160.00 0.00 ${antes} ${vence} USD 17.5`);
  await enOrden();
  // The cancel of a deposit gives the invoice back the amount of that deposit, and not the amount that the other system collected.
  assert.equal((await m.srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${r.transaccionId}`, { token: e.token })).estado, 200);
  assert.equal(await ver('A0102'), `Parcial 1160.00 580.00 ${antes} ${vence} USD 17.5`);
  assert.equal(await pendiente('A0102'), '(500.00,80.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00)');
  await enOrden();
});

test('retenciones, IEPS y todas las tasas: el encabezado y sus partidas dicen lo mismo', async () => {
  await bien([fila({ folio: '0103', total: 953.33, saldo: 953.33, ivaRet: 106.67, isrRet: 100 }),
    fila({ folio: '0104', total: 250.56, saldo: 125.28, base16: 108, iva16: 17.28, ieps: 8 }),
    fila({ folio: '0105', total: 1000, saldo: 333.34, base16: 100, iva16: 16, base8: 100, iva8: 8, base0: 50.01, exento: 30, noObjeto: 29.33 })], [3]);
  assert.deepEqual(await e.poliza(await id('A0103')), ['D CLIENTES 953.33', 'D IVA_RET_A_FAVOR_PENDIENTE 106.67', 'D ISR_RET_A_FAVOR_PENDIENTE 100.00', 'A IVA_POR_COBRAR 160.00', 'A APERTURA 1000.00']);
  assert.deepEqual(await e.poliza(await id('A0104')), ['D CLIENTES 125.28', 'A IVA_POR_COBRAR 17.28', 'A IEPS_POR_COBRAR 8.00', 'A APERTURA 100.00']);
  assert.equal(await m.base.uno(`SELECT count(*)::int FROM partida WHERE organizacion_id = ${e.id} AND transaccion_id = ${await id('A0105')}`), 5);
  await cobrar(d.c1, await id('A0105'), 100);
  await cobrar(d.c1, await id('A0105'), 233.34);
  await cobrar(d.c1, await id('A0104'), 125.28);
  await enOrden();
});

test('anticipos y notas de crédito: a favor, y se aplican', async () => {
  await bien([fila({ tipo: 'AnticipoCliente', folio: 'N7' }), fila({ tipo: 'NotaCreditoCliente', folio: 'NC9', total: 116, saldo: 116, base16: 100, iva16: 16 })], [2]);
  assert.deepEqual(await e.poliza(await id('AN7')), ['D APERTURA 1000.00', 'A ANTICIPO_CLIENTES 1000.00']);
  assert.deepEqual(await e.poliza(await id('ANC9')), ['D APERTURA 116.00', 'A CLIENTES 116.00']);
  await enOrden();
  const lista = await m.srv.get(`/api/Bancos/Depositos?clienteId=${d.c1}`, { token: e.token });
  assert.equal(lista.estado, 200, lista.texto);
  const suyo = (await m.srv.get(`/api/Bancos/Depositos/${await id('AN7')}`, { token: e.token })).json.data;
  assert.deepEqual([suyo.folio, suyo.importe, suyo.importePorAsignar, suyo.cuentaId, suyo.conciliado], ['AN7', 1160, 1160, 0, false]);
  await bien([fila({ folio: '0106' })], [1]);
  const f = await id('A0106');
  const asignar = async (folio, importe) => e.hecho('/api/Bancos/DepositoAsignar', { transaccionId: await id(folio), aplicaciones: [{ transaccionId: f, importe }] });
  await asignar('AN7', 580);  // the 80.00 of VAT of the advance were declared before; the application declares the VAT of the invoice instead
  assert.deepEqual((await e.poliza(await id('AN7'))).slice(2), ['D ANTICIPO_CLIENTES 500.00', 'D IVA_POR_COBRAR 80.00', 'A CLIENTES 580.00']);
  await asignar('ANC9', 116);
  assert.equal(await ver('A0106'), `Parcial 1160.00 464.00 ${antes} ${vence} MXN 1`);
  assert.equal(await ver('AN7'), `Parcial 1160.00 580.00 ${antes} ${vence} MXN 1`);
  await enOrden();
  // A cancelled advance takes back its payments and leaves the opening.
  assert.equal((await m.srv.pedir('DELETE', `/api/Bancos/DepositoCancelar/${await id('AN7')}`, { token: e.token })).estado, 200);
  assert.equal(await ver('A0106'), `Parcial 1160.00 1044.00 ${antes} ${vence} MXN 1`);
  await enOrden();
});

test('por pagar: dos proveedores pueden tener el mismo folio, y nuestra serie no se mueve', async () => {
  await bien([fila({ tipo: 'FacturaCompra', codigo: 'P1', serie: 'FC', folio: '5', total: 953.33, saldo: 953.33, ivaRet: 106.67, isrRet: 100 }), fila({ tipo: 'FacturaCompra', codigo: 'P2', serie: 'FC', folio: '5', total: 2000 })], [2]);
  assert.deepEqual(await e.poliza(await id('FC5')), ['D IVA_POR_ACREDITAR 160.00', 'D APERTURA 1000.00', 'A PROVEEDORES 953.33', 'A IVA_RET_PENDIENTE 106.67', 'A ISR_RET_PENDIENTE 100.00']);
  assert.equal(await e.uno('serie_folio', 'siguiente', "obj_id = 13 AND serie = 'FC'"), 1);
  const r = await e.falla('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: d.c1, importe: 1, aplicaciones: [{ transaccionId: await id('FC5'), importe: 1 }] }, 'VALIDACION aplicaciones[0].transaccionId RANGO');
  assert.equal(r.json.errores[0].mensaje, 'no es un documento de venta por cobrar');
  await enOrden();
});

test('nuestra serie sigue después de lo que llegó, y lo que ya folió no se repite', async () => {
  await bien([fila({ serie: 'FV', folio: '120' }), fila({ serie: 'FV', folio: '118' })], [2]);
  const f = await e.hecho('/api/FacturaVenta', { clienteId: d.c1, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 100 }] });
  assert.equal(f.folio, 'FV121');
  await mal([fila({ serie: 'FV', folio: '121' }), fila({ serie: 'FV', folio: '500' })], ['línea 2, columna folio: debe ser menor que FV121, el primer folio de esa serie en gestor', 'línea 3, columna folio: debe ser menor que FV121, el primer folio de esa serie en gestor']);
  await bien([fila({ serie: 'FV', folio: '119' })], [1]);
  await enOrden();
});

test('vence con su fecha, cuenta en el límite de crédito y nada de él es anterior al corte', async () => {
  await bien([fila({ codigo: 'C2', folio: '0200', total: 3000 })], [1]);
  const r = await m.srv.get(`/api/CuentasPorCobrar/AntiguedadSaldos?clienteId=${d.c2}&fechaCorte=${corte}&detalle=true`, { token: e.token });
  const [suyo] = r.json.data.registros;
  assert.deepEqual([suyo.saldo, suyo.de1a30, suyo.documentos, suyo.detalle[0].dias], [1160, 1160, 1, 18], r.texto);  // 15 December to 2 January
  const antesDelCorte = await m.srv.get(`/api/CuentasPorCobrar/AntiguedadSaldos?clienteId=${d.c2}&fechaCorte=${anio}-01-01`, { token: e.token });
  assert.deepEqual(antesDelCorte.json.data.registros, [], 'lo que se cerró antes no cambia');
  const reportes = new Reportes({ base: m.base, srv: m.srv, id: e.id, token: e.token });
  const movido = async (fechaInicial, fechaFinal) => (await reportes.contable('SaldosClientesProveedores', { fechaInicial, fechaFinal })).filter(f => f.entidadId === d.c2).map(f => [f.saldoInicial, f.cargos, f.abonos, f.saldoFinal, f.saldoCliente]);
  assert.deepEqual([await movido(antes, `${anio}-01-01`), await movido(antes, corte), await movido(`${anio}-01-03`, `${anio}-01-04`)], [[], [[0, 3000, 1840, 1160, 1160]], [[1160, 0, 0, 1160, 1160]]], 'está desde el corte, sin lo que ya se había cobrado');
  const vender = importe => ({ clienteId: d.c2, partidas: [{ conceptoId: e.exento, cantidad: 1, precioUnitario: importe }] });
  await e.falla('/api/FacturaVenta', vender(840.01), 'LIMITE_CREDITO');
  await e.hecho('/api/FacturaVenta', vender(840));
  await reportes.ventas('2020-01-01', '2030-12-31', { costo: false });  // sales of the other system are not sales here
  const f = await id('A0200');
  await e.falla('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: d.c2, importe: 10, fecha: `${anio}-01-01`, aplicaciones: [{ transaccionId: f, importe: 10 }] }, 'VALIDACION fecha RANGO');
  await cobrar(d.c2, f, 10, { fecha: corte });
  await enOrden();
});

test('sin sus partidas no se devuelve, entrega ni factura; se cancela lo que nadie cobró', async () => {
  await bien([fila({ tipo: 'NotaVenta', serie: 'N', folio: '1' }), fila({ folio: '0300' }), fila({ folio: '0301', total: 2320 }), fila({ folio: '0302', uuid: 'BBBBBBBB-2222-4333-8444-555555555555' })], [4]);
  const [nota, f, g, h] = [await id('N1'), await id('A0300'), await id('A0301'), await id('A0302')];
  await e.falla(`/api/NotaVenta/NotaVentaFacturar/${nota}`, {}, 'ESTADO_INVALIDO');
  await e.falla('/api/NotaDevolucionCliente', { transaccionIdVenta: f, motivo: 'no', partidas: [{ numeroPartida: 1, cantidad: 1 }] }, 'ESTADO_INVALIDO');
  await e.falla('/api/Inventario/Entrega', { transaccionIdOrigen: f }, 'ESTADO_INVALIDO');
  const cancelar = (cual, q = '') => m.srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${cual}${q}`, { token: e.token });
  let r = await cancelar(g);
  assert.deepEqual([r.estado, r.json.codigo, r.json.detail], [400, 'ESTADO_INVALIDO', 'otro sistema cobró una parte de A0301 antes de que llegara aquí: no se puede cancelar'], r.texto);
  await cobrar(d.c1, nota, 160);
  assert.equal((await cancelar(nota)).json.codigo, 'TIENE_DOCUMENTOS_RELACIONADOS');
  r = await cancelar(h, '?motivoSat=02');
  assert.equal(r.estado, 200, r.texto);
  assert.equal(await m.base.uno(`SELECT estado || ' ' || estatus_timbrado FROM transaccion WHERE transaccion_id = ${h}`), 'Pendiente CancelacionEnProceso');
  assert.equal((await cancelar(f)).estado, 200);
  assert.deepEqual((await e.poliza(f)).slice(3), ['D IVA_POR_COBRAR 160.00', 'D APERTURA 1000.00', 'A CLIENTES 1160.00']);
  await enOrden();
  await bien([fila({ folio: '0300', total: 5000 })], [1]);  // the same invoice, imported with the right amount
  assert.equal(await ver('A0300'), `Parcial 5000.00 1160.00 ${antes} ${vence} MXN 1`);
  await enOrden();
});

const otro = (recurso, entrada, { fecha = corte, simular } = {}) => m.base.gestor(['importar', recurso, '-', '--organizacion', String(e.id), '--fecha', fecha, ...(simular ? ['--simular'] : [])], { entrada, falla: true });
async function entra(recurso, entrada, [agregados, iguales = 0], opciones) {
  const r = await otro(recurso, entrada, opciones);
  assert.equal(r.codigo, 0, r.errores);
  assert.match(r.salida, new RegExp(`^${recurso}: ${agregados} agregados, 0 actualizados, ${iguales} sin cambio$`, 'm'));
}
async function noEntra(recurso, entrada, esperadas, opciones) {
  const r = await otro(recurso, entrada, opciones);
  assert.equal(r.codigo, 1, r.salida);
  assert.deepEqual(faltas(r), ['gestor: no se importó nada:', ...esperadas.map(x => `  ${x}`)]);
}

describe('existencias iniciales', () => {
  const columnas = 'almacen,producto,cantidad,costoUnitario,fechaCapa,lote,caducidad,series\n';
  before(async () => {
    d.peps = await e.producto('E-PEPS');
    d.promedio = await e.producto('E-PROM', { metodoCosteo: 'PROMEDIO' });
    d.lote = await e.producto('E-LOTE', { manejaLotes: true });
    d.serie = await e.producto('E-SERIE', { manejaSeries: true, metodoCosteo: 'IDENTIFICADO' });
    await e.producto('E-SERV', { tipo: 'Servicio' });
  });
  const bueno = `${columnas}GENERAL,E-PEPS,25,90,${anio - 1}-11-03,,,\nGENERAL,E-PEPS,40,82.5,${anio - 1}-06-10,,,\nCEDIS,E-PROM,3,33.333333,,,,\n` +
    `GENERAL,E-LOTE,10,5,${anio - 1}-12-01,L-1,${anio + 1}-12-31,\nGENERAL,E-LOTE,5,6,${anio - 1}-12-01,L-2,,\nGENERAL,E-SERIE,2,100,,,,S1 S2\n`;
  test('fallas', async () => {
    await noEntra('existencias-iniciales', `${columnas}NADA,E-PEPS,1,1,,,,\nGENERAL,NADA,1,1,,,,\nGENERAL,E-SERV,1,1,,,,\nGENERAL,E-PEPS,0,1,,,,\nGENERAL,E-PEPS,1,-1,,,,\nGENERAL,E-PEPS,1,1,${anio}-01-03,,,\nGENERAL,E-PEPS,1,1,,L,,\n` +
      'GENERAL,E-LOTE,1,1,,,,\nGENERAL,E-SERIE,2,1,,,,S1\nGENERAL,E-PEPS,1,1,,,,S1\nGENERAL,E-PEPS,1,1,,,,\nGENERAL,E-PEPS,2,1,,,,\n',
    ['línea 2, columna almacen: no existe', 'línea 3, columna producto: no existe', 'línea 4, columna producto: un servicio o un kit no tiene existencia', 'línea 5, columna cantidad: debe ser mayor que 0',
      'línea 6, columna costoUnitario: debe ser mayor o igual que 0', 'línea 7, columna fechaCapa: es posterior al corte', 'línea 8, columna lote: el producto no maneja lotes', 'línea 9, columna lote: el producto maneja lotes',
      'línea 10, columna series: debe traer una por pieza', 'línea 11, columna series: el producto no maneja números de serie', 'línea 13, columna producto: repite almacén, producto, fechaCapa y lote de otra fila']);
    await noEntra('existencias-iniciales', `${columnas}GENERAL,E-SERIE,2,1,,,,S1 S1\n`, ['columna series: E-SERIE: repite una serie']);
  });
  test('entran contra la apertura con su capa, una sola vez, y sale primero la más antigua', async () => {
    await entra('existencias-iniciales', bueno, [6], { simular: true });
    assert.equal(await e.hay(d.peps), 'nada');
    await entra('existencias-iniciales', bueno, [6]);
    await entra('existencias-iniciales', bueno, [0, 6]);
    await noEntra('existencias-iniciales', bueno.replace('25,90,', '25,91,'), ['línea 2, columna cantidad: ya estaba, con otra cantidad u otro costo: 25 que valen 2250.00']);
    assert.deepEqual([await e.hay(d.peps), await e.hay(d.promedio, e.cedis), await e.hay(d.lote), await e.hay(d.serie)], ['65 5550.00 0', '3 100.00 0', '15 80.00 0', '2 200.00 0']);
    assert.deepEqual(await m.base.columna(`SELECT c.fecha::date || ' ' || trim_scale(c.restante) || ' ' || c.valor FROM capa c WHERE organizacion_id = ${e.id} AND producto_id = ${d.peps} ORDER BY c.fecha`),
      [`${anio - 1}-06-10 40 3300.00`, `${anio - 1}-11-03 25 2250.00`]);
    assert.equal(await m.base.uno(`SELECT count(DISTINCT transaccion_id)::int FROM movimiento_inventario WHERE organizacion_id = ${e.id}`), 2, 'un documento por almacén');
    assert.equal(await m.base.uno(`SELECT max(fecha)::date::text || min(fecha)::date FROM movimiento_inventario WHERE organizacion_id = ${e.id}`), corte + corte);
    // Goods bought in June by the company enter this system on the cut-over day: before that day there is no stock to move.
    const salida = fecha => ({ tipoMovimiento: 'Salida', conceptoId: e.merma, almacenId: e.general, fecha, partidas: [{ productoId: d.peps, cantidad: 50 }] });
    await e.falla('/api/Inventario/Movimiento', salida(`${anio}-01-01`), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
    const r = await e.hecho('/api/Inventario/Movimiento', salida(corte));
    assert.equal(r.total, 4200);  // 40 × 82.50 + 10 × 90.00
    await enOrden();
  });
  test('fechaCapa en la API: de una entrada, y no después de ella', async () => {
    const mover = (tipoMovimiento, fechaCapa) => ({ tipoMovimiento, conceptoId: e.inicial, almacenId: e.general, fecha: corte, partidas: [{ productoId: d.peps, cantidad: 1, fechaCapa }] });
    await e.falla('/api/Inventario/Movimiento', mover('Salida', corte), 'VALIDACION partidas[0].fechaCapa RANGO');
    await e.falla('/api/Inventario/Movimiento', mover('Entrada', `${anio}-01-03`), 'VALIDACION partidas[0].fechaCapa RANGO');
  });
});

test('saldos bancarios: el de cada cuenta y una póliza por archivo, una sola vez', async () => {
  await noEntra('saldos-bancarios', 'cuenta,saldo,tipoCambio\nNADA,1,\nCAJA,1,2\nUSD,1,\nUSD,9999999999.99,999999999\n', ['línea 5, columna cuenta: se repite: ya está en la línea 4',
    'línea 2, columna cuenta: no existe', 'línea 3, columna tipoCambio: el de MXN es 1', 'línea 4, columna tipoCambio: es obligatorio en otra moneda', 'línea 5, columna saldo: en pesos pasa del máximo']);
  const bueno = 'cuenta,saldo,tipoCambio\nCAJA,-100.50,\nUSD,1000,18.25\n';
  await entra('saldos-bancarios', bueno, [2], { simular: true });
  await entra('saldos-bancarios', bueno, [2]);
  await entra('saldos-bancarios', bueno, [0, 2]);
  await noEntra('saldos-bancarios', bueno.replace('18.25', '18'), ['línea 3, columna saldo: ya estaba, con otro saldo, tipo de cambio o --fecha']);
  await m.base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,saldoInicial\nOTRA,Otra,Caja,5\n' });
  await noEntra('saldos-bancarios', 'cuenta,saldo\nOTRA,5\n', ['línea 2, columna saldo: cuentas-bancarias ya dio el saldo inicial de la cuenta; asiente su póliza con saldos-iniciales']);
  assert.deepEqual(await m.base.columna(`SELECT p.fecha || ' ' || c.clave || ' ' || v.debe - v.haber FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE p.organizacion_id = ${e.id} AND p.concepto = 'Saldos iniciales de bancos' ORDER BY v.numero`), [`${corte} CAJA -100.50`, `${corte} BANCO 18250.00`, `${corte} APERTURA -18149.50`]);
  assert.equal(await e.uno('cuenta_bancaria', 'saldo_inicial', "clave = 'USD'"), 1000);
  await enOrden();
});

test('los saldos entre dos días, también de lo que llegó de otro sistema, son la suma de lo que pasó', () => new Reportes({ base: m.base, srv: m.srv, id: e.id, token: e.token }).movidoEntreDias());
