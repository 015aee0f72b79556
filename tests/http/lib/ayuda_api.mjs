// Shared by the API tests: a database with the demo company, users and keys made by the operator's commands, a real server process, and an HTTP
// client that hides nothing (raw headers, bytes, no redirects).
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, statSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { vigilar } from './candados.mjs';
import { lanzar } from './procesos.mjs';

export const raizRepo = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const gestor = process.env.GESTOR_BIN ?? path.join(raizRepo, 'build/release/gestor');
// deComandos: program for the operator's commands. A program with sanitizers would look for leaks for 3 s after each command (scripts/test).
const deComandos = process.env.GESTOR_COMANDOS ?? gestor;
export const cluster = process.env.GESTOR_CLUSTER ?? path.join(raizRepo, 'scripts/cluster');
const administrador = process.env.GESTOR_TEST_ADMIN;

// dia: a day counted from today, in the time zone of the demo's first branch, so that no test expires.
export const dia = (cuantos = 0) => new Date(Date.now() + cuantos * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Mexico_City' });

export const dormir = ms => new Promise(ok => setTimeout(ok, ms));

// hasta: waits until `fn` answers a true value; the limit only turns a hang into a failure.
export async function hasta(fn, que, ms = 60_000) {
  for (const fin = Date.now() + ms; Date.now() < fin; await dormir(10)) {
    const r = await fn();
    if (r) return r;
  }
  throw new Error(`no se cumplió: ${que}`);
}

// Runs a program to its end; `entrada` goes to its standard input.
export function correr(programa, argumentos, { entrada = '', env = {}, falla = false } = {}) {
  return new Promise((ok, mal) => {
    const p = execFile(programa, argumentos, { env: { ...process.env, ...env }, maxBuffer: 1 << 28 },
      (error, salida, errores) => {
        if (error && !falla) return mal(new Error(`${programa} ${argumentos.join(' ')}: ${errores || error.message}`));
        ok({ codigo: error ? error.code : 0, salida, errores });
      });
    p.stdin.on('error', () => {});
    p.stdin.end(entrada);
  });
}

const otraBase = (conninfo, base, usuario) =>
  conninfo.replace(/dbname=\S+/, `dbname=${base}`).replace(/user=\S+/, `user=${usuario ?? /user=(\S+)/.exec(conninfo)[1]}`);

// ociosas: idle connections by their conninfo. A psql process per statement cost 25 ms, two fifths of the time of an API test.
const ociosas = new Map();

async function conectar(conninfo) {
  const { host, port, dbname: database, user } = Object.fromEntries(conninfo.trim().split(/\s+/).map(par => par.split('=')));
  const c = new pg.Client({ host, port: Number(port), database, user, options: '-c search_path=gestor,public', application_name: 'pruebas',
    types: { getTypeParser: () => texto => texto } });
  c.on('error', () => (c.muerta = true));  // the database was dropped, or PostgreSQL stopped
  await c.connect();
  return c;
}

// enConexion: one statement on a connection that stays; undefined when the connection is lost before the answer.
async function enConexion(conninfo, orden) {
  const libres = ociosas.get(conninfo) ?? ociosas.set(conninfo, []).get(conninfo);
  let c;
  try {
    while ((c = libres.pop())?.muerta);
    c ? c.ref() : (c = await conectar(conninfo));
    const { rows } = await c.query({ text: orden, rowMode: 'array' });
    return rows.map(fila => fila.map(v => v ?? '').join('|')).join('\n');
  } catch (error) {
    if (error.severity !== 'ERROR') return undefined;
    throw new Error([`ERROR:  ${error.message}`, error.detail && `DETAIL:  ${error.detail}`, error.hint && `HINT:  ${error.hint}`].filter(Boolean).join('\n'));
  } finally {
    if (c && !c.muerta) c.unref(), libres.push(c);
  }
}

// tomar: runs a statement and keeps its locks until the returned function is called.
async function tomar(conninfo, texto) {
  const c = await conectar(conninfo);
  await c.query(`BEGIN; ${texto}`);
  return async () => {
    await c.query('COMMIT');
    await c.end();
  };
}

async function cerrarOciosas(conninfo) {
  const suyas = ociosas.get(conninfo) ?? [];
  ociosas.delete(conninfo);
  await Promise.all(suyas.map(c => (c.ref(), c.end().catch(() => {}))));
}

// Any statement; rows of a SELECT come back as objects. Several statements, and any that changes its session, go to psql.
export async function sql(conninfo, texto) {
  const consulta = /^\s*(select|with|table|values)/i.test(texto);
  const orden = consulta && !/\breturning\b|set_config|\bpg_terminate/i.test(texto)
    ? `SELECT coalesce(json_agg(fila_), '[]') FROM (${texto}) fila_` : texto;
  let salida;
  if (!/[;\\]|^\s*(set|reset|begin|lock|listen|vacuum|create|drop|alter)\b|set_config|pg_sleep|advisory/i.test(orden)) salida = await enConexion(conninfo, orden);
  if (salida === undefined)
    ({ salida } = await correr('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', conninfo, '-f', '-'],
      { entrada: `SET search_path = gestor, public;\n${orden};\n` }));
  return consulta && orden !== texto ? JSON.parse(salida) : salida.trim();
}

