#pragma once
#include "persistence/session.hpp"

namespace gestor {

// Connections that PostgreSQL admits for this role and database.
std::int64_t conexiones_admitidas(Session& sesion);

}  // namespace gestor
