#include "domain/valores/texto.hpp"

#include <cstdint>

namespace gestor {
namespace {

constexpr char32_t nbsp = 0xA0;
constexpr std::string_view nbsp_utf8 = "\xC2\xA0";
constexpr std::string_view blancos = " \t\n\r\v\f";

std::uint8_t byte(std::string_view texto, std::size_t i) {
    return static_cast<std::uint8_t>(texto[i]);
}

bool es_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < nbsp);
}

bool permitido(char32_t c, bool lineas) {
    return !es_control(c) || (lineas && (c == U'\n' || c == U'\t'));
}

// Secuencia: length announced by the first byte, the bits that it carries, and the least character allowed for that
// length.
struct Secuencia {
    std::size_t largo;
    char32_t bits;
    char32_t menor;
};

Secuencia secuencia(std::uint8_t primero) {
    if (primero < 0x80) return {1, primero, 0};
    if (primero >= 0xC2 && primero < 0xE0) return {2, primero & 0x1Fu, 0x80};
    if (primero >= 0xE0 && primero < 0xF0) return {3, primero & 0x0Fu, 0x800};
    if (primero >= 0xF0 && primero < 0xF5) return {4, primero & 0x07u, 0x10000};
    return {0, 0, 0};
}

}  // namespace

std::optional<char32_t> siguiente_caracter(std::string_view texto, std::size_t& desde) {
    Secuencia const s = secuencia(byte(texto, desde));
    if (s.largo == 0 || texto.size() - desde < s.largo) return {};
    char32_t c = s.bits;
    for (std::size_t i = 1; i < s.largo; ++i) {
        std::uint8_t const b = byte(texto, desde + i);
        if ((b & 0xC0) != 0x80) return {};
        c = (c << 6) | (b & 0x3Fu);
    }
    if (c < s.menor || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return {};
    desde += s.largo;
    return c;
}

std::string_view recortar(std::string_view texto) {
    for (;;) {
        if (texto.empty()) return texto;
        if (blancos.find(texto.front()) != std::string_view::npos)
            texto.remove_prefix(1);
        else if (texto.starts_with(nbsp_utf8))
            texto.remove_prefix(nbsp_utf8.size());
        else
            break;
    }
    // In valid UTF-8, these two final bytes are always NBSP: C2 is never a continuation byte.
    for (;;) {
        if (blancos.find(texto.back()) != std::string_view::npos)
            texto.remove_suffix(1);
        else if (texto.ends_with(nbsp_utf8))
            texto.remove_suffix(nbsp_utf8.size());
        else
            return texto;
    }
}

namespace {

char32_t mayuscula(char32_t c) {
    auto const entre = [c](char32_t desde, char32_t hasta) { return desde <= c && c <= hasta; };
    if (entre(U'a', U'z') || (entre(0xE0, 0xFE) && c != 0xF7)) return c - 0x20;  // á ñ ü, but not ÷
    // ÿ
    if (c == 0xFF) return 0x178;
    // Latin Extended-A: capital and small letters alternate; the capital is even in these ranges and odd in the others.
    if (entre(0x100, 0x137) || entre(0x14A, 0x177)) return c == 0x131 ? U'I' : c & ~char32_t{1};
    if (entre(0x139, 0x148) || entre(0x179, 0x17E)) return c - (c % 2 == 0 ? 1 : 0);
    if (entre(0x3B1, 0x3C9) && c != 0x3C2) return c - 0x20;  // Greek
    // Cyrillic
    if (entre(0x430, 0x44F)) return c - 0x20;
    if (entre(0x450, 0x45F)) return c - 0x50;
    return c;
}

void agregar_utf8(char32_t c, std::string& salida) {
    if (c < 0x80) {
        salida += static_cast<char>(c);
    } else {  // every letter that changes has two bytes
        salida += static_cast<char>(0xC0 | (c >> 6));
        salida += static_cast<char>(0x80 | (c & 0x3F));
    }
}

}  // namespace

std::string mayusculas(std::string_view texto) {
    std::string salida;
    for (std::size_t i = 0; i < texto.size();) {
        auto const desde = i;
        auto const c = siguiente_caracter(texto, i);
        if (!c) return std::string(texto);  // invalid UTF-8: returned unchanged
        if (mayuscula(*c) == *c)
            salida += texto.substr(desde, i - desde);
        else
            agregar_utf8(mayuscula(*c), salida);
    }
    return salida;
}

std::string un_espacio(std::string_view texto) {
    std::string salida;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        bool const duro = texto.substr(i).starts_with(nbsp_utf8);
        if (duro) ++i;
        if (!duro && blancos.find(texto[i]) == std::string_view::npos)
            salida += texto[i];
        else if (!salida.empty() && salida.back() != ' ')
            salida += ' ';
    }
    if (!salida.empty() && salida.back() == ' ') salida.pop_back();
    return salida;
}

std::optional<Falla> leer_texto(std::string_view texto, LimitesTexto const& limites, std::string& salida) {
    texto = recortar(texto);
    std::size_t caracteres = 0;
    for (std::size_t i = 0; i < texto.size(); ++caracteres) {
        auto const c = siguiente_caracter(texto, i);
        if (!c) return Falla{codigo::formato, "no es texto UTF-8 válido"};
        if (!permitido(*c, limites.lineas)) {
            return Falla{codigo::formato, limites.lineas
                                              ? "no admite caracteres de control, salvo saltos de línea y tabuladores"
                                              : "no admite caracteres de control ni saltos de línea"};
        }
    }
    if (caracteres == 0 && limites.minimo > 0) return Falla{codigo::requerido, "es obligatorio"};
    if (caracteres < limites.minimo)
        return Falla{codigo::longitud, "debe tener al menos " + std::to_string(limites.minimo) + " caracteres"};
    if (caracteres > limites.maximo)
        return Falla{codigo::longitud, "debe tener a lo más " + std::to_string(limites.maximo) + " caracteres"};
    salida = texto;
    return {};
}

std::optional<Falla> Correo::leer(std::string_view texto, Correo& salida) {
    if (auto falla = Texto<250>::leer(texto, salida)) return falla;
    auto const& correo = salida.valor();
    auto const arroba = correo.find('@');
    bool const bien = arroba != std::string::npos && arroba > 0 && correo.find('@', arroba + 1) == std::string::npos &&
                      correo.find('.', arroba) > arroba + 1 && correo.find('.', arroba) != std::string::npos &&
                      correo.back() != '.' && correo.find_first_of(" \t\"<>(),;:\\") == std::string::npos;
    if (!bien) return Falla{codigo::formato, "debe ser un correo electrónico: nombre@dominio.mx"};
    return {};
}

}  // namespace gestor
