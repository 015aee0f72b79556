#pragma once
// Money that goes out: registration with its payments and expenses, later assignment, cancel.
#include "domain/bancos/egresos/tipos.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

EgresoRegistrado agregar_egreso(Escritura& db, Sesion const& sesion, Cuerpo<EgresoNuevo> const& nuevo);
EgresoCancelado cancelar_egreso(Escritura& db, Sesion const& sesion, Id id,
                                ConsultaOCuerpo<CancelacionMotivo> const& consulta);

}  // namespace gestor::bancos
