#pragma once
// Examples of the published document, so that they can be sent as they stand to the demo company: the
// form of a value does not tell which records exist, nor which values go together.
#include <string_view>

namespace gestor {

struct EjemploPropio {
    std::string_view operacion;      // "POST /api/…"
    std::string_view en_ruta{};      // the value of its path parameter; of two, a/b
    std::string_view cambios{};      // JSON: over the example that its declaration gives, as Nodo::cambiar
    std::string_view en_consulta{};  // a=1&b=2: of the query, those that are not as their names tell
};

EjemploPropio const* ejemplo_propio(std::string_view verbo, std::string_view ruta);

}  // namespace gestor
