#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

// 2^53 − 1: the greatest integer that every JSON client reads exactly
inline constexpr std::int64_t maximo_json = 9'007'199'254'740'991;

// Reads digits with an optional '-', without leading zeros. Any other text is TIPO; a number outside the bounds is
// RANGO.
inline std::optional<Falla> leer_entero(std::string_view texto, std::int64_t minimo, std::int64_t maximo,
                                        std::int64_t& salida) {
    bool const negativo = texto.starts_with('-');
    std::string_view const cifras = texto.substr(negativo ? 1 : 0);
    bool bien = !cifras.empty() && (cifras.size() == 1 || cifras[0] != '0');
    for (char c : cifras) bien = bien && c >= '0' && c <= '9';
    if (!bien) return Falla{codigo::tipo, "debe ser un número entero"};

    std::int64_t valor = 0;  // counted downwards, because the negative range is larger by one
    bool cabe = true;
    for (char c : cifras) {
        cabe = cabe && !__builtin_mul_overflow(valor, std::int64_t{10}, &valor) &&
               !__builtin_sub_overflow(valor, std::int64_t{c - '0'}, &valor);
    }
    if (!negativo) cabe = cabe && !__builtin_sub_overflow(std::int64_t{0}, valor, &valor);
    if (!cabe || valor < minimo || valor > maximo)
        return Falla{codigo::rango, "debe estar entre " + std::to_string(minimo) + " y " + std::to_string(maximo)};
    salida = valor;
    return {};
}

// Text of an integer constant, for the schema.
template <std::int64_t N>
struct TextoDeEntero {
    static constexpr std::size_t largo = [] {
        std::size_t cifras = N < 0 ? 2 : 1;
        for (std::int64_t n = N / 10; n != 0; n /= 10) ++cifras;
        return cifras;
    }();
    static constexpr std::array<char, largo> cifras = [] {
        std::array<char, largo> texto{};
        std::size_t i = largo;
        std::int64_t n = N;
        do {
            std::int64_t const cifra = n % 10;
            texto[--i] = static_cast<char>('0' + (cifra < 0 ? -cifra : cifra));
            n /= 10;
        } while (n != 0);
        if (i == 1) texto[0] = '-';
        return texto;
    }();
    static constexpr std::string_view valor{cifras.data(), largo};
};

// Entero: a bounded integer.
template <std::int64_t Min, std::int64_t Max>
class Entero {
    static_assert(-maximo_json <= Min && Min <= Max && Max <= maximo_json);

public:
    constexpr Entero() = default;
    constexpr Entero(std::int64_t valor) : valor_(valor) {
        if (valor < Min || valor > Max) throw ValorInvalido("entero fuera de rango");
    }
    constexpr std::int64_t valor() const { return valor_; }
    constexpr operator std::int64_t() const { return valor_; }

    static constexpr Forma forma() {
        Forma f;
        f.clase = Clase::entero;
        f.minimo = TextoDeEntero<Min>::valor;
        f.maximo = TextoDeEntero<Max>::valor;
        f.ejemplo = Min <= 1 && 1 <= Max ? std::string_view("1") : f.minimo;
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Entero& salida) {
        return leer_entero(texto, Min, Max, salida.valor_);
    }
    static Entero de_base(std::string_view texto) { return exigir<Entero>(texto); }
    void escribir(std::string& salida) const { salida += std::to_string(valor_); }

private:
    std::int64_t valor_ = Min <= 0 && 0 <= Max ? 0 : Min;
};

// Id: number of a record. No arithmetic: it does not convert implicitly to an integer.
class Id {
public:
    constexpr Id() = default;  // 0: no record, "not read yet"
    explicit constexpr Id(std::int64_t valor) : valor_(valor) {
        if (valor < 1 || valor > maximo_json) throw ValorInvalido("identificador fuera de rango");
    }
    constexpr std::int64_t valor() const { return valor_; }

    static constexpr Forma forma() {
        Forma f;
        f.clase = Clase::entero;
        f.minimo = "1";
        f.maximo = TextoDeEntero<maximo_json>::valor;
        f.ejemplo = "15";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Id& salida) {
        return leer_entero(texto, 1, maximo_json, salida.valor_);
    }
    static Id de_base(std::string_view texto) { return exigir<Id>(texto); }
    void escribir(std::string& salida) const { salida += std::to_string(valor_); }

    friend constexpr auto operator<=>(Id const&, Id const&) = default;

private:
    std::int64_t valor_ = 0;
};

// IdOCero: an id for which 0 means absent.
class IdOCero {
public:
    constexpr IdOCero() = default;
    constexpr IdOCero(Id id) : valor_(id.valor()) {}
    constexpr std::int64_t valor() const { return valor_; }
    constexpr bool presente() const { return valor_ != 0; }
    constexpr std::optional<Id> id() const {
        if (!presente()) return std::nullopt;
        return Id(valor_);
    }

    static constexpr Forma forma() {
        Forma f = Id::forma();
        f.minimo = "0";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, IdOCero& salida) {
        return leer_entero(texto, 0, maximo_json, salida.valor_);
    }
    static IdOCero de_base(std::string_view texto) { return exigir<IdOCero>(texto); }
    void escribir(std::string& salida) const { salida += std::to_string(valor_); }

    friend constexpr auto operator<=>(IdOCero const&, IdOCero const&) = default;

private:
    std::int64_t valor_ = 0;
};

class Booleano {
public:
    constexpr Booleano() = default;
    constexpr Booleano(bool valor) : valor_(valor) {}
    template <class T>
    Booleano(T*) = delete;  // a text literal would otherwise convert to true
    constexpr bool valor() const { return valor_; }
    constexpr operator bool() const { return valor_; }

    static constexpr Forma forma() {
        Forma f;
        f.clase = Clase::booleano;
        f.ejemplo = "true";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Booleano& salida) {
        if (texto == "true" || texto == "1")
            salida.valor_ = true;
        else if (texto == "false" || texto == "0")
            salida.valor_ = false;
        else
            return Falla{codigo::tipo, "debe ser true o false"};
        return {};
    }
    static Booleano de_base(std::string_view texto) {  // PostgreSQL writes t and f
        if (texto == "t") return true;
        if (texto == "f") return false;
        return exigir<Booleano>(texto);
    }
    void escribir(std::string& salida) const { salida += valor_ ? "true" : "false"; }

private:
    bool valor_ = false;
};

using IdCatalogo = Entero<1, 2'147'483'647>;  // id of a global catalog, whose keys are 32-bit integers

}  // namespace gestor
