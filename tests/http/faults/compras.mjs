// Intents of the callers that buy and pay: { tipo, metodo, ruta, cuerpo }; undefined when the subject does not exist yet.
// An authorization keeps its mark in its own notes, as a document does.
export const COMPRAS = ['orden', 'autorizada', 'recepcion', 'remision', 'compra', 'gasto', 'egreso', 'solicitud', 'pagoAutorizado', 'envio', 'llegada'];
const TURNOS = ['orden', 'orden', 'autorizar', 'autorizar', 'recepcion', 'recepcion', 'facturaDeRecepcion', 'facturaDeRecepcion', 'remision', 'compra', 'compra', 'gasto', 'egreso', 'egreso', 'egreso', 'solicitud', 'autorizarPago',
  'pagarSolicitud', 'envio', 'llegada', 'cancelar', 'cancelar', 'cancelar'];
const CANCELA = { egreso: '/api/Bancos/EgresoCancelar', solicitud: '/api/SolicitudPago/SolicitudPagoCancelar', envio: '/api/Inventario/TransaccionCancelar', llegada: '/api/Inventario/TransaccionCancelar' };

export function siguienteCompra(w, azar) {
  const uno = lista => lista[azar(lista.length)];
  const elegido = tipo => w.elegido(azar, tipo);
  const { catalogo } = w.e;
  const proveedorId = uno(w.proveedores);
  const banco = { cuentaId: catalogo.cuentas.BANCO, formaPagoId: catalogo.formas.transferencia };
  const parte = total => Math.max(0.01, Math.round(total * uno([20, 50, 100])) / 100);
  const sobre = (origen, que) => origen && que(origen);
  switch (uno(TURNOS)) {
    case 'orden':
      return { tipo: 'orden', ruta: '/api/OrdenCompra', cuerpo: { proveedorId, partidas: w.partidas(azar) }, de: { proveedorId } };
    case 'autorizar':
      return sobre(elegido('orden'), o => ({ tipo: 'autorizada', metodo: 'PUT', ruta: `/api/OrdenCompra/OrdenCompraAutorizar/${o.id}`, cuerpo: {}, de: { proveedorId: o.proveedorId } }));
    case 'recepcion':
      return sobre(elegido('autorizada'), o => ({ tipo: 'recepcion', ruta: '/api/Inventario/Recepcion', cuerpo: { transaccionIdOrigen: o.id, ...(azar(2) && { partidas: [{ numeroPartida: 1, cantidad: 1 }] }) }, de: { proveedorId: o.proveedorId, lista: 'recepciones' } }));
    case 'remision':
      return { tipo: 'remision', ruta: '/api/NotaRemision', cuerpo: { proveedorId, partidas: w.partidas(azar) }, de: { proveedorId, lista: 'remisiones' } };
    case 'facturaDeRecepcion':
      return sobre(elegido(uno(['recepcion', 'recepcion', 'remision'])), r => ({ tipo: 'compra', ruta: '/api/FacturaCompra', cuerpo: { proveedorId: r.proveedorId, [r.lista]: [r.id], ...(azar(2) && { partidas: [{ numeroPartidaOrigen: 1, cantidad: 0.5, precioUnitario: (1000 + azar(9000)) / 100 }] }) }, de: { proveedorId: r.proveedorId } }));
    case 'compra':
      return { tipo: 'compra', ruta: '/api/FacturaCompra', cuerpo: { proveedorId, partidas: w.partidas(azar) }, de: { proveedorId } };
    case 'gasto':
      return sobre(elegido('compra'), c => ({ tipo: 'gasto', ruta: '/api/GastosSobreCompra', cuerpo: { transaccionIdCompra: c.id, proveedorId, conceptoId: catalogo.conceptos['GA-FLETES'], importe: (100 + azar(9000)) / 100 }, de: { proveedorId } }));
    case 'egreso':
      return sobre(elegido(uno(['compra', 'compra', 'gasto'])), c => ({ tipo: 'egreso', ruta: '/api/Bancos/EgresoAgregar', cuerpo: { ...banco, partidas: [{ transaccionIdCompra: c.id, importeAbono: parte(c.total) }] } }));
    case 'solicitud':
      return sobre(elegido('compra'), c => ({ tipo: 'solicitud', ruta: '/api/SolicitudPago', cuerpo: { proveedorId: c.proveedorId, documentos: [{ transaccionIdCompra: c.id, importe: parte(c.total) }] }, de: { compra: c.id } }));
    case 'autorizarPago':
      return sobre(elegido('solicitud'), s => ({ tipo: 'pagoAutorizado', metodo: 'PUT', ruta: `/api/SolicitudPago/SolicitudPagoAutorizar/${s.id}`, cuerpo: {}, de: { compra: s.compra } }));
    case 'pagarSolicitud':
      return sobre(elegido('pagoAutorizado'), s => ({ tipo: 'egreso', ruta: '/api/Bancos/EgresoAgregar', cuerpo: { ...banco, solicitudPagoId: s.id, partidas: [{ transaccionIdCompra: s.compra, importeAbono: parte(s.total) }] } }));
    case 'envio':
      return { tipo: 'envio', ruta: '/api/Inventario/Movimiento', cuerpo: { tipoMovimiento: 'Traspaso', enTransito: true, almacenId: catalogo.almacen, almacenDestinoId: w.destino, partidas: [{ productoId: uno(w.productos), cantidad: 1 + azar(4) }] } };
    case 'llegada':
      return sobre(elegido('envio'), t => ({ tipo: 'llegada', ruta: '/api/Inventario/Recepcion', cuerpo: { transaccionIdOrigen: t.id, ...(azar(2) && { partidas: [{ numeroPartida: 1, cantidad: 0.5 }] }) } }));
    default: {
      const tipo = uno(COMPRAS.filter(t => !['autorizada', 'pagoAutorizado'].includes(t)));
      return sobre(elegido(tipo), d => ({ tipo: 'cancelar', metodo: 'DELETE', cancela: d.id, ruta: `${CANCELA[tipo] ?? '/api/Compras/TransaccionCancelar'}/${d.id}` }));
    }
  }
}
