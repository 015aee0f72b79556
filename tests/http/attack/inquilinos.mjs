// Tenants and permissions over the whole operation table. Organization 2 calls with ids of organization 1 in every path, query and body:
// each is answered like an id that does not exist, and no row of 1 changes. One run has both barriers, one lacks row level security, one
// lacks the filters of the statements; without both the attack must be detected. Row level security is also tried alone, table by table, as
// the role of the application.
import { cuerpoDeEjemplo } from '../lib/ejemplos.mjs';
import { ciegos } from '../lib/hechos.mjs';
import { esId, globales, inexistente, poner } from '../lib/matriz.mjs';
import { Servidor, correr } from '../lib/ayuda_api.mjs';
import { Familia, alFin, enTandas, sin5xx } from './comun.mjs';

export const conInquilino = base => base.columna(`SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organizacion_id' AND NOT a.attisdropped
  WHERE c.relnamespace = 'gestor'::regnamespace AND c.relkind = 'r' ORDER BY 1`);

// Count and fingerprint of every row of an organization, by table. Left out: rows that any request may write beside its effect, and sums
// that background work writes.
export async function huella(base, organizacion, tablas) {
  const filas = await base.sql(tablas.filter(t => t !== 'saldo_mensual').map(t => `SELECT '${t}' AS tabla, count(*) AS n, md5(coalesce(string_agg(md5(x::text), '' ORDER BY md5(x::text)), '')) AS h FROM ${t} x WHERE organizacion_id = ${organizacion}`).join(' UNION ALL '));
  return new Map(filas.map(x => [x.tabla, `${x.n} ${x.h}`]));
}
export const diferencias = (antes, despues) => [...antes].filter(([t, v]) => despues.get(t) !== v).map(([t, v]) => `${t}: ${v} → ${despues.get(t)}`);

const limpio = r => `${r.estado} ${r.texto.replaceAll(r.json?.solicitudId ?? '\u0000', '')}`;
// An even sample of a list, from the turn-th element on.
const algunos = (lista, n, turno = 0) => (lista.length <= n ? lista : Array.from({ length: n }, (_, i) => lista[(turno + Math.floor(i * lista.length / n)) % lista.length]));

// Members that a body needs beside an id, so that the server looks at that id. A line has a product or a concept. Only a kit has components,
// and they are products. Only a deposit of concepts has lines. Only a transfer has a destination. A payment goes to an account. The loss of a
// closed transfer goes to a concept. A supplier is named by id or by RFC. The payment of a purchase has no concept. An existing egress is
// assigned to purchases with no other member. A line of an order is one of its lines. The remission of a sale has a customer. Only a barter
// gives goods and debts. Reasignar gives a work order to others. An account is named by id or by number. A landed cost has a supplier, a
// concept and an amount.
const aclarar = {
  conceptoId: (c, ruta) => ruta[0] === 'partidas' ? delete c.partidas[0].productoId : 'transaccionIdOrigen' in c && (c.cerrar = true), componentes: c => (c.tipo = 'Kit', c.componentes[0].productoId = 1),
  partidas: c => c.tipo === 'Cobranza' && (c.tipo = 'Concepto'), almacenDestinoId: c => (c.tipoMovimiento = 'Traspaso'), pagos: c => (c.pagos[0].cuentaId = 1), proveedorId: (c, ruta) => ruta[0] === 'proveedores' && delete c.proveedores[0].rfc,
  transaccionIdCompra: (c, ruta) => ruta[0] === 'partidas' && delete c.partidas[0].conceptoId, pagar: c => (c.tipo = 'Trueque'),
  gastosSobreCompra: c => Object.assign(c.gastosSobreCompra[0], { conceptoId: 1, importe: 1, proveedorId: c.gastosSobreCompra[0].proveedorId ?? 1 }),
  'POST /api/Bancos/EgresoAgregar transaccionId': c => { for (const k in c) delete c[k]; c.partidas = [{ transaccionIdCompra: 1, importeAbono: 1 }]; },
  'POST /api/FacturaCompra partidas.0.transaccionIdOrigen': c => { c.transaccionIdOrden = 1; c.partidas[0].numeroPartidaOrigen = 1; },
  'POST /api/Contabilidad/Poliza partidas.0.cuentaId': c => delete c.partidas[0].cuenta,
  'POST /api/NotaRemision partidas.0.transaccionIdOrigen': c => { c.partidas[0].numeroPartidaOrigen = 1; },
  'POST /api/OrdenTrabajo/Acciones personalServicioId': c => (c.accion = 'Reasignar'),
  'POST /api/OrdenTrabajo/Acciones vendedorId': c => (c.accion = 'Reasignar'),
  'POST /api/NotaRemision clienteId': c => { c.origen = 'Venta'; delete c.proveedorId; },
};

