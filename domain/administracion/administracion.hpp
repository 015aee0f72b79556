#pragma once
// Commands of the operator: what they set up, on the owner's connection. They throw std::runtime_error for a person.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gestor::administracion {

// Says in the name of every connection made from here on which command it is of and who runs it («gestor usuario
// crear/ana»): what such a command changes is told so in the trail (schema/0018), and pg_stat_activity shows it. Before
// there are threads.
void presentarse(std::string_view orden);

struct OrganizacionNueva {
    std::string nombre, rfc, regimen, codigo_postal, zona;
    bool persona_moral = true;
    bool repetir = false;  // there may be another with this RFC
};
std::int64_t organizacion_crear(std::string const& conninfo, OrganizacionNueva const& nueva);
// Closed, it answers nobody: its tokens end, and no login succeeds. True when that changed something.
bool organizacion_poner(std::string const& conninfo, std::int64_t organizacion, bool abierta);

struct RolDeUsuario {
    std::string nombre;
    std::vector<std::string> permisos;  // of `propio`
};
struct UsuarioDe {
    std::int64_t organizacion = 0;
    std::string usuario;
};
struct UsuarioNuevo : UsuarioDe {
    std::string nombre, correo, contrasena;  // the password already hashed
    RolDeUsuario rol;
    std::int64_t sucursal = 0;  // 0 = the first; the user may work in all of them
    std::string limite;         // as usuario_limite takes it
};
std::int64_t usuario_crear(std::string const& conninfo, UsuarioNuevo const& nuevo);
// Both end the tokens given before.
void usuario_contrasena(std::string const& conninfo, UsuarioDe const& quien, std::string const& cifrada);
void usuario_rol(std::string const& conninfo, UsuarioDe const& quien, RolDeUsuario const& rol);
// How much the user may authorize, of each document, in pesos; '' = any amount. Who authorizes is asked then: tokens
// stay.
void usuario_limite(std::string const& conninfo, UsuarioDe const& quien, std::string const& importe);
bool usuario_desbloquear(std::string const& conninfo, UsuarioDe const& quien);  // false: nothing was held against it

struct ConsumidorNuevo {
    std::int64_t organizacion = 0;
    std::string nombre, tipo, correo, prefijo, hash;  // hash in hexadecimal
};
std::int64_t consumidor_crear(std::string const& conninfo, ConsumidorNuevo const& nuevo);
// Another key for the same consumer: the one before and the tokens it gave end.
void consumidor_rotar(std::string const& conninfo, std::int64_t organizacion, std::int64_t id,
                      std::string const& prefijo, std::string const& hash);

// Who of a provider's is that user: its issuer and its name for the subject. Gives the id of the link.
std::int64_t identidad_enlazar(std::string const& conninfo, UsuarioDe const& quien, std::string const& emisor,
                               std::string const& sujeto);
// Ends the user's tokens too; no verified address links it again.
void identidad_quitar(std::string const& conninfo, std::int64_t organizacion, std::int64_t id);

// A header and a line each, columns separated by tabs.
std::string organizaciones(std::string const& conninfo);
std::string usuarios(std::string const& conninfo, std::int64_t organizacion);
std::string consumidores(std::string const& conninfo, std::int64_t organizacion);
std::string identidades(std::string const& conninfo, std::int64_t organizacion);
std::string trabajos(std::string const& conninfo, std::int64_t organizacion);  // work for later; 0 = of all

// Jobs that were given up are due, as if they had never been tried: all, an organization's, one. Gives how many.
std::int64_t trabajos_reintentar(std::string const& conninfo, std::int64_t organizacion, std::int64_t trabajo);

// Months of the ledger. Opening one that does not exist creates it; documents are dated in open ones only.
// True when that changed something.
std::string periodos(std::string const& conninfo, std::int64_t organizacion);  // a line each: 2026-01 Abierto

// Ends the tokens of a user or a key within seconds; with `desactivar` no new ones are given either.
void revocar_usuario(std::string const& conninfo, std::int64_t organizacion, std::int64_t id, bool desactivar);
void revocar_consumidor(std::string const& conninfo, std::int64_t organizacion, std::int64_t id, bool desactivar);

}  // namespace gestor::administracion
