// The VAT of a month: collected less creditable, to be paid or in favour, by an entry of its last day; once, and again after its reversal.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { dia, esError, montar, raizRepo, tabla } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const C = '/api/Contabilidad', IVA = `${C}/DeterminacionIva`;
let m, e, srv, base, r;
before(async () => {
  m = await montar({ registros: 60 });
  ({ srv, base } = m);
  e = await Empresa.crear(m, { nombre: 'Determina', rfc: 'EKU9003173C9' });
  r = new Reportes({ base, srv, id: e.id, token: e.token });
  e.c = await e.cliente('C');
  e.pago = await e.concepto('EG-IVAMES');
  await base.gestor(['importar', 'sucursales', '-', '--organizacion', String(e.id)], { entrada: 'clave,nombre,codigoPostal,zonaHoraria,tasaFrontera,sufijoSerie\nNORTE,Norte,64000,America/Monterrey,no,N\n' });
  e.norte = await e.uno('sucursal', 'sucursal_id', "clave = 'NORTE'");
});
after(() => m?.cerrar());

const anticipar = (fecha, importe, mas = {}) => e.hecho('/api/Bancos/AnticipoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, clienteId: e.c, importe, fecha: `${fecha}T12:00:00`, ...mas });
const gastar = (fecha, importe, conceptoId = e.gasto, mas = {}) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, fecha: `${fecha}T12:00:00`, partidas: [{ conceptoId, importeAbono: importe }], ...mas });
const determinar = (anio, mes, mas = {}) => e.hecho(IVA, { anio, mes, ...mas });
const deshacer = (anio, mes, motivo = 'Faltó un pago') => srv.pedir('DELETE', `${IVA}?${new URLSearchParams({ anio, mes, motivo })}`, { token: e.token });
const poliza = id => base.columna(`SELECT (CASE WHEN v.debe > 0 THEN 'D ' ELSE 'A ' END) || c.clave || ' ' || v.debe + v.haber || coalesce(' ' || s.clave, '')
  FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) LEFT JOIN sucursal s ON s.organizacion_id = v.organizacion_id AND s.sucursal_id = v.sucursal_id
  WHERE v.organizacion_id = ${e.id} AND v.poliza_id = ${id} ORDER BY v.numero`);
const saldo = clave => base.uno(`SELECT coalesce(sum(haber - debe), 0)::text FROM poliza_movimiento JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id = ${e.id} AND c.clave = '${clave}'`);

test('a cargo: se determina, se paga, y nada queda en las cuentas del mes', async () => {
  await anticipar('2025-03-10', 1160);
  await gastar('2025-03-11', 348);
  await anticipar('2025-04-01', 116);  // April: not part of March
  const d = await determinar(2025, 3);
  assert.deepEqual({ ...d, polizaId: 0 }, { anio: 2025, mes: 3, ivaCobrado: 160, ivaAcreditable: 48, ivaRetenidoAFavor: 0, aFavorAnterior: 0, aCargo: 112, aFavor: 0, acreditado: 0, porPagar: 112, remanente: 0, acreditamientos: [], polizaId: 0 });
  assert.deepEqual(await poliza(d.polizaId), ['A IVA_ACREDITABLE 48.00 MATRIZ', 'D IVA_COBRADO 160.00 MATRIZ', 'A IVA_POR_PAGAR 112.00 MATRIZ']);
  assert.deepEqual(await base.sql(`SELECT tipo, fecha, mes, origen, concepto FROM poliza WHERE organizacion_id = ${e.id} AND poliza_id = ${d.polizaId}`),
    [{ tipo: 'Diario', fecha: '2025-03-31', mes: 3, origen: 'DeterminacionIva', concepto: 'Determinación del IVA de 2025-03' }]);
  assert.deepEqual([await saldo('IVA_COBRADO'), await saldo('IVA_ACREDITABLE'), await saldo('IVA_POR_PAGAR')], ['16.00', '0.00', '112.00']);
  await gastar('2025-04-17', 112, e.pago);
  assert.equal(await saldo('IVA_POR_PAGAR'), '0.00');
  assert.equal(await saldo('IVA_ACREDITABLE'), '0.00', 'lo que paga el impuesto no lleva impuesto');
  // The reports of collected VAT and the audit do not count the determination as VAT.
  await r.sonElLibro('2025-01-01', '2027-12-31');
  assert.deepEqual(await auditar(base), []);
});

