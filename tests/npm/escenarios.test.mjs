// The stories of tests/escenarios, each told over HTTP to a company of its own: what gestor answers must be the story, word for word; then
// the audit, and hledger's opinion of the ledger. ESCENARIOS=escribir writes what happened into the files, to be read before it is believed.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar, compararConHledger } from './auditoria.mjs';
import { Base, Servidor, raizRepo } from './ayuda_api.mjs';
import { Empresa, contar, diferencia } from './escenarios.mjs';

const carpeta = path.join(raizRepo, 'tests/escenarios');
const historias = readdirSync(carpeta).filter(f => f.endsWith('.txt')).sort();

let base, srv;
before(async () => {
  base = await Base.crear({ registros: 0 });
  srv = await Servidor.iniciar(base);
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
});

// A new company with a bank account in pesos and one in dollars, and the ids by name of what it is born with.
async function fundar(nombre, rfc) {
  const { salida } = await base.gestor(['organizacion', 'crear', '--nombre', nombre, '--rfc', rfc, '--regimen', rfc.length === 12 ? '601' : '612', '--codigo-postal', '64000']);
  const organizacion = Number(/organizacionId: (\d+)/.exec(salida)[1]);
  const importar = (recurso, texto) => base.gestor(['importar', recurso, '-', '--organizacion', String(organizacion)], { entrada: texto });
  await importar('cuentas-bancarias', 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nBANCO,Banco en pesos,Banco,012,MXN,MATRIZ,102.01\nDOLARES,Banco en dólares,Banco,012,USD,MATRIZ,102.01\n');
  for (let mes = 1; mes <= 12; mes++) await base.gestor(['periodo', 'abrir', `2025-${String(mes).padStart(2, '0')}`, '--organizacion', String(organizacion)]);
  const ids = async (tabla, columna, clave = 'clave') =>
    Object.fromEntries((await base.sql(`SELECT ${clave} AS clave, ${columna} AS id FROM ${tabla} WHERE organizacion_id = ${organizacion}`)).map(f => [f.clave, f.id]));
  const [formas, cuentas, unidades, almacenes, conceptos, sucursales] = await Promise.all([ids('forma_pago', 'forma_pago_id', 'nombre'), ids('cuenta_bancaria', 'cuenta_id'), ids('unidad_medida', 'unidad_medida_id'),
    ids('almacen', 'almacen_id'), ids('concepto', 'concepto_id'), ids('sucursal', 'sucursal_id')]);
  const catalogo = { formas: { efectivo: formas.Efectivo, transferencia: formas.Transferencia, tarjeta: formas['Tarjeta de crédito'] }, cuentas, pieza: unidades.PZA, servicio: unidades.SER, almacen: almacenes.GENERAL,
    inicial: conceptos['IN-INICIAL'], async frontera() {
      await importar('sucursales', 'clave,nombre,codigoPostal,zonaHoraria,tasaFrontera,sufijoSerie\nTIJ,Tijuana,22000,America/Tijuana,si,T\n');
      await importar('almacenes', 'clave,nombre,sucursal\nTIJ,Bodega de Tijuana,TIJ\n');
      return { sucursalId: (await ids('sucursal', 'sucursal_id')).TIJ, almacenId: (await ids('almacen', 'almacen_id')).TIJ };
    } };
  const usuario = await base.usuario({ organizacion, usuario: `contador${organizacion}`, sucursal: sucursales.MATRIZ });
  const consumidor = await base.consumidor({ organizacion, nombre: 'Escenarios' });
  return new Empresa({ base, srv, organizacion, catalogo, token: await srv.entrar({ ...usuario, ...consumidor }) });
}

assert.ok(historias.length >= 9);
for (const archivo of historias)
  test(archivo.replace('.txt', '').replaceAll('_', ' '), async () => {
    const historia = readFileSync(path.join(carpeta, archivo), 'utf8').trimEnd();
    const empresa = await fundar(archivo, /^# RFC de la empresa: (\S+)$/m.exec(historia)?.[1] ?? 'EKU9003173C9');
    const ocurrio = await contar(empresa, historia);
    if (process.env.ESCENARIOS === 'escribir') writeFileSync(path.join(carpeta, archivo), `${ocurrio}\n`);
    else if (ocurrio !== historia) assert.fail(`la historia no es lo que ocurrió\n${diferencia(historia.split('\n'), ocurrio.split('\n'))}`);
    assert.deepEqual(await auditar(base), []);
    if (await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${empresa.organizacion}`)) assert.ok(await compararConHledger(base, empresa.organizacion) > 1);
  });