// Every place of an id, as requests that differ only in the id: { que, pedir(id, token) } and ids of either organization.
async function casos(e, ids = new Map()) {
  const { matriz, srv } = e;
  const salida = [];
  const listar = async (nombre, o) => {
    const clave = matriz.sqlDe(nombre, o);
    if (!ids.has(clave)) ids.set(clave, { ajenos: await matriz.muestra(nombre, o, 1, 2), mas: await matriz.ajenos(nombre, o, 1, 2), propios: await matriz.muestra(nombre, o, 2, 1), propio: await matriz.propio(nombre, o, 2) });
    return ids.get(clave);
  };
  for (const o of matriz.tabla) {
    const dela = matriz.nombreDeRuta(o);
    const suya = dela && (await listar(dela, o)).propio;
    const ejemplo = cuerpoDeEjemplo(matriz.op(o));
    if (dela) salida.push({ o, que: `${o.nombre} {${dela}}`, ...(await listar(dela, o)), pedir: (id, token) => srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/g, encodeURIComponent(id)), { token, ...ejemplo }) });
    for (const p of matriz.parametros(o, 'query').filter(x => esId(x.name) && !globales.has(x.name)))
      salida.push({ o, que: `${o.nombre} ?${p.name}`, ...(await listar(p.name, o)), pedir: (id, token) => srv.pedir(o.verbo, `${matriz.conNecesarios(o, p.name, suya, 2)}${p.name}=${id}`, { token }) });
    const campos = matriz.campos(o).filter(c => (esId(c.nombre) || c.nombre === 'id') && !globales.has(c.nombre) && JSON.stringify(c.esquema).includes('integer'));
    // A body of organization 2 with one foreign id.
    const propios = new Map();
    for (const c of campos) propios.set(c.ruta.join(), (await listar(c.nombre, o)).propio);
    const suyo = ruta => {
      let cuerpo = matriz.completar(o, matriz.ejemplo(o), ruta);
      for (const paso of [...ruta, `${o.nombre} ${ruta.join('.')}`]) aclarar[paso]?.(cuerpo, ruta);
      for (const c of campos) if (c.ruta.reduce((v, k) => v?.[k], cuerpo) !== undefined) cuerpo = poner(cuerpo, c.ruta, propios.get(c.ruta.join()));
      return cuerpo;
    };
    for (const c of campos) {
      const cuerpo = suyo(c.ruta);
      salida.push({ o, que: `${o.nombre} ${c.ruta.join('.')}`, ...(await listar(c.nombre, o)),
        pedir: (id, token) => srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/, encodeURIComponent(suya ?? '')), { token, cuerpo: poner(cuerpo, c.ruta, id) }) });
    }
  }
  return salida;
}

// An answer may name the requested id; it differs in nothing else.
const igual = (r, modelo, id) => limpio(r) === limpio(modelo) || limpio(r) === limpio(modelo).replaceAll(String(inexistente), id);

