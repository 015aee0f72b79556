#pragma once
// Money between own accounts: an egress of one and a deposit of the other, which live and end together.
#include "domain/bancos/tipos_traspasos.hpp"
#include "domain/motor/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

TraspasoResultado traspasar(Escritura& db, Cuerpo<TraspasoNuevo> const& nuevo);

// Cancels money; of a transfer both halves, or neither. Says what else it took with it.
std::vector<std::string> cancelar_dinero(Escritura& db, Sesion const& sesion, Id id, Cancelacion const& cancelacion);

}  // namespace gestor::bancos
