// Few bytes that cost much: JSON with hundreds of thousands of values, bodies that never end, answers that nobody reads. The judge is never
// the clock: bytes that io threads parsed, memory of the server, memory of the kernel for TCP, answers to others.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { zip } from '../lib/archivos.mjs';
import { Servidor, dormir, hasta } from '../lib/ayuda_api.mjs';
import { enPartes } from '../lib/ejemplos.mjs';
import { Familia, enTandas, memoria, memoriaAcotada } from './comun.mjs';

const KB = 1024, MB = 1024 * KB;
const metrica = async (srv, nombre) => {
  const { texto } = await srv.get('/metrics');
  return [...texto.matchAll(new RegExp(`^${nombre}(?:\\{[^}]*\\})? (\\d+)$`, 'gm'))].reduce((suma, x) => suma + Number(x[1]), 0);
};
const delta = async (srv, nombres, fn) => {
  const antes = await Promise.all(nombres.map(n => metrica(srv, n)));
  await fn();
  return (await Promise.all(nombres.map(n => metrica(srv, n)))).map((n, i) => n - antes[i]);
};
const claves = n => `{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join(',')}}`;
const cabeza = (metodo, ruta, token, largo) => `${metodo} ${ruta} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}Content-Length: ${largo}\r\n\r\n`;

// 9. Bytes of a flood of keys that an io thread parses: from an account that may only read, and from one that writes short bodies.
async function json(f, srv, { lector, t1, lista }, n) {
  const cuerpo = claves(490_000);
  const enviar = (token, ruta, metodo) => srv.pedir(metodo, ruta, { token, cuerpo }).then(r => r.estado, () => 413);
  const [red] = await delta(srv, ['gestor_cuerpos_red_bytes_total'], () => enTandas(Array.from({ length: n }), 1, async () => {
    for (const [token, metodo, ruta, espera] of [[lector, 'POST', '/api/PedidoCliente/Lista', 413], [lector, 'PUT', lista, 403], [t1, 'POST', '/api/PedidoCliente/Lista', 413], [t1, 'PUT', lista, 400]]) {
      const estado = await enviar(token, ruta, metodo);
      f.cuenta('cuerpos de 490,000 claves');
      f.exige(estado === espera || estado === 413, () => `${metodo} ${ruta}: ${estado} en vez de ${espera}`);
    }
  }));
  f.exige(red === 0, () => `los hilos de red leyeron ${red} bytes de los cuerpos que atacan`);
}

// 10. Bodies that stop one byte before their end. The server holds no more than its budget for them, and others are served meanwhile.
async function cuerposSinFin(f, srv, { t2, t1, lista }, conexiones, bytes, tope) {
  const antes = memoria(srv).rss;
  const abiertas = [], pieza = Buffer.alloc(64 * KB, ' ');
  let rechazos = 0;
  const [porMemoria] = await delta(srv, ['gestor_rechazos_total\\{causa="memoria"\\}'], async () => {
    await Promise.all(Array.from({ length: conexiones }, () => new Promise(ok => {
      const c = net.connect(srv.puerto, '127.0.0.1', async () => {
        c.write(cabeza('PUT', lista, t2, bytes));
        for (let n = 0; n + 1 < bytes && !c.destroyed && c.writable; n += pieza.length) {
          const trozo = pieza.subarray(0, Math.min(pieza.length, bytes - 1 - n));
          if (!c.write(trozo)) await new Promise(seguir => c.once('drain', seguir).once('close', seguir));
        }
        ok();
      });
      abiertas.push(c);
      c.on('data', d => (/^HTTP\/1.1 503 [^]*\r\nRetry-After: /.test(d.toString('latin1')) && ++rechazos, ok())).on('error', ok).on('close', ok);
    })));
    f.cuenta('cuerpos sin fin', conexiones);
    await dormir(300);
    const otro = await srv.pedir('PUT', lista, { token: t1, cuerpo: '{"precios":[]}'.padEnd(200_000) }).then(r => r.estado, e => e.code);
    f.exige(otro === 400, () => `otra organización recibió ${otro} mientras tanto`);
  });
  const crecio = memoria(srv).rss - antes;
  await hasta(() => rechazos >= porMemoria, 'cada rechazo se contesta', 10_000).catch(() => {});
  f.nota(`${conexiones} cuerpos de ${Math.round(bytes / MB)} MB sin fin: la memoria creció ${crecio} MB, ${rechazos} respuestas 503`);
  f.exige(crecio < tope, () => `la memoria creció ${crecio} MB; el tope es ${tope}`);
  f.exige(rechazos > 0 && porMemoria === rechazos, () => `${rechazos} respuestas 503, ${porMemoria} contadas`);
  abiertas.forEach(c => c.destroy());
  await hasta(async () => (await metrica(srv, 'gestor_conexiones_abiertas')) <= 4, 'las conexiones se cierran');
}

