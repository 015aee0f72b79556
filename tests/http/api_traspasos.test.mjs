// Transfers between own bank accounts: an egress and a deposit that are born and cancelled together; the ledger at the amounts paid, to the cent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar, auditarTras } from './lib/auditoria.mjs';
import { esError, montar } from './lib/ayuda_api.mjs';
import { Empresa } from './lib/escena.mjs';

let m, e, base, srv;
const c = {};  // accounts by key
const TRASPASO = '/api/Bancos/Traspaso';
before(async () => {
  m = await montar({ registros: 60 });
  ({ base, srv } = m);
  e = await Empresa.crear(m, { nombre: 'Traspasos', rfc: 'EKU9003173C9' });
  const cuenta = async (clave, moneda, mas = '') => (c[clave] = Number(await base.sql(`INSERT INTO cuenta_bancaria (organizacion_id, clave, nombre, tipo, banco_id, moneda_id, cuenta_contable_id, activo)
    SELECT ${e.id}, '${clave}', 'Cuenta ${clave}', 'Banco', (SELECT min(banco_id) FROM banco), ${moneda}, cuenta_contable_id, '${mas}' = '' FROM cuenta_contable WHERE organizacion_id = ${e.id} AND clave = 'BANCO' RETURNING cuenta_id`)));
  await cuenta('PESOS', 1);
  await cuenta('DOLARES', 2);
  await cuenta('OTROS_DOLARES', 2);
  await cuenta('EUROS', 3);
  await cuenta('VIEJA', 1, 'inactiva');
  await base.sql(`INSERT INTO organizacion_moneda (organizacion_id, moneda_id) VALUES (${e.id}, 3) ON CONFLICT DO NOTHING`);
  await base.sql(`INSERT INTO tipo_cambio (organizacion_id, moneda_id, fecha, valor) VALUES (${e.id}, 2, '2024-12-31', 18.123457), (${e.id}, 2, '2025-03-05', 18.5), (${e.id}, 2, '2025-03-06', 19),
    (${e.id}, 3, '2025-03-01', 20.25) ON CONFLICT (organizacion_id, moneda_id, fecha) DO UPDATE SET valor = excluded.valor`);
  c.CAJA = e.caja;
});
after(() => m?.cerrar());

const dia = (d, mes = '03') => `2025-${mes}-${String(d).padStart(2, '0')}T10:00:00`;
const traspaso = (origen, destino, importeOrigen, importeDestino, mas = {}) => ({ cuentaOrigenId: c[origen], cuentaDestinoId: c[destino], importeOrigen, ...(importeDestino && { importeDestino }), fecha: dia(5), ...mas });
const cancelar = (que, id, extra = '') => srv.pedir('DELETE', `/api/Bancos/${que}Cancelar/${id}${extra}`, { token: e.token });
const leer = async (que, id) => (await srv.get(`/api/Bancos/${que}/${id}`, { token: e.token })).json.data;
const saldo = async clave => (await srv.get('/api/Bancos/Cuentas', { token: e.token })).json.data.find(x => x.cuentaId === c[clave]).saldo;

test('cada mitad es un documento asignado, sin impuestos, con su póliza; la moneda extranjera llega en lo que se pagó y sale en lo que hay de ella en libros', async () => {
  const casos = [  // origin, destination, amount out, amount in, exchange difference, póliza of the egress, póliza of the deposit
    ['PESOS', 'DOLARES', 18600, 1000, 0, ['D TRASPASOS 18600.00', 'A BANCO 18600.00'], ['D BANCO 18600.00', 'A TRASPASOS 18600.00']],
    ['DOLARES', 'PESOS', 400, 7680, 240, ['D TRASPASOS 7440.00', 'A BANCO 7440.00'], ['D BANCO 7680.00', 'A TRASPASOS 7440.00', 'A UTILIDAD_CAMBIARIA 240.00']],
    ['DOLARES', 'EUROS', 100, 90, 0, ['D TRASPASOS 1860.00', 'A BANCO 1860.00'], ['D BANCO 1860.00', 'A TRASPASOS 1860.00']],
    ['DOLARES', 'OTROS_DOLARES', 33.33, undefined, 0, ['D TRASPASOS 619.94', 'A BANCO 619.94'], ['D BANCO 619.94', 'A TRASPASOS 619.94']],
    ['DOLARES', 'PESOS', 466.67, 8600, -80.06, ['D TRASPASOS 8680.06', 'A BANCO 8680.06'], ['D BANCO 8600.00', 'D PERDIDA_CAMBIARIA 80.06', 'A TRASPASOS 8680.06']],
    ['PESOS', 'CAJA', 250.5, 250.5, 0, ['D TRASPASOS 250.50', 'A BANCO 250.50'], ['D CAJA 250.50', 'A TRASPASOS 250.50']],
  ];
  for (const [origen, destino, sale, llega, diferencia, unas, otras] of casos) {
    const antes = [await saldo(origen), await saldo(destino)];
    const r = await e.hecho(TRASPASO, traspaso(origen, destino, sale, llega, { referencia: 'SPEI 77' }));
    assert.deepEqual([r.salida.objId, r.salida.total, r.salida.saldo, r.salida.estado, r.llegada.objId, r.llegada.total, r.llegada.saldo, r.llegada.estado, r.diferenciaCambiaria],
      [10, sale, 0, 'Asignado', 8, llega ?? sale, 0, 'Asignado', diferencia], `${origen} a ${destino}`);
    assert.deepEqual([await e.poliza(r.salida.transaccionId), await e.poliza(r.llegada.transaccionId)], [unas, otras]);
    const [egreso, deposito] = [await leer('Egresos', r.salida.transaccionId), await leer('Depositos', r.llegada.transaccionId)];
    assert.deepEqual([egreso.cuentaId, egreso.importe, egreso.iva, egreso.importePorAsignar, egreso.formaPagoId, egreso.forma, egreso.beneficiario, egreso.referencia, egreso.fecha],
      [c[origen], sale, 0, 0, 0, 'Traspaso entre cuentas', destino === 'CAJA' ? egreso.beneficiario : `Cuenta ${destino}`, 'SPEI 77', dia(5)]);
    assert.deepEqual([deposito.cuentaId, deposito.importe, deposito.tipo, deposito.importePorAsignar, deposito.contactoId, deposito.referencia, deposito.fecha], [c[destino], llega ?? sale, 'Traspaso', 0, 0, 'SPEI 77', dia(5)]);
    assert.deepEqual([await saldo(origen), await saldo(destino)].map(x => x.toFixed(2)), [antes[0] - sale, antes[1] + (llega ?? sale)].map(x => x.toFixed(2)));
  }
  assert.deepEqual(await auditar(base), []);
});

