// Operator commands change who may log in. A command that takes a right away ends the tokens that carry it, on every instance and across restarts. No
// secret is ever an argument of a command.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Base, Servidor, esError, hasta, montar, sql } from './lib/ayuda_api.mjs';

let m, base, srv;
before(async () => {
  m = await montar({ registros: 50 });
  ({ base, srv } = m);
});
after(() => m?.cerrar());

const ver = (token, s = srv) => s.get('/api/Seguridad/UsuarioInformacion', { token });
const muere = (token, que, s = srv) => hasta(async () => (await ver(token, s)).estado === 401, `${que}: el token deja de valer`, 30_000);
const orden = (...a) => base.gestor(a.flat().map(String));
const deUno = ['--organizacion', 1];
const persona = async (usuario, mas = {}) => {
  const u = { ...await base.usuario({ usuario, ...mas }), apiKey: m.uno.apiKey };
  return { ...u, token: await srv.entrar(u) };
};
const login = credenciales => srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: credenciales.usuario, contrasena: credenciales.contrasena, apiKey: credenciales.apiKey }, encabezados: {} });

test('otra contraseña: la de antes y sus tokens dejan de valer', async () => {
  const u = await persona('cambia');
  await base.gestor(['usuario', 'contrasena', '--organizacion', '1', '--usuario', 'CAMBIA', '--contrasena-archivo', '-'], { entrada: 'Otra-secreta-9\n' });
  await muere(u.token, 'contraseña');
  esError(await login(u), 401);
  assert.equal((await ver(await srv.entrar({ ...u, contrasena: 'Otra-secreta-9' }))).estado, 200);
  const { salida } = await orden('usuario', 'contrasena', deUno, '--usuario', 'cambia');
  const hecha = /^contrasena: (\S{24})$/m.exec(salida)[1];
  assert.equal((await login({ ...u, contrasena: hecha })).estado, 200);
});

test('otro rol: el token de antes deja de valer, el nuevo lleva el nuevo', async () => {
  const u = await persona('asciende', { rol: 'lector' });
  esError(await srv.pedir('POST', '/api/Contactos', { token: u.token, cuerpo: {} }), 403);
  await orden('usuario', 'rol', deUno, '--usuario', 'asciende', '--rol', 'propio', '--permisos', 'contactos.escribir');
  await muere(u.token, 'rol');
  const token = await srv.entrar(u);
  esError(await srv.pedir('POST', '/api/Contactos', { token, cuerpo: {} }), 400);
  esError(await srv.get('/api/RegistroVenta', { token }), 403);
});

test('desbloquear olvida las contraseñas equivocadas', async () => {
  const u = await persona('olvida');
  await base.sql("UPDATE usuario SET fallos = 5, fallos_desde = now(), bloqueado_hasta = now() + interval '10 minutes' WHERE usuario = 'olvida'");
  esError(await login(u), 401);
  assert.match((await orden('usuario', 'listar', deUno)).salida, /^\d+\tolvida\t.*\tBloqueado$/m);
  assert.equal((await orden('usuario', 'desbloquear', deUno, '--usuario', 'olvida')).salida, 'desbloqueado\n');
  assert.equal((await orden('usuario', 'desbloquear', deUno, '--usuario', 'olvida')).salida, 'no estaba bloqueado\n');
  assert.equal((await login(u)).estado, 200);
  assert.equal((await ver(u.token)).estado, 200, 'no le quita nada');
});

test('cuánto puede autorizar un usuario: al crearlo, después, o cualquier importe', async () => {
  const limite = async () => base.uno("SELECT coalesce(limite_autorizacion::text, 'ninguno') FROM usuario WHERE organizacion_id = 1 AND usuario = 'tope'");
  const poner = importe => base.gestor(['usuario', 'limite', importe, '--organizacion', '1', '--usuario', 'Tope'], { falla: true });
  await orden('usuario', 'crear', deUno, '--usuario', 'tope', '--rol', 'operador', '--limite', '1500.5');
  assert.equal(await limite(), '1500.50');
  assert.match((await orden('usuario', 'listar', deUno)).salida, /^\d+\ttope\ttope\t\toperador\t\t1500.50\tActivo$/m);
  for (const [importe, queda] of [['0', '0.00'], ['ninguno', 'ninguno'], ['250000', '250000.00']]) {
    assert.equal((await poner(importe)).codigo, 0);
    assert.equal(await limite(), queda);
  }
  for (const [importe, mensaje] of [['-1', /IMPORTE: debe ser mayor o igual que 0/], ['mucho', /IMPORTE/], ['1.005', /IMPORTE/], ['', /IMPORTE/]]) {
    const r = await poner(importe);
    assert.equal(r.codigo, 1, r.salida);
    assert.match(r.errores, mensaje);
  }
  assert.equal(await limite(), '250000.00');
  assert.deepEqual(await base.sql(`SELECT accion, cambios FROM bitacora WHERE organizacion_id = 1 AND recurso = 'Usuario' AND folio = 'tope' AND operacion = 'gestor usuario limite' ORDER BY fecha LIMIT 1`),
    [{ accion: 'Modificar', cambios: [{ campo: 'limiteAutorizacion', antes: 1500.5, despues: 0 }] }]);
});

