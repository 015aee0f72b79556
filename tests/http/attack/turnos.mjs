// One caller takes all there is: passwords guessed by the hundred at once from one address, and writes of one organization that all wait for
// the same row. Callers from elsewhere are served meanwhile, and no more guesses are computed than may fail.
import { spawn } from 'node:child_process';
import { Servidor, hasta } from '../lib/ayuda_api.mjs';
import { Familia } from './comun.mjs';

const MAXIMO = 20;
const entrar = (srv, direccion, cuerpo) => srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo, agente: false, encabezados: { 'X-Forwarded-For': direccion } })
  .catch(error => ({ estado: error.code }));

async function adivinar(f, e, srv, red, n) {
  const [malo, { usuario, contrasena, apiKey }] = [`${red}.0.1`, e.uno];
  const intentos = Array.from({ length: n }, (_, i) => entrar(srv, malo, { usuario: `nadie${i}`, contrasena: 'x', apiKey }));
  await hasta(() => e.base.uno(`SELECT intentos FROM intento_direccion WHERE direccion = '${malo}'`), 'los intentos empiezan');
  const buenas = await Promise.all(Array.from({ length: 5 }, (_, i) => entrar(srv, `${red}.1.${i}`, { usuario, contrasena, apiKey })));
  const calculados = (await Promise.all(intentos)).filter(r => r.estado === 401).length;
  f.cuenta('intentos a la vez', n);
  f.cuenta('entradas desde otra dirección', buenas.length);
  f.exige(calculados <= MAXIMO, `se calcularon ${calculados} contraseñas; la dirección podía fallar ${MAXIMO}`);
  f.exige(buenas.every(r => r.estado === 200), () => `desde otra dirección: ${buenas.map(r => r.estado)}`);
}

async function acaparar(f, e, srv, n) {
  const [suya, ajena] = await Promise.all([1, 2].map(o => e.base.uno(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = ${o} AND obj_id = 20 ORDER BY 1 LIMIT 1`)));
  const escribir = (id, token) => srv.pedir('PUT', `/api/OrdenServicio/OrdenServicioAutorizar/${id}`, { token, agente: false }).catch(error => ({ estado: error.code }));
  const p = spawn('psql', ['-XAtq', e.base.admin], { stdio: ['pipe', 'pipe', 'ignore'] });
  const tomada = new Promise(ok => p.stdout.on('data', ok));
  p.stdin.write(`BEGIN; SELECT 'tomada' FROM gestor.transaccion WHERE transaccion_id = ${suya} FOR UPDATE;\n`);
  await tomada;
  const presas = Array.from({ length: n }, () => escribir(suya, e.t1));
  await hasta(() => e.base.uno("SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = 'gestor_app' AND datname = current_database() AND wait_event_type = 'Lock'"), 'las escrituras esperan');
  // The other writes end only by their deadline; the honest one must not wait for it.
  const primero = await Promise.race([escribir(ajena, e.t2), ...presas.map(x => x.then(() => null))]);
  f.cuenta('escrituras que esperan una fila', n);
  f.exige(primero !== null && primero.estado < 500, () => `la escritura de otra organización: ${primero?.estado ?? 'espera a las que acaparan'}`);
  p.stdin.end('ROLLBACK;\n');
  await Promise.all(presas);
}

export async function turnos(e, { corto }) {
  const f = new Familia('turnos');
  // In the short run guesses fill the line for passwords as soon as they are more than may fail.
  const servidor = entorno => Servidor.iniciar(e.base, { 'proxies-confiables': '127.0.0.1', 'llaves-token': e.srv.llaves, ...(corto && { 'hash-cola': MAXIMO + 4 }) }, entorno);
  const n = corto ? 100 : 300;
  const suyo = await servidor();
  await adivinar(f, e, suyo, '10.66', n);
  await acaparar(f, e, suyo, corto ? 40 : 200);
  const enUnaFila = await servidor({ SABOTAJE: 'turnos' });
  await f.control('todos en una fila: las entradas', g => adivinar(g, e, enUnaFila, '10.67', n));
  await f.control('todos en una fila: las escrituras', g => acaparar(g, e, enUnaFila, 40));
  await Promise.all([suyo.parar(), enUnaFila.parar()]);
  return f;
}
