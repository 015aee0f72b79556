// The viewer of the reference comes from npm during the build. A build without network goes on without it, and a later build tries again.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { correr, raizRepo } from './lib/ayuda_api.mjs';

const carpeta = mkdtempSync(path.join(tmpdir(), 'visor-'));
after(() => rmSync(carpeta, { recursive: true, force: true }));
const docs = path.join(raizRepo, 'server/docs');
const en = nombre => path.join(carpeta, 'docs', nombre);
const npm = (nombre, orden) => {
  const archivo = path.join(carpeta, nombre);
  writeFileSync(archivo, `#!/bin/sh\necho x >>${carpeta}/intentos\n${orden}\n`);
  chmodSync(archivo, 0o755);
  return archivo;
};
const roto = npm('roto', 'exit 1');
const sano = npm('sano', 'd=node_modules/swagger-ui-dist; mkdir -p $d; for f in swagger-ui-bundle.js swagger-ui.css LICENSE NOTICE swagger-ui-bundle.js.LICENSE.txt; do echo $f >$d/$f; done');
const traer = (cual, espera) => correr('cmake', [`-DNPM=${cual}`, `-DSRC=${docs}`, `-DDIR=${carpeta}/docs`, `-DWORK=${carpeta}/trabajo`, ...(espera === undefined ? [] : [`-DWAIT=${espera}`]), '-P', path.join(docs, 'viewer.cmake')]);
const intentos = () => readFileSync(`${carpeta}/intentos`, 'utf8').length / 2;

test('sin red no hay visor, y una compilación posterior lo intenta otra vez', async () => {
  await traer(roto);
  assert.ok(!existsSync(en('.hecho')) && existsSync(en('.falla')));
  await traer(sano);
  assert.equal(intentos(), 1, 'no en cada compilación de la misma hora');
  await traer(sano, 0);
  assert.equal(intentos(), 2);
  assert.ok(existsSync(en('.hecho')) && existsSync(en('swagger-ui-bundle.js')) && !existsSync(en('.falla')));
});

test('donde no hay npm no se intenta', async () => {
  rmSync(en(''), { recursive: true });
  await traer('');
  assert.ok(existsSync(en('.hecho')) && !existsSync(en('.falla')));
});
