#pragma once
// The writes of this area; their rows stand in operaciones.cpp.
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/tipos_ventas.hpp"

namespace gestor::ventas {

FacturaCreada crear_factura(Escritura& db, Sesion const& sesion, Cuerpo<FacturaNueva> const& factura);
NotaCreada crear_nota(Escritura& db, Sesion const& sesion, Cuerpo<NotaNueva> const& nota);
PedidoClienteCreado crear_pedido(Escritura& db, Sesion const& sesion, Cuerpo<PedidoNuevo> const& pedido);
// A customer with a limit owes no more than that, in pesos, whatever is sold at the same time: its row is locked
// before.
void exigir_credito(Escritura& db, Contexto const& c, Dinero mas);
TransaccionResultado crear_cotizacion(Escritura& db, Sesion const& sesion, Cuerpo<CotizacionNueva> const& cotizacion);

}  // namespace gestor::ventas
