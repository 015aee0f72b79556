#pragma once
// The writes of routes; their rows are in operaciones.cpp.
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/ruta/tipos_escrituras.hpp"

namespace gestor::ruta {

CargaCreada cargar_ruta(Escritura& db, Cuerpo<CargaNueva> const& carga);
Vista<DevolucionRutaDetalle> crear_devolucion(Escritura& db, Cuerpo<DevolucionRutaNueva> const& devolucion);
DevolucionAplicada aplicar_devolucion(Escritura& db, Sesion const& sesion, Id id,
                                      Cuerpo<DevolucionAplicacion> const& aplicacion);
TransaccionResultado cancelar_devolucion(Escritura& db, Sesion const& sesion, Id id,
                                         ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);

Vista<LiquidacionViewModel> crear_liquidacion(Escritura& db, Cuerpo<LiquidacionNueva> const& nueva);
LiquidacionValidada validar_liquidacion(Escritura& db, Sesion const& sesion, Id id,
                                        Cuerpo<LiquidacionValidacion> const& validacion);
TransaccionResultado cancelar_liquidacion(Escritura& db, Sesion const& sesion, Id id,
                                          ConsultaOCuerpo<CancelacionMotivo> const& cancelacion);

}  // namespace gestor::ruta
