// A client generated from the published document (openapi-typescript, openapi-fetch), compiled strictly by tsc, sets up a company made with operator
// commands alone, without the demo.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Base, Servidor, correr } from './lib/ayuda_api.mjs';

const aqui = path.dirname(fileURLToPath(import.meta.url));
const herramienta = nombre => path.join(aqui, 'node_modules/.bin', nombre);

test('una empresa completa, con un cliente generado', { timeout: 300_000 }, async () => {
  const base = await Base.crear({ registros: 0 });
  const carpeta = await mkdtemp(path.join(tmpdir(), 'gts-'));
  let srv;
  try {
    await base.gestor(['organizacion', 'crear', '--nombre', 'Empresa nueva', '--rfc', 'EKU9003173C9', '--regimen', '601', '--codigo-postal', '64000']);
    const usuario = { ...(await base.usuario({ usuario: 'dueña' })), ...(await base.consumidor()) };
    srv = await Servidor.iniciar(base);
    await cp(path.join(aqui, 'cliente'), carpeta, { recursive: true });
    await writeFile(path.join(carpeta, 'package.json'), '{"type": "module"}');
    await writeFile(path.join(carpeta, 'node.d.ts'), 'declare const process: { argv: string[]; exit(codigo: number): never };\n' +
      'declare const Buffer: { from(texto: string, forma: string): { toString(forma: string): string } };\n');
    await symlink(path.join(aqui, 'node_modules'), path.join(carpeta, 'node_modules'));
    await correr(herramienta('openapi-typescript'), [`${srv.url}/openapi.json`, '-o', path.join(carpeta, 'api.d.ts'), '--default-non-nullable', 'false']);
    const compilado = await correr(herramienta('tsc'), ['-p', carpeta], { falla: true });
    assert.equal(compilado.codigo, 0, compilado.salida);
    const { salida } = await correr('node', [path.join(carpeta, 'empresa.js'), srv.url, usuario.usuario, usuario.contrasena, usuario.apiKey]);
    assert.match(salida, /empresa lista/);
  } finally {
    await srv?.parar();
    await base.soltar();
    await rm(carpeta, { recursive: true, force: true });
  }
});
