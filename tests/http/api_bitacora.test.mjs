// The audit trail (bitacora). Every operation that writes (ejemplos.test.mjs) and every command that writes leaves its row in the transaction of its
// effect. The role of the server cannot write, change or forge a row. Pólizas are numbered by type and month without gaps.
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { after, before, test } from 'node:test';
import { cursorDe, esError, montar, recorrer, sql } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, srv, base, turno = 0;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Evidencia', rfc: 'EKU9003173C9' });
  e.p = await e.producto('BIT');
  e.c = await e.cliente('CLI', { limiteCredito: 100000, diasCredito: 30 });
  await e.entrada(e.p, 1000, 5);
});
after(() => m?.cerrar());

// hacer: a call that must succeed; answers its data and its request id.
async function hacer(metodo, ruta, cuerpo, { token = e.token, encabezados = {} } = {}) {
  const solicitud = `solicitud-${++turno}`;
  const r = await srv.pedir(metodo, ruta, { token, cuerpo, encabezados: { 'X-Request-Id': solicitud, ...encabezados } });
  assert.equal(r.estado, 200, `${metodo} ${ruta}: ${r.texto}`);
  return { solicitud, data: r.json.data ?? r.json };
}
const bitacora = (q, token = e.token) => recorrer(srv, `/api/Bitacora?${new URLSearchParams(q)}`, { token });
const filas = donde => base.sql(`SELECT * FROM bitacora WHERE ${donde} ORDER BY bitacora_id`);

const clave = () => `K${++turno}`;
const linea = () => ({ productoId: e.p, cantidad: 1, precioUnitario: 100 });
const crear = async (ruta, cuerpo) => (await hacer('POST', ruta, cuerpo)).data;
const factura = () => crear('/api/FacturaVenta', { clienteId: e.c, partidas: [linea()] });
const nota = mas => crear('/api/NotaVenta', { clienteId: e.c, partidas: [linea()], ...mas });
const dinero = importe => ({ cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: e.c, importe });
const deposito = (importe, mas) => crear('/api/Bancos/DepositoAgregar', { ...dinero(importe), ...mas });
const cotizacion = () => ({ clienteId: e.c, vigenciaFecha: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10), partidas: [linea()] });
const lista = () => crear('/api/ListaPrecios', { clave: clave(), nombre: clave(), monedaId: 1 });

test('conciliar deja una fila con su nombre: su ejemplo no marca nada (los demás: ejemplos.test.mjs)', async () => {
  const marcar = [(await deposito(10)).transaccionId];
  const { solicitud } = await hacer('POST', '/api/Bancos/Conciliar', { cuentaId: e.caja, fechaCorte: '2099-12-31', saldoEstado: 0, marcar });
  assert.deepEqual((await filas(`solicitud = '${solicitud}'`)).map(f => [f.operacion, f.operador]), [['POST /api/Bancos/Conciliar', '']]);
});

test('lo que no se hizo no deja nada: un rechazo, una repetición', async () => {
  const cuantas = () => base.uno('SELECT count(*) FROM bitacora');
  await hacer('PUT', `/api/Contactos/${e.c}`, { nombre: 'CLIENTE CLI' });
  const antes = await cuantas();
  esError(await srv.pedir('POST', '/api/FacturaVenta', { token: e.token, cuerpo: { clienteId: e.c, partidas: [{ ...linea(), cantidad: 1e6 }] } }), 400);
  esError(await srv.pedir('PUT', `/api/Contactos/${e.c}`, { token: e.token, cuerpo: { listaPreciosId: 987654321 } }), 400);
  assert.equal(await cuantas(), antes);
  const cuerpo = cotizacion(), encabezados = { 'Idempotency-Key': 'bitacora-1' };
  await hacer('POST', '/api/Cotizaciones/Cliente', cuerpo, { encabezados });
  await hacer('POST', '/api/Cotizaciones/Cliente', cuerpo, { encabezados });
  assert.equal(await cuantas(), antes + 1);
  await hacer('PUT', `/api/Contactos/${e.c}`, { nombre: 'CLIENTE CLI' });  // the same value: no change
  assert.equal(await cuantas(), antes + 1);
});

