// A server that a user would write instead of gestor: fastify over node-postgres or postgres.js, with care. The same statements as gestor,
// prepared; the tenant set in the same transaction; tokens verified once and remembered; answers serialized by a compiled schema, or sent
// as PostgreSQL made them. No log, metrics, ETag or revocation, which gestor has: the difference is in their favour.
//   node servidor.mjs CONFIG.json     prints its address when it listens
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { createVerifier } from 'fast-jwt';
import pg from 'pg';
import postgres from 'postgres';

const config = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { host, port, database, user } = config.base;
const url = config.urlBase;

// ---- the two libraries behind one face: leer(organization, statements, values) and escribir(statements) ------------------------------

const lectura = { default_transaction_isolation: 'repeatable read', default_transaction_read_only: 'on', jit: 'off', search_path: 'gestor, public' };
const escritura = { search_path: 'gestor, public' };
const fecha = v => v.replace(' ', 'T');

function conPg() {
  const analizadores = { 20: Number, 1700: Number, 1114: fecha, 114: v => v };
  const types = { getTypeParser: (oid, formato) => analizadores[oid] ?? pg.types.getTypeParser(oid, formato) };
  const grupo = ajustes => new pg.Pool({ host, port, database, user, max: config.grupo, types,
    options: Object.entries(ajustes).map(([k, v]) => `-c ${k}=${v.replaceAll(' ', '\\ ')}`).join(' ') });
  const lecturas = grupo(lectura), escrituras = grupo(escritura);
  const enUna = async (p, hacer) => {
    const c = await p.connect();
    try {
      return await hacer(c);
    } catch (e) {
      await c.query('ROLLBACK');
      throw e;
    } finally {
      c.release();
    }
  };
  return {
    // node-postgres sends a query when the last one was answered: each is a round trip.
    leer: (organizacion, sentencias, valores) => enUna(lecturas, async c => {
      const todas = [];
      await c.query(`BEGIN; SELECT set_config('gestor.organizacion', '${Number(organizacion)}', true)`);
      for (const s of sentencias) todas.push((await c.query({ name: s.nombre, text: s.texto, values: s.nombres.map(n => valores[n]) })).rows);
      await c.query('COMMIT');
      return todas;
    }),
    escribir: sentencias => enUna(escrituras, async c => {
      let id;
      for (const s of sentencias) {
        const r = await c.query(s.valores ? { name: s.nombre, text: s.texto, values: s.valores(id) } : s.texto);
        if (s.crea) id = r.rows[0].transaccionId;
      }
      return id;
    }),
  };
}

function conPostgres() {
  const tipo = (oid, parse = v => v) => ({ to: oid, from: [oid], serialize: String, parse });  // values go as the text they are
  const grupo = ajustes => postgres({ host, port, database, user, max: config.grupo, connection: ajustes, onnotice() {},
    types: { entero: tipo(20, Number), decimal: tipo(1700, Number), fecha: tipo(1114, fecha), dia: tipo(1082), instante: tipo(1184),
      si: tipo(16, v => v === 't'), json: tipo(114), jsonb: tipo(3802) } });
  const lecturas = grupo(lectura), escrituras = grupo(escritura);
  const preparada = { prepare: true };
  const enUna = async (sql, hacer) => {
    const c = await sql.reserve();
    try {
      return await hacer(c);
    } catch (e) {
      await c`ROLLBACK`;
      throw e;
    } finally {
      c.release();
    }
  };
  return {
    // postgres.js pipelines queries that are not awaited: the whole transaction is one round trip.
    leer: (organizacion, sentencias, valores) => enUna(lecturas, async c => {
      const todas = await Promise.all([c`BEGIN`, c`SELECT set_config('gestor.organizacion', ${String(organizacion)}, true)`,
        ...sentencias.map(s => c.unsafe(s.texto, s.nombres.map(n => valores[n]), preparada)), c`COMMIT`]);
      return todas.slice(2, -1);
    }),
    // Two round trips: up to the number of the document, and the rest. A program that looked at what it read would need more.
    escribir: sentencias => enUna(escrituras, async c => {
      const enviar = (s, id) => (s.valores ? c.unsafe(s.texto, s.valores(id), preparada) : c.unsafe(s.texto).simple());
      const corte = sentencias.findIndex(s => s.crea) + 1;
      const antes = await Promise.all(sentencias.slice(0, corte).map(s => enviar(s)));
      const id = antes.at(-1)[0].transaccionId;
      await Promise.all(sentencias.slice(corte).map(s => enviar(s, id)));
      return id;
    }),
  };
}