// Pages of 4 KB that TCP holds on this machine, and sockets that belong to nobody.
const tcp = () => {
  const [, huerfanos, paginas] = /^TCP: inuse \d+ orphan (\d+) .*mem (\d+)$/m.exec(readFileSync('/proc/net/sockstat', 'utf8'));
  return { huerfanos: Number(huerfanos), mb: Number(paginas) * 4 / 1024 };
};

// 11. Clients without an account that ask for a megabyte and read nothing; some leave at once.
async function sinLeer(f, srv, conexiones, tope) {
  const antes = tcp();
  const abiertas = [];
  let aceptadas = 0, mayor = 0, huerfanos = 0;
  await Promise.all(Array.from({ length: conexiones }, (_, i) => new Promise(ok => {
    const c = net.connect({ port: srv.puerto, host: '127.0.0.1', onread: { buffer: Buffer.alloc(1), callback: () => (++aceptadas, c.pause(), ok(), false) } });
    c.on('error', ok).on('close', ok);
    c.write(`GET /openapi.json HTTP/1.1\r\nHost: x\r\n${i % 2 ? 'Connection: close\r\n' : ''}\r\n`);
    if (i % 3 === 0) c.end();
    abiertas.push(c);
  })));
  f.cuenta('respuestas sin leer', conexiones);
  const pico = () => {
    const ahora = tcp();
    [mayor, huerfanos] = [Math.max(mayor, ahora.mb - antes.mb), Math.max(huerfanos, ahora.huerfanos - antes.huerfanos)];
  };
  for (let i = 0; i < 10; ++i) pico(), await dormir(100);
  const quedan = async () => (pico(), (await metrica(srv, 'gestor_conexiones_abiertas')) <= 4);
  await hasta(quedan, 'el servidor corta a quien no lee', 60_000).catch(error => f.falta(error.message));
  const porConexion = Math.round(mayor * 1024 / Math.max(1, aceptadas));
  f.nota(`${conexiones} respuestas sin leer: ${Math.round(mayor)} MB del núcleo (${porConexion} KB por conexión), ${huerfanos} huérfanos`);
  f.exige(mayor < tope, () => `el núcleo llegó a ${Math.round(mayor)} MB; el tope es ${tope}`);
  f.exige(huerfanos <= conexiones / 20, () => `llegó a haber ${huerfanos} conexiones sin dueño`);
  abiertas.forEach(c => c.destroy());
  return aceptadas;
}

