// Manual pólizas: balanced or refused, reversed and never changed. Every póliza names its document, and every document its pólizas.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { claves, dia, esError, montar, recorrer, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const P = '/api/Contabilidad/Poliza', PS = '/api/Contabilidad/Polizas', UUID = '5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0F';
let m, e, srv, base, cliente, proyecto, centro;
const id = {};
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Polizas', rfc: 'EKU9003173C9' });
  const cuenta = async (numero, nombre, mas = {}) => (id[numero] = (await e.hecho('/api/Contabilidad/Cuentas', { cuenta: numero, nombre, codigoAgrupador: numero.slice(0, 6), ...mas })).cuentaId);
  await cuenta('601.01', 'Sueldos y salarios');
  await cuenta('210', 'Provisión de sueldos', { naturaleza: 'A', esDetalle: false });
  await cuenta('210.01', 'Sueldos por pagar');
  await cuenta('216.01', 'ISR retenido por sueldos');
  await cuenta('613.90', 'Vieja', { codigoAgrupador: '613.18' });
  await srv.pedir('PUT', `/api/Contabilidad/Cuentas/${id['613.90']}`, { token: e.token, cuerpo: { activo: false } });
  await cuenta('102.02', 'Otro banco');
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nB2,Banco,Banco,012,MXN,MATRIZ,102.02\n' });
  for (const c of ['105.01', '304.01', '601']) id[c] = await e.uno('cuenta_contable', 'cuenta_contable_id', `codigo = '${c}'`);
  cliente = await e.cliente('TERCERO');
  proyecto = (await e.hecho('/api/Proyecto', { nombre: 'Obra' })).proyectoId;
  centro = (await e.hecho('/api/ClasificadoresCosto', { clave: 'CC', nombre: 'Centro', tipo: 'Gasto' })).clasificadorCostoId;
});
after(() => m?.cerrar());

const nomina = (mas = {}) => ({ tipo: 'Diario', fecha: '2025-03-15', concepto: 'Nómina de la quincena', partidas: [
  { cuenta: '601.01', debe: 1000.5, concepto: 'Sueldos', proyectoId: proyecto, clasificadorCostoId: centro, sucursalId: e.matriz },
  { cuenta: '210.01', haber: 900.25, contactoId: cliente }, { cuentaId: id['216.01'], haber: 100.25, uuid: UUID.toLowerCase() }], ...mas });
