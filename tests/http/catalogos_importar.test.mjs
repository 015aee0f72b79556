// gestor catalogos importar: the command of the operator, with files made here.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Base } from './lib/ayuda_api.mjs';

let base, carpeta;
before(async () => {
  base = await Base.crear({ registros: 0 });
  carpeta = mkdtempSync(path.join(tmpdir(), 'gcat-'));
});
after(async () => {
  rmSync(carpeta, { recursive: true, force: true });
  await base.soltar();
});

async function importar(nombre, contenido, ...opciones) {
  const archivo = path.join(carpeta, nombre);
  writeFileSync(archivo, contenido);
  return base.gestor(['catalogos', 'importar', archivo, ...opciones], { falla: true });
}
async function bien(...argumentos) {
  const r = await importar(...argumentos);
  assert.equal(r.codigo, 0, r.errores);
  return r.salida;
}
const municipios = () => base.sql(`SELECT estado || clave AS k, nombre AS n, vigencia_desde::text AS d, vigencia_hasta::text AS h FROM sat_municipio ORDER BY 1`);
const huella = () => base.uno(`SELECT md5(string_agg(t::text, '|' ORDER BY clave)) FROM sat_clave_prod_serv t`);
const ayer = () => base.uno('SELECT (sat_hoy() - 1)::text AS d');

test('el mismo catálogo en CSV, TSV y JSON, con los nombres de columna de cada quien', async t => {
  const esperado = [{ k: 'AGU001', n: 'Aguascalientes', d: '2022-01-01', h: null }, { k: 'OAX570', n: 'Zimatlán, "el de" Álvarez', d: '2026-01-23', h: '2030-12-31' }];
  for (const [nombre, contenido, ...opciones] of [
    ['c_Municipio.csv', '\ufeffestado,clave,nombre,vigencia_desde,vigencia_hasta\r\nAGU,001,Aguascalientes,2022-01-01,\r\nOAX,570,"Zimatlán, ""el de"" Álvarez",23/01/2026,2030-12-31'],
    ['c_Municipio.tsv', 'c_Municipio\tc_Estado\tDescripción\tFecha de inicio de vigencia\tFecha de fin de vigencia\tOtra\n001\tAGU\tAguascalientes\t01/01/2022\t\tx\n570\tOAX\t"Zimatlán, ""el de"" Álvarez"\t23/01/2026\t31/12/2030\ty\n'],
    ['municipios-2026.JSON', JSON.stringify([{ municipio: '001', estado: 'AGU', texto: 'Aguascalientes', vigencia_desde: '2022-01-01', vigencia_hasta: null },
      { estado: 'OAX', municipio: '570', texto: 'Zimatlán, "el de" Álvarez', vigencia_desde: '2026-01-23', vigencia_hasta: '2030-12-31' }]), '--catalogo', 'c_municipio']])
    await t.test(nombre, async () => {
      await base.sql('TRUNCATE sat_municipio');
      const salida = await bien(nombre, contenido, ...opciones);
      assert.match(salida, /c_Municipio: 2 claves en el archivo; 2 nuevas, 0 cambiadas, 0 sin cambio, 0 dadas de baja/);
      assert.equal(/columnas que no se usan: Otra/.test(salida), nombre.endsWith('tsv'));
      assert.deepEqual(await municipios(), esperado);
      assert.match(await bien(nombre, contenido, ...opciones), /0 nuevas, 0 cambiadas, 2 sin cambio, 0 dadas de baja/, 'se puede repetir');
      assert.deepEqual(await municipios(), esperado);
    });
});

