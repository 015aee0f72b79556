// The pages, pasted: every command of the guide, of the received invoices and of a company's set-up and operation, in order in one terminal on a fresh demo; then each page on
// a demo of its own. No identifier is written in them: each comes from the answer before it, so that nothing lands in another company.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { Base, Servidor, correr, gestor, raizRepo } from './lib/ayuda_api.mjs';

const leer = nombre => readFile(path.join(raizRepo, `server/docs/paginas/${nombre}.html`), 'utf8');
const bloques = async (nombre, marca) => [...(await leer(nombre)).matchAll(new RegExp(`<pre ${marca}[a-z-]*><code>(.*?)</code></pre>`, 'gs'))].map(([, b]) =>
  b.replace(/<[^>]+>/g, '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
const guia = (await bloques('guia', 'data-guia')).join('\n');
const facturas = (await bloques('facturas', 'data-facturas')).join('\n');
const empresa = (await bloques('administracion', 'data-guion')).join('\n');
const mudanza = (await bloques('administracion', 'data-mudanza')).join('\n');
const operar = [...await bloques('administracion', 'data-operar'), ...await bloques('produccion', 'data-operar')].join('\n').replaceAll('psql gestor ', 'psql "$GESTOR_BASE_DATOS_ADMIN" ');

let plantilla;
before(async () => {
  plantilla = await Base.crear({ registros: 0 });
  await plantilla.gestor(['demo']);
});
after(() => plantilla?.soltar());

// Runs `guion` on a copy of the demo; what every call was answered, and the database for whoever looks.
async function pegar(guion, mirar = () => {}) {
  const base = Base.llamada(plantilla.servidor, `${plantilla.nombre}_${Math.random().toString(36).slice(2, 8)}`);
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gpag-'));
  let srv;
  try {
    await base.copiar(plantilla.nombre);
    const quien = await base.usuario({ usuario: 'demo', sucursal: 1 });
    const { apiKey } = await base.consumidor();
    srv = await Servidor.iniciar(base);
    const token = await srv.entrar({ ...quien, apiKey });
    symlinkSync(gestor, path.join(carpeta, 'gestor'));
    const propio = guion.replace(/^usuario=.*$/m, `usuario=demo contrasena='${quien.contrasena}' llave='${apiKey}'`).replaceAll('{{api}}', srv.url)
      .replace('gestor importar saldos-iniciales', 'gestor periodo abrir 2026-01 --organizacion $org\ngestor periodo abrir 2025-12 --organizacion $org\ngestor importar saldos-iniciales');
    const { errores } = await correr('bash', ['-eu', '-c', `cd ${carpeta}\ncurl() { command curl "$@" -w '%{stderr}estado %{http_code}\\n'; }\n${propio}`],
      { env: { PATH: `${carpeta}:${process.env.PATH}`, GESTOR_BASE_DATOS_ADMIN: base.admin, api: srv.url, token, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } });
    assert.deepEqual(await auditar(base), []);
    await mirar(base);
    return [...errores.matchAll(/^estado (\d+)$/gm)].map(e => Number(e[1])).filter(e => e !== 200);
  } finally {
    await srv?.parar();
    await base.soltar();
    rmSync(carpeta, { recursive: true, force: true });
  }
}

// A month of sales is owed, a third of it or less is overdue, nobody owes more than his limit, and no account is ever overdrawn.
test('la empresa de la demostración es creíble: cartera, bancos, cajas y límites de crédito', t => pegar(':', async base => {
  const hoy = `timezone('America/Monterrey', now())::date`;
  const [c] = await base.sql(`SELECT round(sum(saldo * tipo_cambio) * 365 / sum(total * tipo_cambio) FILTER (WHERE fecha >= ${hoy} - 365 AND estado NOT IN ('Cancelado', 'Facturado')))::int AS dias,
    round(100 * sum(saldo * tipo_cambio) FILTER (WHERE fecha_vencimiento < ${hoy}) / sum(saldo * tipo_cambio))::int AS vencido, count(*) FILTER (WHERE saldo > 0 AND fecha_vencimiento < ${hoy} - 90)::int AS viejas
    FROM transaccion WHERE organizacion_id = 1 AND obj_id IN (1, 2, 24)`);
  t.diagnostic(JSON.stringify(c));
  assert.ok(c.dias >= 30 && c.dias <= 45 && c.vencido >= 10 && c.vencido <= 35 && c.viejas > 0, JSON.stringify(c));
  assert.equal(await base.uno(`SELECT count(*) FROM contacto k JOIN (SELECT organizacion_id, contacto_id, sum(saldo * tipo_cambio) AS debe FROM transaccion WHERE obj_id IN (1, 2, 24) GROUP BY 1, 2) d
    USING (organizacion_id, contacto_id) WHERE k.limite_credito > 0 AND d.debe > k.limite_credito`), 0);
  const cuentas = await base.sql(`SELECT b.organizacion_id AS org, b.tipo, b.clave, min(x.saldo)::float AS menor, (array_agg(x.saldo ORDER BY x.n DESC))[1]::float AS saldo FROM cuenta_bancaria b
    JOIN LATERAL (SELECT row_number() OVER w AS n, b.saldo_inicial + sum(CASE WHEN t.obj_id IN (8, 9) THEN t.total ELSE -t.total END) OVER w AS saldo FROM movimiento_banco m JOIN transaccion t USING (organizacion_id, transaccion_id)
      WHERE m.organizacion_id = b.organizacion_id AND m.cuenta_id = b.cuenta_id AND t.estado <> 'Cancelado' WINDOW w AS (ORDER BY t.fecha, t.transaccion_id)) x ON true GROUP BY 1, 2, 3`);
  assert.ok(cuentas.length >= 10);
  for (const b of cuentas) assert.ok(b.menor >= 0 && b.saldo <= (b.tipo === 'Caja' ? 20000 : 2000000), JSON.stringify(b));
}));

test('la guía, sola: todo contesta 200, menos el error que enseña y lo que no cambió', async () => assert.deepEqual(await pegar(guia), [400, 304]));
test('las facturas recibidas, solas, con las muestras que se sirven', async () =>
  assert.deepEqual(await pegar(facturas, async base => {
    assert.equal(await base.uno("SELECT count(*) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 13 AND uuid = '7B0E1C52-0F6B-4E5B-9C3D-2A1F5D8E9B10' AND total = 580"), 1);
  }), []));
test('la empresa y lo que se opera de ella: estado de cuenta, CFDI, bitácora, identidades y trabajos', async () =>
  assert.deepEqual(await pegar([empresa, operar].join('\n'), async base => {
    assert.equal(await base.uno("SELECT count(*) FROM transaccion WHERE organizacion_id = 1 AND obj_id = 13 AND uuid = '7B0E1C52-0F6B-4E5B-9C3D-2A1F5D8E9B10' AND total = 580"), 1);
    assert.equal(await base.uno("SELECT count(*) FROM proyecto WHERE organizacion_id = 3 AND nombre = 'Remodelación'"), 1);
  }), []));
test('todas, en orden, en una misma terminal: cada empresa tiene lo suyo', async () =>
  assert.deepEqual(await pegar([guia, facturas, empresa, mudanza, operar].join('\n'), async base => {
    const suyo = await base.sql(`SELECT o.nombre, (SELECT count(*)::int FROM cuenta_bancaria c WHERE c.organizacion_id = o.organizacion_id AND clave LIKE 'BNX%') AS bancos, (SELECT count(*)::int FROM vendedor v WHERE v.organizacion_id = o.organizacion_id AND clave = 'V1') AS vendedores
      FROM organizacion o ORDER BY o.organizacion_id`);
    assert.deepEqual(suyo.map(o => [o.bancos, o.vendedores]), [[0, 0], [0, 0], [1, 1], [2, 0]], JSON.stringify(suyo));
  }), [400, 304]));
test('ningún bloque escribe un identificador ni repite el RFC de otro', async () => {
  const todas = await Promise.all(['guia', 'facturas', 'administracion', 'produccion'].map(leer));
  for (const p of todas) assert.doesNotMatch(p, /^(id|org|concepto|usuario)=\d|^(?:gestor|curl) .*(?:--(?:id|organizacion) |transaccionId=)\d/m);
  const rfc = todas.flatMap(p => [...p.matchAll(/organizacion crear [^\n]*--rfc (\w+)/g)].map(r => r[1]));
  assert.deepEqual([rfc.length, new Set(rfc).size], [3, 3]);
});