// ---- the reads: rows and a compiled serializer, or one statement that makes the JSON ---------------------------------------------------

const hijas = ['archivos', 'cobros', 'partidas'];
const orden = ['length(url), url', 'consecutivo', '"numeroPartida"'];
const propias = (esquema, de = '') => Object.keys(esquema.properties).filter(n => !hijas.includes(n)).map(n => `${de}"${n}"`).join(', ');

// The first columns of a statement are its order, newest first; the rest are those of the schema.
function enJson([cabeza, ...resto], esquema, nombre) {
  const grupos = resto.map(({ texto }, i) => {
    const suyas = propias(esquema.properties[hijas[i]].items);
    return `LEFT JOIN (SELECT k, json_agg((SELECT x FROM (SELECT ${suyas}) x) ORDER BY ${orden[i]}) AS lista FROM (${texto}) AS z (k, ${suyas}) GROUP BY k) h${i} ON h${i}.k = c.k2`;
  });
  const listas = hijas.map((h, i) => `coalesce(h${i}.lista, '[]') AS ${h}`);
  const texto = `SELECT c.k1, c.k2, row_to_json((SELECT r FROM (SELECT ${propias(esquema, 'c.')}, ${listas}) r)) AS cuerpo
    FROM (${cabeza.texto}) AS c (k1, k2, ${propias(esquema)}) ${grupos.join(' ')} ORDER BY c.k1 DESC, c.k2 DESC`;
  return { nombre, texto };
}

// Named values to positions; the same name, the same position.
function posiciones({ nombre, texto }) {
  const nombres = [];
  const salida = texto.replace(/(?<!:):([a-zA-Z]\w*)/g, (_, n) => `$${(nombres.includes(n) ? nombres : [...nombres, nombres.push(n) && n]).indexOf(n) + 1}`);
  return { nombre, texto: salida, nombres };
}

function porPadre(filas) {
  const grupos = new Map();
  for (const f of filas) grupos.get(f.transaccion_id)?.push(f) ?? grupos.set(f.transaccion_id, [f]);
  return grupos;
}

const cursor = (f, id) => Buffer.from(`registrosVenta\n${f.replace('T', ' ')}\n${id}`).toString('base64url');
const paginacion = siguiente => ({ pagina: 1, registrosPorPagina: 100, totalRegistros: null, totalPaginas: null, siguiente });

