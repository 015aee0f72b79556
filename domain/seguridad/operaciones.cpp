#include <algorithm>
#include <chrono>
#include <iterator>
#include <sstream>

#include "domain/comun/maestras.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/operacion/solicitud.hpp"
#include "domain/operacion/token.hpp"
#include "domain/seguridad/consultas.hpp"
#include "domain/seguridad/contrasena.hpp"
#include "domain/seguridad/proveedores.hpp"
#include "domain/seguridad/roles.hpp"
#include "domain/seguridad/tipos.hpp"
#include "persistence/error_base.hpp"

namespace gestor::seguridad {
namespace {

struct ConsumidorDeLlave {
    Id organizacionId;
    Cadena organizacion;
    Id consumidorApiId;
    Cadena tipoIntegracion;
    Entero<0, 1'000'000'000> version;
    Booleano activo;
};
DTO(ConsumidorDeLlave, organizacionId, organizacion, consumidorApiId, tipoIntegracion, version, activo)

struct UsuarioDeNombre {
    Id usuarioId;
    Cadena usuario;
    Cadena contrasena;
    Cadena rol;
    Cadena permisos;
    Entero<0, 1'000'000'000> version;
    Booleano vigente;
    IdOCero sucursalId;
    Cadena sucursales;
    FechaHora expiracion;
};
DTO(UsuarioDeNombre, usuarioId, usuario, contrasena, rol, permisos, version, vigente, sucursalId, sucursales,
    expiracion)

struct NombreDeUsuario {
    Cadena usuario;
};
DTO(NombreDeUsuario, usuario)

struct UsuarioRol {
    Cadena rol;
    Cadena permisos;
};
DTO(UsuarioRol, rol, permisos)

std::vector<std::string> palabras(std::string_view texto) {
    std::istringstream flujo{std::string(texto)};
    return {std::istream_iterator<std::string>(flujo), {}};
}

// Branch of the session: the user's default, or the requested one when the user may work there.
IdOCero sucursal_de(UsuarioDeNombre const& usuario, std::optional<IdOCero> const& pedida) {
    if (!pedida || !pedida->presente()) return usuario.sucursalId;
    auto const permitidas = palabras(usuario.sucursales);
    bool const permitida =
        std::find(permitidas.begin(), permitidas.end(), std::to_string(pedida->valor())) != permitidas.end();
    if (!permitida && *pedida != usuario.sucursalId) {
        Fallas fallas;
        fallas.agregar("sucursalId", codigo::no_existe, "no existe o el usuario no trabaja en ella");
        fallas.lanzar();
    }
    return *pedida;
}

std::int64_t vencimiento(Entorno const& entorno, Reloj const& reloj) {
    return reloj.segundos() + entorno.token_segundos;
}

// Token of a user whose password, or identity, was accepted.
Autenticacion dar_token(Entorno const& entorno, ConsumidorDeLlave const& consumidor, UsuarioDeNombre const& usuario,
                        IdOCero sucursal, Reloj const& reloj) {
    Token token;
    token.sesion.organizacionId = consumidor.organizacionId.valor();
    token.sesion.usuarioId = usuario.usuarioId.valor();
    token.sesion.consumidorApiId = consumidor.consumidorApiId.valor();
    token.sesion.sucursalId = sucursal.valor();
    token.sesion.expira = vencimiento(entorno, reloj);
    token.sesion.permisos = permisos_de(usuario.rol, palabras(usuario.permisos));
    token.version_usuario = usuario.version.valor();
    token.version_consumidor = consumidor.version.valor();

    Autenticacion a;
    a.accessToken = Cadena(entorno.llavero->emitir(token, reloj.segundos()));
    a.tokenType = Cadena("Bearer");
    a.expiraEn = std::int64_t{entorno.token_segundos};
    a.expiracion = usuario.expiracion;
    a.usuarioId = usuario.usuarioId;
    a.usuario = usuario.usuario;
    a.organizacionId = consumidor.organizacionId;
    a.organizacion = consumidor.organizacion;
    a.sucursalId = sucursal;
    a.consumidorApiId = consumidor.consumidorApiId;
    return a;
}

// The same answer and the same time for an unknown key, an unknown user, a wrong password and a locked user.
Autenticacion autenticar(Acceso& db, Entorno const& entorno, Reloj const& reloj,
                         Cuerpo<AutenticarPeticion> const& peticion) {
    auto const consumidor = db.uno<ConsumidorDeLlave, sql::consumidor_de_llave>("hash"_es(sha256_hex(peticion.apiKey)));
    auto const organizacion = consumidor ? sql_de(consumidor->organizacionId) : ValorSql("0");
    auto const usuario = db.uno<UsuarioDeNombre, sql::usuario_de_nombre>(
        "organizacion"_es(organizacion), "usuario"_es(peticion.usuario), "expira"_es(vencimiento(entorno, reloj)));
    bool const correcta = contrasena_comprobar(peticion.contrasena.valor(), usuario ? usuario->contrasena.valor() : "");
    if (!consumidor || !usuario || !correcta || !consumidor->activo || !usuario->vigente) {
        bool const adivina = usuario && !correcta;
        db.consultar<sql::intento_fallido>("organizacion"_es(organizacion),
                                           "usuarioId"_es(adivina ? sql_de(usuario->usuarioId) : ValorSql("0")));
        throw Problema(codigo::no_autenticado, "usuario, contraseña o llave incorrectos");
    }
    db.consultar<sql::intento_correcto>("organizacion"_es(organizacion), "usuarioId"_es(usuario->usuarioId),
                                        "consumidorId"_es(consumidor->consumidorApiId));
    if (contrasena_anticuada(usuario->contrasena.valor()))
        db.consultar<sql::contrasena_renovar>("organizacion"_es(organizacion), "usuarioId"_es(usuario->usuarioId),
                                              "antes"_es(usuario->contrasena.valor()),
                                              "contrasena"_es(contrasena_cifrar(peticion.contrasena.valor())));
    return dar_token(entorno, *consumidor, *usuario, sucursal_de(*usuario, peticion.sucursalId), reloj);
}

// ---- login through an identity provider ----

// API consumer of the sent key; without a key, the only consumer of the provider's organization.
std::optional<ConsumidorDeLlave> consumidor_mcp(Acceso& db, Proveedor const& proveedor, LoginMcpPeticion const& p) {
    auto const consumidor =
        p.apiKey ? db.uno<ConsumidorDeLlave, sql::consumidor_de_llave>("hash"_es(sha256_hex(p.apiKey->valor())))
                 : db.uno<ConsumidorDeLlave, sql::consumidor_mcp>("organizacion"_es(proveedor.organizacion));
    bool const suyo = consumidor && consumidor->activo && consumidor->tipoIntegracion.valor() == "MCP" &&
                      (proveedor.organizacion == 0 || consumidor->organizacionId.valor() == proveedor.organizacion);
    return suyo ? consumidor : std::nullopt;
}

// User linked to the identity. When the provider is trusted, an identity without a link is linked now to the user with
// its e-mail address.
std::optional<NombreDeUsuario> usuario_enlazado(Acceso& db, Solicitud solicitud, Proveedor const& proveedor,
                                                ConsumidorDeLlave const& con, Identidad const& identidad) {
    auto const enlazado = db.uno<NombreDeUsuario, sql::usuario_de_identidad>(
        "organizacion"_es(con.organizacionId), "emisor"_es(identidad.emisor), "sujeto"_es(identidad.sujeto));
    if (enlazado || !proveedor.confiable || identidad.correo.empty()) return enlazado;
    return db.uno<NombreDeUsuario, sql::identidad_enlazar>(
        "organizacion"_es(con.organizacionId), "consumidorId"_es(con.consumidorApiId), "emisor"_es(identidad.emisor),
        "sujeto"_es(identidad.sujeto), "correo"_es(identidad.correo), "solicitud"_es(solicitud.id));
}

// Throws IdentidadRechazada for any refusal, or FallaExterna when the provider does not answer.
Autenticacion entrar_con_identidad(AccesoExterno& db, Entorno const& entorno, Reloj const& reloj, Solicitud solicitud,
                                   LoginMcpPeticion const& p) {
    auto const* const proveedor = entorno.proveedores->buscar(p.proveedor.valor());
    if (proveedor == nullptr) throw IdentidadRechazada("no existe el proveedor");
    Fallas fallas;
    if (p.codigo && !proveedor->canje)
        fallas.agregar("codigo", codigo::formato, "este servidor no canjea códigos de ese proveedor; envíe idToken");
    if (!p.apiKey && proveedor->organizacion == 0) fallas.agregar("apiKey", codigo::requerido, "es obligatorio");
    fallas.lanzar();
    // A caller without a key of ours causes no question to the provider.
    auto const consumidor = consumidor_mcp(db, *proveedor, p);
    if (!consumidor) throw IdentidadRechazada("la llave no es de un consumidor activo de tipo MCP");
    auto const canjear = [todos = entorno.proveedores, proveedor, codigo = p.codigo, verificador = p.codeVerifier,
                          regreso = p.redirectUri] {
        return todos->canjear(*proveedor, codigo->valor(), verificador->valor(), regreso->valor());
    };
    auto const idToken = p.codigo ? db.preguntar(proveedor->alias, canjear) : p.idToken->valor();
    if (Proveedores::falta_la_clave(*proveedor, idToken))
        db.preguntar(proveedor->alias, [proveedor, idToken] {
            Proveedores::traer_la_clave(*proveedor, idToken);
            return std::string();
        });
    auto const identidad =
        Proveedores::identificar(*proveedor, idToken, p.nonce ? p.nonce->valor() : "", reloj.segundos());
    auto const enlazado = usuario_enlazado(db, solicitud, *proveedor, *consumidor, identidad);
    if (!enlazado) throw IdentidadRechazada("nadie está enlazado con ese sujeto", identidad.sujeto);
    auto const usuario = db.uno<UsuarioDeNombre, sql::usuario_de_nombre>("organizacion"_es(consumidor->organizacionId),
                                                                         "usuario"_es(enlazado->usuario),
                                                                         "expira"_es(vencimiento(entorno, reloj)));
    if (!usuario || !usuario->vigente)
        throw IdentidadRechazada("el usuario está inactivo o bloqueado", identidad.sujeto);
    db.consultar<sql::consumidor_usado>("organizacion"_es(consumidor->organizacionId),
                                        "consumidorId"_es(consumidor->consumidorApiId));
    return dar_token(entorno, *consumidor, *usuario, usuario->sucursalId, reloj);
}

// The same answer for every refusal; the log tells the operator the reason. A provider that does not answer is no fault
// of the caller, and no attempt.
Autenticacion login_mcp(AccesoExterno& db, Entorno const& entorno, Reloj const& reloj, Solicitud solicitud,
                        Cuerpo<LoginMcpPeticion> const& peticion) {
    auto const& alias = peticion.proveedor.valor();
    try {
        return entrar_con_identidad(db, entorno, reloj, solicitud, peticion);
    } catch (IdentidadRechazada const& e) {
        entorno.proveedores->avisar("identidad rechazada, de " + alias + ": " + e.what(), solicitud.id, e.sujeto);
        throw Problema(codigo::no_autenticado, "la identidad o la llave no son correctas");
    } catch (FallaExterna const& e) {
        throw NoDisponible(causa::exterior, "el proveedor de identidad no contesta; intente más tarde",
                           "no se pudo preguntar al proveedor de identidad " + alias + ": " + e.what(),
                           static_cast<unsigned>(Publicado<Json>::pausa.count()));
    }
}

UsuarioInformacion informacion(Lectura& db, Sesion const& sesion) {
    auto const guardado = db.uno<UsuarioGuardado, sql::usuario_informacion>(
        "sucursalId"_es(sesion.sucursalId), "consumidorId"_es(sesion.consumidorApiId), "expira"_es(sesion.expira));
    if (!guardado) throw Problema(codigo::no_autenticado, "el usuario ya no está activo");
    UsuarioInformacion u;
    static_cast<UsuarioGuardado&>(u) = *guardado;
    u.sucursales = db.lista<UsuarioSucursal, sql::usuario_sucursales>();
    auto const rol = *db.uno<UsuarioRol, sql::usuario_rol>();
    for (auto const& p : permisos_de(rol.rol.valor(), palabras(rol.permisos))) u.permisos.emplace_back(p);
    return u;
}

using C = ConsumidorApiViewModel;
using F = ConsumidorApiFiltro;
LecturaCompilada const consumidores(
    pagina<C, F>(sql::consumidores,  //
                 filtro<&F::tipoIntegracion>("k.tipo_integracion = :tipoIntegracion"),
                 filtro_largo<&F::busqueda>("normalizar(k.nombre) LIKE patron(:busqueda)"),
                 filtro<&F::activo>("k.activo = :activo::boolean")),
    "consumidoresApi");

using B = BitacoraViewModel;
using FB = BitacoraFiltro;
LecturaCompilada const bitacora(
    pagina<B, FB>(sql::bitacora, lista<&B::cambios>(sql::bitacora_cambios),
                  filtro<&FB::transaccionId>("b.registro_id = :transaccionId AND b.documento", maestra::transaccion),
                  filtro<&FB::usuario>(sql::bitacora_de_usuario, sql::existe_usuario),
                  filtro_largo<&FB::consumidorApiId>("b.consumidor_api_id = :consumidorApiId", maestra::consumidor_api),
                  filtro_largo<&FB::recurso>("b.recurso = :recurso"),
                  filtro<&FB::registroId>("b.registro_id = :registroId"),
                  filtro_largo<&FB::operacion>("b.operacion = :operacion"),
                  filtro<&FB::fechaInicial>(sql::bitacora_desde), filtro<&FB::fechaFinal>(sql::bitacora_hasta)),
    "bitacora");

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                permiso           qué               sobre        resumen
    {Verbo::POST, "/api/Seguridad/Autenticar",         publico,          op<&autenticar>,  Sobre::ONE,  "Obtiene un token de acceso"},
    {Verbo::POST, "/api/Seguridad/LoginMcp",           publico,          op<&login_mcp>,   Sobre::ONE,  "Obtiene un token de acceso con la identidad que da un proveedor externo"},
    {Verbo::GET,  "/api/Seguridad/UsuarioInformacion", con_token,        op<&informacion>, Sobre::ONE,  "Obtiene los datos del usuario del token"},
    {Verbo::GET,  "/api/ConsumidoresApi",              "seguridad.leer", consumidores,     Sobre::PAGE, "Lista los consumidores de la API de la organización"},
    {Verbo::GET,  "/api/Bitacora",                     "seguridad.leer", bitacora,         Sobre::PAGE, "Lista la bitácora: quién cambió documentos, catálogos, periodos y accesos, y los valores que cambiaron"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"seguridad", "Seguridad: autenticación, usuario, consumidores de la API y bitácora", operaciones};

}  // namespace gestor::seguridad
