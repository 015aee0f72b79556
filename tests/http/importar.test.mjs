// gestor importar, periodo and parametro: files create, update and leave alone every resource. Every fault is told with its line and column, and then
// nothing of the file stays.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { montar } from './lib/ayuda_api.mjs';

let m, org, otra;

// A new company beside the demo, and another company that must not see its keys.
before(async () => {
  m = await montar({ registros: 100 });
  const crear = async (nombre, rfc) => Number(/organizacionId: (\d+)/.exec((await m.base.gestor(['organizacion', 'crear', '--nombre', nombre, '--rfc', rfc,
    '--regimen', '601', '--codigo-postal', '64000'])).salida)[1]);
  org = await crear('Nueva SA', 'EKU9003173C9');
  otra = await crear('Otra SA', 'IIA040805DZ4');
  await m.base.usuario({ organizacion: org, usuario: 'ana' });
  await m.base.usuario({ organizacion: org, usuario: 'luis', rol: 'operador' });
  await m.base.sql(`SELECT set_config('gestor.organizacion', '${org}', false);
    INSERT INTO producto (organizacion_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad)
    SELECT ${org}, c, c, min(unidad_medida_id), '01010101', 'H87' FROM unidad_medida, unnest(ARRAY['P1','P2']) c WHERE organizacion_id = ${org} GROUP BY c`);
});
after(() => m?.cerrar());

// sinAvisos: removes the warnings about environment variables of the tests.
const sinAvisos = r => ({ ...r, errores: r.errores.replace(/^aviso: .*\n/gm, '') });
const importar = async (recurso, texto, { simular, organizacion = org, fecha, cuenta } = {}) =>
  sinAvisos(await m.base.gestor(['importar', recurso, '-', '--organizacion', String(organizacion), ...(simular ? ['--simular', 'si'] : []), ...(fecha ? ['--fecha', fecha] : []), ...(cuenta ? ['--cuenta', cuenta] : [])], { entrada: texto, falla: true }));
const mudanza = ['documentos-abiertos', 'existencias-iniciales', 'saldos-bancarios'];  // resources of a company that moves in: mudanza.test.mjs

async function bien(recurso, texto, esperado, opciones) {
  const r = await importar(recurso, texto, opciones);
  assert.equal(r.codigo, 0, r.errores);
  const resumen = r.salida.trimEnd().split('\n').find(l => l.startsWith(`${recurso}: `));
  assert.equal(resumen, `${recurso}: ${esperado[0]} agregados, ${esperado[1]} actualizados, ${esperado[2]} sin cambio`);
  return r;
}
async function mal(recurso, texto, esperadas, opciones) {
  const r = await importar(recurso, texto, opciones);
  assert.equal(r.codigo, 1, r.salida);
  assert.deepEqual(r.errores.trimEnd().split('\n'), ['gestor: no se importó nada:', ...esperadas.map(e => `  ${e}`)]);
}
const filas = texto => m.base.sql(texto.replaceAll(':org', org));

