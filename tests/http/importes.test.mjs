// Totals and tax groups of thousands of documents, against a calculator that others wrote to fill in a CFDI (the judge).
import { SumasConceptos } from '@nodecfdi/cfdi-elements';
import { Comprobante } from '@nodecfdi/cfdi-elements/cfdi40';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { correr } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';

const calculadora = join(process.env.GESTOR_BUILD, 'tests/importes_calculo');
const DOCUMENTOS = 5000;

const azar = azarCon(20261115);
const de = (...opciones) => opciones[azar(opciones.length)];

// Exact amounts are millionths in a BigInt.
const MILLON = 1_000_000n;
const exacto = (texto) => {
  const [entero, fraccion = ''] = `${texto}`.split('.');
  return BigInt(entero) * MILLON + BigInt(fraccion.padEnd(6, '0'));
};
const decimal = (x) => `${x / MILLON}.${`${x % MILLON}`.padStart(6, '0')}`;
const por = (a, b) => (a * b + MILLON / 2n) / MILLON;

const documento = () => ({ partidas: Array.from({ length: 1 + azar(8) }, partida) });
function partida() {
  const retenida = { tasaIvaRetenido: de('0.106667', '0.04', '0.16'), tasaIsrRetenido: de('0.1', '0.0125') };
  const cantidad = decimal(BigInt(1 + azar(de(3_000_000, 200_000_000))));
  const precioUnitario = de(decimal(BigInt(1 + azar(900_000_000))), `${1 + azar(5000)}`, `${azar(3000)}.${10 + azar(90)}`);
  const bruto = por(exacto(cantidad), exacto(precioUnitario));
  const rebaja = () => decimal(azar(3) ? 0n : (bruto * BigInt(azar(50))) / 100n);
  const regalada = azar(20) === 0;
  return {
    cantidad, precioUnitario, descuento: regalada ? decimal(bruto) : rebaja(), promocion: regalada ? '0' : rebaja(),
    objetoImpuesto: de('02', '02', '02', '02', '01', '06', '07', '08'),
    tasaIva: de('0.16', '0.16', '0.08', '0', null), ...de({}, {}, { tasaIeps: de('0.265', '0.08', '1.6') }, { cuotaIeps: de('1.6451', '5.9195', '0.08') }),
    ...(azar(3) ? {} : retenida),
  };
}
const entrada = (d) => JSON.stringify({ partidas: d.partidas.map((p) => ({ tasaIeps: '0', cuotaIeps: '0', tasaIvaRetenido: '0', tasaIsrRetenido: '0', ...p })) })
  .replace(/"(cantidad|precioUnitario|descuento|promocion|tasa\w+|cuotaIeps)":"([\d.]+)"/g, '"$1":$2');

// The taxes of a line, by the rules of the CFDI: exact texts of six decimals.
function impuestos(p, base) {
  const filas = [];
  if (base === 0n) return filas;
  const fila = (Impuesto, retencion, TipoFactor, tasa, b, importe) => filas.push({ Impuesto, retencion, TipoFactor, tasa, base: b, importe });
  const conIeps = ['02', '07'].includes(p.objetoImpuesto);
  const [tasa, cuota] = conIeps ? [exacto(p.tasaIeps ?? 0), exacto(p.cuotaIeps ?? 0)] : [0n, 0n];
  const ieps = cuota ? por(exacto(p.cantidad), cuota) : por(base, tasa);
  if (p.objetoImpuesto === '02' && p.tasaIva === null) fila('002', false, 'Exento', null, base + ieps, 0n);
  if (p.objetoImpuesto === '02' && p.tasaIva !== null) fila('002', false, 'Tasa', exacto(p.tasaIva), base + ieps, por(base + ieps, exacto(p.tasaIva)));
  if (cuota) fila('003', false, 'Cuota', cuota, exacto(p.cantidad), ieps);
  if (tasa) fila('003', false, 'Tasa', tasa, base, ieps);
  const retenidos = { '02': [['002', p.tasaIvaRetenido], ['001', p.tasaIsrRetenido]], '06': [['001', p.tasaIsrRetenido]], '08': [['001', p.tasaIsrRetenido]] };
  for (const [impuesto, t] of retenidos[p.objetoImpuesto] ?? [])
    if (t) fila(impuesto, true, 'Tasa', exacto(t), base, por(base, exacto(t)));
  return filas;
}
const lineas = (d) => d.partidas.map((p) => {
  const bruto = por(exacto(p.cantidad), exacto(p.precioUnitario));
  const rebaja = exacto(p.descuento) + exacto(p.promocion);
  return { bruto, rebaja, impuestos: impuestos(p, bruto - rebaja) };
});

function comprobante(ls) {
  const c = new Comprobante();
  for (const l of ls) {
    const concepto = c.addConcepto({ Importe: decimal(l.bruto), Descuento: decimal(l.rebaja) });
    for (const i of l.impuestos) {
      const atributos = { Base: decimal(i.base), Impuesto: i.Impuesto, TipoFactor: i.TipoFactor,
        ...(i.tasa === null ? {} : { TasaOCuota: decimal(i.tasa), Importe: decimal(i.importe) }) };
      if (i.retencion) concepto.addRetencion(atributos);
      else concepto.addTraslado(atributos);
    }
  }
  return c;
}

