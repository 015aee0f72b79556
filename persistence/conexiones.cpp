#include "persistence/conexiones.hpp"

namespace gestor {

std::int64_t conexiones_admitidas(Session& sesion) {
    auto const filas = sesion.consultar(
        "SELECT least(current_setting('max_connections')::bigint - "
        "current_setting('superuser_reserved_connections')::bigint, "
        "nullif((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), -1), "
        "nullif((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), -1))",
        {});
    return std::stoll(filas.filas.at(0).at(0).value());
}

}  // namespace gestor
