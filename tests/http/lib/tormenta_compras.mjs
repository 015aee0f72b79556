// The buying half of the storm: on the products, accounts and warehouses from which the other half sells. Each turn draws all its choices before it
// waits for an answer.
export const PESOS_DE_COMPRAS = { orden: 3, autorizar: 1, recepcion: 4, facturaDeRecepcion: 3, facturaDeOrden: 1, compra: 3, remision: 1, gasto: 3, devolucionProveedor: 4, creditoProveedor: 2, egreso: 5, asignarEgreso: 2, solicitud: 5, autorizarPago: 1, pagarSolicitud: 3,
  anticipoProveedor: 2, asignarCredito: 2, reembolso: 2, reembolsoProveedor: 2, sinDinero: 3, traspaso: 2, envio: 2, llegada: 2, cancelarCompra: 6 };

// `socio` buys from us and sells to us. `venta` and `aFavor` choose, among the documents of the other half, an invoice and a credit of a customer.
export function compras({ e, azar, pedir, productos, proveedores, almacenes, socio, venta, aFavor }) {
  let folios = 0;
  const uno = lista => lista[azar(lista.length)];
  const vivos = { orden: [], recepcion: [], remision: [], compra: [], gasto: [], devolucionProveedor: [], anticipoProveedor: [], egreso: [], porAsignar: [], solicitud: [], deposito: [], sinDinero: [], traspaso: [], envio: [], llegada: [] };
  const recordar = (tipo, r, extra) => r.bien && vivos[tipo].push({ ...extra, id: r.d.transaccionId, total: r.d.total });
  const elegido = tipo => (vivos[tipo].length ? vivos[tipo].at(-1 - azar(Math.min(vivos[tipo].length, 10))) : undefined);
  const centavos = n => Math.max(1, Math.round(n * 100)) / 100;
  const precio = () => (10000 + azar(300000)) / 10000;
  const lineas = () => Array.from({ length: 1 + azar(3) }, () => ({ productoId: uno(productos), cantidad: azar(4) ? 1 + azar(4) : uno([0.5, 1.25, 2.333]), precioUnitario: precio() }));
  const tipoCambio = () => (170000 + azar(30000)) / 10000;
  const moneda = () => (azar(4) ? {} : { moneda: 'USD', tipoCambio: tipoCambio() });
  const { BANCO, CAJA, DOLARES } = e.catalogo.cuentas;
  const de = cuentaId => ({ cuentaId, formaPagoId: e.catalogo.formas.transferencia });
  // pago: a debt in dollars is paid with dollars at the rate of another day, or with pesos.
  const pago = (d, parte) => (!d.moneda || azar(2) ? { ...de(d.moneda ? DOLARES : BANCO), ...(d.moneda && { moneda: 'USD', tipoCambio: tipoCambio() }), partidas: [{ transaccionIdCompra: d.id, importeAbono: centavos(d.total * parte) }] }
    : (cambio => ({ ...de(BANCO), partidas: [{ transaccionIdCompra: d.id, importeAbono: centavos(d.total * parte * cambio), tipoCambio: cambio }] }))(tipoCambio()));
  const porPagar = () => elegido(azar(4) ? 'compra' : 'gasto');
  // credito: a credit of the supplier of this purchase: a return, a credit note or an advance.
  const credito = c => (lista => lista[lista.length - 1 - azar(5)])(['devolucionProveedor', 'anticipoProveedor'].flatMap(t => vivos[t]).filter(x => x.proveedorId === c.proveedorId && x.moneda === c.moneda));
  const CANCELA = { egreso: '/api/Bancos/EgresoCancelar', porAsignar: '/api/Bancos/EgresoCancelar', anticipoProveedor: '/api/Bancos/EgresoCancelar', traspaso: '/api/Bancos/EgresoCancelar', deposito: '/api/Bancos/DepositoCancelar', sinDinero: '/api/Bancos/PagoNoMonetarioCancelar', solicitud: '/api/SolicitudPago/SolicitudPagoCancelar', envio: '/api/Inventario/TransaccionCancelar', llegada: '/api/Inventario/TransaccionCancelar' };
  const autorizarOrden = id => pedir('autorizar una orden', 'PUT', `/api/OrdenCompra/OrdenCompraAutorizar/${id}`, {});
  const autorizarPago = id => pedir('autorizar un pago', 'PUT', `/api/SolicitudPago/SolicitudPagoAutorizar/${id}`, {});
  return {
    async orden() {
      const extra = { proveedorId: uno(proveedores), ...moneda() };
      const luego = azar(4);
      const r = await pedir('orden de compra', 'POST', '/api/OrdenCompra', { ...extra, partidas: lineas() });
      recordar('orden', r, extra);
      if (luego) await autorizarOrden(r.d.transaccionId);
    },
    async autorizar() {
      const o = elegido('orden');
      if (o) await autorizarOrden(o.id);
    },
    async recepcion() {
      const o = elegido('orden');
      if (o) recordar('recepcion', await pedir('recepción', 'POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: o.id, ...(o.moneda && { tipoCambio: tipoCambio() }), ...(azar(2) && { partidas: [{ numeroPartida: 1, cantidad: uno([0.5, 1]) }] }) }), o);
    },
    async facturaDeRecepcion() {
      const [tipo, lista] = azar(4) ? ['recepcion', 'recepciones'] : ['remision', 'remisiones'];
      const r = elegido(tipo);
      if (!r) return;
      const cuerpo = { proveedorId: r.proveedorId, [lista]: [r.id], ...(r.moneda && { moneda: r.moneda, tipoCambio: tipoCambio() }), ...(azar(2) && { partidas: [{ numeroPartidaOrigen: 1, cantidad: 0.5, precioUnitario: precio() }] }) };
      recordar('compra', await pedir(`factura de una ${tipo}`, 'POST', '/api/FacturaCompra', cuerpo), r);
    },
    async facturaDeOrden() {
      const o = elegido('orden');
      if (o) recordar('compra', await pedir('factura de una orden', 'POST', '/api/FacturaCompra', { proveedorId: o.proveedorId, transaccionIdOrden: o.id, ...(o.moneda && { moneda: o.moneda, tipoCambio: tipoCambio() }) }), o);
    },
    async compra() {
      const extra = { proveedorId: uno(proveedores), ...moneda() };
      recordar('compra', await pedir('factura de compra', 'POST', '/api/FacturaCompra', { ...extra, partidas: [...lineas(), ...(azar(3) ? [] : [{ conceptoId: e.catalogo.conceptos['CO-SERVICIOS'], cantidad: 1, precioUnitario: precio() }])] }), extra);
    },
    async remision() {
      const proveedorId = uno(proveedores);
      recordar('remision', await pedir('remisión', 'POST', '/api/NotaRemision', { proveedorId, partidas: lineas() }), { proveedorId });
    },
    async gasto() {
      const c = elegido('compra');
      const extra = { proveedorId: uno(proveedores), ...moneda() };
      if (c) recordar('gasto', await pedir('gasto sobre compra', 'POST', '/api/GastosSobreCompra', { transaccionIdCompra: c.id, ...extra, conceptoId: e.catalogo.conceptos[uno(['GA-FLETES', 'GA-GENERAL', 'GA-TASA0'])], importe: centavos(precio()), baseProrrateo: uno(['Importe', 'Cantidad']) }), extra);
    },
    async devolucionProveedor() {
      const [c, que] = [elegido('compra'), azar(3) ? { partidas: [{ numeroPartida: 1, cantidad: uno([0.25, 0.5]) }] } : { completa: true }];
      if (c) recordar('devolucionProveedor', await pedir('devolución a proveedor', 'POST', '/api/NotaDevolucionProveedor', { transaccionIdCompra: c.id, motivo: 'No sirvió', ...que }), c);
    },
    async creditoProveedor() {
      const [c, base16] = [elegido('compra'), centavos(azar(3) + 0.37)];
      if (c) recordar('devolucionProveedor', await pedir('nota de crédito de proveedor', 'POST', '/api/NotaCredito', { tipo: 'Proveedor', transaccionIdOrigen: c.id, motivo: 'Bonificación', importes: { base16 } }), c);
    },
    async egreso() {
      const [c, g] = [porPagar(), porPagar()];
      if (!c) return;
      const cuerpo = pago(c, azar(4) ? 0.4 : 1);
      if (g && g.id !== c.id && !g.moneda && !cuerpo.moneda) cuerpo.partidas.push({ transaccionIdCompra: g.id, importeAbono: centavos(g.total / 3) });
      if (azar(2)) cuerpo.partidas.reverse();
      const sobra = azar(3) === 0 && !cuerpo.moneda;
      if (sobra) cuerpo.importe = Number((cuerpo.partidas.reduce((s, p) => s + p.importeAbono, 0) + 5).toFixed(2));
      const r = await pedir(`egreso${c.moneda ? ' de lo que se debe en dólares' : ''}`, 'POST', '/api/Bancos/EgresoAgregar', cuerpo);
      recordar(sobra ? 'porAsignar' : 'egreso', r);
    },
    async asignarEgreso() {
      const [d, c] = [elegido('porAsignar'), elegido('compra')];
      if (d && c && !c.moneda) await pedir('asignar un egreso', 'POST', '/api/Bancos/EgresoAgregar', { transaccionId: d.id, partidas: [{ transaccionIdCompra: c.id, importeAbono: centavos(azar(4) + 0.19) }] });
    },
    async solicitud() {
      const [c, luego] = [porPagar(), azar(4)];
      if (!c) return;
      const r = await pedir('solicitud de pago', 'POST', '/api/SolicitudPago', { proveedorId: c.proveedorId, documentos: [{ transaccionIdCompra: c.id, importe: centavos(c.total * uno([0.3, 0.7, 1])) }] });
      recordar('solicitud', r, { de: c });
      if (r.bien && luego) await autorizarPago(r.d.transaccionId);
    },
    async autorizarPago() {
      const s = elegido('solicitud');
      if (s) await autorizarPago(s.id);
    },
    async pagarSolicitud() {
      const s = elegido('solicitud');
      if (s) recordar('egreso', await pedir('egreso de una solicitud', 'POST', '/api/Bancos/EgresoAgregar', { solicitudPagoId: s.id, ...pago({ ...s.de, total: s.total }, uno([0.5, 1])) }));
    },
    async anticipoProveedor() {
      const [proveedorId, importe, uuid] = [uno(proveedores), centavos(azar(40) + 0.61), azar(2)];
      recordar('anticipoProveedor', await pedir('anticipo a proveedor', 'POST', '/api/Bancos/AnticipoProveedorAgregar', { ...de(BANCO), proveedorId, importe, ...(uuid && { uuid: `AAAAAAAA-0000-4000-8000-${String(++folios).padStart(12, '0')}` }) }), { proveedorId });
    },
    async asignarCredito() {
      const c = elegido('compra'), d = c && credito(c);
      if (d) await pedir('asignar un crédito de proveedor', 'POST', '/api/Bancos/EgresoAgregar', { transaccionId: d.id, partidas: [{ transaccionIdCompra: c.id, importeAbono: centavos(azar(4) + 0.19) }] });
    },
    // Refunds of credits of either side.
    async reembolso() {
      const [d, importeAbono] = [aFavor(), centavos(azar(20) + 0.43)];
      if (d) recordar('egreso', await pedir('reembolso a un cliente', 'POST', '/api/Bancos/EgresoAgregar', { ...de(BANCO), partidas: [{ transaccionIdCompra: d.id, importeAbono }] }));
    },
    async reembolsoProveedor() {
      const d = elegido(uno(['devolucionProveedor', 'anticipoProveedor'])), importe = centavos(azar(10) + 0.29);
      if (d && !d.moneda) recordar('deposito', await pedir('reembolso de un proveedor', 'POST', '/api/Bancos/DepositoAgregar', { ...de(BANCO), contactoId: d.proveedorId, importe, aplicaciones: [{ transaccionId: d.id, importe }] }));
    },
    // sinDinero: a debt of the partner, paid with our debt to the partner, with goods, or with both.
    async sinDinero() {
      const [tipo, v, c, importe, productoId] = [uno(['Compensacion', 'Especie', 'Trueque']), venta(socio), vivos.compra.filter(x => x.proveedorId === socio && !x.moneda).at(-1 - azar(3)), centavos(azar(9) + 0.5), uno(productos)];
      if (!v || (!c && tipo !== 'Especie')) return;
      const mercancia = tipo !== 'Compensacion' && { almacenId: almacenes.general, partidas: [{ productoId, cantidad: 1, precioUnitario: importe }] };
      const cuerpo = { tipo, contactoId: socio, cobrar: [{ transaccionId: v.id, importe: tipo === 'Trueque' ? Number((2 * importe).toFixed(2)) : importe }], ...(tipo !== 'Especie' && { pagar: [{ transaccionId: c.id, importe }] }), ...mercancia };
      recordar('sinDinero', await pedir(`sin dinero: ${tipo}`, 'POST', '/api/Bancos/PagoNoMonetario', cuerpo));
    },
    async traspaso() {
      const [importeOrigen, dolares] = [centavos(azar(100) + 0.5), azar(2)];
      const r = await pedir('traspaso entre cuentas', 'POST', '/api/Bancos/Traspaso', { cuentaOrigenId: BANCO, cuentaDestinoId: dolares ? DOLARES : CAJA, importeOrigen, ...(dolares && { importeDestino: centavos(importeOrigen / tipoCambio()) }) });
      if (r.bien) vivos.traspaso.push({ id: r.d.salida.transaccionId });
    },
    async envio() {
      const [almacenId, almacenDestinoId] = azar(2) ? [almacenes.general, almacenes.cedis] : [almacenes.cedis, almacenes.general];
      recordar('envio', await pedir('traspaso en tránsito', 'POST', '/api/Inventario/Movimiento', { tipoMovimiento: 'Traspaso', enTransito: true, almacenId, almacenDestinoId, partidas: [{ productoId: uno(productos), cantidad: 1 + azar(4) }] }));
    },
    async llegada() {
      const t = elegido('envio');
      if (t) recordar('llegada', await pedir('llegada de un traspaso', 'POST', '/api/Inventario/Recepcion', { transaccionIdOrigen: t.id, ...(azar(2) && { partidas: [{ numeroPartida: 1, cantidad: 0.5 }] }) }));
    },
    async cancelarCompra() {
      const tipo = uno(Object.keys(vivos));
      const d = elegido(tipo);
      if (d) await pedir(`cancelar ${tipo}`, 'DELETE', `${CANCELA[tipo] ?? '/api/Compras/TransaccionCancelar'}/${d.id}?motivo=Tormenta`);
    },
  };
}
