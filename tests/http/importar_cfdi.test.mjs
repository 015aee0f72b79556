// gestor importar cfdi: a directory of them, each registered by the rule of its supplier or told why not.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { cfdi, iva } from './lib/cfdi.mjs';
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
  const una = (precio, mas = {}) => cfdi({ emisor: SUYO, receptor: NOSOTROS, conceptos: [{ precio, traslados: [iva(precio)] }], ...mas });
  await writeFile(join(dir, 'a.xml'), una(100));
  await writeFile(join(dir, 'enero/b.XML'), una(200));
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

const importar = (...mas) => m.base.gestor(['importar', 'cfdi', dir, '--organizacion', String(e.id), '--reglas', reglas, ...mas], { falla: true });
const lineas = async (...mas) => (await importar(...mas)).salida.trim().split('\n');
const cuantas = () => e.uno('transaccion', 'count(*)', 'obj_id = 13');

test('primero se simula; luego cada archivo por su regla; repetirlo no cambia nada', async () => {
  const malos = ['enero/ajeno.xml: no: CFDI_RFC_NO_CORRESPONDE: Receptor IIA040805DZ4 no es la organización, EKU9003173C9',
    'enero/credito.xml: no: CFDI_INVALIDO: TipoDeComprobante: E, debe ser I', `enero/desconocido.xml: no: NO_ENCONTRADO: no hay regla de ${OTRO}`, 'roto.xml: no: el XML está incompleto'];
  const sinFolio = texto => texto.map(l => l.replace(/registrada, \S+, /, 'registrada, '));
  const nuevas = ['a.xml: registrada, 116.00', 'enero/b.XML: registrada, 232.00'];
  const todas = [nuevas[0], malos[0], nuevas[1], malos[1], malos[2], malos[3]].map((l, i) => `[${i + 1}/6] ${l}`);
  const ensayo = await lineas('--simular');
  assert.deepEqual(sinFolio(ensayo), [...todas, 'cfdi: 2 registradas, 0 ya estaban, 4 no', 'fue una simulación: no se guardó nada']);
  assert.equal(Number(await cuantas()), 0);
  assert.deepEqual(sinFolio(await lineas()), [...todas, 'cfdi: 2 registradas, 0 ya estaban, 4 no']);
  assert.equal(Number(await cuantas()), 2);
  const otra = await lineas();
  assert.equal(otra.filter(l => l.includes('ya estaba: ')).length, 2);
  assert.equal(otra.at(-1), 'cfdi: 0 registradas, 2 ya estaban, 4 no');
  assert.equal(Number(await cuantas()), 2);
  assert.deepEqual(await auditar(m.base), []);
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
