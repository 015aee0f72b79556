#pragma once
// A handler that takes a Solicitud gets the id of its request: for what is told of it where no session is.
#include <string_view>

#include "domain/operacion/operacion.hpp"

namespace gestor {

struct Solicitud {
    std::string_view id;  // lives until the request is answered
};

template <>
struct detalle::Argumento<Solicitud> {
    static void describir(Accion&) {}
    static Solicitud leer(Llamada const& e, std::size_t&, Fallas&) { return {e.solicitud}; }
};

}  // namespace gestor
