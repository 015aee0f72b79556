#pragma once
// Sesion: the caller. All members come from the token, never from the request.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

struct Sesion {
    std::int64_t organizacionId = 0;
    std::int64_t usuarioId = 0;
    std::int64_t consumidorApiId = 0;
    std::int64_t sucursalId = 0;
    std::int64_t expira = 0;            // seconds since the epoch
    std::vector<std::string> permisos;  // "*", "*.leer", "ventas.cancelar"
    bool permite(std::string_view permiso) const {
        auto const accion = permiso.substr(std::min(permiso.find('.'), permiso.size()));
        for (std::string_view p : permisos)
            if (p == "*" || p == permiso || (p.starts_with('*') && p.substr(1) == accion)) return true;
        return false;
    }
};

}  // namespace gestor
