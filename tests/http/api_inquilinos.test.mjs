// Records of another organization look like missing ones: a matrix over the whole operation table and the published parameters, with every kind of
// id; and SQL in every parameter and body field.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { esError, correr, montar } from './lib/ayuda_api.mjs';
import { cuerpoDeEjemplo } from './lib/ejemplos.mjs';
import { Matriz, catalogosGlobales, globales, inexistente, inyecciones } from './lib/matriz.mjs';
import { siembra } from './lib/siembra.mjs';
import { siembraCompras } from './lib/siembra_compras.mjs';
import { siembraSolicitudes } from './lib/siembra_solicitudes.mjs';

let m, srv, base, matriz, tabla;
before(async () => {
  m = await montar({ registros: 150, ajustes: { 'proxies-confiables': '127.0.0.1' } });
  ({ srv, base } = m);
  await base.sql("INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) SELECT o, 'X' || n, 'Lista ' || n, 1 FROM generate_series(1, 2) o, generate_series(1, 6) n");
  await base.sql("UPDATE contacto SET codigo = 'Z-' || codigo WHERE organizacion_id = 2");  // the demo gives both organizations the same codes
  await base.sql(siembra);
  await base.sql(`INSERT INTO existencia (organizacion_id, almacen_id, producto_id) SELECT a.organizacion_id, a.almacen_id, min(p.producto_id) FROM almacen a JOIN producto p USING (organizacion_id) WHERE a.es_cedis GROUP BY 1, 2;
    INSERT INTO existencia_lote (organizacion_id, almacen_id, producto_id, lote, cantidad) SELECT organizacion_id, almacen_id, min(producto_id), 'L1', 1 FROM existencia GROUP BY 1, 2`);
  await base.sql(siembraCompras);
  await base.sql(siembraSolicitudes);
  await base.sql('ANALYZE');
  for (const [o, token] of [[1, m.t1], [2, m.t2]]) {  // a write-off and a booking in each organization
    const transaccionId = await base.uno(`SELECT max(transaccion_id) FROM transaccion WHERE organizacion_id = ${o} AND obj_id = 1 AND saldo > 1`);
    const r = await srv.pedir('POST', '/api/CuentasPorCobrar/Incobrable', { token, cuerpo: { transaccionId, importe: 1, motivo: 'x' } });
    assert.equal(r.estado, 200, r.texto);
    const f = await srv.pedir('POST', '/api/AgenciaViaje/RegistrarFacturaV2', { token, cuerpo: { booking: 'BK-1', servicios: [{ tipo: 'Hotel', comision: 1 }],
      cliente: { rfc: 'COSC8001137NA', nombre: 'Claudia', codigoPostal: '64000', regimenFiscal: '612', usoCFDI: 'G03' } } });
    assert.equal(f.estado, 200, f.texto);
    // A delivery of an order.
    const [hay] = await base.sql(`SELECT e.almacen_id, e.producto_id, a.sucursal_id, (SELECT min(c.contacto_id) FROM contacto c WHERE c.organizacion_id = ${o} AND c.tipo_contacto <> 'Proveedor' AND c.activo) AS cliente_id
      FROM existencia e JOIN almacen a USING (organizacion_id, almacen_id) JOIN producto p USING (organizacion_id, producto_id)
      WHERE e.organizacion_id = ${o} AND e.cantidad - e.apartado > 5 AND NOT a.es_ruta AND p.activo AND NOT p.maneja_series AND NOT p.maneja_lotes ORDER BY 1, 2 LIMIT 1`);
    const suyo = { sucursalId: Number(hay.sucursal_id), almacenId: Number(hay.almacen_id) };
    const pedido = await srv.pedir('POST', '/api/PedidoCliente', { token, cuerpo: { ...suyo, clienteId: Number(hay.cliente_id), partidas: [{ productoId: Number(hay.producto_id), cantidad: 1, precioUnitario: 1 }] } });
    assert.equal(pedido.estado, 200, pedido.texto);
    const entrega = await srv.pedir('POST', '/api/Inventario/Entrega', { token, cuerpo: { ...suyo, transaccionIdOrigen: pedido.json.data.transaccionId } });
    assert.equal(entrega.estado, 200, entrega.texto);
  }
  matriz = await Matriz.crear(base);
  ({ tabla } = matriz);
});
after(() => m?.cerrar());