const con = (i, cambio) => { const n = nomina(); n.partidas[i] = { ...n.partidas[i], ...cambio }; return n; };
const leer = async polizaId => (await srv.get(`${PS}/${polizaId}`, { token: e.token })).json.data;
const listar = q => recorrer(srv, `${PS}?${new URLSearchParams(q)}`, { token: e.token });
const reversar = (polizaId, cuerpo, opciones = {}) => srv.pedir('DELETE', `${P}/${polizaId}`, { token: e.token, cuerpo, ...opciones });
const cuantas = () => base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`);

test('registrar: lo que contesta y lo que queda', async () => {
  const r = await e.hecho(P, nomina());
  assert.deepEqual({ ...r, polizaId: 0, fechaRegistro: r.fechaRegistro.slice(0, 10) }, { polizaId: 0, tipo: 'Diario', numero: 1, ejercicio: 2025, mes: 3, fecha: '2025-03-15', concepto: 'Nómina de la quincena', origen: 'Manual', importe: 1000.5,
    transaccionId: 0, tipoDocumento: '', folio: '', reversaDe: 0, reversadaPor: 0, motivo: '', usuario: `admin${e.id}`, fechaRegistro: dia() });
  const d = await leer(r.polizaId);
  const { partidas, ...encabezado } = d;
  assert.deepEqual(encabezado, r);
  const nada = { concepto: '', sucursalId: 0, sucursal: '', proyectoId: 0, proyecto: '', clasificadorCostoId: 0, clasificadorCosto: '', contactoId: 0, contacto: '', uuid: '' };
  assert.deepEqual(partidas, [
    { ...nada, numeroPartida: 1, cuentaId: id['601.01'], cuenta: '601.01', nombre: 'Sueldos y salarios', debe: 1000.5, haber: 0, concepto: 'Sueldos', sucursalId: e.matriz, sucursal: 'Matriz', proyectoId: proyecto, proyecto: 'Obra',
      clasificadorCostoId: centro, clasificadorCosto: 'Centro' },
    { ...nada, numeroPartida: 2, cuentaId: id['210.01'], cuenta: '210.01', nombre: 'Sueldos por pagar', debe: 0, haber: 900.25, contactoId: cliente, contacto: 'CLIENTE TERCERO' },
    { ...nada, numeroPartida: 3, cuentaId: id['216.01'], cuenta: '216.01', nombre: 'ISR retenido por sueldos', debe: 0, haber: 100.25, uuid: UUID }]);
  for (const [tipo, numero] of [['Diario', 2], ['Ingresos', 1], ['Egresos', 1]]) assert.equal((await e.hecho(P, nomina({ tipo }))).numero, numero, tipo);
  assert.equal((await e.hecho(P, nomina({ fecha: undefined }))).fecha, dia(), 'sin fecha, hoy');
  assert.equal((await e.hecho(P, con(0, { haber: 0, sucursalId: 0, proyectoId: 0, clasificadorCostoId: 0, contactoId: 0 }))).importe, 1000.5, '0 es ninguno');
  assert.equal((await e.hecho(P, con(0, { cuentaId: id['601.01'] }))).importe, 1000.5, 'las dos, si dicen lo mismo');
  assert.equal((await e.hecho(P, { ...nomina(), partidas: [{ cuenta: '304.01', debe: 5 }, { cuenta: '210.01', haber: 5 }] })).importe, 5, 'un contador reclasifica lo de ejercicios anteriores');
});

test('lo que no se puede: cada falla dice su partida y su campo, todas a la vez, y no queda nada', async t => {
  const antes = await cuantas();
  const dos = (debe, haber) => ({ ...nomina(), partidas: [{ cuenta: '601.01', debe }, { cuenta: '210.01', haber }] });
  const ajeno = tabla_ => base.uno(`SELECT max(${tabla_}_id) FROM ${tabla_} WHERE organizacion_id = 1`);
  const ajenos = Object.fromEntries(await Promise.all(['cuenta_contable', 'sucursal', 'proyecto', 'clasificador_costo', 'contacto'].map(async x => [x, await ajeno(x)])));
  await tabla(t, srv, e.token, [
    ['no cuadra', 'POST', P, dos(100, 99.99), 'VALIDACION partidas DESCUADRE'],
    ['una sola partida', 'POST', P, { ...nomina(), partidas: [{ cuenta: '601.01', debe: 1 }] }, 'VALIDACION partidas REQUERIDO'],
    ['obligatorios', 'POST', P, {}, 'VALIDACION tipo REQUERIDO, concepto REQUERIDO, partidas REQUERIDO'],
    ['otro tipo', 'POST', P, nomina({ tipo: 'Cierre' }), 'VALIDACION tipo RANGO'],
    ['el origen no se dice', 'POST', P, nomina({ origen: 'Cierre' }), 'VALIDACION origen DESCONOCIDO'],
    ['sin cuenta', 'POST', P, con(1, { cuenta: undefined }), 'VALIDACION partidas[1].cuenta REQUERIDO'],
    ['sin importe', 'POST', P, con(1, { haber: 0 }), 'VALIDACION partidas[1].debe MAYOR_QUE_CERO'],
    ['los dos', 'POST', P, con(0, { haber: 3 }), 'VALIDACION partidas[0].haber RANGO'],
    ['negativo', 'POST', P, con(0, { debe: -1 }), 'VALIDACION partidas[0].debe RANGO'],
    ['tres decimales', 'POST', P, con(0, { debe: 1000.505 }), 'VALIDACION partidas[0].debe RANGO'],
    ['mañana', 'POST', P, nomina({ fecha: dia(1) }), 'VALIDACION fecha RANGO'],
    ['fecha que no existe', 'POST', P, nomina({ fecha: '2025-02-30' }), 'VALIDACION fecha FECHA_INVALIDA'],
    ['uuid', 'POST', P, con(0, { uuid: 'x' }), 'VALIDACION partidas[0].uuid FORMATO'],
    ['cuenta que no existe', 'POST', P, con(1, { cuenta: '999.99' }), 'VALIDACION partidas[1].cuenta NO_EXISTE'],
    ['cuenta de otra organización', 'POST', P, con(2, { cuentaId: ajenos.cuenta_contable }), 'VALIDACION partidas[2].cuentaId NO_EXISTE'],
    ['dos cuentas distintas', 'POST', P, con(0, { cuentaId: id['210.01'] }), 'VALIDACION partidas[0].cuenta RANGO'],
    ['no es de detalle', 'POST', P, con(0, { cuenta: '601' }), 'VALIDACION partidas[0].cuenta RANGO'],
    ['inactiva', 'POST', P, con(0, { cuenta: '613.90' }), 'VALIDACION partidas[0].cuenta RANGO'],
    ['del sistema, por su clave', 'POST', P, con(0, { cuenta: '105.01' }), 'VALIDACION partidas[0].cuenta CUENTA_DEL_SISTEMA'],
    ['del sistema, por su banco', 'POST', P, con(0, { cuenta: '102.02' }), 'VALIDACION partidas[0].cuenta CUENTA_DEL_SISTEMA'],
    ['por su id', 'POST', P, con(2, { cuentaId: id['105.01'] }), 'VALIDACION partidas[2].cuentaId CUENTA_DEL_SISTEMA'],
    ...[['sucursalId', ajenos.sucursal], ['proyectoId', ajenos.proyecto], ['clasificadorCostoId', ajenos.clasificador_costo], ['contactoId', ajenos.contacto]]
      .flatMap(([campo, otro]) => [99999999, otro].map(v => [`${campo} ${v}`, 'POST', P, con(1, { [campo]: v }), `VALIDACION partidas[1].${campo} NO_EXISTE`])),
    ['todo a la vez', 'POST', P, () => ({ ...con(0, { cuenta: '105.01', proyectoId: 99999999 }), fecha: dia(2), partidas: [...con(0, { cuenta: '105.01', proyectoId: 99999999 }).partidas.slice(0, 2), { cuenta: '601', haber: 100.25, contactoId: 99999999 }] }),
      'VALIDACION fecha RANGO, partidas[0].cuenta CUENTA_DEL_SISTEMA, partidas[0].proyectoId NO_EXISTE, partidas[2].cuenta RANGO, partidas[2].contactoId NO_EXISTE'],
  ]);
  const r = await e.falla(P, dos(100, 99.99), 'VALIDACION partidas DESCUADRE');
  assert.match(r.json.errores[0].mensaje, /debe 100\.00, haber 99\.99, diferencia 0\.01/);
  await base.sql(`UPDATE proyecto SET activo = false WHERE proyecto_id = ${proyecto}`);
  await e.falla(P, nomina(), 'VALIDACION partidas[0].proyectoId NO_EXISTE');
  await base.sql(`UPDATE proyecto SET activo = true WHERE proyecto_id = ${proyecto}`);
  const reabrir = await e.cerrar('2024-06');
  await e.falla(P, nomina({ fecha: '2024-06-10' }), 'PERIODO_CERRADO');
  await reabrir();
  assert.equal(await cuantas(), antes);
});

// Account keys of the engine: accounts with an auxiliary take no manual entry, the others do.
const CON_AUXILIAR = ['CAJA', 'BANCO', 'TRASPASOS', 'CLIENTES', 'CLIENTES_COMPLEMENTARIA', 'PROVEEDORES', 'PROVEEDORES_COMPLEMENTARIA', 'ACREEDORES', 'ANTICIPO_CLIENTES', 'ANTICIPO_PROVEEDORES', 'INVENTARIO', 'INV_TRANSITO', 'POR_FACTURAR',
  'IVA_ACREDITABLE', 'IVA_ACREDITABLE_RETENIDO', 'IVA_A_FAVOR', 'IVA_COBRADO', 'IVA_IMPORTACION_ACREDITABLE', 'IVA_IMPORTACION_POR_ACREDITAR', 'IVA_POR_ACREDITAR', 'IVA_POR_COBRAR', 'IVA_POR_PAGAR', 'IVA_RET_A_FAVOR', 'IVA_RET_A_FAVOR_PENDIENTE', 'IVA_RET_PENDIENTE', 'IVA_RET_POR_PAGAR',
  'IEPS_ACREDITABLE', 'IEPS_A_FAVOR', 'IEPS_COBRADO', 'IEPS_POR_ACREDITAR', 'IEPS_POR_COBRAR', 'IEPS_POR_PAGAR', 'ISR_RET_ARREND', 'ISR_RET_A_FAVOR', 'ISR_RET_A_FAVOR_PENDIENTE', 'ISR_RET_HONOR', 'ISR_RET_OTROS', 'ISR_RET_PENDIENTE', 'RETENCIONES_LOCALES'];
const SIN_AUXILIAR = ['AJUSTE_INVENTARIO', 'APERTURA', 'COMISION_BANCARIA', 'COSTO_VENTAS', 'CUENTAS_INCOBRABLES', 'DEUDORES', 'DEV_COMPRAS', 'DEV_VENTAS', 'GASTO', 'OTROS_INGRESOS', 'PAGOS_PROVISIONALES_ISR', 'PERDIDA_ACUMULADA', 'PERDIDA_CAMBIARIA', 'PERDIDA_EJERCICIO', 'TERCEROS',
  'UTILIDAD_ACUMULADA', 'UTILIDAD_CAMBIARIA', 'UTILIDAD_EJERCICIO', 'VENTAS_0', 'VENTAS_16', 'VENTAS_8', 'VENTAS_EXENTAS', 'VENTAS_NO_OBJETO'];

test('cada cuenta del sistema: con auxiliar no se toca a mano; ventas, costos, gastos, resultados y capital sí', async () => {
  const cuentas = (await srv.get('/api/Contabilidad/Cuentas', { token: e.token })).json.data, por = new Map(cuentas.map(c => [c.cuenta, c]));
  const claves_ = await base.sql(`SELECT clave, codigo FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave <> '' ORDER BY clave`);
  assert.deepEqual(claves_.map(c => c.clave), [...CON_AUXILIAR, ...SIN_AUXILIAR].sort(), 'una clave nueva se pone en una de las dos listas');
  for (const { clave, codigo } of claves_) {
    const auxiliar = CON_AUXILIAR.includes(clave);
    const r = await e.pedir(P, { tipo: 'Diario', fecha: '2025-02-10', concepto: clave, partidas: [{ cuenta: '210.01', debe: 1 }, { cuenta: codigo, haber: 1 }] });
    if (auxiliar) esError(r, 400, 'VALIDACION', ['partidas[1].cuenta CUENTA_DEL_SISTEMA']);
    else assert.equal(r.estado, 200, `${clave}: ${r.texto}`);
    assert.equal(por.get(codigo).conAuxiliar, auxiliar, clave);
  }
  const semilla = ['109.01', '109.23', '151.01', '153.01', '156.01', '171.02', '171.05', '173.01', '202.01', '205.01', '251.01', '252.01', '301.01', '301.02', '303.01', '613.05'];
  for (const codigo of semilla) await e.hecho(P, { tipo: 'Diario', fecha: '2025-02-11', concepto: codigo, partidas: [{ cuenta: codigo, debe: 2 }, { cuenta: '210.01', haber: 2 }] });
  assert.deepEqual(semilla.map(c => [por.get(c).codigoAgrupador, por.get(por.get(c).cuenta.slice(0, 3)).esDetalle]), semilla.map(c => [c, false]));
  assert.deepEqual(['153.01', '171.02', '301.01', '613.05'].map(c => por.get(c).naturaleza), ['D', 'A', 'A', 'D']);
  for (const c of cuentas) if (c.padreId) assert.ok(cuentas.some(x => x.cuentaId === c.padreId && c.nivel === x.nivel + 1), c.cuenta);
  assert.deepEqual(await auditar(base), []);
});

test('en un lote: todas o ninguna, y cada falla con su lugar', async () => {
  const antes = await cuantas();
  const lote = operaciones => srv.pedir('POST', '/api/Lote', { token: e.token, cuerpo: { operaciones } });
  const una = (concepto, haber = 5) => ({ metodo: 'POST', ruta: P, cuerpo: { tipo: 'Diario', fecha: '2025-03-02', concepto, partidas: [{ cuenta: '601.01', debe: 5 }, { cuenta: '210.01', haber }] } });
  const mal = await lote([una('Una'), una('Otra', 4), { ...una('Banco'), cuerpo: { ...una('Banco').cuerpo, partidas: [{ cuenta: '601.01', debe: 5 }, { cuenta: '102.01', haber: 5 }] } }]);
  esError(mal, 400, 'VALIDACION', ['operaciones[1].cuerpo.partidas DESCUADRE']);
  esError(await lote([una('Una'), { ...una('Banco'), cuerpo: { ...una('Banco').cuerpo, partidas: [{ cuenta: '601.01', debe: 5 }, { cuenta: '102.01', haber: 5 }] } }]), 400, 'VALIDACION', ['operaciones[1].cuerpo.partidas[1].cuenta CUENTA_DEL_SISTEMA']);
  assert.equal(await cuantas(), antes);
  const bien = await lote([una('Una'), una('Otra'), una('Otra más')]);
  assert.equal(bien.estado, 200, bien.texto);
  assert.deepEqual(bien.json.data.resultados.map(x => [x.estado, x.cuerpo.data.importe]), [[200, 5], [200, 5], [200, 5]]);
  const numeros = bien.json.data.resultados.map(x => x.cuerpo.data.numero);
  assert.deepEqual(numeros, [numeros[0], numeros[0] + 1, numeros[0] + 2]);
  assert.equal(await cuantas(), Number(antes) + 3);
});

test('listar: cada filtro, y el documento de que viene; por páginas', async () => {
  const f = await e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: '2025-03-20', partidas: [{ productoId: await e.producto('SERV', { tipo: 'Servicio', unidadMedidaId: e.servicio }), cantidad: 1, precioUnitario: 100 }] });
  const con_uuid = '6FB2822E-396D-4725-8521-CDC4BDD20CCF';
  await base.sql(`UPDATE transaccion SET uuid = '${con_uuid}' WHERE organizacion_id = ${e.id} AND transaccion_id = ${f.transaccionId}`);
  await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${f.transaccionId}?motivo=x`, { token: e.token });
  const [suya, inversa] = (await listar({ transaccionId: f.transaccionId })).reverse();
  assert.deepEqual([suya.origen, suya.transaccionId, suya.tipoDocumento, suya.folio, suya.reversadaPor, inversa.reversaDe, inversa.transaccionId], ['Documento', f.transaccionId, f.tipoDocumento, f.folio, inversa.polizaId, suya.polizaId, f.transaccionId]);
  assert.deepEqual((await leer(suya.polizaId)).partidas.map(p => [p.cuenta, p.debe, p.haber, p.sucursalId]).sort(), [['105.01', 116, 0, e.matriz], ['209.01', 0, 16, e.matriz], ['401.01', 0, 100, e.matriz]]);
  const todas = await listar({ registrosPorPagina: 3 });
  assert.deepEqual(todas.map(p => p.polizaId), await base.columna(`SELECT poliza_id FROM poliza WHERE organizacion_id = ${e.id} ORDER BY fecha DESC, poliza_id DESC`));
  assert.ok(todas.length > 6);
  assert.deepEqual(claves(todas[0]), ['concepto', 'ejercicio', 'fecha', 'fechaRegistro', 'folio', 'importe', 'mes', 'motivo', 'numero', 'origen', 'polizaId', 'reversaDe', 'reversadaPor', 'tipo', 'tipoDocumento', 'transaccionId', 'usuario']);
  const con_ = donde => `poliza_id IN (SELECT poliza_id FROM poliza_movimiento JOIN cuenta_contable USING (organizacion_id, cuenta_contable_id) WHERE ${donde})`;
  for (const [q, donde] of [[{ fechaInicial: '2025-03-16' }, "fecha >= '2025-03-16'"], [{ fechaFinal: '2025-03-15' }, "fecha <= '2025-03-15'"], [{ fechaInicial: '2025-03-20', fechaFinal: '2025-03-20' }, "fecha = '2025-03-20'"],
    [{ tipo: 'Egresos' }, "tipo = 'Egresos'"], [{ origen: 'Manual' }, "origen = 'Manual'"], [{ origen: 'Documento' }, "origen = 'Documento'"], [{ cuenta: '216.01' }, con_("codigo = '216.01'")], [{ cuenta: '105.01' }, con_("codigo = '105.01'")],
    [{ contactoId: cliente }, `(${con_(`contacto_id = ${cliente}`)} OR transaccion_id = ${f.transaccionId})`], [{ uuid: UUID.toLowerCase() }, con_(`uuid = '${UUID}'`)], [{ uuid: con_uuid }, `transaccion_id = ${f.transaccionId}`],
    [{ busqueda: 'NOMINA' }, "concepto LIKE 'Nómina%'"], [{ busqueda: 'diario 2' }, "tipo || ' ' || numero LIKE 'Diario 2%'"], [{ busqueda: f.folio }, `concepto LIKE '%${f.folio}'`],
    [{ origen: 'Manual', tipo: 'Diario', cuenta: '210.01', contactoId: cliente, fechaInicial: '2025-01-01' }, `origen = 'Manual' AND tipo = 'Diario' AND ${con_(`codigo = '210.01' AND contacto_id = ${cliente}`)}`]]) {
    const r = await listar({ ...q, registrosPorPagina: 2 });
    assert.deepEqual(r.map(p => p.polizaId), await base.columna(`SELECT poliza_id FROM poliza WHERE organizacion_id = ${e.id} AND ${donde} ORDER BY fecha DESC, poliza_id DESC`), JSON.stringify(q));
    assert.ok(r.length > 0, JSON.stringify(q));
  }
  for (const [q, falla] of [['fechaInicial=2025-02-01&fechaFinal=2025-01-01', 'fechaFinal RANGO_FECHAS'], ['cuenta=999', 'cuenta NO_EXISTE'], ['transaccionId=99999999', 'transaccionId NO_EXISTE'], ['contactoId=99999999', 'contactoId NO_EXISTE'],
    ['uuid=x', 'uuid FORMATO'], ['origen=Otro', 'origen RANGO']]) esError(await srv.get(`${PS}?${q}`, { token: e.token }), 400, 'VALIDACION', [falla]);
  const [de1] = (await srv.get(`${PS}?registrosPorPagina=1`, { token: m.t1 })).json.data;
  esError(await srv.get(`${PS}/${de1.polizaId}`, { token: e.token }), 400, 'NO_ENCONTRADO');
});

