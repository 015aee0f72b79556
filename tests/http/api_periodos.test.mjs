// Months of the ledger: closed when nothing of them is half done, opened again with a reason, one at a time with whoever writes there; by API and by command.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, esError, hasta, montar, recorrer, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const P = '/api/Contabilidad/Periodos', FACTURA = '/api/FacturaVenta';
let m, e, srv, base;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Meses', rfc: 'EKU9003173C9' });
  e.c = await e.cliente('C');
});
after(() => m?.cerrar());

const vender = fecha => ({ clienteId: e.c, fecha: `${fecha}T12:00:00`, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 100 }] });
const ruta = mes => `${P}/${mes.slice(0, 4)}/${Number(mes.slice(5))}`;
const cerrar = (mes, cuerpo = {}, opciones) => e.pedir(`${ruta(mes)}/Cerrar`, cuerpo, opciones);
const reabrir = (mes, motivo = 'Faltó una factura') => e.pedir(`${ruta(mes)}/Reabrir`, { motivo });
const estado = mes => base.uno(`SELECT estado FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio = ${mes.slice(0, 4)} AND mes = ${Number(mes.slice(5))}`);
const lista = async (anio, token = e.token) => (await srv.get(`${P}?ejercicio=${anio}`, { token })).json.data;
const hecho = async r => {
  r = await r;
  assert.equal(r.estado, 200, r.texto);
  return r.json.data;
};

test('se cierra y se reabre: nadie escribe mientras, la lista y la bitácora dicen quién, cuándo y por qué', async () => {
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
  // The same reason a second time is told, too.
  await hecho(cerrar('2024-03', { motivo: 'Conciliado' }));
  await hecho(reabrir('2024-03'));
  const cambios = (await recorrer(srv, '/api/Bitacora?recurso=Periodo', { token: e.token })).filter(f => f.id === 202403 && f.accion === 'Modificar');
  assert.deepEqual(cambios.map(f => f.operacion.split(' ')[0]), Array(4).fill('POST'));
  const cierre = antes => [['estado', 'Abierto', 'Cerrado'], ['motivoCierre', '', 'Conciliado'], ...(antes ? [['motivoApertura', antes, '']] : [])];
  const apertura = [['estado', 'Cerrado', 'Abierto'], ['motivoCierre', 'Conciliado', ''], ['motivoApertura', '', 'Faltó una factura']];
  assert.deepEqual(cambios.map(f => f.cambios.map(c => [c.campo, c.antes, c.despues])), [apertura, cierre('Faltó una factura'), apertura, cierre()]);
});

test('los meses se cierran en cualquier orden, también los que nadie ha usado', async () => {
  await hecho(cerrar('2023-05'));
  await hecho(cerrar('2023-03'));
  assert.deepEqual((await lista(2023)).map(p => [p.mes, p.estado, p.motivo]), [[3, 'Cerrado', ''], [5, 'Cerrado', '']]);
  await e.hecho(FACTURA, vender('2023-04-30'));
  assert.deepEqual((await lista(2023)).map(p => `${p.mes} ${p.estado}`), ['3 Cerrado', '4 Abierto', '5 Cerrado']);
  assert.ok((await srv.get(P, { token: e.token })).json.data.length > 24, 'sin ejercicio, todos');
  assert.deepEqual((await lista(2023, m.t1)).filter(p => p.estado === 'Cerrado'), [], 'los de otra organización son otros');
});

test('lo que está a medias se dice todo junto, y mientras tanto el mes no se cierra', async () => {
  const vistas = [];
  for (const fecha of ['2022-06-01', '2022-06-30', '2022-07-01']) vistas.push(await e.hecho(FACTURA, vender(fecha)));
  const poner = (estatus, ids) => base.sql(`UPDATE transaccion SET estatus_timbrado = '${estatus}', fecha_timbrado = fecha WHERE organizacion_id = ${e.id} AND transaccion_id IN (${ids})`);
  const liquidacion = await base.sql(`INSERT INTO transaccion (organizacion_id, sucursal_id, obj_id, tipo_documento, serie, numero, fecha, fecha_creacion, estado, moneda_id, moneda, usuario)
    SELECT ${e.id}, ${e.matriz}, 22, 'Liquidación de ruta', 'LQ', 1, '2022-06-15', '2022-06-15', 'Recibido', 1, 'MXN', 'x' RETURNING transaccion_id`);
  await poner('CancelacionEnProceso', vistas.map(v => v.transaccionId));
  const r = await cerrar('2022-06');
  esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  assert.deepEqual(r.json.documentosRelacionados.map(d => d.transaccionId).sort(), [vistas[0].transaccionId, vistas[1].transaccionId, Number(liquidacion)].sort());
  assert.deepEqual(r.json.documentosRelacionados.find(d => d.transaccionId === vistas[0].transaccionId), { transaccionId: vistas[0].transaccionId, tipoDocumento: 'Factura de venta', folio: vistas[0].folio });
  assert.equal(await estado('2022-06'), 'Abierto');
  await poner('SinTimbrar', vistas.slice(0, 2).map(v => v.transaccionId));
  const otra = await cerrar('2022-06');
  assert.deepEqual(otra.json.documentosRelacionados.map(d => d.tipoDocumento), ['Liquidación de ruta']);
  await assert.rejects(base.gestor(['periodo', 'cerrar', '2022-06', '--organizacion', String(e.id)]), /a medias/);
  await base.sql(`UPDATE transaccion SET estado = 'Validado' WHERE transaccion_id = ${liquidacion}`);
  await hecho(cerrar('2022-06'));
  esError(await cerrar('2022-07'), 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await poner('SinTimbrar', [vistas[2].transaccionId]);
  await base.sql(`UPDATE transaccion SET fecha_timbrado = NULL WHERE organizacion_id = ${e.id}; DELETE FROM transaccion WHERE transaccion_id = ${liquidacion}`);
});

test('diasCierre: la lista dice qué meses ya no admiten movimientos aunque nadie los cerró', async () => {
  await e.hecho(FACTURA, vender(dia()));
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
  const { transaccionId } = await e.hecho(FACTURA, vender('2019-02-01'));
  const enProceso = `UPDATE gestor.transaccion SET estatus_timbrado = 'CancelacionEnProceso' WHERE organizacion_id = ${e.id} AND transaccion_id = ${transaccionId}`;
  const quienEscribe = await base.trabar(`SELECT estado FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio = 2019 AND mes = 2 FOR SHARE; ${enProceso}`);
  const dos = [cerrar('2019-02'), cerrar('2019-02')];
  await Promise.race([...dos, base.esperan()]);
  assert.equal(await estado('2019-02'), 'Abierto');
  await quienEscribe.soltar();
  for (const r of await Promise.all(dos)) esError(r, 400, 'TIENE_DOCUMENTOS_RELACIONADOS');
  await base.sql(enProceso.replace('CancelacionEnProceso', 'SinTimbrar'));
  assert.deepEqual((await Promise.all([cerrar('2019-02'), cerrar('2019-02')])).map(r => r.json.codigo ?? 'cerrado').sort(), ['ESTADO_INVALIDO', 'cerrado']);
});

test('muchos escriben mientras se cierra y se reabre: lo que entró, entró con el mes abierto', async () => {
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
  const anio = new Date().getUTCFullYear();
  for (let mes = 1; mes <= 12; mes++) await hecho(cerrar(`${anio}-${String(mes).padStart(2, '0')}`));
  esError(await e.pedir(`/api/Contabilidad/Ejercicios/${anio}/Cerrar`, {}), 400, 'RANGO');
});
