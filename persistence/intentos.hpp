#pragma once
// Attempts to log in, counted by the network that they come from (those by user are the domain's): when they begin,
// before anything is computed for them, and given back when they succeed. In the database, so that all instances count
// together, each statement on its own: what a failed request undoes, this stays.
#include <functional>
#include <string_view>

#include "persistence/unidad.hpp"

namespace gestor {

inline constexpr std::string_view purgar_intentos = "SELECT intento_purgar()";

// Runs it unless too many have failed: then it is DEMASIADAS_SOLICITUDES, and nothing is run. Whatever ends otherwise
// than with NO_AUTENTICADO was no guess.
void intentar(Acceso& db, std::string_view red, std::function<void()> const& acceso);

}  // namespace gestor
