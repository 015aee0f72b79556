// Framing and smuggling, directly and behind real front ends. Each message has one interpretation: a hidden request is never answered.
// Behind a proxy the server sees the same requests as the proxy, and each client gets its own answer.
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasta } from '../lib/ayuda_api.mjs';
import { Nginx, puertoLibre } from '../lib/nginx.mjs';
import { lanzar } from '../lib/procesos.mjs';
import { Cola, Familia, asentar, crudo, enTandas } from './comun.mjs';
import { vectores } from './tramas_tabla.mjs';

const canariosDe = lineas => new Set(lineas.flatMap(l => [...l.matchAll(/\/canario-(\d+)/g)].map(x => Number(x[1]))));

// Each vector on a connection of its own. `registro()` tells the lines that the server has logged meanwhile.
async function directo(f, puerto, lista, registro) {
  await enTandas(lista, 48, async v => {
    const r = await crudo(puerto, v.bytes);
    f.cuenta('vectores directos');
    f.exige(r.estados.length === 1, () => `${v.nombre}: ${r.estados.length} respuestas (${r.estados})`);
    if (!v.estado) return f.exige(r.estados[0] < 500, () => `${v.nombre}: ${r.estados}`);
    f.exige(r.estados[0] === v.estado, () => `${v.nombre}: ${r.estados} en vez de ${v.estado}`);
    f.exige(r.cerrada, () => `${v.nombre}: la conexión quedó abierta`);
  });
  await asentar();
  for (const n of canariosDe(await registro())) f.falta(`el canario de «${lista.find(v => v.n === n)?.nombre ?? n}» llegó como solicitud`);
}

// Statuses that nginx gives by itself for an unknown coding and version; a 502 or 504 would come from gestor.
const suyos = new Set([501, 505]);

// The vectors through a proxy. After each vector an honest request must get its own answer.
async function tras(f, que, destino, lista, { delProxy, delServidor }) {
  await enTandas(lista, 16, async v => {
    const r = await crudo(destino, v.bytes, 1500);
    f.cuenta(`vectores tras ${que}`);
    if (r.estados.length > 1) f.cuenta(`leídos como varias solicitudes por ${que}`);
    for (const e of r.estados) f.exige(e < 500 || suyos.has(e), () => `${que}, ${v.nombre}: ${e}`);
    const id = `bueno-${que}-${v.n}`;
    const bueno = await crudo(destino, `GET /${id} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`);
    f.cuenta('solicitudes buenas entremedias');
    f.exige(bueno.estados.length === 1 && bueno.estados[0] === 404 && new RegExp(`^x-request-id: ${id}\\r$`, 'im').test(bueno.salida),
      () => `${que}: después de «${v.nombre}» una solicitud buena recibió otra respuesta: ${bueno.salida.slice(0, 300)}`);
  });
  await asentar();
  const vistos = canariosDe(delProxy());
  for (const n of canariosDe(await delServidor()))
    f.exige(vistos.has(n), () => `${que}: el canario de «${lista.find(v => v.n === n)?.nombre}» es una solicitud para el servidor y no para el proxy`);
}

// Proxies as shipped (over TLS), except the limits by address and a log of the requests that they saw.
async function nginx(destino, fn) {
  const n = await Nginx.iniciar([destino], { sinLimites: true });
  try {
    const aqui = { host: '127.0.0.1', port: n.tls, rejectUnauthorized: false };
    await listo('nginx', aqui, n.proceso);
    const archivo = path.join(n.carpeta, 'nginx.conf');
    writeFileSync(archivo, readFileSync(archivo, 'utf8').replace('access_log off;', `log_format solo '$request_method $request_uri $status'; access_log ${n.carpeta}/accesos solo;`));
    const obreros = () => readFileSync(`/proc/${n.proceso.pid}/task/${n.proceso.pid}/children`, 'utf8').trim().split(' ');
    const viejos = obreros();
    n.proceso.kill('SIGHUP');
    await hasta(() => existsSync(path.join(n.carpeta, 'accesos')) && !obreros().some(p => viejos.includes(p)), 'nginx relee su configuración');
    await fn(aqui, new Cola(path.join(n.carpeta, 'accesos')));
  } finally {
    await n.parar();
  }
}

async function haproxy(destino, fn) {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gatq-'));
  const [archivo, accesos] = [path.join(carpeta, 'haproxy.cfg'), path.join(carpeta, 'accesos')];
  const puerto = await puertoLibre();
  writeFileSync(archivo, `global
  maxconn 1000
  log stdout format raw local0
defaults
  mode http
  log global
  log-format "%HM %HU %ST"
  timeout connect 5s
  timeout client 5s
  timeout server 30s
  http-reuse always
frontend entrada
  bind 127.0.0.1:${puerto}
  default_backend gestor
backend gestor
  server uno 127.0.0.1:${destino}
`);
  const salida = openSync(accesos, 'a');
  const proceso = lanzar('/usr/sbin/haproxy', ['-db', '-f', archivo], { stdio: ['ignore', salida, salida] });
  closeSync(salida);
  const fin = new Promise(ok => proceso.on('exit', ok));
  const matar = () => proceso.kill('SIGKILL');
  process.on('exit', matar);
  try {
    await listo('haproxy', puerto, proceso);
    await fn(puerto, new Cola(accesos));
  } finally {
    proceso.kill('SIGTERM');
    setTimeout(matar, 5000).unref();
    await fin;
    process.off('exit', matar);
    rmSync(carpeta, { recursive: true, force: true });
  }
}

