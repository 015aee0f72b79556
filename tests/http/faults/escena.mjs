// Stage: PostgreSQL on a machine that can fail, two servers that reach it through a proxy that can cut, nginx in front as shipped,
// and a company for the run.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { Base, Servidor, dormir, hasta } from '../lib/ayuda_api.mjs';
import { fundar } from '../lib/escenarios.mjs';
import { Nginx, puertoLibre } from '../lib/nginx.mjs';
import { Corte } from './corte.mjs';
import { Maquina } from './maquina.mjs';

export const TOPE = 30_000;  // an answer that takes longer is a hang

export class Escena {
  servidores = [];
  arranques = [];  // ms, with PostgreSQL there
  sinBase = 0;     // that failed because it was not
  faltas = [];     // what must never happen
  dicho = [];      // by servers that are gone, of requests

  static async montar({ sabotaje = '', fsync = true, decir = () => {} } = {}) {
    const s = new Escena();
    s.decir = decir;
    s.carpeta = mkdtempSync('/tmp/gf');
    chmodSync(s.carpeta, 0o755);
    s.alSalir = () => s.#limpiar();
    process.on('exit', s.alSalir);
    s.maquina = new Maquina(s.carpeta);
    await s.maquina.montar();
    mkdirSync(`${s.carpeta}/p`, { mode: 0o700 });
    s.corte = await Corte.abrir(`${s.carpeta}/p/.s.PGSQL.5432`, s.maquina.socket);
    s.base = await Base.crear({ registros: 0, servidor: s.maquina.admin });
    await s.maquina.durar({ fsync });
    s.ajustes = { trabajadores: 8, 'token-segundos': 86400, 'base-datos': s.base.app.replace(/host=\S+/, `host=${s.carpeta}/p`) };
    s.entorno = sabotaje ? { SABOTAJE: sabotaje } : {};
    for (const puerto of [await puertoLibre(), await puertoLibre()]) await s.levantar(s.servidores.length, puerto);
    s.empresa = await fundar(s.base, s.servidores[0], 'Fallas');
    s.nginx = await Nginx.iniciar(s.servidores.map(x => x.puerto), { sinLimites: true });
    await hasta(async () => (await s.pedir('GET', '/api/Health/health')).estado === 200, 'nginx atiende');
    decir(`escena: 2 servidores, nginx, PostgreSQL con ${s.maquina.corriente ? 'disco propio: hay cortes de corriente, disco lleno y disco quieto' : 'el disco de la máquina: sin cortes de corriente, disco lleno ni quieto'}`);
    return s;
  }
  falta(que, datos) {
    this.faltas.push({ falta: que, ...datos });
  }
  // Starts a server in its place. The start is repeated while PostgreSQL is down, as systemd does.
  async levantar(i, puerto = this.servidores[i].puerto) {
    for (const fin = Date.now() + 60_000; ;) {
      const inicio = performance.now();
      const { presente } = this.maquina;
      try {
        const s = await Servidor.iniciar(this.base, { ...this.ajustes, puerto, ...(this.llaves && { 'llaves-token': this.llaves }) }, this.entorno);
        s.fin.then(como => s.fuera || (s.fuera = true, this.falta('un servidor terminó sin que nadie se lo pidiera', { ...como, texto: s.errores.slice(-500) })));
        if (!this.llaves) writeFileSync((this.llaves = `${this.carpeta}/llaves`), readFileSync(s.llaves), { mode: 0o600 });
        this.alzado = performance.now();
        if (presente) this.arranques.push(this.alzado - inicio);
        if (this.servidores[i]) this.dicho.push(...this.servidores[i].errores.split('\n').filter(l => l.includes('solicitudId')));
        return (this.servidores[i] = s);
      } catch (e) {
        if (presente && this.maquina.presente) this.falta('un servidor no arrancó, con PostgreSQL ahí', { texto: e.message });
        else this.sinBase++;
        if (Date.now() > fin) throw e;
        await dormir(250);
      }
    }
  }
  // Stops a server: SIGTERM must end it with exit code 0, another signal by that signal.
  async parar(i, senal) {
    const s = this.servidores[i];
    s.fuera = true;
    const fin = await s.parar(senal);
    if (senal === 'SIGTERM' ? fin.codigo !== 0 : fin.senal !== senal) this.falta(`${senal} y no terminó así`, { ...fin, texto: s.errores.slice(-500) });
  }
  // Whether a server was down at some moment since `desde`.
  incompleta(desde) {
    return this.alzado > desde || this.servidores.some(s => s.fuera);
  }
  // Log lines of all servers about a request, also of servers that ended.
  eventos(solicitudId) {
    return [...this.dicho, ...this.servidores.flatMap(s => s.errores.split('\n'))].filter(l => solicitudId && l.includes(solicitudId));
  }
  // Request through nginx. The promise always resolves: with an answer, or with `error`. `antesDeOir`: the caller hangs up after that many ms.
  pedir(metodo, ruta, { cuerpo, clave, antesDeOir } = {}) {
    const bytes = cuerpo && Buffer.from(JSON.stringify(cuerpo));
    const headers = { Host: 'api.ejemplo.mx', ...(this.empresa && { Authorization: `Bearer ${this.empresa.token}` }), ...(clave && { 'Idempotency-Key': clave }),
      ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }) };
    return new Promise(ok => {
      const inicio = performance.now();
      const listo = r => (clearTimeout(reloj), ok({ ...r, ms: performance.now() - inicio }));
      const r = https.request({ host: '127.0.0.1', port: this.nginx.tls, method: metodo, path: ruta, headers, agent: this.nginx.agente }, res => {
        const partes = [];
        res.on('data', d => partes.push(d)).on('error', e => listo({ error: e.message })).on('end', () => {
          const texto = Buffer.concat(partes).toString('utf8');
          const json = /json/.test(res.headers['content-type'] ?? '') && texto ? JSON.parse(texto) : undefined;
          listo({ estado: res.statusCode, h: res.headers, texto, json });
        });
      });
      const reloj = setTimeout(() => (r.destroy(), ok({ error: 'colgada', colgada: true, ms: TOPE })), TOPE);
      r.on('error', e => listo({ error: e.message }));
      r.end(bytes, () => antesDeOir !== undefined && setTimeout(() => r.destroy(new Error('el cliente se fue')), antesDeOir));
    });
  }
  async cerrar() {
    this.cerrada = true;
    await Promise.all(this.servidores.map((_, i) => this.parar(i, 'SIGKILL')));
    await this.nginx?.parar();
    await this.corte?.cerrar();
    this.#limpiar();
  }
  #limpiar() {
    process.off('exit', this.alSalir);
    this.maquina?.desmontar();
  }
}
