// The ledger added up by month (schema/0041): the stored sums and the pólizas after them always equal the ledger, each póliza once, whatever
// transactions are open.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { hasta, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { centavos } from './lib/hledger.mjs';
import { Reportes, hojas } from './lib/reportes.mjs';

let m, base, srv, e, r, servicio, cliente;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Resume', rfc: 'EKU9003173C9' });
  r = new Reportes({ base, srv, id: e.id, token: e.token });
  servicio = await e.producto('S', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  cliente = await e.cliente('C');
});
after(() => m?.cerrar());

const resumir = (n = 1000000) => base.uno(`SELECT polizas_resumir(${n})`).then(Number);
const corte = async () => (await base.sql('SELECT hasta, candidata FROM resumen_contable'))[0];
// diferencias: differences between the bare ledger and the sums with the later pólizas, both read in one statement.
const diferencias = () => base.sql(`
  WITH libro AS (SELECT p.organizacion_id, p.poliza_id, p.ejercicio, p.mes, m.cuenta_contable_id, coalesce(m.sucursal_id, 0) AS s, coalesce(m.proyecto_id, 0) AS y, coalesce(m.centro_costo_id, 0) AS k, m.debe, m.haber
                 FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id)),
  leido AS (SELECT organizacion_id, ejercicio, mes, cuenta_contable_id, sucursal_id AS s, proyecto_id AS y, centro_costo_id AS k, debe, haber FROM saldo_mensual
            UNION ALL SELECT organizacion_id, ejercicio, mes, cuenta_contable_id, s, y, k, debe, haber FROM libro WHERE poliza_id > (SELECT hasta FROM resumen_contable))
  SELECT * FROM (SELECT organizacion_id, ejercicio, mes, cuenta_contable_id, s, y, k, sum(debe) AS debe, sum(haber) AS haber FROM leido GROUP BY 1, 2, 3, 4, 5, 6, 7) a
  FULL JOIN (SELECT organizacion_id, ejercicio, mes, cuenta_contable_id, s, y, k, sum(debe) AS debe, sum(haber) AS haber FROM libro GROUP BY 1, 2, 3, 4, 5, 6, 7) b USING (organizacion_id, ejercicio, mes, cuenta_contable_id, s, y, k)
  WHERE (a.debe, a.haber) IS DISTINCT FROM (b.debe, b.haber)`);
const vender = (fecha, mas = {}) => e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha, partidas: [{ productoId: servicio, cantidad: 1, precioUnitario: (100 + Math.floor(Math.random() * 1e5)) / 100 }], ...mas });
// hastaElFinal: adds up until nothing is left. An open transaction of any database of the cluster holds the sums back, and other test files run
// meanwhile.
const hastaElFinal = () => hasta(async () => {
  await resumir();
  return Number((await corte()).hasta) === Number(await base.uno('SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM poliza_poliza_id_seq'));
}, 'se suma todo');

test('todo lo que hay, en partes; lo nuevo, después', async () => {
  assert.deepEqual(await diferencias(), []);
  await hasta(async () => {
    await resumir(7);
    return Number((await corte()).hasta) > 0;
  }, 'se suma una parte');
  assert.deepEqual(await diferencias(), [], 'en medio');
  await hastaElFinal();
  assert.deepEqual(await diferencias(), []);
  assert.ok(Number(await base.uno('SELECT count(*) FROM saldo_mensual')) > 0);
  for (const fecha of ['2025-01-31', '2025-02-01', '2026-01-05']) await vender(fecha);
  assert.deepEqual(await diferencias(), []);
  await r.balanza(2025, 1, 12);
  await r.balanza(2026, 1, 1);
  await hastaElFinal();
  assert.deepEqual(await diferencias(), []);
  await r.balanza(2025, 1, 12);
});

