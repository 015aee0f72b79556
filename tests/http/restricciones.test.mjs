// Every CHECK and every trigger of the schema is violated on purpose, and the rights of each role are compared with a text that people have read. A
// rule removed from a migration, or loosened, fails here. A new rule needs a line here.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { Base, raizRepo } from './lib/ayuda_api.mjs';

const archivo = nombre => path.join(raizRepo, 'tests/schema', nombre);
const texto = valor => `$t$${valor}$t$`;
let base;
before(async () => {
  base = await Base.crear({ registros: 0 });
  // violar: tries a row on a copy of the table that has this constraint alone; answers the constraint that refuses the row, or 'acepta'.
  await base.sql(`
    CREATE FUNCTION public.violar(p_tabla text, p_restriccion text, p_columnas text, p_valores text) RETURNS text LANGUAGE plpgsql SET search_path = gestor, public AS $f$
    DECLARE
        definicion text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = p_restriccion AND contype = 'c' AND conrelid = ('gestor.' || p_tabla)::regclass);
        columna name;
        culpable text;
    BEGIN
        IF definicion IS NULL THEN RETURN 'no existe'; END IF;
        EXECUTE format('CREATE TEMP TABLE copia (LIKE gestor.%I)', p_tabla);
        FOR columna IN SELECT attname FROM pg_attribute WHERE attrelid = 'copia'::regclass AND attnotnull AND attnum > 0 LOOP
            EXECUTE format('ALTER TABLE copia ALTER %I DROP NOT NULL', columna);
        END LOOP;
        EXECUTE format('ALTER TABLE copia ADD CONSTRAINT %I %s', p_restriccion, definicion);
        BEGIN
            EXECUTE format('INSERT INTO copia (%s) VALUES (%s)', p_columnas, p_valores);
        EXCEPTION WHEN check_violation THEN
            GET STACKED DIAGNOSTICS culpable = CONSTRAINT_NAME;
        END;
        DROP TABLE copia;
        RETURN coalesce(culpable, 'acepta');
    END $f$`);
});
after(() => base?.soltar());

function violaciones() {
  const lineas = readFileSync(archivo('violaciones.txt'), 'utf8').split('\n').filter(l => l && !l.startsWith('#'));
  return lineas.map(l => {
    const [, tabla, restriccion, filas] = /^(\w+) (\w+): (.+)$/.exec(l) ?? assert.fail(`no se entiende: ${l}`);
    return { tabla, restriccion, filas: filas.split(' | ').map(f => f.split(/, (?=\w+=)/).map(p => /^(\w+)=(.*)$/s.exec(p).slice(1))) };
  });
}

test('cada CHECK rechaza lo que debe', async () => {
  const casos = violaciones().flatMap(({ tabla, restriccion, filas }) => filas.map(fila => ({ tabla, restriccion, fila })));
  const orden = casos.map(({ tabla, restriccion, fila }, i) =>
    `SELECT ${i} AS i, public.violar('${tabla}', '${restriccion}', ${texto(fila.map(f => f[0]).join())}, ${texto(fila.map(f => f[1]).join())}) AS culpable`);
  const dicho = await base.sql(`SELECT * FROM (${orden.join(' UNION ALL ')}) x ORDER BY i`);
  assert.deepEqual(dicho.map((d, i) => `${casos[i].tabla} ${d.culpable}: ${casos[i].fila.map(f => f.join('='))}`),
    casos.map(c => `${c.tabla} ${c.restriccion}: ${c.fila.map(f => f.join('='))}`));
});

test('ningún CHECK sin su renglón en tests/schema/violaciones.txt', async () => {
  const todos = await base.columna("SELECT conrelid::regclass || ' ' || conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'gestor'::regnamespace AND conrelid <> 0 ORDER BY 1");
  const escritos = new Set(violaciones().map(v => `${v.tabla} ${v.restriccion}`));
  assert.deepEqual(todos.filter(t => !escritos.has(t)), []);
  assert.ok(todos.length >= 112);
});