test('un catálogo dice lo que había y lo que hay en cada campo, y sus listas también', async () => {
  await hacer('PUT', `/api/Contactos/${e.c}`, { limiteCredito: 1000, usoCFDI: 'G01', contactosAdicionales: [{ nombre: 'Ana' }] });
  const { solicitud } = await hacer('PUT', `/api/Contactos/${e.c}`, { limiteCredito: 250000.5, usoCFDI: 'G03' });
  const [fila, ...otras] = await bitacora({ recurso: 'Contacto', registroId: e.c });
  assert.deepEqual({ ...fila, fecha: '' }, { fecha: '', usuarioId: fila.usuarioId, usuario: `admin${e.id}`, consumidorApiId: e.llave.consumidorApiId, consumidor: 'Evidencia', solicitudId: solicitud,
    operacion: 'PUT /api/Contactos/{entidadId}', recurso: 'Contacto', id: e.c, folio: 'CLI', accion: 'Modificar',
    cambios: [{ campo: 'usoCFDI', antes: 'G01', despues: 'G03' }, { campo: 'limiteCredito', antes: '1000.00', despues: '250000.50' }] });
  const adicional = otras.flatMap(f => f.cambios).find(c => c.campo === 'contactosAdicionales');
  assert.deepEqual([adicional.antes, JSON.parse(adicional.despues).nombre], ['', 'Ana']);
  const l = await lista();
  await hacer('PUT', `/api/ListaPrecios/Precios/${l.listaPreciosId}`, { precios: [{ productoId: e.p, precio: 10 }] });
  await hacer('PUT', `/api/ListaPrecios/Precios/${l.listaPreciosId}`, { precios: [{ productoId: e.p, precio: 11 }] });
  const [precio] = await bitacora({ recurso: 'ListaPrecios', registroId: l.listaPreciosId });
  assert.deepEqual(precio.cambios.map(c => [c.campo, JSON.parse(c.antes).precio, JSON.parse(c.despues).precio]), [['precios', 10, 11]]);
  // Rows of the trail hold up to a hundred changed lines of one call. A line that is removed shows its former values.
  const quiebres = Array.from({ length: 250 }, (_, i) => ({ productoId: e.p, cantidadMinima: i + 2, precio: 9 }));
  const muchas = async precios => {
    const { solicitud: suya } = await hacer('PUT', `/api/ListaPrecios/Precios/${l.listaPreciosId}`, { precios });
    return (await bitacora({ recurso: 'ListaPrecios', registroId: l.listaPreciosId })).filter(f => f.solicitudId === suya).map(f => f.cambios);
  };
  const puestos = await muchas(quiebres);
  assert.deepEqual(puestos.map(c => c.length).sort(), [100, 100, 50]);
  assert.deepEqual(puestos.flat().map(c => [c.antes, JSON.parse(c.despues).cantidadMinima]).sort((a, b) => a[1] - b[1]), quiebres.map(q => ['', q.cantidadMinima]));
  const [[quitado]] = await muchas([{ ...quiebres[0], eliminar: true }]);
  assert.deepEqual([JSON.parse(quitado.antes).cantidadMinima, quitado.despues], [2, '']);
  assert.equal(await base.uno(`SELECT count(*) FROM bitacora WHERE recurso = 'Contacto' AND accion = 'Crear' AND registro_id = ${e.c} AND organizacion_id = ${e.id} AND folio = 'CLI'`), 1);
});

test('un documento muestra lo suyo: nace, se paga, pierde el pago, se cancela', async () => {
  const f = await factura();
  const d = await deposito(116, { aplicaciones: [{ transaccionId: f.transaccionId, importe: 116 }] });
  const leido = await srv.get(`/api/Bancos/Depositos/${d.transaccionId}`, { token: e.token });
  assert.deepEqual(leido.json.data.aplicaciones.map(a => [a.usuario, a.fechaRegistro.slice(0, 10)]), [[`admin${e.id}`, leido.json.data.fechaCreacion.slice(0, 10)]]);
  await hacer('DELETE', `/api/Bancos/DepositoCancelar/${d.transaccionId}?motivo=Rebotado`);
  await hacer('DELETE', `/api/Ventas/TransaccionCancelar/${f.transaccionId}?motivo=${encodeURIComponent('Error de captura')}`);
  const suyas = (await bitacora({ transaccionId: f.transaccionId })).reverse();
  const cambio = (fila, campo) => fila.cambios.filter(c => c.campo === campo).map(c => `${c.antes} → ${c.despues}`)[0];
  assert.deepEqual(suyas.map(x => [x.accion, x.operacion.split('/').at(x.operacion.endsWith('}') ? -2 : -1), cambio(x, 'saldo'), cambio(x, 'estado')]), [
    ['Crear', 'FacturaVenta', undefined, undefined],
    ['Modificar', 'DepositoAgregar', '116.00 → 0.00', 'Pendiente → Pagado'],
    ['Modificar', 'DepositoCancelar', '0.00 → 116.00', 'Pagado → Pendiente'],
    ['Cancelar', 'TransaccionCancelar', '116.00 → 0.00', 'Pendiente → Cancelado']]);
  assert.ok(suyas.every(x => x.recurso === 'Factura de venta' && x.id === f.transaccionId && x.folio === f.folio));
  assert.equal(cambio(suyas[3], 'motivoCancelacion'), ' → Error de captura');
  // The application and the pólizas carry their user and moment too.
  const [quien] = await base.sql(`SELECT usuario_id FROM usuario WHERE organizacion_id = ${e.id}`);
  for (const t of ['aplicacion WHERE destino_id', 'poliza WHERE transaccion_id']) {
    const hechas = await base.sql(`SELECT usuario_id, now() - registrada < interval '10 minutes' AS reciente FROM ${t} = ${f.transaccionId}`);
    assert.ok(hechas.length > 0);
    for (const h of hechas) assert.deepEqual(h, { ...quien, reciente: true });
  }
});