test('de una cuenta sin saldo, el tipo de cambio es el del día; uno viejo se avisa', async () => {
  const r = await e.hecho(TRASPASO, traspaso('PESOS', 'DOLARES', 1900, 100, { fecha: dia(6) }));
  assert.deepEqual([r.diferenciaCambiaria, r.advertencias], [0, []]);
  const viejo = await e.hecho(TRASPASO, traspaso('DOLARES', 'PESOS', 1, 18.12, { fecha: dia(2, '02') }));
  assert.equal(viejo.diferenciaCambiaria, 0);
  assert.deepEqual(viejo.advertencias, ['el tipo de cambio de USD es del 2024-12-31']);
});

test('lo que no se puede: cada falla dice su campo, y no queda nada', async () => {
  const antes = await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`);
  const casos = [
    [traspaso('PESOS', 'PESOS', 1), 'VALIDACION cuentaDestinoId RANGO'],
    [traspaso('PESOS', 'DOLARES', 100), 'VALIDACION importeDestino REQUERIDO'],
    [traspaso('DOLARES', 'OTROS_DOLARES', 100, 100.01), 'VALIDACION importeDestino RANGO'],
    [traspaso('VIEJA', 'PESOS', 1), 'VALIDACION cuentaOrigenId NO_EXISTE'],
    [{ ...traspaso('PESOS', 'CAJA', 1), cuentaDestinoId: 99999999 }, 'VALIDACION cuentaDestinoId NO_EXISTE'],
    [{ ...traspaso('PESOS', 'CAJA', 1), cuentaOrigenId: await base.uno('SELECT min(cuenta_id) FROM cuenta_bancaria WHERE organizacion_id = 1') }, 'VALIDACION cuentaOrigenId NO_EXISTE'],
    [traspaso('PESOS', 'CAJA', 0), 'VALIDACION importeOrigen MAYOR_QUE_CERO'],
    [traspaso('PESOS', 'DOLARES', 10, 0.001), 'VALIDACION importeDestino RANGO'],
    [traspaso('PESOS', 'CAJA', 99999999999999), 'VALIDACION importeOrigen RANGO'],
    [traspaso('PESOS', 'DOLARES', 1, 9999999999999), 'RANGO importeDestino RANGO'],
    [traspaso('EUROS', 'PESOS', 1, 20, { fecha: dia(28, '02') }), 'VALIDACION cuentaOrigenId REQUERIDO'],
    [traspaso('PESOS', 'CAJA', 1, undefined, { fecha: '2099-01-01' }), 'VALIDACION fecha RANGO'],
    [traspaso('PESOS', 'CAJA', 1, undefined, { sucursalId: 99999999 }), 'VALIDACION sucursalId NO_EXISTE'],
    [traspaso('PESOS', 'CAJA', 1, undefined, { formaPagoId: e.transferencia }), 'VALIDACION formaPagoId DESCONOCIDO'],
  ];
  for (const [cuerpo, falla] of casos) await e.falla(TRASPASO, cuerpo, falla);
  await e.cerrar('2024-06');
  await e.falla(TRASPASO, traspaso('PESOS', 'CAJA', 1, undefined, { fecha: '2024-06-10' }), 'PERIODO_CERRADO');
  assert.equal(await base.uno(`SELECT count(*) FROM transaccion WHERE organizacion_id = ${e.id}`), antes);
  const lector = await m.base.usuario({ usuario: 'solomira', organizacion: e.id, sucursal: e.matriz, rol: 'propio', permisos: 'bancos.leer' });
  esError(await e.pedir(TRASPASO, traspaso('PESOS', 'CAJA', 1), { token: await srv.entrar({ ...lector, ...e.llave }) }), 403, 'PERMISO_DENEGADO');
});

test('cancelar una mitad cancela la otra, cualquiera que se pida; conciliada una, ninguna', async () => {
  for (const [que, cual] of [['Egreso', 'salida'], ['Deposito', 'llegada']]) {
    const r = await e.hecho(TRASPASO, traspaso('PESOS', 'DOLARES', 1860, 100));
    const otra = cual === 'salida' ? r.llegada : r.salida;
    for (const conciliada of [r.salida, r.llegada]) {
      const marca = valor => base.sql(`UPDATE movimiento_banco SET conciliado = ${valor} WHERE transaccion_id = ${conciliada.transaccionId}`);
      await marca(true);
      const no = await cancelar(que, r[cual].transaccionId);
      esError(no, 400, 'ESTADO_INVALIDO');
      assert.match(no.json.detail, new RegExp(`${conciliada.folio} .*conciliado`));
      assert.deepEqual([await e.estado(r.salida.transaccionId), await e.estado(r.llegada.transaccionId)], ['Asignado', 'Asignado']);
      await marca(false);
    }
    esError(await cancelar(que === 'Egreso' ? 'Deposito' : 'Egreso', r[cual].transaccionId), 400, 'NO_ENCONTRADO');
    assert.deepEqual([await e.estado(r.salida.transaccionId), await e.estado(r.llegada.transaccionId)], ['Asignado', 'Asignado']);
    const hecha = await cancelar(que, r[cual].transaccionId, '?motivo=Repetido');
    assert.equal(hecha.estado, 200, hecha.texto);
    assert.deepEqual([hecha.json.data.estado, hecha.json.data.advertencias], ['Cancelado', [`se canceló también ${otra.tipoDocumento} ${otra.folio}, la otra mitad del traspaso`]]);
    assert.deepEqual([await e.estado(r.salida.transaccionId), await e.estado(r.llegada.transaccionId)], ['Cancelado', 'Cancelado']);
    assert.deepEqual([...new Set(await base.columna(`SELECT motivo_cancelacion FROM transaccion WHERE transaccion_id IN (${r.salida.transaccionId}, ${r.llegada.transaccionId})`))], ['Repetido']);
    esError(await cancelar('Egreso', r.salida.transaccionId), 400, 'ESTADO_INVALIDO');
    esError(await cancelar('Deposito', r.llegada.transaccionId), 400, 'ESTADO_INVALIDO');
  }
  assert.deepEqual(await auditar(base), []);
});

test('muchos que cancelan a la vez, cada quien una mitad: una gana y nada queda a medias', async () => {
  for (let i = 0; i < 6; i++) {
    const r = await e.hecho(TRASPASO, traspaso('PESOS', 'DOLARES', 186, 10));
    const estados = (await Promise.all([cancelar('Egreso', r.salida.transaccionId), cancelar('Deposito', r.llegada.transaccionId), cancelar('Egreso', r.salida.transaccionId), cancelar('Deposito', r.llegada.transaccionId)])).map(x => x.estado);
    assert.deepEqual(estados.sort(), [200, 400, 400, 400]);
  }
  assert.deepEqual(await auditar(base), []);
});

test('lo que se traspasó no se asigna ni se reembolsa', async () => {
  const r = await e.hecho(TRASPASO, traspaso('CAJA', 'PESOS', 100));
  const cliente = await e.cliente('TRAS'), p = await e.producto('TRASPROD', { tipo: 'Servicio', unidadMedidaId: e.servicio });
  const f = await e.hecho('/api/FacturaVenta', { clienteId: cliente, fecha: dia(5), partidas: [{ productoId: p, cantidad: 1, precioUnitario: 10 }] });
  await e.falla('/api/Bancos/DepositoAsignar', { transaccionId: r.llegada.transaccionId, aplicaciones: [{ transaccionId: f.transaccionId, importe: 1 }] }, 'ESTADO_INVALIDO');
  await e.falla('/api/Bancos/EgresoAgregar', { cuentaId: e.caja, formaPagoId: e.efectivo, fecha: dia(6), partidas: [{ transaccionIdCompra: r.llegada.transaccionId, importeAbono: 1 }] },
    'ESTADO_INVALIDO partidas[0].transaccionIdCompra ESTADO_INVALIDO');
});

test('control: la auditoría nota una mitad sola, y lo que se quedó en camino', async () => {
  const r = await e.hecho(TRASPASO, traspaso('CAJA', 'PESOS', 5));
  const dano = await auditarTras(base, `UPDATE transaccion SET estado = 'Cancelado', fecha_cancelacion = fecha WHERE transaccion_id = ${r.llegada.transaccionId}`);
  assert.ok(JSON.stringify(dano).includes('la otra mitad del traspaso'), JSON.stringify(dano));
});