// ---- triggers: [table, name]: statement that shows that the trigger exists ----
// `sql` runs in a transaction of its own, after a company exists. The answer is one value, or the constraint that refused.
const org = '(SELECT min(organizacion_id) FROM organizacion)';
const contacto = (nombre, cambio = '') => `INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc) VALUES (${org}, 'X1', 'Cliente', '${nombre}', ''); ${cambio}`;
const palabras = `SELECT string_agg(palabra, ' ' ORDER BY palabra) FROM contacto_palabra WHERE organizacion_id = ${org} AND palabra NOT IN ('publico', 'general', 'xaxx')`;
const poliza = (...movimientos) => `
  INSERT INTO periodo (organizacion_id, ejercicio, mes) VALUES (${org}, 1990, 1);
  INSERT INTO poliza (organizacion_id, poliza_id, tipo, fecha, ejercicio, mes, numero) SELECT ${org}, n, 'Diario', '1990-01-15', 1990, 1, n FROM generate_series(901, 902) n;
  ${movimientos.map(m => `INSERT INTO poliza_movimiento (organizacion_id, poliza_id, numero, cuenta_contable_id, debe, haber)
    SELECT ${org}, p, n, (SELECT min(cuenta_contable_id) FROM cuenta_contable WHERE organizacion_id = ${org}), d, h FROM (VALUES ${m}) x (p, n, d, h);`).join('')}
  SELECT 'acepta'`;
const noCuadra = 'ck_poliza_movimiento__cuadra';
const precio = cambio => `
  INSERT INTO producto (organizacion_id, producto_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad)
  SELECT ${org}, 901, 'P1', 'Uno', (SELECT min(unidad_medida_id) FROM unidad_medida WHERE organizacion_id = ${org}), '01010101', 'H87';
  INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, precio)
  SELECT ${org}, (SELECT min(lista_precios_id) FROM lista_precios WHERE organizacion_id = ${org}), 901, unidad_medida_id, 10 FROM producto WHERE producto_id = 901;
  ${cambio};
  SELECT coalesce(string_agg(precio_anterior::numeric(9, 2) || '>' || coalesce(precio_nuevo::numeric(9, 2)::text, ''), ' '), 'nada') FROM precio_historia WHERE producto_id = 901`;
const modificado = (tabla, prepara = '') => `${prepara}; UPDATE ${tabla} SET modificado = '1990-01-01' WHERE organizacion_id = ${org};
  SELECT bool_and(modificado = now()) FROM ${tabla} WHERE organizacion_id = ${org}`;
const fila = (hecho = '') => `INSERT INTO trabajo (organizacion_id, tipo, clave, datos) SELECT min(organizacion_id), 'X', 'k', d::jsonb FROM organizacion, unnest(ARRAY['1', '2']) d GROUP BY d ORDER BY d;
  ${hecho}; SELECT string_agg(datos::text, ' ') FROM trabajo WHERE primero AND NOT abandonado`;
