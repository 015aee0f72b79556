// Recurring pólizas: the same amount each month, or a total in equal parts to the cent. Each month is made once, whoever asks and however often.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, esError, montar, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const R = '/api/Contabilidad/PolizaRecurrente', GENERAR = `${R}/Generar`;
let m, e, srv, base;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Recurre', rfc: 'EKU9003173C9' });
});
after(() => m?.cerrar());

let n = 0;
const partidas = (debe, haber = debe) => [{ cuenta: '601.84', debe, concepto: 'Renta' }, { cuenta: '205.01', haber }];
const nueva = (mas = {}) => ({ nombre: `Renta ${++n}`, concepto: 'Renta de la bodega', dia: 31, desde: '2025-01-01', hasta: '2025-03-31', partidas: partidas(1000), ...mas });
const leer = async id => (await srv.get(`${R}/${id}`, { token: e.token })).json.data;
const poner = async (id, cuerpo, version) => srv.pedir('PUT', `${R}/${id}`, { token: e.token, cuerpo, encabezados: version ? { 'If-Match': version } : {} });
const generar = (anio, mes) => e.hecho(GENERAR, { anio, mes });
const terminar = id => srv.pedir('DELETE', `${R}/${id}`, { token: e.token });
const suyas = (r, id) => [r.generadas, r.rechazadas].map(x => x.filter(g => g.polizaRecurrenteId === id));

test('igual cada mes: hasta el mes pedido, una vez, con el último día de un mes corto', async () => {
  const d = await e.hecho(R, nueva());
  assert.deepEqual([d.tipo, d.modo, d.dia, d.desde, d.hasta, d.importe, d.ultimaFecha, d.activo, d.generadas], ['Diario', 'Igual', 31, '2025-01-01', '2025-03-31', 1000, '', true, []]);
  assert.deepEqual(d.partidas.map(p => [p.cuenta, p.debe, p.haber, p.concepto]), [['601.84', 1000, 0, 'Renta'], ['205.01', 0, 1000, '']]);
  const [uno] = suyas(await generar(2025, 2), d.polizaRecurrenteId);
  assert.deepEqual(uno.map(g => [g.nombre, g.fecha, g.importe]), [[d.nombre, '2025-01-31', 1000], [d.nombre, '2025-02-28', 1000]]);
  const p = (await srv.get(`/api/Contabilidad/Polizas/${uno[1].polizaId}`, { token: e.token })).json.data;
  assert.deepEqual([p.tipo, p.fecha, p.concepto, p.origen, p.partidas.map(x => [x.cuenta, x.debe, x.haber, x.concepto])], ['Diario', '2025-02-28', 'Renta de la bodega', 'Manual', [['601.84', 1000, 0, 'Renta'], ['205.01', 0, 1000, '']]]);
  assert.deepEqual(suyas(await generar(2025, 2), d.polizaRecurrenteId), [[], []], 'otra vez, nada');
  const [tres] = suyas(await generar(2025, 12), d.polizaRecurrenteId);
  assert.deepEqual(tres.map(g => g.fecha), ['2025-03-31'], 'hasta su último día');
  const fin = await leer(d.polizaRecurrenteId);
  assert.deepEqual([fin.ultimaFecha, fin.generadas.map(g => [g.ejercicio, g.mes, g.polizaId, g.importe])], ['2025-03-31', [...uno, ...tres].map(g => [2025, Number(g.fecha.slice(5, 7)), g.polizaId, 1000])]);
  // A reversed póliza is not made again.
  assert.equal((await srv.pedir('DELETE', `/api/Contabilidad/Poliza/${uno[0].polizaId}`, { token: e.token })).estado, 200);
  assert.deepEqual(suyas(await generar(2025, 12), d.polizaRecurrenteId), [[], []]);
});