// A sample: `cuantos` places of each kind of id, and as many more of any kind.
async function cruzar(f, e, lista, cuantos) {
  await enTandas([...lista.entries()], 6, async ([i, c]) => {
    const modelo = await c.pedir(inexistente, e.t2);
    if (!c.ajenos.length) return f.falta(`${c.que}: la organización 1 no tiene de esos`);
    for (const id of new Set([...algunos(c.ajenos, cuantos, i), ...algunos(c.mas, cuantos > 2 ? cuantos : 0, i)])) {
      const r = await c.pedir(id, e.t2);
      f.cuenta('solicitudes con un id ajeno');
      f.exige(r.estado < 500, () => `${c.que} = ${id}: ${limpio(r).slice(0, 300)}`);
      f.exige(igual(r, modelo, id), () => `${c.que} = ${id} se distingue del que no existe: ${limpio(r).slice(0, 300)} ≠ ${limpio(modelo).slice(0, 300)}`);
    }
  });
}

// The places where the answer tells one of these ids from an id that does not exist.
async function distinguen(e, lista, ids) {
  const lugares = new Set();
  await enTandas(lista, 6, async c => {
    const modelo = await c.pedir(inexistente, e.t2);
    for (const id of ids(c)) if (!igual(await c.pedir(id, e.t2), modelo, id)) return lugares.add(c.que);
  });
  return lugares;
}

// With an id of its own organization the same request has another answer, which shows that the server looked at the id. Exceptions are named by their area.
async function miradas(f, e, lista) {
  // Paths come last: with an own id many change the record, and other places name the same record.
  const deRuta = c => c.que.endsWith('}');
  const primeras = await distinguen(e, lista.filter(c => !deRuta(c)), c => c.propios);
  const lugares = new Set([...primeras, ...await distinguen(e, lista.filter(deRuta), c => c.propios)]);
  f.cuenta('lugares con id', lista.length);
  f.cuenta('que distinguen uno propio', lugares.size);
  for (const { que } of lista) f.exige(lugares.has(que) !== (que in ciegos), () => `control: ${que} ${lugares.has(que) ? 'ya distingue' : 'no distingue'} un id propio`);
}

