#include "domain/operacion/ejemplos.hpp"

#include <string>

namespace gestor {
namespace {

constexpr Ejemplo escritos[] = {
#include "ejemplos_de_todas.inc"
};

}  // namespace

std::span<Ejemplo const> ejemplos() {
    return escritos;
}

Ejemplo const* ejemplo_propio(Operacion const& operacion) {
    auto const nombre = std::string(nombre_de(operacion.verbo)) + " " + std::string(operacion.ruta);
    for (auto const& e : escritos)
        if (e.operacion == nombre) return &e;
    return nullptr;
}

}  // namespace gestor
