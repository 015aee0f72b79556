#include "domain/archivos/ofrece.hpp"

#include <algorithm>

#include "domain/fiscal/xml.hpp"
#include "domain/valores/ascii.hpp"

namespace gestor::archivos {
namespace {

using namespace std::string_view_literals;

// ---- kind of a file by its bytes ----
bool es_png(ContenidoNuevo const& c) {
    return c.leer(0, 8) == "\x89PNG\r\n\x1a\n"sv;
}

bool es_jpeg(ContenidoNuevo const& c) {
    return c.leer(0, 3) == "\xff\xd8\xff"sv;
}

bool es_webp(ContenidoNuevo const& c) {
    auto const inicio = c.leer(0, 12);
    return inicio.starts_with("RIFF") && inicio.ends_with("WEBP");
}

// PDF readers search the signature in the first kilobyte, because some writers put bytes before it.
bool es_pdf(ContenidoNuevo const& c) {
    return c.leer(0, 1024).find("%PDF-") != std::string::npos;
}

// Text: a file without control characters, in UTF-8 or in an 8-bit character set.
bool es_texto(ContenidoNuevo const& c) {
    auto const de_control = [](char letra) {
        return static_cast<unsigned char>(letra) < 0x20 && "\t\n\r\f"sv.find(letra) == std::string_view::npos;
    };
    for (std::uint64_t desde = 0; desde < c.bytes; desde += bytes_por_bloque)
        if (std::ranges::any_of(c.leer(desde, bytes_por_bloque), de_control)) return false;
    return c.bytes > 0;
}

// A file longer than any CFDI (5 MB) is XML by its first character; a shorter one is parsed.
bool es_xml(ContenidoNuevo const& c) {
    if (c.bytes > fiscal::xml_maximo) {
        auto const inicio = c.leer(0, 1024);
        auto const marca = inicio.find_first_not_of("\xEF\xBB\xBF \t\r\n");
        return marca != std::string::npos && inicio[marca] == '<' && es_texto(c);
    }
    try {
        fiscal::leer_xml(c.leer(0, c.bytes));
        return true;
    } catch (fiscal::Ilegible const&) {
        return false;
    }
}

// ---- .zip: its directory is read, its contents are not (PKWARE's APPNOTE, 4.3.12 and 4.3.16) ----
std::uint64_t numero(std::string_view bytes, std::size_t donde, std::size_t cuantos) {
    std::uint64_t n = 0;
    for (std::size_t i = cuantos; i-- > 0;) n = n << 8 | static_cast<unsigned char>(bytes[donde + i]);
    return n;
}

struct DirectorioZip {
    bool hay = false;
    std::string nombres;  // names of the entries, each between two NULs
};

constexpr std::size_t fin_de_zip = 22, comentario_maximo = 65'535, entrada_de_zip = 46;
constexpr std::size_t directorio_maximo = 1024UL * 1024;

DirectorioZip directorio_de(ContenidoNuevo const& c) {
    auto const cola = std::min<std::uint64_t>(c.bytes, fin_de_zip + comentario_maximo);
    auto const final = c.leer(c.bytes - cola, cola);
    auto const fin = final.rfind("PK\x05\x06"sv);
    if (fin == std::string::npos || final.size() - fin < fin_de_zip) return {};
    auto const bytes = numero(final, fin + 12, 4), desde = numero(final, fin + 16, 4);
    if (desde + bytes > c.bytes - cola + fin) return {};
    DirectorioZip d{true, std::string(1, '\0')};
    auto const directorio = c.leer(desde, std::min<std::uint64_t>(bytes, directorio_maximo));
    for (std::size_t i = 0; directorio.size() - i >= entrada_de_zip;) {
        if (!std::string_view(directorio).substr(i).starts_with("PK\x01\x02"sv)) return {};
        auto const nombre = numero(directorio, i + 28, 2);
        d.nombres.append(directorio, i + entrada_de_zip, nombre).append(1, '\0');
        i += entrada_de_zip + nombre + numero(directorio, i + 30, 2) + numero(directorio, i + 32, 2);
        if (i > directorio.size()) break;
    }
    return d;
}

bool es_zip(ContenidoNuevo const& c) {
    auto const inicio = c.leer(0, 4);
    return (inicio == "PK\x03\x04"sv || inicio == "PK\x05\x06"sv) && directorio_de(c).hay;
}

bool con_partes(ContenidoNuevo const& c, std::string_view cuerpo) {
    if (!es_zip(c)) return false;
    auto const nombres = directorio_de(c).nombres;
    return nombres.find("\0[Content_Types].xml\0"sv) != nombres.npos && nombres.find(cuerpo) != nombres.npos;
}

bool es_hoja(ContenidoNuevo const& c) {
    return con_partes(c, "\0xl/"sv);
}

bool es_escrito(ContenidoNuevo const& c) {
    return con_partes(c, "\0word/"sv);
}

// clang-format off
constexpr ClaseDeArchivo clases[] = {
    {"xml",  "XML",    "application/xml",  es_xml},
    {"pdf",  "PDF",    "application/pdf",  es_pdf},
    {"png",  "Imagen", "image/png",        es_png},
    {"jpg",  "Imagen", "image/jpeg",       es_jpeg},
    {"jpeg", "Imagen", "image/jpeg",       es_jpeg},
    {"webp", "Imagen", "image/webp",       es_webp},
    {"zip",  "Otro",   "application/zip",  es_zip},
    {"xlsx", "Otro",   "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",       es_hoja},
    {"docx", "Otro",   "application/vnd.openxmlformats-officedocument.wordprocessingml.document", es_escrito},
    {"txt",  "Otro",   "text/plain",       es_texto},
    {"csv",  "Otro",   "text/csv",         es_texto},
};
// clang-format on

std::string minusculas(std::string_view texto) {
    std::string m(texto);
    for (char& c : m) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return m;
}

// Last segment of a name, with only characters that any file system accepts.
std::string sin_carpetas(std::string_view nombre) {
    nombre.remove_prefix(nombre.find_last_of("/\\") + 1);
    while (nombre.ends_with('.') || nombre.ends_with(' ')) nombre.remove_suffix(1);
    return nombre.empty() ? "archivo" : std::string(nombre);
}

}  // namespace

ClaseDeArchivo const* clase_de(std::string_view extension) {
    auto const c = std::ranges::find_if(clases, [&](auto const& clase) { return iequals(clase.extension, extension); });
    return c == std::end(clases) ? nullptr : &*c;
}

std::string extensiones_admitidas() {
    std::string todas;
    for (auto const& c : clases) todas += (todas.empty() ? "" : ", ") + std::string(c.extension);
    return todas;
}

NombreDeArchivo partir_nombre(std::string_view completo) {
    auto const punto = completo.rfind('.');
    if (punto == completo.npos) return {sin_carpetas(completo), ""};
    return {sin_carpetas(completo.substr(0, punto)), minusculas(completo.substr(punto + 1))};
}

NombreDeArchivo unir_nombre(std::string_view nombre, std::string_view extension) {
    while (extension.starts_with('.')) extension.remove_prefix(1);
    auto partido = partir_nombre(nombre);
    if (iequals(partido.extension, extension)) return partido;
    return {sin_carpetas(nombre), minusculas(extension)};
}

std::optional<Falla> impropio(ClaseDeArchivo const& clase, ContenidoNuevo const& contenido) {
    if (contenido.bytes == 0) return Falla{codigo::formato, "está vacío"};
    if (clase.es(contenido)) return std::nullopt;
    return Falla{codigo::formato, "el contenido no es de un archivo " + std::string(clase.extension)};
}

void exigir_archivo(std::string_view extension, ContenidoNuevo const& contenido, std::string const& ruta,
                    Fallas& fallas) {
    auto const* clase = clase_de(extension);
    if (clase == nullptr)
        fallas.agregar(ruta + "extension", codigo::rango, "debe ser una de: " + extensiones_admitidas());
    else if (auto falla = impropio(*clase, contenido))
        fallas.agregar(ruta + "contenidoBase64", falla->codigo, std::move(falla->mensaje));
}

}  // namespace gestor::archivos
