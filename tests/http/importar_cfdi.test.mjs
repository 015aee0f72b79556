// gestor importar cfdi: a directory of CFDI, each registered by the rule of its supplier or refused with the reason.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { zip } from './lib/archivos.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Servidor, montar } from './lib/ayuda_api.mjs';
import { cfdi, en64, exento, iva, recibo, sellado } from './lib/cfdi.mjs';
import { Sellador } from './lib/cfdi_sellado.mjs';
import { Empresa } from './lib/escena.mjs';
import { Sat } from './lib/sat.mjs';

const NOSOTROS = 'EKU9003173C9', SUYO = 'URE180429TM6', OTRO = 'JES900109Q90', AJENO = '00000000-0000-4000-8000-000000000001';
let m, e, dir, reglas;
before(async () => {
  m = await montar({ registros: 60 });
  e = await Empresa.crear(m, { nombre: 'Importadora', rfc: NOSOTROS });
  await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: SUYO });
  dir = await mkdtemp(join(tmpdir(), 'cfdi-'));
  reglas = join(dir, 'reglas.csv');
  await mkdir(join(dir, 'enero'));
  await writeFile(join(dir, 'a.xml'), await sellado(una(100), SUYO));
  await writeFile(join(dir, 'enero/b.XML'), (await sellado(una(200), SUYO)).replace('Cosa', 'Otra cosa'));
  await writeFile(join(dir, 'enero/ajeno.xml'), una(1, { receptor: 'IIA040805DZ4' }));
  await writeFile(join(dir, 'enero/credito.xml'), await sellado(una(1, { TipoDeComprobante: 'E', relaciones: [['01', AJENO]] }), SUYO));
  await writeFile(join(dir, 'enero/desconocido.xml'), una(1, { emisor: OTRO }));
  await writeFile(join(dir, 'roto.xml'), '<a');
  await writeFile(join(dir, 'leeme.txt'), 'nada');
  await writeFile(reglas, `rfc,concepto,sucursal\n${SUYO},CO-SERVICIOS,MATRIZ\n`);
});
after(async () => {
  await m?.cerrar();
  if (dir) await rm(dir, { recursive: true });
});

const una = (precio, mas = {}) => cfdi({ emisor: SUYO, receptor: NOSOTROS, conceptos: [{ precio, traslados: [iva(precio)] }], ...mas });
const importar = (...mas) => m.base.gestor(['importar', 'cfdi', dir, '--organizacion', String(e.id), '--reglas', reglas, ...mas], { falla: true });
const lineas = async (...mas) => (await importar(...mas)).salida.trim().split('\n');
const cuantas = () => e.uno('transaccion', 'count(*)', 'obj_id = 13');

test('primero se simula; luego cada archivo por su regla; repetirlo no cambia nada', async () => {
  const malos = ['enero/ajeno.xml: no: CFDI_RFC_NO_CORRESPONDE: Receptor IIA040805DZ4 no es la organización, EKU9003173C9', `enero/desconocido.xml: no: NO_ENCONTRADO: no hay regla de ${OTRO}`, 'roto.xml: no: el XML está incompleto',
    `enero/credito.xml: no: NO_ENCONTRADO: su factura ${AJENO} no está registrada; sin ella, regístrela con POST /api/NotaCredito`];
  const alterado = 'no: SELLO_INVALIDO: no cumple SELLO08: El sello del comprobante corresponde a su cadena original y a su certificado (el sello no corresponde al comprobante)';
  const sinFolio = texto => texto.map(l => l.replace(/registrada, \S+, /, 'registrada, '));
  const nuevas = ['a.xml: registrada, 116.00', `enero/b.XML: ${alterado}`];
  const todas = [nuevas[0], malos[0], nuevas[1], malos[1], malos[2], malos[3]].map((l, i) => `[${i + 1}/6] ${l}`);
  assert.equal((await importar('--simular')).codigo, 1, 'alguno no');
  const ensayo = await lineas('--simular');
  assert.deepEqual(ensayo, [...todas.map(l => l.replace(': registrada,', ': se registraría,')), 'cfdi: 1 registradas, 0 ya estaban, 5 no', 'fue una simulación: no se guardó nada']);
  assert.equal(Number(await cuantas()), 0);
  assert.deepEqual(sinFolio(await lineas()), [...todas, 'cfdi: 1 registradas, 0 ya estaban, 5 no']);
  assert.equal(Number(await cuantas()), 1);
  const otra = await lineas();
  assert.equal(otra.filter(l => l.includes('ya estaba: ')).length, 1);
  assert.equal(otra.at(-1), 'cfdi: 0 registradas, 1 ya estaban, 5 no');
  assert.equal(Number(await cuantas()), 1);
  assert.deepEqual(await auditar(m.base), []);
});

test('los sellos se miran con los certificados de la autoridad', async () => {
  const autoridad = new Sellador();
  const d = join(dir, 'enero/d.xml');
  await writeFile(d, await sellado(una(300), SUYO));
  const { salida, errores } = await m.base.gestor(['importar', 'cfdi', dir, '--organizacion', String(e.id), '--reglas', reglas, '--simular'], { env: { GESTOR_CERTIFICADOS_SAT: autoridad.carpeta }, falla: true });
  autoridad.cerrar();
  await rm(d);
  assert.match(salida, /enero\/d.xml: no: SELLO_INVALIDO: no cumple SELLO10: /);
  const aviso = /aviso: sin certificados-sat no se comprobó/;
  assert.doesNotMatch(errores, aviso);
  assert.match((await importar('--simular')).errores, aviso);
});

