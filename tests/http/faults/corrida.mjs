// Runs: faults and then the audit; rolling restarts that no caller may notice; controls, where a safety is missing and the audit must
// report the damage.
import { auditar } from '../lib/auditoria.mjs';
import { dormir, hasta } from '../lib/ayuda_api.mjs';
import { azarCon } from '../lib/azar.mjs';
import { Escena } from './escena.mjs';
import { Escritores } from './escritores.mjs';
import { Fallas, mediana, resumen } from './fallas.mjs';
import { contar, revisar, sobreLimite, unos } from './revision.mjs';

const LARGA = 300;  // s: a run long enough to speak of medians
const SANA = 1000;  // ms

export async function enEscena(opciones, fn) {
  const escena = await Escena.montar(opciones);
  try {
    return await fn(escena);
  } finally {
    await escena.cerrar();
  }
}

// Rolling restarts: both servers in turn, repeatedly, under load. Every request has an answer.
async function relevos(escena, w, veces, decir) {
  Object.assign(w, { duplica: 0, pierde: 0 });
  w.empezar(12);
  // Many small requests that neither nginx nor the caller repeats: POST without a key, refused for its empty body.
  let seguir = true, toques = 0;
  const sinPerdon = Promise.all(Array.from({ length: 8 }, async (_, k) => {
    for (const azar = azarCon(w.semilla, -3 - k); seguir; toques++) {
      const r = await escena.pedir('POST', '/api/PedidoCliente', { cuerpo: {} });
      if (r.estado !== 400) w.respuestas.set(`POST sin clave: ${r.estado ?? r.error}`, (w.respuestas.get(`POST sin clave: ${r.estado ?? r.error}`) ?? 0) + 1);
      await dormir(azar(40));
    }
  }));
  await dormir(500);
  const paros = [];
  for (let k = 0; k < veces; k++) {
    const inicio = performance.now();
    await escena.parar(k % 2, 'SIGTERM');
    paros.push(performance.now() - inicio);
    await escena.levantar(k % 2);
  }
  await w.parar();
  seguir = false;
  await sinPerdon;
  const malas = [...w.respuestas].filter(([que]) => !/^(200|400)/.test(que));
  decir(`relevos: ${veces} SIGTERM, ${w.cuenta.envios} escrituras y ${toques} POST sin clave, ${malas.reduce((s, [, n]) => s + n, 0)} sin atender${malas.map(([que, n]) => `, ${que} ${n}`).join('')}; parar: ${resumen(paros)}; arrancar: ${resumen(escena.arranques.slice(2))}`);
  if (malas.length) decir(escena.nginx.bitacora().split('\n').filter(l => !l.includes('connect() failed')).slice(-20).join('\n'));
  return { malas, faltas: [...escena.faltas] };
}

export function correrFallas({ segundos, semilla = Date.now() >>> 0, decir = console.log, reinicios = 20, solo, ...ritmo }) {
  return enEscena({ decir }, async escena => {
    decir(`semilla ${semilla}`);
    const w = new Escritores(escena, { semilla });
    const f = new Fallas(escena, w, { semilla, solo });
    await w.preparar();
    const relevo = await relevos(escena, w, reinicios, decir);
    Object.assign(w, { duplica: 0.3, pierde: 0.1 });
    const inicio = performance.now();
    w.empezar();
    await f.hasta(inicio + segundos * 1000, ritmo);
    await w.parar();
    const { repetidos, tardios } = await w.confirmar();
    const { sinEspacio } = escena.maquina;
    // A full disk may come and go while no write needs space; at least one full disk must be noticed.
    if (sinEspacio.length > 2 && !sinEspacio.some(n => n > 0)) escena.falta('el disco se llenó y PostgreSQL no lo notó');
    // Other programs on the same cores move the maximum and the start time of a program; the median of many recoveries hardly moves.
    if (segundos >= LARGA && mediana(f.tiempos.lectura) >= SANA) escena.falta(`las lecturas no sanan pronto: ${resumen(f.tiempos.lectura)}`);
    const r = await revisar(escena, w);
    decir(`fallas en ${Math.round((performance.now() - inicio) / 1000)} s: ${Object.entries(f.cuenta).map(([k, n]) => `${k} ${n}`).join(', ')}`);
    const { antes, despues, commits, conexiones } = escena.corte.cuenta;
    decir(`cortes en COMMIT: ${antes} antes de que PostgreSQL lo viera, ${despues} después de contestarlo; ${commits} confirmaciones, ${conexiones} conexiones`);
    decir(`sin PostgreSQL: ${f.preguntas} preguntas contestadas con 503; al volver, lecturas: ${resumen(f.tiempos.lectura)}; escrituras: ${resumen(f.tiempos.escritura)}; arranques de servidor: ${resumen(escena.arranques)}`);
    decir(`servidores: ${escena.sinBase} arranques fallidos sin PostgreSQL; disco lleno: ${sinEspacio.length} veces, y PostgreSQL lo dijo ${sinEspacio.reduce((a, b) => a + b, 0)}`);
    decir(`al final: ${repetidos} confirmadas repetidas, ${tardios} rechazadas que a la segunda se dieron`);
    contar(decir, w, r);
    return { ...r, fallas: f, escritores: w, relevo, corte: escena.corte.cuenta };
  });
}

