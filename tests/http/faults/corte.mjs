// Proxy between server and database: listens where a PostgreSQL would, and forwards every byte. On request it cuts a connection
// at the COMMIT of a write:
//   antes    PostgreSQL never sees the COMMIT
//   despues  PostgreSQL has answered it, and the server never sees the answer
// The proxy reads two things of the protocol (version 3): where a message ends, and which message carries a statement's text. The proxy
// has a thread of its own, so that busy callers do not slow it down.
import net from 'node:net';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const SSL = 80877103, GSS = 80877104;

// First bytes of a statement's text, in the messages that carry one.
function sentencia(tipo, bytes, desde, fin) {
  if (tipo !== 'Q' && tipo !== 'P') return '';
  const texto = tipo === 'Q' ? desde : bytes.indexOf(0, desde) + 1;  // of Parse, after the name
  return bytes.toString('utf8', texto, Math.min(fin - 1, texto + 100));
}

// Takes whole messages off `c.resto`, with their type and bytes. The first messages of a client have no type.
function mensajes(c, datos) {
  const bytes = c.resto.length ? Buffer.concat([c.resto, datos]) : datos;
  const lista = [];
  let desde = 0;
  for (;;) {
    const largo = desde + (c.saludo ? 0 : 1);
    if (bytes.length < largo + 4) break;
    const fin = largo + bytes.readInt32BE(largo);
    if (bytes.length < fin) break;
    if (c.saludo) c.saludo = [SSL, GSS].includes(bytes.readInt32BE(desde + 4));
    else {
      const tipo = String.fromCharCode(bytes[desde]);
      lista.push({ tipo, desde, texto: sentencia(tipo, bytes, desde + 5, fin) });
    }
    desde = fin;
  }
  c.resto = bytes.subarray(desde);
  return { lista, enteros: bytes.subarray(0, desde) };
}

const CUENTAS = ['conexiones', 'commits', 'antes', 'despues', 'pendientes'];

export class Corte {
  // `donde` and `hacia` are paths of sockets.
  static abrir(donde, hacia) {
    const c = new Corte();
    c.celdas = new Int32Array(new SharedArrayBuffer(4 * CUENTAS.length));
    c.hilo = new Worker(new URL(import.meta.url), { workerData: { donde, hacia, celdas: c.celdas } });
    return new Promise((ok, mal) => c.hilo.once('message', () => ok(c)).once('error', mal));
  }
  // Cuts the next write at its COMMIT. 'todo' cuts every connection now; 'nada' withdraws the request.
  pedir(que) {
    this.hilo.postMessage(que);
  }
  get cuenta() {
    return Object.fromEntries(CUENTAS.map((nombre, i) => [nombre, this.celdas[i]]));
  }
  cerrar() {
    return this.hilo.terminate();
  }
}

function atender(cliente, { hacia, sumar, pendientes, abiertas }) {
  const base = net.connect(hacia);
  const c = { saludo: true, resto: Buffer.alloc(0), escribe: false, mudo: null };
  const fin = () => (cliente.destroy(), base.destroy());
  for (const s of [cliente, base]) {
    abiertas.add(s);
    s.on('error', () => {}).on('close', () => (abiertas.delete(s), fin()));
  }
  sumar('conexiones');
  const pasar = (de, a, datos) => {
    if (datos.length && !a.write(datos)) de.pause(), a.once('drain', () => de.resume());
  };
  cliente.on('data', datos => {
    const { lista, enteros } = mensajes(c, datos);
    for (const { texto, desde } of lista) {
      if (/^\s*BEGIN\b/i.test(texto)) c.escribe = !/READ ONLY/i.test(texto);
      if (!c.escribe || !/^\s*COMMIT\b/i.test(texto)) continue;
      sumar('commits');
      const tipo = pendientes.shift();
      if (!tipo) continue;
      sumar('pendientes', -1);
      if (tipo === 'antes') {
        sumar('antes');
        base.end(enteros.subarray(0, desde));
        cliente.destroy();
        return;
      }
      c.mudo = { saludo: false, resto: Buffer.alloc(0) };
    }
    pasar(cliente, base, enteros);
  });
  base.on('data', datos => {
    if (!c.mudo) return pasar(base, cliente, datos);
    if (!mensajes(c.mudo, datos).lista.some(m => m.tipo === 'Z')) return;
    sumar('despues');
    fin();
  });
}

if (!isMainThread && workerData?.hacia) {
  const { donde, hacia, celdas } = workerData;
  const sumar = (cual, cuanto = 1) => (celdas[CUENTAS.indexOf(cual)] += cuanto);
  const [pendientes, abiertas] = [[], new Set()];
  parentPort.on('message', que => {
    if (que === 'todo') for (const s of abiertas) s.destroy();
    else if (que === 'nada') sumar('pendientes', -pendientes.splice(0).length);
    else pendientes.push(que), sumar('pendientes');
  });
  net.createServer(s => atender(s, { hacia, sumar, pendientes, abiertas })).listen(donde, () => parentPort.postMessage('listo'));
}