test('GET /api/Bitacora: filtros, orden, cursor, permiso, otra organización', async t => {
  const todas = await recorrer(srv, '/api/Bitacora?registrosPorPagina=7', { token: e.token });
  assert.equal(todas.length, await base.uno(`SELECT count(*) FROM bitacora WHERE organizacion_id = ${e.id}`));
  const ids = await base.columna(`SELECT registro_id FROM bitacora WHERE organizacion_id = ${e.id} ORDER BY fecha DESC, bitacora_id DESC`);
  assert.deepEqual(todas.map(f => f.id), ids);
  for (const [que, q, donde] of [
    ['usuario', { usuario: `ADMIN${e.id}` }, `usuario_id IS NOT NULL`],
    ['consumidor', { consumidorApiId: e.llave.consumidorApiId }, `consumidor_api_id = ${e.llave.consumidorApiId}`],
    ['operación', { operacion: 'POST /api/PedidoCliente' }, `operacion = 'POST /api/PedidoCliente'`],
    ['recurso', { recurso: 'Producto' }, `recurso = 'Producto'`],
    ['registro', { registroId: e.p }, `registro_id = ${e.p}`],
    ['hoy', { fechaInicial: '2000-01-01', fechaFinal: '2090-12-31' }, 'true'],
    ['nunca', { fechaFinal: '2000-01-01' }, 'false'],
    ['mañana', { fechaInicial: '2090-01-01' }, 'false'],
  ]) await t.test(que, async () => assert.deepEqual((await bitacora(q)).map(f => f.id), await base.columna(`SELECT registro_id FROM bitacora WHERE organizacion_id = ${e.id} AND ${donde} ORDER BY fecha DESC, bitacora_id DESC`)));
  const pedir = (q, token = e.token) => srv.get(`/api/Bitacora?${q}`, { token });
  esError(await pedir('transaccionId=987654321'), 400, 'VALIDACION', ['transaccionId NO_EXISTE']);
  esError(await pedir('usuario=nadie'), 400, 'VALIDACION', ['usuario NO_EXISTE']);
  esError(await pedir('fechaInicial=2026-02-01&fechaFinal=2026-01-01'), 400, 'VALIDACION', ['fechaFinal RANGO_FECHAS']);
  const { siguiente } = (await pedir('registrosPorPagina=1')).json.paginacion;
  for (const malo of ['2026-11-16 07:29:29.1+99', '2026-11-16 07:29:29', '2026-02-31 00:00:00+00', "x'+00", '2026-11-16 07:29:29.1234567+00'])
    esError(await pedir(`cursor=${cursorDe(siguiente, `${malo}\n5`)}`), 400, 'VALIDACION', ['cursor FORMATO']);
  for (const bueno of ['2026-11-16 07:29:29+00', '2026-11-16 07:29:29.123456-06', '2026-11-16 07:29:29.5+05:30'])
    assert.equal((await pedir(`cursor=${cursorDe(siguiente, `${bueno}\n5`)}`)).estado, 200, bueno);
  const ventas = await srv.entrar({ ...(await base.usuario({ usuario: 'vende', organizacion: e.id, rol: 'propio', permisos: 'ventas.leer ventas.escribir' })), ...e.llave });
  esError(await pedir('', ventas), 403, 'PERMISO_DENEGADO');
  const ajenas = await recorrer(srv, '/api/Bitacora', { token: m.t2 });
  assert.ok(ajenas.every(f => !f.operacion.startsWith('POST')), 'la organización 2 no ha escrito nada');
  esError(await pedir(`transaccionId=${(await factura()).transaccionId}`, m.t2), 400, 'VALIDACION', ['transaccionId NO_EXISTE']);
});

