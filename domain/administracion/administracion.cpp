#include "domain/administracion/administracion.hpp"

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "domain/comun/consultas.hpp"
#include "domain/motor/tipo/tipo.hpp"
#include "persistence/migrations.hpp"

namespace gestor::administracion {
namespace {

// Trabajo: a transaction inside one tenant. Row level security is forced, so it binds the owner too.
class Trabajo {
public:
    Trabajo(std::string const& conninfo, std::int64_t organizacion) : db_(conninfo), transaccion_(db_) {
        entrar(std::to_string(organizacion));
        if (organizacion > 0 &&
            !db_.value("SELECT 1 FROM organizacion WHERE organizacion_id = $1", {std::to_string(organizacion)}))
            throw std::runtime_error("no existe la organización " + std::to_string(organizacion));
    }
    void entrar(std::string const& organizacion) {
        db_.value("SELECT set_config('gestor.organizacion', $1, true)", {organizacion});
    }
    std::int64_t numero(std::string_view sql, std::vector<std::string> const& parametros, std::string const& si_no) {
        auto const valor = db_.value(sql, parametros);
        if (!valor) throw std::runtime_error(si_no);
        return std::stoll(*valor);
    }
    std::optional<std::string> valor(std::string_view sql, std::vector<std::string> const& parametros) {
        return db_.value(sql, parametros);
    }
    // Text of a query: a header and the rows, columns separated by tabs.
    std::string tabla(std::string_view encabezado, std::string_view sql, std::vector<std::string> const& parametros) {
        return std::string(encabezado) + '\n' + filas(sql, parametros);
    }
    std::string filas(std::string_view sql, std::vector<std::string> const& parametros) {
        std::string salida;
        db_.each(sql, parametros, [&](std::span<std::string_view const> fila) {
            for (std::size_t i = 0; i < fila.size(); ++i) salida.append(i > 0 ? "\t" : "").append(fila[i]);
            salida += '\n';
        });
        return salida;
    }
    // Takes the role that sees every organization, for statements before the tenant is known.
    void de_todas() { db_.script("SET LOCAL ROLE gestor_seguridad"); }
    void de_una() { db_.script("RESET ROLE"); }
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

// Operator: the user who logged in, also under sudo; else the user who runs the program.
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
    // two simultaneous commands would not see each other's change
    t.valor("SELECT pg_advisory_xact_lock(113668914376052)", {});
    t.de_todas();
    auto const otra =
        t.valor("SELECT organizacion_id || ' (' || nombre || ')' FROM organizacion WHERE rfc = $1 LIMIT 1", {o.rfc});
    t.de_una();
    if (otra && !o.repetir)
        throw std::runtime_error("la organización " + *otra + " ya tiene el RFC " + o.rfc +
                                 "; con --repetir se crea otra con el mismo");
    auto const id = t.numero("SELECT organizacion_crear($1, $2, $3, $4, $5)",
                             {o.nombre, o.rfc, o.regimen, o.codigo_postal, o.zona}, "no se creó");
    t.confirmar();
    return id;
}

bool organizacion_poner(std::string const& conninfo, std::int64_t organizacion, bool abierta) {
    Trabajo t(conninfo, organizacion);
    auto const org = std::to_string(organizacion);
    bool const cambio =
        t.valor("UPDATE organizacion SET activo = $2 WHERE organizacion_id = $1 AND activo <> $2 RETURNING 1",
                {org, abierta ? "true" : "false"})
            .has_value();
    // Revokes the tokens of all users; a login under way carries the earlier version and is revoked too.
    if (!abierta)
        t.valor("SELECT count(revocar_usuario(organizacion_id, usuario_id)) FROM usuario WHERE organizacion_id = $1",
                {org});
    t.confirmar();
    return cambio;
}

std::string organizaciones(std::string const& conninfo) {
    Trabajo t(conninfo, 0);
    t.de_todas();
    return t.tabla(
        "organizacionId\trfc\tnombre\testado",
        "SELECT organizacion_id, rfc, nombre, CASE WHEN activo THEN 'Abierta' ELSE 'Cerrada' END FROM organizacion "
        "ORDER BY organizacion_id",
        {});
}

std::string proveedores_en_69b(std::string const& conninfo) {
    std::vector<std::string> objetos;
    for (auto const* tipo : tipos_de_documento())
        if (tipo->con_proveedor()) objetos.push_back(std::to_string(tipo->obj_id));
    Trabajo t(conninfo, 0);
    t.de_todas();
    std::istringstream organizaciones(
        t.filas("SELECT organizacion_id FROM organizacion WHERE activo ORDER BY organizacion_id", {}));
    t.de_una();
    std::string todos;
    for (std::string organizacion; organizaciones >> organizacion;) {
        t.entrar(organizacion);
        todos += t.filas(
            "SELECT c.organizacion_id, o.nombre, c.codigo, c.nombre, c.rfc, x.situacion, count(t.transaccion_id) "
            "FROM contacto c JOIN organizacion o ON o.organizacion_id = c.organizacion_id "
            "CROSS JOIN LATERAL (SELECT " +
                std::string(sql::situacion_69b) +
                " AS situacion) x "
                "LEFT JOIN transaccion t ON t.organizacion_id = c.organizacion_id AND t.contacto_id = c.contacto_id "
                "AND t.obj_id = ANY ($2::integer[]) AND t.estado <> 'Cancelado' "
                "WHERE c.organizacion_id = $1 AND c.tipo_contacto <> 'Cliente' AND x.situacion IS NOT NULL "
                "GROUP BY c.organizacion_id, o.nombre, c.contacto_id, c.codigo, c.nombre, c.rfc, x.situacion "
                "ORDER BY x.situacion, c.codigo",
            {organizacion, arreglo(objetos)});
    }
    return todos.empty() ? todos : "organizacionId\torganizacion\tcodigo\tnombre\trfc\tsituacion\tdocumentos\n" + todos;
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
        "almacen_id, limite_autorizacion) "
        "VALUES ($1, lower($2), $3, $4, $5, $6, $7, $8, (SELECT min(almacen_id) FROM almacen WHERE organizacion_id = "
        "$1 AND sucursal_id = $8), nullif($9, '')::numeric) "
        "RETURNING usuario_id",
        {org, u.usuario, u.nombre, u.correo, u.contrasena, u.rol.nombre, arreglo(u.rol.permisos),
         std::to_string(sucursal), u.limite},
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

namespace {

// Id of the named user, locked against another change.
std::string usuario_id(Trabajo& t, UsuarioDe const& quien) {
    return std::to_string(
        t.numero("SELECT usuario_id FROM usuario WHERE organizacion_id = $1 AND usuario = lower($2) FOR UPDATE",
                 {std::to_string(quien.organizacion), quien.usuario}, "no existe el usuario " + quien.usuario));
}

void revocar(Trabajo& t, std::string_view sql, std::int64_t organizacion, std::string const& id, bool desactivar) {
    t.numero(sql, {std::to_string(organizacion), id, desactivar ? "true" : "false"}, "no existe " + id);
}
constexpr std::string_view revocar_usuario_sql = "SELECT revocar_usuario($1, $2, $3)";
constexpr std::string_view revocar_consumidor_sql = "SELECT revocar_consumidor($1, $2, $3)";

}  // namespace

void usuario_contrasena(std::string const& conninfo, UsuarioDe const& quien, std::string const& cifrada) {
    Trabajo t(conninfo, quien.organizacion);
    auto const id = usuario_id(t, quien);
    t.valor("UPDATE usuario SET contrasena = $3 WHERE organizacion_id = $1 AND usuario_id = $2",
            {std::to_string(quien.organizacion), id, cifrada});
    revocar(t, revocar_usuario_sql, quien.organizacion, id, false);
    t.confirmar();
}

void usuario_rol(std::string const& conninfo, UsuarioDe const& quien, RolDeUsuario const& rol) {
    Trabajo t(conninfo, quien.organizacion);
    auto const id = usuario_id(t, quien);
    t.valor("UPDATE usuario SET rol = $3, permisos = $4 WHERE organizacion_id = $1 AND usuario_id = $2",
            {std::to_string(quien.organizacion), id, rol.nombre, arreglo(rol.permisos)});
    revocar(t, revocar_usuario_sql, quien.organizacion, id, false);
    t.confirmar();
}

void usuario_limite(std::string const& conninfo, UsuarioDe const& quien, std::string const& importe) {
    Trabajo t(conninfo, quien.organizacion);
    auto const id = usuario_id(t, quien);
    t.valor(
        "UPDATE usuario SET limite_autorizacion = nullif($3, '')::numeric WHERE organizacion_id = $1 AND usuario_id = "
        "$2",
        {std::to_string(quien.organizacion), id, importe});
    t.confirmar();
}

bool usuario_desbloquear(std::string const& conninfo, UsuarioDe const& quien) {
    Trabajo t(conninfo, quien.organizacion);
    auto const id = usuario_id(t, quien);
    auto const cambio = t.valor(
        "UPDATE usuario SET fallos = 0, fallos_desde = NULL, bloqueado_hasta = NULL WHERE organizacion_id = $1 AND "
        "usuario_id = $2 AND (fallos > 0 OR bloqueado_hasta IS NOT NULL) RETURNING 1",
        {std::to_string(quien.organizacion), id});
    t.confirmar();
    return cambio.has_value();
}

std::string usuarios(std::string const& conninfo, std::int64_t organizacion) {
    return Trabajo(conninfo, organizacion)
        .tabla(
            "usuarioId\tusuario\tnombre\tcorreo\trol\tpermisos\tlimiteAutorizacion\testado",
            "SELECT usuario_id, usuario, nombre, correo, rol, array_to_string(permisos, ' '), limite_autorizacion, "
            "CASE WHEN NOT activo "
            "THEN "
            "'Inactivo' WHEN bloqueado_hasta > clock_timestamp() THEN 'Bloqueado' ELSE 'Activo' END FROM usuario WHERE "
            "organizacion_id = $1 ORDER BY usuario",
            {std::to_string(organizacion)});
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

std::string periodos(std::string const& conninfo, std::int64_t organizacion) {
    Trabajo t(conninfo, organizacion);
    return t
        .valor(
            "SELECT string_agg(ejercicio || '-' || lpad(mes::text, 2, '0') || ' ' || estado || E'\\n', '' ORDER BY "
            "ejercicio, mes) FROM periodo WHERE organizacion_id = $1",
            {std::to_string(organizacion)})
        .value_or("");
}

void consumidor_rotar(std::string const& conninfo, std::int64_t organizacion, std::int64_t id,
                      std::string const& prefijo, std::string const& hash) {
    Trabajo t(conninfo, organizacion);
    t.numero(
        "UPDATE consumidor_api SET prefijo = $3, hash = decode($4, 'hex') WHERE organizacion_id = $1 AND "
        "consumidor_api_id = $2 AND activo RETURNING 1",
        {std::to_string(organizacion), std::to_string(id), prefijo, hash},
        "no existe " + std::to_string(id) + ", o está desactivado");
    revocar(t, revocar_consumidor_sql, organizacion, std::to_string(id), false);
    t.confirmar();
}

std::string consumidores(std::string const& conninfo, std::int64_t organizacion) {
    return Trabajo(conninfo, organizacion)
        .tabla(
            "consumidorApiId\tnombre\ttipo\tprefijo\tultimoUso\testado",
            "SELECT consumidor_api_id, nombre, tipo_integracion, prefijo, ultimo_uso, CASE WHEN activo THEN 'Activo' "
            "ELSE 'Inactivo' END FROM consumidor_api WHERE organizacion_id = $1 ORDER BY consumidor_api_id",
            {std::to_string(organizacion)});
}

std::int64_t identidad_enlazar(std::string const& conninfo, UsuarioDe const& quien, std::string const& emisor,
                               std::string const& sujeto) {
    Trabajo t(conninfo, quien.organizacion);
    auto const usuario = usuario_id(t, quien);
    auto const id = t.numero(
        "INSERT INTO identidad_externa AS i (organizacion_id, emisor, sujeto, usuario_id) VALUES ($1, $2, $3, $4) "
        "ON CONFLICT (organizacion_id, emisor, sujeto) DO UPDATE SET usuario_id = excluded.usuario_id, "
        "por_correo = false, activo = true WHERE NOT i.activo RETURNING identidad_externa_id",
        {std::to_string(quien.organizacion), emisor, sujeto, usuario},
        "esa identidad ya está enlazada; vea gestor identidad listar, y quítela antes");
    t.confirmar();
    return id;
}

void identidad_quitar(std::string const& conninfo, std::int64_t organizacion, std::int64_t id) {
    Trabajo t(conninfo, organizacion);
    auto const usuario = t.numero(
        "UPDATE identidad_externa SET activo = false WHERE organizacion_id = $1 AND identidad_externa_id = $2 AND "
        "activo RETURNING usuario_id",
        {std::to_string(organizacion), std::to_string(id)}, "no existe " + std::to_string(id) + ", o ya se quitó");
    revocar(t, revocar_usuario_sql, organizacion, std::to_string(usuario), false);
    t.confirmar();
}

std::string identidades(std::string const& conninfo, std::int64_t organizacion) {
    return Trabajo(conninfo, organizacion)
        .tabla(
            "id\tusuario\temisor\tsujeto\tenlace\testado",
            "SELECT i.identidad_externa_id, u.usuario, i.emisor, i.sujeto, CASE WHEN i.por_correo THEN 'correo' ELSE "
            "'operador' END, CASE WHEN i.activo THEN 'Activa' ELSE 'Quitada' END FROM identidad_externa i JOIN usuario "
            "u ON u.organizacion_id = i.organizacion_id AND u.usuario_id = i.usuario_id WHERE i.organizacion_id = $1 "
            "ORDER BY u.usuario, i.identidad_externa_id",
            {std::to_string(organizacion)});
}

std::string trabajos(std::string const& conninfo, std::int64_t organizacion) {
    Trabajo t(conninfo, organizacion);
    t.de_todas();
    return t.tabla(
        "organizacionId\tid\ttipo\tclave\testado\tintentos\tsiguiente\tvence\tultimoError",
        "SELECT organizacion_id, trabajo_id, tipo, clave, CASE WHEN abandonado THEN 'Abandonado' WHEN primero THEN "
        "'Pendiente' ELSE 'En fila' END, intentos, siguiente, vence, regexp_replace(ultimo_error, '\\s+', ' ', 'g') "
        "FROM trabajo WHERE CAST($1 AS bigint) IN (0, organizacion_id) ORDER BY organizacion_id, trabajo_id",
        {std::to_string(organizacion)});
}

std::int64_t trabajos_reintentar(std::string const& conninfo, std::int64_t organizacion, std::int64_t trabajo) {
    Trabajo t(conninfo, organizacion);
    t.de_todas();
    auto const cuantos = t.numero(
        "WITH puestos AS (UPDATE trabajo SET abandonado = false, intentos = 0, siguiente = now(), "
        "vence = now() + (vence - creado), creado = now() WHERE abandonado AND "
        "CAST($1 AS bigint) IN (0, organizacion_id) AND CAST($2 AS bigint) IN (0, trabajo_id) RETURNING 1) SELECT "
        "count(*) FROM puestos",
        {std::to_string(organizacion), std::to_string(trabajo)}, "no se contaron");
    if (trabajo > 0 && cuantos == 0)
        throw std::runtime_error("no existe " + std::to_string(trabajo) + ", o no está abandonado");
    t.confirmar();
    return cuantos;
}

void revocar_usuario(std::string const& conninfo, std::int64_t organizacion, std::int64_t id, bool desactivar) {
    Trabajo t(conninfo, organizacion);
    revocar(t, revocar_usuario_sql, organizacion, std::to_string(id), desactivar);
    t.confirmar();
}

void revocar_consumidor(std::string const& conninfo, std::int64_t organizacion, std::int64_t id, bool desactivar) {
    Trabajo t(conninfo, organizacion);
    revocar(t, revocar_consumidor_sql, organizacion, std::to_string(id), desactivar);
    t.confirmar();
}

}  // namespace gestor::administracion
