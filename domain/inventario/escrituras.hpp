#pragma once
// The writes of stock; their rows are in operaciones.cpp.
#include "domain/inventario/tipos_conteos.hpp"
#include "domain/inventario/tipos_movimientos.hpp"
#include "domain/inventario/tipos_reempaques.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

MovimientoInventarioCreado mover_inventario(Escritura& db, Sesion const& sesion,
                                            Cuerpo<MovimientoNuevo> const& movimiento);
EntregaCreada entregar_mercancia(Escritura& db, Sesion const& sesion, Cuerpo<EntregaNueva> const& entrega);
RecepcionCreada recibir_mercancia(Escritura& db, Sesion const& sesion, Cuerpo<RecepcionNueva> const& recepcion);
TransaccionResultado cancelar_inventario(Escritura& db, Sesion const& sesion, Id id,
                                         ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);
TransaccionResultado cancelar_movimiento(Escritura& db, Sesion const& sesion, Id id,
                                         ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);
Vista<ConteoViewModel> abrir_conteo(Escritura& db, Sesion const& sesion, Cuerpo<ConteoNuevo> const& conteo);
Vista<ConteoViewModel> contar(Escritura& db, Sesion const& sesion, Id id, Cuerpo<ConteoPartidas> const& contado);
ConteoCerrado cerrar_conteo(Escritura& db, Sesion const& sesion, Id id, Cuerpo<ConteoCierre> const& cierre);
Vista<ConteoViewModel> cancelar_conteo(Escritura& db, Sesion const& sesion, Id id,
                                       ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);
ReempaqueCreado reempacar(Escritura& db, Sesion const& sesion, Cuerpo<ReempaqueNuevo> const& reempaque);

}  // namespace gestor::inventario
