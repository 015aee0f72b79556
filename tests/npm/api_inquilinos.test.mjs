// Another organization's things do not exist: a matrix generated over the whole operation table and the published
// parameters, with every kind of id; and SQL in every parameter and body field.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, gestor, correr, montar, operaciones } from './ayuda_api.mjs';
import { cuerpoDeEjemplo } from './ejemplos.mjs';
import { siembra } from './siembra.mjs';

let m, srv, base, tabla, documento, proyectos;
before(async () => {
  m = await montar({ registros: 150, ajustes: { 'proxies-confiables': '127.0.0.1' } });
  ({ srv, base } = m);
  await base.sql("INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) SELECT o, 'X' || n, 'Lista ' || n, 1 FROM generate_series(1, 2) o, generate_series(1, 6) n");
  await base.sql("UPDATE contacto SET codigo = 'Z-' || codigo WHERE organizacion_id = 2");  // the demo gives both the same codes
  await base.sql(siembra);
  proyectos = Object.fromEntries(await Promise.all([[m.t1, 1], [m.t2, 2]].map(async ([t, o]) => [t, await base.uno(`SELECT min(proyecto_id) FROM proyecto WHERE organizacion_id = ${o}`)])));
  tabla = (await operaciones()).filter(o => o.ruta.startsWith('/api/'));
  documento = JSON.parse((await correr(gestor, ['openapi'])).salida);
});
after(() => m?.cerrar());

const resolver = x => (x?.$ref ? x.$ref.slice(2).split('/').reduce((d, k) => d[k.replaceAll('~1', '/')], documento) : x);
const parametros = (o, donde) => {
  const camino = documento.paths[o.ruta];
  assert.ok(camino, `el documento no tiene ${o.ruta}`);
  return [...(camino.parameters ?? []), ...(camino[o.verbo.toLowerCase()].parameters ?? [])].map(resolver).filter(p => p.in === donde);
};
const limpio = r => r.texto.replaceAll(r.json?.solicitudId ?? '\u0000', '');
const inexistente = 987654321;

// The keys of organization 2, by the name an id has on the wire; ids of organization 1 are left out of each list.
const llaves = {
  id: 'SELECT transaccion_id FROM transaccion WHERE organizacion_id = %', archivoId: 'SELECT archivo_id FROM archivo WHERE organizacion_id = %',
  sucursalId: 'SELECT sucursal_id FROM sucursal WHERE organizacion_id = %', clienteId: 'SELECT contacto_id FROM contacto WHERE organizacion_id = %',
  vendedorId: 'SELECT vendedor_id FROM vendedor WHERE organizacion_id = %', personalServicioId: 'SELECT personal_servicio_id FROM personal_servicio WHERE organizacion_id = %',
  agrupadorServicioId: 'SELECT agrupador_servicio_id FROM agrupador_servicio WHERE organizacion_id = %',
  listaPreciosId: 'SELECT lista_precios_id FROM lista_precios WHERE organizacion_id = %', almacenId: 'SELECT almacen_id FROM almacen WHERE organizacion_id = %',
  clasificacionId: 'SELECT clasificacion_id FROM clasificacion_producto WHERE organizacion_id = %',
  proyectoId: 'SELECT proyecto_id FROM proyecto WHERE organizacion_id = %',
  productoId: 'SELECT producto_id FROM producto WHERE organizacion_id = %',
  cuentaId: 'SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id = %', contactoId: 'SELECT contacto_id FROM contacto WHERE organizacion_id = %',
  entidadId: 'SELECT contacto_id FROM contacto WHERE organizacion_id = %', codigo: 'SELECT codigo FROM contacto WHERE organizacion_id = %',
  '/api/Contactos clasificacionId': 'SELECT clasificacion_id FROM clasificacion_contacto WHERE organizacion_id = %',
  transaccionId: 'SELECT transaccion_id FROM transaccion WHERE organizacion_id = %', formaPagoId: 'SELECT forma_pago_id FROM forma_pago WHERE organizacion_id = %',
  cotizacionId: 'SELECT transaccion_id FROM transaccion WHERE obj_id = 4 AND organizacion_id = %',
  rutaId: 'SELECT ruta_id FROM ruta WHERE organizacion_id = %', unidadBaseId: 'SELECT unidad_medida_id FROM unidad_medida WHERE organizacion_id = %',
  padreId: 'SELECT clasificacion_id FROM clasificacion_producto WHERE organizacion_id = %', clasificadorCostoId: 'SELECT clasificador_costo_id FROM clasificador_costo WHERE organizacion_id = %',
};
// What {id} is in the paths that are not of documents.
const deRuta = { '/api/ListaPrecios/': 'listaPreciosId', '/api/Productos/': 'productoId', '/api/Proyecto/': 'proyectoId', '/api/PersonalServicio/': 'personalServicioId' };
const globales = new Set(['monedaId', 'objId']);  // catalogs of the law, the same for everyone
const catalogosGlobales = new Set(['/api/Bancos', '/api/Bancos/GetMonedas', '/api/Bancos/OrganizacionMonedas', '/api/Objetos',
  '/api/RegimenesFiscales', '/api/UsosCFDI', '/api/CatalogosSAT/FormasPago', '/api/CatalogosSAT/MetodosPago', '/api/CatalogosSAT/ClavesProducto']);
