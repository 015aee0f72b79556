// The shipped program is hardened: by the compiler and linker flags of the release preset, and by the properties of a program built with them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ejecutar = promisify(execFile);
const raiz = new URL('../..', import.meta.url).pathname;
const rama = { arm64: '-mbranch-protection=standard', x64: '-fcf-protection=full' }[process.arch];
const deCompilar = ['-fPIE', '-fstack-protector-strong', '-D_FORTIFY_SOURCE=2', '-D_GLIBCXX_ASSERTIONS', '-O2', ...(rama ? [rama] : [])];

async function ordenes(opciones) {
  const carpeta = await mkdtemp('/tmp/ge-');
  try {
    await ejecutar('cmake', ['--preset', 'release', '-B', carpeta, '-DGESTOR_DOCS_VIEWER=OFF', ...opciones], { cwd: raiz });
    const todas = JSON.parse(await readFile(join(carpeta, 'compile_commands.json'), 'utf8'));
    const ninja = await readFile(join(carpeta, 'build.ninja'), 'utf8');
    const enlace = ninja.slice(ninja.indexOf('build gestor: CXX_EXECUTABLE_LINKER')).split('\n\n')[0];
    return { compilar: todas.filter(o => o.file.startsWith(raiz) || o.file.includes('/Unity/')).map(o => o.command), enlazar: enlace };
  } finally {
    await rm(carpeta, { recursive: true, force: true });
  }
}

test('release: todo se compila y se enlaza endurecido', async () => {
  const { compilar, enlazar } = await ordenes([]);
  assert.ok(compilar.length > 50);
  for (const orden of compilar) for (const bandera of deCompilar) assert.ok(orden.split(' ').includes(bandera), `${bandera} en ${orden}`);
  assert.match(enlazar, /-pie -Wl,-z,relro,-z,now,-z,noexecstack/);
});

test('sin optimización no: _FORTIFY_SOURCE sólo avisaría', async () => {
  const { compilar } = await ordenes(['-DCMAKE_CXX_FLAGS_RELEASE=-O0']);
  assert.ok(compilar.every(o => !o.includes('FORTIFY')));
});

test('el programa lo está', async t => {
  const cache = await readFile(join(process.env.GESTOR_BUILD ?? join(raiz, 'build/release'), 'CMakeCache.txt'), 'utf8').catch(() => '');
  if (!/^CMAKE_BUILD_TYPE:\w+=Release$/m.test(cache) || !/^CMAKE_CXX_FLAGS_RELEASE:\w+=.*-O[23]/m.test(cache)) return t.skip('no se compiló con optimización');
  const leer = async (...o) => (await ejecutar('readelf', ['-W', ...o, process.env.GESTOR_BIN], { maxBuffer: 1 << 28 })).stdout;
  const [cabeza, partes, dinamica, simbolos] = await Promise.all([leer('-h'), leer('-l'), leer('-d'), leer('--dyn-syms')]);
  assert.match(cabeza, /Type:\s+DYN/);  // PIE
  assert.match(partes, /GNU_RELRO/);
  assert.match(partes, /GNU_STACK .* RW /);
  assert.match(dinamica, /FLAGS_1.*NOW.*PIE/);
  assert.match(simbolos, /__stack_chk_fail/);
  assert.match(simbolos, /__\w+_chk\b(?!_fail)/);
  const { stdout: codigo } = await ejecutar('objdump', ['-d', '--no-show-raw-insn', '--disassemble=main', process.env.GESTOR_BIN]);
  if (rama) assert.match(codigo, process.arch === 'arm64' ? /\bpaciasp\b/ : /\bendbr64\b/);
});