const abandonar = "UPDATE trabajo SET abandonado = true WHERE datos = '1'";
const disparadores = [
  ['trabajo tr_trabajo__formar', 'de una clave sólo el primero', fila(), '1'],
  ['trabajo tr_trabajo__hecho', 'le toca al que sigue', fila("DELETE FROM trabajo WHERE datos = '1'"), '2'],
  ['trabajo tr_trabajo__abandonado', 'le toca al que sigue', fila(abandonar), '2'],
  ['trabajo tr_trabajo__volver', 'quien vuelve no tiene su lugar', fila(`${abandonar}; UPDATE trabajo SET abandonado = false`), '2'],
  ['poliza_movimiento poliza_cuadra', 'cuadra', poliza("(901, 1, 10.00, 0), (901, 2, 0, 10.00)"), 'acepta'],
  ['poliza_movimiento poliza_cuadra', 'más debe que haber', poliza("(901, 1, 10.01, 0), (901, 2, 0, 10.00)"), noCuadra],
  ['poliza_movimiento poliza_cuadra', 'más haber que debe', poliza("(901, 1, 10.00, 0), (901, 2, 0, 10.01)"), noCuadra],
  ['poliza_movimiento poliza_cuadra', 'dos que juntas cuadran', poliza("(901, 1, 10.00, 0), (902, 1, 0, 10.00)"), noCuadra],
  ['poliza_movimiento poliza_cuadra', 'un renglón que llega después', poliza("(901, 1, 10.00, 0), (901, 2, 0, 10.00)", "(901, 3, 5.00, 0)"), noCuadra],
  ['contacto modificado', 'anota cuándo', modificado('contacto', contacto('Alguien')), 't'],
  ['producto modificado', 'anota cuándo', modificado('producto', precio('SELECT 1').replace(/SELECT coalesce[^]*/, 'SELECT 1')), 't'],
  ['lista_precios modificado', 'anota cuándo', modificado('lista_precios'), 't'],
  ['contacto palabras_nuevas', 'las de un contacto nuevo', `${contacto('Ferretería Robles')} ${palabras}`, 'ferreteria robles'],
  ['contacto palabras_cambio', 'las de otro nombre', `${contacto('Ferretería Robles', "UPDATE contacto SET nombre = 'Tornillos Robles' WHERE codigo = 'X1';")} ${palabras}`, 'robles tornillos'],
  ['contacto palabras_borrado', 'ninguna de quien ya no está', `${contacto('Ferretería Robles', "DELETE FROM contacto WHERE codigo = 'X1';")} SELECT coalesce((${palabras}), 'nada')`, 'nada'],
  ['contacto_palabra vocablos', 'el vocabulario', `${contacto('Ferretería Robles')} SELECT string_agg(palabra, ' ' ORDER BY palabra) FROM contacto_vocablo WHERE organizacion_id = ${org} AND palabra NOT IN ('publico', 'general', 'xaxx')`, 'ferreteria robles'],
  ['precio precio_cambiado', 'el precio anterior', precio('UPDATE precio SET precio = 12 WHERE producto_id = 901'), '10.00>12.00'],
  ['precio precio_cambiado', 'también si baja', precio('UPDATE precio SET precio = 8 WHERE producto_id = 901'), '10.00>8.00'],
  ['precio precio_cambiado', 'nada si queda igual', precio('UPDATE precio SET precio = 10 WHERE producto_id = 901'), 'nada'],
  ['precio precio_borrado', 'el que se quitó', precio('DELETE FROM precio WHERE producto_id = 901'), '10.00>'],
];

// como: a document with lines, taxes and serial numbers. The role of the application may rewrite header, amounts and lines of a service order, and of
// no other type.
const como = (objId, sentencia) => `INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, fecha_creacion)
    SELECT ${org}, 999901, min(sucursal_id), 1, '2026-01-01', ${objId}, 'X', 'X', 'Pendiente', '2026-01-01' FROM sucursal WHERE organizacion_id = ${org};
  INSERT INTO partida (organizacion_id, transaccion_id, numero_partida, descripcion, cantidad, precio_unitario, importe) VALUES (${org}, 999901, 1, 'X', 1, 1, 1);
  INSERT INTO partida_impuesto (organizacion_id, transaccion_id, numero_partida, consecutivo, impuesto, tipo, tipo_factor, tasa_cuota, base, importe) VALUES (${org}, 999901, 1, 1, '002', 'Traslado', 'Tasa', 0.16, 1, 0.16);
  INSERT INTO partida_serie (organizacion_id, transaccion_id, numero_partida, serie) VALUES (${org}, 999901, 1, 'S');
  INSERT INTO partida_lote (organizacion_id, transaccion_id, numero_partida, lote, cantidad) VALUES (${org}, 999901, 1, 'L', 1);
  SELECT set_config('gestor.organizacion', ${org}::text, true); SET LOCAL ROLE gestor_app; ${sentencia}; SELECT 'hecho'`;
