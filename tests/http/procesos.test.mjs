// A program that a test starts ends with that test.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hasta } from './lib/ayuda_api.mjs';

const aqui = path.dirname(fileURLToPath(import.meta.url));

for (const senal of ['SIGTERM', 'SIGKILL'])
  test(`una prueba que termina por ${senal} no deja nada corriendo`, async () => {
    const prueba = spawn(process.execPath, ['--input-type=module', '-e',
      "import { lanzar } from './lib/procesos.mjs'; const p = lanzar('sleep', ['600'], { stdio: 'ignore' }); console.log(p.pid);"], { cwd: aqui, stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise(ok => prueba.stdout.once('data', d => ok(Number(d))));
    const vive = () => existsSync(`/proc/${pid}`) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    assert.ok(vive(), 'control: corre');
    await hasta(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sleep', 'ya es sleep');
    prueba.kill(senal);
    await hasta(() => !vive(), 'terminó con ella', 20_000);
  });

test('servidores, proxies y lo demás que se queda corriendo se inicia así', () => {
  const archivos = ['.', 'lib', 'attack', 'faults'].flatMap(d => readdirSync(path.join(aqui, d)).filter(f => f.endsWith('.mjs')).map(f => path.join(d, f)));
  const sueltos = archivos.filter(f => /\bspawn\((gestor|programa|'\/usr\/sbin)/.test(readFileSync(path.join(aqui, f), 'utf8')) && f !== 'lib/procesos.mjs' && f !== 'procesos.test.mjs');
  assert.deepEqual(sueltos, []);
});
