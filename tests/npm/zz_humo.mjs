import { montar } from './ayuda_api.mjs';
const m = await montar({ registros: 300 });
const { srv, base } = m;
try {
  const prods = await base.sql(`SELECT p.producto_id, p.codigo, p.metodo_costeo, p.tipo, e.almacen_id, e.cantidad, e.valor FROM producto p JOIN existencia e USING (organizacion_id, producto_id) WHERE organizacion_id = 1 AND e.cantidad>0 ORDER BY 1 LIMIT 4`);
  console.log(prods);
  const cli = await base.sql(`SELECT contacto_id, nombre, rfc, limite_credito, uso_cfdi, regimen_fiscal FROM contacto WHERE organizacion_id=1 AND limite_credito=0 AND rfc<>'XAXX010101000' ORDER BY 1 LIMIT 2`);
  console.log(cli);
  const P = async (ruta, cuerpo) => { const r = await srv.pedir('POST', ruta, { token: m.t1, cuerpo }); console.log(ruta, r.estado, r.texto.slice(0, 1500)); return r.json?.data; };
  const caja = await base.uno(`SELECT cuenta_id FROM cuenta_bancaria WHERE organizacion_id=1 AND moneda_id=1 ORDER BY 1 LIMIT 1`);
  const forma = await base.uno(`SELECT forma_pago_id FROM forma_pago WHERE organizacion_id=1 AND clave_sat33='01'`);
  const ped = await P('/api/PedidoCliente', { clienteId: cli[0].contacto_id, partidas: [{ productoId: prods[0].producto_id, cantidad: 3, precioUnitario: 99.99, descuento: 10, promocion: 5 }, { productoId: prods[1].producto_id, cantidad: 2 }] });
  const fac = await P('/api/FacturaVenta', { clienteId: cli[0].contacto_id, transaccionIdPedido: ped?.transaccionId });
  const fac2 = await P('/api/FacturaVenta', { clienteId: cli[0].contacto_id, partidas: [{ codigo: prods[2].codigo, cantidad: 1.5, precioUnitario: 100 }], pagos: [{ formaPagoId: forma, cuentaId: caja, importe: 50 }] });
  const nota = await P('/api/NotaVenta', { partidas: [{ productoId: prods[0].producto_id, cantidad: 1, precioUnitario: 100 }], pagos: [{ formaPagoId: forma, importe: 200 }] });
  await P('/api/Cotizaciones/Cliente', { clienteId: cli[0].contacto_id, vigenciaFecha: '2026-12-31', partidas: [{ productoId: prods[0].producto_id, cantidad: 1 }] });
  console.log(srv.errores.slice(0, 3000));
  console.log(await base.sql(`SELECT p.transaccion_id, p.tipo, coalesce(nullif(c.clave,''),c.codigo) AS cuenta, m.debe, m.haber FROM poliza p JOIN poliza_movimiento m USING (organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE organizacion_id=1 AND p.transaccion_id >= ${ped?.transaccionId ?? 0} ORDER BY p.poliza_id, m.numero`));
  console.log(await base.sql(`SELECT transaccion_id, obj_id, folio, estado, total, saldo, forma_pago, metodo_pago FROM transaccion WHERE organizacion_id=1 AND transaccion_id >= ${ped?.transaccionId ?? 0} ORDER BY 1`));
} finally { await m.cerrar(); }