// What a list cannot be asked without.
const necesarios = { objId: () => 10, proyectoId: token => proyectos[token], fechaInicial: () => '2026-01-01', fechaFinal: () => '2026-12-31' };
const conNecesarios = (o, salvo, id = 1, token = m.t1) =>
  o.ruta.replace(/\{\w+\}/, id) + '?' + parametros(o, 'query').filter(p => p.required && p.name !== salvo).map(p => `${p.name}=${necesarios[p.name](token)}&`).join('');
// What does not exist is null in the one operation that says so.
const oNulo = o => Boolean(resolver(documento.paths[o.ruta][o.verbo.toLowerCase()].responses[200]?.content?.['application/json']?.schema)?.properties?.data?.anyOf);
const ajenos = async nombre => {
  const sql = llaves[nombre];
  assert.ok(sql, `la matriz no sabe qué es ${nombre}: agregue su tabla`);
  return base.columna(`${sql.replace('%', '2')} EXCEPT ${sql.replace('%', '1')} ORDER BY 1`);
};

test('identificadores de ruta: los de la otra organización se contestan como los que no existen', async t => {
  const retirada = o => o.ruta.includes('BookingCancelar');
  for (const o of tabla.filter(x => x.ruta.includes('{')))
    await t.test(o.nombre, async () => {
      const nombre = deRuta[Object.keys(deRuta).find(r => o.ruta.startsWith(r))] ?? /\{(\w+)\}/.exec(o.ruta)[1];
      const ejemplo = cuerpoDeEjemplo(documento.paths[o.ruta][o.verbo.toLowerCase()]);
      const pedir = id => srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/, id), { token: m.t1, ...ejemplo });
      const modelo = await pedir(inexistente);
      if (oNulo(o)) assert.equal(`${modelo.estado} ${modelo.texto}`, '200 {"data":null}');
      else esError(modelo, retirada(o) ? 410 : 400, retirada(o) ? 'RETIRADO' : 'NO_ENCONTRADO', []);
      const lista = await ajenos(nombre);
      assert.ok(lista.length > 5);
      const antes = await base.uno('SELECT md5(string_agg(t::text, $$|$$ ORDER BY transaccion_id)) FROM transaccion t WHERE organizacion_id = 2');
      for (let i = 0; i < lista.length; i += 50)
        for (const r of await Promise.all(lista.slice(i, i + 50).map(pedir))) {
          assert.equal(r.estado, modelo.estado);
          assert.equal(limpio(r), limpio(modelo));
        }
      assert.equal(await base.uno('SELECT md5(string_agg(t::text, $$|$$ ORDER BY transaccion_id)) FROM transaccion t WHERE organizacion_id = 2'), antes, 'nada cambió');
      // The same with what only the owner's token opens: the control that the ids are real.
      const dueno = await Promise.all([...lista.slice(0, 200), ...lista.slice(-200)].map(id => srv.pedir(o.verbo === 'GET' ? 'GET' : 'OPTIONS', o.ruta.replace(/\{\w+\}/, id), { token: m.t2 })));
      if (o.verbo === 'GET') assert.ok(dueno.some(r => r.estado === 200 && r.texto !== '{"data":null}'), 'control: para su dueño existen');
    });
});

test('identificadores de la consulta: NO_EXISTE en cada uno, igual que si no existiera', async t => {
  for (const o of tabla.filter(x => x.verbo === 'GET'))
    for (const p of parametros(o, 'query').filter(x => /Id$/.test(x.name) && !globales.has(x.name)))
      await t.test(`${o.nombre} ${p.name}`, async () => {
        const dela = deRuta[Object.keys(deRuta).find(r => o.ruta.startsWith(r))];
        const propio = async n => dela && base.uno(`SELECT min(x) FROM (${llaves[dela].replace('%', n)}) q (x)`);
        const registros = { [m.t1]: await propio(1), [m.t2]: await propio(2) };
        const pedir = (id, token = m.t1) => srv.get(`${conNecesarios(o, p.name, registros[token], token)}${p.name}=${id}`, { token });
        const modelo = await pedir(inexistente);
        esError(modelo, 400, 'VALIDACION', [`${p.name} NO_EXISTE`]);
        const lista = await ajenos(`${o.ruta} ${p.name}` in llaves ? `${o.ruta} ${p.name}` : p.name);
        assert.ok(lista.length > 0);
        for (const id of lista) assert.equal(limpio(await pedir(id)), limpio(modelo));
        assert.equal((await pedir(lista[0], m.t2)).estado, 200, 'control: para su dueño existe');
      });
});