// 12. Large legal CFDI at once: their memory is bounded, and goes back to the system.
async function xmlGrandes(f, srv, { t1, t2 }, cuantos, tope, plazo = 60_000) {
  const linea = '<c:Concepto ClaveProdServ="01010101" Cantidad="2" ClaveUnidad="H87" Descripcion="Silla de madera con respaldo" ValorUnitario="500.00" Importe="1000.00" ObjetoImp="02"/>';
  const xml = `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" Version="4.0"><c:Conceptos>${linea.repeat(25_000)}</c:Conceptos></c:Comprobante>`;
  const cuerpo = JSON.stringify({ xmlBase64: Buffer.from(xml).toString('base64') });
  const antes = memoria(srv).rss;
  let mayor = antes;
  const mirar = setInterval(() => { mayor = Math.max(mayor, memoria(srv).rss); }, 20);
  const estados = await Promise.all(Array.from({ length: cuantos }, (_, i) => srv.pedir('POST', '/api/ArchivoDigital/ValidarArchivo', { token: i % 2 ? t1 : t2, cuerpo }).then(r => r.estado, () => 503)));
  clearInterval(mirar);
  f.cuenta('CFDI grandes a la vez', cuantos);
  f.exige(estados.every(x => x === 200 || x === 503) && estados.includes(200), () => `contestó ${estados}`);
  f.nota(`${cuantos} CFDI de ${Math.round(xml.length / MB)} MB a la vez: ${antes} MB antes, ${mayor} la mayor, ${memoria(srv).rss} después; ${estados.filter(x => x === 200).length} leídos`);
  f.exige(mayor - antes < tope, () => `la memoria creció ${mayor - antes} MB; el tope es ${tope}`);
  if (memoria(srv).virtual > 1e6) return f.nota('lo que se libera no se mide: un sanitizador lo guarda');
  await hasta(() => memoria(srv).rss <= 1.5 * antes, 'la memoria vuelve al sistema', plazo).catch(error => f.falta(`${error.message}: ${antes} MB antes, ${memoria(srv).rss} después`));
}

// 13. Files for the reconciliation with CFDI. A line of millions of separators takes no more memory than its bytes.
const cargar = (srv, token, archivo) => srv.pedir('POST', '/api/Contabilidad/ConciliacionCfdi', { token, cuerpo: enPartes({ archivo: Buffer.from(archivo) }), encabezados: { 'Content-Type': 'multipart/form-data; boundary=b0' } });
const columnas = 'Uuid~RfcEmisor~RfcReceptor~FechaEmision~Monto~EfectoComprobante~Estatus\n';
async function separadores(f, srv, { t1 }, tope) {
  const antes = memoria(srv).rss;
  writeFileSync(`/proc/${srv.proceso.pid}/clear_refs`, '5');  // its greatest memory is counted from here
  const { estado } = await cargar(srv, t1, columnas + '~'.repeat(19e6));
  f.cuenta('líneas de separadores');
  f.exige(estado === 400, () => `19 MB de separadores: ${estado}`);
  memoriaAcotada(f, srv, antes, tope);
}

// 14. What a .zip inflates to, and the rows that are kept of it, are counted: beyond the room of all there is a 503.
async function cargasSinLugar(f, srv, { t1, rfc }) {
  const resto = `~URE180429TM6~${rfc}~2025-08-03~1~I~1\n`, filas = Array.from({ length: 20_000 }, (_, i) => `${i.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000${resto}`).join('');
  for (const [que, archivo] of [['un .zip que se infla', zip([['a.txt', Buffer.from(columnas + '\n'.repeat(6 * MB))]], { comprimido: true })], ['20,000 filas', columnas + filas]]) {
    const r = await cargar(srv, t1, archivo);
    f.cuenta('cargas sin lugar');
    f.exige(r.estado === 503 && r.h['retry-after'] > 0, () => `${que}: ${r.estado} ${r.texto.slice(0, 200)}`);
  }
}

// Bytes that the peer of each connection of a server has not acknowledged, as the kernel counts them.
const sinConfirmar = ({ puerto }) => {
  const local = `:${puerto.toString(16).toUpperCase().padStart(4, '0')}`, escucha = '0A';
  return readFileSync('/proc/net/tcp', 'utf8').split('\n').map(linea => linea.trim().split(/\s+/)).filter(c => c[1]?.endsWith(local) && c[3] !== escucha).map(c => parseInt(c[4], 16)).filter(n => n > 0);
};
const suma = lista => lista.reduce((x, y) => x + y, 0);

