#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

__extension__ typedef __int128 Entero128;
__extension__ typedef unsigned __int128 Natural128;

// Desborde: a computed amount that numeric(19,E) cannot hold. Answered as 400 RANGO on the line, never as 500.
struct Desborde : std::overflow_error {
    Desborde() : std::overflow_error("el importe calculado excede 19 dígitos") {}
};

struct DivisionEntreCero : std::domain_error {
    DivisionEntreCero() : std::domain_error("división entre cero") {}
};

constexpr std::int64_t potencia10(int exponente) {  // powers of ten up to 18
    std::int64_t valor = 1;
    for (; exponente > 0; --exponente) valor *= 10;
    return valor;
}

// Bound of |unidades|, 10^19: PostgreSQL's numeric(19,E) holds it, the digits fit 64 bits without sign, and the product
// of two such numbers fits 128 bits.
inline constexpr Entero128 limite_decimal = Entero128{potencia10(18)} * 10;

// Product that is known to fit. Unsigned, because clang checks a signed product of 128 bits with a function that libgcc
// lacks.
constexpr Entero128 producto_exacto(Entero128 a, Entero128 b) {
    return static_cast<Entero128>(static_cast<Natural128>(a) * static_cast<Natural128>(b));
}

constexpr Entero128 dentro_del_limite(Entero128 unidades) {
    if (unidades <= -limite_decimal || unidades >= limite_decimal) throw Desborde();
    return unidades;
}

// Functions shared by all scales; `unidades` counts 10^-escala.
std::optional<Falla> leer_decimal(std::string_view texto, int escala, Entero128& unidades);
Entero128 decimal_de_base(std::string_view texto, int escala);
void escribir_decimal(Entero128 unidades, int escala, int minimo_decimales, std::string& salida);
inline constexpr int digitos_significativos = 15;  // digits that every JSON implementation keeps without loss
inline constexpr int digitos_base = 19;
constexpr Forma forma_decimal(int escala, int minimo_decimales) {
    constexpr std::string_view maximos[] = {"999999999999999",  "99999999999999.9", "9999999999999.99",
                                            "999999999999.999", "99999999999.9999", "9999999999.99999"};
    constexpr std::string_view minimos[] = {"-999999999999999",  "-99999999999999.9", "-9999999999999.99",
                                            "-999999999999.999", "-99999999999.9999", "-9999999999.99999"};
    int const enteros = digitos_base - escala;
    auto const fila =
        static_cast<std::size_t>(enteros >= digitos_significativos ? 0 : digitos_significativos - enteros);
    Forma f;
    f.clase = Clase::numero;
    f.minimo = minimos[fila];
    f.maximo = maximos[fila];
    f.decimales = escala;
    f.ejemplo = minimo_decimales == 2 ? "116.00" : escala == 0 ? "1" : "1.5";
    return f;
}
// rounds half-up when the scale shrinks
Entero128 cambiar_escala(Entero128 unidades, int de, int a);
Entero128 multiplicar_y_dividir(Entero128 a, Entero128 b, Entero128 divisor);       // a·b / divisor, half-up
Entero128 dividir_unidades(Entero128 dividendo, Entero128 divisor, int exponente);  // a·10^e / b, half-up

// Decimal: exact, of fixed scale. Adding and comparing are exact at any scales; a lossless widening is implicit; every
// rounding has a name (redondear, multiplicar, dividir, prorratear) and rounds half-up, away from zero.
template <int Escala, int MinDecimales>
class Decimal {
    static_assert(0 <= MinDecimales && MinDecimales <= Escala && Escala <= 9, "the cores are proved for scales 0 to 9");

public:
    static constexpr int escala = Escala;
    static constexpr int minimo_decimales = MinDecimales;

    constexpr Decimal() = default;

    // Constant, checked at compile time: Tasa{"0.106667"}.
    template <std::size_t N>
    GESTOR_CONSTEVAL Decimal(char const (&literal)[N]) : unidades_(de_literal(std::string_view(literal, N - 1))) {}

    template <int E, int M>
    requires(E <= Escala && (E != Escala || M != MinDecimales)) constexpr Decimal(Decimal<E, M> const& otro)
        : unidades_(dentro_del_limite(producto_exacto(otro.unidades(), potencia10(Escala - E)))) {}