// Rows: resource, first file, [agregados, actualizados, sin cambio], SQL and rows after it, second file, its counts and its rows.
const CASOS = [
  ['monedas', 'moneda,predeterminada\nEUR,no\nCAD,\n', [2, 0, 0],
    `SELECT m.clave, om.predeterminada AS p, om.activo FROM organizacion_moneda om JOIN moneda m USING (moneda_id) WHERE organizacion_id = :org ORDER BY 1`,
    [{ clave: 'CAD', p: false, activo: true }, { clave: 'EUR', p: false, activo: true }, { clave: 'MXN', p: true, activo: true }, { clave: 'USD', p: false, activo: true }],
    'moneda,predeterminada,activo\nUSD,si,si\nCAD,no,no\nEUR,,\n', [0, 2, 1],
    [{ clave: 'CAD', p: false, activo: false }, { clave: 'EUR', p: false, activo: true }, { clave: 'MXN', p: false, activo: true }, { clave: 'USD', p: true, activo: true }]],
  ['tipos-cambio', 'moneda,fecha,valor\nUSD,2026-01-02,17.5\nUSD,03/01/2026,17.654321\n', [2, 0, 0],
    'SELECT fecha::text, valor::text FROM tipo_cambio WHERE organizacion_id = :org ORDER BY 1',
    [{ fecha: '2026-01-02', valor: '17.500000' }, { fecha: '2026-01-03', valor: '17.654321' }],
    'moneda,fecha,valor\nUSD,2026-01-02,17.5\nUSD,2026-01-03,18\n', [0, 1, 1],
    [{ fecha: '2026-01-02', valor: '17.500000' }, { fecha: '2026-01-03', valor: '18.000000' }]],
  ['sucursales', 'clave,nombre,codigoPostal,zonaHoraria,tasaFrontera,sufijoSerie,domicilio.calle,domicilio.estado\nNORTE,Norte,22000,America/Tijuana,si,N,Revolución 1,Baja California\n', [1, 0, 0],
    `SELECT nombre, codigo_postal AS cp, zona_horaria AS z, tasa_frontera AS f, domicilio->>'calle' AS calle, domicilio->>'colonia' AS colonia,
       (SELECT count(*)::int FROM serie_folio x WHERE x.organizacion_id = s.organizacion_id AND x.sucursal_id = s.sucursal_id AND serie LIKE '%N') AS series,
       (SELECT string_agg(usuario, ' ') FROM usuario_sucursal x JOIN usuario USING (organizacion_id, usuario_id) WHERE x.organizacion_id = s.organizacion_id AND x.sucursal_id = s.sucursal_id) AS u
     FROM sucursal s WHERE organizacion_id = :org AND clave = 'NORTE'`,
    [{ nombre: 'Norte', cp: '22000', z: 'America/Tijuana', f: true, calle: 'Revolución 1', colonia: '', series: 31, u: 'ana' }],
    'clave,nombre,sufijoSerie\nNORTE,Tijuana,N\nMATRIZ,Matriz,\n', [0, 1, 1],
    [{ nombre: 'Tijuana', cp: '22000', z: 'America/Tijuana', f: true, calle: 'Revolución 1', colonia: '', series: 31, u: 'ana' }]],
  ['sucursales-usuario', 'usuario,sucursal\nluis,NORTE\nANA,NORTE\n', [1, 0, 1],
    `SELECT usuario FROM usuario_sucursal JOIN usuario USING (organizacion_id, usuario_id) JOIN sucursal s ON s.organizacion_id = usuario_sucursal.organizacion_id AND s.sucursal_id = usuario_sucursal.sucursal_id WHERE usuario_sucursal.organizacion_id = :org AND clave = 'NORTE' ORDER BY 1`,
    [{ usuario: 'ana' }, { usuario: 'luis' }], 'usuario,sucursal,activo\nluis,NORTE,no\n', [0, 1, 0], [{ usuario: 'ana' }]],
  ['almacenes', 'clave,nombre,sucursal,esRuta\nCAM-1,Camión 1,NORTE,si\nNTE,Bodega norte,NORTE,\n', [2, 0, 0],
    `SELECT a.clave, a.nombre, s.clave AS s, es_ruta AS r, es_cedis AS c FROM almacen a JOIN sucursal s USING (organizacion_id, sucursal_id) WHERE organizacion_id = :org AND a.clave IN ('CAM-1', 'NTE') ORDER BY 1`,
    [{ clave: 'CAM-1', nombre: 'Camión 1', s: 'NORTE', r: true, c: false }, { clave: 'NTE', nombre: 'Bodega norte', s: 'NORTE', r: false, c: false }],
    'clave,esRuta,esCedis\nCAM-1,,\nNTE,no,si\n', [0, 2, 0],
    [{ clave: 'CAM-1', nombre: 'Camión 1', s: 'NORTE', r: false, c: false }, { clave: 'NTE', nombre: 'Bodega norte', s: 'NORTE', r: false, c: true }]],
  ['cuentas-bancarias', 'clave,nombre,tipo,banco,numeroCuenta,clabe,moneda,sucursal,cuentaContable,saldoInicial,manejaCheques\nBNX,Banamex,Banco,002,0123456789,002010077777777771,USD,MATRIZ,102.01,"1500.50",si\nCAJA-N,Caja norte,Caja,,,,,NORTE,101.01,,\n', [2, 0, 0],
    `SELECT c.clave, b.clave AS b, clabe, m.clave AS m, s.clave AS s, k.codigo AS k, saldo_inicial::text AS si, maneja_cheques AS ch, c.activo FROM cuenta_bancaria c JOIN moneda m USING (moneda_id)
       LEFT JOIN banco b USING (banco_id) LEFT JOIN sucursal s ON s.organizacion_id = c.organizacion_id AND s.sucursal_id = c.sucursal_id
       LEFT JOIN cuenta_contable k ON k.organizacion_id = c.organizacion_id AND k.cuenta_contable_id = c.cuenta_contable_id WHERE c.organizacion_id = :org AND c.clave <> 'CAJA' ORDER BY 1`,
    [{ clave: 'BNX', b: '002', clabe: '002010077777777771', m: 'USD', s: 'MATRIZ', k: '102.01', si: '1500.50', ch: true, activo: true },
      { clave: 'CAJA-N', b: null, clabe: '', m: 'MXN', s: 'NORTE', k: '101.01', si: '0.00', ch: false, activo: true }],
    'clave,clabe,sucursal,activo\nBNX,,,no\n', [0, 1, 0],
    [{ clave: 'BNX', b: '002', clabe: '', m: 'USD', s: null, k: '102.01', si: '1500.50', ch: true, activo: false },
      { clave: 'CAJA-N', b: null, clabe: '', m: 'MXN', s: 'NORTE', k: '101.01', si: '0.00', ch: false, activo: true }]],
  ['formas-pago', 'nombre,claveSAT33,claveContabilidadElectronica,maneja_cheques,usoEgreso\nSPEI inmediato,03,03,no,no\n', [1, 0, 0],
    `SELECT clave_sat33 AS c, clave_sat AS v, uso_deposito AS d, uso_egreso AS e, comentario FROM forma_pago WHERE organizacion_id = :org AND nombre = 'SPEI inmediato'`,
    [{ c: '03', v: '99', d: true, e: false, comentario: '' }], 'nombre,comentario,claveSAT\nSPEI inmediato,sin comisión,03\n', [0, 1, 0],
    [{ c: '03', v: '03', d: true, e: false, comentario: 'sin comisión' }]],
  ['clasificaciones-contacto', 'clave,nombre,tipoContacto,padre\nMAY,Mayoristas,Cliente,\nMAY-N,Mayoristas norte,Cliente,MAY\n', [2, 0, 0],
    `SELECT c.clave, c.tipo_contacto AS t, p.clave AS p FROM clasificacion_contacto c LEFT JOIN clasificacion_contacto p ON p.organizacion_id = c.organizacion_id AND p.clasificacion_id = c.padre_id WHERE c.organizacion_id = :org ORDER BY 1`,
    [{ clave: 'MAY', t: 'Cliente', p: null }, { clave: 'MAY-N', t: 'Cliente', p: 'MAY' }],
    'clave,padre,tipoContacto\nMAY-N,,\n', [0, 1, 0], [{ clave: 'MAY', t: 'Cliente', p: null }, { clave: 'MAY-N', t: 'Ambos', p: null }]],
  ['clasificaciones-producto', 'clave,nombre,padre\nHER,Herramienta,\nHER-M,"Herramienta, manual",HER\n', [2, 0, 0],
    `SELECT c.clave, c.nombre, p.clave AS p FROM clasificacion_producto c LEFT JOIN clasificacion_producto p ON p.organizacion_id = c.organizacion_id AND p.clasificacion_id = c.padre_id WHERE c.organizacion_id = :org ORDER BY 1`,
    [{ clave: 'HER', nombre: 'Herramienta', p: null }, { clave: 'HER-M', nombre: 'Herramienta, manual', p: 'HER' }],
    'clave,nombre\nHER-M,Manual\nHER,Herramienta\n', [0, 1, 1], [{ clave: 'HER', nombre: 'Herramienta', p: null }, { clave: 'HER-M', nombre: 'Manual', p: 'HER' }]],
  ['unidades', 'clave,nombre,abreviatura,claveUnidad,unidadBase,factor\nCAJA12,Caja con 12,cj,XBX,PZA,12\n', [1, 0, 0],
    `SELECT u.clave, u.clave_unidad AS c, b.clave AS b, u.factor::text AS f FROM unidad_medida u LEFT JOIN unidad_medida b ON b.organizacion_id = u.organizacion_id AND b.unidad_medida_id = u.unidad_base_id WHERE u.organizacion_id = :org AND u.clave = 'CAJA12'`,
    [{ clave: 'CAJA12', c: 'XBX', b: 'PZA', f: '12.000000' }], 'clave,unidadBase,factor\nCAJA12,,\n', [0, 1, 0], [{ clave: 'CAJA12', c: 'XBX', b: null, f: '1.000000' }]],
  ['vendedores', 'clave,nombre,correo,telefono,sucursal,comision\nV1,Ana Ruiz,ana@ejemplo.mx,8181234567,NORTE,2.5\n', [1, 0, 0],
    `SELECT v.nombre, correo, s.clave AS s, comision::text AS c FROM vendedor v LEFT JOIN sucursal s USING (organizacion_id, sucursal_id) WHERE organizacion_id = :org`,
    [{ nombre: 'Ana Ruiz', correo: 'ana@ejemplo.mx', s: 'NORTE', c: '2.5000' }], 'clave,correo,comision\nV1,,3\n', [0, 1, 0],
    [{ nombre: 'Ana Ruiz', correo: '', s: 'NORTE', c: '3.0000' }]],
  ['rutas', 'clave,nombre,sucursal,vendedor,almacen,dias\nR1,Ruta 1,NORTE,V1,CAM-1,Lunes;Miércoles\n', [1, 0, 0],
    `SELECT r.nombre, v.clave AS v, a.clave AS a, array_to_string(dias, ' ') AS d FROM ruta r LEFT JOIN vendedor v USING (organizacion_id, vendedor_id) LEFT JOIN almacen a USING (organizacion_id, almacen_id) WHERE organizacion_id = :org`,
    [{ nombre: 'Ruta 1', v: 'V1', a: 'CAM-1', d: 'Lunes Miércoles' }], 'clave,dias,almacen\nR1,Lunes Sábado,\n', [0, 1, 0],
    [{ nombre: 'Ruta 1', v: 'V1', a: null, d: 'Lunes Sábado' }]],
  ['agrupadores-servicio', 'clave,nombre,descripcion,padre\nMTO,Mantenimiento,Todo,\nMTO-P,Preventivo,,MTO\n', [2, 0, 0],
    'SELECT a.clave, a.descripcion AS d, p.clave AS p FROM agrupador_servicio a LEFT JOIN agrupador_servicio p ON p.organizacion_id = a.organizacion_id AND p.agrupador_servicio_id = a.padre_id WHERE a.organizacion_id = :org ORDER BY 1',
    [{ clave: 'MTO', d: 'Todo', p: null }, { clave: 'MTO-P', d: '', p: 'MTO' }], 'clave,descripcion\nMTO,\n', [0, 1, 0],
    [{ clave: 'MTO', d: '', p: null }, { clave: 'MTO-P', d: '', p: 'MTO' }]],
  ['canales', 'clave,nombre\nMAY,Mayoreo\nMEN,Menudeo\n', [2, 0, 0], 'SELECT clave, nombre, activo FROM linea_canal WHERE organizacion_id = :org ORDER BY 1',
    [{ clave: 'MAY', nombre: 'Mayoreo', activo: true }, { clave: 'MEN', nombre: 'Menudeo', activo: true }],
    'clave,activo\nMEN,no\n', [0, 1, 0], [{ clave: 'MAY', nombre: 'Mayoreo', activo: true }, { clave: 'MEN', nombre: 'Menudeo', activo: false }]],
  ['clasificadores', 'clave,nombre,tipo,padre,cuentaContable\nADM,Administración,Gasto,,601.84\nADM-R,Renta,Gasto,ADM,\n', [2, 0, 0],
    'SELECT c.clave, c.tipo, p.clave AS p, k.codigo AS k FROM clasificador_costo c LEFT JOIN clasificador_costo p ON p.organizacion_id = c.organizacion_id AND p.clasificador_costo_id = c.padre_id LEFT JOIN cuenta_contable k ON k.organizacion_id = c.organizacion_id AND k.cuenta_contable_id = c.cuenta_contable_id WHERE c.organizacion_id = :org ORDER BY 1',
    [{ clave: 'ADM', tipo: 'Gasto', p: null, k: '601.84' }, { clave: 'ADM-R', tipo: 'Gasto', p: 'ADM', k: null }], 'clave,tipo,cuentaContable\nADM-R,Costo,601.84\n', [0, 1, 0],
    [{ clave: 'ADM', tipo: 'Gasto', p: null, k: '601.84' }, { clave: 'ADM-R', tipo: 'Costo', p: 'ADM', k: '601.84' }]],
  ['cuentas-contables', 'cuenta,nombre,codigoAgrupador,padre,naturaleza,esDetalle\n614,Depreciación,614,,D,no\n614.02,De maquinaria,614.02,,,si\n7000,Rebajas,614.03,614,A,si\n', [3, 0, 0],
    "SELECT c.codigo, c.nombre, p.codigo AS p, c.naturaleza AS n, c.nivel FROM cuenta_contable c LEFT JOIN cuenta_contable p ON p.organizacion_id = c.organizacion_id AND p.cuenta_contable_id = c.padre_id WHERE c.organizacion_id = :org AND c.codigo ~ '^(614|7000)' ORDER BY 1",
    [{ codigo: '614', nombre: 'Depreciación', p: null, n: 'D', nivel: 1 }, { codigo: '614.02', nombre: 'De maquinaria', p: '614', n: 'D', nivel: 2 }, { codigo: '7000', nombre: 'Rebajas', p: '614', n: 'A', nivel: 2 }],
    'cuenta,nombre\n614.02,De equipo\n', [0, 1, 0],
    [{ codigo: '614', nombre: 'Depreciación', p: null, n: 'D', nivel: 1 }, { codigo: '614.02', nombre: 'De equipo', p: '614', n: 'D', nivel: 2 }, { codigo: '7000', nombre: 'Rebajas', p: '614', n: 'A', nivel: 2 }]],
  ['clasificadores-usuario', 'usuario,clasificador\nluis,ADM\nluis,ADM-R\n', [2, 0, 0],
    'SELECT clave FROM usuario_clasificador JOIN clasificador_costo USING (organizacion_id, clasificador_costo_id) JOIN usuario USING (organizacion_id, usuario_id) WHERE organizacion_id = :org AND usuario = \'luis\' ORDER BY 1',
    [{ clave: 'ADM' }, { clave: 'ADM-R' }], 'usuario,clasificador,activo\nluis,ADM,no\nluis,ADM-R,si\n', [0, 1, 1], [{ clave: 'ADM-R' }]],
  ['conceptos', 'clave,nombre,tipo,cuentaContable,clasificadorCosto,tasaIva,noAfecto,tasaIvaRetenido,tipoRetencion,objetos,cuentas,contactos\n' +
    'GA-LUZ,Luz,Gasto,601.84,ADM,0.16,,,,,,\nEG-CAJA,Caja chica,Egreso,601.84,,,si,,,Egreso 11,CAJA;BNX,PUBLICO\n', [2, 0, 0],
    `SELECT c.clave, k.codigo AS k, l.clave AS l, tasa_iva::text AS i, no_afecto AS n, objetos::text AS o,
       (SELECT string_agg(b.clave, ' ' ORDER BY b.clave) FROM concepto_cuenta x JOIN cuenta_bancaria b USING (organizacion_id, cuenta_id) WHERE x.organizacion_id = c.organizacion_id AND x.concepto_id = c.concepto_id) AS cu,
       (SELECT string_agg(b.codigo, ' ') FROM concepto_contacto x JOIN contacto b USING (organizacion_id, contacto_id) WHERE x.organizacion_id = c.organizacion_id AND x.concepto_id = c.concepto_id) AS co
     FROM concepto c LEFT JOIN cuenta_contable k USING (organizacion_id, cuenta_contable_id) LEFT JOIN clasificador_costo l USING (organizacion_id, clasificador_costo_id) WHERE c.organizacion_id = :org AND c.clave IN ('GA-LUZ', 'EG-CAJA') ORDER BY 1`,
    [{ clave: 'EG-CAJA', k: '601.84', l: null, i: null, n: true, o: '{10,11}', cu: 'BNX CAJA', co: 'PUBLICO' },
      { clave: 'GA-LUZ', k: '601.84', l: 'ADM', i: '0.160000', n: false, o: '{10,11,14,15}', cu: null, co: null }],
    'clave,cuentas,contactos,tasaIva,objetos\nEG-CAJA,CAJA,,,11 10\nGA-LUZ,,,0.16,14 15 10 11\n', [0, 1, 1],
    [{ clave: 'EG-CAJA', k: '601.84', l: null, i: null, n: true, o: '{10,11}', cu: 'CAJA', co: null },
      { clave: 'GA-LUZ', k: '601.84', l: 'ADM', i: '0.160000', n: false, o: '{10,11,14,15}', cu: null, co: null }]],
  ['addendas', 'clave,nombre,objeto,cliente,plantilla,campos\nSUP,Súper,FacturaVenta,PUBLICO,"<addenda\n a=""1""/>",orden:texto:si gln:texto\n', [1, 0, 0],
    `SELECT a.nombre, obj_id AS o, c.codigo AS c, plantilla AS p, campos AS k FROM addenda a LEFT JOIN contacto c USING (organizacion_id, contacto_id) WHERE a.organizacion_id = :org`,
    [{ nombre: 'Súper', o: 1, c: 'PUBLICO', p: '<addenda\n a="1"/>', k: [{ nombre: 'orden', tipo: 'texto', requerido: true }, { nombre: 'gln', tipo: 'texto', requerido: false }] }],
    'clave,campos,cliente\nSUP,,\n', [0, 1, 0], [{ nombre: 'Súper', o: 1, c: null, p: '<addenda\n a="1"/>', k: [] }]],
  ['contratos', 'folio,contacto,descripcion,fechaInicio,fechaFin,importe\nK-1,PUBLICO,Servicio,2026-01-01,2026-12-31,12000\n', [1, 0, 0],
    'SELECT folio, codigo AS c, fecha_fin::text AS f, importe::text AS i, estado FROM contrato JOIN contacto USING (organizacion_id, contacto_id) WHERE organizacion_id = :org',
    [{ folio: 'K-1', c: 'PUBLICO', f: '2026-12-31', i: '12000.00', estado: 'Vigente' }], 'folio,fechaFin,estado\nK-1,,Cancelado\n', [0, 1, 0],
    [{ folio: 'K-1', c: 'PUBLICO', f: null, i: '12000.00', estado: 'Cancelado' }]],
  ['proyectos', 'clave,nombre,cliente,fechaInicio,presupuesto\nP-1,Ampliación,PUBLICO,2026-02-01,150000\n', [1, 0, 0],
    'SELECT y.clave, y.nombre, codigo AS c, presupuesto::text AS p FROM proyecto y LEFT JOIN contacto USING (organizacion_id, contacto_id) WHERE organizacion_id = :org',
    [{ clave: 'P-1', nombre: 'Ampliación', c: 'PUBLICO', p: '150000.00' }], 'clave,cliente,presupuesto\nP-1,,\n', [0, 1, 0], [{ clave: 'P-1', nombre: 'Ampliación', c: null, p: '0.00' }]],
  ['personal-servicio', 'clave,nombre,puesto,sucursal,agrupadorServicio,costoHora\nT1,Luis,Técnico,NORTE,MTO,120.5\n', [1, 0, 0],
    'SELECT p.nombre, s.clave AS s, a.clave AS a, costo_hora::text AS c FROM personal_servicio p LEFT JOIN sucursal s USING (organizacion_id, sucursal_id) LEFT JOIN agrupador_servicio a USING (organizacion_id, agrupador_servicio_id) WHERE organizacion_id = :org',
    [{ nombre: 'Luis', s: 'NORTE', a: 'MTO', c: '120.500000' }], 'clave,agrupadorServicio,costoHora\nT1,,99\n', [0, 1, 0], [{ nombre: 'Luis', s: 'NORTE', a: null, c: '99.000000' }]],
  ['promociones-cruzadas', 'promocion,tipo,producto,clasificacion,cantidadMinima,tipoBeneficio,valor,vigenciaInicio,vigenciaFin,sucursales\n' +
    '2x1,Condicion,p1,,2,,,2026-01-01,2026-12-31,MATRIZ NORTE\n2x1,Beneficio,P2,,,Gratis,,,,\n2x1,Beneficio,,HER,,Porcentaje,10,,,\n', [1, 0, 0],
    `SELECT p.nombre, (SELECT count(*)::int FROM promocion_condicion c WHERE c.organizacion_id = p.organizacion_id AND c.promocion_id = p.promocion_id AND cantidad_minima = 2) AS c,
       (SELECT string_agg(tipo_beneficio || ' ' || valor::text, ', ' ORDER BY consecutivo) FROM promocion_beneficio b WHERE b.organizacion_id = p.organizacion_id AND b.promocion_id = p.promocion_id) AS b,
       (SELECT count(*)::int FROM promocion_sucursal s WHERE s.organizacion_id = p.organizacion_id AND s.promocion_id = p.promocion_id) AS s, p.activo FROM promocion_cruzada p WHERE organizacion_id = :org`,
    [{ nombre: '2x1', c: 1, b: 'Gratis 0.000000, Porcentaje 10.000000', s: 2, activo: true }],
    'promocion,tipo,producto,tipoBeneficio,valor,vigenciaInicio,vigenciaFin,activo\n2x1,Beneficio,P1,PrecioFijo,9.5,2026-01-01,2026-06-30,no\n2x1,Condicion,P2,,,,,\n', [0, 1, 0],
    [{ nombre: '2x1', c: 0, b: 'PrecioFijo 9.500000', s: 0, activo: false }]],
  ['contactos', 'codigo,tipoContacto,nombre,rfc,regimenFiscal,moneda,diasCredito,domicilio.calle\nCI-1,Proveedor,Aceros Ñandú,EKU9003173C9,601,USD,30,Juárez 5\nCI-2,Cliente,Juan Pérez,,,,,\n', [2, 0, 0],
    `SELECT codigo, nombre, rfc, dias_credito AS d, domicilio->>'calle' AS calle FROM contacto WHERE organizacion_id = :org AND upper(codigo) LIKE 'CI-%' ORDER BY upper(codigo)`,
    [{ codigo: 'CI-1', nombre: 'ACEROS ÑANDÚ', rfc: 'EKU9003173C9', d: 30, calle: 'Juárez 5' }, { codigo: 'CI-2', nombre: 'JUAN PÉREZ', rfc: 'XAXX010101000', d: 0, calle: '' }],
    'codigo,diasCredito\nci-1,\nCI-2,15\n', [0, 2, 0],
    [{ codigo: 'ci-1', nombre: 'ACEROS ÑANDÚ', rfc: 'EKU9003173C9', d: 0, calle: 'Juárez 5' }, { codigo: 'CI-2', nombre: 'JUAN PÉREZ', rfc: 'XAXX010101000', d: 15, calle: '' }]],
];

