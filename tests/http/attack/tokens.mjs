// The corpus of hostile tokens on several operations: all answers are 401, and no request goes out to fetch a key. The clock of a client
// that guesses a user, a password or a key tells nothing.
import http from 'node:http';
import { firmador, encabezado, tokensHostiles } from '../lib/tokens_hostiles.mjs';
import { decodeJwt } from 'jose';
import { Familia, enTandas, relojes } from './comun.mjs';

async function probar(f, e, operaciones, casos) {
  const todos = operaciones.flatMap(o => Object.entries(casos).map(([nombre, token]) => ({ o, nombre, token })));
  await enTandas(todos, 16, async ({ o, nombre, token }) => {
    const cuerpo = e.matriz.op(o).requestBody?.content['application/json'] ? '{"' : undefined;  // a token is judged before the body
    const r = await e.srv.pedir(o.verbo, e.matriz.conNecesarios(o), { token, cuerpo });
    f.contesta(r, [401], `${o.nombre} con «${nombre}»`);
  });
  f.cuenta('tokens', Object.keys(casos).length);
  f.cuenta('operaciones', operaciones.length);
}

// An unknown user, a wrong password, a wrong key and a locked user are the same work: that of a password's digest.
async function elReloj(f, e, n) {
  const sucursal = await e.base.uno('SELECT min(sucursal_id) FROM sucursal WHERE organizacion_id = 1');
  const nuevo = async usuario => ({ ...(await e.base.usuario({ usuario, sucursal })), apiKey: e.uno.apiKey });
  const [uno, otro] = [await nuevo('reloj'), await nuevo('cerrado')];
  await e.base.sql("UPDATE usuario SET fallos = -1000000, fallos_desde = now() WHERE usuario = 'reloj'");  // far from being locked
  await e.base.sql("UPDATE usuario SET bloqueado_hasta = now() + interval '1 day' WHERE usuario = 'cerrado'");
  let direccion = 0;  // each try from another: twenty failures close one
  const entrar = async cambios => {
    const { usuario, contrasena, apiKey } = { ...uno, ...cambios };
    ++direccion;
    f.contesta(await e.srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario, contrasena, apiKey }, encabezados: { 'X-Forwarded-For': `10.7.${direccion >> 8}.${direccion & 255}` } }), [401], `con ${JSON.stringify(cambios)}`);
  };
  const mal = { contrasena: 'Equivocada-1' };
  const clases = { 'otra contraseña': () => entrar(mal), 'otro usuario': () => entrar({ ...mal, usuario: 'nadie' }), 'otra llave': () => entrar({ apiKey: 'gk_nada' }), 'usuario bloqueado': () => entrar(otro) };
  await relojes(f, e.srv, 'entrar', n, clases);
  await f.control('un usuario que se distingue', g => relojes(g, e.srv, 'entrar', 4, { 'otra contraseña': () => entrar(mal), 'sin resumen': () => e.srv.get('/api/Health/health') }));
}

export async function tokens(e, { corto }) {
  const f = new Familia('tokens');
  let visitas = 0;
  const cebo = http.createServer((_, res) => (++visitas, res.end('{"keys":[]}')));
  await new Promise(ok => cebo.listen(0, '127.0.0.1', ok));
  const url = `http://127.0.0.1:${cebo.address().port}/jwks`;
  const casos = await tokensHostiles({ bueno: e.t1, ajeno: e.t2, llave: e.llave, url });
  for (const extra of [{ jku: url }, { x5u: url }, { jku: url, kid: url }]) casos[`emisor en otra parte ${Object.keys(extra)}`] = firmador(e.llave)({ ...encabezado, ...extra }, { ...decodeJwt(e.t1), iss: url });
  const conToken = e.matriz.tabla.filter(o => o.permiso !== '-');
  const elegidas = corto ? [...new Map(conToken.map(o => [`${o.verbo} ${o.sobre}`, o])).values()].slice(0, 8) : conToken;
  await probar(f, e, elegidas, casos);
  f.exige(visitas === 0, () => `${visitas} visitas salieron del servidor`);
  await fetch(url);
  await f.control('una visita', g => g.exige(visitas === 0, 'visita'));
  await f.control('un token bueno', g => probar(g, e, [conToken.find(o => o.verbo === 'GET' && o.sobre === 'PAGE')], { bueno: e.t1 }));
  cebo.close();
  await elReloj(f, e, corto ? 8 : 200);
  return f;
}
