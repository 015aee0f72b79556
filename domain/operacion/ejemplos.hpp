#pragma once
// Examples of the published document, valid against the demo company without a change: a schema cannot tell which
// records exist, nor which values go together. An area keeps its examples in an ejemplos.inc; the build gathers them.
// Identifiers of documents are those of schema/demo_ejemplos.sql, in a demo of the usual size or a larger one;
// identifiers of masters belong to its first organization, made before the first sale. A test sends every example to
// both sizes.
#include <span>
#include <string_view>

#include "domain/operacion/operacion.hpp"

namespace gestor {

struct Ejemplo {
    std::string_view operacion;      // "POST /api/…"
    std::string_view en_ruta{};      // value of the path parameter; two are written a/b
    std::string_view cambios{};      // JSON patch over the example that the DTO gives (Nodo::cambiar)
    std::string_view en_consulta{};  // query parameters, a=1&b=2, that differ from the example of their name
};

std::span<Ejemplo const> ejemplos();
// Null: the operation has none.
Ejemplo const* ejemplo_propio(Operacion const& operacion);

}  // namespace gestor
