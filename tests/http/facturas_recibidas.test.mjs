// "Validar facturas recibidas" of /docs/facturas: its commands, run in order, do as the page says.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { correr, montar, raizRepo } from './lib/ayuda_api.mjs';
import { cfdiSellado } from './lib/archivos.mjs';
import { Empresa } from './lib/escena.mjs';

const pagina = await readFile(path.join(raizRepo, 'server/docs/paginas/facturas.html'), 'utf8');
const bloques = marca => [...pagina.matchAll(new RegExp(`<pre ${marca}><code>(.*?)</code></pre>`, 'gs'))].map(([, b]) => b.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
let m, e, compra, carpeta, xml, proveedorId;
before(async () => {
  m = await montar({ registros: 50 });
  e = await Empresa.crear(m, { nombre: 'Página', rfc: 'EKU9003173C9' });
  proveedorId = await e.cliente('P', { tipoContacto: 'Proveedor' });
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

async function ejecutar(marca, previo = '', { concepto = 6 } = {}) {
  const guion = `cd ${carpeta}\n${previo}\n${bloques(marca).join('\n').replace(/^concepto=.*/m, `concepto=${concepto}`).replaceAll(/^curl /gm, 'echo; curl ')}`;
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

test('lo que valida contesta', async () => {
  const [archivo, guardado, verificado] = (await ejecutar('data-facturas-validar', `id=${compra.transaccionId}`)).map(r => r.data);
  assert.equal(archivo.validacion, guardado.validacion);
  assert.equal(verificado.transaccionId, compra.transaccionId);
  const sin = archivo.verificaciones.filter(v => ['SELLO10', 'TFD05'].includes(v.codigo)).map(v => v.resultado);
  assert.deepEqual(sin, ['Advertencia', 'Advertencia'], 'sin los certificados de la autoridad');
  const [folio] = await ejecutar('data-facturas-folio');
  assert.deepEqual([folio.data.validacion, folio.data.consultaSat], ['Sin validar', null]);
});

test('la compra que falta se registra con su XML', async () => {
  const suyo = cfdiSellado({ emisor: await m.base.uno(`SELECT rfc FROM contacto WHERE contacto_id = ${proveedorId}`), receptor: 'EKU9003173C9', total: '116.00', serie: 'A', folio: '78' });
  writeFileSync(path.join(carpeta, 'nueva.xml'), suyo);
  const [{ data }] = await ejecutar('data-facturas-registrar', '', { concepto: await e.concepto('CO-SERVICIOS') });
  assert.deepEqual([data.total, suyo.includes(data.uuid)], [116, true]);
});
