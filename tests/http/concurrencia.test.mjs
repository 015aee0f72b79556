// Many callers at once on the same customers, suppliers, products, documents and series, through two servers with all their workers. Every answer is
// a success or a business refusal, and afterwards everything adds up. Controls show that the audit can fail.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditar, auditarTras, compararConHledger } from './lib/auditoria.mjs';
import { Base, Servidor, dormir } from './lib/ayuda_api.mjs';
import { azarCon } from './lib/azar.mjs';
import { fundar } from './lib/escenarios.mjs';
import { PESOS_DE_COMPRAS, compras } from './lib/tormenta_compras.mjs';
import { NEGOCIO, codigoDe } from './faults/escritores.mjs';

const OPERACIONES = Number(process.env.CONCURRENCIA_OPERACIONES ?? 2400);
const A_LA_VEZ = 48;
const RIVALES = 8;
const DUELOS = Number(process.env.CONCURRENCIA_DUELOS ?? 12);

let base, servidores, e, turno = 0;
const almacenes = {};
before(async () => {
  base = await Base.crear({ registros: 0 });
  const primero = await Servidor.iniciar(base, { trabajadores: 8 });
  e = await fundar(base, primero, 'Concurrencia');
  // The second server accepts the tokens of the first.
  servidores = [primero, await Servidor.iniciar(base, { trabajadores: 8, 'llaves-token': primero.llaves })];
  almacenes.general = e.almacen();
  almacenes.cedis = await base.uno(`SELECT almacen_id FROM almacen WHERE organizacion_id = ${e.organizacion} AND es_cedis`);
});
after(async () => {
  for (const s of servidores ?? []) await s.parar();
  await base?.soltar();
});

// azar: the same choices in every run; only the order of the requests on the wire differs. A turn draws all its choices before it waits for an
// answer.
const SEMILLA = Number(process.env.CONCURRENCIA_SEMILLA ?? 20261115);
let azar;
const uno = lista => lista[azar(lista.length)];

// pedir: counts every answer by request and by code.
const cuenta = new Map();
async function pedir(que, metodo, ruta, cuerpo) {
  const r = await servidores[turno++ % servidores.length].pedir(metodo, ruta, { token: e.token, cuerpo });
  const codigo = r.estado === 200 ? 'bien' : `${r.estado} ${codigoDe(r)}${r.estado >= 500 ? ` ${r.json?.mensaje ?? r.texto}` : ''}`;
  const celda = cuenta.get(que) ?? cuenta.set(que, new Map()).get(que);
  celda.set(codigo, (celda.get(codigo) ?? 0) + 1);
  return { bien: r.estado === 200, codigo, d: r.json?.data ?? r.json, texto: r.texto };
}
// permitidos: refusals of the rules. A refusal by a constraint of the database would name a column, and fails the test. clienteId: the note was
// returned whole; importes: nothing of that rate is left.
const permitidos = ['bien', ...[...NEGOCIO, 'VALIDACION aplicaciones[n].tipoCambio REQUERIDO', 'VALIDACION clienteId RANGO', 'VALIDACION importes.basen RANGO', 'SERIE_LOTE_INVALIDO', 'REFERENCIA_DUPLICADA', 'UUID_DUPLICADO'].map(c => `400 ${c}`)];
function informar(t, titulo) {
  const fuera = [];
  for (const [que, celda] of [...cuenta].sort()) {
    t.diagnostic(`${titulo}: ${que}: ${[...celda].sort().map(([c, n]) => `${c} ${n}`).join(', ')}`);
    fuera.push(...[...celda.keys()].filter(codigo => !permitidos.includes(codigo)).map(codigo => `${que} contestó ${codigo}`));
  }
  cuenta.clear();
  assert.deepEqual(fuera, []);
}
async function sano(t) {
  await base.sql('ANALYZE');
  assert.deepEqual(await auditar(base), []);
  const [{ deadlocks }] = await base.sql(`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`);
  assert.equal(deadlocks, 0, 'el orden de los candados es uno solo: nadie se abraza');
  const [n] = await base.sql(`SELECT count(*) AS documentos, count(*) FILTER (WHERE estado = 'Cancelado') AS cancelados, (SELECT count(*) FROM poliza) AS polizas, (SELECT count(*) FROM aplicacion) AS aplicaciones,
    (SELECT count(*) FROM movimiento_inventario) AS movimientos, count(DISTINCT (obj_id, serie)) AS series FROM transaccion`);
  t.diagnostic(`en la base: ${Object.entries(n).map(([k, v]) => `${v} ${k}`).join(', ')}; 0 abrazos mortales; hledger coincide en ${await compararConHledger(base, e.organizacion)} cuentas`);
}

const producto = async (codigo, extra = {}) => (await e.hacer('POST', '/api/Productos', { codigo, descripcion: codigo, unidadMedidaId: e.catalogo.pieza, claveProductoServicio: '27112000', metodoCosteo: 'PEPS', ...extra })).productoId;
let rfcs = 0;
const cliente = async (codigo, extra = {}) => (await e.hacer('POST', '/api/Contactos', { codigo, tipoContacto: 'Cliente', nombre: codigo, rfc: `AAA80${String(Math.floor(rfcs / 28) % 12 + 1).padStart(2, '0')}${String(rfcs++ % 28 + 1).padStart(2, '0')}AA0`, regimenFiscal: '601', usoCFDI: 'G03',
  codigoPostal: '64000', ...extra })).entidadId;
