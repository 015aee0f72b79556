#pragma once
// Login attempts, counted by network (attempts by user are counted in the domain). An attempt counts when it begins,
// before its password costs any time, and is uncounted on success. The count is in the database, shared by all
// instances; each statement is a transaction of its own, so a failed request does not undo it.
#include <functional>
#include <string_view>

#include "persistence/unidad.hpp"

namespace gestor {

inline constexpr std::string_view purgar_intentos = "SELECT intento_purgar()";

// Runs `acceso`. Throws DEMASIADAS_SOLICITUDES, and runs nothing, when too many attempts of the network have failed.
// Any end other than NO_AUTENTICADO was no guess and is not counted.
void intentar(Acceso& db, std::string_view red, std::function<void()> const& acceso);

}  // namespace gestor
