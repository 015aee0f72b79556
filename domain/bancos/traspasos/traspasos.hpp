#pragma once
// Money between own accounts: an egress of one account and a deposit of the other, made and cancelled together.
#include "domain/bancos/traspasos/tipos.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

TraspasoResultado traspasar(Escritura& db, Cuerpo<TraspasoNuevo> const& nuevo);

// Cancels money; of a transfer, both sides. Returns warnings about other documents that were cancelled.
std::vector<std::string> cancelar_dinero(Escritura& db, Sesion const& sesion, Id id, Cancelacion const& cancelacion);

}  // namespace gestor::bancos
