#pragma once
// A statement that a worker runs is a constant of the program, and whoever runs it says in the type of the call which
// one, what its rows are and what it is given:
//     db.lista<FacturaAfectada, sql::facturas_afectadas>("transaccionId"_es(id))
// So every such place is known when the program starts, as a Uso; the server then prepares all of them, and compares
// columns with members and parameters with values: what does not fit the schema is told before anybody needs it.
#include <array>
#include <span>
#include <tuple>

#include "domain/valores/dto.hpp"
#include "domain/valores/opcion.hpp"
#include "persistence/session.hpp"

namespace gestor {

struct Dado {  // a value that a statement is given
    std::string_view nombre;
    Forma (*forma)();  // null: a text that PostgreSQL reads as whatever it needs
};

struct Uso {
    Uso(std::string_view donde, std::string_view texto, Tipo const* (*de_la_fila)(), std::span<Dado const> todos);
    std::string_view nombre;  // of the constant
    std::string_view sql;
    Tipo const* (*fila)();  // null: nobody reads its columns by name
    std::span<Dado const> dados;
    Uso const* siguiente;
};
// All of the program, in no order.
std::vector<Uso const*> usos();

// Throws std::runtime_error that names the first statement that is not as its use has it.
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

// A value by its name: "clienteId"_es(id).
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

// gestor::sql::momento, from what the compiler calls this function.
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
    valores.reserve(sizeof...(L) + 4);
    (std::forward<L>(ligados).ligar(valores), ...);
    return valores;
}

}  // namespace detalle

// The text of a statement that is chosen among several when it runs, with the names of what it will be given: a use
// that is known from the start all the same. de_filas: it is given what the rows of a Tabla have, whatever that is.
inline constexpr Literal de_filas = "*";
template <class T, std::string_view const& Sql, Literal... Nombres>
constexpr std::string_view usada() {
    static_cast<void>(&detalle::UsoDe<T, Sql, Ligado<Nombres, nullptr>...>::uso);  // a table may ask before it is made
    return Sql;
}

}  // namespace gestor
