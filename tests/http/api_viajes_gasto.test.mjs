// OP-140: an expense of a travel agency. One document per invoice of a supplier, with the taxes that it tells; suppliers by RFC; the file of the
// booking.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { montar } from './lib/ayuda_api.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Empresa } from './lib/escena.mjs';

const GASTO = '/api/AgenciaViaje/RegistrarGasto';
let m, e, base, honorarios, exento;
before(async () => {
  m = await montar({ registros: 20 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Viajes del Golfo', rfc: 'EKU9003173C9' });
  [honorarios, exento] = await Promise.all(['GA-HONOR', 'GA-EXENTO'].map(c => e.concepto(c)));
});
after(() => m?.cerrar());

const papel = mas => ({ rfc: 'AAA010101AAA', nombre: 'Hotel del Mar', fecha: '15/03/2025', conceptoId: e.gasto, subtotal: 1000, iva: 160, total: 1160, ...mas });
const uno = (mas, cuerpo) => ({ proveedores: [papel(mas)], ...cuerpo });
const documento = async id => (await base.sql(`SELECT obj_id, estado, total, saldo, subtotal, iva, ieps, iva_retenido, isr_retenido, uuid, rfc, contacto_id, to_char(fecha, 'YYYY-MM-DD') AS fecha, fecha_vencimiento, moneda, referencia_externa
  FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${id}`))[0];
const impuestos = id => base.columna(`SELECT impuesto || ' ' || tipo || ' ' || tipo_factor || ' ' || coalesce(trim_scale(tasa_cuota)::text, '-') || ' de ' || trim_scale(base) || ' = ' || trim_scale(importe) || ' ' || tipo_retencion
  FROM partida_impuesto WHERE organizacion_id = ${e.id} AND transaccion_id = ${id} ORDER BY consecutivo`);
const cuantos = (objId = 14) => base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = ${objId}`);
const contacto = rfc => base.sql(`SELECT contacto_id, tipo_contacto, nombre FROM contacto WHERE organizacion_id = ${e.id} AND rfc = '${rfc}' ORDER BY 1`);

test('un gasto con reserva: el proveedor y el expediente que no había se crean', async () => {
  const d = await e.hecho(GASTO, uno({ serie: 'A', folio: '77' }, { booking: 'BK-77', notas: 'Congreso' }));
  assert.deepEqual(Object.keys(d), ['transaccionId', 'folio', 'total', 'saldo', 'gastos', 'egresos', 'transaccionIdServiceReferencia', 'advertencias']);
  assert.deepEqual([d.total, d.saldo, d.folio, d.egresos], [1160, 1160, 'GA1', []]);
  assert.deepEqual(d.gastos, [{ transaccionId: d.transaccionId, folio: 'GA1', proveedor: 'HOTEL DEL MAR', total: 1160, saldo: 1160 }]);
  const [proveedor] = await contacto('AAA010101AAA');
  assert.deepEqual([proveedor.tipo_contacto, proveedor.nombre], ['Proveedor', 'HOTEL DEL MAR']);
  const g = await documento(d.transaccionId);
  assert.deepEqual([g.obj_id, g.estado, g.subtotal, g.iva, g.fecha, g.fecha_vencimiento, g.contacto_id], [14, 'Pendiente', 1000, 160, '2025-03-15', '2025-03-15', proveedor.contacto_id]);
  assert.deepEqual(await e.poliza(d.transaccionId), ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1000.00', 'A ACREEDORES 1160.00']);
  assert.deepEqual(await base.sql(`SELECT serie_proveedor, folio_proveedor, fecha_proveedor FROM compra WHERE organizacion_id = ${e.id} AND transaccion_id = ${d.transaccionId}`),
    [{ serie_proveedor: 'A', folio_proveedor: '77', fecha_proveedor: '2025-03-15' }]);
  const x = await documento(d.transaccionIdServiceReferencia);
  assert.deepEqual([x.obj_id, x.estado, x.referencia_externa, x.fecha], [25, 'Abierto', 'BK-77', '2025-03-15']);
  assert.equal(await base.uno(`SELECT origen_id FROM relacion WHERE organizacion_id = ${e.id} AND destino_id = ${d.transaccionId}`), d.transaccionIdServiceReferencia);
});

test('la misma reserva, por su clave o por su expediente, es el mismo expediente; sin reserva, el gasto mismo', async () => {
  const primero = await e.hecho(GASTO, uno({}, { booking: 'BK-78' }));
  const segundo = await e.hecho(GASTO, uno({ fecha: '01/02/2025' }, { booking: 'BK-78' }));
  const tercero = await e.hecho(GASTO, uno({}, { expedienteId: primero.transaccionIdServiceReferencia }));
  for (const d of [segundo, tercero]) assert.equal(d.transaccionIdServiceReferencia, primero.transaccionIdServiceReferencia);
  const solo = await e.hecho(GASTO, uno());
  assert.equal(solo.transaccionIdServiceReferencia, solo.transaccionId);
  await e.falla(GASTO, uno({}, { booking: 'OTRO', expedienteId: primero.transaccionIdServiceReferencia }), 'VALIDACION booking RANGO');
  for (const expedienteId of [987654321, solo.transaccionId]) await e.falla(GASTO, uno({}, { expedienteId }), 'VALIDACION expedienteId NO_EXISTE');
  await base.sql(`UPDATE transaccion SET estado = 'Cerrado' WHERE organizacion_id = ${e.id} AND transaccion_id = ${primero.transaccionIdServiceReferencia}`);
  await e.falla(GASTO, uno({}, { booking: 'BK-78' }), 'ESTADO_INVALIDO');
});

test('dos que empiezan la misma reserva con el mismo proveedor nuevo hacen uno de cada uno', async () => {
  const varios = await Promise.all(Array.from({ length: 6 }, () => e.hecho(GASTO, uno({ rfc: 'BBB010101BB1' }, { booking: 'BK-79' }))));
  assert.equal(new Set(varios.map(d => d.transaccionIdServiceReferencia)).size, 1);
  assert.equal((await contacto('BBB010101BB1')).length, 1);
});

test('los proveedores: por identificador, por RFC, un cliente que también lo es, extranjeros por su nombre', async () => {
  const cliente = await e.cliente('VIAJERO');
  const [{ rfc }] = await base.sql(`SELECT rfc FROM contacto WHERE contacto_id = ${cliente}`);
  const d = await e.hecho(GASTO, uno({ rfc, nombre: 'Otro nombre' }));
  assert.equal((await documento(d.transaccionId)).contacto_id, cliente);
  assert.deepEqual((await contacto(rfc)).map(c => c.tipo_contacto), ['Ambos']);
  const otro = await e.hecho(GASTO, uno({ rfc: undefined, nombre: undefined, proveedorId: cliente }));
  assert.equal((await documento(otro.transaccionId)).contacto_id, cliente);
  for (const nombre of ['Iberia', 'Lufthansa', 'iberia']) await e.hecho(GASTO, uno({ rfc: 'XEXX010101000', nombre }));
  assert.deepEqual((await contacto('XEXX010101000')).map(c => c.nombre), ['IBERIA', 'LUFTHANSA']);
  await base.sql(`UPDATE contacto SET activo = false WHERE contacto_id = ${cliente}`);
  await e.falla(GASTO, uno({ rfc }), 'VALIDACION proveedores[0].rfc NO_EXISTE');
  await e.falla(GASTO, uno({ rfc: undefined, proveedorId: cliente }), 'VALIDACION proveedores[0].proveedorId NO_EXISTE');
});

test('los impuestos son los del papel', async t => {
  // [case, invoice of the supplier, header (subtotal iva ieps ivaRet isrRet total), taxes, ledger]
  const casos = [
    ['honorarios', { rfc: 'COSC8001137NA', nombre: 'Claudia', conceptoId: honorarios, subtotal: 1000, iva: 160, ivaRetenido: 106.67, isrRetenido: 100, total: 953.33 }, [1000, 160, 0, 106.67, 100, 953.33],
      ['002 Traslado Tasa 0.16 de 1000 = 160 ', '002 Retencion Tasa 0.106667 de 1000 = 106.67 Honorarios', '001 Retencion Tasa 0.1 de 1000 = 100 Honorarios'],
      ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1000.00', 'A ACREEDORES 953.33', 'A ISR_RET_PENDIENTE 100.00', 'A IVA_RET_PENDIENTE 106.67']],
    ['de frontera', { iva: 80, total: 1080 }, [1000, 80, 0, 0, 0, 1080], ['002 Traslado Tasa 0.08 de 1000 = 80 '], ['D IVA_POR_ACREDITAR 80.00', 'D GASTO 1000.00', 'A ACREEDORES 1080.00']],
    ['con IEPS', { ieps: 80, iva: 172.8, total: 1252.8 }, [1000, 172.8, 80, 0, 0, 1252.8], ['002 Traslado Tasa 0.16 de 1080 = 172.8 ', '003 Traslado Tasa 0.08 de 1000 = 80 '],
      ['D IVA_POR_ACREDITAR 172.80', 'D GASTO 1080.00', 'A ACREEDORES 1252.80']],
    ['con IEPS que se acredita', { ieps: 80, iva: 172.8, total: 1252.8 }, [1000, 172.8, 80, 0, 0, 1252.8], ['002 Traslado Tasa 0.16 de 1080 = 172.8 ', '003 Traslado Tasa 0.08 de 1000 = 80 '],
      ['D IEPS_POR_ACREDITAR 80.00', 'D IVA_POR_ACREDITAR 172.80', 'D GASTO 1000.00', 'A ACREEDORES 1252.80']],
    ['sin IVA, de un concepto que lo lleva', { iva: 0, total: 1000 }, [1000, 0, 0, 0, 0, 1000], ['002 Traslado Tasa 0 de 1000 = 0 '], ['D GASTO 1000.00', 'A ACREEDORES 1000.00']],
    ['exento', { conceptoId: exento, iva: 0, total: 1000 }, [1000, 0, 0, 0, 0, 1000], ['002 Traslado Exento - de 1000 = 0 '], ['D GASTO 1000.00', 'A ACREEDORES 1000.00']],
    ['el centavo que sobra es de la base', { subtotal: 862.06, iva: 137.93, total: 1000 }, [862.07, 137.93, 0, 0, 0, 1000], ['002 Traslado Tasa 0.16 de 862.07 = 137.93 '],
      ['D IVA_POR_ACREDITAR 137.93', 'D GASTO 862.07', 'A ACREEDORES 1000.00']],
    ['por cuenta de un tercero', { esTercero: true }, [1160, 0, 0, 0, 0, 1160], [], ['D TERCEROS 1160.00', 'A ACREEDORES 1160.00']],
    ['en dólares', { moneda: 'USD', tipoCambio: 17.5 }, [1000, 160, 0, 0, 0, 1160], ['002 Traslado Tasa 0.16 de 1000 = 160 '], ['D IVA_POR_ACREDITAR 2800.00', 'D GASTO 17500.00', 'A ACREEDORES 20300.00']],
  ];
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  for (const [que, mas, cabecera, filas, poliza] of casos)
    await t.test(que, async () => {
      await base.gestor(['parametro', 'poner', 'acreditaIeps', String(que.endsWith('se acredita')), '--organizacion', String(e.id)]);
      const { transaccionId } = await e.hecho(GASTO, uno(mas));
      const g = await documento(transaccionId);
      assert.deepEqual([g.subtotal, g.iva, g.ieps, g.iva_retenido, g.isr_retenido, g.total], cabecera);
      assert.deepEqual([g.saldo, g.estado], [g.total, 'Pendiente']);
      assert.deepEqual(await impuestos(transaccionId), filas);
      assert.deepEqual((await e.poliza(transaccionId)).sort(), poliza.sort());
    });
});

test('varios proveedores en una llamada: un gasto de cada uno, o ninguno', async () => {
  const antes = await cuantos();
  const proveedores = [papel(), papel({ rfc: 'CCC010101CC1', nombre: 'Aerolínea', subtotal: 500, iva: 80, total: 580 })];
  const d = await e.hecho(GASTO, { proveedores, booking: 'BK-80', referenciaExterna: 'LOTE-1' });
  assert.deepEqual(d.gastos.map(g => [g.proveedor, g.total]), [['HOTEL DEL MAR', 1160], ['AEROLÍNEA', 580]]);
  assert.equal(d.transaccionId, d.gastos[0].transaccionId);
  assert.equal(await cuantos(), antes + 2);
  const repetida = await e.falla(GASTO, { proveedores, booking: 'BK-81', referenciaExterna: 'LOTE-1' }, 'REFERENCIA_DUPLICADA');
  assert.equal(repetida.json.transaccionId, d.transaccionId);
  await e.falla(GASTO, { proveedores: [papel({ rfc: 'DDD010101DD1' }), papel({ conceptoId: 987654321 })], booking: 'BK-81' }, 'VALIDACION proveedores[1].conceptoId NO_EXISTE');
  assert.equal(await cuantos(), antes + 2);
  assert.deepEqual(await contacto('DDD010101DD1'), []);
  assert.equal(await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id} AND referencia_externa = 'BK-81'`), 0);
});

