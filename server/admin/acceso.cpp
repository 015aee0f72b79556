// gestor organizacion, usuario, consumidor, identidad: the commands for access. A change that removes a right revokes
// the tokens that carry it.
#include <termios.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "domain/administracion/administracion.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/operacion/token.hpp"
#include "domain/seguridad/contrasena.hpp"
#include "domain/seguridad/proveedores.hpp"
#include "domain/seguridad/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "server/admin/comun.hpp"

namespace gestor {
namespace {

std::int64_t organizacion_de(Banderas const& b) {
    return obligatoria<Id>(b, "organizacion").valor();
}

std::int64_t id_de(Banderas const& b) {
    return obligatoria<Id>(b, "id").valor();
}

// Reads a password: typed without echo on a terminal, or piped.
std::string leer_sin_eco() {
    termios antes{};
    bool const terminal = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &antes) == 0;
    if (terminal) {
        auto callada = antes;
        callada.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        fmt::print(stderr, "contraseña: ");
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &callada);
    }
    std::string texto;
    std::getline(std::cin, texto);
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &antes);
        fmt::print(stderr, "\n");
    }
    return texto;
}

std::string contenido_de(std::string const& ruta) {
    std::ifstream archivo(ruta);
    if (!archivo) throw std::runtime_error("no se puede leer " + ruta);
    return {std::istreambuf_iterator<char>(archivo), {}};
}

struct Contrasena {
    std::string texto;
    bool hecha = false;  // made by this program: shown, once
};

// Password from a file, else from standard input, else generated and shown once. Never from the command line, which
// other users of the machine can read.
Contrasena contrasena_de(Banderas const& b) {
    auto const ruta = opcional(b, "contrasena-archivo");
    if (ruta.empty()) return {seguridad::llave_nueva().substr(3, 24), true};
    auto texto = ruta == "-" ? leer_sin_eco() : contenido_de(ruta);
    // The password is checked by the rule of a login, so that the stored password can be sent.
    texto = texto_de(comprobar<Texto<1000, true, 1>>("contrasena-archivo", texto));
    if (texto.size() < 8) throw std::runtime_error("la contraseña debe tener al menos 8 caracteres");
    return {texto, false};
}

void mostrar(Contrasena const& c) {
    if (c.hecha) fmt::print("contrasena: {}\n", c.texto);
}

// Whether an operation requires the permission, for one area or for all: ventas.leer, *.leer, *. A mistyped permission
// would be a silent 403.
bool es_permiso(std::string_view permiso) {
    if (permiso == "*") return true;
    for (auto const* area : areas())
        for (std::string_view const accion : {".leer", ".escribir", ".autorizar", ".cancelar"})
            if (permiso == std::string(area->nombre).append(accion) || permiso == std::string("*").append(accion))
                return true;
    return false;
}

administracion::RolDeUsuario rol_de(Banderas const& b) {
    administracion::RolDeUsuario r{
        texto_de(obligatoria<Opcion<"administrador", "operador", "lector", "propio">>(b, "rol")), {}};
    std::istringstream permisos(opcional(b, "permisos"));
    for (std::string p; permisos >> p;) {
        if (!es_permiso(p))
            throw std::runtime_error("--permisos: «" + p + "» no es área.acción; vea gestor operaciones");
        r.permisos.push_back(p);
    }
    if ((r.nombre == "propio") == r.permisos.empty())
        throw std::runtime_error("--permisos va con --rol propio, y sólo con él");
    return r;
}

// Limit of each document that the user authorizes, in pesos.
std::string limite_de(std::string_view opcion, std::string const& texto) {
    return texto_de(comprobar<NoNegativo<Dinero>>(opcion, texto));
}

administracion::UsuarioDe usuario_de(Banderas const& b) {
    return {organizacion_de(b), texto_de(obligatoria<TextoReq<120>>(b, "usuario"))};
}

struct LlaveApi {
    std::string llave = seguridad::llave_nueva();
    std::string prefijo = llave.substr(0, 9), hash = sha256_hex(llave);  // prefix and hash: only these are stored
};

