#pragma once
// The application behind the HTTP floor: runs the chain and the operation of each request.
#include <memory>

#include "server/app/intercambio.hpp"

namespace gestor {

std::unique_ptr<Service> hacer_servicio(Aplicacion& app, boost::asio::io_context& io, unsigned hilo);

// Prepares every statement of the declared reads against the real schema and compares the columns with the DTOs.
// Throws std::runtime_error that names the statement: a drift is a start-up error, never a wrong answer.
void comprobar_lecturas(Aplicacion const& app);
// Says in the log what to do where PostgreSQL admits fewer connections than the settings may open.
void comprobar_conexiones(Aplicacion& app);

}  // namespace gestor
