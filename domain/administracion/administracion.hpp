#pragma once
// Commands of the operator, on the owner's connection. Each throws std::runtime_error with a text for a person.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gestor::administracion {

// Sets application_name of every later connection to the command and the person who runs it («gestor usuario
// crear/ana»): the audit trail (schema/0018) and pg_stat_activity show it. Called before the first thread.
void presentarse(std::string_view orden);

struct OrganizacionNueva {
    std::string nombre, rfc, regimen, codigo_postal, zona;
    bool persona_moral = true;
    bool repetir = false;  // true: another organization may have the same RFC
};
std::int64_t organizacion_crear(std::string const& conninfo, OrganizacionNueva const& nueva);
// A closed organization answers no call: its tokens end, and no login succeeds. True when the call changed something.
bool organizacion_poner(std::string const& conninfo, std::int64_t organizacion, bool abierta);

struct RolDeUsuario {
    std::string nombre;
    std::vector<std::string> permisos;  // permissions of the role `propio`
};
struct UsuarioDe {
    std::int64_t organizacion = 0;
    std::string usuario;
};
struct UsuarioNuevo : UsuarioDe {
    std::string nombre, correo, contrasena;  // the password already hashed
    RolDeUsuario rol;
    std::int64_t sucursal = 0;  // 0 = the first; the user may work in all of them
    std::string limite;         // limit, in the form of usuario_limite
};
std::int64_t usuario_crear(std::string const& conninfo, UsuarioNuevo const& nuevo);
// usuario_contrasena, usuario_rol: both revoke the user's earlier tokens.
void usuario_contrasena(std::string const& conninfo, UsuarioDe const& quien, std::string const& cifrada);
void usuario_rol(std::string const& conninfo, UsuarioDe const& quien, RolDeUsuario const& rol);
// Greatest amount of a document that the user may authorize, in pesos; '' = any amount. Read at each authorization, so
// tokens stay valid.
void usuario_limite(std::string const& conninfo, UsuarioDe const& quien, std::string const& importe);
bool usuario_desbloquear(std::string const& conninfo, UsuarioDe const& quien);  // false: the user was not locked

struct ConsumidorNuevo {
    std::int64_t organizacion = 0;
    std::string nombre, tipo, correo, prefijo, hash;  // hash in hexadecimal
};
std::int64_t consumidor_crear(std::string const& conninfo, ConsumidorNuevo const& nuevo);
// New key for the same consumer: the old key and its tokens end.
void consumidor_rotar(std::string const& conninfo, std::int64_t organizacion, std::int64_t id,
                      std::string const& prefijo, std::string const& hash);

// Links a user to a subject of an identity provider (issuer and subject). Returns the id of the link.
std::int64_t identidad_enlazar(std::string const& conninfo, UsuarioDe const& quien, std::string const& emisor,
                               std::string const& sujeto);
// Removes a link and revokes the user's tokens; a verified e-mail address does not link it again.
void identidad_quitar(std::string const& conninfo, std::int64_t organizacion, std::int64_t id);

// List of organizations: a header and a line each, columns separated by tabs.
std::string organizaciones(std::string const& conninfo);
std::string usuarios(std::string const& conninfo, std::int64_t organizacion);
std::string consumidores(std::string const& conninfo, std::int64_t organizacion);
std::string identidades(std::string const& conninfo, std::int64_t organizacion);
// list of background jobs; 0 = of all organizations
std::string trabajos(std::string const& conninfo, std::int64_t organizacion);

// Suppliers of all organizations that are in the list of CFF 69-B, with the number of their documents: a header and a
// line each, columns separated by tabs. Empty: none is.
std::string proveedores_en_69b(std::string const& conninfo);

// Makes abandoned jobs due again, as if never tried: all, of one organization, or one. Returns their number.
std::int64_t trabajos_reintentar(std::string const& conninfo, std::int64_t organizacion, std::int64_t trabajo);

// Months of the ledger. Opening a month that does not exist creates it; documents are dated only in open months.
// Returns true when the state changed.
std::string periodos(std::string const& conninfo, std::int64_t organizacion);  // a line for each month: 2026-01 Abierto

// Ends the tokens of a user or a key within seconds; `desactivar` also refuses new logins.
void revocar_usuario(std::string const& conninfo, std::int64_t organizacion, std::int64_t id, bool desactivar);
void revocar_consumidor(std::string const& conninfo, std::int64_t organizacion, std::int64_t id, bool desactivar);

}  // namespace gestor::administracion
