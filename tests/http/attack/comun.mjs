// Tools of the families of attacks: the scene, a tally with its faults, raw sockets, the server's log, and the judgement on the server
// and on PostgreSQL. A family counts its attempts, names each fault, and shows with a control that its check can fail.
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { decodeJwt } from 'jose';
import { Base, Servidor, cluster, correr, dormir, hasta, sql } from '../lib/ayuda_api.mjs';
import { Matriz } from '../lib/matriz.mjs';
import { siembra } from '../lib/siembra.mjs';
import { siembraCompras } from '../lib/siembra_compras.mjs';
import { siembraSolicitudes } from '../lib/siembra_solicitudes.mjs';
import { encabezado, firmador, llaveDe } from '../lib/tokens_hostiles.mjs';

export class Familia {
  constructor(nombre) {
    Object.assign(this, { nombre, n: new Map(), faltas: [], notas: [], controles: 0 });
  }
  cuenta(que, n = 1) {
    this.n.set(que, (this.n.get(que) ?? 0) + n);
  }
  falta(texto) {
    this.faltas.push(texto);
  }
  exige(cierto, texto) {
    if (!cierto) this.falta(typeof texto === 'function' ? texto() : texto);
    return cierto;
  }
  nota(texto) {
    this.notas.push(texto);
  }
  // Runs a check against something known to be bad with a tally of its own: it must find fault.
  async control(nombre, fn) {
    const ajena = new Familia(nombre);
    await fn(ajena);
    ++this.controles;
    this.exige(ajena.faltas.length > 0, `control: no se descubrió «${nombre}»`);
  }
  // An answer is never a 5xx, and an error has its code. `espera`: the accepted statuses.
  contesta(r, espera, que) {
    this.cuenta('solicitudes');
    const detalle = () => `${que}: ${r.estado} ${r.texto?.slice(0, 300)}`;
    if (r.estado >= 500) return this.exige(false, detalle), false;
    if (!espera.includes(r.estado)) return this.exige(false, () => `aceptado o distinto: ${detalle()}`), false;
    if (r.estado >= 400 && r.json !== undefined && !r.json.codigo) this.falta(`sin código: ${detalle()}`);
    return true;
  }
  resumen() {
    const numeros = [...this.n].map(([que, n]) => `${n} ${que}`).join(', ');
    return `${this.nombre}: ${numeros || 'nada'}; ${this.controles} controles; ${this.faltas.length} faltas`;
  }
}

export const todos4xx = Array.from({ length: 100 }, (_, i) => 400 + i);

// Runs `fn` over `lista`, a few at a time.
export async function enTandas(lista, cuantos, fn) {
  let i = 0;
  await Promise.all(Array.from({ length: Math.min(cuantos, lista.length) }, async () => {
    while (i < lista.length) await fn(lista[i++]);
  }));
}

