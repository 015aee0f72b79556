// Short run of scripts/faults: the same stage and audit with fewer rounds, and each control, where the audit must see the damage.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, test } from 'node:test';
import { correrAnio } from './faults/anio.mjs';
import { correrControl, correrFallas, nombresDeControl } from './faults/corrida.mjs';
import { CLASES } from './faults/revision.mjs';

const SEGUNDOS = Number(process.env.FALLAS_SEGUNDOS ?? 20);

before(() => assert.ok(existsSync('/usr/sbin/nginx'), 'falta nginx'));

test('fallas: lo confirmado está una sola vez, lo demás no está, y todo cuadra', { timeout: 600_000 }, async t => {
  const r = await correrFallas({ segundos: SEGUNDOS, reinicios: 4, pausa: 250, minimo: 6, decir: texto => t.diagnostic(texto) });
  assert.deepEqual(r.relevo.malas, [], 'un relevo se notó');
  for (const que of CLASES) assert.deepEqual(r[que], [], que);
  // Coverage: faults happened during the run, and requests succeeded.
  assert.ok(Object.keys(r.fallas.cuenta).length >= 6 && r.corte.antes > 0 && r.corte.despues > 0, JSON.stringify([r.fallas.cuenta, r.corte]));
  const { acuses, duplicados, perdidosAntes, perdidosDespues, replicasIguales } = r.escritores.cuenta;
  assert.ok(acuses > 50 && duplicados > 10 && perdidosAntes > 0 && perdidosDespues > 0 && replicasIguales > acuses / 2, JSON.stringify(r.escritores.cuenta));
});

test('un año de una empresa entre fallas: los mismos libros que sin ellas', { timeout: 900_000 }, async t => {
  const r = await correrAnio({ pasos: Number(process.env.ANIO_PASOS ?? 3), decir: texto => t.diagnostic(texto) });
  assert.ok(Object.keys(r.fallas).length >= 6 && r.corte.antes > 0 && r.corte.despues > 0 && r.escritores.replicasIguales > r.escritores.acuses / 2 && r.renglones > 300, JSON.stringify(r));
});

for (const nombre of nombresDeControl)
  test(`control, sin ${nombre}: la auditoría ve el daño`, { timeout: 300_000 }, async t => {
    const r = await correrControl(nombre, { decir: texto => t.diagnostic(texto) });
    assert.ok(r.dano.length > 0, 'el daño no se ve');
  });
