#pragma once
// Tipo: a C++ type as its four readers know it (JSON in, JSON out, schema, rows). One constant Tipo per type, built at
// compile time by a template; the readers are plain functions over Tipo, so a DTO costs data and a few accessors, and
// no work at start-up.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/falla.hpp"
#include "domain/valores/forma.hpp"
#include "domain/valores/opcion.hpp"

namespace gestor {

enum class Especie : std::uint8_t { valor, objeto, lista, opcional };

// Salida: how the text of a database column becomes JSON, without a C++ value in between.
enum class Salida : std::uint8_t { texto, fecha_hora, entero, decimal, booleano, json };

struct Campo;

// Retirado: a member that an operation no longer takes, and its replacement: `static constexpr Retirado retirados[]` of
// a DTO.
struct Retirado {
    std::string_view nombre;
    std::string_view mensaje;
};

struct Tipo {
    Especie especie{};
    std::string_view nombre{};  // schema name of an object
    // Members of a value:
    Forma const* forma = nullptr;
    std::optional<Falla> (*leer)(std::string_view, void*) = nullptr;
    void (*de_base)(std::string_view, void*) = nullptr;  // from a stored column, without checks
    void (*escribir)(void const*, std::string&) = nullptr;
    Salida salida = Salida::texto;
    int minimo_decimales = 0;  // decimals written at least, of a decimal column
    // Members of a list and of an optional:
    Tipo const* interno = nullptr;
    bool omitible = false;              // absent members are left out of the output, not written as null or ""
    std::string_view defecto{};         // text of the default, when the member has one
    void* (*agregar)(void*) = nullptr;  // adds an element to a list; makes an optional present and returns its content
    void (*limpiar)(void*) = nullptr;   // resets to the unsent value: absent, empty, or the default
    std::size_t (*contar)(void const*) = nullptr;
    void const* (*elemento)(void const*, std::size_t) = nullptr;
    std::size_t minimo_elementos = 0, maximo_elementos = 50'000;  // bounds of a list
    // Members of an object:
    std::span<Campo const> (*campos)() = nullptr;
    std::span<Retirado const> retirados{};
    // `static constexpr std::string_view sin_ejemplo[]` of a DTO or of its bases: members left out of the published
    // example, because they exclude others and the example must be valid.
    std::span<std::string_view const> sin_ejemplo{};
    std::string_view (*pintada)(void const*) = nullptr;  // JSON of the members that a Vista holds (vista.hpp)