const cambio = columna => `UPDATE transaccion SET ${columna} = ${columna} WHERE transaccion_id = 999901`;
for (const columna of ['total', 'iva', 'contacto_id', 'vendedor_id', 'cubetas']) {
  disparadores.push(['transaccion documento_fijo', `${columna} de una factura`, como(1, cambio(columna)), 'documento_fijo']);
  disparadores.push(['transaccion documento_fijo', `${columna} de una orden de servicio`, como(20, cambio(columna)), 'hecho']);
}
disparadores.push(['transaccion documento_fijo', 'lo que siempre cambia', como(1, cambio('notas')), 'hecho']);
const partes = ['partida_impuesto', 'partida_serie', 'partida_lote'];
const quitar = tabla => `DELETE FROM ${tabla} WHERE transaccion_id = 999901`;
for (const tabla of partes) disparadores.push([`${tabla} partida_fija`, 'de una factura', como(1, quitar(tabla)), 'partida_fija']);
for (const [objId, esperado] of [[1, 'partida_fija'], [21, 'partida_fija'], [20, 'hecho']])
  disparadores.push(['partida partida_fija', `de ${objId}`, como(objId, [...(objId === 20 ? partes : []), 'partida'].map(quitar).join('; ')).replace('SET LOCAL ROLE', `${objId === 20 ? '' : partes.map(quitar).join('; ') + ';'} SET LOCAL ROLE`), esperado]);

test('cada disparador hace lo suyo, y rechaza lo que debe', async t => {
  await base.gestor(['organizacion', 'crear', '--nombre', 'Prueba', '--rfc', 'EKU9003173C9', '--regimen', '601', '--codigo-postal', '64000']);
  for (const [cual, que, sql, esperado] of disparadores)
    await t.test(`${cual}: ${que}`, async () => {
      const dicho = await base.sql(`\n\\set VERBOSITY verbose\nBEGIN; ${sql}; ROLLBACK`).catch(e => /^CONSTRAINT NAME: +(\w+)/m.exec(e.message)?.[1] ?? e.message.replaceAll('\n', ' '));
      assert.equal(dicho.split('\n').at(-1), esperado);
    });
  // Triggers of the audit trail are left out: tests/schema/bitacora.sql demands them of every table, and api_bitacora.test.mjs tries them.
  const todos = await base.columna("SELECT DISTINCT tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname !~ '^bitacora_' ORDER BY 1");
  const probados = [...new Set(disparadores.map(d => d[0]))].sort();
  assert.deepEqual(todos.filter(x => !probados.includes(x)), [], 'un disparador sin prueba');
  assert.deepEqual(probados.filter(x => !todos.includes(x)), [], 'un disparador que ya no está');
});