test('a favor, de cada sucursal lo suyo; lo de meses anteriores se ve', async () => {
  await gastar('2025-05-02', 2320);
  await anticipar('2025-05-03', 580, { sucursalId: e.norte });
  const d = await determinar(2025, 5);
  assert.deepEqual([d.ivaCobrado, d.ivaAcreditable, d.aCargo, d.aFavor, d.aFavorAnterior], [80, 320, 0, 240, 0]);
  assert.deepEqual(await poliza(d.polizaId), ['A IVA_ACREDITABLE 320.00 MATRIZ', 'D IVA_A_FAVOR 320.00 MATRIZ', 'D IVA_COBRADO 80.00 NORTE', 'A IVA_A_FAVOR 80.00 NORTE']);
  await gastar('2026-01-05', 116);
  assert.equal((await determinar(2026, 1)).aFavor, 16, 'del año siguiente, que ya se determinó');
  await anticipar('2025-06-03', 1160);
  const junio = await determinar(2025, 6);
  assert.deepEqual([junio.aCargo, junio.aFavorAnterior, junio.acreditado, junio.porPagar, junio.remanente, junio.acreditamientos], [160, 240, 160, 0, 80, [{ anio: 2025, mes: 5, importe: 160 }]]);
  assert.deepEqual([await saldo('IVA_A_FAVOR'), await saldo('IVA_POR_PAGAR')], ['-96.00', '0.00']);
  assert.deepEqual(await auditar(base), []);
});

test('lo que se pagó en la aduana se acredita con lo demás', async () => {
  const [extranjero, agente] = [await e.cliente('TAIWAN', { tipoContacto: 'Proveedor', rfc: 'XEXX010101000', regimenFiscal: '616' }), await e.cliente('AGENTE', { tipoContacto: 'Proveedor' })];
  const compra = await e.hecho('/api/FacturaCompra', { proveedorId: extranjero, fecha: '2025-02-02', partidas: [{ productoId: await e.producto('IMP', { tasaIva: 0 }), cantidad: 1, precioUnitario: 5000 }] });
  const aduana = await e.hecho('/api/GastosSobreCompra', { transaccionIdCompra: compra.transaccionId, proveedorId: agente, fecha: '2025-02-02', ivaImportacion: { base: 5000, importe: 800, pedimento: '26 47 3009 6001234' } });
  await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, fecha: '2025-02-10T12:00:00', partidas: [{ transaccionIdCompra: aduana.transaccionId, importeAbono: 300 }] });
  await anticipar('2025-02-11', 1160);
  await gastar('2025-02-12', 58);
  const d = await determinar(2025, 2);
  assert.deepEqual([d.ivaCobrado, d.ivaAcreditable, d.aCargo, d.aFavor], [160, 308, 0, 148]);
  assert.deepEqual(await poliza(d.polizaId), ['A IVA_ACREDITABLE 8.00 MATRIZ', 'A IVA_IMPORTACION_ACREDITABLE 300.00 MATRIZ', 'D IVA_COBRADO 160.00 MATRIZ', 'D IVA_A_FAVOR 148.00 MATRIZ']);
  assert.equal(await saldo('IVA_IMPORTACION_ACREDITABLE'), '0.00');
  assert.deepEqual(await auditar(base), []);
});

