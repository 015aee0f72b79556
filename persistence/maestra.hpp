#pragma once
// A table whose records others name, by their id or by the key that people know. From its one row of the table of
// masters (domain/comun/maestras.hpp) come the question whether one exists, its id by its key, and the reference of a
// column to it.
#include <string>
#include <string_view>

#include "domain/valores/codigos.hpp"

namespace gestor {

// Another record that a member names, by its id or by another unique column.
struct Referencia {
    std::string_view tabla{};
    std::string_view llave{};      // its id
    std::string_view por{};        // the column that the member holds; empty: the id itself
    bool global = false;           // a catalog of all organizations
    std::string_view condicion{};  // beside existing: active, in force …
    std::string_view codigo = codigo::no_existe;
};

struct Maestra {
    std::string_view tabla;
    std::string_view llave;
    std::string_view clave = "clave";  // a column, or an expression over the row x
    std::string_view normalizada{};    // the column that has the key in capitals
    bool global = false;

    constexpr Referencia por_id(std::string_view condicion = {}) const {
        return {.tabla = tabla, .llave = llave, .global = global, .condicion = condicion};
    }
    constexpr Referencia por_clave(std::string_view condicion = {}, std::string_view codigo = codigo::no_existe) const {
        return {tabla, llave, clave, global, condicion, codigo};
    }
    // Gives a row if there is the one whose id is :parametro.
    std::string existe(std::string_view parametro) const;
    // The id of the one whose key is :clave; with `toda`, the record as a text besides.
    std::string id_de_clave(bool toda = false) const;
};

}  // namespace gestor