export function correrRelevos({ veces, conClave, semilla = 1, decir = console.log }) {
  return enEscena({ decir }, async escena => {
    const w = new Escritores(escena, { semilla, conClave });
    await w.preparar();
    const r = await relevos(escena, w, veces, decir);
    decir(`lo que no debe pasar ${unos(r.faltas)}`);
    return r;
  });
}

// Runs until enough requests have succeeded, on a slow machine too.
const bastante = w => hasta(() => w.cuenta.acuses >= 100 && w.limitados >= 4, 'los escritores avanzan', 120_000);

// Controls: each one removes one safety. `dano`, the damage that the audit found, must not be empty.
const controles = {
  // Without stored answers, a request repeated after a lost answer or a cut after COMMIT makes a second document.
  idempotencia: { sabotaje: 'idempotencia', async hacer(escena, w) {
    let sigue = true;
    await Promise.all([new Fallas(escena, w).cortar(() => sigue), bastante(w).finally(() => { sigue = false; })]);
  }, dano: r => r.duplicados },
  // Credit limits, stock, balances and ledger: damage is looked for during the run, because a later write may hide it.
  candado: { sabotaje: 'candado', opciones: { duplica: 0, pierde: 0 }, async hacer(escena, w) {
    await bastante(w);
    await hasta(async () => (await sobreLimite(escena)).length > 0, 'alguien debe más que su límite', 120_000);
    let vistas;
    await hasta(async () => (vistas = await auditar(escena.base)).length > 0, 'se daña algo más que un límite', 120_000);
    return vistas;
  }, dano: (r, vistas) => vistas },
  // Earlier writes are safe on the disk; writes acknowledged from here on are not.
  fsync: { fsync: false, opciones: { duplica: 0, pierde: 0 }, antes: escena => escena.maquina.asentar(), async hacer(escena, w) {
    await bastante(w);
    w.seguir = false;
    if (escena.maquina.corriente) await escena.maquina.cortarCorriente();
    else await escena.maquina.matar({ todos: true });
    await escena.maquina.arrancar();
  }, dano: r => r.perdidos },
};
export const nombresDeControl = Object.keys(controles);

export function correrControl(nombre, { decir = console.log, semilla = 7 } = {}) {
  const c = controles[nombre];
  return enEscena({ sabotaje: c.sabotaje, fsync: c.fsync, decir }, async escena => {
    const w = new Escritores(escena, { semilla, ...c.opciones });
    await w.preparar();
    await c.antes?.(escena);
    w.empezar();
    const vistas = await c.hacer(escena, w);
    await w.parar();
    const r = await revisar(escena, w);
    contar(decir, w, r);
    const modo = nombre !== 'fsync' ? '' : escena.maquina.corriente ? ' (fsync=off y corte de corriente)' : ' (synchronous_commit=off y kill -9: aquí no se puede montar un disco)';
    decir(`control ${nombre}${modo}: ${c.dano(r, vistas).length} daños a la vista`);
    return { ...r, dano: c.dano(r, vistas) };
  });
}
