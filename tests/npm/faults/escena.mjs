// The stage: PostgreSQL on a machine that can fail, two servers that reach it through a proxy that can cut, nginx in front as shipped,
// and a company of its own.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { Base, Servidor, correr, dormir, raizRepo } from '../ayuda_api.mjs';
import { fundar } from '../escenarios.mjs';
import { Corte } from './corte.mjs';
import { Maquina } from './maquina.mjs';

export const TOPE = 30_000;  // an answer that takes longer is a hang

export const puertoLibre = () => new Promise(ok => {
  const s = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = s.address();
    s.close(() => ok(port));
  });
});

export async function hasta(fn, que, ms = 60_000) {
  for (const fin = Date.now() + ms; Date.now() < fin; await dormir(5)) {
    const r = await fn();
    if (r) return r;
  }
  throw new Error(`no se cumplió: ${que}`);
}

// scripts/nginx.conf as it is, but for paths, ports, and the limits per address: here all callers are one.
async function nginx(carpeta, puertos) {
  const [claro, tls] = [await puertoLibre(), await puertoLibre()];
  await correr('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${carpeta}/llave.pem`, '-out', `${carpeta}/certificado.pem`,
    '-days', '2', '-subj', '/CN=api.ejemplo.mx', '-addext', 'subjectAltName=DNS:api.ejemplo.mx']);
  const configuracion = readFileSync(path.join(raizRepo, 'scripts/nginx.conf'), 'utf8')
    .replace(/^user .*$/m, process.getuid() === 0 ? 'user root;' : '')
    .replace('/run/nginx.pid', `${carpeta}/nginx.pid`).replace('/var/log/nginx/error.log', `${carpeta}/nginx.log`).replaceAll('/etc/gestor/tls', carpeta)
    .replace(/^( *)server 127\.0\.0\.1:8080 ([^;]*);\n.*8081.*$/m, (_, sangria, opciones) => puertos.map(p => `${sangria}server 127.0.0.1:${p} ${opciones};`).join('\n'))
    .replace(/rate=\d+r\/s/g, 'rate=100000r/s').replace(/burst=\d+/g, 'burst=100000').replace(/limit_conn conexiones \d+/, 'limit_conn conexiones 10000')
    .replace(/^.*listen \[::\].*$/gm, '').replace('listen 80 ', `listen 127.0.0.1:${claro} `).replace('listen 443 ', `listen 127.0.0.1:${tls} `);
  if (!puertos.every(p => configuracion.includes(`127.0.0.1:${p} `)) || /:808\d|listen (80|443)/.test(configuracion.replace(/#.*$/gm, ''))) throw new Error('scripts/nginx.conf ya no es la que se sabe adaptar');
  writeFileSync(`${carpeta}/nginx.conf`, configuracion);
  const proceso = spawn('/usr/sbin/nginx', ['-p', carpeta, '-c', `${carpeta}/nginx.conf`, '-e', `${carpeta}/nginx.log`, '-g', 'daemon off;'], { stdio: 'ignore' });
  proceso.fin = new Promise(ok => proceso.on('exit', ok));
  return { proceso, tls, bitacora: () => readFileSync(`${carpeta}/nginx.log`, 'utf8') };
}

export class Escena {
  static async montar({ sabotaje = '', fsync = true, decir = () => {} } = {}) {
    const s = new Escena();
    s.decir = decir;
    s.carpeta = mkdtempSync('/tmp/gf');
    chmodSync(s.carpeta, 0o755);
    s.alSalir = () => s.#limpiar();
    process.on('exit', s.alSalir);
    s.maquina = await Maquina.montar(s.carpeta, { fsync });
    mkdirSync(`${s.carpeta}/p`, { mode: 0o700 });
    s.corte = await Corte.abrir(`${s.carpeta}/p/.s.PGSQL.5432`, s.maquina.socket);
    s.base = await Base.crear({ registros: 0, servidor: s.maquina.admin });
    s.ajustes = { trabajadores: 8, 'token-segundos': 86400, 'base-datos': s.base.app.replace(/host=\S+/, `host=${s.carpeta}/p`) };
    if (sabotaje) process.env.SABOTAJE = sabotaje;
    else delete process.env.SABOTAJE;
    s.servidores = [];
    s.arranques = [];
    for (const puerto of [await puertoLibre(), await puertoLibre()]) await s.levantar(s.servidores.length, puerto);
    s.empresa = await fundar(s.base, s.servidores[0], 'Fallas');
    s.nginx = await nginx(s.carpeta, s.servidores.map(x => x.puerto));
    s.agente = new https.Agent({ keepAlive: true, maxSockets: 256, ca: readFileSync(`${s.carpeta}/certificado.pem`), servername: 'api.ejemplo.mx' });
    await hasta(async () => (await s.pedir('GET', '/api/Health/health')).estado === 200, 'nginx atiende');
    decir(`escena: 2 servidores, nginx, PostgreSQL con ${s.maquina.corriente ? 'disco propio: hay cortes de corriente y disco lleno' : 'el disco de la máquina: sin cortes de corriente ni disco lleno'}`);
    return s;
  }
  // Starts a server in its place, again and again while PostgreSQL is not there, as systemd would.
  async levantar(i, puerto = this.servidores[i].puerto) {
    const inicio = performance.now();
    const llaves = this.llaves ?? undefined;
    for (const fin = Date.now() + 60_000; ;) {
      try {
        const s = await Servidor.iniciar(this.base, { ...this.ajustes, puerto, ...(llaves && { 'llaves-token': llaves }) });
        if (!this.llaves) writeFileSync((this.llaves = `${this.carpeta}/llaves`), readFileSync(s.llaves), { mode: 0o600 });
        this.arranques.push(performance.now() - inicio);
        return (this.servidores[i] = s);
      } catch (e) {
        if (Date.now() > fin) throw e;
        await dormir(250);
      }
    }
  }
  // Through nginx. Resolves always: with an answer, or with `error`. `antesDeOir`: leaves without the answer that many ms after asking.
  pedir(metodo, ruta, { cuerpo, clave, antesDeOir } = {}) {
    const bytes = cuerpo && Buffer.from(JSON.stringify(cuerpo));
    const headers = { Host: 'api.ejemplo.mx', ...(this.empresa && { Authorization: `Bearer ${this.empresa.token}` }), ...(clave && { 'Idempotency-Key': clave }),
      ...(bytes && { 'Content-Type': 'application/json', 'Content-Length': bytes.length }) };
    return new Promise(ok => {
      const inicio = performance.now();
      const listo = r => (clearTimeout(reloj), ok({ ...r, ms: performance.now() - inicio }));
      const r = https.request({ host: '127.0.0.1', port: this.nginx.tls, method: metodo, path: ruta, headers, agent: this.agente }, res => {
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
    this.agente.destroy();
    await Promise.all(this.servidores.map(s => s.parar('SIGKILL')));
    this.nginx.proceso.kill('SIGTERM');
    await this.nginx.proceso.fin;
    await this.corte.cerrar();
    this.#limpiar();
  }
  #limpiar() {
    process.off('exit', this.alSalir);
    if (this.nginx?.proceso.exitCode === null) this.nginx.proceso.kill('SIGTERM');
    if (this.maquina) this.maquina.desmontar();
    rmSync(this.carpeta, { recursive: true, force: true });
  }
}
