// The stories of tests/escenarios, each sent over HTTP to a company of its own. The answers of gestor must equal the story, word for word. Afterwards
// hledger reads each ledger, and the audit reads all of them. ESCENARIOS=escribir writes the answers into the files, for a person to read before they
// are believed.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { Base, Servidor, raizRepo } from './lib/ayuda_api.mjs';
import { contar, diferencia, fundar } from './lib/escenarios.mjs';

const carpeta = path.join(raizRepo, 'tests/escenarios');
const historias = readdirSync(carpeta).filter(f => f.endsWith('.txt')).sort();

let base, srv;
const suyas = {};  // the story of each company
before(async () => {
  base = await Base.crear({ registros: 0, candados: true });
  srv = await Servidor.iniciar(base);
});
after(async () => {
  await srv?.parar();
  await base?.soltar();
});

assert.ok(historias.length >= 9);
for (const archivo of historias)
  test(archivo.replace('.txt', '').replaceAll('_', ' '), async () => {
    const historia = readFileSync(path.join(carpeta, archivo), 'utf8').trimEnd();
    const empresa = await fundar(base, srv, archivo, /^# RFC de la empresa: (\S+)$/m.exec(historia)?.[1] ?? 'EKU9003173C9');
    const ocurrio = await contar(empresa, historia);
    if (process.env.ESCENARIOS === 'escribir') writeFileSync(path.join(carpeta, archivo), `${ocurrio}\n`);
    else if (ocurrio !== historia) assert.fail(`la historia no es lo que ocurrió\n${diferencia(historia.split('\n'), ocurrio.split('\n'))}`);
    suyas[empresa.organizacion] = archivo;
    if (await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${empresa.organizacion}`)) assert.ok(await compararConHledger(base, empresa.organizacion) > 1);
  });

test('la auditoría no encuentra nada en ninguna', async () => {
  assert.equal(Object.keys(suyas).length, historias.length);
  assert.deepEqual((await auditar(base)).map(f => ({ historia: suyas[f.organizacion_id], ...f })), []);
});

test('ninguna operación pide sus candados en otro orden que las demás', t => {
  const { fallas, operaciones } = base.candados.revisar();
  t.diagnostic(`${operaciones.size} operaciones, ${[...operaciones.values()].reduce((a, b) => a + b)} llamadas con candados`);
  assert.ok(operaciones.size > 50, `${operaciones.size}`);
  assert.deepEqual(fallas, []);
});
