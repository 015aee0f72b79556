#pragma once
// The writes of travel agencies; their rows are in operaciones.cpp.
#include "domain/operacion/operacion.hpp"
#include "domain/viajes/tipos.hpp"
#include "domain/viajes/tipos_facturas.hpp"

namespace gestor::viajes {

GastoRegistradoViewModel registrar_gasto(Escritura& db, Sesion const& sesion, Cuerpo<GastoDeViajeNuevo> const& gasto);
FacturaDeViajeCreada registrar_factura(Escritura& db, Cuerpo<FacturaDeViajeNueva> const& factura);
FacturaDeViajeV2Creada registrar_factura_v2(Escritura& db, Sesion const& sesion,
                                            Cuerpo<FacturaDeViajeV2Nueva> const& factura);

}  // namespace gestor::viajes