test('un catálogo más nuevo sustituye por vigencias: cambia, agrega y da de baja; nada se borra', async () => {
  await base.sql('TRUNCATE sat_municipio');
  const cabeza = 'estado,clave,nombre,vigencia_desde,vigencia_hasta\n';
  await bien('c_Municipio.csv', `${cabeza}AGU,001,Uno,2022-01-01,\nAGU,002,Dos,2022-01-01,\nAGU,003,Tres,2022-01-01,2023-05-05\nBCN,001,Otro,2022-01-01,\n`);
  assert.match(await bien('c_Municipio.csv', `${cabeza}AGU,001,Uno nuevo,2022-01-01,\nAGU,004,Cuatro,2026-02-01,\nBCN,001,Otro,2022-01-01,2026-01-31\n`),
    /3 claves en el archivo; 1 nuevas, 2 cambiadas, 0 sin cambio, 1 dadas de baja/);
  const d = '2022-01-01';
  assert.deepEqual(await municipios(), [{ k: 'AGU001', n: 'Uno nuevo', d, h: null }, { k: 'AGU002', n: 'Dos', d, h: await ayer() }, { k: 'AGU003', n: 'Tres', d, h: '2023-05-05' },
    { k: 'AGU004', n: 'Cuatro', d: '2026-02-01', h: null }, { k: 'BCN001', n: 'Otro', d, h: '2026-01-31' }]);
  // An older file is refused. A file without dates keeps the beginning of each key, and every key in it is in force.
  const r = await importar('c_Municipio.csv', `${cabeza}AGU,001,Uno,2025-01-01,\n`);
  assert.equal(r.codigo, 1);
  assert.match(r.errores, /no se importó nada: el archivo es anterior .*2026-02-01/);
  assert.match(await bien('c_Municipio.csv', 'estado,clave,nombre\nAGU,002,Dos\nAGU,004,Cuatro\n'), /0 nuevas, 1 cambiadas, 1 sin cambio, 1 dadas de baja/);
  assert.deepEqual((await municipios()).map(x => [x.k, x.d, x.h === null]), [['AGU001', d, false], ['AGU002', d, true], ['AGU003', d, false], ['AGU004', '2026-02-01', true], ['BCN001', d, false]]);
  // A blank beginning keeps the known one.
  await bien('c_Municipio.csv', `${cabeza}AGU,004,Cuatro,,\nAGU,009,Nueve,2026-03-01,\n`);
  assert.deepEqual((await municipios()).filter(x => x.h === null).map(x => [x.k, x.d]), [['AGU004', '2026-02-01'], ['AGU009', '2026-03-01']]);
});

test('una fecha futura no cierra el paso a los catálogos que siguen', async () => {
  await base.sql('TRUNCATE sat_municipio');
  const cabeza = 'estado,clave,nombre,vigencia_desde\n';
  await bien('c_Municipio.csv', `${cabeza}AGU,001,Uno,2022-01-01\nAGU,002,Dos,2099-01-01\nAGU,003,Tres,2025-01-01\n`);
  const r = await importar('c_Municipio.csv', `${cabeza}AGU,001,Uno,2022-01-01\nAGU,002,Dos,2099-01-01\n`);
  assert.match(r.errores, /no se importó nada: el archivo es anterior .*2025-01-01/, 'ni hace nuevo al que es anterior');
  await bien('c_Municipio.csv', `${cabeza}AGU,001,Uno,2022-01-01\nAGU,002,Dos,2022-01-01\nAGU,003,Tres,2025-01-01\n`);
  assert.deepEqual((await municipios()).map(x => [x.k, x.d, x.h]), [['AGU001', '2022-01-01', null], ['AGU002', '2022-01-01', null], ['AGU003', '2025-01-01', null]]);
});

test('cada tipo de columna', async () => {
  await bien('c_UsoCFDI.csv', 'id,texto,aplica_fisica,aplica_moral,regimenes_fiscales_receptores\nG01,Adquisición de mercancías.,1,,"601, 603,612"\nZ99,Uso nuevo,Sí,no,\n');
  assert.deepEqual(await base.sql(`SELECT clave, fisica, moral, regimenes, vigencia_hasta IS NULL AS vigente FROM sat_uso_cfdi WHERE clave IN ('G01', 'G02', 'Z99') ORDER BY 1`), [
    { clave: 'G01', fisica: true, moral: false, regimenes: ['601', '603', '612'], vigente: true },
    { clave: 'G02', fisica: true, moral: true, regimenes: ['601', '603', '606', '612', '616', '620', '621', '622', '623', '624', '625', '626'], vigente: false },
    { clave: 'Z99', fisica: true, moral: false, regimenes: [], vigente: true }]);
  await bien('c_TasaOCuota.json', '[{"tipo": "Fijo", "minimo": "", "valor": "0.080000", "impuesto": "IVA Crédito aplicado del 50%", "factor": "Tasa", "traslado": 1, "retencion": ""},'
    + '{"tipo": "Rango", "minimo": 0, "valor": 0.5, "impuesto": "ISR", "factor": "Tasa", "traslado": false, "retencion": true}]');
  assert.deepEqual(await base.sql(`SELECT impuesto, maximo::text AS x, minimo::text AS n, traslado, retencion FROM sat_tasa_cuota WHERE vigencia_hasta IS NULL ORDER BY 1`), [
    { impuesto: '001', x: '0.500000', n: '0.000000', traslado: false, retencion: true }, { impuesto: '002', x: '0.080000', n: null, traslado: true, retencion: false }]);
  // Currencies have ids of gestor: known currencies keep their id.
  assert.match(await bien('c_Moneda.csv', 'id,texto,decimales\nMXN,Peso Mexicano,2\nQQQ,"Con \\ barra	y tabulador",3\n'), /1 nuevas, 0 cambiadas, 1 sin cambio, 182 dadas de baja/);
  assert.deepEqual(await base.sql(`SELECT moneda_id > 1000 AS alta, nombre, decimales FROM moneda WHERE clave = 'QQQ' OR moneda_id = 1 ORDER BY moneda_id`), [
    { alta: false, nombre: 'Peso Mexicano', decimales: 2 }, { alta: true, nombre: 'Con \\ barra\ty tabulador', decimales: 3 }]);
  await bien('c_CodigoPostal.csv', 'c_CodigoPostal,c_Estado,c_Municipio,c_Localidad,Estímulo Franja Fronteriza\n22000,BCN,004,,01\n64000,NLE,039,01,0\n');
  assert.deepEqual(await base.columna('SELECT clave FROM sat_codigo_postal WHERE estimulo_frontera'), ['22000']);
});

