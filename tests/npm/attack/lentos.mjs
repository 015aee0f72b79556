// Slow clients by the hundreds (slowhttptest: slow headers, slow bodies, overlapping ranges, slow readers) while an honest client
// goes on asking. All its requests succeed; how long they took is printed, not judged.
import { execFile } from 'node:child_process';
import http from 'node:http';
import { dormir } from '../ayuda_api.mjs';
import { Familia, memoria, percentil } from './comun.mjs';

const modos = {
  'encabezados lentos (-H)': url => ['-H', '-u', `${url}/api/Health/live`, '-i', '1'],
  'cuerpo lento (-B)': url => ['-B', '-u', `${url}/api/Seguridad/Autenticar`, '-t', 'POST', '-s', '8192', '-x', '10', '-i', '1'],
  'rangos (-R)': url => ['-R', '-u', `${url}/openapi.json`, '-t', 'GET', '-a', '10', '-b', '1500'],
  'lectura lenta (-X)': url => ['-X', '-u', `${url}/openapi.json`, '-w', '64', '-y', '256', '-n', '1', '-z', '16', '-k', '2'],
};

// Resolves with how many connections it got through; its report goes to standard output.
const slowhttptest = (argumentos, conexiones, segundos) => new Promise((ok, mal) =>
  execFile('slowhttptest', [...argumentos, '-c', String(conexiones), '-r', String(conexiones), '-l', String(segundos), '-p', '3'], { maxBuffer: 1 << 24 }, (error, salida) => {
    if (error && error.code === 'ENOENT') return mal(error);
    const texto = salida.replace(/\x1b\[[\d;]*m/g, '');
    const de = nombre => Math.max(0, ...[...texto.matchAll(new RegExp(`${nombre}:\\s+(\\d+)`, 'g'))].map(x => Number(x[1])));
    ok({ conectadas: de('connected') + de('closed'), texto });
  }));

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

const ms = lista => `p50 ${percentil(lista, 0.5).toFixed(1)} ms, p99 ${percentil(lista, 0.99).toFixed(1)} ms (${lista.length})`;

export async function lentos(e, { corto }) {
  const f = new Familia('clientes lentos');
  const [conexiones, segundos] = corto ? [300, 5] : [1000, 20];
  const { rss } = memoria(e.srv);
  const agente = new http.Agent({ keepAlive: true });
  let vez = 0;
  const pedir = () => e.srv.get(vez++ % 2 ? '/api/RegistroVenta?registrosPorPagina=5' : '/api/Health/health', { token: e.t1, agente: vez % 10 ? agente : undefined });
  f.nota(`sin ataque: ${ms(await bajo(f, pedir, () => dormir(corto ? 1500 : 5000)))}`);
  const atacar = async ([nombre, argumentos]) => {
    const antes = await aceptadas();
    const r = await slowhttptest(argumentos(e.srv.url), conexiones, segundos);
    const abiertas = Math.max(r.conectadas, await aceptadas() - antes);  // those that are answered at once are gone before it reports
    f.cuenta(`conexiones de ${nombre}`, abiertas);
    f.exige(abiertas >= conexiones * 0.9, () => `${nombre}: el ataque sólo abrió ${abiertas} conexiones: ${r.texto.slice(-600)}`);
  };
  const aceptadas = async () => Number(/^gestor_conexiones_total (\d+)/m.exec((await e.srv.get('/metrics')).texto)[1]);
  // In short all four at once; at length one after another.
  if (corto) f.nota(`los cuatro a la vez: ${ms(await bajo(f, pedir, () => Promise.all(Object.entries(modos).map(atacar))))}`);
  else for (const modo of Object.entries(modos)) f.nota(`${modo[0]}: ${ms(await bajo(f, pedir, () => atacar(modo)))}`);
  // Nobody who reads slowly makes the server keep a copy of a megabyte for him. (Sanitizers keep what is freed for a while.)
  const { maxima } = memoria(e.srv);
  f.nota(`memoria: ${rss} MB antes, ${maxima} MB la mayor`);
  const crecio = (g, mb) => g.exige(mb < (corto ? 150 : 700), () => `la memoria creció ${mb} MB con ${conexiones} clientes lentos de cada clase`);
  crecio(f, maxima - rss);
  await f.control('una copia por lector', g => crecio(g, Math.max(conexiones, 200)));
  agente.destroy();
  // A server with room for a few connections, and no deadlines.
  const angosto = http.createServer((_, res) => res.end('ok'));
  angosto.maxConnections = 50;
  angosto.headersTimeout = angosto.requestTimeout = 0;
  await new Promise(ok => angosto.listen(0, '127.0.0.1', ok));
  const url = `http://127.0.0.1:${angosto.address().port}`;
  const aAngosto = () => new Promise((ok, mal) => http.get(`${url}/`, { agent: false }, res => (res.resume(), ok({ estado: res.statusCode }))).on('error', mal));
  await f.control('un servidor sin límites de tiempo', g => bajo(g, aAngosto, () => slowhttptest(modos['encabezados lentos (-H)'](url), 100, 2)));
  angosto.closeAllConnections();
  angosto.close();
  return f;
}
