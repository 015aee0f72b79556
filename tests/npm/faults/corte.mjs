// Stands between server and database, listening where a PostgreSQL would, and forwards every byte. When told to, it cuts a connection
// at the COMMIT of a write:
//   antes    PostgreSQL never sees the COMMIT
//   despues  PostgreSQL has answered it, and the server never sees the answer
// Of the protocol (version 3) it knows where a message ends and which one carries a statement's text.
import net from 'node:net';

const SSL = 80877103, GSS = 80877104;

// Takes whole messages off `c.resto`; the first ones have no type. Answers [type, text of a statement] and the bytes that are whole.
function mensajes(c, datos) {
  c.resto = c.resto.length ? Buffer.concat([c.resto, datos]) : datos;
  const lista = [];
  let desde = 0;
  for (;;) {
    const tipo = c.saludo ? 0 : 1;
    if (c.resto.length < desde + tipo + 4) break;
    const fin = desde + tipo + c.resto.readInt32BE(desde + tipo);
    if (c.resto.length < fin) break;
    if (c.saludo) c.saludo = [SSL, GSS].includes(c.resto.readInt32BE(desde + 4));
    else lista.push([String.fromCharCode(c.resto[desde]), c.resto, desde + 5, fin, desde]);
    desde = fin;
  }
  const enteros = c.resto.subarray(0, desde);
  c.resto = c.resto.subarray(desde);
  return { lista, enteros };
}

function sentencia([tipo, bytes, desde, fin]) {
  if (tipo === 'Q') return bytes.toString('utf8', desde, Math.min(fin - 1, desde + 200));
  if (tipo !== 'P') return '';
  const texto = bytes.indexOf(0, desde) + 1;
  return bytes.toString('utf8', texto, Math.min(fin, texto + 200));
}

export class Corte {
  pendientes = [];
  cuenta = { conexiones: 0, commits: 0, antes: 0, despues: 0 };
  abiertas = new Set();

  // `donde` and `hacia` are paths of sockets.
  static abrir(donde, hacia) {
    const c = new Corte();
    c.hacia = hacia;
    c.servidor = net.createServer(s => c.atender(s));
    return new Promise((ok, mal) => c.servidor.on('error', mal).listen(donde, () => ok(c)));
  }
  // The next write that commits is cut there.
  armar(tipo) {
    this.pendientes.push(tipo);
  }
  cerrar() {
    for (const s of this.abiertas) s.destroy();
    return new Promise(ok => this.servidor.close(ok));
  }
  atender(cliente) {
    const base = net.connect(this.hacia);
    const c = { saludo: true, resto: Buffer.alloc(0), escribe: false, mudo: null };
    const fin = () => (cliente.destroy(), base.destroy());
    for (const s of [cliente, base]) {
      this.abiertas.add(s);
      s.on('error', () => {}).on('close', () => (this.abiertas.delete(s), fin()));
    }
    this.cuenta.conexiones++;
    const pasar = (de, a, datos) => {
      if (datos.length && !a.write(datos)) de.pause(), a.once('drain', () => de.resume());
    };
    cliente.on('data', datos => {
      const { lista, enteros } = mensajes(c, datos);
      for (const m of lista) {
        const texto = sentencia(m);
        if (/^\s*BEGIN\b/i.test(texto)) c.escribe = !/READ ONLY/i.test(texto);
        if (!c.escribe || !/^\s*COMMIT\b/i.test(texto)) continue;
        this.cuenta.commits++;
        const tipo = this.pendientes.shift();
        if (!tipo) continue;
        if (tipo === 'antes') {
          this.cuenta.antes++;
          base.end(enteros.subarray(0, m[4]));
          cliente.destroy();
          return;
        }
        c.mudo = { saludo: false, resto: Buffer.alloc(0) };
      }
      pasar(cliente, base, enteros);
    });
    base.on('data', datos => {
      if (!c.mudo) return pasar(base, cliente, datos);
      if (!mensajes(c.mudo, datos).lista.some(([tipo]) => tipo === 'Z')) return;
      this.cuenta.despues++;
      fin();
    });
  }
}
