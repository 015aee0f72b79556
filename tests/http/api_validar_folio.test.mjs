// State of a CFDI at the tax authority by its folio: the question, the use of the answer, and the behaviour without an answer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Servidor, claves, esError, hasta, montar, tabla } from './lib/ayuda_api.mjs';
import { Sat, fallas } from './lib/sat.mjs';

const R = '/api/ArchivoDigital/ValidarFolioFiscal';
let m, srv, base, sat;
const nuevo = () => randomUUID().toUpperCase();
const folio = (mas = {}) => ({ uuid: nuevo(), rfcEmisor: 'EKU9003173C9', rfcReceptor: 'URE180429TM6', total: 1160, ...mas });
before(async () => {
  sat = await Sat.iniciar();
  m = await montar({ registros: 30, ajustes: sat.ajustes });
  ({ srv, base } = m);
  for (const que of ['no contesta nunca', 'contesta un byte por segundo']) empezar(que);
});
after(async () => {
  await m?.cerrar();
  await sat?.parar();
});
const validar = (cuerpo, { servidor = srv, token = m.t1, ...mas } = {}) => servidor.pedir('POST', R, { token, cuerpo, ...mas });
const hecho = async (cuerpo, mas) => {
  const r = await validar(cuerpo, mas);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};
// conFolio: a document that gets this folio. Calls at the same time get different documents.
let tomado = Promise.resolve();
const conFolio = (uuid, organizacion = 1) => (tomado = tomado.then(async () => {
  const id = await base.uno(`SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = ${organizacion} AND uuid = '' AND estado <> 'Cancelado'`);
  await base.sql(`UPDATE transaccion SET uuid = '${uuid}' WHERE organizacion_id = ${organizacion} AND transaccion_id = ${id}`);
  return id;
}));
const guardada = (id, organizacion = 1) => base.uno(`SELECT validacion FROM transaccion WHERE organizacion_id = ${organizacion} AND transaccion_id = ${id}`);
const verificado = d => Object.fromEntries(d.verificaciones.map(v => [v.codigo, v.resultado]));