// A CFDI with two rates, and a NoIdentificacion that equals the code of a product of the company.
test('de un concepto de gasto, un gasto: se debe a un acreedor, con sus impuestos, su centro de costo y su CFDI', async () => {
  const solo = await mkdtemp(join(dir, 'gastos-')), deGastos = join(solo, 'reglas.csv'), uuid = '5FB2822E-396D-4725-8521-CDC4BDD20CCF';
  await e.cliente('ACREEDOR', { tipoContacto: 'Proveedor', nombre: 'ACREEDOR', rfc: OTRO, diasCredito: 15 });
  const silla = await e.producto('SILLA');
  const centro = (await e.hecho('/api/ClasificadoresCosto', { clave: 'OFICINA', nombre: 'Oficina', tipo: 'Gasto' })).clasificadorCostoId;
  const conceptos = [{ precio: 1000, traslados: [iva(1000)], NoIdentificacion: 'SILLA' }, { precio: 50, traslados: [exento(50)] }];
  await writeFile(join(solo, 'luz.xml'), await sellado(cfdi({ emisor: OTRO, receptor: NOSOTROS, uuid, conceptos }), OTRO));
  await writeFile(deGastos, `rfc,concepto,centroCosto,sucursal\n${OTRO},GA-GENERAL,OFICINA,MATRIZ\n`);
  const correr = async () => (await m.base.gestor(['importar', 'cfdi', solo, '--organizacion', String(e.id), '--reglas', deGastos])).salida;
  assert.match(await correr(), /^\[1\/1\] luz.xml: gasto registrado, GA\S*, 1210.00\ncfdi: 1 registradas, 0 ya estaban, 0 no\n$/);
  const [g] = await m.base.sql(`SELECT transaccion_id AS id, obj_id, uuid, total, saldo, centro_costo_id, fecha_vencimiento::text AS vence FROM transaccion WHERE organizacion_id = ${e.id} AND uuid = '${uuid}'`);
  assert.deepEqual([g.obj_id, g.total, g.saldo, g.centro_costo_id, g.vence], [14, 1210, 1210, centro, '2026-01-30']);
  assert.deepEqual(await e.poliza(g.id), ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1050.00', 'A ACREEDORES 1210.00']);
  assert.deepEqual(await m.base.sql(`SELECT producto_id IS NULL AS concepto, importe FROM partida WHERE transaccion_id = ${g.id} ORDER BY numero_partida`), [{ concepto: true, importe: 1000 }, { concepto: true, importe: 50 }]);
  assert.equal(await e.hay(silla), 'nada');
  assert.equal(Number(await e.uno('archivo', 'count(*)', `transaccion_id = ${g.id} AND tipo = 'XML'`)), 1);
  assert.match(await correr(), /ya estaba: .*\ncfdi: 0 registradas, 1 ya estaban, 0 no\n$/);
  assert.deepEqual(await auditar(m.base), []);
  await rm(solo, { recursive: true });
});

test('gasolina, hotel y obra pública, como factura o como gasto, con la fecha de su CFDI o la que se diga', async () => {
  const de = (nombre, precio, base, mas) => ({ nombre, xml: { conceptos: [{ precio, traslados: [iva(base)] }], ...mas } });
  const papeles = [de('gasolina', 827.59, 808, { fecha: '2026-03-10T10:00:00' }), de('hotel', 1000, 1000, { fecha: '2026-03-11T10:00:00', locales: { traslados: [['ISH', 3, 30]] } }),
    de('obra', 1000, 1000, { fecha: '2026-01-12T10:00:00', locales: { retenciones: [['5 al millar', 0.5, 5]] } })];
  const polizas = { 'gasolina.xml': ['D IVA_POR_ACREDITAR 129.28', 'D GASTO 827.59', 'A DEUDA 956.87'], 'hotel.xml': ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1030.00', 'A DEUDA 1190.00'],
    'obra.xml': ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1000.00', 'A DEUDA 1155.00', 'A RETENCIONES_LOCALES 5.00'] };
  const abrir = await e.cerrar('2026-01');
  for (const [concepto, deuda, objeto, banderas, fechas] of [
    ['CO-SERVICIOS', 'PROVEEDORES', 13, [], ['2026-02-01', '2026-03-10', '2026-03-11']], ['GA-GENERAL', 'ACREEDORES', 14, ['--fecha', 'cfdi'], ['2026-02-01', '2026-03-10', '2026-03-11']],
    ['CO-SERVICIOS', 'PROVEEDORES', 13, ['--fecha', '2026-04-05'], Array(3).fill('2026-04-05')], ['CO-SERVICIOS', 'PROVEEDORES', 13, ['--fecha', 'hoy'], Array(3).fill(await m.base.uno("SELECT (now() AT TIME ZONE 'America/Mexico_City')::date::text"))]]) {
    const solo = await mkdtemp(join(dir, 'locales-')), suyas = join(solo, 'reglas.csv');
    await writeFile(suyas, `rfc,concepto,sucursal\n${SUYO},${concepto},MATRIZ\n`);
    for (const p of papeles) await writeFile(join(solo, `${p.nombre}.xml`), await sellado(cfdi({ emisor: SUYO, receptor: NOSOTROS, ...p.xml }), SUYO));
    const { salida } = await m.base.gestor(['importar', 'cfdi', solo, '--organizacion', String(e.id), '--reglas', suyas, ...banderas]);
    assert.match(salida, /cfdi: 3 registradas, 0 ya estaban, 0 no/, salida);
    assert.equal(/obra.xml: .*; el mes de su CFDI está cerrado: lleva la fecha 2026-02-01/.test(salida), fechas[0] === '2026-02-01', salida);
    const hechas = await m.base.sql(`SELECT t.transaccion_id AS id, t.obj_id, t.fecha::date::text AS dia, t.validacion, c.fecha_proveedor::text AS suya, t.total FROM transaccion t JOIN compra c USING (organizacion_id, transaccion_id)
      WHERE t.organizacion_id = ${e.id} ORDER BY t.transaccion_id DESC LIMIT 3`);
    assert.deepEqual(hechas.map(h => h.dia).sort(), fechas);
    for (const h of hechas) {
      const [nombre, lineas] = Object.entries(polizas).find(([, l]) => l.some(x => x.startsWith(`A DEUDA ${h.total.toFixed(2)}`)));
      assert.deepEqual([h.obj_id, h.validacion, h.suya, (await e.poliza(h.id)).sort()], [objeto, 'Válido', papeles.find(p => `${p.nombre}.xml` === nombre).xml.fecha.slice(0, 10), lineas.map(l => l.replace('DEUDA', deuda)).sort()]);
    }
    await rm(solo, { recursive: true });
  }
  await abrir();
  assert.match((await importar('--fecha', 'ayer')).errores, /--fecha es cfdi, hoy o AAAA-MM-DD/);
  assert.deepEqual(await auditar(m.base), []);
});

test('el mes entero: la regla de cualquiera, proveedores nuevos, y CFDI que no son de compra; las sumas por proveedor', async () => {
  const mes = await mkdtemp(join(dir, 'mes-')), suyas = join(mes, 'reglas.csv'), resumen = join(mes, 'resumen.csv'), NUEVO = 'IIA040805DZ4', PERSONA = 'COSC8001137NA';
  const conceptos = precio => [{ precio, traslados: [iva(precio)] }], de = (emisor, mas = {}) => cfdi({ emisor, receptor: NOSOTROS, conceptos: conceptos(100), ...mas });
  const archivos = {
    'a.xml': await sellado(de(NUEVO, { MetodoPago: 'PPD', FormaPago: '99', nombreEmisor: 'PROVEEDOR NUEVO' }), NUEVO), 'b.xml': await sellado(de(NUEVO, { conceptos: [{ precio: 50.5, traslados: [iva(50.5, 0.08)] }, { precio: 10, traslados: [exento(10)] }] }), NUEVO),
    'nomina.xml': de(NOSOTROS, { receptor: PERSONA, TipoDeComprobante: 'N' }), 'nuestra.xml': de(NOSOTROS, { receptor: SUYO }), 'recibo.xml': de(SUYO, { TipoDeComprobante: 'N' }), 'traslado.xml': de(SUYO, { TipoDeComprobante: 'T' }) };
  for (const [nombre, xml] of Object.entries(archivos)) await writeFile(join(mes, nombre), xml);
  await writeFile(suyas, '\ufeffrfc,concepto,sucursal\n*,CO-SERVICIOS,MATRIZ\n');
  const correr = (...mas) => m.base.gestor(['importar', 'cfdi', mes, '--organizacion', String(e.id), '--reglas', suyas, ...mas], { falla: true });
  const antes = await cuantas();
  assert.match((await correr()).salida, /a\.xml: no: NO_ENCONTRADO: .*no existe un proveedor con el RFC/);
  assert.match((await correr('--crear-proveedores', '--simular')).salida, /a\.xml: se registraría, 116\.00.*; se crearía el proveedor IIA040805DZ4$/m);
  const r = await correr('--crear-proveedores', '--resumen', resumen);
  assert.equal(r.codigo, 0, r.salida);
  const dice = nombre => r.salida.split('\n').find(l => l.includes(`${nombre}: `)).replace(/^.*?: /, '');
  assert.match(dice('a.xml'), /^registrada, \S+, 116\.00.*; se creó el proveedor IIA040805DZ4$/);
  assert.match(dice('b.xml'), /^registrada, \S+, 64\.54/);
  assert.ok(!/se creó/.test(dice('b.xml')));
  assert.deepEqual(['nomina.xml', 'nuestra.xml', 'recibo.xml', 'traslado.xml'].map(dice), ['no se registra: lo emitió la organización', 'no se registra: lo emitió la organización',
    'no se registra: es un recibo de nómina', 'no se registra: es de traslado']);
  assert.match(r.salida, /^cfdi: 2 registradas, 0 ya estaban, 0 no, 4 de otra clase$/m);
  assert.equal(Number(await cuantas()), Number(antes) + 2);
  const [proveedor] = await m.base.sql(`SELECT tipo_contacto, nombre, regimen_fiscal, codigo_postal FROM contacto WHERE organizacion_id = ${e.id} AND rfc = '${NUEVO}'`);
  assert.deepEqual(proveedor, { tipo_contacto: 'Proveedor', nombre: 'PROVEEDOR NUEVO', regimen_fiscal: '601', codigo_postal: '64000' });
  const sumas = ['rfc,proveedor,tipo,metodoPago,moneda,cfdi,subtotal,descuento,base16,iva16,base8,iva8,base0,exento,noAfecto,ieps,locales,ivaRetenido,isrRetenido,retencionLocal,total',
    `${NUEVO},PROVEEDOR NUEVO,I,PPD,MXN,1,100.00,0.00,100.00,16.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,116.00`,
    `${NUEVO},EMISOR,I,PUE,MXN,1,60.50,0.00,0.00,0.00,50.50,4.04,0.00,10.00,0.00,0.00,0.00,0.00,0.00,0.00,64.54`];
  assert.deepEqual((await readFile(resumen, 'utf8')).trim().split(/\r?\n/), sumas);
  assert.match((await correr('--crear-proveedores', '--resumen', resumen)).salida, /^cfdi: 0 registradas, 2 ya estaban, 0 no, 4 de otra clase$/m);
  assert.deepEqual((await readFile(resumen, 'utf8')).trim().split(/\r?\n/), sumas, 'lo que ya estaba también suma');
  assert.deepEqual(await auditar(m.base), []);
  await rm(mes, { recursive: true });
});

// Discount, lodging tax, five to the thousand, fuel, IEPS inside the base of VAT, withholdings, a line that is no object of tax, and fractions of a
// cent, which each CFDI rounds by itself.
test('el resumen: cada renglón suma por los dos lados', async () => {
  const mes = await mkdtemp(join(dir, 'suma-')), suyas = join(mes, 'reglas.csv'), resumen = join(mes, 'resumen.csv');
  const retener = (base, impuesto, tasa) => ({ Base: base.toFixed(2), Impuesto: impuesto, TipoFactor: 'Tasa', TasaOCuota: tasa.toFixed(6), Importe: (base * tasa).toFixed(2) });
  const fino = { conceptos: [{ precio: 0.34, traslados: [iva(0.34, 0.16, { Importe: '0.054400' })] }] };
  const papeles = [
    { conceptos: [{ precio: 200, descuento: 50, traslados: [iva(150)] }, { precio: 30 }], locales: { traslados: [['ISH', 3, 6]] } },
    { conceptos: [{ precio: 1000, traslados: [iva(1000)] }], locales: { retenciones: [['5 al millar', 0.5, 5]] } },
    { conceptos: [{ precio: 827.59, traslados: [iva(808)] }] },
    { conceptos: [{ precio: 100, traslados: [{ ...iva(100, 0.08), Impuesto: '003' }, iva(108)] }] },
    { conceptos: [{ precio: 500, traslados: [iva(500)], retenciones: [retener(500, '001', 0.1), retener(500, '002', 0.106667)] }] },
    fino, { ...fino, resumen: [iva(0.34)] },
    { conceptos: [{ precio: 10, traslados: [iva(10, 0)] }], MetodoPago: 'PPD', FormaPago: '99' },
  ];
  for (const [i, p] of papeles.entries()) await writeFile(join(mes, `${i}.xml`), await sellado(cfdi({ emisor: SUYO, receptor: NOSOTROS, ...p }), SUYO));
  await writeFile(suyas, 'rfc,concepto,sucursal\n*,CO-SERVICIOS,MATRIZ\n');
  const { salida } = await m.base.gestor(['importar', 'cfdi', mes, '--organizacion', String(e.id), '--reglas', suyas, '--resumen', resumen], { falla: true });
  assert.match(salida, /^cfdi: 8 registradas, 0 ya estaban, 0 no$/m, salida);
  const [encabezado, ...filas] = (await readFile(resumen, 'utf8')).trim().split(/\r?\n/).map(l => l.split(','));
  const cent = Object.fromEntries(filas.map(f => [f[3], Object.fromEntries(f.slice(5).map((v, i) => [encabezado[i + 5], Math.round(v * 100)]))]));
  assert.deepEqual([cent.PUE.cfdi, cent.PUE.descuento, cent.PUE.noAfecto, cent.PUE.ieps, cent.PUE.locales, cent.PUE.retencionLocal, cent.PUE.ivaRetenido, cent.PUE.isrRetenido, cent.PUE.total],
    [700, 5000, 4959, 800, 600, 500, 5333, 5000, 21000 + 115500 + 95687 + 12528 + 47667 + 78]);
  assert.deepEqual([cent.PPD.base0, cent.PPD.total], [1000, 1000]);
  for (const s of Object.values(cent)) {
    const impuestos = s.iva16 + s.iva8 + s.locales - s.ivaRetenido - s.isrRetenido - s.retencionLocal;
    assert.deepEqual([s.subtotal - s.descuento + s.ieps + impuestos, s.base16 + s.base8 + s.base0 + s.exento + s.noAfecto + impuestos], [s.total, s.total]);
  }
  await rm(mes, { recursive: true });
});

// A month of a supplier in a directory of its own; answers the line of the command for each file, and its last line.
const PPD = { MetodoPago: 'PPD', FormaPago: '99' };
async function carpeta(reglasDe, archivos) {
  const lugar = await mkdtemp(join(dir, 'cosas-'));
  const poner = async (nombre, xml, emisor = SUYO) => writeFile(join(lugar, nombre), await sellado(xml, emisor));
  await writeFile(join(lugar, 'reglas.csv'), `rfc,concepto,sucursal\n*,${reglasDe},MATRIZ\n`);
  for (const [nombre, xml] of Object.entries(archivos)) await poner(nombre, xml);
  const correr = async (...mas) => {
    const { salida } = await m.base.gestor(['importar', 'cfdi', lugar, '--organizacion', String(e.id), '--reglas', join(lugar, 'reglas.csv'), ...mas], { falla: true });
    const renglones = salida.trim().split('\n');
    return { fin: renglones.find(l => l.startsWith('cfdi: ')), de: nombre => renglones.find(l => l.includes(`] ${nombre}: `))?.replace(/^.*?: /, '') };
  };
  return { lugar, poner, correr, quitar: () => rm(lugar, { recursive: true }) };
}
const UNO = '10000000-0000-4000-8000-00000000000', uuid = n => `${UNO}${n}`;
const compra = u => m.base.sql(`SELECT transaccion_id AS id, folio, saldo::float, (pendiente).iva16::float AS iva FROM transaccion WHERE organizacion_id = ${e.id} AND uuid = '${u}'`).then(r => r[0]);
const pagar = async (u, importeAbono, mas = {}) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'P', fecha: '2026-02-10T10:00:00', partidas: [{ transaccionIdCompra: (await compra(u)).id, importeAbono }], ...mas });