test('una amortización: partes iguales al centavo, cada mes cuadra y la última toma el resto', async () => {
  const tres = [{ cuenta: '601.84', debe: 33.35 }, { cuenta: '613.02', debe: 66.65 }, { cuenta: '109.01', haber: 100 }];
  const d = await e.hecho(R, nueva({ modo: 'Amortizacion', dia: 15, desde: '2024-01-01', hasta: '2024-07-31', partidas: tres }));
  const [hechas] = suyas(await generar(2024, 12), d.polizaRecurrenteId);
  assert.deepEqual(hechas.map(g => [g.fecha, g.importe]), [['2024-01-15', 14.29], ['2024-02-15', 14.28], ['2024-03-15', 14.29], ['2024-04-15', 14.28], ['2024-05-15', 14.29], ['2024-06-15', 14.28], ['2024-07-15', 14.29]]);
  const sumas = await base.sql(`SELECT c.codigo, sum(v.debe)::float8 AS d, sum(v.haber)::float8 AS h FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.poliza_id IN (${hechas.map(g => g.polizaId)}) GROUP BY 1 ORDER BY 1`);
  assert.deepEqual(sumas.map(s => [s.codigo, s.d, s.h]), [['109.01', 0, 100], ['601.84', 33.35, 0], ['613.02', 66.65, 0]]);
  assert.equal(await base.uno(`SELECT max(abs(d)) FROM (SELECT sum(debe - haber) AS d FROM poliza_movimiento WHERE poliza_id IN (${hechas.map(g => g.polizaId)}) GROUP BY poliza_id) x`), 0);
  // Months asked for one at a time give the same pólizas.
  const otra = await e.hecho(R, nueva({ modo: 'Amortizacion', dia: 15, desde: '2024-01-01', hasta: '2024-07-31', partidas: tres }));
  const porMes = [];
  for (let mes = 1; mes <= 7; ++mes) porMes.push(...suyas(await generar(2024, mes), otra.polizaRecurrenteId)[0]);
  assert.deepEqual(porMes.map(g => [g.fecha, g.importe]), hechas.map(g => [g.fecha, g.importe]));
  for (const cambio of [{ hasta: '2024-12-31' }, { partidas: partidas(5) }, { modo: 'Igual' }, { dia: 1 }, { desde: '2023-01-01' }])
    esError(await poner(otra.polizaRecurrenteId, cambio), 400, 'VALIDACION', [`${Object.keys(cambio)[0]} RANGO`]);
  assert.equal((await poner(otra.polizaRecurrenteId, { nombre: 'Otro nombre' })).json.data.nombre, 'Otro nombre');
});

test('un mes cerrado se rechaza por su nombre, y los demás se hacen; una cuenta que ya no se puede, también', async () => {
  const d = await e.hecho(R, nueva({ desde: '2023-01-01', hasta: '2023-04-30' }));
  await e.hecho('/api/Contabilidad/Poliza', { tipo: 'Diario', fecha: '2023-02-01', concepto: 'x', partidas: [{ cuenta: '601.84', debe: 1 }, { cuenta: '205.01', haber: 1 }] });
  const reabrir = await e.cerrar('2023-02');
  const [hechas, no] = suyas(await generar(2023, 12), d.polizaRecurrenteId);
  assert.deepEqual(hechas.map(g => g.fecha), ['2023-03-31', '2023-04-30']);
  assert.deepEqual(no.map(g => [g.nombre, g.fecha, g.codigo, g.mensaje]), ['01-31', '02-28'].map(f => [d.nombre, `2023-${f}`, 'PERIODO_CERRADO', `el periodo contable 2023-${f.slice(0, 2)} está cerrado`]));
  await reabrir();
  assert.deepEqual(suyas(await generar(2023, 12), d.polizaRecurrenteId)[0].map(g => g.fecha), ['2023-01-31', '2023-02-28'], 'al reabrirse, se hacen');
  const cuenta = await e.hecho('/api/Contabilidad/Cuentas', { cuenta: '601.55', nombre: 'Renta', codigoAgrupador: '601.55' });
  const f = await e.hecho(R, nueva({ desde: '2023-05-01', hasta: '2023-05-31', partidas: [{ cuenta: '601.55', debe: 5 }, { cuenta: '205.01', haber: 5 }] }));
  await srv.pedir('PUT', `/api/Contabilidad/Cuentas/${cuenta.cuentaId}`, { token: e.token, cuerpo: { activo: false } });
  assert.deepEqual(suyas(await generar(2023, 12), f.polizaRecurrenteId)[1].map(x => [x.fecha, x.codigo]), [['2023-05-31', 'RANGO']]);
  assert.equal((await terminar(f.polizaRecurrenteId)).json.data.activo, false);
  assert.deepEqual(suyas(await generar(2023, 12), f.polizaRecurrenteId), [[], []], 'terminada, ya no');
  assert.equal((await poner(f.polizaRecurrenteId, { activo: true, partidas: partidas(7) })).json.data.importe, 7);
  assert.deepEqual(suyas(await generar(2023, 12), f.polizaRecurrenteId)[0].map(x => [x.fecha, x.importe]), [['2023-05-31', 7]]);
});

