// Libro: a ledger as rows that are read once, and its reports: sums in cents, written again from the accountant's definitions. A balance is debit
// less credit until a report turns it to the nature of its account.
import { centavos } from './hledger.mjs';

const mayor = c => Number(c.agrupador.slice(0, 3)), esResultado = c => mayor(c) >= 400 && mayor(c) < 800;
const RESULTADOS = [[403, 'Ingresos'], [500, 'Otros'], [600, 'Costos'], [610, 'Gastos'], [612, 'Impuestos'], [700, 'Gastos'], [703, 'Financiero'], [800, 'Otros']];
const BALANCE = [[150, 'ActivoCirculante'], [200, 'ActivoNoCirculante'], [250, 'PasivoCortoPlazo'], [300, 'PasivoLargoPlazo'], [400, 'Capital'], [900, 'Orden']];
const seccion = (c, tabla) => tabla.find(([hasta]) => mayor(c) < hasta)[1];
// FLUJO: concepts of the cash flow; an account belongs to the first that fits. ORDEN: priority of concepts with equal amounts.
const FLUJO = [['Saldos iniciales', c => c.clave === 'APERTURA'], ['Diferencia cambiaria', c => /^(UTILIDAD|PERDIDA)_CAMBIARIA$/.test(c.clave)],
  ...Object.entries({ Préstamos: /^(205\.01|202|203|204|25|26)/, Clientes: /^(105|106|206|401|402)/, Proveedores: /^(115|116|120|201|5)/,
    Impuestos: /^(110|113|114|118|119|208|209|213|216|610|611)/, 'Acreedores y gastos': /^(109|173|205|210|211|212|214|215|6)/, Deudores: /^10[78]/,
    'Cuenta de terceros': /^2[01]7/, 'Gastos y productos financieros': /^70[12]/, 'Activo fijo e inversiones': /^(103|104|15[1-9]|1[678]|19[01])/,
    Capital: /^3/, Otros: /^/ }).map(([nombre, patron]) => [nombre, c => patron.test(c.agrupador)])];
const ORDEN = ['Clientes', 'Proveedores', 'Acreedores y gastos', 'Impuestos', 'Deudores', 'Cuenta de terceros', 'Gastos y productos financieros',
  'Activo fijo e inversiones', 'Préstamos', 'Capital', 'Saldos iniciales', 'Diferencia cambiaria', 'Otros'];
export const masDias = (dia, n) => new Date(Date.parse(dia) + n * 86_400_000).toISOString().slice(0, 10);
const finDeMes = (anio, mes) => new Date(Date.UTC(anio, mes, 0)).toISOString().slice(0, 10);
// unAnioAntes: the same day a year earlier, or the last day of that month when it lacks the day.
const unAnioAntes = dia => [`${dia.slice(0, 4) - 1}${dia.slice(4)}`, finDeMes(dia.slice(0, 4) - 1, dia.slice(5, 7))].sort()[0];

export class Libro {
  static async de(base, organizacion) {
    const l = new Libro(), en = `organizacion_id = ${organizacion}`;
    l.cuentas = await base.sql(`SELECT c.cuenta_contable_id AS id, c.codigo, c.codigo_agrupador AS agrupador, c.clave, c.naturaleza, c.padre_id AS padre,
        c.clave IN ('CAJA', 'BANCO', 'TRASPASOS') OR c.cuenta_contable_id IN (SELECT b.cuenta_contable_id FROM cuenta_bancaria b WHERE b.${en}) AS efectivo
      FROM cuenta_contable c WHERE c.${en} ORDER BY c.codigo`);
    l.por = new Map(l.cuentas.map(c => [c.id, c]));
    l.filas = (await base.sql(`SELECT p.poliza_id AS poliza, m.numero, p.fecha::text AS dia, p.ejercicio, p.mes, p.reversa_de IS NOT NULL AS reversa,
        m.cuenta_contable_id AS cuenta, m.debe::text AS debe, m.haber::text AS haber, m.sucursal_id AS "sucursalId", m.proyecto_id AS "proyectoId",
        m.centro_costo_id AS "clasificadorCostoId"
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) WHERE p.${en} ORDER BY p.fecha, p.poliza_id, m.numero`))
      .map(f => ({ ...f, debe: centavos(f.debe), haber: centavos(f.haber) }));
    return l;
  }
  // de: the rows with these dimensions.
  de(filtro) {
    return this.filas.filter(f => Object.entries(filtro).every(([campo, id]) => f[campo] === id));
  }
  // rama: the ids of an account and of all accounts below it.
  rama(codigo) {
    const ids = new Set(this.cuentas.filter(c => c.codigo === codigo).map(c => c.id));
    for (let antes = -1; antes !== ids.size;) {
      antes = ids.size;
      for (const c of this.cuentas) if (ids.has(c.padre)) ids.add(c.id);
    }
    return ids;
  }
  // sumar: `cuantos` sums of each account; `que` answers for a row the pairs [number of the sum, amount].
  sumar(cuantos, filtro, que) {
    const propias = new Map();
    for (const f of this.de(filtro))
      for (const [i, n] of que(f)) {
        if (!propias.has(f.cuenta)) propias.set(f.cuenta, Array(cuantos).fill(0));
        propias.get(f.cuenta)[i] += n;
      }
    return propias;
  }
  // conSubcuentas: the same sums with the accounts below added to each parent. Accounts whose sums are all zero are left out.
  conSubcuentas(propias) {
    const sumas = new Map();
    for (const [id, x] of propias) {
      if (x.every(n => n === 0)) continue;
      for (let c = this.por.get(id); c; c = this.por.get(c.padre)) sumas.set(c.id, (sumas.get(c.id) ?? x.map(() => 0)).map((n, i) => n + x[i]));
    }
    return sumas;
  }
  // derivar: adds below 305 a result that no account has; answers the code of its row.
  derivar(propias, cuantos, donde, saldo) {
    const padre = this.cuentas.find(c => c.codigo === '305')?.id;
    if (padre) propias.set(padre, (propias.get(padre) ?? Array(cuantos).fill(0)).map((n, i) => n + (i === donde ? saldo : 0)));
    return saldo < 0 ? '305.01' : '305.02';
  }

