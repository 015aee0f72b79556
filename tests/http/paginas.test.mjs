// The pages, pasted: every command of the guide, of the received invoices and of setting up and operating a company, in order in one terminal on a
// fresh demo; then each page on a demo of its own. No identifier is written in the pages: each comes from the answer before it. /docs/produccion has
// its own tests.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zip } from './lib/archivos.mjs';
import { auditar } from './lib/auditoria.mjs';
import { Base, Servidor, correr, gestor, raizRepo } from './lib/ayuda_api.mjs';
import { Sellador } from './lib/cfdi_sellado.mjs';
import { abrirCanje, emisorEnArchivo, escribir, escribirProveedores } from './lib/identidad.mjs';

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

// pegar: runs `guion` on a copy of the demo, and passes the answers and the database to `mirar`. `preparar` gives the settings of the server and the
// texts of the script that stand for values of the reader.
async function pegar(guion, mirar = () => {}, preparar = () => ({})) {
  const base = Base.llamada(plantilla.servidor, `${plantilla.nombre}_${Math.random().toString(36).slice(2, 8)}`);
  const carpeta = mkdtempSync(path.join(tmpdir(), 'gpag-'));
  let srv;
  try {
    await base.copiar(plantilla.nombre);
    const quien = await base.usuario({ usuario: 'demo', sucursal: 1 });
    const { apiKey } = await base.consumidor();
    const { ajustes, suyos = {} } = await preparar(base, carpeta);
    srv = await Servidor.iniciar(base, ajustes);
    const token = await srv.entrar({ ...quien, apiKey });
    symlinkSync(gestor, path.join(carpeta, 'gestor'));
    const propio = Object.entries({ ...suyos, '{{api}}': srv.url, 'token=…': `token=${token}` }).reduce((texto, [que, suyo]) => texto.replaceAll(que, suyo), guion)
      .replace(/^usuario=.*$/m, `usuario=demo contrasena='${quien.contrasena}' llave='${apiKey}'`)
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
test('el minuto de la portada', async () => assert.deepEqual(await pegar((await bloques('inicio', 'data-inicio')).join('\n')), []));
test('los catálogos, de archivos', async () => {
  const [guion] = await bloques('administracion', 'data-catalogos');
  assert.deepEqual(await pegar(guion, async base => {
    assert.equal(await base.uno("SELECT count(*) FROM sat_codigo_postal WHERE clave = '64000' AND municipio = '039'"), 1);
    assert.equal(await base.uno("SELECT situacion FROM sat_efos WHERE rfc = 'AAA080808HL8'"), 'Presunto');
  }, (_, carpeta) => {
    writeFileSync(path.join(carpeta, 'postales-2026.csv'), 'clave,estado,municipio,vigencia_desde\n64000,NLE,039,2099-01-01\n');
    writeFileSync(path.join(carpeta, 'Listado_Completo_69-B.csv'), 'Información actualizada\nNo,RFC,Nombre del Contribuyente,Situación del contribuyente\n1,AAA080808HL8,ASESORÍA,Presunto\n');
    writeFileSync(path.join(carpeta, 'c_ClaveProdServ.tsv'), 'clave\tdescripcion\tvigencia_desde\n01010101\tNo existe en el catálogo\t2099-01-01\n');
    return {};
  }), []);
});
test('los certificados del SAT', async () => {
  const [guion] = await bloques('administracion', 'data-certificados');
  const sellador = new Sellador();
  let instalados;
  assert.deepEqual(await pegar(`export GESTOR_CERTIFICADOS_SAT=$PWD/sat\n${guion}\nls sat > sat.txt`, () => {
    assert.equal(instalados().match(/\.cer$/gm).length, 2);
  }, (_, carpeta) => {
    instalados = () => readFileSync(path.join(carpeta, 'sat.txt'), 'utf8');
    writeFileSync(path.join(carpeta, 'certificados.zip'), zip([sellador.csd, sellador.pac].map(c => [`${c.numero}.cer`, Buffer.from(c.certificado, 'base64')])));
    return {};
  }), []);
  sellador.cerrar();
});
// The file of providers as the page has it; only the places of the keys and of the token endpoint are replaced.
test('entrar con un proveedor de identidad: con su token, y con un código', async () => {
  const { proveedores: [google, propio] } = JSON.parse((await bloques('administracion', 'data-proveedores'))[0]);
  const [deGoogle, suyo] = await Promise.all([google, propio].map(p => emisorEnArchivo(p.alias, {}, p.emisor)));
  const guion = (await bloques('administracion', 'data-identidad')).join('\n');
  const de = nombre => new RegExp(`"${nombre}": "([^"]+)"`).exec(guion)[1];
  const canjeado = await suyo.token({ aud: propio.audiencias[0], sub: 'ana', nonce: de('nonce') });
  const puerta = await abrirCanje({ grant_type: 'authorization_code', code: de('codigo'), code_verifier: de('codeVerifier'), redirect_uri: de('redirectUri') }, 'gestor:secreto', canjeado);
  try {
    assert.deepEqual(await pegar(guion, async base => {
      assert.equal(await base.uno("SELECT count(*) FROM identidad_externa WHERE usuario_id = (SELECT usuario_id FROM usuario WHERE usuario = 'ana')"), 2);
    }, async base => {
      await base.usuario({ usuario: 'ana', sucursal: 1 });
      const { apiKey } = await base.consumidor({ nombre: 'Agente', tipo: 'MCP' });
      for (const [{ emisor }, sujeto] of [[google, '110169484474386276334'], [propio, 'ana']])
        await base.gestor(['identidad', 'enlazar', '--organizacion', '1', '--usuario', 'ana', '--emisor', emisor, '--sujeto', sujeto]);
      const archivo = [{ ...google, claves: deGoogle.proveedor.claves, algoritmos: ['ES256'] },
        { ...propio, claves: suyo.proveedor.claves, canje: { url: puerta.url, cliente: 'gestor', secretoArchivo: escribir('secreto', 'secreto\n') } }];
      return { ajustes: { 'exterior-permitidas': 'localhost', 'proveedores-identidad': escribirProveedores(archivo) },
        suyos: { 'eyJhbGciOi…': await deGoogle.token({ aud: google.audiencias[0], sub: '110169484474386276334' }), 'SU-LLAVE': apiKey } };
    }), []);
  } finally {
    puerta.close();
    puerta.closeAllConnections();
  }
});
// Every block of commands carries the mark of its test. Only the benchmark that lasts hours has none.
test('cada bloque con órdenes lleva la marca de la prueba que lo corre', async () => {
  const sueltos = [];
  for (const archivo of (await readdir(path.join(raizRepo, 'server/docs/paginas'))).filter(n => n.endsWith('.html') && n !== 'produccion.html'))
    for (const [, marca, texto] of (await leer(archivo.slice(0, -5))).matchAll(/<pre([^>]*)><code>(.*?)<\/code><\/pre>/gs))
      if (!marca && /^(?:[a-z]+=|gestor [a-z]|(?:curl|psql|createdb|pg_\w+|scripts\/\w+|cat|mkdir|for) )/m.test(texto)) sueltos.push(texto);
  assert.deepEqual(sueltos, ['scripts/bench --pares --tryton']);
});
test('la portada dice lo que el producto no hace, y el README lo mismo', async () => {
  const dicho = /<h2 id="todavia">[^<]+<\/h2>\s*<p>(.*?)<\/p>/s.exec(await leer('inicio'))[1];
  for (const que of [/No timbra ni cancela ante el SAT/, /No imprime ni arma PDF/, /no tiene pantallas/]) assert.match(dicho, que);
  assert.match(await readFile(path.join(raizRepo, 'README.md'), 'utf8'), /It does not do yet: stamping and cancelling CFDI .*, printing, screens\./);
});
test('ningún bloque escribe un identificador ni repite el RFC de otro', async () => {
  const todas = await Promise.all(['guia', 'facturas', 'administracion', 'produccion'].map(leer));
  for (const p of todas) assert.doesNotMatch(p, /^(id|org|concepto|usuario)=\d|^(?:gestor|curl) .*(?:--(?:id|organizacion) |transaccionId=)\d/m);
  const rfc = todas.flatMap(p => [...p.matchAll(/organizacion crear [^\n]*--rfc (\w+)/g)].map(r => r[1]));
  assert.deepEqual([rfc.length, new Set(rfc).size], [3, 3]);
});

// The template database is read last, when no test copies it any more: a connection would bar a copy.
// Companies are credible: a month of sales is owed to each, a third of it or less is overdue, no customer owes more than its limit, and no account is
// ever overdrawn or holds more than three months of sales.
test('las empresas de la demostración son creíbles: cartera, bancos, cajas y límites de crédito', async t => {
  const base = plantilla;
  assert.deepEqual(await auditar(base), []);
  const hoy = `timezone('America/Monterrey', now())::date`;
  const cartera = await base.sql(`SELECT organizacion_id AS org, round(sum(saldo * tipo_cambio) * 365 / sum(total * tipo_cambio) FILTER (WHERE fecha >= ${hoy} - 365 AND estado NOT IN ('Cancelado', 'Facturado')))::int AS dias,
    round(100 * sum(saldo * tipo_cambio) FILTER (WHERE fecha_vencimiento < ${hoy}) / sum(saldo * tipo_cambio))::int AS vencido, count(*) FILTER (WHERE saldo > 0 AND fecha_vencimiento < ${hoy} - 90)::int AS viejas,
    round(sum(total * tipo_cambio) FILTER (WHERE fecha >= ${hoy} - 365 AND estado NOT IN ('Cancelado', 'Facturado')) / 12)::int AS mes
    FROM transaccion WHERE obj_id IN (1, 2, 24) GROUP BY 1 ORDER BY 1`);
  assert.deepEqual(cartera.map(c => c.org), [1, 2]);
  for (const c of cartera) {
    t.diagnostic(JSON.stringify(c));
    assert.ok(c.dias >= 30 && c.dias <= 45 && c.vencido >= 10 && c.vencido <= 35 && c.viejas > 0, JSON.stringify(c));
  }
  assert.equal(await base.uno(`SELECT count(*) FROM contacto k JOIN (SELECT organizacion_id, contacto_id, sum(saldo * tipo_cambio) AS debe FROM transaccion WHERE obj_id IN (1, 2, 24) GROUP BY 1, 2) d
    USING (organizacion_id, contacto_id) WHERE k.limite_credito > 0 AND d.debe > k.limite_credito`), 0);
  const cuentas = await base.sql(`SELECT b.organizacion_id AS org, b.tipo, b.clave, min(x.saldo)::float AS menor, max(x.saldo)::float AS mayor, (array_agg(x.saldo ORDER BY x.n DESC))[1]::float AS saldo FROM cuenta_bancaria b
    JOIN LATERAL (SELECT row_number() OVER w AS n, b.saldo_inicial + sum(CASE WHEN t.obj_id IN (8, 9) THEN t.total ELSE -t.total END) OVER w AS saldo FROM movimiento_banco m JOIN transaccion t USING (organizacion_id, transaccion_id)
      WHERE m.organizacion_id = b.organizacion_id AND m.cuenta_id = b.cuenta_id AND t.estado <> 'Cancelado' WINDOW w AS (ORDER BY t.fecha, t.transaccion_id)) x ON true GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  assert.deepEqual([1, 2].map(org => cuentas.filter(b => b.org === org).length), [7, 5]);
  for (const b of cuentas) {
    const { mes } = cartera.find(c => c.org === b.org);
    assert.ok(b.menor >= 0 && b.mayor <= 3 * mes && b.saldo <= (b.tipo === 'Caja' ? 20000 : mes), JSON.stringify({ ...b, mes }));
  }
});
