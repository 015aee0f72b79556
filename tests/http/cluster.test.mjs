// scripts/cluster: `start` leaves a PostgreSQL that answers, whatever processes the previous one still has.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { cluster, correr, dormir, sql } from './lib/ayuda_api.mjs';

let dir, admin;
before(async () => {
  dir = mkdtempSync('/tmp/gc.');
  admin = (await correr(cluster, ['new', dir])).salida.trim();
});
after(() => correr(cluster, ['rm', dir], { falla: true }));
const contesta = () => sql(admin, 'SELECT 1 AS uno');
const jefe = () => Number(readFileSync(`${dir}/pg/postmaster.pid`, 'utf8').split('\n')[0]);
// The cluster is started while a process of the old one lives; then that process ends.
async function arrancaMientras(termina) {
  const arranque = correr(cluster, ['start', dir]);
  arranque.catch(() => {});
  await Promise.race([arranque, dormir(3000)]).catch(() => {});
  termina();
  await arranque;
  await contesta();
}

test('start: de uno que ya corre no hace nada', async () => {
  const antes = jefe();
  await correr(cluster, ['start', dir]);
  assert.equal(jefe(), antes);
  await contesta();
});

test('start: espera a los hijos de un postmaster muerto', async () => {
  const [{ pid }] = await sql(admin, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
  process.kill(pid, 'SIGSTOP'); // does not notice that its parent is gone
  await correr(cluster, ['kill', dir]);
  await arrancaMientras(() => process.kill(pid, 'SIGCONT'));
});

test('start: un postmaster que aún se ve, pero ya no contesta, no es uno que corre', async () => {
  await correr(cluster, ['stop', dir]);
  const comoSuyo = process.getuid() === 0 ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups'] : ['env'];
  const moribundo = spawn(comoSuyo[0], [...comoSuyo.slice(1), 'sleep', '60'], { cwd: `${dir}/pg`, stdio: 'ignore' });
  writeFileSync(`${dir}/pg/postmaster.pid`, `${moribundo.pid}\n`);
  await arrancaMientras(() => moribundo.kill('SIGKILL'));
});
