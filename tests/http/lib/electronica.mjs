// Files of electronic accounting, as their receiver reads them: unpacked by unzip, checked by xmllint with schemas of the tests, read by a parser
// from npm.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { correr } from './ayuda_api.mjs';

// abrir: the XML of a .zip, after the checks of the archive and of the schema.
export async function abrir(zip, nombre, esquema) {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gxml-'));
  try {
    const archivo = path.join(carpeta, `${nombre}.zip`);
    writeFileSync(archivo, zip);
    assert.match((await correr('unzip', ['-t', archivo])).salida, /No errors detected/);
    assert.equal((await correr('unzip', ['-Z1', archivo])).salida.trim(), `${nombre}.xml`);
    const xml = (await correr('unzip', ['-p', archivo])).salida;
    writeFileSync(archivo.replace('.zip', '.xml'), xml);
    await correr('xmllint', ['--noout', '--nonet', '--schema', new URL(`../esquemas/${esquema}.xsd`, import.meta.url).pathname, archivo.replace('.zip', '.xml')]);
    return new DOMParser({ onError: (nivel, texto) => { throw new Error(`${nivel}: ${texto}`); } }).parseFromString(xml, 'text/xml').documentElement;
  } finally {
    rmSync(carpeta, { recursive: true, force: true });
  }
}
// recibido: the XML of the .zip in an answer.
export async function recibido(r, nombre, esquema) {
  assert.equal(r.estado, 200, r.texto);
  assert.equal(r.h['content-type'], 'application/zip');
  assert.match(r.h['content-disposition'], new RegExp(`filename="?${nombre}\\.zip`));
  return abrir(r.crudo, nombre, esquema);
}
export const nodos = (raiz, nombre) => Array.from(raiz.getElementsByTagNameNS('*', nombre));
export const a = (nodo, ...nombres) => nombres.map(n => nodo.getAttribute(n));
