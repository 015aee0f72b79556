// Months of the ledger: closed when none of their documents is half done, reopened with a reason, one at a time with the writers of the month; by API
// and by command.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, esError, hasta, montar, recorrer, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const P = '/api/Contabilidad/Periodos', FACTURA = '/api/FacturaVenta';
let m, e, srv, base;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
});
const empresa = async () => {  // months close in order: each test has a company of its own
  e = await Empresa.crear(m, { nombre: 'Meses', rfc: 'EKU9003173C9' });
  e.c = await e.cliente('C');
};
after(() => m?.cerrar());

const vender = fecha => ({ clienteId: e.c, fecha: `${fecha}T12:00:00`, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 100 }] });
const ruta = mes => `${P}/${mes.slice(0, 4)}/${Number(mes.slice(5))}`;
const cerrar = (mes, cuerpo = {}, opciones) => e.pedir(`${ruta(mes)}/Cerrar`, cuerpo, opciones);
const reabrir = (mes, motivo = 'Faltó una factura') => e.pedir(`${ruta(mes)}/Reabrir`, { motivo });
const estado = mes => base.uno(`SELECT estado FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio = ${mes.slice(0, 4)} AND mes = ${Number(mes.slice(5))}`);
const lista = async (anio, token = e.token) => (await srv.get(`${P}?ejercicio=${anio}`, { token })).json.data;
const revision = async mes => (await hecho(srv.get(`${ruta(mes)}/Revision`, { token: e.token }))).asuntos;
const asunto = (asunto, bloquea, cuantos, ejemploId, ejemplo) => ({ asunto, bloquea, cuantos, ejemploId, ejemplo });
const liquidar = async (fecha, estado) => Number(await base.sql(`INSERT INTO transaccion (organizacion_id, sucursal_id, obj_id, tipo_documento, serie, numero, fecha, fecha_creacion, estado, moneda_id, moneda, usuario)
  SELECT ${e.id}, ${e.matriz}, 22, 'Liquidación de ruta', 'LQ', 1, '${fecha}', '${fecha}', '${estado}', 1, 'MXN', 'x' RETURNING transaccion_id`));
const hecho = async r => {
  r = await r;
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};

