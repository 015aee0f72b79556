// Slow clients by the hundreds (slowhttptest: slow headers, slow bodies, overlapping ranges, slow readers) and idle ones by the thousands
// while an honest client goes on asking. All honest requests succeed, and the server cuts the others off at its deadlines. Times of honest
// requests are printed, never judged.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dormir } from '../lib/ayuda_api.mjs';
import { Familia, memoria, memoriaAcotada, percentil } from './comun.mjs';

const modos = {
  'encabezados lentos (-H)': url => ['-H', '-u', `${url}/api/Health/live`, '-i', '1'],
  'cuerpo lento (-B)': url => ['-B', '-u', `${url}/api/Seguridad/Autenticar`, '-t', 'POST', '-f', 'application/json', '-s', '8192', '-x', '10', '-i', '1'],
  'rangos (-R)': url => ['-R', '-u', `${url}/openapi.json`, '-t', 'GET', '-a', '10', '-b', '1500'],
};
const lector = url => ['-X', '-u', `${url}/openapi.json`, '-w', '64', '-y', '256', '-n', '1', '-z', '16', '-k', '2'];

// Connections that slowhttptest opened, and those closed by the server, from its report of each second.
const slowhttptest = (argumentos, conexiones, segundos) => new Promise((ok, mal) => {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'glen-'));
  execFile('slowhttptest', [...argumentos, '-c', String(conexiones), '-r', String(conexiones), '-l', String(segundos), '-p', '3', '-g', '-o', `${carpeta}/x`], { maxBuffer: 1 << 24 }, (error, salida) => {
    if (error && error.code === 'ENOENT') return mal(error);
    const [, cerradas, , conectadas] = readFileSync(`${carpeta}/x.csv`, 'utf8').trim().split('\n').at(-1).split(',').map(Number);
    rmSync(carpeta, { recursive: true });
    // slowhttptest ends so when it has opened all and none is left; its last line may be older.
    const todas = salida.includes('No open connections left');
    ok(todas ? { abiertas: conexiones, cortadas: conexiones } : { abiertas: cerradas + conectadas, cortadas: cerradas });
  });
});

// A slow reader notices no close while sent bytes wait in the kernel. The judge is the server's own count of connections, less the `otras`
// that honest clients opened meanwhile.
async function lectores(srv, n, otras) {
  const contar = async () => {
    const { texto } = await srv.get('/metrics', { encabezados: { 'X-Forwarded-For': '127.0.0.1' } });
    const [total, vivas] = [/^gestor_conexiones_total (\d+)/m, /^gestor_conexiones_abiertas (\d+)/m].map(x => Number(x.exec(texto)[1]));
    return [total - otras(), vivas];
  };
  const [total, vivas] = await contar();
  const lento = execFile('slowhttptest', [...lector(srv.url), '-c', String(n), '-r', String(n), '-l', '90'], () => {});
  let abiertas = 0, quedan = 0;
  for (const fin = Date.now() + 60_000; Date.now() < fin && (abiertas < n || quedan > n * 0.05); await dormir(50)) {
    const ahora = await contar();
    [abiertas, quedan] = [ahora[0] - total, ahora[1] - vivas];
  }
  lento.kill();
  return { abiertas, cortadas: abiertas - quedan };
}

// Connections that say nothing, or stop in the middle of a line, until the server ends them; the limit only bounds a hang.
async function ociosos(puerto, n, limite = 60_000) {
  let abiertas = 0, cortadas = 0;
  await Promise.all(Array.from({ length: n }, (_, i) => new Promise(ok => {
    const c = net.connect(puerto, '127.0.0.1', () => (++abiertas, i % 2 && c.write('GET /api/Hea')));
    const reloj = setTimeout(() => c.destroy(), limite);
    c.on('end', () => ++cortadas).on('error', () => {}).on('close', () => (clearTimeout(reloj), ok())).resume();
  })));
  return { abiertas, cortadas };
}

async function ataque(f, nombre, n, atacar) {
  const { abiertas, cortadas } = await atacar(n);
  f.cuenta(`conexiones de ${nombre}`, abiertas);
  f.exige(abiertas >= n * 0.9, `${nombre}: de ${n} conexiones sólo se abrieron ${abiertas}`);
  f.exige(cortadas >= abiertas * 0.95, `${nombre}: de ${abiertas} conexiones el servidor sólo cortó ${cortadas}`);
}