test('los pagos son egresos que se aplican a su gasto, en la misma transacción', async t => {
  const pago = mas => ({ fechaPago: '16/03/2025', cuentaId: e.caja, formaPagoId: e.efectivo, importe: 1160, ...mas });
  const saldo = async id => (await documento(id)).saldo;
  await t.test('el ejemplo del contrato', async () => {
    const d = await e.hecho(GASTO, uno({ rfc: 'EKU9003173C9', nombre: 'ESCUELA KEMPER URGATE' }, { booking: 'BK-85', pagos: [pago({ referencia: 'TRF-1' })] }));
    assert.deepEqual([d.total, d.saldo, d.gastos[0].saldo], [1160, 0, 0]);
    assert.equal((await documento(d.transaccionId)).estado, 'Pagado');
    assert.deepEqual(d.egresos.map(x => x.importe), [1160]);
    const [{ transaccionId }] = d.egresos;
    const egreso = await documento(transaccionId);
    assert.deepEqual([egreso.obj_id, egreso.estado, egreso.moneda, egreso.fecha, egreso.contacto_id], [10, 'Asignado', 'MXN', '2025-03-16', (await documento(d.transaccionId)).contacto_id]);
    assert.deepEqual(await e.poliza(transaccionId), ['D IVA_ACREDITABLE 160.00', 'D ACREEDORES 1160.00', 'A CAJA 1160.00', 'A IVA_POR_ACREDITAR 160.00']);
    assert.equal(await base.uno(`SELECT referencia FROM movimiento_banco WHERE organizacion_id = ${e.id} AND transaccion_id = ${transaccionId}`), 'TRF-1');
  });
  await t.test('en partes, y de varios proveedores por su índice', async () => {
    const d = await e.hecho(GASTO, { proveedores: [papel(), papel({ rfc: 'CCC010101CC1', nombre: 'Aerolínea', subtotal: 500, iva: 80, total: 580 })],
      pagos: [pago({ importe: 500, moneda: '' }), pago({ importe: 580, indiceProveedor: 1, moneda: 'MXN' }), pago({ importe: 60, fechaPago: '17/03/2025' })] });
    assert.deepEqual(d.gastos.map(g => g.saldo), [600, 0]);
    assert.deepEqual([d.saldo, (await documento(d.transaccionId)).estado], [600, 'Parcial']);
    assert.deepEqual(d.egresos.map(x => x.importe), [500, 580, 60]);
  });
  await t.test('en otra moneda que el gasto', async () => {
    const d = await e.hecho(GASTO, uno({ moneda: 'USD', tipoCambio: 17.5 }, { pagos: [pago({ importe: 10440, tipoCambio: 18 })] }));
    assert.deepEqual([d.saldo, d.egresos[0].importe], [580, 10440]);
    await e.falla(GASTO, uno({ moneda: 'USD', tipoCambio: 17.5 }, { pagos: [pago({ importe: 10440 })] }), 'VALIDACION pagos[0].tipoCambio REQUERIDO');
    // Dollars that pay pesos, and euros: each currency at its own rate.
    await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'EUR' ON CONFLICT DO NOTHING`);
    await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nUSD,Dólares,Banco,012,USD,MATRIZ,102.01\n' });
    const dolares = mas => pago({ cuentaId: cuentaUsd, moneda: 'USD', tipoCambio: 18, ...mas });
    const cuentaUsd = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'USD'");
    assert.equal((await e.hecho(GASTO, uno({}, { pagos: [dolares({ importe: 10 })] }))).saldo, 980);
    assert.equal((await e.hecho(GASTO, uno({ moneda: 'EUR', tipoCambio: 20 }, { pagos: [dolares({ importe: 100 })] }))).saldo, 1070, '100 × 18 / 20 = 90 euros');
  });
  const casos = [
    ['más que el saldo', [pago({ importe: 1160.01 })], 'SALDO_INSUFICIENTE pagos[0].importe SALDO_INSUFICIENTE'],
    ['entre dos, más que el saldo', [pago({ importe: 1160 }), pago({ importe: 0.01 })], 'SALDO_INSUFICIENTE pagos[1].importe SALDO_INSUFICIENTE'],
    ['antes que el gasto', [pago({ fechaPago: '14/03/2025' })], 'VALIDACION pagos[0].fechaPago RANGO'],
    ['una cuenta que no hay', [pago({ cuentaId: 987654321 })], 'VALIDACION pagos[0].cuentaId NO_EXISTE'],
    ['una forma que no hay', [pago({ formaPagoId: 987654321 })], 'VALIDACION pagos[0].formaPagoId NO_EXISTE'],
    ['un tipo de cambio del peso', [pago({ tipoCambio: 18 })], 'VALIDACION pagos[0].tipoCambio RANGO'],
  ];
  const antes = [await cuantos(), await cuantos(10), await cuantos(25)];
  for (const [que, pagos, esperado] of casos) await t.test(que, () => e.falla(GASTO, uno({}, { booking: 'BK-86', pagos }), esperado));
  assert.deepEqual([await cuantos(), await cuantos(10), await cuantos(25)], antes, 'nada de lo rechazado se guardó');
  await t.test('quien no puede pagar no paga', async () => {
    const quien = await base.usuario({ usuario: 'compra', organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: 'compras.escribir' });
    const token = await e.srv.entrar({ ...quien, ...e.llave });
    assert.equal((await e.pedir(GASTO, uno({}, { pagos: [pago()] }), { token })).json.codigo, 'PERMISO_DENEGADO');
    assert.equal((await e.pedir(GASTO, uno(), { token })).estado, 200);
  });
  assert.equal(await saldo((await e.hecho(GASTO, uno({}, { pagos: [pago({ importe: 0.01 })] }))).transaccionId), 1159.99);
});

test('lo que está mal se dice por su nombre, y nada se guarda', async t => {
  const uuid = '5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0F';
  const { transaccionId } = await e.hecho(GASTO, uno({ uuid: uuid.toLowerCase() }));
  assert.equal((await documento(transaccionId)).uuid, uuid);
  const hoy = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('es-MX', { day: '2-digit', month: '2-digit', year: 'numeric' });
  const casos = [
    ['fecha con otro formato', uno({ fecha: '2025-03-15' }), 'VALIDACION proveedores[0].fecha FECHA_INVALIDA'],
    ['fecha con hora', uno({ fecha: '15/03/2025T10:00:00' }), 'VALIDACION proveedores[0].fecha FECHA_INVALIDA'],
    ['fecha que no existe', uno({ fecha: '31/02/2025' }), 'VALIDACION proveedores[0].fecha FECHA_INVALIDA'],
    ['fecha de pago con otro formato', uno({}, { pagos: [{ fechaPago: '2025-03-16', cuentaId: e.caja, formaPagoId: e.efectivo, importe: 10 }] }), 'VALIDACION pagos[0].fechaPago FECHA_INVALIDA'],
    ['fecha de pago que no existe', uno({}, { pagos: [{ fechaPago: '31/02/2025', cuentaId: e.caja, formaPagoId: e.efectivo, importe: 10 }] }), 'VALIDACION pagos[0].fechaPago FECHA_INVALIDA'],
    ['fecha por venir', uno({ fecha: hoy }), 'VALIDACION proveedores[0].fecha RANGO'],
    ['sin proveedores', { proveedores: [] }, 'VALIDACION proveedores REQUERIDO'],
    ['sin quién', uno({ rfc: undefined, nombre: undefined }), 'VALIDACION proveedores[0].proveedorId REQUERIDO'],
    ['sin nombre', uno({ nombre: undefined }), 'VALIDACION proveedores[0].nombre REQUERIDO'],
    ['dos veces quién', uno({ proveedorId: 1 }), 'VALIDACION proveedores[0].rfc RANGO'],
    ['el público', uno({ rfc: 'XAXX010101000' }), 'VALIDACION proveedores[0].rfc RANGO'],
    ['un RFC que no lo es', uno({ rfc: 'NADA' }), 'VALIDACION proveedores[0].rfc RFC_INVALIDO'],
    ['total que no es la suma', uno({ total: 1160.02 }), 'VALIDACION proveedores[0].total RANGO'],
    ['IVA que no es el de su base', uno({ iva: 5, total: 1005 }), 'VALIDACION proveedores[0].iva RANGO'],
    ['IVA de más', uno({ iva: 160.02, total: 1160.02 }), 'VALIDACION proveedores[0].iva RANGO'],
    ['IVA entre una tasa y otra', uno({ iva: 120, total: 1120 }), 'VALIDACION proveedores[0].iva RANGO'],
    ['IVA de un concepto que no lo causa', uno({ conceptoId: exento }), 'VALIDACION proveedores[0].iva RANGO'],
    ['más IVA retenido que IVA', uno({ conceptoId: honorarios, ivaRetenido: 160.01, total: 999.99 }), 'VALIDACION proveedores[0].ivaRetenido RANGO'],
    ['IVA de dos, cada uno con su nombre', { proveedores: [papel({ iva: 150, total: 1150 }), papel({ rfc: 'CCC010101CC1', iva: 1, total: 1001 })] }, 'VALIDACION proveedores[0].iva RANGO, proveedores[1].iva RANGO'],
    ['impuestos de nada', uno({ subtotal: 0, iva: 160, total: 160 }), 'VALIDACION proveedores[0].subtotal MAYOR_QUE_CERO'],
    ['el mismo folio fiscal dos veces', { proveedores: [papel({ uuid: `1${uuid.slice(1)}` }), papel({ uuid: `1${uuid.slice(1)}` })] }, 'VALIDACION proveedores[1].uuid DUPLICADO'],
    ['un folio fiscal ya registrado', uno({ uuid }), 'UUID_DUPLICADO proveedores[0].uuid UUID_DUPLICADO'],
    ['un concepto que no es de gastos', uno({ conceptoId: e.venta }), 'CONCEPTO_INVALIDO proveedores[0].conceptoId RANGO'],
    ['moneda que no se usa', uno({ moneda: 'JPY' }), 'VALIDACION proveedores[0].moneda NO_EXISTE'],
    ['tipo de cambio del peso', uno({ tipoCambio: 17 }), 'VALIDACION proveedores[0].tipoCambio RANGO'],
    ['lo del encabezado, una vez', { proveedores: [papel(), papel()], sucursalId: 987654321, proyectoId: 987654321 }, 'VALIDACION sucursalId NO_EXISTE, proyectoId NO_EXISTE'],
    ['pago de un proveedor que no hay', uno({}, { pagos: [{ fechaPago: '16/03/2025', cuentaId: e.caja, formaPagoId: e.efectivo, importe: 10, indiceProveedor: 1 }] }), 'VALIDACION pagos[0].indiceProveedor RANGO'],
  ];
  const antes = [await cuantos(), await cuantos(25)];
  for (const [que, cuerpo, esperado] of casos) await t.test(que, () => e.falla(GASTO, cuerpo, esperado));
  assert.deepEqual([await cuantos(), await cuantos(25)], antes);
  await e.cerrar('2025-01');
  await e.falla(GASTO, uno({ fecha: '15/01/2025' }), 'PERIODO_CERRADO');
});

test('la misma llave es un solo gasto, y los libros cuadran', async () => {
  await e.unaVez(GASTO, uno({}, { booking: 'BK-90' }), 14);
  await e.cuadra();
  assert.deepEqual(await auditar(base), []);
});
