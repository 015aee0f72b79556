#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"

namespace gestor {

inline std::optional<std::size_t> buscar_opcion(std::string_view texto, std::span<std::string_view const> opciones) {
    for (std::size_t i = 0; i < opciones.size(); ++i)
        if (opciones[i] == texto) return i;
    return {};
}

inline Falla falla_de_opcion(std::span<std::string_view const> opciones) {
    std::string mensaje = "debe ser uno de: ";
    for (std::size_t i = 0; i < opciones.size(); ++i) {
        if (i > 0) mensaje += ", ";
        mensaje += opciones[i];
    }
    return {codigo::rango, std::move(mensaje)};
}

constexpr Forma forma_de_opcion(std::span<std::string_view const> opciones) {
    Forma f;
    f.opciones = opciones;
    f.ejemplo = opciones.front();
    return f;
}

// Literal: a text literal as template argument.
template <std::size_t N>
struct Literal {
    char texto[N]{};
    GESTOR_CONSTEVAL Literal(char const (&literal)[N]) {
        for (std::size_t i = 0; i < N; ++i) texto[i] = literal[i];
    }
    constexpr std::string_view vista() const { return {texto, N - 1}; }
};

// Opcion: one of a closed list of texts, exactly as written: Opcion<"Pendiente", "Parcial", "Pagado">. The first is the
// default. Compared with literals and built from them; a literal outside the list does not compile.
template <Literal... Valores>
class Opcion {
    static_assert(sizeof...(Valores) > 0 && sizeof...(Valores) < 256);

public:
    static constexpr std::array<std::string_view, sizeof...(Valores)> valores{Valores.vista()...};

    constexpr Opcion() = default;
    template <std::size_t N>
    GESTOR_CONSTEVAL Opcion(char const (&literal)[N]) : indice_(indice_de({literal, N - 1})) {}

    constexpr std::string_view valor() const { return valores[indice_]; }
    constexpr std::size_t indice() const { return indice_; }

    static constexpr Forma forma() { return forma_de_opcion(valores); }
    static std::optional<Falla> leer(std::string_view texto, Opcion& salida) {
        auto const indice = buscar_opcion(texto, valores);
        if (!indice) return falla_de_opcion(valores);
        salida.indice_ = static_cast<std::uint8_t>(*indice);
        return {};
    }
    static Opcion de_base(std::string_view texto) { return exigir<Opcion>(texto); }
    void escribir(std::string& salida) const { salida += valor(); }

    friend constexpr bool operator==(Opcion const&, Opcion const&) = default;

private:
    static constexpr std::uint8_t indice_de(std::string_view texto) {
        for (std::size_t i = 0; i < valores.size(); ++i)
            if (valores[i] == texto) return static_cast<std::uint8_t>(i);
        throw ValorInvalido("no es una de las opciones");
    }

    std::uint8_t indice_ = 0;
};

// The names of an enum class, in the order of its enumerators, which count from 0:
//   template <> struct Nombres<Estado> { static constexpr std::array<std::string_view, 2> valores{"Abierto",
//   "Cerrado"}; };
template <class E>
struct Nombres;

template <class E>
class Enumeracion {
public:
    constexpr Enumeracion() = default;
    constexpr Enumeracion(E valor) : valor_(valor) {}

    constexpr operator E() const { return valor_; }  // converts to its enum for comparison and switch
    constexpr E enumerador() const { return valor_; }
    constexpr std::string_view valor() const { return Nombres<E>::valores[static_cast<std::size_t>(valor_)]; }

    static constexpr Forma forma() { return forma_de_opcion(Nombres<E>::valores); }
    static std::optional<Falla> leer(std::string_view texto, Enumeracion& salida) {
        auto const indice = buscar_opcion(texto, Nombres<E>::valores);
        if (!indice) return falla_de_opcion(Nombres<E>::valores);
        salida.valor_ = static_cast<E>(*indice);
        return {};
    }
    static Enumeracion de_base(std::string_view texto) { return exigir<Enumeracion>(texto); }
    void escribir(std::string& salida) const { salida += valor(); }

private:
    E valor_{};
};

}  // namespace gestor
