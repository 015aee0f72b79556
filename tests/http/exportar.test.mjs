// gestor exportar contabilidad: hledger reads the journal without faults, and agrees with every balance of gestor.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Base, correr } from './lib/ayuda_api.mjs';

let base, carpeta;
const org = 1;
before(async () => {
  base = await Base.crear({ registros: 100 });
  await base.usuario({ usuario: 'ana' });
  carpeta = mkdtempSync(path.join(tmpdir(), 'gexp-'));
});
after(async () => {
  await base?.soltar();
  if (carpeta) rmSync(carpeta, { recursive: true, force: true });
});

const hledger = (diario, ...argumentos) => correr('hledger', ['-f', diario, ...argumentos], { env: { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } });
const exportar = async (nombre, ...banderas) => {
  const ruta = path.join(carpeta, nombre);
  const r = await base.gestor(['exportar', 'contabilidad', '--organizacion', String(org), ...banderas, ruta]);
  return { ruta, salida: r.salida, texto: readFileSync(ruta, 'utf8') };
};

// malos: descriptions that try to end their line, or to open a comment, a tag, a date, a code or a posting.
const malos = ['Venta; con comentario', 'dos  espacios   y\ttab', 'línea\nnueva\r\n    101 Caja:101.01 Caja y efectivo  999 MXN', '* marcada', '! pendiente', '(código) falso',
  'pagador | nota', 'comillas "dobles" y \'simples\'', 'date:2026-99-99, date2:x', '[2026-13-45]', '=2026-01-02', '2026-01-01 * otra', ') cierra', 'nbsp\u00a0\u00a0doble\u2003\u2003em',
  'comment\nend comment', '@ 5 USD', '{lote} ~ %p &', 'ñandú 日本 🧾', '', '   ', '1/2 include /etc/passwd', '-100 MXN', '\u2028separador'];
const literal = t => `'${t.replaceAll("'", "''")}'`;

let polizas = 0;
const poliza = async (fecha, concepto, movimientos, { transaccion = 'NULL', reversa = 'NULL', tipo = 'Diario' } = {}) => {
  const filas = movimientos.map(([clave, debe, haber, texto = concepto], i) =>
    `(${i + 1}, ${literal(clave)}, ${debe}, ${haber}, ${literal(texto)})`).join(', ');
  polizas++;
  return Number(await base.sql(`WITH p AS (INSERT INTO poliza (organizacion_id, tipo, fecha, ejercicio, mes, numero, transaccion_id, reversa_de, concepto)
      VALUES (${org}, '${tipo}', '${fecha}', extract(year FROM date '${fecha}'), extract(month FROM date '${fecha}'),
        1 + (SELECT coalesce(max(numero), 0) FROM poliza WHERE organizacion_id = ${org} AND tipo = '${tipo}' AND ejercicio = extract(year FROM date '${fecha}') AND mes = extract(month FROM date '${fecha}')), ${transaccion}, ${reversa}, ${literal(concepto)}) RETURNING poliza_id),
    m AS (INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber, concepto)
      SELECT ${org}, p.poliza_id, v.n, c.cuenta_contable_id, v.debe, v.haber, v.texto
      FROM p, (VALUES ${filas}) v (n, clave, debe, haber, texto) JOIN cuenta_contable c ON c.organizacion_id = ${org} AND c.clave = v.clave RETURNING poliza_id)
    SELECT DISTINCT poliza_id FROM m WHERE 'returning' <> ''`));
};

// saldos: balances by code of account, as hledger adds them up.
const saldos = async diario => {
  const { salida } = await hledger(diario, 'balance', '--flat', '-O', 'csv', '--no-total', '--empty');
  const mapa = new Map();
  for (const linea of salida.trim().split('\n').slice(1)) {
    const [, cuenta, saldo] = /^"(.*)","(.*?)"$/.exec(linea);
    mapa.set(cuenta.split(':').at(-1).split(' ')[0], Math.round(Number(saldo.replace(' MXN', '')) * 100));
  }
  return mapa;
};
const nuestros = async (donde = 'true') => new Map((await base.sql(`SELECT c.codigo, sum(m.debe - m.haber)::text AS saldo FROM poliza_movimiento m
    JOIN poliza p USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
    WHERE m.organizacion_id = ${org} AND (${donde}) GROUP BY 1`)).map(f => [f.codigo, Math.round(Number(f.saldo) * 100)]));
const iguales = (suyos, mios) => {
  for (const [codigo, saldo] of mios) assert.equal(suyos.get(codigo) ?? 0, saldo, codigo);
  for (const [codigo, saldo] of suyos) assert.equal(mios.get(codigo) ?? 0, saldo, codigo);
};