test('los comandos del operador dicen el comando y quién lo dio; ninguna fila lleva un secreto', async t => {
  const o = ['--organizacion', String(e.id)];
  const quien = userInfo().username;
  // Months close in order: no month with pólizas is before this one. The first use of a month leaves a row in the trail. Earlier months without use
  // close with it.
  const ordenes = [
    ['periodo cerrar', ['2019-12'], 'Periodo', f => assert.deepEqual([f.registro_id, f.cambios], [201912, [{ campo: 'estado', antes: 'Abierto', despues: 'Cerrado' }]])],
    ['periodo abrir', ['2019-12', '--motivo', 'Faltó una factura'], 'Periodo', f => assert.deepEqual([f.registro_id, f.cambios], [201912, [{ campo: 'estado', antes: 'Cerrado', despues: 'Abierto' }, { campo: 'motivoApertura', antes: '', despues: 'Faltó una factura' }]])],
    ['parametro poner', ['toleranciaRecepcion', '0.05'], 'Parametro', f => assert.equal(f.folio, 'toleranciaRecepcion')],
    ['usuario crear', ['--usuario', 'beto', '--rol', 'lector', '--contrasena-archivo', '-'], 'Usuario', f => assert.equal(f.folio, 'beto')],
    ['consumidor crear', ['--nombre', 'Otro', '--tipo', 'Otro'], 'ConsumidorApi', f => assert.equal(f.folio, 'Otro')],
    ['usuario revocar', async () => ['--id', String(await e.uno('usuario', 'usuario_id', "usuario = 'beto'")), '--desactivar', 'si'], 'Usuario',
      f => assert.deepEqual(f.cambios.find(c => c.campo === 'activo'), { campo: 'activo', antes: true, despues: false })],
    ['identidad enlazar', ['--usuario', 'beto', '--emisor', 'https://emisor.mx', '--sujeto', 'beto-7'], 'IdentidadExterna', f => assert.equal(f.folio, 'beto: beto-7 de https://emisor.mx')],
    ['identidad quitar', async () => ['--id', String(await e.uno('identidad_externa', 'identidad_externa_id', "sujeto = 'beto-7'"))], 'IdentidadExterna', f => assert.deepEqual([f.folio, f.cambios], ['beto: beto-7 de https://emisor.mx', [{ campo: 'activo', antes: true, despues: false }]])],
    ['importar', ['proyectos', '-'], 'Proyecto', f => assert.equal(f.folio, 'IMP-1'), 'clave,nombre\nIMP-1,Importado\n'],
  ];
  for (const [orden, mas, recurso, ver, entrada = 'Secreta-123\n'] of ordenes)
    await t.test(orden, async () => {
      const argumentos = typeof mas === 'function' ? await mas() : mas;
      const desde = await base.uno('SELECT max(bitacora_id) FROM bitacora');
      await base.gestor([...orden.split(' '), ...argumentos, ...o], { entrada });
      const suyas = (await filas(`bitacora_id > ${desde}`));
      const f = suyas.find(x => x.recurso === recurso && (recurso !== 'Periodo' || (x.registro_id === 201912 && x.accion === 'Modificar')));
      assert.ok(f, `nada de ${recurso}: ${JSON.stringify(suyas)}`);
      assert.deepEqual([f.organizacion_id, f.usuario_id, f.consumidor_api_id, f.operador, f.operacion, f.solicitud], [e.id, null, null, quien, `gestor ${orden}`, '']);
      ver(f);
    });
  const [primera] = (await bitacora({ recurso: 'Organizacion' }));
  assert.deepEqual([primera.operacion, primera.accion, primera.usuario, primera.consumidor, primera.id], ['gestor organizacion crear', 'Crear', quien, '', e.id]);
  assert.equal(await base.uno(`SELECT count(*) FROM bitacora WHERE organizacion_id = ${e.id} AND operacion = 'gestor organizacion crear'`), 1, 'nacer es un solo hecho');
  // A changed password leaves a row without its value, also when it is changed by psql.
  await base.sql(`UPDATE usuario SET contrasena = 'scrypt$secreto' WHERE usuario = 'beto'; UPDATE consumidor_api SET hash = sha256('nueva'), prefijo = 'gk_nueva0' WHERE nombre = 'Otro'`);
  const [usuario, consumidor] = (await filas(`operacion = 'psql' AND recurso IN ('Usuario', 'ConsumidorApi')`)).slice(-2);
  assert.deepEqual([usuario.cambios, usuario.operador, consumidor.cambios.map(c => c.campo)], [null, /user=(\S+)/.exec(base.admin)[1], ['prefijo']]);
  assert.equal(await base.uno(`SELECT count(*) FROM bitacora WHERE cambios::text ~* 'scrypt|contrasena|"hash"'`), 0);
  // A login leaves no row in the trail; the command that unlocks a user does.
  const antes = await base.uno('SELECT count(*) FROM bitacora');
  await srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: `admin${e.id}`, contrasena: 'mala', apiKey: e.llave.apiKey } });
  await srv.entrar({ usuario: `admin${e.id}`, contrasena: 'Secreta-123', ...e.llave });
  assert.equal(await base.uno('SELECT count(*) FROM bitacora'), antes);
});