// Case 1: the transaction that took the number is the newest one. Case 2: others have ended since. In both the number may not be passed over.
for (const ultima of [false, true])
  test(`una póliza con su número tomado y sin confirmar no se da por sumada${ultima ? ', aunque quien la tomó sea el último en empezar' : ''}`, async t => {
    await hastaElFinal();
    const p = spawn('psql', ['-XAtq', base.admin], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => p.kill());
    let salida = '';
    p.stdout.on('data', x => { salida += x; });
    const decir = async (texto, marca) => {
      p.stdin.write(`${texto}\n\\echo ${marca}\n`);
      while (!salida.includes(marca)) await new Promise(x => setTimeout(x, 20));
    };
    const id = `SELECT cuenta_contable_id FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave`;
    await decir(`BEGIN; SELECT estado FROM periodo WHERE organizacion_id = ${e.id} AND ejercicio = 2025 AND mes = 2 FOR SHARE;
      SELECT 'numero ' || nextval('poliza_poliza_id_seq');`, 'TOMADO');
    const numero = Number(/numero (\d+)/.exec(salida)[1]);
    if (ultima) await resumir();
    await vender('2025-02-02');  // a póliza with a higher number, already committed
    for (let i = 0; i < 5; ++i) await resumir();
    assert.ok(Number((await corte()).hasta) < numero, 'quien la tomó todavía puede escribirla');
    await decir(`INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, numero) VALUES (${e.id}, ${numero}, 'Diario', '2025-02-03', 2025, 2, ${900_000 + numero});
      INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber) VALUES (${e.id}, ${numero}, 1, (${id} = 'CAJA'), 5, 0), (${e.id}, ${numero}, 2, (${id} = 'BANCO'), 0, 5); COMMIT;`, 'ESCRITA');
    p.stdin.end();
    assert.deepEqual(await diferencias(), []);
    await hastaElFinal();
    assert.ok(Number((await corte()).hasta) >= numero);
    assert.deepEqual(await diferencias(), []);
    await r.balanza(2025, 2, 2);
  });

test('mientras se escribe y se suma: nunca otra cosa que el libro, ni una balanza que no cuadre', { timeout: 300_000 }, async () => {
  let escribiendo = true;
  const meses = ['2025-03', '2025-04', '2026-02'];
  const escritor = async k => {
    for (let i = 0; i < 25; ++i) {
      const f = await vender(`${meses[(i + k) % 3]}-1${i % 9}`);
      if (i % 4 === 0) assert.equal((await srv.pedir('DELETE', `/api/Ventas/TransaccionCancelar/${f.transaccionId}?motivo=x`, { token: e.token })).estado, 200);
    }
  };
  const escritores = Promise.all([1, 2, 3].map(escritor)).finally(() => { escribiendo = false; });
  const sumadores = [1, 2].map(async () => { while (escribiendo) await resumir(9); });
  let vistas = 0;
  const cartas = new Set();
  while (escribiendo) {
    assert.deepEqual(await diferencias(), []);
    const b = await r.contable('BalanzaComprobacion', { ejercicio: 2025, mesInicial: 3, mesFinal: 12 });
    assert.equal(b.totales.debe, b.totales.haber);
    const queda = naturaleza => hojas(b.cuentas).filter(c => c.esDetalle && c.naturaleza === naturaleza).reduce((s, c) => s + centavos(c.saldoFinal), 0);
    assert.equal(queda('D'), queda('A'));
    cartas.add(b.totales.debe), ++vistas;
  }
  await Promise.all([escritores, ...sumadores]);
  assert.ok(vistas > 3 && cartas.size > 2, 'control: se miró mientras cambiaba');
  assert.deepEqual(await diferencias(), []);
  await hastaElFinal();
  assert.deepEqual(await diferencias(), []);
  await r.balanza(2025, 1, 12);
  await r.balanza(2026, 1, 12);
});

test('restaurada en otro cúmulo, donde las transacciones tienen otros números, se vuelve a buscar hasta dónde', async () => {
  await vender('2025-05-01');
  await base.sql("UPDATE resumen_contable SET limite = '9000000000000000'");
  await hastaElFinal();
  assert.deepEqual(await diferencias(), []);
});