    // The type of the value of an optional.
    Tipo const& contenido() const { return especie == Especie::opcional ? *interno : *this; }
};

// Format of a file member, a part of a form (operacion/subida.hpp). The bound counts bytes.
inline constexpr std::string_view formato_archivo = "binary";
inline bool es_archivo(Tipo const& miembro) {
    auto const& t = miembro.contenido();
    return t.especie == Especie::valor && t.forma->formato == formato_archivo;
}

// Whether a member of a request is optional: null means absent, and in an update it clears.
inline bool prescindible(Tipo const& miembro) {
    if (miembro.especie == Especie::lista) return miembro.minimo_elementos == 0;
    return miembro.especie == Especie::opcional || !miembro.defecto.empty();
}

struct Campo {
    std::string_view nombre;  // C++ member = JSON key = column alias = bind name
    Tipo const* tipo;
    void* (*en)(void*);  // address of the member inside its object; null: its JSON is in a Vista
};

template <class T>
constexpr Tipo const* tipo_de();

// ---- the ways a member can be present -------------------------------------------------------------------------

// Defecto: a member with a default, used when the request omits it and published in the schema.
template <class T, Literal Texto>
struct Defecto {
    T valor{};
    Defecto() { T::leer(Texto.vista(), valor); }
    Defecto(T v) : valor(v) {}  // NOLINT
    operator T const&() const { return valor; }
    T const* operator->() const { return &valor; }
};

// Lista: a list with bounds; a list with a minimum is required.
template <class T, std::size_t Min, std::size_t Max>
struct Lista : std::vector<T> {
    using std::vector<T>::vector;
};

// Omitible: an output member that is left out when absent (only the change log has such members).
template <class T>
struct Omitible : std::optional<T> {
    using std::optional<T>::optional;
};

// ---- Tipo of each kind -----------------------------------------------------------------------------------------

template <class T>
concept Valor = requires(T& t, T const& c, std::string& s) {
    { T::forma() } -> std::same_as<Forma>;
    { T::leer(std::string_view{}, t) } -> std::same_as<std::optional<Falla>>;
    { T::de_base(std::string_view{}) } -> std::convertible_to<T>;
    c.escribir(s);
};

template <class T>
constexpr int minimo_decimales_de = 0;
template <class T>
requires requires {
    T::minimo_decimales;
}
constexpr int minimo_decimales_de<T> = T::minimo_decimales;  // decimals of a Decimal, with or without a constraint

constexpr Salida salida_de(Forma const& forma) {
    switch (forma.clase) {
        case Clase::entero:  // bound as text: 64 bits are not enough
            return forma.maximo_texto > 0 ? Salida::decimal : Salida::entero;
        case Clase::numero:
            return Salida::decimal;
        case Clase::booleano:
            return Salida::booleano;
        case Clase::objeto:
            return Salida::json;
        case Clase::texto:
            break;
    }
    return forma.formato == "date-time-local" ? Salida::fecha_hora : Salida::texto;
}

template <class T>
struct Describe;  // specialised per kind below, and by DTO() for objects

template <Valor T>
inline constexpr Forma forma_de = T::forma();

template <Valor T>
struct Describe<T> {
    static constexpr Tipo hacer() {
        Tipo t;
        t.especie = Especie::valor;
        t.forma = &forma_de<T>;
        t.leer = [](std::string_view texto, void* p) { return T::leer(texto, *static_cast<T*>(p)); };
        t.de_base = [](std::string_view texto, void* p) { *static_cast<T*>(p) = T::de_base(texto); };
        t.escribir = [](void const* p, std::string& salida) { static_cast<T const*>(p)->escribir(salida); };
        t.salida = salida_de(forma_de<T>);
        t.minimo_decimales = minimo_decimales_de<T>;
        return t;
    }
};

template <class T, Literal Texto>
struct Describe<Defecto<T, Texto>> {
    static constexpr Tipo hacer() {
        Tipo t = Describe<T>::hacer();
        t.defecto = Texto.vista();
        t.limpiar = [](void* p) { *static_cast<Defecto<T, Texto>*>(p) = {}; };
        return t;
    }
};

template <class T>
struct Describe<std::vector<T>> {
    static constexpr Tipo hacer() {
        Tipo t;
        t.especie = Especie::lista;
        t.interno = tipo_de<T>();
        t.limpiar = [](void* p) { static_cast<std::vector<T>*>(p)->clear(); };
        t.agregar = [](void* p) -> void* { return &static_cast<std::vector<T>*>(p)->emplace_back(); };
        t.contar = [](void const* p) { return static_cast<std::vector<T> const*>(p)->size(); };
        t.elemento = [](void const* p, std::size_t i) -> void const* {
            return &(*static_cast<std::vector<T> const*>(p))[i];
        };
        return t;
    }
};

template <class T, std::size_t Min, std::size_t Max>
struct Describe<Lista<T, Min, Max>> {
    static constexpr Tipo hacer() {
        Tipo t = Describe<std::vector<T>>::hacer();
        t.minimo_elementos = Min;
        t.maximo_elementos = Max;
        return t;
    }
};

template <class T, class O>
constexpr Tipo tipo_opcional() {
    Tipo t;
    t.especie = Especie::opcional;
    t.interno = tipo_de<T>();
    t.limpiar = [](void* p) { static_cast<O*>(p)->reset(); };
    t.agregar = [](void* p) -> void* { return &static_cast<O*>(p)->emplace(); };
    t.contar = [](void const* p) -> std::size_t { return static_cast<O const*>(p)->has_value() ? 1 : 0; };
    t.elemento = [](void const* p, std::size_t) -> void const* { return &**static_cast<O const*>(p); };
    return t;
}

template <class T>
struct Describe<std::optional<T>> {
    static constexpr Tipo hacer() { return tipo_opcional<T, std::optional<T>>(); }
};

template <class T>
struct Describe<Omitible<T>> {
    static constexpr Tipo hacer() {
        Tipo t = tipo_opcional<T, Omitible<T>>();
        t.omitible = true;
        return t;
    }
};

template <class T>
inline constexpr Tipo tipo_constante = Describe<T>::hacer();

template <class T>
constexpr Tipo const* tipo_de() {
    return &tipo_constante<T>;
}

}  // namespace gestor
