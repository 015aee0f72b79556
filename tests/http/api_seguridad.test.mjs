// OP-001, OP-002, OP-005, roles over the whole operation table, revocation and the limits of password guessing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Servidor, claves, dormir, esError, montar, operaciones } from './lib/ayuda_api.mjs';

// CONTRASENAS=baratas: the server hashes passwords cheaply. Tests about the cost of a password use a server of full cost (`caras`).
process.env.CONTRASENAS = 'baratas';
const caras = { CONTRASENAS: '' };
const ruta = '/api/Seguridad/Autenticar';
let m, srv, base, direccion = 0;
before(async () => {
  m = await montar({ ajustes: { 'proxies-confiables': '127.0.0.1' } });
  ({ srv, base } = m);
});
after(() => m?.cerrar());

// Each test comes from its own address, so that only the test of the limit per address meets the limit.
const entrar = (cuerpo, encabezados = {}, servidor = srv) =>
  servidor.pedir('POST', ruta, { cuerpo, encabezados: { 'X-Forwarded-For': `10.0.0.${direccion}`, ...encabezados } });
const nueva = () => (direccion += 1);
const credenciales = (u, k) => ({ usuario: u.usuario, contrasena: u.contrasena, apiKey: k.apiKey });
const limpio = r => r.texto.replaceAll(r.json.solicitudId, '');