test('reversar: otra de signo contrario, una sola vez, con su fecha y su motivo', async () => {
  const p = await e.hecho(P, nomina());
  esError(await reversar(p.polizaId, { fecha: '2025-03-14' }), 400, 'VALIDACION', ['fecha RANGO']);
  esError(await reversar(p.polizaId, { fecha: dia(1) }), 400, 'VALIDACION', ['fecha RANGO']);
  const reabrir = await e.cerrar('2025-05');
  esError(await reversar(p.polizaId, { fecha: '2025-05-02' }), 400, 'PERIODO_CERRADO');
  await reabrir();
  const r = await reversar(p.polizaId, { fecha: '2025-04-01', motivo: 'Se pagó de otra manera' });
  assert.equal(r.estado, 200, r.texto);
  const q = r.json.data;
  assert.deepEqual([q.tipo, q.fecha, q.mes, q.origen, q.reversaDe, q.importe, q.motivo, q.concepto], ['Diario', '2025-04-01', 4, 'Manual', p.polizaId, 1000.5, 'Se pagó de otra manera', p.concepto]);
  const [a, b] = [await leer(p.polizaId), await leer(q.polizaId)];
  assert.equal(a.reversadaPor, q.polizaId);
  assert.deepEqual(b.partidas, a.partidas.map(x => ({ ...x, debe: x.haber, haber: x.debe })));
  for (const [cual, dice] of [[p.polizaId, new RegExp(`ya se reversó, con la póliza ${q.polizaId}`)], [q.polizaId, /es la reversa de otra/]]) {
    const no = await reversar(cual);
    esError(no, 400, 'ESTADO_INVALIDO');
    assert.match(no.json.detail, dice);
    assert.deepEqual(no.json.accionesPermitidas, []);
  }
  const hoy = await reversar((await e.hecho(P, nomina())).polizaId);
  assert.deepEqual([hoy.json.data.fecha, hoy.json.data.motivo], [dia(), ''], 'sin decir nada, hoy');
  const { json } = await srv.get(`/api/Bitacora?recurso=Poliza&registroId=${p.polizaId}`, { token: e.token });
  assert.deepEqual(json.data.map(f => [f.accion, f.operacion, f.cambios.map(c => `${c.campo} ${c.despues}`)]), [
    ['Cancelar', `DELETE ${P}/{id}`, [`reversadaPor ${q.polizaId}`, 'motivo Se pagó de otra manera']], ['Crear', `POST ${P}`, []]]);
  assert.deepEqual(await auditar(base), []);
});

