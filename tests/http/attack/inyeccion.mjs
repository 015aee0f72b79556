// SQL in every parameter, header and text field of every operation. No answer is a 5xx, PostgreSQL reports no syntax error, and the schema
// and the rows of the other organization stay as they were.
import { correr } from '../lib/ayuda_api.mjs';
import { inyecciones, poner } from '../lib/matriz.mjs';
import { Cola, Familia, enTandas } from './comun.mjs';
import { conInquilino, diferencias, huella } from './inquilinos.mjs';

const esquema = base => base.uno(`SELECT md5(string_agg(x, '|' ORDER BY x)) FROM (SELECT table_name || '.' || column_name || ':' || data_type FROM information_schema.columns WHERE table_schema = 'gestor'
  UNION ALL SELECT p.oid::regprocedure::text || md5(prosrc) FROM pg_proc p WHERE pronamespace = 'gestor'::regnamespace UNION ALL SELECT rolname || rolsuper FROM pg_roles) q (x)`);
const deSintaxis = (cola, base) => cola.lineas().filter(l => l.includes(`@${base.nombre} `) && /syntax error|unterminated|error de sintaxis|sin terminar/i.test(l));

const encabezados = ['X-Request-Id', 'Idempotency-Key', 'If-Match', 'If-None-Match', 'Service-Api-Version', 'Accept', 'Accept-Language', 'User-Agent', 'X-Forwarded-For', 'Origin', 'Referer', 'Cookie', 'traceparent'];

// Requests of each place with each text, made one by one: the whole list would hold this process until the server closes its idle
// connections.
function* solicitudes(e, textos) {
  const { matriz } = e;
  const limpio = t => [...t].every(c => c >= ' ' && c <= '\xff' && c !== '\x7f');
  for (const o of matriz.tabla) {
    const conCuerpo = Boolean(matriz.op(o).requestBody?.content['application/json']);
    const ejemplo = conCuerpo ? matriz.ejemplo(o) : {};
    const [opciones, ruta] = [conCuerpo ? { cuerpo: JSON.stringify(ejemplo) } : {}, matriz.conNecesarios(o)];
    const [campos, parametros] = [matriz.campos(o), matriz.parametros(o, 'query')];
    for (const t of textos) {
      if (o.ruta.includes('{')) yield () => ({ o, que: `{ruta} = ${t}`, ruta: o.ruta.replace(/\{\w+\}/, encodeURIComponent(t)), opciones });
      for (const p of parametros)  // what the body says too would only be told apart
        yield () => ({ o, que: `${p.name} = ${t}`, ruta: `${matriz.conNecesarios(o, p.name)}${p.name}=${encodeURIComponent(t)}`, opciones: p.name in ejemplo ? {} : opciones });
      for (const c of campos) yield () => ({ o, que: `${c.ruta.join('.')} = ${t}`, ruta, opciones: { cuerpo: JSON.stringify(poner(ejemplo, c.ruta, t)) } });
      if (limpio(t)) for (const h of encabezados) yield () => ({ o, que: `${h}: ${t}`, ruta, opciones: { ...opciones, encabezados: { [h]: t } } });
    }
  }
}

export async function inyeccion(e, { corto }) {
  const f = new Familia('SQL');
  const registro = new Cola(e.postgres.archivo);
  const tablas = await conInquilino(e.base);
  const [antes, esquemaAntes] = [await huella(e.base, 1, tablas), await esquema(e.base)];
  const todas = [...solicitudes(e, inyecciones)];
  // The short run takes one text of many, a different one for each place.
  const elegidas = corto ? todas.filter((_, i) => i % 97 === 0) : todas;
  f.cuenta('combinaciones', todas.length);
  await enTandas(elegidas, 16, async hacer => {
    const { o, que, ruta, opciones } = hacer();
    if (/^\/api\/Seguridad\/(Autenticar|LoginMcp)$/.test(o.ruta)) return;  // by themselves, below: each try counts against the user or the address
    const r = await e.srv.pedir(o.verbo, ruta, { token: e.t2, ...opciones });
    f.cuenta('solicitudes');
    f.exige(r.estado < 500, () => `${o.nombre}, ${que}: ${r.estado} ${r.texto.slice(0, 300)}`);
    // The trail records written values, these texts included.
    f.exige(!/syntax|SQLSTATE|pg_catalog|psql|libpq|ERROR: /i.test(r.texto) || /\bsyntax\b/.test(que) || o.ruta === '/api/Bitacora', () => `${o.nombre}, ${que}: la respuesta habla de la base: ${r.texto.slice(0, 300)}`);
  });
  let n = 0;
  for (const campo of ['usuario', 'contrasena', 'apiKey'])
    for (const t of corto ? inyecciones.slice(2, 4) : inyecciones) {
      const r = await e.srv.pedir('POST', '/api/Seguridad/Autenticar', { cuerpo: { usuario: e.dos.usuario, contrasena: e.dos.contrasena, apiKey: e.dos.apiKey, [campo]: t }, encabezados: { 'X-Forwarded-For': `10.9.${n >> 8}.${n++ & 255}` } });
      f.contesta(r, [400, 401, 429], `Autenticar, ${campo} = ${t}`);
      if (n % 3 === 0) await e.base.sql('UPDATE usuario SET fallos = 0, bloqueado_hasta = NULL WHERE organizacion_id = 2');
    }
  for (const campo of ['proveedor', 'idToken', 'apiKey', 'nonce'])
    for (const t of corto ? inyecciones.slice(2, 4) : inyecciones) {
      const r = await e.srv.pedir('POST', '/api/Seguridad/LoginMcp', { cuerpo: { proveedor: 'google', idToken: 'a.b.c', apiKey: e.dos.apiKey, [campo]: t }, encabezados: { 'X-Forwarded-For': `10.8.${n >> 8}.${n++ & 255}` } });
      f.contesta(r, [400, 401], `LoginMcp, ${campo} = ${t}`);
    }
  for (const l of deSintaxis(registro, e.base).slice(0, 10)) f.falta(`PostgreSQL: ${l}`);
  for (const d of diferencias(antes, await huella(e.base, 1, tablas))) f.falta(`cambió la organización 1: ${d}`);
  f.exige(await esquema(e.base) === esquemaAntes, 'cambió el esquema');

  await f.control('un error de sintaxis en la base', async g => {
    await correr('psql', ['-XAtq', e.base.app, '-c', "SELECT '1' OR '1'='1' FROM ("], { falla: true });
    deSintaxis(registro, e.base).forEach(l => g.falta(l));
  });
  await f.control('una columna nueva', async g => {
    await e.base.sql('ALTER TABLE contacto ADD control_de_prueba text');
    g.exige(await esquema(e.base) === esquemaAntes, 'cambió');
    await e.base.sql('ALTER TABLE contacto DROP control_de_prueba');
  });
  return f;
}