// Row level security alone, over the catalog: statements without a filter, as the application's role with organization 2.
async function soloRls(f, e, tablas) {
  const permisos = await e.base.sql(`SELECT t.tabla, has_table_privilege('gestor_app', 'gestor.' || t.tabla, 'SELECT') AS ver,
      has_any_column_privilege('gestor_app', 'gestor.' || t.tabla, 'UPDATE') AS cambiar, has_table_privilege('gestor_app', 'gestor.' || t.tabla, 'DELETE') AS borrar,
      has_table_privilege('gestor_app', 'gestor.' || t.tabla, 'INSERT') AS meter,
      (SELECT min(a.attname::text) FROM pg_attribute a WHERE a.attrelid = ('gestor.' || t.tabla)::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
          AND a.attidentity <> 'a' AND has_column_privilege('gestor_app', a.attrelid, a.attnum, 'UPDATE')) AS columna,
      (SELECT string_agg(quote_ident(a.attname), ',') FROM pg_attribute a WHERE a.attrelid = ('gestor.' || t.tabla)::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columnas
    FROM unnest(ARRAY[${tablas.map(t => `'${t}'`)}]) t (tabla)`);
  // One session of psql runs them; each statement has a transaction that is undone, and one line for its outcome.
  const pruebas = [];
  const probar = (que, sentencia, bien) => pruebas.push({ que, sentencia, bien });
  const propias = new Map((await e.base.sql(tablas.map(t => `SELECT '${t}' AS t, count(*) AS n FROM ${t} WHERE organizacion_id = 2`).join(' UNION ALL '))).map(x => [x.t, x.n]));
  // A foreign key may stop a statement after it found its rows; the SELECT has counted them before.
  const nada = r => r === '0' || /^ERROR .*(violates (foreign key|not-null|check)|un documento con efectos no se reescribe)/.test(r);
  const alcanza = sentencia => `WITH x AS (${sentencia} RETURNING organizacion_id) SELECT count(*) FILTER (WHERE organizacion_id <> 2) AS v FROM x`;
  for (const p of permisos) {
    if (p.ver) probar(`SELECT en ${p.tabla}`, `SELECT count(*) || '|' || count(*) FILTER (WHERE organizacion_id <> 2) AS v FROM ${p.tabla}`, r => r === `${propias.get(p.tabla)}|0`);
    if (p.cambiar && p.columna && p.ver) probar(`UPDATE en ${p.tabla}`, alcanza(`UPDATE ${p.tabla} SET ${p.columna} = ${p.columna}`), nada);
    if (p.borrar && p.ver) probar(`DELETE en ${p.tabla}`, alcanza(`DELETE FROM ${p.tabla}`), nada);
    const [fila] = p.meter ? await e.base.sql(`SELECT to_json(x) AS j FROM ${p.tabla} x WHERE organizacion_id = 1 LIMIT 1`) : [];
    if (fila) probar(`INSERT en ${p.tabla}`, `INSERT INTO ${p.tabla} (${p.columnas}) OVERRIDING SYSTEM VALUE SELECT ${p.columnas} FROM json_populate_record(NULL::${p.tabla}, '${JSON.stringify(fila.j).replaceAll("'", "''")}')`, r => /row-level security/.test(r));
  }
  const guion = pruebas.map(({ sentencia }) => `BEGIN;\nSET LOCAL search_path = gestor, public;\nSELECT set_config('gestor.organizacion', '2', true) \\gset x_\n\\set r_v aceptado\n${sentencia} \\gset r_\n\\if :ERROR\n\\echo ERROR :LAST_ERROR_MESSAGE\n\\else\n\\echo :r_v\n\\endif\nROLLBACK;\n`).join('');
  const { salida } = await correr('psql', ['-XAtq', e.base.app, '-f', '-'], { entrada: guion });
  const resultados = salida.trim().split('\n');
  f.exige(resultados.length === pruebas.length, `RLS: ${resultados.length} resultados de ${pruebas.length} pruebas`);
  pruebas.forEach(({ que, bien }, i) => {
    f.cuenta(`${que.split(' ')[0]} sin filtro`);
    f.exige(bien(resultados[i] ?? ''), () => `RLS: ${que}: ${resultados[i]}`);
  });
}

// A server beside ours, on the same database and with the same keys, that lacks one safety.
const saboteado = async (e, SABOTAJE) => ({ ...e, srv: await Servidor.iniciar(e.base, { 'llaves-token': e.srv.llaves }, { SABOTAJE }) });

async function losPermisos(f, e) {
  const { tabla } = e.matriz;
  const todos = [...new Set(tabla.flatMap(o => o.permiso.split('|')).filter(p => p !== '-'))];
  const pedir = (o, token) => e.srv.pedir(o.verbo, e.matriz.conNecesarios(o), { token, ...(e.matriz.op(o).requestBody ? { cuerpo: '{"' } : {}) });
  await enTandas(tabla.filter(o => o.permiso !== '-'), 8, async o => {
    f.contesta(await pedir(o), [401], `${o.nombre} sin token`);
    const otros = todos.filter(p => !o.permiso.split('|').includes(p));
    f.contesta(await pedir(o, e.token({ per: otros.length ? otros : ['nada.leer'] })), o.permiso === '+' ? todosMenos403 : [403], `${o.nombre} sin ${o.permiso}`);
    f.cuenta('operaciones sin permiso');
  });
}
const todosMenos403 = [200, 400, 401, 404, 409, 410, 415, 422];

