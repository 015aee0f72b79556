// A dump, made and restored with the commands of /docs/produccion: under another name beside the original, and in another cluster that has never seen
// gestor. The restored database serves the same bytes, and can be written.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Base, Servidor, cluster, correr, gestor, llaveNueva, raizRepo, sql } from './lib/ayuda_api.mjs';

const dir = `/tmp/gd${randomBytes(3).toString('hex')}`;
const pagina = readFileSync(path.join(raizRepo, 'server/docs/paginas/produccion.html'), 'utf8');
const seccion = /<h2 id="respaldos">[\s\S]*?(?=<h2)/.exec(pagina)[0];
const bloques = [...seccion.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(b => b[1].replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
const deLinea = (bloque, orden) => bloque.split('\n').filter(l => l.startsWith(orden)).join('\n');

let origen, uno;
const servidores = [];
const ajustes = { 'url-base': 'https://gestor.ejemplo.mx', 'llaves-token': `${dir}/llaves` };
// pegar: runs a script as the user postgres of that cluster; only its places are replaced.
const pegar = (guion, donde) => correr('bash', ['-euc', guion.replaceAll('/respaldos', `${dir}/respaldos`).replaceAll('/run/postgresql', `${donde}/s`)],
  { env: { PATH: `${dir}/bin:${process.env.PATH}`, PGHOST: `${donde}/s`, PGPORT: '5432', PGUSER: 'postgres', GESTOR_BASE_DATOS_ADMIN: '' } });
const copia = () => readdirSync(`${dir}/respaldos`).find(f => f.endsWith('.dump'));
const restaurar = (donde, guion = bloques[1]) => pegar(guion.replace('gestor-FECHA.dump', copia()), donde);
const servir = async (conninfo) => {
  const srv = await Servidor.iniciar({ app: conninfo.replace('user=postgres', 'user=gestor_app') }, ajustes);
  servidores.push(srv);
  return srv;
};

before(async () => {
  for (const d of ['', '/bin', '/respaldos']) mkdirSync(dir + d);
  symlinkSync(path.resolve(gestor), `${dir}/bin/gestor`);
  writeFileSync(ajustes['llaves-token'], llaveNueva('k1'), { mode: 0o600 });
  const [a] = await Promise.all(['a', 'b'].map(async c => (await correr(cluster, ['new', dir + c])).salida.trim()));
  await sql(a, 'CREATE DATABASE gestor');
  origen = new Base();
  Object.assign(origen, { servidor: a, nombre: 'gestor', admin: a.replace('dbname=postgres', 'dbname=gestor') });
  await origen.gestor(['migrate']);
  await origen.gestor(['demo', '--registros', '300']);
  uno = { ...await origen.usuario({ usuario: 'admin1' }), ...await origen.consumidor() };
  await pegar(deLinea(bloques[0], 'pg_dump'), `${dir}a`);
});
after(async () => {
  for (const s of servidores) await s.parar();
  for (const c of ['a', 'b']) await correr(cluster, ['rm', dir + c], { falla: true });
  rmSync(dir, { recursive: true, force: true });
});

const conninfo = c => `host=${dir}${c}/s port=5432 dbname=gestor_prueba user=postgres`;
const lecturas = async (srv, token) => {
  const rutas = ['/api/RegistroVenta', '/api/RegistroVenta?busqueda=a&registrosPorPagina=20', '/api/Contactos', '/api/Productos', '/api/FacturaVenta', '/api/OrdenServicio', '/api/Objetos',
    '/api/Seguridad/UsuarioInformacion', '/api/CuentasPorCobrar/AntiguedadSaldos', '/api/RegistroCambios'];
  const todas = {};
  for (const ruta of rutas) {
    const r = await srv.get(ruta, { token });
    todas[ruta] = `${r.estado} ${r.texto}`;
  }
  assert.ok(Object.values(todas).every(t => t.startsWith('200 ')), Object.entries(todas).map(([k, v]) => `${k} ${v.slice(0, 80)}`).join('\n'));
  const { json } = await srv.get('/api/RegistroVenta', { token });
  for (const { transaccionId } of json.data.slice(0, 5)) todas[transaccionId] = (await srv.get(`/api/RegistroVenta/${transaccionId}`, { token })).texto;
  return todas;
};

for (const [que, c] of [['con otro nombre, en el mismo servidor', 'a'], ['en otro servidor, que no conoce los roles', 'b']])
  test(`restaurado ${que}: contesta lo mismo y se puede escribir`, async () => {
    await restaurar(dir + c);
    const original = servidores[0] ?? await servir(origen.admin);
    const srv = await servir(conninfo(c));
    const token = await srv.entrar(uno);  // the login needs the users, their keys, and the functions that look for them in every organization
    assert.deepEqual(await lecturas(srv, token), await lecturas(original, token));
    const alta = await srv.pedir('POST', '/api/Contactos', { token, cuerpo: { codigo: 'RESTAURADO', nombre: 'Restaurado', tipoContacto: 'Cliente', rfc: 'XAXX010101000' }, encabezados: { 'Idempotency-Key': 'r1' } });
    assert.equal(alta.estado, 200, alta.texto);
    assert.equal((await srv.get('/api/Contactos?busqueda=restaurado', { token })).json.data.length, 1);
    // Settings of the database as a whole: the search path lets psql find the tables; the leakproof mark lets LIKE use an index under row level
    // security.
    const [fila] = await sql(conninfo(c), `SELECT (SELECT proleakproof FROM pg_proc WHERE oid = 'textlike(text, text)'::regprocedure) AS marca,
      EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE datname = current_database() AND setconfig::text LIKE '%search_path%') AS camino`);
    assert.deepEqual(fila, { marca: true, camino: true });
    // Grants, owners and policies are the same, object by object.
    const privilegios = `SELECT c.relname, c.relowner::regrole::text AS dueno, c.relacl::text, c.relforcerowsecurity, (SELECT count(*) FROM pg_policy WHERE polrelid = c.oid) AS politicas
      FROM pg_class c WHERE relnamespace = 'gestor'::regnamespace AND relkind IN ('r', 'S', 'v') UNION ALL
      SELECT oid::regprocedure::text, proowner::regrole::text, proacl::text, proleakproof, NULL FROM pg_proc WHERE pronamespace = 'gestor'::regnamespace ORDER BY 1`;
    assert.deepEqual(await sql(conninfo(c), privilegios), await sql(origen.admin, privilegios));
  });

test('quien olvida preparar y migrate puede servirla, o sabe que no', async t => {
  const solo = bloques[1].split('\n').filter(l => /^(createdb|pg_restore)/.test(l)).join('\n').replaceAll('gestor_prueba', 'olvidada');
  await t.test('en el mismo servidor se sirve', async () => {
    await restaurar(`${dir}a`, solo);
    const srv = await servir(conninfo('a').replace('gestor_prueba', 'olvidada'));
    assert.equal((await srv.get('/api/RegistroVenta', { token: await srv.entrar(uno) })).estado, 200);
  });
  await t.test('donde faltan los roles, pg_restore lo dice y no termina bien', async () => {
    await correr(cluster, ['rm', `${dir}b`], { falla: true });
    await correr(cluster, ['new', `${dir}b`]);
    await assert.rejects(restaurar(`${dir}b`, solo), /role "gestor_\w+" does not exist/);
  });
});
