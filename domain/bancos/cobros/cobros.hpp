#pragma once
// Money of customers: registration, application to debts, cancel.
#include "domain/bancos/cobros/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

DepositoResultado agregar_anticipo(Escritura& db, Cuerpo<AnticipoNuevo> const& nuevo);
DepositoResultado agregar_deposito(Escritura& db, Cuerpo<DepositoNuevo> const& nuevo);
DepositoAsignado asignar_deposito(Escritura& db, Sesion const& sesion, Cuerpo<AsignacionNueva> const& nueva);
DepositoCancelado cancelar_deposito(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionDeposito> const& consulta);

}  // namespace gestor::bancos
