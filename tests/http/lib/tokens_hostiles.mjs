// tokensHostiles: tokens, by name, that are not exactly ours, made by npm jose or by hand. Each must be a 401, whatever the request.
import { createHmac, createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SignJWT, UnsecuredJWT, base64url, decodeJwt } from 'jose';

export const encabezado = { alg: 'HS256', typ: 'JWT', kid: 'k1' };
const b64 = v => base64url.encode(typeof v === 'string' ? v : JSON.stringify(v));
export const firmador = llave => (cabeza, cuerpo, clave = llave, hash = 'sha256') => {
  const texto = `${typeof cabeza === 'string' ? cabeza : b64(cabeza)}.${typeof cuerpo === 'string' ? cuerpo : b64(cuerpo)}`;
  return `${texto}.${createHmac(hash, clave).update(texto).digest('base64url')}`;
};
// llaveDe: the first key of a server, which signs its tokens.
export const llaveDe = srv => createSecretKey(Buffer.from(readFileSync(srv.llaves, 'utf8').trim().split(/\s/)[1], 'base64'));

// bueno, ajeno: good tokens of two organizations; llave: the key that signed them; url: an address that a token could make a server visit.
export async function tokensHostiles({ bueno, ajeno, llave, url }) {
  const reclamos = decodeJwt(bueno);
  const firmar = firmador(llave);
  const jose = (cuerpo, cabeza, clave) => new SignJWT(cuerpo).setProtectedHeader(cabeza).sign(clave);
  const ahora = Math.floor(Date.now() / 1000);
  const [c, p, f] = bueno.split('.');
  const sin = nombre => Object.fromEntries(Object.entries(reclamos).filter(([k]) => k !== nombre));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publica = rsa.publicKey.export({ type: 'spki', format: 'pem' });
  const otra = createSecretKey(randomBytes(32));
  const casos = {
    'alg none (jose)': new UnsecuredJWT(reclamos).encode(),
    'alg none con kid': `${b64({ ...encabezado, alg: 'none' })}.${p}.`,
    'alg NONE': `${b64({ ...encabezado, alg: 'NONE' })}.${p}.`,
    'alg none con nuestra firma': firmar({ ...encabezado, alg: 'none' }, reclamos),
    'HS256 con otra llave': await jose(reclamos, encabezado, otra),
    'HS256 con llave vacía': firmar(encabezado, reclamos, ''),
    'HS384 con nuestra llave': firmar({ ...encabezado, alg: 'HS384' }, reclamos, llave, 'sha384'),
    'HS512 con nuestra llave': firmar({ ...encabezado, alg: 'HS512' }, reclamos, llave, 'sha512'),
    'RS256 de un extraño': await jose(reclamos, { alg: 'RS256', typ: 'JWT', kid: 'k1' }, rsa.privateKey),
    'ES256 de un extraño': await jose(reclamos, { alg: 'ES256', typ: 'JWT', kid: 'k1' }, ec.privateKey),
    'ES256 con r = s = 0': `${b64({ ...encabezado, alg: 'ES256' })}.${p}.${base64url.encode(Buffer.alloc(64))}`,
    'confusión HS/RS: la pública como secreto': firmar(encabezado, reclamos, publica),
    'RS256 que se firma con HMAC': firmar({ ...encabezado, alg: 'RS256' }, reclamos),
    'kid ajeno': firmar({ ...encabezado, kid: 'otro' }, reclamos),
    'kid ajeno con otra llave': firmar({ ...encabezado, kid: 'otro' }, reclamos, otra),
    'kid con ruta': firmar({ ...encabezado, kid: '../../../dev/null' }, reclamos, ''),
    'kid con SQL': firmar({ ...encabezado, kid: "k1' OR '1'='1" }, reclamos),
    'kid de otro tipo': firmar({ ...encabezado, kid: 1 }, reclamos),
    'sin kid': firmar({ alg: 'HS256', typ: 'JWT' }, reclamos),
    'jwk en el encabezado': firmar({ ...encabezado, jwk: otra.export({ format: 'jwk' }) }, reclamos, otra),
    'jku': firmar({ ...encabezado, jku: `${url}/jwks.json` }, reclamos),
    'x5u': firmar({ ...encabezado, x5u: `${url}/x5u` }, reclamos),
    'x5c': firmar({ ...encabezado, x5c: ['MIIB'] }, reclamos),
    'crit': firmar({ ...encabezado, crit: ['exp'] }, reclamos),
    'crit desconocido': firmar({ ...encabezado, crit: ['b64'], b64: false }, reclamos),
    'typ distinto': firmar({ ...encabezado, typ: 'at+jwt' }, reclamos),
    'expirado': firmar(encabezado, { ...reclamos, exp: ahora - 1 }),
    'exp igual a ahora': firmar(encabezado, { ...reclamos, exp: ahora }),
    'exp de texto': firmar(encabezado, { ...reclamos, exp: String(ahora + 1000) }),
    'exp negativo': firmar(encabezado, { ...reclamos, exp: -1 }),
    'exp enorme': firmar(encabezado, `${b64(JSON.stringify(reclamos).replace(/"exp":\d+/, '"exp":99999999999999999999'))}`),
    'exp con exponente': firmar(encabezado, `${b64(JSON.stringify(reclamos).replace(/"exp":\d+/, '"exp":9e9'))}`),
    'iat en el futuro': firmar(encabezado, { ...reclamos, iat: ahora + 600 }),
    'nbf en el futuro': firmar(encabezado, { ...reclamos, nbf: ahora + 600 }),
    'iss ajeno': firmar(encabezado, { ...reclamos, iss: 'https://otro' }),
    'aud ajena': firmar(encabezado, { ...reclamos, aud: 'otro' }),
    'aud como arreglo': firmar(encabezado, { ...reclamos, aud: [reclamos.aud, 'otro'] }),
    'sub de texto': firmar(encabezado, { ...reclamos, sub: 'admin' }),
    'org cero': firmar(encabezado, { ...reclamos, org: 0 }),
    'org fraccionaria': firmar(encabezado, { ...reclamos, org: 1.5 }),
    'reclamo de más': firmar(encabezado, { ...reclamos, admin: true }),
    'reclamo repetido': firmar(encabezado, b64(JSON.stringify(reclamos).replace('{', '{"org":2,'))),
    'reclamos que no son JSON': firmar(encabezado, b64('hola')),
    'reclamos que son un arreglo': firmar(encabezado, b64('[]')),
    'reclamos vacíos': firmar(encabezado, ''),
    'cambio de organización': `${c}.${b64({ ...reclamos, org: 2 })}.${f}`,
    'cambio de permisos': `${c}.${b64({ ...reclamos, per: ['*', '*'] })}.${f}`,
    'firma vacía': `${c}.${p}.`,
    'sin firma': `${c}.${p}`,
    'sólo el encabezado': c,
    'truncada': bueno.slice(0, -1),
    'un carácter de más': `${bueno}A`,
    'un punto de más': `${bueno}.`,
    'un punto antes': `.${bueno}`,
    'cuatro partes': `${c}.${p}.${p}.${f}`,
    'JWE de cinco partes': `${c}.${p}.${p}.${p}.${f}`,
    'sólo puntos': '..',
    'firma de otro token': `${c}.${p}.${ajeno.split('.')[2]}`,
    'base64 con relleno': `${bueno}=`,
    'base64 con relleno en los reclamos': `${c}.${p}==.${f}`,
    'base64 corriente en la firma': firmar(encabezado, reclamos).replace(/[^.]*$/, s => Buffer.from(s, 'base64url').toString('base64')),
    'bits sobrantes en la firma': `${c}.${p}.${f.slice(0, -1)}${String.fromCharCode(f.charCodeAt(f.length - 1) + 1)}`,
    'espacio dentro': `${c}. ${p}.${f}`,
    'espacio al principio': ` ${bueno}`,
    'comillas': `"${bueno}"`,
    'NUL escapado': `${c}.${p}.%00${f}`,
    '9 KB': firmar(encabezado, { ...reclamos, per: Array(480).fill('ventas.leer') }),
    '9 KB de basura': 'x'.repeat(9000),
  };
  for (const reclamo of ['iss', 'aud', 'sub', 'org', 'exp', 'iat', 'ver', 'per']) casos[`sin ${reclamo}`] = firmar(encabezado, sin(reclamo));
  return casos;
}
