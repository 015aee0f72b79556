#include "persistence/administracion.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "persistence/migrations.hpp"

namespace gestor {
namespace {

// Row level security is forced: the owner too works inside one tenant.
class Trabajo {
public:
    Trabajo(std::string const& conninfo, std::int64_t organizacion) : db_(conninfo), transaccion_(db_) {
        db_.script("SET LOCAL search_path = gestor, public");
        db_.value("SELECT set_config('gestor.organizacion', $1, true)", {std::to_string(organizacion)});
        if (organizacion > 0 &&
            !db_.value("SELECT 1 FROM organizacion WHERE organizacion_id = $1", {std::to_string(organizacion)}))
            throw std::runtime_error("no existe la organización " + std::to_string(organizacion));
    }
    std::int64_t numero(std::string_view sql, std::vector<std::string> const& parametros, std::string const& si_no) {
        auto const valor = db_.value(sql, parametros);
        if (!valor) throw std::runtime_error(si_no);
        return std::stoll(*valor);
    }
    std::optional<std::string> valor(std::string_view sql, std::vector<std::string> const& parametros) {
        return db_.value(sql, parametros);
    }
    void confirmar() { transaccion_.commit(); }

private:
    AdminConnection db_;
    AdminTransaction transaccion_;
};

std::string arreglo(std::vector<std::string> const& textos) {
    std::string salida = "{";
    for (auto const& t : textos) salida += (salida.size() > 1 ? "," : "") + t;
    return salida + "}";
}

// Who logged in, whatever sudo made of him since; else who runs the program.
std::string usuario_del_sistema() {
    uid_t uid = getuid();
    if (uid_t entro = 0; std::ifstream("/proc/self/loginuid") >> entro && entro != static_cast<uid_t>(-1)) uid = entro;
    auto const* const cuenta = getpwuid(uid);
    return cuenta != nullptr ? cuenta->pw_name : std::to_string(uid);
}

}  // namespace

void presentarse(std::string_view orden) {
    setenv("PGAPPNAME", ("gestor " + std::string(orden) + "/" + usuario_del_sistema()).c_str(), 1);
}

std::int64_t organizacion_crear(std::string const& conninfo, OrganizacionNueva const& o) {
    Trabajo t(conninfo, 0);
    if (!t.valor("SELECT 1 FROM pg_timezone_names WHERE name = $1", {o.zona}))
        throw std::runtime_error("no existe la zona horaria " + o.zona);
    if (!t.valor("SELECT 1 FROM sat_regimen_fiscal WHERE clave = $1 AND CASE WHEN $2 THEN moral ELSE fisica END",
                 {o.regimen, o.persona_moral ? "true" : "false"}))
        throw std::runtime_error("el régimen " + o.regimen + " no existe o no es de una persona " +
                                 (o.persona_moral ? "moral" : "física") + ", como dice el RFC");
    auto const id = t.numero("SELECT organizacion_crear($1, $2, $3, $4, $5)",
                             {o.nombre, o.rfc, o.regimen, o.codigo_postal, o.zona}, "no se creó");
    t.confirmar();
    return id;
}

std::int64_t usuario_crear(std::string const& conninfo, UsuarioNuevo const& u) {
    Trabajo t(conninfo, u.organizacion);
    auto const org = std::to_string(u.organizacion);
    if (t.valor("SELECT 1 FROM usuario WHERE organizacion_id = $1 AND usuario = lower($2)", {org, u.usuario}))
        throw std::runtime_error("ya existe el usuario " + u.usuario);
    auto const sucursal = t.numero(
        "SELECT sucursal_id FROM sucursal WHERE organizacion_id = $1 AND ($2 = 0 OR sucursal_id = $2) ORDER BY "
        "sucursal_id LIMIT 1",
        {org, std::to_string(u.sucursal)}, "no existe la sucursal " + std::to_string(u.sucursal));
    auto const id = t.numero(
        "INSERT INTO usuario (organizacion_id, usuario, nombre, correo, contrasena, rol, permisos, sucursal_id, "
        "almacen_id) "
        "VALUES ($1, lower($2), $3, $4, $5, $6, $7, $8, (SELECT min(almacen_id) FROM almacen WHERE organizacion_id = "
        "$1 AND sucursal_id = $8)) "
        "RETURNING usuario_id",
        {org, u.usuario, u.nombre, u.correo, u.contrasena, u.rol, arreglo(u.permisos), std::to_string(sucursal)},
        "no se creó");
    t.valor(
        "INSERT INTO usuario_sucursal SELECT organizacion_id, $2, sucursal_id FROM sucursal WHERE organizacion_id = $1",
        {org, std::to_string(id)});
    t.valor(
        "INSERT INTO usuario_clasificador SELECT organizacion_id, $2, clasificador_costo_id FROM clasificador_costo "
        "WHERE organizacion_id = $1",
        {org, std::to_string(id)});
    t.confirmar();
    return id;
}

std::int64_t consumidor_crear(std::string const& conninfo, ConsumidorNuevo const& c) {
    Trabajo t(conninfo, c.organizacion);
    auto const id = t.numero(
        "INSERT INTO consumidor_api (organizacion_id, nombre, tipo_integracion, correo_contacto, prefijo, hash) "
        "VALUES ($1, $2, $3, $4, $5, decode($6, 'hex')) RETURNING consumidor_api_id",
        {std::to_string(c.organizacion), c.nombre, c.tipo, c.correo, c.prefijo, c.hash}, "no se creó");
    t.confirmar();
    return id;
}

// Documents hold their month FOR SHARE while they are written, so closing waits for those that are under way.
bool periodo_poner(std::string const& conninfo, std::int64_t organizacion, int ejercicio, int mes, bool abierto) {
    Trabajo t(conninfo, organizacion);
    std::vector<std::string> const p{std::to_string(organizacion), std::to_string(ejercicio), std::to_string(mes)};
    auto const cambio = t.valor(
        abierto
            ? "INSERT INTO periodo (organizacion_id, ejercicio, mes) VALUES ($1, $2, $3) ON CONFLICT (organizacion_id, "
              "ejercicio, mes) DO UPDATE SET estado = 'Abierto' WHERE periodo.estado <> 'Abierto' RETURNING 1"
            : "UPDATE periodo SET estado = 'Cerrado' WHERE organizacion_id = $1 AND ejercicio = $2 AND mes = $3 AND "
              "estado <> 'Cerrado' RETURNING 1",
        p);
    if (!abierto && !cambio)
        t.numero("SELECT 1 FROM periodo WHERE organizacion_id = $1 AND ejercicio = $2 AND mes = $3", p,
                 "ese periodo no existe: nunca se abrió");
    t.confirmar();
    return cambio.has_value();
}

std::string periodos(std::string const& conninfo, std::int64_t organizacion) {
    Trabajo t(conninfo, organizacion);
    return t
        .valor(
            "SELECT string_agg(ejercicio || '-' || lpad(mes::text, 2, '0') || ' ' || estado || E'\\n', '' ORDER BY "
            "ejercicio, mes) FROM periodo WHERE organizacion_id = $1",
            {std::to_string(organizacion)})
        .value_or("");
}

void revocar(std::string const& conninfo, bool usuario, std::int64_t organizacion, std::int64_t id, bool desactivar) {
    Trabajo t(conninfo, organizacion);
    t.numero(usuario ? "SELECT revocar_usuario($1, $2, $3)" : "SELECT revocar_consumidor($1, $2, $3)",
             {std::to_string(organizacion), std::to_string(id), desactivar ? "true" : "false"},
             "no existe " + std::to_string(id));
    t.confirmar();
}

}  // namespace gestor
