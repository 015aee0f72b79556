// Reportes: accounting reports against the bare sums of the ledger, day by day, and against hledger, which reads the exported ledger.
import assert from 'node:assert/strict';
import { Hledger, centavos } from './hledger.mjs';

const suma = (filas, campo) => filas.reduce((s, f) => s + centavos(typeof campo === 'function' ? campo(f) : f[campo]), 0);
const dmy = dia => dia.split('-').reverse().join('/');
export const hojas = cuentas => cuentas.flatMap(c => [c, ...hojas(c.hijos)]);

export class Reportes {
  constructor({ base, srv, id, token }) {
    Object.assign(this, { base, srv, id, token });
  }
  async leer(ruta, parametros = {}) {
    const r = await this.srv.get(`${ruta}?${new URLSearchParams(parametros)}`, { token: this.token });
    assert.equal(r.estado, 200, `${ruta}: ${r.texto}`);
    return r.json;
  }
  contable(nombre, parametros) {
    return this.leer(`/api/Contabilidad/${nombre}`, parametros).then(r => r.data);
  }
  // Rows of a report as CSV, by the names of its columns.
  async csv(nombre, parametros) {
    const r = await this.srv.get(`/api/Contabilidad/${nombre}?${new URLSearchParams(parametros)}`, { token: this.token, encabezados: { Accept: 'text/csv' } });
    assert.equal(r.estado, 200, r.texto);
    assert.match(r.h['content-type'], /^text\/csv/);
    const [cabeza, ...lineas] = r.texto.trimEnd().split('\r\n'), columnas = cabeza.replace(/^\uFEFF/, '').split(',');
    return lineas.map(l => Object.fromEntries(l.match(/("[^"]*"|[^,]*)(,|$)/g).slice(0, columnas.length).map((v, i) => [columnas[i], v.replace(/,$/, '').replaceAll('"', '')])));
  }
  // comoCsv: the CSV of a report has the rows of its JSON.
  async comoCsv(nombre, parametros, json) {
    const filas = await this.csv(nombre, parametros);
    assert.equal(filas.length, json.length, nombre);
    for (const [i, f] of filas.entries())
      for (const [campo, v] of Object.entries(f)) assert.ok(typeof json[i][campo] === 'number' ? Number(v) === json[i][campo] : v === String(json[i][campo] ?? ''), `${nombre} ${campo}: ${v}`);
  }
  // paginas: the rows of all pages.
  async paginas(ruta, parametros) {
    const filas = [];
    let r = await this.leer(ruta, parametros);
    const { totales } = r;
    for (; ; r = await this.leer(ruta, { ...parametros, cursor: r.paginacion.siguiente })) {
      filas.push(...r.data);
      if (!r.paginacion.siguiente) return { filas, totales };
    }
  }
  // libro: credit less debit of an account, in cents, by day, without the determinations of taxes of a month.
  async libro(clave, desde = '0001-01-01', hasta = '2999-12-31') {
    const filas = await this.base.sql(`SELECT p.fecha::text AS dia, sum(m.haber - m.debe)::text AS importe FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id)
      JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.organizacion_id = ${this.id} AND c.clave = '${clave}' AND p.origen NOT LIKE 'Determinacion%' AND p.fecha BETWEEN '${desde}' AND '${hasta}' GROUP BY 1 ORDER BY 1`);
    return Object.fromEntries((filas || []).filter(f => centavos(f.importe) !== 0).map(f => [f.dia, centavos(f.importe)]));
  }
  async saldo(clave, hasta) {
    return Object.values(await this.libro(clave, undefined, hasta)).reduce((s, x) => s + x, 0);
  }
  porDia(filas, importe) {
    const dias = {};
    for (const f of filas) dias[f.fecha.slice(0, 10)] = (dias[f.fecha.slice(0, 10)] ?? 0) + centavos(importe(f));
    return Object.fromEntries(Object.entries(dias).filter(([, x]) => x !== 0).sort());
  }

  async iva(desde, hasta) {
    const { registros, totales } = await this.contable('IVAcobradoTasas', { fechaInicial: dmy(desde), fechaFinal: dmy(hasta) });
    for (const f of registros)
      assert.equal(suma([f], 'subtotal16') + suma([f], 'impuesto16') + suma([f], 'subtotal8') + suma([f], 'impuesto8') + suma([f], 'subtotal0') + suma([f], 'exento') + suma([f], 'noAfecto')
        - suma([f], 'ivaRetenido') - suma([f], 'isrRetenido'), centavos(f.total), JSON.stringify(f));
    for (const campo of Object.keys(totales)) assert.equal(suma(registros, campo), centavos(totales[campo]), campo);
    assert.deepEqual(this.porDia(registros, f => f.impuesto16 + f.impuesto8), await this.libro('IVA_COBRADO', desde, hasta), 'el IVA cobrado por tasas no es el del libro');
    assert.deepEqual(this.porDia(registros, f => f.ieps), await this.libro('IEPS_COBRADO', desde, hasta), 'el IEPS cobrado no es el del libro');
    for (const [campo, clave] of [['ivaRetenido', 'IVA_RET_A_FAVOR'], ['isrRetenido', 'ISR_RET_A_FAVOR']])
      assert.deepEqual(this.porDia(registros, f => -f[campo]), await this.libro(clave, desde, hasta), `${campo} no es lo que el libro tiene a favor`);
    return registros;
  }
  // retenido: checks and returns the withheld tax by day; `enterado` is the remitted tax that the caller knows.
  async retenido(desde, hasta, enterado = 0) {
    const { registros, totales } = await this.contable('AnalisisIVARetenidoPorPagar', { fechaInicial: desde, fechaFinal: hasta });
    for (const f of registros) {
      assert.equal(suma([f], 'subtotal') + suma([f], 'iva') - suma([f], 'ivaRetenido') - suma([f], 'isrRetenido'), centavos(f.total), JSON.stringify(f));
      assert.equal(suma([f], 'ivaRetenido') - suma([f], 'enterado'), centavos(f.porPagar), JSON.stringify(f));
    }
    for (const campo of Object.keys(totales)) assert.equal(suma(registros, campo), centavos(totales[campo]), campo);
    const saldo = await this.saldo('IVA_RET_POR_PAGAR');
    assert.deepEqual([suma(registros, 'ivaRetenido') - centavos(enterado), suma(registros, 'porPagar')], [saldo, saldo], 'el IVA retenido no es el del libro');
    if (!enterado) assert.deepEqual(this.porDia(registros, f => f.ivaRetenido), await this.libro('IVA_RET_POR_PAGAR'));
    for (let anio = Number(desde.slice(0, 4)); anio <= Number(hasta.slice(0, 4)); ++anio) {
      const r = await this.contable('IVARetenidoPorPagar', { ejercicio: anio });
      assert.equal(centavos(r.saldoInicial), await this.saldo('IVA_RET_POR_PAGAR', `${anio - 1}-12-31`));
      assert.equal(centavos(r.saldoFinal), await this.saldo('IVA_RET_POR_PAGAR', `${anio}-12-31`));
      assert.equal(centavos(r.saldoInicial) + suma(r.periodos, 'ivaRetenido') - suma(r.periodos, 'enterado'), centavos(r.saldoFinal));
      for (const p of r.periodos) {
        const del = registros.filter(f => f.fecha.startsWith(p.periodo));
        assert.deepEqual([centavos(p.ivaRetenido), centavos(p.base)], [suma(del, 'ivaRetenido'), suma(del, 'subtotal')], p.periodo);
      }
    }
    return registros;
  }
  // balanza: the trial balance of one or more months. Each account equals the ledger, a parent is the sum of its children, and both natures are
  // equal.
  async balanza(ejercicio, mesInicial, mesFinal, mas = {}) {
    const arbol = await this.contable('BalanzaComprobacion', { ejercicio, mesInicial, mesFinal, ...mas });
    const plana = await this.contable('BalanzaComprobacion', { ejercicio, mesInicial, mesFinal, formato: 'plano', ...mas });
    const todas = hojas(arbol.cuentas);
    assert.deepEqual(todas.map(c => ({ ...c, hijos: [] })), plana.cuentas, 'el árbol y la lista no dicen lo mismo');
    for (const c of todas) {
      const signo = c.naturaleza === 'D' ? 1 : -1;
      assert.equal(centavos(c.saldoInicial) + signo * (centavos(c.debe) - centavos(c.haber)), centavos(c.saldoFinal), c.cuenta);
      if (!c.hijos.length) continue;
      for (const campo of ['saldoInicial', 'debe', 'haber', 'saldoFinal'])
        assert.equal(c.hijos.reduce((s, h) => s + (campo.startsWith('saldo') && h.naturaleza !== c.naturaleza ? -1 : 1) * centavos(h[campo]), 0), centavos(c[campo]), `${c.cuenta} ${campo}`);
    }
    const detalle = todas.filter(c => c.esDetalle);
    assert.deepEqual([suma(detalle, 'debe'), suma(detalle, 'haber')], [centavos(arbol.totales.debe), centavos(arbol.totales.haber)]);
    assert.equal(arbol.totales.debe, arbol.totales.haber, 'la balanza no cuadra');
    for (const campo of ['saldoInicial', 'saldoFinal'])
      assert.equal(suma(detalle.filter(c => c.naturaleza === 'D'), campo), suma(detalle.filter(c => c.naturaleza === 'A'), campo), `${campo}: las deudoras no son las acreedoras`);
    const mes = (a, m) => a * 100 + m, hasta = mesFinal === 12 && mas.incluirCierre ? 13 : mesFinal;
    const filas = await this.base.sql(`SELECT c.codigo, c.codigo_agrupador ~ '^[4-7]' AS resultado, c.naturaleza, p.ejercicio * 100 + p.mes AS mes, sum(m.debe)::text AS debe, sum(m.haber)::text AS haber
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.organizacion_id = ${this.id} GROUP BY 1, 2, 3, 4`);
    const esperado = {};
    for (const f of filas || []) {
      const signo = f.naturaleza === 'D' ? 1 : -1, neto = signo * (centavos(f.debe) - centavos(f.haber));
      const x = esperado[f.codigo] ??= [0, 0, 0, 0];
      if (f.mes < mes(ejercicio, mesInicial) && !(f.resultado && f.mes < mes(ejercicio, 1))) x[0] += neto;
      if (f.mes >= mes(ejercicio, mesInicial) && f.mes <= mes(ejercicio, hasta)) x[1] += centavos(f.debe), x[2] += centavos(f.haber);
    }
    for (const f of filas || []) esperado[f.codigo][3] = esperado[f.codigo][0] + (f.naturaleza === 'D' ? 1 : -1) * (esperado[f.codigo][1] - esperado[f.codigo][2]);
    const propias = Object.fromEntries(detalle.filter(c => c.cuentaId).map(c => [c.cuenta, [c.saldoInicial, c.debe, c.haber, c.saldoFinal].map(centavos)]).sort());
    assert.deepEqual(propias, Object.fromEntries(Object.entries(esperado).filter(([, x]) => x.some(n => n !== 0)).sort()), 'la balanza no es el libro');
    return todas;
  }
  // estados: income statement and balance sheet of a month against the bare sums of the ledger; the auxiliary of each root account against the trial
  // balance.
  async estados(ejercicio, mes) {
    const ultimo = new Date(Date.UTC(ejercicio, mes, 0)).toISOString().slice(0, 10), primero = `${ultimo.slice(0, 8)}01`;
    const filas = await this.base.sql(`SELECT c.codigo, left(c.codigo_agrupador, 3)::integer AS mayor, p.ejercicio, p.mes, (p.fecha <= '${ultimo}' AND NOT (p.mes = 13 AND p.ejercicio = ${ejercicio})) AS ya, sum(m.debe - m.haber)::text AS deudor
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.organizacion_id = ${this.id} GROUP BY 1, 2, 3, 4, 5`) || [];
    const de = (condicion, entre = f => f.codigo) => {
      const sumas = {};
      for (const f of filas.filter(condicion)) sumas[entre(f)] = (sumas[entre(f)] ?? 0) + centavos(f.deudor);
      return sumas;
    };
    const resultado = f => f.mayor >= 400 && f.mayor < 800, seccion = m => m < 403 ? 'ingresos' : m < 500 ? 'otros' : m < 600 ? 'costos' : m === 610 || m === 611 ? 'impuestosUtilidad' : m < 700 ? 'gastos' : m < 703 ? 'financiero' : 'otros';
    const signo = { ingresos: -1, otros: -1, financiero: -1, costos: 1, gastos: 1, impuestosUtilidad: 1 };
    const e = await this.contable('EstadoResultados', { ejercicio, mes });
    for (const [campo, anio, desde] of [['delMes', ejercicio, mes], ['acumulado', ejercicio, 1], ['delMesAnioAnterior', ejercicio - 1, mes], ['acumuladoAnioAnterior', ejercicio - 1, 1]]) {
      const suyas = f => resultado(f) && f.ejercicio === anio && f.mes >= desde && f.mes <= mes, cuentas = de(suyas), secciones = de(suyas, f => seccion(f.mayor));
      const propias = e.cuentas.filter(c => c.esDetalle);
      for (const c of propias) assert.equal(centavos(c[campo]), signo[seccion(Number(c.codigoAgrupador.slice(0, 3)))] * (cuentas[c.cuenta] ?? 0) + 0, `${c.cuenta} ${campo}`);
      for (const [codigo, x] of Object.entries(cuentas)) assert.ok(x === 0 || propias.some(c => c.cuenta === codigo), `falta ${codigo}`);
      for (const [s, por] of Object.entries(signo)) assert.equal(centavos(e[s][campo]), por * (secciones[s] ?? 0) + 0, `${s} ${campo}`);
      const t = s => centavos(e[s][campo]);
      assert.deepEqual([t('utilidadBruta'), t('utilidadOperacion'), t('utilidadAntesImpuestos'), t('utilidadNeta')],
        [t('ingresos') - t('costos'), t('utilidadBruta') - t('gastos'), t('utilidadOperacion') + t('financiero') + t('otros'), t('utilidadAntesImpuestos') - t('impuestosUtilidad')], campo);
      assert.equal(t('utilidadNeta'), -Object.values(cuentas).reduce((x, y) => x + y, 0) + 0, `${campo}: la utilidad no es la del libro`);
    }
    const b = await this.contable('BalanceGeneral', { alDia: ultimo });
    const hoy = de(f => f.ya && !resultado(f));
    const propias = b.cuentas.filter(c => c.esDetalle && c.cuentaId);
    for (const c of propias.filter(x => x.seccion !== 'Orden')) assert.equal(centavos(c.saldo), (c.seccion.startsWith('Activo') ? 1 : -1) * (hoy[c.cuenta] ?? 0) + 0, `${c.cuenta} al ${ultimo}`);
    for (const [codigo, x] of Object.entries(hoy)) assert.ok(x === 0 || propias.some(c => c.cuenta === codigo), `falta ${codigo}`);
    assert.equal(b.totalActivo, b.pasivoYCapital, 'el balance no cuadra');
    assert.equal(centavos(b.resultadoEjercicio), -Object.values(de(f => f.ya && resultado(f) && f.ejercicio === ejercicio)).reduce((x, y) => x + y, 0) + 0);
    assert.equal(b.resultadoEjercicio, e.utilidadNeta.acumulado);
    const balanza = await this.contable('BalanzaComprobacion', { ejercicio, mesInicial: mes, mesFinal: mes, nivel: 1, incluirCierre: true, formato: 'plano' });
    for (const c of balanza.cuentas) {
      const a = await this.contable('Auxiliar', { cuenta: c.cuenta, fechaInicial: primero, fechaFinal: ultimo });
      // The result of an unclosed year is the balance of no account.
      const derivada = a.naturaleza === 'A' && c.cuenta === '305' ? centavos(c.saldoInicial) - centavos(a.saldoInicial) : 0;
      assert.deepEqual([centavos(a.saldoInicial) + derivada, centavos(a.debe), centavos(a.haber), centavos(a.saldoFinal) + derivada], [c.saldoInicial, c.debe, c.haber, c.saldoFinal].map(centavos), `auxiliar de ${c.cuenta} en ${ejercicio}-${mes}`);
      let saldo = centavos(a.saldoInicial);
      for (const m of a.movimientos) {
        assert.ok(m.fecha >= primero && m.fecha <= ultimo && m.cuenta.startsWith(c.cuenta), JSON.stringify(m));
        assert.equal(saldo += (a.naturaleza === 'D' ? 1 : -1) * (centavos(m.debe) - centavos(m.haber)), centavos(m.saldo), JSON.stringify(m));
      }
      assert.deepEqual([suma(a.movimientos, 'debe'), suma(a.movimientos, 'haber')], [centavos(a.debe), centavos(a.haber)]);
    }
  }
  // cartera: statements and balances of both sides, by contact and by currency, and in pesos as the ledger has them, by day.
  async cartera(desde, hasta) {
    const porTipo = {};
    const contactos = await this.base.columna(`SELECT contacto_id FROM contacto WHERE organizacion_id = ${this.id} ORDER BY 1`);
    for (const [tipo, cuentas, signo] of [['Cliente', ['CLIENTES'], -1], ['Proveedor', ['PROVEEDORES', 'ACREEDORES'], 1]]) {
      let pesos = 0;
      const dias = {};
      for (const contactoId of contactos) {
        const r = await this.contable('EstadoCuenta', { contactoId, tipo, fechaInicial: desde, fechaFinal: hasta });
        this.corre(r, tipo);
        pesos += centavos(r.saldoFinal);
        for (const f of r.movimientos) dias[f.fecha.slice(0, 10)] = (dias[f.fecha.slice(0, 10)] ?? 0) + centavos(f.abono) - centavos(f.cargo);
      }
      const libro = {};
      for (const c of cuentas) for (const [dia, x] of Object.entries(await this.libro(c))) libro[dia] = (libro[dia] ?? 0) + x;
      const limpio = x => Object.fromEntries(Object.entries(x).filter(([, n]) => n !== 0).sort());
      assert.deepEqual(porTipo[tipo] = limpio(dias), limpio(libro), `los estados de cuenta de ${tipo} no son ${cuentas}`);
      const { filas, totales } = await this.paginas('/api/Contabilidad/SaldosClientesProveedores', { tipo, fechaInicial: desde, fechaFinal: hasta, soloConSaldo: false, registrosPorPagina: 3 });
      assert.equal(centavos(totales.saldoFinalMXN), pesos);
      assert.equal(signo * pesos + 0, Object.values(libro).reduce((s, x) => s + x, 0) + 0);
      for (const f of filas) {
        const monedaId = { MXN: 1, USD: 2, EUR: 3 }[f.moneda];
        const r = await this.contable('EstadoCuenta', { contactoId: f.entidadId, tipo, fechaInicial: desde, fechaFinal: hasta, monedaId });
        this.corre(r, tipo);
        assert.deepEqual([f.saldoInicial, f.cargos, f.abonos, f.saldoFinal], [r.saldoInicial, r.totalCargos, r.totalAbonos, r.saldoFinal], `${f.contacto} ${f.moneda}`);
      }
      for (const t of totales.monedas)
        for (const campo of ['saldoInicial', 'cargos', 'abonos', 'saldoFinal']) assert.equal(suma(filas.filter(f => f.moneda === t.moneda), campo), centavos(t[campo]), `${t.moneda} ${campo}`);
    }
    // Final balances of SaldosClientesProveedores equal those of Contactos/Saldos on the last day.
    const otras = (await this.paginas('/api/Contactos/Saldos', { alDia: hasta, soloConSaldo: true })).filas;
    const estas = (await this.paginas('/api/Contabilidad/SaldosClientesProveedores', { fechaInicial: desde, fechaFinal: hasta })).filas;
    const cara = f => [f.entidadId, f.moneda, f.saldoCliente, f.saldoProveedor, f.anticiposCliente, f.anticiposProveedor, f.saldoNeto, f.vencidoCliente, f.vencidoProveedor, f.creditoDisponible, f.ultimoMovimiento];
    assert.deepEqual(estas.map(cara).filter(x => x.slice(2, 6).some(n => n !== 0)), otras.map(cara));
    await this.movidoEntreDias();
    return porTipo;
  }
  // movidoEntreDias: OP-115 counts back from the documents open now. Here every change of a debt is added up from the first day on, and compared
  // between pairs of days with changes, whatever came after them.
  async movidoEntreDias() {
    const cambios = await this.base.sql(`
      WITH d AS (SELECT *, CASE WHEN obj_id IN (1, 2, 24, 26, 27) THEN 1 ELSE -1 END AS signo, obj_id IN (1, 2, 24, 6, 7) AS venta FROM transaccion WHERE organizacion_id = ${this.id} AND contacto_id IS NOT NULL AND obj_id IN (1, 2, 24, 6, 7, 13, 14, 15, 26, 27)),
      a AS (SELECT destino_id AS id, aplicacion_id, fecha, fecha_reversa, importe_destino AS importe, pesos, NULL::cubetas AS flujo FROM aplicacion WHERE organizacion_id = ${this.id}
            UNION ALL SELECT fuente_id, aplicacion_id, fecha, fecha_reversa, importe_fuente, pesos, CASE tipo WHEN 'Reclasificacion' THEN fuente_pesos ELSE flujo END FROM aplicacion WHERE organizacion_id = ${this.id} AND tipo NOT IN ('Traspaso', 'Heredado')
              AND fuente_id IN (SELECT transaccion_id FROM d WHERE obj_id IN (6, 7, 26, 27))),
      c AS (SELECT d.contacto_id, d.moneda, d.venta, coalesce(d.fecha_apertura, d.fecha) AS fecha, 'd' || d.transaccion_id AS evento, d.signo * d.total AS debe, d.signo * coalesce(cubetas_total(d.cubetas_mxn), round(d.total * d.tipo_cambio, 2)) AS pesos FROM d
            UNION ALL SELECT d.contacto_id, d.moneda, d.venta, d.fecha_cancelacion, 'c' || d.transaccion_id, -d.signo * d.total, -d.signo * coalesce(cubetas_total(d.cubetas_mxn), round(d.total * d.tipo_cambio, 2)) FROM d
            UNION ALL SELECT d.contacto_id, d.moneda, d.venta, g.fecha, g.que || a.aplicacion_id, -g.signo * d.signo * a.importe, -g.signo * d.signo * coalesce(cubetas_total(a.flujo), cubetas_total(a.pesos), round(a.importe * d.tipo_cambio, 2))
              FROM a JOIN d ON d.transaccion_id = a.id CROSS JOIN LATERAL (VALUES (a.fecha, 'a', 1), (a.fecha_reversa, 'r', -1)) g (fecha, que, signo))
      SELECT contacto_id AS id, moneda, venta, fecha::date::text AS dia, sum(debe)::text AS debe, sum(pesos)::text AS pesos FROM c WHERE fecha IS NOT NULL GROUP BY contacto_id, moneda, venta, fecha, evento`);
    const dias = [...new Set(cambios.map(c => c.dia))].sort(), pares = [];
    if (dias.length === 0) return;
    for (const parte of [0, 0.3, 0.6, 0.85]) for (const otra of [0, 0.5, 1]) pares.push([dias[Math.floor(parte * (dias.length - 1))], dias[Math.floor((parte + otra * (1 - parte)) * (dias.length - 1))]]);
    for (const [i, [desde, hasta]] of pares.entries()) {
      const tipo = [undefined, 'Cliente', 'Proveedor'][i % 3], signo = tipo === 'Proveedor' ? -1 : 1, esperado = {};
      for (const c of cambios) {
        if (c.dia > hasta || (tipo && c.venta !== (tipo === 'Cliente'))) continue;
        const x = esperado[`${c.id} ${c.moneda}`] ??= [0, 0, 0, 0, 0], debe = centavos(c.debe);
        if (c.dia < desde) x[0] += signo * debe;
        else x[debe > 0 ? 1 : 2] += Math.abs(debe);
        x[3] += signo * debe, x[4] += signo * centavos(c.pesos);
      }
      const conAlgo = pares1 => Object.fromEntries(pares1.filter(([, x]) => x.some(n => n !== 0)).map(([k, x]) => [k, x.map(n => n + 0)]).sort());
      const { filas } = await this.paginas('/api/Contabilidad/SaldosClientesProveedores', { ...tipo && { tipo }, fechaInicial: desde, fechaFinal: hasta, soloConSaldo: false });
      assert.deepEqual(conAlgo(filas.map(f => [`${f.entidadId} ${f.moneda}`, [f.saldoInicial, f.cargos, f.abonos, f.saldoFinal, f.saldoFinalMXN].map(centavos)])), conAlgo(Object.entries(esperado)), `saldos de ${tipo ?? 'ambos'} entre ${desde} y ${hasta}`);
    }
  }
  corre(r, tipo) {
    const signo = tipo === 'Cliente' ? 1 : -1;
    let saldo = centavos(r.saldoInicial);
    for (const f of r.movimientos) assert.equal(saldo += signo * (centavos(f.cargo) - centavos(f.abono)), centavos(f.saldo));
    assert.deepEqual([suma(r.movimientos, 'cargo'), suma(r.movimientos, 'abono'), saldo], [r.totalCargos, r.totalAbonos, r.saldoFinal].map(centavos));
  }
  // comoHledger: balances at the end of a month and changes of the month, against hledger's own.
  comoHledger(meses) {
    return Hledger.con(this.base, this.id, async h => {
      for (const [ejercicio, mes] of meses) await this.mesComoHledger(h, ejercicio, mes);
    });
  }
  async mesComoHledger(h, ejercicio, mes) {
    await this.estados(ejercicio, mes);
    for (const antes of mes === 12 ? [undefined, `not:tag:cierre=${ejercicio}`] : [undefined]) {
      const siguiente = mes === 12 ? `${ejercicio + 1}-01-01` : `${ejercicio}-${String(mes + 1).padStart(2, '0')}-01`;
      const todas = (await this.balanza(ejercicio, mes, mes, { incluirCierre: mes === 12 && !antes })).filter(c => c.esDetalle && c.cuentaId);
      const deudor = c => (c.naturaleza === 'D' ? 1 : -1) * centavos(c.saldoFinal);
      const limpio = pares => Object.fromEntries(pares.filter(([, x]) => x !== 0).sort());
      assert.deepEqual(limpio(todas.map(c => [c.cuenta, centavos(c.debe) - centavos(c.haber)])), await h.saldos('-b', `${ejercicio}-${String(mes).padStart(2, '0')}-01`, '-e', siguiente, antes), `${ejercicio}-${mes}`);
      const suyas = await h.saldos('-e', siguiente, antes), delAnio = await h.saldos('-b', `${ejercicio}-01-01`, '-e', siguiente, antes);
      for (const c of Object.keys(suyas)) if (/^[4-7]/.test(c)) delete suyas[c];  // result accounts begin each year at 0
      for (const [c, x] of Object.entries(delAnio)) if (/^[4-7]/.test(c)) suyas[c] = x;
      assert.deepEqual(limpio(todas.map(c => [c.cuenta, deudor(c)])), limpio(Object.entries(suyas)), `${ejercicio}-${mes}`);
    }
  }
  // ventas: sales of a range, in each grouping, against income and cost of the ledger. `costo`: sales alone moved the cost.
  async ventas(desde, hasta, { costo = true } = {}) {
    const claves = ['VENTAS_16', 'VENTAS_8', 'VENTAS_0', 'VENTAS_EXENTAS', 'VENTAS_NO_OBJETO', 'DEV_VENTAS'];
    const libro = { Dia: {}, Mes: {} }, todo = [0, 0];
    for (const f of await this.base.sql(`SELECT p.fecha::text AS dia, c.clave = 'COSTO_VENTAS' AS costo, t.estado = 'Cancelado' AS cancelado, sum(m.haber - m.debe)::text AS importe
      FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) LEFT JOIN transaccion t USING (organizacion_id, transaccion_id)
      WHERE p.organizacion_id = ${this.id} AND p.mes <= 12 AND p.fecha BETWEEN '${desde}' AND '${hasta}' AND c.clave IN ('${claves.join("','")}', 'COSTO_VENTAS') GROUP BY 1, 2, 3`) || []) {
      todo[f.costo ? 1 : 0] += (f.costo ? -1 : 1) * centavos(f.importe);
      if (f.cancelado) continue;  // a cancelled sale counts on no day, and adds up to nothing in the range
      for (const [cada, clave] of [['Dia', f.dia], ['Mes', f.dia.slice(0, 7)]]) (libro[cada][clave] ??= [0, 0])[f.costo ? 1 : 0] += (f.costo ? -1 : 1) * centavos(f.importe);
    }
    const importes = f => [centavos(f.subtotal), costo ? centavos(f.costo) : 0];
    const con = x => costo ? x : [x[0], 0];
    for (const agrupar of ['Dia', 'Mes', 'Producto', 'Cliente', 'Vendedor', 'Sucursal']) {
      const { registros, totales } = (await this.leer('/api/RegistroVenta/Resumen', { fechaInicial: desde, fechaFinal: hasta, agrupar })).data;
      assert.deepEqual(importes(totales), con(todo), `${agrupar}: el resumen de ventas no es el libro`);
      for (const campo of ['subtotal', 'devoluciones', 'costo', 'utilidad']) assert.equal(suma(registros, campo), centavos(totales[campo]), `${agrupar} ${campo}`);
      for (const f of [...registros, totales]) assert.equal(centavos(f.utilidad), centavos(f.subtotal) - centavos(f.costo));
      const limpio = pares => Object.fromEntries(pares.filter(([, x]) => con(x).some(n => n !== 0)).map(([k, x]) => [k, con(x)]).sort());
      if (libro[agrupar]) assert.deepEqual(limpio(registros.map(f => [f.clave, importes(f)])), limpio(Object.entries(libro[agrupar])), `por ${agrupar}, el resumen de ventas no es el libro`);
    }
  }
  // sonElLibro: all reports.
  async sonElLibro(desde, hasta, enterado = 0) {
    await this.iva(desde, hasta);
    await this.retenido(desde, hasta, enterado);
    await this.balanza(Number(hasta.slice(0, 4)), 1, 12);
    await this.cartera(desde, hasta);
    const dias = await this.base.columna(`SELECT DISTINCT fecha::text FROM poliza WHERE organizacion_id = ${this.id} ORDER BY 1`);
    const enMedio = dias[Math.floor(dias.length / 2)] ?? hasta;
    await this.flujo(desde, hasta);
    await this.flujo(enMedio, hasta);
    await this.flujo(desde, enMedio);
  }
  // flujo: the balances of the cash flow are those of the bank and cash accounts in the ledger; its concepts are their difference.
  async flujo(desde, hasta) {
    const f = await this.contable('Flujo', { fechaInicial: desde, fechaFinal: hasta });
    const efectivo = async donde => centavos(await this.base.uno(`SELECT coalesce(sum(m.debe - m.haber), 0)::text FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
      WHERE p.organizacion_id = ${this.id} AND (c.clave IN ('CAJA', 'BANCO', 'TRASPASOS') OR c.cuenta_contable_id IN (SELECT cuenta_contable_id FROM cuenta_bancaria WHERE organizacion_id = ${this.id})) AND ${donde}`));
    assert.deepEqual([f.saldoInicial, f.saldoFinal].map(centavos), [await efectivo(`p.fecha < '${desde}'`), await efectivo(`p.fecha <= '${hasta}'`)], `el flujo de ${desde} a ${hasta} no es el de los bancos`);
    assert.deepEqual([suma(f.conceptos, 'entradas'), suma(f.conceptos, 'salidas'), centavos(f.saldoInicial) + centavos(f.entradas) - centavos(f.salidas)], [centavos(f.entradas), centavos(f.salidas), centavos(f.saldoFinal)]);
    // Cash flow by account or by póliza: the same sum of each concept, and each row names its account or its póliza.
    for (const [agrupar, llave, otra] of [['Cuenta', 'cuentaId', 'polizaId'], ['Poliza', 'polizaId', 'cuentaId']]) {
      const { conceptos } = await this.contable('Flujo', { fechaInicial: desde, fechaFinal: hasta, agrupar });
      assert.ok(conceptos.every(c => c[llave] > 0 && c[otra] === 0), `${agrupar} del flujo`);
      assert.equal(new Set(conceptos.map(c => `${c.concepto} ${c[llave]}`)).size, conceptos.length);
      const sumas = {};
      for (const c of conceptos) ['entradas', 'salidas', 'neto'].forEach((n, i) => ((sumas[c.concepto] ??= [0, 0, 0])[i] += centavos(c[n])));
      assert.deepEqual(sumas, Object.fromEntries(f.conceptos.map(c => [c.concepto, [c.entradas, c.salidas, c.neto].map(centavos)])), `el flujo de ${desde} a ${hasta} por ${agrupar}`);
    }
    for (const c of f.conceptos) assert.equal(centavos(c.entradas) - centavos(c.salidas), centavos(c.neto), JSON.stringify(c));
    return f;
  }
}
