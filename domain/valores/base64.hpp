#pragma once
// Bytes as text. The plain form is padded; the form for URLs (tokens, cursors) has no padding and only one spelling.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

std::string base64(std::string_view bytes);
std::optional<std::string> base64_leer(std::string_view texto);
std::string base64url(std::string_view bytes);
std::optional<std::string> base64url_leer(std::string_view texto);
std::string hexadecimal(std::string_view bytes);  // lower case

// Length of the base64 of this many bytes.
constexpr std::uint64_t base64_longitud(std::uint64_t bytes) {
    return (bytes + 2) / 3 * 4;
}

std::optional<Falla> base64_leer(std::string_view texto, std::size_t maximo, std::string& salida);

// Base64: a file inside JSON, at most `Maximo` bytes once decoded. The prefix of a `data:` URL and line breaks are
// accepted.
template <std::size_t Maximo>
class Base64 {
public:
    Base64() = default;
    explicit Base64(std::string bytes) : bytes_(std::move(bytes)) {}
    std::string const& bytes() const { return bytes_; }

    static constexpr Forma forma() {
        Forma f;
        f.formato = "byte";
        f.minimo_texto = 4;
        f.maximo_texto = base64_longitud(Maximo);
        // The smallest PNG: one transparent pixel.
        f.ejemplo = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Base64& salida) {
        return base64_leer(texto, Maximo, salida.bytes_);
    }
    static Base64 de_base(std::string_view texto) { return exigir<Base64>(texto); }
    void escribir(std::string& salida) const { salida += base64(bytes_); }

private:
    std::string bytes_;
};

}  // namespace gestor
