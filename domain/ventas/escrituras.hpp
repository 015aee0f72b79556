#pragma once
// The writes of sales; their rows are in operaciones.cpp.
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/tipos_ventas.hpp"

namespace gestor::ventas {

FacturaCreada crear_factura(Escritura& db, Sesion const& sesion, Cuerpo<FacturaNueva> const& factura);
NotaCreada crear_nota(Escritura& db, Sesion const& sesion, Cuerpo<NotaNueva> const& nota);
PedidoClienteCreado crear_pedido(Escritura& db, Sesion const& sesion, Cuerpo<PedidoNuevo> const& pedido);
TransaccionResultado crear_cotizacion(Escritura& db, Sesion const& sesion, Cuerpo<CotizacionNueva> const& cotizacion);

}  // namespace gestor::ventas
