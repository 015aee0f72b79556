// Bodies too big, too deep, with too many values, not text, not JSON: on every operation with a JSON body and in each of its fields; the
// same for bodies in parts. The answer is a 4xx with its code, and memory is bounded.
import http from 'node:http';
import { poner } from '../lib/matriz.mjs';
import { Familia, crudo, enTandas, memoria, memoriaAcotada, todos4xx } from './comun.mjs';

const b = (...partes) => Buffer.concat(partes.map(p => Buffer.from(p, typeof p === 'string' ? 'utf8' : undefined)));
const repetido = (texto, n) => texto.repeat(n);

// Whole bodies that are wrong for any operation. `grandes`: bodies of megabytes.
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
// JSON values that no field of any type takes.
const valores = ['1e308', '-1e308', '1e-400', repetido('9', 400), `0.${repetido('1', 400)}`, '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\u001b[2J"', '"\\uffff\\ud83d"', `"${repetido('x', 3_000_000)}"`, '[[[[[[]]]]]]', '{"a":{"b":{"a":1,"a":2}}}', 'NaN', b('"', [0xff], '"'), b('"', [0xc0, 0xaf], '"')];
const marca = '@@valor@@';

// Judges one answer. A malformed body is never accepted.
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

// A client that is refused early may find the connection closed while it still writes.
function yaCerrada(error) {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return { estado: 413, texto: error.code };
  throw error;
}

