// Jobs: done once, by any instance, whichever instance dies; tried again after a fault, and given up where the operator sees it.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Servidor, dormir, hasta, montar, sql } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { cfdi, en64, iva, sellado } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';
import { Sat } from './lib/sat.mjs';

let m, base, sat;
const vivos = new Set();
before(async () => {
  sat = await Sat.iniciar();
  m = await montar({ registros: 200 });
  ({ base } = m);
  await m.srv.parar();  // each test has its own instances
});
afterEach(async () => {
  for (const s of vivos) await s.parar('SIGKILL');
  Object.assign(sat, { falla: null, demora: 0, espera: null, turno: null });
  await base.sql('DELETE FROM trabajo');
});
after(async () => {
  await base?.soltar();
  await sat?.parar();
});
const instancia = async (ajustes = {}, entorno = {}) => {
  const s = await Servidor.iniciar(base, { ...sat.ajustes, ...ajustes }, entorno);
  vivos.add(s);
  s.fin.then(() => vivos.delete(s));
  return s;
};
// encolar: documents with a fiscal folio each, and the jobs that attaching their files would leave.
const encolar = async (cuantos, organizacion = 1) => {
  const ids = await base.columna(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = ${organizacion} AND uuid = '' AND estado <> 'Cancelado' ORDER BY 1 LIMIT ${cuantos}`);
  const suyos = `organizacion_id = ${organizacion} AND transaccion_id IN (${ids})`;
  await base.sql(`UPDATE transaccion SET uuid = upper(gen_random_uuid()::text) WHERE ${suyos};
    INSERT INTO trabajo (organizacion_id, tipo, datos) SELECT ${organizacion}, 'ConsultarSat',
      jsonb_build_object('uuid', uuid, 'rfcEmisor', 'EKU9003173C9', 'rfcReceptor', 'URE180429TM6', 'total', '1160.00', 'sello8', '') FROM transaccion WHERE ${suyos}`);
  const filas = await base.sql(`SELECT transaccion_id AS id, uuid FROM transaccion WHERE ${suyos}`);
  assert.equal(filas.length, cuantos);
  return filas;
};
// vencer: ends the time of every lease.
const vencer = () => base.sql('UPDATE trabajo SET siguiente = now()');
const pendientes = () => base.uno('SELECT count(*)::int FROM trabajo');
const validados = docs => base.uno(`SELECT count(*)::int FROM transaccion WHERE uuid IN (${docs.map(d => `'${d.uuid}'`)}) AND validacion = 'Válido'`);
const huellas = async docs => base.columna(`SELECT count(*)::int FROM transaccion t LEFT JOIN bitacora b ON b.organizacion_id = t.organizacion_id AND b.registro_id = t.transaccion_id AND b.documento AND b.operacion = 'ConsultarSat'
  WHERE t.uuid IN (${docs.map(d => `'${d.uuid}'`)}) GROUP BY t.organizacion_id, t.transaccion_id`);
const unaVez = async docs => {
  assert.equal(await validados(docs), docs.length, 'nada se pierde');
  assert.deepEqual([...new Set(await huellas(docs))], [1], 'nada se hace dos veces');
  assert.equal(await pendientes(), 0);
};

test('se hace, queda en el documento y en la bitácora, y deja de estar', async () => {
  const docs = await encolar(1);
  const s = await instancia();
  await hasta(async () => await pendientes() === 0, 'se hace');
  await unaVez(docs);
  assert.equal(sat.de(docs[0].uuid).length, 1);
  assert.deepEqual(await base.sql(`SELECT usuario_id, accion FROM bitacora WHERE operacion = 'ConsultarSat' AND registro_id = ${docs[0].id}`), [{ usuario_id: null, accion: 'Modificar' }]);
  assert.match((await s.get('/metrics')).texto, /^gestor_trabajos_hechos_total 1$/m);
  await s.parar();
});

test('varias instancias: cada trabajo lo hace una', async () => {
  const docs = [...await encolar(20), ...await encolar(5, 2)];
  const s = await Promise.all([instancia(), instancia(), instancia()]);
  await hasta(async () => await pendientes() === 0, 'se hacen');
  await unaVez(docs);
  assert.ok(docs.every(d => sat.de(d.uuid).length === 1), 'a nadie se le preguntó dos veces');
  await Promise.all(s.map(x => x.parar()));
});

for (const [paso, preguntas] of [['trabajo-arrendado', 1], ['trabajo-preguntado', 2], ['trabajo-guardado', 1]])
  test(`kill -9 en ${paso}: otra instancia lo termina, y una vez`, async () => {
    const docs = await encolar(1);
    const muere = await instancia({}, { SABOTAJE: paso });
    assert.equal((await muere.fin).senal, 'SIGKILL');
    assert.equal(await pendientes(), paso === 'trabajo-guardado' ? 0 : 1);
    await vencer();
    const s = await instancia();
    await hasta(async () => await pendientes() === 0, 'se hace');
    await unaVez(docs);
    assert.equal(sat.de(docs[0].uuid).length, preguntas);
    await s.parar();
  });

test('kill -9 al azar a varias instancias: nada se pierde, nada se hace dos veces', async t => {
  const semilla = Date.now() % 1e6, azar = azarCon(semilla);
  t.diagnostic(`semilla ${semilla}`);
  const docs = [...await encolar(40), ...await encolar(20, 2)];
  sat.demora = 40;
  const instancias = await Promise.all([instancia(), instancia()]);
  for (let muertes = 0; muertes < 8 && await pendientes() > 0; ++muertes) {
    await dormir(50 + azar(450));
    const cual = azar(2);
    await instancias[cual].parar('SIGKILL');
    instancias[cual] = await instancia();
    await vencer();  // leases of living instances end too, when their job takes longer
  }
  sat.demora = 0;
  await Promise.all(instancias.map(s => s.parar()));
  await vencer();  // leases of dead instances
  const ultima = await instancia();
  await hasta(async () => await pendientes() === 0, 'se hacen');
  await unaVez(docs);
  await ultima.parar();
});

test('quien tarda más que su arriendo no deshace ni repite lo de quien lo siguió', async () => {
  const docs = await encolar(1);
  let soltar;
  sat.espera = new Promise(ok => (soltar = ok));
  const lenta = await instancia();
  await hasta(() => sat.de(docs[0].uuid).length === 1, 'se pregunta');
  await vencer();
  sat.espera = null;
  const otra = await instancia();
  await hasta(async () => await pendientes() === 0, 'se hace');
  soltar();
  await hasta(() => lenta.errores.includes('lo tiene otra instancia'), 'la lenta lo sabe');
  await unaVez(docs);
  await Promise.all([lenta.parar(), otra.parar()]);
});

test('lo que falla se intenta después, cada vez más tarde; al final se deja, y se ve', async () => {
  const [d] = await encolar(1);
  sat.falla = 'contesta 500';
  let s = await instancia();
  const fila = () => base.sql('SELECT intentos, abandonado, ultimo_error, extract(epoch FROM siguiente - now())::int AS falta FROM trabajo').then(f => f[0]);
  await hasta(async () => (await fila())?.ultimo_error, 'falla');
  const una = await fila();
  assert.deepEqual([una.intentos, una.abandonado, una.ultimo_error], [1, false, 'consulta al SAT: el SAT contestó 500']);
  assert.ok(una.falta > 15 && una.falta <= 36, `${una.falta}`);
  await base.sql("UPDATE trabajo SET intentos = 3, siguiente = now(), ultimo_error = ''");
  await hasta(async () => (await fila()).ultimo_error, 'falla otra vez');
  const cuarta = await fila();
  assert.ok(cuarta.falta > 170 && cuarta.falta <= 288, `${cuarta.falta}`);
  await s.parar();
  await base.sql("UPDATE trabajo SET intentos = 99, siguiente = now(), vence = now() + interval '47 minutes', ultimo_error = ''");
  s = await instancia();
  await hasta(async () => (await fila()).abandonado, 'se abandona: la espera que sigue pasa del plazo');
  await hasta(() => s.errores.includes('trabajo abandonado'), 'se dice');
  assert.ok(s.errores.includes('"error":"consulta al SAT: el SAT contestó 500"') && !s.errores.includes(d.uuid), s.errores);
  await hasta(async () => /^gestor_trabajos_abandonados 1$/m.test((await s.get('/metrics')).texto), 'se cuenta');
  sat.falla = null;
  await base.sql('UPDATE trabajo SET siguiente = now()');
  const [siguiente] = await encolar(1);
  await hasta(() => sat.de(siguiente.uuid).length === 1, 'se toma el que sigue');
  assert.equal(sat.de(d.uuid).length, 2 + 2 + 2, 'nadie lo vuelve a tomar');
  await s.parar();
});

test('sin preguntar no se intenta: tras cinco fallas seguidas los demás esperan, y ninguno pierde un intento', async () => {
  await encolar(8);
  sat.falla = 'contesta 500';
  const s = await instancia();
  await hasta(async () => await base.uno('SELECT count(*)::int FROM trabajo WHERE siguiente > now()') === 8, 'se toman todos');
  const cuenta = async que => Number(new RegExp(`^gestor_trabajos_${que}_total (\\d+)$`, 'm').exec((await s.get('/metrics')).texto)[1]);
  await hasta(async () => await cuenta('fallidos') + await cuenta('devueltos') === 8, 'unos fallan y otros se devuelven');
  const fallidos = await cuenta('fallidos');  // each job asks twice, four jobs at a time
  assert.ok(fallidos >= 3 && fallidos <= 5, `${fallidos}`);
  assert.deepEqual(await base.sql(`SELECT intentos, count(*)::int AS cuantos, bool_or(abandonado) AS abandonado, string_agg(DISTINCT ultimo_error, '') AS error,
    bool_and(siguiente BETWEEN now() AND now() + interval '36 s') AS pronto FROM trabajo GROUP BY 1 ORDER BY 1`),
  [{ intentos: 0, cuantos: 8 - fallidos, abandonado: false, error: '', pronto: true },
    { intentos: 1, cuantos: fallidos, abandonado: false, error: 'consulta al SAT: el SAT contestó 500', pronto: true }]);
  await s.parar();
});

test('al apagar, lo que espera respuesta vuelve a estar por hacer, sin intento', async () => {
  const docs = await encolar(1);
  sat.espera = new Promise(() => {});
  const s = await instancia();
  await hasta(() => sat.de(docs[0].uuid).length === 1, 'se pregunta');
  assert.deepEqual(await s.parar(), { codigo: 0, senal: null });
  assert.deepEqual(await base.sql("SELECT intentos, siguiente < now() + interval '40 s' AS pronto FROM trabajo"), [{ intentos: 0, pronto: true }]);
  sat.espera = null;
  await vencer();
  const otra = await instancia();
  await hasta(async () => await pendientes() === 0, 'se hace');
  await unaVez(docs);
  await otra.parar();
});

test('el que mata a quien lo hace vuelve cada vez más tarde, y también se acaba: tras su plazo se deja sin hacerlo', async () => {
  const [d] = await encolar(1);
  for (const [intentos, arriendo] of [[0, 60], [4, 300], [99, 1800]]) {
    await base.sql(`UPDATE trabajo SET intentos = ${intentos}, siguiente = now()`);
    const muere = await instancia({}, { SABOTAJE: 'trabajo-arrendado' });
    assert.equal((await muere.fin).senal, 'SIGKILL');
    const falta = await base.uno('SELECT extract(epoch FROM siguiente - now())::int FROM trabajo');
    assert.ok(falta > arriendo - 30 && falta <= arriendo, `${falta}`);
  }
  await base.sql('UPDATE trabajo SET siguiente = now(), vence = now()');
  const s = await instancia();
  await hasta(() => s.errores.includes('trabajo abandonado'), 'se dice');
  assert.deepEqual(await base.sql('SELECT abandonado, ultimo_error FROM trabajo'), [{ abandonado: true, ultimo_error: 'nadie terminó su último intento' }]);
  assert.equal(sat.de(d.uuid).length, 0);
  await s.parar();
});

test('quien ya no lo tiene no dice que lo abandona', async () => {
  const [d] = await encolar(1);
  await base.sql("UPDATE trabajo SET intentos = 99, vence = now() + interval '40 minutes'");
  let soltar;
  sat.espera = new Promise(ok => (soltar = ok));
  const s = await instancia();
  await hasta(() => sat.de(d.uuid).length === 1, 'se pregunta');
  await base.sql("UPDATE trabajo SET intentos = 101, siguiente = now() + interval '1 minute'");
  soltar();
  await hasta(() => s.errores.includes('lo tiene otra instancia'), 'lo sabe');
  assert.ok(s.errores.includes('trabajo fallido') && !s.errores.includes('trabajo abandonado'), s.errores);
  await s.parar();
});

test('un arriendo no es más corto que lo que se espera a otros', async () => {
  await assert.rejects(instancia({ 'trabajo-arriendo-segundos': 29 }), /trabajo-arriendo-segundos/);
});

test('nada vence: tomar trabajo es una mirada, no una por organización', async () => {
  // Jobs of type Y are due. Jobs of type X wait: for an hour, or behind the first of their key.
  await base.sql(`SET session_replication_role = replica;
    INSERT INTO trabajo (organizacion_id, tipo, clave, primero, datos, siguiente, abandonado)
    SELECT g % 5000, CASE WHEN g % 3 = 0 THEN 'Y' ELSE 'X' END, CASE WHEN g % 7 = 0 THEN g::text ELSE 'c' END, g % 7 = 0, '{}',
           CASE WHEN g % 3 = 0 OR g % 7 > 0 THEN now() ELSE now() + interval '1 hour' END, g % 10 = 0 FROM generate_series(1, 100000) g`);
  await base.sql('ANALYZE trabajo');
  const [miradas, filas, paginas] = (await base.sql(`BEGIN; SELECT * FROM trabajo_arrendar('{X}', '{4}', 60);
    SELECT seq_scan + idx_scan, seq_tup_read + idx_tup_fetch,
      (SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid)) FROM pg_class c WHERE c.oid = 'trabajo'::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'trabajo'::regclass))
    FROM pg_stat_xact_user_tables WHERE relname = 'trabajo'; COMMIT`)).split('|').map(Number);
  assert.ok(miradas <= 2 && filas <= 2 && paginas <= 10, `${miradas} miradas, ${filas} filas, ${paginas} páginas`);
});

test('arrendar toma de cada tipo los que se le piden, uno de cada organización', async () => {
  await base.sql(`SET session_replication_role = replica;
    INSERT INTO trabajo (organizacion_id, tipo, datos) SELECT 1 + g % 4, CASE WHEN g % 2 = 0 THEN 'X' ELSE 'Y' END, '{}' FROM generate_series(0, 39) g`);
  const tomados = () => base.sql("SELECT tipo, count(*)::int AS cuantos, count(DISTINCT organizacion_id)::int AS de FROM trabajo_arrendar('{X,Y}', '{1,3}', 60) GROUP BY 1 ORDER BY 1");
  assert.deepEqual(await tomados(), [{ tipo: 'X', cuantos: 1, de: 1 }, { tipo: 'Y', cuantos: 2, de: 2 }]);
  assert.deepEqual(await base.sql("SELECT tipo, count(*)::int AS cuantos FROM trabajo_arrendar('{Y}', '{1}', 60) GROUP BY 1"), [{ tipo: 'Y', cuantos: 1 }]);
});

test('los de una clave, de uno en uno y en su orden, aunque fallen y mueran dos instancias', async t => {
  const semilla = Date.now() % 1e6, azar = azarCon(semilla);
  t.diagnostic(`semilla ${semilla}`);
  const docs = [...await encolar(36), ...await encolar(12, 2)];
  // A job joins the queue of its key when it is inserted: the same jobs are inserted again in order of id.
  await base.sql(`WITH antes AS (DELETE FROM trabajo RETURNING *)
    INSERT INTO trabajo (organizacion_id, tipo, datos, clave) SELECT organizacion_id, tipo, datos, (ARRAY['', 'A', 'B', 'C'])[trabajo_id % 4 + 1] FROM antes ORDER BY trabajo_id`);
  const filas = await base.sql("SELECT organizacion_id || clave AS clave, datos ->> 'uuid' AS uuid FROM trabajo WHERE clave <> '' ORDER BY trabajo_id");
  // The SAT answers as many questions as there are turns, so that jobs are left for every death.
  let turnos = 0, esperan = [];
  const dar = cuantos => {
    for (turnos = cuantos; turnos > 0 && esperan.length > 0;) {
      const { ok, res } = esperan.shift();
      if (!res.destroyed) --turnos;
      ok();
    }
  };
  sat.turno = res => new Promise(ok => { esperan.push({ ok, res }); dar(turnos); });
  const instancias = await Promise.all([instancia(), instancia()]);
  let muertes = 0;
  for (; muertes < 6 && await pendientes() > 12; ++muertes) {
    const cual = azar(2), cuantas = azar(3), faltan = await pendientes();
    await hasta(() => esperan.filter(e => !e.res.destroyed).length > cuantas, 'se pregunta');
    await instancias[cual].parar('SIGKILL');
    instancias[cual] = await instancia();
    await vencer();  // leases of living instances end too
    dar(6);
    await hasta(async () => await pendientes() < faltan, 'algo se hace');
  }
  assert.ok(muertes > 1, `${muertes}`);
  dar(Infinity);
  await vencer();
  await hasta(async () => await pendientes() === 0, 'se hacen');
  await unaVez(docs);
  const hechos = await base.columna(`SELECT t.uuid FROM bitacora b JOIN transaccion t ON t.organizacion_id = b.organizacion_id AND t.transaccion_id = b.registro_id
    WHERE b.operacion = 'ConsultarSat' AND b.documento AND t.uuid IN (${docs.map(d => `'${d.uuid}'`)}) ORDER BY b.bitacora_id`);
  for (const clave of new Set(filas.map(f => f.clave))) {
    const suyos = filas.filter(f => f.clave === clave).map(f => f.uuid);
    assert.ok(suyos.length >= 2);
    assert.deepEqual(hechos.filter(u => suyos.includes(u)), suyos, `${clave}: se hacen en su orden`);
    assert.deepEqual([...new Set(sat.preguntas.map(p => p.uuid).filter(u => suyos.includes(u)))], suyos, `${clave}: se preguntan en su orden`);
  }
  await Promise.all(instancias.map(s => s.parar()));
});

test('una instancia dirige: lo de una sola lo hace ella, y al morir otra', async () => {
  const dos = await Promise.all([instancia(), instancia()]);
  const dirige = async s => /^gestor_lider 1$/m.test((await s.get('/metrics')).texto);
  const cuales = async () => (await Promise.all(dos.map(dirige))).flatMap((si, i) => si ? [i] : []);
  const [lider] = await hasta(async () => { const c = await cuales(); return c.length > 0 && c; }, 'una dirige');
  assert.deepEqual(await cuales(), [lider]);
  await dos[lider].parar('SIGKILL');
  await hasta(() => dirige(dos[1 - lider]), 'la otra');
  await dos[1 - lider].parar();
});

test('el operador los ve y vuelve a poner los abandonados: uno, los de una organización, todos', async () => {
  await base.sql(`INSERT INTO trabajo (organizacion_id, tipo, datos, intentos, abandonado, ultimo_error) VALUES
    (1, 'A', '{}', 100, true, E'dos\nlíneas'), (1, 'B', '{}', 100, true, 'x'), (2, 'D', '{}', 100, true, 'z'), (2, 'E', '{}', 100, true, 'z')`);
  await base.sql(`INSERT INTO trabajo (organizacion_id, tipo, clave, datos, intentos, ultimo_error) VALUES (1, 'C', 'k', '{}', 3, 'y'), (1, 'C', 'k', '{"F": 1}', 0, '')`);
  await base.sql("UPDATE trabajo SET creado = now() - interval '5 hours', vence = now() - interval '1 hour' WHERE abandonado");
  const ids = Object.fromEntries((await base.sql(`SELECT CASE WHEN datos ? 'F' THEN 'F' ELSE tipo END AS tipo, trabajo_id AS id FROM trabajo`)).map(f => [f.tipo, f.id]));
  const orden = (...a) => base.gestor(['trabajos', ...a.map(String)], { falla: true });
  const ver = async (...a) => (await orden('listar', ...a)).salida.trim().split('\n').map(l => l.split('\t'));
  const [encabezado, ...filas] = await ver();
  assert.deepEqual(encabezado, ['organizacionId', 'id', 'tipo', 'clave', 'estado', 'intentos', 'siguiente', 'vence', 'ultimoError']);
  assert.deepEqual(filas.map(f => [f[0], f[1], f[2], f[3], f[4], f[5], f[8]]).slice(0, 4),
    [['1', `${ids.A}`, 'A', '', 'Abandonado', '100', 'dos líneas'], ['1', `${ids.B}`, 'B', '', 'Abandonado', '100', 'x'], ['1', `${ids.C}`, 'C', 'k', 'Pendiente', '3', 'y'],
      ['1', `${ids.F}`, 'C', 'k', 'En fila', '0', '']]);
  assert.ok(filas.every(f => [f[6], f[7]].every(cuando => /^\d{4}-\d\d-\d\d \d\d:/.test(cuando))));
  assert.deepEqual([filas.length, (await ver('--organizacion', 2)).length], [6, 3]);
  const porHacer = () => base.columna("SELECT tipo FROM trabajo WHERE NOT abandonado AND primero AND siguiente <= now() AND vence > now() + interval '3 hours' AND intentos = CASE tipo WHEN 'C' THEN 3 ELSE 0 END ORDER BY 1");
  assert.equal((await orden('reintentar', '--organizacion', 1, '--id', ids.A)).salida, 'por hacer otra vez: 1\n');
  assert.deepEqual(await porHacer(), ['A', 'C']);
  for (const [que, mensaje] of [[['--id', ids.B], /--id va con --organizacion/], [['--organizacion', 2, '--id', ids.B], /no existe|no está abandonado/],
    [['--organizacion', 1, '--id', ids.C], /no está abandonado/], [['--organizacion', 987654], /no existe la organización 987654/]]) {
    const r = await orden('reintentar', ...que);
    assert.equal(r.codigo, 1);
    assert.match(r.errores, mensaje);
  }
  assert.equal((await orden('reintentar', '--organizacion', 1)).salida, 'por hacer otra vez: 1\n');
  assert.deepEqual(await porHacer(), ['A', 'B', 'C']);
  assert.equal((await orden('reintentar')).salida, 'por hacer otra vez: 2\n');
  assert.deepEqual(await porHacer(), ['A', 'B', 'C', 'D', 'E']);
});

test('una instancia sin SAT configurado no toma sus consultas: quedan para la que sí', async () => {
  const docs = await encolar(2);
  const sin = await instancia({ 'sat-consulta-url': '' });
  // The count is taken after the first look for work.
  await hasta(async () => /^gestor_trabajos_pendientes 2$/m.test((await sin.get('/metrics')).texto), 'ya buscó qué hacer');
  assert.deepEqual(await base.sql('SELECT intentos, siguiente <= now() AS vence FROM trabajo'), Array(2).fill({ intentos: 0, vence: true }), 'nadie las tomó');
  const con = await instancia();
  await hasta(async () => await pendientes() === 0, 'se hacen');
  await unaVez(docs);
  assert.match((await sin.get('/metrics')).texto, /^gestor_trabajos_hechos_total 0$/m);
  await Promise.all([sin.parar(), con.parar()]);
});

test('una organización con muchos no hace esperar a otra', async () => {
  const muchos = await encolar(40);
  const [uno] = await encolar(1, 2);
  sat.demora = 100;
  const s = await instancia();
  await hasta(() => sat.de(uno.uuid).length === 1, 'le toca');
  assert.ok(muchos.filter(d => sat.de(d.uuid).length > 0).length < 30, 'no después de todos');
  sat.demora = 0;
  await hasta(async () => await pendientes() === 0, 'se hacen');
  await s.parar();
});

test('una factura de compra que llega con su CFDI se consulta después, si se queda', async () => {
  const s = await instancia();
  const e = await Empresa.crear({ ...m, srv: s }, { nombre: 'Compradora', rfc: 'EKU9003173C9' });
  await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: 'URE180429TM6' });
  const factura = async uuid => ({ conceptoId: await e.concepto('CO-SERVICIOS'),
    xmlBase64: en64(await sellado(cfdi({ emisor: 'URE180429TM6', receptor: 'EKU9003173C9', uuid, conceptos: [{ precio: 1000, traslados: [iva(1000)] }] }), 'URE180429TM6')) });
  const [una, otra] = ['5FB2822E-396D-4725-8521-CDC4BDD20CCF', '5FB2822E-396D-4725-8521-CDC4BDD20CC0'];
  const simulada = await s.pedir('POST', '/simular/api/FacturaCompra', { token: e.token, cuerpo: await factura(otra) });
  assert.equal(simulada.estado, 200, simulada.texto);
  const cuerpo = await factura(una), f = await e.hecho('/api/FacturaCompra', cuerpo);
  await hasta(async () => await pendientes() === 0, 'se hace');
  assert.equal(await base.uno(`SELECT validacion FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${f.transaccionId}`), 'Válido');
  assert.deepEqual(sat.de(una).map(p => p.expresion.split('?')[1]), [`id=${una}&re=URE180429TM6&rr=EKU9003173C9&tt=1160.0&fe=${/ Sello="[^"]*(.{8})"/.exec(Buffer.from(cuerpo.xmlBase64, 'base64'))[1]}`]);
  assert.equal(sat.de(otra).length, 0, 'de la que sólo se probó no se pregunta');
  const adjunta = '5FB2822E-396D-4725-8521-CDC4BDD20CC1';
  const xml = await sellado(cfdi({ emisor: 'URE180429TM6', receptor: 'EKU9003173C9', uuid: adjunta, conceptos: [{ precio: 1000, traslados: [iva(1000)] }] }), 'URE180429TM6');
  const sinFolio = await e.hecho('/api/FacturaCompra', { proveedorId: await base.uno(`SELECT contacto_id FROM contacto WHERE organizacion_id = ${e.id} AND rfc = 'URE180429TM6'`),
    partidas: [{ conceptoId: await e.concepto('CO-SERVICIOS'), cantidad: 1, precioUnitario: 1000 }] });
  await e.hecho('/api/ArchivoDigital/AgregarBase64', { transaccionId: sinFolio.transaccionId, nombre: 'factura', extension: 'xml', contenidoBase64: en64(xml) });
  await hasta(async () => await pendientes() === 0 && sat.de(adjunta).length === 1, 'también de la que se adjunta después');
  await s.parar();
});

test('el rol del servidor ve los trabajos de su organización y de ninguna otra; arrendar es de todas', async () => {
  await base.sql(`INSERT INTO trabajo (organizacion_id, tipo, datos) VALUES (1, 'X', '{}'), (2, 'X', '{}')`);
  const como = (organizacion, texto) => sql(base.app, `SELECT set_config('gestor.organizacion', '${organizacion}', false);\n${texto}`);
  assert.equal(await como(2, 'SELECT count(*), min(organizacion_id) FROM trabajo'), '2\n1|2');
  await assert.rejects(como(2, "INSERT INTO trabajo (organizacion_id, tipo, datos) VALUES (1, 'X', '{}')"), /row-level security/);
  await assert.rejects(como(2, "UPDATE trabajo SET datos = '{}'"), /permission denied/);
  const arrendados = [];
  for (let i = 0; i < 3; ++i) arrendados.push(...(await sql(base.app, "SELECT organizacion_id::int AS de FROM trabajo_arrendar('{X}', '{1}', 60)")).map(f => f.de));
  assert.deepEqual(arrendados.sort(), [1, 2]);
});