function servir() {
  const app = Fastify({ logger: false });
  const base = config.biblioteca === 'pg' ? conPg() : conPostgres();
  const verificar = createVerifier({ key: Buffer.from(config.secreto, 'base64'), algorithms: ['HS256'], allowedIss: config.emisor, allowedAud: config.emisor, cache: 1000 });
  const autenticar = async (req, res) => {
    try {
      req.quien = verificar(req.headers.authorization.slice(7));
    } catch {
      return res.code(401).send({ codigo: 'NO_AUTENTICADO' });
    }
  };
  const { registro, pagina, pedido } = config.esquemas;
  const de = prefijo => config.lecturas[prefijo].map((texto, i) => ({ nombre: `${prefijo}_${i}`, texto }));
  const uno = de('registroVenta_p').map(posiciones), varios = de('registrosVenta_p').map(posiciones);
  const unoJson = [posiciones(enJson(de('registroVenta_p'), registro, 'uno_json'))];
  const variosJson = [posiciones(enJson(de('registrosVenta_p'), registro, 'varios_json'))];
  const tipo = 'application/json; charset=utf-8';

  const filas = {
    async uno(req, res) {
      const [[cabeza], ...resto] = await base.leer(req.quien.org, uno, { organizacionId: req.quien.org, id: req.params.id, urlBase: url });
      if (!cabeza) return res.code(400).send({ codigo: 'NO_ENCONTRADO' });
      return { ...cabeza, archivos: resto[0], cobros: resto[1], partidas: resto[2] };
    },
    async varios(req) {
      const [cabezas, ...resto] = await base.leer(req.quien.org, varios, { organizacionId: req.quien.org, urlBase: url, limite: 101, limiteHijas: 100 });
      const [archivos, cobros, partidas] = resto.map(porPadre);
      const mas = cabezas.length > 100;
      const data = cabezas.slice(0, 100).map(c => ({ ...c, archivos: archivos.get(c.transaccion_id) ?? [], cobros: cobros.get(c.transaccion_id) ?? [], partidas: partidas.get(c.transaccion_id) ?? [] }));
      const ultima = data.at(-1);
      return { data, paginacion: paginacion(mas ? cursor(ultima.fecha, ultima.transaccion_id) : null) };
    },
  };
  const json = {
    async uno(req, res) {
      const [[fila]] = await base.leer(req.quien.org, unoJson, { organizacionId: req.quien.org, id: req.params.id, urlBase: url });
      if (!fila) return res.code(400).send({ codigo: 'NO_ENCONTRADO' });
      return res.type(tipo).serializer(t => t).send(fila.cuerpo);
    },
    async varios(req, res) {
      const [rs] = await base.leer(req.quien.org, variosJson, { organizacionId: req.quien.org, urlBase: url, limite: 101, limiteHijas: 100 });
      const mas = rs.length > 100;
      const cien = rs.slice(0, 100);
      const ultima = cien.at(-1);
      return res.type(tipo).serializer(t => t).send(
        `{"data":[${cien.map(f => f.cuerpo).join(',')}],"paginacion":${JSON.stringify(paginacion(mas ? cursor(ultima.k1, ultima.k2) : null))}}`);
    },
  };
  const forma = config.variante === 'json' ? json : filas;
  app.get('/api/RegistroVenta/:id', { onRequest: autenticar, schema: { response: { 200: registro } } }, forma.uno);
  app.get('/api/RegistroVenta', { onRequest: autenticar, schema: { response: { 200: pagina } } }, forma.varios);
  app.get('/api/Health/health', { schema: { response: { 200: { type: 'object', properties: Object.fromEntries(['status', 'version', 'fecha', 'baseDatos'].map(n => [n, { type: 'string' }])) } } } },
    async () => ({ status: 'Healthy', version: '0.1.0', fecha: new Date().toISOString(), baseDatos: 'Healthy' }));

  // The very statements of one order, with their values; only the number of the document changes.
  const sentencias = config.pedido.sentencias.map((s, i) => ({ ...s, nombre: `pedido_${i}`,
    valores: s.valores && (s.valores.some(v => v?.includes('@ID@')) ? id => s.valores.map(v => v?.replaceAll('@ID@', id) ?? null) : () => s.valores) }));
  app.post('/api/PedidoCliente', { onRequest: autenticar, schema: { body: pedido } }, async () =>
    ({ data: { ...config.pedido.respuesta, transaccionId: Number(await base.escribir(sentencias)) } }));
  return app.listen({ host: '127.0.0.1', port: config.puerto });
}

if (config.procesos > 1 && cluster.isPrimary) {
  let listos = 0;
  for (let i = 0; i < config.procesos; ++i) cluster.fork();
  cluster.on('listening', () => { if (++listos === config.procesos) console.log(`http://127.0.0.1:${config.puerto}`); });
  process.on('SIGTERM', () => process.exit(0));
} else {
  await servir();
  if (cluster.isPrimary) console.log(`http://127.0.0.1:${config.puerto}`);
}
