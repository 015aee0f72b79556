// OP-141 with valid CFDI whose taxes are not those of their amounts: fuel, lodging, public works, two rates in a line, used cars. Taxes are booked as
// written. Payment, return, credit and cancel give every account back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { cfdi, en64, exento, iva, sellado } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';

const FACTURA = '/api/FacturaCompra', NOSOTROS = 'EKU9003173C9', SUYO = 'URE180429TM6';
let m, e, base, srv, proveedor, servicios, auto;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Compradora', rfc: NOSOTROS });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: SUYO });
  servicios = await e.concepto('CO-SERVICIOS');
  auto = await e.producto('AUTO');
});
after(() => m?.cerrar());

const xml = (conceptos, mas = {}) => cfdi({ emisor: SUYO, receptor: NOSOTROS, conceptos, ...mas });
const registrar = async (conceptos, mas = {}, cuerpo = {}) => e.hecho(FACTURA, { conceptoId: servicios, xmlBase64: en64(await sellado(xml(conceptos, mas), SUYO)), ...cuerpo });
const leer = async f => (await srv.get(`${FACTURA}/${f.transaccionId}`, { token: e.token })).json.data;
const asientos = f => e.poliza(f.transaccionId);
const BUCKETS = ['base16', 'iva16', 'base8', 'iva8', 'base0', 'exento', 'no_afecto', 'ieps', 'iva_ret', 'isr_ret', 'ret_local'];
const sinCeros = fila => Object.fromEntries(Object.entries(fila).filter(([, v]) => Number(v) !== 0));
const cubetas = async f => sinCeros((await base.sql(`SELECT (cubetas).* FROM transaccion WHERE organizacion_id = ${e.id} AND transaccion_id = ${f.transaccionId}`))[0]);
const aplicado = async f => (await base.sql(`SELECT ${BUCKETS.join(', ')} FROM aplicacion WHERE organizacion_id = ${e.id} AND destino_id = ${f.transaccionId} AND fecha_reversa IS NULL ORDER BY aplicacion_id`)).map(sinCeros);
// The ledger of these documents and of the documents related to them, by account, without the accounts at zero.
const libro = async () => Object.fromEntries((await base.sql(`SELECT coalesce(nullif(c.clave, ''), c.codigo) AS k, sum(v.debe - v.haber) AS s FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
  WHERE v.organizacion_id = ${e.id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`)).map(x => [x.k, x.s]));
const pagar = (f, importeAbono) => e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, partidas: [{ transaccionIdCompra: f.transaccionId, importeAbono }] });
const quitar = async (d, ruta) => {
  const r = await srv.pedir('DELETE', `${ruta}/${d.transaccionId}?motivo=Error`, { token: e.token });
  assert.equal(r.estado, 200, r.texto);
};
const cancelar = d => quitar(d, '/api/Compras/TransaccionCancelar');
const devolver = (f, mas = { completa: true }) => e.hecho('/api/NotaDevolucionProveedor', { transaccionIdCompra: f.transaccionId, motivo: 'No sirvió', ...mas });

const gasolina = [{ precio: 827.59, traslados: [iva(808)], ClaveProdServ: '15101514', ClaveUnidad: 'LTR' }];
const hotel = [{ precio: 1000, traslados: [iva(1000)] }], ish = { locales: { traslados: [['ISH', 3, 30]] } };
const obra = [{ precio: 1000, traslados: [iva(1000)] }], millar = { locales: { retenciones: [['5 al millar', 0.5, 5]] } };

