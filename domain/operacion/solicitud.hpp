#pragma once
// Solicitud: id of the request, for handlers that log without a session.
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
