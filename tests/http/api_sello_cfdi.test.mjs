// The seal of a CFDI and the certificates of the tax authority, wherever a CFDI is taken: attached to its document, registered as a purchase,
// verified.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { hasta, montar, raizRepo } from './lib/ayuda_api.mjs';
import { Sellador, guardarXml } from './lib/cfdi_sellado.mjs';
import { Empresa } from './lib/escena.mjs';
import { Sat } from './lib/sat.mjs';

let m, e, base, srv, sat, sellador, producto, cliente, rfc;
before(async () => {
  sellador = new Sellador();
  sat = await Sat.iniciar();
  m = await montar({ registros: 30, ajustes: { ...sat.ajustes, 'certificados-sat': sellador.carpeta } });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Quien mira sellos', rfc: sellador.rfc });
  producto = await e.producto('A');
  cliente = await e.cliente('C', { limiteCredito: 1e7 });
  rfc = await base.uno(`SELECT rfc FROM contacto WHERE contacto_id = ${cliente}`);
  await e.entrada(producto, 1000, 10);
});
after(async () => {
  await m?.cerrar();
  await sat?.parar();
  sellador?.cerrar();
});

const en64 = xml => Buffer.from(xml).toString('base64');
const bien = r => (assert.equal(r.estado, 200, r.texto), r.json.data);
const venta = () => e.hecho('/api/FacturaVenta', { clienteId: cliente, partidas: [{ productoId: producto, cantidad: 1, precioUnitario: 100 }] });
// suyo: the CFDI of a sale, sealed by us or by `quien`: an invoice with the total of the sale, at the rate of 0.
const suyo = (d, mas = {}, quien = sellador) => quien.factura({ receptor: rfc, base: d.total.toFixed(2), iva: '0.00', tasa: '0.000000', total: d.total.toFixed(2), ...mas });
const guardar = (d, xml) => base.sql(guardarXml(e.id, d.transaccionId, xml));
const ponerFolio = (d, uuid) => base.sql(`UPDATE transaccion SET uuid = '${uuid}' WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId}`);
const cancelar = async d => bien(await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${d.transaccionId}?motivo=Error`, { token: e.token }));
const verificar = async d => bien(await srv.pedir('POST', `/api/Transacciones/VerificarArchivo?transaccionId=${d.transaccionId}`, { token: e.token }));
const leer = async d => (await srv.get(`/api/FacturaVenta/${d.transaccionId}`, { token: e.token })).json.data;

// `ajeno`: a sealer with keys of its own, whose certificates have the numbers of the known ones.
test('el timbre se mira con los certificados de la autoridad, lo tome quien lo tome', async t => {
  const d = await venta(), uuid = randomUUID().toUpperCase();
  const adjuntar = xml => e.hecho('/api/ArchivoDigital/AgregarBase64', { transaccionId: d.transaccionId, nombre: 'a', extension: 'xml', contenidoBase64: en64(xml) });
  await t.test('al adjuntarlo', async () => {
    const ajeno = new Sellador();
    assert.equal((await leer(d)).validacion, 'Sin validar');
    assert.match((await adjuntar(suyo(d, { uuid }, ajeno))).advertencias.join(), /^el sello o el timbre .*: SELLO10: /);
    ajeno.cerrar();
    assert.equal((await leer(d)).validacion, 'Inválido');
    assert.match((await adjuntar(suyo(d, { uuid }).replace('SPR190613I52', 'SPR190613I53'))).advertencias.join(), /TFD05: /);
    assert.equal((await leer(d)).estatusTimbrado, 'SinTimbrar');
    assert.deepEqual((await adjuntar(suyo(d, { uuid }))).advertencias, []);
    assert.deepEqual([(await leer(d)).estatusTimbrado, (await leer(d)).validacion], ['Timbrado', 'Válido']);
  });
  await t.test('el de otro documento lo deja Inválido; lo que no se lee, Parcial; lo que dijo el SAT queda', async () => {
    const [otra, vieja, cancelada] = [await venta(), await venta(), await venta()];
    const poner = (x, xml) => e.hecho('/api/ArchivoDigital/AgregarBase64', { transaccionId: x.transaccionId, nombre: 'a', extension: 'xml', contenidoBase64: en64(xml) });
    await poner(otra, suyo({ total: 7 }));
    await poner(vieja, '<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" version="3.2"/>');
    await base.sql(`UPDATE transaccion SET validacion = 'Cancelado' WHERE organizacion_id = ${e.id} AND transaccion_id = ${cancelada.transaccionId}`);
    await poner(cancelada, suyo(cancelada));
    assert.deepEqual([(await leer(otra)).validacion, (await leer(vieja)).validacion, (await leer(cancelada)).validacion], ['Inválido', 'Parcial', 'Cancelado']);
    await poner(otra, suyo(otra)), await poner(otra, suyo({ total: 9 }));
    assert.equal((await leer(otra)).validacion, 'Válido', 'el de otro ya no cuenta');
  });
  await t.test('al registrar la compra, que lo rechaza o lo conserva a sabiendas', async () => {
    const suya = new Sellador('URE180429TM6');
    await e.cliente('TIMBRE', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: suya.rfc });
    const cuerpo = { conceptoId: await e.concepto('CO-SERVICIOS'), xmlBase64: en64(suya.factura({ receptor: sellador.rfc })) };
    suya.cerrar();
    await e.falla('/api/FacturaCompra', cuerpo, 'SELLO_INVALIDO xmlBase64 SELLO_INVALIDO');
    const f = await e.hecho('/api/FacturaCompra', { ...cuerpo, aceptarInvalido: true });
    assert.deepEqual(f.advertencias.map(a => /^El CFDI no cumple (\w+)/.exec(a)?.[1]), ['SELLO10', 'TFD05']);
  });
});

// A payment request and a work order have no CFDI of their own: an XML added to them is judged alone.
test('todo XML que se adjunta se juzga: el de una solicitud de pago y el de una orden de trabajo', async () => {
  const validacion = id => base.uno(`SELECT validacion FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${id}`);
  const bueno = sellador.factura(), alterado = bueno.replace('Artículo', 'Otra cosa');
  const ordenServicio = await e.hecho('/api/OrdenServicio', { clienteId: cliente, equipo: 'Bomba', falla: 'No enciende', ordenesTrabajo: [{}, {}] });
  const trabajos = await base.columna(`SELECT transaccion_id FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 21 ORDER BY 1 DESC LIMIT 2`);
  for (const [i, [xml, esperado]] of [[bueno, 'Válido'], [alterado, 'Inválido']].entries()) {
    const archivo = { nombre: 'factura', extension: 'xml', contenidoBase64: en64(xml) };
    const s = await e.hecho('/api/SolicitudPago/V2', { beneficiario: 'Alguien', partidas: [{ conceptoId: e.gasto, importe: 10 }], archivos: [archivo] });
    const leida = bien(await srv.get(`/api/SolicitudPago?busqueda=${s.folio}`, { token: e.token }))[0];
    assert.deepEqual([s.validacion, leida.validacion, s.advertencias.some(a => /no lleva un CFDI propio/.test(a))], [esperado, esperado, true]);
    await e.hecho('/api/OrdenTrabajo/ArchivoDigital', { transaccionId: Number(trabajos[i]), tipo: 'Otro', ...archivo });
    assert.equal(await validacion(trabajos[i]), esperado);
    const v = bien(await srv.pedir('POST', `/api/ArchivoDigital/ValidarArchivoAlmacenado?transaccionId=${s.transaccionId}&consultarSat=false`, { token: e.token }));
    assert.deepEqual([v.validacion, v.verificaciones.find(x => x.codigo === 'DOC01').resultado], [esperado, 'NoAplica']);
  }
  assert.ok(ordenServicio.transaccionId);
});

test('lo que una versión anterior guardó sin juzgar se juzga en segundo plano, desde donde se quedó', async () => {
  const validacion = d => base.uno(`SELECT validacion FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId}`);
  const buenos = [];
  for (let i = 0; i < 21; ++i) buenos.push(await venta());
  const [alterado, otro, viejo, acuse, sin, cancelado] = await Promise.all(Array.from({ length: 6 }, venta));
  for (const d of buenos) await guardar(d, suyo(d));
  await guardar(alterado, suyo(alterado).replace('Artículo', 'Otra cosa'));
  await guardar(otro, suyo({ total: 7 }));
  await guardar(viejo, '<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" version="3.2"/>');
  await guardar(acuse, '<acuse/>');
  await guardar(cancelado, suyo(cancelado));
  await base.sql(`UPDATE transaccion SET validacion = 'Cancelado' WHERE organizacion_id = ${e.id} AND transaccion_id = ${cancelado.transaccionId}`);
  await base.sql(readFileSync(path.join(raizRepo, 'schema/0118_xml_sin_juicio.sql'), 'utf8'));
  await hasta(async () => await base.uno("SELECT count(*) FROM trabajo WHERE tipo = 'JuzgarXml'") === 0, 'se juzgan');
  assert.deepEqual(new Set(await Promise.all(buenos.map(validacion))), new Set(['Válido']));
  assert.deepEqual(await Promise.all([alterado, otro, viejo, acuse, sin, cancelado].map(validacion)), ['Inválido', 'Inválido', 'Parcial', 'Inválido', 'Sin validar', 'Cancelado']);
  assert.ok(await base.uno(`SELECT count(*) FROM bitacora WHERE organizacion_id = ${e.id} AND operacion = 'JuzgarXml'`) >= 23);
});

test('OP-162: lo verificado tiene el folio de su CFDI, o no se verifica', async t => {
  await t.test('se lo da', async () => {
    const d = await venta(), uuid = randomUUID().toUpperCase();
    await guardar(d, suyo(d, { uuid }));
    assert.equal((await verificar(d)).codigo, 0);
    const visto = await leer(d);
    assert.deepEqual([visto.uuid, visto.estatusTimbrado, visto.verificado], [uuid, 'Timbrado', 'Sí']);
  });
  await t.test('lo cancelado ya no lo toma', async () => {
    const d = await venta();
    await guardar(d, suyo(d));
    await cancelar(d);
    const v = await verificar(d);
    assert.deepEqual([v.codigo, v.verificado, (await leer(d)).uuid], [6, 'No', ''], v.mensaje);
  });
  await t.test('el folio que fue suyo es de otro', async () => {
    const [d, otro] = [await venta(), await venta()], uuid = randomUUID().toUpperCase();
    await guardar(d, suyo(d, { uuid }));
    await ponerFolio(d, uuid);
    await cancelar(d);
    await ponerFolio(otro, uuid);
    const v = await verificar(d);
    assert.deepEqual([v.codigo, v.verificado], [6, 'No'], v.mensaje);
  });
});

test('OP-161: de la clase de un impuesto se dice el principio', async () => {
  const largo = sellador.factura().replace(/(<cfdi:Impuestos Total[^>]*><cfdi:Traslados>)(<cfdi:Traslado [^>]*>)/, (_, antes, uno) => antes + uno.replace('"Tasa"', `"${'x'.repeat(5000)}"`).repeat(2));
  const dicho = bien(await srv.pedir('POST', '/api/ArchivoDigital/ValidarArchivo', { token: e.token, cuerpo: { xmlBase64: en64(largo) } })).verificaciones;
  assert.ok(dicho.some(v => /x… .*ya está en otro/.test(v.detalle)));
  for (const v of dicho) assert.ok(v.detalle.length < 2000, `${v.codigo}: ${v.detalle.length}`);
});