// Sixteen questions at a time: one after another, two thirds of a test is waiting.
async function aLaVez(lista, pedir) {
  const respuestas = [];
  for (let i = 0; i < lista.length; i += 16) respuestas.push(...await Promise.all(lista.slice(i, i + 16).map(x => pedir(x))));
  return respuestas;
}
const limpio = r => r.texto.replaceAll(r.json?.solicitudId ?? '\u0000', '');

test('identificadores de ruta: los de la otra organización se contestan como los que no existen', async t => {
  const retirada = o => o.ruta.includes('BookingCancelar');
  for (const o of tabla.filter(x => matriz.nombreDeRuta(x)))
    await t.test(o.nombre, async () => {
      const nombre = matriz.nombreDeRuta(o);
      const ejemplo = cuerpoDeEjemplo(matriz.op(o));
      const pedir = id => srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/g, id), { token: m.t1, ...ejemplo });
      const modelo = await pedir(inexistente);
      if (matriz.oNulo(o)) assert.equal(`${modelo.estado} ${modelo.texto}`, '200 {"data":null}');
      else esError(modelo, retirada(o) ? 410 : 400, retirada(o) ? 'RETIRADO' : 'NO_ENCONTRADO', []);
      const lista = await matriz.muestra(nombre, o, 2, 1);
      assert.ok(lista.length > 0);
      const antes = await base.uno('SELECT md5(string_agg(t::text, $$|$$ ORDER BY transaccion_id)) FROM transaccion t WHERE organizacion_id = 2');
      for (const r of await aLaVez(lista, pedir)) {
        assert.equal(r.estado, modelo.estado);
        assert.equal(limpio(r), limpio(modelo));
      }
      assert.equal(await base.uno('SELECT md5(string_agg(t::text, $$|$$ ORDER BY transaccion_id)) FROM transaccion t WHERE organizacion_id = 2'), antes, 'nada cambió');
      // Control: the token of the owner finds the ids, so they are real.
      const dueno = o.verbo === 'GET' ? await aLaVez(lista, id => srv.get(o.ruta.replace(/\{\w+\}/g, id), { token: m.t2 })) : [];
      if (o.verbo === 'GET') assert.ok(dueno.some(r => r.estado === 200 && r.texto !== '{"data":null}'), 'control: para su dueño existen');
    });
});

test('identificadores de la consulta: NO_EXISTE en cada uno, igual que si no existiera', async t => {
  for (const o of tabla.filter(x => x.verbo === 'GET'))
    for (const p of matriz.parametros(o, 'query').filter(x => /Id$/.test(x.name) && !globales.has(x.name)))
      await t.test(`${o.nombre} ${p.name}`, async () => {
        const dela = matriz.deRuta(o);
        const registros = { 1: dela && await matriz.propio(dela, o, 1), 2: dela && await matriz.propio(dela, o, 2) };
        const pedir = (id, n = 1) => srv.get(`${matriz.conNecesarios(o, p.name, registros[n], n)}${p.name}=${id}`, { token: n === 1 ? m.t1 : m.t2 });
        const modelo = await pedir(inexistente);
        const elRegistro = o.nombre === 'GET /api/AgenciaViaje/Documentos';  // NO_ENCONTRADO is of the operation whose only parameter names the record
        esError(modelo, 400, elRegistro ? 'NO_ENCONTRADO' : 'VALIDACION', elRegistro ? [] : [`${p.name} NO_EXISTE`]);
        const lista = await matriz.muestra(p.name, o, 2, 1);
        assert.ok(lista.length > 0);
        for (const r of await aLaVez(lista, id => pedir(id))) assert.equal(limpio(r), limpio(modelo));
        assert.equal((await pedir(lista[0], 2)).estado, 200, 'control: para su dueño existe');
      });
});

