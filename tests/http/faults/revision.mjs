// Audit at the end: an acknowledged write is stored once, a refused write is not stored, and the books add up.
import { auditar, compararConHledger } from '../lib/auditoria.mjs';

export const CLASES = ['perdidos', 'duplicados', 'deMas', 'sinMemoria', 'auditoria', 'limites', 'hledger', 'otras'];

// Customers who owe more than their limit. A later payment or cancel may bring them back below it.
export const sobreLimite = ({ base, empresa }) => base.sql(`SELECT c.codigo, c.limite_credito, sum(t.saldo) AS debe FROM contacto c JOIN transaccion t USING (organizacion_id, contacto_id)
    WHERE c.organizacion_id = ${empresa.organizacion} AND c.codigo LIKE 'F-%' AND t.obj_id = 1 GROUP BY 1, 2 HAVING sum(t.saldo) > c.limite_credito`);

export async function revisar(escena, escritores) {
  const { base, empresa } = escena;
  const org = `organizacion_id = ${empresa.organizacion}`;
  const guardados = new Map();
  for (const f of await base.sql(`SELECT notas, transaccion_id, estado FROM transaccion WHERE ${org} AND notas LIKE 'F-%'`))
    guardados.set(f.notas, [...(guardados.get(f.notas) ?? []), f]);
  for (const f of await base.sql(`SELECT codigo AS notas, contacto_id AS transaccion_id FROM contacto WHERE ${org} AND codigo LIKE 'F-%'
      UNION ALL SELECT notas, transaccion_id FROM autorizacion WHERE ${org} AND notas LIKE 'F-%'`)) guardados.set(f.notas, [...(guardados.get(f.notas) ?? []), f]);
  const cancelados = new Set(await base.columna(`SELECT transaccion_id FROM transaccion WHERE ${org} AND notas LIKE 'F-%' AND estado = 'Cancelado'`));
  const conAcuse = new Set();  // the documents whose cancel was acknowledged
  const claves = new Set(await base.columna(`SELECT clave FROM idempotencia WHERE ${org}`));
  const r = { ...Object.fromEntries(CLASES.map(c => [c, []])), otras: escena.faltas };
  for (const i of escritores.intentos) {
    const hay = i.cancela ? (cancelados.has(i.cancela) ? 1 : 0) : (guardados.get(i.clave) ?? []).length;
    const bien = i.acuse !== undefined;
    if (bien && hay === 0) r.perdidos.push(i.clave);
    if (bien && hay === 1 && !i.cancela && guardados.get(i.clave)[0].transaccion_id !== i.id) r.perdidos.push(`${i.clave}: otro documento`);
    if (hay > 1 || (bien && conAcuse.has(i.cancela))) r.duplicados.push(i.clave);
    if (bien && i.cancela) conAcuse.add(i.cancela);
    if (!bien && hay === 1 && !i.cancela) r.deMas.push(i.clave);
    if (escritores.conClave && bien !== claves.has(i.clave)) r.sinMemoria.push(i.clave);
    guardados.delete(i.clave);
  }
  for (const clave of guardados.keys()) r.deMas.push(clave);
  for (const id of cancelados) if (!conAcuse.has(id)) r.deMas.push(`${id}: cancelado`);
  for (const f of r.otras) Object.assign(f, { bitacora: escena.eventos(/"solicitudId":"([^"]+)"/.exec(f.texto ?? '')?.[1]) });
  r.auditoria = await auditar(base);
  r.limites = await sobreLimite(escena);
  try {
    r.cuentas = await compararConHledger(base, empresa.organizacion);
  } catch (e) {
    r.hledger.push(e.message.slice(0, 500));
  }
  [r.base] = await base.sql(`SELECT count(*) AS documentos, count(*) FILTER (WHERE estado = 'Cancelado') AS cancelados, (SELECT count(*) FROM poliza) AS polizas, (SELECT count(*) FROM aplicacion) AS aplicaciones,
    (SELECT count(*) FROM movimiento_inventario) AS movimientos, (SELECT count(*) FROM idempotencia) AS claves FROM transaccion`);
  r.faltas = CLASES.reduce((n, c) => n + r[c].length, 0);
  return r;
}

const cifras = objeto => Object.entries(objeto).map(([k, v]) => `${k} ${v}`).join(', ');
export const unos = lista => (lista.length ? `${lista.length}: ${lista.slice(0, 5).map(x => (typeof x === 'string' ? x : JSON.stringify(x))).join('; ')}` : '0');

export function contar(decir, escritores, r) {
  const porTipo = {};
  for (const i of escritores.intentos) porTipo[i.tipo] = (porTipo[i.tipo] ?? 0) + 1;
  decir(`intentos ${escritores.intentos.length} (${cifras(porTipo)})`);
  decir(`solicitudes: ${cifras(escritores.cuenta)}`);
  decir(`respuestas: ${[...escritores.respuestas].sort().map(([k, n]) => `${k} ${n}`).join(', ')}`);
  decir(`en la base: ${cifras(r.base)}; hledger coincide en ${r.cuentas ?? 'ninguna de las'} cuentas`);
  decir(`confirmadas que faltan ${unos(r.perdidos)}`);
  decir(`confirmadas más de una vez ${unos(r.duplicados)}`);
  decir(`guardadas sin haberse confirmado ${unos(r.deMas)}`);
  decir(`claves que no corresponden ${unos(r.sinMemoria)}`);
  decir(`reglas rotas según nuestras consultas ${unos(r.auditoria)}`);
  decir(`clientes que deben más que su límite ${unos(r.limites)}`);
  decir(`según hledger ${unos(r.hledger)}`);
  decir(`lo que no debe pasar ${unos(r.otras)}`);
}