test('errores: con su línea, todos a la vez, código 1 y nada cambia', async t => {
  const antes = await huella();
  const cabeza = 'clave,descripcion,estimuloFranjaFronteriza,vigencia_desde\n';
  const buena = '10101501,Gatos,1,2022-01-01\n';
  for (const [titulo, nombre, contenido, ...mensajes] of [
    ['columna que falta', 'c_ClaveProdServ.csv', 'clave,palabrasSimilares\n1,2\n', 'línea 1: falta la columna «descripcion»'],
    ['vacío', 'c_ClaveProdServ.csv', '', 'el archivo está vacío'],
    ['sin registros', 'c_ClaveProdServ.csv', cabeza, 'el archivo no tiene registros'],
    ['campos de menos y de más', 'c_ClaveProdServ.csv', `${cabeza}${buena}10101502,Perros\n10101503,"a\nb",1,2022-01-01,x\n`, 'línea 3: tiene 2 campos y el encabezado 4', 'línea 4: tiene 5 campos y el encabezado 4'],
    ['cada campo', 'c_ClaveProdServ.csv', `${cabeza}10101501,"Ga\ntos",1,2022-01-01\n,Perros,1,2022-01-01\n3,,quizá,31/02/2022\n`,
      'línea 4: «clave» es obligatorio', 'línea 5: «descripcion» es obligatorio', 'línea 5: «estimulo_frontera» debe ser 1 o 0', 'línea 5: «vigencia_desde» '],
    ['ni UTF-8 ni Windows-1252', 'c_ClaveProdServ.csv', Buffer.concat([Buffer.from(cabeza + '1,Jab'), Buffer.from([0x81]), Buffer.from('n,1,2022-01-01\n')]), 'línea 2: no está en UTF-8 ni en Windows-1252'],
    ['clave repetida', 'c_ClaveProdServ.csv', cabeza + buena + '2,Dos,0,2022-01-01\n' + buena, 'línea 4: la clave se repite; ya está en la línea 2'],
    ['comillas abiertas', 'c_ClaveProdServ.csv', cabeza + buena + '2,"Dos,0,2022-01-01\n' + buena, 'línea 3: las comillas no se cierran'],
    ['JSON roto', 'c_ClaveProdServ.json', '[{"clave": "1", "descripcion": "Uno"},\n{"clave": ]', 'línea 2: no es JSON válido'],
    ['JSON, el registro', 'c_ClaveProdServ.json', '[{"clave": "1", "descripcion": "Uno"},{"clave": "2", "descripcion": ""}]', 'línea 1 (registro 2): «descripcion» es obligatorio'],
    ['catálogo desconocido', 'productos.csv', cabeza + buena, 'no existe el catálogo «productos»; indique uno con --catalogo: c_Aduana, '],
    ['extensión', 'c_ClaveProdServ.xlsx', cabeza + buena, 'debe terminar en .csv, .tsv, .txt o .json']])
    await t.test(titulo, async () => {
      const r = await importar(nombre, contenido);
      assert.equal(r.codigo, 1, r.salida);
      const lineas = r.errores.trim().split('\n').filter(l => !l.startsWith('aviso:'));
      for (const mensaje of mensajes) assert.ok(lineas.some(l => l.includes(mensaje)), `${mensaje}\n${r.errores}`);
      if (mensajes.length > 1) assert.equal(lineas.length, mensajes.length + 1, r.errores);
      assert.equal(await huella(), antes);
    });
  await t.test('a lo más 20', async () => {
    const r = await importar('c_ClaveProdServ.csv', cabeza + ',x,1,2022-01-01\n'.repeat(50));
    assert.equal(r.errores.match(/línea \d+:/g).length, 20);
    assert.match(r.errores, /línea 21: .*\n.*puede haber más/);
    assert.equal(await huella(), antes);
  });
  await t.test('una falla después de miles de filas buenas', async () => {
    const filas = Array.from({ length: 20000 }, (_, i) => `${30000000 + i},Producto ${i},1,2022-01-01\n`).join('');
    const r = await importar('c_ClaveProdServ.csv', cabeza + filas + 'x,,1,2022-01-01\n');
    assert.equal(r.codigo, 1);
    assert.match(r.errores, /línea 20002: «descripcion» es obligatorio/);
    assert.equal(await huella(), antes);
  });
  for (const [argumentos, mensaje] of [[['catalogos', 'importar'], /falta ARCHIVO/], [['catalogos', 'importar', 'a', 'b'], /sobra «b»/], [['catalogos', 'importar', '/no/hay/c_Pais.csv'], /no se puede leer/],
    [['catalogos'], /no conozco «catalogos»/], [['migrate', 'x'], /sobra «x»/]])
    await t.test(argumentos.join(' '), async () => {
      const r = await base.gestor(argumentos, { falla: true });
      assert.equal(r.codigo, 1);
      assert.match(r.errores, mensaje);
    });
});

