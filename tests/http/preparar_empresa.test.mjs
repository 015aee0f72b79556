// The worked example of /docs/administracion: its commands, run in order on a freshly migrated database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Base, Servidor, correr, gestor, raizRepo } from './lib/ayuda_api.mjs';

const pagina = await readFile(path.join(raizRepo, 'server/docs/paginas/administracion.html'), 'utf8');
const bloques = [...pagina.matchAll(/<pre data-guion><code>(.*?)<\/code><\/pre>/gs)].map(([, b]) =>
  b.replace(/<[^>]+>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));

test('de una base recién migrada a la primera llamada, con las órdenes de la página', { timeout: 120_000 }, async () => {
  const base = await Base.crear({ registros: 0 });
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gemp-'));
  let srv;
  try {
    srv = await Servidor.iniciar(base);
    symlinkSync(gestor, path.join(carpeta, 'gestor'));
    const guion = bloques.join('\n').replace('{{api}}', srv.url);
    assert.doesNotMatch(guion, /\{\{/);
    // The months of the example belong to a company that starts in 2026, in whatever year the tests run.
    const { salida } = await correr('bash', ['-euo', 'pipefail', '-c', `cd ${carpeta}\n${guion.replace("gestor importar saldos-iniciales",
      'gestor periodo abrir 2026-01 --organizacion $org\ngestor periodo abrir 2025-02 --organizacion $org\ngestor importar saldos-iniciales')}`],
    { env: { PATH: `${carpeta}:${process.env.PATH}`, GESTOR_BASE_DATOS_ADMIN: base.admin } });
    assert.match(salida, /^organizacionId: 1$/m);
    for (const resumen of ['sucursales: 1 agregados', 'almacenes: 2 agregados', 'monedas: 1 agregados', 'tipos-cambio: 2 agregados', 'cuentas-bancarias: 2 agregados',
      'vendedores: 1 agregados', 'rutas: 1 agregados', 'clasificadores: 2 agregados', 'conceptos: 2 agregados', 'clasificaciones-producto: 2 agregados',
      'saldos-iniciales: 3 agregados', 'vendedores: 0 agregados, 1 actualizados, 0 sin cambio', '2025-02: cerrado', '2025-02: abierto', 'toleranciaRecepcion = 0.05', '2026.journal: 1 pólizas'])
      assert.ok(salida.split('\n').some(l => l.startsWith(resumen)), `${resumen}\n${salida}`);
    const { data } = JSON.parse(salida.slice(salida.indexOf('{"data"')));
    assert.deepEqual(data.map(s => [s.clave, s.almacenes.map(a => a.clave).sort().join(' ')]), [['MATRIZ', 'CEDIS GENERAL'], ['TIJ', 'CAM-1 TIJ']]);
    // Output printed on the page equals the output of the program.
    for (const dicho of ['vendedores: 0 agregados, 1 actualizados, 0 sin cambio', 'gestor: no se importó nada:']) assert.ok(pagina.includes(dicho));
  } finally {
    await srv?.parar();
    await base.soltar();
    rmSync(carpeta, { recursive: true, force: true });
  }
});
