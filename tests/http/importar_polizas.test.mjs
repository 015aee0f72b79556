// gestor importar polizas: several rows are one póliza. Every fault is told at once with its line and column, and then nothing stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar } from './lib/auditoria.mjs';
import { montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, base;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base } = m);
  e = await Empresa.crear(m, { nombre: 'Importa', rfc: 'EKU9003173C9' });
  await e.hecho('/api/Proyecto', { nombre: 'Obra', clave: 'OBRA' });
  await e.cliente('TERCERO');
});
after(() => m?.cerrar());

const COLUMNAS = 'poliza,tipo,fecha,concepto,cuenta,debe,haber,descripcion,sucursal,proyecto,contacto,uuid';
const UUID = '5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0F';
const importar = (filas, mas = []) => base.gestor(['importar', 'polizas', '-', '--organizacion', String(e.id), ...mas], { entrada: `${COLUMNAS}\n${filas.join('\n')}\n`, falla: true });
const cuantas = () => base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id}`);
const bien = ['N1,Diario,15/03/2025,Nómina,601.84,"1,000.50",,Sueldos,MATRIZ,OBRA,,', 'D1,Diario,2025-03-31,Depreciación,613.02,200,,,,,,', 'N1,,,,205.01,,900.25,,,,TERCERO,', `N1,Diario,2025-03-15,Nómina,109.23,,100.25,,,,,${UUID.toLowerCase()}`, 'D1,,,,171.02,,200,,,,,'];

test('se simula, se importa, y queda como por la API', async () => {
  const antes = await cuantas();
  const simulada = await importar(bien, ['--simular', 'si']);
  assert.equal(simulada.codigo, 0, simulada.errores);
  assert.equal(await cuantas(), antes);
  const r = await importar(bien);
  assert.equal(r.codigo, 0, r.errores);
  assert.match(r.salida, /^polizas: 2 agregados, 0 actualizados, 0 sin cambio$/m);
  const filas = await base.sql(`SELECT p.tipo, p.fecha::text, p.concepto, p.origen, string_agg(c.codigo || ' ' || v.debe || ' ' || v.haber || ' ' || v.concepto || ' ' || coalesce(s.clave, '') || ' ' || coalesce(y.clave, '') || ' ' || coalesce(o.codigo, '') || ' ' || v.uuid, '; ' ORDER BY v.numero) AS lineas
    FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) LEFT JOIN sucursal s ON s.sucursal_id = v.sucursal_id LEFT JOIN proyecto y ON y.proyecto_id = v.proyecto_id
    LEFT JOIN contacto o ON o.contacto_id = v.contacto_id WHERE p.organizacion_id = ${e.id} GROUP BY p.poliza_id, p.tipo, p.fecha, p.concepto, p.origen ORDER BY p.poliza_id`);
  assert.deepEqual(filas, [
    { tipo: 'Diario', fecha: '2025-03-15', concepto: 'Nómina', origen: 'Manual', lineas: `601.84 1000.50 0.00 Sueldos MATRIZ OBRA  ; 205.01 0.00 900.25    TERCERO ; 109.23 0.00 100.25     ${UUID}` },
    { tipo: 'Diario', fecha: '2025-03-31', concepto: 'Depreciación', origen: 'Manual', lineas: '613.02 200.00 0.00     ; 171.02 0.00 200.00     ' }]);
  assert.deepEqual(await auditar(base), []);
});

test('todas las fallas en una ola, cada una con su línea y su columna; no queda nada, ni de las buenas', async () => {
  const reabrir = await e.cerrar('2024-05');
  const antes = await cuantas();
  const r = await importar([...bien,
    'X1,Diario,2025-03-01,No cuadra,601.84,10,,,,,,', 'X1,,,,205.01,,9,,,,,',
    'X2,,2025-03-01,Sin tipo,601.84,10,,,,,,', 'X2,,,,205.01,,10,,,,,',
    'X3,Diario,2025-03-01,Banco,102.01,10,,,,,,', 'X3,Egresos,,,999.99,,10,,OTRA,,,',
    'X4,Diario,2024-05-01,Mes cerrado,601.84,10,,,,,,', 'X4,,,,205.01,,10,,,,,',
    'X5,Diario,2025-03-01,Una sola,601.84,10,,,,,,',
    'X6,Diario,2025-03-01,Los dos,601.84,10,10,,,,,', 'X6,,,,205.01,diez,,,,,,',
    'X7,Diario,2099-01-01,Mañana,601,10,,,,,,', 'X7,,,,205.01,,10,,,,,',
    'X8,Diario,2099-01-01,Mañana,601.84,10,,,,,,', 'X8,,,,205.01,,10,,,,,']);
  assert.equal(r.codigo, 1, r.salida);
  const fallas = r.errores.trimEnd().split('\n').filter(l => l.startsWith('  ')).map(l => l.trim());
  const espera = [
    [9, 'tipo', /falta en la primera fila/], [11, 'cuenta', /102\.01 tiene auxiliar/], [12, 'tipo', /no es el de la primera fila/], [12, 'sucursal', /no existe/], [12, 'cuenta', /no existe/],
    [16, 'debe', /debe o haber/], [17, 'debe', /./], [18, 'cuenta', /601 no es de detalle/], [7, 'poliza', /no cuadran: debe 10\.00, haber 9\.00, diferencia 1\.00/], [13, 'fecha', /2024-05 está cerrado/], [15, 'poliza', /./], [20, 'fecha', /posterior a hoy/]];
  for (const [linea, columna, dice] of espera) assert.ok(fallas.some(f => f.startsWith(`línea ${linea}, columna ${columna}: `) && dice.test(f)), `falta línea ${linea}, columna ${columna}: ${dice}\n${fallas.join('\n')}`);
  assert.equal(fallas.length, espera.length, fallas.join('\n'));
  assert.equal(await cuantas(), antes);
  await reabrir();
});

test('lo que las filas repiten se busca una vez, y sin fallas hay un solo punto de retorno', async () => {
  // A program that ends has told all that it read. The operation looks an account up for each póliza, the import for each account.
  const miradas = () => base.uno("SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) FROM pg_stat_user_tables WHERE relname = 'cuenta_contable'").then(Number);
  const filas = cuantas => Array.from({ length: cuantas }, (_, i) => [`M${i},Diario,2025-06-15,Muchas,613.02,200,,,,,,`, `M${i},,,,171.02,,200,,,,,`]).flat();
  const [pocas, muchas] = await [20, 60].reduce(async (antes, n) => {
    const hechas = await antes, desde = await miradas(), r = await importar(filas(n));
    assert.equal(r.codigo, 0, r.errores);
    return [...hechas, await miradas() - desde];
  }, []);
  assert.ok((muchas - pocas) / 40 < 8, `${(muchas - pocas) / 40} miradas por póliza`);
  // The pólizas of a file are written by one subtransaction, whose number their rows have.
  assert.equal(await base.uno(`SELECT count(DISTINCT xmin::text) FROM poliza WHERE organizacion_id = ${e.id} AND concepto = 'Muchas'`), 2);
});
