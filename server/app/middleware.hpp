#pragma once
// The chain that every request passes, in order: `antes` on the way in, `despues` on the way out, in reverse.
// Each is a small synchronous function; the only thing that waits is the operation itself.
#include <span>
#include <string_view>

#include "server/app/intercambio.hpp"

namespace gestor {

struct Middleware {
    std::string_view nombre;
    void (*antes)(Intercambio&);    // throws Problema to refuse
    void (*despues)(Intercambio&);  // runs if its `antes` did, whatever happened below
};

std::span<Middleware const> cadena();
// Steps that can refuse a request before its body is read: route, authentication, permission, media type.
std::span<Middleware const> cadena_de_entrada();

}  // namespace gestor
