// Locks that each call asked for, in order, read from the log of PostgreSQL. Two calls that lock two things in opposite orders wait for each other
// for ever, so all calls must lock in one order.
import { readFileSync, readlinkSync, statSync } from 'node:fs';

const BLOQUEA = /\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)\b/;
const CLASES = [
  [/pg_advisory_xact_lock\(k\.turno\)/, 'turno de existencia'],
  [/pg_advisory_xact_lock/, 'turno'],
  [/\b(?:UPDATE|INSERT INTO) serie_folio\b/, 'folio'],
  [/\b(?:UPDATE|INSERT INTO) poliza_folio\b/, 'folio de póliza'],
  [/\bFROM periodo\b[^;]*FOR (?:SHARE|UPDATE)/, 'período'],
  [/\bFROM contacto WHERE\b[^;]*FOR NO KEY UPDATE/, 'contraparte'],
  [/\btransaccion t\b[^;]*FOR (?:NO KEY )?UPDATE(?: OF t)?\s*$/, 'documento'],
  [/\bFROM existencia x\b[^;]*FOR UPDATE/, 'existencia'],
  [/\bexistencia_serie s\b[^;]*FOR UPDATE OF s\b/, 'serie'],
  [/\bcuenta_contable c\b[^;]*FOR SHARE OF c\b/, 'cuenta contable'],
  [/\bFROM (\w+)(?: \w)? WHERE\b[^;]*FOR (?:NO KEY )?UPDATE(?: OF \w)?\s*$/, 'registro'],
  [/\bFROM conteo c\b[^;]*FOR UPDATE OF c\b/, 'conteo'],
];
const pide = texto => BLOQUEA.test(texto) || CLASES.slice(0, 4).some(([patron]) => patron.test(texto));

// vigilar: answers { revisar() }, which checks every statement of the server in this database from this call on. Sessions must be opened after the
// call.
export async function vigilar(base) {
  await base.sql(`ALTER DATABASE ${base.nombre} SET log_statement = 'all'`);
  const carpeta = (await base.sql('SHOW data_directory')).trim();
  const registro = readlinkSync(`/proc/${readFileSync(`${carpeta}/postmaster.pid`, 'utf8').split('\n')[0]}/fd/2`);
  const desde = statSync(registro).size;
  return { revisar: () => revisar(llamadas(readFileSync(registro).subarray(desde).toString('utf8'), base.nombre)) };
}

