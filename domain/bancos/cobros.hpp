#pragma once
// Money of customers: registered, applied to what they owe, cancelled.
#include "domain/bancos/tipos_cobros.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

DepositoResultado agregar_anticipo(Escritura& db, Cuerpo<AnticipoNuevo> const& nuevo);
DepositoResultado agregar_deposito(Escritura& db, Cuerpo<DepositoNuevo> const& nuevo);
DepositoAsignado asignar_deposito(Escritura& db, Sesion const& sesion, Cuerpo<AsignacionNueva> const& nueva);
DepositoCancelado cancelar_deposito(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionDeposito> const& consulta);

}  // namespace gestor::bancos
