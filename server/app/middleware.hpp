#pragma once
// The chain that every request passes, in order: `antes` on the way in, `despues` on the way out, in reverse. Each
// middleware is a small synchronous function; only the operation itself waits.
#include <span>
#include <string_view>

#include "server/app/intercambio.hpp"

namespace gestor {

struct Middleware {
    std::string_view nombre;
    void (*antes)(Intercambio&);    // throws Problema to refuse
    void (*despues)(Intercambio&);  // runs when its `antes` ran, also after a failure further in
};

std::span<Middleware const> cadena();
// Steps that can refuse a request before its body is read: route, authentication, permission, media type.
std::span<Middleware const> cadena_de_entrada();

}  // namespace gestor
