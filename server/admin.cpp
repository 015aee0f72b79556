#include "server/admin.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "domain/operacion/token.hpp"
#include "domain/seguridad/contrasena.hpp"
#include "domain/seguridad/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "persistence/administracion.hpp"
#include "persistence/demo.hpp"
#include "persistence/migrations.hpp"

namespace gestor {
namespace {

std::string const& conexion(Settings const& s) {
    auto const& c = s.texto("base-datos-admin");
    if (c.empty())
        throw std::runtime_error("falta el ajuste base-datos-admin: la conexión del rol dueño de la base de datos");
    return c;
}

std::string opcional(Banderas const& b, std::string_view nombre, std::string_view defecto = "") {
    auto const v = b.find(nombre);
    return v == b.end() ? std::string(defecto) : v->second;
}

// The same checks as the API's, with the flag in the place of the field.
template <class T>
T comprobar(std::string_view nombre, std::string const& texto) {
    T valor{};
    if (texto.empty()) throw std::runtime_error(fmt::format("falta --{}", nombre));
    if (auto falla = T::leer(texto, valor)) throw std::runtime_error(fmt::format("--{}: {}", nombre, falla->mensaje));
    return valor;
}

template <class T>
T obligatoria(Banderas const& b, std::string_view nombre) {
    return comprobar<T>(nombre, opcional(b, nombre));
}

template <class T>
std::string texto_de(T const& valor) {
    std::string salida;
    valor.escribir(salida);
    return salida;
}

int migrate(Settings const& s, Banderas const&) {
    return migrar(conexion(s), std::cout);
}

// A bar on a terminal, plain lines elsewhere.
class Barra final : public Progress {
public:
    void advance(std::int64_t hechos, std::int64_t total, std::string_view que) override {
        auto const por_ciento = total > 0 ? hechos * 100 / total : 100;
        if (isatty(STDOUT_FILENO) == 1) {
            auto const llenos = static_cast<std::size_t>(por_ciento * 30 / 100);
            fmt::print("\r\033[K[{}{}] {:3d} %  {}", std::string(llenos, '#'), std::string(30 - llenos, ' '),
                       por_ciento, que);
            if (hechos >= total) fmt::print("\r\033[K");
            std::fflush(stdout);
        } else if (por_ciento >= ultimo_ + 10 || que != que_) {
            fmt::print("{:3d} %  {}\n", por_ciento, que);
            std::fflush(stdout);
            ultimo_ = por_ciento;
        }
        que_ = que;
    }

private:
    std::int64_t ultimo_ = -10;
    std::string que_;
};

int demo(Settings const& s, Banderas const& b) {
    auto const registros = b.contains("registros")
                               ? comprobar<Entero<0, demo_maximum_size>>("registros", opcional(b, "registros")).valor()
                               : demo_default_size;
    Barra barra;
    cargar_demo(conexion(s), registros, barra);
    fmt::print("demostración lista\n");
    return 0;
}

int organizacion(Settings const& s, Banderas const& b) {
    OrganizacionNueva o;
    o.nombre = texto_de(obligatoria<TextoReq<250>>(b, "nombre"));
    auto const rfc = obligatoria<Rfc>(b, "rfc");
    o.rfc = texto_de(rfc);
    o.regimen = texto_de(obligatoria<ClaveRegimenFiscal>(b, "regimen"));
    o.codigo_postal = texto_de(obligatoria<CodigoPostal>(b, "codigo-postal"));
    o.zona = opcional(b, "zona", "America/Mexico_City");
    if (!rfc.digito_correcto()) fmt::print(stderr, "aviso: el dígito verificador del RFC {} no corresponde\n", o.rfc);
    fmt::print("organizacionId: {}\n", organizacion_crear(conexion(s), o));
    return 0;
}

// From a file, else from standard input, else made fresh and shown once. Never from the command line, which others can
// read.
std::string contrasena_de(Banderas const& b, bool& hecha) {
    auto const ruta = opcional(b, "contrasena-archivo");
    hecha = ruta.empty();
    if (hecha) return llave_nueva().substr(3, 24);
    std::string texto;
    if (ruta == "-") {
        std::getline(std::cin, texto);
    } else {
        std::ifstream archivo(ruta);
        if (!archivo) throw std::runtime_error("no se puede leer " + ruta);
        texto.assign(std::istreambuf_iterator<char>(archivo), {});
    }
    // Read as a login reads it, so that what is stored can be sent.
    texto = texto_de(comprobar<Texto<1000, true, 1>>("contrasena-archivo", texto));
    if (texto.size() < 8) throw std::runtime_error("la contraseña debe tener al menos 8 caracteres");
    return texto;
}

int usuario(Settings const& s, Banderas const& b) {
    UsuarioNuevo u;
    u.organizacion = obligatoria<Id>(b, "organizacion").valor();
    u.usuario = texto_de(obligatoria<TextoReq<120>>(b, "usuario"));
    u.nombre = opcional(b, "nombre", u.usuario);
    u.correo = opcional(b, "correo");
    u.sucursal = b.contains("sucursal") ? obligatoria<Id>(b, "sucursal").valor() : 0;
    u.rol = texto_de(obligatoria<Opcion<"administrador", "operador", "lector", "propio">>(b, "rol"));
    std::istringstream permisos(opcional(b, "permisos"));
    for (std::string p; permisos >> p;) {
        if (p.find_first_not_of("abcdefghijklmnopqrstuvwxyz.*") != std::string::npos)
            throw std::runtime_error("--permisos: «" + p + "» no es área.acción");
        u.permisos.push_back(p);
    }
    if ((u.rol == "propio") == u.permisos.empty())
        throw std::runtime_error("--permisos va con --rol propio, y sólo con él");
    bool hecha = false;
    auto const contrasena = contrasena_de(b, hecha);
    u.contrasena = contrasena_cifrar(contrasena);
    fmt::print("usuarioId: {}\n", usuario_crear(conexion(s), u));
    if (hecha) fmt::print("contrasena: {}\n", contrasena);
    return 0;
}

int consumidor(Settings const& s, Banderas const& b) {
    ConsumidorNuevo c;
    auto const llave = llave_nueva();
    c.organizacion = obligatoria<Id>(b, "organizacion").valor();
    c.nombre = texto_de(obligatoria<TextoReq<250>>(b, "nombre"));
    c.tipo = texto_de(obligatoria<TipoIntegracion>(b, "tipo"));
    c.correo = opcional(b, "correo");
    c.prefijo = llave.substr(0, 9);
    c.hash = sha256_hex(llave);
    fmt::print("consumidorApiId: {}\n", consumidor_crear(conexion(s), c));
    fmt::print("apiKey: {}\n", llave);  // shown once; only its hash is stored
    return 0;
}

template <bool Usuario>
int revocar_tokens(Settings const& s, Banderas const& b) {
    revocar(conexion(s), Usuario, obligatoria<Id>(b, "organizacion").valor(), obligatoria<Id>(b, "id").valor(),
            opcional(b, "desactivar") == "si");
    fmt::print("revocado\n");
    return 0;
}

// clang-format off
constexpr Comando comandos[] = {
    {"migrate",            "aplica las migraciones que falten",                                                                 migrate},
    {"demo",               "carga la empresa de demostración  [--registros N, hasta 10000000]",                                 demo},
    {"organizacion crear", "--nombre N --rfc R --regimen 601 --codigo-postal 64000 [--zona America/Mexico_City]",               organizacion},
    {"usuario crear",      "--organizacion ID --usuario U --rol administrador|operador|lector|propio [--permisos \"ventas.leer …\"]\n"
                           "                      [--contrasena-archivo ARCHIVO|-] [--nombre N] [--correo C] [--sucursal ID]",  usuario},
    {"consumidor crear",   "--organizacion ID --nombre N --tipo Ecommerce|PuntoVenta|…|Otro [--correo C]; la llave se muestra una vez", consumidor},
    {"usuario revocar",    "--organizacion ID --id ID [--desactivar si]",                                                       revocar_tokens<true>},
    {"consumidor revocar", "--organizacion ID --id ID [--desactivar si]",                                                       revocar_tokens<false>},
};
constexpr std::string_view banderas[] = {
    "registros", "nombre", "rfc", "regimen", "codigo-postal", "zona", "organizacion", "usuario", "rol", "permisos",
    "contrasena-archivo", "correo", "sucursal", "tipo", "id", "desactivar"};
// clang-format on

}  // namespace

std::span<Comando const> comandos_admin() {
    return comandos;
}

std::span<std::string_view const> banderas_admin() {
    return banderas;
}

}  // namespace gestor