bool desactiva(Banderas const& b) {
    return b.contains("desactivar") && obligatoria<Opcion<"si", "no">>(b, "desactivar") == Opcion<"si", "no">("si");
}

int hecho(std::string_view que) {
    fmt::print("{}\n", que);
    return 0;
}

}  // namespace

int organizacion_alta(Settings const& s, Banderas const& b) {
    administracion::OrganizacionNueva o;
    o.nombre = texto_de(obligatoria<TextoReq<250>>(b, "nombre"));
    auto const rfc = obligatoria<Rfc>(b, "rfc");
    o.rfc = texto_de(rfc);
    o.persona_moral = rfc.persona_moral();
    if (rfc.generico()) throw std::runtime_error("--rfc: una organización tiene su propio RFC, no uno genérico");
    o.regimen = texto_de(obligatoria<ClaveRegimenFiscal>(b, "regimen"));
    o.codigo_postal = texto_de(obligatoria<CodigoPostal>(b, "codigo-postal"));
    o.zona = opcional(b, "zona", "America/Mexico_City");
    o.repetir = opcional(b, "repetir") == "si";
    if (!rfc.digito_correcto()) fmt::print(stderr, "aviso: el dígito verificador del RFC {} no corresponde\n", o.rfc);
    fmt::print("organizacionId: {}\n", administracion::organizacion_crear(conexion(s), o));
    return 0;
}

int organizacion_lista(Settings const& s, Banderas const&) {
    fmt::print("{}", administracion::organizaciones(conexion(s)));
    return 0;
}

int organizacion_cierre(Settings const& s, Banderas const& b) {
    return hecho(administracion::organizacion_poner(conexion(s), organizacion_de(b), false) ? "cerrada"
                                                                                            : "ya estaba cerrada");
}

int organizacion_apertura(Settings const& s, Banderas const& b) {
    return hecho(administracion::organizacion_poner(conexion(s), organizacion_de(b), true) ? "abierta"
                                                                                           : "ya estaba abierta");
}

int usuario_alta(Settings const& s, Banderas const& b) {
    administracion::UsuarioNuevo u;
    u.organizacion = organizacion_de(b);
    u.usuario = usuario_de(b).usuario;
    u.nombre = opcional(b, "nombre", u.usuario);
    if (b.contains("correo")) u.correo = texto_de(obligatoria<Correo>(b, "correo"));
    u.sucursal = b.contains("sucursal") ? obligatoria<Id>(b, "sucursal").valor() : 0;
    u.rol = rol_de(b);
    if (b.contains("limite")) u.limite = limite_de("limite", b.at("limite"));
    auto const contrasena = contrasena_de(b);
    u.contrasena = seguridad::contrasena_cifrar(contrasena.texto);
    fmt::print("usuarioId: {}\n", administracion::usuario_crear(conexion(s), u));
    mostrar(contrasena);
    return 0;
}

int usuario_lista(Settings const& s, Banderas const& b) {
    fmt::print("{}", administracion::usuarios(conexion(s), organizacion_de(b)));
    return 0;
}

int usuario_cambio_de_contrasena(Settings const& s, Banderas const& b) {
    auto const quien = usuario_de(b);
    auto const contrasena = contrasena_de(b);
    administracion::usuario_contrasena(conexion(s), quien, seguridad::contrasena_cifrar(contrasena.texto));
    mostrar(contrasena);
    return hecho("contraseña cambiada; sus tokens dejan de valer");
}

int usuario_cambio_de_rol(Settings const& s, Banderas const& b) {
    administracion::usuario_rol(conexion(s), usuario_de(b), rol_de(b));
    return hecho("rol cambiado; sus tokens dejan de valer");
}

int usuario_cambio_de_limite(Settings const& s, Banderas const& b) {
    auto const& importe = b.at("IMPORTE");
    bool const ninguno = importe == "ninguno";
    administracion::usuario_limite(conexion(s), usuario_de(b), ninguno ? std::string() : limite_de("IMPORTE", importe));
    return hecho(ninguno ? "autoriza sin límite" : "límite cambiado");
}

