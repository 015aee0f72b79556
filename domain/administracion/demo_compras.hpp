#pragma once
// What the demo company buys and pays: operations of the API, called one after the other, each at its own time.
#include <cstdint>
#include <string>

namespace gestor {
class Session;
}

namespace gestor::administracion {

// The last `meses` months of an organization, in the transaction of the load and after everything else in it: stock,
// balances and folios go on from there. Throws std::runtime_error.
void comprar_y_pagar(Session& conexion, std::string const& organizacion, std::int64_t meses);
// After them, and after all other companies: documents that wait for somebody, which the examples of the API act on.
void dejar_pendientes(Session& conexion, std::string const& organizacion, std::int64_t meses);

}  // namespace gestor::administracion