test('una vez por mes; revertida, se vuelve a hacer con lo que haya', async () => {
  await e.falla(IVA, { anio: 2025, mes: 3 }, 'ESTADO_INVALIDO');
  await gastar('2025-03-20', 116);
  const x = await deshacer(2025, 3);
  assert.equal(x.estado, 200, x.texto);
  assert.deepEqual([x.json.data.ivaCobrado, x.json.data.ivaAcreditable, x.json.data.aCargo], [160, 64, 96], 'lo que el mes tiene ahora');
  assert.deepEqual(await base.sql(`SELECT fecha, origen, concepto, motivo, reversa_de IS NOT NULL AS reversa FROM poliza WHERE organizacion_id = ${e.id} AND poliza_id = ${x.json.data.polizaId}`),
    [{ fecha: '2025-03-31', origen: 'DeterminacionIva', concepto: 'Reversa de la determinación del IVA de 2025-03', motivo: 'Faltó un pago', reversa: true }]);
  esError(await deshacer(2025, 3), 400, 'NO_ENCONTRADO');
  const otra = await determinar(2025, 3);
  assert.deepEqual([otra.ivaCobrado, otra.ivaAcreditable, otra.aCargo], [160, 64, 96]);
  const varios = await Promise.all(Array.from({ length: 4 }, () => e.pedir(IVA, { anio: 2025, mes: 4 })));
  assert.deepEqual(varios.map(v => v.json.codigo ?? v.json.data.aCargo).sort(), [16, ...Array(3).fill('ESTADO_INVALIDO')].sort());
  assert.deepEqual(await auditar(base), []);
});

test('un mes sin IVA no deja póliza; uno que no termina, o cerrado, no se determina', async t => {
  assert.deepEqual(await determinar(2024, 1), { anio: 2024, mes: 1, ivaCobrado: 0, ivaAcreditable: 0, ivaRetenidoAFavor: 0, aFavorAnterior: 0, aCargo: 0, aFavor: 0, acreditado: 0, porPagar: 0, remanente: 0, acreditamientos: [], polizaId: 0 });
  const reabrir = await e.cerrar('2025-07');
  esError(await e.pedir(IVA, { anio: 2025, mes: 7 }), 400, 'PERIODO_CERRADO');
  esError(await deshacer(2025, 3), 400, 'PERIODO_CERRADO');
  await reabrir();
  const [anio, mes] = dia().split('-').map(Number);
  await tabla(t, srv, e.token, [
    ['el mes que corre', 'POST', IVA, { anio, mes }, 'RANGO mes RANGO'],
    ['el año que viene', 'POST', IVA, { anio: anio + 1, mes: 1 }, 'RANGO mes RANGO'],
    ['sin nada', 'POST', IVA, {}, 'VALIDACION anio REQUERIDO, mes REQUERIDO'],
    ['el mes 13', 'POST', IVA, { anio: 2025, mes: 13 }, 'VALIDACION mes RANGO'],
    ['acreditar menos que nada', 'POST', IVA, { anio: 2024, mes: 3, acreditarAFavor: -0.01 }, 'VALIDACION acreditarAFavor RANGO'],
    ['acreditar lo que no hay', 'POST', IVA, { anio: 2025, mes: 8, acreditarAFavor: 999999.99 }, 'RANGO acreditarAFavor RANGO'],
    ['pedir en devolución sin mes', 'POST', `${IVA}/Devolucion`, { anio: 2024 }, 'VALIDACION mes REQUERIDO'],
    ['revertir sin motivo', 'DELETE', `${IVA}?anio=2025&mes=3`, undefined, 'VALIDACION motivo REQUERIDO'],
    ['revertir lo que no hay', 'DELETE', `${IVA}?anio=2024&mes=1&motivo=x`, undefined, 'NO_ENCONTRADO'],
  ]);
  const escribe = await srv.entrar({ ...(await base.usuario({ usuario: 'escribe', organizacion: e.id, rol: 'operador' })), ...e.llave });
  esError(await srv.pedir('DELETE', `${IVA}?anio=2025&mes=3&motivo=x`, { token: escribe }), 403, 'PERMISO_DENEGADO');
  assert.equal((await e.pedir(IVA, { anio: 2024, mes: 2 }, { token: escribe })).estado, 200);
});

