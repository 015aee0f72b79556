#pragma once
// Money that goes out: registered with what it pays and what it is spent for, assigned later, cancelled.
#include "domain/bancos/tipos_egresos.hpp"
#include "domain/motor/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

EgresoRegistrado agregar_egreso(Escritura& db, Sesion const& sesion, Cuerpo<EgresoNuevo> const& nuevo);
EgresoCancelado cancelar_egreso(Escritura& db, Sesion const& sesion, Id id,
                                ConsultaOCuerpo<CancelacionMotivo> const& consulta);

}  // namespace gestor::bancos