    static constexpr Decimal de_entero(std::int64_t entero) {
        return de_unidades(producto_exacto(entero, potencia10(Escala)));
    }
    static constexpr Decimal de_unidades(Entero128 unidades) {
        Decimal valor;
        valor.unidades_ = dentro_del_limite(unidades);
        return valor;
    }
    constexpr Entero128 unidades() const { return unidades_; }
    constexpr bool es_cero() const { return unidades_ == 0; }
    constexpr bool es_negativo() const { return unidades_ < 0; }
    constexpr bool es_positivo() const { return unidades_ > 0; }

    static constexpr Forma forma() { return forma_decimal(Escala, MinDecimales); }
    static std::optional<Falla> leer(std::string_view texto, Decimal& salida) {
        return leer_decimal(texto, Escala, salida.unidades_);
    }
    // Value of a NUMERIC column, at full precision.
    static Decimal de_base(std::string_view texto) {
        Decimal valor;
        valor.unidades_ = decimal_de_base(texto, Escala);
        return valor;
    }
    void escribir(std::string& salida) const { escribir_decimal(unidades_, Escala, MinDecimales, salida); }

    constexpr Decimal operator-() const {
        Decimal valor;
        valor.unidades_ = -unidades_;
        return valor;
    }
    constexpr Decimal& operator+=(Decimal otro) { return *this = de_unidades(unidades_ + otro.unidades_); }
    constexpr Decimal& operator-=(Decimal otro) { return *this = de_unidades(unidades_ - otro.unidades_); }

private:
    static constexpr Entero128 de_literal(std::string_view texto) {
        bool const negativo = texto.starts_with('-');
        if (negativo) texto.remove_prefix(1);
        Entero128 valor = 0;
        int decimales = -1;  // -1: no decimal point yet
        for (char c : texto) {
            if (c == '.' && decimales < 0) {
                decimales = 0;
                continue;
            }
            if (c < '0' || c > '9') throw ValorInvalido("no es un decimal");
            valor = dentro_del_limite(producto_exacto(valor, 10) + (c - '0'));
            if (decimales >= 0) ++decimales;
        }
        int const faltan = Escala - (decimales < 0 ? 0 : decimales);
        if (texto.empty() || faltan < 0) throw ValorInvalido("no es un decimal de esta escala");
        valor = dentro_del_limite(producto_exacto(valor, potencia10(faltan)));
        return negativo ? -valor : valor;
    }

    Entero128 unidades_ = 0;
};

template <int A, int B>
inline constexpr int mayor_de = A > B ? A : B;

template <int E1, int M1, int E2, int M2>
using DecimalComun = Decimal<mayor_de<E1, E2>, mayor_de<M1, M2>>;

template <int E1, int M1, int E2, int M2>
constexpr DecimalComun<E1, M1, E2, M2> operator+(Decimal<E1, M1> const& a, Decimal<E2, M2> const& b) {
    constexpr int E = mayor_de<E1, E2>;
    return DecimalComun<E1, M1, E2, M2>::de_unidades(producto_exacto(a.unidades(), potencia10(E - E1)) +
                                                     producto_exacto(b.unidades(), potencia10(E - E2)));
}
template <int E1, int M1, int E2, int M2>
constexpr DecimalComun<E1, M1, E2, M2> operator-(Decimal<E1, M1> const& a, Decimal<E2, M2> const& b) {
    return a + -b;
}
template <int E1, int M1, int E2, int M2>
constexpr std::strong_ordering operator<=>(Decimal<E1, M1> const& a, Decimal<E2, M2> const& b) {
    constexpr int E = mayor_de<E1, E2>;
    Entero128 const izquierda = producto_exacto(a.unidades(), potencia10(E - E1));
    Entero128 const derecha = producto_exacto(b.unidades(), potencia10(E - E2));
    if (izquierda < derecha) return std::strong_ordering::less;
    return izquierda > derecha ? std::strong_ordering::greater : std::strong_ordering::equal;
}
template <int E1, int M1, int E2, int M2>
constexpr bool operator==(Decimal<E1, M1> const& a, Decimal<E2, M2> const& b) {
    return (a <=> b) == 0;
}

