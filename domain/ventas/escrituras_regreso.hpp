#pragma once
// The writes after a sale: return, invoice of notes, cancel. The rows are in operaciones.cpp.
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/ventas/tipos_devoluciones.hpp"

namespace gestor::ventas {

CreditoCreado crear_devolucion(Escritura& db, Sesion const& sesion, Cuerpo<DevolucionNueva> const& devolucion);
NotasFacturadas facturar_notas(Escritura& db, Sesion const& sesion, Id id, Cuerpo<NotaPorFacturar> const& factura);
TransaccionResultado cancelar_venta(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionVenta> const& consulta);
TransaccionResultado cancelar_nota(Escritura& db, Sesion const& sesion, Id id,
                                   ConsultaOCuerpo<CancelacionMotivo> const& consulta);
TransaccionResultado cancelar_pedido(Escritura& db, Sesion const& sesion, Id id,
                                     ConsultaOCuerpo<CancelacionMotivo> const& consulta);

}  // namespace gestor::ventas
