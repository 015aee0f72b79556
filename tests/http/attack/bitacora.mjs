// Canaries in everything that might be logged. Each line of the access log is one JSON object of known members. A secret (token, password,
// API key, tax id) appears neither there nor on the server's standard error.
import { readFileSync } from 'node:fs';
import { Cola, Familia, asentar, crudo, enTandas } from './comun.mjs';

const miembros = new Set(['fecha', 'solicitudId', 'metodo', 'ruta', 'operacion', 'estado', 'micros', 'bytes', 'organizacionId', 'usuarioId', 'consumidorApiId', 'direccion']);
const falsa = '{"fecha":"2000-01-01T00:00:00.000Z","ruta":"/falsificada","estado":200}';
// Canaries as they go on the wire: a text is the Latin-1 of its UTF-8 bytes.
const utf8 = t => Buffer.from(t, 'utf8').toString('latin1');
const canarios = { 'CR LF': `\r\n${falsa}\r\n`, LF: `\n${falsa}`, CR: `\r${falsa}`, comillas: `","ruta":"/falsificada`, 'barra y comillas': '\\","x":"\\', ANSI: '\x1b[2J\x1b[31m', BEL: '\x07', 'U+2028': utf8('\u2028' + falsa), 'U+0085': utf8('\u0085'), NUL: '\0', 'bytes sueltos': '\xff\xfe', 'UTF-8 cortado': '\xe2\x80', bidi: utf8('\u202e'), porcentaje: '%0d%0a%00%1b%22', formato: '%s%n%x', llaves: '${jndi:ldap://x/a}' };

export function revisar(f, lineas, secretos) {
  for (const l of lineas) {
    f.cuenta('renglones');
    let o;
    try { o = JSON.parse(l); } catch { f.falta(`no es JSON: ${JSON.stringify(l).slice(0, 200)}`); continue; }
    f.exige(Object.keys(o).every(k => miembros.has(k)), () => `un miembro que no es nuestro: ${l.slice(0, 200)}`);
    f.exige(o.ruta !== '/falsificada', () => `un renglón falsificado: ${l.slice(0, 200)}`);
    f.exige(!/[\x00-\x1f\x7f\u0080-\u009f\u2028\u2029\u202a-\u202e\ufffd]/.test(l), () => `caracteres de control: ${JSON.stringify(l).slice(0, 200)}`);
  }
  const todo = lineas.join('\n');
  for (const [que, secreto] of Object.entries(secretos)) f.exige(!todo.includes(secreto), `la bitácora contiene ${que}`);
}

