// scripts/attack in short, against a test build: the shipped program with the sabotages that the controls need. Each family has its controls inside.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atacar } from './attack/familias.mjs';

test('ataques', async t => {
  await atacar({
    corto: true,
    alTerminar: (nombre, correr) => t.test(nombre, async s => {
      const f = await correr();
      s.diagnostic(f.resumen());
      f.notas.forEach(n => s.diagnostic(n));
      assert.deepEqual(f.faltas, []);
      assert.ok(f.controles > 0);
    }),
  });
});
