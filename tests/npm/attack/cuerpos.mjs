// Too big, too deep, too many, not text, not JSON: on every operation that takes a JSON body, and in every field of it. A 4xx with its
// code, and a bounded memory.
import http from 'node:http';
import { poner } from '../matriz.mjs';
import { Familia, crudo, enTandas, memoria, todos4xx } from './comun.mjs';

const b = (...partes) => Buffer.concat(partes.map(p => Buffer.from(p, typeof p === 'string' ? 'utf8' : undefined)));
const repetido = (texto, n) => texto.repeat(n);

// Whole bodies that are wrong for any operation; `grandes` are megabytes.
const documentos = {
  vacío: '', espacios: '   ', 'sólo {': '{', 'llave sin valor': '{"a"}', 'coma de más': '{"a":1,}', comentario: '{/*a*/}', 'comillas simples': "{'a':1}", 'sin comillas': '{a:1}', NaN: '{"a":NaN}', Infinity: '{"a":-Infinity}', hexadecimal: '{"a":0x10}',
  'cero a la izquierda': '{"a":01}', 'punto sin cifras': '{"a":1.}', '+1': '{"a":+1}', 'basura después': '{} x', 'dos documentos': '{}{}', 'texto en la raíz': '"hola"', 'número en la raíz': '1', 'null en la raíz': 'null', 'true en la raíz': 'true',
  BOM: b([0xef, 0xbb, 0xbf], '{}'), 'UTF-16': Buffer.from('\ufeff{"a":1}', 'utf16le'), 'UTF-8 inválido': b('{"a":"', [0xff, 0xfe], '"}'), 'UTF-8 largo de más': b('{"a":"', [0xc0, 0xaf], '"}'), 'NUL largo de más': b('{"a":"', [0xc0, 0x80], '"}'),
  'sustituto en UTF-8': b('{"a":"', [0xed, 0xa0, 0x80], '"}'), 'más allá de U+10FFFF': b('{"a":"', [0xf4, 0x90, 0x80, 0x80], '"}'), 'UTF-8 cortado': b('{"a":"', [0xe2, 0x82], '"}'), 'sustituto suelto': '{"a":"\\ud800"}', 'sustitutos al revés': '{"a":"\\udc00\\ud800"}',
  'NUL crudo': b('{"a":"x', [0], 'y"}'), 'NUL después': b('{}', [0]), 'salto de línea crudo': '{"a":"x\ny"}', 'escape que no existe': '{"a":"\\x41"}', 'clave repetida': '{"a":1,"a":2}', 'clave repetida con escape': '{"a":1,"\\u0061":2}', __proto__: '{"__proto__":{"a":1},"constructor":1}',
  'clave desconocida': '{"noExisteEsteCampo":1}', '40 niveles': repetido('[', 40) + repetido(']', 40), '100,000 niveles': repetido('[', 100_000), '100,000 niveles de objeto': repetido('{"a":', 100_000), '1e308': '{"a":1e308}', '1e400': '[1e400]', 'número de 10,000 dígitos': `{"a":${repetido('9', 10_000)}}`,
  formulario: 'a=1&b=2', XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
};
const grandes = {
  '10^6 claves': () => `{${Array.from({ length: 1e6 }, (_, i) => `"k${i}":1`).join(',')}}`, '10^6 claves iguales': () => `{${repetido('"a":1,', 1e6)}"a":1}`, '10^6 elementos': () => `[${repetido('1,', 1e6)}1]`, '10^5 objetos': () => `[${repetido('{"a":{}},', 1e5)}{}]`,
  'texto de 20 MB': () => `{"a":"${repetido('x', 20e6)}"}`, '40 MB': () => Buffer.alloc(40e6, ' '),
};
// Values that no field of any type takes, as they are written in JSON.
const valores = ['1e308', '-1e308', '1e-400', repetido('9', 400), `0.${repetido('1', 400)}`, '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\u001b[2J"', '"\\uffff\\ud83d"', `"${repetido('x', 3_000_000)}"`, '[[[[[[]]]]]]', '{"a":{"b":{"a":1,"a":2}}}', 'NaN', b('"', [0xff], '"'), b('"', [0xc0, 0xaf], '"')];
const marca = '@@valor@@';

// Judges one answer. What is malformed has no business being accepted, whoever sends it.
const juzgar = (f, r, que) => f.contesta(r, todos4xx, que);
const pedir = (e, o, cuerpo, encabezados = {}) => e.srv.pedir(o.verbo, e.matriz.conNecesarios(o), { token: e.t1, cuerpo, encabezados });