// Reads the list of connections while the server is stopped: the kernel does not write that list in one moment.
async function quieto({ proceso }, fn) {
  const hilos = `/proc/${proceso.pid}/task`;
  proceso.kill('SIGSTOP');
  try {
    while (!readdirSync(hilos).every(h => /^\d+ \(.*\) [Tt] /.test(readFileSync(`${hilos}/${h}/stat`, 'utf8'))));
    return fn();
  } finally {
    proceso.kill('SIGCONT');
    await dormir(3);
  }
}

// 15. Answers that nobody reads, where a slow reader has an hour: only the room of all answers ends them. The server's count and the kernel's stay
// within it, but for a connection that each thread is writing to. A full connection holds its `envio-bytes` at least: no more are left than fill the
// room. A client that reads is answered meanwhile, and one that leaves without reading is gone at once.
async function lugarDeTodos(f, srv, conexiones, lugar, { hilos, envio }) {
  const ruta = '/openapi.json', pieza = 32 * KB, una = 3 * envio + pieza, caben = Math.floor(lugar / envio), propias = 4, propios = propias * 16 * KB;
  const contados = () => metrica(srv, 'gestor_envios_bytes'), abiertas = () => metrica(srv, 'gestor_conexiones_abiertas');
  const clientes = [];
  let empezadas = 0, contadas = 0, guardadas = 0;
  for (let i = 0; i < conexiones; ++i) {
    let empezada = false;
    const empieza = () => { if (!empezada) empezada = true, ++empezadas; };
    const c = net.connect({ port: srv.puerto, host: '127.0.0.1', localAddress: `127.0.0.${2 + i % 250}`, onread: { buffer: Buffer.alloc(1), callback: () => (c.pause(), empieza(), false) } });
    c.on('error', empieza).on('close', empieza);
    c.write(`GET ${ruta} HTTP/1.1\r\nHost: x\r\n\r\n`);
    clientes.push(c);
  }
  f.cuenta('respuestas que llenan el lugar de todos', conexiones);
  for (const fin = Date.now() + 60_000; empezadas < conexiones && Date.now() < fin;) guardadas = Math.max(guardadas, suma(await quieto(srv, () => sinConfirmar(srv))));
  contadas = await contados();
  if (!f.exige(guardadas <= lugar + hilos * una, () => `el núcleo guardó ${guardadas} bytes sin leer; caben ${lugar}`)) return clientes.forEach(c => c.destroy());
  f.exige(contadas <= lugar + hilos * una, () => `se contaron ${contadas} bytes sin leer; caben ${lugar}`);
  let quedan = [], vivas = 0;
  await hasta(async () => {
    quedan = await quieto(srv, () => sinConfirmar(srv)), vivas = await abiertas();
    return suma(quedan) <= lugar && (await contados()) <= lugar && quedan.length <= caben && vivas <= caben + propias;
  }, 'las que no caben se cortan', 20_000).catch(error => f.falta(`${error.message}: quedan ${quedan.length} con ${suma(quedan)} bytes, ${vivas} abiertas; caben ${caben}`));
  const cortadas = await metrica(srv, 'gestor_conexiones_cortadas_total');
  f.nota(`${conexiones} respuestas sin leer en un lugar de ${lugar} bytes: el núcleo guardó a lo más ${guardadas}, se contaron ${contadas}; quedan ${quedan.length} conexiones con ${suma(quedan)}, ${cortadas} cortadas`);
  f.exige(cortadas >= conexiones - caben && cortadas < conexiones, () => `se cortaron ${cortadas} de ${conexiones} conexiones; caben ${caben}`);
  const entera = await srv.get(ruta);
  f.exige(entera.estado === 200 && entera.json?.openapi, () => `quien sí lee recibió ${entera.estado}`);
  clientes.forEach(c => c.destroy());
  await hasta(async () => (await abiertas()) <= propias && (await contados()) <= propios, 'quien se va sin leer no deja nada', 20_000).catch(error => f.falta(error.message));
}

