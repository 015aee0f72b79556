// What the families of attacks share: the scene, a tally with its faults, raw sockets, the server's log, and the last judgement on
// the process itself. A family counts what it tried, names what went wrong, and shows with a control that its check can fail.
import { existsSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { Base, Servidor, dormir } from '../ayuda_api.mjs';
import { Matriz } from '../matriz.mjs';
import { siembra } from '../siembra.mjs';
import { encabezado, firmador, llaveDe } from '../tokens_hostiles.mjs';

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
  // What every answer must be: no 5xx, and an error with its code. `espera` are the statuses that will do.
  contesta(r, espera, que) {
    this.cuenta('solicitudes');
    const detalle = () => `${que}: ${r.estado} ${r.texto?.slice(0, 300)}`;
    if (r.estado === 503 && r.json?.codigo === 'NO_DISPONIBLE') return this.cuenta('503 por límite'), false;
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

// Bytes as they are; all that came back before the close, before `espera` ms without any byte, or 400 ms after the last.
export function crudo(puerto, bytes, espera = 8000) {
  return new Promise(ok => {
    let salida = '', cerrada = false;
    const c = net.connect(puerto, '127.0.0.1', () => c.write(bytes));
    c.setNoDelay(true);
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
  return { rss: mb('VmRSS'), maxima: mb('VmHWM') };
};

export const percentil = (lista, p) => {
  const orden = [...lista].sort((a, b) => a - b);
  return orden.length ? orden[Math.min(orden.length - 1, Math.floor(orden.length * p))] : 0;
};

// Two organizations with the same things, an administrator of each, a server with both its logs in files. Organization 1 is the
// one that is attacked; 2 attacks.
export async function escena({ registros = 60, ajustes = {} } = {}) {
  const base = await Base.crear({ registros });
  try {
    await base.sql("INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) SELECT o, 'X' || n, 'Lista ' || n, 1 FROM generate_series(1, 2) o, generate_series(1, 6) n");
    await base.sql("UPDATE contacto SET codigo = 'Z-' || codigo WHERE organizacion_id = 2");  // the demo gives both the same codes
    await base.sql(siembra);
    const sucursal = o => base.uno(`SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = ${o}`);
    const [a1, a2, k1, k2] = await Promise.all([
      base.usuario({ usuario: 'admin1', sucursal: await sucursal(1) }), base.usuario({ usuario: 'admin2', organizacion: 2, sucursal: await sucursal(2) }),
      base.consumidor({ organizacion: 1, nombre: 'Consumidor uno' }), base.consumidor({ organizacion: 2, nombre: 'Consumidor dos' })]);
    const e = { base, uno: { ...a1, ...k1 }, dos: { ...a2, ...k2 }, matriz: await Matriz.crear(base) };
    e.srv = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'encabezado-segundos': 3, 'cuerpo-espera-segundos': 3, 'hash-cola': 512, ...ajustes });
    [e.t1, e.t2] = [await e.srv.entrar(e.uno), await e.srv.entrar(e.dos)];
    e.llave = llaveDe(e.srv);
    // A token of ours with other claims: what the server would issue to another user.
    e.token = cambios => firmador(e.llave)(encabezado, { ...decodeJwt(e.t1), ...cambios });
    e.pgLog = ['../postgresql.log', 'log'].map(x => path.join(/host=(\S+)/.exec(base.servidor)[1], x)).find(existsSync);
    e.cerrar = async () => {
      const fin = await e.srv.parar();
      await base.soltar();
      return fin;
    };
    return e;
  } catch (error) {
    await base.soltar();
    throw error;
  }
}

export const informeDeSanitizador = texto => /AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error:|SUMMARY: |terminate called/.test(texto);

// Every 5xx that the log holds, from its beginning.
export function errores5xx(lineas) {
  const malas = [], limite = [];
  for (const l of lineas) {
    let o;
    try { o = JSON.parse(l); } catch { continue; }
    if (o.estado === 503) limite.push(o);
    else if (o.estado >= 500) malas.push(`${o.metodo} ${o.ruta} ${o.estado}`);
  }
  return { malas, limite: limite.length };
}

// The last family: the process is alive, answers, said nothing of a sanitizer, and ends as it should, which is when leaks are told.
export async function elServidor(e, lineasDelRegistro) {
  const f = new Familia('servidor');
  const salud = await e.srv.get('/api/Health/health').catch(error => ({ estado: error.code }));
  f.exige(salud.estado === 200, () => `la salud contesta ${salud.estado}`);
  const vive = f.exige(e.srv.proceso.exitCode === null && e.srv.proceso.signalCode === null, 'el proceso terminó antes de tiempo');
  const { malas, limite } = errores5xx(lineasDelRegistro);
  f.cuenta('renglones de bitácora', lineasDelRegistro.length);
  f.cuenta('5xx', malas.length);
  f.cuenta('503 por límite', limite);
  for (const m of malas.slice(0, 20)) f.falta(`5xx en la bitácora: ${m}`);
  if (vive) f.nota(`memoria al final ${memoria(e.srv).rss} MB, la mayor ${memoria(e.srv).maxima} MB`);
  const fin = await e.cerrar();
  f.exige(fin.codigo === 0, () => `terminó con ${fin.codigo ?? fin.senal}: ${e.srv.errores.slice(-2000)}`);
  f.exige(!informeDeSanitizador(e.srv.errores), () => `informe de un sanitizador: ${e.srv.errores.slice(0, 3000)}`);
  await f.control('un informe en stderr', g => g.exige(!informeDeSanitizador('==1==ERROR: AddressSanitizer: heap-use-after-free'), 'informe'));
  await f.control('un 500 en la bitácora', g => errores5xx(['{"metodo":"GET","ruta":"/","estado":500}']).malas.forEach(x => g.falta(x)));
  return f;
}
