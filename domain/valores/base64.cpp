#include "domain/valores/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace gestor {
namespace {

constexpr std::string_view letras = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view letras_url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::array<std::int8_t, 256> inversa(std::string_view alfabeto) {
    std::array<std::int8_t, 256> tabla{};
    for (auto& v : tabla) v = -1;
    for (std::size_t i = 0; i < alfabeto.size(); ++i)
        tabla[static_cast<unsigned char>(alfabeto[i])] = static_cast<std::int8_t>(i);
    return tabla;
}

std::string escribir(std::string_view bytes, std::string_view alfabeto) {
    std::string salida;
    salida.reserve((bytes.size() + 2) / 3 * 4);
    std::uint32_t bits = 0;
    unsigned cuantos = 0;
    for (char const c : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        for (cuantos += 8; cuantos >= 6; cuantos -= 6) salida += alfabeto[bits >> (cuantos - 6) & 0x3F];
    }
    if (cuantos > 0) salida += alfabeto[bits << (6 - cuantos) & 0x3F];
    return salida;
}

// Base64 without padding. Absent when no number of bytes has this length, or when unused bits are not zero.
std::optional<std::string> leer(std::string_view texto, std::array<std::int8_t, 256> const& tabla) {
    if (texto.size() % 4 == 1) return std::nullopt;
    std::string salida;
    salida.reserve(texto.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    unsigned cuantos = 0;
    for (char const c : texto) {
        auto const valor = tabla[static_cast<unsigned char>(c)];
        if (valor < 0) return std::nullopt;
        bits = bits << 6 | static_cast<std::uint32_t>(valor);
        cuantos += 6;
        if (cuantos >= 8) {
            cuantos -= 8;
            salida += static_cast<char>(bits >> cuantos & 0xFF);
        }
    }
    if ((bits & ((1U << cuantos) - 1)) != 0) return std::nullopt;
    return salida;
}

}  // namespace

std::string base64(std::string_view bytes) {
    auto salida = escribir(bytes, letras);
    while (salida.size() % 4 != 0) salida += '=';
    return salida;
}

std::optional<std::string> base64_leer(std::string_view texto) {
    static constexpr auto tabla = inversa(letras);
    if (texto.empty() || texto.size() % 4 != 0) return std::nullopt;
    for (int i = 0; i < 2 && texto.ends_with('='); ++i) texto.remove_suffix(1);
    return leer(texto, tabla);
}

std::optional<Falla> base64_leer(std::string_view texto, std::size_t maximo, std::string& salida) {
    if (texto.starts_with("data:")) {
        auto const coma = std::min(texto.find(','), texto.size());
        if (!texto.substr(0, coma).ends_with(";base64")) return Falla{codigo::formato, "no es una URL data: en base64"};
        texto.remove_prefix(std::min(coma + 1, texto.size()));
    }
    // Many programs break base64 into lines.
    constexpr std::string_view blancos = " \t\r\n";
    std::string seguido;
    if (texto.find_first_of(blancos) != texto.npos) {
        std::ranges::copy_if(texto, std::back_inserter(seguido),
                             [&](char c) { return blancos.find(c) == blancos.npos; });
        texto = seguido;
    }
    auto const demasiado = Falla{codigo::longitud, "admite a lo más " + std::to_string(maximo) + " bytes"};
    if (texto.size() > base64_longitud(maximo)) return demasiado;
    auto bytes = base64_leer(texto);
    if (!bytes) return Falla{codigo::formato, "no es base64"};
    if (bytes->size() > maximo) return demasiado;
    salida = std::move(*bytes);
    return {};
}

std::string base64url(std::string_view bytes) {
    return escribir(bytes, letras_url);
}

std::optional<std::string> base64url_leer(std::string_view texto) {
    static constexpr auto tabla = inversa(letras_url);
    return leer(texto, tabla);
}

std::string hexadecimal(std::string_view bytes) {
    constexpr char cifras[] = "0123456789abcdef";
    std::string salida(2 * bytes.size(), '0');
    auto* escrita = salida.data();
    for (char const c : bytes) {
        *escrita++ = cifras[static_cast<unsigned char>(c) >> 4];
        *escrita++ = cifras[static_cast<unsigned char>(c) & 0xF];
    }
    return salida;
}

}  // namespace gestor
