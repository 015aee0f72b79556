// OP-031, OP-033 and OP-034: the picture of a product, sent as base64 and as a file. Every upload is parsed while it arrives, refused at its limit
// and never held in memory.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Servidor, claves, correr, esError, hasta, montar } from './lib/ayuda_api.mjs';

const MB5 = 5 * 1024 * 1024;
const simultaneas = 48;
let m, srv, base, productos, carpeta;
before(async () => {
  carpeta = mkdtempSync(path.join(tmpdir(), 'gsub-'));
  m = await montar({ registros: 50, ajustes: { 'directorio-temporal': carpeta, subidas: 2 * simultaneas } });
  ({ srv, base } = m);
  productos = await base.columna('SELECT producto_id FROM producto WHERE organizacion_id = 1 ORDER BY 1');
});
after(async () => {
  await m?.cerrar();
  rmSync(carpeta, { recursive: true, force: true });
});

const inicios = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpg: [0xff, 0xd8, 0xff, 0xe0], webp: [...Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1')] };
inicios.jpeg = inicios.jpg;
const imagen = (tipo, bytes = 500) => Buffer.concat([Buffer.from(inicios[tipo]), randomBytes(bytes)]).subarray(0, bytes);
const ruta = id => `/api/Productos/AgregarImagen/${id}`;
const ruta64 = id => `/api/Productos/AgregarImagenBase64/${id}`;
const ver = (id, token = m.t1) => srv.get(`/api/Productos/ProductoImagen/${id}`, { token });
const contenido = (url, opciones = {}) => srv.get(new URL(url).pathname, { token: m.t1, ...opciones });
const nuevo = () => productos.pop();

// enviar: a form made by FormData; `partes` are [name, content, filename].
async function enviar(id, partes, { token = m.t1, encabezados = {} } = {}) {
  const f = new FormData();
  for (const [nombre, valor, archivo] of partes) archivo === undefined ? f.append(nombre, valor) : f.append(nombre, new Blob([valor]), archivo);
  const r = await fetch(srv.url + ruta(id), { method: 'POST', body: f, headers: { Authorization: `Bearer ${token}`, ...encabezados } });
  const texto = await r.text();
  return { estado: r.status, h: Object.fromEntries(r.headers), texto, json: JSON.parse(texto) };
}
const subir = (id, bytes, nombre = 'foto.png', opciones) => enviar(id, [['archivo', bytes, nombre]], opciones);
const subir64 = (id, cuerpo, opciones = {}) => srv.pedir('POST', ruta64(id), { token: m.t1, cuerpo, ...opciones });

// aMano: a form written by hand, for bodies that FormData does not write.
const parte = (disposicion, valor = imagen('png')) => Buffer.concat([Buffer.from(`--b0\r\nContent-Disposition: form-data${disposicion}\r\n\r\n`), Buffer.from(valor), Buffer.from('\r\n')]);
const cuerpoDe = (...partes) => Buffer.concat([...partes, Buffer.from('--b0--\r\n')]);
const archivo = valor => parte('; name="archivo"; filename="foto.png"', valor);
const aMano = (id, cuerpo, tipo = 'multipart/form-data; boundary=b0', opciones = {}) =>
  srv.pedir('POST', ruta(id), { token: m.t1, cuerpo, ...opciones, encabezados: { 'Content-Type': tipo, ...opciones.encabezados } });
const cabeza = (id, longitud, mas = '') => `POST ${ruta(id)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${m.t1}\r\nContent-Type: multipart/form-data; boundary=b0\r\n${longitud}\r\n${mas}\r\n`;

const guardados = () => base.sql(`SELECT (SELECT count(*) FROM archivo WHERE transaccion_id IS NULL) AS archivos, (SELECT count(*) FROM producto WHERE imagen_id IS NOT NULL) AS productos,
  (SELECT count(*) FROM archivo_bloque b JOIN archivo a USING (organizacion_id, archivo_id) WHERE a.transaccion_id IS NULL) AS bloques, (SELECT sum(ceil(tamano / 262144.0)) FROM archivo WHERE transaccion_id IS NULL) AS esperados`).then(f => f[0]);

test('OP-031: sin imagen, los dos vacíos; lo que no existe o es de otro, NO_ENCONTRADO', async () => {
  const r = await ver(productos[0]);
  assert.equal(r.estado, 200);
  assert.deepEqual(r.json, { data: { foto: '', url: '' } });
  const ajeno = await base.uno('SELECT min(producto_id) FROM producto WHERE organizacion_id = 2');
  for (const id of [987654321, ajeno]) {
    esError(await ver(id), 400, 'NO_ENCONTRADO', []);
    esError(await subir(id, imagen('png')), 400, 'NO_ENCONTRADO', []);
    esError(await subir64(id, { extension: 'png', contenidoBase64: imagen('png').toString('base64') }), 400, 'NO_ENCONTRADO', []);
  }
  assert.equal((await ver(ajeno, m.t2)).estado, 200, 'control: para su dueño existe');
  assert.equal((await guardados()).archivos, 0, 'y no quedó nada');
});

test('OP-034: lo enviado es lo guardado, en cada tamaño que toca un borde de bloque', async t => {
  for (const [tipo, nombre, bytes] of [['png', 'foto.png', 8], ['png', 'Mi foto "ñ" ☕.PNG', 500], ['jpg', 'a.jpg', 262143], ['jpeg', 'a.b.jpeg', 262144], ['webp', 'C:\\fotos\\x.webp', 262145], ['jpg', 'a.JPEG', 524288], ['png', '.png', 1000], ['png', "'; DROP TABLE gestor.archivo; -- $1 :id.png", 1000], ['png', 'tope.png', MB5]])
    await t.test(`${nombre}, ${bytes} bytes`, async () => {
      const id = nuevo();
      const enviada = imagen(tipo, bytes);
      const r = await subir(id, enviada, nombre);
      assert.equal(r.estado, 200, r.texto);
      const suelto = nombre.split('\\').pop();
      const esperado = suelto === '.png' ? 'archivo.png' : suelto.replace(/[^.]+$/, e => e.toLowerCase());
      assert.deepEqual(claves(r.json.data), ['nombreExtension', 'productoId', 'tamano', 'url']);
      assert.equal(r.json.data.productoId, id);
      assert.equal(r.json.data.nombreExtension, esperado);
      assert.equal(r.json.data.tamano, bytes);
      assert.ok(r.json.data.url.startsWith(`${srv.url}/api/ArchivoDigital/Contenido/`));
      const leida = await ver(id);
      assert.equal(leida.json.data.url, r.json.data.url);
      assert.ok(Buffer.from(leida.json.data.foto, 'base64').equals(enviada));
      assert.equal(leida.json.data.foto, enviada.toString('base64'));
      const c = await contenido(r.json.data.url);
      assert.ok(c.crudo.equals(enviada));
      assert.equal(c.h['content-type'], `image/${tipo === 'jpg' ? 'jpeg' : tipo}`);
      assert.equal(c.h['x-content-type-options'], 'nosniff');
      assert.match(c.h['content-disposition'], /^attachment/);
      assert.equal(c.h.etag, `"${createHash('sha256').update(enviada).digest('hex')}"`);
      assert.equal((await contenido(r.json.data.url, { encabezados: { 'If-None-Match': c.h.etag } })).estado, 304);
      esError(await contenido(r.json.data.url, { token: m.t2 }), 400, 'NO_ENCONTRADO');
      const etag = leida.h.etag;
      assert.equal((await srv.get(`/api/Productos/ProductoImagen/${id}`, { token: m.t1, encabezados: { 'If-None-Match': etag } })).estado, 304);
    });
  const g = await guardados();
  assert.equal(g.archivos, g.productos);
  assert.equal(g.bloques, g.esperados);
});

test('OP-033: con y sin nombre, con y sin prefijo data:', async t => {
  for (const [nombre, extension, prefijo] of [['logotipo', 'png', ''], [undefined, 'jpg', ''], [null, 'jpeg', 'data:image/jpeg;base64,'], ['', 'webp', 'data:;base64,'], ['ñ', 'png', 'data:text/plain;charset=utf-8;base64,']])
    await t.test(`${nombre} ${extension} ${prefijo}`, async () => {
      const id = nuevo();
      const enviada = imagen(extension, 3001);
      const r = await subir64(id, { nombre, extension, contenidoBase64: prefijo + enviada.toString('base64') });
      assert.equal(r.estado, 200, r.texto);
      assert.deepEqual(r.json.data, { productoId: id, url: r.json.data.url, nombreExtension: `${nombre || 'imagen'}.${extension}`, tamano: 3001 });
      assert.ok((await contenido(r.json.data.url)).crudo.equals(enviada));
      assert.equal((await ver(id)).json.data.foto, enviada.toString('base64'));
    });
  await t.test('5 MB exactos', async () => {
    const enviada = imagen('png', MB5);
    const r = await subir64(nuevo(), { nombre: '😀'.repeat(250), extension: 'png', contenidoBase64: `data:image/png;base64,${enviada.toString('base64')}` });
    assert.equal(r.estado, 200, r.texto.slice(0, 300));
    assert.ok((await contenido(r.json.data.url)).crudo.equals(enviada));
  });
});

test('OP-033: lo que no se acepta', async t => {
  const id = productos[0];
  const png = imagen('png').toString('base64');
  const bueno = { extension: 'png', contenidoBase64: png };
  const tabla = [
    ['nada', {}, ['extension REQUERIDO', 'contenidoBase64 REQUERIDO']],
    ['extensión de otra cosa', { ...bueno, extension: 'gif' }, ['extension RANGO']],
    ['extensión en mayúsculas', { ...bueno, extension: 'PNG' }, ['extension RANGO']],
    ['contenido de otra extensión', { ...bueno, extension: 'jpg' }, ['contenidoBase64 FORMATO']],
    ['webp a medias', { extension: 'webp', contenidoBase64: Buffer.from('RIFF....WAVE').toString('base64') }, ['contenidoBase64 FORMATO']],
    ['HTML', { ...bueno, contenidoBase64: Buffer.from('<script>').toString('base64') }, ['contenidoBase64 FORMATO']],
    ['vacío', { ...bueno, contenidoBase64: '' }, ['contenidoBase64 FORMATO']],
    ['no es base64', { ...bueno, contenidoBase64: 'no es base64' }, ['contenidoBase64 FORMATO']],
    ['base64 cortado', { ...bueno, contenidoBase64: png.slice(0, -1) }, ['contenidoBase64 FORMATO']],
    ['base64 de URL', { ...bueno, contenidoBase64: '-_-_' }, ['contenidoBase64 FORMATO']],
    ['data: sin base64', { ...bueno, contenidoBase64: `data:image/png,${png}` }, ['contenidoBase64 FORMATO']],
    ['data: sin coma', { ...bueno, contenidoBase64: 'data:image/png;base64' }, ['contenidoBase64 FORMATO']],
    ['un número', { ...bueno, contenidoBase64: 1 }, ['contenidoBase64 TIPO']],
    ['5 MB y un byte', { ...bueno, contenidoBase64: imagen('png', MB5 + 1).toString('base64') }, ['contenidoBase64 LONGITUD']],
    ['nombre largo', { ...bueno, nombre: 'x'.repeat(251) }, ['nombre LONGITUD']],
    ['otro campo', { ...bueno, archivo: 'x' }, ['archivo DESCONOCIDO']],
  ];
  for (const [nombre, cuerpo, campos] of tabla) await t.test(nombre, async () => esError(await subir64(id, cuerpo), 400, 'VALIDACION', campos));
  await t.test('un cuerpo mayor que cualquier imagen: 413', async () => esError(await subir64(id, { ...bueno, nombre: 'x'.repeat(7_100_000) }), 413));
  await t.test('en partes: 415', async () => esError(await srv.pedir('POST', ruta64(id), { token: m.t1, cuerpo: cuerpoDe(archivo()), encabezados: { 'Content-Type': 'multipart/form-data; boundary=b0' } }), 415));
  assert.deepEqual((await ver(id)).json.data, { foto: '', url: '' });
});

test('OP-034: lo que no se acepta', async t => {
  const id = productos[0];
  const png = imagen('png');
  const partes = [
    ['sin partes', [], ['archivo REQUERIDO']],
    ['otra extensión', [['archivo', png, 'a.gif']], ['archivo FORMATO']],
    ['sin extensión', [['archivo', png, 'png']], ['archivo FORMATO']],
    ['contenido de otra extensión', [['archivo', png, 'a.jpg']], ['archivo FORMATO']],
    ['HTML con nombre de imagen', [['archivo', '<script>', 'a.png']], ['archivo FORMATO']],
    ['archivo vacío', [['archivo', '', 'a.png']], ['archivo FORMATO']],
    ['un texto', [['archivo', 'hola']], ['archivo FORMATO']],
    ['otra parte', [['imagen', png, 'a.png']], ['archivo REQUERIDO', 'imagen DESCONOCIDO']],
    ['otra parte además', [['archivo', png, 'a.png'], ['nombre', 'x'], ['nota', 'y']], ['nombre DESCONOCIDO', 'nota DESCONOCIDO']],
    ['dos archivos', [['archivo', png, 'a.png'], ['archivo', png, 'b.png']], ['archivo DUPLICADO']],
    ['demasiadas partes', Array.from({ length: 17 }, (_, i) => [`p${i}`, 'x']), ['cuerpo FORMATO']],
  ];
  for (const [nombre, lista, campos] of partes) await t.test(nombre, async () => esError(await enviar(id, lista), 400, 'VALIDACION', campos));
  await t.test('todas las fallas de una vez, la ruta incluida', async () => esError(await enviar('abc', [['x', 'y']]), 400, 'VALIDACION', ['id TIPO', 'archivo REQUERIDO', 'x DESCONOCIDO']));

  const bien = cuerpoDe(archivo());
  const aManoTabla = [
    ['sin cuerpo', undefined, undefined, 400, ['archivo REQUERIDO']],
    ['cuerpo vacío', '', undefined, 400, ['archivo REQUERIDO']],
    ['JSON', '{}', 'application/json', 415],
    ['sin Content-Type', bien, '', 415],
    ['otra clase de partes', bien, 'multipart/mixed; boundary=b0', 415],
    ['sin boundary', bien, 'multipart/form-data', 400, ['Content-Type FORMATO']],
    ['boundary de 71', bien, `multipart/form-data; boundary=${'b'.repeat(71)}`, 400, ['Content-Type FORMATO']],
    ['otro boundary', bien, 'multipart/form-data; boundary=b1', 400, ['cuerpo FORMATO']],
    ['sin el último separador', bien.subarray(0, -8), undefined, 400, ['cuerpo FORMATO']],
    ['parte sin nombre', cuerpoDe(parte('; filename="a.png"')), undefined, 400, ['cuerpo FORMATO']],
    ['parte sin encabezados', Buffer.from('--b0\r\n\r\nx\r\n--b0--'), undefined, 400, ['cuerpo FORMATO']],
    ['nombre que no es UTF-8', Buffer.from(cuerpoDe(parte('; name="archivo"; filename="\xff.png"')).toString('latin1').replace('\xc3\xbf', '\xff'), 'latin1'), undefined, 400, ['cuerpo FORMATO']],
    ['filename*', cuerpoDe(parte("; name=archivo; filename*=UTF-8''ni%C3%B1o.png")), undefined, 200],
    ['Content-Transfer-Encoding', cuerpoDe(parte('; name=archivo; filename=a.png\r\nContent-Transfer-Encoding: base64')), undefined, 400, ['cuerpo FORMATO']],
  ];
  for (const [nombre, cuerpo, tipo, estado, campos] of aManoTabla.filter(f => f[3] !== 200))
    await t.test(nombre, async () => esError(cuerpo === undefined ? await srv.pedir('POST', ruta(id), { token: m.t1, encabezados: { 'Content-Length': 0 } }) : await aMano(id, cuerpo, tipo), estado, campos ? 'VALIDACION' : undefined, campos));
  assert.deepEqual((await ver(id)).json.data, { foto: '', url: '' });
  for (const [nombre, cuerpo] of aManoTabla.filter(f => f[3] === 200))
    await t.test(nombre, async () => assert.equal((await aMano(nuevo(), cuerpo)).estado, 200));
  await t.test('If-Match no se admite', async () => {
    esError(await subir(id, png, 'a.png', { encabezados: { 'If-Match': '"x"' } }), 400, 'VALIDACION', ['If-Match FORMATO']);
    esError(await subir64(id, { extension: 'png', contenidoBase64: png.toString('base64') }, { encabezados: { 'If-Match': '"x"' } }), 400, 'VALIDACION', ['If-Match FORMATO']);
  });
});

test('reemplazar: la anterior desaparece entera, en la misma transacción', async () => {
  const id = nuevo();
  const primera = (await subir(id, imagen('png', 600_000))).json.data;
  const antes = await guardados();
  const segunda = (await subir64(id, { extension: 'webp', contenidoBase64: imagen('webp').toString('base64') })).json.data;
  assert.notEqual(segunda.url, primera.url);
  esError(await contenido(primera.url), 400, 'NO_ENCONTRADO');
  assert.equal((await ver(id)).json.data.url, segunda.url);
  const despues = await guardados();
  assert.equal(despues.archivos, antes.archivos);
  assert.equal(despues.bloques, antes.bloques - 2);
  const todas = await Promise.all(Array.from({ length: 12 }, (_, i) => subir(id, imagen('png', 1000 + i))));
  assert.deepEqual(new Set(todas.map(r => r.estado)), new Set([200]));
  const g = await guardados();
  assert.equal(g.archivos, antes.archivos);
  assert.equal(g.bloques, g.esperados);
  assert.equal(await base.uno('SELECT count(*) FROM archivo a WHERE transaccion_id IS NULL AND NOT EXISTS (SELECT FROM producto p WHERE p.imagen_id = a.archivo_id)'), 0);
});

test('el servidor no puede borrar el archivo de un documento, ni un bloque', async () => {
  const cuantos = () => base.uno('SELECT count(*) FROM archivo WHERE transaccion_id IS NOT NULL');
  const antes = await cuantos();
  assert.ok(antes > 0);
  const app = texto => correr('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', base.app, '-c', `SET gestor.organizacion = '1'; ${texto}`], { falla: true });
  assert.equal((await app('DELETE FROM gestor.archivo WHERE transaccion_id IS NOT NULL')).codigo, 0);
  assert.equal(await cuantos(), antes);
  assert.notEqual((await app('DELETE FROM gestor.archivo_bloque')).codigo, 0);
});