test('la lista del 69-B como la publica el SAT: Windows-1252, con títulos, y con RFC que un tribunal ocultó', async () => {
  const archivo = (...filas) => Buffer.from(['Información actualizada al 31 de octubre de 2026,,,,', 'Listado Completo de contribuyentes (Artículo 69-B del Código Fiscal de la Federación),,,,',
    'No,RFC,Nombre del Contribuyente,Situación del contribuyente,Publicación página SAT presuntos', ...filas, ''].join('\r\n'), 'latin1');
  const lista = () => base.sql(`SELECT rfc, situacion, nombre, vigencia_hasta::text AS h FROM sat_efos ORDER BY 1, 2`);
  const salida = await bien('Listado_Completo_69-B.csv', archivo('1,AAA080808HL8,"ASESORÍA, S.C.",Presunto,01/08/2025', '2,XXXXXXXXXXXX,XXXX,Definitivo,01/08/2025', '3,XXXXXXXXXXXX,XXXX,Presunto,01/08/2025',
    '4,BBB090909AB1,PEÑA,Definitivo,01/08/2025'), '--catalogo', 'efos');
  assert.match(salida, /efos: 2 claves en el archivo; 2 nuevas/);
  assert.deepEqual(await lista(), [{ rfc: 'AAA080808HL8', situacion: 'Presunto', nombre: 'ASESORÍA, S.C.', h: null }, { rfc: 'BBB090909AB1', situacion: 'Definitivo', nombre: 'PEÑA', h: null }]);
  assert.match(await bien('Listado_Completo_69-B.csv', archivo('1,AAA080808HL8,"ASESORÍA, S.C.",Desvirtuado,01/08/2025', '4,BBB090909AB1,PEÑA,Definitivo,01/08/2025'), '--catalogo', 'efos'), /1 nuevas, 0 cambiadas, 1 sin cambio, 1 dadas de baja/);
  assert.deepEqual((await lista()).map(f => [f.rfc, f.situacion, f.h !== null]), [['AAA080808HL8', 'Desvirtuado', false], ['AAA080808HL8', 'Presunto', true], ['BBB090909AB1', 'Definitivo', false]]);
  assert.match(salida, /\nningún proveedor está en la lista\n/);
  assert.match((await importar('x.csv', 'a,b\n1,2\n', '--catalogo', 'efos')).errores, /le falta el encabezado/);
});