const listo = (nombre, destino, proceso) => hasta(async () => {
  if (proceso.exitCode !== null) throw new Error(`${nombre} no arranca`);
  return (await crudo(destino, 'GET /listo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 1000)).estados.includes(404);
}, `${nombre} atiende`);

// A credulous server: it ends lines at any LF, trims names, prefers chunked. `solo` reads only the length.
function ingenuo({ soloLongitud = false, reenviar } = {}) {
  const rutas = [];
  const servidor = net.createServer(c => {
    let datos = '';
    const destino = reenviar && net.connect(reenviar, '127.0.0.1');
    destino?.on('data', d => c.write(d)).on('error', () => {}).on('close', () => c.destroy());
    c.on('error', () => {}).on('close', () => destino?.end());
    c.on('data', d => {
      datos += d.toString('latin1');
      for (let m; (m = /^\s*(\S+)\s+(\S+)[^\n]*\n(?:[^\n]*\S[^\n]*\n)*[ \t\r]*\n/.exec(datos));) {
        const largo = Number(/content-length[^:\n]*:\s*[^\d\n]*(\d+)/i.exec(m[0])?.[1] ?? 0);
        let fin = m[0].length + largo;
        if (!soloLongitud && /chunked/i.test(m[0])) fin = datos.indexOf('0\r\n\r\n', m[0].length) + 5;
        rutas.push(m[2]);
        if (!destino) c.write(`HTTP/1.1 404 No\r\nX-Request-Id: ${/x-request-id: (\S+)/i.exec(m[0])?.[1] ?? 'x'}\r\nContent-Length: 0\r\n\r\n`);
        if (/connection: close/i.test(m[0]) && !destino) c.end();
        destino?.write(Buffer.from(datos.slice(0, fin), 'latin1'));
        datos = datos.slice(fin);
      }
    });
  });
  return new Promise(ok => servidor.listen(0, '127.0.0.1', () => ok({ puerto: servidor.address().port, rutas, cerrar: () => servidor.close() })));
}

export async function tramas(e, { corto }) {
  const f = new Familia('tramas y contrabando');
  const lista = vectores();
  const servidor = new Cola(e.srv.bitacora);
  const registro = () => servidor.lineas();
  await directo(f, e.srv.puerto, lista, registro);
  if (!corto) {
    // Byte by byte: the verdict does not depend on how the network cuts.
    await enTandas(lista, 32, v => new Promise(ok => {
      let estados = '';
      const c = net.connect(e.srv.puerto, '127.0.0.1', async () => {
        c.setNoDelay(true);
        for (let i = 0; i < v.bytes.length && !c.destroyed && !estados; ++i) await new Promise(si => c.write(v.bytes.subarray(i, i + 1), () => setImmediate(si)));
      });
      c.setTimeout(8000, () => c.destroy());
      c.on('data', d => (estados += d.toString('latin1'))).on('error', () => {}).on('close', () => {
        f.cuenta('vectores byte por byte');
        const r = [...estados.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(x => Number(x[1]));
        f.exige(r.length <= 1 && (!v.estado || r.length === 0 || r[0] === v.estado), () => `byte por byte, ${v.nombre}: ${r}`);
        ok();
      });
    }));
    await asentar();
    for (const n of canariosDe(registro())) f.falta(`byte por byte: el canario ${n} llegó como solicitud`);
  }
  const muestra = lista.filter(v => !corto || v.n % 4 === 0 || /simple|partes/.test(v.nombre));
  for (const proxy of [nginx, haproxy]) {
    if (!f.exige(existsSync(`/usr/sbin/${proxy.name}`), `falta ${proxy.name}`)) continue;
    await proxy(e.srv.puerto, async (destino, cola) => {
      registro();
      await tras(f, proxy.name, destino, muestra, { delProxy: () => cola.lineas(), delServidor: registro });
    });
  }
  const blando = await ingenuo();
  await f.control('un servidor ingenuo contesta el canario', g => directo(g, blando.puerto, lista.filter(v => /CL\.TE|partes: ext/.test(v.nombre)).slice(0, 20), () => blando.rutas));
  const proxy = await ingenuo({ soloLongitud: true, reenviar: blando.puerto });
  blando.rutas.length = 0;
  await f.control('un proxy que cree la longitud ante un servidor que cree la codificación',
    g => tras(g, 'ingenuo', proxy.puerto, lista.filter(v => /CL\.TE .* simple/.test(v.nombre)), { delProxy: () => proxy.rutas, delServidor: () => blando.rutas }));
  blando.cerrar();
  proxy.cerrar();
  return f;
}
