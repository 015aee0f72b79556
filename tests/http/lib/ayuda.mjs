// A fresh database, a real server on it and a token, for tests that talk to the program as its callers do.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { lanzar } from './procesos.mjs';

const ejecutar = promisify(execFile);

export const programa = process.env.GESTOR_BIN;
export const administrador = process.env.GESTOR_TEST_ADMIN; // conninfo of a superuser, database postgres

export async function documentoPublicado() {
  const { stdout } = await ejecutar(programa, ['openapi'], { maxBuffer: 64 << 20 });
  return stdout;
}

const conexion = (cambios) =>
  Object.entries(cambios).reduce((c, [clave, valor]) => `${c.replace(new RegExp(`\\b${clave}=\\S*`), '')} ${clave}=${valor}`, administrador);

async function sql(texto) {
  await ejecutar('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', administrador, '-c', texto]);
}

// { url, token, organizacionId, sembrar(sql), comando(...), detener() }
export async function levantar({ registros, ajustes = {} } = {}) {
  const base = `prueba_${randomBytes(6).toString('hex')}`;
  const carpeta = await mkdtemp(join(tmpdir(), 'gestor-'));
  const llaves = join(carpeta, 'llaves');
  const contrasena = randomBytes(12).toString('hex');
  const bitacora = [];
  let proceso;
  const detener = async () => {
    if (proceso && proceso.exitCode === null) {
      const fin = new Promise((listo) => proceso.once('exit', listo));
      proceso.kill('SIGTERM');
      await fin;
    }
    await sql(`DROP DATABASE IF EXISTS ${base} WITH (FORCE)`);
    await rm(carpeta, { recursive: true, force: true });
    return proceso?.exitCode;
  };
  const comando = async (...argumentos) => {
    const { stdout } = await ejecutar(programa, [...argumentos, '--base-datos-admin', conexion({ dbname: base })], { maxBuffer: 16 << 20 });
    return Object.fromEntries([...stdout.matchAll(/^(\w+): (.+)$/gm)].map(([, clave, valor]) => [clave, valor]));
  };
  try {
    await sql(`CREATE DATABASE ${base} TEMPLATE template0 ENCODING 'UTF8'`);
    await comando('migrate', '--catalogos', 'no');
    await comando('demo', ...(registros === undefined ? [] : ['--registros', `${registros}`]));
    await writeFile(llaves, `prueba ${randomBytes(48).toString('base64')}\n`, { mode: 0o600 });
    await writeFile(join(carpeta, 'contrasena'), contrasena, { mode: 0o600 });

    const opciones = Object.entries(ajustes).flatMap(([clave, valor]) => [`--${clave}`, `${valor}`]);
    proceso = lanzar(programa, ['serve', '--puerto', '0', '--entorno', 'desarrollo', '--bitacora', 'no', '--llaves-token', llaves,
      '--base-datos', conexion({ dbname: base, user: 'gestor_app' }), ...opciones], { stdio: ['ignore', 'pipe', 'pipe'] });
    proceso.stderr.on('data', (trozo) => bitacora.push(`${trozo}`));
    const url = await new Promise((listo, falla) => {
      proceso.once('exit', (codigo) => falla(new Error(`gestor terminó con ${codigo}: ${bitacora.join('')}`)));
      createInterface({ input: proceso.stdout }).on('line', (linea) => {
        const hallado = linea.match(/^gestor listo en (\S+)$/);
        if (hallado) listo(hallado[1]);
      });
    });

    const sembrar = async (texto) => {
      await writeFile(join(carpeta, 'siembra.sql'), texto);
      await ejecutar('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', conexion({ dbname: base }), '-f', join(carpeta, 'siembra.sql')]);
    };
    const identidad = async (organizacionId, { rol = 'administrador', permisos } = {}) => {
      const usuario = `u${randomBytes(5).toString('hex')}`;
      const { apiKey } = await comando('consumidor', 'crear', '--organizacion', `${organizacionId}`, '--nombre', `Pruebas ${usuario}`, '--tipo', 'Otro');
      await comando('usuario', 'crear', '--organizacion', `${organizacionId}`, '--usuario', usuario, '--rol', rol,
        ...(permisos ? ['--permisos', permisos] : []), '--contrasena-archivo', join(carpeta, 'contrasena'));
      return { usuario, contrasena, apiKey };
    };
    const autenticar = async (credenciales) => {
      const respuesta = await fetch(`${url}/api/Seguridad/Autenticar`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(credenciales),
      });
      if (respuesta.status !== 200) throw new Error(`Autenticar contestó ${respuesta.status}: ${await respuesta.text()}`);
      return (await respuesta.json()).data.accessToken;
    };
    const organizacionId = 1; // the demo's first
    const credenciales = await identidad(organizacionId);
    const token = await autenticar(credenciales);
    return { url, token, organizacionId, credenciales, sembrar, comando, identidad, autenticar, bitacora, detener };
  } catch (error) {
    await detener().catch(() => {});
    throw error;
  }
}
