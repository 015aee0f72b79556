// What must be true of a database after anything was done to it: the invariants of tests/schema that follow documents, and another
// program's opinion of the ledger. No row is right.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { correr, raizRepo } from './ayuda_api.mjs';

const invariantes = ['auditoria', 'libro', 'folios', 'saldos', 'documentos', 'importes', 'impuestos'].map(nombre =>
  readFileSync(path.join(raizRepo, `tests/schema/${nombre}.sql`), 'utf8').replace(/[;\s]+$/, ''));

export async function auditar(base) {
  const faltas = [];
  await base.sql('ANALYZE');  // the tables were empty a moment ago, and a crash forgets what had been counted: planned as empty, some of these never end
  for (const consulta of invariantes) faltas.push(...await base.sql(`SELECT * FROM (${consulta}\n) q`));
  return faltas;
}

// What the audit would say after some damage, as text. The damage is not kept.
export const auditarTras = (base, dano) => base.sql(`BEGIN;\n${[dano, ...invariantes].join(';\n')};\nROLLBACK`);

const centavos = texto => Math.round(Number(texto) * 100);

// hledger reads what gestor exports, finds nothing wrong with it and adds up the same balances.
export async function compararConHledger(base, organizacion) {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gaud-'));
  try {
    const diario = path.join(carpeta, 'diario.journal');
    await base.gestor(['exportar', 'contabilidad', '--organizacion', String(organizacion), diario]);
    const hledger = (...a) => correr('hledger', ['-f', diario, ...a], { env: { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } });
    await hledger('check', '--strict', 'ordereddates');
    const { salida } = await hledger('balance', '--flat', '-O', 'csv', '--no-total');
    const suyos = Object.fromEntries(salida.trim().split('\n').slice(1).map(linea => {
      const [, cuenta, saldo] = /^"(.*)","(.*?)"$/.exec(linea);
      return [cuenta.split(':').at(-1).split(' ')[0], centavos(saldo.replace(' MXN', ''))];
    }).sort());
    const nuestros = Object.fromEntries((await base.sql(`SELECT c.codigo, sum(m.debe - m.haber)::text AS saldo FROM poliza_movimiento m
        JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE m.organizacion_id = ${organizacion} GROUP BY 1 HAVING sum(m.debe - m.haber) <> 0`))
      .map(f => [f.codigo, centavos(f.saldo)]).sort());
    assert.deepEqual(suyos, nuestros);
    return Object.keys(suyos).length;
  } finally {
    rmSync(carpeta, { recursive: true, force: true });
  }
}