test('lo que quedó a favor se devuelve en el banco, y no se toca a mano; un mes cuyo IVA cambió después de determinarlo no se cierra', async () => {
  await gastar('2023-01-05', 116);
  assert.equal((await determinar(2023, 1)).aFavor, 16);
  await anticipar('2023-02-05', 232);
  assert.deepEqual([await determinar(2023, 2, { acreditarAFavor: 0 })].map(x => [x.aCargo, x.acreditado, x.porPagar, x.remanente]), [[32, 0, 32, 16]]);
  await e.falla('/api/Contabilidad/Poliza', { tipo: 'Diario', fecha: '2023-02-28', concepto: 'Compensación', partidas: [{ cuenta: '213.01', debe: 16 }, { cuenta: '113.01.10', haber: 16 }] },
    'VALIDACION partidas[0].cuenta CUENTA_DEL_SISTEMA, partidas[1].cuenta CUENTA_DEL_SISTEMA');
  await e.hecho('/api/Bancos/DepositoAgregar', { tipo: 'Concepto', cuentaId: e.caja, formaPagoId: e.transferencia, fecha: '2023-02-28', importe: 16, partidas: [{ conceptoId: await e.concepto('DP-DEVIVA'), importe: 16 }] });
  await anticipar('2023-02-20', 116);
  assert.equal((await e.pedir(`${C}/Periodos/2023/1/Cerrar`, {})).estado, 200);
  const cerrar = () => e.pedir(`${C}/Periodos/2023/2/Cerrar`, {});
  const r = await cerrar();
  esError(r, 400, 'ESTADO_INVALIDO');
  assert.match(r.texto, /el IVA de 2023-02 cambió después de su determinación/);
  assert.equal((await deshacer(2023, 2)).estado, 200);
  assert.deepEqual([await determinar(2023, 2)].map(x => [x.aCargo, x.aFavorAnterior, x.acreditado]), [[48, 0, 0]], 'lo que se devolvió no se acredita otra vez');
  assert.equal((await cerrar()).estado, 200);
  assert.deepEqual(await auditar(base), []);
});

test('lo que los clientes retuvieron se resta con el cobro; un depósito por concepto también', async () => {
  const f = await Empresa.crear(m, { nombre: 'Profesional', rfc: 'CUSC850516316', regimen: '612' });
  const cliente = await f.cliente('C'), h = await f.producto('H', { tipo: 'Servicio', unidadMedidaId: f.servicio, claveProductoServicio: '84111506', tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 });
  const { transaccionId } = await f.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: '2025-07-30T12:00:00', partidas: [{ productoId: h, cantidad: 1, precioUnitario: 1000 }] });
  const cobrar = (fecha, importe) => f.hecho('/api/Bancos/DepositoAgregar', { contactoId: cliente, cuentaId: f.caja, formaPagoId: f.efectivo, fecha: `${fecha}T12:00:00`, importe, aplicaciones: [{ transaccionId, importe }] });
  const iva = async mes => {
    const x = await f.hecho(IVA, { anio: 2025, mes });
    return [x.ivaCobrado, x.ivaRetenidoAFavor, x.aCargo];
  };
  assert.deepEqual(await iva(7), [0, 0, 0], 'facturado, nadie ha retenido nada');
  await cobrar('2025-08-15', 476.67);
  await cobrar('2025-09-15', 476.66);
  assert.deepEqual([await iva(8), await iva(9)], [[80, 53.34, 26.66], [80, 53.33, 26.67]]);
  const concepto = Number(await base.sql(`INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, tasa_iva, tasa_iva_retenido, tasa_isr_retenido, objetos)
    SELECT ${f.id}, 'DP-HONOR', 'Honorarios cobrados', 'Deposito', cuenta_contable_id, 0.16, 0.106667, 0.10, '{8}' FROM cuenta_contable WHERE organizacion_id = ${f.id} AND clave = 'OTROS_INGRESOS' RETURNING concepto_id`));
  await f.hecho('/api/Bancos/DepositoAgregar', { cuentaId: f.caja, formaPagoId: f.efectivo, tipo: 'Concepto', fecha: '2025-10-15T12:00:00', importe: 953.33, partidas: [{ conceptoId: concepto, importe: 953.33 }] });
  assert.deepEqual(await iva(10), [160, 106.67, 53.33]);
  assert.deepEqual(await base.sql(`SELECT c.clave, sum(v.debe - v.haber)::text AS x FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.organizacion_id = ${f.id} AND c.clave LIKE '%A_FAVOR%' GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`),
    [{ clave: 'ISR_RET_A_FAVOR', x: '200.00' }]);
  await new Reportes({ base, srv, id: f.id, token: f.token }).iva('2025-01-01', '2025-12-31');
  assert.deepEqual(await auditar(base), []);
});