test('ninguna lista muestra nada de la otra organización', async t => {
  for (const o of tabla.filter(x => x.verbo === 'GET' && ['PAGE', 'LIST'].includes(x.sobre) && x.permiso !== '-' && !catalogosGlobales.has(x.ruta)))
    await t.test(o.nombre, async () => {
      const [a, b] = await Promise.all([m.t1, m.t2].map(async (token, i) => {
        const filas = [];
        for (let cursor = ''; cursor !== null;) {
          const r = await srv.get(`${matriz.conNecesarios(o, undefined, 1, i + 1)}${cursor && `cursor=${cursor}`}`, { token });
          filas.push(...r.json.data);
          cursor = r.json.paginacion?.siguiente ?? null;
        }
        return filas;
      }));
      const clave = Object.keys(a[0])[0];
      // Rows of the audit trail are known by their resource and id.
      const de = filas => new Set(filas.map(f => (o.ruta === '/api/Bitacora' ? `${f.recurso} ${f.id}` : f[clave])));
      assert.ok(a.length > 0 && b.length > 0);
      for (const k of de(a)) assert.ok(!de(b).has(k), `${clave} ${k} en las dos`);
    });
});

// An undeclared parameter is refused. Parameters that begin with an underscore, and headers, change nothing.
test('el inquilino sale del token: ni un parámetro, ni un encabezado, ni el cuerpo lo cambian', async () => {
  const normal = (await srv.get('/api/RegistroVenta?incluirDetalle=false', { token: m.t1 })).texto;
  for (const q of ['organizacionId=2', 'organizacion_id=2', 'org=2', 'usuarioId=2', 'urlBase=x', 'id=5', 'limite=1', 'maximo=1', 'c1=x']) {
    esError(await srv.get(`/api/RegistroVenta?incluirDetalle=false&${q}`, { token: m.t1 }), 400, 'VALIDACION', [`${q.split('=')[0]} DESCONOCIDO`]);
    assert.equal((await srv.get(`/api/RegistroVenta?incluirDetalle=false&_${q}`, { token: m.t1 })).texto, normal, q);
  }
  const r = await srv.get('/api/RegistroVenta?incluirDetalle=false', { token: m.t1, encabezados: { 'X-Organizacion': '2', 'X-Organization-Id': '2' } });
  assert.equal(r.texto, normal);
});

// deParametro: a free text takes all injection texts. A number, a date, a boolean or an enum takes eight, and the next parameter of that kind the
// next eight, until each kind has met all of them.
test('SQL en cada parámetro: nunca un 5xx, nunca más filas', async t => {
  const libre = p => (s => s.type === 'string' && !s.enum && s.format !== 'date')(matriz.resolver(p.schema));
  const turnos = new Map();
  const deParametro = p => {
    if (libre(p)) return new Set(inyecciones);
    const { type, format, enum: palabras } = matriz.resolver(p.schema), clase = `${type} ${format} ${Boolean(palabras)}`;
    const desde = turnos.get(clase) ?? 0;
    turnos.set(clase, desde + 8);
    return new Set(Array.from({ length: 8 }, (_, i) => inyecciones[(desde + i) % inyecciones.length]));
  };
  for (const o of tabla) {
    const query = matriz.parametros(o, 'query');
    const ruta = /\{(\w+)\}/.exec(o.ruta)?.[1];
    if (!query.length && !ruta) continue;
    await t.test(o.nombre, async () => {
      const total = o.sobre === 'PAGE' ? (await srv.pedir(o.verbo, `${matriz.conNecesarios(o)}incluirTotal=true`, { token: m.t1 })).json.paginacion.totalRegistros : 0;
      const suyos = query.map(p => [p, deParametro(p)]);
      const deRuta = ruta ? deParametro(matriz.parametros(o, 'path')[0]) : new Set();
      await aLaVez(inyecciones, async texto => {
        for (const [p, textos] of suyos) {
          if (!textos.has(texto)) continue;
          const pagina = o.sobre !== 'PAGE' ? '' : ['incluirTotal=true&', 'registrosPorPagina=1&'].filter(x => !x.startsWith(`${p.name}=`)).join('');
          const r = await srv.pedir(o.verbo, `${matriz.conNecesarios(o, p.name)}${pagina}${p.name}=${encodeURIComponent(texto)}`, { token: m.t1 });
          assert.ok(r.estado === 200 || r.estado === 400, `${p.name}=${texto}: ${r.estado} ${r.texto}`);
          if (r.estado !== 200) continue;
          if (p.name === 'busqueda' && /OR|UNION|SELECT/.test(texto)) assert.deepEqual(r.json.data.precios ?? r.json.data, [], texto);
          if (r.json.paginacion && r.json.paginacion.totalRegistros !== null) assert.ok(r.json.paginacion.totalRegistros <= total);
        }
        if (deRuta.has(texto)) {
          const r = await srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/, encodeURIComponent(texto)), { token: m.t1 });
          assert.ok([400, 404, 410].includes(r.estado), `{${ruta}} = ${texto}: ${r.estado} ${r.texto}`);
        }
      });
    });
  }
  for (const [clase, n] of turnos) assert.ok(n >= inyecciones.length, `${clase}: no todos los textos`);
  assert.ok((await base.uno('SELECT count(*) FROM transaccion')) > 100, 'y la tabla sigue ahí');
});