test('el avance, en líneas cuando no hay terminal', async () => {
  const filas = Array.from({ length: 30000 }, (_, i) => `${20000000 + i}\tProducto número ${i}\t01\tpalabra ${i}\n`).join('');
  const salida = await bien('c_ClaveProdServ.tsv', 'clave\tdescripcion\testimuloFranjaFronteriza\tpalabrasSimilares\n' + filas);
  const lineas = salida.trim().split('\n');
  assert.ok(lineas.filter(l => /^ {0,2}\d+ % {2}leyendo c_ClaveProdServ$/.test(l)).length >= 3, salida);
  assert.ok(lineas.includes(' 50 %  guardando') && lineas.includes('100 %  listo'), salida);
  assert.match(lineas.at(-1), /30000 claves en el archivo; \d+ nuevas, \d+ cambiadas, 0 sin cambio, \d+ dadas de baja/);
  const porcientos = lineas.filter(l => l.includes('%')).map(l => parseInt(l, 10));
  assert.deepEqual(porcientos, [...porcientos].sort((a, b) => a - b));
});

test('migrate trae completos los catálogos del programa: una vez, y otra vez sólo con una edición más nueva', async () => {
  const b = await Base.crear({ registros: 0 });
  try {
    const cuantas = () => b.sql(`SELECT (SELECT count(*) FROM sat_clave_prod_serv) AS productos, (SELECT count(*) FROM sat_clave_unidad) AS unidades, (SELECT count(*) FROM sat_municipio) AS municipios,
      (SELECT count(*) FROM sat_localidad) AS localidades, (SELECT count(*) FROM sat_clave_prod_serv WHERE vigencia_hasta IS NOT NULL) AS bajas`);
    const completos = [{ productos: 52514, unidades: 2418, municipios: 2478, localidades: 664, bajas: 0 }];
    assert.notDeepEqual(await cuantas(), completos, 'sin ellos, lo que las pruebas usan');
    assert.match((await b.gestor(['migrate'])).salida, /catálogo c_ClaveProdServ del \d{4}-\d\d-\d\d: 52514 claves/);
    assert.deepEqual(await cuantas(), completos);
    // The stored form that saves space loses nothing: the first key of a family, a key that differs only at its end, accents, similar words.
    assert.deepEqual(await b.sql(`SELECT clave, descripcion, estimulo_frontera AS frontera, palabras_similares AS palabras FROM sat_clave_prod_serv WHERE clave IN ('01010101', '10101500', '10101505', '10101506', '95141904') ORDER BY 1`), [
      { clave: '01010101', descripcion: 'No existe en el catálogo', frontera: false, palabras: 'Público en general' }, { clave: '10101500', descripcion: 'Animales vivos de granja', frontera: true, palabras: '' },
      { clave: '10101505', descripcion: 'Ratas', frontera: true, palabras: '' }, { clave: '10101506', descripcion: 'Caballos', frontera: true, palabras: 'Equinos, Potrancas, Potras, Potrillos, Potros, Yeguas' },
      { clave: '95141904', descripcion: 'Unidades quirúrgicas', frontera: false, palabras: '' }]);
    const cambiar = `UPDATE sat_clave_prod_serv SET descripcion = 'Otra cosa' WHERE clave = '10101505'`;
    const ratas = () => b.uno(`SELECT descripcion FROM sat_clave_prod_serv WHERE clave = '10101505'`);
    await b.sql(cambiar);
    assert.doesNotMatch((await b.gestor(['migrate'])).salida, /catálogo/, 'la misma edición no se repite');
    assert.equal(await ratas(), 'Otra cosa');
    await b.sql(`UPDATE catalogo_edicion SET edicion = edicion - 1`);
    assert.match((await b.gestor(['migrate'])).salida, /c_ClaveProdServ .*: 52514 claves, 0 nuevas/);
    assert.equal(await ratas(), 'Ratas', 'una edición más nueva sí');
    // An imported catalog has the edition of today: migrate of a program with an older edition leaves it alone.
    const archivo = path.join(carpeta, 'c_Localidad.csv');
    writeFileSync(archivo, 'estado,clave,nombre\nAGU,01,Aguascalientes de hoy\n');
    await b.gestor(['catalogos', 'importar', archivo]);
    assert.equal(await b.uno(`SELECT edicion = sat_hoy() FROM catalogo_edicion WHERE catalogo = 'c_Localidad'`), true);
    await b.gestor(['migrate']);
    assert.equal(await b.uno(`SELECT nombre FROM sat_localidad WHERE estado = 'AGU' AND clave = '01'`), 'Aguascalientes de hoy');
  } finally {
    await b.soltar();
  }
});
