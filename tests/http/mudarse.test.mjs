// «Mudarse a gestor» of /docs/administracion: its commands, as printed, on a freshly migrated database; then the company works.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { auditar, compararConHledger } from './lib/auditoria.mjs';
import { Base, Servidor, correr, gestor, raizRepo } from './lib/ayuda_api.mjs';

const pagina = await readFile(path.join(raizRepo, 'server/docs/paginas/administracion.html'), 'utf8');
const guion = [...pagina.matchAll(/<pre data-mudanza><code>(.*?)<\/code><\/pre>/gs)].map(([, b]) =>
  b.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).join('\n');

test('las órdenes de la página, y lo que después se cobra, se vende y se revisa', { timeout: 180_000 }, async () => {
  const base = await Base.crear({ registros: 0 });
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gmud-'));
  let srv;
  try {
    symlinkSync(gestor, path.join(carpeta, 'gestor'));
    const { salida } = await correr('bash', ['-euo', 'pipefail', '-c', `cd ${carpeta}\n${guion}`],
      { env: { PATH: `${carpeta}:${process.env.PATH}`, GESTOR_BASE_DATOS_ADMIN: base.admin, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } });
    for (const resumen of ['cuentas-bancarias: 2 agregados', 'contactos: 3 agregados', 'productos: 1 agregados', 'saldos-iniciales: 3 agregados', 'existencias-iniciales: 2 agregados',
      'documentos-abiertos: 3 agregados', 'fue una simulación: no se guardó nada', 'documentos-abiertos: 1 agregados', 'saldos-bancarios: 3 agregados'])
      assert.ok(salida.split('\n').some(l => l.startsWith(resumen)), `${resumen}\n${salida}`);
    // Opening difference: assets (3,000 + 22,250 + 800 + 5,550 + 44,750) less debts (8,000 + 3,000 + 5,800 + 1,000). The page prints the same number.
    assert.match(salida, /-58550\.00 MXN/);
    assert.match(pagina, /58,550\.00/);
    const saldos = Object.fromEntries((await base.sql(`SELECT c.clave, sum(m.debe - m.haber)::text AS saldo FROM poliza_movimiento m JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) GROUP BY 1`)).map(f => [f.clave, f.saldo]));
    assert.deepEqual(saldos, { CAJA: '1500.00', BANCO: '43250.00', CLIENTES: '22250.00', DEUDORES: '3000.00', INVENTARIO: '5550.00', IVA_POR_ACREDITAR: '800.00', PROVEEDORES: '-5800.00', ACREEDORES: '-8000.00',
      ANTICIPO_CLIENTES: '-1000.00', IVA_POR_COBRAR: '-3000.00', APERTURA: '-58550.00' });
    assert.deepEqual(await auditar(base), []);
    assert.deepEqual(await base.columna('SELECT DISTINCT fecha::text FROM poliza'), ['2026-01-01']);

    srv = await Servidor.iniciar(base);
    const sucursal = await base.uno('SELECT sucursal_id FROM sucursal');
    const token = await srv.entrar({ ...await base.usuario({ usuario: 'ana', organizacion: 1, sucursal }), ...await base.consumidor({ organizacion: 1 }) });
    const id = (tabla, llave, donde) => base.uno(`SELECT ${llave} FROM ${tabla} WHERE ${donde}`);
    const hecho = async (ruta, cuerpo) => {
      const r = await srv.pedir('POST', ruta, { token, cuerpo });
      assert.equal(r.estado, 200, r.texto);
      return r.json.data;
    };
    const cobrar = async (codigo, folio, cuenta, importe, mas = {}) => hecho('/api/Bancos/DepositoAgregar', { cuentaId: await id('cuenta_bancaria', 'cuenta_id', `clave = '${cuenta}'`),
      formaPagoId: await id('forma_pago', 'forma_pago_id', "nombre = 'Transferencia'"), contactoId: await id('contacto', 'contacto_id', `codigo = '${codigo}'`), importe,
      aplicaciones: [{ transaccionId: await id('transaccion', 'transaccion_id', `folio = '${folio}'`), importe }], ...mas });
    const poliza = d => base.columna(`SELECT CASE WHEN v.debe > 0 THEN 'D ' ELSE 'A ' END || c.clave || ' ' || v.debe + v.haber FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
      JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE p.transaccion_id = ${d.transaccionId} ORDER BY v.debe = 0, c.codigo`);

    // Mixed rates: half of 1,080.00 carries half of the 80.00 that is pending.
    assert.deepEqual(await poliza(await cobrar('C-1', 'A1501', 'BNX-1', 540)), ['D BANCO 540.00', 'D IVA_POR_COBRAR 40.00', 'A CLIENTES 540.00', 'A IVA_COBRADO 40.00']);
    // 580.00 USD: pending at 18.25 (10,585.00 with 1,460.00 of VAT), collected at 18.00 (10,440.00 with 1,440.00): 500.00 × 0.25 lost.
    assert.deepEqual(await poliza(await cobrar('C-2', 'A1502', 'BNX-USD', 580, { moneda: 'USD', tipoCambio: 18 })),
      ['D BANCO 10440.00', 'D IVA_POR_COBRAR 1460.00', 'D PERDIDA_CAMBIARIA 125.00', 'A CLIENTES 10585.00', 'A IVA_COBRADO 1440.00']);
    // The oldest layer first: 40 × 82.50 + 10 × 90.00.
    const venta = await hecho('/api/FacturaVenta', { clienteId: await id('contacto', 'contacto_id', "codigo = 'C-1'"), partidas: [{ codigo: 'MART-1', cantidad: 50 }] });
    assert.ok((await poliza(venta)).includes('A INVENTARIO 4200.00'), (await poliza(venta)).join('\n'));
    assert.deepEqual(await auditar(base), []);
    await compararConHledger(base, 1);
  } finally {
    await srv?.parar();
    await base.soltar();
    rmSync(carpeta, { recursive: true, force: true });
  }
});