template <int S>
using DecimalRedondeado = Decimal<S, S == 2 ? 2 : 0>;  // converts implicitly to types of the same scale

template <int S, int E, int M>
DecimalRedondeado<S> redondear(Decimal<E, M> const& x) {
    return DecimalRedondeado<S>::de_unidades(cambiar_escala(x.unidades(), E, S));
}
template <int S, int E1, int M1, int E2, int M2>
DecimalRedondeado<S> multiplicar(Decimal<E1, M1> const& a, Decimal<E2, M2> const& b) {
    return DecimalRedondeado<S>::de_unidades(cambiar_escala(producto_exacto(a.unidades(), b.unidades()), E1 + E2, S));
}
template <int S, int E1, int M1, int E2, int M2>
DecimalRedondeado<S> dividir(Decimal<E1, M1> const& dividendo, Decimal<E2, M2> const& divisor) {
    return DecimalRedondeado<S>::de_unidades(dividir_unidades(dividendo.unidades(), divisor.unidades(), S + E2 - E1));
}
// total · parte / entero with a single rounding, at the scale of `total`.
template <int E, int M, int P, int N>
Decimal<E, M> prorratear(Decimal<E, M> const& total, Decimal<P, N> const& parte, Decimal<P, N> const& entero) {
    return Decimal<E, M>::de_unidades(multiplicar_y_dividir(total.unidades(), parte.unidades(), entero.unidades()));
}

using Dinero = Decimal<2, 2>;   // amounts of a header
using Importe = Decimal<6, 2>;  // amounts of a line: at least 2 decimals, up to 6
using Cantidad = Decimal<6, 0>;
using Precio = Decimal<6, 0>;
using TipoCambio = Decimal<6, 0>;
using Porcentaje = Decimal<4, 0>;
using Tasa = Decimal<6, 0>;
using Costo = Decimal<6, 0>;

// A constraint is a type derived from Decimal, so that the arithmetic above deduces its scale; a result has no
// constraint. A default-constructed value is 0, "not read yet".
template <class D>
class Positivo : public D {
public:
    constexpr Positivo() = default;
    template <std::size_t N>
    GESTOR_CONSTEVAL Positivo(char const (&literal)[N]) : Positivo(D(literal)) {}
    explicit constexpr Positivo(D valor) : D(valor) {
        if (!valor.es_positivo()) throw ValorInvalido("debe ser mayor que 0");
    }
    static constexpr Forma forma() {
        Forma f = D::forma();
        f.minimo = {};
        f.mayor_que = "0";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, Positivo& salida) {
        D valor;
        if (auto falla = D::leer(texto, valor)) return falla;
        if (!valor.es_positivo()) return Falla{codigo::mayor_que_cero, "debe ser mayor que 0"};
        salida = Positivo(valor);
        return {};
    }
    static Positivo de_base(std::string_view texto) { return Positivo(D::de_base(texto)); }
    constexpr D valor() const { return *this; }
    Positivo& operator+=(D) = delete;
    Positivo& operator-=(D) = delete;
};

template <class D>
class NoNegativo : public D {
public:
    constexpr NoNegativo() = default;
    template <std::size_t N>
    GESTOR_CONSTEVAL NoNegativo(char const (&literal)[N]) : NoNegativo(D(literal)) {}
    explicit constexpr NoNegativo(D valor) : D(valor) {
        if (valor.es_negativo()) throw ValorInvalido("debe ser mayor o igual que 0");
    }
    static constexpr Forma forma() {
        Forma f = D::forma();
        f.minimo = "0";
        return f;
    }
    static std::optional<Falla> leer(std::string_view texto, NoNegativo& salida) {
        D valor;
        if (auto falla = D::leer(texto, valor)) return falla;
        if (valor.es_negativo()) return Falla{codigo::rango, "debe ser mayor o igual que 0"};
        salida = NoNegativo(valor);
        return {};
    }
    static NoNegativo de_base(std::string_view texto) { return NoNegativo(D::de_base(texto)); }
    constexpr D valor() const { return *this; }
    NoNegativo& operator+=(D) = delete;
    NoNegativo& operator-=(D) = delete;
};

}  // namespace gestor