test('Idempotency-Key: cuenta el contenido, no cómo se partió', async t => {
  const id = nuevo();
  const encabezados = { 'Idempotency-Key': randomBytes(8).toString('hex') };
  const foto = imagen('png', 300_000);
  const primera = await subir(id, foto, 'foto.png', { encabezados });
  assert.equal(primera.estado, 200, primera.texto);
  const segunda = await subir(id, foto, 'foto.png', { encabezados });  // another boundary
  assert.equal(segunda.texto, primera.texto);
  assert.equal(segunda.h['idempotent-replayed'], 'true');
  const otra = Buffer.from(foto);
  otra[299_999] ^= 1;
  esError(await subir(id, otra, 'foto.png', { encabezados }), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  esError(await subir(id, foto, 'foto2.png', { encabezados }), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  assert.ok((await contenido(primera.json.data.url)).crudo.equals(foto));
  await t.test('y en base64', async () => {
    const e64 = { encabezados: { 'Idempotency-Key': randomBytes(8).toString('hex') } };
    const cuerpo = { extension: 'png', contenidoBase64: foto.toString('base64') };
    const a = await subir64(id, cuerpo, e64), b = await subir64(id, cuerpo, e64);
    assert.equal(a.texto, b.texto);
    assert.equal(b.h['idempotent-replayed'], 'true');
    esError(await subir64(id, { ...cuerpo, contenidoBase64: otra.toString('base64') }, e64), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
  });
});

test('antes del cuerpo: ruta, token y permiso se deciden sin recibirlo', async t => {
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lector1', rol: 'lector' })), apiKey: m.uno.apiKey });
  assert.equal((await ver(productos[0], lector)).estado, 200);
  esError(await subir64(productos[0], { extension: 'png', contenidoBase64: 'AAAA' }, { token: lector }), 403, 'PERMISO_DENEGADO');
  const sinCuerpo = (autorizacion, camino = ruta(productos[0])) => srv.crudo(`POST ${camino} HTTP/1.1\r\nHost: x\r\n${autorizacion}Content-Type: multipart/form-data; boundary=b0\r\nContent-Length: 5000000\r\n\r\n`);
  for (const [nombre, pedido, estado] of [['sin token', () => sinCuerpo(''), 401], ['sin permiso', () => sinCuerpo(`Authorization: Bearer ${lector}\r\n`), 403], ['otra ruta', () => sinCuerpo('', '/api/Productos/AgregarImagenes/1'), 404]])
    await t.test(nombre, async () => assert.match(await pedido(), new RegExp(`^HTTP/1.1 ${estado} `)));
});

// A connection that is written to piece by piece.
function conectar() {
  const c = net.connect(srv.puerto, '127.0.0.1');
  c.setNoDelay(true);
  c.salida = '';
  c.on('data', d => (c.salida += d.toString('latin1')));
  c.fin = new Promise(ok => c.on('close', ok));
  c.on('error', () => {});
  c.manda = bytes => new Promise(ok => (c.destroyed ? ok() : c.write(bytes, () => ok())));
  c.contesto = () => hasta(() => /\r\n\r\n/.test(c.salida), 'contesta');
  return c;
}

test('byte por byte, en trozos, y dos en la misma conexión', async () => {
  const id = nuevo();
  const foto = Buffer.concat([imagen('png', 100), Buffer.from('\r\n--b\r\n--b0'.slice(0, -1)), imagen('jpg', 50)]);
  const cuerpo = cuerpoDe(archivo(foto));
  const c = conectar();
  await c.manda(cabeza(id, `Content-Length: ${cuerpo.length}`));
  for (const b of cuerpo) await c.manda(Buffer.from([b]));
  await c.contesto();
  assert.match(c.salida, /^HTTP\/1.1 200 /);
  assert.equal((await ver(id)).json.data.foto, foto.toString('base64'));
  c.salida = '';
  const otra = cuerpoDe(archivo(imagen('png', 70_000)));
  await c.manda(cabeza(id, 'Transfer-Encoding: chunked'));
  for (let i = 0; i < otra.length; i += 999) {
    const trozo = otra.subarray(i, i + 999);
    await c.manda(Buffer.concat([Buffer.from(`${trozo.length.toString(16)}\r\n`), trozo, Buffer.from('\r\n')]));
  }
  await c.manda('0\r\n\r\nGET /api/Health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await c.fin;
  assert.equal([...c.salida.matchAll(/HTTP\/1.1 200 /g)].length, 2, c.salida);
  assert.match(c.salida, /"tamano":70000/);
});

test('el tope corta mientras llega', async t => {
  const id = productos[0];
  await t.test('Content-Length mayor: 413 sin recibir nada', async () => {
    const r = await srv.crudo(cabeza(id, `Content-Length: ${MB5 + 70_000}`));
    assert.match(r, /^HTTP\/1.1 413 /);
  });
  await t.test('un byte de más, con el cuerpo dentro de su límite: 413', async () => {
    const cuerpo = cuerpoDe(archivo(imagen('png', MB5 + 1)));
    const c = conectar();
    await c.manda(cabeza(id, `Content-Length: ${cuerpo.length}`));
    await c.manda(cuerpo);
    await c.fin;
    assert.match(c.salida, /^HTTP\/1.1 413 /);
  });
  await t.test('sin fin, chunked: 413 y se cierra', async () => {
    const c = conectar();
    await c.manda(cabeza(id, 'Transfer-Encoding: chunked'));
    const inicio = archivo('').subarray(0, -2);
    await c.manda(Buffer.concat([Buffer.from(`${inicio.length.toString(16)}\r\n`), inicio, Buffer.from('\r\n')]));
    const trozo = Buffer.concat([Buffer.from('10000\r\n'), randomBytes(65536), Buffer.from('\r\n')]);
    let enviados = 0;
    for (; enviados < 4000 && !c.salida; ++enviados) await c.manda(trozo);
    await c.contesto();
    assert.ok(enviados < 4000, 'contestó mientras llegaba');
    assert.match(c.salida, /^HTTP\/1.1 413 /);
    assert.match(c.salida, /Connection: close/i);
    c.destroy();
  });
  assert.deepEqual((await ver(id)).json.data, { foto: '', url: '' });
});

// temporales: temporary files of the server have no name, so the test sees them through the descriptors of the process.
function temporales() {
  const fds = `/proc/${srv.proceso.pid}/fd`;
  return readdirSync(fds).flatMap(fd => {
    try {
      return readlinkSync(`${fds}/${fd}`).startsWith(carpeta) ? [statSync(`${fds}/${fd}`).size] : [];
    } catch {
      return [];  // closed meanwhile
    }
  });
}
const memoria = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${srv.proceso.pid}/status`, 'utf8'))[1]) * 1024;

test('memoria constante: muchas subidas lentas de 5 MB a la vez están en disco, no en memoria', async () => {
  await hasta(() => temporales().length === 0, 'nada pendiente');
  assert.deepEqual(readdirSync(carpeta), [], 'los archivos temporales no tienen nombre');
  const id = nuevo();
  await subir(id, imagen('png', MB5));  // the memory that a first upload leaves allocated is not measured
  await correr('sh', ['-c', `echo 5 > /proc/${srv.proceso.pid}/clear_refs`]);  // the memory peak is reset
  const antes = memoria();
  const foto = imagen('png', MB5);
  const cuerpo = cuerpoDe(archivo(foto));
  const lentas = Array.from({ length: simultaneas }, conectar);
  await Promise.all(lentas.map(async c => {
    await c.manda(cabeza(id, `Content-Length: ${cuerpo.length}`));
    await c.manda(cuerpo.subarray(0, -10));
  }));
  await hasta(() => temporales().filter(n => n > MB5 - 65536).length === simultaneas, 'todas están en disco');
  const crecio = memoria() - antes;
  assert.ok(crecio < simultaneas * MB5 / 4, `creció ${crecio} bytes con ${simultaneas * MB5} recibidos`);
  const r = await subir(id, foto);
  esError(r, 503, 'NO_DISPONIBLE');
  assert.ok(Number(r.h['retry-after']) > 0);
  const [ajeno] = await base.columna('SELECT producto_id FROM producto WHERE organizacion_id = 2 ORDER BY 1 LIMIT 1');
  assert.equal((await subir(ajeno, foto, 'foto.png', { token: m.t2 })).estado, 200, 'la otra mitad es de los demás');
  // Some uploads end, the others are abandoned: both give their temporary file back.
  const [terminan, abandonan] = [lentas.slice(0, 6), lentas.slice(6)];
  abandonan.forEach(c => c.destroy());
  await Promise.all(terminan.map(async c => {
    await c.manda(cuerpo.subarray(-10));
    await c.contesto();
    assert.match(c.salida, /^HTTP\/1.1 200 /, c.salida);
    c.destroy();
  }));
  await hasta(() => temporales().length === 0, 'se soltaron todas');
  assert.ok(memoria() - antes < simultaneas * MB5 / 4, 'tampoco al guardarlas');
  assert.ok((await contenido((await ver(id)).json.data.url)).crudo.equals(foto));
  assert.equal((await subir(id, foto)).estado, 200, 'y vuelve a haber lugar');
});
test('una carpeta temporal en la que no se puede escribir se dice al arrancar', async () => {
  await assert.rejects(Servidor.iniciar(base, { 'directorio-temporal': '/no/existe' }), /directorio-temporal: no se puede escribir en \/no\/existe/);
});
