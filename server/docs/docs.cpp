#include "server/docs/docs.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "domain/operacion/token.hpp"
#include "server/docs/html.hpp"
#include "server/settings.hpp"

namespace gestor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view guion = "swagger-ui-bundle.js", hoja = "swagger-ui.css";
constexpr std::uintmax_t bytes_maximos =
    4UL * 1024 * 1024;  // for all files of the docs directory together: they stay in memory

// No page, the viewer's included, needs inline script, inline style or eval.
constexpr std::string_view politica =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

struct Ficha {
    std::string_view nombre, menu, titulo, descripcion;
};
constexpr Ficha indice[] = {
    {"", "Inicio", "API de gestión empresarial", "Documentación de la API de gestión empresarial"},
    {"guia", "Primera llamada", "Primera llamada", "Obtener un token, listar, paginar y leer errores"},
    {"facturas", "Facturas recibidas", "Validar facturas recibidas",
     "Adjuntar el CFDI de un proveedor a su documento y validarlo"},
    {"mes", "El mes del contador", "El mes del contador",
     "De los CFDI recibidos al mes cerrado, con sus estados financieros"},
    {"referencia", "Referencia", "Referencia", "Cada operación con sus parámetros y esquemas"},
    {"operaciones", "Operaciones", "Operaciones", "Tabla de todas las operaciones"},
    {"errores", "Errores", "Errores", "Catálogo de códigos de error con causa y remedio"},
    {"cambios", "Cambios", "Registro de cambios", "Cambios de la interfaz"},
    {"ajustes", "Ajustes", "Ajustes", "Todos los ajustes del servidor"},
    {"produccion", "Producción", "Producción", "Instalar, migrar, respaldar, rotar llaves y revocar usuarios"},
    {"alojamiento", "Alojamiento", "Alojar muchas organizaciones",
     "De diez a cien mil organizaciones: réplicas, cambio de principal, instalaciones"},
    {"administracion", "Administración", "Administración", "Preparar una empresa y cargar los catálogos del SAT"},
    {"comparacion", "Comparación", "Comparación", "Velocidad comparada con las alternativas"},
};

std::string_view tipo_de_archivo(std::string_view nombre) {
    constexpr std::pair<std::string_view, std::string_view> tipos[] = {
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".xml", "application/xml; charset=utf-8"},
        {".png", "image/png"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    };
    for (auto const& [fin, tipo] : tipos)
        if (nombre.ends_with(fin)) return tipo;
    return {};
}

Docs::Pagina pagina(std::string_view tipo, std::string cuerpo, std::string_view csp = {}) {
    auto etag = fmt::format("\"{:.32}\"", sha256_hex(cuerpo));
    return {std::string(tipo), std::move(cuerpo), std::move(etag), std::string(csp)};
}

fs::path directorio(Settings const& settings) {
    if (auto const& dado = settings.texto("docs"); !dado.empty()) return dado;
    std::error_code error;
    auto const programa = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : programa.parent_path() / "docs";
}

std::string leer(fs::path const& archivo) {
    std::ifstream flujo(archivo, std::ios::binary);
    return {std::istreambuf_iterator<char>(flujo), {}};
}

// Files that npm installed. When the directory is missing or unreadable, only the plain reference is served.
std::map<std::string, std::string> archivos_de(fs::path const& carpeta) {
    std::map<std::string, std::string> archivos;
    std::error_code error;
    std::uintmax_t total = 0;
    for (fs::directory_iterator i(carpeta, error), fin; !error && i != fin; i.increment(error)) {
        auto const nombre = i->path().filename().string();
        if (tipo_de_archivo(nombre).empty() || nombre[0] == '.' || !i->is_regular_file(error)) continue;
        auto const bytes = i->file_size(error);
        if (error || (total += bytes) > bytes_maximos) break;
        archivos.emplace(nombre, leer(i->path()));
    }
    return archivos;
}

std::string menu_de(std::string_view actual) {
    std::string t;
    for (auto const& e : indice)
        t += fmt::format("<li><a href=\"/docs{}{}\"{}>{}</a></li>\n", e.nombre.empty() ? "" : "/", e.nombre,
                         e.nombre == actual ? " aria-current=\"page\"" : "", html(e.menu));
    return t;
}

