#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// Reads one UTF-8 character at `desde` and advances; absent when the bytes are malformed (overlong forms, surrogates,
// values beyond U+10FFFF).
std::optional<char32_t> siguiente_caracter(std::string_view texto, std::size_t& desde);

// Text without ASCII white space and NBSP at either end.
std::string_view recortar(std::string_view texto);

// Text in capitals, independent of the locale: Latin with its accents, Greek and Cyrillic. A letter without a capital
// stays.
std::string mayusculas(std::string_view texto);

// Replaces each inner run of white space by one space.
std::string un_espacio(std::string_view texto);

struct LimitesTexto {
    std::size_t minimo = 0;
    std::size_t maximo = 250;  // in characters, not bytes
    bool lineas = false;       // LF and TAB allowed inside
};
std::optional<Falla> leer_texto(std::string_view texto, LimitesTexto const& limites, std::string& salida);

template <std::size_t Max, bool Lineas = false, std::size_t Min = 0>
class Texto {
    static_assert(Min <= Max && Max > 0);

public:
    Texto() = default;
    explicit Texto(std::string_view texto) : Texto(exigir<Texto>(texto)) {}

    std::string const& valor() const { return valor_; }
    operator std::string_view() const { return valor_; }
    bool vacio() const { return valor_.empty(); }

    static constexpr Forma forma() {
        Forma f;
        f.minimo_texto = Min;
        f.maximo_texto = Max;
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Texto& salida) {
        return leer_texto(texto, {.minimo = Min, .maximo = Max, .lineas = Lineas}, salida.valor_);
    }
    // Stored text was checked when it arrived; PostgreSQL guarantees its encoding.
    static Texto de_base(std::string_view texto) {
        Texto valor;
        valor.valor_ = texto;
        return valor;
    }
    void escribir(std::string& salida) const { salida += valor_; }

    friend auto operator<=>(Texto const&, Texto const&) = default;
    friend bool operator==(Texto const&, Texto const&) = default;
    friend bool operator==(Texto const& a, std::string_view b) { return a.valor_ == b; }

private:
    std::string valor_;
};

template <std::size_t Max, bool Lineas = false>
using TextoReq = Texto<Max, Lineas, 1>;

// Correo: an e-mail address, checked only against typing mistakes: one @ between a name and a domain with a dot.
class Correo : public Texto<250> {
public:
    Correo() = default;
    Correo(Texto<250> const& texto) : Texto<250>(texto) {}  // NOLINT: what leer and de_base of the base return
    static constexpr Forma forma() {
        auto f = Texto<250>::forma();
        f.formato = "email";
        f.ejemplo = "ana@ejemplo.mx";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Correo& salida);
};

using Nombre = Texto<250>;
using Notas = Texto<2000, true>;
using Clave = Texto<30>;
using Busqueda = Texto<100>;
using Cadena = Texto<100'000, true>;  // text of an answer; its column has the bound

}  // namespace gestor
