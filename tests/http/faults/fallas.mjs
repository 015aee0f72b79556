// Faults at random: each fault happens, is counted, and must heal by itself.
import { dormir, hasta } from '../lib/ayuda_api.mjs';
import { azarCon } from '../lib/azar.mjs';
import { TOPE } from './escena.mjs';

const SANA = 10_000;  // generous: whether it heals is asserted of each, how soon of a long run
const LECTURA = '/api/RegistroVenta?registrosPorPagina=1';

export class Fallas {
  cuenta = {};
  tiempos = { lectura: [], escritura: [] };
  preguntas = 0;  // asked while PostgreSQL was away

  constructor(escena, escritores, { semilla = 1, solo = '' } = {}) {
    // Random streams of the callers start at 0.
    Object.assign(this, { escena, escritores, azar: azarCon(semilla, -1), azarDeCortes: azarCon(semilla, -2), clases: this.todas(escena) });
    this.nombres = Object.keys(this.clases).filter(c => c.includes(solo));
    if (this.nombres.length === 0) throw new Error(`ninguna falla dice «${solo}»: ${Object.keys(this.clases).join(', ')}`);
  }
  leer(s) {
    return Promise.race([s.get(LECTURA, { token: this.escena.empresa.token }).catch(e => ({ error: e.code ?? e.message })), dormir(TOPE).then(() => ({ error: 'colgada' }))]);
  }
  // While PostgreSQL is down, every server answers 503 with Retry-After.
  async caido() {
    await Promise.all(this.escena.servidores.flatMap(s => [1, 2, 3].map(async () => {
      this.preguntas++;
      const r = await this.leer(s);
      if (r.estado !== 503 || r.json?.codigo !== 'NO_DISPONIBLE' || !(Number(r.h['retry-after']) >= 1)) this.escena.falta('sin PostgreSQL no se contestó 503', { estado: r.estado, texto: (r.texto ?? r.error).slice(0, 200) });
    })));
  }
  // PostgreSQL is up again: both servers read, and a write succeeds.
  async sanar() {
    const vuelta = performance.now();
    try {
      await Promise.all(this.escena.servidores.map(async s => {
        await hasta(async () => (await this.leer(s)).estado === 200, 'las lecturas sanan', SANA);
        this.tiempos.lectura.push(performance.now() - vuelta);
      }));
      await hasta(() => this.escritores.ultimoAcuse > vuelta || !this.escritores.seguir, 'las escrituras sanan', SANA);
      if (this.escritores.ultimoAcuse > vuelta) this.tiempos.escritura.push(this.escritores.ultimoAcuse - vuelta);
    } catch (e) {
      this.escena.falta(e.message);
    }
  }
  async sinBase(quitar) {
    const { maquina } = this.escena;
    await quitar(maquina);
    await Promise.all([this.caido(), dormir(this.azar(800))]);
    await maquina.arrancar();
    await this.sanar();
  }
  async servidor(senal) {
    const i = this.azar(2);
    await this.escena.parar(i, senal);
    if (this.azar(2)) await dormir(this.azar(300));
    await this.escena.levantar(i);
  }
  todas({ maquina: { corriente: disco } }) {
    return {
      'kill -9 de un servidor': () => this.servidor('SIGKILL'),
      'SIGTERM de un servidor': () => this.servidor('SIGTERM'),
      'kill -9 de los dos servidores': async () => {
        await Promise.all([0, 1].map(i => this.escena.parar(i, 'SIGKILL')));
        await Promise.all([0, 1].map(i => this.escena.levantar(i)));
      },
      'kill -9 del postmaster': () => this.sinBase(m => m.matar({ todos: false })),
      'kill -9 de todo PostgreSQL': () => this.sinBase(m => m.matar({ todos: true })),
      'PostgreSQL reiniciado (immediate)': () => this.sinBase(m => m.detener('immediate')),
      'PostgreSQL reiniciado (fast)': () => this.sinBase(m => m.detener('fast')),
      'kill -9 de PostgreSQL y de un servidor': async () => {
        const i = this.azar(2);
        await Promise.all([this.escena.parar(i, 'SIGKILL'), this.escena.maquina.matar({ todos: true })]);
        await Promise.all([this.escena.levantar(i), dormir(this.azar(600)).then(() => this.escena.maquina.arrancar())]);
        await this.sanar();
      },
      'PostgreSQL congelado 2 s': async () => {
        await this.escena.maquina.congelar(2000);
        await this.sanar();
      },
      'todas las conexiones cortadas': async () => {
        this.escena.corte.pedir('todo');
        await this.sanar();
      },
      ...(disco && {
        'corte de corriente': () => this.sinBase(m => m.cortarCorriente()),
        'disco quieto 2 s': async () => {
          await this.escena.maquina.aquietarDisco(2);
          await this.sanar();
        },
        'disco lleno 2 s': async () => {
          await this.escena.maquina.llenarDisco(2000);
          if (!(await this.escena.maquina.responde())) await this.escena.maquina.arrancar();
          await this.sanar();
        },
      }),
    };
  }
  hasta(fin, ritmo) {
    return this.mientras(() => performance.now() < fin, ritmo);
  }
  // Faults while `sigue` returns true, and at least `minimo` of them on a slow machine: every kind once before any kind twice. Connections are
  // cut at COMMIT meanwhile, one every `corta` to 5 × `corta` ms: a few of many callers meet a cut; a single caller would meet all of them.
  async mientras(sigue, { pausa = 700, minimo = 1, corta = 100 } = {}) {
    const cortes = this.cortar(sigue, corta);
    for (let bolsa = [], n = 0; sigue() || n < minimo; n++) {
      if (bolsa.length === 0) bolsa = [...this.nombres].sort(() => this.azar() - 0.5);
      const nombre = bolsa.pop();
      await dormir(this.azar(pausa * 2));
      const inicio = performance.now();
      await this.clases[nombre]();
      this.cuenta[nombre] = (this.cuenta[nombre] ?? 0) + 1;
      this.escena.decir(`  ${nombre}: ${Math.round(performance.now() - inicio)} ms`);
    }
    await cortes;
  }
  // Cuts at COMMIT, before and after it in turn.
  async cortar(sigue, corta = 100) {
    const { corte } = this.escena;
    for (let i = 0; sigue(); i++) {
      await dormir(corta + this.azarDeCortes(4 * corta));
      if (corte.cuenta.pendientes === 0) corte.pedir(i % 2 ? 'antes' : 'despues');
    }
    corte.pedir('nada');
  }
}

export const mediana = lista => [...lista].sort((a, b) => a - b)[Math.floor(lista.length / 2)];
export const resumen = lista => (lista.length ? `${lista.length} veces, mediana ${Math.round(mediana(lista))} ms, máximo ${Math.round(Math.max(...lista))} ms` : 'ninguna vez');
