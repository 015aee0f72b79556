// OP-159, OP-161, OP-162: a CFDI judged when it is sent, when it is stored, and as the CFDI of its document.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Servidor, claves, esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Sellador, guardarXml } from './lib/cfdi_sellado.mjs';
import { Empresa } from './lib/escena.mjs';
import { Sat } from './lib/sat.mjs';

const ARCHIVO = '/api/ArchivoDigital/ValidarArchivo', GUARDADO = '/api/ArchivoDigital/ValidarArchivoAlmacenado', DOCUMENTO = '/api/Transacciones/VerificarArchivo';
let m, e, base, srv, sat, sellador, producto, cliente, rfc;
before(async () => {
  sellador = new Sellador();
  sat = await Sat.iniciar();
  m = await montar({ registros: 30, ajustes: { ...sat.ajustes, 'certificados-sat': sellador.carpeta } });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Quien valida', rfc: sellador.rfc });
  producto = await e.producto('A');
  cliente = await e.cliente('C', { limiteCredito: 1e7 });
  rfc = await base.uno(`SELECT rfc FROM contacto WHERE contacto_id = ${cliente}`);
  await e.entrada(producto, 10_000, 10);
});
after(async () => {
  await m?.cerrar();
  await sat?.parar();
  sellador?.cerrar();
});

const en64 = xml => Buffer.from(xml).toString('base64');
const enviar = (xml, mas = {}, opciones = {}) => srv.pedir('POST', ARCHIVO, { token: e.token, cuerpo: { xmlBase64: en64(xml), ...mas }, ...opciones });
const bien = r => (assert.equal(r.estado, 200, r.texto), r.json.data);
const errores = d => d.verificaciones.filter(v => v.resultado === 'Error').map(v => v.codigo).join(' ');
const resultado = (d, codigo) => d.verificaciones.find(v => v.codigo === codigo)?.resultado;
const venta = () => e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }] });
// suyo: a valid CFDI of a sale: an invoice with the total of the sale, at the rate of 0.
const suyo = (d, mas = {}) => {
  const total = d.total.toFixed(2);
  return sellador.factura({ receptor: rfc, base: total, iva: '0.00', tasa: '0.000000', total, ...mas });
};
const guardar = async (transaccionId, xml, tipo) => Number(await base.sql(guardarXml(e.id, transaccionId, xml, tipo)));
const delDocumento = id => base.sql(`SELECT validacion, verificado FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${id}`).then(f => f[0]);
const almacenado = (consulta, mas = {}) => srv.pedir('POST', `${GUARDADO}?${new URLSearchParams(consulta)}`, { token: e.token, ...mas });
const verificar = (id, mas = {}) => srv.pedir('POST', `${DOCUMENTO}?transaccionId=${id}`, { token: e.token, ...mas });