export class Base {
  // candados: soltar() fails when two calls of the server asked for two locks in opposite orders (CANDADOS=1: in every file).
  static async crear({ registros = 300, servidor = administrador, montada = false, candados = Boolean(process.env.CANDADOS) } = {}) {
    assert.ok(servidor, 'falta GESTOR_TEST_ADMIN');
    const b = Base.llamada(servidor, `api_${process.pid}_${randomBytes(4).toString('hex')}`);
    const plantilla = await Base.plantilla(servidor, registros, montada);
    await b.copiar(plantilla);
    if (montada) b.credenciales = (await sql(servidor, `SELECT shobj_description(oid, 'pg_database')::json AS c FROM pg_database WHERE datname = '${plantilla}'`))[0].c;
    if (candados) b.candados = await vigilar(b);
    return b;
  }
  tomar(texto) {
    return tomar(this.admin, texto);
  }
  // esperando: waits until `cuantos` calls wait for a lock.
  esperando(cuantos = 1) {
    return hasta(async () => (await this.uno('SELECT count(DISTINCT pid) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()')) >= cuantos, `${cuantos} esperan un candado`);
  }
  static llamada(servidor, nombre) {
    return Object.assign(new Base(), { servidor, nombre, admin: otraBase(servidor, nombre), app: otraBase(servidor, nombre, 'gestor_app') });
  }
  // plantilla: template database for the tests, made once by this program in this cluster and copied. Three kinds: empty, with a demo, and mounted. A
  // mounted template also has an administrator and a key of each organization, written in the comment of the database, since hashing a password costs
  // 0.3 s. When two files make the same template at once, the second finds the name taken.
  static async plantilla(servidor, registros, montada = false) {
    const { mtimeMs, size } = statSync(deComandos);
    const contrasenas = process.env.CONTRASENAS === 'baratas' ? 'b' : '';
    const nombre = `plantilla_${registros}${montada ? `m${contrasenas}` : ''}_${Math.floor(mtimeMs)}_${size}`;
    if ((await sql(servidor, `SELECT 1 FROM pg_database WHERE datname = '${nombre}'`)).length > 0) return nombre;
    const b = Base.llamada(servidor, `${nombre}_${process.pid}`);
    await b.copiar(montada ? await Base.plantilla(servidor, registros) : registros > 0 ? await Base.plantilla(servidor, 0) : 'template1');
    if (montada) {
      const credenciales = JSON.stringify(await b.poblar());
      await sql(servidor, `COMMENT ON DATABASE ${b.nombre} IS '${credenciales}'`);
    } else if (registros > 0) await b.gestor(['demo', '--registros', String(registros)]);
    else await b.gestor(['migrate', '--catalogos', 'no']);  // the catalog of 52,514 product keys, which few tests need
    await cerrarOciosas(b.admin);
    await sql(servidor, `ALTER DATABASE ${b.nombre} RENAME TO ${nombre}`).catch(() => b.soltar());
    return nombre;
  }
  async poblar() {
    const [a1, a2, k1, k2] = await Promise.all([
      this.usuario({ usuario: 'admin1', sucursal: await this.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 1') }),
      this.usuario({ usuario: 'admin2', organizacion: 2 }),
      this.consumidor({ organizacion: 1, nombre: 'Consumidor uno' }),
      this.consumidor({ organizacion: 2, nombre: 'Consumidor dos' }),
    ]);
    return { uno: { ...a1, ...k1 }, dos: { ...a2, ...k2 } };
  }
  // ALTER DATABASE: a copy has no settings, and migrate sets this one.
  async copiar(plantilla) {
    await sql(this.servidor, `CREATE DATABASE ${this.nombre} TEMPLATE ${plantilla};\nALTER DATABASE ${this.nombre} SET search_path = gestor, public`);
  }
  gestor(argumentos, opciones = {}) {
    return correr(deComandos, argumentos, { ...opciones, env: { GESTOR_BASE_DATOS_ADMIN: this.admin, ...opciones.env } });
  }
  sql(texto) {
    return sql(this.admin, texto);
  }
  async uno(texto) {
    const filas = await this.sql(texto);
    return filas[0] && Object.values(filas[0])[0];
  }
  // columna: the one column of a result, as an array.
  async columna(texto) {
    return (await this.sql(texto)).map(f => Object.values(f)[0]);
  }
  async usuario({ organizacion = 1, usuario, rol = 'administrador', contrasena = 'Secreta-123', permisos, sucursal }) {
    const a = ['usuario', 'crear', '--organizacion', String(organizacion), '--usuario', usuario, '--rol', rol,
      '--contrasena-archivo', '-'];
    if (permisos) a.push('--permisos', permisos);
    if (sucursal) a.push('--sucursal', String(sucursal));
    const { salida } = await this.gestor(a, { entrada: contrasena + '\n' });
    return { usuario, contrasena, usuarioId: Number(/usuarioId: (\d+)/.exec(salida)[1]) };
  }
  async consumidor({ organizacion = 1, nombre = 'Pruebas', tipo = 'Otro' } = {}) {
    const { salida } = await this.gestor(['consumidor', 'crear', '--organizacion', String(organizacion), '--nombre', nombre,
      '--tipo', tipo]);
    return { apiKey: /apiKey: (\S+)/.exec(salida)[1], consumidorApiId: Number(/consumidorApiId: (\d+)/.exec(salida)[1]) };
  }
  // trabar: a transaction that runs `texto` and stays open until soltar().
  async trabar(texto) {
    const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', this.admin], { stdio: ['pipe', 'pipe', 'inherit'] });
    const fin = new Promise(ok => psql.on('exit', ok));
    const tomado = new Promise(ok => psql.stdout.on('data', d => `${d}`.includes('tomado') && ok()));
    psql.stdin.write(`SET search_path = gestor, public;\nBEGIN; ${texto};\n\\echo tomado\n`);
    await tomado;
    return { async soltar(como = 'COMMIT') {
      psql.stdin.end(`${como};\n`);
      await fin;
    } };
  }
  // esperan: waits until `cuantas` sessions of this database wait for a lock.
  esperan(cuantas = 1) {
    return hasta(async () => Number(await this.uno("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")) >= cuantas,
      `${cuantas} esperan un candado`);
  }
  async soltar() {
    const fallas = this.candados?.revisar().fallas ?? [];
    await sql(this.servidor, `DROP DATABASE IF EXISTS ${this.nombre} WITH (FORCE)`).catch(() => {});
    assert.deepEqual(fallas, [], 'el orden de los candados');
  }
}

export const llaveNueva = kid => `${kid} ${randomBytes(32).toString('base64')}\n`;

// codigoAjeno: a code of a problem that its published schema lacks: a client generated from the schema could not handle it.
let publicados;
const codigoAjeno = problema => {
  if (!problema?.codigo || !problema.solicitudId) return undefined;
  if (!publicados) {
    const { Problema, ProblemaCampo } = JSON.parse(readFileSync(path.join(raizRepo, 'tests/openapi.json'), 'utf8')).components.schemas;
    publicados = [Problema, ProblemaCampo].map(e => new Set(e.properties.codigo.enum));
  }
  return [problema.codigo].find(c => !publicados[0].has(c)) ?? problema.errores.map(e => e.codigo).find(c => !publicados[1].has(c));
};

// Cliente: asks the server on `puerto`, over the connections of `agente`. Servidor is a server process: `ajustes` are settings by name, and its
// output is kept for the tests that read it.
export class Cliente {
  // pedir: `metodo` and `ruta` as they go on the wire; `cuerpo` is an object (JSON), a text or bytes; an array gives two values of a header.
  pedir(metodo, ruta, { token, cuerpo, encabezados = {}, agente = this.agente, puerto = this.puerto } = {}) {
    const h = { ...encabezados };
    if (token !== undefined) h.Authorization = `Bearer ${token}`;
    let bytes;
    if (cuerpo !== undefined) {
      bytes = typeof cuerpo === 'string' || Buffer.isBuffer(cuerpo) ? Buffer.from(cuerpo) : Buffer.from(JSON.stringify(cuerpo));
      h['Content-Type'] ??= 'application/json';
      h['Content-Length'] ??= bytes.length;
    }
    return new Promise((ok, mal) => {
      const r = (agente instanceof https.Agent ? https : http).request({ host: '127.0.0.1', port: puerto, method: metodo, path: ruta, headers: h, agent: agente }, res => {
        const partes = [];
        res.on('data', d => partes.push(d));
        res.on('error', mal);
        res.on('end', () => {
          const crudo = Buffer.concat(partes);
          const texto = crudo.toString('utf8');
          let json;
          if (/json/.test(res.headers['content-type'] ?? '') && texto) json = JSON.parse(texto);
          const ajeno = codigoAjeno(json);
          if (ajeno) return mal(new Error(`${metodo} ${ruta} contesta un código que no está publicado: ${ajeno}`));
          ok({ estado: res.statusCode, h: res.headers, crudo, texto, json, reusada: r.reusedSocket });
        });
      });
      r.on('error', mal);
      if (metodo === 'PUT' && bytes === undefined) r.removeHeader('Transfer-Encoding'), r.useChunkedEncodingByDefault = false;
      r.end(bytes);
    });
  }
  get(ruta, opciones) {
    return this.pedir('GET', ruta, opciones);
  }
}

export class Servidor extends Cliente {
  static async iniciar(base, ajustes = {}, entorno = {}) {
    const s = new Servidor();
    s.carpeta = mkdtempSync(path.join(tmpdir(), 'gapi-'));
    s.llaves = ajustes['llaves-token'] ?? path.join(s.carpeta, 'llaves');
    if (!ajustes['llaves-token']) writeFileSync(s.llaves, llaveNueva('k1'), { mode: 0o600 });
    s.bitacora = path.join(s.carpeta, 'accesos.log');
    const valores = { puerto: 0, 'base-datos': base.app, 'llaves-token': s.llaves, bitacora: s.bitacora, ...ajustes };
    const argumentos = ['serve'];
    for (const [nombre, valor] of Object.entries(valores)) argumentos.push(`--${nombre}`, String(valor));
    s.proceso = lanzar(gestor, argumentos, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...entorno } });
    s.errores = '';
    s.salida = '';
    s.proceso.stderr.on('data', d => (s.errores += d));
    s.fin = new Promise(ok => s.proceso.on('exit', (codigo, senal) => ok({ codigo, senal })));
    await new Promise((ok, mal) => {
      s.proceso.stdout.on('data', d => {
        s.salida += d;
        const m = /gestor listo en (http:\/\/127\.0\.0\.1:(\d+))/.exec(s.salida);
        if (m) s.url = m[1], s.puerto = Number(m[2]), ok();
      });
      s.fin.then(f => mal(new Error(`el servidor no arrancó (${f.codigo ?? f.senal}): ${s.errores}`)));
    }).catch(e => {
      rmSync(s.carpeta, { recursive: true, force: true });
      throw e;
    });
    // Agent timeout: the client closes an idle connection before the server does; otherwise its next request could cross the close.
    s.agente = new http.Agent({ keepAlive: true, maxSockets: 256, timeout: 30_000 });
    return s;
  }
  // crudo: sends bytes unchanged; resolves with all bytes that the server sent before it closed the connection.
  crudo(texto, { espera = 15000 } = {}) {
    return new Promise((ok, mal) => {
      const c = net.connect(this.puerto, '127.0.0.1', () => c.write(texto));
      let salida = '';
      c.setTimeout(espera, () => c.destroy());
      c.on('data', d => (salida += d.toString('latin1')));
      c.on('error', e => (salida ? ok(salida) : mal(e)));
      c.on('close', () => ok(salida));
    });
  }
  async entrar(credenciales, extra = {}) {
    const r = await this.pedir('POST', '/api/Seguridad/Autenticar', {
      cuerpo: { usuario: credenciales.usuario, contrasena: credenciales.contrasena, apiKey: credenciales.apiKey, ...extra } });
    assert.equal(r.estado, 200, r.texto);
    return r.json.data.accessToken;
  }
  async parar(senal = 'SIGTERM') {
    this.agente.destroy();
    if (this.proceso.exitCode === null && this.proceso.signalCode === null) this.proceso.kill(senal);
    const fin = await this.fin;
    rmSync(this.carpeta, { recursive: true, force: true });
    return fin;
  }
}