test('ninguna lista muestra nada de la otra organización', async t => {
  for (const o of tabla.filter(x => x.verbo === 'GET' && ['PAGE', 'LIST'].includes(x.sobre) && x.permiso !== '-' && !catalogosGlobales.has(x.ruta)))
    await t.test(o.nombre, async () => {
      const [a, b] = await Promise.all([m.t1, m.t2].map(async token => {
        const filas = [];
        for (let cursor = ''; cursor !== null;) {
          const r = await srv.get(`${conNecesarios(o, undefined, 1, token)}cursor=${cursor}`, { token });
          filas.push(...r.json.data);
          cursor = r.json.paginacion?.siguiente ?? null;
        }
        return filas;
      }));
      const clave = Object.keys(a[0])[0];
      const de = filas => new Set(filas.map(f => f[clave]));
      assert.ok(a.length > 0 && b.length > 0);
      for (const k of de(a)) assert.ok(!de(b).has(k), `${clave} ${k} en las dos`);
    });
});

test('el inquilino sale del token: ni un parámetro, ni un encabezado, ni el cuerpo lo cambian', async () => {
  const normal = (await srv.get('/api/RegistroVenta?incluirDetalle=false', { token: m.t1 })).texto;
  for (const q of ['organizacionId=2', 'organizacion_id=2', 'org=2', 'usuarioId=2', 'urlBase=x', 'id=5', 'limite=1', 'maximo=1', 'c1=x'])
    assert.equal((await srv.get(`/api/RegistroVenta?incluirDetalle=false&${q}`, { token: m.t1 })).texto, normal, q);
  const r = await srv.get('/api/RegistroVenta?incluirDetalle=false', { token: m.t1, encabezados: { 'X-Organizacion': '2', 'X-Organization-Id': '2' } });
  assert.equal(r.texto, normal);
});

const inyecciones = ["'", "''", "' OR '1'='1", "1' OR '1'='1' --", '1; DROP TABLE gestor.transaccion; --', "'; SELECT pg_sleep(30); --", '1 OR 1=1', '1) OR (1=1', '$1', '$$', '%', '_', '%%', '\\', "\\'; --",
  ':id', ':organizacionId', '${1}', '{clave}', '{{orden}}', '/*', '*/', '--', '1 UNION SELECT 1', "x' UNION SELECT contrasena FROM usuario --", '\u2019 OR 1=1', "'||(SELECT current_user)||'", '1e1', 'NULL', 'null',
  "E'\\\\x27'", '0x31', '١', '"', '`', "'::text", '\u00a0', '%27', '<script>', '../../etc/passwd'];

test('SQL en cada parámetro: nunca un 5xx, nunca más filas', async t => {
  for (const o of tabla) {
    const query = parametros(o, 'query');
    const ruta = /\{(\w+)\}/.exec(o.ruta)?.[1];
    if (!query.length && !ruta) continue;
    await t.test(o.nombre, async () => {
      const total = o.sobre === 'PAGE' ? (await srv.pedir(o.verbo, `${conNecesarios(o)}incluirTotal=true`, { token: m.t1 })).json.paginacion.totalRegistros : 0;
      for (const texto of inyecciones) {
        for (const p of query) {
          const pagina = ['incluirTotal=true&', 'registrosPorPagina=1&'].filter(x => !x.startsWith(`${p.name}=`)).join('');
          const r = await srv.pedir(o.verbo, `${conNecesarios(o, p.name)}${pagina}${p.name}=${encodeURIComponent(texto)}`, { token: m.t1 });
          assert.ok(r.estado === 200 || r.estado === 400, `${p.name}=${texto}: ${r.estado} ${r.texto}`);
          if (r.estado !== 200) continue;
          if (p.name === 'busqueda' && /OR|UNION|SELECT/.test(texto)) assert.deepEqual(r.json.data.precios ?? r.json.data, [], texto);
          if (r.json.paginacion && r.json.paginacion.totalRegistros !== null) assert.ok(r.json.paginacion.totalRegistros <= total);
        }
        if (ruta) {
          const r = await srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/, encodeURIComponent(texto)), { token: m.t1 });
          assert.ok([400, 404, 410].includes(r.estado), `{${ruta}} = ${texto}: ${r.estado} ${r.texto}`);
        }
      }
    });
  }
  assert.ok((await base.uno('SELECT count(*) FROM transaccion')) > 100, 'y la tabla sigue ahí');
});

