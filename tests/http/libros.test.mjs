// The books of a company to which anything happens: sales of every rate and currency, invoices of notes, returns, collections, advances used in
// parts, write-offs, and cancels in between. After every step the audit adds up documents and ledger.
// At the end everything is paid and no tax waits for money. Then everything is cancelled, last first, and nothing is left.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compararConHledger } from './lib/auditoria.mjs';
import { auditoriaSeguida } from './lib/auditoria_seguida.mjs';
import { Base, Servidor } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { Empresa } from './lib/escena.mjs';
import { Reportes } from './lib/reportes.mjs';

const SEMILLA = Number(process.env.LIBROS_SEMILLA ?? 20261116);
const PASOS = Number(process.env.LIBROS_PASOS ?? 220);
let base, srv, e, cuentas, auditoria;
before(async () => {
  base = await Base.crear({ registros: 0 });
  srv = await Servidor.iniciar(base);
  auditoria = await auditoriaSeguida(base);
  e = await Empresa.crear({ base, srv }, { nombre: 'Los libros', rfc: 'CUSC850516316', regimen: '612' });  // a natural person: companies withhold from it
  await base.gestor(['importar', 'cuentas-bancarias', '-', '--organizacion', String(e.id)],
    { entrada: 'clave,nombre,tipo,banco,moneda,sucursal,cuentaContable\nPESOS,Banco en pesos,Banco,012,MXN,MATRIZ,102.01\nDOLARES,Banco en dólares,Banco,012,USD,MATRIZ,102.01\n' });
  cuentas = { MXN: await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'PESOS'"), USD: await e.uno('cuenta_bancaria', 'cuenta_id', "clave = 'DOLARES'") };
});
after(async () => {
  await auditoria?.cerrar();
  await srv?.parar();
  await base?.soltar();
});

const INCOBRABLE = '/api/CuentasPorCobrar/Incobrable';
const centavos = n => Math.round(n * 100);
const saldo = cuenta => base.uno(`SELECT coalesce(sum(v.debe - v.haber), 0) FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.organizacion_id = ${e.id} AND c.clave = '${cuenta}'`);
async function sano(que) {
  assert.deepEqual(await auditoria.auditar(), [], `semilla ${SEMILLA}, después de ${que}`);
}

test('todo lo que puede pasarle a una venta', { timeout: 600_000 }, async t => {
  t.diagnostic(`semilla ${SEMILLA}: LIBROS_SEMILLA y LIBROS_PASOS la cambian`);
  const azar = azarCon(SEMILLA);
  const de = lista => lista[azar(lista.length)];
  const servicio = { tipo: 'Servicio', unidadMedidaId: e.servicio, claveProductoServicio: '84111506' };
  const productos = [];
  for (const [codigo, mas] of [['GENERAL', {}], ['CERO', { tasaIva: 0 }], ['EXENTO', { exentoIva: true }], ['BOTANA', { tasaIeps: 0.08 }], ['HONORARIOS', { tasaIvaRetenido: 0.106667, tasaIsrRetenido: 0.1 }]])
    productos.push(await e.producto(codigo, { ...servicio, ...mas }));
  const cliente = await e.cliente('ACME');
  const cambios = [17.123457, 17.123457, 18.5, 19.987654];
  const ventas = [], dinero = [], creditos = [], perdidas = [];  // ids of living documents, oldest first
  const leer = async id => (await base.sql(`SELECT transaccion_id AS id, obj_id AS obj, estado, saldo, total, moneda, tipo_cambio AS cambio FROM transaccion WHERE transaccion_id = ${id}`))[0];
  const deben = async () => (await base.sql(`SELECT transaccion_id AS id, obj_id AS obj, estado, saldo, total, moneda, tipo_cambio AS cambio FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id IN (1, 2) AND saldo > 0 ORDER BY 1`));
  const parte = n => (azar(3) ? Math.max(1, azar(centavos(n) + 1)) : azar(2) ? centavos(n) : Math.min(centavos(n), 1 + azar(9))) / 100;
  const intentar = async (ruta, cuerpo) => {
    const r = await e.pedir(ruta, cuerpo);
    assert.ok(r.estado === 200 || r.estado === 400, r.texto);
    if (r.estado === 400) rechazos[r.json.codigo] = (rechazos[r.json.codigo] ?? 0) + 1;
    return r.estado === 200 ? r.json.data : undefined;
  };
  const rechazos = {}, hechos = {};
  const moneda = () => (azar(3) ? {} : { moneda: 'USD', tipoCambio: de(cambios) });
  const partidas = () => Array.from({ length: 1 + azar(4) }, () => ({ productoId: de(productos), cantidad: 1 + azar(4), precioUnitario: (1 + azar(azar(3) ? 2_000_000 : 900)) / 10_000 + 0.01 }));
  // aplicacion: an amount of a document paid with money of a currency.
  const aplicacion = (d, monedaDeDinero, importe) => ({ transaccionId: d.id, importe, ...(monedaDeDinero !== d.moneda && { tipoCambio: de(cambios) }) });
  const pasos = {
    async venta() {
      const d = await intentar(azar(2) ? '/api/FacturaVenta' : '/api/NotaVenta', { clienteId: cliente, partidas: partidas(), ...moneda() });
      if (d) ventas.push(d.transaccionId);
    },
    async facturaDeNotas() {
      const notas = (await base.sql(`SELECT transaccion_id AS id, moneda FROM transaccion WHERE organizacion_id = ${e.id} AND obj_id = 2 AND estado IN ('Pendiente', 'Parcial', 'Pagado') ORDER BY 1`));
      const unas = notas.filter(n => n.moneda === notas[0].moneda).slice(0, 1 + azar(3)).map(n => n.id);
      if (!unas.length) return;
      const d = await intentar(`/api/NotaVenta/NotaVentaFacturar/${unas[0]}`, { clienteId: cliente, notas: unas.slice(1) });
      if (d) ventas.push(d.transaccionId);
    },
    async deposito() {
      const todas = await deben();
      if (!todas.length) return;
      const d = de(todas);
      const en = azar(3) ? d.moneda : de(['MXN', 'USD']);
      const importe = parte(d.saldo);
      const a = aplicacion(d, en, importe);
      const vale = en === d.moneda ? importe : en === 'MXN' ? importe * a.tipoCambio : importe / a.tipoCambio;
      const hecho = await intentar('/api/Bancos/DepositoAgregar', { contactoId: cliente, cuentaId: cuentas[en], formaPagoId: e.transferencia, importe: Math.max(1, Math.ceil(vale * 100) + azar(2) * azar(5000)) / 100,
        ...(en === 'USD' && { moneda: 'USD', tipoCambio: a.tipoCambio ?? de([d.cambio, ...cambios]) }), aplicaciones: [a] });
      if (hecho) dinero.push(hecho.transaccionId);
    },
    async anticipo() {
      const en = de(['MXN', 'USD']);
      const hecho = await intentar('/api/Bancos/AnticipoAgregar', { clienteId: cliente, cuentaId: cuentas[en], formaPagoId: e.transferencia, importe: (1 + azar(azar(2) ? 200 : 90_000)) / 100, tasaIva: de([0.16, 0.08, 0]),
        ...(en === 'USD' && { moneda: 'USD', tipoCambio: de(cambios) }) });
      if (hecho) dinero.push(hecho.transaccionId);
    },
    async asignar() {
      const todas = await deben();
      if (!todas.length || !dinero.length) return;  // without a debt a credit has nothing to pay
      const [f, d] = [await leer(de(dinero)), de(todas)];
      const importe = f.moneda === d.moneda ? Math.min(parte(d.saldo), parte(f.saldo || 1)) : Math.min(parte(d.saldo), parte(Math.max(f.saldo / 25, 0.01)));
      await intentar('/api/Bancos/DepositoAsignar', { transaccionId: f.id, aplicaciones: [{ ...aplicacion(d, f.moneda, importe), ...(d.moneda === 'MXN' && { tipoCambio: undefined }) }] });
    },
    async incobrable() {
      const todas = await deben();
      if (!todas.length) return;
      const d = de(todas);
      const hecho = await intentar(INCOBRABLE, { transaccionId: d.id, importe: parte(d.saldo), motivo: 'No paga', cancelaIva: azar(2) === 1 });
      if (hecho) perdidas.push(hecho.transaccionId);
    },
    async devolucion() {
      if (!ventas.length) return;
      const id = de(ventas);
      const lineas = await base.sql(`SELECT numero_partida AS n, cantidad FROM partida WHERE transaccion_id = ${id} ORDER BY 1`);
      const d = await intentar('/api/NotaDevolucionCliente', { transaccionIdVenta: id, motivo: 'Porque sí', ...(azar(3) ? { partidas: lineas.filter(() => azar(2)).slice(0, 2).map(l => ({ numeroPartida: l.n, cantidad: 1 + azar(l.cantidad) })) } : { completa: true }) });
      if (d) creditos.push(d.transaccionId);
    },
    async cancelar() {
      const [lista, ruta] = de([[dinero, '/api/Bancos/DepositoCancelar'], [dinero, '/api/Bancos/DepositoCancelar'], [creditos, '/api/Ventas/TransaccionCancelar'], [ventas, '/api/Ventas/TransaccionCancelar'], [perdidas, INCOBRABLE]]);
      if (lista.length) await cancelar(lista, ruta, de(lista), false);
    },
  };
  const cancelar = async (lista, ruta, id, debe) => {
    const r = await srv.pedir('DELETE', `${ruta}/${id}`, { token: e.token });
    assert.ok(r.estado === 200 || (!debe && r.estado === 400), r.texto);
    if (r.estado === 200) lista.splice(lista.indexOf(id), 1);
    return r.estado === 200;
  };
  const urna = ['venta', 'venta', 'venta', 'facturaDeNotas', 'deposito', 'deposito', 'deposito', 'anticipo', 'asignar', 'asignar', 'asignar', 'devolucion', 'devolucion', 'incobrable', 'cancelar'];
  for (let n = 0; n < PASOS; n++) {
    const paso = de(urna);
    hechos[paso] = (hechos[paso] ?? 0) + 1;
    await pasos[paso]();
    await sano(`${n} ${paso}`);
  }
  t.diagnostic(`${JSON.stringify(hechos)}; rechazos ${JSON.stringify(rechazos)}`);

  // Write-offs are cancelled, so their debts are owed again. Then everything is paid: no tax waits for money, and only credits of customers stay.
  for (const id of [...perdidas]) await cancelar(perdidas, INCOBRABLE, id, true);
  await sano('cancelar lo incobrable');
  for (const d of await deben()) {
    const mitades = centavos(d.saldo) > 1 ? [Math.floor(centavos(d.saldo) / 3) || 1] : [];
    mitades.push(centavos(d.saldo) - (mitades[0] ?? 0));
    for (const c of mitades)
      dinero.push((await e.hecho('/api/Bancos/DepositoAgregar', { contactoId: cliente, cuentaId: cuentas[d.moneda], formaPagoId: e.transferencia, importe: c / 100, ...(d.moneda === 'USD' && { moneda: 'USD', tipoCambio: d.cambio }),
        aplicaciones: [{ transaccionId: d.id, importe: c / 100 }] })).transaccionId);
    await sano(`pagar ${d.id}`);
  }
  assert.deepEqual([await saldo('IVA_POR_COBRAR'), await saldo('IEPS_POR_COBRAR'), await deben()], [0, 0, []]);
  assert.ok(await saldo('IVA_COBRADO') <= 0);
  assert.ok(await compararConHledger(base, e.id) > 8);
  const reportes = new Reportes({ base, srv, id: e.id, token: e.token });
  await reportes.sonElLibro('2020-01-01', '2030-12-31');
  await reportes.ventas('2020-01-01', '2030-12-31');

  // Everything is undone: first deposits, then credits, then sales, in several rounds when one has to wait for another.
  const porDeshacer = [[dinero, '/api/Bancos/DepositoCancelar'], [creditos, '/api/Ventas/TransaccionCancelar'], [ventas, '/api/Ventas/TransaccionCancelar']];
  const quedan = () => porDeshacer.reduce((n, [lista]) => n + lista.length, 0);
  for (let antes = 0; quedan() !== antes;) {
    antes = quedan();
    for (const [lista, ruta] of porDeshacer) for (const id of [...lista].reverse()) await cancelar(lista, ruta, id, false);
  }
  await sano('deshacerlo todo');
  await reportes.sonElLibro('2020-01-01', '2030-12-31');
  assert.deepEqual([dinero, creditos, ventas], [[], [], []]);
  assert.deepEqual(await base.sql(`SELECT c.clave, sum(v.debe - v.haber) AS saldo FROM poliza_movimiento v JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE v.organizacion_id = ${e.id} GROUP BY 1 HAVING sum(v.debe - v.haber) <> 0`), []);
});
