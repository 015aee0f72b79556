#pragma once
// The writes of purchases; their rows are in operaciones.cpp.
#include "domain/compras/tipos.hpp"
#include "domain/compras/tipos_compras.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/entorno.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::compras {

TransaccionResultado crear_orden_compra(Escritura& db, Sesion const& sesion, Cuerpo<OrdenCompraNueva> const& orden);
Vista<OrdenCompraViewModel> autorizar_orden_compra(Escritura& db, Sesion const& sesion, Id id,
                                                   Cuerpo<AutorizacionNueva> const& autorizacion);
FacturaCompraCreada registrar_factura_compra(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                             Cuerpo<FacturaCompraNueva> const& factura);
TransaccionResultado registrar_gasto_sobre_compra(Escritura& db, Sesion const& sesion,
                                                  Cuerpo<GastoSobreCompraNuevo> const& gasto);
TransaccionResultado registrar_remision(Escritura& db, Cuerpo<RemisionNueva> const& remision);
CreditoCreado devolver_a_proveedor(Escritura& db, Sesion const& sesion,
                                   Cuerpo<DevolucionProveedorNueva> const& devolucion);
// Return with the amounts of its CFDI.
CreditoCreado registrar_devolucion_escrita(Escritura& db, Sesion const& sesion,
                                           DevolucionProveedorNueva const& devolucion,
                                           ImportesEscritos const& escritos);
CreditoCreado registrar_nota_credito(Escritura& db, Sesion const& sesion, Cuerpo<NotaCreditoNueva> const& nota);
// Credit note of a supplier with the amounts of its CFDI, over an invoice, an expense or nothing.
CreditoCreado registrar_nota_escrita(Escritura& db, Sesion const& sesion, NotaCreditoNueva const& nota,
                                     ImportesEscritos const& escritos);
TransaccionResultado crear_cotizacion_proveedor(Escritura& db, Sesion const& sesion,
                                                Cuerpo<CotizacionProveedorNueva> const& cotizacion);
TransaccionResultado cancelar_factura_compra(Escritura& db, Sesion const& sesion, Id id,
                                             ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);
TransaccionResultado cancelar_orden_compra(Escritura& db, Sesion const& sesion, Id id,
                                           ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);
TransaccionResultado cancelar_compra(Escritura& db, Sesion const& sesion, Id id,
                                     ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);

}  // namespace gestor::compras