// montar: the usual scene: demo, an administrator of each organization, a server.
export async function montar({ registros, ajustes, servidor, candados } = {}) {
  const base = await Base.crear({ registros, servidor, montada: true, candados });
  const { uno, dos } = base.credenciales;
  const srv = await Servidor.iniciar(base, ajustes);
  const [t1, t2] = await Promise.all([srv.entrar(uno), srv.entrar(dos)]);
  return { base, srv, uno, dos, t1, t2, async cerrar() {
    await srv.parar();
    await base.soltar();
  } };
}

// ---- shared assertions ----
export const miembrosError = ['codigo', 'detail', 'errores', 'solicitudId', 'status', 'title', 'type'];

export function esError(r, estado, codigo, campos) {
  assert.equal(r.estado, estado, `${r.estado} ${r.texto.slice(0, 400)}`);
  assert.match(r.h['content-type'], /^application\/(problem\+)?json/);
  assert.equal(r.json.status, estado);
  if (codigo) assert.equal(r.json.codigo, codigo, r.texto);
  assert.equal(r.json.type, `/docs/errores#${r.json.codigo}`);
  for (const m of miembrosError) assert.ok(m in r.json, `falta ${m}: ${r.texto}`);
  assert.equal(r.json.solicitudId, r.h['x-request-id']);
  if (estado === 401) assert.equal(r.h['www-authenticate'], 'Bearer');
  if (campos) assert.deepEqual(r.json.errores.map(e => `${e.campo} ${e.codigo}`), campos, r.texto);
}