test('vigente: se contesta lo que dice el SAT, y el documento lo guarda', async () => {
  const p = folio({ sello8: 'a+/9bQ==' });
  const id = await conFolio(p.uuid);
  const d = await hecho(p);
  assert.deepEqual(claves(d), ['consultaSat', 'fecha', 'fechaTimbrado', 'moneda', 'nombreEmisor', 'nombreReceptor', 'observaciones', 'rfcEmisor', 'rfcReceptor', 'tipoDeComprobante', 'total', 'uuid', 'validacion', 'valido', 'verificaciones', 'version']);
  assert.deepEqual([d.valido, d.validacion, d.uuid, d.rfcEmisor, d.rfcReceptor, d.total], [true, 'Válido', p.uuid, p.rfcEmisor, p.rfcReceptor, 1160]);
  assert.deepEqual([d.version, d.nombreEmisor, d.nombreReceptor, d.fecha, d.fechaTimbrado, d.moneda, d.tipoDeComprobante], ['', '', '', '', '', '', '']);
  assert.deepEqual(d.consultaSat, { codigoEstatus: 'S - Comprobante obtenido satisfactoriamente.', estado: 'Vigente', esCancelable: 'Cancelable sin aceptación', estatusCancelacion: '', validacionEfos: '200' });
  assert.deepEqual(verificado(d), { SAT01: 'Correcto', SAT02: 'Correcto' });
  assert.equal(await guardada(id), 'Válido');
  assert.deepEqual(await base.sql(`SELECT operacion, usuario_id, consumidor_api_id, cambios->0->>'campo' AS campo, jsonb_array_length(cambios) AS cuantos FROM bitacora WHERE organizacion_id = 1 AND registro_id = ${id} AND documento AND accion <> 'Crear' ORDER BY bitacora_id DESC LIMIT 1`),
    [{ operacion: `POST ${R}`, usuario_id: m.uno.usuarioId, consumidor_api_id: m.uno.consumidorApiId, campo: 'validacion', cuantos: 1 }]);
  const [pregunta] = sat.de(p.uuid);
  assert.equal(pregunta.expresion, `https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?id=${p.uuid}&re=EKU9003173C9&rr=URE180429TM6&tt=1160.0&fe=a+/9bQ==`);
  assert.deepEqual([pregunta.metodo, pregunta.ruta, pregunta.h['content-type'], pregunta.h.soapaction], ['POST', '/ConsultaCFDIService.svc', 'text/xml; charset=utf-8', 'http://tempuri.org/IConsultaCFDIService/Consulta']);
  assert.match(pregunta.h['user-agent'], /^gestor\//);
});

test('cómo se escribe la pregunta: el & de un RFC va escapado dos veces, el total sin ceros de sobra', async () => {
  for (const [total, tt] of [[1234.5, '1234.5'], [0, '0.0'], [1000, '1000.0'], [12.345678, '12.345678'], [1.1, '1.1']]) {
    const p = folio({ rfcEmisor: 'H&E951128469', total });
    await hecho(p);
    const [pregunta] = sat.de(p.uuid);
    assert.equal(pregunta.expresion.split('?')[1], `id=${p.uuid}&re=H&amp;E951128469&rr=URE180429TM6&tt=${tt}`);
    assert.ok(pregunta.cuerpo.includes('&amp;re=H&amp;amp;E951128469&amp;rr='), pregunta.cuerpo);
  }
  const minusculas = folio();
  const d = await hecho({ ...minusculas, uuid: minusculas.uuid.toLowerCase(), rfcEmisor: 'eku9003173c9' });
  assert.deepEqual([d.uuid, d.rfcEmisor, sat.de(minusculas.uuid).length], [minusculas.uuid, 'EKU9003173C9', 1]);
});

test('lo que el SAT puede contestar', async t => {
  for (const [que, respuesta, validacion, verificaciones, queda = validacion] of [
    ['cancelado', { estado: 'Cancelado', cancelable: 'No cancelable', cancelacion: 'Cancelado sin aceptación' }, 'Cancelado', { SAT01: 'Error', SAT02: 'Correcto' }],
    ['no lo conoce', { codigo: 'N - 602: Comprobante no encontrado.', estado: 'No Encontrado', cancelable: '', efos: '' }, 'No encontrado', { SAT01: 'Error', SAT02: 'NoAplica' }],
    ['la expresión no le gusta', { codigo: 'N - 601: La expresión impresa proporcionada no es válida.', estado: 'No Encontrado' }, 'No encontrado', { SAT01: 'Error', SAT02: 'Correcto' }],
    ['un estado que no había', { estado: 'Dudoso' }, 'Sin validar', { SAT01: 'Advertencia', SAT02: 'Correcto' }],
    ['un código que no había', { codigo: 'N - 999', estado: 'Vigente' }, 'Sin validar', { SAT01: 'Advertencia', SAT02: 'Correcto' }],
    ['el emisor está en la lista', { efos: '100' }, 'Válido', { SAT01: 'Correcto', SAT02: 'Advertencia' }],
    ['el emisor no está, de la otra forma', { efos: '201' }, 'Válido', { SAT01: 'Correcto', SAT02: 'Correcto' }],
  ])
    await t.test(que, async () => {
      const uuid = nuevo(), id = await conFolio(uuid);
      const [suyo] = await base.sql(`SELECT rfc AS "rfcReceptor", total::float FROM transaccion WHERE organizacion_id = 1 AND transaccion_id = ${id}`);
      const p = folio({ uuid, ...suyo });
      sat.respuestas.set(p.uuid, respuesta);
      const d = await hecho(p);
      assert.deepEqual([d.validacion, d.valido, verificado(d)], [validacion, validacion === 'Válido', verificaciones]);
      assert.equal(await guardada(id), queda);
    });
});

test('lo que no se encuentra con otro total no dice nada del documento', async () => {
  const p = folio({ total: 0.01 }), id = await conFolio(p.uuid);
  sat.respuestas.set(p.uuid, { codigo: 'N - 602: Comprobante no encontrado.', estado: 'No Encontrado' });
  assert.equal((await hecho(p)).validacion, 'No encontrado');
  assert.equal(await guardada(id), 'Sin validar');
});

test('lo que el archivo tiene mal no se compone con lo que dice el SAT', async () => {
  for (const antes of ['Inválido', 'Parcial']) {
    const p = folio(), id = await conFolio(p.uuid);
    await base.sql(`UPDATE transaccion SET validacion = '${antes}' WHERE organizacion_id = 1 AND transaccion_id = ${id}`);
    assert.equal((await hecho(p)).validacion, 'Válido');
    assert.equal(await guardada(id), antes);
  }
});

test('el documento que se guarda es el vivo, y de quien pregunta', async () => {
  const p = folio();
  const ajeno = await conFolio(p.uuid, 2);
  await hecho(p);
  assert.equal(await guardada(ajeno, 2), 'Sin validar');
  const q = folio();
  const cancelado = await conFolio(q.uuid);
  await base.sql(`UPDATE transaccion SET estado = 'Cancelado', saldo = 0, pendiente = NULL, pendiente_mxn = NULL, fecha_cancelacion = now() WHERE organizacion_id = 1 AND transaccion_id = ${cancelado}`);
  await hecho(q);
  assert.equal(await guardada(cancelado), 'Sin validar');
});

test('reglas', async t => {
  const no = (que, mas, esperado) => [que, 'POST', R, folio(mas), `VALIDACION ${esperado}`];
  await tabla(t, srv, m.t1, [
    ['nada', 'POST', R, {}, 'VALIDACION uuid REQUERIDO, rfcEmisor REQUERIDO, rfcReceptor REQUERIDO, total REQUERIDO'],
    no('un RFC que no lo es', { rfcEmisor: 'EKU900317' }, 'rfcEmisor RFC_INVALIDO'), no('ni el otro', { rfcReceptor: 'XXX' }, 'rfcReceptor RFC_INVALIDO'),
    no('un folio que no lo es', { uuid: '123' }, 'uuid FORMATO'), no('total negativo', { total: -1 }, 'total RANGO'),
    no('un sello corto', { sello8: 'abc' }, 'sello8 FORMATO'), no('un sello largo', { sello8: '123456789' }, 'sello8 LONGITUD'), no('un sello que no es base64', { sello8: 'abc&efg=' }, 'sello8 FORMATO'),
    no('un miembro de más', { xml: 'x' }, 'xml DESCONOCIDO'),
  ]);
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lector', rol: 'lector' })), apiKey: m.uno.apiKey });
  esError(await validar(folio(), { token: lector }), 403, 'PERMISO_DENEGADO');
});

test('lo que el SAT conoce se recuerda un rato; lo que no, se vuelve a preguntar', async () => {
  const p = folio(), q = folio();
  sat.respuestas.set(q.uuid, { codigo: 'N - 602: Comprobante no encontrado.', estado: 'No Encontrado' });
  for (let i = 0; i < 3; ++i) await hecho(p), await hecho(q);
  assert.deepEqual([sat.de(p.uuid).length, sat.de(q.uuid).length], [1, 3]);
  await hecho({ ...p, total: 5 });
  assert.equal(sat.de(p.uuid).length, 2, 'otra pregunta');
});

test('Idempotency-Key: repetir no pregunta otra vez', async () => {
  const p = folio(), encabezados = { 'Idempotency-Key': 'folio-1' };
  sat.respuestas.set(p.uuid, { codigo: 'N - 602: Comprobante no encontrado.', estado: 'No Encontrado' });
  const una = await validar(p, { encabezados }), otra = await validar(p, { encabezados });
  assert.deepEqual([una.estado, otra.estado, otra.texto, otra.h['idempotent-replayed']], [200, 200, una.texto, 'true']);
  assert.equal(sat.de(p.uuid).length, 1);
  esError(await validar(folio(), { encabezados }), 400, 'IDEMPOTENCIA_EN_CONFLICTO');
});

test('una simulación no pregunta a nadie, y nada guarda', async () => {
  const p = folio();
  const id = await conFolio(p.uuid);
  const r = await srv.pedir('POST', `/simular${R}`, { token: m.t1, cuerpo: p });
  assert.equal(r.estado, 200, r.texto);
  assert.equal(r.h.simulacion, 'true');
  assert.deepEqual([r.json.data.validacion, r.json.data.consultaSat, r.json.data.verificaciones[0].detalle], ['Sin validar', null, 'en una simulación no se pregunta al SAT']);
  assert.deepEqual([sat.de(p.uuid).length, await guardada(id)], [0, 'Sin validar']);
  const lote = await srv.pedir('POST', '/api/Lote', { token: m.t1, cuerpo: { operaciones: [{ id: 'a', metodo: 'POST', ruta: R, cuerpo: p }] } });
  assert.equal(lote.estado, 400, lote.texto);
  assert.match(lote.texto, /pregunta a otros/);
});

test('sin configurar, o sin permiso de salir, se dice por qué', async () => {
  for (const [ajustes, motivo] of [[{}, /no está configurada/], [{ 'sat-consulta-url': sat.ajustes['sat-consulta-url'] }, /sólo se admite https/],
    [{ 'sat-consulta-url': 'https://localhost/' }, /no está en una dirección pública/], [{ 'sat-consulta-url': 'https://no-existe.invalid/' }, /nombre del servidor/]]) {
    const otro = await Servidor.iniciar(base, { ...ajustes, 'llaves-token': srv.llaves });
    const p = folio();
    const d = await hecho(p, { servidor: otro });
    assert.deepEqual([d.valido, d.validacion, d.consultaSat, verificado(d)], [false, 'Sin validar', null, { SAT01: 'Advertencia' }]);
    assert.match(d.verificaciones[0].detalle, motivo);
    assert.equal(sat.de(p.uuid).length, 0);
    await otro.parar();
  }
});

async function falla(que) {
  const malo = await Sat.iniciar();
  const otro = await Servidor.iniciar(base, { ...malo.ajustes, 'llaves-token': srv.llaves });
  try {
    malo.falla = que;
    const p = folio();
    const id = await conFolio(p.uuid);
    const d = await hecho(p, { servidor: otro });
    assert.deepEqual([d.valido, d.validacion, d.consultaSat, verificado(d)], [false, 'Sin validar', null, { SAT01: 'Advertencia' }]);
    assert.ok(d.verificaciones[0].detalle.length > 0);
    assert.equal(await guardada(id), 'Sin validar');
    assert.equal(malo.preguntas.length, 2, 'una vez, y otra');
    assert.ok(malo.preguntas.every(x => x.ruta === '/ConsultaCFDIService.svc'), 'no se sigue a nadie');
    malo.falla = null;
    assert.equal((await hecho(p, { servidor: otro })).validacion, 'Válido', 'y en cuanto contesta');
    assert.ok(!otro.errores.includes(p.uuid) && !otro.errores.includes('.svc'), otro.errores);
  } finally {
    await otro.parar();
    await malo.parar();
  }
}
// A silent SAT costs 20 s of waiting: both questions to it begin with the file, and their answers are judged here.
const empezadas = new Map();
const empezar = que => {
  const suya = falla(que);
  suya.catch(() => {});
  empezadas.set(que, suya);
};
test('un SAT que falla, de todas las maneras: 200, sin validar, y el documento queda como estaba', async t => {
  for (const que of Object.keys(fallas)) await t.test(que, () => empezadas.get(que) ?? falla(que));
});

test('tras cinco fallas seguidas no se le pregunta, y las métricas lo cuentan', async () => {
  const malo = await Sat.iniciar();
  const otro = await Servidor.iniciar(base, { ...malo.ajustes, 'llaves-token': srv.llaves });
  malo.falla = 'contesta 500';
  for (let i = 0; i < 5; ++i) await hecho(folio(), { servidor: otro });
  assert.equal(malo.preguntas.length, 5, 'dos de dos, y la quinta basta');
  malo.falla = null;
  assert.match((await hecho(folio(), { servidor: otro })).verificaciones[0].detalle, /no responde/);
  const metricas = (await otro.get('/metrics')).texto;
  assert.match(metricas, /^gestor_exterior_peticiones_total\{resultado="contestada"\} 5$/m);
  assert.match(metricas, /^gestor_exterior_duracion_seconds_total \d/m);
  await otro.parar();
  await malo.parar();
});

test('al apagar, lo que espera respuesta de otros se corta', async () => {
  const malo = await Sat.iniciar();
  malo.falla = 'no contesta nunca';
  const otro = await Servidor.iniciar(base, { ...malo.ajustes, 'llaves-token': srv.llaves, 'apagado-segundos': 1 });
  const enCurso = validar(folio(), { servidor: otro }).catch(() => null);
  await hasta(() => malo.preguntas.length > 0, 'se le pregunta');
  assert.deepEqual(await otro.parar('SIGTERM'), { codigo: 0, senal: null });
  await enCurso;
  await malo.parar();
});

test('quien espera a otros no detiene lo demás', async () => {
  const malo = await Sat.iniciar();
  malo.falla = 'no contesta nunca';
  const otro = await Servidor.iniciar(base, { ...malo.ajustes, 'llaves-token': srv.llaves, trabajadores: 1, externas: 2, 'apagado-segundos': 1 });
  const lentas = [1, 2, 3].map(() => validar(folio(), { servidor: otro }).catch(() => null));
  await hasta(() => malo.preguntas.length > 0, 'se le pregunta');
  const r = await otro.pedir('POST', '/api/Proyecto', { token: m.t1, cuerpo: { clave: 'SIGUE', nombre: 'Sigue' } });
  assert.equal(r.estado, 200, r.texto);
  assert.equal((await otro.get('/api/Proyecto', { token: m.t1 })).estado, 200);
  assert.equal(await base.uno("SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'"), 0, 'nadie tiene una transacción abierta');
  // One organization takes half of the threads: the question of another organization is sent at once.
  const ajena = validar(folio(), { servidor: otro, token: m.t2 }).catch(() => null);
  await hasta(() => malo.preguntas.length > 1, 'a la otra también');
  assert.equal(malo.preguntas.length, 2);
  await otro.parar('SIGTERM');
  await Promise.all([...lentas, ajena]);
  await malo.parar();
});
