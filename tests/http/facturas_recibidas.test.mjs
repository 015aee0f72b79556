// "Validar facturas recibidas" of /docs/facturas: every command of it is run, in order, and does what the page says.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { correr, montar, operaciones, raizRepo } from './lib/ayuda_api.mjs';
import { cfdiSellado } from './lib/archivos.mjs';
import { Empresa } from './lib/escena.mjs';

const pagina = await readFile(path.join(raizRepo, 'server/docs/paginas/facturas.html'), 'utf8');
const bloques = marca => [...pagina.matchAll(new RegExp(`<pre ${marca}><code>(.*?)</code></pre>`, 'gs'))].map(([, b]) => b.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
let m, e, compra, carpeta, xml;
before(async () => {
  m = await montar({ registros: 50 });
  e = await Empresa.crear(m, { nombre: 'Página', rfc: 'EKU9003173C9' });
  const proveedorId = await e.cliente('P', { tipoContacto: 'Proveedor' });
  compra = await e.hecho('/api/FacturaCompra', { proveedorId, serieProveedor: 'A', folioProveedor: '77', almacenId: e.general, partidas: [{ productoId: await e.producto('A'), cantidad: 1, precioUnitario: 100 }] });
  carpeta = mkdtempSync(path.join(tmpdir(), 'facturas-'));
  xml = cfdiSellado({ emisor: await m.base.uno(`SELECT rfc FROM contacto WHERE contacto_id = ${proveedorId}`), receptor: 'EKU9003173C9', total: compra.total, serie: 'A', folio: '77' });
  writeFileSync(path.join(carpeta, 'factura.xml'), xml);
  writeFileSync(path.join(carpeta, 'factura.pdf'), '%PDF-1.4\n');
});
after(async () => {
  await m?.cerrar();
  rmSync(carpeta, { recursive: true, force: true });
});

async function ejecutar(marca, previo = '') {
  const guion = `cd ${carpeta}\n${previo}\n${bloques(marca).join('\n').replace(/^id=\d+/m, `id=${compra.transaccionId}`).replaceAll(/^curl /gm, 'echo; curl ')}`;
  const { salida } = await correr('bash', ['-euo', 'pipefail', '-c', guion], { env: { api: m.srv.url, token: e.token } });
  return salida.split('\n').filter(Boolean).map(linea => JSON.parse(linea));
}

test('las órdenes de la página, una tras otra', async () => {
  const respuestas = await ejecutar('data-facturas');
  for (const r of respuestas) assert.ok(r.data, JSON.stringify(r));
  const [hallado, dicho, otro, nota, factura] = respuestas.map(r => r.data);
  assert.deepEqual([hallado.coincidencia, dicho.coincidencia, hallado.transaccionId], ['Datos', 'Explicita', compra.transaccionId]);
  assert.ok(xml.includes(hallado.uuid));
  assert.equal(otro.archivoId, hallado.archivos[1].archivoId, 'el mismo contenido es el que ya estaba');
  assert.deepEqual([factura.uuid, factura.archivos.map(a => a.archivoId)], [hallado.uuid, [...hallado.archivos.map(a => a.archivoId), nota.archivoId]]);
});

test('lo que valida contesta, donde está', async t => {
  const hay = new Set((await operaciones()).map(o => o.ruta));
  if (!['/api/ArchivoDigital/ValidarArchivo', '/api/ArchivoDigital/ValidarArchivoAlmacenado', '/api/Transacciones/VerificarArchivo'].every(r => hay.has(r))) return t.skip('todavía no está');
  for (const r of await ejecutar('data-facturas-validar', `id=${compra.transaccionId}`)) assert.ok(r.data, JSON.stringify(r));
});