export async function inquilinos(e, { corto }) {
  const f = new Familia('inquilinos y permisos');
  await losPermisos(f, e);
  await f.control('un permiso que sí se tiene', g => {
    const o = e.matriz.tabla.find(x => x.verbo === 'GET' && x.sobre === 'PAGE' && x.permiso !== '-');
    return e.srv.pedir(o.verbo, e.matriz.conNecesarios(o), { token: e.token({ per: o.permiso.split('|') }) }).then(r => g.contesta(r, [403], 'con permiso'));
  });
  const tablas = await conInquilino(e.base);
  f.cuenta('tablas con inquilino', tablas.length);
  const ids = new Map();
  const lista = await casos(e, ids);
  const antes = await huella(e.base, 1, tablas);
  await cruzar(f, e, lista, corto ? 2 : 24);
  for (const d of diferencias(antes, await huella(e.base, 1, tablas))) f.falta(`cambió la organización 1: ${d}`);

  await soloRls(f, e, tablas);
  const sinFiltro = await saboteado(e, 'filtro');
  const lista2 = await casos(sinFiltro, ids);
  await cruzar(f, sinFiltro, lista2, corto ? 1 : 12);
  for (const d of diferencias(antes, await huella(e.base, 1, tablas))) f.falta(`sin filtros cambió la organización 1: ${d}`);

  const conRls = await e.base.columna("SELECT relname FROM pg_class WHERE relnamespace = 'gestor'::regnamespace AND relrowsecurity");
  for (const t of tablas) f.exige(conRls.includes(t), `${t} no tiene seguridad por renglón`);
  await e.base.sql(conRls.map(t => `ALTER TABLE ${t} DISABLE ROW LEVEL SECURITY`).join(';'));
  try {
    await cruzar(f, e, lista, corto ? 1 : 12);
    for (const d of diferencias(antes, await huella(e.base, 1, tablas))) f.falta(`sin RLS cambió la organización 1: ${d}`);
    await f.control('sin seguridad por renglón, las sentencias sin filtro', g => soloRls(g, e, ['contacto']));
    await f.control('sin ninguna de las dos', g => cruzar(g, sinFiltro, lista2.filter(c => c.o.verbo === 'GET').slice(0, 10), 1));
    // Without both barriers nearly every read shows foreign rows, so the runs above were held by a barrier.
    const lecturas = lista2.filter(c => c.o.verbo === 'GET');
    const ensenan = await distinguen(sinFiltro, lecturas, c => c.ajenos);
    f.cuenta('lecturas con id', lecturas.length);
    f.cuenta('que sin ninguna de las dos enseñan lo ajeno', ensenan.size);
    f.nota(`no lo enseñan: ${lecturas.map(c => c.que).filter(q => !ensenan.has(q)).join('; ') || 'ninguna'}`);
    f.exige(ensenan.size >= lecturas.length * 0.8, () => `control: sin ninguna de las dos sólo ${ensenan.size} de ${lecturas.length} lecturas enseñan lo ajeno`);
    await sin5xx(f, sinFiltro.srv);
  } finally {
    await alFin(f, sinFiltro.srv);
    await e.base.sql(conRls.map(t => `ALTER TABLE ${t} ENABLE ROW LEVEL SECURITY`).join(';'));
  }
  await miradas(f, e, corto ? lista.filter((_, i) => i % 4 === 0) : lista);
  // The owner of the record sees and changes it; otherwise the matrix and the fingerprint would have failed.
  await f.control('el dueño', g => cruzar(g, { ...e, t2: e.t1 }, lista.filter(c => c.que.startsWith('GET /api/RegistroVenta/{')), 2));
  await f.control('un renglón cambiado', async g => {
    await e.base.sql("UPDATE contacto SET telefono = '000' WHERE organizacion_id = 1 AND contacto_id = (SELECT min(contacto_id) FROM contacto WHERE organizacion_id = 1)");
    diferencias(antes, await huella(e.base, 1, tablas)).forEach(d => g.falta(d));
  });
  return f;
}
