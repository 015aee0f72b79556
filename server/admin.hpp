#pragma once
// The operator's commands: set up organizations, users and API consumers, load catalogs.
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/settings.hpp"

namespace gestor {

using Banderas = std::map<std::string, std::string, std::less<>>;

struct Comando {
    std::string_view nombre;  // "usuario crear"
    std::string_view ayuda;   // flags, as --help prints them
    int (*ejecutar)(Settings const&, Banderas const&);
    std::string_view lugares{};  // positional arguments, "RECURSO [ARCHIVO]": they come among the flags, by these names
};
std::span<Comando const> comandos_admin();
// The command that these words name and its positional arguments, put into `banderas`; null when there is none.
Comando const* buscar_comando(std::vector<std::string> const& palabras, Banderas& banderas);
std::span<std::string_view const> banderas_admin();  // every flag that any of them takes

int importar_catalogo_sat(Settings const&, Banderas const&);
int importar_recurso(Settings const&, Banderas const&);
int periodo_abrir(Settings const&, Banderas const&);
int periodo_cerrar(Settings const&, Banderas const&);
int periodo_listar(Settings const&, Banderas const&);
int exportar_contabilidad(Settings const&, Banderas const&);
int parametro_leer_orden(Settings const&, Banderas const&);
int parametro_poner_orden(Settings const&, Banderas const&);

}  // namespace gestor