// llamadas: the calls in a log: { operacion, sentencias: [{ texto, valores }] }, one for each transaction.
function llamadas(texto, base) {
  const abiertas = new Map(), todas = [];
  const entrada = new RegExp(`^\\S+ \\S+ \\S+ \\[(\\d+)\\] gestor_app@${base} (\\w+): {2}(.*)$`, 's');
  for (const trozo of texto.split(/\n(?!\t)/)) {
    const m = entrada.exec(trozo);
    if (!m) continue;
    const [, pid, que, resto] = m;
    const dicho = resto.replace(/^(?:statement|execute [^:]*): /, '');
    if (que === 'DETAIL' && abiertas.has(pid)) {
      const llamada = abiertas.get(pid), ultima = llamada.sentencias.at(-1);
      if (!ultima) continue;
      ultima.valores = Object.fromEntries([...resto.matchAll(/\$(\d+) = (?:'((?:[^']|'')*)'|NULL)/g)].map(v => [v[1], v[2]]));
      llamada.operacion ||= ultima.valores[/'gestor\.operacion', \$(\d+)/.exec(ultima.texto)?.[1]] ?? '';
    } else if (/^BEGIN ISOLATION LEVEL READ COMMITTED/.test(dicho)) {
      const llamada = { operacion: '', sentencias: [] };
      abiertas.set(pid, llamada);
      todas.push(llamada);
    } else if (/^(BEGIN|COMMIT|ROLLBACK)\b/.test(dicho)) abiertas.delete(pid);
    else if (que === 'LOG' && abiertas.has(pid)) abiertas.get(pid).sentencias.push({ texto: dicho, valores: {} });
  }
  return todas;
}

// candado: the kind of lock of a statement, and its keys, read from its parameters. A month is one lock, whatever day the parameter has.
function candado({ texto, valores }) {
  const [patron, nombre] = CLASES.find(([p]) => p.test(texto)) ?? [/^/, `otro: ${texto.replace(/\s+/g, ' ').slice(0, 120)}`];
  const de = p => valores[p.exec(texto)?.[1]], todos = Object.values(valores);
  if (nombre === 'documento') return { clase: nombre, llaves: (de(/transaccion_id = ANY \(\$(\d+)::bigint\[\]\)/) ?? de(/transaccion_id = \$(\d+)/) ?? '?').replace(/[{}]/g, '').split(',').map(Number) };
  if (nombre.endsWith('existencia')) return { clase: nombre, llaves: JSON.parse(de(/jsonb_to_recordset\(\$(\d+)::jsonb\) AS k \(a bigint/)).map(k => k.a * 1e9 + k.p) };
  if (nombre === 'serie') return { clase: nombre, llaves: JSON.parse(de(/jsonb_to_recordset\(\$(\d+)::jsonb\) AS k \(a bigint/)).flatMap(k => JSON.parse(de(/jsonb_array_elements_text\(\$(\d+)::jsonb/)).map(s => `${k.p}/${s}`)) };
  const meses = /ejercicio = \$(\d+)[^;]*mes BETWEEN \$(\d+)\S* AND \$(\d+)/.exec(texto)?.slice(1).map(n => Number(valores[n]));
  if (meses) return { clase: nombre, llaves: Array.from({ length: meses[2] - meses[1] + 1 }, (_, i) => meses[0] * 100 + meses[1] + i) };
  const anteriores = /\(p\.ejercicio, p\.mes\) < \(\$(\d+)\S* \$(\d+)/.exec(texto)?.slice(1).map(n => Number(valores[n]));
  if (anteriores) return { clase: nombre, llaves: [anteriores[0] * 100 + anteriores[1] - 1] };
  const mes = todos.map(v => /^(\d{4})-(\d\d)/.exec(v)).find(Boolean);
  if (nombre === 'período' && !mes) throw new Error(`no se sabe qué mes: ${texto} ${JSON.stringify(valores)}`);
  if (nombre === 'período') return { clase: nombre, llaves: [mes[1] * 100 + Number(mes[2])] };
  if (nombre === 'turno') return { clase: `turno ${todos.find(v => /[a-z]/.test(v)) ?? 'lote'}`.replace(/ booking .*/, ' booking'), llaves: [JSON.stringify(valores)] };
  return { clase: nombre === 'registro' ? `registro de ${patron.exec(texto)[1]}` : nombre, llaves: [JSON.stringify(valores)] };
}

// CON_ORDEN: locks that one call may take in several statements: the keys must ascend.
const CON_ORDEN = ['período', 'documento', 'existencia'];

// revisar: { fallas, operaciones }: pairs of locks that two calls took in opposite orders, and the operations that locked anything.
function revisar(todas) {
  const pares = new Map(), fallas = new Set(), operaciones = new Map();
  for (const { operacion, sentencias } of todas) {
    const tiene = new Map(), propios = new Set();
    for (const s of sentencias) {
      if (/INSERT INTO transaccion\b/.test(s.texto)) Object.values(s.valores).forEach(v => /^\d+$/.test(v) && propios.add(Number(v)));
      if (!pide(s.texto)) continue;
      const { clase, llaves } = candado(s);
      const mias = tiene.get(clase) ?? new Set();
      const nuevas = llaves.filter(l => !mias.has(l) && !(clase === 'documento' && propios.has(l)));
      if (!nuevas.length) continue;
      if (CON_ORDEN.includes(clase) && Math.min(...nuevas) < Math.max(...mias)) fallas.add(`${operacion}: ${clase} menor después de uno mayor`);
      for (const antes of tiene.keys())
        if (antes !== clase) pares.set(`${antes} → ${clase}`, (pares.get(`${antes} → ${clase}`) ?? new Set()).add(operacion));
      nuevas.forEach(l => mias.add(l));
      tiene.delete(clase);  // the lock taken last is last in the map
      tiene.set(clase, mias);
    }
    if (tiene.size) operaciones.set(operacion, (operaciones.get(operacion) ?? 0) + 1);
  }
  for (const [par, suyas] of pares) {
    const contrario = par.split(' → ').reverse().join(' → ');
    if (par < contrario && pares.has(contrario)) fallas.add(`${par}: ${[...suyas].join(', ')}; ${contrario}: ${[...pares.get(contrario)].join(', ')}`);
  }
  return { fallas: [...fallas].sort(), operaciones, pares };
}
