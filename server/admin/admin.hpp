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
    // Help of the command, as --help prints it. The flags named here are the flags that the command takes; a flag in
    // brackets without a value, [--simular], stands alone.
    std::string_view ayuda;
    int (*ejecutar)(Settings const&, Banderas const&);
    std::string_view lugares{};  // positional arguments, "RECURSO [ARCHIVO]"; stored among the flags under these names
};
std::span<Comando const> comandos_admin();
// command whose name these words begin with; null: none
Comando const* buscar_comando(std::span<std::string const> palabras);
std::vector<OwnFlag> banderas_admin();  // every flag that any command takes
// Runs the command; refuses flags that it does not take. `palabras`: its name and its positional arguments.
int ejecutar_comando(Comando const& c, Settings const& s, std::span<std::string const> palabras, Banderas dichas);

// acceso.cpp: access
int organizacion_alta(Settings const&, Banderas const&);
int organizacion_lista(Settings const&, Banderas const&);
int organizacion_cierre(Settings const&, Banderas const&);
int organizacion_apertura(Settings const&, Banderas const&);
int usuario_alta(Settings const&, Banderas const&);
int usuario_lista(Settings const&, Banderas const&);
int usuario_cambio_de_contrasena(Settings const&, Banderas const&);
int usuario_cambio_de_rol(Settings const&, Banderas const&);
int usuario_cambio_de_limite(Settings const&, Banderas const&);
int usuario_desbloqueo(Settings const&, Banderas const&);
int usuario_revocacion(Settings const&, Banderas const&);
int consumidor_alta(Settings const&, Banderas const&);
int consumidor_lista(Settings const&, Banderas const&);
int consumidor_rotacion(Settings const&, Banderas const&);
int consumidor_revocacion(Settings const&, Banderas const&);
int consumidor_baja(Settings const&, Banderas const&);
int identidad_enlace(Settings const&, Banderas const&);
int identidad_lista(Settings const&, Banderas const&);
int identidad_baja(Settings const&, Banderas const&);

int trabajos_lista(Settings const&, Banderas const&);
int trabajos_reintento(Settings const&, Banderas const&);

int importar_catalogo_sat(Settings const&, Banderas const&);
int instalar_certificados_sat(Settings const&, Banderas const&);
int importar_recurso(Settings const&, Banderas const&);
int importar_cfdis(Settings const&, Banderas const&);
int exportar_electronica(Settings const&, Banderas const&);
int periodo_abrir(Settings const&, Banderas const&);
int periodo_cerrar(Settings const&, Banderas const&);
int periodo_listar(Settings const&, Banderas const&);
int exportar_contabilidad(Settings const&, Banderas const&);
int parametro_leer_orden(Settings const&, Banderas const&);
int parametro_poner_orden(Settings const&, Banderas const&);

}  // namespace gestor