test('otra llave: la de antes y los tokens que dio dejan de valer', async () => {
  const llave = await base.consumidor({ nombre: 'Rota' });
  const u = { ...await base.usuario({ usuario: 'porllave' }), ...llave };
  const token = await srv.entrar(u);
  const conOtra = await srv.entrar({ ...u, apiKey: m.uno.apiKey });
  const { salida } = await orden('consumidor', 'rotar', deUno, '--id', llave.consumidorApiId);
  const apiKey = /^apiKey: (gk_\S+)$/m.exec(salida)[1];
  await muere(token, 'llave');
  assert.equal((await ver(conOtra)).estado, 200, 'el mismo usuario, con otra llave, sigue');
  esError(await login(u), 401);
  const nuevo = await srv.entrar({ ...u, apiKey });
  assert.match((await orden('consumidor', 'listar', deUno)).salida, new RegExp(`^${llave.consumidorApiId}\tRota\tOtro\t${apiKey.slice(0, 9)}\t.*\tActivo$`, 'm'));
  await orden('consumidor', 'desactivar', deUno, '--id', llave.consumidorApiId);
  await muere(nuevo, 'desactivar');
  esError(await login({ ...u, apiKey }), 401);
  assert.match((await orden('consumidor', 'listar', deUno)).salida, new RegExp(`^${llave.consumidorApiId}\t.*\tInactivo$`, 'm'));
  assert.match((await base.gestor(['consumidor', 'rotar', '--organizacion', '1', '--id', String(llave.consumidorApiId)], { falla: true })).errores, /está desactivado/);
});

test('una organización cerrada no contesta a nadie, y las demás siguen', async () => {
  const otra = (await orden('organizacion', 'crear', '--nombre', 'Se cierra', '--rfc', 'JES900109Q90', '--regimen', 601, '--codigo-postal', 64000)).salida;
  const org = Number(/organizacionId: (\d+)/.exec(otra)[1]);
  const u = { ...await base.usuario({ usuario: 'suyo', organizacion: org }), ...await base.consumidor({ organizacion: org }) };
  const token = await srv.entrar(u);
  assert.match((await orden('organizacion', 'listar')).salida, new RegExp(`^organizacionId\trfc\tnombre\testado\n[\\s\\S]*^${org}\tJES900109Q90\tSe cierra\tAbierta$`, 'm'));
  assert.equal((await orden('organizacion', 'cerrar', '--organizacion', org)).salida, 'cerrada\n');
  await muere(token, 'cerrar');
  esError(await login(u), 401);
  assert.equal((await ver(m.t2)).estado, 200);
  assert.match((await orden('organizacion', 'listar')).salida, new RegExp(`^${org}\t.*\tCerrada$`, 'm'));
  assert.equal((await orden('organizacion', 'cerrar', '--organizacion', org)).salida, 'ya estaba cerrada\n');
  await orden('organizacion', 'abrir', '--organizacion', org);
  esError(await ver(token), 401, 'NO_AUTENTICADO');
  assert.equal((await ver(await srv.entrar(u))).estado, 200);
});

test('bajar token-segundos no revive a nadie, ni en el primer instante', async () => {
  const u = await persona('revivido');
  await orden('usuario', 'revocar', deUno, '--id', u.usuarioId);
  await muere(u.token, 'revocar');
  await base.sql("UPDATE revocacion SET creado = now() - interval '50 minutes'");  // the token lives for ten minutes more
  // The server answers nothing until it has read the table revocacion: before that, a revoked token would look valid.
  const candado = await base.trabar('LOCK TABLE revocacion IN ACCESS EXCLUSIVE MODE');
  let listo = false;
  const arranca = Servidor.iniciar(base, { 'token-segundos': 60, 'llaves-token': srv.llaves }).then(s => (listo = true, s));
  await base.esperan();
  // Control: `libre` starts later, on a database without a lock, and answers. The first server would answer by now too, if it did not wait.
  const libre = await Base.crear({ registros: 0 });
  await (await Servidor.iniciar(libre)).parar();
  await libre.soltar();
  assert.equal(listo, false, 'atiende antes de saber quién está revocado');
  await candado.soltar('ROLLBACK');
  const otro = await arranca;
  try {
    esError(await ver(u.token, otro), 401, 'NO_AUTENTICADO');
    assert.equal((await ver(m.t1, otro)).estado, 200);
  } finally {
    await otro.parar();
  }
});