  // balanza: rows "account id" with opening, debit, credit and closing.
  balanza({ ejercicio, mesInicial, mesFinal, incluirCierre = false, fechaCorte = '9999', ...filtro }) {
    const enRango = f => f.ejercicio === ejercicio && ((f.mes >= mesInicial && f.mes <= mesFinal) || (f.mes === 13 && mesFinal === 12 && incluirCierre));
    let porCerrar = 0;
    const propias = this.sumar(3, filtro, f => {
      if (f.dia > fechaCorte) return [];
      if (enRango(f)) return [[1, f.debe], [2, f.haber]];
      if (f.ejercicio > ejercicio || (f.ejercicio === ejercicio && f.mes >= mesInicial)) return [];
      if (f.ejercicio === ejercicio || !esResultado(this.por.get(f.cuenta))) return [[0, f.debe - f.haber]];
      porCerrar += f.debe - f.haber;
      return [];
    });
    const filas = {};
    if (porCerrar !== 0) filas[`${this.derivar(propias, 3, 0, porCerrar)} 0`] = [-porCerrar, 0, 0, -porCerrar];
    for (const [id, [inicial, debe, haber]] of this.conSubcuentas(propias)) {
      const c = this.por.get(id), signo = c.naturaleza === 'D' ? 1 : -1;
      filas[`${c.codigo} ${id}`] = [signo * inicial + 0, debe, haber, signo * (inicial + debe - haber) + 0];
    }
    return filas;
  }

  // resultados: rows by account: section, month, year to date, and both a year earlier; totals of the sections.
  resultados({ ejercicio, mes, fechaCorte, ...filtro }) {
    const corte = { [ejercicio]: fechaCorte ?? '9999', [ejercicio - 1]: fechaCorte ? unAnioAntes(fechaCorte) : '9999' };
    // propias: for each of the two years, the balance before the month, and debit and credit of the month, since an account that came back to zero is
    // a row too.
    const propias = this.sumar(6, filtro, f => {
      if (!esResultado(this.por.get(f.cuenta)) || !(f.dia <= corte[f.ejercicio]) || f.mes > mes) return [];
      const donde = f.ejercicio === ejercicio ? 0 : 3;
      return f.mes < mes ? [[donde, f.debe - f.haber]] : [[donde + 1, f.debe], [donde + 2, f.haber]];
    });
    const importes = (c, [antes, debe, haber, antes1, debe1, haber1]) => {
      const signo = ['Costos', 'Gastos', 'Impuestos'].includes(seccion(c, RESULTADOS)) ? 1 : -1;
      return [debe - haber, antes + debe - haber, debe1 - haber1, antes1 + debe1 - haber1].map(n => signo * n + 0);
    };
    const filas = {}, totales = Object.fromEntries(RESULTADOS.map(([, s]) => [s, [0, 0, 0, 0]]));
    for (const [id, x] of this.conSubcuentas(propias)) {
      const c = this.por.get(id);
      filas[c.codigo] = [seccion(c, RESULTADOS), ...importes(c, x)];
    }
    for (const [id, x] of propias) {
      const c = this.por.get(id), s = seccion(c, RESULTADOS);
      totales[s] = totales[s].map((n, i) => n + importes(c, x)[i]);
    }
    return { filas, totales };
  }