const casos = [
  ['gasolina', gasolina, {}, { base16: 808, iva16: 129.28, no_afecto: 19.59 }, ['D IVA_POR_ACREDITAR 129.28', 'D GASTO 827.59', 'A PROVEEDORES 956.87']],
  ['hotel', hotel, ish, { base16: 1000, iva16: 160, no_afecto: 30 }, ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1030.00', 'A PROVEEDORES 1190.00']],
  ['obra pública', obra, millar, { base16: 1000, iva16: 160, ret_local: 5 }, ['D IVA_POR_ACREDITAR 160.00', 'D GASTO 1000.00', 'A PROVEEDORES 1155.00', 'A RETENCIONES_LOCALES 5.00']],
  ['dos tasas en una partida', [{ precio: 1000, traslados: [iva(600), exento(400)] }], {}, { base16: 600, iva16: 96, exento: 400 }, ['D IVA_POR_ACREDITAR 96.00', 'D GASTO 1000.00', 'A PROVEEDORES 1096.00']],
  ['auto usado', [{ precio: 200000, traslados: [iva(20000)] }], {}, { base16: 20000, iva16: 3200, no_afecto: 180000 }, ['D IVA_POR_ACREDITAR 3200.00', 'D GASTO 200000.00', 'A PROVEEDORES 203200.00']],
  ['todo junto, con retenciones y dos partidas', [{ precio: 500, traslados: [iva(300), iva(150, 0.08)], retenciones: [iva(300, 0.106667), iva(500, 0.1, { Impuesto: '001' })] }, { precio: 70, cantidad: 2 }],
    { locales: { traslados: [['ISH', 3, 15]], retenciones: [['Cedular', 1, 5]] } }, { base16: 300, iva16: 48, base8: 150, iva8: 12, no_afecto: 205, iva_ret: 32, isr_ret: 50, ret_local: 5 },
    ['D IVA_POR_ACREDITAR 60.00', 'D GASTO 655.00', 'A PROVEEDORES 628.00', 'A IVA_RET_PENDIENTE 32.00', 'A ISR_RET_PENDIENTE 50.00', 'A RETENCIONES_LOCALES 5.00']],
];

for (const [que, conceptos, mas, partes, poliza] of casos)
  test(`${que}: se registra como está escrito, y todo vuelve a cero`, async t => {
    const antes = await libro();
    const f = await registrar(conceptos, mas);
    assert.deepEqual(f.advertencias, []);
    await t.test('sus partes y su póliza', async () => {
      assert.deepEqual(await cubetas(f), partes);
      const ordenada = lineas => [...lineas].sort();
      const juntas = {};
      for (const l of await asientos(f)) {
        const [lado, cuenta, importe] = l.split(' ');
        juntas[`${lado} ${cuenta}`] = (juntas[`${lado} ${cuenta}`] ?? 0) + Number(importe);
      }
      assert.deepEqual(ordenada(Object.entries(juntas).map(([k, v]) => `${k} ${v.toFixed(2)}`)), ordenada(poliza));
    });
    await t.test('pagada en partes: cada parte lleva lo suyo y la última el resto', async () => {
      const tercio = Math.floor(f.total * 100 / 3) / 100;
      const pagos = [await pagar(f, tercio), await pagar(f, tercio), await pagar(f, Number((f.total - 2 * tercio).toFixed(2)))];
      const suma = {};
      for (const a of await aplicado(f)) for (const [k, v] of Object.entries(a)) suma[k] = Number(((suma[k] ?? 0) + Number(v)).toFixed(2));
      assert.deepEqual(suma, partes);
      const l = await libro(), d = k => Number(((l[k] ?? 0) - (antes[k] ?? 0)).toFixed(2));
      assert.deepEqual([d('PROVEEDORES'), d('IVA_POR_ACREDITAR'), d('IVA_RET_PENDIENTE'), d('ISR_RET_PENDIENTE'), d('RETENCIONES_LOCALES')], [0, 0, 0, 0, 0 - (partes.ret_local ?? 0)]);
      for (const p of pagos) await quitar(p, '/api/Bancos/EgresoCancelar');
    });
    await t.test('devuelta en dos veces, sin pagar, y con lo pagado', async () => {
      const n1 = await devolver(f, { partidas: [{ numeroPartida: 1, cantidad: 0.3 }] }), n2 = await devolver(f);
      assert.deepEqual([await leer(f).then(x => x.saldo), n1.saldo, n2.saldo], [0, 0, 0]);
      assert.deepEqual(await libro(), antes);
      await cancelar(n2), await cancelar(n1);
      const p = await pagar(f, Math.floor(f.total * 60) / 100), todo = await devolver(f);
      const dinero = await e.hecho('/api/Bancos/DepositoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, contactoId: proveedor, importe: todo.saldo, aplicaciones: [{ transaccionId: todo.transaccionId, importe: todo.saldo }] });
      assert.deepEqual(await libro(), antes);
      await quitar(dinero, '/api/Bancos/DepositoCancelar'), await cancelar(todo), await quitar(p, '/api/Bancos/EgresoCancelar');
    });
    await t.test('con una nota de crédito, y cancelada', async () => {
      const n = await e.hecho('/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: f.transaccionId, motivo: 'Bonificación', partidas: [{ numeroPartida: 1, importe: 100 }] });
      assert.deepEqual(await auditar(base), []);
      await cancelar(n);
      await quitar(f, '/api/FacturaCompra/FacturaCompraCancelar');
      assert.deepEqual(await libro(), antes);
      assert.deepEqual(await auditar(base), []);
    });
  });

test('un pago anterior a la devolución se regresa: la nota se liquida otra vez', async () => {
  const antes = await libro();
  const f = await registrar([{ precio: 500, traslados: [iva(300)] }, { precio: 500, traslados: [iva(500)] }], { locales: { traslados: [['ISH', 3, 30]], retenciones: [['5 al millar', 0.5, 5]] } });
  const p = await pagar(f, 700), n = await devolver(f, { partidas: [{ numeroPartida: 2, cantidad: 1 }] });
  await quitar(p, '/api/Bancos/EgresoCancelar');
  assert.deepEqual(await auditar(base), []);
  await cancelar(n), await quitar(f, '/api/FacturaCompra/FacturaCompraCancelar');
  assert.deepEqual(await libro(), antes);
});

test('la lectura dice los impuestos locales, las bases y las claves del CFDI', async () => {
  const f = await registrar(gasolina, { locales: { traslados: [['ISH', 3, 30]], retenciones: [['5 al millar', 0.5, 5]] } });
  const d = await leer(f);
  assert.deepEqual([d.subtotal, d.iva, d.impuestosLocales, d.retencionLocal, d.total], [827.59, 129.28, 30, 5, 981.87]);
  assert.deepEqual(d.partidas.map(p => [p.claveProductoServicio, p.claveUnidad]), [['15101514', 'LTR']]);
  assert.deepEqual(await base.sql(`SELECT impuesto, tipo_factor, tasa_cuota, base, importe FROM partida_impuesto WHERE organizacion_id = ${e.id} AND transaccion_id = ${f.transaccionId}`),
    [{ impuesto: '002', tipo_factor: 'Tasa', tasa_cuota: 0.16, base: 808, importe: 129.28 }]);
});

test('mercancía: el costo es el importe completo, y el cargo local va en la primera partida', async () => {
  const f = await registrar([{ precio: 1000, NoIdentificacion: 'AUTO', traslados: [iva(100)] }], { locales: { traslados: [['Local', 1, 10]] } });
  assert.equal(await e.hay(auto), '1 1010.00 0');
  assert.deepEqual(await asientos(f), ['D INVENTARIO 1010.00', 'D IVA_POR_ACREDITAR 16.00', 'A PROVEEDORES 1026.00']);
  const n = await devolver(f);
  assert.deepEqual([n.total, await e.hay(auto)], [1026, '0 0.00 0']);
  assert.deepEqual(await auditar(base), []);
});

test('en dólares', async () => {
  const antes = await libro();
  const f = await registrar([{ precio: 333.33, traslados: [iva(300.01)] }], { Moneda: 'USD', TipoCambio: '17.3333', locales: { traslados: [['ISH', 3, 10.01]], retenciones: [['Local', 0.5, 1.67]] } });
  const n1 = await devolver(f, { partidas: [{ numeroPartida: 1, cantidad: 0.37 }] }), n2 = await devolver(f);
  assert.deepEqual([n1.saldo, n2.saldo], [0, 0]);
  assert.deepEqual(await libro(), antes);
  assert.deepEqual(await auditar(base), []);
});

test('a mano también: la base de cada impuesto y los impuestos locales', async t => {
  const con = (impuestos, mas = {}) => ({ proveedorId: proveedor, partidas: [{ conceptoId: servicios, cantidad: 1, precioUnitario: 827.59, impuestos }], ...mas });
  const f = await e.hecho(FACTURA, con([{ impuesto: '002', tasaOCuota: 0.16, base: 808 }], { impuestosLocales: 30, retencionLocal: 5 }));
  assert.deepEqual([f.total, await cubetas(f)], [981.87, { base16: 808, iva16: 129.28, no_afecto: 49.59, ret_local: 5 }]);
  await t.test('lo que no se puede', async () => {
    await e.falla(FACTURA, con([{ impuesto: '002', tasaOCuota: 0.16 }, { impuesto: '002', tasaOCuota: 0.08 }]), 'VALIDACION partidas[0].impuestos[1] DUPLICADO');
    await e.falla(FACTURA, con([{ impuesto: '002', tasaOCuota: 0.16, base: 808, importe: 132 }]), 'VALIDACION partidas[0].impuestos[0].importe RANGO');
    await e.falla(FACTURA, con([], { retencionLocal: 9000 }), 'VALIDACION retencionLocal RANGO');
    const texto = await sellado(xml(hotel, ish), SUYO);
    await e.falla(FACTURA, { conceptoId: servicios, xmlBase64: en64(texto), impuestosLocales: 31 }, 'VALIDACION impuestosLocales RANGO');
  });
});
