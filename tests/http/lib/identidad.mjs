// Identity providers for tests: an issuer whose keys are a file, and the file in which the operator names the accepted providers.
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';

export const audiencia = 'gestor-pruebas';
export const todos = ['RS256', 'PS256', 'ES256', 'EdDSA'];

export const proveedor = (alias, emisor, mas = {}) => ({ alias, emisor, audiencias: [audiencia], algoritmos: todos, ...mas });

// escribir: writes a file in a folder of its own; answers its path.
export function escribir(nombre, contenido) {
  const ruta = path.join(mkdtempSync(path.join(tmpdir(), 'gide-')), nombre);
  writeFileSync(ruta, contenido);
  return ruta;
}
// escribirProveedores: the file for the setting proveedores-identidad.
export const escribirProveedores = proveedores => escribir('proveedores.json', JSON.stringify({ proveedores }));

// abrirCanje: token endpoint of an issuer. The endpoint gives `idToken` for a code, once, when the fields of the form are `suyos` and the credentials
// agree. `url` is its address.
export const abrirCanje = (suyos, credenciales, idToken) => new Promise(ok => {
  let usado = false;
  const s = http.createServer(async (q, r) => {
    const forma = Object.fromEntries(new URLSearchParams((await q.toArray()).join('')));
    const bien = !usado && q.headers.authorization === `Basic ${Buffer.from(credenciales).toString('base64')}` && Object.entries(suyos).every(([n, v]) => forma[n] === v);
    usado ||= bien;
    r.writeHead(bien ? 200 : 400, { 'Content-Type': 'application/json' }).end(JSON.stringify(bien ? { access_token: 'x', token_type: 'Bearer', id_token: idToken } : { error: 'invalid_grant' }));
  }).listen(0, '127.0.0.1', () => ok(Object.assign(s, { url: `http://localhost:${s.address().port}` })));
});

// emisorEnArchivo: an issuer without a server, whose keys are a file. `token(claims, header)` gives a valid token unless the arguments change it; an
// undefined member is left out.
export async function emisorEnArchivo(alias, mas = {}, emisor = 'https://identidad.ejemplo.mx') {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const ruta = escribir('claves.json', JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'uno', use: 'sig' }] }));
  return {
    emisor, ruta, proveedor: proveedor(alias, emisor, { claves: `file://${ruta}`, ...mas }),
    token(reclamos = {}, encabezado = {}) {
      const ahora = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: emisor, aud: audiencia, sub: 'ana', iat: ahora, exp: ahora + 300, ...reclamos }).setProtectedHeader({ alg: 'ES256', kid: 'uno', typ: 'JWT', ...encabezado }).sign(privateKey);
    },
  };
}