  // balance: rows "account id" with section and balance; totals of the sections; the result of the year. The closing póliza of the year itself is
  // left out.
  balance(dia) {
    const anio = Number(dia.slice(0, 4));
    const sinCuenta = { 'por cerrar': 0, 'del ejercicio': 0 };  // debit less credit
    const propias = this.sumar(2, {}, f => {
      if (f.dia > dia || (f.mes === 13 && f.ejercicio === anio)) return [];
      if (!esResultado(this.por.get(f.cuenta))) return [[f.ejercicio < anio ? 0 : 1, f.debe - f.haber]];
      sinCuenta[f.ejercicio < anio ? 'por cerrar' : 'del ejercicio'] += f.debe - f.haber;
      return [];
    });
    const deudora = c => mayor(c) < 200 || (mayor(c) >= 400 && c.naturaleza === 'D'), en = (c, [a, b]) => (deudora(c) ? 1 : -1) * (a + b) + 0;
    const filas = {}, totales = Object.fromEntries(BALANCE.map(([, s]) => [s, 0]));
    for (const [id, x] of propias) totales[seccion(this.por.get(id), BALANCE)] += en(this.por.get(id), x);
    for (const [i, [cual, saldo]] of Object.entries(sinCuenta).entries()) {
      if (saldo === 0) continue;
      filas[`${this.derivar(propias, 2, i, saldo)} 0 ${saldo < 0 ? 'Utilidad' : 'Pérdida'} ${cual}`] = ['Capital', -saldo];
      totales.Capital -= saldo;
    }
    for (const [id, x] of this.conSubcuentas(propias)) {
      const c = this.por.get(id);
      filas[`${c.codigo} ${id}`] = [seccion(c, BALANCE), en(c, x)];
    }
    return { filas, totales, resultado: 0 - sinCuenta['del ejercicio'] };
  }

  // auxiliar: opening, movements with their running balance, sums and closing.
  auxiliar(codigo, desde, hasta, filtro = {}) {
    const rama = this.rama(codigo), c = this.cuentas.find(x => x.codigo === codigo), anio = Number(desde.slice(0, 4));
    const neto = f => (c.naturaleza === 'D' ? 1 : -1) * (f.debe - f.haber);
    const suyas = this.de(filtro).filter(f => rama.has(f.cuenta) && f.dia <= hasta), movidas = suyas.filter(f => f.dia >= desde);
    const inicial = suyas.filter(f => f.dia < desde && (!esResultado(c) || f.ejercicio === anio)).reduce((s, f) => s + neto(f), 0);
    let saldo = inicial;
    return { inicial: inicial + 0, movimientos: movidas.map(f => [f.dia, f.poliza, f.numero, this.por.get(f.cuenta).codigo, f.debe, f.haber, (saldo += neto(f)) + 0]),
      debe: movidas.reduce((s, f) => s + f.debe, 0), haber: movidas.reduce((s, f) => s + f.haber, 0), final: saldo + 0 };
  }

  // flujo: cash before and after, and [in, out] by concept. Taxes of a póliza count in its greatest concept, when that is greater than the taxes.
  flujo(desde, hasta) {
    const efectivo = dia => this.filas.filter(f => f.dia <= dia && this.por.get(f.cuenta).efectivo).reduce((s, f) => s + f.debe - f.haber, 0);
    const polizas = new Map(), conceptos = {};
    for (const f of this.filas.filter(x => x.dia >= desde && x.dia <= hasta)) polizas.set(f.poliza, [...(polizas.get(f.poliza) ?? []), f]);
    for (const filas of polizas.values()) {
      if (!filas.some(f => this.por.get(f.cuenta).efectivo)) continue;
      const partes = {};
      for (const f of filas) {
        const c = this.por.get(f.cuenta), [concepto] = FLUJO.find(([, es]) => es(c));
        if (!c.efectivo) partes[concepto] = (partes[concepto] ?? 0) + f.haber - f.debe;
      }
      const [principal] = ORDEN.filter(k => k !== 'Impuestos' && partes[k]).sort((a, b) => Math.abs(partes[b]) - Math.abs(partes[a]));
      if (principal && Math.abs(partes[principal]) > Math.abs(partes.Impuestos ?? 0)) partes[principal] += partes.Impuestos ?? 0, delete partes.Impuestos;
      for (const [k, n] of Object.entries(partes)) {
        const sale = (n > 0) === filas[0].reversa;  // a reversal lowers the side of its original
        if (n !== 0) (conceptos[k] ??= [0, 0])[sale ? 1 : 0] += sale ? -n : n;
      }
    }
    return { inicial: efectivo(masDias(desde, -1)) + 0, conceptos, final: efectivo(hasta) + 0 };
  }
}