test('no se reversa lo que no se escribió a mano', async () => {
  const [documento] = await listar({ origen: 'Documento', registrosPorPagina: 1 });
  const no = await reversar(documento.polizaId);
  esError(no, 400, 'ESTADO_INVALIDO');
  assert.match(no.json.detail, new RegExp(`viene de ${documento.tipoDocumento} ${documento.folio}`));
  await base.gestor(['importar', 'saldos-iniciales', '-', '--organizacion', String(e.id)], { entrada: 'cuenta,debe,haber,fecha\n601.01,10,,2025-01-02\n304.01,,10,2025-01-02\n' });
  const [apertura] = await listar({ fechaInicial: '2025-01-02', fechaFinal: '2025-01-02' });
  esError(await reversar(apertura.polizaId), 400, 'ESTADO_INVALIDO');
  assert.equal(apertura.origen, 'Apertura');
  esError(await reversar(99999999), 400, 'NO_ENCONTRADO');
  esError(await reversar((await srv.get(`${PS}?registrosPorPagina=1`, { token: m.t1 })).json.data[0].polizaId), 400, 'NO_ENCONTRADO');
});

test('muchos que reversan la misma a la vez: una gana', async () => {
  for (let i = 0; i < 2; ++i) {
    const p = await e.hecho(P, nomina());
    // The lock on the month stops the reversals: two wait there, and have looked before either is stored.
    const soltar = await base.tomar(`SELECT FROM periodo WHERE organizacion_id = ${e.id} AND (ejercicio, mes) = (${dia().slice(0, 4)}, ${Number(dia().slice(5, 7))}) FOR UPDATE`);
    const todas = Array.from({ length: 6 }, () => reversar(p.polizaId));
    await base.esperando(2);
    await soltar();
    const r = await Promise.all(todas);
    assert.deepEqual(r.map(x => x.estado).sort(), [200, 400, 400, 400, 400, 400]);
    for (const x of r.filter(y => y.estado === 400)) esError(x, 400, 'ESTADO_INVALIDO');
    assert.equal(await base.uno(`SELECT count(*) FROM poliza WHERE reversa_de = ${p.polizaId}`), 1);
  }
});

