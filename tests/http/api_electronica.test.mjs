// Electronic accounting: what the API and the command line deliver, unpacked by unzip, checked with schemas of our own by xmllint and read by a parser that is not ours.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { correr, esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';
import { hojas } from './lib/reportes.mjs';

const E = '/api/Contabilidad/Electronica', UUID = 'D2B9C5F0-1111-4222-8333-ABCDEF012345', UUID2 = 'A1B2C3D4-1111-4222-8333-ABCDEF012346';
const centavos = x => Math.round(Number(x) * 100);
let m, e, base, carpeta, cuenta, cliente, proveedor;
before(async () => {
  m = await montar({ registros: 60 });
  ({ base } = m);
  carpeta = mkdtempSync(path.join(tmpdir(), 'gelec-'));
  e = await Empresa.crear(m, { nombre: 'Declara', rfc: 'EKU9003173C9' });
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)],
    { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable,clabe,manejaCheques\nPESOS,Banco en pesos,Banco,012,MXN,MATRIZ,102.01,012180001234567891,true\n' });
  cuenta = await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'PESOS'");
  const servicio = await e.producto('S16', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  cliente = await e.cliente('UNO', { nombre: 'PEÑA & HIJOS "EL <BUENO>"' });
  proveedor = await e.cliente('PROV', { tipoContacto: 'Proveedor', nombre: 'PROVEEDOR', clabe: '072580004055667012' });
  const partidas = [{ productoId: servicio, cantidad: 1, precioUnitario: 1000 }];
  const venta = await e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: '2025-01-10', partidas });
  await base.sql(`UPDATE transaccion SET uuid = '${UUID}' WHERE organizacion_id = ${e.id} AND transaccion_id = ${venta.transaccionId}`);
  await e.hecho('/api/Bancos/DepositoAgregar', { contactoId: cliente, cuentaId: cuenta, formaPagoId: e.transferencia, fecha: '2025-01-20', importe: 580, aplicaciones: [{ transaccionId: venta.transaccionId, importe: 580 }] });
  const compra = await e.hecho('/api/FacturaCompra', { proveedorId: proveedor, fecha: '2025-01-12', uuid: UUID2, partidas: [{ conceptoId: e.gasto, cantidad: 1, precioUnitario: 200 }] });
  await e.hecho('/api/Bancos/EgresoAgregar', { cuentaId: cuenta, formaPagoId: e.transferencia, beneficiario: 'PROVEEDOR', fecha: '2025-01-25', partidas: [{ importeAbono: 232, transaccionIdCompra: compra.transaccionId }] });
});
after(() => {
  if (carpeta) rmSync(carpeta, { recursive: true, force: true });
  return m?.cerrar();
});

const pedir = (que, parametros) => e.srv.get(`${E}/${que}?${new URLSearchParams(parametros)}`, { token: e.token });
// The XML of a .zip, once its checks have passed: the archive's own, and our schema's.
async function abrir(zip, nombre, esquema) {
  const archivo = path.join(carpeta, `${nombre}.zip`);
  writeFileSync(archivo, zip);
  assert.match((await correr('unzip', ['-t', archivo])).salida, /No errors detected/);
  assert.equal((await correr('unzip', ['-Z1', archivo])).salida.trim(), `${nombre}.xml`);
  const xml = (await correr('unzip', ['-p', archivo])).salida;
  writeFileSync(archivo.replace('.zip', '.xml'), xml);
  await correr('xmllint', ['--noout', '--nonet', '--schema', new URL(`esquemas/${esquema}.xsd`, import.meta.url).pathname, archivo.replace('.zip', '.xml')]);
  return new DOMParser({ onError: (nivel, texto) => { throw new Error(`${nivel}: ${texto}`); } }).parseFromString(xml, 'text/xml').documentElement;
}
async function archivo(que, parametros, nombre, esquema) {
  const r = await pedir(que, parametros);
  assert.equal(r.estado, 200, r.texto);
  assert.equal(r.h['content-type'], 'application/zip');
  assert.match(r.h['content-disposition'], new RegExp(`filename="?${nombre}\\.zip`));
  return abrir(r.crudo, nombre, esquema);
}
const nodos = (raiz, nombre) => Array.from(raiz.getElementsByTagNameNS('*', nombre));
const a = (nodo, ...nombres) => nombres.map(n => nodo.getAttribute(n));

