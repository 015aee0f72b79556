#pragma once
// Uso: a statement that a worker runs is a constant of the program, and the type of each call names the statement, its
// rows and its values:
//     db.lista<FacturaAfectada, sql::facturas_afectadas>("transaccionId"_es(id))
// Every call is therefore known at start, as a Uso. The server prepares all statements and compares columns with
// members and parameters with values: a mismatch with the schema is a start-up error.
#include <array>
#include <span>
#include <tuple>

#include "domain/valores/dto.hpp"
#include "domain/valores/opcion.hpp"
#include "persistence/session.hpp"

namespace gestor {

struct Dado {  // Dado: a value of a statement
    std::string_view nombre;
    Forma (*forma)();  // null: a text, whose type PostgreSQL infers
};

struct Uso {
    Uso(std::string_view donde, std::string_view texto, Tipo const* (*de_la_fila)(), std::span<Dado const> todos);
    std::string_view nombre;  // name of the constant
    std::string_view sql;
    Tipo const* (*fila)();  // DTO of the rows; null: columns are not read by name
    std::span<Dado const> dados;
    Uso const* siguiente;
};
// All uses of the program, unordered.
std::vector<Uso const*> usos();

// Throws std::runtime_error that names the first statement that differs from its Uso.
void comprobar(Session& sesion, std::span<Uso const* const> usos);

namespace detalle {

template <class T>
struct FormaDada {
    static constexpr Forma (*de)() = nullptr;
};
template <Valor T>
struct FormaDada<T> {
    static constexpr Forma (*de)() = &T::forma;
};
template <class T>
struct FormaDada<std::optional<T>> : FormaDada<T> {};
template <>
struct FormaDada<std::int64_t> : FormaDada<Id> {};

}  // namespace detalle

// Names a value: "clienteId"_es(id).
template <Literal Nombre, Forma (*De)()>
struct Ligado {
    static constexpr Dado dado{Nombre.vista(), De};
    ValorSql valor;
    void ligar(Valores& valores) && { valores.emplace_back(Nombre.vista(), std::move(valor)); }
    void ligar(Valores& valores) const& { valores.emplace_back(Nombre.vista(), valor); }
};
template <Literal Nombre>
struct Nombrado {
    template <class T>
    auto operator()(T&& valor) const {
        return Ligado<Nombre, detalle::FormaDada<std::remove_cvref_t<T>>::de>{sql_de(std::forward<T>(valor))};
    }
};
template <Literal Nombre>
constexpr Nombrado<Nombre> operator""_es() {
    return {};
}

namespace detalle {

// Name of the constant (gestor::sql::momento), read from the compiler's name of this function.
template <std::string_view const& Sql>
constexpr std::string_view nombre_de_sentencia() {
    std::string_view nombre = __PRETTY_FUNCTION__;
    nombre.remove_prefix(nombre.find("Sql = ") + 6);
    return nombre.substr(0, nombre.find_first_of(";]"));
}

template <class T>
constexpr Tipo const* (*tipo_de_fila())() {
    if constexpr (std::is_void_v<T>)
        return nullptr;
    else
        return &tipo_de<T>;
}

template <class T, std::string_view const& Sql, class... L>
struct UsoDe {
    static constexpr std::array<Dado, sizeof...(L)> dados{L::dado...};
    static inline Uso const uso{nombre_de_sentencia<Sql>(), Sql, tipo_de_fila<T>(), dados};
};

template <class... L>
Valores valores_de(L&&... ligados) {
    Valores valores;
    valores.reserve(sizeof...(L) + 5);
    (std::forward<L>(ligados).ligar(valores), ...);
    return valores;
}

}  // namespace detalle

// usada: text of a statement chosen at run time, with the names of its values; start-up checks it as a Uso too.
// de_filas: its values are the columns of a Tabla.
inline constexpr Literal de_filas = "*";
template <class T, std::string_view const& Sql, Literal... Nombres>
constexpr std::string_view usada() {
    // the static initialisation of a table may ask for a use before `uso` is initialised
    static_cast<void>(&detalle::UsoDe<T, Sql, Ligado<Nombres, nullptr>...>::uso);
    return Sql;
}

}  // namespace gestor