test('muchos a la vez: cada mes, una', async () => {
  const d = await e.hecho(R, nueva({ desde: '2022-01-01', hasta: '2022-12-31' }));
  const rs = await Promise.all([...Array(6)].map(() => e.pedir(GENERAR, { anio: 2022, mes: 12 })));
  for (const r of rs) assert.equal(r.estado, 200, r.texto);
  assert.equal(rs.flatMap(r => suyas(r.json.data, d.polizaRecurrenteId)[0]).length, 12);
  assert.equal((await leer(d.polizaRecurrenteId)).generadas.length, 12);
  assert.deepEqual(await auditar(base), []);
});

test('lo que no se puede, todo a la vez; sin término llega hasta hoy; versión, lista y permisos', async t => {
  await tabla(t, srv, e.token, [
    ['obligatorios', 'POST', R, {}, 'VALIDACION nombre REQUERIDO, concepto REQUERIDO, dia REQUERIDO, desde REQUERIDO, partidas REQUERIDO'],
    ['no cuadra', 'POST', R, nueva({ partidas: partidas(10, 9) }), 'VALIDACION partidas DESCUADRE'],
    ['día 32', 'POST', R, nueva({ dia: 32 }), 'VALIDACION dia RANGO'],
    ['al revés', 'POST', R, nueva({ hasta: '2024-12-31' }), 'VALIDACION hasta RANGO_FECHAS'],
    ['ningún día', 'POST', R, nueva({ dia: 10, desde: '2025-01-15', hasta: '2025-02-05' }), 'VALIDACION hasta RANGO_FECHAS'],
    ['amortización sin fin', 'POST', R, nueva({ modo: 'Amortizacion', hasta: undefined }), 'VALIDACION hasta REQUERIDO'],
    ['menos de dos centavos al mes', 'POST', R, nueva({ modo: 'Amortizacion', partidas: partidas(0.05) }), 'VALIDACION partidas[0].debe RANGO, partidas[1].haber RANGO'],
    ['una cuenta con auxiliar y otra que no existe', 'POST', R, nueva({ partidas: [{ cuenta: '102.01', debe: 1 }, { cuenta: '999.99', haber: 1 }] }), 'VALIDACION partidas[0].cuenta CUENTA_DEL_SISTEMA, partidas[1].cuenta NO_EXISTE'],
    ['un mes que no empieza', 'POST', GENERAR, { anio: Number(dia().slice(0, 4)) + 1, mes: 1 }, 'VALIDACION mes RANGO'],
    ['la que no existe', 'PUT', `${R}/987654321`, { nombre: 'x' }, 'NO_ENCONTRADO'],
    ['terminar la que no existe', 'DELETE', `${R}/987654321`, undefined, 'NO_ENCONTRADO'],
  ]);
  const d = await e.hecho(R, nueva({ hasta: undefined, desde: dia(-70), dia: 1 }));
  await e.falla(R, { ...nueva(), nombre: d.nombre }, 'VALIDACION nombre DUPLICADO');
  const hoy = dia();
  const [hechas] = suyas(await generar(Number(hoy.slice(0, 4)), Number(hoy.slice(5, 7))), d.polizaRecurrenteId);
  assert.ok(hechas.length >= 2 && hechas.every(g => g.fecha.endsWith('-01') && g.fecha >= dia(-70) && g.fecha <= hoy), JSON.stringify(hechas));
  const { etag } = (await srv.get(`${R}/${d.polizaRecurrenteId}`, { token: e.token })).h;
  assert.equal((await poner(d.polizaRecurrenteId, { concepto: 'Otro' }, etag)).estado, 200);
  assert.equal((await poner(d.polizaRecurrenteId, { concepto: 'Tercero' }, etag)).estado, 412);
  const lista = (await srv.get(`${R}?activo=true&modo=Amortizacion&registrosPorPagina=100`, { token: e.token })).json.data;
  assert.ok(lista.length >= 2 && lista.every(x => x.modo === 'Amortizacion' && x.activo && !('partidas' in x)));
  esError(await srv.get(`${R}/${d.polizaRecurrenteId}`, { token: m.t1 }), 400, 'NO_ENCONTRADO');
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lector', organizacion: e.id, rol: 'lector' })), ...e.llave });
  esError(await srv.pedir('POST', R, { token: lector, cuerpo: nueva() }), 403, 'PERMISO_DENEGADO');
  esError(await srv.pedir('POST', GENERAR, { token: lector, cuerpo: { anio: 2025, mes: 1 } }), 403, 'PERMISO_DENEGADO');
});