// Sends bytes unchanged. Gives the bytes received before the close, before `espera` ms without any, or 400 ms after the last. `destino`: a
// port, or the options of tls.connect.
export function crudo(destino, bytes, espera = 8000) {
  return new Promise(ok => {
    let salida = '', cerrada = false;
    const c = typeof destino === 'number' ? net.connect(destino, '127.0.0.1') : tls.connect(destino);
    c.setNoDelay(true);
    c.write(bytes);
    c.setTimeout(espera, () => c.destroy());
    c.on('data', d => (salida += d.toString('latin1'), c.setTimeout(400)));
    c.on('end', () => (cerrada = true));
    c.on('error', () => (cerrada = true));
    c.on('close', () => ok({ salida, cerrada, estados: [...salida.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(x => Number(x[1])).filter(e => e !== 100) }));
  });
}

// Lines that a file has gained since the last look; a line still being written waits for its end.
export class Cola {
  constructor(archivo) {
    Object.assign(this, { archivo, desde: existsSync(archivo) ? statSync(archivo).size : 0 });
  }
  lineas() {
    const bytes = existsSync(this.archivo) ? readFileSync(this.archivo).subarray(this.desde) : Buffer.alloc(0);
    const fin = bytes.lastIndexOf(10) + 1;
    this.desde += fin;
    return bytes.subarray(0, fin).toString('utf8').split('\n').filter(Boolean);
  }
}
// The access log is written 20 times a second.
export const asentar = () => dormir(250);

export const memoria = srv => {
  const estado = readFileSync(`/proc/${srv.proceso.pid}/status`, 'utf8');
  const mb = campo => Math.round(Number(new RegExp(`${campo}:\\s+(\\d+)`).exec(estado)[1]) / 1024);
  return { rss: mb('VmRSS'), maxima: mb('VmHWM'), virtual: mb('VmSize') };
};
// Peak memory of a process, less the memory before, stays under a bound. A sanitizer maps terabytes and keeps 256 MB of freed memory.
export function memoriaAcotada(f, srv, antes, tope) {
  const { maxima, virtual } = memoria(srv);
  const limite = tope + (virtual > 1e6 ? 300 : 0);
  f.nota(`memoria: ${antes} MB antes, ${maxima} MB la mayor`);
  f.exige(maxima - antes < limite, () => `la memoria creció ${maxima - antes} MB; el tope es ${limite}`);
}

export const percentil = (lista, p) => {
  const orden = [...lista].sort((a, b) => a - b);
  return orden.length ? orden[Math.min(orden.length - 1, Math.floor(orden.length * p))] : 0;
};

// Time must not tell one kind of request from another: `n` of each, in turns. The judge is the server's processor time, which noise does
// not change. Each kind stays within a factor of two of the first; a skipped password digest costs more than that.
export async function relojes(f, srv, que, n, clases) {
  const trabajo = () => readFileSync(`/proc/${srv.proceso.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((a, b) => a + Number(b), 0) * 10;  // ms of CPU
  const medidas = Object.entries(clases).map(([clase, pedir]) => ({ clase, pedir, ms: [], cpu: 0 }));
  for (let i = 0; i < n; ++i)
    for (const m of medidas) {
      const [t, antes] = [process.hrtime.bigint(), trabajo()];
      await m.pedir();
      m.cpu += trabajo() - antes;
      m.ms.push(Number(process.hrtime.bigint() - t) / 1e6);
      f.cuenta('solicitudes con reloj');
    }
  const texto = `${que}: ${medidas.map(m => `${m.clase} ${percentil(m.ms, 0.5).toFixed(1)} ms y ${(m.cpu / n).toFixed(1)} de CPU`).join(', ')} (mediana y media de ${n})`;
  f.exige(medidas.every(m => m.cpu < 2 * medidas[0].cpu && medidas[0].cpu < 2 * m.cpu), `el reloj distingue: ${texto}`);
  f.nota(texto);
}

// Scene: two organizations with the same records, an administrator of each, a server with both its logs in files. Organization 2 attacks
// organization 1.
export async function escena({ registros = 60, ajustes = {} } = {}) {
  const base = await Base.crear({ registros });
  try {
    await base.sql("INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) SELECT o, 'X' || n, 'Lista ' || n, 1 FROM generate_series(1, 2) o, generate_series(1, 6) n");
    await base.sql("UPDATE contacto SET codigo = 'Z-' || codigo WHERE organizacion_id = 2");  // the demo gives both the same codes
    await base.sql("UPDATE producto SET es_envase = true WHERE producto_id IN (SELECT max(producto_id) FROM producto GROUP BY organizacion_id)");
    await base.sql(siembra);
    await base.sql(siembraCompras);
    await base.sql(siembraSolicitudes);
    await base.sql('ANALYZE');
    const sucursal = o => base.uno(`SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = ${o}`);
    const [a1, a2, k1, k2] = await Promise.all([
      base.usuario({ usuario: 'admin1', sucursal: await sucursal(1) }), base.usuario({ usuario: 'admin2', organizacion: 2, sucursal: await sucursal(2) }),
      base.consumidor({ organizacion: 1, nombre: 'Consumidor uno' }), base.consumidor({ organizacion: 2, nombre: 'Consumidor dos' })]);
    const e = { base, uno: { ...a1, ...k1 }, dos: { ...a2, ...k2 }, matriz: await Matriz.crear(base) };
    e.srv = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'encabezado-segundos': 3, 'cuerpo-espera-segundos': 3, 'escritura-segundos': 5, 'hash-cola': 512, ...ajustes });
    [e.t1, e.t2] = [await e.srv.entrar(e.uno), await e.srv.entrar(e.dos)];
    e.llave = llaveDe(e.srv);
    // A token with other claims, signed by the server's own key.
    e.token = cambios => firmador(e.llave)(encabezado, { ...decodeJwt(e.t1), ...cambios });
    e.postgres = await Postgres.mirar(base.servidor);
    return e;
  } catch (error) {
    await base.soltar();
    throw error;
  }
}

// PostgreSQL stays as it was: the same postmaster, and none of its processes fell. A caller would see such a fall as a 503.
export class Postgres {
  static async mirar(conninfo) {
    const p = new Postgres();
    p.conninfo = conninfo;
    p.archivo = ['../postgresql.log', 'log'].map(x => path.join(/host=(\S+)/.exec(conninfo)[1], x)).find(existsSync);
    if (!p.archivo) throw new Error('no se encuentra el registro de PostgreSQL');
    p.registro = new Cola(p.archivo);
    p.desde = await p.arranque();
    return p;
  }
  arranque() {
    return sql(this.conninfo, 'SELECT pg_postmaster_start_time() AS desde').then(([x]) => x.desde, error => error.message);
  }
  async juzgar(f) {
    const ahora = await this.arranque();
    f.exige(ahora === this.desde, () => `PostgreSQL arrancó de nuevo: ${this.desde} → ${ahora}`);
    this.caidas(f);
  }
  caidas(f) {
    const lineas = this.registro.lineas().filter(l => /terminated by signal|PANIC|server process/.test(l));
    for (const l of lineas.slice(0, 5)) f.falta(`PostgreSQL: ${l}`);
    return lineas.length;
  }
}

// Zero 5xx in the server's own count. No family fills a queue, so no limit answers 503 either. A 505 is allowed where tramas asks for a
// version of HTTP that the server does not speak.
export async function sin5xx(f, srv) {
  const antes = srv.contados ?? new Map();
  srv.contados = new Map();
  let de503 = 0;
  const { texto } = await srv.get('/metrics', { encabezados: { 'X-Forwarded-For': '127.0.0.1' } }).catch(error => (f.falta(`el servidor no contesta: ${error.code}`), { texto: '' }));
  for (const [, operacion, estado, n] of texto.matchAll(/^gestor_solicitudes_total\{operacion="(.*)",estado="(5\d\d)"\} (\d+)$/gm)) {
    const que = `${operacion} ${estado}`;
    srv.contados.set(que, Number(n));
    const nuevos = Number(n) - (antes.get(que) ?? 0);
    if (estado === '503') de503 += nuevos;
    f.exige(estado === '505' || nuevos === 0, `${nuevos} respuestas ${estado} en ${operacion}`);
  }
  f.cuenta('respuestas 503', de503);
}

// A server ends with status 0 and without a report of a sanitizer, which tells leaks only at the end.
export async function alFin(f, srv) {
  const fin = await srv.parar();
  f.exige(fin.codigo === 0, () => `el servidor terminó con ${fin.codigo ?? fin.senal}: ${srv.errores.slice(-2000)}`);
  f.exige(!/AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:|SUMMARY: |terminate called/.test(srv.errores), () => `informe de un sanitizador: ${srv.errores.slice(0, 3000)}`);
}

// The judgement after each family.
export async function loQueQueda(f, e) {
  await sin5xx(f, e.srv);
  await e.postgres.juzgar(f);
}

// The last family: the process is alive, answers, and ends well. Controls: a killed server without its database, and a PostgreSQL with a
// killed backend.
export async function elServidor(e) {
  const f = new Familia('servidor');
  const salud = await e.srv.get('/api/Health/health').catch(error => ({ estado: error.code }));
  f.exige(salud.estado === 200, () => `la salud contesta ${salud.estado}`);
  if (f.exige(e.srv.proceso.exitCode === null && e.srv.proceso.signalCode === null, 'el proceso terminó antes de tiempo')) f.nota(`memoria al final ${memoria(e.srv).rss} MB, la mayor ${memoria(e.srv).maxima} MB`);
  await alFin(f, e.srv);

  const sinBase = await Servidor.iniciar(e.base);
  await e.base.soltar();
  await sinBase.get('/api/Health/health');
  await f.control('un 503', g => sin5xx(g, sinBase));
  sinBase.proceso.kill('SIGKILL');
  await f.control('un servidor que cae', g => alFin(g, sinBase));
  await f.control('un informe en stderr', g => alFin(g, { parar: async () => ({ codigo: 0 }), errores: '==1==ERROR: AddressSanitizer: heap-use-after-free' }));

  const carpeta = mkdtempSync('/tmp/gap');
  chmodSync(carpeta, 0o711);
  try {
    const { salida } = await correr(cluster, ['new', carpeta]);
    const otro = await Postgres.mirar(salida.trim());
    await f.control('un proceso de PostgreSQL que cae', async g => {
      await correr('psql', ['-Xq', otro.conninfo, '-c', "COPY (SELECT) TO PROGRAM 'kill -9 $PPID'"], { falla: true });
      await hasta(() => otro.caidas(g), 'PostgreSQL dice que cayó');  // the postmaster is the same: only its log tells
    });
    await f.control('un PostgreSQL que arranca de nuevo', async g => {
      await correr(cluster, ['stop', carpeta]);
      await correr(cluster, ['start', carpeta]);
      otro.caidas(new Familia(''));
      await otro.juzgar(g);
    });
  } finally {
    await correr(cluster, ['rm', carpeta]);
  }
  return f;
}