export async function memoriaAjena(e, { corto }) {
  const f = new Familia('memoria y hilos ajenos');
  const usuario = await e.base.usuario({ usuario: 'solo-lee', rol: 'lector', organizacion: 1 });
  const rfc = await e.base.uno('SELECT rfc FROM organizacion WHERE organizacion_id = 1');
  const { t1, t2 } = e, lector = await e.srv.entrar({ ...e.uno, ...usuario });
  const lista = `/api/ListaPrecios/Precios/${await e.base.uno('SELECT min(lista_precios_id) FROM lista_precios WHERE organizacion_id = 1')}`;
  const ajustes = { 'cuerpos-memoria': 64 * MB, 'cuerpos-memoria-organizacion': 16 * MB, 'escritura-segundos': 2, 'envio-bytes': 64 * KB, 'conexiones-por-direccion': 400 };
  const con = async (mas, fn, entorno = {}) => {
    const srv = await Servidor.iniciar(e.base, { ...ajustes, 'llaves-token': e.srv.llaves, ...mas }, entorno);
    try {
      await fn(srv, { t1, t2, lector, lista, rfc });
    } finally {
      srv.agente.destroy();
      await srv.parar();
    }
  };
  const [veces, cuerpos, lectores] = corto ? [2, 12, 300] : [10, 30, 1500];
  await con({ 'conexiones-por-direccion': Math.max(400, lectores + 50) }, async (srv, quien) => {
    await json(f, srv, quien, veces);
    await cuerposSinFin(f, srv, quien, cuerpos, 8 * MB, 60);
    await sinLeer(f, srv, lectores, lectores * 0.4);
  });
  const grandes = corto ? 8 : 26;
  const deFabrica = { 'cuerpos-memoria': 512 * MB, 'cuerpos-memoria-organizacion': 192 * MB };
  await con(deFabrica, (srv, quien) => xmlGrandes(f, srv, quien, grandes, 550));
  await con(deFabrica, (srv, quien) => separadores(f, srv, quien, 150));  // lentos has its control
  await con({ 'cuerpos-memoria': 4 * MB, 'cuerpos-memoria-organizacion': 4 * MB }, (srv, quien) => cargasSinLugar(f, srv, quien));
  const lugar = 4 * MB, deTodos = { 'envios-memoria': lugar, 'escritura-segundos': 3600, hilos: 2 };
  const llenar = (g, mas, entorno) => con({ ...deTodos, ...mas }, srv => lugarDeTodos(g, srv, 1500, lugar, { hilos: deTodos.hilos, envio: ajustes['envio-bytes'] }), entorno);
  await llenar(f);
  // An address has its share of the connections, and then no more.
  await con({ 'conexiones-por-direccion': 50 }, async srv => {
    const [rechazadas] = await delta(srv, ['gestor_conexiones_rechazadas_total\\{causa="direccion"\\}'], () => sinLeer(f, srv, 100, 60));
    f.exige(rechazadas >= 45, () => `sólo se rechazaron ${rechazadas} conexiones de una dirección`);
  });

  await f.control('lo liberado que nadie devuelve', g => con(deFabrica, (srv, quien) => xmlGrandes(g, srv, quien, grandes, 2000, 3000), { SABOTAJE: 'devolucion' }));
  await f.control('cargas que sí caben', g => con(deFabrica, (srv, quien) => cargasSinLugar(g, srv, quien)));
  await f.control('JSON en el hilo de red', g => con({ 'cuerpo-en-red': 2147483648 }, (srv, quien) => json(g, srv, quien, 1)));
  await f.control('cuerpos sin presupuesto', g => con({ 'cuerpos-memoria': 4096 * MB, 'cuerpos-memoria-organizacion': 4096 * MB }, (srv, quien) => cuerposSinFin(g, srv, quien, cuerpos, 8 * MB, 60)));
  await f.control('un envío sin tope', g => con({ 'envio-bytes': 0 }, srv => sinLeer(g, srv, 300, 120)));
  await f.control('un lugar de todos sin tope', g => llenar(g, { 'envios-memoria': 1024 * MB }));
  await f.control('respuestas que nadie corta', g => con({}, srv => sinLeer(g, srv, 300, 1000), { SABOTAJE: 'corte' }));
  return f;
}
