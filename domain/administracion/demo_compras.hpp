#pragma once
// Purchases and payments of the demo company: operations of the API, called one after the other, each at its own time.
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
// The very last: cash goes to the bank, the bank pays the expenses, and credit limits follow what is owed.
void llevar_tesoreria(Session& conexion, std::string const& organizacion, std::int64_t meses);

}  // namespace gestor::administracion