test('OP-161: un CFDI bueno es válido, y se dice cada regla', async () => {
  const uuid = randomUUID().toUpperCase(), antes = sat.preguntas.length;
  const d = bien(await enviar(sellador.factura({ uuid })));
  assert.deepEqual(claves(d), ['consultaSat', 'fecha', 'fechaTimbrado', 'moneda', 'nombreEmisor', 'nombreReceptor', 'observaciones', 'rfcEmisor', 'rfcReceptor', 'tipoDeComprobante', 'total', 'uuid', 'validacion', 'valido', 'verificaciones', 'version']);
  assert.equal(errores(d), '', JSON.stringify(d.verificaciones.filter(v => v.resultado === 'Error')));
  assert.deepEqual([d.valido, d.validacion, d.version, d.uuid, d.rfcEmisor, d.nombreEmisor, d.rfcReceptor, d.nombreReceptor, d.total, d.moneda, d.tipoDeComprobante, d.consultaSat],
    [true, 'Válido', '4.0', uuid, sellador.rfc, 'ESCUELA KEMPER URGATE', 'URE180429TM6', 'QUIEN RECIBE', 116, 'MXN', 'I', null]);
  assert.match(d.fecha, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  assert.equal(d.fechaTimbrado, d.fecha);
  const codigos = d.verificaciones.map(v => v.codigo);
  for (const codigo of ['XML01', 'XML02', 'XML03', 'XSD', 'SELLO08', 'TFD05', 'CFDI40108', 'CFDI40221']) assert.ok(codigos.includes(codigo), codigo);
  assert.deepEqual([resultado(d, 'SELLO08'), resultado(d, 'SELLO10'), resultado(d, 'TFD05'), resultado(d, 'CFDI40143'), resultado(d, 'CFDI40224'), resultado(d, 'CFDI40225'), resultado(d, 'CRP20')], ['Correcto', 'Correcto', 'Correcto', 'NoAplica', 'NoAplica', 'NoAplica', 'NoAplica']);
  assert.equal(new Set(codigos).size, codigos.length, 'ninguna dos veces');
  assert.equal(sat.preguntas.length, antes, 'a nadie se pregunta si no se pide');
});

test('OP-161: también en partes, como archivo', async () => {
  const f = new FormData();
  f.append('archivo', new Blob([sellador.factura()]), 'a.xml');
  f.append('consultarSat', 'true');
  const r = await fetch(srv.url + ARCHIVO, { method: 'POST', body: f, headers: { Authorization: `Bearer ${e.token}` } });
  const { data } = await r.json();
  assert.deepEqual([r.status, data.valido, data.consultaSat.estado], [200, true, 'Vigente']);
  const otro = await fetch(srv.url + ARCHIVO, { method: 'POST', body: 'hola', headers: { Authorization: `Bearer ${e.token}`, 'Content-Type': 'text/plain' } });
  assert.equal(otro.status, 415);
});

test('OP-161: lo alterado es un 200 que dice qué', async t => {
  const bueno = sellador.factura();
  for (const [que, xml, esperado] of [
    ['otro concepto', bueno.replace('Artículo', 'Otra cosa'), 'SELLO08 CFDI40102'],
    ['otro total', bueno.replace(' Total="116.00"', ' Total="116.01"'), 'SELLO08 CFDI40102 CFDI40119'],
    ['el sello de otro', bueno.replace(/ Sello="[^"]*"/, ` Sello="${'A'.repeat(344)}"`), 'SELLO08 CFDI40102 TFD04'],
    ['un atributo de más', bueno.replace('<cfdi:Emisor', '<cfdi:Emisor Otro="1"'), 'XSD'],
    ['de mañana', sellador.factura({ fecha: new Date(Date.now() + 86400e3).toISOString().slice(0, 19) }), 'TFD07'],
  ])
    await t.test(que, async () => {
      const d = bien(await enviar(xml));
      assert.deepEqual([d.valido, d.validacion, errores(d)], [false, 'Inválido', esperado]);
    });
});

test('OP-161: un CFDI timbrado que falta a una regla de forma es válido, con su observación', async t => {
  for (const [que, cambios, esperado] of [
    ['otra clave', { FormaPago: '00' }, 'CFDI40104'],
    ['otra moneda', { Moneda: 'ZZZ' }, 'CFDI40113'],
    ['un pago de otra forma', { MetodoPago: 'PPD' }, 'CFDI40105'],
  ])
    await t.test(que, async () => {
      const d = bien(await enviar(sellador.factura({ cambios })));
      assert.deepEqual([d.valido, d.validacion, errores(d), d.observaciones], [true, 'Válido', esperado, [esperado]]);
      const sinTimbre = bien(await enviar(sellador.factura({ cambios, uuid: '' })));
      assert.deepEqual([sinTimbre.validacion, errores(sinTimbre), sinTimbre.observaciones], ['Inválido', esperado, []], 'quien no está timbrado no cumple');
    });
  assert.deepEqual(bien(await enviar(sellador.factura())).observaciones, []);
  const detalle = bien(await enviar(sellador.factura({ cambios: { FormaPago: '00' } }))).verificaciones.find(v => v.codigo === 'CFDI40104').detalle;
  assert.equal(detalle, 'Comprobante: FormaPago "00" no está en el catálogo');
  const antiguo = sellador.factura({ fecha: '2021-01-01T10:00:00' });
  assert.match(bien(await enviar(antiguo)).verificaciones.map(v => v.detalle).join('\n'), /TipoDeComprobante "I" no vigente el 2021-01-01/);
});

test('OP-161: un complemento que no se conoce es Parcial; sin timbre también, y no se pregunta', async () => {
  const otro = sellador.factura().replace('<cfdi:Complemento>', '<cfdi:Complemento><x:Raro xmlns:x="http://www.sat.gob.mx/raro"/>');
  const d = bien(await enviar(otro));
  assert.deepEqual([d.valido, d.validacion, resultado(d, 'SELLO08')], [false, 'Parcial', 'NoAplica']);
  const sinTimbre = bien(await enviar(sellador.factura({ uuid: '' }), { consultarSat: true }));
  assert.deepEqual([sinTimbre.uuid, sinTimbre.consultaSat, resultado(sinTimbre, 'SAT01'), resultado(sinTimbre, 'TFD01'), sinTimbre.validacion, sinTimbre.valido], ['', null, 'Advertencia', 'Advertencia', 'Parcial', false]);
});

test('OP-161: lo que no se lee es un 400', async t => {
  for (const [que, xml] of [['no es XML', 'hola'], ['una entidad', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'], ['otro XML', '<a/>'], ['nada más que un CFDI cortado', sellador.factura().slice(0, 300)]])
    await t.test(que, async () => esError(await enviar(xml), 400, 'CFDI_INVALIDO'));
  await tabla(t, srv, e.token, [
    ['sin nada', 'POST', ARCHIVO, {}, 'VALIDACION xmlBase64 REQUERIDO'],
    ['sin base64', 'POST', ARCHIVO, { xmlBase64: '***' }, 'VALIDACION xmlBase64 FORMATO'],
    ['un miembro de más', 'POST', ARCHIVO, { xmlBase64: 'QQ==', otro: 1 }, 'VALIDACION otro DESCONOCIDO'],
  ]);
});

test('OP-161: lo que dice el SAT', async t => {
  for (const [que, respuesta, esperado] of [
    ['cancelado', { estado: 'Cancelado' }, 'Cancelado'],
    ['no lo conoce', { codigo: 'N - 602: Comprobante no encontrado.', estado: 'No Encontrado' }, 'No encontrado'],
    ['vigente', {}, 'Válido'],
  ])
    await t.test(que, async () => {
      const uuid = randomUUID().toUpperCase();
      sat.respuestas.set(uuid, respuesta);
      const xml = sellador.factura({ uuid });
      const d = bien(await enviar(xml, { consultarSat: true }));
      assert.deepEqual([d.validacion, d.valido], [esperado, esperado === 'Válido']);
      assert.ok(sat.de(uuid)[0].expresion.endsWith(`&tt=116.0&fe=${/ Sello="[^"]*(.{8})"/.exec(xml)[1]}`), sat.de(uuid)[0].expresion);
      const alterado = bien(await enviar(xml.replace('Artículo', 'Otra cosa'), { consultarSat: true }));
      assert.equal(alterado.validacion, 'Inválido', 'lo que dice el archivo pesa más');
    });
});

test('OP-159: el archivo guardado, por sí o por su documento, que guarda lo que resulta', async () => {
  const d = await venta(), uuid = randomUUID().toUpperCase();
  const archivoId = await guardar(d.transaccionId, suyo(d, { uuid }));
  const v = bien(await almacenado({ archivoId }));
  assert.deepEqual([v.validacion, errores(v), v.uuid, v.consultaSat.estado, resultado(v, 'DOC01'), resultado(v, 'DOC02')], ['Válido', '', uuid, 'Vigente', 'Correcto', 'Correcto']);
  assert.deepEqual(await delDocumento(d.transaccionId), { validacion: 'Válido', verificado: 'No' });
  const ultimo = await guardar(d.transaccionId, suyo(d, { uuid }).replace('Artículo', 'Otra cosa'));
  assert.equal(bien(await almacenado({ transaccionId: d.transaccionId, consultarSat: false })).validacion, 'Válido', 'el suyo es el que vale');
  const alterado = bien(await almacenado({ archivoId: ultimo, consultarSat: false }));
  assert.deepEqual([alterado.validacion, errores(alterado), alterado.consultaSat], ['Inválido', 'SELLO08 CFDI40102', null]);
  assert.equal((await delDocumento(d.transaccionId)).validacion, 'Inválido');
  sat.respuestas.set(uuid, { estado: 'Cancelado' });
  assert.equal((await delDocumento(d.transaccionId)).validacion, 'Inválido');
});

test('OP-159: el CFDI de otro documento', async () => {
  const d = await venta();
  for (const [xml, esperado] of [[suyo({ total: d.total + 5 }), 'DOC02'], [suyo(d, { receptor: 'URE180429TM6' }), 'DOC01']]) {
    await guardar(d.transaccionId, xml);
    const v = bien(await almacenado({ transaccionId: d.transaccionId }));
    assert.deepEqual([v.validacion, errores(v)], ['Inválido', esperado]);
  }
});

test('OP-159 y OP-162: de los XML de un documento, el suyo', async () => {
  const d = await venta(), uuid = randomUUID().toUpperCase();
  await guardar(d.transaccionId, suyo(d, { uuid }));
  await base.sql(`UPDATE transaccion SET uuid = '${uuid}' WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId}`);
  const ajeno = await guardar(d.transaccionId, suyo(d, { uuid: randomUUID() }));
  await guardar(d.transaccionId, '<acuse/>');
  const v = bien(await almacenado({ transaccionId: d.transaccionId }));
  assert.deepEqual([v.uuid, v.validacion, resultado(v, 'DOC03')], [uuid, 'Válido', 'Correcto']);
  assert.equal(bien(await verificar(d.transaccionId)).codigo, 0);
  const otro = bien(await almacenado({ archivoId: ajeno }));
  assert.deepEqual([otro.validacion, errores(otro)], ['Inválido', 'DOC03']);
  assert.equal((await delDocumento(d.transaccionId)).validacion, 'Válido', 'lo que se dice de otro no se dice del documento');
});

test('OP-162: lo que no se puede juzgar no se da por bueno', async () => {
  const d = await venta();
  await guardar(d.transaccionId, suyo(d).replace('Artículo', 'Otra cosa').replace('<cfdi:Complemento>', '<cfdi:Complemento><x:a xmlns:x="urn:x"/>'));
  assert.equal(bien(await verificar(d.transaccionId)).codigo, 3);
  assert.equal((await delDocumento(d.transaccionId)).verificado, 'No');
});

test('OP-161: en renglones, y un total que no cabe', async () => {
  const renglones = en64(sellador.factura()).replace(/.{76}/g, '$&\r\n') + '\n';
  assert.equal(bien(await srv.pedir('POST', ARCHIVO, { token: e.token, cuerpo: { xmlBase64: renglones } })).validacion, 'Válido');
  assert.equal(bien(await enviar(sellador.factura({ base: '99999999999999.00', iva: '0.00', tasa: '0.000000', total: '99999999999999.00' }))).total, null);
});

test('OP-159: reglas', async t => {
  const d = await venta(), texto = await guardar(d.transaccionId, 'hola');
  await tabla(t, srv, e.token, [
    ['sin nada', 'POST', GUARDADO, undefined, 'VALIDACION archivoId REQUERIDO'],
    ['los dos', 'POST', `${GUARDADO}?archivoId=1&transaccionId=1`, undefined, 'VALIDACION archivoId REQUERIDO'],
    ['uno que no existe', 'POST', `${GUARDADO}?archivoId=999999999`, undefined, 'NO_ENCONTRADO'],
    ['un documento que no existe', 'POST', `${GUARDADO}?transaccionId=999999999`, undefined, 'NO_ENCONTRADO'],
    ['no es XML', 'POST', `${GUARDADO}?archivoId=${texto}`, undefined, 'CFDI_INVALIDO'],
  ]);
  esError(await almacenado({ archivoId: texto }, { token: m.t2 }), 400, 'NO_ENCONTRADO');
  const otro = await venta();
  esError(await almacenado({ transaccionId: otro.transaccionId }), 400, 'NO_ENCONTRADO');
});

test('OP-159: si el SAT no contesta se dice, y lo demás vale', async () => {
  const d = await venta();
  await guardar(d.transaccionId, suyo(d));
  sat.falla = 'contesta 500';
  try {
    const v = bien(await almacenado({ transaccionId: d.transaccionId }));
    assert.deepEqual([v.validacion, v.consultaSat, resultado(v, 'SAT01')], ['Válido', null, 'Advertencia']);
  } finally {
    sat.falla = null;
  }
});

test('OP-162: cada código', async t => {
  const de = async (codigo, hacer, verificado = 'No') => {
    const d = await venta();
    await hacer(d);
    const v = bien(await verificar(d.transaccionId));
    assert.deepEqual([v.codigo, v.transaccionId, v.verificado, claves(v)], [codigo, d.transaccionId, verificado, ['codigo', 'mensaje', 'transaccionId', 'verificado']], v.mensaje);
    assert.ok(v.mensaje.length > 10);
    assert.equal((await delDocumento(d.transaccionId)).verificado, verificado);
    return d;
  };
  await t.test('0: es válido y suyo', () => de(0, d => guardar(d.transaccionId, suyo(d)), 'Sí'));
  await t.test('1: sin XML', () => de(1, d => guardar(d.transaccionId, '%PDF', 'PDF')));
  await t.test('2: no es un CFDI', () => de(2, d => guardar(d.transaccionId, '<a/>')));
  await t.test('3: el sello', () => de(3, d => guardar(d.transaccionId, suyo(d).replace('Artículo', 'Otra'))));
  await t.test('4: el RFC', () => de(4, d => guardar(d.transaccionId, suyo(d, { receptor: 'URE180429TM6' }))));
  await t.test('5: el total', () => de(5, d => guardar(d.transaccionId, suyo({ total: d.total + 0.02 }))));
  await t.test('6: sin folio', () => de(6, d => guardar(d.transaccionId, suyo(d, { uuid: '' }))));
  await t.test('6: otro folio', () => de(6, async d => {
    await base.sql(`UPDATE transaccion SET uuid = '${randomUUID().toUpperCase()}' WHERE transaccion_id = ${d.transaccionId}`);
    await guardar(d.transaccionId, suyo(d));
  }));
  await t.test('6: el folio de otro', () => de(6, async d => {
    const uuid = randomUUID().toUpperCase(), otro = await venta();
    await base.sql(`UPDATE transaccion SET uuid = '${uuid}' WHERE transaccion_id = ${otro.transaccionId}`);
    await guardar(d.transaccionId, suyo(d, { uuid }));
  }));
  for (const [codigo, respuesta] of [[7, { estado: 'Cancelado' }], [8, { codigo: 'N - 602: Comprobante no encontrado.', estado: 'No Encontrado' }]])
    await t.test(`${codigo}: ${respuesta.estado}`, () => de(codigo, d => {
      const uuid = randomUUID().toUpperCase();
      sat.respuestas.set(uuid, respuesta);
      return guardar(d.transaccionId, suyo(d, { uuid }));
    }));
  await t.test('9: el SAT no contesta, y lo verificado sigue', async () => {
    const d = await venta();
    await guardar(d.transaccionId, suyo(d));
    await base.sql(`UPDATE transaccion SET verificado = 'Sí' WHERE transaccion_id = ${d.transaccionId}`);
    sat.falla = 'corta';
    try {
      const v = bien(await verificar(d.transaccionId));
      assert.deepEqual([v.codigo, v.verificado], [9, 'Sí'], v.mensaje);
    } finally {
      sat.falla = null;
    }
  });
  await tabla(t, srv, e.token, [
    ['sin documento', 'POST', DOCUMENTO, undefined, 'VALIDACION transaccionId REQUERIDO'],
    ['uno que no existe', 'POST', `${DOCUMENTO}?transaccionId=999999999`, undefined, 'NO_ENCONTRADO'],
  ]);
  const d = await venta();
  esError(await verificar(d.transaccionId, { token: m.t2 }), 400, 'NO_ENCONTRADO');
});

test('lo que el SAT dijo queda hasta que diga otra cosa', async () => {
  for (const antes of ['Cancelado', 'No encontrado']) {
    const d = await venta();
    await guardar(d.transaccionId, suyo(d));
    await base.sql(`UPDATE transaccion SET validacion = '${antes}' WHERE transaccion_id = ${d.transaccionId}`);
    const quedo = () => base.uno(`SELECT validacion FROM transaccion WHERE transaccion_id = ${d.transaccionId}`);
    const v = bien(await almacenado({ transaccionId: d.transaccionId, consultarSat: false }));
    assert.deepEqual([v.validacion, v.valido, resultado(v, 'SAT01'), await quedo()], [antes, false, 'Advertencia', antes]);
    sat.falla = 'corta';
    try {
      assert.deepEqual([bien(await almacenado({ transaccionId: d.transaccionId })).validacion, await quedo()], [antes, antes]);
    } finally {
      sat.falla = null;
    }
    assert.deepEqual([bien(await almacenado({ transaccionId: d.transaccionId })).validacion, await quedo()], ['Válido', 'Válido']);
  }
});

test('sin SAT configurado', async () => {
  const solo = await Servidor.iniciar(base, { 'llaves-token': srv.llaves });
  try {
    const token = e.token, d = await venta();
    await guardar(d.transaccionId, suyo(d));
    const v = bien(await solo.pedir('POST', `${GUARDADO}?transaccionId=${d.transaccionId}`, { token }));
    assert.deepEqual([v.consultaSat, resultado(v, 'SAT01'), resultado(v, 'SELLO10'), resultado(v, 'TFD05'), v.validacion], [null, 'Advertencia', 'Advertencia', 'Advertencia', 'Válido']);
    assert.equal(bien(await solo.pedir('POST', `${DOCUMENTO}?transaccionId=${d.transaccionId}`, { token })).codigo, 9);
  } finally {
    await solo.parar();
  }
});
