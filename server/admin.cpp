#include "server/admin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "domain/operacion/operacion.hpp"
#include "domain/operacion/token.hpp"
#include "domain/seguridad/contrasena.hpp"
#include "domain/seguridad/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "persistence/administracion.hpp"
#include "persistence/catalogos_sat.hpp"
#include "persistence/demo.hpp"
#include "persistence/migrations.hpp"
#include "server/admin_comun.hpp"

namespace gestor {
namespace {

int migrate(Settings const& s, Banderas const& b) {
    auto const resultado = migrar(conexion(s), std::cout);
    bool const catalogos =
        !b.contains("catalogos") || obligatoria<Opcion<"si", "no">>(b, "catalogos") == Opcion<"si", "no">("si");
    if (resultado == 0 && catalogos) cargar_catalogos_incluidos(conexion(s), std::cout);
    return resultado;
}

int demo(Settings const& s, Banderas const& b) {
    auto const registros = b.contains("registros")
                               ? comprobar<Entero<0, demo_maximum_size>>("registros", opcional(b, "registros")).valor()
                               : demo_default_size;
    Barra barra;
    std::string dia;
    if (b.contains("fecha")) comprobar<Fecha>("fecha", opcional(b, "fecha")).escribir(dia);
    cargar_demo(conexion(s), registros, barra, dia);
    fmt::print("demostración lista\n");
    return 0;
}

int organizacion(Settings const& s, Banderas const& b) {
    OrganizacionNueva o;
    o.nombre = texto_de(obligatoria<TextoReq<250>>(b, "nombre"));
    auto const rfc = obligatoria<Rfc>(b, "rfc");
    o.rfc = texto_de(rfc);
    o.persona_moral = rfc.persona_moral();
    if (rfc.generico()) throw std::runtime_error("--rfc: una organización tiene su propio RFC, no uno genérico");
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

// One that some operation asks for, of one area or of all: ventas.leer, *.leer, *. A mistyped one would be a silent
// 403.
bool es_permiso(std::string_view permiso) {
    if (permiso == "*") return true;
    for (auto const* area : areas())
        for (std::string_view const accion : {".leer", ".escribir", ".autorizar", ".cancelar"})
            if (permiso == std::string(area->nombre).append(accion) || permiso == std::string("*").append(accion))
                return true;
    return false;
}

int usuario(Settings const& s, Banderas const& b) {
    UsuarioNuevo u;
    u.organizacion = obligatoria<Id>(b, "organizacion").valor();
    u.usuario = texto_de(obligatoria<TextoReq<120>>(b, "usuario"));
    u.nombre = opcional(b, "nombre", u.usuario);
    if (b.contains("correo")) u.correo = texto_de(obligatoria<Correo>(b, "correo"));
    u.sucursal = b.contains("sucursal") ? obligatoria<Id>(b, "sucursal").valor() : 0;
    u.rol = texto_de(obligatoria<Opcion<"administrador", "operador", "lector", "propio">>(b, "rol"));
    std::istringstream permisos(opcional(b, "permisos"));
    for (std::string p; permisos >> p;) {
        if (!es_permiso(p))
            throw std::runtime_error("--permisos: «" + p + "» no es área.acción; vea gestor operaciones");
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
    if (b.contains("correo")) c.correo = texto_de(obligatoria<Correo>(b, "correo"));
    c.prefijo = llave.substr(0, 9);
    c.hash = sha256_hex(llave);
    fmt::print("consumidorApiId: {}\n", consumidor_crear(conexion(s), c));
    fmt::print("apiKey: {}\n", llave);  // shown once; only its hash is stored
    return 0;
}

template <bool Usuario>
int revocar_tokens(Settings const& s, Banderas const& b) {
    revocar(conexion(s), Usuario, obligatoria<Id>(b, "organizacion").valor(), obligatoria<Id>(b, "id").valor(),
            b.contains("desactivar") && obligatoria<Opcion<"si", "no">>(b, "desactivar") == Opcion<"si", "no">("si"));
    fmt::print("revocado\n");
    return 0;
}

// clang-format off
constexpr Comando comandos[] = {
    {"migrate",            "aplica las migraciones que falten y trae los catálogos del SAT del programa  [--catalogos no]",      migrate},
    {"demo",               "carga la empresa de demostración  [--registros N, hasta 10000000] [--fecha AAAA-MM-DD: como si ese día fuera hoy]",                                 demo},
    {"catalogos importar", "carga un catálogo del SAT de un .csv, .tsv o .json; se puede repetir  [--catalogo c_ClaveProdServ]",      importar_catalogo_sat, "ARCHIVO"},
    {"organizacion crear", "--nombre N --rfc R --regimen 601 --codigo-postal 64000 [--zona America/Mexico_City]",               organizacion},
    {"usuario crear",      "--organizacion ID --usuario U --rol administrador|operador|lector|propio [--permisos \"ventas.leer …\"]\n"
                           "                      [--contrasena-archivo ARCHIVO|-] [--nombre N] [--correo C] [--sucursal ID]",  usuario},
    {"consumidor crear",   "--organizacion ID --nombre N --tipo Ecommerce|PuntoVenta|…|Otro [--correo C]; la llave se muestra una vez", consumidor},
    {"importar",           "carga un catálogo de la empresa; sin RECURSO los lista  --organizacion ID [--simular si] [--plantilla si]",   importar_recurso, "[RECURSO] [ARCHIVO|-]"},
    {"exportar contabilidad", "escribe las pólizas en el formato de hledger  --organizacion ID [--desde AAAA-MM-DD] [--hasta AAAA-MM-DD]",     exportar_contabilidad, "[ARCHIVO|-]"},
    {"periodo abrir",      "abre un mes a la contabilidad, y lo crea si no existe  --organizacion ID",                              periodo_abrir,  "AAAA-MM"},
    {"periodo cerrar",     "cierra un mes  --organizacion ID",                                                                      periodo_cerrar, "AAAA-MM"},
    {"periodo listar",     "--organizacion ID",                                                                                      periodo_listar},
    {"parametro leer",     "imprime los parámetros de la organización, o uno  --organizacion ID",                                   parametro_leer_orden,  "[CLAVE]"},
    {"parametro poner",    "cambia un parámetro; con VALOR vacío vuelve al de fábrica  --organizacion ID",                          parametro_poner_orden, "CLAVE VALOR"},
    {"usuario revocar",    "--organizacion ID --id ID [--desactivar si]",                                                       revocar_tokens<true>},
    {"consumidor revocar", "--organizacion ID --id ID [--desactivar si]",                                                       revocar_tokens<false>},
};
constexpr std::string_view banderas[] = {
    "registros", "fecha", "nombre", "rfc", "regimen", "codigo-postal", "zona", "organizacion", "usuario", "rol", "permisos",
    "contrasena-archivo", "correo", "sucursal", "tipo", "id", "desactivar", "catalogo", "catalogos", "simular", "plantilla", "desde", "hasta"};
// clang-format on

}  // namespace

std::span<Comando const> comandos_admin() {
    return comandos;
}

Comando const* buscar_comando(std::vector<std::string> const& palabras, Banderas& dichas) {
    for (auto const& c : comandos) {
        std::istringstream nombre{std::string(c.nombre)}, lugares{std::string(c.lugares)};
        std::vector<std::string> const propias{std::istream_iterator<std::string>(nombre), {}};
        std::vector<std::string> const faltan{std::istream_iterator<std::string>(lugares), {}};
        if (palabras.size() < propias.size() || !std::equal(propias.begin(), propias.end(), palabras.begin())) continue;
        auto const sobran = std::span(palabras).subspan(propias.size());
        if (sobran.size() > faltan.size()) throw std::runtime_error("sobra «" + sobran[faltan.size()] + "»");
        for (std::size_t i = 0; i < faltan.size(); ++i) {
            bool const puede_faltar = faltan[i].starts_with('[');
            auto const lugar = puede_faltar ? faltan[i].substr(1, faltan[i].size() - 2) : faltan[i];
            if (i < sobran.size())
                dichas[lugar] = sobran[i];
            else if (!puede_faltar)
                throw std::runtime_error("falta " + lugar);
        }
        return &c;
    }
    return nullptr;
}

std::span<std::string_view const> banderas_admin() {
    return banderas;
}

}  // namespace gestor