// ---- rights of each role ----
const roles = ['gestor_app', 'gestor_seguridad', 'public'];
const permisosDe = rol => {
  const columna = p => `(SELECT string_agg(a.attname, ' ' ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege('${rol}', c.oid, a.attnum, '${p}'))`;
  const uno = p => `CASE WHEN has_table_privilege('${rol}', c.oid, '${p}') THEN ' ${p}' ELSE ' ${p} (' || ${columna(p)} || ')' END`;
  const tabla = p => `CASE WHEN has_table_privilege('${rol}', c.oid, '${p}') THEN ' ${p}' END`;
  return `
    SELECT c.relname AS que, concat(${['SELECT', 'INSERT', 'UPDATE'].map(uno)}, ${['DELETE', 'TRUNCATE', 'TRIGGER'].map(tabla)}) AS puede
    FROM pg_class c WHERE c.relnamespace = 'gestor'::regnamespace AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
    UNION ALL SELECT c.relname, concat(${['USAGE', 'SELECT', 'UPDATE'].map(p => `CASE WHEN has_sequence_privilege('${rol}', c.oid, '${p}') THEN ' ${p}' END`)})
    FROM pg_class c WHERE c.relnamespace = 'gestor'::regnamespace AND c.relkind = 'S'
    UNION ALL SELECT p.proname || '()', ' EXECUTE' || CASE WHEN p.prosecdef THEN ' AS ' || pg_get_userbyid(p.proowner) ELSE '' END
    FROM pg_proc p WHERE p.pronamespace = 'gestor'::regnamespace AND has_function_privilege('${rol}', p.oid, 'EXECUTE')`;
};
async function permisos() {
  const lineas = ['# What each role may do, as PostgreSQL says it. UPDATE (a b): those columns and no other. Written by',
    '# `PERMISOS=escribir node --test restricciones.test.mjs` in tests/http: its diff is the review of what the program may change.'];
  for (const rol of roles) {
    const filas = await base.sql(`SELECT que || ':' || puede AS linea FROM (${permisosDe(rol)}) x WHERE puede <> '' ORDER BY que COLLATE "C", puede`);
    lineas.push('', `## ${rol}`, ...filas.map(f => f.linea));
  }
  const atributos = await base.columna("SELECT rolname || ':' || concat(CASE WHEN rolsuper THEN ' SUPERUSER' END, CASE WHEN rolbypassrls THEN ' BYPASSRLS' END, CASE WHEN rolcreaterole THEN ' CREATEROLE' END, CASE WHEN rolcreatedb THEN ' CREATEDB' END, CASE WHEN rolcanlogin THEN ' LOGIN' END, (SELECT string_agg(' IN ' || pg_get_userbyid(m.roleid), '' ORDER BY 1) FROM pg_auth_members m WHERE m.member = r.oid)) FROM pg_roles r WHERE rolname IN ('gestor_app', 'gestor_seguridad') ORDER BY 1");
  const politicas = await base.columna(`SELECT c.relname || ': ' || p.polname || ' ' || p.polcmd::text || ' TO ' || coalesce((SELECT string_agg(pg_get_userbyid(r), ' ') FROM unnest(p.polroles) r WHERE r <> 0), 'public') || ' USING ' || coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' CHECK ' || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
    || CASE WHEN c.relforcerowsecurity AND c.relrowsecurity THEN '' ELSE ' NOT FORCED' END FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid ORDER BY c.relname COLLATE "C", p.polname`);
  lineas.push('', '## roles', ...atributos, '', '## row level security', ...politicas);
  return `${lineas.join('\n')}\n`;
}

test('los permisos de cada rol son los de tests/schema/permisos.txt', async () => {
  const hay = await permisos();
  if (process.env.PERMISOS === 'escribir') writeFileSync(archivo('permisos.txt'), hay);
  assert.deepEqual(hay.split('\n'), readFileSync(archivo('permisos.txt'), 'utf8').split('\n'),
    'si el cambio es el que se quiere: PERMISOS=escribir node --test restricciones.test.mjs');
});

test('lo que la aplicación no puede: cambiar o borrar el libro, los documentos, la historia; lo demás de un documento lo dicen sus disparadores', async () => {
  const puede = (tabla, p) => base.uno(`SELECT has_any_column_privilege('gestor_app', '${tabla}', '${p}')`);
  for (const tabla of ['poliza', 'poliza_movimiento', 'precio_historia', 'movimiento_inventario', 'movimiento_transito']) assert.equal(await puede(tabla, 'UPDATE'), false, tabla);
  for (const tabla of ['transaccion', 'aplicacion', 'poliza', 'poliza_movimiento', 'precio_historia', 'movimiento_inventario', 'movimiento_transito', 'organizacion', 'usuario'])
    assert.equal(await base.uno(`SELECT has_table_privilege('gestor_app', '${tabla}', 'DELETE')`), false, tabla);
  for (const columna of ['fecha', 'numero', 'serie', 'sucursal_id', 'moneda_id', 'tipo_cambio', 'obj_id'])
    assert.equal(await base.uno(`SELECT has_column_privilege('gestor_app', 'transaccion', '${columna}', 'UPDATE')`), false, columna);
});