std::string cabeza_de(std::string_view nombre, bool visor) {
    if (nombre == "cambios") return "<script defer src=\"/docs/cambios.js\"></script>\n";
    if (nombre != "referencia" || !visor) return "";
    return "<link rel=\"stylesheet\" href=\"/docs/swagger-ui.css\">\n<link rel=\"stylesheet\" "
           "href=\"/docs/visor.css\">\n"
           "<script defer src=\"/docs/swagger-ui-bundle.js\"></script>\n<script defer "
           "src=\"/docs/referencia.js\"></script>\n";
}

// Examples have the public address when it is set; otherwise the page inserts the address from which it was loaded.
std::string direccion_de(Settings const& settings) {
    if (auto const& base = settings.texto("url-base"); !base.empty()) return base;
    return (settings.texto("tls-certificado").empty() ? "http://" : "https://") + settings.texto("direccion") + ":" +
           std::to_string(settings.entero("puerto"));
}

std::string duracion(std::int64_t segundos) {
    if (segundos % 3600 == 0) return segundos == 3600 ? "una hora" : std::to_string(segundos / 3600) + " horas";
    if (segundos % 60 == 0) return std::to_string(segundos / 60) + " minutos";
    return std::to_string(segundos) + " segundos";
}

std::string contenido_de(std::string_view nombre, Settings const& settings, std::span<Area const* const> areas,
                         bool visor) {
    if (nombre == "referencia" && !visor) return html_referencia(areas);
    std::pair<std::string_view, std::string> huecos[] = {
        {"origen", settings.texto("url-base").empty() ? "pagina" : "fijo"},
        {"api", html(direccion_de(settings))},
        {"vida", duracion(settings.entero("token-segundos"))},
        {"total", std::to_string(contar(areas))},
        {"filtro", {}},
        {"tabla", {}},
        {"tablas", {}},
        {"areas", {}},
    };
    auto const poner = [&](std::string_view hueco, std::string const& texto) {
        for (auto& [clave, valor] : huecos)
            if (clave == hueco) valor = texto;
    };
    if (nombre.empty()) poner("areas", html_areas(areas));
    if (nombre == "operaciones") {
        poner("filtro", filtro_de("tbody tr", "Filtrar operaciones"));
        poner("tabla", html_operaciones(areas));
    } else if (nombre == "errores") {
        poner("filtro", filtro_de("tbody tr", "Filtrar errores"));
        poner("tablas", html_errores());
    } else if (nombre == "ajustes") {
        poner("filtro", filtro_de("tbody tr", "Filtrar ajustes"));
        poner("tabla", html_ajustes());
    }
    return rellenar(embedded_doc(nombre.empty() ? "inicio.html" : std::string(nombre) + ".html"), huecos);
}

}  // namespace

Docs::Docs(Settings const& settings, std::span<Area const* const> areas) {
    for (auto& [nombre, cuerpo] : archivos_de(directorio(settings)))
        paginas_.emplace(nombre, pagina(tipo_de_archivo(nombre), std::move(cuerpo)));
    bool const visor = paginas_.contains(guion) && paginas_.contains(hoja);
    for (auto const& [nombre, texto] : embedded_docs)
        if (auto const tipo = tipo_de_archivo(nombre); !tipo.empty())
            paginas_.insert_or_assign(std::string(nombre), pagina(tipo, std::string(texto)));
    auto const armar = [&](Ficha const& e, std::string contenido) {
        std::pair<std::string_view, std::string> const huecos[] = {
            {"titulo", html(e.titulo)},
            {"descripcion", html(e.descripcion)},
            {"cabeza", cabeza_de(e.nombre, visor)},
            {"version", html(GESTOR_VERSION)},
            {"nav", menu_de(e.nombre)},
            {"contenido", std::move(contenido)},
        };
        return pagina("text/html; charset=utf-8", rellenar(embedded_doc("plantilla.html"), huecos), politica);
    };
    for (auto const& e : indice)
        paginas_.insert_or_assign(std::string(e.nombre), armar(e, contenido_de(e.nombre, settings, areas, visor)));
    desconocida_ = armar({"desconocida", "", "No hay tal página", "No hay tal página"},
                         std::string(embedded_doc("desconocida.html")));
}

Docs::Pagina const* Docs::buscar(std::string_view nombre) const {
    auto const i = paginas_.find(nombre);
    return i == paginas_.end() ? nullptr : &i->second;
}

}  // namespace gestor
