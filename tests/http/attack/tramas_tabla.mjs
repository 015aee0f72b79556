// Framing and smuggling as a table of bytes. Each vector hides a canary request where only a wrong reading finds a request:
//   refuse   the message is malformed: 400, one answer, the connection closed
//   inert    it is sound, and the canary is part of its body: one answer
const canario = n => `GET /canario-${n} HTTP/1.1\r\nHost: x\r\nX-Canario: ${n}\r\n\r\n`;
// A path whose body is read before authentication.
const cabeza = (n, lineas, verbo = 'POST') => `${verbo} ${verbo === 'POST' ? '/api/Seguridad/Autenticar' : '/vector'}?_v=${n} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lineas}\r\n`;
const trozo = texto => `${texto.length.toString(16)}\r\n${texto}\r\n`;

const codificaciones = {
  simple: 'Transfer-Encoding: chunked', minúsculas: 'transfer-encoding: chunked', mayúsculas: 'TRANSFER-ENCODING: CHUNKED', 'sin espacio': 'Transfer-Encoding:chunked', tabulador: 'Transfer-Encoding:\tchunked',
  'espacios al final': 'Transfer-Encoding: chunked  ', 'espacio antes de los dos puntos': 'Transfer-Encoding : chunked', 'tabulador antes de los dos puntos': 'Transfer-Encoding\t: chunked',
  'espacio al principio': ' Transfer-Encoding: chunked', 'continuación de otro': 'X: y\r\n Transfer-Encoding: chunked', 'valor en otra línea': 'Transfer-Encoding:\r\n chunked', 'LF solo': 'X: y\nTransfer-Encoding: chunked',
  'CR solo': 'X: y\rTransfer-Encoding: chunked', 'LF solo después': 'Transfer-Encoding: chunked\nX: y', 'con tabulador vertical': 'Transfer-Encoding: \x0bchunked', 'con salto de página': 'Transfer-Encoding: chunked\x0c', 'con NUL': 'Transfer-Encoding: chunked\0',
  'con NBSP': 'Transfer-Encoding: \xa0chunked', 'NUL en el nombre': 'Transfer-Encoding\0: chunked', xchunked: 'Transfer-Encoding: xchunked', chunkedx: 'Transfer-Encoding: chunkedx', identity: 'Transfer-Encoding: identity', gzip: 'Transfer-Encoding: gzip',
  'gzip, chunked': 'Transfer-Encoding: gzip, chunked', 'chunked, gzip': 'Transfer-Encoding: chunked, gzip', 'chunked, identity': 'Transfer-Encoding: chunked, identity', 'identity, chunked': 'Transfer-Encoding: identity, chunked',
  'chunked, chunked': 'Transfer-Encoding: chunked, chunked', 'dos iguales': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', 'dos distintos': 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', 'dos al revés': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  comillas: 'Transfer-Encoding: "chunked"', 'con parámetro': 'Transfer-Encoding: chunked;q=1', 'con coma': 'Transfer-Encoding: chunked,', 'coma antes': 'Transfer-Encoding: ,chunked', vacío: 'Transfer-Encoding: ', 'chunked partido': 'Transfer-Encoding: chun\r\n ked',
};
const inertes = { 'guion bajo': 'Transfer_Encoding: chunked', 'otro nombre': 'X-Transfer-Encoding: chunked', TE: 'TE: chunked', 'sin guion': 'TransferEncoding: chunked' };
const longitudes = {
  'con +': n => `+${n}`, 'con -': n => `-${n}`, hexadecimal: n => `0x${n.toString(16)}`, 'repetida en lista': n => `${n}, ${n}`, 'lista distinta': n => `0, ${n}`, 'dos números': n => `0 ${n}`, comillas: n => `"${n}"`, vacía: () => '',
  exponente: () => '6e1', decimales: n => `${n}.0`, 'de 2^64': n => `${(1n << 64n) + BigInt(n)}`, 'de 2^63': n => `${(1n << 63n) + BigInt(n)}`, 'veinte nueves': () => '9'.repeat(20), 'mil dígitos': n => `${'0'.repeat(1000)}${n}`,
  'con NUL': n => `${n}\0`, 'con salto de página': n => `\x0c${n}`, 'con NBSP': n => `${n}\xa0`, 'con guion bajo': n => `${n}_0`, octal: n => `0o${n.toString(8)}`, letras: () => 'diez', 'con punto y coma': n => `${n};a`,
};
const otrasLongitudes = {
  'dos iguales': n => `Content-Length: ${n}\r\nContent-Length: ${n}`, 'dos distintas': n => `Content-Length: 0\r\nContent-Length: ${n}`, 'dos al revés': n => `Content-Length: ${n}\r\nContent-Length: 0`, 'espacio antes de los dos puntos': n => `Content-Length : ${n}`,
  'al principio de la línea': n => ` Content-Length: ${n}`, continuada: n => `Content-Length:\r\n ${n}`, 'tras LF solo': n => `X: y\nContent-Length: ${n}`, 'tras CR solo': n => `X: y\rContent-Length: ${n}`, 'NUL en el nombre': n => `Content-Length\0: ${n}`,
  'entre otras': n => `Content-Length: ${n}\r\nX: y\r\ncontent-length: 0`,
};
const trozos = {
  extensión: c => `4;a=b\r\nabcd\r\n0\r\n\r\n${c}`, 'extensión con LF': c => `4;\nxx\r\nabcd\r\n0\r\n\r\n${c}`, 'tamaño con espacio': c => `4 \r\nabcd\r\n0\r\n\r\n${c}`, 'espacio antes': c => ` 4\r\nabcd\r\n0\r\n\r\n${c}`, 'con +': c => `+4\r\nabcd\r\n0\r\n\r\n${c}`,
  'con -': c => `-4\r\nabcd\r\n0\r\n\r\n${c}`, '0x': c => `0x4\r\nabcd\r\n0\r\n\r\n${c}`, 'desborda 64 bits': c => `10000000000000004\r\nabcd\r\n0\r\n\r\n${c}`, 'desborda 32 bits': c => `100000004\r\nabcd\r\n0\r\n\r\n${c}`, 'FFFF…': c => `ffffffffffffffff\r\nabcd\r\n0\r\n\r\n${c}`,
  vacío: c => `\r\n0\r\n\r\n${c}`, 'LF solo tras el tamaño': c => `4\nabcd\r\n0\r\n\r\n${c}`, 'LF solo tras los datos': c => `4\r\nabcd\n0\r\n\r\n${c}`, 'datos sin fin de línea': c => `4\r\nabcd0\r\n\r\n${c}`, 'datos de más': c => `4\r\nabcdef\r\n0\r\n\r\n${c}`, 'final con LF': c => `4\r\nabcd\r\n0\n\n${c}`,
  'cola de encabezados': c => `4\r\nabcd\r\n0\r\nX: y\r\n\r\n${c}`, 'cola con longitud': c => `4\r\nabcd\r\n0\r\nContent-Length: 90\r\n\r\n${c}`, 'muchos ceros': c => `${'0'.repeat(20)}\r\n\r\n${c}`, letras: c => `xyz\r\nabcd\r\n0\r\n\r\n${c}`, 'punto y coma solo': c => `4;\r\nabcd\r\n0;\r\n\r\n${c}`, 'CR solo': c => `4\rX\nabcd\r\n0\r\n\r\n${c}`,
};
const lineas = {
  'HTTP/0.9': 'GET /v\r\n', 'sin versión': 'GET /v \r\nHost: x\r\n\r\n', 'dos espacios': 'GET  /v HTTP/1.1\r\nHost: x\r\n\r\n', tabuladores: 'GET\t/v\tHTTP/1.1\r\nHost: x\r\n\r\n', 'espacio al final': 'GET /v HTTP/1.1 \r\nHost: x\r\n\r\n', 'HTTP/1.2 sin cuerpo': 'GET /v HTTP/1.2\r\nHost: x\r\n\r\n',
  'HTTP/2.0': 'GET /v HTTP/2.0\r\nHost: x\r\n\r\n', 'PRI': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/1.10': 'GET /v HTTP/1.10\r\nHost: x\r\n\r\n', 'http minúsculas': 'GET /v http/1.1\r\nHost: x\r\n\r\n', 'HTTP/1,1': 'GET /v HTTP/1,1\r\nHost: x\r\n\r\n', 'NUL en la URL': 'GET /v\0 HTTP/1.1\r\nHost: x\r\n\r\n',
  'CR en la URL': 'GET /v\rX HTTP/1.1\r\nHost: x\r\n\r\n', 'bytes altos en la URL': 'GET /v\xff HTTP/1.1\r\nHost: x\r\n\r\n', 'espacio en la URL': 'GET /v v HTTP/1.1\r\nHost: x\r\n\r\n', 'fragmento': 'GET /v#a HTTP/1.1\r\nHost: x\r\n\r\n', 'sin barra': 'GET v HTTP/1.1\r\nHost: x\r\n\r\n', 'método vacío': ' /v HTTP/1.1\r\nHost: x\r\n\r\n',
  'método raro': 'GE(T /v HTTP/1.1\r\nHost: x\r\n\r\n', 'método larguísimo': `${'G'.repeat(200)} /v HTTP/1.1\r\nHost: x\r\n\r\n`, 'CRLF antes': '\r\n\r\nGET /v HTTP/1.1\r\nHost: x\r\n\r\n', 'espacio antes': ' GET /v HTTP/1.1\r\nHost: x\r\n\r\n', 'LF en todo': 'GET /v HTTP/1.1\nHost: x\n\n', 'LF al final': 'GET /v HTTP/1.1\r\nHost: x\r\n\n',
  'sin Host': 'GET /v HTTP/1.1\r\n\r\n', 'dos Host': 'GET /v HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'dos Host iguales': 'GET /v HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n', 'Host vacío': 'GET /v HTTP/1.1\r\nHost:\r\n\r\n', 'Host con espacio': 'GET /v HTTP/1.1\r\nHost: x y\r\n\r\n', 'Host con barra': 'GET /v HTTP/1.1\r\nHost: x/y\r\n\r\n',
  'Host continuado': 'GET /v HTTP/1.1\r\nHost: x\r\n y\r\n\r\n', 'sin dos puntos': 'GET /v HTTP/1.1\r\nHost: x\r\nbasura\r\n\r\n', 'nombre vacío': 'GET /v HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 'espacio en el nombre': 'GET /v HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n', 'NUL en un valor': 'GET /v HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
  'CR en un valor': 'GET /v HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n', 'DEL en un valor': 'GET /v HTTP/1.1\r\nHost: x\r\nX: a\x7fb\r\n\r\n', 'ESC en un valor': 'GET /v HTTP/1.1\r\nHost: x\r\nX: \x1b[2J\r\n\r\n', 'otro esquema': 'GET ftp://x/v HTTP/1.1\r\nHost: x\r\n\r\n', 'sin autoridad': 'GET http:///v HTTP/1.1\r\nHost: x\r\n\r\n',
  'autoridad con espacio': 'GET http://x y/v HTTP/1.1\r\nHost: x\r\n\r\n', 'arroba': 'GET http://a@x/v HTTP/1.1\r\nHost: x\r\n\r\n', 'asterisco': 'GET * HTTP/1.1\r\nHost: x\r\n\r\n', 'TLS': '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 'SSH': 'SSH-2.0-OpenSSH_9.2\r\n', 'continuación': 'GET /v HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n',
};

