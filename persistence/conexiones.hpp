#pragma once
#include "persistence/session.hpp"

namespace gestor {

// How many connections PostgreSQL admits of this role to this database.
std::int64_t conexiones_admitidas(Session& sesion);

}  // namespace gestor