// operaciones: the operation table as the program prints it.
export async function operaciones() {
  const { salida } = await correr(gestor, ['operaciones']);
  return salida.trim().split('\n').map(l => {
    const [, verbo, ruta, permiso, sobre, resumen] = /^(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(.*)$/.exec(l);
    return { verbo, ruta, permiso, sobre, resumen, nombre: `${verbo} ${ruta}` };
  });
}

export const claves = objeto => Object.keys(objeto).sort();

export function sinNulos(valor, donde = '') {
  assert.notEqual(valor, null, `nulo en ${donde}`);
  assert.notEqual(valor, undefined, `ausente en ${donde}`);
  if (typeof valor === 'object') for (const [k, v] of Object.entries(valor)) sinNulos(v, `${donde}.${k}`);
}

// Every page of a list, by cursor.
export async function recorrer(srv, ruta, opciones, entrePaginas) {
  const filas = [];
  for (let cursor = null; ;) {
    const union = ruta.includes('?') ? '&' : '?';
    const r = await srv.get(cursor ? `${ruta}${union}cursor=${cursor}` : ruta, opciones);
    assert.equal(r.estado, 200, r.texto);
    filas.push(...r.json.data);
    cursor = r.json.paginacion.siguiente;
    if (!cursor) return filas;
    if (entrePaginas) await entrePaginas(filas.length);
  }
}

// cursorDe: a cursor of the same list with another position.
export const cursorDe = (siguiente, posicion) => Buffer.from(`${Buffer.from(siguiente, 'base64url').toString().split('\n')[0]}\n${posicion}`).toString('base64url');

// tabla: rows [case, verb, path, body, expected]. `expected` is an object (required members of `data`) or a text: the code and fields of the error
// ("VALIDACION nombre REQUERIDO, clave DUPLICADO"). Path and body may be functions, called when their row is run.
export async function tabla(t, srv, token, filas) {
  const valor = v => (typeof v === 'function' ? v() : v);
  for (const [que, metodo, ruta, cuerpo, esperado] of filas)
    await t.test(que, async () => {
      const r = await srv.pedir(metodo, valor(ruta), { token, cuerpo: valor(cuerpo) });
      const espera = valor(esperado);
      if (typeof espera === 'string') {
        const campos = (r.json?.errores ?? []).map(e => `${e.campo} ${e.codigo}`).join(', ');
        assert.equal(`${r.json?.codigo} ${campos}`.trim(), espera, r.texto);
        return esError(r, r.estado, r.json.codigo);
      }
      assert.equal(r.estado, 200, r.texto);
      for (const [campo, v] of Object.entries(espera)) assert.deepEqual(r.json.data[campo], v, `${campo}: ${r.texto}`);
    });
}
