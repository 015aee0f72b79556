// "El mes del contador" (/docs/mes): its commands, run in order on a company that received 15 CFDI in the month; the reports add up.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zip } from './lib/archivos.mjs';
import { auditar } from './lib/auditoria.mjs';
import { correr, gestor, montar, raizRepo } from './lib/ayuda_api.mjs';
import { cfdi, iva, sellado } from './lib/cfdi.mjs';
import { Empresa } from './lib/escena.mjs';

const RECIBIDOS = 15, EN_ZIP = 5, NOSOTROS = 'EKU9003173C9', PROVEEDOR = 'URE180429TM6';
const pagina = await readFile(path.join(raizRepo, 'server/docs/paginas/mes.html'), 'utf8');
const bloques = [...pagina.matchAll(/<pre data-mes><code>(.*?)<\/code><\/pre>/gs)].map(([, b]) => b.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
let m, e, carpeta;
before(async () => {
  m = await montar({ registros: 60 });
  e = await Empresa.crear(m, { nombre: 'El mes', rfc: NOSOTROS });
  await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', rfc: PROVEEDOR, tipoOperacion: '85' });
  carpeta = await mkdtemp(path.join(tmpdir(), 'gmes-'));
  await mkdir(path.join(carpeta, 'marzo'));
  await symlink(gestor, path.join(carpeta, 'gestor'));
  const uno = i => sellado(cfdi({ emisor: PROVEEDOR, receptor: NOSOTROS, fecha: `2025-03-${String(1 + i % 28).padStart(2, '0')}T10:00:00`, MetodoPago: 'PPD', FormaPago: '99',
    conceptos: [{ precio: 100 + i, traslados: [iva(100 + i)] }] }), PROVEEDOR);
  const recibidos = ['Uuid~RfcEmisor~NombreEmisor~RfcReceptor~NombreReceptor~RfcPac~FechaEmision~FechaCertificacionSat~Monto~EfectoComprobante~Estatus~FechaCancelacion'];
  const comprimidos = [];
  for (let i = 0; i < RECIBIDOS; i++) {
    const xml = await uno(i), dato = nombre => new RegExp(` ${nombre}="([^"]*)"`).exec(xml)[1];
    if (i < EN_ZIP) comprimidos.push([`${i}.xml`, Buffer.from(xml)]);
    else await writeFile(path.join(carpeta, `marzo/${i}.xml`), xml);
    recibidos.push([dato('UUID'), PROVEEDOR, 'PROVEEDOR', NOSOTROS, 'EL MES', 'SPR190613I52', dato('Fecha'), dato('Fecha'), dato('Total'), 'I', 1, ''].join('~'));
  }
  await writeFile(path.join(carpeta, 'marzo/paquete.zip'), zip(comprimidos));
  // A CFDI without a registered document.
  recibidos.push(`5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0F~${PROVEEDOR}~PROVEEDOR~${NOSOTROS}~EL MES~SPR190613I52~2025-03-05T10:00:00~2025-03-05T10:00:00~58.00~I~1~`);
  await mkdir(path.join(carpeta, 'sat'));
  await writeFile(path.join(carpeta, 'sat/recibidos.txt'), recibidos.join('\n'));
});
after(async () => {
  await m?.cerrar();
  if (carpeta) await rm(carpeta, { recursive: true });
});

test('las órdenes de la página, una tras otra', async () => {
  const porPaginas = bloques.join('\n').replace('fechaFinal=2025-03-31"\nwhile', 'fechaFinal=2025-03-31&registrosPorPagina=4"\nwhile');
  assert.match(porPaginas, /registrosPorPagina=4/);
  const guion = `cd ${carpeta}\n${porPaginas.replaceAll(/^(curl|gestor) /gm, 'echo; $1 ')}`;
  const { salida } = await correr('bash', ['-euo', 'pipefail', '-c', guion],
    { env: { PATH: `${carpeta}:${process.env.PATH}`, GESTOR_BASE_DATOS_ADMIN: m.base.admin, api: m.srv.url, token: e.token, org: String(e.id), LANG: 'C.UTF-8' } });
  assert.match(salida, new RegExp(`^cfdi: ${RECIBIDOS} registradas, 0 ya estaban, 0 no$`, 'm'));
  assert.match(salida, /^polizas: 1 agregados/m);
  assert.equal(salida.split('\n').filter(l => /^\d+,/.test(l)).length, RECIBIDOS, 'una fila del CSV por cada CFDI, de todas sus páginas');
  assert.equal(salida.match(/^transaccionId,/gm).length, 1);
  const datos = salida.split('\n').filter(l => l.startsWith('{')).map(l => JSON.parse(l));
  for (const r of datos) assert.ok(r.data, JSON.stringify(r));
  const [egreso, recurrente, generadas, carga, conciliacion, revision, determinacion, balanza, resultados, balance, flujo, auxiliar, cierre] = datos.map(r => r.data);
  const [pagada] = egreso.partidas;
  assert.deepEqual([egreso.fecha, egreso.forma, pagada.importeAbono, egreso.estado], ['2025-03-31T12:00:00', 'Transferencia', pagada.importeDocumento, 'Asignado']);
  assert.deepEqual([determinacion.ivaAcreditable, flujo.salidas], [egreso.iva, egreso.importe], 'el IVA de la factura pagada');
  assert.equal(recurrente.modo, 'Amortizacion');
  assert.equal(generadas.generadas.length, 1);
  assert.deepEqual([carga.nuevos, conciliacion.iguales, conciliacion.cfdi.map(x => [x.situacion, x.total])], [RECIBIDOS + 1, RECIBIDOS, [['SinDocumento', 58]]]);
  assert.deepEqual(revision.asuntos.find(a => a.asunto === 'CfdiSinDocumento').cuantos, 1);
  assert.ok(revision.asuntos.every(a => !a.bloquea || a.asunto === 'IvaSinDeterminar'), JSON.stringify(revision));
  const compras = Array.from({ length: RECIBIDOS }, (_, i) => 100 + i).reduce((a, b) => a + b, 0);
  const gasto = compras + 200 + 1000;
  assert.deepEqual([resultados.utilidadNeta.delMes, balance.resultadoEjercicio, balance.totalActivo], [-gasto, -gasto, balance.pasivoYCapital]);
  assert.equal(balanza.cuentas.find(c => c.cuenta === '601').saldoFinal + balanza.cuentas.find(c => c.cuenta === '613').saldoFinal, gasto);
  assert.equal(auxiliar.saldoFinal, Number((compras * 1.16 - egreso.importe).toFixed(2)));
  assert.equal(auxiliar.movimientos.length, RECIBIDOS + 1);
  assert.equal(cierre.estado, 'Cerrado');
  assert.deepEqual(await auditar(m.base), []);
});

test('la página dice qué hacer con cada asunto de la revisión', async () => {
  const { json } = await m.srv.get('/openapi.json');
  const asuntos = json.components.schemas.RevisionAsunto.properties.asunto.enum, tabla = /<table role="table" id="asuntos">.*?<\/table>/s.exec(pagina)[0];
  assert.deepEqual([...tabla.matchAll(/<code>(\w+)<\/code>/g)].map(x => x[1]).filter(x => /^[A-Z]/.test(x)).sort(), [...asuntos].sort());
});
