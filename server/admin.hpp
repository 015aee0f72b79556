#pragma once
// The commands of the operator that set up organizations, users and API consumers.
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/settings.hpp"

namespace gestor {

using Banderas = std::map<std::string, std::string, std::less<>>;

struct Comando {
    std::string_view nombre;  // "usuario crear"
    std::string_view ayuda;   // flags, as --help prints them
    int (*ejecutar)(Settings const&, Banderas const&);
};
std::span<Comando const> comandos_admin();
std::span<std::string_view const> banderas_admin();  // every flag that any of them takes

}  // namespace gestor
