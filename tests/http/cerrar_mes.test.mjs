// "Cerrar el mes" of /docs/administracion: its commands, run in order on a company with a year of sales, do as the page says.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { correr, montar, raizRepo } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

const pagina = await readFile(path.join(raizRepo, 'server/docs/paginas/administracion.html'), 'utf8');
const bloques = [...pagina.matchAll(/<pre data-cierre><code>(.*?)<\/code><\/pre>/gs)].map(([, b]) => b.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
let m, e;
before(async () => {
  m = await montar({ registros: 60 });
  e = await Empresa.crear(m, { nombre: 'Página', rfc: 'EKU9003173C9' });
  const clienteId = await e.cliente('C');
  for (const mes of ['01', '03', '09'])
    await e.hecho('/api/FacturaVenta', { clienteId, fecha: `2025-${mes}-10T12:00:00`, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1000 }], pagos: [{ formaPagoId: e.efectivo, cuentaId: e.caja, importe: 1160 }] });
  await m.base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) SELECT ${e.id}, moneda_id FROM moneda WHERE clave = 'USD' ON CONFLICT DO NOTHING`);
  await m.base.gestor(['importar', 'tipos-cambio', '-', '--organizacion', String(e.id)], { entrada: 'moneda,fecha,valor\nUSD,2025-03-28,20.4\n' });
  await e.hecho('/api/FacturaVenta', { clienteId, fecha: '2025-03-10T12:00:00', moneda: 'USD', tipoCambio: 20, partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 100 }] });
  // The invoice is not paid.
  await e.hecho('/api/FacturaVenta', { clienteId, fecha: '2025-01-20T12:00:00', partidas: [{ conceptoId: e.venta, cantidad: 1, precioUnitario: 1000 }] });
});
after(() => m?.cerrar());

test('las órdenes de la página, una tras otra', async () => {
  assert.equal(bloques.length, 8);
  const guion = `cd "$(mktemp -d)"\n${bloques.join('\n').replaceAll(/^( *)curl /gm, '$1echo; curl ')}`;
  const { salida } = await correr('bash', ['-euo', 'pipefail', '-c', guion], { env: { api: m.srv.url, token: e.token } });
  const lineas = salida.split('\n').filter(Boolean);
  assert.deepEqual(lineas.splice(-4), ['EKU9003173C9202503BN.zip', 'EKU9003173C9202503CT.zip', 'EKU9003173C9202503DIOT.txt', 'EKU9003173C9202503PL.zip']);
  const auxiliar = lineas.filter(linea => !linea.startsWith('{'));
  const respuestas = lineas.filter(linea => linea.startsWith('{')).map(linea => JSON.parse(linea));
  for (const r of respuestas) assert.ok(r.data, JSON.stringify(r));
  const [vencidos, incobrable, perdidos] = respuestas.splice(0, 3).map(r => r.data);
  assert.deepEqual([vencidos.map(v => v.saldo), incobrable.perdidaMXN, incobrable.documento.saldo, perdidos], [[1160], 1000, 0, [incobrable]]);
  const iva = { anio: 2025, mes: 3, ivaCobrado: 160, ivaAcreditable: 0, aCargo: 160, aFavor: 0 };
  for (const r of respuestas.slice(0, 4)) for (const [k, v] of Object.entries(iva)) assert.equal(r.data[k], v, k);
  const [ensayo, hecha, , otroCambio] = respuestas.slice(4, 8).map(r => r.data);
  assert.deepEqual([ensayo.utilidad, hecha.utilidad, otroCambio.utilidad], [31.82, 31.82, 40]);
  const [resultados, balance] = respuestas.splice(8, 2).map(r => r.data);
  assert.deepEqual([resultados.ingresos.delMes, resultados.ingresos.acumulado, resultados.utilidadNeta.delMes, resultados.utilidadNeta.acumulado], [3000, 5000, 2040, 4040]);
  assert.deepEqual([balance.fechaCorte, balance.resultadoEjercicio, balance.totalActivo], ['2025-03-31', 4040, balance.pasivoYCapital]);
  assert.equal(auxiliar.length, 8);
  assert.match(auxiliar[0], /^fecha,polizaId,tipo,numero,/);
  assert.match(auxiliar.at(-1), /^2025-03-31,.*,105\.02\.90,.*,40\.00,0\.00,2360\.00,/);
  const [balanza, revision, enero, , cerrado, periodos, abierto, otra, historia] = respuestas.slice(8, 17).map(r => r.data);
  assert.deepEqual([revision.puedeCerrarse, revision.asuntos.filter(a => a.bloquea)], [false, [{ asunto: 'MesesAnterioresAbiertos', bloquea: true, cuantos: 1, ejemploId: 0, ejemplo: '2025-01' }]]);
  assert.deepEqual([enero.mes, enero.estado], [1, 'Cerrado']);
  assert.equal(balanza.cuentas.find(c => c.cuenta === '213.01').saldoFinal, 160);
  assert.deepEqual([cerrado.estado, abierto.estado, otra.estado, periodos.find(p => p.mes === 3).motivo, historia.filter(f => f.accion === 'Modificar').length], ['Cerrado', 'Abierto', 'Cerrado', 'Conciliado y declarado', 3]);
  const [cierre, conCierre, reabierto] = respuestas.slice(-3).map(r => r.data);
  assert.deepEqual([cierre.resultado, cierre.estado, reabierto.estado], [5000, 'Cerrado', 'Abierto']);
  assert.equal(cierre.fechaTraspaso, '2026-01-01');
  assert.equal(conCierre.cuentas.find(c => c.cuenta === '305').saldoFinal, 5000);
  assert.deepEqual(await auditar(m.base), []);
});