// Sound messages of a version that the server does not speak (RFC 9110, 15.6.6).
const deOtraVersion = new Set(['HTTP/1.2 sin cuerpo', 'HTTP/2.0', 'PRI']);

// All vectors, numbered. `estado`: the status that refuses the vector when it arrives directly; 0 for a sound one.
export function vectores() {
  const salida = [];
  const nuevo = (nombre, hacer, estado = 400) => {
    const n = salida.length + 1;
    salida.push({ n, nombre, estado, bytes: Buffer.from(hacer(n), 'latin1') });
  };
  for (const [nombre, te] of Object.entries({ ...codificaciones, ...inertes })) {
    const rechaza = !(nombre in inertes);
    for (const primero of ['CL', 'TE']) {
      const lineasDe = largo => (primero === 'CL' ? `Content-Length: ${largo}\r\n${te}\r\n` : `${te}\r\nContent-Length: ${largo}\r\n`);
      // A reader of the length sees one request; a reader of the coding sees two.
      nuevo(`CL.TE ${primero} primero, ${nombre}`, n => { const cuerpo = `0\r\n\r\n${canario(n)}`; return cabeza(n, lineasDe(cuerpo.length)) + cuerpo; }, rechaza ? 400 : 0);
    }
    // The length ends after the first chunk's size.
    if (rechaza) nuevo(`TE.CL ${nombre}`, n => { const cuerpo = trozo(canario(n)) + '0\r\n\r\n'; return cabeza(n, `${te}\r\nContent-Length: ${cuerpo.indexOf('\n') + 1}\r\n`) + cuerpo; });
    if (rechaza && !/^(simple|minúsculas|mayúsculas|sin espacio|tabulador|espacios al final)$/.test(nombre)) nuevo(`sólo TE ${nombre}`, n => cabeza(n, `${te}\r\n`) + trozo(canario(n)) + '0\r\n\r\n');
    if (rechaza) nuevo(`HTTP/1.0 con TE ${nombre}`, n => `POST /vector-${n} HTTP/1.0\r\nConnection: keep-alive\r\n${te}\r\n\r\n0\r\n\r\n${canario(n)}`);
  }
  for (const verbo of ['POST', 'GET']) {
    for (const [nombre, valor] of Object.entries(longitudes)) nuevo(`${verbo} longitud ${nombre}`, n => cabeza(n, `Content-Length: ${valor(canario(n).length)}\r\n`, verbo) + canario(n));
    for (const [nombre, hacer] of Object.entries(otrasLongitudes)) nuevo(`${verbo} longitud ${nombre}`, n => cabeza(n, `${hacer(canario(n).length)}\r\n`, verbo) + canario(n));
    nuevo(`${verbo} longitud con ceros`, n => cabeza(n, `Content-Length: 00${canario(n).length}\r\n`, verbo) + canario(n), 0);
    nuevo(`${verbo} longitud en un nombre con guion bajo`, n => cabeza(n, `Content-Length: ${canario(n).length}\r\nContent_Length: 0\r\n`, verbo) + canario(n), 0);
    nuevo(`${verbo} cuerpo que parece una solicitud`, n => cabeza(n, `Content-Length: ${canario(n).length}\r\n`, verbo) + canario(n), 0);
    nuevo(`${verbo} por partes que parecen una solicitud`, n => cabeza(n, 'Transfer-Encoding: chunked\r\n', verbo) + trozo(canario(n)) + '0\r\n\r\n', 0);
  }
  for (const [nombre, cuerpo] of Object.entries(trozos)) nuevo(`partes: ${nombre}`, n => cabeza(n, 'Transfer-Encoding: chunked\r\n') + cuerpo(canario(n)));
  // A message malformed from its first line on: no request follows.
  for (const [nombre, bytes] of Object.entries(lineas)) nuevo(`línea: ${nombre}`, n => bytes.replace('/v', `/vector-${n}`) + canario(n), deOtraVersion.has(nombre) ? 505 : 400);
  return salida;
}
