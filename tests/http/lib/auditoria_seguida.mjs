// auditoriaSeguida: repeated audits of a database on one connection, which prepares each invariant once: on little data, planning takes longer than
// running. ANALYZE, which auditar() repeats as the tables grow, makes PostgreSQL plan the invariants again.
import pg from 'pg';
import { auditar } from './auditoria.mjs';

// { auditar(), cerrar() }
export async function auditoriaSeguida(base) {
  const { host, port, dbname: database, user } = Object.fromEntries(base.admin.trim().split(/\s+/).map(par => par.split('=')));
  const c = new pg.Client({ host, port: Number(port), database, user, options: '-c search_path=gestor,public', application_name: 'auditoría' });
  await c.connect();
  const nombres = new Map();
  const sql = async texto => {
    if (!texto.startsWith('SELECT')) return base.sql(texto);
    const name = nombres.get(texto) ?? nombres.set(texto, `invariante_${nombres.size}`).get(texto);
    return (await c.query({ name, text: texto })).rows;
  };
  const seguida = { sql };
  return { auditar: () => auditar(seguida), cerrar: () => c.end() };
}
