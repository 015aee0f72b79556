// Machine of PostgreSQL, with the faults of a machine: processes die or stand still. Where a private file system can be mounted, the
// power fails (unsynced data is lost), and the disk fills up or stands still.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { cluster, correr, dormir, hasta, sql } from '../lib/ayuda_api.mjs';

// EXT4_IOC_SHUTDOWN with NOLOGFLUSH: nothing reaches the disk from here on, as in a power failure.
const APAGAR = 'sysopen(F, $ARGV[0], 0) or die $!; my $f = pack("I", 2); ioctl(F, 0x8004587d, $f) or die $!';

const ejecutar = (programa, ...argumentos) => spawnSync(programa, argumentos, { encoding: 'utf8' });

export class Maquina {
  presente = true;  // PostgreSQL was not taken away, or is back
  sinEspacio = [];  // how often it said so, each time the disk was full

  constructor(carpeta) {
    Object.assign(this, { carpeta, disco: `${carpeta}/m`, imagen: `${carpeta}/disco.img`, dir: `${carpeta}/m/c`, socket: `${carpeta}/m/c/s/.s.PGSQL.5432` });
  }
  // `corriente`: the disk is private, so that its power can fail.
  async montar({ megas = 4096 } = {}) {
    mkdirSync(this.disco, { mode: 0o711 });
    this.corriente = !process.env.FALLAS_SIN_DISCO && process.getuid() === 0 && ejecutar('truncate', '-s', `${megas}M`, this.imagen).status === 0
      && ejecutar('mkfs.ext4', '-q', '-F', '-m', '0', '-E', 'lazy_itable_init=1', this.imagen).status === 0 && this.#montarDisco();
    this.admin = (await correr(cluster, ['new', this.dir])).salida.trim();
  }
  // The tables exist; writes acknowledged from here on are on the disk. The template databases are dropped and the disk is synced, because
  // PostgreSQL syncs every file when it starts after a kill, and each database has thousands. fsync = false is for the control.
  async durar({ fsync = true } = {}) {
    // A dead process loses nothing that it gave to the kernel. Without a private disk, the process itself must hold data back.
    const sin = fsync ? '' : this.corriente ? 'fsync' : 'synchronous_commit';
    for (const { datname } of await sql(this.admin, "SELECT datname FROM pg_database WHERE datname LIKE 'plantilla%'")) await sql(this.admin, `DROP DATABASE ${datname}`);
    for (const ajuste of ['fsync', 'synchronous_commit', 'full_page_writes']) await sql(this.admin, `ALTER SYSTEM SET ${ajuste} = ${ajuste === sin ? 'off' : 'on'}`);
    await sql(this.admin, 'ALTER SYSTEM SET recovery_init_sync_method = syncfs');
    await sql(this.admin, 'SELECT pg_reload_conf()');
    await hasta(async () => (await sql(this.admin, 'SHOW full_page_writes')) === 'on', 'PostgreSQL relee sus ajustes');
    await sql(this.admin, 'CHECKPOINT');
    ejecutar('sync', '-f', this.disco);
  }
  // Stored data is safe. Without fsync, later data in the kernel is not safe; where only processes can die, later data does not even
  // reach the kernel.
  async asentar() {
    await sql(this.admin, 'CHECKPOINT');
    ejecutar('sync', '-f', this.disco);
    if (!this.corriente) for (const pid of this.procesos()) if (/walwriter|background writer/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) this.#senal(pid, 'SIGSTOP');
  }
  // Log of PostgreSQL, on the disk that fails: empty while the disk cannot be read.
  #bitacora() {
    try {
      return readFileSync(`${this.dir}/s/log`, 'latin1');
    } catch {
      return '';
    }
  }
  #montarDisco() {
    return ejecutar('mount', '-o', 'loop', this.imagen, this.disco).status === 0 && (ejecutar('chmod', '711', this.disco), true);
  }
  // Synchronous, so that a process can call it as its last action.
  desmontar() {
    ejecutar('fsfreeze', '-u', this.disco);
    for (const pid of this.procesos()) this.#senal(pid, 'SIGKILL');
    for (let i = 0; i < 100 && this.procesos().length > 0; i++) ejecutar('sleep', '0.1');
    for (let i = 0; i < 100 && ejecutar('mountpoint', '-q', this.disco).status === 0; i++) if (ejecutar('umount', this.disco).status !== 0) ejecutar('sleep', '0.1');
    try {
      rmSync(this.carpeta, { recursive: true, force: true });
    } catch (e) {  // of a disk that was cut and is still held: what was found is told all the same
      console.error(`queda ${this.carpeta}: ${e.message}`);
    }
  }
  #senal(pid, senal) {
    try {
      process.kill(pid, senal);
    } catch { /* it has just gone by itself */ }
  }
  postmaster() {
    try {
      return Number(readFileSync(`${this.dir}/pg/postmaster.pid`, 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  }
  // Postmaster and children that are alive: every process whose working directory is the data directory.
  procesos() {
    const datos = `${this.dir}/pg`;
    return readdirSync('/proc').filter(p => /^\d+$/.test(p)).map(Number).filter(pid => {
      try {
        return /^postgres$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) && readlinkSync(`/proc/${pid}/cwd`) === datos;
      } catch {
        return false;
      }
    });
  }
  async arrancar() {
    await hasta(async () => this.procesos().length === 0 || await this.responde(), 'los procesos de PostgreSQL terminan');
    await hasta(async () => (await correr(cluster, ['start', this.dir], { falla: true })).codigo === 0, 'PostgreSQL arranca').catch(e => {
      throw new Error(`${e.message}; su bitácora termina así:\n${this.#bitacora().slice(-3000)}`);
    });
    await hasta(() => this.responde(), 'PostgreSQL atiende');
    this.presente = true;
  }
  async responde() {
    return (await correr('/usr/lib/postgresql/15/bin/pg_isready', ['-q', '-h', `${this.dir}/s`, '-p', '5432'], { falla: true })).codigo === 0;
  }
  // kill -9 of the postmaster alone, whose children notice, or of all processes at the same moment.
  matar({ todos }) {
    this.presente = false;
    const jefe = this.postmaster();
    const victimas = todos ? this.procesos() : [jefe];
    for (const pid of victimas) this.#senal(pid, 'SIGKILL');
    return hasta(() => this.procesos().length === 0, 'nadie queda');
  }
  detener(modo) {
    this.presente = false;
    return correr(cluster, ['stop', this.dir, modo]);
  }
  async congelar(ms) {
    const todos = this.procesos();
    for (const pid of todos) this.#senal(pid, 'SIGSTOP');
    await dormir(ms);
    for (const pid of todos) this.#senal(pid, 'SIGCONT');
  }
  // Power failure and return: unsynced data is lost. Processes that live a moment longer report a failing disk.
  async cortarCorriente() {
    this.presente = false;
    const r = ejecutar('perl', '-e', APAGAR, this.disco);
    if (r.status !== 0) throw new Error(`no se pudo cortar la corriente: ${r.stderr}`);
    for (const pid of this.procesos()) this.#senal(pid, 'SIGKILL');
    await hasta(() => this.procesos().length === 0, 'nadie queda');
    await hasta(() => ejecutar('umount', this.disco).status === 0, 'el disco se desmonta');
    await hasta(() => this.#montarDisco(), 'el disco se monta de nuevo');  // its loop device may be let go a moment later
  }
  // Frozen disk: writes wait, and so do their programs. One command freezes and thaws, so that the disk thaws even when this program dies.
  // A directory without a mount is refused, because it is on the disk of the host.
  async aquietarDisco(segundos) {
    await correr('sh', ['-c', 'mountpoint -q "$1" && fsfreeze -f "$1" && sleep "$2"; fsfreeze -u "$1"', 'sh', this.disco, String(segundos)]);
  }
  #quejas() {
    return this.#bitacora().split('No space left on device').length - 1;
  }
  // Waits until PostgreSQL reports the full disk, with a limit, because the report may not fit on the disk either.
  async llenarDisco(ms) {
    const antes = this.#quejas();
    const relleno = `${this.disco}/relleno`;
    const { bavail, bsize } = statfsSync(this.disco);
    ejecutar('fallocate', '-l', String(bavail * bsize), relleno);
    // Small files take the space that fallocate cannot take in one piece.
    for (let i = 0; statfsSync(this.disco).bavail > 0 && i < 4; i++) ejecutar('dd', 'if=/dev/zero', `of=${relleno}${i}`, 'bs=64k');
    let i = 0;
    do await dormir(ms);
    while (this.#quejas() === antes && ++i < 5);
    this.sinEspacio.push(this.#quejas() - antes);
    for (const archivo of readdirSync(this.disco).filter(n => n.startsWith('relleno'))) rmSync(`${this.disco}/${archivo}`);
    ejecutar('sync', '-f', this.disco);  // or the next cut of current would bring it back, and the disk would be full for good
  }
}