const proveedor = (codigo, extra) => cliente(codigo, { tipoContacto: 'Proveedor', ...extra });
const entrada = (productoId, cantidad, costoUnitario, extra = {}) => e.hacer('POST', '/api/Inventario/Movimiento', { tipoMovimiento: 'Entrada', conceptoId: e.catalogo.inicial, almacenId: almacenes.general,
  partidas: [{ productoId, cantidad, costoUnitario, ...extra }] });
const venta = (clienteId, partidas, extra = {}) => ({ ...(clienteId && { clienteId }), partidas: partidas.map(([productoId, cantidad, precioUnitario, series]) => ({ productoId, cantidad, precioUnitario, ...(series && { series }) })), ...extra });
const efectivo = importe => ({ pagos: [{ formaPagoId: e.catalogo.formas.efectivo, cuentaId: e.catalogo.cuentas.CAJA, importe }] });
const deposito = (contactoId, importe, ...aplicaciones) => ({ contactoId, cuentaId: e.catalogo.cuentas.BANCO, formaPagoId: e.catalogo.formas.transferencia, importe, aplicaciones: aplicaciones.map(([transaccionId, cuanto]) => ({ transaccionId, importe: cuanto })) });
const comprar = async (productoId = e.productos.mucho) => (await e.hacer('POST', '/api/FacturaCompra', { proveedorId: e.proveedores.rival, partidas: [{ productoId, cantidad: 1, precioUnitario: 100 }] })).transaccionId;
async function ordenar(cantidad = 1) {
  const { transaccionId } = await e.hacer('POST', '/api/OrdenCompra', { proveedorId: e.proveedores.rival, partidas: [{ productoId: e.productos.mucho, cantidad, precioUnitario: 100 }] });
  await e.hacer('PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${transaccionId}`, {});
  return transaccionId;
}
const egreso = partes => ({ cuentaId: e.catalogo.cuentas.BANCO, formaPagoId: e.catalogo.formas.transferencia, partidas: partes.map(([transaccionIdCompra, importeAbono]) => ({ transaccionIdCompra, importeAbono })) });
const solicitud = (transaccionIdCompra, importe) => ({ proveedorId: e.proveedores.rival, documentos: [{ transaccionIdCompra, importe }] });

test('una tormenta: se vende, se cobra, se compra, se paga, se traspasa y se cancela sobre lo mismo', { timeout: 300_000 }, async t => {
  const LIMITE = 2500;
  const productos = [await producto('ESCASO', { tasaIeps: 0.08 }), await producto('PROMEDIO', { metodoCosteo: 'PROMEDIO' }), await producto('EXENTO', { exentoIva: true }), await producto('SOBRADO')];
  for (const [i, n] of [150, 150, 100, 5000].entries()) for (let k = 0; k < 3; k++) await entrada(productos[i], n, 7 + i + 0.333333 * k);
  const corto = await cliente('CORTO', { limiteCredito: LIMITE });
  const clientes = [corto, await cliente('UNO'), await cliente('DOS')];
  const dolares = await cliente('DOLARES');
  await base.gestor(['importar', 'tipos-cambio', '-', '--organizacion', String(e.organizacion)], { entrada: 'moneda,fecha,valor\nUSD,2025-01-02,18.5\n' });
  const socio = await cliente('SOCIO', { tipoContacto: 'Ambos' });
  clientes.push(socio);
  const proveedores = [await proveedor('PROVEEDOR'), await proveedor('PERSONA', { rfc: 'PEPJ8001019Q8', regimenFiscal: '612' }), socio];
  const kit = (await e.hacer('POST', '/api/Productos', { codigo: 'KIT', descripcion: 'Kit', tipo: 'Kit', unidadMedidaId: e.catalogo.pieza, claveProductoServicio: '27112000',
    componentes: [{ productoId: productos[2], cantidad: 1 }, { productoId: productos[0], cantidad: 2 }] })).productoId;

  // vivos: documents that all callers know and act on together. Deposits and returns of the customer with a limit are not cancelled, since the cancel
  // would make the customer owe again.
  const vivos = { pedido: [], factura: [], nota: [], deposito: [], devolucion: [] };
  const recordar = (tipo, r, extra) => r.bien && vivos[tipo].push({ id: r.d.transaccionId, total: r.d.total, ...extra });
  const lineas = () => Array.from({ length: 1 + azar(4) }, () => [azar(12) ? uno(productos) : kit, azar(4) ? 1 + azar(3) : uno([0.5, 1.25, 2.333]), (10000 + azar(2000000)) / 10000]);
  const cambio = () => ({ moneda: 'USD', tipoCambio: (170000 + azar(30000)) / 10000 });
  const elegido = tipo => (vivos[tipo].length ? vivos[tipo].at(-1 - azar(Math.min(vivos[tipo].length, 12))) : undefined);
  const centavos = n => Math.max(1, Math.round(n * 100)) / 100;
  const hacer = {
    async pedido() {
      const clienteId = uno(clientes);
      recordar('pedido', await pedir('pedido', 'POST', '/api/PedidoCliente', venta(clienteId, lineas())), { clienteId });
    },
    async factura() {
      const clienteId = uno([...clientes, dolares]);
      const moneda = clienteId === dolares ? cambio() : {};
      recordar('factura', await pedir('factura', 'POST', '/api/FacturaVenta', venta(clienteId, lineas(), { ...moneda, ...(azar(5) ? {} : { entregaInmediata: false }) })), { clienteId, moneda: moneda.moneda });
    },
    async facturaDePedido() {
      const p = elegido('pedido');
      if (p) recordar('factura', await pedir('factura de un pedido', 'POST', '/api/FacturaVenta', { clienteId: p.clienteId, transaccionIdPedido: p.id }), { clienteId: p.clienteId });
    },
    async entrega() {
      const p = elegido(azar(3) ? 'pedido' : 'factura');
      if (p) await pedir('entrega', 'POST', '/api/Inventario/Entrega', { transaccionIdOrigen: p.id, ...(azar(2) && { partidas: [{ numeroPartida: 1, cantidad: 1 }] }) });
    },
    async nota() {
      const clienteId = uno([undefined, ...clientes, dolares]);
      const moneda = clienteId === dolares ? cambio() : {};
      const cuerpo = venta(clienteId, lineas(), moneda);
      recordar('nota', await pedir('nota', 'POST', '/api/NotaVenta', { ...cuerpo, ...(azar(3) && !moneda.moneda ? efectivo(azar(2) ? 5000 : 10) : {}) }), { clienteId, moneda: moneda.moneda });
    },
    async facturaDeNota() {
      const n = elegido('nota');
      if (n?.clienteId) recordar('factura', await pedir('factura de una nota', 'POST', `/api/NotaVenta/NotaVentaFacturar/${n.id}`, { clienteId: n.clienteId }), { clienteId: n.clienteId, moneda: n.moneda });
    },
    async deposito() {
      const [f, g] = [elegido('factura'), elegido('factura')];
      if (!f) return;
      const partes = [[f.id, centavos(f.total * (azar(4) ? 0.4 : 1))]];
      if (g && g.id !== f.id && g.clienteId === f.clienteId) partes.push([g.id, centavos(g.total / 3)]);
      const suma = Math.round(partes.reduce((s, p) => s + p[1] * 100, 0)) / 100;
      const cuerpo = deposito(f.clienteId, Number((suma + azar(3) * 10).toFixed(2)), ...(azar(2) ? partes : partes.reverse()));
      // A debt in dollars is paid with dollars at the rate of another day, or with pesos.
      if (f.moneda && azar(3)) Object.assign(cuerpo, cambio(), { cuentaId: e.catalogo.cuentas.DOLARES });
      else if (f.moneda) {
        const { tipoCambio } = cambio();
        for (const a of cuerpo.aplicaciones) a.tipoCambio = tipoCambio;
        cuerpo.importe = Number((cuerpo.importe * tipoCambio + 1).toFixed(2));
      }
      recordar('deposito', await pedir(`depósito${f.moneda ? ' de dólares' : ''}`, 'POST', '/api/Bancos/DepositoAgregar', cuerpo), { clienteId: f.clienteId });
    },
    async anticipo() {
      const clienteId = uno(clientes);
      recordar('deposito', await pedir('anticipo', 'POST', '/api/Bancos/AnticipoAgregar', { clienteId, cuentaId: e.catalogo.cuentas.BANCO, formaPagoId: e.catalogo.formas.transferencia, importe: centavos(azar(300) + 0.37) }), { clienteId });
    },
    async asignar() {
      const f = elegido('factura');
      const d = [...vivos.deposito, ...vivos.devolucion].filter(x => x.clienteId === f?.clienteId).at(-1 - azar(3));
      if (d) await pedir('asignar', 'POST', '/api/Bancos/DepositoAsignar', { transaccionId: d.id, aplicaciones: [{ transaccionId: f.id, importe: centavos(azar(50) + 0.19) }] });
    },
    async devolucion() {
      const v = elegido(azar(2) ? 'factura' : 'nota');
      if (v) recordar('devolucion', await pedir('devolución', 'POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: v.id, motivo: 'No sirvió', ...(azar(3) ? { partidas: [{ numeroPartida: 1, cantidad: 1 }] } : { completa: true }) }), { clienteId: v.clienteId });
    },
    async cancelar() {
      const tipo = uno(['pedido', 'factura', 'nota', 'deposito', 'devolucion']);
      const d = elegido(tipo);
      if (!d || (d.clienteId === corto && ['deposito', 'devolucion', 'nota'].includes(tipo))) return;
      await pedir(`cancelar ${tipo}`, 'DELETE', tipo === 'deposito' ? `/api/Bancos/DepositoCancelar/${d.id}` : `/api/Ventas/TransaccionCancelar/${d.id}`);
    },
    async movimiento() {
      const tipoMovimiento = uno(['Entrada', 'Salida', 'Traspaso', 'Traspaso', 'Ajuste']);
      const [origen, destino] = azar(2) ? [almacenes.general, almacenes.cedis] : [almacenes.cedis, almacenes.general];
      const distintos = [...productos].sort(() => azar(3) - 1).slice(0, 1 + azar(3));
      await pedir(`movimiento ${tipoMovimiento}`, 'POST', '/api/Inventario/Movimiento', { tipoMovimiento, almacenId: origen, ...(tipoMovimiento === 'Traspaso' ? { almacenDestinoId: destino } : { conceptoId: e.catalogo.inicial }),
        partidas: distintos.map(productoId => ({ productoId, cantidad: tipoMovimiento === 'Ajuste' ? 60 + azar(80) : 1 + azar(4), ...(tipoMovimiento === 'Entrada' && { costoUnitario: (5000 + azar(1000)) / 1000 }) })) });
    },
  };
  const pesos = { pedido: 3, factura: 4, facturaDePedido: 3, entrega: 3, nota: 4, facturaDeNota: 2, deposito: 6, anticipo: 1, asignar: 2, devolucion: 2, cancelar: 4, movimiento: 2 };
  const uno3 = lista => lista.at(-1 - azar(3));
  Object.assign(hacer, compras({ e, azar: n => azar(n), pedir, productos, proveedores, almacenes, socio, venta: clienteId => uno3(vivos.factura.filter(f => f.clienteId === clienteId && !f.moneda)),
    aFavor: () => uno3([...vivos.deposito, ...vivos.devolucion].filter(d => d.clienteId !== corto && d.clienteId !== dolares)) }));
  const urna = Object.entries({ ...pesos, ...PESOS_DE_COMPRAS }).flatMap(([nombre, n]) => Array(n).fill(nombre));
  let faltan = OPERACIONES;
  const inicio = process.hrtime.bigint();
  // vigia: reads the debt of the customer with a limit again and again while the storm lasts.
  let mirado = 0, maximo = 0;
  const vigia = (async () => {
    for (; faltan > 0; mirado++, await dormir(20)) {
      // ANALYZE: the tables were empty a moment ago, and autovacuum would tell the planner only after a minute.
      if (mirado % 50 === 25) await base.sql('ANALYZE transaccion, documento, partida, aplicacion, capa, movimiento_inventario, movimiento_transito');
      maximo = Math.max(maximo, await base.uno(`SELECT coalesce(sum(CASE WHEN obj_id IN (1, 2) THEN saldo ELSE -saldo END), 0) AS x FROM transaccion
      WHERE organizacion_id = ${e.organizacion} AND contacto_id = ${corto} AND obj_id IN (1, 2, 6, 7, 8, 9) AND saldo > 0`));
    }
  })();
  await Promise.all(Array.from({ length: A_LA_VEZ }, async () => {
    while (faltan-- > 0) {
      azar = azarCon(SEMILLA, faltan);
      await hacer[uno(urna)]();
    }
  }));
  await vigia;
  t.diagnostic(`${OPERACIONES} turnos de ${A_LA_VEZ} a la vez en ${Number(process.hrtime.bigint() - inicio) / 1e9} s`);
  informar(t, 'tormenta');
  await sano(t);
  const s = await e.hacer('GET', `/api/Contactos/Saldos/${corto}`);
  t.diagnostic(`cliente con límite ${LIMITE}: debe ${s.saldoCliente}, a favor ${s.anticiposCliente}; mirado ${mirado} veces, nunca pasó de ${maximo}`);
  assert.ok(maximo <= LIMITE && mirado > 0);
  assert.ok(s.saldoCliente - s.anticiposCliente <= LIMITE);
});

// Duels: each has its own stage, RIVALES callers at the same moment, and exactly one winner.
const duelos = {
  async 'la última pieza'(k) {
    const p = await producto(`ULTIMA-${k}`);
    await entrada(p, 1, 50);
    return i => (i % 2 ? pedir('última pieza', 'POST', '/api/FacturaVenta', venta(e.clientes.rival, [[p, 1, 100]])) : pedir('última pieza', 'POST', '/api/NotaVenta', venta(undefined, [[p, 1, 100]], efectivo(200))));
  },
  async 'el último peso de una factura'() {
    const f = await e.hacer('POST', '/api/FacturaVenta', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]));
    return i => pedir('último peso', 'POST', '/api/Bancos/DepositoAgregar', deposito(e.clientes.rival, 116, [f.transaccionId, 116 - i]));
  },
  async 'el último peso de un depósito'() {
    const d = await e.hacer('POST', '/api/Bancos/DepositoAgregar', deposito(e.clientes.rival, 100));
    const f = await e.hacer('POST', '/api/FacturaVenta', venta(e.clientes.rival, [[e.productos.mucho, 20, 100]]));
    return () => pedir('un depósito', 'POST', '/api/Bancos/DepositoAsignar', { transaccionId: d.transaccionId, aplicaciones: [{ transaccionId: f.transaccionId, importe: 60 }] });
  },
  async 'un número de serie'(k) {
    const p = await producto(`SERIE-${k}`, { manejaSeries: true, metodoCosteo: 'IDENTIFICADO' });
    await entrada(p, 2, 50, { series: ['A', 'B'] });
    return () => pedir('número de serie', 'POST', '/api/FacturaVenta', venta(e.clientes.rival, [[p, 1, 100, ['A']]]));
  },
  async 'el límite de crédito'(k) {
    const c = await cliente(`LIMITE-${k}`, { limiteCredito: 1000 });
    return i => pedir('límite', 'POST', i % 2 ? '/api/FacturaVenta' : '/api/NotaVenta', venta(c, [[e.productos.mucho, 5, 100]]));
  },
  async 'el límite de crédito, con notas del público'(k) {
    const c = await cliente(`LIMITE-NOTAS-${k}`, { limiteCredito: 1000 });
    const notas = [];
    for (let i = 0; i < RIVALES; i++) notas.push((await e.hacer('POST', '/api/NotaVenta', { ...venta(e.clientes.rival, [[e.productos.mucho, 5, 100]]), clienteId: undefined })).transaccionId);
    return i => pedir('límite, de notas', 'POST', `/api/NotaVenta/NotaVentaFacturar/${notas[i]}`, { clienteId: c });
  },
  async 'una cotización'() {
    const c = await e.hacer('POST', '/api/Cotizaciones/Cliente', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]], { vigenciaFecha: '2099-12-31' }));
    return () => pedir('cotización', 'POST', '/api/PedidoCliente', { clienteId: e.clientes.rival, transaccionIdCotizacion: c.transaccionId });
  },
  async 'una nota por facturar'() {
    const n = await e.hacer('POST', '/api/NotaVenta', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]));
    return () => pedir('nota por facturar', 'POST', `/api/NotaVenta/NotaVentaFacturar/${n.transaccionId}`, {});
  },
  async 'un pedido por facturar'() {
    const p = await e.hacer('POST', '/api/PedidoCliente', venta(e.clientes.rival, [[e.productos.mucho, 3, 100]]));
    return () => pedir('pedido por facturar', 'POST', '/api/FacturaVenta', { clienteId: e.clientes.rival, transaccionIdPedido: p.transaccionId });
  },
  async 'un pedido por entregar'() {
    const p = await e.hacer('POST', '/api/PedidoCliente', venta(e.clientes.rival, [[e.productos.mucho, 3, 100]]));
    return () => pedir('pedido por entregar', 'POST', '/api/Inventario/Entrega', { transaccionIdOrigen: p.transaccionId, partidas: [{ numeroPartida: 1, cantidad: 2 }] });
  },
  async 'cancelar un depósito'() {
    const f = await e.hacer('POST', '/api/FacturaVenta', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]));
    const d = await e.hacer('POST', '/api/Bancos/DepositoAgregar', deposito(e.clientes.rival, 116, [f.transaccionId, 116]));
    return () => pedir('cancelar un depósito', 'DELETE', `/api/Bancos/DepositoCancelar/${d.transaccionId}`);
  },
  async 'cobrar una factura o cancelarla'() {
    const f = await e.hacer('POST', '/api/FacturaVenta', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]));
    return i => (i % 2 ? pedir('cancelar o cobrar', 'DELETE', `/api/Ventas/TransaccionCancelar/${f.transaccionId}`) : pedir('cancelar o cobrar', 'POST', '/api/Bancos/DepositoAgregar', deposito(e.clientes.rival, 116, [f.transaccionId, 116])));
  },
  async 'devolver una pieza o cancelar la nota'() {
    const n = await e.hacer('POST', '/api/NotaVenta', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]));
    return i => (i % 2 ? pedir('devolver o cancelar', 'DELETE', `/api/NotaVenta/NotaVentaCancelar/${n.transaccionId}`)
      : pedir('devolver o cancelar', 'POST', '/api/NotaDevolucionCliente', { transaccionIdVenta: n.transaccionId, motivo: 'x', completa: true }));
  },
  async 'el último peso de una cuenta por pagar'() {
    const c = await comprar();
    return i => pedir('último peso por pagar', 'POST', '/api/Bancos/EgresoAgregar', egreso([[c, 116 - i]]));
  },
  async 'pedir el pago de una compra, o pagarla'() {
    const c = await comprar();
    return i => (i % 4 ? pedir('más que el saldo', 'POST', '/api/SolicitudPago', solicitud(c, 60 + i)) : pedir('más que el saldo', 'POST', '/api/Bancos/EgresoAgregar', egreso([[c, 60]])));
  },
  async 'pagar una solicitud'() {
    const c = await comprar();
    const s = await e.hacer('POST', '/api/SolicitudPago', solicitud(c, 100));
    await e.hacer('PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${s.transaccionId}`, {});
    return () => pedir('pagar una solicitud', 'POST', '/api/Bancos/EgresoAgregar', { ...egreso([[c, 60]]), solicitudPagoId: s.transaccionId });
  },
  async 'pedir el pago de una compra, o cancelarla'() {
    const c = await comprar();
    return i => (i % 2 ? pedir('cancelar o pedir el pago', 'DELETE', `/api/FacturaCompra/FacturaCompraCancelar/${c}`) : pedir('cancelar o pedir el pago', 'POST', '/api/SolicitudPago', solicitud(c, 60)));
  },
  async 'pagar una compra o cancelarla'() {
    const c = await comprar();
    return i => (i % 2 ? pedir('cancelar o pagar', 'DELETE', `/api/FacturaCompra/FacturaCompraCancelar/${c}`) : pedir('cancelar o pagar', 'POST', '/api/Bancos/EgresoAgregar', egreso([[c, 116]])));
  },
  async 'devolver a su proveedor la última pieza, o venderla'(k) {
    const p = await producto(`DEVOLVER-${k}`);
    const c = await comprar(p);
    return i => (i % 2 ? pedir('devolver o vender', 'POST', '/api/FacturaVenta', venta(e.clientes.rival, [[p, 1, 200]])) : pedir('devolver o vender', 'POST', '/api/NotaDevolucionProveedor', { transaccionIdCompra: c, motivo: 'x', completa: true }));
  },
  async 'devolver una compra o cancelarla'() {
    const c = await comprar();
    return i => (i % 2 ? pedir('devolver o cancelar la compra', 'DELETE', `/api/FacturaCompra/FacturaCompraCancelar/${c}`)
      : pedir('devolver o cancelar la compra', 'POST', '/api/NotaDevolucionProveedor', { transaccionIdCompra: c, motivo: 'x', completa: true }));
  },
  async 'recibir una orden o cancelarla'() {
    const o = await ordenar();
    return i => (i % 2 ? pedir('recibir o cancelar', 'DELETE', `/api/OrdenCompra/OrdenCompraCancelar/${o}`) : pedir('recibir o cancelar', 'POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: o }));
  },
  async 'lo que falta de una orden'() {
    const o = await ordenar(3);
    return () => pedir('recibir una orden', 'POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: o, partidas: [{ numeroPartida: 1, cantidad: 2 }] });
  },
  async 'facturar una recepción o cancelarla'() {
    const { transaccionId } = await e.hacer('POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: await ordenar() });
    return i => (i % 2 ? pedir('facturar o cancelar', 'DELETE', `/api/Compras/TransaccionCancelar/${transaccionId}`) : pedir('facturar o cancelar', 'POST', '/api/FacturaCompra', { proveedorId: e.proveedores.rival, recepciones: [transaccionId] }));
  },
  async 'recibir un traspaso o cancelarlo'() {
    const { transaccionId } = await e.hacer('POST', '/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: almacenes.general, almacenDestinoId: almacenes.cedis, partidas: [{ productoId: e.productos.mucho, cantidad: 1 }] });
    return i => (i % 2 ? pedir('recibir o cancelar un traspaso', 'DELETE', `/api/Inventario/TransaccionCancelar/${transaccionId}`) : pedir('recibir o cancelar un traspaso', 'POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: transaccionId }));
  },
  async 'un folio fiscal de proveedor'(k) {
    const uuid = `5f3b1c0e-0000-4000-8000-${String(k).padStart(12, '0')}`;
    return () => pedir('folio fiscal', 'POST', '/api/FacturaCompra', { proveedorId: e.proveedores.rival, uuid, partidas: [{ productoId: e.productos.mucho, cantidad: 1, precioUnitario: 100 }] });
  },
  async 'una referencia externa'(k) {
    return () => pedir('referencia', 'POST', '/api/PedidoCliente', venta(e.clientes.rival, [[e.productos.mucho, 1, 100]], { referenciaExterna: `REF-${k}` }));
  },
};

test('duelos: uno gana, los demás saben por qué no', { timeout: 300_000 }, async t => {
  e.clientes.rival = await cliente('RIVAL');
  e.proveedores = { rival: await proveedor('VENDE') };
  e.productos.mucho = await producto('MUCHO');
  await entrada(e.productos.mucho, 100000, 3.333333);
  for (const [nombre, escena] of Object.entries(duelos))
    await t.test(nombre, async st => {
      for (let k = 0; k < DUELOS; k++) {
        const rival = await escena(k);
        const respuestas = await Promise.all(Array.from({ length: RIVALES }, (_, i) => rival(i)));
        assert.equal(respuestas.filter(r => r.bien).length, 1, `${nombre}: ${respuestas.map(r => r.codigo).join(', ')}`);
        if (nombre === 'una referencia externa') assert.equal(respuestas.filter(r => r.codigo === '400 REFERENCIA_DUPLICADA' && r.d.transaccionId > 0).length, RIVALES - 1, respuestas[0].texto);
      }
      informar(st, `${DUELOS} × ${RIVALES}`);
    });
  // A landed cost and the sale of the last piece, in either order: the landed cost is cost of the sale, and nothing of it stays in stock.
  await t.test('un gasto sobre la compra de la última pieza, mientras se vende', async st => {
    const gasto = { proveedorId: e.proveedores.rival, conceptoId: e.catalogo.conceptos['GA-TASA0'], importe: 50 };
    let primero = 0;
    for (let k = 0; k < DUELOS; k++) {
      const p = await producto(`SOBRE-${k}`);
      const c = await comprar(p);
      const vender = async () => {
        await dormir(8 * k);  // at times the landed cost comes first
        return pedir('vender la última', 'POST', '/api/FacturaVenta', venta(e.clientes.rival, [[p, 1, 200]]));
      };
      const [g, ...ventas] = await Promise.all([pedir('gasto sobre la última', 'POST', '/api/GastosSobreCompra', { transaccionIdCompra: c, ...gasto }), ...Array.from({ length: RIVALES - 1 }, vender)]);
      assert.deepEqual([g.bien, ventas.filter(r => r.bien).length], [true, 1]);
      const [q] = await base.sql(`SELECT (SELECT cantidad || ' ' || valor FROM existencia WHERE organizacion_id = ${e.organizacion} AND producto_id = ${p} AND almacen_id = ${almacenes.general}) AS queda, sum(v.debe - v.haber) AS costo,
          bool_or(p.transaccion_id = ${g.d.transaccionId}) AS despues
        FROM poliza p JOIN poliza_movimiento v USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id)
        WHERE p.organizacion_id = ${e.organizacion} AND c.clave = 'COSTO_VENTAS' AND p.transaccion_id IN (${g.d.transaccionId}, ${ventas.find(r => r.bien).d.transaccionId})`);
      assert.deepEqual([Number(q.costo), q.queda.split(' ').map(Number)], [150, [0, 0]]);
      primero += q.despues ? 0 : 1;
    }
    st.diagnostic(`${primero} veces llegó primero el gasto, ${DUELOS - primero} la venta`);
    informar(st, `${DUELOS} × ${RIVALES}`);
  });
  await t.test('la misma solicitud varias veces, con su Idempotency-Key', async st => {
    let hechas = 0, enCurso = 0;
    for (let k = 0; k < DUELOS; k++) {
      const cuerpo = venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]);
      const enviar = i => servidores[i % 2].pedir('POST', '/api/FacturaVenta', { token: e.token, cuerpo, encabezados: { 'Idempotency-Key': `misma-${k}` } });
      const respuestas = await Promise.all(Array.from({ length: RIVALES }, (_, i) => enviar(i)));
      respuestas.push(await enviar(0));
      const bien = respuestas.filter(r => r.estado === 200);
      hechas += bien.length, enCurso += respuestas.filter(r => r.json.codigo === 'IDEMPOTENCIA_EN_CURSO').length;
      assert.equal(new Set(bien.map(r => r.texto)).size, 1, 'todas contestan lo mismo, byte por byte');
    }
    st.diagnostic(`${DUELOS} × ${RIVALES + 1}: ${hechas} con la misma respuesta, ${enCurso} en curso`);
    assert.equal(hechas + enCurso, DUELOS * (RIVALES + 1));
    assert.equal(await base.uno(`SELECT count(*) FROM idempotencia WHERE organizacion_id = ${e.organizacion}`), DUELOS);
  });
  await t.test('el mismo cliente nuevo en varias facturas', async st => {
    for (let k = 0; k < DUELOS; k++) {
      const notas = [];
      for (let i = 0; i < RIVALES; i++) notas.push((await e.hacer('POST', '/api/NotaVenta', venta(undefined, [[e.productos.mucho, 1, 100]], efectivo(116)))).transaccionId);
      const nuevo = { rfc: `BBB9001${String(k % 28 + 1).padStart(2, '0')}BB0`, nombre: `NUEVO ${k}`, codigoPostal: '64000', regimenFiscal: '601', usoCFDI: 'G03' };
      const respuestas = await Promise.all(notas.map(n => pedir('cliente nuevo', 'POST', `/api/NotaVenta/NotaVentaFacturar/${n}`, { cliente: nuevo })));
      assert.deepEqual(respuestas.map(r => r.codigo), Array(RIVALES).fill('bien'), respuestas.map(r => r.texto).join('\n'));
      assert.equal(await base.uno(`SELECT count(*) FROM contacto WHERE organizacion_id = ${e.organizacion} AND rfc = '${nuevo.rfc}'`), 1);
    }
    informar(st, `${DUELOS} × ${RIVALES}`);
  });
  await sano(t);
});

test('la auditoría ve lo que se le esconde', async t => {
  const org = `organizacion_id = ${e.organizacion}`;
  const mucho = `WHERE ${org} AND producto_id = ${e.productos.mucho}`;
  const aqui = `${mucho} AND almacen_id = ${almacenes.general}`;
  // Documents for the tricks below exist even when the storm was short.
  for (const ruta of ['/api/PedidoCliente', '/api/FacturaVenta']) {
    const { transaccionId } = await e.hacer('POST', ruta, venta(e.clientes.rival, [[e.productos.mucho, 1, 100]]));
    await e.hacer('DELETE', `/api/Ventas/TransaccionCancelar/${transaccionId}`);
  }
  await e.hacer('POST', '/api/SolicitudPago', solicitud(await comprar(), 10));
  const recibida = await e.hacer('POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: await ordenar() });
  await e.hacer('POST', '/api/FacturaCompra', { proveedorId: e.proveedores.rival, recepciones: [recibida.transaccionId] });
  const documentos = (tipo, estado) => `WHERE ${org} AND transaccion_id IN (SELECT transaccion_id FROM transaccion WHERE ${org} AND obj_id = ${tipo} AND estado = '${estado}')`;
  const cuentaContable = clave => `(SELECT cuenta_contable_id FROM cuenta_contable WHERE ${org} AND clave = '${clave}')`;
  // trampas: changes made by SQL alone, and the fault that the audit must report.
  const trampas = [
    ['una pieza de más', `UPDATE existencia SET cantidad = cantidad + 1 ${aqui}`, 'existencia distinta de sus movimientos'],
    ['una capa de menos', `UPDATE capa SET restante = restante / 2 ${aqui}`, 'existencia distinta de sus capas'],
    ['una existencia negativa', `ALTER TABLE existencia DROP CONSTRAINT ck_existencia__cantidad, DROP CONSTRAINT ck_existencia__valor; UPDATE existencia SET cantidad = -1 ${aqui}`, 'existencia por debajo de cero'],
    ['un centavo de más', `UPDATE existencia SET valor = valor + 0.01 ${aqui}`, 'la contabilidad no es lo que vale la existencia'],
    ['un apartado de nadie', `UPDATE existencia SET apartado = apartado + 1 ${aqui}`, 'apartado distinto de lo que apartan los pedidos'],
    ['unos pedidos acabados que apartan', `UPDATE apartado SET cantidad = pedida ${documentos(3, 'Cancelado')}`, 'aparta un pedido que ya no puede'],
    ['una serie perdida', `DELETE FROM existencia_serie WHERE ${org}`, 'números de serie que no son las piezas que hay'],
    ['un lote perdido', `UPDATE producto SET maneja_lotes = true ${mucho}`, 'lotes que no suman lo que hay'],
    ['un avance de nadie', `UPDATE partida SET facturada = 0 WHERE ${org} AND facturada > 0`, 'avance que no se sigue de sus documentos'],
    ['unas cancelaciones a medias', `UPDATE transaccion SET estado = 'Cancelado', saldo = 0, pendiente = NULL, pendiente_mxn = NULL, fecha_cancelacion = fecha ${documentos(1, 'Pendiente')}`, 'cancelado que no se revirtió una vez, o revertido sin cancelarse'],
    ['unas cancelaciones olvidadas', `UPDATE transaccion SET estado = 'Pendiente', fecha_cancelacion = NULL ${documentos(1, 'Cancelado')}`, 'cancelado que no se revirtió una vez, o revertido sin cancelarse'],
    ['un folio saltado', `UPDATE serie_folio SET siguiente = siguiente + 1 WHERE ${org} AND obj_id = 1`, 'folios con huecos, o el siguiente no continúa'],
    ['unos saldos perdonados', `UPDATE transaccion SET saldo = saldo - 0.01, pendiente = cubetas_de_una(saldo - 0.01) ${documentos(1, 'Pendiente')}`, 'saldo o estado que no se sigue de las aplicaciones'],
    ['una póliza retocada', `UPDATE poliza_movimiento SET debe = debe + 0.01 WHERE ${org} AND debe > 0 AND poliza_id = (SELECT min(poliza_id) FROM poliza WHERE ${org})`, 'póliza que no cuadra'],
    ['un cargo en otra cuenta', `UPDATE poliza_movimiento SET cuenta_contable_id = ${cuentaContable('INVENTARIO')} WHERE ${org} AND cuenta_contable_id = ${cuentaContable('CLIENTES')} AND debe > 0`,
      'la contabilidad no es lo que deben los clientes'],
    ['un cargo de proveedores en otra cuenta', `UPDATE poliza_movimiento SET cuenta_contable_id = ${cuentaContable('GASTO')} WHERE ${org} AND cuenta_contable_id = ${cuentaContable('ACREEDORES')} AND haber > 0`,
      'la contabilidad no es lo que queda de los documentos'],
    ['unas compras perdonadas', `UPDATE transaccion SET saldo = saldo - 0.01, pendiente = cubetas_de_una(saldo - 0.01) ${documentos(13, 'Pendiente')}`, 'saldo o estado que no se sigue de las aplicaciones'],
    ['unas órdenes que nadie recibió', `UPDATE partida SET surtida = 0 ${documentos(12, 'Recibido')}`, 'avance que no se sigue de sus documentos'],
    ['unas recepciones que valen más', `UPDATE partida SET costo = costo + 0.01 ${documentos(18, 'Facturado')}`, 'la contabilidad no es lo recibido sin facturar'],
    ['una pieza en camino de más', `UPDATE existencia SET en_transito = en_transito + 1 ${aqui}`, 'en tránsito distinto de lo que viene en camino'],
    ['unas solicitudes que apartan más', `UPDATE partida SET cantidad = cantidad + 1000, importe = importe + 1000 ${documentos(11, 'Pendiente')}`, 'las solicitudes de pago apartan más de lo que se debe'],
    ['unas solicitudes pagadas por nadie', `UPDATE partida SET facturada = facturada / 2 ${documentos(11, 'Parcial')}`, 'facturado que no se sigue de sus facturas'],
    ['unos pagos que salieron de otro lado', `UPDATE poliza_movimiento SET cuenta_contable_id = ${cuentaContable('GASTO')} WHERE ${org} AND haber > 0 AND poliza_id IN (SELECT poliza_id FROM poliza JOIN transaccion USING (organizacion_id, transaccion_id)
      WHERE ${org} AND obj_id = 10)`, ', o salió, es 0'],
  ];
  for (const [nombre, dano, dicho] of trampas)
    await t.test(nombre, async () => {
      const faltas = await auditarTras(base, dano);
      assert.ok(faltas.includes(dicho), faltas.slice(0, 2000));
    });
  assert.deepEqual(await auditar(base), []);
});