int usuario_desbloqueo(Settings const& s, Banderas const& b) {
    return hecho(administracion::usuario_desbloquear(conexion(s), usuario_de(b)) ? "desbloqueado"
                                                                                 : "no estaba bloqueado");
}

int usuario_revocacion(Settings const& s, Banderas const& b) {
    administracion::revocar_usuario(conexion(s), organizacion_de(b), id_de(b), desactiva(b));
    return hecho("revocado");
}

int consumidor_alta(Settings const& s, Banderas const& b) {
    administracion::ConsumidorNuevo c;
    LlaveApi const llave;
    c.organizacion = organizacion_de(b);
    c.nombre = texto_de(obligatoria<TextoReq<250>>(b, "nombre"));
    c.tipo = texto_de(obligatoria<seguridad::TipoIntegracion>(b, "tipo"));
    if (b.contains("correo")) c.correo = texto_de(obligatoria<Correo>(b, "correo"));
    c.prefijo = llave.prefijo;
    c.hash = llave.hash;
    fmt::print("consumidorApiId: {}\n", administracion::consumidor_crear(conexion(s), c));
    fmt::print("apiKey: {}\n", llave.llave);  // shown once; only its hash is stored
    return 0;
}

int consumidor_lista(Settings const& s, Banderas const& b) {
    fmt::print("{}", administracion::consumidores(conexion(s), organizacion_de(b)));
    return 0;
}

int consumidor_rotacion(Settings const& s, Banderas const& b) {
    LlaveApi const llave;
    administracion::consumidor_rotar(conexion(s), organizacion_de(b), id_de(b), llave.prefijo, llave.hash);
    fmt::print("apiKey: {}\n", llave.llave);
    return 0;
}

int consumidor_revocacion(Settings const& s, Banderas const& b) {
    administracion::revocar_consumidor(conexion(s), organizacion_de(b), id_de(b), desactiva(b));
    return hecho("revocado");
}

int consumidor_baja(Settings const& s, Banderas const& b) {
    administracion::revocar_consumidor(conexion(s), organizacion_de(b), id_de(b), true);
    return hecho("desactivado");
}

// Throws when no provider can issue the subject: the user would look linked and never log in.
void exigir_proveedor(Settings const& s, std::string const& emisor, std::int64_t organizacion) {
    auto const& ruta = s.texto("proveedores-identidad");
    if (ruta.empty()) {
        fmt::print(stderr,
                   "aviso: aquí falta el ajuste proveedores-identidad; nadie entra con esta identidad hasta que "
                   "el del servidor tenga ese emisor\n");
        return;
    }
    if (!seguridad::admite(contenido_de(ruta), emisor, organizacion))
        throw std::runtime_error("--emisor: ningún proveedor de " + ruta + " tiene el emisor " + emisor +
                                 " para esa organización; escríbalo letra por letra como ahí, o agréguelo antes");
}

int identidad_enlace(Settings const& s, Banderas const& b) {
    auto const quien = usuario_de(b);
    auto const emisor = texto_de(obligatoria<TextoReq<500>>(b, "emisor"));
    auto const sujeto = opcional(b, "sujeto");  // compared byte by byte with the provider's token
    if (sujeto.empty()) throw std::runtime_error("falta --sujeto");
    if (!seguridad::es_nombre(sujeto))
        throw std::runtime_error("--sujeto: tiene más de 255 bytes o caracteres de control");
    exigir_proveedor(s, emisor, quien.organizacion);
    fmt::print("id: {}\n", administracion::identidad_enlazar(conexion(s), quien, emisor, sujeto));
    return 0;
}

int identidad_lista(Settings const& s, Banderas const& b) {
    fmt::print("{}", administracion::identidades(conexion(s), organizacion_de(b)));
    return 0;
}

int identidad_baja(Settings const& s, Banderas const& b) {
    administracion::identidad_quitar(conexion(s), organizacion_de(b), id_de(b));
    return hecho("quitada; los tokens del usuario dejan de valer");
}

}  // namespace gestor