// Injection texts for body fields: a text field takes the next ten, any other field the next three.
test('SQL en cada campo del cuerpo: nunca un 5xx, nunca un acceso', async () => {
  let direccion = 0, turno = 0;
  for (const o of tabla) {
    const cuerpo = matriz.op(o).requestBody;
    if (!cuerpo?.content['application/json']) continue;  // api_imagenes tries the one text of a form, its file name
    const esquema = matriz.resolver(cuerpo.content['application/json'].schema);
    const bueno = { usuario: m.uno.usuario, contrasena: m.uno.contrasena, apiKey: m.uno.apiKey };
    for (const [campo, e] of Object.entries(esquema.properties ?? { '': {} })) {
      const cuantos = [matriz.resolver(e).type].flat().includes('string') ? 10 : 3;
      const textos = Array.from({ length: cuantos }, () => inyecciones[turno++ % inyecciones.length]);
      const probar = async texto => {
        const r = await srv.pedir(o.verbo, o.ruta, { token: m.t1, cuerpo: { ...bueno, [campo]: texto }, encabezados: { 'X-Forwarded-For': `10.1.${direccion >> 8}.${direccion++ & 255}` } });
        assert.ok(r.estado === 400 || r.estado === 401, `${campo}=${texto}: ${r.estado} ${r.texto}`);
      };
      if (campo !== 'contrasena') await aLaVez(textos, probar);
      else  // three wrong passwords lock the user
        for (const texto of textos) {
          await probar(texto);
          await base.sql('UPDATE usuario SET fallos = 0, bloqueado_hasta = NULL');
        }
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
  const rutas = [...tabla.filter(o => o.verbo === 'GET' && ['PAGE', 'LIST'].includes(o.sobre)).map(o => `${matriz.conNecesarios(o)}${o.sobre === 'PAGE' ? 'incluirTotal=true' : ''}`), '/api/Seguridad/UsuarioInformacion'];
  assert.ok(rutas.length > 20);
  const leer = () => aLaVez(rutas, async r => [r, (await srv.get(r, { token: m.t1 })).texto]);
  for (const [r, texto] of await leer()) antes[r] = texto;
  await base.sql(tablas.map(x => `ALTER TABLE ${x} DISABLE ROW LEVEL SECURITY`).join(';'));
  try {
    for (const [r, texto] of await leer()) assert.equal(texto, antes[r], r);
    // Every operation on one record gives the answer of a missing record for each kind of record of the other organization.
    for (const o of tabla.filter(x => matriz.nombreDeRuta(x))) {
      const pedir = id => srv.pedir(o.verbo, o.ruta.replace(/\{\w+\}/g, id), { token: m.t1, ...cuerpoDeEjemplo(matriz.op(o)) });
      const modelo = await pedir(inexistente);
      const ids = await matriz.muestra(matriz.nombreDeRuta(o), o, 2, 1);
      for (const [i, r] of (await aLaVez(ids, pedir)).entries()) assert.equal(`${r.estado} ${limpio(r)}`, `${modelo.estado} ${limpio(modelo)}`, `${o.nombre} ${ids[i]}`);
    }
  } finally {
    await base.sql(tablas.map(x => `ALTER TABLE ${x} ENABLE ROW LEVEL SECURITY`).join(';'));
  }
});
