#pragma once
// Periodic work of the server, as one table (persistence/ronda).
#include <vector>

#include "persistence/ronda.hpp"

namespace gestor {

struct Aplicacion;
std::vector<Periodica> periodicas(Aplicacion& app);

}  // namespace gestor