test('copiar: lo de cada mes, validado como nuevo', async () => {
  const p = await e.hecho(P, nomina());
  const q = await e.hecho(`${P}/${p.polizaId}/Copiar`, { fecha: '2025-04-15', concepto: 'Nómina de abril' });
  assert.deepEqual([q.fecha, q.concepto, q.tipo, q.importe, q.reversaDe, q.origen], ['2025-04-15', 'Nómina de abril', 'Diario', 1000.5, 0, 'Manual']);
  assert.deepEqual((await leer(q.polizaId)).partidas, (await leer(p.polizaId)).partidas);
  const otra = await e.hecho(`${P}/${q.polizaId}/Copiar`, {});
  assert.deepEqual([otra.fecha, otra.concepto], [dia(), 'Nómina de abril']);
  await reversar(p.polizaId);
  assert.equal((await e.hecho(`${P}/${p.polizaId}/Copiar`, { fecha: '2025-04-16' })).importe, 1000.5, 'también de una reversada');
  const reabrir = await e.cerrar('2025-05');
  await e.falla(`${P}/${p.polizaId}/Copiar`, { fecha: '2025-05-16' }, 'PERIODO_CERRADO');
  await reabrir();
  await e.falla(`${P}/${p.polizaId}/Copiar`, { fecha: dia(1) }, 'VALIDACION fecha RANGO');
  await e.falla(`${P}/99999999/Copiar`, {}, 'NO_ENCONTRADO');
  const [documento] = await listar({ origen: 'Documento', registrosPorPagina: 1 });
  const r = await e.pedir(`${P}/${documento.polizaId}/Copiar`, {});
  esError(r, 400, 'VALIDACION');
  assert.ok(r.json.errores.every(x => /^partidas\[\d\]\.cuentaId$/.test(x.campo) && x.codigo === 'CUENTA_DEL_SISTEMA'), r.texto);
});

