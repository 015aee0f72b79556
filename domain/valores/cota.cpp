#include "domain/valores/cota.hpp"

#include <algorithm>

namespace gestor {
namespace {

constexpr std::uint64_t por_caracter = 12;  // characters outside the first plane, written as two escapes: \ud83d\ude00
constexpr std::uint64_t por_letra = 6;      // letter of a member name, ASCII, written as an escape: \u0061
constexpr std::uint64_t por_base64 = 2;     // some programs write / as \/
constexpr std::uint64_t sin_maximo = 64;    // characters of a text without a bound of its own: a date, a code
constexpr std::uint64_t numero = 48;        // 15 significant digits, sign, point, and further zeros
constexpr std::uint64_t literal = 5;        // false, the longest of true, false and null
constexpr std::uint64_t alrededor = 64;     // around each value: comma, colon, end of line and indentation
constexpr std::uint64_t infinito = std::uint64_t{1} << 50;

std::uint64_t por(std::uint64_t a, std::uint64_t b) {  // product that saturates: lists in lists of texts exceed 64 bits
    std::uint64_t r = 0;
    return __builtin_mul_overflow(a, b, &r) ? infinito : std::min(r, infinito);
}

std::uint64_t de_texto(Forma const& f) {
    std::uint64_t largo = f.maximo_texto > 0 ? f.maximo_texto : sin_maximo;
    if (!f.opciones.empty()) largo = std::ranges::max(f.opciones, {}, &std::string_view::size).size();
    return 2 + por(largo, f.formato == "byte" ? por_base64 : por_caracter);
}

std::uint64_t de_valor(Forma const& f) {
    switch (f.clase) {
        case Clase::entero:
        case Clase::numero:
            return std::max<std::uint64_t>(numero, f.maximo_texto);
        case Clase::booleano:
            return literal;
        case Clase::objeto:  // free object: its bound in bytes is that of the unescaped text
            return por(f.maximo_texto, por_letra);
        case Clase::texto:
            break;
    }
    return std::max(literal, de_texto(f));
}

}  // namespace

Cota cota_de(Tipo const& tipo) {
    Cota c{2 + alrededor, 1};  // the two brackets {} or []
    switch (tipo.especie) {
        case Especie::opcional:
            return cota_de(*tipo.interno);
        case Especie::valor: {
            auto const f = *tipo.forma;
            // A free object has at most one value in every two bytes.
            return {de_valor(f) + alrededor, f.clase == Clase::objeto ? f.maximo_texto / 2 : 1};
        }
        case Especie::lista: {
            auto const elemento = cota_de(*tipo.interno);
            c.bytes += por(elemento.bytes, tipo.maximo_elementos);
            c.valores += por(elemento.valores, tipo.maximo_elementos);
            break;
        }
        case Especie::objeto:
            for (auto const& campo : tipo.campos()) {
                auto const miembro = cota_de(*campo.tipo);
                c.bytes += miembro.bytes + 2 + por_letra * campo.nombre.size();
                c.valores += miembro.valores;
            }
            break;
    }
    return {std::min(c.bytes, infinito), std::min(c.valores, infinito)};
}

std::uint64_t contar_valores(std::string_view documento) {
    std::uint64_t valores = 1;
    bool texto = false;
    for (std::size_t i = 0; i < documento.size(); ++i) {
        char const c = documento[i];
        if (c == '\\') ++i;  // skips the escaped character; outside a text there is no escape
        if (c == '"') texto = !texto;
        if (!texto && (c == ',' || c == '[' || c == '{')) ++valores;
    }
    return valores;
}

}  // namespace gestor
