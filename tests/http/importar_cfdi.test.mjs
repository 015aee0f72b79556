// gestor importar cfdi: a directory of CFDI, each registered by the rule of its supplier or refused with the reason.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { cfdi, exento, iva, sellado } from './lib/cfdi.mjs';
import { Sellador } from './lib/cfdi_sellado.mjs';
import { Empresa } from './lib/escena.mjs';

const NOSOTROS = 'EKU9003173C9', SUYO = 'URE180429TM6', OTRO = 'JES900109Q90';
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
  await writeFile(join(dir, 'enero/credito.xml'), una(1, { TipoDeComprobante: 'E' }));
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
  const malos = ['enero/ajeno.xml: no: CFDI_RFC_NO_CORRESPONDE: Receptor IIA040805DZ4 no es la organización, EKU9003173C9',
    'enero/credito.xml: no: CFDI_INVALIDO: TipoDeComprobante: E, debe ser I', `enero/desconocido.xml: no: NO_ENCONTRADO: no hay regla de ${OTRO}`, 'roto.xml: no: el XML está incompleto'];
  const alterado = 'no: SELLO_INVALIDO: SELLO08: El sello del comprobante corresponde a su cadena original y a su certificado (el sello no corresponde al comprobante)';
  const sinFolio = texto => texto.map(l => l.replace(/registrada, \S+, /, 'registrada, '));
  const nuevas = ['a.xml: registrada, 116.00', `enero/b.XML: ${alterado}`];
  const todas = [nuevas[0], malos[0], nuevas[1], malos[1], malos[2], malos[3]].map((l, i) => `[${i + 1}/6] ${l}`);
  assert.equal((await importar('--simular')).codigo, 1, 'alguno no');
  const ensayo = await lineas('--simular');
  assert.deepEqual(sinFolio(ensayo), [...todas, 'cfdi: 1 registradas, 0 ya estaban, 5 no', 'fue una simulación: no se guardó nada']);
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
  const { salida } = await m.base.gestor(['importar', 'cfdi', dir, '--organizacion', String(e.id), '--reglas', reglas, '--simular'], { env: { GESTOR_CERTIFICADOS_SAT: autoridad.carpeta }, falla: true });
  autoridad.cerrar();
  await rm(d);
  assert.match(salida, /enero\/d.xml: no: SELLO_INVALIDO: SELLO10: /);
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
    'nomina.xml': de(NOSOTROS, { receptor: PERSONA, TipoDeComprobante: 'N' }), 'nuestra.xml': de(NOSOTROS, { receptor: SUYO }), 'pago.xml': de(SUYO, { TipoDeComprobante: 'P' }), 'recibo.xml': de(SUYO, { TipoDeComprobante: 'N' }), 'traslado.xml': de(SUYO, { TipoDeComprobante: 'T' }) };
  for (const [nombre, xml] of Object.entries(archivos)) await writeFile(join(mes, nombre), xml);
  await writeFile(suyas, '\ufeffrfc,concepto,sucursal\n*,CO-SERVICIOS,MATRIZ\n');
  const correr = (...mas) => m.base.gestor(['importar', 'cfdi', mes, '--organizacion', String(e.id), '--reglas', suyas, ...mas], { falla: true });
  const antes = await cuantas();
  assert.match((await correr()).salida, /a\.xml: no: NO_ENCONTRADO: .*no existe un proveedor con el RFC/);
  const r = await correr('--crear-proveedores', '--resumen', resumen);
  assert.equal(r.codigo, 0, r.salida);
  const dice = nombre => r.salida.split('\n').find(l => l.includes(`${nombre}: `)).replace(/^.*?: /, '');
  assert.match(dice('a.xml'), /^registrada, \S+, 116\.00.*; se creó el proveedor IIA040805DZ4$/);
  assert.match(dice('b.xml'), /^registrada, \S+, 64\.54/);
  assert.ok(!/se creó/.test(dice('b.xml')));
  assert.deepEqual(['nomina.xml', 'nuestra.xml', 'pago.xml', 'recibo.xml', 'traslado.xml'].map(dice), ['no se registra: lo emitió la organización', 'no se registra: lo emitió la organización',
    'no se registra: es un recibo de pago: adjúntelo a su egreso', 'no se registra: es un recibo de nómina', 'no se registra: es de traslado']);
  assert.match(r.salida, /^cfdi: 2 registradas, 0 ya estaban, 0 no, 5 de otra clase$/m);
  assert.equal(Number(await cuantas()), Number(antes) + 2);
  const [proveedor] = await m.base.sql(`SELECT tipo_contacto, nombre, regimen_fiscal, codigo_postal FROM contacto WHERE organizacion_id = ${e.id} AND rfc = '${NUEVO}'`);
  assert.deepEqual(proveedor, { tipo_contacto: 'Proveedor', nombre: 'PROVEEDOR NUEVO', regimen_fiscal: '601', codigo_postal: '64000' });
  const sumas = ['rfc,proveedor,metodoPago,moneda,cfdi,base16,iva16,base8,iva8,base0,exento,ieps,ivaRetenido,isrRetenido,total', `${NUEVO},PROVEEDOR NUEVO,PPD,MXN,1,100.00,16.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,116.00`,
    `${NUEVO},EMISOR,PUE,MXN,1,0.00,0.00,50.50,4.04,0.00,10.00,0.00,0.00,0.00,64.54`];
  assert.deepEqual((await readFile(resumen, 'utf8')).trim().split(/\r?\n/), sumas);
  assert.match((await correr('--crear-proveedores', '--resumen', resumen)).salida, /^cfdi: 0 registradas, 2 ya estaban, 0 no, 5 de otra clase$/m);
  assert.deepEqual((await readFile(resumen, 'utf8')).trim().split(/\r?\n/), sumas, 'lo que ya estaba también suma');
  assert.deepEqual(await auditar(m.base), []);
  await rm(mes, { recursive: true });
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
});