test('los recibos de pago: cada factura con el egreso que la pagó; lo que nadie pagó se dice, y se une después', async () => {
  const de = (precio, u) => una(precio, { uuid: u, fecha: '2026-02-01T10:00:00', ...PPD });
  const pago = (documentos, mas = {}) => recibo({ emisor: SUYO, receptor: NOSOTROS, fecha: '2026-02-12T10:00:00', pagos: [{ fecha: '2026-02-10T12:00:00', documentos }], ...mas });
  const c = await carpeta('CO-SERVICIOS', { 'f1.xml': de(1000, uuid(1)), 'f2.xml': de(500, uuid(2)), 'f3.xml': de(100, uuid(3)),
    'a-pago.xml': pago([{ uuid: uuid(1), antes: 1160, pagado: 1160 }, { uuid: uuid(2), antes: 580, pagado: 580 }], { uuid: uuid('A') }) });
  assert.match((await c.correr('--simular')).de('a-pago.xml'), /^se registraría después de su factura$/);
  const primera = await c.correr();
  const [f1, f2, f3] = await Promise.all([1, 2, 3].map(n => compra(uuid(n))));
  assert.equal(primera.de('a-pago.xml'), `recibo de pago registrado: ${f1.folio} parcialidad 1, 1160.00, nadie la pagó aquí; ${f2.folio} parcialidad 1, 580.00, nadie la pagó aquí`);
  assert.equal(primera.fin, 'cfdi: 4 registradas, 0 ya estaban, 0 no, 1 recibos de pago sin su egreso');
  const filas = u => m.base.sql(`SELECT numero, factura_uuid, parcialidad, moneda, saldo_anterior::float AS antes, importe_pagado::float AS pagado, saldo_insoluto::float AS queda,
      (SELECT max(p.egreso_id) FROM recibo_de_pago_egreso p WHERE p.recibo_de_pago_id = r.recibo_de_pago_id) AS egreso_id, (SELECT a.transaccion_id FROM archivo a WHERE a.organizacion_id = r.organizacion_id AND a.archivo_id = r.archivo_id) AS archivado
    FROM recibo_de_pago r WHERE organizacion_id = ${e.id} AND uuid = '${u}' ORDER BY numero`);
  const fila = (numero, factura, importe, egreso_id, archivado) => ({ numero, factura_uuid: factura, parcialidad: 1, moneda: 'MXN', antes: importe, pagado: importe, queda: 0, egreso_id, archivado });
  assert.deepEqual(await filas(uuid('A')), [fila(1, uuid(1), 1160, null, f1.id), fila(2, uuid(2), 580, null, f2.id)]);
  const asuntos = async () => Object.fromEntries((await m.srv.get('/api/Contabilidad/Periodos/2026/2/Revision', { token: e.token })).json.data.asuntos.filter(a => /Recibo/.test(a.asunto)).map(a => [a.asunto, [a.cuantos, a.ejemplo]]));
  assert.deepEqual(await asuntos(), { RecibosSinEgreso: [2, `${SUYO} ${uuid('A')}`] });
  // One egress pays two invoices, another one pays the third in two parts.
  const dos = await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'P', fecha: '2026-02-10T10:00:00', partidas: [[f1, 1160], [f2, 580]].map(([f, importeAbono]) => ({ transaccionIdCompra: f.id, importeAbono })) });
  const parte = await pagar(uuid(3), 58), resto = await pagar(uuid(3), 58, { fecha: '2026-02-20T10:00:00' });
  assert.deepEqual(await asuntos(), { PpdSinReciboDePago: [4, `Factura de compra ${f1.folio}, Egreso ${dos.folio}`], RecibosSinEgreso: [2, `${SUYO} ${uuid('A')}`] });
  // The receipt of the later half names its date; a third of that amount finds no payment.
  for (const [nombre, u, fecha] of [['b.xml', uuid('B'), '2026-02-20T12:00:00'], ['c.xml', uuid('C'), '2026-02-11T12:00:00'], ['d.xml', uuid('D'), '2026-02-25T12:00:00']])
    await c.poner(nombre, recibo({ emisor: SUYO, receptor: NOSOTROS, uuid: u, fecha, pagos: [{ fecha, documentos: [{ uuid: uuid(3).toLowerCase(), antes: 116, pagado: 58 }] }] }));
  await c.poner('e.xml', pago([{ uuid: AJENO, pagado: 20 }], { uuid: uuid('E') }));
  const segunda = await c.correr();
  assert.equal(segunda.de('a-pago.xml'), `ya estaba: ${f1.folio} parcialidad 1, 1160.00, pagada con ${dos.folio}; ${f2.folio} parcialidad 1, 580.00, pagada con ${dos.folio}`);
  assert.deepEqual(['b.xml', 'c.xml', 'd.xml', 'e.xml'].map(n => segunda.de(n).replace('recibo de pago registrado: ', '')), [`${f3.folio} parcialidad 1, 58.00, pagada con ${resto.folio}`, `${f3.folio} parcialidad 1, 58.00, pagada con ${parte.folio}`,
    `${f3.folio} parcialidad 1, 58.00, nadie la pagó aquí`, `la factura ${AJENO} parcialidad 1, 20.00, no está registrada`]);
  assert.equal(segunda.fin, 'cfdi: 4 registradas, 4 ya estaban, 0 no, 2 recibos de pago sin su egreso');
  assert.deepEqual(await filas(uuid('A')), [fila(1, uuid(1), 1160, dos.transaccionId, dos.transaccionId), fila(2, uuid(2), 580, dos.transaccionId, dos.transaccionId)]);
  assert.equal((await filas(uuid('E')))[0].archivado, null);
  assert.deepEqual(await asuntos(), { RecibosSinEgreso: [2, `${SUYO} ${uuid('E')}`] });
  const xml = await m.base.uno(`SELECT a.tipo FROM archivo a JOIN recibo_de_pago r USING (organizacion_id, archivo_id) WHERE r.uuid = '${uuid('C')}' AND a.transaccion_id = ${parte.transaccionId}`);
  assert.equal(xml, 'XML');
  const lista = async mas => (await m.srv.get(`/api/Compras/RecibosDePago?fechaInicial=2026-02-01&fechaFinal=2026-02-28${mas}`, { token: e.token })).json.data;
  assert.deepEqual((await lista('&sinEgreso=true')).map(r => [r.uuid, r.transaccionIdCompra, r.folioEgreso]), [[uuid('D'), f3.id, ''], [uuid('E'), 0, '']]);
  assert.deepEqual((await lista('&sinEgreso=false')).map(r => [r.uuid, r.folioCompra, r.transaccionIdEgreso, r.importe]),
    [[uuid('B'), f3.folio, resto.transaccionId, 58], [uuid('C'), f3.folio, parte.transaccionId, 58], [uuid('A'), f2.folio, dos.transaccionId, 580], [uuid('A'), f1.folio, dos.transaccionId, 1160]]);
  // A payment taken back leaves its receipt without egress; the next payment of that amount takes it.
  assert.equal((await m.srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${resto.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  assert.equal((await asuntos()).RecibosSinEgreso[0], 3);
  const otro = await pagar(uuid(3), 58, { fecha: '2026-02-21T10:00:00' });
  assert.match((await c.correr()).de('b.xml'), new RegExp(`^ya estaba: .*pagada con ${otro.folio}$`));
  // A receipt that replaces another one takes its payment over, once.
  await c.poner('g.xml', recibo({ emisor: SUYO, receptor: NOSOTROS, uuid: uuid('F'), fecha: '2026-02-27T10:00:00', relaciones: [['04', uuid('B')]], pagos: [{ fecha: '2026-02-20T12:00:00', documentos: [{ uuid: uuid(3), antes: 116, pagado: 58 }] }] }));
  const tercera = await c.correr();
  assert.match(tercera.de('g.xml'), new RegExp(`pagada con ${otro.folio}$`));
  assert.equal((await c.correr()).de('b.xml'), `ya estaba: lo sustituye ${uuid('F')}`);
  assert.deepEqual(await asuntos(), { RecibosSinEgreso: [2, `${SUYO} ${uuid('E')}`] });
  // Receipts that are not ours: another supplier's of the same invoice, and one for another organization; one without invoices, one without its seal.
  await c.poner('h.xml', recibo({ emisor: OTRO, receptor: NOSOTROS, uuid: uuid(8), pagos: [{ fecha: '2026-02-10T12:00:00', documentos: [{ uuid: uuid(3), pagado: 58 }] }] }), OTRO);
  await c.poner('i.xml', recibo({ emisor: SUYO, receptor: OTRO, pagos: [{ fecha: '2026-02-10T12:00:00', documentos: [{ uuid: uuid(3), pagado: 58 }] }] }));
  await c.poner('j.xml', recibo({ emisor: SUYO, receptor: NOSOTROS, pagos: [{ fecha: '2026-02-10T12:00:00', documentos: [] }] }));
  await writeFile(join(c.lugar, 'k.xml'), pago([{ uuid: uuid(3), pagado: 58 }]));
  const cuarta = await c.correr();
  assert.match(cuarta.de('h.xml'), /no está registrada$/);
  assert.deepEqual(['i.xml', 'j.xml', 'k.xml'].map(n => /no: (\w+)/.exec(cuarta.de(n))[1]), ['CFDI_RFC_NO_CORRESPONDE', 'CFDI_INVALIDO', 'SELLO_INVALIDO']);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

test('un recibo de pago adjunto a mano es el mismo que el importado; lo que pagaron varios egresos es de todos', async () => {
  const u = n => uuid(n).replace(/^1/, '7'), dia = d => ({ fecha: `2026-04-${d}T10:00:00` });
  const c = await carpeta('CO-SERVICIOS', Object.fromEntries([1000, 100, 100, 100].map((precio, i) => [`f${i + 1}.xml`, una(precio, { uuid: u(i + 1), ...dia('01'), ...PPD })])));
  await c.correr();
  const [f1, f2, f3, f4] = await Promise.all([1, 2, 3, 4].map(n => compra(u(n))));
  const recibido = (n, documentos, mas = {}) => recibo({ emisor: SUYO, receptor: NOSOTROS, uuid: u(n), ...dia('12'), pagos: [{ fecha: '2026-04-12T12:00:00', documentos }], ...mas });
  const adjuntar = async (d, xml) => e.hecho('/api/ArchivoDigital/AgregarBase64', { transaccionId: d.transaccionId, nombre: 'recibo', extension: 'xml', contenidoBase64: en64(await sellado(xml, SUYO)) });
  const filas = n => m.base.sql(`SELECT ARRAY(SELECT p.egreso_id FROM recibo_de_pago_egreso p WHERE p.recibo_de_pago_id = r.recibo_de_pago_id ORDER BY 1) AS egresos, importe_pagado::float AS importe FROM recibo_de_pago r WHERE organizacion_id = ${e.id} AND uuid = '${u(n)}' ORDER BY numero`);
  const juicios = (...egresos) => m.base.sql(`SELECT t.validacion, (SELECT count(*) FROM archivo a WHERE a.organizacion_id = t.organizacion_id AND a.transaccion_id = t.transaccion_id AND a.tipo = 'XML')::int AS xml
    FROM transaccion t WHERE t.transaccion_id IN (${egresos.map(d => d.transaccionId)}) ORDER BY t.transaccion_id`).then(r => r.map(x => `${x.validacion} ${x.xml}`));
  const asuntos = async () => Object.fromEntries((await m.srv.get('/api/Contabilidad/Periodos/2026/4/Revision', { token: e.token })).json.data.asuntos.filter(x => /Recibo/.test(x.asunto)).map(x => [x.asunto, x.cuantos]));
  // One receipt of two invoices, each paid by an egress of its own: attached to one of them, it is joined to both.
  const [uno, dos] = [await pagar(u(1), 1160, dia('10')), await pagar(u(2), 116, dia('10'))];
  assert.deepEqual(await asuntos(), { PpdSinReciboDePago: 2 });
  const a = recibido('A', [{ uuid: u(1), antes: 1160, pagado: 1160 }, { uuid: u(2), antes: 116, pagado: 116 }]), puesto = await adjuntar(uno, a);
  assert.deepEqual([puesto.validacion, puesto.advertencias, await juicios(uno, dos), await asuntos()], ['Válido', [], ['Válido 1', 'Válido 1'], {}]);
  assert.deepEqual(await filas('A'), [{ egresos: [uno.transaccionId], importe: 1160 }, { egresos: [dos.transaccionId], importe: 116 }]);
  await c.poner('a.xml', a);
  assert.equal((await c.correr()).de('a.xml'), `ya estaba: ${f1.folio} parcialidad 1, 1160.00, pagada con ${uno.folio}; ${f2.folio} parcialidad 1, 116.00, pagada con ${dos.folio}`);
  // An invoice paid by two egresses: the import joins its receipt to both. A third payment does not belong to it.
  const [p, q] = [await pagar(u(3), 50, dia('08')), await pagar(u(3), 40, dia('09'))];
  await pagar(u(3), 26, dia('20'));
  const b = recibido('B', [{ uuid: u(3), antes: 116, pagado: 90 }]);
  await c.poner('b.xml', b);
  const registrado = `${f3.folio} parcialidad 1, 90.00, pagada con ${p.folio}, ${q.folio}`;
  assert.equal((await c.correr()).de('b.xml'), `recibo de pago registrado: ${registrado}`);
  assert.deepEqual([await filas('B'), await juicios(p, q), await asuntos()], [[{ egresos: [p.transaccionId, q.transaccionId], importe: 90 }], ['Válido 1', 'Válido 1'], { PpdSinReciboDePago: 1 }]);
  const lista = (await m.srv.get('/api/Compras/RecibosDePago?fechaInicial=2026-04-01&fechaFinal=2026-04-30&registrosPorPagina=60', { token: e.token })).json.data;
  assert.deepEqual(lista.filter(r => r.uuid === u('B')).map(r => [r.transaccionIdEgreso, r.folioEgreso]), [[p.transaccionId, `${p.folio}, ${q.folio}`]]);
  const v = await m.srv.pedir('POST', `/api/ArchivoDigital/ValidarArchivoAlmacenado?transaccionId=${q.transaccionId}&consultarSat=false`, { token: e.token });
  assert.deepEqual([v.json.data.validacion, v.json.data.verificaciones.find(x => x.codigo === 'DOC02').resultado], ['Válido', 'Correcto']);
  // One of them taken back leaves the receipt without its payment, until another one adds up with the rest; by hand too.
  assert.equal((await m.srv.pedir('DELETE', `/api/Bancos/EgresoCancelar/${q.transaccionId}?motivo=Error`, { token: e.token })).estado, 200);
  assert.deepEqual(await asuntos(), { PpdSinReciboDePago: 1, RecibosSinEgreso: 1 });
  assert.match((await c.correr()).de('b.xml'), /^ya estaba: .*, nadie la pagó aquí$/);
  const otro = await pagar(u(3), 40, dia('11'));
  assert.deepEqual((await adjuntar(otro, b)).advertencias, []);
  assert.deepEqual((await filas('B'))[0], { egresos: [p.transaccionId, otro.transaccionId], importe: 90 });
  // The egress that it is attached to goes before the nearest one.
  const [cerca, lejos] = [await pagar(u(4), 58, dia('12')), await pagar(u(4), 58, dia('25'))];
  assert.deepEqual((await adjuntar(lejos, recibido('C', [{ uuid: u(4), antes: 116, pagado: 58 }]))).advertencias, []);
  assert.deepEqual([(await filas('C'))[0].egresos, await asuntos()], [[lejos.transaccionId], { PpdSinReciboDePago: 2 }]);
  // An invoice that cannot be joined to a payment is told; a receipt that SAT cancelled is not registered.
  assert.ok((await adjuntar(cerca, recibido('D', [{ uuid: u(4), antes: 58, pagado: 20 }]))).advertencias.includes(`recibo de pago: ${f4.folio} parcialidad 1, 20.00, nadie la pagó aquí`));
  await m.base.sql(`INSERT INTO cfdi_informado (organizacion_id, uuid, lado, tipo, rfc, fecha, total, estado) VALUES (${e.id}, '${u('E')}', 'Recibido', 'P', '${SUYO}', '2026-04-12', 0, 'Cancelado')`);
  // Each of these replaces receipt C, and is refused before it writes anything.
  const escrito = async () => [await filas('C'), await m.base.uno(`SELECT count(*) FROM bitacora WHERE organizacion_id = ${e.id} AND recurso = 'ReciboDePago'`), await m.base.uno(`SELECT count(*) FROM recibo_de_pago WHERE sustituido_por <> ''`)];
  const antes = await escrito(), pagada = { uuid: u(4), antes: 58, pagado: 58 };
  for (const [n, documentos, dicho, otra = u('C')] of [['E', [pagada], 'su emisor lo canceló, según los metadatos del SAT'], ['F', [], 'Pagos: no dice qué facturas se pagaron'], [5, [pagada, { ...pagada, pagado: 0 }], 'DoctoRelacionado 2, ImpPagado: '],
    [6, [pagada], 'CfdiRelacionado, UUID: ', '7'], [7, [pagada], 'CfdiRelacionado: se sustituye a sí mismo', u(7)]]) {
    const { advertencias } = await adjuntar(cerca, recibido(n, documentos, { relaciones: [['04', u('C'), otra]] }));
    assert.ok(advertencias.some(a => a.includes(`no se registró el recibo de pago: ${dicho}`)), advertencias.join('; '));
  }
  assert.deepEqual([await escrito(), await asuntos()], [antes, { PpdSinReciboDePago: 2, RecibosSinEgreso: 1 }]);
  await m.base.sql(`DELETE FROM cfdi_informado WHERE organizacion_id = ${e.id}`);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

test('un recibo de pago adjunto a su factura es del egreso que la pagó, y se verifica con él aunque su total sea otro', async () => {
  const u = n => uuid(n).replace(/^1/, '9'), dia = d => ({ fecha: `2026-06-${d}T10:00:00` });
  const c = await carpeta('CO-SERVICIOS', Object.fromEntries([1000, 100, 100].map((precio, i) => [`f${i + 1}.xml`, una(precio, { uuid: u(i + 1), ...dia('01'), ...PPD })])));
  await c.correr();
  const [f1, f2, f3] = await Promise.all([1, 2, 3].map(n => compra(u(n))));
  const egreso = await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, beneficiario: 'P', ...dia('10'), partidas: [[f1, 1160], [f2, 116]].map(([f, importeAbono]) => ({ transaccionIdCompra: f.id, importeAbono })) });
  const recibido = async (n, documentos) => sellado(recibo({ emisor: SUYO, receptor: NOSOTROS, uuid: u(n), ...dia('12'), pagos: [{ fecha: '2026-06-10T12:00:00', documentos }] }), SUYO);
  const adjuntar = async (d, xml, mas = {}) => e.hecho('/api/ArchivoDigital/AgregarBase64', { transaccionId: d.id, nombre: 'recibo', extension: 'xml', contenidoBase64: en64(xml), ...mas });
  const recibos = n => m.base.columna(`SELECT coalesce(p.egreso_id, 0) FROM recibo_de_pago r LEFT JOIN recibo_de_pago_egreso p USING (organizacion_id, recibo_de_pago_id) WHERE r.organizacion_id = ${e.id} AND r.uuid = '${u(n)}' ORDER BY r.numero`);
  const guardados = d => m.base.uno(`SELECT string_agg(tipo, ' ' ORDER BY archivo_id) FROM archivo WHERE organizacion_id = ${e.id} AND transaccion_id = ${d}`);
  const dicho = (f, que) => `es un recibo de pago, y no el CFDI de la factura: ${f.folio} parcialidad 1, ${que}`;
  // The invoice keeps its own CFDI and judgement; the receipt is the egress's.
  const puesto = await adjuntar(f1, await recibido('A', [{ uuid: u(1), antes: 1160, pagado: 1160 }]));
  assert.deepEqual([puesto.validacion, puesto.advertencias, puesto.tipo], ['Válido', [dicho(f1, `1160.00, pagada con ${egreso.folio}`)], 'Otro']);
  assert.deepEqual([await recibos('A'), await guardados(f1.id), await guardados(egreso.transaccionId)], [[egreso.transaccionId], 'XML Otro', 'XML']);
  // The same by OP-158, which names its invoice.
  const f = new FormData();
  f.append('xml', new Blob([await recibido('B', [{ uuid: u(2), antes: 116, pagado: 116 }])]), 'b.xml');
  f.append('transaccionId', String(f2.id));
  const r = await (await fetch(`${m.srv.url}/api/ArchivoDigital/AgregarCfdi`, { method: 'POST', body: f, headers: { Authorization: `Bearer ${e.token}` } })).json();
  assert.deepEqual([r.data?.transaccionId, r.data?.archivos.map(a => a.tipo), r.data?.validacion, r.data?.advertencias], [f2.id, ['Otro'], 'Válido', [dicho(f2, `116.00, pagada con ${egreso.folio}`)]], JSON.stringify(r));
  assert.deepEqual([await recibos('B'), await guardados(egreso.transaccionId)], [[egreso.transaccionId], 'XML XML']);
  // Nobody paid this invoice, and a receipt that does not name it is not its receipt.
  assert.deepEqual((await adjuntar(f3, await recibido('C', [{ uuid: u(3), antes: 116, pagado: 116 }]))).advertencias, [dicho(f3, '116.00, nadie la pagó aquí')]);
  const ajeno = await adjuntar(f3, await recibido('D', [{ uuid: u(1), antes: 1160, pagado: 1160 }]));
  assert.match(ajeno.advertencias.join(), /no se tomó el folio fiscal del CFDI: es un CFDI de tipo «?"?P/);
  assert.deepEqual([await recibos('C'), await recibos('D'), ajeno.validacion], [[0], [], 'Válido']);
  // Neither receipt has the total of the egress, which has no fiscal folio then.
  const sat = await Sat.iniciar(), srv = await Servidor.iniciar(m.base, sat.ajustes);
  const token = await srv.entrar({ ...(await m.base.usuario({ usuario: 'verifica', organizacion: e.id })), ...e.llave });
  const verificado = await srv.pedir('POST', `/api/Transacciones/VerificarArchivo?transaccionId=${egreso.transaccionId}`, { token });
  await srv.parar(), await sat.parar();
  assert.deepEqual([verificado.json.data.codigo, verificado.json.data.verificado], [0, 'Sí'], verificado.texto);
  assert.equal(await e.uno('transaccion', 'uuid', `transaccion_id = ${egreso.transaccionId}`), '');
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

test('las notas de crédito: sobre la factura que dicen, o a favor', async () => {
  const u = n => uuid(n).replace(/^1/, '2'), hecha = folio => m.base.sql(`SELECT transaccion_id AS id, obj_id, total::float, saldo::float, uuid, validacion, fecha::date::text AS dia FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 27 AND folio = '${folio}'`).then(r => r[0]);
  const de = (precio, n, mas = {}) => una(precio, { uuid: u(n), fecha: '2026-03-01T10:00:00', ...PPD, ...mas });
  const nota = (precio, n, relaciones, mas = {}) => una(precio, { uuid: u(n), TipoDeComprobante: 'E', fecha: '2026-03-05T10:00:00', relaciones, ...mas });
  const folio = texto => /registrada, (\S+), /.exec(texto)?.[1] ?? assert.fail(texto);
  const c = await carpeta('CO-SERVICIOS', { 'f1.xml': de(1000, 1), 'f2.xml': de(1000, 2, { emisor: OTRO }), 'f3.xml': de(1000, 3), 'a-nota.xml': nota(100, 'A', [['01', u(1)]]), 'b.xml': nota(10, 'B', [['01', u(1), u(3)]]), 'c.xml': nota(20, 'C', []), 'f4.xml': de(1000, 4, { relaciones: [['07', u(1)]] }), 'k.xml': nota(30, 0, [['01', u(4)]]) });
  await c.poner('f2.xml', de(1000, 2, { emisor: OTRO }), OTRO);
  const ensayo = await c.correr('--simular');
  const espera = 'se registraría después de su factura';
  assert.deepEqual([ensayo.de('a-nota.xml'), ensayo.de('f4.xml'), ensayo.de('k.xml'), ensayo.fin], [espera, 'se registraría, 1160.00', espera, 'cfdi: 8 registradas, 0 ya estaban, 0 no'], 'una factura no espera a otra');
  const r = await c.correr();
  const [f1, f3] = await Promise.all([1, 3].map(n => compra(u(n))));
  assert.equal(r.fin, 'cfdi: 8 registradas, 0 ya estaban, 0 no');
  assert.match(r.de('a-nota.xml'), new RegExp(`^nota de crédito registrada, \\S+, 116.00, sobre ${f1.folio}$`));
  assert.match(r.de('b.xml'), new RegExp(`11.60, sobre ${f1.folio} 11.60$`));
  assert.match(r.de('c.xml'), /23.20; no dice de qué factura es: queda por asignar$/);
  const a = await hecha(folio(r.de('a-nota.xml'))), b = await hecha(folio(r.de('b.xml')));
  assert.deepEqual([f1.saldo, f1.iva, f3.saldo], [1032.4, 142.4, 1160]);
  assert.deepEqual([a.saldo, a.uuid, a.validacion, a.dia, b.saldo, b.validacion], [0, u('A'), 'Válido', '2026-03-05', 0, 'Válido']);
  assert.deepEqual((await e.poliza(a.id)).sort(), ['A GASTO 100.00', 'A IVA_POR_ACREDITAR 16.00', 'D PROVEEDORES 116.00']);
  assert.deepEqual((await e.poliza(b.id)).sort(), ['A DEV_COMPRAS 10.00', 'A IVA_ACREDITABLE 1.60', 'A IVA_POR_ACREDITAR 1.60', 'D IVA_ACREDITABLE 1.60', 'D PROVEEDORES 11.60']);
  assert.equal(Number(await e.uno('archivo', 'count(*)', `transaccion_id = ${a.id} AND tipo = 'XML'`)), 1);
  // A second run registers nothing. The new notes are refused: another supplier's, a substitute, one larger than its invoice, one with another rate,
  // one without its seal.
  await c.poner('d.xml', nota(100, 'D', [['01', u(2)]]));
  await c.poner('g.xml', nota(50, 'E', [['04', u('A')], ['01', u(1)]]));
  await c.poner('h.xml', nota(9000, 'F', [['01', u(1)]]));
  await c.poner('i.xml', una(100, { uuid: u(8), TipoDeComprobante: 'E', fecha: '2026-03-05T10:00:00', relaciones: [['01', u(1)]], conceptos: [{ precio: 100, traslados: [iva(100, 0.08)] }] }));
  await writeFile(join(c.lugar, 'j.xml'), nota(100, 9, [['01', u(1)]]));
  const otra = await c.correr('--resumen', join(c.lugar, 'resumen.csv'));
  assert.equal(otra.fin, 'cfdi: 0 registradas, 8 ya estaban, 5 no');
  assert.deepEqual(['d.xml', 'g.xml', 'h.xml', 'i.xml', 'j.xml'].map(n => /^no: (\w+)/.exec(otra.de(n))?.[1] ?? otra.de(n)), ['NO_ENCONTRADO', 'ESTADO_INVALIDO', 'VALIDACION', 'VALIDACION', 'SELLO_INVALIDO']);
  assert.match(otra.de('g.xml'), /sustituye a Nota de crédito de proveedor \S+: cancele primero esa$/);
  const renglon = (await readFile(join(c.lugar, 'resumen.csv'), 'utf8')).split(/\r?\n/).find(l => l.startsWith(`${SUYO},EMISOR,E,`));
  assert.match(renglon, /,4,160\.00,.*,185\.60$/);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

test('la nota de varias facturas se reparte desde la más antigua, o dice por qué no', async () => {
  const u = n => uuid(n).replace(/^1/, '8'), de = (precio, n, dia, mas = {}) => una(precio, { uuid: u(n), fecha: `2026-05-${dia}T10:00:00`, ...PPD, ...mas });
  const nota = (precio, n, facturas, mas = {}) => una(precio, { uuid: u(n), TipoDeComprobante: 'E', fecha: '2026-05-10T10:00:00', relaciones: [['01', ...facturas]], ...mas });
  const c = await carpeta('CO-SERVICIOS', { 'f1.xml': de(100, 1, '03'), 'f2.xml': de(1000, 2, '02'), 'f3.xml': de(500, 3, '12'), 'a.xml': nota(1050, 'A', [u(1), u(2), u(3)]) });
  const g = await carpeta('GA-GENERAL', { 'f4.xml': de(200, 4, '04'), 'f5.xml': de(100, 5, '05') });
  await g.correr();
  const r = await c.correr(), facturas = () => Promise.all([1, 2, 3, 4, 5].map(n => compra(u(n)))), [f1, f2] = await facturas();
  assert.match(r.de('a.xml'), new RegExp(`^nota de crédito registrada, \\S+, 1218.00, sobre ${f2.folio} 1160.00, ${f1.folio} 58.00$`));
  assert.deepEqual((await facturas()).map(f => [f.saldo, f.iva]), [[58, 8], [0, null], [580, 80], [232, 32], [116, 16]]);
  const notaDe = n => m.base.sql(`SELECT transaccion_id AS id, saldo::float FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 27 AND uuid = '${u(n)}'`).then(x => x[0]);
  const aplicada = async n => (await m.base.sql(`SELECT fecha::date::text AS dia, importe_destino::float AS importe FROM aplicacion WHERE organizacion_id = ${e.id} AND fuente_id = ${(await notaDe(n)).id} ORDER BY 2 DESC`)).map(x => `${x.dia} ${x.importe}`);
  assert.deepEqual([(await notaDe('A')).saldo, await aplicada('A')], [0, ['2026-05-10 1160', '2026-05-10 58']]);
  // Expenses, and an invoice later than the note.
  for (const [nombre, xml] of Object.entries({ 'b.xml': nota(250, 'B', [u(5), u(4)]), 'c.xml': nota(100, 'C', [u(1), u(3)]), 'd.xml': nota(10, 'D', [u(3), AJENO]), 'e.xml': nota(0, 'E', [u(1), u(3)], { conceptos: [{ precio: 10, traslados: [iva(10, 0.08)] }] }),
    'f.xml': nota(5, 'F', [u(1), u(2)], { relaciones: [['07', u(1), u(2)]] }), 'g.xml': nota(590, 0, [u(1), u(3)]) })) await c.poner(nombre, xml);
  const otra = await c.correr(), [, , f3, f4, f5] = await facturas(), por = (que, ...suyas) => `; es de varias facturas (${suyas.map(f => f.folio).join(', ')} aquí) y ${que}: queda por asignar`;
  assert.deepEqual(['b.xml', 'c.xml', 'd.xml', 'e.xml', 'f.xml', 'g.xml'].map(n => otra.de(n).replace(/^nota de crédito registrada, \S+, /, '')), [`290.00, sobre ${f4.folio} 232.00, ${f5.folio} 58.00`, `116.00, sobre ${f1.folio} 58.00, ${f3.folio} 58.00`,
    `11.60${por('no todas están registradas', f3)}`, `10.80${por('no llevan todos sus impuestos', f1, f3)}`, `5.80${por('aplica un anticipo', f1, f2)}`, `684.40${por('deben menos', f1, f3)}`]);
  assert.deepEqual([(await facturas()).map(f => f.saldo), await aplicada('C'), (await notaDe('D')).saldo, (await notaDe(0)).saldo], [[0, 0, 522, 0, 58], ['2026-05-12 58', '2026-05-12 58'], 11.6, 684.4]);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar(), await g.quitar();
});

test('las notas de crédito de un gasto, de mercancía devuelta y de un anticipo', async () => {
  const u = n => uuid(n).replace(/^1/, '3'), de = (precio, n, mas = {}) => una(precio, { uuid: u(n), fecha: '2026-03-01T10:00:00', ...PPD, ...mas });
  const nota = (precio, n, relacion, factura, mas = {}) => una(precio, { uuid: u(n), TipoDeComprobante: 'E', fecha: '2026-03-05T10:00:00', relaciones: [[relacion, u(factura)]], ...mas });
  const ultima = () => m.base.sql(`SELECT transaccion_id AS id, total::float, saldo::float FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 27 ORDER BY transaccion_id DESC LIMIT 1`).then(r => r[0]);
  // An expense owed to a creditor: the note lowers the account of the expense, and pays the rest of the debt.
  const g = await carpeta('GA-GENERAL', { 'g.xml': de(1000, 1), 'n.xml': nota(100, 'A', '01', 1) });
  assert.match((await g.correr()).de('n.xml'), /^nota de crédito registrada, \S+, 116.00, sobre GA/);
  const n = await ultima(), gasto = await compra(u(1));
  assert.deepEqual([n.saldo, gasto.saldo, gasto.iva], [0, 1044, 144]);
  assert.deepEqual((await e.poliza(n.id)).sort(), ['A GASTO 100.00', 'A IVA_POR_ACREDITAR 16.00', 'D ACREEDORES 116.00']);
  const [{ dia }] = await m.base.sql(`SELECT fecha::date::text AS dia FROM aplicacion WHERE organizacion_id = ${e.id} AND fuente_id = ${n.id}`);
  assert.equal(dia, '2026-03-05');
  await pagar(u(1), 1000, { fecha: '2026-03-06T10:00:00' });
  await g.poner('o.xml', nota(50, 'B', '01', 1, { fecha: '2026-03-07T10:00:00', conceptos: [{ precio: 50, traslados: [iva(48.82)] }] }));
  await g.correr();
  assert.deepEqual([(await ultima()).total, (await ultima()).saldo, (await compra(u(1))).saldo], [57.81, 13.81, 0]);
  assert.deepEqual(await auditar(m.base), []);
  await g.quitar();
  // Relation 03 is a return of the line for goods, and a credit note for services. An advance of the company is assigned.
  const tornillo = await e.producto('TORNILLO');
  const tornillos = (precio, cantidad) => ({ conceptos: [{ precio, cantidad, NoIdentificacion: 'TORNILLO', traslados: [iva(precio * cantidad)] }] });
  const c = await carpeta('CO-SERVICIOS', { 'f.xml': de(0, 2, tornillos(10, 10)), 's.xml': de(300, 3), 't.xml': de(1000, 4), 'a.xml': nota(0, 'C', '03', 2, tornillos(10, 4)), 'b.xml': nota(100, 'D', '03', 3), 'c.xml': nota(200, 'E', '07', 4), 'd.xml': nota(5, 'F', '01', 2),
    'x.xml': nota(0, 0, '03', 2, tornillos(9, 1)), 'y.xml': nota(300, 7, '07', 4) });
  const prov = await e.uno('contacto', 'contacto_id', `rfc = '${SUYO}'`);
  const anticipo = await e.hecho('/api/Bancos/AnticipoProveedorAgregar', { proveedorId: Number(prov), cuentaId: e.caja, formaPagoId: e.efectivo, importe: 332, fecha: '2026-02-20T10:00:00' });
  const r = await c.correr();
  const [f, s, t] = await Promise.all([2, 3, 4].map(x => compra(u(x))));
  assert.match(r.de('a.xml'), new RegExp(`^nota de crédito registrada, \\S+, 46.40, sobre ${f.folio}`));
  assert.deepEqual(await m.base.sql(`SELECT obj_id, total::float FROM transaccion WHERE organizacion_id = ${e.id} AND uuid = '${u('C')}'`), [{ obj_id: 26, total: 46.4 }]);
  assert.equal(await e.hay(tornillo), '6 60.00 0');
  assert.match(r.de('b.xml'), new RegExp(`116.00, sobre ${s.folio}$`));
  assert.equal(r.de('c.xml'), `anticipo asignado, ${anticipo.folio}, 232.00, sobre ${t.folio}`);
  assert.match(r.de('d.xml'), new RegExp(`5.80, sobre ${f.folio}$`));
  assert.equal(r.de('x.xml'), `no: VALIDACION: Concepto 1 no es una partida de ${f.folio}: devuélvala con POST /api/NotaDevolucionProveedor y su uuid`);
  assert.equal(r.de('y.xml'), `no: VALIDACION: aplica un anticipo, y a ${anticipo.folio} no le queda tanto: asigne los que sean a ${t.folio} con POST /api/Bancos/EgresoAgregar`);
  assert.deepEqual([f.saldo, s.saldo, t.saldo], [63.8, 232, 928]);
  // A return that waits for its CFDI is not made twice.
  const espera = await e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: f.id, motivo: 'x', partidas: [{ numeroPartida: 1, cantidad: 1 }] });
  await c.poner('z.xml', nota(0, 9, '03', 2, { ...tornillos(10, 1), Total: espera.total.toFixed(2) }));
  const otra = await c.correr();
  assert.match(otra.de('z.xml'), new RegExp(`^no: VALIDACION: \\D+ ${espera.folio} ya devuelve esa mercancía: adjúntele este CFDI`));
  assert.deepEqual([otra.de('c.xml'), otra.fin], [`ya estaba: el anticipo ${anticipo.folio} ya paga ${t.folio}`, 'cfdi: 0 registradas, 7 ya estaban, 3 no']);
  // An advance that was registered as an invoice: the note gives it back.
  await c.poner('u.xml', de(1000, 5, { emisor: OTRO }), OTRO);
  await c.poner('v.xml', nota(200, 6, '07', 5, { emisor: OTRO }), OTRO);
  assert.match((await c.correr()).de('v.xml'), /^nota de crédito registrada, \S+, 232.00, sobre/);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

test('los .zip de la carpeta, o uno solo; un CFDI en dos archivos cuenta una vez, y otro con su folio fiscal no entra', async () => {
  const u = n => uuid(n).replace(/^1/, '4'), de = (precio, n) => una(precio, { uuid: u(n), fecha: '2026-03-01T10:00:00' });
  const c = await carpeta('CO-SERVICIOS', { 'a.xml': de(100, 1), 'c.xml': de(900, 1) }), resumen = join(c.lugar, 'resumen.csv');
  const xml = await readFile(join(c.lugar, 'a.xml')), pago = recibo({ emisor: SUYO, receptor: NOSOTROS, uuid: u(3), fecha: '2026-03-02T10:00:00', pagos: [{ fecha: '2026-03-02T10:00:00', documentos: [{ uuid: u(1), pagado: 116 }] }] });
  await writeFile(join(c.lugar, 'b.xml'), xml);
  await c.poner('p.xml', pago), await writeFile(join(c.lugar, 'q.xml'), await readFile(join(c.lugar, 'p.xml')));
  await writeFile(join(c.lugar, 'SAT.ZIP'), zip([['x/d.XML', Buffer.from(await sellado(de(200, 2), SUYO))], 'LEEME.txt', ['a.xml', xml]]));
  await writeFile(join(c.lugar, 'roto.zip'), 'hola');
  const r = await c.correr('--resumen', resumen), hecha = [1, 2].map(n => compra(u(n))), [f1, f2] = await Promise.all(hecha);
  // Files go by name: that of the .zip is the first.
  assert.deepEqual(['SAT.ZIP/a.xml', 'SAT.ZIP/x/d.XML', 'a.xml', 'b.xml', 'c.xml', 'q.xml', 'roto.zip'].map(r.de), [`registrada, ${f1.folio}, 116.00`, `registrada, ${f2.folio}, 232.00`, 'ya estaba: es el mismo CFDI de SAT.ZIP/a.xml', 'ya estaba: es el mismo CFDI de SAT.ZIP/a.xml',
    'no: UUID_DUPLICADO: es otro CFDI con el folio fiscal de SAT.ZIP/a.xml', 'ya estaba: es el mismo CFDI de p.xml', 'no: no es un .zip']);
  assert.equal(r.fin, 'cfdi: 3 registradas, 3 ya estaban, 2 no, 1 recibos de pago sin su egreso');
  const sumas = async () => (await readFile(resumen, 'utf8')).trim().split(/\r?\n/).slice(1).map(l => l.split(',')).map(l => [l[5], l.at(-1)]);
  assert.deepEqual(await sumas(), [['2', '348.00']]);
  await Promise.all(['a.xml', 'b.xml', 'SAT.ZIP'].map(n => rm(join(c.lugar, n))));
  const otra = await c.correr('--resumen', resumen);
  assert.equal(otra.de('c.xml'), `no: UUID_DUPLICADO: Factura de compra ${f1.folio} tiene ese folio fiscal, con otro total`);
  assert.deepEqual(await sumas(), []);
  const solo = join(c.lugar, 'solo.zip');
  await writeFile(solo, zip([['a.xml', xml]]));
  assert.match((await m.base.gestor(['importar', 'cfdi', solo, '--organizacion', String(e.id), '--reglas', join(c.lugar, 'reglas.csv')])).salida, /^\[1\/1\] solo\.zip\/a\.xml: ya estaba: .*\ncfdi: 0 registradas, 1 ya estaban, 0 no\n$/);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

test('lo que los metadatos del SAT dan por cancelado no se registra; lo que ya estaba sigue igual', async () => {
  const u = n => uuid(n).replace(/^1/, '5'), fecha = '2026-03-01T10:00:00';
  const papeles = { 'a.xml': una(100, { uuid: u(1), fecha }), 'b.xml': una(100, { uuid: u(2), fecha }), 'n.xml': una(10, { uuid: u(3), fecha, TipoDeComprobante: 'E', relaciones: [['01', u(1)]] }),
    'p.xml': recibo({ emisor: SUYO, receptor: NOSOTROS, uuid: u(4), fecha, pagos: [{ fecha, documentos: [{ uuid: u(1), pagado: 50 }] }] }) };
  const c = await carpeta('CO-SERVICIOS', { 'a.xml': papeles['a.xml'] });
  assert.match((await c.correr()).de('a.xml'), /^registrada/);
  for (const [nombre, xml] of Object.entries(papeles).slice(1)) await c.poner(nombre, xml);
  await m.base.sql(`INSERT INTO cfdi_informado (organizacion_id, uuid, lado, tipo, rfc, fecha, total, estado, fecha_cancelacion)
    SELECT ${e.id}, x.uuid, 'Recibido', x.tipo, '${SUYO}', '${fecha}', 1, 'Cancelado', x.dia::timestamp FROM (VALUES ('${u(1)}', 'I', '2026-03-03'), ('${u(2)}', 'I', '2026-03-03'), ('${u(3)}', 'E', NULL), ('${u(4)}', 'P', NULL)) x (uuid, tipo, dia)`);
  const r = await c.correr(), no = dia => `no: ESTADO_INVALIDO: su emisor lo canceló${dia}, según los metadatos del SAT`;
  assert.deepEqual([/^ya estaba/.test(r.de('a.xml')), r.de('b.xml'), r.de('n.xml'), r.de('p.xml'), r.fin], [true, no(' el 2026-03-03'), no(''), no(''), 'cfdi: 0 registradas, 1 ya estaban, 3 no']);
  // The document cancelled here as well is not registered again.
  const { id } = await compra(u(1));
  assert.equal((await m.srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${id}?motivo=Cancelada`, { token: e.token })).estado, 200);
  assert.equal((await c.correr()).de('a.xml'), no(' el 2026-03-03'));
  await m.base.sql(`DELETE FROM cfdi_informado WHERE organizacion_id = ${e.id}`);
  assert.deepEqual(await auditar(m.base), []);
  await c.quitar();
});

// The taxes, withholdings and local taxes of a note are those of its CFDI, even where those of its invoice are in another proportion.
test('las notas de crédito dicen lo que dice su CFDI', async () => {
  const u = n => uuid(n).replace(/^1/, '6'), retener = (base, impuesto, tasa) => ({ Base: base.toFixed(2), Impuesto: impuesto, TipoFactor: 'Tasa', TasaOCuota: tasa.toFixed(6), Importe: (base * tasa).toFixed(2) });
  const honorarios = precio => ({ precio, traslados: [iva(precio)], retenciones: [retener(precio, '001', 0.1), retener(precio, '002', 0.106667)] }), flete = precio => ({ precio, traslados: [iva(precio)], retenciones: [retener(precio, '002', 0.04)] });
  const bebida = precio => ({ precio, traslados: [{ ...iva(precio, 0.08), Impuesto: '003' }, iva(precio * 1.08)] }), menudo = { precio: 0.34, traslados: [iva(0.34)] };
  const papel = (n, conceptos, mas = {}) => una(0, { uuid: u(n), fecha: '2026-03-01T10:00:00', conceptos, ...PPD, ...mas });
  const nota = (n, facturas, conceptos, mas = {}) => una(0, { uuid: u(n), TipoDeComprobante: 'E', fecha: '2026-03-05T10:00:00', conceptos, relaciones: [['01', ...facturas.map(u)]], ...mas });
  const notaDe = n => m.base.sql(`SELECT transaccion_id AS id, iva::float, ieps::float, iva_retenido::float AS "ivaRetenido", isr_retenido::float AS "isrRetenido", impuestos_locales::float AS locales, total::float, saldo::float
    FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 27 AND uuid = '${u(n)}'`).then(r => r[0]);
  const importes = async n => { const { id, ...x } = (await notaDe(n)) ?? {}; return x; }, saldo = async n => (await compra(u(n))).saldo, libro = async n => (await e.poliza((await notaDe(n)).id)).sort();
  const nada = { ieps: 0, ivaRetenido: 0, isrRetenido: 0, locales: 0, saldo: 0 };
  const c = await carpeta('CO-SERVICIOS', {
    '1.xml': papel(1, [honorarios(1000), flete(1000)]), 'a.xml': nota('A', [1], [flete(100)]),
    '2.xml': papel(2, [{ precio: 1000, traslados: [iva(1000)] }], { locales: { traslados: [['ISH', 3, 30]] } }), 'b.xml': nota('B', [2], [{ precio: 100, traslados: [iva(100)] }]),
    '3.xml': papel(3, [{ precio: 1000, traslados: [iva(1000)] }]), 'c.xml': nota('C', [3], Array(9).fill(menudo)), 'd.xml': nota('D', [1, 3], [honorarios(100), bebida(100)]),
  });
  assert.equal((await c.correr()).fin, 'cfdi: 7 registradas, 0 ya estaban, 0 no');
  assert.deepEqual(await importes('A'), { ...nada, iva: 16, ivaRetenido: 4, total: 112 });
  assert.deepEqual(await importes('B'), { ...nada, iva: 16, total: 116 });
  assert.deepEqual(await importes('C'), { ...nada, iva: 0.45, total: 3.51 });
  assert.deepEqual(await importes('D'), { ...nada, iva: 33.28, ieps: 8, ivaRetenido: 10.67, isrRetenido: 10, total: 220.61, saldo: 220.61 });
  assert.deepEqual([await saldo(1), await saldo(2), await saldo(3)], [1961.33, 1074, 1156.49]);
  assert.deepEqual(await libro('A'), ['A GASTO 100.00', 'A IVA_POR_ACREDITAR 16.00', 'D IVA_RET_PENDIENTE 4.00', 'D PROVEEDORES 112.00']);
  await c.quitar();
  // Goods come back at the written price, though 3 × 3.3333 was invoiced as 10.00.
  const tuerca = await e.producto('TUERCA'), tuercas = (cantidad, base, suIva) => [{ precio: 3.3333, cantidad, NoIdentificacion: 'TUERCA', traslados: [iva(base, 0.16, { Importe: suIva })] }];
  const b = await carpeta('CO-SERVICIOS', { '6.xml': papel(6, tuercas(3, 10, '1.60')), 'g.xml': nota(7, [6], tuercas(1, 3.33, '0.54'), { relaciones: [['03', u(6)]] }) });
  assert.equal((await b.correr()).fin, 'cfdi: 2 registradas, 0 ya estaban, 0 no');
  assert.deepEqual(await m.base.sql(`SELECT obj_id, iva::float, total::float FROM transaccion WHERE organizacion_id = ${e.id} AND uuid = '${u(7)}'`), [{ obj_id: 26, iva: 0.54, total: 3.87 }]);
  assert.deepEqual([await saldo(6), await e.hay(tuerca)], [7.73, '2 6.67 0']);
  await b.quitar();
  // The unpaid VAT of an expense was never credited: its note lowers what is pending, at its own rate.
  const g = await carpeta('GA-GENERAL', { '4.xml': papel(4, [honorarios(1000)]), 'e.xml': nota('E', [4], [honorarios(100)]), '5.xml': papel(5, [{ precio: 1000, traslados: [iva(1000)] }, { precio: 1000, traslados: [iva(1000, 0)] }]),
    'f.xml': nota('F', [5], [{ precio: 100, traslados: [iva(100)] }]) });
  assert.equal((await g.correr()).fin, 'cfdi: 4 registradas, 0 ya estaban, 0 no');
  assert.deepEqual(await importes('E'), { ...nada, iva: 16, ivaRetenido: 10.67, isrRetenido: 10, total: 95.33 });
  assert.deepEqual([await saldo(4), await saldo(5)], [858, 2044]);
  assert.deepEqual(await libro('F'), ['A GASTO 100.00', 'A IVA_POR_ACREDITAR 16.00', 'D ACREEDORES 116.00']);
  assert.deepEqual(await auditar(m.base), []);
  await g.quitar();
});

test('un nombre de archivo no escribe renglones de otro', async () => {
  const aparte = await mkdtemp(join(tmpdir(), 'cfdi-'));
  await writeFile(join(aparte, 'a.xml: no\n[2 de 2] b\x1b[2J.xml'), '<a');
  const { salida } = await m.base.gestor(['importar', 'cfdi', aparte, '--organizacion', String(e.id), '--reglas', reglas, '--simular'], { falla: true });
  await rm(aparte, { recursive: true });
  assert.deepEqual(salida.split('\n').slice(0, 2), ['[1/1] a.xml: no_[2 de 2] b_[2J.xml: no: el XML está incompleto', 'cfdi: 0 registradas, 0 ya estaban, 1 no']);
});

test('reglas y directorio que no sirven', async () => {
  const con = async texto => {
    await writeFile(reglas, texto);
    return (await importar()).errores;
  };
  assert.match(await con(''), /el archivo de reglas está vacío/);
  assert.match(await con('concepto\nx\n'), /les falta la columna rfc/);
  assert.match(await con('rfc,color\nx,y\n'), /no color/);
  assert.match(await con(`rfc\n${SUYO}\n${SUYO.toLowerCase()}\n`), /línea 3: repite un RFC/);
  assert.match(await con('rfc,concepto\nx\n'), /línea 2: no tiene tantas celdas/);
  await writeFile(reglas, `rfc,concepto,sucursal\n${SUYO},NADA,MATRIZ\n`);
  await writeFile(join(dir, 'c.xml'), cfdi({ emisor: SUYO, receptor: NOSOTROS, conceptos: [{ precio: 5 }] }));
  assert.ok((await lineas()).some(l => l.endsWith('c.xml: no: VALIDACION: su regla dice concepto NADA, que no existe')));
  await writeFile(reglas, `rfc,concepto\n${SUYO},CO-SERVICIOS\n`);
  assert.ok((await lineas()).some(l => l.endsWith('c.xml: no: SUCURSAL_NO_RESUELTA: su regla no dice la sucursal')));
});
