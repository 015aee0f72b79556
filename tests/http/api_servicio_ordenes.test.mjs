// OP-109, OP-150, OP-151, OP-152 and OP-155: service orders saved, changed, closed and billed; work orders listed, and the operations on them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claves, dia, esError, montar, recorrer } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const ORDEN = '/api/OrdenServicio', TRABAJO = '/api/OrdenTrabajo', ACCION = `${TRABAJO}/Acciones`;
let m, e, base, srv, cliente, otro, luis, ana, vendedor, suplente, ruta, agrupador, contrato;
const p = {};
before(async () => {
  m = await montar({ registros: 300 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Servicio de prueba', rfc: 'EKU9003173C9' });
  p.PIEZA = await e.producto('PIEZA');
  p.SERIADO = await e.producto('SERIADO', { manejaSeries: true });
  p.MANO = await e.producto('MANO', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  p.SIN = await e.producto('SIN', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  await base.sql(`INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, cantidad_minima, precio)
    SELECT organizacion_id, lista_precios_id, ${p.MANO}, ${e.servicio}, 0, 350 FROM lista_precios WHERE organizacion_id = ${e.id} AND predeterminada`);
  [cliente, otro] = [await e.cliente('C1'), await e.cliente('C2')];
  const persona = async nombre => (await e.hecho('/api/PersonalServicio', { nombre })).personalServicioId;
  [luis, ana] = [await persona('Luis Pérez'), await persona('Ana Ruiz')];
  const nuevo = async (tabla, llave, columnas, valores) => Number(await base.sql(`INSERT INTO ${tabla} (organizacion_id, ${columnas}) VALUES (${e.id}, ${valores}) RETURNING ${llave}`));
  vendedor = await nuevo('vendedor', 'vendedor_id', 'clave, nombre', "'V1', 'Vera'");
  suplente = await nuevo('vendedor', 'vendedor_id', 'clave, nombre', "'V2', 'Saúl'");
  ruta = await nuevo('ruta', 'ruta_id', 'clave, nombre, sucursal_id', `'R1', 'Ruta Norte', ${e.matriz}`);
  agrupador = await nuevo('agrupador_servicio', 'agrupador_servicio_id', 'clave, nombre', "'A1', 'Refrigeración'");
  contrato = await nuevo('contrato', 'contrato_id', 'contacto_id, folio, fecha_inicio', `${cliente}, 'K1', '2025-01-01'`);
});
after(() => m?.cerrar());

const pedir = (metodo, ruta, cuerpo, mas = {}) => srv.pedir(metodo, ruta, { token: e.token, cuerpo, ...mas });
const hecho = async (metodo, ruta, cuerpo) => {
  const r = await pedir(metodo, ruta, cuerpo);
  assert.equal(r.estado, 200, r.texto);
  return r.json.data ?? r.json;
};
const falla = async (metodo, ruta, cuerpo, esperado) => {
  const r = await pedir(metodo, ruta, cuerpo);
  assert.equal(`${r.json?.codigo} ${(r.json?.errores ?? []).map(x => `${x.campo} ${x.codigo}`).join(', ')}`.trim(), esperado, r.texto);
  return r.json;
};
const base1 = { equipo: 'Compresor', falla: 'No enciende' };
const guardar = (mas = {}) => hecho('POST', ORDEN, { clienteId: cliente, ...base1, ...mas });
const modificar = (o, cuerpo) => hecho('PUT', `${ORDEN}/${o.transaccionId}`, cuerpo);
const leer = async id => (await srv.get(`${ORDEN}/${id}`, { token: e.token })).json.data;
const autorizar = o => hecho('PUT', `${ORDEN}/OrdenServicioAutorizar/${o.transaccionId}`);
const cerrar = (o, cuerpo = {}) => hecho('PUT', `${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`, cuerpo);
const actuar = (transaccionId, accion, mas = {}) => hecho('POST', ACCION, { transaccionId, accion, ...mas });
const noActua = (transaccionId, accion, esperado, mas = {}) => falla('POST', ACCION, { transaccionId, accion, ...mas }, esperado);
const mano = (mas = {}) => ({ productoId: p.MANO, cantidad: 1, ...mas });
const pieza = (mas = {}) => ({ productoId: p.PIEZA, cantidad: 2, precioUnitario: 100, ...mas });
const lineas = o => o.partidas.map(l => `${l.numeroPartida} ${l.codigo} ${l.cantidad} a ${l.precioUnitario} = ${l.importe}`);
const cuantas = objId => base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = ${objId}`);
// An authorized order with this many visits.
async function autorizada(visitas = 1, mas = {}) {
  const o = await guardar({ ordenesTrabajo: Array.from({ length: visitas }, (_, i) => ({ fechaProgramada: `${dia(30 + i)}T09:00:00` })), ...mas });
  await autorizar(o);
  return { ...o, visitas: o.ordenesTrabajo.map(w => w.transaccionId) };
}

test('OP-151: se guarda con todo, Pendiente, con sus órdenes de trabajo; no mueve existencias ni contabilidad', async () => {
  await e.entrada(p.PIEZA, 100, 40);
  const antes = await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`);
  const o = await guardar({ marca: 'Ciclón', modelo: 'M-1', numeroSerie: 'SN-9', diagnostico: 'Pieza\nrota', contratoId: contrato, agrupadorServicioId: agrupador, personalServicioId: luis,
    vendedorId: vendedor, rutaId: ruta, fechaCompromiso: `${dia(5)}T10:00:00`, notas: 'Llamar antes', referenciaExterna: 'llamada-1',
    partidas: [pieza({ descuento: 10 }), mano()], ordenesTrabajo: [{ descripcion: 'Revisar' }, { personalServicioId: ana, vendedorId: suplente, fechaProgramada: `${dia(6)}T12:30:00`, descripcion: 'Cambiar' }] });
  assert.deepEqual([o.objId, o.tipoDocumento, o.estado, o.serie.slice(0, 2), o.clienteId, o.saldo, o.advertencias], [20, 'Orden de servicio', 'Pendiente', 'OS', cliente, 0, []]);
  assert.deepEqual([o.equipo, o.marca, o.modelo, o.numeroSerie, o.falla, o.diagnostico, o.contrato.folio, o.agrupadorServicioId, o.personalServicio, o.fechaCompromiso, o.notas],
    ['Compresor', 'Ciclón', 'M-1', 'SN-9', 'No enciende', 'Pieza\nrota', 'K1', agrupador, 'Luis Pérez', `${dia(5)}T10:00:00`, 'Llamar antes']);
  assert.deepEqual([o.vendedorId, o.rutaId], [vendedor, ruta]);
  assert.deepEqual(lineas(o), ['1 PIEZA 2 a 100 = 190', '2 MANO 1 a 350 = 350'], 'el precio que no se envía es el de la lista');
  assert.deepEqual([o.subtotal, o.descuento, o.iva, o.total], [540, 10, 86.4, 626.4]);
  assert.deepEqual(o.ordenesTrabajo.map(w => [w.estado, w.personalServicio]), [['Asignado', 'Luis Pérez'], ['Asignado', 'Ana Ruiz']]);
  const { advertencias, ...leida } = o;
  assert.deepEqual(await leer(o.transaccionId), leida);
  const w = (await srv.get(`${TRABAJO}?transaccionIdOrdenServicio=${o.transaccionId}`, { token: e.token })).json.data;
  assert.deepEqual(w.map(x => [x.objId, x.serie.slice(0, 2), x.folioOrdenServicio, x.clienteId, x.vendedor, x.personalServicio, x.fechaProgramada, x.descripcion, x.ruta, x.acciones]).reverse(), [
    [21, 'OT', o.folio, cliente, 'Vera', 'Luis Pérez', `${dia(5)}T10:00:00`, 'Revisar', 'Ruta Norte', []],
    [21, 'OT', o.folio, cliente, 'Saúl', 'Ana Ruiz', `${dia(6)}T12:30:00`, 'Cambiar', 'Ruta Norte', []]], 'lo que no dice lo dice su orden');
  assert.equal(await e.hay(p.PIEZA), '100 4000.00 0');
  assert.equal(await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`), antes);
  assert.deepEqual((await recorrer(srv, `${ORDEN}?busqueda=sn-9`, { token: e.token })).map(x => x.transaccionId), [o.transaccionId]);
  assert.deepEqual((await recorrer(srv, `${TRABAJO}?busqueda=sn-9`, { token: e.token })).length, 2);
});

test('OP-151: lo mínimo; sin partidas vale 0, y su visita es el día de la orden', async () => {
  const o = await guardar({ fecha: `${dia(-3)}T08:00:00`, ordenesTrabajo: [{}] });
  assert.deepEqual([o.total, o.partidas, o.fecha, o.personalServicioId, o.contrato], [0, [], `${dia(-3)}T08:00:00`, 0, null]);
  assert.equal(await base.uno(`SELECT fecha_programada::text FROM orden_trabajo WHERE orden_servicio_id = ${o.transaccionId}`), `${dia(-3)} 08:00:00`);
});

test('OP-151: lo que no se acepta, todo a la vez', async () => {
  const antes = [await cuantas(20), await cuantas(21)];
  const mal = (mas, esperado) => falla('POST', ORDEN, { clienteId: cliente, ...base1, ...mas }, esperado);
  await falla('POST', ORDEN, {}, 'VALIDACION equipo REQUERIDO, falla REQUERIDO');
  await falla('POST', ORDEN, base1, 'VALIDACION clienteId REQUERIDO');
  await mal({ equipo: '', falla: 'x'.repeat(251) }, 'VALIDACION equipo REQUERIDO, falla LONGITUD');
  await mal({ clienteId: 99999999, vendedorId: 99999999, contratoId: 99999999, agrupadorServicioId: 99999999, personalServicioId: 99999999, rutaId: 99999999, sucursalId: e.matriz,
    partidas: [{ productoId: 99999999, cantidad: 1 }], ordenesTrabajo: [{}, { personalServicioId: 99999998, vendedorId: 99999999 }] },
    'VALIDACION clienteId NO_EXISTE, vendedorId NO_EXISTE, contratoId NO_EXISTE, agrupadorServicioId NO_EXISTE, personalServicioId NO_EXISTE, rutaId NO_EXISTE, partidas[0].productoId NO_EXISTE, ordenesTrabajo[1].personalServicioId NO_EXISTE, ordenesTrabajo[1].vendedorId NO_EXISTE');
  await mal({ clienteId: otro, contratoId: contrato }, 'VALIDACION contratoId RANGO');
  await mal({ fechaCompromiso: dia(-1), ordenesTrabajo: [{ fechaProgramada: dia(-1) }] }, 'VALIDACION fechaCompromiso RANGO_FECHAS, ordenesTrabajo[0].fechaProgramada RANGO_FECHAS');
  await mal({ fecha: dia(2) }, 'VALIDACION fecha RANGO');
  await mal({ partidas: [{ cantidad: 1 }] }, 'VALIDACION partidas[0].productoId REQUERIDO');
  await mal({ partidas: [mano({ numeroPartidaOrigen: 1 })] }, 'VALIDACION partidas[0].numeroPartidaOrigen RANGO');
  await mal({ partidas: [mano({ descuento: 351 })] }, 'VALIDACION partidas[0].descuento RANGO');
  await mal({ partidas: [{ productoId: p.SIN, cantidad: 1 }] }, 'PRECIO_NO_DEFINIDO partidas[0].precioUnitario REQUERIDO');
  await mal({ solucion: 'no es de aquí' }, 'VALIDACION solucion DESCONOCIDO');
  assert.deepEqual([await cuantas(20), await cuantas(21)], antes);
  await guardar({ referenciaExterna: 'una-vez' });
  await mal({ referenciaExterna: 'una-vez' }, 'REFERENCIA_DUPLICADA');
  const inactiva = (await e.hecho('/api/PersonalServicio', { nombre: 'Se fue', activo: false })).personalServicioId;
  await mal({ personalServicioId: inactiva }, 'VALIDACION personalServicioId NO_EXISTE');
});

test('dos visitas de una persona a menos de una hora son una advertencia, y nada más', async () => {
  const a = { personalServicioId: luis }, hora = h => `${dia(10)}T${h}`;
  const uno = await guardar({ ordenesTrabajo: [{ ...a, fechaProgramada: hora('10:00:00') }, { personalServicioId: ana, fechaProgramada: hora('10:00:00') }] });
  assert.deepEqual(uno.advertencias, []);
  const folio = uno.ordenesTrabajo[0].folio;
  const dos = await guardar({ ordenesTrabajo: [{ ...a, fechaProgramada: hora('10:59:59') }] });
  assert.deepEqual(dos.advertencias, [`Luis Pérez tiene la orden de trabajo ${folio} el ${hora('10:00:00')}, a menos de una hora de ${dos.ordenesTrabajo[0].folio}`]);
  assert.deepEqual((await guardar({ ordenesTrabajo: [{ ...a, fechaProgramada: hora('09:00:00') }] })).advertencias, [], 'una hora justa ya no');
  const juntas = await guardar({ ordenesTrabajo: [1, 2].map(() => ({ ...a, fechaProgramada: hora('15:00:00') })) });
  assert.equal(juntas.advertencias.length, 1, 'las dos de una misma llamada se dicen una vez');
  await actuar(dos.ordenesTrabajo[0].transaccionId, 'Cancelar');
  await actuar(uno.ordenesTrabajo[0].transaccionId, 'Cancelar');
  assert.deepEqual((await guardar({ ordenesTrabajo: [{ ...a, fechaProgramada: hora('10:30:00') }] })).advertencias, [], 'lo cancelado no ocupa a nadie');
  const movida = await modificar(uno, { ordenesTrabajo: [{ transaccionId: uno.ordenesTrabajo[1].transaccionId, personalServicioId: luis }] });
  assert.equal(movida.advertencias.length, 1);
  const r = await actuar(juntas.ordenesTrabajo[0].transaccionId, 'Reasignar', { personalServicioId: ana });
  assert.deepEqual([r.advertencias, r.personalServicio], [[], 'Ana Ruiz']);
  assert.equal((await actuar(juntas.ordenesTrabajo[0].transaccionId, 'Reasignar', { personalServicioId: luis })).advertencias.length, 1);
});

test('OP-150: la máquina de estados, entera', async () => {
  const todas = ['Iniciar', 'Pausar', 'Reanudar', 'Terminar', 'Reasignar', 'Cancelar'];
  const caminos = { Asignado: [], EnProceso: ['Iniciar'], Pausado: ['Iniciar', 'Pausar'], Terminado: ['Iniciar', 'Terminar'], Cancelado: ['Cancelar'] };
  const permitidas = { Asignado: { Iniciar: 'EnProceso', Reasignar: 'Asignado', Cancelar: 'Cancelado' },
    EnProceso: { Pausar: 'Pausado', Terminar: 'Terminado', Reasignar: 'EnProceso', Cancelar: 'Cancelado' },
    Pausado: { Reanudar: 'EnProceso', Reasignar: 'Pausado', Cancelar: 'Cancelado' }, Terminado: {}, Cancelado: {} };
  const con = accion => ({ Terminar: { resultado: 'Quedó' }, Reasignar: { vendedorId: vendedor } })[accion] ?? {};
  for (const [estado, camino] of Object.entries(caminos))
    for (const accion of todas) {
      const { visitas: [id] } = await autorizada();
      for (const paso of camino) await actuar(id, paso, con(paso));
      assert.equal(await e.estado(id), estado);
      const hasta = permitidas[estado][accion];
      if (hasta) {
        const w = await actuar(id, accion, con(accion));
        assert.deepEqual([w.estado, w.acciones.map(a => a.accion)], [hasta, [...camino, accion]], `${estado} ${accion}`);
      } else {
        const r = await noActua(id, accion, 'ESTADO_INVALIDO', con(accion));
        const nombres = Object.keys(permitidas[estado]).map(x => x.toLowerCase()).concat(estado === 'Asignado' ? ['modificar'] : []).sort();
        assert.deepEqual([...r.accionesPermitidas].sort(), nombres, `${estado} ${accion}`);
        assert.equal(await base.uno(`SELECT count(*) FROM orden_trabajo_accion WHERE transaccion_id = ${id}`), camino.length, 'lo que no se hizo no se anota');
      }
    }
});

test('OP-150: quién, cuándo y dónde; inicio, fin y resultado; la primera que empieza pone en proceso su orden', async () => {
  const o = await autorizada(2);
  const [a, b] = o.visitas;
  const w = await actuar(a, 'Iniciar', { latitud: 25.671234, longitud: -100.309, notas: 'Llegué' });
  assert.deepEqual(claves(w), ['acciones', 'advertencias', 'archivos', 'centroCostoId', 'cliente', 'clienteId', 'codigoCliente', 'descripcion', 'estado', 'fecha', 'fechaCancelacion', 'fechaCreacion',
    'fechaFin', 'fechaInicio', 'fechaProgramada', 'folio', 'folioOrdenServicio', 'latitud', 'longitud', 'moneda', 'monedaId', 'motivoCancelacion', 'notas', 'objId', 'personalServicio',
    'personalServicioId', 'proyecto', 'proyectoId', 'referenciaExterna', 'resultado', 'rfc', 'ruta', 'rutaId', 'serie', 'sucursal', 'sucursalId', 'tipoCambio', 'tipoDocumento', 'transaccionId',
    'transaccionIdOrdenServicio', 'usuario', 'vendedor', 'vendedorId']);
  assert.deepEqual([w.estado, w.latitud, w.longitud, w.fechaInicio, w.fechaFin, w.acciones.length], ['EnProceso', 25.671234, -100.309, w.acciones[0].fecha, '', 1]);
  const { fecha, ...resto } = w.acciones[0];
  assert.deepEqual(resto, { consecutivo: 1, accion: 'Iniciar', usuario: `admin${e.id}`, notas: 'Llegué', latitud: 25.671234, longitud: -100.309 });
  assert.ok(Math.abs(Date.now() - Date.parse(`${fecha}-06:00`)) < 120_000, fecha);
  assert.equal(await e.estado(o.transaccionId), 'EnProceso');
  await actuar(b, 'Iniciar');
  assert.equal(await e.estado(o.transaccionId), 'EnProceso', 'la segunda ya no la mueve');
  const fin = await actuar(a, 'Terminar', { resultado: 'Se cambió\nla pieza' });
  assert.deepEqual([fin.resultado, fin.fechaFin, fin.fechaInicio, fin.latitud, fin.acciones[1].latitud], ['Se cambió\nla pieza', fin.acciones[1].fecha, fecha, 25.671234, null]);
  const no = await actuar(b, 'Cancelar', { notas: 'Ya no hace falta' });
  assert.deepEqual([no.estado, no.motivoCancelacion, no.fechaCancelacion], ['Cancelado', 'Ya no hace falta', no.acciones[1].fecha]);
  const r = await actuar((await autorizada()).visitas[0], 'Reasignar', { personalServicioId: ana, vendedorId: suplente });
  assert.deepEqual([r.personalServicio, r.vendedor, r.estado], ['Ana Ruiz', 'Saúl', 'Asignado']);
  const sigue = await actuar(r.transaccionId, 'Reasignar', { vendedorId: vendedor });
  assert.deepEqual([sigue.personalServicio, sigue.vendedor, sigue.acciones.length], ['Ana Ruiz', 'Vera', 2], 'lo que no se reasigna queda');
});

test('OP-150: la orden de servicio tiene que estar autorizada', async () => {
  const o = await guardar({ ordenesTrabajo: [{}] });
  const [{ transaccionId: id }] = o.ordenesTrabajo;
  const r = await noActua(id, 'Iniciar', 'ESTADO_INVALIDO');
  assert.match(r.detail, new RegExp(`Orden de servicio ${o.folio} está en estado Pendiente`));
  assert.equal(await e.estado(id), 'Asignado');
  for (const estado of ['Cancelado', 'Cerrado']) {
    await base.sql(`UPDATE transaccion SET estado = '${estado}', fecha_cancelacion = ${estado === 'Cancelado' ? 'fecha' : 'NULL'} WHERE transaccion_id = ${o.transaccionId}`);
    assert.match((await noActua(id, 'Iniciar', 'ESTADO_INVALIDO')).detail, new RegExp(`está en estado ${estado}`));
  }
  await base.sql(`UPDATE transaccion SET estado = 'Pendiente', fecha_cancelacion = NULL WHERE transaccion_id = ${o.transaccionId}`);
  await actuar(id, 'Cancelar');
});

test('OP-150: lo que no se acepta', async () => {
  const { visitas: [id], transaccionId: orden } = await autorizada();
  const ajena = await base.uno('SELECT min(transaccion_id) FROM orden_trabajo WHERE organizacion_id = 1');
  for (const otra of [99999999, orden, ajena]) await noActua(otra, 'Iniciar', 'NO_ENCONTRADO');
  await falla('POST', ACCION, {}, 'VALIDACION transaccionId REQUERIDO, accion REQUERIDO');
  assert.match((await falla('POST', ACCION, { transaccionId: id, accion: 'Brincar' }, 'VALIDACION accion RANGO')).errores[0].mensaje, /Reasignar/);
  await noActua(id, 'Terminar', 'VALIDACION resultado REQUERIDO');
  await noActua(id, 'Terminar', 'VALIDACION resultado REQUERIDO', { resultado: ' ' });
  await noActua(id, 'Reasignar', 'VALIDACION personalServicioId REQUERIDO');
  await noActua(id, 'Reasignar', 'VALIDACION personalServicioId NO_EXISTE, vendedorId NO_EXISTE', { personalServicioId: 99999999, vendedorId: 99999999 });
  await noActua(id, 'Iniciar', 'VALIDACION resultado RANGO, personalServicioId RANGO, vendedorId RANGO', { resultado: 'x', personalServicioId: luis, vendedorId: vendedor });
  await noActua(id, 'Iniciar', 'VALIDACION longitud REQUERIDO', { latitud: 1 });
  await noActua(id, 'Iniciar', 'VALIDACION latitud REQUERIDO', { longitud: 1 });
  await noActua(id, 'Iniciar', 'VALIDACION latitud RANGO, longitud RANGO', { latitud: 90.000001, longitud: -180.000001 });
  await noActua(id, 'Iniciar', 'VALIDACION fecha RANGO', { fecha: dia(-1) });
  await noActua(id, 'Iniciar', 'VALIDACION fecha RANGO', { fecha: dia(1) });
  assert.equal(await e.estado(id), 'Asignado');
  assert.equal((await actuar(id, 'Iniciar', { latitud: -90, longitud: 180 })).latitud, -90);
});

test('OP-150: la fecha de una acción no es anterior a la que le precede, ni posterior a este momento', async () => {
  const local = min => new Date(Date.now() - 6 * 3600e3 + min * 60e3).toISOString().slice(0, 19);
  const o = await autorizada(1, { fecha: `${dia(-2)}T00:00:00` });
  const [id] = o.visitas;
  assert.equal((await actuar(id, 'Iniciar', { fecha: `${dia(-1)}T10:00:00` })).fechaInicio, `${dia(-1)}T10:00:00`);
  await noActua(id, 'Pausar', 'VALIDACION fecha RANGO', { fecha: `${dia(-1)}T09:59:59` });
  await noActua(id, 'Pausar', 'VALIDACION fecha RANGO', { fecha: local(30) });
  const w = await actuar(id, 'Pausar', { fecha: `${dia(-1)}T10:00:00` });
  assert.equal(w.acciones[1].fecha, `${dia(-1)}T10:00:00`, 'al mismo tiempo, sí');
  const adelantado = await actuar(id, 'Reanudar', { fecha: local(5) });
  assert.ok(adelantado.acciones[2].fecha <= local(1), 'un reloj adelantado es ahora');
});

test('OP-152: cambia lo que trae; null borra; lo demás queda', async () => {
  const o = await guardar({ marca: 'Ciclón', modelo: 'M-1', personalServicioId: luis, vendedorId: vendedor, contratoId: contrato, notas: 'uno', referenciaExterna: 'cambia', partidas: [mano()] });
  const d = await modificar(o, { equipo: 'Bomba', marca: null, notas: 'dos', contratoId: null, fechaCompromiso: dia(3) });
  assert.deepEqual([d.equipo, d.marca, d.modelo, d.notas, d.contratoId, d.personalServicio, d.fechaCompromiso, d.falla, d.folio, d.estado],
    ['Bomba', '', 'M-1', 'dos', 0, 'Luis Pérez', `${dia(3)}T00:00:00`, 'No enciende', o.folio, 'Pendiente']);
  assert.deepEqual(d.partidas, o.partidas);
  assert.equal(d.total, o.total);
  assert.equal(await base.uno(`SELECT vendedor_id FROM transaccion WHERE transaccion_id = ${o.transaccionId}`), vendedor);
  assert.deepEqual((await recorrer(srv, `${ORDEN}?busqueda=bomba`, { token: e.token })).map(x => x.transaccionId), [o.transaccionId], 'se busca por lo que es ahora');
  const suya = await modificar(o, { referenciaExterna: 'cambia', vendedorId: null });
  assert.equal(suya.referenciaExterna, 'cambia', 'la suya no está repetida');
  assert.equal(await base.uno(`SELECT vendedor_id FROM transaccion WHERE transaccion_id = ${o.transaccionId}`), null);
  assert.deepEqual(await modificar(o, {}), { ...await leer(o.transaccionId), advertencias: [] });
  const con = await guardar({ equipo: 'Torno', contratoId: contrato, partidas: [mano()], ordenesTrabajo: [{}] });
  const otra = await modificar(con, { clienteId: otro, contratoId: null, equipo: 'Fresadora' });
  assert.deepEqual([otra.clienteId, otra.cliente, lineas(otra)], [otro, 'CLIENTE C2', lineas(con)]);
  const [w] = (await srv.get(`${TRABAJO}?busqueda=fresadora`, { token: e.token })).json.data;
  assert.deepEqual([w.clienteId, w.cliente, w.transaccionIdOrdenServicio], [otro, 'CLIENTE C2', con.transaccionId], 'sus órdenes de trabajo la siguen');
  const codigo = await base.uno(`SELECT codigo FROM contacto WHERE contacto_id = ${cliente}`);
  assert.equal((await modificar(con, { codigoCliente: codigo })).clienteId, cliente, 'por código');
});

test('OP-152: lo que ya no se usa y no se toca, queda', async () => {
  const viejo = await e.producto('VIEJO', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  const o = await guardar({ personalServicioId: ana, vendedorId: suplente, rutaId: ruta, partidas: [{ productoId: viejo, cantidad: 1, precioUnitario: 10 }] });
  const activo = si => base.sql(`UPDATE vendedor SET activo = ${si} WHERE vendedor_id = ${suplente}; UPDATE ruta SET activo = ${si} WHERE ruta_id = ${ruta}; UPDATE producto SET activo = ${si} WHERE producto_id = ${viejo};
    UPDATE personal_servicio SET activo = ${si} WHERE personal_servicio_id = ${ana}; UPDATE contacto SET activo = ${si} WHERE contacto_id = ${cliente}`);
  await activo(false);
  const d = await modificar(o, { notas: 'sigue' });
  assert.deepEqual([d.notas, d.personalServicio, lineas(d)], ['sigue', 'Ana Ruiz', ['1 VIEJO 1 a 10 = 10']]);
  await falla('PUT', `${ORDEN}/${o.transaccionId}`, { personalServicioId: ana, vendedorId: suplente, rutaId: ruta, partidas: [{ numeroPartida: 1 }] },
    'VALIDACION vendedorId NO_EXISTE, personalServicioId NO_EXISTE, rutaId NO_EXISTE, partidas[0].productoId NO_EXISTE');
  await activo(true);
});

test('OP-152: las partidas que trae son las que quedan; los importes se vuelven a sumar', async () => {
  const o = await guardar({ partidas: [pieza({ notas: 'a' }), mano(), pieza({ cantidad: 1, descripcion: 'Otra' })] });
  let d = await modificar(o, { partidas: [{ numeroPartida: 3, cantidad: 5 }, { numeroPartida: 1, precioUnitario: 90, descuento: 30 }, mano({ cantidad: 2 })] });
  assert.deepEqual(lineas(d), ['1 PIEZA 2 a 90 = 150', '3 PIEZA 5 a 100 = 500', '4 MANO 2 a 350 = 700'], 'cada una con su número');
  assert.deepEqual([d.partidas[0].notas, d.partidas[1].descripcion, d.subtotal, d.descuento, d.iva, d.total], ['a', 'Otra', 1350, 30, 216, 1566]);
  assert.equal(await base.uno(`SELECT sum(importe) FROM partida_impuesto WHERE transaccion_id = ${o.transaccionId}`), 216);
  d = await modificar(o, { partidas: [{ numeroPartida: 1, notas: null, descuento: null }] });
  assert.deepEqual([lineas(d), d.partidas[0].notas, d.total], [['1 PIEZA 2 a 90 = 180'], '', 208.8]);
  d = await modificar(o, { partidas: [{ numeroPartida: 1 }, mano()] });
  assert.deepEqual(lineas(d), ['1 PIEZA 2 a 90 = 180', '2 MANO 1 a 350 = 350']);
  assert.deepEqual((await modificar(o, { partidas: [] })).total, 0);
  const ruta = `${ORDEN}/${o.transaccionId}`;
  await modificar(o, { partidas: [mano()] });
  await falla('PUT', ruta, { partidas: [{ numeroPartida: 9 }, { numeroPartida: 1 }, { numeroPartida: 1 }] }, 'VALIDACION partidas[0].numeroPartida NO_EXISTE, partidas[2].numeroPartida NO_EXISTE');
  await falla('PUT', ruta, { partidas: [{ numeroPartida: 1, productoId: p.PIEZA }] }, 'VALIDACION partidas[0].productoId RANGO');
  await falla('PUT', ruta, { partidas: [{ productoId: p.MANO }] }, 'VALIDACION partidas[0].cantidad REQUERIDO');
  await falla('PUT', ruta, { partidas: [{ cantidad: 1 }] }, 'VALIDACION partidas[0].productoId REQUERIDO');
  await falla('PUT', ruta, { partidas: [{ productoId: p.SIN, cantidad: 1 }] }, 'PRECIO_NO_DEFINIDO partidas[0].precioUnitario REQUERIDO');
  await falla('PUT', ruta, { partidas: [{ numeroPartida: 1, descuento: 351 }] }, 'VALIDACION partidas[0].descuento RANGO');
  assert.deepEqual(lineas(await leer(o.transaccionId)), ['1 MANO 1 a 350 = 350']);
  const bitacora = (await recorrer(srv, `/api/Bitacora?transaccionId=${o.transaccionId}`, { token: e.token }));
  assert.ok(bitacora.some(b => b.cambios.some(c => c.campo === 'partidas')) && bitacora.some(b => b.cambios.some(c => c.campo === 'total')), 'la bitácora dice lo que había');
});

test('OP-152: las órdenes de trabajo: con transaccionId se editan mientras están asignadas, sin él se agregan, las demás quedan', async () => {
  const o = await guardar({ vendedorId: vendedor, personalServicioId: luis, ordenesTrabajo: [{ descripcion: 'uno', fechaProgramada: `${dia(40)}T09:00:00` }, { descripcion: 'dos', fechaProgramada: `${dia(41)}T09:00:00` }] });
  const [a, b] = o.ordenesTrabajo.map(w => w.transaccionId);
  const d = await modificar(o, { ordenesTrabajo: [{ transaccionId: a, fechaProgramada: `${dia(50)}T09:00:00`, personalServicioId: ana }, { descripcion: 'tres', fechaProgramada: `${dia(42)}T09:00:00` }] });
  assert.deepEqual(d.ordenesTrabajo.map(w => w.personalServicio), ['Ana Ruiz', 'Luis Pérez', 'Luis Pérez']);
  const visitas = () => base.sql(`SELECT w.descripcion, w.fecha_programada::text AS fecha, t.vendedor_id, w.personal_servicio_id FROM orden_trabajo w JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE w.orden_servicio_id = ${o.transaccionId} ORDER BY w.transaccion_id`);
  assert.deepEqual(await visitas(), [
    { descripcion: 'uno', fecha: `${dia(50)} 09:00:00`, vendedor_id: vendedor, personal_servicio_id: ana },
    { descripcion: 'dos', fecha: `${dia(41)} 09:00:00`, vendedor_id: vendedor, personal_servicio_id: luis },
    { descripcion: 'tres', fecha: `${dia(42)} 09:00:00`, vendedor_id: vendedor, personal_servicio_id: luis }]);
  await modificar(o, { ordenesTrabajo: [{ transaccionId: a, personalServicioId: null, descripcion: null }] });
  assert.deepEqual((await visitas())[0], { descripcion: '', fecha: `${dia(50)} 09:00:00`, vendedor_id: vendedor, personal_servicio_id: null }, 'null borra');
  const ruta = `${ORDEN}/${o.transaccionId}`;
  const ajena = (await guardar({ ordenesTrabajo: [{}] })).ordenesTrabajo[0].transaccionId;
  await falla('PUT', ruta, { ordenesTrabajo: [{ transaccionId: ajena }, { transaccionId: a, vendedorId: 99999999 }, { transaccionId: a }] },
    'VALIDACION ordenesTrabajo[0].transaccionId NO_EXISTE, ordenesTrabajo[2].transaccionId NO_EXISTE, ordenesTrabajo[1].vendedorId NO_EXISTE');
  await falla('PUT', ruta, { ordenesTrabajo: [{ fechaProgramada: dia(-1) }] }, 'VALIDACION ordenesTrabajo[0].fechaProgramada RANGO_FECHAS');
  await actuar(b, 'Cancelar');
  const r = await falla('PUT', ruta, { equipo: 'Nada', ordenesTrabajo: [{ transaccionId: b, descripcion: 'x' }] }, 'ESTADO_INVALIDO');
  assert.match(r.detail, /Orden de trabajo .* está en estado Cancelado/);
  assert.equal((await leer(o.transaccionId)).equipo, 'Compresor', 'nada cambió');
});

test('OP-152: lo que nace con la orden no cambia; el cliente, sólo mientras está Pendiente', async () => {
  const o = await guardar();
  const ruta = `${ORDEN}/${o.transaccionId}`;
  const igual = { fecha: o.fecha, serie: o.serie, sucursalId: o.sucursalId, monedaId: o.monedaId, moneda: o.moneda, tipoCambio: o.tipoCambio };
  assert.equal((await modificar(o, { ...igual, notas: 'igual' })).notas, 'igual', 'enviado como está, vale');
  const frontera = await base.uno(`SELECT coalesce(min(sucursal_id), ${e.matriz} + 1000) FROM sucursal WHERE organizacion_id = ${e.id} AND sucursal_id <> ${e.matriz}`);
  await falla('PUT', ruta, { fecha: dia(-1), serie: 'ZZ', sucursalId: frontera, monedaId: 2, moneda: 'USD', tipoCambio: 2 },
    'VALIDACION fecha RANGO, serie RANGO, sucursalId RANGO, monedaId RANGO, moneda RANGO, tipoCambio RANGO');
  await falla('PUT', ruta, { equipo: null }, 'VALIDACION equipo REQUERIDO');
  await falla('PUT', ruta, { clienteId: null }, 'VALIDACION clienteId REQUERIDO');
  await falla('PUT', ruta, { clienteId: cliente, codigoCliente: 'C2' }, 'VALIDACION codigoCliente RANGO');
  await falla('PUT', ruta, { codigoCliente: 'NADIE' }, 'VALIDACION codigoCliente NO_EXISTE');
  await falla('PUT', ruta, { clienteId: 99999999, contratoId: contrato }, 'VALIDACION clienteId NO_EXISTE, contratoId RANGO');
  await falla('PUT', ruta, { fechaCompromiso: dia(-1) }, 'VALIDACION fechaCompromiso RANGO_FECHAS');
  await guardar({ referenciaExterna: 'de otra' });
  await falla('PUT', ruta, { referenciaExterna: 'de otra' }, 'REFERENCIA_DUPLICADA');
  await autorizar(o);
  assert.equal((await modificar(o, { clienteId: cliente, diagnostico: 'Sello' })).diagnostico, 'Sello', 'autorizada, también se edita');
  await falla('PUT', ruta, { clienteId: otro }, 'VALIDACION clienteId RANGO');
  await falla('PUT', ruta, { codigoCliente: await base.uno(`SELECT codigo FROM contacto WHERE contacto_id = ${otro}`) }, 'VALIDACION codigoCliente RANGO');
  assert.equal(await e.estado(o.transaccionId), 'Autorizado');
});

test('OP-152: sólo Pendiente o Autorizado; identificadores; If-Match', async () => {
  const { visitas: [w], transaccionId } = await autorizada();
  await actuar(w, 'Iniciar');
  assert.deepEqual((await falla('PUT', `${ORDEN}/${transaccionId}`, { equipo: 'x' }, 'ESTADO_INVALIDO')).accionesPermitidas.sort(), ['cerrar', 'iniciar']);
  for (const id of [99999999, w, await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 20')])
    for (const ruta of [`${ORDEN}/${id}`, `${ORDEN}/OrdenServicioCerrar/${id}`]) await falla('PUT', ruta, {}, 'NO_ENCONTRADO');
  const o = await guardar({ partidas: [mano()] });
  const etag = (await srv.get(`${ORDEN}/${o.transaccionId}`, { token: e.token })).h.etag;
  const con = (ruta, cuerpo, valor) => pedir('PUT', ruta, cuerpo, { encabezados: { 'If-Match': valor } });
  assert.equal((await con(`${ORDEN}/${o.transaccionId}`, { notas: 'x' }, etag)).estado, 200);
  esError(await con(`${ORDEN}/${o.transaccionId}`, { notas: 'y' }, etag), 412, 'PRECONDICION');
  await autorizar(o);
  for (const generarNotaVenta of [false, true]) esError(await con(`${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`, { generarNotaVenta }, etag), 412, 'PRECONDICION');
  const ahora = (await srv.get(`${ORDEN}/${o.transaccionId}`, { token: e.token })).h.etag;
  assert.equal((await con(`${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`, { generarNotaVenta: true }, ahora)).estado, 200);
});

test('OP-155: se cierra con lo que se hizo, cuando no le quedan órdenes de trabajo', async () => {
  const o = await autorizada(3, { partidas: [mano()] });
  const ruta = `${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`;
  await actuar(o.visitas[0], 'Iniciar');
  await actuar(o.visitas[0], 'Terminar', { resultado: 'Listo' });
  await actuar(o.visitas[1], 'Cancelar');
  for (const generarNotaVenta of [false, true]) {
    const r = await falla('PUT', ruta, { generarNotaVenta }, 'TIENE_DOCUMENTOS_RELACIONADOS');
    assert.deepEqual(r.documentosRelacionados.map(d => d.transaccionId), [o.visitas[2]]);
  }
  await actuar(o.visitas[2], 'Cancelar');
  for (const [fechaCierre, mal] of [[dia(-1), 'RANGO'], [dia(1), 'RANGO'], ['', 'FECHA_INVALIDA']]) await falla('PUT', ruta, { fechaCierre }, `VALIDACION fechaCierre ${mal}`);
  const d = await cerrar(o, { solucion: 'Se cambió\nel sello' });
  assert.deepEqual([d.estado, d.solucion, d.transaccionIdNotaVenta, d.advertencias], ['Cerrado', 'Se cambió\nel sello', 0, []]);
  assert.ok(Math.abs(Date.now() - Date.parse(`${d.fechaCierre}-06:00`)) < 120_000, d.fechaCierre);
  for (const otra of [{}, { generarNotaVenta: true }]) await falla('PUT', ruta, otra, 'ESTADO_INVALIDO');
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${(await guardar()).transaccionId}`, {}, 'ESTADO_INVALIDO');
  const antes = await autorizada(0, { fecha: `${dia(-5)}T08:00:00` });
  assert.equal((await cerrar(antes, { fechaCierre: `${dia(-2)}T18:00:00` })).fechaCierre, `${dia(-2)}T18:00:00`, 'desde Autorizado, sin órdenes de trabajo');
  const visitada = await autorizada(1, { fecha: `${dia(-5)}T08:00:00`, partidas: [mano()] }), cierre = `${ORDEN}/OrdenServicioCerrar/${visitada.transaccionId}`;
  await actuar(visitada.visitas[0], 'Iniciar', { fecha: `${dia(-4)}T08:00:00` });
  await actuar(visitada.visitas[0], 'Terminar', { fecha: `${dia(-2)}T08:00:00`, resultado: 'Listo' });
  for (const generarNotaVenta of [false, true])
    assert.match((await falla('PUT', cierre, { generarNotaVenta, fechaCierre: `${dia(-3)}T18:00:00` }, 'VALIDACION fechaCierre RANGO')).errores[0].mensaje, new RegExp(`la última acción de OT.*, el ${dia(-2)}$`));
  assert.equal((await cerrar(visitada, { fechaCierre: `${dia(-2)}T07:00:00` })).estado, 'Cerrado', 'se compara por día');
});

test('OP-155: la nota de venta de sus partidas, a sus precios: sale la mercancía y se debe', async () => {
  await e.mover('Entrada', [{ productoId: p.PIEZA, cantidad: 10, costoUnitario: 40 }], { fecha: `${dia(-3)}T08:00:00` });
  const antes = await e.hay(p.PIEZA);
  const o = await autorizada(0, { fecha: `${dia(-4)}T08:00:00`, vendedorId: vendedor, partidas: [mano(), pieza({ descuento: 20, notas: 'de la orden' })] });
  await base.sql(`UPDATE precio SET precio = 999 WHERE organizacion_id = ${e.id} AND producto_id = ${p.MANO}`);
  const d = await cerrar(o, { generarNotaVenta: true, fechaCierre: `${dia(-1)}T12:00:00` });
  await base.sql(`UPDATE precio SET precio = 350 WHERE organizacion_id = ${e.id} AND producto_id = ${p.MANO}`);
  const n = (await srv.get(`/api/NotaVenta/${d.transaccionIdNotaVenta}`, { token: e.token })).json.data;
  assert.deepEqual([n.objId, n.estado, n.total, n.saldo, n.clienteId, n.fecha, n.vendedorId], [2, 'Pendiente', o.total, o.total, cliente, `${dia(-1)}T12:00:00`, vendedor]);
  assert.deepEqual(lineas(n), ['1 MANO 1 a 350 = 350', '2 PIEZA 2 a 100 = 180']);
  assert.deepEqual(n.documentosRelacionados.map(r => [r.transaccionId, r.relacion]), [[o.transaccionId, 'Origen']]);
  assert.deepEqual(await base.sql(`SELECT origen_id, destino_id, tipo FROM relacion WHERE origen_id = ${o.transaccionId}`), [{ origen_id: o.transaccionId, destino_id: d.transaccionIdNotaVenta, tipo: 'Origen' }]);
  const cantidad = s => Number(s.split(' ')[0]);
  assert.equal(cantidad(await e.hay(p.PIEZA)), cantidad(antes) - 2);
  assert.deepEqual((await e.poliza(d.transaccionIdNotaVenta)).filter(l => !/INVENTARIO|COSTO/.test(l)), ['D CLIENTES 614.80', 'A IVA_POR_COBRAR 84.80', 'A VENTAS_16 530.00']);
  assert.equal(await e.estado(o.transaccionId), 'Cerrado');
  const cancelada = await srv.pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${d.transaccionIdNotaVenta}`, { token: e.token });
  assert.equal(cancelada.estado, 200, cancelada.texto);
  assert.deepEqual([await e.hay(p.PIEZA), await e.estado(o.transaccionId)], [antes, 'Cerrado'], 'cancelar la nota regresa la mercancía; la orden sigue cerrada');
  const otra = await cerrar(o, { generarNotaVenta: true, solucion: 'Otra' });
  assert.ok(otra.transaccionIdNotaVenta > d.transaccionIdNotaVenta, 'cancelada la nota, se cobra otra vez');
  assert.deepEqual([otra.estado, otra.fechaCierre, otra.solucion], ['Cerrado', d.fechaCierre, d.solucion], 'se cerró entonces');
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`, { generarNotaVenta: true }, 'ESTADO_INVALIDO');
  assert.equal((await srv.pedir('DELETE', `/api/NotaVenta/NotaVentaCancelar/${otra.transaccionIdNotaVenta}`, { token: e.token })).estado, 200);
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`, {}, 'ESTADO_INVALIDO');
  await e.cuadra();
});

test('OP-155: la nota sigue las reglas de cualquier nota, y si no se puede, la orden no se cierra', async () => {
  const abierta = async o => assert.equal(await e.estado(o.transaccionId), 'Autorizado');
  const con = generarNotaVenta => ({ generarNotaVenta });
  const sin = await autorizada(0);
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${sin.transaccionId}`, con(true), 'VALIDACION generarNotaVenta RANGO');
  await abierta(sin);
  const falta = await autorizada(0, { partidas: [pieza({ cantidad: 100000 })] });
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${falta.transaccionId}`, con(true), 'EXISTENCIA_INSUFICIENTE partidas[0].cantidad EXISTENCIA_INSUFICIENTE');
  await abierta(falta);
  const seriado = await autorizada(0, { partidas: [{ productoId: p.SERIADO, cantidad: 1, precioUnitario: 10 }] });
  await e.mover('Entrada', [{ productoId: p.SERIADO, cantidad: 2, costoUnitario: 5, series: ['S1', 'S2'] }]);
  assert.match((await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${seriado.transaccionId}`, con(true), 'SERIE_LOTE_REQUERIDO partidas[0].series SERIE_LOTE_REQUERIDO')).codigo, /SERIE/);
  const enProceso = await autorizada(1, { partidas: [{ productoId: p.SERIADO, cantidad: 1, precioUnitario: 10 }] }), suCierre = `${ORDEN}/OrdenServicioCerrar/${enProceso.transaccionId}`;
  await actuar(enProceso.visitas[0], 'Iniciar');
  await actuar(enProceso.visitas[0], 'Terminar', { resultado: 'Listo' });
  const partidas = (numeroPartida, ...series) => [{ numeroPartida, series }];
  await falla('PUT', suCierre, { partidas: partidas(1, 'S1') }, 'VALIDACION partidas RANGO');
  await falla('PUT', suCierre, { generarNotaVenta: true, partidas: partidas(7, 'S1') }, 'VALIDACION partidas[0].numeroPartida NO_EXISTE');
  await falla('PUT', suCierre, { generarNotaVenta: true, partidas: [...partidas(1, 'S1', 'S1'), ...partidas(1, 'S1')] }, 'VALIDACION partidas[0].series DUPLICADO, partidas[1].numeroPartida DUPLICADO');
  await e.mover('Entrada', [{ productoId: p.SERIADO, cantidad: 1, costoUnitario: 5, series: ['S3'] }]);
  assert.ok((await cerrar(enProceso, { generarNotaVenta: true, partidas: partidas(1, 'S3') })).transaccionIdNotaVenta > 0, 'la serie se dice al cobrar');
  assert.deepEqual(await base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SERIADO} ORDER BY serie`), ['S1', 'S2']);
  await modificar(seriado, { partidas: [{ numeroPartida: 1, series: ['S2'] }] });
  const conserva = await modificar(seriado, { partidas: [{ numeroPartida: 1, cantidad: 1 }] });
  assert.deepEqual(conserva.partidas[0].series, ['S2']);
  const d = await cerrar(seriado, con(true));
  assert.deepEqual(await base.columna(`SELECT serie FROM existencia_serie WHERE organizacion_id = ${e.id} AND producto_id = ${p.SERIADO}`), ['S1'], 'sale la serie que dice la orden');
  assert.ok(d.transaccionIdNotaVenta > 0);
  const baja = await e.cliente('BAJA'), suya = await autorizada(0, { clienteId: baja, partidas: [mano()] });
  await base.sql(`UPDATE contacto SET activo = false WHERE organizacion_id = ${e.id} AND contacto_id = ${baja}`);
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${suya.transaccionId}`, con(true), 'VALIDACION generarNotaVenta NO_EXISTE');
  await abierta(suya);
  assert.equal((await cerrar(suya)).estado, 'Cerrado', 'sin venderle nada');
  const conLimite = await e.cliente('LIMITE', { limiteCredito: 100 });
  const caro = await autorizada(0, { clienteId: conLimite, partidas: [mano()] });
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${caro.transaccionId}`, con(true), 'LIMITE_CREDITO');
  await abierta(caro);
  const vieja = await autorizada(0, { fecha: '2025-01-10T08:00:00', partidas: [mano()] });
  await e.cerrar('2025-01');
  await falla('PUT', `${ORDEN}/OrdenServicioCerrar/${vieja.transaccionId}`, { generarNotaVenta: true, fechaCierre: '2025-01-20' }, 'PERIODO_CERRADO');
  await abierta(vieja);
  assert.equal((await cerrar(vieja, { fechaCierre: '2025-01-20' })).estado, 'Cerrado', 'sin nota no hay periodo que valga');
});

test('permisos: la nota pide además el de ventas', async () => {
  const o = await autorizada(1, { partidas: [mano()] });
  const entrar = async (usuario, permisos) => srv.entrar({ ...await base.usuario({ usuario, organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos }), ...e.llave });
  const [lee, escribe, ambos] = [await entrar('sl', 'servicio.leer'), await entrar('se', 'servicio.leer servicio.escribir'), await entrar('sv', 'servicio.leer servicio.escribir ventas.escribir')];
  for (const [metodo, ruta, cuerpo] of [['POST', ORDEN, { clienteId: cliente, ...base1 }], ['PUT', `${ORDEN}/${o.transaccionId}`, {}], ['PUT', `${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`, {}],
    ['POST', ACCION, { transaccionId: o.visitas[0], accion: 'Iniciar' }]]) esError(await pedir(metodo, ruta, cuerpo, { token: lee }), 403, 'PERMISO_DENEGADO');
  assert.equal((await srv.get(TRABAJO, { token: lee })).estado, 200);
  assert.equal((await pedir('POST', ACCION, { transaccionId: o.visitas[0], accion: 'Cancelar' }, { token: escribe })).estado, 200);
  const ruta = `${ORDEN}/OrdenServicioCerrar/${o.transaccionId}`;
  esError(await pedir('PUT', ruta, { generarNotaVenta: true }, { token: escribe }), 403, 'PERMISO_DENEGADO');
  assert.equal((await pedir('PUT', ruta, { generarNotaVenta: true }, { token: ambos })).estado, 200);
});

test('dos que empiezan a la vez las visitas de una orden: las dos empiezan, y ella queda en proceso', async () => {
  const o = await autorizada(4);
  const r = await Promise.all(o.visitas.map(id => pedir('POST', ACCION, { transaccionId: id, accion: 'Iniciar' })));
  assert.deepEqual(r.map(x => x.estado), [200, 200, 200, 200]);
  assert.equal(await e.estado(o.transaccionId), 'EnProceso');
  const mismas = await Promise.all([1, 2, 3].map(() => pedir('POST', ACCION, { transaccionId: o.visitas[0], accion: 'Pausar' })));
  assert.deepEqual(mismas.map(x => x.estado).sort(), [200, 400, 400], 'una sola vez');
});

test('OP-109: las de la demostración, con su vendedor; filtros', async t => {
  const de1 = donde => base.columna(`SELECT t.transaccion_id FROM transaccion t JOIN orden_trabajo w USING (organizacion_id, transaccion_id) LEFT JOIN orden_servicio o ON o.organizacion_id = w.organizacion_id AND o.transaccion_id = w.orden_servicio_id
    WHERE t.organizacion_id = 1 AND (${donde}) ORDER BY t.fecha DESC, t.transaccion_id DESC`);
  const todas = await recorrer(srv, `${TRABAJO}?registrosPorPagina=17`, { token: m.t1 });
  assert.deepEqual(todas.map(w => w.transaccionId), await de1('true'));
  assert.ok(todas.length > 30 && todas.some(w => w.vendedorId > 0 && w.vendedor !== ''));
  for (const w of todas) assert.deepEqual([w.objId, w.folioOrdenServicio.length > 0, w.vendedorId > 0], [21, true, w.vendedor !== '']);
  const [f] = await base.sql(`SELECT t.vendedor_id, t.folio, w.personal_servicio_id, w.orden_servicio_id FROM transaccion t JOIN orden_trabajo w USING (organizacion_id, transaccion_id)
    WHERE t.organizacion_id = 1 AND t.vendedor_id IS NOT NULL AND w.personal_servicio_id IS NOT NULL ORDER BY t.transaccion_id LIMIT 1`);
  const suRuta = await base.uno('SELECT min(ruta_id) FROM ruta WHERE organizacion_id = 1');
  await base.sql(`UPDATE orden_servicio SET ruta_id = ${suRuta} WHERE organizacion_id = 1 AND transaccion_id = ${f.orden_servicio_id}`);
  const [d1, d2] = await base.columna(`SELECT d::date AS d FROM unnest((SELECT percentile_disc(ARRAY[0.3, 0.6]) WITHIN GROUP (ORDER BY fecha) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 21)) d`);
  for (const [q, donde] of [
    [`fechaInicial=${d1}`, `t.fecha >= '${d1}'`], [`fechaFinal=${d1}`, `t.fecha < '${d1}'::date + 1`], [`fechaInicial=${d1}&fechaFinal=${d2}`, `t.fecha::date BETWEEN '${d1}' AND '${d2}'`],
    [`vendedorId=${f.vendedor_id}`, `t.vendedor_id = ${f.vendedor_id}`], [`personalServicioId=${f.personal_servicio_id}`, `w.personal_servicio_id = ${f.personal_servicio_id}`],
    [`rutaId=${suRuta}`, `o.ruta_id = ${suRuta}`], [`transaccionIdOrdenServicio=${f.orden_servicio_id}`, `w.orden_servicio_id = ${f.orden_servicio_id}`],
    ...['Asignado', 'EnProceso', 'Pausado', 'Terminado', 'Cancelado'].map(x => [`estado=${x}`, `t.estado = '${x}'`]), [`busqueda=${f.folio}`, `t.busqueda LIKE '%${f.folio.toLowerCase()}%'`]])
    await t.test(q, async () => {
      const esperados = await de1(donde);
      assert.ok(esperados.length > 0 && esperados.length < todas.length, 'la demostración no distingue este filtro');
      assert.deepEqual((await recorrer(srv, `${TRABAJO}?${q}`, { token: m.t1 })).map(w => w.transaccionId), esperados);
    });
  esError(await srv.get(`${TRABAJO}?vendedorId=98765432&personalServicioId=98765432&rutaId=98765432&transaccionIdOrdenServicio=98765432`, { token: m.t1 }), 400, 'VALIDACION',
    ['vendedorId NO_EXISTE', 'personalServicioId NO_EXISTE', 'rutaId NO_EXISTE', 'transaccionIdOrdenServicio NO_EXISTE']);
  esError(await srv.get(`${TRABAJO}?estado=Abierto`, { token: m.t1 }), 400, 'VALIDACION');
  esError(await srv.get(`${TRABAJO}?fechaInicial=2026-02-01&fechaFinal=2026-01-01`, { token: m.t1 }), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
});

test('una clave de idempotencia guarda la orden una vez; los folios no faltan', async () => {
  await e.unaVez(ORDEN, { clienteId: cliente, ...base1, partidas: [mano()] }, 20);
  await e.cuadra();
});