test('idempotencia, simulación, lote y permisos, como toda escritura', async () => {
  const antes = await cuantas();
  const encabezados = { 'Idempotency-Key': 'poliza-1' };
  const [a, b] = [await e.pedir(P, nomina(), { encabezados }), await e.pedir(P, nomina(), { encabezados })];
  assert.deepEqual([a.estado, b.texto, b.h['idempotent-replayed'], await cuantas()], [200, a.texto, 'true', antes + 1]);
  const s = await e.pedir(`/simular${P}`, nomina());
  assert.deepEqual([s.estado, s.json.data.importe, await cuantas()], [200, 1000.5, antes + 1]);
  assert.equal((await reversar(a.json.data.polizaId, undefined, {})).estado, 200);
  const operaciones = [{ id: 'a', metodo: 'POST', ruta: P, cuerpo: nomina() }, { id: 'b', metodo: 'POST', ruta: `${P}/$a.data.polizaId/Copiar`, cuerpo: { fecha: '2025-04-30' } }, { id: 'c', metodo: 'DELETE', ruta: `${P}/$a.data.polizaId` }];
  const l = await e.hecho('/api/Lote', { operaciones });
  assert.deepEqual(l.resultados.map(x => x.cuerpo.data.importe), [1000.5, 1000.5, 1000.5]);
  const malo = await e.pedir('/api/Lote', { operaciones: [...operaciones, { ...operaciones[2], id: 'd' }] });
  esError(malo, 400, 'ESTADO_INVALIDO');
  assert.equal(await cuantas(), antes + 5);
  const quien = async (usuario, permisos) => srv.entrar({ ...await base.usuario({ usuario, organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos }), ...e.llave });
  const lee = await quien('lee-polizas', 'contabilidad.leer'), escribe = await quien('escribe-polizas', 'contabilidad.escribir');
  esError(await e.pedir(P, nomina(), { token: lee }), 403, 'PERMISO_DENEGADO');
  assert.equal((await srv.get(PS, { token: lee })).estado, 200);
  const suya = await e.pedir(P, nomina(), { token: escribe });
  assert.equal(suya.estado, 200, suya.texto);
  esError(await reversar(suya.json.data.polizaId, undefined, { token: escribe }), 403, 'PERMISO_DENEGADO');
});