// Bodies in parts: separators, headers and names that are not what they should be, too many, too big, cut anywhere.
const parte = (cabeza = 'Content-Disposition: form-data; name="archivo"; filename="a.png"', valor = pixel) => b('--b0\r\n', cabeza, '\r\n\r\n', valor, '\r\n');
const cierre = '--b0--\r\n';
const disposicion = resto => parte(`Content-Disposition: form-data${resto}`);
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const entero = b(parte(), cierre);
const formulario = 'multipart/form-data; boundary=b0';
const partes = {
  'sin boundary': [entero, 'multipart/form-data'], 'boundary vacío': [entero, 'multipart/form-data; boundary='], 'boundary de 71': [entero, `multipart/form-data; boundary=${repetido('b', 71)}`], 'boundary de 5 KB': [entero, `multipart/form-data; boundary=${repetido('b', 5000)}`],
  'dos boundary': [entero, `${formulario}; boundary=b1`], 'boundary sin cerrar': [entero, 'multipart/form-data; boundary="b0'], 'boundary con espacio al final': [entero, 'multipart/form-data; boundary="b0 "'], 'boundary de otros': [entero, 'multipart/form-data; boundary=b{}0'], 'otro boundary': [entero, 'multipart/form-data; boundary=b1'],
  'boundary que es prefijo': [entero, 'multipart/form-data; boundary=b'], 'otra clase de partes': [entero, 'multipart/mixed; boundary=b0'], 'tipo sin parámetros': [entero, 'multipart'], JSON: ['{}', 'application/json'], 'JSON que dice ser partes': ['{"archivo":"x"}'],
  vacío: [''], 'sólo el cierre': [cierre], 'sin partes': [`\r\n${cierre}`], 'sólo CR': [repetido('\r', 1000)], preámbulo: [b('hola\r\n', entero)], 'LF solo': [b('--b0\nContent-Disposition: form-data; name="archivo"; filename="a.png"\n\n', pixel, '\n--b0--\n')], 'separador con basura': [b('--b0x\r\n', entero)], 'cierre a medias': [b(parte(), '--b0-x')],
  'parte sin encabezados': [b('--b0\r\n\r\nx\r\n', cierre)], 'encabezado sin dos puntos': [b(parte('basura'), cierre)], 'encabezado con NUL': [b(parte('Content-Disposition: form-data; name="archivo\0"'), cierre)], 'encabezado continuado': [b(parte('Content-Disposition: form-data;\r\n name="archivo"; filename="a.png"'), cierre)],
  'encabezado de 1 MB': [b(parte(`X: ${repetido('x', 1 << 20)}`), cierre)], 'mil encabezados': [b(parte(repetido('X: y\r\n', 1000) + 'X: y'), cierre)], 'dos disposiciones': [b(parte('Content-Disposition: form-data; name="archivo"\r\nContent-Disposition: form-data; name="archivo"'), cierre)], 'base64 en la parte': [b(parte('Content-Disposition: form-data; name="archivo"; filename="a.png"\r\nContent-Transfer-Encoding: base64'), cierre)],
  'sin nombre': [b(disposicion('; filename="a.png"'), cierre)], 'nombre vacío': [b(disposicion('; name=""; filename="a.png"'), cierre)], 'otro nombre': [b(disposicion('; name="otro"; filename="a.png"'), cierre)], 'dos nombres': [b(disposicion('; name="archivo"; name="otro"; filename="a.png"'), cierre)], 'sin archivo': [b(disposicion('; name="archivo"'), cierre)], 'otra disposición': [b(parte('Content-Disposition: attachment; name="archivo"; filename="a.png"'), cierre)],
  'comillas sin cerrar': [b(disposicion('; name="archivo; filename=a.png'), cierre)], 'nombre de archivo de 1 KB': [b(disposicion(`; name="archivo"; filename="${repetido('x', 1000)}.png"`), cierre)], 'ruta como nombre': [b(disposicion('; name="archivo"; filename="../../etc/passwd"'), cierre)], 'Latin-1 en el nombre': [b(parte(b('Content-Disposition: form-data; name="archivo"; filename="ni', [0xf1], 'o.png"')), cierre)],
  'UTF-16 en el nombre': [b(parte(b('Content-Disposition: form-data; name="archivo"; filename="', [0xff, 0xfe, 0x61, 0], '.png"')), cierre)], 'filename* en otro juego': [b(disposicion("; name=archivo; filename*=UTF-16''a%00.png"), cierre)], 'filename* a medias': [b(disposicion("; name=archivo; filename*=UTF-8''a%"), cierre)], 'filename* con NUL': [b(disposicion("; name=archivo; filename*=UTF-8''a%00.png"), cierre)],
  _charset_: [b(parte('Content-Disposition: form-data; name="_charset_"', 'utf-16'), parte(), cierre)], 'todo en UTF-16': [Buffer.from(entero.toString('latin1'), 'utf16le'), `${formulario}; charset=utf-16`], 'dos archivos': [b(parte(), parte(), cierre)], '10,000 partes': [b(Buffer.concat(Array(10_000).fill(disposicion('; name="x"'))), cierre)], '10,000 archivos': [b(Buffer.concat(Array(10_000).fill(parte())), cierre)],
  'partes dentro de partes': [b(parte('Content-Disposition: form-data; name="archivo"\r\nContent-Type: multipart/mixed; boundary=b1', '--b1\r\nContent-Disposition: file; filename="a.png"\r\n\r\nx\r\n--b1--'), cierre)], 'mil niveles de partes': [b(Array.from({ length: 1000 }, (_, i) => `--b0\r\nContent-Type: multipart/mixed; boundary=b${i}\r\n\r\n`).join(''), cierre)],
  'archivo vacío': [b(parte(undefined, ''), cierre)], 'no es una imagen': [b(parte(undefined, '<svg onload=alert(1)>'), cierre)], 'pasa del tope por un byte': [b(parte(undefined, b(pixel, Buffer.alloc((5 << 20) + 1 - pixel.length))), cierre)], '40 MB': [b(parte(undefined, Buffer.alloc(40e6)), cierre)], '20 MB de separadores a medias': [b(parte(undefined, repetido('\r\n--b', 4e6)), cierre)],
};

async function porPartes(f, e) {
  const operaciones = e.matriz.tabla.filter(o => e.matriz.op(o).requestBody?.content['multipart/form-data']);
  f.cuenta('operaciones con archivo', operaciones.length);
  f.exige(operaciones.length > 0, 'ninguna operación recibe archivos');
  const producto = await e.base.uno('SELECT max(producto_id) FROM producto WHERE organizacion_id = 1');
  const guardados = () => e.base.uno('SELECT count(*) FROM archivo');
  const antes = await guardados();
  const enviar = (g, o, nombre, cuerpo, tipo = formulario) => e.srv.pedir(o.verbo, e.matriz.conNecesarios(o, undefined, producto), { token: e.t1, cuerpo, encabezados: { 'Content-Type': tipo } }).catch(yaCerrada).then(r => juzgar(g, r, `${o.nombre}, ${nombre}`));
  // Bodies cut after each byte, except those of the last end of line, which the format does not need.
  const cortes = Array.from({ length: entero.length - 2 }, (_, i) => [`cortado en ${i}`, [entero.subarray(0, i)]]);
  await enTandas(operaciones.flatMap(o => [...Object.entries(partes), ...cortes].map(x => [o, ...x])), 8, async ([o, nombre, [cuerpo, tipo]]) => {
    await enviar(f, o, nombre, cuerpo, tipo);
    f.cuenta('cuerpos en partes');
  });
  f.exige(await guardados() === antes, 'un cuerpo en partes malformado dejó un archivo');
  await f.control('un archivo bien enviado', g => enviar(g, operaciones.find(o => /AgregarImagen/.test(o.ruta)), 'bien', entero));
  await f.control('un archivo guardado', async g => g.exige(await guardados() === antes, 'archivo'));
}

