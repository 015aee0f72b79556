#pragma once
// Payments without money: registered with what they settle on both sides, cancelled.
#include "domain/bancos/tipos_no_monetarios.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

PagoNoMonetarioResultado pagar_sin_dinero(Escritura& db, Cuerpo<PagoNoMonetarioNuevo> const& nuevo);
PagoNoMonetarioResultado cancelar_no_monetario(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionNoMonetaria> const& consulta);

}  // namespace gestor::bancos
