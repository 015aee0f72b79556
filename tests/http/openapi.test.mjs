// The published document under the judges: redocly, spectral, and its own examples against its own schemas.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { documentoPublicado, programa } from './lib/ayuda.mjs';
import { compilar } from './lib/esquemas.mjs';

const aqui = dirname(fileURLToPath(import.meta.url));
const sin = programa ? false : 'falta GESTOR_BIN';
let carpeta, archivo, texto, validar;

before(async () => {
  if (sin) return;
  carpeta = await mkdtemp(join(tmpdir(), 'openapi-'));
  archivo = join(carpeta, 'openapi.json');
  texto = await documentoPublicado();
  await writeFile(archivo, texto);
  validar = compilar(JSON.parse(texto));
});
after(() => carpeta && rm(carpeta, { recursive: true, force: true }));

// { codigo, salida } of a tool of node_modules, which may fail
const herramienta = (nombre, ...argumentos) =>
  new Promise((listo) => {
    const entorno = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    execFile(process.execPath, [join(aqui, 'node_modules', '.bin', nombre), ...argumentos], { cwd: aqui, env: entorno, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => listo({ codigo: error ? (error.code ?? 1) : 0, salida: stdout, errores: stderr }));
  });

test('redocly: reglas recomendadas, sin errores ni avisos', { skip: sin }, async () => {
  const { codigo, salida, errores } = await herramienta('redocly', 'lint', '--extends=recommended', '--format=json', archivo);
  const informe = JSON.parse(salida.slice(salida.indexOf('{')));
  assert.deepEqual(informe.problems.map((p) => `${p.severity} ${p.ruleId}: ${p.message}`), [], errores);
  assert.equal(codigo, 0, errores);
});

test('spectral: spectral:oas sin problemas de ninguna gravedad', { skip: sin }, async () => {
  const { codigo, salida, errores } = await herramienta('spectral', 'lint', '-r', join(aqui, '.spectral.yaml'), '-F', 'hint', '-D', '-f', 'json', '-q', archivo);
  const problemas = JSON.parse(salida.slice(salida.indexOf('[')));
  assert.deepEqual(problemas.map((p) => `${p.code} en ${p.path.join('/')}: ${p.message}`), [], errores);
});

test('en un orden que no depende del de las tablas: rutas y esquemas por su nombre, verbos siempre igual', { skip: sin }, () => {
  const documento = JSON.parse(texto);
  const enOrden = lista => assert.deepEqual(lista, [...lista].sort());
  enOrden(Object.keys(documento.paths));
  enOrden(Object.keys(documento.components.schemas));
  const verbos = ['get', 'post', 'put', 'delete', 'options'];
  for (const item of Object.values(documento.paths)) {
    const suyos = Object.keys(item).filter(v => verbos.includes(v));
    assert.deepEqual(suyos, verbos.filter(v => suyos.includes(v)));
  }
});

test('los ejemplos cumplen sus esquemas', { skip: sin }, async () => {
  const documento = JSON.parse(texto);
  const fallas = [];
  let total = 0;
  // recorrer: every media type of the document: of bodies, of answers and of components.
  const recorrer = (nodo, donde) => {
    if (nodo === null || typeof nodo !== 'object') return;
    for (const [tipo, medio] of Object.entries(nodo.content ?? {})) {
      const ejemplos = [...(medio.example === undefined ? [] : [medio.example]), ...Object.values(medio.examples ?? {}).map(e => e.value)];
      total += ejemplos.length;
      if (/json/.test(tipo))
        for (const ejemplo of ejemplos)
          for (const falla of validar(`${donde}/content/${tipo.replaceAll('/', '~1')}/schema`, ejemplo)) fallas.push(`${donde} ${tipo}: ${falla}`);
    }
    for (const [nombre, hijo] of Object.entries(nodo)) recorrer(hijo, `${donde}/${nombre.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  for (const parte of ['requestBodies', 'responses']) recorrer(documento.components[parte], `#/components/${parte}`);
  recorrer(documento.paths, '#/paths');
  assert.deepEqual(fallas, []);
  assert.ok(total > 100, `${total} ejemplos`);
});

// Examples of a property are validated against the schema of that property.
test('cada propiedad y parámetro tiene descripción y un ejemplo válido', { skip: sin }, async () => {
  const documento = JSON.parse(texto);
  const fallas = [];
  const revisar = (esquema, donde) => {
    if (!esquema.description) fallas.push(`${donde}: sin descripción`);
    if (esquema.$ref || esquema.anyOf) return;
    if (!esquema.examples?.length && esquema.type !== 'array') fallas.push(`${donde}: sin ejemplo`);
    for (const ejemplo of esquema.examples ?? [])
      for (const falla of validar(donde, ejemplo)) fallas.push(`${donde}: ${JSON.stringify(ejemplo)} ${falla}`);
  };
  for (const [nombre, esquema] of Object.entries(documento.components.schemas))
    for (const [campo, propiedad] of Object.entries(esquema.properties ?? {}))
      revisar(propiedad, `#/components/schemas/${nombre}/properties/${campo}`);
  const parametros = Object.entries(documento.components.parameters).map(([n, p]) => [p, `#/components/parameters/${n}`]);
  for (const [ruta, item] of Object.entries(documento.paths))
    for (const verbo of ['get', 'post', 'put', 'delete'])
      (item[verbo]?.parameters ?? []).forEach((p, i) =>
        p.$ref || parametros.push([p, `#/paths/${ruta.replaceAll('/', '~1')}/${verbo}/parameters/${i}`]));
  for (const [parametro, donde] of parametros) revisar({ ...parametro.schema, description: parametro.description }, `${donde}/schema`);
  assert.deepEqual(fallas, []);
});

// A difference of two accepted amounts may be longer than either: the schema of an answer has room for it.
test('un importe que se contesta no tiene el límite de uno que se envía', { skip: sin }, () => {
  const documento = JSON.parse(texto);
  const vistos = new Set(), estrechos = [];
  const mirar = (nodo, camino) => {
    if (nodo === null || typeof nodo !== 'object') return;
    if (nodo.$ref) {
      if (vistos.has(nodo.$ref)) return;
      vistos.add(nodo.$ref);
      return mirar(nodo.$ref.split('/').slice(1).reduce((n, parte) => n[parte.replaceAll('~1', '/')], documento), nodo.$ref);
    }
    if ([nodo.type].flat().includes('number') && [999999999999999, 9999999999999.99].includes(nodo.maximum)) estrechos.push(camino);
    for (const [clave, hijo] of Object.entries(nodo)) if (!clave.startsWith('example')) mirar(hijo, `${camino}/${clave}`);
  };
  for (const item of Object.values(documento.paths)) for (const verbo of ['get', 'post', 'put', 'delete']) mirar(item[verbo]?.responses ?? null, '');
  assert.ok(vistos.size > 100);
  assert.deepEqual(estrechos, []);
});

// Every schema that an operation names, in its request or its answer.
function alcanzados(documento, nodo, vistos = new Set()) {
  if (Array.isArray(nodo)) nodo.forEach(n => alcanzados(documento, n, vistos));
  else if (nodo && typeof nodo === 'object') {
    const nombre = nodo.$ref?.match(/^#\/components\/schemas\/(.*)$/)?.[1];
    if (nombre && !vistos.has(nombre)) alcanzados(documento, documento.components.schemas[vistos.add(nombre) && nombre], vistos);
    Object.values(nodo).forEach(n => alcanzados(documento, n, vistos));
  }
  return vistos;
}

// Regression: an integrator believed "antes de impuestos" in the description of a payment, and an invoice of 116 stayed Parcial.
test('ningún dinero que se recibe o se paga es antes de impuestos; el de una partida con precio lo es', { skip: sin }, () => {
  const documento = JSON.parse(texto);
  const de_dinero = new Set();
  for (const [ruta, item] of Object.entries(documento.paths))
    if (/^\/api\/(Bancos|SolicitudPago|CuentasPor)/.test(ruta)) alcanzados(documento, item, de_dinero);
  const mal = [];
  let dinero = 0, con_precio = 0;
  for (const [nombre, { properties }] of Object.entries(documento.components.schemas)) {
    const { importe, formaPagoId, cuentaId, precioUnitario } = properties ?? {};
    if (!importe) continue;
    const antes = /antes de impuestos/.test(importe.description);
    if (precioUnitario) {
      con_precio++;
      if (!antes) mal.push(`${nombre}: ${importe.description}`);
    } else if (de_dinero.has(nombre) || formaPagoId || cuentaId || /Pago|Deposito|Egreso|Anticipo|Aplicacion/.test(nombre)) {
      dinero++;
      if (antes) mal.push(`${nombre}: ${importe.description}`);
    }
  }
  assert.deepEqual(mal, []);
  assert.ok(dinero >= 25 && con_precio >= 5, `${dinero} ${con_precio}`);
});

test('cada identificador dice la operación que lo lista, y ella existe y lo contesta', { skip: sin }, t => {
  const documento = JSON.parse(texto);
  const sinonimos = { clienteId: 'entidadId', proveedorId: 'entidadId', contactoId: 'entidadId', beneficiarioId: 'entidadId', cuentaOrigenId: 'cuentaId', cuentaDestinoId: 'cuentaId', almacenDestinoId: 'almacenId', almacenOrigenId: 'almacenId',
    cedisId: 'almacenId', envaseId: 'productoId', padreId: /Id$/, polizaReversaId: 'polizaId', polizaTraspasoId: 'polizaId', documentoId: 'transaccionId', id: /(^id|Id)$/, solicitudPagoId: 'transaccionId', cotizacionId: 'transaccionId', registroId: /./ };
  const contestan = {};
  const contesta = (operacion, nombre) => {
    contestan[operacion] ??= [...alcanzados(documento, documento.paths[operacion]?.get?.responses['200'])].flatMap(n => Object.keys(documento.components.schemas[n].properties ?? {}));
    const otro = sinonimos[nombre] ?? (nombre.startsWith('transaccionId') ? 'transaccionId' : nombre);
    return contestan[operacion].some(n => n === nombre || (otro instanceof RegExp ? otro.test(n) : n === otro));
  };
  const mal = [];
  let propiedades = 0;
  const revisar = (donde, nombre, { type, description }) => {
    if (![type].flat().includes('integer') || !/(^id|Id)($|[A-Z0-9])/.test(nombre)) return;
    propiedades++;
    const operaciones = [...description.matchAll(/GET (\/api\/[^\s;,]+)/g)].map(([, ruta]) => ruta);
    if (!operaciones.length) mal.push(`${donde}.${nombre}: ${description}`);
    for (const o of operaciones) if (!contesta(o, nombre)) mal.push(`${donde}.${nombre}: ${o} no lo contesta`);
  };
  for (const [esquema, { properties }] of Object.entries(documento.components.schemas))
    for (const [nombre, p] of Object.entries(properties ?? {})) revisar(esquema, nombre, p);
  for (const [ruta, item] of Object.entries(documento.paths))
    for (const [verbo, { parameters }] of Object.entries(item))
      for (const p of parameters ?? []) if (p.in === 'query' || p.in === 'path') revisar(`${verbo} ${ruta}`, p.name, { ...p.schema, description: p.description });
  t.diagnostic(`${propiedades} identificadores`);
  assert.deepEqual(mal, []);
  assert.ok(propiedades > 1000, String(propiedades));
});

// Codes that the code puts on a field, by rule or by SQL, are in the enum from which callers generate their types.
test('cada código de errores[] está publicado', { skip: sin }, () => {
  const raiz = join(aqui, '../..');
  const fuentes = readdirSync(join(raiz, 'domain'), { recursive: true }).filter(f => /\.[ch]pp$/.test(f)).map(f => readFileSync(join(raiz, 'domain', f), 'utf8'));
  const texto_de = Object.fromEntries(fuentes.flatMap(f => [...f.matchAll(/\b(\w+) = "([A-Z_]{4,})"/g)].map(([, nombre, codigo]) => [nombre, codigo])));
  const nombrados = fuentes.flatMap(f => [...f.matchAll(/(?:fallas\.agregar\([^;{}]*?|\brechazar\(\s*|\bProblema::en\([^;{}]*?|\bFalla\{\s*|std::string\()codigo::(\w+)/g)].map(([, nombre]) => texto_de[nombre]));
  const constantes = fuentes.flatMap(f => [...f.matchAll(/namespace codigo \{([^}]*)\}/g)].flatMap(([, bloque]) => [...bloque.matchAll(/ = "([A-Z_]+)"/g)].map(([, c]) => c)));
  const conocidos = new Set(Object.values(texto_de));
  const de_sql = fuentes.flatMap(f => [...f.matchAll(/'(\w+)', '([A-Z_]{4,})',\s+'/g)].map(([, , codigo]) => codigo)).filter(c => conocidos.has(c));
  const publicados = JSON.parse(texto).components.schemas.Problema.properties.errores.items;
  const lista = (publicados.properties ?? JSON.parse(texto).components.schemas[publicados.$ref.split('/').at(-1)].properties).codigo.enum;
  assert.ok(nombrados.length > 100 && de_sql.length > 5 && constantes.length > 40, `${nombrados.length} ${de_sql.length} ${constantes.length}`);
  const del_cuerpo = JSON.parse(texto).components.schemas.Problema.properties.codigo.enum;
  assert.deepEqual(constantes.filter(c => !lista.includes(c) && !del_cuerpo.includes(c)), [], 'ninguno fuera del catálogo');
  assert.deepEqual([...new Set([...nombrados, ...de_sql])].filter(c => !lista.includes(c)), []);
});
