#pragma once
// Purchases and payments of the demo company: operations of the API, called one after the other, each with its own
// moment.
#include <cstdint>
#include <string>

namespace gestor {
class Session;
}

namespace gestor::administracion {

// Purchases of the last `meses` months of an organization, in the transaction of the load and after the generated
// documents: stock, balances and folios continue from there. Throws std::runtime_error.
void comprar_y_pagar(Session& conexion, std::string const& organizacion, std::int64_t meses);
// Documents for the examples of the API, made after all other documents of both companies.
void dejar_ejemplos(Session& conexion, std::string const& organizacion, std::int64_t meses);
// Treasury, the last step: cash is deposited in the bank, the bank pays the expenses, and credit limits follow the
// debts.
void llevar_tesoreria(Session& conexion, std::string const& organizacion, std::int64_t meses);

}  // namespace gestor::administracion
