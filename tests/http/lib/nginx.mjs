// Nginx: nginx in front of real servers, with scripts/deploy/nginx.conf, where only paths and ports are replaced.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { Cliente, correr, raizRepo } from './ayuda_api.mjs';
import { lanzar } from './procesos.mjs';

export const puertoLibre = () => new Promise(ok => {
  const s = net.createServer().listen(0, '127.0.0.1', () => {
    const { port } = s.address();
    s.close(() => ok(port));
  });
});

export class Nginx extends Cliente {
  // sinLimites: removes the limits per address, since all callers of a test have one address. conReplica: adds the line that the file has for a
  // replica. conPrisa: nginx waits one second for an answer.
  static async iniciar(puertos, { sinLimites = false, conReplica = false, conPrisa = false } = {}) {
    const n = new Nginx();
    const carpeta = (n.carpeta = mkdtempSync('/tmp/gn-'));
    [n.claro, n.tls] = [await puertoLibre(), await puertoLibre()];
    n.puerto = n.tls;
    await correr('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${carpeta}/llave.pem`, '-out', `${carpeta}/certificado.pem`,
      '-days', '2', '-subj', '/CN=api.ejemplo.mx', '-addext', 'subjectAltName=DNS:api.ejemplo.mx']);
    let configuracion = readFileSync(path.join(raizRepo, 'scripts/deploy/nginx.conf'), 'utf8')
      .replace(/^user .*$/m, process.getuid() === 0 ? 'user root;' : '')
      .replace('/run/nginx.pid', `${carpeta}/pid`).replace('/var/log/nginx/error.log', `${carpeta}/error.log`).replaceAll('/etc/gestor/tls', carpeta)
      .replace(/^( *)server 127\.0\.0\.1:8080( ?[^;]*;)\n.*:8081.*$/m, (_, sangria, resto) => puertos.map(p => `${sangria}server 127.0.0.1:${p}${resto}`).join('\n'))
      .replace(/^.*listen \[::\].*$/gm, '').replace('listen 80 ', `listen 127.0.0.1:${n.claro} `).replace('listen 443 ', `listen 127.0.0.1:${n.tls} `);
    if (sinLimites) configuracion = configuracion.replace(/rate=\d+r\/s/g, 'rate=100000r/s').replace(/burst=\d+/g, 'burst=100000').replace(/limit_conn conexiones \d+/, 'limit_conn conexiones 10000');
    if (conPrisa) configuracion = configuracion.replace(/proxy_read_timeout \d+s/, 'proxy_read_timeout 1s');
    if (conReplica) configuracion = configuracion.replace(/# (hash [^;]*;)/, '$1');
    if (conReplica !== /^ *hash /m.test(configuracion) || !puertos.every(p => configuracion.includes(`server 127.0.0.1:${p}`)) || /:808\d|listen (80|443)/.test(configuracion.replace(/#.*$/gm, ''))) throw new Error('scripts/deploy/nginx.conf ya no es la que aquí se sabe adaptar');
    writeFileSync(`${carpeta}/nginx.conf`, configuracion);
    const orden = ['-p', carpeta, '-c', `${carpeta}/nginx.conf`, '-e', `${carpeta}/error.log`];
    const prueba = await correr('/usr/sbin/nginx', ['-t', ...orden], { falla: true });
    if (prueba.codigo !== 0) throw new Error(prueba.errores);
    n.proceso = lanzar('/usr/sbin/nginx', [...orden, '-g', 'daemon off;'], { stdio: 'ignore' }, 'TERM');
    n.fin = new Promise(ok => n.proceso.on('exit', ok));
    n.alSalir = () => n.proceso.kill('SIGTERM');
    process.on('exit', n.alSalir);
    n.agente = new https.Agent({ keepAlive: true, maxSockets: 256, ca: readFileSync(`${carpeta}/certificado.pem`), servername: 'api.ejemplo.mx' });
    return n;
  }
  bitacora() {
    return readFileSync(`${this.carpeta}/error.log`, 'utf8');
  }
  async parar() {
    process.off('exit', this.alSalir);
    this.agente.destroy();
    this.proceso.kill('SIGTERM');
    await this.fin;
    rmSync(this.carpeta, { recursive: true, force: true });
  }
}
