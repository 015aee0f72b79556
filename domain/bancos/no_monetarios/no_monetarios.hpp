#pragma once
// Payments without money: registration with the debts settled on both sides, cancel.
#include "domain/bancos/no_monetarios/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

PagoNoMonetarioResultado pagar_sin_dinero(Escritura& db, Cuerpo<PagoNoMonetarioNuevo> const& nuevo);
PagoNoMonetarioResultado cancelar_no_monetario(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionNoMonetaria> const& consulta);

}  // namespace gestor::bancos
