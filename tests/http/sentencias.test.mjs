// The first barrier between organizations, statement by statement: a plan reads every tenant table with the organization of the session, in each
// branch of a UNION and in each subquery. Row level security is off here, since a superuser plans, so it cannot stand in for a missing condition.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Base, correr } from './lib/ayuda_api.mjs';

// compuestas: statements that the program joins when it is asked, from constants by name or from text.
const filtros = ['y_contacto', 'y_sucursal', 'y_vendedor', 'y_moneda'];
const compuestas = [
  ...['antiguedad_hoy', 'antiguedad_al', 'antiguedad_al_de_todos'].map(a => ['antiguedad', a, ...filtros]),
  ...['antiguedad_detalle_hoy', 'antiguedad_detalle_al'].map(a => ['antiguedad_detalle', a, ...filtros]),
  ['SELECT 1 FROM moneda WHERE ', 'moneda_de_organizacion'],
  ['SELECT ', 'moneda_o_predeterminada'],
  ['SELECT ', 'clave_de_la_unidad'],
];
function conNumeros(texto) {
  const parametros = [];
  const numero = nombre => (parametros.includes(nombre) || parametros.push(nombre), parametros.indexOf(nombre) + 1);
  const sql = texto.replace(/'[^']*'|::|:(\w+)/g, (todo, nombre) => (nombre ? `$${numero(nombre)}` : todo));
  return { nombre: `${texto.trim().slice(0, 60)}…`, sql, parametros, texto };
}

let base, todas, inquilinas;
before(async () => {
  base = await Base.crear({ registros: 0 });
  const { salida } = await correr(path.join(process.env.GESTOR_BUILD, 'tests/sentencias'), []);
  todas = salida.trim().split('\n').map(l => JSON.parse(l));
  const texto = nombre => todas.find(s => s.nombre === nombre)?.texto ?? nombre;
  const junta = ([primera, ...resto]) => (primera.includes('{abiertos}') ? primera.replace('{abiertos}', () => resto.join('')) : [primera, ...resto].join(''));
  todas.push(...compuestas.map(partes => conNumeros(junta(partes.map(texto)))));
  inquilinas = new Map((await base.sql(`SELECT c.relname, a.attnum FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizacion_id'
    WHERE c.relnamespace = 'gestor'::regnamespace AND c.relforcerowsecurity`)).map(f => [f.relname, f.attnum]));
  await base.sql(`CREATE TABLE public.consulta (n int, q text, a int);
    CREATE FUNCTION public.plan_de(q text, argumentos int) RETURNS json LANGUAGE plpgsql SET search_path = gestor, public SET plan_cache_mode = force_generic_plan AS $f$
    DECLARE plan json;
    BEGIN
        EXECUTE 'PREPARE q AS ' || q;
        EXECUTE 'EXPLAIN (FORMAT JSON, VERBOSE, COSTS OFF) EXECUTE q' || CASE WHEN argumentos > 0 THEN '(' || repeat('NULL, ', argumentos - 1) || 'NULL)' ELSE '' END INTO plan;
        DEALLOCATE q;
        RETURN plan;
    EXCEPTION WHEN others THEN
        IF EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'q') THEN DEALLOCATE q; END IF;
        RETURN json_build_object('error', SQLSTATE || ' ' || SQLERRM);
    END $f$`);
});
after(() => base?.soltar());

const cita = texto => `$consulta$${texto}$consulta$`;
async function planes(sentencias) {
  await base.sql(`TRUNCATE public.consulta; INSERT INTO public.consulta VALUES ${sentencias.map((s, i) => `(${i}, ${cita(s.sql)}, ${s.parametros.length})`)}`);
  return base.columna('SELECT public.plan_de(q, a) AS plan FROM public.consulta ORDER BY n');
}
const nodos = (plan, lista = []) => (lista.push(plan), (plan.Plans ?? []).forEach(p => nodos(p, lista)), lista);

