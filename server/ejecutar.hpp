#pragma once
// An operation from its row in the table to its answer: which lane or pool it runs on, and whether a replica may
// answer.
#include "server/exchange.hpp"

namespace gestor {

Task<void> ejecutar(Intercambio& x);

}  // namespace gestor