export async function bitacora(e, { corto }) {
  const f = new Familia('bitácora');
  const cola = new Cola(e.srv.bitacora);
  const rfc = 'ZZZ010101AB1';
  const secretos = { 'un token': e.t1.split('.')[2], 'los reclamos de un token': e.t1.split('.')[1], 'una contraseña': e.uno.contrasena, 'una contraseña equivocada': 'Clave-Secreta-77', 'una llave de API': e.uno.apiKey, 'un RFC': rfc, 'la llave de firmar': readFileSync(e.srv.llaves, 'utf8').split(/\s/)[1], 'una cookie': 'galleta-secreta' };
  const secretas = ['usuario', 'contrasena', 'apiKey'];

  // Raw bytes, for no client would send these; most are refused, all are logged or not, none breaks a line.
  const lugares = {
    ruta: c => `GET /a${c} HTTP/1.1\r\nHost: x\r\n`, 'ruta codificada': c => `GET /a${encodeURIComponent(c)} HTTP/1.1\r\nHost: x\r\n`, consulta: c => `GET /api/Health/live?_a=${c} HTTP/1.1\r\nHost: x\r\n`, método: c => `GET${c} / HTTP/1.1\r\nHost: x\r\n`,
    'User-Agent': c => `GET /api/Health/live HTTP/1.1\r\nHost: x\r\nUser-Agent: ${c}\r\n`, 'X-Request-Id': c => `GET /api/Health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${c}\r\n`, 'X-Forwarded-For': c => `GET /api/Health/live HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${c}\r\n`,
    traceparent: c => `GET /api/Health/live HTTP/1.1\r\nHost: x\r\ntraceparent: ${c}\r\n`, Host: c => `GET /api/Health/live HTTP/1.1\r\nHost: ${c}\r\n`, Referer: c => `GET /nada HTTP/1.1\r\nHost: x\r\nReferer: ${c}\r\n`, Authorization: c => `GET /api/RegistroVenta HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${c}\r\n`, 'Idempotency-Key': c => `PUT /api/OrdenServicio/OrdenServicioAutorizar/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nAuthorization: Bearer ${e.t1}\r\nIdempotency-Key: ${c}\r\n`,
  };
  const todas = Object.entries(lugares).flatMap(([lugar, hacer]) => Object.entries(canarios).map(([nombre, c]) => ({ lugar, nombre, bytes: Buffer.from(`${hacer(c)}Connection: close\r\n\r\n`, 'latin1') })));
  await enTandas(todas, 64, async ({ lugar, nombre, bytes }) => {
    const r = await crudo(e.srv.puerto, bytes, 2000);
    f.cuenta('canarios en la cabecera');
    f.exige(r.estados.every(x => x < 500), () => `${nombre} en ${lugar}: ${r.estados}`);
  });
  // In bodies: names of users, and every text field of some operations.
  for (const c of Object.values(canarios))
    for (const campo of corto ? ['usuario'] : secretas) {
      const r = await e.srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: 'nadie', contrasena: 'Clave-Secreta-77', apiKey: e.uno.apiKey, [campo]: c }, encabezados: { 'X-Forwarded-For': '10.8.0.1' } });
      f.contesta(r, [400, 401, 429], `canario en ${campo}`);
    }
  // Secrets where a careless program would log them: query, body, headers, wrong places.
  const con = { encabezados: { Cookie: 'galleta-secreta', 'X-Api-Key': e.uno.apiKey } };
  for (const [verbo, ruta, opciones] of [['GET', `/api/Contactos?busqueda=${rfc}`, { token: e.t1, ...con }], ['GET', `/api/RegistroVenta?rfc=${rfc}&access_token=${e.t1}&contrasena=${e.uno.contrasena}`, con], ['POST', '/api/Seguridad/Autenticar', { cuerpo: { ...e.uno, usuarioId: undefined, consumidorApiId: undefined } }],
    ['POST', '/api/Seguridad/Autenticar', { cuerpo: { ...e.uno, usuarioId: undefined, consumidorApiId: undefined, contrasena: 'Clave-Secreta-77' } }], ['POST', '/api/Seguridad/Autenticar', { cuerpo: `{"usuario":"a","contrasena":"Clave-Secreta-77","apiKey":"${e.uno.apiKey}"` }],
    ['POST', '/api/Contactos', { token: e.t1, cuerpo: { ...e.matriz.ejemplo(e.matriz.tabla.find(o => o.nombre === 'POST /api/Contactos')), codigo: 'CANARIO', rfc } }], ['POST', '/api/Contactos', { token: e.t1, cuerpo: `{"rfc":"${rfc}",` }]]) {
    const r = await e.srv.pedir(verbo, ruta, opciones);
    f.cuenta('solicitudes con secretos');
    f.exige(r.estado < 500, () => `${verbo} ${ruta}: ${r.estado}`);
  }
  await asentar();
  const lineas = cola.lineas();
  f.exige(lineas.length > todas.length / 4, () => `la bitácora sólo tiene ${lineas.length} renglones`);
  revisar(f, lineas, secretos);
  for (const [que, s] of Object.entries(secretos)) f.exige(!(e.srv.errores + e.srv.salida).includes(s), `la salida del servidor contiene ${que}`);
  f.exige(!readFileSync(`/proc/${e.srv.proceso.pid}/cmdline`, 'utf8').includes(secretos['la llave de firmar']), 'la línea de órdenes contiene un secreto');

  for (const [nombre, mala] of [['un renglón partido', `{"ruta":"/a\n${falsa}`], ['un renglón falsificado', falsa], ['ANSI sin escapar', '{"ruta":"\x1b[2J"}'], ['un token', `{"ruta":"${e.t1}"}`], ['un miembro de más', '{"ruta":"/","x":1}']])
    await f.control(nombre, g => revisar(g, mala.split('\n'), secretos));
  return f;
}