test('OP-001: éxito, con exactamente sus campos', async () => {
  nueva();
  const antes = Date.now();
  const r = await entrar(credenciales(m.uno, m.uno));
  assert.equal(r.estado, 200, r.texto);
  assert.deepEqual(claves(r.json), ['data']);
  const d = r.json.data;
  assert.deepEqual(claves(d), ['accessToken', 'consumidorApiId', 'expiraEn', 'expiracion', 'organizacion', 'organizacionId',
    'sucursalId', 'tokenType', 'usuario', 'usuarioId']);
  assert.equal(d.tokenType, 'Bearer');
  assert.equal(d.expiraEn, 3600);
  assert.equal(d.usuario, 'admin1');
  assert.equal(d.usuarioId, m.uno.usuarioId);
  assert.equal(d.organizacionId, 1);
  assert.equal(d.organizacion, await base.uno('SELECT nombre FROM organizacion WHERE organizacion_id = 1'));
  assert.equal(d.consumidorApiId, m.uno.consumidorApiId);
  assert.equal(d.sucursalId, await base.uno(`SELECT sucursal_id FROM usuario WHERE usuario_id = ${m.uno.usuarioId}`));
  assert.match(d.expiracion, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  const [{ epoca }] = await base.sql(`SELECT extract(epoch FROM '${d.expiracion}'::timestamp AT TIME ZONE s.zona_horaria) AS epoca
    FROM sucursal s WHERE s.sucursal_id = ${d.sucursalId}`);
  assert.ok(epoca * 1000 >= antes + 3_590_000 && epoca * 1000 <= Date.now() + 3_601_000, 'expiracion = ahora + expiraEn, hora local');
  assert.equal(r.h['cache-control'], 'no-store');
  const uso = await base.uno(`SELECT ultimo_uso IS NOT NULL FROM consumidor_api WHERE consumidor_api_id = ${m.uno.consumidorApiId}`);
  assert.equal(uso, true);
});

test('OP-001: todas las fallas de forma a la vez', async t => {
  nueva();
  const bien = credenciales(m.uno, m.uno);
  const tabla = [
    ['cuerpo vacío', '', 400, 'VALIDACION', ['usuario REQUERIDO', 'contrasena REQUERIDO', 'apiKey REQUERIDO']],
    ['{}', {}, 400, 'VALIDACION', ['usuario REQUERIDO', 'contrasena REQUERIDO', 'apiKey REQUERIDO']],
    ['null es ausente', { usuario: null, contrasena: null, apiKey: null }, 400, 'VALIDACION',
      ['usuario REQUERIDO', 'contrasena REQUERIDO', 'apiKey REQUERIDO']],
    ['textos vacíos', { usuario: ' ', contrasena: '', apiKey: '' }, 400, 'VALIDACION',
      ['usuario REQUERIDO', 'contrasena REQUERIDO', 'apiKey REQUERIDO']],
    ['tipos', { usuario: 1, contrasena: true, apiKey: [] }, 400, 'VALIDACION', ['usuario TIPO', 'contrasena TIPO', 'apiKey TIPO']],
    ['sucursalId de texto', { ...bien, sucursalId: 'x' }, 400, 'VALIDACION', ['sucursalId TIPO']],
    ['sucursalId negativa', { ...bien, sucursalId: -1 }, 400, 'VALIDACION', ['sucursalId RANGO']],
    ['sucursalId enorme', { ...bien, sucursalId: 99999999999 * 10 }, 400, 'VALIDACION', ['sucursalId NO_EXISTE']],
    ['sucursalId fraccionaria', { ...bien, sucursalId: 1.5 }, 400, 'VALIDACION', ['sucursalId TIPO']],
    ['usuario demasiado largo', { ...bien, usuario: 'x'.repeat(121) }, 400, 'VALIDACION', ['usuario LONGITUD']],
    ['usuario con NUL', { ...bien, usuario: 'a\u0000b' }, 400, 'VALIDACION', ['usuario FORMATO']],
    ['campo desconocido', { ...bien, Usuario: 'x' }, 400, 'VALIDACION', ['Usuario DESCONOCIDO']],
    ['clave repetida', '{"usuario":"a","contrasena":"b","apiKey":"c","usuario":"a"}', 400, 'JSON_INVALIDO', []],
    ['no es JSON', 'usuario=a', 400, 'JSON_INVALIDO', []],
    ['JSON cortado', '{"usuario":', 400, 'JSON_INVALIDO', []],
    ['dos documentos', '{}{}', 400, 'JSON_INVALIDO', []],
    ['UTF-8 inválido', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'JSON_INVALIDO', []],
    ['un arreglo', '[]', 400, null, null],
    ['un número', '7', 400, null, null],
    ['anidado sin fin', '['.repeat(10000), 400, 'JSON_INVALIDO', []],
  ];
  for (const [nombre, cuerpo, estado, codigo, campos] of tabla)
    await t.test(nombre, async () => esError(await entrar(cuerpo), estado, codigo, campos));
  await t.test('el desconocido sugiere el parecido', async () => {
    const r = await entrar({ ...bien, contrasenia: 'x' });
    assert.match(r.json.errores[0].mensaje, /contrasena/);
  });
  for (const tipo of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data'])
    await t.test(`415 ${tipo}`, async () => esError(await entrar(bien, { 'Content-Type': tipo }), 415, 'TIPO_DE_CONTENIDO'));
  await t.test('Content-Type con charset y mayúsculas', async () =>
    assert.equal((await entrar(bien, { 'Content-Type': 'Application/JSON; charset=utf-8' })).estado, 200));
});

test('OP-001: una sola respuesta para usuario, contraseña o llave incorrectos', async () => {
  nueva();
  const bien = credenciales(m.uno, m.uno);
  const inactiva = await base.consumidor({ nombre: 'Inactivo' });
  await base.sql(`UPDATE consumidor_api SET activo = false WHERE consumidor_api_id = ${inactiva.consumidorApiId}`);
  const apagado = await base.usuario({ usuario: 'apagado' });
  await base.sql(`UPDATE usuario SET activo = false WHERE usuario_id = ${apagado.usuarioId}`);
  const casos = {
    'usuario desconocido': { ...bien, usuario: 'nadie' },
    'contraseña incorrecta': { ...bien, contrasena: 'otra-cosa' },
    'llave desconocida': { ...bien, apiKey: 'gk_nada' },
    'llave inactiva': { ...bien, apiKey: inactiva.apiKey },
    'llave de otra organización': { ...bien, apiKey: m.dos.apiKey },
    'usuario de otra organización': { ...bien, usuario: m.dos.usuario },
    'usuario inactivo': { ...bien, usuario: 'apagado' },
    'llave que es el prefijo': { ...bien, apiKey: bien.apiKey.slice(0, 9) },
    'llave con otro final': { ...bien, apiKey: bien.apiKey + 'x' },
    'inyección': { ...bien, usuario: "admin1' --" },
  };
  const textos = new Set();
  for (const [nombre, cuerpo] of Object.entries(casos)) {
    const r = await entrar(cuerpo);
    esError(r, 401, 'NO_AUTENTICADO', []);
    textos.add(limpio(r));
    assert.equal(textos.size, 1, nombre);
  }
});

test('OP-001: el nombre de usuario no distingue mayúsculas; la contraseña se lee igual al guardar y al entrar', async () => {
  nueva();
  assert.equal((await entrar({ ...credenciales(m.uno, m.uno), usuario: 'ADMIN1' })).estado, 200);
  const u = await base.usuario({ usuario: 'espacios', contrasena: '  con espacios á  ' });
  assert.equal((await entrar(credenciales(u, m.uno))).estado, 200);
  esError(await entrar({ ...credenciales(u, m.uno), contrasena: 'Con espacios á' }), 401, 'NO_AUTENTICADO');
});

test('OP-001: sucursalId', async () => {
  nueva();
  const [propia, otra, ajena] = [...await base.columna('SELECT sucursal_id FROM sucursal WHERE organizacion_id = 1 ORDER BY 1 LIMIT 2'),
    await base.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 2')];
  const u = await base.usuario({ usuario: 'sucursales', sucursal: propia });
  const c = credenciales(u, m.uno);
  const con = async sucursalId => entrar({ ...c, sucursalId });
  assert.equal((await con(0)).json.data.sucursalId, propia, '0 es la propia');
  assert.equal((await con(null)).json.data.sucursalId, propia);
  assert.equal((await con(otra)).json.data.sucursalId, otra, 'permitida');
  const token = (await con(otra)).json.data.accessToken;
  const info = await srv.get('/api/Seguridad/UsuarioInformacion', { token });
  assert.equal(info.json.data.sucursalId, otra, 'la sesión la lleva');
  await base.sql(`DELETE FROM usuario_sucursal WHERE usuario_id = ${u.usuarioId} AND sucursal_id = ${otra}`);
  esError(await con(otra), 400, 'VALIDACION', ['sucursalId NO_EXISTE']);
  const noExiste = await con(987654);
  const deOtra = await con(ajena);
  esError(noExiste, 400, 'VALIDACION', ['sucursalId NO_EXISTE']);
  assert.equal(limpio(noExiste), limpio(deOtra), 'la de otra organización no existe');
});

test('OP-001: 5 fallos bloquean al usuario 15 minutos; un acierto antes borra la cuenta', async () => {
  nueva();
  const u = await base.usuario({ usuario: 'bloqueable' });
  const bien = credenciales(u, m.uno);
  const mal = { ...bien, contrasena: 'mala-mala' };
  for (let i = 0; i < 4; ++i) esError(await entrar(mal), 401, 'NO_AUTENTICADO');
  assert.equal((await entrar(bien)).estado, 200, 'con 4 fallos todavía entra');
  for (let i = 0; i < 4; ++i) esError(await entrar(mal), 401);
  assert.equal((await entrar(bien)).estado, 200, 'el acierto borró la cuenta');
  for (let i = 0; i < 4; ++i) await entrar(mal);
  const quinto = await entrar(mal);
  const bloqueado = await entrar(bien);
  esError(bloqueado, 401, 'NO_AUTENTICADO');
  assert.equal(limpio(bloqueado), limpio(quinto), 'bloqueado se contesta igual');
  await base.sql(`UPDATE usuario SET bloqueado_hasta = now() - interval '1 second' WHERE usuario_id = ${u.usuarioId}`);
  assert.equal((await entrar(bien)).estado, 200, 'pasados los 15 minutos entra');
  await base.sql(`UPDATE usuario SET fallos = 4, fallos_desde = now() - interval '16 minutes' WHERE usuario_id = ${u.usuarioId}`);
  await entrar(mal);
  assert.equal((await entrar(bien)).estado, 200, 'los fallos de hace más de 15 minutos no cuentan');
});

test('OP-001: 5 fallos simultáneos también bloquean, y con contraseñas de costo completo todo se contesta igual', async () => {
  nueva();
  const caro = await Servidor.iniciar(base, { 'proxies-confiables': '127.0.0.1', 'llaves-token': srv.llaves }, caras);
  const en = cuerpo => entrar(cuerpo, {}, caro);
  await base.gestor(['usuario', 'crear', '--organizacion', '1', '--usuario', 'simultaneo', '--rol', 'lector', '--contrasena-archivo', '-'], { entrada: 'Secreta-123\n', env: caras });
  assert.match(await base.sql("SELECT contrasena FROM usuario WHERE usuario = 'simultaneo'").then(([x]) => x.contrasena), /^scrypt\$17\$/);
  const bien = credenciales({ usuario: 'simultaneo', contrasena: 'Secreta-123' }, m.uno);
  assert.equal((await en(bien)).estado, 200);
  const malas = await Promise.all([{ ...bien, usuario: 'nadie' }, ...Array(5).fill({ ...bien, contrasena: 'mala-mala' })].map(en));
  const bloqueado = await en(bien);
  for (const r of [...malas, bloqueado]) esError(r, 401, 'NO_AUTENTICADO', []);
  assert.equal(new Set([...malas, bloqueado].map(limpio)).size, 1);
  await caro.parar();
});

test('OP-001: un encabezado Authorization cualquiera se ignora', async () => {
  nueva();
  for (const valor of ['Bearer', 'Bearer x.y.z', 'Basic Zm9v', 'basura', `Bearer ${m.t2}`])
    assert.equal((await entrar(credenciales(m.uno, m.uno), { Authorization: valor })).estado, 200, valor);
});

test('OP-001: Idempotency-Key no vale para obtener un token', async () => {
  nueva();
  const clave = { 'Idempotency-Key': 'login-1' };
  const a = await entrar(credenciales(m.uno, m.uno), clave);
  const b = await entrar({ ...credenciales(m.uno, m.uno), contrasena: 'mala-mala' }, clave);
  assert.equal(a.estado, 200);
  esError(b, 401);
  assert.equal(await base.uno("SELECT count(*) FROM idempotencia WHERE clave = 'login-1'"), 0);
});

test('límite por dirección: 20 fallos y después 429 con Retry-After; las demás direcciones siguen', async () => {
  nueva();
  const aqui = direccion;
  for (let i = 0; i < 20; ++i) esError(await entrar({ usuario: `u${i}`, contrasena: 'x', apiKey: 'y' }), 401);
  const r = await entrar(credenciales(m.uno, m.uno));
  esError(r, 429, 'DEMASIADAS_SOLICITUDES');
  assert.ok(Number(r.h['retry-after']) > 0);
  assert.equal((await srv.get('/api/RegistroVenta?registrosPorPagina=1',
    { token: m.t1, encabezados: { 'X-Forwarded-For': `10.0.0.${aqui}` } })).estado, 200, 'sólo el login');
  nueva();
  assert.equal((await entrar(credenciales(m.uno, m.uno))).estado, 200);
});

test('OP-002: datos de la base en el momento de la llamada', async () => {
  nueva();
  const u = await base.usuario({ usuario: 'fresco', rol: 'propio', permisos: 'ventas.leer servicio.leer' });
  const token = (await entrar(credenciales(u, m.uno))).json.data.accessToken;
  const info = () => srv.get('/api/Seguridad/UsuarioInformacion', { token });
  const d = (await info()).json.data;
  assert.deepEqual(claves(d), ['almacenId', 'centroCostoId', 'consumidorApiId', 'correo', 'divisionId', 'expiracion', 'nombre',
    'organizacion', 'organizacionId', 'permisos', 'regimenFiscal', 'rfc', 'sucursal', 'sucursalId', 'sucursales', 'tipoIntegracion',
    'usuario', 'usuarioId', 'vendedorId']);
  assert.deepEqual(d.permisos, ['ventas.leer', 'servicio.leer']);
  assert.equal(d.tipoIntegracion, 'Otro');
  assert.equal(d.consumidorApiId, m.uno.consumidorApiId);
  assert.deepEqual(d.sucursales, await base.sql(`SELECT sucursal_id AS "sucursalId", nombre AS sucursal FROM sucursal
    WHERE organizacion_id = 1 ORDER BY nombre, sucursal_id`));
  const [o] = await base.sql('SELECT rfc, regimen_fiscal, nombre FROM organizacion WHERE organizacion_id = 1');
  assert.deepEqual([d.rfc, d.regimenFiscal, d.organizacion], [o.rfc, o.regimen_fiscal, o.nombre]);
  await base.sql(`UPDATE usuario SET nombre = 'Otro Nombre', correo = 'x@y.mx', permisos = '{ventas.leer}' WHERE usuario_id = ${u.usuarioId}`);
  const e = (await info()).json.data;
  assert.deepEqual([e.nombre, e.correo, e.permisos], ['Otro Nombre', 'x@y.mx', ['ventas.leer']]);
  await base.sql(`UPDATE usuario SET activo = false WHERE usuario_id = ${u.usuarioId}`);
  esError(await info(), 401, 'NO_AUTENTICADO');
  esError(await srv.get('/api/Seguridad/UsuarioInformacion'), 401, 'NO_AUTENTICADO');
});

test('OP-005: consumidores', async t => {
  nueva();
  const llaves = [await base.consumidor({ nombre: 'Tienda Día', tipo: 'Ecommerce' }), await base.consumidor({ nombre: 'café ÑANDÚ', tipo: 'Ruta' })];
  await base.sql(`UPDATE consumidor_api SET activo = false WHERE consumidor_api_id = ${llaves[1].consumidorApiId}`);
  const listar = async (q = '', token = m.t1) => {
    const r = await srv.get(`/api/ConsumidoresApi${q}`, { token });
    assert.equal(r.estado, 200, r.texto);
    return r;
  };
  await t.test('campos, y nunca la llave ni su resumen', async () => {
    const r = await listar();
    for (const c of r.json.data) {
      assert.deepEqual(claves(c), ['activo', 'consumidorApiId', 'correoContacto', 'fechaAlta', 'nombre', 'organizacion', 'organizacionId',
        'prefijo', 'tipoIntegracion', 'ultimoUso']);
      assert.equal(c.organizacionId, 1);
    }
    for (const k of [...llaves, m.uno]) assert.ok(!r.texto.includes(k.apiKey.slice(9)), 'la llave');
    for (const h of await base.columna("SELECT encode(hash, 'hex') FROM consumidor_api")) assert.ok(!r.texto.includes(h));
    const orden = await base.columna('SELECT consumidor_api_id FROM consumidor_api WHERE organizacion_id = 1 ORDER BY nombre, consumidor_api_id');
    assert.deepEqual(r.json.data.map(c => c.consumidorApiId), orden);
  });
  const filtros = [
    ['?tipoIntegracion=Ecommerce', "tipo_integracion = 'Ecommerce'"],
    ['?tipoIntegracion=MCP', "tipo_integracion = 'MCP'"],
    ['?activo=true', 'activo'],
    ['?activo=false', 'NOT activo'],
    ['?busqueda=dia', "nombre = 'Tienda Día'"],
    ['?busqueda=D%C3%8DA', "nombre = 'Tienda Día'"],
    ['?busqueda=CAFE%20nandu', "nombre = 'café ÑANDÚ'"],
    ['?busqueda=%25', 'false'],
    ['?busqueda=_', 'false'],
    ['?activo=false&busqueda=tienda', 'false'],
    ['?_noExiste=1', 'true'],
  ];
  for (const [q, donde] of filtros)
    await t.test(q, async () => {
      const esperados = await base.columna(`SELECT consumidor_api_id FROM consumidor_api WHERE organizacion_id = 1 AND (${donde}) ORDER BY nombre, consumidor_api_id`);
      assert.deepEqual((await listar(q)).json.data.map(c => c.consumidorApiId), esperados);
    });
  for (const [q, campo] of [['?tipoIntegracion=Nada', 'tipoIntegracion'], ['?activo=quizas', 'activo'], ['?registrosPorPagina=101', 'registrosPorPagina'],
    ['?pagina=0', 'pagina']])
    await t.test(q, async () => {
      const r = await srv.get(`/api/ConsumidoresApi${q}`, { token: m.t1 });
      esError(r, 400, 'VALIDACION');
      assert.deepEqual(r.json.errores.map(e => e.campo), [campo]);
    });
  await t.test('cada organización ve los suyos', async () => {
    const ids = (await listar('', m.t2)).json.data.map(c => c.consumidorApiId);
    assert.deepEqual(ids, [m.dos.consumidorApiId]);
  });
  await t.test('sin permiso: 403', async () => {
    const u = await base.usuario({ usuario: 'sinpermiso', rol: 'propio', permisos: 'ventas.leer' });
    const token = (await entrar(credenciales(u, m.uno))).json.data.accessToken;
    const r = await srv.get('/api/ConsumidoresApi', { token });
    esError(r, 403, 'PERMISO_DENEGADO');
    assert.match(r.json.detail, /seguridad\.leer/);
  });
});

test('roles: cada operación de la tabla, con cada rol', async t => {
  nueva();
  const tokens = {};
  for (const rol of ['lector', 'operador', 'administrador']) {
    const u = await base.usuario({ usuario: `rol${rol}`, rol });
    tokens[rol] = (await entrar(credenciales(u, m.uno))).json.data.accessToken;
  }
  const ninguno = await base.usuario({ usuario: 'rolpropio', rol: 'propio', permisos: 'viajes.autorizar' });
  tokens.propio = (await entrar(credenciales(ninguno, m.uno))).json.data.accessToken;
  const permite = (rol, permiso) => permiso === '-' || permiso === '+' || rol === 'administrador' ||
    (rol === 'operador' && /\.(leer|escribir)$/.test(permiso)) || (rol === 'lector' && permiso.endsWith('.leer'));
  for (const o of await operaciones()) {
    const destino = o.ruta.replace(/\{[^}]*\}/g, '999999999');
    await t.test(o.nombre, async () => {
      if (o.permiso !== '-') esError(await srv.pedir(o.verbo, destino), 401, 'NO_AUTENTICADO');
      for (const [rol, token] of Object.entries(tokens)) {
        const r = await srv.pedir(o.verbo, destino, { token });
        if (permite(rol, o.permiso)) assert.ok(r.estado !== 403 && (r.estado !== 401 || o.permiso === '-') && r.estado < 500, `${rol}: ${r.estado} ${r.texto}`);
        else esError(r, 403, 'PERMISO_DENEGADO');
      }
    });
  }
});

test('revocar: el token deja de valer en segundos, y uno nuevo vale', async t => {
  nueva();
  const casos = {
    usuario: async () => {
      const u = await base.usuario({ usuario: 'revocable' });
      return { c: credenciales(u, m.uno), revocar: ['usuario', 'revocar', '--organizacion', '1', '--id', String(u.usuarioId)] };
    },
    consumidor: async () => {
      const k = await base.consumidor({ nombre: 'Revocable' });
      return { c: credenciales(m.uno, k), revocar: ['consumidor', 'revocar', '--organizacion', '1', '--id', String(k.consumidorApiId)] };
    },
  };
  for (const [nombre, preparar] of Object.entries(casos))
    await t.test(nombre, async () => {
      const { c, revocar } = await preparar();
      const token = (await entrar(c)).json.data.accessToken;
      const ver = t2 => srv.get('/api/RegistroVenta?registrosPorPagina=1', { token: t2 });
      assert.equal((await ver(token)).estado, 200);
      await base.gestor(revocar);
      let r;
      for (let i = 0; i < 100 && (r = await ver(token)).estado === 200; ++i) await dormir(100);
      esError(r, 401, 'NO_AUTENTICADO');
      assert.equal((await ver(m.t1)).estado, 200, 'los demás siguen');
      const otro = (await entrar(c)).json.data.accessToken;
      assert.equal((await ver(otro)).estado, 200, 'un token nuevo vale');
      await base.gestor([...revocar, '--desactivar', 'si']);
      for (let i = 0; i < 100 && (r = await ver(otro)).estado === 200; ++i) await dormir(100);
      esError(r, 401, 'NO_AUTENTICADO');
      esError(await entrar(c), 401, 'NO_AUTENTICADO');
    });
});