test('se cierra y se reabre: nadie escribe mientras, la lista y la bitácora dicen quién, cuándo y por qué', async () => {
  await empresa();
  await e.hecho(FACTURA, vender('2024-03-05'));
  assert.deepEqual(await lista(2024), [{ ejercicio: 2024, mes: 3, estado: 'Abierto', cerradoPorDias: false, motivo: '', usuario: '', fechaCambio: '' }], 'un mes existe en cuanto se usa');
  const cerrado = await hecho(cerrar('2024-03', { motivo: 'Conciliado' }));
  assert.deepEqual({ ...cerrado, fechaCambio: null }, { ejercicio: 2024, mes: 3, estado: 'Cerrado', cerradoPorDias: false, motivo: 'Conciliado', usuario: `admin${e.id}`, fechaCambio: null });
  assert.match(cerrado.fechaCambio, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  assert.deepEqual(await lista(2024), [cerrado]);
  await e.falla(FACTURA, vender('2024-03-31'), 'PERIODO_CERRADO');
  await e.hecho(FACTURA, vender('2024-04-01'));
  esError(await cerrar('2024-03'), 400, 'ESTADO_INVALIDO');
  const abierto = await hecho(reabrir('2024-03'));
  assert.deepEqual([abierto.estado, abierto.motivo], ['Abierto', 'Faltó una factura']);
  esError(await reabrir('2024-03'), 400, 'ESTADO_INVALIDO');
  await e.hecho(FACTURA, vender('2024-03-31'));
  // The audit trail repeats the reason when it is the same a second time.
  await hecho(cerrar('2024-03', { motivo: 'Conciliado' }));
  await hecho(reabrir('2024-03'));
  const cambios = (await recorrer(srv, '/api/Bitacora?recurso=Periodo', { token: e.token })).filter(f => f.id === 202403 && f.accion === 'Modificar');
  assert.deepEqual(cambios.map(f => f.operacion.split(' ')[0]), Array(4).fill('POST'));
  const cierre = antes => [['estado', 'Abierto', 'Cerrado'], ['motivoCierre', '', 'Conciliado'], ...(antes ? [['motivoApertura', antes, '']] : [])];
  const apertura = [['estado', 'Cerrado', 'Abierto'], ['motivoCierre', 'Conciliado', ''], ['motivoApertura', '', 'Faltó una factura']];
  assert.deepEqual(cambios.map(f => f.cambios.map(c => [c.campo, c.antes, c.despues])), [apertura, cierre('Faltó una factura'), apertura, cierre()]);
});

test('los meses se cierran en orden, cuando terminaron; los que nadie usó, con el siguiente; se reabren del último hacia atrás', async () => {
  await empresa();
  for (const fecha of ['2023-03-10', '2023-05-10', '2023-08-10']) await e.hecho(FACTURA, vender(fecha));
  await hecho(cerrar('2023-02'));
  const negado = await cerrar('2023-08');
  esError(negado, 400, 'ESTADO_INVALIDO');
  assert.match(negado.json.detail, /antes de 2023-08 hay que cerrar 2023-03, 2023-05$/);
  await assert.rejects(base.gestor(['periodo', 'cerrar', '2023-05', '--organizacion', String(e.id)]), /hay que cerrar 2023-03/);
  await hecho(cerrar('2023-04').then(r => (esError(r, 400, 'ESTADO_INVALIDO'), cerrar('2023-03'))));
  await hecho(reabrir('2023-03')), await hecho(cerrar('2023-03'));
  await hecho(cerrar('2023-05', { motivo: 'Listo' }));
  await e.falla(FACTURA, vender('2023-04-30'), 'PERIODO_CERRADO');  // April had no movement: closing May closes April
  await hecho(cerrar('2023-08'));
  const otro = await reabrir('2023-05');
  esError(otro, 400, 'ESTADO_INVALIDO');
  assert.match(otro.json.detail, /primero hay que reabrir 2023-08$/);
  await hecho(reabrir('2023-08')), await hecho(reabrir('2023-05'));
  await e.hecho(FACTURA, vender('2023-05-31'));
  await hecho(cerrar('2023-05')), await hecho(cerrar('2023-08'));
  assert.deepEqual((await lista(2023)).map(p => `${p.mes} ${p.estado}`), ['2 Cerrado', '3 Cerrado', '5 Cerrado', '8 Cerrado']);
  const hoy = dia();
  esError(await cerrar(hoy.slice(0, 7)), 400, 'RANGO');
  assert.ok((await srv.get(P, { token: e.token })).json.data.length > 4, 'sin ejercicio, todos');
  assert.deepEqual((await lista(2023, m.t1)).filter(p => p.estado === 'Cerrado'), [], 'los de otra organización son otros');
});

test('lo que está a medias se dice todo junto, y mientras tanto el mes no se cierra', async () => {
  await empresa();
  const vistas = [];
  for (const fecha of ['2022-06-01', '2022-06-30', '2022-07-01']) vistas.push(await e.hecho(FACTURA, vender(fecha)));
  const liquidacion = await liquidar('2022-06-15', 'Recibido');
  await base.sql(`UPDATE transaccion SET estatus_timbrado = 'CancelacionEnProceso', fecha_timbrado = fecha WHERE organizacion_id = ${e.id} AND transaccion_id IN (${vistas.map(v => v.transaccionId)})`);
  const r = await cerrar('2022-06');
  esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(r.json.documentosRelacionados, [{ transaccionId: liquidacion, tipoDocumento: 'Liquidación de ruta', folio: 'LQ1' }]);
  assert.equal(await estado('2022-06'), 'Abierto');
  await assert.rejects(base.gestor(['periodo', 'cerrar', '2022-06', '--organizacion', String(e.id)]), /a medias/);
  const conteo = Number(await base.sql(`INSERT INTO conteo (organizacion_id, almacen_id, fecha, usuario) VALUES (${e.id}, ${e.general}, '2022-06-20', 'x') RETURNING conteo_id`));
  assert.deepEqual((await revision('2022-06')).filter(a => a.bloquea), [asunto('ConteosAbiertos', true, 1, conteo, String(conteo)), asunto('RutasSinValidar', true, 1, liquidacion, 'Liquidación de ruta LQ1')]);
  await base.sql(`UPDATE transaccion SET estado = 'Validado' WHERE transaccion_id = ${liquidacion}; UPDATE conteo SET estado = 'Cancelado', fecha_cierre = fecha WHERE conteo_id = ${conteo}`);
  // CancelacionesEnProceso: the tax authority may take 45 days to accept a cancel, so the revision tells the documents and does not block the close.
  assert.deepEqual(await revision('2022-06'), [asunto('CancelacionesEnProceso', false, 2, vistas[0].transaccionId, `Factura de venta ${vistas[0].folio}`)]);
  await hecho(cerrar('2022-06'));
  await hecho(cerrar('2022-07'));
  await base.sql(`UPDATE transaccion SET estatus_timbrado = 'SinTimbrar', fecha_timbrado = NULL WHERE organizacion_id = ${e.id}; DELETE FROM transaccion WHERE transaccion_id = ${liquidacion}`);
});

test('la revisión: cada asunto con cuántos son y uno de ellos', async () => {
  await empresa();
  const proveedorId = (await e.hecho('/api/Contactos', { nombre: 'TALLER', rfc: 'EKU9003173C9', tipoContacto: 'Proveedor' })).entidadId;
  const servicios = await e.concepto('CO-SERVICIOS');
  const banco = Number(await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, banco_id, moneda_id, cuenta_contable_id)
    SELECT ${e.id}, 'BANCO', 'Banco', 'Banco', (SELECT min(banco_id) FROM banco), 1, cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'BANCO' RETURNING cuenta_id`));
  const gasto = (mas = {}) => e.hecho('/api/FacturaCompra', { proveedorId, fecha: '2025-02-03T10:00:00', partidas: [{ conceptoId: servicios, cantidad: 1, precioUnitario: 100 }], ...mas });
  assert.deepEqual(await revision('2025-02'), []);
  const compra = await gasto();
  const pagada = await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: banco, formaPagoId: e.transferencia, fecha: '2025-02-05T10:00:00', partidas: [{ transaccionIdCompra: compra.transaccionId, importeAbono: 116 }] });
  const otra = await gasto({ uuid: '11111111-1111-4111-8111-111111111111' });
  await base.sql(`UPDATE transaccion SET metodo_pago = 'PPD' WHERE transaccion_id = ${compra.transaccionId}; UPDATE transaccion SET metodo_pago = 'PUE' WHERE transaccion_id = ${otra.transaccionId}`);
  const folio = d => `${d.tipoDocumento} ${d.folio}`, id = d => d.transaccionId;
  const antes = [asunto('BancosSinConciliar', false, 1, banco, 'BANCO'), asunto('ComprasSinCfdi', false, 1, id(compra), folio(compra)), asunto('IvaSinDeterminar', false, 1, 0, '2025-02'), asunto('PpdSinReciboDePago', false, 1, id(compra), `${folio(compra)}, Egreso ${pagada.folio}`),
    asunto('ProveedoresSinTipoOperacion', false, 1, proveedorId, await e.uno('contacto', 'codigo', `contacto_id = ${proveedorId}`)), asunto('PueSinPagar', false, 1, id(otra), folio(otra))];
  assert.deepEqual(await revision('2025-02'), antes);
  await base.sql(`UPDATE movimiento_banco SET conciliado = true WHERE transaccion_id = ${pagada.transaccionId}; UPDATE contacto SET tipo_operacion = '85' WHERE contacto_id = ${proveedorId};
    UPDATE transaccion SET uuid = '22222222-2222-4222-8222-222222222222' WHERE transaccion_id = ${pagada.transaccionId}`);
  await e.hecho('/api/Contabilidad/DeterminacionIva', { anio: 2025, mes: 2 });
  assert.equal((await srv.pedir('DELETE', `/api/Compras/TransaccionCancelar/${id(otra)}?motivo=Repetida`, { token: e.token })).estado, 200);
  assert.deepEqual(await revision('2025-02'), [asunto('CfdiSinDocumento', false, 1, id(otra), '11111111-1111-4111-8111-111111111111'), antes[1]]);
  await gasto({ uuid: '11111111-1111-4111-8111-111111111111' });
  // Suppliers of the month in the list of CFF 69-B: presumed and definitive ones are told; those who proved the contrary or left the list are not.
  const situacion = async () => [(await srv.get(`/api/Contactos/${proveedorId}`, { token: e.token })).json.data.situacion69B, (await revision('2025-02')).filter(a => /69B/.test(a.asunto)).length];
  assert.deepEqual(await situacion(), ['', 0]);
  for (const [como, esperado] of [["'Presunto', NULL", ['Presunto', 1]], ["'Desvirtuado', NULL", ['Desvirtuado', 0]], ["'Definitivo', '2026-01-01'", ['', 0]]]) {
    await base.sql(`INSERT INTO sat_efos (rfc, nombre, situacion, vigencia_hasta) VALUES ('EKU9003173C9', 'TALLER', ${como})`);
    assert.deepEqual(await situacion(), esperado, como);
    // Purchases and payments to a listed supplier have the same warning. The dry run keeps them out of the month.
    const dicho = esperado[1] ? [`EKU9003173C9 está en la lista del artículo 69-B del CFF (operaciones inexistentes) como ${esperado[0]}`] : [];
    const simular = async (ruta, cuerpo) => (await srv.pedir('POST', `/simular${ruta}`, { token: e.token, cuerpo })).json.data.advertencias.filter(a => /69-B/.test(a));
    assert.deepEqual(await simular('/api/FacturaCompra', { proveedorId, partidas: [{ conceptoId: servicios, cantidad: 1, precioUnitario: 100 }] }), dicho);
    assert.deepEqual(await simular('/api/Bancos/EgresoAgregar', { cuentaId: banco, formaPagoId: e.transferencia, beneficiarioId: proveedorId, partidas: [{ conceptoId: e.gasto, importeAbono: 10 }] }), dicho);
    await base.sql('DELETE FROM sat_efos');
  }
  // catalogos importar prints the suppliers in the list, with the number of their documents in force; a customer with such an RFC is not printed.
  await e.hecho('/api/Contactos', { nombre: 'TALLER', rfc: 'AAA080808HL8', tipoContacto: 'Cliente' });
  const lista = path.join(mkdtempSync(path.join(tmpdir(), 'g69b-')), 'lista.csv');
  writeFileSync(lista, Buffer.from('Información\nNo,RFC,Nombre del Contribuyente,Situación del contribuyente\n1,EKU9003173C9,PEÑA,Presunto\n2,AAA080808HL8,OTRO,Definitivo\n', 'latin1'));
  const { salida } = await base.gestor(['catalogos', 'importar', lista, '--catalogo', 'efos']);
  rmSync(path.dirname(lista), { recursive: true });
  const vigentes = await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id} AND contacto_id = ${proveedorId} AND obj_id IN (10, 13, 14) AND estado <> 'Cancelado'`);
  assert.ok(vigentes > 2);
  const suyo = salida.split('\n').find(l => l.startsWith(`${e.id}\t`));
  assert.deepEqual(suyo.split('\t').slice(3), ['TALLER', 'EKU9003173C9', 'Presunto', String(vigentes)]);
  assert.doesNotMatch(salida, /AAA080808HL8/);
  await base.sql('DELETE FROM sat_efos');
  // CuentasDeImpuestoConSignoContrario: a tax account with a balance against its nature. PorFacturarAntiguo: goods received thirty days ago and not
  // invoiced.
  const iva = await e.uno('cuenta_contable', 'cuenta_contable_id', "clave = 'IVA_POR_COBRAR'");
  const poliza_id = Number(await base.sql(`INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero, origen) VALUES (${e.id}, 'Diario', '2025-02-20', 2025, 2, 900, 'Manual') RETURNING poliza_id`));
  await base.sql(`INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber) SELECT ${e.id}, ${poliza_id}, row_number() OVER (), c, d, h FROM (VALUES (${iva}, 5, 0),
    (${await e.uno('cuenta_contable', 'cuenta_contable_id', "clave = 'BANCO'")}, 0, 5)) v (c, d, h)`);
  assert.deepEqual((await revision('2025-02')).filter(a => /Signo/.test(a.asunto)), [asunto('CuentasDeImpuestoConSignoContrario', false, 1, iva, '209.01')]);
  await base.sql(`DELETE FROM poliza_movimiento WHERE organizacion_id = ${e.id} AND poliza_id = ${poliza_id}; DELETE FROM poliza WHERE organizacion_id = ${e.id} AND poliza_id = ${poliza_id}`);
  const productoId = await e.producto('PEPS');
  const remision = await e.hecho('/api/NotaRemision', { origen: 'Compra', proveedorId, almacenId: e.general, fecha: '2025-01-29T10:00:00', partidas: [{ productoId, cantidad: 1, precioUnitario: 10 }] });
  const viejas = async mes => (await revision(mes)).filter(a => a.asunto === 'PorFacturarAntiguo');
  assert.deepEqual([await viejas('2025-01'), await viejas('2025-02')], [[], [asunto('PorFacturarAntiguo', false, 1, id(remision), folio(remision))]]);
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) VALUES (${e.id}, 2) ON CONFLICT DO NOTHING`);
  await e.hecho(FACTURA, { ...vender('2025-02-11'), moneda: 'USD', tipoCambio: 20 });
  assert.deepEqual((await revision('2025-02')).filter(a => a.asunto === 'RevaluacionSinHacer'), [asunto('RevaluacionSinHacer', false, 1, 0, '2025-02')]);
  await e.hecho('/api/Contabilidad/Revaluacion', { anio: 2025, mes: 2, tiposCambio: [{ moneda: 'USD', tipoCambio: 21 }] });
  assert.deepEqual((await revision('2025-02')).filter(a => a.asunto === 'RevaluacionSinHacer'), []);
  // MesSinTerminar: the month of today; MesesAnterioresAbiertos: the months before it.
  const hoy = dia().slice(0, 7), [anio, mes] = [Number(hoy.slice(0, 4)), Number(hoy.slice(5))];
  assert.deepEqual((await revision(hoy)).filter(a => a.bloquea).map(a => [a.asunto, a.ejemplo]), [['MesSinTerminar', hoy], ['MesesAnterioresAbiertos', '2025-01']]);
  const r = await srv.get(`${P}/${anio}/${mes}/Revision`, { token: e.token });
  assert.deepEqual([r.json.data.anio, r.json.data.mes, r.json.data.estado, r.json.data.puedeCerrarse], [anio, mes, 'Abierto', false]);
});

test('diasCierre: la lista dice qué meses ya no admiten movimientos aunque nadie los cerró', async () => {
  await empresa();
  await e.hecho(FACTURA, vender('2024-04-01')), await e.hecho(FACTURA, vender(dia()));
  const poner = n => base.gestor(['parametro', 'poner', 'diasCierre', String(n), '--organizacion', String(e.id)]);
  const ver = async () => Object.fromEntries((await srv.get(P, { token: e.token })).json.data.filter(p => p.estado === 'Abierto').map(p => [p.ejercicio * 100 + p.mes, p.cerradoPorDias]));
  assert.ok(!Object.values(await ver()).includes(true));
  const fin = new Date(`${dia().slice(0, 7)}-01T00:00:00Z`);
  fin.setUTCDate(0);  // the last day of last month
  const pasado = fin.toISOString().slice(0, 10), dias = Math.round((new Date(dia()) - fin) / 864e5);
  await e.hecho(FACTURA, vender(pasado));
  const [este, anterior] = [dia(), pasado].map(d => Number(d.slice(0, 4)) * 100 + Number(d.slice(5, 7)));
  await poner(dias);
  let visto = await ver();
  assert.deepEqual([visto[este], visto[anterior], visto[202404]], [false, false, true]);
  await e.hecho(FACTURA, vender(pasado));
  if (dias > 1) {
    await poner(dias - 1);
    visto = await ver();
    assert.deepEqual([visto[este], visto[anterior]], [false, true]);
    await e.falla(FACTURA, vender(pasado), 'PERIODO_CERRADO');
  }
  await poner(0);
});

test('quién puede, y qué se pide', async t => {
  await empresa();
  const propio = async permisos => srv.entrar({ ...(await base.usuario({ usuario: `u${permisos.length}`, organizacion: e.id, rol: 'propio', permisos })), ...e.llave });
  const escribe = await propio('contabilidad.leer contabilidad.escribir contabilidad.cancelar');
  esError(await cerrar('2021-01', {}, { token: escribe }), 403, 'PERMISO_DENEGADO');
  assert.equal((await srv.get(P, { token: escribe })).estado, 200);
  assert.equal((await cerrar('2021-01', {}, { token: await propio('contabilidad.autorizar') })).estado, 200);
  await tabla(t, srv, e.token, [
    ['el mes 13 no se cierra así', 'POST', `${P}/2021/13/Cerrar`, {}, 'VALIDACION mes RANGO'],
    ['ni el 0', 'POST', `${P}/2021/0/Cerrar`, {}, 'VALIDACION mes RANGO'],
    ['todo lo que está mal', 'POST', `${P}/1/x/Reabrir`, { otro: 1 }, 'VALIDACION anio RANGO, mes TIPO, motivo REQUERIDO, otro DESCONOCIDO'],
    ['reabrir sin motivo', 'POST', `${P}/2021/1/Reabrir`, {}, 'VALIDACION motivo REQUERIDO'],
    ['reabrir con un motivo vacío', 'POST', `${P}/2021/1/Reabrir`, { motivo: '  ' }, 'VALIDACION motivo REQUERIDO'],
    ['un motivo muy largo', 'POST', `${P}/2021/2/Cerrar`, { motivo: 'x'.repeat(251) }, 'VALIDACION motivo LONGITUD'],
    ['reabrir lo que no se ha cerrado', 'POST', `${P}/2021/2/Reabrir`, { motivo: 'x' }, 'ESTADO_INVALIDO'],
    ['un ejercicio que no lo es', 'GET', `${P}?ejercicio=x`, undefined, 'VALIDACION ejercicio TIPO'],
  ]);
});

test('gestor periodo: las mismas reglas, y quien lo hizo', async () => {
  await empresa();
  const orden = (...a) => base.gestor(['periodo', ...a, '--organizacion', String(e.id)]);
  assert.match((await orden('cerrar', '2020-05', '--motivo', 'Por el operador')).salida, /^2020-05: cerrado$/m);
  assert.match((await orden('cerrar', '2020-05')).salida, /^2020-05: ya estaba cerrado$/m);
  const [p] = await lista(2020);
  assert.deepEqual([p.estado, p.motivo, p.usuario === ''], ['Cerrado', 'Por el operador', false]);
  await assert.rejects(orden('abrir', '2020-05'), /falta el motivo/);
  assert.equal(await estado('2020-05'), 'Cerrado');
  assert.match((await orden('abrir', '2020-05', '--motivo', 'Se equivocó')).salida, /^2020-05: abierto$/m);
  assert.match((await orden('abrir', '2020-05')).salida, /^2020-05: ya estaba abierto$/m);
});

test('quien cierra espera a quien escribe, y ve lo que dejó; de dos que cierran, uno', async () => {
  await empresa();
  await e.hecho(FACTURA, vender('2019-02-01'));
  const liquidacion = await liquidar('2019-02-15', 'Validado');
  const enProceso = `UPDATE gestor.transaccion SET estado = 'Recibido' WHERE organizacion_id = ${e.id} AND transaccion_id = ${liquidacion}`;
  const quienEscribe = await base.trabar(`SELECT estado FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio = 2019 AND mes = 2 FOR SHARE; ${enProceso}`);
  const dos = [cerrar('2019-02'), cerrar('2019-02')];
  await Promise.race([...dos, base.esperan()]);
  assert.equal(await estado('2019-02'), 'Abierto');
  await quienEscribe.soltar();
  for (const r of await Promise.all(dos)) esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await base.sql(enProceso.replace('Recibido', 'Validado'));
  assert.deepEqual((await Promise.all([cerrar('2019-02'), cerrar('2019-02')])).map(r => r.json.codigo ?? 'cerrado').sort(), ['ESTADO_INVALIDO', 'cerrado']);
  await base.sql(`DELETE FROM transaccion WHERE transaccion_id = ${liquidacion}`);
});

test('muchos escriben mientras se cierra y se reabre: lo que entró, entró con el mes abierto', async () => {
  await empresa();
  const polizas = () => base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id} AND ejercicio = 2019 AND mes = 9`);
  let dentro = 0, fuera = 0, seguir = true;
  const escritor = async () => {
    while (seguir) {
      const r = await e.pedir(FACTURA, vender('2019-09-10'));
      if (r.estado === 200) ++dentro;
      else esError(r, 400, 'PERIODO_CERRADO'), ++fuera;
    }
  };
  const escritores = Array.from({ length: 4 }, escritor);
  const crece = (cuantas, que, antes = cuantas()) => hasta(() => cuantas() > antes, que);
  for (let i = 0; i < 6; ++i) {
    await crece(() => dentro, 'con el mes abierto entran');
    await hecho(cerrar('2019-09'));
    const antes = await polizas();
    await crece(() => fuera, 'con el mes cerrado se rechazan');
    assert.equal(await polizas(), antes, 'con el mes cerrado no entra ninguna');
    await hecho(reabrir('2019-09'));
  }
  seguir = false;
  await Promise.all(escritores);
  assert.equal(await polizas(), dentro);
  assert.deepEqual(await auditar(base), []);
});

test('no se cierra un ejercicio que no ha terminado', async () => {
  await empresa();
  const anio = new Date().getUTCFullYear();
  esError(await e.pedir(`/api/Contabilidad/Ejercicios/${anio}/Cerrar`, {}), 400, 'RANGO');
});