test('las pólizas del IEPS tienen su propio origen, también las que las revierten', async () => {
  const f = await Empresa.crear(m, { nombre: 'Botanas', rfc: 'FNO980415K31' });
  const botana = await f.producto('BOTANA', { tipo: 'Servicio', unidadMedidaId: f.servicio, tasaIeps: 0.08 });
  await f.hecho('/api/NotaVenta', { fecha: '2025-05-10T10:00:00', partidas: [{ productoId: botana, cantidad: 1, precioUnitario: 100 }], pagos: [{ formaPagoId: f.efectivo, importe: 125.28 }] });
  const ieps = await f.hecho(`${C}/DeterminacionIeps`, { anio: 2025, mes: 5 }), iva = await f.hecho(IVA, { anio: 2025, mes: 5 });
  assert.deepEqual([ieps.iepsCobrado, iva.ivaCobrado], [8, 17.28]);
  const reversa = await srv.pedir('DELETE', `${C}/DeterminacionIeps?anio=2025&mes=5&motivo=x`, { token: f.token });
  const de = async origen => (await srv.get(`${C}/Polizas?fechaInicial=2025-05-01&fechaFinal=2025-05-31&origen=${origen}`, { token: f.token })).json.data.map(p => p.polizaId).sort((a, b) => a - b);
  const suyas = async () => [await de('DeterminacionIeps'), await de('DeterminacionIva')], debidas = [[ieps.polizaId, reversa.json.data.polizaId], [iva.polizaId]];
  assert.deepEqual(await suyas(), debidas);
  // Books of before schema/0085, where all these pólizas had the origin DeterminacionIva, and the same books after that migration.
  const otras = () => base.sql(`SELECT organizacion_id, poliza_id, origen FROM poliza WHERE (organizacion_id, poliza_id) NOT IN ((${f.id}, ${ieps.polizaId}), (${f.id}, ${reversa.json.data.polizaId})) ORDER BY 1, 2`);
  const antes = await otras();
  assert.ok(antes.some(p => p.organizacion_id === f.id && p.origen === 'Documento'), 'la nota de venta mueve IEPS, y es de un documento');
  await base.sql(`ALTER TABLE poliza DROP CONSTRAINT ck_poliza__origen; UPDATE poliza SET origen = 'DeterminacionIva' WHERE origen = 'DeterminacionIeps';
    ALTER TABLE poliza ADD CONSTRAINT ck_poliza__origen CHECK (origen IN ('Documento', 'Apertura', 'Manual', 'Cierre', 'DeterminacionIva', 'Revaluacion') AND (transaccion_id IS NULL OR origen = 'Documento'))`);
  assert.deepEqual(await suyas(), [[], debidas.flat().sort((a, b) => a - b)]);
  const [migracion] = readFileSync(path.join(raizRepo, 'schema/0085_impuestos_por_su_nombre.sql'), 'utf8').split('INSERT INTO cambio');
  await base.sql(`BEGIN; SET LOCAL search_path = gestor; ${migracion} COMMIT`);
  assert.deepEqual([await suyas(), await otras()], [debidas, antes]);
  assert.deepEqual(await auditar(base), []);
});

test('quién puede: pedir en devolución es escribir', async () => {
  const lector = await srv.entrar({ ...(await base.usuario({ usuario: 'lee', organizacion: e.id, rol: 'lector' })), ...e.llave });
  esError(await e.pedir(`${IVA}/Devolucion`, { anio: 2025, mes: 5 }, { token: lector }), 403, 'PERMISO_DENEGADO');
});
