// The exported ledger, read by another program: hledger's own sums, in cents, debit positive.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { correr } from './ayuda_api.mjs';

export const centavos = x => Math.round(Number(x) * 100);
const codigo = cuenta => cuenta.split(':').at(-1).split(' ')[0];
const importe = texto => centavos(texto.replace(' MXN', ''));
const campos = linea => linea.slice(1, -1).split('","');

export class Hledger {
  static async de(base, organizacion) {
    const h = new Hledger();
    h.carpeta = mkdtempSync(path.join(tmpdir(), 'ghle-'));
    h.diario = path.join(h.carpeta, 'diario.journal');
    await base.gestor(['exportar', 'contabilidad', '--organizacion', String(organizacion), h.diario]);
    return h;
  }
  // con: exports the ledger, and removes the file when `fn` ends.
  static async con(base, organizacion, fn) {
    const h = await Hledger.de(base, organizacion);
    try {
      return await fn(h);
    } finally {
      h.borrar();
    }
  }
  async leer(...argumentos) {
    const { salida } = await correr('hledger', ['-f', this.diario, ...argumentos.filter(Boolean)], { env: { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } });
    return salida;
  }
  // hledger finds no fault in the journal.
  revisar() {
    return this.leer('check', '--strict', 'ordereddates');
  }
  // saldos: balance by code of account, without the accounts at zero.
  async saldos(...opciones) {
    const salida = await this.leer('balance', '--flat', '-O', 'csv', '--no-total', ...opciones);
    return Object.fromEntries(salida.trim().split('\n').slice(1).map(campos).map(([cuenta, saldo]) => [codigo(cuenta), importe(saldo)]).filter(([, x]) => x !== 0).sort());
  }
  async saldo(cuenta, ...opciones) {
    return (await this.saldos(...opciones, `acct:${cuenta}( |$)`))[cuenta] ?? 0;
  }
  // Movements of an account, by day.
  async dias(cuenta, ...opciones) {
    const dias = {};
    const salida = await this.leer('register', '-O', 'csv', `acct:${cuenta}( |$)`, ...opciones);
    for (const [, dia, , , , cuanto] of salida.trim().split('\n').slice(1).map(campos)) dias[dia] = (dias[dia] ?? 0) + importe(cuanto);
    return Object.fromEntries(Object.entries(dias).filter(([, x]) => x !== 0).sort());
  }
  borrar() {
    rmSync(this.carpeta, { recursive: true, force: true });
  }
}