export async function cuerpos(e, { corto }) {
  const f = new Familia('tamaños y malformados');
  const conJson = e.matriz.tabla.filter(o => e.matriz.op(o).requestBody?.content['application/json']);
  f.cuenta('operaciones con cuerpo', conJson.length);
  const antes = memoria(e.srv).rss;
  await losLimites(f, e);

  const cabe = (o, nombre) => (nombre !== 'vacío' || e.matriz.op(o).requestBody.required) && (!corto || !/niveles/.test(nombre) || o === conJson[0]);
  const completos = conJson.flatMap(o => Object.entries(documentos).filter(([nombre]) => cabe(o, nombre)).map(([nombre, cuerpo]) => ({ o, nombre, cuerpo })));
  await enTandas(completos, 8, async ({ o, nombre, cuerpo }) => {
    juzgar(f, await pedir(e, o, cuerpo), `${o.nombre}, ${nombre}`);
    f.cuenta('documentos malformados');
  });
  for (const [nombre, h] of Object.entries({ 'otro tipo': { 'Content-Type': 'text/xml' }, 'tipo vacío': { 'Content-Type': '' }, gzip: { 'Content-Encoding': 'gzip' }, 'otro juego': { 'Content-Type': 'application/json; charset=utf-16' } }))
    for (const o of corto ? conJson.slice(0, 5) : conJson) juzgar(f, await pedir(e, o, '{"', h), `${o.nombre}, ${nombre}`);

  // Each field is replaced in the text of the document, because JSON.stringify cannot write these values.
  const campos = conJson.flatMap(o => e.matriz.campos(o).map(c => ({ o, c })));
  f.cuenta('campos', campos.length);
  const grande = valores.findIndex(v => v.length > 1e6);
  const sinTope = ({ esquema: e }) => [e.type].flat().includes('integer') && !('maximum' in e);  // any integer, say the document and the rule
  await enTandas(campos.map((x, k) => ({ ...x, k })), 8, async ({ o, c, k }) => {
    const molde = JSON.stringify(poner(e.matriz.ejemplo(o), c.ruta, marca)).split(`"${marca}"`);
    for (const [i, valor] of valores.entries()) {
      if (corto ? (k + i) % 6 || i === grande : i === grande && k % 20) continue;
      if (sinTope(c) && /^\d+$/.test(valor)) continue;
      juzgar(f, await pedir(e, o, b(molde[0], valor, molde[1])), `${o.nombre}, ${c.ruta.join('.')} = ${String(valor).slice(0, 40)}`);
      f.cuenta('valores imposibles');
    }
  });

  for (const [nombre, hacer] of Object.entries(grandes)) {
    const cuerpo = Buffer.from(hacer());
    const donde = corto ? [conJson.find(o => o.ruta === '/api/FacturaVenta'), conJson.find(o => o.ruta === '/api/FacturaVenta/PorIds')] : conJson;
    await enTandas(donde, 4, async o => {
      juzgar(f, await pedir(e, o, cuerpo).catch(yaCerrada), `${o.nombre}, ${nombre}`);
      f.cuenta('documentos enormes');
    });
  }
  await porPartes(f, e);
  memoriaAcotada(f, e.srv, antes, 1000);  // lentos has its control

  // Control: a server that accepts all that JSON.parse accepts, breaks on the rest, and never says why.
  const blando = http.createServer((req, res) => {
    let texto = '';
    req.on('data', d => (texto += d)).on('end', () => { try { JSON.parse(texto); res.end('{}'); } catch { res.writeHead(500).end(); } });
  });
  await new Promise(ok => blando.listen(0, '127.0.0.1', ok));
  const aBlando = (g, cuerpo) => e.srv.pedir('POST', '/', { cuerpo, puerto: blando.address().port }).then(r => juzgar(g, r, 'blando'));
  await f.control('un servidor que acepta claves repetidas', g => aBlando(g, documentos['clave repetida']));
  await f.control('un servidor que contesta 500', g => aBlando(g, documentos['sólo {']));
  blando.closeAllConnections();
  blando.close();
  return f;
}