test('hledger acepta el diario y coincide con el saldo de cada cuenta', async () => {
  const factura = await base.uno(`SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = ${org} AND obj_id = 1`);
  const folio = await base.uno(`SELECT folio FROM transaccion WHERE transaccion_id = ${factura}`);
  const venta = await poliza('2026-01-15', 'Factura', [['CLIENTES', 1160, 0], ['VENTAS_16', 0, 1000], ['IVA_POR_COBRAR', 0, 160]], { transaccion: factura });
  await base.sql(`UPDATE poliza SET usuario_id = (SELECT usuario_id FROM usuario WHERE organizacion_id = ${org} AND usuario = 'ana') WHERE poliza_id = ${venta}`);
  await poliza('2026-01-20', 'Cobro', [['BANCO', 1160, 0], ['IVA_POR_COBRAR', 160, 0], ['CLIENTES', 0, 1160], ['IVA_COBRADO', 0, 160]], { tipo: 'Ingresos' });
  await poliza('2026-02-01', 'Cancelación', [['CLIENTES', 0, 1160], ['VENTAS_16', 1000, 0], ['IVA_POR_COBRAR', 160, 0]], { transaccion: factura, reversa: venta });
  await poliza('2026-02-02', 'Ajuste de centavos', [['GASTO', 0.01, 0], ['BANCO', 0, 0.01]], { tipo: 'Egresos' });
  await poliza('2026-02-03', 'Importe grande', [['INVENTARIO', 12345678901234.56, 0], ['APERTURA', 0, 12345678901234.56]]);
  for (const texto of malos) await poliza('2026-02-10', texto, [['GASTO', 7.25, 0], ['CAJA', 0, 7.25]]);

  const { ruta, texto, salida } = await exportar('todo.journal');
  assert.equal(Number(/: (\d+) pólizas/.exec(salida)[1]), await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${org}`));
  await hledger(ruta, 'check', '--strict', 'ordereddates');
  const suyos = await saldos(ruta);
  const mios = await nuestros();
  assert.ok(mios.size >= 8);
  iguales(suyos, mios);
  assert.equal((texto.match(/^\d{4}-\d\d-\d\d \* \(/gm) ?? []).length, await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${org}`), 'una transacción por póliza');
  const numero = await base.uno(`SELECT numero FROM poliza WHERE poliza_id = ${venta}`);
  assert.match(texto, new RegExp(`^2026-01-15 \\* \\(Diario ${numero}\\) Factura\\n    ; poliza:${venta}, tipo:Diario, folio:${folio}, usuario:ana, registrada:\\d{4}-\\d\\d-\\d\\dT[\\d:]{8}Z$`, 'm'));
  assert.match(texto, new RegExp(`; poliza:\\d+, tipo:Diario, folio:${folio}, reversa:${venta}, registrada:`, 'm'));
  assert.match(texto, /^ {4}105 Clientes:105\.01 Clientes nacionales {2}1160\.00 MXN {2}; Factura$/m);
  const { salida: etiquetas } = await hledger(ruta, 'tags');
  assert.deepEqual(etiquetas.trim().split('\n').sort(), ['folio', 'poliza', 'registrada', 'reversa', 'tipo', 'usuario'], 'ningún texto abre una etiqueta');
});

test('un rango de fechas, la salida estándar y las faltas', async () => {
  const { ruta } = await exportar('febrero.journal', '--desde', '2026-02-01', '--hasta', '2026-02-03');
  await hledger(ruta, 'check', '--strict');
  iguales(await saldos(ruta), await nuestros("p.fecha BETWEEN '2026-02-01' AND '2026-02-03'"));
  const { salida } = await base.gestor(['exportar', 'contabilidad', '--organizacion', String(org), '--desde', '2026-02-01', '--hasta', '2026-02-03']);
  assert.equal(salida, readFileSync(ruta, 'utf8'), 'sin archivo, sólo el diario sale por la salida estándar');
  const guion = await base.gestor(['exportar', 'contabilidad', '--organizacion', String(org), '-']);
  assert.match(guion.salida, /^; Contabilidad de Comercializadora del Norte\n/);

  const falla = async (...a) => {
    const r = await base.gestor(['exportar', 'contabilidad', ...a], { falla: true });
    assert.notEqual(r.codigo, 0);
    return r.errores;
  };
  assert.match(await falla('--organizacion', '99', '-'), /no existe la organización 99/);
  assert.match(await falla('-'), /falta --organizacion/);
  assert.match(await falla('--organizacion', '1', '--desde', '2026-02-31'), /--desde/);
  assert.match(await falla('--organizacion', '1', '--desde', '2026-03-01', '--hasta', '2026-02-01'), /anterior/);
  assert.match(await falla('--organizacion', '1', path.join(carpeta, 'no/hay/x.journal')), /no se puede escribir/);
  writeFileSync(path.join(carpeta, 'previo.journal'), 'intacto');
  await falla('--organizacion', '99', path.join(carpeta, 'previo.journal'));
  assert.equal(readFileSync(path.join(carpeta, 'previo.journal'), 'utf8'), 'intacto');
  assert.deepEqual(readdirSync(carpeta).filter(f => f.endsWith('.parcial')), []);
});

test('la otra organización no aparece, y cuentas con nombres difíciles siguen siendo una cada una', async () => {
  await base.sql(`UPDATE cuenta_contable SET nombre = 'Caja: chica;  de  "Ana" (1)' WHERE organizacion_id = ${org} AND clave = 'CAJA'`);
  await base.sql(`UPDATE cuenta_contable SET nombre = 'Caja. chica, de "Ana" {1}', codigo = '101:01' WHERE organizacion_id = ${org} AND clave = 'DEUDORES'`);
  await base.sql(`UPDATE cuenta_contable SET codigo = '*9', nombre = '' WHERE organizacion_id = ${org} AND clave = 'BANCO'`);
  const dia = await base.uno(`SELECT (min(fecha) - 1)::text FROM poliza WHERE organizacion_id = ${org}`);  // a day without pólizas
  await base.sql(`INSERT INTO periodo (organizacion_id, ejercicio, mes) VALUES (${org}, ${dia.slice(0, 4)}, ${Number(dia.slice(5, 7))}) ON CONFLICT DO NOTHING`);
  await poliza(dia, 'x', [['CAJA', 10, 0], ['DEUDORES', 20, 0], ['BANCO', 0, 30]]);
  const { ruta } = await exportar('dificiles.journal', '--desde', dia, '--hasta', dia);
  await hledger(ruta, 'check', '--strict');
  const { salida } = await hledger(ruta, 'balance', '--flat', '-O', 'csv', '--no-total');
  assert.deepEqual(salida.trim().split('\n').slice(1).map(l => /,"(.*?)"$/.exec(l)[1]).sort(), ['-30.00 MXN', '10.00 MXN', '20.00 MXN']);
});