// juzgable: the judge adds a millionth before rounding to cents, so it is wrong when a sum ends in 4999 millionths. Documents with such a sum are
// left out.
function juzgable(ls) {
  const sumas = new Map();
  const sumar = (clave, x) => sumas.set(clave, (sumas.get(clave) ?? 0n) + x);
  for (const l of ls) {
    sumar('bruto', l.bruto);
    sumar('rebaja', l.rebaja);
    for (const i of l.impuestos) {
      const grupo = i.retencion ? `${i.Impuesto} retenido` : `${i.Impuesto} ${i.TipoFactor} ${i.tasa}`;
      sumar(`${grupo} base`, i.base);
      sumar(grupo, i.importe);
    }
  }
  return [...sumas.values()].every((s) => s % 10_000n !== 4999n);
}

const clave = (g) => [g.Impuesto, g.TipoFactor, g.TasaOCuota ?? ''].join(':');
function segunJuez(ls) {
  const s = new SumasConceptos(comprobante(ls));
  const grupos = {};
  for (const g of Object.values(s.getTraslados())) grupos[clave(g)] = [g.Base, g.Importe];
  for (const g of Object.values(s.getExentos())) grupos[clave(g)] = [Number(g.Base.toFixed(6)), 0];
  const retenido = Object.fromEntries(Object.values(s.getRetenciones()).map((r) => [r.Impuesto, r.Importe]));
  return { bruto: s.getSubTotal(), descuento: s.getDescuento(), total: s.getTotal(), trasladados: s.getImpuestosTrasladados(), retenidos: s.getImpuestosRetenidos(),
    ivaRetenido: retenido['002'] ?? 0, isrRetenido: retenido['001'] ?? 0, grupos };
}
// calculado: the totals of gestor in the form of the judge. The judge leaves the base of exempt lines unrounded.
function calculado(t, ls) {
  const exento = ls.flatMap((l) => l.impuestos).filter((i) => i.TipoFactor === 'Exento').reduce((a, i) => a + i.base, 0n);
  const grupos = {};
  for (const g of t.grupos.filter((x) => !x.retencion)) {
    const exenta = g.tipoFactor === 'Exento';
    if (exenta) assert.equal(Math.round(g.base * 100), Number((exento + 5000n) / 10_000n));
    grupos[clave({ Impuesto: g.impuesto, TipoFactor: g.tipoFactor, TasaOCuota: exenta ? '' : g.tasaOCuota.toFixed(6) })] = [exenta ? Number(decimal(exento)) : g.base, g.importe];
  }
  const cents = (...x) => Number(x.reduce((a, b) => a + b, 0).toFixed(2));
  return { bruto: t.bruto, descuento: t.descuento, total: t.total, trasladados: cents(t.iva, t.ieps), retenidos: cents(t.ivaRetenido, t.isrRetenido),
    ivaRetenido: t.ivaRetenido, isrRetenido: t.isrRetenido, grupos };
}

async function calcular(documentos) {
  const { salida } = await correr(calculadora, [], { entrada: `${documentos.map(entrada).join('\n')}\n` });
  return salida.trimEnd().split('\n').map((l) => JSON.parse(l));
}

test('every total and every tax group is what the calculator of the CFDI says', async () => {
  const documentos = Array.from({ length: DOCUMENTOS }, documento);
  const totales = await calcular(documentos);
  let juzgados = 0;
  for (const [n, d] of documentos.entries()) {
    const ls = lineas(d);
    const filas = ls.flatMap((l) => l.impuestos.map((i) => [i.Impuesto, i.retencion, i.TipoFactor, i.tasa && Number(decimal(i.tasa)), Number(decimal(i.base)), Number(decimal(i.importe))]));
    assert.deepEqual(totales[n].partidas.flatMap((p) => p.impuestos.map((i) => [i.impuesto, i.retencion, i.tipoFactor, i.tasaOCuota, i.base, i.importe])),
      filas.map((f) => f.map((x) => (x === 0n ? 0 : x))), `documento ${n}: ${entrada(d)}`);
    if (!juzgable(ls)) continue;
    juzgados += 1;
    assert.deepEqual(calculado(totales[n], ls), segunJuez(ls), `documento ${n}: ${entrada(d)}`);
  }
  assert.ok(juzgados > DOCUMENTOS * 0.98, `${juzgados} de ${DOCUMENTOS}`);
});

// 0.405 and 1.085: a cent apart, if each rate were rounded by itself.
test('two rates of one withheld tax are one tax', async () => {
  const linea = (precioUnitario, tasaIvaRetenido) => ({ cantidad: '1', precioUnitario, descuento: '0', promocion: '0', objetoImpuesto: '02', tasaIva: '0.16', tasaIvaRetenido });
  const d = { partidas: [linea('10.125', '0.04'), linea('6.78125', '0.16')] };
  const [t] = await calcular([d]);
  assert.equal(t.ivaRetenido, 1.49);
  assert.equal(segunJuez(lineas(d)).ivaRetenido, 1.49);
});