test('5,000 partidas; ni una más', async () => {
  const partidas = Array.from({ length: 5000 }, (_, i) => i % 2 ? { cuenta: '210.01', haber: 0.01 + (i - 1) / 100, concepto: `Línea ${i}`, contactoId: cliente, uuid: UUID } : { cuenta: '601.01', debe: 0.01 + i / 100, proyectoId: proyecto });
  for (const p of partidas) for (const lado of ['debe', 'haber']) if (p[lado]) p[lado] = Number(p[lado].toFixed(2));
  const r = await e.hecho(P, nomina({ partidas }));
  const d = await leer(r.polizaId);
  assert.deepEqual([d.partidas.length, d.partidas[4999].concepto, d.partidas[4999].contactoId], [5000, 'Línea 4999', cliente]);
  esError(await e.pedir(P, nomina({ partidas: [...partidas, partidas[0], partidas[1]] })), 400, 'VALIDACION', ['partidas RANGO']);
  partidas[17].cuenta = '105.01';
  await e.falla(P, nomina({ partidas }), 'VALIDACION partidas[17].cuenta CUENTA_DEL_SISTEMA');
  assert.equal((await reversar(r.polizaId)).estado, 200);
});

test('al azar, a mano y al revés: la auditoría, hledger y la balanza dicen lo mismo', async () => {
  let semilla = 20261117;
  const azar = n => (semilla = (semilla * 1103515245 + 12345) % 2147483648) % n;
  const cuentas = ['601.01', '210.01', '216.01', '613.03', '304.01'];
  const hechas = [];
  for (let i = 0; i < 60; ++i) {
    const fecha = `2025-0${6 + azar(3)}-${String(1 + azar(28)).padStart(2, '0')}`;
    if (azar(3) === 0 && hechas.length) {
      const [p] = hechas.splice(azar(hechas.length), 1);
      const r = await (azar(2) ? reversar(p.polizaId) : reversar(p.polizaId, { fecha: '2025-09-30' }));
      assert.equal(r.estado, 200, r.texto);
      continue;
    }
    const importes = Array.from({ length: 1 + azar(4) }, () => 1 + azar(100000));
    const total = importes.reduce((s, x) => s + x, 0);
    const uno = (cuenta, lado, centavos) => ({ cuenta, [lado]: centavos / 100, ...(azar(2) && { proyectoId: proyecto }) });
    const [a, b] = azar(2) ? ['debe', 'haber'] : ['haber', 'debe'];
    hechas.push(await e.hecho(P, { tipo: ['Diario', 'Ingresos', 'Egresos'][azar(3)], fecha, concepto: `Azar ${i}`, partidas: [...importes.map(x => uno(cuentas[azar(5)], a, x)), uno(cuentas[azar(5)], b, total)] }));
  }
  assert.deepEqual(await auditar(base), []);
  assert.ok(await compararConHledger(base, e.id) > 3);
  const r = new Reportes({ base, srv, id: e.id, token: e.token });
  for (const [mes, hasta] of [[3, 3], [6, 9], [1, 12]]) await r.balanza(2025, mes, hasta);
  await e.cuadra();
});