// sueltas: tenant tables of a plan that no condition ties to the organization of the session.
function sueltas(plan, numero) {
  const todos = nodos(plan[0].Plan);
  const igual = new Map(); // union-find over columns that must be the same organization
  const raiz = x => (igual.has(x) && igual.get(x) !== x ? raiz(igual.get(x)) : x);
  const lado = x => (/^\(?\$(\d+)\)?(::bigint)?$/.exec(x)?.[1] === `${numero}` ? 'sesion' : /^(\w+|"[^"]+")\.organizacion_id$/.exec(x)?.[1]);
  const unir = (a, b) => a && b && igual.set(raiz(a), raiz(b));
  for (const n of todos)
    for (const condicion of ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond', 'One-Time Filter'].map(c => n[c]).filter(Boolean))
      for (const [, a, b] of condicion.matchAll(/([\w".]*organizacion_id|\(?\$\d+\)?(?:::bigint)?) = ([\w".]*organizacion_id|\(?\$\d+\)?(?:::bigint)?)/g)) {
        const conAlias = x => (x === 'organizacion_id' && n.Alias ? `${n.Alias}.organizacion_id` : x);
        unir(lado(conAlias(a)), lado(conAlias(b)));
      }
  const malas = [];
  for (const n of todos) {
    if (!n['Relation Name'] || !inquilinas.has(n['Relation Name'])) continue;
    if (n['Node Type'] !== 'ModifyTable') {
      if (raiz(n.Alias) !== raiz('sesion')) malas.push(`${n['Relation Name']} ${n.Alias}`);
    } else if (n.Operation === 'Insert') {
      const fuera = p => p.Plans.find(x => ['Outer', 'Subquery'].includes(x['Parent Relationship']));
      const fuente = fuera(n);
      const escrito = fuente.Output?.[inquilinas.get(n['Relation Name']) - 1] ?? '';
      const puesto = escrito.startsWith('"*SELECT*".') ? fuera(fuente).Output[0] : escrito;  // organizacion_id is the first column that an INSERT names
      const suyo = lado(puesto);
      if (!suyo || raiz(suyo) !== raiz('sesion')) malas.push(`INSERT ${n['Relation Name']} ${puesto}`);
    }
  }
  return malas;
}

test('cada tabla de cada sentencia pide los renglones de la organización de la sesión', async t => {
  const malas = [];
  const partes = [];
  const enteras = [];
  for (let i = 0; i < todas.length; i += 100) {
    const tanda = todas.slice(i, i + 100);
    const hechos = await planes(tanda);
    tanda.forEach((s, k) => {
      if (hechos[k].error) return partes.push({ ...s, error: hechos[k].error });
      enteras.push(s);
      const mal = sueltas(hechos[k], s.parametros.indexOf('organizacionId') + 1);
      if (mal.length) malas.push(`${s.nombre}: ${mal.join(', ')}`);
    });
  }
  t.diagnostic(`${enteras.length} sentencias, ${partes.length} partes de otras`);
  assert.deepEqual([...new Set(malas)], []);
  assert.ok(enteras.length > 1000);
  // A text that cannot be planned alone is part of a statement that can, or reads no tenant table.
  const junto = enteras.map(s => s.texto).join('\n');
  const lee = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE)\\s+(${[...inquilinas.keys()].join('|')})\\b`);
  const huerfanas = partes.filter(p => lee.test(p.texto) && !p.texto.split(/\{\w+\}/).some(x => x.trim().length > 10 && junto.includes(x.trim())));
  assert.deepEqual(huerfanas.map(h => `${h.nombre}: ${h.error}`), []);
});

// Leases of jobs use the clock of PostgreSQL, which all instances share.
test('ninguna sentencia de las áreas lee un reloj: el momento de la llamada es :ahora', () => {
  const reloj = /(?<![:\w.])(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|sat_hoy)\(\)|\b(current_(date|time|timestamp)|localtime(stamp)?)\b/i;
  const leen = todas.filter(s => reloj.test(s.sql)).map(s => s.nombre);
  assert.deepEqual([...new Set(leen)].sort(), ['tarea_devuelta', 'tarea_fallida', 'tareas_nuevas']);
  assert.ok(todas.filter(s => s.parametros.includes('ahora')).length > 50);
});

test('control: sin la condición, aun en una mitad de un UNION, se nota', async () => {
  const con = 'SELECT transaccion_id FROM transaccion t WHERE t.organizacion_id = $1';
  const casos = [
    [con, []],
    [`${con} UNION ALL SELECT p.transaccion_id FROM partida p WHERE p.organizacion_id = $1`, []],
    [`${con} UNION ALL SELECT p.transaccion_id FROM partida p`, ['partida p']],
    [`${con} AND EXISTS (SELECT FROM partida p WHERE p.transaccion_id = t.transaccion_id)`, ['partida p']],
    ['SELECT 1 FROM transaccion t JOIN partida p ON p.organizacion_id = t.organizacion_id WHERE t.transaccion_id = $1', ['transaccion t', 'partida p']],
    ['SELECT 1 FROM transaccion t JOIN partida p ON p.organizacion_id = t.organizacion_id WHERE t.organizacion_id = $1', []],
    ["UPDATE contacto c SET nombre = 'x' WHERE c.contacto_id = $1", ['contacto c']],
    ['INSERT INTO relacion SELECT 2, transaccion_id, transaccion_id, $$x$$ FROM transaccion WHERE organizacion_id = $1', ["INSERT relacion '2'::bigint"]],
    ["INSERT INTO parametro (organizacion_id, clave, valor) VALUES ($1, 'a', 'b')", []],
  ];
  const hechos = await planes(casos.map(([sql]) => ({ sql, parametros: ['organizacionId'] })));
  hechos.forEach((h, i) => assert.deepEqual(h.error ?? sueltas(h, 1).sort(), [...casos[i][1]].sort(), casos[i][0]));
});
