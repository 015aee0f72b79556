#pragma once
// Roles as patterns of permissions; `propio` carries its own list.
#include <string>
#include <string_view>
#include <vector>

namespace gestor::seguridad {

inline std::vector<std::string> permisos_de(std::string_view rol, std::vector<std::string> propios) {
    if (rol == "administrador") return {"*"};
    if (rol == "operador") return {"*.leer", "*.escribir"};
    if (rol == "lector") return {"*.leer"};
    return propios;
}

}  // namespace gestor::seguridad
