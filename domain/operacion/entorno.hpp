#pragma once
// Entorno: parts of the process that a handler may use beside the database: settings of the business, token keys,
// clients of the tax authority and of identity providers.
#include <cstdint>
#include <string>

namespace gestor {

class Llavero;
class ServicioSat;
namespace seguridad {
class Proveedores;
}

struct Entorno {
    Llavero const* llavero = nullptr;
    unsigned token_segundos = 3600;
    std::string url_base;
    std::int64_t lista_maxima = 50'000;  // rows of a report, and of the lists inside it
    ServicioSat* sat = nullptr;
    seguridad::Proveedores const* proveedores = nullptr;  // identity providers
};

}  // namespace gestor