test('SQL en cada campo del cuerpo: nunca un 5xx, nunca un acceso', async () => {
  let direccion = 0;
  for (const o of tabla) {
    const cuerpo = resolver(documento.paths[o.ruta][o.verbo.toLowerCase()].requestBody);
    if (!cuerpo?.content['application/json']) continue;  // the one text of a body in parts is the file's name: api_imagenes
    const esquema = resolver(cuerpo.content['application/json'].schema);
    const bueno = { usuario: m.uno.usuario, contrasena: m.uno.contrasena, apiKey: m.uno.apiKey };
    for (const campo of Object.keys(esquema.properties ?? { '': 'a list' }))
      for (const texto of inyecciones) {
        const r = await srv.pedir(o.verbo, o.ruta, { token: m.t1, cuerpo: { ...bueno, [campo]: texto }, encabezados: { 'X-Forwarded-For': `10.1.${direccion >> 8}.${direccion++ & 255}` } });
        assert.ok(r.estado === 400 || r.estado === 401, `${campo}=${texto}: ${r.estado} ${r.texto}`);
        if (campo === 'contrasena' && direccion % 3 === 0) await base.sql("UPDATE usuario SET fallos = 0, bloqueado_hasta = NULL");
      }
  }
  assert.ok(direccion > inyecciones.length * 3);
});

test('cada barrera por sí sola: sin el filtro de la consulta, la seguridad por renglón; el rol de la aplicación no ve nada sin inquilino', async () => {
  const contar = async conf => (await correr('psql', ['-XAtq', base.app, '-c', `${conf} SELECT count(*), count(DISTINCT organizacion_id) FROM gestor.transaccion`])).salida.trim();
  const n1 = await base.uno('SELECT count(*) FROM transaccion WHERE organizacion_id = 1');
  assert.equal(await contar(''), '0|0');
  assert.equal(await contar("SET gestor.organizacion = '1';"), `${n1}|1`);
  assert.equal(await contar("SET gestor.organizacion = '999';"), '0|0');
  const mover = await correr('psql', ['-XAtq', base.app, '-c', "SET gestor.organizacion = '1'; UPDATE gestor.transaccion SET notas = 'x' WHERE organizacion_id = 2"], { falla: true });
  assert.equal(mover.codigo, 0);
  assert.equal(await base.uno("SELECT count(*) FROM transaccion WHERE organizacion_id = 2 AND notas = 'x'"), 0);
  for (const q of ['SELECT contrasena FROM gestor.usuario', 'SELECT hash FROM gestor.consumidor_api', 'DELETE FROM gestor.transaccion', 'ALTER TABLE gestor.transaccion DISABLE ROW LEVEL SECURITY', 'SELECT gestor.revocar_usuario(1, 1)'])
    assert.notEqual((await correr('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', base.app, '-c', `SET gestor.organizacion = '1'; ${q}`], { falla: true })).codigo, 0, q);
});

test('la otra barrera: sin seguridad por renglón, el filtro de cada consulta basta', async () => {
  const tablas = await base.columna("SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'gestor'::regnamespace AND c.relforcerowsecurity");
  assert.ok(tablas.length > 15);
  const antes = {};
  const rutas = [...tabla.filter(o => o.verbo === 'GET' && ['PAGE', 'LIST'].includes(o.sobre)).map(o => `${conNecesarios(o)}incluirTotal=true`), '/api/Seguridad/UsuarioInformacion'];
  assert.ok(rutas.length > 20);
  for (const r of rutas) antes[r] = (await srv.get(r, { token: m.t1 })).texto;
  await base.sql(tablas.map(x => `ALTER TABLE ${x} DISABLE ROW LEVEL SECURITY`).join(';'));
  try {
    for (const r of rutas) assert.equal((await srv.get(r, { token: m.t1 })).texto, antes[r], r);
    const ajena = await base.uno("SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND obj_id = 20 AND estado = 'Pendiente'");
    const venta = await base.uno('SELECT min(transaccion_id) FROM transaccion WHERE organizacion_id = 2 AND es_venta');
    const archivo = await base.uno('SELECT min(archivo_id) FROM archivo WHERE organizacion_id = 2');
    esError(await srv.pedir('PUT', `/api/OrdenServicio/OrdenServicioAutorizar/${ajena}`, { token: m.t1 }), 400, 'NO_ENCONTRADO');
    for (const r of [`/api/OrdenServicio/${ajena}`, `/api/RegistroVenta/${venta}`, `/api/ArchivoDigital/Contenido/${archivo}`]) esError(await srv.get(r, { token: m.t1 }), 400, 'NO_ENCONTRADO');
  } finally {
    await base.sql(tablas.map(x => `ALTER TABLE ${x} ENABLE ROW LEVEL SECURITY`).join(';'));
  }
});