test('el catálogo: cada cuenta con su agrupador, su padre y su naturaleza', async () => {
  const raiz = await archivo('Catalogo', { anio: 2025, mes: 1 }, 'EKU9003173C9202501CT', 'CT');
  assert.deepEqual(a(raiz, 'Version', 'RFC', 'Mes', 'Anio'), ['1.3', 'EKU9003173C9', '01', '2025']);
  const cuentas = nodos(raiz, 'Ctas');
  assert.equal(cuentas.length, await base.uno(`SELECT count(*) FROM cuenta_contable WHERE organizacion_id = ${e.id}`));
  assert.deepEqual(a(cuentas.find(c => c.getAttribute('NumCta') === '105.01'), 'CodAgrup', 'Desc', 'SubCtaDe', 'Nivel', 'Natur'), ['105.01', 'Clientes nacionales', '105', '2', 'D']);
  assert.equal(cuentas.find(c => c.getAttribute('NumCta') === '105').hasAttribute('SubCtaDe'), false);
});

test('nada se escribe mientras algo falte, y se dice todo lo que falta', async () => {
  await base.sql(`UPDATE cuenta_contable SET codigo_agrupador = '105.99' WHERE organizacion_id = ${e.id} AND codigo = '105.01'; UPDATE cuenta_contable SET codigo_agrupador = '' WHERE organizacion_id = ${e.id} AND codigo = '102.01'`);
  const faltas = r => r.json.errores.map(x => `${x.campo} ${x.codigo}`).sort();
  const catalogo = await pedir('Catalogo', { anio: 2025, mes: 1 });
  esError(catalogo, 400, 'VALIDACION');
  assert.deepEqual(faltas(catalogo), ['cuenta 102.01 CLAVE_SAT_INVALIDA', 'cuenta 105.01 CLAVE_SAT_INVALIDA']);
  const balanza = await pedir('Balanza', { anio: 2025, mes: 3 });
  esError(balanza, 400, 'VALIDACION');
  assert.deepEqual(faltas(balanza), ['cuenta 102.01 CLAVE_SAT_INVALIDA', 'cuenta 105.01 CLAVE_SAT_INVALIDA', 'mes ESTADO_INVALIDO', 'mes ESTADO_INVALIDO']);
  assert.match(balanza.texto, /el mes 1 de 2025 no está cerrado/);
  assert.match(balanza.texto, /el mes 3 de 2025 no está cerrado/);
  await base.sql(`UPDATE cuenta_contable SET codigo_agrupador = codigo WHERE organizacion_id = ${e.id} AND codigo IN ('105.01', '102.01')`);
  const polizas = await pedir('Polizas', { anio: 2025, mes: 1, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' });
  assert.deepEqual(faltas(polizas), ['mes ESTADO_INVALIDO']);
});

test('lo que la solicitud de pólizas y la balanza complementaria deben decir', async () => {
  const casos = [
    ['Polizas', { tipoSolicitud: 'AF' }, 'numOrden REQUERIDO'], ['Polizas', { tipoSolicitud: 'FC', numOrden: 'abc1234567/25' }, 'numOrden RANGO'],
    ['Polizas', { tipoSolicitud: 'DE' }, 'numTramite REQUERIDO'], ['Polizas', { tipoSolicitud: 'CO', numTramite: 'AB12345678901' }, 'numTramite RANGO'],
    ['Polizas', { tipoSolicitud: 'CO', numTramite: 'AB123456789012', numOrden: 'ABC1234567/25' }, 'numOrden RANGO'],
    ['Polizas', {}, 'tipoSolicitud REQUERIDO'], ['Polizas', { tipoSolicitud: 'AF', numOrden: 'ABC1234567/25', mes: 13 }, 'mes RANGO'],
    ['Balanza', { tipoEnvio: 'C' }, 'fechaModBal REQUERIDO'], ['Balanza', { fechaModBal: '2025-02-01' }, 'fechaModBal RANGO'], ['Balanza', { mes: 14 }, 'mes RANGO'], ['Catalogo', { anio: 2014 }, 'anio RANGO'],
  ];
  for (const [que, mas, espera] of casos) {
    const r = await pedir(que, { anio: 2025, mes: 1, ...mas });
    esError(r, 400, 'VALIDACION');
    assert.equal(r.json.errores.map(x => `${x.campo} ${x.codigo}`).join(), espera, `${que} ${JSON.stringify(mas)}`);
  }
});

test('la balanza de un mes cerrado es la de OP-113, y cuadra', async () => {
  await e.cerrar('2025-01');
  const raiz = await archivo('Balanza', { anio: 2025, mes: 1 }, 'EKU9003173C9202501BN', 'B');
  assert.deepEqual(a(raiz, 'Mes', 'Anio', 'TipoEnvio'), ['01', '2025', 'N']);
  const r = await e.srv.get('/api/Contabilidad/BalanzaComprobacion?ejercicio=2025&mesInicial=1&mesFinal=1&formato=plano', { token: e.token });
  const esperadas = hojas(r.json.data.cuentas).map(c => [c.cuenta, c.saldoInicial, c.debe, c.haber, c.saldoFinal].map((x, i) => (i ? centavos(x) : x)));
  assert.ok(esperadas.length > 8);
  assert.deepEqual(nodos(raiz, 'Ctas').map(c => a(c, 'NumCta', 'SaldoIni', 'Debe', 'Haber', 'SaldoFin').map((x, i) => (i ? centavos(x) : x))), esperadas);
  const otra = await archivo('Balanza', { anio: 2025, mes: 1, tipoEnvio: 'C', fechaModBal: '2025-03-02' }, 'EKU9003173C9202501BC', 'B');
  assert.deepEqual(a(otra, 'TipoEnvio', 'FechaModBal'), ['C', '2025-03-02']);
});

test('las pólizas: cada una con sus movimientos, sus comprobantes y cómo se movió el dinero', async () => {
  const raiz = await archivo('Polizas', { anio: 2025, mes: 1, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' }, 'EKU9003173C9202501PL', 'PL');
  assert.deepEqual(a(raiz, 'TipoSolicitud', 'NumOrden'), ['AF', 'ABC1234567/25']);
  const polizas = nodos(raiz, 'Poliza');
  assert.equal(polizas.length, await base.uno(`SELECT count(*) FROM poliza WHERE organizacion_id = ${e.id} AND ejercicio = 2025 AND mes = 1`));
  for (const p of polizas) {
    const lineas = nodos(p, 'Transaccion');
    assert.equal(lineas.reduce((s, l) => s + centavos(l.getAttribute('Debe')) - centavos(l.getAttribute('Haber')), 0), 0);
  }
  const uuids = p => [...new Set(nodos(p, 'CompNal').map(c => a(c, 'UUID_CFDI', 'RFC', 'MontoTotal').join(' ')))];
  const [rfcCliente, rfcProveedor] = await Promise.all([cliente, proveedor].map(c => e.uno('contacto', 'rfc', `contacto_id = ${c}`)));
  assert.deepEqual(polizas.map(p => [p.getAttribute('NumUnIdenPol'), p.getAttribute('Fecha'), ...uuids(p)]), [
    ['Diario 1', '2025-01-10', `${UUID} ${rfcCliente} 1160.00`],
    ['Ingresos 1', '2025-01-20', `${UUID} ${rfcCliente} 1160.00`],
    ['Diario 2', '2025-01-12', `${UUID2} ${rfcProveedor} 232.00`],
    ['Egresos 1', '2025-01-25', `${UUID2} ${rfcProveedor} 232.00`]]);
  const banco = p => nodos(p, 'Transaccion').find(l => l.getAttribute('NumCta') === '102.01');
  const transferencias = nodos(banco(polizas[3]), 'Transferencia');
  assert.deepEqual(transferencias.map(t => a(t, 'CtaOri', 'BancoOriNal', 'CtaDest', 'BancoDestNal', 'Fecha', 'Benef', 'RFC', 'Monto')),
    [['012180001234567891', '012', '072580004055667012', '072', '2025-01-25', 'PROVEEDOR', rfcProveedor, '232.00']]);
  // Of the customer no account is known: only the method.
  assert.deepEqual(nodos(banco(polizas[1]), 'OtrMetodoPago').map(t => a(t, 'MetPagoPol', 'Benef', 'Monto')), [['03', 'PEÑA & HIJOS "EL <BUENO>"', '580.00']]);
  esError(await pedir('Polizas', { anio: 2024, mes: 12, tipoSolicitud: 'AF', numOrden: 'ABC1234567/25' }), 400, 'VALIDACION');
});

test('gestor exportar electronica escribe el mismo archivo', async () => {
  const destino = path.join(carpeta, 'B.zip');
  const orden = ['exportar', 'electronica', 'balanza', '2025-01'];
  await base.gestor([...orden, destino, '--organizacion', String(e.id)]);
  assert.deepEqual(readFileSync(destino), (await pedir('Balanza', { anio: 2025, mes: 1 })).crudo);
  await base.gestor(['exportar', 'electronica', 'polizas', '2025-01', destino, '--organizacion', String(e.id), '--tipo-solicitud', 'DE', '--tramite', 'AB123456789012']);
  assert.equal(a(await abrir(readFileSync(destino), 'EKU9003173C9202501PL', 'PL'), 'NumTramite')[0], 'AB123456789012');
  const malo = await base.gestor(['exportar', 'electronica', 'balanza', '2025-02', path.join(carpeta, 'no.zip'), '--organizacion', String(e.id)], { falla: true });
  assert.match(malo.error, /el mes 2 de 2025 no está cerrado/);
  assert.equal(existsSync(path.join(carpeta, 'no.zip')), false);
  assert.match((await base.gestor(['exportar', 'electronica', 'nada', '2025-01', '--organizacion', String(e.id)], { falla: true })).error, /no hay un archivo «nada»/);
});
