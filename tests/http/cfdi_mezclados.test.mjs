// gestor importar cfdi with received CFDI of every kind (lib/cfdi_mezclados.mjs): the amounts of each document are those of its XML, to the cent, and
// its balance is the payable amount. The rule of one supplier makes some of them expenses. The sums by supplier, the ledger and the audit agree. An
// altered CFDI is the only one refused.
//   CFDI=10000 SEMILLA=7 node --test cfdi_mezclados.test.mjs
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { Mezcla, leerCfdi } from './lib/cfdi_mezclados.mjs';
import { Empresa } from './lib/escena.mjs';
import { centavos } from './lib/hledger.mjs';

const cuantos = Number(process.env.CFDI ?? 150), semilla = Number(process.env.SEMILLA ?? 1), NOSOTROS = 'EKU9003173C9';
const PROVEEDORES = ['URE180429TM6', 'JES900109Q90', 'IIA040805DZ4', 'XIA190128J61', 'CACX7605101P8', 'COSC8001137NA'], DE_GASTOS = PROVEEDORES[1];
let m, e, dir, mezcla;
const CUBETAS = ['base16', 'iva16', 'base8', 'iva8', 'base0', 'exento', 'no_afecto', 'iva_ret', 'isr_ret', 'ret_local'];
const enviados = new Map();  // sent CFDI by UUID, and their number by kind
const clases = {};
before(async () => {
  m = await montar({ registros: 60 });
  e = await Empresa.crear(m, { nombre: 'Revuelta', rfc: NOSOTROS });
  await m.base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  dir = await mkdtemp(join(tmpdir(), 'mezcla-'));
  mezcla = new Mezcla(semilla, NOSOTROS, PROVEEDORES);
  await Promise.all(Array.from({ length: 100 }, (_, i) => mkdir(join(dir, String(i)))));
  for (let i = 0; i < cuantos; ++i) {
    const c = mezcla.siguiente();
    clases[c.clase] = (clases[c.clase] ?? 0) + 1;
    enviados.set(c.uuid, { ...c, dice: leerCfdi(c.xml) });
    await writeFile(join(dir, String(i % 100), `${i}.xml`), c.xml);
  }
  const { xml } = mezcla.siguiente();
  await writeFile(join(dir, 'alterado.xml'), xml.replace(/Descripcion="Art/, 'Descripcion="Otro art'));
  await writeFile(join(dir, 'reglas.csv'), `rfc,concepto,sucursal\n${DE_GASTOS},GA-GENERAL,MATRIZ\n*,CO-SERVICIOS,MATRIZ\n`);
});
after(async () => {
  mezcla?.cerrar();
  await m?.cerrar();
  if (dir) await rm(dir, { recursive: true });
});

const importar = () => m.base.gestor(['importar', 'cfdi', dir, '--organizacion', String(e.id), '--reglas', join(dir, 'reglas.csv'), '--crear-proveedores', '--resumen', join(dir, 'resumen.csv')], { falla: true });
const documentos = () => m.base.sql(`SELECT t.transaccion_id AS id, t.obj_id AS clase, t.uuid, t.subtotal, t.iva, t.ieps, t.iva_retenido AS "ivaRetenido", t.isr_retenido AS "isrRetenido", t.impuestos_locales AS "cargoLocal",
    t.retencion_local AS "retencionLocal", t.total, t.saldo, t.moneda, t.tipo_cambio AS cambio, t.metodo_pago AS metodo, t.forma_pago AS forma, t.fecha::date::text AS dia, t.validacion, c.rfc,
    ${CUBETAS.map(k => `(t.cubetas).${k}`)},
    (SELECT count(*) FROM partida p WHERE p.organizacion_id = t.organizacion_id AND p.transaccion_id = t.transaccion_id) AS partidas,
    (SELECT coalesce(json_agg(json_build_array(i.impuesto, i.tipo_factor, i.tasa_cuota, i.base, i.importe)), '[]') FROM partida_impuesto i WHERE i.organizacion_id = t.organizacion_id AND i.transaccion_id = t.transaccion_id) AS impuestos
  FROM transaccion t JOIN contacto c USING (organizacion_id, contacto_id) WHERE t.organizacion_id = ${e.id} AND t.obj_id IN (13, 14)`);

test(`${cuantos} CFDI revueltos, semilla ${semilla}`, async t => {
  const inicio = Date.now(), r = await importar(), segundos = (Date.now() - inicio) / 1000;
  const fallas = r.salida.split('\n').filter(l => /: no: /.test(l));
  t.diagnostic(`${JSON.stringify(clases)}; ${(cuantos / segundos).toFixed(0)} por segundo`);
  assert.deepEqual(fallas.filter(l => !/alterado\.xml: no: SELLO_INVALIDO/.test(l)), []);
  assert.match(r.salida, new RegExp(`^cfdi: ${cuantos} registradas, 0 ya estaban, 1 no$`, 'm'), r.salida.slice(-600));
  const hechos = await documentos();
  assert.equal(hechos.length, cuantos);

  await t.test('cada documento dice lo que dice su XML', () => {
    for (const d of hechos) {
      const { clase, fecha, dice } = enviados.get(d.uuid), donde = `${clase} ${d.uuid}`, c = k => centavos(d[k]);
      const comparado = Object.fromEntries(['subtotal', 'total', 'iva16', 'iva8', 'ieps', 'ivaRetenido', 'isrRetenido', 'cargoLocal', 'retencionLocal'].map(k => [k, c(k)]));
      const { impuestos, ...encabezado } = dice;
      assert.deepEqual({ rfc: d.rfc, metodo: d.metodo, forma: d.forma, moneda: d.moneda, cambio: d.cambio, ...comparado, partidas: d.partidas }, encabezado, donde);
      assert.deepEqual([c('iva'), c('saldo'), d.clase, d.dia, d.validacion], [dice.iva16 + dice.iva8, dice.total, dice.rfc === DE_GASTOS ? 14 : 13, fecha.slice(0, 10), 'Válido'], donde);
      assert.deepEqual(d.impuestos.map(x => x.map(y => y ?? 0).join(' ')).sort(), impuestos, donde);
      assert.deepEqual([c('iva_ret'), c('isr_ret'), c('ret_local')], [dice.ivaRetenido, dice.isrRetenido, dice.retencionLocal], donde);
      assert.equal(['base16', 'iva16', 'base8', 'iva8', 'base0', 'exento', 'no_afecto'].reduce((s, k) => s + c(k), 0) - dice.ivaRetenido - dice.isrRetenido - dice.retencionLocal, dice.total, donde);
      // Amounts outside the base of a rate are charged too; each rate is rounded once.
      const base = (tasa, factor = 'Tasa') => impuestos.map(x => x.split(' ')).filter(([i, f, valor]) => i === '002' && f === factor && Number(valor) === tasa).reduce((s, x) => s + 100 * Number(x[3]), 0);
      const deRetencion = dice.ivaRetenido + dice.isrRetenido > 0;
      for (const [k, debida] of [['base16', base(0.16)], ['base8', base(0.08)], ['base0', base(0)], ['exento', base(0, 'Exento')]])
        if (!deRetencion) assert.ok(Math.abs(c(k) - debida) <= 1.5, `${donde}: ${k} ${c(k)} ${debida}`);
    }
  });
  await t.test('lo que se suma por proveedor es lo que dicen sus XML', async () => {
    const [cabeza, ...lineas] = (await readFile(join(dir, 'resumen.csv'), 'utf8')).trim().split(/\r?\n/).map(l => l.split(','));
    const dicho = Object.fromEntries(lineas.map(l => Object.fromEntries(l.map((v, i) => [cabeza[i], v]))).map(f => [`${f.rfc} ${f.metodoPago} ${f.moneda}`, [Number(f.cfdi), centavos(f.total)]]));
    const debido = {};
    for (const { dice } of enviados.values()) {
      const x = debido[`${dice.rfc} ${dice.metodo} ${dice.moneda}`] ??= [0, 0];
      x[0] += 1, x[1] += dice.total;
    }
    assert.deepEqual(Object.entries(dicho).sort(), Object.entries(debido).sort());
  });
  await t.test('el libro: lo que se debe y los impuestos que se acreditarán', async () => {
    const suma = Object.fromEntries((await m.base.sql(`SELECT c.clave, sum(v.haber - v.debe)::text AS n FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      JOIN transaccion t USING (organizacion_id, transaccion_id) WHERE p.organizacion_id = ${e.id} AND t.moneda = 'MXN' GROUP BY 1`)).map(f => [f.clave, centavos(f.n)]));
    const todos = [...enviados.values()].map(x => x.dice).filter(x => x.moneda === 'MXN'), de = (que, vale = () => true) => todos.filter(vale).reduce((s, x) => s + que(x), 0), gasto = x => x.rfc === DE_GASTOS;
    assert.deepEqual([suma.PROVEEDORES, suma.ACREEDORES, -suma.IVA_POR_ACREDITAR, suma.RETENCIONES_LOCALES, suma.IVA_RET_PENDIENTE, suma.ISR_RET_PENDIENTE],
      [de(x => x.total, x => !gasto(x)), de(x => x.total, gasto), de(x => x.iva16 + x.iva8), de(x => x.retencionLocal), de(x => x.ivaRetenido), de(x => x.isrRetenido)]);
    assert.deepEqual(await auditar(m.base), []);
    await compararConHledger(m.base, e.id);
  });
  await t.test('otra vez, nada cambia', async () => {
    const { salida } = await importar();
    assert.match(salida, new RegExp(`^cfdi: 0 registradas, ${cuantos} ya estaban, 1 no$`, 'm'), salida.slice(-300));
    assert.equal(await e.uno('transaccion', 'count(*)', 'obj_id IN (13, 14)'), cuantos);
  });
});