describe('cada recurso', () => {
  for (const [recurso, primero, n1, consulta, queda1, segundo, n2, queda2] of CASOS)
    test(`${recurso}: se agrega, se actualiza y se deja igual`, async () => {
      await bien(recurso, primero, n1, { simular: true });
      const antes = await filas(consulta);
      assert.notDeepEqual(antes, queda1, 'la simulación no guarda');
      await bien(recurso, primero, n1);
      assert.deepEqual(await filas(consulta), queda1);
      const total = n1[0] + n1[1] + n1[2];
      if (recurso === 'promociones-cruzadas') await bien(recurso, primero, [0, 1, 0]);
      else await bien(recurso, primero, [0, 0, total]);
      assert.deepEqual(await filas(consulta), queda1);
      await bien(recurso, segundo, n2, { simular: true });
      assert.deepEqual(await filas(consulta), queda1, 'la simulación de lo que sólo actualiza tampoco guarda');
      await bien(recurso, segundo, n2);
      assert.deepEqual(await filas(consulta), queda2);
    });

  test('productos: sólo se agregan, con las reglas de su operación', async () => {
    const archivo = 'codigo,descripcion,unidadMedida,claveProductoServicio,precio\nPI-1,Clavo,PZA,31162800,1.5\n';
    await bien('productos', archivo, [1, 0, 0]);
    assert.deepEqual(await filas(`SELECT p.clave_unidad AS u, x.precio::text FROM producto p JOIN precio x USING (organizacion_id, producto_id) WHERE organizacion_id = :org AND codigo = 'PI-1'`),
      [{ u: 'H87', precio: '1.500000' }]);
    await mal('productos', archivo, ['línea 2, columna codigo: ya existe, y este recurso sólo admite registros nuevos']);
    await mal('productos', archivo.replace('PI-1', 'PI-2').replace('31162800', '99999999'), ['línea 2, columna claveProductoServicio: no es una clave vigente del catálogo del SAT']);
  });

  test('la tabla de arriba los prueba todos, y la plantilla de cada uno se entiende', async () => {
    const { salida } = await m.base.gestor(['importar']);
    const nombres = [...salida.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(x => x[1]);
    assert.deepEqual([...nombres].sort(), [...CASOS.map(c => c[0]), 'productos', 'polizas', 'saldos-iniciales', 'estado-cuenta', ...mudanza].sort());  // estado-cuenta: api_conciliacion; polizas: importar_polizas
    for (const nombre of nombres) {
      const { salida: texto } = await m.base.gestor(['importar', nombre, '--plantilla', 'si']);
      const [encabezado, ...lineas] = texto.trimEnd().split('\n');
      assert.deepEqual(lineas.map(l => /^# (\S+): /.exec(l)[1]), encabezado.split(','));
      if (['personal-servicio', 'proyectos', 'contactos'].includes(nombre)) assert.match(lineas.find(l => /^# (clave|codigo): /.test(l)), /; obligatoria\)$/);
      for (const l of lineas) assert.doesNotMatch(l, /^# (\S+): \1 \(/, `${nombre}: falta la explicación`);
      // The printed template is itself a valid file.
      await bien(nombre, texto, [0, 0, 0], mudanza.includes(nombre) ? { fecha: '2026-01-02' } : nombre === 'estado-cuenta' ? { cuenta: 'CAJA' } : {});
    }
  });
});

test('la API lee lo importado', async t => {
  const ana = { usuario: 'ana', contrasena: 'Secreta-123', ...await m.base.consumidor({ organizacion: org }) };
  const token = await m.srv.entrar(ana);
  // Rows: path, members that find the record, members that the record must have.
  const LECTURAS = [
    ['/api/Sucursales', { clave: 'NORTE' }, { nombre: 'Tijuana', zonaHoraria: 'America/Tijuana', tasaFrontera: true }],
    ['/api/Bancos/Cuentas?activo=false', { clave: 'BNX' }, { banco: 'BANAMEX', moneda: 'USD', cuentaContable: '102.01', saldoInicial: 1500.5, activo: false }],
    ['/api/Bancos/OrganizacionMonedas', { clave: 'USD' }, { predeterminada: true, tipoCambio: 18, fechaTipoCambio: '2026-01-03' }],
    ['/api/Bancos/FormasPago', { nombre: 'SPEI inmediato' }, { comentario: 'sin comisión', claveSAT33: '03', usoEgreso: false }],
    ['/api/Bancos/ConceptosEgreso', { clave: 'EG-CAJA' }, { noAfecto: true, objetos: [10, 11], contactos: [] }],
    ['/api/ConceptosGasto', { clave: 'GA-LUZ' }, { cuentaContable: '601.84', tasaIva: 0.16 }],
    ['/api/Contactos/Clasificaciones', { clave: 'MAY-N' }, { tipoContacto: 'Ambos', padreId: 0 }],
    ['/api/Productos/Clasificaciones', { clave: 'HER-M' }, { nombre: 'Manual', nivel: 2 }],
    ['/api/UnidadesMedida', { clave: 'CAJA12' }, { claveUnidad: 'XBX', factor: 1 }],
    ['/api/AgrupadoresServicio', { clave: 'MTO-P' }, { nombre: 'Preventivo' }],
    ['/api/Vendedores?busqueda=ruiz', { clave: 'V1' }, { nombre: 'Ana Ruiz', comision: 3 }],
    ['/api/Addendas', { clave: 'SUP' }, { objId: 1, clienteId: 0, campos: [] }],
    ['/api/ClasificadoresCosto/PorOrganizacion', { clave: 'ADM-R' }, { tipo: 'Costo', padre: 'Administración', cuentaContable: '601.84' }],
    ['/api/ClasificadoresCosto', { clave: 'ADM-R' }, { nivel: 2 }],
    ['/api/Proyecto', { clave: 'P-1' }, { nombre: 'Ampliación', presupuesto: 0 }],
  ];
  for (const [ruta, llave, dice] of LECTURAS)
    await t.test(ruta, async () => {
      const r = await m.srv.get(ruta, { token });
      assert.equal(r.estado, 200, r.texto);
      const [k, v] = Object.entries(llave)[0];
      const registro = r.json.data.find(x => x[k] === v);
      assert.ok(registro, r.texto.slice(0, 2000));
      for (const [campo, valor] of Object.entries(dice)) assert.deepEqual(registro[campo], valor, `${campo}: ${JSON.stringify(registro)}`);
    });
});

describe('fallas, con su línea y su columna', () => {
  before(() => m.base.sql(`INSERT INTO sat_tasa_cuota (impuesto, factor, tipo, maximo, traslado, retencion, vigencia_desde, vigencia_hasta)
    VALUES ('002', 'Tasa', 'Fijo', 0.11, true, false, '2010-01-01', '2013-12-31'), ('003', 'Tasa', 'Fijo', 0.99, true, true, '2099-01-01', NULL);
    ALTER TABLE promocion_condicion ADD CONSTRAINT "ck_promocion_condicion__77" CHECK (cantidad_minima <> 77)`)); // a constraint without a rule in the code
  const CASOS_MALOS = [
    ['almacenes', 'valores y referencias, todas a la vez', 'clave,nombre,sucursal,esRuta\nX1,Uno,MATRIZ,no\nX2,,MATRIZ,quizá\nX3,Tres,NADA,no\nX4,Cuatro,0,no\n',
      ['línea 3, columna nombre: es obligatorio', 'línea 3, columna esRuta: debe ser si o no', 'línea 4, columna sucursal: no existe', 'línea 5, columna sucursal: no existe']],
    ['almacenes', 'columnas', 'clave,nombres,clave\nA,B,C\n',
      ['línea 1, columna nombres: no es una columna de almacenes, que tiene: clave, nombre, sucursal, esCedis, esRuta, activo', 'línea 1, columna clave: está repetida']],
    ['almacenes', 'sin la llave', 'nombre\nUno\n', ['línea 1, columna clave: falta: sin esa columna no se puede identificar cada fila']],
    ['almacenes', 'el encabezado y las filas, a la vez', 'nombre,sucursal,esRutas,esRuta\nUno,NADA,x,quizá\n,MATRIZ,x,no\nTres,MATRIZ,x\n',
      ['línea 1, columna esRutas: no es una columna de almacenes, que tiene: clave, nombre, sucursal, esCedis, esRuta, activo', 'línea 1, columna clave: falta: sin esa columna no se puede identificar cada fila',
        'línea 4: tiene 3 campos y el encabezado 4', 'línea 2, columna esRuta: debe ser si o no', 'línea 2, columna sucursal: no existe', 'línea 3, columna nombre: es obligatorio']],
    ['almacenes', 'campos de más y de menos', 'clave,nombre,sucursal\nX1,Uno\nX2,Dos,MATRIZ,algo\n',
      ['línea 2: tiene 2 campos y el encabezado 3', 'línea 3: tiene 4 campos y el encabezado 3']],
    ['almacenes', 'llave repetida', 'clave,nombre,sucursal\nX1,Uno,MATRIZ\nX2,Dos,MATRIZ\n X1 ,Tres,MATRIZ\n', ['línea 4, columna clave: se repite: ya está en la línea 2']],
    ['almacenes', 'lo obligatorio no se borra', 'clave,nombre\nGENERAL,\n', ['línea 2, columna nombre: es obligatorio']],
    ['almacenes', 'la línea es la del archivo, con celdas de varias', 'clave,nombre,sucursal\n\n# comentario\nX1,"U\r\nno",MATRIZ\nX2,Dos,NADA\n',
      ['línea 4, columna nombre: no admite caracteres de control ni saltos de línea', 'línea 6, columna sucursal: no existe']],
    ['sucursales', 'reglas', 'clave,nombre,codigoPostal,zonaHoraria,sufijoSerie\nS1,Uno,64000,America/Nada,A\nS2,Dos,64000,,N\nS3,Tres,64000,,\nS4,Cuatro,6400,,\nS5,Cinco,64000,,n1\nNORTE,Norte,22000,,Z\n',
      ['línea 2, columna zonaHoraria: no es una zona horaria, como America/Tijuana', 'línea 3, columna sufijoSerie: la sucursal NORTE ya folia así',
        'línea 4, columna sufijoSerie: la sucursal MATRIZ ya folia así', 'línea 5, columna codigoPostal: el código postal debe tener 5 dígitos',
        'línea 6, columna sufijoSerie: sólo admite letras de la A a la Z, en mayúsculas', 'línea 7, columna sufijoSerie: la sucursal ya tiene otras series, que no cambian']],
    ['cuentas-bancarias', 'banco y CLABE', 'clave,nombre,tipo,banco,clabe,moneda,cuentaContable\nB1,Uno,Banco,,,,\nB2,Dos,Banco,002,002010077777777772,,\nB3,Tres,Banco,012,002010077777777771,,\nB4,Cuatro,Banco,000,,,\nB5,Cinco,Caja,,,CAD,\nB6,Seis,Caja,,,,102\nB7,Siete,Cajón,,,,\n',
      ['línea 2, columna banco: es obligatorio en una cuenta de banco', 'línea 3, columna clabe: el dígito de control de la CLABE no corresponde',
        'línea 4, columna clabe: es de otro banco: empieza con 002', 'línea 5, columna banco: no es una clave vigente del catálogo del SAT', 'línea 6, columna moneda: no existe',
        'línea 7, columna cuentaContable: no existe «102»; se parece a 102.01, 102.01.90', 'línea 8, columna tipo: debe ser uno de: Banco, Caja']],
    ['monedas', 'clave', 'moneda\nZZZ\n', ['línea 2, columna moneda: no es una clave vigente del catálogo del SAT']],
    ['monedas', 'predeterminada inactiva', 'moneda,predeterminada,activo\nEUR,si,no\n', ['línea 2, columna activo: la moneda predeterminada no puede estar inactiva']],
    ['monedas', 'sin predeterminada', 'moneda,predeterminada\nUSD,no\n', ['la organización quedaría sin una moneda predeterminada y activa']],
    ['tipos-cambio', 'valores', 'moneda,fecha,valor\nMXN,2026-01-01,1\nGBP,2026-01-01,20\nUSD,2026-02-30,20\nUSD,2026-01-01,0\n',
      ['línea 2, columna moneda: el peso no tiene tipo de cambio: siempre es 1', 'línea 3, columna moneda: no es una moneda de la organización', 'línea 4, columna fecha: no es una fecha que exista',
        'línea 5, columna valor: debe ser mayor que 0']],
    ['formas-pago', 'claves del SAT', 'nombre,claveSAT33,claveContabilidadElectronica\nA,00,03\nB,03,00\n',
      ['línea 2, columna claveSAT33: no es una clave vigente del catálogo del SAT', 'línea 3, columna claveContabilidadElectronica: no es una clave vigente del catálogo del SAT']],
    ['clasificaciones-contacto', 'árbol', 'clave,nombre,padre,activo\nA,A,B,\nMAY,Mayoristas,MAY,\n', ['línea 2, columna padre: no existe', 'línea 3, columna padre: no cumple las reglas del campo']],
    ['clasificaciones-producto', 'ciclo e hijos activos', 'clave,padre,activo\nHER,HER-M,si\n', ['línea 2, columna padre: haría un ciclo, o más de 20 niveles']],
    ['clasificaciones-producto', 'hijos activos', 'clave,activo\nHER,no\n', ['línea 2, columna activo: no puede desactivarse: debajo está activo HER-M']],
    ['clasificadores', 'las reglas son las de la API', 'clave,nombre,tipo,padre,activo\nADM,Adm,Gasto,ADM-R,si\nZ1,Z,Gasto,NADA,si\nZ2,Z,Gasta,,x\n',
      ['línea 2, columna padre: depende de este mismo clasificador: formaría un ciclo', 'línea 3, columna padre: no existe', 'línea 4, columna tipo: debe ser uno de: Costo, Gasto', 'línea 4, columna activo: debe ser si o no']],
    ['cuentas-contables', 'las reglas son las de la API', 'cuenta,nombre,codigoAgrupador,padre\n105.01,Clientes,106.01,105\n601.X,x,601,\n601.55,x,601.55,601.84\n',
      ['línea 2, columna codigoAgrupador: no es del mayor 105, el de la cuenta de que depende', 'línea 3, columna cuenta: debe ser cifras en grupos, como 601.01 o 1100-003', 'línea 4, columna padre: la cuenta 601.84 es de detalle: no tiene otras debajo']],
    ['personal-servicio', 'números y referencias', 'clave,nombre,costoHora,sucursal,agrupadorServicio\nT8,Ocho,mucho,,\nT9,Nueve,007,,\nT10,Diez,-1,,\nT11,Once,1,NADA,NADA\n',
      ['línea 2, columna costoHora: debe ser un número', 'línea 3, columna costoHora: debe ser un número', 'línea 4, columna costoHora: debe ser mayor o igual que 0', 'línea 5, columna sucursal: no existe', 'línea 5, columna agrupadorServicio: no existe']],
    ['unidades', 'base y factor', 'clave,nombre,claveUnidad,unidadBase,factor\nU1,Uno,H87,,2\nU2,Dos,ZZZ,PZA,0\nU3,Tres,H87,U3,1\nU4,Cuatro,QQQ,,1\n',
      ['línea 2, columna factor: debe ser 1 en una unidad base', 'línea 3, columna factor: debe ser mayor que 0', 'línea 4, columna unidadBase: una unidad base no tiene unidad base: deje la celda vacía',
        'línea 5, columna claveUnidad: no es una clave vigente del catálogo del SAT']],
    ['vendedores', 'valores', 'clave,nombre,correo,comision,ruta\nV8,Ocho,ocho,101,\nV9,Nueve,n@e.mx,101,\nV10,Diez,,0,R9\n',
      ['línea 2, columna correo: debe ser un correo electrónico: nombre@dominio.mx', 'línea 3, columna comision: es un porcentaje: debe estar entre 0 y 100', 'línea 4, columna ruta: no existe']],
    ['conceptos', 'impuestos, cuentas y listas', 'clave,nombre,tipo,cuentaContable,tasaIva,noAfecto,objetos,cuentas,contactos,tasaIeps\nC1,Uno,Gasto,601.84,0.15,,,,,\nC2,Dos,Gasto,601.84,0.16,si,,,,\nC3,Tres,Gasto,601,0,,,,,\nC4,Cuatro,Gasto,601.84,,,Egreso Nada,,,\nC5,Cinco,Gasto,601.84,,,,CAJA;NADA;X,,\nC6,Seis,Gasto,601.84,,,,,NADIE,\nC7,Siete,Gasto,601.84,,,,,,0.111\n',
      ['línea 2, columna tasaIva: no está vigente en el catálogo c_TasaOCuota del SAT', 'línea 3, columna tasaIva: no va en un concepto que no es afecto al IVA', 'línea 4, columna cuentaContable: no existe «601»; se parece a 601.84',
        'línea 5, columna objetos: no existe «Nada»', 'línea 6, columna cuentas: no existe «NADA»', 'línea 6, columna cuentas: no existe «X»', 'línea 7, columna contactos: no existe «NADIE»',
        'línea 8, columna tasaIeps: no está vigente en el catálogo c_TasaOCuota del SAT']],
    ['conceptos', 'cada impuesto, en c_TasaOCuota de hoy', 'clave,nombre,tipo,cuentaContable,tasaIva,tasaIeps,cuotaIeps,tasaIvaRetenido,tasaIsrRetenido\n' +
      'D1,Uno,Gasto,601.84,0.11,0.99,,,\nD2,Dos,Gasto,601.84,-0.16,,100,0.17,0.36\nD3,Tres,Gasto,601.84,,0.08,1,,\n',
    [['2', 'tasaIva'], ['2', 'tasaIeps'], ['3', 'tasaIva'], ['3', 'cuotaIeps'], ['3', 'tasaIvaRetenido'], ['3', 'tasaIsrRetenido']].map(([l, c]) => `línea ${l}, columna ${c}: no está vigente en el catálogo c_TasaOCuota del SAT`)
      .concat('línea 4, columna cuotaIeps: va con tasaIeps 0: el IEPS es por tasa o por cuota')],
    ...[['personal-servicio', 'clave,nombre\n,Uno\n,Dos\n'], ['proyectos', 'clave,nombre\n,Uno\n,Dos\n'], ['contactos', 'codigo,tipoContacto,nombre\n,Cliente,Uno\n,Cliente,Dos\n'], ['canales', 'clave,nombre\n,Uno\n,Dos\n']]
      .map(([recurso, texto]) => [recurso, 'sin la llave no se sabe si ya está', texto, ['línea 2', 'línea 3'].map(l => `${l}, columna ${texto.slice(0, texto.indexOf(','))}: es obligatorio`)]),
    ['addendas', 'campos y documento', 'clave,nombre,objeto,campos\nA1,Uno,Nada,\nA2,Dos,FacturaVenta,orden\nA3,Tres,FacturaVenta,a:b:quizá\n',
      ['línea 2, columna objeto: no existe', 'línea 3, columna campos: «orden» no es nombre:tipo o nombre:tipo:si', 'línea 4, columna campos: «a:b:quizá» no es nombre:tipo o nombre:tipo:si']],
    ['rutas', 'días y referencias', 'clave,nombre,sucursal,dias,vendedor\nR8,Ocho,MATRIZ,Lunes Miercoles,\nR9,Nueve,MATRIZ,,V9\n',
      ['línea 2, columna dias: debe ser uno de: Lunes, Martes, Miércoles, Jueves, Viernes, Sábado, Domingo', 'línea 3, columna vendedor: no existe']],
    ['contratos', 'fechas y contacto', 'folio,contacto,fechaInicio,fechaFin\nK8,PUBLICO,2026-02-01,2026-01-01\nK9,NADIE,2026-01-01,\n',
      ['línea 2, columna fechaFin: debe ser igual o posterior al inicio', 'línea 3, columna contacto: no existe']],
    ['proyectos', 'fechas', 'clave,nombre,fechaInicio,fechaFin\nP8,Ocho,2026-02-01,2026-01-01\n', ['línea 2, columna fechaFin: debe ser igual o posterior a fechaInicio']],
    ['clasificadores-usuario', 'referencias', 'usuario,clasificador\nnadie,ADM\nana,NADA\n', ['línea 2, columna usuario: no existe', 'línea 3, columna clasificador: no existe']],
    ['promociones-cruzadas', 'filas', 'promocion,tipo,producto,clasificacion,tipoBeneficio,valor,vigenciaInicio,vigenciaFin\nA,Condicion,P1,,,,,\nB,Condicion,P1,HER,,,2026-01-01,2026-01-02\nC,Beneficio,P1,,,,2026-01-01,2026-01-02\nD,Beneficio,P1,,Porcentaje,101,2026-01-01,2026-01-02\nE,Condicion,P9,,,,2026-01-01,2026-01-02\n',
      ['línea 2, columna vigenciaInicio: falta en la primera fila de la promoción', 'línea 3, columna producto: cada fila lleva un producto o una clasificación, y sólo uno',
        'línea 4, columna tipoBeneficio: es obligatorio en un beneficio', 'línea 5, columna valor: es un porcentaje: debe estar entre 0 y 100', 'línea 6, columna producto: no existe']],
    ['promociones-cruzadas', 'una primera fila mala no culpa a las siguientes', 'promocion,tipo,producto,cantidadMinima,tipoBeneficio,vigenciaInicio,vigenciaFin,sucursales\n' +
      'F,Condicion,P1,77,,2026-01-01,2026-01-02,\nF,Beneficio,P2,,Gratis,,,\nF,Beneficio,P9,,Gratis,,,\nG,Condicion,P1,1,,2026-01-01,2026-01-02,NADA\nG,Beneficio,P2,,Gratis,,,\nH,Condicion,P1,0,,2026-01-01,2026-01-02,\nH,Beneficio,P2,,Gratis,,,\n',
    ['línea 2, columna 77: no cumple las reglas del campo', 'línea 4, columna producto: no existe', 'línea 5, columna sucursales: no existe «NADA»', 'línea 7, columna cantidadMinima: debe ser mayor que 0']],
    ['promociones-cruzadas', 'incompleta', 'promocion,tipo,producto,vigenciaInicio,vigenciaFin\nA,Condicion,P1,2026-01-01,2026-01-02\n', ['columna tipo: a la promoción «A» le falta un Beneficio']],
  ];
  for (const [recurso, que, texto, esperadas] of CASOS_MALOS) test(`${recurso}: ${que}`, () => mal(recurso, texto, esperadas));

  test('una fila mala no deja entrar a ninguna', async () => {
    await mal('canales', 'clave,nombre\nBUENO,Bueno\nMALO,\n', ['línea 3, columna nombre: es obligatorio']);
    assert.deepEqual(await filas(`SELECT clave FROM linea_canal WHERE organizacion_id = :org AND clave = 'BUENO'`), []);
  });
  test('lo que la base rechaza también tiene línea, y no oculta lo que sigue', async () => {
    await mal('proyectos', 'clave,nombre,presupuesto\nG1,Uno,1000000000000000\nG2,Dos,-1\n',
      ['línea 2, columna presupuesto: admite a lo más 15 dígitos significativos', 'línea 3, columna presupuesto: debe ser mayor o igual que 0']);
  });
  test('a lo más 50, y cuántas más', async () => {
    const r = await importar('canales', `clave,nombre\n${Array.from({ length: 73 }, (_, i) => `L${i},`).join('\n')}\n`);
    const lineas = r.errores.trimEnd().split('\n');
    assert.equal(lineas.length, 52);
    assert.equal(lineas[50], '  línea 51, columna nombre: es obligatorio');
    assert.equal(lineas[51], '  y 23 más');
  });
  test('lo de otra organización no existe', async () => {
    await mal('almacenes', 'clave,nombre,sucursal\nX1,Uno,NORTE\n', ['línea 2, columna sucursal: no existe'], { organizacion: otra });
    await bien('canales', 'clave,nombre\nMAY,De otra\n', [1, 0, 0], { organizacion: otra });
    assert.deepEqual(await filas(`SELECT nombre FROM linea_canal WHERE organizacion_id = :org AND clave = 'MAY'`), [{ nombre: 'Mayoreo' }]);
    const r = await importar('canales', 'clave,nombre\nX,X\n', { organizacion: 999 });
    assert.deepEqual([r.codigo, r.errores], [1, 'gestor: no existe la organización 999\n']);
  });
});

describe('archivos', () => {
  test('Windows-1252 y punto y coma, como los escribe Excel', async () => {
    await bien('canales', Buffer.from('clave;nombre\r\nW1;Lámparas, focos y "más"\r\nW2;Ñandú €\r\n'.replace('€', '\x80'), 'latin1'), [2, 0, 0]);
    assert.deepEqual(await filas(`SELECT clave, nombre FROM linea_canal WHERE organizacion_id = :org AND clave LIKE 'W%' ORDER BY 1`), [{ clave: 'W1', nombre: 'Lámparas, focos y "más"' }, { clave: 'W2', nombre: 'Ñandú €' }]);
    await bien('contactos', Buffer.from('codigo;tipoContacto;nombre\nW-1;Cliente;Peña Muñoz\n', 'latin1'), [1, 0, 0]);
    assert.match((await importar('canales', Buffer.from('\uFEFFclave,nombre\n', 'utf16le'))).errores, /está en UTF-16: guárdelo como CSV UTF-8/);
  });
  test('pesos y miles: lo que sólo puede ser una cosa se lee, lo demás se rechaza por su nombre', async () => {
    await bien('proyectos', 'clave,nombre,presupuesto\nM1,Uno,"$1,234.50"\nM2,Dos,"$ 1,234"\nM3,Tres,"1,234,567"\nM4,Cuatro,"12,345.6"\nM5,Cinco,$99\n', [5, 0, 0]);
    assert.deepEqual((await filas(`SELECT presupuesto::text AS p FROM proyecto WHERE organizacion_id = :org AND clave ~ '^M[1-5]$' ORDER BY clave`)).map(f => f.p), ['1234.50', '1234.00', '1234567.00', '12345.60', '99.00']);
    await mal('proyectos', 'clave;nombre;presupuesto\nM6;Seis;1.234,50\nM7;Siete;1234,5\nM8;Ocho;1,234\nM9;Nueve;$1,23\nM10;Diez;mucho\n',
      ['línea 2, columna presupuesto: «1.234,50» lleva coma donde va el punto decimal: escríbalo como 1234.50', 'línea 3, columna presupuesto: «1234,5» lleva coma donde va el punto decimal: escríbalo como 1234.50',
        'línea 4, columna presupuesto: «1,234» puede ser de miles o de fracción: escríbalo sin coma', 'línea 5, columna presupuesto: «$1,23» lleva coma donde va el punto decimal: escríbalo como 1234.50',
        'línea 6, columna presupuesto: debe ser un número']);
  });
  test('lo que no existe se dice con lo que se le parece; lo repetido, con quien lo tiene; y todo a la vez', async () => {
    await mal('personal-servicio', 'clave,nombre,costoHora,sucursal\nT20,,mucho,MATRZ\nT21,Uno,1,NOTRE\n',
      ['línea 2, columna sucursal: no existe «MATRZ»; se parece a MATRIZ', 'línea 2, columna nombre: es obligatorio', 'línea 2, columna costoHora: debe ser un número', 'línea 3, columna sucursal: no existe']);
    await mal('almacenes', 'clave,nombre,sucursal,esRuta\nX20,,MATRZ,quizá\n',
      ['línea 2, columna nombre: es obligatorio', 'línea 2, columna esRuta: debe ser si o no', 'línea 2, columna sucursal: no existe «MATRZ»; se parece a MATRIZ']);
    await mal('conceptos', 'clave,nombre,tipo,cuentaContable,cuentas\nC20,,Gasto,601.48,NADA\n',
      ['línea 2, columna cuentas: no existe «NADA»', 'línea 2, columna nombre: es obligatorio', 'línea 2, columna cuentaContable: no existe «601.48»; se parece a 601, 601.84']);
    await mal('contactos', 'codigo,tipoContacto,nombre,rfc\nCI-9,Cliente,Otro,EKU9003173C9\n', ['línea 2, columna rfc: ya existe: lo tiene ci-1 ACEROS ÑANDÚ']);
  });
  test('BOM, CRLF, comillas, filas vacías, columnas en cualquier orden', async () => {
    await bien('canales', '\uFEFFnombre,clave\r\n"Con ""comillas"", y coma",Q1\r\n,\r\n\r\n  Con espacios  , Q2\r\n', [2, 0, 0]);
    assert.deepEqual(await filas(`SELECT clave, nombre FROM linea_canal WHERE organizacion_id = :org AND clave LIKE 'Q%' ORDER BY 1`),
      [{ clave: 'Q1', nombre: 'Con "comillas", y coma' }, { clave: 'Q2', nombre: 'Con espacios' }]);
  });
  test('si y no, como se escriban', async () => {
    const dichos = ['Si', 'SÍ', 'sí', 'sI', 'TRUE', 'true', 'No', 'NO', 'nO', 'False'];
    await bien('canales', `clave,nombre,activo\n${dichos.map((d, i) => `B${i},${d},${d}`).join('\n')}\n`, [10, 0, 0]);
    assert.deepEqual(await filas(`SELECT nombre FROM linea_canal WHERE organizacion_id = :org AND clave LIKE 'B%' AND activo ORDER BY clave`), dichos.slice(0, 6).map(nombre => ({ nombre })));
  });
  test('las claves del SAT son las de su día', async () => {
    await m.base.sql(`INSERT INTO sat_clave_unidad (clave, nombre, simbolo, vigencia_desde, vigencia_hasta) VALUES ('ZH1', 'De un día', '', '2031-05-05', '2031-05-05');
      INSERT INTO moneda (clave, nombre, decimales, vigencia_desde, vigencia_hasta) VALUES ('ZHM', 'De un día', 2, '2031-05-05', '2031-05-05')`);
    const biblioteca = readdirSync('/usr/lib').map(d => `/usr/lib/${d}/faketime/libfaketime.so.1`).find(existsSync);
    Object.assign(process.env, { LD_PRELOAD: biblioteca, FAKETIME: '@2031-05-05 18:00:00', TZ: 'UTC' });  // the clock of the command, set by faketime
    try {
      await bien('unidades', 'clave,nombre,claveUnidad\nZH,De un día,ZH1\n', [1, 0, 0]);
      await bien('monedas', 'moneda\nZHM\n', [1, 0, 0]);
    } finally {
      for (const v of ['LD_PRELOAD', 'FAKETIME', 'TZ']) delete process.env[v];
    }
    await mal('unidades', 'clave,nombre,claveUnidad\nZH2,De un día,ZH1\n', ['línea 2, columna claveUnidad: no es una clave vigente del catálogo del SAT']);
  });
  test('vacío, inexistente, mal escrito', async () => {
    assert.match((await importar('canales', '')).errores, /el archivo está vacío/);
    assert.match((await importar('canales', 'clave,nombre\n"A,B\n')).errores, /línea 2: las comillas no se cierran/);
    const orden = (...a) => m.base.gestor(a, { falla: true });
    assert.match((await orden('importar', 'canales', '/no/existe.csv', '--organizacion', '1')).errores, /no se puede leer \/no\/existe\.csv/);
    assert.match((await orden('importar', 'nada', '-', '--organizacion', '1')).errores, /no hay un recurso «nada»/);
    assert.match((await orden('importar', 'canales', '--organizacion', '1')).errores, /falta ARCHIVO/);
    assert.match((await orden('importar', 'canales', '-')).errores, /falta --organizacion/);
    assert.match((await orden('importar', 'canales', '-', '--organizacion', '1', '--simular', 'quizá')).errores, /--simular: debe ser si o no/);
  });
  test('veinte mil filas, con su avance', async () => {
    const texto = `clave,nombre,sucursal\n${Array.from({ length: 20_000 }, (_, i) => `G${i},Vendedor ${i},MATRIZ`).join('\n')}\n`;
    const r = await bien('vendedores', texto, [20_000, 0, 0]);
    assert.match(r.salida, /^ 50 % {2}vendedores$/m);
    assert.equal(await m.base.uno(`SELECT count(*)::int FROM vendedor WHERE organizacion_id = ${org} AND clave LIKE 'G%'`), 20_000);
  });
});

describe('saldos iniciales, periodos y parámetros', () => {
  const anio = new Date().getFullYear();
  const saldos = (fecha, debe = '1000.10') => `cuenta,debe,haber,sucursal,fecha\n102.01,${debe},,MATRIZ,${fecha}\n107.01,500,,,${fecha}\n304.01,,1500.10,,${fecha}\n`;
  const periodo = (...a) => m.base.gestor(['periodo', ...a, '--organizacion', String(org)], { falla: true });
  const parametro = (...a) => m.base.gestor(['parametro', ...a, '--organizacion', String(org)], { falla: true });

  test('saldos: filas, cuadre y fecha', async () => {
    await mal('saldos-iniciales', `cuenta,debe,haber,fecha\n102,1,,${anio}-01-01\n999,1,,${anio}-01-01\n102.01,1,1,${anio}-01-01\n102.01,,,${anio}-01-01\n102.01,1,,${anio}-01-01\n304.01,,1,${anio}-01-02\n`,
      ['línea 2, columna cuenta: no es una cuenta de detalle activa', 'línea 3, columna cuenta: no existe', 'línea 4, columna debe: cada fila lleva debe o haber, y sólo uno',
        'línea 5, columna debe: cada fila lleva debe o haber, y sólo uno', 'línea 7, columna fecha: debe ser la misma en todas las filas']);
    await mal('saldos-iniciales', `cuenta,debe,haber,fecha\n105.01,1,,${anio}-01-01\n115.01,1,,${anio}-01-01\n304.01,,2,${anio}-01-01\n`,
      ['línea 2, columna cuenta: es la suma de otros registros: importe su saldo con documentos-abiertos', 'línea 3, columna cuenta: es la suma de otros registros: importe su saldo con existencias-iniciales']);
    // Accounts that open documents post to, of either side, are refused. Accounts that only other documents post to are accepted.
    const suyas = ['206.01', '209.01', '209.02', '201.01', '119.01', '119.03', '216.10.10', '216.12.10'];
    await mal('saldos-iniciales', `cuenta,debe,haber,fecha\n${suyas.map(c => `${c},1,,${anio}-01-01\n`).join('')}205.02,,4,${anio}-01-01\n120.01,,4,${anio}-01-01\n`,
      suyas.map((c, i) => `línea ${i + 2}, columna cuenta: es la suma de otros registros: importe su saldo con documentos-abiertos`));
    await mal('saldos-iniciales', saldos(`${anio}-01-01`, '1000'), ['no cuadra: debe 1500.00, haber 1500.10; la diferencia es 0.10']);
  });
  test('saldos: no en un periodo cerrado o que no existe', async () => {
    assert.equal((await periodo('cerrar', `${anio}-01`)).salida, `${anio}-01: cerrado\n`);
    assert.equal((await periodo('cerrar', `${anio}-01`)).salida, `${anio}-01: ya estaba cerrado\n`);
    assert.match((await periodo('listar')).salida, new RegExp(`^${anio}-01 Cerrado\n${anio}-02 Abierto$`, 'm'));
    const cerrado = f => [`el periodo de ${f} no está abierto; gestor periodo abrir ${f.slice(0, 7)} --motivo …`];
    await mal('saldos-iniciales', saldos(`${anio}-01-01`), cerrado(`${anio}-01-01`));
    await mal('saldos-iniciales', saldos(`${anio + 2}-01-01`), cerrado(`${anio + 2}-01-01`));
    assert.match((await periodo('cerrar', `${anio + 2}-01`)).errores, /no ha terminado/);
    assert.equal((await periodo('abrir', `${anio}-01`, '--motivo', 'Prueba')).salida, `${anio}-01: abierto\n`);
    for (const malo of ['2026-13', '26-01', '2026-1', 'enero']) assert.match((await periodo('abrir', malo)).errores, /no es un mes/);
  });
  test('saldos: una póliza que cuadra, y una sola vez', async () => {
    await bien('saldos-iniciales', saldos(`${anio}-01-01`), [3, 0, 0], { simular: true });
    await bien('saldos-iniciales', saldos(`${anio}-01-01`), [3, 0, 0]);
    assert.deepEqual(await filas(`SELECT p.tipo, p.fecha::text, k.codigo, v.debe::text, v.haber::text, s.clave AS s FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id)
      JOIN cuenta_contable k USING (organizacion_id, cuenta_contable_id) LEFT JOIN sucursal s ON s.organizacion_id = v.organizacion_id AND s.sucursal_id = v.sucursal_id WHERE p.organizacion_id = :org ORDER BY v.numero`),
    [{ tipo: 'Diario', fecha: `${anio}-01-01`, codigo: '102.01', debe: '1000.10', haber: '0.00', s: 'MATRIZ' }, { tipo: 'Diario', fecha: `${anio}-01-01`, codigo: '107.01', debe: '500.00', haber: '0.00', s: null },
      { tipo: 'Diario', fecha: `${anio}-01-01`, codigo: '304.01', debe: '0.00', haber: '1500.10', s: null }]);
    const r = await importar('saldos-iniciales', saldos(`${anio}-01-01`));
    assert.match(r.errores, new RegExp(`no se importó nada:\n {2}ya hay saldos iniciales: la póliza \\d+ del ${anio}-01-01\n`));
    // Each organization has its own opening balances.
    await bien('saldos-iniciales', saldos(`${anio}-03-01`).replace(/,MATRIZ/g, ','), [3, 0, 0], { organizacion: otra });
  });
  test('parámetros', async () => {
    assert.match((await parametro('leer')).salida, /^toleranciaLiquidacion = 0\.00 .*\ndiasCierre = 0 .*\ntoleranciaRecepcion = 0 .*\nacreditaIeps = false .*\nproporcionIvaAcreditable = 1 .*\nsegregacionFunciones = false /);
    assert.match((await parametro('poner', 'acreditaIeps', 'quizás')).errores, /acreditaIeps: debe ser true o false/);
    assert.equal((await parametro('poner', 'toleranciaRecepcion', '0.05')).salida, 'toleranciaRecepcion = 0.05\n');
    assert.equal((await parametro('leer', 'toleranciaRecepcion')).salida, '0.05\n');
    assert.equal((await m.base.gestor(['parametro', 'leer', 'toleranciaRecepcion', '--organizacion', String(otra)])).salida, '0\n');
    assert.match((await parametro('poner', 'toleranciaRecepcion', '-1')).errores, /debe ser mayor o igual que 0/);
    assert.match((await parametro('poner', 'toleranciaLiquidacion', '1.234')).errores, /toleranciaLiquidacion: /);
    assert.match((await parametro('poner', 'nada', '1')).errores, /no hay un parámetro «nada»/);
    assert.equal((await parametro('poner', 'toleranciaRecepcion', '')).salida, 'toleranciaRecepcion = 0\n');
    assert.equal(await m.base.uno('SELECT count(*)::int FROM parametro'), 0);
    assert.match((await m.base.gestor(['parametro', 'leer', '--organizacion', '999'], { falla: true })).errores, /no existe la organización 999/);
  });
});