test('otra organización con el mismo RFC, sólo con --repetir', async () => {
  const crear = (...mas) => base.gestor(['organizacion', 'crear', '--nombre', 'Doble', '--rfc', 'EKU9003173C9', '--regimen', '601', '--codigo-postal', '64000', ...mas], { falla: true });
  const primera = Number(/organizacionId: (\d+)/.exec((await crear()).salida)[1]);
  const segunda = await crear();
  assert.equal(segunda.codigo, 1);
  assert.match(segunda.errores, new RegExp(`la organización ${primera} \\(Doble\\) ya tiene el RFC EKU9003173C9; con --repetir`));
  assert.equal((await crear('--repetir', 'no')).codigo, 1);
  assert.match((await crear('--repetir')).salida, /organizacionId: \d+/);
});

test('lo que no existe se dice, y nada cambia', async t => {
  const antes = await base.uno('SELECT count(*)::int FROM revocacion');
  for (const [que, argumentos, mensaje] of [
    ['usuario', ['usuario', 'contrasena', '--organizacion', '1', '--usuario', 'nadie'], /no existe el usuario nadie/],
    ['usuario de otra organización', ['usuario', 'rol', '--organizacion', '1', '--usuario', 'admin2', '--rol', 'lector'], /no existe el usuario admin2/],
    ['consumidor', ['consumidor', 'rotar', '--organizacion', '1', '--id', '987654'], /no existe 987654/],
    ['organización', ['organizacion', 'cerrar', '--organizacion', '987654'], /no existe la organización 987654/],
    ['permisos con otro rol', ['usuario', 'rol', '--organizacion', '1', '--usuario', 'admin1', '--rol', 'lector', '--permisos', 'ventas.leer'], /--permisos va con --rol propio/],
    ['rol propio sin permisos', ['usuario', 'rol', '--organizacion', '1', '--usuario', 'admin1', '--rol', 'propio'], /--permisos va con --rol propio/],
    ['un secreto en la orden', ['usuario', 'contrasena', '--organizacion', '1', '--usuario', 'admin1', '--contrasena', 'Secreta-123'], /--contrasena/],
    ['una opción de otra orden', ['usuario', 'desbloquear', '--organizacion', '1', '--usuario', 'admin1', '--rol', 'lector'], /«gestor usuario desbloquear» no admite --rol/],
    ['contraseña corta', ['usuario', 'contrasena', '--organizacion', '1', '--usuario', 'admin1', '--contrasena-archivo', '-'], /al menos 8/],
  ])
    await t.test(que, async () => {
      const r = await base.gestor(argumentos, { falla: true, entrada: 'corta\n' });
      assert.equal(r.codigo, 1, r.salida);
      assert.match(r.errores, mensaje);
    });
  assert.equal(await base.uno('SELECT count(*)::int FROM revocacion'), antes);
  assert.equal((await ver(m.t1)).estado, 200);
});

test('un dueño que no es superusuario ve todas las organizaciones y las cierra', async () => {
  const rol = `dueno_${process.pid}`;
  const b = new Base();
  await sql(base.servidor, `CREATE ROLE ${rol} LOGIN CREATEROLE`);
  await sql(base.servidor, `CREATE DATABASE ${rol} OWNER ${rol}`);
  try {
    const suya = base.servidor.replace(/dbname=\S+/, `dbname=${rol}`);
    await sql(base.servidor, `GRANT gestor_seguridad TO ${rol} WITH ADMIN OPTION`);
    Object.assign(b, { servidor: base.servidor, nombre: rol, admin: suya.replace(/user=\S+/, `user=${rol}`) });
    await b.gestor(['migrate']);
    const crear = (...mas) => b.gestor(['organizacion', 'crear', '--nombre', 'Una', '--rfc', 'EKU9003173C9', '--regimen', '601', '--codigo-postal', '64000', ...mas], { falla: true });
    assert.match((await crear()).salida, /organizacionId: 1/);
    assert.match((await crear()).errores, /ya tiene el RFC/);
    assert.match((await crear('--repetir')).salida, /organizacionId: 2/);
    await b.gestor(['organizacion', 'cerrar', '--organizacion', '2']);
    assert.equal((await b.gestor(['organizacion', 'listar'])).salida, 'organizacionId\trfc\tnombre\testado\n1\tEKU9003173C9\tUna\tAbierta\n2\tEKU9003173C9\tUna\tCerrada\n');
  } finally {
    await sql(base.servidor, `DROP DATABASE IF EXISTS ${rol} WITH (FORCE)`);
    await sql(base.servidor, `DROP OWNED BY ${rol}; DROP ROLE ${rol}`).catch(() => {});
  }
});