// One honest client, one request after another with a little pause, until told to stop.
async function bueno(f, pedir, seguir) {
  const tiempos = [];
  while (seguir()) {
    const t = process.hrtime.bigint();
    const estado = await pedir().then(r => r.estado, error => error.code ?? error.message);
    tiempos.push(Number(process.hrtime.bigint() - t) / 1e6);
    f.cuenta('solicitudes buenas');
    f.exige(estado === 200, () => `un cliente bueno recibió ${estado}`);
    await dormir(5);
  }
  return tiempos;
}

async function bajo(f, pedir, ataque) {
  let seguir = true;
  const clientes = [0, 1].map(() => bueno(f, pedir, () => seguir));
  await ataque();
  seguir = false;
  return (await Promise.all(clientes)).flat();
}

const p99 = lista => percentil(lista, 0.99);
const ms = lista => `p50 ${percentil(lista, 0.5).toFixed(1)} ms, p99 ${p99(lista).toFixed(1)} ms (${lista.length})`;

// Sockets that this process and the server, which inherits its limit, can both hold.
const descriptores = () => Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))[1]) - 500;

export async function lentos(e, { corto }) {
  const f = new Familia('clientes lentos');
  const [conexiones, segundos] = corto ? [300, 30] : [1000, 60];
  const quietas = Math.min(corto ? 1000 : 5000, descriptores());
  if (quietas < 5000 && !corto) f.nota(`el límite de descriptores sólo deja ${quietas} conexiones ociosas`);
  const { rss } = memoria(e.srv);
  const agente = new http.Agent({ keepAlive: true });
  let vez = 0, nuevas = 0;  // one of ten over a connection of its own
  const pedir = () => e.srv.get(++vez % 2 ? '/api/RegistroVenta?registrosPorPagina=5' : '/api/Health/health', { token: e.t1, agente: vez % 10 ? agente : (++nuevas, false) });
  const calma = await bajo(f, pedir, () => dormir(corto ? 1500 : 5000));
  f.nota(`sin ataque: ${ms(calma)}`);
  const ataques = Object.entries(modos).map(([nombre, argumentos]) => [nombre, conexiones, n => slowhttptest(argumentos(e.srv.url), n, segundos)]);
  ataques.push(['ociosos', quietas, n => ociosos(e.srv.puerto, n)]);
  const medir = async (que, fn) => {
    const t = await bajo(f, pedir, fn);
    f.nota(`${que}: ${ms(t)}, el p99 ${(p99(t) / p99(calma)).toFixed(1)} veces el de sin ataque`);
  };
  // The short run starts all at once, each with its own count; the long run starts one after another.
  if (corto) await medir('varios a la vez', () => Promise.all(ataques.map(a => ataque(f, ...a))));
  else for (const a of ataques) await medir(a[0], () => ataque(f, ...a));
  await medir('lectura lenta (-X)', () => ataque(f, 'lectura lenta (-X)', conexiones, n => lectores(e.srv, n, () => nuevas)));
  agente.destroy();
  // A slow reader never makes the server keep a copy of a megabyte.
  const tope = conexiones / 2;
  memoriaAcotada(f, e.srv, rss, tope);
  const copiador = spawn(process.execPath, ['-e', "const s = require('http').createServer((_, r) => r.end(Buffer.alloc(1 << 20, 'x'))).listen(0, '127.0.0.1', () => console.log(s.address().port))"]);
  process.on('exit', () => copiador.kill());
  const puerto = Number(await new Promise(ok => copiador.stdout.once('data', ok)));
  const suya = memoria({ proceso: copiador }).rss;
  await slowhttptest(lector(`http://127.0.0.1:${puerto}`), conexiones, 4);
  await f.control('una copia por lector', g => memoriaAcotada(g, { proceso: copiador }, suya, tope));
  copiador.kill();
  // A server with room for a few connections, and no deadlines.
  const angosto = http.createServer((_, res) => res.end('ok'));
  angosto.maxConnections = 50;
  angosto.headersTimeout = angosto.requestTimeout = 0;
  await new Promise(ok => angosto.listen(0, '127.0.0.1', ok));
  const url = `http://127.0.0.1:${angosto.address().port}`;
  const aAngosto = () => new Promise((ok, mal) => http.get(`${url}/`, { agent: false }, res => (res.resume(), ok({ estado: res.statusCode }))).on('error', mal));
  const lento = n => slowhttptest(modos['encabezados lentos (-H)'](url), n, 2);
  await f.control('un servidor angosto', g => bajo(g, aAngosto, () => lento(100)));
  await f.control('un servidor sin plazos', g => ataque(g, 'encabezados lentos', 40, lento));
  await f.control('un servidor sin plazos para los ociosos', g => ataque(g, 'ociosos', 40, n => ociosos(angosto.address().port, n, 1000)));
  angosto.closeAllConnections();
  angosto.close();
  return f;
}
