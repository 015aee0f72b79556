// A database with data of schema 0008 is migrated: prices go to lists of their own currency, users keep their classifiers. Data that is no longer
// legal stops the migration with a sentence that says the remedy, and nothing is lost.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Base, raizRepo, sql } from './lib/ayuda_api.mjs';

const esquema = path.join(raizRepo, 'schema');
const antes = readdirSync(esquema).filter(f => /^000\d_.*\.sql$/.test(f) && f < '0009').sort();

// baseDeAntes: the schema up to 0008, with an organization in it.
async function baseDeAntes() {
  const b = new Base();
  const nombre = `migra_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  const servidor = process.env.GESTOR_TEST_ADMIN;
  await sql(servidor, `CREATE DATABASE ${nombre}`);
  Object.assign(b, { servidor, nombre, admin: servidor.replace(/dbname=\S+/, `dbname=${nombre}`) });
  await b.sql('CREATE SCHEMA gestor; CREATE TABLE gestor.migracion (numero integer PRIMARY KEY, nombre text NOT NULL, checksum text NOT NULL, aplicada timestamptz NOT NULL DEFAULT now())');
  for (const archivo of antes) {
    const texto = readFileSync(path.join(esquema, archivo), 'utf8');
    await b.sql(`BEGIN;\n${texto}\n; INSERT INTO gestor.migracion (numero, nombre, checksum) VALUES (${Number(archivo.slice(0, 4))}, '${archivo}',
      '${createHash('sha256').update(texto).digest('hex')}'); COMMIT`);
  }
  await b.sql("SELECT organizacion_crear('Vieja', 'EKU9003173C9', '601', '64000') AS id");
  await b.sql(`INSERT INTO producto (organizacion_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad, precio, moneda_id)
    SELECT 1, x.c, 'Algo', min(u.unidad_medida_id), '01010101', 'H87', x.p, x.m FROM unidad_medida u, (VALUES ('PESOS', 10.5, 1), ('DOLARES', 7.25, 2), ('EUROS', 3, 3), ('NADA', 0, 1)) x (c, p, m) GROUP BY x.c, x.p, x.m;
    INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc) VALUES (1, 'V-1', 'Cliente', 'PANADERÍA VIEJA', 'XAXX010101000');
    INSERT INTO clasificador_costo (organizacion_id, clave, nombre, tipo) VALUES (1, 'C', 'Clase', 'Costo');
    INSERT INTO usuario (organizacion_id, usuario, nombre, contrasena, rol) VALUES (1, 'ana', 'Ana', 'x', 'lector')`);
  return b;
}

test('lo que había sigue ahí', async () => {
  const b = await baseDeAntes();
  try {
    await b.gestor(['migrate', '--catalogos', 'no']);
    assert.deepEqual(await b.sql(`SELECT p.codigo, l.clave AS lista, m.clave AS moneda, x.precio::text FROM precio x JOIN producto p USING (organizacion_id, producto_id)
      JOIN lista_precios l USING (organizacion_id, lista_precios_id) JOIN moneda m ON m.moneda_id = l.moneda_id WHERE l.predeterminada ORDER BY 1`),
    [{ codigo: 'DOLARES', lista: 'GENERAL-USD', moneda: 'USD', precio: '7.250000' }, { codigo: 'EUROS', lista: 'GENERAL-EUR', moneda: 'EUR', precio: '3.000000' },
      { codigo: 'PESOS', lista: 'GENERAL', moneda: 'MXN', precio: '10.500000' }]);
    assert.equal(await b.uno("SELECT count(*) FROM usuario_clasificador JOIN usuario USING (organizacion_id, usuario_id) WHERE usuario = 'ana'"), 1);
    assert.deepEqual(await b.sql('SELECT p.palabra, p.nombre, v.contacto_id IS NOT NULL AS vocablo FROM contacto_palabra p LEFT JOIN contacto_vocablo v USING (organizacion_id, palabra) WHERE nombre LIKE $$PANA%$$ ORDER BY 1'),
      ['panaderia', 'vieja', 'xaxx'].map(palabra => ({ palabra, nombre: 'PANADERÍA VIEJA', vocablo: true })));
    assert.ok(await b.uno("SELECT count(*) FROM concepto WHERE tipo = 'Compra'") > 0);
    assert.equal(await b.uno("SELECT relforcerowsecurity FROM pg_class WHERE oid = 'gestor.organizacion'::regclass"), true);
  } finally {
    await b.soltar();
  }
});

test('lo que ya no se admite se dice, y la base queda como estaba', async () => {
  const b = await baseDeAntes();
  try {
    await b.sql(`INSERT INTO contacto (organizacion_id, codigo, tipo_contacto, nombre, rfc) VALUES (1, 'c-1', 'Cliente', 'X', 'JES900109Q90'), (1, 'C-1', 'Proveedor', 'X', 'JES900109Q90')`);
    await b.sql("UPDATE producto SET numero_parte = 'NP' WHERE codigo IN ('PESOS', 'EUROS')");
    const r = await b.gestor(['migrate'], { falla: true });
    assert.equal(r.codigo, 1);
    const dicho = r.salida + r.errores;
    for (const parte of [/la organización 1 tiene datos que ya no se admiten; corríjalos y repita gestor migrate/, /contactos con el RFC JES900109Q90: c-1, C-1/,
      /contactos con el mismo código: c-1, C-1/, /productos con el número de parte NP: PESOS, EUROS/]) assert.match(dicho, parte);
    assert.equal(await b.uno('SELECT max(numero) FROM migracion'), 11);
    await b.sql("UPDATE contacto SET rfc = 'XAXX010101000', codigo = 'C-2' WHERE codigo = 'C-1'; UPDATE producto SET numero_parte = '' WHERE codigo = 'EUROS'");
    await b.gestor(['migrate', '--catalogos', 'no']);
    assert.equal(await b.uno('SELECT count(*) FROM contacto WHERE organizacion_id = 1'), 4);
  } finally {
    await b.soltar();
  }
});

test('los egresos de un recibo de pago pasan a su tabla', async () => {
  const b = await Base.crear({ registros: 0 });
  try {
    await b.sql("SELECT organizacion_crear('Vieja', 'EKU9003173C9', '601', '64000') AS id");
    // The receipts of 0119. Two of them raced for payment 3.
    await b.sql(`DELETE FROM migracion WHERE numero >= 120; DROP TABLE recibo_de_pago_egreso; ALTER TABLE recibo_de_pago DROP CONSTRAINT "uq_recibo_de_pago__facturaUuid";
      ALTER TABLE recibo_de_pago ADD egreso_id bigint, ADD otros_egresos bigint[] NOT NULL DEFAULT '{}', DROP CONSTRAINT "ck_recibo_de_pago__sustituidoPor"; SET session_replication_role = replica;
      INSERT INTO transaccion (organizacion_id, transaccion_id, sucursal_id, numero, fecha, obj_id, serie, tipo_documento, estado, usuario, fecha_creacion)
      SELECT max(organizacion_id), n, 1, n, '2026-05-10', 29, 'E', 'Egreso', 'Aplicado', 'x', '2026-05-10' FROM organizacion, generate_series(1, 3) n GROUP BY n;
      INSERT INTO recibo_de_pago (organizacion_id, uuid, numero, rfc, fecha_pago, factura_uuid, parcialidad, moneda, saldo_anterior, importe_pagado, saldo_insoluto, archivo_id, egreso_id, otros_egresos)
      SELECT o, u, 1, 'URE180429TM6', '2026-05-10', f, 1, 'MXN', 116, 116, 0, 1, p, otros::bigint[]
      FROM (SELECT max(organizacion_id) AS o FROM organizacion) x, (VALUES ('A', 'F', 1, '{2,3}'), ('B', 'F', 3, '{}'), ('C', 'G', 3, '{}'), ('D', 'G', NULL, '{}')) v (u, f, p, otros)`);
    await b.gestor(['migrate', '--catalogos', 'no']);
    assert.deepEqual((await b.sql('SELECT r.uuid, p.egreso_id, p.factura_uuid FROM recibo_de_pago r LEFT JOIN recibo_de_pago_egreso p USING (organizacion_id, recibo_de_pago_id) ORDER BY 1, 2')).map(f => Object.values(f).join(' ')),
      ['A 1 F', 'A 2 F', 'A 3 F', 'B  ', 'C 3 G', 'D  ']);
  } finally {
    await b.soltar();
  }
});

test('una base de datos de un programa más nuevo no se toca, aunque sea por una migración', async () => {
  const b = await Base.crear({ registros: 0 });
  try {
    assert.match((await b.gestor(['migrate'])).salida, /ya está al día/);
    const ultima = await b.uno('SELECT max(numero) FROM migracion');
    const quitada = await b.uno("SELECT nombre FROM migracion WHERE numero = 15");
    await b.sql(`INSERT INTO migracion VALUES (${ultima + 1}, '${ultima + 1}_futura.sql', 'x'); DELETE FROM migracion WHERE numero = 15`);
    const r = await b.gestor(['migrate'], { falla: true });
    assert.equal(r.codigo, 1);
    assert.match(r.salida, new RegExp(`tiene la migración ${ultima + 1}_futura\\.sql, que este programa no conoce`));
    assert.equal(await b.uno('SELECT count(*)::int FROM migracion WHERE numero = 15'), 0, `${quitada} no se aplicó`);
  } finally {
    await b.soltar();
  }
});