async function losLimites(f, e) {
  const linea = (ruta, mas = '') => `GET ${ruta} HTTP/1.1\r\nHost: x\r\n${mas}\r\n`;
  for (const [nombre, bytes, estado] of [
    ['URL de 5 KB', linea(`/${repetido('a', 5000)}`), 414], ['URL de 1 MB', linea(`/${repetido('a', 1 << 20)}`), 414], ['consulta de 5 KB', linea(`/api/RegistroVenta?busqueda=${repetido('%41', 1700)}`), 414],
    ['encabezado de 20 KB', linea('/', `X: ${repetido('a', 20_000)}\r\n`), 431], ['encabezados de 1 MB', linea('/', repetido(`X: ${repetido('a', 1000)}\r\n`, 1000)), 431], ['100 encabezados', linea('/', repetido('X: a\r\n', 100)), 431],
    ['un nombre de 20 KB', linea('/', `${repetido('X', 20_000)}: a\r\n`), 431], ['cuerpo anunciado de 1 TB', `POST /api/Seguridad/Autenticar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000000\r\n\r\n`, 413],
    ['parte anunciada de 2 GB', `POST /api/Seguridad/Autenticar HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n`, 413],
    ['Expect desconocido', `POST /api/Seguridad/Autenticar HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nContent-Length: 1\r\n\r\nx`, 417],
  ]) {
    const r = await crudo(e.srv.puerto, bytes);
    f.cuenta('límites');
    f.exige(r.estados.length === 1 && r.estados[0] === estado && /"codigo":"[A-Z_]+"/.test(r.salida), () => `${nombre}: ${r.estados} en vez de ${estado}: ${r.salida.slice(-200)}`);
  }
}

export async function cuerpos(e, { corto }) {
  const f = new Familia('tamaños y malformados');
  const conJson = e.matriz.tabla.filter(o => e.matriz.op(o).requestBody?.content['application/json']);
  f.cuenta('operaciones con cuerpo', conJson.length);
  await losLimites(f, e);

  const cabe = (o, nombre) => (nombre !== 'vacío' || e.matriz.op(o).requestBody.required) && (!corto || !/niveles/.test(nombre) || o === conJson[0]);
  const completos = conJson.flatMap(o => Object.entries(documentos).filter(([nombre]) => cabe(o, nombre)).map(([nombre, cuerpo]) => ({ o, nombre, cuerpo })));
  await enTandas(completos, 8, async ({ o, nombre, cuerpo }) => {
    juzgar(f, await pedir(e, o, cuerpo), `${o.nombre}, ${nombre}`);
    f.cuenta('documentos malformados');
  });
  for (const [nombre, h] of Object.entries({ 'otro tipo': { 'Content-Type': 'text/xml' }, 'tipo vacío': { 'Content-Type': '' }, gzip: { 'Content-Encoding': 'gzip' }, 'otro juego': { 'Content-Type': 'application/json; charset=utf-16' } }))
    for (const o of corto ? conJson.slice(0, 5) : conJson) juzgar(f, await pedir(e, o, '{"', h), `${o.nombre}, ${nombre}`);

  // Every field, by the text of the document: JSON.stringify could not write these.
  const campos = conJson.flatMap(o => e.matriz.campos(o).map(c => ({ o, c })));
  f.cuenta('campos', campos.length);
  const grande = valores.findIndex(v => v.length > 1e6);
  let turno = 0;
  await enTandas(campos, 8, async ({ o, c }) => {
    const molde = JSON.stringify(poner(e.matriz.ejemplo(o), c.ruta, marca)).split(`"${marca}"`);
    for (const [i, valor] of valores.entries()) {
      if (corto && (turno++ % 6 || i === grande)) continue;
      if (i === grande && turno++ % 20) continue;
      juzgar(f, await pedir(e, o, b(molde[0], valor, molde[1])), `${o.nombre}, ${c.ruta.join('.')} = ${String(valor).slice(0, 40)}`);
      f.cuenta('valores imposibles');
    }
  });

  for (const [nombre, hacer] of Object.entries(grandes)) {
    const cuerpo = Buffer.from(hacer());
    const donde = corto ? [conJson.find(o => o.ruta === '/api/FacturaVenta'), conJson.find(o => o.ruta === '/api/FacturaVenta/PorIds')] : conJson;
    await enTandas(donde, 4, async o => {
      // Told early that it is too much, a client may find the door closed while it still writes.
      const r = await pedir(e, o, cuerpo).catch(error => ({ estado: 413, texto: error.code, cerrada: true }));
      juzgar(f, r, `${o.nombre}, ${nombre}`);
      f.cuenta('documentos enormes');
    });
  }
  const { rss, maxima } = memoria(e.srv);
  f.nota(`memoria: ${rss} MB, la mayor ${maxima} MB`);
  const tope = (g, mb) => g.exige(mb < 1500, `la memoria llegó a ${mb} MB`);
  tope(f, maxima);

  // A server that takes anything that JSON.parse takes, falls over the rest, and never says why.
  const blando = http.createServer((req, res) => {
    let texto = '';
    req.on('data', d => (texto += d)).on('end', () => { try { JSON.parse(texto); res.end('{}'); } catch { res.writeHead(500).end(); } });
  });
  await new Promise(ok => blando.listen(0, '127.0.0.1', ok));
  const aBlando = (g, cuerpo) => e.srv.pedir('POST', '/', { cuerpo, puerto: blando.address().port }).then(r => juzgar(g, r, 'blando'));
  await f.control('un servidor que acepta claves repetidas', g => aBlando(g, documentos['clave repetida']));
  await f.control('un servidor que contesta 500', g => aBlando(g, documentos['sólo {']));
  await f.control('un servidor que gasta 2 GB', g => tope(g, 2000));
  blando.closeAllConnections();
  blando.close();
  return f;
}