test('el rol del servidor no la escribe, ni dice quién fue', async () => {
  const como = texto => sql(base.app, `BEGIN; SELECT set_config('gestor.organizacion', '${e.id}', true); ${texto}; COMMIT`);
  for (const texto of [
    `INSERT INTO bitacora (organizacion_id, registro_id, recurso, accion) VALUES (${e.id}, 1, 'X', 'Crear')`, `UPDATE bitacora SET usuario_id = 1`, 'DELETE FROM bitacora', 'TRUNCATE bitacora',
    'ALTER TABLE contacto DISABLE TRIGGER bitacora_modificar', 'SET session_replication_role = replica',
    `UPDATE poliza SET numero = 1`, `UPDATE aplicacion SET usuario_id = 1`, `UPDATE aplicacion SET registrada = now()`,
    `INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero, usuario_id) VALUES (${e.id}, 'Diario', '2026-01-01', 2026, 1, 1, 1)`,
    `INSERT INTO aplicacion (organizacion_id, fuente_id, destino_id, fecha, importe_fuente, importe_destino, fuente_folio, fuente_moneda, fuente_total, registrada) VALUES (${e.id}, 1, 1, now(), 1, 1, '', 'MXN', 1, now())`,
    `UPDATE poliza_folio SET siguiente = 2`, `INSERT INTO poliza_folio VALUES (${e.id}, 2020, 1, 'Diario', 2)`])
    await assert.rejects(como(texto), /permission denied|must be owner/, texto);
  await assert.rejects(como(`INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes) VALUES (${e.id}, 'Diario', '2026-01-01', 2026, 1)`), /row-level security policy "numerada"/);
  // gestor.bitacora silences the trail only for the role that creates organizations: the role of the server is not heeded.
  const antes = await base.uno('SELECT count(*) FROM bitacora');
  await como(`SELECT set_config('gestor.bitacora', 'no', true); UPDATE contacto SET limite_credito = 7 WHERE contacto_id = ${e.c}`);
  assert.equal(await base.uno('SELECT count(*) FROM bitacora'), antes + 1);
});

test('las pólizas se numeran por tipo y mes, sin huecos, aunque muchos escriban a la vez y algunos fracasen', async () => {
  const huecos = () => base.sql(`SELECT organizacion_id, ejercicio, mes, tipo, count(*), min(numero), max(numero), f.siguiente FROM poliza p FULL JOIN poliza_folio f USING (organizacion_id, ejercicio, mes, tipo)
    GROUP BY 1, 2, 3, 4, f.siguiente HAVING min(numero) <> 1 OR max(numero) <> count(*) OR f.siguiente IS DISTINCT FROM max(numero) + 1`);
  assert.deepEqual(await huecos(), []);
  const antes = await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`);
  const uno = async i => {
    if (i % 3 === 0) return nota({ pagos: [{ formaPagoId: e.efectivo, importe: 116 }] });  // a note and its deposit: two types of póliza
    if (i % 3 === 1) return deposito(10);
    // More pieces than in stock: refused.
    return srv.pedir('POST', '/api/FacturaVenta', { token: e.token, cuerpo: { clienteId: e.c, partidas: [{ ...linea(), cantidad: 1e8 }] } });
  };
  await Promise.all(Array.from({ length: 60 }, (_, i) => uno(i)));
  assert.deepEqual(await huecos(), []);
  assert.ok(await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`) > antes + 40);
});
