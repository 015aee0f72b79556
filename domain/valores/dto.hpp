#pragma once
// DTO(Type, member, …): the one description line of a struct, from which all four readers work. DTO_DE((Base, …), Type,
// member, …): the same for a struct with bases; the bases' members come first. A wrong member name does not compile.
// The line is written beside its struct, in the same namespace.
#include <array>
#include <exception>
#include <type_traits>

#include "domain/valores/tipo.hpp"

namespace gestor {
namespace detalle {

// Comodin converts to anything but the aggregate itself, so that T{Comodin, Comodin, …} compiles for as many
// initialisers as T has direct bases and members.
template <class T>
struct Comodin {
    template <class U>
    requires(!std::is_same_v<std::remove_cvref_t<U>, T>) operator U() const {
        std::terminate();  // never called: named only in unevaluated operands
    }
};

template <class T, class... C>
constexpr std::size_t contar_iniciadores() {
    if constexpr (requires { T{C{}..., Comodin<T>{}}; })
        return contar_iniciadores<T, C..., Comodin<T>>();
    else
        return sizeof...(C);
}

template <class D, auto M>
struct AccesoMiembro;
template <class D, class B, class T, T B::*M>
struct AccesoMiembro<D, M> {
    static constexpr Campo campo(std::string_view nombre) {
        // The type is taken by address, not by tipo_de: in a tree the branches have the type of the row, which is still
        // being built.
        return {nombre, &tipo_constante<T>, [](void* o) -> void* { return &(static_cast<D*>(o)->*M); }};
    }
};

template <class E, std::size_t... N>
constexpr auto unir(std::array<E, N> const&... partes) {
    std::array<E, (N + ... + 0)> todos{};
    std::size_t i = 0;
    [[maybe_unused]] auto agregar = [&](auto const& parte) {
        for (auto const& e : parte) todos[i++] = e;
    };
    (agregar(partes), ...);
    return todos;
}

template <class... B>
struct Bases {};

// Tag of a type: argument-dependent lookup finds the description in the type's own namespace.
template <class T>
struct De {};

}  // namespace detalle

// Description of T: todos<D>(), Bases and, when T has a schema of its own, nombre.
template <class T>
using Dto = decltype(dto_de(detalle::De<T>()));

namespace detalle {

// Descriptions of the members of a DTO and of its bases.
template <class T>
constexpr auto sin_ejemplo_de() {
    constexpr auto de_bases = []<class... B>(Bases<B...>) {
        return unir<std::string_view>(sin_ejemplo_de<B>()...);
    }(typename Dto<T>::Bases());
    if constexpr (requires { T::sin_ejemplo; })
        return unir<std::string_view>(de_bases, std::to_array(T::sin_ejemplo));
    else
        return de_bases;
}
template <class T>
inline constexpr auto sin_ejemplo = sin_ejemplo_de<T>();

}  // namespace detalle

template <class T>
requires requires {
    Dto<T>::nombre;
}
struct Describe<T> {
    static constexpr Tipo hacer() {
        Tipo t;
        t.especie = Especie::objeto;
        t.nombre = Dto<T>::nombre;
        t.campos = []() -> std::span<Campo const> {
            static constexpr auto todos = Dto<T>::template todos<T>();
            return todos;
        };
        if constexpr (requires { T::retirados; }) t.retirados = T::retirados;
        t.sin_ejemplo = detalle::sin_ejemplo<T>;
        if constexpr (requires { typename T::Leida; })
            t.pintada = [](void const* p) { return std::string_view(static_cast<T const*>(p)->json); };
        return t;
    }
};

// Each member takes one level of macro recursion; 3 nested rescans of 4 give 256, enough for any DTO.
#define GESTOR_PARENS ()
#define GESTOR_X4(...) GESTOR_X3(GESTOR_X3(GESTOR_X3(GESTOR_X3(__VA_ARGS__))))
#define GESTOR_X3(...) GESTOR_X2(GESTOR_X2(GESTOR_X2(GESTOR_X2(__VA_ARGS__))))
#define GESTOR_X2(...) GESTOR_X1(GESTOR_X1(GESTOR_X1(GESTOR_X1(__VA_ARGS__))))
#define GESTOR_X1(...) __VA_ARGS__
#define GESTOR_CADA(m, T, ...) __VA_OPT__(GESTOR_X4(GESTOR_CADA_(m, T, __VA_ARGS__)))
#define GESTOR_CADA_(m, T, a, ...) m(T, a) __VA_OPT__(GESTOR_CADA_OTRA GESTOR_PARENS(m, T, __VA_ARGS__))
#define GESTOR_CADA_OTRA() GESTOR_CADA_
#define GESTOR_CAMPO(T, m) ::gestor::detalle::AccesoMiembro<D, &T::m>::campo(#m),
#define GESTOR_UNO(T, m) +1  // NOLINT(bugprone-macro-parentheses): a term of a sum
#define GESTOR_BASE(T, B) ::gestor::Dto<B>::template todos<D>(),
#define GESTOR_SIN_PARENTESIS(...) __VA_ARGS__

#define DTO(T, ...) DTO_DE((), T, __VA_ARGS__)
#ifdef CPPCHECK  // cppcheck reads the structs and would stop at these macros
#define DTO_DE(...)
#else
#define DTO_DE(BASES, T, ...)                                                               \
    struct Dto_##T {                                                                        \
        static constexpr std::string_view nombre = #T;                                      \
        using Bases = ::gestor::detalle::Bases<GESTOR_SIN_PARENTESIS BASES>;                \
        static_assert(::gestor::detalle::contar_iniciadores<T>() ==                         \
                          0 GESTOR_CADA(GESTOR_UNO, T, __VA_ARGS__)                         \
                              GESTOR_CADA(GESTOR_UNO, T, GESTOR_SIN_PARENTESIS BASES),      \
                      "DTO(" #T "): a member or base is not named, or named twice");        \
        template <class D>                                                                  \
        static constexpr auto todos() {                                                     \
            return ::gestor::detalle::unir<::gestor::Campo>(                                \
                GESTOR_CADA(GESTOR_BASE, T, GESTOR_SIN_PARENTESIS BASES)                    \
                    std::array<::gestor::Campo, 0 GESTOR_CADA(GESTOR_UNO, T, __VA_ARGS__)>{ \
                        GESTOR_CADA(GESTOR_CAMPO, T, __VA_ARGS__)});                        \
        }                                                                                   \
    };                                                                                      \
    [[maybe_unused]] constexpr Dto_##T dto_de(::gestor::detalle::De<T>) {                   \
        return {};                                                                          \
    }
#endif

}  // namespace gestor
